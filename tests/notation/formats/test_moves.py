"""Plain lists of moves: where one game ends and the next begins."""

import pytest

from fairyscore.notation.formats.moves import cut


@pytest.mark.parametrize(
    ("text", "games"),
    [
        ("e4 e5 1-0\n\nd4 d5 0-1\n", ["e4 e5 1-0", "d4 d5 0-1"]),  # a result at the end of a paragraph
        ("1. e4 e5\n\n1. d4 d5\n", ["1. e4 e5", "1. d4 d5"]),  # a first move at the beginning of the next
        ("1. e4 e5\n\n2. Nf3 Nc6 *\n", ["1. e4 e5\n\n2. Nf3 Nc6 *"]),  # neither: one game
        ("\n\n1. e4 1-0\n\n\n\n", ["1. e4 1-0"]),
        (" \n" * 9, []),
    ],
)
def test_games_of_a_list(text: str, games: list[str]) -> None:
    assert [game.text.strip() for game in cut([text]) if game.text.strip()] == games
