"""`fairyscore post`: a mailbox and a folder of games. What is certain is written, all else waits for a person."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import click

from fairyscore.cli.letters import letters_in
from fairyscore.cli.options import (
    day_or_today,
    dry_run_option,
    format_option,
    read_moment,
    reading_options,
    sentence,
    text_option,
    today_option,
)
from fairyscore.cli.report import name
from fairyscore.cli.sources import Refused
from fairyscore.cli.writing import leave_in_order, report_other_names
from fairyscore.notation.clocks.times import read_time_stamp
from fairyscore.notation.correspondence.addressing import FolderGame
from fairyscore.notation.correspondence.dates import Event
from fairyscore.notation.correspondence.due import due_games
from fairyscore.notation.correspondence.evidence import Doubt, Proof, proof_of
from fairyscore.notation.correspondence.game_folder import FolderError, GameFolder, NoGames, games_in, log_of
from fairyscore.notation.correspondence.log import WRITING, PostLog
from fairyscore.notation.correspondence.post_office import TRUSTS, refusal
from fairyscore.notation.mail.message import read_letter
from fairyscore.notation.storage.locking import FolderHeld, held
from fairyscore.notation.text import counted, shown
from fairyscore.notation.tournament.clocks import ruling_on, with_planned_leave
from fairyscore.notation.tournament.plan import PlanError, plan_in

if TYPE_CHECKING:
    from fairyscore.notation.reader import RecordReader


class PostCommands(click.Group):
    """Its first word may be a command; anything else is a mailbox, which is read."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does it; `read` is left out by most."""
        words = args if args and args[0] in self.commands else ["read", *args]
        return super().resolve_command(ctx, words)


@click.group(
    "post",
    cls=PostCommands,
    context_settings={"ignore_unknown_options": True},
    subcommand_metavar="INBOX | COMMAND [ARGS]...",
    epilog="Example: fairyscore post inbox.mbox --games games/",
)
def command() -> None:
    """Find the game of each letter of INBOX, write the moves that are certain, and put all others in a queue.

    Exit status: 0 done, 1 a letter waits in the queue, or an answer is not possible, 2 wrong usage or unreadable.
    """


_GAMES = text_option("--games", "FOLDER", "The folder of the games.", ".", show_default=True)
_BY = text_option("--by", "NAME", "Who decides, for the log; default: the user of this machine.")


@command.command("read", epilog="Example: fairyscore post inbox.mbox --games games/")
@click.argument("inbox", metavar="INBOX")
@_GAMES
@click.option(
    "--trust",
    type=click.Choice(TRUSTS),
    default=TRUSTS[0],
    show_default=True,
    help="How certain a move must be to be written.",
)
@dry_run_option
@format_option("text", "json")
@reading_options
@click.pass_context
def read(
    context: click.Context, *, inbox: str, games: str, trust: str, dry_run: bool, style: str, reader: RecordReader
) -> None:
    """Read INBOX: a mailbox (mbox), a Maildir, letters (.eml), packed ones, or - for one on standard input.

    Letters that were read before are skipped, so the same mailbox can be passed again.
    """
    letters = letters_in(inbox)
    folder = _open(games, reader, dry_run=dry_run)
    office = folder.office(trust)
    rows: list[dict[str, Any]] = []

    def report(done: list[dict[str, Any]]) -> None:
        rows.extend(done)
        for row in done if style == "text" else ():
            click.echo(_line(row))

    report(folder.resume())
    known = 0
    for received in letters:
        done = folder.receive(received, office)
        known += done is None
        report(done or [])
    waiting = len(folder.log.queue())
    if style == "json":
        click.echo(json.dumps({"letters": rows, "known": known, "waiting": waiting}))
    else:
        written = sum(row["kind"] in WRITING for row in rows)
        what = "move or end" if written == 1 else "moves and ends"
        click.echo(f"{written:,} {what} written, {waiting} in the queue, {known} known before")
    context.exit(int(any(row["kind"] == "queued" for row in rows)))


@command.command("queue", epilog="Example: fairyscore post queue --games games/")
@_GAMES
@format_option("text", "json")
def queue(*, games: str, style: str) -> None:
    """List the waiting letters: the number, the proposal, and why it was not written."""
    waiting = log_of(games).queue()
    if style == "json":
        click.echo(json.dumps([{"number": entry.number, **entry.facts} for entry in waiting]))
        return
    for entry in waiting:
        click.echo(_line({"kind": "queued", "number": entry.number, **entry.facts}))


