"""A workflow with a sample source of its own, through LocalBackend."""

from osmosis_ai.rollout import AgentWorkflow, AgentWorkflowContext, Grader, RolloutSample, get_rollout_context
from osmosis_ai.rollout.context import SampleSource

NAME = "talker"


class Source(SampleSource):
    def __init__(self, messages):
        self.messages = messages

    async def get_sample(
        self,
        name: str,
    ) -> RolloutSample:
        return RolloutSample(
            id=name,
            messages=list(self.messages),
        )


class G(Grader):
    async def grade(self, ctx):
        for sample_id, sample in ctx.get_samples().items():
            ctx.set_sample_reward(sample_id, float(len(sample.messages)))


class Talker(AgentWorkflow):
    async def run(self, ctx: AgentWorkflowContext) -> None:
        messages = list(ctx.prompt)
        get_rollout_context().register_sample_source("talker", Source(messages))
        messages.append({"role": "assistant", "content": "4"})


class Keyworded(AgentWorkflow):
    async def run(self, ctx: AgentWorkflowContext) -> str:
        messages = [*ctx.prompt, {"role": "assistant", "content": "five"}]
        rollout = get_rollout_context()
        rollout.register_sample_source(source=Source(messages), name="talker")
        return "five"
