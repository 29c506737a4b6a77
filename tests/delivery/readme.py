"""Reads sections of the README."""

from __future__ import annotations

import re

from tests.delivery.runner import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    return README.partition(f"### {title}\n")[2].partition("\n##")[0]


def snippet(title: str, language: str = "") -> str:
    """The first block of code in a section."""
    found = re.search(rf"```{language}\n(.*?)```", section(title), re.DOTALL)
    assert found, title
    return found.group(1)
