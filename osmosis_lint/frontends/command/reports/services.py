"""The formats that services show beside code: `github`, `gitlab` and `junit`."""

from __future__ import annotations

import json

from osmosis_lint.frontends.command.findings import UNCHECKED
from osmosis_lint.frontends.command.fingerprints import fingerprints
from osmosis_lint.frontends.command.reports.report import level, place, uri_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.frontends.command.findings import Finding
    from osmosis_lint.frontends.command.reports.report import Report

_XML = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\t": "&#9;", "\n": "&#10;", "\r": "&#13;"}


def github(report: Report) -> str:
    """A workflow command for each finding, which GitHub Actions shows on the changed lines."""
    return "".join([_annotation(finding) for finding in report.findings])


def _annotation(finding: Finding) -> str:
    span = finding.span
    fields = {"title": f"osmosis-lint {finding.code}", "file": uri_path(finding.path)}
    text = f"{place(finding)}: {finding.code} {finding.text}"
    if not finding.cell:
        # Lines of a notebook's cell are not lines of its file.
        fields |= {"line": str(span.line), "endLine": str(span.end_line)}
        if span.line == span.end_line:
            fields |= {"col": str(span.column + 1), "endColumn": str(span.end_column + 1)}
    shown = ",".join(f"{key}={_escaped(value, in_field=True)}" for key, value in fields.items())
    return f"::{level(finding.code)} {shown}::{_escaped(text, in_field=False)}\n"


def _escaped(text: str, *, in_field: bool) -> str:
    text = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return text.replace(":", "%3A").replace(",", "%2C") if in_field else text


def gitlab(report: Report) -> str:
    """A GitLab code quality report."""
    import hashlib

    items = []
    for finding, fingerprint in zip(report.findings, fingerprints(report.findings), strict=True):
        path = uri_path(finding.path)
        span = finding.span
        digest = hashlib.sha256(f"{path}\0{fingerprint}".encode("utf-8", "surrogatepass")).hexdigest()
        severity = "critical" if finding.code == UNCHECKED else "major" if level(finding.code) == "error" else "minor"
        begin = {"line": span.line, "column": span.column + 1}
        end = {"line": span.end_line, "column": span.end_column + 1}
        items.append(
            {
                "check_name": finding.code,
                "description": f"{finding.code}: {finding.text}",
                "severity": severity,
                "fingerprint": digest,
                "location": {"path": path, "positions": {"begin": begin, "end": end}},
            }
        )
    return json.dumps(items, indent=2) + "\n"


def junit(report: Report) -> str:
    """A JUnit report: a suite for each file with findings, a failed case for each finding."""
    by_file: dict[str, list[Finding]] = {}
    for finding in report.findings:
        by_file.setdefault(finding.path, []).append(finding)
    total = len(report.findings)
    lines = ['<?xml version="1.0" encoding="utf-8"?>']
    lines.append(f'<testsuites name="osmosis-lint" tests="{max(total, 1)}" failures="{total}" errors="0">')
    for path, findings in by_file.items():
        name = _xml(uri_path(path))
        counts = f'tests="{len(findings)}" failures="{len(findings)}" errors="0"'
        lines.append(f'  <testsuite name="{name}" package="osmosis-lint" {counts}>')
        for finding in findings:
            span = finding.span
            where = f'classname="{name}" line="{span.line}" column="{span.column + 1}"'
            lines.append(f'    <testcase name="{finding.code}" {where}>')
            head = f'type="{level(finding.code)}" message="{_xml(finding.message)}"'
            lines.append(f"      <failure {head}>{_xml(f'{place(finding)}: {finding.text}')}</failure>")
            lines.append("    </testcase>")
        lines.append("  </testsuite>")
    if not by_file:
        # Some readers take a report without any test for a failed run.
        lines.append('  <testsuite name="osmosis-lint" tests="1" failures="0" errors="0">')
        lines.append('    <testcase name="no findings" classname="osmosis-lint"/>')
        lines.append("  </testsuite>")
    lines.append("</testsuites>")
    return "\n".join(lines) + "\n"


def _xml(text: str) -> str:
    """Text for XML 1.0, which has no control characters and no lone surrogates."""
    return "".join(
        _XML.get(item) or (item if item.isprintable() or (item > "\x9f" and not item.isspace()) else "\ufffd")
        if not "\ud800" <= item <= "\udfff"
        else "\ufffd"
        for item in text
    )
