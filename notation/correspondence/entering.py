"""What letters state is entered into a record, as if it were typed."""

from __future__ import annotations

from collections.abc import Sequence

from fairyscore.notation.correspondence.game_so_far import GameSoFar
from fairyscore.notation.correspondence.reading import LetterReading, promised, proposal, read_through
from fairyscore.notation.correspondence.statement import ConditionalMoves
from fairyscore.notation.editing import score_sheet
from fairyscore.notation.editing.turn import RecordEdit
from fairyscore.notation.mail.codes import LetterCode
from fairyscore.notation.mail.message import MailLetter
from fairyscore.notation.records.diagnostics import Severity


def end(turn: RecordEdit, reading: LetterReading, how: str) -> None:
    """End a game as a person has read it in a letter. how: `resigns` or `draw`. Raises `NotPossible`.

    A draw needs no offer in the record: both players may have agreed in letters that the record does not have.
    """
    if how == "draw":
        turn.take(score_sheet.drawn(turn.record, "Draw agreed."))
    elif not reading.seat:
        raise score_sheet.NotPossible("nothing tells which player the letter is from, so who resigns is not known")
    else:
        turn.take(score_sheet.resigned(turn.record, reading.seat))


Announced = list[tuple[LetterReading, ConditionalMoves]]
"""Moves under a condition, with the letters that announce them."""


def enter(turn: RecordEdit, reading: LetterReading) -> None:
    """Do what a letter states, with its date. Raises `NotPossible` where the rules forbid it."""
    statement, letter = reading.statement, reading.letter
    if statement.move:
        for one in reading.through:
            turn.play([one.spelling])
            turn.note(date=letter.date)
        turn.play([statement.move.spelling])
        turn.note(date=letter.date, offers=bool(statement.offers))
        if statement.offers:
            turn.lines.append(f"{reading.seat or 'the sender'} offers a draw")
    elif statement.accepts:
        player = turn.record.game.seats[turn.record.end().turn].name
        if reading.seat not in ("", player):
            raise score_sheet.NotPossible(f"the draw is offered by {reading.seat}, so {player} accepts it or not")
        turn.accept_draw()
    elif statement.resigns:
        turn.take(score_sheet.resigned(turn.record, reading.seat))
    elif statement.claims:
        turn.take(score_sheet.claimed(turn.record, "the letter claims a draw, and the position allows none"))


def play_at_once(turn: RecordEdit, move: str) -> None:
    """Play a move that was promised: it is made when the move is that it answers, and takes no time."""
    date = score_sheet.last_date_note(turn.record)
    turn.play([move])
    turn.take(score_sheet.with_comments(turn.record, date))


def enter_letters(
    turn: RecordEdit, letters: Sequence[MailLetter], *, any_sender: bool = False, conditional: bool = False
) -> None:
    """Do what letters state, in the order in which they were sent, until the game ends.

    What is wrong with one goes to `turn.diagnostics`, what is doubtful to `turn.proposals`. any_sender: accept them from
    anybody. conditional: also play a move whose condition has come true, else only propose it. Raises `NotPossible`.
    """
    several = len(letters) > 1
    announced: Announced = []
    doubtful: list[str] = []
    for letter in letters:
        so_far = GameSoFar(turn.record)
        promises = [(before.seat, condition) for before, condition in announced]
        reading = read_through(letter, so_far, promises, any_sender=any_sender)
        if turn.record.result != "*":
            break
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


def _propose(turn: RecordEdit, announced: Announced, *, conditional: bool) -> None:
    """Note moves whose condition has come true, or play them where that is asked for."""
    so_far = GameSoFar(turn.record)
    player = so_far.game.seats[so_far.state.turn].name
    theirs = [(reading, condition) for reading, condition in announced if reading.seat in ("", player)]
    found = promised([condition for _, condition in theirs], so_far) if conditional else None
    if found is not None:
        play_at_once(turn, found[1].spelling)
        turn.proposals = []
        return
    stated = ((reading, condition, proposal(condition, so_far)) for reading, condition in theirs)
    turn.proposals = [
        f"proposal: {move.written} ({reading.letter.name}: {condition.text})"
        for reading, condition, move in stated
        if move
    ]
