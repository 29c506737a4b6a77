"""OSM505: extras that the code needs, and (advice) those that nothing needs."""

from __future__ import annotations

from pathlib import Path

import pytest

from osmosis_lint.diagnostics import Diagnostic
from osmosis_lint.rules.extras import ExtraUse, Projects, check_extras, check_script_extras, imported_extras
from tests import expectations

STRANDS = "osmosis_ai.rollout.integrations.agents.strands"


def uses(text: str, path: str = "a.py") -> list[ExtraUse]:
    return imported_extras(path, text)


# Which imports need an extra


@pytest.mark.parametrize(
    ("statement", "extra", "column"),
    [
        ("from osmosis_ai.rollout.server import create_rollout_server", "server", 38),
        ("import osmosis_ai.rollout.server", "server", 7),
        ("import os, osmosis_ai.rollout.server.app as s", "server", 11),
        ("from osmosis_ai.rollout import server", "server", 31),
        ("from osmosis_ai.rollout import create_rollout_server", "server", 31),
        ("from osmosis_ai.rollout import Grader, OsmosisStrandsAgent as A", "strands", 39),
        (f"from {STRANDS} import *", "strands", 59),
        ("from osmosis_ai.rollout.integrations import OsmosisRolloutModel", "strands", 44),
        ("from osmosis_ai.rollout.integrations.agents import strands", "strands", 51),
        ("from osmosis_ai.rollout.integrations.agents import openai_agents", "openai-agents", 51),
        ("from osmosis_ai.rollout.integrations.agents.openai_agents import OsmosisAgent", "openai-agents", 65),
        ("from osmosis_ai.rollout.backend.harbor import HarborBackend", "harbor", 46),
        ("from osmosis_ai.rollout.backend.harbor.agent_adapter import OsmosisInstalledAgent", "harbor", 60),
        ("from osmosis_ai.eval.rubric import evaluate_rubric", "rubric", 35),
        ("from osmosis_ai import evaluate_rubric", "rubric", 23),
    ],
)
def test_imports_that_need_an_extra(statement: str, extra: str, column: int) -> None:
    (found,) = uses(f"'é'\n{statement}\n")
    assert (found.extra, found.span.line, found.span.column, found.is_optional) == (extra, 2, column, False)


@pytest.mark.parametrize(
    "text",
    [
        "from osmosis_ai.rollout import Grader, LocalBackend",
        "import osmosis_ai.rollout",
        "from osmosis_ai.rollout.serverless import x",
        "from other.osmosis_ai.rollout.server import x",
        "from .osmosis_ai.rollout.server import x",
        "from . import server, strands  # osmosis_ai",
        "import server, osmosis_ai",
        "'''from osmosis_ai.rollout.server import create_rollout_server'''",
        "from osmosis_ai.rollout.server import (",
        "from osmosis_ai.rollout import ControllerAuth  # gone from 0.3.3 on; server",
        "x = 'osmosis_ai.rollout.server'",
        "",
    ],
)
def test_what_needs_none(text: str) -> None:
    assert uses(text) == []


def test_one_statement_needs_an_extra_once() -> None:
    found = uses("from osmosis_ai.rollout.server import (\n    a,\n    b,\n)\nimport osmosis_ai.rollout.server\n")
    assert [(use.extra, use.span.line) for use in found] == [("server", 2), ("server", 5)]


OPTIONAL = """\
from typing import TYPE_CHECKING
try:
    import osmosis_ai.rollout.server
except ImportError:
    import osmosis_ai.eval.rubric  # needed
try:
    import osmosis_ai.rollout.server  # needed
except ValueError:
    pass
else:
    import osmosis_ai.rollout.server  # needed
try:
    def f():
        with x:
            import osmosis_ai.rollout.server
except (OSError, builtins.ModuleNotFoundError):
    pass
try:
    import osmosis_ai.rollout.server
except:
    pass
if TYPE_CHECKING:
    import osmosis_ai.rollout.server
else:
    import osmosis_ai.rollout.server  # needed
match x:
    case 1:
        import osmosis_ai.rollout.server  # needed
class A:
    async def f(self):
        for x in y:
            while x:
                import osmosis_ai.rollout.server  # needed
"""


def test_imports_that_the_code_does_without() -> None:
    needed = [number for number, line in enumerate(OPTIONAL.splitlines(), 1) if "# needed" in line]
    assert [use.span.line for use in uses(OPTIONAL) if not use.is_optional] == needed
    assert len(uses(OPTIONAL)) == sum("import osmosis_ai" in line for line in OPTIONAL.splitlines())


def test_a_name_counts_while_the_target_has_it() -> None:
    text = "from osmosis_ai.rollout import ControllerAuth  # server\n"
    assert [use.extra for use in imported_extras("a.py", text, target=(0, 3, 2))] == ["server"]


# What the project asks for


def project(folder: Path, **files: str) -> Path:
    (folder / ".git").mkdir()
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text, encoding="utf-8")
    return folder


