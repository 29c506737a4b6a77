"""What kind of file a name stands for."""

from __future__ import annotations

import pytest

from osmosis_lint.files import kinds


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("a.py", kinds.PYTHON),
        ("a.pyi", kinds.PYTHON),
        ("a.pyw", kinds.PYTHON),
        ("A.PY", kinds.PYTHON),
        ("a.ipynb", kinds.NOTEBOOK),
        ("README.md", kinds.MARKDOWN),
        ("guide.rst", kinds.RST),
        ("main.py.tpl", kinds.TEMPLATE),
        ("pyproject.toml", kinds.MANIFEST),
        ("setup.cfg", kinds.MANIFEST),
        ("requirements.txt", kinds.MANIFEST),
        ("requirements-dev.in", kinds.MANIFEST),
        ("dev-requirements.txt", kinds.MANIFEST),
        ("constraints.txt", kinds.MANIFEST),
        ("uv.lock", kinds.LOCK),
        ("poetry.lock", kinds.LOCK),
        ("pdm.lock", kinds.LOCK),
        ("pylock.toml", kinds.LOCK),
        ("pylock.dev.toml", kinds.LOCK),
        ("Dockerfile", kinds.SHELL),
        ("Dockerfile.gpu", kinds.SHELL),
        ("api.Dockerfile", kinds.SHELL),
        ("Containerfile", kinds.SHELL),
        ("test.sh", kinds.SHELL),
        ("task.toml", kinds.DATA),
        ("a.json", kinds.DATA),
        ("a.yaml", kinds.DATA),
        ("a.yml", kinds.DATA),
        ("notes.txt", None),
        ("Cargo.lock", None),
        ("main.tpl", None),
        ("a.pyc", None),
        ("Makefile", kinds.INSTALL),
        ("rules.mk", kinds.INSTALL),
        ("tox.ini", kinds.INSTALL),
        (".gitlab-ci.yml", kinds.INSTALL),
        ("environment.yml", kinds.INSTALL),
        ("environment-gpu.yaml", kinds.INSTALL),
        ("Pipfile", kinds.MANIFEST),
        ("Pipfile.lock", kinds.LOCK),
        ("Makefile.am", None),
        (".py", None),
        ("py", None),
        ("", None),
    ],
)
def test_kind_of_a_name(name: str, kind: str | None) -> None:
    assert kinds.kind_of(name) == kind


def test_text_files_in_a_folder_of_requirements() -> None:
    assert kinds.kind_of("dev.txt", "requirements") == kinds.MANIFEST
    assert kinds.kind_of("dev.txt", "docs") is None


@pytest.mark.parametrize(
    ("name", "kind"), [("script", kinds.PYTHON), ("deps.txt", kinds.MANIFEST), ("a.md", kinds.MARKDOWN)]
)
def test_a_named_file_always_has_a_kind(name: str, kind: str) -> None:
    assert kinds.explicit_kind(name) == kind
