"""Everything that the library has, and a little of its own."""

from osmosis_ai.rollout import *

_hidden = GraderContext(label="hidden")
shown = GraderContext(label="shown")
