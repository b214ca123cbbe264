"""Whatever stands in a field of a position: sentences that a terminal can take, and no long wait for them."""

import pytest

from fairyscore.notation.rules.variant import PositionError
from fairyscore.notation.variants import variant

POSITIONS = {
    "chess": "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
    "caliph-qi": "3k2/6/6/6/6/6/6/6/3K2[C] w - - 0 1",
    "circular-70": "4k3*/9/9/9/9/9/9/4K3* w - - 0 1",
    "chamaeleon": "4bNbNbNbN/8/8/8/8/8/8/wNwNwNwN4 w 1",
    "chamaeleon:start=drop": "8/8/8/8/8/8/8/8[wRwYwGwBbRbYbGbB] w 1",
    "kaleidochess": "1/8/16/16/24/wVwW3wP6bVbW10 b w1F-1I - 2",
    "kaleidochess:no-repetition": "1/8/16/16/24/wVwW3wP6bVbW10 w w1F-1I 1F@1-1I 2",
}
HOSTILE = ["\x1b[31m", "\u202e", "\x00", "x" * 200_000, "1" * 200_000, "N" * 200_000, "\u202e" * 200_000, "/" * 200_000]
CASES = [(name, field) for name, text in POSITIONS.items() for field in range(len(text.split()))]


@pytest.mark.parametrize("name", POSITIONS)
def test_without_the_rubbish_they_are_read(name: str) -> None:
    game = variant(name)
    assert game.write_position(game.read_position(POSITIONS[name])) == POSITIONS[name]


@pytest.mark.parametrize("rubbish", HOSTILE, ids=lambda text: ascii(text[:4]) + str(len(text)))
@pytest.mark.parametrize(("name", "field"), CASES)
def test_rubbish_in_a_field(name: str, field: int, rubbish: str) -> None:
    fields = POSITIONS[name].split()
    whole = fields[field]
    for text in (rubbish, rubbish + whole, whole + rubbish, whole[:2] + rubbish + whole[2:]):
        fields[field] = text
        with pytest.raises(PositionError) as caught:
            variant(name).read_position(" ".join(fields))
        assert str(caught.value) == caught.value.problems[0]
        for problem in caught.value.problems:
            assert problem.isprintable()
            assert len(problem) < 700


def test_each_problem_is_cut_and_cleaned_wherever_it_comes_from() -> None:
    fault = PositionError("one\x1b", "two" * 1000)
    assert fault.problems == ("one\\x1b", ("two" * 99) + "...")
    assert str(fault) == "one\\x1b"
