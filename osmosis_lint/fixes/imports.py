"""Names that moved, were renamed or went: the import statement and everything that uses it, in one fix.

All findings of one import statement are answered together: a name at a time would leave edits that touch.
"""

from __future__ import annotations

import ast
import re

from osmosis_lint.api import records
from osmosis_lint.fixes.edits import Edit, Fix, RefusedError
from osmosis_lint.fixes.file import origin
from osmosis_lint.fixes.helpers import named_elsewhere
from osmosis_lint.fixes.import_lines import import_items, join, merged, new_line, run_of, sort_key, statement_line
from osmosis_lint.fixes.proof import comments
from osmosis_lint.fixes.statements import Uses, position, remove_statement, rename_edits, uses_of
from osmosis_lint.semantics.scopes import Place, Scope
from osmosis_lint.semantics.values import SdkModule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import TypeAlias

    from osmosis_lint.diagnostics import Diagnostic
    from osmosis_lint.fixes.file import SourceFile

    # A module and the name it has there.
    Target: TypeAlias = "tuple[str, str]"

_ROLLOUT = "osmosis_ai.rollout"
# Names that are spelled differently on v0.3, in the module they were in.
_RENAMED = {
    records.HARBOR_CONTEXT: "AgentWorkflowContext",
    f"{_ROLLOUT}.trajectory.save.save_trajectories": "save_trajectory",
    f"{_ROLLOUT}.utils.rewards.validate_samples_have_rewards": "validate_sample_has_reward",
}
# Comments that say something about their line to a tool.
_PRAGMA = re.compile(r"#\s*(noqa|type:|isort:|pylint:|pyright:|pyrefly:|ty:|mypy:|fmt:|ruff:|pragma:)")
_ONE_SAMPLE = "validate_sample_has_reward"
_KEEPS_CONTEXT = "AgentWorkflowContext"


def fix(file: SourceFile, diagnostic: Diagnostic) -> Fix:
    """Answer a finding at an import, at an attribute of a module, or in an import path written as a text."""
    found = origin(diagnostic)
    node, stmt = found.node, found.place.stmt
    if isinstance(node, ast.alias) and isinstance(stmt, ast.ImportFrom):
        return _Statement(file, stmt, found.place.scope).fix(diagnostic)
    if isinstance(node, (ast.ImportFrom, ast.alias)) and isinstance(stmt, (ast.ImportFrom, ast.Import)):
        return _gone_module(file, diagnostic, stmt)
    if isinstance(node, ast.Attribute):
        return _attribute(file, diagnostic, node)
    if isinstance(node, ast.Constant):
        return _text(file, diagnostic, node)
    if isinstance(node, ast.Name):
        raise RefusedError("the name comes from a star import")
    raise RefusedError("it has no counterpart on v0.3")


def target_of(file: SourceFile, diagnostic: Diagnostic) -> Target | None:
    """Where v0.3 has what a finding is about; None when it has nothing like it."""
    symbol = diagnostic.symbol
    module = symbol.rpartition(".")[0]
    if diagnostic.code == "OSM401":
        return records.HARBOR, "HarborBackend"
    surface = file.check.table.surface
    canonical = surface.resolve(symbol)
    verdict = origin(diagnostic).verdict
    if diagnostic.code == "OSM501":
        return verdict.place if verdict is not None else None
    new = _RENAMED.get(canonical.qualname if canonical else symbol)
    if new is None:
        return None
    for place in (module, canonical.qualname.rpartition(".")[0] if canonical else module):
        found = surface.lookup(f"{place}.{new}")
        if found is not None and found.alive_in(file.check.target):
            return place, new
    return None


# Import statements


