"""Boards in characters, by eye; and that no field of any board, seen from any seat, is lost or covered by another."""

import re

import pytest
from drawn import played, start

from fairyscore.notation.position import Position
from fairyscore.notation.variants import GAMES
from fairyscore.render.board_state import BoardState, moment
from fairyscore.render.errors import DrawingError
from fairyscore.render.terminal import drawn_in_text, legend, piece_text

EVERY = (*GAMES, "kaleidochess:players=4", "kaleidochess:players=3", "chamaeleon:players=4", "chamaeleon:start=drop")


def text(given: BoardState, seat: str = "", *, pictures: bool = False) -> list[str]:
    return ["".join(run.text for run in runs) for runs in drawn_in_text(given, seat=seat, pictures=pictures)]


def test_a_river_between_its_banks() -> None:
    position = Position.from_fen("2k3/5p/6/W5/6/6/6/P3c1/2K3 w - - 0 1", "caliph-qi")
    assert text(moment(position)) == [
        "  +---+---+---+---+---+---+",
        "9 | . |   | k |   | . |   |",
        "  +---+---+---+---+---+---+",
        "8 |   | . |   | . |   | p |",
        "  +---+---+---+---+---+---+",
        "7 | . |   | . |   | . |   |",
        "  ~~~~~~~~~~~~~~~~~~~~~~~~~ black's river",
        "6 | W | . |   | . |   | . |",
        "  +---+---+---+---+---+---+",
        "5 | . |   | . |   | . |   |",
        "  +---+---+---+---+---+---+",
        "4 |   | . |   | . |   | . |",
        "  ~~~~~~~~~~~~~~~~~~~~~~~~~ white's river",
        "3 | . |   | . |   | . |   |",
        "  +---+---+---+---+---+---+",
        "2 | P | . |   | . | c | . |",
        "  +---+---+---+---+---+---+",
        "1 | . |   | K |   | . |   |",
        "  +---+---+---+---+---+---+",
        "    a   b   c   d   e   f",
    ]


def test_the_files_beside_a_seam_are_named_again() -> None:
    lines = text(moment(Position.start("cylindrical")), "black", pictures=True)
    assert lines[:2] == ["  ┌────┬────┬────┬────┬────┬────┬────┐", "1 ┊ B  │ C  │ D  │ K  │ D  │ C  │ B  ┊"]
    assert lines[-1] == "(a)  g    f    e    d    c    b    a   (g)"


def test_lines_that_are_gone_and_the_last_move() -> None:
    lines = text(played("chamaeleon/four-players.pgn")[-1])
    assert [line for line in lines if "+" not in line][1:4] == [
        "7 |////|////|   y|   r|   g|////|////|////|",
        "6 |////|////|>  g|>bQb|   r|////|////|////|",
        "5 |////|////|   r|   y|   y|////|////|////|",
    ]


def test_a_round_board() -> None:
    lines = text(moment(Position.from_fen("4k3*/8*/8*/9/9/8*/3K4*/8* w - - 0 1", "circular-66")))
    assert lines[:8] == [
        "                            e8 k        d8 .",
        "",
        "                f8 .                                c8",
        "                             e7 .      d7",
        "                   f7                            c7 .",
        "",
        "       g8                     e6      d6 .                   b8 .",
        "                      f6 .                    c6",
    ]
    assert lines[-8:] == [
        "                      c3 .                    f3",
        "       b1                     d3      e3 .                   g1 .",
        "",
        "                   c2                            f2 .",
        "                             d2 K      e2",
        "                c1 .                                f1",
        "",
        "                            d1          e1 .",
    ]


def test_a_field_in_the_middle_of_rings() -> None:
    """Three lines through the centre of the board of slices."""
    lines = text(moment(Position.start("kaleidochess")))
    place = next(place for place, line in enumerate(lines) if "[00]" in line)
    assert lines[place - 1 : place + 2] == [
        "                   3C                            7B",
        "[3J]  (3G)                 (3A)  [00]  (7A)                 (7G)  [7J]",
        "",
    ]
    assert lines[0] == "                                 [5J w]"


