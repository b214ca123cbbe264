"""A rule book as files: `rules.md` with its pictures in `figures/`, `rules.html`, `rules.pdf`.

The page needs nothing else: pictures are in it, there is no script, and it prints well. The PDF is set by typst, a library
of the extra `pdf`, with the fonts that it brings.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from html import escape
from itertools import count
from typing import Any, Final, NamedTuple
from zlib import crc32

from fairyscore.notation.package_data import data_text
from fairyscore.render import markdown as texts
from fairyscore.render.content_policy import policy
from fairyscore.render.export import figurine_fonts, library, quoted
from fairyscore.render.language import current, translated
from fairyscore.render.markdown import Part, Parts, escaped, image_bytes
from fairyscore.render.rulebook.content import (
    AlignedLines,
    AuthorText,
    Block,
    Chapter,
    Entries,
    Figures,
    Paragraphs,
    PieceEntries,
    PieceEntry,
    Rulebook,
    RulebookFigure,
    Stretches,
)
from fairyscore.render.user_files import filled

Files = Iterator[tuple[str, bytes]]  # path in the folder of the sheet, with slashes, and content

# -- Markdown ---------------------------------------------------------------------------------------------------------

FIGURES: Final = "figures"

IN_ROW: Final = 2  # pictures side by side


def markdown(book: Rulebook) -> str:
    """The book as Markdown, its pictures in the folder `FIGURES` beside it."""
    lines = [f"# {escaped(book.title)}", ""]
    if book.byline:
        lines += (f"*{escaped(book.byline)}*", "")
    lines += _markdown(Figures(book.cover), book)
    lines += _markdown(Entries(book.setting), book)
    if book.aim:
        lines += (escaped(" ".join(book.aim)), "")
    for chapter in book.chapters:
        if chapter.heading:
            lines += (f"## {escaped(chapter.heading)}", "")
        lines += (line for block in chapter.blocks for line in _markdown(block, book))
    return "\n".join(lines).rstrip() + "\n"


def _markdown(block: Block, book: Rulebook) -> Iterator[str]:
    match block:
        case Paragraphs(lines):
            yield "\n\n".join(map(escaped, lines))
        case AuthorText(parts):
            yield _markdown_text(parts, book)
        case AlignedLines(lines):
            yield from ("```text", *lines, "```")
        case Entries(items):
            for entry in items:
                first, *others = map(escaped, entry.lines)
                yield from (f"- **{escaped(entry.term)}**: {first}", *(f"  {line}" for line in others))
        case Figures(items):
            rows = [_row(items[start : start + IN_ROW]) for start in range(0, len(items), IN_ROW)]
            yield "\n\n".join(rows)
        case PieceEntries(items) | Stretches(items):
            for piece in items:
                yield from (f"### {escaped(piece.name)}", "")
                if piece.lines:
                    yield from (escaped(" ".join(piece.lines)), "")
                if piece.text:
                    yield from (_markdown_text(piece.text, book), "")
                if piece.figures:
                    yield from _markdown(Figures(piece.figures), book)
    yield ""


def _markdown_text(parts: Parts, book: Rulebook) -> str:
    """A text of the author; its pictures lie beside those of the book."""
    number = _texts(book).index(parts) + 1
    return texts.markdown(parts, lambda picture: f"{FIGURES}/{_file_name(picture)}", f"{number}-")


def _texts(book: Rulebook) -> list[Parts]:
    """All that the author writes, in its order."""
    found: list[Parts] = []
    for block in (block for chapter in book.chapters for block in chapter.blocks):
        if isinstance(block, AuthorText):
            found.append(block.parts)
        elif isinstance(block, PieceEntries):
            found += (entry.text for entry in block.items if entry.text)
    return found


def _file_name(picture: Part) -> str:
    """The name of a picture of the author's, by its content."""
    ending = {"svg+xml": "svg"}.get(picture["format"], picture["format"])
    return f"text-{crc32(image_bytes(picture)):08x}.{ending}"


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
    names = iter(f"note-{number}" for number in count(1))
    cover = "\n".join((*_html(Figures(book.cover), boards, names), *_html(Entries(book.setting), boards, names)))
    lines = []
    for number, chapter in enumerate(book.chapters, 1):
        named = f'aria-labelledby="chapter-{number}"' if chapter.heading else ""
        lines.append(f"<section {named}>".replace(" >", ">"))
        if chapter.heading:
            lines.append(f'<h2 id="chapter-{number}">{escape(chapter.heading)}</h2>')
        lines += (line for block in chapter.blocks for line in _html(block, boards, names))
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
        "sheet": "\n".join((*lines, *_html_index(book))),
        "live": _live(book),
    }
    page = data_text("fairyscore.render.rulebook", "rules.html")
    (style,) = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    has_pictures = any(_pictures_in(text) for text in _texts(book))
    content["policy"] = escape(policy(style, _program() if book.moves else "", pictures=has_pictures))
    return filled(page, content)


