"""Drawings as files: SVG as it is, PNG and PDF by the libraries of two extras; and rows of drawings as one."""

import os
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from html import unescape
from importlib import import_module, resources
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from fairyscore.notation.storage.writing import replaced
from fairyscore.notation.text import shown
from fairyscore.render.errors import DrawingError
from fairyscore.render.geometry import number
from fairyscore.render.measures import Length, length

DPI: Final = 300  # pixels an inch in a PNG, as printers want them
POINTS: Final = 72  # in an inch
MOST_PIXELS: Final = 12_000  # on the longer side of a PNG


class ExportError(DrawingError):
    """A file that cannot be made: an ending nobody knows, a library that is not there, too many pixels. One sentence.

    >>> from fairyscore.notation.position import Position
    >>> from fairyscore.render.drawing import diagram
    >>> try:
    ...     diagram(Position.start("chess")).save("board.docx")
    ... except ExportError as fault:
    ...     print(fault)
    board.docx has '.docx'; drawings are written as .svg, .png, .pdf
    """


FIGURINES: Final = ("FairyscoreFigurine-Regular.otf", "FairyscoreFigurine-Bold.otf")
"""The fonts that have pieces as letters."""


def encoded(svg: str, ending: str, dpi: int = DPI) -> bytes:
    """A drawing as the bytes of a file with that ending. Raises `ExportError`."""
    maker = MAKERS.get(ending.lower())
    if maker is None:
        raise ExportError(f"a drawing cannot be written as '{shown(ending)}'; there are {', '.join(MAKERS)}")
    return maker(svg, dpi)


def ending_of(path: str, endings: Collection[str] = (), what: str = "drawings") -> str:
    """The ending of a path, which says what is written. Raises `ExportError` for an ending that no format has.

    endings: those there are, of drawings if none are given; what: is written with them, in the plural.
    """
    known = endings or MAKERS
    ending = os.path.splitext(path)[1].lower()  # noqa: PTH122 (a path may hold any bytes)
    if ending not in known:
        text = f"'{shown(ending)}'" if ending else "no ending"
        raise ExportError(f"{shown(path)} has {text}; {what} are written as {', '.join(known)}")
    return ending


def save(svg: str, path: str | os.PathLike[str], dpi: int = DPI) -> None:
    """Write a drawing completely or not at all. Raises `ExportError`, or `NotWritten` where the system refuses."""
    data = encoded(svg, ending_of(os.fspath(path)), dpi)
    with replaced(os.fspath(path)) as stream:
        stream.write(data)


def _pixels(size: Length, dpi: int) -> int:
    """A length in pixels."""
    return round(size.number if size.unit == "px" else size.inches * dpi)


def _png(svg: str, dpi: int) -> bytes:
    width, height = (_pixels(size, dpi) for size in sizes(svg).values())
    if max(width, height) > MOST_PIXELS:
        limit = f"at most {MOST_PIXELS:,} on a side"
        raise ExportError(f"a PNG of {width} x {height} pixels is too large; {limit}: choose a smaller size or SVG")
    renderer = library("resvg_py", "png")
    return bytes(renderer.svg_to_bytes(svg_string=svg, dpi=dpi, skip_system_fonts=True))


def _pdf(svg: str, _dpi: int) -> bytes:
    """A page as large as the drawing, which is a figure with its title. Black is pure black, for the press."""
    typst = library("typst", "pdf")
    width, height = (f"{number(size.inches * POINTS)}pt" for size in sizes(svg).values())
    title = quoted(unescape(svg.partition("<title>")[2].partition("</title>")[0]) or "drawing")
    source = (
        f"#set document(title: {title}, date: none)\n#set page(width: {width}, height: {height}, margin: 0pt)\n"
        f'#image(bytes({quoted(svg)}), format: "svg", width: {width}, height: {height}, alt: {title})'
    )
    return bytes(typst.compile(source.encode(), timestamp=0, ignore_system_fonts=True))


def library(name: str, extra: str) -> Any:
    """A library of an extra. Raises `ExportError`, which says how to install it."""
    try:
        return import_module(name)
    except ImportError:
        what = "GIF and WebP" if extra == "gif" else extra.upper()
        raise ExportError(
            f"writing {what} needs the extra {extra}; install it with: pip install 'fairyscore[{extra}]'"
        ) from None


@contextmanager
def figurine_fonts() -> Iterator[str]:
    """A folder with the figurine fonts, while typst needs it: the package may be a zip archive."""
    with TemporaryDirectory(prefix="fairyscore-") as folder:
        fonts = resources.files("fairyscore.render.book") / "fonts"
        for name in FIGURINES:
            (Path(folder) / name).write_bytes((fonts / name).read_bytes())
        yield folder


def sizes(svg: str) -> dict[str, Length]:
    """Width and height of a drawing of ours, as its root says them, in this order."""
    head = svg[: svg.index(">")]
    return {
        side: length(head.partition(f' {side}="')[2].partition('"')[0], checked=False) for side in ("width", "height")
    }


MAKERS: dict[str, Callable[[str, int], bytes]] = {".svg": lambda svg, _: svg.encode(), ".png": _png, ".pdf": _pdf}
"""By the ending of the file."""


def quoted(text: str) -> str:
    """A string of typst, which has the escapes of JSON, but for those of characters by their number.

    >>> quoted('"a" \\\\ b')
    '"\\\\"a\\\\" \\\\\\\\ b"'
    """
    import json

    return json.dumps(text, ensure_ascii=False)


# -- several drawings in one ------------------------------------------------------------------------------------------

APART: Final = 4.0  # millimetres between drawings of a figure
_TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)


def grid(drawings: Sequence[str], columns: int) -> str:
    """One SVG of several of ours, so many beside each other, in their order; a row is as high as its highest.

    >>> two = grid(['<svg width="40mm" height="50mm"><title>A</title></svg>'] * 3, 2)
    >>> two.count("<svg "), 'width="84mm" height="104mm"' in two, "<title>A; A; A</title>" in two
    (4, True, True)
    """
    measures = []
    for svg in drawings:
        measures.append([size.millimetres for size in sizes(svg).values()])
    wide = max(width for width, _ in measures)
    parts: list[str] = []
    top = 0.0
    for start in range(0, len(drawings), columns):
        row = measures[start : start + columns]
        for place, (width, height) in enumerate(row):
            left = place * (wide + APART) + (wide - width) / 2
            parts.append(placed(drawings[start + place], left, top, width, height))
        top += max(height for _, height in row) + APART
    right, bottom = number(min(columns, len(drawings)) * (wide + APART) - APART), number(top - APART)
    found = re.search(r'<path class="paper"[^>]*? fill="(#\w+)"', drawings[0])
    paper = f'<path d="M0 0h{right}v{bottom}H0z" fill="{found[1]}"/>' if found else ""  # under all drawings
    title = "; ".join(found[1] for svg in drawings if (found := _TITLE.search(svg)))
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" class="fairyscore-figures" '
        f'role="img" width="{right}mm" height="{bottom}mm" viewBox="0 0 {right} {bottom}"><title>{title}</title>'
        f"{paper}{''.join(parts)}</svg>"
    )


def placed(svg: str, left: float, top: float, width: float, height: float) -> str:
    """A drawing, which is a document of its own, at its place and in its size in another."""
    head, _, rest = svg.partition(">")
    head = re.sub(r' (width|height)="[^"]*"', "", head)
    x, y, wide, high = map(number, (left, top, width, height))
    return f'{head} x="{x}" y="{y}" width="{wide}" height="{high}">{rest}'
