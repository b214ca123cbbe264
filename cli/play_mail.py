"""Moves from letters: each letter is held against the game, and what it states is done as if it were typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from fairyscore.cli.options import limits
from fairyscore.cli.report import name
from fairyscore.notation.correspondence.entering import enter
from fairyscore.notation.correspondence.game_so_far import GameSoFar
from fairyscore.notation.correspondence.inbox import InboxError, letters_of
from fairyscore.notation.correspondence.reading import LetterReading, promised, proposal, read_through
from fairyscore.notation.mail.codes import LetterCode
from fairyscore.notation.records.diagnostics import Severity

if TYPE_CHECKING:
    from fairyscore.notation.correspondence.statement import Condition
    from fairyscore.notation.editing.turn import Turn
    from fairyscore.notation.mail.message import Letter

Announced = list[tuple[LetterReading, "Condition"]]


def play_letters(turn: Turn, path: str, *, any_sender: bool, conditional: bool) -> None:
    """Do what the letters of a path state, in the order in which they were sent; what is wrong with one is reported.

    conditional: also play a move whose condition has come true, else only propose it.
    """
    letters = _letters(path)
    announced: Announced = []
    doubtful: list[str] = []
    for letter in letters:
        so_far = GameSoFar(turn.record)
        promises = [(before.seat, condition) for before, condition in announced]
        reading = read_through(letter, so_far, promises, any_sender=any_sender)
        if turn.record.result != "*":
            break
        several = len(letters) > 1
        for found in reading.diagnostics:
            mild = several and found.code == LetterCode.NO_MOVE.value  # in a box of letters that is not a fault
            turn.diagnostics.append(found._replace(severity=Severity.INFO) if mild else found)
        announced += [(reading, condition) for condition in reading.statement.conditions]
        if reading.refused:
            errors = {found.code for found in reading.diagnostics if found.severity is Severity.ERROR}
            turn.refused = turn.refused or not (several and errors <= {LetterCode.NO_MOVE.value})
            if reading.proposal:
                doubtful.append(f"proposal: {reading.proposal} ({letter.name})")
            continue
        enter(turn, reading)
        _propose(turn, announced, conditional=conditional)
    turn.proposals = [*doubtful, *turn.proposals]


def _propose(turn: Turn, announced: Announced, *, conditional: bool) -> None:
    """Tell moves whose condition has come true, or play them where that is asked for."""
    so_far = GameSoFar(turn.record)
    player = so_far.game.seats[so_far.state.turn].name
    theirs = [(reading, condition) for reading, condition in announced if reading.seat in ("", player)]
    found = promised([condition for _, condition in theirs], so_far) if conditional else None
    if found is not None:
        turn.play([found[1].spelling])
        turn.proposals = []
        return
    stated = ((reading, condition, proposal(condition, so_far)) for reading, condition in theirs)
    turn.proposals = [
        f"proposal: {move.written} ({reading.letter.name}: {condition.text})"
        for reading, condition, move in stated
        if move
    ]


def _letters(path: str) -> list[Letter]:
    """The letters of a path. Raises `click.UsageError` where it cannot be read, or has none."""
    try:
        found = [received.letter for received in letters_of(path, limits())]
    except InboxError as fault:
        raise click.UsageError(f"{name(path)} cannot be read: {fault}.") from None
    if not found:
        raise click.UsageError(f"{name(path)} contains no letter.")
    return found
