"""The piece set: every piece of every game is drawn, fits its box, and no two look alike."""

import itertools

import pytest

from fairyscore.notation.rules.variant import SEATING
from fairyscore.notation.variants.registry import variant
from fairyscore.render.geometry import number
from fairyscore.render.glyphs.paths import contours, disc, moved, wound
from fairyscore.render.glyphs.set import (
    COMPOUNDS,
    DRAWINGS,
    OWNERS,
    SIZE,
    Glyph,
    GlyphLayer,
    changing_glyph,
    glyph,
    layers,
)
from fairyscore.render.themes import THEMES

GAMES = ("chess", "cylindrical", "caliph-qi", "tor-qi", "kaleidochess", "chamaeleon", "circular-70")
PIECES = sorted({(piece.name, piece.letter) for game in GAMES for piece in variant(game).piece_types})
FORMS = (("R", "knight"), ("Y", "bishop"), ("G", "queen"), ("B", "rook"))

ALL = [
    *(glyph(*piece) for piece in PIECES),
    *(glyph("pawn", "P", marks) for marks in ("•", "••••", "||||", "△")),
    *(changing_glyph(name, FORMS, colour) for colour, name in FORMS),
    changing_glyph("usher", (("R", "usher"), ("Y", "rook")), "R"),
    glyph("usher", "A", "•"),
    *(glyph("usher", letter) for letter in ("A", "BC", "WWWW", "ö")),
]


def reach(layer: GlyphLayer) -> tuple[float, float, float, float]:
    """How far a layer goes, its stroke included: left, top, right, bottom. Curves count with what they go through."""
    points = [point for contour in contours(layer.path) for point in contour]
    half = layer.width / 2 if layer.stroke != "none" else 0
    across, down = zip(*points, strict=True)
    return min(across) - half, min(down) - half, max(across) + half, max(down) + half


@pytest.mark.parametrize("piece", PIECES, ids=" ".join)
def test_every_piece_is_drawn(piece: tuple[str, str]) -> None:
    """None of the games' own pieces falls back on a tile."""
    assert piece[0] in DRAWINGS or piece[0] in COMPOUNDS


@pytest.mark.parametrize("owner", OWNERS)
def test_every_piece_fits_his_box(owner: str) -> None:
    for piece in ALL:
        for layer in layers(piece, owner):
            if not layer.path.isupper():  # letters: they are in relative commands, and stand on the base or the tile
                continue
            left, top, right, bottom = reach(layer)
            assert min(left, top) >= -0.01, piece.name
            assert max(right, bottom) <= SIZE + 0.01, piece.name


@pytest.mark.parametrize("owner", OWNERS)
def test_no_two_pieces_look_alike(owner: str) -> None:
    """A horse is drawn like a knight, but no game has both."""
    drawn = {
        (piece.name, str(piece.extras)): layers(piece, owner) for piece in ALL if piece.name not in ("horse", "usher")
    }
    pairs = itertools.combinations(drawn.items(), 2)
    assert [(one, other) for (one, left), (other, right) in pairs if left == right] == []


def test_four_owners_are_distinguished_without_hue() -> None:
    """The body is light for two and dark for two (the theme's part); among these the base's tone and shape tell."""
    rook = glyph("rook", "R")
    names = {seat.letter: seat.name for seat in SEATING[4]}
    looks = {(THEMES["print"].owners[names[letter]].body, style.two_tone) for letter, style in OWNERS.items()}
    assert len(looks) == len(OWNERS) == 4
    assert layers(rook, "w") == layers(rook, "b")
    assert len({layers(rook, owner) for owner in "wsg"}) == 3
    assert [layer.fill for layer in layers(rook, "s") if layer.fill != "none"] == ["body", "line"]


