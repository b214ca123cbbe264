"""The state of Chamæleon as everything else knows it: play, and the reasons for what it refuses."""

from __future__ import annotations

from collections.abc import Sequence

from fairyscore.notation.rules.colours.play import ColourPlay
from fairyscore.notation.rules.colours.reasons import reasons
from fairyscore.notation.rules.colours.words import notes
from fairyscore.notation.rules.moves import Move, ParsedMove
from fairyscore.notation.rules.push_many import push_one_by_one
from fairyscore.notation.rules.reasons import Reason, with_right_mark


class ColourState(ColourPlay):
    """A position being played on that can say what is wrong with a move (`rules.variant.State`)."""

    __slots__ = ()

    def push_many(
        self, parsed_moves: Sequence[ParsedMove], log: list[Move] | None = None, claims: set[int] | None = None
    ) -> int:
        """Make parsed moves one after another, up to the first that `push` would refuse; how many were made."""
        return push_one_by_one(self, parsed_moves, log, claims)

    def notes(self) -> tuple[str, ...]:
        """Lines that are gone, and who is out."""
        return notes(self)

    def reasons(self, parsed: ParsedMove, text: str) -> tuple[Reason, ...]:
        """All that is wrong with a parsed move, empty where `push` would take it. `text` is the move as written."""
        return reasons(self, parsed, text)

    def forgive(self, found: tuple[Reason, ...], parsed: ParsedMove) -> ParsedMove | None:
        """The parsed move with the right capture mark where that was all that was wrong, else None."""
        return with_right_mark(found, parsed)
