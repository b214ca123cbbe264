"""Style sheets that move what is drawn: each rule once, however many things follow it.

>>> reel = Reel(4.0)
>>> reel.shown(1.0, 4.0) == reel.shown(1.0, 4.0), reel.shown(0.0, 4.0)
(True, '')
>>> print("\\n".join(reel.sheet().replace(PREFIX, "fs-").splitlines()[:2]))
@keyframes fs-f0{0%{visibility:visible}75%{visibility:hidden}}
.fs-c0{animation:fs-f0 4s -3s step-end infinite}
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import asin, sin

from fairyscore.render.animation.actors import Actor, Glide
from fairyscore.render.canvas import PREFIX
from fairyscore.render.geometry import Point, between, number
from fairyscore.render.travel import Leg

AT_ONCE = 0.001
"""Hundredths of the whole time in which something jumps: less than anybody sees."""

FADES = 0.5
"""The share of his time after which who goes away begins to fade."""

EVENLY = "animation-timing-function:ease-in-out"
"""A way of one straight piece begins and ends slowly; for others `eased` sees to that."""


class Reel:
    """The rules of a drawing that goes on for some seconds and then begins again."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._whole = f"{number(seconds)}s"
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
        """The class of what is seen from one time to another; none for what is always seen.

        What is seen equally long follows one rule; it begins it so much earlier as brings it to the right time.
        """
        if start <= 0 and end >= self.seconds:
            return ""
        name = self._rule(f"0%{{visibility:visible}}{self._at(end - start)}{{visibility:hidden}}")
        return self._class(f"{name} {self._whole} {number(start - self.seconds)}s step-end infinite")

    def moved(self, actor: Actor) -> str:
        """The class of a man's place, and of how he comes and goes; none where he stands from beginning to end."""
        frames = [*self._ways(actor), *self._coming(actor)]
        return self._evenly(frames) if frames else ""

    def doubled(self, glide: Glide, leg: Leg) -> str:
        """The class of the place of a man's double, who comes in over one seam while he himself leaves over the other."""
        times = [glide.start, *self._times(glide, leg), self.seconds]
        points = [leg.points[0], *leg.points, leg.points[-1]]
        return self._evenly(map(self._frame, times, points))

    def _rule(self, frames: str) -> str:
        """The name of the key frames."""
        return self._rules.setdefault(frames, f"{PREFIX}f{len(self._rules)}")

    def _class(self, animation: str) -> str:
        """The class of what follows an animation."""
        return self._classes.setdefault(animation, f"{PREFIX}c{len(self._classes)}")

    def _evenly(self, frames: Iterable[str]) -> str:
        return self._class(f"{self._rule(''.join(frames))} {self._whole} linear infinite")

    def _at(self, time: float, later: float = 0.0) -> str:
        return f"{min(100 * time / self.seconds + later, 100):.3f}".rstrip("0").rstrip(".") + "%"

    def _frame(self, time: float, place: Point, later: float = 0.0, how: str = "") -> str:
        moved = f"transform:translate({number(place.x)}px,{number(place.y)}px)"
        return f"{self._at(time, later)}{{{moved}{how and ';'}{how}}}"

    def _ways(self, actor: Actor) -> Iterator[str]:
        if not actor.glides:
            return
        yield self._frame(0, actor.place)
        for glide in actor.glides:
            yield from self._way(glide)
        yield self._frame(self.seconds, actor.rests)

    def _way(self, glide: Glide) -> Iterator[str]:
        if len(glide.legs) == 1 and len(glide.legs[0].points) == 2:
            start, end = glide.legs[0].points
            yield self._frame(glide.start, start, how=EVENLY)
            yield self._frame(glide.arrives, end)
            return
        done = 0.0
        for k, leg in enumerate(glide.legs):
            if k:
                yield self._frame(
                    glide.start + eased(done) * (glide.arrives - glide.start), place_at(leg, done), AT_ONCE
                )
            for time, share, point in zip(self._times(glide, leg), leg.times, leg.points, strict=True):
                if not k or share > done:
                    yield self._frame(time, point)
            done = leg.times[-1]

    def _times(self, glide: Glide, leg: Leg) -> list[float]:
        """When a man passes the points of a leg."""
        return [glide.start + eased(share) * (glide.arrives - glide.start) for share in leg.times]

    def _coming(self, actor: Actor) -> Iterator[str]:
        """How he comes and goes: out of nothing and into nothing, and not at once."""
        if actor.enters is not None:
            start, end = actor.enters
            yield f"0%{{opacity:0}}{self._at(start)}{{opacity:0}}{self._at(end)}{{opacity:1}}"
        elif actor.leaves is not None:
            yield "0%{opacity:1}"
        if actor.leaves is not None:
            start, end = actor.leaves
            yield f"{self._at(start + FADES * (end - start))}{{opacity:1}}{self._at(end)}{{opacity:0}}"


def eased(share: float) -> float:
    """When so much of a way is done: men set out slowly and stop slowly. The inverse of `done`.

    >>> eased(0), round(eased(0.5), 3), eased(1), round(done(eased(0.3)), 3)
    (0.0, 0.5, 1.0, 0.3)
    """
    return round(0.5 - sin(asin(1 - 2 * share) / 3), 6) + 0.0


def done(time: float) -> float:
    """How much of a way is done at a share of its time."""
    return time * time * (3 - 2 * time)


def place_at(leg: Leg, share: float) -> Point:
    """Where a man is on a leg when so much of the whole way is done."""
    for (one, other), (start, end) in zip(pairwise(leg.points), pairwise(leg.times), strict=True):
        if share <= end:
            return between(one, other, max(0.0, (share - start) / (end - start)) if end > start else 1.0)
    return leg.points[-1]
