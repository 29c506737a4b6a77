"""What the editor holds: open texts and notebooks, and the snapshots of them that are checked."""

from __future__ import annotations

import json
import os
import sys
from urllib.parse import unquote, urlsplit

from lsprotocol import types

from osmosis_lint.files.kinds import NOTEBOOK, PYTHON, kind_of_path
from osmosis_lint.frontends.server.text import Encoding, Text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from osmosis_lint.frontends.server.text import Change


class Buffer:
    """An open text: a document, or a cell of a notebook."""

    __slots__ = ("language", "text", "uri", "version")

    def __init__(self, uri: str, language: str, version: int, text: Text) -> None:
        self.uri = uri
        self.language = language
        self.version = version
        self.text = text


class Part:
    """A buffer as it was when a snapshot was taken. `cell` is its one-based number in the notebook, or 0."""

    __slots__ = ("cell", "text", "uri", "version")

    def __init__(self, buffer: Buffer, cell: int) -> None:
        self.uri = buffer.uri
        self.version = buffer.version
        self.text = buffer.text
        self.cell = cell


class Snapshot:
    """One version of a document or notebook: all that a check needs to know of it.

    `source` is the text that is checked; of a notebook it is the notebook's JSON.
    """

    __slots__ = ("kind", "parts", "path", "source", "uri")

    def __init__(self, uri: str, path: str, kind: str, source: str, parts: list[Part]) -> None:
        self.uri = uri
        self.path = path
        self.kind = kind
        self.source = source
        self.parts = parts

    @property
    def versions(self) -> list[tuple[str, int]]:
        """What tells two snapshots of one document apart."""
        return [(part.uri, part.version) for part in self.parts]