class _Statement:
    """The rewrite of one `from … import …`."""

    def __init__(self, file: SourceFile, stmt: ast.ImportFrom, scope: Scope) -> None:
        self.file = file
        self.stmt = stmt
        self.scope = scope
        self.block = position(file, stmt)
        self.gone: list[int] = []
        self.added: dict[str, list[tuple[str, str | None]]] = {}
        # What is imported instead of a name that goes: module, name and alias.
        self.come: dict[int, tuple[str, str, str | None]] = {}
        self.edits: list[Edit] = []
        self.covers: list[Diagnostic] = []
        self.doubt = ""

    def fix(self, diagnostic: Diagnostic) -> Fix:
        """One fix for all findings of the statement that have an answer."""
        reasons: dict[Diagnostic, str] = {}
        found = {id(origin(item).node): item for item in self.file.diagnostics}
        for index, alias in enumerate(self.stmt.names):
            item = found.get(id(alias))
            if item is not None:
                try:
                    self._alias(index, alias, item)
                except RefusedError as refused:
                    reasons[item] = str(refused)
        if diagnostic not in self.covers:
            raise RefusedError(reasons.get(diagnostic, "it has no counterpart on v0.3"))
        self.edits += self._statement_edits()
        shown = ", ".join(f"`{origin(item).node.name}`" for item in self.covers)  # type: ignore[attr-defined]
        verb = "Import" if self.added else "Remove the unused import of"
        where = f" from {', '.join(f'`{m}`' for m in self.added)}" if self.added else ""
        fix = Fix(f"{verb} {shown}{where}", self.edits, self.covers, self.doubt)
        fix.resource = f"imports of {', '.join(sorted(self.added))}" if self.added else ""
        return fix

    def _alias(self, index: int, alias: ast.alias, item: Diagnostic) -> None:
        """Decide on one imported name: it goes, or it comes from elsewhere, perhaps under another name."""
        bound = alias.asname or alias.name
        uses = uses_of(self.file, bound, self.stmt, self.scope)
        target = target_of(self.file, item)
        if target is None:
            if uses and item.symbol.rpartition(".")[2] == "MultiTurnMode":
                self._fields(uses, bound)
            elif uses:
                raise RefusedError(f"`{bound}` is used and has no counterpart on v0.3")
            if self.file.module.is_package:
                self.doubt = "other files may import it from this package"
            self._drop(index, item)
            return
        module, name = target
        _check_calls(self.file, name, alias.name, uses)
        if alias.name == records.HARBOR_CONTEXT.rpartition(".")[2] and any(self._tells_apart(n) for n in uses.names):
            self.doubt = "contexts that were told apart by their class no longer are"
        asname = alias.asname
        if asname is None and name != alias.name:
            asname = self._rename(module, alias.name, name, uses)
        elif asname == name:
            asname = None if alias.asname != alias.name else alias.asname
        self._drop(index, item)
        if not self._has(module, name, asname):
            self.come[index] = (module, name, asname)
            self.added.setdefault(module, []).append((name, asname))

    def _fields(self, uses: Uses, bound: str) -> None:
        """`turn_mode: MultiTurnMode = MultiTurnMode.X`, a field that nothing reads, goes with the import."""
        file = self.file
        stmts = {file.statement(node): None for node in (*uses.names, *uses.texts)}
        if uses.exports or not stmts:
            raise RefusedError(f"`{bound}` is used and has no counterpart on v0.3")
        for stmt in stmts:
            scope = file.module.scopes.positions[stmt].scope
            field = getattr(stmt.target, "id", "") if isinstance(stmt, ast.AnnAssign) else ""
            if not field or scope.kind != "class" or uses.others:
                raise RefusedError(f"`{bound}` is used and has no counterpart on v0.3")
            if len(re.findall(rf"\b{re.escape(field)}\b", file.text)) > len(stmts):
                raise RefusedError(f"the field `{field}` is used and has no counterpart on v0.3")
            if named_elsewhere(file, field):
                self.doubt = f"other files may use the field `{field}`"
        for stmt in stmts:
            self.edits += remove_statement(file, stmt)

    def _tells_apart(self, node: ast.AST) -> bool:
        """Whether a use of a class asks which of several something is."""
        around = self.file.parent(node)
        if isinstance(around, ast.Tuple):
            node, around = around, self.file.parent(around)
        if isinstance(around, ast.Call):
            return node in around.args[1:]
        return isinstance(around, (ast.MatchClass, ast.Compare))

    def _drop(self, index: int, item: Diagnostic) -> None:
        self.gone.append(index)
        self.covers.append(item)

    def _rename(self, module: str, old: str, new: str, uses: Uses) -> str | None:
        """Rename the uses; the old name stays as an alias where the new one is taken or the uses cannot follow."""
        resolver = self.file.check.resolver
        for name in uses.names:
            found, _ = resolver.bindings(new, Place(self.scope, self.stmt))
            inner, where = resolver.bindings(new, Place(self._scope_of(name), self.file.statement(name)))
            if any(not _imports(binding.stmt, module, new) for binding in (*found, *(inner if where else ()))):
                return old
        if any(not _imports(b.stmt, module, new) for b in self.scope.bindings.get(new, ())):
            return old
        try:
            self.edits += rename_edits(self.file, uses, old, new)
        except RefusedError:
            return old
        if uses.exports or self.file.module.is_package:
            self.doubt = f"other files may import `{old}` from this one"
        return None

    def _scope_of(self, node: ast.AST) -> Scope:
        return self.file.module.scopes.positions[self.file.statement(node)].scope

    def _has(self, module: str, name: str, asname: str | None) -> bool:
        """Whether another import of the same block binds the name already."""
        for other in self.block.block:
            if isinstance(other, ast.ImportFrom) and not other.level and other.module == module:
                if not self.file.together(self.stmt, other):
                    continue
                for index, item in enumerate(other.names):
                    if (item.name, item.asname) == (name, asname) and not (other is self.stmt and index in self.gone):
                        return True
        return False

    def _statement_edits(self) -> list[Edit]:
        file, stmt = self.file, self.stmt
        whole = len(self.gone) == len(stmt.names)
        edits: list[Edit] = []
        for module in [*self.added]:
            joined = join(file, self.block.block, stmt, module, self.added[module], self.gone)
            if joined is not None:
                edits += joined
                # The module stays for the title.
                self.added[module] = []
        new = {module: names for module, names in self.added.items() if names}
        if whole and len(new) == 1 and self._fits_here(next(iter(new))):
            return edits + self._in_place(next(iter(new)), new[next(iter(new))])
        if whole and new and (not self._own_line() or self._has_comment()):
            return edits + self._split(sorted(new.items()))
        notes = {} if whole else self._notes(new)
        carried = [index for index in self.gone if self.come.get(index) in notes]
        edits += remove_statement(file, stmt) if whole else file.remove(import_items(file, stmt), self.gone, carried)
        for module, names in sorted(new.items()):
            told = {key[1:]: note for key, note in notes.items() if key[0] == module}
            edits.append(new_line(file, self.block.block, stmt, module, names, told))
        return merged(edits)

    def _notes(self, new: Iterable[str]) -> dict[tuple[str, str, str | None], str]:
        """The comments behind names that get a new statement, for names on lines of their own."""
        file = self.file
        items = import_items(file, self.stmt)
        out = {}
        for index, comma in enumerate(file.commas(items)):
            key = self.come.get(index)
            start, end = items.spans[index]
            stop = comma + 1 if comma >= 0 else end
            rest = file.text[stop : file.line_end(stop)].strip()
            if key is not None and key[0] in new and file.starts_line(start) and rest.startswith("#"):
                out[key] = rest
        return out

    def _split(self, new: Sequence[tuple[str, list[tuple[str, str | None]]]]) -> list[Edit]:
        """Put the new statements where the old one was, each on its own line if that one was.

        What a comment tells tools about the line is told about each of the new ones.
        """
        file, stmt = self.file, self.stmt
        start, end = file.span(stmt)
        if not self._clear():
            return [Edit(start, end, "; ".join(statement_line(*item) for item in new))]
        indent, notes = file.indent(start), self._notes(dict(new))
        lines = []
        for module, names in new:
            told = {key[1:]: note for key, note in notes.items() if key[0] == module}
            lines.append(statement_line(module, names, file.newline, indent, told, file.step))
        above = comments(file.text[start:end])
        for note in notes.values():
            above.remove(note)
        comment = self._comment() or (above.pop(0) if above and _PRAGMA.match(above[0]) else "")
        if _PRAGMA.match(comment):
            lines = [f"{line}  {comment}" for line in lines]
        elif comment:
            above.append(comment)
        if len(above) == 1 and above == [comment] and "#" not in lines[0]:
            lines[0] += f"  {above.pop()}"
        end = file.line_end(end)
        return [Edit(start, end, f"{file.newline}{indent}".join([*above, *lines]))]

    def _comment(self) -> str:
        """The comment behind the statement."""
        end = self.file.end(self.stmt)
        rest = self.file.text[end : self.file.line_end(end)].strip()
        return rest if rest.startswith("#") else ""

    def _has_comment(self) -> bool:
        return self.file.has_comment(self.file.start(self.stmt), self.file.line_end(self.file.end(self.stmt)))

    def _clear(self) -> bool:
        """Whether there is nothing but a comment on the lines of the statement."""
        start, end = self.file.span(self.stmt)
        rest = self.file.text[end : self.file.line_end(end)].strip()
        return self.file.starts_line(start) and (not rest or rest.startswith("#"))

    def _own_line(self) -> bool:
        """Whether the statement can go, with its line, and leave the block as it is."""
        opened = self.block.parent is not None or self.block.scope.kind != "module"
        return self._clear() and not (opened and len(self.block.block) == 1)

    def _fits_here(self, module: str) -> bool:
        """Whether the statement may stay where it is when it names another module."""
        file, block, index = self.file, self.block.block, self.block.index
        if not self._own_line() or self._has_comment():
            return True
        run = run_of(file, block, self.stmt)
        if not isinstance(block[index], ast.ImportFrom):
            return True
        before = [s for s in run if s.lineno < self.stmt.lineno and isinstance(s, ast.ImportFrom)]
        behind = [s for s in run if s.lineno > self.stmt.lineno and isinstance(s, ast.ImportFrom)]
        return all(sort_key(s) <= module for s in before) and all(sort_key(s) >= module for s in behind)

    def _in_place(self, module: str, names: Sequence[tuple[str, str | None]]) -> list[Edit]:
        """Keep the statement, with its parentheses and comments, and change what it names."""
        file, stmt = self.file, self.stmt
        assert stmt.module is not None
        start, end = file.span(stmt)
        source = file.text[start:end]
        indent = file.indent(start)
        text = statement_line(module, names, file.newline, indent, step=file.step)
        if "(" not in source and "\\" not in source and file.newline in text and self._own_line():
            return [Edit(start, end, text)]
        written = re.compile(r"\s*\.\s*".join(map(re.escape, stmt.module.split("."))))
        match = written.search(file.text, file.start(stmt) + len("from"))
        assert match is not None
        edits = [Edit(match.start(), match.end(), module)]
        wanted = [*names]
        spare: list[int] = []
        for index, alias in enumerate(stmt.names):
            if not wanted:
                spare.append(index)
                continue
            name, asname = wanted.pop(0)
            text = f"{name} as {asname}" if asname else name
            if text != file.source(alias):
                edits.append(Edit(*file.span(alias), text))
        return edits + (file.remove(import_items(file, stmt), spare) if spare else [])


