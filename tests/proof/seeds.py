"""Old code for each hand-made rule, and what replaces it: the seeds from which `mutations` grows sources.

`<Name>` stands for a name of the SDK, however it is imported. A line that ends in `#!` is reported under the seed's
rule (further codes follow the mark). One that ends in `#?` uses a name that is gone: it is reported where the name is
taken from a module there, and otherwise at the import.
"""

from __future__ import annotations

from typing import NamedTuple

R = "osmosis_ai.rollout"
HARBOR = f"{R}.backend.harbor"
OPENAI = f"{R}.integrations.agents.openai_agents"
STRANDS = f"{R}.integrations.agents.strands"


class Seed(NamedTuple):
    """One rule's code. `names` says where each SDK name is imported from in `bad`, `good_names` in `good`.

    `gone` are the names whose import is the finding. `in_scopes` is false where a function around it changes the
    truth.
    """

    code: str
    names: dict[str, str]
    bad: str
    good: str
    gone: frozenset[str] = frozenset()
    good_names: dict[str, str] | None = None
    in_scopes: bool = True


def _member(code: str, cls: str, module: str, old: str, new: str) -> Seed:
    """A member read from an annotated parameter."""
    text = f"def use(given: <{cls}>, sid, value):\n    return given.%s\n"
    return Seed(code, {cls: module}, (text % old).rstrip() + "  #!\n", text % new)


def _keyword(code: str, cls: str, module: str, old: str, new: str) -> Seed:
    """A keyword given to a constructor."""
    text = f"def make(given):\n    return <{cls}>(%s)\n"
    return Seed(code, {cls: module}, (text % old).rstrip() + "  #!\n", text % new)


def _gone(code: str, name: str, module: str, new: tuple[str, str]) -> Seed:
    """A name that is gone from its module, used once."""
    text = "def use(given):\n    return <%s>\n"
    return Seed(
        code,
        {name: module},
        (text % name).rstrip() + "  #?\n",
        text % new[0],
        frozenset((name,)),
        {new[0]: new[1]},
    )


def _backend(code: str, old: str, new: str) -> Seed:
    every = ("orchestrator", "tasks_dir", "agent")
    rest = ", ".join(f"{name}=given" for name in every if f"{name}=" not in new)
    return _keyword(code, "HarborBackend", HARBOR, f"{rest}, {old}", f"{rest}, {new}")


_REQUEST = "initial_messages=given, rollout_id=given, chat_completions_url=given"

