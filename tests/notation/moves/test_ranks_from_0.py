"""Xiangqi as WinBoard writes it: the ranks of a whole record are counted from 0, in SAN and from point to point."""

import pytest

from fairyscore.notation.game import loads

XIANGQI = '[Variant "xiangqi"]\n[Result "*"]\n\n'


@pytest.mark.parametrize(
    "moves",
    [
        "1. Cbe2 Hc7 2. Hc2 Rb9 3. Rb0 *",
        "1. b2e2 b9c7 2. b0c2 a9b9 3. a0b0 *",
        "1. Ra2 Ra8 2. Ra0 *",  # the first moves fit ranks from 1 too
        "1. b2e2 h7e7 2. h0g2 *",
        "1. b2e2 h7e7 *",  # no rank tells: more is legal so
        "1. Cbe2 Hc7 *",
    ],
)
def test_ranks_of_a_record_are_counted_from_0(moves: str) -> None:
    (game,) = loads(XIANGQI + moves)
    assert [found.code for found in game.diagnostics if found.severity == "error"] == []
    assert len(list(game.mainline())) == sum(not token.endswith(".") for token in moves.split()) - 1


@pytest.mark.parametrize("moves", ["1. b3e3 h8e8 2. h3h5 *", "1. Cbe3 Hc8 2. Chh5 *"])
def test_what_is_legal_from_1_counts_from_1(moves: str) -> None:
    (game,) = loads(XIANGQI + moves)
    assert (len(list(game.mainline())), game.diagnostics) == (3, ())


def test_what_is_legal_in_neither_way_is_refused_as_it_stands() -> None:
    (game,) = loads(XIANGQI + "1. a2a3 *")
    assert [found.message for found in game.diagnostics] == ["nothing stands on a2"]


def test_a_record_with_a_rank_10_counts_from_1() -> None:
    (game,) = loads(XIANGQI + "1. Cbe3 Hc8 2. Hc3 Rb10 *")
    assert [found.code for found in game.diagnostics] == []


def test_red_is_the_player_of_the_first_seat() -> None:
    (game,) = loads('[Game "Chinese Chess"]\n[Red "Hu"]\n[Black "Li"]\n[Result "*"]\n\n1. \u70ae\u4e8c\u5e73\u4e94 *')
    assert (game.tags["White"], game.tags["Black"]) == ("Hu", "Li")
    assert "Red" not in game.tags
    assert {found.severity for found in game.diagnostics} == {"info"}
