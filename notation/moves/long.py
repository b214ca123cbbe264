"""Long form: `e2-e4`, `e5xd6`, `e7-e8=Q`, `O-O`, `N@c3`, `--`, with the piece's letters in front where one likes.

Other games have promoted pieces too, `b2-b3=+S`, `+P@e4`; a wall that a move puts, `e2-e4,e5`; and a piece that it brings
in from the hand, `b1-c3/H`, with castling on the cell of king or rook, `O-O/Hh1`.

Every game has it; KaleidoChess, whose page calls it the protocol, writes `+` for a capture and may have the throw of the
dice in front, `3: 1K+4B`. The king's way when he castles is castling, `e1-g1` and `Ke1-g1`, as for UCI.

>>> from fairyscore.notation.variants import variant
>>> chess = variant("chess")
>>> state = chess.initial_state()
>>> write(state, state.find(read("e2-e4", chess)), chess)
'e2-e4'
"""

import re
from dataclasses import replace
from functools import lru_cache

from fairyscore.notation.moves.cells import (
    LEVELLED,
    Read,
    field_fault,
    have_levels,
    move_of_names,
    or_castling,
    terminal,
)
from fairyscore.notation.rules.moves import ABSENT, CASTLE, DROP, GO, PASS, Move, ParsedMove
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Variant

name = "long"

SUFFIX = r"(?P<suffix>[+#]{0,2}[!?]{0,2}(?:\s*e\.?p\.?)?)"
"""Check, mate, glyphs and `e.p.` after a move: read here, and judged where it was made."""

THROW = r"(?:(?P<throw>[0-9]):\s*)?"

CASTLED = (
    r"(?P<castle>[O0o]-[O0o](?:-[O0o])?)(?:-(?P<castle_to>[a-z][0-9]{1,2}))?"
    r"(?:/(?P<put>[A-Z]{1,2})(?P<put_on>[a-z][0-9]{1,2}))?"
)
"""Castling, where there are several to a side with the cell of the king, and with what it brings in."""
DROPPED = r"(?P<dropped>(?:\+?[A-Z]{1,2})?)(?P<sign>[@*])(?P<on>[a-z][0-9]{1,2})"
PASSED = r"(?P<pass>---?|Z0|null|pass|<>|@@@@|0000)"
"""`--` as ChessBase writes a null move, `---` as ChessForge, `null` as SCID, `0000` as engines, `@@@@` as xboard, `<>` as
Chess Assistant; and `Z0` and `pass`."""

WALL = r"(?:,(?P<wall>[a-z][0-9]{1,2}))?"
"""The cell of a wall that a move puts."""

SPECIAL = f"{CASTLED}|{DROPPED}|{PASSED}"
"""What goes from no field to another and is written alike in long form and SAN."""


def refusal(variant: Variant) -> str:
    """Empty: every board has fields to name."""
    return ""


@lru_cache(maxsize=16)
def _grammar(mark: str, levels: bool) -> re.Pattern[str]:
    promoted = r"(?:\s*(?:=\s*|/)(?P<becomes>\+?[A-Za-z]{1,2}))?"
    field = LEVELLED if levels else r"[a-z][0-9]{1,2}|[0-9][A-Za-z0-9]"
    marks = rf"[-–{re.escape(mark)}]"
    go = rf"(?P<piece>(?:\+?[A-Z]{{1,2}})?)(?P<origin>{field})(?P<mark>{marks})(?P<target>{field}){promoted}"
    return terminal(rf"{THROW}(?:{SPECIAL}|{go}){WALL}(?:{SUFFIX})")


def read(text: str, variant: Variant) -> Read | None:
    """The parsed move that a long-form move is, the reasons why it cannot be one on this board, or None if it is none."""
    found = _grammar(variant.writing.capture_mark, have_levels(variant.board.cells)).match(text)
    if found is None or says_too_much(found, variant):
        return None
    throw = int(found["throw"] or 0)
    return with_wall(read_special(found, variant, throw) or _go(found, variant, throw), found, variant)


def says_too_much(found: re.Match[str], variant: Variant) -> bool:
    """True if a text puts a wall or brings a piece in, and no move of the game does: it is not a move then."""
    return not variant.writing.beside and bool(found["wall"] or found.groupdict().get("put"))


