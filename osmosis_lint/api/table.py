"""The verdict on a qualified name: gone or alive on the target, under which code, with which hint.

The hand-made records say what is known of a name; `surface.txt` says which releases had it. A name is
reported only when the surface knows it (or a record names it) and the target release lacks it.
"""

from __future__ import annotations

from osmosis_lint import SDK_PACKAGE
from osmosis_lint.api import records, releases
from osmosis_lint.api.records import (
    BY_CODE,
    HOOK_GONE,
    LEFT_TO_BASE,
    MOVED,
    PREVIEW_NAMES,
    SIGNATURE_CHANGED,
    Record,
    Rule,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.api.releases import Release
    from osmosis_lint.api.surface import Parameter, Surface, Symbol

MODULE = "module"
NAME = "name"
MEMBER = "member"
PARAMETER = "parameter"

# The code of a member that a class lost and that no record names.
_MEMBER_CODES = {records.HARBOR_BACKEND: "OSM413"}
# Classes whose calls have rules of their own.
_JUDGED_CALLS = frozenset(
    name
    for code in ("OSM203", "OSM204", "OSM412", "OSM414", "OSM109")
    for record in BY_CODE[code].records
    for name in record.names
)
_JUDGED_NAMES = frozenset(name.rpartition(".")[2] for name in _JUDGED_CALLS) | {
    name.partition("(")[0].rpartition(".")[2] for _, record in records.records() for name in record.names if "(" in name
}
# Rules for names that have none of their own.
_GENERAL_CODES = frozenset(("OSM501", "OSM502", "OSM504"))
_RESTRICTED_CODES = frozenset(("OSM203", "OSM204", "OSM206", "OSM111", "OSM112", "OSM303", "OSM412", "OSM414"))


class Verdict:
    """What is wrong with a use: the rule and the texts of the finding.

    `place` is where the target has a name that moved: the module and the name in it.
    """

    __slots__ = ("hint", "last", "message", "place", "record", "rule", "symbol")

    def __init__(
        self,
        rule: Rule,
        record: Record | None,
        symbol: str,
        message: str,
        hint: str,
        last: str,
        place: tuple[str, str] | None = None,
    ) -> None:
        self.rule = rule
        self.record = record
        self.symbol = symbol
        self.message = message
        self.hint = hint
        self.last = last
        self.place = place


class Table:
    """Verdicts for one target release."""

    def __init__(self, surface: Surface, target: Release) -> None:
        self.surface = surface
        self.target = target
        self._records: dict[str, tuple[Rule, Record]] = {}
        for rule, record in records.records():
            if rule.code not in _RESTRICTED_CODES:
                for name in record.names:
                    self._records[name] = (rule, record)
        self._judged: dict[str, bool] = {}
        self._verdicts: dict[tuple[str, str], Verdict | None] = {}
        self._gone_modules: dict[str, Verdict | None] = {}
        self._signatures: dict[tuple[str, str], Verdict | None] = {}

    def member_words(self) -> frozenset[str]:
        """The bare names of members and parameters that living classes and functions lost."""
        names = [name for name in self._records if name.startswith(SDK_PACKAGE)]
        recorded = [name.rpartition(".")[2].replace(")", "").rpartition("(")[2] for name in names]
        return self.surface.lost_names().union(recorded)

    def module_words(self) -> frozenset[str]:
        """The bare names that modules lost or that are judged when called: they matter where a file reaches into
        modules of the SDK."""
        return self.surface.names() | _JUDGED_NAMES

    def star_words(self, module: str) -> frozenset[str]:
        """The bare names that a star import of a module once bound and does not bind on the target."""
        return self.surface.ever_starred(module).difference(self.surface.star_exports(module, self.target))

    def is_module(self, qualname: str) -> bool:
        """Whether some release had a module of that name."""
        return self.surface.module(qualname) is not None or qualname in PREVIEW_NAMES

    def is_judged_when_called(self, qualname: str) -> bool:
        """Whether calls of a class or function can be wrong by position, or by where they stand."""
        known = self._judged.get(qualname)
        if known is None:
            symbol = self.surface.resolve(PREVIEW_NAMES.get(qualname, qualname))
            known = symbol is not None and (
                symbol.qualname in _JUDGED_CALLS
                or any(not item.alive_in(self.target) for item in (symbol.parameters or {}).values())
            )
            self._judged[qualname] = known
        return known

    def module(self, name: str) -> Verdict | None:
        """The verdict on importing a module."""
        return self._remember(MODULE, name)

    def gone_module(self, name: str) -> Verdict | None:
        """The verdict on a module, or on the nearest package around it that is gone."""
        if name not in self._gone_modules:
            found: Verdict | None = None
            inner = name
            while found is None and (inner is name or "." in inner):
                found = self.module(inner)
                inner = inner.rpartition(".")[0]
            self._gone_modules[name] = found
        return self._gone_modules[name]

    def name(self, qualname: str) -> Verdict | None:
        """The verdict on taking a name from a module, `module.name`; submodules included."""
        return self._remember(NAME, qualname)

    def path(self, text: str) -> Verdict | None:
        """The verdict on an import path written as a text, `package.module:Name` or with dots alone: on the module,
        unless the name has a rule of its own, which says more."""
        parts = text.replace(":", ".").split(".")
        module: Verdict | None = None
        for length in range(2, len(parts) + 1):
            prefix = ".".join(parts[:length])
            verdict = self.module(prefix)
            if verdict is None and not self.is_module(prefix):
                verdict = self.name(prefix)
                if verdict is None and length < len(parts):
                    verdict = self.member(prefix, parts[length])
                if verdict is not None and (module is None or verdict.rule.code not in _GENERAL_CODES):
                    return verdict
                return module
            module = module or verdict
        return module

    def starred(self, qualname: str) -> Verdict | None:
        """The verdict on a name that a star import of its module is meant to bind: gone, or no longer given."""
        verdict = self.name(qualname)
        module, _, name = qualname.rpartition(".")
        if verdict is not None or name in self.surface.star_exports(module, self.target):
            return verdict
        earlier = [item for item in self.surface.releases if item < self.target]
        last = next((item for item in reversed(earlier) if name in self.surface.star_exports(module, item)), None)
        if last is None:
            return None
        text = releases.show(last)
        message = f"`{name}` is no longer among what `from {module} import *` gives (last in {text})"
        return Verdict(BY_CODE["OSM501"], None, qualname, message, f"write `from {module} import {name}`", text)

    def member(self, owner: str, name: str) -> Verdict | None:
        """The verdict on a member of a class, given the canonical name of the class that was met."""
        return self._remember(MEMBER, f"{owner}.{name}")

    def hook(self, owner: str, name: str) -> Verdict | None:
        """The verdict on overriding a member that the SDK no longer calls."""
        verdict = self.member(owner, name)
        if verdict is None or verdict.record is None or verdict.record.happened != HOOK_GONE:
            return None
        return verdict

    def signature(self, owner: str, method: str) -> Verdict | None:
        """The verdict on a method whose signature lost parameters; overriding it the old way fails.

        `SampleSource.get_sample` has a rule of its own and is not among them.
        """
        key = (owner, method)
        if key not in self._signatures:
            self._signatures[key] = self._judge_signature(owner, method)
        return self._signatures[key]

    def _judge_signature(self, owner: str, method: str) -> Verdict | None:
        symbol = self.surface.lookup(f"{owner}.{method}")
        if symbol is None or not symbol.alive_in(self.target) or not symbol.parameters:
            return None
        gone = [item for item in symbol.parameters.values() if not item.alive_in(self.target)]
        rule, record = self._method_record(owner, method) or (BY_CODE["OSM504"], None)
        if not gone or rule.code == "OSM109":
            return None
        shown = f"{owner.rpartition('.')[2]}.{method}"
        last = max(item.last_before(self.target) or () for item in gone)
        message = f"`{shown}` is called with fewer arguments (the old signature was last in {releases.show(last)})"
        hint = record.replacement if record is not None and record.replacement else "take only what is passed now"
        return Verdict(rule, record, f"{owner}.{method}", message, hint, releases.show(last))

    def parameter(self, function: str, name: str) -> Verdict | None:
        """The verdict on a parameter of a class's constructor or of a function."""
        return self._remember(PARAMETER, f"{function}({name})")

    def _remember(self, kind: str, key: str) -> Verdict | None:
        found = self._verdicts.get((kind, key))
        if found is None and (kind, key) not in self._verdicts:
            if kind == MODULE:
                found = self._judge_module(key)
            elif kind == NAME:
                found = self._judge_name(key)
            elif kind == MEMBER:
                owner, _, name = key.rpartition(".")
                found = self._judge_member(owner, name)
            else:
                function, _, name = key[:-1].rpartition("(")
                found = self._judge_parameter(function, name)
            self._verdicts[kind, key] = found
        return found

    # Judging

    def _is_gone(self, item: Symbol | Parameter) -> bool:
        """Whether the target lacks what an earlier release had; what came later is not gone."""
        return not item.alive_in(self.target) and item.last_before(self.target) is not None

    def _judge_module(self, name: str) -> Verdict | None:
        if name in PREVIEW_NAMES:
            return self._preview(name)
        symbol = self.surface.module(name)
        if symbol is None or not self._is_gone(symbol):
            return None
        rule, record = self._records.get(name) or self._nearest_module(name)
        return self._verdict(rule, record, symbol, name, f"the module `{name}` is gone")

    def _nearest_module(self, name: str) -> tuple[Rule, Record | None]:
        """The record of a package that went with all its modules."""
        parent = name.rpartition(".")[0]
        while parent:
            if parent in self._records and self.surface.module(parent) is not None:
                return self._records[parent]
            parent = parent.rpartition(".")[0]
        return BY_CODE["OSM502"], None

    def _judge_name(self, qualname: str) -> Verdict | None:
        if qualname in PREVIEW_NAMES:
            return self._preview(qualname)
        module, _, name = qualname.rpartition(".")
        if self.surface.module(qualname) is not None:
            return self.module(qualname)
        symbol = self.surface.lookup(qualname)
        if symbol is None or not self._is_gone(symbol):
            return None
        canonical = self.surface.resolve(qualname)
        known = self._records.get(qualname)
        if known is None and canonical is not None:
            known = self._records.get(canonical.qualname)
        place = self._alive_place(canonical) if canonical is not None else None
        if place is not None and (known is None or known[1].happened == MOVED or known[0].code == "OSM504"):
            rule, record = BY_CODE["OSM501"], known[1] if known else None
            hint = record.replacement if record is not None and known and known[0] is rule else self._move_hint(place)
            message = f"`{name}` is no longer in `{module}`"
            new = (place, canonical.qualname.rpartition(".")[2]) if canonical is not None else None
            return Verdict(rule, record, qualname, self._with_last(message, symbol), hint, self._last(symbol), new)
        if known is None and canonical is not None:
            # What lay in a module that is gone went the way of the module.
            record = self._nearest_module(canonical.qualname)[1]
            return self._verdict(BY_CODE["OSM504"], record, symbol, qualname, f"`{name}` is gone")
        rule, record = known or (BY_CODE["OSM504"], None)
        return self._verdict(rule, record, symbol, qualname, f"`{name}` is gone")

    def _judge_member(self, owner: str, name: str) -> Verdict | None:
        left = self._records.get(f"{owner}.{name}")
        if left is not None and left[1].happened == LEFT_TO_BASE:
            return self._left_member(owner, name, *left)
        found = self._member_symbol(owner, name)
        if found is None:
            return None
        symbol, definer = found
        if not self._is_gone(symbol):
            return None
        owner_symbol = self.surface.resolve(owner)
        if owner_symbol is not None and not (owner_symbol.alive_in(self.target) or self._is_gone(owner_symbol)):
            # The class is newer than the target: it inherits the member's absence.
            return None
        known: tuple[Rule, Record | None] | None
        known = self._records.get(f"{owner}.{name}") or self._records.get(f"{definer}.{name}")
        if known is None:
            # The members of a class that is gone go with it; the class itself is the finding.
            if owner_symbol is None or not owner_symbol.alive_in(self.target):
                return None
            known = (BY_CODE[_MEMBER_CODES.get(owner, "OSM504")], None)
        rule, record = known
        shown = f"{owner.rpartition('.')[2]}.{name}"
        return self._verdict(rule, record, symbol, f"{owner}.{name}", f"`{shown}` is gone")

    @staticmethod
    def _left_member(owner: str, name: str, rule: Rule, record: Record) -> Verdict:
        message = f"`{owner.rpartition('.')[2]}.{name}` is gone (last in {rule.last})"
        return Verdict(rule, record, f"{owner}.{name}", message, record.replacement or rule.hint, rule.last)

    def _member_symbol(self, owner: str, name: str) -> tuple[Symbol, str] | None:
        todo = [owner]
        best: tuple[Symbol, str] | None = None
        for item in todo:
            symbol = self.surface.resolve(item)
            if symbol is None:
                continue
            if name in symbol.members:
                member = symbol.members[name]
                if member.alive_in(self.target):
                    return member, symbol.qualname
                best = best or (member, symbol.qualname)
            todo.extend(base for base in symbol.bases if base.startswith(SDK_PACKAGE) and base not in todo)
        return best

    def _judge_parameter(self, function: str, name: str) -> Verdict | None:
        symbol = self.surface.resolve(function)
        if symbol is None:
            return None
        holder = symbol
        if symbol.kind == "class" and "__init__" in symbol.members and symbol.parameters is None:
            holder = symbol.members["__init__"]
        parameter = holder.parameters.get(name) if holder.parameters else None
        known: tuple[Rule, Record | None] | None = self._records.get(f"{symbol.qualname}({name})")
        if known is None and symbol.kind not in ("class", "function"):
            owner, _, method = symbol.qualname.rpartition(".")
            known = self._method_record(owner, method)
        if parameter is None or not self._is_gone(parameter):
            return None
        if known is None:
            if not symbol.alive_in(self.target):
                return None
            known = (BY_CODE["OSM504"], None)
        rule, record = known
        shown = symbol.qualname.rpartition(".")[2]
        last = releases.show(parameter.last_before(self.target) or ())
        dropped = record is not None and record.outcome.startswith(records.SILENT)
        message = f"`{shown}({name}=…)` is {'silently dropped' if dropped else 'no longer accepted'}"
        if last:
            message = f"{message} (last in {last})"
        hint = record.replacement if record is not None and record.replacement else rule.hint
        return Verdict(rule, record, f"{symbol.qualname}({name})", message, hint, last)

    def _method_record(self, owner: str, method: str) -> tuple[Rule, Record] | None:
        """The record of a method whose signature changed, held by the class or one of its bases."""
        todo = [owner]
        for item in todo:
            found = self._records.get(f"{item}.{method}")
            if found is not None and found[1].happened == SIGNATURE_CHANGED:
                return found
            symbol = self.surface.resolve(item)
            todo.extend(base for base in (symbol.bases if symbol is not None else ()) if base not in todo)
        return None

    # Texts

    def _preview(self, name: str) -> Verdict:
        rule, record = self._records[name]
        shown = name.rpartition(".")[2]
        return Verdict(rule, record, name, f"`{shown}` is gone (last in {rule.last})", rule.hint, rule.last)

    def _verdict(self, rule: Rule, record: Record | None, symbol: Symbol, qualname: str, message: str) -> Verdict:
        hint = record.replacement if record is not None and record.replacement else rule.hint
        return Verdict(rule, record, qualname, self._with_last(message, symbol), hint, self._last(symbol))

    def _last(self, symbol: Symbol) -> str:
        last = symbol.last_before(self.target)
        return releases.show(last) if last else ""

    def _with_last(self, message: str, symbol: Symbol) -> str:
        last = self._last(symbol)
        return f"{message} (last in {last})" if last else message

    def _alive_place(self, canonical: Symbol) -> str | None:
        """The shortest module path from which the target still gives the object, or None."""
        if not canonical.alive_in(self.target):
            return None
        module, _, name = canonical.qualname.rpartition(".")
        owner = self.surface.module(module)
        if owner is None or not owner.alive_in(self.target):
            return None
        best = module
        parent = module.rpartition(".")[0]
        while parent:
            symbol = self.surface.lookup(f"{parent}.{name}")
            if symbol is not None and symbol.alive_in(self.target):
                target = self.surface.resolve(f"{parent}.{name}")
                if target is not None and target.qualname == canonical.qualname:
                    best = parent
            parent = parent.rpartition(".")[0]
        return best

    @staticmethod
    def _move_hint(place: str) -> str:
        for prefix, extra in records.EXTRAS.items():
            if place == prefix or place.startswith(f"{prefix}."):
                return f"import it from `{place}` (needs `osmosis-ai[{extra}]`)"
        return f"import it from `{place}`"
