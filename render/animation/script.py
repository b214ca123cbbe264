"""When what happens while a game is shown: a story as scenes, one for each move.

>>> from fairyscore.notation.records.tree import MoveLine, Ply, Record
>>> from fairyscore.notation.rules.moves import Move
>>> from fairyscore.notation.variants.registry import variant
>>> from fairyscore.render.layouts.registry import layout
>>> from fairyscore.render.story.builder import tell
>>> story = tell(Record("chess", line=MoveLine((Ply(Move(12, 28)), Ply(Move(51, 35)))), result="*"))
>>> for scene in script(story, layout(variant("chess")), Showing(1.0)):
...     print(scene.start, scene.arrives, scene.end, scene.label)
0.0 0.0 1.0 Chess
1.0 1.6 2.0 1. e4
2.0 2.6 3.0 1... d5
3.0 3.0 6.5 1... d5 *
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from fairyscore.render.board_state import BoardState
from fairyscore.render.errors import DrawingError
from fairyscore.render.language import translated
from fairyscore.render.layouts.base import Layout
from fairyscore.render.story.model import MoveEvent, Remark, Story
from fairyscore.render.story.signs import printed
from fairyscore.render.themes import Theme
from fairyscore.render.travel import Travel, travels

if TYPE_CHECKING:
    from fairyscore.render.glyphs.folder import PieceSet

LEAST, MOST = 0.2, 60.0  # seconds that a move may take

MOVING, LONGEST_WAY = 0.6, 0.8
"""The share of a move's time in which pieces are on their way, and how many seconds that is at most."""

READ: Final = 18.0  # characters that are read in a second
LONGEST_READING: Final = 20.0  # seconds for which anything is shown to be read; what is longer is cut off anyway
LAST: Final = 3.5  # seconds for which the end is shown at least; three moves' time where that is more


@dataclass(frozen=True, slots=True)
class Showing:
    """How a game is shown. seconds: for each move. comments: they are shown, and there is time to read them.

    All else is as `drawing.diagram` has it. Raises `DrawingError` where the seconds make no sense.
    """

    seconds: float = 1.2
    comments: bool = False
    theme: Theme | str = "screen"
    names: str = "rim"
    seat: str = ""
    view: str = ""
    size: str = "120mm"
    piece_set: PieceSet | None = None
    prefix: str = ""

    def __post_init__(self) -> None:
        if not LEAST <= self.seconds <= MOST:
            raise DrawingError(f"a move takes from {LEAST} to {MOST:.0f} seconds, not {self.seconds}")


USUAL: Final = Showing()


@dataclass(frozen=True, slots=True)
class Scene:
    """What is shown from one time to another, in seconds from the beginning.

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


def script(story: Story, laid: Layout, how: Showing = USUAL) -> tuple[Scene, ...]:
    """The scenes of a story: its start, each move of the main line, and how it ends."""
    return tuple(_scenes(story, laid, how))


def _scenes(story: Story, laid: Layout, how: Showing) -> Iterator[Scene]:
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
        words = (*step.news, *remarks(step.behind))
        done = travels(before, step.move, step.moment, laid)
        start, now = now, end(now, how.seconds, words)
        yield Scene(start, round(start + way, 2), now, step.moment, label(step), words, step.moment.throw, done)
        before = step.moment
    last = tuple(map(label, story.line.steps[-1:]))
    words = tuple(filter(None, (story.close.how,)))
    if story.flaw is not None:
        words = (translated("Here the record is at fault: {message}", message=story.flaw.message),)
    over = max(end(now, 0.0, words), round(now + max(LAST, 3 * how.seconds), 2))
    yield Scene(now, now, over, before, " ".join((*last, printed(story.close.result))), words)


def label(step: MoveEvent) -> str:
    """A move with its number and its glyphs; the dice are drawn beside it."""
    glyphs = (glyph if glyph[0] in "!?" else f" {glyph}" for glyph in step.glyphs)
    return f"{step.number} {step.unthrown}{''.join(glyphs)}"
