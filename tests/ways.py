"""Counts by game whether the ways of random moves are ways of their pieces: `python tests/ways.py 100000`."""

import random
import sys
from collections import Counter

from fairyscore.notation.position import Position
from fairyscore.notation.records.tree import settle
from fairyscore.notation.rules.moves import ABSENT
from fairyscore.notation.variants import variant
from fairyscore.render.routes import MovePath, move_path

GAMES = (
    "chess",
    "cylindrical",
    "caliph-qi",
    "tor-qi",
    "chamaeleon:players=4",
    "circular-66",
    "circular-68",
    "circular-70",
    "kaleidochess",
    "kaleidochess:players=4",
)


def wrong(path: MovePath, position: Position, origin: int, target: int) -> str:
    """What is wrong with the way of a legal move; castling aside."""
    game, state = position.variant, position.state
    piece = state.piece_at(origin)
    assert piece is not None
    goal = next(goal for goal in game.rules.reach(*piece, origin) if goal.target == target)
    free = [way for way in goal.ways if all(state.piece_at(cell) is None for cell in way[1:-1])]
    if path.cells not in free:
        return "no free way of the piece"
    if len(path.cells) > min(map(len, free)):
        return "a longer way than it needs"
    touching = [game.board.touch(*pair) for pair in zip(path.cells, path.cells[1:], strict=False)]
    return (
        "" if all(jump or touch for jump, touch in zip(path.jumps, touching, strict=True)) else "a jump drawn as a step"
    )


def checked(name: str, choose: random.Random, most: int) -> Counter[str]:
    """A random game of so many moves at most, by what is wrong with their ways."""
    game = variant(name)
    state = game.initial_state()
    found: Counter[str] = Counter()
    for _ in range(most):
        moves = [] if state.outcome() else state.moves()
        if not moves:
            break
        move = choose.choice(moves)
        settle(state, move)
        if ABSENT not in (move.origin, move.target) and move.castle == ABSENT:
            found[wrong(move_path(game, state, move), Position(game, state), move.origin, move.target)] += 1
        state.push_unchecked(move)
    return found


def main(wanted: int) -> None:
    """Print a line a game."""
    choose = random.Random(15)
    for name in GAMES:
        total: Counter[str] = Counter()
        while total.total() < wanted / len(GAMES):
            total += checked(name, choose, 150)
        sys.stdout.write(f"{name} {total.total()} { {what or 'right': count for what, count in total.items()} }\n")


if __name__ == "__main__":
    main(int(sys.argv[1]))
