"""Examples of what only the command reports, OSM901 and OSM902: files and comments, not uses of the SDK."""

from __future__ import annotations

from osmosis_lint.rules.examples.example import Example


def _grader(lines: str) -> str:
    """A grader with the given lines at the end of its `grade`."""
    return f"""\
from osmosis_ai.rollout import Grader, GraderContext


class Constant(Grader):
    async def grade(self, ctx: GraderContext) -> None:
        if ctx.sample is None:
            raise ValueError("there is no sample to grade")
{lines}"""


EXAMPLES: dict[str, Example] = {
    "OSM901": Example(
        bad=_grader('        print "graded"\n        ctx.set_reward(1.0)\n'),
        good=_grader('        print("graded")\n        ctx.set_reward(1.0)\n'),
    ),
    "OSM902": Example(
        bad=_grader("        ctx.set_reward(1.0)  # noqa: OSM103\n"),
        good=_grader("        ctx.set_reward(1.0)\n"),
    ),
}
