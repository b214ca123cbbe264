"""A book of games as one web page, or as EPUB: the same XHTML from the data that typst sets as PDF."""

import json
import re
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from importlib import resources
from io import BytesIO
from typing import Any, Final
from uuid import NAMESPACE_URL, uuid5
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from fairyscore.notation.package_data import data_text
from fairyscore.render import markdown
from fairyscore.render.export import FIGURINES

Data = Mapping[str, Any]
Source = Callable[[Data], str]  # from a diagram to where its picture is
Target = Callable[[int], str]  # from the number of a game to where it is

OPENED: Final = (1980, 1, 1, 0, 0, 0)  # the time of all files, so that a book is the same whenever it is made
MODIFIED: Final = "1980-01-01T00:00:00Z"
CONTROL: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")  # what XML does not have
INDEXES: Final = ("players", "openings", "events", "themes")
PAGE: Final = """<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"
  lang="{language}" xml:lang="{language}">
<head><meta charset="utf-8" /><title>{title}</title>{head}</head>
<body><main>
{body}
</main></body>
</html>
"""
CONTAINER: Final = """<?xml version="1.0" encoding="utf-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="book/package.opf" media-type="application/oebps-package+xml" /></rootfiles>
</container>
"""
PACKAGE: Final = """<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="{language}">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">urn:uuid:{number}</dc:identifier>
<dc:title>{title}</dc:title>
<dc:language>{language}</dc:language>{author}
<meta property="dcterms:modified">{modified}</meta>
</metadata>
<manifest>
{manifest}
</manifest>
<spine>
{spine}
</spine>
</package>
"""

# -- parts of a book ---------------------------------------------------------------------------------------------------


def _game(game: Data, source: Source, named: str) -> str:
    """A game. named: the variant, where it is not the usual one."""
    names = " – ".join(
        f"{escape(name)} ({escape(rating)})" if rating else escape(name)
        for name, rating in zip(game["players"], game["ratings"], strict=True)
    )
    event = f"{game['event']} ({game['round']})" if game["event"] and game["round"] else game["event"]
    place = ", ".join(filter(None, (event, game["year"])))
    opening = " ".join(filter(None, (named, game["eco"], game["opening"])))
    lines = [f'<h3 id="game-{game["number"]}"><small>{escape(game["called"])}</small>{names}</h3>']
    lines += (f'<p class="place">{escape(line)}</p>' for line in (place, opening, game["annotator"]) if line)
    ending = f"<b>{escape(game['result'])}</b>" + (f" <em>{escape(game['end'])}</em>" if game["end"] else "")
    lines += _paragraphs(game["items"], source, ending)
    language = escape(game["language"], quote=True)
    return f'<section lang="{language}" xml:lang="{language}">\n' + "\n".join(lines) + "\n</section>"


def _paragraphs(items: Sequence[Data], source: Source, ending: str) -> Iterator[str]:
    """The items of a game, paragraph by paragraph; diagrams and long variations stand between them."""
    words: list[str] = []

    def close() -> Iterator[str]:
        if words:
            yield f"<p>{' '.join(words)}</p>"
            words.clear()

    for item in items:
        if item["kind"] == "break":
            yield from close()
        elif item["kind"] == "diagram":
            yield from close()
            yield _figure(item, source)
        elif item["kind"] == "variation" and item["own"]:
            yield from close()
            yield f'<p class="variation">{_inline(item, source)}</p>'
        else:
            words.append(_inline(item, source))
    words.append(ending)
    yield from close()


def _inline(item: Data, source: Source, *, main: bool = True) -> str:
    """An item that runs on in its paragraph."""
    match item["kind"]:
        case "moves":
            text = escape(item["text"])
            return f"<b>{text}</b>" if main else text
        case "news":
            return f"<em>{escape(item['text'])}.</em>"
        case "remark":
            language = escape(item["language"], quote=True)
            text = markdown.html(item["parts"]) if "parts" in item else escape(item["text"])
            return f'<span lang="{language}" xml:lang="{language}">{text}</span>'
        case "variation":
            opening, closing = "[]" if item["depth"] % 2 else "()"
            inner = (_inline(part, source, main=False) for part in item["items"] if part["kind"] != "break")
            return f"{opening}{' '.join(inner)}{closing}"
    return _image(item, source)


