"""Code actions and hover: the fix of a finding, all safe fixes, a comment that suppresses, the page of a rule."""

from __future__ import annotations

import subprocess
import sys

from lsprotocol import types

from .client import ENVIRONMENT, Client, everything
from .conftest import waiting
from .test_diagnostics import GRADER, OLD, at

FIX_ALL = "source.fixAll.osmosis-lint"
WHOLE = at(0, 0, 0)


def applied(text: str, action: types.CodeAction, encoding: str = "utf-16-le", width: int = 2) -> str:
    """The text after the edits of an action, applied as an editor does."""
    (change,) = action.edit.document_changes
    lines = text.splitlines(keepends=True)

    def offset(position: types.Position) -> int:
        line = lines[position.line] if position.line < len(lines) else ""
        within = line.encode(encoding)[: position.character * width].decode(encoding)
        return sum(map(len, lines[: position.line])) + len(within)

    for edit in sorted(
        change.edits, key=lambda item: (item.range.start.line, item.range.start.character), reverse=True
    ):
        text = text[: offset(edit.range.start)] + edit.new_text + text[offset(edit.range.end) :]
    return text


async def opened(client: Client, name: str, text: str | None = None) -> tuple[str, list[types.Diagnostic]]:
    uri = client.open(name, text)
    return uri, await client.diagnostics(uri)


@waiting
async def test_the_fix_of_one_finding(workspace):
    text = "from osmosis_ai.rollout import create_rollout_server\n\nserver = create_rollout_server\n"
    workspace.write("a.py", text)
    async with Client(workspace.root) as client:
        await client.begin()
        uri, (found,) = await opened(client, "a.py")
        fix, comment = await client.actions(uri, found.range, ["quickfix"], [found])
        assert fix.kind == types.CodeActionKind.QuickFix
        assert fix.is_preferred is True
        assert [item.code for item in fix.diagnostics] == ["OSM501"]
        assert fix.edit.document_changes[0].text_document.version == 1
        assert applied(text, fix) == text.replace("osmosis_ai.rollout ", "osmosis_ai.rollout.server ")
        assert comment.title == "Disable OSM501 for this line"
        # The answer is for the text as it is now, also when it was not checked yet.
        client.replace(uri, "# moved\n" + text)
        (fix, _) = await client.actions(uri, at(1, 35, 35), ["quickfix"])
        assert fix.edit.document_changes[0].text_document.version == 2
        assert applied("# moved\n" + text, fix).startswith("# moved\nfrom osmosis_ai.rollout.server ")


@waiting
async def test_a_client_without_versions_gets_plain_changes(workspace):
    workspace.write("a.py", "from osmosis_ai.rollout import create_rollout_server\n")
    async with Client(workspace.root) as client:
        await client.begin(types.ClientCapabilities())
        uri, (found,) = await opened(client, "a.py")
        fix, _ = await client.actions(uri, found.range, ["quickfix"])
    assert fix.edit.document_changes is None
    assert list(fix.edit.changes) == [uri]


UNSAFE = """\
from osmosis_ai.rollout import RolloutContext


def url(ctx: RolloutContext, rollout_id: str) -> str:
    return f"{ctx.chat_completions_url}/{rollout_id}"
"""


@waiting
async def test_an_unsafe_fix_says_so_and_is_in_no_fix_all(workspace):
    workspace.write("a.py", UNSAFE)
    async with Client(workspace.root) as client:
        await client.begin()
        uri, (found,) = await opened(client, "a.py")
        fix, *_ = await client.actions(uri, found.range, ["quickfix"])
        assert fix.title.endswith(" (unsafe)")
        assert fix.is_preferred is not True
        assert applied(UNSAFE, fix) != UNSAFE
        assert await client.actions(uri, WHOLE, [FIX_ALL]) == []


