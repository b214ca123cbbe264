"""Drawings as documents: what every SVG holds, and that nothing in it is left to chance."""

import os
import re
import subprocess
import sys
from itertools import pairwise, product
from typing import Any

import pytest
from drawn import HREF, SNAPSHOTS, SVG, classes, middle, played, snapshots, start, tree
from nightly import NIGHTLY

from fairyscore.notation.position import Position
from fairyscore.notation.records.marks import Arrow, CellMark
from fairyscore.notation.variants import GAMES, variant
from fairyscore.render.board import NAMES
from fairyscore.render.board_state import moment
from fairyscore.render.drawing import diagram
from fairyscore.render.errors import DrawingError
from fairyscore.render.font_outlines.letters import width
from fairyscore.render.glyphs.set import figure_layers
from fairyscore.render.layouts.registry import views
from fairyscore.render.page import wrapped
from fairyscore.render.prose import described
from fairyscore.render.themes import THEMES

ELEMENTS = {"svg", "title", "desc", "metadata", "defs", "pattern", "g", "path", "use"}
"""All of them are in SVG 1.1, and none can run, load or embed anything."""

KEPT = dict(snapshots())


@pytest.mark.parametrize("name", KEPT)
def test_drawings_are_as_they_were(name: str) -> None:
    """After a change that is meant: `python tests/drawn.py`, and look at the files."""
    same = KEPT[name].svg() + "\n" == (SNAPSHOTS / f"{name}.svg").read_text(encoding="utf-8")
    assert same  # else pytest would print both


def test_no_snapshot_is_left_over() -> None:
    assert {path.stem for path in SNAPSHOTS.glob("*.svg")} == set(KEPT)


@pytest.mark.parametrize("name", KEPT)
def test_documents_are_plain_svg(name: str) -> None:
    drawn = KEPT[name]
    root = tree(drawn)
    own = [element.tag for element in root.iter() if not element.tag.startswith("{urn:fairyscore:diagram}")]
    assert {tag.removeprefix(SVG) for tag in own} <= ELEMENTS
    assert all(tag.startswith(SVG) for tag in own)
    assert root.get("role") == "img"
    assert [child.tag for child in root][:4] == [f"{SVG}{tag}" for tag in ("title", "desc", "metadata", "defs")]
    assert "<script" not in drawn.svg()
    assert not any(key == "style" or key.startswith("on") for element in root.iter() for key in element.attrib)


@pytest.mark.parametrize("name", KEPT)
def test_references_lead_to_prefixed_ids(name: str) -> None:
    root = tree(KEPT[name])
    ids = [element.get("id", "") for element in root.iter() if element.get("id")]
    wanted = {element.get(HREF, "")[1:] for element in root.iter() if element.get(HREF)}
    wanted |= {found for element in root.iter() for found in re.findall(r"url\(#(.*)\)", element.get("fill", ""))}
    assert len(ids) == len(set(ids))
    assert wanted <= set(ids)
    assert {found.partition("-")[0] for found in ids} <= {ids[0].partition("-")[0]}
    assert re.match(r"fs[0-9a-f]{8}-", ids[0])


def test_two_drawings_share_no_id_and_a_prefix_can_be_chosen() -> None:
    one, other = tree(KEPT["chess-start"]), tree(KEPT["chess-middle"])
    ids = [{element.get("id") for element in root.iter() if element.get("id")} for root in (one, other)]
    assert not ids[0] & ids[1]
    chosen = tree(diagram(start("chess"), prefix="mine"))
    assert all(element.get("id", "mine-").startswith("mine-") for element in chosen.iter())


@pytest.mark.parametrize("name", KEPT)
def test_numbers_have_two_decimals_at_most(name: str) -> None:
    for element in tree(KEPT[name]).iter():
        for key in ("d", "x", "y", "width", "height", "stroke-width", "viewBox"):
            assert not re.search(r"\.[0-9]{3}|[0-9]e[-+]?[0-9]|nan|inf", element.get(key, "")), (
                key,
                element.get("class"),
            )


