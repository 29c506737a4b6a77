"""A star import brings the names that the old release exported."""

from typing import Optional

from osmosis_ai.rollout import *


class StarGrader(Grader):
    async def grade(self, ctx):
        for name, sample in ctx.samples.items():  # expect: OSM101
            sample.id  # expect: OSM107
            ctx.set_sample_reward(name, 1.0)  # expect: OSM103


def annotated(ctx: GraderContext, rollout_ctx: Optional[RolloutContext]):
    ctx.get_samples()  # expect: OSM102
    return rollout_ctx.sample_sources  # expect: OSM106


def constructed(label: str):
    ctx = GraderContext(label=label, samples={})  # expect: OSM101
    return ctx, RolloutSample(id="one")  # expect: OSM107


def current(source):
    get_rollout_context().register_sample_source("agent", source)  # expect: OSM104


def gone_name_is_reported_where_it_is_used():
    return list(MultiTurnMode)  # expect: OSM108@17


def gone_class_is_still_a_type(ctx: HarborAgentWorkflowContext):  # expect: OSM409
    return ctx.environment  # expect: OSM410


def not_in_the_star(source: SampleSource, name: str):
    # 0.2 did not export SampleSource here, and 0.3 does: nothing went away.
    return source, name


def shadowed(MultiTurnMode, GraderContext):
    return MultiTurnMode.MULTI_SAMPLE, GraderContext(samples={})


def local_class_wins():
    class RolloutSample:
        id = "one"

    return RolloutSample().id


def comprehension_target_wins(modes):
    return [MultiTurnMode for MultiTurnMode in modes]


def alive(label: str):
    return GraderContext(label=label).label, AgentWorkflow, LocalBackend
