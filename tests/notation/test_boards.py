"""Boards: neighbours, rays and leaps that a person can check on paper."""

from collections import Counter

import pytest

from fairyscore.notation.boards import HEADINGS, HeadedBoard, bits, mask_of, rectangle, rings, slices

N, NE, E, SE, S, SW, W, NW = range(8)
KALEIDO = slices(8, (1, 2, 2, 3, 3))


def ray(board: HeadedBoard, cell: str, heading: int, stride: int = 1) -> str:
    return " ".join(board.cells[c] for c in board.ray(board.index[cell], heading, stride))


def test_masks_and_bits_are_each_other_backwards() -> None:
    assert list(bits(mask_of([5, 0, 63]))) == [0, 5, 63]


@pytest.mark.parametrize(
    ("cell", "heading", "cells"),
    [("a1", NE, "b2 c3 d4 e5 f6 g7 h8"), ("d4", W, "c4 b4 a4"), ("h8", N, ""), ("c1", NW, "b2 a3")],
)
def test_rays_of_a_flat_board_end_at_its_edge(cell: str, heading: int, cells: str) -> None:
    assert ray(rectangle(8, 8), cell, heading) == cells


def test_rays_of_a_cylinder_go_round_and_stop_before_their_start() -> None:
    board = rectangle(7, 8, "cylinder")
    assert ray(board, "f1", E) == "g1 a1 b1 c1 d1 e1"
    assert ray(board, "a1", E, 2) == "c1 e1 g1 b1 d1 f1"  # every second square meets all of an odd rank
    assert ray(board, "f2", NE) == "g3 a4 b5 c6 d7 e8"


@pytest.mark.parametrize(("voids", "fields"), [(1, 70), (2, 68), (3, 66)])
def test_rings_have_the_fields_of_the_three_boards(voids: int, fields: int) -> None:
    assert len(rings(voids).cells) == fields


@pytest.mark.parametrize(
    ("cell", "heading", "cells"),
    [
        ("a1", N, "a2 a3 a4 a5 a6 a7 a8"),  # straight across the centre (C-1)
        ("h1", E, ""),  # the void at White's right
        ("h2", E, "i2 a7 b7 c7 d7 e7 f7 g7 h7 i7 a2 b2 c2 d2 e2 f2 g2"),
        ("d4", NE, "e5 f6 g7 h8"),  # diagonals keep their way round: d4 has e5 and c5 across the centre
        ("d4", NW, "c5 b6 a7"),  # then the void between h1 and a8
    ],
)
def test_rays_of_rings(cell: str, heading: int, cells: str) -> None:
    assert ray(rings(1), cell, heading) == cells


def test_every_step_on_rings_has_a_way_back() -> None:
    """Symmetry is what a wrong table would break first."""
    for voids in (1, 2, 3):
        board = rings(voids)
        steps = Counter((a, there[0]) for row in board.ahead for a, there in enumerate(row) if there)
        assert all((b, a) in steps for a, b in steps)


def test_kaleidochess_has_89_fields_of_which_88_lie_in_rings() -> None:
    assert Counter(KALEIDO.ring) == {0: 1, 1: 8, 2: 16, 3: 16, 4: 24, 5: 24}


@pytest.mark.parametrize(
    ("cell", "sides", "corners"),
    [
        ("00", "1A 2A 3A 4A 5A 6A 7A 8A", ""),
        ("1A", "00 1B 1C 2A 8A", "2B 8C"),
        ("1D", "1B 1E 8E 1F 1G", "1C 8C 8H"),
        ("1J", "1G 1I 1K", "1F 1H"),
    ],
)
def test_neighbours_by_side_and_by_corner(cell: str, sides: str, corners: str) -> None:
    """RULES K-1: 1D touches 1F and 1G by a part of a side, 1A touches 2B by a corner."""
    number = KALEIDO.index[cell]
    assert set(KALEIDO.names(mask_of(KALEIDO.sides[number]))) == set(sides.split())
    assert set(KALEIDO.names(mask_of(KALEIDO.corners[number]))) == set(corners.split())


def test_touching_goes_both_ways() -> None:
    for cell in range(len(KALEIDO.cells)):
        assert all(KALEIDO.touching(other) >> cell & 1 for other in bits(KALEIDO.touching(cell)))


def test_there_are_eight_headings() -> None:
    assert len(HEADINGS) == len(set(HEADINGS)) == 8
