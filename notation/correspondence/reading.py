"""One letter held against its game: who sent it, what it states, and diagnostics that point at its lines.

The sender is known by the tags `WhiteNA`, `BlackNA` and others alike. Moves under a condition are noted for later letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

from fairyscore.notation.clocks.audit import audit
from fairyscore.notation.clocks.times import DAY, HOUR, spoken
from fairyscore.notation.correspondence.asides import is_heading
from fairyscore.notation.correspondence.certainty import (
    Part,
    Understanding,
    due_moves,
    has_sentences,
    stands_alone,
    understood,
    without_dates,
)
from fairyscore.notation.correspondence.dates import Event, why_doubtful
from fairyscore.notation.correspondence.game_so_far import GameSoFar
from fairyscore.notation.correspondence.language import Languages, foreign_letter, judged
from fairyscore.notation.correspondence.statement import (
    ANY,
    ConditionalMoves,
    LetterRemark,
    Stated,
    Statement,
    read_statement,
)
from fairyscore.notation.correspondence.tokens import Mention, MoveSequence, move_sequences
from fairyscore.notation.editing.score_sheet import appended, claims, date_note, draw_is_offered, with_comments
from fairyscore.notation.mail.codes import EXPLAINED, LetterCode
from fairyscore.notation.mail.located import LocatedText
from fairyscore.notation.mail.phrases import frame, phrase, piece_names, seat_labels
from fairyscore.notation.mail.sender_text import LetterLine, LineKind, lines_of, skipped
from fairyscore.notation.records.diagnostics import Diagnostic, Severity, window
from fairyscore.notation.rules.reasons import Fact
from fairyscore.notation.text import shown

if TYPE_CHECKING:
    from fairyscore.notation.mail.message import MailLetter
    from fairyscore.notation.records.tree import Record
    from fairyscore.notation.rules.state import State
    from fairyscore.notation.rules.variant import Variant


_ADDRESS = re.compile(r"[^\s,;<>\"]+@[^\s,;<>\"]+")
_COMMENT = re.compile(r"\{[^{}]*\}")
"""A comment of an attached record."""
_MOVE_ALONE = re.compile(r"\s*\d{1,3}[.\s…]*\S+\s*")
_OTHERS = (LineKind.QUOTE, LineKind.OTHER)
_WORD = re.compile(r"[^\W\d_]{2,}")
_REPLY = re.compile(r"\w{1,3}\s?(?:\[\d+\])?:")
"""A subject that is another letter's."""

NO_EVENT: Final = Event()

_SENDERS = (LineKind.OWN, LineKind.SIGNATURE, LineKind.FOOTER)
"""Lines of a letter's sender, and of his programs."""


class UnknownSentence(NamedTuple):
    """A sentence that is not understood. alone: whether it is nothing but itself."""

    text: str
    alone: bool


@dataclass(slots=True)
class LetterReading:
    """The reading of a letter. seat: the name of the player who sent it, empty where nobody can say.

    proposal: what it would do, where it is not certain; nothing is written then. diagnostics: in the order of the file.
    through: the moves before the one that is stated, which the sender plays through conditions of the other player.
    unknown_sentences: those that are not understood. leave: the sentence that announces leave, empty without one.
    languages: those that its words tell.
    """

    letter: MailLetter
    seat: str = ""
    statement: Statement = field(default_factory=Statement)
    proposal: str = ""
    diagnostics: list[Diagnostic] = field(default_factory=list)
    through: tuple[Stated, ...] = ()
    unknown_sentences: tuple[UnknownSentence, ...] = ()
    leave: str = ""
    languages: tuple[str, ...] = ()

    @property
    def does(self) -> str:
        """The effect of the letter, in words; empty where it states nothing."""
        does = self.proposal or proposed(self.statement)
        return " ".join(filter(None, (*(one.written for one in self.through), does)))

    @property
    def refused(self) -> bool:
        """True if nothing may be taken from it."""
        return any(found.severity is Severity.ERROR for found in self.diagnostics)


