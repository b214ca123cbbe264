"""`fairyscore rules`: the advice of refusals sends people there who ask how a piece moves, so every game says it."""

import re

import pytest
from running import run

from fairyscore.notation.variants import variant
from fairyscore.notation.variants.registry import variant_names

NEVER_ON_THE_BOARD = {
    ("racing-kings", "pawn"),
    ("rococo", "pushme-pullyu"),  # only in another set of pieces
    *((game, "nothing") for game in ("fugue", "maxima", "rococo")),  # what becomes it leaves the board
    ("stratomic", "launch"),  # so does a nuclea that is launched
}


@pytest.mark.parametrize("name", variant_names())
def test_a_sheet_says_how_each_piece_moves(name: str) -> None:
    sheet = re.sub(r"\s+", " ", run("rules", name).stdout)
    for piece in variant(name).piece_types:
        called = f"{piece.letter} {piece.name}".lstrip()
        stands = (name, piece.name) not in NEVER_ON_THE_BOARD
        assert (f"- {called}: " in sheet) is stands
        assert (f" {called}, " in sheet or f" {called} Moves are written" in sheet) is stands


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("cylindrical", "P pawn: The pawn moves one square diagonally forward."),
        ("kaleidochess", "T tiger: Walks three steps."),
        ("tor-qi", "C caliph: The caliph moves as a bishop in chess, or jumps three squares"),
        ("chamaeleon", "N knight: The knight jumps two squares"),
        ("circular-66", "R rook: The rook moves any number of spaces along its ring or along its file."),
        ("shogi", "L lance: The lance moves any number of squares straight forward."),
    ],
)
def test_pieces_of_the_pages(name: str, sentence: str) -> None:
    sheet = re.sub(r"\s+", " ", run("rules", name).stdout)
    assert sheet.count(sentence) == 1


@pytest.mark.parametrize(
    ("name", "holds", "fails"),
    [
        ("kaleidochess", "Each player has 18 pieces", "The players have agreed on the pieces"),
        ("kaleidochess:players=4", "begins in a castle of his own with ten pieces", "Each player has 18 pieces"),
        ("kaleidochess:white=pawns", "The players have agreed on the pieces", "Each player has 18 pieces"),
        ("cylindrical", "Stalemate is a draw", "A player who is stalemated loses"),
        ("cylindrical:stalemate=win", "A player who is stalemated loses", "Stalemate is a draw"),
        ("circular-66", "becomes at once a queen", "may become at once a queen"),
        ("circular-66:promotion=may", "may become at once a queen", "becomes at once a queen"),
        (
            "circular-70:en-passant=rank",
            "A pawn on i4 (White) or i5 (Black) may not",
            "By the other reading a pawn on i4",
        ),
        ("circular-70:coordinates=ring", "By the other reading a pawn on i4", "played otherwise here"),
    ],
)
def test_a_sheet_follows_the_options(name: str, holds: str, fails: str) -> None:
    sheet = re.sub(r"\s+", " ", run("rules", name).stdout)
    assert holds in sheet
    assert fails not in sheet


def test_a_reading_says_that_the_game_is_played_otherwise() -> None:
    sheet = run("rules", "circular-66:promotion=may").stdout
    assert "This game is played otherwise: promotion=may." in sheet
    assert "Played otherwise with the option promotion=may." not in sheet
    assert "Played otherwise with the option en-passant=rank." in sheet


def test_the_protected_array_is_not_called_protected_where_it_is_not() -> None:
    """Page: "In this setup all pawns are protected", but no piece of C D B K B D C reaches a2 or g2."""
    sheet = re.sub(r"\s+", " ", run("rules", "cylindrical").stdout)
    assert "those on files a and g are not" in sheet