def test_inks_of_pieces_fields_and_names() -> None:
    runs = drawn_in_text(moment(Position.from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "chess")), pictures=False)
    first = [("8", "faint"), (" |", ""), (" ", "light"), (" ", "faint"), (" ", "light"), ("|", ""), (" ", "dark")]
    assert [*map(tuple, runs[1][:8])] == [*first, (".", "faint")]
    assert ("k", "black") in runs[1]
    assert ("K", "white") in runs[15]


def test_figurines_and_signs_after_pieces() -> None:
    game = start("circular-70").position.variant
    kinds = {piece.name: kind for kind, piece in enumerate(game.piece_types)}
    assert piece_text(game, (0, kinds["crossed pawn"])) == "♙"
    assert piece_text(game, (1, kinds["crossed pawn"]), pictures=False) == "p"
    chess = start("chess").position.variant
    assert [piece_text(chess, (seat, 0)) for seat in (0, 1)] == ["♙", "♟"]
    four = start("chamaeleon:players=4").position.variant
    assert piece_text(four, (1, 0)) == "s♕"
    assert piece_text(four, (1, 0), pictures=False) == "sQ"


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize("pictures", [False, True])
def test_every_field_is_shown_as_it_is_from_every_seat(name: str, pictures: bool) -> None:
    given = start(name)
    game, table = given.position.variant, given.position.state
    pieces = [table.piece_at(cell) for cell in range(len(game.board.cells))]
    expected = {
        field: piece_text(game, piece, pictures=pictures) if piece else ""
        for field, piece in zip(game.board.cells, pieces, strict=True)
    }
    for seat in game.seats:
        lines = text(given, seat.name, pictures=pictures)
        shown = _grid(lines) or _round(lines, game.board.cells)
        assert {field: shown.pop(field) for field in game.board.cells} == expected
        assert all(set(hole) <= {"/", "▒"} for hole in shown.values())  # where the board has none
        assert max(map(len, lines)) <= 80
        assert all(pictures or line.isascii() for line in lines)
        assert all(line == line.rstrip() for line in lines)


def _grid(lines: list[str]) -> dict[str, str]:
    """The pieces by field, as the names at the rim tell it; nothing where the board is not a grid."""
    columns = re.findall(r"(?<!\()\b\w{1,2}\b(?!\))", lines[-1])
    found = {}
    for line in lines[:-1]:
        row, *cells = re.split(r"[|│┊:]", line)
        for column, cell in zip(columns, cells[:-1], strict=False):
            found["".join(sorted((row.strip(), column), key=str.isdigit))] = cell[1:-1].strip(" .·")
    return found


def _round(lines: list[str], cells: tuple[str, ...]) -> dict[str, str]:
    """The pieces by field, where each field has its name."""
    seen = re.findall(rf"({'|'.join(cells)})(?: ?([A-Za-z♔-♟]+))?", "\n".join(lines))
    assert len(seen) == len(cells)
    return dict(seen)


def test_who_sits_at_the_bottom() -> None:
    position = moment(Position.start("kaleidochess:players=4"))
    assert [text(position, seat)[-1].strip() for seat in ("", "silver", "black", "gold")] == [
        "[1JwW]",
        "[3JsW]",
        "[5JbW]",
        "[7JgW]",
    ]
    with pytest.raises(DrawingError, match=r"chess has no player 'gold\\x1b'; there are white, black"):
        text(moment(Position.start()), "gold\x1b")


@pytest.mark.parametrize(
    ("name", "pictures", "lines"),
    [
        ("chess", True, []),
        ("chess", False, ["White's pieces are in upper case, Black's in lower case."]),
        ("xiangqi", False, ["Red's pieces are in upper case, Black's in lower case."]),
        ("circular-70", True, ["+ after a piece: crossed pawn."]),
        (
            "chamaeleon:players=3",
            False,
            [
                "The small letter in front of a piece is its player's: w white, s silver, b black.",
                "Fields: r red, g green, y yellow, b blue.",
            ],
        ),
    ],
)
def test_what_the_signs_mean(name: str, pictures: bool, lines: list[str]) -> None:
    assert legend(start(name).position.variant, pictures=pictures) == lines
