"""The formats for people: `concise`, a line each, and `full`, with the source line and the hint under it."""

from __future__ import annotations

from osmosis_lint.frontends.command.findings import is_error
from osmosis_lint.frontends.command.reports.report import place
from osmosis_lint.frontends.command.terminal import BOLD, CYAN, RED, YELLOW, Paint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.frontends.command.findings import Finding
    from osmosis_lint.frontends.command.reports.report import Report

_TAB = "    "
# Columns of source shown; a longer line is cut around the finding.
_WIDTH = 110
_BEFORE = 40
_MAX_USES = 8


def concise(report: Report, paint: Paint) -> str:
    """One line for each finding."""
    return "".join(
        [
            f"{paint(place(finding), BOLD)}: {_code(finding, paint)} {finding.text}{when_shown(finding)}\n"
            for finding in report.findings
        ]
    )


def full(report: Report, paint: Paint) -> str:
    """Each finding with its source line, a caret under it and what to write instead."""
    return "".join([_block(finding, paint) for finding in report.findings])


def statistics(report: Report) -> str:
    """How many findings each code has, the most frequent first."""
    from osmosis_lint.frontends.command.findings import rule_of

    counts: dict[str, int] = {}
    for finding in report.findings:
        counts[finding.code] = counts.get(finding.code, 0) + 1
    width = len(str(max(counts.values(), default=0)))
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return "".join([f"{count:{width}} {code} {rule_of(code).name}\n" for code, count in ordered])


def when_shown(finding: Finding) -> str:
    """When a finding breaks, as it stands behind its text; empty when nothing says which release the project has."""
    return f" [{finding.when}]" if finding.breakage else ""


def _code(finding: Finding, paint: Paint) -> str:
    return paint(finding.code, RED if is_error(finding.code) else YELLOW, BOLD)


def _block(finding: Finding, paint: Paint) -> str:
    head = f"{paint(place(finding), BOLD)}: {_code(finding, paint)} {finding.message}{when_shown(finding)}\n"
    number = str(finding.span.line)
    gutter = " " * len(number)
    bar = paint("|", CYAN)
    if not finding.context:
        return head + (f"{gutter} {paint('=', CYAN)} {finding.hint}\n\n" if finding.hint else "\n")
    text, offset, length = _window(finding)
    caret = paint("^" * length, RED if is_error(finding.code) else YELLOW)
    hint = f" {finding.hint}" if finding.hint else ""
    lines = [
        head,
        f"{gutter} {bar}\n",
        f"{paint(number, CYAN)} {bar} {text}\n",
        f"{gutter} {bar} {' ' * offset}{caret}{hint}\n",
    ]
    if finding.related:
        used = ", ".join(str(item.span.line) for item in finding.related[:_MAX_USES])
        more = ", …" if len(finding.related) > _MAX_USES else ""
        lines.append(f"{gutter} {paint('=', CYAN)} used on line {used}{more}\n")
    return "".join(lines) + "\n"


def _window(finding: Finding) -> tuple[str, int, int]:
    """The source line as shown, the width of what stands before the finding, and the finding's own width."""
    text = finding.context
    start = min(max(finding.span.column - finding.context_start, 0), len(text))
    end = len(text)
    if finding.span.end_line == finding.span.line:
        end = min(max(finding.span.end_column - finding.context_start, start), len(text))
    cut = start - _BEFORE if len(text) > _WIDTH and start > _BEFORE else 0
    before, middle = text[cut:start], text[start:end]
    after = text[end:] if len(text) - cut <= _WIDTH else text[end : max(end, cut + _WIDTH)] + "…"
    if cut or finding.context_start:
        before = "…" + before
    before, middle, after = _plain(before), _plain(middle), _plain(after)
    return f"{before}{middle}{after}".rstrip(), _width(before), max(1, _width(middle))


def _plain(text: str) -> str:
    """Without characters that would move the cursor or change the terminal."""
    text = text.replace("\t", _TAB)
    return text if text.isprintable() else "".join(item if item.isprintable() else "\ufffd" for item in text)


def _width(text: str) -> int:
    """How many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    from unicodedata import combining, east_asian_width

    return sum(0 if combining(item) else 2 if east_asian_width(item) in "WF" else 1 for item in text)