def read_for_game(
    letter: MailLetter,
    so_far: GameSoFar,
    *,
    any_sender: bool = False,
    harmless: frozenset[str] = frozenset(),
    event: Event = NO_EVENT,
) -> LetterReading:
    """Read a letter for a game. Raises nothing.

    any_sender: accept it from any sender.
    harmless: sentences that are understood too.
    event: what its date is held against.
    """
    seat, doubt = _seat_of(letter, so_far, any_sender=any_sender)
    found = [_note(letter, LetterCode(remark.code), remark.line, what=remark.text) for remark in letter.remarks]
    reading = LetterReading(letter, seat, diagnostics=found)
    texts = [*letter.bodies, *letter.attachments]
    known = _languages(letter, texts, so_far, seat, event)
    reading.languages = known.evident
    subject = _subject(letter, texts, so_far)
    texts += [subject] if subject is not None else []
    parts = [_part(letter, text, so_far, seat, harmless=harmless, known=known) for text in texts]
    reading.leave = next(filter(None, map(_leave, parts)), "")
    reading.unknown_sentences = tuple(chain.from_iterable(map(_unknown_sentences, parts)))
    if parts:
        chosen = next((part for part in parts if part.statement.candidates or not part.statement.silent), parts[0])
        reading.statement = chosen.statement
        found += [_note(letter, LetterCode.SKIPPED, run.first, what=str(run)) for run in skipped(lines_of(chosen.text))]
        found += [_placed(letter, chosen.text, remark) for remark in reading.statement.remarks]
        found += _versions(letter, parts, reading.statement.move)
        for condition in reading.statement.conditions:
            found.append(_note(letter, LetterCode.CONDITION, chosen.text.line_at(condition.start), text=condition.text))
    else:
        example = f"{so_far.next_number} MOVE"
        found.append(_note(letter, LetterCode.NO_MOVE, letter.line, why="; it has no text", example=example))
    if reading.statement.played and reading.statement.silent and not reading.refused:
        found.append(_note(letter, LetterCode.PLAYED, letter.line, move=reading.statement.played))
    if not (reading.refused or doubt):
        doubt = _turn(letter, so_far, seat, reading.statement)
    found += [doubt] if doubt else []
    if parts and (doubt is None or doubt.severity is not Severity.ERROR):
        _ask(reading, so_far, parts, known, event)
    found.sort(key=lambda one: (one.line, one.column))
    return reading


class _LetterPart(NamedTuple):
    """A text of a letter: what it states, and how much of it is understood.

    sender_text: its sender's words, the rest blank.
    """

    text: LocatedText
    sender_text: str
    statement: Statement
    understanding: Understanding


def _leave(part: _LetterPart) -> str:
    """The first sentence of a text that announces leave."""
    found = (one for one in part.understanding.parts if "leave" in one.kinds)
    return next((" ".join(part.sender_text[one.start : one.end].split()) for one in found), "")


def _unknown_sentences(part: _LetterPart) -> list[UnknownSentence]:
    """The sentences of a text of a letter that are not understood."""
    places = part.understanding.unknowns
    return [
        UnknownSentence(part.sender_text[start:end], stands_alone(part.sender_text, start, end))
        for start, end in places
    ]


_COUNTRY = ("Federation", "Fed", "Country")
"""Tags behind the name of a seat that say where its player comes from."""


def _languages(
    letter: MailLetter, texts: Iterable[LocatedText], so_far: GameSoFar, seat: str, event: Event
) -> Languages:
    """The languages of a letter: by all lines of its sender and his programs, a subject of his own, his address, his
    federation, and his earlier letters.

    The players' names are no words.
    """
    lines = [line.text for text in texts for line in lines_of(text) if line.kind in _SENDERS]
    subject = "" if _REPLY.match(letter.title) else letter.title
    names = {word for seat in so_far.game.seats for word in _WORD.findall(so_far.record.tag(seat.name.capitalize()))}
    without = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, names)) or '(?!)'})(?!\w)")
    tags = (so_far.record.tag(f"{seat.capitalize()}{tag}") for tag in _COUNTRY if seat)
    mailbox = letter.sender.mailbox
    words = [without.sub("", line) for line in (*lines, subject)]
    return judged(words, mailbox, next(filter(None, tags), ""), event.languages_of(mailbox))