def test_the_same_bytes_with_any_hash_seed() -> None:
    """In another process, with sets and strings hashed otherwise."""
    code = (
        "from fairyscore.notation.position import Position; from fairyscore.render.drawing import diagram; import sys;"
        "sys.stdout.write(''.join(diagram(Position.start(n), theme='print').svg() for n in"
        " ('kaleidochess', 'chamaeleon', 'circular-66')))"
    )
    seed = "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"
    there = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
    )
    here = "".join(diagram(start(name), theme="print").svg() for name in ("kaleidochess", "chamaeleon", "circular-66"))
    assert there.stdout.decode() == here


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("when", [start, middle])
def test_fields_and_pieces_are_named(name: str, when: object) -> None:
    """Every field once, by its name; every piece with its owner and field."""
    shown = start(name) if when is start else middle(name)
    game, table = shown.position.variant, shown.position.state
    root = tree(diagram(shown))
    assert [element.get("data-field") for element in classes(root, "field") if element.get("data-field")] == list(
        game.board.cells
    )
    pieces = [
        (element.get("data-field"), element.get("data-owner"), element.get("data-name"))
        for element in classes(root, "piece")
        if element.get("data-field")
    ]
    standing = [(cell, table.piece_at(cell)) for cell in range(len(game.board.cells))]
    assert pieces == [
        (game.board.cells[cell], game.seats[piece[0]].name, game.piece_types[piece[1]].name)
        for cell, piece in standing
        if piece
    ]
    assert len(pieces) > 5


