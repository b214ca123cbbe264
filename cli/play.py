"""`fairyscore play`: a game as it is played: moves, offers and ends go into its record once they are checked."""

from __future__ import annotations

import datetime
from typing import Any

import click

from fairyscore.cli.explain import refusal_of, refuse
from fairyscore.cli.options import (
    dry_run_option,
    format_option,
    game_option,
    grouped_command,
    read_moment,
    reading_options,
    sentence,
    text_option,
    wrong_usage,
)
from fairyscore.cli.picking import picked
from fairyscore.cli.report import Reporter, name, terminal_text
from fairyscore.cli.shared_values import shared_values
from fairyscore.cli.sources import NotAllowed, Refused
from fairyscore.cli.writing import leave_in_order, report_other_names
from fairyscore.notation.clocks.times import read_duration
from fairyscore.notation.editing import score_sheet
from fairyscore.notation.editing.game_file import add_game, format_of_new_game, write_back
from fairyscore.notation.editing.rewrite import can_be_rewritten, notation_for
from fairyscore.notation.editing.turn import RecordEdit
from fairyscore.notation.formats.base import Format
from fairyscore.notation.formats.registry import UnknownFormat, format_named
from fairyscore.notation.moves.languages import LANGUAGES, all_english
from fairyscore.notation.reader import RecordReader
from fairyscore.notation.records.diagnostics import as_data
from fairyscore.notation.records.pgn_lexer import normal_result, tokens_in
from fairyscore.notation.records.tree import Record, retagged
from fairyscore.notation.replay import Verdict
from fairyscore.notation.storage.locking import FolderHeld, office_held
from fairyscore.notation.storage.source import STDIN
from fairyscore.notation.storage.writing import FileStamp


@grouped_command("play", epilog="Example: fairyscore play game.pgn Nf6   (a pass: fairyscore play game.pgn -- --)")
@click.argument("path", metavar="RECORD")
@click.argument("moves", metavar="[MOVE]...", nargs=-1)
@game_option
@text_option("--mail", "LETTER", "Take the move from a letter: .eml, mbox, Maildir or -.")
@click.option("--any-sender", is_flag=True, help="Accept letters from any sender.")
@click.option("--conditional", is_flag=True, help="Play conditional moves whose condition is met.")
@click.option("--new", is_flag=True, help="Start a game of --variant, in a new file or after the games of RECORD.")
@click.option("--tag", "tags", metavar="NAME=VALUE", multiple=True, help="Set a tag; may be repeated.")
@text_option("--comment", "TEXT", "A comment on the move.")
@text_option("--date", "DATE", "The date of the move, or `now`.")
@text_option("--clock", "TIME", "The time left after the move, such as 1:05:23 or 3d 4h.")
@click.option("--offer-draw", is_flag=True, help="Offer a draw with the move.")
@click.option("--accept-draw", is_flag=True, help="Accept the draw offered with the last move.")
@click.option(
    "--claim-draw", is_flag=True, help="Claim a draw by a third repetition or fifty moves; the claim is checked."
)
@click.option(
    "--resign",
    metavar="[SEAT]",
    is_flag=False,
    flag_value="mover",
    default="",
    help="SEAT resigns; without SEAT the player to move.",
)
@text_option("--result", "RESULT", "Set the result that the arbiter decided.")
@click.option(
    "--undo",
    metavar="[N]",
    type=click.IntRange(1),
    is_flag=False,
    flag_value=1,
    help="Take back the last move, or the last N.",
)
@dry_run_option
@format_option("text", "json")
@reading_options
def command(
    *,
    path: str,
    moves: tuple[str, ...],
    number: int | None,
    mail: str,
    new: bool,
    tags: tuple[str, ...],
    dry_run: bool,
    style: str,
    reader: RecordReader,
    **actions: Any,
) -> None:
    """Append MOVEs, in any notation of the game, to the main line of RECORD, and show the position after them.

    All moves must be legal and all move numbers right; otherwise nothing is written. The game is written in the
    canonical form of its format, with its comments and variations; the other games of the file stay unchanged. So
    does the present text of a PGN game with an error in a variation.

    Exit status: 0 done, 1 a move is illegal, the game is over or the record has an error, 2 wrong usage, unreadable
    input or failed output.
    """
    acts = any(actions[name] for name in _ACTIONS)
    if not (moves or mail or new or tags or acts):
        raise click.UsageError("there is nothing to do: name a MOVE, or see --help.")
    if path == STDIN and not dry_run:
        raise click.UsageError("only a file can be written back; give its name instead of -.")
    if new and number:
        raise click.UsageError("--new begins a game; it cannot be combined with --game.")
    stamp = FileStamp.of(path)
    if new:
        with wrong_usage(UnknownFormat):
            place: Verdict | Format = format_of_new_game(path, reader.form)
        turn = _new_game(reader.judge.variant, reader.judge.position, tags)
    else:
        place = _open_game(path, number, reader, reopen=bool(actions["undo"] or actions["result"]))
        assert place.record is not None
        notation = notation_for(format_named(place.form), place)
        turn = RecordEdit(_tagged(place.record, tags), notation, changed=bool(tags))
    try:
        _act(turn, moves, mail, actions, style)
        if turn.changed and not dry_run and (mail or not turn.refused):
            _write(path, turn.record, place, reader, stamp)
    except score_sheet.NotPossible as fault:
        raise NotAllowed(sentence(fault)) from None
    except FolderHeld as fault:
        raise Refused(sentence(fault)) from None
    _report(turn, path, style, written=turn.changed and not dry_run)
    click.get_current_context().exit(int(turn.refused))


