"""The language server: `features` under the Language Server Protocol, by pygls (extra `lsp`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path
from pygls.workspace import PositionCodec

from fairyscore.cli.language_server import features, variant_files
from fairyscore.cli.language_server.document import OpenFile
from fairyscore.cli.language_server.features import Extent, FilePosition, Symbol
from fairyscore.notation._version import VERSION
from fairyscore.notation.records.diagnostics import Diagnostic, Severity

SOURCE = "fairyscore"

SEVERITIES = {
    Severity.ERROR: lsp.DiagnosticSeverity.Error,
    Severity.WARNING: lsp.DiagnosticSeverity.Warning,
    Severity.INFO: lsp.DiagnosticSeverity.Information,
}

VARIANT_FILE = ".toml"


class RecordServer(LanguageServer):
    """Holds the open files. variant: the game of records that name none, as the editor's settings have it."""

    def __init__(self) -> None:
        super().__init__("fairyscore", VERSION)
        self.documents: dict[str, OpenFile] = {}
        self.variant = ""

    def take(self, uri: str) -> None:
        """Take in the text of a file as the editor has it now, and tell what is found."""
        text = self.workspace.get_text_document(uri).source
        path = to_fs_path(uri) or uri
        found = list(self._variant_file(path, text) if path.endswith(VARIANT_FILE) else self._record(uri, path, text))
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri=uri, diagnostics=found))

    def drop(self, uri: str) -> None:
        """Forget a file that the editor closes."""
        self.documents.pop(uri, None)
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri=uri, diagnostics=[]))

    def _record(self, uri: str, path: str, text: str) -> Iterator[lsp.Diagnostic]:
        plain = text.replace("\r\n", "\n").replace("\r", "\n").encode(errors="replace").decode()
        document = self.documents.get(uri)
        if document is None:
            document = self.documents[uri] = OpenFile(path, plain, self.variant)
        else:
            document.update(plain)
        return (self._diagnostic(document, found) for found in document.diagnostics())

    def _variant_file(self, path: str, text: str) -> Iterator[lsp.Diagnostic]:
        for mistake in variant_files.mistakes(path, text):
            line, column = max(mistake.line, 1) - 1, max(mistake.column, 1) - 1
            yield lsp.Diagnostic(
                range=lsp.Range(lsp.Position(line, column), lsp.Position(line, column + 1)),
                message=mistake.message,
                severity=lsp.DiagnosticSeverity.Error,
                source=SOURCE,
            )

    def _diagnostic(self, document: OpenFile, found: Diagnostic) -> lsp.Diagnostic:
        said = [found.message, *(sentence for _, sentence in found.reasons[1:])]
        if found.suggestions:
            said.append(f"did you mean: {', '.join(found.suggestions)}")
        return lsp.Diagnostic(
            range=self.range(document, features.extent_of(found)),
            message="\n".join([*said, found.advice]).rstrip(),
            severity=SEVERITIES[found.severity],
            code=found.code,
            source=SOURCE,
        )

    def range(self, document: OpenFile, extent: Extent) -> lsp.Range:
        """An extent in the units of the client, by default UTF-16."""
        lines = document.text.split("\n")
        start, end = (lsp.Position(place.line, place.character) for place in extent)
        return self._codec.range_to_client_units(lines, lsp.Range(start, end))

    def place(self, document: OpenFile, position: lsp.Position) -> FilePosition:
        """A position of the client as a place."""
        found = self._codec.position_from_client_units(document.text.split("\n"), position)
        return FilePosition(found.line, found.character)

    @property
    def _codec(self) -> PositionCodec:
        return self.workspace.position_codec


server = RecordServer()


@server.feature(lsp.INITIALIZE)
def initialize(params: lsp.InitializeParams) -> None:
    """The editor's settings: `variant`, the game of records that name none."""
    options: Any = params.initialization_options
    if isinstance(options, dict):
        server.variant = str(options.get("variant", ""))


@server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
def did_open(params: lsp.DidOpenTextDocumentParams) -> None:
    """A file is opened."""
    server.take(params.text_document.uri)


@server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
def did_change(params: lsp.DidChangeTextDocumentParams) -> None:
    """Something is typed."""
    server.take(params.text_document.uri)


@server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
def did_close(params: lsp.DidCloseTextDocumentParams) -> None:
    """A file is closed."""
    server.drop(params.text_document.uri)


@server.feature(lsp.TEXT_DOCUMENT_HOVER)
def hover(params: lsp.HoverParams) -> lsp.Hover | None:
    """The board after the move under the pointer."""
    document = server.documents.get(params.text_document.uri)
    found = features.hover(document, server.place(document, params.position)) if document is not None else None
    if document is None or found is None:
        return None
    content = lsp.MarkupContent(lsp.MarkupKind.Markdown, found.markdown)
    return lsp.Hover(content, server.range(document, found.extent))


@server.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=["[", '"', "."]))
def completion(params: lsp.CompletionParams) -> list[lsp.CompletionItem]:
    """Legal moves, tags, names of games; in variant files keys and what they may be."""
    document = server.documents.get(params.text_document.uri)
    if document is not None:
        found = features.completions(document, server.place(document, params.position))
    elif params.text_document.uri.endswith(VARIANT_FILE):
        text = server.workspace.get_text_document(params.text_document.uri).source
        found = variant_files.completions(text, FilePosition(params.position.line, params.position.character))
    else:
        return []
    kind = lsp.CompletionItemKind.Value
    return [lsp.CompletionItem(label=item.text, detail=item.detail, kind=kind) for item in found]


@server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix]))
def code_action(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
    """Quick fixes: moves that were probably meant, and the repairs of a game."""
    uri = params.text_document.uri
    document = server.documents.get(uri)
    if document is None:
        return []
    first, last = params.range.start.line + 1, params.range.end.line + 1
    actions = [
        _action(uri, document, fix, found)
        for found in document.diagnostics()
        if first <= found.line <= last
        for fix in features.fixes(document, found)
    ]
    game = document.game_at(first)
    if game is not None and any(first <= found.line <= last and found.move for found in game.diagnostics()):
        actions += [_action(uri, document, fix) for fix in features.repairs(document, game)]
    return actions


def _action(uri: str, document: OpenFile, fix: features.Fix, found: Diagnostic | None = None) -> lsp.CodeAction:
    edits = [lsp.TextEdit(server.range(document, extent), text) for extent, text in fix.edits]
    about = None if found is None else [server._diagnostic(document, found)]
    return lsp.CodeAction(
        title=fix.title,
        kind=lsp.CodeActionKind.QuickFix,
        diagnostics=about,
        edit=lsp.WorkspaceEdit(changes={uri: edits}),
    )


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
    """Games and variations."""
    document = server.documents.get(params.text_document.uri)
    return [] if document is None else [lsp.FoldingRange(first, last) for first, last in features.folds(document)]


@server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
def document_symbol(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
    """The games of a file, with their variations."""
    document = server.documents.get(params.text_document.uri)
    return [] if document is None else [_symbol(document, symbol) for symbol in features.outline(document)]


def _symbol(document: OpenFile, symbol: Symbol) -> lsp.DocumentSymbol:
    where = server.range(document, symbol.extent)
    inner = [_symbol(document, part) for part in symbol.inner]
    kind = lsp.SymbolKind.Event if symbol.inner else lsp.SymbolKind.String
    return lsp.DocumentSymbol(symbol.name, kind, where, where, children=inner)
