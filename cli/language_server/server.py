"""The language server: what editors ask under the Language Server Protocol, by pygls (extra `lsp`)."""

import asyncio
import base64
import json
from collections.abc import Callable, Iterator
from typing import Any, cast

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException, JsonRpcParseError
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol
from pygls.uris import to_fs_path
from pygls.workspace import PositionCodec

from fairyscore.cli.language_server import variant_files
from fairyscore.cli.language_server.document import (
    JudgedGame,
    MoveToken,
    OpenFile,
    position_before,
    tokens_of,
    written_moves,
)
from fairyscore.notation._version import VERSION
from fairyscore.notation.moves import long
from fairyscore.notation.position import Position
from fairyscore.notation.records.diagnostics import Diagnostic, Severity
from fairyscore.notation.records.roster import ROSTER
from fairyscore.notation.records.token_stream import Span
from fairyscore.notation.replay import Validator
from fairyscore.notation.text import shown
from fairyscore.notation.variants.mistakes import Mistake
from fairyscore.notation.variants.registry import variant_names

SOURCE = "fairyscore"
VARIANT_FILE = ".toml"

SEVERITIES = {
    Severity.ERROR: lsp.DiagnosticSeverity.Error,
    Severity.WARNING: lsp.DiagnosticSeverity.Warning,
    Severity.INFO: lsp.DiagnosticSeverity.Information,
}

PAUSE = 0.2  # seconds without a change after which diagnostics are sent
HOVER_SIZE = "70mm"
LONGEST_OUTLINED = 200_000  # characters of a file whose variations are outlined too

# Tags beyond the roster that records often have (PGN 9).
COMMON_TAGS = (
    "Variant", "FEN", "SetUp", "TimeControl", "Termination", "Annotator", "Opening", "ECO", "WhiteElo", "BlackElo",
)  # fmt: skip


