"""From the verdict on a record to its story: what is legal is told, and where it stops being so, with what stands behind.

>>> import io
>>> from fairyscore.notation.archive import judge_file
>>> from fairyscore.notation.replay import Validator
>>> game = b'[White "Anna"]\\n[Result "1-0"]\\n\\n1. e4 e5 {so far so good} 2. Ke3 Nc6 1-0\\n'
>>> story = story_of(next(judge_file(io.BytesIO(game), Validator(keep=True))))
>>> story.flaw.place, story.flaw.message, story.flaw.key, story.flaw.rest
('line 4, column 30', 'Ke3: no king of white can go to e3; from e1 there is no way', '1b', 'Ke3 Nc6')
>>> story.close.how
'The record can be followed up to 1...e5; the result is what it says.'
"""

from __future__ import annotations

from dataclasses import replace

from fairyscore.notation.records.diagnostics import HARMLESS, Severity
from fairyscore.notation.records.schemes import in_coordinates
from fairyscore.notation.replay import Verdict
from fairyscore.notation.rules.variant import Notation
from fairyscore.render.language import translated
from fairyscore.render.story.builder import tell
from fairyscore.render.story.model import Fault, Story
from fairyscore.render.story.wanted import Diagrams


def story_of(
    verdict: Verdict,
    diagrams: Diagrams = Diagrams(),  # noqa: B008 (immutable)
    *,
    notation: Notation | None = None,
    scheme: str = "",
) -> Story | None:
    """The story of a judged game (`Validator.keep`), None where it could not even begin; its findings say why.

    diagrams, notation: as `tell` takes them. scheme: the coordinates of round boards, those of the record if empty.

    Raises `UnknownVariant` for a scheme that the game does not have.
    """
    if verdict.record is None:
        return None
    record = in_coordinates(verdict.record, scheme)
    story = tell(record, diagrams, notation=notation, flaw=flaw_of(verdict))
    return replace(story, text=verdict.game_text.text, form=verdict.form) if verdict.game_text.whole else story


def flaw_of(verdict: Verdict) -> Fault | None:
    """Why and where the record of a game stops being legal, without what stands behind; None where it does not.

    That is the first refusal, or what was passed over.
    """
    errors = [found for found in verdict.findings if found.severity is Severity.ERROR and not verdict.whole]
    grave = [found for found in errors if found.code not in HARMLESS]
    for fault in (grave or errors)[:1]:
        named = fault.move and not fault.message.startswith(fault.move)
        place = translated("line {line}, column {column}", line=fault.line, column=fault.column) if fault.line else ""
        return Fault(f"{fault.move}: {fault.message}" if named else fault.message, place=place)
    return None
