"""Where pieces go on the empty board: cases by eye, and a brute-force search that follows the page word by word."""

from itertools import pairwise

import pytest

from fairyscore.notation.boards import bits
from fairyscore.notation.rules.castles.state import CastleState
from fairyscore.notation.rules.castles.tables import (
    CastlesPieceType,
    crossings,
    distance,
    fewest_crossings,
    goals,
    paths,
    ways,
)
from fairyscore.notation.variants import variant
from fairyscore.notation.variants.kaleidochess import BOARD, KINDS

BY_LETTER = {kind.letter: kind for kind in KINDS}


def targets(letter: str, start: str) -> set[str]:
    return {BOARD.cells[cell] for cell in ways(BOARD, BY_LETTER[letter], BOARD.index[start])}


@pytest.mark.parametrize(
    ("letter", "start", "reached"),
    [
        ("P", "00", "1A 2A 3A 4A 5A 6A 7A 8A"),
        ("P", "1J", "1G 1I 1K"),
        ("V", "1J", "1F 1G 1H 1I 1K"),
        ("P", "1A", "00 2A 8A 1B 1C"),
        ("V", "1A", "00 2A 8A 1B 1C 2B 8C"),
        # Two steps of which one at most may cross a ring border: along the outer ring, or once inward.
        ("H", "1J", "1F 1H 8K 2I"),
        ("E", "1J", "1F 1G 1H 2F 8H 8K 2I"),
        # From the centre out is a border already, so a horse goes on along ring 1.
        ("H", "00", "1A 2A 3A 4A 5A 6A 7A 8A"),
    ],
)
def test_targets_by_eye(letter: str, start: str, reached: str) -> None:
    assert targets(letter, start) == set(reached.split())


def test_the_page_s_own_example_is_a_flight_of_the_wizard() -> None:
    assert "2F" in targets("W", "1B")


def brute_force(kind: CastlesPieceType, path: list[int]) -> set[int]:
    """The page word by word: so many steps, no field twice, one circular line once."""
    if len(path) == kind.steps + 1:
        crossed = sum(BOARD.ring[a] != BOARD.ring[b] for a, b in pairwise(path))
        return {path[-1]} if kind.roams or crossed <= 1 else set()
    touching = BOARD.sides[path[-1]] + (BOARD.corners[path[-1]] if kind.flies else ())
    return {end for cell in touching if cell not in path for end in brute_force(kind, [*path, cell])}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_ways_are_those_of_a_brute_force_search(kind: CastlesPieceType) -> None:
    # One slice and the centre are enough: the board looks the same from every slice.
    for start in (cell for cell, name in enumerate(BOARD.cells) if name == "00" or name[0] == "1"):
        assert set(ways(BOARD, kind, start)) == brute_force(kind, [start])


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_masks_are_those_of_the_paths(kind: CastlesPieceType) -> None:
    start = BOARD.index["2G"]
    found = ways(BOARD, kind, start)
    for path in paths(BOARD, kind, start):
        assert len(set(path)) == kind.steps + 1
        between = set(path[1:-1])
        assert any(set(bits(mask)) <= between for mask in found[path[-1]])
        assert kind.roams or crossings(BOARD, path) <= 1
    assert list(found) == sorted(found)
    if kind.flies:
        assert set(found.values()) == {(0,)}


@pytest.mark.parametrize(
    ("letter", "start", "target", "steps", "circles"),
    [
        ("H", "2G", "2J", 1, None),  # next to it, and a detour of two steps does not exist
        ("L", "1F", "3F", 6, None),  # round the ring
        ("D", "1G", "1B", None, 2),  # ring 4 to ring 2: two borders at least, and exactly two will do
        ("P", "1J", "5J", 12, None),
        ("W", "1J", "1J", 0, None),
    ],
)
def test_distances_and_crossings(letter: str, start: str, target: str, steps: int | None, circles: int | None) -> None:
    kind, ends = BY_LETTER[letter], (BOARD.index[start], BOARD.index[target])
    assert distance(BOARD, kind, *ends) == steps
    assert fewest_crossings(BOARD, kind, *ends) == circles


@pytest.mark.parametrize(
    ("letter", "ways_there"),
    [
        ("H", {"1F": "1J 1G 1F, 1J 1I 1F", "1H": "1J 1G 1H, 1J 1K 1H", "2I": "1J 1K 2I", "8K": "1J 1I 8K"}),  # walks
        ("V", {"1F": "1J 1F", "1G": "1J 1G", "1H": "1J 1H", "1I": "1J 1I", "1K": "1J 1K"}),  # flies
    ],
)
def test_goals_have_the_ways_there(letter: str, ways_there: dict[str, str]) -> None:
    state = variant("kaleidochess").initial_state()
    assert isinstance(state, CastleState)
    found = goals(state.sheet, 0, KINDS.index(BY_LETTER[letter]), BOARD.index["1J"])
    ways = {
        BOARD.cells[goal.target]: ", ".join(" ".join(BOARD.cells[cell] for cell in way) for way in goal.ways)
        for goal in found
    }
    assert ways == ways_there
