"""The end of a game: its result against position and tag, the end of its text, and draws that may be claimed.

What ends a game is said elsewhere: a position by `State.outcome`, the moves that led to it by `rules.course`. Here that is
held against what the record says. Games that the compiled scanner has read to their end do not come here (`Scan.ends`).
"""

import re
from collections.abc import Callable

from fairyscore.notation.moves.reading import LONGEST_MOVE, is_skipped
from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.records.pgn_lexer import normal_result
from fairyscore.notation.records.roster import UNKNOWN
from fairyscore.notation.records.token_stream import Span
from fairyscore.notation.replay.compiled import compiled_game
from fairyscore.notation.replay.context import ReplayContext, ResultText
from fairyscore.notation.replay.course_ends import GOES_ON, report_end
from fairyscore.notation.replay.non_moves import is_number
from fairyscore.notation.rules.course import Course, History
from fairyscore.notation.rules.outcome import FinalScore
from fairyscore.notation.rules.reasons import Fact
from fairyscore.notation.text import shown


def note_result(context: ReplayContext, found: ResultText, place: int) -> None:
    """Note the result that ends the moves; tell one for another number of players, and one unlike the tag."""
    seats = len(context.variant.seats)
    token = found.text
    result = normal_result(token.rstrip(".,"), seats)
    if result is not None and token[-1] in ".,":
        facts: dict[str, Fact] = {"text": shown(token), "meant": result, "why": "signs beside a result"}
        context.report(RecordCode.UNUSUAL_SPELLING, place, **facts)
    if found.last > place:
        text = shown(context.source(place, found.last))
        context.report_once(RecordCode.SPACED_RESULT, place, found.last, text=text, result=token)
    if result is None:
        context.report(RecordCode.BAD_RESULT, place, **_bad_result(context, token))
        context.refused = context.verdict.refused = True
        return
    context.verdict.result = result
    context.closing = place
    tag = context.verdict.tags.get("Result", "?")
    if normal_result(tag, seats) not in (result, None):
        context.report(RecordCode.RESULT_UNLIKE_TAG, place, found=result, tag=shown(tag))


def judge_end(context: ReplayContext) -> None:
    """Hold the result against the position, where the moves were judged to their end."""
    verdict, seats = context.verdict, len(context.variant.seats)
    tag = verdict.tags.get("Result", "?")
    tagged = normal_result(tag, seats)
    if tag not in UNKNOWN and tagged is None:
        place = context.token_stream.place_of("Result")
        context.collector.report(RecordCode.BAD_RESULT, place, _bad_result(context, tag))
    if not context.refused:
        _judge_ending(context, tagged)
    if context.collector.game_text.last is not None:
        _check_end_of_text(context, context.collector.game_text.last)


def _judge_ending(context: ReplayContext, tagged: str | None) -> None:
    """Hold the result, else the one of the tag, against the final position."""
    verdict = context.verdict
    verdict.outcome = context.state.outcome()
    written = verdict.result or tagged
    result = written or "*"
    if verdict.outcome is None:
        _judge_course(context, result)
        _judge_impasse(context, result)
    facts = _contradiction(context, written) if written and _is_stated(context, written) else None
    if facts is not None:
        code = RecordCode.OPEN_RESULT if result == "*" else RecordCode.RESULT_CONTRADICTS
        context.collector.report(code, _result_span(context), facts)
    elif not verdict.result and verdict.tags and not (context.unclosed or _is_cut_off(context)):
        _report_missing_result(context, tagged)


def _report_missing_result(context: ReplayContext, tagged: str | None) -> None:
    """Tell that the moves end without a result; where the tag has it, nothing but that it is taken from there."""
    if tagged in (None, "*"):
        end = len(context.text.rstrip())
        context.collector.report(RecordCode.NO_RESULT, (end, end), {"what": "the moves end without a result"})
    else:
        facts: dict[str, Fact] = {"text": shown(f'Result "{context.verdict.tags["Result"]}"'), "result": str(tagged)}
        context.collector.report(RecordCode.WORDED_RESULT, context.token_stream.place_of("Result"), facts)


def _is_stated(context: ReplayContext, result: str) -> bool:
    """True if a result stands in the text: a format that has no word for it says nothing by `*`."""
    start, end = _result_span(context) if result == "*" else (0, 1)
    return start < end


def _result_span(context: ReplayContext) -> Span:
    """Where the result stands, after the moves or in its tag; asked only where something is reported there."""
    if context.verdict.result:
        return context.span(context.closing)
    return context.token_stream.place_of("Result")


def _judge_course(context: ReplayContext, result: str) -> None:
    """Take the end that the course has brought with the last move for the outcome, where its rule surely held.

    Where it did not, a result that contradicts it is a warning.
    """
    course = context.variant.rules.course
    if course is None or context.played_on:
        return
    ended = _course_end(context, course)
    if ended is None:
        return
    if course.is_held(ended.ending, context.verdict.date):
        context.verdict.outcome = ended
    elif result not in ("*", ended.result):
        what = f"the result is {result}"
        span, ply = _result_span(context), context.line.plies
        report_end(context.collector, course, ended, context.verdict.tags, span, what=what, ply=ply)


