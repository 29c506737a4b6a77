"""Old names outside of Python. Sources say on their lines what is expected: `# expect: OSM304@5`."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from osmosis_lint.api import surface
from osmosis_lint.api.table import Table
from osmosis_lint.diagnostics import Diagnostic
from osmosis_lint.files.errors import SourceError
from osmosis_lint.rules.data_files import check_data_file, may_matter
from tests import expectations

HARBOR = "osmosis_ai.rollout.backend.harbor"
TABLE = Table(surface.load(), (0, 3, 8))
PROJECT = Path(__file__).parents[1] / "projects" / "v02_rollouts"


def check(name: str, text: str) -> list[Diagnostic]:
    return check_data_file(name, text, TABLE)


def codes(name: str, text: str) -> list[str]:
    return [item.code for item in check(name, text)]


def places(name: str, text: str) -> list[tuple[str, str]]:
    """(code, text that the finding stands on), for findings on one line."""
    lines = text.split("\n")
    return [
        (item.code, lines[item.span.line - 1][item.span.column : item.span.end_column]) for item in check(name, text)
    ]


def holds(name: str, text: str) -> None:
    expected = expectations.parse(text)
    found = check(name, text)
    assert Counter((item.span.line, item.code) for item in found) == expected.codes
    assert expected.columns <= {(item.span.line, item.code, item.span.column + 1) for item in found}
    assert all(item.path == name and item.message and item.hint for item in found)


# Import paths


@pytest.mark.parametrize(
    ("path", "code"),
    [
        (f"{HARBOR}.agent_adapter:OsmosisInstalledAgent", "OSM411"),
        (f"{HARBOR}.agent_adapter.OsmosisInstalledAgent", "OSM411"),
        (f"{HARBOR}:OsmosisInstalledAgent", "OSM411"),
        (f"{HARBOR}.agent_adapter", "OSM502"),
        (f"{HARBOR}.agent_adapter:something", "OSM502"),
        (f"{HARBOR}.grader_runner", "OSM502"),
        (f"{HARBOR}.grader_runner:main", "OSM502"),
        ("osmosis_ai.eval.common", "OSM502"),
        ("osmosis_ai.rollout:create_rollout_server", "OSM501"),
        ("osmosis_ai.rollout.context:GraderContext.get_samples", "OSM102"),
        ("osmosis_ai.rollout:MultiTurnMode", "OSM108"),
        (f"{HARBOR}:HarborBackendV2", "OSM401"),
        (f"{HARBOR}:HarborBackend", None),
        ("osmosis_ai.rollout.server:create_rollout_server", None),
        ("osmosis_ai.rollout.context:GraderContext.sample", None),
        ("osmosis_ai.rollout", None),
        ("osmosis_ai.never.was", None),
    ],
)
def test_what_import_paths_mean(path: str, code: str | None) -> None:
    verdict = TABLE.path(path)
    assert (verdict.rule.code if verdict else None) == code
    assert codes("a.toml", f'x = "{path}"\n') == ([code] if code else [])


def test_import_paths_follow_the_target() -> None:
    path = "osmosis_ai.rollout.server.auth:ControllerAuth"
    assert TABLE.path(path) is not None
    assert Table(surface.load(), (0, 3, 2)).path(path) is None


TOML = f'''\
# {HARBOR}.agent_adapter:OsmosisInstalledAgent
[agent]
import_path = "{HARBOR}.agent_adapter:OsmosisInstalledAgent"  # expect: OSM411@16
other = [ "é", '{HARBOR}.grader_runner' ]  # expect: OSM502@17
prose = "was {HARBOR}.grader_runner once"
command = "PYTHONPATH=/w python -m {HARBOR}.grader_runner --x"  # expect: OSM502@36
runner = "/usr/bin/osmosis-grader-runner --config x"  # expect: OSM502@20
similar = "osmosis-grader-runner-2 my-osmosis-grader-runner osmosis_grader_runner"
samples = "samples.json"
fine = "{HARBOR}:HarborBackend"
'''


def test_toml() -> None:
    holds("task.toml", TOML)


def test_multi_line_texts_of_toml() -> None:
    text = f'a = """\nset -e\npython -m {HARBOR}.agent_runner\n"""\n'
    assert places("task.toml", text) == [("OSM502", f"{HARBOR}.agent_runner")]


YAML = f"""\
# {HARBOR}.agent_adapter:OsmosisInstalledAgent
agents:
  - import_path: {HARBOR}.agent_adapter:OsmosisInstalledAgent  # expect: OSM411@18
  - import_path: "{HARBOR}.agent_adapter:OsmosisInstalledAgent"  # expect: OSM411@19
  - '{HARBOR}.grader_runner'  # expect: OSM502@6
  - {HARBOR}.agent_runner  # expect: OSM502@5
  - {{ name: x, path: {HARBOR}.agent_runner, y: [{HARBOR}.agent_runner] }}  # expect: OSM502, OSM502
  - description: see {HARBOR}.agent_runner for more
  - text: "use {HARBOR}.agent_runner"
  - fine: {HARBOR}:HarborBackend
