"""What a finding means for the release that a project has: broken already, or broken by the upgrade."""

from __future__ import annotations

import pytest

from osmosis_lint.api.breakage import breakage

R = "osmosis_ai.rollout"
GRADER = f"{R}.context.GraderContext"
BASE = f"{R}.backend.base.ExecutionBackend"
RELEASES = ((0, 2, 17), (0, 2, 31), (0, 3, 0), (0, 3, 2), (0, 3, 8), (0, 3, 99))
LETTERS = {"already": "A", "on-upgrade": "u", "": "-"}


@pytest.mark.parametrize(
    ("code", "symbol", "last", "expected"),
    [
        # A name, as it was imported; a module; one that came after 0.2.17.
        ("OSM504", f"{R}.RolloutAgentLoop", "0.2.17", "u A A A A A"),
        ("OSM502", f"{R}.core.base", "0.2.17", "u A A A A A"),
        ("OSM502", f"{R}.driver", "0.3.2", "A u u u A A"),
        ("OSM501", f"{R}.create_rollout_server", "0.2.31", "A u A A A A"),
        # Members, parameters.
        ("OSM101", f"{GRADER}.samples", "0.2.31", "A u A A A A"),
        ("OSM101", f"{GRADER}(samples)", "0.2.31", "A u A A A A"),
        ("OSM504", f"{BASE}.max_concurrency", "0.3.0", "A u u A A A"),
        # What lives on with another signature or meaning is judged by the last release of the old one.
        ("OSM504", f"{BASE}.execute", "0.3.2", "A u u u A A"),
        ("OSM301", "x-sample-id", "0.2.31", "u u A A A A"),
        # No release had the preview's names; what fails on every 0.3 is broken for whoever has one.
        ("OSM401", f"{R}.backend.HarborBackendV2", "0.3.0rc1", "A A A A A A"),
        ("OSM414", f"{R}.backend.harbor.backend.HarborBackend", "", "A - A A A A"),
        # Advice, and what is declared beside the code, breaks nothing.
        ("OSM111", GRADER, "", "- - - - - -"),
        ("OSM506", "osmosis-ai", "0.2.31", "- - - - - -"),
    ],
)
def test_breakage(code: str, symbol: str, last: str, expected: str) -> None:
    assert " ".join(LETTERS[breakage(code, symbol, last, release)] for release in RELEASES) == expected
