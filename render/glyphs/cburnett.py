"""The chess pieces of Colin M.L. Burnett, which many players know from other boards (`cburnett.txt` has their licence).

>>> [layer.fill for layer in CBURNETT["white", "rook"]]
['body', 'body', 'body', 'body', 'none']
"""

from collections.abc import Mapping
from typing import Final, cast

from fairyscore.notation.package_data import data_sections
from fairyscore.render.glyphs.set import GlyphLayer, Paint


def _layer(text: str) -> GlyphLayer:
    """A layer as the file has it: fill, stroke, width of the stroke, path."""
    fill, stroke, width, path = text.split(maxsplit=3)
    return GlyphLayer(path, cast(Paint, fill), cast(Paint, stroke), float(width))


def _pieces() -> Mapping[tuple[str, str], tuple[GlyphLayer, ...]]:
    found = {}
    for owned, lines in data_sections("fairyscore.render.glyphs", "cburnett.ini").items():
        player, _, piece = owned.partition(" ")
        found[player, piece] = tuple(map(_layer, lines.values()))
    return found


CBURNETT: Final = _pieces()
"""The layers of a piece by the names of player and piece."""
