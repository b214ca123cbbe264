"""What NAGs mean, in words (PGN 10): for those that have no glyph, and for people who have them read aloud.

>>> meaning_of(1), meaning_of(33), meaning_of(128), meaning_of(9999)
('good move', 'Black is moderately ahead in development', 'White played the ending very well', '')
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final

_MOVES: Final = (
    (1, "good move"),
    (2, "mistake"),
    (3, "very good move"),
    (4, "blunder"),
    (5, "interesting move"),
    (6, "doubtful move"),
    (7, "forced move"),
    (8, "the only move"),
    (9, "worst move"),
    (10, "drawish position"),
    (11, "equal chances, quiet position"),
    (12, "equal chances, active position"),
    (13, "unclear position"),
    (140, "with the idea"),
    (141, "directed against"),
    (142, "better is"),
    (143, "worse is"),
    (144, "equivalent is"),
    (145, "editorial comment"),
    (146, "novelty"),
)
"""What belongs to no side; from 140 on as editors have it."""

_GRADES: Final = ("slightly", "moderately", "decisively")
_GOOD: Final = ("very weak", "moderately weak", "moderately strong", "very strong")
_PLAYED: Final = ("very poorly", "poorly", "well", "very well")

_SIDES: Final = (
    (14, ("is {} better",), _GRADES),
    (20, ("is winning: the rest could be resigned",), ("",)),
    (22, ("is in zugzwang",), ("",)),
    (24, ("has {} more space",), _GRADES),
    (30, ("is {} ahead in development",), _GRADES),
    (36, ("has the initiative", "has a lasting initiative", "has the attack"), ("",)),
    (42, ("has {} compensation for the material",), ("insufficient", "enough", "more than enough")),
    (48, ("controls the centre {}", "controls the king's side {}", "controls the queen's side {}"), _GRADES),
    (66, ("has a {} first rank",), ("vulnerable", "well protected")),
    (70, ("has a {} king",), ("poorly protected", "well protected", "poorly placed", "well placed")),
    (78, ("has a {} pawn structure",), _GOOD),
    (86, ("has a {} knight", "has a {} bishop", "has a {} rook", "has a {} queen"), ("poorly placed", "well placed")),
    (102, ("has {} coordinated pieces",), ("poorly", "well")),
    (106, ("played the opening {}", "played the middlegame {}", "played the ending {}"), _PLAYED),
    (130, ("has {} counterplay",), ("slight", "moderate", "decisive")),
    (136, ("is {} short of time",), ("moderately", "severely")),
)
"""A first number, sentences and what is filled in: White's and Black's numbers stand in turn."""


def _sided() -> Iterator[tuple[int, str]]:
    for first, sentences, fillings in _SIDES:
        said = (sentence.format(filling) for sentence, filling in product(sentences, fillings))
        for place, (half, side) in enumerate(product(said, ("White", "Black"))):
            yield first + place, f"{side} {half}"


MEANINGS: Final = dict(sorted((*_MOVES, *_sided())))
"""By the number of the NAG."""


def meaning_of(nag: int) -> str:
    """What a NAG means, empty where nobody gave it a meaning."""
    return MEANINGS.get(nag, "")