@command.command("accept", epilog="Example: fairyscore post accept 17 --move Bg5 --games games/")
@click.argument("number", metavar="NUMBER", type=click.IntRange(1))
@text_option("--move", "MOVE", "Write this move, in any notation of the game, instead of the proposed one.")
@click.option("--resigns", "ends", flag_value="resigns", default="", help="Write that the sender resigns.")
@click.option(
    "--draw", "ends", flag_value="draw", help="Write that a draw is agreed; with --move, that one is offered."
)
@text_option("--game game_name", "GAME", "The game of the letter, by its file name, if it was not found or is wrong.")
@text_option("--date", "DATE", "The date of the move, where that of the letter is missing or wrong; or `now`.")
@click.option("--harmless", is_flag=True, help="Take the sentences that kept it waiting as harmless in all letters.")
@_BY
@_GAMES
@reading_options
def accept(
    *,
    number: int,
    move: str,
    ends: str,
    game_name: str,
    date: str,
    harmless: bool,
    by: str,
    games: str,
    reader: RecordReader,
) -> None:
    """Write what a queued letter proposes, or what you have read in it: another move, a resignation, a draw.


    With --harmless, sentences of the letter that kept it waiting and say nothing about the game are understood from then
    on; they stand in the file .post/harmless of FOLDER, a line each, to be read and edited.
    """
    if move and ends == "resigns":
        raise click.UsageError("--move cannot be combined with --resigns.")
    moment = read_moment(date)
    folder = _open(games, reader)
    with _refusals():
        rows = folder.accept(number, move, game_name, by or _user(), ends=ends or "", teaches=harmless, date=moment)
    for row in rows:
        click.echo(_line(row))
    for taught in rows[0].get("taught", ()):
        click.echo(f"harmless from now on: {shown(taught, 200)} ({name(str(folder.harmless.path))})")
    for text, why in rows[0].get("untaught", ()):
        what = f"'{shown(text, 200)}' is not kept as harmless" if text else "nothing is kept as harmless"
        click.echo(f"{what}: {why}")


@command.command("reject", epilog="Example: fairyscore post reject 17 --reply --games games/ | sendmail -t")
@click.argument("number", metavar="NUMBER", type=click.IntRange(1))
@click.option("--reply", is_flag=True, help="Print a letter to the sender with the reasons.")
@text_option("--reason", "TEXT", "The reason, instead of the one that the program found.")
@_BY
@_GAMES
@reading_options
def reject(*, number: int, reply: bool, reason: str, by: str, games: str, reader: RecordReader) -> None:
    """Remove a letter from the queue without writing its move."""
    folder = _open(games, reader)
    with _refusals():
        entry = folder.reject(number, reason, by or _user())
    if reply:
        letter = read_letter(folder.log.letter(entry.text("letter")), entry.text("name"))
        known = next((game for game in folder.games if game.name == entry.text("game")), None)
        click.echo(str(refusal(letter, known, reason or entry.text("why"))), nl=False)
    else:
        click.echo(f"rejected {number}: {entry.text('name')}")


@command.command("verify", epilog="Example: fairyscore post verify --games games/")
@_GAMES
@text_option("--digest", "DIGEST", "Require a log line whose digest is, or begins with, this one.")
@format_option("text", "json")
@reading_options
@click.pass_context
def verify(context: click.Context, *, games: str, digest: str, style: str, reader: RecordReader) -> None:
    """Check that no line of the log was changed, that its letters are there, and that the records follow from it.

    Exit status: 0 everything is confirmed, 1 something is in doubt, 2 wrong usage or no log.
    """
    log = log_of(games)
    if not log.entries:
        raise click.UsageError(f"{name(str(log.path))} is not a log of a post office.")
    _hold(games)
    log = log_of(games)
    records = {game.name: game.record for game, _ in games_in(games, reader)}
    proof = proof_of(log, records, digest)
    if style == "json":
        click.echo(json.dumps(_as_json(log, proof)))
    else:
        click.echo("\n".join(_as_text(log, proof)))
    context.exit(int(bool(proof.doubts)))


def _as_json(log: PostLog, proof: Proof) -> dict[str, Any]:
    return {
        "lines": len(log.entries),
        "letters": log.count_letters(),
        "digest": log.digests[-1],
        "games": [{"game": one.game, "moves": one.moves, "by_letter": one.by_letter} for one in proof.games],
        "doubts": [asdict(doubt) for doubt in proof.doubts],
    }


def _as_text(log: PostLog, proof: Proof) -> Iterator[str]:
    for doubt in proof.doubts:
        yield f"{_place(log, doubt)}: {doubt.message}"
        yield f"  = help: {doubt.help}"
    for one in proof.games:
        yield f"{one.game}: {counted(one.moves, 'move')}, {one.by_letter} by letter"
    conclusion = f"{len(proof.doubts)} in doubt" if proof.doubts else "all proved"
    yield f"{counted(len(log.entries), 'line')}, {counted(log.count_letters(), 'letter')}: {conclusion}"
    yield f"The last line has the digest {log.digests[-1]}"


