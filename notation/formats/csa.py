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
from collections.abc import Iterator, Mapping
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
    end_of_tag,
    ending_of_record,
    fen_of,
    game_of_board,
    game_of_name,
    handicap_of,
    is_first,
    name_of_game,
    read_start,
    refuses,
    rest_of_set,
    result_of,
    size_of,
    standing,
    start,
    started,
    termination_of,
    usual_ending,
    with_bare_ending,
)
from fairyscore.notation.formats.walk import LateTokenStream, begins_like, cut_behind, lines_of
from fairyscore.notation.moves import hodges, japanese
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.records.token_stream import DiagnosticCollector, Span, TokenStream
from fairyscore.notation.records.tree import Comment, Record
from fairyscore.notation.rules.moves import ABSENT
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Notation, PositionError, Variant
from fairyscore.notation.text import shown
from fairyscore.notation.variants.registry import variant

NAMES, ENDINGS = WORDS["csa pieces"], WORDS["csa endings"]
TAGS, TAGS_3 = WORDS["csa tags"], WORDS["csa tags of 3.0"]
ALL_TAGS = TAGS | TAGS_3


def names_of(game: Variant) -> dict[str, str]:
    """The names of a game's pieces in CSA by their letters: those of the shogi pieces that have the same character."""
    in_shogi = japanese.letters_of(variant(GAME))
    letters = {letter: in_shogi.get(name, "") for letter, name in japanese.names_of(game).items()}
    return {letter: NAMES[same] for letter, same in letters.items() if same}


def letters_of(game: Variant) -> dict[str, str]:
    """The letters of a game's pieces by what CSA calls them."""
    return {name: letter for letter, name in names_of(game).items()}


SIDES = "+-"

_TIME = r"[0-9]{1,6}(?:\.[0-9]{1,3})?"
_SECONDS = re.compile(rf"T{_TIME}")
_EMT = re.compile(rf"\[%emt ({_TIME})\]")
_ENCODING = "'CSA encoding=UTF-8"


# -- writing ----------------------------------------------------------------------------------------------------------


def _refuses(record: Record) -> str:
    """Why a record cannot be CSA, empty where it can."""
    names = names_of(record.game)
    unknown = next((letter for letter in record.game.letters if letter not in names), "")
    why = refuses(record)
    return why or (f"CSA has no name for the piece {unknown} of {record.game.title}" if unknown else "")


def write(record: Record, notation: Notation) -> str:
    """A record as CSA, in version 3.0 only where it has to be."""
    record = with_bare_ending(record, lambda text: text.startswith("%"))
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
        lines.append(f"{SIDES[state.turn]}{''.join(cells)}{names_of(record.game)[piece.letter]}")
        lines += _comments(ply.comments, ending if place == len(plies) else "")
    word = usual_ending(record, ENDINGS)
    lines += ending.split(" ") if ending else [f"%{word}"] if word else [f"'result:{record.result}", "%CHUDAN"]
    return "\n".join([*_version(lines), *lines, ""])


def _version(lines: list[str]) -> list[str]:
    """The lines in front: 3.0 for times in fractions, tags and words that 2.2 has not."""
    new = (*TAGS_3, "%MAX_MOVES")
    if any(line.startswith(new) or re.fullmatch(r"T[0-9]+\.[0-9]+", line) for line in lines):
        return [_ENCODING, "V3.0"]
    return ["V2.2"]


def _start(record: Record) -> list[str]:
    """The lines of the start position and of who moves first."""
    game = record.game
    if not record.set_up and game.name == GAME:
        return ["PI", "+"]
    state = record.start()
    handicap = handicap_of(record)
    if handicap:
        left_out = (cell for cell in HANDICAPS[handicap].split())
        usual = start(record.game)
        pieces = "".join(f"{_digits(cell)}{NAMES[usual[cell].upper()]}" for cell in left_out)
        return [f"PI{pieces}", SIDES[state.turn]]
    pieces_at, rows, (files, ranks), names = standing(state, game), [], size_of(game), names_of(game)
    for rank in range(ranks, 0, -1):
        row = "".join(_on_board(pieces_at.get(f"{file}{rank}"), names) for file in "abcdefghi"[:files])
        rows.append(f"P{ranks + 1 - rank}{row}")
    for seat, side in enumerate(SIDES):
        held = "".join(f"00{names[game.piece_types[kind].letter]}" for kind in state.hand_of(seat))
        rows += [f"P{side}{held}"] if held else []
    named = [f"'手合割:{name}"] if (name := name_of_game(game)) else []
    return [*named, *rows, SIDES[state.turn]]