def _figure(item: Data, source: Source) -> str:
    words = " · ".join(filter(None, (item["caption"], item["status"])))
    caption = f"<figcaption>{escape(words)}</figcaption>" if words else ""
    return f"<figure>{_image(item, source)}{caption}</figure>"


def _image(item: Data, source: Source) -> str:
    return f'<img src="{source(item)}" alt="{escape(item["says"], quote=True)}" />'


def _variant_of(game: Data, book: Data) -> str:
    """The variant of a game, empty for the one that need not be named."""
    return "" if game["variant"] == book["variant"] else game["variant"]


def _part(part: Data, book: Data, source: Source) -> str:
    lines = [f"<h2>{escape(part['title'])}</h2>"] if part["title"] else []
    for item in part["items"]:
        if item["kind"] == "game":
            lines.append(_game(item, source, _variant_of(item, book)))
        else:
            lines.append(markdown.html(item["parts"], f"note-{item['number']}"))
    return "\n".join(lines)


def _title(book: Data) -> str:
    author = f'<p class="author">{escape(book["author"])}</p>' if book["author"] else ""
    return f"<h1>{escape(book['title'])}</h1>{author}"


def _contents(book: Data, target: Target) -> str:
    entries = []
    for part in book["parts"]:
        games = [_entry(item, book, target) for item in part["items"] if item["kind"] == "game"]
        if part["title"] and games:
            entries.append(f"<li><span>{escape(part['title'])}</span>\n<ol>\n{chr(10).join(games)}\n</ol></li>")
        else:
            entries += games
    return f"<h2>{escape(book['labels']['contents'])}</h2>\n<ol>\n{chr(10).join(entries)}\n</ol>"


def _entry(game: Data, book: Data, target: Target) -> str:
    names = escape(" – ".join(game["players"]))
    year = f", {escape(game['year'])}" if game["year"] else ""
    named = _variant_of(game, book)
    variant = f" (<em>{escape(named)}</em>)" if named else ""
    return f'<li value="{game["number"]}"><a href="{target(game["number"])}">{names}{year}{variant}</a></li>'


def _signs(book: Data) -> str:
    if not book["signs"]:
        return ""
    signs = "".join(f"<dt>{escape(sign)}</dt><dd>{escape(meaning)}</dd>" for sign, meaning in book["signs"])
    return f'<h2>{escape(book["labels"]["signs"])}</h2>\n<dl class="signs">{signs}</dl>'


def _indexes(book: Data, target: Target) -> str:
    lines = []
    for name in INDEXES:
        entries = book["indexes"][name]
        if not entries:
            continue
        lines.append(f"<h2>{escape(book['labels'][name])}</h2>")
        if name == "players":
            lines.append(f'<p class="place">{escape(book["labels"]["with_white"])}</p>')
        listed = (f"<li>{escape(entry)} {_links(games, target)}</li>" for entry, games in entries)
        lines.append(f'<ul class="index">{"".join(listed)}</ul>')
    return "\n".join(lines)


def _links(games: Sequence[int | Sequence[int]], target: Target) -> str:
    """The numbers of games; bold where a player moved first."""
    links = []
    for game in games:
        number, seat = (game, 1) if isinstance(game, int) else game
        link = f'<a href="{target(number)}">{number}</a>'
        links.append(link if seat else f"<strong>{link}</strong>")
    return ", ".join(links)


def _page(book: Data, body: str, head: str) -> str:
    language = escape(book["language"], quote=True)
    return CONTROL.sub("", PAGE.format(language=language, title=escape(book["title"]), head=head, body=body))


def _faces(place: Callable[[str], str]) -> str:
    """The figurine fonts, for the signs that they have. place: of a font by its name."""
    weights = zip(FIGURINES, ("normal", "bold"), strict=True)
    ranges = "U+2654-265F, U+E000-E0FF, U+25A1, U+2A72, U+2A71, U+2313, U+2A00, U+27F3, U+21C6"
    return "\n".join(
        f'@font-face {{ font-family: "Fairyscore Figurine"; font-weight: {weight}; src: url({place(name)}); '
        f"unicode-range: {ranges}; }}"
        for name, weight in weights
    )


