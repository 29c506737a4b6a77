"""OSM203: a second registration on one path of one execution."""

import asyncio
import unittest
from functools import cache

import pytest
from agents import Runner, SQLiteSession
from osmosis_ai.rollout import AgentWorkflow, AgentWorkflowConfig, AgentWorkflowContext, RolloutContext
from osmosis_ai.rollout import get_rollout_context
from osmosis_ai.rollout.context import SampleSource
from osmosis_ai.rollout.integrations.agents.openai_agents import OsmosisAgent, OsmosisMemorySession
from osmosis_ai.rollout.integrations.agents.strands import OsmosisRolloutModel
from osmosis_ai.rollout.integrations.agents.strands import OsmosisStrandsAgent as StrandsAgent
from strands import Agent
from strands.models.litellm import LiteLLMModel


class TwoSessions(AgentWorkflow):
    async def run(self, ctx) -> None:
        first = OsmosisMemorySession()
        second = OsmosisMemorySession()  # expect: OSM203
        print(first, second)


class TwoNamedSessions(AgentWorkflow):
    async def run(self, ctx) -> None:
        solver = OsmosisMemorySession("solver")  # expect: OSM201
        critic = OsmosisMemorySession(name="critic")  # expect: OSM201, OSM203
        print(solver, critic)


class TwoAgents(AgentWorkflow):
    async def run(self, ctx) -> None:
        model = OsmosisRolloutModel(temperature=0.7)
        solver = StrandsAgent(name="solver", model=model)
        draft = await solver.invoke_async(ctx.prompt)
        critic = StrandsAgent(name="critic", model=model)  # expect: OSM203
        await critic.invoke_async(str(draft))


class AgentAndSession(AgentWorkflow):
    async def run(self, ctx) -> None:
        agent = StrandsAgent(model=OsmosisRolloutModel())
        print(agent, OsmosisMemorySession())  # expect: OSM203


class Config(AgentWorkflowConfig):
    model: OsmosisRolloutModel


class FromConfig(AgentWorkflow[Config]):
    async def run(self, ctx: AgentWorkflowContext[Config]) -> None:
        solver = StrandsAgent(name="solver", model=ctx.config.model)
        critic = StrandsAgent(name="critic", model=ctx.config.model)  # expect: OSM203
        print(solver, critic)


class InAList(AgentWorkflow):
    async def run(self, ctx) -> None:
        agents = [
            StrandsAgent(name="a", model=OsmosisRolloutModel()),
            StrandsAgent(name="b", model=OsmosisRolloutModel()),  # expect: OSM203
        ]
        await asyncio.gather(*(agent.invoke_async(ctx.prompt) for agent in agents))


class InALoop(AgentWorkflow):
    async def run(self, ctx) -> None:
        for turn in ctx.prompt:
            session = OsmosisMemorySession()  # expect: OSM203
            await Runner.run(OsmosisAgent(name="solver", model="gpt-4.1"), [turn], session=session)


class UntilDone(AgentWorkflow):
    async def run(self, ctx) -> None:
        answer = ""
        while not answer:
            agent = StrandsAgent(model=OsmosisRolloutModel())  # expect: OSM203
            answer = str(await agent.invoke_async(ctx.prompt))


class InAComprehension(AgentWorkflow):
    async def run(self, ctx) -> None:
        sessions = [OsmosisMemorySession() for _ in range(4)]  # expect: OSM203
        print(sessions)


class InAGenerator(AgentWorkflow):
    async def run(self, ctx) -> None:
        agent = OsmosisAgent(name="solver", model="gpt-4.1")
        runs = (Runner.run(agent, m, session=OsmosisMemorySession()) for m in ctx.prompt)  # expect: OSM203
        await asyncio.gather(*runs)


class OneMoreWhenHard(AgentWorkflow):
    async def run(self, ctx) -> None:
        if ctx.metadata["hard"]:
            print(OsmosisMemorySession())
        session = OsmosisMemorySession()  # expect: OSM203
        print(session)


class Sources(AgentWorkflow):
    async def run(self, ctx) -> None:
        rollout_ctx = get_rollout_context()
        rollout_ctx.set_sample_source(ctx.config.first)
        rollout_ctx.set_sample_source(ctx.config.second)  # expect: OSM203


class SourceAndSession(AgentWorkflow):
    async def run(self, ctx) -> None:
        session = OsmosisMemorySession()
        get_rollout_context().set_sample_source(session)  # expect: OSM203


