"""Runs the front ends, and the linters people have already, over the generated sources and counts right and wrong.

The peers need an environment of their own, whose folder OSMOSIS_LINT_PEERS names: what peers.txt beside this file
lists, from pip. Pyright is there as basedpyright, which brings its own Node; it reads the SDK of OSMOSIS_LINT_SDK_V03.
Without both only our own front ends are measured.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from osmosis_lint.api import records
from osmosis_lint.engine import Engine
from tests.frontends import hosts
from tests.proof.mutations import Case
from tests.proof.seeds import SEEDS

#: (file number, line, code) with how often; peers have no codes of ours, so theirs is empty.
Found = Counter[tuple[int, int, str]]
OURS = ("engine", "flake8", "pylint")
PEERS = ("ruff, banned names", "pylint, deprecated modules", "pyright, SDK 0.3.8")
_PYRIGHT_RULES = frozenset(
    (
        *("reportAttributeAccessIssue", "reportCallIssue", "reportMissingImports", "reportArgumentType"),
        *("reportIncompatibleMethodOverride", "reportReturnType", "reportOptionalMemberAccess"),
        "reportUndefinedVariable",
    )
)


class Score(NamedTuple):
    """Reports that are right, uses that were missed, reports that are wrong."""

    right: int
    missed: int
    wrong: int

    @property
    def recall(self) -> float:
        return self.right / (self.right + self.missed) if self.right + self.missed else 1.0

    @property
    def precision(self) -> float:
        return self.right / (self.right + self.wrong) if self.right + self.wrong else 1.0


def write(cases: list[Case], folder: Path) -> None:
    """The sources as files `case_NUMBER.py`."""
    for number, case in enumerate(cases):
        (folder / f"case_{number}.py").write_bytes(case.text.encode("utf-8"))


def _number(path: str) -> int:
    return int(Path(path).stem.partition("_")[2])


def _engine(cases: list[Case], folder: Path) -> Found:
    engine = Engine()
    found: Found = Counter()
    for number, case in enumerate(cases):
        for item in engine.check(str(folder / f"case_{number}.py"), case.text):
            found[number, item.span.line, item.code] += 1
    return found


def _host(run: Callable[..., Counter[tuple[str, int, str]]]) -> Callable[[list[Case], Path], Found]:
    def measure(cases: list[Case], folder: Path) -> Found:
        names = [f"case_{number}.py" for number in range(len(cases))]
        return Counter({(_number(path), line, code): n for (path, line, code), n in run(folder, *names).items()})

    return measure


def _pylint(folder: Path, *names: str) -> Counter[tuple[str, int, str]]:
    return hosts.pylint(folder, "--jobs=2", *names)


def peers_folder() -> Path | None:
    """The environment of the peers, if there is one."""
    folder = os.environ.get("OSMOSIS_LINT_PEERS")
    return Path(folder) if folder and os.environ.get("OSMOSIS_LINT_SDK_V03") else None


def _run(folder: Path, *command: str) -> str:
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=900).stdout


def _ruff(cases: list[Case], folder: Path) -> Found:
    """ruff's TID251, told every name that is gone: what a team can set up without this linter."""
    gone = {f"{seed.names[name]}.{name}" for seed in SEEDS for name in seed.gone}
    for rule, record in records.records():
        if rule.code in ("OSM501", "OSM502") or record.happened in (records.REMOVED, records.RENAMED):
            gone.update(name for name in record.names if "(" not in name and name.startswith("osmosis_ai."))
    lines = ["[lint]", 'select = ["TID251"]', "[lint.flake8-tidy-imports.banned-api]"]
    lines += [f'"{name}".msg = "gone"' for name in sorted(gone)]
    (folder / "ruff.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    command = [str(_peer("ruff")), "check", "--no-cache", "--output-format=json", "."]
    items = json.loads(_run(folder, *command))
    return Counter(
        {(_number(item["filename"]), item["location"]["row"], ""): 1 for item in items if item["code"] == "TID251"}
    )


def _deprecated(cases: list[Case], folder: Path) -> Found:
    modules = [name for record in records.BY_CODE["OSM502"].records for name in record.names]
    command = [str(_peer("pylint")), f"--rcfile={os.devnull}", "--disable=all", "--score=n", "--jobs=2"]
    command += [
        "--enable=deprecated-module,deprecated-method,deprecated-argument,deprecated-class,deprecated-attribute"
    ]
    command += [f"--deprecated-modules={','.join(modules)}", "--msg-template={path}:{line}:{msg_id}"]
    out = _run(folder, *command, *(f"case_{number}.py" for number in range(len(cases))))
    found: Found = Counter()
    for line in out.splitlines():
        parts = line.split(":")
        if len(parts) == 3 and parts[1].isdigit():
            found[_number(parts[0]), int(parts[1]), ""] = 1
    return found


def _pyright(cases: list[Case], folder: Path) -> Found:
    python = os.environ["OSMOSIS_LINT_SDK_V03"]
    out = _run(folder, str(_peer("basedpyright")), "--outputjson", f"--pythonpath={python}", ".")
    found: Found = Counter()
    for item in json.loads(out)["generalDiagnostics"]:
        rule = item.get("rule", "")
        if item["severity"] != "error" or rule not in _PYRIGHT_RULES:
            continue
        # Modules that the sources make up are no fault of theirs.
        if rule != "reportMissingImports" or '"osmosis_ai' in item["message"]:
            found[_number(item["file"]), item["range"]["start"]["line"] + 1, ""] = 1
    return found


def _peer(name: str) -> Path:
    folder = peers_folder()
    assert folder is not None
    return folder / "bin" / name


def measure(cases: list[Case], folder: Path, *, peers: bool) -> dict[str, dict[str, Score]]:
    """The scores by front end and rule."""
    write(cases, folder)
    tools: dict[str, Callable[[list[Case], Path], Found]] = {
        "engine": _engine,
        "flake8": _host(hosts.flake8),
        "pylint": _host(_pylint),
    }
    if peers:
        tools.update(zip(PEERS, (_ruff, _deprecated, _pyright), strict=True))
    return {name: _scores(cases, tool(cases, folder), coded=name in OURS) for name, tool in tools.items()}


def _scores(cases: list[Case], found: Found, *, coded: bool) -> dict[str, Score]:
    """The scores of one tool by the rule that the sources are about."""
    by_case: dict[int, Counter[tuple[int, str]]] = {}
    for (number, line, code), count in found.items():
        by_case.setdefault(number, Counter())[line, code] = count
    out: dict[str, Score] = {}
    for number, case in enumerate(cases):
        expected = case.expected if coded else Counter({(line, ""): 1 for line, _ in case.expected})
        got = by_case.get(number, Counter())
        old = out.get(case.code, Score(0, 0, 0))
        out[case.code] = Score(
            old.right + (expected & got).total(),
            old.missed + (expected - got).total(),
            old.wrong + (got - expected).total(),
        )
    return out
