"""Games written for other programs: what is written is read back, and its moves are compared with those of the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import TYPE_CHECKING, Any

from fairyscore.notation.moves import uci
from fairyscore.notation.rules.variant import PositionError
from fairyscore.notation.variants.catalog import find_shipped
from fairyscore.notation.variants.document import document_of
from fairyscore.notation.variants.file_game import build
from fairyscore.notation.variants.file_reader import document_in
from fairyscore.notation.variants.ini_writer import Written
from fairyscore.notation.variants.mistakes import VariantFileError
from fairyscore.notation.variants.sources import VariantSource

if TYPE_CHECKING:
    from fairyscore.notation.rules.moves import Move
    from fairyscore.notation.rules.state import State
    from fairyscore.notation.rules.variant import Variant

WALKS, PLIES = 6, 40  # games played at random on both sides, and how long each of them is at most
SHOWN = 4  # moves named in a message


def difference(name: str, data: Mapping[str, Any], written: Written) -> str:
    """The first difference between a game and the settings written for it; empty where none was found.

    data: the game's document. The settings are read as those of any file, and the legal moves of both games are compared:
    in the start, after each first move, and in games played at random. Raises `VariantFileError` if `data` is not a game.
    """
    game = build(name, document_of(dict(data), name))
    source = VariantSource(name, "variants.ini", written.section(name), ini=True)
    try:
        other = build(name, document_in(source, find_shipped))
    except VariantFileError as error:
        return "; ".join(dict.fromkeys(mistake.message for mistake in error.mistakes))
    except PositionError as error:
        return "; ".join(error.problems)
    return next(_differences(game, other), "")


def _differences(game: Variant, other: Variant) -> Iterator[str]:
    """The places where two games have other legal moves."""
    first = _moves(game.initial_state(), game)
    yield from _at_end_of(game, other, ())
    for text in first:
        yield from _at_end_of(game, other, (text,))
    for number in range(WALKS):
        random = Random(number)
        line: tuple[str, ...] = ()
        state = game.initial_state()
        while len(line) < PLIES and (moves := _moves(state, game)):
            text = random.choice(sorted(moves))
            state.push_unchecked(moves[text])
            line = (*line, text)
        yield from _along(game, other, line)


def _at_end_of(game: Variant, other: Variant, line: tuple[str, ...]) -> Iterator[str]:
    """Where the moves at the end of a line differ. The moves before it are legal in both games."""
    states = []
    for one in (game, other):
        state = one.initial_state()
        for text in line:
            state.push_unchecked(_moves(state, one)[text])
        states.append(state)
    yield from _compared(states[0], states[1], game, other, line)


def _along(game: Variant, other: Variant, line: tuple[str, ...]) -> Iterator[str]:
    """The first place of a line where the moves differ."""
    state, theirs = game.initial_state(), other.initial_state()
    for ply, text in enumerate(line):
        found = list(_compared(state, theirs, game, other, line[:ply]))
        if found:
            yield found[0]
            return
        state.push_unchecked(_moves(state, game)[text])
        theirs.push_unchecked(_moves(theirs, other)[text])


def _compared(state: State, theirs: State, game: Variant, other: Variant, line: tuple[str, ...]) -> Iterator[str]:
    here, there = _moves(state, game), _moves(theirs, other)
    lost, new = sorted(here.keys() - there.keys()), sorted(there.keys() - here.keys())
    if lost or new:
        where = f"after {' '.join(line)}" if line else "in the start"
        parts = (
            f"{' '.join(moves[:SHOWN])} {says}" for moves, says in ((lost, "is missing"), (new, "is new")) if moves
        )
        yield f"{where} {', and '.join(parts)}"


def _moves(state: State, game: Variant) -> dict[str, Move]:
    return {uci.write(state, move, game): move for move in state.moves()}
