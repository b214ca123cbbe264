"""The language server: what editors ask under the Language Server Protocol, by pygls (extra `lsp`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from fairyscore.cli.language_server import variant_files
from fairyscore.cli.language_server.features import SOURCE, EditedRecord
from fairyscore.notation._version import VERSION

VARIANT_FILE = ".toml"


class RecordServer(LanguageServer):
    """Holds the open files. variant: the game of records that name none, as the editor's settings have it."""

    def __init__(self) -> None:
        super().__init__("fairyscore", VERSION)
        self.documents: dict[str, EditedRecord] = {}
        self.variant = ""

    def take(self, uri: str) -> None:
        """Take in the text of a file as the editor has it now, and tell what is found."""
        text = self.workspace.get_text_document(uri).source
        path = to_fs_path(uri) or uri
        found = self._mistakes(path, text) if path.endswith(VARIANT_FILE) else self._found(uri, path, text)
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri=uri, diagnostics=found))

    def _found(self, uri: str, path: str, text: str) -> list[lsp.Diagnostic]:
        plain = text.replace("\r\n", "\n").replace("\r", "\n").encode(errors="replace").decode()
        if uri in self.documents:
            self.documents[uri].update(plain)
        else:
            self.documents[uri] = EditedRecord(path, plain, self.variant, self.workspace.position_codec)
        document = self.documents[uri]
        return list(map(document.diagnostic, document.diagnostics()))

    def _mistakes(self, path: str, text: str) -> list[lsp.Diagnostic]:
        found = []
        for mistake in variant_files.mistakes(path, text):
            line, column = max(mistake.line, 1) - 1, max(mistake.column, 1) - 1
            where = lsp.Range(lsp.Position(line, column), lsp.Position(line, column + 1))
            found.append(lsp.Diagnostic(where, mistake.message, lsp.DiagnosticSeverity.Error, source=SOURCE))
        return found


server = RecordServer()


@server.feature(lsp.INITIALIZE)
def initialize(params: lsp.InitializeParams) -> None:
    """The editor's settings: `variant`, the game of records that name none."""
    options: Any = params.initialization_options
    if isinstance(options, dict):
        server.variant = str(options.get("variant", ""))


@server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
@server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
def did_change(params: lsp.DidOpenTextDocumentParams | lsp.DidChangeTextDocumentParams) -> None:
    """A file is opened, or something is typed."""
    server.take(params.text_document.uri)


@server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
def did_close(params: lsp.DidCloseTextDocumentParams) -> None:
    """A file is closed: forget it."""
    server.documents.pop(params.text_document.uri, None)
    server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(params.text_document.uri, []))


@server.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=["[", '"', "."]))
def completion(params: lsp.CompletionParams) -> list[lsp.CompletionItem]:
    """Legal moves, tags, names of games; in variant files keys and what they may be."""
    uri, place = params.text_document.uri, params.position
    if uri in server.documents:
        found = server.documents[uri].completions(place)
    elif uri.endswith(VARIANT_FILE):
        text = server.workspace.get_text_document(uri).source
        found = variant_files.completions(text, place.line, place.character)
    else:
        return []
    return [lsp.CompletionItem(text, detail=detail, kind=lsp.CompletionItemKind.Value) for text, detail in found]


def answer(feature: str, what: Callable[[EditedRecord, Any], Any], options: object = None) -> None:
    """Answer a question about a record; about other files there is nothing to say."""

    def reply(params: Any) -> Any:
        document = server.documents.get(params.text_document.uri)
        return None if document is None else what(document, params)

    server.feature(feature, options)(reply)


quick_fixes = lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix])
answer(lsp.TEXT_DOCUMENT_HOVER, lambda document, params: document.hover(params.position))
answer(
    lsp.TEXT_DOCUMENT_CODE_ACTION,
    lambda document, params: list(document.actions(params.text_document.uri, params.range)),
    quick_fixes,
)
answer(lsp.TEXT_DOCUMENT_FORMATTING, lambda document, _: document.formatting())
answer(lsp.TEXT_DOCUMENT_FOLDING_RANGE, lambda document, _: document.folds())
answer(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL, lambda document, _: document.outline())
