"""The pieces as path data on a grid of 45 units (`drawings.ini`), and those that are put together of two of them."""

from __future__ import annotations

from dataclasses import dataclass

from fairyscore.notation.package_data import data_sections


@dataclass(frozen=True, slots=True)
class Drawing:
    """A piece without base. body: filled; its shapes may overlap. line: stroked. spots: filled in the colour of the
    line."""

    body: str
    line: str = ""
    spots: str = ""


DRAWINGS = {name: Drawing(**paths) for name, paths in data_sections("fairyscore.render.glyphs", "drawings.ini").items()}

# Piece -> (upper part, its scale, and where its grid's corner goes), (lower part, likewise); the upper rises behind.
COMPOUNDS = {
    "marshal": ((DRAWINGS["horse"], 0.68, 7.5, 0), (DRAWINGS["low rook"], 1.0, 0, 0)),
    "caliph": ((DRAWINGS["bishop"], 0.86, 9, 5.2), (DRAWINGS["camel"], 0.8, -0.7, 7.4)),
    "gnu": ((DRAWINGS["horse looking back"], 0.88, 7.6, 4.44), (DRAWINGS["camel"], 0.78, -0.9, 8.14)),
    "bishop-dababah-rider": ((DRAWINGS["bishop"], 0.8, 4.5, 0.2), (DRAWINGS["cart"], 1.0, 0, 0)),
    "camel-dababah-rider": ((DRAWINGS["camel"], 0.66, 8.2, -1.95), (DRAWINGS["cart"], 1.0, 0, 0)),
}

PAIRS = ("caliph", "gnu")
"""Those whose parts stand side by side."""
