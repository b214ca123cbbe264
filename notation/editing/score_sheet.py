"""What players note besides their moves: when and with which time a move was made, offers, and how the game ended.

>>> from fairyscore.notation.editing.append import appended
>>> record = appended(Record("chess"), ["e4", "e5"]).record
>>> resigned(record, "white").result, undone(record, 1).line.plies == record.line.plies[:1], claims(record)
('0-1', True, ())
"""

from __future__ import annotations

import datetime
from collections import Counter
from dataclasses import replace

from fairyscore.notation.editing.append import with_comments
from fairyscore.notation.formats import pgn
from fairyscore.notation.records.collector import DiagnosticCollector
from fairyscore.notation.records.marks import commands_of
from fairyscore.notation.records.pgn_lexer import is_result_text
from fairyscore.notation.records.tree import Comment, MoveLine, Record, retagged
from fairyscore.notation.replay import Validator, Verdict
from fairyscore.notation.replay.guess import judged
from fairyscore.notation.rules.variant import Notation

OFFER = "(=)"
"""An offered draw, as players note it (FIDE Laws 8.1.5)."""

DATES = {"date": "%Y.%m.%d %H:%M:%S", "ccsnt": "%Y.%m.%d,%H:%M:%S"}
"""The commands that say when a move was made, and how each writes it."""

FIFTY = 100
"""Plies of fifty moves."""


class NotPossible(ValueError):
    """Something that the game or its record does not allow; the message says why."""


def date_note(record: Record, when: datetime.datetime) -> str:
    """When a move was made, by the command that the record has for it: with its zone, or in UTC where that has none."""
    met = [
        command.name for _, ply in record.line.walk() for comment in ply.comments for command in commands_of(comment)
    ]
    form = next((name for name in reversed(met) if name in DATES), "date")
    if form != "date" and when.tzinfo is not None:
        when = when.astimezone(datetime.UTC)
    zone = f" {when.strftime('%z')[:3]}:{when.strftime('%z')[3:5]}" if form == "date" and when.tzinfo else ""
    return f"[%{form} {when.strftime(DATES[form])}{zone}]"


def resigned(record: Record, seat: str) -> Record:
    """The game won by the other player. Raises `NotPossible` where there are several others."""
    seats = [known.name for known in record.game.seats]
    if len(seats) != 2:
        raise NotPossible(f"in a game of {len(seats)} players nothing says what a resignation is; give --result")
    return ended(record, "0-1" if seat == seats[0] else "1-0", f"{seat.capitalize()} resigns.")


def draw_is_offered(record: Record) -> bool:
    """Whether the last move was made with the offer of a draw."""
    return any(OFFER in comment.text for ply in record.line.plies[-1:] for comment in ply.comments)


def drawn(record: Record, why: str) -> Record:
    """The game drawn, with half a point for everybody."""
    return ended(record, "-".join(["1/2"] * len(record.game.seats)), why)


def ended(record: Record, result: str, why: str = "") -> Record:
    """The record with a result, and a comment that says how it came about."""
    return replace(retagged(with_comments(record, why), {"Result": ""}), result=result)


def undone(record: Record, plies: int) -> Record:
    """The record without its last moves, open again. Raises `NotPossible` where it has fewer."""
    line = record.line
    if plies > len(line.plies):
        raise NotPossible(f"the game has {len(line.plies)} moves of its players, and {plies} cannot be taken back")
    shorter = replace(record, line=replace(line, plies=line.plies[: len(line.plies) - plies]))
    return replace(retagged(shorter, {"Result": "", "Termination": ""}), result="*")


def appended_text(verdict: Verdict, record: Record, notation: Notation, judge: Validator) -> str:
    """The text of a PGN game as it stands, with what its record has beyond that of the verdict in front of the result.

    This is how a game is played on whose variations have faults: no canonical form holds what could not be read. judge: the
    text must mean the record to it. Raises `NotPossible` where something else than moves, comments and the result changed.
    """
    old, text = verdict.record, verdict.game_text.text
    assert old is not None
    played, plies = len(old.line.plies), record.line.plies
    last, now = old.line.plies[-1:], plies[played - 1 : played] if played else ()
    added = now[0].behind[len(last[0].behind) :] if last and now else record.line.intro[len(old.line.intro) :]
    more = tuple(item for item in added if isinstance(item, Comment))
    state = replace(old, line=MoveLine(plies[:played])).end()
    stream = pgn.read(verdict.game_text, DiagnosticCollector("", verdict.game_text))
    tokens = stream.tokens(record.game)
    start, end = len(text.rstrip()), len(text)
    if tokens and is_result_text(tokens[-1]):
        start, end = stream.spans(record.game)[len(tokens) - 1]
    tail = pgn.moves_from(state, replace(record, line=MoveLine(plies[played:], more)), notation)
    text = f"{text[:start].rstrip()}\n{tail}{text[end:] or chr(10)}"
    begin, close = stream.place_of("Result")
    if close and record.result != old.result:
        text = f'{text[:begin]}[Result "{record.result}"{text[close:]}'
    read = judged(judge, verdict.game_text._replace(text=text)).record
    if read is None or read.tags != record.tags or read.line != record.line or read.result != record.result:
        raise NotPossible("the game has a fault, and only moves can be added to it; mend it first (fairyscore repair)")
    return text


def claims(record: Record) -> tuple[str, ...]:
    """Why a draw may be claimed in the last position: by a third repetition, by fifty moves; empty where it may not."""
    if not record.game.rules.counts_repetition:
        return ()
    state = record.start()
    met = Counter(now.key() for now, _ in record.steps(state))
    met[state.key()] += 1
    found = (
        ("threefold repetition", met[state.key()] >= 3),
        ("fifty moves without capture or pawn move", state.halfmove_clock >= FIFTY),
    )
    return tuple(why for why, holds in found if holds)
