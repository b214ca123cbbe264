r"""How a medium for texts writes the parts of a story: by the forms in the TOML file of its name.

>>> print(medium("latex").plain("50% of $1_000 -- \\input{x} ♘f3 将 Réti"))
50\% of \$1\_000 -{}- \textbackslash{}input\{x\} \fairyman{N}f3 \fairychar{5C06} Réti
>>> print(medium("typst").plain("50% of $1_000 -- #emph[x] 1. e4 ♘f3"))
50% of \$1\_000 \-\- \#emph\[x\] 1\. e4 ♘f3
>>> print(medium("markdown").plain("<b> *and* [link](x) 1_000 #1 http://x.y"))
\<b\> \*and\* \[link\](x) 1\_000 \#1 http\://x.y
>>> medium("markdown").lined("1. e4 is a move, and no list")
'1\\. e4 is a move, and no list'

Whatever looks like markup in a text stays text. `document.py` puts the parts together.
"""

import re
import tomllib
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any, Final, NamedTuple

from fairyscore.notation.package_data import data_text
from fairyscore.notation.text import clean
from fairyscore.render.language import current, translated
from fairyscore.render.story.model import StoryDiagram

WIDE: Final = 100
"""Characters in a line of the source, as far as words allow: whoever goes on writing at it reads it there."""

MOVES: Final = ("main", "side")
OPEN, CLOSE = "(", ")"  # what kinds of runs are moves, and the brackets around a variation within another
_TRANSLATED: Final = re.compile("«([A-Za-z .:]+)»")  # words in the file of a medium that stand in the current language

_OPEN, _CLOSE, TIE = "\x02", "\x03", "\x01"
"""Stand for brackets until the blanks beside them are gone, and for a blank at which no line ends; no text holds them."""


class TextRun(NamedTuple):
    """A piece of a paragraph. kind: one of `MOVES`, `words`, `news`, `unjudged`, or a bracket.

    number: in front of a move, where it is wanted; glyphs: after it.
    """

    kind: str
    text: str = ""
    number: str = ""
    glyphs: str = ""


class Medium:
    """A medium of texts, and how it writes.

    All that is handed to it is plain text; what it gives out is markup in which that stays text.

    name: as in `--to`, and that of the file with its forms. pictures: endings of the pictures it can show, the best first.
    document: the frame of all games, and game: of one, both with places in double braces (`document.PLACES`). between,
    apart: what stands between two games, and between their players.
    """

    def __init__(self, name: str) -> None:
        text = data_text("fairyscore.render.texts", f"{name}.toml")
        forms: dict[str, Any] = tomllib.loads(_TRANSLATED.sub(lambda found: translated(found[1]), text))
        self.name, self.forms = name, forms
        self.pictures: tuple[str, ...] = tuple(forms["pictures"])
        self.document: str = forms["document"]
        self.game: str = forms["game"]
        self.between: str = forms["between"]
        self.apart: str = forms.get("apart", "\n")
        letters = forms.get("letters")
        # What its fonts do not have.
        self._lacking = re.compile(f"[^\x00-\x7f{re.escape(letters)}]") if letters else None
        self._marks = str.maketrans({char: f"\\{char}" for char in forms.get("marks", "")} | forms.get("signs", {}))

    def plain(self, text: str) -> str:
        """Somebody's text, fit for anywhere but the beginning of a line (`lined`)."""
        markup = _replaced(clean(text).translate(self._marks), self.forms["escapes"])
        if self._lacking is None:
            return markup
        return self._lacking.sub(lambda found: self.forms["number"] % ord(found[0]), markup)

    def lined(self, text: str) -> str:
        """A paragraph in lines of moderate length; no word begins a list, heading or table in front of one."""
        lines: list[str] = []
        width = WIDE
        for word in text.split():
            if width + len(word) >= WIDE:
                word = _replaced(word, self.forms.get("starts", ()))
                lines.append(word)
                width = len(word) + 1
            else:
                lines[-1] += f" {word}"
                width += len(word) + 1
        return "\n".join(lines).replace(TIE, " ")

    def table(self, seats: Sequence[str], rows: Iterable[tuple[str, Sequence[Iterable[TextRun]]]]) -> str:
        """The moves in columns. rows: of each round its number and what stands in its cells."""
        forms = self.forms["table"]

        def row(number: str, cells: Iterable[str]) -> str:
            line: str = forms["row"] % (number, "".join(forms["cell"] % cell for cell in cells))
            return line

        rule = row(forms["rule"][0], [forms["rule"][1]] * len(seats)) if "rule" in forms else ""
        lines = (row(number, map(self.joined, cells)) for number, cells in rows)
        head = forms["begin"].replace("SEATS", str(len(seats))) + row("", map(self.plain, seats))
        return "".join((head, rule, *lines, forms["end"])).replace(TIE, " ")

    def paragraph(self, runs: Iterable[TextRun], *, side: bool = False) -> str:
        """Moves and remarks on them. side: they are a variation, or part of one."""
        text = self.joined(runs)
        if side:
            text = self.forms.get("variation", "%s") % text
        return self.lined(text) + "\n"

    def diagram(self, figure: StoryDiagram, file: str, fen: str) -> str:
        """A diagram by the file of its picture, or where that is empty its position."""
        position = clean(fen) if self.forms.get("verbatim") else self.plain(fen)
        values = {"file": file, "number": figure.number, "caption": self.plain(figure.caption), "position": position}
        form: str = self.forms["diagram" if file else "position"]
        return form % values + "\n"

    def fault(self, message: str, rest: str) -> str:
        """Where the record is at fault, and what follows it."""
        alone = not rest and "fault" in self.forms
        text = self.filled("fault", message) if alone else self.filled("flaw", message, rest)
        return "\n\n".join(map(self.lined, text.split("\n\n"))) + "\n"

    def joined(self, runs: Iterable[TextRun]) -> str:
        """Runs as one text; those of a kind in a row share what stands around them."""
        groups = groupby(runs, lambda run: run.kind)
        parts = (self.forms["styles"].get(kind, "%s") % " ".join(map(self._run, group)) for kind, group in groups)
        return " ".join(parts).replace(f"{_OPEN} ", "(").replace(f" {_CLOSE}", ")")

    def _run(self, run: TextRun) -> str:
        if run.kind in (OPEN, CLOSE):
            return _OPEN if run.kind == OPEN else _CLOSE
        text, tie = self.plain(run.text), self.forms["tie"]
        if run.kind in MOVES and "-" in run.text:
            text = self.forms.get("unbroken", "%s") % text
        number = f"{run.number}{tie}" if run.number else ""
        before_glyphs = tie if run.glyphs.startswith(" ") else ""
        return f"{number}{text}{before_glyphs}{self.plain(run.glyphs)}"

    def filled(self, form: str, *texts: str) -> str:
        """One of its forms with texts in its places."""
        filled: str = self.forms[form] % tuple(map(self.plain, texts))
        return filled


def medium(name: str) -> Medium:
    """The medium of a name, in the current language."""
    return _medium(name, current().code)


@lru_cache(maxsize=8)
def _medium(name: str, _language: str) -> Medium:
    return Medium(name)


def _replaced(text: str, forms: Iterable[tuple[str, str]]) -> str:
    """A text after each pattern has been replaced by what stands beside it."""
    for pattern, form in forms:
        text = re.sub(pattern, form, text)
    return text
