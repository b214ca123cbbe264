"""Drawings as files. PNG is looked at pixel by pixel, so that nothing is drawn in the wrong place."""

import io
import re
from collections import Counter
from importlib.util import find_spec
from pathlib import Path

import pytest
from drawn import middle, start
from nightly import NIGHTLY
from pixels import Pixel, Png, needs_png

from fairyscore.notation.variants import GAMES
from fairyscore.render import export
from fairyscore.render.board import kind_of
from fairyscore.render.board_state import BoardState
from fairyscore.render.drawing import diagram
from fairyscore.render.export import ExportError, encoded, ending_of
from fairyscore.render.layouts.registry import layout_of, views
from fairyscore.render.page import EDGE
from fairyscore.render.themes import THEMES

needs_pdf = pytest.mark.skipif(find_spec("typst") is None, reason="typst is missing: no PDF was made")

WIDE = 320
"""Pixels."""


def colour(text: str) -> Pixel:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def near(one: Pixel, other: Pixel) -> bool:
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) < 12


CASES = [
    (name, view, when)
    for turn, name in enumerate(GAMES)
    for place, view in enumerate(views(start(name).position.variant))
    for when in ((middle,) if place else (start, middle) if NIGHTLY else ((start, middle)[turn % 2],))
]
"""Start and middle by turns; both of every game with the profile `nightly`."""


@needs_png
@pytest.mark.parametrize(("name", "view", "when"), CASES)
def test_pixels_are_what_the_position_says(name: str, view: str, when: object) -> None:
    """Empty fields have their colour in the middle; where a piece stands, his owner's body is seen about it."""
    shown = start(name) if when is start else middle(name)
    theme, game = THEMES["screen"], shown.position.variant
    svg = diagram(shown, view=view, names="none", plain=True, size=f"{WIDE}px").svg()
    picture = Png(encoded(svg, ".png"))
    layout, gone = layout_of(game, view), game.scenery.gone(shown.position.state)
    box = layout.field.grown(EDGE)
    assert picture.width == WIDE
    inks = game.scenery.pieces.inks
    bodies = [colour(theme.marks[ink].colour) for ink in inks] or [
        colour(theme.owners[seat.name].body) for seat in game.seats
    ]
    rivals = bodies if inks else [colour(owner.body) for owner in theme.owners.values()]

    def pixel(x: float, y: float) -> Pixel:
        return picture.at((x - box.left) / box.width, (y - box.top) / box.height)

    for cell, spot in enumerate(layout.spots):
        if cell in gone:
            continue
        piece = shown.position.state.piece_at(cell)
        paint = colour(theme.field(kind_of(game, cell)).fill)
        if piece is None:
            assert near(pixel(*spot.centre), paint), game.board.cells[cell]
            continue
        body = bodies[piece[0]]
        reach = range(-12, 13, 2)
        scale = layout.piece / 45
        seen = Counter(pixel(spot.centre.x + dx * scale, spot.centre.y + dy * scale) for dx in reach for dy in reach)
        counted = {rival: sum(many for found, many in seen.items() if near(found, rival)) for rival in rivals}
        assert counted[body] > seen.total() / 8, (game.board.cells[cell], counted)
        assert max(counted, key=lambda rival: counted[rival]) == body, (game.board.cells[cell], counted)


@needs_png
def test_labels_need_no_fonts() -> None:
    """Nothing of a drawing is text: with and without names the pixels differ, though no font was loaded."""
    with_names, without = (
        encoded(diagram(start("chess"), names=names, plain=True, size="300px").svg(), ".png")
        for names in ("all", "rim")
    )
    assert with_names != without
    assert "<text" not in diagram(start("chess")).svg()


@needs_png
def test_size_and_resolution() -> None:
    svg = diagram(start("chess"), size="2in").svg()
    assert Png(encoded(svg, ".png", dpi=72)).width == 144
    assert Png(encoded(svg, ".png", dpi=144)).width == 288


