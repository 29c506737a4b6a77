"""Measures the command against its limits and prints a table; exits with 1 when a limit is broken.

    python -m tests.benchmarks.command [--tree SITE_PACKAGES] [--rounds N]

Every figure is a ratio of two things measured in turns in this one run, so that it holds on any machine. Times are the
best of several rounds: what else the machine does only ever adds to them. How time grows is the median of the rounds,
in processor time: runs of many seconds would hardly find a quiet machine. `--tree` is the site-packages folder of a
full `osmosis-ai==0.2.31` install; a copy without `osmosis_ai` itself is checked. Without it, or without ruff or
ripgrep, those rows are left out and say so.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
PATTERN = (
    r"\.samples|set_sample_reward|register_sample_source|sample_sources|get_samples|MultiTurnMode|x-sample-id"
    r"|x-rollout-id|HarborBackendV2|task_dir=|user_code_dir=|workflow=|custom_tests_dir=|prebuild_local_image="
)
COMMAND = [
    sys.executable,
    "-I",
    "-c",
    f"import sys; sys.path.insert(0, {str(ROOT)!r}); from osmosis_lint.__main__ import run; run()",
]


class Row(NamedTuple):
    """One figure: what was compared, the ratio (None: left out) and its limit."""

    name: str
    ratio: float | None
    limit: float
    note: str

    @property
    def verdict(self) -> str:
        """In a word."""
        return "not measured" if self.ratio is None else "BROKEN" if self.is_broken else "holds"

    @property
    def is_broken(self) -> bool:
        return self.ratio is not None and self.ratio > self.limit


class Usage(NamedTuple):
    """Seconds on the clock and of the processor, and the most memory used at one time, in bytes."""

    seconds: float
    processor: float
    memory: int


def run(command: list[str]) -> Usage:
    """Run a command to its end; its output is thrown away. Fails when the command could not do its work."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    assert process.stderr is not None
    said = process.stderr.read()
    _, status, used = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        raise SystemExit(f"{command[0]}: {said.decode()}")
    memory = used.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    return Usage(seconds, used.ru_utime + used.ru_stime, memory)


def best(rounds: int, *commands: list[str]) -> list[Usage]:
    """The best of several rounds for each command, run in turns."""
    found = [[run(command) for command in commands] for _ in range(rounds)]
    return [Usage(*(min(part) for part in zip(*column, strict=True))) for column in zip(*found, strict=True)]


def in_turns(rounds: int, *commands: list[str]) -> list[list[Usage]]:
    """What each round took, for each command. One more round before them fills the caches."""
    return [[run(command) for command in commands] for _ in range(rounds + 1)][1:]


def check(path: Path, *options: str) -> list[str]:
    return [*COMMAND, "check", str(path), "--quiet", "--isolated", *options]


def beside_python(name: str) -> str | None:
    """A tool of this environment, or one on the path."""
    path = Path(sys.executable).parent / name
    return str(path) if path.exists() else shutil.which(name)


def unrelated_tree(folder: Path, rounds: int, tree: str) -> list[Row]:
    """A full site-packages tree in which nothing uses the SDK, against ruff and ripgrep."""
    names = ("0.2.31 tree: ours / ruff", "0.2.31 tree: ours / ripgrep")
    if not os.path.isdir(tree):
        return [Row(name, None, limit, "no such tree") for name, limit in zip(names, (0.35, 2.5), strict=True)]
    copy = folder / "site-packages"
    shutil.copytree(tree, copy, ignore=shutil.ignore_patterns("osmosis_ai*", "__pycache__", "*.so"), symlinks=True)
    rows: list[Row] = []
    ruff = beside_python("ruff")
    if ruff is None:
        rows.append(Row(names[0], None, 0.35, "ruff is not installed"))
    else:
        other = [ruff, "check", "--no-cache", "--isolated", "--quiet", "--select", "NPY201,AIR", str(copy)]
        ours, theirs = best(rounds, check(copy), other)
        rows.append(
            Row(names[0], ours.seconds / theirs.seconds, 0.35, f"{ours.seconds:.2f} s / {theirs.seconds:.2f} s")
        )
    ripgrep = beside_python("rg")
    if ripgrep is None:
        rows.append(Row(names[1], None, 2.5, "ripgrep is not installed"))
    else:
        other = [ripgrep, "--count", "--type", "py", PATTERN, str(copy)]
        ours, theirs = best(rounds, check(copy), other)
        rows.append(Row(names[1], ours.seconds / theirs.seconds, 2.5, f"{ours.seconds:.2f} s / {theirs.seconds:.2f} s"))
    return rows


def write_users(folder: Path, count: int, project: str = "v02_rollouts") -> None:
    """Projects of which every file uses the SDK: copies of a rollout project in this repository."""
    sources = [
        path.read_bytes()
        for path in sorted((ROOT / "tests" / "projects" / project).rglob("*.py"))
        if b"osmosis_ai" in path.read_bytes() and path.stat().st_size > 800
    ]
    for number in range(count):
        package = folder / f"rollout{number // 20}"
        if not number % 20:
            package.mkdir(parents=True)
            (package / "pyproject.toml").write_text("[project]\nname = 'x'\n")
        (package / f"module{number % 20}.py").write_bytes(sources[number % len(sources)])


