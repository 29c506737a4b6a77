"""Search, read, answer: no framework, only the client."""

from typing import Any

from osmosis_ai.rollout import (
    AgentWorkflow,
    AgentWorkflowConfig,
    AgentWorkflowContext,
    get_rollout_context,
)

from tutorlab.common import TutorGrader, keyword_coverage, last_text, last_user_text
from tutorlab.common.sources import Transcript, attach

from .client import PolicyClient
from .corpus import DEFAULT_CORPUS

retrieval_config = AgentWorkflowConfig(name="retrieval", passages=2)


class RetrievalWorkflow(AgentWorkflow):
    async def run(self, ctx: AgentWorkflowContext[Any]) -> None:
        rollout = get_rollout_context()
        if rollout is None:
            raise RuntimeError("the retrieval workflow needs a rollout")

        question = last_user_text(ctx.prompt)
        transcript = Transcript()
        attach("reader", transcript)

        found = DEFAULT_CORPUS.search(question, limit=ctx.config.passages)
        passages = "\n".join(f"[{p.id}] {p.text}" for p in found)
        transcript.count("passages", len(found))
        transcript.say("system", "You are the reader. Answer from the passages.")
        transcript.say("user", f"{passages}\n\n{question}")

        client = PolicyClient(rollout, "reader", temperature=0.2)
        transcript.say("assistant", await client.complete(transcript.messages))


class RetrievalGrader(TutorGrader):
    """Half for the answer, half for citing a passage."""

    async def grade(self, ctx):
        self._ctx = ctx
        for sample in ctx.get_samples().values():
            answer = last_text(sample.messages)
            sample.reward = self.mark(answer, ctx.label)
        self._note()

    def mark(self, answer, label):
        cited = 0.5 if "[" in answer else 0.0
        return cited + 0.5 * keyword_coverage(answer, [label or ""])

    def _note(self):
        if self._ctx.artifacts_dir is None:
            return
        rewards = [sample.reward for sample in self._ctx.samples.values()]
        (self._ctx.artifacts_dir / "rewards.txt").write_text(f"{rewards}\n")
