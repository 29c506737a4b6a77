"""A property with a setter is read by its first function."""

from osmosis_ai.rollout import GraderContext, RolloutContext


class Holder:
    def __init__(self):
        self._ctx = None
        self._rollout = None

    @property
    def ctx(self) -> GraderContext:
        return self._ctx

    @ctx.setter
    def ctx(self, value):
        self._ctx = value

    @ctx.deleter
    def ctx(self):
        self._ctx = None

    @property
    def rollout(self):
        return self._rollout

    @rollout.setter
    def rollout(self, value: RolloutContext):
        self._rollout = value

    def look(self):
        print(self.ctx.samples, self.rollout.sample_sources)  # expect: OSM101, OSM106


def look(holder: Holder):
    print(holder.ctx.get_samples(), holder.ctx.label)  # expect: OSM102
