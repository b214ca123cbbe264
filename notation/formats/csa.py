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
from collections.abc import Iterable, Iterator

from fairyscore.notation.formats.base import Format
from fairyscore.notation.formats.loss import Holds
from fairyscore.notation.formats.played import PlayedTokenStream, day_and_time
from fairyscore.notation.formats.shogi import (
    GAME,
    HANDICAPS,
    PLAIN,
    PROMOTED,
    handicap_of,
    loser_to_move,
    refuses,
    result_of,
    without,
)
from fairyscore.notation.formats.walk import cut_at, lines_of, name_of_variant
from fairyscore.notation.moves import hodges
from fairyscore.notation.records.collector import DiagnosticCollector
from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.records.token_stream import TokenStream
from fairyscore.notation.records.tree import Comment, Ply, Record
from fairyscore.notation.rules.moves import NOT_SAID, Move
from fairyscore.notation.rules.variant import Notation, State, Variant
from fairyscore.notation.text import shown

NAMES = dict(zip((*PLAIN, *PROMOTED), ("OU", "HI", "KA", "KI", "GI", "KE", "KY", "FU", "RY", "UM", "NG", "NK", "NY", "TO"),
                 strict=True))  # fmt: skip
"""Letter of a piece -> its two letters here."""
LETTERS = {text: letter for letter, text in NAMES.items()}

ENDINGS = {
    "TORYO": "loses", "KACHI": "wins", "CHUDAN": "*", "HIKIWAKE": "1/2-1/2", "SENNICHITE": "1/2-1/2", "JISHOGI": "1/2-1/2",
    "TSUMI": "loses", "TIME_UP": "loses", "ILLEGAL_MOVE": "loses", "MATTA": "*", "ERROR": "*", "FUZUMI": "*",
}  # fmt: skip
WORDS = {True: "TORYO", False: "KACHI"}
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


def _cell(text: str) -> str:
    """`76` as Hodges names it: `7f`."""
    return text[0] + "abcdefghi"[int(text[1]) - 1]


# -- writing ----------------------------------------------------------------------------------------------------------


def write(record: Record, notation: Notation) -> str:
    """A record in version 2.2."""
    lines = ["V2.2", *(f"{mark}{record.tag(tag)}" for mark, tag in TAGS.items() if record.tag(tag))]
    start = f"{record.tag('Date').replace('.', '/')} {record.tag('Time')}".strip()
    lines += [f"$START_TIME:{start}"] if start else []
    handicap = HANDICAPS.get(handicap_of(record) or "", "")
    lines += [f"PI{_left_out(handicap)}", "-" if handicap else "+", *map(_comment, record.line.intro)]
    for state, ply in record.steps(record.start()):
        lines += [_move(state, ply.move, record.game), *_behind(ply)]
    lost = loser_to_move(record)
    word = "HIKIWAKE" if record.result == "1/2-1/2" else "CHUDAN" if lost is None else WORDS[lost]
    return "\n".join([*lines, f"%{word}", ""])


def _left_out(cells: str) -> str:
    usual = {"a9": "91KY", "b9": "81KE", "b8": "82HI", "h8": "22KA", "h9": "21KE", "i9": "11KY"}
    return "".join(usual[cell] for cell in cells.split())


def _comment(comment: Comment) -> str:
    return f"'*{comment.text}"


def _behind(ply: Ply) -> Iterator[str]:
    for place, comment in enumerate(ply.comments):
        used = _EMT.fullmatch(comment.text)
        yield f"T{used[1]}" if used and not place else _comment(comment)


def _move(state: State, move: Move, game: Variant) -> str:
    cells = ["00" if cell == NOT_SAID else _digits(cell, game) for cell in (move.origin, move.target)]
    kind = state.piece_type_at(move.origin) if move.becomes == NOT_SAID else move.becomes
    return f"{'+-'[state.turn]}{''.join(cells)}{NAMES[game.piece_types[kind].letter]}"


def _digits(cell: int, game: Variant) -> str:
    text = hodges.text_of(cell, game.board)
    return f"{text[0]}{'abcdefghi'.index(text[1]) + 1}"


# -- reading ----------------------------------------------------------------------------------------------------------


