"""Threads that ask at once get the answers that each would get alone."""

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from nightly import NIGHTLY

from fairyscore.notation.game import loads
from fairyscore.notation.position import IllegalMove, Position
from fairyscore.render.drawing import diagram

GAMES = ("chess", "crazyhouse", "kaleidochess:players=3", "chamaeleon", "circular-70", "xiangqi")
THREADS = 8
ROUNDS = 40 if NIGHTLY else 4


@pytest.fixture(autouse=True)
def _quick_switches() -> Iterator[None]:
    """Python changes the thread much more often than usual."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


def answers(seed: int, name: str) -> list[object]:
    """What the library says of the positions of a random game, of a wrong move, and of the record of the game."""
    dice, position, played = Random(seed), Position.start(name), list[str]()
    found: list[object] = []
    for _ in range(8):
        moves = position.legal_moves
        found += [[move.text for move in moves], position.fen, position.is_check, position.outcome]
        try:
            found.append(str(position.parse("zz-zz")))
        except IllegalMove as refused:
            found.append((str(refused), refused.suggestions))
        if not moves:
            break
        move = dice.choice(moves)
        played.append(move.text)
        found.append(position.explain(move.text))
        position = position.play(move)
    (game,) = loads(f'[Variant "{name}"]\n\n{" ".join(played)} *\n')
    found += [game.to("json"), [str(finding) for finding in game.diagnostics], game.position.fen]
    return found


@pytest.mark.parametrize("name", GAMES)
def test_answers_are_those_of_one_thread(name: str) -> None:
    alone = [answers(seed, name) for seed in range(THREADS)]
    with ThreadPoolExecutor(THREADS) as pool:
        for _ in range(ROUNDS):
            assert list(pool.map(answers, range(THREADS), [name] * THREADS)) == alone


def test_games_of_different_variants_at_once() -> None:
    alone = [answers(1, name) for name in GAMES]
    with ThreadPoolExecutor(len(GAMES)) as pool:
        for _ in range(ROUNDS):
            assert list(pool.map(answers, [1] * len(GAMES), GAMES)) == alone


def test_drawings_are_those_of_one_thread() -> None:
    positions = [Position.start(name) for name in GAMES]
    alone = [diagram(position).svg() for position in positions]
    with ThreadPoolExecutor(len(GAMES)) as pool:
        assert list(pool.map(lambda position: diagram(position).svg(), positions)) == alone
