"""Notebooks whose cells are open one by one, and files that are not Python."""

from __future__ import annotations

import json

from lsprotocol import types

from .client import Client
from .conftest import waiting
from .test_actions import applied
from .test_diagnostics import OLD, at, insertion

IMPORT = "from osmosis_ai.rollout import GraderContext\n"
USE = "def read(ctx: GraderContext):\n    return ctx.samples\n"


class Notebook:
    """A notebook in a client."""

    def __init__(self, client: Client, cells: list[str], language: str = "python") -> None:
        self.client = client
        self.uri = client.uri("work.ipynb")
        self.version = 1
        items = [types.TextDocumentItem(self.cell(n), language, 1, text) for n, text in enumerate(cells)]
        notebook = types.NotebookDocument(
            self.uri, "jupyter-notebook", 1, [types.NotebookCell(types.NotebookCellKind.Code, i.uri) for i in items]
        )
        client.notebook_document_did_open(types.DidOpenNotebookDocumentParams(notebook, items))

    def cell(self, number: int) -> str:
        return f"vscode-notebook-cell:{self.uri.removeprefix('file://')}#W{number}"

    def change(self, cells: types.NotebookDocumentCellChanges) -> None:
        self.version += 1
        identifier = types.VersionedNotebookDocumentIdentifier(self.version, self.uri)
        change = types.NotebookDocumentChangeEvent(cells=cells)
        self.client.notebook_document_did_change(types.DidChangeNotebookDocumentParams(identifier, change))

    async def found(self, number: int, version: int = 1, after: int = 0) -> list[tuple[object, types.Range]]:
        shown = await self.client.diagnostics(self.cell(number), version, after)
        return [(item.code, item.range) for item in shown]


@waiting
async def test_findings_stand_in_the_cells(workspace):
    async with Client(workspace.root) as client:
        capabilities = await client.begin()
        assert capabilities.notebook_document_sync is not None
        notebook = Notebook(client, [IMPORT, "%time 1\n# 😀\n!ls\n", USE])
        assert await notebook.found(0) == []
        assert await notebook.found(1) == []
        assert await notebook.found(2) == [("OSM101", at(1, 15, 22))]


@waiting
async def test_cells_change_move_and_go(workspace):
    async with Client(workspace.root) as client:
        await client.begin()
        notebook = Notebook(client, [IMPORT, USE])
        await notebook.found(1)
        seen = len(client.published)
        document = types.VersionedTextDocumentIdentifier(2, notebook.cell(1))
        text = types.NotebookDocumentCellContentChanges(document, [insertion(0, 0, "x = 1\n")])
        notebook.change(types.NotebookDocumentCellChanges(text_content=[text]))
        assert await notebook.found(1, 2, seen) == [("OSM101", at(2, 15, 22))]
        # Another cell comes in before them, and gives the name a different meaning.
        seen = len(client.published)
        item = types.TextDocumentItem(notebook.cell(2), "python", 1, "class GraderContext: ...\n")
        cell = types.NotebookCell(types.NotebookCellKind.Code, item.uri)
        structure = types.NotebookDocumentCellChangeStructure(types.NotebookCellArrayChange(1, 0, [cell]), [item])
        notebook.change(types.NotebookDocumentCellChanges(structure=structure))
        assert await notebook.found(1, 2, seen) == []
        seen = len(client.published)
        structure = types.NotebookDocumentCellChangeStructure(
            types.NotebookCellArrayChange(2, 1), did_close=[types.TextDocumentIdentifier(notebook.cell(1))]
        )
        notebook.change(types.NotebookDocumentCellChanges(structure=structure))
        await client.until(lambda: any(item.uri == notebook.cell(1) for item in client.published[seen:]))
        # Closing clears what is left.
        seen = len(client.published)
        closing = types.DidCloseNotebookDocumentParams(types.NotebookDocumentIdentifier(notebook.uri), [])
        client.notebook_document_did_close(closing)
        await client.until(
            lambda: {item.uri for item in client.published[seen:]} >= {notebook.cell(0), notebook.cell(2)}
        )
        assert await client.end() == 0


@waiting
async def test_a_cell_that_does_not_parse_leaves_the_others(workspace):
    async with Client(workspace.root) as client:
        await client.begin()
        notebook = Notebook(client, [IMPORT, "def (\n", USE])
        assert [code for code, _ in await notebook.found(1)] == ["OSM901"]
        assert [code for code, _ in await notebook.found(2)] == ["OSM101"]


@waiting
async def test_cells_of_other_languages_are_not_python(workspace):
    async with Client(workspace.root) as client:
        await client.begin()
        notebook = Notebook(client, [OLD], language="markdown")
        assert await notebook.found(0) == []


