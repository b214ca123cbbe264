r"""Tables for spreadsheets and statistics, CSV and Parquet: one row per ply of the main line. They are only written.

Columns, with their types in Parquet (a cell without a value is empty in CSV, null in Parquet):

- `game` int32, counted from 1 in the table; `event`, `site`, `date`, `round`, `white`, `silver`, `black`, `gold`, strings,
  from the tags; `variant` with its options; `start`, the position the game starts from where it is its own; `result`;
- `ply` int32, counted from 1; `number` int32, of the round; `seat`, whose turn it is; `throw` int8, of the dice;
- `piece`, the name of what moves or is dropped; `origin` and `target`, its fields; `long`, the move in long form;
  `move`, the move in the notation asked for, or that of the game; `captured` and `promotion`, names of pieces;
- `check` bool, whether the player to move next is in check (games without check: never);
- `nags`, their numbers with blanks between; `comment`, all comments after the move with ` | ` between;
- `clock` and `elapsed` float64, seconds, from `[%clk]` and `[%emt]`; `position`, the FEN after the move.

CSV is that of RFC 4180: the names of the columns first, lines end with CR LF, quotes are doubled; in UTF-8, `check` is 1 or
0. Spreadsheets take a cell that begins with `=`, `+`, `-`, `@`, a tab or a line end for a formula. What people wrote
(tags, comments) and begins so gets an apostrophe in front in CSV, which spreadsheets read as "this is text"; in Parquet
all is as it was. A game without moves has no row. Parquet is written in groups of rows, so memory holds one of them.

>>> import io
>>> from fairyscore.notation.moves import long
>>> from fairyscore.notation.records.tree import MoveLine, Ply
>>> from fairyscore.notation.rules.moves import Move
>>> (row,) = rows(Record("chess", line=MoveLine((Ply(Move(12, 28)),))), long)
>>> ply = dict(zip(COLUMNS[1:], row, strict=True))
>>> [ply[name] for name in ("ply", "seat", "piece", "origin", "target", "captured", "check")]
[1, 'white', 'pawn', 'e2', 'e4', None, False]
"""

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from typing import Any, BinaryIO, Final

from fairyscore.notation.clocks.times import SECOND, times_of
from fairyscore.notation.formats.base import Format, Holds, MissingExtra
from fairyscore.notation.formats.walk import other_changes
from fairyscore.notation.moves import long
from fairyscore.notation.records.tree import Record, settle
from fairyscore.notation.rules.moves import ABSENT, Move
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Notation, Variant

TAGS: Final = ("Event", "Site", "Date", "Round", "White", "Silver", "Black", "Gold")

COLUMNS: Final = (
    "game", *map(str.lower, TAGS), "variant", "start", "result", "ply", "number", "seat", "throw", "piece", "origin",
    "target", "long", "move", "captured", "promotion", "check", "nags", "comment", "clock", "elapsed", "position",
)  # fmt: skip

TYPES: Final = {
    "game": "int32", "ply": "int32", "number": "int32", "throw": "int8", "check": "bool_", "clock": "float64",
    "elapsed": "float64",
}  # fmt: skip
"""Types of the columns in Parquet; all others are strings."""

USER_TEXT: Final = frozenset({*map(str.lower, TAGS), "start", "comment"})
"""Columns with text that somebody typed: only these may hold a formula for a spreadsheet."""

Row = list[Any]
"""The cells of a ply in the order of the columns without `game`: only the sink counts the games of the file."""


def rows(record: Record, notation: Notation) -> list[Row]:
    """The rows of a game, in the order of its moves; see `COLUMNS`. Raises `PositionError` for an invalid tag FEN."""
    game, state = record.game, record.start()
    tags = [record.tag(tag) or None for tag in TAGS]
    found: list[Row] = []
    for at, ply in enumerate(record.line.plies, 1):
        settle(state, ply.move)
        row: Row = [*tags, record.variant, record.set_up or None, record.result, at, state.fullmove_number]
        row += [game.seats[state.turn].name, ply.move.throw or None, *_move(state, ply.move, game, notation)]
        state.push_unchecked(ply.move)
        comments = [comment for comment in ply.comments if not comment.aside]
        times = times_of(*comments)
        nags, text = " ".join(map(str, ply.nags)), " | ".join(comment.text for comment in comments)
        clock, elapsed = (None if time is None else time / SECOND for time in (times.left, times.used))
        row += ["check" in state.notes(), nags or None, text or None, clock, elapsed, game.write_position(state)]
        found.append(row)
    return found


