"""The format `sarif`: SARIF 2.1.0, as code-scanning services read it."""

from __future__ import annotations

import json
import os
from urllib.parse import quote

from osmosis_lint import __version__
from osmosis_lint.frontends.command.findings import UNCHECKED, rule_of
from osmosis_lint.frontends.command.fingerprints import fingerprints
from osmosis_lint.frontends.command.reports.report import level, uri_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.diagnostics import Span
    from osmosis_lint.fixes.offers import Offer
    from osmosis_lint.frontends.command.findings import Finding
    from osmosis_lint.frontends.command.reports.report import Report

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_FINGERPRINT = "osmosisLint/v1"


def render(report: Report) -> str:
    """A SARIF log with one run. Files that could not be checked are notifications of that run."""
    findings = [finding for finding in report.findings if finding.code != UNCHECKED]
    codes = sorted({finding.code for finding in findings})
    results = [
        _result(finding, codes.index(finding.code), fingerprint)
        for finding, fingerprint in zip(findings, fingerprints(findings), strict=True)
    ]
    unchecked = [finding for finding in report.findings if finding.code == UNCHECKED]
    run = {
        "tool": {
            "driver": {
                "name": "osmosis-lint",
                "version": __version__,
                "rules": [_rule(code) for code in codes],
                "notifications": [{"id": UNCHECKED, "shortDescription": {"text": rule_of(UNCHECKED).reports}}],
            }
        },
        "columnKind": "unicodeCodePoints",
        "invocations": [
            {
                "executionSuccessful": not unchecked,
                "toolExecutionNotifications": [_notification(finding) for finding in unchecked],
            }
        ],
        "results": results,
    }
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _rule(code: str) -> dict[str, object]:
    rule = rule_of(code)
    text = f"Reports {rule.reports}."
    return {
        "id": code,
        "name": "".join(part.capitalize() for part in rule.name.split("-")),
        "shortDescription": {"text": text},
        "help": {"text": f"{text} Instead: {rule.hint}." if rule.hint else text},
        "defaultConfiguration": {"level": level(code)},
        "properties": {"guide": rule.guide},
    }


def _result(finding: Finding, index: int, fingerprint: str) -> dict[str, object]:
    result: dict[str, object] = {
        "ruleId": finding.code,
        "ruleIndex": index,
        "level": level(finding.code),
        "message": {"text": finding.text},
        "locations": [{"physicalLocation": _location(finding.path, finding.span, finding.context)}],
        "partialFingerprints": {_FINGERPRINT: fingerprint},
    }
    properties: dict[str, object] = {"cell": finding.cell} if finding.cell else {}
    if finding.breakage:
        properties |= {"breakage": finding.breakage, "resolvedRelease": finding.resolved}
    if properties:
        result["properties"] = properties
    if finding.fix is not None and not finding.cell:
        result["fixes"] = [_fix(finding, finding.fix)]
    if finding.related:
        result["relatedLocations"] = [
            {"id": number, "physicalLocation": _location(item.path, item.span), "message": {"text": item.message}}
            for number, item in enumerate(finding.related, 1)
        ]
    return result


def _fix(finding: Finding, offer: Offer) -> dict[str, object]:
    replacements = [
        {"deletedRegion": _region(edit.span), "insertedContent": {"text": edit.text}} for edit in offer.edits
    ]
    change = {"artifactLocation": {"uri": _uri(finding.path)}, "replacements": replacements}
    doubt = f" ({offer.applicability}: {offer.reason})" if offer.reason else ""
    return {"description": {"text": f"{offer.title}{doubt}"}, "artifactChanges": [change]}


def _notification(finding: Finding) -> dict[str, object]:
    return {
        "descriptor": {"id": UNCHECKED},
        "level": "error",
        "message": {"text": finding.message},
        "locations": [{"physicalLocation": _location(finding.path, finding.span)}],
    }


def _location(path: str, span: Span, context: str = "") -> dict[str, object]:
    region = _region(span)
    if context:
        region["snippet"] = {"text": context}
    return {"artifactLocation": {"uri": _uri(path)}, "region": region}


def _region(span: Span) -> dict[str, object]:
    return {
        "startLine": span.line,
        "startColumn": span.column + 1,
        "endLine": span.end_line,
        "endColumn": span.end_column + 1,
    }


def _uri(path: str) -> str:
    """A relative reference for a file below the working directory, else a file URI."""
    shown = uri_path(path)
    quoted = quote(os.fsencode(shown))
    if not os.path.isabs(shown):
        return quoted
    return f"file://{quoted}" if quoted.startswith("/") else f"file:///{quoted}"
