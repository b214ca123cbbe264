"""A move that is refused: why, and what was probably meant."""

from __future__ import annotations

import re
from collections.abc import Iterable

from fairyscore.notation.moves.reading import near_unread, notation_of_text
from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.replay.compiled import outcome_of
from fairyscore.notation.replay.context import ReplayContext
from fairyscore.notation.replay.rest import NEAR, try_rest
from fairyscore.notation.rules.did_you_mean import MOST, meant
from fairyscore.notation.rules.moves import PASS, PROMOTED, ParsedMove
from fairyscore.notation.rules.reasons import Code, Reason
from fairyscore.notation.rules.variant import State
from fairyscore.notation.text import shown

IN_PASSING = "e.p."

_PAWN_TAKES = re.compile(r"[a-w][a-w]\d{1,2}\W*")
"""A pawn's capture as the Informant writes it, `ed5`."""


def is_null_move(context: ReplayContext, parsed: ParsedMove) -> bool:
    """Whether a refused move is a null move, by which an annotator lets a player pass.

    Nobody does so in check, or behind the game's end.
    """
    if parsed.action != PASS or parsed.throw or not context.variant.writing.null_moves:
        return False
    return "check" not in context.state.notes() and context.state.outcome() is None


def explain(context: ReplayContext, parsed: ParsedMove, place: int) -> ParsedMove | None:
    """Tell why a move is refused; the move that is made all the same where only its mark was wrong, else None."""
    text, state = context.tokens[place], context.state
    reasons = state.reasons(parsed, shown(text))
    mended = state.forgive(reasons, parsed)
    if (
        mended is not None
        and _PAWN_TAKES.fullmatch(text)
        and [reason.code for reason in reasons] == [Code.CAPTURE_MARK]
    ):
        facts = {"text": shown(text), "meant": f"{text[0]}x{text[1:]}", "why": "a capture without its mark"}
        context.report(RecordCode.UNUSUAL_SPELLING, place, **facts)
        return mended
    listed = context.collector.explains and context.collector.lists(reasons[0].code.value)
    near = meant(state, parsed, context.variant, NEAR) if listed else []
    notation = notation_of_text(text, context.variant)
    _refuse(context, reasons, place, [notation.write(state, move, context.variant) for move in near[:MOST]])
    if mended is None:
        try_rest(context, place, parsed, near)
    return mended


def explain_unread(context: ReplayContext, reasons: tuple[Reason, ...], place: int) -> None:
    """Tell why a token is no move at all."""
    near = near_unread(context.tokens[place], context.state, context.variant) if context.collector.explains else {}
    _refuse(context, reasons, place, near.values())
    try_rest(context, place, None, list(near))


def see_mark(context: ReplayContext, place: int, ply: int, *, idle: bool, followed: bool = False) -> None:
    """Tell a mark of check or mate behind a move, if it is false; once a game.

    idle: whether the move gives no check. followed: whether a legal move follows; else it is the last that was made.
    """
    mark = context.tokens[place].rstrip("!?")[-1:]
    if mark not in ("+", "#") or not (idle or mark == "#") or (RecordCode.FALSE_MARK, "") in context.reported:
        return
    parsed = context.variant.cache.parsed_moves.get(context.tokens[place])
    if parsed is not None and parsed.becomes == PROMOTED:
        return  # shogi: the piece is promoted
    if idle or followed or outcome_of(context.variant, context.state) is None:
        fact = "it gives no check" if idle else "it is no mate"
        _false_mark(context, place, ply, context.tokens[place], mark=mark, fact=fact)


def see_passing(context: ReplayContext, before: State, parsed: ParsedMove, place: int, ply: int) -> None:
    """Tell `e.p.` behind a move that was made, if it takes nothing in passing; once a game. before: the move."""
    move = before.find(parsed)
    passes = move is not None and before.takes(move) and before.piece_at(move.target) is None
    if move is not None and not passes and (RecordCode.FALSE_MARK, IN_PASSING) not in context.reported:
        text = context.tokens[place].rstrip(" .ep")
        _false_mark(context, place, ply, text, mark=IN_PASSING, fact="it takes nothing in passing", why=IN_PASSING)


def see_word_passing(context: ReplayContext, place: int) -> None:
    """`see_passing` where it stands alone, behind the last move of the line; nothing where that is not at hand."""
    depth, before = 0, context.line.before
    for at in range(place - 1, -1, -1):
        token = context.tokens[at]
        depth += (token == ")") - (token == "(")
        if depth < 0 or before is None:
            return
        parsed = None if depth else context.variant.cache.parsed_moves.get(token)
        if parsed is not None:
            see_passing(context, before, parsed, at, context.line.plies)
            return


def _false_mark(context: ReplayContext, place: int, ply: int, move: str, *, why: str = "", **facts: str) -> None:
    context.reported.add((RecordCode.FALSE_MARK, why))
    context.collector.trouble(
        RecordCode.FALSE_MARK, context.span(place), {"move": shown(move), "why": why, **facts}, ply=ply
    )


def _refuse(context: ReplayContext, reasons: tuple[Reason, ...], place: int, near: Iterable[str]) -> None:
    text = shown(context.tokens[place])
    context.collector.refusal(reasons, context.span(place), context.ply, text, tuple(near))
