"""Letters as a source: the stream is the text of the game records in them, as `mail.own_words` finds it."""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, BinaryIO, cast

from fairyscore.notation.mail.containers import RawLetter, letters_in
from fairyscore.notation.mail.own_words import GameTextOfLetters, game_text
from fairyscore.notation.storage.source import Source
from fairyscore.notation.storage.unpacking import Produced

if TYPE_CHECKING:
    from fairyscore.notation.storage.source import Stream


class LetterStream(Produced):
    """The records in a stream of letters, in UTF-8.

    All letters are read at the first byte; what is kept are their games. Raises `OSError` as the stream of letters does.
    """

    def __init__(self, inner: Stream, name: str) -> None:
        super().__init__(inner, self._text())
        self._name = name

    @cached_property
    def letters(self) -> GameTextOfLetters:
        """The text, and which line of the file each of its lines comes from."""
        return game_text(_buffered(self.inner), self._name)

    def _text(self) -> Iterator[bytes]:
        yield self.letters.text.encode(errors="replace")


def raw_letters(source: Source) -> Iterator[RawLetter]:
    """The letters of a source as they lie in it, unpacked. Raises `OSError`, `Unreadable` where a code is known."""
    stream = source.stream(source.reads)
    with _buffered(stream.inner if isinstance(stream, LetterStream) else stream) as bare:
        yield from letters_in(bare)


def _buffered(stream: Stream) -> BinaryIO:
    return cast(BinaryIO, io.BufferedReader(cast(io.RawIOBase, stream)))
