"""OSM301 to OSM305: what was sent and exchanged beside the API: headers, URLs, exchange files and payloads."""

from __future__ import annotations

import ast
import re

from osmosis_lint.api import records
from osmosis_lint.api.headers import HEADERS
from osmosis_lint.api.record import REWARD_FILE, SAMPLE_FILES
from osmosis_lint.semantics.arguments import Call
from osmosis_lint.semantics.calls import constant_text
from osmosis_lint.semantics.scopes import Binding, Place, header_nodes
from osmosis_lint.semantics.values import STR, External, Instance, Literal, ProjectClass, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.rules.check import Check

FILES = (*SAMPLE_FILES, REWARD_FILE)
# Texts that are not words: they are looked for in the file as a whole first. A header's name may be
# written in two adjoining strings.
TEXTS = ("-id", *FILES)
# How the content of such a file is written and used.
FILE_USES = (
    ".dump(",
    ".write(",
    ".items(",
    ".values(",
    ".keys(",
    "sample_id]",
    "rollout_id]",
    '["samples"]',
    "['samples']",
)
# The attributes of contexts and requests that hold a URL; statements with one of them are looked at.
WORDS = frozenset(("chat_completions_url", "completion_callback_url", "grader_callback_url"))

# Folders that hold data sets, test data and a program's own output, never what an execution exchanges.
_DATA_FOLDERS = frozenset(
    (
        *("data", "dataset", "datasets", "fixtures", "examples", "assets", "corpus", "train", "test", "tests"),
        *("resources", "out", "output", "outputs", "cache", "report", "reports"),
    )
)
# What ends a URL, and what `%` and `format` put values in place of.
_NO_URL = re.compile(r"[^\w\-./?&=%#~+@]")
_PLACEHOLDER = re.compile(r"%\(?\w*\)?[sdr]|\{[^{}]*\}|https?://")
# Nothing of this fails with an error that a guard would catch.
_METRICS = frozenset(("metric", "criterion", "component", "dimension", "aspect", "measure"))
_NO_ERRORS: frozenset[str] = frozenset()
_URL_OWNERS = (
    records.ROLLOUT_CONTEXT,
    f"{records.PROTOCOL}.RolloutInitRequest",
    f"{records.PROTOCOL}.GraderInitRequest",
)
IDENTITIES = frozenset(("rollout_id", "sample_id"))
# A line that gives an id another name: `rid = ctx.rollout_id`, `url, rid = ctx.chat_completions_url, ctx.rollout_id`.
_RENAMED = re.compile(r"^\s*([A-Za-z_][\w, ]*?)\s*=(?!=).*\.(?:rollout_id|sample_id)\b", re.MULTILINE)
_URL_JOINERS = frozenset(("urllib.parse.urljoin", "posixpath.join", "os.path.join"))


def check_text(check: Check, node: ast.Constant, place: Place) -> None:
    """A header name, or the name of an exchange file, as a whole string."""
    value = node.value
    text = value.decode("latin-1") if isinstance(value, bytes) else value
    if not isinstance(text, str) or len(text) > 400:
        return
    code = HEADERS.get(text.lower()) or ("OSM304" if is_exchange_file(text) else "")
    if not code or _asserted_absent(node, place.stmt) or _sought_in_text(check, node, place):
        return
    if code != "OSM304" or not _is_in_data_folder(node, place.stmt):
        check.report(code, node, place, _NO_ERRORS)


def _is_in_data_folder(node: ast.Constant, stmt: ast.stmt | None) -> bool:
    """Whether the folder that a file's name is put behind is one of data, by its own name: `data_dir / "x.json"`."""
    for item in header_nodes(stmt) if stmt is not None else ():
        folder: ast.AST | None = None
        if isinstance(item, ast.BinOp) and isinstance(item.op, ast.Div) and item.right is node:
            folder = item.left.right if isinstance(item.left, ast.BinOp) else item.left
        elif isinstance(item, ast.Call) and node in item.args and isinstance(item.func, ast.Attribute):
            if item.func.attr in ("join", "joinpath"):
                folder = item.args[item.args.index(node) - 1] if item.args[0] is not node else item.func.value
        if isinstance(folder, ast.Call) and len(folder.args) == 1:
            # `Path("data")`
            folder = folder.args[0]
        if isinstance(folder, ast.Constant):
            return str(folder.value).replace("\\", "/").rpartition("/")[2].lower() in _DATA_FOLDERS
        if folder is not None:
            name = folder.attr if isinstance(folder, ast.Attribute) else getattr(folder, "id", "")
            return not _DATA_FOLDERS.isdisjoint(name.lower().split("_"))
    return False


