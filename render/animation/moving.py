"""A game as an SVG that moves by a style sheet within it (CSS animations): no script, and fit for `<img>`.

It shows the game from its start to its end, rests there and begins again. What shows no animations, a printer or a program
that makes PNGs, shows the end; so does a browser whose user wants things not to move (prefers-reduced-motion). SMIL could
not do that. Whoever points at the drawing stops it, where it is no `<img>`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import Any, Final

from svgwrite.container import Style

from fairyscore.render import prose
from fairyscore.render.animation.css_timeline import CssTimeline
from fairyscore.render.animation.frame_layout import FrameLayout
from fairyscore.render.animation.script import USUAL, Scene, Showing
from fairyscore.render.animation.tracks import PieceTrack
from fairyscore.render.canvas import group, plain
from fairyscore.render.geometry import at
from fairyscore.render.story.model import Story

SUFFIXES: Final = (".svg", ".gif", ".webp")
"""Of what is written."""


def encoded(story: Story, suffix: str, how: Showing) -> tuple[bytes, dict[str, str]]:
    """A game in motion as a file of that suffix, and the characters that have no drawing, with the first line of each.

    Raises what `diagram` and `raster.film` raise.
    """
    stage = FrameLayout(story, how)
    missing = stage.missing()
    if suffix == ".svg":
        return _shown(stage).encode(), missing
    from fairyscore.render.animation.raster import film

    return film(stage, suffix), missing


def animated(story: Story, how: Showing = USUAL) -> str:
    """The document, without XML declaration. Raises what `diagram` raises."""
    return _shown(FrameLayout(story, how))


def _shown(stage: FrameLayout) -> str:
    reel = CssTimeline(stage.seconds)
    body = [*stage.ground(), *_body(stage, reel)]
    style = Style(reel.sheet(), debug=False)
    return stage.document(body, "fairyscore-animation", _words(stage.story), extra=(style,))


def _words(story: Story) -> tuple[str, str]:
    """What the drawing is called, and what it shows: the moves, and the position at the end."""
    names = ", ".join(filter(None, story.heading.players)) or story.heading.title or story.game.title
    moves = " ".join(f"{step.number} {step.said}" if step.starts else step.said for step in story.line.steps)
    count = len(story.line.steps)
    told = plain(f"{count} move{'' if count == 1 else 's'} shown one after the other: {moves}")
    return plain(f"{names}: {story.close.result}"), f"{told} {prose.described(story.last)}"


def _body(stage: FrameLayout, reel: CssTimeline) -> Iterator[Any]:
    """What is on the board and below it, from the bottom up."""

    def layer(kind: str, drawn: Callable[[Scene], Iterable[Any]], *, arrived: bool = True) -> Any:
        """What each scene adds in one place, as long as the scene lasts; arrived: once its pieces have arrived."""
        spans = ((drawn(scene), scene.arrives if arrived else scene.start, scene.end) for scene in stage.scenes)
        return group(kind, (_seen(parts, reel, start, end) for made, start, end in spans if (parts := list(made))))

    yield from _shrinking(stage, reel)
    yield layer("marks", stage.way, arrived=False)
    yield layer("marks", stage.under)
    standing = [_standing(stage, actor, reel) for actor in stage.tracks]
    flying = []
    for actor in stage.tracks:  # on each leg of their ways, as they look when they set out
        for glide in actor.glides:
            for leg in glide.legs:
                flown = reel.flown(glide, leg, fades=actor.fades(glide))
                flying.append(group(flown, [stage.piece(actor.looked(glide.start))], visibility="hidden"))
    yield from stage.placed([*standing, *flying])
    yield from stage.signs()
    yield layer("marks", stage.over)
    yield layer("status", stage.said, arrived=False)


def _seen(parts: Iterable[Any], reel: CssTimeline, start: float, end: float) -> Any:
    """Parts that are seen from one time to another; where nothing moves, if that is to the end."""
    still = {} if end >= reel.seconds else {"visibility": "hidden"}
    return group(reel.shown(start, end), parts, **still)


def _shrinking(stage: FrameLayout, reel: CssTimeline) -> Iterator[Any]:
    """Lines of the board that go away, from then on."""
    for before, now in pairwise(stage.scenes):
        parts = stage.gone(sorted(set(now.moment.gone) - set(before.moment.gone)))
        if parts:
            yield _seen(parts, reel, now.arrives, reel.seconds)
    yield from stage.gone(stage.scenes[0].moment.gone)


# -- pieces ----------------------------------------------------------------------------------------------------------------


def _standing(stage: FrameLayout, actor: PieceTrack, reel: CssTimeline) -> Any:
    """A piece where he stands, in pictures of which each is seen in its time."""
    still: dict[str, str | float] = {"transform": f"translate({at(actor.stands(stage.seconds))})"}
    if actor.leaves is not None:
        still["opacity"] = 0
    placed = reel.placed(actor)
    starts = [0.0, *(since for since, _ in actor.looks[1:]), reel.seconds]
    pictures = [stage.piece(looks) for _, looks in actor.looks]
    if len(pictures) > 1:
        spans = zip(pictures, pairwise(starts), strict=True)
        pictures = [_seen([picture], reel, start, end) for picture, (start, end) in spans]
    return group(placed, pictures, **still)