def with_wall(read: Read | None, found: re.Match[str], variant: Variant) -> Read | None:
    """A read move with the wall that `WALL` has found."""
    if not found["wall"] or read is None:
        return read
    fault = field_fault(found["wall"], variant)
    if fault or not isinstance(read, ParsedMove):
        return (*(read if isinstance(read, tuple) else ()), *fault)
    return replace(read, put_on=variant.board.index[found["wall"]])


def read_special(found: re.Match[str], variant: Variant, throw: int = 0) -> Read | None:
    """The parsed move to castle, drop or pass that `SPECIAL` has found, or None where it has found none."""
    if found["pass"]:
        return ParsedMove(PASS, throw=throw)
    if found["castle"]:
        cells = {"put_on": found["put_on"]} if found["put"] else {}
        cells |= {"target": found["castle_to"]} if found["castle_to"] else {}
        return move_of_names(variant, CASTLE, cells, {"put": found["put"]}, castle=found["castle"].count("-") - 1)
    return read_drop(found, variant)


def read_drop(found: re.Match[str], variant: Variant) -> Read | None:
    """The parsed move to drop that `DROPPED` has found, or None where it has found none."""
    if not found["sign"]:
        return None
    letter = found["dropped"] or "P"  # lichess leaves a pawn's away
    return move_of_names(variant, DROP, {"target": found["on"]}, {"kind": letter})


def _cell_name(text: str) -> str:
    """The name of a cell. Letter case is free in names that begin with a digit, 1b for 1B; files are small letters."""
    return text.upper() if text[0].isdigit() else text


def _go(found: re.Match[str], variant: Variant, throw: int) -> Read | None:
    origin, target = map(_cell_name, found.group("origin", "target"))
    if origin.isdigit() and target[0].isalpha():
        return None  # SAN: the rook on the 18th place of its ring, R18xb18
    takes = found["mark"] == variant.writing.capture_mark
    pieces = {"kind": found["piece"], "becomes": (found["becomes"] or "").upper()}
    read = move_of_names(variant, GO, {"origin": origin, "target": target}, pieces, capture=takes, throw=throw)
    return read if takes or found["piece"] not in ("", "K") else or_castling(read, variant)


def write(state: State, move: Move, variant: Variant) -> str:
    """A legal move in long form, with `=X` for whatever the piece becomes and the throw in front."""
    origin, target, becomes, castle, throw, put_on, _ = move
    if origin < 0 or castle >= 0 or origin == target:
        special = write_special(move, variant)
        if special:
            return f"{write_throw(move)}{special}{write_beside(move, variant)}"
    cells = variant.board.cells
    text = f"{cells[origin]}{variant.writing.capture_mark if state.takes(move) else '-'}{cells[target]}"
    if becomes < 0 and not throw and put_on < 0:  # by far the most
        return text
    return f"{write_throw(move)}{text}{write_promotion(move, variant)}{write_beside(move, variant)}"


def write_throw(move: Move) -> str:
    """The throw of the dice as it stands in front of a move, empty without one."""
    return f"{move.throw}: " if move.throw else ""


def moves_nothing(move: Move, variant: Variant) -> bool:
    """True for a pass, and for a wall that is put without a move; what captures and comes back has moved."""
    stays = move.origin == move.target and move.becomes == ABSENT
    return move.passes or (stays and not variant.writing.twice)


def write_special(move: Move, variant: Variant) -> str:
    """Castling, drop or pass as long form and SAN write it; empty for a piece that goes."""
    if move.castle != ABSENT:
        return variant.writing.castlings[move.castle]
    if moves_nothing(move, variant):
        return "--"
    if move.origin == ABSENT:
        return f"{variant.piece_types[move.becomes].letter}@{variant.board.cells[move.target]}"
    return ""


def write_beside(move: Move, variant: Variant) -> str:
    """`,e5` for a wall that the move puts, `/H` for a piece that it brings in; empty for neither."""
    if move.put_on == ABSENT:
        return ""
    cell = variant.board.cells[move.put_on]
    if move.put == ABSENT:
        return f",{cell}"
    return f"/{variant.piece_types[move.put].letter}{cell if move.castle != ABSENT else ''}"


def write_promotion(move: Move, variant: Variant) -> str:
    """`=X` for what a piece becomes, empty where it stays what it is."""
    return f"={variant.piece_types[move.becomes].letter}" if move.becomes != ABSENT else ""
