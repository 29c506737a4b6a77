"""The check that a new release of the SDK has to pass, run on the SDKs that are installed.

They are those of the interpreters in OSMOSIS_LINT_SDK_V02 and OSMOSIS_LINT_SDK_V03. Reading the SDK's own syntax takes
Python 3.12.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from osmosis_lint.api import releases
from tests.promised import SDK_VARIABLES, sdk_python
from tests.sdk_history import check
from tests.sdk_history.__main__ import main

pytestmark = pytest.mark.skipif(sys.version_info < (3, 12), reason="the SDK's syntax is that of Python 3.12")


def installed(variable: str) -> tuple[str, str]:
    """An interpreter that has an SDK, and the folder of its packages."""
    python = sdk_python(variable)
    code = "import sysconfig; print(sysconfig.get_path('purelib'))"
    return python, subprocess.run([python, "-c", code], capture_output=True, text=True, check=True).stdout.strip()


@pytest.mark.parametrize("variable", SDK_VARIABLES)
def test_the_record_agrees_and_all_is_classified(variable: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A release that is not recorded fails here until what went with it is classified."""
    python, folder = installed(variable)
    status = main(["--check", folder, "--python", python])
    assert status == 0, capsys.readouterr().out


def test_a_name_that_is_not_classified_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As if 0.3.8 were the release that has just come out."""
    _, folder = installed("OSMOSIS_LINT_SDK_V03")
    classified = tmp_path / "classified.txt"
    classified.write_text("baseline 0.3.7\n", encoding="utf-8")
    monkeypatch.setattr(check, "CLASSIFIED", classified)
    assert main(["--check", f"{releases.show(releases.NEWEST)}={folder}"]) == 1
    out = capsys.readouterr().out
    assert "0.3.8: 2 names and parameters of osmosis_ai went with it, 2 unclassified" in out
