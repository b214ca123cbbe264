r"""Typst source. What a game looks like is in functions that users may redefine.

>>> print(plain("50% of $1_000 -- #emph[x] 1. e4 ♘f3"))
50% of \$1\_000 \-\- \#emph\[x\] 1\. e4 ♘f3
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from fairyscore.notation.text import clean
from fairyscore.render.texts.flow import MoveRow, Paragraph, RunKind, TextRun, joined
from fairyscore.render.texts.lines import lined
from fairyscore.render.texts.medium import DrawnDiagram, Medium

_MARKUP: Final = re.compile(r"[\\`*_$#\[\]@<>~\"'/=+-]|(?<=\d)\.(?=\s|\Z)|\.(?=\.\.)")
"""What means something in Typst, wherever a line may come to begin: `1. ` is a list, `--` a dash, `...` one sign."""


def plain(text: str) -> str:
    """Somebody's text as Typst markup."""
    return _MARKUP.sub(r"\\\g<0>", clean(text))


_STYLES: Final = {RunKind.MAIN: "#mainline[%s]", RunKind.NEWS: "#news[%s]", RunKind.UNJUDGED: "#unchecked[%s]"}


def _paragraph(paragraph: Paragraph) -> str:
    said = _joined(paragraph.runs)
    return lined(f"#variation[{said}]" if paragraph.side else said) + "\n"


def _joined(runs: Iterable[TextRun]) -> str:
    return joined(runs, _STYLES, _run)


_MOVES: Final = (RunKind.MAIN, RunKind.SIDE)


def _run(run: TextRun) -> str:
    number = f"{run.number}~" if run.number else ""  # no blank: `1. ` would begin a list
    said = plain(run.text)
    if run.kind in _MOVES and "-" in run.text:
        said = f"#box[{said}]"  # no line break behind hyphens
    return f"{number}{said}{'~' if run.glyphs.startswith(' ') else ''}{plain(run.glyphs.strip())}"


def _players(players: Iterable[tuple[str, str]]) -> str:
    return "\n".join(f"#player[{plain(seat)}][{plain(name or 'unknown')}]" for seat, name in players)


def _details(details: Iterable[tuple[str, str]]) -> str:
    return "\n".join(f"#detail[{plain(name)}][{plain(value)}]" for name, value in details)


def _table(seats: tuple[str, ...], rows: Iterable[MoveRow]) -> str:
    lines = [f"#rounds({len(seats)},", f"  [], {', '.join(f'[{plain(seat)}]' for seat in seats)},"]
    for row in rows:
        cells = "".join(f" [{_joined(cell)}]," for cell in row.cells)
        lines.append(f"  [{row.number}],{cells}{' [],' * (len(seats) - len(row.cells))}")
    return "\n".join([*lines, ")"]) + "\n"


def _diagram(drawn: DrawnDiagram) -> str:
    caption = plain(drawn.figure.caption)
    if drawn.file:
        return f'#diagram("{drawn.file}", {drawn.figure.number})[{caption}]\n'
    return f"#position({drawn.figure.number})[{plain(drawn.position)}][{caption}]\n"


def _flaw(message: str, rest: str) -> str:
    return lined(f"#fault[{plain(message)}][{plain(rest)}]") + "\n"


def _close(result: str, how: str) -> str:
    return f"#result[{plain(result)}][{plain(how)}]\n"


DOCUMENT: Final = r"""#set page(paper: "a4", margin: 25mm)
#set text(size: 11pt)

// What a game looks like: redefine what you like otherwise.
#let player(seat, name) = block(spacing: 0.65em)[#seat: *#name*]
#let detail(name, value) = block(spacing: 0.65em, text(size: 0.9em)[#name: #value])
#let mainline(moves) = strong(moves)
#let variation(moves) = pad(left: 1.5em, text(size: 0.9em, moves))
#let news(said) = emph[(#said)]
#let unchecked(moves) = [(not checked: #moves)]
#let diagram(file, number, caption) = figure(image(file, width: 50%), caption: caption,
  kind: "diagram", supplement: [Diagram], numbering: (..) => str(number))
#let position(number, fen, caption) = figure(text(size: 0.8em, fen), caption: caption,
  kind: "diagram", supplement: [Diagram], numbering: (..) => str(number))
#let rounds(seats, ..cells) = table(columns: (3em,) + (1fr,) * seats, stroke: none, inset: 0.25em, ..cells)
#let fault(message, rest) = [*The record has a fault.* #message #if rest != [] [\ Not checked: #rest]]
#let result(score, how) = block[*#score* #how]

{{games}}
"""

GAME: Final = """= {{title}}

{{players}}
{{details}}

{{moves}}

{{close}}
"""

TYPST: Final = Medium(
    name="typst",
    pictures=(".svg", ".png"),
    document=DOCUMENT,
    game=GAME,
    between="\n",
    plain=plain,
    players=_players,
    details=_details,
    paragraph=_paragraph,
    table=_table,
    diagram=_diagram,
    flaw=_flaw,
    close=_close,
)