def sdk_tree(folder: Path, rounds: int) -> list[Row]:
    """A thousand files that all use the SDK, against parsing them, and with two jobs."""
    users = folder / "users"
    write_users(users, 1000)
    program = """
import ast, pathlib, sys
for path in sorted(pathlib.Path(sys.argv[1]).rglob("*.py")):
    ast.parse(path.read_bytes())
"""
    parse = [sys.executable, "-I", "-c", program, str(users)]
    one, two, parsed = best(rounds, check(users, "--jobs", "1"), check(users, "--jobs", "2"), parse)
    return [
        Row(
            "1,000 users: ours / ast.parse",
            one.seconds / parsed.seconds,
            1.5,
            f"{one.seconds:.2f} s / {parsed.seconds:.2f} s",
        ),
        Row(
            "1,000 users: 2 jobs / 1 job", two.seconds / one.seconds, 1.0, f"{two.seconds:.2f} s / {one.seconds:.2f} s"
        ),
    ]


def start_up(folder: Path, rounds: int) -> list[Row]:
    """One small file, against starting Python with `ast`."""
    small = folder / "small"
    small.mkdir()
    (small / "uses.py").write_text(
        "from osmosis_ai.rollout import GraderContext\n\n\ndef f(ctx: GraderContext):\n    return ctx.samples\n"
    )
    (small / "other.py").write_text("import json\n\nprint(json.dumps({}))\n")
    base = [sys.executable, "-I", "-c", "import ast"]
    other, uses, bare = best(rounds * 5, check(small / "other.py"), check(small / "uses.py"), base)
    shown = f"{{:.0f}} ms / {bare.seconds * 1000:.0f} ms".format
    return [
        Row("start-up, no SDK: ours / import ast", other.seconds / bare.seconds, 2.5, shown(other.seconds * 1000)),
        Row("start-up, SDK: ours / import ast", uses.seconds / bare.seconds, 2.5, shown(uses.seconds * 1000)),
    ]


def growth(folder: Path, rounds: int) -> list[Row]:
    """Ten times the files: time and peak memory."""
    rows: list[Row] = []
    filler = ("import os\nimport sys\n\n\ndef f(a):\n    return os.path.join(a, sys.argv[0])\n\n" * 40).encode()

    def others(name: str, count: int) -> Path:
        root = folder / name
        for number in range(count):
            package = root / f"package{number // 50}"
            package.mkdir(parents=True, exist_ok=True)
            (package / f"module{number}.py").write_bytes(filler)
        return root

    def users(name: str, count: int) -> Path:
        # The migrated project: what is found must be kept, and so does not stay flat.
        write_users(folder / name, count, "v03_rollouts")
        return folder / name

    # Enough files that starting Python, which does not grow, is a small part of the lesser time: it would flatter us.
    makers: list[tuple[str, Callable[[str, int], Path], int]] = [("unrelated", others, 3000), ("users", users, 300)]
    for name, make, count in makers:
        few, many = make(f"few {name}", count), make(f"many {name}", count * 10)
        taken = in_turns(rounds, check(few, "--jobs", "1"), check(many, "--jobs", "1"))
        ratios = sorted(more.processor / less.processor for less, more in taken)
        each = ", ".join(f"{ratio:.1f}" for ratio in ratios)
        rows.append(Row(f"10 x the {name}: time", statistics.median(ratios), 10.5, f"rounds: {each}"))
        less, more = (min(usage.memory for usage in column) for column in zip(*taken, strict=True))
        sizes = f"{more / 2**20:.0f} MiB / {less / 2**20:.0f} MiB"
        rows.append(Row(f"10 x the {name}: memory", more / less, 1.2, sizes))
    return rows


def main() -> int:
    """Measure, print the table, and say with the status whether all limits hold."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tree", default="", help="site-packages of a full osmosis-ai==0.2.31 install")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", default="", help="measure only the parts whose name contains this")
    options = parser.parse_args()
    parts: dict[str, Callable[[Path, int], list[Row]]] = {
        "start-up": start_up,
        "users": sdk_tree,
        "growth": growth,
        "tree": lambda folder, rounds: unrelated_tree(folder, rounds, options.tree),
    }
    rows: list[Row] = []
    for name, part in parts.items():
        if options.only in name:
            with tempfile.TemporaryDirectory() as folder:
                rows += part(Path(folder), options.rounds)
    print(f"{'':38} {'ratio':>7} {'limit':>7}  verdict")
    for row in rows:
        ratio = "-" if row.ratio is None else f"{row.ratio:.2f}"
        print(f"{row.name:38} {ratio:>7} {row.limit:>7.2f}  {row.verdict:13}{row.note}")
    return 1 if any(row.is_broken for row in rows) else 0


if __name__ == "__main__":
    raise SystemExit(main())
