"""OSM206: `run()` returns a value of a known wrong kind. 0.2 ignored it, 0.3 fails the rollout."""

from dataclasses import asdict, dataclass
from functools import wraps

import agents
from agents import Runner
from my_flows import AgentWorkflow as ForeignWorkflow
from my_flows import summarize_elsewhere
from osmosis_ai import rollout
from osmosis_ai.rollout import AgentWorkflow, AgentWorkflowContext, AgentWorkflowOutput
from osmosis_ai.rollout.integrations.agents.openai_agents import OsmosisAgent, OsmosisMemorySession
from osmosis_ai.rollout.integrations.agents.strands import OsmosisRolloutModel, OsmosisStrandsAgent
from strands import Agent

SOLVER = {"name": "solver", "model": "gpt-4.1"}


class Text(AgentWorkflow):
    async def run(self, ctx: AgentWorkflowContext):
        return "done"  # expect: OSM206


class Formatted(AgentWorkflow):
    async def run(self, ctx):
        if not ctx.prompt:
            return ""  # expect: OSM206
        return f"{len(ctx.prompt)} messages"  # expect: OSM206


class Number(rollout.AgentWorkflow):
    async def run(self, ctx) -> float:
        return 1.0  # expect: OSM206


class Negative(AgentWorkflow):
    async def run(self, ctx):
        return -1  # expect: OSM206


class Mapping(AgentWorkflow):
    async def run(self, ctx):
        return {"answer": ctx.prompt[-1]["content"]}  # expect: OSM206


class MappingCall(AgentWorkflow):
    async def run(self, ctx):
        return dict(answer=ctx.prompt[-1])  # expect: OSM206


class MappingComprehension(AgentWorkflow):
    async def run(self, ctx):
        return {i: m for i, m in enumerate(ctx.prompt)}  # expect: OSM206


class Named(AgentWorkflow):
    async def run(self, ctx):
        answer = "forty-two"
        return answer  # expect: OSM206


class Converted(AgentWorkflow):
    async def run(self, ctx):
        agent = OsmosisStrandsAgent(model=OsmosisRolloutModel())
        return str(await agent.invoke_async(ctx.prompt))  # expect: OSM206


class RunResult(AgentWorkflow):
    async def run(self, ctx):
        session = OsmosisMemorySession()
        return await Runner.run(OsmosisAgent(**SOLVER), ctx.prompt, session=session)  # expect: OSM206


class RunResultNamed(AgentWorkflow):
    async def run(self, ctx):
        session = OsmosisMemorySession()
        result = await agents.Runner.run(OsmosisAgent(**SOLVER), ctx.prompt, session=session)
        print(result.final_output)
        return result  # expect: OSM206


class StrandsCalled(AgentWorkflow):
    async def run(self, ctx):
        agent = OsmosisStrandsAgent(model=OsmosisRolloutModel())
        return agent("solve it")  # expect: OSM206


class StrandsAwaited(AgentWorkflow):
    async def run(self, ctx):
        agent = OsmosisStrandsAgent(model=OsmosisRolloutModel())
        result = await agent.invoke_async(ctx.prompt)
        return result  # expect: OSM206


class PlainStrands(AgentWorkflow):
    async def run(self, ctx):
        return await Agent(model="gpt-4.1").invoke_async("solve it")  # expect: OSM206


class OnOnePath(AgentWorkflow):
    async def run(self, ctx):
        if ctx.metadata:
            return None
        for message in ctx.prompt:
            if message["role"] == "user":
                return "found"  # expect: OSM206
        try:
            return [*ctx.prompt]
        finally:
            print("done")


def summarize(messages: list[dict]) -> str:
    return messages[-1]["content"]


class ByAnnotation(AgentWorkflow):
    async def run(self, ctx):
        return summarize(ctx.prompt)  # expect: OSM206


class FinalText(AgentWorkflow):
    async def run(self, ctx):
        solver = OsmosisAgent(name="solver", model=ctx.config.model)
        result = await Runner.run(solver, ctx.prompt, session=OsmosisMemorySession())
        return result.final_output  # expect: OSM206


class FinalTextNamed(AgentWorkflow):
    async def run(self, ctx):
        answer = (await Runner.run(agents.Agent(name="plain"), ctx.prompt)).final_output
        print(answer)
        return answer  # expect: OSM206


class LastMessage(AgentWorkflow):
    async def run(self, ctx):
        agent = OsmosisStrandsAgent(model=OsmosisRolloutModel())
        result = await agent.invoke_async(ctx.prompt)
        return result.message  # expect: OSM206


class Base(AgentWorkflow):
    pass


