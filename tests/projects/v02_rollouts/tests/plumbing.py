"""Sources, exchange files, callbacks, replays and the problem sets."""

import json
import tempfile
import unittest
from pathlib import Path
from unittest import mock

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
from tutorlab.ops import callbacks
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
        sample = await TranscriptSource(self.transcript).get_sample("reader")
        self.assertEqual(sample.metrics, {"passages": 2})
        self.assertEqual(sample.id, "reader")

    async def test_attach_needs_a_rollout(self):
        self.assertFalse(attach("reader", self.transcript))
        with RolloutContext("http://localhost/v1", "key", "r-1") as rollout:
            self.assertTrue(attach("reader", self.transcript))
        self.assertEqual(list(await rollout.get_samples()), ["reader"])

    async def test_sources_may_be_given_at_once(self):
        rollout = RolloutContext(
            rollout_id="r-2",
            sample_sources={"reader": TranscriptSource(self.transcript)},
        )
        samples = await rollout.get_samples()
        self.assertEqual(len(samples["reader"].messages), 1)

    def test_policy_client_sends_the_ids(self):
        rollout = RolloutContext("http://localhost/v1/", "key", "r-3")
        client = PolicyClient(rollout, "reader")
        self.assertEqual(client.headers["x-rollout-id"], "r-3")
        self.assertTrue(client.url.endswith("/chat/completions"))


class ExchangeTest(InTemporaryDirectory):
    async def test_round_trip(self):
        sample = RolloutSample(id="engineer", messages=[], reward=1)
        path = exchange.write_samples(self.root / "agent", {"engineer": sample})
        self.assertEqual(path.name, "samples.json")
        exchange.write_rewards(self.root / "verifier", [sample])
        self.assertEqual(exchange.read_samples(path.parent).keys(), {"engineer"})
        self.assertIn("engineer: 1.00", exchange.trial_summary(self.root))


class CallbackTest(InTemporaryDirectory):
    def setUp(self):
        super().setUp()
        self.request = RolloutInitRequest(
            rollout_id="r-4",
            initial_messages=[],
            chat_completions_url="http://controller/v1",
            completion_callback_url="http://controller/done",
            grader_callback_url="http://controller/graded",
            controller_api_key="secret",
        )

    async def test_both_callbacks(self):
        sample = RolloutSample(id="solver", reward=0.5)
        result = ExecutionResult(
            status=RolloutStatus.SUCCESS, samples={"solver": sample}
        )
        with mock.patch(
            "osmosis_ai.rollout.utils.http.post_json_with_retry", mock.AsyncMock()
        ) as post:
            await callbacks.report(self.request, result)
            await callbacks.report_skipped(self.request, "no budget")
        urls = [call.kwargs["url"] for call in post.call_args_list]
        self.assertEqual(
            [url.rpartition("/")[2] for url in urls], ["r-4", "graded", "graded"]
        )

    async def test_archive(self):
        messages = [{"role": "user", "content": "2 + 2?"}]
        result = ExecutionResult(
            status=RolloutStatus.SUCCESS,
            samples={"solver": RolloutSample(id="solver", messages=messages)},
        )
        (path,) = await callbacks.archive("r-5", result, self.root)
        self.assertEqual(json.loads(path.read_text())["session_id"], "r-5")


class ReplayTest(InTemporaryDirectory):
    async def test_replay(self):
        answer = [{"role": "assistant", "content": "#### 4"}]
        recorded = ExecutionResult(
            status=RolloutStatus.SUCCESS,
            samples={"solver": RolloutSample(id="solver", messages=answer)},
        )
        record(self.root / "r-6.json", recorded)
        inner = LocalBackend(workflow=ArithmeticWorkflow, grader=ArithmeticGrader)
        backend = ReplayBackend(inner, self.root)
        results: list[ExecutionResult] = []
        await backend.execute(
            ExecutionRequest(id="r-6", prompt=[], label="4"),
            mock.AsyncMock(),
            mock.AsyncMock(side_effect=results.append),
        )
        self.assertEqual(results[0].samples["solver"].reward, 1.0)
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
