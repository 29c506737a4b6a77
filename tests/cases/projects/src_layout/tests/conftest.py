import pytest
from arith.grading import fresh


@pytest.fixture
def label():
    return "4"


def build(label):
    ctx = fresh(label)
    ctx.samples["agent"] = None  # expect: OSM101@9
    return ctx
