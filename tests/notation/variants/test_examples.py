"""The examples of every rule sheet: the engine says of each move what the sheet says of it."""

import pytest

from fairyscore.notation.position import Position
from fairyscore.notation.rules.readings import Example
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.variants import GAMES
from fairyscore.notation.variants.registry import variant

NAMES = (
    *GAMES,
    "chamaeleon:players=4",
    "chamaeleon:players=3,seats=sbg",
    "kaleidochess:players=3",
    "cylindrical:array=protected",
    "circular-70:promotion=may,en-passant=rank",
)


def examples(game: Variant) -> list[Example]:
    return [example for section in game.rules.sections for example in section.examples]


@pytest.mark.parametrize("name", NAMES)
def test_examples_are_as_the_engine_judges(name: str) -> None:
    game = variant(name)
    assert examples(game)
    for example in examples(game):
        position = Position.from_fen(example.position, example.game or game.name)
        found = [reason.code.value for reason in position.explain(example.move)]
        assert found == ([example.refused] if example.refused else []), (example, found)


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_shown_under_two_headings(name: str) -> None:
    shown = [section.shows for section in variant(name).rules.sections if section.shows]
    assert len(shown) == len(set(shown))
    assert {"board", "pieces"} <= set(shown)


def test_what_examples_say_happens() -> None:
    (lost,) = next(
        section.examples for section in variant("kaleidochess").rules.sections if section.heading.startswith("Who")
    )
    outcome = Position.from_fen(lost.position, "kaleidochess").play(lost.move).outcome
    assert outcome is not None
    assert outcome.result == "0-1"
    legal = [example for example in examples(variant("tor-qi")) if not example.refused]
    notes = [Position.from_fen(example.position, "tor-qi").play(example.move).notes for example in legal]
    assert notes.count(("check",)) == 1
