"""Castlings of which the king chooses how far he goes: Wildebeest Chess, one to four squares; Shafran's, two or three."""

from pathlib import Path

import pytest
from running import run

from fairyscore.notation.position import IllegalMove, Position

START = "4k6/11/11/11/11/11/11/11/PPPPPPPPPPP/R4K4R w KQ - 0 1"
TO = {"O-O-g1": "k1f1", "O-O-h1": "k1g1", "O-O-i1": "k1h1", "O-O-j1": "k1i1",
      "O-O-O-e1": "a1f1", "O-O-O-d1": "a1e1", "O-O-O-c1": "a1d1", "O-O-O-b1": "a1c1"}  # fmt: skip
"""Castlings, each with the way of the rook."""


def wildebeest(fen: str = START) -> Position:
    return Position.from_fen(fen, "wildebeest-chess")


def test_every_cell_of_the_way() -> None:
    castlings = {move.text: move for move in wildebeest().legal_moves if move.is_castling}
    assert castlings.keys() == TO.keys()
    for text, rook in TO.items():
        after = wildebeest().play(text)
        king, there = text.rpartition("-")[2], rook[2:]
        assert str(after.piece_at(king).type.name) == "king"  # type: ignore[union-attr]
        assert str(after.piece_at(there).type.name) == "rook"  # type: ignore[union-attr]
        assert after.piece_at(rook[:2]) is None or rook[:2] == king
        assert " - " in after.fen


@pytest.mark.parametrize("notation", ["san", "long", "lan", "uci", "spoken", "figurine"])
def test_written_and_read_in(notation: str) -> None:
    for move in (move for move in wildebeest().legal_moves if move.is_castling):
        written = wildebeest().write(move, notation)
        assert wildebeest().parse(written) == move, written


def test_a_step_of_the_king_is_no_castling() -> None:
    assert not wildebeest().parse("Kg1").is_castling
    assert not wildebeest().parse("f1g1").is_castling
    assert wildebeest().write("O-O-g1", "uci") == "f1k1"
    assert wildebeest().write("O-O-h1", "uci") == "f1h1"
    assert wildebeest().parse("Kf1-h1").text == "O-O-h1"


def test_a_side_alone_does_not_say_where() -> None:
    with pytest.raises(IllegalMove) as refused:
        wildebeest().play("O-O")
    (reason,) = refused.value.reasons
    assert (reason.code, reason.facts["between"]) == ("ambiguous", ("O-O-g1", "O-O-h1", "O-O-i1", "O-O-j1"))


def test_not_over_an_attacked_cell_nor_over_a_piece() -> None:
    attacked = wildebeest("4k3r2/11/11/11/11/11/11/11/PPPPPPPP1PP/R4K4R w KQ - 0 1")
    assert [move.text for move in attacked.legal_moves if move.text.startswith("O-O-") and move.text[4] != "O"] == [
        "O-O-g1",
        "O-O-h1",
    ]
    blocked = wildebeest("4k6/11/11/11/11/11/11/11/PPPPPPPPPPP/R4K3NR w KQ - 0 1")
    assert not any(move.text.startswith("O-O-") and move.text[4] != "O" for move in blocked.legal_moves)


def test_rights_are_written_once() -> None:
    assert Position.start("wildebeest-chess").fen.split()[2] == "KQkq"
    assert wildebeest().fen == START


def test_along_the_edge_of_a_board_of_hexagons() -> None:
    """Green Chess: king two and rook three cells, or king three and rook two, on both sides."""
    position = Position.from_fen("k4/5p/7/8/9/9/8/7/PPPPPB/R3K w Q - 0 1", "shafran-chess")
    assert [move.text for move in position.legal_moves if move.is_castling] == ["O-O-O-c1", "O-O-O-b1"]
    long = position.play("O-O-O-b1")
    assert [long.pieces()[cell].type.name for cell in ("b1", "c1")] == ["king", "rook"]


@pytest.mark.parametrize(
    ("second", "message"),
    [
        ('{ letter = "K", side = 0, king = "e1-g1", rook = "h1-f1" }', "leads to the same cell"),
        ('{ letter = "K", side = 0, king = "e1-c1", rook = "a1-d1" }', "begins elsewhere"),
    ],
)
def test_castlings_that_a_text_cannot_tell_apart(tmp_path: Path, second: str, message: str) -> None:
    first = '{ letter = "K", side = 0, king = "e1-g1", rook = "h1-f1" }'
    path = tmp_path / "twice.toml"
    path.write_text(f'title = "Twice"\nbased_on = "chess"\ncastling = [{first}, {second}]\n')
    checked = run("variant", "check", "--quiet", str(path))
    assert checked.exit_code == 2
    assert message in checked.stderr
