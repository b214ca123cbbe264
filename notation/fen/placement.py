"""The first field of a position text: which piece stands on which field, row by row.

As in the usual FEN rows are divided by `/`, a number stands for as many empty fields and `*` for a place that is no
field (a void, a line that is gone). What a piece is called there is the game's own table.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import ParamSpec, TypeVar

from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import PositionError
from fairyscore.notation.text import shown

P = ParamSpec("P")
T = TypeVar("T")

Rows = Sequence[Sequence[int | None]]  # cells row by row as the text lists them; None for a place that is not a field

HOLE = "*"

WIDEST_PLAIN = 9  # fields in a row up to which each digit is a number, as in the usual FEN
LONGEST_NUMBER = 3  # digits of a number in a placement: more than any row has places


def read_placement(text: str, rows: Rows, pieces: Mapping[str, T]) -> tuple[dict[int, T], set[int]]:
    """The pieces by cell, and the cells that the text marks as gone.

    `pieces` maps each piece's text to what it is. Raises `PositionError` naming the row that is wrong.
    """
    written = text.split("/")
    if len(written) != len(rows):
        raise PositionError(f"the position has {len(written)} rows, and the board has {len(rows)}")
    wide = max(map(len, rows)) > WIDEST_PLAIN
    token = _token(tuple(pieces), wide)
    longest = max(LONGEST_NUMBER, *map(len, pieces))
    standing: dict[int, T] = {}
    gone: set[int] = set()
    for number, (row, cells) in enumerate(zip(written, rows, strict=True), 1):
        try:
            if len(row) > longest * len(cells):  # a megabyte is not worth taking apart
                raise PositionError(f"has more than {len(cells)} places")
            tokens = _tokens(row, token, pieces)
            _read_row(tokens, cells, pieces, standing, gone)
        except PositionError as error:
            raise PositionError(f"row {number} of the position ({shown(row)}) {error}") from None
    return standing, gone


def from_picture(text: str, rows: Rows) -> str:
    """A position in FEN that is drawn in characters, one for each field, `-` or `.` for an empty one; empty for any other.

    So pages of games and other programs show one: rows one below the other, or divided by blanks. What follows them stays;
    where nothing does, White is to move.

    >>> from_picture("nkn --- --- NKN b", [(0, 1, 2)] * 4), from_picture("n k n . . . N K N", [(0, 1, 2)] * 3)
    ('nkn/3/3/NKN b', 'nkn/3/NKN w')
    """
    files = len(rows[0]) if rows else 0
    drawn = _PICTURED.split(text.strip(), maxsplit=len(rows) * files)
    for width in (files, 1):
        count = len(rows) * files // width if width else 0
        words, rest = drawn[:count], drawn[count:]
        if len(rows) > 1 and len(words) == count and all(len(word) == width for word in words):
            whole = "".join(words)
            if not _EMPTY.isdisjoint(whole) and not any(map(str.isdigit, whole)):
                lines = (whole[at : at + files] for at in range(0, len(whole), files))
                placement = "/".join(_ROW.sub(lambda run: str(len(run[0])), line) for line in lines)
                return " ".join([placement, *(rest or ["w"])])
    return ""


_EMPTY = frozenset("-.")
_ROW = re.compile("[-.]+")
_PICTURED = re.compile(r"[\s/]+")


def _read_row(
    tokens: list[str], cells: Sequence[int | None], pieces: Mapping[str, T], standing: dict[int, T], gone: set[int]
) -> None:
    """Put the pieces and holes of a row to those of the others. Raises `PositionError` with what is wrong with it."""
    most = len(cells)
    at = 0
    is_void_used = False
    for text in tokens:
        if at >= most:
            raise PositionError(f"has more than {most} places")
        if text.isdigit():
            after = at + int(text)
            is_void_used |= None in cells[at:after]
            at = after
            continue
        cell = cells[at]
        at += 1
        if cell is None:
            is_void_used |= text != HOLE
        elif text == HOLE:
            gone.add(cell)
        else:
            standing[cell] = pieces[text]
    if at > most:
        raise PositionError(f"has more than {most} places")
    if is_void_used:
        raise PositionError(f"puts something on a void, written {HOLE}")
    if at < most:
        raise PositionError(f"has {at} places instead of {most}")


def read_owned(
    text: str, rows: Rows, owners: Sequence[str], kinds: Sequence[str]
) -> tuple[dict[int, tuple[int, int]], set[int]]:
    """The seat and kind of each piece by cell, where the owner's letter stands before the piece's, and the cells gone."""
    pieces = {owner + letter: (seat, kind) for seat, owner in enumerate(owners) for kind, letter in enumerate(kinds)}
    return read_placement(text, rows, pieces)


@lru_cache(maxsize=64)
def _token(pieces: tuple[str, ...], wide: bool) -> re.Pattern[str]:
    """A token of a row, longest first."""
    number = rf"0|[1-9][0-9]{{0,{LONGEST_NUMBER - 1}}}" if wide else "[0-9]"
    return re.compile("|".join((*map(re.escape, sorted(pieces, key=len, reverse=True)), number, re.escape(HOLE))))


def _tokens(row: str, token: re.Pattern[str], pieces: Iterable[str]) -> list[str]:
    """The pieces, numbers and holes of a row. Raises `PositionError` with what is none of them."""
    tokens = token.findall(row)
    if sum(map(len, tokens)) < len(row):
        at = 0
        while match := token.match(row, at):
            at = match.end()
        allowed = f"{' '.join(pieces)}, a number or {HOLE}"
        raise PositionError(f"has '{shown(row[at])}' where one of {allowed} should stand")
    if "0" in tokens:
        raise PositionError("counts no empty places: 0")
    return tokens


def in_letters(text: str, letters: Mapping[str, str]) -> str:
    """A position text with other letters of pieces, in either case.

    >>> in_letters("rm/1C w - - 0 1", {"M": "C", "C": "A"})
    'rc/1A w - - 0 1'
    """
    placement, blank, rest = text.partition(" ")
    both = {ord(theirs): ours for theirs, ours in letters.items()}
    both |= {ord(theirs.lower()): ours.lower() for theirs, ours in letters.items()}
    return placement.translate(both) + blank + rest


def write_placement(rows: Rows, name: Callable[[int], str]) -> str:
    """The text of a placement; `name` gives a cell's piece, `""` for an empty cell and `*` for one that is gone."""
    named_rows = ([HOLE if cell is None else name(cell) for cell in cells] for cells in rows)
    return "/".join(map(_write_row, named_rows))


