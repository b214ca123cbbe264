"""Rating performance by the table of the FIDE Rating Regulations, 8.1.1: the mean rating of the opponents and a difference
for the score.

>>> performance([2000, 2100], [1.0, 0.5])
2243
>>> performance([], []) is None
True
"""

from collections.abc import Sequence
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


def performance(ratings: Sequence[int], points: Sequence[float]) -> int | None:
    """The performance against opponents with these ratings; None without any. The score is rounded to whole per cent."""
    if not ratings:
        return None
    score = int(100 * sum(points) / len(points) + 0.5)
    difference = DIFFERENCES[abs(score - 50)] * (1 if score >= 50 else -1)
    return int(sum(ratings) / len(ratings) + 0.5) + difference
