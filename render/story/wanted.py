"""Which positions of a game are drawn beside those that its record asks for.

>>> wanted = diagrams("every:10,captures")
>>> wanted.every, wanted.captures, wanted.end
(10, True, False)
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from fairyscore.notation.records.commands import words_of
from fairyscore.notation.records.tree import Ply
from fairyscore.notation.text import shown
from fairyscore.render.errors import DrawingError
from fairyscore.render.story.model import MoveEvent

KINDS: Final = ("every:N", "comments", "captures", "end")
"""What may be asked for, several of them between commas."""

_EVERY = re.compile(r"every:([1-9][0-9]{0,3})")


@dataclass(frozen=True, slots=True)
class Diagrams:
    """Positions of the main line to draw: every so many plies, where something is said, after captures, at the end."""

    every: int = 0
    comments: bool = False
    captures: bool = False
    end: bool = False

    def __bool__(self) -> bool:
        return self.every > 0 or self.comments or self.captures or self.end

    def wants(self, step: MoveEvent, ply: Ply) -> bool:
        """Whether the position after a move of the main line is one of them; the end is not asked for here."""
        number = step.moment.ply
        return bool(
            (self.every and number % self.every == 0)
            or (self.comments and any(words_of(comment) for comment in ply.comments if not comment.aside))
            or (self.captures and step.captures)
        )


def diagrams(said: str) -> Diagrams:
    """What `--diagrams` asks for. Raises `DrawingError` where that makes no sense."""
    every, words = 0, set[str]()
    for word in filter(None, (word.strip() for word in said.split(","))):
        if found := _EVERY.fullmatch(word):
            every = int(found[1])
        elif word in KINDS[1:]:
            words.add(word)
        else:
            raise DrawingError(f"diagrams are {', '.join(KINDS)}, not '{shown(word)}'")
    return Diagrams(every, **dict.fromkeys(words, True))
