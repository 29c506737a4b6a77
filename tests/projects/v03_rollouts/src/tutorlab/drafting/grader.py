"""Coverage of the points asked for, less what is too long."""

from tutorlab.common import (
    TutorGrader,
    assistant_turns,
    keyword_coverage,
    last_text,
    require_sample,
    reward_outright,
)


class DraftGrader(TutorGrader):
    async def grade(self, ctx):
        points = (ctx.metadata or {}).get("points")
        if not points:
            return reward_outright(ctx, 0.0, reason="nothing was asked for")

        sample = require_sample(ctx)
        drafts = assistant_turns(sample.messages)
        if len(drafts) < 2:
            ctx.set_reward(self.rubric.partial_marks)
            return

        final = last_text(sample.messages)
        gained = keyword_coverage(final, points) - keyword_coverage(drafts[0], points)
        sample.metrics["gained"] = gained
        ctx.set_reward(keyword_coverage(final, points))
        self.finish(ctx)
