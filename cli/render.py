"""`fairyscore render`: boards, positions and records as pictures."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from fairyscore.cli.options import begun, from_option, variant_option
from fairyscore.cli.picking import picked
from fairyscore.cli.telling import Telling, name
from fairyscore.cli.writing import written
from fairyscore.notation.archive import why
from fairyscore.notation.formats.base import Format
from fairyscore.notation.game import Position
from fairyscore.notation.records.findings import Severity
from fairyscore.notation.records.tree import Record
from fairyscore.notation.replay import Judge
from fairyscore.notation.rules.variant import PositionError, Variant
from fairyscore.notation.text import shown
from fairyscore.notation.variants.naming import UnknownVariant, variant
from fairyscore.render import embed
from fairyscore.render.drawing import diagram
from fairyscore.render.errors import DrawingError
from fairyscore.render.export import DPI, encoded, ending_of
from fairyscore.render.moments import Moment, moment, moments
from fairyscore.render.requests import Request, requested

RECORDS = (".pgn", ".json", ".jsonl", ".ndjson", ".txt", ".zsg", ".pgn4")
LAST = "last"
MOST_PIXELS_AN_INCH = 2400


@click.command(
    "render", epilog="Example: fairyscore render kaleidochess -o board.svg   (or: render game.pgn --ply 12 -o 12.png)"
)
@click.argument("what", metavar="[VARIANT|RECORD]", default="")
@click.option(
    "-o", "--output", metavar="FILE", default="", help="The .svg, .png or .pdf to write; else SVG is printed."
)
@click.option(
    "--position", metavar="POSITION", default="", help="Draw this position text, or that of a drawing (.svg)."
)
@click.option("--ply", metavar="N|last", default="", help="Of a record: draw it after so many plies; 0 is the start.")
@click.option(
    "--every", metavar="N", type=click.IntRange(1), help="Of a record: a file for every N plies, and the last."
)
@click.option("--game", "number", metavar="N", type=click.IntRange(1), help="Of a file: which game, if not the last.")
@from_option
@variant_option
@click.option("--theme", metavar="THEME", default="screen", help="screen, dark, print, colour-blind, or a .toml file.")
@click.option("--names", metavar="WHERE", default="rim", help="Field names: rim, all (in every field) or none.")
@click.option("--flip", "seat", metavar="SEAT", default="", help="The player at the bottom, if not white.")
@click.option("--view", metavar="VIEW", default="", help="Another look: ring, unrolled, octagon, as the board has it.")
@click.option("--size", metavar="SIZE", default="80mm", show_default=True, help="How wide the drawing is on paper.")
@click.option("--dpi", type=click.IntRange(36, MOST_PIXELS_AN_INCH), default=DPI, help="Pixels an inch of a .png.")
@click.option("--marks", metavar="FIELDS", default="", help="Mark fields: e4, Rd5 (a colour R G B Y), e4=1 (a number).")
@click.option("--arrows", metavar="ARROWS", default="", help="Draw arrows: e2e4, Rd8h4; and last for the last move.")
@click.option("--caption", metavar="TEXT", default="", help="A line below.")
@click.option("--set", "folder", metavar="FOLDER", default="", help="Your own men, an SVG file each.")
@click.option(
    "--plain", is_flag=True, help="Only board and men: no last move, check, captured men, nothing said below."
)
def command(
    *,
    what: str,
    output: str,
    position: str,
    ply: str,
    every: int | None,
    number: int | None,
    form: Format | None,
    game: Variant | None,
    marks: str,
    arrows: str,
    folder: str,
    dpi: int,
    **look: Any,
) -> None:
    """Draw the start of VARIANT, a position of it, or a position that RECORD comes to.

    Files are whole or not there. A drawing holds its position, and --position reads it back from the .svg.

    Exit status: 0 drawn, 1 drawn up to a fault in the record, 2 wrong usage or something that cannot be read or written.
    """
    try:
        ending = ending_of(output) if output else ".svg"
        source = _source(what, position, _Reading(number, form, game))
        for drawn, path in _paths(source, ply, output, every):
            request = requested(marks, arrows, folder, drawn.position.game)
            data = _drawn(drawn, request, ending, dpi, look)
            with written(path) as stream:
                stream.write(data)
    except DrawingError as fault:
        stop = "" if str(fault).endswith("?") else "."
        raise click.UsageError(f"{fault}{stop}") from None
    click.get_current_context().exit(source.exit_code)


def _drawn(drawn: Moment, request: Request, ending: str, dpi: int, look: dict[str, Any]) -> bytes:
    made = diagram(
        drawn,
        arrow=request.last,
        fields=request.fields,
        arrows=request.arrows,
        numbers=request.numbers,
        pieces=request.pieces,
        **look,
    )
    return encoded(made.svg(), ending, dpi)


# -- what is drawn ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Source:
    """What there is to draw: one position, or the main line of a record.

    called: of a record, its file and number.
    """

    single: Moment | None = None
    record: Record | None = None
    called: str = ""
    exit_code: int = 0

    @property
    def plies(self) -> int:
        """How many plies the record has."""
        return 0 if self.record is None else len(self.record.line.plies)

    def chosen(self, ply: str, every: int | None) -> Iterator[Moment]:
        """Those that are asked for: by their ply, or every so many. Raises `DrawingError`."""
        if self.record is None:
            if ply or every:
                raise DrawingError("--ply and --every are for records, and this is a single position")
            return filter(None, (self.single,))
        if every and ply:
            raise DrawingError("--ply draws one position and --every many; give one of them")
        if every:
            return moments(self.record, frozenset((*range(0, self.plies + 1, every), self.plies)))
        return moments(self.record, (self.plies if ply in ("", LAST) else _ply(ply, self.plies, self.called),))


def _ply(said: str, last: int, called: str) -> int:
    if not re.fullmatch(r"[0-9]{1,7}", said):
        raise DrawingError(f"--ply is a number of plies or {LAST}, not '{shown(said)}'")
    if int(said) > last:
        raise DrawingError(f"{called} has {last} plies, and --ply {int(said)} is past its end")
    return int(said)


@dataclass(frozen=True, slots=True)
class _Reading:
    """Which game of a file, in which format, and of which variant where it does not say so."""

    number: int | None
    form: Format | None
    game: Variant | None


def _source(what: str, position: str, reading: _Reading) -> _Source:
    if _is_record(what):
        if position:
            raise DrawingError("--position is for a variant; a record says where it starts")
        return _recorded(what, reading)
    if reading != _Reading(None, None, None):
        raise DrawingError("--game, --from and --variant are for records")
    wanted = _variant(what) if what else None
    if position.lower().endswith(".svg"):
        return _embedded(position, wanted)
    if wanted is None:
        raise DrawingError("say what is to be drawn: a variant, a record, or --position with an .svg of this program")
    return _Source(moment(_settled(wanted, position)))


def _settled(game: Variant, position: str) -> Position:
    """The start, or the position given; a text that makes no sense is wrong usage."""
    begun(game, position)
    return Position.read(game.name, position) if position else Position.start(game.name)


def _is_record(what: str) -> bool:
    """Whether a word is a file: by its ending or folder, or because it is there and no variant is called so."""
    if what == "-" or what.lower().endswith(RECORDS) or os.path.basename(what) != what:  # noqa: PTH119
        return True
    return os.path.isfile(what) and not _names_variant(what)  # noqa: PTH113


def _names_variant(what: str) -> bool:
    try:
        variant(what)
    except (UnknownVariant, PositionError):
        return False
    return True


def _variant(what: str) -> Variant:
    try:
        return variant(what)
    except (UnknownVariant, PositionError) as fault:
        raise DrawingError(f"{str(fault).rstrip('.')} (`fairyscore variants` lists names and options)") from None


def _recorded(path: str, reading: _Reading) -> _Source:
    """The main line of a game in a file, up to its first fault; what is wrong is told."""
    telling = Telling(forced=reading.form is not None)
    judge = Judge(variant=reading.game.name if reading.game else "", keep=True)
    verdict = picked(path, reading.number, judge, reading.form, telling)
    telling.verdict(verdict, path)
    if verdict.record is None:
        raise click.exceptions.Exit(2)
    faulty = any(finding.severity is Severity.ERROR for finding in verdict.findings)
    called = f"game {verdict.piece.number} of {name(path)}"
    return _Source(None, verdict.record, called, int(faulty))


def _embedded(path: str, wanted: Variant | None) -> _Source:
    """The position that a drawing holds."""
    try:
        data = Path(path).read_bytes() if os.path.getsize(path) <= embed.LONGEST else b" " * (embed.LONGEST + 1)  # noqa: PTH202
    except (OSError, ValueError) as fault:
        raise DrawingError(f"{name(path)} cannot be read: {why(fault)}") from None
    held = embed.read(data)
    position = held.read()
    if wanted is not None and wanted.name != position.game.name:
        raise DrawingError(f"{name(path)} holds a position of {position.game.name}, not of {wanted.name}")
    return _Source(moment(position))


# -- where it goes ----------------------------------------------------------------------------------------------------


def _paths(source: _Source, ply: str, output: str, every: int | None) -> Iterator[tuple[Moment, str]]:
    """Each moment with its file; of many files, the names have the ply in front of the ending."""
    chosen = source.chosen(ply, every)
    if not every:
        yield from ((drawn, output) for drawn in chosen)
        return
    if not output:
        raise DrawingError("--every writes many files; give their name with -o, as in -o game.svg")
    stem, ending = os.path.splitext(output)  # noqa: PTH122
    digits = max(3, len(str(source.plies)))
    for drawn in chosen:
        yield drawn, f"{stem}-{drawn.ply:0{digits}}{ending}"
