r"""Tables for people who count things, as CSV and Parquet: a row for each ply of the main line. They are only written.

Columns, with their types in Parquet (a cell is empty, null there, where there is nothing to say):

- `game` int32, counted from 1 in the table; `event`, `site`, `date`, `round`, `white`, `silver`, `black`, `gold`, strings,
  from the tags; `variant` with its options; `start`, the position the game starts from where it is its own; `result`;
- `ply` int32, counted from 1; `number` int32, of the round; `seat`, whose turn it is; `throw` int8, of the dice;
- `piece`, the name of what moves or is dropped; `origin` and `target`, its fields; `long`, the move in long form;
`move`, the
  move in the notation asked for, or that of the game; `captured` and `promotion`, names of pieces;
- `check` bool, whether the player to move next is in check (games without check: never);
- `nags`, their numbers with blanks between; `comment`, all comments behind the move with ` | ` between;
- `clock` and `elapsed` float64, seconds, from `[%clk]` and `[%emt]`; `position`, the text of the position behind the move.

CSV is that of RFC 4180: the names of the columns first, lines end with CR LF, quotes are doubled; in UTF-8, `check` is 1 or
0. Spreadsheets take a cell that begins with `=`, `+`, `-`, `@`, a tab or a line end for a formula. What people wrote
(tags, comments) and begins so gets an apostrophe in front in CSV, which spreadsheets read as "this is text"; in Parquet
all is as it was. A game without moves has no row. Parquet is written in groups of rows, so memory holds one of them.

>>> import io
>>> from fairyscore.notation.moves import long
>>> from fairyscore.notation.records.tree import MoveLine, Ply
>>> from fairyscore.notation.rules.moves import Move
>>> row = next(rows(Record("chess", line=MoveLine((Ply(Move(12, 28)),))), 1, long))
>>> row.ply, row.seat, row.piece, row.origin, row.target, row.captured, row.check
(1, 'white', 'pawn', 'e2', 'e4', None, False)
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from typing import Any, BinaryIO, Final, NamedTuple

from fairyscore.notation.clocks.times import SECOND, times_of
from fairyscore.notation.formats.base import Format, MissingExtra
from fairyscore.notation.formats.loss import Holds
from fairyscore.notation.formats.walk import besides
from fairyscore.notation.moves import long
from fairyscore.notation.records.tree import Ply, Record, settle
from fairyscore.notation.rules.moves import NOT_SAID, Move
from fairyscore.notation.rules.variant import Notation, State, Variant


class PlyRow(NamedTuple):
    """The cells of a ply, in their order; see the columns above."""

    game: int
    event: str | None
    site: str | None
    date: str | None
    round: str | None
    white: str | None
    silver: str | None
    black: str | None
    gold: str | None
    variant: str
    start: str | None
    result: str
    ply: int
    number: int
    seat: str
    throw: int | None
    piece: str | None
    origin: str | None
    target: str | None
    long: str
    move: str
    captured: str | None
    promotion: str | None
    check: bool
    nags: str | None
    comment: str | None
    clock: float | None
    elapsed: float | None
    position: str


TYPES: Final = {
    "game": "int32", "ply": "int32", "number": "int32", "throw": "int8", "check": "bool_", "clock": "float64",
    "elapsed": "float64",
}  # fmt: skip
"""Types of the columns in Parquet; all others are strings."""

TAGS: Final = ("Event", "Site", "Date", "Round", "White", "Silver", "Black", "Gold")

PEOPLES: Final = frozenset({*(tag.lower() for tag in TAGS), "start", "comment"})
"""Columns that hold what people wrote."""

FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n")

CHECK: Final = "check"
"""The word in the notes of a position that says so."""


def rows(record: Record, number: int, notation: Notation) -> Iterator[PlyRow]:
    """The rows of a game. number: of the game in the table. Raises `PositionError` where its tag FEN is nonsense."""
    game, state = record.game, record.start()
    tags = [record.tag(tag) or None for tag in TAGS]
    head = (number, *tags, record.variant, record.tag("FEN") or None, record.result)
    for at, ply in enumerate(record.line.plies, 1):
        settle(state, ply.move)
        told = (
            at,
            state.fullmove_number,
            game.seats[state.turn].name,
            ply.move.throw or None,
            *_move(state, ply, game, notation),
        )
        state.push_unchecked(ply.move)
        yield PlyRow._make((*head, *told, CHECK in state.notes(), *_said(ply), game.write_position(state)))


def made(record: Record, notation: Notation) -> list[list[Any]]:
    """The rows of one game as lists; which game of the file it is, the sink puts in."""
    return [list(row) for row in rows(record, 0, notation)]


def numbered(made: list[list[Any]], number: int) -> Iterator[PlyRow]:
    """The rows as those of one game of the file."""
    return (PlyRow._make((number, *row[1:])) for row in made)


def _move(state: State, ply: Ply, game: Variant, notation: Notation) -> tuple[str | None, ...]:
    """The cells of the move itself, before it is made."""
    move, cells, pieces = ply.move, game.board.cells, game.piece_types
    texts = long.write(state, move, game), notation.write(state, move, game)
    becomes = None if move.becomes == NOT_SAID else pieces[move.becomes].name
    if move.target == NOT_SAID:
        return None, None, None, *texts, None, None
    if move.origin == NOT_SAID:
        return becomes, None, cells[move.target], *texts, None, None
    piece = pieces[state.piece_type_at(move.origin)].name
    return piece, cells[move.origin], cells[move.target], *texts, _captured(state, move, game), becomes


def _captured(state: State, move: Move, game: Variant) -> str | None:
    """The name of the piece that a move takes, also in passing."""
    if not state.takes(move):
        return None
    kind = state.piece_type_at(move.target)
    return game.piece_types[kind if kind >= 0 else state.piece_type_at(besides(state, move, game)[0])].name


def _said(ply: Ply) -> tuple[str | float | None, ...]:
    """The cells of what is said about a move: glyphs, comments, clock and time used."""
    if not ply.nags and not ply.behind:
        return None, None, None, None
    comments = [comment for comment in ply.comments if not comment.aside]
    times = times_of(*comments)
    clock, elapsed = (None if time is None else time / SECOND for time in (times.left, times.used))
    nags, comment = " ".join(map(str, ply.nags)), " | ".join(comment.text for comment in comments)
    return nags or None, comment or None, clock, elapsed


# -- CSV --------------------------------------------------------------------------------------------------------------


def guarded(text: str) -> str:
    """What people wrote, safe to open as a spreadsheet.

    >>> guarded("=HYPERLINK(1)"), guarded("Anna")
    ("'=HYPERLINK(1)", 'Anna')
    """
    return f"'{text}" if text.startswith(FORMULA) else text


_GUARDED = tuple(column in PEOPLES for column in PlyRow._fields)


class CsvSink:
    """Writes records as rows of CSV."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._games = 0
        self._write([PlyRow._fields])

    def add(self, record: Record, notation: Notation) -> None:
        """See `Sink`."""
        self.put(made(record, notation))

    def put(self, made: list[list[Any]]) -> None:
        """See `Collector`."""
        self._games += 1
        self._write([_cells(row) for row in numbered(made, self._games)])

    def _write(self, lines: Iterable[Iterable[object]]) -> None:
        text = io.StringIO(newline="")
        csv.writer(text).writerows(lines)
        self._stream.write(text.getvalue().encode(errors="replace"))

    def close(self) -> None:
        """See `Sink`."""