def needing(folder: Path, *extras: str) -> list[ExtraUse]:
    modules = {
        "server": "osmosis_ai.rollout.server",
        "strands": STRANDS,
        "openai-agents": "osmosis_ai.rollout.integrations.agents.openai_agents",
        "harbor": "osmosis_ai.rollout.backend.harbor",
        "rubric": "osmosis_ai.eval.rubric",
    }
    text = "".join(f"import {modules[extra]}\n" for extra in extras)
    return imported_extras(str(folder / "main.py"), text)


def check(folder: Path, *extras: str, unused: bool = False) -> list[Diagnostic]:
    return check_extras(str(folder), needing(folder, *extras), unused=unused)


@pytest.mark.parametrize(
    ("requirements", "needed", "lines"),
    [
        ("osmosis-ai>=0.3,<0.4", ["server"], ["osmosis-ai[server]>=0.3,<0.4"]),
        ("osmosis-ai[strands]>=0.3.2,<0.4", ["server"], ["osmosis-ai[server,strands]>=0.3.2,<0.4"]),
        ("osmosis-ai[server]<0.3", ["server", "strands"], ["osmosis-ai[server,strands]>=0.3,<0.4"]),
        ("osmosis-ai[platform,dev]<0.3", ["harbor"], ["osmosis-ai[harbor,parquet]>=0.3,<0.4"]),
        ("osmosis-ai", ["rubric"], ["osmosis-ai[rubric]>=0.3,<0.4"]),
        ("httpx", ["openai-agents"], ["osmosis-ai[openai-agents]>=0.3,<0.4"]),
        ("osmosis-ai>=0.3", ["server", "strands"], ["osmosis-ai[server,strands]>=0.3"] * 2),
        ("osmosis-ai[full]>=0.3", ["server", "strands", "openai-agents", "harbor", "rubric"], []),
        ("osmosis-ai[eval]>=0.3", ["server"], []),
        ("osmosis-ai[OpenAI_Agents]>=0.3", ["openai-agents"], []),
        ("osmosis-ai>=0.3\nosmosis-ai[server]>=0.3", ["server"], []),
        ("osmosis-ai>=0.3", [], []),
    ],
)
def test_missing_extras_and_the_requirement_to_write(
    tmp_path: Path, requirements: str, needed: list[str], lines: list[str]
) -> None:
    found = check(project(tmp_path, requirements__txt=f"{requirements}\n"), *needed)
    assert [item.code for item in found] == ["OSM505"] * len(lines)
    assert [item.hint.partition("`")[2].rstrip("`") for item in found] == lines


def test_the_finding_is_at_the_first_import_and_names_the_others(tmp_path: Path) -> None:
    folder = project(tmp_path, requirements__txt="httpx\nosmosis-ai>=0.3\n")
    text = "from osmosis_ai.rollout.server import create_rollout_server\n"
    later = imported_extras(str(folder / "z.py"), text)
    first = imported_extras(str(folder / "a.py"), f"'''x'''\n{text}")
    (found,) = check_extras(str(folder), [*later, *first], show=lambda path: Path(path).name)
    assert (Path(found.path).name, found.span.line, found.span.column) == ("a.py", 2, 38)
    assert found.symbol == "osmosis-ai[server]"
    assert found.message == (
        "`osmosis_ai.rollout.server.create_rollout_server` needs the extra `server` of `osmosis-ai`,"
        " and no requirement asks for it"
    )
    assert [(Path(item.path).name, item.span.line) for item in found.related] == [("z.py", 1), ("requirements.txt", 2)]


def test_optional_imports_ask_for_nothing(tmp_path: Path) -> None:
    folder = project(tmp_path, requirements__txt="osmosis-ai>=0.3\n")
    text = "try:\n    import osmosis_ai.rollout.server\nexcept ImportError:\n    pass\n"
    assert check_extras(str(folder), imported_extras("a.py", text)) == []


def test_poetry_gets_its_own_form(tmp_path: Path) -> None:
    folder = project(tmp_path, pyproject__toml='[tool.poetry.dependencies]\nosmosis-ai = "^0.3"\n')
    (found,) = check(folder, "strands")
    assert found.hint == 'write `osmosis-ai = { version = ">=0.3,<0.4", extras = ["strands"] }`'


