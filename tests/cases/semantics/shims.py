"""Members that the project puts on the SDK's classes are there; what stands in for a method in a test is not."""

from unittest import mock

from elsewhere import traced
from osmosis_ai import rollout
from osmosis_ai.rollout import GraderContext, RolloutContext, RolloutSample

if not hasattr(GraderContext, "samples"):
    GraderContext.samples = property(lambda self: {"main": self.sample})

    def set_sample_reward(self, sample_id, reward):
        self.set_reward(reward)

    GraderContext.set_sample_reward = set_sample_reward

if not hasattr(RolloutContext, "sample_sources"):
    setattr(RolloutContext, "sample_sources", property(lambda self: [self.sample_source]))

# On 0.2 alone there is something to wrap.
GraderContext.get_samples = traced(GraderContext.get_samples)  # expect: OSM102, OSM102


class Own(GraderContext):
    pass


def uses(ctx: GraderContext, own: Own, rollout: RolloutContext):
    ctx.samples, own.samples, rollout.sample_sources
    ctx.set_sample_reward("main", 1.0)
    ctx.get_samples()  # expect: OSM102
    rollout.register_sample_source("main", own)  # expect: OSM104


def test_stand_in(ctx: RolloutContext):
    RolloutContext.get_samples = mock.AsyncMock()  # expect: OSM105
    ctx.get_samples()  # expect: OSM105


def test_patches_what_may_be_absent(monkeypatch):
    monkeypatch.setattr(RolloutSample, "id", "main", raising=False)
    monkeypatch.delattr(RolloutSample, "id", raising=False)
    monkeypatch.setattr(RolloutSample, "id", "main", raising=True)  # expect: OSM107
    with mock.patch.object(RolloutSample, "id", "main", create=True):
        pass
    with mock.patch.object(RolloutSample, "id", "main"):  # expect: OSM107
        pass
    with mock.patch("osmosis_ai.rollout.MultiTurnMode", create=True):
        pass


class Proxy(GraderContext):
    """Hands on what it does not have."""

    def __getattr__(self, name):
        return getattr(self.sample, name)


def through_a_proxy(proxy: Proxy):
    return proxy.samples, Proxy.samples


class Wide(GraderContext):
    def __setattr__(self, name, value):
        super().__setattr__(name, value)


def through_another(wide: Wide):
    return wide.get_samples()  # expect: OSM102


rollout.ExecutionResult.samples = property(lambda self: {"main": self.sample})


def uses_what_a_dotted_name_got(result: rollout.ExecutionResult):
    return result.samples
