"""One letter held against its game: who sent it, what it states, and diagnostics that point at its lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from fairyscore.notation.correspondence.game_so_far import GameSoFar
from fairyscore.notation.correspondence.sender import seat_of
from fairyscore.notation.correspondence.statement import LetterRemark, Statement, read_statement
from fairyscore.notation.mail.codes import EXPLAINED, LetterCode
from fairyscore.notation.mail.located import LocatedText
from fairyscore.notation.mail.own_words import LineKind, lines_of, skipped
from fairyscore.notation.mail.phrases import frame
from fairyscore.notation.records.diagnostics import Diagnostic, Severity, window
from fairyscore.notation.rules.reasons import Fact

if TYPE_CHECKING:
    from fairyscore.notation.mail.message import Letter


@dataclass(slots=True)
class LetterReading:
    """What a letter comes to. seat: the name of the player who sent it, empty where nobody can say.

    statement: None where the sender may not say anything. diagnostics: in the order of the file.
    """

    letter: Letter
    seat: str = ""
    statement: Statement | None = None
    diagnostics: list[Diagnostic] = field(default_factory=list)

    @property
    def refused(self) -> bool:
        """Whether nothing may be taken from it."""
        return any(found.severity is Severity.ERROR for found in self.diagnostics)


def read_for_game(letter: Letter, so_far: GameSoFar, *, any_sender: bool = False) -> LetterReading:
    """What a letter says to a game. any_sender: take it from whomever it comes. Raises nothing."""
    reading = LetterReading(letter)
    for remark in letter.remarks:
        reading.diagnostics.append(_note(letter, LetterCode(remark.code), remark.line, what=remark.text))
    reading.seat, doubts = seat_of(letter, so_far, any_sender=any_sender)
    texts = [*letter.bodies, *(text for _, text in letter.attachments)]
    statements = [read_statement(own_text(text), so_far, reading.seat) for text in texts]
    subject = _subject(letter, texts, statements)
    if subject is not None:
        texts.append(subject)
        statements.append(read_statement(subject.text, so_far, reading.seat))
    told = next((at for at, found in enumerate(statements) if found.move or not found.silent), 0)
    if statements:
        text, reading.statement = texts[told], statements[told]
        for run in skipped(lines_of(text)):
            reading.diagnostics.append(_note(letter, LetterCode.SKIPPED, run.first, what=str(run)))
        reading.diagnostics += [_placed(letter, text, remark) for remark in reading.statement.remarks]
        reading.diagnostics += list(_differences(letter, texts, statements, told))
    else:
        reading.statement = Statement()
        why = "; it has no text"
        example = f"{so_far.next_number} MOVE"
        reading.diagnostics.append(_note(letter, LetterCode.NO_MOVE, letter.line, why=why, example=example))
    if reading.statement.played and reading.statement.silent and not reading.refused:
        reading.diagnostics.append(_note(letter, LetterCode.PLAYED, letter.line, move=reading.statement.played))
    for condition in reading.statement.conditions:
        line = texts[told].line_at(condition.start)
        reading.diagnostics.append(_note(letter, LetterCode.CONDITION, line, text=condition.text))
    if not reading.refused:
        doubts = doubts or _turn(letter, so_far, reading)
    reading.diagnostics += [_note(letter, code, letter.line, **facts) for code, facts in doubts]
    reading.diagnostics.sort(key=lambda found: (found.line, found.column))
    return reading


def _subject(letter: Letter, texts: list[LocatedText], statements: list[Statement]) -> LocatedText | None:
    """The subject, where the letter states a move too, which must be the same, or only says `see subject`.

    A reply has the subject of another letter.
    """
    empty = all(remark.code is LetterCode.NO_MOVE and not remark.end for told in statements for remark in told.remarks)
    pointed = any(frame("in_subject").search(own_text(text)) for text in texts)
    stated = any(told.move for told in statements)
    if not (stated or (empty and pointed)) or re.match(r"\w{1,3}\s?(?:\[\d+\])?:", letter.subject):
        return None
    return LocatedText([(letter.line, letter.subject)])


def own_text(text: LocatedText) -> str:
    """A text with blanks for everything that is not its sender's, so that places stay."""
    own = (line.text if line.kind is LineKind.OWN else " " * len(line.text) for line in lines_of(text))
    return "\n".join(own)


def _differences(
    letter: Letter, texts: list[LocatedText], statements: list[Statement], told: int
) -> Iterator[Diagnostic]:
    """The plain text, the HTML and attached records must not state two moves."""
    first = statements[told].move
    for text, statement in zip(texts, statements, strict=True):
        other = statement.move
        if first and other and other.move != first.move:
            facts = {"first": first.written, "second": other.written}
            yield _placed(letter, text, LetterRemark(LetterCode.VERSIONS, other.start, other.end, facts))


def _turn(letter: Letter, so_far: GameSoFar, reading: LetterReading) -> list[tuple[LetterCode, dict[str, Fact]]]:
    """What is wrong with a move, an acceptance or a claim of somebody who is not to move."""
    told, state = reading.statement, so_far.state
    player = so_far.game.seats[state.turn].name
    if told is not None and told.resigns and not reading.seat:
        return [(LetterCode.SENDER, {"sender": str(letter.sender), "why": "resigns, and nothing tells who that is"})]
    if told is None or told.resigns or not reading.seat or reading.seat == player:
        return []
    if told.move or told.claims or told.accepts:
        why = f"plays {reading.seat}, and {player} is to move"
        return [(LetterCode.SENDER, {"sender": str(letter.sender), "why": why})]
    return []


def _placed(letter: Letter, text: LocatedText, remark: LetterRemark) -> Diagnostic:
    """A remark on a place of a text as a diagnostic on its line."""
    begin = text.text.rfind("\n", 0, remark.start) + 1
    end = text.text.find("\n", remark.start)
    end = len(text.text) if end < 0 else end
    source, first = window(text.text, begin, end, remark.start)
    line = text.line_at(remark.start) if text.text else letter.line
    found = _note(letter, remark.code, line, **remark.facts)
    return replace(
        found,
        column=remark.start - begin + 1,
        end_column=max(min(remark.end, end), remark.start) - begin + 1,
        source=source if remark.end else "",
        source_start=first - begin + 1,
    )


def _note(letter: Letter, code: LetterCode, line: int, **facts: Fact) -> Diagnostic:
    explained = EXPLAINED[code]
    advice = explained.advice.format_map(facts)
    message = explained.sentence.format_map(facts)
    severity = Severity(explained.severity)
    return Diagnostic(letter.name, 0, line, 1, 1, severity, code.value, message, facts=facts, advice=advice)
