"""`fairyscore post`: a mailbox and a folder of games. What is certain is written, all else waits for a person."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from email.message import EmailMessage
from email.utils import formataddr
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fairyscore.cli.options import day_or_today, format_option, limits, reading_options, text_option
from fairyscore.cli.play import Turn, write_game
from fairyscore.cli.play_mail import take
from fairyscore.cli.report import many, name
from fairyscore.cli.sources import Refused
from fairyscore.cli.writing import leave_in_order
from fairyscore.notation.clocks.audit import Waiting, audit
from fairyscore.notation.clocks.times import read_moment, spoken
from fairyscore.notation.correspondence.addressing import KnownGame
from fairyscore.notation.correspondence.evidence import Doubt, Evidence, doubts_about_log, evidence_of
from fairyscore.notation.correspondence.game_so_far import GameSoFar
from fairyscore.notation.correspondence.log import WRITING, Entry, PostLog
from fairyscore.notation.correspondence.post_office import TRUSTS, Decision, PostOffice, in_order
from fairyscore.notation.correspondence.reading import Promise, promised, read_through
from fairyscore.notation.correspondence.statement import Condition
from fairyscore.notation.editing import score_sheet
from fairyscore.notation.editing.rewrite import can_be_rewritten, notation_for
from fairyscore.notation.formats.registry import format_named
from fairyscore.notation.mail.containers import is_mail
from fairyscore.notation.mail.message import Letter, read_letter
from fairyscore.notation.storage import listing
from fairyscore.notation.storage.source import Unreadable
from fairyscore.notation.storage.unpacking import raw_letters
from fairyscore.notation.storage.writing import FileStamp
from fairyscore.notation.text import shown

if TYPE_CHECKING:
    from fairyscore.notation.reader import RecordReader
    from fairyscore.notation.replay import Verdict


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
@click.option("--dry-run", is_flag=True, help="Print what would be done, and write nothing.")
@format_option("text", "json")
@reading_options
@click.pass_context
def read(
    context: click.Context, *, inbox: str, games: str, trust: str, dry_run: bool, style: str, reader: RecordReader
) -> None:
    """Read INBOX: a mailbox (mbox), a Maildir, letters (.eml), packed ones, or - for one on standard input.

    Letters that were read before are skipped, so the same mailbox can be passed again.
    """
    folder = _GameFolder(games, reader, dry_run=dry_run)
    office = PostOffice(folder.games, trust=trust, game_of=folder.log.game_of, promises_of=folder.promises_of)
    rows: list[dict[str, Any]] = []
    known = 0
    for raw, letter in _letters_of(inbox):
        digest = hashlib.sha256(raw).hexdigest()
        if folder.log.is_done(digest) and not folder.is_half_done(digest):
            known += 1
            continue
        for decision in office.decide(letter):
            found = folder.do(decision, raw, digest)
            rows += found
            for row in found if style == "text" else ():
                click.echo(_line(row))
    waiting = len(folder.log.queue())
    if style == "json":
        click.echo(json.dumps({"letters": rows, "known": known, "waiting": waiting}))
    else:
        written = sum(row["kind"] in WRITING for row in rows)
        click.echo(
            f"{many(written, 'move or end', 'moves and ends')} written, {waiting} in the queue, {known} known before"
        )
    context.exit(int(any(row["kind"] == "queued" for row in rows)))


@command.command("queue", epilog="Example: fairyscore post queue --games games/")
@_GAMES
@format_option("text", "json")
def queue(*, games: str, style: str) -> None:
    """List the waiting letters: the number, the proposal, and why it was not written."""
    waiting = PostLog(os.path.join(games, listing.POST_FOLDER)).queue()  # noqa: PTH118
    if style == "json":
        click.echo(json.dumps([{"number": entry.number, **entry.facts} for entry in waiting]))
        return
    for entry in waiting:
        click.echo(_line({"kind": "queued", "number": entry.number, **entry.facts}))


@command.command("accept", epilog="Example: fairyscore post accept 17 --move Bg5 --games games/")
@click.argument("number", metavar="NUMBER", type=click.IntRange(1))
@text_option("--move", "MOVE", "Write this move, in any notation of the game, instead of the proposed one.")
@text_option("--game game_name", "GAME", "The game of the letter, by its file name, if it was not found or is wrong.")
@_BY
@_GAMES
@reading_options
def accept(*, number: int, move: str, game_name: str, by: str, games: str, reader: RecordReader) -> None:
    """Write the move that a queued letter proposes, or another move."""
    folder = _GameFolder(games, reader)
    entry = _waiting(folder.log, number)
    chosen = folder.game(game_name or entry.text("game"))
    raw = folder.log.letter(entry.text("letter"))
    letter = read_letter(raw, entry.text("name"))
    reading = read_through(letter, chosen.so_far, folder.promises_of(chosen.name), any_sender=True)
    if not reading.seat:
        turn = chosen.so_far.state.turn
        reading.seat = chosen.so_far.game.seats[turn].name if not reading.statement.resigns else ""
    if not move and (reading.statement.silent or not (entry.text("does") or game_name)):
        raise Refused(f"letter {number} states nothing that could be written; give --move")

    def confirmed(turn: Turn) -> None:
        if not move:
            take(turn, reading)
            return
        refused = turn.play([move])
        if refused is not None:
            raise Refused(f"{shown(move)} is not written: {'; '.join(map(str, refused.reasons))}")
        if letter.date:
            turn.take(score_sheet.with_comments(turn.record, score_sheet.date_note(turn.record, letter.date)))

    facts = {"letter": entry.text("letter"), "message_id": letter.message_id, "queued": number, "by": by or _user()}
    for row in folder.write(chosen, confirmed, "accepted", facts):
        click.echo(_line(row))


@command.command("reject", epilog="Example: fairyscore post reject 17 --reply --games games/ | sendmail -t")
@click.argument("number", metavar="NUMBER", type=click.IntRange(1))
@click.option("--reply", is_flag=True, help="Print a letter to the sender with the reasons.")
@text_option("--reason", "TEXT", "The reason, instead of the one that the program found.")
@_BY
@_GAMES
@reading_options
def reject(*, number: int, reply: bool, reason: str, by: str, games: str, reader: RecordReader) -> None:
    """Remove a letter from the queue without writing its move."""
    folder = _GameFolder(games, reader)
    entry = _waiting(folder.log, number)
    why = reason or entry.text("why")
    letter = read_letter(folder.log.letter(entry.text("letter")), entry.text("name"))
    known = next((game for game in folder.games if game.name == entry.text("game")), None)
    folder.log.add(
        "rejected", letter=entry.text("letter"), game=entry.text("game"), queued=number, why=why, by=by or _user()
    )
    if reply:
        click.echo(str(_refusal(letter, known, why)), nl=False)
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
    log = PostLog(os.path.join(games, listing.POST_FOLDER))  # noqa: PTH118
    if not log.entries:
        raise click.UsageError(f"{name(str(log.path))} is not a log of a post office.")
    doubts = [("", doubt) for doubt in doubts_about_log(log)]
    if digest and not any(one.startswith(digest.casefold()) for one in log.digests):
        doubts.append(
            ("", Doubt(0, f"no line has the digest {shown(digest)}", "Lines were cut or changed; compare with a copy."))
        )
    records = {game.name: game.record for game, _ in _games_in(games, reader)}
    named = dict.fromkeys(entry.text("game") for entry in log.entries if entry.kind in WRITING)
    found = [evidence_of(log, game, records[game]) for game in named if game in records]
    for game in named:
        if game not in records:
            doubts.append(
                (game, Doubt(0, "no record of this name is there or can be read", "Put it back from a copy."))
            )
    doubts += [(evidence.game, doubt) for evidence in found for doubt in evidence.doubts]
    if style == "json":
        click.echo(json.dumps(_as_json(log, doubts, found)))
    else:
        click.echo("\n".join(_as_text(log, doubts, found)))
    context.exit(int(bool(doubts)))


_Doubts = list[tuple[str, Doubt]]
"""Doubts with the names of their games, which are empty where it is the log that is in doubt."""


def _as_json(log: PostLog, doubts: _Doubts, found: list[Evidence]) -> dict[str, Any]:
    return {
        "lines": len(log.entries),
        "letters": log.count_letters(),
        "digest": log.digests[-1],
        "games": [{"game": one.game, "moves": one.moves, "by_letter": one.by_letter} for one in found],
        "doubts": [
            {"line": doubt.line, "game": game, "message": doubt.message, "help": doubt.help} for game, doubt in doubts
        ],
    }


def _as_text(log: PostLog, doubts: _Doubts, found: list[Evidence]) -> Iterator[str]:
    for game, doubt in doubts:
        yield f"{_place(log, game, doubt)}: {doubt.message}"
        yield f"  = help: {doubt.help}"
    for one in found:
        yield f"{one.game}: {many(one.moves, 'move')}, {one.by_letter} by letter"
    proof = f"{len(doubts)} in doubt" if doubts else "all proved"
    yield f"{many(len(log.entries), 'line')}, {many(log.count_letters(), 'letter')}: {proof}"
    yield f"The last line has the digest {log.digests[-1]}"


def _place(log: PostLog, game: str, doubt: Doubt) -> str:
    """What a doubt is about, for people."""
    line = f"line {doubt.line} of {name(str(log.path))}" if doubt.line else ""
    return ", ".join(filter(None, (game, line))) or name(str(log.path))


@command.command("due", epilog="Example: fairyscore post due --games games/ --today 2026-11-24")
@_GAMES
@text_option("--today", "DATE", "The date to check; default: today.")
@format_option("text", "json")
@reading_options
@click.pass_context
def due(context: click.Context, *, games: str, today: str, style: str, reader: RecordReader) -> None:
    """List the open games: whose turn it is, since when, and the time left; the most urgent first.

    Exit status: 0 no player has exceeded the time, 1 a player has, 2 wrong usage or unreadable input.
    """
    day = read_moment(day_or_today(today))
    found = [
        _due_row(game, waiting)
        for game, _ in _games_in(games, reader)
        if (waiting := audit(game.record, day).waiting) is not None
    ]
    rows = sorted(found, key=_urgency)
    if style == "json":
        click.echo(json.dumps(rows))
    else:
        for row in rows:
            click.echo(_due_line(row))
        late = sum(row["left_ms"] is not None and row["left_ms"] < 0 for row in rows)
        click.echo(f"{many(len(rows), 'open game')}, {f'{late} overstepped' if late else 'nobody has overstepped'}")
    context.exit(int(any(row["left_ms"] is not None and row["left_ms"] < 0 for row in rows)))


def _due_row(game: KnownGame, waiting: Waiting) -> dict[str, Any]:
    """What is told of an open game."""
    seat = waiting.seat.capitalize()
    return {
        "game": game.name,
        "seat": waiting.seat,
        "player": game.record.tag(seat),
        "address": game.record.tag(f"{seat}NA"),
        "since": str(waiting.since) if waiting.since else None,
        "waited_ms": waiting.waited,
        "left_ms": waiting.left,
        "on_leave": waiting.on_leave,
    }


def _urgency(row: dict[str, Any]) -> tuple[bool, int, int, str]:
    """Who has least time comes first; without a time control, who has taken longest."""
    left = row["left_ms"]
    return left is None, 0 if left is None else left, -(row["waited_ms"] or 0), row["game"]


def _due_line(row: dict[str, Any]) -> str:
    """A line for people on an open game."""
    player = f"{row['seat']} ({row['player']})" if row["player"] else row["seat"]
    told = [f"{row['game']}: {player} to move"]
    if row["since"]:
        told[0] += f" since {row['since']}"
        told.append(spoken(row["waited_ms"]))
    if row["left_ms"] is not None:
        left = row["left_ms"]
        told.append(f"{spoken(left)} left" if left >= 0 else f"overstepped by {spoken(-left)}")
    if row["on_leave"]:
        told.append("on leave")
    return ", ".join(told)


# -- the folder of games ----------------------------------------------------------------------------------------------


class _GameFolder:
    """The games of a folder with their log. dry_run: nothing is written, and what would be is said."""

    def __init__(self, folder: str, reader: RecordReader, *, dry_run: bool = False) -> None:
        leave_in_order()
        self.folder, self.reader, self.dry_run = folder, reader, dry_run
        self.log = PostLog(os.path.join(folder, listing.POST_FOLDER))  # noqa: PTH118
        if self.log.broken:
            raise Refused(f"line {self.log.broken} of {name(str(self.log.path))} was changed; put back a good copy")
        self._half_done = self._find_half_done()
        found = list(_games_in(folder, reader))
        self.games = [game for game, _ in found]
        self.verdicts: dict[str, Verdict] = {game.name: verdict for game, verdict in found}
        if not self.games:
            raise click.UsageError(f"{name(folder)} has no game that can be played on.")

    def is_half_done(self, letter: str) -> bool:
        """Whether the program ended between the log and the record of this letter."""
        return letter == self._half_done

    def game(self, wanted: str) -> KnownGame:
        """A game by its name. Raises `Refused`."""
        found = [game for game in self.games if wanted and wanted in (game.name, game.path, *game.numbers)]
        if len(found) != 1:
            raise Refused(f"{shown(wanted) or 'the letter'} names no single game of {name(self.folder)}; give --game")
        return found[0]

    def do(self, decision: Decision, raw: bytes, digest: str) -> list[dict[str, Any]]:
        """Write what is certain, queue what is not; what was done, as lines of the log."""
        letter, game = decision.letter, decision.game
        facts: dict[str, Any] = {
            "letter": digest,
            "message_id": letter.message_id,
            "name": letter.name,
            "from": str(letter.sender),
            "date": letter.date.isoformat() if letter.date else "",
            "game": game.name if game else "",
        }
        if self.log.is_done(digest, facts["game"]) and not self.is_half_done(digest):
            return []
        if not self.dry_run:
            self.log.store(raw)
        if decision.repeats and decision.reading:
            return [self._noted("known", {**facts, "does": decision.reading.statement.played})]
        if decision.certain and game and decision.reading:
            reading = decision.reading
            try:
                return self.write(
                    game, lambda turn: take(turn, reading), "written", facts, reading.statement.conditions
                )
            except score_sheet.NotPossible as error:
                decision = replace(decision, why=str(error))
        return [self._noted("queued", {**facts, "does": decision.does, "why": decision.why})]

    def write(
        self,
        game: KnownGame,
        change: Callable[[Turn], None],
        kind: str,
        facts: dict[str, Any],
        conditions: list[Condition] | None = None,
    ) -> list[dict[str, Any]]:
        """Change a game and write it; then the moves under a condition that come true by that."""
        verdict = self.verdicts[game.name]
        path = os.path.join(self.folder, game.path)  # noqa: PTH118
        stamp = FileStamp.of(path)
        turn = Turn(game.record, notation_for(format_named(verdict.form), verdict))
        seat = turn.record.game.seats[turn.record.end().turn].name
        change(turn)
        wrote = [*turn.made, *turn.told]
        if turn.record.result != "*":
            wrote.append(turn.record.result)
        more = {"game": game.name, "wrote": wrote, "before": _digest_of(path), **facts}
        if conditions:
            more["conditions"] = [{"seat": seat, **one._asdict()} for one in conditions]
        row = self._noted(kind, more)
        if not self.dry_run:
            write_game(path, turn.record, verdict, self.reader, stamp=stamp)
            self._read_again(game)
        else:
            game.record = turn.record
        return [row, *self._conditions(game)]

    def _conditions(self, game: KnownGame) -> list[dict[str, Any]]:
        """Play what the player to move has promised for this case."""
        if game.record.result != "*":
            return []
        so_far = GameSoFar(game.record)
        player = so_far.game.seats[so_far.state.turn].name
        for entry, promises in self._promised(game.name):
            found = promised([condition for seat, condition in promises if seat == player], so_far)
            if found is not None:
                condition, move = found
                by = {"letter": entry.text("letter"), "condition": condition.text, "name": entry.text("name")}
                return self.write(game, partial(_play, move.spelling), "condition", by)
        return []

    def promises_of(self, game: str) -> list[Promise]:
        """What the players of a game have promised to play, the latest first."""
        return [promise for _, promises in self._promised(game) for promise in promises]

    def _promised(self, game: str) -> Iterator[tuple[Entry, list[Promise]]]:
        """The moves under a condition in the log, the latest first: who changes his mind says so in a later letter."""
        for entry in reversed([*self.log.of_game(game)]):
            promises = []
            for one in entry.facts.get("conditions", ()):
                facts = dict(one)
                seat = facts.pop("seat")
                promises.append((seat, Condition(**{**facts, "texts": tuple(facts["texts"])})))
            if promises:
                yield entry, promises

    def _noted(self, kind: str, facts: dict[str, Any]) -> dict[str, Any]:
        if self.dry_run:
            return {"kind": kind, "number": 0, **facts}
        entry = self.log.add(kind, **facts)
        return {"kind": kind, "number": entry.number, **entry.facts}

    def _read_again(self, game: KnownGame) -> None:
        path = os.path.join(self.folder, game.path)  # noqa: PTH118
        for verdict in self.reader.verdicts(path):
            if verdict.game_text.number == game.number and verdict.record is not None:
                self.verdicts[game.name] = verdict
                game.record = verdict.record

    def _find_half_done(self) -> str:
        """The letter of the last entry, where its record is still as it was before that."""
        last: Entry | None = self.log.entries[-1] if self.log.entries else None
        if last is None or last.kind not in WRITING or self.dry_run:
            return ""
        path = os.path.join(self.folder, last.text("game").partition("#")[0])  # noqa: PTH118
        if not os.path.isfile(path) or _digest_of(path) != last.text("before"):  # noqa: PTH113
            return ""
        self.log.add("undone", letter=last.text("letter"), game=last.text("game"), undone=last.number)
        return last.text("letter")


def _games_in(folder: str, reader: RecordReader) -> Iterator[tuple[KnownGame, Verdict]]:
    """The games of a folder that can be played on, each with the verdict on it."""
    for source in reader.sources([folder]):
        if isinstance(source, Unreadable) or source.packed or _is_letter(source.path):
            continue
        verdicts = [one for one in reader.verdicts(source) if one.game_text.number and one.record is not None]
        path = os.path.relpath(source.path, folder)
        for verdict in verdicts:
            if can_be_rewritten(format_named(verdict.form)) and verdict.whole:
                assert verdict.record is not None
                yield KnownGame(path, verdict.game_text.number, verdict.record, several=len(verdicts) > 1), verdict


def _play(spelling: str, turn: Turn) -> None:
    turn.play([spelling])


def _is_letter(path: str) -> bool:
    with open(path, "rb") as stream:  # noqa: PTH123
        return is_mail(stream.read(4096))


def _digest_of(path: str) -> str:
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def _user() -> str:
    import getpass

    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return "unknown"


def _waiting(log: PostLog, number: int) -> Entry:
    """The entry of the queue with a number. Raises `Refused`."""
    found = next((entry for entry in log.queue() if entry.number == number), None)
    if found is None:
        raise Refused(f"no letter {number} waits in the queue (fairyscore post queue lists them)")
    return found


# -- letters in and out -----------------------------------------------------------------------------------------------


def _letters_of(inbox: str) -> list[tuple[bytes, Letter]]:
    """The letters of a path in the order they were sent. Raises `click.UsageError` where it cannot be read."""
    raws: dict[str, bytes] = {}
    letters: list[Letter] = []
    for source in listing.sources([inbox], listing.MAIL_SUFFIXES, limits()):
        try:
            if isinstance(source, Unreadable):
                raise source
            for one in raw_letters(source):
                called = f"{name(source.name)}!{one.number}"
                raws[called] = one.raw
                letters.append(read_letter(one.raw, called, one.line))
        except (OSError, ValueError) as error:
            facts = Unreadable.named(inbox, error).facts
            why = facts.get("why") or facts.get("what") or "it is not a letter"
            raise click.UsageError(f"{name(inbox)} cannot be read: {why}.") from None
    return [(raws[letter.name], letter) for letter in in_order(letters)]


def _line(row: dict[str, Any]) -> str:
    """A line for people on what was done with a letter."""
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


def _refusal(letter: Letter, game: KnownGame | None, why: str) -> EmailMessage:
    """The letter that says why another one is not entered."""
    answer = EmailMessage()
    answer["To"] = formataddr((letter.sender.name, letter.sender.mailbox))
    answer["Subject"] = f"Re: {letter.subject}" if letter.subject else "Your letter"
    if letter.message_id:
        answer["In-Reply-To"] = f"<{letter.message_id}>"
    sent = f" of {letter.date:%Y-%m-%d %H:%M}" if letter.date else ""
    lines = [f"Your letter{sent} was not entered.", "", f"Reason: {why}", ""]
    if game is not None:
        so_far = game.so_far
        player = so_far.game.seats[so_far.state.turn].name
        lines += [f"Game: {game.name}", f"Next: {so_far.next_number} ({player})"]
        lines += [f"Position: {so_far.game.write_position(so_far.state)}", ""]
    lines.append("Please send your move again, alone on a line with its number.")
    answer.set_content("\n".join(lines) + "\n")
    return answer
