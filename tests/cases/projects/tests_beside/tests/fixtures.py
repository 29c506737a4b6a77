import pytest
from osmosis_ai.rollout import RolloutSample


@pytest.fixture
def imported_sample() -> RolloutSample:
    return RolloutSample(messages=[])
