"""Letters as mail programs store them: a file with one (`.eml`), with many (mbox), a folder with a file for each (Maildir).

>>> import io
>>> first = b"From a@b Tue Mar  3 19:22:05 2026\\nFrom: a@b\\n\\n>From here\\n\\n"
>>> box = first + b"From c@d Tue Mar  3 20:22:05 2026\\nFrom: c@d\\n\\ne5\\n"
>>> [(letter.number, letter.line, letter.raw) for letter in letters_in(io.BytesIO(box))]
[(1, 2, b'From: a@b\\n\\nFrom here\\n\\n'), (2, 7, b'From: c@d\\n\\ne5\\n')]
"""

import os
import re
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

_FROM_LINE = re.compile(rb"From \S+.*\d{4}\s*\Z")
_STUFFED = re.compile(rb"^>(>*From )", re.MULTILINE)
_FIELD = re.compile(rb"([A-Za-z][A-Za-z0-9-]{1,60}):(?:[ \t]|\Z)")
_COMMON = frozenset((b"from", b"to", b"date", b"subject", b"cc", b"reply-to", b"sender"))
_OF_MAIL = (
    b"received", b"return-path", b"message-id", b"mime-version", b"delivered-to", b"dkim-signature", b"content-type",
    b"x-", b"arc-", b"authentication-results", b"references", b"in-reply-to", b"content-transfer-encoding",
)  # fmt: skip


class RawLetter(NamedTuple):
    """The bytes of a letter. number: from 1 in its file; line: of the file, where it begins."""

    number: int
    line: int
    raw: bytes


def is_mail(head: bytes) -> bool:
    """True if a file that begins so holds letters: header lines that only mail has, or the first line of an mbox.

    >>> is_mail(b"From: a@b\\nDate: Tue, 3 Mar 2026 19:22:05 +0100\\n\\n1. e4"), is_mail(b'[Event "?"]')
    (True, False)
    """
    lines = head.lstrip(b"\xef\xbb\xbf\r\n").replace(b"\r\n", b"\n").split(b"\n")
    if _FROM_LINE.match(lines[0]) and len(lines) > 1 and _FIELD.match(lines[1]):
        return True
    names: set[bytes] = set()
    for line in lines:
        if not line.strip():
            break
        field = _FIELD.match(line)
        if field is not None:
            names.add(field[1].lower())
        elif line[:1] not in b" \t" and line is not lines[-1]:
            return False
    return len(names & _COMMON) >= 2 or any(name.startswith(_OF_MAIL) for name in names)


def letters_in(stream: BinaryIO) -> Iterator[RawLetter]:
    """The letters of a file; memory holds one of them. Raises `OSError` where the stream does."""
    number, line, first = 0, 1, 1
    held = bytearray()  # lines one by one would take ten times the room
    blank, box = True, None
    for text in stream:
        if box is None:
            box = _FROM_LINE.match(text) is not None
        if box and blank and _FROM_LINE.match(text):
            if held:
                number += 1
                yield _letter(number, first, held, box)
            held, first = bytearray(), line + 1
        elif len(held) < 1 << 26:  # bytes; what is after them in a letter is not read
            held += text
        blank = not text.strip()
        line += 1
    if held:
        yield _letter(number + 1, first, held, bool(box))


def _letter(number: int, line: int, held: bytearray, box: bool) -> RawLetter:
    raw = bytes(held)
    return RawLetter(number, line, _STUFFED.sub(rb"\1", raw) if box else raw)


def maildir_files(folder: str) -> list[str]:
    """The letters of a Maildir, by their names, which begin with the time they came at."""
    found = []
    for part in ("cur", "new"):
        here = os.path.join(folder, part)  # noqa: PTH118
        found += [(name, os.path.join(here, name)) for name in os.listdir(here) if not name.startswith(".")]  # noqa: PTH118, PTH208
    return [path for _, path in sorted(found)]