def _move(state: State, move: Move, game: Variant, notation: Notation) -> Iterator[str | None]:
    """The cells from `piece` to `promotion`. state: before the move."""
    goes, drops = move.origin != ABSENT, move.origin == ABSENT != move.target
    becomes = None if move.becomes == ABSENT else game.piece_types[move.becomes].name
    victim = ABSENT
    if goes and state.takes(move):
        victim = state.piece_type_at(move.target)
        if victim < 0:  # the target is empty: captured en passant
            victim = state.piece_type_at(other_changes(state, move, game)[0])
    if goes:
        yield game.piece_types[state.piece_type_at(move.origin)].name
    else:
        yield becomes if drops else None
    yield game.board.cells[move.origin] if goes else None
    yield game.board.cells[move.target] if goes or drops else None
    yield long.write(state, move, game)
    yield notation.write(state, move, game)
    yield None if victim == ABSENT else game.piece_types[victim].name
    yield becomes if goes else None


class TableSink:
    """Writes records as rows.

    add: writes rows, with the number of their game as first cell.
    close: ends the file.
    """

    def __init__(self, add: Callable[[Iterable[Row]], None], close: Callable[[], None]) -> None:
        self._add, self.close = add, close
        self._games = 0

    def put(self, made: list[Row]) -> None:
        """See `Sink`."""
        self._games += 1
        self._add([self._games, *row] for row in made)


# -- CSV --------------------------------------------------------------------------------------------------------------


def guarded(text: str) -> str:
    """Somebody's text as a cell that a spreadsheet does not take for a formula.

    >>> guarded("=HYPERLINK(1)"), guarded("Anna")
    ("'=HYPERLINK(1)", 'Anna')
    """
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r", "\n")) else text


def csv_sink(stream: BinaryIO) -> TableSink:
    """A sink that writes records as CSV."""

    def write(lines: Iterable[Iterable[object]]) -> None:
        text = io.StringIO(newline="")
        csv.writer(text).writerows(lines)
        stream.write(text.getvalue().encode(errors="replace"))

    write([COLUMNS])
    return TableSink(lambda rows: write(map(_cell, COLUMNS, row) for row in rows), close=lambda: None)


def _cell(column: str, cell: object) -> object:
    if isinstance(cell, bool):
        return int(cell)
    return guarded(cell) if column in USER_TEXT and isinstance(cell, str) else cell


# -- Parquet ----------------------------------------------------------------------------------------------------------

GROUP: Final = 50_000
"""Rows per group of a Parquet file: they compress well, and take about ten megabytes of memory."""


def arrow_and_parquet() -> tuple[Any, Any]:
    """The library for Parquet. Raises `MissingExtra` where it is not installed."""
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise MissingExtra("parquet") from None


class ParquetRows:
    """Writes rows as Parquet. Raises `MissingExtra` where pyarrow is not installed.

    columns: their names, in order.
    types: names of the Arrow types of columns that are not strings.
    """

    def __init__(self, stream: BinaryIO, columns: Iterable[str] = COLUMNS, types: Mapping[str, str] = TYPES) -> None:
        self._arrow, parquet = arrow_and_parquet()
        self._schema = self._arrow.schema((name, getattr(self._arrow, types.get(name, "string"))()) for name in columns)
        self._writer = parquet.ParquetWriter(stream, self._schema)
        self._rows: list[Iterable[Any]] = []

    def add(self, rows: Iterable[Iterable[Any]]) -> None:
        """Write more rows."""
        for row in rows:
            self._rows.append(row)
            if len(self._rows) >= GROUP:
                self._end_group()

    def _end_group(self) -> None:
        columns = zip(*self._rows, strict=True)
        arrays = [self._arrow.array(column, field.type) for column, field in zip(columns, self._schema, strict=True)]
        self._writer.write_table(self._arrow.Table.from_arrays(arrays, schema=self._schema))
        self._rows = []

    def close(self) -> None:
        """End the file."""
        if self._rows:
            self._end_group()
        self._writer.close()


def parquet_sink(stream: BinaryIO) -> TableSink:
    """A sink that writes records as Parquet."""
    table = ParquetRows(stream)
    return TableSink(table.add, table.close)


HOLDS: Final = Holds(tags=frozenset({*TAGS, "FEN"}), variant=True, comments=True, nags=True)
CSV = Format("csv", HOLDS, rows, sink=csv_sink)
PARQUET = CSV._replace(name="parquet", sink=parquet_sink, binary=True)
