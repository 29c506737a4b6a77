"""Full marks for the right number, some for a wrong one in the right format."""

from __future__ import annotations

from osmosis_ai.rollout import Grader, GraderContext

from ..common import RubricConfig, last_text, parse_number
from ..common.scoring import close_enough

arithmetic_grader_config = RubricConfig(name="arithmetic", partial_marks=0.1)


class ArithmeticGrader(Grader):
    async def grade(self, ctx: GraderContext) -> None:
        rubric = self.config or arithmetic_grader_config
        expected = parse_number(ctx.label)
        for sample_id, sample in ctx.samples.items():
            answer = last_text(sample.messages)
            sample.metrics["used_calculator"] = self.tool_calls(sample.messages)
            if close_enough(parse_number(answer), expected):
                reward = rubric.full_marks
            elif "####" in answer:
                reward = rubric.partial_marks
            else:
                reward = 0.0
            ctx.set_sample_reward(sample_id, reward)

    @staticmethod
    def tool_calls(messages) -> int:
        blocks = [
            block
            for message in messages
            for block in message.get("content") or []
            if isinstance(block, dict)
        ]
        return sum("toolUse" in block for block in blocks)
