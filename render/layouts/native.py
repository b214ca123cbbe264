"""Names at the rim as the diagrams of shogi and xiangqi have them, in place of those of the cells."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from fairyscore.render.geometry import Box, Point
from fairyscore.render.layouts.base import DOWN, LEFT, RIGHT, Layout, Sign

UP: Final = Point(0, -1)
HAN: Final = "一二三四五六七八九十"


def named_natively(layout: Layout, rim: str) -> Layout:
    """A board with the names of a game's diagrams, `shogi` or `xiangqi`; as it is for any other word."""
    signs = _SIGNS.get(rim)
    if signs is None:
        return layout
    columns = sorted({spot.centre.x for spot in layout.spots})
    rows = sorted({spot.centre.y for spot in layout.spots})
    turned = layout.turn not in (0, 1)
    return replace(layout, signs=tuple(signs(columns, rows, layout.field, turned)))


def _shogi(columns: list[float], rows: list[float], field: Box, turned: bool) -> Iterator[Sign]:
    """Files in digits from the first player's right, ranks in characters from his far side: above and at the right."""
    edge, away = (field.bottom, DOWN) if turned else (field.top, UP)
    side, beside = (field.left, LEFT) if turned else (field.right, RIGHT)
    for number, x in enumerate(columns if turned else columns[::-1], 1):
        yield Sign(str(number), Point(x, edge), away)
    for number, y in enumerate(rows[::-1] if turned else rows, 1):
        yield Sign(han(number), Point(side, y), beside)


def _xiangqi(columns: list[float], rows: list[float], field: Box, turned: bool) -> Iterator[Sign]:
    """Files from each player's own right: in characters at Red's side, in digits at Black's."""
    for number, x in enumerate(columns, 1):
        mirrored = len(columns) + 1 - number
        red, black = (han(number), str(mirrored)) if turned else (han(mirrored), str(number))
        yield Sign(red, Point(x, field.top if turned else field.bottom), UP if turned else DOWN)
        yield Sign(black, Point(x, field.bottom if turned else field.top), DOWN if turned else UP)


def han(number: int) -> str:
    """A number in Chinese characters, up to nineteen; in digits beyond.

    >>> han(3), han(10), han(18), han(25)
    ('三', '十', '十八', '25')
    """
    if 10 < number < 20:
        return HAN[9] + HAN[number - 11]
    return HAN[number - 1] if number <= len(HAN) else str(number)


_SIGNS: dict[str, Callable[[list[float], list[float], Box, bool], Iterator[Sign]]] = {
    "shogi": _shogi,
    "xiangqi": _xiangqi,
}
