"""One letter taken apart: who sent it and when, and its bodies as text that knows the lines of the file.

>>> letter = read_letter(b"From: Anna <Anna@example.org>\\nDate: Tue, 3 Mar 2026 19:22:05 +0100\\n\\n1. e4\\n", "a.eml")
>>> letter.sender, letter.date.isoformat(), letter.bodies[0].text, letter.bodies[0].line_at(0)
(Address(name='Anna', mailbox='anna@example.org'), '2026-03-03T19:22:05+01:00', '1. e4\\n\\n\\n', 4)
"""

import binascii
import codecs
import datetime
import email
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from email.errors import HeaderParseError
from email.header import decode_header, make_header
from email.message import Message
from email.utils import getaddresses, parsedate_to_datetime
from typing import NamedTuple

from fairyscore.notation.mail.located import LocatedText, text_of_html
from fairyscore.notation.text import shown

LONGEST_BODY = 1 << 18
"""Characters of a part that are read, with all that is quoted in it; people write shorter letters."""

LONGEST_PARSED = 1 << 21
"""Bytes of a letter that are parsed, once long attachments are emptied."""

MOST_PARTS = 200
"""Parts of a letter, side by side."""

_EMPTIED = "\n" * 4000
_LONG_BASE64 = re.compile(rb"(?:^[A-Za-z0-9+/]{60,76}=*\n){4000,}", re.MULTILINE)
"""Attachments that are longer than what is read of a part: they are emptied before anything is parsed."""

_NOT_FOR_TEXT = frozenset({"idna", "punycode", "unicode_escape", "raw_unicode_escape", "undefined"})
"""Codecs of Python that no letter is written in; some of them take quadratic time."""


class Address(NamedTuple):
    """Whom a letter comes from. mailbox: in small letters, empty where no address can be read."""

    name: str
    mailbox: str

    def __str__(self) -> str:
        return shown(f"{self.name} <{self.mailbox}>" if self.name else self.mailbox)


class MailRemark(NamedTuple):
    """Something a reader of the letter should know. code: of `RecordCode`, by its value; text: fills its sentence."""

    code: str
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class MailLetter:
    """A letter. line: of its first character in the file; date: None where the header has none that can be read.

    bodies: versions of the same text, the plain one first. attachments: texts of attached records.
    message_id: of the header, without brackets; answers: those of the letters it answers, the nearest first.
    recipients: mailboxes. forwarded: letters in the letter, as bytes. title: the subject as it came, where
    `subject` is without the name of a game.
    """

    name: str
    line: int
    sender: Address
    date: datetime.datetime | None
    subject: str
    bodies: tuple[LocatedText, ...]
    attachments: tuple[LocatedText, ...] = ()
    remarks: list[MailRemark] = field(default_factory=list)
    message_id: str = ""
    answers: tuple[str, ...] = ()
    recipients: tuple[str, ...] = ()
    forwarded: tuple[bytes, ...] = ()
    title: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "title", self.title or self.subject)


def read_letter(raw: bytes, name: str, line: int = 1) -> MailLetter:
    """A letter from its bytes, as they lie in the file from `line` on. Raises nothing for whatever they are.

    Nothing in it is opened or run: attachments that are not text are left alone, and named in `remarks`.
    """
    raw = raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    raw = _LONG_BASE64.sub(lambda block: b"\n" * block[0].count(b"\n"), raw)
    text = raw[:LONGEST_PARSED].decode("latin-1")  # a character a byte: nothing is decoded before its charset is known
    reader = _MessageReader(text, line)
    try:
        message = email.message_from_string(text)
        reader.walk(message)
    except RecursionError:
        reader = _MessageReader(text, line)
        reader.remark("a letter whose parts lie in each other so deeply")
        message = email.message_from_string(text[: reader.at])
    if len(raw) > LONGEST_PARSED:
        reader.remark(f"what follows the first {LONGEST_PARSED:,} bytes, attachments aside,")
    versions = (LocatedText(reader.plain), LocatedText(reader.html))
    return MailLetter(
        name,
        line,
        _sender(message),
        _date(message),
        _words(str(message.get("Subject", ""))),
        tuple(text for text in versions if text.text.strip()),
        tuple(reader.attachments),
        reader.remarks,
        next(iter(_ids(message, "Message-ID")), ""),
        (*_ids(message, "In-Reply-To"), *reversed(_ids(message, "References"))),
        _recipients(message),
        tuple(reader.forwarded),
    )


