"""What is to be read: a file, a compressed file, a member of an archive, a remote one; each opens as a stream of bytes.

A member is a small picklable value that says where its bytes lie and what has to be done to them. It can be opened
again and again, in this process, in a worker or on another machine that sees the same files; nothing is written to a
disk, and memory holds a buffer.

>>> import gzip, os, pickle, tempfile
>>> from fairyscore.notation.storage.listing import members
>>> with tempfile.TemporaryDirectory() as folder:
...     path = os.path.join(folder, "one.pgn.gz")
...     with gzip.open(path, "wb") as stream:
...         _ = stream.write(b"1. e4 *")
...     for found in members([path]):
...         with pickle.loads(pickle.dumps(found)).open() as stream:
...             found.plain, stream.read()
(False, b'1. e4 *')
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import BinaryIO, NamedTuple

from fairyscore.notation.records.findings import Trouble
from fairyscore.notation.rules.reasons import Fact
from fairyscore.notation.storage.steps import Step

STDIN = "-"
"""The path of standard input."""

BORDER = "!"
"""Stands between an archive and what is in it: `archive.zip!folder/game.pgn`, as in URLs of Java archives."""


@dataclass(frozen=True, slots=True)
class Member:
    """One stream of bytes that can be opened.

    name: what findings call it. path: the file as the system knows it, a URL, or `-`. size: the bytes that it takes in
    that file, packed as they are; 0 where nobody knows. steps: what is done to the bytes of the file, in turn.
    """

    name: str
    path: str
    size: int = 0
    steps: tuple[Step, ...] = ()
    plain: bool = False
    """A file of this machine with nothing to unpack: whoever opens `path` may read from any byte."""
    once: bool = False
    """Standard input or a pipe: opens once, and only in this process."""

    def open(self) -> BinaryIO:
        """The bytes, from the first on. Raises `OSError` here or while reading, `NotReadable` where it knows a code."""
        if self.plain:
            return open(self.path, "rb")  # noqa: PTH123 (a path may hold any bytes)
        from fairyscore.notation.storage.opening import opened

        return opened(self)


class Refused(NamedTuple):
    """Something that is named or found, and cannot be opened: what a finding says of it."""

    name: str
    trouble: Trouble
    facts: Mapping[str, Fact]


class NotReadable(OSError):
    """Bytes that cannot be had, with the code and facts of the finding that tells it."""

    def __init__(self, trouble: Trouble, **facts: Fact) -> None:
        super().__init__(0, ", ".join(f"{name} {fact}" for name, fact in facts.items()))
        self.trouble = trouble
        self.facts = facts