class OldSources(AgentWorkflow):
    async def run(self, ctx) -> None:
        rollout_ctx = get_rollout_context()
        rollout_ctx.register_sample_source("a", ctx.config.first)  # expect: OSM104
        rollout_ctx.register_sample_source("b", ctx.config.second)  # expect: OSM104, OSM203


class Base(AgentWorkflow):
    pass


class Deep(Base):
    async def run(self, ctx) -> None:
        self.solver = StrandsAgent(model=OsmosisRolloutModel())
        self.critic = StrandsAgent(model=OsmosisRolloutModel())  # expect: OSM203


def attach(rollout_ctx: RolloutContext, first: SampleSource, second: SampleSource) -> None:
    rollout_ctx.set_sample_source(first)
    rollout_ctx.set_sample_source(second)  # expect: OSM203


# --- nothing below is reported ---


class OneSession(AgentWorkflow):
    """Agents of the OpenAI integration register nothing: several may share one session."""

    async def run(self, ctx) -> None:
        critic = OsmosisAgent(name="critic", model="gpt-4.1")
        solver = OsmosisAgent(name="solver", model="gpt-4.1", handoffs=[critic])
        session = OsmosisMemorySession()
        await Runner.run(solver, ctx.prompt, session=session)
        for _ in range(3):
            await Runner.run(critic, "again", session=session)


class Judged(AgentWorkflow):
    """A strands agent with any other model registers nothing."""

    async def run(self, ctx) -> None:
        judge = StrandsAgent(name="judge", model="gpt-4.1")
        second_judge = StrandsAgent(name="judge", model=LiteLLMModel(model_id="gpt-4.1"))
        solver = StrandsAgent(name="solver", model=OsmosisRolloutModel())
        plain = Agent(name="plain", model=LiteLLMModel(model_id="gpt-4.1"))
        default = StrandsAgent(name="default")
        judges = [StrandsAgent(name=n, model="gpt-4.1") for n in "abc"]
        print(judge, second_judge, solver, plain, default, judges)


class UnknownModels(AgentWorkflow):
    def __init__(self, config=None, models=None):
        super().__init__(config)
        self.models = models

    async def run(self, ctx) -> None:
        # nothing says what these models are
        print(StrandsAgent(model=self.models[0]), StrandsAgent(model=self.models[1]))


class OneOrTheOther(AgentWorkflow):
    async def run(self, ctx) -> None:
        if ctx.metadata["hard"]:
            agent = StrandsAgent(name="careful", model=OsmosisRolloutModel(temperature=0.1))
        else:
            agent = StrandsAgent(name="plain", model=OsmosisRolloutModel())
        await agent.invoke_async(ctx.prompt)


class OrReturn(AgentWorkflow):
    async def run(self, ctx) -> None:
        if ctx.metadata["kind"] == "strands":
            await StrandsAgent(model=OsmosisRolloutModel()).invoke_async(ctx.prompt)
            return
        session = OsmosisMemorySession()
        await Runner.run(OsmosisAgent(name="solver", model="gpt-4.1"), ctx.prompt, session=session)


class ByKind(AgentWorkflow):
    async def run(self, ctx) -> None:
        match ctx.metadata["kind"]:
            case "a":
                session = OsmosisMemorySession()
            case "b":
                session = OsmosisMemorySession()
            case _:
                session = SQLiteSession("other")
        print(session)


class InOneExpression(AgentWorkflow):
    async def run(self, ctx) -> None:
        temperature = 0.1 if ctx.metadata else 0.9
        model = OsmosisRolloutModel(temperature=temperature)
        agent = StrandsAgent(name="a", model=model) if ctx.metadata else StrandsAgent(name="b", model=model)
        print(agent)


class EvaluatedOnce(AgentWorkflow):
    async def run(self, ctx) -> None:
        agent = OsmosisAgent(name="solver", model="gpt-4.1")
        # what a loop runs over is evaluated once
        async for event in Runner.run_streamed(agent, ctx.prompt, session=OsmosisMemorySession()).stream_events():
            print(event)


class SessionShop:
    """A helper class: nothing says that both methods run in one execution."""

    def make(self) -> OsmosisMemorySession:
        return OsmosisMemorySession()

    def make_another(self) -> OsmosisMemorySession:
        return OsmosisMemorySession()


