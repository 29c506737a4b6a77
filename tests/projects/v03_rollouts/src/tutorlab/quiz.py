"""Quiz questions; the trainer runs each of them several times over to compare."""

from agents import Runner
from osmosis_ai.rollout import AgentWorkflow, AgentWorkflowConfig, AgentWorkflowContext
from osmosis_ai.rollout.integrations.agents.openai_agents import (
    OsmosisAgent,
    OsmosisMemorySession,
    OsmosisRolloutModel,
)

from tutorlab.common import TutorGrader, last_text, last_user_text
from tutorlab.common.scoring import f1

INSTRUCTIONS = "You are a quiz contestant. Answer in as few words as you can."


class QuizConfig(AgentWorkflowConfig):
    model: OsmosisRolloutModel
    tries: int = 1


quiz_config = QuizConfig(name="quiz", model=OsmosisRolloutModel())


class QuizWorkflow(AgentWorkflow[QuizConfig]):
    async def run(self, ctx: AgentWorkflowContext[QuizConfig]) -> None:
        agent = OsmosisAgent(
            name="contestant", instructions=INSTRUCTIONS, model=ctx.config.model
        )
        session = OsmosisMemorySession()
        question = last_user_text(ctx.prompt)
        for _ in range(ctx.config.tries):
            await Runner.run(agent, question, session=session)
            question = "Are you sure? Say your final answer."


class QuizGrader(TutorGrader):
    """F1 against the label; the contestant loses a little for saying much more."""

    async def grade(self, ctx):
        if ctx.sample is None:
            raise ValueError("the contestant did not answer")
        said = last_text(ctx.sample.messages)
        score = self.mark(said, ctx.label)
        verbose = len(said) > 2 * len(ctx.label or "")
        ctx.set_reward(score * 0.9 if verbose else score)
        ctx.sample.metrics["verbose"] = verbose

    def mark(self, answer, label):
        return f1(answer, label or "")
