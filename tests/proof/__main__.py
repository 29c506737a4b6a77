"""Writes tests/ACCURACY.md: recall and precision of every front end on the generated sources, beside its peers.

    python -m tests.proof [--check]

With --check nothing is written; the status is 1 when the file is not what would be written. Where the peers are not
installed (see `measure`) their columns are taken from the file as it is.
"""

from __future__ import annotations

import argparse
import difflib
import sys
import tempfile
from collections import Counter
from pathlib import Path

from osmosis_lint.api import records
from tests.proof import measure, mutations
from tests.proof.measure import Score
from tests.proof.mutations import Case

ACCURACY = Path(__file__).resolve().parent.parent / "ACCURACY.md"
_HEAD = """\
# Accuracy

Written by `python -m tests.proof`; tests hold the linter to it. From code for each hand-made rule ({seeds} pieces of
old code, and what replaces each) sources are generated in {shapes} shapes, {cases} in all, with known truth: which
lines must be reported, under which rule. A cell is recall / precision: the part of the wrong uses that is reported,
and the part of the reports that is right. The old code is also written so that nothing may be reported (shadowed by
names of one's own, from another library, guarded by the release, mere text).

The peers are what a team can have without this linter: ruff's banned names (TID251), told every name that is gone;
pylint's deprecation checks, told every module that is gone; pyright (as basedpyright packs it) with the SDK 0.3.8
installed. They have no codes of ours, so any report on the right line counts as right. `-` stands where a tool reports
nothing at all. CI measures all of them again, with the versions in `tests/proof/peers.txt`.

| rule | sources | wrong uses | {tools} |
| --- | --- | --- | {rules} |
"""
_FOOT = """
Not measured here: the advice rules OSM111 and OSM412, which are off by default; their case files are in `tests/cases`.

Every recorded name and parameter of the SDK, beyond the hand-made rules, is proved in
`tests/proof/test_differential.py`.

## Shapes

| shape | sources | wrong uses |
| --- | --- | --- |
"""


def cell(score: Score) -> str:
    """One cell of the table."""
    if not score.right + score.wrong:
        return "-"
    return f"{score.recall:.3f} / {score.precision:.3f}"


def render(cases: list[Case], scores: dict[str, dict[str, Score]], former: dict[str, list[str]]) -> str:
    """The whole file. `former` holds the peers' cells by rule, for when they were not measured."""
    tools = (*measure.OURS, *measure.PEERS)
    lines = [
        _HEAD.format(
            seeds=len(mutations.SEEDS),
            shapes=len(mutations.SHAPES),
            cases=len(cases),
            tools=" | ".join(tools),
            rules=" | ".join("---" for _ in tools),
        )
    ]
    sources = Counter(case.code for case in cases)
    uses: Counter[str] = Counter()
    for case in cases:
        uses[case.code] += case.expected.total()
    for code in [*mutations.rules(), ""]:
        name = f"{code} {records.BY_CODE[code].name}" if code else "all"
        cells = [cell(_of(scores[tool], code)) for tool in tools if tool in scores]
        if len(cells) < len(tools):
            cells += former.get(name, ["?"] * len(measure.PEERS))
        counts = (sources[code], uses[code]) if code else (len(cases), uses.total())
        lines.append(f"| {name} | {counts[0]} | {counts[1]} | {' | '.join(cells)} |\n")
    lines.append(_FOOT)
    for shape in mutations.SHAPES:
        here = [case for case in cases if case.shape == shape.name]
        lines.append(f"| {shape.name} | {len(here)} | {sum(case.expected.total() for case in here)} |\n")
    return "".join(lines)


def _of(scores: dict[str, Score], code: str) -> Score:
    """The score of a rule, or of all."""
    if code:
        return scores[code]
    return Score(*(sum(column) for column in zip(*scores.values(), strict=True)))


def former_cells(text: str) -> dict[str, list[str]]:
    """The peers' cells by rule, read from the file as it is."""
    out = {}
    for line in text.splitlines():
        cells = [part.strip() for part in line.strip("|").split("|")]
        if len(cells) == 3 + len(measure.OURS) + len(measure.PEERS):
            out[cells[0]] = cells[-len(measure.PEERS) :]
    return out


def current() -> str:
    """The file as it is; empty when there is none."""
    return ACCURACY.read_text(encoding="utf-8") if ACCURACY.is_file() else ""


def main(arguments: list[str] | None = None) -> int:
    """Write or check the file."""
    parser = argparse.ArgumentParser(prog="python -m tests.proof", description="Write tests/ACCURACY.md.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail when the file is out of date")
    check = parser.parse_args(arguments).check
    cases = list(mutations.cases())
    peers = measure.peers_folder() is not None
    with tempfile.TemporaryDirectory() as folder:
        scores = measure.measure(cases, Path(folder), peers=peers)
    text = render(cases, scores, former_cells(current()))
    if not check:
        ACCURACY.write_text(text, encoding="utf-8")
        print(f"{ACCURACY.name}: {len(cases)} sources{'' if peers else ', the peers as they were'}")
        return 0
    known = current()
    if text == known:
        return 0
    sys.stdout.writelines(
        difflib.unified_diff(known.splitlines(True), text.splitlines(True), ACCURACY.name, "measured")
    )
    print(f"{ACCURACY.name} is out of date: run python -m tests.proof")
    return 1


if __name__ == "__main__":
    sys.exit(main())
