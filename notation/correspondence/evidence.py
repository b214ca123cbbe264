"""What the log of a post office proves: no line of it was changed, its letters are there, and the records follow from it.

>>> import tempfile, os
>>> from fairyscore.notation.records.tree import Record
>>> folder = tempfile.mkdtemp()
>>> log = PostLog(os.path.join(folder, ".post"))
>>> letter = log.store(b"From: anna@example.org\\n\\n1. e4")
>>> entry = log.add("written", letter=letter, game="one.pgn", wrote=["1. e4"])
>>> [doubt.message for doubt in doubts_about_log(log)]
[]
>>> found = evidence_of(log, "one.pgn", Record("chess"))
>>> found.moves, found.by_letter, [doubt.message for doubt in found.doubts]
(0, 0, ['the log has 1. e4, and the record ends before'])

A chain of digests shows lines that were changed, put between or taken out. It does not show lines that were cut from its
end: for that, somebody else has to know the digest of an earlier line (`PostLog.digests`).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from fairyscore.notation.clocks.times import TimeStamp, times_of
from fairyscore.notation.correspondence.log import WRITING, LogEntry, PostLog
from fairyscore.notation.moves.reading import legal_move
from fairyscore.notation.records.pgn_lexer import is_result_text
from fairyscore.notation.records.tree import Comment, Record, numbered
from fairyscore.notation.rules.moves import Move
from fairyscore.notation.rules.state import State
from fairyscore.notation.text import shown

_NUMBERED = re.compile(r"(\d+\.(?:\.\.)?) (.+)")


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something that the log does not prove.

    line: of the log, 0 for none; help: what to do. game: its name, empty where it is the log that is in doubt.
    """

    line: int
    message: str
    help: str
    game: str = ""


@dataclass(frozen=True, slots=True)
class Evidence:
    """The evidence of a log on a game. moves: of the main line; by_letter: those of them that the log has."""

    game: str
    moves: int
    by_letter: int
    doubts: tuple[Doubt, ...]


@dataclass(frozen=True, slots=True)
class Proof:
    """The proof of a folder by its log. games: those that it wrote to; doubts: about the log, and then about the games."""

    games: tuple[Evidence, ...]
    doubts: tuple[Doubt, ...]


def proof_of(log: PostLog, records: Mapping[str, Record], digest: str = "") -> Proof:
    """The proof that the log is as it was written and that the records follow from it, or what speaks against it.

    records: those that are there, by the names of their games. digest: what that of some line begins with, as somebody has
    kept it; without it, lines may have been cut from the end.
    """
    doubts = [*doubts_about_log(log)]
    if digest and not any(one.startswith(digest.casefold()) for one in log.digests):
        doubts.append(
            Doubt(0, f"no line has the digest {shown(digest)}", "Lines were cut or changed; compare with a copy.")
        )
    named = dict.fromkeys(entry.text("game") for entry in log.entries if entry.kind in WRITING)
    missing = ("no record of this name is there or can be read", "Put it back from a copy.")
    doubts += (Doubt(0, *missing, game) for game in named if game not in records)
    games = tuple(evidence_of(log, game, records[game]) for game in named if game in records)
    doubts += (doubt for one in games for doubt in one.doubts)
    return Proof(games, tuple(doubts))


def doubts_about_log(log: PostLog) -> Iterator[Doubt]:
    """The faults of a log's chain, letters and answers, whatever the records are."""
    if log.broken:
        yield Doubt(
            log.broken,
            "it does not follow from the line before",
            "It was changed, or lines were put in or taken out. Compare with a copy; nothing from here on is proved.",
        )
    yield from _doubts_about_letters(log)
    yield from _doubts_about_answers(log)