class EditedRecord(OpenFile):
    """An open record. codec: turns characters into the units that the editor counts in, by default UTF-16."""

    def __init__(self, path: str, text: str, variant: str, codec: PositionCodec) -> None:
        self.codec = codec
        super().__init__(path, text, variant)

    def range(self, start: tuple[int, int], end: tuple[int, int]) -> lsp.Range:
        """The text between two places, each a line and a character from 0."""
        place = lsp.Range(lsp.Position(*start), lsp.Position(*end))
        return self.codec.range_to_client_units(self.lines, place)

    def extent(self, game: JudgedGame, span: Span) -> lsp.Range:
        """Characters of a game's text as a range of the file."""
        text, first = game.text.text, game.text.line - 1
        places = [(first + text.count("\n", 0, at), at - text.rfind("\n", 0, at) - 1) for at in span]
        return self.range(*places)

    def at(self, position: lsp.Position) -> tuple[JudgedGame, int] | None:
        """The game at a position of the editor, and which character of its text stands there."""
        place = self.codec.position_from_client_units(self.lines, position)
        game = self.game_at(place.line + 1)
        if game is None:
            return None
        before = game.text.text.split("\n")[: place.line - (game.text.line - 1)]
        return game, sum(len(line) + 1 for line in before) + place.character

    def diagnostic(self, found: Diagnostic) -> lsp.Diagnostic:
        """A finding, at least one character wide."""
        sentences = [found.message, *(sentence for _, sentence in found.reasons[1:])]
        if found.suggestions:
            sentences.append(f"did you mean: {', '.join(found.suggestions)}")
        line = found.line - 1
        return lsp.Diagnostic(
            range=self.range((line, found.column - 1), (line, max(found.end_column - 1, found.column))),
            message="\n".join([*sentences, found.advice]).rstrip(),
            severity=SEVERITIES[found.severity],
            code=found.code,
            source=SOURCE,
        )

    def hover(self, position: lsp.Position) -> lsp.Hover | None:
        """The board after the move at a position, with material and check; or why the move is refused."""
        found = self.at(position)
        if found is None:
            return None
        game, offset = found
        for written in written_moves(game, self.format):
            if written.span[0] <= offset < written.span[1]:
                contents = lsp.MarkupContent(lsp.MarkupKind.Markdown, "\n\n".join(_shown_board(game, written)))
                return lsp.Hover(contents, self.extent(game, written.span))
        return None

    def completions(self, position: lsp.Position) -> Iterator[tuple[str, str]]:
        """The legal moves, names of tags or names of games that may stand at a position, and what each is."""
        place = self.codec.position_from_client_units(self.lines, position)
        line = "".join(self.lines[place.line : place.line + 1])[: place.character].lstrip()
        found = self.at(position)
        if line.startswith("["):
            name, quote, _ = line[1:].partition('"')
            if not quote:
                yield from ((tag, "tag") for tag in (*ROSTER, *COMMON_TAGS))
            elif name.strip() == "Variant":
                yield from ((game, "variant") for game in variant_names())
        elif found is not None:
            game, offset = found
            while offset and not game.text.text[offset - 1].isspace() and game.text.text[offset - 1] not in "({.":
                offset -= 1  # to the beginning of the word
            state = position_before(game, self.format, offset + 1)
            if state is not None and game.verdict.record is not None:
                variant = game.verdict.record.game
                notation = game.verdict.notation or variant.writing.usual
                for move in state.moves():
                    yield notation.write(state, move, variant), long.write(state, move, variant)

    def actions(self, uri: str, lines: lsp.Range) -> Iterator[lsp.CodeAction]:
        """Quick fixes of what is found on some lines: moves that were probably meant, then repairs of the game."""
        first, last = lines.start.line + 1, lines.end.line + 1
        for found in self.diagnostics():
            if first <= found.line <= last:
                diagnostic = self.diagnostic(found)
                for suggestion in found.suggestions:
                    edit = lsp.TextEdit(diagnostic.range, suggestion)
                    yield _action(uri, f"Replace with {suggestion}", [edit], [diagnostic])
        game = self.game_at(first)
        if game is None or self.format.read is None or not game.verdict.refused:
            return
        if any(first <= found.line <= last and found.move for found in game.diagnostics()):
            from fairyscore.notation.work.repair import proposals

            judge = Validator(file=self.path, variant=self.variant, read=self.format.read)
            for changes in (proposal.changes for proposal in proposals(game.text, judge)):
                edits = [lsp.TextEdit(self.extent(game, (edit.start, edit.end)), edit.becomes) for edit in changes]
                yield _action(uri, f"Repair: {'; '.join(edit.why for edit in changes)}", edits)

    def formatting(self) -> list[lsp.TextEdit] | None:
        """The canonical form; games that are not understood whole stay as they are."""
        new = self.formatted()
        if new is None or new == self.text:
            return None
        end = lsp.Position(self.text.count("\n") + 1, 0)
        return [lsp.TextEdit(lsp.Range(lsp.Position(0, 0), end), new)]

    def folds(self) -> list[lsp.FoldingRange]:
        """Games and variations of several lines."""
        symbols: list[lsp.DocumentSymbol] = []
        for game in self.outline():
            symbols += (game, *(game.children or ()))
        ranges = [symbol.range for symbol in symbols]
        return [lsp.FoldingRange(one.start.line, one.end.line) for one in ranges if one.start.line < one.end.line]

    def outline(self) -> list[lsp.DocumentSymbol]:
        """The games of a file; those up to the size that a person reads with their variations."""
        found = []
        for game in self.games:
            text = game.text.text.rstrip()
            where = self.extent(game, (len(text) - len(text.lstrip()), len(text)))
            inner = list(self._variations(game)) if len(self.text) <= LONGEST_OUTLINED else []
            kind = lsp.SymbolKind.Event if inner else lsp.SymbolKind.String
            title = f"{game.title} {game.verdict.result}".rstrip()
            found.append(lsp.DocumentSymbol(title, kind, where, where, children=inner))
        return found

    def _variations(self, game: JudgedGame) -> Iterator[lsp.DocumentSymbol]:
        """The variations of the main line, each by its first words."""
        opened: list[int] = []
        for token, (start, end) in tokens_of(game, self.format):
            if token == "(":
                opened.append(start)
            elif token == ")" and opened:
                start = opened.pop()
                if not opened:
                    words = shown(" ".join(game.text.text[start:end].split()[:4]), 40)
                    where = self.extent(game, (start, end))
                    yield lsp.DocumentSymbol(words, lsp.SymbolKind.String, where, where, children=[])


def _shown_board(game: JudgedGame, written: MoveToken) -> Iterator[str]:
    from fairyscore.render.board_state import moment
    from fairyscore.render.drawing import diagram
    from fairyscore.render.prose import described
    from fairyscore.render.terminal import plain_lines

    assert game.verdict.record is not None
    variant = game.verdict.record.game
    before = Position(variant, written.before)
    if written.move is None:
        yield f"**{shown(written.text)}** is not legal: {'; '.join(map(str, before.explain(written.text)))}"
        after = before
    else:
        after = before.after(written.move)
        text = long.write(written.before, written.move, variant)
        yield f"**{written.before.fullmove_number}. {shown(written.text)}** · {text} · {before.turn.name}"
    state = moment(after)
    svg = diagram(state, size=HOVER_SIZE, arrow=False).svg()
    yield f"![board](data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()})"
    yield described(state)
    board = "\n".join(map(str.rstrip, plain_lines(state)))
    yield f"```text\n{board}\n```"


def _action(
    uri: str, title: str, edits: list[lsp.TextEdit], about: list[lsp.Diagnostic] | None = None
) -> lsp.CodeAction:
    edit = lsp.WorkspaceEdit(changes={uri: edits})
    return lsp.CodeAction(title=title, kind=lsp.CodeActionKind.QuickFix, diagnostics=about, edit=edit)


