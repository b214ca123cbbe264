"""Moves appended to a record: checked as the rules have it, in any notation of the game.

>>> from fairyscore.notation.records.game_text import GameText
>>> from fairyscore.notation.replay import Validator
>>> record = Validator(keep=True).judge(GameText(1, '[White "Anna"]\\n\\n1. f3 e5 *', 1)).record
>>> longer = appended(record, ["g4", "Qd8-h4!"])
>>> longer.record.result, [ply.nags for ply in longer.record.line.plies], len(longer.played)
('0-1', [(), (), (), (1,)], 2)
>>> appended(record, ["Kf2", "Ke6"]).refused.text
'Ke6'
>>> str(appended(record, ["3.", "Kf2"]).refused.reasons[0])
'the number 3. stands in front of the move 2.'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from fairyscore.notation.moves.reading import MoveRefusal, is_skipped, legal_move
from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.records.nags import glyphs_of_move, nag_of
from fairyscore.notation.records.tree import Comment, Ply, Record, numbered, retagged
from fairyscore.notation.rules.moves import Move
from fairyscore.notation.rules.outcome import Outcome
from fairyscore.notation.rules.reasons import Fact, Reason
from fairyscore.notation.rules.variant import State
from fairyscore.notation.text import shown

_NUMBER = re.compile(r"(\d+)([.)…]+)|(\d{1,3})")
"""A bare number of four digits is a move (ICCF)."""


@dataclass(frozen=True, slots=True)
class WrongNumber:
    """A number that is not that of the next move; it reads as a `Reason` does."""

    text: str
    expected: str
    code: RecordCode = RecordCode.MOVE_NUMBER
    facts: Mapping[str, Fact] = field(default_factory=dict)
    rule: str = ""

    def __str__(self) -> str:
        return f"the number {shown(self.text)} stands in front of the move {self.expected}"


@dataclass(frozen=True, slots=True)
class MoveRefused:
    """The first move that is not legal, with all its reasons, and legal ones that were probably meant."""

    text: str
    reasons: tuple[Reason | WrongNumber, ...]
    suggestions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Played:
    """A move that was made. before: a table of its own."""

    move: Move
    before: State


@dataclass(frozen=True, slots=True)
class Longer:
    """What came of it. record: with all moves up to one that is refused; state: the position behind them."""

    record: Record
    played: tuple[Played, ...]
    state: State
    outcome: Outcome | None
    refused: MoveRefused | None


def appended(record: Record, moves: Iterable[str]) -> Longer:
    """The record with moves behind its main line. Where the rules end the game by them, its result says so.

    moves: tokens as a PGN lexer gives them. Numbers must fit; comments and glyphs stay behind the move they follow.
    A result the record has already is not looked at.
    """
    game, state = record.game, record.end()
    played: list[Played] = []
    plies: list[Ply] = []
    intro: list[Comment] = []
    refused = None
    for text in moves:
        if number := _NUMBER.fullmatch(text):
            refused = _wrong_number(number, state)
            if refused:
                break
            continue
        if is_skipped(text) or text[:1] in "{;":
            inner, nag = text[1:].removesuffix("}" if text[0] == "{" else ""), nag_of(text)
            comments = [Comment(inner)] if text[0] in "{;" and inner.strip() else []
            if plies:
                last = plies[-1]
                nags = last.nags if nag is None else (*last.nags, nag)
                plies[-1] = replace(last, nags=nags, behind=(*last.behind, *comments))
            else:
                intro += comments
            continue
        state.outcome()  # who is to move and cannot leaves the game now (K-5)
        found = legal_move(text, state, game)
        if isinstance(found, MoveRefusal):
            refused = MoveRefused(text, *found)
            break
        played.append(Played(found, state.copy()))
        plies.append(Ply(found, glyphs_of_move(text)))
        state.push_unchecked(found)
    outcome = state.outcome()
    record = with_comments(record, *(comment.text for comment in intro))
    longer = replace(record, line=replace(record.line, plies=(*record.line.plies, *plies)))
    if outcome is not None and plies:
        longer = replace(retagged(longer, {"Result": ""}), result=outcome.result)
    return Longer(longer, tuple(played), state, outcome, refused)


def _wrong_number(found: re.Match[str], state: State) -> MoveRefused | None:
    """Why a number cannot stand in front of the next move; None where it can."""
    number, dots = int(found[1] or found[3]), found[2] or ""
    first = state.turn == state.playing()[0]
    if number == state.fullmove_number and not (first and (len(dots) > 1 or "…" in dots)):
        return None
    return MoveRefused(found[0], (WrongNumber(found[0], numbered(state)),))


def with_comments(record: Record, *texts: str) -> Record:
    """The record with comments behind its last move, or in front of the first one; commands first, all in one comment."""
    comments = [text for text in texts if text]
    if not comments:
        return record
    comment, line = Comment(" ".join(comments)), record.line
    if not line.plies:
        return replace(record, line=replace(line, intro=(*line.intro, comment)))
    last = replace(line.plies[-1], behind=(*line.plies[-1].behind, comment))
    return replace(record, line=replace(line, plies=(*line.plies[:-1], last)))
