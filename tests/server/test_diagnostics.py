"""What the server publishes: the findings of the command, at the right time and place."""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from lsprotocol import types

from .client import ENVIRONMENT, ROOT, Client, everything
from .conftest import waiting

OLD = "from osmosis_ai.rollout import MultiTurnMode\n"
GRADER = """\
from osmosis_ai.rollout import GraderContext


def read(ctx: GraderContext):
    return ctx.samples
"""


def at(line: int, start: int, end: int) -> types.Range:
    return types.Range(types.Position(line, start), types.Position(line, end))


def insertion(line: int, character: int, text: str) -> types.TextDocumentContentChangePartial:
    return types.TextDocumentContentChangePartial(at(line, character, character), text)


@waiting
async def test_a_finding_is_shown_with_all_that_belongs_to_it(workspace):
    workspace.write("a.py", OLD + "print(MultiTurnMode)\n")
    async with Client(workspace.root) as client:
        await client.begin()
        (found,) = await client.diagnostics(client.open("a.py"))
    assert (found.code, found.source, found.severity) == ("OSM108", "osmosis-lint", types.DiagnosticSeverity.Error)
    assert found.range == at(0, 31, 44)
    assert "use" in found.message or "remove" in found.message
    assert found.tags == (types.DiagnosticTag.Deprecated,)
    assert [item.location.range for item in found.related_information] == [at(1, 6, 19)]
    link = found.code_description.href
    assert link.startswith("file:///")
    anchor = link.partition("#")[2]
    assert f"\n## {anchor.replace('-', ' ', 1)}".lower() in (ROOT / "rules.md").read_text(encoding="utf-8").lower()


@waiting
async def test_a_client_that_can_show_less_is_sent_less(workspace):
    workspace.write("a.py", OLD + "print(MultiTurnMode)\n")
    async with Client(workspace.root) as client:
        await client.begin(types.ClientCapabilities())
        (found,) = await client.diagnostics(client.open("a.py"))
        assert await client.end() == 0
    assert (found.tags, found.related_information, found.code_description) == (None, None, None)


@waiting
async def test_open_change_save_and_close(workspace):
    path = workspace.write("a.py", GRADER)
    async with Client(workspace.root) as client:
        await client.begin()
        uri = client.open("a.py")
        assert [item.code for item in await client.diagnostics(uri)] == ["OSM101"]
        client.change(uri, types.TextDocumentContentChangePartial(at(4, 15, 22), "sample"))
        assert await client.diagnostics(uri) == []
        client.change(uri, insertion(4, 0, "    # ctx.samples\n"), insertion(4, 0, "    ctx.get_samples()\n"))
        (found,) = await client.diagnostics(uri)
        assert (found.code, found.range) == ("OSM102", at(4, 8, 19))
        seen = len(client.published)
        path.write_text("")
        client.save(uri)
        assert [item.code for item in await client.diagnostics(uri, after=seen)] == ["OSM102"]
        seen = len(client.published)
        client.close(uri)
        await client.until(lambda: len(client.published) > seen)
        assert [*client.published[-1].diagnostics] == []
        assert await client.end() == 0


@waiting
async def test_quick_changes_are_checked_once(workspace):
    workspace.write("a.py", GRADER)
    async with Client(workspace.root) as client:
        await client.begin()
        uri = client.open("a.py")
        await client.diagnostics(uri)
        seen = len(client.published)
        for _ in range(40):
            client.change(uri, insertion(0, 0, "#\n"))
        (found,) = await client.diagnostics(uri)
        assert found.range == at(44, 15, 22)
        client.change(uri, insertion(0, 0, "#\n"))
        await client.diagnostics(uri)
        # The first change at once, perhaps, and the last; those between are overtaken.
        assert len(client.published) - seen <= 5
        assert [item.version for item in client.published[seen:]] == sorted(
            {i.version for i in client.published[seen:]}
        )


@waiting
async def test_the_server_answers_while_it_checks(workspace):
    workspace.write(
        "big.py", GRADER + "".join(f"def f{n}(ctx: GraderContext):\n    ctx.samples\n" for n in range(4000))
    )
    workspace.write("a.py", OLD)
    async with Client(workspace.root) as client:
        await client.begin()
        uri = client.open("big.py")
        # Not a known request, so that its answer does not wait for a check.
        with pytest.raises(Exception, match="Method Not Found"):
            await client.within(client.protocol.send_request_async("osmosis/unknown", {}))
        assert not any(item.uri == uri for item in client.published)
        assert len(await client.diagnostics(uri)) == 4001


