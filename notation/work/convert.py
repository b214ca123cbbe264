"""From the verdicts on games to a file in another format: what it cannot hold is named, what is not legal is not written.

>>> import io
>>> from fairyscore.notation.archive import judge_file
>>> from fairyscore.notation.formats.registry import format_named
>>> from fairyscore.notation.replay import Validator
>>> games = b'[White "Anna"]\\n[Result "*"]\\n\\n1. e4 {best by test} e5 *\\n\\n[Result "*"]\\n\\n1. Ke2 *\\n'
>>> new = io.BytesIO()
>>> wanted = ConvertOptions(format_named("moves"), moves="long")
>>> sink = wanted.form.open(new)
>>> for verdict in judge_file(io.BytesIO(games), Validator()):
...     done = converted(verdict, wanted, sink.put)
...     print(done.written, [str(loss) for loss in done.losses])
True ['the tag White "Anna"', 'ply 1: the comment "best by test"']
False []
>>> sink.close()
>>> new.getvalue()
b'1. e2-e4 e7-e5 *\\n'
"""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, cast

from fairyscore.notation.archive import Judged
from fairyscore.notation.editing.rewrite import can_be_rewritten, notation_for
from fairyscore.notation.formats.base import Format
from fairyscore.notation.formats.loss import Loss, LossKind, reduced
from fairyscore.notation.formats.registry import format_for, format_named, format_to_write
from fairyscore.notation.game import Game, NotReadable
from fairyscore.notation.moves.registry import NotationRefused, notation_named
from fairyscore.notation.reader import Readable, reader_named
from fairyscore.notation.records.diagnostics import Diagnostic
from fairyscore.notation.records.game_text import Batch
from fairyscore.notation.records.marks import in_coordinates
from fairyscore.notation.records.tree import Record
from fairyscore.notation.replay import BatchForm, Validator, Verdict
from fairyscore.notation.replay.batches import WRITTEN
from fairyscore.notation.rules.variant import Notation, Variant
from fairyscore.notation.storage.writing import replaced
from fairyscore.notation.text import counted
from fairyscore.notation.variants.registry import UnknownVariant
from fairyscore.notation.work.bulk.base import FilePart, Json, PartPlace, Work, bare


@dataclass(frozen=True, slots=True)
class ConvertOptions:
    """The target of a conversion.

    moves: the name of a notation; empty for the format's own, else that of the record, else the game's usual one.
    scheme: the coordinate scheme of games that have several; empty for that of the record.
    keep_going: a game with a fault in its main line is written up to it, the rest as a comment.
    """

    form: Format
    moves: str = ""
    scheme: str = ""
    keep_going: bool = False


@dataclass(frozen=True, slots=True)
class Converted:
    """The result of converting one game.

    losses: what the format cannot hold. refusal: why it was not written, where its faults are not the reason.
    from_long: whether moves stood in the long form, as JSON has it, and are written as usual in the game.
    """

    written: bool
    losses: tuple[Loss, ...] = ()
    refusal: str = ""
    from_long: bool = False


def converted(verdict: Verdict, wanted: ConvertOptions, take: Callable[[Any], None]) -> Converted:
    """Convert one game; if it may be written, `take` gets what the format makes of it.

    Raises `UnknownNotation` where `ConvertOptions.moves` names none at all.
    """
    if verdict.written:  # by the kernel
        take(verdict.written)
        return Converted(True)
    if verdict.unjudged_text:
        if wanted.form.name != verdict.form:
            return Converted(False, refusal=f"its moves are not judged, and only {verdict.form} keeps them")
        take(verdict.unjudged_text)
        return Converted(True)
    record = verdict.record if verdict.holds_game or wanted.keep_going else None
    if record is None:
        return Converted(False)
    form = wanted.form
    try:
        record = in_coordinates(record, wanted.scheme)
        notation = _notation(verdict, record.game, wanted)
    except (NotationRefused, UnknownVariant) as error:
        return Converted(False, refusal=str(error))
    own = None if wanted.moves or form.notation is not None else format_named(verdict.form).notation
    from_long = own is not None and verdict.notation is own is not notation
    return replace(_put(record, form, notation, take), from_long=from_long)