def _check_calls(file: SourceFile, new: str, old: str, uses: Uses) -> None:
    """Refuse a rename whose calls would not fit the new name."""
    if new == _KEEPS_CONTEXT and old != new:
        if any(item.code == "OSM410" for item in file.diagnostics):
            raise RefusedError("the file still uses the context's `environment`")
        for node in uses.names:
            call = file.parent(node)
            call = file.parent(call) if isinstance(call, ast.Subscript) and call.value is node else call
            if isinstance(call, ast.Call) and (node is call.func or node is getattr(call.func, "value", None)):
                keywords = {keyword.arg for keyword in call.keywords}
                if len(call.args) > 2 or "environment" in keywords or None in keywords:
                    raise RefusedError("the context is built with an environment here")
    if new == _ONE_SAMPLE:
        for node in uses.names:
            call = file.parent(node)
            if not isinstance(call, ast.Call) or len(call.args) != 1 or call.keywords:
                raise RefusedError(f"`{old}` is not called with the samples of a context")
            argument = call.args[0]
            if not (isinstance(argument, ast.Attribute) and argument.attr in ("samples", "sample")):
                raise RefusedError(f"`{old}` is not called with the samples of a context")


def _imports(stmt: ast.AST | None, module: str, name: str) -> bool:
    """Whether a statement imports the name, plainly, from the module (or from one that hands it on)."""
    if not isinstance(stmt, ast.ImportFrom) or stmt.level or not stmt.module:
        return False
    if stmt.module.partition(".")[0] != module.partition(".")[0]:
        return False
    return any(alias.name == name and alias.asname in (None, name) for alias in stmt.names)


