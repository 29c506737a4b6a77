"""Models for agents that work beside the one whose history is graded."""

from osmosis_ai.rollout import get_rollout_context
from strands.models.litellm import LiteLLMModel


def policy_model() -> LiteLLMModel:
    """The model of the running rollout, for an agent that is no sample of it."""
    rollout = get_rollout_context()
    if rollout is None:
        raise RuntimeError("the policy can be asked in a rollout only")
    return LiteLLMModel(
        client_args={
            "api_base": rollout.chat_completions_url,
            "api_key": rollout.api_key,
        },
        model_id="litellm_proxy/osmosis-rollout",
    )