class Documents:
    """All that is open. Documents and notebooks go by the URI of the whole, cells by that of their notebook.

    `unsaved` holds the text of each open Python file by path, for imports of others to find.
    """

    def __init__(self) -> None:
        self.encoding = Encoding("utf-16")
        self.folders: list[str] = []
        self.unsaved: dict[str, str] = {}
        self._buffers: dict[str, Buffer] = {}
        self._notebooks: dict[str, types.NotebookDocument] = {}
        self._notebook_of: dict[str, str] = {}

    def open(self, item: types.TextDocumentItem) -> None:
        """Take in a text that was opened."""
        self._buffers[item.uri] = Buffer(item.uri, item.language_id, item.version, Text(item.text, self.encoding))
        self._share(item.uri)

    def change(self, uri: str, version: int, changes: Iterable[Change]) -> bool:
        """Change an open text; says whether it is open."""
        buffer = self._buffers.get(uri)
        if buffer is None:
            return False
        buffer.text, buffer.version = buffer.text.changed(changes), version
        self._share(uri)
        return True

    def close(self, uri: str) -> None:
        """Forget a text that was closed."""
        self._buffers.pop(uri, None)
        self._notebook_of.pop(uri, None)
        self.unsaved.pop(path_of(uri), None)

    def open_notebook(self, notebook: types.NotebookDocument, cells: Iterable[types.TextDocumentItem]) -> None:
        """Take in a notebook that was opened."""
        self._notebooks[notebook.uri] = notebook
        self._add_cells(notebook.uri, cells)

    def change_notebook(self, params: types.DidChangeNotebookDocumentParams) -> list[str]:
        """Change an open notebook; gives the URIs of the cells that were closed."""
        uri = params.notebook_document.uri
        notebook = self._notebooks.get(uri)
        if notebook is None:
            return []
        if params.change.metadata is not None:
            notebook.metadata = params.change.metadata
        cells = params.change.cells
        if cells is None:
            return []
        closed: list[str] = []
        if cells.structure is not None:
            array = cells.structure.array
            now = list(notebook.cells)
            now[array.start : array.start + array.delete_count] = array.cells or []
            notebook.cells = now
            closed = [item.uri for item in cells.structure.did_close or []]
            for item in closed:
                self.close(item)
            self._add_cells(uri, cells.structure.did_open or [])
        kinds = {cell.document: cell for cell in cells.data or []}
        notebook.cells = [kinds.get(cell.document, cell) for cell in notebook.cells]
        for content in cells.text_content or []:
            self.change(content.document.uri, content.document.version, content.changes)
        return closed

    def close_notebook(self, uri: str) -> list[str]:
        """Forget a notebook that was closed; gives the URIs of its cells."""
        self._notebooks.pop(uri, None)
        cells = [cell for cell, notebook in self._notebook_of.items() if notebook == uri]
        for cell in cells:
            self.close(cell)
        return cells

    def whole(self, uri: str) -> str:
        """The URI of the document that a text belongs to: of a cell, that of its notebook."""
        return self._notebook_of.get(uri, uri)

    def all(self) -> list[str]:
        """The URIs of all open documents and notebooks."""
        return [*(uri for uri in self._buffers if uri not in self._notebook_of), *self._notebooks]

    def is_notebook(self, uri: str) -> bool:
        """Whether the URI is that of an open notebook."""
        return uri in self._notebooks

    def snapshot(self, uri: str) -> Snapshot | None:
        """What there is to check in a document or notebook now; None when it is not open or of no known kind."""
        notebook = self._notebooks.get(uri)
        path = self._path(uri)
        if notebook is not None:
            held = enumerate((self._buffers.get(cell.document) for cell in notebook.cells), 1)
            parts = [Part(buffer, number) for number, buffer in held if buffer is not None]
            return Snapshot(uri, path, NOTEBOOK, self._as_json(notebook), parts)
        buffer = self._buffers.get(uri)
        if buffer is None:
            return None
        kind = _kind(path, buffer.language)
        return Snapshot(uri, path, kind, buffer.text.text, [Part(buffer, 0)]) if kind else None

    def text_at(self, path: str) -> Text:
        """The text of a file: as it is in the editor, else on disk; empty when there is none."""
        from osmosis_lint.semantics.modules import Project

        return Text(Project(self.unsaved).text(path) or "", self.encoding)

    def folder_of(self, path: str) -> str:
        """The workspace folder that a file lies in, the innermost; the empty string when it lies in none."""
        holding = [folder for folder in self.folders if path.startswith(folder.rstrip(os.sep) + os.sep)]
        return max(holding, key=len, default="")

    def _add_cells(self, notebook: str, cells: Iterable[types.TextDocumentItem]) -> None:
        for item in cells:
            self._notebook_of[item.uri] = notebook
            self.open(item)

    def _share(self, uri: str) -> None:
        path = path_of(uri)
        if path.endswith((".py", ".pyi")) and uri not in self._notebook_of:
            self.unsaved[path] = self._buffers[uri].text.text

    def _path(self, uri: str) -> str:
        """The path of a document; one that has none yet is taken to lie in the first workspace folder."""
        path = path_of(uri)
        if path:
            return path
        folder = self.folders[0] if self.folders else os.getcwd()
        return os.path.join(folder, os.path.basename(urlsplit(uri).path) or "untitled")

    def _as_json(self, notebook: types.NotebookDocument) -> str:
        cells = []
        for cell in notebook.cells:
            buffer = self._buffers.get(cell.document)
            is_python = cell.kind == types.NotebookCellKind.Code and buffer is not None and buffer.language == "python"
            kind = "code" if is_python else "markdown"
            cells.append({"cell_type": kind, "source": buffer.text.text if buffer is not None else ""})
        return json.dumps({"cells": cells})


def path_of(uri: str) -> str:
    """The absolute path that a `file:` URI names; the empty string for any other URI."""
    parts = urlsplit(uri)
    if parts.scheme != "file":
        return ""
    # Not `parts.path`: a file name may hold what stands for a query or fragment when it is not escaped.
    path = unquote(uri[len("file://") + len(parts.netloc) :], errors="surrogateescape")
    if sys.platform == "win32":
        path = f"//{parts.netloc}{path}" if parts.netloc else path.lstrip("/")
    return os.path.normpath(path)


def uri_of(path: str) -> str:
    """The URI of an absolute path."""
    import pathlib

    return pathlib.Path(path).as_uri()


def _kind(path: str, language: str) -> str:
    """The kind of an open document; empty for one that has nothing to check."""
    return kind_of_path(path) or (PYTHON if language == "python" else "")
