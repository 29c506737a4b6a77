"""Marks of pytest and unittest that keep a test for the old release; others say nothing of the release."""

import sys
import unittest
from importlib.metadata import version

import pytest
from osmosis_ai.rollout import GraderContext
from packaging.version import Version

OLD = Version(version("osmosis-ai")) < Version("0.3")
only_old = pytest.mark.skipif(not OLD, reason="0.2 only")
both_marks = [pytest.mark.slow, only_old]
slow = pytest.mark.skipif(sys.platform == "win32", reason="slow")


def needs_old():
    return pytest.mark.skipif(not OLD, reason="0.2 only")


def for_old(test):
    return pytest.mark.skipif(condition=not OLD, reason="0.2 only")(test)


@only_old
def test_named_mark(ctx: GraderContext):
    assert ctx.samples


@needs_old()
def test_made_mark(ctx: GraderContext):
    assert ctx.samples


@for_old
def test_own_decorator(ctx: GraderContext):
    assert ctx.samples


@pytest.mark.skipif("not OLD")
def test_text(ctx: GraderContext):
    assert ctx.samples


@pytest.mark.xfail(not OLD, reason="0.2 only")
def test_expected_to_fail(ctx: GraderContext):
    assert ctx.samples


@slow
def test_other_mark(ctx: GraderContext):
    assert ctx.samples  # expect: OSM101


@pytest.mark.skipif(OLD, reason="0.3 only")
def test_for_new(ctx: GraderContext):
    assert ctx.samples  # expect: OSM101


# To be taken up again some day: that says nothing of the release.
@pytest.mark.skip(reason="flaky")
def test_skipped(ctx: GraderContext):
    assert ctx.samples  # expect: OSM101


@pytest.mark.xfail(reason="flaky")
def test_flaky(ctx: GraderContext):
    assert ctx.samples  # expect: OSM101


class TestMarked:
    pytestmark = only_old

    def test(self, ctx: GraderContext):
        assert ctx.samples


class TestAllMarks:
    pytestmark = [pytest.mark.slow, pytest.mark.skipif(not OLD, reason="0.2 only")]

    def test(self, ctx: GraderContext):
        assert ctx.samples


class TestOther:
    pytestmark = slow

    def test(self, ctx: GraderContext):
        assert ctx.samples  # expect: OSM101


class Case(unittest.TestCase):
    def test_inside(self):
        if not OLD:
            self.skipTest("0.2 only")
        assert GraderContext(samples={})