@pytest.mark.parametrize(
    ("name", "text", "count"),
    [
        ("pyproject.toml", '[project]\nname = "x"\ndependencies = [\n  "httpx",\n]\n', 1),
        ("pyproject.toml", "[project]\nname='x'\ndependencies=['httpx']\n", 1),
        ("pyproject.toml", "[tool.poetry]\nname='x'\n[tool.poetry.dependencies]\nhttpx = '*'\n", 1),
        ("pyproject.toml", "[tool.ruff]\nline-length = 100\n", 0),
        ("pyproject.toml", '[project]\nname = "x"\ndynamic = ["dependencies"]\n', 0),
        ("pyproject.toml", '[project]\nname = "osmosis-ai"\ndependencies = [\n  "httpx",\n]\n', 0),
        ("constraints.txt", "httpx\n", 0),
        ("requirements.txt", "httpx\n", 1),
        ("setup.cfg", "[flake8]\nignore = E501\n", 0),
        ("environment.yml", "dependencies: [python]\n", 0),
        ("Dockerfile", "RUN pip install 'osmosis-ai>=0.3'\n", 1),
        ("Dockerfile", "RUN pip install 'osmosis-ai[server]>=0.3'\n", 0),
        ("setup.py", "setup(install_requires=['osmosis-ai>=0.3'])\n", 1),
        ("requirements-dev.in", "osmosis-ai[server]>=0.3\n", 0),
    ],
)
def test_where_a_project_lists_what_it_needs(tmp_path: Path, name: str, text: str, count: int) -> None:
    folder = project(tmp_path)
    (folder / name).write_text(text)
    assert len(check(folder, "server")) == count


def test_a_folder_of_requirements_and_includes_count(tmp_path: Path) -> None:
    folder = project(tmp_path)
    (folder / "requirements").mkdir()
    (folder / "requirements" / "base.txt").write_text("-r ../extra.list\nosmosis-ai>=0.3\n")
    (folder / "extra.list").write_text("")
    assert len(check(folder, "server")) == 1
    (folder / "requirements" / "base.txt").write_text("-r ../more.list\nosmosis-ai>=0.3\n")
    (folder / "more.list").write_text("osmosis-ai[server]>=0.3\n")
    assert check(folder, "server") == []


# Extras that nothing needs


ASKED = """\
httpx
osmosis-ai[server,strands]>=0.3,<0.4  # expect: OSM505@19
osmosis-ai[full,parquet,eval]>=0.3,<0.4
"""


def test_extras_that_nothing_imports_are_advice(tmp_path: Path) -> None:
    folder = project(tmp_path, requirements__txt=ASKED)
    assert check(folder, "server") == []
    (found,) = check(folder, "server", unused=True)
    expected = expectations.parse(ASKED)
    assert {(found.span.line, found.code, found.span.column + 1)} == expected.columns
    assert found.message == "nothing in the project imports what the extra `strands` is for"
    assert found.hint == "write `osmosis-ai[server]>=0.3,<0.4`"


def test_an_optional_import_is_a_use(tmp_path: Path) -> None:
    folder = project(tmp_path, requirements__txt="osmosis-ai[server]>=0.3\n")
    text = "try:\n    import osmosis_ai.rollout.server\nexcept ImportError:\n    pass\n"
    assert check_extras(str(folder), imported_extras("a.py", text), unused=True) == []


# Which project a file belongs to


def test_the_nearest_manifest_that_requires_the_sdk_holds(tmp_path: Path) -> None:
    folder = project(tmp_path, pyproject__toml='[project]\ndependencies = ["osmosis-ai"]\n')
    for name, text in (("own", "osmosis-ai>=0.3\n"), ("other", "httpx\n"), ("none", "")):
        (folder / name / "deep").mkdir(parents=True)
        if text:
            (folder / name / "requirements.txt").write_text(text)
    projects = Projects()
    assert projects.root_of(str(folder / "main.py")) == str(folder)
    assert projects.root_of(str(folder / "own" / "deep" / "a.py")) == str(folder / "own")
    assert projects.root_of(str(folder / "other" / "deep" / "a.py")) == str(folder)
    assert projects.root_of(str(folder / "none" / "deep" / "a.py")) == str(folder)


def test_without_such_a_manifest_the_nearest_holds(tmp_path: Path) -> None:
    folder = project(tmp_path, setup__cfg="[options]\n")
    (folder / "sub").mkdir()
    (folder / "sub" / "build.sh").write_text("make\n")
    assert Projects().root_of(str(folder / "sub" / "a.py")) == str(folder)


def test_a_file_outside_of_all_projects(tmp_path: Path) -> None:
    assert Projects().root_of(str(project(tmp_path) / "a.py")) is None


# Scripts with a header of their own


@pytest.mark.parametrize(
    ("requirement", "hints"),
    [
        ("osmosis-ai[server]>=0.3", []),
        ("osmosis-ai>=0.3", ["write `osmosis-ai[server]>=0.3`"]),
        ("httpx", ["require `osmosis-ai[server]>=0.3,<0.4`"]),
    ],
)
def test_a_script_with_a_header_is_a_project_of_its_own(requirement: str, hints: list[str]) -> None:
    text = f"# /// script\n# dependencies = ['{requirement}']\n# ///\nimport osmosis_ai.rollout.server\n"
    found = check_script_extras("a.py", text, uses(text))
    assert [(item.hint, item.span.line) for item in found] == [(hint, 4) for hint in hints]
    assert check_script_extras("a.py", "import osmosis_ai.rollout.server\n", uses(text)) == []
