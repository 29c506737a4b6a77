"""Members and keywords that only got another name."""

from __future__ import annotations

import ast
import re

from osmosis_lint.api.records import GRADER_CONTEXT, HARBOR_BACKEND, RENAMED, ROLLOUT_CONTEXT
from osmosis_lint.fixes.edits import Edit, Fix, RefusedError
from osmosis_lint.fixes.file import origin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.diagnostics import Diagnostic
    from osmosis_lint.fixes.file import SourceFile

_ONE_NAME = re.compile(r"use `(\w+)`")
_PLAIN_TEXT = re.compile(r"""[rRuU]?(?P<quote>'''|\"\"\"|'|")(?P<text>[^\\]*)(?P=quote)""", re.DOTALL)
# Names in texts, such as the target of a mock; what is done with them there has to follow by hand.
_IN_TEXTS = {
    f"{GRADER_CONTEXT}.samples": "sample",
    f"{GRADER_CONTEXT}.set_sample_reward": "set_reward",
    f"{ROLLOUT_CONTEXT}.register_sample_source": "set_sample_source",
}
_PENDING = "osmosis_ai.rollout.types.sample.RolloutStatus.PENDING"
_DOUBTS = {
    _PENDING: "`QUEUED` is only the nearest of three states",
    f"{HARBOR_BACKEND}.workflow_path": "`workflow_path` was a text, `agent` is a class where a class was passed",
}


def new_name(diagnostic: Diagnostic) -> str:
    """The name that replaces a renamed member or parameter. Raises RefusedError when it was not just renamed."""
    verdict = origin(diagnostic).verdict
    if diagnostic.symbol == _PENDING:
        return "QUEUED"
    if verdict is None or verdict.record is None or verdict.record.happened != RENAMED:
        raise RefusedError("it has no counterpart on v0.3")
    match = _ONE_NAME.match(verdict.record.replacement or verdict.rule.hint)
    if match is None:
        raise RefusedError("it has no counterpart of one name on v0.3")
    return match.group(1)


def fix(file: SourceFile, diagnostic: Diagnostic) -> Fix:
    """Rename an attribute, keyword, dict key or text."""
    node = origin(diagnostic).node
    old = diagnostic.symbol.rpartition(".")[2].rpartition("(")[2].rstrip(")")
    new = new_name(diagnostic)
    doubt = _DOUBTS.get(diagnostic.symbol, "")
    if file.in_fstring(node):
        raise RefusedError("it stands in an f-string, whose inner places this Python does not tell")
    return Fix(f"Replace `{old}` by `{new}`", [name_edit(file, node, old, new)], [diagnostic], doubt)


def fix_text(file: SourceFile, diagnostic: Diagnostic) -> Fix:
    """Rename a member that is named in a text."""
    node = origin(diagnostic).node
    new = _IN_TEXTS.get(diagnostic.symbol)
    if not isinstance(node, ast.Constant) or new is None:
        raise RefusedError("there is no rewrite for this use")
    old = diagnostic.symbol.rpartition(".")[2]
    edit = name_edit(file, node, old, new)
    return Fix(f"Replace `{old}` by `{new}`", [edit], [diagnostic], "what is done with it elsewhere may not fit")


def name_edit(file: SourceFile, node: ast.AST, old: str, new: str) -> Edit:
    """The edit that renames at a node: an attribute, a keyword, or the end of a text."""
    if isinstance(node, ast.Attribute):
        end = file.end(node)
        return Edit(end - len(node.attr), end, new)
    if isinstance(node, ast.keyword):
        start = file.start(node)
        return Edit(start, start + len(node.arg or ""), new)
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        start, end = file.span(node)
        match = _PLAIN_TEXT.fullmatch(file.text[start:end])
        if match is not None and match.group("text").endswith(old):
            last = start + match.end("text")
            return Edit(last - len(old), last, new)
    raise RefusedError("the name is not written out")
