"""Code blocks of Markdown and reStructuredText that hold Python or shell commands, line by line with their places."""

from __future__ import annotations

import re

from osmosis_lint.files.embedded import Line, split_lines
from osmosis_lint.files.errors import missing_library
from osmosis_lint.files.kinds import PYTHON, SHELL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_SESSION = "session"
_PYTHON_WORDS = ("python", "python3", "py", "py3", "pycon", "pycon3", "python-repl", "ipython", "ipython3")
_SESSION_WORDS = ("console", "shell-session", "shellsession", "sh-session", "bash-session")
# By what a block may be called: what it holds. A session shows commands behind prompts, and what they print.
_LANGUAGES = {
    **dict.fromkeys(_PYTHON_WORDS, PYTHON),
    **dict.fromkeys(("sh", "bash", "shell", "zsh"), SHELL),
    **dict.fromkeys(_SESSION_WORDS, _SESSION),
}
# Words that say that a block is code before they say of which language.
_CODE_WORDS = frozenset(("code-cell", "code-block", "code", "sourcecode", "jupyter-execute"))
_INFO_SEPARATORS = re.compile(r"[\s{},]+")
_PROMPT = re.compile(r"[ \t]*(?:>>>|\.\.\.)(?: |$)")
# `$ `, `(.venv) $ `, `me@here:~$ `
_SHELL_PROMPT = re.compile(r"[ \t]*(?:\([\w.-]+\)[ \t]*)?(?:[\w.-]+@[\w.:~/-]+)?[$%][ \t]+")
_SHELL_CONTINUED = re.compile(r"[ \t]*>[ \t]")
_DIRECTIVE = re.compile(r"([ \t]*)\.\. ([\w-]+)::[ \t]*(.*)$")
_PYTHON_DIRECTIVES = frozenset(("testcode", "testsetup", "doctest", "ipython", "jupyter-execute"))
_CODE_DIRECTIVES = frozenset(("code-block", "code", "sourcecode", "prompt"))
_DIRECTIVE_OPTION = re.compile(r"[ \t]*:[\w-]+:")


def markdown_blocks(text: str) -> Iterator[tuple[str, list[Line]]]:
    """The fenced code blocks of a Markdown text that hold Python or commands: `PYTHON` or `SHELL`, and the code."""
    if "```" not in text and "~~~" not in text:
        return
    try:
        from markdown_it import MarkdownIt
    except ModuleNotFoundError:
        raise missing_library("markdown-it-py", "find the code in Markdown") from None
    # Without these two, fences inside of tags (as in MDX) and deep indentation are still fences.
    parser = MarkdownIt("commonmark").disable(["html_block", "code"])
    lines = split_lines(text)
    for token in parser.parse(text):
        language = _language(token.info) if token.type == "fence" else ""
        if not language or token.map is None:
            continue
        first = token.map[0] + 1
        block: list[Line] = []
        for index, content in enumerate(token.content.split("\n")[:-1]):
            whole = lines[first + index] if first + index < len(lines) else ""
            # Quotation marks, list indentation and the fence's own indentation stand before the content.
            shift = len(whole) - len(content) if whole.endswith(content) else 0
            block.append(Line(content, first + index + 1, shift))
        yield _found(language, _without_options(block))


def is_python(info: str) -> bool:
    """Whether the info string of a fence says Python: `python`, `{.py .numberLines}`, `{code-cell} ipython3`."""
    return _language(info) == PYTHON


def _language(info: str) -> str:
    """What the info string of a fence says that it holds; empty for what is of no interest."""
    for word in _INFO_SEPARATORS.split(info.strip().lower()):
        word = word.lstrip(".").partition(":")[0]
        if word and word not in _CODE_WORDS:
            return _LANGUAGES.get(word, "")
    return ""


def _found(language: str, block: list[Line]) -> tuple[str, list[Line]]:
    if language == PYTHON:
        return PYTHON, _as_code(block)
    return SHELL, _as_commands(block, is_session=language == _SESSION)


def _as_commands(block: list[Line], *, is_session: bool) -> list[Line]:
    """The lines of a block that are commands: where some have a prompt, those alone, without it."""
    if not is_session and not any(_SHELL_PROMPT.match(line.text) for line in block):
        return block
    commands: list[Line] = []
    continues = False
    for line in block:
        prompt = (_SHELL_CONTINUED if continues else _SHELL_PROMPT).match(line.text)
        if prompt is not None or continues:
            length = prompt.end() if prompt is not None else 0
            commands.append(Line(line.text[length:], line.line, line.shift + length))
        continues = (prompt is not None or continues) and line.text.endswith("\\")
    return commands


def _without_options(block: list[Line]) -> list[Line]:
    """A block without the options that notebooks in Markdown write at its top."""
    at = 0
    if block and block[0].text.strip() == "---":
        ends = [index for index, line in enumerate(block) if index and line.text.strip() == "---"]
        at = ends[0] + 1 if ends else 0
    while at < len(block) and _DIRECTIVE_OPTION.match(block[at].text):
        at += 1
    return block[at:]


def _as_code(block: list[Line]) -> list[Line]:
    """A block without its prompts and the output between them, and without the indentation of all its lines."""
    if any(line.text.lstrip().startswith(">>>") for line in block):
        return _dedented([_without_prompt(line) for line in block if _PROMPT.match(line.text)])
    return _dedented(block)


def _without_prompt(line: Line) -> Line:
    match = _PROMPT.match(line.text)
    length = match.end() if match is not None else 0
    return Line(line.text[length:], line.line, line.shift + length)


def _dedented(block: list[Line]) -> list[Line]:
    indents = [len(line.text) - len(line.text.lstrip(" \t")) for line in block if line.text.strip()]
    common = min(indents, default=0)
    first = next((line.text for line in block if line.text.strip()), "")
    if not common or not all(line.text.startswith(first[:common]) for line in block if line.text.strip()):
        return block
    return [Line(line.text[common:], line.line, line.shift + common) for line in block]


# reStructuredText


def rst_blocks(text: str) -> Iterator[tuple[str, list[Line]]]:
    """The code directives and doctests of a reStructuredText file, as `markdown_blocks` gives them."""
    lines = split_lines(text)
    default = ""
    at = 0
    while at < len(lines):
        directive = _DIRECTIVE.match(lines[at])
        if directive is not None:
            indent, name, argument = len(directive.group(1).expandtabs()), directive.group(2), directive.group(3)
            if name == "highlight":
                default = _language(argument)
            language = PYTHON if name in _PYTHON_DIRECTIVES else ""
            if name in _CODE_DIRECTIVES:
                language = _language(argument) if argument.strip() else default
            if language:
                block, at = _indented(lines, at + 1, indent)
                yield _found(language, block)
                continue
        elif lines[at].lstrip().startswith(">>> "):
            block = []
            while at < len(lines) and lines[at].strip():
                block.append(Line(lines[at], at + 1))
                at += 1
            yield _found(PYTHON, block)
            continue
        at += 1


def _indented(lines: list[str], at: int, indent: int) -> tuple[list[Line], int]:
    """The content of a directive: the lines that are indented deeper, without its options; and where it ends."""
    while at < len(lines) and _DIRECTIVE_OPTION.match(lines[at]):
        at += 1
    block: list[Line] = []
    while at < len(lines):
        text = lines[at]
        if text.strip() and len(text.expandtabs()) - len(text.expandtabs().lstrip()) <= indent:
            break
        block.append(Line(text, at + 1))
        at += 1
    return block, at
