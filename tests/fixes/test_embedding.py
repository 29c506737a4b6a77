"""Notebooks and documents: the changed lines of code change, and not another byte."""

from __future__ import annotations

import json
from typing import Any

import pytest

from osmosis_lint.diagnostics import Span
from osmosis_lint.engine import Engine
from osmosis_lint.files import embedded
from osmosis_lint.fixes.edits import DISPLAY, SAFE
from osmosis_lint.fixes.embedding import EmbeddedOffers, fix_embedded

MOVED = "from osmosis_ai.rollout import Grader, create_rollout_server"
APART = "from osmosis_ai.rollout import Grader\nfrom osmosis_ai.rollout.server import create_rollout_server"
LOOP = """\
class G(Grader):
    async def grade(self, ctx):
        for name, sample in ctx.samples.items():
            %time mark(sample)
            !ls
            ctx.set_sample_reward(name, 1.0)
"""
STRAIGHT = """\
class G(Grader):
    async def grade(self, ctx):
        if ctx.sample is None:
            raise ValueError("workflow produced no sample")
        sample = ctx.sample
        %time mark(sample)
        !ls
        ctx.set_reward(1.0)
"""


def lines_of(source: str) -> list[str]:
    return source.splitlines(keepends=True)


def notebook(*codes: str, layout: dict[str, Any] | None = None) -> str:
    """A notebook as Jupyter writes it, with a text cell in front and output behind every cell."""
    cells: list[dict[str, Any]] = [{"cell_type": "markdown", "metadata": {}, "source": ["# Ünïcode\n", "text"]}]
    for number, code in enumerate(codes, 1):
        output = {"name": "stdout", "output_type": "stream", "text": ["from osmosis_ai.rollout import x\n"]}
        cells.append(
            {
                "cell_type": "code",
                "execution_count": number,
                "id": f"c{number}",
                "metadata": {"tags": []},
                "outputs": [output],
                "source": lines_of(code),
            }
        )
    whole = {"cells": cells, "metadata": {"language_info": {"name": "python"}}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(whole, **(layout or {"indent": 1, "ensure_ascii": False})) + "\n"


def fixed(text: str, kind: str = "notebook", **options: Any) -> str:
    return fix_embedded(Engine(), f"/nowhere/a.{kind}", kind, text, **options).text


@pytest.mark.parametrize(
    "layout",
    [
        {"indent": 1, "ensure_ascii": False},
        {"indent": 2},
        {"indent": "\t"},
        {"separators": (",", ":")},
        {"indent": 4, "sort_keys": True},
    ],
    ids=["as Jupyter", "with escapes", "with tabs", "on one line", "sorted"],
)
def test_only_the_changed_lines_of_a_cell_change(layout: dict[str, Any]) -> None:
    before = notebook("%pip install osmosis-ai\n" + MOVED, LOOP, "G()", layout=layout)
    after = notebook("%pip install osmosis-ai\n" + APART, STRAIGHT, "G()", layout=layout)
    assert fixed(before) == after
    assert fixed(after) == after


@pytest.mark.parametrize("escaped", [True, False])
def test_letters_are_written_as_the_notebook_writes_them(escaped: bool) -> None:
    comment = "  # žluťoučký kůň 🐎"
    before, after = MOVED + comment, APART.replace("\n", f"{comment}\n", 1)
    layout = {"indent": 1, "ensure_ascii": escaped}
    assert fixed(notebook(before, layout=layout)) == notebook(after, layout=layout)


def test_a_source_that_is_one_text_stays_one() -> None:
    whole = json.loads(notebook(MOVED))
    whole["cells"][1]["source"] = MOVED
    before = json.dumps(whole)
    whole["cells"][1]["source"] = APART
    assert fixed(before) == json.dumps(whole)


def test_a_source_that_holds_more_than_text_is_left_alone() -> None:
    whole = json.loads(notebook(MOVED))
    whole["cells"][1]["source"] = [MOVED, ["x"]]
    assert fixed(json.dumps(whole)) == json.dumps(whole)


def test_no_newline_at_the_end_and_crlf() -> None:
    before = notebook(MOVED).removesuffix("\n").replace("\n", "\r\n")
    assert fixed(before) == notebook(APART).removesuffix("\n").replace("\n", "\r\n")


def test_cells_stay_apart() -> None:
    again = f"{MOVED}\ncreate_rollout_server()"
    assert fixed(notebook(MOVED, again)) == notebook(APART, f"{APART}\ncreate_rollout_server()")


def test_a_cell_that_writes_a_file() -> None:
    assert fixed(notebook(f"%%writefile serve.py\n{MOVED}\n")) == notebook(f"%%writefile serve.py\n{APART}\n")


def test_a_line_that_only_a_notebook_understands_is_changed_in_its_code() -> None:
    before = "from osmosis_ai.rollout import GraderContext\ndef f(ctx: GraderContext):\n"
    before += "    %time ctx.set_sample_reward('a', 1.0)"
    after = before.replace("set_sample_reward('a', 1.0)", "set_reward(1.0)")
    assert fixed(notebook(before)) == notebook(after)


def test_cells_that_do_not_parse_and_cells_of_other_languages_stay() -> None:
    before = notebook("def (:\n" + MOVED, "%%bash\n" + MOVED, MOVED)
    assert fixed(before) == notebook("def (:\n" + MOVED, "%%bash\n" + MOVED, APART)


def test_what_is_asked_sees_the_notebook() -> None:
    before, seen = notebook(MOVED), []

    def choose(_: object, old: str, new: str) -> bool:
        seen.append((old, new))
        return False

    assert fixed(before, choose=choose) == before
    assert seen == [(before, notebook(APART))]


def test_only_what_is_wanted() -> None:
    assert fixed(notebook(MOVED), only={"OSM101"}) == notebook(MOVED)


DOCUMENT = """\
# Guide

Text: from osmosis_ai.rollout import create_rollout_server

1. First

   ```python
   {import}

   class G(Grader):
       async def grade(self, ctx):
{loop}
   ```

> ```py
> {quoted}
> ```

```pycon
>>> from osmosis_ai.rollout import GraderContext
>>> def f(ctx: GraderContext):
{prompted}
...
>>> print(1)
1
```

```toml
x = "from osmosis_ai.rollout import create_rollout_server"
```
"""


def test_markdown() -> None:
    def document(**parts: str) -> str:
        text = DOCUMENT
        for name, part in parts.items():
            text = text.replace("{" + name.rstrip("_") + "}", part)
        return text

    before = document(
        import_=MOVED,
        loop="           for name in ctx.samples:\n               ctx.set_sample_reward(name, 1.0)",
        quoted=MOVED,
        prompted="...     for s in ctx.samples.values():\n...         print(s)",
    )
    guard = "if ctx.sample is None:\n{0}    raise ValueError('workflow produced no sample')\n".replace("'", '"')
    after = document(
        import_=APART.replace("\n", "\n   "),
        loop=f"           {guard.format(' ' * 11)}           ctx.set_reward(1.0)",
        quoted=APART.replace("\n", "\n> "),
        prompted=f"...     {guard.format('...     ')}...     s = ctx.sample\n...     print(s)",
    )
    assert fixed(before, "markdown") == after
    assert fixed(after, "markdown") == after
    assert fixed(before.replace("\n", "\r\n"), "markdown") == after.replace("\n", "\r\n")
    assert fixed("\ufeff" + before, "markdown") == "\ufeff" + after


def test_restructured_text() -> None:
    before = f"Guide\n=====\n\n.. code-block:: python\n   :caption: x\n\n   {MOVED}\n\nSome text.\n\n>>> {MOVED}\n"
    after = before.replace(f"   {MOVED}", "   " + APART.replace("\n", "\n   "))
    after = after.replace(f">>> {MOVED}", ">>> " + APART.replace("\n", "\n>>> "))
    assert fixed(before, "rst") == after


def test_an_example_right_behind_a_directive() -> None:
    before = f".. code-block:: python\n\n>>> {MOVED}\n"
    assert fixed(before, "rst") == before.replace(MOVED, APART.replace("\n", "\n>>> "))


def test_offers_for_a_notebook_are_in_its_cells() -> None:
    text = notebook("%matplotlib inline\n" + MOVED, LOOP)
    offers = EmbeddedOffers(Engine(), "/nowhere/a.ipynb", "notebook", text)
    moved = offers.find("OSM501", Span(2, 39, 2, 60), 2)
    assert moved.applicability == SAFE
    (edit,) = moved.edits
    assert (edit.cell, edit.span, edit.text) == (2, Span(2, 0, 2, len(MOVED)), APART)
    loop = offers.find("OSM101", Span(3, 32, 3, 39), 3)
    (edit,) = loop.edits
    assert (edit.cell, edit.span.line, edit.span.end_line) == (3, 3, 6)
    assert edit.text == "\n".join(STRAIGHT.splitlines()[2:])
    assert offers.find("OSM101", Span(1, 0, 1, 1), 3).applicability == DISPLAY


def test_findings_of_the_check_are_found_again() -> None:
    """The check looks at the cells as one text; an offer is found by the place that a report gives."""
    text = notebook("import os\n" + MOVED, LOOP.replace("%time ", "").replace("!ls", "pass"))
    offers = EmbeddedOffers(Engine(), "/nowhere/a.ipynb", "notebook", text)
    (unit,) = embedded.python_units("notebook", text.encode()).units
    found = Engine().check("/nowhere/a.ipynb", unit.text)
    assert len(found) == 3
    for item in found:
        span, cell = unit.move(item.span)
        assert offers.find(item.code, span, cell).edits, item


# Templates


TEMPLATE = f'''\
"""<your-rollout>: {{{{ description }}}}"""
{MOVED}


class G(Grader):
    async def grade(self, ctx):
        for name in ctx.get_samples():
            ctx.set_sample_reward(name, 0.0)
'''


def fixed_template(text: str) -> str:
    return fix_embedded(Engine(), "main.py.tpl", "template", text).text


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_template_that_is_python_as_it_stands_is_fixed(end: str) -> None:
    after = fixed_template(TEMPLATE.replace("\n", end))
    assert after.startswith('"""<your-rollout>: {{ description }}"""' + end + APART.replace("\n", end) + end)
    assert "ctx.set_reward(0.0)" in after
    assert "get_samples" not in after
    assert fixed_template(after) == after


@pytest.mark.parametrize(
    "text",
    [
        f"{MOVED}\n{{{{ code }}}}\n",
        f"{MOVED}\nport = {{port}}\n",
        f"{MOVED}\nport = <port>\n",
        f"{MOVED}\nport = $port\n",
        f"# {{% if served %}}\n{MOVED}\n# {{% endif %}}\n",
        f"{MOVED}\nx = (\n",
    ],
)
def test_other_templates_stay_as_they_are(text: str) -> None:
    assert fixed_template(text) == text


def test_the_offer_for_a_finding_in_a_template() -> None:
    offers = EmbeddedOffers(Engine(), "main.py.tpl", "template", TEMPLATE)
    offer = offers.find("OSM501", Span(2, 39, 2, 60))
    assert (offer.applicability, [edit.span.line for edit in offer.edits]) == (SAFE, [2])