def _sought_in_text(check: Check, node: ast.Constant, place: Place) -> bool:
    """Whether the only use of the text is a search for it in another one, which is no mapping of headers."""
    stmt = place.stmt
    if stmt is None:
        return False
    for item in header_nodes(stmt):
        if isinstance(item, ast.Compare) and item.left is node and isinstance(item.ops[0], (ast.In, ast.NotIn)):
            values = check.resolver.infer(item.comparators[0], place)
            return any(_is_text(value) for value in values)
    return False


def _is_text(value: Value) -> bool:
    return (isinstance(value, Instance) and value.cls == STR) or (
        isinstance(value, Literal) and isinstance(value.value, str)
    )


def renamed_identities(text: str) -> set[str]:
    """The names that a file gives to ids beside their own."""
    return {name.strip() for match in _RENAMED.finditer(text) for name in match.group(1).split(",") if name.strip()}


def _asserted_absent(node: ast.Constant, stmt: ast.stmt | None) -> bool:
    """Whether a statement is no more than the claim that something does not hold the text."""
    if isinstance(stmt, ast.Assert):
        test = stmt.test
        return isinstance(test, ast.Compare) and test.left is node and isinstance(test.ops[0], ast.NotIn)
    call = stmt.value if isinstance(stmt, ast.Expr) else None
    if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "assertNotIn":
        return call.args[:1] == [node]
    return False


def is_exchange_file(text: str) -> bool:
    """Whether a text is the path of the gone exchange file, and not of a data set that has its name."""
    folder, separator, name = text.replace("\\", "/").rpartition("/")
    if name != "samples.json":
        return False
    return not separator or folder.rpartition("/")[2].lower() not in _DATA_FOLDERS


# OSM303


def check_url(check: Check, node: ast.expr, place: Place) -> bool:
    """`f"{ctx.chat_completions_url}/{rollout_id}"`, `url + "/" + rollout_id`, `urljoin(url, rollout_id)`."""
    if isinstance(node, ast.JoinedStr):
        parts: list[ast.expr] = _adjoining(node)
    elif isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Div)):
        parts = _operands(node)
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
        if _ends_url(constant_text(check.resolver, node.left, place)):
            return False
        parts = list(node.right.elts) if isinstance(node.right, ast.Tuple) else [node.right]
    elif isinstance(node, ast.Call):
        parts = _joined(check, node, place)
    else:
        return False
    for index, part in enumerate(parts):
        if _is_url(check, part, place) and any(
            _is_identity(check, item, place) for item in _joining(parts[index + 1 :])
        ):
            check.report("OSM303", node, place, _NO_ERRORS)
            return True
    return False


def _joining(parts: list[ast.expr]) -> list[ast.expr]:
    """The parts up to the first one that ends the URL."""
    for index, part in enumerate(parts):
        if isinstance(part, ast.Constant) and _ends_url(str(part.value)):
            return parts[:index]
    return parts


def _ends_url(text: str | None) -> bool:
    """Whether a text between a URL and an id has a character with which no URL goes on."""
    return text is not None and _NO_URL.search(_PLACEHOLDER.sub("", text)) is not None


def _adjoining(node: ast.JoinedStr) -> list[ast.expr]:
    """The values of a formatted text that nothing parts which a URL does not have."""
    runs: list[list[ast.expr]] = [[]]
    for item in node.values:
        if isinstance(item, ast.FormattedValue):
            runs[-1].append(item.value)
        elif isinstance(item, ast.Constant) and _ends_url(str(item.value)):
            runs.append([])
    return max(runs, key=len)


def check_formatted(check: Check, node: ast.JoinedStr, place: Place) -> None:
    """A formatted path that ends with the name of the gone exchange file."""
    last = node.values[-1] if node.values else None
    if isinstance(last, ast.Constant) and is_exchange_file(str(last.value)) and "/" in str(last.value):
        check.report("OSM304", node, place, _NO_ERRORS)


def _operands(node: ast.expr) -> list[ast.expr]:
    out: list[ast.expr] = []
    while isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Div)):
        right = node.right
        out[:0] = _flattened(right)
        node = node.left
    out[:0] = _flattened(node)
    return out


