"""Moves from letters: each letter is held against the game, and what it states is done as if it were typed."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC
from operator import itemgetter
from typing import TYPE_CHECKING

import click

from fairyscore.cli.options import limits
from fairyscore.cli.report import name
from fairyscore.notation.correspondence.game_so_far import GameSoFar
from fairyscore.notation.correspondence.reading import LetterReading, promised, proposal, read_through
from fairyscore.notation.editing import score_sheet
from fairyscore.notation.mail.codes import LetterCode
from fairyscore.notation.mail.message import read_letter
from fairyscore.notation.records.diagnostics import Severity
from fairyscore.notation.storage import listing
from fairyscore.notation.storage.source import Unreadable
from fairyscore.notation.storage.unpacking import raw_letters

if TYPE_CHECKING:
    from fairyscore.cli.play import Turn
    from fairyscore.notation.correspondence.statement import Condition
    from fairyscore.notation.mail.message import Letter

Announced = list[tuple[LetterReading, "Condition"]]


def play_letters(turn: Turn, path: str, *, any_sender: bool, conditional: bool) -> None:
    """Do what the letters of a path state, in the order in which they were sent; what is wrong with one is reported.

    conditional: also play a move whose condition has come true, else only propose it.
    """
    letters = letters_of(path)
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
            turn.diagnostics.append(replace(found, severity=Severity.INFO) if mild else found)
        announced += [(reading, condition) for condition in reading.statement.conditions]
        if reading.refused:
            errors = {found.code for found in reading.diagnostics if found.severity is Severity.ERROR}
            turn.refused = turn.refused or not (several and errors <= {LetterCode.NO_MOVE.value})
            if reading.proposal:
                doubtful.append(f"proposal: {reading.proposal} ({letter.name})")
            continue
        take(turn, reading)
        _propose(turn, announced, conditional=conditional)
    turn.proposals = [*doubtful, *turn.proposals]


def take(turn: Turn, reading: LetterReading) -> None:
    """Do what a letter states, with its date."""
    told, letter = reading.statement, reading.letter
    notes = [score_sheet.date_note(turn.record, letter.date)] if letter.date else []
    if told.move:
        turn.play([*(one.spelling for one in reading.through), told.move.spelling])
        turn.take(score_sheet.with_comments(turn.record, *notes, score_sheet.OFFER if told.offers else ""))
        if told.offers:
            turn.told.append(f"{reading.seat or 'the sender'} offers a draw")
    elif told.accepts:
        turn.take(score_sheet.drawn(turn.record, "Draw agreed."))
    elif told.resigns:
        turn.take(score_sheet.resigned(turn.record, reading.seat))
    elif told.claims:
        turn.take(score_sheet.claimed(turn.record, "the letter claims a draw, and the position allows none"))


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


# -- the letters that are named on the command line: a file, an mbox, a Maildir, packed ones, standard input -----------


def letters_of(path: str) -> list[Letter]:
    """The letters of a path, by date if all have one. Raises `click.UsageError` where it cannot be read."""
    found: list[Letter] = []
    for source in listing.sources([path], listing.MAIL_SUFFIXES, limits()):
        try:
            if isinstance(source, Unreadable):
                raise source
            raw = list(raw_letters(source))
        except (OSError, ValueError) as error:
            told = Unreadable.named(path, error).facts
            why = told.get("why") or told.get("what") or "it is not a letter"
            raise click.UsageError(f"{name(path)} cannot be read: {why}.") from None
        for letter in raw:
            called = name(source.name) if len(raw) == 1 else f"{name(source.name)}!{letter.number}"
            found.append(read_letter(letter.raw, called, letter.line))
    if not found:
        raise click.UsageError(f"{name(path)} contains no letter.")
    dates = [
        letter.date and (letter.date if letter.date.tzinfo else letter.date.replace(tzinfo=UTC)) for letter in found
    ]
    sent = [(date, letter) for date, letter in zip(dates, found, strict=True) if date]  # without a zone: UTC
    return [letter for _, letter in sorted(sent, key=itemgetter(0))] if len(sent) == len(found) else found
