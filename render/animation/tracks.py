"""Who plays in a game that is shown: each piece while he is there, on his ways and in his looks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from fairyscore.notation.rules.moves import NOT_SAID
from fairyscore.render.animation.script import Scene
from fairyscore.render.board import kind_of
from fairyscore.render.board_state import BoardState, Piece
from fairyscore.render.geometry import Point
from fairyscore.render.layouts.base import Layout
from fairyscore.render.pieces import Faces
from fairyscore.render.travel import Leg


@dataclass(frozen=True, slots=True)
class Looks:
    """What a piece is to be seen as, from a time on: himself, and where pieces change with the field, what that makes
    of him."""

    piece: Piece
    on: str = ""
    faces: Faces = ()


@dataclass(frozen=True, slots=True)
class Glide:
    """A piece on his way, from one time to another."""

    start: float
    arrives: float
    legs: tuple[Leg, ...]


@dataclass(slots=True, eq=False)
class PieceTrack:
    """A piece. place: where he stands at first. looks: with the times from which he has them.

    enters, leaves: the time in which he appears or goes away; None where he is there from the beginning, or to the end.
    """

    place: Point
    looks: list[tuple[float, Looks]]
    glides: list[Glide] = field(default_factory=list)
    enters: tuple[float, float] | None = None
    leaves: tuple[float, float] | None = None

    def looked(self, time: float) -> Looks:
        """What he looks like at a time; before he appears, as he does then."""
        return [looks for since, looks in self.looks if since <= time or looks is self.looks[0][1]][-1]

    def stands(self, time: float) -> Point:
        """Where he stands at a time at which he is not on his way."""
        return [self.place, *(glide.legs[-1].points[-1] for glide in self.glides if glide.arrives <= time)][-1]

    @property
    def spans(self) -> list[tuple[float, float] | None]:
        """The times in which he is on his way, comes or goes."""
        return [*((glide.start, glide.arrives) for glide in self.glides), self.enters, self.leaves]

    def fades(self, glide: Glide) -> bool:
        """Whether he goes away as he arrives."""
        return self.leaves == (glide.start, glide.arrives)


def tracks_of(scenes: Iterable[Scene], laid: Layout) -> list[PieceTrack]:
    """Everybody who is ever on the board. Who is taken stands before who takes him: he is drawn under him."""
    first, *rest = scenes
    seen = ((cell, _looks(first.moment, cell)) for cell in range(len(laid.spots)))
    here = {cell: PieceTrack(laid.spots[cell].centre, [(0.0, looks)]) for cell, looks in seen if looks is not None}
    gone: list[PieceTrack] = []
    for scene in rest:
        span = (scene.start, scene.arrives)
        for travel, actor in [(travel, here.pop(travel.origin, None)) for travel in scene.travels]:
            if actor is None:
                actor = PieceTrack(laid.spots[travel.target].centre, [(scene.start, Looks(travel.piece))], enters=span)
            if travel.legs:
                actor.glides.append(Glide(*span, travel.legs))
            if travel.becomes is None:
                actor.leaves = span
                gone.append(actor)
            elif travel.target != NOT_SAID:
                here[travel.target] = actor
        for cell, actor in here.items():  # as they are to be seen once they have arrived
            looks, (since, before) = _looks(scene.moment, cell), actor.looks[-1]
            if looks is None or looks == before:
                continue
            if actor.enters == span and since == scene.start:
                actor.looks.pop()
            else:
                since = scene.arrives
            actor.looks.append((since, looks))
    return [*gone, *here.values()]


def _looks(moment: BoardState, cell: int) -> Looks | None:
    game, table = moment.variant, moment.state
    piece = table.piece_at(cell)
    if piece is None:
        return None
    faces = game.scenery.faces(table, cell)
    return Looks(piece, kind_of(game, cell) if faces else "", faces)
