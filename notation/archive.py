"""A whole file of games, judged one by one: memory holds one game. What is wrong with the file itself is reported too.

>>> import io
>>> from fairyscore.notation.replay import Validator
>>> games = io.BytesIO(b'[Result "*"]\\r\\n\\r\\n1. e4 *\\r\\n\\r\\n[Result "*"]\\r\\n\\r\\n1. e5 *\\r\\n')
>>> for verdict in judge_file(games, Validator(), name="two.pgn"):
...     print(verdict.game_text.number, verdict.plies, [(finding.line, finding.code) for finding in verdict.findings])
1 1 []
2 0 [(7, 'no-piece-reaches')]
"""

from __future__ import annotations

import io
import os
import re
from bisect import bisect_right
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING, BinaryIO, NamedTuple, cast

from fairyscore.notation.formats.base import HEAD, Format
from fairyscore.notation.formats.registry import expected, recognised
from fairyscore.notation.records.diagnostics import EXPLAINED, Diagnostic, RecordCode, Severity
from fairyscore.notation.records.game_text import LONGEST_GAME, Batch, GameText, split_batches
from fairyscore.notation.records.text_reader import WIDE, FilePlace, OnProgress, TextReader, kind_of, resembles
from fairyscore.notation.replay import BatchOrder, BatchReader, Validator, Verdict
from fairyscore.notation.rules.reasons import Fact
from fairyscore.notation.storage.source import Source, Unreadable

if TYPE_CHECKING:
    from fairyscore.notation.mail.message import MailRemark
    from fairyscore.notation.mail.sender_text import GameTextOfLetters

Judged = Verdict | Batch
"""What comes of a file, in the order of its text: verdicts on games or on the file, and batches of games without any."""

_line_of = attrgetter("line")

MOST_HELD = 100  # so many pieces of a file may look like no game before the whole file is called none


class Shift(NamedTuple):
    """From a line of a stretch on, what is to be added for numbers of the file. games: to those of games; lines: to those
    of lines."""

    line: int
    games: int
    lines: int


class Stretch:
    """A part of a file, with all that is needed to judge it as within the whole, and what is known of it afterwards.

    first, last: whether the file begins and ends with it. usual: what `Borders.usual` says of the file.
    known: whether the file is known to be of games, as its beginning shows. only: the first and last number of the games
    to be judged, where not all are. shifts: where its games and lines stand in the file, by rising lines; it may be put
    together of several parts.
    head: how its file begins, where that does not tell the encoding, and nothing before this part does.
    starts: a list for the line of each game. lines, games: how many there are in it, once its verdicts are taken.
    """

    __slots__ = ("first", "games", "head", "known", "last", "lines", "only", "shifts", "starts", "usual")

    def __init__(
        self,
        *,
        first: bool = True,
        last: bool = True,
        usual: str = "",
        known: bool = False,
        only: tuple[int, int] | None = None,
        starts: list[int] | None = None,
        shifts: Sequence[Shift] = (),
        head: bytes = b"",
    ) -> None:
        self.first = first
        self.last = last
        self.usual = usual
        self.known = known
        self.only = only
        self.starts = starts
        self.shifts = shifts
        self.head = head
        self.lines = self.games = 0


def judge_file(
    source: str | os.PathLike[str] | BinaryIO | Source | Unreadable,
    judge: Validator,
    name: str = "",
    *,
    on_progress: OnProgress | None = None,
    form: Format | None = None,
    stretch: Stretch | None = None,
) -> Generator[Verdict, None, None]:
    """The verdicts on the games of a file, in order. Raises nothing for whatever the file holds.

    source: a path, a source, or a stream of bytes, which stays open. name: what findings call it; else the path, or
    `judge.file`. form: the format it is in; else it is recognised by how it begins (`Verdict.form`).
    on_progress: gets the bytes read since its last call; packed bytes of what is packed.
    stretch: what part of a file a stream is, if it is not all of it.
    A verdict whose piece has the number 0 is about the file as a whole: unreadable, empty, stray bytes.
    """
    judged = judge_batches(source, judge, None, name, on_progress=on_progress, form=form, stretch=stretch)
    return cast("Generator[Verdict, None, None]", judged)


