"""`fairyscore show`: a board in the terminal."""

import os
import sys
from collections.abc import Iterable, Iterator
from typing import Any

import click

from fairyscore.cli.options import (
    after_option,
    color_option,
    flip_option,
    from_option,
    game_option,
    grouped_command,
    language_option,
    ply_option,
    position_option,
    shown_notation_option,
    variant_option,
    wrong_usage,
)
from fairyscore.cli.positions import played
from fairyscore.cli.report import coloured
from fairyscore.cli.scenes import Picking, source_of
from fairyscore.cli.shell_words import complete_variants_or_files
from fairyscore.notation.position import Position
from fairyscore.render.board_state import BoardState, moment
from fairyscore.render.errors import DrawingError
from fairyscore.render.language import translated
from fairyscore.render.prose import in_hand, status
from fairyscore.render.terminal import FAINT, MOVED, WATER, StyledText, drawn_in_text, legend, piece_text

STYLES: dict[str, dict[str, Any]] = {
    "white": {"fg": "black", "bg": "bright_white"},
    "silver": {"fg": "black", "bg": "cyan"},
    "black": {"fg": "bright_white", "bg": "black", "bold": True},
    "gold": {"fg": "black", "bg": "yellow"},
    "castle": {"fg": "magenta", "bold": True},
    "town": {"fg": "magenta"},
    "red": {"fg": "red"},
    "green": {"fg": "green"},
    "yellow": {"fg": "yellow"},
    "blue": {"fg": "blue"},
    WATER: {"fg": "blue", "bold": True},
    MOVED: {"fg": "magenta", "bold": True},
    FAINT: {"dim": True},
}
"""How a terminal shows runs of characters. Nothing depends on colour; it only helps."""

PLAIN: dict[str, Any] = {"reset": False}


@grouped_command("show", epilog="Example: fairyscore show circular-70 --flip black   (or: show game.pgn --ply 12)")
@click.argument("what", metavar="VARIANT|RECORD", shell_complete=complete_variants_or_files)
@position_option
@after_option
@ply_option
@game_option
@from_option
@variant_option
@flip_option()
@shown_notation_option()
@language_option
@click.option("--ascii", "simple", is_flag=True, help="Print only ASCII, even if the terminal supports more.")
@color_option
def command(
    *,
    what: str,
    position: str,
    after: str,
    ply: str,
    seat: str,
    simple: bool,
    styled: str,
    **reading: Any,
) -> None:
    """Print the board of VARIANT, or a position of RECORD, in characters.

    A terminal gets Unicode pieces and colours if it supports them; other outputs get what their encoding can hold.

    Exit status: 0 shown, 1 shown up to an error in the record, 2 wrong usage or unreadable input.
    """
    with wrong_usage(DrawingError):
        source = source_of(what, position, Picking(**reading))
        for given in source.chosen(ply, None):
            if after:
                given = _after(given, position, after, recorded=source.record is not None)
            pictures = not simple and unicode_fits(sys.stdout.encoding)
            text = [*drawn_in_text(given, seat=seat, pictures=pictures), ()]
            text += ((StyledText(line),) for line in _facts(given, pictures=pictures))
            click.echo("\n".join(map(_styled, text)), color=coloured(styled))
    click.get_current_context().exit(source.exit_code)


def _styled(runs: Iterable[StyledText]) -> str:
    """A line with the colours of a terminal."""
    return "".join(click.style(run.text, **STYLES.get(run.ink, PLAIN)) for run in runs)


def _after(given: BoardState, position: str, moves: str, *, recorded: bool) -> BoardState:
    """The position once the moves of `--after` are made."""
    if recorded:
        raise DrawingError("--after is for a variant; of a record, --ply says how far to go")
    game = given.variant
    if position.lower().endswith(".svg"):
        position = given.position.fen
    return moment(Position.from_fen(game.write_position(played(game, position, moves)), game.name))


def unicode_fits(encoding: str | None) -> bool:
    """Whether an output can hold borders and figurines, and its terminal says that it shows them."""
    if os.environ.get("TERM") == "dumb":
        return False
    try:
        "─┊≈♟".encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _facts(given: BoardState, *, pictures: bool) -> Iterator[str]:
    """The last move, who is to move, pieces in hand and captured, what the signs mean, and the position as text."""
    game = given.variant
    made = translated("after {move}", move=given.move_text) if given.move_text else ""
    yield ", ".join(filter(None, (game.title, made, status(given))))
    yield from (in_hand(game, seat, held) for seat, held in enumerate(given.hands) if held)
    if given.lost:
        pieces = " ".join(piece_text(game, piece, pictures=pictures) for piece in given.lost)
        yield translated("Captured: {pieces}", pieces=pieces)
    yield from legend(game, pictures=pictures)
    yield given.position.fen
