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


def context(label: str | None = None, **spoken: list[dict[str, str]]) -> GraderContext:
    samples = {
        name: RolloutSample(id=name, messages=messages)
        for name, messages in spoken.items()
    }
    return GraderContext(label=label, samples=samples)


class ArithmeticGraderTest(unittest.IsolatedAsyncioTestCase):
    async def test_the_right_number(self):
        ctx = context("60", solver=said("17 * 3 + 9\n#### 60"))
        await ArithmeticGrader().grade(ctx)
        self.assertEqual(ctx.samples["solver"].reward, 1.0)

    async def test_the_format_alone_is_worth_a_little(self):
        ctx = context("60", solver=said("#### 61"))
        await ArithmeticGrader(RubricConfig(name="t", partial_marks=0.2)).grade(ctx)
        self.assertEqual(ctx.samples["solver"].reward, 0.2)

    async def test_every_sample_is_marked_once(self):
        ctx = context("4", one=said("#### 4"), two=said("five"))
        with mock.patch(
            "osmosis_ai.rollout.context.GraderContext.set_sample_reward"
        ) as set_reward:
            await ArithmeticGrader().grade(ctx)
        self.assertEqual(
            set_reward.call_args_list, [mock.call("one", 1.0), mock.call("two", 0.0)]
        )


class SupportGraderTest(unittest.IsolatedAsyncioTestCase):
    async def test_no_triage_no_reward(self):
        ctx = context("99.00", other=said("99.00"))
        await SupportGrader().grade(ctx)
        self.assertEqual([s.reward for s in ctx.samples.values()], [0.0])

    async def test_reads_the_samples_once(self):
        ctx = context("99.00")
        with mock.patch.object(GraderContext, "get_samples", return_value={}) as get:
            await SupportGrader().grade(ctx)
        get.assert_called_once_with()


class DebateGraderTest(unittest.IsolatedAsyncioTestCase):
    async def test_settled(self):
        ctx = context("4", proposer=said("It is 4"), critic=said("Accepted."))
        await DebateGrader().grade(ctx)
        rewards = {name: sample.reward for name, sample in ctx.samples.items()}
        self.assertEqual(rewards, {"proposer": 1.0, "critic": 1.0})

    async def test_verdict_names_the_longest_speaker(self):
        ctx = context("4", proposer=said("3", "4"), critic=said("Accepted."))
        self.assertTrue(Verdict(ctx, 4.0).describe().startswith("proposer spoke 2"))


class QuizGraderTest(unittest.IsolatedAsyncioTestCase):
    async def test_verbose_candidates_lose_a_little(self):
        ctx = context("Paris", a=said("Paris"), b=said("Paris, Paris and Paris"))
        await QuizGrader().grade(ctx)
        self.assertEqual(ctx.samples["a"].reward, 1.0)
        self.assertLess(ctx.samples["b"].reward, 1.0)


class DraftGraderTest(unittest.IsolatedAsyncioTestCase):
    async def test_points_are_counted_in_the_last_draft(self):
        ctx = context(writer=said("Hello.", "The tide follows the moon."))
        ctx.metadata = {"points": ["tide", "moon"]}
        await DraftGrader().grade(ctx)
        (sample,) = ctx.samples.values()
        self.assertEqual((sample.reward, sample.metrics["gained"]), (1.0, 1.0))


if __name__ == "__main__":
    unittest.main()
