"""What happens when while a game is shown: a story as scenes, one for each move, and each piece on its track through them.

>>> from fairyscore.notation.records.tree import MoveLine, Ply, Record
>>> from fairyscore.notation.rules.moves import Move
>>> from fairyscore.notation.variants.registry import variant
>>> from fairyscore.render.layouts.registry import layout_of
>>> from fairyscore.render.story.builder import tell
>>> story = tell(Record("chess", line=MoveLine((Ply(Move(12, 28)), Ply(Move(51, 35)))), result="*"))
>>> for scene in script(story, layout_of(variant("chess")), Showing(1.0)):
...     print(scene.start, scene.arrives, scene.end, scene.label)
0.0 0.0 1.0 Chess
1.0 1.6 2.0 1. e4
2.0 2.6 3.0 1... d5
3.0 3.0 6.5 1... d5 *
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import asin, sin
from typing import Final

from fairyscore.notation.rules.moves import ABSENT
from fairyscore.render.board import kind_of
from fairyscore.render.board_state import BoardState
from fairyscore.render.errors import DrawingError
from fairyscore.render.geometry import Point
from fairyscore.render.language import translated
from fairyscore.render.layouts.base import Layout
from fairyscore.render.pieces import DrawnPiece
from fairyscore.render.routes import Leg
from fairyscore.render.story.model import MoveEvent, Remark, Story, printed
from fairyscore.render.themes import Theme
from fairyscore.render.travel import Travel, travels

LEAST, MOST = 0.2, 60.0  # seconds that a move may take

MOVING, LONGEST_WAY = 0.6, 0.8
"""The share of a move's time in which pieces are on their way, and how many seconds that is at most."""

READ: Final = 18.0  # characters that are read in a second
LONGEST_READING: Final = 20.0  # seconds for which anything is shown to be read; what is longer is cut off anyway
LAST: Final = 3.5  # seconds for which the end is shown at least; three moves' time where that is more


@dataclass(frozen=True, slots=True)
class Showing:
    """The way a game is shown. seconds: for each move. comments: they are shown, and there is time to read them.

    All else is as `drawing.diagram` has it. Raises `DrawingError` where the seconds make no sense.
    """

    seconds: float = 1.2
    comments: bool = False
    theme: Theme | str = "screen"
    seat: str = ""
    size: str = "120mm"

    def __post_init__(self) -> None:
        if not LEAST <= self.seconds <= MOST:
            raise DrawingError(f"a move takes from {LEAST} to {MOST:.0f} seconds, not {self.seconds}")


USUAL: Final = Showing()


@dataclass(frozen=True, slots=True)
class Scene:
    """A scene: all that is shown from one time to another, in seconds from the beginning.

    arrives: when pieces have got to where they go; before that they are on their travels.
    label: the move with its number, or what there is to say instead; words: sentences below it. throw: of the dice.
    """

    start: float
    arrives: float
    end: float
    moment: BoardState
    label: str
    words: tuple[str, ...] = ()
    throw: int = 0
    travels: tuple[Travel, ...] = ()


def script(story: Story, layout: Layout, how: Showing = USUAL) -> Iterator[Scene]:
    """The scenes of a story: its start, each move of the main line, and how it ends."""

    def remarks(items: tuple[object, ...]) -> tuple[str, ...]:
        return tuple(item.text for item in items if isinstance(item, Remark)) if how.comments else ()

    def end(start: float, least: float, words: tuple[str, ...]) -> float:
        """When it is over, in hundredths, as films count: words are added to the time that it takes at least."""
        return round(start + least + min(sum(map(len, words)) / READ, LONGEST_READING), 2)

    words = remarks(story.line.intro)
    now = end(0.0, how.seconds, words)
    yield Scene(0.0, 0.0, now, story.start, story.game.title, words)
    before = story.start
    way = min(MOVING * how.seconds, LONGEST_WAY)
    for step in story.line.steps:
        words = (*step.news, *remarks(step.annotations))
        done = travels(before, step.move, step.moment, layout)
        start, now = now, end(now, how.seconds, words)
        yield Scene(start, round(start + way, 2), now, step.moment, label(step), words, step.move.throw, done)
        before = step.moment
    last = tuple(map(label, story.line.steps[-1:]))
    words = tuple(filter(None, (story.close.how,)))
    if story.fault is not None:
        words = (translated("Here the record is at fault: {message}", message=story.fault.message),)
    over = max(end(now, 0.0, words), round(now + max(LAST, 3 * how.seconds), 2))
    yield Scene(now, now, over, before, " ".join((*last, printed(story.close.result))), words)