SEEDS: tuple[Seed, ...] = (
    _member("OSM101", "GraderContext", R, "samples", "sample"),
    _keyword("OSM101", "GraderContext", R, 'label="4", samples=given', 'label="4", sample=given'),
    _member("OSM102", "GraderContext", R, "get_samples()", "sample"),
    _member("OSM103", "GraderContext", R, "set_sample_reward(sid, 1.0)", "set_reward(1.0)"),
    _member("OSM104", "RolloutContext", R, "register_sample_source(sid, value)", "set_sample_source(value)"),
    _member("OSM105", "RolloutContext", R, "get_samples()", "get_sample()"),
    _member("OSM106", "RolloutContext", R, "sample_sources", "sample_source"),
    _member("OSM107", "RolloutSample", R, "id", "messages"),
    _keyword("OSM107", "RolloutSample", R, "id=given, messages=[]", "messages=[]"),
    _gone("OSM108", "MultiTurnMode", R, ("RolloutStatus", R)),
    Seed(
        "OSM109",
        {"SampleSource": f"{R}.context"},
        "class Own(<SampleSource>):\n    async def get_sample(self, name):  #!\n        raise KeyError(name)\n",
        "class Own(<SampleSource>):\n    async def get_sample(self):\n        raise KeyError\n",
    ),
    _member("OSM110", "ExecutionResult", R, "samples", "sample"),
    _keyword("OSM110", "ExecutionResult", R, "status=given, samples=given", "status=given, sample=given"),
    Seed(
        "OSM112",
        {"Grader": R, "GraderContext": R},
        "class Own(<Grader>):\n    async def grade(self, ctx: <GraderContext>):\n"
        '        ctx.set_reward(float("nan"))  #!\n',
        "class Own(<Grader>):\n    async def grade(self, ctx: <GraderContext>):\n        ctx.set_reward(0.5)\n",
    ),
    _keyword("OSM201", "OsmosisMemorySession", OPENAI, "name=given", ""),
    _member("OSM202", "OsmosisMemorySession", OPENAI, "name", "session_id"),
    Seed(
        "OSM203",
        {"AgentWorkflow": R, "OsmosisMemorySession": OPENAI},
        "class Own(<AgentWorkflow>):\n    async def run(self, ctx):\n        one = <OsmosisMemorySession>()\n"
        "        two = <OsmosisMemorySession>()  #!\n        print(one, two)\n",
        "class Own(<AgentWorkflow>):\n    async def run(self, ctx):\n        one = <OsmosisMemorySession>()\n"
        "        print(one)\n",
    ),
    Seed(
        "OSM204",
        {"OsmosisMemorySession": OPENAI},
        "SESSION = <OsmosisMemorySession>()  #!\n",
        "def session():\n    return <OsmosisMemorySession>()\n",
        in_scopes=False,
    ),
    _member("OSM205", "OsmosisRolloutModel", STRANDS, "for_sample(sid, value)", "litellm_kwargs"),
    _gone("OSM205", "current_sample_id", OPENAI, ("OsmosisMemorySession", OPENAI)),
    Seed(
        "OSM206",
        {"AgentWorkflow": R},
        'class Own(<AgentWorkflow>):\n    async def run(self, ctx):\n        return "done"  #!\n',
        "class Own(<AgentWorkflow>):\n    async def run(self, ctx):\n        return None\n",
    ),
    Seed(
        "OSM301",
        {"GraderContext": R},
        'def send(ctx: <GraderContext>, sid):\n    return {"x-sample-id": sid}  #!\n',
        'def send(ctx: <GraderContext>, sid):\n    return {"x-api-key": sid}\n',
    ),
    Seed(
        "OSM302",
        {"RolloutContext": R},
        'def send(ctx: <RolloutContext>):\n    return {"x-rollout-id": ctx.rollout_id}  #!\n',
        'def send(ctx: <RolloutContext>):\n    return {"x-trace-id": ctx.rollout_id}\n',
    ),
    Seed(
        "OSM303",
        {"RolloutContext": R},
        'def url(ctx: <RolloutContext>):\n    return f"{ctx.chat_completions_url}/{ctx.rollout_id}"  #!\n',
        "def url(ctx: <RolloutContext>):\n    return ctx.chat_completions_url\n",
    ),
    Seed(
        "OSM304",
        {"GraderContext": R},
        'def path(ctx: <GraderContext>, logs):\n    return logs / "samples.json"  #!\n',
        'def path(ctx: <GraderContext>, logs):\n    return logs / "sample.json"\n',
    ),
    Seed(
        "OSM305",
        {"RolloutSample": R},
        "def save(found: dict[str, <RolloutSample>], logs, json):\n"
        '    (logs / "reward.json").write_text(json.dumps({sid: s.reward for sid, s in found.items()}))  #!\n',
        "def save(found: <RolloutSample>, logs, json):\n"
        '    (logs / "reward.json").write_text(json.dumps({"reward": found.reward}))\n',
    ),
    _gone("OSM401", "HarborBackendV2", HARBOR, ("HarborBackend", HARBOR)),
    _backend("OSM402", "task_dir=given", "tasks_dir=given"),
    _backend("OSM403", "user_code_dir=given", "code_dir=given"),
    _backend("OSM404", "workflow=given", "agent=given"),
    _backend("OSM405", "custom_tests_dir=given", "grader=given"),
    _backend("OSM406", "prebuild_local_image=given", "tasks_dir=given"),
    _backend("OSM407", "symlink_environment=given", "tasks_dir=given"),
    _backend("OSM408", "_sdk_source_dir=given", "tasks_dir=given"),
    _gone("OSM409", "HarborAgentWorkflowContext", R, ("AgentWorkflowContext", R)),
    Seed(
        "OSM410",
        {"HarborAgentWorkflowContext": R},
        "def use(given: <HarborAgentWorkflowContext>):  #?OSM409\n    return given.environment  #!\n",
        "def use(given: <AgentWorkflowContext>):\n    return given.prompt\n",
        frozenset(("HarborAgentWorkflowContext",)),
        {"AgentWorkflowContext": R},
    ),
    _gone("OSM411", "OsmosisInstalledAgent", HARBOR, ("HarborBackend", HARBOR)),
    _member("OSM413", "HarborBackend", HARBOR, "task_dir", "tasks_dir"),
    _member("OSM413", "HarborBackend", HARBOR, "build_image()", "prewarm"),
    _backend("OSM414", "code_dir=given, bundle=given", "bundle=given"),
    _gone("OSM501", "create_rollout_server", R, ("create_rollout_server", f"{R}.server")),
    _gone("OSM501", "OsmosisStrandsAgent", R, ("OsmosisStrandsAgent", STRANDS)),
    _gone("OSM502", "validate_backend", f"{R}.validator", ("LocalBackend", R)),
    _gone("OSM503", "save_trajectories", f"{R}.trajectory", ("save_trajectory", f"{R}.trajectory")),
    _gone("OSM504", "RolloutCompleteRequest", R, ("RolloutInitRequest", R)),
    _member("OSM504", "RolloutInitRequest", R, "controller_api_key", "llm_api_key"),
    _keyword("OSM504", "RolloutInitRequest", R, f"{_REQUEST}, completion_callback_url=given", _REQUEST),
    Seed(
        "OSM504",
        {"ExecutionBackend": R},
        "class Own(<ExecutionBackend>):\n"
        "    async def execute(self, request, on_workflow_complete, on_grader_complete=None):  #!\n"
        "        raise KeyError\n",
        "class Own(<ExecutionBackend>):\n    async def execute(self, request):\n        raise KeyError\n",
    ),
)
