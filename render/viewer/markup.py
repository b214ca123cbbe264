"""HTML from somebody's words. All text goes through `said`; whatever looks like markup in it stays text.

>>> said("<script>alert('x')</script>")
'&lt;script&gt;alert(&#x27;x&#x27;)&lt;/script&gt;'
>>> as_json({"name": "</script><!--"})
'{"name":"\\\\u003c/script\\\\u003e\\\\u003c!--"}'
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Any, Final

from fairyscore.notation.text import clean

if TYPE_CHECKING:
    from json import JSONEncoder

_IN_SCRIPTS: Final = {ord("<"): "\\u003c", ord(">"): "\\u003e", ord("&"): "\\u0026"}
"""Characters that could end a `<script>` or open a comment in it; JSON may write any character so."""


def said(text: str) -> str:
    """Somebody's text as HTML, fit for content and for attributes between quotes."""
    return escape(clean(text))


def name(text: str) -> str:
    """A name as HTML that keeps its own direction of writing, whatever stands beside it."""
    return f"<bdi>{said(text)}</bdi>"


def tag(kind: str, content: Iterable[str] | str = "", **attributes: str) -> str:
    """An element. content: HTML. Attributes are text; `class_` is `class`, `aria_label` is `aria-label`."""
    told = "".join(f' {key.rstrip("_").replace("_", "-")}="{said(value)}"' for key, value in attributes.items())
    return f"<{kind}{told}>{''.join(content)}</{kind}>"


def as_json(data: Any) -> str:
    """Data as JSON that may stand in a `<script>`: as short as it goes, and no markup in it."""
    return str.translate(_encoder().encode(data), _IN_SCRIPTS)


@cache
def _encoder() -> JSONEncoder:
    from json import JSONEncoder

    return JSONEncoder(ensure_ascii=False, separators=(",", ":"))