def judge_batches(
    source: str | os.PathLike[str] | BinaryIO | Source | Unreadable,
    judge: Validator,
    batches: BatchOrder | None,
    name: str = "",
    *,
    on_progress: OnProgress | None = None,
    form: Format | None = None,
    stretch: Stretch | None = None,
) -> Generator[Judged, None, None]:
    """As `judge_file`; games of which nothing is to be reported come in batches, where the kernel can read them.

    batches: what these have of their games; None for a verdict on each.
    """
    if isinstance(source, str | os.PathLike):
        source = Source(name or os.fspath(source), os.fspath(source), plain=True)
    if isinstance(source, Unreadable):
        yield refusal(source)
        return
    judge = judge._replace(file=source.name if isinstance(source, Source) else name or judge.file)
    packed = isinstance(source, Source) and not source.plain
    stretch = stretch or Stretch()
    is_part = bool(stretch.shifts and stretch.known) or not (stretch.first and stretch.last)
    heard = None if packed else on_progress
    text = TextReader(judge.file, heard, judge.encoding, is_part=is_part, head=stretch.head)
    reader = _FileReader(judge, text, form, stretch=stretch, batches=batches)
    try:
        stream = _opened(source, on_progress if packed else None)
    except (OSError, ValueError) as fault:
        yield refusal(Unreadable.named(judge.file, fault))
        return
    with stream as binary:
        yield from reader.judged(binary)


def _opened(source: Source | BinaryIO, on_progress: OnProgress | None) -> AbstractContextManager[BinaryIO]:
    """A stream to read from; one of the caller's stays open."""
    return source.open(on_progress) if isinstance(source, Source) else nullcontext(source)


def refusal(what: Unreadable) -> Verdict:
    """The verdict on something that cannot be read."""
    return file_verdict(RecordCode(what.code.value), what.name, FilePlace(), **what.facts)


def survey(head: bytes, judge: Validator, form: Format | None = None) -> tuple[Format, str] | None:
    """The facts about a file in its first bytes: its format, and what parts of it must know (`Stretch.usual`).

    None where it may not be judged in parts, cut at the `Borders` of its format.
    """
    reading = TextReader(judge.file, known_encoding=judge.encoding)
    with closing(reading.chunks(io.BytesIO(head))) as chunks:
        text = next(chunks, "")
    form = form or recognised(text) or expected(judge.file, text)
    borders = form.borders
    if (
        borders is None
        or (form.strict and not judge.recover)
        or judge.encoding
        or reading.encoding in WIDE
        or reading.unreadable
    ):
        return None
    usual = borders.usual(text) if form.looks(text[:HEAD]) or resembles(text) else None
    return None if usual is None else (form, usual)


def file_verdict(code: RecordCode, name: str, spot: FilePlace = FilePlace(), **facts: Fact) -> Verdict:  # noqa: B008 (immutable)
    """A verdict on a file as a whole, which says one thing."""
    explained = EXPLAINED[code]
    finding = Diagnostic(
        file=name,
        game=0,
        line=spot.line,
        column=spot.column,
        end_column=spot.column + 1,
        severity=Severity.ERROR if facts.get("lost") else explained.severity,
        code=code.value,
        message=explained.sentence.format_map(facts),
        facts=facts,
        advice=explained.advice,
        source=spot.source,
        source_start=spot.source_start,
    )
    return Verdict(GameText(0, "", spot.line), [finding])


def _on_letter(remark: MailRemark, name: str) -> Verdict:
    """A verdict on a file as a whole, with a remark on one of the letters in it."""
    from fairyscore.notation.mail.codes import EXPLAINED as LETTERS_EXPLAINED
    from fairyscore.notation.mail.codes import LetterCode

    explained = LETTERS_EXPLAINED[LetterCode(remark.code)]
    facts = {"what": remark.text, "why": remark.text}
    message, severity = explained.sentence.format_map(facts), Severity(explained.severity)
    found = Diagnostic(name, 0, remark.line, 1, 1, severity, remark.code, message, advice=explained.advice)
    return Verdict(GameText(0, "", remark.line), [found])


def _is_believed(verdict: Verdict) -> bool:
    """True if what was judged is the record of a game, a faulty one too."""
    return bool(verdict.plies or verdict.tags) or (verdict.game_text.number > 0 and resembles(verdict.game_text.text))