def _flattened(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.JoinedStr):
        return [item.value if isinstance(item, ast.FormattedValue) else item for item in node.values]
    return [node]


def _joined(check: Check, node: ast.Call, place: Place) -> list[ast.expr]:
    function = node.func
    if isinstance(function, ast.Attribute) and function.attr == "join" and len(node.args) == 1:
        items = node.args[0]
        separator = constant_text(check.resolver, function.value, place)
        if isinstance(items, (ast.List, ast.Tuple)) and separator is not None and not _ends_url(separator):
            return list(items.elts)
    if isinstance(function, ast.Attribute) and function.attr == "format":
        text = constant_text(check.resolver, function.value, place)
        if text is not None and not _ends_url(text):
            return [*node.args, *(keyword.value for keyword in node.keywords)]
    for value in check.resolver.infer(function, place):
        if isinstance(value, External) and value.name in _URL_JOINERS:
            return [inner for item in node.args for inner in _operands(item)]
    return []


def _is_url(check: Check, node: ast.expr, place: Place, depth: int = 0) -> bool:
    """Whether an expression is the URL of a context or request, perhaps trimmed or through a name."""
    if depth > 5:
        return False
    if isinstance(node, ast.Attribute) and node.attr in WORDS:
        return any(
            isinstance(value, Instance) and any(check.resolver.is_subclass(value.cls, owner) for owner in _URL_OWNERS)
            for value in check.resolver.infer(node.value, place)
        )
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        if node.func.attr in ("rstrip", "strip", "removesuffix", "replace"):
            return _is_url(check, node.func.value, place, depth + 1)
        return False
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("str", "URL") and len(node.args) == 1:
        return _is_url(check, node.args[0], place, depth + 1)
    if isinstance(node, ast.Attribute):
        return _is_kept_url(check, node, place, depth)
    if isinstance(node, ast.BoolOp):
        return any(_is_url(check, value, place, depth + 1) for value in node.values)
    if isinstance(node, ast.Name):
        return any(
            _is_url(check, source, Place(binding.scope, binding.stmt), depth + 1)
            for binding in check.resolver.definitions(node.id, place)
            if (source := _assigned(binding)) is not None
        )
    return False


def _assigned(binding: Binding) -> ast.expr | None:
    """The expression that an assignment gives a name, also one of several side by side."""
    source = binding.node if binding.kind in ("assign", "annotation", "walrus") else None
    for index in binding.unpack:
        items = source.elts if isinstance(source, (ast.Tuple, ast.List)) else []
        plain = 0 <= index < len(items) and not any(isinstance(item, ast.Starred) for item in items)
        source = items[index] if plain else None
    return source if isinstance(source, ast.expr) else None


def _is_kept_url(check: Check, node: ast.Attribute, place: Place, depth: int) -> bool:
    """Whether an object of the project keeps such a URL, and nothing else, under the attribute."""
    bindings = [
        binding
        for value in check.resolver.infer(node.value, place)
        if isinstance(value, Instance) and isinstance(value.cls, ProjectClass)
        for binding in value.cls.scope.attributes.get(node.attr, ())
    ]
    return bool(bindings) and all(
        binding.kind in ("assign", "annotation")
        and isinstance(binding.node, ast.expr)
        and not binding.unpack
        and _is_url(check, binding.node, Place(binding.scope, binding.stmt), depth + 1)
        for binding in bindings
    )


def _is_identity(check: Check, node: ast.expr, place: Place, depth: int = 0) -> bool:
    """Whether an expression is a rollout or sample id: by its name, or the `rollout_id` of an object."""
    if depth > 4:
        return False
    if isinstance(node, ast.Attribute):
        return node.attr in IDENTITIES
    if isinstance(node, ast.Call):
        inner = [node.func.value] if isinstance(node.func, ast.Attribute) else []
        return any(_is_identity(check, item, place, depth + 1) for item in [*node.args, *inner])
    if isinstance(node, ast.Name):
        if node.id in IDENTITIES:
            return True
        sources = [_assigned(binding) for binding in check.resolver.definitions(node.id, place)]
        return any(isinstance(source, ast.Attribute) and source.attr in IDENTITIES for source in sources)
    return isinstance(node, ast.JoinedStr) and any(
        _is_identity(check, item, place, depth + 1) for item in _flattened(node)
    )


