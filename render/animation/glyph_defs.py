"""Letters for a drawing in which much is written: each form is defined once, and used wherever it stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from unicodedata import normalize

from fairyscore.render.canvas import PREFIX, element, group, plain, shape
from fairyscore.render.font_outlines.letters import CAPITAL, outline, width
from fairyscore.render.geometry import Point, number


class GlyphDefs:
    """The letters that a drawing uses; their forms are asked for when all has been written."""

    def __init__(self) -> None:
        self._forms: dict[tuple[str, float, bool], str] = {}

    def line(self, said: str, start: Point, size: float, fill: str, kind: str, *, bold: bool = False) -> Any:
        """A line of text that begins at a place, capitals standing about it. Control characters are written out."""
        clean = plain(said)
        base = start.y + CAPITAL * size / 2
        letters, pen = [], start.x
        for char in normalize("NFC", clean):
            if outline(char, size, bold=bold).path:
                letters.append(element("use", x=pen, **{"xlink:href": f"#{PREFIX}{self._form(char, size, bold)}"}))
            pen += width(char, size, bold=bold)
        return group(kind, letters, fill=fill, transform=f"translate(0 {number(base)})", data_text=clean)

    def _form(self, char: str, size: float, bold: bool) -> str:
        return self._forms.setdefault((char, size, bold), f"l{len(self._forms)}")

    def forms(self) -> Iterator[Any]:
        """What the lines refer to."""
        for (char, size, bold), name in self._forms.items():
            yield shape(outline(char, size, bold=bold).path, id=f"{PREFIX}{name}")
