"""Answers to an editor's questions about a record, in places of lines and characters from 0; no protocol yet."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import NamedTuple

from fairyscore.cli.language_server.document import (
    JudgedGame,
    OpenFile,
    WrittenMove,
    position_before,
    tokens_of,
    written_moves,
)
from fairyscore.notation.moves import long
from fairyscore.notation.position import Position
from fairyscore.notation.records.diagnostics import Diagnostic
from fairyscore.notation.records.tree import ROSTER
from fairyscore.notation.replay import Validator
from fairyscore.notation.rules.variant import Notation
from fairyscore.notation.text import shown
from fairyscore.notation.variants.registry import variant_names

HOVER_SIZE = "70mm"

COMMON_TAGS = (
    "Variant",
    "FEN",
    "SetUp",
    "TimeControl",
    "Termination",
    "Annotator",
    "Opening",
    "ECO",
    "WhiteElo",
    "BlackElo",
)
"""Tags beyond the roster that records often have (PGN 9)."""


class FilePosition(NamedTuple):
    """A character of a file: its line and its place in it, both from 0."""

    line: int
    character: int


class Extent(NamedTuple):
    """Text from a place up to another."""

    start: FilePosition
    end: FilePosition


class Hover(NamedTuple):
    """What is shown beside a move: Markdown, and the text that it is about."""

    markdown: str
    extent: Extent


class Completion(NamedTuple):
    """A text that may stand here, and what it means."""

    text: str
    detail: str


class Fix(NamedTuple):
    """A change that mends something. edits: what is replaced, by what."""

    title: str
    edits: tuple[tuple[Extent, str], ...]


class Symbol(NamedTuple):
    """An entry of an outline. inner: its variations."""

    name: str
    extent: Extent
    inner: tuple[Symbol, ...] = ()


def extent_of(found: Diagnostic) -> Extent:
    """Where a diagnostic stands; at least one character."""
    line = found.line - 1
    return Extent(FilePosition(line, found.column - 1), FilePosition(line, max(found.end_column - 1, found.column)))


def hover(document: OpenFile, place: FilePosition) -> Hover | None:
    """The board after the move at a place, as picture and text, with material and check; or why the move is refused."""
    game = document.game_at(place.line + 1)
    if game is None:
        return None
    offset = _offset(game, place)
    written = next((m for m in written_moves(game, document.format) if m.span[0] <= offset < m.span[1]), None)
    if written is None:
        return None
    return Hover("\n\n".join(_said(document, game, written)), _extent(game, written.span))


def _said(document: OpenFile, game: JudgedGame, written: WrittenMove) -> Iterator[str]:
    from fairyscore.render.board_state import moment
    from fairyscore.render.drawing import diagram
    from fairyscore.render.prose import described
    from fairyscore.render.terminal import drawn_in_text

    variant = game.verdict.record.game  # type: ignore[union-attr]
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
    board = "\n".join("".join(run.text for run in line).rstrip() for line in drawn_in_text(state, pictures=False))
    yield f"```text\n{board}\n```"


def completions(document: OpenFile, place: FilePosition) -> list[Completion]:
    """The legal moves, names of tags or names of games that may stand at a place."""
    line = (document.text.split("\n")[place.line : place.line + 1] or [""])[0][: place.character]
    if line.lstrip().startswith("["):
        return list(_tags(line.lstrip()[1:]))
    game = document.game_at(place.line + 1)
    state = position_before(game, document.format, _word_start(game, place)) if game is not None else None
    if game is None or state is None:
        return []
    variant = game.verdict.record.game  # type: ignore[union-attr]
    notation = _notation(game)
    moves = state.moves()
    return [Completion(notation.write(state, move, variant), long.write(state, move, variant)) for move in moves]


def _tags(written: str) -> Iterator[Completion]:
    name, quote, _ = written.partition('"')
    if not quote:
        yield from (Completion(tag, "tag") for tag in (*ROSTER, *COMMON_TAGS))
    elif name.strip() == "Variant":
        yield from (Completion(game, "variant") for game in variant_names())


def fixes(document: OpenFile, found: Diagnostic) -> Iterator[Fix]:
    """Moves that were probably meant, in place of the one that is refused."""
    for suggestion in found.suggestions:
        yield Fix(f"Replace with {suggestion}", ((extent_of(found), suggestion),))


def repairs(document: OpenFile, game: JudgedGame) -> Iterator[Fix]:
    """The smallest changes that make a game legal, as `fairyscore repair` proposes them."""
    from fairyscore.notation.editing.repair import proposals

    if not game.verdict.refused or document.format.read is None:
        return
    judge = Validator(file=document.path, variant=document.variant, read=document.format.read)
    for proposal in proposals(game.text, judge):
        edits = tuple((_extent(game, (edit.start, edit.end)), edit.becomes) for edit in proposal.changes)
        yield Fix(f"Repair: {'; '.join(edit.why for edit in proposal.changes)}", edits)


def outline(document: OpenFile) -> list[Symbol]:
    """The games of a file; those up to the size that a person reads with their variations."""
    with_variations = len(document.text) <= LONGEST_OUTLINED
    return [_symbol(document, game, with_variations) for game in document.games]


LONGEST_OUTLINED = 200_000
"""Characters of a file whose variations are outlined too."""


def _symbol(document: OpenFile, game: JudgedGame, with_variations: bool) -> Symbol:
    text = game.text.text.rstrip()
    lead = len(text) - len(text.lstrip())
    inner = tuple(_variations(document, game)) if with_variations else ()
    return Symbol(f"{game.title} {game.verdict.result}".rstrip(), _extent(game, (lead, len(text))), inner)


def _variations(document: OpenFile, game: JudgedGame) -> Iterator[Symbol]:
    """The variations of the main line, each by its first words."""
    opened: list[tuple[int, int]] = []
    for token, span in tokens_of(game, document.format):
        if token == "(":
            opened.append(span)
        elif token == ")" and opened:
            start = opened.pop()
            if not opened:
                words = " ".join(game.text.text[start[0] : span[1]].split()[:4])
                yield Symbol(shown(words, 40), _extent(game, (start[0], span[1])))


def folds(document: OpenFile) -> list[tuple[int, int]]:
    """First and last line of every game, and of variations of several lines."""
    found = []
    for symbol in outline(document):
        for part in (symbol, *symbol.inner):
            if part.extent.start.line < part.extent.end.line:
                found.append((part.extent.start.line, part.extent.end.line))
    return found


def _notation(game: JudgedGame) -> Notation:
    """The notation that the game is written in, else the usual one."""
    assert game.verdict.game is not None
    return game.verdict.notation or game.verdict.game.writing.notations[0]


def _offset(game: JudgedGame, place: FilePosition) -> int:
    """A place of the file as a character of the game's text."""
    lines = game.text.text.split("\n")[: place.line - (game.text.line - 1)]
    return sum(len(line) + 1 for line in lines) + place.character


def _word_start(game: JudgedGame | None, place: FilePosition) -> int:
    """Where the word at a place begins, as a character of the game's text."""
    if game is None:
        return 0
    offset = _offset(game, place)
    text = game.text.text[:offset]
    while text and not text[-1].isspace() and text[-1] not in "({.":
        text = text[:-1]
    return len(text) + 1


def _extent(game: JudgedGame, span: tuple[int, int]) -> Extent:
    return Extent(_place(game, span[0]), _place(game, span[1]))


def _place(game: JudgedGame, offset: int) -> FilePosition:
    """A character of the game's text as a place of the file."""
    text = game.text.text
    line = text.count("\n", 0, offset)
    begin = text.rfind("\n", 0, offset) + 1
    return FilePosition(game.text.line - 1 + line, offset - begin)
