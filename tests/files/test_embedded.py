"""Python taken out of notebooks, documents and templates, and the way back to the places in the file."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable

import pytest

from osmosis_lint.diagnostics import Span
from osmosis_lint.files import kinds
from osmosis_lint.files.documents import is_python
from osmosis_lint.files.embedded import Sources, Unit, may_use_sdk, python_units, syntax_error
from osmosis_lint.files.errors import SourceError


def notebook(*cells: str | list[str], **more: object) -> bytes:
    """A notebook of code cells; one that starts with `#md` is Markdown."""
    made = [
        {
            "cell_type": "markdown"
            if cell[:1] == "#md" or (isinstance(cell, str) and cell.startswith("#md"))
            else "code",
            "metadata": {},
            "source": cell,
            "outputs": [],
        }
        for cell in cells
    ]
    return json.dumps({"cells": made, "metadata": {}, "nbformat": 4, "nbformat_minor": 5, **more}).encode()


def only(sources: Sources) -> Unit:
    assert [problem.reason for problem in sources.problems] == []
    assert len(sources.units) == 1
    assert syntax_error(sources.units[0].text) is None
    return sources.units[0]


def where(unit: Unit, word: str) -> tuple[int, int, int]:
    """(line, column, cell) in the file of a word that stands in the unit once."""
    lines = unit.text.split("\n")
    (number,) = [index for index, line in enumerate(lines, 1) if word in line]
    return unit.place(number, lines[number - 1].index(word))


def code(unit: Unit) -> list[str]:
    return [line for line in unit.text.split("\n") if line.strip()]


def in_markdown(text: str) -> Unit:
    return only(python_units(kinds.MARKDOWN, text.encode()))


def in_rst(text: str) -> Unit:
    return only(python_units(kinds.RST, text.encode()))


def count(sources: Sources) -> int:
    return sum(len(unit.lines) for unit in sources.units)


# Notebooks


def test_cells_are_one_source_and_places_lead_back_to_them() -> None:
    unit = only(python_units(kinds.NOTEBOOK, notebook("#md text", "import a\nb = a.first", ["c = 1\n", "c.second"])))
    assert code(unit) == ["import a", "b = a.first", "c = 1", "c.second"]
    assert where(unit, "first") == (2, 6, 2)
    assert where(unit, "second") == (2, 2, 3)


def test_a_span_is_moved_as_a_whole() -> None:
    unit = only(python_units(kinds.NOTEBOOK, notebook("x = 1", "%time f(\n    samples\n)")))
    assert unit.move(Span(2, 0, 4, 1)) == (Span(1, 6, 3, 1), 2)


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("%matplotlib inline\nx", ["pass", "x"]),
        ("!pip install 'a' \"it's\nx", ["pass", "x"]),
        ("?x\nx?\nx.y??\nlen?;\n%timeit?\nx", ["pass"] * 5 + ["x"]),
        ("files = !ls\nx", ["files = None", "x"]),
        ("a, b = %sql select 1\nx", ["a, b = None", "x"]),
        ("if y:\n    !ls\nelse:\n    %cd ..\nx", ["if y:", "    pass", "else:", "    pass", "x"]),
        ("!a \\\n  b \\\n  c\nx", ["pass", "x"]),
        ("z = (y\n  % 3\n)\n%cd ..\nx", ["z = (y", "  % 3", ")", "pass", "x"]),
        ('t = """\n%not a magic\n!nor this\n"""\n!ls\nx', ['t = """', "%not a magic", "!nor this", '"""', "pass", "x"]),
        ("y = '%' # it's\n!ls\nx", ["y = '%' # it's", "pass", "x"]),
        ("y = 1 + \\\n  2\n!ls\nx", ["y = 1 + \\", "  2", "pass", "x"]),
        ("y != x\n!ls\nx", ["y != x", "pass", "x"]),
        ("%%time\nx", ["x"]),
        ("%%capture out --no-stderr\nx", ["x"]),
        ("%time x", ["x"]),
        ("%timeit -n 10 -r3 x", ["x"]),
        ("%timeit\nx", ["pass", "x"]),
        ("%load_ext autoreload\n%autoreload 2\nx", ["pass", "pass", "x"]),
        (";f a b\n,f a\n/f a\nx", ["pass", "pass", "pass", "x"]),
        ("await x\n", ["await x"]),
        ("def f():\n\treturn x\n", ["def f():", "\treturn x"]),
    ],
)
def test_what_only_ipython_understands(cell: str, expected: list[str]) -> None:
    assert code(only(python_units(kinds.NOTEBOOK, notebook(cell)))) == expected


def test_columns_behind_a_magic() -> None:
    unit = only(python_units(kinds.NOTEBOOK, notebook("if 1:\n    %timeit -n 10 f(samples)\nx = 1")))
    assert where(unit, "samples") == (2, 20, 1)
    assert where(unit, "x = 1") == (3, 0, 1)


@pytest.mark.parametrize("cell", ["%%bash\nfor x in", "%%html\n<b>", "%%sql\nselect", "%%writefile a.txt\nnot python"])
def test_cells_in_other_languages(cell: str) -> None:
    unit = only(python_units(kinds.NOTEBOOK, notebook("a = 1", cell, "b = 2")))
    assert code(unit) == ["a = 1", "b = 2"]
    assert where(unit, "b") == (1, 0, 3)


def test_a_cell_that_writes_a_python_file_is_a_file_of_its_own() -> None:
    sources = python_units(kinds.NOTEBOOK, notebook("x = 1", "%%writefile 'pkg/grader.py'\nimport a\na.samples"))
    assert [(unit.name, code(unit)) for unit in sources.units] == [
        ("", ["x = 1"]),
        ("pkg/grader.py", ["import a", "a.samples"]),
    ]
    assert where(sources.units[1], "samples") == (3, 2, 2)


def test_a_cell_that_does_not_parse_is_a_problem_and_the_others_are_kept() -> None:
    sources = python_units(kinds.NOTEBOOK, notebook("a = 1", "!ls\nx = = 2", "b = 2", "%%writefile c.py\n\nx = (", ""))
    assert [code(unit) for unit in sources.units] == [["a = 1", "b = 2"]]
    assert [(problem.cell, problem.line) for problem in sources.problems] == [(2, 2), (4, 3)]
    assert sources.problems[0].column == 5
    assert all(problem.reason for problem in sources.problems)


def test_only_python_notebooks() -> None:
    for metadata in ({"language_info": {"name": "R"}}, {"kernelspec": {"language": "julia", "name": "x"}}):
        assert count(python_units(kinds.NOTEBOOK, notebook("x <- 1", metadata=metadata))) == 0
    for metadata in ({}, {"language_info": {"name": "python"}}, {"kernelspec": {"name": "python3"}}, None):
        assert count(python_units(kinds.NOTEBOOK, notebook("x", metadata=metadata))) == 1


def test_cells_of_another_language_in_the_editor() -> None:
    data = json.loads(notebook("x = 1", "select 1"))
    data["cells"][1]["metadata"] = {"vscode": {"languageId": "sql"}}
    assert code(only(python_units(kinds.NOTEBOOK, json.dumps(data).encode()))) == ["x = 1"]


def test_notebooks_of_format_3() -> None:
    cells = [{"cell_type": "code", "language": "python", "input": ["x = 1\n", "y"]}]
    data = json.dumps({"nbformat": 3, "metadata": {}, "worksheets": [{"cells": cells}]})
    assert where(only(python_units(kinds.NOTEBOOK, data.encode())), "y") == (2, 0, 1)


def test_newlines_of_all_kinds_in_a_cell() -> None:
    unit = only(python_units(kinds.NOTEBOOK, notebook("a\r\nb\rc\nd = '\u2028'")))
    assert [line.text for line in unit.lines] == ["a", "b", "c", "d = '\u2028'"]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"{", "not valid JSON: Expecting property name"),
        (b"", "not valid JSON: Expecting value"),
        (b"[]", "not a notebook: no object at the top"),
        (b"{}", "not a notebook: it has no cells"),
        (b'{"cells": 3}', "not a notebook: it has no cells"),
        (b'{"cells": []}\xff', "not UTF-8: byte 0xff on line 1"),
        (b"\xff\xfe{\x00", "not UTF-8: byte 0xff on line 1"),
        (b"[" * 200_000, "not valid JSON: nested too deeply"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_what_is_no_notebook(data: bytes, reason: str) -> None:
    with pytest.raises(SourceError) as raised:
        python_units(kinds.NOTEBOOK, data)
    assert raised.value.reason.startswith(reason)


def test_bad_json_names_its_place() -> None:
    with pytest.raises(SourceError) as raised:
        python_units(kinds.NOTEBOOK, b'{\n "cells": [,]}')
    assert (raised.value.line, raised.value.column) == (2, 12)


@pytest.mark.parametrize("cell", [None, 3, "x", {}, {"cell_type": "code"}, {"cell_type": "code", "source": [1, None]}])
def test_odd_cells_are_passed_over(cell: object) -> None:
    data = json.dumps({"cells": [cell, {"cell_type": "code", "source": "x"}]})
    assert where(only(python_units(kinds.NOTEBOOK, data.encode())), "x") == (1, 0, 2)


# Markdown


FENCED = """\
# Title

