"""The report on a record that goes on, or has another result, where the course of the game has brought an end.

The end is found elsewhere: by the compiled scanner (`scanned.py`), or by `ending.py` in Python. Both report it here.
"""

from collections.abc import Mapping

from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.records.token_stream import DiagnosticCollector, Span
from fairyscore.notation.rules.course import Course
from fairyscore.notation.rules.outcome import Ending, FinalScore
from fairyscore.notation.rules.reasons import Fact

GOES_ON = "it goes on"
OF_CHESS = "a rule of chess, which this game may not have"


def report_end(
    collector: DiagnosticCollector,
    course: Course,
    ended: FinalScore,
    tags: Mapping[str, str],
    span: Span,
    *,
    what: str,
    ply: int,
) -> None:
    """Report an end that a record does not have: an error where its rule surely held, else a warning.

    tags: of the record. what: it has in the place of the end, half a sentence.
    """
    held = course.is_held(ended.ending, tags.get("Date", "?"))
    if ended.ending is Ending.DEAD_POSITION and tags.get("Result") == ended.result:
        held = False  # players often take the last piece before they stop; the result is right
    rule = course.edition or OF_CHESS
    if course.since and not held and ended.ending is not Ending.DEAD_POSITION:
        rule = f"{rule}, from {course.since} on"
    facts: dict[str, Fact] = {"ending": ended.ending.value, "expected": ended.result, "what": what, "rule": rule}
    collector.report(RecordCode.PLAYED_ON if held else RecordCode.MAY_HAVE_ENDED, span, facts, ply=ply)
