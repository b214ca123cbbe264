"""A game as an SVG that moves by a style sheet within it (CSS animations): no script, and fit for `<img>`.

It shows the game from its start to its end, rests there and begins again. What shows no animations, a printer or a program
that makes PNGs, shows the end; so does a browser whose user wants things not to move (prefers-reduced-motion). SMIL could
not do that. Whoever points at the drawing stops it, where it is no `<img>`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from svgwrite.container import Style

from fairyscore.render import prose
from fairyscore.render.animation.css_timeline import CssTimeline
from fairyscore.render.animation.frame_layout import FrameLayout
from fairyscore.render.animation.script import Pace, Scene, script
from fairyscore.render.animation.tracks import PieceTrack, cast_of
from fairyscore.render.canvas import group, plain
from fairyscore.render.drawing import looked
from fairyscore.render.geometry import at
from fairyscore.render.layouts.registry import layout
from fairyscore.render.measures import Length
from fairyscore.render.pieces import PieceSymbols
from fairyscore.render.story.model import Story
from fairyscore.render.themes import Theme

if TYPE_CHECKING:
    from fairyscore.render.glyphs.folder import PieceSet


SUFFIXES: Final = (".svg", ".gif", ".webp")
"""Of what is written."""

EASY = Pace()


@dataclass(frozen=True, slots=True)
class Showing:
    """How a game is shown; all but the pace as `drawing.diagram` has it."""

    pace: Pace = EASY
    theme: Theme | str = "screen"
    names: str = "rim"
    seat: str = ""
    view: str = ""
    size: str = "120mm"
    piece_set: PieceSet | None = None
    prefix: str = ""


USUAL = Showing()


@dataclass(frozen=True, slots=True)
class Show:
    """A game that is ready to be shown."""

    stage: FrameLayout
    scenes: tuple[Scene, ...]
    actors: list[PieceTrack]
    size: Length

    @property
    def seconds(self) -> float:
        """How long it takes."""
        return self.scenes[-1].end


def prepared(story: Story, how: Showing = USUAL) -> Show:
    """A story with everybody in his place. Raises what `diagram` raises."""
    names = "rim" if how.names == "all" else how.names  # pieces on their way cannot make way for names
    look, measure = looked(story.game, how.theme, names=names, seat=how.seat, view=how.view, size=how.size)
    laid = layout(story.game, look.view, look.turn)
    scenes = script(story, laid, how.pace)
    stage = FrameLayout(story, scenes, look, PieceSymbols(story.game, look.theme, how.piece_set))
    return Show(stage, scenes, cast_of(scenes, laid), measure)


class Made(NamedTuple):
    """A file, and the characters for which there is no drawing, each with the first line it is in."""

    data: bytes
    missing: dict[str, str]


def encoded(story: Story, suffix: str, how: Showing) -> Made:
    """A game in motion as a file of that suffix. Raises what `diagram` and `raster.film` raise."""
    show = prepared(story, how)
    missing = show.stage.missing(show.scenes)
    if suffix == ".svg":
        return Made(shown(story, show, how.prefix).encode(), missing)
    from fairyscore.render.animation.raster import film

    return Made(film(show, suffix), missing)


def animated(story: Story, how: Showing = USUAL) -> str:
    """The document, without XML declaration. Raises what `diagram` raises."""
    return shown(story, prepared(story, how), how.prefix)


def shown(story: Story, show: Show, prefix: str) -> str:
    """A show as an SVG that moves."""
    reel = CssTimeline(show.seconds)
    body = [*show.stage.ground(), *_body(show, reel)]
    style = Style(reel.sheet(), debug=False)
    return show.stage.document(body, show.size, "fairyscore-animation", words(story), extra=(style,), prefix=prefix)


def words(story: Story) -> tuple[str, str]:
    """What the drawing is called, and what it shows: the moves, and the position at the end."""
    names = ", ".join(filter(None, story.heading.players)) or story.heading.title or story.game.title
    moves = " ".join(f"{step.number} {step.said}" if step.starts else step.said for step in story.line.steps)
    count = len(story.line.steps)
    told = plain(f"{count} move{'' if count == 1 else 's'} shown one after the other: {moves}")
    return plain(f"{names}: {story.close.result}"), f"{told} {prose.described(story.last)}"


def _body(show: Show, reel: CssTimeline) -> Iterator[Any]:
    """What is on the board and below it, from the bottom up."""
    stage = show.stage
    yield from _shrinking(show, reel)
    yield group("marks", _layers(show.scenes, stage.way, reel))
    yield group("marks", _layers(show.scenes, stage.under, reel, arrived=True))
    standing = [_standing(stage, actor, reel) for actor in show.actors]
    flying = [part for actor in show.actors for part in _flying(stage, actor, reel)]
    yield from stage.placed([*standing, *flying])
    yield from stage.signs()
    yield group("marks", _layers(show.scenes, stage.over, reel, arrived=True))
    yield group("status", _layers(show.scenes, lambda scene: list(stage.said(scene)), reel))


def _layers(scenes: tuple[Scene, ...], drawn: Any, reel: CssTimeline, *, arrived: bool = False) -> Iterator[Any]:
    """What each scene adds in one place, seen as long as the scene lasts; arrived: once its pieces have arrived."""
    for scene in scenes:
        parts = drawn(scene)
        if parts:
            yield _seen(parts, reel, scene.arrives if arrived else scene.start, scene.end)


def _seen(parts: Iterable[Any], reel: CssTimeline, start: float, end: float) -> Any:
    """Parts that are seen from one time to another; where nothing moves, if that is to the end."""
    still = {} if end >= reel.seconds else {"visibility": "hidden"}
    return group(reel.shown(start, end), parts, **still)


def _shrinking(show: Show, reel: CssTimeline) -> Iterator[Any]:
    """Lines of the board that go away, from then on."""
    for before, now in pairwise(show.scenes):
        cells = set(show.stage.shrunk(now)) - set(show.stage.shrunk(before))
        if cells:
            yield _seen([show.stage.gone(sorted(cells))], reel, now.arrives, reel.seconds)
    first = show.stage.shrunk(show.scenes[0])
    if first:
        yield show.stage.gone(first)


# -- pieces ----------------------------------------------------------------------------------------------------------------


def _standing(stage: FrameLayout, actor: PieceTrack, reel: CssTimeline) -> Any:
    """A piece where he stands."""
    still: dict[str, str | float] = {"transform": f"translate({at(actor.rests)})"}
    if actor.leaves is not None:
        still["opacity"] = 0
    return group(reel.placed(actor), _dressed(stage, actor, reel), **still)


def _dressed(stage: FrameLayout, actor: PieceTrack, reel: CssTimeline) -> Iterator[Any]:
    """The pictures of a piece, each seen in its time."""
    ends = [since for since, _ in actor.looks[1:]] + [reel.seconds]
    for (since, looks), end in zip(actor.looks, ends, strict=True):
        picture = stage.piece(looks)
        first = looks is actor.looks[0][1]
        yield picture if len(ends) == 1 else _seen([picture], reel, 0.0 if first else since, end)


def _flying(stage: FrameLayout, actor: PieceTrack, reel: CssTimeline) -> Iterator[Any]:
    """A piece on each leg of his ways, as he looks when he sets out."""
    for glide in actor.glides:
        looks = actor.looked(glide.start)
        fades = actor.leaves == (glide.start, glide.arrives)
        for leg in glide.legs:
            yield group(reel.flown(glide, leg, fades=fades), [stage.piece(looks)], visibility="hidden")
