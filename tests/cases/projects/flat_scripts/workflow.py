from osmosis_ai.rollout import AgentWorkflow, RolloutContext, get_rollout_context


class Workflow(AgentWorkflow):
    async def run(self, ctx) -> None:
        ctx.samples
        print(ctx.prompt)


def latest() -> RolloutContext:
    return get_rollout_context()
