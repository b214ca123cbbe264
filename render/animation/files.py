"""A game in motion as a file, by its ending: .svg, or a film."""

from __future__ import annotations

from typing import Final, NamedTuple

from fairyscore.render import export
from fairyscore.render.animation.moving import Showing, animated, prepared
from fairyscore.render.story.model import Story

ENDINGS: Final = (".svg", ".gif", ".webp")


def ending_of(path: str) -> str:
    """The ending of a path, which says what is written. Raises `ExportError` where nothing is written so."""
    return export.ending_of(path, ENDINGS, "animations")


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
    from fairyscore.render.animation.raster import film

    return Made(film(story, ending, how), missing)
