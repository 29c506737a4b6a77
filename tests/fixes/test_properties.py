"""Sources made by mixing the shapes: fixing never raises, never breaks the syntax, ends, and ends the same twice.

The same holds for notebooks and documents that such sources are put into, where nothing but code may change.
"""

from __future__ import annotations

import ast
import json
import re
import textwrap
from collections import Counter
from typing import Any

import hypothesis
from hypothesis import strategies as st

from osmosis_lint.engine import Engine
from osmosis_lint.files import embedded
from osmosis_lint.fixes import proof, session
from osmosis_lint.fixes.embedding import EmbeddedOffers, fix_embedded
from tests.fixes import shapes

PATH = "somewhere/rollout.py"
SHAPES = shapes.read()

IMPORTS = [
    "from osmosis_ai.rollout import Grader, GraderContext, RolloutSample, create_rollout_server\n",
    "from osmosis_ai.rollout import Grader as Base, GraderContext, create_rollout_server as serve\n",
    "from osmosis_ai.rollout import (\n    Grader,  # base\n    GraderContext,\n    create_rollout_server,  # ž\n)\n",
    "import osmosis_ai.rollout as osm\nfrom osmosis_ai.rollout import Grader, GraderContext\n",
    "from osmosis_ai.rollout import Grader, \\\n    GraderContext, MultiTurnMode, create_rollout_server\n",
    "try: from osmosis_ai.rollout import Grader, GraderContext\nexcept ImportError: pass\n",
    "if True:\n\tfrom osmosis_ai.rollout import OsmosisStrandsAgent, GraderContext\n",
    "from osmosis_ai.rollout import *\n",
    "import os; from osmosis_ai.rollout import GraderContext, create_rollout_server; import sys\n",
]
SAMPLES = ["ctx.samples", "ctx.get_samples()", "found", "(ctx.samples)", "ctx . samples", "self.ctx.samples"]
HEADS = [
    "for i, s in {}.items():",
    "for i, s in {}.items():  # 🐎 each",
    "for s in {}.values():",
    "for i in {}:",
    "for i in list({}):",
    "for (i, s) in sorted({}.items()):",
    "async for i in {}:",
    "if 'a' in {}:",
    "if not {}:",
    "if len({}) == 1:",
    "while {}:",
    "with open(str({})) as f:",
]
SIMPLE = [
    "ctx.set_sample_reward(i, 1.0)",
    "ctx.set_sample_reward(sample_id='a', reward=1.0)",
    "ctx.set_sample_reward(\n    's', # why\n    1.0)",
    "s.reward = 1.0; print(s)",
    "reward = {}['a'].reward",
    "s = next(iter({}.values()))",
    "found = {}",
    "found: dict = {}",
    "text = '''\n  # not a comment\n      {{}}\n'''",
    "# a comment alone\npass",
    "continue",
    "break",
    "return",
    "return {}['b']",
    "print(i, '🐎'); ctx.set_sample_reward(i, 0.5)  # ž",
    "scores = {{i: len(s.messages) for i, s in {}.items()}}",
    "for i, r in scores.items(): ctx.set_sample_reward(i, r)",
    "x = [s.reward for s in {}.values()] + [1]",
    "x = {}.get('a', \\\n    None)",
    "(s,) = {}.values()",
    "award(ctx, i, 1.0)",
    "del {}['a']",
    "y = f'{{ctx.samples}} {{i}}'",
    "if s: continue",
    "lambda: {}['a']",
    "assert len({}) == 1, 'one'",
    "RolloutSample(id='a', messages=[])",
    "RolloutSample(\n    # first\n    id='a',\n)",
    "create_rollout_server(x)",
    "headers = {{'x-rollout-id': i, 'b': 1}}",
    "HarborBackend(task_dir=1, workflow=2)",
]


@st.composite
def blocks(draw: st.DrawFn, depth: int = 0) -> str:
    """A block of statements, indented by four spaces a level."""
    out = []
    for _ in range(draw(st.integers(1, 4))):
        sample = draw(st.sampled_from(SAMPLES))
        if depth < 3 and draw(st.integers(0, 2)) == 0:
            head = draw(st.sampled_from(HEADS)).format(sample)
            body = textwrap.indent(draw(blocks(depth + 1)), "    ")
            out.append(f"{head}\n{body}")
            if head.startswith(("for", "if")) and draw(st.integers(0, 3)) == 0:
                out.append("else:\n" + textwrap.indent(draw(blocks(depth + 1)), "    "))
        else:
            out.append(draw(st.sampled_from(SIMPLE)).format(sample))
    return "\n".join(out)


