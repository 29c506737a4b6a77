"""Configuration: where it is found, what it may say, and how a mistake in it is told."""

from __future__ import annotations

import os

import pytest

from .conftest import GRADER, OLD


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("osmosis-lint.toml", 'ignore = ["OSM108"]\n'),
        ("pyproject.toml", '[tool.osmosis-lint]\nignore = ["OSM108"]\n'),
    ],
)
def test_the_nearest_configuration_at_or_above_the_paths_holds(project, lint, name, text):
    project.write(f"part/{name}", text)
    project.write("part/deep/a.py", OLD)
    project.write("b.py", OLD)
    assert lint("check", "part/deep").status == 0
    assert lint("check", "part/deep/a.py").status == 0
    assert lint("check", "b.py", "part").codes == ["OSM108", "OSM108"]
    assert lint("check", "part/deep", "--isolated").codes == ["OSM108"]
    assert lint("check", "b.py", "--config", f"part/{name}").status == 0


def test_a_project_file_without_our_table_is_passed_over(project, lint):
    project.write("osmosis-lint.toml", 'ignore = ["OSM108"]\n')
    project.write("part/pyproject.toml", '[project]\nname = "osmosis-lint-user"\n')
    project.write("part/a.py", OLD)
    assert lint("check", "part").status == 0


def test_our_own_file_comes_before_the_project_file(project, lint):
    project.write("osmosis-lint.toml", "")
    project.write("pyproject.toml", '[tool.osmosis-lint]\nignore = ["OSM108"]\n')
    project.write("a.py", OLD)
    assert lint("check").codes == ["OSM108"]


def test_per_file_ignores_and_baseline_are_relative_to_the_configuration(project, lint, monkeypatch):
    project.write("osmosis-lint.toml", 'baseline = "known.json"\n[per-file-ignores]\n"sub/*" = ["OSM108"]\n')
    project.write("sub/a.py", OLD + GRADER)
    monkeypatch.chdir(project.root / "sub")
    assert lint("check", "--update-baseline").status == 0
    assert (project.root / "known.json").exists()
    assert lint("check").summary.endswith("0 suppressed, 2 in the baseline")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('selct = ["OSM1"]', "osmosis-lint.toml:1: unknown key 'selct'; did you mean `select`?"),
        (
            '\n\nignore = ["OSM1", "OSN101"]',
            "osmosis-lint.toml:3: ignore: no rule has the code 'OSN101'; did you mean `OSM101`?",
        ),
        ('ignore = "OSM1"', "osmosis-lint.toml:1: ignore: must be a list of texts"),
        ("jobs = true", "jobs: must be a whole number"),
        ("jobs = 0", "jobs: must be a whole number"),
        ('respect-gitignore = "no"', "respect-gitignore: must be true or false"),
        ("target-version = 0.3", "target-version: must be a text"),
        ('target-version = "0.2.9"', "osmosis-lint.toml:1: target-version: the target version must be 0.3.0 or newer"),
        ('output-format = "sarf"', "did you mean `sarif`?"),
        ('[per-file-ignores]\n"a.py" = "OSM1"', "osmosis-lint.toml:1: per-file-ignores: must be a table"),
        ('[per-file-ignores]\n"a.py" = ["OSM8"]', "per-file-ignores: 'a.py': no rule has the code 'OSM8'"),
        ("select = [", "osmosis-lint.toml: not valid TOML"),
        ("x = '\ud800'".encode("utf-8", "surrogatepass"), "osmosis-lint.toml: not valid TOML"),
    ],
)
def test_a_mistake_names_itself_the_place_and_the_nearest_right_word(project, lint, text, said):
    project.write("osmosis-lint.toml", text)
    project.write("a.py", OLD)
    found = lint("check")
    assert found.status == 2
    assert said in found.err
    assert found.err.count("\n") == 1


def test_a_mistake_in_a_project_file_names_its_line(project, lint):
    project.write("pyproject.toml", '[project]\nselct = "x"\n\n[tool.osmosis-lint]\nselct = ["OSM1"]\n')
    assert "pyproject.toml:5: unknown key 'selct'" in lint("check").err


def test_a_named_file_must_have_a_table(project, lint):
    project.write("pyproject.toml", "[project]\n")
    assert "has no [tool.osmosis-lint] table" in lint("check", "--config", "pyproject.toml").err


def test_config_says_what_is_in_force_and_where_from(project, lint):
    project.write("pyproject.toml", '[tool.osmosis-lint]\nignore = ["OSM108"]\ntarget-version = "0.3.2"\n')
    found = lint("config", "--select", "OSM1", "--jobs", "2")
    assert found.status == 0
    rows = [" ".join(line.split()) for line in found.lines]
    assert "configuration file: pyproject.toml" in rows
    assert "ignore = ['OSM108'] (pyproject.toml:2)" in rows
    assert 'target-version = "0.3.2" (pyproject.toml:3)' in rows
    assert "select = ['OSM1'] (command line)" in rows
    assert "jobs = 2 (command line)" in rows
    assert "output-format = full on a terminal, else concise (default)" in rows
    assert rows[-1].startswith("codes reported: OSM101, OSM102")


def test_output_format_of_the_configuration(project, lint):
    project.write("osmosis-lint.toml", 'output-format = "github"\n')
    project.write("a.py", OLD)
    assert lint("check").out.startswith("::error title=osmosis-lint OSM108,file=a.py,line=1,")


def test_exclusions_reach_the_search_for_files(project, lint):
    project.write("osmosis-lint.toml", 'extend-exclude = ["old"]\n')
    project.write("old/a.py", OLD)
    project.write("b.py", OLD)
    # The configuration is one of the files seen.
    assert lint("check").summary.startswith("2 files seen, 1 uses the SDK")
    assert lint("check", "--isolated").summary.startswith("3 files seen, 2 use the SDK")
    assert lint("check", "--isolated", "--exclude", "b.py").summary.startswith("2 files seen, 1 uses the SDK")
    assert lint("check", os.path.join("old", "a.py")).codes == ["OSM108"]