def _write_row(pieces: list[str]) -> str:
    parts: list[str] = []
    empty = 0
    for piece in pieces:
        if piece and empty:
            parts.append(str(empty))
        parts.append(piece)
        empty = 0 if piece else empty + 1
    return "".join(parts) + (str(empty) if empty else "")


def split_fields(text: str, names: Sequence[str], optional: int = 0) -> list[str]:
    """The fields of a position text, divided by blanks; the last `optional` ones may be missing and come back empty."""
    fields = text.split()
    if not len(names) - optional <= len(fields) <= len(names):
        given = f"{len(fields)} of {len(names)} are given"
        raise PositionError(f"a position of this game has the fields {', '.join(names)}, but {given}")
    return fields + [""] * (len(names) - len(fields))


def read_number(text: str, what: str, default: int, least: int) -> int:
    """A whole number of a position text, `default` where it is missing."""
    if not text:
        return default
    if not (text.isascii() and text.isdigit() and len(text) < 7 and int(text) >= least):
        raise PositionError(f"{what} is '{shown(text)}', and should be a whole number from {least} up")
    return int(text)


def read_turn(text: str, letters: Sequence[str]) -> int:
    """The seat to move, from its letter."""
    if text not in letters:
        raise PositionError(f"the seat to move is '{shown(text)}', and should be one of {' '.join(letters)}")
    return letters.index(text)


class Faults:
    """The faults in the fields of a position text, gathered so that all of it is reported at once.

    found: what is wrong with pieces or mover, without which there is no position. left_out: what is wrong with fields
    that a position can do without.

    >>> faults = Faults()
    >>> faults.read(0, read_turn, "x", ["w", "b"]), faults.read_or_leave(1, read_number, "7?", "the round", 1, 1)
    (0, 1)
    >>> faults.found, faults.left_out
    (["the seat to move is 'x', and should be one of w b"], ["the round is '7?', and should be a whole number from 1 up"])
    """

    def __init__(self) -> None:
        self.found: list[str] = []
        self.left_out: list[str] = []

    def read(self, instead: T, reader: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The value that a reader makes of its field; `instead`, with the problems noted, where it refuses."""
        try:
            return reader(*args, **kwargs)
        except PositionError as error:
            self.found += error.problems
            return instead

    def read_or_leave(self, instead: T, reader: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The same of a field that a position can do without."""
        try:
            return reader(*args, **kwargs)
        except PositionError as error:
            self.left_out += error.problems
            return instead

    def tell(self, mended: State | None = None) -> None:
        """Raise `PositionError` if anything was found. mended: the position with all that is right, once it is made."""
        if self.found:
            raise PositionError(*self.found, *self.left_out)
        if mended is not None and self.left_out:
            raise PositionError(*self.left_out, mended=mended)
