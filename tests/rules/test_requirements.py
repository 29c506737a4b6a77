"""OSM506 to OSM510, and the release aimed at. Sources say on their lines what is expected: `# expect: OSM506@5`."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from osmosis_lint.diagnostics import Diagnostic
from osmosis_lint.files.errors import SourceError
from osmosis_lint.rules.requirements import check_manifest
from tests import expectations


def check(name: str, text: str, *, uses_sdk: bool = False) -> list[Diagnostic]:
    return check_manifest(name, text, uses_sdk=uses_sdk)


def holds(name: str, text: str, *, uses_sdk: bool = False) -> list[Diagnostic]:
    """Check a text against what it says of itself; gives the findings."""
    expected = expectations.parse(text)
    found = check(name, text, uses_sdk=uses_sdk)
    assert Counter((item.span.line, item.code) for item in found) == expected.codes
    assert expected.columns <= {(item.span.line, item.code, item.span.column + 1) for item in found}
    assert all(item.path == name and item.hint and item.message for item in found)
    return found


def covered(text: str, item: Diagnostic) -> str:
    """The text that a finding stands on."""
    assert item.span.line == item.span.end_line
    return text.split("\n")[item.span.line - 1][item.span.column : item.span.end_column]


# What is read


PEP_621 = """\
[project]
name = "x"
requires-python = ">=3.10"  # expect: OSM508@19
dependencies = [
    "httpx>=0.27",
    "osmosis-ai[full]>=0.2.25,<0.3",  # expect: OSM506@22
    'osmosis_ai>=0.3,<0.4',
]

[project.optional-dependencies]
train = ["Osmosis.AI[platform,server]>=0.3", "harbor[skypilot]"]  # expect: OSM507@22, OSM509@54

[dependency-groups]
dev = [
    "osmosis-ai[dev]~=0.3.1",  # expect: OSM507@17
    {include-group = "lint"},
    "osmosis-ai",  # expect: OSM506@6
]

[tool.uv]
dev-dependencies = ["osmosis-ai>=0.2"]  # expect: OSM506
constraint-dependencies = ["osmosis-ai<0.3"]  # expect: OSM506
override-dependencies = ["osmosis-ai==0.2.31"]  # expect: OSM506

[tool.uv.sources]
osmosis-ai = { git = "https://github.com/x/y", tag = "v0.2.31" }  # expect: OSM506@54

[tool.pdm.dev-dependencies]
test = ["osmosis-ai==0.2.*"]  # expect: OSM506

[tool.hatch.envs.test]
dependencies = ["osmosis-ai<=0.2.31"]  # expect: OSM506
"""


def test_pyproject() -> None:
    found = holds("pyproject.toml", PEP_621)
    texts = {(item.code, covered(PEP_621, item)) for item in found}
    assert ("OSM506", ">=0.2.25,<0.3") in texts
    assert ("OSM507", "platform") in texts
    assert ("OSM508", '">=3.10"') in texts
    assert ("OSM509", "skypilot") in texts
    assert ("OSM506", '"v0.2.31"') in texts


SETTLED = """\
[project]
dependencies = ["osmosis-ai[server]>=0.3,<0.4"]

[project.optional-dependencies]
strands = ["osmosis-ai[strands]"]
old = ["osmosis-ai<0.3"]  # expect: OSM506

[dependency-groups]
dev = ["osmosis-ai[harbor]>=0.2"]

