"""Chamæleon's file: options, the tag Colours, the start of each seat, and the rule sheet."""

import pytest

from fairyscore.notation.rules.variant import PositionError
from fairyscore.notation.variants import variant
from fairyscore.notation.variants.chamaeleon import COLOURS, PAINT, PIECES, USUAL

CHANGES = [dict(zip(COLOURS, row, strict=True)) for row in PIECES.split("/")]
MIRRORED = "/".join(row[::-1] for row in PAINT.split("/"))


def turned(paint: str) -> str:
    """The board after a quarter turn clockwise: its first file, read upwards, becomes the first rank."""
    rows = paint.split("/")
    return "/".join("".join(row[file] for row in reversed(rows)) for file in range(8))


def test_every_player_sees_the_same_board() -> None:
    assert PAINT.split("/")[:3:-1][0] == "RGYBGBYR"
    assert [row[:4] for row in PAINT.split("/")[:3:-1]] == ["RGYB", "YBRG", "BYGR", "GRBY"]
    assert turned(PAINT) == PAINT


def test_on_any_colour_the_pieces_are_one_of_each() -> None:
    for colour in COLOURS:
        assert sorted(change[colour] for change in CHANGES) == ["B", "N", "Q", "R"]


def test_light_and_heavy_pieces_change_as_the_page_says() -> None:
    """Page: light (heavy) on warm (cold) squares is the other light (heavy) piece on the other warm (cold) colour."""
    light, warm = set("NB"), set("RY")
    for change in CHANGES:
        assert {change[colour] for colour in warm} in (light, set("QR"))
        assert {change[colour] for colour in set(COLOURS) - warm} in (light, set("QR"))


@pytest.mark.parametrize(
    ("players", "placement"),
    [
        (2, "4bNbNbNbN/8/8/8/8/8/8/wNwNwNwN4"),
        (3, "sN3bNbNbNbN/sN7/sN7/sN7/8/8/8/wNwNwNwN4"),
        (4, "sN3bNbNbNbN/sN7/sN7/sN7/7gN/7gN/7gN/wNwNwNwN3gN"),
    ],
)
def test_array(players: int, placement: str) -> None:
    game = variant(f"chamaeleon:players={players}")
    assert game.write_position(game.initial_state()) == f"{placement} w 1"
    assert len(game.seats) == players


def test_tag_colours_paints_the_board() -> None:
    game = variant("chamaeleon:players=3,start=drop")
    assert game.retag is not None
    painted = game.retag({"Colours": MIRRORED, "Event": "?"})
    assert painted.name == f"chamaeleon:players=3,start=drop,colours={MIRRORED}"
    assert variant(painted.name).rules.sections == painted.rules.sections != game.rules.sections
    a1 = [game.board.index["a1"], game.board.index["h1"]]
    for board, cell in ((game, a1[0]), (painted, a1[1])):
        state = board.initial_state()
        state.push_unchecked(next(move for move in state.moves() if move.target == cell))
        assert state.piece_at(cell) == (0, 0)


def test_tag_with_the_usual_colours_changes_nothing() -> None:
    game = variant("chamaeleon")
    assert game.retag is not None
    assert game.retag({}).name == game.retag({"Colours": PAINT}).name == "chamaeleon"


@pytest.mark.parametrize(
    ("colours", "problem"),
    [
        (
            "red",
            "tag Colours: option colours of chamaeleon cannot be 'red'; it is the squares' colours ",
        ),
        ("/".join(["RRRRRRRR"] * 8), "the colours do not fit the array: a1, b1, c1, d1 should have all four"),
    ],
)
def test_colours_that_make_no_sense(colours: str, problem: str) -> None:
    game = variant("chamaeleon")
    assert game.retag is not None
    with pytest.raises(PositionError, match=problem):
        game.retag({"Colours": colours})


def test_any_colours_will_do_for_drops() -> None:
    game = variant(f"chamaeleon:start=drop,colours={'/'.join(['RRRRRRRR'] * 8)}")
    assert len(game.initial_state().moves()) == 256


def test_sheet_and_readings() -> None:
    game = variant("chamaeleon:players=4")
    assert [reading.id for reading in game.rules.readings] == [f"H-{number}" for number in range(1, 7)]
    assert [section.heading for section in game.rules.sections][-3:] == ["Moving", "The board shrinks", "The end"]
    assert any("gold on h1-h4" in line for section in game.rules.sections for line in section.lines)
    assert [*USUAL] == ["players", "start", "colours", "seats", "pieces"]
