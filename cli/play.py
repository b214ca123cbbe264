"""`fairyscore play`: append moves to a record once they are checked."""

from __future__ import annotations

from collections.abc import Iterator

import click

from fairyscore.cli.explain import refuse
from fairyscore.cli.options import judge_of, reading_options
from fairyscore.cli.picking import game_option, picked, put_back
from fairyscore.cli.telling import Reporter, name
from fairyscore.notation.editing.append import Longer, appended
from fairyscore.notation.editing.rewrite import can_be_rewritten, canonical, notation_for
from fairyscore.notation.formats.base import Format
from fairyscore.notation.formats.registry import format_named
from fairyscore.notation.records.pgn_lexer import tokens_of
from fairyscore.notation.records.tree import numbered
from fairyscore.notation.replay import Verdict
from fairyscore.notation.rules.variant import Variant


@click.command("play", epilog="Example: fairyscore play game.pgn Nf6   (a pass: fairyscore play game.pgn -- --)")
@click.argument("path", metavar="RECORD")
@click.argument("moves", metavar="MOVE...", nargs=-1, required=True)
@game_option
@click.option("--dry-run", is_flag=True, help="Check and show, but write nothing.")
@reading_options
def command(
    *,
    path: str,
    moves: tuple[str, ...],
    number: int | None,
    dry_run: bool,
    form: Format | None,
    game: Variant | None,
    position: str,
    recover: bool,
) -> None:
    """Append MOVEs, in any notation of the game, to the main line of RECORD, and show the position behind them.

    All of them must be legal, else nothing is written. The game is written in the canonical form of its format, with its
    comments and variations; the other games of the file stay as they are.

    Exit status: 0 appended, 1 not legal, or the record is over or has a fault, 2 wrong usage or something that could
    not be read or written.
    """
    telling = Reporter(forced=form is not None)
    judge = judge_of(game, position, recover, keep=True)
    verdict = picked(path, number, judge, form, telling)
    refusal = _refusal(verdict, path, telling)
    if refusal:
        telling.line(f"fairyscore: {name(path)}: game {verdict.game_text.number} {refusal}")
        click.get_current_context().exit(1)
    assert verdict.record is not None
    assert verdict.game is not None
    text = " ".join(moves)
    longer = appended(verdict.record, tokens_of(verdict.game, text).findall(text))
    if longer.refused is not None:
        refuse(longer.refused.reasons, longer.refused.text, longer.refused.suggestions)
        click.echo(f"  = position: {verdict.game.write_position(longer.state)}")
        click.get_current_context().exit(1)
    if not longer.played:
        raise click.BadParameter("there is no move in it.", param_hint="MOVE")
    if not dry_run:
        put_back(path, verdict.game_text.number, canonical(verdict, longer.record), judge, form)
    for line in _told(longer, verdict):
        click.echo(line)


def _refusal(verdict: Verdict, path: str, telling: Reporter) -> str:
    """Why no move can be appended to a record at all; what is found in it is told."""
    form = format_named(verdict.form)
    if not can_be_rewritten(form):
        return f"is in a format, {form.name}, that holds too little of a game to be written anew"
    telling.verdict(verdict, path)
    if not verdict.whole or verdict.record is None:
        return "has a fault; mend it first (fairyscore repair)"
    if verdict.record.result != "*":
        return f"is over: {verdict.record.result}"
    return ""


def _told(longer: Longer, verdict: Verdict) -> Iterator[str]:
    """The moves as they are written in the record, the position behind them, and who is to move."""
    game, state = longer.record.game, longer.state
    notation = notation_for(format_named(verdict.form), verdict)
    for played in longer.played:
        yield f"{numbered(played.before)} {notation.write(played.before, played.move, game)}"
    yield f"position: {game.write_position(state)}"
    if longer.outcome is not None:
        yield f"the game ends: {longer.outcome.ending.value}, {longer.outcome.result}"
        return
    notes = "".join(f", {note}" for note in state.notes())
    yield f"{game.seats[state.turn].name} to move{notes}"
