"""What stands between the moves: comments, glyphs, stray brackets, tags. It is kept, and told where it is wrong."""

from __future__ import annotations

from bisect import bisect_left

from fairyscore.notation.moves.reading import is_skipped
from fairyscore.notation.records.diagnostics import RecordCode, next_game
from fairyscore.notation.records.game_text import headers
from fairyscore.notation.records.nags import HIGHEST_NAG, MOST, nag_of
from fairyscore.notation.records.pgn_lexer import is_result_text
from fairyscore.notation.replay.context import ReplayContext
from fairyscore.notation.rules.reasons import Fact
from fairyscore.notation.text import shown

LEAST_ICCF = 4
"""Digits of a move in numbers; no game has so many rounds that their numbers look like one."""


def remark(context: ReplayContext, token: str, place: int) -> None:
    """A comment, NAG or glyph: told where the number means nothing, and kept."""
    nag = nag_of(token)
    if token.startswith("$") and nag is None:
        context.report(RecordCode.BAD_NAG, place, nag=shown(token, 12), most=MOST)
    if nag is not None and nag > HIGHEST_NAG:
        context.report(RecordCode.UNUSUAL_NAG, place, nag=token, most=HIGHEST_NAG)
    if nag is not None and not context.line.own:
        context.report_once(RecordCode.NAG_BEFORE_MOVE, place, place, nag=token)
    if token[0] == "{":
        _look_into(context, token, place)
    if context.builder is not None:
        context.builder.non_move(token)


def end_of_wordy_brackets(context: ReplayContext, place: int) -> int:
    """Where brackets close that hold no move, as `(=)`, `(1...)` or `()`; 0 where they hold one, or comments only."""
    words = False
    for at in range(place + 1, len(context.tokens)):
        token = context.tokens[at]
        if token == ")":
            return at if words or at == place + 1 else 0
        if token[0] == "{" and token[-1] == "}":
            continue
        if not (
            is_skipped(token) or is_result_text(token) or (is_number(token) and len(token.rstrip(".)")) < LEAST_ICCF)
        ):
            return 0
        words = True
    return 0


def keep_brackets(context: ReplayContext, first: int, last: int) -> None:
    """Brackets that hold no move become a comment, and comments in them stay what they are."""
    inner = context.tokens[first + 1 : last]
    comments = [token for token in inner if token[0] == "{"]
    text = " ".join(token for token in inner if token[0] != "{") if comments else context.source(first + 1, last)[:-1]
    context.report_once(RecordCode.NO_MOVE_IN_BRACKETS, first, last, text=shown(f"({text.strip()})"))
    if context.builder is not None:
        for comment in comments:
            context.builder.comment(comment)
        context.builder.comment(f"{{({text.strip()})}}")


def is_number(token: str) -> bool:
    """Whether a token is a move number, however it is spelt: `12.`, `12...`, `12)`, `12`."""
    number = token.rstrip(".)")
    return number.isdecimal() and number.isascii()


def see_number(context: ReplayContext, token: str, place: int) -> None:
    """Tell a number that does not fit. Those behind it may count on from it, or from the right one again."""
    number, line = int(token.rstrip(".)")[:9]), context.line
    right = line.state.fullmove_number
    if number not in (right, right + line.drift):
        context.report(RecordCode.MOVE_NUMBER, place, found=number, expected=right + line.drift)
    line.drift = number - right


def _look_into(context: ReplayContext, comment: str, place: int) -> None:
    """Tell what a comment should not hold. One of another format is no text between braces, and holds anything."""
    inner = comment.find("{", 1)
    if inner < 0 and "\n[" not in comment:
        return
    start, _ = context.span(place)
    if not context.text.startswith(comment, start):
        return
    ply = context.ply
    games = headers(comment)
    if games:
        facts: dict[str, Fact] = {"games": "1 game" if games == 1 else f"{games} games", "count": games}
        context.collector.trouble(RecordCode.SWALLOWED_GAMES, (start, start + 1), facts, ply=ply)
    if inner > 0:
        at = start + inner
        context.collector.trouble(RecordCode.NESTED_COMMENT, (at, at + 1), {}, ply=ply)


def keep_unjudged(context: ReplayContext, first: int, last: int) -> None:
    """What could not be judged, from one token to another, is kept as it is written."""
    if context.builder is not None:
        context.builder.unjudged(context.source(first, last))


def unclosed_comment(context: ReplayContext, token: str, place: int) -> None:
    """A comment that nothing closes: all that is left belongs to it."""
    start, _ = context.span(place)
    game_text = context.collector.game_text
    facts: dict[str, Fact] = {"where": "with the file" if game_text.last else "with the game"}
    if game_text.last is False:
        facts = next_game(game_text.next_line)
    context.collector.trouble(RecordCode.UNCLOSED_COMMENT, (start, start + 1), facts, ply=context.ply)
    _look_into(context, token, place)
    context.unclosed = True
    context.within = "a comment"
    if context.builder is not None:
        context.builder.comment(token)
    context.at = len(context.tokens)


def stray_bracket(context: ReplayContext, token: str, place: int) -> None:
    """A bracket that closes nothing is told and passed over."""
    context.report(RecordCode.STRAY_BRACKET, place, bracket=token)


def tag_among_moves(context: ReplayContext, token: str, place: int) -> None:
    """A tag behind the first move or comment is told, and its line passed over."""
    context.report(RecordCode.TAG_AMONG_MOVES, place, tag=shown(token.lstrip("[")) or "[")
    line_end = context.text.find("\n", context.span(place)[0])
    behind = bisect_left(context.spans, (line_end if line_end >= 0 else len(context.text), 0))
    context.at = max(context.at, behind)
