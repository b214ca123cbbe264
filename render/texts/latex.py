r"""LaTeX that compiles with plain packages. What a game looks like is in macros that users may redefine.

>>> print(LATEX.plain("50% of $1_000 -- \\input{x} ♘f3 将 Réti"))
50\% of \$1\_000 -{}- \textbackslash{}input\{x\} \fairyman{N}f3 \fairychar{5C06} Réti
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from fairyscore.notation.text import clean
from fairyscore.render.texts.flow import MoveRow
from fairyscore.render.texts.medium import Medium

_LIGATURES: Final = re.compile(r"(?<=-)-|(?<=')'|(?<=,),")
"""What would run together with the sign before: dashes and quotes that nobody has written."""


class Latex(Medium):
    """See `Medium`."""

    def plain(self, text: str) -> str:
        """Somebody's text as LaTeX. What its fonts do not have becomes a macro with the number of the character."""
        return _LIGATURES.sub(r"{}\g<0>", "".join(map(self._written, clean(text))))

    def _written(self, char: str) -> str:
        if char in self.forms["signs"]:
            return str(self.forms["signs"][char])
        return char if char.isascii() or char in self.forms["letters"] else rf"\fairychar{{{ord(char):04X}}}"

    def table(self, seats: tuple[str, ...], rows: Iterable[MoveRow]) -> str:
        """The table, in columns that TeX may break over pages: each round is a line of its own."""
        head = rf"\begin{{fairytable}}{{{len(seats)}}}" + "\n" + _line("", map(self.plain, seats))
        lines = (_line(row.number, map(self.joined, row.cells)) for row in rows)
        return "".join((head, *lines, "\\end{fairytable}\n"))


def _line(number: str, cells: Iterable[str]) -> str:
    return rf"\fairyround{{{number}}}" + "".join(rf"\fairycell{{{cell}}}" for cell in cells) + "\n"


LATEX: Final = Latex("latex")
