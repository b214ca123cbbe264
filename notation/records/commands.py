"""The `[%name operands]` commands in comments, as values. A comment stays the text it is: nothing here is lost by reading.

The syntax is that of the supplement to PGN by Cowderoy and others (2001, section 3): a name, a blank, operands between
commas, `]`; between double quotes brackets mean nothing. What is no whole command is text like any other.

>>> said = Comment("good [%clk 1:02:03] move [%odd x,y]")
>>> commands_of(said)
(Command(name='clk', argument='1:02:03'), Command(name='odd', argument='x,y'))
>>> words_of(said)
'good move'
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from fairyscore.notation.records.tree import Comment

_COMMAND = re.compile(r'\[%([A-Za-z][\w-]*+)(?:\s++((?:[^\[\]"]|"[^"]*+")*+))?\]', re.ASCII)
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


def words_of(comment: Comment) -> str:
    """What is left of a comment for people: its text without the commands."""
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
