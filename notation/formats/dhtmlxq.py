r"""DhtmlXQ: xiangqi as dpxq.com and programs beside it (CCBridge) write it into pages.

A field a line, `[DhtmlXQ_movelist]77477242[/DhtmlXQ_movelist]`. `movelist` has the main line, four digits a move: file and
rank of both points from the upper left. `move_P_N_B` is the variation B, in place of ply N of the line P, 0 being the main
line. `commentN` stands behind ply N, `commentB_N` behind ply N of a variation; `||` begins another line, which is a comment
of its own here. `binit` has the places of all pieces, 99 for those that are gone. Fields with a tag of PGN fill it; any
other field is a tag of its name, and any other tag such a field. A start is kept as the field `FEN` too, as `binit` does
not say who is to move; without it that is who makes the first move.

Our reading: signs that mean something here are written `\u005b`, as some programs do.

>>> from fairyscore.notation.moves import long
>>> from fairyscore.notation.records.tree import MoveLine, Ply
>>> from fairyscore.notation.variants.registry import variant
>>> move = variant(GAME).initial_state().find(long.read("h3-e3", variant(GAME)))
>>> for line in write(Record(GAME, (("White", "Hu"),), MoveLine((Ply(move),)), "1-0"), long).splitlines():
...     print(line)
[DhtmlXQ]
[DhtmlXQ_red]Hu[/DhtmlXQ_red]
[DhtmlXQ_result]红胜[/DhtmlXQ_result]
[DhtmlXQ_binit]0919293949596979891777062646668600102030405060708012720323436383[/DhtmlXQ_binit]
[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]
[/DhtmlXQ]
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import Final

from fairyscore.notation.formats.base import ALL, Format, Holds
from fairyscore.notation.formats.walk import begins_like, cut_before, lines_of
from fairyscore.notation.moves import iccs
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.records.token_stream import (
    DiagnosticCollector,
    ReadTokenStream,
    Span,
    TokenStream,
    stretches_between,
)
from fairyscore.notation.records.tree import MOST_DEEP, MoveLine, Record
from fairyscore.notation.rules.moves import Move
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Notation, PositionError, Variant
from fairyscore.notation.text import shown
from fairyscore.notation.variants.registry import variant

GAME: Final = "xiangqi"
FILES, RANKS = 9, 10
TAGS = {
    "event": "Event", "place": "Site", "date": "Date", "round": "Round", "red": "White", "black": "Black",
    "redteam": "WhiteTeam", "redrating": "WhiteElo", "blackteam": "BlackTeam", "blackrating": "BlackElo",
    "open": "Opening", "author": "Annotator", "timerule": "TimeControl",
}  # fmt: skip
WRITTEN = {tag: name for name, tag in TAGS.items()}
RESULTS = {
    "1-0": ("红胜", "紅勝", "红先胜", "先胜", "先勝"),
    "0-1": ("黑胜", "黑勝", "红先负", "先负", "先負"),
    "1/2-1/2": ("和局", "和棋", "红先和", "先和", "和"),
    "*": ("未知", ""),
}
"""The results, each word first that is written."""

_NOTHING = {"ver", "init", "pver", "firstnum", "length"}
"""Fields about the page: its program, its size, the move that it shows first."""

_OF_PIECES = "RNBAKABNRCCPPPPP"
"""The pieces of `binit`, for each player."""

GONE = "99"
_FIELD = re.compile(r"\[DhtmlXQ_(?P<name>[\w-]+)\](?P<value>[^\[]*+)\[/DhtmlXQ_[\w-]+\]")
_FRAME = re.compile(r"\[/?DhtmlXQ\]")
_BRANCH = re.compile(r"move_(?P<parent>[0-9]{1,6})_(?P<ply>[0-9]{1,6})_(?P<name>[0-9]{1,6})")
_REMARK = re.compile(r"comment(?:(?P<name>[0-9]{1,6})_)?(?P<ply>[0-9]{1,6})")
_POINTS = re.compile(r"[0-8][0-9][0-8][0-9]")
_ESCAPED = re.compile(r"\\u([0-9a-fA-F]{4})")
_SIGNS = re.compile(r"[\[\]\\|\r\n]")
LINE = "||"


# -- writing ----------------------------------------------------------------------------------------------------------


def write(record: Record, notation: Notation) -> str:
    """A record as the text that pages hold."""
    tags = [(WRITTEN.get(name, name), value) for name, value in record.tags if name not in ("Variant", "Result")]
    fields = [(name, _escaped(value)) for name, value in tags]
    fields.append(("result", RESULTS.get(record.result, (record.result,))[0]))
    fields.append(("binit", _places(record.start(), record.game)))
    fields += _DhtmlxqWriter(record.game).line(record.line, record.start(), 1)
    lines = [f"[DhtmlXQ_{name}]{value}[/DhtmlXQ_{name}]" for name, value in fields]
    return "\n".join(["[DhtmlXQ]", *lines, "[/DhtmlXQ]", ""])


def _escaped(text: str) -> str:
    return _SIGNS.sub(lambda sign: f"\\u{ord(sign[0]):04x}", text)


def _places(state: State, game: Variant) -> str:
    """Where all pieces stand, as `binit` has them."""
    found: dict[tuple[int, str], list[str]] = defaultdict(list)
    for cell, name in enumerate(game.board.cells):
        piece = state.piece_at(cell)
        if piece is not None:
            found[piece[0], game.piece_types[piece[1]].letter].append(_point(name))
    kinds = ((seat, letter) for seat in range(2) for letter in _OF_PIECES)
    return "".join(found[kind].pop(0) if found[kind] else GONE for kind in kinds)


def _point(cell: str) -> str:
    return f"{ord(cell[0]) - ord('a')}{RANKS - int(cell[1:])}"


class _DhtmlxqWriter:
    """Writes lines, each variation with a number of its own."""

    def __init__(self, game: Variant) -> None:
        self.game, self.lines = game, 0

    def line(self, line: MoveLine, state: State, first: int, parent: int = 0) -> Iterator[tuple[str, str]]:
        """The fields of a line and of those in it. first: the number of its first ply; parent: the line that it is in."""
        number = self.lines
        self.lines += 1
        moves: list[str] = []
        inner: list[tuple[MoveLine, State, int]] = []
        remarks = [(first - 1, line.intro)]
        for ply, one in enumerate(line.plies, first):
            moves.append(self.move(one.move))
            inner += [(variation, state.copy(), ply) for variation in one.variations]
            remarks.append((ply, one.comments))
            state.push_unchecked(one.move)
        name = f"move_{parent}_{first}_{number}" if number else "movelist"
        yield name, "".join(moves)
        for ply, comments in remarks:
            if comments:
                place = f"{number}_{ply}" if number else f"{ply}"
                yield f"comment{place}", LINE.join(_escaped(comment.text) for comment in comments)
        for variation, before, ply in inner:
            yield from self.line(variation, before, ply, number)

    def move(self, move: Move) -> str:
        """Both points of a move."""
        return "".join(_point(self.game.board.cells[cell]) for cell in (move.origin, move.target))


# -- reading ----------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _DhtmlxqLine:
    """A line as its field has it. first: the number of its first ply; place: where its moves begin in the text."""

    first: int
    moves: str
    place: int
    span: Span
    inner: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))


class _DhtmlxqReader:
    """Takes one game apart."""

    def __init__(self, game_text: GameText, notes: DiagnosticCollector) -> None:
        self.stream, self.notes = ReadTokenStream(game_text.text), notes
        self.lines: dict[int, _DhtmlxqLine] = {}
        self.remarks: dict[tuple[int, int], list[tuple[str, Span]]] = defaultdict(list)
        self.result, self.place = "*", (0, 0)
        self.start: tuple[str, Span] | None = None
        self.told: set[int] = set()

    def read(self) -> TokenStream:
        """All fields, then the lines that they hold."""
        self.stream.tag("Variant", GAME, (0, 0))
        self.stream.syntax += [found.span() for found in _FRAME.finditer(self.stream.text)]
        branches: list[tuple[int, int, int]] = []
        for found in _FIELD.finditer(self.stream.text):
            name, value, span = found["name"], found["value"].strip(), found.span()
            if name == "movelist":
                self.lines[0] = _DhtmlxqLine(1, found["value"], found.start("value"), span)
            elif (branch := _BRANCH.fullmatch(name)) and int(branch["name"]) not in self.lines:
                parent, ply, number = (int(branch[part]) for part in ("parent", "ply", "name"))
                branches.append((parent, ply, number))
                self.lines[number] = _DhtmlxqLine(ply, found["value"], found.start("value"), span)
            elif remark := _REMARK.fullmatch(name):
                self.remark(int(remark["name"] or 0), int(remark["ply"]), value, span)
            else:
                self.field(name, value, span)
        for parent, ply, number in branches:
            if parent in self.lines and parent != number:
                self.lines[parent].inner[ply].append(number)
        self.set_up()
        self.line(0, 0)
        self.rest()
        self.stream.end(self.result, self.place if self.place != (0, 0) else None)
        self.stream.report_rest(self.notes)
        return self.stream

    def field(self, name: str, value: str, span: Span) -> None:
        """Take in a field that is neither a line nor a comment."""
        result = next((result for result, words in RESULTS.items() if value in words), "")
        if name == "result" and result and self.place == (0, 0):
            self.result, self.place = result, span
            self.stream.syntax.append(span)
        elif name == "binit":
            self.start = value, span
            self.stream.syntax.append(span)
        elif (
            (name in _NOTHING and "\n" not in value)
            or (not value and name.islower())
            or self.stream.tags.get(TAGS.get(name, name)) == value
        ):
            self.stream.syntax.append(span)
        elif TAGS.get(name, name) in self.stream.tags or name == "result":
            self.remark(0, 0, f"{name}: {value}", span)
        else:
            tag = TAGS.get(name, name)
            self.stream.heading(tag, _plain(value.replace("-", ".") if tag == "Date" else value), span)

    def remark(self, number: int, ply: int, text: str, span: Span) -> None:
        """Take in a comment behind a ply of a line, each line of it by itself."""
        self.remarks[number, ply] += [(_plain(part), span) for part in text.split(LINE) if part.strip()]
        self.stream.syntax.append(span)

    def set_up(self) -> None:
        """Add the start position, where `binit` has another one than the usual."""
        if self.start is not None and self.start[0]:
            main = self.lines.get(0)
            add_start(self.stream, self.notes, *self.start, first=main.moves.strip() if main else "")

    def line(self, number: int, depth: int) -> None:
        """Add the moves of a line, with its comments and what stands in place of its plies."""
        line = self.lines.get(number)
        self.told.add(number)
        first = line.first if line else 1
        self.comments(number, first - 1)
        if line is None:
            return
        self.stream.syntax.append(line.span)
        at, digits = line.place, re.sub(r"\s", " ", line.moves)
        for ply, word in enumerate(re.findall(r"\S{1,4}", digits), first):
            at = self.stream.text.index(word, at)
            span = at, at + len(word)
            at += len(word)
            if _POINTS.fullmatch(word):
                self.stream.add_token(_move(word), span)
            else:
                self.notes.bad_value(span, f"this is not a move: {shown(word)}")
            self.comments(number, ply)
            for inner in line.inner.get(ply, ()):
                if inner not in self.told and depth < MOST_DEEP:
                    self.stream.add_token("(", span)
                    self.line(inner, depth + 1)
                    self.stream.add_token(")", span)

    def comments(self, number: int, ply: int) -> None:
        """Add the comments behind a ply of a line."""
        for text, span in self.remarks.pop((number, ply), ()):
            self.stream.add_token("{" + text.replace("}", ")") + "}", span)

    def rest(self) -> None:
        """Keep what belongs to no line or ply as comments at the end, and report it."""
        left = [
            (self.stream.text[slice(*line.span)], line.span)
            for name, line in self.lines.items()
            if name not in self.told
        ]
        left += [one for remarks in self.remarks.values() for one in remarks]
        covered = chain(self.stream.token_spans, self.stream.tag_spans.values(), self.stream.syntax, self.notes.spans)
        for start, end in stretches_between(self.stream.text, [*covered, *(span for _, span in left)]):
            lines = lines_of(self.stream.text[start:end])
            left += [(line.strip(), (start + at, start + to)) for line, (at, to) in lines if line.strip()]
        for text, span in left:
            self.notes.unknown_line(span, text, "DhtmlXQ")
            self.stream.add_token("{" + text.replace("}", ")") + "}", span)


def _plain(text: str) -> str:
    return " ".join(_ESCAPED.sub(lambda sign: chr(int(sign[1], 16)), text).split())


def _move(points: str) -> str:
    """A move as ICCS has it."""
    cells = [f"{'ABCDEFGHI'[int(points[at])]}{RANKS - 1 - int(points[at + 1])}" for at in (0, 2)]
    return "-".join(cells)


def add_start(
    stream: ReadTokenStream, notes: DiagnosticCollector, places: str, span: Span, *, first: str, black: bool = False
) -> None:
    """Add the start position as the tag FEN, where it is not the usual one.

    places: of the pieces, as `binit` has them, and where those stand. first: what begins with the points of the first
    move, whose player is to move. black: whether that is Black where there is no such move.
    """
    game = variant(GAME)
    try:
        state = game.read_position(_fen_of(places, first, black))
    except (PositionError, ValueError) as fault:
        notes.bad_value(span, f"the position makes no sense: {fault}; the moves are judged from the usual start")
        return
    if "FEN" not in stream.tags and game.write_position(state) != game.write_position(game.initial_state()):
        stream.tag("FEN", game.write_position(state), span)


def _fen_of(places: str, first: str, black: bool) -> str:
    """The FEN of `binit`, as `add_start` has it. Raises `ValueError` for digits of no board."""
    if not re.fullmatch(r"[0-9]{64}", places):
        raise ValueError(f"it has not two digits for each of 32 pieces: {shown(places, 80)}")
    rows = [["1"] * FILES for _ in range(RANKS)]
    for place in range(32):
        file, rank = map(int, places[2 * place : 2 * place + 2])
        if file < FILES:
            letter = _OF_PIECES[place % 16]
            rows[rank][file] = letter if place < 16 else letter.lower()
    if points := _POINTS.match(first):
        file, rank = map(int, points[0][:2])
        black = rows[rank][file].islower()
    text = "/".join(re.sub("1+", lambda empty: str(len(empty[0])), "".join(row)) for row in rows)
    return f"{text} {'b' if black else 'w'} - - 0 1"


def read(game_text: GameText, notes: DiagnosticCollector) -> TokenStream:
    """A game taken apart; lines and comments that belong nowhere are reported and kept."""
    return _DhtmlxqReader(game_text, notes).read()


def _refuses(record: Record) -> str:
    if record.game.name != GAME:
        return f"DhtmlXQ is for xiangqi, and the game is {record.game.title}"
    return ""


DHTMLXQ = Format(
    "dhtmlxq",
    Holds(ALL, variant=True, comments=True, intro=True, variations=True),
    write,
    looks=begins_like(r"\[DhtmlXQ\]"),
    cut=cut_before(r"\s*\[DhtmlXQ\]"),
    read=read,
    notation=iccs,
    refuses=_refuses,
)
"""Xiangqi as pages of dpxq.com hold it."""
