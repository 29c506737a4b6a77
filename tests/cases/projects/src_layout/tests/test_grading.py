import arith
from arith import ArithGrader
from arith.grading import fresh
from arith.strict import StrictGrader


def test_fresh(label):
    ctx = fresh(label)
    assert ctx.samples == {}  # expect: OSM101@16
    assert ctx.label == label
    assert label.samples


class Quiet(StrictGrader):
    async def grade(self, ctx):
        assert not ctx.get_samples()  # expect: OSM102@24


class Loud(arith.ArithGrader):
    async def grade(self, ctx):
        print(ctx.samples)  # expect: OSM101@19


def test_names(label):
    grader = ArithGrader()
    names = grader.names(fresh(label))
    assert names == sorted(fresh(label).samples)  # expect: OSM101@41


def test_rows(rows, arith):
    # The fixture is not the package of that name.
    assert arith.grading.fresh("x").samples
    assert [row.samples for row in rows]
