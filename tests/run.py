"""The one test command: makes an environment of its own, installs what the tests need, and runs them.

    python3 tests/run.py [pytest arguments]

Needs Python 3.10 or newer and nothing else. The environment is kept in `.venv-test/` of the checkout and used
again; it is made anew when the project's requirements change. Exits with pytest's status.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MINIMUM = (3, 10)


def environment() -> Path:
    """The folder of the environment for this Python."""
    return ROOT / ".venv-test" / f"{sys.version_info[0]}.{sys.version_info[1]}"


def interpreter(folder: Path) -> Path:
    """The Python of an environment."""
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def prepare(folder: Path) -> None:
    """Make the environment unless it fits the project's requirements already."""
    stamp = folder / "requirements.sha256"
    wanted = hashlib.sha256((ROOT / "pyproject.toml").read_bytes()).hexdigest()
    if stamp.is_file() and stamp.read_text(encoding="ascii") == wanted:
        return
    print(f"making the test environment {folder.relative_to(ROOT)}", flush=True)
    venv.create(folder, with_pip=True, clear=True)
    pip = [str(interpreter(folder)), "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    subprocess.run([*pip, "--editable", ".[test]"], cwd=ROOT, check=True)
    stamp.write_text(wanted, encoding="ascii")


def main(arguments: list[str]) -> int:
    """Prepare and run; gives pytest's exit status."""
    if sys.version_info < MINIMUM:
        print(f"the tests need Python {MINIMUM[0]}.{MINIMUM[1]} or newer, this is {sys.version.split()[0]}")
        return 2
    folder = environment()
    try:
        prepare(folder)
    except subprocess.CalledProcessError as error:
        print(f"the test environment could not be made: {error}")
        return 2
    return subprocess.run([str(interpreter(folder)), "-m", "pytest", *arguments], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
