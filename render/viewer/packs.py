"""Games of a large page, packed: they are unpacked in the browser, each when it is looked at (`packed.js`).

>>> from base64 import b64decode
>>> packs = Packs()
>>> packs.put("<section></section>", '{"steps":[]}')
>>> (element,) = packs.elements()
>>> text = element.removeprefix('<script type="text/plain" class="packed">').removesuffix("</script>")
>>> zlib.decompress(b64decode(text), wbits=RAW)
b'[["<section></section>",{"steps":[]}]]'
"""

import json
import zlib
from base64 import b64encode
from collections.abc import Iterator
from typing import Final

PER_PACK: Final = 20
"""Games in a pack: the more there are, the smaller they get, and the longer one takes to be unpacked."""

RAW: Final = -15
"""Deflate without a header, which browsers call `deflate-raw`."""


class Packs:
    """Games in their order, `PER_PACK` at a time as base64 of what deflate makes of them."""

    def __init__(self) -> None:
        self._open: list[str] = []
        self._packed: list[str] = []

    def put(self, section: str, data: str) -> None:
        """Take in the next game. section: its element, as HTML. data: its steps, as JSON."""
        self._open.append(f"[{json.dumps(section, ensure_ascii=False)},{data}]")
        if len(self._open) == PER_PACK:
            self._pack()

    def _pack(self) -> None:
        deflate = zlib.compressobj(wbits=RAW)
        packed = deflate.compress(f"[{','.join(self._open)}]".encode()) + deflate.flush()
        self._packed.append(b64encode(packed).decode())
        self._open.clear()

    def elements(self) -> Iterator[str]:
        """The packs as elements of a page. Nothing is taken in after that."""
        if self._open:
            self._pack()
        for packed in self._packed:
            yield f'<script type="text/plain" class="packed">{packed}</script>'
