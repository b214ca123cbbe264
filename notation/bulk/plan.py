"""What is to be done in turn: files cut into ranges, small files together, and what is only read from its beginning."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO, NamedTuple

from fairyscore.notation.archive import Stretch
from fairyscore.notation.bulk.ranges import HEAD, SIZE, Range, first_border, last_border, ranges_of, survey_of
from fairyscore.notation.bulk.work import Work
from fairyscore.notation.formats.base import Borders
from fairyscore.notation.records.text_reader import OnProgress
from fairyscore.notation.storage.source import Source, Unreadable

FILE = 2000
"""A file counts as so many bytes more: opening it takes time too."""


class Whole(NamedTuple):
    """A file that is judged in this process, from its beginning; or what is to be said of something unreadable."""

    member: Source | Unreadable


class Rest(NamedTuple):
    """A stream that is judged in this process from here on. Nothing else is planned before that is done."""

    name: str
    stream: Blocks
    form: str
    stretch: Stretch


Step = tuple[Range, ...] | Whole | Rest


def planned(
    work: Work, members: Iterable[Source | Unreadable], size: int = SIZE, on_progress: OnProgress | None = None
) -> Iterator[Step]:
    """All steps, in the order of the files. on_progress: told how much was read of streams that are cut here."""
    together: list[Range] = []
    weight = 0
    for member in members:
        ranges = ranges_of(member, work.judge, work.form, size) if isinstance(member, Source) and member.plain else None
        if ranges is not None and len(ranges) == 1:
            if weight + ranges[0].size > size and together:
                yield tuple(together)
                together, weight = [], 0
            together += ranges
            weight += ranges[0].size + FILE
            continue
        if together:
            yield tuple(together)
            together, weight = [], 0
        if ranges is not None:
            yield from ((one,) for one in ranges)
        elif isinstance(member, Source) and not member.plain:
            yield from _streamed(work, member, size, on_progress)
        else:
            yield Whole(member)
    if together:
        yield tuple(together)


def _streamed(work: Work, member: Source, size: int, on_progress: OnProgress | None) -> Iterator[Step]:
    """A stream cut as it comes; its ranges carry their bytes."""
    try:
        stream = member.open(on_progress)
    except (OSError, ValueError):
        yield Whole(member)
        return
    with stream:
        blocks = Blocks(stream)
        if blocks.letters is not None:
            yield Rest(member.name, blocks, work.form, Stretch())
            return
        blocks.fill(max(size, HEAD))
        head = survey_of(bytes(blocks.held[:HEAD]), work.judge, member.name, work.form)
        one = Range(member.name, "", 0, 0, form=work.form)
        if head is not None and (not blocks.ended or len(blocks.held) > size):
            one = one._replace(form=head.form.name, usual=head.usual, known=True)
        while not blocks.ended or blocks.fault or len(blocks.held) > size:
            end = 0 if head is None or head.form.borders is None else blocks.border(head.form.borders, size)
            if not end:
                stretch = Stretch(one.first, True, one.usual, one.known)
                yield Rest(member.name, blocks, one.form, stretch)
                return
            yield (one._replace(end=one.begin + end, last=False, data=blocks.take(end)),)
            one = one._replace(begin=one.begin + end, end=one.begin + end, first=False)
            blocks.fill(size)
        if one.first or blocks.held:
            data = blocks.take(len(blocks.held))
            yield (one._replace(end=one.begin + len(data), data=data),)


class Blocks(io.RawIOBase):
    """A stream of which some bytes are held. fault: what ended it too early; as in `storage.streams.Opened`, all bytes
    before are had, and nothing is raised."""

    def __init__(self, stream: BinaryIO) -> None:
        super().__init__()
        self.held = bytearray()
        self.ended = False
        self.fault: OSError | None = None
        self._stream = stream
        self._hash = hashlib.sha256()
        self.letters = getattr(stream, "letters", None)
        """As `storage.streams.Opened` has it."""

    def digest(self) -> str:
        """The SHA-256 of what was read."""
        return self._hash.hexdigest()

    def fill(self, size: int) -> None:
        """Hold so many bytes, or all there are."""
        while len(self.held) < size and not self.ended:
            try:
                got = self._stream.read(size - len(self.held))
                self.fault = None if got else getattr(self._stream, "fault", None)
            except OSError as fault:
                got, self.fault = b"", fault
            self.held += got
            self.ended = not got

    def border(self, borders: Borders, size: int) -> int:
        """The last place to cut within so many bytes, or else the first one in twice as many; 0 where there is none."""
        end = last_border(bytes(self.held[:size]), borders)
        if not end:
            self.fill(2 * size)
            end = first_border(bytes(self.held), borders)
        return end

    def take(self, size: int) -> bytes:
        """The first bytes, which are held no longer."""
        taken = bytes(self.held[:size])
        del self.held[:size]
        return taken

    def readable(self) -> bool:
        """See `io.RawIOBase`."""
        return True

    def readinto(self, buffer: Any) -> int:
        """See `io.RawIOBase`."""
        self.fill(len(buffer))
        taken = self.take(len(buffer))
        buffer[: len(taken)] = taken
        self._hash.update(taken)
        return len(taken)
