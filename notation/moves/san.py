"""SAN, the short form of the PGN standard: `Nf3`, `exd6`, `R1a3`, `e8=Q+`, `O-O`.

Letters are those of the variant, so `BCd7` is a caliph of cylindrical chess; no letter is a pawn.

>>> from fairyscore.notation.variants import variant
>>> chess = variant("chess")
>>> state = chess.begin()
>>> write(state, state.find(read("Nf3", chess)), chess)
'Nf3'
"""

from __future__ import annotations

from functools import lru_cache

import pyparsing as pp

from fairyscore.notation.boards.board import mask_of
from fairyscore.notation.moves.fields import field_fault, man_fault
from fairyscore.notation.moves.long import SUFFIX
from fairyscore.notation.rules.moves import CASTLE, EVERYWHERE, GO, NOT_SAID, Move, Wish
from fairyscore.notation.rules.reasons import Reason
from fairyscore.notation.rules.variant import State, Variant

name = "san"

PAWN = "P"

GRAMMAR = pp.Regex(
    r"(?:(?P<man>[A-Z]{0,2})(?P<file>[a-w])?(?P<rank>[0-9])?(?P<mark>[x:])?(?P<target>[a-w][0-9])(?:=?(?P<becomes>[A-Z]{1,2}))?"
    rf"|(?P<castle>[O0]-[O0](?:-[O0])?))(?:{SUFFIX})\Z",
    as_match=True,
)
"""One terminal: a fine-grained grammar of the same text is seven times slower."""


def read(text: str, variant: Variant) -> Wish | tuple[Reason, ...] | None:
    """The wish that a SAN move is, the reasons why it cannot be one on this board, or None if it is none."""
    try:
        found = GRAMMAR.parse_string(text)[0]
    except pp.ParseException:
        return None
    if found["castle"]:
        return Wish(CASTLE, castle=found["castle"].count("-") - 1)
    if not found["man"] and not found["file"] and (found["rank"] or found["mark"]):
        return None  # a pawn that captures, or one of several, is named by its file: exd5, not xd5 or 4xd5
    man = found["man"] or PAWN
    origin = f"{found['file']}{found['rank']}" if found["file"] and found["rank"] else ""
    faults = field_fault(found["target"], variant) + man_fault(man, variant)
    faults += field_fault(origin, variant) if origin else ()
    if found["becomes"]:
        faults += man_fault(found["becomes"], variant)
    if faults:
        return faults
    becomes = variant.letters[found["becomes"]] if found["becomes"] else NOT_SAID
    target = variant.board.index[found["target"]]
    if origin:  # a whole field names the man: `c3xd5` may be any, and `c3d5`, as programs write it, has no mark at all
        kind = variant.letters[man] if found["man"] else NOT_SAID
        capture = bool(found["mark"]) if found["man"] or found["mark"] else None
        return Wish(GO, variant.board.index[origin], target, kind, capture=capture, becomes=becomes)
    sources = _sources(variant.board.cells, found["file"] or "", found["rank"] or "")
    if not sources:
        return None  # there is no such file: the letter is something else
    return Wish(GO, NOT_SAID, target, variant.letters[man], sources, capture=bool(found["mark"]), becomes=becomes)


@lru_cache(maxsize=4096)
def _sources(cells: tuple[str, ...], file: str, rank: str) -> int:
    """The cells that a file, a rank or both leave open."""
    if not file and not rank:
        return EVERYWHERE
    return mask_of(cell for cell, text in enumerate(cells) if text.startswith(file) and text.endswith(rank))


def write(state: State, move: Move, variant: Variant) -> str:
    """A legal move in SAN, with its check or mate sign."""
    after = state.copy()
    after.play(move)
    sign = ""
    if "check" in after.notes():
        sign = "#" if after.outcome() is not None else "+"
    return unsigned(state, move, variant, state.moves()) + sign


def unsigned(state: State, move: Move, variant: Variant, legal: list[Move]) -> str:
    """A legal move in SAN without check or mate sign; `legal` are all legal moves, to tell men apart."""
    if move.castle != NOT_SAID:
        return variant.castlings[move.castle]
    cells = variant.board.cells
    letter = variant.men[state.kind_at(move.origin)].letter
    takes = state.takes(move)
    promoted = f"={variant.men[move.becomes].letter}" if move.becomes != NOT_SAID else ""
    rivals = [
        cells[other.origin]
        for other in legal
        if other.target == move.target
        and other.origin != move.origin
        and other.castle == NOT_SAID
        and variant.men[state.kind_at(other.origin)].letter == letter
    ]
    origin = cells[move.origin]
    told = _told_apart(origin, rivals)
    if letter == PAWN:
        letter = ""
        if told or takes:  # by its file, and where that is not enough by its field
            told = origin[0] if told in ("", origin[0]) else origin
    return f"{letter}{told}{'x' if takes else ''}{cells[move.target]}{promoted}"


def _told_apart(origin: str, rivals: list[str]) -> str:
    """PGN 8.2.3.4: the file if it is enough, else the rank if that is, else both; nothing without rivals."""
    if not rivals:
        return ""
    if all(rival[0] != origin[0] for rival in rivals):
        return origin[0]
    if all(rival[1:] != origin[1:] for rival in rivals):
        return origin[1:]
    return origin
