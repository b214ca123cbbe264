"""Tags that say something of the whole game: they are held against it, by the scanner and without it."""

import pytest
from scanner_differential import counted

from fairyscore.notation.replay import BatchForm

HEADER = '[Event "?"]\n[Site "?"]\n[Date "?"]\n[Round "?"]\n[White "?"]\n[Black "?"]\n[Result "*"]\n'
AFTER = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"
BLACK = '[FEN "4k3/p7/8/8/8/8/8/4K3 b - - 0 1"]\n[SetUp "1"]\n'


def found_in(text: str) -> list[list[str]]:
    """The codes of what is found, with games in batches and without."""
    return [[finding.code for finding in counted(text, form).findings] for form in (BatchForm.COUNT, None)]


@pytest.mark.parametrize(
    ("tags", "moves", "expected"),
    [
        ('[PlyCount "3"]\n', "1. e4 e5 2. Nf3", []),
        ('[PlyCount "4"]\n', "1. e4 e5 2. Nf3", ["tag-unlike-game"]),
        ('[PlyCount "?"]\n', "1. e4 e5 2. Nf3", []),
        (f'[CurrentPosition "{AFTER}"]\n', "1. e4 e5 2. Nf3", []),
        (f'[FinalFEN "{AFTER}"]\n', "1. e4 e5 2. Nf3", []),
        (f'[FinalFEN "{AFTER}"]\n', "1. e4 e5 2. Nc3", ["tag-unlike-game"]),
        ('[FinalFEN "x"]\n', "1. e4 e5 2. Nc3", ["tag-unlike-game"]),
        (f'[CurrentPosition "{AFTER}"]\n[PlyCount "1"]\n', "1. e4 e5", ["tag-unlike-game"] * 2),
        (f'{BLACK}[PlyCount "2"]\n', "1... Kd7", []),  # counted from White's move of the round
        (f'{BLACK}[PlyCount "3"]\n', "1... Kd7", ["tag-unlike-game"]),
    ],
)
def test_a_tag_is_held_against_the_game(tags: str, moves: str, expected: list[str]) -> None:
    text = f"{HEADER}{tags}\n{moves} *\n\n"
    assert found_in(text) == [expected] * 2
    assert found_in(2 * text) == [2 * expected] * 2


def test_where_a_move_is_refused_nothing_more_is_told_of_the_whole() -> None:
    assert found_in(f'{HEADER}[PlyCount "9"]\n\n1. e4 e5 2. Ke3 *\n\n') == [["no-piece-reaches"]] * 2
