"""The compiled kernel against the engine in plain Python: random games and fuzzed moves, position by position.

`python tests/kernel_differential.py 1000000` makes so many moves of every game that the kernel plays. Tests take a few.
"""

import random
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from fairyscore.notation.kernel import KERNEL, supports
from fairyscore.notation.moves import long, san
from fairyscore.notation.replay.compiled import changes_of
from fairyscore.notation.rules.moves import CASTLE, GO, GO_OR_CASTLE, NOT_SAID, PASSING, Move, ParsedMove
from fairyscore.notation.rules.royal.state import RoyalState
from fairyscore.notation.rules.variant import Notation, State, Variant
from fairyscore.notation.variants import GAMES, variant

LONGEST = 250
"""Plies of a random game."""


def games() -> list[str]:
    """The names of the games that the kernel plays."""
    states = {name: variant(name).initial_state() for name in GAMES}
    return [name for name, state in states.items() if isinstance(state, RoyalState) and supports(state.tables)]


def facts(state: RoyalState) -> tuple[object, ...]:
    """All that a position consists of; whether its king is suspect may differ."""
    victim = state.victim if state.passed >= 0 else NOT_SAID
    counts = (state.turn, state.passed, victim, state.rights, state.halfmove_clock, state.fullmove_number)
    return (state.board, state.pieces, state.kings, state.pool, *counts)


def said(state: RoyalState, move: Move, *, exact: bool = True) -> ParsedMove:
    """A legal move as a text asks for it."""
    if move.castle != NOT_SAID:
        return ParsedMove(CASTLE, move.origin, move.target, castle=state.tables.castlings[move.castle].rule.side)
    origin, kind = move.origin if exact else NOT_SAID, state.piece_type_at(move.origin)
    return ParsedMove(GO, origin, move.target, kind, capture=state.takes(move), becomes=move.becomes)


def made_together(begin: RoyalState, played: list[ParsedMove]) -> tuple[object, ...]:
    """What comes of moves that are made at once, by the kernel where there are many: how many, where, and the checks."""
    after, quiet = begin.copy(), set(range(len(played)))
    return after.push_many(played, None, quiet), facts(after), quiet


def made_singly(begin: RoyalState, played: list[ParsedMove]) -> tuple[object, ...]:
    """The same, one by one."""
    after, quiet = begin.copy(), set(range(len(played)))
    for made, parsed in enumerate(played):
        if not after.push(parsed):
            return made, facts(after), quiet
        if after.in_check():
            quiet.discard(made)
    return len(played), facts(after), quiet


def changed(begin: RoyalState, line: list[Move]) -> list[tuple[Any, int]] | None:
    """What `changes_of` tells of a line, in plain Python."""
    state, told = begin.copy(), []
    for move in line:
        before = state.copy()
        state.push_unchecked(move)
        pieces = [(cell, before.piece_at(cell), state.piece_at(cell)) for cell in range(state.tables.size)]
        checked = state.kings[state.turn] if state.in_check() else NOT_SAID
        told.append((tuple(change for change in pieces if change[1] != change[2]), checked))
    return None if PASSING in line else told


class Plain(RoyalState):
    """A position whose SAN is told by its moves."""

    __slots__ = ()
    san_facts = State.san_facts


def plain(state: RoyalState) -> RoyalState:
    """The same position, without the kernel where SAN is written."""
    twin = state.copy()
    twin.__class__ = Plain
    return twin


def written(begin: RoyalState, line: list[Move], game: Variant, notation: Notation) -> list[str]:
    """The texts of moves, one by one."""
    state, texts = plain(begin), list[str]()
    for move in line:
        texts.append(notation.write(state, move, game))
        state.push_unchecked(move)
    return texts