def _judge_impasse(context: ReplayContext, result: str) -> None:
    """Report what the final position lacks for an impasse that the record says was declared."""
    course = context.variant.rules.course
    if course is None or course.impasse is None or not context.token_stream.declares_impasse:
        return
    if result in WINNERS:
        missing = course.impasse.missing_to_win(context.state, WINNERS[result])
    else:
        missing = course.impasse.missing_to_draw(context.state)
    if missing:
        facts: dict[str, Fact] = {"missing": "; ".join(missing)}
        span = _result_span(context)
        context.collector.report(RecordCode.IMPASSE_UNMET, span, facts, ply=context.line.plies)


WINNERS = {"1-0": 0, "0-1": 1}


def _course_end(context: ReplayContext, course: Course) -> FinalScore | None:
    """The outcome that the course of the game has brought with its last move."""
    if context.history is not None:
        return context.history.outcome(context.state)
    compiled = compiled_game(context.variant)
    if compiled is None or compiled.kernel.goes_on or not compiled.kernel.ended_by:
        return None
    return course.outcome_by(compiled.kernel.ended_by)


def _is_cut_off(context: ReplayContext) -> bool:
    """True if the file ends in the middle of the game: without a result, a line end, and a legal move or comment there."""
    last = context.collector.game_text.last is True
    if not last or not context.verdict.tags or context.verdict.result or context.text.endswith("\n"):
        return False
    return context.refused or context.unclosed or not context.line.plies or not _is_complete(context.text)


def _is_complete(text: str) -> bool:
    """True if nothing seems to be missing of what a text ends in: a comment, a variation or a move, not a number or NAG."""
    word = text[-LONGEST_MOVE:].split()[-1:]
    return not word or word[0][-1] in "})" or not (is_number(word[0]) or is_skipped(word[0]))


def _check_end_of_text(context: ReplayContext, last: bool) -> None:
    """Tell what is wrong with the end of the game's text: of the file, or in front of the next game."""
    text = context.text
    end = len(text) if text.endswith("\n\n") else len(text.rstrip())
    if _is_cut_off(context):
        in_tag = text.startswith("[", text.rfind("\n") + 1) and not text.endswith("]")
        within = "a tag" if in_tag and not context.tokens else context.within
        context.collector.report(RecordCode.TRUNCATED_FILE, (end, end), {"what": within})
    elif not last and text.count("\n", end) == 1:
        context.collector.report(RecordCode.NO_BLANK_LINE, (end, end), {})


def _contradiction(context: ReplayContext, result: str) -> dict[str, Fact] | None:
    """The facts by which a result contradicts the final position, or None. Resigning and agreeing on a draw are free."""
    outcome = context.verdict.outcome
    if outcome is not None:
        wrong = result != outcome.result
        facts: dict[str, Fact] = {"ending": f"the game is over, {outcome.ending.value}", "expected": outcome.result}
        return facts | {"found": result} if wrong else None
    if result == "*":
        return None
    scores, playing = result.split("-"), context.state.playing()
    for seat, score in enumerate(scores):
        if seat not in playing and score != "0":
            name = context.variant.seats[seat].name
            return {"found": result, "ending": f"{name} has lost already", "expected": f"0 for {name}"}
    return None


_RESULT_WITHIN = re.compile(r"[\d½][\d/½.,]*(?:[-–:][\d/½.,]*\d)+|[½*]|1/2")


def _bad_result(context: ReplayContext, found: str) -> dict[str, Fact]:
    """The facts of a bad result; the example is the result that stands in it, if one does."""
    seats = len(context.variant.seats)
    within = (normal_result(text, seats) for text in _RESULT_WITHIN.findall(found))
    example = next(filter(None, within), "-".join(["1", *["0"] * (seats - 1)]))
    return {"found": shown(found), "seats": f"{seats} players", "example": example}


def course_reporter(context: ReplayContext, course: Course, *, claims: bool) -> Callable[[int], None]:
    """The callback after each move of the main line, with the place of its token: what follows an end that the course of
    the game has brought is reported once.

    claims: whether draws that may be claimed are reported too, once each.
    """
    state = context.state
    history = context.history = History(course, state)
    ended = history.outcome(state)

    def report(place: int) -> None:
        nonlocal ended
        if ended is not None and not context.played_on:
            context.played_on = True
            tags, span = context.verdict.tags, context.span(place)
            report_end(context.collector, course, ended, tags, span, what=GOES_ON, ply=context.line.plies)
        history.push(state)
        if ended is None:
            ended = history.outcome(state)
        if claims:
            thrice = history.times == course.claim_repetition > 0
            quiet = state.halfmove_clock >= course.claim_quiet > 0
            _report_claim(context, RecordCode.REPETITION, place, holds=thrice, number=_ordinal(history.times))
            _report_claim(context, RecordCode.FIFTY_MOVES, place, holds=quiet, number=course.claim_quiet // 2)
            if history.count is not None:
                counted, seat = history.count, context.variant.seats[history.count.seat].name
                facts: dict[str, Fact] = {"seat": seat, "number": counted.moves}
                _report_claim(context, RecordCode.COUNTED_OUT, place, holds=counted.is_over, **facts)

    return report


ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


def _ordinal(number: int) -> str:
    return ORDINALS[number - 1] if number <= len(ORDINALS) else f"{number}th"


def _report_claim(context: ReplayContext, code: RecordCode, place: int, *, holds: bool, **facts: Fact) -> None:
    if holds and context.collector.is_first(code):
        context.collector.report(code, context.span(place), facts, ply=context.line.plies)
