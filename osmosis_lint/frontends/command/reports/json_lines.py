"""The formats `json` and `json-lines`: ruff's field names, and our own `hint`, `level`, `symbol` and others beside."""

from __future__ import annotations

import functools
import json
import os

from osmosis_lint.frontends.command.reports.report import level

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.diagnostics import Span
    from osmosis_lint.fixes.offers import Offer
    from osmosis_lint.frontends.command.findings import Finding
    from osmosis_lint.frontends.command.reports.report import Report


def render(report: Report) -> str:
    """All findings as one JSON array."""
    items = [entry(finding) for finding in report.findings]
    return json.dumps(items, indent=2) + "\n"


def render_lines(report: Report) -> str:
    """Each finding as a JSON object on a line of its own."""
    return "".join([json.dumps(entry(finding)) + "\n" for finding in report.findings])


def entry(finding: Finding) -> dict[str, object]:
    """A finding as a JSON object; rows and columns count from one, an end column is exclusive."""
    start, end = _locations(finding.span)
    return {
        "cell": finding.cell or None,
        "code": finding.code,
        "end_location": end,
        "filename": os.path.abspath(finding.path),
        "fix": _fix(finding.fix) if finding.fix is not None else None,
        "location": start,
        "message": finding.message,
        "noqa_row": finding.noqa_line,
        "url": _url(finding.code),
        "hint": finding.hint,
        "level": level(finding.code),
        "symbol": finding.symbol or None,
        "last_release": finding.last_release or None,
        "breakage": finding.breakage or None,
        "resolved_release": finding.resolved or None,
        "related": [_related(item.path, item.span, item.message) for item in finding.related],
    }


def _fix(offer: Offer) -> dict[str, object]:
    """A rewrite as ruff shows it; its edits belong together."""
    edits = []
    for edit in offer.edits:
        start, end = _locations(edit.span)
        edits.append({"content": edit.text, "location": start, "end_location": end})
    return {"applicability": offer.applicability, "message": offer.title, "edits": edits}


@functools.lru_cache
def _url(code: str) -> str | None:
    """The address of the rule's page in rules.md; None when that is not installed."""
    from osmosis_lint.frontends.command.findings import rule_of
    from osmosis_lint.rules import documentation

    path = documentation.file()
    return f"{path.as_uri()}#{documentation.anchor(rule_of(code))}" if path is not None else None


def _related(path: str, span: Span, message: str) -> dict[str, object]:
    start, end = _locations(span)
    return {"filename": os.path.abspath(path), "location": start, "end_location": end, "message": message}


def _locations(span: Span) -> tuple[dict[str, int], dict[str, int]]:
    return (
        {"row": span.line, "column": span.column + 1},
        {"row": span.end_line, "column": span.end_column + 1},
    )
