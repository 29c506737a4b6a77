"""The format `markdown`: a summary for a pull request."""

from __future__ import annotations

from osmosis_lint.frontends.command.findings import UNCHECKED, rule_of
from osmosis_lint.frontends.command.reports.report import uri_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.frontends.command.findings import Finding
    from osmosis_lint.frontends.command.reports.report import Report

# GitHub cuts comments off at 65,536 characters; a few hundred lines stay well below.
_MAX_LISTED = 200


def render(report: Report) -> str:
    """Counts for each rule, then the findings of each file, folded away."""
    found = [finding for finding in report.findings if finding.code != UNCHECKED]
    unchecked = [finding for finding in report.findings if finding.code == UNCHECKED]
    lines = ["## osmosis-lint: moving to osmosis-ai 0.3", "", f"{report.summary()}."]
    if not report.findings:
        lines += ["", "Nothing is left to do."]
    if found:
        lines += ["", "| code | rule | findings | instead |", "| --- | --- | ---: | --- |"]
        counts: dict[str, int] = {}
        for finding in found:
            counts[finding.code] = counts.get(finding.code, 0) + 1
        for code in sorted(counts):
            rule = rule_of(code)
            lines.append(f"| {code} | {rule.name} | {counts[code]} | {_cell(rule.hint)} |")
        when = sorted(item.when for item in found if item.breakage)
        lines += ["", *(f"- {text}: {when.count(text)}" for text in dict.fromkeys(when))] if when else []
    if unchecked:
        lines += ["", "### Not checked", ""]
        lines += [f"- {_code(uri_path(item.path))}: {_text(item.message)}" for item in unchecked]
    if found:
        lines += ["", "<details><summary>All findings</summary>", ""]
        lines += _by_file(found[:_MAX_LISTED])
        if len(found) > _MAX_LISTED:
            lines += ["", f"… and {len(found) - _MAX_LISTED} more."]
        lines += ["", "</details>"]
    return "\n".join(lines) + "\n"


def _by_file(findings: list[Finding]) -> list[str]:
    lines: list[str] = []
    path = ""
    for finding in findings:
        if finding.path != path:
            path = finding.path
            lines += ["", f"**{_code(uri_path(path))}**", ""]
        where = f"cell {finding.cell}, line {finding.span.line}" if finding.cell else f"line {finding.span.line}"
        when = f" ({finding.when})" if finding.breakage else ""
        lines.append(f"- {where}: {finding.code} {_text(finding.text)}{when}")
    return lines[1:]


def _text(text: str) -> str:
    """Text on one line, without HTML of its own."""
    return " ".join(text.split()).replace("<", "&lt;")


def _cell(text: str) -> str:
    return _text(text).replace("|", "\\|")


def _code(text: str) -> str:
    fence = "`` " if "`" in text else "`"
    return f"{fence}{text}{fence[::-1]}"
