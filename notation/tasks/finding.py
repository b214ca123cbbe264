"""Games and positions found by a query, in a whole source."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from fairyscore.notation.find import Query
from fairyscore.notation.find.asking import as_query, first_place
from fairyscore.notation.game import Game, Source, placed_verdicts_of
from fairyscore.notation.position import LegalMove, Position
from fairyscore.notation.records.tree import Record
from fairyscore.notation.replay import BatchForm, Validator
from fairyscore.notation.text import shown
from fairyscore.notation.variants.registry import known_name


@dataclass(frozen=True)
class Found:
    """A game that a query fits, and the first place at which it is true.

    game: the game. ply: how many plies of its main line were made; 0 is the start.
    file: what the source is called. number, line: of the game in the file, both from 1.

    >>> (found, *_) = find("check", "samples/games/chess/romantic.pgn")
    >>> found, str(found.move), found.position.turn.name
    (<Found: game 1 of samples/games/chess/romantic.pgn, ply 21>, 'c4xb5', 'black')
    """

    game: Game
    ply: int
    file: str
    number: int
    line: int

    @property
    def move(self) -> LegalMove | None:
        """The move that led to the place; None for the start."""
        moves = [move for move, _ in self.game.mainline()]
        return moves[self.ply - 1] if self.ply else None

    @property
    def position(self) -> Position | None:
        """The position there; None for a game that could not begin."""
        if not self.ply:
            return self.game.start
        positions = [position for _, position in self.game.mainline()]
        return positions[self.ply - 1]

    def __repr__(self) -> str:
        return f"<Found: game {self.number} of {shown(self.file, 60)}, ply {self.ply}>"


def find(
    query: Query | str, source: Source, *, variant: str | None = None, format: str | None = None
) -> Iterator[Found]:
    """The games that fit a query, one by one, each with the first place at which it is true.

    query: a `Query`, or its text (docs/find.md).
    source: a path (also of a folder, a packed file or an archive), or an open file, text or binary.
    variant: the game of records that name none.
    format: the format's name, if it is not to be recognised.

    A game with an error is searched up to the error. What a game does not have (a piece, a cell) is nowhere in it.
    Raises `QueryError`, `FileNotFoundError`, `UnknownFormat`, `UnknownVariant`; all by the first `next`.

    >>> for found in find("never move { castles }", "samples/games/chess/romantic.pgn"):
    ...     print(found.number, found.game.tags["White"], found.ply)
    3 Anderssen, Adolf 0
    """
    asked = as_query(query)
    judge = Validator(variant=known_name(variant))
    for verdict, file in placed_verdicts_of(source, judge, format, BatchForm.ROWS):
        if not verdict.game_text.number:
            continue
        ply = first_place(asked, verdict)
        if ply is None:
            continue
        name = verdict.game.name if verdict.game else verdict.tags.get("Variant", "chess")
        record = verdict.record or Record(name, tuple(verdict.tags.items()))
        game = Game(record, tuple(verdict.findings), verdict)
        yield Found(game, ply, file, verdict.game_text.number, verdict.game_text.line)
