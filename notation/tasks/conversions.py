"""Games in another format or notation, with what that loses."""

from __future__ import annotations

import io
import os
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, cast

from fairyscore.notation.formats.loss import Loss, LossKind, reduced
from fairyscore.notation.formats.registry import format_for, format_named
from fairyscore.notation.game import Game, Source, read_games
from fairyscore.notation.moves.registry import NotationRefused
from fairyscore.notation.storage.writing import replaced
from fairyscore.notation.text import counted


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

    A game with a fault in its main line, or that the format or the notation refuses, is left out and named in `left_out`.
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
    for number, game in enumerate(_games(source, variant), 1):
        why = "" if game.main_line_whole else "it has a fault in its main line"
        record = game.record
        chosen = None
        if not why:
            why = form.refusal(record)
        if not why:
            try:
                chosen = game.notation_in(form, notation)
            except NotationRefused as fault:
                why = str(fault)
        if chosen is None:
            left.append(LeftOut(number, why))
            continue
        record, lost = reduced(record, form.holds)
        losses += (GameLoss(number, loss.ply, loss.part.value, loss.what) for loss in lost)
        sink.put(form.write(record, chosen))
        count += 1
    sink.close()
    return Conversion(out.getvalue(), form.name, count, tuple(losses), tuple(left))


def _games(source: Game | Iterable[Game] | Source, variant: str | None) -> Iterable[Game]:
    if isinstance(source, Game):
        return [source]
    if isinstance(source, str | os.PathLike) or hasattr(source, "read"):
        return read_games(cast(Source, source), variant=variant)
    return source
