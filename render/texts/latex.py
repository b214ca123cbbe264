r"""LaTeX that compiles with plain packages. What a game looks like is in macros that users may redefine.

>>> print(plain("50% of $1_000 -- \\input{x} ♘f3 将 Réti"))
50\% of \$1\_000 -{}- \textbackslash{}input\{x\} \fairyman{N}f3 \fairychar{5C06} Réti
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from fairyscore.notation.text import clean
from fairyscore.render.texts.flow import MoveRow, Paragraph, RunKind, TextRun, joined
from fairyscore.render.texts.lines import lined
from fairyscore.render.texts.medium import DrawnDiagram, Medium

LETTERS: Final = frozenset(
    "¡¢£¤¥¦§¨©ª«¬®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ"
    "ĀāĂăĄąĆćĈĉĊċČčĎďĐđĒēĔĕĖėĘęĚěĜĝĞğĠġĢģĤĥĨĩĪīĬĭĮįİıĲĳĴĵĶķĹĺĻļĽľŁłŃńŅņŇňŊŋŌōŎŏŐőŒœŔŕŖŗŘřŚśŜŝŞşŠšŢţŤťŨũ"
    "ŪūŬŭŮůŰűŲųŴŵŶŷŸŹźŻżŽžȘșȚț‐–—‘’‚“”„†‡•…‰‹›€™"
)
"""What pdfLaTeX prints beside ASCII with the encodings T1 and TS1; looked at in a document that has them all."""

_SIGNS: Final = {
    "\\": r"\textbackslash{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "`": r"\textasciigrave{}",
    '"': r"\textquotedbl{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    **{sign: f"\\{sign}" for sign in "{}$&#_%"},
    "−": r"\ensuremath{-}",
    "∞": r"\ensuremath{\infty}",
    "∓": r"\ensuremath{\mp}",
    "⩲": r"\ensuremath{\stackrel{\scriptscriptstyle +}{=}}",
    "⩱": r"\ensuremath{\stackrel{=}{\scriptscriptstyle +}}",
    "□": r"\fairybox{}",
    "⨀": r"\ensuremath{\odot}",
    "⊕": r"\ensuremath{\oplus}",
    "∆": r"\ensuremath{\Delta}",
    "∇": r"\ensuremath{\nabla}",
    "⌓": r"\ensuremath{\frown}",
    "↑": r"\ensuremath{\uparrow}",
    "→": r"\ensuremath{\rightarrow}",
    "←": r"\ensuremath{\leftarrow}",
    "⇆": r"\ensuremath{\leftrightarrow}",
    **{piece: rf"\fairyman{{{'KQRBNP'[at % 6]}}}" for at, piece in enumerate("♔♕♖♗♘♙♚♛♜♝♞♟")},
}
"""How signs are written that mean something to TeX, or that its fonts have under another name."""

_LIGATURES: Final = re.compile(r"(?<=-)-|(?<=')'|(?<=,),")
"""What would run together with the sign before: dashes and quotes that nobody has written."""


def plain(text: str) -> str:
    """Somebody's text as LaTeX. What its fonts do not have becomes a macro with the number of the character."""
    return _LIGATURES.sub(r"{}\g<0>", "".join(map(_written, clean(text))))


def _written(char: str) -> str:
    if char in _SIGNS:
        return _SIGNS[char]
    return char if char.isascii() or char in LETTERS else rf"\fairychar{{{ord(char):04X}}}"


_STYLES: Final = {
    RunKind.MAIN: r"\mainline{%s}",
    RunKind.NEWS: r"\fairynews{%s}",
    RunKind.UNJUDGED: r"\fairyunjudged{%s}",
}


def _paragraph(paragraph: Paragraph) -> str:
    said = _joined(paragraph.runs)
    return lined(rf"\variation{{{said}}}" if paragraph.side else said) + "\n"


def _joined(runs: Iterable[TextRun]) -> str:
    return joined(runs, _STYLES, _run)


MOVES: Final = (RunKind.MAIN, RunKind.SIDE)


def _run(run: TextRun) -> str:
    number = f"{run.number}~" if run.number else ""
    said = plain(run.text)
    if run.kind in MOVES and "-" in run.text:
        said = rf"\mbox{{{said}}}"  # TeX breaks lines behind hyphens
    return f"{number}{said}{'~' if run.glyphs.startswith(' ') else ''}{plain(run.glyphs)}"


def _players(players: Iterable[tuple[str, str]]) -> str:
    return "\n".join(rf"\fairyplayer{{{plain(seat)}}}{{{plain(name or 'unknown')}}}" for seat, name in players)