class Deep(Base):
    async def run(self, ctx):
        return "deep"  # expect: OSM206


# --- nothing below is reported ---


class Nothing(AgentWorkflow):
    """run() returned "done" on 0.2."""

    async def run(self, ctx) -> None:
        # return "done" would fail
        session = OsmosisMemorySession()
        result = await Runner.run(OsmosisAgent(**SOLVER), ctx.prompt, session=session)
        print(result.final_output)


class Explicit(AgentWorkflow):
    async def run(self, ctx):
        if not ctx.prompt:
            return
        return None


class Messages(AgentWorkflow):
    async def run(self, ctx):
        return [{"role": "assistant", "content": "42"}]


class MessagesNamed(AgentWorkflow):
    async def run(self, ctx):
        messages = list(ctx.prompt)
        messages.append({"role": "assistant", "content": "42"})
        return messages


class MessagesOfTheRun(AgentWorkflow):
    async def run(self, ctx):
        session = OsmosisMemorySession()
        result = await Runner.run(OsmosisAgent(**SOLVER), ctx.prompt, session=session)
        return result.to_input_list()


class FinalOutputOfUnknownAgents(AgentWorkflow):
    """Options that nobody sees may give them another output than text."""

    async def run(self, ctx):
        if ctx.metadata:
            return (await Runner.run(OsmosisAgent(**SOLVER), ctx.prompt)).final_output
        result = await Runner.run(self.solver, ctx.prompt, session=OsmosisMemorySession())
        return result.final_output


class MessagesOfTheAgent(AgentWorkflow):
    async def run(self, ctx):
        agent = OsmosisStrandsAgent(model=OsmosisRolloutModel())
        await agent.invoke_async(ctx.prompt)
        return agent.messages


class Output(AgentWorkflow):
    async def run(self, ctx) -> AgentWorkflowOutput:
        return AgentWorkflowOutput(messages=ctx.prompt, metrics={"turns": 1.0})


class OutputDotted(AgentWorkflow):
    async def run(self, ctx):
        return rollout.AgentWorkflowOutput(messages=[m for m in ctx.prompt])


class Unknown(AgentWorkflow):
    async def run(self, ctx):
        if ctx.config:
            return ctx.config.answer
        if ctx.metadata:
            return summarize_elsewhere(ctx.prompt)
        return await self.solver.solve(ctx.prompt)


class Inner(AgentWorkflow):
    async def run(self, ctx) -> None:
        def title() -> str:
            return "title"

        async def turn() -> dict:
            return {"turn": 1}

        class Scorer:
            def run(self) -> float:
                return 1.0

        shout = lambda: "shout"
        print(title(), await turn(), Scorer().run(), shout())


class OtherMethods(AgentWorkflow):
    async def run(self, ctx) -> None:
        print(self.title(), await self.score())

    def title(self) -> str:
        return "title"

    async def score(self) -> float:
        return 1.0


class NotAWorkflow:
    async def run(self, ctx):
        return "done"


class Foreign(ForeignWorkflow):
    async def run(self, ctx):
        return {"answer": 42}


async def run(ctx):
    return "done"


@dataclass
class Outcome:
    answer: str


class AsDict(AgentWorkflow):
    async def run(self, ctx):
        return asdict(Outcome("42"))  # expect: OSM206


class Converted(AgentWorkflow):
    async def run(self, ctx):
        result = await Runner.run(Agent(), ctx.prompt)
        if isinstance(result, agents.RunResult):
            result = result.to_input_list()
        return result


class ConvertedElsewhere(AgentWorkflow):
    async def run(self, ctx):
        result = await Runner.run(Agent(), ctx.prompt)
        if ctx.metadata:
            result = result.to_input_list()
        return result  # expect: OSM206


def discards(function):
    @wraps(function)
    async def wrapper(self, ctx):
        await function(self, ctx)

    return wrapper


def converts(times):
    def decorator(function):
        async def wrapper(self, ctx):
            text = await function(self, ctx)
            return [{"role": "assistant", "content": text * times}]

        return wrapper

    return decorator


def times(function):
    @wraps(function)
    async def wrapper(self, ctx):
        result = await function(self, ctx)
        print(ctx)
        return result

    return wrapper


class Discarded(AgentWorkflow):
    @discards
    async def run(self, ctx):
        return "done"


class ConvertedByDecorator(AgentWorkflow):
    @converts(2)
    async def run(self, ctx):
        return "done"


class Timed(AgentWorkflow):
    @times
    async def run(self, ctx):
        return "done"  # expect: OSM206


class Joined(AgentWorkflow):
    async def run(self, ctx):
        return ", ".join(str(message) for message in ctx.prompt)  # expect: OSM206
