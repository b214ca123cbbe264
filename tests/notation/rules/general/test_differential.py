"""The general engine and the quick ones play the same games: the slow way is the oracle of the quick one."""

import random

import pytest
from general_games import CALIPH_QI, CYLINDRICAL, described, general

from fairyscore.notation.moves import uci
from fairyscore.notation.rules.moves import ParsedMove
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.variants import variant

PAIRS = {
    "chess": lambda: general("chess"),
    "caliph-qi": lambda: described(CALIPH_QI),
    "cylindrical": lambda: described(CYLINDRICAL),
}
PLIES = 60


@pytest.mark.parametrize("name", PAIRS)
@pytest.mark.parametrize("seed", [1, 2])
def test_same_moves_in_random_play(name: str, seed: int) -> None:
    quick, slow = variant(name), PAIRS[name]()
    one, other = quick.initial_state(), slow.initial_state()
    chance = random.Random(seed)
    for _ in range(PLIES):
        ours, theirs = ({uci.write(s, m, g) for m in s.moves()} for s, g in ((one, quick), (other, slow)))
        assert ours == theirs, quick.write_position(one)
        assert one.outcome() == other.outcome()
        assert one.notes() == other.notes()
        if not ours:
            break
        text = chance.choice(sorted(ours))
        _push(one, text, quick)
        _push(other, text, slow)


def _push(state: object, text: str, game: Variant) -> None:
    parsed = uci.read(text, game)
    assert isinstance(parsed, ParsedMove)
    assert state.push(parsed), text  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "text",
    ["e2-e5", "e7-e5", "Nd4", "O-O", "Ra1-a5", "Ke1-e2", "e2-e4=Q", "N@e4", "a3-a4", "e2xe4", "Qd1xd2"],
)
def test_same_reasons_for_the_same_faults(text: str) -> None:
    found = []
    for game in (variant("chess"), general("chess")):
        from fairyscore.notation.moves.reading import parse_move

        parsed = parse_move(text, game)
        assert isinstance(parsed, ParsedMove)
        found.append({reason.code for reason in game.initial_state().reasons(parsed, text)})
    assert found[0] == found[1]