def _details(details: Iterable[tuple[str, str]]) -> str:
    return "\n".join(rf"\fairydetail{{{plain(name)}}}{{{plain(value)}}}" for name, value in details)


def _table(seats: tuple[str, ...], rows: Iterable[MoveRow]) -> str:
    """The table, in columns that TeX may break over pages: each round is a line of its own."""
    head = rf"\begin{{fairytable}}{{{len(seats)}}}" + "\n" + _line("", map(plain, seats))
    return "".join((head, *(_line(row.number, map(_joined, row.cells)) for row in rows), "\\end{fairytable}\n"))


def _line(number: str, cells: Iterable[str]) -> str:
    return rf"\fairyround{{{number}}}" + "".join(rf"\fairycell{{{cell}}}" for cell in cells) + "\n"


def _diagram(drawn: DrawnDiagram) -> str:
    said = f"{{{drawn.figure.number}}}{{{plain(drawn.figure.caption)}}}"
    if drawn.file:
        return rf"\fairydiagram{{{drawn.file}}}{said}" + "\n"
    return rf"\fairyposition{{{plain(drawn.position)}}}{said}" + "\n"


def _flaw(message: str, rest: str) -> str:
    return lined(rf"\fairyflaw{{{plain(message)}}}{{{plain(rest)}}}") + "\n"


def _close(result: str, how: str) -> str:
    return rf"\fairyresult{{{plain(result)}}}{{{plain(how)}}}" + "\n"


DOCUMENT: Final = r"""\documentclass[11pt]{article}
\ifdefined\XeTeXrevision\usepackage{fontspec}\else
\ifdefined\directlua\usepackage{fontspec}\else
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
\fi\fi
\usepackage{textcomp}
\usepackage{graphicx}
\usepackage[a4paper,margin=25mm]{geometry}
\setlength{\parindent}{0pt}
\setlength{\parskip}{0.5\baselineskip}
\setlength{\emergencystretch}{3em}

% What a game looks like: redefine what you like otherwise.
\newcommand{\fairygame}[1]{\section*{#1}}
\newcommand{\fairyplayer}[2]{{\setlength{\parskip}{0pt}#1: \textbf{#2}\par}}
\newcommand{\fairydetail}[2]{{\setlength{\parskip}{0pt}\small #1: #2\par}}
\newcommand{\mainline}[1]{\textbf{#1}}
\newcommand{\variation}[1]{\begin{quotation}\noindent\small #1\end{quotation}}
\newcommand{\fairynews}[1]{\emph{(#1)}}
\newcommand{\fairyunjudged}[1]{(not checked: #1)}
\newcommand{\fairydiagram}[3]{\begin{center}%
  \includegraphics[width=0.5\linewidth]{#1}\\\emph{Diagram #2: #3}\end{center}}
\newcommand{\fairyposition}[3]{\begin{center}\emph{Diagram #2: #3}\\{\footnotesize #1}\end{center}}
\newenvironment{fairytable}[1]%
  {\setlength{\fairywidth}{\dimexpr(\linewidth-3em)/#1\relax}\medskip\setlength{\parskip}{0pt}}{\par}
\newlength{\fairywidth}
\newcommand{\fairyround}[1]{\par\noindent\makebox[3em][l]{#1}}
\newcommand{\fairycell}[1]{\parbox[t]{\dimexpr\fairywidth-0.5em\relax}{\raggedright #1\strut}\hspace{0.5em}}
\newcommand{\fairyflaw}[2]{\def\fairyrest{#2}%
  \ifx\fairyrest\empty\textbf{The record has a fault.} #1\par
  \else\textbf{The record is at fault here.} #1\par Not checked: #2\par\fi}
\newcommand{\fairyresult}[2]{\textbf{#1} #2\par}
\newcommand{\fairyman}[1]{#1}
\newcommand{\fairybox}{{\setlength{\fboxsep}{0pt}\framebox[1ex]{\rule{0pt}{1ex}}}}
\newcommand{\fairychar}[1]{\ifdefined\XeTeXrevision\char"#1\else
  \ifdefined\directlua\char"#1\else{\footnotesize[U+#1]}\fi\fi}

\begin{document}

{{games}}
\end{document}
"""

GAME: Final = r"""\fairygame{{{title}}}
{{players}}

{{details}}

{{moves}}

{{close}}
"""

LATEX: Final = Medium(
    name="latex",
    pictures=(".pdf", ".png"),
    document=DOCUMENT,
    game=GAME,
    between="\n\\bigskip\n\n",
    plain=plain,
    players=_players,
    details=_details,
    paragraph=_paragraph,
    table=_table,
    diagram=_diagram,
    flaw=_flaw,
    close=_close,
)
