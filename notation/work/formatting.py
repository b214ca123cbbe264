"""Game files in the canonical form of their format: checked part by part, or written in place."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from io import BytesIO
from itertools import zip_longest
from types import SimpleNamespace
from typing import BinaryIO, NamedTuple, cast

from fairyscore.notation.archive import Judged
from fairyscore.notation.editing.rewrite import Rewriting, canonical, is_sure, why_not_anew, why_not_rewritten
from fairyscore.notation.errors import NotWritten
from fairyscore.notation.find.naming import OPENING_TAGS, opening_tags
from fairyscore.notation.formats.registry import format_named
from fairyscore.notation.reader import RecordReader, reader_named
from fairyscore.notation.records.diagnostics import Diagnostic, RecordCode
from fairyscore.notation.records.game_text import Batch
from fairyscore.notation.records.roster import UNKNOWN
from fairyscore.notation.records.tree import Record
from fairyscore.notation.replay import BatchForm, Validator, Verdict
from fairyscore.notation.storage import listing
from fairyscore.notation.storage.source import Source, Unreadable
from fairyscore.notation.storage.writing import FileStamp, LeaveUnchanged, replaced
from fairyscore.notation.text import shown
from fairyscore.notation.work.bulk.base import FilePart, Json, PartPlace, Work, bare
from fairyscore.notation.work.sources import existing

Tags = tuple[str, ...]
"""Names of tags."""


class FormatResult(NamedTuple):
    """left: a game that stays as it is, or the file as a whole; refusal: why the file is left; same: None if not known."""

    left: Verdict | None = None
    refusal: str = ""
    same: bool | None = None


class FormatWork(Work):
    """The work. A part is the same if the bytes that would be written have the digest of those that are there.

    tags: those that are filled in.
    """

    kinds = (FormatResult,)

    def __init__(self, judge: Validator, form: str = "", tags: Tags = ()) -> None:
        super().__init__(judge, form)
        self.tags = tags

    def settings(self) -> Json:
        """See `Work`."""
        return list(self.tags)

    @property
    def batches(self) -> BatchForm | None:
        """See `Work`. Games of other formats are all judged one by one, and those that get tags."""
        return None if self.tags else BatchForm.CANONICAL

    def results(self, judged: Iterable[Judged], part: FilePart) -> Iterator[FormatResult]:
        """A result for each game that would be left, or a refusal of the file; then whether the part is the same."""
        hashed = hashlib.sha256()
        rewriting = Rewriting(cast(BinaryIO, SimpleNamespace(write=hashed.update)))
        for result in formatted(judged, rewriting, tags=self.tags):
            yield result
            if result.same is None and not (result.left and result.left.game_text.number):
                return  # it is about the file as a whole
        rewriting.close(last=part.last)
        yield FormatResult(same=hashed.hexdigest() == part.digest())

    def moved(self, result: FormatResult, place: PartPlace) -> FormatResult:
        """See `Work`."""
        return result._replace(left=result.left and bare(result.left, place))


def formatted(
    judged: Iterable[Judged],
    rewriting: Rewriting,
    on_game: Callable[[Verdict, str], None] | None = None,
    tags: Tags = (),
) -> Iterator[FormatResult]:
    """Write games anew; what is left as it is comes as a result. on_game: gets each with its new text, empty for none.

    judged: verdicts on games, and batches of games as they are written (`BatchForm.CANONICAL`).
    tags: those that are filled in.
    """
    for verdict in judged:
        if isinstance(verdict, Batch):
            rewriting.add_texts(verdict.texts)
        elif not verdict.game_text.number:
            empty = verdict.findings[0].code == RecordCode.EMPTY_FILE.value
            yield FormatResult(None if empty else bare(verdict), why_not_anew(verdict))
        elif refusal := why_not_rewritten(format_named(verdict.form)):
            yield FormatResult(refusal=refusal)
        else:
            text = canonical(verdict, _filled_in(verdict, tags)) if is_sure(verdict) else ""
            if not text:
                yield FormatResult(bare(verdict))
            if on_game is not None:
                on_game(verdict, text)
            rewriting.add(verdict, text)


def _filled_in(verdict: Verdict, tags: Tags) -> Record | None:
    """The record of a game with tags that it lacks, as far as these are known; None where none is asked for."""
    record = verdict.record
    if not tags or record is None:
        return None
    known = opening_tags(verdict)
    named = {name: value for name, value in record.tags if value not in UNKNOWN}
    if any(known.get(name) != named[name] for name in OPENING_TAGS if name in named):
        return replace(record)  # what a game says of its opening is not mixed with what we say
    new = {name: known[name] for name in tags if name in known and name not in named}
    return replace(record, tags=(*((name, value) for name, value in record.tags if name not in new), *new.items()))


CHUNK = 1 << 20
NOT_PLAIN = "only plain files are written back"


@dataclass(frozen=True, slots=True)
class Formatted:
    """The result of formatting a file.

    changed: whether its canonical form has other bytes than the file had.
    left: how many games stay as they were written, because they have a fault or are read in a way that is only
    likely.
    refusal: why the whole file stays as it is; empty where it can be formatted.
    diagnostics: what was found in the games that stay, and in the file as a whole.

    >>> format_file("samples/games/chess/annotated.pgn", check=True)
    Formatted(changed=True, left=0, refusal='', diagnostics=())
    """

    changed: bool
    left: int
    refusal: str
    diagnostics: tuple[Diagnostic, ...]


def format_file(
    path: str | os.PathLike[str],
    *,
    check: bool = False,
    tags: Iterable[str] = (),
    variant: str | None = None,
    format: str | None = None,
) -> Formatted:
    """Bring a game file into the canonical form of its format, in place: PGN stays PGN, JSON stays JSON.

    path: a plain file. What is packed or in an archive can be checked, and is not written.
    check: write nothing; only find out whether the file would change.
    tags: those to fill in where a game does not say them: `ECO` and `Opening`, by the positions it has come to.
    variant: the game of records that name none.
    format: the format's name, if it is not to be recognised.

    The file is written completely or not at all, in UTF-8 with LF line ends; its owner and mode stay. Where nothing
    changes, it is not touched. A game with a fault stays as it is written, and is counted in `left`.

    Raises `FileNotFoundError`, `NotWritten` where the system refuses or the file is not plain, `UnknownFormat`,
    `UnknownVariant`, `ValueError` for another tag.

    >>> import os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "game.pgn")
    ...     with open(path, "w") as file:
    ...         _ = file.write('[White "Anna"]\\n\\n1.e4   e5 *\\n')
    ...     [format_file(path).changed for _ in range(2)]
    [True, False]
    """
    (file,) = existing([os.fspath(path)])
    reader, names = reader_named(variant, format), tuple(tags)
    if wrong := [name for name in names if name not in OPENING_TAGS]:
        raise ValueError(f"the tag {shown(wrong[0])} cannot be filled in; {' and '.join(OPENING_TAGS)} can")
    source = listing.only(file)
    if not check and isinstance(source, Source) and not source.plain:
        raise NotWritten(file, NOT_PLAIN)
    found: list[FormatResult] = []
    changed = False
    if check or isinstance(source, Unreadable):
        changed = not _written_anew(source, reader, BytesIO(), found, names)
    else:
        with replaced(file, FileStamp.of(file)) as stream:
            changed = not _written_anew(source, reader, stream, found, names)
            if not changed:
                raise LeaveUnchanged
    return _formatted(found, changed=changed)


def _formatted(found: Sequence[FormatResult], *, changed: bool) -> Formatted:
    """The result for a file, from those of its games."""
    refusal = next((result.refusal for result in found if result.refusal), "")
    left = [result.left for result in found if result.left is not None]
    games = sum(verdict.game_text.number > 0 for verdict in left)
    return Formatted(
        changed and not refusal, games, refusal, tuple(finding for verdict in left for finding in verdict.findings)
    )


def _written_anew(
    source: Source | Unreadable, reader: RecordReader, stream: BinaryIO, found: list[FormatResult], tags: Tags
) -> bool:
    """Write the file anew to a stream, and say whether its bytes are the same, or it is refused."""
    for result in rewritten_games(source, reader, stream, tags=tags):
        found.append(result)
        if result.refusal:
            return True
    return isinstance(source, Unreadable) or is_the_same(source, stream)


def rewritten_games(
    source: Source | Unreadable,
    reader: RecordReader,
    stream: BinaryIO,
    on_game: Callable[[Verdict, str], None] | None = None,
    tags: Tags = (),
) -> Iterator[FormatResult]:
    """Write the games of a source anew to a stream; what stays as it is comes as a result. A refusal is the last one.

    on_game: gets each game with its new text, empty where it stays as it is. tags: those that are filled in. Without both
    the kernel may write games.
    """
    rewriting = Rewriting(stream)
    form = BatchForm.CANONICAL if on_game is None and not tags else None
    for result in formatted(reader.batches(source, form), rewriting, on_game, tags):
        yield result
        if result.refusal:
            return
    rewriting.close()


def is_the_same(source: Source, stream: BinaryIO) -> bool:
    """True if a file has the very bytes that were written to a stream."""
    stream.seek(0)
    with source.open() as old:
        chunks = zip_longest(*(iter(partial(one.read, CHUNK), b"") for one in (old, stream)))
        return all(here == there for here, there in chunks)