def _digits(name: str) -> str:
    return digits_of(variant(GAME).board.index[name], variant(GAME))


def _on_board(piece: str | None, names: Mapping[str, str]) -> str:
    if piece is None:
        return " * "
    side = "-" if piece.islower() else "+"
    return f"{side}{names[piece.upper()]}"


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
_BOARD_ROW = re.compile(r"^P[1-9]((?: *(?:[+-][A-Z]{2}|\*))+) *$", re.MULTILINE)
_RESULT = re.compile(r"'result:(1-0|0-1)")
"""A comment with a result for which there is no word: who is to move wins, and nothing says why."""
_GAME_NAME = re.compile(r"^'手合割[:：] *(\S+) *$", re.MULTILINE)
_PLACE = re.compile(r"[+-][A-Z]{2}|\*")
_PIECE = re.compile(r"([0-9]{2})([A-Z]{2})")
_STATEMENT = re.compile(r"[^,]+")


@dataclass(slots=True)
class _Start:
    """The start position as it is read. hands: as a FEN has them. rows: those that are read. spans: of its lines."""

    game: Variant
    pieces: Standing = field(default_factory=dict)
    hands: str = ""
    rows: set[str] = field(default_factory=set)
    spans: list[Span] = field(default_factory=list)

    @property
    def letters(self) -> dict[str, str]:
        """The letters of the game's pieces by their names."""
        return letters_of(self.game)

    def read(self, line: str) -> str:
        """Take in a line; what is wrong with it, empty if nothing is."""
        if line.startswith("PI"):
            self.pieces = start(self.game)
            return self._left_out(line[2:])
        row = _ROW.fullmatch(line)
        if row is None:
            return self._single(int(line[1] == "-"), line[2:])
        if row[1] in self.rows:
            return f"the row P{row[1]} stands twice"
        self.rows.add(row[1])
        pieces, (files, _) = _PLACE.findall(row[2]), size_of(self.game)
        if len(pieces) != files:
            return f"the row has {len(pieces)} places instead of {files}"
        for file, text in enumerate(pieces):
            if text != "*" and text[1:] not in self.letters:
                return f"no piece is called {text[1:]}"
            if text != "*":
                self._put(f"{files - file}{row[1]}", text[1:], int(text[0] == "-"))
        return ""

    def _put(self, digits: str, name: str, seat: int) -> None:
        letter = self.letters[name]
        self.pieces[cell_of(digits, self.game)] = letter.lower() if seat else letter

    def _left_out(self, text: str) -> str:
        """The fault of the pieces that are not on the board of the usual start, empty for none."""
        for digits, name in _PIECE.findall(text):
            left = self.pieces.pop(cell_of(digits, self.game), "") if "0" not in digits else ""
            if left.upper() != self.letters.get(name):
                return f"no {name} stands on {digits} at the start"
        return "" if not _PIECE.sub("", text).strip() else f"it has '{shown(_PIECE.sub('', text))}'"

    def _single(self, seat: int, text: str) -> str:
        """The fault of a player's pieces named one by one, empty for none."""
        for digits, name in _PIECE.findall(text):
            letter = self.letters.get(name, "")
            if (digits, name) == ("00", "AL"):
                rest = rest_of_set(self.pieces, self.hands)
                self.hands += rest.lower() if seat else rest
            elif not letter or ("0" in digits and digits != "00"):
                return f"{digits}{name} is not a piece on a cell"
            elif digits == "00":
                self.hands += letter.lower() if seat else letter
            else:
                self._put(digits, name, seat)
        return "" if not _PIECE.sub("", text).strip() else f"it has '{shown(_PIECE.sub('', text))}'"


def _is_name_of_game(line: str) -> bool:
    """True if a line is a comment that names a game."""
    found = _GAME_NAME.fullmatch(line)
    return found is not None and game_of_name(found[1]) is not None


def _game_of(text: str) -> Variant:
    """The game that a comment names, or that the board set up is of; shogi where neither says so."""
    named = _GAME_NAME.search(text)
    game = game_of_name(named[1]) if named else None
    if game is not None:
        return game
    rows = [[place[1:] for place in _PLACE.findall(row[1])] for row in _BOARD_ROW.finditer(text)]
    return game_of_board(rows, letters_of) if rows else variant(GAME)


