"""No front end misses a use or reports a right one in the generated sources, and tests/ACCURACY.md says so."""

from __future__ import annotations

import ast

import pytest

from tests.proof import __main__ as accuracy
from tests.proof import measure, mutations
from tests.proof.measure import Score
from tests.proof.mutations import Case


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    return list(mutations.cases())


@pytest.fixture(scope="module")
def scores(cases: list[Case], tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Score]]:
    return measure.measure(cases, tmp_path_factory.mktemp("mutations"), peers=False)


def test_sources_parse(cases: list[Case]) -> None:
    for case in cases:
        ast.parse(case.text.removeprefix("\ufeff"))


def test_every_shape_and_rule_is_there(cases: list[Case]) -> None:
    assert {case.shape for case in cases} == {shape.name for shape in mutations.SHAPES}
    for code in mutations.rules():
        mine = [case for case in cases if case.code == code]
        assert sum(case.expected.total() for case in mine) > 5, code
        assert sum(not case.expected for case in mine) > 5, code


@pytest.mark.parametrize("tool", measure.OURS)
@pytest.mark.parametrize("code", mutations.rules())
def test_recall_and_precision_are_full(scores: dict[str, dict[str, Score]], tool: str, code: str) -> None:
    score = scores[tool][code]
    assert score.wrong == 0
    assert score.missed == 0


def test_accuracy_file_is_up_to_date(cases: list[Case], scores: dict[str, dict[str, Score]]) -> None:
    text = accuracy.current()
    assert accuracy.render(cases, scores, accuracy.former_cells(text)) == text, "run python -m tests.proof"
