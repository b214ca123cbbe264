"""Drawn things of a page, each in it once however many games and boards have it.

>>> symbols = Symbols()
>>> symbols.put('<path d="M0 0"/>'), symbols.put('<path d="M1 1"/>'), symbols.put('<path d="M0 0"/>')
('y0', 'y1', 'y0')
>>> "".join(symbols.definitions())
'<g id="y0"><path d="M0 0"/></g><g id="y1"><path d="M1 1"/></g>'
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

LEAST: Final = 60  # characters of path data from which on it pays to refer to it

_PATH: Final = re.compile(r'<path((?: [a-z-]+="[^"]*")*?) d="([^"]+)"((?: [a-z-]+="[^"]*")*)/>')


class Symbols:
    """What is defined in front of everything else on a page, and used from there."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        self.patterns: dict[str, str] = {}
        """What has its own id already."""

    def put(self, drawn: str, *, shared: bool = False) -> str:
        """The id of a drawing.

        shared: its long paths are those of others too: a piece's body is his outline as well, and his rival's.
        """
        return self._name(f"<g>{_PATH.sub(self._shared, drawn) if shared else drawn}</g>")

    def put_path(self, data: str) -> str:
        """The id of a path without colours."""
        return self._name(f'<path d="{data}"/>')

    def _shared(self, path: re.Match[str]) -> str:
        before, data, behind = path.groups()
        return path[0] if len(data) < LEAST else f'<use href="#{self.put_path(data)}"{before}{behind}/>'

    def _name(self, element: str) -> str:
        return self._names.setdefault(element, f"y{len(self._names)}")

    def definitions(self) -> Iterator[str]:
        """All of them."""
        yield from self.patterns.values()
        for element, name in self._names.items():
            yield re.sub("^<([a-z]+)", rf'<\1 id="{name}"', element, count=1)
