"""Xiangqi, janggi and shogi as their own diagrams have them: points and discs, wedges, names at the rim, characters."""

import re
from xml.etree.ElementTree import Element, fromstring

import pytest

from fairyscore.notation.position import Position
from fairyscore.notation.variants import variant
from fairyscore.render import diagram
from fairyscore.render.errors import DrawingError
from fairyscore.render.font_outlines.letters import missing
from fairyscore.render.glyphs.traditional import half_turned
from fairyscore.render.pieces import SETS

DISCS = ("xiangqi", "minixiangqi", "manchu", "janggi", "janggi-modern")
WEDGES = ("shogi", "minishogi", "judkins-shogi", "gorogoro-shogi", "euroshogi")
SVG = "{http://www.w3.org/2000/svg}"


def drawn(game: str, **wanted: str) -> Element:
    return fromstring(diagram(Position.start(game), **wanted).svg())  # type: ignore[arg-type]


def classed(root: Element, kind: str) -> list[Element]:
    return [found for found in root.iter() if kind in found.get("class", "").split()]


@pytest.mark.parametrize("game", DISCS + WEDGES)
def test_each_character_is_at_hand(game: str) -> None:
    look = variant(game).scenery.pieces
    characters = [character for both in look.characters for character in both]
    assert not missing(characters)
    assert look.shape == ("disc" if game in DISCS else "wedge")


@pytest.mark.parametrize("game", ["xiangqi", "janggi"])
def test_no_seam_is_seen_between_points(game: str) -> None:
    (fields,) = classed(drawn(game), "fields")
    assert {fields.get("stroke")} == {field.get("fill") for field in fields}


@pytest.mark.parametrize(("game", "kind"), [("xiangqi", "line"), ("janggi", "line"), ("shogi", "dots")])
def test_the_board_is_not_chequered(game: str, kind: str) -> None:
    root = drawn(game)
    assert {cell.get("class") for cell in root.iter() if cell.get("data-field") and cell.tag == f"{SVG}path"} == {
        "field light"
    }
    assert classed(root, kind)


def test_the_river_of_xiangqi_interrupts_its_files_and_has_its_name() -> None:
    root = drawn("xiangqi")
    assert "".join(found.get("data-text", "") for found in classed(root, "river-name")) == "楚河漢界"
    assert not classed(drawn("janggi"), "river-name")
    (lines,) = (found.get("d", "") for found in classed(root, "line") if found.get("fill") == "none")
    inner = re.findall(r"M67\.5 ([0-9.]+)L67\.5 ([0-9.]+)", lines)
    assert len(inner) == 8  # of nine: the one across the river is left out


@pytest.mark.parametrize(
    ("game", "seat", "names"),
    [
        ("shogi", "", "987654321abcdefghi"),
        ("shogi", "black", "123456789abcdefghi"),
        ("xiangqi", "", "99887766554433221112345678910"),
        ("janggi", "", "1234567891234567890"),
    ],
)
def test_names_at_the_rim(game: str, seat: str, names: str) -> None:
    """As the moves beside the board name files and ranks: the files of xiangqi at either side, from each player's right."""
    (rim,) = classed(drawn(game, seat=seat), "rim")[:1]
    signs = [sign.get("data-text", "") for sign in rim]
    assert sorted(signs) == sorted(re.findall(r"10|.", names))


def test_a_wedge_points_away_from_its_owner_also_on_a_turned_board() -> None:
    def points_up(seat: str) -> dict[str, bool]:
        found = {}
        for symbol in classed(drawn("shogi", seat=seat), "glyph"):
            body = symbol[0].get("d", "")
            ys = [float(y) for y in re.findall(r"[ML][0-9.]+ ([0-9.]+)", body)]
            found[str(symbol.get("id")).rpartition("-")[2] if not seat else str(symbol.get("id"))] = ys[0] == min(ys)
        return found

    white_below, black_below = points_up(""), points_up("black")
    assert {name[0] for name, up in white_below.items() if up} == {"w"}
    assert sorted(white_below.values()) == sorted(black_below.values())
    assert all(up is ("-b" in name) for name, up in black_below.items())


def test_promoted_pieces_are_red_where_the_theme_has_colours() -> None:
    position = Position.from_fen("4k4/9/9/9/9/9/9/9/+R3K4[] w 0 1", "shogi")
    assert "#b51e1e" in diagram(position, plain=True).svg()
    assert "#b51e1e" not in diagram(position, plain=True, theme="print").svg()


@pytest.mark.parametrize("pieces", SETS)
@pytest.mark.parametrize("game", ["xiangqi", "shogi", "chess"])
def test_looks_of_pieces(game: str, pieces: str) -> None:
    """In chess only the other set of chess pieces differs."""
    made = diagram(Position.start(game), pieces=pieces).svg()
    usual = diagram(Position.start(game)).svg()
    assert (made == usual) is (pieces == "kanji" or (game == "chess" and pieces != "cburnett"))


def test_another_look_is_refused() -> None:
    with pytest.raises(
        DrawingError, match="pieces are kanji, letters, international, cburnett, not 'kanjis'; did you mean kanji"
    ):
        diagram(Position.start("shogi"), pieces="kanjis")


def test_twice_half_turned_is_as_before() -> None:
    path = "M10 12.5h5v3q1 2 3 4l2 2zL20 30Z"
    assert half_turned(half_turned(path)) == path


def test_hands_stand_beside_the_board_of_shogi() -> None:
    """The bottom player's at the right, with their numbers; there is no row of captured pieces below."""
    position = Position.from_fen("4k4/9/9/9/9/9/9/9/4K4 b R2P18p 1", "shogi")
    root = fromstring(diagram(position).svg())
    white, black = classed(root, "hand")
    assert [piece.get("data-name") for piece in white if piece.get("data-name")] == ["pawn", "rook"]
    assert [found.get("data-text") for found in (*classed(white, "count"), *classed(black, "count"))] == ["二", "十八"]
    left, _, wide, _ = map(float, str(root.get("viewBox")).split())
    usual = [float(number) for number in str(drawn("shogi").get("viewBox")).split()]
    assert left < usual[0]
    assert wide > usual[2]
    assert not classed(fromstring(diagram(position, crop=(0, 40)).svg()), "hand")
