"""What stands above a game and below it: heading from the tags, and how it ended."""

from __future__ import annotations

from typing import Final

from fairyscore.notation.records.tree import Record
from fairyscore.render.moments import Moment
from fairyscore.render.story.tale import Close, Heading

SHOWN: Final = ("Site", "Date", "Round", "ECO", "Opening", "TimeControl", "Annotator")
"""Tags of which a heading tells, in this order."""


def heading_of(record: Record) -> Heading:
    """The heading of a game."""
    players = tuple(record.tag(seat.name.capitalize()) for seat in record.game.seats)
    details = tuple((name, record.tag(name)) for name in SHOWN if record.tag(name))
    return Heading(record.tag("Event"), players, (("Game", record.game.title), *details))


def close_of(record: Record, last: Moment) -> Close:
    """How a game ended: by the rules, or as its record says."""
    outcome = last.position.outcome
    if outcome is not None:
        return Close(record.result, outcome.ending.value)
    return Close(record.result, record.tag("Termination"))
