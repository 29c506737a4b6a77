# options: target-version=0.3.0
"""OSM110: `samples` of results, grader requests and outcomes, now `sample`.

Aimed at 0.3.0, where these classes are all still there and only their field changed.
"""

from dataclasses import dataclass, field
from functools import partial
from typing import Any
from unittest.mock import patch

import osmosis_ai.rollout.types as protocol
from my_driver import RolloutOutcome as ForeignOutcome
from osmosis_ai.rollout import ExecutionBackend, ExecutionRequest, ExecutionResult, RolloutSample, RolloutStatus
from osmosis_ai.rollout import GraderCompleteRequest as Complete
from osmosis_ai.rollout.driver import RolloutDriver, RolloutOutcome
from osmosis_ai.rollout.trajectory import TrajectoryReport
from osmosis_ai.rollout.types import GraderCompleteRequest, GraderInitRequest, GraderStatus
from osmosis_ai.rollout.types.protocol import GraderInitRequest as Init
from osmosis_ai.rollout.types.sample import ExecutionResult as Result

OK = RolloutStatus.SUCCESS


class Collecting(ExecutionBackend):
    results: list[ExecutionResult]

    async def execute(self, request: ExecutionRequest, on_workflow_complete, on_grader_complete=None) -> None:
        sample = RolloutSample(messages=[])
        await on_workflow_complete(ExecutionResult(status=OK, samples={request.id: sample}))  # expect: OSM110

    def count(self) -> int:
        return sum(len(r.samples) for r in self.results)  # expect: OSM110


async def on_grader_complete(result: ExecutionResult) -> None:
    for name, sample in result.samples.items():  # expect: OSM110
        print(name, sample.reward)


async def driven(driver: RolloutDriver) -> list[str]:
    outcome = await driver.run(messages=[], rollout_id="r-1")
    return sorted(outcome.samples)  # expect: OSM110


def attributes(a: GraderInitRequest, b: GraderCompleteRequest, c: RolloutOutcome, d: "Result | None") -> list[object]:
    return [
        a.samples,  # expect: OSM110
        b.samples.values(),  # expect: OSM110
        c.samples["solver"],  # expect: OSM110
        d.samples,  # expect: OSM110
    ]


def more_attributes(a: Init, b: Complete, c: protocol.ExecutionResult) -> int:
    return len(a.samples) + len(b.samples) + len(c.samples)  # expect: OSM110, OSM110, OSM110


def written(result: ExecutionResult, outcome: RolloutOutcome) -> None:
    result.samples = {}  # expect: OSM110
    outcome.samples["solver"] = RolloutSample(messages=[])  # expect: OSM110
    del outcome.samples  # expect: OSM110


def keywords(found: dict[str, RolloutSample]) -> list[object]:
    return [
        Result(status=OK, samples=found),  # expect: OSM110
        protocol.ExecutionResult(status=OK, samples={}),  # expect: OSM110
        GraderInitRequest(rollout_id="r-1", samples=found, completion_callback_url="http://c/r-1"),  # expect: OSM110
        Complete(rollout_id="r-1", status=GraderStatus.SUCCESS, samples=found),  # expect: OSM110
        RolloutOutcome(status=OK, samples=found),  # expect: OSM110
    ]


def spread(found: dict[str, RolloutSample]) -> list[object]:
    options: dict[str, Any] = {
        "status": OK,
        "samples": found,  # expect: OSM110
    }
    return [ExecutionResult(**options), Result(**dict(status=OK, samples={}))]  # expect: OSM110


def later() -> object:
    return partial(ExecutionResult, status=OK, samples={})  # expect: OSM110


def by_name(result: ExecutionResult, monkeypatch) -> object:
    monkeypatch.setattr(result, "samples", {})  # expect: OSM110
    with patch.object(result, "samples", {}):  # expect: OSM110
        return getattr(result, "samples")  # expect: OSM110


def narrowed(event: object) -> object:
    if isinstance(event, (ExecutionResult, RolloutOutcome)):
        return event.samples  # expect: OSM110
    match event:
        case GraderCompleteRequest() as done:
            return done.samples  # expect: OSM110
    return None


class TimedOutcome(RolloutOutcome):
    def names(self) -> list[str]:
        return list(self.samples)  # expect: OSM110


# --- nothing below is reported ---


async def migrated(result: ExecutionResult, outcome: RolloutOutcome, driver: RolloutDriver) -> list[object]:
    """`result.samples` became `result.sample`."""
    again = ExecutionResult(status=OK, sample=result.sample)  # not samples=
    return [
        again.sample,
        outcome.sample,
        (await driver.run(messages=[])).sample,
        RolloutOutcome(status=OK, sample=outcome.sample),
        "result.samples",
        result.err_message or "no samples",
    ]


def of_the_sdk_but_alive(report: TrajectoryReport) -> list[str]:
    return list(report.samples)


@dataclass
class BatchResult:
    samples: dict[str, float] = field(default_factory=dict)

    def best(self) -> float:
        return max(self.samples.values())


def other_classes(batch: BatchResult, foreign: ForeignOutcome, unknown, results) -> list[object]:
    batch.samples = {}
    return [
        batch.samples,
        foreign.samples,
        unknown.samples,
        [r.samples for r in results],
        BatchResult(samples={}),
        ForeignOutcome(status=OK, samples={}),
        partial(BatchResult, samples={}),
        getattr(batch, "samples"),
        dict(status=OK, samples={}),
    ]


def rebound(result: ExecutionResult) -> object:
    print(result.status)
    result = BatchResult()
    return result.samples


def inner(results: list[BatchResult], result: ExecutionResult) -> list[object]:
    print(result.status)
    return [result.samples for result in results]


def shadowed() -> object:
    class ExecutionResult(BatchResult):
        pass

    return ExecutionResult(samples={}).samples


def both_versions(result: ExecutionResult) -> object:
    if hasattr(result, "samples"):
        return result.samples
    return result.sample


def both_versions_tried(result: ExecutionResult) -> object:
    try:
        return result.sample
    except AttributeError:
        return next(iter(result.samples.values()))


def both_versions_by_default(result: ExecutionResult) -> object:
    return getattr(result, "samples", None) or getattr(result, "sample", None)
