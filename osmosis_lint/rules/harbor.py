"""OSM412 and OSM414: what a `HarborBackend` call leaves out, and v0.3 calls that cannot work."""

from __future__ import annotations

import ast

from osmosis_lint.api import records
from osmosis_lint.semantics.arguments import Arguments, Call, Keyword
from osmosis_lint.semantics.calls import constant_text
from osmosis_lint.semantics.guards import ARGUMENT_ERRORS
from osmosis_lint.semantics.scopes import Binding, Place
from osmosis_lint.semantics.values import External, Instance, Literal, ProjectClass, SdkClass, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.rules.check import Check

# Statements with one of these are looked at.
WORDS = frozenset(("HarborBackend", "HarborBackendV2", "prewarm", "prewarm_lifespan"))

# Registered native agents, with the release that brought them, and task modes.
NATIVE_AGENTS = {
    "terminus-2": (0, 3, 0),
    "mini-swe-agent": (0, 3, 0),
    "opencode": (0, 3, 4),
    "oracle": (0, 3, 0),
}
TASK_MODES = ("template", "dataset")
# From here on, prewarming in dataset mode finds the tasks itself.
_FINDS_TASKS = (0, 3, 8)
_PREWARM = frozenset(("prewarm", "prewarm_lifespan"))
_ERRORS = frozenset(("ValueError", *ARGUMENT_ERRORS))


def check_call(check: Check, call: Call) -> None:
    """A constructor call of `HarborBackend`, or a prewarm call of one."""
    for value, arguments, is_complete in call.targets:
        if not check.resolver.is_subclass(value, records.HARBOR_BACKEND):
            continue
        if isinstance(value, SdkClass) or not _has_own_constructor(check, value):
            _check_constructor(check, call, arguments, is_complete)
            return
    function = call.node.func
    if isinstance(function, ast.Attribute) and function.attr in _PREWARM:
        _check_prewarm(check, call, function)


def _has_own_constructor(check: Check, value: Value) -> bool:
    """Whether a project class takes its own arguments, and not those of the SDK's class."""
    return isinstance(value, ProjectClass) and any(
        isinstance(base, ProjectClass) and check.resolver.defines(base.scope, "__init__")
        for base in check.resolver.mro(value.scope)
    )


def _check_constructor(check: Check, call: Call, arguments: Arguments, is_complete: bool) -> None:
    old = [item for item in arguments.keywords if check.table.parameter(records.HARBOR_BACKEND, item.name) is not None]
    if old and is_complete and arguments.complete:
        _check_trials(check, call, arguments.keyword("trials_dir"))
    _check_sources(check, call, arguments)
    _check_agent(check, call, arguments)
    mode = arguments.keyword("task_mode")
    if mode is not None:
        text = constant_text(check.resolver, mode.value, mode.place)
        if text is not None and text not in TASK_MODES:
            modes = " or ".join(f'"{name}"' for name in TASK_MODES)
            _report(check, mode.node, call.place, f"`task_mode={text!r}` is not a task mode", f"use {modes}")


def _check_trials(check: Check, call: Call, given: Keyword | None) -> None:
    """Where the trials of a call from before v0.3 go: v0.2 took `Path("trials")`, its default, for one below `/tmp`."""
    if given is None:
        message = "`trials_dir` is left out: v0.2 put trials below `/tmp`, v0.3 puts them below `TMPDIR`"
        check.report("OSM412", call.node, call.place, ARGUMENT_ERRORS, name=message)
        return
    built = _constructions(check, given.value, given.place)
    if built and all(_is_old_default(check, node, place) for node, place in built):
        message = '`trials_dir=Path("trials")` was a folder below `/tmp` on v0.2, and is `trials` itself on v0.3'
        hint = "leave it out to keep the trials below the temporary folder"
        check.report("OSM412", given.node, call.place, ARGUMENT_ERRORS, name=message, hint=hint)


def _is_old_default(check: Check, node: ast.Call, place: Place) -> bool:
    return (
        len(node.args) == 1
        and constant_text(check.resolver, node.args[0], place) == "trials"
        and External("pathlib.Path") in check.resolver.infer(node.func, place)
    )