@waiting
async def test_a_text_that_does_not_parse_keeps_what_was_known(workspace):
    workspace.write("a.py", GRADER)
    async with Client(workspace.root) as client:
        await client.begin()
        uri = client.open("a.py")
        await client.diagnostics(uri)
        client.change(uri, insertion(2, 0, "def broken(:\n"), insertion(6, 0, "# below\n"))
        (found,) = await client.diagnostics(uri)
        assert (found.code, found.range) == ("OSM101", at(5, 15, 22))
        # Other findings on the line of a change move with it; what is changed itself is not known any more.
        client.change(uri, insertion(5, 0, "  "))
        (found,) = await client.diagnostics(uri)
        assert found.range == at(5, 17, 24)
        client.change(uri, types.TextDocumentContentChangePartial(at(5, 20, 21), "x"))
        assert await client.diagnostics(uri) == []
        client.replace(uri, GRADER)
        assert [item.code for item in await client.diagnostics(uri)] == ["OSM101"]
        client.replace(uri, GRADER + "(\n")
        assert [item.code for item in await client.diagnostics(uri)] == ["OSM101"]


@waiting
async def test_a_text_that_never_parsed_says_so_once(workspace):
    workspace.write("a.py", OLD + "def (\n")
    async with Client(workspace.root) as client:
        await client.begin()
        uri = client.open("a.py")
        (found,) = await client.diagnostics(uri)
        assert (found.code, found.range.start.line) == ("OSM901", 1)
        client.change(uri, insertion(0, 0, "#\n"))
        (found,) = await client.diagnostics(uri)
        assert (found.code, found.range.start.line) == ("OSM901", 2)
        client.replace(uri, OLD)
        assert [item.code for item in await client.diagnostics(uri)] == ["OSM108"]


@waiting
async def test_files_that_do_not_use_the_sdk_have_nothing(workspace):
    workspace.write("a.py", "def (\n")
    workspace.write("notes.txt", "osmosis_ai")
    async with Client(workspace.root) as client:
        await client.begin()
        assert await client.diagnostics(client.open("a.py")) == []
        client.open("notes.txt", language="plaintext")
        uri = client.open("b.py", "from osmosis_ai.rollout import MultiTurnMode")
        assert len(await client.diagnostics(uri)) == 1
        assert {item.uri for item in client.published} == {client.uri("a.py"), uri}


@waiting
async def test_other_open_files_count_as_they_are_in_the_editor(workspace):
    workspace.write("base.py", "class Mine:\n    pass\n")
    user = (
        "from base import Mine\n\n\nclass Exact(Mine):\n    async def grade(self, ctx):\n        return ctx.samples\n"
    )
    workspace.write("user.py", user)
    async with Client(workspace.root) as client:
        await client.begin()
        uri = client.open("user.py")
        assert await client.diagnostics(uri) == []
        base = client.open("base.py")
        await client.diagnostics(base)
        seen = len(client.published)
        client.replace(base, "from osmosis_ai.rollout import Grader\n\n\nclass Mine(Grader):\n    pass\n")
        # Nothing is saved; the importing file is checked again by itself.
        found = await client.until(
            lambda: next((i.diagnostics for i in client.published[seen:] if i.uri == uri and i.diagnostics), None)
        )
        assert [item.code for item in found] == ["OSM101"]
        seen = len(client.published)
        client.close(base)
        await client.until(lambda: any(i.uri == uri and not i.diagnostics for i in client.published[seen:]))


@waiting
async def test_a_new_file_can_be_imported_before_it_is_saved(workspace):
    async with Client(workspace.root) as client:
        await client.begin()
        base = client.open("base.py", "from osmosis_ai.rollout import Grader\n\n\nclass Mine(Grader):\n    pass\n")
        await client.diagnostics(base)
        text = "from base import Mine\n\n\nclass Exact(Mine):\n    async def grade(self, ctx):\n        ctx.samples\n"
        assert [item.code for item in await client.diagnostics(client.open("user.py", text))] == ["OSM101"]


@waiting
async def test_files_that_a_check_leaves_out_have_nothing(workspace):
    workspace.write(".gitignore", "generated/\n")
    for name in ("generated/a.py", "dist/a.py", "env/lib/site-packages/osmosis_ai/a.py"):
        workspace.write(name, OLD)
    workspace.write("kept/a.py", OLD)
    async with Client(workspace.root) as client:
        await client.begin()
        for name in ("generated/a.py", "dist/a.py", "env/lib/site-packages/osmosis_ai/a.py"):
            assert await client.diagnostics(client.open(name)) == []
        assert len(await client.diagnostics(client.open("kept/a.py"))) == 1


@waiting
async def test_a_text_without_a_file_is_checked(workspace):
    async with Client(workspace.root) as client:
        await client.begin()
        item = types.TextDocumentItem("untitled:Untitled-1", "python", 1, OLD)
        client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        assert len(await client.diagnostics(item.uri, 1)) == 1


