"""Names at the rim as the moves beside a board call its cells, in place of those of the board."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from fairyscore.render.geometry import Point
from fairyscore.render.layouts.base import DOWN, LEFT, RIGHT, UP, Layout, Sign, in_common

HAN: Final = "一二三四五六七八九十"

FROM_FAR_RIGHT: Final = frozenset(("hodges", "usi", "japanese"))
"""Notations that count from the first player's right and his far side, where their diagrams have the names."""

FROM_OWN_RIGHT: Final = frozenset(("wxf", "chinese"))
"""Notations in which each player counts files from his own right; the second one in digits."""


def renamed(layout: Layout, naming: str, cells: Sequence[str]) -> Layout:
    """A board with what its cells have in common in a notation. naming: of that; cells: what it calls them."""
    return replace(layout, signs=tuple(_signs(layout, naming, cells)))


def _signs(layout: Layout, naming: str, cells: Sequence[str]) -> Iterator[Sign]:
    """Files below and ranks at the left; where the first player's far right is counted from, above and at the right."""
    places, field = [tuple(spot.centre) for spot in layout.spots], layout.field
    files, ranks = (_common(cells, places, axis) for axis in (0, 1))
    first_below, from_far = layout.turn in (0, 1), naming in FROM_FAR_RIGHT
    above = from_far if first_below else naming in FROM_OWN_RIGHT
    beyond = (field.top, UP), (field.bottom, DOWN)
    (edge, away), (other_edge, back) = beyond if above else beyond[::-1]
    for x, text in files.items():
        yield Sign(text, Point(x, edge), away)
    if naming in FROM_OWN_RIGHT:
        for number, x in enumerate(files if first_below else reversed(files), 1):
            yield Sign(str(number), Point(x, other_edge), back)
    side, beside = (field.right, RIGHT) if from_far and first_below else (field.left, LEFT)
    for y, text in ranks.items():
        yield Sign(text, Point(side, y), beside)


def _common(cells: Sequence[str], places: Sequence[tuple[float, ...]], axis: int) -> dict[float, str]:
    """By column or row what the names there have in common, without the point between file and rank."""
    return {at: text.strip(".") for at, text in in_common(cells, places, axis).items()}


def han(number: int) -> str:
    """A number in Chinese characters, up to nineteen; in digits beyond.

    >>> han(3), han(10), han(18), han(25)
    ('三', '十', '十八', '25')
    """
    if 10 < number < 20:
        return HAN[9] + HAN[number - 11]
    return HAN[number - 1] if number <= len(HAN) else str(number)
