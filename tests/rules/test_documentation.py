"""Holds the text on the rules to what the engine does: examples, rules.md, and the table's own order."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from osmosis_lint.api import records
from osmosis_lint.api.records import Rule
from osmosis_lint.engine import Engine
from osmosis_lint.frontends.command.checking import Checker, Plan
from osmosis_lint.frontends.command.selection import Selection
from osmosis_lint.rules import documentation
from osmosis_lint.rules.examples import examples
from osmosis_lint.rules.examples.example import PYTHON

ROOT = Path(__file__).resolve().parents[2]
CASES = ROOT / "tests" / "cases" / "rules"
EXAMPLES = examples()
_IS_FINDING = re.compile(r"tests/projects/\S+:\d+:\d+: OSM")
IN_PYTHON = [rule for rule in records.RULES if rule.code in EXAMPLES and EXAMPLES[rule.code].language == PYTHON]


def code_of(rule: Rule) -> str:
    return rule.code


def codes_in(tmp_path: Path, text: str, *, advice: bool) -> set[str]:
    """What the engine reports in a text that lies alone in its folder."""
    return {item.code for item in Engine(advice=advice).check(str(tmp_path / "example.py"), text)}


def test_every_rule_has_an_example_and_every_example_a_rule() -> None:
    assert sorted(EXAMPLES) == sorted(rule.code for rule in records.RULES + records.TOOL_RULES)


@pytest.mark.parametrize("rule", IN_PYTHON, ids=code_of)
def test_the_bad_example_raises_its_own_code(rule: Rule, tmp_path: Path) -> None:
    example = EXAMPLES[rule.code]
    assert codes_in(tmp_path, example.bad, advice=rule.advice) == {rule.code, *example.also}


@pytest.mark.parametrize("rule", IN_PYTHON, ids=code_of)
def test_the_good_example_raises_nothing(rule: Rule, tmp_path: Path) -> None:
    assert codes_in(tmp_path, EXAMPLES[rule.code].good, advice=True) == set()


@pytest.mark.parametrize("rule", records.TOOL_RULES, ids=code_of)
def test_the_command_tells_the_examples_of_its_own_rules_apart(rule: Rule, tmp_path: Path) -> None:
    path = str(tmp_path / "example.py")
    for text, expected in ((EXAMPLES[rule.code].bad, [rule.code]), (EXAMPLES[rule.code].good, [])):
        result = Checker(Plan(Selection([]), None)).python_bytes(path, text.encode())
        assert [finding.code for finding in result.findings] == expected


def test_only_a_rule_on_calls_that_others_report_needs_their_codes() -> None:
    assert [code for code, example in EXAMPLES.items() if example.also] == ["OSM412"]


@pytest.mark.parametrize("rule", records.TOOL_RULES, ids=code_of)
def test_the_page_of_a_rule_of_the_command_says_so(rule: Rule) -> None:
    text = documentation.page(rule.code)
    assert text.startswith(f"# {rule.code} {rule.name}\n")
    assert "reported by the command only" in text
    assert "pylint" not in text


@pytest.mark.parametrize("rule", records.RULES, ids=code_of)
def test_the_page_of_a_rule_says_what_the_table_says(rule: Rule) -> None:
    text = documentation.page(rule.code)
    assert text.startswith(f"# {rule.code} {rule.name}\n")
    # Of the rules that are not about Python, pylint knows nothing.
    assert (records.message_id(rule) in text) == (rule in records.PYTHON_RULES)
    for said in (rule.guide, EXAMPLES[rule.code].bad.rstrip("\n")):
        assert said in text
    assert rule.hint[1:] in text
    assert rule.reports.removeprefix("advice: ") in text
    for record in rule.records:
        assert record.outcome.lower() in text.lower()
        assert record.replacement in text
        assert all(f"`{name}`" in text for name in record.names)


def test_there_is_no_page_for_an_unknown_code() -> None:
    with pytest.raises(KeyError):
        documentation.page("OSM000")


def test_the_page_names_the_other_public_places() -> None:
    assert "`GraderContext` also from `osmosis_ai.rollout`" in documentation.page("OSM101")


def test_rules_md_is_not_stale() -> None:
    assert documentation.main(["--check"]) == 0


def test_a_stale_rules_md_is_told_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "rules.md"
    monkeypatch.setattr(documentation, "_FILE", file)
    for content in (None, "# old\n"):
        if content is not None:
            file.write_text(content, encoding="utf-8")
        assert documentation.main(["--check"]) == 1
        captured = capsys.readouterr()
        assert captured.out == ""
        assert captured.err == "rules.md is stale: run `python -m osmosis_lint.rules.documentation`\n"
    assert documentation.main([]) == 0
    assert documentation.main(["--check"]) == 0
    assert documentation.main(["--chek"]) == 2


def test_codes_names_and_pylint_ids_are_unique() -> None:
    rules = (*records.RULES, *records.TOOL_RULES)
    for values in (
        [rule.code for rule in rules],
        [rule.name for rule in rules],
        [records.message_id(rule) for rule in rules],
        [record_name for rule in rules for record in rule.records for record_name in _own_names(rule, record.names)],
    ):
        assert [value for value, count in Counter(values).items() if count > 1] == []


def _own_names(rule: Rule, names: tuple[str, ...]) -> tuple[str, ...]:
    """The names that only one rule may hold; rules on behaviour share classes and methods with others."""
    changed = any(record.happened == records.BEHAVIOUR_CHANGED for record in rule.records)
    return () if changed else names


@pytest.mark.parametrize("rule", IN_PYTHON, ids=code_of)
def test_every_rule_has_a_case_file(rule: Rule) -> None:
    assert (CASES / f"{rule.code.lower()}.py").is_file()


def test_the_findings_in_the_readme_are_real() -> None:
    shown = [line for line in (ROOT / "README.md").read_text(encoding="utf-8").split("\n") if _IS_FINDING.match(line)]
    assert shown
    engine = Engine()
    real = set()
    for path in sorted({line.partition(":")[0] for line in shown}):
        for item in engine.check(str(ROOT / path), (ROOT / path).read_text(encoding="utf-8")):
            real.add(f"{path}:{item.span.line}:{item.span.column + 1}: {item.code} {item.text}")
    assert [line for line in shown if line not in real] == []


def test_the_readme_counts_the_findings_of_the_example_project() -> None:
    expected = (ROOT / "tests/projects/v02_rollouts.expected.txt").read_text(encoding="utf-8").splitlines()
    assert f"prints {len(expected)} findings" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_changelog_counts_the_rules() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"- {len(records.RULES)} rules, {records.RULES[0].code} to {records.RULES[-1].code}," in text
