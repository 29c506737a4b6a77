"""Sources, exchange files, results, replays and the problem sets."""

import json
import tempfile
import unittest
from pathlib import Path

from osmosis_ai.rollout import (
    ExecutionRequest,
    ExecutionResult,
    LocalBackend,
    RolloutContext,
    RolloutInitRequest,
    RolloutSample,
    RolloutStatus,
)

from tutorlab.arithmetic import ArithmeticGrader, ArithmeticWorkflow
from tutorlab.common import exchange
from tutorlab.common.sources import Transcript, TranscriptSource, attach
from tutorlab.datasets import Problem, ProblemSet, SampleRegistry, statistics
from tutorlab.ops import results
from tutorlab.ops.preflight import preflight
from tutorlab.ops.replay import ReplayBackend, record
from tutorlab.retrieval.client import PolicyClient

PROBLEMS = Path(__file__).resolve().parents[1] / "data" / "problems.jsonl"


class InTemporaryDirectory(unittest.IsolatedAsyncioTestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.root = Path(directory.name)


class SourceTest(unittest.IsolatedAsyncioTestCase):
    def setUp(self):
        self.transcript = Transcript()
        self.transcript.say("assistant", "Chalk is limestone.")
        self.transcript.count("passages", 2)

    async def test_sample_of_a_transcript(self):
        sample = await TranscriptSource(self.transcript).get_sample()
        self.assertEqual(sample.metrics, {"passages": 2})

    async def test_attach_needs_a_rollout(self):
        self.assertFalse(attach(self.transcript))
        with RolloutContext("http://localhost/v1", "key", "r-1") as rollout:
            self.assertTrue(attach(self.transcript))
        sample = await rollout.get_sample()
        self.assertEqual(sample.metrics, {"passages": 2})

    async def test_the_source_may_be_given_at_once(self):
        rollout = RolloutContext(
            rollout_id="r-2", sample_source=TranscriptSource(self.transcript)
        )
        sample = await rollout.get_sample()
        self.assertEqual(len(sample.messages), 1)

    def test_policy_client_uses_the_url_as_it_is(self):
        rollout = RolloutContext("http://localhost/r-3/v1/", "key", "r-3")
        client = PolicyClient(rollout)
        self.assertEqual(client.headers, {"Authorization": "Bearer key"})
        self.assertEqual(client.url, "http://localhost/r-3/v1/chat/completions")


class ExchangeTest(InTemporaryDirectory):
    async def test_round_trip(self):
        sample = RolloutSample(messages=[], reward=1)
        path = exchange.write_sample(self.root / "agent", sample)
        self.assertEqual(path.name, "sample.json")
        exchange.write_reward(self.root / "verifier", sample)
        self.assertEqual(exchange.read_sample(path.parent), sample)
        self.assertTrue(exchange.trial_summary(self.root).endswith(": 1.00"))


class ResultTest(InTemporaryDirectory):
    def setUp(self):
        super().setUp()
        self.request = RolloutInitRequest(
            rollout_id="r-4",
            initial_messages=[],
            chat_completions_url="http://controller/v1",
            llm_api_key="secret",
        )

    async def test_both_answers(self):
        sample = RolloutSample(reward=0.5)
        result = ExecutionResult(status=RolloutStatus.SUCCESS, sample=sample)
        answer = results.report(self.request, result)
        self.assertEqual((answer.rollout_id, answer.sample.reward), ("r-4", 0.5))
        skipped = results.report_skipped(self.request, "no budget")
        self.assertEqual((skipped.sample, skipped.err_message), (None, "no budget"))

    async def test_archive(self):
        messages = [{"role": "user", "content": "2 + 2?"}]
        result = ExecutionResult(
            status=RolloutStatus.SUCCESS,
            sample=RolloutSample(messages=messages),
        )
        (path,) = await results.archive("r-5", result, self.root)
        self.assertEqual(json.loads(path.read_text())["session_id"], "r-5")


class ReplayTest(InTemporaryDirectory):
    async def test_replay(self):
        answer = [{"role": "assistant", "content": "#### 4"}]
        recorded = ExecutionResult(
            status=RolloutStatus.SUCCESS,
            sample=RolloutSample(messages=answer),
        )
        record(self.root / "r-6.json", recorded)
        inner = LocalBackend(workflow=ArithmeticWorkflow, grader=ArithmeticGrader)
        backend = ReplayBackend(inner, self.root)
        outcome = await backend.execute(
            ExecutionRequest(id="r-6", prompt=[], label="4")
        )
        self.assertEqual(outcome.result.sample.reward, 1.0)
        self.assertEqual(backend.health()["recordings"], 1)


class PreflightTest(unittest.TestCase):
    def test_the_rollouts_that_run_here(self):
        for name in ("arithmetic", "support"):
            self.assertEqual(preflight(name), [])


class DatasetTest(unittest.TestCase):
    def setUp(self):
        self.problems = ProblemSet.load(PROBLEMS)

    def test_samples(self):
        self.assertEqual(len(self.problems.samples), 4)
        self.assertEqual(self.problems.samples[0].id, "mul-1")
        self.assertEqual(set(self.problems.get_samples("word")), {"word-1"})
        self.assertEqual(self.problems.environment, "train")
        self.assertEqual(statistics(self.problems)["samples"], 4)

    def test_registry(self):
        registry = SampleRegistry()
        registry.register_sample_source("all", self.problems)
        left, right = self.problems.split(0.5)
        registry.register_sample_source("left", left)
        self.assertEqual(len(registry.get_samples()), 6)
        self.assertEqual(len(right), 2)

    def test_problem(self):
        problem = Problem(id="p", question="2 + 2?", answer="4")
        self.assertEqual(problem.as_prompt("Be brief.")[0]["role"], "system")


if __name__ == "__main__":
    unittest.main()
