"""Findings as the editor shows them."""

from __future__ import annotations

import functools

from lsprotocol import types

from osmosis_lint.frontends.command.findings import UNUSED_SUPPRESSION, rule_of
from osmosis_lint.frontends.server.documents import uri_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.diagnostics import Related
    from osmosis_lint.frontends.command.findings import Finding
    from osmosis_lint.frontends.server.checks import Checked
    from osmosis_lint.frontends.server.documents import Documents, Part

SOURCE = "osmosis-lint"


class Abilities:
    """What the client can show of a diagnostic."""

    def __init__(self, capabilities: types.ClientCapabilities) -> None:
        text = capabilities.text_document
        publish = text.publish_diagnostics if text is not None else None
        self.related = bool(publish and publish.related_information)
        self.links = bool(publish and publish.code_description_support)
        self.versions = bool(publish and publish.version_support)
        supported = publish.tag_support.value_set if publish and publish.tag_support else ()
        self.tags = frozenset(supported)


class Shown:
    """A finding and the diagnostic that shows it."""

    __slots__ = ("diagnostic", "finding")

    def __init__(self, finding: Finding, diagnostic: types.Diagnostic) -> None:
        self.finding = finding
        self.diagnostic = diagnostic


def shown(checked: Checked, documents: Documents, abilities: Abilities) -> dict[str, list[Shown]]:
    """What there is to show of a check, by the URI of each text in it; texts without findings have an empty list."""
    parts = {part.cell: part for part in checked.snapshot.parts}
    out: dict[str, list[Shown]] = {part.uri: [] for part in parts.values()}
    # A notebook that is open as plain text: its cells have no positions there.
    whole = parts.get(0)
    for finding in checked.findings:
        part = parts.get(finding.cell)
        if part is not None:
            out[part.uri].append(Shown(finding, _diagnostic(finding, part, documents, abilities)))
        elif whole is not None:
            diagnostic = _diagnostic(finding, whole, documents, abilities)
            diagnostic.range = whole.text.range_of_start()
            diagnostic.message = f"cell {finding.cell}, line {finding.span.line}: {diagnostic.message}"
            out[whole.uri].append(Shown(finding, diagnostic))
    return out


def _diagnostic(finding: Finding, part: Part, documents: Documents, abilities: Abilities) -> types.Diagnostic:
    place = part.text.range(finding.span)
    related = None
    # Of a place in a notebook it is not known in which cell it is.
    if abilities.related and finding.related and not finding.cell:
        related = [_related(item, finding, part, documents) for item in finding.related]
    link = link_of(finding.code) if abilities.links else None
    return types.Diagnostic(
        range=place,
        message=finding.text,
        severity=_severity(finding.code),
        code=finding.code,
        code_description=types.CodeDescription(link) if link else None,
        source=SOURCE,
        tags=[tag for tag in _tags(finding) if tag in abilities.tags] or None,
        related_information=related,
        data={"code": finding.code, "symbol": finding.symbol},
    )


def _related(item: Related, finding: Finding, part: Part, documents: Documents) -> types.DiagnosticRelatedInformation:
    if item.path == finding.path:
        location = types.Location(part.uri, part.text.range(item.span))
    else:
        text = documents.text_at(item.path)
        location = types.Location(uri_of(item.path), text.range(item.span))
    return types.DiagnosticRelatedInformation(location, item.message)


@functools.lru_cache
def _severity(code: str) -> types.DiagnosticSeverity:
    rule = rule_of(code)
    if rule.advice:
        return types.DiagnosticSeverity.Information
    return types.DiagnosticSeverity.Error if rule.level == "error" else types.DiagnosticSeverity.Warning


def _tags(finding: Finding) -> tuple[types.DiagnosticTag, ...]:
    """Editors fade out what is unnecessary and strike out what is deprecated: here, what a release took away."""
    if finding.code == UNUSED_SUPPRESSION:
        return (types.DiagnosticTag.Unnecessary,)
    return (types.DiagnosticTag.Deprecated,) if _is_gone(finding.code) else ()


@functools.lru_cache
def _is_gone(code: str) -> bool:
    from osmosis_lint.api import records

    gone = (records.REMOVED, records.RENAMED, records.MOVED, records.PARAMETER_GONE, records.VALUE_GONE)
    rule = rule_of(code)
    return bool(rule.records) and all(record.happened in gone for record in rule.records)


@functools.lru_cache
def link_of(code: str) -> str:
    """The address of the page of a rule; empty when rules.md is not at hand."""
    from osmosis_lint.rules import documentation

    path = documentation.file()
    return f"{uri_of(str(path))}#{documentation.anchor(rule_of(code))}" if path is not None else ""


@functools.lru_cache(maxsize=64)
def page_of(code: str) -> str:
    """The page of a rule, in Markdown."""
    from osmosis_lint.rules import documentation

    return documentation.page(code)
