"""Stretches of random games of the shipped variants: how many moves there are before each, and where it leads.

Fairy-Stockfish counts the same where it knows the game by the same name (pyffish 0.0.90).
"""

from pathlib import Path

import pytest
from general_games import general, general_in_python
from nightly import NIGHTLY

from fairyscore.notation.moves import uci
from fairyscore.notation.rules.moves import ParsedMove
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.variants import sources

DATA = Path(__file__).resolve().parents[3] / "data" / "walks_general.tsv"


def stretches(*, every: bool) -> dict[str, list[list[str]]]:
    """By game the rows of the table; those behind the second heading only where every game is wanted."""
    found: dict[str, list[list[str]]] = {}
    for line in DATA.read_text(encoding="utf-8").splitlines():
        if line.startswith("# Only") and not every:
            break
        if not line.startswith("#"):
            name, *row = line.split("\t")
            found.setdefault(name, []).append(row)
    return found


WALKS = stretches(every=NIGHTLY)


@pytest.mark.parametrize("name", WALKS)
def test_stretches_of_random_games(name: str) -> None:
    for row in WALKS[name]:
        follow(general(name), row)


@pytest.mark.parametrize("name", WALKS)
def test_plain_python_goes_the_same_way(name: str) -> None:
    """Without the compiled core: one long stretch, since it takes longer, and the positions for single rules."""
    first, *others = WALKS[name]
    for row in (first, *(row for row in others if len(row[1].split()) <= 2)):
        follow(general_in_python(name), row)


def follow(game: Variant, row: list[str]) -> None:
    """Make the moves of a stretch, and compare all that the table has of them."""
    start, moves, counts, last, ending = row
    state = game.read_position(start)
    assert game.write_position(state) == start
    counted = []
    for text in moves.split():
        counted.append(str(len(state.moves())))
        assert state.outcome() is None
        parsed = uci.read(text, game)
        assert isinstance(parsed, ParsedMove)
        assert state.push(parsed), (start, text)
    outcome = state.outcome()
    assert [*counted, str(len(state.moves()))] == counts.split(), start
    assert game.write_position(state) == last
    assert (f"{outcome.ending.value} {outcome.result}" if outcome else "") == ending, start


def test_every_game_is_in_the_table() -> None:
    assert set(stretches(every=True)) == set(sources.shipped_names())
