"""Figures described by keys and values, in blocks of a text or rows of a table; the command `render` draws them.

>>> arguments({"variant": "tor-qi", "plain": "yes", "caption": "The start"}, "docs")
['tor-qi', '--plain', '--caption', 'The start']
"""

# ruff: noqa: PTH118, PTH120
# A path may hold any bytes, and stays the text that it was.

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from fairyscore.cli.options import wrong_usage
from fairyscore.cli.picture import Drawn, drawn, in_columns, picture_options, what_argument
from fairyscore.cli.sources import Refused
from fairyscore.render.errors import DrawingError

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


@click.command("render")
@what_argument
@picture_options
def _figure(**options: Any) -> Drawn:
    """Draw a figure: the options of `render` that say what and how, without those that say where to."""
    with wrong_usage(DrawingError):
        return drawn(**options)


def figure(values: Mapping[str, str], folder: str) -> str:
    """The SVG of a figure; see `arguments`. Raises `FigureFault` for its record, `click.UsageError` for its options."""
    with click.Context(_figure, info_name="fairyscore render"):
        made = _figure.main(arguments(values, folder), "fairyscore render", standalone_mode=False)
    if not isinstance(made, Drawn) or made.exit_code:  # a number where it has left with that exit status
        why = "has a fault before this position" if isinstance(made, Drawn) else "cannot be read"
        raise FigureFault(f"{values.get('record', '')} {why}; `fairyscore validate` says more")
    if len(made.svgs) != 1:
        raise FigureFault(f"{len(made.svgs):,} drawings are no figure; `columns` combines them")
    return made.svgs[0][0]


def numbered(drawings: int, number: int, values: Mapping[str, str]) -> dict[str, str]:
    """The values of a figure; if it is one of several, its caption begins with its number."""
    if drawings == 1:
        return dict(values)
    caption = values.get("caption")
    return {**values, "caption": f"{number}. {caption}" if caption else str(number)}


def table_drawn(path: str, columns: int | None) -> Drawn:
    """A picture for each row of a table. Raises `FigureFault`.

    path: of a CSV file, or of a TSV file if it ends in `.tsv`; its first row has the keys.
    columns: combine them in one, so many in a row.
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
            found.append(figure(numbered(len(rows), number, values), os.path.dirname(path)))
        except (FigureFault, click.UsageError) as fault:
            raise FigureFault(f"{path}: row {number}: {fault.message}") from None
    if not found:
        raise FigureFault(f"{path} has no row below its keys")
    return Drawn(in_columns([(svg, f"-{number}") for number, svg in enumerate(found, 1)], columns))
