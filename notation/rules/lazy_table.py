"""Tables that are filled entry by entry, as a game uses only a part of each."""

from collections.abc import Callable
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class LazyTable(dict[K, V]):
    """A dictionary whose values are made of their keys when they are first asked for.

    >>> squares = LazyTable(lambda number: number * number)
    >>> squares[3], dict(squares)
    (9, {3: 9})
    """

    def __init__(self, make: Callable[[K], V]) -> None:
        self.make = make

    def __missing__(self, key: K) -> V:
        self[key] = made = self.make(key)
        return made
