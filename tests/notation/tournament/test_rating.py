"""The table of rating differences against the curve that it comes from."""

from statistics import NormalDist

from fairyscore.notation.tournament.rating import DIFFERENCES, performance

CURVE = NormalDist(0, 2000 / 7)
"""Elo's curve: a class of 200 points, and 10/7 for the square root of two."""


def upper_difference(percent: int) -> int:
    """The largest difference at which the expected score rounds to so many per cent (table 8.1.2)."""
    return int(CURVE.inv_cdf(percent / 100 + 0.005))


def test_each_difference_is_the_middle_of_its_range() -> None:
    for percent in range(51, 100):
        middle = (upper_difference(percent - 1) + 1 + upper_difference(percent)) / 2
        assert abs(DIFFERENCES[percent - 50] - middle) <= 1, percent


def test_the_table_is_close_to_the_normal_distribution() -> None:
    """p = Phi(d / (200 sqrt 2)) gives each score up to a per cent and a half; a full score is 800 by rule."""
    normal = NormalDist(0, 200 * 2**0.5)
    for percent in range(50, 100):
        assert abs(100 * normal.cdf(DIFFERENCES[percent - 50]) - percent) <= 0.9, percent
    assert (DIFFERENCES[0], DIFFERENCES[50]) == (0, 800)


def test_performance_below_half_and_at_the_ends() -> None:
    assert performance([2000] * 4, [0, 0, 0, 1]) == 2000 - 193
    assert performance([2000, 2001], [0, 0]) == 2001 - 800
    assert performance([2000] * 3, [1, 1, 1]) == 2800
