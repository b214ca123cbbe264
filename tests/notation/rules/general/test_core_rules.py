"""What the compiled core is told of a game, and which games it leaves to Python."""

from typing import Any

import pytest

from fairyscore.notation.rules.general.core_rules import EFFECT_ON, HELD, OUTCOMES, GameTables
from fairyscore.notation.rules.general.definition import GameRules
from fairyscore.notation.rules.general.rows import Effect, PieceCondition, Turns
from fairyscore.notation.rules.general.state import GeneralState
from fairyscore.notation.variants import variant

UNKNOWN = "its captures, conditions or turns are of a kind that the compiled core does not know"
MORE = [(part, field) for part, held in HELD.items() for field in part._field_defaults.keys() - held]  # type: ignore[attr-defined]


def rules_of(name: str) -> GameRules:
    state = variant(name).initial_state()
    assert isinstance(state, GeneralState)
    return state.tables.rules


def too_large(rules: GameRules) -> str:
    return GameTables(rules).too_large


def test_what_the_core_takes_is_what_games_may_say() -> None:
    for part, held in HELD.items():
        assert held <= part._field_defaults.keys()  # type: ignore[attr-defined]


def test_rows_say_more_than_the_core_takes() -> None:
    said = {(part.__name__, field) for part, field in MORE}
    assert said >= {
        ("GameRules", "walls"),
        ("Turns", "released"),
        ("Effect", "whose"),
        ("GeneralPieceType", "switches"),
    }


BENEDICT = Effect("move", "owner", on="attacked")

KNOWN: list[dict[str, Any]] = [
    {"effects": (BENEDICT,)},
    {"effects": (Effect("capture", "taken"),)},
    {"conditions": (PieceCondition(frozenset("N"), "attacked", frozenset("N")),)},
    {"conditions": (PieceCondition(frozenset("N"), "protected", frozenset("R"), "moves"),)},
    {"turns": Turns(1, (2, 2))},
    {"mating": True, "checking": False},
]

STRANGE: list[dict[str, Any]] = [
    {"effects": (BENEDICT._replace(on="mated"),)},
    {"effects": (BENEDICT, Effect("move", "hole", on="left"))},
    {"conditions": (PieceCondition(frozenset("N"), "beside"),)},
    {"conditions": (PieceCondition(frozenset("N"), "attacked", then="safe"),)},
    {"conditions": (PieceCondition(frozenset("N"), "with", then="moves"),)},
    {"conditions": (PieceCondition(frozenset("N"), "protected", then="moves", instead=True),)},
    {"turns": Turns(1, (2, 2), makes=True)},
    {"edge": 1, "turns": Turns(1, (2, 2))},
    {"undo": False},
    {"turns": Turns(1, (2, 2)), "gating": "cambodian"},
]


@pytest.mark.parametrize("said", KNOWN, ids=str)
def test_games_with_rows_that_the_core_plays(said: dict[str, Any]) -> None:
    assert too_large(rules_of("chess")._replace(**said)) != UNKNOWN


@pytest.mark.parametrize("said", STRANGE, ids=str)
def test_games_with_rows_that_it_does_not_play(said: dict[str, Any]) -> None:
    assert too_large(rules_of("chess")._replace(**said)) == UNKNOWN


def test_every_way_to_capture_is_played_or_left() -> None:
    rules = rules_of("chess")
    for takes, held in {"rifle": True, "own": True, "none": True, "withdraw": False, "swap": False}.items():
        pieces = tuple(piece._replace(takes=takes) if piece.mark == "N" else piece for piece in rules.pieces)  # type: ignore[arg-type]
        assert (too_large(rules._replace(pieces=pieces)) != UNKNOWN) is held


def test_effects_are_numbered_as_the_core_has_them() -> None:
    assert sorted(EFFECT_ON.values()) == [*range(len(EFFECT_ON))]
    assert sorted(OUTCOMES.values()) == [*range(len(OUTCOMES))]
