"""The writer is trained; the reviewer and the proofreader only help."""

import os
from typing import Any

from osmosis_ai.rollout import AgentWorkflow, AgentWorkflowContext, get_rollout_context
from osmosis_ai.rollout.integrations import OsmosisRolloutModel, OsmosisStrandsAgent
from strands import Agent
from strands.models.litellm import LiteLLMModel

from tutorlab.common import TutorConfig, last_user_text


class DraftConfig(TutorConfig):
    model: OsmosisRolloutModel
    revisions: int = 1


draft_config = DraftConfig(
    name="drafting", model=OsmosisRolloutModel(params={"max_tokens": 1024})
)


def reviewer_model() -> LiteLLMModel:
    """A model of our own, which costs money but is not part of the rollout."""
    return LiteLLMModel(
        client_args={
            "api_base": os.environ.get("REVIEWER_BASE_URL"),
            "api_key": os.environ.get("REVIEWER_API_KEY", "none"),
        },
        model_id=os.environ.get("REVIEWER_MODEL", "openai/reviewer"),
    )


def speak(agent_result: Any) -> str:
    return str(agent_result).strip()


class DraftWorkflow(AgentWorkflow[DraftConfig]):
    async def run(self, ctx: AgentWorkflowContext[DraftConfig]) -> None:
        writer = OsmosisStrandsAgent(
            name="writer",
            model=ctx.config.model,
            system_prompt="You are the writer. Keep to one paragraph.",
            callback_handler=None,
        )
        reviewer = OsmosisStrandsAgent(
            name="reviewer",
            model=reviewer_model(),
            system_prompt="You are the reviewer. Name one thing to improve.",
            callback_handler=None,
        )
        draft = speak(await writer.invoke_async(last_user_text(ctx.prompt)))
        for _ in range(ctx.config.revisions):
            advice = speak(await reviewer.invoke_async(draft))
            draft = speak(await writer.invoke_async(f"Revise your draft: {advice}"))

        spelling = await self.proofread(ctx.config, draft)
        if ctx.artifacts_dir is not None:
            (ctx.artifacts_dir / "draft.md").write_text(draft)
            (ctx.artifacts_dir / "spelling.txt").write_text(spelling)

    async def proofread(self, config: DraftConfig, draft: str) -> str:
        """The policy itself reads the draft once more, outside of its history."""
        rollout = get_rollout_context()
        if rollout is None:
            return ""
        proofreader = Agent(
            model=config.model.for_sample("proofreader", rollout),
            system_prompt="You are the proofreader. List misspelt words, or say none.",
            callback_handler=None,
        )
        return speak(await proofreader.invoke_async(draft))