def read(game_text: GameText, notes: DiagnosticCollector) -> TokenStream:
    """A game taken apart. Lines that mean nothing here are noted and passed over."""
    reading = _Reading(game_text.text, notes)
    for line, span in _statements(game_text.text):
        if reading.is_cut:
            break
        if line and not any(read_kind(reading, line, span) for read_kind in _KINDS):
            notes.unknown_line(span, line, "CSA")
            reading.stream.add_token("{" + line.replace("}", ")") + "}", span)
    return reading.end()


class _Reading:
    """A game whose statements are read one by one; each method takes those of a kind, and returns False for others.

    turn: the seat that moves next
    result, place: how the game ended, and where that stands; None before its end
    closing: the text of the end, with the times after it
    begin: the start position
    is_cut: true behind a start that cannot be read
    """

    def __init__(self, text: str, notes: DiagnosticCollector) -> None:
        self.text, self.notes = text, notes
        self.stream = LateTokenStream(text, in_notation=_in_notation)
        self.begin = _Start(_game_of(text))
        self.stream.tag("Variant", self.begin.game.name, (0, 0))
        self.turn, self.result, self.closing = 0, "*", ""
        self.place: Span | None = None
        self.is_cut = False

    def tag(self, line: str, span: Span) -> bool:
        """Names, tags, and the time of the start."""
        mark = next((mark for mark in ALL_TAGS if line.startswith(mark)), "")
        if mark:
            self.stream.heading(ALL_TAGS[mark], line.removeprefix(mark).strip(), span)
        elif line.startswith("$START_TIME:"):
            read_start(line.partition(":")[2], self.stream, span)
        return bool(mark) or line.startswith("$START_TIME:")

    def syntax(self, line: str, span: Span) -> bool:
        """Lines that say nothing of the game: separators, the version, the name of the game."""
        is_syntax = line in ("/", "'", "'*", "$") or _VERSION.fullmatch(line) is not None or _is_name_of_game(line)
        if is_syntax:
            self.stream.syntax.append(span)
        return is_syntax

    def comment(self, line: str, span: Span) -> bool:
        """Comments, of which one may state the result, and other lines with `$`."""
        stated = _RESULT.fullmatch(line)
        if stated and self.place is None:
            self.result = stated[1]
            self.stream.syntax.append(span)
        elif line[0] in ("'", "$"):
            self.stream.add_token("{" + line[1:].removeprefix("*" if line[0] == "'" else "") + "}", span)
        else:
            return False
        return True

    def start(self, line: str, span: Span) -> bool:
        """Rows and pieces of the start position, and who begins there."""
        if _BOARD.match(line):
            if problem := self.begin.read(line):
                why = f"the start position cannot be read: {problem}; the game's moves are not judged"
                self.notes.bad_value(span, why)
                self.stream.add_token("{" + self.text[span[0] :] + "}", (span[0], len(self.text)))
                self.is_cut = True
                return True
        elif line in ("+", "-"):
            self.turn = SIDES.index(line)
        else:
            return False
        self.begin.spans.append(span)
        return True

    def move(self, line: str, span: Span) -> bool:
        """Moves, and their times."""
        if _MOVE.fullmatch(line):
            self._take_start()
            self.turn = 1 if line[0] == "+" else 0
            self.stream.add_move(line, span)
        elif _SECONDS.fullmatch(line) and self.place is None:
            self.stream.add_token(f"{{[%emt {line[1:]}]}}", span)
        else:
            return False
        return True

    def ending(self, line: str, span: Span) -> bool:
        """The word that ends the game, and times after it."""
        ends = result_of(line[1:], self.turn, ENDINGS) if line[0] == "%" else ""
        if self.place is not None and _SECONDS.fullmatch(line):
            self.closing += f" {line}"
            self.place = self.place[0], span[1]
        elif ends and self.place is None:
            self.result, self.place, self.closing = ends if ends != "*" else self.result, span, line
        elif ends and line == self.closing.split(" ")[0]:  # some servers write the end twice
            self.stream.syntax.append(span)
        else:
            return False
        return True

    def _take_start(self) -> None:
        """Take in the start position once all its lines are read: the tag FEN, if it is not the usual one."""
        begin = self.begin
        if not begin.spans:
            return
        span = begin.spans[0][0], begin.spans[-1][1]
        try:
            fen = fen_of(begin.game, begin.pieces or start(begin.game), begin.hands, self.turn)
        except PositionError as error:
            self.notes.bad_value(span, f"the start position makes no sense: {error}")
            fen = ""
        if fen:
            self.stream.tag("FEN", fen, begin.spans[0])
        self.stream.syntax += begin.spans
        begin.spans = []

    def end(self) -> TokenStream:
        """The whole game, behind its last statement."""
        stream, place = self.stream, self.place
        self._take_start()
        if place is not None and not is_first(self.closing[1:], ENDINGS):
            stream.add_token("{" + self.closing + "}", place)
        word = self.closing[1:].split(" ")[0]
        stream.declares_impasse = declares_impasse(word)
        if place is not None and (termination := termination_of(word)):
            stream.tag("Termination", termination, place)
        stream.end(self.result, place)
        stream.report_rest(self.notes)
        return stream


