"""The graders, on conversations written by hand."""

import unittest
from unittest import mock

from osmosis_ai.rollout import GraderContext, RolloutSample

from tutorlab.arithmetic import ArithmeticGrader
from tutorlab.common import RubricConfig
from tutorlab.debate import DebateGrader, Verdict
from tutorlab.drafting import DraftGrader
from tutorlab.quiz import QuizGrader
from tutorlab.support import SupportGrader


def said(*texts: str) -> list[dict[str, str]]:
    return [{"role": "assistant", "content": text} for text in texts]


def context(label: str | None, *texts: str, **metrics: float) -> GraderContext:
    sample = RolloutSample(messages=said(*texts), metrics=metrics)
    return GraderContext(label=label, sample=sample)


class ArithmeticGraderTest(unittest.IsolatedAsyncioTestCase):
    async def test_the_right_number(self):
        ctx = context("60", "17 * 3 + 9\n#### 60")
        await ArithmeticGrader().grade(ctx)
        self.assertEqual(ctx.sample.reward, 1.0)

    async def test_the_format_alone_is_worth_a_little(self):
        ctx = context("60", "#### 61")
        await ArithmeticGrader(RubricConfig(name="t", partial_marks=0.2)).grade(ctx)
        self.assertEqual(ctx.sample.reward, 0.2)

    async def test_the_sample_is_marked_once(self):
        ctx = context("4", "five")
        with mock.patch(
            "osmosis_ai.rollout.context.GraderContext.set_reward"
        ) as set_reward:
            await ArithmeticGrader().grade(ctx)
        self.assertEqual(set_reward.call_args_list, [mock.call(0.0)])


class SupportGraderTest(unittest.IsolatedAsyncioTestCase):
    async def test_no_lookup_no_reward(self):
        ctx = context("99.00", "99.00")
        await SupportGrader().grade(ctx)
        self.assertEqual(ctx.sample.reward, 0.0)

    async def test_rewards_once(self):
        ctx = context("99.00")
        with mock.patch.object(GraderContext, "set_reward") as set_reward:
            await SupportGrader().grade(ctx)
        set_reward.assert_called_once_with(0.0)


class DebateGraderTest(unittest.IsolatedAsyncioTestCase):
    async def test_settled(self):
        ctx = context("4", "It is 4", settled=1.0)
        await DebateGrader().grade(ctx)
        self.assertEqual(ctx.sample.reward, 1.0)

    async def test_nothing_to_mark(self):
        ctx = context("4", "I do not know")
        await DebateGrader().grade(ctx)
        self.assertTrue(ctx.sample.remove_sample)

    async def test_verdict_counts_the_turns(self):
        ctx = context("4", "3", "4")
        self.assertIn("spoke 2 times", Verdict(ctx, 4.0).describe())


class QuizGraderTest(unittest.IsolatedAsyncioTestCase):
    async def test_verbose_contestants_lose_a_little(self):
        for text, verbose in ("Paris", False), ("Paris, Paris and Paris", True):
            ctx = context("Paris", text)
            await QuizGrader().grade(ctx)
            self.assertEqual(ctx.sample.metrics["verbose"], verbose)
            self.assertEqual(ctx.sample.reward < 1.0, verbose)


class DraftGraderTest(unittest.IsolatedAsyncioTestCase):
    async def test_points_are_counted_in_the_last_draft(self):
        ctx = context(None, "Hello.", "The tide follows the moon.")
        ctx.metadata = {"points": ["tide", "moon"]}
        await DraftGrader().grade(ctx)
        self.assertEqual(ctx.sample.reward, 1.0)
        self.assertEqual(ctx.sample.metrics["gained"], 1.0)


if __name__ == "__main__":
    unittest.main()
