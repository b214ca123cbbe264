"""A rule sheet as files: `rules.md` with its pictures in `figures/`, `rules.html`, `rules.pdf`.

The page needs nothing else: pictures are in it, there is no script, and it prints well. The PDF is set by typst, a library
of the extra `pdf`, with the fonts that it brings.

>>> escaped("1. e4* [ep] <b>")
'1\\\\. e4\\\\* \\\\[ep\\\\] &lt;b>'
"""

import re
from collections.abc import Callable, Iterator
from html import escape
from typing import Final

from fairyscore.notation.package_data import data_text
from fairyscore.render.export import library, quoted
from fairyscore.render.language import current, translated
from fairyscore.render.rulebook.content import AlignedLines, Block, Entries, Figures, Points, Rulebook, RulebookFigure
from fairyscore.render.user_files import filled

Files = Iterator[tuple[str, bytes]]  # path in the folder of the sheet, with slashes, and content

# -- Markdown ---------------------------------------------------------------------------------------------------------

FIGURES: Final = "figures"

IN_ROW: Final = 2  # pictures side by side
SPECIAL = re.compile(r"([\\`*_\[\]|#~])")
AT_START = re.compile(r"^(\d+)([.)])|^([-+>=])")
ENDINGS = str.maketrans({"<": "&lt;", "\n": " "})


def markdown(book: Rulebook) -> str:
    """The sheet as Markdown, its pictures in the folder `FIGURES` beside it."""
    lines = [f"# {escaped(book.title)}", "", *_markdown(book.facts)]
    for chapter in book.chapters:
        lines += (f"## {escaped(chapter.heading)}", "")
        lines += (line for block in chapter.blocks for line in _markdown(block))
    return "\n".join(lines).rstrip() + "\n"


def escaped(text: str) -> str:
    """Text that means itself in Markdown."""
    plain = SPECIAL.sub(r"\\\1", text.replace("&", "&amp;").translate(ENDINGS))
    return AT_START.sub(lambda found: f"{found[1]}\\{found[2]}" if found[1] else f"\\{found[3]}", plain)


def _markdown(block: Block) -> Iterator[str]:
    match block:
        case Points(lines):
            yield from (f"- {escaped(line)}" for line in lines)
        case AlignedLines(lines):
            yield from ("```text", *lines, "```")
        case Entries(items):
            for entry in items:
                first, *others = map(escaped, entry.lines)
                yield from (f"- **{escaped(entry.term)}**: {first}", *(f"  {line}" for line in others))
        case Figures(items):
            rows = [_row(items[start : start + IN_ROW]) for start in range(0, len(items), IN_ROW)]
            yield "\n\n".join(rows)
    yield ""


def _row(figures: tuple[RulebookFigure, ...]) -> str:
    """One picture with what is said of it below; several as a table, whose head has the pictures."""
    pictures = [f"![{escaped(figure.title)}]({FIGURES}/{figure.name}.svg)" for figure in figures]
    captions = [escaped(figure.caption) for figure in figures]
    if len(figures) == 1:
        return f"{pictures[0]}\n\n{captions[0]}"
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (pictures, ["---"] * len(figures), captions))


# -- HTML -------------------------------------------------------------------------------------------------------------


def html(book: Rulebook) -> str:
    """The sheet as one page."""
    boards: dict[str, str] = {}
    lines = [*_html(book.facts, boards)]
    for number, chapter in enumerate(book.chapters, 1):
        lines.append(f'<section aria-labelledby="chapter-{number}">')
        lines.append(f'<h2 id="chapter-{number}">{escape(chapter.heading)}</h2>')
        lines += (line for block in chapter.blocks for line in _html(block, boards))
        lines.append("</section>")
    chapters = (
        f'<li><a href="#chapter-{number}">{escape(chapter.heading)}</a></li>'
        for number, chapter in enumerate(book.chapters, 1)
    )
    content = {
        "language": current().code,
        "title": escape(translated("{game}: the rules", game=book.title)),
        "game": escape(book.title),
        "contents": escape(translated("Chapters")),
        "chapters": "\n".join(chapters),
        "sheet": "\n".join(lines),
    }
    return filled(data_text("fairyscore.render.rulebook", "rules.html"), content)


def _html(block: Block, boards: dict[str, str]) -> Iterator[str]:
    match block:
        case Points(lines):
            yield from ("<ul>", *(f"<li>{escape(line)}</li>" for line in lines), "</ul>")
        case AlignedLines(lines):
            yield f"<pre>{escape(chr(10).join(lines))}</pre>"
        case Entries(items):
            yield "<dl>"
            for entry in items:
                said = "".join(f"<p>{escape(line)}</p>" for line in entry.lines)
                yield f"<dt>{escape(entry.term)}</dt><dd>{said}</dd>"
            yield "</dl>"
        case Figures(items):
            yield '<div class="figures">'
            for figure in items:
                yield from (f'<figure id="{figure.name}">', _shared(figure.svg, boards))
                yield from (f"<figcaption>{escape(figure.caption)}</figcaption>", "</figure>")
            yield "</div>"


