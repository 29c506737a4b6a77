"""A plain language client over real standard streams: the server as an editor meets it. Every wait has a limit."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

from lsprotocol import types
from pygls.lsp.client import LanguageClient

ROOT = Path(__file__).parents[2]
LIMIT = 60
Result = TypeVar("Result")
SERVER = [sys.executable, "-m", "osmosis_lint", "server"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}


class Client(LanguageClient):
    """Starts a server, talks to it, and keeps what it says. Use it in `async with`."""

    def __init__(self, root: Path, command: list[str] | None = None) -> None:
        super().__init__("tests", "1")
        self.root = root
        self.command = command or SERVER
        self.published: list[types.PublishDiagnosticsParams] = []
        self.messages: list[str] = []
        self.registered: list[types.Registration] = []
        self.refreshed = 0
        self.result: types.InitializeResult | None = None
        self.versions: dict[str, int] = {}
        self.texts: dict[str, str] = {}
        self._news = asyncio.Event()
        self._listen()

    def _listen(self) -> None:
        @self.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def _(params: types.PublishDiagnosticsParams) -> None:
            self.published.append(params)
            self._news.set()

        @self.feature(types.WINDOW_SHOW_MESSAGE)
        def _(params: types.ShowMessageParams) -> None:
            self.messages.append(params.message)
            self._news.set()

        @self.feature(types.CLIENT_REGISTER_CAPABILITY)
        def _(params: types.RegistrationParams) -> None:
            self.registered += params.registrations
            self._news.set()

        @self.feature(types.WORKSPACE_DIAGNOSTIC_REFRESH)
        def _(params: None) -> None:
            self.refreshed += 1
            self._news.set()

        @self.feature(types.WINDOW_LOG_MESSAGE)
        def _(params: types.LogMessageParams) -> None:
            pass

    def report_server_error(self, error: Exception, source: object) -> None:
        raise AssertionError(f"the server sent what the client does not understand: {error}")

    async def __aenter__(self) -> Client:
        program, *arguments = self.command
        await self.start_io(program, *arguments, cwd=str(self.root), env=ENVIRONMENT)
        return self

    async def __aexit__(self, *_: object) -> None:
        process = self._server
        if process is not None and process.returncode is None:
            process.kill()
        await self.stop()

    @property
    def process(self) -> asyncio.subprocess.Process:
        assert self._server is not None
        return self._server

    async def within(self, wait: Awaitable[Result]) -> Result:
        """Wait for something, but not for ever."""
        return await asyncio.wait_for(wait, LIMIT)

    async def until(self, happened: Callable[[], Result]) -> Result:
        """Wait until something the server sends makes a condition true; gives what it gave."""

        async def watch() -> Result:
            while True:
                self._news.clear()
                found = happened()
                if found:
                    return found
                await self._news.wait()

        return await self.within(watch())

    async def begin(
        self,
        capabilities: types.ClientCapabilities | None = None,
        options: object = None,
        folders: list[Path] | None = None,
    ) -> types.ServerCapabilities:
        """Open the session."""
        named = [types.WorkspaceFolder(folder.as_uri(), folder.name) for folder in folders or [self.root]]
        params = types.InitializeParams(
            capabilities or everything(),
            workspace_folders=named,
            initialization_options=options,
            process_id=os.getpid(),
        )
        self.result = await self.within(self.initialize_async(params))
        self.initialized(types.InitializedParams())
        return self.result.capabilities

    async def end(self) -> int:
        """Close the session as the protocol says; gives the exit status of the server."""
        await self.within(self.shutdown_async(None))
        self.exit(None)
        return await self.within(self.process.wait())

    def uri(self, name: str) -> str:
        return (self.root / name).as_uri()

    def open(self, name: str, text: str | None = None, language: str = "python") -> str:
        """Open a file (with another text than it has on disk, if one is given); gives its URI."""
        uri = self.uri(name)
        text = (self.root / name).read_bytes().decode() if text is None else text
        self.versions[uri] = 1
        self.texts[uri] = text
        self.text_document_did_open(types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, language, 1, text)))
        return uri

    def change(self, uri: str, *changes: types.TextDocumentContentChangeEvent) -> int:
        """Send changes; gives the new version."""
        self.versions[uri] += 1
        document = types.VersionedTextDocumentIdentifier(self.versions[uri], uri)
        self.text_document_did_change(types.DidChangeTextDocumentParams(document, [*changes]))
        return self.versions[uri]

    def replace(self, uri: str, text: str) -> int:
        """Send a whole new text."""
        self.texts[uri] = text
        return self.change(uri, types.TextDocumentContentChangeWholeDocument(text))

    def save(self, uri: str) -> None:
        self.text_document_did_save(types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(uri)))

    def close(self, uri: str) -> None:
        self.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))

    async def diagnostics(self, uri: str, version: int | None = None, after: int = 0) -> list[types.Diagnostic]:
        """The first diagnostics published for a version of a text (default: the one sent last), of those from `after`
        on in what was published."""
        wanted = self.versions.get(uri) if version is None else version

        def found() -> types.PublishDiagnosticsParams | None:
            of_text = (item for item in self.published[after:] if item.uri == uri)
            return next((item for item in of_text if item.version == wanted), None)

        return [*(await self.until(found)).diagnostics]

    async def actions(
        self, uri: str, place: types.Range, only: list[str] | None = None, shown: list[types.Diagnostic] | None = None
    ) -> list[types.CodeAction]:
        context = types.CodeActionContext(shown or [], only=only)
        params = types.CodeActionParams(types.TextDocumentIdentifier(uri), place, context)
        return [*(await self.within(self.text_document_code_action_async(params)) or [])]

    async def hover_text(self, uri: str, line: int, character: int) -> str:
        params = types.HoverParams(types.TextDocumentIdentifier(uri), types.Position(line, character))
        found = await self.within(self.text_document_hover_async(params))
        return found.contents.value if found is not None else ""


def everything(encodings: list[str] | None = None) -> types.ClientCapabilities:
    """A client that can show all there is, and is sent diagnostics."""
    return types.ClientCapabilities(
        general=types.GeneralClientCapabilities(position_encodings=encodings) if encodings else None,
        text_document=types.TextDocumentClientCapabilities(
            publish_diagnostics=types.PublishDiagnosticsClientCapabilities(
                related_information=True,
                tag_support=types.ClientDiagnosticsTagOptions(
                    [types.DiagnosticTag.Deprecated, types.DiagnosticTag.Unnecessary]
                ),
                version_support=True,
                code_description_support=True,
                data_support=True,
            )
        ),
        notebook_document=types.NotebookDocumentClientCapabilities(
            types.NotebookDocumentSyncClientCapabilities(dynamic_registration=True)
        ),
        workspace=types.WorkspaceClientCapabilities(
            workspace_edit=types.WorkspaceEditClientCapabilities(document_changes=True),
            did_change_watched_files=types.DidChangeWatchedFilesClientCapabilities(dynamic_registration=True),
            workspace_folders=True,
        ),
    )
