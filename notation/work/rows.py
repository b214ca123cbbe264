"""Games as rows for data frames: pandas, polars and pyarrow take a list of dictionaries as it is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from fairyscore.notation.formats.table import COLUMNS, TAGS
from fairyscore.notation.formats.table import rows as rows_of_plies
from fairyscore.notation.game import Game
from fairyscore.notation.moves.registry import notation_named
from fairyscore.notation.records.diagnostics import Severity
from fairyscore.notation.text import counted, html_table

Row = dict[str, Any]


class Rows(list[Row]):
    """A list of rows that shows itself as a table in notebooks."""

    def _repr_html_(self) -> str:
        heads = list(self[0]) if self else []
        return html_table(counted(len(self), "row"), heads, ([row[head] for head in heads] for row in self))


def rows(games: Iterable[Game], plies: bool = False, *, notation: str | None = None) -> Rows:
    """Games as rows: one per game, or with `plies` one per ply of the main line.

    games: what to make rows of; the column `game` counts them from 1.
    plies: give a row per ply, with the columns of the format `csv` (docs/formats.md); times are in seconds, and a cell
    without a value is None.
    notation: of the column `move`, if not the usual one of each game.

    A row of a game has `game`, `event`, `site`, `date`, `round`, `white`, `silver`, `black`, `gold`, `variant`, `start` (a
    FEN), `result`, `plies` (of the main line), `moves` (in long form, with blanks between), `errors` and `warnings` (found
    when it was read). A game that could not begin has no rows of plies. Raises `UnknownNotation`, `NotationRefused`.

    >>> from fairyscore.notation.game import loads
    >>> games = list(loads('[White "Anna"]\\n\\n1. e4 e5 *'))
    >>> row = rows(games)[0]
    >>> row["white"], row["plies"], row["moves"]
    ('Anna', 2, 'e2-e4 e7-e5')
    >>> [(row["ply"], row["piece"], row["target"]) for row in rows(games, plies=True)]
    [(1, 'pawn', 'e4'), (2, 'pawn', 'e5')]
    """
    found = Rows()
    for number, game in enumerate(games, 1):
        if plies:
            found += _plies(number, game, notation)
        else:
            found.append(_game(number, game))
    return found


def _game(number: int, game: Game) -> Row:
    tags = {tag.lower(): game.tags.get(tag) or None for tag in TAGS}
    moves = [move.text for move, _ in game.mainline()]
    severities = [found.severity for found in game.diagnostics]
    return {
        "game": number,
        **tags,
        "variant": game.record.variant,
        "start": game.tags.get("FEN") or None,
        "result": game.result,
        "plies": len(moves),
        "moves": " ".join(moves),
        "errors": severities.count(Severity.ERROR),
        "warnings": severities.count(Severity.WARNING),
    }


def _plies(number: int, game: Game, notation: str | None) -> list[Row]:
    if game.start is None:
        return []
    chosen = notation_named(notation, game.variant) if notation else game.variant.writing.usual
    return [dict(zip(COLUMNS, (number, *row), strict=True)) for row in rows_of_plies(game.record, chosen)]