def _part(
    letter: MailLetter, text: LocatedText, so_far: GameSoFar, seat: str, *, harmless: frozenset[str], known: Languages
) -> _LetterPart:
    own = own_text(text)
    statement = read_statement(own, so_far, seat, known)
    if text in letter.attachments:
        own = _COMMENT.sub(_blank, own)
    part = _LetterPart(text, own, statement, understood(own, so_far, seat, harmless, known))
    _add_ends(part, so_far, seat)
    return part


ENDS: Final = {"resign": "resigns", "accept": "accepts", "offer": "offers", "claim": "claims"}
"""Kinds of sentences, and what a statement has of them."""


def _add_ends(part: _LetterPart, so_far: GameSoFar, seat: str) -> None:
    """Add resignations and offers: the sentences that are understood; without any, words that may mean one."""
    statement, understanding = part.statement, part.understanding
    for sentence in understanding.parts:
        for kind in ENDS.keys() & set(sentence.kinds):
            _add_end(part, kind, sentence.start, sentence.end, seat)
    stated = statement.candidates or statement.offers or not statement.silent
    if understanding.unknown and not stated:
        places = ((kind, place) for kind in ENDS for place in phrase(kind).finditer(part.sender_text))
        meant = (
            one
            for one in places
            if not (_is_negated(part.sender_text, one[1]) or _is_answered_no(part.sender_text, *one))
        )
        first = next(meant, None)
        if first is not None:
            _add_end(part, first[0], first[1].start(), first[1].end(), seat)
    if statement.claims and not claims(so_far.record):
        statement.remarks.append(
            _remark(LetterCode.RESULT, statement.claims, found="a claim", why="the position allows none")
        )
    if statement.candidates or any(EXPLAINED[remark.code].severity == "error" for remark in statement.remarks):
        return
    if statement.accepts and not draw_is_offered(so_far.record):
        statement.remarks.append(_remark(LetterCode.DRAW, statement.accepts, why="no draw is offered in the record"))
    elif statement.silent and statement.offers:
        statement.remarks.append(_remark(LetterCode.DRAW, statement.offers, why="a draw is offered without a move"))
    elif statement.silent and not statement.played:
        statement.remarks.append(_remark(LetterCode.NO_MOVE, None, why="", example=f"{so_far.next_number} MOVE"))


def _is_negated(text: str, place: re.Match[str]) -> bool:
    """True if a negation stands in the phrase, or beside it with no stop or comma between: `I will not resign`."""
    before = _CLAUSE_END.split(text[: place.start()])[-1].split()[-3:]
    after: list[str] = []
    if not _CLAUSE_END.search(place[0]):  # else the clause ends with the phrase
        after = _CLAUSE_END.split(text[place.end() :])[0].split()[:2]
    return phrase("negation").search(" ".join((*before, place[0], *after))) is not None


def _is_answered_no(text: str, kind: str, place: re.Match[str]) -> bool:
    """True if an end stands in a question that the next words answer in the negative: `Resign? Never!`."""
    rest = text[place.end() :].lstrip()
    return kind != "offer" and rest[:1] == "?" and phrase("negation").search(" ".join(rest.split()[:3])) is not None


_CLAUSE_END = re.compile(r"[,.;:!?()\n]")


def _add_end(part: _LetterPart, kind: str, start: int, end: int, seat: str) -> None:
    place = Mention(part.sender_text[start:end].strip(), start, end)
    other = seat_labels().search(place.text) if kind == "resign" and seat else None
    if other and other.lastgroup != seat:
        why = f"it is said of {other.lastgroup}"
        part.statement.remarks.append(_remark(LetterCode.RESULT, place, found=shown(place.text), why=why))
    elif getattr(part.statement, ENDS[kind]) is None:
        setattr(part.statement, ENDS[kind], place)


def _remark(code: LetterCode, place: Mention | None, **facts: Fact) -> LetterRemark:
    return LetterRemark(code, place.start if place else 0, place.end if place else 0, facts)