@st.composite
def sources(draw: st.DrawFn) -> str:
    """A whole file."""
    parts = draw(st.lists(st.sampled_from(IMPORTS), min_size=1, max_size=3))
    if draw(st.booleans()):
        parts.insert(0, '"""Docs."""\nfrom __future__ import annotations\n')
    parts.append("from osmosis_ai.rollout.backend.harbor import HarborBackend\n")
    if draw(st.booleans()):
        parts.append("__all__ = ['create_rollout_server', 'G']\n")
    if draw(st.booleans()):
        parts.append("def award(ctx: GraderContext, sample_id, r): ctx.set_sample_reward(sample_id, r)\n")
    body = textwrap.indent(draw(blocks()), "        ")
    decorator = draw(st.sampled_from(["", "    @staticmethod\n", "    @wraps('''\n  x''')  # d\n"]))
    parts.append(f"class G(Grader):\n{decorator}    async def grade(self, ctx: GraderContext):\n{body}\n")
    text = "\n".join(parts)
    if draw(st.booleans()):
        text = text.replace("    ", "\t")
    if draw(st.booleans()):
        text = text.rstrip("\n")
    text = text.replace("\n", draw(st.sampled_from(["\n", "\n", "\r\n"])))
    return draw(st.sampled_from(["", "\ufeff"])) + text


def hold(text: str, unsafe: bool) -> None:
    """What must be true of fixing any text."""
    result = session.fix_text(Engine(), PATH, text, unsafe=unsafe)
    body, fixed = text.removeprefix("\ufeff"), result.text.removeprefix("\ufeff")
    ast.parse(fixed)
    assert result.text.startswith("\ufeff") == text.startswith("\ufeff")
    assert not Counter(proof.comments(body)) - Counter(proof.comments(fixed))
    if "\r\n" in body:
        assert "\n" not in fixed.replace("\r\n", "")
    assert fixed.endswith("\n") == body.endswith("\n")
    was = Counter(item.code for item in Engine().check(PATH, text))
    now = Counter(item.code for item in Engine().check(PATH, result.text))
    assert now <= was
    assert session.fix_text(Engine(), PATH, result.text, unsafe=unsafe).text == result.text


def parses(text: str) -> bool:
    """Whether Python takes a text."""
    try:
        compile(text.removeprefix("\ufeff"), PATH, "exec", dont_inherit=True)
    except SyntaxError:
        return False
    return True


@hypothesis.settings(max_examples=150, deadline=None, suppress_health_check=list(hypothesis.HealthCheck))
@hypothesis.given(sources(), st.booleans())
def test_mixed_sources(text: str, unsafe: bool) -> None:
    hypothesis.assume(parses(text))
    hold(text, unsafe)


@hypothesis.settings(max_examples=60, deadline=None, suppress_health_check=list(hypothesis.HealthCheck))
@hypothesis.given(
    st.lists(st.sampled_from(SHAPES), min_size=2, max_size=4), st.sampled_from(["\n", "\r\n", "\r"]), st.booleans()
)
def test_shapes_in_one_file(chosen: list[shapes.Shape], newline: str, unsafe: bool) -> None:
    text = "\n".join(shape.before for shape in chosen if "__future__" not in shape.before)
    hypothesis.assume(parses(text))
    hold(text.replace("\n", newline), unsafe)


# Files with code in them

MAGICS = ["%time x = 1", "!ls *.py", "%matplotlib inline", "files = !ls", "x?", "%time ctx.set_sample_reward(i, 1.0)"]
LAYOUTS: list[dict[str, Any]] = [
    {"indent": 1, "ensure_ascii": False},
    {"indent": 2},
    {"separators": (",", ":")},
    {"indent": "\t", "ensure_ascii": False, "sort_keys": True},
]
SETTINGS = hypothesis.settings(max_examples=60, deadline=None, suppress_health_check=list(hypothesis.HealthCheck))


@st.composite
def cells(draw: st.DrawFn) -> str:
    """The source of a cell, with lines that only a notebook understands."""
    kind = draw(st.integers(0, 3))
    if kind == 0:
        text = draw(st.sampled_from(IMPORTS)).rstrip("\n")
    elif kind == 1:
        text = f"class G(Grader):\n    async def grade(self, ctx):\n{textwrap.indent(draw(blocks()), '        ')}"
    elif kind == 2:
        text = f"ctx: GraderContext = make()\n{draw(blocks(2))}"
    else:
        text = draw(st.sampled_from(SHAPES)).before.rstrip("\n")
    lines = text.split("\n")
    for _ in range(draw(st.integers(0, 2))):
        at = draw(st.integers(0, len(lines)))
        indent = re.match(" *", lines[at - 1] if at else "").group()  # type: ignore[union-attr]
        lines.insert(at, indent + draw(st.sampled_from(MAGICS)))
    first = draw(st.sampled_from(["", "", "%%time\n", "%%writefile g.py\n", "\n"]))
    return first + "\n".join(lines) + draw(st.sampled_from(["", "\n", "\n\n"]))