def _html_index(book: Rulebook) -> Iterator[str]:
    """The pieces by their names, each with a link to where it is told of."""
    if entries := indexed(book):
        yield f"<section><h2>{escape(translated('Index of pieces'))}</h2>"
        yield '<ul class="index">'
        yield from (f'<li><a href="#{_anchor(entry)}">{escape(entry.name)}</a></li>' for entry in entries)
        yield "</ul></section>"


def indexed(book: Rulebook) -> list[PieceEntry]:
    """The pieces of a book by their names; none where they are few."""
    entries = sorted(book.pieces(), key=lambda entry: entry.name.casefold())
    return entries if len(entries) >= LEAST_INDEX else []


def _anchor(entry: PieceEntry) -> str:
    """The id of a piece."""
    return f"piece-{crc32(entry.name.encode()):08x}"


def _pictures_in(text: Parts) -> list[Part]:
    """All pictures of a text."""
    found = []
    for part in text:
        cells = [inside for row in part.get("rows", []) for cell in row for inside in cell]
        found += [part] if part["kind"] == "image" else _pictures_in([*part.get("parts", []), *cells])
    return found


def _program() -> str:
    """The program of pages on which pieces are moved."""
    return f"\n{data_text('fairyscore.render.rulebook', 'moves.js')}"


def _live(book: Rulebook) -> str:
    """The parts that make pictures of movements answer to a click: a table and a script; empty without a table."""
    if book.moves is None:
        return ""
    words = {"hint": translated("Click a field to see the moves from there.")}
    data = json.dumps({**book.moves._asdict(), "words": words}, ensure_ascii=False, separators=(",", ":"))
    escaped_data = data.replace("<", "\\u003c")
    return f'<script type="application/json" id="moves">{escaped_data}</script>\n<script>{_program()}</script>'


def _html(block: Block, boards: dict[str, str], names: Iterator[str]) -> Iterator[str]:
    """A block. boards: those that are in the page already; names: for the ids of notes, one for each text."""
    match block:
        case Paragraphs(lines):
            yield from (f"<p>{escape(line)}</p>" for line in lines)
        case AuthorText(parts):
            yield f'<div class="text">{texts.html(parts, next(names))}</div>'
        case AlignedLines(lines):
            yield f"<pre>{escape(chr(10).join(lines))}</pre>"
        case Entries(items) if items:
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
        case PieceEntries(items) | Stretches(items):
            for piece in items:
                anchor = f' id="{_anchor(piece)}"' if isinstance(block, PieceEntries) else ""
                yield from ('<div class="piece">', '<div class="words">', f"<h3{anchor}>{escape(piece.name)}</h3>")
                yield from (f"<p>{escape(line)}</p>" for line in piece.lines)
                if piece.text:
                    yield texts.html(piece.text, next(names))
                yield "</div>"
                if piece.figures:
                    yield from _html(Figures(piece.figures), boards, names)
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

LEAST_DRAWN, LARGER = 0.9, 1.3
"""Of its width, a picture that makes room for one more beside it, and one that fills its share of the page."""

HAN = re.compile(
    "[\u2e80-\u9fff]"
)  # the fonts of typst have no such characters; pages are set with those of the reader
SHORT = 60  # characters of an entry that stands beside another one
BESIDE = 1000  # characters of paragraphs that stand beside their pictures, where these leave room
COVER = 0.52  # of the width of the text, the start, which what stands there is told beside
LEAST_INDEX = 4  # kinds of pieces that need an index
WIDTH = re.compile(r' width="([0-9.]+)mm"')