@needs_pdf
def test_pdf() -> None:
    """The page is as large as it was asked for, in points."""
    made = encoded(diagram(start("tor-qi"), size="2in").svg(), ".pdf")
    assert made.startswith(b"%PDF-")
    box = re.search(rb"/MediaBox ?\[0 0 ([0-9.]+) ([0-9.]+)\]", made)
    assert box is not None
    assert float(box[1]) == pytest.approx(144, abs=0.1)
    assert float(box[2]) > 144


@needs_pdf
def test_black_is_pure_black_in_pdf() -> None:
    """Colours of a drawing for print have one component, grey, and none has three."""
    pikepdf = pytest.importorskip("pikepdf")
    with pikepdf.open(io.BytesIO(encoded(diagram(start("chess"), theme="print").svg(), ".pdf"))) as made:
        components = {int(item["/N"]) for item in made.objects if isinstance(item, pikepdf.Stream) and "/N" in item}
        assert components == {1}
        assert re.search(rb"\s0 scn\s", made.pages[0].Contents.read_bytes())


def test_saving(tmp_path: Path) -> None:
    drawn = diagram(start("chess"))
    drawn.save(tmp_path / "board.svg")
    assert (tmp_path / "board.svg").read_text(encoding="utf-8") == drawn.svg()
    assert [path.name for path in tmp_path.iterdir()] == ["board.svg"]
    with pytest.raises(OSError, match="No such file"):
        drawn.save(tmp_path / "nowhere" / "board.svg")


@pytest.mark.parametrize("path", ["board.gif", "board", "board.svg.zip", "a\x1b.x\x1b"])
def test_unknown_endings_are_refused(path: str, tmp_path: Path) -> None:
    with pytest.raises(ExportError, match="drawings are written as") as caught:
        ending_of(path)
    assert str(caught.value).isprintable()
    with pytest.raises(ExportError):
        diagram(start("chess")).save(tmp_path / path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("ending", ["png", "pdf"])
def test_a_missing_extra_is_named(ending: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> object:
        raise ImportError(name)

    monkeypatch.setattr(export, "import_module", missing)
    with pytest.raises(ExportError, match=f"pip install 'fairyscore\\[{ending}\\]'"):
        encoded(diagram(start("chess")).svg(), f".{ending}")


def test_a_png_of_a_wall_is_refused() -> None:
    with pytest.raises(ExportError, match="a PNG of 23622 x"):
        encoded(diagram(start("chess"), size="2m").svg(), ".png")


def drawn_boxes(svg: str) -> list[str]:
    """Left, top, width and height of the drawings in another one."""
    return [" ".join(box) for box in re.findall(r'<svg x="(.*?)" y="(.*?)" width="(.*?)" height="(.*?)">', svg)]


def test_drawings_stand_in_columns_on_one_paper() -> None:
    """4 mm lie between them; each stands in the middle of its column, and rows are as high as their highest."""
    drawing = '<svg width="{}mm" height="{}mm"><title>{}</title><path class="paper" d="M0 0" fill="#abc"/></svg>'
    drawings = [drawing.format(40, 60, "A"), drawing.format(30, 50, "B"), drawing.format(40, 20, "C")]
    two, wide = export.grid(drawings, 2), export.grid(drawings, 9)
    assert drawn_boxes(two) == ["0 0 40 60", "49 0 30 50", "0 64 40 20"]
    assert '<title>A; B; C</title><path d="M0 0h84v84H0z" fill="#abc"/>' in two
    assert drawn_boxes(wide) == ["0 0 40 60", "49 0 30 50", "88 0 40 20"]
    assert '<path d="M0 0h128v60H0z" fill="#abc"/>' in wide


def test_a_moment_can_be_saved(tmp_path: Path) -> None:
    shown: BoardState = middle("chess")
    diagram(shown).save(tmp_path / "a.SVG")
    assert (tmp_path / "a.SVG").stat().st_size > 10_000
