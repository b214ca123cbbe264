"""What moves lost by the evaluations beside them: by player and phase, the same in every order."""

import pytest

from fairyscore.notation.engines.losses import losses_of
from fairyscore.notation.engines.score import STEEPNESS
from fairyscore.notation.game import loads
from fairyscore.notation.stats.losses import Losses, MoveLoss


def losses(text: str) -> list[MoveLoss]:
    (game,) = loads(text)
    return list(losses_of(game.root))


def test_a_move_loses_what_the_chance_falls() -> None:
    """From a pawn ahead to level: 59.1 percent to 50. What is gained is no loss."""
    text = "1. e4 {[%eval 1.0]} e5 {[%eval 1.0]} 2. Nf3 {[%eval 0.0]} Nc6 {[%eval 2.0]} 3. Bb5 {[%eval 3.0]} *"
    assert STEEPNESS == 0.00368208
    assert [(loss.seat, round(loss.lost, 3), loss.sign) for loss in losses(text)] == [
        (1, 0.0, ""),
        (0, 0.091, "inaccuracy"),
        (1, 0.176, "blunder"),
        (0, 0.0, ""),
    ]


def test_only_moves_between_evaluations_count() -> None:
    assert losses("1. e4 e5 {[%eval 0.1]} 2. Nf3 Nc6 {[%eval 0.1]} 3. Bb5 *") == []
    assert losses("1. e4 {[%eval 0.2]} *") == []


def test_a_mate_that_is_let_go_is_a_blunder() -> None:
    (loss,) = losses("1. e4 {[%eval #2]} e5 {[%eval #2]} *")[:1]
    assert (loss.lost, loss.sign) == (0.0, "")
    assert losses("1. e4 {[%eval #2]} e5 {[%eval #2]} 2. Nf3 {[%eval 0.1]} *")[-1].sign == "blunder"


def test_phases() -> None:
    """Sixteen of 32 pieces are an endgame, seventeen a middlegame; the first ten moves of each are the opening."""
    shuffle = " ".join(
        f"{n}. Nf3 {{[%eval 0]}} Nf6 {{[%eval 0]}} {n + 1}. Ng1 {{[%eval 0]}} Ng8 {{[%eval 0]}}"
        for n in range(1, 12, 2)
    )
    assert [loss.phase for loss in losses(f"{shuffle} *")] == ["opening"] * 19 + ["middlegame"] * 4
    few = '[FEN "4k1n1/pppppp2/8/8/8/8/PPPPPP2/4K1N1 w - - 0 1"]\n\n'
    assert [loss.phase for loss in losses(f"{few}{shuffle} *")][20:] == ["middlegame"] * 3


def test_other_games_have_phases() -> None:
    text = '[Variant "Crazyhouse"]\n\n1. e4 {[%eval 0]} e5 {[%eval 0]} *'
    assert [loss.phase for loss in losses(text)] == ["opening"]


def test_sums_are_the_same_in_every_order() -> None:
    moves = [
        ("Ann", MoveLoss(0, "opening", 0.1)),
        ("Ann", MoveLoss(0, "endgame", 0.2, "blunder")),
        ("Bo", MoveLoss(1, "opening", 0.3)),
    ]
    forth, back = Losses(), Losses()
    for name, loss in moves:
        forth.add(name, loss)
    for name, loss in reversed(moves):
        back.add(name, loss)
    assert forth == back
    assert forth.players() == ["Ann", "Bo"]
    assert forth.of("Ann").average == pytest.approx(0.15)
    assert (forth.of("Ann", "endgame").signs, forth.of("Nobody").average) == ({"blunder": 1}, 0.0)
