"""The end of a game: its result against the final position and the tag, and the end of its text."""

from __future__ import annotations

from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.records.pgn_lexer import RESULT_LIKE, normal_result
from fairyscore.notation.records.tree import UNKNOWN
from fairyscore.notation.replay.context import ReplayContext
from fairyscore.notation.rules.reasons import Fact
from fairyscore.notation.text import shown


def is_result_text(token: str) -> bool:
    """Whether a token looks like a result and like no castling: 1-0, 1/2, *, 0-1-0."""
    return RESULT_LIKE.fullmatch(token) is not None and token.strip("0-") != ""


def note_result(heard: ReplayContext, token: str, place: int) -> None:
    """Note the result that ends the moves; tell one for another number of players, and one unlike the tag."""
    seats = len(heard.game.seats)
    result = normal_result(token, seats)
    if result is None:
        heard.trouble(RecordCode.BAD_RESULT, place, **_bad_result(heard, token))
        heard.refused = heard.said.refused = True
        return
    heard.said.result = result
    heard.closing = place
    tag = heard.said.tags.get("Result", "?")
    if normal_result(tag, seats) not in (result, None):
        heard.trouble(RecordCode.RESULT_UNLIKE_TAG, place, found=result, tag=shown(tag))


def judge_end(heard: ReplayContext) -> None:
    """Hold the result against the position, where the moves were judged to their end."""
    said, seats = heard.said, len(heard.game.seats)
    tag = said.tags.get("Result", "?")
    tagged = normal_result(tag, seats)
    if tag not in UNKNOWN and tagged is None:
        heard.notes.trouble(RecordCode.BAD_RESULT, heard.token_stream.place_of("Result"), _bad_result(heard, tag))
    if not heard.refused:
        _judge_ending(heard, tagged)
    if heard.notes.game_text.last is not None:
        _look_behind(heard, heard.notes.game_text.last)


def _judge_ending(heard: ReplayContext, tagged: str | None) -> None:
    """Hold the result, else the one of the tag, against the final position."""
    said = heard.said
    said.outcome = None if heard.open_at == said.plies else heard.state.outcome()
    result = said.result or tagged or "*"
    facts = _contradiction(heard, result)
    if facts is not None:
        here = heard.span(heard.closing) if said.result else heard.token_stream.place_of("Result")
        heard.notes.trouble(RecordCode.RESULT_CONTRADICTS, here, facts)
    elif not said.result and said.tags and not (heard.unclosed or _is_cut_off(heard)):
        end = len(heard.text.rstrip())
        heard.notes.trouble(RecordCode.NO_RESULT, (end, end), {"what": "the moves end without a result"})


def _is_cut_off(heard: ReplayContext) -> bool:
    """Whether the file ends in the middle of the game: without a result, and without a line end."""
    last = heard.notes.game_text.last is True
    return last and bool(heard.said.tags) and not heard.said.result and not heard.text.endswith("\n")


def _look_behind(heard: ReplayContext, last: bool) -> None:
    """Tell what is wrong with the end of the game's text: of the file, or in front of the next game."""
    text = heard.text
    end = len(text) if text.endswith("\n\n") else len(text.rstrip())
    if _is_cut_off(heard):
        in_tag = text.startswith("[", text.rfind("\n") + 1) and not text.endswith("]")
        within = "a tag" if in_tag and not heard.tokens else heard.within
        heard.notes.trouble(RecordCode.TRUNCATED_FILE, (end, end), {"what": within})
    elif not last and text.count("\n", end) == 1:
        heard.notes.trouble(RecordCode.NO_BLANK_LINE, (end, end), {})


def _contradiction(heard: ReplayContext, result: str) -> dict[str, Fact] | None:
    """What a result says that the final position does not, or None. Resigning and agreeing on a draw are free."""
    if result == "*":
        return None
    outcome = heard.said.outcome
    if outcome is not None:
        wrong = result != outcome.result
        facts: dict[str, Fact] = {"ending": f"the game is over, {outcome.ending.value}", "expected": outcome.result}
        return facts | {"found": result} if wrong else None
    scores, playing = result.split("-"), heard.state.playing()
    for seat, score in enumerate(scores):
        if seat not in playing and score != "0":
            name = heard.game.seats[seat].name
            return {"found": result, "ending": f"{name} has lost already", "expected": f"0 for {name}"}
    return None


def _bad_result(heard: ReplayContext, found: str) -> dict[str, Fact]:
    seats = len(heard.game.seats)
    example = "-".join(["1", *["0"] * (seats - 1)])
    return {"found": shown(found), "seats": f"{seats} players", "example": example}