def _put(record: Record, form: Format, notation: Notation, take: Callable[[Any], None]) -> Converted:
    """Give what the format makes of a record to `take`, without what it cannot hold; where it refuses nothing is given."""
    refusal = form.refusal(record)
    if refusal:
        return Converted(False, refusal=refusal)
    record, losses = reduced(record, form.holds)
    take(form.write(record, notation))
    return Converted(True, losses)


def _notation(verdict: Verdict, game: Variant, wanted: ConvertOptions) -> Notation:
    form = wanted.form
    if not wanted.moves:
        return notation_for(form, verdict)
    chosen = notation_named(wanted.moves, game)
    if form.notation and chosen is not form.notation and not can_be_rewritten(form):  # JSON reads any of them
        raise NotationRefused(f"{form.name} has its own notation of moves, and no other can be chosen")
    return chosen


MANY = 200  # games that a result has at most


class ConvertMessage(NamedTuple):
    """The findings on a game, or a file, and its conversion. whole: as `Verdict.can_be_written`."""

    verdict: Verdict
    whole: bool
    done: Converted


class ConvertResult(NamedTuple):
    """Converted games, and the message on the last one of them."""

    games: list[Any]
    message: ConvertMessage | None = None


class ConvertWork(Work):
    """Converting as a work over many files. target: name of the format; moves, scheme, keep_going: see `ConvertOptions`."""

    kinds = (ConvertResult, ConvertMessage, Converted, Loss, LossKind)

    def __init__(
        self,
        judge: Validator,
        form: str = "",
        *,
        target: str,
        moves: str = "",
        scheme: str = "",
        keep_going: bool = False,
    ) -> None:
        super().__init__(judge, form)
        self.target = target
        self.moves = moves
        self.scheme = scheme
        self.keep_going = keep_going

    @property
    def batches(self) -> BatchForm | None:
        """See `Work`."""
        return BatchForm(self.target) if self.target in WRITTEN and not (self.moves or self.scheme) else None

    def settings(self) -> Json:
        """See `Work`."""
        return [self.target, self.moves, self.scheme, self.keep_going]

    def results(self, judged: Iterable[Judged], part: FilePart) -> Iterator[ConvertResult]:
        """See `Work`. Raises `UnknownNotation`."""
        options = ConvertOptions(format_named(self.target), self.moves, self.scheme, self.keep_going)
        made: list[Any] = []
        for verdict in judged:
            if isinstance(verdict, Batch):
                made += verdict.texts
                if len(made) >= MANY:
                    yield ConvertResult(made)
                    made = []
                continue
            number = verdict.game_text.number
            done = converted(verdict, options, made.append) if number else Converted(False)
            quiet = done.written and not (done.losses or verdict.findings) and number > 1
            if not quiet or len(made) >= MANY:
                yield ConvertResult(
                    made, None if quiet else ConvertMessage(bare(verdict), verdict.can_be_written, done)
                )
                made = []
        if made:
            yield ConvertResult(made)

    def moved(self, result: ConvertResult, place: PartPlace) -> ConvertResult:
        """See `Work`."""
        message = result.message
        return result._replace(message=message and message._replace(verdict=bare(message.verdict, place)))

    def progress(self, result: ConvertResult) -> tuple[int, bool]:
        """See `Work`."""
        return len(result.games), result.message is not None


class GameLoss(NamedTuple):
    """One thing that is not in the converted file. game: number of the game, from 1. ply: of the main line where it stood,
    0 for what stood in front of the moves. kind: `tag`, `comment`, `variation` ... what: in words."""

    game: int
    ply: int
    kind: str
    what: str

    def __str__(self) -> str:
        return f"game {self.game}: {Loss(LossKind(self.kind), self.what, self.ply)}"


class LeftOut(NamedTuple):
    """A game that was not converted. game: its number, from 1. why: a sentence without its full stop."""

    game: int
    why: str