def pdf(book: Rulebook) -> bytes:
    """The sheet as PDF: the same bytes whenever it is made, tagged. Raises `ExportError` where the extra is missing."""
    typst = library("typst", "pdf")
    with figurine_fonts() as folder:
        return bytes(typst.compile(source(book).encode(), timestamp=0, font_paths=[folder], ignore_system_fonts=True))


class FigurePlace(NamedTuple):
    """Where something stands in a PDF. kind: `rule` or `figure`; page: from 1; down: in millimetres."""

    kind: str
    page: int
    down: float


def places(book: Rulebook) -> list[FigurePlace]:
    """Where pictures stand, and the sentences before them which they show, in the order of the text."""
    typst = library("typst", "pdf")
    with figurine_fonts() as folder:
        fonts: dict[str, Any] = {"font_paths": [folder], "ignore_system_fonts": True}
        inputs = {"places": "yes"}
        found = json.loads(typst.query(source(book).encode(), "<place>", field="value", sys_inputs=inputs, **fonts))
    return [FigurePlace(kind, page, down) for kind, page, down in found]


def source(book: Rulebook) -> str:
    """The book in the language of typst. Every text in it is a string, so that none of its signs means anything."""
    paper_width, paper_height = book.paper
    margin = max(LEAST_MARGIN, MARGIN * paper_width)
    setter = _Setter(book, paper_width - 2 * margin)
    title, language = quoted(book.title), quoted(current().code)
    words = ", ".join(quoted(translated(label)) for label in ("Contents", "Index of pieces", "Appendix"))
    lines = [
        f"#let (title, language) = ({title}, {language})",
        f"#let (contents-label, index-label, appendix-label) = ({words})",
        f"#let (width, height, margin) = ({paper_width:g}mm, {paper_height:g}mm, {margin:g}mm)",
        f"#let (columns-count, apart, drawn) = ({setter.columns}, {APART:g}mm, {setter.width:.1f}mm)",
        data_text("fairyscore.render", "markdown.typ"),
        data_text("fairyscore.render.rulebook", "rules.typ"),
        f"#title-heading({title})",
    ]
    if book.byline:
        lines.append(f"#byline({quoted(book.byline)})")
    lines += setter.cover()
    if book.aim:
        lines.append(f"#aim({quoted(' '.join(book.aim))})")
    lines.append("#contents()")
    rules = [chapter for chapter in book.chapters if not chapter.appendix]
    lines += (line for chapter in rules for line in setter.chapter(chapter))
    if index := indexed(book):
        lines.append(f"#index({_array(f'({quoted(entry.name)}, <{_anchor(entry)}>)' for entry in index)})")
    if more := [chapter for chapter in book.chapters if chapter.appendix]:
        lines.append("#appendix()")
        lines += (line for chapter in more for line in setter.chapter(chapter))
    return "\n".join(lines) + "\n"


def _array(items: Iterable[str]) -> str:
    """Items as an array of typst."""
    return f"({''.join(f'{item}, ' for item in items)})"


def _strings(lines: Iterable[str]) -> str:
    return _array(map(quoted, lines))


def _prose(parts: Parts) -> str:
    """A text of the author as content."""
    return f"prose(json(bytes({quoted(json.dumps(parts, ensure_ascii=False))})))"