def two_executions(url: str, source: SampleSource) -> None:
    with RolloutContext(url) as first:
        first.set_sample_source(source)
    with RolloutContext(url) as second:
        second.set_sample_source(source)


def two_contexts(first: RolloutContext, second: RolloutContext, source: SampleSource) -> None:
    first.set_sample_source(source)
    second.set_sample_source(source)


def test_the_second_is_refused(context: RolloutContext, source: SampleSource) -> None:
    context.set_sample_source(source)
    with pytest.raises(ValueError, match="already"):
        context.set_sample_source(source)


class TestCase(unittest.TestCase):
    def test_the_second_is_refused(self, context: RolloutContext, source: SampleSource) -> None:
        context.set_sample_source(source)
        with self.assertRaises(ValueError):
            context.set_sample_source(source)


def waiting_for_something_else(context: RolloutContext, source: SampleSource) -> None:
    context.set_sample_source(source)
    with pytest.raises(TypeError):
        context.set_sample_source(source)  # expect: OSM203


class NotAContext:
    def set_sample_source(self, source: object) -> None: ...


def another_class(mixer: NotAContext, source: SampleSource) -> None:
    mixer.set_sample_source(source)
    mixer.set_sample_source(source)


class Retried(AgentWorkflow):
    async def run(self, ctx) -> None:
        for _ in range(3):
            try:
                session = OsmosisMemorySession()  # expect: OSM203
                print(session)
                return None
            except ValueError:
                continue


class TriedOnce(AgentWorkflow):
    async def run(self, ctx) -> None:
        for _ in range(3):
            session = OsmosisMemorySession()
            print(session)
            break


class EachInItsOwnExecution(AgentWorkflow):
    async def run(self, ctx):
        async def child():
            with RolloutContext(chat_completions_url="https://example.org"):
                return OsmosisMemorySession()

        for _ in range(3):
            with RolloutContext(chat_completions_url="https://example.org"):
                OsmosisMemorySession()
        OsmosisMemorySession()
        return [await child() for _ in range(3)]


class TwiceInOneExecution(AgentWorkflow):
    async def run(self, ctx):
        with RolloutContext(chat_completions_url="https://example.org"):
            OsmosisMemorySession()
            OsmosisMemorySession()  # expect: OSM203
        with open("log", "w"):
            OsmosisMemorySession()
        OsmosisMemorySession()  # expect: OSM203


class TheFirstThatFits(AgentWorkflow):
    async def run(self, ctx) -> None:
        for name in ("short", "long"):
            if name in ctx.prompt:
                print(OsmosisMemorySession(), name)
                break


class TheFirstThatFitsOfMany(AgentWorkflow):
    async def run(self, ctx) -> None:
        for group in ctx.metadata:
            for name in group:
                match name:
                    case "short":
                        print(OsmosisMemorySession(), name)
                        return None


class LeavesOnlyTheInnerLoop(AgentWorkflow):
    async def run(self, ctx) -> None:
        for group in ctx.metadata:
            for name in group:
                if name == "short":
                    print(OsmosisMemorySession(), name)  # expect: OSM203
                    break


class FailsBeforeItLeaves(AgentWorkflow):
    async def run(self, ctx) -> None:
        for name in ("short", "long"):
            try:
                if name in ctx.prompt:
                    print(OsmosisMemorySession(), name)  # expect: OSM203
                    return None
            except OSError:
                print("again")


class OneBeforeTheLastOne(AgentWorkflow):
    async def run(self, ctx) -> None:
        print(OsmosisMemorySession())
        for name in ("short", "long"):
            if name in ctx.prompt:
                print(OsmosisMemorySession(), name)  # expect: OSM203
                break


class MadeWhenItIsMissing(AgentWorkflow):
    async def run(self, ctx) -> None:
        session = None
        for name in ctx.metadata:
            if session is None:
                session = OsmosisMemorySession()
            print(session, name)


class MadeByTheFirstRound(AgentWorkflow):
    async def run(self, ctx) -> None:
        is_first = True
        for name in ctx.metadata:
            if is_first:
                print(OsmosisMemorySession(), name)
                is_first = False


class KeptOrMade(AgentWorkflow):
    async def run(self, ctx) -> None:
        held: dict[str, OsmosisMemorySession] = {}
        for name in ctx.metadata:
            session = held.get("one") or OsmosisMemorySession()
            held["one"] = session
            if name:
                print(held.get("one") or OsmosisMemorySession())
                return None


