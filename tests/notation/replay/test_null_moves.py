"""Null moves: annotators leave out a move in a variation to show what is threatened. Elsewhere there are none."""

import pytest
from foreign import codes, judged_moves

from fairyscore.notation.formats import pgn_writer
from fairyscore.notation.moves import san

KEPT = [
    ("1. e4 e5 2. Nf3 (2. Bc4 -- 3. Qh5 Z0 4. Qxf7#) *", "1. e4 e5 2. Nf3 (2. Bc4 -- 3. Qh5 -- 4. Qxf7#) *"),
    ("1. e4 e5 (1... -- 2. d4 (2. null d5)) 2. Nf3 *", "1. e4 e5 (1... -- 2. d4 (2. -- d5)) 2. Nf3 *"),
    ("1. e4 (1. -- $14 {waits} (1. c4) e5) e5 *", "1. e4 (1. -- $14 {waits} (1. c4) 1... e5) 1... e5 *"),
    ("1. e4 e5 (1... d5 2. e5 f5 3. --! (3. exf6) Kf7) *", "1. e4 e5 (1... d5 2. e5 f5 3. -- $1 (3. exf6) 3... Kf7) *"),
]  # fmt: skip


@pytest.mark.parametrize(("moves", "expected"), KEPT)
def test_a_null_move_of_an_annotator_is_kept_and_reported_once(moves: str, expected: str) -> None:
    verdict = judged_moves(moves)
    assert codes(verdict) == ["null-move"]
    assert verdict.whole
    assert verdict.record is not None
    assert " ".join(pgn_writer.moves(verdict.record, san).split()) == expected
    assert judged_moves(expected).record == verdict.record


@pytest.mark.parametrize(
    ("moves", "variant", "code"),
    [
        ("1. e4 f6 (1... f5 2. Qh5+ --) 2. d4 *", "chess", "must-not-pass"),
        ("1. f3 e5 2. g4 Qh4# (2... Qh4# 3. --) 0-1", "chess", "game-over"),
        ("1. 1G-2E (1. --) *", "kaleidochess", "must-not-pass"),
        ("1. e4 e5 (1... -- 2. e5 f5 3. -- d6 4. exf6) *", "chess", "nothing-to-take"),
    ],
    ids=["in check", "behind mate", "a game with passes", "no taking in passing behind it"],
)
def test_no_null_move_elsewhere(moves: str, variant: str, code: str) -> None:
    assert [found for found in codes(judged_moves(moves, Variant=variant)) if found != "null-move"] == [code]


def test_any_number_of_null_moves_is_kept() -> None:
    assert codes(judged_moves(f"1. e4 {'(1. -- e5) ' * 1000} e5 *")) == ["null-move"]


def test_a_null_move_of_the_game_itself_is_a_warning() -> None:
    verdict = judged_moves("1. e4 Z0 2. d4 (2. c4 --) -- 3. Nf3 *")
    assert [(finding.code, finding.severity.value) for finding in verdict.findings] == [
        ("null-move-played", "warning"),
        ("null-move", "info"),
    ]
    assert verdict.plies == 5
    assert verdict.whole
