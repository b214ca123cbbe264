"""Texts of authors: what CommonMark, tables and footnotes make of them, in HTML, in Markdown, and in Typst."""

import json
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt

from fairyscore.notation.package_data import data_text
from fairyscore.render.errors import DrawingError
from fairyscore.render.markdown import changed, html, markdown, parts, plain

TEXT = """A *fine* **bold** `code` [page](https://example.com/a?b=1&c) with a note[^1] and `a*b`.

## Heading

- one
- two

  in two paragraphs
- three
    1. nested
    2. again

4. four
5. five

| Piece | Worth | Where |
| :-- | --: | :-: |
| Lion | *8* | a1 |

> A quote
> in two lines.

```
code *here*
```

***

A line\\
broken, <b>html</b> & an entity.

[^1]: The note *itself*.

    Its second paragraph.
"""

TRICKY = (
    "1\\. e4 is a move",
    "\\- no list",
    "\\# no heading",
    "a \\* b \\_ c \\[x](y) \\`z\\`",
    "<script>alert(1)</script>",
    "a | b",
    "[x](javascript:alert(1))",
    "&lt;b&gt; &amp; ok",
    "2 * 3 * 4 and snake_case_name",
)


def test_parts_have_the_kinds_that_the_text_has() -> None:
    blocks = [part["kind"] for part in parts(TEXT)]
    assert blocks == ["paragraph", "heading", "list", "list", "table", "quote", "code", "rule", "paragraph"]
    first, _, bullets, numbered, table, *_ = parts(TEXT)
    kinds = [part["kind"] for part in first["parts"] if part["kind"] != "words"]
    assert kinds == ["emphasis", "strong", "verbatim", "link", "note", "verbatim"]
    assert (bullets["start"], numbered["start"], table["aligned"]) == (None, 4, ["left", "right", "center"])
    assert [[plain(cell) for cell in row] for row in table["rows"]] == [
        ["Piece", "Worth", "Where"],
        ["Lion", "8", "a1"],
    ]


def test_html_is_what_the_library_makes() -> None:
    """Beside headings, which stand below those of the page, sides of cells, which are classes, and notes."""
    text = TEXT.replace("[^1]", "").split("\n: The note")[0]
    usual = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    usual = usual.replace("<h2>", "<h3>").replace("</h2>", "</h3>").replace('style="text-align:', 'class="')
    usual = usual.replace("<pre><code>", "<pre>").replace("\n</code></pre>", "</pre>")
    assert _bare(html(parts(text))) == _bare(usual)


def _bare(text: str) -> str:
    return unescape("".join(text.split()).replace("/>", ">"))


def test_notes_stand_at_the_end_and_are_linked_both_ways() -> None:
    made = html(parts(TEXT), "text-7")
    assert '<sup id="text-7-at-1"><a href="#text-7-1">1</a></sup>' in made
    assert made.endswith(
        '<ol class="notes"><li id="text-7-1"><p>The note <em>itself</em>.</p>\n<p>Its second paragraph.</p></li></ol>'
    )


@pytest.mark.parametrize("text", [TEXT, *TRICKY])
def test_markdown_is_read_back_as_the_same(text: str) -> None:
    read = parts(text)
    assert _loose(parts(markdown(read, lambda _: "")), 1) == _loose(read, 0)


def _loose(text: Any, up: int) -> Any:
    """The same where lists have empty lines between their items, and headings are less deep."""
    if isinstance(text, list):
        return [_loose(part, up) for part in text]
    if not isinstance(text, dict):
        return text
    return {key: value - up if key == "level" else _loose(value, up) for key, value in text.items() if key != "close"}


@pytest.mark.parametrize("text", TRICKY)
def test_nothing_in_a_text_is_html_or_a_program(text: str) -> None:
    made = html(parts(text))
    assert "<script" not in made
    assert "href=" not in made
    assert "<ul" not in made
    assert "<h" not in made


def test_words_are_changed_and_code_is_not() -> None:
    text = changed(parts("a *b* `c` [d](https://example.com)"), str.upper)
    assert html(text) == '<p>A <em>B</em> <code>c</code> <a href="https://example.com">D</a></p>'


def test_pictures_lie_beside_the_text(tmp_path: Path) -> None:
    (tmp_path / "dot.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>', encoding="utf-8")
    (tmp_path / "dot.png").write_bytes(b"\x89PNG")
    svg, png = parts("![a dot](dot.svg)\n\n![](dot.png)", str(tmp_path))
    assert (svg["parts"][0]["text"], svg["parts"][0]["format"]) == ("a dot", "svg+xml")
    assert png["parts"][0]["data"] == list(b"\x89PNG")
    assert html([svg]).startswith('<p><img src="data:image/svg+xml;base64,PHN2')
    assert markdown([svg], lambda _: "figures/text-1.svg") == "![a dot](<figures/text-1.svg>)"


def test_pictures_from_elsewhere_are_links() -> None:
    assert html(parts("![far](https://example.com/a.png)")) == '<p><a href="https://example.com/a.png">far</a></p>'


@pytest.mark.parametrize(("name", "why"), [("none.png", "cannot be read"), ("a.txt", "is none of .svg, .png")])
def test_pictures_that_cannot_be_set_are_named(name: str, why: str, tmp_path: Path) -> None:
    with pytest.raises(DrawingError, match=f"{name} of a text {why}"):
        parts(f"![x]({name})", str(tmp_path))


def test_typst_sets_every_kind(tmp_path: Path) -> None:
    """And none of a text's signs means anything to it."""
    typst = pytest.importorskip("typst", reason="the extra pdf is not installed, so no PDF is looked at")
    (tmp_path / "dot.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9"/></svg>', encoding="utf-8"
    )
    texts = [*parts(f"{TEXT}\n![dot](dot.svg)\n", str(tmp_path)), *(block for text in TRICKY for block in parts(text))]
    source = f"{data_text('fairyscore.render', 'markdown.typ')}\n#prose(json(bytes({json.dumps(json.dumps(texts))})))"
    assert typst.compile(source.encode()).startswith(b"%PDF-")
    (notes,) = (json.loads(typst.query(source.encode(), kind)) for kind in ("footnote",))
    assert len(notes) == 1
