"""The notations of shogi and xiangqi: examples of their standards, and random games there and back."""

import random
from collections.abc import Iterator

import pytest

from fairyscore.notation.game import loads
from fairyscore.notation.moves.reading import read_move
from fairyscore.notation.moves.registry import load
from fairyscore.notation.position import IllegalMove, Position
from fairyscore.notation.rules.moves import Move, ParsedMove
from fairyscore.notation.rules.variant import State
from fairyscore.notation.variants import variant

MOVES = 10_000
"""So many random moves of each game are written in each notation and read back."""


def random_moves(game: str, many: int, seed: int = 3) -> Iterator[tuple[State, Move]]:
    """Positions of random games with a move of each; captures and promotions more often than others."""
    dice, made = random.Random(seed), 0
    while made < many:
        state = variant(game).initial_state()
        for _ in range(200):
            moves = state.moves()
            if not moves or made == many:
                break
            lively = [move for move in moves if state.takes(move) or move.becomes >= 0]
            move = dice.choice(lively if lively and dice.random() < 0.4 else moves)
            yield state, move
            state.push_unchecked(move)
            made += 1


@pytest.mark.parametrize(
    ("game", "name"),
    [("shogi", "usi"), ("minishogi", "usi"), ("xiangqi", "iccs")],
)
def test_random_moves_come_back(game: str, name: str) -> None:
    notation, given = load(name), variant(game)
    for state, move in random_moves(game, MOVES):
        text = notation.write(state, move, given)
        parsed = read_move(text, given)
        assert isinstance(parsed, ParsedMove), text
        assert state.find(parsed) == move, (text, given.write_position(state))


def test_random_games_come_back_in_ucci() -> None:
    """Which ranks are meant shows the whole record: text alone may be UCI."""
    given, made = variant("xiangqi"), 0
    texts: list[str] = []
    moves: list[Move] = []
    for state, move in random_moves("xiangqi", MOVES):
        if state.fullmove_number == 1 and state.turn == 0 and texts:
            made += _compared(texts, moves)
            texts, moves = [], []
        texts.append(load("ucci").write(state, move, given))
        moves.append(move)
    assert made > MOVES - 400


def _compared(texts: list[str], moves: list[Move]) -> int:
    """How many moves of a record were read as they were meant: all, if it tells ranks from 0."""
    if not any("0" in text for text in texts):
        return 0
    (game,) = loads(f'[Variant "xiangqi"]\n\n{" ".join(texts)} *\n')
    assert [ply.move for ply in game.record.line.plies] == moves
    return len(moves)


@pytest.mark.parametrize(
    ("game", "text", "long"),
    [
        ("shogi", "7g7f", "c3-c4"),
        ("xiangqi", "H2-E2", "h3-e3"),
        ("xiangqi", "H2E2", "h3-e3"),
        ("xiangqi", "h0g2", "h1-g3"),
        ("xiangqi", "h3e3", "h3-e3"),
    ],
)
def test_one_move(game: str, text: str, long: str) -> None:
    assert Position.start(game).parse(text).text == long


@pytest.mark.parametrize(
    ("game", "text", "problem"),
    [
        ("shogi", "7g7e", "cannot go to"),
        ("shogi", "P*5e", "no pawn"),
        ("xiangqi", "H2-E3", "cannot go to"),
        ("xiangqi", "b0c1", "cannot go to"),
        ("chess", "7g7f", "is no move in any notation"),
    ],
)
def test_what_is_wrong_is_told(game: str, text: str, problem: str) -> None:
    with pytest.raises(IllegalMove, match=problem):
        Position.start(game).parse(text)