# OSM305


def check_call(check: Check, call: Call) -> None:
    """`json.dump`, `write_text` and the like: which exchange file is written, and with what."""
    node, place = call.node, call.place
    _check_callback(check, node, place)
    payload, target = _written(node)
    if payload is None:
        return
    name = _file_name(check, target, place) if target is not None else ""
    data = _payload_dict(check, payload, place)
    if data is None:
        return
    items, where = data
    if name == REWARD_FILE:
        if not _is_reward(check, items, where):
            check.report("OSM305", items, where, _NO_ERRORS)
    elif name in SAMPLE_FILES:
        _check_samples_key(check, items, where)


def _check_callback(check: Check, node: ast.Call, place: Place) -> None:
    """A call that sends a payload to a callback URL."""
    if not check.has_callbacks:
        return
    passed = [*node.args, *(keyword.value for keyword in node.keywords)]
    if not any(_is_url(check, _start(check, item, place), place) for item in passed):
        return
    for item in passed:
        if isinstance(item, ast.Call) and item.args:
            item = item.args[0]
        data = _payload_dict(check, item, place)
        if data is not None:
            _check_samples_key(check, *data)


def _start(check: Check, node: ast.expr, place: Place) -> ast.expr:
    """What a text that is put together begins with, directly or behind one name."""
    if isinstance(node, ast.Name):
        found = check.resolver.definitions(node.id, place)
        if len(found) == 1 and found[0].kind == "assign" and not found[0].unpack:
            value = found[0].node
            if isinstance(value, (ast.JoinedStr, ast.BinOp)) and found[0].scope is place.scope:
                node = value
    while isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        node = node.left
    if isinstance(node, ast.JoinedStr) and node.values:
        first = node.values[0]
        return first.value if isinstance(first, ast.FormattedValue) else first
    return node


def check_statement(check: Check, stmt: ast.stmt, place: Place) -> None:
    """`json.loads((dir / "reward.json").read_text())` used as a mapping by sample id; `url += f"/{rollout_id}"`."""
    if isinstance(stmt, ast.AugAssign):
        parts = _joining(_operands(stmt.value))
        if isinstance(stmt.op, (ast.Add, ast.Div)) and _is_url(check, stmt.target, place):
            if any(_is_identity(check, item, place) for item in parts):
                check.report("OSM303", stmt.value, place, _NO_ERRORS)
    if isinstance(stmt, (ast.For, ast.AsyncFor)) and isinstance(stmt.iter, ast.Call):
        function = stmt.iter.func
        if isinstance(function, ast.Attribute) and function.attr in ("items", "values", "keys"):
            if _is_reward_content(check, function.value, place) and not _is_over_metrics(stmt.target):
                check.report("OSM305", stmt.iter, place, _NO_ERRORS)


def _is_over_metrics(target: ast.expr) -> bool:
    """Whether the keys of a loop are called metrics: Harbor's own reward files may hold several beside the reward."""
    key = target.elts[0] if isinstance(target, ast.Tuple) and target.elts else target
    return isinstance(key, ast.Name) and not _METRICS.isdisjoint(key.id.lower().split("_"))


def check_subscript(check: Check, node: ast.Subscript, place: Place) -> None:
    """`rewards[sample_id]` and `payload["samples"]` of what was read from an exchange file."""
    content = _content_of(check, node.value, place)
    if content == REWARD_FILE:
        key = constant_text(check.resolver, node.slice, place)
        if key is None and _is_identity(check, node.slice, place):
            check.report("OSM305", node, place, _NO_ERRORS)
    elif content in SAMPLE_FILES and constant_text(check.resolver, node.slice, place) == "samples":
        check.report("OSM305", node.slice, place, _NO_ERRORS)


def _written(node: ast.Call) -> tuple[ast.expr | None, ast.expr | None]:
    """What a call writes and where to: (payload, file expression)."""
    function = node.func
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    if name == "dump" and len(node.args) >= 2:
        return node.args[0], node.args[1]
    if name in ("write_text", "write_bytes", "write") and isinstance(function, ast.Attribute) and node.args:
        text = node.args[0]
        while isinstance(text, ast.Call) and isinstance(text.func, ast.Attribute) and text.func.attr == "encode":
            text = text.func.value
        if isinstance(text, ast.Call) and text.args:
            dumped = text.func.attr if isinstance(text.func, ast.Attribute) else getattr(text.func, "id", "")
            if dumped in ("dumps", "str"):
                return text.args[0], function.value
    return None, None


