"""Contact sheets, to look at the piece set: every piece of every game for every owner on every theme's fields.

    python tools/piece_sheets.py FOLDER

writes one SVG file a theme, with pieces of 20 px, 20 mm and 80 mm.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

from fairyscore.notation.rules.variant import SEATING
from fairyscore.notation.variants.registry import variant
from fairyscore.render.geometry import number
from fairyscore.render.glyphs.set import SIZE, Glyph, changing_glyph, glyph, layers
from fairyscore.render.themes import THEMES, Theme

GAMES = ("chess", "cylindrical", "tor-qi", "circular-70", "kaleidochess", "chamaeleon")

MILLIMETRE = 96 / 25.4
"""In pixels of CSS."""

SIZES = (20, 20 * MILLIMETRE, 80 * MILLIMETRE)

GROUNDS = ("light", "dark", "castle", "red", "blue")
"""The fields that pieces are shown on, in turn."""

PER_ROW = 10


def every_piece() -> tuple[Glyph, ...]:
    """Every piece of every game once, as its game has it; those that change on each colour they stand on; a letter tile."""
    found: dict[Glyph, None] = {}
    for name in GAMES:
        game = variant(name)
        tokens = game.scenery.tokens or ("",) * len(game.piece_types)
        for piece, marks in zip(game.piece_types, tokens, strict=True):
            found[glyph(piece.name, piece.letter, marks)] = None
    forms = (("R", "knight"), ("Y", "bishop"), ("G", "queen"), ("B", "rook"))
    changing = (changing_glyph(name, forms, colour) for colour, name in forms)
    return (*found, *changing, glyph("nobody has drawn it", "XY"))


def sheet(theme: Theme, pieces: Sequence[Glyph], size: float) -> str:
    """The pieces at a size in pixels, a row of each owner's below the other, as the text of an SVG file."""
    owners = [(seat.letter, theme.owners[seat.name]) for seat in SEATING[4]]
    side, cells = size * 1.1, []
    for place, piece in enumerate(pieces):
        for row, (letter, colours) in enumerate(owners, len(owners) * (place // PER_ROW)):
            column = place % PER_ROW
            ground = theme.field(GROUNDS[(column + row) % len(GROUNDS)]).fill
            paints = {"none": "none", "body": colours.body, "line": colours.line}
            painted = ""
            for layer in layers(piece, letter):
                stroke = f' stroke="{paints[layer.stroke]}" stroke-width="{layer.width}"' if layer.width else ""
                painted += f'<path d="{layer.path}" fill="{paints[layer.fill]}"{stroke}/>'
            cells.append(
                f'<g transform="translate({number(column * side)} {number(row * side)}) scale({number(size / SIZE)})" '
                'stroke-linejoin="round" stroke-linecap="round">'
                f'<path d="M0 0H{1.1 * SIZE}V{1.1 * SIZE}H0Z" fill="{ground}"/>'
                f'<g transform="translate({0.05 * SIZE} {0.05 * SIZE})">{painted}</g></g>'
            )
    rows = len(owners) * -(-len(pieces) // PER_ROW)
    wide, high = number(PER_ROW * side), number(rows * side)
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}">{"".join(cells)}</svg>\n'


def main(folder: str) -> None:
    """Write the sheets of all themes into a folder."""
    pieces = every_piece()
    for name, theme in THEMES.items():
        for size in SIZES:
            path = Path(folder) / f"pieces-{name}-{round(size)}px.svg"
            path.write_text(sheet(theme, pieces, size), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
