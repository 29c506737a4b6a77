"""What the command makes of files that are not Python: notebooks, documents, requirements, locks, fixtures."""

from __future__ import annotations

import json
import os

import pytest

from .conftest import OLD

PROJECT = """\
[project]
name = "rollouts"
version = "1"
requires-python = ">=3.12"
dependencies = ["osmosis-ai[server]>=0.3,<0.4"]
"""
SERVER = "from osmosis_ai.rollout.server import create_rollout_server\n"


def notebook(*cells: str) -> str:
    listed = [{"cell_type": "code", "metadata": {}, "outputs": [], "source": cell} for cell in cells]
    return json.dumps({"cells": listed, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


def test_a_notebook_is_checked_cell_by_cell(project, lint):
    project.write("n.ipynb", notebook("%pip install x\nimport osmosis_ai", OLD + "print(MultiTurnMode)"))
    found = lint("check")
    assert found.lines[0].startswith("n.ipynb:cell 2:1:32: OSM108")
    entry = json.loads(lint("check", "--output-format", "json").out)[0]
    assert (entry["cell"], entry["location"], entry["noqa_row"]) == (2, {"row": 1, "column": 32}, 1)
    assert entry["related"][0]["location"] == {"row": 2, "column": 7}
    assert "line=" not in lint("check", "--output-format", "github").out


def test_comments_hold_in_notebooks(project, lint):
    project.write("n.ipynb", notebook(OLD.rstrip() + "  # noqa: OSM108"))
    assert lint("check").summary.endswith("0 findings, 0 fixable, 1 suppressed")


def test_a_cell_that_does_not_parse_is_named(project, lint):
    project.write("n.ipynb", notebook("import osmosis_ai\nx = (", OLD))
    found = lint("check")
    assert found.status == 2
    assert found.codes == ["OSM901", "OSM108"]
    assert found.lines[0].startswith("n.ipynb:cell 1:2:")


@pytest.mark.parametrize(
    ("name", "text", "place"),
    [
        ("a.md", f"# Use\n\n```python\n{OLD}```\n", "a.md:4:32"),
        ("a.rst", f".. code-block:: python\n\n   {OLD}", "a.rst:3:35"),
        ("a.py.tpl", f"# {{{{ name }}}}\n{OLD}", "a.py.tpl:2:32"),
    ],
)
def test_python_in_other_texts(project, lint, name, text, place):
    pytest.importorskip("markdown_it")
    project.write(name, text)
    assert lint("check").lines[0].startswith(f"{place}: OSM108")


def test_requirements_and_locks(project, lint):
    project.write("requirements.txt", "osmosis-ai==0.2.31\n")
    project.write("uv.lock", 'version = 1\n[[package]]\nname = "osmosis-ai"\nversion = "0.2.31"\n')
    project.write("setup.py", 'from setuptools import setup\nsetup(install_requires=["osmosis-ai[dev]>=0.3,<0.4"])\n')
    found = lint("check")
    assert found.status == 1
    assert sorted(found.codes) == ["OSM506", "OSM507", "OSM510"]


NOTEBOOK_INSTALL = notebook("%pip install -q osmosis-ai[platform]==0.2.31 \\\n    'harbor[skypilot]'", "x = 1")


@pytest.mark.parametrize(
    ("name", "text", "places"),
    [
        ("n.ipynb", NOTEBOOK_INSTALL, ["cell 1:1:28: OSM507", "cell 1:1:37: OSM506", "cell 1:2:13: OSM509"]),
        ("a.md", "# Use\n\n  ```sh\n  pip install 'osmosis-ai<0.3'\n  ```\n", ["4:26: OSM506"]),
        ("a.md", "```console\n$ uv add osmosis-ai==0.2.31\n```\n", ["2:20: OSM506"]),
        ("a.rst", ".. code-block:: bash\n\n   poetry add osmosis-ai@^0.2\n", ["3:15: OSM506"]),
        # What is only said, or printed, and a version that is right.
        ("a.md", "Run `pip install osmosis-ai==0.2.31` or\n\n    pip install osmosis-ai==0.2.31\n", []),
        ("a.md", "```console\n$ make\npip install osmosis-ai==0.2.31\n```\n", []),
        ("a.md", "```sh\npip install 'osmosis-ai[server]>=0.3,<0.4'\n```\n", []),
        # Readers get the newest release; the environment of a notebook may have an old one.
        ("a.md", "```sh\npip install osmosis-ai\n```\n", []),
        ("n.ipynb", notebook("!uv pip install osmosis-ai"), ["cell 1:1:17: OSM506"]),
    ],
)
def test_what_notebooks_and_documents_install(project, lint, name, text, places):
    project.write(name, text)
    lines = lint("check").lines[:-1]
    assert [line[: line.index("OSM") + len("OSM506")] for line in lines] == [f"{name}:{place}" for place in places]


def test_install_lines_of_documents_have_their_comments(project, lint):
    project.write("a.md", "```sh\npip install osmosis-ai==0.2.31  # noqa: OSM506\n```\n")
    assert lint("check").summary.endswith("0 findings, 0 fixable, 1 suppressed")


def test_the_line_is_shown_with_the_caret_below_the_place(project, lint):
    project.write("a.md", "> ```sh\n>   $ pip install osmosis-ai==0.2.31\n> ```\n")
    lines = lint("check", "--output-format", "full").lines
    assert lines[2][lines[3].index("^") :].startswith("==0.2.31")


def test_a_notebook_that_installs_the_sdk_says_itself_which_extras_it_has(project, lint):
    project.write("requirements.txt", "osmosis-ai[server]>=0.3,<0.4\n")
    project.write("n.ipynb", notebook("%pip install 'osmosis-ai>=0.3,<0.4'", "x = 1\n" + SERVER))
    found = lint("check")
    assert found.codes == ["OSM505"]
    assert found.lines[0].startswith("n.ipynb:cell 2:2:39: ")
    project.write("n.ipynb", notebook("%pip install 'osmosis-ai[server]>=0.3,<0.4'", SERVER))
    assert lint("check").status == 0


def test_a_missing_extra_is_placed_in_the_cell_and_may_have_its_comment(project, lint):
    project.write("requirements.txt", "osmosis-ai>=0.3,<0.4\n")
    project.write("n.ipynb", notebook("x = 1", "y = 2\n" + SERVER))
    found = lint("check")
    assert found.codes == ["OSM505"]
    assert found.lines[0].startswith("n.ipynb:cell 2:2:39: ")
    project.write("n.ipynb", notebook("x = 1", "y = 2\n" + SERVER.rstrip() + "  # noqa: OSM505\n"))
    assert lint("check").status == 0


@pytest.mark.parametrize("name", ["a.md", "a.py.tpl"])
def test_what_is_only_shown_needs_no_extra(project, lint, name):
    project.write("requirements.txt", "osmosis-ai>=0.3,<0.4\n")
    project.write(name, f"```python\n{SERVER}```\n" if name == "a.md" else SERVER)
    assert lint("check").status == 0
    # But a word in a document is enough for an extra to be wanted.
    project.write("requirements.txt", "osmosis-ai[server]>=0.3,<0.4\n")
    project.write("b.py", "import osmosis_ai\n")
    assert lint("check", "--extend-select", "OSM505").status == 0


def test_a_comment_suppresses_a_finding_in_a_requirements_file(project, lint):
    project.write("requirements.txt", "osmosis-ai==0.2.31  # noqa: OSM506\n")
    assert lint("check").summary.endswith("0 findings, 0 fixable, 1 suppressed")


def test_comments_and_ignores_hold_in_a_file_that_another_includes(project, lint):
    project.write("requirements.txt", "-r base.txt\n")
    project.write("base.txt", "osmosis-ai==0.2.31  # noqa: OSM506\n")
    assert lint("check").summary.endswith("0 findings, 0 fixable, 1 suppressed")
    project.write("base.txt", "osmosis-ai==0.2.31\n")
    assert lint("check", "--per-file-ignores", "base.txt:OSM506").status == 0
    assert "osmosis-ai==0.2.31\n" in lint("check", "--output-format", "full").out


def test_a_script_header(project, lint):
    header = '# /// script\n# dependencies = ["osmosis-ai==0.2.31"]\n# ///\nimport osmosis_ai\n'
    project.write("a.py", header)
    assert lint("check").codes == ["OSM506"]


def test_a_missing_extra_is_reported_once_with_the_line_to_write(project, lint):
    project.write("pyproject.toml", PROJECT.replace("[server]", ""))
    project.write("a.py", SERVER)
    project.write("b.py", SERVER)
    found = lint("check")
    assert found.codes == ["OSM505"]
    assert found.lines[0].startswith("a.py:1:")
    assert "osmosis-ai[server]>=0.3,<0.4" in found.out
    assert lint("check", "b.py").codes == ["OSM505"]
    project.write("pyproject.toml", PROJECT)
    assert lint("check").status == 0


def test_a_missing_extra_can_be_suppressed_and_the_comment_is_not_unused(project, lint):
    project.write("pyproject.toml", PROJECT.replace("[server]", ""))
    project.write("a.py", SERVER.rstrip() + "  # noqa: OSM505\n")
    assert lint("check").summary.endswith("0 findings, 0 fixable, 1 suppressed")


def test_a_comment_on_an_extra_that_is_asked_for_is_unused(project, lint):
    project.write("pyproject.toml", PROJECT)
    project.write("a.py", SERVER.rstrip() + "  # noqa: OSM505\n")
    found = lint("check")
    assert found.codes == ["OSM902"]
    assert "a.py:1:" in found.lines[0]
    # Nor does it say anything of a run that does not look for extras.
    assert lint("check", "--ignore", "OSM505").codes == []


def test_each_import_of_a_missing_extra_may_have_its_comment(project, lint):
    project.write("pyproject.toml", PROJECT.replace("[server]", ""))
    # The first of them is reported, which is another one when only some files are checked.
    project.write("a.py", SERVER.rstrip() + "  # noqa: OSM505\n")
    project.write("b.py", "# osmosis-lint: disable=OSM505\n" + SERVER)
    project.write("c.py", "import osmosis_ai  # noqa: OSM505\n" + SERVER)
    found = lint("check")
    assert found.codes == ["OSM902"]
    assert found.lines[0].startswith("c.py:1:")


def test_an_extra_that_nothing_imports_is_advice(project, lint):
    project.write("pyproject.toml", PROJECT.replace("[server]", "[server,harbor]"))
    project.write("a.py", SERVER)
    assert lint("check").status == 0
    found = lint("check", "--extend-select", "OSM505")
    assert found.codes == ["OSM505"]
    assert found.lines[0].startswith("pyproject.toml:5:")
    # A run over a part of the project cannot know.
    assert lint("check", "a.py", "--extend-select", "OSM505").status == 0


def test_fixtures_count_in_projects_that_use_the_sdk_only(project, lint):
    fixture = '{"rollout_id": "r", "samples": {"a": {"messages": []}}}\n'
    project.write("one/pyproject.toml", PROJECT)
    project.write("one/a.py", SERVER)
    project.write("one/sample.json", fixture)
    project.write("two/pyproject.toml", "[project]\nname = 'x'\n")
    project.write("two/sample.json", fixture)
    found = lint("check")
    assert [line.partition(":")[0].replace("\\", "/") for line in found.lines[:-1]] == ["one/sample.json"]
    assert found.codes == ["OSM305"]


def test_a_broken_requirements_file_is_named_and_other_broken_data_is_not(project, lint):
    project.write("pyproject.toml", "[project]\ndependencies = ['osmosis-ai'\n")
    project.write("a.py", OLD)
    project.write("tsconfig.json", '{ // comment\n "samples": 1 }\n')
    found = lint("check")
    assert found.status == 2
    assert sorted(found.codes) == ["OSM108", "OSM901"]
    assert "pyproject.toml:" in found.out


def test_the_target_is_what_each_project_locks_or_requires(project, lint):
    lock = 'version = 1\n[[package]]\nname = "osmosis-ai"\nversion = "{}"\n'
    text = "from osmosis_ai.rollout.server import ControllerAuth\n"
    for name, version in (("one", "0.3.2"), ("two", "0.3.5")):
        project.write(f"{name}/pyproject.toml", PROJECT)
        project.write(f"{name}/uv.lock", lock.format(version))
        project.write(f"{name}/a.py", text)
    found = lint("check")
    assert [line.partition(":")[0].replace("\\", "/") for line in found.lines[:-1]] == ["two/a.py"]
    assert lint("check", "--target-version", "0.3.2").status == 0
    assert '"0.3.2"  (what the project requires or locks)' in lint("config", "one").out
    assert "checked for osmosis-ai 0.3.2 (what the project" in lint("explain", "one/a.py:1").out


def test_standard_input_may_be_anything(project, lint):
    found = lint("check", "-", "--stdin-filename", "requirements.txt", stdin="osmosis-ai==0.2.31\n")
    assert found.codes == ["OSM506"]
    found = lint("check", "-", "--stdin-filename", "n.ipynb", stdin=notebook(OLD))
    assert found.codes == ["OSM108"]


USES = "import osmosis_ai\n"


@pytest.mark.parametrize(
    ("name", "text", "code"),
    [
        ("tasks/a/test.sh", "echo '{\"agent\": 1.0}' > /logs/verifier/reward.json\n", "OSM305"),
        ("run.sh", "cat logs/samples.json\n", "OSM304"),
        ("call.sh", 'curl -H "X-Rollout-Id: $ID" "$URL"\n', "OSM302"),
        ("requirements.txt", "harbor[skypilot]\n", "OSM509"),
        ("pyproject.toml", '[project]\nname = "x"\nrequires-python = ">=3.10"\n', "OSM508"),
        ("setup.cfg", "[options]\npython_requires = >=3.9\n", "OSM508"),
    ],
)
def test_files_that_never_name_the_sdk_matter_where_it_is_used(project, lint, name, text, code):
    project.write(name, text)
    assert lint("check").codes == []
    project.write("a.py", USES)
    found = lint("check")
    assert found.codes == [code]
    assert found.lines[0].startswith(name.replace("/", os.sep))


def test_a_broken_project_file_that_never_names_the_sdk_is_not_ours_to_report(project, lint):
    project.write("pyproject.toml", "[project\nrequires-python = 1\n")
    project.write("a.py", USES)
    assert lint("check").codes == []


def test_requirements_in_files_that_only_others_include(project, lint):
    project.write("requirements.txt", "-r deps/base.pip\n")
    project.write("deps/base.pip", "osmosis-ai==0.2.31\n")
    found = lint("check")
    assert found.codes == ["OSM506"]
    assert found.lines[0].startswith(os.path.join("deps", "base.pip"))


def test_a_data_file_alone_is_judged_by_its_project(project, lint):
    """As a hook names them: what the whole run says of a file holds for the file alone."""
    project.write("src/a.py", OLD)
    project.write("conf/x.json", '{"file": "/workspace/samples.json"}\n')
    project.write("run.sh", "osmosis-grader-runner\n")
    assert lint("check").codes == ["OSM304", "OSM502", "OSM108"]
    assert lint("check", "conf/x.json", "run.sh").codes == ["OSM304", "OSM502"]
    assert lint("check", "conf").codes == ["OSM304"]
    project.write("src/a.py", "import json\n")
    assert lint("check", "conf/x.json", "run.sh").codes == []


def test_exclusions_can_hold_for_named_files(project, lint):
    project.write("dist/a.py", OLD)
    project.write("notes", "osmosis_ai: not Python at all\n")
    assert lint("check", "dist/a.py", "notes").status == 2
    assert lint("check", "--force-exclude", "dist/a.py", "notes").summary.startswith("0 files seen")
