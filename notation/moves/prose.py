"""Spoken moves: `wizard from 1B goes to 2F`, `wizard from 1B knocks out raven at 2F`, in free letter case.

Owners and articles may be said too, `the white wizard from 1B knocks out a black raven on 2F`, or `own raven`, and the
throw of the dice in front. Men, seats and fields are those of the variant, so every game can be told like this.

>>> from fairyscore.notation.variants import variant
>>> game = variant("kaleidochess")
>>> state = game.begin()
>>> write(state, state.find(read("The white DRAGON from 1g flies to 2E", game)), game)
'dragon from 1G goes to 2E'
"""

from __future__ import annotations

from functools import lru_cache

import pyparsing as pp

from fairyscore.notation.moves import long
from fairyscore.notation.moves.fields import field_fault
from fairyscore.notation.rules.moves import GO, NOT_SAID, OWN, Move, Wish
from fairyscore.notation.rules.reasons import Code, Reason
from fairyscore.notation.rules.variant import State, Variant

name = "prose"

# Every piece is possessive (`++`) and begins where a word begins, so that no text makes the search go back and forth.
# All is ASCII, as letters in free case would else take the long s and the Kelvin sign; only blanks may be no-break ones.
_GAP = r"[\s\xa0]"
_WORD = r"[a-z]{3,24}+(?:-[a-z]{2,24}+){0,3}+"
_CELL = r"(?:[a-z][0-9]{1,2}+|[0-9][a-z0-9])(?![a-z0-9])"
_OWNER = "white|silver|black|gold|own"
_MAN = rf"(?:(?:the|an?){_GAP}++)?(?:(?:{_OWNER}){_GAP}++)?{_WORD}{_GAP}++"
_QUIET = rf"(?:goes|moves|flies|walks){_GAP}++to{_GAP}++"

SPAN: str = (
    rf"(?<![\w-])(?ai:(?:[0-9]:{_GAP}*+)?{_MAN}from{_GAP}++{_CELL}{_GAP}++"
    rf"(?:{_QUIET}|knocks{_GAP}++out{_GAP}++{_MAN}(?:at|on){_GAP}++){_CELL}[!?]{{0,2}}+)(?:\.(?!\S))?"
)
"""Regex source of a whole spoken move in running text, for scanners that keep its words together as one token.

It needs `from`, a field, a verb and a field again, so no other text of a record looks like it.
"""

_GRAMMAR = pp.Regex(
    rf"(?ai)(?:(?P<throw>[0-9]):{_GAP}*)?(?:(?:the|an?){_GAP}+)?(?:(?P<owner>{_OWNER}){_GAP}+)?(?P<man>{_WORD}){_GAP}+"
    rf"from{_GAP}+(?P<origin>{_CELL}){_GAP}+(?:{_QUIET}|(?P<out>knocks){_GAP}+out{_GAP}+(?:(?:the|an?){_GAP}+)?"
    rf"(?:(?P<loser>{_OWNER}){_GAP}+)?(?P<victim>{_WORD}){_GAP}+(?:at|on){_GAP}+)"
    rf"(?P<target>{_CELL})[!?]{{0,2}}\.?"
)
"""One terminal: a fine-grained grammar of the same text is seven times slower."""


def read(text: str, variant: Variant) -> Wish | tuple[Reason, ...] | None:
    """The wish that a spoken move is, the reasons why it cannot be one in this game, or None if it is none."""
    try:
        found = _GRAMMAR.parse_string(text, parse_all=True).as_dict()
    except pp.ParseException:
        return None
    kinds, seats = _kinds(tuple(man.name for man in variant.men)), _seats(tuple(seat.name for seat in variant.seats))
    cells = [_cell(found[end], variant) for end in ("origin", "target")]
    men = [found[man].lower() for man in ("man", "victim") if found[man]]
    owners = [found[owner].lower() for owner in ("owner", "loser") if found[owner]]
    faults = tuple(fault for cell in cells for fault in field_fault(cell, variant))
    faults += tuple(_no_such_man(man, variant) for man in men if man not in kinds)
    faults += tuple(_no_such_man(f"{seat} man", variant) for seat in owners if seat not in seats)
    return faults or Wish(
        GO,
        origin=variant.board.index[cells[0]],
        target=variant.board.index[cells[1]],
        kind=kinds[men[0]],
        capture=bool(found["out"]),
        victim=kinds[men[1]] if found["out"] else NOT_SAID,
        throw=int(found["throw"] or 0),
        owner=_owner(found["owner"], seats),
        loser=_owner(found["loser"], seats),
    )


def _owner(said: str | None, seats: dict[str, int]) -> int:
    return seats[said.lower()] if said else NOT_SAID


def _cell(text: str, variant: Variant) -> str:
    """A field as the board writes it: letter case is free, as no board has two fields that differ by it alone."""
    return next((cell for cell in (text.upper(), text.lower()) if cell in variant.board.index), text)


@lru_cache(maxsize=64)
def _kinds(names: tuple[str, ...]) -> dict[str, int]:
    """Name -> index of the kind; the first where several share a name. A blank in a name is written as a hyphen."""
    return {name.lower().replace(" ", "-"): kind for kind, name in reversed(list(enumerate(names)))}


@lru_cache(maxsize=8)
def _seats(names: tuple[str, ...]) -> dict[str, int]:
    return {**{name: seat for seat, name in enumerate(names)}, "own": OWN}


def _no_such_man(man: str, variant: Variant) -> Reason:
    names = tuple(dict.fromkeys(kind.name for kind in variant.men))
    return Reason(Code.NO_SUCH_MAN, {"man": man, "men": names, "variant": variant.title})


def write(state: State, move: Move, variant: Variant) -> str:
    """A legal move in words; what has no spoken form (a pass, drop, castling, promotion, en passant) in long form."""
    if NOT_SAID in (move.origin, move.target) or move.castle != NOT_SAID or move.becomes != NOT_SAID:
        return long.write(state, move, variant)
    cells = variant.board.cells
    throw = f"{move.throw}: " if move.throw else ""
    said = f"{throw}{_named(state, move.origin, variant)} from {cells[move.origin]}"
    victim = _named(state, move.target, variant)
    if bool(victim) is not state.takes(move):
        return long.write(state, move, variant)
    if not victim:
        return f"{said} goes to {cells[move.target]}"
    return f"{said} knocks out {victim} at {cells[move.target]}"


def _named(state: State, cell: int, variant: Variant) -> str:
    """What stands on a cell, in one word; nothing where it is empty."""
    man = state.man_at(cell)
    return "" if man is None else variant.men[man[1]].name.lower().replace(" ", "-")