class MadeAnyway(AgentWorkflow):
    async def run(self, ctx) -> None:
        for name in ctx.metadata:
            session = None
            if name:
                session = OsmosisMemorySession()  # expect: OSM203
            print(session)


class MadeTwiceWhenItIsMissing(AgentWorkflow):
    async def run(self, ctx) -> None:
        session = None
        if session is None:
            session = OsmosisMemorySession()
            print(OsmosisMemorySession())  # expect: OSM203


class KeptOnTheWorkflow(AgentWorkflow):
    kept: OsmosisMemorySession | None = None

    def session(self) -> OsmosisMemorySession:
        if self.kept is None:
            self.kept = OsmosisMemorySession()
        return self.kept

    async def run(self, ctx) -> None:
        print(self.session())
        print(self.session())


class Remembered(AgentWorkflow):
    @cache
    def session(self) -> OsmosisMemorySession:
        return OsmosisMemorySession()

    async def run(self, ctx) -> None:
        print(self.session())
        print(self.session())


class OneOrTheOther(AgentWorkflow):
    async def run(self, ctx) -> None:
        mode = ctx.metadata
        if mode == "short":
            print(OsmosisMemorySession())
        if mode == "long":
            print(OsmosisMemorySession())


class OneOrTheOtherByNot(AgentWorkflow):
    async def run(self, ctx) -> None:
        if ctx.prompt:
            print(OsmosisMemorySession())
        if not ctx.prompt:
            print(OsmosisMemorySession())


class BothMayHold(AgentWorkflow):
    async def run(self, ctx) -> None:
        if ctx.prompt:
            print(OsmosisMemorySession())
        if ctx.metadata:
            print(OsmosisMemorySession())  # expect: OSM203


class OneAndThenTheOther(AgentWorkflow):
    async def run(self, ctx) -> None:
        mode = ctx.metadata
        if mode == "short":
            print(OsmosisMemorySession())
        if mode == "long":
            print(OsmosisMemorySession())
        print(OsmosisMemorySession())  # expect: OSM203


class UntilItIsThere(AgentWorkflow):
    async def run(self, ctx) -> None:
        session = None
        while session is None:
            try:
                session = OsmosisMemorySession()
            except OSError:
                await asyncio.sleep(1)


class UntilTheAnswerIsThere(AgentWorkflow):
    async def run(self, ctx) -> None:
        answer = None
        while answer is None:
            session = OsmosisMemorySession()  # expect: OSM203
            answer = await Runner.run(OsmosisAgent(name="solver"), ctx.prompt, session=session)


class OneOfMoreParts(AgentWorkflow):
    async def run(self, ctx) -> None:
        if ctx.prompt and ctx.metadata:
            print(OsmosisMemorySession())
        if not ctx.prompt and ctx.metadata:
            print(OsmosisMemorySession())
        if ctx.metadata and ctx.config:
            print(OsmosisMemorySession())  # expect: OSM203


class KeptByTheElse(AgentWorkflow):
    async def run(self, ctx):
        session = None
        for _ in ctx.prompt:
            if session is not None:
                await session.get_items()
            else:
                session = OsmosisMemorySession()


class AnotherWhenItFails(AgentWorkflow):
    async def run(self, ctx) -> None:
        try:
            session = OsmosisMemorySession()
            await Runner.run(OsmosisAgent(name="solver"), ctx.prompt, session=session)
        except TimeoutError:
            session = OsmosisMemorySession()  # expect: OSM203
            await Runner.run(OsmosisAgent(name="solver"), ctx.prompt, session=session)


class AnotherWhenItCannotBeMade(AgentWorkflow):
    async def run(self, ctx) -> None:
        try:
            from my_sessions import prepare

            session = OsmosisMemorySession()
            prepare(session)
        except ImportError:
            session = OsmosisMemorySession()
        await Runner.run(OsmosisAgent(name="solver"), ctx.prompt, session=session)


class OneForEach(AgentWorkflow):
    async def run(self, ctx) -> None:
        async def branch(number: int) -> None:
            print(number, OsmosisMemorySession())

        await asyncio.gather(*map(branch, range(3)))  # expect: OSM203


class OneForEachName(AgentWorkflow):
    async def run(self, ctx) -> None:
        lengths = list(map(len, ctx.prompt))
        sessions = list(map(OsmosisMemorySession, lengths))  # expect: OSM203
        print(sessions)