def _versions(letter: MailLetter, parts: list[_LetterPart], first: Stated | None) -> Iterator[Diagnostic]:
    """A finding for each text of a letter that states another move than the first one does."""
    for part in parts:
        move = part.statement.move
        if first and move and move.move != first.move:
            facts: dict[str, Fact] = {"first": first.written, "second": move.written}
            yield _placed(letter, part.text, LetterRemark(LetterCode.VERSIONS, move.start, move.end, facts))


Promise = tuple[str, ConditionalMoves]
"""The name of the seat whose condition it is, and the condition."""


def read_through(
    letter: MailLetter,
    so_far: GameSoFar,
    promises: Sequence[Promise],
    *,
    any_sender: bool = False,
    harmless: frozenset[str] = frozenset(),
    event: Event = NO_EVENT,
) -> LetterReading:
    """As `read_for_game`; moves that are answers to the sender's by a promise of the other player are played through.

    So `2. Nf3 d6 3. d4` counts where the other player has promised d6. The letter must state all of these moves.
    """
    reading = read_for_game(letter, so_far, any_sender=any_sender, harmless=harmless, event=event)
    begun = reading.statement.begun
    errors = {found.code for found in reading.diagnostics if found.severity is Severity.ERROR}
    if begun is None or errors != {LetterCode.GOES_ON.value}:
        return reading
    if why_doubtful(letter.date, [begun.spelling], so_far.record, event):
        return reading
    answered = GameSoFar(_dated(so_far.record, begun.spelling, letter))
    player = answered.game.seats[answered.state.turn].name
    found = promised([condition for seat, condition in promises if seat == player], answered)
    if found is None or answered.record.result != "*":
        return reading
    answer = found[1]
    after = GameSoFar(_dated(answered.record, answer.spelling, letter))
    rest = read_through(letter, after, promises, any_sender=any_sender, harmless=harmless, event=event)
    if rest.refused or rest.statement.move is None or rest.seat != reading.seat:
        return reading
    rest.through = (begun, answer, *rest.through)
    return rest


def _dated(record: Record, move: str, letter: MailLetter) -> Record:
    """The record with a move that is made with a letter."""
    longer = appended(record, [move]).record
    return longer if letter.date is None else with_comments(longer, date_note(record, letter.date))


def _ask(reading: LetterReading, so_far: GameSoFar, parts: list[_LetterPart], known: Languages, event: Event) -> None:
    """Make a proposal of a letter that is not certain: all texts of it must be understood wholly."""
    letter, statement = reading.letter, reading.statement
    if statement.silent and not statement.candidates:
        _look_everywhere(reading, so_far, parts)
        return
    if not reading.refused:
        doubt = (
            _doubt(statement, parts, so_far)
            or _other_language(statement, parts, so_far, known)
            or _not_played(parts, so_far, known)
            or _other_time(reading, parts, so_far)
            or _other_date(reading, parts, so_far, event)
        )
        if doubt is None:
            return
        text, start, end, why = doubt
        facts: dict[str, Fact] = {"proposal": proposed(statement), "why": why}
        reading.diagnostics.append(_placed(letter, text, LetterRemark(LetterCode.PROPOSAL, start, end, facts)))
    reading.proposal = proposed(statement)
    if len(statement.candidates) == 1:
        statement.move = statement.candidates[0]


def _look_everywhere(reading: LetterReading, so_far: GameSoFar, parts: list[_LetterPart]) -> None:
    """Propose a move that stands where nobody's own words are read: in brackets, quotations, quotes, footers."""
    letter, statement = reading.letter, reading.statement
    errors = [found.code for found in reading.diagnostics if found.severity is Severity.ERROR]
    if statement.played or any(code != LetterCode.NO_MOVE.value for code in errors):
        return
    for part in parts:
        found = due_moves(part.text.text, so_far, numbered=False)
        if not found:
            continue
        statement.candidates = tuple(found)
        statement.move = found[0] if len(found) == 1 else None
        reading.proposal = proposed(statement)
        facts: dict[str, Fact] = {"proposal": reading.proposal, "why": "it stands in brackets, a quote or a footer"}
        remark = LetterRemark(LetterCode.PROPOSAL, found[0].start, found[0].end, facts)
        others = [one for one in reading.diagnostics if one.code != LetterCode.NO_MOVE.value]
        reading.diagnostics[:] = [*others, _placed(letter, part.text, remark)]
        return


