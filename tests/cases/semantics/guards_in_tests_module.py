"""A `pytestmark` of the module keeps all its tests for the old release."""

from importlib.metadata import version

import pytest
from osmosis_ai.rollout import GraderContext

pytestmark = pytest.mark.skipif(version("osmosis-ai") >= "0.3", reason="0.2 only")


def test_old(ctx: GraderContext):
    assert ctx.samples