def _place(log: PostLog, doubt: Doubt) -> str:
    """The place of a doubt, for people."""
    line = f"line {doubt.line} of {name(str(log.path))}" if doubt.line else ""
    return ", ".join(filter(None, (doubt.game, line))) or name(str(log.path))


@command.command("due", epilog="Example: fairyscore post due --games games/ --today 2026-11-24")
@_GAMES
@today_option()
@format_option("text", "json")
@reading_options
@click.pass_context
def due(context: click.Context, *, games: str, today: str, style: str, reader: RecordReader) -> None:
    """List the open games: whose turn it is, since when, and the time left; the most urgent first.

    Exit status: 0 no player has exceeded the time, 1 a player has, 2 wrong usage or unreadable input.
    """
    day = read_time_stamp(day_or_today(today))
    found = due_games(_open_games(games, reader), day)
    late = sum(one.is_late for one in found)
    if style == "json":
        click.echo(json.dumps([one.data() for one in found]))
    else:
        for one in found:
            click.echo(str(one))
        click.echo(f"{counted(len(found), 'open game')}, {f'{late} overstepped' if late else 'nobody has overstepped'}")
    context.exit(int(late > 0))


def _open_games(folder: str, reader: RecordReader) -> Iterator[FolderGame]:
    """The games of a folder that no ruling has ended; with the leave of its tournament, if it is one."""
    event = _event(folder)
    for game, _ in games_in(folder, reader):
        if not event.ruling(game.record):
            game.record = event.with_leave(game.record)
            yield game


def _event(folder: str) -> Event:
    """The event of a folder: leave and rulings of its tournament. Raises `Refused`."""
    now = datetime.now(UTC)
    try:
        plan = plan_in(folder)
    except PlanError as fault:
        raise Refused(f"{name(folder)}: {fault}.") from None
    if plan is None:
        return Event(now)
    return Event(now, lambda record: with_planned_leave(record, plan), lambda record: ruling_on(record, plan))


# -- the folder and the letters ---------------------------------------------------------------------------------------


def _hold(folder: str) -> None:
    """Keep other programs from writing to the log of a folder until the command ends; a second one waits."""
    context = click.get_current_context()
    try:
        context.with_resource(held(log_of(folder).folder, context.command_path))
    except FolderHeld as fault:
        raise Refused(sentence(fault)) from None


@contextmanager
def _refusals() -> Iterator[None]:
    """End the command where a folder refuses something in this block."""
    try:
        yield
    except NoGames as fault:
        raise click.UsageError(f"The folder {fault}.") from None
    except FolderError as fault:
        raise Refused(f"{fault}.") from None


def _open(folder: str, reader: RecordReader, *, dry_run: bool = False) -> GameFolder:
    """A folder of games, held until the command ends. What it cannot use as harmless is reported."""
    leave_in_order()
    if not dry_run and os.path.isdir(folder):  # noqa: PTH112
        _hold(folder)
    with _refusals():
        found = GameFolder(folder, reader, dry_run=dry_run, on_written=report_other_names, event=_event(folder))
    for line in found.harmless.refused:
        place = f"{name(str(found.harmless.path))}:{line.number}"
        click.echo(f"fairyscore: {place}: {shown(line.text, 80)} is not taken as harmless: {line.why}", err=True)
    return found


def _user() -> str:
    import getpass

    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return "unknown"


def _line(row: dict[str, Any]) -> str:
    """The decision on a letter, for people; with a second line where it announces leave."""
    announced = row.get("leave")
    if not announced:
        return _deed(row)
    where = "the tag WhiteLeave or BlackLeave, or the player's leave in tournament.toml"
    return f"{_deed(row)}\n  leave is announced and not entered: '{shown(announced, 120)}' ({where})"


def _deed(row: dict[str, Any]) -> str:
    game = row.get("game") or "no game"
    kind, letter = row["kind"], row.get("name", "")
    if kind == "queued":
        return f"{row['number']}: proposal: {row.get('does') or 'nothing'} in {game} ({letter}): {row.get('why', '')}"
    if kind == "known":
        return f"known: {row['does']} in {game} ({letter})"
    wrote = f"{', '.join(row['wrote'])} in {game}"
    if kind == "condition":
        return f"{wrote} (condition: {row['condition']})"
    return f"{wrote} ({letter})" if letter else wrote
