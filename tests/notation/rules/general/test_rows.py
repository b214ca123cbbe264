"""Captures, conditions, effects and turns as rows: what the rules of each game say of single moves."""

import random

import pytest
from drawn_games import Drawn, compiled_and_plain
from general_games import described

from fairyscore.notation.kernel import CORE, missing_core
from fairyscore.notation.moves import long
from fairyscore.notation.moves.reading import parse_move
from fairyscore.notation.position import Position
from fairyscore.notation.rules.general.captures import in_reach
from fairyscore.notation.rules.general.leg_state import LegState
from fairyscore.notation.rules.general.state import GeneralState
from fairyscore.notation.rules.general.tables import FIRST
from fairyscore.notation.rules.moves import ParsedMove
from fairyscore.notation.variants.registry import variant, variant_from_text


def after(game: str, fen: str, *moves: str) -> str:
    """The placement and the mover after some moves."""
    position = Position.from_fen(fen, game)
    for move in moves:
        position = position.play(move)
    return " ".join(position.fen.split()[:2])


LION = "12/12/12/{}/12/12/12/12/12/4SK6 {}"
"""A position of Chu Shogi: its ranks 9 to 7, and who is to move."""


@pytest.mark.parametrize(
    ("game", "fen", "move", "expected"),
    [
        ("rifle", "4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1", "Rxd5", "4k3/8/8/8/8/8/8/3RK3 b"),
        ("rifle", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "exd6", "4k3/8/8/4P3/8/8/8/4K3 b"),
        ("rifle", "3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "exd8", "4k3/4P3/8/8/8/8/8/4K3 b"),  # it stays a pawn
        ("ultima", "4k3/8/4P3/4p3/2Pp4/8/4P3/4K3 w - - 0 1", "e2xe4", "4k3/8/4P3/8/2P1P3/8/8/4K3 b"),
        ("ultima", "4k3/8/8/8/3qQ3/8/8/4K3 w - - 0 1", "Qe4xh4", "4k3/8/8/8/7Q/8/8/4K3 b"),
        ("ultima", "4k3/3q4/8/3p4/8/8/8/3NK3 w - - 0 1", "Nd1xd8", "3Nk3/8/8/8/8/8/8/4K3 b"),  # two pieces
        ("ultima", "4k3/8/7p/8/8/8/8/R2K4 w - - 0 1", "Ra1-a6", "4k3/8/R6p/8/8/8/8/3K4 b"),
        ("ultima", "4k3/p7/8/8/8/7R/8/K7 w - - 0 1", "Rh3xh7", "4k3/7R/8/8/8/8/8/K7 b"),  # his file, its rank
        ("ultima", "4k3/8/8/8/3qB3/8/8/4K3 w - - 0 1", "Be4xh4", "4k3/8/8/8/7B/8/8/4K3 b"),  # as a withdrawer
        ("ultima", "4k3/8/8/3p4/3B4/8/8/4K3 w - - 0 1", "Bd4-d1", "4k3/8/8/3p4/8/8/8/3BK3 b"),  # a pawn not so
        ("benedict", "4k3/2r5/5p2/8/5N2/8/8/4K3 w - - 0 1", "Nd5", "4k3/2R5/5P2/3N4/8/8/8/4K3 b"),
        ("cannibal", "4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1", "Nxe5", "4k3/8/8/4P3/8/8/8/4K3 b"),
        ("cannibal", "3bk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "exd8", "3Bk3/8/8/8/8/8/8/4K3 b"),
        ("absorption", "4k3/8/8/4r3/8/5N2/8/4K3 w - - 0 1", "Nxe5", "4k3/8/8/4E3/8/8/8/4K3 b"),
        ("absorption", "4k3/8/8/4r3/8/2B5/8/4K3 w - - 0 1", "Bxe5", "4k3/8/8/4Q3/8/8/8/4K3 b"),
        ("antimatter", "3rk3/8/8/8/8/8/8/3RK3 w - - 0 1", "Rxd8", "4k3/8/8/8/8/8/8/4K3 b"),
        ("antimatter", "3qk3/8/8/8/8/8/8/3RK3 w - - 0 1", "Rxd8", "3Rk3/8/8/8/8/8/8/4K3 b"),
        ("recycle", "4k3/8/8/8/8/8/8/2BQK3[] w - - 0 1", "Qxc1", "4k3/8/8/8/8/8/8/2Q1K3[B] b"),
        ("recycle", "4k3/8/8/8/8/8/3q4/3QK3[] w - - 0 1", "Qxd2", "4k3/8/8/8/8/8/3Q4/4K3[] b"),
        ("recycle", "4k3/P7/8/8/8/8/8/4K3[] w - - 0 1", "a8", "4k3/8/8/8/8/8/8/4K3[] b"),
        ("take-and-make", "4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1", "Rxd5", "4k3/8/8/3R4/8/8/8/4K3 w@d5=N"),
        (
            "alice",
            "8/8/8/3p4/8/8/8/8/4k3/8/8/4P3/8/8/8/4K3 w - Ad6Bd6 0 2",
            "Ae5xAd6",
            "8/8/3P4/8/8/8/8/8/4k3/8/8/8/8/8/8/4K3 b",
        ),
        ("suction", "4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1", "Rxd5", "4k3/8/8/3R4/8/8/8/3nK3 b!d1-d5"),
        ("suction", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "exd6", "4k3/8/3P4/4p3/8/8/8/4K3 b!e5-d6"),
        ("magnetic", "k7/8/8/3q4/8/8/3N4/K7 w - - 0 1", "Nc4", "k7/8/8/3q4/2N5/8/8/K7 b"),  # none on its lines
        ("magnetic", "k7/8/8/r1N5/8/4R3/8/K7 w - - 0 1", "Re5", "k7/8/8/rN2R3/8/8/8/K7 b"),  # pushed as far as it goes
        ("magnetic", "k3r3/8/8/8/8/3B4/8/K7 w - - 0 1", "Be4", "k7/8/8/4r3/4B3/8/8/K7 b"),
        ("magnetic", "k7/8/8/1P6/8/8/1R6/K7 w - - 0 1", "Rb3=Q", "kQ6/8/8/8/8/1R6/8/K7 b"),
        ("all-mate", "k7/8/8/8/2p5/8/8/2R1K3 w - - 0 1", "Rc3", "k7/8/8/8/8/2R5/8/4K3 b"),
        ("convert", "4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1", "Rxd5", "4k3/8/8/3R4/8/8/8/4K3 w@d5=N"),
        ("kingsmaker", "4k3/8/5P2/8/8/8/8/4K3 w - - 0 1", "f7=K", "4k3/5k2/8/8/8/8/8/4K3 b"),
        ("wormhole", "4k3/8/8/8/8/8/4*3/4K3 w - - 0 1", "Ke3", "4k3/8/8/8/8/4K3/4*3/4*3 b"),
        ("wormhole", "4k3/8/8/8/8/8/1*6/1N2K3 w - - 0 1", "Nc4", "4k3/8/8/8/2N5/8/1*6/1*2K3 b"),
        ("fugue", "k7/8/3p4/3p4/8/8/3U4/K7 w - - 0 1", "Uxd4", "k7/8/3p4/8/3U4/8/8/K7 b"),
        ("fugue", "k7/8/8/3p4/3W4/8/8/K7 w - - 0 1", "Wxd5", "k7/8/8/3W4/3p4/8/8/K7 b"),
        ("fugue", "k7/8/8/3p4/3W4/8/8/K7 w - - 0 1", "Wxd5=X", "k7/8/8/8/8/8/8/K7 b"),
        ("fugue", "k7/8/8/8/3p4/8/3A4/K7 w - - 0 1", "Axd4", "k7/8/8/8/8/8/3A4/K7 b"),
        ("fugue", "k7/8/3p4/4P3/8/8/8/K2A4 w - - 0 1", "Axd6", "k7/8/8/4P3/8/8/8/K2A4 b"),
        ("fugue", "k7/8/8/3p4/3L4/3P4/8/K7 w - - 0 1", "Lxd8", "k2L4/8/8/8/8/3P4/8/K7 b"),
        ("fugue", "k7/8/8/3p4/3l4/3P4/8/K7 w - - 0 1", "Pd3xd5", "k7/8/8/3P4/3l4/8/8/K7 b"),
        (
            "maxima",
            "***2***/4k3/4p3/8/8/3m4/3B4/8/8/4K3/***2*** w - - 0 1",
            "Bxd6",
            "***2***/4k3/4p3/8/8/3B4/8/8/8/4K3/***2*** b",
        ),
        (
            "maxima",
            "***2***/4k3/4p3/8/8/3i4/3P4/8/8/4K3/***2*** w - - 0 1",
            "Pd5=X",
            "***2***/4k3/4p3/8/8/3i4/8/8/8/4K3/***2*** b",
        ),
        ("rococo", "10/1p2k5/10/10/10/10/10/10/1L2K5/10 w - - 0 1", "Lxb10", "1L8/4k5/10/10/10/10/10/10/4K5/10 b"),
        ("rococo", "10/4k5/10/10/10/3p6/3P6/3C6/4K5/10 w - - 0 1", "Cxd5", "10/4k5/10/10/10/3C6/3P6/10/4K5/10 b"),
        (
            "rococo:set=pushme",
            "10/4k5/10/3p6/10/10/3U6/3p6/4K5/10 w - - 0 1",
            "Uxd6",
            "10/4k5/10/10/3U6/10/10/10/4K5/10 b",
        ),
        # The lion captures on its way, with both steps or with the first, and from where it stays; out and back is a pass.
        ("chu-shogi", "12/12/12/3k8/4p7/5N6/12/12/12/12/12/4SK6 w - - 0 1", "Nxe8", LION.format("3k8/4N7/12", "b")),
        ("chu-shogi", "12/12/12/3k8/4p7/5N6/12/12/12/12/12/4SK6 w - - 0 1", "Nxd9,e8", LION.format("3N8/12/12", "b")),
        ("chu-shogi", "12/12/12/3k8/4p7/5N6/12/12/12/12/12/4SK6 w - - 0 1", "Nxf8,e8", LION.format("3k8/5N6/12", "b")),
        ("chu-shogi", "12/12/12/3k8/4p7/5N6/12/12/12/12/12/4SK6 w - - 0 1", "Nxf7,e8", LION.format("3k8/12/5N6", "b")),
        ("chu-shogi", "12/12/12/3k8/4p7/5N6/12/12/12/12/12/4SK6 w - - 0 1", "--", LION.format("3k8/4p7/5N6", "b")),
        # A piece of another kind that takes a lion leaves the other side no lion to take elsewhere with another piece.
        ("chu-shogi", "12/12/12/3k8/3n8/3R8/12/12/12/12/12/4SK6 w - - 0 1", "Rxd8", LION.format("3k8/3R8/12", "b!d8")),
        ("chu-shogi", "12/12/12/3k8/3n8/3N8/12/12/12/12/12/4SK6 w - - 0 1", "Nxd8", LION.format("3k8/3N8/12", "b")),
        ("avalanche", "4k3/p7/8/8/8/8/P7/4K3 w - - 0 2", "a4", "4k3/p7/8/8/P7/8/8/4K3 w1"),
        ("avalanche", "4k3/p7/8/8/P7/8/8/4K3 w1 - - 0 2", "a6", "4k3/8/p7/8/P7/8/8/4K3 b"),
        ("avalanche", "4k3/8/8/p7/P7/8/8/4K3 w - - 0 2", "Kd1", "4k3/8/8/p7/P7/8/8/3K4 b"),  # nothing to push
        ("avalanche", "P3k3/8/8/8/8/8/8/4K3 w - - 0 2", "a8=R", "R3k3/8/8/8/8/8/8/4K3 w"),
    ],
)
def test_what_a_move_does(game: str, fen: str, move: str, expected: str) -> None:
    assert after(game, fen, move) == expected


@pytest.mark.parametrize(
    ("game", "fen", "move", "codes"),
    [
        ("madrasi", "4k3/3r4/8/8/8/8/8/3RK3 w - - 0 1", "Rd1-d2", ["frozen"]),
        ("madrasi", "8/8/8/3k4/4K3/8/P7/8 w - - 0 1", "Ke4-e3", ["frozen"]),  # kings paralyse each other
        ("ultima", "4k3/8/8/3b4/4I3/8/8/4K3 w - - 0 1", "Ie4-e5", ["frozen"]),
        ("ultima", "4k3/8/8/8/4Qp2/8/8/4K3 w - - 0 1", "Qe4xf4", ["cannot-take"]),
        ("isardam", "3q1k2/8/8/8/8/8/8/4QK2 w - - 0 1", "Qd2", ["attacked-by-like"]),
        ("anti-king", "rnbqkbnr/pppppppp/3A4/8/8/3a4/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "Ad5", ["not-attacked"]),
        ("checkless", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "Ra8", ["no-checks"]),
        ("checkless", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "Ra8", []),
        ("knight-relay", "4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1", "Rxd5", ["may-not-take"]),
        ("knight-relay", "4k3/8/8/8/8/8/3P4/1N2K3 w - - 0 1", "Pd2-e4", []),
        ("copycat", "4k3/8/8/8/8/8/8/R2N2K1 w - - 0 1", "Rb3", []),
        ("copycat", "4k3/8/8/8/8/8/8/R2P2K1 w - - 0 1", "Rb3", ["no-piece-reaches"]),
        ("take-and-make", "4k3/8/3b4/3p4/3R4/8/8/4K3 w - - 0 1", "Rxd5", ["cannot-go-on"]),
        ("take-and-make", "4k3/8/8/8/3N4/8/P7/4K3 w@d4=B - - 0 1", "a2-a3", ["must-go-on"]),
        ("fugue", "k7/8/3p4/4s3/8/8/8/K2Q4 w - - 0 1", "Qd1-d6", ["cannot-reach"]),
        ("take-and-make:goes=plain", "4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "Rxd5", []),
        ("take-and-make:goes=plain", "4k3/8/8/8/8/8/3R4/4K3 w@d2=P - - 0 1", "Rd4", ["no-piece-reaches"]),
        ("fugue", "k7/8/3p4/8/8/8/8/K2A4 w - - 0 1", "Ad1xd6", ["cannot-reach", "capture-mark"]),
        ("fugue", "k7/8/8/3p4/8/3U4/3p4/K7 w - - 0 1", "Ud4", ["no-piece-reaches"]),
        ("rococo", "10/1p2k5/10/10/10/10/10/10/1L2K5/10 w - - 0 1", "Lb2-b1", ["cannot-reach"]),
        ("rococo", "10/4k5/10/10/10/1p8/10/10/1L2K5/10 w - - 0 1", "Lb2-b10", ["path-blocked"]),
        ("maxima", "***Q1***/4k3/4p3/8/8/8/8/8/8/4K3/***Q1*** w - - 0 1", "Qd1-e1", ["cannot-reach"]),
        ("avalanche", "4k3/p7/8/8/P7/8/8/4K3 w1 - - 0 2", "a5", ["must-play"]),
        ("avalanche", "P3k3/8/8/8/8/8/8/4K3 w - - 0 2", "Kd1", ["must-play"]),
        ("suction", "4k3/8/8/3R4/8/8/8/3rK3 b!d1-d5 - - 0 1", "Rxd5", ["taken-back"]),
        ("convert", "4k3/8/8/8/3R4/8/P7/4K3 w@d4=N - - 0 1", "a2-a3", ["must-go-on"]),
        ("convert", "4k3/8/8/8/3R4/8/P7/4K3 w@d4=N - - 0 1", "Nf5", []),
        ("convert", "4k3/8/3n4/3p4/8/8/3R4/3K4 w - - 0 1", "Rxd5", ["cannot-go-on"]),
        ("annan-shogi", "4k4/9/9/9/9/9/4P4/4N4/4K4[-] w - - 0 1", "Pe3-e4", ["goes-as-other"]),
        ("annan-shogi", "4k4/9/9/9/9/9/4P4/4N4/4K4[-] w - - 0 1", "Pe3-f5", []),
        ("annan-shogi", "4k4/9/9/9/9/4P4/9/4N4/4K4[-] w - - 0 1", "Pe4-e5", []),  # nothing stands right behind it
        # A lion two squares away is taken only where nothing takes it back, or with more than a pawn on the way.
        ("chu-shogi", "12/12/12/5p6/5n6/12/5N6/12/12/12/12/k3SK6 w - - 0 1", "Nxf8", ["no-exchange"]),
        ("chu-shogi", "12/12/12/12/5n6/12/5N6/12/12/12/12/k2pSK6 w - - 0 1", "Nxf8", []),
        ("chu-shogi", "12/12/12/12/5p6/5n6/5N6/12/12/12/12/k3SK6 w - - 0 1", "Nxf7", []),  # one beside it may always be
        ("chu-shogi", "12/12/12/5p6/5n6/5p6/5N6/12/12/12/12/k3SK6 w - - 0 1", "Nxf8,f7", ["no-exchange"]),
        ("chu-shogi", "12/12/12/5p6/5n6/5s6/5N6/12/12/12/12/k3SK6 w - - 0 1", "Nxf8,f7", []),
        ("chu-shogi", "5r6/12/12/12/5n6/12/5N6/12/12/12/12/k3SK6 w - - 0 1", "Nxf8", ["no-exchange"]),  # from behind it
        ("chu-shogi", "12/12/12/5p6/12/5n6/5R6/12/12/12/12/k3SK6 w!a12 - - 0 1", "Rxf7", ["no-exchange"]),
        ("chu-shogi", "12/12/12/5p6/12/5n6/5R6/12/12/12/12/k3SK6 w!f7 - - 0 1", "Rxf7", []),
        ("chu-shogi", "12/12/12/5p6/12/5n6/5N6/12/12/12/12/k3SK6 w!a12 - - 0 1", "Nxf7", []),
        ("chu-shogi", "12/12/12/3k8/4p7/5N6/12/12/12/12/12/4SK6 w - - 0 1", "Nxd9,e7", ["no-second-step"]),
        ("kingsmaker", "4k3/8/3N1k2/8/8/8/8/4K3 b - - 0 1", "Kf6-f5", ["leaves-check"]),
    ],
)
def test_what_is_refused(game: str, fen: str, move: str, codes: list[str]) -> None:
    assert [reason.code.value for reason in Position.from_fen(fen, game).explain(move)] == codes


def test_a_turn_has_so_many_moves() -> None:
    start = Position.start("marseillais")
    movers = [start.fen.split()[1]]
    for move in ("e4", "d5", "dxe4", "Nc3", "Nxe4"):
        start = start.play(move)
        movers.append(start.fen.split()[1])
    assert movers == ["w", "b", "b1", "w", "w1", "b"]


def test_a_push_that_lays_the_own_king_open_loses() -> None:
    """The pawn attacks the king of who has pushed it."""
    end = Position.from_fen("4k3/8/8/8/8/3p4/8/4K3 w1 - - 0 2", "avalanche").play("d2").outcome
    assert end is not None
    assert (end.reason, end.result) == ("checkmate", "0-1")


def test_turns_that_rise_have_a_number_each() -> None:
    position = Position.start("progressive")
    numbers = [position.fullmove_number]
    for move in ("e4", "d5", "dxe4", "Nc3", "Nxe4", "d4"):
        position = position.play(move)
        numbers.append(position.fullmove_number)
    assert numbers == [1, 2, 2, 3, 3, 3, 4]


def test_a_check_ends_a_turn() -> None:
    assert after("marseillais", "4k3/8/8/8/8/8/8/R3K3 w - - 0 2", "Ra8") == "R3k3/8/8/8/8/8/8/4K3 b"
    assert after("double-move", "4k3/8/8/8/8/8/8/R3K3 w - - 0 2", "Ra8") == "R3k3/8/8/8/8/8/8/4K3 w1"


def test_what_passed_in_a_turn_is_kept_in_a_position() -> None:
    fen = "r1bqkbnr/ppp1pppp/n2p4/8/P7/7P/1PPPPPP1/RNBQKBNR w1 KQkq a3 0 2"
    assert Position.from_fen(fen, "marseillais").fen == fen


def test_games_that_the_core_does_not_know_say_so() -> None:
    game = Position.start("ultima").variant
    assert "captures, conditions or turns" in game.rules.not_compiled()


@pytest.mark.skipif(CORE is None, reason="fairyscore was installed without its compiled core")
@pytest.mark.parametrize(
    "name", ["rifle", "benedict", "madrasi", "isardam", "checkless", "kingsmaker", "recycle", "anti-king"]
)
def test_rows_about_the_cell_where_a_move_ends_are_compiled(name: str) -> None:
    assert Position.start(name).variant.rules.not_compiled() == ""


@pytest.mark.parametrize("compiled", [True, False], ids=["core", "reference"])
@pytest.mark.parametrize(
    ("rows", "fen", "move", "expected"),
    [
        # What follows from a row is there for the next one: what is a wall is no piece any more.
        (
            '{ when = "capture", becomes = "wall" }, { when = "capture", becomes = "gone" }',
            "4k3/8/8/3n4/8/8/8/3RK3", "Rxd5", "4k3/8/8/3*4/8/8/8/4K3",
        ),
        (
            '{ when = "capture", becomes = "gone" }, { when = "capture", becomes = "wall" }',
            "4k3/8/8/3n4/8/8/8/3RK3", "Rxd5", "4k3/8/8/8/8/8/8/4K3",
        ),
        # Pieces around, of both sides, whom only one kind of captor concerns.
        (
            '{ when = "capture", piece = "R", on = "around", spares = "K", becomes = "owner" }',
            "4k3/8/2b1P3/3n4/8/8/8/3RK3", "Rxd5", "4k3/8/2B1p3/3R4/8/8/8/4K3",
        ),
        (
            '{ when = "capture", piece = "R", on = "around", spares = "K", becomes = "owner" }',
            "4k3/8/2b1P3/3n4/8/8/8/3QK3", "Qxd5", "4k3/8/2b1P3/3Q4/8/8/8/4K3",
        ),
        # With any move, also a castling of two pieces; what is spared stays.
        (
            '{ when = "move", on = "around", spares = "K R", becomes = "gone" }',
            "4k3/8/8/8/8/8/4nP1P/4K2R", "O-O", "4k3/8/8/8/8/8/8/5RK1",
        ),
        # Around the cell where the move ends, also where it captures in passing.
        (
            '{ when = "capture", on = "around", spares = "K P", becomes = "wall" }',
            "4k3/8/2n5/3pP3/3N4/8/8/4K3", "exd6", "4k3/8/2*P4/8/3N4/8/8/4K3",
        ),
        # A pawn that captures is what it took, not promoted.
        ('{ when = "capture", piece = "P", becomes = "taken" }', "3bk3/4P3/8/8/8/8/8/4K3", "exd8", "3Bk3/8/8/8/8/8/8/4K3"),
        # Only where the move ends.
        (
            '{ when = "move", region = "*5", on = "around", spares = "K", becomes = "gone" }',
            "4k3/8/2n5/8/8/8/3p4/3RK3", "Rxd2", "4k3/8/2n5/8/8/8/3R4/4K3",
        ),
        (
            '{ when = "move", region = "*5", on = "around", spares = "K", becomes = "gone" }',
            "4k3/8/2n5/8/8/8/8/3RK3", "Rd5", "4k3/8/8/3R4/8/8/8/4K3",
        ),
    ],
)  # fmt: skip
def test_what_follows_from_a_move(rows: str, fen: str, move: str, expected: str, compiled: bool) -> None:
    game = described.__wrapped__(f'title = "Test"\nbased_on = "chess"\neffect = [{rows}]')
    rights, passed = "K" if "K2R" in fen else "-", "d6" if "3pP3" in fen else "-"
    state = game.read_position(f"{fen} w {rights} {passed} 0 1")
    assert isinstance(state, GeneralState)
    if compiled:
        assert state.core or missing_core()
    else:
        vars(state.tables)["core"] = None
    parsed = parse_move(move, game)
    assert isinstance(parsed, ParsedMove)
    assert state.push(parsed)
    assert game.write_position(state).split()[0] == expected


WAYS = ("displace", "rifle", "swap", "over", "withdraw", "approach", "custodian", "coordinate", "mimic")


@pytest.mark.parametrize("how", WAYS)
def test_what_is_taken_is_in_reach(how: str) -> None:
    """Only pieces in whose reach a king stands are asked whether they would take him."""
    fen = "r2qk2r/1p1n1p1p/p2p2b1/2pPp1P1/1PN1P2n/2B3P1/P1Q2P1P/R3K2R w - - 0 1"
    rows = f'piece = [{{ letter = "N", captures = "custodian" }}]\n[capture]\nhow = "{how}"'
    text = f'title = "Test"\nbased_on = "chess"\nremove = ["castling"]\nstart = "{fen}"\n{rows}'
    state = described.__wrapped__(text).initial_state()
    assert isinstance(state, LegState)
    chance = random.Random(how)
    taken = 0
    for _ in range(12):
        state.push_unchecked(chance.choice(state.moves()))
        for origin, piece in enumerate(state.board):
            for cells in state.legs(piece, origin).values() if piece >= FIRST else ():
                for cell in cells:
                    assert in_reach(state.tables, piece, origin, state.board[cell]) >> cell & 1
                    taken += 1
    assert taken


@pytest.mark.parametrize("compiled", [True, False], ids=["core", "reference"])
@pytest.mark.parametrize(
    ("row", "fen", "legal", "illegal"),
    [
        # Kings may face each other on files and ranks only, on diagonals only, or on neither.
        ('{ piece = "K", while = "faced", then = "avoided" }', "8/6k1/8/8/8/8/8/1K6", "Kb2", "Kg1"),
        ('{ piece = "K", while = "faced", then = "avoided", ways = "diagonal" }', "6k1/8/8/8/8/8/8/1K6", "Kb2 Kc1", "Ka2"),
        ('{ piece = "K", while = "faced", by = "N", then = "avoided" }', "4n3/8/8/8/8/8/8/k2K4", "Kd2", "Ke1"),
        # A king in check may only take the one that checks it; other pieces may come between.
        ('{ piece = "K", while = "attacked", by = "*", then = "takes" }', "k3r3/8/8/8/8/8/R7/4K3", "Re2", "Kd1"),
        ('{ piece = "K", while = "attacked", by = "*", then = "takes" }', "k7/8/8/8/8/8/4r3/4K3", "Kxe2", "Kf1"),
        # Of rooks attacked by a knight it holds of their moves only, and only for that attacker.
        ('{ piece = "R", while = "attacked", by = "N", then = "takes" }', "k7/8/8/2n5/8/3R4/8/K7", "Kb1", "Rd4"),
        ('{ piece = "R", while = "attacked", by = "N", then = "takes" }', "k7/8/8/2b5/8/3R4/8/K7", "Rd4", "Rxc5"),
    ],
)  # fmt: skip
def test_conditions_in_both_engines(row: str, fen: str, legal: str, illegal: str, compiled: bool) -> None:
    game = described.__wrapped__(f'title = "Test"\nbased_on = "chess"\ncondition = [{row}]')
    state = game.read_position(f"{fen} w - - 0 1")
    assert isinstance(state, GeneralState)
    assert not isinstance(state, LegState)
    if compiled:
        assert state.core or missing_core()
    else:
        vars(state.tables)["core"] = None
    for text in (*legal.split(), illegal):
        parsed = parse_move(text, game)
        assert isinstance(parsed, ParsedMove)
        assert (state.find(parsed) is not None) is (text != illegal), text
        assert bool(state.reasons(parsed, text)) is (text == illegal)


def test_what_takes_its_own_by_hopping_does_so_too() -> None:
    game = described.__wrapped__(
        """
        title = "Test"
        based_on = "chess"
        piece = [{ letter = "C", name = "cannon", moves = "mRcpR", takes_own = "P" }]
        start = "4k3/8/8/8/8/8/8/C1N1P1K1 w - - 0 1"
        """
    )
    state = game.initial_state()
    assert isinstance(state, GeneralState)
    vars(state.tables)["core"] = None
    assert long.write(state, next(move for move in state.moves() if state.takes(move)), game) == "a1xe1"


PROGRESSIVE = """title = "Progressive"
based_on = "chess"
turn = { first = 1, rising = true, check = "ends" }
"""
BLACK_PASSED = "4k3/8/8/3pPp2/6P1/8/8/4K3"
"""Black has moved two pawns two squares each in his last turn."""


@pytest.mark.parametrize(
    ("position", "move", "expected"),
    [
        (f"{BLACK_PASSED} w - d6f6 0 3", "exd6", "4k3/8/3P4/5p2/6P1/8/8/4K3 w2 - - 0 3"),
        (f"{BLACK_PASSED} w - d6f6 0 3", "exf6", "4k3/8/5P2/3p4/6P1/8/8/4K3 w2 - - 0 3"),
        ("4k3/8/8/8/1p3p2/8/P5P1/4K3 w - - 0 3", "a2-a4", "4k3/8/8/8/Pp3p2/8/6P1/4K3 w2 - a3 0 3"),
        ("4k3/8/8/8/Pp3p2/8/6P1/4K3 w2 - a3 0 3", "g2-g4", "4k3/8/8/8/Pp3pP1/8/8/4K3 w1 - a3g3 0 3"),
        ("4k3/8/8/8/Pp3p2/8/6P1/4K3 w1 - a3 0 3", "g2-g4", "4k3/8/8/8/Pp3pP1/8/8/4K3 b - a3g3 0 4"),
        ("4k3/8/8/8/Pp3p2/8/6P1/4K3 w2 - a3 0 3", "a4-a5", "4k3/8/8/P7/1p3p2/8/6P1/4K3 w1 - - 0 3"),  # it went on
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 3", "Ra8", "R3k3/8/8/8/8/8/8/4K3 b - - 1 4"),  # the check ends the turn
    ],
)
def test_turns_of_several_moves(position: str, move: str, expected: str) -> None:
    """In Progressive Chess all pawns that moved two squares in a turn may be taken in passing by the next."""
    for game in compiled_and_plain(Drawn("progressive", PROGRESSIVE).document()):
        state, parsed = game.read_position(position), parse_move(move, game)
        assert isinstance(parsed, ParsedMove)
        assert state.push(parsed)
        assert game.write_position(state) == expected


@pytest.mark.parametrize(
    "name", ["copycat", "double-move", "knight-relay", "marseillais", "monster", "progressive", "relay-up"]
)
@pytest.mark.skipif(CORE is None, reason=missing_core())
def test_the_core_plays_turns_and_what_is_lent(name: str) -> None:
    state = variant(name).initial_state()
    assert isinstance(state, LegState)
    assert state.tables.core is not None


TWO_EFFECTS = """title = "Two effects"
based_on = "absorption"

[[effect]]
when = "capture"
piece = "P N B R Q E S A"
becomes = "joined"
joins = { "R Q" = "A" }

[[effect]]
when = "capture"
piece = "K"
on = "around"
becomes = "gone"
"""


@pytest.mark.parametrize("compiled", [True, False])
def test_what_two_pieces_are_in_one_holds_beside_other_effects(compiled: bool) -> None:
    """A rook that captures a queen is an amazon there, though a second row says what the king's captures do."""
    game = variant_from_text(TWO_EFFECTS)
    state = game.read_position("4k3/8/8/q7/8/8/8/R3K3 w - - 0 1")
    assert isinstance(state, GeneralState)
    if not compiled:
        vars(state.tables)["core"] = None
    read = long.read("Ra1xa5", game)
    assert isinstance(read, ParsedMove)
    assert state.push(read)
    assert game.write_position(state).split()[0] == "4k3/8/8/A7/8/8/8/4K3"
