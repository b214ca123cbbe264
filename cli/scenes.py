"""What commands that picture positions are asked for: the start of a variant, a position of it, or a record at a ply."""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from fairyscore.cli.options import encoding
from fairyscore.cli.picking import picked
from fairyscore.cli.positions import begun
from fairyscore.cli.report import Reporter, name
from fairyscore.notation.formats.base import Format
from fairyscore.notation.position import Position
from fairyscore.notation.reader import RecordReader
from fairyscore.notation.records.diagnostics import Severity
from fairyscore.notation.records.roster import DEFAULT_VARIANT
from fairyscore.notation.records.tree import Record
from fairyscore.notation.replay import Validator
from fairyscore.notation.rules.variant import PositionError, Variant
from fairyscore.notation.storage.source import system_reason
from fairyscore.notation.text import shown
from fairyscore.notation.variants.registry import UnknownVariant, game_of, variant
from fairyscore.render import embed
from fairyscore.render.board_state import BoardState, moment, moments
from fairyscore.render.errors import DrawingError

RECORDS = (".pgn", ".epd", ".fen", ".json", ".jsonl", ".ndjson", ".txt", ".zsg", ".pgn4")
LAST = "last"


@dataclass(frozen=True, slots=True)
class DrawingSource:
    """The source of a drawing: one position, or the main line of a record.

    called: of a record, its file and number.
    """

    single: BoardState | None = None
    record: Record | None = None
    called: str = ""
    exit_code: int = 0

    @property
    def plies(self) -> int:
        """How many plies the record has."""
        return 0 if self.record is None else len(self.record.line.plies)

    def chosen(self, ply: str, every: int | None) -> Iterator[BoardState]:
        """Those that are asked for: by their ply, or every so many. Raises `DrawingError`."""
        if self.record is None:
            if ply or every:
                raise DrawingError("--ply and --every need a record, and this is a single position")
            return filter(None, (self.single,))
        if every and ply:
            raise DrawingError("--ply draws one position and --every many; give one of them")
        if every:
            return moments(self.record, frozenset((*range(0, self.plies + 1, every), self.plies)))
        if ply in ("", LAST):
            return moments(self.record, (self.plies,))
        if not re.fullmatch(r"[0-9]{1,7}", ply):
            raise DrawingError(f"--ply is a number of plies or {LAST}, not '{shown(ply)}'")
        if int(ply) > self.plies:
            raise DrawingError(f"{self.called} has {self.plies} plies, and --ply {int(ply)} is past its end")
        return moments(self.record, (int(ply),))


FEN = re.compile(r"[^\s/]+(?:/[^\s/]*){2,} [a-z]{1,6}(?:\s|\Z)|(?:[A-Za-z.-]{3,}[\s/]+){3,}[A-Za-z.-]{3,}\s*\Z")
"""How a position begins: several rows, and who is to move; or rows drawn in characters, as pages have them."""


@dataclass(frozen=True, slots=True)
class Picking:
    """Which game of a file, in which format, and of which variant where it does not say so."""

    number: int | None
    form: Format | None
    game: Variant | None


def source_of(what: str, position: str, reading: Picking) -> DrawingSource:
    """The source that is named: a variant, a record, or a position as it is.

    Raises `DrawingError`; leaves with exit status 2 where a record has no game.
    """
    if FEN.match(what) and not os.path.exists(what):  # noqa: PTH110
        if position:
            raise DrawingError("the position is given twice; pass --position only with a variant")
        game = reading.game or variant(DEFAULT_VARIANT)
        begun(game, what)  # a text that makes no sense is wrong usage
        return DrawingSource(moment(Position.from_fen(what, game.name)))
    if _is_record(what):
        if position:
            raise DrawingError("--position is for a variant; a record says where it starts")
        return _recorded(what, reading)
    if reading != Picking(None, None, None if what else reading.game):
        raise DrawingError("--game, --from and --variant need a record")
    try:
        wanted = variant(what) if what else reading.game
    except (UnknownVariant, PositionError) as error:
        raise DrawingError(f"{str(error).rstrip('.')} (`fairyscore variants` lists names and options)") from None
    if position.lower().endswith(".svg"):
        return DrawingSource(moment(_embedded(position, wanted)))
    if wanted is None:
        raise DrawingError("say what is to be drawn: a variant, a record, or --position with an .svg of this program")
    begun(wanted, position)  # a text that makes no sense is wrong usage
    return DrawingSource(moment(Position.from_fen(position, wanted.name) if position else Position.start(wanted.name)))


def _is_record(what: str) -> bool:
    """Whether a word is a file: by its ending or folder, or because it is there and no variant is called so.

    The options of a game may hold a slash, as in `kaleidochess:array=ERWRE/TLDLT`.
    """
    if what == "-" or what.lower().endswith(RECORDS):
        return True
    if not os.path.isfile(what):  # noqa: PTH113
        return os.path.basename(what) != what and not _names_game(what.partition(":")[0])  # noqa: PTH119
    try:
        variant(what)
    except (UnknownVariant, PositionError):
        return True
    return os.path.basename(what) != what  # noqa: PTH119


def _names_game(word: str) -> bool:
    try:
        return bool(game_of(word))
    except UnknownVariant:
        return False


def _recorded(path: str, reading: Picking) -> DrawingSource:
    """The main line of a game in a file, up to its first fault; what is wrong is reported."""
    telling = Reporter(forced=reading.form is not None)
    judge = Validator(variant=reading.game.name if reading.game else "", encoding=encoding())
    verdict = picked(path, reading.number, RecordReader(judge, reading.form), telling)
    telling.verdict(verdict, path)
    if verdict.record is None:
        raise click.exceptions.Exit(2)
    faulty = any(finding.severity is Severity.ERROR for finding in verdict.findings)
    called = f"game {verdict.game_text.number} of {name(path)}"
    return DrawingSource(None, verdict.record, called, int(faulty))


def _embedded(path: str, wanted: Variant | None) -> Position:
    """The position that a drawing holds."""
    try:
        with Path(path).open("rb") as stream:
            data = stream.read(embed.LONGEST + 1)
    except (OSError, ValueError) as error:
        raise DrawingError(f"{name(path)} cannot be read: {system_reason(error)}") from None
    position = embed.read(data)
    if wanted is not None and wanted.name != position.variant.name:
        raise DrawingError(f"{name(path)} holds a position of {position.variant.name}, not of {wanted.name}")
    return position
