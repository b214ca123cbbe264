"""Shogi as servers and engines exchange it, CSA format: `+7776FU`, a line a half-move, the piece as it is afterwards.

Read and written are the version, names (`N+`, `N-`), `$EVENT`, `$SITE` and `$START_TIME`, the usual start and handicaps
(`PI82HI22KA`), moves, times (`T12`, kept as `[%emt]`), comments (lines with `'`) and how the game ended (`%TORYO`). Other
lines with `$` become comments. A board of its own (`P1`, `P+`) is read where it is the usual start.

>>> from fairyscore.notation.moves import long
>>> from fairyscore.notation.records.tree import MoveLine, Ply
>>> from fairyscore.notation.variants.registry import variant
>>> shogi = variant("shogi")
>>> move = shogi.initial_state().find(long.read("c3-c4", shogi))
>>> print(write(Record("shogi", (("White", "Habu"),), MoveLine((Ply(move),))), long), end="")
V2.2
N+Habu
PI
+
+7776FU
%CHUDAN
"""

from __future__ import annotations

import re

from fairyscore.notation.formats import shogi
from fairyscore.notation.formats.base import Format
from fairyscore.notation.formats.walk import LateTokenStream, begins_like, cut_before, lines_of
from fairyscore.notation.moves import hodges
from fairyscore.notation.records.collector import DiagnosticCollector, Span
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.records.token_stream import TokenStream
from fairyscore.notation.records.tree import Record
from fairyscore.notation.rules.moves import NOT_SAID, Move
from fairyscore.notation.rules.variant import Notation, State, Variant
from fairyscore.notation.text import shown

NAMES = shogi.named("OU HI KA KI GI KE KY FU RY UM NG NK NY TO")
"""Letter of a piece -> its two letters here."""
LETTERS = {text: letter for letter, text in NAMES.items()}

ENDINGS = {
    "TORYO": "loses", "KACHI": "wins", "CHUDAN": "*", "HIKIWAKE": "1/2-1/2", "SENNICHITE": "1/2-1/2", "JISHOGI": "1/2-1/2",
    "TSUMI": "loses", "TIME_UP": "loses", "ILLEGAL_MOVE": "loses", "MATTA": "*", "ERROR": "*", "FUZUMI": "*",
}  # fmt: skip
WORDS = {"loses": "TORYO", "wins": "KACHI", "1/2-1/2": "HIKIWAKE", "*": "CHUDAN"}
TAGS = {"N+": "White", "N-": "Black", "$EVENT:": "Event", "$SITE:": "Site"}

_EMT = re.compile(r"\[%emt ([0-9]{1,6})\]")
_MOVE = re.compile(r"([+-])([0-9]{2})([1-9]{2})([A-Z]{2})")
_VERSION = re.compile(r"V[1-9](?:\.[0-9])?")
_BOARD = re.compile(r"P[1-9+-].*")
_ROW = ["KY", "KE", "GI", "KI", "OU", "KI", "GI", "KE", "KY"]
USUAL = {
    "P+", "P-", f"P1-{'-'.join(_ROW)}", f"P9+{'+'.join(_ROW)}", f"P3{'-FU' * 9}", f"P7{'+FU' * 9}",
    "P2*-HI*****-KA*", "P8*+KA*****+HI*", *(f"P{rank}{'*' * 9}" for rank in (4, 5, 6)),
}  # fmt: skip
"""The lines of the usual start, without blanks."""

PIECES = {"a9": "91KY", "b9": "81KE", "b8": "82HI", "h8": "22KA", "h9": "21KE", "i9": "11KY"}
"""What handicaps leave out, by its cell."""

HANDICAPS = {tuple(sorted(PIECES[cell] for cell in cells.split())): cells for cells in shogi.HANDICAPS.values()}


# -- writing ----------------------------------------------------------------------------------------------------------


def write(record: Record, notation: Notation) -> str:
    """A record in version 2.2."""
    lines = ["V2.2", *(f"{mark}{record.tag(tag)}" for mark, tag in TAGS.items() if record.tag(tag))]
    lines += [f"$START_TIME:{start}"] if (start := shogi.started(record)) else []
    handicap = shogi.HANDICAPS.get(shogi.handicap_of(record) or "", "")
    left_out = "".join(PIECES[cell] for cell in handicap.split())
    lines += [f"PI{left_out}", "-" if handicap else "+", *(f"'*{comment.text}" for comment in record.line.intro)]
    for state, ply in record.steps(record.start()):
        lines.append(_move(state, ply.move, record.game))
        for place, comment in enumerate(ply.comments):
            used = _EMT.fullmatch(comment.text)
            lines.append(f"T{used[1]}" if used and not place else f"'*{comment.text}")
    return "\n".join([*lines, f"%{shogi.ending_of(record, WORDS)}", ""])


