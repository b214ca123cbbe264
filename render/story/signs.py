"""How books print signs and results."""

from __future__ import annotations

from typing import Final

from fairyscore.notation.records.nags import GLYPHS

SIGNS: Final = {
    **GLYPHS,
    8: "□",
    11: "=",
    18: "+−",
    19: "−+",
    12: "=",
    **dict.fromkeys((22, 23), "⨀"),
    **dict.fromkeys(range(32, 36), "⟳"),
    **dict.fromkeys(range(36, 40), "↑"),
    **dict.fromkeys((40, 41), "→"),
    **dict.fromkeys(range(132, 136), "⇆"),
    **dict.fromkeys(range(136, 140), "⊕"),
    140: "∆",
    141: "∇",
    142: "⌓",
}
"""What books print for a NAG, also for those that records write as numbers only."""

TOUCHING: Final = (
    "!",
    "?",
    "!!",
    "??",
    "!?",
    "?!",
)  # glyphs that stand right behind the move; others are a little apart
RESULTS: Final = {"1/2": "½", "-": "–"}  # how results are printed


def printed(result: str) -> str:
    """A result as books print it.

    >>> printed("1/2-1/2"), printed("0-0-1"), printed("*")
    ('½–½', '0–0–1', '*')
    """
    for said, shown in RESULTS.items():
        result = result.replace(said, shown)
    return result
