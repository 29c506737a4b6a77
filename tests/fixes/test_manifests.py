"""Requirement lines are brought up to date in place; everything else in the file stays as it was."""

from __future__ import annotations

import pytest

from osmosis_lint.fixes.manifests import fix_manifest

CASES = [
    (
        "requirements.txt",
        "# ours\nosmosis-ai==0.2.31  # pinned\nhttpx\n",
        "# ours\nosmosis-ai>=0.3,<0.4  # pinned\nhttpx\n",
    ),
    (
        "requirements.txt",
        'osmosis-ai[platform]>=0.2 ; python_version>"3"\r\n',
        'osmosis-ai>=0.3,<0.4 ; python_version>"3"\r\n',
    ),
    ("requirements.txt", "osmosis-ai>=0.3,<0.4\n", "osmosis-ai>=0.3,<0.4\n"),
    ("requirements.txt", "osmosis_ai\n", "osmosis_ai>=0.3,<0.4\n"),
    (
        "pyproject.toml",
        '[project]\nrequires-python = ">=3.10,<4" # old\ndependencies = [\n  # the SDK\n  "osmosis-ai[server, dev]~=0.2.30", # now\n  "httpx",\n]\n',  # noqa: E501
        '[project]\nrequires-python = ">=3.12,<4" # old\ndependencies = [\n  # the SDK\n  "osmosis-ai[server]>=0.3,<0.4", # now\n  "httpx",\n]\n',  # noqa: E501
    ),
    (
        "pyproject.toml",
        "[tool.poetry.dependencies]\npython = '^3.10'\nosmosis-ai = '^0.2'\n",
        "[tool.poetry.dependencies]\npython = '>=3.12'\nosmosis-ai = '>=0.3,<0.4'\n",
    ),
    ("pyproject.toml", '[project]\nrequires-python = ">=3.8"\ndependencies = ["httpx"]\n', None),
]


@pytest.mark.parametrize(("path", "before", "after"), CASES)
def test_manifest(path: str, before: str, after: str | None) -> None:
    assert fix_manifest(path, before) == (before if after is None else after)
    assert fix_manifest(path, fix_manifest(path, before)) == fix_manifest(path, before)


def test_extras_that_imports_need() -> None:
    needed = frozenset(("server", "strands"))
    assert fix_manifest("requirements.txt", "osmosis-ai[server]>=0.3,<0.4\n", needed) == (
        "osmosis-ai[server,strands]>=0.3,<0.4\n"
    )
    assert fix_manifest("requirements.txt", "osmosis-ai[full]==0.2.31\n", needed) == "osmosis-ai[full]>=0.3,<0.4\n"
