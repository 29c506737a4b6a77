"""A mock made after an SDK class has no methods that the class lost."""

from unittest import mock
from unittest.mock import AsyncMock, MagicMock, create_autospec

import pytest
from osmosis_ai.rollout import GraderContext, RolloutContext


@pytest.fixture
def ctx():
    made = MagicMock(spec=GraderContext)
    made.samples = {}
    return made


def test_grader(ctx):
    ctx.set_sample_reward.assert_called_once_with("a", 1.0)  # expect: OSM103
    assert ctx.samples == {}
    assert ctx.label


def test_autospec():
    rollout = create_autospec(RolloutContext, instance=True)
    rollout.register_sample_source.assert_not_called()  # expect: OSM104
    other = mock.Mock(RolloutContext("https://example.org"))
    other.register_sample_source("a", None)  # expect: OSM104
    plain = MagicMock()
    plain.get_samples.return_value = {}


def test_given_by_the_test():
    rollout = AsyncMock(spec=RolloutContext)
    rollout.get_samples = AsyncMock(return_value={})
    rollout.get_samples.assert_not_awaited()