# Other forms


def _gone_module(file: SourceFile, diagnostic: Diagnostic, stmt: ast.ImportFrom | ast.Import) -> Fix:
    """An import of a module that is gone goes when nothing uses it, or when its names are renamed ones."""
    scope = position(file, stmt).scope
    if isinstance(stmt, ast.ImportFrom) and diagnostic.code == "OSM401":
        found = [alias for alias in stmt.names if alias.name == "HarborBackendV2"]
        if len(found) == len(stmt.names) == 1:
            uses = uses_of(file, found[0].asname or found[0].name, stmt, scope)
            asname = found[0].asname
            edits = [] if asname else rename_edits(file, uses, found[0].name, "HarborBackend")
            if not asname and scope.bindings.get("HarborBackend"):
                raise RefusedError("`HarborBackend` is bound to something else")
            text = statement_line(records.HARBOR, [("HarborBackend", asname)])
            return Fix("Import `HarborBackend`", [*edits, Edit(*file.span(stmt), text)], [diagnostic])
    covers = [item for item in file.diagnostics if origin(item).place.stmt is stmt]
    for alias in stmt.names:
        bound = alias.asname or alias.name.partition(".")[0]
        if alias.name == "*" or uses_of(file, bound, stmt, scope):
            raise RefusedError(f"`{bound}` is used and has no counterpart on v0.3")
    if isinstance(stmt, ast.Import) and len(covers) < len(stmt.names):
        raise RefusedError("the statement imports other modules as well")
    doubt = "other files may import it from this package" if file.module.is_package else ""
    return Fix("Remove the unused import", remove_statement(file, stmt), covers, doubt)