def _write(path: str, record: Record, place: Verdict | Format, reader: RecordReader, stamp: FileStamp) -> None:
    """Write a record in the place of the one of a verdict, or as a new game in a format."""
    leave_in_order()
    with office_held(path, "play"):
        if isinstance(place, Verdict):
            write_back(path, place, record, reader, stamp=stamp)
        else:
            add_game(path, record, place, stamp=stamp)
    report_other_names(path, stamp)


_ACTIONS = ("comment", "date", "clock", "offer_draw", "accept_draw", "claim_draw", "resign", "result", "undo")


def _open_game(path: str, number: int | None, reader: RecordReader, *, reopen: bool) -> Verdict:
    """The verdict on the game to play on. Leaves with exit status 1 where it cannot be; what is found in it is reported."""
    telling = Reporter(forced=reader.forced)
    verdict = picked(path, number, reader, telling)
    found = format_named(verdict.form)
    why = ""
    if not can_be_rewritten(found):
        why = f"is in the format {found.name}, which cannot be rewritten: it does not hold a whole game"
    else:
        telling.verdict(verdict, path)
        if verdict.record is None or not (verdict.whole or (found.name == "pgn" and verdict.main_line_whole)):
            why = "has a fault; mend it first (fairyscore repair)"
        elif verdict.record.result != "*" and not reopen:
            why = f"is over: {verdict.record.result} (--undo takes the last move back)"
    if why:
        telling.line(f"fairyscore: {name(path)}: game {verdict.game_text.number} {why}")
        click.get_current_context().exit(1)
    return verdict


def _new_game(variant: str, position: str, tags: tuple[str, ...]) -> RecordEdit:
    """A record without moves, dated today."""
    date = datetime.datetime.now(datetime.UTC).strftime("%Y.%m.%d")
    start = {"FEN": position} if position else {}
    record = _tagged(Record(variant or "chess", tuple({"Date": date, **start}.items())), tags)
    return RecordEdit(record, record.game.writing.usual, changed=True)


def _tagged(record: Record, tags: tuple[str, ...]) -> Record:
    pairs = [tag.partition("=") for tag in tags]
    if any(not (mark and tag.isidentifier()) for tag, mark, _ in pairs):
        raise click.BadParameter("a tag is given as NAME=VALUE, as White='Greta Sommer'.", param_hint="--tag")
    return retagged(record, {tag: value for tag, _, value in pairs})


# -- what is done -------------------------------------------------------------------------------------------------------


def _other_letters(typed: list[str], record: Record) -> str:
    """In which other letters of pieces the moves are legal that were refused, as advice; empty where in none."""
    readings: dict[tuple[str, ...], list[str]] = {}
    for code in LANGUAGES:
        longer = score_sheet.appended(record, all_english(typed, code))
        if longer.played and longer.refused is None:
            readings.setdefault(longer.played, []).append(code)
    if len(readings) != 1:
        return ""
    ((played, codes),) = readings.items()
    first, *others = (LANGUAGES[code][0] for code in codes)
    also = f" (also {', '.join(others)})" if others else ""
    return f"With {first} letters{also} it is {', '.join(played)}; pass --piece-letters {codes[0]} to type them."


