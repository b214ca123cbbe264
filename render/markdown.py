"""Texts of authors in Markdown: CommonMark with tables and footnotes, as data that HTML, Typst and Markdown are made of.

>>> text = parts("A *fine* [page](https://example.com)[^1].\\n\\n- one\\n- two\\n\\n[^1]: A note.")
>>> [part["kind"] for part in text]
['paragraph', 'list']
>>> [part["kind"] for part in text[0]["parts"]]
['words', 'emphasis', 'words', 'link', 'note', 'words']
>>> plain(text)
'A fine page. one two'

Each part has its kind. Blocks are `paragraph` (`close` in a list without empty lines), `heading` (with its `level`), `list`
(`start`, nothing where it is not numbered), `item`, `quote`, `code`, `rule`, `table` with its rows of cells. Within stand
`words`, `emphasis`, `strong`, `verbatim`, `link`, `image` (its `data` are the text of an SVG, or bytes), `note` and
`break`. `parts` are those within, `text` is theirs. HTML in a text is text. `markdown.typ` sets the data.
"""

import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Any, Final

from fairyscore.render.errors import DrawingError

Part = dict[str, Any]
Parts = list[Part]

IMAGES: Final = {".svg": "svg+xml", ".png": "png", ".jpg": "jpeg", ".jpeg": "jpeg", ".gif": "gif", ".webp": "webp"}
LARGEST_IMAGE: Final = 10_000_000  # bytes

NAMES: Final = {
    "em": "emphasis",
    "ordered_list": "list",
    "bullet_list": "list",
    "list_item": "item",
    "blockquote": "quote",
    "hr": "rule",
}
"""What parts are called here that the parser calls otherwise."""


@lru_cache(maxsize=2)
def _parser(*, notes: bool) -> Any:
    from markdown_it import MarkdownIt
    from mdit_py_plugins.footnote import footnote_plugin

    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    return parser.use(footnote_plugin) if notes else parser


def parts(text: str, folder: str = "") -> Parts:
    """The blocks of a text. folder: where the files of its pictures lie. Raises `DrawingError` for a picture that cannot be
    read."""
    from markdown_it.tree import SyntaxTreeNode

    return _MarkdownReader(folder).blocks(SyntaxTreeNode(_parser(notes=True).parse(text)))


MARKUP: Final = re.compile(r"[*_`\[\\]")


def has_markup(text: str) -> bool:
    """Whether something in a line may be markup.

    >>> has_markup("a *fine* move"), has_markup("12. Nf3!")
    (True, False)
    """
    return MARKUP.search(text) is not None


def inline(text: str) -> Parts:
    """The parts of a line: words with emphasis, links and the like; no blocks, so that a move is not taken for a list."""
    from markdown_it.tree import SyntaxTreeNode

    return _MarkdownReader("").inside(SyntaxTreeNode(_parser(notes=False).parseInline(text)).children[0])


class _MarkdownReader:
    """Makes data of what the parser has found. folder: of pictures; notes: the footnotes by their number."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.notes: dict[int, Parts] = {}

    def blocks(self, root: Any) -> Parts:
        """The blocks of a text; footnotes stand where they are named."""
        for block in root.children:
            if block.type == "footnote_block":
                self.notes |= {note.meta["id"]: self.inside(note) for note in block.children}
        return self.inside(root)

    def inside(self, node: Any) -> Parts:
        """The parts within a part, words that follow each other as one."""
        found: Parts = []
        for child in node.children:
            for part in self._parts(child):
                if part.get("text") == "" and part["kind"] == "words":
                    continue
                if found and found[-1]["kind"] == part["kind"] == "words":
                    found[-1]["text"] += part["text"]
                else:
                    found.append(part)
        return found

    def _parts(self, node: Any) -> Iterator[Part]:
        """A part of the parser's: none, one or several of ours."""
        kind = NAMES.get(node.type, node.type)
        match kind:
            case "text" | "html_inline" | "html_block":
                yield {"kind": "words", "text": node.content}
            case "softbreak":
                yield {"kind": "words", "text": " "}
            case "hardbreak":
                yield {"kind": "break"}
            case "code_inline":
                yield {"kind": "verbatim", "text": node.content}
            case "fence" | "code_block":
                yield {"kind": "code", "text": node.content.rstrip("\n")}
            case "image":
                yield self._image(node)
            case "footnote_ref":
                yield {"kind": "note", "parts": self.notes.get(node.meta["id"], [])}
            case "table":
                yield self._table(node)
            case "footnote_block" | "footnote_anchor":
                return
            case "inline":
                yield from self.inside(node)
            case _:
                yield {"kind": kind, **_attributes(kind, node), "parts": self.inside(node)}

    def _table(self, node: Any) -> Part:
        """A table; its first row is the head."""
        rows = [row for part in node.children for row in part.children]
        aligned = [str(cell.attrs.get("style", "")).removeprefix("text-align:") for cell in rows[0].children]
        return {"kind": "table", "aligned": aligned, "rows": [[self.inside(cell) for cell in row] for row in rows]}

    def _image(self, node: Any) -> Part:
        """A picture from a file beside the text. One from elsewhere is not loaded: its words are a link to it."""
        address = str(node.attrs["src"])
        if "://" in address:
            words = {"kind": "words", "text": node.content or address}
            return {"kind": "link", "address": address, "parts": [words]}
        kind, path = IMAGES.get(Path(address).suffix.lower()), Path(self.folder, address)
        if kind is None:
            raise DrawingError(f"the picture {address} of a text is none of {', '.join(IMAGES)}")
        try:
            if path.stat().st_size > LARGEST_IMAGE:
                raise DrawingError(f"the picture {address} of a text is too large")
            data = path.read_bytes()
        except OSError as error:
            raise DrawingError(f"the picture {address} of a text cannot be read: {error.strerror}") from None
        content = data.decode("utf-8", "replace") if path.suffix.lower() == ".svg" else list(data)
        return {"kind": "image", "text": node.content, "format": kind, "data": content}


