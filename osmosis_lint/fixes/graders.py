"""Graders and whatever else reads a mapping of samples: the whole function becomes one of the single sample.

A function is rewritten as a whole or not at all: a loop, its rewards and the look-ups around it only make
sense together. `mappings` follows every use of a mapping of samples, `loops` turns loops into straight code,
`guarding` puts in the test for a missing sample, and this module collects their edits into one fix.
"""

from __future__ import annotations

import ast
import re

from osmosis_lint.fixes.calls import METHODS, UNEVALUATED, without_identity
from osmosis_lint.fixes.edits import Edit, Fix, RefusedError, apply, conflict
from osmosis_lint.fixes.file import is_simple, origin
from osmosis_lint.fixes.guarding import Guarding
from osmosis_lint.fixes.helpers import drop_parameter
from osmosis_lint.fixes.indents import Indents
from osmosis_lint.fixes.loops import Loops
from osmosis_lint.fixes.mappings import Mappings
from osmosis_lint.fixes.messages import Messages

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from osmosis_lint.diagnostics import Diagnostic
    from osmosis_lint.fixes.file import SourceFile

_READS = frozenset(("OSM101", "OSM102", "OSM105", "OSM106", "OSM110"))
_IN_FSTRING = "a use stands in an f-string, whose inner places this Python does not tell"
# An f-string of one part that has no fields.
_PLAIN = re.compile(r"[fF](?P<rest>([\"'])(?!\2\2)[^{}\\\"']*\2)")
_CODES = _READS | {"OSM103", "OSM107"}


def fix(file: SourceFile, diagnostic: Diagnostic) -> Fix:
    """The rewrite of the function (or statement outside functions) that a diagnostic is in."""
    node = origin(diagnostic).node
    if diagnostic.code == "OSM107" and not isinstance(node, ast.Attribute):
        raise RefusedError("it is not read here")
    unit = file.function(node) or file.statement(node)
    known = file.memo.get(("unit", unit))
    if known is None:
        try:
            known = Unit(file, unit).fix()
        except RefusedError as refused:
            known = refused
        file.memo["unit", unit] = known
    if isinstance(known, RefusedError):
        raise known
    assert isinstance(known, Fix)
    if diagnostic not in known.covers:
        raise RefusedError("the sample's id has no counterpart on v0.3")
    return known