def _move(state: State, move: Move, game: Variant) -> str:
    cells = ["00" if cell == NOT_SAID else shogi.digits_of(cell, game) for cell in (move.origin, move.target)]
    kind = state.piece_type_at(move.origin) if move.becomes == NOT_SAID else move.becomes
    return f"{'+-'[state.turn]}{''.join(cells)}{NAMES[game.piece_types[kind].letter]}"


# -- reading ----------------------------------------------------------------------------------------------------------


def _told(text: str, state: State, game: Variant) -> str:
    """A move as Hodges writes it; + where the piece that it names is not yet what stands there."""
    found = _MOVE.fullmatch(text)
    letter = LETTERS.get(found[4]) if found else None
    if found is None or letter is None:
        return text
    if found[2] == "00":
        return f"{letter}*{shogi.cell_of(found[3])}"
    origin = hodges.cell_of(shogi.cell_of(found[2]), game.board)
    standing = state.piece_type_at(game.board.index[origin]) if origin in game.board.index else NOT_SAID
    promotes = standing != NOT_SAID and f"+{game.piece_types[standing].letter}" == letter
    way = shogi.cell_of(found[2]) + shogi.cell_of(found[3])
    return f"{letter[promotes:]}{way}{'+' if promotes else ''}"


def read(game_text: GameText, notes: DiagnosticCollector) -> TokenStream:
    """A game taken apart. Lines that mean nothing here are noted and passed over."""
    said, turn, result = LateTokenStream(game_text.text, told=_told), 0, "*"
    said.tag("Variant", shogi.GAME, (0, 0))
    for line, span in lines_of(game_text.text):
        line = line.rstrip()
        mark = next((mark for mark in TAGS if line.startswith(mark)), "")
        if mark:
            said.tag(TAGS[mark], line.removeprefix(mark), span)
        elif line.startswith("$START_TIME:"):
            shogi.read_start(line.partition(":")[2], said, span)
        elif line[:1] in ("'", "$"):
            text = line[1:].removeprefix("*") if line[0] == "'" else line[1:]
            if text:
                said.add_token("{" + text + "}", span)
        elif line.startswith("PI"):
            _start(line[2:], said, span, notes)
        elif _MOVE.fullmatch(line):
            turn = 1 if line[0] == "+" else 0
            said.add_move(line, span)
        elif re.fullmatch(r"T[0-9]{1,6}", line):
            said.add_token(f"{{[%emt {line[1:]}]}}", span)
        elif line[:1] == "%" and line[1:] in ENDINGS:
            result = shogi.result_of(line[1:], turn, ENDINGS)
        elif _BOARD.fullmatch(line) and line.replace(" ", "") not in USUAL:
            what = f"the board set up by hand ({shown(line)}) is not read, and the game's moves are not judged"
            notes.bad_value(span, what)
            break
        elif line.strip() and not (line in ("+", "-", "/") or _VERSION.fullmatch(line) or _BOARD.fullmatch(line)):
            notes.bad_value(span, f"this line means nothing in CSA: {shown(line)}")
    said.end(result)
    return said


def _start(left_out: str, said: LateTokenStream, span: Span, notes: DiagnosticCollector) -> None:
    """The usual start without some pieces, where that is a usual handicap."""
    if not left_out:
        return
    cells = HANDICAPS.get(tuple(sorted(re.findall("....", left_out))))
    if cells is None:
        notes.bad_value(span, f"PI{shown(left_out)} is no usual handicap; the moves are judged from the usual start")
    else:
        said.tag("FEN", shogi.without(cells), span)


CSA = Format(
    "csa", shogi.HOLDS, write,
    looks=begins_like(r"(?:'[^\n]*\n)*+(?:V[1-3](?:\.[0-9])?\s|N[+-])"), cut=cut_before(r"V[1-9][0-9.]*+\s*+\Z"),
    read=read, notation=hodges, refuses=shogi.refuses,
)  # fmt: skip