[tool.uv]
constraint-dependencies = ["osmosis-ai!=0.3.1"]
"""


def test_what_is_installed_with_a_right_requirement_may_say_less() -> None:
    holds("pyproject.toml", SETTLED)
    # With one that is not right, the others are asked too.
    unsettled = check("pyproject.toml", SETTLED.replace(">=0.3,<0.4", ""))
    assert [item.span.line for item in unsettled] == [2, 5, 6, 9, 12]
    # An override takes the place of all of them.
    overridden = check("pyproject.toml", SETTLED + 'override-dependencies = ["osmosis-ai>=0.2"]\n')
    assert [item.span.line for item in overridden] == [5, 6, 9, 12, 13]
    cfg = "[options]\ninstall_requires = osmosis-ai>=0.3,<0.4\n[options.extras_require]\nx = osmosis-ai[strands]\n"
    assert check("setup.cfg", cfg) == []
    assert len(check("setup.cfg", cfg.replace(">=0.3,<0.4", ""))) == 2
    assert check("requirements.txt", "osmosis-ai>=0.3,<0.4\nosmosis-ai[strands]\n") == []


@pytest.mark.parametrize(
    ("url", "is_old"),
    [
        ("git+https://github.com/Osmosis-AI/osmosis-sdk-python@v0.2.31", True),
        ("git+ssh://git@github.com/me/osmosis-sdk-python.git@v0.2.31", True),
        ("https://github.com/Osmosis-AI/osmosis-sdk-python/archive/refs/tags/v0.2.31.tar.gz", True),
        ("git+https://github.com/me/osmosis-ai@v0.2.31", True),
        ("https://example.com/osmosis_ai-0.2.31-py3-none-any.whl", True),
        ("git+https://example.com/fork@v0.2.31#egg=osmosis-ai[server]", True),
        ("git+https://github.com/Osmosis-AI/osmosis-git-sync-example@v0.2.0", False),
        ("git+https://github.com/Osmosis-AI/osmosis-git-sync-example@v0.2.0#egg=osmosis-git-sync-example", False),
        ("git+https://github.com/me/osmosis-ai-rollouts@v0.2.0", False),
        ("https://example.com/osmosis_ai/tools-0.2.0-py3-none-any.whl", False),
    ],
)
def test_urls_of_the_sdk_and_of_others(url: str, is_old: bool) -> None:
    assert len(check("requirements.txt", f"{url}\n")) == is_old
    assert len(check("Dockerfile", f"RUN pip install '{url}'\n")) == is_old


@pytest.mark.parametrize(
    ("source", "found"),
    [
        (
            '{ url = "https://x/osmosis_ai-0.2.31-py3-none-any.whl" }',
            ["url = https://x/osmosis_ai-0.2.31-py3-none-any.whl"],
        ),
        ('{ git = "https://x/y", rev = "0.2.30" }', ["rev = 0.2.30"]),
        ('{ git = "https://x/y", tag = "v0.3.8" }', []),
        ('{ git = "https://x/y", branch = "main" }', []),
        ('{ git = "https://x/y@0.2.31", rev = "3f2a1b" }', []),
        ('{ path = "../sdk", editable = true }', []),
        ("{ workspace = true }", []),
        ('[{ git = "https://x/y", tag = "0.2.31", marker = "x" }]', ["tag = 0.2.31"]),
    ],
)
def test_sources_of_uv(source: str, found: list[str]) -> None:
    text = f"[tool.uv.sources]\nosmosis_ai = {source}\nother = {source}\n"
    assert [item.message for item in check("pyproject.toml", text)] == [f"`{item}` shuts v0.3 out" for item in found]


POETRY = """\
[tool.poetry.dependencies]
python = "^3.11"  # expect: OSM508@10
osmosis-ai = "^0.2.25"  # expect: OSM506@14

[tool.poetry.group.dev.dependencies]
osmosis-ai = { version = ">=0.2,<0.4", extras = ["server", "dev"] }  # expect: OSM506@26, OSM507@60
harbor = { version = "*", extras = ["skypilot"] }  # expect: OSM509@37

[tool.poetry.group.other.dependencies]
Osmosis_AI = [
    { version = "~0.2", python = "<3.13" },  # expect: OSM506@17
    { version = "^0.3", python = ">=3.13" },
]

[tool.poetry.group.git.dependencies.osmosis-ai]
git = "https://github.com/Osmosis-AI/osmosis-sdk-python"
tag = "v0.2.31"  # expect: OSM506@7

[tool.poetry.group.new.dependencies]
osmosis-ai = "^0.3"

[tool.poetry.group.local.dependencies]
osmosis-ai = { path = "../sdk" }

[tool.poetry.dev-dependencies]
osmosis-ai = "*"  # expect: OSM506@14
"""


def test_poetry() -> None:
    found = holds("pyproject.toml", POETRY)
    assert found[0].hint == 'write `python = ">=3.12"`'
    assert found[1].message == '`osmosis-ai = "^0.2.25"` shuts v0.3 out'
    assert found[1].hint == 'write `version = ">=0.3,<0.4"`'


def test_poetry_that_only_adds_extras_to_the_project() -> None:
    holds(
        "pyproject.toml",
        '[project]\ndependencies = ["osmosis-ai>=0.3,<0.4"]\n'
        "[tool.poetry.dependencies]\nosmosis-ai = { extras = ['server'] }\n",
    )


REQUIREMENTS = """\
--index-url https://example.com/osmosis-ai<0.3
# osmosis-ai<0.3
osmosis-ai[server,platform]>=0.2,<0.3 ; python_version > "3"  # expect: OSM506@28, OSM507@19
osmosis-ai[server]>=0.3,<0.4
osmosis-ai==0.2.31 \\
    --hash=sha256:aaaa
