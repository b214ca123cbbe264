"""What a replay notes of a table: lines that are gone, who is out, who must pass."""

from __future__ import annotations

from collections.abc import Iterator

from fairyscore.notation.rules.colours.play import ColourPlay
from fairyscore.notation.rules.colours.tables import EAST, NORTH, SOUTH, WEST

LINES = (("file", WEST, EAST), ("rank", SOUTH, NORTH))
"""How lines are called, and the two sides they can go from, in the order of their names."""


def _seat_name(state: ColourPlay, seat: int) -> str:
    return state.tables.sheet.seats[seat].name


def notes(state: ColourPlay) -> tuple[str, ...]:
    """Lines that are gone, who is out, and whether the mover must pass.

    A note is made for each: `files a, b are gone`, `rank 8 is gone`, `silver is out`, `black must pass`.
    """
    return (*_lines_gone(state), *_seats_out(state), *_passing(state))


def news(before: ColourPlay, after: ColourPlay) -> tuple[str, ...]:
    """The lines that a move made go, and who has lost his last piece by it: `file g is gone`, `silver is out`."""
    out = tuple(note for note in _seats_out(after) if note not in _seats_out(before))
    return (*_lines_gone(after, before), *out)


def _lines_gone(state: ColourPlay, before: ColourPlay | None = None) -> Iterator[str]:
    """A note on the files and one on the ranks that are gone, without those that were gone before."""
    for word, low, high in LINES:
        gone = sorted(set(_gone(state, low, high)) - set(_gone(before, low, high) if before is not None else ()))
        if gone:
            yield f"{word}s {', '.join(gone)} are gone" if len(gone) > 1 else f"{word} {gone[0]} is gone"


def _gone(state: ColourPlay, low: int, high: int) -> tuple[str, ...]:
    names, lost = state.tables.line_names, state.lost
    return (*names[low][: lost[low]], *names[high][: lost[high]])


def _seats_out(state: ColourPlay) -> Iterator[str]:
    for seat, left in enumerate(state.left):
        if not left and not any(state.hands):
            yield f"{_seat_name(state, seat)} is out"


def _passing(state: ColourPlay) -> Iterator[str]:
    if state.must_pass():
        yield f"{_seat_name(state, state.turn)} must pass"
