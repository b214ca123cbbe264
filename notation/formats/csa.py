"""Shogi as servers and engines exchange it, CSA 2.2 and 3.0: `+7776FU`, a statement a line or several divided by commas.

A move is the mover's sign, two cells and the piece as it is afterwards; `00` is the hand. Read and written are names (`N+`,
`N-`), what follows `$` as tags, the start (`PI`, `PI82HI22KA` without some pieces, rows `P1` to `P9`, single pieces
`P+33KA00FU`, `P-00AL` for the rest of the set), moves, times (`T12`, `T0.250`, kept as `[%emt]`), comments (lines with `'`)
and how the game ended (`%TORYO`). A word that is not the usual one of its result, and a time after it, is a comment on
the last move, `%TIME_UP T10`, and written as it was. Version 3.0 is written where the record has what only that has. Other
lines with `$` become comments.

>>> from fairyscore.notation.moves import long
>>> from fairyscore.notation.records.tree import MoveLine, Ply
>>> move = variant("shogi").initial_state().find(long.read("c3-c4", variant("shogi")))
>>> record = Record("shogi", (("White", "羽生"),), MoveLine((Ply(move),)))
>>> print(write(record, long), end="")
V2.2
N+羽生
PI
+
+7776FU
%CHUDAN
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from fairyscore.notation.formats.base import Format, Holds
from fairyscore.notation.formats.shogi import (
    GAME,
    HANDICAPS,
    WORDS,
    Standing,
    cell_of,
    declares_impasse,
    digits_of,
    ending_of_record,
    fen_of,
    handicap_of,
    is_first,
    read_start,
    refuses,
    rest_of_set,
    result_of,
    standing,
    start,
    started,
    usual_ending,
)
from fairyscore.notation.formats.walk import LateTokenStream, begins_like, cut_before, lines_of
from fairyscore.notation.moves import hodges
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.records.token_stream import DiagnosticCollector, Span, TokenStream
from fairyscore.notation.records.tree import Comment, Record
from fairyscore.notation.rules.moves import ABSENT
from fairyscore.notation.rules.variant import Notation, PositionError, State, Variant
from fairyscore.notation.text import shown
from fairyscore.notation.variants.registry import variant

NAMES, ENDINGS = WORDS["csa pieces"], WORDS["csa endings"]
TAGS, TAGS_3 = WORDS["csa tags"], WORDS["csa tags of 3.0"]
ALL_TAGS = TAGS | TAGS_3
LETTERS = {name: letter for letter, name in NAMES.items()}
SIDES = "+-"

_TIME = r"[0-9]{1,6}(?:\.[0-9]{1,3})?"
_EMT = re.compile(rf"\[%emt ({_TIME})\]")
_ENCODING = "'CSA encoding=UTF-8"


# -- writing ----------------------------------------------------------------------------------------------------------


def write(record: Record, notation: Notation) -> str:
    """A record as CSA, in version 3.0 only where it has to be."""
    tags = [f"{mark}{record.tag(tag)}" for mark, tag in ALL_TAGS.items() if record.tag(tag)]
    lines = [*tags, *started(record, "$START_TIME:"), *_start(record)]
    plies = record.line.plies
    last = plies[-1].comments if plies else record.line.intro
    ending = ending_of_record(record, last, ENDINGS, "%")
    lines += _comments(record.line.intro, ending if not plies else "")
    for place, (state, ply) in enumerate(record.steps(record.start()), 1):
        origin, target, becomes = ply.move[:3]
        cells = ["00" if cell == ABSENT else digits_of(cell, record.game) for cell in (origin, target)]
        piece = record.game.piece_types[state.piece_type_at(origin) if becomes == ABSENT else becomes]
        lines.append(f"{SIDES[state.turn]}{''.join(cells)}{NAMES[piece.letter]}")
        lines += _comments(ply.comments, ending if place == len(plies) else "")
    lines += (ending or f"%{usual_ending(record, ENDINGS)}").split(" ")
    return "\n".join([*_version(lines), *lines, ""])


def _version(lines: list[str]) -> list[str]:
    """The lines in front: 3.0 for times in fractions, tags and words that 2.2 has not."""
    new = (*TAGS_3, "%MAX_MOVES")
    if any(line.startswith(new) or re.fullmatch(r"T[0-9]+\.[0-9]+", line) for line in lines):
        return [_ENCODING, "V3.0"]
    return ["V2.2"]


def _start(record: Record) -> list[str]:
    """The lines of the start position and of who moves first."""
    if not record.set_up:
        return ["PI", "+"]
    state = record.start()
    handicap = handicap_of(record)
    if handicap:
        left_out = (cell for cell in HANDICAPS[handicap].split())
        usual = start()
        pieces = "".join(f"{_digits(cell)}{NAMES[usual[cell].upper()]}" for cell in left_out)
        return [f"PI{pieces}", SIDES[state.turn]]
    pieces_at, rows = standing(state), []
    for rank in range(9, 0, -1):
        row = "".join(_on_board(pieces_at.get(f"{file}{rank}")) for file in "abcdefghi")
        rows.append(f"P{10 - rank}{row}")
    for seat, side in enumerate(SIDES):
        held = "".join(f"00{NAMES[record.game.piece_types[kind].letter]}" for kind in state.hand_of(seat))
        rows += [f"P{side}{held}"] if held else []
    return [*rows, SIDES[state.turn]]


def _digits(name: str) -> str:
    return digits_of(variant(GAME).board.index[name], variant(GAME))


def _on_board(piece: str | None) -> str:
    if piece is None:
        return " * "
    side = "-" if piece.islower() else "+"
    return f"{side}{NAMES[piece.upper()]}"


def _comments(comments: tuple[Comment, ...], ending: str) -> Iterator[str]:
    """The lines of comments, the first of which may be a time, and the last the ending, which is not a comment then."""
    for place, comment in enumerate(comments[:-1] if ending else comments):
        used = _EMT.fullmatch(comment.text)
        yield f"T{used[1]}" if used and not place else f"'*{comment.text}"


# -- reading ----------------------------------------------------------------------------------------------------------

_MOVE = re.compile(r"([+-])([0-9]{2})([1-9]{2})([A-Z]{2})")
_VERSION = re.compile(r"V[1-9](?:\.[0-9])?|'CSA encoding=[A-Za-z0-9_-]+")
_BOARD = re.compile(r"P[I1-9+-]")
_ROW = re.compile(r"P([1-9])((?: *(?:[+-][A-Z]{2}|\*))*) *")
_PIECE = re.compile(r"([0-9]{2})([A-Z]{2})")
_STATEMENT = re.compile(r"[^,]+")


@dataclass(slots=True)
class _Start:
    """The start position as it is read. hands: as a FEN has them. spans: of its lines."""

    pieces: Standing = field(default_factory=dict)
    hands: str = ""
    spans: list[Span] = field(default_factory=list)

    def read(self, line: str) -> str:
        """Take in a line; what is wrong with it, empty if nothing is."""
        if line.startswith("PI"):
            self.pieces = start()
            return self._left_out(line[2:])
        row = _ROW.fullmatch(line)
        if row is None:
            return self._single(int(line[1] == "-"), line[2:])
        pieces = re.findall(r"[+-][A-Z]{2}|\*", row[2])
        if len(pieces) != 9:
            return f"the row has {len(pieces)} places instead of 9"
        for file, text in enumerate(pieces):
            if text != "*" and text[1:] not in LETTERS:
                return f"no piece is called {text[1:]}"
            if text != "*":
                self._put(f"{9 - file}{row[1]}", text[1:], int(text[0] == "-"))
        return ""

    def _put(self, digits: str, name: str, seat: int) -> None:
        self.pieces[cell_of(digits)] = LETTERS[name].lower() if seat else LETTERS[name]

    def _left_out(self, text: str) -> str:
        """What is wrong with the pieces that are not on the board of the usual start."""
        for digits, name in _PIECE.findall(text):
            left = self.pieces.pop(cell_of(digits), "") if "0" not in digits else ""
            if left.upper() != LETTERS.get(name):
                return f"no {name} stands on {digits} at the start"
        return "" if not _PIECE.sub("", text).strip() else f"it has '{shown(_PIECE.sub('', text))}'"

    def _single(self, seat: int, text: str) -> str:
        """What is wrong with pieces of a player named one by one."""
        for digits, name in _PIECE.findall(text):
            if (digits, name) == ("00", "AL"):
                rest = rest_of_set(self.pieces, self.hands)
                self.hands += rest.lower() if seat else rest
            elif name not in LETTERS or ("0" in digits and digits != "00"):
                return f"{digits}{name} is not a piece on a cell"
            elif digits == "00":
                self.hands += LETTERS[name].lower() if seat else LETTERS[name]
            else:
                self._put(digits, name, seat)
        return "" if not _PIECE.sub("", text).strip() else f"it has '{shown(_PIECE.sub('', text))}'"


def read(game_text: GameText, notes: DiagnosticCollector) -> TokenStream:
    """A game taken apart. Lines that mean nothing here are noted and passed over."""
    stream, turn, result, place = LateTokenStream(game_text.text, in_notation=_in_notation), 0, "*", None
    stream.tag("Variant", GAME, (0, 0))
    begin, closing = _Start(), ""
    for line, span in _statements(game_text.text):
        mark = next((mark for mark in ALL_TAGS if line.startswith(mark)), "")
        ends = result_of(line[1:], turn, ENDINGS) if line[:1] == "%" else ""
        if mark:
            stream.tag(ALL_TAGS[mark], line.removeprefix(mark), span)
        elif line.startswith("$START_TIME:"):
            read_start(line.partition(":")[2], stream, span)
        elif line in ("/", "'", "'*", "$") or _VERSION.fullmatch(line):
            stream.syntax.append(span)
        elif line[:1] in ("'", "$"):
            stream.add_token("{" + line[1:].removeprefix("*" if line[0] == "'" else "") + "}", span)
        elif _BOARD.match(line):
            if problem := begin.read(line):
                notes.bad_value(span, f"the start position cannot be read: {problem}; the game's moves are not judged")
                stream.add_token("{" + game_text.text[span[0] :] + "}", (span[0], len(game_text.text)))
                break
            begin.spans.append(span)
        elif line in ("+", "-"):
            turn = SIDES.index(line)
            begin.spans.append(span)
        elif _MOVE.fullmatch(line):
            _note_start(begin, turn, stream, notes)
            turn = 1 if line[0] == "+" else 0
            stream.add_move(line, span)
        elif re.fullmatch(rf"T{_TIME}", line) and place is None:
            stream.add_token(f"{{[%emt {line[1:]}]}}", span)
        elif re.fullmatch(rf"T{_TIME}", line) and place is not None:
            closing += f" {line}"
            place = place[0], span[1]
        elif ends and place is None:
            result, place, closing = ends, span, line
        elif ends and line == closing.split(" ")[0]:  # some servers write the end twice
            stream.syntax.append(span)
        elif line:
            notes.bad_value(span, f"this line means nothing in CSA: {shown(line)}")
    _note_start(begin, turn, stream, notes)
    if place is not None and not is_first(closing[1:], ENDINGS):
        stream.add_token("{" + closing + "}", place)
    stream.declares_impasse = declares_impasse(closing[1:].split(" ")[0])
    stream.end(result, place)
    stream.report_rest(notes)
    return stream


def _statements(text: str) -> Iterator[tuple[str, Span]]:
    """The statements of a text, and where they stand: of moves and times there may be several in a line."""
    for line, (begin, end) in lines_of(text):
        if line[:1] in ("+", "-", "%", "T") and "," in line:
            for part in _STATEMENT.finditer(line):
                yield part[0].strip(), (begin + part.start(), begin + part.end() + (part.end() < end - begin))
        else:
            yield line.rstrip(), (begin, end)


def _note_start(begin: _Start, turn: int, stream: LateTokenStream, notes: DiagnosticCollector) -> None:
    """Take in the start position once all its lines are read: the tag FEN, if it is not the usual one."""
    if not begin.spans:
        return
    span = begin.spans[0][0], begin.spans[-1][1]
    try:
        fen = fen_of(begin.pieces or start(), begin.hands, turn)
    except PositionError as error:
        notes.bad_value(span, f"the start position makes no sense: {error}")
        fen = ""
    if fen:
        stream.tag("FEN", fen, begin.spans[0])
    stream.syntax += begin.spans
    begin.spans = []


def _in_notation(text: str, state: State, game: Variant) -> str:
    """A move as Hodges writes it; + where the piece that it names is not yet what stands there."""
    found = _MOVE.fullmatch(text)
    letter = LETTERS.get(found[4]) if found else None
    if found is None or letter is None or found[1] != SIDES[state.turn]:
        return text
    if found[2] == "00":
        return f"{letter}*{found[3]}"
    origin = cell_of(found[2])
    standing_there = state.piece_type_at(game.board.index[origin]) if origin in game.board.index else ABSENT
    promotes = standing_there != ABSENT and f"+{game.piece_types[standing_there].letter}" == letter
    return f"{letter[promotes:]}{found[2]}{found[3]}{'+' if promotes else ''}"


_FIRST_LINE = r"V[1-9][0-9.]*+\s*+\Z|'CSA encoding=|N[+-]"
_BODY = r"[+-](?:[0-9]|\s*\Z)|%"

CSA = Format(
    "csa",
    Holds(
        tags=frozenset(("Date", "Time", "FEN", *ALL_TAGS.values())), variant=True, comments=True, intro=True
    ),
    write,
    looks=begins_like(r"(?:'[^\n]*\n)*+(?:V[1-3](?:\.[0-9])?\s|N[+-])"),
    cut=cut_before(_FIRST_LINE, _BODY, after=r"/\s*\Z"),
    read=read,
    notation=hodges,
    refuses=refuses,
)  # fmt: skip
