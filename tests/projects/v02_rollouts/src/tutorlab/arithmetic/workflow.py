"""One Strands agent with a calculator."""

import logging

from osmosis_ai.rollout import (
    AgentWorkflow,
    AgentWorkflowContext,
    ConcurrencyConfig,
    OsmosisRolloutModel,
)
from osmosis_ai.rollout import OsmosisStrandsAgent as StrandsAgent

from tutorlab.arithmetic.tools import calculator
from tutorlab.common import TutorConfig, last_user_text
from tutorlab.common.text import shorten

logger = logging.getLogger(__name__)

SYSTEM_PROMPT = """\
You are a patient arithmetic tutor. Use the calculator for every step, then give the
result alone on the last line, as in "#### 42".
"""

arithmetic_config = TutorConfig(
    name="arithmetic",
    description="word problems with a calculator",
    model=OsmosisRolloutModel(params={"temperature": 0.7, "max_tokens": 512}),
    concurrency=ConcurrencyConfig(max_concurrent=8),
)


class ArithmeticWorkflow(AgentWorkflow[TutorConfig]):
    async def run(self, ctx: AgentWorkflowContext[TutorConfig]) -> str:
        question = last_user_text(ctx.prompt)
        agent = StrandsAgent(
            name="solver",
            model=ctx.config.model,
            system_prompt=SYSTEM_PROMPT,
            tools=[calculator],
            callback_handler=None,
        )
        result = await agent.invoke_async(question)
        logger.info("%s -> %s", shorten(question), shorten(str(result)))
        return str(result)
