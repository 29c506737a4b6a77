"""The vocabulary of the table: what a record and a rule are, what can have happened, and the SDK's main names."""

from __future__ import annotations

# What happened to a name.
REMOVED = "removed"
RENAMED = "renamed"
MOVED = "moved"
PARAMETER_GONE = "parameter gone"
SIGNATURE_CHANGED = "signature changed"
VALUE_GONE = "value gone"
BEHAVIOUR_CHANGED = "behaviour changed"
# A member that the class itself dropped and that another library's base class still serves, differently.
LEFT_TO_BASE = "left to another library's base class"
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
MEMBER_OR_ARGUMENT = "AttributeError, or TypeError as an argument"
MEMBER_OR_IMPORT = "AttributeError, or ImportError where it is imported"

ERROR = "error"
WARNING = "warning"

ROLLOUT = "osmosis_ai.rollout"
GRADER_CONTEXT = f"{ROLLOUT}.context.GraderContext"
ROLLOUT_CONTEXT = f"{ROLLOUT}.context.RolloutContext"
SAMPLE_SOURCE = f"{ROLLOUT}.context.SampleSource"
WORKFLOW_CONTEXT = f"{ROLLOUT}.context.AgentWorkflowContext"
HARBOR_CONTEXT = f"{ROLLOUT}.context.HarborAgentWorkflowContext"
ROLLOUT_SAMPLE = f"{ROLLOUT}.types.sample.RolloutSample"
EXECUTION_RESULT = f"{ROLLOUT}.types.sample.ExecutionResult"
MULTI_TURN_MODE = f"{ROLLOUT}.types.sample.MultiTurnMode"
PROTOCOL = f"{ROLLOUT}.types.protocol"
ROLLOUT_OUTCOME = f"{ROLLOUT}.driver.RolloutOutcome"
AGENT_WORKFLOW = f"{ROLLOUT}.agent_workflow.AgentWorkflow"
OPENAI_AGENTS = f"{ROLLOUT}.integrations.agents.openai_agents"
STRANDS = f"{ROLLOUT}.integrations.agents.strands"
MEMORY_SESSION = f"{OPENAI_AGENTS}.OsmosisMemorySession"
STRANDS_AGENT = f"{STRANDS}.OsmosisStrandsAgent"
STRANDS_MODEL = f"{STRANDS}.OsmosisRolloutModel"
HARBOR = f"{ROLLOUT}.backend.harbor"
HARBOR_BACKEND = f"{HARBOR}.backend.HarborBackend"
INSTALLED_AGENT = f"{HARBOR}.agent_adapter.OsmosisInstalledAgent"
DISTRIBUTION = "osmosis-ai"

# The extra that a module needs on v0.3, by its dotted prefix.
EXTRAS = {
    f"{ROLLOUT}.server": "server",
    f"{ROLLOUT}.backend.harbor": "harbor",
    STRANDS: "strands",
    OPENAI_AGENTS: "openai-agents",
    "osmosis_ai.eval.rubric": "rubric",
}
# A file that imports something of an extra has one of these words, beside the package's name.
EXTRA_WORDS = ("server", "strands", "openai_agents", "harbor", "rubric", "Osmosis", "Harbor")

# The files in which v0.2 exchanged what an execution gave: its samples, and their rewards.
SAMPLE_FILES = ("samples.json", "sample.json", "rollout_meta.json")
REWARD_FILE = "reward.json"

POLLED = "remove it: results are polled from the rollout server, there are no callbacks since 0.3.3"
CLIENT = "remove it: talk to the rollout server through `osmosis_ai.rollout.client`"

# Sections of the SDK's own v0.2 to v0.3 migration guide.
GUIDE_SAMPLE = "2. From several samples to one sample"
GUIDE_REGISTER = "3. One registered agent or session per execution"
GUIDE_SOURCE = "4. Custom sample sources"
GUIDE_ROUTING = "5. Custom routing and backend adapters"
GUIDE_BEFORE = "Before changing code"
GUIDE_PACKAGE = "1. Package and extras"
GUIDE_HARBOR_IMPORT = "Harbor 1. Package and import"
GUIDE_HARBOR_CONSTRUCTOR = "Harbor 2. The constructor"
GUIDE_HARBOR_BUNDLE = "Harbor 4. Bundle instead of mount"
GUIDE_HARBOR_ARGUMENTS = "Harbor 3 to 6. Task mode, bundle, agent, prewarming"
NOT_IN_GUIDE = "not in the guide"

# Names that only previews between 0.3.0rc1 and rc2 had, with what they stand for.
PREVIEW_NAMES = {
    f"{HARBOR}.HarborBackendV2": HARBOR_BACKEND,
    f"{HARBOR}.backend_v2": f"{HARBOR}.backend",
    f"{HARBOR}.backend_v2.HarborBackendV2": HARBOR_BACKEND,
    f"{HARBOR}.backend.HarborBackendV2": HARBOR_BACKEND,
    f"{ROLLOUT}.backend.HarborBackendV2": HARBOR_BACKEND,
    f"{ROLLOUT}.HarborBackendV2": HARBOR_BACKEND,
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


def members(owner: str, *names: str) -> tuple[str, ...]:
    """Qualified names of members or of what lies in a module."""
    return tuple(f"{owner}.{name}" for name in names)


def parameters(function: str, *names: str) -> tuple[str, ...]:
    """The same of parameters of a function, or of a class's constructor."""
    return tuple(f"{function}({name})" for name in names)
