"""pytest-mock patches by the same paths, through a fixture."""

from elsewhere import make_mocker
from osmosis_ai.rollout import GraderContext


def test_patched(mocker):
    mocker.patch("osmosis_ai.rollout.MultiTurnMode")  # expect: OSM108@18
    mocker.patch("osmosis_ai.rollout.GraderContext.get_samples")  # expect: OSM102@18
    mocker.patch("osmosis_ai.rollout.GraderContext")
    mocker.patch("other_rollouts.MultiTurnMode")


def test_patched_objects(mocker, ctx: GraderContext):
    mocker.patch.object(ctx, "set_sample_reward")  # expect: OSM103@30
    mocker.patch.object(GraderContext, "get_samples")  # expect: OSM102@40
    mocker.patch.object(GraderContext, "label")
    mocker.patch.object(make_mocker, "get_samples")
