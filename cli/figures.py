"""Figures told in keys and values, as blocks of texts and rows of tables have them; the command `render` draws them.

>>> arguments({"variant": "tor-qi", "plain": "yes", "caption": "The start"}, "docs")
['tor-qi', '--plain', '--caption', 'The start']
"""

from __future__ import annotations

import csv
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

import click

SWITCHES = ("plain",)


class FigureFault(click.ClickException):
    """A figure that cannot be drawn; the message names the file and the line."""

    exit_code = 2


def arguments(values: Mapping[str, str], folder: str) -> list[str]:
    """What `fairyscore render` is called with: `variant` or `record`, and its options. Records count from the folder."""
    record = values.get("record")
    source = os.path.join(folder, record) if record else values.get("variant", "chess")  # noqa: PTH118
    options = {key: value for key, value in values.items() if key not in ("variant", "record")}
    told = [[f"--{key}"] if key in SWITCHES else [f"--{key}", value] for key, value in options.items()]
    return [source, *(word for pair in told for word in pair)]


def drawn(values: Mapping[str, str], folder: str) -> str:
    """The SVG of a figure. Raises `FigureFault` or `click.UsageError`."""
    from fairyscore.cli.render import command as render

    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "figure.svg")  # noqa: PTH118
        with click.Context(render, info_name="fairyscore render"):
            code = render.main([*arguments(values, folder), "-o", path], "fairyscore render", standalone_mode=False)
        if code:
            why = "has a fault before this position" if code == 1 else "cannot be read"
            raise FigureFault(f"{values.get('record', '')} {why}; `fairyscore validate` says more")
        return Path(path).read_text(encoding="utf-8")


def numbered(drawings: int, number: int, values: Mapping[str, str]) -> dict[str, str]:
    """The values of a drawing that stands among others: its caption begins with its number."""
    caption = f"{number}. {values.get('caption', '')}".strip() if values.get("caption") else f"{number}"
    return {**values, "caption": caption} if drawings > 1 else dict(values)


def table(path: str) -> list[str]:
    """The drawings of a table: CSV, or TSV by its name, whose first row has the keys. Raises `FigureFault`."""
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
            found.append(drawn(numbered(len(rows), number, values), os.path.dirname(path)))  # noqa: PTH120
        except (FigureFault, click.UsageError) as fault:
            raise FigureFault(f"{path}: row {number}: {fault.message}") from None
    if not found:
        raise FigureFault(f"{path} has no row below its keys")
    return found
