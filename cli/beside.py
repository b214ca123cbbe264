"""Pictures that belong to a text and stand beside it as `game-diagram-1.svg`. All of them are written, or none is."""

# ruff: noqa: PTH110, PTH113, PTH118, PTH119, PTH120, PTH122, PTH123
# A path may hold any bytes, and stays the text that it was.

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Callable
from contextlib import ExitStack, closing

from fairyscore.cli.report import many, name
from fairyscore.cli.writing import NewFiles, named_refusals
from fairyscore.notation.storage.source import STDIN


def stem(path: str) -> str:
    """What the names of pictures begin with: letters, digits and dashes of ASCII, which mean nothing in any markup.

    >>> stem("a/Partie für Anna_2.tex"), stem("將棋.md")
    ('Partie-fur-Anna-2', 'diagram')
    """
    whole = unicodedata.normalize("NFKD", os.path.splitext(os.path.basename(path))[0])
    ascii_only = whole.encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z0-9]+", "-", ascii_only).strip("-") or "diagram"


def without_place(number: int, output: str) -> str:
    """That diagrams have no files; their positions stand in the text."""
    where = "standard output" if output in ("", STDIN) else name(output)
    return (
        f"fairyscore: {many(number, 'diagram')} cannot be drawn on {where}, and the position stands in the text: "
        "name a file with -o to have drawings"
    )


class Beside(ExitStack):
    """Takes pictures for an output; they get their names with `place`, and are gone if that does not come."""

    def __init__(self, output: str) -> None:
        super().__init__()
        self._output = output
        self._folder = os.path.dirname(output)
        self._files: NewFiles | None = None

    def taking(self, endings: tuple[str, ...]) -> Callable[[str, str], str] | None:
        """What takes pictures, in the first of the endings that can be made here; None where there is no place for them."""
        target = self._output
        if target in ("", STDIN) or (os.path.exists(target) and not os.path.isfile(target)):
            return None

        def take(number: str, svg: str) -> str:
            data, ending = _encoded(svg, endings)
            return self._add(f"{stem(target)}{number}{ending}", data)

        return take

    def _add(self, file: str, data: bytes) -> str:
        """Write a picture to a file that has no name yet. Raises `NotWritten`."""
        with named_refusals(os.path.join(self._folder, file)):
            if self._files is None:
                self._files = self.enter_context(closing(NewFiles(self._folder or os.curdir)))
            with open(self._files.path(file), "wb") as stream:
                stream.write(data)
        return file

    def place(self) -> None:
        """Give all pictures their names, or none. Raises `NotWritten`."""
        if self._files is not None:
            with named_refusals(self._folder or os.curdir):
                self._files.place(force=True)


def _encoded(svg: str, endings: tuple[str, ...]) -> tuple[bytes, str]:
    """A picture and its ending, the first in which it can be made here. Raises the `ExportError` of the first else."""
    from fairyscore.render.export import ExportError, encoded

    faults: list[ExportError] = []
    for ending in endings:
        try:
            return encoded(svg, ending), ending
        except ExportError as fault:
            faults.append(fault)
    raise faults[0]
