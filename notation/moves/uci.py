"""Moves as they are sent to engines (UCI): `e2e4`, `e7e8q`, castling as the king's way `e1g1`, `N@c3`, `0000` for a pass.

For the other games it is extended: a piece of two letters is promoted to as `b7c8bc`, KaleidoChess writes `1B2F`, with the
throw of the dice in front as in long form. A promotion is also read in capitals and after `=`.
As Fairy-Stockfish does it, `b2b3+` promotes and `b2b3-` turns back (shogi), `e2e4,e4e5` puts a wall on e5, `b1c3h` brings
in a hawk on b1 (`h1e1h`: castling, the hawk on h1), and a pass is a king's move to his own cell, `e2e2`.

>>> from fairyscore.notation.variants import variant
>>> chess = variant("chess")
>>> state = chess.initial_state()
>>> write(state, state.find(read("g1f3", chess)), chess)
'g1f3'
"""

import re
from dataclasses import replace
from functools import lru_cache

from fairyscore.notation.moves import long
from fairyscore.notation.moves.cells import (
    LEVELLED,
    Read,
    cell_of,
    have_levels,
    move_of_names,
    or_castling,
    rank_digits,
    terminal,
)
from fairyscore.notation.rules.moves import ABSENT, DEMOTED, GO, PASS, PROMOTED, Move, ParsedMove
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Variant

name = "uci"

NULL = "0000"

_CHANGES = {"+": PROMOTED, "-": DEMOTED}


refusal = long.refusal
"""As of the long form: every board has fields to name."""


@lru_cache(maxsize=4)
def _grammar(digits: int, levels: bool) -> re.Pattern[str]:
    """digits: of a rank, at most. Without any a field is a digit and a letter, or 00: all else is a numeric move."""
    field = f"[a-z][0-9]{{1,{digits}}}" if digits else "[0-9][A-Za-z]|00"
    field = LEVELLED if levels else field
    go = (
        rf"(?P<origin>{field})(?P<target>{field})(?:=?(?P<becomes>[A-Za-z]{{1,2}}|[+-]))?(?:,{field}(?P<wall>{field}))?"
    )
    return terminal(rf"{long.THROW}(?:(?P<null>{NULL})|{long.DROPPED}|{go})(?:{long.SUFFIX})")


@lru_cache(maxsize=1 << 14)  # the lines of an engine repeat most of their moves
def read(text: str, variant: Variant) -> Read | None:
    """The parsed move that a UCI move is, the reasons why it cannot be one on this board, or None if it is none."""
    found = _grammar(rank_digits(variant.board.cells), have_levels(variant.board.cells)).match(text)
    if found is None or long.says_too_much(found, variant):
        return None
    throw = int(found["throw"] or 0)
    if found["null"]:
        return ParsedMove(PASS, throw=throw)
    return long.read_drop(found, variant) or _go(found, variant, throw)


def _go(found: re.Match[str], variant: Variant, throw: int) -> Read | None:
    origin, target = (cell_of(found[end], variant) for end in ("origin", "target"))
    becomes = (found["becomes"] or "").upper()
    move = move_of_names(
        variant, GO, {"origin": origin, "target": target}, {"becomes": becomes.strip("+-")}, throw=throw
    )
    if becomes in _CHANGES and isinstance(move, ParsedMove) and any(letter[0] == "+" for letter in variant.letters):
        move = replace(move, becomes=_CHANGES[becomes])  # elsewhere + is the sign of check
    move = or_castling(move, variant)
    if found["wall"] and variant.rules.optional_wall and found["wall"] == variant.board.cells[0] and origin != target:
        return move
    return long.with_wall(move, found, variant)


def write(state: State, move: Move, variant: Variant) -> str:
    """A legal move as it is sent to an engine."""
    throw, cells = long.write_throw(move), variant.board.cells
    if move.target == ABSENT:
        return throw + NULL
    if move.origin == ABSENT:
        return throw + long.write_special(move, variant)
    origin, target = cells[move.origin], cells[move.target]
    if move.castle != ABSENT and variant.writing.castling_target is not None:
        target = cells[variant.writing.castling_target(state, move)]
    if move.put_on == ABSENT:
        no_wall = f",{target}{cells[0]}" if variant.rules.optional_wall and origin != target else ""
        return f"{throw}{origin}{target}{_became(state, move, variant)}{no_wall}"
    if move.put == ABSENT:
        return f"{origin}{target}{_became(state, move, variant)},{target}{cells[move.put_on]}"
    gated = variant.piece_types[move.put].letter.lower()
    if move.put_on != move.origin:  # the castling rook's cell
        origin, target = cells[move.put_on], origin
    return f"{origin}{target}{gated}"


def _became(state: State, move: Move, variant: Variant) -> str:
    """The suffix of a promotion: a letter, or + where promoted pieces have one (shogi), - for turning back."""
    if move.becomes == ABSENT:
        return ""
    letter = variant.piece_types[move.becomes].letter
    if letter.startswith("+"):
        return "+"
    if variant.piece_types[state.piece_type_at(move.origin)].letter.startswith("+"):
        return "-"
    return letter.lower()
