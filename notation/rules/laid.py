"""Tables of which a game uses a part only."""

from collections.abc import Callable
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Laid(dict[K, V]):
    """A dictionary whose values are made of their keys when they are first asked for.

    >>> squares = Laid(lambda number: number * number)
    >>> squares[3], dict(squares)
    (9, {3: 9})
    """

    def __init__(self, lay: Callable[[K], V]) -> None:
        self.lay = lay

    def __missing__(self, key: K) -> V:
        self[key] = made = self.lay(key)
        return made