@dataclass(frozen=True, slots=True)
class Conversion:
    """Converted games. data: the file, as bytes. format: its name. games: how many are in it.

    >>> convert("samples/games/chess/romantic.pgn", "json")
    <Conversion to json: 3 games, 0 losses, 0 left out>
    """

    data: bytes
    format: str
    games: int
    losses: tuple[GameLoss, ...]
    left_out: tuple[LeftOut, ...]

    def __repr__(self) -> str:
        games, losses = counted(self.games, "game"), counted(len(self.losses), "loss")
        return f"<Conversion to {self.format}: {games}, {losses}, {len(self.left_out):,} left out>"

    @property
    def text(self) -> str:
        """The file as text. Raises `ValueError` for a format that is not text."""
        if format_named(self.format).binary:
            raise ValueError(f"{self.format} is not text; its bytes are in `data`")
        return self.data.decode()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the file, completely or not at all; an existing one is replaced. Raises `NotWritten`."""
        with replaced(os.fspath(path)) as stream:
            stream.write(self.data)


def convert(
    source: Game | Iterable[Game] | Readable,
    format: str,
    *,
    notation: str | None = None,
    variant: str | None = None,
) -> Conversion:
    """Games in another format, and all that it cannot hold.

    source: a game, games, a path, or an open file.
    format: the name of the format, or a path whose suffix says it.
    notation: of the moves, if not the format's own or that of the record.
    variant: the game of records that name none.

    A game with a fault by which something would be lost, or that the format or the notation refuses, is left out and named
    in `left_out`.
    Comments that stand for what could not be judged in a variation stay. Raises `UnknownFormat`, `UnknownNotation`, and for
    files what `read_games` raises.

    >>> from fairyscore.notation.game import loads
    >>> (game,) = loads('[White "Anna"]\\n\\n1. e4 {best by test} e5 *')
    >>> made = convert(game, "moves", notation="long")
    >>> made.text, [str(loss) for loss in made.losses]
    ('1. e2-e4 e7-e5 *\\n', ['game 1: the tag White "Anna"', 'game 1: ply 1: the comment "best by test"'])
    """
    form = format_to_write(format_for(format) if "." in format else format)
    out = io.BytesIO()
    sink = form.open(out)
    losses: list[GameLoss] = []
    left: list[LeftOut] = []
    count = 0
    for number, done in enumerate(_converted(source, form, notation, variant, sink.put), 1):
        losses += (GameLoss(number, loss.ply, loss.part.value, loss.what) for loss in done.losses)
        if not done.written:
            left.append(LeftOut(number, done.refusal or "it has a fault"))
        count += done.written
    sink.close()
    return Conversion(out.getvalue(), form.name, count, tuple(losses), tuple(left))


def _converted(
    source: Game | Iterable[Game] | Readable,
    form: Format,
    notation: str | None,
    variant: str | None,
    take: Callable[[Any], None],
) -> Iterator[Converted]:
    """Convert each game of a source, as the command does: both ask `work.convert`."""
    if isinstance(source, Game):
        yield _of_game(source, form, notation, take)
    elif isinstance(source, str | os.PathLike) or hasattr(source, "read"):
        options = ConvertOptions(form, notation or "")
        before: tuple[Diagnostic, ...] = ()
        games = 0
        for verdict, _ in reader_named(variant, None).judged(cast(Readable, source)):
            if verdict.game_text.number:
                games += 1
                yield converted(verdict, options, take)
            else:
                before += tuple(verdict.findings)
        if before and not games:
            raise NotReadable(before)
    else:
        for game in source:
            yield _of_game(game, form, notation, take)


def _of_game(game: Game, form: Format, notation: str | None, take: Callable[[Any], None]) -> Converted:
    """Convert a game that was read or made by a program."""
    if not game.holds_game:
        return Converted(False)
    try:
        chosen = game.notation_in(form, notation)
    except NotationRefused as fault:
        return Converted(False, refusal=str(fault))
    return _put(game.record, form, chosen, take)
