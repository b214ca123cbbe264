"""Files that are no text, as text: a character a byte, so that readers of games read them as they read all others.

What ASCII prints stands for itself, any other byte is the Braille pattern of its number. Such a text is one line, and the
column of a finding is the number of the byte, from 1. `ENCODING` is its codec; it is registered where this is imported.

>>> bytes_of(b"XQ\\n\\xff".decode(ENCODING))
b'XQ\\n\\xff'
"""

import codecs
import re
from typing import Any, Final

ENCODING: Final = "fairyscore_bytes"

_BRAILLE: Final = 0x2800
_PRINTED: Final = range(0x20, 0x7F)
_SIGNS: Final = "".join(chr(byte if byte in _PRINTED else _BRAILLE + byte) for byte in range(256))
_BYTES: Final = {ord(sign): byte for byte, sign in enumerate(_SIGNS)}

_XQF: Final = re.compile(rb"XQ[\x01-\x1f][^\0]{0,61}\0", re.DOTALL)
"""How a file of XQF begins: its mark, a version, and what is not used, which no text has."""


def is_of_bytes(head: bytes) -> bool:
    """True if a file that begins so is of a format that is no text."""
    return _XQF.match(head) is not None


def bytes_of(text: str) -> bytes:
    """The bytes that a text stands for, one for each character; a NUL for what stands for none."""
    return bytes(_BYTES.get(ord(sign), 0) for sign in text)


def _decode(data: Any, errors: str = "strict") -> tuple[str, int]:
    return codecs.charmap_decode(data, errors, _SIGNS)


def _encode(text: str, errors: str = "strict") -> tuple[bytes, int]:
    return codecs.charmap_encode(text, errors, _BYTES)


class _Decoder(codecs.IncrementalDecoder):
    """Decodes a stream; every byte is a character of its own."""

    def decode(self, data: Any, final: bool = False) -> str:
        """See `codecs.IncrementalDecoder`."""
        return _decode(data, self.errors)[0]


def _codec(name: str) -> codecs.CodecInfo | None:
    if name != ENCODING:
        return None
    return codecs.CodecInfo(_encode, _decode, incrementaldecoder=_Decoder, name=ENCODING)


codecs.register(_codec)
