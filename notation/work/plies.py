"""A record ply by ply: each move with the position after it."""

from collections.abc import Iterator
from typing import Any

from fairyscore.notation.moves import long
from fairyscore.notation.records.tree import settle
from fairyscore.notation.replay import Verdict
from fairyscore.notation.rules.state import State

Row = dict[str, Any]
"""Facts by their names in JSON."""


def plies(verdict: Verdict, *, legal: bool) -> Iterator[Row]:
    """A row for each ply of the main line, and one for its end. legal: whether legal moves are counted."""
    number, state, game, record = verdict.game_text.number, verdict.state, verdict.game, verdict.record
    ending = verdict.outcome.ending.value if verdict.outcome else None
    if record is not None and game is not None:
        now, last = record.start(), len(record.line.plies)
        for at, ply in enumerate(record.line.plies, 1):
            settle(now, ply.move)
            row: Row = {"game": number, "ply": at, "seat": game.seats[now.turn].name}
            row["move"] = long.write(now, ply.move, game)
            count = _legal_moves(now, ply.move.throw) if legal else 0
            now.push_unchecked(ply.move)
            now.outcome()  # who is to move and cannot leaves now (K-5), and the position shows it
            notes = list(now.notes())
            ends = at == last and ending and not any(ending in note for note in notes)
            row |= {"position": game.write_position(now), "state": [*notes, ending] if ends else notes}
            yield row | {"legal": count} if legal else row
    position = game.write_position(state) if state and game else None
    row = {"game": number, "end": True, "plies": verdict.plies, "position": position}
    row |= {"number": state.fullmove_number if state else None, "outcome": ending}
    row["result"] = verdict.outcome.result if verdict.outcome else verdict.result or None
    if legal:
        row["legal"] = len(state.moves()) if state else None
    row["findings"] = len(verdict.findings)
    yield row if game is None else row | {"variant": game.name}


def _legal_moves(state: State, throw: int) -> int:
    """How many moves are legal; in a game with dice, with a throw."""
    return len(state.moves_with(throw) if throw else state.moves())
