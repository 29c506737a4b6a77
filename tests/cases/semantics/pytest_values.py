"""What pytest passes: fixtures that give containers, rows of `parametrize`, `request.param`."""

import pytest
from osmosis_ai.rollout import ExecutionResult, GraderContext, RolloutSample, RolloutStatus


@pytest.fixture
def results(tmp_path) -> list[ExecutionResult]:
    return [ExecutionResult(status=RolloutStatus.SUCCESS)]


@pytest.fixture
def by_name():
    return {name: RolloutSample(messages=[]) for name in ("a", "b")}


def test_containers(results, by_name):
    assert results[0].samples == {}  # expect: OSM110
    for result in results:
        assert result.samples is not None  # expect: OSM110
    assert all(sample.id for sample in by_name.values())  # expect: OSM107
    assert by_name.keys() == {"a", "b"}


@pytest.mark.parametrize("ctx", [GraderContext(label="a"), pytest.param(GraderContext(label="b"), id="second")])
def test_one_name(ctx):
    assert not ctx.samples  # expect: OSM101


ROWS = [("a", GraderContext(label="a")), ("b", GraderContext(label="b"))]


@pytest.mark.parametrize("name, ctx", ROWS)
def test_two_names(name, ctx):
    assert not ctx.samples, name  # expect: OSM101
    assert name.samples is None


@pytest.mark.parametrize(["ctx"], [(GraderContext(),), (None,)])
class TestOfClass:
    def test_it(self, ctx):
        assert ctx is None or ctx.get_samples() == {}  # expect: OSM102


@pytest.mark.parametrize("holder", [GraderContext(), {"samples": {}}])
def test_of_different_things(holder):
    assert holder.samples == {}


@pytest.mark.parametrize("results", ["one"], indirect=True)
def test_indirect(results):
    assert results[0].samples == {}  # expect: OSM110


@pytest.fixture(params=[GraderContext(label="p")])
def chosen(request):
    return request.param


def test_chosen(chosen):
    assert chosen.samples == {}  # expect: OSM101
