"""What a finding is known by when lines move: its code, what it is about, and the text of its line."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from osmosis_lint.frontends.command.findings import Finding

_DIGITS = 16


def fingerprint(finding: Finding) -> str:
    """What identifies a finding within its file, wherever its line moves: hexadecimal digits."""
    import hashlib

    parts = (finding.code, finding.symbol or finding.message, " ".join(finding.context.split()))
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]


def fingerprints(findings: Iterable[Finding]) -> list[str]:
    """A fingerprint for each finding, made unique by counting equal ones: what other tools keep a finding by."""
    seen: dict[tuple[str, str], int] = {}
    out: list[str] = []
    for finding in findings:
        key = (finding.path, fingerprint(finding))
        seen[key] = seen.get(key, 0) + 1
        out.append(f"{key[1]}:{seen[key]}")
    return out
