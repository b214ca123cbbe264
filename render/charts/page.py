"""Panels on one page, in two columns.

>>> from fairyscore.render.charts.panels import ChartBar, bars
>>> drawn = chart("Three games", (bars("Games", (ChartBar("chess", 2, "2"), ChartBar("tor-qi", 1, "1"))),))
>>> drawn.title, drawn.svg()[:4]
('Three games', '<svg')
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from zlib import crc32

from svgwrite import Drawing

from fairyscore.render.canvas import PREFIX, hatches, plain, shape, text
from fairyscore.render.charts.panels import HEAD, Panel, fitted, paint_of, panel_group
from fairyscore.render.drawing import Diagram
from fairyscore.render.geometry import Point, number
from fairyscore.render.measures import length
from fairyscore.render.themes import Theme, find

WIDE: Final = 720.0
MARGIN: Final = 30.0
GUTTER: Final = 38.0
APART: Final = 26.0
"""Between panels."""

TITLE: Final = 21.0


def chart(title: str, panels: Sequence[Panel], *, theme: Theme | str = "screen", size: str = "180mm") -> Diagram:
    """A page of panels, in the order given, each in the column that is shorter. Raises `DrawingError` for a wrong theme or
    size."""
    theme = find(theme) if isinstance(theme, str) else theme
    across = length(size)
    inner = WIDE - 2 * MARGIN
    wide = inner if len(panels) < 2 else (inner - GUTTER) / 2
    tops = [MARGIN + TITLE + 12.0] * min(2, max(1, len(panels)))
    places = []
    for panel in panels:
        column = tops.index(min(tops))
        places.append(Point(MARGIN + (wide + GUTTER) * column, tops[column]))
        tops[column] += HEAD + panel.height + APART
    bottom = max(tops) - APART + MARGIN
    drawing = Drawing(
        debug=False,
        size=(str(across), f"{number(across.number * bottom / WIDE)}{across.unit}"),
        viewBox=f"0 0 {number(WIDE)} {number(bottom)}",
    )
    drawing.attribs.update({"role": "img", "class": "fairyscore-chart"})
    drawing.set_desc(plain(title), plain(" ".join(panel.words for panel in panels)))
    paints = [paint_of(bar.tone, theme) for panel in panels for bar in panel.bars]
    drawing.defs.elements.extend(hatches((paint.hatch, paint.ink) for paint in paints))
    # The paper is a little larger than the page: where that ends within a pixel, no line of another colour is seen.
    paper = f"M-2 -2h{number(WIDE + 4)}v{number(bottom + 4)}h{number(-WIDE - 4)}z"
    drawing.elements.append(shape(paper, "paper", fill=theme.paper))
    said, middle = fitted(title, inner, TITLE), Point(MARGIN, MARGIN + TITLE * 0.36)
    drawing.elements.append(text(said, middle, TITLE, theme.ink, "title", anchor="start", bold=True))
    drawing.elements.extend(panel_group(panel, place, wide, theme) for panel, place in zip(panels, places, strict=True))
    made = str(drawing.tostring())
    return Diagram(title, made.replace(PREFIX, f"fs{crc32(made.encode()):08x}-"))