def _doubts_about_letters(log: PostLog) -> Iterator[Doubt]:
    seen: set[str] = set()
    for entry in log.entries:
        letter = entry.text("letter")
        if not letter or letter in seen:
            continue
        seen.add(letter)
        try:
            raw = log.letter(letter)
        except OSError:
            yield Doubt(entry.number, f"its letter is missing: {letter}.eml", "Put it back from the mailbox.")
            continue
        if hashlib.sha256(raw).hexdigest() != letter:
            yield Doubt(entry.number, f"its letter was changed: {letter}.eml", "Put back the one of the mailbox.")


def _doubts_about_answers(log: PostLog) -> Iterator[Doubt]:
    """Letters that were accepted or rejected without having waited, or twice."""
    waiting: set[object] = set()
    for entry in log.entries:
        if entry.kind == "queued":
            waiting.add(entry.number)
        elif entry.kind in ("accepted", "rejected"):
            answered = entry.facts.get("queued")
            if answered not in waiting:
                yield Doubt(entry.number, f"no letter {answered} waited then", "Compare with a copy of the log.")
            waiting.discard(answered)


def evidence_of(log: PostLog, game: str, record: Record) -> Evidence:
    """How the record of a game follows from the log: each move and result that the log has must be there, in its order."""
    state = record.start()
    steps = [(numbered(now), now.copy(), ply.move) for now, ply in record.steps(state)]
    dates = [times_of(*ply.comments).moved for ply in record.line.plies]
    doubts: list[Doubt] = []
    at = by_letter = 0
    result = ("", 0)
    for entry in _written(log, game):
        for text in map(str, entry.facts.get("wrote", ())):
            if is_result_text(text):
                result = (text, entry.number)
                continue
            found = _NUMBERED.fullmatch(text)
            if found is None:
                continue  # an offer, a claim
            number, move = found.groups()
            fitting = (
                place
                for place, (own, now, made) in enumerate(steps[at:], at)
                if own == number and legal_move(move, now.copy(), record.game) == made
            )
            place = next(fitting, None)
            if place is None:
                doubts.append(_differs(entry, text, _what_stands(number, steps, record), game))
                continue
            if (doubt := _differs_in_date(entry, text, dates[place], game)) is not None:
                doubts.append(doubt)
            at = place + 1
            by_letter += 1
    if result[0] and result[0] != record.result:
        message = f"the log has the result {result[0]}, and the record {record.result}"
        doubts.append(Doubt(result[1], message, _LOOK_AT_LETTER, game))
    return Evidence(game, len(steps), by_letter, tuple(doubts))


_LOOK_AT_LETTER = "Read the letter of this line, and put the record right."


def _written(log: PostLog, game: str) -> Iterator[LogEntry]:
    """The entries after which the record of a game was written; those are left out that were done again."""
    undone = {entry.facts.get("undone") for entry in log.of_game(game) if entry.kind == "undone"}
    return (entry for entry in log.of_game(game) if entry.kind in WRITING and entry.number not in undone)


def _what_stands(number: str, steps: list[tuple[str, State, Move]], record: Record) -> str:
    """The move with a number in the record, as text; empty where it ends before."""
    notation = record.game.writing.usual
    found = (notation.write(state.copy(), move, record.game) for own, state, move in steps if own == number)
    return next(found, "")


def _differs_in_date(entry: LogEntry, text: str, stands: TimeStamp | None, game: str) -> Doubt | None:
    """The doubt about a move whose date is not the one that was written with it, None where it is."""
    noted = times_of(Comment(entry.text("dated"))).moved
    if "dated" not in entry.facts or noted == stands:
        return None
    written, found = (f"the date {one}" if one else "no date" for one in (noted, stands))
    return Doubt(entry.number, f"the log has {text} with {written}, and the record with {found}", _LOOK_AT_LETTER, game)


def _differs(entry: LogEntry, text: str, stands: str, game: str) -> Doubt:
    other = f"the record has {stands} there" if stands else "the record ends before"
    return Doubt(entry.number, f"the log has {text}, and {other}", _LOOK_AT_LETTER, game)
