"""Lookalikes in a file that does use the SDK, rightly."""

import enum
import typing as t
from dataclasses import dataclass

import osmosis_ai.rollout as rollout
from elsewhere import HarborBackend, dataset, trainer
from elsewhere.rollout import GraderContext as OtherContext
from osmosis_ai.rollout import (
    AgentWorkflow,
    AgentWorkflowConfig,
    AgentWorkflowContext,
    ExecutionRequest,
    Grader,
    GraderContext,
    LocalBackend,
    RolloutSample,
)


class MultiTurnMode(enum.Enum):
    """The project's own, named as the one that went."""

    MULTI_SAMPLE = "multi_sample"


class Config(AgentWorkflowConfig):
    mode: MultiTurnMode = MultiTurnMode.MULTI_SAMPLE
    samples: int = 4


class Workflow(AgentWorkflow[Config]):
    async def run(self, ctx: AgentWorkflowContext[Config]) -> None:
        # `config.samples` is a setting of the project's.
        for _ in range(ctx.config.samples):
            await self.one(ctx)

    async def one(self, ctx: AgentWorkflowContext[Config]) -> None:
        self.samples = [message["id"] for message in ctx.prompt]


class LengthGrader(Grader):
    samples = 0

    async def grade(self, ctx: GraderContext) -> None:
        self.samples += 1
        for row in dataset.samples:
            row.id
        trainer.set_sample_reward("a", 1.0)
        self.get_samples(ctx.label)

    def get_samples(self, label):
        return [label] * self.samples


backend = LocalBackend(
    workflow=Workflow,
    workflow_config=Config(name="length", samples=2),
    grader=LengthGrader,
)
other_backend = HarborBackend(task_dir="tasks", workflow=Workflow, user_code_dir=".")


@dataclass
class Summary:
    id: str
    samples: list[RolloutSample]

    def get_samples(self):
        return self.samples


def summaries(summary: Summary, request: ExecutionRequest):
    # `id` of a request is as alive as ever; `id` of a sample is not.
    request.id
    summary.id
    summary.samples
    return summary.get_samples()[0].id  # expect: OSM107@37


def both_contexts(one: GraderContext, two: OtherContext):
    return one.samples, two.samples, OtherContext(samples={})  # expect: OSM101@16


def longer_names(ctx: GraderContext, sample: RolloutSample):
    ctx.samples_by_name
    ctx.sample_id
    sample.ids
    sample.identity
    rollout.MultiTurnModes
    return rollout.GraderContextual(samples={})


def keywords_of_others(label: str):
    dict(samples={}, sample_sources={}, id=label)
    Summary(id=label, samples=[])
    trainer.GraderContext(samples={})
    return dataset(GraderContext(label=label), samples=[], id=label)


def named_like_the_module(rollout):
    return rollout.MultiTurnMode, rollout.GraderContext(samples={})


def called_in_between(name: str):
    trainer.rollout.MultiTurnMode
    rollout.plugins(name).MultiTurnMode
    return rollout.get_rollout_context().get_sample


class GraderContextFactory:
    def GraderContext(self, samples):
        return samples

    def make(self):
        return self.GraderContext(samples={})


class Protocol(t.Protocol):
    samples: dict[str, t.Any]

    def get_samples(self) -> dict[str, t.Any]: ...


def structural(ctx: Protocol):
    return ctx.samples, ctx.get_samples()
