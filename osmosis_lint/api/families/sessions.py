"""Sessions, agents and `run()`: one execution registers one agent or session."""

from __future__ import annotations

from osmosis_lint.api.record import (
    AGENT_WORKFLOW,
    ATTRIBUTE_ERROR,
    BEHAVIOUR_CHANGED,
    ERROR,
    GUIDE_REGISTER,
    GUIDE_ROUTING,
    IMPORT_ERROR,
    LEFT_TO_BASE,
    MEMORY_SESSION,
    NOT_IN_GUIDE,
    OPENAI_AGENTS,
    PARAMETER_GONE,
    REMOVED,
    RENAMED,
    ROLLOUT_CONTEXT,
    STRANDS_AGENT,
    STRANDS_MODEL,
    TYPE_ERROR,
    VALUE_ERROR,
    Record,
    Rule,
    members,
)

RULES: tuple[Rule, ...] = (
    Rule(
        "OSM201",
        "memory-session-argument",
        ERROR,
        Record(f"{MEMORY_SESSION}(name)", happened=PARAMETER_GONE, outcome=TYPE_ERROR),
        reports="an argument to `OsmosisMemorySession(…)`",
        hint="call it without arguments",
        guide=GUIDE_REGISTER,
    ),
    Rule(
        "OSM202",
        "memory-session-name",
        ERROR,
        Record(f"{MEMORY_SESSION}.name", happened=RENAMED, outcome=ATTRIBUTE_ERROR),
        reports="`OsmosisMemorySession.name`",
        hint="use `session_id`",
        guide=GUIDE_REGISTER,
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
        guide=GUIDE_REGISTER,
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
            f"{STRANDS_MODEL}.for_sample",
            happened=REMOVED,
            outcome=ATTRIBUTE_ERROR,
            replacement="give the model to an `OsmosisStrandsAgent`, or build a `LiteLLMModel` for the URL and key of"
            " the context",
        ),
        Record(
            *members(STRANDS_MODEL, "update_config", "get_config", "structured_output", "stream"),
            happened=LEFT_TO_BASE,
            outcome=ATTRIBUTE_ERROR,
            replacement="remove it: the model is a placeholder, which `OsmosisStrandsAgent` replaces",
        ),
        Record(
            *members(STRANDS_MODEL, "config", "client_args"),
            happened=LEFT_TO_BASE,
            outcome=ATTRIBUTE_ERROR,
            replacement="use `litellm_kwargs`, the keywords that the model was built with",
        ),
        Record(f"{OPENAI_AGENTS}.current_sample_id", happened=REMOVED, outcome=IMPORT_ERROR),
        Record(
            f"{OPENAI_AGENTS}.OsmosisLitellmModel.rollout_id",
            happened=REMOVED,
            outcome=ATTRIBUTE_ERROR,
            replacement="read `rollout_id` of `get_rollout_context()`",
        ),
        reports="`OsmosisRolloutModel.for_sample` and what else went from the strands model, `current_sample_id`,"
        " `OsmosisLitellmModel.rollout_id`",
        hint="remove it: the URL carries the rollout's identity",
        guide=GUIDE_ROUTING,
    ),
    Rule(
        "OSM206",
        "run-return-value",
        ERROR,
        Record(
            f"{AGENT_WORKFLOW}.run",
            happened=BEHAVIOUR_CHANGED,
            outcome="the rollout fails with TypeError (a list of messages becomes the sample)",
        ),
        reports="`run()` of a workflow that returns a value of a known wrong kind: text, number, dict, the result of"
        " `Runner.run` or of a strands agent, or text out of it",
        hint="use `return None`, return the list of messages, or an `AgentWorkflowOutput`",
        guide=NOT_IN_GUIDE,
        message="v0.3 fails a rollout whose `run()` returns {name}",
    ),
)