def label(step: MoveEvent) -> str:
    """A move with its number and its glyphs; the dice are drawn beside it."""
    glyphs = (glyph if glyph[0] in "!?" else f" {glyph}" for glyph in step.glyphs)
    return f"{step.number} {step.unthrown}{''.join(glyphs)}"


# -- pieces ---------------------------------------------------------------------------------------------------------------

FADES: Final = 0.5  # the share of his time after which who goes away begins to fade
Span = tuple[float, float]  # from one time to another, in seconds from the beginning


@dataclass(frozen=True, slots=True)
class Glide:
    """A piece on its way, from one time to another."""

    start: float
    arrives: float
    legs: tuple[Leg, ...]


@dataclass(slots=True, eq=False)
class PieceTrack:
    """A piece. place: where it stands at first. looks: each with the time from which the piece has it.

    enters, leaves: the time in which it appears or leaves; None where it is there from the beginning, or to the end.
    """

    place: Point
    looks: list[tuple[float, DrawnPiece]]
    glides: list[Glide] = field(default_factory=list)
    enters: Span | None = None
    leaves: Span | None = None

    def looked(self, time: float) -> DrawnPiece:
        """The look of the piece at a time; before it appears, as it will look then."""
        return [looks for since, looks in self.looks if since <= time or looks is self.looks[0][1]][-1]

    def stands(self, time: float) -> Point:
        """Where the piece stands at a time at which it is not moving."""
        return [self.place, *(glide.legs[-1].points[-1] for glide in self.glides if glide.arrives <= time)][-1]

    def busy(self, span: Span) -> bool:
        """Whether the piece is moving, appearing or disappearing then."""
        return span in (self.enters, self.leaves) or any(span == (glide.start, glide.arrives) for glide in self.glides)

    def fades(self, glide: Glide) -> bool:
        """Whether he goes away as he arrives."""
        return self.leaves == (glide.start, glide.arrives)


def tracks_of(scenes: Iterable[Scene], layout: Layout) -> list[PieceTrack]:
    """Everybody who is ever on the board. Who is taken stands before who takes him: he is drawn under him."""
    first, *rest = scenes
    seen = ((cell, _looks(first.moment, cell)) for cell in range(len(layout.spots)))
    here = {cell: PieceTrack(layout.spots[cell].centre, [(0.0, looks)]) for cell, looks in seen if looks is not None}
    gone: list[PieceTrack] = []
    for scene in rest:
        span = (scene.start, scene.arrives)
        for travel, actor in [(travel, here.pop(travel.origin, None)) for travel in scene.travels]:
            if actor is None:
                looks = travel.piece, "", ()
                actor = PieceTrack(layout.spots[travel.target].centre, [(scene.start, looks)], enters=span)
            if travel.legs:
                actor.glides.append(Glide(*span, travel.legs))
            if travel.becomes is None:
                actor.leaves = span
                gone.append(actor)
            elif travel.target != ABSENT:
                here[travel.target] = actor
        for cell, actor in here.items():  # as they are to be seen once they have arrived
            now, (since, before) = _looks(scene.moment, cell), actor.looks[-1]
            if now is None or now == before:
                continue
            if actor.enters == span and since == scene.start:
                actor.looks.pop()
            else:
                since = scene.arrives
            actor.looks.append((since, now))
    return [*gone, *here.values()]


def _looks(moment: BoardState, cell: int) -> DrawnPiece | None:
    game, table = moment.variant, moment.state
    piece = table.piece_at(cell)
    if piece is None:
        return None
    faces = game.scenery.faces(table, cell)
    return piece, kind_of(game, cell) if faces else "", faces


def eased(share: float) -> float:
    """When so much of a way is done: pieces set out slowly and stop slowly. The inverse of `done`.

    >>> eased(0), round(eased(0.5), 3), eased(1), round(done(eased(0.3)), 3)
    (0.0, 0.5, 1.0, 0.3)
    """
    return round(0.5 - sin(asin(1 - 2 * share) / 3), 6) + 0.0


def done(time: float) -> float:
    """The share of a path that is covered at a share of its time: slow at both ends."""
    return time * time * (3 - 2 * time)
