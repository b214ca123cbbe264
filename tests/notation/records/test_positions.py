"""Positions of games as numbers: the same number for what the rules take for the same position, and only then."""

from __future__ import annotations

from pathlib import Path

import pytest

from fairyscore.notation.game import Game, loads, read_games
from fairyscore.notation.game_tree import Node
from fairyscore.notation.records.positions import PassedPositions, position_number

SAMPLES = Path(__file__).parents[3] / "samples" / "games"


def passed(game: Game) -> PassedPositions:
    return PassedPositions(game.record.line, game.record.start())


def nodes(game: Game) -> list[Node]:
    """The root and all moves, in the order of the text."""
    found: list[Node] = [game.root]

    def take(first: Node | None) -> None:
        for node in () if first is None else first.line():
            found.append(node)
            for variation in node.variations:
                take(variation)

    take(game.root.next)
    return found


FILES = sorted(path for path in SAMPLES.rglob("*") if path.suffix in (".pgn", ".txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda path: str(path.relative_to(SAMPLES)))
def test_two_numbers_are_the_same_where_the_positions_are(file: Path) -> None:
    for game in read_games(file):
        if game.start is None:
            continue
        found, tree = passed(game), nodes(game)
        keys = [node.position.state.key() for node in tree]
        numbers = list(found.numbers)
        assert len(set(zip(keys, numbers, strict=True))) == len(set(keys)) == len(set(numbers))
        assert numbers == [position_number(node.position.state) for node in tree]
        following = [None if node.next is None else node.next.move.raw for node in tree]
        assert found.next_moves == following


def test_a_pawn_that_nobody_can_take_in_passing_changes_nothing() -> None:
    first, second = loads('1. e4 e5 2. Nf3 *\n\n[Event "x"]\n\n1. Nf3 e5 2. e4 *')
    assert passed(first).numbers[3] == passed(second).numbers[3]


def test_a_pawn_that_can_be_taken_in_passing_makes_another_position() -> None:
    """1. e4 a6 2. e5 d5: exd6 is legal; after 3. Nf3 Nc6 4. Ng1 Nb8 the same pieces stand there, and it is not."""
    (game,) = loads("1. e4 a6 2. e5 d5 3. Nf3 Nc6 4. Ng1 Nb8 *")
    numbers = passed(game).numbers
    assert numbers[4] != numbers[8]
