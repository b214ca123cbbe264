"""A folder of games with its post office: what is certain is written, all else is noted for a person.

An entry of the log is on the disk before the record is written. If the program ends between the two, the next run finds
that the record is still as it was, notes that, and does it again, once.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from fairyscore.notation.correspondence.addressing import FolderGame
from fairyscore.notation.correspondence.dates import Event, why_impossible
from fairyscore.notation.correspondence.entering import end, enter, play_at_once
from fairyscore.notation.correspondence.game_so_far import GameSoFar
from fairyscore.notation.correspondence.harmless import HarmlessSentences, as_compared, why_unteachable
from fairyscore.notation.correspondence.inbox import ReceivedLetter
from fairyscore.notation.correspondence.log import WRITING, LogEntry, PostLog
from fairyscore.notation.correspondence.post_office import TRUSTS, Decision, PostOffice
from fairyscore.notation.correspondence.reading import (
    NO_EVENT,
    LetterReading,
    Promise,
    UnknownSentence,
    promised,
    read_through,
)
from fairyscore.notation.correspondence.statement import ConditionalMoves
from fairyscore.notation.editing import score_sheet
from fairyscore.notation.editing.game_file import write_back
from fairyscore.notation.editing.rewrite import can_be_rewritten, notation_for
from fairyscore.notation.editing.turn import RecordEdit
from fairyscore.notation.formats.registry import format_named
from fairyscore.notation.mail.codes import LetterCode
from fairyscore.notation.mail.containers import is_mail
from fairyscore.notation.mail.message import MailLetter, read_letter
from fairyscore.notation.records.diagnostics import Severity
from fairyscore.notation.storage.source import POST_FOLDER, Unreadable
from fairyscore.notation.storage.writing import FileStamp
from fairyscore.notation.text import shown

if TYPE_CHECKING:
    import datetime

    from fairyscore.notation.reader import RecordReader
    from fairyscore.notation.records.tree import Record
    from fairyscore.notation.replay import Verdict

ENDS = ("resigns", "draw")
"""Ends that a person reads in a letter; a draw is agreed, or offered with a dictated move."""

_FINAL = frozenset({LetterCode.SENDER.value, LetterCode.DRAW.value, LetterCode.RESULT.value})
"""What is wrong with a letter that nobody can confirm: the rules forbid what it states."""

Untaught = tuple[str, str]
"""A sentence that is not kept as harmless, and why."""


class Lesson(NamedTuple):
    """What the folder learns from a letter that a person confirms.

    sentences: those that are harmless from now on
    untaught: those that are not
    """

    sentences: Sequence[str] = ()
    untaught: Sequence[Untaught] = ()


Row = dict[str, Any]
"""What was done with a letter: `kind`, `number`, and the facts of the line of the log."""


class FolderError(ValueError):
    """Why a folder of games cannot be used as it is asked for, in one sentence."""


class NoGames(FolderError):
    """There is no game that can be played on."""


def log_of(folder: str) -> PostLog:
    """The log of a folder of games."""
    return PostLog(os.path.join(folder, POST_FOLDER))  # noqa: PTH118


def games_in(folder: str, reader: RecordReader) -> Iterator[tuple[FolderGame, Verdict]]:
    """The games of a folder that can be played on, each with the verdict on it."""
    for source in reader.sources([folder]):
        if isinstance(source, Unreadable) or source.packed or _is_letter(source.path):
            continue
        verdicts = [one for one in reader.verdicts(source) if one.game_text.number and one.record is not None]
        path = os.path.relpath(source.path, folder)
        for verdict in verdicts:
            if can_be_rewritten(format_named(verdict.form)) and verdict.whole:
                assert verdict.record is not None
                yield FolderGame(path, verdict.game_text.number, verdict.record, several=len(verdicts) > 1), verdict


def _date_of(letter: MailLetter) -> str:
    """The date of a letter as the log has it; empty for none."""
    return letter.date.isoformat() if letter.date else ""


class GameFolder:
    """The games of a folder with their log.

    dry_run: nothing is written, and the rows say what would be. on_written: called with the path of a file that was
    written anew, and its stamp before. Raises `FolderError` where the log was changed, and
    `NoGames`.
    """

    def __init__(
        self,
        folder: str,
        reader: RecordReader,
        *,
        dry_run: bool = False,
        on_written: Callable[[str, FileStamp], None] | None = None,
        event: Event = NO_EVENT,
    ) -> None:
        self.folder, self.reader, self.dry_run, self.on_written = folder, reader, dry_run, on_written
        self.log = log_of(folder)
        self.event = event._replace(languages_of=self.log.languages_of)
        if self.log.broken:
            raise FolderError(f"line {self.log.broken} of {self.log.path} was changed; put back a good copy")
        self.harmless = HarmlessSentences(str(self.log.folder))
        if not dry_run:
            self._note_half_done()
        found = list(games_in(folder, reader))
        self.games = [game for game, _ in found]
        self.verdicts: dict[str, Verdict] = {game.name: verdict for game, verdict in found}
        if not self.games:
            raise NoGames("has no game that can be continued")

    def game(self, wanted: str) -> FolderGame:
        """A game by its name. Raises `FolderError`."""
        found = [game for game in self.games if wanted and wanted in (game.name, game.path, *game.numbers)]
        if len(found) != 1:
            called = shown(wanted) or "the letter"
            raise FolderError(f"{called} names no single game of {shown(self.folder, 200)}; give --game")
        return found[0]

    # -- a mailbox --

    def office(self, trust: str) -> PostOffice:
        """The post office of these games. trust: one of `TRUSTS`."""
        return PostOffice(
            self.games,
            trust=trust,
            game_of=self.log.game_of,
            promises_of=self.promises_of,
            harmless=self.harmless.sentences,
            event=self.event,
        )

    def resume(self) -> list[Row]:
        """Play the moves under a condition that were due when the program ended early."""
        last = self.log.entries[-1] if self.log.entries else None
        while last is not None and last.kind == "undone":
            last = self._entry_undone(last)
        if last is None or last.kind not in WRITING or self.dry_run:
            return []
        game = next((game for game in self.games if game.name == last.text("game")), None)
        if game is None or not _ends_with(game.record, last):
            return []
        return self._play_conditions(game)

    def _entry_undone(self, entry: LogEntry) -> LogEntry | None:
        """The entry before a last one that was never carried out."""
        number = int(entry.facts.get("undone", 1))  # a log that was edited may lack it
        before = (one for one in reversed(self.log.entries[: max(0, number - 1)]) if one.kind in WRITING)
        return next((one for one in before if one.text("game") == entry.text("game")), None)

    def receive(self, received: ReceivedLetter, office: PostOffice) -> list[Row] | None:
        """Do what a letter states; None where it was read before."""
        digest = hashlib.sha256(received.raw).hexdigest()
        if self.log.is_done(digest):
            return None
        decisions = office.decide(received.letter)
        rows: list[Row] = []
        for part, decision in enumerate(decisions, 1):
            if not self.log.is_done(digest, part):
                parts = {"part": part, "parts": len(decisions)} if len(decisions) > 1 else {}
                rows += self._do(decision, received.raw, {"letter": digest, **parts})
        return rows

    def _do(self, decision: Decision, raw: bytes, facts: Row) -> list[Row]:
        """Write what is certain, queue what is not; what was done, as lines of the log."""
        letter, game = decision.letter, decision.game
        facts = {
            **facts,
            "message_id": letter.message_id,
            "name": letter.name,
            "from": str(letter.sender),
            "date": _date_of(letter),
            "game": game.name if game else "",
        }
        if decision.reading is not None:
            known = {"leave": decision.reading.leave, "languages": list(decision.reading.languages)}
            facts.update({name: fact for name, fact in known.items() if fact})
        if not self.dry_run:
            self.log.store(raw)
        if decision.repeats and decision.reading:
            return [self._noted("known", {**facts, "does": decision.reading.statement.played})]
        if decision.certain and game and decision.reading:
            reading = decision.reading
            try:
                change = partial(enter, reading=reading)
                return self._write(game, change, "written", facts, reading.statement.conditions)
            except score_sheet.NotPossible as error:
                decision = replace(decision, why=str(error))
        return [self._noted("queued", {**facts, "does": decision.does, "why": decision.why})]

    # -- a person's decisions --

    def waiting(self, number: int) -> LogEntry:
        """The entry of the queue with a number. Raises `FolderError`."""
        found = next((entry for entry in self.log.queue() if entry.number == number), None)
        if found is None:
            raise FolderError(f"no letter {number} waits in the queue (fairyscore post queue lists them)")
        return found

    def accept(
        self,
        number: int,
        move: str,
        game_name: str,
        by: str,
        *,
        ends: str = "",
        teaches: bool = False,
        date: datetime.datetime | None = None,
    ) -> list[Row]:
        """Write what a queued letter proposes, or what is dictated. Raises `FolderError` where that is not possible.

        move: instead of the proposed one.
        ends: one of `ENDS`, where the letter says so in words that are not understood.
        teaches: keep its harmless sentences; the first row has those that are new in `taught`, the others in `untaught`.
        date: of the move, where that of the letter is missing or wrong.
        """
        entry = self.waiting(number)
        game = self.game(game_name or entry.text("game"))
        letter = self._letter_of(entry)
        if date is not None:
            letter = replace(letter, date=date)
        reading = self._read_anew(letter, game, self.harmless.sentences)
        is_dictated = bool(move or ends)
        why = self._against(entry, game, reading, is_dictated=is_dictated, ends=ends, game_name=game_name)
        if not why and (move or (reading.statement.move and not ends)):
            impossible = why_impossible(letter.date, game.record, self.event)
            why = impossible and f"{impossible}; give the date of the move (--date)"
        if why:
            raise FolderError(f"letter {number} is not entered: {why}")
        if not reading.seat:
            reading.seat = game.so_far.game.seats[game.so_far.state.turn].name
        lesson = self._lesson(letter, game, reading, is_dictated=is_dictated) if teaches else Lesson()
        enters = partial(_dictated, move=move, ends=ends) if is_dictated else enter
        facts = {"letter": entry.text("letter"), "message_id": letter.message_id, "date": _date_of(letter)}
        try:
            rows = self._write(
                game, partial(enters, reading=reading), "accepted", {**facts, "queued": number, "by": by}
            )
        except score_sheet.NotPossible as fault:
            raise FolderError(f"letter {number} is not entered: {fault}") from None
        rows[0]["taught"] = self.harmless.teach(lesson.sentences)
        rows[0]["untaught"] = lesson.untaught
        return rows

    def _letter_of(self, entry: LogEntry) -> MailLetter:
        """A letter of the queue as it was read for its game: that part of it, without its headings."""
        try:
            raw = self.log.letter(entry.text("letter"))
        except OSError:
            raise FolderError(f"letter {entry.number} is missing in {self.log.folder}; put it back") from None
        letter = read_letter(raw, entry.text("name"))
        parts = self.office(TRUSTS[0]).decide(letter)
        part = int(entry.facts.get("part", 1))
        return parts[part - 1].letter if 0 < part <= len(parts) else letter

    def _read_anew(self, letter: MailLetter, game: FolderGame, harmless: frozenset[str]) -> LetterReading:
        """A letter as a person confirms it: from whomever, and of whatever date."""
        return read_through(letter, game.so_far, self.promises_of(game.name), any_sender=True, harmless=harmless)

    def _against(
        self, entry: LogEntry, game: FolderGame, reading: LetterReading, *, is_dictated: bool, ends: str, game_name: str
    ) -> str:
        """Why nobody can confirm a letter of the queue; empty where nothing speaks against it."""
        statement, so_far = reading.statement, game.so_far
        player = so_far.game.seats[so_far.state.turn].name
        over = game.record.result if game.record.result != "*" else self.event.ruling(game.record)
        if over:
            return f"the game is over: {over}"
        resigns = ends == "resigns" or (not is_dictated and statement.resigns is not None)
        if resigns and not reading.seat:
            return "nothing tells which player resigns (fairyscore play FILE --resign SEAT)"
        if is_dictated:
            wrong_turn = not resigns and reading.seat not in ("", player)
            return f"{reading.seat} has sent it, and {player} is to move" if wrong_turn else ""
        final = _FINAL - ({LetterCode.SENDER.value} if statement.accepts else set())  # `enter` says whose offer it is
        errors = (one for one in reading.diagnostics if one.severity is Severity.ERROR and one.code in final)
        if fault := next(errors, None):
            return fault.message
        if statement.silent or not (entry.text("does") or game_name):
            return "it states nothing that could be written; give --move, --resigns or --draw"
        if not game_name and reading.does != entry.text("does"):
            return f"it proposed {entry.text('does')}, and reads as {reading.does} now; give --move"
        return ""

    def _lesson(self, letter: MailLetter, game: FolderGame, reading: LetterReading, *, is_dictated: bool) -> Lesson:
        """The sentences of a confirmed letter that are harmless: without them all of it must have been certain."""
        if is_dictated:
            return Lesson(untaught=[(one.text, "the move was dictated, not read") for one in reading.unknown_sentences])
        unknown = [(one.text, _why_untaught(one)) for one in reading.unknown_sentences]
        if not unknown:
            return Lesson(untaught=[("", "no sentence kept the letter waiting")])
        if any(why for _, why in unknown):
            return Lesson(untaught=[(text, why or "the letter would wait for the others") for text, why in unknown])
        texts = [text for text, _ in unknown]
        harmless = self.harmless.sentences | set(map(as_compared, texts))
        again = self._read_anew(letter, game, harmless)
        is_same = again.statement.move is not None and again.statement.move == reading.statement.move
        if is_same and not again.refused:
            return Lesson(texts)
        errors = (one.message for one in again.diagnostics if one.severity is Severity.ERROR)
        why = f"the letter would still wait: {next(errors, 'it makes no move')}"
        return Lesson(untaught=[(text, why) for text in texts[:1]])

    def reject(self, number: int, why: str, by: str) -> LogEntry:
        """Take a letter out of the queue; the entry that waited. Raises `FolderError`."""
        entry = self.waiting(number)
        facts = {"letter": entry.text("letter"), "game": entry.text("game"), "queued": number}
        self.log.add("rejected", **facts, why=why or entry.text("why"), by=by)
        return entry

    # -- records --

    def _write(
        self,
        game: FolderGame,
        change: Callable[[RecordEdit], None],
        kind: str,
        facts: Row,
        conditions: list[ConditionalMoves] | None = None,
    ) -> list[Row]:
        """Change a game and write it; then the moves under a condition that come true by that."""
        verdict = self.verdicts[game.name]
        path = os.path.join(self.folder, game.path)  # noqa: PTH118
        stamp = FileStamp.of(path)
        turn = RecordEdit(game.record, notation_for(format_named(verdict.form), verdict))
        seat = turn.record.game.seats[turn.record.end().turn].name
        change(turn)
        wrote = [*turn.moves, *turn.lines]
        if turn.record.result != "*":
            wrote.append(turn.record.result)
        entry: Row = {"game": game.name, "wrote": wrote, "before": _digest_of(path), **facts}
        if turn.moves:
            entry["dated"] = score_sheet.last_date_note(turn.record)
        if conditions:
            entry["conditions"] = [{"seat": seat, **one._asdict()} for one in conditions]
        row = self._noted(kind, entry)
        if self.dry_run:
            game.record = turn.record
        else:
            write_back(path, verdict, turn.record, self.reader, stamp=stamp)
            if self.on_written is not None:
                self.on_written(path, stamp)
            self._read_again(game)
        return [row, *self._play_conditions(game)]

    def _play_conditions(self, game: FolderGame) -> list[Row]:
        """Play what the player to move has promised for this case, at once: on the date of the move before it."""
        if game.record.result != "*":
            return []
        so_far = GameSoFar(game.record)
        player = so_far.game.seats[so_far.state.turn].name
        for entry, promises in self._promised(game.name):
            found = promised([condition for seat, condition in promises if seat == player], so_far)
            if found is not None:
                condition, move = found
                facts = {"letter": entry.text("letter"), "condition": condition.text, "name": entry.text("name")}
                return self._write(game, partial(play_at_once, move=move.spelling), "condition", facts)
        return []

    def promises_of(self, game: str) -> list[Promise]:
        """The conditional moves of the players of a game, the latest first."""
        return [promise for _, promises in self._promised(game) for promise in promises]

    def _promised(self, game: str) -> Iterator[tuple[LogEntry, list[Promise]]]:
        """The moves under a condition in the log, the latest first: who changes his mind says so in a later letter."""
        for entry in reversed([*self.log.of_game(game)]):
            promises = []
            for one in entry.facts.get("conditions", ()):
                facts = dict(one)
                seat = facts.pop("seat")
                promises.append((seat, ConditionalMoves(**{**facts, "texts": tuple(facts["texts"])})))
            if promises:
                yield entry, promises

    def _noted(self, kind: str, facts: Row) -> Row:
        if self.dry_run:
            return {"kind": kind, "number": 0, **facts}
        entry = self.log.add(kind, **facts)
        return {"kind": kind, "number": entry.number, **entry.facts}

    def _read_again(self, game: FolderGame) -> None:
        path = os.path.join(self.folder, game.path)  # noqa: PTH118
        for verdict in self.reader.verdicts(path):
            if verdict.game_text.number == game.number and verdict.record is not None:
                self.verdicts[game.name] = verdict
                game.record = verdict.record

    def _note_half_done(self) -> None:
        """Note the last entry as not carried out, where its record is still as it was before it."""
        last = self.log.entries[-1] if self.log.entries else None
        if last is None or last.kind not in WRITING:
            return
        path = os.path.join(self.folder, last.text("game").partition("#")[0])  # noqa: PTH118
        if os.path.isfile(path) and _digest_of(path) == last.text("before"):  # noqa: PTH113
            self.log.add("undone", letter=last.text("letter"), game=last.text("game"), undone=last.number)


def _ends_with(record: Record, entry: LogEntry) -> bool:
    """True if the last move of a record is the last one that an entry wrote."""
    moves = [text for text in map(str, entry.facts.get("wrote", ())) if text[:1].isdigit() and " " in text]
    if not moves or not record.line.plies:
        return False
    again = score_sheet.appended(score_sheet.undone(record, 1), [moves[-1].partition(" ")[2]])
    return again.refused is None and again.record.line.plies[-1].move == record.line.plies[-1].move


def _why_untaught(sentence: UnknownSentence) -> str:
    return why_unteachable(sentence.text) if sentence.alone else "it is a part of a longer sentence"


def _dictated(turn: RecordEdit, reading: LetterReading, move: str, ends: str) -> None:
    """Enter what a person reads in a letter. Raises `FolderError`, and `NotPossible` where the rules forbid it."""
    if not move:
        end(turn, reading, ends)
        return
    refused = turn.play([move])
    if refused is not None or not turn.moves:
        reasons = "; ".join(map(str, refused.reasons)) if refused else "it is no move"
        raise FolderError(f"{shown(move)} is not written: {reasons}")
    turn.note(date=reading.letter.date, offers=ends == "draw")
    if ends == "draw":
        turn.lines.append(f"{reading.seat} offers a draw")


def _is_letter(path: str) -> bool:
    with open(path, "rb") as stream:  # noqa: PTH123
        return is_mail(stream.read(4096))


def _digest_of(path: str) -> str:
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()
