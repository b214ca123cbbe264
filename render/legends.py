"""Pages with pips and a legend."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from fairyscore.render.canvas import group, text
from fairyscore.render.font_outlines.letters import width
from fairyscore.render.geometry import Point
from fairyscore.render.movement_markers import ORDER, Pip, meaning, pip_parts
from fairyscore.render.page import Page

if TYPE_CHECKING:
    pass

ICON, ICON_RADIUS, GAP, APART = 1.15, 0.5, 0.35, 1.2
"""Against the height of letters: room for a pip, its radius, what is between it and its meaning, and between entries."""

ROW = 1.45


class LegendPage(Page):
    """A page with pips on the board, and below it what they mean: only those that are used."""

    @property
    def used(self) -> list[Pip]:
        """The pips on the board, each once, in the order of the legend."""
        placed = {entry.pip for entry in self.marks.pips}
        return [pip for pip in ORDER if pip in placed]

    def below(self) -> Iterator[Any]:
        """The legend."""
        letters, theme = self.look.letters, self.look.theme
        left, right = self.field.left, self.field.right
        parts, start, middle = [], right, 0.0
        for pip in self.used:
            said = meaning(pip, self.game)
            wide = (ICON + GAP) * letters + width(said, letters)
            if start + wide > right:
                start, middle = left, self.line(ROW * letters)
            place = Point(start + ICON * letters / 2, middle)
            parts.append(group(f"pip {pip.kind}", pip_parts(pip, place, ICON_RADIUS * letters, theme)))
            beside = Point(start + (ICON + GAP) * letters, middle)
            parts.append(text(said, beside, letters, theme.ink, "meaning", anchor="start"))
            start += wide + APART * letters
        if parts:
            yield group("legend", parts)