_KINDS = (_Reading.tag, _Reading.syntax, _Reading.comment, _Reading.start, _Reading.move, _Reading.ending)
"""The kinds of statements, in the order in which they are tried."""


def _statements(text: str) -> Iterator[tuple[str, Span]]:
    """The statements of a text, and where they stand: of moves and times there may be several in a line."""
    for line, (begin, end) in lines_of(text):
        if line[:1] in ("+", "-", "%", "T", "P") and "," in line:
            for part in _STATEMENT.finditer(line):
                yield part[0].strip(), (begin + part.start(), begin + part.end() + (part.end() < end - begin))
        else:
            yield line.rstrip(), (begin, end)


def _in_notation(text: str, state: State, game: Variant) -> str:
    """A move as Hodges writes it; in long form where it says only which piece is there afterwards, as pieces turn back.

    A + is added where the piece that it names is not yet what stands there.
    """
    found = _MOVE.fullmatch(text)
    letter = letters_of(game).get(found[4]) if found else None
    if found is None or letter is None or found[1] != SIDES[state.turn]:
        return text
    if game.writing.turns_back:
        return _in_long_form(found, letter, state, game)
    if found[2] == "00":
        return f"{letter}*{found[3]}"
    there = _standing_on(found[2], state, game)
    promotes = there != "" and f"+{there}" == letter
    return f"{letter[promotes:]}{found[2]}{found[3]}{'+' if promotes else ''}"


def _in_long_form(found: re.Match[str], letter: str, state: State, game: Variant) -> str:
    """A move with both cells, and what the piece is behind it."""
    target = cell_of(found[3], game)
    if found[2] == "00":
        return f"{letter}@{target}"
    there = _standing_on(found[2], state, game)
    change = f"={letter}" if there not in ("", letter) else ""
    takes = "x" if _standing_on(found[3], state, game) else "-"
    return f"{there}{cell_of(found[2], game)}{takes}{target}{change}"


def _standing_on(digits: str, state: State, game: Variant) -> str:
    """The letter of the piece on a cell in two digits, empty for none."""
    index = game.board.index.get(cell_of(digits, game))
    kind = ABSENT if index is None else state.piece_type_at(index)
    return "" if kind == ABSENT else game.piece_types[kind].letter


_BORDERS = (
    (r"V[1-9][0-9.]*+\s*+\Z|'CSA encoding=", r"\s*[^\s'V]"),
    (r"V[1-9][0-9.]*+\s*+\Z", "V[1-9]"),
    (r"N[+-]", r"[+-](?:[0-9]|\s*\Z)|%"),
)
"""How the first line of a game begins: a version behind anything but comments, a name behind moves."""

CSA = Format(
    "csa",
    Holds(
        tags=frozenset(("Date", "Time", "FEN", "Termination", *ALL_TAGS.values())), variant=True, comments=True, intro=True,
        end=lambda record: end_of_tag(record, ENDINGS, "%"),
    ),
    write,
    looks=begins_like(r"(?>(?:'[^\n]*\n)*)(?:V[1-3](?:\.[0-9])?\s|N[+-])"),
    cut=cut_behind(_BORDERS, after=r"/\s*\Z"),
    read=read,
    notation=hodges,
    refuses=_refuses,
)  # fmt: skip