def _doubt(
    statement: Statement, parts: list[_LetterPart], so_far: GameSoFar
) -> tuple[LocatedText, int, int, str] | None:
    """Why a letter is not certain, with the text and the place in it; None where it is."""
    first = parts[0].text
    if any(part.understanding.hidden for part in parts):
        return first, 0, 0, "it has characters that cannot be seen"
    for part in parts:
        if part.understanding.unknown:
            start, end = part.understanding.unknown
            words = shown(" ".join(part.text.text[start:end].split()), 80)
            return part.text, start, end, f"'{words}' is not understood"
    for part in parts:
        lines = lines_of(part.text)
        if misplaced := _doubtful_footer(lines):
            return part.text, 0, 0, f"'{shown(misplaced, 80)}' is not known as a footer"
        below = "\n".join(line.text for line in lines if line.kind in (LineKind.SIGNATURE, LineKind.FOOTER))
        if due_moves(below, so_far):
            return part.text, 0, 0, "its signature or a footer states a move too"
        quoted = "\n".join(
            filter(_MOVE_ALONE.fullmatch, (line.text.lstrip(" >|") for line in lines if line.kind in _OTHERS))
        )
        if any(statement.move is None or one.move != statement.move.move for one in due_moves(quoted, so_far)):
            return part.text, 0, 0, "a quote has another move that fits"
        signature = "\n".join(line.text for line in lines if line.kind is LineKind.SIGNATURE)
        if has_sentences(signature):
            return part.text, 0, 0, "its signature has sentences"
    move = statement.move
    if move is not None:
        own = next(part.sender_text for part in parts if part.statement is statement)
        sentences_about = [sentence for part in parts for sentence in part.understanding.parts]
        why = _false_word(own[move.start : move.end], move, sentences_about, so_far)
        if why:
            return first, move.start, move.end, why
    if not _is_certain(statement, [part.understanding for part in parts]):
        return first, 0, 0, "it says more than one thing"
    return None


def _false_word(spelled: str, stated: Stated, about: list[Part], so_far: GameSoFar) -> str:
    """A letter's false word for a move: a capture, a check, the move of another piece; empty where all is right.

    spelled: the move as the letter has it. about: the sentences of the letter.
    """
    game, before, after = so_far.game, so_far.state, so_far.state.copy()
    after.push_unchecked(stated.move)
    kinds = {kind for sentence in about for kind in sentence.kinds}
    checks = "check" in kinds or (spelled.endswith("+") and not stated.written.endswith("+"))
    mates = "mate" in kinds or spelled.endswith("#")
    captures = "capture" in kinds or "x" in spelled
    named = {piece_names().get(sentence.piece, sentence.piece) for sentence in about if sentence.piece}
    taken = {piece_names().get(sentence.taken, sentence.taken) for sentence in about if sentence.taken}
    cells = {sentence.cell for sentence in about if sentence.cell}
    moved = _piece_on(stated.move.origin, before, game)
    met = _piece_on(stated.move.target, before, game) or ("pawn" if moved == "pawn" else "")  # in passing
    words = {
        "a mate": mates and after.outcome() is None,
        "a check": checks and not game.scenery.checked(after),
        "a capture": captures and _pieces(after) >= _pieces(before),
        "castling": "castle" in kinds and stated.move.castle < 0,
        "a move of another piece": bool(named) and moved not in named,
        "a capture of another piece": bool(taken) and met not in taken,
        "a move to another cell": bool(cells) and cells != {_cell_name(stated.move.target, game)},
    }
    return next((f"it calls the move {word}, and it is none" for word, false in words.items() if false), "")


