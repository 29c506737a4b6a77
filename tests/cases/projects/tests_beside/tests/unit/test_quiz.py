from tests.helpers import Recorded, last_of

from ..helpers import last_of as again


def test_last():
    grader = Recorded()
    assert last_of(grader).samples  # expect: OSM101@28
    assert again(grader).get_samples()  # expect: OSM102@26
    assert grader.seen[0].samples
    assert grader.last.samples  # expect: OSM101@24


class TestShadow:
    def test_parameter(self, last_of):
        assert last_of(None).samples
