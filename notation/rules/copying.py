"""How a position that changes is kept: as a copy with lists of its own."""

from collections.abc import Mapping
from typing import ClassVar, Self


class Copied:
    """What its `fields` hold by name, and what for. Lists change in place; all else is replaced."""

    __slots__ = ()
    fields: ClassVar[Mapping[str, str]]

    def copy(self) -> Self:
        """The same position on a table of its own."""
        twin = object.__new__(type(self))
        for name in self.fields:
            value = getattr(self, name)
            setattr(twin, name, value[:] if type(value) is list else value)
        return twin
