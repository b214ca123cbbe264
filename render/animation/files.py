"""A game in motion as a file, by its ending: .svg, or a film."""

from __future__ import annotations

import os
from typing import Final

from fairyscore.notation.text import shown
from fairyscore.render.animation.moving import Showing, animated
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


def encoded(story: Story, ending: str, how: Showing) -> bytes:
    """The file. Raises what `moving.animated` and `film.film` raise."""
    if ending == ".svg":
        return animated(story, how).encode()
    from fairyscore.render.animation.film import film

    return film(story, ending, how)