osmosis-ai-tools<0.3
git+https://github.com/Osmosis-AI/osmosis-sdk-python@v0.2.31#egg=osmosis-ai[dev]
osmosis-ai @ https://files.example.com/osmosis_ai-0.2.31-py3-none-any.whl  # expect: OSM506@1
./wheels/osmosis_ai-0.3.8-py3-none-any.whl
osmosis-ai @ git+https://github.com/Osmosis-AI/osmosis-sdk-python@main
  Osmosis_AI  # expect: OSM506@3
harbor[daytona , skypilot]>=0.20  # expect: OSM509@18
"""


def test_requirements_files() -> None:
    text = REQUIREMENTS.replace("==0.2.31 \\", "==0.2.31 \\  ").replace("[dev]", "[dev]  ")
    found = check("requirements.txt", REQUIREMENTS)
    extra = {(5, "OSM506"), (8, "OSM506"), (8, "OSM507")}
    assert {(item.span.line, item.code) for item in found} == set(expectations.parse(text).codes) | extra
    assert {covered(REQUIREMENTS, item) for item in found if item.span.line == 5} == {"==0.2.31"}


SETUP_CFG = """\
[metadata]
name = x
description = osmosis-ai<0.3
[options]
python_requires = >=3.10
install_requires =
    httpx
    osmosis-ai[server]<0.3  # expect: OSM506@23
    # osmosis-ai<0.3
[options.extras_require]
dev = osmosis-ai[dev]>=0.3  # expect: OSM507@18
test =
    osmosis-ai>=0.3,<0.4
[tool:other]
install_requires = osmosis-ai<0.3
"""


def test_setup_cfg() -> None:
    found = check("setup.cfg", SETUP_CFG)
    assert {(item.span.line, item.code) for item in found} == {*expectations.parse(SETUP_CFG).codes, (5, "OSM508")}
    assert [(covered(SETUP_CFG, item), item.hint) for item in found if item.code == "OSM508"] == [
        (">=3.10", "write `python_requires = >=3.12`")
    ]


def test_setup_py() -> None:
    holds(
        "setup.py",
        """\
from setuptools import setup

setup(
    name="osmosis-ai",
    python_requires=">=3.9",  # expect: OSM508@21
    description="for osmosis-ai",
    install_requires=["é", "osmosis-ai[dev]<0.3"],  # expect: OSM506@44, OSM507@40
)
""",
    )
    with pytest.raises(SourceError, match="does not parse"):
        check("setup.py", "def broken(osmosis-ai<0.3")
    # One that names the package is told to be broken as Python.
    assert check("setup.py", "import osmosis_ai\ndef broken(osmosis-ai<0.3") == []


SCRIPT = """\
#!/usr/bin/env python3
# /// script
# requires-python = ">=3.11"
# dependencies = [
#   "osmosis-ai[server]<0.3",  # not ours
# ]
# ///
import osmosis_ai
"""


def test_script_headers() -> None:
    found = check("tool.py", SCRIPT)
    assert [(item.code, item.span.line, covered(SCRIPT, item)) for item in found] == [
        ("OSM508", 3, '">=3.11"'),
        ("OSM506", 5, "<0.3"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "# /// script\n# dependencies = ['osmosis-ai<0.3']\n",
        "# /// script\nx\n# dependencies = ['osmosis-ai<0.3']\n# ///\n",
        "# /// other\n# dependencies = ['osmosis-ai<0.3']\n# ///\n",
        "dependencies = ['osmosis-ai<0.3']\n",
    ],
)
def test_what_is_no_script_header(text: str) -> None:
    assert check("tool.py", text) == []


DOCKERFILE = """\
FROM python:3.12
ARG VERSION=0.2.30
ENV OTHER 0.3.1
# RUN pip install osmosis-ai<0.3
RUN pip install --no-cache-dir "osmosis-ai[full]>=0.2.25,<0.3"  # expect: OSM506@49
RUN apt-get update \\
    # a comment in between
    && python -m pip install -U osmosis-ai[server] httpx