def _piece_on(cell: int, state: State, game: Variant) -> str:
    """The name of the piece on a cell, empty where there is none."""
    standing = state.piece_at(cell) if cell >= 0 else None
    return game.piece_types[standing[1]].name.casefold() if standing else ""


def _cell_name(cell: int, game: Variant) -> str:
    return next((name for name, index in game.board.index.items() if index == cell), "")


def _pieces(state: State) -> int:
    """How many pieces stand on the board."""
    return sum(state.piece_at(cell) is not None for cell in range(len(state.board)))


def _doubtful_footer(lines: list[LetterLine]) -> str:
    """The first line that is taken for the footer of a program, and names none or stands above words of the sender."""
    written = [at for at, line in enumerate(lines) if line.kind is LineKind.OWN and line.text.strip()]
    last = written[-1] if written else 0
    for at, line in enumerate(lines):
        text = line.text.strip()
        if line.kind is LineKind.FOOTER and text and (at < last or _is_unknown_footer(text)):
            return text
    return ""


def _is_unknown_footer(text: str) -> bool:
    return frame("added").fullmatch(text) is not None and frame("program").search(text) is None


def _other_language(
    statement: Statement, parts: list[_LetterPart], so_far: GameSoFar, known: Languages
) -> tuple[LocatedText, int, int, str] | None:
    """The move, where only the piece letters of a language that the letter is not in make it legal."""
    move = statement.move
    if move is None:
        return None
    part = next(part for part in parts if part.statement is statement)
    if not foreign_letter(part.sender_text[move.start : move.end], move.move, known, so_far):
        return None
    return part.text, move.start, move.end, "its letter means another piece in the language of the letter"


def _not_played(
    parts: list[_LetterPart], so_far: GameSoFar, known: Languages
) -> tuple[LocatedText, int, int, str] | None:
    """The first sentence that calls a move received or made which the record does not have; None where none does."""
    for text, own, _, understanding in parts:
        for part in understanding.parts:
            if not {"through", "words"}.intersection(part.kinds):
                continue
            words = own[part.start : part.end]
            runs = move_sequences(words, so_far.game, known.possible)
            if not all(_is_in_record(run, so_far, known.possible) for run in runs):
                return text, part.start, part.end, f"'{shown(words.strip(), 80)}' is not so in the record"
    return None


def _other_time(
    reading: LetterReading, parts: list[_LetterPart], so_far: GameSoFar
) -> tuple[LocatedText, int, int, str] | None:
    """The first total of the sender's time that is not what the dates of the record come to; None where none is stated.

    A day more or less is no disagreement; nor is anything where a move of his has no time.
    """
    stated: list[tuple[_LetterPart, Part]] = []
    for part in parts:
        stated += ((part, sentence) for sentence in part.understanding.parts if sentence.total)
    used = _time_used(reading, so_far) if stated else None
    if used is None:
        return None
    for part, sentence in stated:
        found = _HOURS_OR_DAYS.match(sentence.total)
        assert found is not None  # the table has no other
        total = int(found[1]) * (HOUR if found[2] and found[2][0] in "hH" else DAY)
        least = used.used - (DAY * used.moves if used.whole_days else 0)
        if not least - DAY <= total <= used.used + DAY:
            why = f"the letter says {spoken(total)} in all, and the dates of the record come to {spoken(used.used)}"
            return part.text, sentence.start, sentence.end, why
    return None


def _other_date(
    reading: LetterReading, parts: list[_LetterPart], so_far: GameSoFar, event: Event
) -> tuple[LocatedText, int, int, str] | None:
    move = reading.statement.move
    why = why_doubtful(reading.letter.date, [move.spelling] if move else [], so_far.record, event)
    return (parts[0].text, 0, 0, why) if why else None


_HOURS_OR_DAYS = re.compile(r"(\d+)\D*?([^\W\d_]*)\Z")


class _TimeUsed(NamedTuple):
    """The sender's time with the move of the letter, in milliseconds. whole_days: a day that is begun is not counted."""

    used: int
    moves: int
    whole_days: bool