def _payload_dict(
    check: Check, node: ast.expr, place: Place, depth: int = 0
) -> tuple[ast.Dict | ast.DictComp, Place] | None:
    """The dict that is written, where it is written out: directly or behind one name."""
    if isinstance(node, (ast.Dict, ast.DictComp)):
        return node, place
    if isinstance(node, ast.Name) and depth < 3:
        bindings = check.resolver.definitions(node.id, place)
        if len(bindings) == 1 and isinstance(bindings[0].node, ast.expr) and not bindings[0].unpack:
            if bindings[0].kind in ("assign", "annotation") and bindings[0].scope.module is check.module:
                where = Place(bindings[0].scope, bindings[0].stmt)
                return _payload_dict(check, bindings[0].node, where, depth + 1)
    return None


def _is_reward(check: Check, node: ast.Dict | ast.DictComp, place: Place) -> bool:
    """Whether the payload is not plainly a mapping by sample id."""
    if isinstance(node, ast.DictComp):
        return False
    if not node.keys or any(key is None for key in node.keys):
        return True
    texts = [constant_text(check.resolver, key, place) for key in node.keys if key is not None]
    if "reward" in texts:
        return True
    return not all(
        _is_identity(check, key, place) or _from_samples(check, key, place) for key in node.keys if key is not None
    )


def _from_samples(check: Check, node: ast.expr, place: Place) -> bool:
    return (
        isinstance(node, ast.Attribute)
        and node.attr == "id"
        and any(
            isinstance(value, Instance) and check.resolver.is_subclass(value.cls, records.ROLLOUT_SAMPLE)
            for value in check.resolver.infer(node.value, place)
        )
    )


def _check_samples_key(check: Check, node: ast.Dict | ast.DictComp, place: Place) -> None:
    if isinstance(node, ast.Dict):
        for key in node.keys:
            if isinstance(key, ast.Constant) and key.value == "samples":
                check.report("OSM305", key, place, _NO_ERRORS)


def _file_name(check: Check, node: ast.expr, place: Place, depth: int = 0) -> str:
    """The last part of the path an expression means: `dir / "reward.json"`, `open(…)`, a name for one."""
    if depth > 6:
        return ""
    text = constant_text(check.resolver, node, place)
    if text is not None:
        folder, _, name = text.replace("\\", "/").rpartition("/")
        return "" if folder.rpartition("/")[2].lower() in _DATA_FOLDERS else name
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Div, ast.Add)):
        return _file_name(check, node.right, place, depth + 1)
    if isinstance(node, ast.JoinedStr) and node.values and isinstance(node.values[-1], ast.Constant):
        return str(node.values[-1].value).rpartition("/")[2]
    if isinstance(node, ast.Call):
        function = node.func
        name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
        if name in ("open", "resolve", "absolute", "read_text", "read_bytes", "read") and isinstance(
            function, ast.Attribute
        ):
            return _file_name(check, function.value, place, depth + 1)
        if name in ("open", "Path", "PurePath", "join", "joinpath") and node.args:
            return _file_name(check, node.args[-1 if name in ("join", "joinpath") else 0], place, depth + 1)
        return ""
    if isinstance(node, ast.Name):
        for binding in check.resolver.definitions(node.id, place):
            if binding.kind in ("assign", "annotation", "with") and isinstance(binding.node, ast.expr):
                return _file_name(check, binding.node, Place(binding.scope, binding.stmt), depth + 1)
    return ""


def _content_of(check: Check, node: ast.expr, place: Place, depth: int = 0) -> str:
    """The exchange file whose parsed content an expression is, or the empty string."""
    if depth > 4:
        return ""
    if isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name in ("load", "loads") and node.args:
            return _file_name(check, node.args[0], place)
        return ""
    if isinstance(node, ast.Name):
        bindings = check.resolver.definitions(node.id, place)
        if (
            len(bindings) == 1
            and bindings[0].kind in ("assign", "annotation")
            and isinstance(bindings[0].node, ast.expr)
        ):
            return _content_of(check, bindings[0].node, Place(bindings[0].scope, bindings[0].stmt), depth + 1)
    return ""


def _is_reward_content(check: Check, node: ast.expr, place: Place) -> bool:
    return _content_of(check, node, place) == REWARD_FILE
