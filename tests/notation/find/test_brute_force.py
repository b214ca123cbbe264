"""Random queries on random games of twenty variants: what is found is what the plain evaluation finds."""

import io
import random

import pytest
from brute_queries import Writer, random_game
from nightly import NIGHTLY

from fairyscore.notation.find.asking import bound_in
from fairyscore.notation.find.query import Query
from fairyscore.notation.find.walk import Walk
from fairyscore.notation.reader import reader_named
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.replay import BatchForm, Validator
from fairyscore.notation.work.find import find

VARIANTS = (
    "chess", "cylindrical", "caliph-qi", "tor-qi", "circular-66", "circular-70", "kaleidochess", "kaleidochess:players=4",
    "chamaeleon", "chamaeleon:players=3,start=drop", "crazyhouse", "three-check", "atomic", "shogi", "xiangqi",
    "makruk", "seirawan", "duck-chess", "antichess", "capablanca",
)  # fmt: skip
GAMES = 25 if NIGHTLY else 1
QUERIES = 4 if NIGHTLY else 8
"""For each game; in all 2,000 with the profile `nightly`."""


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("name", VARIANTS)
def test_what_is_found_is_what_is_there(name: str, seed: int) -> None:
    brute, text = random_game(name, seed)
    verdict = Validator().judge(GameText(1, text, 1))
    ((scanned, _),) = reader_named(None, None).judged(io.StringIO(text), BatchForm.ROWS)
    assert verdict.plies == len(brute.positions) - 1
    writer = Writer(random.Random(f"{name} {seed} queries"), brute)
    for _ in range(QUERIES):
        written = writer.query()
        query = Query.parse(written)
        bound, _ = bound_in(query, verdict.game)
        walk = Walk.of(verdict)
        found = [ply for ply in range(walk.plies + 1) if bound.test(walk, ply)]
        assert found == brute.places(query), (written, text)
        for way in (verdict, scanned):
            assert bound.first(Walk.of(way)) == (found[0] if found else None), (written, text)
        assert Query.parse(str(query)) == query


@pytest.mark.parametrize("name", VARIANTS)
def test_files_are_sifted_to_the_games_that_fit(name: str) -> None:
    """The compiled scanner holds back no game that fits, and finds the place where it says one."""
    games = [random_game(name, seed) for seed in range(4)]
    text = "".join(text for _, text in games)
    writer = Writer(random.Random(f"{name} sifted"), games[0][0])
    for _ in range(100 if NIGHTLY else 12):
        written = writer.query()
        query = Query.parse(written)
        places = [brute.places(query) for brute, _ in games]
        expected = [(number, found[0]) for number, found in enumerate(places, 1) if found]
        assert [(one.number, one.ply) for one in find(query, io.StringIO(text))] == expected, (written, text)
        others = [(one.number, one.ply) for one in find(query.inverted, io.StringIO(text))]
        assert others == [(number, 0) for number, found in enumerate(places, 1) if not found], (written, text)