def _time_used(reading: LetterReading, so_far: GameSoFar) -> _TimeUsed | None:
    """None where the letter has no date, or a move of its sender no time."""
    move, date = reading.statement.move, reading.letter.date
    if move is None or date is None:
        return None
    record = appended(so_far.record, [move.spelling]).record
    result = audit(with_comments(record, date_note(record, date)))
    accounts = result.accounts
    if not accounts or accounts[so_far.state.turn].untimed:
        return None
    account = accounts[so_far.state.turn]
    return _TimeUsed(account.used, account.moves, result.control.whole_days)


def _is_in_record(run: MoveSequence, so_far: GameSoFar, spoken: tuple[str, ...]) -> bool:
    """True if the first move of a run is that of the record at its number."""
    places = so_far.places(run.number, answers=run.answers) if run.number else [so_far.now - 1]
    played = [place for place in places if place < so_far.now]
    return any(
        so_far.recorded(place) in so_far.named(place, run.moves[0].text, spoken) for place in played if place >= 0
    )


def _is_certain(statement: Statement, readings: list[Understanding]) -> bool:
    """True if what is stated is a whole sentence of its own in one of the texts."""
    kinds: set[str] = set()
    for part in chain.from_iterable(one.parts for one in readings):
        kinds.update(part.kinds)
    if statement.move is not None:
        at = statement.move.start
        ended = bool(kinds & {"resign", "accept", "claim"})
        offered_beside = "offer" in kinds and statement.offers is None
        return not ended and not offered_beside and any(one.says("move", at) for one in readings)
    ends = {"resign": statement.resigns, "accept": statement.accepts, "claim": statement.claims}
    wanted = {kind for kind, place in ends.items() if place is not None}
    return len(wanted) == 1 and kinds & {*ends, "offer", "decline"} == wanted


def proposed(statement: Statement) -> str:
    """The effect of a statement, in words; empty where it states nothing."""
    if statement.move is not None:
        return statement.move.written + (" and offers a draw" if statement.offers else "")
    if statement.candidates:
        return " or ".join(one.written for one in statement.candidates)
    ends = {"resigns": statement.resigns, "accepts the draw": statement.accepts, "claims a draw": statement.claims}
    return next((does for does, place in ends.items() if place), "")


def _subject(letter: MailLetter, texts: list[LocatedText], so_far: GameSoFar) -> LocatedText | None:
    """The subject, where the letter has a move too, or says `see subject`; a reply has that of another letter."""
    if _REPLY.match(letter.subject):
        return None
    own = [own_text(text) for text in texts]
    pointed = any(frame("in_subject").search(words) for words in own)
    draw = any(phrase(kind).search(words) for kind in ("offer", "accept") for words in own)
    is_topic = _is_topic(letter.subject, so_far, draw=draw)
    if not pointed and (is_topic or not any(read_statement(words, so_far).move for words in own)):
        return None
    return LocatedText([(letter.line, letter.subject)])


def _is_topic(subject: str, so_far: GameSoFar, *, draw: bool) -> bool:
    """True if a subject says no more than what its letter is about: the event, the players, the number of the move; a draw,
    if the letter offers or accepts one.
    """
    rest = subject.casefold().replace(so_far.record.tag("Event").casefold() or "\n", " ")
    for word in chain.from_iterable(
        _WORD.findall(so_far.record.tag(seat.name.capitalize())) for seat in so_far.game.seats
    ):
        rest = re.sub(rf"(?<!\w){re.escape(word.casefold())}(?!\w)", " ", rest)
    now = _FIRST_NUMBER.match(so_far.next_number)
    numbers = (int(now[0]), int(now[0]) - 1) if now else ()
    rest = _move_number().sub(lambda found: " " if int(found[1] or found[2]) in numbers else found[0], rest)
    rest = " " if rest.strip(" .") in map(str, numbers) else without_dates(rest)
    return is_heading(rest, draw=draw)


_FIRST_NUMBER = re.compile(r"\d+")


