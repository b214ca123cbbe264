"""Usual moves, which are made by tables, lead where the rules lead that are asked of any move."""

import random

import pytest
from core_differential import changed, facts, general, next_move

from fairyscore.notation.moves import long
from fairyscore.notation.moves.reading import read_move
from fairyscore.notation.rules.general.state import GeneralState
from fairyscore.notation.rules.general.usual import usual_tables
from fairyscore.notation.rules.moves import Move, ParsedMove
from fairyscore.notation.rules.variant import Variant

GAMES = (
    "antichess", "atomic", "bughouse", "capablanca", "chess", "chess960", "chessgi", "crazyhouse", "cylinder-chess",
    "extinction", "gorogoro-shogi", "horde", "king-of-the-hill", "kinglet", "losers", "makruk", "no-check-atomic",
    "pocket-knight", "shogi", "three-check", "torpedo",
)  # fmt: skip
PLIES = 80


class Unusual(GeneralState):
    """A position in which no move is made by the tables of usual moves."""

    __slots__ = ()

    def _make_usual(self, parsed_moves: object, log: object, claims: object, first: int) -> int:
        return first


def plain_start(game: Variant) -> GeneralState:
    """The start position of a game in plain Python."""
    state = game.initial_state()
    assert isinstance(state, GeneralState)
    vars(state.tables)["core"] = None
    return state


def random_line(game: Variant, state: GeneralState, chance: random.Random) -> list[ParsedMove]:
    """The moves of a random game as they are read, the last one sometimes illegal."""
    writer = chance.choice([long, game.writing.usual])
    line: list[ParsedMove] = []
    for _ in range(chance.randint(1, PLIES)):
        legal = state.moves()
        if not legal:
            break
        move = next_move(state, legal, chance)
        parsed = read_move(writer.write(state, move, game), game)
        assert isinstance(parsed, ParsedMove)
        line.append(parsed)
        state.push_unchecked(move)
    return [*line, changed(line[-1], state.tables, chance)]


def made_of(state: GeneralState, line: list[ParsedMove]) -> tuple[object, ...]:
    """What comes of a line: how many moves are made, which, which of them give no check, and where they lead."""
    log: list[Move] = []
    quiet = set(range(len(line)))
    return state.push_many(line, log, quiet), log, quiet, facts(state)


@pytest.mark.parametrize("name", GAMES)
def test_a_line_leads_where_the_rules_lead(name: str) -> None:
    chance = random.Random(name)
    quick, slow = general(name), general(name)
    start, reference = plain_start(quick), plain_start(slow)
    reference.__class__ = Unusual
    line = random_line(slow, reference.copy(), chance)
    assert made_of(start.copy(), line) == made_of(reference.copy(), line)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_known_of_a_position_is_what_the_rules_say(name: str) -> None:
    game = general(name)
    state = plain_start(game)
    usual = usual_tables(state.tables)
    assert usual is not None
    known = []
    for parsed in random_line(game, state.copy(), random.Random(name)):
        state.push(parsed)
        known.append(state.known)
        assert state.known in {None, usual.look(state)}
    assert any(known)


@pytest.mark.parametrize("name", ["xiangqi", "janggi", "duck-chess", "seirawan", "racing-kings"])
def test_other_games_have_none(name: str) -> None:
    assert usual_tables(plain_start(general(name)).tables) is None