@pytest.mark.parametrize(("mark", "half", "high"), [("•", 2.4, 4.8), ("|", 1.3, 7.2), ("△", 6.6, 8.4)])
def test_marks_stand_in_the_middle_of_the_base(mark: str, half: float, high: float) -> None:
    """As wide on the left as on the right; those of one piece, each in its own middle, the same distance apart."""
    points = [point for contour in contours(glyph("pawn", "P", mark).extras[0].path) for point in contour]
    across, down = zip(*points, strict=True)
    assert (min(across), max(across)) == pytest.approx((SIZE / 2 - half, SIZE / 2 + half), abs=0.1)
    assert max(down) - min(down) == pytest.approx(high, abs=0.1)


def test_marks_stand_on_the_base_in_order() -> None:
    """A tiger walks three steps: three dots, apart and from left to right."""
    extra = glyph("tiger", "T", "•••").extras[0].path
    centres = [sum(x for x, _ in contour) / len(contour) for contour in contours(extra)]
    assert len(centres) == 3
    assert [round(right - left, 1) for left, right in itertools.pairwise(centres)] == [7, 7]


def test_unknown_marks_are_left_out() -> None:
    assert glyph("pawn", "P", "?") == glyph("pawn", "P")
    assert glyph("pawn", "P", "?•") == glyph("pawn", "P", "•")


def test_a_tile_has_its_letters() -> None:
    assert glyph("usher", "A") != glyph("usher", "B")
    widths = [reach(GlyphLayer(glyph("usher", text).parts[0].body, "body")) for text in ("A", "WWWW")]
    assert widths[0] == widths[1]


def test_a_tile_over_marks_is_smaller() -> None:
    """Its letters too: they are drawn anew at their size."""
    plain, marked = glyph("usher", "A").parts[0], glyph("usher", "A", "•").parts[0]
    assert reach(GlyphLayer(marked.body, "body"))[3] < reach(GlyphLayer(plain.body, "body"))[3]
    assert plain.spots != marked.spots


def test_a_changing_piece_shows_where_he_is() -> None:
    """One quarter is reversed: its field is in the colour of the line, what is on it in that of the body."""
    now = changing_glyph("bishop", FORMS, "Y")
    assert [layer.fill for layer in now.extras] == ["line", "line", "line", "line", "body"]
    assert now.parts != changing_glyph("queen", FORMS, "G").parts


def test_each_colour_has_its_place() -> None:
    assert changing_glyph("bishop", FORMS[::-1], "Y") == changing_glyph("bishop", FORMS, "Y")


def test_layers_are_the_same_every_time() -> None:
    first = [layers(piece, owner) for piece in ALL for owner in OWNERS]
    for cached in (glyph, changing_glyph, layers, moved, wound):
        cached.cache_clear()
    again: list[Glyph] = [glyph(*piece) for piece in PIECES]
    assert [layers(piece, owner) for piece in again for owner in OWNERS] == first[: 4 * len(PIECES)]


# -- paths ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "text"), [(1.0, "1"), (0.126, "0.13"), (-0.004, "0"), (-2.5, "-2.5"), (1e-9, "0"), (100.0, "100")]
)
def test_number(value: float, text: str) -> None:
    assert number(value) == text


def area(path: str) -> list[float]:
    """Twice the area of each contour, positive where it runs clockwise."""
    closed = [[*contour, contour[0]] for contour in contours(path)]
    return [sum(x * v - u * y for (x, y), (u, v) in itertools.pairwise(contour)) for contour in closed]


@pytest.mark.parametrize("name", DRAWINGS)
def test_bodies_have_no_holes(name: str) -> None:
    """Wound the same way round, shapes add up; each keeps its area."""
    body = DRAWINGS[name].body
    assert [round(abs(size), 3) for size in area(body)] == [round(size, 3) for size in area(wound(body))]


def test_a_shape_is_wound_back() -> None:
    assert area("M0 0L0 9L9 9Z")[0] < 0 < area(wound("M0 0L0 9L9 9Z"))[0]
    assert wound(disc(10, 10, 5)) == disc(10, 10, 5)
    assert area(wound("M0 0Q0 5 5 5C9 5 9 0 5 0Z"))[0] > 0


def test_moved() -> None:
    assert moved("M10 20C1 2 3 4 5 6Z", 0.5, 1, -1) == "M6 9C1.5 0 2.5 1 3.5 2Z"
