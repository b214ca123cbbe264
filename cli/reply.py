"""`fairyscore reply`: the letter with a move, as text, e-mail, card, or for a server. Nothing is sent."""

from __future__ import annotations

import os
import sys
from itertools import islice
from typing import TYPE_CHECKING

import click

from fairyscore.cli.options import (
    game_option,
    grouped_command,
    notation_option,
    output_option,
    reading_options,
    sentence,
    text_option,
    wrong_usage,
)
from fairyscore.cli.picking import picked
from fairyscore.cli.report import Reporter
from fairyscore.cli.sources import NotAllowed
from fairyscore.cli.writing import replaced
from fairyscore.notation.correspondence.addressing import FolderGame
from fairyscore.notation.correspondence.answer import LANGUAGES, answer
from fairyscore.notation.correspondence.game_folder import log_of
from fairyscore.notation.correspondence.log import PostLog
from fairyscore.notation.editing.score_sheet import NotPossible
from fairyscore.notation.moves.registry import NotationRefused, UnknownNotation, notation_named
from fairyscore.notation.rules.variant import Notation, Variant
from fairyscore.notation.storage.locking import held
from fairyscore.render.errors import DrawingError
from fairyscore.render.letter import FORMS, Reply, form_of

if TYPE_CHECKING:
    from fairyscore.notation.reader import RecordReader
    from fairyscore.notation.records.tree import Record


@grouped_command("reply", epilog="Example: fairyscore reply game.pgn --language de --to eml | sendmail -t")
@click.argument("path", metavar="RECORD")
@game_option
@text_option("--for receiver", "SEAT", "The seat of the receiver; default: the player to move.")
@click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    default=LANGUAGES[0],
    show_default=True,
    help=f"The language of the output: {', '.join(LANGUAGES)}.",
)
@notation_option()
@click.option("--if", "conditions", metavar="MOVES", multiple=True, help="'Nc6 Bb5': if Nc6, then Bb5.")
@text_option("--to style", "FORM", "The format; by default that of FILE's suffix: text, eml, pdf (a postcard), xfcc.")
@output_option()
@reading_options
def command(
    *,
    path: str,
    number: int | None,
    receiver: str,
    language: str,
    moves: str,
    conditions: tuple[str, ...],
    style: str,
    output: str,
    reader: RecordReader,
) -> None:
    """Write a letter with the last move of RECORD to the player who must answer it. Nothing is sent.

    The letter has the move in the receiver's notation and language, offers, times, conditional moves, and the board.
    `play --mail` and `post` read it with certainty. Conditions are written to the letter only, not to RECORD; a post
    office beside RECORD remembers them, and plays them when they are met.

    Exit status: 0 written, 1 there is nothing to send or a condition is not legal, 2 wrong usage or unreadable.
    """
    style = style or form_of(output)
    if style not in FORMS:
        raise click.BadParameter(f"there are {', '.join(FORMS)}.", param_hint="--to")
    verdict = picked(path, number, reader, Reporter(forced=reader.forced))
    record = verdict.record
    if record is None or not verdict.main_line_whole:
        raise NotAllowed("the game has a fault; mend it first (fairyscore repair).")
    game = record.game
    if receiver and receiver.lower() not in [seat.name for seat in game.seats]:
        raise click.BadParameter(f"the players are {', '.join(seat.name for seat in game.seats)}.", param_hint="--for")
    log = log_of(os.path.dirname(path))  # noqa: PTH120
    name = _name_in(log, path, verdict.game_text.number, record, reader)
    try:
        letter = answer(
            record,
            receiver=receiver.lower(),
            language=language,
            notation=_notation(moves, game),
            conditions=conditions,
            conditional=log.moves_by_condition(name),
        )
    except NotPossible as fault:
        raise NotAllowed(sentence(fault)) from None
    with wrong_usage(DrawingError, NotPossible):
        data = Reply(letter, log.last_message_id(name)).to(style)
    if letter.promises and log.path.exists():
        with held(log.folder, "reply"):
            log_of(os.path.dirname(path)).promise(name, letter.promises)  # noqa: PTH120
    _write(data, output)


def _write(data: bytes, output: str) -> None:
    if not output:
        sys.stdout.buffer.write(data)
        return
    with replaced(output) as stream:
        stream.write(data)


def _notation(name: str, game: Variant) -> Notation | None:
    if not name:
        return None
    with wrong_usage(UnknownNotation, NotationRefused, option="--moves"):
        return notation_named(name, game)


# -- what the post office knows ---------------------------------------------------------------------------------------


def _name_in(log: PostLog, path: str, number: int, record: Record, reader: RecordReader) -> str:
    """The name of a game in the log, if there is one."""
    games = (one for one in reader.verdicts(path) if one.game_text.number and one.record is not None)
    several = log.path.exists() and len(list(islice(games, 2))) > 1
    return FolderGame(os.path.basename(path), number, record, several).name  # noqa: PTH119
