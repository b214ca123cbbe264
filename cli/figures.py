"""Figures described by keys and values, in blocks of a text or rows of a table; the command `render` draws them.

Pictures of a text are files next to it, as `game-diagram-1.svg`: all of them are written, or none is.

>>> arguments({"variant": "tor-qi", "plain": "yes", "caption": "The start"}, "docs")
['tor-qi', '--plain', '--caption', 'The start']
"""

# ruff: noqa: PTH110, PTH113, PTH118, PTH119, PTH120, PTH122, PTH123
# A path may hold any bytes, and stays the text that it was.

import os
import re
import tempfile
import unicodedata
from collections.abc import Callable, Mapping
from contextlib import ExitStack, closing
from pathlib import Path

import click

from fairyscore.cli.report import name
from fairyscore.cli.sources import Refused
from fairyscore.cli.writing import leave_in_order
from fairyscore.notation.storage.source import STDIN
from fairyscore.notation.storage.writing import NewFiles, named_refusals
from fairyscore.notation.text import counted

SWITCHES = ("plain",)
"""Options of `render` without a value."""


class FigureFault(Refused):
    """A figure that cannot be drawn; the message names the file and the line."""


def arguments(values: Mapping[str, str], folder: str) -> list[str]:
    """The arguments of `fairyscore render` for a figure.

    values: `variant` or `record`, and options of `render` by name.
    folder: where a relative path of a record begins.
    """
    record = values.get("record")
    source = os.path.join(folder, record) if record else values.get("variant", "chess")
    options = {key: value for key, value in values.items() if key not in ("variant", "record")}
    words = [source]
    for key, value in options.items():
        words.append(f"--{key}")
        if key not in SWITCHES:
            words.append(value)
    return words


def drawn(values: Mapping[str, str], folder: str) -> str:
    """The SVG of a figure; see `arguments`. Raises `FigureFault` for its record, `click.UsageError` for its options."""
    from fairyscore.cli.render import command as render

    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "figure.svg")
        with click.Context(render, info_name="fairyscore render"):
            code = render.main([*arguments(values, folder), "-o", path], "fairyscore render", standalone_mode=False)
        if code:
            why = "has a fault before this position" if code == 1 else "cannot be read"
            raise FigureFault(f"{values.get('record', '')} {why}; `fairyscore validate` says more")
        return Path(path).read_text(encoding="utf-8")


def numbered(drawings: int, number: int, values: Mapping[str, str]) -> dict[str, str]:
    """The values of a figure; if it is one of several, its caption begins with its number."""
    if drawings == 1:
        return dict(values)
    caption = values.get("caption")
    return {**values, "caption": f"{number}. {caption}" if caption else str(number)}


def table(path: str) -> list[str]:
    """The SVG of each row of a table. Raises `FigureFault`.

    path: of a CSV file, or of a TSV file if it ends in `.tsv`; its first row has the keys.
    """
    import csv

    try:
        with Path(path).open(encoding="utf-8-sig", newline="") as stream:
            rows = list(csv.DictReader(stream, delimiter="\t" if path.lower().endswith(".tsv") else ","))
    except (OSError, UnicodeDecodeError, csv.Error) as fault:
        raise FigureFault(f"cannot read the table {path}: {fault}") from None
    found: list[str] = []
    for number, row in enumerate(rows, 1):
        if None in row:
            raise FigureFault(f"{path}: row {number} has more values than the first row has keys")
        values = {key.strip(): value.strip() for key, value in row.items() if value and value.strip()}
        try:
            found.append(drawn(numbered(len(rows), number, values), os.path.dirname(path)))
        except (FigureFault, click.UsageError) as fault:
            raise FigureFault(f"{path}: row {number}: {fault.message}") from None
    if not found:
        raise FigureFault(f"{path} has no row below its keys")
    return found


# -- pictures next to a text --------------------------------------------------------------------------------------------


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