@lru_cache(maxsize=1)
def _move_number() -> re.Pattern[str]:
    """`Move 3`, `coup n° 3`, `3. Zug`."""
    move, sign = phrase("move").pattern, r"(?:\W|n[°ºo]|nr\.?|no\.?|num\w*){0,3}"
    return re.compile(rf"{move}{sign}(\d{{1,3}})(?!\w)|(?<!\w)(\d{{1,3}})[^\W\d_]{{0,3}}\W{{0,2}}{move}", re.IGNORECASE)


def own_text(text: LocatedText) -> str:
    """A text with blanks for everything that is not its sender's, so that places stay."""
    own = (line.text if line.kind is LineKind.OWN else " " * len(line.text) for line in lines_of(text))
    return "\n".join(own)


def _blank(found: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", found[0])


def _turn(letter: MailLetter, so_far: GameSoFar, seat: str, statement: Statement) -> Diagnostic | None:
    """Why a move, an acceptance or a claim is wrong, if its player is not to move."""
    player = so_far.game.seats[so_far.state.turn].name
    why = ""
    if statement.resigns and not seat:
        why = "resigns, and nothing tells who that is"
    elif (
        seat not in ("", player) and not statement.resigns and (statement.move or statement.claims or statement.accepts)
    ):
        why = f"plays {seat}, and {player} is to move"
    return _note(letter, LetterCode.SENDER, letter.line, sender=str(letter.sender), why=why) if why else None


def _placed(letter: MailLetter, text: LocatedText, remark: LetterRemark) -> Diagnostic:
    """A remark on a place of a text as a diagnostic on its line."""
    begin = text.text.rfind("\n", 0, remark.start) + 1
    end = text.text.find("\n", remark.start)
    end = len(text.text) if end < 0 else end
    source, first = window(text.text, begin, end, remark.start)
    line = text.line_at(remark.start) if text.text else letter.line
    found = _note(letter, remark.code, line, **remark.facts)
    return found._replace(
        column=remark.start - begin + 1,
        end_column=max(min(remark.end, end), remark.start) - begin + 1,
        source=source if remark.end else "",
        source_start=first - begin + 1,
    )


def _note(letter: MailLetter, code: LetterCode, line: int, **facts: Fact) -> Diagnostic:
    message, advice, severity = (text.format_map(facts) for text in EXPLAINED[code][:3])
    return Diagnostic(letter.name, 0, line, 1, 1, Severity(severity), code.value, message, facts=facts, advice=advice)


# -- the sender ---------------------------------------------------------------------------------------------------------


def _seat_of(letter: MailLetter, so_far: GameSoFar, *, any_sender: bool) -> tuple[str, Diagnostic | None]:
    """The name of the seat that a letter comes from, empty where nothing tells, and what is to be reported about that."""
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
    """True if the words of one name are all among those of the other in any order, as in `Sommer, Greta`."""
    first, second = (set(_WORD.findall(name.casefold())) for name in (one, other))
    return bool(first and second) and (first <= second or second <= first)


# -- conditions ---------------------------------------------------------------------------------------------------------


def proposal(condition: ConditionalMoves, so_far: GameSoFar, spoken: tuple[str, ...] = ()) -> Stated | None:
    """The move that follows from a condition in the position now; None where it has not come true.

    The moves of the condition must be those of the record up to now, each an answer to the one before.

    >>> from fairyscore.notation.editing.score_sheet import appended
    >>> from fairyscore.notation.records.tree import Record
    >>> record = appended(Record("chess"), "e4 e5 Nf3 Nc6 Bb5 a6".split()).record
    >>> found = ConditionalMoves("if 3...a6 then 4. Ba4", 5, ("a6", "Ba4"), 0, 21)
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


def promised(conditions: Iterable[ConditionalMoves], so_far: GameSoFar) -> tuple[ConditionalMoves, Stated] | None:
    """The condition that has come true, with its move; one for a named move goes before one for any.

    None where none has, and where they give different moves.
    """
    found = [(one, stated) for one in conditions if (stated := proposal(one, so_far)) is not None]
    named = [one for one in found if ANY not in one[0].texts] or found
    return named[0] if len({stated.move for _, stated in named}) == 1 else None
