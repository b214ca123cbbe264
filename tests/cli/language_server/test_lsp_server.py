"""The language server driven as an editor drives it, over standard input and output."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

pytest.importorskip("pygls")

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

START = [
    sys.executable,
    "-c",
    "import sys; sys.argv = ['fairyscore', 'lsp']; from fairyscore.cli.main import main; main()",
]
URI = "file:///records/game.pgn"

FAULTY = '[White "Ännä 𝔄"]\n[Result "*"]\n\n1. e4 e5 {𝔄} 2. Ke3 Nc6 *\n'
GOOD = '[White "Anna"]\n[Black "Bert"]\n[Result "*"]\n\n1. e4 e5 (1... c5 2. Nf3\nd6) 2. Nf3 *\n'


class Editor(LanguageClient):
    """An editor that remembers what it is told."""

    def __init__(self) -> None:
        super().__init__("test-editor", "1")
        self.opened: set[str] = set()
        self.published: asyncio.Queue[lsp.PublishDiagnosticsParams] = asyncio.Queue()

        @self.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)  # type: ignore[untyped-decorator]
        def publish(params: lsp.PublishDiagnosticsParams) -> None:
            self.published.put_nowait(params)

    async def open(self, text: str, uri: str = URI) -> list[lsp.Diagnostic]:
        """Open a file and wait for what is found."""
        self.opened.add(uri)
        item = lsp.TextDocumentItem(uri=uri, language_id="pgn", version=1, text=text)
        self.text_document_did_open(lsp.DidOpenTextDocumentParams(text_document=item))
        return await self.diagnostics()

    async def close_all(self) -> None:
        """Close the files; nothing is found in them any more."""
        while self.opened:
            document = lsp.TextDocumentIdentifier(self.opened.pop())
            self.text_document_did_close(lsp.DidCloseTextDocumentParams(document))
            assert await self.diagnostics() == []

    async def type(self, text: str, start: lsp.Position, end: lsp.Position) -> list[lsp.Diagnostic]:
        """Replace a part of the text and wait for what is found."""
        change = lsp.TextDocumentContentChangePartial(range=lsp.Range(start, end), text=text)
        document = lsp.VersionedTextDocumentIdentifier(version=2, uri=URI)
        self.text_document_did_change(lsp.DidChangeTextDocumentParams(document, [change]))
        return await self.diagnostics()

    async def diagnostics(self) -> list[lsp.Diagnostic]:
        """The next diagnostics."""
        return list((await asyncio.wait_for(self.published.get(), 20)).diagnostics)


Edited = Callable[[Callable[[Editor], Awaitable[Any]]], Any]


@contextmanager
def server(**options: str) -> Iterator[Edited]:
    """What gives the outcome of some work in an editor, which keeps its server. The files are closed after each."""
    editor = Editor()

    async def start() -> None:
        await editor.start_io(*START, env=os.environ.copy())
        await editor.initialize_async(
            lsp.InitializeParams(capabilities=lsp.ClientCapabilities(), initialization_options=options)
        )
        editor.initialized(lsp.InitializedParams())

    async def stop() -> None:
        await editor.shutdown_async(None)
        editor.exit(None)
        await editor.stop()  # type: ignore[no-untyped-call]

    async def session(work: Callable[[Editor], Awaitable[Any]]) -> Any:
        found = await work(editor)
        await editor.close_all()
        return found

    with asyncio.Runner() as runner:
        runner.run(start())
        yield lambda work: runner.run(session(work))
        runner.run(stop())


@pytest.fixture(scope="module")
def edited() -> Iterator[Edited]:
    with server() as session:
        yield session


def at(line: int, character: int) -> dict[str, Any]:
    return {"text_document": lsp.TextDocumentIdentifier(URI), "position": lsp.Position(line, character)}


def test_diagnostics_come_with_places_in_utf16_and_go_with_the_fault(edited: Edited) -> None:
    async def work(editor: Editor) -> None:
        (found, *_) = await editor.open(FAULTY)
        assert found.code == "no-piece-reaches"
        assert (found.range.start, found.range.end) == (lsp.Position(3, 17), lsp.Position(3, 20))  # 𝔄 takes two
        assert [d.code for d in await editor.type("Ke2", found.range.start, found.range.end)] == []

    edited(work)


def test_a_move_is_shown_with_its_board(edited: Edited) -> None:
    async def work(editor: Editor) -> tuple[Any, Any]:
        await editor.open(GOOD)
        variation = await editor.text_document_hover_async(lsp.HoverParams(**at(5, 0)))
        await editor.open(FAULTY)
        return variation, await editor.text_document_hover_async(lsp.HoverParams(**at(3, 19)))

    variation, refused = edited(work)
    assert "d7-d6" in variation.contents.value
    assert "data:image/svg+xml;base64," in variation.contents.value
    assert variation.range == lsp.Range(lsp.Position(5, 0), lsp.Position(5, 2))
    assert "**Ke3** is not legal: no white king can go to e3" in refused.contents.value


def test_moves_tags_and_games_are_completed(edited: Edited) -> None:
    async def work(editor: Editor) -> list[set[str]]:
        await editor.open(GOOD)
        found = []
        items: Any
        for line, character in ((4, 12), (4, len("1. e4 e5 (1... c5 2. N")), (5, len("d6) 2. N"))):
            items = await editor.text_document_completion_async(lsp.CompletionParams(**at(line, character)))
            found.append({item.label for item in items})
        await editor.type('[Variant "t\n', lsp.Position(0, 0), lsp.Position(0, 0))
        items = await editor.text_document_completion_async(lsp.CompletionParams(**at(0, 11)))
        return [*found, {item.label for item in items}]

    black, variation, main, games = edited(work)
    assert {"c5", "Nf6"} <= black
    assert {"Nf3", "d4"} <= variation
    assert "Nc6" not in variation
    assert {"Nf3", "f4"} <= main
    assert {"tor-qi", "chess"} <= games


def test_quick_fixes_replace_the_move_and_repair_the_game(edited: Edited) -> None:
    async def work(editor: Editor) -> list[lsp.CodeAction]:
        (found, *_) = await editor.open('[White "A"]\n[Result "*"]\n\n1. e4 e5 2. Nf4 Nc6 *\n')
        context = lsp.CodeActionContext(diagnostics=[found])
        params = lsp.CodeActionParams(lsp.TextDocumentIdentifier(URI), found.range, context)
        return list(await editor.text_document_code_action_async(params))  # type: ignore[arg-type]

    actions = edited(work)
    assert "Replace with Nf3" in [action.title for action in actions]
    assert any(action.title.startswith("Repair: ") for action in actions)
    (edit,) = next(a for a in actions if a.title == "Replace with Nf3").edit.changes[URI]
    assert (edit.new_text, edit.range.start) == ("Nf3", lsp.Position(3, 12))


def test_files_are_formatted_folded_and_outlined(edited: Edited) -> None:
    async def work(editor: Editor) -> tuple[Any, Any, Any]:
        await editor.open(GOOD)
        document = lsp.TextDocumentIdentifier(URI)
        options = lsp.FormattingOptions(tab_size=4, insert_spaces=True)
        return (
            await editor.text_document_formatting_async(lsp.DocumentFormattingParams(document, options)),
            await editor.text_document_folding_range_async(lsp.FoldingRangeParams(document)),
            await editor.text_document_document_symbol_async(lsp.DocumentSymbolParams(document)),
        )

    (edit,), folds, (symbol,) = edited(work)
    assert "1. e4 e5 (1... c5 2. Nf3 d6) 2. Nf3 *" in edit.new_text
    assert [(fold.start_line, fold.end_line) for fold in folds] == [(0, 5), (4, 5)]
    assert symbol.name == "1. Anna - Bert *"
    assert [inner.name for inner in symbol.children] == ["(1... c5 2. Nf3"]


def test_bare_moves_are_of_the_game_that_the_settings_name() -> None:
    async def work(editor: Editor) -> list[lsp.Diagnostic]:
        return await editor.open("1. 8I-7K 6K-7I *\n")

    with server(variant="kaleidochess") as edited:
        assert edited(work) == []


def test_variant_files_are_checked_as_they_are_written(edited: Edited) -> None:
    async def work(editor: Editor) -> list[lsp.Diagnostic]:
        return await editor.open('title = "New"\npeices = []\n', "file:///games/new.toml")

    found = edited(work)
    assert any("peices" in diagnostic.message for diagnostic in found)
    assert min(diagnostic.range.start.line for diagnostic in found) <= 1


def test_nothing_that_an_editor_sends_ends_the_server(edited: Edited) -> None:
    async def work(editor: Editor) -> list[lsp.Diagnostic]:
        for number, text in enumerate(("", "\ud800 1. e4", "{", "1. e4 (", "\0\x1b[31m", "PK\x03\x04")):
            await editor.open(text, f"file:///{number}.pgn")
            await editor.open(text, f"file:///{number}.toml")
        return await editor.open(GOOD, "file:///other.pgn")

    assert edited(work) == []


def message(body: bytes) -> bytes:
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def test_requests_without_sense_are_answered_with_an_error() -> None:
    """An editor waits for each answer; without one it would wait for ever."""
    document = {"uri": URI, "languageId": "pgn", "version": 1, "text": GOOD}
    asked: list[dict[str, Any]] = [
        {"id": 1, "method": "initialize", "params": {"processId": None, "rootUri": None, "capabilities": {}}},
        {"method": "textDocument/didOpen", "params": {"textDocument": document}},
        {"id": 2, "method": "textDocument/hover", "params": {"nonsense": 1}},
        {"id": 3, "method": "textDocument/hover", "params": {"textDocument": {"uri": URI}, "position": {"line": "x"}}},
        {"id": 4, "method": "textDocument/nothing", "params": {}},
        {"id": 5, "method": "shutdown"},
    ]
    messages = [message(json.dumps({"jsonrpc": "2.0", **one}).encode()) for one in asked]
    messages.insert(-1, message(b"{nonsense"))
    done = subprocess.run(START, input=b"".join(messages), capture_output=True, timeout=60, check=False)
    bodies = [json.loads(part.partition("Content-Length")[0]) for part in done.stdout.decode().split("\r\n\r\n")[1:]]
    errors = {body.get("id"): body["error"]["code"] for body in bodies if "error" in body}
    assert errors == {2: -32602, 3: -32602, 4: -32601, None: -32700}
    assert {1, 5} <= {body.get("id") for body in bodies if "result" in body}


def test_diagnostics_are_sent_once_the_typing_pauses(edited: Edited) -> None:
    async def work(editor: Editor) -> tuple[list[Any], int]:
        await editor.open(GOOD)
        place = lsp.Position(4, 0)
        document = lsp.VersionedTextDocumentIdentifier(version=2, uri=URI)
        for letter in reversed("1. e4 e5 2. Ke3 "):
            change = lsp.TextDocumentContentChangePartial(range=lsp.Range(place, place), text=letter)
            editor.text_document_did_change(lsp.DidChangeTextDocumentParams(document, [change]))
        found = [diagnostic.code for diagnostic in await editor.diagnostics()]
        await asyncio.sleep(0.5)
        return found, editor.published.qsize()

    found, more = edited(work)
    assert "no-piece-reaches" in found
    assert more == 0


def test_a_question_is_answered_by_the_text_of_now(edited: Edited) -> None:
    """Also before the diagnostics of a change were sent."""

    async def work(editor: Editor) -> Any:
        await editor.open(GOOD)
        document = lsp.VersionedTextDocumentIdentifier(version=2, uri=URI)
        where = lsp.Range(lsp.Position(4, 3), lsp.Position(4, 5))
        change = lsp.TextDocumentContentChangePartial(range=where, text="d4")
        editor.text_document_did_change(lsp.DidChangeTextDocumentParams(document, [change]))
        hover = await editor.text_document_hover_async(lsp.HoverParams(**at(4, 3)))
        await editor.diagnostics()
        return hover

    assert "d2-d4" in edited(work).contents.value