run: |
  python -m {HARBOR}.grader_runner --samples /logs/agent/samples.json  # expect: OSM502@13
  osmosis-agent-runner --config x  # expect: OSM502@3
note: 'it''s # {HARBOR}.agent_runner'
"""


def test_yaml() -> None:
    holds("job.yaml", YAML)


def test_the_command_is_named() -> None:
    (found,) = check("job.yml", "run: osmosis-grader-runner\n")
    assert found.message == "the command `osmosis-grader-runner` is gone"
    assert found.symbol == f"{HARBOR}.grader_runner"


# JSON


def test_exchange_files_named_in_json() -> None:
    text = json.dumps(
        {"samples.json": 1, "a": ["samples.json", "é", "/logs/agent/samples.json"], "b": "my-samples.json"}
    )
    assert places("fixture.json", text) == [("OSM304", '"samples.json"'), ("OSM304", '"/logs/agent/samples.json"')]


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("samples.json", {"agent": {"id": "agent", "messages": []}}, ["OSM304"]),
        ("samples.json", {"agent": {"reward": 1.0}}, ["OSM304"]),
        ("samples.json", [{"question": "2+2"}], []),
        ("samples.json", {"rows": {"question": "2+2"}}, []),
        ("samples.json", {}, []),
        ("other.json", {"agent": {"id": "agent", "messages": []}}, []),
        ("reward.json", {"agent": 1.0}, ["OSM305"]),
        ("reward.json", {"agent": None, "judge": 0}, ["OSM305"]),
        ("reward.json", {"reward": 1.0}, []),
        ("reward.json", {"reward": 1.0, "agent": 1.0}, []),
        ("reward.json", {}, []),
        ("reward.json", {"agent": "good"}, []),
        ("reward.json", 1.0, []),
        ("other.json", {"agent": 1.0}, []),
        ("sample.json", {"samples": {"a": {}}}, ["OSM305"]),
        ("sample.json", {"messages": [], "reward": None}, []),
        ("rollout_meta.json", {"id": "r", "status": "success", "samples": {}}, ["OSM305"]),
        ("rollout_meta.json", {"id": "r", "samples": 3}, []),
        ("callback.json", {"rollout_id": "r", "status": "success", "samples": {"a": {"messages": []}}}, ["OSM305"]),
        ("callback.json", [{"x": {"rollout_id": "r", "samples": {"a": {"reward": 1}}}}], ["OSM305"]),
        ("callback.json", {"rollout_id": "r", "sample": {"messages": []}}, []),
        ("callback.json", {"rollout_id": "r", "samples": 4}, []),
        ("data.json", {"samples": {"a": {"messages": []}}}, []),
        ("data.json", {"samples": [1, 2]}, []),
        ("paths.json", {"a": f"{HARBOR}.agent_adapter:OsmosisInstalledAgent"}, ["OSM411"]),
        ("paths.json", {"cmd": ["python", "-m", f"{HARBOR}.grader_runner"]}, ["OSM502"]),
        ("paths.json", {"cmd": "osmosis-grader-runner -x"}, ["OSM502"]),
        ("paths.json", {"doc": f"about {HARBOR}.grader_runner"}, []),
    ],
)
def test_json(name: str, value: object, expected: list[str]) -> None:
    for indent in (None, 2):
        assert codes(f"fixtures/{name}", json.dumps(value, indent=indent)) == expected


def test_places_in_json() -> None:
    assert places("reward.json", '{\n  "é": 1.0,\n  "b": 2\n}') == [("OSM305", '"é"')]
    text = '{"rollout_id": "é", "samples": {"a": {"reward": 1}}}'
    assert places("callback.json", text) == [("OSM305", '"samples"')]
    assert places("samples.json", ' {"a": {"messages": []}}') == [("OSM304", "{")]


@pytest.mark.parametrize("text", ['{"rollout_id": 1, "samples": ', '{"a": "samples.json",}'])
def test_bad_json(text: str) -> None:
    with pytest.raises(SourceError, match="not valid JSON"):
        check("a.json", text)


def test_json_without_any_of_our_words_is_not_parsed() -> None:
    assert not may_matter("{nonsense", "a.json")
    assert may_matter("{nonsense", "reward.json")
    assert check("a.json", "{nonsense") == []


# Shell scripts and Dockerfiles


SHELL = f"""\
#!/bin/bash
# cat /logs/agent/samples.json
cat /logs/agent/samples.json | jq .  # expect: OSM304@5
cp "$DIR/samples.json" x  # expect: OSM304@4
FILE=samples.json  # expect: OSM304@1
x --samples=/logs/samples.json  # expect: OSM304@3
ls my_samples.json samples.jsonl samples.json.bak data/samples.json
PYTHONPATH=/w python -m {HARBOR}.grader_runner --samples x  # expect: OSM502@25
osmosis-grader-runner --config x && osmosis-agent-runner  # expect: OSM502@1, OSM502@37
echo 'see {HARBOR}:HarborBackend'