def magics_of(source: str) -> Counter[str]:
    found = [line.strip() for line in source.split("\n") if line.strip() in MAGICS or line.startswith("%%")]
    return Counter(line for line in found if "set_sample_reward" not in line)


@SETTINGS
@hypothesis.given(st.lists(cells(), min_size=1, max_size=4), st.sampled_from(LAYOUTS), st.booleans())
def test_notebooks(sources: list[str], layout: dict[str, Any], one_text: bool) -> None:
    before = {
        "cells": [
            {"cell_type": "markdown", "metadata": {"ž": 1}, "source": ["ctx.samples\n"]},
            *(
                {
                    "cell_type": "code",
                    "execution_count": 3,
                    "metadata": {},
                    "outputs": [{"text": ["ctx.samples"], "data": {"source": ["x"]}}],
                    "source": source if one_text else source.splitlines(keepends=True),
                }
                for source in sources
            ),
        ],
        "metadata": {},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    text = json.dumps(before, **layout) + "\n"
    result = fix_embedded(Engine(), "somewhere/n.ipynb", "notebook", text, unsafe=True).text
    after = json.loads(result)
    # The layout is what it was, and so is all but the sources of code.
    assert result == json.dumps(after, **layout) + "\n"
    for old, new in zip(before["cells"], after["cells"], strict=True):  # type: ignore[call-overload]
        one, two = "".join(old["source"]), "".join(new["source"])
        assert {**old, "source": 0} == {**new, "source": 0}
        assert magics_of(one) == magics_of(two)
        assert old["cell_type"] == "code" or one == two
    problems = [item.reason for item in embedded.python_units("notebook", text.encode()).problems]
    assert [item.reason for item in embedded.python_units("notebook", result.encode()).problems] == problems
    assert fix_embedded(Engine(), "somewhere/n.ipynb", "notebook", result, unsafe=True).text == result


@SETTINGS
@hypothesis.given(
    st.lists(st.sampled_from(SHAPES), min_size=1, max_size=3),
    st.sampled_from(["", "   ", "> ", "- - "]),
    st.sampled_from(["python", "pycon"]),
    st.sampled_from(["\n", "\r\n"]),
    st.booleans(),
)
def test_documents(chosen: list[shapes.Shape], prefix: str, language: str, newline: str, ends: bool) -> None:
    parts = ["# Title", "", "ctx.samples"]
    for shape in chosen:
        lines = shape.before.rstrip("\n").split("\n")
        if language == "pycon":
            tree = ast.parse(shape.before)
            starts = {min([s.lineno, *(d.lineno for d in getattr(s, "decorator_list", ()))]) for s in tree.body}
            lines = [("... ", ">>> ")[number in starts] + line for number, line in enumerate(lines, 1)]
        inner = prefix.replace("-", " ")
        block = [f"{prefix}```{language}", *((inner + line).rstrip() for line in lines), f"{inner}```"]
        parts += ["", *block, "", "Some `ctx.samples` of text."]
    text = newline.join(parts) + (newline if ends else "")
    result = fix_embedded(Engine(), "somewhere/d.md", "markdown", text, unsafe=True).text

    def outside(document: str) -> list[str]:
        pieces = re.split(r"(```\w*)", document)
        return [piece for index, piece in enumerate(pieces) if index % 4 != 2]

    assert outside(result) == outside(text)
    assert newline == "\n" or "\n" not in result.replace("\r\n", "")
    assert fix_embedded(Engine(), "somewhere/d.md", "markdown", result, unsafe=True).text == result


@SETTINGS
@hypothesis.given(st.lists(cells(), min_size=1, max_size=3))
def test_offers_of_a_notebook_never_raise_and_stay_in_their_cells(sources: list[str]) -> None:
    notebook = {
        "cells": [{"cell_type": "code", "metadata": {}, "source": item, "outputs": []} for item in sources],
        "metadata": {},
        "nbformat": 4,
    }
    text = json.dumps(notebook)
    offers = EmbeddedOffers(Engine(), "somewhere/n.ipynb", "notebook", text)
    for unit in embedded.python_units("notebook", text.encode()).units:
        for item in Engine().check("somewhere/n.ipynb", unit.text):
            span, cell = unit.move(item.span)
            for edit in offers.find(item.code, span, cell).edits:
                lines = embedded.split_lines(sources[edit.cell - 1])
                assert 1 <= edit.span.line <= edit.span.end_line <= len(lines) + 1
                assert edit.span.column <= len(lines[edit.span.line - 1])
