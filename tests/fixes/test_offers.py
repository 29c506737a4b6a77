"""One finding at a time, as an editor asks: what can be done, how sure it is, and the edits in lines and columns."""

from __future__ import annotations

from pathlib import Path

import pytest

from osmosis_lint.engine import Engine
from osmosis_lint.fixes.offers import DISPLAY, SAFE, UNSAFE, Offer, Offers, fix_all

TEXT = """\
from osmosis_ai.rollout import LocalBackend, RolloutContext, create_rollout_server


def f(ctx: RolloutContext, rollout_id):
    print("ž", ctx.chat_completions_url + "/" + rollout_id)
    return ctx.sample_sources.pop()
"""


def applied(text: str, offer: Offer) -> str:
    """The text after an offer's edits, as an editor applies them."""
    lines = text.split("\n")
    for edit in reversed(offer.edits):
        first, last = edit.span.line - 1, edit.span.end_line - 1
        joined = lines[first][: edit.span.column] + edit.text + lines[last][edit.span.end_column :]
        lines[first : last + 1] = joined.split("\n")
    return "\n".join(lines)


def test_each_finding_has_an_answer() -> None:
    engine = Engine()
    found = engine.check("a.py", TEXT)
    offers = Offers(engine, found)
    moved, url, sources = (offers.of(item) for item in found)
    assert (moved.applicability, moved.reason, list(moved.covers)) == (SAFE, "", found[:1])
    assert (url.applicability, bool(url.reason)) == (UNSAFE, True)
    assert (sources.applicability, sources.edits, bool(sources.reason)) == (DISPLAY, (), True)


def test_edits_are_in_characters() -> None:
    engine = Engine()
    moved, url, _ = engine.check("a.py", TEXT)
    offers = Offers(engine, [moved, url])
    assert 'print("ž", ctx.chat_completions_url)' in applied(TEXT, offers.of(url))
    assert applied(TEXT, offers.of(moved)) == fix_all(engine, "a.py", TEXT)


HELPER = """\
from osmosis_ai.rollout import Grader


def _award(context, name):
    context.set_sample_reward(name, 1.0)


class G(Grader):
    async def grade(self, ctx):
        for name in ctx.samples:
            _award(ctx, name)
"""


@pytest.mark.parametrize("text", [TEXT, HELPER])
def test_other_texts_may_be_looked_at_meanwhile(text: str) -> None:
    engine = Engine()
    found = engine.check("a.py", text)
    offers = Offers(engine, found)
    engine.check("a.py", "import osmosis_ai\n")
    engine.check("b.py", TEXT)
    assert offers.of(found[0]).applicability == SAFE
    assert engine.check("a.py", text) != []


def test_answers_are_remembered_for_all_they_cover() -> None:
    engine = Engine()
    text = "from osmosis_ai.rollout import create_rollout_server, OsmosisStrandsAgent\n"
    one, two = engine.check("a.py", text)
    offers = Offers(engine, [one, two])
    assert offers.of(one) is offers.of(two)


def test_fix_all_applies_what_is_safe() -> None:
    fixed = fix_all(Engine(), "a.py", TEXT)
    assert "rollout.server import create_rollout_server" in fixed
    assert '"/" + rollout_id' in fixed
    assert '"/" + rollout_id' not in fix_all(Engine(), "a.py", TEXT, unsafe=True)
    assert fix_all(Engine(), "a.py", TEXT, only={"OSM303"}) == TEXT
    assert fix_all(Engine(), "a.py", "import osmosis_ai\ndef (:\n") == "import osmosis_ai\ndef (:\n"


def test_what_is_only_offered_counts_for_no_other_file(tmp_path: Path) -> None:
    base, user = tmp_path / "base.py", tmp_path / "user.py"
    base.write_text("from osmosis_ai.rollout import HarborAgentWorkflowContext as Context\n")
    user.write_text("from base import Context\n\n\ndef f(ctx: Context):\n    return ctx.environment\n")
    engine = Engine()
    (found,) = engine.check(str(base), base.read_text())
    assert Offers(engine, [found]).of(found).applicability == SAFE
    assert [item.code for item in engine.check(str(user), user.read_text())] == ["OSM410"]