RUN pip install "osmosis-ai==${VERSION}" "osmosis-ai==$OTHER"  # expect: OSM506@17
RUN pip install 'osmosis-ai>=0.3,<0.4' && echo "osmosis-ai<0.3"
RUN --mount=type=cache,target=/data/.cache uv pip install osmosis-ai[dev]==0.3.8  # expect: OSM507@70
RUN uv add 'osmosis-ai@0.2.31'; uvx --from osmosis-ai==0.2.1 osmosis  # expect: OSM506@12, OSM506@54
RUN uv run --with=osmosis-ai==0.2.2 x | tee log  # expect: OSM506@29
RUN pip install "git+https://github.com/Osmosis-AI/osmosis-sdk-python@v0.2.31"  # expect: OSM506@17
RUN poetry add "osmosis-ai@^0.3" && pip uninstall osmosis-ai && pip download osmosis-ai
RUN pip3 install harbor[skypilot]  # expect: OSM509@25
COPY osmosis-ai /x
"""


def test_dockerfiles() -> None:
    found = check("Dockerfile", DOCKERFILE)
    expected = Counter(expectations.parse(DOCKERFILE).codes)
    expected[8, "OSM506"] += 1
    assert Counter((item.span.line, item.code) for item in found) == expected
    columns = {(item.span.line, item.code, item.span.column + 1) for item in found}
    assert expectations.parse(DOCKERFILE).columns <= columns


def test_the_arguments_of_a_program_that_is_run_are_no_requirements() -> None:
    lines = [
        "uv run pytest --cov=osmosis_ai --cov-branch",
        "uv run --group dev --python 3.12 pyright --verifytypes osmosis_ai",
        "uv run osmosis-ai eval run",
        "uv run -m osmosis_ai eval",
        "uv run -- osmosis_ai eval",
        "uvx ruff check osmosis_ai",
        "uvx --from 'osmosis-ai>=0.3,<0.4' osmosis-ai eval run",
        "pipx run --spec osmosis-ai==0.3.8 osmosis-ai eval",
        "pipenv run osmosis-ai eval",
        "uv run --with 'osmosis-ai<0.3' pytest osmosis_ai",
        "uvx osmosis-ai==0.2.31 eval osmosis_ai",
        "uv tool run osmosis-ai==0.2.30 eval osmosis_ai",
    ]
    found = check("Dockerfile", "".join(f"RUN {line}\n" for line in lines))
    assert [(item.span.line, item.code) for item in found] == [(10, "OSM506"), (11, "OSM506"), (12, "OSM506")]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('RUN ["pip", "install", "osmosis-ai<0.3"]\n', (1, 34)),
        ("RUN pip install \\\n# a comment\n  osmosis-ai==0.2.1\n", (3, 12)),
        ("RUN <<EOF\nset -e\npip install osmosis-ai==0.2.1\nEOF\nRUN pip install x\n", (3, 22)),
        ("RUN pip install \\\r\n  osmosis-ai==0.2.1\r\n", (2, 12)),
    ],
)
@pytest.mark.parametrize("name", ["api.Dockerfile", "Containerfile"])
def test_other_forms_of_run(name: str, text: str, place: tuple[int, int]) -> None:
    assert [(item.span.line, item.span.column, item.code) for item in check(name, text)] == [(*place, "OSM506")]


def test_shell_scripts() -> None:
    holds(
        "setup.sh",
        """\
#!/bin/bash
if true; then pip install 'osmosis-ai<0.3'; fi  # expect: OSM506@38
(cd x && "$VENV"/bin/pip3.12 install osmosis-ai==0.2.31)  # expect: OSM506@48
cat <<EOF
pip install osmosis-ai<0.3
EOF
echo pip-install osmosis-ai; pip list | grep osmosis-ai
echo run pip install osmosis-ai==0.2.31 first && printf pip install osmosis-ai==0.2.31
pip install "osmosis-ai==$UNKNOWN"
""",
    )


UV_LOCK = """\
version = 1
requires-python = ">=3.10"

[[package]]
name = "osmosis-ai-tools"
version = "0.1.0"

[[package]]
name = "osmosis-ai"
version = "0.2.31"
source = { registry = "https://index.example/simple" }
dependencies = [
    { name = "harbor", extra = ["skypilot"] },
]

