"""What a page is put together of: HTML from somebody's words, data, and drawn things, each once.

All text goes through `escaped`; whatever looks like markup in it stays text.

>>> escaped("<script>alert('x')</script>")
'&lt;script&gt;alert(&#x27;x&#x27;)&lt;/script&gt;'
>>> as_json({"name": "</script><!--"})
'{"name":"\\\\u003c/script\\\\u003e\\\\u003c!--"}'
>>> symbols = Symbols()
>>> symbols.put('<path d="M0 0"/>'), symbols.put('<path d="M1 1"/>'), symbols.put('<path d="M0 0"/>')
('y0', 'y1', 'y0')
>>> "".join(symbols.definitions())
'<g id="y0"><path d="M0 0"/></g><g id="y1"><path d="M1 1"/></g>'
"""

import re
from collections.abc import Iterable, Iterator
from html import escape
from json import JSONEncoder
from typing import Any, Final

from fairyscore.notation.text import clean

_ENCODER: Final = JSONEncoder(ensure_ascii=False, separators=(",", ":"))
_IN_SCRIPTS: Final = {ord("<"): "\\u003c", ord(">"): "\\u003e", ord("&"): "\\u0026"}
"""Characters that could end a `<script>` or open a comment in it; JSON may write any character so."""


def escaped(text: str) -> str:
    """Somebody's text as HTML, fit for content and for attributes between quotes."""
    return escape(clean(text))


def name(text: str) -> str:
    """A name as HTML that keeps its own direction of writing, whatever stands beside it."""
    return f"<bdi>{escaped(text)}</bdi>"


def tag(kind: str, content: Iterable[str] | str = "", **attributes: str) -> str:
    """An element. content: HTML. Attributes are text; `class_` is `class`, `aria_label` is `aria-label`."""
    written = "".join(f' {key.rstrip("_").replace("_", "-")}="{escaped(value)}"' for key, value in attributes.items())
    return f"<{kind}{written}>{''.join(content)}</{kind}>"


def as_json(data: Any) -> str:
    """Data as JSON that may stand in a `<script>`: as short as it goes, and no markup in it."""
    return _ENCODER.encode(data).translate(_IN_SCRIPTS)


LEAST: Final = 60  # characters of path data from which on it pays to refer to it

_PATH: Final = re.compile(r'<path((?: [a-z-]+="[^"]*")*?) d="([^"]+)"((?: [a-z-]+="[^"]*")*)/>')


class Symbols:
    """The symbols that a page defines in front of everything else, and uses from there.

    prefix: of its ids, where a page has several of these.
    """

    def __init__(self, prefix: str = "y") -> None:
        self._prefix = prefix
        self._names: dict[str, str] = {}
        self.patterns: dict[str, str] = {}
        """What has its own id already."""

    def put(self, drawn: str, *, shared: bool = False) -> str:
        """Add a drawing, and return its id.

        shared: whether its long paths are defined once for all drawings, as the outline of a piece for both players.
        """
        return self._name(f"<g>{_PATH.sub(self._shared, drawn) if shared else drawn}</g>")

    def put_path(self, data: str) -> str:
        """Add a path without colours, and return its id."""
        return self._name(f'<path d="{data}"/>')

    def _shared(self, path: re.Match[str]) -> str:
        before, data, after = path.groups()
        return path[0] if len(data) < LEAST else f'<use href="#{self.put_path(data)}"{before}{after}/>'

    def _name(self, element: str) -> str:
        return self._names.setdefault(element, f"{self._prefix}{len(self._names)}")

    def definitions(self) -> Iterator[str]:
        """All of them."""
        yield from self.patterns.values()
        for element, name in self._names.items():
            yield re.sub("^<([a-z]+)", rf'<\1 id="{name}"', element, count=1)
