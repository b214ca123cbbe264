"""The `[%name operands]` commands in comments, as values; and what two of them mark: coloured fields and arrows.

The syntax is that of the supplement to PGN by Cowderoy and others (2001, section 3): a name, a blank, operands between
commas, `]`; between double quotes brackets mean nothing. What is not a whole command is plain text. Nothing is lost
by reading: a comment stays the text it is.

`[%csl Gd4,Rb5]` and `[%cal Ga1h8]` mark fields and draw arrows on any board: a letter for the colour, then its fields, by
the names of the variant's board in its coordinate scheme. Where two names meet is found by trying, so that `G1B2F` of
KaleidoChess is read as well as `Ga1h8`; letter case is free as in moves.

>>> from fairyscore.notation.variants.registry import variant
>>> comment = Comment("good [%clk 1:02:03] move [%csl Gd4,Rb9][%cal Ya1h8]")
>>> commands_of(comment)[0], words_of(comment)
(Command(name='clk', argument='1:02:03'), 'good move')
>>> found = marks(comment, variant("chess"))
>>> found.fields, found.arrows
((CellMark(colour='green', cell=27),), (Arrow(colour='yellow', origin=0, target=63),))
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain
from typing import Final, NamedTuple

from fairyscore.notation.moves.cells import cell_of
from fairyscore.notation.records.roster import UNKNOWN
from fairyscore.notation.records.tree import Comment, Record, retagged
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.variants.registry import SCHEME, game_of, in_scheme, options_of

_COMMAND = re.compile(r'\[%([A-Za-z][\w-]*+)(?:\s++((?>(?:[^\[\]"]|"[^"]*+")*)))?\]', re.ASCII)
"""Outside of quotes a command ends before the next bracket, so no two searches go over the same text for long."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command. argument: all its operands, as written."""

    name: str
    argument: str

    def __str__(self) -> str:
        return f"[%{self.name} {self.argument}]" if self.argument else f"[%{self.name}]"


def commands_of(comment: Comment) -> tuple[Command, ...]:
    """The commands of a comment in their order, known ones and others. A line for another program has none."""
    if comment.aside or "[%" not in comment.text:
        return ()
    return tuple(Command(found[1], (found[2] or "").strip()) for found in _COMMAND.finditer(comment.text))


def commands_in(comments: Iterable[Comment]) -> Iterator[Command]:
    """The commands of several comments in their order."""
    return chain.from_iterable(map(commands_of, comments))


def words_of(comment: Comment) -> str:
    """A comment's text for people, without its commands."""
    if comment.aside or "[%" not in comment.text:
        return comment.text
    return " ".join(_COMMAND.sub(" ", comment.text).split())


def rewritten(comment: Comment, change: Callable[[Command], str | None]) -> Comment:
    """The comment with other arguments in its commands; where `change` gives None a command stays as it is.

    >>> rewritten(Comment("a [%x 1] b [%y 2]"), lambda command: "3" if command.name == "x" else None).text
    'a [%x 3] b [%y 2]'
    """

    def written(found: re.Match[str]) -> str:
        argument = change(Command(found[1], (found[2] or "").strip()))
        return found[0] if argument is None else str(Command(found[1], argument))

    if comment.aside or "[%" not in comment.text:
        return comment
    return replace(comment, text=_COMMAND.sub(written, comment.text))


def with_command(comment: Comment, name: str, argument: str | None) -> Comment:
    """The comment with one command of a name, which has this argument, where it has some; None takes them out.

    >>> comment = Comment("[%clk 1] good [%clk 2]")
    >>> with_command(comment, "clk", "3").text, with_command(comment, "clk", None).text
    ('[%clk 3] good', 'good')
    """
    arguments = [] if argument is None else [argument]

    def written(found: re.Match[str]) -> str:
        if found[1] != name:
            return found[0]
        return str(Command(name, arguments.pop())) if arguments else ""

    return replace(comment, text=" ".join(_COMMAND.sub(written, comment.text).split()))


COLOURS: Final = {
    "R": "red", "G": "green", "B": "blue", "Y": "yellow", "C": "cyan", "M": "magenta", "O": "orange",
}  # fmt: skip
"""The letters in use: green, yellow and red are the oldest ones."""

_CELLS: Final = {"csl": 1, "cal": 2}  # command -> so many cells each of its items names


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

    An item that marks nothing stays as it is; so do all other words. A record whole: `record.line.map_comments(...)`.

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


def in_coordinates(record: Record, scheme: str) -> Record:
    """The record with its fields named by another scheme: moves, marks in comments and the start position.

    Games with one scheme only stay as they are. Raises `UnknownVariant` where a game has no scheme of that name.
    """
    game = record.game
    if not scheme or not game.writing.schemes:
        return record
    other = in_scheme(game, scheme)
    if other is game:
        return record
    named_by = (option.tag for option in options_of(game_of(game.name)) if option.name == SCHEME)
    changes = dict.fromkeys(("Variant", *named_by), "")  # its new name says both
    if record.tag("FEN") not in UNKNOWN:
        changes["FEN"] = other.write_position(record.start())
    line = record.line.map_comments(lambda comment: renamed(comment, game, other))
    bare = retagged(record, changes)
    return Record(other.name, tuple(tag for tag in bare.tags if tag[0] != "Variant"), line, record.result)
