"""Who plays what, and whether the sender of a letter is one of them: by the tags `WhiteNA`, `BlackNA` and others alike."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fairyscore.notation.correspondence.game_so_far import GameSoFar
from fairyscore.notation.mail.codes import LetterCode
from fairyscore.notation.rules.reasons import Fact

if TYPE_CHECKING:
    from fairyscore.notation.mail.message import Address, Letter

Doubts = list[tuple[LetterCode, dict[str, Fact]]]

_ADDRESS = re.compile(r"[^\s,;<>\"]+@[^\s,;<>\"]+")
_WORD = re.compile(r"[^\W\d_]{2,}")


def seat_of(letter: Letter, so_far: GameSoFar, *, any_sender: bool) -> tuple[str, Doubts]:
    """The name of the seat that a letter comes from, and what is to be told about that.

    The tag of a seat may have several addresses (PGN 9.1.3 has one). A seat without an address is known by its player's
    name; where neither tells, the seat is empty and the letter is taken with a warning.
    """
    record, seats = so_far.record, [seat.name for seat in so_far.game.seats]
    addresses = {seat: _addresses(record.tag(f"{seat.capitalize()}NA")) for seat in seats}
    sender = letter.sender
    found = [seat for seat in seats if sender.mailbox and sender.mailbox in addresses[seat]]
    if not found:
        names = {seat: record.tag(seat.capitalize()) for seat in seats if not addresses[seat]}
        found = [seat for seat, name in names.items() if _same_name(sender.name, name)]
    turn = so_far.game.seats[so_far.state.turn].name
    if len(found) == 1 or turn in found:  # somebody may play both sides
        return (turn if turn in found else found[0]), []
    if any_sender:
        return "", []
    if not sender.mailbox:
        return "", [_doubt(sender, "names no sender, or several")]
    if addresses[turn]:
        return "", [_doubt(sender, f"is not the address of {turn}, who is to move ({', '.join(addresses[turn])})")]
    facts: dict[str, Fact] = {"sender": str(sender), "player": turn, "tag": f"{turn.capitalize()}NA"}
    return "", [(LetterCode.SENDER_UNKNOWN, facts)]


def _doubt(sender: Address, why: str) -> tuple[LetterCode, dict[str, Fact]]:
    return LetterCode.SENDER, {"sender": str(sender) or "the header", "why": why}


def _addresses(tag: str) -> tuple[str, ...]:
    return tuple(found.casefold() for found in _ADDRESS.findall(tag))


def _same_name(one: str, other: str) -> bool:
    """Whether two names are of one person: the words of one are all among those of the other, in any order.

    >>> _same_name("Sommer, Greta", "Greta Sommer"), _same_name("Greta", "Greta Sommer"), _same_name("", "Greta")
    (True, True, False)
    """
    first, second = (set(_WORD.findall(name.casefold())) for name in (one, other))
    return bool(first and second) and (first <= second or second <= first)