def _cells(row: PlyRow) -> list[object]:
    """The cells of a row as CSV has them."""
    return [_cell(cell, peoples) for cell, peoples in zip(row, _GUARDED, strict=True)]


def _cell(cell: object, peoples: bool) -> object:
    if isinstance(cell, bool):
        return int(cell)
    return guarded(cell) if peoples and isinstance(cell, str) else cell


# -- Parquet ----------------------------------------------------------------------------------------------------------

GROUP: Final = 50_000
"""Rows in a group of a Parquet file: enough to be packed well, and some ten megabytes of memory."""


def arrow_and_parquet() -> tuple[Any, Any]:
    """The library for Parquet. Raises `MissingExtra` where it is not installed."""
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise MissingExtra("parquet") from None


class ParquetRows:
    """Writes rows, named tuples of one kind, as Parquet. Raises `MissingExtra` where pyarrow is not installed.

    types: of columns that are no strings.
    """

    def __init__(self, stream: BinaryIO, columns: tuple[str, ...], types: Mapping[str, str]) -> None:
        self._arrow, parquet = arrow_and_parquet()
        self._schema = self._arrow.schema((name, getattr(self._arrow, types.get(name, "string"))()) for name in columns)
        self._writer = parquet.ParquetWriter(stream, self._schema)
        self._rows: list[tuple[Any, ...]] = []

    def add(self, rows: Iterable[tuple[Any, ...]]) -> None:
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


class ParquetSink:
    """Writes records as rows of Parquet. Raises `MissingExtra` where pyarrow is not installed."""

    def __init__(self, stream: BinaryIO) -> None:
        self._rows = ParquetRows(stream, PlyRow._fields, TYPES)
        self._games = 0
        self.close = self._rows.close

    def add(self, record: Record, notation: Notation) -> None:
        """See `Sink`."""
        self.put(made(record, notation))

    def put(self, made: list[list[Any]]) -> None:
        """See `Collector`."""
        self._games += 1
        self._rows.add(numbered(made, self._games))


HOLDS: Final = Holds(tags=frozenset({*TAGS, "FEN"}), variant=True, comments=True, nags=True)
CSV = Format("csv", HOLDS, sink=CsvSink, make=made)
PARQUET = Format("parquet", HOLDS, sink=ParquetSink, make=made)
