"""Moves appended to a record: checked as the rules have it, in any notation of the game.

>>> from fairyscore.notation.records.game_text import GameText
>>> from fairyscore.notation.replay import Validator
>>> record = Validator(keep=True).judge(GameText(1, '[White "Anna"]\\n\\n1. f3 e5 *', 1)).record
>>> longer = appended(record, ["g4", "Qd8-h4!"])
>>> longer.record.result, [ply.nags for ply in longer.record.line.plies], len(longer.played)
('0-1', [(), (), (), (1,)], 2)
>>> appended(record, ["Kf2", "Ke6"]).refused.text
'Ke6'
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from fairyscore.notation.moves.reading import is_skipped, parse_move, suggestions, unread_suggestions
from fairyscore.notation.records.nags import glyphs_of_move
from fairyscore.notation.records.tree import Ply, Record, retagged, settle
from fairyscore.notation.rules.moves import Move, ParsedMove
from fairyscore.notation.rules.outcome import Outcome
from fairyscore.notation.rules.reasons import Reason
from fairyscore.notation.rules.variant import State, Variant
from fairyscore.notation.text import shown

_NUMBER = re.compile(r"\d+[.)]+|\d{1,3}")
"""A bare number of four digits is a move (ICCF)."""


@dataclass(frozen=True, slots=True)
class MoveRefused:
    """The first move that is not legal, with all its reasons, and legal ones that were probably meant."""

    text: str
    reasons: tuple[Reason, ...]
    suggestions: tuple[str, ...]


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

    moves: texts of moves; numbers and comments are no moves, and skipped. A result the record has already is not looked at.
    """
    game, state = record.game, record.start()
    for ply in record.line.plies:
        settle(state, ply.move)
        state.push_unchecked(ply.move)
    played: list[Played] = []
    plies: list[Ply] = []
    refused = None
    for text in moves:
        if is_skipped(text) or _NUMBER.fullmatch(text):
            continue
        state.outcome()  # who is to move and cannot leaves the game now (K-5)
        found = _found(text, state, game)
        if isinstance(found, MoveRefused):
            refused = found
            break
        played.append(Played(found, state.copy()))
        plies.append(Ply(found, glyphs_of_move(text)))
        state.push_unchecked(found)
    outcome = state.outcome()
    longer = replace(record, line=replace(record.line, plies=(*record.line.plies, *plies)))
    if outcome is not None and plies:
        longer = replace(retagged(longer, {"Result": ""}), result=outcome.result)
    return Longer(longer, tuple(played), state, outcome, refused)


def _found(text: str, state: State, game: Variant) -> Move | MoveRefused:
    parsed = parse_move(text, game)
    if not isinstance(parsed, ParsedMove):
        return MoveRefused(text, parsed, unread_suggestions(text, state, game))
    reasons = state.reasons(parsed, shown(text))
    move = None if reasons else state.find(parsed)
    return move or MoveRefused(text, reasons, suggestions(state, parsed, text, game))
