"""The server: which messages of the protocol it knows, and what each of them leads to."""

from __future__ import annotations

from lsprotocol import types
from pygls.capabilities import ServerCapabilitiesBuilder
from pygls.lsp.server import LanguageServer

from osmosis_lint import __version__
from osmosis_lint.frontends.command.settings import TOOL
from osmosis_lint.frontends.server.configuration import DECIDING
from osmosis_lint.frontends.server.documents import path_of
from osmosis_lint.frontends.server.protocol import Protocol
from osmosis_lint.frontends.server.reporting import Abilities, page_of
from osmosis_lint.frontends.server.session import Session
from osmosis_lint.frontends.server.text import Encoding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from osmosis_lint.frontends.server.reporting import Shown

_NOTEBOOKS = types.NotebookDocumentSyncOptions(
    notebook_selector=[
        types.NotebookDocumentFilterWithNotebook(
            notebook="jupyter-notebook", cells=[types.NotebookCellLanguage("python")]
        )
    ],
    save=True,
)
_WATCHED = ("**/*.{py,pyi}", f"**/{{{','.join(DECIDING)}}}", "**/*requirements*.{txt,in}", "**/requirements/*.{txt,in}")


class Server(LanguageServer):
    """The language server for one client."""

    protocol: Protocol

    def __init__(self) -> None:
        super().__init__(TOOL, __version__, notebook_document_sync=_NOTEBOOKS, protocol_cls=Protocol)
        self._session: Session | None = None

    @property
    def session(self) -> Session:
        """What is open; there from `initialize` on."""
        assert self._session is not None, "no message but `initialize` comes here before it"
        return self._session

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Log what went wrong; a window for each message that a client got wrong would help nobody."""
        text = str(error).strip().partition("\n")[0] or type(error).__name__
        self.window_log_message(types.LogMessageParams(types.MessageType.Error, f"{TOOL}: {text}"))

    def tell(self, line: str) -> None:
        """Show one line to the user."""
        self.window_show_message(types.ShowMessageParams(types.MessageType.Error, f"{TOOL}: {line}"))

    def start(self, params: types.InitializeParams) -> None:
        """Begin the session with what the client says of itself."""
        session = self._session = Session(self.text_document_publish_diagnostics, self._refresh, self.tell)
        capabilities = params.capabilities
        encoding = ServerCapabilitiesBuilder.choose_position_encoding(capabilities)
        session.documents.encoding = Encoding(getattr(encoding, "value", encoding))
        session.abilities = Abilities(capabilities)
        text = capabilities.text_document
        session.is_asked = text is not None and text.diagnostic is not None
        folders = [folder.uri for folder in params.workspace_folders or ()]
        if not folders and params.root_uri:
            folders = [params.root_uri]
        session.documents.folders = [path for path in map(path_of, folders) if path]
        session.configure(params.initialization_options)

    def watch(self) -> None:
        """Ask to be told when files change that findings depend on."""
        workspace = self.client_capabilities.workspace
        watching = workspace.did_change_watched_files if workspace is not None else None
        if watching is None or not watching.dynamic_registration:
            return
        options = types.DidChangeWatchedFilesRegistrationOptions([types.FileSystemWatcher(glob) for glob in _WATCHED])
        method = types.WORKSPACE_DID_CHANGE_WATCHED_FILES
        self.client_register_capability(types.RegistrationParams([types.Registration(method, method, options)]))

    def stop(self) -> None:
        """End the session."""
        if self._session is not None:
            self._session.close()

    def _refresh(self) -> None:
        workspace = self.client_capabilities.workspace
        if workspace is not None and workspace.diagnostics is not None and workspace.diagnostics.refresh_support:
            self.workspace_diagnostic_refresh(None)


def make() -> Server:
    """A server that is ready to be started."""
    server = Server()
    _add_lifecycle(server)
    _add_documents(server)
    _add_notebooks(server)
    _add_workspace(server)
    _add_questions(server)
    return server


def _instead(server: Server, method: str) -> Callable[[Callable[..., None]], None]:
    """Handle a message in place of pygls, whose own documents are not used (see `text`)."""

    def add(handler: Callable[..., None]) -> None:
        server.protocol.fm.add_builtin_feature(method, handler)

    return add


def _add_lifecycle(server: Server) -> None:
    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        server.start(params)

    @server.feature(types.INITIALIZED)
    def initialized(params: types.InitializedParams) -> None:
        server.watch()

    @server.feature(types.SHUTDOWN)
    def shutdown(params: None) -> None:
        server.protocol.is_shut_down = True
        server.stop()


def _add_documents(server: Server) -> None:
    @_instead(server, types.TEXT_DOCUMENT_DID_OPEN)
    def did_open(params: types.DidOpenTextDocumentParams) -> None:
        session = server.session
        session.documents.open(params.text_document)
        session.opened(params.text_document.uri)

    @_instead(server, types.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(params: types.DidChangeTextDocumentParams) -> None:
        session, document = server.session, params.text_document
        if session.documents.change(document.uri, document.version, params.content_changes):
            session.changed(document.uri, [(document.uri, params.content_changes)])

    @_instead(server, types.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(params: types.DidCloseTextDocumentParams) -> None:
        uri = params.text_document.uri
        server.session.documents.close(uri)
        server.session.closed(uri, [uri])

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def did_save(params: types.DidSaveTextDocumentParams) -> None:
        server.session.read_again()


def _add_notebooks(server: Server) -> None:
    @_instead(server, types.NOTEBOOK_DOCUMENT_DID_OPEN)
    def did_open(params: types.DidOpenNotebookDocumentParams) -> None:
        session = server.session
        session.documents.open_notebook(params.notebook_document, params.cell_text_documents)
        session.opened(params.notebook_document.uri)

    @_instead(server, types.NOTEBOOK_DOCUMENT_DID_CHANGE)
    def did_change(params: types.DidChangeNotebookDocumentParams) -> None:
        session, uri = server.session, params.notebook_document.uri
        session.drop(uri, session.documents.change_notebook(params))
        cells = params.change.cells
        texts = (cells.text_content or ()) if cells is not None else ()
        session.changed(uri, [(content.document.uri, content.changes) for content in texts])

    @_instead(server, types.NOTEBOOK_DOCUMENT_DID_CLOSE)
    def did_close(params: types.DidCloseNotebookDocumentParams) -> None:
        session, uri = server.session, params.notebook_document.uri
        session.closed(uri, session.documents.close_notebook(uri))

    @server.feature(types.NOTEBOOK_DOCUMENT_DID_SAVE)
    def did_save(params: types.DidSaveNotebookDocumentParams) -> None:
        server.session.read_again()


def _add_workspace(server: Server) -> None:
    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    def did_change_configuration(params: types.DidChangeConfigurationParams) -> None:
        # Some clients send an empty message to say that something changed.
        if params.settings:
            server.session.configure(params.settings)
        server.session.read_again()

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def did_change_watched_files(params: types.DidChangeWatchedFilesParams) -> None:
        server.session.read_again()

    @_instead(server, types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    def did_change_folders(params: types.DidChangeWorkspaceFoldersParams) -> None:
        documents = server.session.documents
        gone = {path_of(folder.uri) for folder in params.event.removed}
        added = [path for path in (path_of(folder.uri) for folder in params.event.added) if path]
        documents.folders = [path for path in documents.folders if path not in gone] + added
        server.session.read_again()


def _add_questions(server: Server) -> None:
    from osmosis_lint.frontends.server.actions import KINDS

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(code_action_kinds=list(KINDS)))
    async def code_action(params: types.CodeActionParams) -> list[types.CodeAction]:
        from osmosis_lint.frontends.server.actions import Actions

        session, uri = server.session, params.text_document.uri
        found = await session.shown_now(uri)
        if found is None or not found[0].parses:
            return []
        checked, items = found
        actions = Actions(checked, uri, with_versions=_takes_versions(server.client_capabilities))
        at_place = [item for item in items if _touches(item, params.range)]
        return await session.work(lambda: actions.of(at_place, params.context.only))

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def hover(params: types.HoverParams) -> types.Hover | None:
        session = server.session
        found = await session.shown_now(params.text_document.uri)
        place = types.Range(params.position, params.position)
        items = [item for item in found[1] if _touches(item, place)] if found is not None else []
        if not items:
            return None
        codes = list(dict.fromkeys(item.finding.code for item in items))
        text = await session.work(lambda: "\n\n---\n\n".join(page_of(code).strip() for code in codes))
        return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text), items[0].diagnostic.range)

    @server.feature(
        types.TEXT_DOCUMENT_DIAGNOSTIC,
        types.DiagnosticOptions(inter_file_dependencies=True, workspace_diagnostics=False, identifier=TOOL),
    )
    async def diagnostic(params: types.DocumentDiagnosticParams) -> types.RelatedFullDocumentDiagnosticReport:
        session, uri = server.session, params.text_document.uri
        # What stands in notebooks is sent on its own: not all clients ask for their cells.
        found = await session.shown_now(uri) if session.documents.whole(uri) == uri else None
        return types.RelatedFullDocumentDiagnosticReport([item.diagnostic for item in found[1]] if found else [])


def _touches(item: Shown, place: types.Range) -> bool:
    """Whether a finding and a place have a character or a border in common."""
    found = item.diagnostic.range
    starts, ends = (found.start.line, found.start.character), (found.end.line, found.end.character)
    return starts <= (place.end.line, place.end.character) and (place.start.line, place.start.character) <= ends


def _takes_versions(capabilities: types.ClientCapabilities) -> bool:
    edit = capabilities.workspace.workspace_edit if capabilities.workspace is not None else None
    return bool(edit is not None and edit.document_changes)
