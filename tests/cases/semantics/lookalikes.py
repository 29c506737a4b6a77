"""Unrelated code that resembles the SDK; this file never imports it."""

import enum
import http.client
from dataclasses import dataclass, field, replace
from functools import partial
from unittest import mock

import click
import datasets
import torch
from harbor_kit import HarborBackend, OsmosisInstalledAgent
from harbor_kit.backends import HarborBackendV2
from other_rollouts import Grader, GraderContext, RolloutContext, get_rollout_context
from other_rollouts.types import MultiTurnMode as OtherMode
from pydantic import BaseModel

NOTE = "osmosis_ai.rollout once had MultiTurnMode, and ctx.samples with it"


class MultiTurnMode(enum.Enum):
    MULTI_SAMPLE = "multi_sample"
    SINGLE_SAMPLE = "single_sample"


class RolloutSample(BaseModel):
    id: str
    messages: list[dict]
    reward: float | None = None


@dataclass
class Batch:
    samples: dict[str, RolloutSample] = field(default_factory=dict)
    mode: MultiTurnMode = MultiTurnMode.MULTI_SAMPLE

    def get_samples(self):
        return self.samples

    def set_sample_reward(self, sample_id, reward):
        self.samples[sample_id].reward = reward

    def register_sample_source(self, name, source):
        self.samples[name] = source


def use_batch(batch: Batch):
    for sample_id, sample in batch.samples.items():
        print(sample.id, MultiTurnMode.SINGLE_SAMPLE)
        batch.set_sample_reward(sample_id, 1.0)
    batch.register_sample_source("a", RolloutSample(id="one", messages=[]))
    replace(batch, samples={})
    return batch.get_samples()


class ExactMatch(Grader):
    async def grade(self, ctx):
        for name in ctx.samples:
            ctx.set_sample_reward(name, 1.0)


class Annotated(Grader):
    async def grade(self, ctx: GraderContext):
        return ctx.get_samples(), GraderContext(label="x", samples={})


def rollouts(source):
    ctx = get_rollout_context()
    ctx.register_sample_source("a", source)
    with RolloutContext(sample_sources={}) as active:
        return active.sample_sources, OtherMode.MULTI_SAMPLE


def harbor(tasks, queue):
    backend = HarborBackend(
        orchestrator=queue,
        task_dir=tasks,
        user_code_dir=".",
        workflow="flow:Workflow",
        custom_tests_dir=None,
        prebuild_local_image=True,
        symlink_environment=False,
    )
    backend.build_image()
    return backend.task_dir, HarborBackendV2(workflow=None), OsmosisInstalledAgent()


@click.command()
@click.pass_context
def command(ctx):
    ctx.samples = []
    ctx.obj.get_samples()
    return ctx.samples


class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, values):
        ctx.samples = values
        return values * values

    @staticmethod
    def backward(ctx, gradient):
        return 2 * ctx.samples * gradient


def dataset(name: str):
    loaded = datasets.load_dataset(name)
    loaded.samples
    loaded.get_samples()
    return [row.id for row in loaded.samples], loaded.map(lambda s: s.id)


def fixture(context, sample, rollout_ctx):
    context.samples
    context.get_samples()
    sample.id
    rollout_ctx.sample_sources
    rollout_ctx.register_sample_source("a", None)
    return context.set_sample_reward("a", 1.0)


class Workflow:
    def __init__(self, *, samples=None, sample_sources=None):
        self.samples = samples
        self.sample_sources = sample_sources

    async def run(self, ctx):
        await ctx.environment.exec("ls")
        return {"samples": self.samples}

    def copy(self):
        make = partial(Workflow, samples=self.samples)
        return make(sample_sources=getattr(self, "sample_sources"))


def parameters(MultiTurnMode, GraderContext, RolloutSample):
    return MultiTurnMode.MULTI_SAMPLE, GraderContext(samples={}), RolloutSample(id="x")


def request(host, sample_id):
    connection = http.client.HTTPConnection(host)
    connection.request("GET", "/", headers={"x-request-id": sample_id})
    with mock.patch("other_rollouts.types.MultiTurnMode"):
        return connection.getresponse()


def save_trajectories(path, samples):
    for sample in samples:
        path.joinpath(sample.id).write_text(sample.text)
