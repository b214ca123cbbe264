"""One letter held against its game: who sent it, what it states, and diagnostics that point at its lines.

The sender is known by the tags `WhiteNA`, `BlackNA` and others alike. Moves under a condition are kept for later letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from fairyscore.notation.correspondence.certainty import Understanding, has_sentences, states_a_move, understood
from fairyscore.notation.correspondence.game_so_far import GameSoFar
from fairyscore.notation.correspondence.statement import ANY, Condition, LetterRemark, Stated, Statement, read_statement
from fairyscore.notation.correspondence.tokens import Mention, MoveSequence, sentences
from fairyscore.notation.editing.score_sheet import OFFER, appended
from fairyscore.notation.mail.codes import EXPLAINED, LetterCode
from fairyscore.notation.mail.located import LocatedText
from fairyscore.notation.mail.own_words import LineKind, lines_of, skipped
from fairyscore.notation.mail.phrases import frame, languages_of
from fairyscore.notation.records.diagnostics import Diagnostic, Severity, window
from fairyscore.notation.rules.reasons import Fact
from fairyscore.notation.text import shown

if TYPE_CHECKING:
    from fairyscore.notation.mail.message import Letter
    from fairyscore.notation.records.tree import Record
    from fairyscore.notation.rules.variant import Variant


_ADDRESS = re.compile(r"[^\s,;<>\"]+@[^\s,;<>\"]+")
_COMMENT = re.compile(r"\{[^{}]*\}")
"""A comment of an attached record."""
_WORD = re.compile(r"[^\W\d_]{2,}")


@dataclass(slots=True)
class LetterReading:
    """What a letter comes to. seat: the name of the player who sent it, empty where nobody can say.

    proposal: what it would do, where it is not certain; nothing is written then. diagnostics: in the order of the file.
    through: the moves before the one that is stated, which the sender plays through conditions of the other player.
    """

    letter: Letter
    seat: str = ""
    statement: Statement = field(default_factory=Statement)
    proposal: str = ""
    diagnostics: list[Diagnostic] = field(default_factory=list)
    through: tuple[Stated, ...] = ()

    @property
    def does(self) -> str:
        """What it would do, in words; empty where it states nothing."""
        return " ".join(filter(None, (*(one.written for one in self.through), proposed(self.statement))))

    @property
    def refused(self) -> bool:
        """Whether nothing may be taken from it."""
        return any(found.severity is Severity.ERROR for found in self.diagnostics)


def read_for_game(letter: Letter, so_far: GameSoFar, *, any_sender: bool = False) -> LetterReading:
    """What a letter says to a game. any_sender: accept it from any sender. Raises nothing."""
    seat, doubt = _seat_of(letter, so_far, any_sender=any_sender)
    found = [_note(letter, LetterCode(remark.code), remark.line, what=remark.text) for remark in letter.remarks]
    reading = LetterReading(letter, seat, diagnostics=found)
    texts = [*letter.bodies, *letter.attachments]
    statements = [read_statement(own_text(text), so_far, seat) for text in texts]
    subject = _subject(letter, texts, statements)
    if subject is not None:
        texts.append(subject)
        statements.append(read_statement(subject.text, so_far, seat))
    if statements:
        told = next((at for at, one in enumerate(statements) if one.move or not one.silent), 0)
        text, reading.statement = texts[told], statements[told]
        found += [_note(letter, LetterCode.SKIPPED, run.first, what=str(run)) for run in skipped(lines_of(text))]
        found += [_placed(letter, text, remark) for remark in reading.statement.remarks]
        first = reading.statement.move
        for other, statement in zip(texts, statements, strict=True):  # which must not state two moves
            move = statement.move
            if first and move and move.move != first.move:
                facts: dict[str, Fact] = {"first": first.written, "second": move.written}
                found.append(_placed(letter, other, LetterRemark(LetterCode.VERSIONS, move.start, move.end, facts)))
        for condition in reading.statement.conditions:
            found.append(_note(letter, LetterCode.CONDITION, text.line_at(condition.start), text=condition.text))
    else:
        example = f"{so_far.next_number} MOVE"
        found.append(_note(letter, LetterCode.NO_MOVE, letter.line, why="; it has no text", example=example))
    if reading.statement.played and reading.statement.silent and not reading.refused:
        found.append(_note(letter, LetterCode.PLAYED, letter.line, move=reading.statement.played))
    if not (reading.refused or doubt):
        doubt = _turn(letter, so_far, seat, reading.statement)
    found += [doubt] if doubt else []
    if statements and not reading.refused:
        _ask(reading, so_far, texts)
    found.sort(key=lambda one: (one.line, one.column))
    return reading


Promise = tuple[str, Condition]
"""The name of the seat whose condition it is, and the condition."""


def read_through(
    letter: Letter, so_far: GameSoFar, promises: Sequence[Promise], *, any_sender: bool = False
) -> LetterReading:
    """As `read_for_game`; moves that are answers to the sender's by a promise of the other player are played through.

    So `2. Nf3 d6 3. d4` counts where the other player has promised d6. The letter must state all of these moves.
    """
    reading = read_for_game(letter, so_far, any_sender=any_sender)
    begun = reading.statement.begun
    errors = {found.code for found in reading.diagnostics if found.severity is Severity.ERROR}
    if begun is None or errors != {LetterCode.GOES_ON.value}:
        return reading
    answered = GameSoFar(appended(so_far.record, [begun.spelling]).record)
    player = answered.game.seats[answered.state.turn].name
    found = promised([condition for seat, condition in promises if seat == player], answered)
    if found is None or answered.record.result != "*":
        return reading
    answer = found[1]
    after = GameSoFar(appended(answered.record, [answer.spelling]).record)
    rest = read_through(letter, after, promises, any_sender=any_sender)
    if rest.refused or rest.statement.move is None or rest.seat != reading.seat:
        return reading
    rest.through = (begun, answer, *rest.through)
    return rest


def _ask(reading: LetterReading, so_far: GameSoFar, texts: list[LocatedText]) -> None:
    """Make a proposal of a letter that is not certain: all texts of it must be understood wholly."""
    letter, told = reading.letter, reading.statement
    if told.silent:
        return
    attached = range(len(letter.bodies), len(letter.bodies) + len(letter.attachments))
    own = [_COMMENT.sub(_blank, own_text(text)) if at in attached else own_text(text) for at, text in enumerate(texts)]
    readings = [understood(text, so_far, reading.seat) for text in own]
    doubt = _doubt(told, texts, readings, so_far) or _not_played(own, texts, readings, so_far)
    if doubt is None:
        offers = [part for one in readings for part in one.parts if "offer" in part.kinds]
        if told.move and offers and told.offers is None:
            told.offers = Mention(OFFER, offers[0].start, offers[0].end)
        return
    text, start, end, why = doubt
    reading.proposal = proposed(told)
    remark = LetterRemark(LetterCode.PROPOSAL, start, end, {"proposal": reading.proposal, "why": why})
    reading.diagnostics.append(_placed(letter, text, remark))


def _doubt(
    told: Statement, texts: list[LocatedText], readings: list[Understanding], so_far: GameSoFar
) -> tuple[LocatedText, int, int, str] | None:
    """Why a letter is not certain, with the text and the place in it; None where it is."""
    if any(one.hidden for one in readings):
        return texts[0], 0, 0, "it has characters that cannot be seen"
    for text, one in zip(texts, readings, strict=True):
        if one.unknown:
            start, end = one.unknown
            words = shown(" ".join(text.text[start:end].split()), 80)
            return text, start, end, f"'{words}' is not understood"
    for text in texts:
        below = "\n".join(line.text for line in lines_of(text) if line.kind in (LineKind.SIGNATURE, LineKind.FOOTER))
        if states_a_move(below, so_far):
            return text, 0, 0, "its signature or a footer states a move too"
        signature = "\n".join(line.text for line in lines_of(text) if line.kind is LineKind.SIGNATURE)
        if has_sentences(signature):
            return text, 0, 0, "its signature has sentences"
    kinds = {kind for one in readings for part in one.parts for kind in part.kinds}
    if not _is_certain(told, readings, kinds):
        return texts[0], 0, 0, "it says more than one thing"
    return None


def _not_played(
    own: list[str], texts: list[LocatedText], readings: list[Understanding], so_far: GameSoFar
) -> tuple[LocatedText, int, int, str] | None:
    """The first sentence that calls a move promised and made which the record does not have; None where none does."""
    for words, text, one in zip(own, texts, readings, strict=True):
        spoken = languages_of(words)
        for part in one.parts:
            if "through" not in part.kinds:
                continue
            told = words[part.start : part.end]
            runs = [run for sentence in sentences(told, so_far.game, spoken) for run in sentence.runs]
            if not all(_is_in_record(run, so_far, spoken) for run in runs):
                return text, part.start, part.end, f"'{shown(told.strip(), 80)}' is not so in the record"
    return None


def _is_in_record(run: MoveSequence, so_far: GameSoFar, spoken: tuple[str, ...]) -> bool:
    """Whether the first move of a run is that of the record at its number."""
    places = so_far.places(run.number, answers=run.answers) if run.number else []
    played = [place for place in places if place < so_far.now]
    return any(so_far.recorded(place) in so_far.named(place, run.moves[0].text, spoken) for place in played)


def _is_certain(told: Statement, readings: list[Understanding], kinds: set[str]) -> bool:
    """Whether what is stated is a whole sentence of its own in one of the texts. kinds: of all their sentences."""
    if told.move is not None:
        at = told.move.start
        ended = bool(kinds & {"resign", "accept", "claim"})
        offered = told.offers is None or "offer" in kinds
        return offered and not ended and any(one.says("move", at) for one in readings)
    ends = {"resign": told.resigns, "accept": told.accepts, "claim": told.claims}
    wanted = {kind for kind, place in ends.items() if place is not None}
    return len(wanted) == 1 and kinds & {*ends, "offer", "decline"} == wanted


def proposed(told: Statement) -> str:
    """What a letter would do, in words; empty where it states nothing."""
    if told.move is not None:
        return told.move.written + (" and offers a draw" if told.offers else "")
    ends = {"resigns": told.resigns, "accepts the draw": told.accepts, "claims a draw": told.claims}
    return next((does for does, place in ends.items() if place), "")


def _subject(letter: Letter, texts: list[LocatedText], statements: list[Statement]) -> LocatedText | None:
    """The subject, where the letter states a move too, or only says `see subject`; a reply has that of another letter."""
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


def _blank(found: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", found[0])


def _turn(letter: Letter, so_far: GameSoFar, seat: str, told: Statement) -> Diagnostic | None:
    """What is wrong with a move, an acceptance or a claim of somebody who is not to move."""
    player = so_far.game.seats[so_far.state.turn].name
    why = ""
    if told.resigns and not seat:
        why = "resigns, and nothing tells who that is"
    elif seat not in ("", player) and not told.resigns and (told.move or told.claims or told.accepts):
        why = f"plays {seat}, and {player} is to move"
    return _note(letter, LetterCode.SENDER, letter.line, sender=str(letter.sender), why=why) if why else None


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
    message, advice, severity = (text.format_map(facts) for text in EXPLAINED[code])
    return Diagnostic(letter.name, 0, line, 1, 1, Severity(severity), code.value, message, facts=facts, advice=advice)


# -- the sender ---------------------------------------------------------------------------------------------------------


def _seat_of(letter: Letter, so_far: GameSoFar, *, any_sender: bool) -> tuple[str, Diagnostic | None]:
    """The name of the seat that a letter comes from, empty where nothing tells, and what is to be told about that."""
    record, sender, seats = so_far.record, letter.sender, [seat.name for seat in so_far.game.seats]
    addresses = addresses_of(record, so_far.game)
    found = [seat for seat in seats if sender.mailbox and sender.mailbox in addresses[seat]]
    if not found:
        unknown = [seat for seat in seats if not addresses[seat]]
        found = [seat for seat in unknown if same_name(sender.name, record.tag(seat.capitalize()))]
    turn = seats[so_far.state.turn]
    if len(found) == 1 or turn in found:  # somebody may play both sides
        return (turn if turn in found else found[0]), None
    if any_sender:
        return "", None
    if sender.mailbox and not addresses[turn]:
        tag = f"{turn.capitalize()}NA"
        return "", _note(letter, LetterCode.SENDER_UNKNOWN, letter.line, sender=str(sender), player=turn, tag=tag)
    why = f"is not the address of {turn}, who is to move ({', '.join(addresses[turn])})"
    if not sender.mailbox:
        why = "names no sender, or several"
    return "", _note(letter, LetterCode.SENDER, letter.line, sender=str(sender) or "the header", why=why)


def addresses_of(record: Record, game: Variant) -> dict[str, list[str]]:
    """The addresses of each seat; its tag may have several (PGN 9.1.3 has one)."""
    return {seat.name: _ADDRESS.findall(record.tag(f"{seat.name.capitalize()}NA").casefold()) for seat in game.seats}


def same_name(one: str, other: str) -> bool:
    """Whether the words of one name are all among those of the other in any order, as in `Sommer, Greta`."""
    first, second = (set(_WORD.findall(name.casefold())) for name in (one, other))
    return bool(first and second) and (first <= second or second <= first)


# -- conditions ---------------------------------------------------------------------------------------------------------


def proposal(condition: Condition, so_far: GameSoFar, spoken: tuple[str, ...] = ()) -> Stated | None:
    """The move that follows from a condition in the position now; None where it has not come true.

    The moves of the condition must be those of the record up to now, each an answer to the one before.

    >>> from fairyscore.notation.editing.score_sheet import appended
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
            condition.texts[at] == ANY
            or so_far.recorded(first + at) in so_far.named(first + at, condition.texts[at], spoken)
            for at in range(done)
        )
        named = so_far.named(so_far.now, condition.texts[done], spoken) if met else {}
        if len(named) == 1:
            ((move, spelling),) = named.items()
            return Stated(move, spelling, so_far.written(so_far.now, move))
    return None


def promised(conditions: Iterable[Condition], so_far: GameSoFar) -> tuple[Condition, Stated] | None:
    """The condition that has come true, with its move; one for a named move goes before one for any.

    None where none has, and where they give different moves.
    """
    found = [(one, stated) for one in conditions if (stated := proposal(one, so_far)) is not None]
    named = [one for one in found if ANY not in one[0].texts] or found
    return named[0] if len({stated.move for _, stated in named}) == 1 else None
