"""Pictures of a text are files next to it, as `game-diagram-1.svg`: all of them are written, or none is."""

# ruff: noqa: PTH110, PTH113, PTH118, PTH119, PTH120, PTH122, PTH123
# A path may hold any bytes, and stays the text that it was.

import os
import re
import unicodedata
from collections.abc import Callable
from contextlib import ExitStack, closing

from fairyscore.cli.report import name
from fairyscore.cli.writing import leave_in_order
from fairyscore.notation.storage.source import STDIN
from fairyscore.notation.storage.writing import NewFiles, named_refusals
from fairyscore.notation.text import counted


def stem(path: str) -> str:
    """The beginning of the names of pictures: ASCII letters, digits and dashes, which are plain text in every markup.

    >>> stem("a/Partie für Anna_2.tex"), stem("將棋.md")
    ('Partie-fur-Anna-2', 'diagram')
    """
    whole = unicodedata.normalize("NFKD", os.path.splitext(os.path.basename(path))[0])
    ascii_only = whole.encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z0-9]+", "-", ascii_only).strip("-") or "diagram"


def cannot_place(number: int, output: str) -> str:
    """The message for diagrams that were written as FEN, because an output that is no file has no place for pictures."""
    where = "standard output" if output in ("", STDIN) else name(output)
    return (
        f"fairyscore: {counted(number, 'diagram')} cannot be drawn on {where}, and the position stands in the text: "
        "name a file with -o to have drawings"
    )


class PictureFiles(ExitStack):
    """The pictures of an output. `place` gives the files their names; without it they are removed on exit."""

    def __init__(self, output: str) -> None:
        super().__init__()
        self._output = output
        self._folder = os.path.dirname(output)
        self._files: NewFiles | None = None

    def picture_writer(self, endings: tuple[str, ...]) -> Callable[[str, str], str] | None:
        """A function that writes a picture and gives the name of its file; None if the output is no file.

        endings: of files, the preferred one first; the first that can be made on this machine is used.
        """
        target = self._output
        if target in ("", STDIN) or (os.path.exists(target) and not os.path.isfile(target)):
            return None

        def take(number: str, svg: str) -> str:
            data, ending = _encoded(svg, endings)
            return self._add(f"{stem(target)}{number}{ending}", data)

        return take

    def _add(self, file: str, data: bytes) -> str:
        """Write a picture to a temporary file, which `place` renames. Raises `NotWritten`."""
        with named_refusals(os.path.join(self._folder, file)):
            if self._files is None:
                leave_in_order()
                self._files = self.enter_context(closing(NewFiles(self._folder or os.curdir)))
            with open(self._files.path(file), "wb") as stream:
                stream.write(data)
        return file

    def place(self) -> None:
        """Give all pictures their names, or none of them. Existing files are replaced. Raises `NotWritten`."""
        if self._files is not None:
            with named_refusals(self._folder or os.curdir):
                self._files.place(force=True)


def _encoded(svg: str, endings: tuple[str, ...]) -> tuple[bytes, str]:
    """A picture in the first ending that can be made on this machine, and that ending.

    Raises the `ExportError` of the first ending if there is none.
    """
    from fairyscore.render.export import ExportError, encoded

    faults: list[ExportError] = []
    for ending in endings:
        try:
            return encoded(svg, ending), ending
        except ExportError as fault:
            faults.append(fault)
    raise faults[0]