def _told(text: str, state: State, game: Variant) -> str:
    """A move as Hodges writes it; + where the piece that it names is not yet what stands there."""
    found = _MOVE.fullmatch(text)
    letter = LETTERS.get(found[4]) if found else None
    if found is None or letter is None:
        return text
    if found[2] == "00":
        return f"{letter}*{_cell(found[3])}"
    origin = hodges.cell_of(_cell(found[2]), game.board)
    standing = state.piece_type_at(game.board.index[origin]) if origin in game.board.index else NOT_SAID
    promotes = standing != NOT_SAID and f"+{game.piece_types[standing].letter}" == letter
    return f"{letter[promotes:]}{_cell(found[2])}{_cell(found[3])}{'+' if promotes else ''}"


def read(game_text: GameText, notes: DiagnosticCollector) -> TokenStream:
    """A game taken apart. Lines that mean nothing here are noted and passed over."""
    said, turn, result = PlayedTokenStream(game_text.text, told=_told), 0, "*"
    name_of_variant(GAME, said, (0, 0))
    for line, span in lines_of(game_text.text):
        line = line.rstrip()
        mark = next((mark for mark in TAGS if line.startswith(mark)), "")
        if mark:
            said.tag(TAGS[mark], line.removeprefix(mark), span)
        elif line.startswith("$START_TIME:"):
            for tag, text in zip(("Date", "Time"), day_and_time(line.partition(":")[2]), strict=True):
                if text:
                    said.tag(tag, text, span)
        elif line[:1] in ("'", "$"):
            text = line[1:].removeprefix("*") if line[0] == "'" else line[1:]
            if text:
                said.add_token("{" + text + "}", span)
        elif line.startswith("PI"):
            _start(line[2:], said, span, notes)
        elif _MOVE.fullmatch(line):
            turn = 1 if line[0] == "+" else 0
            said.add_token(line, span)
        elif re.fullmatch(r"T[0-9]{1,6}", line):
            said.add_token(f"{{[%emt {line[1:]}]}}", span)
        elif line[:1] == "%" and line[1:] in ENDINGS:
            result = result_of(line[1:], turn, ENDINGS)
        elif _BOARD.fullmatch(line) and line.replace(" ", "") not in USUAL:
            what = f"the board set up by hand ({shown(line)}) is not read, and the game's moves are not judged"
            notes.trouble(RecordCode.BAD_VALUE, span, {"what": what})
            break
        elif line.strip() and not (line in ("+", "-", "/") or _VERSION.fullmatch(line) or _BOARD.fullmatch(line)):
            notes.trouble(RecordCode.BAD_VALUE, span, {"what": f"this line means nothing in CSA: {shown(line)}"})
    said.add_token(result, (len(game_text.text), len(game_text.text)))
    said.tag("Result", result, (0, 0))
    return said


def _start(left_out: str, said: PlayedTokenStream, span: tuple[int, int], notes: DiagnosticCollector) -> None:
    """The usual start without some pieces, where that is a usual handicap."""
    if not left_out:
        return
    names = {"".join(sorted(re.findall("....", _left_out(cells)))): cells for cells in HANDICAPS.values()}
    cells = names.get("".join(sorted(re.findall("....", left_out))))
    if cells is None:
        what = f"PI{shown(left_out)} is no usual handicap; the moves are judged from the usual start"
        notes.trouble(RecordCode.BAD_VALUE, span, {"what": what})
    else:
        said.tag("FEN", without(cells), span)


def cut(chunks: Iterable[str]) -> Iterator[GameText]:
    """Each game, from its version on."""
    return cut_at(lambda line, before: re.fullmatch(r"V[1-9][0-9.]*\s*", line) is not None, chunks)


def looks(head: str) -> bool:
    """Whether a text begins with the version, or with a name."""
    return re.match(r"\s*(?:'[^\n]*\n)*(?:V[1-3](?:\.[0-9])?\s|N[+-])", head) is not None


HELD = frozenset(("White", "Black", "Event", "Site", "Date", "Time", "FEN"))

CSA = Format(
    "csa", Holds(tags=HELD, variant=True, comments=True, intro=True), write,
    looks=looks, cut=cut, read=read, notation=lambda game: hodges, refuses=refuses,
)  # fmt: skip
