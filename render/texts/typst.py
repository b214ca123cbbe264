r"""Typst source. What a game looks like is in functions that users may redefine.

>>> print(TYPST.plain("50% of $1_000 -- #emph[x] 1. e4 ♘f3"))
50% of \$1\_000 \-\- \#emph\[x\] 1\. e4 ♘f3
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from fairyscore.notation.text import clean
from fairyscore.render.texts.flow import MoveRow
from fairyscore.render.texts.medium import Medium

_MARKUP: Final = re.compile(r"[\\`*_$#\[\]@<>~\"'/=+-]|(?<=\d)\.(?=\s|\Z)|\.(?=\.\.)")
"""What means something in Typst, wherever a line may come to begin: `1. ` is a list, `--` a dash, `...` one sign."""


class Typst(Medium):
    """See `Medium`."""

    def plain(self, text: str) -> str:
        """Somebody's text as Typst markup."""
        return _MARKUP.sub(r"\\\g<0>", clean(text))

    def table(self, seats: tuple[str, ...], rows: Iterable[MoveRow]) -> str:
        """The moves in columns."""
        lines = [f"#rounds({len(seats)},", f"  [], {', '.join(f'[{self.plain(seat)}]' for seat in seats)},"]
        for row in rows:
            cells = "".join(f" [{self.joined(cell)}]," for cell in row.cells)
            lines.append(f"  [{row.number}],{cells}{' [],' * (len(seats) - len(row.cells))}")
        return "\n".join([*lines, ")"]) + "\n"


TYPST: Final = Typst("typst")