GROUP = re.compile(r"<(/?)g\b[^>]*?(/?)>")


def _shared(svg: str, boards: dict[str, str]) -> str:
    """A picture, with a reference where its board is in the page already. boards: those that are, with their ids."""
    start = svg.find('<g class="board">')
    if start < 0:
        return svg
    depth, end = 0, len(svg)
    for tag in GROUP.finditer(svg, start):
        depth += -1 if tag[1] else 0 if tag[2] else 1
        if not depth:
            end = tag.end()
            break
    board = svg[start:end]
    if board in boards:
        return f'{svg[:start]}<use xlink:href="#{boards[board]}" />{svg[end:]}'
    boards[board] = f"board-{len(boards) + 1}"
    return f'{svg[:start]}<g id="{boards[board]}" {board.removeprefix("<g ")}{svg[end:]}'


# -- PDF --------------------------------------------------------------------------------------------------------------

MARGIN, GUTTER, APART = 18.0, 8.0, 6.0
"""Millimetres at the edge of the paper, between its columns, and between pictures side by side."""

LEAST_COLUMN: Final = 70.0  # millimetres of a column of the page; there are two of them where that has room
SMALLER, LARGEST = 0.75, 0.88
"""Of the size that was asked for, pictures of which several stand side by side; of a column, any picture at most."""

LONG: Final = 60  # characters of a caption that stands beside its picture
WIDTH = re.compile(r' width="([0-9.]+)mm"')


def pdf(book: Rulebook) -> bytes:
    """The sheet as PDF: the same bytes whenever it is made, tagged. Raises `ExportError` where the extra is missing."""
    typst = library("typst", "pdf")
    return bytes(typst.compile(source(book).encode(), timestamp=0, ignore_system_fonts=True))


def source(book: Rulebook) -> str:
    """The sheet in the language of typst. Every text in it is a string, so that none of its signs means anything."""
    wide, high = book.paper
    columns = 2 if (wide - 2 * MARGIN - GUTTER) / 2 >= LEAST_COLUMN else 1
    room = (wide - 2 * MARGIN - GUTTER * (columns - 1)) / columns
    title, language = quoted(book.title), quoted(current().code)
    head = data_text("fairyscore.render.rulebook", "rules.typ")
    lines = [head.format(title=title, language=language, wide=f"{wide:g}", high=f"{high:g}", columns=columns)]
    lines += (f"#heading(level: 1, outlined: false, {title})", *_typst(book.facts, room))
    for chapter in book.chapters:
        lines.append(f"#heading(level: 2, {quoted(chapter.heading)})")
        lines += (line for block in chapter.blocks for line in _typst(block, room))
    return "\n".join(lines) + "\n"


def _typst(block: Block, room: float) -> Iterator[str]:
    match block:
        case Points(lines):
            yield f"#list({', '.join(map(quoted, lines))})"
        case AlignedLines(lines):
            yield f"#raw(block: true, {quoted(chr(10).join(lines))})"
        case Entries(items):
            entries = (f"terms.item({quoted(entry.term)}, {quoted(' '.join(entry.lines))})" for entry in items)
            yield f"#terms({', '.join(entries)})"
        case Figures(items):
            yield from _pictures(items, room)


def _pictures(items: tuple[RulebookFigure, ...], room: float) -> Iterator[str]:
    """Pictures side by side, as many as have room, or beside what is said of them where that is long."""
    drawn = max((float(found[1]) for figure in items if (found := WIDTH.search(figure.svg))), default=room)
    columns = max(1, min(len(items), int((room + APART) / (SMALLER * drawn + APART))))
    wide = min((room - APART * (columns - 1)) / columns, drawn, LARGEST * room)
    told = [f"({quoted(item.svg)}, {wide:.1f}mm, {quoted(item.title)}, {quoted(item.caption)})" for item in items]
    if columns > 1 and any(len(figure.caption) > LONG for figure in items):
        yield from (f"#beside{one}" for one in told)
    else:
        pictures = ",\n".join(f"picture{one}" for one in told)
        yield f"#grid(columns: ({'auto, ' * columns}), gutter: {APART:g}mm, {pictures})"


# -- files ------------------------------------------------------------------------------------------------------------


def _with_figures(book: Rulebook) -> Files:
    for figure in book.figures():
        yield f"{FIGURES}/{figure.name}.svg", f"{figure.svg}\n".encode()
    yield "rules.md", markdown(book).encode()


FORMATS: Final[dict[str, Callable[[Rulebook], Files]]] = {
    "md": _with_figures,
    "html": lambda book: iter([("rules.html", html(book).encode())]),
    "pdf": lambda book: iter([("rules.pdf", pdf(book))]),
}
"""What is to be written, by format. Raises `ExportError` for a PDF without the extra."""
