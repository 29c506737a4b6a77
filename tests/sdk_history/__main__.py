"""The command line: `python -m tests.sdk_history`; see README.md here."""

from __future__ import annotations

import argparse
import sys
import tempfile
import zipfile
from pathlib import Path

from .check import differences, lost_in, report
from .data_file import read_text, write_text
from .history import History
from .package import open_package, release_of
from .reader import read_package
from .runtime import confirm, keep_doubtful
from .shapes import Release, Shape, parse_release, release_text

DATA = Path(__file__).parents[2] / "osmosis_lint" / "api" / "surface.txt"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.sdk_history", description=__doc__)
    parser.add_argument(
        "packages",
        nargs="+",
        metavar="[RELEASE=]PATH",
        help="a wheel or the directory that holds the unpacked package; the release is read from its metadata",
    )
    parser.add_argument(
        "--python",
        action="append",
        default=[],
        metavar="[RELEASE=]EXECUTABLE",
        help="an interpreter that has the SDK's dependencies installed; RELEASE may be a beginning, such as 0.3",
    )
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if something gone is unclassified")
    parser.add_argument("--rebuild", action="store_true", help="start from an empty record")
    parser.add_argument("--data", type=Path, default=DATA, help="the record (default: the linter's own)")
    return parser


def _packages(arguments: list[str]) -> list[tuple[Release, Path]]:
    """The packages with their releases, oldest first."""
    found = []
    for argument in arguments:
        stated, _, path = argument.rpartition("=")
        release = stated or release_of(Path(path))
        if release is None:
            raise SystemExit(f"{path}: which release is it? Write it as RELEASE={path}")
        found.append((parse_release(release), Path(path)))
    return sorted(found)


def _interpreter(release: Release, arguments: list[str]) -> str | None:
    """The interpreter given for a release: that of the longest matching beginning."""
    best: tuple[int, str] | None = None
    for argument in arguments:
        stated, _, python = argument.rpartition("=")
        wanted = parse_release(stated) if stated else ()
        if release[: len(wanted)] == wanted and (best is None or len(wanted) > best[0]):
            best = (len(wanted), python)
    return best[1] if best else None


def read_release(history: History, path: Path, python: str | None) -> tuple[dict[str, Shape], list[str]]:
    """The modules of one package, confirmed by its interpreter where there is one, with notes on what differed."""
    modules = read_package(open_package(path))
    if python is None:
        return modules, keep_doubtful(modules, modules, history.known(alive=True))
    if path.is_dir():
        return modules, confirm(modules, history, python, path)
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(path) as wheel:
        wheel.extractall(folder)
        return modules, confirm(modules, history, python, Path(folder))


def main(argv: list[str]) -> int:
    options = _parser().parse_args(argv)
    history = History() if options.rebuild else read_text(options.data.read_text(encoding="utf-8"))
    failed = False
    for release, path in _packages(options.packages):
        modules, notes = read_release(history, path, _interpreter(release, options.python))
        for note in notes:
            print(f"{release_text(release)}: note: {note}")
        if release not in history.releases:
            history.take_up(release, modules)
        lost = lost_in(history, release)
        failed = report(history, release, lost, differences(history, release, modules)) or failed
    if options.check:
        return int(failed)
    options.data.write_text(write_text(history), encoding="utf-8")
    print(f"{options.data.name}: {len(history.releases)} releases, {len(history.modules)} modules")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
