"""A rule sheet as Markdown, with its pictures as files beside it.

>>> escaped("1. e4* [ep] <b>")
'1\\\\. e4\\\\* \\\\[ep\\\\] &lt;b>'
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from fairyscore.render.rulebook.book import AlignedLines, Block, Entries, Figures, Points, Rulebook, RulebookFigure

IN_ROW = 2
"""Pictures side by side."""

SPECIAL = re.compile(r"([\\`*_\[\]|#~])")
AT_START = re.compile(r"^(\d+)([.)])|^([-+>=])")
ENDINGS = str.maketrans({"<": "&lt;", "\n": " "})


def markdown(book: Rulebook, folder: str) -> str:
    """The text. folder: where the pictures are, as seen from it."""
    return "\n".join(_lines(book, folder)).rstrip() + "\n"


def escaped(text: str) -> str:
    """Text that means itself."""
    plain = SPECIAL.sub(r"\\\1", text.replace("&", "&amp;").translate(ENDINGS))
    return AT_START.sub(lambda found: f"{found[1]}\\{found[2]}" if found[1] else f"\\{found[3]}", plain)


def _lines(book: Rulebook, folder: str) -> Iterator[str]:
    yield from (f"# {escaped(book.title)}", "")
    yield from _block(book.facts, folder)
    for chapter in book.chapters:
        yield from (f"## {escaped(chapter.heading)}", "")
        for block in chapter.blocks:
            yield from _block(block, folder)


def _block(block: Block, folder: str) -> Iterator[str]:
    match block:
        case Points(lines):
            yield from (f"- {escaped(line)}" for line in lines)
            yield ""
        case AlignedLines(lines):
            yield from ("```text", *lines, "```", "")
        case Entries(items):
            for entry in items:
                first, *others = entry.lines
                yield f"- **{escaped(entry.term)}**: {escaped(first)}"
                yield from (f"  {escaped(line)}" for line in others)
            yield ""
        case Figures(items):
            for start in range(0, len(items), IN_ROW):
                yield from _row(items[start : start + IN_ROW], folder)


def _row(figures: tuple[RulebookFigure, ...], folder: str) -> Iterator[str]:
    """One picture with what is said of it below; several as a table, whose head has the pictures."""
    pictures = [f"![{escaped(figure.title)}]({folder}/{figure.name}.svg)" for figure in figures]
    captions = [escaped(figure.caption) for figure in figures]
    if len(figures) == 1:
        yield from (*pictures, "", *captions, "")
    else:
        yield from (_cells(pictures), _cells(["---"] * len(figures)), _cells(captions), "")


def _cells(said: list[str]) -> str:
    return f"| {' | '.join(said)} |"
