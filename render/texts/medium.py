"""What a medium for texts is: how it writes the parts of a story. `document.py` puts them together.

The forms of a medium, and the frames around its games, are in the TOML file of its name.
"""

from __future__ import annotations

import re
import tomllib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from fairyscore.notation.package_data import data_text
from fairyscore.render.language import translated
from fairyscore.render.story.model import StoryDiagram
from fairyscore.render.texts.flow import MoveRow, Paragraph, RunKind, TextRun

WIDE: Final = 100
"""Characters in a line of the source, as far as words allow: whoever goes on writing at it reads it there."""

MOVES: Final = (RunKind.MAIN, RunKind.SIDE)

_SAID: Final = re.compile("«([A-Za-z .:]+)»")
"""Words in the file of a medium that are said in the current language."""

_OPEN, _CLOSE = "\x02", "\x03"
"""Stand for brackets until the blanks beside them are gone; no text holds them (`clean`)."""


@dataclass(frozen=True, slots=True)
class DrawnDiagram:
    """A diagram as a text shows it. file: the name of its picture; empty where there is none, then `position` tells it."""

    figure: StoryDiagram
    file: str
    position: str


class Medium(ABC):
    """How a medium writes. All that is handed to it is plain text; what it gives out is markup in which that stays text.

    name: as in `--to`. pictures: endings of the pictures it can show, the best first.
    document: the frame of all games, and game: of one, both with places in double braces (`document.PLACES`).
    between: what stands between two games. tie: what stands between a number and its move.
    """

    def __init__(self, name: str) -> None:
        """name: also that of the file with its forms."""
        text = data_text("fairyscore.render.texts", f"{name}.toml")
        told = tomllib.loads(_SAID.sub(lambda found: translated(found[1]), text))
        self.name = name
        self.pictures: tuple[str, ...] = tuple(told["pictures"])
        self.document: str = told["document"]
        self.game: str = told["game"]
        self.between: str = told["between"]
        self.tie: str = told["tie"]
        self.forms = told
        self._styles = {RunKind(kind): style for kind, style in told["styles"].items()}

    @abstractmethod
    def plain(self, text: str) -> str:
        """Somebody's text."""

    @abstractmethod
    def table(self, seats: tuple[str, ...], rows: Iterable[MoveRow]) -> str:
        """The moves in columns."""

    def lined(self, text: str) -> str:
        """A paragraph in lines of moderate length."""
        return lined(text)

    def players(self, players: Iterable[tuple[str, str]]) -> str:
        """Every seat with who sits there."""
        return "\n".join(self._filled("player", seat, name or translated("unknown")) for seat, name in players)

    def details(self, details: Iterable[tuple[str, str]]) -> str:
        """Site, date, round and the like, each with its name."""
        return "\n".join(self._filled("detail", translated(name), value) for name, value in details)

    def paragraph(self, paragraph: Paragraph) -> str:
        """Moves and what is said about them."""
        said = self.joined(paragraph.runs)
        return self.lined(self.forms.get("variation", "%s") % said if paragraph.side else said) + "\n"

    def diagram(self, drawn: DrawnDiagram) -> str:
        """A diagram, or where it has no file its position."""
        caption, position = self.plain(drawn.figure.caption), self.position(drawn.position)
        told = {"file": drawn.file, "number": drawn.figure.number, "caption": caption, "position": position}
        form: str = self.forms["diagram" if drawn.file else "position"]
        return form % told + "\n"

    def position(self, fen: str) -> str:
        """A position as text."""
        return self.plain(fen)

    def flaw(self, message: str, rest: str) -> str:
        """Where the record is at fault, and what stands behind it."""
        return self.lined(self._filled("flaw", message, rest)) + "\n"

    def close(self, result: str, how: str) -> str:
        """The result and how it came about."""
        return self._filled("result", result, how) + "\n"

    def joined(self, runs: Iterable[TextRun]) -> str:
        """Runs as one text; those of a kind in a row share what stands around them."""
        groups = groupby(runs, lambda run: run.kind)
        parts = (self._styles.get(kind, "%s") % " ".join(map(self._run, group)) for kind, group in groups)
        return " ".join(parts).replace(f"{_OPEN} ", "(").replace(f" {_CLOSE}", ")")

    def _run(self, run: TextRun) -> str:
        if run.kind in (RunKind.OPEN, RunKind.CLOSE):
            return _OPEN if run.kind is RunKind.OPEN else _CLOSE
        said = self.plain(run.text)
        if run.kind in MOVES and "-" in run.text:
            said = self.forms.get("unbroken", "%s") % said
        number = f"{run.number}{self.tie}" if run.number else ""
        return f"{number}{said}{self.tie if run.glyphs.startswith(' ') else ''}{self.plain(run.glyphs)}"

    def _filled(self, form: str, *texts: str) -> str:
        filled: str = self.forms[form] % tuple(map(self.plain, texts))
        return filled


def lined(text: str, begun: Callable[[str], str] = str) -> str:
    """A paragraph in lines. begun: what is done to a word in front of a line.

    >>> print(lined("a bc " * 25, str.upper))
    A bc a bc a bc a bc a bc a bc a bc a bc a bc a bc a bc a bc a bc a bc a bc a bc a bc a bc a bc a bc
    A bc a bc a bc a bc a bc
    """
    lines: list[str] = []
    row: list[str] = []
    wide = 0
    for word in text.split():
        if row and wide + len(word) >= WIDE:
            lines.append(" ".join(row))
            row, wide = [], 0
        row.append(word if row else begun(word))
        wide += len(row[-1]) + 1
    return "\n".join([*lines, " ".join(row)])
