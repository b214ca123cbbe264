"""What drawings are made of: elements of SVG 1.1, colours as attributes because style sheets are lost on printers.

svgwrite holds the tree. Attributes are given as SVG has them; `class_` and such are never needed.
"""

import re
from collections.abc import Iterable
from itertools import count
from typing import Any, Final

from svgwrite.base import BaseElement

from fairyscore.notation.text import shown
from fairyscore.render.font_outlines.letters import CAPITAL, outline
from fairyscore.render.geometry import Point, at, circle, number
from fairyscore.render.themes import Paint

PREFIX: Final = "\ue000"
"""Stands in front of every id until the drawing is finished; no text that is drawn can hold it (`plain`)."""

LONGEST: Final = 2000  # characters of a text that is drawn or stands in a description


STEP = 6.0  # units from line to line of a hatching: it survives a photocopier, and is seen in the smallest field
LINES = {
    "vertical": "M3 0V6",
    "horizontal": "M0 3H6",
    "rising": "M-1.5 1.5L1.5 -1.5M0 6L6 0M4.5 7.5L7.5 4.5",
    "falling": "M-1.5 4.5L1.5 7.5M0 0L6 6M4.5 -1.5L7.5 1.5",
    "cross": "M0 0L6 6M0 6L6 0",
}
THICK, DOT = 1.0, 0.95
ROUND = {"stroke_linejoin": "round", "stroke_linecap": "round"}


class CachedPart(BaseElement):  # type: ignore[misc]
    """A part of a drawing that was made before, and is the same in many: kept as text, since writing takes the most time.

    In the tree an empty element stands for it; `filled` puts it there once the rest is written.
    """

    def __init__(self, part: BaseElement) -> None:
        super().__init__(debug=False)
        self.elementname = f"{PREFIX}{next(_numbers)}"
        self.text = str(part.tostring())


_numbers = count()
_PLACE = re.compile(f"<({PREFIX}[0-9]+) />")


def filled(document: str, parts: Iterable[CachedPart]) -> str:
    """A document with its kept parts in their places."""
    texts = {part.elementname: part.text for part in parts}
    return _PLACE.sub(lambda place: texts[place[1]], document)


def element(name: str, kind: str = "", **attributes: str | float) -> Any:
    """An element. kind: its class; `data_field` becomes `data-field`, numbers are rounded."""
    made = BaseElement(debug=False)
    made.elementname = name
    if kind:
        made.attribs["class"] = kind
    for key, value in attributes.items():
        made.attribs[key.replace("_", "-")] = value if isinstance(value, str) else number(value)
    return made


def group(kind: str, parts: Iterable[Any] = (), **attributes: str | float) -> Any:
    """A group of elements; its attributes hold for them all."""
    made = element("g", kind, **attributes)
    made.elements.extend(parts)
    return made


def shape(data: str, kind: str = "", **attributes: str | float) -> Any:
    """A path."""
    return element("path", kind, d=data, **attributes)


def use(name: str, place: Point, scale: float, kind: str, **attributes: str | float) -> Any:
    """A symbol of the drawing, its box of 45 units scaled and put with its middle at a place."""
    half = 22.5 * scale
    corner = Point(place.x - half, place.y - half)
    turn = "" if scale == 1 else f" scale({scale:.3g})"
    return element(
        "use", kind, transform=f"translate({at(corner)}){turn}", **{"xlink:href": f"#{PREFIX}{name}"}, **attributes
    )


def painted(data: str, paint: Paint, kind: str, **attributes: str | float) -> list[Any]:
    """A shape in a paint: one element, and another with the hatching where there is one."""
    parts = [shape(data, kind, fill=paint.fill, **attributes)]
    if paint.hatch:
        parts.append(shape(data, "hatch", fill=f"url(#{PREFIX}{paint.hatch}-{paint.ink[1:]})", stroke="none"))
    return parts


def hatches(wanted: Iterable[tuple[str, str]], scale: float = 1.0) -> list[Any]:
    """The patterns of hatchings, each once: its name and the colour of its lines. scale: coarser where paper is small."""
    return [_pattern(name, ink, scale) for name, ink in dict.fromkeys(wanted) if name]


def _pattern(name: str, ink: str, scale: float) -> Any:
    made = element("pattern", id=f"{PREFIX}{name}-{ink[1:]}", width=STEP, height=STEP, patternUnits="userSpaceOnUse")
    if scale != 1:
        made.attribs["patternTransform"] = f"scale({number(scale)})"
    if name == "dots":
        made.add(shape(circle(Point(1.5, 1.5), DOT) + circle(Point(4.5, 4.5), DOT), fill=ink))
    else:
        made.add(shape(LINES[name], fill="none", stroke=ink, stroke_width=THICK))
    return made


def text(
    text: str, middle: Point, size: float, fill: str, kind: str, *, anchor: Any = "middle", bold: bool = False
) -> Any:
    """A line of text as outlines, capitals standing about `middle`. Control characters are written out."""
    clean = plain(text)
    drawn = outline(clean, size, anchor, x=middle.x, y=middle.y + CAPITAL * size / 2, bold=bold)
    return shape(drawn, kind, fill=fill, **{"data-text": clean})


def plain(text: str) -> str:
    """Somebody's text as it may stand in a drawing: one line, nothing that is not a character, not too long."""
    return shown(text, LONGEST)