```python
import a
```

Text, then `x = 1`, and more:

- item

  ```py title="grader.py"
  if a:
      a.second
  ```

> ~~~~ {.python .numberLines}
> third = "é"
> ~~~~

```bash
not python at all
```

```
no_language
```
"""


def test_fences_of_markdown() -> None:
    unit = in_markdown(FENCED)
    assert code(unit) == ["import a", "if a:", "    a.second", 'third = "é"']
    assert where(unit, "import") == (4, 0, 0)
    assert where(unit, "second") == (13, 8, 0)
    assert where(unit, "third") == (17, 2, 0)


@pytest.mark.parametrize(
    ("info", "expected"),
    [
        ("python", True),
        ("Python", True),
        ("py", True),
        ("python3 hl_lines='1 2'", True),
        ("python {1,3}", True),
        ("python{1,3}", True),
        ("python,ignore", True),
        ("python:main.py", True),
        ("{python}", True),
        ("{.python}", True),
        ("{code-cell} ipython3", True),
        ("{code-block} python", True),
        ("pycon", True),
        ("text python", False),
        ("pythonic", False),
        ("{code-cell} bash", False),
        ("", False),
        ("json", False),
        ("title=python", False),
    ],
)
def test_info_strings(info: str, expected: bool) -> None:
    assert is_python(info) is expected


def test_fences_that_are_fragments_are_passed_over() -> None:
    text = "```python\ndef broken(\n```\n\n```python\nx = 1\n```\n"
    unit = in_markdown(text)
    assert code(unit) == ["x = 1"]
    assert where(unit, "x") == (6, 0, 0)


def test_indented_fragments_are_taken() -> None:
    unit = in_markdown("```python\n    def f(self):\n        return samples\n\n    x = 1\n```\n")
    assert code(unit)[0] == "def f(self):"
    assert where(unit, "samples") == (3, 15, 0)


def test_prompts_and_their_output() -> None:
    unit = in_markdown("```pycon\n>>> for a in b:\n...     a.samples\n...\nTraceback: (\n>>> c\n```\n")
    assert code(unit) == ["for a in b:", "    a.samples", "c"]
    assert where(unit, "samples") == (3, 10, 0)


def test_fences_in_tags_and_deep_indentation() -> None:
    unit = in_markdown(
        "<Tabs>\n<Tab>\n```python\nx = 1\n```\n</Tab>\n\n      ```python\n      y = samples\n      ```\n</Tabs>\n"
    )
    assert where(unit, "x") == (4, 0, 0)
    assert where(unit, "samples") == (9, 10, 0)


def test_fences_of_other_lengths_and_without_an_end() -> None:
    unit = in_markdown("````python\nx = '''\n```\n'''\n````\n\n~~~python\ny = 1\n")
    assert code(unit) == ["x = '''", "```", "'''", "y = 1"]


def test_options_of_notebooks_in_markdown() -> None:
    text = "```{code-cell} ipython3\n---\ntags: [hide]\n---\nx\n```\n\n```{code-cell} python\n:tags: [a]\n\ny\n```\n"
    unit = in_markdown(text)
    assert code(unit) == ["x", "y"]
    assert where(unit, "y") == (11, 0, 0)


def test_a_rule_at_the_top_of_a_fence_is_no_option() -> None:
    sources = python_units(kinds.MARKDOWN, b"```python\n---\nx = 1\n```\n")
    assert count(sources) == 0


def test_crlf_and_byte_order_mark() -> None:
    unit = only(python_units(kinds.MARKDOWN, b"\xef\xbb\xbf# T\r\n\r\n```python\r\nx = 1\r\n```\r\n"))
    assert code(unit) == ["x = 1"]
    assert where(unit, "x") == (4, 0, 0)


@pytest.mark.parametrize("text", ["", "no code", "```\nx\n```", "```python\n```", "~~~ python"])
def test_documents_without_python(text: str) -> None:
    assert count(python_units(kinds.MARKDOWN, text.encode())) == 0


def test_markdown_without_its_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "markdown_it", None)
    with pytest.raises(SourceError, match="needs the package `markdown-it-py`"):
        python_units(kinds.MARKDOWN, b"```python\nx\n```\n")
    assert count(python_units(kinds.MARKDOWN, b"no code")) == 0


# reStructuredText


RST = """\
Title
=====

