"""The verifier of the sandbox: runs in the container when the agent is done."""

from tutorlab.common import TutorGrader, parse_number
from tutorlab.common.scoring import close_enough


class SandboxGrader(TutorGrader):
    def mark(self, answer, label):
        if close_enough(parse_number(answer), parse_number(label)):
            return self.rubric.full_marks
        return 0.0

    async def grade(self, ctx):
        await super().grade(ctx)
        for sample_id in ctx.samples:
            sample = ctx.samples[sample_id]
            if not sample.reward:
                continue
            commands = sum("toolUse" in str(m.get("content")) for m in sample.messages)
            if commands == 0:
                # The right number without a look at the report is a guess.
                ctx.set_sample_reward(sample_id, self.rubric.partial_marks)
