"""Makes the fonts of books from the drawings of the pieces: `python tools/figurine_font.py`.

It needs fonttools and skia-pathops.

Each piece has a hollow letter, which stands in moves, and a solid one; and there are signs of annotators that text
fonts lack.
`figurines.json` says which letters a piece has: those of Unicode for chess, else two of the private area.
Heights and line distances are those of Libertinus Serif, so that a line with figurines is as high as one without.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

import pathops  # type: ignore[import-not-found,import-untyped,unused-ignore]
from fontTools.fontBuilder import FontBuilder  # type: ignore[import-not-found, import-untyped, unused-ignore]
from fontTools.pens.t2CharStringPen import (  # type: ignore[import-not-found, import-untyped, unused-ignore]
    T2CharStringPen,
)
from fontTools.pens.transformPen import (  # type: ignore[import-not-found, import-untyped, unused-ignore]
    TransformPen,
)

from fairyscore.notation.variants.registry import variant
from fairyscore.notation.variants.sources import shipped_names
from fairyscore.render.glyphs.paths import commands
from fairyscore.render.glyphs.set import COMPOUNDS, DRAWINGS, OUTLINE, glyph, layers

FOLDER = Path(__file__).parent.parent / "render" / "book" / "fonts"
FAMILY = "Fairyscore Figurine"
CHESS = ("king", "queen", "rook", "bishop", "knight", "pawn")
PARTS = ("low rook", "cart", "horse looking back")  # drawings that stand only in others
PRIVATE = 0xE000

EM, CAPITAL, ASCENT, DESCENT = 1000, 645, 894, -246
SCALE = 17.2  # font units of a unit of the drawings
FLOOR, SIDE = 41.5, 30  # y of the drawings that stands on the line; what is free on either side of a letter


class Weight(NamedTuple):
    """How thick a font is, in units of the drawings: of outlines what is outside and inside of the body, of inner lines, of
    signs; and the light seam around a solid piece before another."""

    name: str
    number: int
    outside: float
    inside: float
    inner: float
    sign: float
    seam: float = 1.2


WEIGHTS = (Weight("Regular", 400, 0.9, 1.2, 2.2, 2.8), Weight("Bold", 700, 1.2, 2.4, 3.2, 4.6))

SIGNS = {
    "⩲": "M22.5 8L22.5 24M14.5 16L30.5 16M14.5 30L30.5 30M14.5 37L30.5 37",
    "⩱": "M14.5 9L30.5 9M14.5 16L30.5 16M22.5 22L22.5 38M14.5 30L30.5 30",
    "□": "M12 15L34 15L34 38L12 38Z",
    "⌓": "M8.5 37L36.5 37M8.5 37C8.5 18 36.5 18 36.5 37",
    "⨀": "M10 25C10 8.3 35 8.3 35 25C35 41.7 10 41.7 10 25ZM22.3 25L22.7 25",
    "⟳": "M33.5 19C29 10 10.5 11 10.5 24.5C10.5 38 29.5 40 34 29.5M34.5 11L33.5 19L25.5 18",
    "⇆": "M8.5 18L36.5 18M29.5 11.5L36.5 18L29.5 24.5M36.5 32L8.5 32M15.5 25.5L8.5 32L15.5 38.5",
}
"""Signs as lines on the grid of the drawings: a font that stands in for them would set them too large."""


def path_of(text: str) -> Any:
    """A drawing as a path, its overlapping shapes as one."""
    path = pathops.Path()
    pen = path.getPen()
    is_open = False
    for command, points in commands(text):
        if is_open and command in "MZ":
            pen.closePath() if command == "Z" else pen.endPath()
            is_open = False
        if command == "M":
            pen.moveTo(points[0])
            is_open = True
        elif command == "L":
            for point in points:
                pen.lineTo(point)
        elif command == "C":
            pen.curveTo(*points)
        elif command == "Q":
            pen.qCurveTo(*points)
    if is_open:
        pen.endPath()
    return path


def stroked(path: Any, width: float) -> Any:
    """What a round pen of a width paints along a path."""
    painted = pathops.Path(path)
    painted.stroke(width, pathops.LineCap.ROUND_CAP, pathops.LineJoin.ROUND_JOIN, 4)
    painted.convertConicsToQuads(0.02)
    painted.simplify()
    return painted


def joined(one: Any, other: Any) -> Any:
    """What either covers."""
    return pathops.op(one, other, pathops.PathOp.UNION)


def without(one: Any, other: Any) -> Any:
    """What the first covers and the other does not."""
    return pathops.op(one, other, pathops.PathOp.DIFFERENCE)


def inked(piece: str, weight: Weight, *, solid: bool) -> Any:
    """The ink of a piece, painted from back to front as on a board."""
    ink = pathops.Path()
    for layer in layers(glyph(piece, piece[0].upper()), "w"):
        shape = path_of(layer.path)
        if layer.width == OUTLINE:
            continue  # the body that follows brings its own outline
        if layer.fill == "body":
            shape.simplify()
            grown = joined(shape, stroked(shape, 2 * weight.outside))
            hollow = without(shape, stroked(shape, 2 * weight.inside))
            around = joined(shape, stroked(shape, 2 * (weight.outside + weight.seam)))
            ink = joined(without(ink, around), grown) if solid else without(joined(ink, grown), hollow)
        else:
            mark = stroked(shape, weight.inner) if layer.width else shape
            ink = without(ink, mark) if solid else joined(ink, mark)
    return ink


def pairs() -> set[str]:
    """The pictures made of two drawings that games of the library have for pieces without a character of their own."""
    games = [variant(name) for name in shipped_names()]
    kinds = (kind for game in games if not game.scenery.pieces.shape for kind in game.piece_types)
    return {kind.picture for kind in kinds if "+" in kind.picture}


def codes() -> dict[str, tuple[int, int]]:
    """Piece -> its hollow and its solid letter."""
    found = {name: (0x2654 + place, 0x265A + place) for place, name in enumerate(CHESS)}
    others = sorted({*DRAWINGS, *COMPOUNDS, *pairs()} - set(PARTS) - set(CHESS))
    return found | {name: (PRIVATE + 2 * place, PRIVATE + 2 * place + 1) for place, name in enumerate(others)}


def letters(weight: Weight) -> dict[int, Any]:
    """Every letter of a font with its ink."""
    found = {ord(sign): stroked(path_of(lines), weight.sign) for sign, lines in SIGNS.items()}
    for piece, (hollow, solid) in codes().items():
        found[hollow], found[solid] = inked(piece, weight, solid=False), inked(piece, weight, solid=True)
    return found


def write(weight: Weight) -> None:
    """Make the font of a weight."""
    empty = T2CharStringPen(EM // 2, None)
    outlines, widths, names = {".notdef": empty.getCharString()}, {".notdef": (EM // 2, 0)}, {}
    for code, ink in letters(weight).items():
        name = f"uni{code:04X}"
        left, _, right, _ = ink.bounds
        wide = round((right - left) * SCALE) + 2 * SIDE
        placed = pathops.Path()
        ink.draw(TransformPen(placed.getPen(), (SCALE, 0, 0, -SCALE, SIDE - left * SCALE, FLOOR * SCALE)))
        placed.simplify(fix_winding=True)
        pen = T2CharStringPen(wide, None)
        placed.draw(pen)
        outlines[name], widths[name], names[code] = pen.getCharString(), (wide, SIDE), name
    font = FontBuilder(EM, isTTF=False)
    font.setupGlyphOrder(list(outlines))
    font.setupCharacterMap(names)
    font.setupCFF(f"FairyscoreFigurine-{weight.name}", {"FullName": f"{FAMILY} {weight.name}"}, outlines, {})
    font.setupHorizontalMetrics(widths)
    font.setupHorizontalHeader(ascent=ASCENT, descent=DESCENT)
    full = f"{FAMILY} {weight.name}"
    post = f"FairyscoreFigurine-{weight.name}"
    font.setupNameTable({"familyName": FAMILY, "styleName": weight.name, "fullName": full, "psName": post})
    bold = weight.name == "Bold"
    font.setupOS2(
        sTypoAscender=ASCENT,
        sTypoDescender=DESCENT,
        sTypoLineGap=0,
        usWinAscent=ASCENT,
        usWinDescent=-DESCENT,
        usWeightClass=weight.number,
        sCapHeight=CAPITAL,
        fsSelection=0x20 if bold else 0x40,
    )
    font.font["head"].macStyle = int(bold)
    font.font["head"].created = font.font["head"].modified = 0  # the same drawings give the same bytes
    font.font.recalcTimestamp = False
    font.setupPost()
    font.save(FOLDER / f"{post}.otf")


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for each in WEIGHTS:
        write(each)
    pieces = {name: [chr(code) for code in pair] for name, pair in codes().items()}
    (FOLDER / "figurines.json").write_text(json.dumps(pieces, indent=1) + "\n")
