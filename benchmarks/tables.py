"""What a measurement gives: a table, printed for people or as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

Figure = str | int | float


@dataclass(frozen=True, slots=True)
class FigureTable:
    """Figures with the names of their columns; units stand in the names. `note` says how they were taken."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Figure, ...], ...]
    note: str = ""


def as_text(table: FigureTable) -> str:
    """The table with aligned columns: words to the left, figures to the right."""
    cells = [table.columns, *(tuple(map(_shown, row)) for row in table.rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    words = [isinstance(figure, str) for figure in table.rows[0]]
    lines = [
        "  ".join(
            cell.ljust(width) if word else cell.rjust(width)
            for cell, width, word in zip(row, widths, words, strict=True)
        ).rstrip()
        for row in cells
    ]
    return "\n".join([table.title, *([f"  ({table.note})"] if table.note else []), *(f"  {line}" for line in lines)])


def as_json(tables: Sequence[FigureTable]) -> str:
    """The tables as one JSON array; each row is an object with the columns as keys."""
    return json.dumps(
        [{"title": t.title, "note": t.note, "rows": [_object(t, row) for row in t.rows]} for t in tables],
        indent=1,
        ensure_ascii=False,
    )


def _object(table: FigureTable, row: tuple[Figure, ...]) -> dict[str, Figure]:
    figures = (round(figure, 3) if isinstance(figure, float) else figure for figure in row)
    return dict(zip(table.columns, figures, strict=True))


def _shown(figure: Figure) -> str:
    if isinstance(figure, str):
        return figure
    return f"{figure:,}" if isinstance(figure, int) else f"{figure:,.2f}"
