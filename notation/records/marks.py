"""Coloured fields and arrows, `[%csl Gd4,Rb5]` and `[%cal Ga1h8]`, for any board: a letter for the colour, then its fields.

Names of fields are those of the variant's board in its coordinate scheme. Where two of them meet in an arrow is found by
trying, so that `G1B2F` of KaleidoChess is read as well as `Ga1h8`; letter case is free as in moves.

>>> from fairyscore.notation.variants.registry import variant
>>> chess = variant("chess")
>>> found = marks(Comment("[%csl Gd4,Rb9][%cal Ya1h8]"), chess)
>>> found.fields, found.arrows
((CellMark(colour='green', cell=27),), (Arrow(colour='yellow', origin=0, target=63),))
"""

from __future__ import annotations

from typing import Final, NamedTuple

from fairyscore.notation.moves.cells import cell_of
from fairyscore.notation.records.commands import Command, commands_of, rewritten
from fairyscore.notation.records.tree import Comment
from fairyscore.notation.rules.variant import Variant

COLOURS: Final = {
    "R": "red", "G": "green", "B": "blue", "Y": "yellow", "C": "cyan", "M": "magenta", "O": "orange",
}  # fmt: skip
"""The letters in use: green, yellow and red are the oldest ones."""

_CELLS: Final = {"csl": 1, "cal": 2}
"""Command -> so many cells each of its items names."""


class CellMark(NamedTuple):
    """A coloured field. cell: its number on the board."""

    colour: str
    cell: int


class Arrow(NamedTuple):
    """A coloured arrow from field to field."""

    colour: str
    origin: int
    target: int


class CommentMarks(NamedTuple):
    """All marks of a comment in their order."""

    fields: tuple[CellMark, ...] = ()
    arrows: tuple[Arrow, ...] = ()


def marks(comment: Comment, variant: Variant) -> CommentMarks:
    """The marks of a comment on the board of a variant. An item that marks nothing is passed over."""
    items = [
        (command.name, item.strip())
        for command in commands_of(comment)
        if command.name in _CELLS
        for item in command.argument.split(",")
    ]
    found = [(COLOURS.get(item[:1].upper()), split(item[1:], _CELLS[name], variant)) for name, item in items]
    return CommentMarks(
        tuple(CellMark(colour, *cells) for colour, cells in found if colour and len(cells) == 1),
        tuple(Arrow(colour, *cells) for colour, cells in found if colour and len(cells) == 2),
    )


def split(text: str, many: int, variant: Variant) -> tuple[int, ...]:
    """The cells that names of fields in a row stand for, one or two of them; empty where there is no such pair.

    >>> from fairyscore.notation.variants.registry import variant
    >>> kaleidochess, chess = variant("kaleidochess"), variant("chess")
    >>> split("1B2F", 2, kaleidochess), split("001b", 2, kaleidochess), split("e9", 1, chess)
    ((9, 44), (0, 9), ())
    """
    index, longest = variant.board.index, max(map(len, variant.board.cells))
    if len(text) > many * longest:
        return ()
    ways = [(text,)] if many == 1 else [(text[:at], text[at:]) for at in range(1, len(text))]
    for names in ways:
        cells = tuple(index.get(cell_of(name, variant), -1) for name in names)
        if min(cells) >= 0:
            return cells
    return ()


def renamed(comment: Comment, old: Variant, new: Variant) -> Comment:
    """The comment with its marks in the coordinate scheme of another board that has the same cells.

    An item that marks nothing stays as it is; so do all other words. A record whole: `record.line.told(...)`.

    >>> from fairyscore.notation.variants.registry import variant
    >>> here, there = variant("circular-66"), variant("circular-66:coordinates=ring")
    >>> text = renamed(Comment("look: [%csl Ga1,?] [%cal Ra1b1,Rxx]"), here, there).text
    >>> text, renamed(Comment(text), there, here).text
    ('look: [%csl Ga1,?] [%cal Ra1a18,Rxx]', 'look: [%csl Ga1,?] [%cal Ra1b1,Rxx]')
    """
    names = new.board.cells

    def argument(command: Command) -> str | None:
        if command.name not in _CELLS or old.board.cells == names:
            return None
        items = command.argument.split(",")
        for place, item in enumerate(items):
            bare = item.strip()
            if cells := split(bare[1:], _CELLS[command.name], old):
                items[place] = bare[:1] + "".join(names[cell] for cell in cells)
        return ",".join(items)

    return rewritten(comment, argument)
