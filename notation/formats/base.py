"""What a format is: how games stand in a file of it, how one is read and written, and how much of a record it holds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple, Protocol

from fairyscore.notation.errors import FairyscoreError
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.records.token_stream import DiagnosticCollector, TokenStream
from fairyscore.notation.rules.variant import Notation

if TYPE_CHECKING:
    from fairyscore.notation.records.tree import Record


class MissingExtra(FairyscoreError, ImportError):
    """A package that is not installed; the message says how to install it, fit for a terminal.

    >>> print(MissingExtra("parquet"))
    this needs a package that is not installed: pip install 'fairyscore[parquet]'
    """

    def __init__(self, extra: str) -> None:
        super().__init__(f"this needs a package that is not installed: pip install 'fairyscore[{extra}]'")


class Sink(Protocol):
    """Writes records to a stream of bytes, which stays open."""

    def put(self, made: Any) -> None:
        """Write one more record, as `Format.write` has made it, here or elsewhere."""
        ...

    def close(self) -> None:
        """Write what stands after the last record."""
        ...


ALL: frozenset[str] = frozenset({"*"})
"""As names of tags: every tag."""


class End(NamedTuple):
    """An end word of a format: a comment that it stands for, and the value of the tag Termination that it is read as."""

    comment: str
    value: str


class Holds(NamedTuple):
    """The parts of a record that a format can hold besides the moves of the main line.

    tags: the names of tags it can hold, `ALL` for all; without `FEN` among them, games that start from a position of
    their own are refused. Where `variant` is set, the format says in its own way which game it is.
    comments: after moves; intro: in front of the first one; asides: lines for another program. result: how the game ended.
    endings: comments that it has a word for as the end of the game, whatever other comments it holds.
    moves: of a format without them, only the position after the last one is written.
    end: what it says for the tag Termination of a record, None where that says nothing in it; then the tag is lost.
    """

    tags: frozenset[str] = frozenset()
    variant: bool = False
    comments: bool = False
    intro: bool = False
    asides: bool = False
    nags: bool = False
    variations: bool = False
    result: bool = True
    endings: frozenset[str] = frozenset()
    moves: bool = True
    end: Callable[[Record], End | None] | None = None

    def tag(self, name: str) -> bool:
        """True if a tag of a name can be held."""
        return self.tags is ALL or name in self.tags or (self.variant and name == "Variant")


EVERYTHING = Holds(ALL, variant=True, comments=True, intro=True, asides=True, nags=True, variations=True)


class Borders(NamedTuple):
    """Borders at which a file may be cut without being read, so that its parts are judged as within the whole.

    marks: bytes that stand nowhere but where a game begins, and how many of them belong to the game before.
    usual: what a part must know of the head of its file, None where the head does not show it.
    cut: the text of a part into games, by that.
    """

    marks: tuple[tuple[bytes, int], ...]
    usual: Callable[[str], str | None]
    cut: Callable[[Iterable[str], str], Iterator[GameText]]


class Format(NamedTuple):
    """One format of game files.

    name: as in `--to`. holds: how much of a record it can say. write: one record as text, or as what the format's own
    `sink` needs of it, a plain value that can be sent and stored. begin, between, end:
    what stands before, between and after the records of a file; after: how each record ends, where nothing stands
    between two.
    looks: whether the beginning of a text is of this format (`HEAD` characters). cut: a text into games; strict: the same
    to the letter of the format, where that may lose a game after a fault. borders: of games cut by `cut`, None where
    files are read from their beginning only. read: takes one game apart and notes what is
    wrong; None for a format that is only written.
    notation: the notation its moves are written in, whatever the record has; None where the writer of a file may choose.
    refuses: why a record cannot be written at all, for reasons of the format's own; empty where it can (`refusal`).
    binary: whether its files are not text.
    suffixes, summary: of a format that a package brings: those of its files, with the dot, and one line for people. For
    ours the registry has both, so that nothing is imported for them.
    """

    name: str
    holds: Holds
    write: Callable[[Record, Notation], Any]
    sink: Callable[[BinaryIO], Sink] | None = None
    begin: str = ""
    between: str = ""
    end: str = ""
    after: str = "\n"
    looks: Callable[[str], bool] = lambda head: False
    cut: Callable[[Iterable[str]], Iterator[GameText]] | None = None
    strict: Callable[[Iterable[str]], Iterator[GameText]] | None = None
    borders: Borders | None = None
    read: Callable[[GameText, DiagnosticCollector], TokenStream] | None = None
    notation: Notation | None = None
    refuses: Callable[[Record], str] = lambda record: ""
    binary: bool = False
    suffixes: tuple[str, ...] = ()
    summary: str = ""

    def refusal(self, record: Record) -> str:
        """Why a record cannot be written, empty where it can: moves mean nothing without the position they start from."""
        if record.set_up and not self.holds.tag("FEN"):
            return "the game starts from a position of its own, which the format cannot hold"
        return self.refuses(record)

    def open(self, stream: BinaryIO) -> Sink:
        """A sink that writes records of this format to a stream."""
        return self.sink(stream) if self.sink is not None else TextSink(self, stream)


HEAD = 4096
"""The format of a text is seen in so many characters."""


class TextSink:
    """Writes games as text in UTF-8 with LF line ends. empty: whether there is none in the stream already."""

    def __init__(self, form: Format, stream: BinaryIO, *, empty: bool = True) -> None:
        self._form = form
        self._stream = stream
        self._empty = empty

    def put(self, made: str) -> None:
        """See `Sink`; also a game as it stood in a file of the format."""
        form = self._form
        before = form.begin if self._empty else form.between
        after = "" if form.begin or form.between or made.endswith(form.after) else form.after
        self._stream.write(f"{before}{made.rstrip(form.after) if after else made}{after}".encode(errors="replace"))
        self._empty = False

    def close(self) -> None:
        """See `Sink`."""
        self._stream.write(f"{self._form.begin if self._empty else ''}{self._form.end}".encode())
