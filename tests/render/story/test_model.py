"""The values of a story: what a move, a line and a game are called, and the signs that books print."""

import pytest
from stories import story

from fairyscore.render.story.model import SIGNS, Heading, StoryDiagram, printed


def test_the_sign_of_each_mark() -> None:
    """By the numbers of the standard: several numbers have one sign, for either player."""
    numbers: dict[str, list[int]] = {}
    for nag, sign in SIGNS.items():
        numbers.setdefault(sign, []).append(nag)
    assert {sign: sorted(nags) for sign, nags in numbers.items()} == {
        "!": [1],
        "?": [2],
        "!!": [3],
        "??": [4],
        "!?": [5],
        "?!": [6],
        "□": [7, 8],
        "=": [10, 11, 12],
        "∞": [13],
        "⩲": [14],
        "⩱": [15],
        "±": [16],
        "∓": [17],
        "+−": [18],
        "−+": [19],
        "⨀": [22, 23],
        "⟳": [32, 33, 34, 35],
        "↑": [36, 37, 38, 39],
        "→": [40, 41],
        "⇆": [132, 133, 134, 135],
        "⊕": [136, 137, 138, 139],
        "∆": [140],
        "∇": [141],
        "⌓": [142],
        "N": [146],
        "D": [220],
    }


def test_a_move_in_a_sentence() -> None:
    game_story = story('[Variant "kaleidochess"]\n[Result "*"]\n\n1. 1G-2E *')
    assert game_story.line.steps[0].numbered == "1. 1G-2E"
    assert [step.numbered for step in story('[Result "*"]\n\n1. e4 e5 *').line.steps] == ["1.e4", "1...e5"]


def test_every_move_of_a_line_with_its_depth() -> None:
    line = story('[Result "*"]\n\n1. e4 (1. d4 (1. c4) d5) (1. f4) e5 *').line
    assert [(depth, step.text) for depth, step in line.walk()] == [
        (0, "e4"),
        (1, "d4"),
        (2, "c4"),
        (1, "d5"),
        (1, "f4"),
        (0, "e5"),
    ]
    assert next(line.walk(3))[0] == 3


@pytest.mark.parametrize(
    ("tags", "called"),
    [
        ('[White "Anna"]\n[Event "Cup"]\n', "Anna – ?"),
        ('[Event "Cup"]\n', "Cup"),
        ("", "Chess"),
    ],
)
def test_what_a_game_is_called(tags: str, called: str) -> None:
    assert story(f'{tags}[Result "*"]\n\n1. e4 *').called == called
    assert Heading("", ("Anna", "")).names == "Anna – ?"


def test_what_a_game_comes_to() -> None:
    game_story = story('[Result "*"]\n\n1. e4 $220 e5 *')
    assert game_story.last is game_story.line.steps[-1].moment
    (figure,) = [item for item in game_story.line.steps[0].annotations if isinstance(item, StoryDiagram)]
    assert figure.moment is game_story.line.steps[0].moment
    empty = story('[Result "*"]\n\n*')
    assert empty.last is empty.start
    assert empty.game.name == "chess"


def test_results_as_books_print_them() -> None:
    assert [printed(result) for result in ("1-0", "1/2-1/2", "0-0-1", "*")] == ["1–0", "½–½", "0–0–1", "*"]
