"""The pylint plugin: a checker a family of rules, all named `osmosis`, all fed by one run of the engine."""

from __future__ import annotations

from pylint.checkers import BaseRawFileChecker
from pylint.interfaces import HIGH

from osmosis_lint import SDK_PACKAGE
from osmosis_lint.api import records, releases
from osmosis_lint.engine import Engine
from osmosis_lint.semantics.source import decode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from astroid import nodes
    from pylint.lint import PyLinter
    from pylint.typing import MessageDefinitionTuple

    from osmosis_lint.diagnostics import Diagnostic

_SDK = SDK_PACKAGE.encode()


class _Run:
    """The engine of a run, and the findings of the module that is looked at."""

    def __init__(self) -> None:
        self.engine = Engine(advice=True)
        self._module: nodes.Module | None = None
        self._found: list[Diagnostic] = []

    def findings(self, module: nodes.Module) -> list[Diagnostic]:
        """What the engine finds in a module; worked out once for all checkers."""
        if module is not self._module:
            self._module = module
            self._found = self._check(module)
        return self._found

    def _check(self, module: nodes.Module) -> list[Diagnostic]:
        stream = module.stream()
        if stream is None:
            return []
        with stream:
            data = stream.read()
        if _SDK not in data and b"import" not in data:
            return []
        try:
            return self.engine.check(module.file or module.name, decode(data))
        except (SyntaxError, ValueError, LookupError, RecursionError):
            # pylint reports a file that it cannot parse under its own codes.
            return []


def _message(rule: records.Rule) -> MessageDefinitionTuple:
    outcome = "; ".join(dict.fromkeys(record.outcome for record in rule.records))
    description = f"Reports {rule.reports}. On 0.3.8: {outcome}. What to do: {rule.hint or 'see the message'}."
    if rule.advice:
        return ("%s", rule.name, description, {"default_enabled": False})
    return ("%s", rule.name, description)


class _Checker(BaseRawFileChecker):
    """The rules of one family. pylint wants the first digits of all ids of a checker to be the same."""

    name = "osmosis"
    run: _Run

    def process_module(self, node: nodes.Module) -> None:
        """Report the family's findings of a module."""
        for found in self.run.findings(node):
            rule = records.BY_CODE[found.code]
            message_id = records.message_id(rule)
            if message_id in self.msgs:
                self.add_message(
                    message_id,
                    line=found.span.line,
                    args=(found.text,),
                    confidence=HIGH,
                    col_offset=found.span.column,
                    end_lineno=found.span.end_line,
                    end_col_offset=found.span.end_column,
                )


class _FirstChecker(_Checker):
    """The family that also carries the plugin's option."""

    options = (
        (
            "osmosis-target-version",
            {
                "default": "",
                "type": "string",
                "metavar": "<version>",
                "help": "The osmosis-ai release to check for, such as 0.3.2 (default: the newest one known).",
            },
        ),
    )

    def open(self) -> None:
        """Read the option when a run starts (in each process of a parallel run)."""
        target = releases.target(self.linter.config.osmosis_target_version)
        self.run.engine = Engine(target, advice=True)


def load_configuration(linter: PyLinter) -> None:
    """Called by pylint when the options are known: a target version that is none ends the run with one line."""
    try:
        releases.target(linter.config.osmosis_target_version)
    except ValueError as error:
        raise SystemExit(f"osmosis-target-version: {error}") from None


def register(linter: PyLinter) -> None:
    """Called by pylint: add the checkers."""
    if any(checker.name == _Checker.name for checker in linter.get_checkers()):
        # pylint 3 calls this again in each of its processes, where the checkers are already.
        return
    run = _Run()
    families: dict[str, list[records.Rule]] = {}
    for rule in records.PYTHON_RULES:
        families.setdefault(rule.code[3], []).append(rule)
    for number, (family, rules) in enumerate(sorted(families.items())):
        base = _Checker if number else _FirstChecker
        checker = type(f"OsmosisChecker{family}", (base,), {"__doc__": base.__doc__})(linter)
        checker.msgs = {records.message_id(rule): _message(rule) for rule in rules}
        checker.run = run
        linter.register_checker(checker)
