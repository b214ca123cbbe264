"""Walks of another program (vchess) on games of other captures and turns: a game or two here, all in the nightly run."""

from pathlib import Path

import pytest
from nightly import sampled
from turn_walks import compared, read

DATA = Path(__file__).parent / "data" / "turn_walks.jsonl"
WALKS = {walk["game"]: walk for walk in read([DATA])}


@pytest.mark.parametrize("name", sampled(list(WALKS), 6))
def test_a_walk_is_equal(name: str) -> None:
    assert list(compared([WALKS[name]])) == [(name, "")]


def test_a_difference_is_told() -> None:
    walk = {**WALKS["Rifle"], "plies": [{**WALKS["Rifle"]["plies"][0], "legal": 21}]}
    assert list(compared([walk])) == [("Rifle", "walk 1, ply 1: 20 legal moves, 21 there")]
    assert list(compared([{**walk, "game": "Nobody's Chess"}])) == [("Nobody's Chess", "not there")]
