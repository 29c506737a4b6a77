import pytest
from quiz import QuizGrader


class Plain:
    samples = ()


@pytest.fixture
def overridden():
    return Plain()


@pytest.fixture
def wrapped(context):
    return context


async def test_of_conftest(context, renamed, imported_sample):
    await QuizGrader().grade(context)
    assert context.samples and renamed.get_samples()  # expect: OSM101, OSM102
    assert imported_sample.id  # expect: OSM107


def test_through_another(wrapped):
    assert wrapped.samples  # expect: OSM101


def test_of_something_else(rows, overridden, no_fixture, _make_context, unknown, request):
    assert rows.samples and overridden.samples and no_fixture.id
    assert _make_context.samples and unknown.samples and request.samples


class TestOfClass:
    @pytest.fixture
    def own(self, context):
        return context

    @pytest.fixture
    def renamed(self):
        return Plain()

    def test_own(self, own, renamed, context):
        assert own.samples and context.samples  # expect: OSM101, OSM101
        assert renamed.samples


def helper(context):
    # not pytest's to call
    return context.samples