[[package]]
name = "osmosis-ai"
version = "0.3.8"
"""


@pytest.mark.parametrize(
    ("name", "text", "command"),
    [
        ("uv.lock", UV_LOCK, "uv lock"),
        ("poetry.lock", UV_LOCK.replace("source", "optional"), "poetry lock"),
        ("pdm.lock", UV_LOCK, "pdm lock"),
        ("pylock.toml", UV_LOCK.replace("[[package]]", "[[packages]]"), ""),
        ("pylock.dev.toml", UV_LOCK.replace('"osmosis-ai"', "'osmosis_ai'"), ""),
    ],
)
def test_locks(name: str, text: str, command: str) -> None:
    (found,) = check(name, text)
    assert (found.code, found.span.line, covered(text, found)) == ("OSM510", 10, "0.2.31")
    assert found.message == "the lock resolves `osmosis-ai` to 0.2.31"
    assert found.hint == "require `osmosis-ai>=0.3,<0.4`, then lock again" + (f" (`{command}`)" if command else "")


def test_the_lock_of_the_sdk_itself() -> None:
    assert check("uv.lock", '[[package]]\nname = "osmosis-ai"\nversion = "0.2.31"\nsource = { editable = "." }\n') == []


# What is said


@pytest.mark.parametrize(
    ("requirement", "fault"),
    [
        ("osmosis-ai", "lets v0.2 in"),
        ("osmosis-ai>=0.2", "lets v0.2 in"),
        ("osmosis-ai>=0.2.31,<0.4", "lets v0.2 in"),
        ("osmosis-ai<0.4", "lets v0.2 in"),
        ("osmosis-ai~=0.2", "lets v0.2 in"),
        ("osmosis-ai!=0.2.*", "lets v0.2 in"),
        ("osmosis-ai<0.3", "shuts v0.3 out"),
        ("osmosis-ai==0.2.31", "shuts v0.3 out"),
        ("osmosis-ai~=0.2.25", "shuts v0.3 out"),
        ("osmosis-ai>=0.4", "shuts v0.3 out"),
        ("osmosis-ai===0.2.31", "shuts v0.3 out"),
        ("osmosis-ai==0.3.0rc1", "shuts v0.3 out"),
        ("osmosis-ai>=0.3,<0.4", ""),
        ("osmosis-ai>=0.3", ""),
        ("osmosis-ai>0.2.99999,<1", ""),
        ("osmosis-ai~=0.3.2", ""),
        ("osmosis-ai==0.3.*", ""),
        ("osmosis-ai>=0.3.9", ""),
        ("osmosis-ai>=0.3.0rc1,<0.4", ""),
        ("osmosis-ai>=0.3,!=0.3.1", ""),
        ("osmosis-ai=>0.2", ""),
    ],
)
def test_versions_that_a_requirement_admits(requirement: str, fault: str) -> None:
    found = check("requirements.txt", f"{requirement}\n")
    assert [item.message for item in found] == ([f"`{requirement}` {fault}"] if fault else [])


@pytest.mark.parametrize(
    ("requirement", "line"),
    [
        ("osmosis-ai<0.3", "osmosis-ai>=0.3,<0.4"),
        ("osmosis-ai[strands,server]<0.3", "osmosis-ai[server,strands]>=0.3,<0.4"),
        ("osmosis-ai[platform,dev]<0.3", "osmosis-ai[parquet]>=0.3,<0.4"),
        ("osmosis-ai[zz,full]<0.3", "osmosis-ai[full,zz]>=0.3,<0.4"),
    ],
)
def test_the_hint_is_the_requirement_to_write(requirement: str, line: str) -> None:
    assert [item.hint for item in check("requirements.txt", requirement) if item.code == "OSM506"] == [
        f"write `{line}`"
    ]


def test_texts_of_gone_extras() -> None:
    platform, dev = check("requirements.txt", "osmosis-ai[platform,dev]>=0.3,<0.4")
    assert platform.message == "`osmosis-ai` has no extra `platform` any more (last in 0.2.31)"
    assert platform.hint == "ask for `parquet` if you read Parquet datasets, else for no extra"
    assert (platform.symbol, platform.last_release) == ("osmosis-ai[platform]", "0.2.31")
    assert dev.hint == "remove it, and require the tools you use yourself"


@pytest.mark.parametrize(
    ("versions", "wanted"),
    [
        (">=3.10", ">=3.12"),
        (">=3.11.5", ">=3.12"),
        (">=3.9,<3.14", ">=3.12,<3.14"),
        (">=3.10,!=3.13.1", ">=3.12,!=3.13.1"),
        ("<4", ">=3.12"),
        ("==3.11.*", ">=3.12"),
        ("~=3.10", ">=3.12"),
        (">=3,<3.12", ">=3.12"),
        ("", ">=3.12"),
        (">=3.12", None),
        (">3.11.99999", None),
        ("==3.12.*", None),
        (">=3.12,<4", None),
        ("~=3.13", None),
        ("nonsense", None),
    ],
)
def test_python_versions(versions: str, wanted: str | None) -> None:
    text = f'[project]\nrequires-python = "{versions}"\ndependencies = ["osmosis-ai>=0.3,<0.4"]\n'
    found = check("pyproject.toml", text)
    assert [item.hint for item in found] == ([f'write `requires-python = "{wanted}"`'] if wanted else [])
    if wanted:
        assert found[0].message.startswith(f'`requires-python = "{versions}"` admits Python older than 3.12')


def test_python_and_skypilot_matter_only_where_the_sdk_is_used() -> None:
    text = '[project]\nrequires-python = ">=3.9"\ndependencies = ["harbor[skypilot]"]\n'
    assert check("pyproject.toml", text) == []
    assert [item.code for item in check("pyproject.toml", text, uses_sdk=True)] == ["OSM508", "OSM509"]


def test_the_sdks_own_project_is_left_alone() -> None:
    text = '[project]\nname = "osmosis-ai"\nversion = "0.2.0"\noptional-dependencies.full = ["osmosis-ai[server]"]\n'
    assert check("pyproject.toml", text) == []


def test_columns_count_characters() -> None:
    text = '[project]\ndependencies = ["é", "osmosis-ai<0.3"]\n'
    (found,) = check("pyproject.toml", text)
    assert covered(text, found) == "<0.3"


def test_texts_with_escapes_are_reported_as_a_whole() -> None:
    text = '[project]\ndependencies = ["osmosis-ai[dev]\\u003c0.3"]\n'
    assert {(item.code, covered(text, item)) for item in check("pyproject.toml", text)} == {
        ("OSM506", '"osmosis-ai[dev]\\u003c0.3"'),
        ("OSM507", '"osmosis-ai[dev]\\u003c0.3"'),
    }


# Included files


def test_includes_are_followed_to_files_that_no_walk_finds(tmp_path: Path) -> None:
    (tmp_path / "deps").mkdir()
    (tmp_path / "deps" / "base.txt").write_text("-r ../requirements-dev.txt\n-c more.list\nosmosis-ai<0.3\n")
    (tmp_path / "deps" / "more.list").write_text("-r base.txt\n-r missing.txt\nosmosis-ai==0.2.1\n")
    (tmp_path / "requirements-dev.txt").write_text("-r deps/base.txt\nosmosis-ai<0.2\n")
    path = str(tmp_path / "requirements.txt")
    seen: set[str] = set()
    found = check_manifest(path, "-r deps/base.txt\n--requirement=deps/base.txt\n", seen=seen)
    assert [(Path(item.path).name, item.span.line) for item in found] == [("base.txt", 3), ("more.list", 3)]
    # Another file that includes the same ones does not report them again.
    other = tmp_path / "requirements-dev.txt"
    assert [item.span.line for item in check_manifest(str(other), other.read_text(), seen=seen)] == [2]


# Bad input


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pyproject.toml", "osmosis-ai = = 3"),
        ("pyproject.toml", "[project\nosmosis"),
        ("tool.py", "# /// script\n# dependencies = ['osmosis-ai', = ]\n# ///\n"),
    ],
)
def test_toml_that_is_not_valid(name: str, text: str) -> None:
    with pytest.raises(SourceError, match="not valid TOML") as raised:
        check(name, text)
    assert raised.value.line > 0


@pytest.mark.parametrize(
    "name", ["requirements.txt", "setup.cfg", "setup.py", "Dockerfile", "a.sh", "uv.lock", "tool.py"]
)
def test_broken_files_do_no_harm(name: str) -> None:
    for base in (REQUIREMENTS, SETUP_CFG, DOCKERFILE, SCRIPT, UV_LOCK):
        for cut in range(0, len(base), 11):
            text = base[:cut] + "'\"\\<<[" + base[cut:]
            try:
                check(name, text)
                check(name, base[:cut])
            except SourceError:
                assert name in ("tool.py", "setup.py")


def test_a_file_that_does_not_name_the_sdk_is_not_parsed() -> None:
    assert check("pyproject.toml", "not = = toml") == []


def test_toml_needs_nothing_else_when_requirements_are_plain() -> None:
    """Start-up is a feature: what an ordinary manifest does not need is not imported."""
    code = (
        "import sys\n"
        "from osmosis_lint.rules.requirements import check_manifest\n"
        f"assert check_manifest('requirements.txt', {REQUIREMENTS!r})\n"
        "heavy = {'packaging', 'tomllib', 'tomli', 'tomlkit', 'pathspec', 'markdown_it', 'ast'}\n"
        "print(sorted(heavy & set(sys.modules)))\n"
    )
    result = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert result.stdout == "[]\n"


# Other tools


WORKFLOW = """\
name: test
on: push
jobs:
  unit:
    steps:
      # - run: pip install osmosis-ai==0.2.1
      - name: pip install osmosis-ai==0.2.2 isn't a step
        run: pip install "osmosis-ai[server]==0.2.31"
      - run: |
          echo "it's"
          python -m pip install \\
            'osmosis-ai<0.3' \\
            pytest
      - run: uv pip install osmosis-ai==${{ matrix.sdk }}
      - run: echo osmosis-ai==0.2.3