def asked(state: RoyalState, legal: list[Move], chance: random.Random) -> Iterator[ParsedMove]:
    """Legal moves as texts may ask for them, and the same with one thing changed."""
    tables = state.tables
    numbers = {"target": tables.size, "kind": len(tables.kinds), "becomes": len(tables.kinds), "castle": 3}
    for move in chance.sample(legal, min(3, len(legal))):
        parsed = said(state, move, exact=chance.random() < 0.5)
        if move.castle != NOT_SAID:
            parsed = replace(parsed, action=chance.choice([CASTLE, GO_OR_CASTLE]))
        elif chance.random() < 0.5:
            parsed = replace(parsed, capture=None)
        yield parsed
        field = chance.choice([*numbers, "origin", "sources", "capture"])
        changes: dict[str, Any] = {
            "origin": chance.randrange(tables.size),
            "sources": chance.getrandbits(tables.size),
            "capture": chance.choice([True, False]),
        }
        yield replace(parsed, **{field: changes.get(field, chance.randrange(numbers.get(field, 1)))})


def compare(name: str, moves: int, seed: int) -> Iterator[str]:
    """The differences over so many moves, legal and illegal ones, asked of the positions of random games."""
    assert KERNEL is not None
    chance, game = random.Random(seed), variant(name)
    state = game.initial_state()
    assert isinstance(state, RoyalState)
    kernel = KERNEL(state.tables, game.writing.null_moves, Move)
    twin, asked_for, left = state.copy(), 0, LONGEST
    begin, played, line = state.copy(), list[ParsedMove](), list[Move]()
    while asked_for < moves:
        legal = list(state.each_move())
        kernel.load(state)
        where = f"{name} {game.write_position(state)}"
        if (kernel.in_check(), kernel.has_move()) != (state.in_check(), bool(legal)):
            yield f"{where}: check or an end"
        if state.moves() != legal:
            yield f"{where}: the legal moves"
        for move in chance.sample(legal, min(2, len(legal))):
            if san.write(state, move, game) != san.write(plain(state), move, game):
                yield f"{where}: SAN of {move}"
        for parsed in asked(state, legal, chance):
            asked_for += 1
            after = state.copy()
            made = after.try_push(parsed)
            kernel.load(state)
            # Castling told by the rook's cell, as engines for Chess960 write it, is left to the engine.
            by_rook = made and parsed.action == GO and made.castle != NOT_SAID and parsed.target != made.target
            if kernel.push(parsed) is not (made is not None and not by_rook):
                yield f"{where}: {parsed}"
            elif made is not None and not by_rook:
                kernel.save(twin)
                if facts(twin) != facts(after) or kernel.last_move != made[:4] or (after.in_check() > twin.suspect):
                    yield f"{where}: {parsed} leads elsewhere"
        left -= 1
        passes = chance.random() < 0.02 and not state.in_check()
        if not legal or not left or passes:
            for notation in (san, long):
                if begin.line_texts(line, game.writing, notation.name) != written(begin, line, game, notation):
                    yield f"{name} {game.write_position(begin)}: {notation.name} of {line}"
            told = changes_of(game, end := begin.copy(), line)
            if told != changed(begin, line) or (told and facts(end) != facts(state)):
                yield f"{name} {game.write_position(begin)}: what {line} changes"
            if made_together(begin, played) != made_singly(begin, played):
                yield f"{name} {game.write_position(begin)}: {played}"
            if passes:
                state.push_unchecked(PASSING)
            else:
                state, left = game.initial_state(), LONGEST
                assert isinstance(state, RoyalState)
            begin, played, line = state.copy(), [], []
        else:
            move = chance.choice(legal)
            line.append(move)
            played.append(said(state, move, exact=chance.random() < 0.7))
            state.push_unchecked(move)


if __name__ == "__main__":
    differences = 0
    for game_name in games():
        for difference in compare(game_name, int(sys.argv[1]), seed=int(sys.argv[2]) if sys.argv[2:] else 1):
            differences += 1
            print(difference)  # noqa: T201
        print(f"{game_name}: {sys.argv[1]} moves, {differences} differences so far", flush=True)  # noqa: T201
    sys.exit(differences > 0)
