"""Style sheets that move what is drawn: each rule once, however many things follow it.

>>> reel = CssTimeline(4.0)
>>> reel.shown(1.0, 4.0) == reel.shown(1.0, 4.0), reel.shown(0.0, 4.0)
(True, '')
>>> print("\\n".join(reel.sheet().replace(PREFIX, "fs-").splitlines()[:2]))
@keyframes fs-f0{0%{visibility:visible}74.75%{visibility:hidden}}
.fs-c0{animation:fs-f0 4s -3s step-end infinite}
"""

from __future__ import annotations

from collections.abc import Iterable
from math import asin, sin
from typing import Final

from fairyscore.render.animation.tracks import Glide, PieceTrack
from fairyscore.render.canvas import PREFIX
from fairyscore.render.geometry import Point, number
from fairyscore.render.travel import Leg

FADES: Final = 0.5  # the share of his time after which who goes away begins to fade

LONGER: Final = 0.02
"""Seconds that a piece is still seen as one on his way when he has arrived, so that he never is gone for a moment."""

SOONER: Final = 0.01
"""Seconds by which the end is over before all begins again: the first picture of all must show nothing of it."""

EASED, GRADUAL = ";animation-timing-function:ease-in-out", ";animation-timing-function:linear"
"""How a value goes on from a key frame, where that is not as the animation says."""


class CssTimeline:
    """The rules of a drawing that goes on for some seconds and then begins again."""

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
        """The class of a piece on a leg of his way: where he is, and that he is seen. fades: he goes away as he arrives."""
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
        """The class of a piece where he stands: nowhere while he is on his way. None for one who does nothing."""
        frames = [f"0%{{{_moved(actor.place)}}}"] if actor.glides else []
        for glide in actor.glides:
            there = "" if actor.fades(glide) else ";visibility:visible"
            frames.append(f"{self._at(glide.start)}{{visibility:hidden}}")
            frames.append(f"{self._at(glide.arrives)}{{{_moved(glide.legs[-1].points[-1])}{there}}}")
        if actor.enters is not None:  # out of nothing, and not at once
            start, end = actor.enters
            frames.append(f"0%{{opacity:0}}{self._at(start)}{{opacity:0{GRADUAL}}}{self._at(end)}{{opacity:1}}")
        elif actor.leaves is not None:
            frames.append("0%{opacity:1}")
        if actor.leaves is not None:
            start, end = actor.leaves
            fading = self._at(start + FADES * (end - start))
            frames.append(f"{fading}{{opacity:1{GRADUAL}}}{self._at(end)}{{opacity:0}}")
        return self._class(frames, "step-end") if frames else ""

    # -- rules ----------------------------------------------------------------------------------------------------------

    def _from(self, start: float, frames: Iterable[str], timing: str) -> str:
        """The class of what follows frames that are told from its own start: it begins them so much earlier as brings them
        to the right time. So whatever lasts as long, or goes the same way, has the same frames.
        """
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


def eased(share: float) -> float:
    """When so much of a way is done: pieces set out slowly and stop slowly. The inverse of `done`.

    >>> eased(0), round(eased(0.5), 3), eased(1), round(done(eased(0.3)), 3)
    (0.0, 0.5, 1.0, 0.3)
    """
    return round(0.5 - sin(asin(1 - 2 * share) / 3), 6) + 0.0


def done(time: float) -> float:
    """How much of a way is done at a share of its time."""
    return time * time * (3 - 2 * time)