def image_bytes(part: Part) -> bytes:
    """The bytes of a picture's file."""
    data: str | list[int] = part["data"]
    return data.encode() if isinstance(data, str) else bytes(data)


def _attributes(kind: str, node: Any) -> Part:
    """The attributes of a part, beside the parts within it."""
    if kind == "heading":
        return {"level": int(node.tag[1:])}
    if kind == "list":
        return {"start": int(node.attrs.get("start", 1)) if node.type == "ordered_list" else None}
    if kind == "paragraph":
        return {"close": True} if node.hidden else {}
    return {"address": str(node.attrs["href"])} if kind == "link" else {}


def changed(text: Parts, change: Callable[[str], str]) -> Parts:
    """The same with other words; what is set verbatim stays."""
    return [
        part
        | ({"text": change(part["text"])} if part["kind"] == "words" else {})
        | ({"parts": changed(part["parts"], change)} if "parts" in part else {})
        for part in text
    ]


def plain(text: Parts) -> str:
    """The words alone, without notes."""
    return " ".join("".join(map(_words, text)).split())


WITHIN: Final = ("words", "verbatim", "emphasis", "strong", "link", "image")
"""What stands within a line, so that no blank parts it from the words beside it."""


def _words(part: Part) -> str:
    if part["kind"] == "note":
        return ""
    cells = [inside for row in part.get("rows", []) for cell in row for inside in (*cell, BLANK)]
    text = part.get("text", "") + "".join(map(_words, (*part.get("parts", []), *cells)))
    return text if part["kind"] in WITHIN else f"{text} "


BLANK: Final[Part] = {"kind": "words", "text": " "}


# -- HTML --------------------------------------------------------------------------------------------------------------

TAGS: Final = {"paragraph": "p", "emphasis": "em", "strong": "strong", "item": "li", "quote": "blockquote"}
LEAST_HEADING: Final = 3  # the level of headings of a text, below those of the page or the book around it


def _level(part: Part) -> int:
    """The level of a heading where the text stands; the first heading of a text may be of the second level there too."""
    level: int = part["level"]
    return min(6, max(LEAST_HEADING, level + 1))


def html(text: Parts, name: str = "note") -> str:
    """A text as HTML; its footnotes stand at its end.

    name: with which their ids begin, another one for each text of a page.

    >>> html(parts("a **b** <i>[^1]\\n\\n[^1]: c"))
    '<p>a <strong>b</strong> &lt;i&gt;<sup id="note-at-1"><a href="#note-1">1</a></sup></p>\\n<ol
    class="notes"><li id="note-1"><p>c</p></li></ol>'
    """
    notes: list[Parts] = []
    body = _html(text, notes, name)
    if not notes:
        return body
    items = "".join(f'<li id="{name}-{number}">{_html(note, [], name)}</li>' for number, note in enumerate(notes, 1))
    return f'{body}\n<ol class="notes">{items}</ol>'


def _html(text: Parts, notes: list[Parts], name: str) -> str:
    return "".join(_html_part(part, notes, name) for part in text).strip("\n")


def _html_part(part: Part, notes: list[Parts], name: str) -> str:
    kind = part["kind"]
    if kind == "note":
        notes.append(part["parts"])
        number = len(notes)
        return f'<sup id="{name}-at-{number}"><a href="#{name}-{number}">{number}</a></sup>'
    inner = _html(part["parts"], notes, name) if "parts" in part else escape(part.get("text", ""))
    match kind:
        case "words":
            return inner
        case "verbatim":
            return f"<code>{inner}</code>"
        case "code":
            return f"<pre>{inner}</pre>\n"
        case "break":
            return "<br />"
        case "paragraph" if part.get("close"):
            return inner
        case "rule":
            return "<hr />\n"
        case "link":
            return f'<a href="{escape(part["address"])}">{inner}</a>'
        case "image":
            return f'<img src="data:image/{part["format"]};base64,{b64encode(image_bytes(part)).decode()}" alt="{inner}" />'
        case "heading":
            level = _level(part)
            return f"<h{level}>{inner}</h{level}>\n"
        case "list":
            tag, start = (
                ("ul", "") if part["start"] is None else ("ol", f' start="{part["start"]}"' * (part["start"] != 1))
            )
            return f"<{tag}{start}>\n{inner}\n</{tag}>\n"
        case "table":
            return _html_table(part, notes, name)
    return f"<{TAGS[kind]}>{inner}</{TAGS[kind]}>" + ("" if kind in ("emphasis", "strong") else "\n")


