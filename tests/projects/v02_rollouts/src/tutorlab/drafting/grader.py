"""Coverage of the points asked for, less what is too long."""

from tutorlab.common import (
    TutorGrader,
    assistant_turns,
    keyword_coverage,
    last_text,
    only_sample,
    reward_everything,
)


class DraftGrader(TutorGrader):
    async def grade(self, ctx):
        points = (ctx.metadata or {}).get("points")
        if not points:
            return reward_everything(ctx, 0.0, reason="nothing was asked for")

        sample = only_sample(ctx)
        drafts = assistant_turns(sample.messages)
        if len(drafts) < 2:
            ctx.set_sample_reward(sample.id, self.rubric.partial_marks)
            return

        final = last_text(next(iter(ctx.samples.values())).messages)
        gained = keyword_coverage(final, points) - keyword_coverage(drafts[0], points)
        sample.metrics["gained"] = gained
        ctx.set_sample_reward(sample.id, keyword_coverage(final, points))
        self.finish(ctx)