@waiting
async def test_line_ends_are_those_of_the_protocol(workspace):
    # A form feed and a line separator end no line, a carriage return does.
    text = "x = 1 \f# \u2028 \x85\r" + OLD.replace("\n", "\r\n")
    async with Client(workspace.root) as client:
        await client.begin()
        uri = client.open("a.py", text)
        (found,) = await client.diagnostics(uri)
        assert found.range == at(1, 31, 44)
        client.change(uri, insertion(1, 0, "\f"), insertion(0, 0, "# \u2028\r"))
        (found,) = await client.diagnostics(uri)
        assert found.range == at(2, 32, 45)


@pytest.mark.parametrize(
    ("encoding", "before", "inside"), [("utf-8", 21, 25), ("utf-16", 11, 13), ("utf-32", 9, 10), (None, 11, 13)]
)
@waiting
async def test_positions_are_in_the_units_that_were_agreed_on(workspace, encoding, before, inside):
    line = '    """😀漢字é"""; return ctx.samples\n'
    text = GRADER.replace("    return ctx.samples\n", line)
    units = {"utf-8": "utf-8", "utf-32": "utf-32-le"}.get(encoding, "utf-16-le")
    width = len("a".encode(units))

    def column(characters: int) -> int:
        return len(line[:characters].encode(units)) // width

    async with Client(workspace.root) as client:
        capabilities = await client.begin(everything([encoding] if encoding else None))
        assert capabilities.position_encoding == (encoding or "utf-16")
        uri = client.open("a.py", text)
        (found,) = await client.diagnostics(uri)
        start = line.index("samples")
        assert found.range == at(4, column(start), column(start + 7))
        # Behind the characters, and in place of one of them.
        end = column(start + 7)
        client.change(
            uri,
            types.TextDocumentContentChangePartial(at(4, column(7), column(8)), "x"),
            insertion(4, end - (column(8) - column(7) - 1), "[0]"),
        )
        (found,) = await client.diagnostics(uri)
        start = column(line.index("samples")) - (column(8) - column(7) - 1)
        assert found.range == at(4, start, start + 7)


@waiting
async def test_everything_in_a_real_project_is_as_the_command_reports_it(workspace):
    project = workspace.root / "rollouts"
    shutil.copytree(ROOT / "tests" / "projects" / "v02_rollouts", project)
    done = subprocess.run(
        [sys.executable, "-m", "osmosis_lint", "check", "--output-format", "json"],
        cwd=project,
        capture_output=True,
        check=False,
        env=ENVIRONMENT,
        timeout=120,
    )
    wanted = Counter(
        (
            Path(item["filename"]).relative_to(project).as_posix(),
            item["location"]["row"],
            item["location"]["column"],
            item["code"],
        )
        for item in json.loads(done.stdout)
    )
    shown: Counter[tuple[str, int, int, str]] = Counter()
    async with Client(project) as client:
        await client.begin(everything(["utf-32"]))
        for path in [*sorted(project.rglob("*.py")), project / "pyproject.toml"]:
            name = path.relative_to(project).as_posix()
            language = "python" if path.suffix == ".py" else "toml"
            for item in await client.diagnostics(client.open(name, language=language)):
                shown[name, item.range.start.line + 1, item.range.start.character + 1, str(item.code)] += 1
        assert await client.end() == 0
    assert sum(wanted.values()) > 160
    opened = {key: count for key, count in wanted.items() if key[0].endswith((".py", "pyproject.toml"))}
    assert shown == Counter(opened)


@waiting
async def test_a_client_that_asks_is_not_sent_diagnostics(workspace):
    workspace.write("a.py", GRADER)
    capabilities = everything()
    capabilities.text_document.diagnostic = types.DiagnosticClientCapabilities()
    capabilities.workspace.diagnostics = types.DiagnosticWorkspaceClientCapabilities(refresh_support=True)
    async with Client(workspace.root) as client:
        answer = await client.begin(capabilities)
        assert answer.diagnostic_provider.inter_file_dependencies is True
        uri = client.open("a.py")
        params = types.DocumentDiagnosticParams(types.TextDocumentIdentifier(uri))
        report = await client.within(client.text_document_diagnostic_async(params))
        assert [item.code for item in report.items] == ["OSM101"]
        client.replace(uri, OLD)
        report = await client.within(client.text_document_diagnostic_async(params))
        assert [item.code for item in report.items] == ["OSM108"]
        workspace.write("osmosis-lint.toml", 'ignore = ["OSM108"]\n')
        event = types.FileEvent(client.uri("osmosis-lint.toml"), types.FileChangeType.Created)
        client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))
        await client.until(lambda: client.refreshed)
        report = await client.within(client.text_document_diagnostic_async(params))
        assert [*report.items] == []
        await asyncio.sleep(0)
        assert client.published == []
