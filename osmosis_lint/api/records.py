"""What the SDK removed or changed between v0.2 and v0.3: the table that every rule comes from.

A `Rule` is one code; its `Record`s are the names it holds under. Names are canonical qualified names
(the module that defines the object); the other places a name can be imported from are in
`surface.txt`, as are the releases that had it. A parameter is written `Class(parameter)`.

Sources: the SDK's own v0.2 to v0.3 migration guide (the section is named in each rule) and the
released packages 0.2.25 to 0.3.8; where they differ, the package is right.
"""

from __future__ import annotations

from osmosis_lint.api.families import command, harbor, manifests, names, routing, samples, sessions
from osmosis_lint.api.record import (
    AGENT_WORKFLOW,
    BEHAVIOUR_CHANGED,
    ERROR,
    EXECUTION_RESULT,
    EXTRAS,
    GRADER_CONTEXT,
    HARBOR,
    HARBOR_BACKEND,
    HARBOR_CONTEXT,
    HOOK_GONE,
    LEFT_TO_BASE,
    MEMORY_SESSION,
    MOVED,
    PARAMETER_GONE,
    PREVIEW_NAMES,
    PROTOCOL,
    REMOVED,
    RENAMED,
    ROLLOUT_CONTEXT,
    ROLLOUT_SAMPLE,
    SAMPLE_SOURCE,
    SIGNATURE_CHANGED,
    SILENT,
    STRANDS_AGENT,
    STRANDS_MODEL,
    VALUE_GONE,
    WORKFLOW_CONTEXT,
    Record,
    Rule,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# With the words of `record` that the rest of the package needs; the others are for the families alone.
__all__ = [
    "ADVICE",
    "AGENT_WORKFLOW",
    "BEHAVIOUR_CHANGED",
    "BY_CODE",
    "EXECUTION_RESULT",
    "EXTRAS",
    "GRADER_CONTEXT",
    "HARBOR",
    "HARBOR_BACKEND",
    "HARBOR_CONTEXT",
    "HOOK_GONE",
    "LEFT_TO_BASE",
    "MEMORY_SESSION",
    "MOVED",
    "PARAMETER_GONE",
    "PREVIEW_NAMES",
    "PROTOCOL",
    "PYTHON_RULES",
    "REMOVED",
    "RENAMED",
    "ROLLOUT_CONTEXT",
    "ROLLOUT_SAMPLE",
    "RULES",
    "SAMPLE_SOURCE",
    "SIGNATURE_CHANGED",
    "SILENT",
    "STRANDS_AGENT",
    "STRANDS_MODEL",
    "TOOL_RULES",
    "VALUE_GONE",
    "WORKFLOW_CONTEXT",
    "Record",
    "Rule",
    "message_id",
    "records",
]

# In the order of their codes.
RULES: tuple[Rule, ...] = (
    *samples.RULES,
    *sessions.RULES,
    *routing.RULES,
    *harbor.RULES,
    *names.RULES,
    *manifests.RULES,
)

# What comes after OSM504 is about the files that declare the dependency: a host that sees only Python has no use
# for it.
PYTHON_RULES: tuple[Rule, ...] = tuple(rule for rule in RULES if rule.code <= "OSM504")
BY_CODE: dict[str, Rule] = {rule.code: rule for rule in RULES}
ADVICE: frozenset[str] = frozenset(rule.code for rule in RULES if rule.advice)
# What the command reports beside uses of the SDK. These have no records, so they are kept apart.
TOOL_RULES: tuple[Rule, ...] = command.RULES


def records() -> Iterator[tuple[Rule, Record]]:
    """Every record with its rule."""
    for rule in RULES:
        for record in rule.records:
            yield rule, record


def message_id(rule: Rule) -> str:
    """The pylint message id of a rule: OSM101 is `E7101` (an error) or `W7101` (a warning)."""
    return f"{'E' if rule.level == ERROR else 'W'}7{rule.code[3:]}"
