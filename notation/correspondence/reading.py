"""One letter held against its game: who sent it, what it states, and diagnostics that point at its lines.

The sender is known by the tags `WhiteNA`, `BlackNA` and others alike. Moves under a condition are kept for later letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from fairyscore.notation.correspondence.game_so_far import GameSoFar
from fairyscore.notation.correspondence.statement import Condition, LetterRemark, Statement, read_statement
from fairyscore.notation.mail.codes import EXPLAINED, LetterCode
from fairyscore.notation.mail.located import LocatedText
from fairyscore.notation.mail.own_words import LineKind, lines_of, skipped
from fairyscore.notation.mail.phrases import frame
from fairyscore.notation.records.diagnostics import Diagnostic, Severity, window
from fairyscore.notation.rules.reasons import Fact

if TYPE_CHECKING:
    from fairyscore.notation.mail.message import Address, Letter


Doubts = list[tuple[LetterCode, dict[str, Fact]]]

_ADDRESS = re.compile(r"[^\s,;<>\"]+@[^\s,;<>\"]+")
_WORD = re.compile(r"[^\W\d_]{2,}")


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
    reading.seat, doubts = _seat_of(letter, so_far, any_sender=any_sender)
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
        facts: dict[str, Fact] = {"why": "; it has no text", "example": f"{so_far.next_number} MOVE"}
        reading.diagnostics.append(_note(letter, LetterCode.NO_MOVE, letter.line, **facts))
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


# -- the sender ---------------------------------------------------------------------------------------------------------


def _seat_of(letter: Letter, so_far: GameSoFar, *, any_sender: bool) -> tuple[str, Doubts]:
    """The name of the seat that a letter comes from, and what is to be told about that.

    The tag of a seat may have several addresses (PGN 9.1.3 has one). A seat without an address is known by its player's
    name; where neither tells, the seat is empty and the letter is taken with a warning.
    """
    record, seats = so_far.record, [seat.name for seat in so_far.game.seats]
    addresses = {
        seat: [found.casefold() for found in _ADDRESS.findall(record.tag(f"{seat.capitalize()}NA"))] for seat in seats
    }
    sender = letter.sender
    found = [seat for seat in seats if sender.mailbox and sender.mailbox in addresses[seat]]
    if not found:
        names = {seat: record.tag(seat.capitalize()) for seat in seats if not addresses[seat]}
        found = [seat for seat, name in names.items() if _same_name(sender.name, name)]
    turn = so_far.game.seats[so_far.state.turn].name
    if len(found) == 1 or turn in found:  # somebody may play both sides
        return (turn if turn in found else found[0]), []
    if any_sender:
        return "", []
    if not sender.mailbox:
        return "", [_doubt(sender, "names no sender, or several")]
    if addresses[turn]:
        return "", [_doubt(sender, f"is not the address of {turn}, who is to move ({', '.join(addresses[turn])})")]
    facts: dict[str, Fact] = {"sender": str(sender), "player": turn, "tag": f"{turn.capitalize()}NA"}
    return "", [(LetterCode.SENDER_UNKNOWN, facts)]


def _doubt(sender: Address, why: str) -> tuple[LetterCode, dict[str, Fact]]:
    return LetterCode.SENDER, {"sender": str(sender) or "the header", "why": why}


def _same_name(one: str, other: str) -> bool:
    """Whether two names are of one person: the words of one are all among those of the other, in any order.

    >>> _same_name("Sommer, Greta", "Greta Sommer"), _same_name("Greta", "Greta Sommer"), _same_name("", "Greta")
    (True, True, False)
    """
    first, second = (set(_WORD.findall(name.casefold())) for name in (one, other))
    return bool(first and second) and (first <= second or second <= first)


# -- conditions ---------------------------------------------------------------------------------------------------------


class ConditionalMove(NamedTuple):
    """A move that its player has announced. spelling: in the game's letters; written: with its number."""

    spelling: str
    written: str


def proposal(condition: Condition, so_far: GameSoFar, spoken: tuple[str, ...] = ()) -> ConditionalMove | None:
    """The move that follows from a condition in the position now; None where it has not come true.

    The moves of the condition must be those of the record up to now, each an answer to the one before.

    >>> from fairyscore.notation.editing.append import appended
    >>> from fairyscore.notation.records.tree import Record
    >>> record = appended(Record("chess"), "e4 e5 Nf3 Nc6 Bb5 a6".split()).record
    >>> found = Condition("if 3...a6 then 4. Ba4", 5, ("a6", "Ba4"), 0, 21)
    >>> proposal(found, GameSoFar(record)).written
    '4. Ba4'
    """
    firsts = [condition.first] if condition.first >= 0 else range(max(0, so_far.now - len(condition.texts)), so_far.now)
    for first in firsts:
        done = so_far.now - first
        if not 0 < done < len(condition.texts) or done % 2 == 0:
            continue
        met = all(
            so_far.recorded(first + at) in so_far.named(first + at, condition.texts[at], spoken) for at in range(done)
        )
        named = so_far.named(so_far.now, condition.texts[done], spoken) if met else {}
        if len(named) == 1:
            ((move, spelling),) = named.items()
            return ConditionalMove(spelling, so_far.written(so_far.now, move))
    return None
