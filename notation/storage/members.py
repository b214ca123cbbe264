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

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.rules.reasons import Fact
from fairyscore.notation.text import shown

if TYPE_CHECKING:
    from fairyscore.notation.storage.steps import Step

STDIN = "-"
"""The path of standard input."""

BORDER = "!"
"""Stands between an archive and what is in it: `archive.zip!folder/game.pgn`, as in URLs of Java archives."""


class Member(NamedTuple):
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

    def open(self, on_progress: Callable[[int], None] | None = None) -> BinaryIO:
        """The bytes, from the first on. Raises `OSError`, `NotReadable` where it knows a code.

        What is not plain ends where it is broken, and has an attribute `fault` (`opening.Opened`) that says why; it is
        None where the end is the true one. on_progress: told how many bytes of the file at `path` are read, packed as they
        are, time and again.
        """
        if self.plain and on_progress is None:
            return open(self.path, "rb")  # noqa: PTH123 (a path may hold any bytes)
        from fairyscore.notation.storage.opening import opened

        return opened(self, on_progress)

    def behind(self, step: Step) -> Member:
        """The same with one more step."""
        return self._replace(steps=(*self.steps, step), plain=False)


class UnreadableInput(NamedTuple):
    """Something that is named or found, and cannot be opened: what a finding says of it."""

    name: str
    trouble: RecordCode
    facts: Mapping[str, Fact]


class NotReadable(OSError):
    """Bytes that cannot be had, with the code and facts of the finding that tells it."""

    def __init__(self, trouble: RecordCode, **facts: Fact) -> None:
        super().__init__(0, ", ".join(f"{name} {fact}" for name, fact in facts.items()))
        self.trouble = trouble
        self.facts = facts


def refused(name: str, fault: OSError | ValueError) -> UnreadableInput:
    """What a finding says of a member that could not be opened, or not be read to its end."""
    if isinstance(fault, NotReadable):
        return UnreadableInput(name, fault.trouble, {"path": shown(name), **fault.facts})
    return UnreadableInput(name, RecordCode.UNREADABLE_FILE, {"path": shown(name), "why": why(fault)})


def why(fault: Exception) -> str:
    """What the system says about a file that cannot be read, without the path that it repeats."""
    return (isinstance(fault, OSError) and fault.strerror) or shown(str(fault))