def _attribute(file: SourceFile, diagnostic: Diagnostic, node: ast.Attribute) -> Fix:
    """`rollout.create_rollout_server` through a module: renamed in place, or imported by name."""
    target = target_of(file, diagnostic)
    found = origin(diagnostic)
    values = file.check.resolver.infer(node.value, found.place)
    module = next((value.name for value in values if isinstance(value, SdkModule)), None)
    if target is None or module is None or file.in_fstring(node):
        raise RefusedError("it has no counterpart on v0.3")
    there, name = target
    _check_calls(file, name, node.attr, Uses())
    surface = file.check.table.surface
    alive = surface.lookup(f"{module}.{name}")
    if name != node.attr and alive is not None and alive.alive_in(file.check.target):
        edit = Edit(file.end(node) - len(node.attr), file.end(node), name)
        return Fix(f"Replace `{node.attr}` by `{name}`", [edit], [diagnostic])
    return _by_name(file, diagnostic, there, name)


def _by_name(file: SourceFile, diagnostic: Diagnostic, module: str, name: str) -> Fix:
    """Import what was reached through a module by name, and use the name everywhere in the file."""
    resolver = file.check.resolver
    edits: list[Edit] = []
    covers: list[Diagnostic] = []
    roots: list[tuple[ast.stmt, str, ast.Name]] = []
    for item in file.diagnostics:
        found = origin(item)
        node = found.node
        if item.code != diagnostic.code or item.symbol != diagnostic.symbol or not isinstance(node, ast.Attribute):
            continue
        root: ast.expr = node
        while isinstance(root, ast.Attribute):
            root = root.value
        if not isinstance(root, ast.Name) or file.in_fstring(node):
            raise RefusedError("the module is not reached through an import")
        bindings, _ = resolver.bindings(root.id, found.place)
        if len(bindings) != 1 or bindings[0].kind != "import" or bindings[0].stmt is None:
            raise RefusedError("the module is not reached through one import")
        taken, where = resolver.bindings(name, found.place)
        if where is not None and not all(_imports(binding.stmt, module, name) for binding in taken):
            raise RefusedError(f"`{name}` is bound to something else")
        roots.append((bindings[0].stmt, root.id, root))
        edits.append(Edit(*file.span(node), name))
        covers.append(item)
    stmt, bound, _ = roots[0]
    if any(other is not stmt for other, _, _ in roots):
        raise RefusedError("the module is imported in several places")
    place = position(file, stmt)
    if place.parent is not None:
        raise RefusedError("the module is imported conditionally")
    used = uses_of(file, bound, stmt, place.scope)
    through = {id(root) for _, _, root in roots}
    unused = not (used.texts or used.exports or used.others) and all(id(item) in through for item in used.names)
    edits += _import_edits(file, stmt, bound, module, name, unused)
    fix = Fix(f"Import `{name}` from `{module}`", edits, covers)
    fix.resource = f"imports of {module}"
    return fix