.. code-block:: python
   :linenos:
   :emphasize-lines: 1

   import a

   if a:
       a.second

.. note::

   .. code:: python3

      third = 1

Text

.. code-block:: bash

   not python

>>> fourth = 1
>>> fourth
1

.. code-block::

   no language

.. testcode::

   fifth = 1
"""


def test_directives_of_rst() -> None:
    unit = in_rst(RST)
    assert code(unit) == ["import a", "if a:", "    a.second", "third = 1", "fourth = 1", "fourth", "fifth = 1"]
    assert where(unit, "second") == (11, 9, 0)
    assert where(unit, "third") == (17, 6, 0)
    assert where(unit, "fourth = 1") == (25, 4, 0)
    assert where(unit, "fifth") == (35, 3, 0)


def test_highlight_sets_the_language_of_blocks_without_one() -> None:
    unit = in_rst(
        ".. highlight:: python\n\n.. code-block::\n\n   x\n\n.. highlight:: c\n\n.. code-block::\n\n   int y;\n"
    )
    assert code(unit) == ["x"]


def test_rst_that_is_not_utf8() -> None:
    with pytest.raises(SourceError, match="not UTF-8: byte 0xe9 on line 2"):
        python_units(kinds.RST, b"a\nb\xe9")


# Templates


@pytest.mark.parametrize(
    ("text", "word", "place"),
    [
        ('"""<your-rollout>: x"""\nx = samples\n', "samples", (2, 4, 0)),
        ("class {{ name }}(Grader):\n    x = samples\n", "samples", (2, 8, 0)),
        ("class {{ name }}(Grader): x = samples\n", "samples", (1, 30, 0)),
        ("{% if a %}\nx = samples\n{% endif %}\n", "samples", (2, 4, 0)),
        ("{# a\n b #}\nx = samples\n", "samples", (3, 4, 0)),
        ("from $package import a\nx = samples\n", "samples", (2, 4, 0)),
        ("class ${name}: pass\nx = samples\n", "samples", (2, 4, 0)),
        ("class {name}:\n    x = {{'a': samples}}\n", "samples", (2, 15, 0)),
    ],
)
def test_templates_as_far_as_they_parse(text: str, word: str, place: tuple[int, int, int]) -> None:
    assert where(only(python_units(kinds.TEMPLATE, text.encode())), word) == place


def test_a_template_that_is_no_python_has_none() -> None:
    assert count(python_units(kinds.TEMPLATE, b"{% for x in y %}{{ x }} = (\n")) == 0


def test_other_kinds_are_refused() -> None:
    with pytest.raises(ValueError, match="hold no Python"):
        python_units(kinds.DATA, b"")


@pytest.mark.parametrize(
    ("kind", "data", "expected"),
    [
        (kinds.MARKDOWN, b"`osmosis_ai`", True),
        (kinds.MARKDOWN, b"import x", False),
        (kinds.MARKDOWN, b"[osmosis-ai](https://docs.osmosis.ai)", False),
        (kinds.MARKDOWN, b"uv add Osmosis_AI", True),
        (kinds.NOTEBOOK, b"%pip install osmosis-ai", True),
        (kinds.TEMPLATE, b"# pip install osmosis-ai", False),
    ],
)
def test_the_quick_test(kind: str, data: bytes, expected: bool) -> None:
    assert may_use_sdk(kind, data) is expected


# Commands


def commands(kind: str, data: bytes) -> list[tuple[str, tuple[int, int, int]]]:
    """The lines of all commands, each with the place of its first character."""
    units = python_units(kind, data).commands
    return [
        (text, unit.place(number, 0))
        for unit in units
        for number, text in enumerate(unit.text.split("\n")[:-1], 1)
        if text
    ]


def test_commands_of_notebooks() -> None:
    cells = (
        "import a\nif a:\n    !{sys.executable} -m pip \\\n        install b",
        "s = '''\n!pip install in-a-text\n'''\n!!c",
        "%%bash\n\nd",
        "%%time\n%pip install e\nout = !f",
        "pip install g",
        "%%writefile x.txt\n!pip install h",
        "# !pip install i\n%timeit j\n%cd k",
    )
    assert commands(kinds.NOTEBOOK, notebook(*cells)) == [
        ("{sys.executable} -m pip \\", (3, 5, 1)),
        ("        install b", (4, 0, 1)),
        ("c", (4, 2, 2)),
        ("d", (3, 0, 3)),
        ("pip install e", (2, 1, 4)),
        ("f", (3, 7, 4)),
        ("pip install g", (1, 0, 5)),
    ]


def test_pip_without_its_sign_is_no_mistake_in_a_notebook() -> None:
    unit = only(python_units(kinds.NOTEBOOK, notebook("pip install -q x\nimport a", "uv = pip\nuv if a else b")))
    assert code(unit) == ["pass", "import a", "uv = pip", "uv if a else b"]


@pytest.mark.parametrize(
    ("info", "text", "expected"),
    [
        ("sh", "a \\\n  b", [(2, 0), (3, 0)]),
        ("Bash title=x", "a", [(2, 0)]),
        ("{.shell}", "$ a\nout\n(.venv) $ b \\\n> c\nout", [(2, 2), (4, 10), (5, 2)]),
        ("console", "a\nme@host:~/x$ b\n# c", [(3, 13)]),
        ("text", "$ a", []),
        ("", "$ a", []),
        ("python", "x = 1", []),
        ("powershell", "a", []),
    ],
)
def test_commands_of_fences(info: str, text: str, expected: list[tuple[int, int]]) -> None:
    found = commands(kinds.MARKDOWN, f"```{info}\n{text}\n```\n".encode())
    assert [place for _, place in found] == [(line, column, 0) for line, column in expected]
    quoted = "".join(f"  > {line}\n" for line in f"```{info}\n{text}\n```".split("\n"))
    found = commands(kinds.MARKDOWN, quoted.encode())
    assert [place for _, place in found] == [(line, column + 4, 0) for line, column in expected]


def test_a_quotation_mark_in_one_block_does_not_open_the_next() -> None:
    text = "```sh\necho it's\n```\n\n```sh\nb\n```\n"
    assert [unit.text for unit in python_units(kinds.MARKDOWN, text.encode()).commands] == ["echo it's\n", "b\n"]


def test_commands_of_directives() -> None:
    text = """\
.. code-block:: bash

   a

.. prompt:: bash $

   b

.. highlight:: console
.. code-block::
   :linenos:

   $ c
   out

.. code:: text

   $ d

::

   $ e
"""
    assert commands(kinds.RST, text.encode()) == [("   a", (3, 0, 0)), ("   b", (7, 0, 0)), ("c", (13, 5, 0))]


# Whatever comes


def mangled(data: bytes) -> Iterable[bytes]:
    for cut in range(0, len(data), 7):
        yield data[:cut]
        yield data[:cut] + b"\x00" + data[cut:]
        yield data[:cut] + b"'" + data[cut + 1 :]


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        (kinds.NOTEBOOK, notebook("!ls\n%time f(\n  x)\ny = '''", "x = %sql\nz?")),
        (kinds.MARKDOWN, FENCED.encode()),
        (kinds.RST, RST.encode()),
        (kinds.TEMPLATE, b"{% if a %}\nclass {{ n }}:\n  $x = <y>\n"),
    ],
)
def test_broken_files_end_in_one_kind_of_error(kind: str, data: bytes) -> None:
    for changed in mangled(data):
        try:
            sources = python_units(kind, changed)
        except SourceError:
            continue
        for unit in sources.units:
            assert syntax_error(unit.text) is None
