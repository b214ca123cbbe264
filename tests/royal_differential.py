"""The royal engine against the general one, with the compiled core where there is one: random games and fuzzed moves.

`python tests/royal_differential.py 1000000` makes so many moves of every game that the royal engine can play. Tests take a
few.
"""

import random
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

from fairyscore.notation.moves import san
from fairyscore.notation.rules.general.state import GeneralState
from fairyscore.notation.rules.moves import ABSENT, CASTLE, GO, GO_OR_CASTLE, PASSING, Move, ParsedMove
from fairyscore.notation.rules.royal.state import RoyalState
from fairyscore.notation.rules.variant import State, Variant
from fairyscore.notation.variants import GAMES, variant
from fairyscore.notation.variants.described_game import described_game

SEATS = (0, 1)

LONGEST = 250
"""Plies of a random game."""


def games() -> list[str]:
    """The names of the games that the royal engine can play."""
    return [name for name in GAMES if variant(name).rules.by_mate]


@lru_cache
def royal(name: str) -> Variant:
    """A shipped game, played by the royal engine whatever plays it else."""
    state = variant(name).initial_state()
    assert isinstance(state, GeneralState | RoyalState)
    return described_game(name, name, "", state.tables.rules, royal=True)


def as_general(state: State) -> GeneralState:
    """The same position for the general engine."""
    assert isinstance(state, RoyalState)
    return state.fill(GeneralState(state.tables.general))


def facts(state: State) -> tuple[object, ...]:
    """All that a position consists of; of the one of the royal engine as the general engine has it."""
    general = state if isinstance(state, GeneralState) else as_general(state)
    victim = general.victim if general.passed else ABSENT
    counters = (general.turn, general.halfmove_clock, general.fullmove_number)
    return (general.board, general.hand, general.castles, general.passed, victim, counters)


def as_parsed(state: RoyalState, move: Move, *, exact: bool = True) -> ParsedMove:
    """A legal move as a text asks for it."""
    if move.castle != ABSENT:
        return ParsedMove(CASTLE, move.origin, move.target, castle=state.tables.castlings[move.castle].rule.side)
    origin, kind = move.origin if exact else ABSENT, state.piece_type_at(move.origin)
    return ParsedMove(GO, origin, move.target, kind, capture=state.takes(move), becomes=move.becomes)


def asked(state: RoyalState, legal: list[Move], chance: random.Random) -> Iterator[ParsedMove]:
    """Legal moves as texts may ask for them, and the same with one thing changed."""
    tables = state.tables
    numbers = {"target": tables.size, "kind": len(tables.kinds), "becomes": len(tables.kinds), "castle": 3}
    for move in chance.sample(legal, min(3, len(legal))):
        parsed = as_parsed(state, move, exact=chance.random() < 0.5)
        if move.castle != ABSENT:
            target = chance.choice([move.target, state.tables.castlings[move.castle].rook_from])  # as engines write it
            going = replace(parsed, action=GO, target=target, castle=ABSENT)
            parsed = chance.choice([parsed, replace(parsed, action=GO_OR_CASTLE), going])
        elif chance.random() < 0.5:
            parsed = replace(parsed, capture=None)
        yield parsed
        field = chance.choice([*numbers, "origin", "sources", "capture"])
        if parsed.action == GO_OR_CASTLE and field in ("target", "castle"):
            continue  # no text says a side and another way of the king
        changes: dict[str, Any] = {
            "origin": chance.randrange(tables.size),
            "sources": chance.getrandbits(tables.size),
            "capture": chance.choice([True, False]),
        }
        yield replace(parsed, **{field: changes.get(field, chance.randrange(numbers.get(field, 1)))})


def pieces(state: State, size: int) -> tuple[object, ...]:
    """Where pieces stand, and what the seats have beside the board."""
    cells = range(size)
    hands = [state.hand_of(seat) for seat in SEATS]
    return [state.piece_at(cell) for cell in cells], [state.piece_type_at(cell) for cell in cells], hands


def in_one_position(state: RoyalState, legal: list[Move], game: Variant, chance: random.Random) -> Iterator[str]:
    """The differences between the engines in one position."""
    general, size = as_general(state), state.tables.size
    if general.moves() != legal:
        yield "the legal moves"
    if general.outcome() != state.outcome() or general.notes() != state.notes():
        yield "check or an end"
    if general.key() != as_general(state).key():
        yield "what a repetition has to share"
    if pieces(general, size) != pieces(state, size):
        yield "the pieces on the board and beside it"
    cell = chance.randrange(size)
    for seat in SEATS:
        if {*general.attackers(cell, seat)} != {
            *state.attackers(cell, seat)
        }:  # one that reaches it two ways is there twice
            yield f"who attacks {game.board.cells[cell]}"
    for move in legal:
        if (general.takes(move), general.taken_cell(move)) != (state.takes(move), state.taken_cell(move)):
            yield f"what {move} captures"
    for move in chance.sample(legal, min(2, len(legal))):
        if san.write(state, move, game) != san.write(general, move, game):
            yield f"SAN of {move}"
    for parsed in asked(state, legal, chance):
        ours, theirs = state.copy(), general.copy()
        made = ours.try_push(parsed)
        if theirs.try_push(parsed) != made or facts(ours) != facts(theirs):
            yield f"{parsed}"


def made_at_once(begin: State, played: list[ParsedMove]) -> tuple[object, ...]:
    """What comes of moves that are made at once: how many, where, and which of them give no check."""
    after, quiet = begin.copy(), set(range(len(played)))
    return after.push_many(played, None, quiet), facts(after), quiet


def compare(name: str, moves: int, seed: int) -> Iterator[str]:
    """The differences over so many moves, legal and illegal ones, asked of the positions of random games."""
    chance, game = random.Random(seed), royal(name)
    asked_for, left = 0, LONGEST
    state, played = game.initial_state(), list[ParsedMove]()
    begin = state.copy()
    while asked_for < moves:
        assert isinstance(state, RoyalState)
        legal = state.moves()
        for difference in in_one_position(state, legal, game, chance):
            yield f"{name} {game.write_position(state)}: {difference}"
        asked_for += 2 * min(3, len(legal)) + 1
        left -= 1
        if legal and left and chance.random() > 0.02:
            move = chance.choice(legal)
            played.append(as_parsed(state, move, exact=chance.random() < 0.7))
            state.push_unchecked(move)
            continue
        if made_at_once(begin, played) != made_at_once(as_general(begin), played):
            yield f"{name} {game.write_position(begin)}: {played}"
        if legal and left and "check" not in state.notes():
            state.push_unchecked(PASSING)
        else:
            state, left = game.initial_state(), LONGEST
        begin, played = state.copy(), []


if __name__ == "__main__":
    differences = 0
    for game_name in games():
        for difference in compare(game_name, int(sys.argv[1]), seed=int(sys.argv[2]) if sys.argv[2:] else 1):
            differences += 1
            print(difference)  # noqa: T201
        print(f"{game_name}: {sys.argv[1]} moves, {differences} differences so far", flush=True)  # noqa: T201
    sys.exit(differences > 0)