def _import_edits(file: SourceFile, stmt: ast.stmt, bound: str, module: str, name: str, unused: bool) -> list[Edit]:
    assert isinstance(stmt, (ast.Import, ast.ImportFrom))
    block = position(file, stmt).block
    out: list[Edit] = []
    if not any(_imports(other, module, name) and file.together(stmt, other) for other in block):
        joined = join(file, block, stmt, module, [(name, None)], [])
        out += joined if joined is not None else [new_line(file, block, stmt, module, [(name, None)])]
    if unused:
        index = next(i for i, a in enumerate(stmt.names) if (a.asname or a.name.partition(".")[0]) == bound)
        if len(stmt.names) == 1:
            out += remove_statement(file, stmt)
        elif isinstance(stmt, ast.ImportFrom):
            out += file.remove(import_items(file, stmt), [index])
    return out


def _text(file: SourceFile, diagnostic: Diagnostic, node: ast.Constant) -> Fix:
    """An import path in a text: `module:Name` or dotted."""
    target = target_of(file, diagnostic)
    source, value = file.source(node), str(node.value)
    # A bare name, for `getattr`, is looked up in a module that does not have it on v0.3.
    if target is None or source[1:-1] != value or source[0] not in "'\"" or value.isidentifier():
        raise RefusedError("it has no counterpart on v0.3")
    separator = ":" if ":" in value else "."
    new = f"{target[0]}{separator}{target[1]}"
    doubt = "" if separator == ":" else "the code that the text is given to may use the old place"
    edit = Edit(file.start(node) + 1, file.end(node) - 1, new)
    return Fix(f"Replace `{value}` by `{new}`", [edit], [diagnostic], doubt)