class Unit:
    """One function, or one statement outside functions, and the edits that are collected for it."""

    def __init__(self, file: SourceFile, node: ast.stmt) -> None:
        self.file = file
        self.node = node
        self.check = file.check
        self.nodes = set(ast.walk(node))
        self.diagnostics = [
            item for item in file.diagnostics if item.code in _CODES and origin(item).node in self.nodes
        ]
        self.edits: list[Edit] = []
        self.covers: list[Diagnostic] = []
        # Constant names that samples are looked up by.
        self.keys: set[str] = set()
        # Names that stood for the id of a sample where it went.
        self.ids: list[ast.Name] = []
        self.doubt = ""
        self.indents = Indents(file)
        self.guarding = Guarding(self)
        self.loops = Loops(self)
        self.messages = Messages(self)
        self.mappings = Mappings(self)

    def fix(self) -> Fix:
        """The whole rewrite. Raises RefusedError when a use is not understood."""
        for item in self.diagnostics:
            node = origin(item).node
            if self.file.in_fstring(node):
                raise RefusedError(_IN_FSTRING)
            if item.code in _READS:
                self.mappings.add(item, origin(item).place)
                self.covers.append(item)
        self.mappings.follow()
        self.guarding.settle()
        for item in self.diagnostics:
            if item.code == "OSM103":
                self._reward(item)
        self._parameters()
        self._identities()
        self.guarding.insert()
        self.edits += self.indents.edits()
        self._several_names()
        return Fix(self._title(), _settled(self.edits), self.covers, self.doubt)

    def replace(self, node: ast.AST, text: str) -> None:
        """Replace the text of a node. Raises RefusedError where its place is not known."""
        if self.file.in_fstring(node):
            raise RefusedError(_IN_FSTRING)
        self.edits.append(Edit(*self.file.span(node), text))

    def inside(self, text: ast.JoinedStr, edits: Sequence[Edit]) -> None:
        """Change an f-string from inside: as a whole, for its parts do not keep their places."""
        start, end = self.file.span(text)
        within = [edit for edit in self.edits if start <= edit.start and edit.end <= end]
        if any((edit.start, edit.end) == (start, end) for edit in within):
            raise RefusedError("two parts of an f-string change")
        self.edits = [edit for edit in self.edits if edit not in within]
        source = self.file.text[start:end]
        moved = [Edit(edit.start - start, edit.end - start, edit.text) for edit in {*within, *edits}]
        source = apply(source, moved)
        # Without fields it is an ordinary text.
        plain = _PLAIN.fullmatch(source)
        self.edits.append(Edit(start, end, plain["rest"] if plain else source))

    def gone(self, node: ast.AST) -> bool:
        """Whether an edit replaces the text of a node."""
        start, end = self.file.span(node)
        return any(edit.start <= start and end <= edit.end and edit.start < edit.end for edit in self.edits)

    def _reward(self, item: Diagnostic) -> None:
        node = origin(item).node
        if not isinstance(node, ast.Attribute):
            raise RefusedError("a reward is set through a text")
        if node.attr not in METHODS:
            raise RefusedError("a reward is set in an unknown way")
        self.covers.append(item)
        if self.gone(node):
            return
        identity, edits = without_identity(self.file, node, origin(item).place)
        if identity is not None and not is_simple(identity) and not self.mappings.is_key(identity):
            raise RefusedError(UNEVALUATED)
        if isinstance(identity, ast.Constant) and isinstance(identity.value, str):
            self.keys.add(identity.value)
        self._not_several(identity)
        if identity is not None:
            # What was planned inside the argument goes with it.
            start, end = self.file.span(identity)
            self.edits = [edit for edit in self.edits if not (start <= edit.start and edit.end <= end)]
        self.edits += edits
        if isinstance(identity, ast.Name):
            self.ids.append(identity)

    def _not_several(self, identity: ast.expr | None) -> None:
        """Refuse a reward that is set for each of several samples by another loop."""
        for name in ast.walk(identity) if identity is not None else ():
            if not isinstance(name, ast.Name):
                continue
            stmt = self.file.statement(name)
            scope = self.file.module.scopes.positions[stmt].scope
            for binding in scope.module.flow.reaching(name.id, scope, stmt):
                if binding.kind in ("for", "comprehension") and not self.loops.is_unwrapped(binding.stmt):
                    raise RefusedError("a reward is set for each of several samples")

    def _parameters(self) -> None:
        """Parameters of helpers that only took an id go, with the arguments for them."""
        seen: set[str] = set()
        for name in self.ids:
            if name.id not in seen:
                seen.add(name.id)
                drop_parameter(self, name)

    def _identities(self) -> None:
        """Ids that went with an argument are answered; names that only held ids must not be used any more."""
        read = self._same_ids()
        for item in self.diagnostics:
            node = origin(item).node
            if item.code == "OSM107" and (
                self.gone(node) or (isinstance(node, ast.Attribute) and self.messages.add(node))
            ):
                self.covers.append(item)
        for key in self.mappings.stored_by:
            if key not in read and not self.loops.is_identity(key):
                raise RefusedError("a value is stored by what is not known to be the sample's id")
        self.loops.check_identities()
        self.messages.settle()

    def _same_ids(self) -> set[ast.AST]:
        """Two ids that are compared are both that of the one sample. Gives what reads an id of a sample."""
        read = {origin(item).node for item in self.diagnostics if item.code == "OSM107"}
        for node in self.nodes:
            if isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.ops[0], (ast.Eq, ast.NotEq)):
                sides = (node.left, node.comparators[0])
                if any(side in read for side in sides) and all(
                    side in read or self.loops.is_identity(side) for side in sides
                ):
                    self.replace(node, str(isinstance(node.ops[0], ast.Eq)))
        return read

    def _several_names(self) -> None:
        """Samples of several names cannot become one without a decision."""
        if len(self.keys) > 1:
            shown = ", ".join(f"`{key}`" for key in sorted(self.keys))
            raise RefusedError(f"samples of several names are used: {shown}")
        if any(item.code == "OSM203" for item in self.file.diagnostics) and not self.doubt:
            self.doubt = "a workflow in this file registers more than one sample"

    def _title(self) -> str:
        codes = {item.code for item in self.covers}
        if codes == {"OSM103"}:
            return "Replace `set_sample_reward` by `set_reward`"
        return "Use the single sample"


def _settled(edits: list[Edit]) -> list[Edit]:
    """The edits without those that lie inside others. Raises RefusedError when two of them clash."""
    ordered = sorted(set(edits), key=lambda edit: (edit.start, edit.end > edit.start, -edit.end))
    out: list[Edit] = []
    for edit in ordered:
        if out and out[-1].start <= edit.start and edit.end <= out[-1].end and out[-1].start < out[-1].end:
            inside = edit.start < out[-1].end and (edit.end > out[-1].start)
            if inside and not (edit.start == edit.end and edit.start in (out[-1].start, out[-1].end)):
                continue
        if out and conflict(out[-1], edit) and not _beside(out[-1], edit):
            raise RefusedError("the rewrite would touch one place twice")
        out.append(edit)
    return out


def _beside(one: Edit, two: Edit) -> bool:
    return one.end <= two.start
