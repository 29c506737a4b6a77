"""Has nothing of the SDK but its names."""


class RolloutSample:
    id = "main"


class RolloutContext:
    sample_sources: list = []