def _check_sources(check: Check, call: Call, arguments: Arguments) -> None:
    bundle, code = arguments.keyword("bundle"), arguments.keyword("code_dir")
    if bundle is None or code is None:
        return
    if not _may_be_nothing(check, bundle.value, bundle.place) and not _may_be_nothing(check, code.value, code.place):
        hint = "pass one of them: a given bundle is used as it is"
        _report(check, code.node, call.place, "`code_dir` has no effect beside `bundle`", hint)


def _check_agent(check: Check, call: Call, arguments: Arguments) -> None:
    agent = arguments.keyword("agent")
    if agent is None:
        return
    text = constant_text(check.resolver, agent.value, agent.place)
    registered = [name for name, since in NATIVE_AGENTS.items() if since <= check.target]
    # A text with a colon is the import path of a workflow.
    if text is not None and ":" not in text and text not in registered:
        names = ", ".join(f'"{name}"' for name in registered)
        hint = f'the names are {names}; a workflow\'s path is "module:Class"'
        _report(check, agent.node, call.place, f"`agent={text!r}` is not a registered native agent", hint)
    options = arguments.keyword("native_agent_kwargs")
    if options is None or _may_be_nothing(check, options.value, options.place):
        return
    is_workflow = any(
        isinstance(value, (SdkClass, ProjectClass)) and check.resolver.is_subclass(value, records.AGENT_WORKFLOW)
        for value in check.resolver.infer(agent.value, agent.place)
    )
    if is_workflow or (text is not None and ":" in text):
        hint = "remove it, or pass a native agent's name as `agent=`"
        _report(check, options.node, call.place, "`native_agent_kwargs` is refused with a workflow", hint)


def _may_be_nothing(check: Check, node: ast.expr, place: Place) -> bool:
    if isinstance(node, ast.Constant):
        return node.value is None
    if isinstance(node, ast.Dict):
        return not node.keys
    types = check.resolver.infer(node, place)
    return any(isinstance(value, Literal) and value.value is None for value in types)


def _check_prewarm(check: Check, call: Call, function: ast.Attribute) -> None:
    """`prewarm()` without task ids on a backend that was built in dataset mode."""
    if call.node.args or call.node.keywords or check.target >= _FINDS_TASKS:
        return
    types = check.resolver.infer(function.value, call.place)
    if not any(isinstance(v, Instance) and check.resolver.is_subclass(v.cls, records.HARBOR_BACKEND) for v in types):
        return
    built = _constructions(check, function.value, call.place)
    if built and all(_is_dataset(check, node, place) for node, place in built):
        name = f"`{function.attr}()` needs the task ids in dataset mode"
        _report(check, call.node, call.place, name, f'write `{function.attr}(["task-a", …])`')


def _constructions(check: Check, node: ast.expr, place: Place, depth: int = 0) -> list[tuple[ast.Call, Place]]:
    """The constructor calls an object comes from; empty when one of its origins is not a call."""
    if depth > 4:
        return []
    if isinstance(node, ast.Call):
        return [(node, place)]
    bindings: list[Binding] = []
    if isinstance(node, ast.Name):
        bindings = check.resolver.definitions(node.id, place)
    elif isinstance(node, ast.Attribute):
        for value in check.resolver.infer(node.value, place):
            if isinstance(value, Instance) and isinstance(value.cls, ProjectClass):
                bindings += value.cls.scope.attributes.get(node.attr, [])
    out: list[tuple[ast.Call, Place]] = []
    for binding in bindings:
        if binding.kind not in ("assign", "annotation") or not isinstance(binding.node, ast.expr):
            return []
        found = _constructions(check, binding.node, Place(binding.scope, binding.stmt), depth + 1)
        if not found:
            return []
        out += found
    return out


def _is_dataset(check: Check, node: ast.Call, place: Place) -> bool:
    for keyword in node.keywords:
        if keyword.arg == "task_mode":
            if constant_text(check.resolver, keyword.value, place) == "dataset":
                return True
            value = keyword.value
            return isinstance(value, ast.Attribute) and value.attr == "DATASET"
    return False


def _report(check: Check, node: ast.AST, place: Place, message: str, hint: str) -> None:
    check.report("OSM414", node, place, _ERRORS, name=message, hint=hint)
