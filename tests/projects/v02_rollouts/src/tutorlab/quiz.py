"""Quiz questions, answered several times over so that the trainer can compare."""

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
    candidates: int = 2


quiz_config = QuizConfig(name="quiz", model=OsmosisRolloutModel())


class QuizWorkflow(AgentWorkflow[QuizConfig]):
    async def run(self, ctx: AgentWorkflowContext[QuizConfig]) -> dict[str, list[str]]:
        agent = OsmosisAgent(
            name="contestant", instructions=INSTRUCTIONS, model=ctx.config.model
        )
        answers = []
        for number in range(ctx.config.candidates):
            session = OsmosisMemorySession(f"candidate-{number}")
            result = await Runner.run(
                agent, last_user_text(ctx.prompt), session=session
            )
            answers.append(str(result.final_output))
        return {"answers": answers}


class QuizGrader(TutorGrader):
    """F1 against the label; a candidate loses a little when another says it shorter."""

    async def grade(self, ctx):
        samples = ctx.samples
        if not samples:
            raise ValueError("no candidate answered")
        scores = {
            sid: self.mark(last_text(s.messages), ctx.label)
            for sid, s in samples.items()
        }
        shortest = min(samples.values(), key=lambda s: len(last_text(s.messages)))
        for sample_id, score in scores.items():
            said = last_text(samples[sample_id].messages)
            verbose = len(said) > 2 * len(last_text(shortest.messages))
            ctx.set_sample_reward(sample_id, score * 0.9 if verbose else score)
            samples[sample_id].metrics["shortest"] = sample_id == shortest.id

    def mark(self, answer, label):
        return f1(answer, label or "")