"""


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        (".github/workflows/ci.yml", WORKFLOW, [("OSM506", 8), ("OSM506", 12)]),
        (".gitlab-ci.yml", "unit:\n  script:\n    - 'pip install osmosis-ai==0.2.31'\n", [("OSM506", 3)]),
        (".gitlab-ci.yml", "unit:\n  before_script: pip install osmosis-ai==0.2.31\n", [("OSM506", 2)]),
        (
            "Makefile",
            "X := pip install osmosis-ai==0.2.1\n\ninstall:\n\t@pip install 'osmosis-ai~=0.2.0'\n",
            [("OSM506", 4)],
        ),
        ("Makefile", "install:\n\t$(PYTHON) -m pip install -q osmosis-ai==0.2.31 # it's old\n", [("OSM506", 2)]),
        ("tox.ini", "[testenv]\ndeps =\n    pytest\n    osmosis-ai[platform]<0.3\n", [("OSM507", 4), ("OSM506", 4)]),
        # A factor is there to test another release.
        ("tox.ini", "[testenv:lint]\ndeps =\n    old: osmosis-ai<0.3\ncommands = pip install osmosis-ai<0.3\n", []),
        ("environment.yml", "dependencies:\n  - python=3.12\n  - pip:\n    - osmosis-ai==0.2.31\n", [("OSM506", 4)]),
        (
            "environment.yml",
            'dependencies:\n  - pip:\n      - "osmosis-ai>=0.2,<1"\n  - osmosis-ai=0.2\n',
            [("OSM506", 3)],
        ),
        ("Pipfile", '[packages]\nosmosis-ai = "==0.2.31"\n', [("OSM506", 2)]),
        (
            "Pipfile",
            '[dev-packages.osmosis-ai]\nversion = "<0.3"\nextras = ["server", "platform"]\n',
            [("OSM506", 2), ("OSM507", 3)],
        ),
        ("Pipfile", '[packages]\nosmosis-ai = ">=0.3,<0.4"\nother = "==0.2"\n', []),
        ("Pipfile.lock", '{"default": {\n"osmosis-ai": {"hashes": [], "version": "==0.2.31"}}}', [("OSM510", 2)]),
        ("Pipfile.lock", '{"default": {"osmosis-ai": {"version": "==0.3.8"}}}', []),
    ],
)
def test_what_other_tools_install(name: str, text: str, found: list[tuple[str, int]]) -> None:
    assert [(item.code, item.span.line) for item in check_manifest(name, text)] == found
    # Windows ends its lines with two characters, which move nothing.
    dos = text.replace("\n", "\r\n")
    assert [(item.code, item.span.key()) for item in check_manifest(name, dos)] == [
        (item.code, item.span.key()) for item in check_manifest(name, text)
    ]
