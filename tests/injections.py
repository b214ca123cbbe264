"""Texts that try to become markup, script or a broken document, for every tag and comment of a record: `INJECTIONS`.

They are made from a few dozen beginnings, ends and payloads, so that each breaks out of another place: an element's
text, an attribute, a comment, a script, a style sheet, a URL, JSON, TeX, a template. None may leave a trace but text.

`planted` puts them into the tags and comments of a record.
"""

from collections.abc import Iterator
from itertools import islice, product

from fairyscore.notation.records.tree import Comment, MoveLine, Ply, Record

ESCAPES = (
    "",
    '"',
    "'",
    '">',
    "'>",
    "`>",
    "-->",
    "--!>",
    "]]>",
    "]]]]><![CDATA[>",
    "</text>",
    "</tspan></text>",
    "</desc>",
    "</title>",
    "</svg>",
    "</script>",
    "</style>",
    "</textarea>",
    "</template>",
    "</noscript>",
    "*/",
    "\\",
    "&quot;>",
    "\x00>",
    "\u202e\u2066",
    "\ufeff",
)
"""What leaves the place where a text stands."""

PAYLOADS = (
    "<script>alert(1)</script>",
    "<svg onload=alert(1)>",
    "<img src=x onerror=alert(1)>",
    "<a xlink:href='javascript:alert(1)'>x</a>",
    "<use href='data:image/svg+xml,<svg/>#x'/>",
    "<foreignObject><iframe src=javascript:alert(1)></foreignObject>",
    "<style>@import 'http://evil.example/x.css';</style>",
    "<!ENTITY x SYSTEM 'file:///etc/passwd'>&x;",
    "<?xml-stylesheet href='javascript:alert(1)'?>",
    "<animate onbegin=alert(1) attributeName=x dur=1s>",
    " onmouseover=alert(1) x=",
    " style=background:url(javascript:alert(1)) ",
    " id=fs data-field=e4 class=piece ",
    "&#x3c;script&#x3e;alert(1)&#x3c;/script&#x3e;",
    "&lt;b&gt;&amp;amp;lt;",
    "<![CDATA[<b>x</b>]]>",
    "javascript:alert(1)",
    "<b",
    "<!--",
)
"""What would do harm there."""

ALONE = (
    "${alert(1)}",
    "{{7*7}}",
    "<% alert(1) %>",
    "$moves $$ ${title}",
    "{0} {heading} %(title)s %s",
    "\\input{/etc/passwd}\\end{document}",
    "$\\catcode`\\%=12 ^^M ~ # _ & % { }",
    "[x](javascript:alert(1)) ![y](http://evil.example/z.png)",
    "<http://evil.example> | a | b |",
    "# heading\n- list\n> quote\n```\ncode\n```",
    "**bold** _it_ ~~s~~ `c` [^1]",
    '#eval("1") #image("x.svg") $ x $ @ref <label>',
    '"; alert(1); //',
    "'; alert(1); '",
    "\u2028alert(1)\u2029",
    "__proto__",
    "constructor",
    "url(#fs) url('//evil.example')",
    "\x1b]0;title\x07\x1b[31mred",
    "\r\nX-Header: 1\r\n\r\n<html>",
    "\ud800 lone surrogate",
    "\ufffe\uffff no characters",
    "\ue0000 \ue000pieces private use",
    "﷽𒐫" + "\u0301" * 40,
    "A" * 3000,
    "%00%0a<%3Cscript%3E",
    "+ADw-script+AD4-alert(1)+ADw-/script+AD4-",
    '=HYPERLINK("http://evil.example")',
    "<x/onclick=alert(1)//",
    "<svg><title><![CDATA[</title><script>alert(1)</script>]]>",
)


def _all() -> Iterator[str]:
    yield from ALONE
    for before, payload in product(ESCAPES, PAYLOADS):
        yield before + payload


INJECTIONS = tuple(islice(dict.fromkeys(_all()), 500))
"""Five hundred of them, each once."""

HARMLESS = "harmless words"
"""What stands in the place of an injection in the record that a document is compared with."""

TAGS = (
    "Event",
    "Site",
    "Date",
    "Round",
    "White",
    "Silver",
    "Black",
    "Gold",
    "WhiteElo",
    "BlackTitle",
    "ECO",
    "Opening",
    "TimeControl",
    "Termination",
    "Annotator",
    "PlyCount",
    "Result",
)
"""The tags that may be shown somewhere; `Result` is what a tag says, not how the moves end."""


def planted(record: Record, words: str) -> Record:
    """A record with a text in all of `TAGS`, in front of the game, behind each of its moves, and in its captions."""
    comment = Comment(words)
    comments = (comment, Comment(f"[%diagram {words}]"))
    plies = tuple(Ply(ply.move, ply.nags, (*comments, *ply.variations)) for ply in record.line.plies)
    tags = {**dict(record.tags), **dict.fromkeys(TAGS, words)}
    return Record(record.variant, tuple(tags.items()), MoveLine(plies, (comment,)), record.result)
