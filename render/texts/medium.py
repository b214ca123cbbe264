"""What a medium for texts is: how it writes the parts of a story. `document.py` puts them together."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from fairyscore.render.story.model import StoryDiagram
from fairyscore.render.texts.flow import MoveRow, Paragraph


@dataclass(frozen=True, slots=True)
class DrawnDiagram:
    """A diagram as a text shows it. file: the name of its picture; empty where there is none, then `position` tells it."""

    figure: StoryDiagram
    file: str
    position: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Medium:
    """How a medium writes. All that is handed to it is plain text; what it gives out is markup in which that stays text.

    name: as in `--to`. pictures: endings of the pictures it can show, the best first.
    document: the frame of all games, and game: of one, both with places in double braces (`frames.PLACES`).
    between: what stands between two games. plain: somebody's text. The others write blocks, each ending in a line end.
    """

    name: str
    pictures: tuple[str, ...]
    document: str
    game: str
    between: str
    plain: Callable[[str], str]
    players: Callable[[Iterable[tuple[str, str]]], str]
    details: Callable[[Iterable[tuple[str, str]]], str]
    paragraph: Callable[[Paragraph], str]
    table: Callable[[tuple[str, ...], Iterable[MoveRow]], str]
    diagram: Callable[[DrawnDiagram], str]
    flaw: Callable[[str, str], str]
    close: Callable[[str, str], str]
