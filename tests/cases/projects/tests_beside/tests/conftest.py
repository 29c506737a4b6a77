import pytest
from osmosis_ai.rollout import GraderContext, RolloutSample

from .fixtures import imported_sample  # noqa: F401


@pytest.fixture
def context():
    return GraderContext(label="1", samples={})  # expect: OSM101


@pytest.fixture(name="renamed")
def _make_context():
    yield GraderContext(label="1")


@pytest.fixture
def overridden():
    return GraderContext(label="1")


@pytest.fixture
def rows():
    return ["samples"]


def no_fixture() -> RolloutSample:
    return RolloutSample(messages=[])