@waiting
async def test_fix_all_gives_what_the_command_gives(workspace):
    text = "import os\n\n" + GRADER.replace("return ctx.samples", "# 漢字 😀\n    return ctx.get_samples()")
    text += "\n\n" + OLD.replace("MultiTurnMode", "create_rollout_server") + "x = create_rollout_server  # 😀\n"
    path = workspace.write("a.py", text)
    async with Client(workspace.root) as client:
        await client.begin(everything(["utf-16"]))
        uri, _ = await opened(client, "a.py")
        for only in ([FIX_ALL], ["source.fixAll"], ["source"]):
            (action,) = await client.actions(uri, WHOLE, only)
            assert action.kind == FIX_ALL
        assert FIX_ALL in [item.kind for item in await client.actions(uri, WHOLE)]
        assert await client.actions(uri, WHOLE, ["refactor"]) == []
        fixed = applied(text, action)
    command = [sys.executable, "-m", "osmosis_lint", "check", "--fix", "-q", str(path)]
    subprocess.run(command, check=False, env=ENVIRONMENT, timeout=60, capture_output=True)
    assert fixed == path.read_text(encoding="utf-8")
    assert fixed != text


@waiting
async def test_fix_all_leaves_what_is_suppressed_or_ignored(workspace):
    one = "from osmosis_ai.rollout import create_rollout_server  # noqa: OSM501\n"
    two = "from osmosis_ai.rollout import create_app\n"
    workspace.write("osmosis-lint.toml", 'ignore = ["OSM108"]\n')
    async with Client(workspace.root) as client:
        await client.begin()
        uri, _ = await opened(client, "a.py", one + two)
        for action in await client.actions(uri, WHOLE, [FIX_ALL]):
            assert applied(one + two, action).startswith(one)


@waiting
async def test_a_finding_is_suppressed_by_a_comment(workspace):
    text = GRADER.replace("ctx.samples", "(\n        ctx.samples,\n        '#',\n    )  # noqa: E501")
    async with Client(workspace.root) as client:
        await client.begin()
        uri, (found,) = await opened(client, "a.py", text)
        action = (await client.actions(uri, found.range, ["quickfix"]))[-1]
        after = applied(text, action)
        # At the end of the statement, beside what is suppressed there already; as the command does it.
        assert after == text.replace("# noqa: E501", "# noqa: E501, OSM101")
        client.replace(uri, after)
        assert await client.diagnostics(uri) == []
    path = workspace.write("b.py", text)
    command = [sys.executable, "-m", "osmosis_lint", "check", "--add-noqa", str(path)]
    subprocess.run(command, check=False, env=ENVIRONMENT, timeout=60, capture_output=True)
    assert path.read_text(encoding="utf-8") == after


@waiting
async def test_only_what_is_at_the_place_is_offered(workspace):
    async with Client(workspace.root) as client:
        await client.begin()
        uri, _ = await opened(client, "a.py", GRADER + "\n\n" + OLD)
        titles = [item.title for item in await client.actions(uri, at(4, 15, 15), ["quickfix"])]
        assert "Disable OSM101 for this line" in titles
        assert not any("OSM108" in title for title in titles)
        assert await client.actions(uri, at(1, 0, 0), ["quickfix"]) == []


@waiting
async def test_nothing_is_offered_for_a_text_that_does_not_parse(workspace):
    async with Client(workspace.root) as client:
        await client.begin()
        uri, (found,) = await opened(client, "a.py", GRADER)
        client.replace(uri, GRADER + "(\n")
        await client.diagnostics(uri)
        assert await client.actions(uri, found.range) == []


@waiting
async def test_hover_shows_the_page_of_the_rule(workspace):
    async with Client(workspace.root) as client:
        await client.begin()
        uri, _ = await opened(client, "a.py", GRADER)
        page = await client.hover_text(uri, 4, 17)
        done = subprocess.run(
            [sys.executable, "-m", "osmosis_lint", "explain", "OSM101"],
            check=True,
            env=ENVIRONMENT,
            timeout=60,
            capture_output=True,
            text=True,
            encoding="utf-8",
        )
        assert page.strip() == done.stdout.strip()
        assert await client.hover_text(uri, 0, 0) == ""


@waiting
async def test_fixes_know_what_is_not_saved(workspace):
    workspace.write("base.py", "class Session:\n    pass\n")
    base = "from osmosis_ai.rollout.integrations.agents.openai_agents import OsmosisMemorySession as Session\n"
    text = 'from base import Session\n\n\ndef make():\n    return Session(name="x")\n'
    async with Client(workspace.root) as client:
        await client.begin()
        await opened(client, "base.py", base)
        uri, (found,) = await opened(client, "user.py", text)
        for only in ("quickfix", FIX_ALL):
            fix, *_ = await client.actions(uri, found.range, [only])
            assert applied(text, fix) == text.replace('name="x"', "")