class _FileReader:
    """Reads the games of one file, and has each of them judged; findings about its text are reported in their place."""

    def __init__(
        self, judge: Validator, text: TextReader, form: Format | None, *, stretch: Stretch, batches: BatchOrder | None
    ) -> None:
        self.judge = judge
        self.text = text
        self.form = form
        self.stretch = stretch
        self.batches = batches
        self.strange = False  # nothing at its beginning looks like a game

    def judged(self, binary: BinaryIO) -> Iterator[Judged]:
        """File and games, as they come."""
        letters: GameTextOfLetters | None = getattr(binary, "letters", None)
        if letters is None:
            return self._judged(binary)
        self.batches = None
        return self._of_letters(cast("Iterator[Verdict]", self._judged(binary)), letters)

    def _of_letters(self, verdicts: Iterator[Verdict], letters: GameTextOfLetters) -> Iterator[Verdict]:
        """Remarks on letters, then the verdicts on the games in them, which point at lines of the file."""
        for remark in letters.remarks:
            yield _on_letter(remark, self.judge.file)
        lines = letters.lines
        for verdict in verdicts:
            if letters.text or verdict.game_text.number:
                verdict.findings[:] = [
                    found._replace(line=lines[min(found.line, len(lines)) - 1]) for found in verdict.findings
                ]
                verdict.game_text = verdict.game_text._replace(line=lines[min(verdict.game_text.line, len(lines)) - 1])
                yield verdict

    def _judged(self, binary: BinaryIO) -> Iterator[Judged]:
        with closing(self.text.chunks(binary)) as chunks:
            first = next(chunks, "")
            known = recognised(first) if self.form is None else None
            form = self.form or known or expected(self.judge.file, first)
            found = self._games(form, chain([first], chunks))
            if known or self.stretch.known or form.looks(first[:HEAD]) or resembles(first):
                yield from found
            else:
                self.batches = None
                yield from self._believed(cast("Iterator[Verdict]", found), first)
        self.stretch.lines = self.text.line - 1

    def _games(self, form: Format, chunks: Iterable[str]) -> Iterator[Judged]:
        number, stretch, only = 0, self.stretch, self.stretch.only
        assert form.read is not None
        judge = self.judge._replace(read=form.read)
        texts, reader = self._cut(form, judge, chunks)
        for game_text in texts:
            if isinstance(game_text, Batch):
                number += game_text.games
                yield game_text
                continue
            if self.text.notes:
                yield from self._tell(game_text.next_line + (not game_text.text.endswith("\n")))
            number = game_text.number
            if game_text.last and not stretch.last:
                game_text = game_text._replace(last=False)
            if stretch.starts is not None:
                stretch.starts.append(game_text.line)
            if only is not None and not only[0] <= number <= only[1]:
                continue
            if self.strange and re.search(r"\w", game_text.text) is None:
                continue
            if stretch.shifts:
                shift = stretch.shifts[bisect_right(stretch.shifts, game_text.line, key=_line_of) - 1]
                game_text = game_text._replace(number=number + shift.games, line=game_text.line + shift.lines)
            if reader is not None and game_text.scanned is not None:
                verdict = reader.verdict(game_text, judge.file, judge.judge)
            else:
                verdict = judge.judge(game_text)
            if verdict.refused or (verdict.game is None and not verdict.unjudged_text):
                from fairyscore.notation.replay.guess import reconsidered

                verdict = reconsidered(verdict, judge, game_text)
            verdict.form = form.name
            if reader is not None:
                reader.game = verdict.game
            yield verdict
        yield from self._tell()
        stretch.games = number
        if not number and not self.text.unreadable and stretch.first and stretch.last:
            yield file_verdict(RecordCode.EMPTY_FILE, self.judge.file)

    def _cut(
        self, form: Format, judge: Validator, chunks: Iterable[str]
    ) -> tuple[Iterator[GameText | Batch], BatchReader | None]:
        """The text cut into games, and what reads batches of them, where these are wanted."""
        stretch, reader = self.stretch, None
        if self.batches is not None and stretch.only is None and stretch.starts is None:
            reader = judge.batches(self.batches, self.text)
        if reader is not None:
            return split_batches(chunks, reader, "" if stretch.first else stretch.usual), reader
        if form.borders is not None and not stretch.first:
            return form.borders.cut(chunks, stretch.usual), None
        cut = form.cut if judge.recover else form.strict or form.cut
        assert cut is not None
        return cut(chunks), None

    def _believed(self, found: Iterator[Verdict], first: str) -> Iterator[Verdict]:
        """The verdicts on a file that begins like no record: held back, in bounds, until something looks like a game."""
        held: list[Verdict] = []
        games = length = 0
        stranger = file_verdict(RecordCode.NOT_A_RECORD, self.judge.file, what=kind_of(first))
        for verdict in found:
            held.append(verdict)
            if _is_believed(verdict):
                yield from held
                yield from found
                return
            games += verdict.game_text.number > 0
            length += len(verdict.game_text.text)
            if games > MOST_HELD or length > LONGEST_GAME:
                yield stranger
                self.strange = True
                yield from filter(_is_believed, found)
                return
        if games and not self.text.unreadable:
            held = [stranger]
        yield from held

    def _tell(self, line: int = 0) -> list[Verdict]:
        """The notes on the text, in the order of the file; of lines before `line`, if it is not 0."""
        notes = self.text.notes
        reported = sorted(
            (note for note in notes if not line or note.place.line < line), key=lambda note: note.place[:2]
        )
        self.text.notes = [note for note in notes if line and note.place.line >= line]
        return [file_verdict(note.code, self.judge.file, note.place, **note.facts) for note in reported]
