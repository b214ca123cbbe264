"""Games in another format or notation, with what that loses."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, cast

from fairyscore.notation.editing.convert import Converted, ConvertOptions, converted
from fairyscore.notation.formats.base import Format
from fairyscore.notation.formats.loss import Loss, LossKind, reduced
from fairyscore.notation.formats.registry import format_for, format_named
from fairyscore.notation.game import Game, NotReadable, Source, verdicts_of
from fairyscore.notation.moves.registry import NotationRefused
from fairyscore.notation.records.diagnostics import Diagnostic
from fairyscore.notation.replay import Validator
from fairyscore.notation.storage.writing import replaced
from fairyscore.notation.text import counted
from fairyscore.notation.variants.registry import known_name


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
    source: Game | Iterable[Game] | Source,
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
    form = format_named(format_for(format) if "." in format else format)
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
    source: Game | Iterable[Game] | Source,
    form: Format,
    notation: str | None,
    variant: str | None,
    take: Callable[[Any], None],
) -> Iterator[Converted]:
    """What comes of each game of a source. Of a file it is what the command makes of it: both ask `editing.convert`."""
    if isinstance(source, Game):
        yield _of_game(source, form, notation, take)
    elif isinstance(source, str | os.PathLike) or hasattr(source, "read"):
        options = ConvertOptions(form, notation or "")
        judge = Validator(variant=known_name(variant))
        before: tuple[Diagnostic, ...] = ()
        games = 0
        for verdict in verdicts_of(cast(Source, source), judge, None):
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
    """What comes of a game that was read or made by a program."""
    if not game.holds_game:
        return Converted(False)
    record = game.record
    refusal = form.refusal(record)
    if refusal:
        return Converted(False, refusal=refusal)
    try:
        chosen = game.notation_in(form, notation)
    except NotationRefused as fault:
        return Converted(False, refusal=str(fault))
    record, losses = reduced(record, form.holds)
    take(form.write(record, chosen))
    return Converted(True, losses)
