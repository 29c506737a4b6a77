"""What the SDK removed or changed between v0.2 and v0.3: the table that every rule comes from.

A `Rule` is one code; its `Record`s are the names it holds under. Names are canonical qualified names
(the module that defines the object); the other places a name can be imported from are in
`surface.txt`, as are the releases that had it. A parameter is written `Class(parameter)`.

Sources: the SDK's own v0.2 to v0.3 migration guide (the section is named in each rule) and the
released packages 0.2.25 to 0.3.8; where they differ, the package is right.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# What happened to a name.
REMOVED = "removed"
RENAMED = "renamed"
MOVED = "moved"
PARAMETER_GONE = "parameter gone"
SIGNATURE_CHANGED = "signature changed"
VALUE_GONE = "value gone"
BEHAVIOUR_CHANGED = "behaviour changed"
# A member that user classes override and that nobody calls any more: the definition is reported too.
HOOK_GONE = "hook no longer called"

# What the released package does with the old use.
IMPORT_ERROR = "ImportError"
MODULE_NOT_FOUND = "ModuleNotFoundError"
ATTRIBUTE_ERROR = "AttributeError"
TYPE_ERROR = "TypeError"
VALUE_ERROR = "ValueError"
VALIDATION_ERROR = "ValidationError"
SILENT = "no error: "

ERROR = "error"
WARNING = "warning"

_ROLLOUT = "osmosis_ai.rollout"
GRADER_CONTEXT = f"{_ROLLOUT}.context.GraderContext"
ROLLOUT_CONTEXT = f"{_ROLLOUT}.context.RolloutContext"
SAMPLE_SOURCE = f"{_ROLLOUT}.context.SampleSource"
WORKFLOW_CONTEXT = f"{_ROLLOUT}.context.AgentWorkflowContext"
HARBOR_CONTEXT = f"{_ROLLOUT}.context.HarborAgentWorkflowContext"
ROLLOUT_SAMPLE = f"{_ROLLOUT}.types.sample.RolloutSample"
EXECUTION_RESULT = f"{_ROLLOUT}.types.sample.ExecutionResult"
MULTI_TURN_MODE = f"{_ROLLOUT}.types.sample.MultiTurnMode"
PROTOCOL = f"{_ROLLOUT}.types.protocol"
ROLLOUT_OUTCOME = f"{_ROLLOUT}.driver.RolloutOutcome"
AGENT_WORKFLOW = f"{_ROLLOUT}.agent_workflow.AgentWorkflow"
GRADER = f"{_ROLLOUT}.grader.Grader"
OPENAI_AGENTS = f"{_ROLLOUT}.integrations.agents.openai_agents"
STRANDS = f"{_ROLLOUT}.integrations.agents.strands"
MEMORY_SESSION = f"{OPENAI_AGENTS}.OsmosisMemorySession"
STRANDS_AGENT = f"{STRANDS}.OsmosisStrandsAgent"
STRANDS_MODEL = f"{STRANDS}.OsmosisRolloutModel"
HARBOR = f"{_ROLLOUT}.backend.harbor"
HARBOR_BACKEND = f"{HARBOR}.backend.HarborBackend"
INSTALLED_AGENT = f"{HARBOR}.agent_adapter.OsmosisInstalledAgent"
DISTRIBUTION = "osmosis-ai"

# The extra that a module needs on v0.3, by its dotted prefix.
EXTRAS = {
    f"{_ROLLOUT}.server": "server",
    f"{_ROLLOUT}.backend.harbor": "harbor",
    STRANDS: "strands",
    OPENAI_AGENTS: "openai-agents",
    "osmosis_ai.eval.rubric": "rubric",
}

# Names that only previews between 0.3.0rc1 and rc2 had, with what they stand for.
PREVIEW_NAMES = {
    f"{HARBOR}.HarborBackendV2": HARBOR_BACKEND,
    f"{HARBOR}.backend_v2": f"{HARBOR}.backend",
    f"{HARBOR}.backend_v2.HarborBackendV2": HARBOR_BACKEND,
    f"{HARBOR}.backend.HarborBackendV2": HARBOR_BACKEND,
    f"{_ROLLOUT}.backend.HarborBackendV2": HARBOR_BACKEND,
    f"{_ROLLOUT}.HarborBackendV2": HARBOR_BACKEND,
}


class Record:
    """One change: the qualified names it holds under, what happened, what the old use does, the replacement.

    `replacement` is the whole hint; empty means that of the rule. `position` is set for a parameter that
    another one took the place of: the old value is recognised there when it is a dict.
    """

    __slots__ = ("happened", "names", "outcome", "position", "replacement")

    def __init__(
        self, *names: str, happened: str, outcome: str, replacement: str = "", position: int | None = None
    ) -> None:
        self.names = names
        self.happened = happened
        self.outcome = outcome
        self.replacement = replacement
        self.position = position


class Rule:
    """One code: its symbolic name, how serious it is, its hint, the guide section, and its records.

    `level` is `error` where 0.3.8 raises and `warning` where the result is silently different or the rule
    is advice; `advice` rules are off by default. `message` is the text of a finding that no single name
    stands for; `last` is the last release with the old behaviour.
    """

    __slots__ = ("advice", "code", "guide", "hint", "last", "level", "message", "name", "records", "reports")

    def __init__(
        self,
        code: str,
        name: str,
        level: str,
        *records: Record,
        reports: str,
        hint: str,
        guide: str,
        message: str = "",
        last: str = "0.2.31",
        advice: bool = False,
    ) -> None:
        self.code = code
        self.name = name
        self.level = level
        self.records = records
        self.reports = reports
        self.hint = hint
        self.guide = guide
        self.message = message
        self.last = last
        self.advice = advice


_SAMPLE = "2. From several samples to one sample"
_REGISTER = "3. One registered agent or session per execution"
_SOURCE = "4. Custom sample sources"
_ROUTING = "5. Custom routing and backend adapters"
_BEFORE = "Before changing code"
_PACKAGE = "1. Package and extras"
_HARBOR_IMPORT = "Harbor 1. Package and import"
_HARBOR_CONSTRUCTOR = "Harbor 2. The constructor"
_HARBOR_TASKS = "Harbor 3. Task mode"
_HARBOR_BUNDLE = "Harbor 4. Bundle instead of mount"
_HARBOR_AGENT = "Harbor 5. Agent and reward source"
_HARBOR_PREWARM = "Harbor 6. Prewarming and lifecycle"
_NOT_IN_GUIDE = "not in the guide"

_POLLED = "remove it: results are polled from the rollout server, there are no callbacks since 0.3.3"
_CLIENT = "remove it: talk to the rollout server through `osmosis_ai.rollout.client`"


def _members(owner: str, *names: str) -> tuple[str, ...]:
    return tuple(f"{owner}.{name}" for name in names)


RULES: tuple[Rule, ...] = (
    Rule(
        "OSM101",
        "grader-context-samples",
        ERROR,
        Record(f"{GRADER_CONTEXT}.samples", happened=RENAMED, outcome=ATTRIBUTE_ERROR),
        Record(f"{GRADER_CONTEXT}(samples)", happened=PARAMETER_GONE, outcome=TYPE_ERROR, position=1),
        reports="`GraderContext.samples`: read, written, deleted, as a constructor keyword (or a dict in its place"
        " by position), or in a class pattern",
        hint="use `sample` (one `RolloutSample` or None)",
        guide=_SAMPLE,
    ),
    Rule(
        "OSM102",
        "grader-context-get-samples",
        ERROR,
        Record(f"{GRADER_CONTEXT}.get_samples", happened=REMOVED, outcome=ATTRIBUTE_ERROR),
        reports="`GraderContext.get_samples()`",
        hint="use the attribute `sample` (one `RolloutSample` or None)",
        guide=_SAMPLE,
    ),
    Rule(
        "OSM103",
        "set-sample-reward",
        ERROR,
        Record(f"{GRADER_CONTEXT}.set_sample_reward", happened=RENAMED, outcome=ATTRIBUTE_ERROR),
        reports="`GraderContext.set_sample_reward(id, reward)`",
        hint="use `set_reward(reward)`, without the sample id",
        guide=_SAMPLE,
    ),
    Rule(
        "OSM104",
        "register-sample-source",
        ERROR,
        Record(f"{ROLLOUT_CONTEXT}.register_sample_source", happened=RENAMED, outcome=ATTRIBUTE_ERROR),
        reports="`RolloutContext.register_sample_source(name, source)`",
        hint="use `set_sample_source(source)`, once per execution",
        guide=_SAMPLE,
    ),
    Rule(
        "OSM105",
        "rollout-context-get-samples",
        ERROR,
        Record(f"{ROLLOUT_CONTEXT}.get_samples", happened=RENAMED, outcome=ATTRIBUTE_ERROR),
        reports="`RolloutContext.get_samples()`",
        hint="use `await get_sample()` (one `RolloutSample` or None)",
        guide=_SAMPLE,
    ),
    Rule(
        "OSM106",
        "rollout-context-sample-sources",
        ERROR,
        Record(f"{ROLLOUT_CONTEXT}.sample_sources", happened=RENAMED, outcome=ATTRIBUTE_ERROR),
        Record(f"{ROLLOUT_CONTEXT}(sample_sources)", happened=PARAMETER_GONE, outcome=TYPE_ERROR, position=3),
        reports="`RolloutContext.sample_sources`: the attribute, and the constructor keyword (or a dict in its place"
        " by position)",
        hint="use `sample_source` (one source or None)",
        guide=_SAMPLE,
    ),
    Rule(
        "OSM107",
        "rollout-sample-id",
        ERROR,
        Record(f"{ROLLOUT_SAMPLE}.id", happened=REMOVED, outcome=ATTRIBUTE_ERROR),
        Record(f"{ROLLOUT_SAMPLE}(id)", happened=PARAMETER_GONE, outcome=SILENT + "the value is dropped"),
        reports="`RolloutSample.id`, and `id=` in the constructor",
        hint="remove it: the rollout's identity comes from the execution URL",
        guide=_SAMPLE,
    ),
    Rule(
        "OSM108",
        "multi-turn-mode",
        ERROR,
        Record(MULTI_TURN_MODE, happened=REMOVED, outcome=IMPORT_ERROR),
        reports="`MultiTurnMode`, wherever it can be imported from",
        hint="remove it: keep the conversation history in the one sample",
        guide=_SAMPLE,
    ),
    Rule(
        "OSM109",
        "sample-source-name",
        ERROR,
        Record(f"{SAMPLE_SOURCE}.get_sample", happened=SIGNATURE_CHANGED, outcome=TYPE_ERROR),
        reports="a `SampleSource` whose `get_sample` still takes a name, or a call that passes one",
        hint="write `async def get_sample(self)`",
        guide=_SOURCE,
        message="`SampleSource.get_sample` no longer takes the sample's name",
    ),
    Rule(
        "OSM110",
        "result-samples",
        ERROR,
        Record(
            *_members(EXECUTION_RESULT, "samples"),
            *_members(f"{PROTOCOL}.GraderInitRequest", "samples"),
            *_members(f"{PROTOCOL}.GraderCompleteRequest", "samples"),
            *_members(ROLLOUT_OUTCOME, "samples"),
            happened=RENAMED,
            outcome=ATTRIBUTE_ERROR,
        ),
        Record(
            f"{EXECUTION_RESULT}(samples)",
            f"{PROTOCOL}.GraderInitRequest(samples)",
            f"{PROTOCOL}.GraderCompleteRequest(samples)",
            f"{ROLLOUT_OUTCOME}(samples)",
            happened=PARAMETER_GONE,
            outcome=SILENT + "the value is dropped (the classes that are gone cannot be imported)",
        ),
        reports="`samples` of `ExecutionResult`, `GraderInitRequest`, `GraderCompleteRequest` and `RolloutOutcome`:"
        " the attribute and the keyword",
        hint="use `sample` (one `RolloutSample` or None)",
        guide=_ROUTING,
    ),
    Rule(
        "OSM111",
        "sample-may-be-none",
        WARNING,
        Record(GRADER_CONTEXT, happened=BEHAVIOUR_CHANGED, outcome=VALUE_ERROR),
        reports="advice: a grader that uses `ctx.sample` or `ctx.set_reward` on a path where None was not ruled out",
        hint="raise before scoring when `ctx.sample is None`",
        guide=_SAMPLE,
        message="`{name}` is used where the sample may be None",
        last="",
        advice=True,
    ),
    Rule(
        "OSM112",
        "reward-not-finite",
        ERROR,
        Record(f"{ROLLOUT_SAMPLE}.reward", happened=BEHAVIOUR_CHANGED, outcome=VALIDATION_ERROR),
        reports='a reward that is plainly not finite (`float("nan")`, `math.inf`, …), given to `set_sample_reward`,'
        " `set_reward` or `.reward =`",
        hint="give a finite number",
        guide=_NOT_IN_GUIDE,
        message="v0.3 refuses a reward that is not finite",
    ),
    Rule(
        "OSM201",
        "memory-session-argument",
        ERROR,
        Record(f"{MEMORY_SESSION}(name)", happened=PARAMETER_GONE, outcome=TYPE_ERROR),
        reports="an argument to `OsmosisMemorySession(…)`",
        hint="call it without arguments",
        guide=_REGISTER,
    ),
    Rule(
        "OSM202",
        "memory-session-name",
        ERROR,
        Record(f"{MEMORY_SESSION}.name", happened=RENAMED, outcome=ATTRIBUTE_ERROR),
        reports="`OsmosisMemorySession.name`",
        hint="use `session_id`",
        guide=_REGISTER,
    ),
    Rule(
        "OSM203",
        "second-registration",
        ERROR,
        Record(
            MEMORY_SESSION,
            STRANDS_AGENT,
            f"{ROLLOUT_CONTEXT}.set_sample_source",
            happened=BEHAVIOUR_CHANGED,
            outcome=VALUE_ERROR,
        ),
        reports="a second registration on one path of one execution: sessions, registering agents,"
        " `set_sample_source`; also one in a loop or a comprehension",
        hint="one execution registers one agent or session; let evaluation run the workflow several times",
        guide=_REGISTER,
        message="`{name}` registers a second sample source in one execution",
    ),
    Rule(
        "OSM204",
        "registration-outside-run",
        ERROR,
        Record(
            MEMORY_SESSION, STRANDS_AGENT, happened=BEHAVIOUR_CHANGED, outcome="RuntimeError, or no sample to grade"
        ),
        reports="a registering agent or session built where no rollout context is active: module level, class body,"
        " default argument, decorator argument",
        hint="build it inside `run()`",
        guide="LocalBackend questions: the grader has no sample",
        message="`{name}` is built where no rollout context is active",
        last="",
    ),
    Rule(
        "OSM205",
        "sample-bound-model",
        ERROR,
        Record(
            *_members(STRANDS_MODEL, "for_sample", "update_config", "get_config", "structured_output", "stream"),
            happened=REMOVED,
            outcome=ATTRIBUTE_ERROR,
        ),
        Record(f"{OPENAI_AGENTS}.current_sample_id", happened=REMOVED, outcome=IMPORT_ERROR),
        Record(f"{OPENAI_AGENTS}.OsmosisLitellmModel.rollout_id", happened=REMOVED, outcome=ATTRIBUTE_ERROR),
        reports="`OsmosisRolloutModel.for_sample` and the strands model methods that went, `current_sample_id`,"
        " `OsmosisLitellmModel.rollout_id`",
        hint="remove it: the URL carries the rollout's identity",
        guide=_REGISTER,
    ),
    Rule(
        "OSM206",
        "run-return-value",
        ERROR,
        Record(f"{AGENT_WORKFLOW}.run", happened=BEHAVIOUR_CHANGED, outcome="the rollout fails with TypeError"),
        reports="`run()` of a workflow that returns a value of a known wrong kind: text, number, dict, the result of"
        " `Runner.run` or of a strands agent",
        hint="use `return None`, return the list of messages, or an `AgentWorkflowOutput`",
        guide=_NOT_IN_GUIDE,
        message="v0.3 fails a rollout whose `run()` returns {name}",
    ),
    Rule(
        "OSM301",
        "header-sample-id",
        WARNING,
        Record("x-sample-id", happened=REMOVED, outcome=SILENT + "the request is routed wrongly or refused"),
        reports="the header `x-sample-id`",
        hint="remove it: the URL carries the rollout's identity",
        guide=_ROUTING,
        message="the header `x-sample-id` is no longer used",
    ),
    Rule(
        "OSM302",
        "header-rollout-id",
        WARNING,
        Record("x-rollout-id", happened=REMOVED, outcome=SILENT + "the request is routed wrongly or refused"),
        reports="the header `x-rollout-id`",
        hint="remove it: the URL carries the rollout's identity",
        guide=_ROUTING,
        message="the header `x-rollout-id` is no longer used",
    ),
    Rule(
        "OSM303",
        "rollout-id-in-url",
        WARNING,
        Record(
            f"{ROLLOUT_CONTEXT}.chat_completions_url",
            f"{PROTOCOL}.RolloutInitRequest.chat_completions_url",
            f"{PROTOCOL}.RolloutInitRequest.completion_callback_url",
            f"{PROTOCOL}.RolloutInitRequest.grader_callback_url",
            f"{PROTOCOL}.GraderInitRequest.completion_callback_url",
            happened=BEHAVIOUR_CHANGED,
            outcome=SILENT + "the request is routed wrongly or refused",
        ),
        reports="a rollout id appended to the chat-completions URL or a callback URL of a context or request",
        hint="use the URL as given: it already names the rollout",
        guide=_ROUTING,
        message="the URL of v0.3 already names the rollout",
    ),
    Rule(
        "OSM304",
        "exchange-file-samples",
        WARNING,
        Record("samples.json", happened=RENAMED, outcome=SILENT + "nothing reads or writes that file"),
        reports="the exchange file `samples.json` in code that uses the SDK",
        hint="use `sample.json`, which holds one sample",
        guide=_ROUTING,
        message="the exchange file `samples.json` is gone",
    ),
    Rule(
        "OSM305",
        "exchange-payload-samples",
        WARNING,
        Record("reward.json", happened=BEHAVIOUR_CHANGED, outcome=SILENT + "the reward or sample is not found"),
        reports="`reward.json` written or read as a mapping by sample id; a `samples` key in an exchange or callback"
        " payload",
        hint='write `{"reward": …}`, and `sample` for the one sample',
        guide=_ROUTING,
        message="the exchange payload holds one sample and one reward",
    ),
    Rule(
        "OSM401",
        "harbor-backend-v2",
        ERROR,
        Record(*PREVIEW_NAMES, happened=RENAMED, outcome=IMPORT_ERROR),
        reports="`HarborBackendV2`",
        hint="use `HarborBackend` from `osmosis_ai.rollout.backend.harbor`",
        guide=_HARBOR_IMPORT,
        last="0.3.0rc1",
    ),
    Rule(
        "OSM402",
        "harbor-task-dir",
        ERROR,
        Record(f"{HARBOR_BACKEND}(task_dir)", happened=PARAMETER_GONE, outcome=TYPE_ERROR),
        reports="`HarborBackend(task_dir=…)`",
        hint='use `tasks_dir=` and `task_mode="template"`',
        guide=_HARBOR_CONSTRUCTOR,
    ),
    Rule(
        "OSM403",
        "harbor-user-code-dir",
        ERROR,
        Record(f"{HARBOR_BACKEND}(user_code_dir)", happened=PARAMETER_GONE, outcome=TYPE_ERROR),
        reports="`HarborBackend(user_code_dir=…)`",
        hint="use `code_dir=` (a folder with a `pyproject.toml`) or `bundle=`",
        guide=_HARBOR_CONSTRUCTOR,
    ),
    Rule(
        "OSM404",
        "harbor-workflow",
        ERROR,
        Record(f"{HARBOR_BACKEND}(workflow)", happened=PARAMETER_GONE, outcome=TYPE_ERROR),
        reports="`HarborBackend(workflow=…)`",
        hint="use `agent=`",
        guide=_HARBOR_CONSTRUCTOR,
    ),
    Rule(
        "OSM405",
        "harbor-custom-tests-dir",
        ERROR,
        Record(f"{HARBOR_BACKEND}(custom_tests_dir)", happened=PARAMETER_GONE, outcome=TYPE_ERROR),
        reports="`HarborBackend(custom_tests_dir=…)`",
        hint="put the tests into each task's `tests/`, or pass `grader=`",
        guide=_HARBOR_CONSTRUCTOR,
    ),
    Rule(
        "OSM406",
        "harbor-prebuild-local-image",
        ERROR,
        Record(f"{HARBOR_BACKEND}(prebuild_local_image)", happened=PARAMETER_GONE, outcome=TYPE_ERROR),
        reports="`HarborBackend(prebuild_local_image=…)`",
        hint="remove it; call `prewarm()` or use `prewarm_lifespan()` before serving",
        guide=_HARBOR_CONSTRUCTOR,
    ),
    Rule(
        "OSM407",
        "harbor-symlink-environment",
        ERROR,
        Record(f"{HARBOR_BACKEND}(symlink_environment)", happened=PARAMETER_GONE, outcome=TYPE_ERROR),
        reports="`HarborBackend(symlink_environment=…)`",
        hint="remove it: each rollout gets its own copy of the task",
        guide=_HARBOR_CONSTRUCTOR,
    ),
    Rule(
        "OSM408",
        "harbor-sdk-source-dir",
        ERROR,
        Record(f"{HARBOR_BACKEND}(_sdk_source_dir)", happened=PARAMETER_GONE, outcome=TYPE_ERROR),
        reports="`HarborBackend(_sdk_source_dir=…)`",
        hint="remove it: the SDK is installed in the container",
        guide=_HARBOR_CONSTRUCTOR,
    ),
    Rule(
        "OSM409",
        "harbor-workflow-context",
        ERROR,
        Record(HARBOR_CONTEXT, happened=REMOVED, outcome=IMPORT_ERROR),
        reports="`HarborAgentWorkflowContext`",
        hint="use `AgentWorkflowContext`",
        guide=_HARBOR_BUNDLE,
    ),
    Rule(
        "OSM410",
        "harbor-environment",
        ERROR,
        Record(f"{HARBOR_CONTEXT}.environment", happened=REMOVED, outcome=ATTRIBUTE_ERROR),
        reports="`.environment` of a Harbor workflow context",
        hint="the workflow runs inside the container: use ordinary Python calls",
        guide=_HARBOR_BUNDLE,
    ),
    Rule(
        "OSM411",
        "harbor-installed-agent",
        ERROR,
        Record(INSTALLED_AGENT, happened=REMOVED, outcome=IMPORT_ERROR),
        reports="`OsmosisInstalledAgent`: import, attribute, base class, import path in a string",
        hint="pass an `AgentWorkflow`, or a native agent's name, as `agent=`",
        guide=_HARBOR_BUNDLE,
    ),
    Rule(
        "OSM412",
        "harbor-trials-dir-default",
        WARNING,
        Record(
            f"{HARBOR_BACKEND}(trials_dir)",
            happened=BEHAVIOUR_CHANGED,
            outcome=SILENT + "trials go to a temporary root instead of `trials`",
        ),
        reports="advice: `trials_dir` left out of a `HarborBackend` call that also carries v0.2 keywords",
        hint="pass `trials_dir=`: its default moved from `trials` to a temporary folder",
        guide=_HARBOR_CONSTRUCTOR,
        message="`trials_dir` is left out, and its default has changed",
        advice=True,
    ),
    Rule(
        "OSM413",
        "harbor-backend-member",
        ERROR,
        Record(f"{HARBOR_BACKEND}.task_dir", happened=RENAMED, outcome=ATTRIBUTE_ERROR, replacement="use `tasks_dir`"),
        Record(
            f"{HARBOR_BACKEND}.user_code_dir", happened=REMOVED, outcome=ATTRIBUTE_ERROR, replacement="pass `code_dir=`"
        ),
        Record(f"{HARBOR_BACKEND}.workflow_path", happened=RENAMED, outcome=ATTRIBUTE_ERROR, replacement="use `agent`"),
        Record(
            f"{HARBOR_BACKEND}.build_image",
            f"{HARBOR_BACKEND}.prebuilt_image_tag",
            f"{HARBOR_BACKEND}.prebuild_local_image",
            happened=REMOVED,
            outcome=ATTRIBUTE_ERROR,
            replacement="use `prewarm()` or `prewarm_lifespan()`",
        ),
        reports="attributes and methods that `HarborBackend` lost",
        hint="remove it: the backend packages the workflow as a wheel and Harbor builds the images",
        guide=_HARBOR_BUNDLE,
    ),
    Rule(
        "OSM414",
        "harbor-arguments",
        ERROR,
        Record(HARBOR_BACKEND, happened=BEHAVIOUR_CHANGED, outcome="ValueError, or an argument without effect"),
        reports="v0.3 `HarborBackend` calls that cannot work or mislead: `code_dir` with `bundle`,"
        " `native_agent_kwargs` with a workflow, an unknown native agent name, an unknown `task_mode`, dataset mode"
        " with `prewarm()` or `prewarm_lifespan()` without task ids",
        hint="",
        guide=_HARBOR_AGENT,
        message="{name}",
        last="",
    ),
    Rule(
        "OSM501",
        "moved-import",
        ERROR,
        Record(
            f"{_ROLLOUT}.create_rollout_server",
            happened=MOVED,
            outcome=IMPORT_ERROR,
            replacement="import it from `osmosis_ai.rollout.server` (needs `osmosis-ai[server]`)",
        ),
        Record(
            *_members(_ROLLOUT, "OsmosisStrandsAgent", "OsmosisRolloutModel"),
            *_members(f"{_ROLLOUT}.integrations", "OsmosisStrandsAgent", "OsmosisRolloutModel"),
            *_members(f"{_ROLLOUT}.integrations.agents", "OsmosisStrandsAgent", "OsmosisRolloutModel"),
            happened=MOVED,
            outcome=IMPORT_ERROR,
            replacement="import it from `osmosis_ai.rollout.integrations.agents.strands` (needs `osmosis-ai[strands]`)",
        ),
        reports="a name imported from where it no longer is",
        hint="import it from its new module",
        guide=_PACKAGE,
    ),
    Rule(
        "OSM502",
        "removed-module",
        ERROR,
        Record(
            "osmosis_ai.eval.common",
            happened=REMOVED,
            outcome=MODULE_NOT_FOUND,
            replacement="remove it: the evaluation helpers are no longer part of the SDK",
        ),
        Record(
            f"{_ROLLOUT}.validator",
            happened=REMOVED,
            outcome=MODULE_NOT_FOUND,
            replacement="remove it: the backend checks workflow and grader when it is built",
        ),
        Record(
            f"{HARBOR}.agent_adapter",
            f"{HARBOR}.agent_runner",
            f"{HARBOR}.grader_runner",
            happened=REMOVED,
            outcome=MODULE_NOT_FOUND,
            replacement="remove it: v0.3 installs the workflow in the container; pass `agent=` and `grader=`",
        ),
        Record(
            f"{_ROLLOUT}.controller",
            f"{_ROLLOUT}.server.auth",
            f"{_ROLLOUT}.utils.http",
            happened=REMOVED,
            outcome=MODULE_NOT_FOUND,
            replacement=_POLLED,
        ),
        Record(
            f"{_ROLLOUT}.driver",
            f"{_ROLLOUT}.http_driver",
            happened=REMOVED,
            outcome=MODULE_NOT_FOUND,
            replacement=_CLIENT,
        ),
        reports="a module that is gone (`osmosis_ai.eval.common`, `osmosis_ai.rollout.validator`, …)",
        hint="remove it",
        guide=_HARBOR_BUNDLE,
    ),
    Rule(
        "OSM503",
        "save-trajectories",
        ERROR,
        Record(f"{_ROLLOUT}.trajectory.save.save_trajectories", happened=RENAMED, outcome=IMPORT_ERROR),
        reports="`save_trajectories`",
        hint="use `await save_trajectory(…)` with the one sample",
        guide=_NOT_IN_GUIDE,
    ),
    Rule(
        "OSM504",
        "removed-name",
        ERROR,
        Record(
            f"{_ROLLOUT}.types.sample.RolloutStatus.PENDING",
            happened=VALUE_GONE,
            outcome=ATTRIBUTE_ERROR,
            replacement="use `QUEUED`, `RUNNING` or `GRADING`",
        ),
        Record(
            f"{_ROLLOUT}.utils.rewards.validate_samples_have_rewards",
            happened=RENAMED,
            outcome=IMPORT_ERROR,
            replacement="use `validate_sample_has_reward(sample)`",
        ),
        Record(
            *_members(f"{_ROLLOUT}.backend.base", "ResultCallback"),
            *_members(
                PROTOCOL, "GraderCompleteRequest", "GraderStatus", "RolloutCompleteRequest", "RolloutStatusResponse"
            ),
            f"{_ROLLOUT}.server.auth.ControllerAuth",
            happened=REMOVED,
            outcome=IMPORT_ERROR,
            replacement=_POLLED,
        ),
        Record(
            *_members(f"{PROTOCOL}.RolloutInitRequest", "completion_callback_url", "grader_callback_url"),
            happened=REMOVED,
            outcome=ATTRIBUTE_ERROR,
            replacement=_POLLED,
        ),
        Record(
            f"{PROTOCOL}.RolloutInitRequest.controller_api_key",
            happened=RENAMED,
            outcome=ATTRIBUTE_ERROR,
            replacement="use `llm_api_key`",
        ),
        Record(
            f"{PROTOCOL}.RolloutInitRequest(completion_callback_url)",
            f"{PROTOCOL}.RolloutInitRequest(grader_callback_url)",
            happened=PARAMETER_GONE,
            outcome=SILENT + "the value is dropped",
            replacement=_POLLED,
        ),
        Record(
            f"{PROTOCOL}.RolloutInitRequest(controller_api_key)",
            happened=PARAMETER_GONE,
            outcome=SILENT + "the value is dropped",
            replacement="use `llm_api_key`",
        ),
        Record(
            f"{_ROLLOUT}.backend.base.ExecutionBackend.max_concurrency",
            f"{_ROLLOUT}.backend.local.backend.LocalBackend.max_concurrency",
            happened=HOOK_GONE,
            outcome=ATTRIBUTE_ERROR,
            replacement="use `has_capacity()`, or the workflow's `ConcurrencyConfig`",
        ),
        Record(
            f"{_ROLLOUT}.backend.base.ExecutionBackend.execute",
            f"{_ROLLOUT}.backend.local.backend.LocalBackend.execute",
            f"{HARBOR_BACKEND}.execute",
            happened=SIGNATURE_CHANGED,
            outcome=TYPE_ERROR,
            replacement="write `async def execute(self, request) -> ExecutionOutcome` and return the result",
        ),
        Record(
            f"{_ROLLOUT}.driver.RolloutDriver",
            *_members(PROTOCOL, "GraderInitRequest", "GraderInitResponse"),
            happened=REMOVED,
            outcome=IMPORT_ERROR,
            replacement=_CLIENT,
        ),
        reports="any other public name the SDK no longer has",
        hint="remove it",
        guide=_NOT_IN_GUIDE,
    ),
    Rule(
        "OSM505",
        "missing-extra",
        ERROR,
        Record(
            *(f"{DISTRIBUTION}[{extra}]" for extra in dict.fromkeys(EXTRAS.values())),
            happened=BEHAVIOUR_CHANGED,
            outcome=IMPORT_ERROR + ": a base install brings no integration",
        ),
        reports="code that imports an integration (server, strands, openai_agents, harbor, rubric) whose extra no"
        " requirement of the project asks for; when it is selected by its own code or name, or by `all`, also (advice)"
        " an extra asked for that nothing imports",
        hint="require the extra: `osmosis-ai[…]>=0.3,<0.4`",
        guide=_PACKAGE,
        message="{name}",
    ),
    Rule(
        "OSM506",
        "requirement-version",
        ERROR,
        Record(DISTRIBUTION, happened=BEHAVIOUR_CHANGED, outcome="v0.2 is installed, or may be"),
        reports="a requirement on `osmosis-ai` that shuts v0.3 out or lets v0.2 in",
        hint="require `osmosis-ai>=0.3,<0.4`",
        guide=_PACKAGE,
        message="{name}",
    ),
    Rule(
        "OSM507",
        "removed-extra",
        WARNING,
        Record(
            f"{DISTRIBUTION}[platform]",
            happened=REMOVED,
            outcome=SILENT + "the installer at most warns, and installs without it",
            replacement="ask for `parquet` if you read Parquet datasets, else for no extra",
        ),
        Record(
            f"{DISTRIBUTION}[dev]",
            happened=REMOVED,
            outcome=SILENT + "the installer at most warns, and installs without it",
            replacement="remove it, and require the tools you use yourself",
        ),
        reports="an extra that is gone (`platform`, `dev`)",
        hint="remove it",
        guide=_PACKAGE,
        message="`osmosis-ai` has no extra `{name}` any more (last in 0.2.31)",
    ),
    Rule(
        "OSM508",
        "requires-python",
        ERROR,
        Record("requires-python", happened=BEHAVIOUR_CHANGED, outcome="no release is found for that Python"),
        reports="`requires-python` that admits less than 3.12",
        hint='write `requires-python = ">=3.12"`',
        guide=_BEFORE,
        message="{name} admits Python older than 3.12, which `osmosis-ai` does not run on",
        last="",
    ),
    Rule(
        "OSM509",
        "harbor-skypilot",
        WARNING,
        Record(
            "harbor[skypilot]",
            happened=BEHAVIOUR_CHANGED,
            outcome=SILENT + "its SkyPilot takes the place of the one that the managed runtime brings",
        ),
        reports="Harbor's `skypilot` extra",
        hint="require `osmosis-ai[harbor]` alone: the managed rollout runtime brings SkyPilot",
        guide=_HARBOR_IMPORT,
        message="Harbor's extra `skypilot` is not for rollouts",
        last="",
    ),
    Rule(
        "OSM510",
        "locked-version",
        ERROR,
        Record(
            f"{DISTRIBUTION}<0.3",
            happened=BEHAVIOUR_CHANGED,
            outcome="v0.2 is installed, whatever the requirement says",
        ),
        reports="a lock file that still resolves `osmosis-ai` below 0.3",
        hint="lock again once the requirement asks for v0.3",
        guide=_BEFORE,
        message="the lock resolves `osmosis-ai` to {name}",
    ),
)

BY_CODE: dict[str, Rule] = {rule.code: rule for rule in RULES}
ADVICE: frozenset[str] = frozenset(rule.code for rule in RULES if rule.advice)


def records() -> Iterator[tuple[Rule, Record]]:
    """Every record with its rule."""
    for rule in RULES:
        for record in rule.records:
            yield rule, record


def message_id(rule: Rule) -> str:
    """The pylint message id of a rule: OSM101 is `E7101` (an error) or `W7101` (a warning)."""
    return f"{'E' if rule.level == ERROR else 'W'}7{rule.code[3:]}"


# What the command reports beside uses of the SDK. These have no records, so they are kept apart.
TOOL_RULES: tuple[Rule, ...] = (
    Rule(
        "OSM901",
        "unchecked-file",
        ERROR,
        reports="a file that could not be read or parsed, so nothing in it was checked",
        hint="",
        guide=_NOT_IN_GUIDE,
        message="not checked: {reason}",
        last="",
    ),
    Rule(
        "OSM902",
        "unused-suppression",
        WARNING,
        reports="a suppression comment for one of our codes that suppresses nothing",
        hint="remove it",
        guide=_NOT_IN_GUIDE,
        message="unused suppression: {reason}",
        last="",
    ),
)
