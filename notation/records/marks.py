"""Coloured fields and arrows, `[%csl Gd4,Rb5]` and `[%cal Ga1h8]`, for any board: a letter for the colour, then its fields.

Names of fields are those of the variant's board in its coordinate scheme. Where two of them meet in an arrow is found by
trying, so that `G1B2F` of KaleidoChess is read as well as `Ga1h8`; letter case is free as in moves.

>>> from fairyscore.notation.variants.registry import variant
>>> chess = variant("chess")
>>> found = marks(Comment("[%csl Gd4,Rb9][%cal Ya1h8]"), chess)
>>> found.fields, found.arrows
((CellMark(colour='green', cell=27),), (Arrow(colour='yellow', origin=0, target=63),))
>>> [str(fault) for fault in found.faults]
['[%csl]: Rb9 names nothing on the board']
>>> written(found, chess)
'[%csl Gd4] [%cal Ya1h8]'
"""

from __future__ import annotations

from typing import Final, NamedTuple

from fairyscore.notation.moves.cells import cell_of
from fairyscore.notation.records.commands import Command, commands_of, rewritten
from fairyscore.notation.records.tree import Comment
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.text import shown

COLOURS: Final = {
    "R": "red", "G": "green", "B": "blue", "Y": "yellow", "C": "cyan", "M": "magenta", "O": "orange",
}  # fmt: skip
"""The letters in use: green, yellow and red are the oldest ones."""

_LETTERS = {colour: letter for letter, colour in COLOURS.items()}

FIELDS, ARROWS = "csl", "cal"
_CELLS: Final = {FIELDS: 1, ARROWS: 2}
_WHAT: Final = {FIELDS: "names nothing on the board", ARROWS: "names no two places on the board"}


class CellMark(NamedTuple):
    """A coloured field. cell: its number on the board."""

    colour: str
    cell: int


class Arrow(NamedTuple):
    """A coloured arrow from field to field."""

    colour: str
    origin: int
    target: int


class MarkFault(NamedTuple):
    """An item of a command that marks nothing. item: as written; what: half a sentence on it."""

    command: str
    item: str
    what: str

    def __str__(self) -> str:
        return f"[%{self.command}]: {shown(self.item)} {self.what}"


class CommentMarks(NamedTuple):
    """All marks of a comment in their order, and what could not be read."""

    fields: tuple[CellMark, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    faults: tuple[MarkFault, ...] = ()


def marks(comment: Comment, variant: Variant) -> CommentMarks:
    """The marks of a comment on the board of a variant. Raises nothing: an item that marks nothing is a fault."""
    found = [
        _item(command.name, item.strip(), variant)
        for command in commands_of(comment)
        if command.name in _CELLS
        for item in command.argument.split(",")
        if item.strip()
    ]
    return CommentMarks(
        tuple(item for item in found if isinstance(item, CellMark)),
        tuple(item for item in found if isinstance(item, Arrow)),
        tuple(item for item in found if isinstance(item, MarkFault)),
    )


def _item(name: str, item: str, variant: Variant) -> CellMark | Arrow | MarkFault:
    colour = COLOURS.get(item[:1].upper())
    cells = split(item[1:], _CELLS[name], variant)
    if colour is None:
        return MarkFault(name, item, f"begins with no letter of a colour: {', '.join(COLOURS)}")
    if not cells:
        return MarkFault(name, item, _WHAT[name])
    return CellMark(colour, cells[0]) if name == FIELDS else Arrow(colour, *cells)


def split(text: str, many: int, variant: Variant) -> tuple[int, ...]:
    """The cells that names of fields in a row stand for, one or two of them; empty where there is no such pair.

    >>> from fairyscore.notation.variants.registry import variant
    >>> kaleidochess, chess = variant("kaleidochess"), variant("chess")
    >>> split("1B2F", 2, kaleidochess), split("001b", 2, kaleidochess), split("e9", 1, chess)
    ((9, 44), (0, 9), ())
    """
    index = variant.board.index
    if many == 1:
        cell = index.get(cell_of(text, variant)) if len(text) <= _longest(variant) else None
        return () if cell is None else (cell,)
    if len(text) > 2 * _longest(variant):
        return ()
    for at in range(1, len(text)):
        first, second = index.get(cell_of(text[:at], variant)), index.get(cell_of(text[at:], variant))
        if first is not None and second is not None:
            return first, second
    return ()


def _longest(variant: Variant) -> int:
    return max(map(len, variant.board.cells))


# -- writing ----------------------------------------------------------------------------------------------------------


def written(found: CommentMarks, variant: Variant) -> str:
    """Marks as commands, empty where there are none."""
    name = variant.board.cells
    fields = [f"{_LETTERS[mark.colour]}{name[mark.cell]}" for mark in found.fields]
    arrows = [f"{_LETTERS[arrow.colour]}{name[arrow.origin]}{name[arrow.target]}" for arrow in found.arrows]
    return " ".join(
        f"[%{command} {','.join(items)}]" for command, items in ((FIELDS, fields), (ARROWS, arrows)) if items
    )


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