class _MessageReader:
    """Walks through the parts of a message, in the order of the file: so each is found where the last one ended."""

    def __init__(self, raw: str, line: int) -> None:
        self.raw = raw
        self.at = max(0, raw.find("\n\n"))
        self.line = line + raw.count("\n", 0, self.at)
        self.plain: list[tuple[int, str]] = []
        self.html: list[tuple[int, str]] = []
        self.attachments: list[LocatedText] = []
        self.remarks: list[MailRemark] = []
        self.forwarded: list[bytes] = []

    def walk(self, part: Message) -> None:
        """Take in a part with all that is in it. A letter in the letter is somebody else's words."""
        kind = part.get_content_type()
        if kind == "message/rfc822":
            self.remark("a forwarded letter")
            letters = [one for one in part.get_payload() if isinstance(one, Message)] if part.is_multipart() else []
            self.forwarded += [one.as_string().encode("latin-1", "replace") for one in letters[:MOST_PARTS]]
        elif part.is_multipart():
            parts = [inner for inner in part.get_payload() if isinstance(inner, Message)]
            for inner in parts[:MOST_PARTS]:
                self.walk(inner)
            if len(parts) > MOST_PARTS:
                self.remark(f"what follows the first {MOST_PARTS} parts")
        else:
            self._leaf(part, kind)

    def _leaf(self, part: Message, kind: str) -> None:
        payload = part.get_payload()
        if not isinstance(payload, str):
            return
        line = self._line_of(payload)
        file_name = _file_name(part)
        if kind in ("text/plain", "text/html") and not file_name:
            chunks = self._decoded(part, payload, line)
            if kind == "text/html":
                self.html += text_of_html(LocatedText(chunks))
            else:
                self.plain += [*chunks, (line, "\n")]
        elif file_name.lower().endswith((".pgn", ".txt")) and not payload.startswith(_EMPTIED):
            self.attachments.append(LocatedText(self._decoded(part, payload, line)))
        elif kind not in ("application/pgp-signature", "application/pkcs7-signature", "text/calendar"):
            self.remark(f"the attachment {shown(file_name or kind)}", line)

    def _line_of(self, payload: str) -> int:
        found = self.raw.find(payload, self.at) if payload else -1
        if found < 0 and payload and payload in self.raw:  # no header after all: the body begins with the letter
            self.line -= self.raw.count("\n", 0, self.at)
            self.at, found = 0, self.raw.find(payload)
        if found >= 0:
            self.line += self.raw.count("\n", self.at, found)
            self.at = found
        return self.line

    def remark(self, text: str, line: int = 0, code: str = "mail-not-read") -> None:
        """Something to be reported about a line, the present one where none is given."""
        self.remarks.append(MailRemark(code, line or self.line, text))

    def _decoded(self, part: Message, payload: str, line: int) -> list[tuple[int, str]]:
        if len(payload) > LONGEST_BODY:
            self.remark(f"what follows the first {LONGEST_BODY:,} characters of a part", line)
            payload = payload[:LONGEST_BODY]
        try:
            transfer = str(part.get("Content-Transfer-Encoding", "")).strip().lower()
            lines = payload.encode("latin-1").split(b"\n")
            read = _TRANSFERS.get(transfer)
            chunks = list(enumerate(read(lines) if read else [text + b"\n" for text in lines], line))
        except (binascii.Error, ValueError):
            self.remark("this part is not base64, and is not read", line, "mail-encoding")
            return []
        charset = str(part.get_content_charset() or "us-ascii")
        raw = b"".join(chunk for _, chunk in chunks)
        chosen, fault = _charset(raw, charset)
        if fault:
            self.remark(fault, line, "mail-encoding")
        decoder = codecs.getincrementaldecoder(chosen)(errors="replace")
        return [(number, decoder.decode(chunk)) for number, chunk in chunks]


def _quoted_printable(lines: list[bytes]) -> Iterator[bytes]:
    for line in map(bytes.rstrip, lines):
        yield binascii.a2b_qp(line[:-1] if line.endswith(b"=") else line + b"\n")


def _base64(lines: list[bytes]) -> Iterator[bytes]:
    digits = [re.sub(rb"[^A-Za-z0-9+/]", b"", line) for line in lines]
    excess = sum(map(len, digits)) % 4
    digits[-1] += b"=" * (4 - excess if excess > 1 else 0)
    held = b""
    for line in digits:
        held += line
        whole = len(held) // 4 * 4
        yield binascii.a2b_base64(held[:whole])
        held = held[whole:]


_TRANSFERS = {"quoted-printable": _quoted_printable, "base64": _base64}


def _charset(raw: bytes, named: str) -> tuple[str, str]:
    """The charset to decode a part with, and what is wrong with the one it names, empty for nothing."""
    fault = ""
    try:
        known = codecs.lookup(named)
        if known.name in _NOT_FOR_TEXT or not known._is_text_encoding:
            raise LookupError
        raw.decode(known.name)
    except (LookupError, ValueError):
        fault = f"the charset {shown(named)} is unknown"
    except UnicodeDecodeError:
        fault = f"some bytes are no {shown(named)}"
    else:
        return known.name, ""
    for guess in ("utf-8", "cp1252"):
        try:
            raw.decode(guess)
        except UnicodeDecodeError:
            continue
        return guess, "" if named == "us-ascii" else f"{fault}; the part is read as {guess}"
    return "utf-8", f"{fault}; what cannot be read is U+FFFD"


def _file_name(part: Message) -> str:
    """The name of an attached file, empty for a part that is shown as it is."""
    try:
        named = part.get_filename()
    except (LookupError, ValueError, TypeError):
        named = ""
    return named or ("attachment" if part.get_content_disposition() == "attachment" else "")


def _words(value: str) -> str:
    """A header in plain words; as it stands where it cannot be decoded."""
    with suppress(HeaderParseError, LookupError, ValueError):
        value = str(make_header(decode_header(value)))
    return " ".join(value.split())


def _sender(message: Message) -> Address:
    """Who the letter is from; nobody where the header names nobody, or several."""
    headers = list(map(str, message.get_all("From", [])))
    found = [(name, box) for name, box in getaddresses(headers) if box]
    if len(found) != 1 or "@" not in found[0][1]:
        return Address("", "")
    return Address(_words(found[0][0]), found[0][1].strip().casefold())


def _recipients(message: Message) -> tuple[str, ...]:
    fields = [str(one) for name in ("To", "Cc") for one in message.get_all(name, [])]
    return tuple(box.strip().casefold() for _, box in getaddresses(fields) if "@" in box)


def _ids(message: Message, name: str) -> list[str]:
    """The identifiers of letters in a field, without their brackets (RFC 5322, 3.6.4)."""
    return re.findall(r"<([^<>\s]{1,300})>", str(message.get(name, ""))[:20_000])


def _date(message: Message) -> datetime.datetime | None:
    try:
        return parsedate_to_datetime(str(message.get("Date", "")))
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