curl -sf -H "x-rollout-id: $ID" --header 'X-Sample-Id: a' "$URL"  # expect: OSM302@13, OSM301@42
http POST "$URL" x-rollout-id:$ID  # expect: OSM302@18
curl -H "x-request-id: $ID" "$URL"; echo "no x-rollout-id: it is gone"; grep x-sample-id log

echo '{{"engineer": 1.0}}' > /logs/verifier/reward.json  # expect: OSM305@6
if [ "$x" ]; then echo '{{"engineer": 0.0}}' > reward.json; fi  # expect: OSM305@24
echo "{{\\"engineer\\": $score}}" >> reward.json  # expect: OSM305@6
echo '{{"a": 1}}' | tee /logs/verifier/reward.json  # expect: OSM305@6
printf '{{"engineer": %s}}\\n' "$r" > reward.json  # expect: OSM305@8
printf '{{"engineer": %.2f}}' "$r" > "$OUT/reward.json"  # expect: OSM305@8
jq -n '{{engineer: 1.0}}' > reward.json  # expect: OSM305@7
echo "{{\\"$agent_name\\": 1.0}}" > reward.json  # expect: OSM305@6
jq '.engineer' reward.json  # expect: OSM305@4
jq -r 'to_entries[0].value' < /logs/verifier/reward.json  # expect: OSM305@7

echo '{{"reward": 1.0}}' > /logs/verifier/reward.json
echo "{{\\"reward\\": $score}}" > reward.json
printf '{{"reward": %s}}' "$r" > reward.json
jq -n '{{reward: 1.0}}' > reward.json
echo "{{\\"$KEY\\": 1.0}}" > reward.json
echo "$json" > reward.json
echo '{{"engineer": 1.0}}' > /logs/verifier/scores.json
echo '{{"engineer": 1.0}}'; cat reward.json
jq .reward reward.json; jq . reward.json; cat reward.json
echo 1.0 > /logs/verifier/reward.txt
echo '{{"engineer": "good"}}' > reward.json
awk '{{ print $1 }}' x > reward.json
"""


def test_shell() -> None:
    holds("tests/test.sh", SHELL)


def test_here_documents() -> None:
    text = 'cat > /logs/verifier/reward.json <<EOF\n  {"engineer": 1.0}\nEOF\ncat <<X >y\nsamples.json\nX\n'
    assert places("test.sh", text) == [("OSM305", '{"engineer": 1.0}')]
    assert codes("test.sh", text.replace("engineer", "reward")) == []


DOCKERFILE = f"""\
FROM python:3.12
# CMD osmosis-grader-runner
ENV SAMPLES=/logs/agent/samples.json  # expect: OSM304@5
RUN echo '{{"a": 1}}' > /logs/verifier/reward.json  # expect: OSM305@10
CMD osmosis-grader-runner --config x  # expect: OSM502@5
ENTRYPOINT python -m {HARBOR}.agent_runner  # expect: OSM502@22
"""


def test_dockerfiles() -> None:
    holds("Dockerfile", DOCKERFILE)
    text = f'CMD ["python", "-m", "{HARBOR}.agent_runner"]\n'
    assert places("Dockerfile", text) == [("OSM502", f"{HARBOR}.agent_runner")]


@pytest.mark.parametrize("name", ["test.sh", "Dockerfile", "job.yaml", "task.toml", "fixture.json"])
def test_broken_files_do_no_harm(name: str) -> None:
    for base in (SHELL, DOCKERFILE, YAML, TOML):
        for cut in range(0, len(base), 17):
            try:
                check(name, base[:cut] + "'\"<<[{" + base[cut:])
                check(name, base[:cut])
            except SourceError:
                assert name in ("task.toml", "fixture.json")


# The project of v0.2


def test_the_project_of_v02() -> None:
    found: list[tuple[str, int, str]] = []
    for path in sorted(PROJECT.rglob("*")):
        if path.suffix in (".sh", ".toml", ".json", ".yaml") or path.name == "Dockerfile":
            name = path.relative_to(PROJECT).as_posix()
            found += [(name, item.span.line, item.code) for item in check(name, path.read_text(encoding="utf-8"))]
    for name in ("fix-report/tests", "nightly-tests"):
        text = (PROJECT / "tasks" / name / "test.sh").read_text(encoding="utf-8")
        lines = [number for number, line in enumerate(text.splitlines(), 1) if 'echo \'{"engineer"' in line]
        assert [item for item in found if name in item[0]] == [
            (f"tasks/{name}/test.sh", line, "OSM305") for line in lines
        ]
    assert len(found) == 4
