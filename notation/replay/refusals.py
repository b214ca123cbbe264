"""A move that is refused: why, and what was probably meant."""

from __future__ import annotations

from fairyscore.notation.moves.reading import suggestions, unread_suggestions
from fairyscore.notation.replay.context import ReplayContext
from fairyscore.notation.rules.moves import PASS, ParsedMove
from fairyscore.notation.rules.reasons import Reason
from fairyscore.notation.text import shown


def is_null_move(context: ReplayContext, parsed: ParsedMove) -> bool:
    """Whether a refused move is a null move of an annotator, who lets a player pass to show a threat; told once a game.

    Nobody does so in check, or behind the game's end.
    """
    if not context.waiting or parsed.action != PASS or parsed.throw or not context.variant.null_moves:
        return False
    return "check" not in context.state.notes() and context.state.outcome() is None


def explain(context: ReplayContext, parsed: ParsedMove, place: int) -> ParsedMove | None:
    """Tell why a move is refused; the move that is made all the same where only its mark was wrong, else None."""
    text, state = context.tokens[place], context.state
    reasons = state.reasons(parsed, shown(text))
    listed = context.collector.lists(reasons[0].code.value)
    _refuse(context, reasons, place, suggestions(state, parsed, text, context.variant) if listed else ())
    return state.forgive(reasons, parsed)


def explain_unread(context: ReplayContext, reasons: tuple[Reason, ...], place: int) -> None:
    """Tell why a token is no move at all."""
    _refuse(context, reasons, place, unread_suggestions(context.tokens[place], context.state, context.variant))


def _refuse(context: ReplayContext, reasons: tuple[Reason, ...], place: int, near: tuple[str, ...]) -> None:
    text = shown(context.tokens[place])
    context.collector.refusal(reasons, context.span(place), context.ply, text, near)