@waiting
async def test_actions_and_hover_in_a_cell(workspace):
    text = "%matplotlib inline\nx = '😀'; from osmosis_ai.rollout import create_rollout_server\n"
    async with Client(workspace.root) as client:
        await client.begin()
        notebook = Notebook(client, ["y = 1\n", text, "create_rollout_server"])
        ((_, place),) = await notebook.found(1)
        assert place.start == types.Position(1, text.splitlines()[1].index("create_") + 1)
        assert "# OSM501" in await client.hover_text(notebook.cell(1), 1, place.start.character)
        fixed = text.replace("rollout import", "rollout.server import")
        (fix,) = await client.actions(notebook.cell(1), place, ["quickfix"])
        (fix_all,) = await client.actions(notebook.cell(0), at(0, 0, 0), ["source.fixAll"])
        for action in (fix, fix_all):
            assert applied(text, action) == fixed
            assert action.edit.document_changes[0].text_document.uri == notebook.cell(1)


@waiting
async def test_a_cell_gets_a_comment_like_a_file(workspace):
    async with Client(workspace.root) as client:
        await client.begin()
        notebook = Notebook(client, [IMPORT, USE])
        ((_, place),) = await notebook.found(1)
        comment = (await client.actions(notebook.cell(1), place, ["quickfix"]))[-1]
        assert applied(USE, comment) == USE.replace("samples\n", "samples  # noqa: OSM101\n")


@waiting
async def test_a_notebook_as_plain_text_shows_its_findings_at_the_top(workspace):
    cells = [{"cell_type": "code", "source": [IMPORT]}, {"cell_type": "code", "source": USE, "metadata": {}}]
    workspace.write("work.ipynb", json.dumps({"cells": cells}))
    async with Client(workspace.root) as client:
        await client.begin()
        (found,) = await client.diagnostics(client.open("work.ipynb", language="json"))
        assert found.code == "OSM101"
        assert found.message.startswith("cell 2, line 2: ")
        assert await client.diagnostics(client.open("work.ipynb", "{", language="json"))


@waiting
async def test_requirements_are_checked_as_they_are_in_the_editor(workspace):
    workspace.write("a.py", OLD)
    workspace.write("pyproject.toml", '[project]\nname = "x"\ndependencies = ["osmosis-ai>=0.3,<0.4"]\n')
    workspace.write("requirements-dev.txt", "")
    async with Client(workspace.root) as client:
        await client.begin()
        project = client.open("pyproject.toml", language="toml")
        assert await client.diagnostics(project) == []
        client.replace(project, '[project]\nname = "é😀"\ndependencies = ["x", "osmosis-ai[platform]==0.2.31"]\n')
        found = await client.diagnostics(project)
        assert [item.code for item in found] == ["OSM507", "OSM506"]
        assert found[0].range == at(2, 33, 41)
        client.replace(project, '[project]\ndependencies = ["osmosis-ai"')
        assert [item.code for item in await client.diagnostics(project)] == ["OSM507", "OSM506"]
        listed = client.open("requirements-dev.txt", "osmosis-ai==0.2.31\n", language="pip-requirements")
        assert [item.code for item in await client.diagnostics(listed)] == ["OSM506"]
        assert "# OSM506" in await client.hover_text(listed, 0, 12)
        found = await client.diagnostics(listed)
        (fix,) = await client.actions(listed, found[0].range, ["quickfix"])
        assert applied("osmosis-ai==0.2.31\n", fix) == "osmosis-ai>=0.3,<0.4\n"
        (fix,) = await client.actions(listed, found[0].range, ["source.fixAll.osmosis-lint"])
        assert applied("osmosis-ai==0.2.31\n", fix) == "osmosis-ai>=0.3,<0.4\n"
        client.replace(listed, "osmosis-ai==0.2.31  # noqa: OSM506\n")
        assert await client.diagnostics(listed) == []
        assert await client.end() == 0


@waiting
async def test_data_files_are_checked_only_where_the_project_uses_the_sdk(workspace):
    text = '{"agent": "osmosis_ai.rollout.backend.harbor.agent_adapter:OsmosisInstalledAgent"}\n'
    workspace.write("with/pyproject.toml", "")
    workspace.write("with/src/a.py", OLD)
    workspace.write("without/pyproject.toml", "")
    async with Client(workspace.root) as client:
        await client.begin()
        assert [i.code for i in await client.diagnostics(client.open("with/job.json", text, "json"))] == ["OSM411"]
        assert await client.diagnostics(client.open("without/job.json", text, "json")) == []