class _Setter:
    """Writes the blocks of a book for typst. room: the width of the text. All pictures but those of the start and of the
    names of fields have one width, so that as many stand side by side as have room."""

    def __init__(self, book: Rulebook, room: float) -> None:
        self.book, self.room = book, room
        large = {figure.name for figure in book.cover} | {"board"}
        widest = max((_width(figure, room) for figure in book.figures() if figure.name not in large), default=room)
        self.columns = max(1, int((room + APART) / (LEAST_DRAWN * widest + APART)))
        self.width = min(LARGER * widest, (room - APART * (self.columns - 1)) / self.columns)

    def cover(self) -> Iterator[str]:
        """The start, with what stands where beside it."""
        setting = _array(f"({quoted(entry.term)}, {quoted(' '.join(entry.lines))})" for entry in self.book.setting)
        for figure in self.book.cover:
            yield f"#cover({_picture(figure, min(_width(figure, self.room), COVER * self.room))}, {setting})"

    def chapter(self, chapter: Chapter) -> Iterator[str]:
        """A heading and what stands below it."""
        if chapter.heading:
            yield f"#chapter({quoted(chapter.heading)})"
        waiting: tuple[str, ...] = ()
        for block in chapter.blocks:
            if isinstance(block, Paragraphs):
                yield from self._paragraphs(waiting, leads=False)
                waiting = block.lines
            elif isinstance(block, Figures) and block.items[0].name != "board":
                yield from self._shown(waiting, block.items)
                waiting = ()
            else:
                yield from self._paragraphs(waiting, leads=True)
                yield from self._block(block)
                waiting = ()
        yield from self._paragraphs(waiting, leads=False)

    @staticmethod
    def _paragraphs(lines: tuple[str, ...], *, leads: bool) -> Iterator[str]:
        """Paragraphs. leads: the last one stays with what follows."""
        if lines:
            yield f"#paragraphs({_strings(lines)}, leads: {str(leads).lower()})"

    def _shown(self, lines: tuple[str, ...], figures: tuple[RulebookFigure, ...]) -> Iterator[str]:
        """Sentences and the pictures that show them: side by side where there is room, else the pictures below."""
        pictures = _array(_picture(figure, self.width) for figure in figures)
        few = len(figures) < self.columns
        if lines and few and sum(map(len, lines)) <= BESIDE:
            yield f"#beside({_strings(lines)}, {pictures})"
        else:
            yield from self._paragraphs(lines, leads=True)
            yield f"#below({pictures})"

    def _block(self, block: Block) -> Iterator[str]:
        """A block that is no paragraph and no picture of a rule."""
        match block:
            case AuthorText(parts):
                yield f"#{_prose(parts)}"
            case AlignedLines(lines):
                yield f"#aligned({_strings(lines)})"
            case Entries(items):
                entries = [(entry.term, " ".join(entry.lines)) for entry in items]
                pairs = [(quoted(term), quoted(text)) for term, text in entries if not HAN.search(text)]
                how = "pairs" if all(len(term) + len(text) <= SHORT for term, text in pairs) else "listed"
                yield f"#{how}({', '.join(f'({term}, {text})' for term, text in pairs)})"
            case Figures(items):
                yield from (f"#board({_picture(figure, self.room)})" for figure in items)
            case PieceEntries(items):
                yield f"#pieces({_array(map(self._piece, items))})"
            case Stretches(items):
                for part in items:
                    (figure,) = part.figures
                    yield f"#stretch({quoted(part.name)}, {_strings(part.lines)}, {_picture(figure, self.width)})"

    def _piece(self, entry: PieceEntry) -> str:
        """A piece: its name, its label, how many columns it takes, its texts and its pictures."""
        own = _prose(entry.text) if entry.text else "none"
        pictures = _array(_picture(figure, self.width) for figure in entry.figures)
        across = max(1, min(self.columns, len(entry.figures)))
        return f"({quoted(entry.name)}, <{_anchor(entry)}>, {across}, {_strings(entry.lines)}, {own}, {pictures})"


def _width(figure: RulebookFigure, room: float) -> float:
    """The width of a picture as it is drawn."""
    found = WIDTH.search(figure.svg)
    return float(found[1]) if found else room


def _picture(figure: RulebookFigure, width: float) -> str:
    """A picture as an array: its drawing, its width, what it shows, and its caption."""
    return f"({quoted(figure.svg)}, {width:.1f}mm, {quoted(figure.title)}, {quoted(figure.caption)})"


# -- files ------------------------------------------------------------------------------------------------------------


def _with_figures(book: Rulebook) -> Files:
    for figure in book.figures():
        yield f"{FIGURES}/{figure.name}.svg", f"{figure.svg}\n".encode()
    for picture in (picture for text in _texts(book) for picture in _pictures_in(text)):
        yield f"{FIGURES}/{_file_name(picture)}", image_bytes(picture)
    yield "rules.md", markdown(book).encode()


FORMATS: Final[dict[str, Callable[[Rulebook], Files]]] = {
    "md": _with_figures,
    "html": lambda book: iter([("rules.html", html(book).encode())]),
    "pdf": lambda book: iter([("rules.pdf", pdf(book))]),
}
"""What is to be written, by format. Raises `ExportError` for a PDF without the extra."""
