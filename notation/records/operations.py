"""The operations of EPD, which say something of a position: what each opcode has behind it.

>>> "bm" in MOVES, "ce" in INTEGERS, OPCODES > MOVES | LINES | INTEGERS
(True, True, True)
"""

MOVES = frozenset(("am", "bm", "pm", "rm", "sm"))
"""One or several moves, each of them legal in the position."""

LINES = frozenset(("pv", "sv"))
"""Moves one after another, from the position on."""

INTEGERS = frozenset(("acd", "acn", "acs", "ce", "dm", "fmvn", "hmvc", "rc"))
"""A whole number."""

_TEXTS = (
    "eco", "id", "nic", "noop", "draw_accept", "draw_claim", "draw_offer", "draw_reject", "resign", "tcgs", "tcri", "tcsi",
    *(f"{letter}{digit}" for letter in "cv" for digit in range(10)),
)  # fmt: skip

OPCODES = frozenset(_TEXTS) | MOVES | LINES | INTEGERS
"""All that the standard has; programs add their own."""