def _act(turn: RecordEdit, moves: tuple[str, ...], mail: str, actions: dict[str, Any], style: str) -> None:
    """Everything that is asked for, in the order in which it happens at the board."""
    if actions["undo"]:
        turn.undo(actions["undo"])
    if mail:
        _enter_letters(turn, mail, any_sender=actions["any_sender"], conditional=actions["conditional"])
        for found in turn.diagnostics if style == "text" else ():
            click.echo(terminal_text().of(found), nl=False)
    if moves:
        text = " ".join(moves)
        typed = [*tokens_in(turn.record.game, text)]
        refused = turn.play(all_english(typed, shared_values().get("piece_letters") or ""))
        if refused is not None and style == "json":
            turn.refused, turn.changed = True, False
            turn.diagnostics.append(refusal_of(refused, refused.text, turn.record.game))
            return
        if refused is not None:
            refuse(refused, refused.text, turn.record.game)
            click.echo(f"  = position: {turn.record.game.write_position(turn.record.end())}")
            if hint := _other_letters(typed, turn.record):
                click.echo(f"  = help: {hint}")
            click.get_current_context().exit(1)
        if not turn.moves:
            raise click.BadParameter("it contains no move; write one in a notation of the game.", param_hint="MOVE")
    date, left = read_moment(actions["date"]), _duration(actions["clock"])
    turn.note(date=date, left=left, offers=actions["offer_draw"], comment=actions["comment"])
    _end(turn, actions)


def _enter_letters(turn: RecordEdit, path: str, *, any_sender: bool, conditional: bool) -> None:
    from fairyscore.cli.letters import letters_in
    from fairyscore.notation.correspondence.entering import enter_letters

    letters = [received.letter for received in letters_in(path)]
    if not letters:
        raise click.UsageError(f"{name(path)} contains no letter.")
    enter_letters(turn, letters, any_sender=any_sender, conditional=conditional)


def _duration(text: str) -> int | None:
    """The milliseconds of `--clock`; None where it is not given."""
    left = read_duration(text) if text else None
    if text and left is None:
        raise click.BadParameter("times are written as 1:05:23 or 3d 4h.", param_hint="--clock")
    return left


def _end(turn: RecordEdit, actions: dict[str, Any]) -> None:
    """How the game ends, if it does."""
    record, game = turn.record, turn.record.game
    if actions["accept_draw"]:
        turn.accept_draw()
    if actions["claim_draw"]:
        why = "the position does not stand for the third time, nor are fifty moves made"
        turn.take(score_sheet.claimed(record, f"no draw can be claimed: {why}"))
    if actions["resign"]:
        seats = [seat.name for seat in game.seats]
        seat = seats[turn.record.end().turn] if actions["resign"] == "mover" else actions["resign"].lower()
        if seat not in seats:
            raise click.BadParameter(f"the players are {', '.join(seats)}.", param_hint="--resign")
        turn.take(score_sheet.resigned(record, seat))
    if actions["result"]:
        result = normal_result(actions["result"], len(game.seats))
        if result is None:
            why = "a result has a score for each player, as 1-0 or 1/2-1/2, or is *."
            raise click.BadParameter(why, param_hint="--result")
        turn.take(score_sheet.ended(record, result))


# -- what is written and reported ---------------------------------------------------------------------------------------


def _report(turn: RecordEdit, path: str, style: str, *, written: bool) -> None:
    record, state = turn.record, turn.record.end()
    game = record.game
    outcome = state.outcome()
    if style == "json":
        import json

        data = {
            "file": name(path),
            "variant": game.name,
            "appended": turn.moves,
            "position": game.write_position(state),
            "turn": game.seats[state.turn].name,
            "result": record.result,
            "ending": outcome.ending.value if outcome else None,
            "written": written and not turn.refused,
            "proposals": turn.proposals,
            "messages": turn.lines,
            "diagnostics": [as_data(found) for found in turn.diagnostics],
        }
        click.echo(json.dumps(data))
        return
    for line in [*turn.moves, *turn.lines, *turn.proposals]:
        click.echo(line)
    click.echo(f"position: {game.write_position(state)}")
    if outcome is not None:
        click.echo(f"the game ends: {outcome.ending.value}, {outcome.result}")
    elif record.result != "*":
        click.echo(f"the game ends: {record.result}")
    else:
        notes = "".join(f", {note}" for note in state.notes())
        click.echo(f"{game.player(state.turn)} to move{notes}")
