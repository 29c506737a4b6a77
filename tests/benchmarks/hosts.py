"""What the plugins and the engine cost, as ratios measured in one run.

    python -m tests.benchmarks.hosts --tree FOLDER [--files 3000] [--rounds 3] [--clean FOLDER ...]

FOLDER is a tree of Python files that do not use the SDK, such as a site-packages folder. Prints a table:
flake8 and pylint with the plugin against without, the engine's analysis against `ast.parse` on the projects
under tests/projects, and with `--clean` what is reported in a tree where nothing should be. Rounds alternate
between the two sides, and the best round of each counts.
"""

from __future__ import annotations

import argparse
import ast
import gc
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from osmosis_lint.engine import Engine
from osmosis_lint.semantics.source import decode

TESTS = Path(__file__).resolve().parent.parent
_COPIES = 12


def best(rounds: int, *sides: Callable[[], None]) -> list[float]:
    """The best time of each side in seconds, the rounds taken in turns."""
    found = [float("inf")] * len(sides)
    for _ in range(rounds):
        for number, side in enumerate(sides):
            start = time.perf_counter()
            side()
            found[number] = min(found[number], time.perf_counter() - start)
    return found


def sample(tree: Path, count: int, target: Path) -> int:
    """Copy the first `count` Python files of the tree, spread over it, into one folder; gives how many."""
    files = sorted(path for path in tree.rglob("*.py") if "osmosis" not in path.as_posix())
    step = max(len(files) // count, 1)
    for number, path in enumerate(files[::step][:count]):
        shutil.copyfile(path, target / f"m{number}.py")
    return len(files[::step][:count])


def run(*arguments: str, cwd: Path) -> None:
    """Run a Python command line, its output thrown away."""
    environment = {**os.environ, "PYTHONPATH": str(TESTS.parent)}
    subprocess.run([sys.executable, *arguments], cwd=cwd, capture_output=True, check=False, env=environment)


_FLAKE8 = """
import importlib.metadata as metadata, sys
known = metadata.distributions
metadata.distributions = lambda **options: (d for d in known(**options) if d.metadata["Name"] != sys.argv[1])
from flake8.main.cli import main
sys.exit(main(["--isolated", "--jobs=1", "."]))
"""


def flake8_ratio(folder: Path, rounds: int) -> float:
    """flake8 with the plugin against flake8 without it, on files that do not use the SDK.

    flake8 finds extensions among the installed packages; both sides filter those, "without" leaves ours out.
    """
    with_time, without_time = best(
        rounds,
        lambda: run("-c", _FLAKE8, "nothing", cwd=folder),
        lambda: run("-c", _FLAKE8, "osmosis-lint", cwd=folder),
    )
    return with_time / without_time


def pylint_ratio(folder: Path, names: list[str], rounds: int) -> float:
    """pylint with the plugin against pylint without it."""
    base = ("-m", "pylint", f"--rcfile={os.devnull}", "--score=n", *names)
    with_time, without_time = best(
        rounds,
        lambda: run(*base, "--load-plugins=osmosis_lint.pylint_plugin", cwd=folder),
        lambda: run(*base, cwd=folder),
    )
    return with_time / without_time


def engine_ratio(project: str, rounds: int) -> float:
    """The engine's analysis against `ast.parse`, over copies of a project's files that use the SDK."""
    sources: list[tuple[str, str]] = []
    for path in sorted((TESTS / "projects" / project).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if "osmosis_ai" in text:
            sources += [(str(path).replace(".py", f"_{number}.py"), text) for number in range(_COPIES)]
    parse_times: dict[str, float] = {}
    check_times: dict[str, float] = {}
    gc.disable()
    for _ in range(rounds):
        engine = Engine()
        for path, text in sources:
            start = time.perf_counter()
            tree = ast.parse(text)
            middle = time.perf_counter()
            engine.check(path, text, tree)
            end = time.perf_counter()
            parse_times[path] = min(parse_times.get(path, 9.0), middle - start)
            check_times[path] = min(check_times.get(path, 9.0), end - middle)
    gc.enable()
    return sum(check_times.values()) / sum(parse_times.values())


def reports(tree: Path) -> tuple[int, list[str]]:
    """How many files of a tree the engine looked at, and what it reports in them (the SDK's own are left out)."""
    engine = Engine()
    count = 0
    found: list[str] = []
    for path in sorted(tree.rglob("*.py")):
        if "osmosis_ai" in path.relative_to(tree).parts:
            continue
        try:
            text = decode(path.read_bytes())
            found += [repr(item) for item in engine.check(str(path), text)]
        except (SyntaxError, ValueError, LookupError):
            continue
        count += 1
    return count, found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tree", type=Path, required=True, help="a folder of Python files that do not use the SDK")
    parser.add_argument("--files", type=int, default=3000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--clean", type=Path, action="append", default=[], help="a tree that must have no finding")
    options = parser.parse_args()
    for tree in options.clean:
        count, found = reports(tree)
        print(f"findings in {count} files of {tree}: {len(found)}", *found, sep="\n    ")
    print(f"engine / ast.parse, v0.2 project     {engine_ratio('v02_rollouts', options.rounds + 2):.2f}")
    print(f"engine / ast.parse, migrated project {engine_ratio('v03_rollouts', options.rounds + 2):.2f}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        count = sample(options.tree, options.files, folder)
        print(f"flake8 with / without, {count} files   {flake8_ratio(folder, options.rounds):.3f}")
        names = [f"m{number}.py" for number in range(0, count, max(count // 60, 1))]
        print(f"pylint with / without, {len(names)} files     {pylint_ratio(folder, names, options.rounds):.3f}")


if __name__ == "__main__":
    main()
