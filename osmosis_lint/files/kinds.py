"""What kind of file a name stands for. No file is opened for it: a run asks for every file of a large tree."""

from __future__ import annotations

import os

PYTHON = "python"
NOTEBOOK = "notebook"
MARKDOWN = "markdown"
RST = "rst"
TEMPLATE = "template"
MANIFEST = "manifest"
LOCK = "lock"
SHELL = "shell"
# What installs something beside the project's own dependencies: build and test tools, CI, other environments.
INSTALL = "install"
DATA = "data"

# Kinds that hold Python beside other things: see `embedded.python_units`.
EMBEDDING = frozenset((NOTEBOOK, MARKDOWN, RST, TEMPLATE))

_BY_EXTENSION = {
    "py": PYTHON,
    "pyi": PYTHON,
    "pyw": PYTHON,
    "ipynb": NOTEBOOK,
    "md": MARKDOWN,
    "markdown": MARKDOWN,
    "mdx": MARKDOWN,
    "rst": RST,
    "sh": SHELL,
    "bash": SHELL,
    "zsh": SHELL,
    "dockerfile": SHELL,
    "mk": INSTALL,
    "json": DATA,
    "toml": DATA,
    "yaml": DATA,
    "yml": DATA,
}
_BY_NAME = {
    "pyproject.toml": MANIFEST,
    "setup.cfg": MANIFEST,
    "pipfile": MANIFEST,
    "pipfile.lock": LOCK,
    "uv.lock": LOCK,
    "poetry.lock": LOCK,
    "pdm.lock": LOCK,
    "pylock.toml": LOCK,
    "dockerfile": SHELL,
    "containerfile": SHELL,
    "makefile": INSTALL,
    "gnumakefile": INSTALL,
    "tox.ini": INSTALL,
    ".gitlab-ci.yml": INSTALL,
}
_TEMPLATE_END = ".py.tpl"
_REQUIREMENTS = ("requirements", "constraints")
_REQUIREMENT_ENDS = ("txt", "in")
_YAML = ("yaml", "yml")
_WORKFLOWS = "workflows"


def kind_of(name: str, folder: str = "") -> str | None:
    """The kind of a file called `name` in a folder called `folder` (both without a path); None for any other file."""
    lowered = name.lower()
    stem, dot, extension = lowered.rpartition(".")
    kind = _BY_NAME.get(lowered)
    if kind is not None:
        return kind
    if dot and stem:
        kind = _BY_EXTENSION.get(extension)
        if kind is None:
            if extension in _REQUIREMENT_ENDS:
                return MANIFEST if _is_requirements(stem, folder) else None
            if lowered.endswith(_TEMPLATE_END):
                return TEMPLATE
        elif kind is DATA and extension == "toml" and lowered.startswith("pylock."):
            return LOCK
        elif kind is DATA and extension in _YAML and (folder == _WORKFLOWS or stem.startswith("environment")):
            # A workflow of GitHub, an environment of conda.
            return INSTALL
        if kind is not None:
            return kind
    # `Dockerfile.gpu`, `Containerfile.dev`
    return SHELL if lowered.startswith(("dockerfile.", "containerfile.")) else None


def explicit_kind(name: str, folder: str = "") -> str:
    """The kind of a file that the user named: what no kind claims is a requirements file or a Python script."""
    kind = kind_of(name, folder)
    if kind is not None:
        return kind
    return MANIFEST if name.lower().endswith((".txt", ".in", ".cfg")) else PYTHON


def kind_of_path(path: str) -> str | None:
    """The kind of a file by its path; None for a file of no kind."""
    folder, name = os.path.split(path)
    return kind_of(name, os.path.basename(folder))


def explicit_kind_of_path(path: str) -> str:
    """The kind of a file that the user named, by its path."""
    folder, name = os.path.split(path)
    return explicit_kind(name, os.path.basename(folder))


def has_script_header(text: str) -> bool:
    """Whether a Python text may declare dependencies of its own (PEP 723)."""
    return "# /// script" in text


def _is_requirements(stem: str, folder: str) -> bool:
    """`requirements.txt`, `requirements-dev.in`, `dev-requirements.txt`, `requirements/dev.txt`."""
    if folder.lower() == "requirements":
        return True
    return any(stem.startswith(word) or stem.endswith(word) for word in _REQUIREMENTS)
