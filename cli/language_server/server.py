"""The language server: what editors ask under the Language Server Protocol, by pygls (extra `lsp`)."""

from __future__ import annotations

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
        document = self.documents.get(uri)
        if document is None:
            codec = self.workspace.position_codec
            document = self.documents[uri] = EditedRecord(path, plain, self.variant, codec)
        else:
            document.update(plain)
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


@server.feature(lsp.TEXT_DOCUMENT_HOVER)
def hover(params: lsp.HoverParams) -> lsp.Hover | None:
    """The board after the move under the pointer."""
    document = server.documents.get(params.text_document.uri)
    return None if document is None else document.hover(params.position)


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


@server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix]))
def code_action(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
    """Quick fixes: moves that were probably meant, and the repairs of a game."""
    document = server.documents.get(params.text_document.uri)
    return [] if document is None else list(document.actions(params.text_document.uri, params.range))


@server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
def formatting(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit] | None:
    """The canonical form; games that are not understood whole stay as they are."""
    document = server.documents.get(params.text_document.uri)
    new = document.formatted() if document is not None else None
    if document is None or new is None or new == document.text:
        return None
    end = lsp.Position(document.text.count("\n") + 1, 0)
    return [lsp.TextEdit(lsp.Range(lsp.Position(0, 0), end), new)]


@server.feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)
def folding_range(params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
    """Games and variations of several lines."""
    document = server.documents.get(params.text_document.uri)
    symbols = [] if document is None else document.outline()
    ranges = [part.range for symbol in symbols for part in (symbol, *(symbol.children or ()))]
    return [lsp.FoldingRange(one.start.line, one.end.line) for one in ranges if one.start.line < one.end.line]


@server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
def document_symbol(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
    """The games of a file, with their variations."""
    document = server.documents.get(params.text_document.uri)
    return [] if document is None else document.outline()
