"""Letters as a source: the stream is the text of the game records in them, as `mail.games` finds it."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, BinaryIO, cast

from fairyscore.notation.mail.games import game_text
from fairyscore.notation.storage.streams import StreamLayer

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer


class LetterStream(StreamLayer):
    """The records in a stream of letters, in UTF-8. letters: which line of the file each of its lines comes from.

    All letters are read at once; what is kept are their games. Raises `OSError` as the stream of letters does.
    """

    def __init__(self, inner: io.RawIOBase, name: str) -> None:
        super().__init__(inner)
        self.letters = game_text(cast(BinaryIO, io.BufferedReader(inner)), name)
        self._text = io.BytesIO(self.letters.text.encode(errors="replace"))

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        """As all streams do it."""
        return self._text.readinto(buffer)

    def seekable(self) -> bool:
        """It is read onward."""
        return False
