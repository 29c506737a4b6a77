"""How long `--fix` takes beside the check alone, on 1,000 files that use the SDK, proofs included.

Prints the ratio; exits with status 1 when it is above the limit. Both run in one process, turn by turn.

    python -m tests.benchmarks.fixes [FILES]
"""

from __future__ import annotations

import gc
import sys
import time
from pathlib import Path

from osmosis_lint.engine import Engine
from osmosis_lint.fixes import session

LIMIT = 5.0
PROJECT = Path(__file__).parents[1] / "projects" / "v02_rollouts"
SHAPES = Path(__file__).parents[1] / "fixes" / "sdk" / "v02"


def texts(count: int) -> list[tuple[str, str]]:
    """(path, text) of files that use the SDK: those of the example project and of the SDK tests, repeated.

    Each text differs from the others by its last line: the engine does not read again what it knows.
    """
    found = [*sorted(PROJECT.rglob("*.py")), *sorted(SHAPES.glob("*.py"))]
    using = [(str(path), path.read_text("utf-8")) for path in found]
    using = [item for item in using if "osmosis_ai" in item[1]]
    repeated = [(number, *using[number % len(using)]) for number in range(count)]
    return [(path, f"{text}# {number}\n") for number, path, text in repeated]


def measure(files: list[tuple[str, str]], rounds: int = 3) -> tuple[float, float, int]:
    """Seconds for the check and for the fix, at the best of some rounds, and how many fixes were applied."""
    check, fix, applied = float("inf"), float("inf"), 0
    for _ in range(rounds):
        engine = Engine()
        start = time.perf_counter()
        for path, text in files:
            engine.check(path, text)
        check = min(check, time.perf_counter() - start)
        gc.collect()
        engine = Engine()
        applied = 0
        start = time.perf_counter()
        for path, text in files:
            applied += len(session.fix_text(engine, path, text).applied)
        fix = min(fix, time.perf_counter() - start)
        gc.collect()
    return check, fix, applied


def main(arguments: list[str]) -> int:
    """Measure and report."""
    files = texts(int(arguments[0]) if arguments else 1000)
    check, fix, applied = measure(files)
    ratio = fix / check
    print(f"{len(files)} files: check {check:.2f} s, fix {fix:.2f} s ({applied} fixes), ratio {ratio:.2f}")
    return int(ratio > LIMIT)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
