"""Marks of legal moves that are false: `+` without check, `#` without mate, `e.p.` without a capture in passing.

The move stands, and the game goes on; each kind is reported once a game.
"""

from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.replay.context import ReplayContext
from fairyscore.notation.rules.moves import PROMOTED, ParsedMove
from fairyscore.notation.rules.outcome import is_decided
from fairyscore.notation.rules.state import State
from fairyscore.notation.text import shown

IN_PASSING = "e.p."


def check_mark(context: ReplayContext, place: int, ply: int, *, without_check: bool, followed: bool = False) -> None:
    """Tell a mark of check or mate after a move, if it is false; once a game.

    without_check: whether the move gives none. followed: whether a legal move follows; else it is the last that was made.
    """
    mark = context.tokens[place].rstrip("!?")[-1:]
    if mark not in ("+", "#") or not (without_check or mark == "#"):
        return
    parsed = context.variant.cache.parsed_moves.get(context.tokens[place])
    if parsed is not None and parsed.becomes == PROMOTED:
        return  # shogi: the piece is promoted
    if mark == "#" and without_check and not followed and is_decided(context.state.notes()):
        return  # as SAN is written, of a move that wins without mate
    if without_check or followed or context.state.outcome() is None:
        fact = "it gives no check" if without_check else "it is not mate"
        _false_mark(context, place, ply, context.tokens[place], mark=mark, fact=fact)


def check_passing(context: ReplayContext, before: State, parsed: ParsedMove, place: int, ply: int) -> None:
    """Tell `e.p.` after a move that was made, if it takes nothing in passing; once a game. before: the move."""
    move = before.find(parsed)
    passes = move is not None and before.takes(move) and before.piece_at(move.target) is None
    if move is not None and not passes:
        text = context.tokens[place].rstrip(" .ep")
        _false_mark(context, place, ply, text, mark=IN_PASSING, fact="it takes nothing in passing", why=IN_PASSING)


def check_passing_word(context: ReplayContext, place: int) -> None:
    """`check_passing` where it stands alone, after the last move of the line; nothing where that is not at hand."""
    depth, before = 0, context.line.before
    for at in range(place - 1, -1, -1):
        token = context.tokens[at]
        depth += (token == ")") - (token == "(")
        if depth < 0 or before is None:
            return
        parsed = None if depth else context.variant.cache.parsed_moves.get(token)
        if parsed is not None:
            check_passing(context, before, parsed, at, context.line.plies)
            return


def _false_mark(context: ReplayContext, place: int, ply: int, move: str, *, why: str = "", **facts: str) -> None:
    if context.collector.is_first(RecordCode.FALSE_MARK, why):
        facts = {"move": shown(move), "why": why, **facts}
        context.collector.report(RecordCode.FALSE_MARK, context.span(place), facts, ply=ply)
