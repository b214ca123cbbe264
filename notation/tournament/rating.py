"""Rating performance by the table of the FIDE Rating Regulations, 8.1.1: the mean rating of the opponents and a difference
for the score.

>>> performance([2000, 2100], [1.0, 0.5])
2243
>>> performance([], []) is None
True
"""

from bisect import bisect_left
from collections.abc import Sequence
from math import floor
from typing import Final

DIFFERENCES: Final = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184, 193),
    *(202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538),
    *(589, 677, 800),
)
"""For scores of 50, 51, ... 100 per cent; below 50 per cent the difference is that of the opponents.

The regulations print this table; it is not the rounded inverse of one formula. Each entry is the middle of the range of
differences that table 8.1.2 gives for the score, and those ranges are the normal distribution with a standard deviation of
2000/7 points. The tests compute both.
"""

LARGEST: Final = (
    *(
        3,
        10,
        17,
        25,
        32,
        39,
        46,
        53,
        61,
        68,
        76,
        83,
        91,
        98,
        106,
        113,
        121,
        129,
        137,
        145,
        153,
        162,
        170,
        179,
        188,
        197,
    ),
    *(
        206,
        215,
        225,
        235,
        245,
        256,
        267,
        278,
        290,
        302,
        315,
        328,
        344,
        357,
        374,
        391,
        411,
        432,
        456,
        484,
        517,
        559,
        619,
    ),
    735,
)
"""The largest differences for which table 8.1.2 expects 50, 51, ... 99 per cent; beyond the last one it expects all."""

NO_POINTS: Final = 800
"""How far below the weakest opponent the performance of a player without points is."""


def performance(ratings: Sequence[int], points: Sequence[float]) -> int | None:
    """The performance against opponents with these ratings; None without any. The score is rounded to whole per cent."""
    if not ratings:
        return None
    return rounded(sum(ratings) / len(ratings)) + difference_for(sum(points) / len(points))


def difference_for(score: float) -> int:
    """How far above the opponents who scores such a part of the points performs, by whole per cent.

    >>> difference_for(0.5), difference_for(7 / 9), difference_for(0)
    (0, 220, -800)
    """
    percent = rounded(100 * score)
    return DIFFERENCES[abs(percent - 50)] * (1 if percent >= 50 else -1)


def expected_score(difference: int) -> float:
    """The score that table 8.1.2 expects of who is so many points better.

    >>> expected_score(0), expected_score(100), expected_score(-800)
    (0.5, 0.64, 0.0)
    """
    percent = 50 + bisect_left(LARGEST, abs(difference))
    return (percent if difference >= 0 else 100 - percent) / 100


def perfect_performance(ratings: Sequence[int], points: float) -> int | None:
    """The lowest rating that expects so many points or more against these opponents (C.07, 10.3); None without any.

    >>> perfect_performance([2000, 2100], 1.5), perfect_performance([2000], 0)
    (2246, 1200)
    """
    if not ratings:
        return None
    if not points:
        return min(ratings) - NO_POINTS

    def is_enough(rating: int) -> bool:
        hundredths = sum(rounded(100 * expected_score(rating - other)) for other in ratings)
        return hundredths >= rounded(100 * points)

    lowest = min(ratings) - NO_POINTS
    return lowest + bisect_left(range(lowest, max(ratings) + NO_POINTS), True, key=is_enough)


def rounded(value: float) -> int:
    """A value as a whole number, halves up."""
    return floor(value + 0.5)