@pytest.mark.parametrize("name", GAMES)
def test_every_theme_view_and_names(name: str) -> None:
    """Each view of each game, with names and themes by turns; all together with the profile `nightly`."""
    kinds, turn = views(variant(name)), list(GAMES).index(name)
    by_turns = ((view, NAMES[(turn + place) % 4], list(THEMES)[(turn // 2) % 4]) for place, view in enumerate(kinds))
    for view, names, theme in product(kinds, NAMES, THEMES) if NIGHTLY else by_turns:
        drawn = tree(diagram(start(name), theme=theme, view=view, names=names))
        assert len(classes(drawn, "field")) >= len(variant(name).board.cells)


def test_names_are_where_they_are_asked_for() -> None:
    def texts(names: str, kind: str) -> list[str]:
        return [element.get("data-text", "") for element in classes(tree(diagram(start("chess"), names=names)), kind)]

    assert sorted(texts("rim", "rim")) == sorted(["", *"abcdefgh", *"12345678"])  # the group, and each name
    assert texts("rim", "name") == []
    assert len(texts("all", "name")) == 64
    assert texts("none", "rim") == []


def test_names_are_larger_on_small_paper() -> None:
    """On 40 mm they have six points; on 20 mm there is no room for them."""

    def letters(size: str) -> float:
        root = tree(diagram(start("chess"), size=size))
        heights = [element.get("d", "") for element in classes(root, "rim") if element.get("data-text") == "h"]
        ys = [float(y) for y in re.findall(r"M[-0-9.]+ ([-0-9.]+)", heights[0])]
        return max(ys)

    assert letters("40mm") > letters("80mm")
    assert classes(tree(diagram(start("chess"), size="20mm")), "rim") == []


def test_names_lie_under_the_pieces_and_pieces_make_way_for_them() -> None:
    groups = [element.get("class") for element in tree(diagram(start("chess"), names="all"))]
    assert groups.index("names") < groups.index("pieces")
    rook = classes(tree(diagram(start("chess"), names="all")), "piece")[0]
    assert "scale(0.8)" in rook.get("transform", "")


def test_pieces_make_way_after_the_seams_as_well() -> None:
    """A piece that is drawn again lies one board's width away, whatever stands in the fields."""

    root = tree(diagram(start("cylindrical"), names="all"))

    def places(kind: str) -> dict[tuple[str, str], set[float]]:
        found: dict[tuple[str, str], set[float]] = {}
        for piece in (piece for part in classes(root, kind) for piece in part if piece.get("data-piece")):
            across, down = piece.get("transform", "").partition("(")[2].partition(")")[0].split()
            found.setdefault((piece.get("data-piece", ""), down), set()).add(float(across))
        return found

    board, again = places("pieces"), places("ghosts")
    assert again
    for what, across in again.items():
        assert {round(abs(place), 2) for place in across} <= {
            round(abs(place + far), 2) for place in board[what] for far in (-315, 315)
        }


def test_numbers_and_captured_pieces_are_larger_on_small_paper() -> None:
    def drawn(size: str) -> tuple[str | None, str | None]:
        root = tree(diagram(middle("chess"), size=size, numbers=[("a5", "1")]))
        captured = classes(root, "tray")[0][0]
        return classes(root, "number")[0].get("d"), captured.get("transform")

    assert all(large != small for large, small in zip(drawn("80mm"), drawn("20mm"), strict=True))
    assert "scale(0.62)" in (drawn("80mm")[1] or "")
    assert "scale(0.62)" not in (drawn("20mm")[1] or "")


def test_who_is_to_move_and_what_was_captured() -> None:
    shown = middle("chess")
    root = tree(diagram(shown))
    texts = [element.get("data-text") for element in root.iter() if element.get("data-text")]
    assert "white to move" in texts
    assert shown.move_text in texts
    trays = [element.get("data-name") for tray in classes(root, "tray") for element in tray]
    assert trays == [
        shown.position.variant.piece_types[kind].name
        for seat in (0, 1)
        for owner, kind in sorted(shown.captured)
        if owner == seat
    ]
    plain = tree(diagram(shown, plain=True))
    assert not any(classes(plain, kind) for kind in ("status", "tray", "mark", "check"))


def test_the_title_and_the_description_say_the_position() -> None:
    root = tree(diagram(start("kaleidochess")))
    title, desc = root[0].text or "", root[1].text or ""
    assert title == "KaleidoChess: white to move"
    assert desc.startswith("KaleidoChess, white to move. White: wizard 1J; dragon 1G; roc 1I, 1K; eagle")
    assert desc.endswith("pawn 4F, 6H, 4I, 6K.")
    assert tree(diagram(start("chess"), caption="Mate in 2"))[0].text == "Mate in 2"


@pytest.mark.parametrize(
    "caption",
    [
        "\ud800",
        "<script>alert('x')</script>",
        "\"quoted\" & 'so'",
        "\x1b[31mred\x07",
        "a\u202eb",
        "\ue0001 /",
        "]]>",
        "<!--",
    ],
)
def test_whatever_people_write_is_text(caption: str) -> None:
    drawn = diagram(start("chess"), caption=caption)
    root = tree(drawn)
    assert "<script" not in drawn.svg()
    title = root[0].text or ""
    assert title.isprintable()
    assert title == caption or not caption.isprintable()
    assert all(ord(char) >= 32 for char in drawn.svg())
    assert "\ue000" not in drawn.svg()


def test_long_captions_are_wrapped_and_cut() -> None:
    lines = wrapped("word " * 300, 400, 16)
    assert len(lines) == 6
    assert lines[-1].endswith("…")
    assert wrapped("x" * 200, 100, 16)[0] == "x" * max(n for n in range(1, 200) if width("x" * n, 16) <= 100)
    assert wrapped("", 100, 16) == [""]


def test_marks_are_drawn() -> None:
    index = variant("chess").board.index
    root = tree(
        diagram(
            start("chess"),
            fields=[CellMark("red", index["e4"])],
            arrows=[Arrow("blue", index["a1"], index["h8"]), Arrow("green", index["b1"], index["b1"])],
            numbers=[("d4", "1")],
        )
    )
    assert len(classes(root, "ring")) == 1
    assert [element.get("class") for element in classes(root, "arrow")] == ["mark arrow blue"]
    assert [element.get("data-text") for element in classes(root, "number")] == ["1"]


def test_the_last_move_and_check_are_marked() -> None:
    checked = next(shown for shown in played("chess/romantic.pgn") if shown.marks.checked)
    root = tree(diagram(checked))
    assert [len(classes(root, kind)) for kind in ("origin", "target", "check", "arrow")] == [1, 1, 1, 0]
    assert len(classes(tree(diagram(checked, arrow=True)), "arrow")) == 1


def test_lines_that_are_gone_are_hatched() -> None:
    shown = next(s for s in played("chamaeleon/four-players.pgn") if s.position.variant.scenery.gone(s.position.state))
    gone = shown.position.variant.scenery.gone(shown.position.state)
    assert len(classes(tree(diagram(shown)), "gone")) == len(gone)


@pytest.mark.parametrize(
    ("look", "message"),
    [
        ({"theme": "neon"}, "there is no theme 'neon'"),
        ({"names": "some"}, "names are rim, inside, all, none, not 'some'"),
        ({"seat": "gold"}, "chess has no player 'gold'; there are white, black"),
        ({"view": "ring"}, "there is no view 'ring' of chess"),
        ({"size": "0mm"}, "a drawing cannot be 0mm wide"),
        ({"size": "10km"}, "a drawing cannot be 10km wide"),
        ({"size": "wide"}, "'wide' is not a size"),
        ({"size": "9" * 5000}, "is not a size"),
        ({"numbers": [("z9", "1")]}, "'z9' is not on the board of chess, a1 to h8"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_sentence(look: dict[str, object], message: str) -> None:
    with pytest.raises(DrawingError) as caught:
        diagram(start("chess"), **look)  # type: ignore[arg-type]
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


def test_seats_turn_the_board() -> None:
    def first(seat: str) -> tuple[str, str]:
        root = tree(diagram(start("chamaeleon:players=4"), seat=seat))
        piece = classes(root, "piece")[0]
        return piece.get("data-field", ""), piece.get("transform", "")

    places = [first(seat) for seat in ("white", "silver", "black", "gold")]
    assert {field for field, _ in places} == {"a1"}
    assert all(one != other for (_, one), (_, other) in pairwise(places))
    with pytest.raises(DrawingError):
        diagram(start("chamaeleon"), seat="silver")


def test_a_drawing_shows_itself_in_notebooks() -> None:
    drawn = diagram(Position.start("tor-qi"))
    assert drawn._repr_svg_() == drawn.svg()
    assert drawn.svg() == diagram(moment(Position.start("tor-qi"))).svg()


def test_a_part_of_a_board_is_as_large_as_on_the_whole_one() -> None:
    """Four of eight files, and the names of those four below it."""
    part = tree(diagram(start("chess"), crop=(0, 27), plain=True))
    whole = tree(diagram(start("chess"), plain=True))
    scales = [float(root.get("width", "")[:-2]) / float(root.get("viewBox", "").split()[2]) for root in (part, whole)]
    assert abs(scales[0] - scales[1]) < 0.001
    window = next(element for element in part.iter(f"{SVG}svg") if element is not part)
    assert window.get("width") == "182.5"
    beside = next(element for element in part if element.get("class") == "rim")
    assert len(beside) == 4 + 4


def test_filled_cells_lie_under_the_pieces() -> None:
    drawn = diagram(start("chess"), fills=[CellMark("red", 12)]).svg()
    assert drawn.index('class="mark fill red"') < drawn.index('class="pieces"')


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"arrows": ["e2"]}, "'e2' is not an arrow on the board of chess; give two cells from a1 to h8, as a1-h8"),
        ({"arrows": ["red:e2e9"]}, "'red:e2e9' is not an arrow on the board of chess"),
        ({"arrows": ["e2e4]"]}, "'e2e4]' is not an arrow on the board of chess"),
        ({"arrows": "e2e4"}, 'arrows is a list of texts: write arrows=["e2e4"]'),
        ({"fields": "e4"}, 'fields is a list of texts: write fields=["e4"]'),
        ({"fields": ["z9"]}, "'z9' is not on the board of chess, a1 to h8"),
    ],
)
def test_marks_that_are_none_are_refused_in_the_words_of_the_caller(options: dict[str, Any], message: str) -> None:
    with pytest.raises(DrawingError) as caught:
        diagram(Position.start("chess"), **options)
    assert str(caught.value).startswith(message)


def test_only_positions_are_drawn() -> None:
    with pytest.raises(TypeError, match="a diagram shows a Position, not str"):
        diagram("e4")  # type: ignore[arg-type]


def test_a_duck_is_a_duck() -> None:
    shown = moment(Position.start("duck-chess").play("e4,a6"))
    root = tree(diagram(shown))
    (duck,) = classes(root, "duck")
    assert len(duck) == len(figure_layers("duck"))
    assert not classes(root, "gone")
    assert described(shown).endswith("duck: a6.")
