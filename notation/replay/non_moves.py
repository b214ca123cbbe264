"""What stands between the moves: comments, glyphs, stray brackets, tags. It is kept, and told where it is wrong."""

from __future__ import annotations

from bisect import bisect_left

from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.records.game_text import headers
from fairyscore.notation.records.nags import MOST, nag_of
from fairyscore.notation.records.places import next_game
from fairyscore.notation.replay.context import Places, ReplayContext
from fairyscore.notation.rules.reasons import Fact
from fairyscore.notation.text import shown


def remark(heard: ReplayContext, token: str, place: int) -> None:
    """A comment, NAG or glyph: told where the number means nothing, and written down."""
    nag = nag_of(token)
    if nag is None and token.startswith("$"):
        heard.trouble(RecordCode.BAD_NAG, place, nag=shown(token, 12), most=MOST)
    if token[0] == "{":
        _look_into(heard, token, place)
    if heard.scribe is not None:
        heard.scribe.non_move(token)


def _look_into(heard: ReplayContext, comment: str, place: int) -> None:
    """Tell what a comment should not hold. One of another format is no text between braces, and holds anything."""
    inner = comment.find("{", 1)
    if inner < 0 and "\n[" not in comment:
        return
    start, _ = heard.span(place)
    if not heard.text.startswith(comment, start):
        return
    ply = heard.said.plies + 1
    games = headers(comment)
    if games:
        facts: dict[str, Fact] = {"games": "1 game" if games == 1 else f"{games} games", "count": games}
        heard.notes.trouble(RecordCode.SWALLOWED_GAMES, (start, start + 1), facts, ply=ply)
    if inner > 0:
        at = start + inner
        heard.notes.trouble(RecordCode.NESTED_COMMENT, (at, at + 1), {}, ply=ply)


def keep_as_comment(heard: ReplayContext, first: int, last: int) -> None:
    """What could not be judged, from one token to another, is kept as it is written."""
    if heard.scribe is not None:
        heard.scribe.unjudged(heard.text[heard.span(first)[0] : heard.span(last)[1]])


def unclosed_comment(heard: ReplayContext, token: str, place: int, places: Places) -> None:
    """A comment that nothing closes: all that is left belongs to it."""
    start, _ = heard.span(place)
    game_text = heard.notes.game_text
    facts: dict[str, Fact] = {"where": "with the file" if game_text.last else "with the game"}
    if game_text.last is False:
        facts = next_game(game_text.next_line)
    heard.notes.trouble(RecordCode.UNCLOSED_COMMENT, (start, start + 1), facts, ply=heard.said.plies + 1)
    _look_into(heard, token, place)
    heard.unclosed = True
    heard.within = "a comment"
    if heard.scribe is not None:
        heard.scribe.remark(token)
    for _ in places:
        pass


def stray_bracket(heard: ReplayContext, token: str, place: int, places: Places) -> None:
    """A bracket that closes nothing is told and passed over."""
    heard.trouble(RecordCode.STRAY_BRACKET, place, bracket=token)


def tag_among_moves(heard: ReplayContext, token: str, place: int, places: Places) -> None:
    """A tag behind the first move or comment is told, and its line passed over."""
    heard.trouble(RecordCode.TAG_AMONG_MOVES, place, tag=shown(token.lstrip("[")) or "[")
    line_end = heard.text.find("\n", heard.span(place)[0])
    behind = bisect_left(heard.spans, (line_end if line_end >= 0 else len(heard.text), 0))
    for _ in range(behind - place - 1):
        next(places, None)
