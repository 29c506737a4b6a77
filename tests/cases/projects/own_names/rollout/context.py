import enum
from dataclasses import dataclass, field


class MultiTurnMode(enum.Enum):
    MULTI_SAMPLE = "multi_sample"


@dataclass
class GraderContext:
    samples: dict = field(default_factory=dict)

    def get_samples(self):
        return self.samples
