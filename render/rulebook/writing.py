"""A rule book as files: `rules.md` with its pictures in `figures/`, `rules.html`, `rules.pdf`.

The page needs nothing else: pictures are in it, there is no script, and it prints well. The PDF is set by typst, a library
of the extra `pdf`, with the fonts that it brings.

>>> escaped("1. e4* [ep] <b>")
'1\\\\. e4\\\\* \\\\[ep\\\\] &lt;b>'
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from html import escape
from itertools import pairwise, zip_longest
from math import ceil
from typing import Any, Final

from fairyscore.notation.package_data import data_text
from fairyscore.render.content_policy import policy
from fairyscore.render.export import figurine_fonts, library, quoted
from fairyscore.render.language import current, translated
from fairyscore.render.rulebook.content import (
    AlignedLines,
    Block,
    Entries,
    Figures,
    Paragraphs,
    PieceEntries,
    PieceEntry,
    Rulebook,
    RulebookFigure,
)
from fairyscore.render.user_files import filled

Files = Iterator[tuple[str, bytes]]  # path in the folder of the sheet, with slashes, and content

# -- Markdown ---------------------------------------------------------------------------------------------------------

FIGURES: Final = "figures"

IN_ROW: Final = 2  # pictures side by side
SPECIAL = re.compile(r"([\\`*_\[\]|#~])")
AT_START = re.compile(r"^(\d+)([.)])|^([-+>=])")
ENDINGS = str.maketrans({"<": "&lt;", "\n": " "})


def markdown(book: Rulebook) -> str:
    """The book as Markdown, its pictures in the folder `FIGURES` beside it."""
    lines = [f"# {escaped(book.title)}", ""]
    if book.byline:
        lines += (f"*{escaped(book.byline)}*", "")
    lines += _markdown(Figures(book.cover))
    if book.aim:
        lines += (escaped(" ".join(book.aim)), "")
    for chapter in book.chapters:
        if chapter.heading:
            lines += (f"## {escaped(chapter.heading)}", "")
        lines += (line for block in chapter.blocks for line in _markdown(block))
    return "\n".join(lines).rstrip() + "\n"


def escaped(text: str) -> str:
    """Text that means itself in Markdown."""
    plain = SPECIAL.sub(r"\\\1", text.replace("&", "&amp;").translate(ENDINGS))
    return AT_START.sub(lambda found: f"{found[1]}\\{found[2]}" if found[1] else f"\\{found[3]}", plain)


def _markdown(block: Block) -> Iterator[str]:
    match block:
        case Paragraphs(lines, emphasis):
            texts = [_emphasized(line, "*{}*", "**{}**", escaped) if emphasis else escaped(line) for line in lines]
            yield "\n\n".join(texts)
        case AlignedLines(lines):
            yield from ("```text", *lines, "```")
        case Entries(items):
            for entry in items:
                first, *others = map(escaped, entry.lines)
                yield from (f"- **{escaped(entry.term)}**: {first}", *(f"  {line}" for line in others))
        case Figures(items):
            rows = [_row(items[start : start + IN_ROW]) for start in range(0, len(items), IN_ROW)]
            yield "\n\n".join(rows)
        case PieceEntries(items):
            for piece in items:
                yield from (f"### {escaped(piece.name)}", "")
                if piece.lines:
                    yield from (escaped(" ".join(piece.lines)), "")
                if piece.figures:
                    yield from _markdown(Figures(piece.figures))
    yield ""


EMPHASIS: Final = re.compile(r"\*\*(.+?)\*\*|\*(.+?)\*")


def _emphasized(text: str, slanted: str, bold: str, plain: Callable[[str], str]) -> str:
    """Text with the stars of Markdown set by two patterns, and the rest as `plain` writes it."""
    parts, end = [], 0
    for found in EMPHASIS.finditer(text):
        parts.append(plain(text[end : found.start()]))
        parts.append(bold.format(plain(found[1])) if found[1] else slanted.format(plain(found[2])))
        end = found.end()
    return "".join((*parts, plain(text[end:])))


def _row(figures: tuple[RulebookFigure, ...]) -> str:
    """One picture with what is said of it below; several as a table, whose head has the pictures."""
    pictures = [f"![{escaped(figure.title)}]({FIGURES}/{figure.name}.svg)" for figure in figures]
    captions = [escaped(figure.caption) for figure in figures]
    if len(figures) == 1:
        return f"{pictures[0]}\n\n{captions[0]}"
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (pictures, ["---"] * len(figures), captions))


# -- HTML -------------------------------------------------------------------------------------------------------------


def html(book: Rulebook) -> str:
    """The book as one page."""
    boards: dict[str, str] = {}
    cover = "\n".join(_html(Figures(book.cover), boards))
    lines = []
    for number, chapter in enumerate(book.chapters, 1):
        named = f'aria-labelledby="chapter-{number}"' if chapter.heading else ""
        lines.append(f"<section {named}>".replace(" >", ">"))
        if chapter.heading:
            lines.append(f'<h2 id="chapter-{number}">{escape(chapter.heading)}</h2>')
        lines += (line for block in chapter.blocks for line in _html(block, boards))
        lines.append("</section>")
    chapters = (
        f'<li><a href="#chapter-{number}">{escape(chapter.heading)}</a></li>'
        for number, chapter in enumerate(book.chapters, 1)
        if chapter.heading
    )
    content = {
        "language": current().code,
        "title": escape(translated("{game}: the rules", game=book.title)),
        "game": escape(book.title),
        "byline": f'<p class="byline">{escape(book.byline)}</p>' if book.byline else "",
        "cover": cover,
        "aim": f'<p class="aim">{escape(" ".join(book.aim))}</p>' if book.aim else "",
        "contents": escape(translated("Chapters")),
        "chapters": "\n".join(chapters),
        "sheet": "\n".join(lines),
        "live": _live(book),
    }
    page = data_text("fairyscore.render.rulebook", "rules.html")
    (style,) = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    content["policy"] = escape(policy(style, *([_program()] if book.moves else [])))
    return filled(page, content)


def _program() -> str:
    """The program of pages on which pieces are moved."""
    return f"\n{data_text('fairyscore.render.rulebook', 'moves.js')}"


def _live(book: Rulebook) -> str:
    """What makes pictures of movements answer to a click: a table and a script; nothing where there is no table."""
    if book.moves is None:
        return ""
    words = {"hint": translated("Click a field to see the moves from there.")}
    data = json.dumps({**book.moves._asdict(), "words": words}, ensure_ascii=False, separators=(",", ":"))
    escaped_data = data.replace("<", "\\u003c")
    return f'<script type="application/json" id="moves">{escaped_data}</script>\n<script>{_program()}</script>'


def _html(block: Block, boards: dict[str, str]) -> Iterator[str]:
    match block:
        case Paragraphs(lines, emphasis):
            for line in lines:
                text = _emphasized(line, "<em>{}</em>", "<strong>{}</strong>", escape) if emphasis else escape(line)
                yield f"<p>{text}</p>"
        case AlignedLines(lines):
            yield f"<pre>{escape(chr(10).join(lines))}</pre>"
        case Entries(items):
            yield "<dl>"
            for entry in items:
                paragraphs = "".join(f"<p>{escape(line)}</p>" for line in entry.lines)
                yield f"<dt>{escape(entry.term)}</dt><dd>{paragraphs}</dd>"
            yield "</dl>"
        case Figures(items):
            yield '<div class="figures">'
            for figure in items:
                kind = f' data-kind="{figure.moves[0]}" data-cell="{figure.moves[1]}"' if figure.moves else ""
                yield from (f'<figure id="{figure.name}"{kind}>', _shared(figure.svg, boards))
                yield from (f"<figcaption>{escape(figure.caption)}</figcaption>", "</figure>")
            yield "</div>"
        case PieceEntries(items):
            for piece in items:
                yield from ('<div class="piece">', '<div class="words">', f"<h3>{escape(piece.name)}</h3>")
                yield from (f"<p>{escape(line)}</p>" for line in piece.lines)
                yield "</div>"
                if piece.figures:
                    yield from _html(Figures(piece.figures), boards)
                yield "</div>"


GROUP = re.compile(r"<(/?)g\b[^>]*?(/?)>")


def _shared(svg: str, boards: dict[str, str]) -> str:
    """A picture, with a reference where its board is in the page already. boards: those that are, with their ids."""
    start = svg.find('<g class="board">')
    if start < 0:
        return svg
    depth, end = 0, len(svg)
    for tag in GROUP.finditer(svg, start):
        closes, is_empty = bool(tag[1]), bool(tag[2])
        if closes:
            depth -= 1
        elif not is_empty:
            depth += 1
        if not depth:
            end = tag.end()
            break
    board = svg[start:end]
    if board in boards:
        return f'{svg[:start]}<use xlink:href="#{boards[board]}" />{svg[end:]}'
    boards[board] = f"board-{len(boards) + 1}"
    return f'{svg[:start]}<g id="{boards[board]}" {board.removeprefix("<g ")}{svg[end:]}'


# -- PDF --------------------------------------------------------------------------------------------------------------

MARGIN, LEAST_MARGIN, APART = 0.12, 14.0, 6.0
"""At the edge of the paper, against its width, and at least in millimetres; and millimetres between pictures."""

SCALES = (
    *((scale, 1.0, 1.0) for scale in (1.0, 1.05, 0.95, 1.1, 0.9, 1.15, 0.85, 0.8)),
    *((scale, 1.0, 0.8) for scale in (1.0, 0.9, 0.85, 0.8)),
    *((scale, cover, 1.0) for cover in (0.85, 1.2) for scale in (1.0, 0.9)),
)
"""Of pictures, of the start on the first page, and of the board with its names: what is tried so that pages are full."""

GOOD = 0.015  # what is lost, and nothing else is tried: a gap of a quarter of a page
LAST = 0.02  # of what the end of another page counts: that of the last one
SMALLER, OTHER_COVER = 0.06, 0.03
"""Of what a blank page counts: pictures of no size; a start or board of no size, or of twice its own."""

CARD_GAP = 8.0  # millimetres between two pieces side by side
LEAST_DRAWN = 0.9  # of its width, a picture that makes room for one more beside it
HAN = re.compile(
    "[\u2e80-\u9fff]"
)  # the fonts of typst have no such characters; pages are set with those of the reader
SHORT = 60  # characters of an entry that stands beside another one
LARGEST = 0.62  # of the width of the text, a picture that stands alone or beside text
WIDTH = re.compile(r' width="([0-9.]+)mm"')


def pdf(book: Rulebook) -> bytes:
    """The sheet as PDF: the same bytes whenever it is made, tagged. Raises `ExportError` where the extra is missing.

    Pictures are made a little larger or smaller where pages get fuller by that; the rest goes between the blocks of a page.
    """
    typst = library("typst", "pdf")
    text = source(book).encode()
    with figurine_fonts() as folder:
        fonts: dict[str, Any] = {"font_paths": [folder], "ignore_system_fonts": True}

        def ends(*scales: float) -> list[tuple[int, float, bool]]:
            sizes = {**_scaled(*scales), "loose": "no"}
            return list(map(tuple, json.loads(typst.query(text, "<end>", field="value", sys_inputs=sizes, **fonts))))

        _, *best = fullest(ends, book.paper[1] - _margin(book.paper))
        return bytes(typst.compile(text, timestamp=0, sys_inputs=_scaled(*best), **fonts))


def _scaled(scale: float, cover: float, board: float) -> dict[str, str]:
    """The sizes that the template gets."""
    return {"scale": str(scale), "cover": str(cover), "board": str(board)}


def fullest(ends: Callable[..., list[tuple[int, float, bool]]], foot: float) -> tuple[float, float, float, float]:
    """What is lost by blank pages and small pictures; and the `SCALES` at which that is least, or little enough.

    ends: what `_blank` needs, by these scales.
    """
    return min(_until_good((_lost(ends(*scales), foot, *scales), *scales) for scales in SCALES))


def _lost(ends: list[tuple[int, float, bool]], foot: float, scale: float, cover: float, board: float) -> float:
    """By blank pages, and by pictures of other sizes."""
    return _blank(ends, foot) + SMALLER * max(0, 1 - scale) + OTHER_COVER * (abs(1 - cover) + abs(1 - board))


def _until_good(tried: Iterable[tuple[float, float, float, float]]) -> Iterator[tuple[float, float, float, float]]:
    """What was tried, up to the first that is good."""
    for found in tried:
        yield found
        if found[0] <= GOOD:
            return


def _blank(ends: list[tuple[int, float, bool]], foot: float) -> float:
    """The blank ends of pages, cubed so that some small ones are better than a large one; that of the last counts little.

    ends: the page of the end of each block, how far down it is, and whether the block can be broken.

    >>> _blank([(1, 100, False), (2, 80, False), (3, 200, True)], 200)
    0.125
    """
    reached = {page: down for page, down, _ in ends}
    for (page, _, _), (next_page, _, breaks) in pairwise(ends):
        if next_page > page and breaks:
            reached[page] = foot
    blanks = {page: (1 - down / foot) ** 3 for page, down in reached.items()}
    blanks[max(blanks)] *= LAST
    return sum(blanks.values())


def source(book: Rulebook) -> str:
    """The book in the language of typst. Every text in it is a string, so that none of its signs means anything."""
    paper_width, paper_height = book.paper
    margin = _margin(book.paper)
    room = paper_width - 2 * margin
    title, language = quoted(book.title), quoted(current().code)
    lines = [
        f"#let (title, language) = ({title}, {language})",
        f"#let (width, height, margin) = ({paper_width:g}mm, {paper_height:g}mm, {margin:g}mm)",
        data_text("fairyscore.render.rulebook", "rules.typ"),
        f"#heading(level: 1, outlined: false, {title})",
    ]
    if book.byline:
        lines.append(f"#byline({quoted(book.byline)})")
    lines += (f"#cover{_picture(figure, LARGEST * room)}" for figure in book.cover)
    if book.aim:
        lines.append(f"#aim({quoted(' '.join(book.aim))})")
    for chapter in book.chapters:
        if chapter.heading:
            lines.append(f"#heading(level: 2, {quoted(chapter.heading)})")
        for block, following in zip_longest(chapter.blocks, chapter.blocks[1:]):
            lines += _typst(block, room, introduces=isinstance(following, AlignedLines | Entries | PieceEntries))
    lines.append("#v(1000fr)")  # on the last page nothing is spread
    return "\n".join(lines) + "\n"


def _margin(paper: tuple[float, float]) -> float:
    return max(LEAST_MARGIN, MARGIN * paper[0])


def _typst(block: Block, room: float, *, introduces: bool) -> Iterator[str]:
    """A block. introduces: the last paragraph stays with what follows."""
    match block:
        case Paragraphs(lines, emphasis):
            for place, line in enumerate(lines, 1):
                how = "before" if introduces and place == len(lines) else "said"
                yield f"#{how}({_typst_text(line) if emphasis else quoted(line)})"
        case AlignedLines(lines):
            yield f"#aligned(({''.join(f'{quoted(line)},' for line in lines)}))"
        case Entries(items):
            texts = [(entry.term, " ".join(entry.lines)) for entry in items]
            pairs = [(quoted(term), quoted(text)) for term, text in texts if not HAN.search(text)]
            how = "pairs" if all(len(term) + len(text) <= SHORT for term, text in pairs) else "listed"
            yield f"#{how}({', '.join(f'({term}, {text})' for term, text in pairs)})"
        case Figures((RulebookFigure(name="board") as figure,)):
            yield f"#board{_picture(figure, min(_width((figure,), room), room))}"
        case Figures(items):
            yield from _pictures(items, room)
        case PieceEntries(items):
            yield from _piece_rows(items, room)


def _typst_text(text: str) -> str:
    """Text with emphasis as content that typst adds up."""
    parts = _emphasized(text, "\0emph({})\0", "\0strong({})\0", quoted).split("\0")
    return " + ".join(part for part in parts if part and part != '""') or '""'


def _piece_rows(items: tuple[PieceEntry, ...], room: float) -> Iterator[str]:
    """Pieces one below the other; two side by side where each has one picture that half the page is enough for."""
    waiting: PieceEntry | None = None
    for entry in items:
        fits = len(entry.figures) == 1 and _width(entry.figures, room) <= LARGEST * room
        if waiting and fits:
            yield f"#cards({_card(waiting, room)}, {_card(entry, room)})"
            waiting = None
            continue
        if waiting:
            yield _piece(waiting, room)
        waiting = entry if fits else None
        if not fits:
            yield _piece(entry, room)
    if waiting:
        yield _piece(waiting, room)


def _card(entry: PieceEntry, room: float) -> str:
    """A piece with its text below its picture."""
    figure = entry.figures[0]
    width = min(_width(entry.figures, room), (room - CARD_GAP) / 2)
    return f"card({quoted(entry.name)}, {_texts(entry)}, picture{_picture(figure, width)})"


def _texts(entry: PieceEntry) -> str:
    return f"({''.join(f'{quoted(line)},' for line in entry.lines)})"


def _piece(entry: PieceEntry, room: float) -> str:
    """A piece: its pictures, if any, side by side where that leaves room for the text, which stands beside them."""
    widths = [min(_width((figure,), room), LARGEST * room) for figure in entry.figures]
    pictures = ", ".join(f"picture{_picture(*one)}" for one in zip(entry.figures, widths, strict=True))
    side_by_side = sum(widths) + APART * (len(widths) - 1) <= LARGEST * room
    columns = "".join(f"{width:.1f}mm," for width in (widths if side_by_side else [max(widths)]))
    listed = f"({pictures},)" if pictures else "()"
    return f"#piece({quoted(entry.name)}, {_texts(entry)}, ({columns}), {listed})"


def _pictures(items: tuple[RulebookFigure, ...], room: float) -> Iterator[str]:
    """Pictures side by side, as many as have room but no more in one row than in another; captions stand below."""
    drawn = _width(items, room)
    most = max(1, int((room + APART) / (LEAST_DRAWN * drawn + APART)))
    columns = ceil(len(items) / ceil(len(items) / most))
    width = min((room - APART * (columns - 1)) / columns, drawn)
    drawings = ",\n".join(f"picture{_picture(item, width)}" for item in items)
    yield f"#pictures({columns}, {drawings})"


def _width(items: tuple[RulebookFigure, ...], room: float) -> float:
    return max((float(found[1]) for figure in items if (found := WIDTH.search(figure.svg))), default=room)


def _picture(figure: RulebookFigure, width: float) -> str:
    """The arguments of a picture."""
    return f"({quoted(figure.svg)}, {width:.1f}mm, {quoted(figure.title)}, {quoted(figure.caption)})"


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