# -- what the editor says ------------------------------------------------------------------------------------------------


class AnsweringProtocol(LanguageServerProtocol):
    """Answers a request that makes no sense with an error; an editor would wait for an answer for ever."""

    def structure_message(self, data: dict[str, Any]) -> Any:
        """A message as pygls reads it."""
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            if "method" in data and "id" in data:
                self._send_response(data["id"], error=error.to_response_error())
            raise


class RecordServer(LanguageServer):
    """Holds the open files. variant: the game of records that name none, as the editor's settings have it."""

    def __init__(self) -> None:
        super().__init__("fairyscore", VERSION, protocol_cls=AnsweringProtocol)
        self.variant = ""
        self._documents: dict[str, EditedRecord] = {}
        self._changed: set[str] = set()  # files whose text was not taken in yet
        self._waiting: dict[str, asyncio.TimerHandle] = {}  # what publishes diagnostics once nobody types any more

    def change(self, uri: str, *, delay: float = 0.0) -> None:
        """A file has another text. delay: seconds after which it is judged, unless it changes once more."""
        self._changed.add(uri)
        if uri in self._waiting:
            self._waiting.pop(uri).cancel()
        if delay:
            self._waiting[uri] = asyncio.get_running_loop().call_later(delay, self.publish, uri)
        else:
            self.publish(uri)

    def document(self, uri: str) -> EditedRecord | None:
        """A record as the editor has it now; None for variant files, and for what is not open."""
        path = to_fs_path(uri) or uri
        if path.endswith(VARIANT_FILE) or (uri not in self._documents and uri not in self._changed):
            return None
        if uri in self._changed:
            text = self.workspace.get_text_document(uri).source
            plain = text.replace("\r\n", "\n").replace("\r", "\n").encode(errors="replace").decode()
            if uri in self._documents:
                self._documents[uri].update(plain)
            else:
                self._documents[uri] = EditedRecord(path, plain, self.variant, self.workspace.position_codec)
            self._changed.discard(uri)
        return self._documents[uri]

    def publish(self, uri: str) -> None:
        """Send what is found in a file as the editor has it now."""
        self._waiting.pop(uri, None)
        document = self.document(uri)
        if document is None:
            path = to_fs_path(uri) or uri
            text = self.workspace.get_text_document(uri).source
            found = list(map(_mistake, variant_files.mistakes(path, text)))
        else:
            found = list(map(document.diagnostic, document.diagnostics()))
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri=uri, diagnostics=found))

    def forget(self, uri: str) -> None:
        """A file is closed; nothing is found in it any more."""
        if uri in self._waiting:
            self._waiting.pop(uri).cancel()
        self._changed.discard(uri)
        self._documents.pop(uri, None)
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, []))

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Show an error in the editor; what is not JSON is answered too."""
        if isinstance(error, json.JSONDecodeError):
            answered = cast(str, None)  # nobody knows which request it was: JSON-RPC has null for it
            self.protocol._send_response(answered, error=JsonRpcParseError().to_response_error())
        super().report_server_error(error, source)


def _mistake(found: Mistake) -> lsp.Diagnostic:
    line, column = max(found.line, 1) - 1, max(found.column, 1) - 1
    where = lsp.Range(lsp.Position(line, column), lsp.Position(line, column + 1))
    return lsp.Diagnostic(where, found.message, lsp.DiagnosticSeverity.Error, source=SOURCE)


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
    server.change(params.text_document.uri)


@server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
def did_change(params: lsp.DidChangeTextDocumentParams) -> None:
    """Something is typed."""
    server.change(params.text_document.uri, delay=PAUSE)


@server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
def did_close(params: lsp.DidCloseTextDocumentParams) -> None:
    """A file is closed: forget it."""
    server.forget(params.text_document.uri)


@server.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=["[", '"', "."]))
def completion(params: lsp.CompletionParams) -> list[lsp.CompletionItem]:
    """Legal moves, tags, names of games; in variant files keys and what they may be."""
    uri, place = params.text_document.uri, params.position
    document = server.document(uri)
    if document is not None:
        found = document.completions(place)
    elif uri.endswith(VARIANT_FILE):
        text = server.workspace.get_text_document(uri).source
        found = variant_files.completions(text, place.line, place.character)
    else:
        return []
    return [lsp.CompletionItem(text, detail=detail, kind=lsp.CompletionItemKind.Value) for text, detail in found]


def answer(feature: str, what: Callable[[EditedRecord, Any], Any], options: object = None) -> None:
    """Answer a question about a record; about other files there is nothing to say."""

    def reply(params: Any) -> Any:
        document = server.document(params.text_document.uri)
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
