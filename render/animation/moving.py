"""A game as an SVG that moves by a style sheet within it (CSS animations): no script, and fit for `<img>`.

It shows the game from its start to its end, rests there and begins again. What shows no animations, a printer or a program
that makes PNGs, shows the end; so does a browser whose user wants things not to move (prefers-reduced-motion). SMIL could
not do that. Whoever points at the drawing stops it, where it is no `<img>`.

>>> reel = CssTimeline(4.0)
>>> reel.shown(1.0, 4.0) == reel.shown(1.0, 4.0), reel.shown(0.0, 4.0)
(True, '')
>>> print("\\n".join(reel.sheet().replace(PREFIX, "fs-").splitlines()[:2]))
@keyframes fs-f0{0%{visibility:visible}74.75%{visibility:hidden}}
.fs-c0{animation:fs-f0 4s -3s step-end infinite}
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, Final

from svgwrite.container import Style

from fairyscore.render import prose
from fairyscore.render.animation.frame_layout import FrameLayout
from fairyscore.render.animation.script import FADES, USUAL, Glide, PieceTrack, Scene, Showing, eased
from fairyscore.render.canvas import PREFIX, group, plain
from fairyscore.render.geometry import Point, at, number
from fairyscore.render.routes import Leg
from fairyscore.render.story.model import Story

SUFFIXES: Final = (".svg", ".gif", ".webp")  # of what is written

LONGER: Final = 0.02
"""Seconds for which a piece is still drawn on its way after it has arrived, so that it never vanishes for a moment."""

SOONER: Final = 0.01
"""Seconds by which the end is over before all begins again: the first picture of all must show nothing of it."""

EASED, GRADUAL = ";animation-timing-function:ease-in-out", ";animation-timing-function:linear"
"""How a value goes on from a key frame, where that is not as the animation says."""


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
    story, reel = stage.story, CssTimeline(stage.scenes[-1].end)
    body = [*stage.ground(), *_body(stage, reel)]
    names = ", ".join(filter(None, story.heading.players)) or story.heading.title or story.game.title
    moves = " ".join(f"{step.number} {step.text}" if step.starts else step.text for step in story.line.steps)
    count = len(story.line.steps)
    summary = plain(f"{count} move{'' if count == 1 else 's'} shown one after the other: {moves}")
    words = plain(f"{names}: {story.close.result}"), f"{summary} {prose.described(story.last)}"
    return stage.document(body, "fairyscore-animation", words, extra=(Style(reel.sheet(), debug=False),))


def _body(stage: FrameLayout, reel: CssTimeline) -> Iterator[Any]:
    """The parts on the board and below it, from the bottom up."""

    def layer(kind: str, drawn: Callable[[Scene], Iterable[Any]], *, arrived: bool = True) -> Any:
        """The layer of a place: the parts that each scene adds, as long as it lasts; arrived: once all have arrived."""
        spans = ((drawn(scene), scene.arrives if arrived else scene.start, scene.end) for scene in stage.scenes)
        return group(kind, (_visible(parts, reel, start, end) for made, start, end in spans if (parts := list(made))))

    for (start, end), cells in _gone_spans(stage.scenes).items():
        yield _visible(stage.gone(sorted(cells)), reel, start, end)
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
    yield layer("status", stage.status, arrived=False)


def _gone_spans(scenes: Sequence[Scene]) -> dict[tuple[float, float], list[int]]:
    """The cells that are not there, by the first and the last second of that: lines go for good, a duck swims on."""
    since: dict[int, float] = {}
    spans: dict[tuple[float, float], list[int]] = {}
    for scene in scenes:
        gone = set(scene.moment.gone)
        for cell in since.keys() - gone:
            spans.setdefault((since.pop(cell), scene.arrives), []).append(cell)
        since |= dict.fromkeys(gone - since.keys(), scene.arrives)
    for cell, start in since.items():
        spans.setdefault((start, scenes[-1].end), []).append(cell)
    return dict(sorted(spans.items()))


def _visible(parts: Iterable[Any], reel: CssTimeline, start: float, end: float) -> Any:
    """Parts that are seen from one time to another; where nothing moves, if that is to the end."""
    still = {} if end >= reel.seconds else {"visibility": "hidden"}
    return group(reel.shown(start, end), parts, **still)


def _standing(stage: FrameLayout, actor: PieceTrack, reel: CssTimeline) -> Any:
    """A piece where it stands, in pictures of which each is seen in its time."""
    still: dict[str, str | float] = {"transform": f"translate({at(actor.stands(reel.seconds))})"}
    if actor.leaves is not None:
        still["opacity"] = 0
    placed = reel.placed(actor)
    pictures = [stage.piece(looks) for _, looks in actor.looks]
    if len(pictures) > 1:
        spans = pairwise([0.0, *(since for since, _ in actor.looks[1:]), reel.seconds])
        pictures = [_visible([picture], reel, *span) for picture, span in zip(pictures, spans, strict=True)]
    return group(placed, pictures, **still)


# -- the style sheet ------------------------------------------------------------------------------------------------------


class CssTimeline:
    """The rules of a drawing that goes on for some seconds and begins again: each once, however many things follow it."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._rules: dict[str, str] = {}
        self._classes: dict[str, str] = {}

    def sheet(self) -> str:
        """The style sheet. People who do not want things to move see the end; who points at the drawing stops it."""
        game = f"#{PREFIX}game"
        return "\n".join(
            (
                *(f"@keyframes {name}{{{frames}}}" for frames, name in self._rules.items()),
                *(f".{name}{{animation:{animation}}}" for animation, name in self._classes.items()),
                f"{game}:hover *{{animation-play-state:paused}}",
                f"@media (prefers-reduced-motion:reduce){{{game} *{{animation:none}}}}",
                f"@media print{{{game} *{{animation:none}}}}",
            )
        )

    def shown(self, start: float, end: float) -> str:
        """The class of what is seen from one time to another; none for what is always seen."""
        if start <= 0 and end >= self.seconds:
            return ""
        if end >= self.seconds:
            end -= SOONER
        return self._from(start, [f"0%{{visibility:visible}}{self._at(end - start)}{{visibility:hidden}}"], "step-end")

    def flown(self, glide: Glide, leg: Leg, *, fades: bool) -> str:
        """The class of a piece on a leg of its way, where it is seen. fades: whether it vanishes as it arrives."""
        long = glide.arrives - glide.start
        start, *times = (eased(share) * long for share in leg.times)
        first, *points = leg.points
        how = EASED if len(points) == 1 and leg.times == (0.0, 1.0) else ""
        frames = [f"0%{{{_moved(first)};visibility:visible{';opacity:1' if fades else ''}{how}}}"]
        frames += (f"{self._at(time - start)}{{{_moved(point)}}}" for time, point in zip(times, points, strict=True))
        gone = f"{_moved(points[-1])};visibility:hidden{';opacity:0' if fades else ''}"
        frames.append(f"{self._at(times[-1] - start + LONGER)}{{{gone}}}")
        return self._from(glide.start + start, frames, "linear")

    def placed(self, actor: PieceTrack) -> str:
        """The class of a piece where it stands: nowhere while it moves. None for a piece that does nothing."""
        frames = [f"0%{{{_moved(actor.place)}}}"] if actor.glides else []
        for glide in actor.glides:
            there = "" if actor.fades(glide) else ";visibility:visible"
            frames.append(f"{self._at(glide.start)}{{visibility:hidden}}")
            frames.append(f"{self._at(glide.arrives)}{{{_moved(glide.legs[-1].points[-1])}{there}}}")
        if actor.enters is not None:  # out of nothing, and not at once
            start, end = map(self._at, actor.enters)
            frames.append(f"0%{{opacity:0}}{start}{{opacity:0{GRADUAL}}}{end}{{opacity:1}}")
        elif actor.leaves is not None:
            frames.append("0%{opacity:1}")
        if actor.leaves is not None:
            since, till = actor.leaves
            fading = self._at(since + FADES * (till - since))
            frames.append(f"{fading}{{opacity:1{GRADUAL}}}{self._at(till)}{{opacity:0}}")
        return self._class(frames, "step-end") if frames else ""

    def _from(self, start: float, frames: Iterable[str], timing: str) -> str:
        """The class of what follows frames told from its own start: whatever goes the same way has the same ones."""
        return self._class(frames, f"{number(start - self.seconds)}s {timing}")

    def _class(self, frames: Iterable[str], timing: str) -> str:
        """The class of what follows key frames."""
        name = self._rules.setdefault("".join(frames), f"{PREFIX}f{len(self._rules)}")
        animation = f"{name} {number(self.seconds)}s {timing} infinite"
        return self._classes.setdefault(animation, f"{PREFIX}c{len(self._classes)}")

    def _at(self, time: float) -> str:
        return f"{min(100 * time / self.seconds, 100):.4f}".rstrip("0").rstrip(".") + "%"


def _moved(place: Point) -> str:
    return f"transform:translate({number(place.x)}px,{number(place.y)}px)"
