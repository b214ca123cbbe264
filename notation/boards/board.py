"""What every board has: named cells, numbered from 0. Rules work on the numbers, texts on the names."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """A finite set of named cells.

    cells: the names; a cell's number is its place in this tuple.
    index: name -> number.
    """

    cells: tuple[str, ...]
    index: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "index", {name: cell for cell, name in enumerate(self.cells)})

    def touch(self, one: int, other: int) -> bool:
        """Whether two cells share a side or a corner; boards with neighbours say so."""
        return False

    def line(self, origin: int, target: int) -> tuple[int, ...]:
        """The cells of the shortest straight line between two, both included; empty where none leads there."""
        return ()

    def mask(self, names: Iterable[str]) -> int:
        """The mask of named cells."""
        return mask_of(self.index[name] for name in names)

    def names(self, mask: int) -> tuple[str, ...]:
        """The names of the cells in a mask, in the order of their numbers."""
        return tuple(self.cells[cell] for cell in bits(mask))


def bits(mask: int) -> Iterator[int]:
    """The numbers of the set bits, lowest first.

    >>> list(bits(0b1010))
    [1, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(cells: Iterable[int]) -> int:
    """The mask with the bits of `cells` set.

    >>> mask_of([1, 3])
    10
    """
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask


def shortest(masks: set[int]) -> tuple[int, ...]:
    """Ways as the masks of what they pass, without those that contain another: who is free on one is free on the other.

    >>> shortest({0b110, 0b010, 0b001})
    (1, 2)
    """
    if len(masks) == 1:
        return tuple(masks)
    return tuple(sorted(m for m in masks if not any(o != m and o & m == o for o in masks)))
