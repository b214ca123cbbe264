"""A game in motion as a file, by its ending: .svg, or a film."""

from __future__ import annotations

import os
from typing import Final, NamedTuple

from fairyscore.notation.text import shown
from fairyscore.render.animation.moving import Showing, animated, prepared
from fairyscore.render.export import ExportError
from fairyscore.render.story.tale import Story

ENDINGS: Final = (".svg", ".gif", ".webp")


def ending_of(path: str) -> str:
    """The ending of a path, which says what is written. Raises `ExportError` where nothing is written so."""
    ending = os.path.splitext(path)[1].lower()  # noqa: PTH122 (a path may hold any bytes)
    if ending not in ENDINGS:
        said = f"'{shown(ending)}'" if ending else "no ending"
        raise ExportError(f"{shown(path)} has {said}; animations are written as {', '.join(ENDINGS)}")
    return ending


class Made(NamedTuple):
    """A file, and the characters for which there is no drawing, each with the first line it is in."""

    data: bytes
    missing: dict[str, str]


def encoded(story: Story, ending: str, how: Showing) -> Made:
    """The file. Raises what `moving.animated` and `film.film` raise."""
    show = prepared(story, how)
    missing = show.stage.missing(show.scenes)
    if ending == ".svg":
        return Made(animated(story, how).encode(), missing)
    from fairyscore.render.animation.film import film

    return Made(film(story, ending, how), missing)