def _html_table(part: Part, notes: list[Parts], name: str) -> str:
    """A table; columns are aligned by classes, since styles in attributes are not allowed."""

    def row(tag: str, cells: Iterable[Parts]) -> str:
        classed = (f' class="{side}"' if side else "" for side in part["aligned"])
        made = (f"<{tag}{side}>{_html(cell, notes, name)}</{tag}>" for side, cell in zip(classed, cells, strict=False))
        return f"<tr>{''.join(made)}</tr>"

    head, *body = part["rows"]
    rows = "".join(row("td", cells) for cells in body)
    return f"<table><thead>{row('th', head)}</thead><tbody>{rows}</tbody></table>\n"


# -- Markdown ----------------------------------------------------------------------------------------------------------

SPECIAL: Final = re.compile(r"([\\`*_\[\]|#~])")
AT_START: Final = re.compile(r"^(\d+)([.)])|^([-+>=])")
ENDINGS: Final = str.maketrans({"<": "&lt;", "\n": " "})
RULES: Final = {"left": ":---", "right": "---:", "center": ":---:"}


def escaped(text: str) -> str:
    """Text that means itself in Markdown.

    >>> escaped("1. e4* [ep] <b>")
    '1\\\\. e4\\\\* \\\\[ep\\\\] &lt;b>'
    """
    return _no_list(_escaped(text))


def _no_list(text: str) -> str:
    """A text at the beginning of a line, which is no item of a list and the like."""
    return AT_START.sub(lambda found: f"{found[1]}\\{found[2]}" if found[1] else f"\\{found[3]}", text)


def _escaped(text: str) -> str:
    """The same for words within a line."""
    return SPECIAL.sub(r"\\\1", text.replace("&", "&amp;").translate(ENDINGS))


def markdown(text: Parts, picture: Callable[[Part], str], name: str = "") -> str:
    """A text as Markdown once more, in which nothing but what was markup is such.

    picture: gives the path of a picture. name: with which the labels of footnotes begin, another one for each text of a
    file.
    """
    notes: list[Parts] = []
    blocks = [_markdown(part, notes, picture, name) for part in text]
    for number, note in enumerate(notes, 1):
        first, *others = "\n\n".join(_markdown(part, [], picture, name) for part in note).split("\n")
        indented = (f"    {line}" if line else "" for line in others)
        blocks.append("\n".join((f"[^{name}{number}]: {first}", *indented)))
    return "\n\n".join(blocks)


def _markdown(part: Part, notes: list[Parts], picture: Callable[[Part], str], name: str) -> str:
    def inside(within: Parts, between: str = "") -> str:
        return between.join(_markdown(one, notes, picture, name) for one in within)

    match part["kind"]:
        case "words":
            return _escaped(part["text"])
        case "verbatim":
            return f"`{part['text']}`"
        case "emphasis" | "strong":
            marks = "*" if part["kind"] == "emphasis" else "**"
            return f"{marks}{inside(part['parts'])}{marks}"
        case "break":
            return "\\\n"
        case "link":
            return f"[{inside(part['parts'])}](<{part['address']}>)"
        case "image":
            return f"![{_escaped(part['text'])}](<{picture(part)}>)"
        case "note":
            notes.append(part["parts"])
            return f"[^{name}{len(notes)}]"
        case "code":
            return f"````text\n{part['text']}\n````"
        case "rule":
            return "***"
        case "heading":
            return f"{'#' * _level(part)} {inside(part['parts'])}"
        case "quote":
            return "\n".join(f"> {line}".rstrip() for line in inside(part["parts"], "\n\n").split("\n"))
        case "list":
            return _markdown_list(part["start"], [inside(item["parts"], "\n\n") for item in part["parts"]])
        case "table":
            return _markdown_table(part["aligned"], [[inside(cell) for cell in row] for row in part["rows"]])
    text = inside(part["parts"])
    return _no_list(text)


def _markdown_list(start: int | None, items: list[str]) -> str:
    """A list of texts. start: its first number, None where it has none."""
    marks = ("-" if start is None else f"{start + place}." for place in range(len(items)))
    return "\n".join(_hanging(mark, item) for mark, item in zip(marks, items, strict=False))


def _markdown_table(aligned: list[str], rows: list[list[str]]) -> str:
    """A table of texts, its head first. aligned: the side of each column, or nothing."""
    rule = [RULES.get(side, "---") for side in aligned]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (rows[0], rule, *rows[1:]))


def _hanging(mark: str, text: str) -> str:
    """An item of a list behind its mark, its other lines below its first."""
    first, *others = text.split("\n")
    return "\n".join((f"{mark} {first}", *(f"{' ' * len(mark)} {line}".rstrip() for line in others)))