def _font(name: str) -> bytes:
    return (resources.files("fairyscore.render.book") / "fonts" / name).read_bytes()


# -- the two files -----------------------------------------------------------------------------------------------------


def html(book: Data) -> bytes:
    """The book as one page, which loads nothing."""

    def target(number: int) -> str:
        return f"#game-{number}"

    def source(item: Data) -> str:
        return f"data:image/svg+xml;base64,{b64encode(item['svg'].encode()).decode()}"

    faces = _faces(lambda name: f"data:font/otf;base64,{b64encode(_font(name)).decode()}")
    style = data_text("fairyscore.render.book", "book.css")
    head = f'<meta name="viewport" content="width=device-width, initial-scale=1" /><style>\n{faces}\n{style}</style>'
    contents = f"<nav>{_contents(book, target)}</nav>"
    parts = (_part(part, book, source) for part in book["parts"])
    body = "\n".join((_title(book), contents, _signs(book), *parts, _indexes(book, target)))
    page = _page(book, body, head)
    return page.partition("\n")[2].encode()  # without the declaration of XML, which browsers take for a mistake


def epub(book: Data) -> bytes:
    """The book as EPUB 3: a page for title, signs, each part and the indexes; diagrams and fonts are files."""
    homes: dict[int, str] = {}
    for place, part in enumerate(book["parts"], 1):
        games = (item for item in part["items"] if item["kind"] == "game")
        homes |= {item["number"]: f"part-{place}.xhtml" for item in games}

    def target(number: int) -> str:
        return f"{homes[number]}#game-{number}"

    pictures: dict[str, bytes] = {}

    def source(item: Data) -> str:
        name = f"diagram-{item['number']}.svg"
        pictures[name] = item["svg"].encode()
        return name

    head = '<link rel="stylesheet" type="text/css" href="book.css" />'
    bodies = {"title.xhtml": _title(book), "nav.xhtml": f'<nav epub:type="toc">{_contents(book, target)}</nav>'}
    bodies |= {f"part-{place}.xhtml": _part(part, book, source) for place, part in enumerate(book["parts"], 1)}
    bodies |= {"signs.xhtml": _signs(book), "indexes.xhtml": _indexes(book, target)}
    pages = {name: _page(book, body, head).encode() for name, body in bodies.items() if body}
    style = f"{_faces(str)}\n{data_text('fairyscore.render.book', 'book.css')}"
    files = {**pages, "book.css": style.encode(), **{name: _font(name) for name in FIGURINES}, **pictures}
    packed = BytesIO()
    with ZipFile(packed, "w") as archive:
        archive.writestr(ZipInfo("mimetype", OPENED), b"application/epub+zip", ZIP_STORED)
        others = {"META-INF/container.xml": CONTAINER.encode(), "book/package.opf": _package(book, files).encode()}
        for name, content in {**others, **{f"book/{name}": content for name, content in files.items()}}.items():
            archive.writestr(ZipInfo(name, OPENED), content, ZIP_DEFLATED)
    return packed.getvalue()


TYPES: Final = {"xhtml": "application/xhtml+xml", "css": "text/css", "otf": "font/otf", "svg": "image/svg+xml"}


def _package(book: Data, files: Mapping[str, bytes]) -> str:
    """The list of the files of an EPUB."""
    manifest, spine = [], []
    for number, name in enumerate(files):
        ending = name.rpartition(".")[2]
        marks = ' properties="nav"' if name == "nav.xhtml" else ""
        manifest.append(f'<item id="f{number}" href="{name}" media-type="{TYPES[ending]}"{marks} />')
        if ending == "xhtml":
            spine.append(f'<itemref idref="f{number}" />')
    author = f"\n<dc:creator>{escape(book['author'])}</dc:creator>" if book["author"] else ""
    return PACKAGE.format(
        language=escape(book["language"]),
        number=uuid5(NAMESPACE_URL, json.dumps(book, sort_keys=True)),
        title=escape(book["title"]),
        author=author,
        modified=MODIFIED,
        manifest="\n".join(manifest),
        spine="\n".join(spine),
    )
