"""Cells in capitals, as people type them and old books print them: one reading, and it is told."""

import pytest
from foreign import judged_moves

from fairyscore.notation.formats.pgn import PGN
from fairyscore.notation.moves.registry import notation_named


@pytest.mark.parametrize(
    ("typed", "meant", "fen"),
    [
        ("E4", "e4", ""),
        ("E4!", "e4", ""),
        ("NF3", "Nf3", ""),
        ("A8=Q", "a8=Q+", "4k3/P7/8/8/8/8/7P/4K3 w - - 0 1"),
        ("A8(Q)", "a8=Q+", "4k3/P7/8/8/8/8/7P/4K3 w - - 0 1"),
        ("a8(N)", "a8=N", "4k3/P7/8/8/8/8/7P/4K3 w - - 0 1"),
    ],
)
def test_a_cell_in_capitals(typed: str, meant: str, fen: str) -> None:
    verdict = judged_moves(f"1. {typed} *", **({"FEN": fen} if fen else {}))
    assert verdict.record is not None
    assert {one.severity.value for one in verdict.findings} <= {"info"}
    game = verdict.record.game
    assert f"1. {meant}" in PGN.write(verdict.record, notation_named("san", game))


@pytest.mark.parametrize("typed", ["E9", "Z4", "QH9"])
def test_a_cell_that_there_is_not_is_refused(typed: str) -> None:
    assert "error" in {one.severity.value for one in judged_moves(f"1. {typed} *").findings}


@pytest.mark.parametrize(
    ("row", "told"), [("44", [("44", "8")]), ("8", []), ("1p15", [("1p15", "1p6")]), ("11111111", [("11111111", "8")])]
)
def test_numbers_side_by_side_in_a_position_are_told(row: str, told: list[tuple[str, str]]) -> None:
    fen = f"4k3/8/8/{row}/8/8/4P3/4K3 w - - 0 1"
    found = judged_moves("1. e4 *", FEN=fen).findings
    assert [(one.facts["text"], one.facts["meant"]) for one in found] == told


def test_a_number_of_two_digits_is_one_on_a_wide_board() -> None:
    start = "rnbqkcabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQKCABNR w KQkq - 0 1"
    found = judged_moves("1. e4 *", Variant="capablanca", FEN=start).findings
    assert not [one for one in found if one.facts.get("why") == "numbers of empty cells together"]
