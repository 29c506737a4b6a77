"""Examples of the rules on requirements, extras, Python versions and locks, OSM505 to OSM510."""

from __future__ import annotations

from osmosis_lint.rules.examples.example import Example

_TOML = "toml"


def _project(requirement: str, python: str = ">=3.12") -> str:
    """A pyproject.toml with one requirement."""
    return f"""\
[project]
name = "my-rollouts"
version = "1.0"
requires-python = "{python}"
dependencies = ["{requirement}"]
"""


def _with_server(requirement: str) -> str:
    """A pyproject.toml of a project that serves its rollouts."""
    return "# main.py: from osmosis_ai.rollout.server import create_rollout_server\n" + _project(requirement)


def _lock(version: str) -> str:
    """A part of uv.lock."""
    return f"""\
[[package]]
name = "osmosis-ai"
version = "{version}"
source = {{ registry = "https://index.example.org/simple" }}
"""


_GOOD = "osmosis-ai>=0.3,<0.4"

EXAMPLES: dict[str, Example] = {
    "OSM505": Example(bad=_with_server(_GOOD), good=_with_server("osmosis-ai[server]>=0.3,<0.4"), language=_TOML),
    "OSM506": Example(bad=_project("osmosis-ai>=0.2.25"), good=_project(_GOOD), language=_TOML),
    "OSM507": Example(bad=_project("osmosis-ai[platform]>=0.3,<0.4"), good=_project(_GOOD), language=_TOML),
    "OSM508": Example(bad=_project(_GOOD, python=">=3.10"), good=_project(_GOOD), language=_TOML),
    "OSM509": Example(
        bad="osmosis-ai[harbor]>=0.3,<0.4\nharbor[skypilot]\n",
        good="osmosis-ai[harbor]>=0.3,<0.4\n",
        language="requirements",
    ),
    "OSM510": Example(bad=_lock("0.2.31"), good=_lock("0.3.8"), language=_TOML),
}
