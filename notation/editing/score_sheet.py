"""A record that is played on, as players note it: moves in any notation of the game, when and with which time each was
made, offers, and how the game ended. All is checked as the rules have it.

>>> from fairyscore.notation.records.game_text import GameText
>>> record = Validator().judge(GameText(1, '[White "Anna"]\\n\\n1. f3 e5 *', 1)).record
>>> longer = appended(record, ["g4", "Qd8-h4!"])
>>> longer.record.result, [ply.nags for ply in longer.record.line.plies], len(longer.played)
('0-1', [(), (), (), (1,)], 2)
>>> appended(record, ["Kf2", "Ke6"]).refused.text
'Ke6'
>>> str(appended(record, ["3.", "Kf2"]).refused.reasons[0])
'the number 3. stands in front of the move 2.'
>>> resigned(record, "white").result, undone(record, 1).line.plies == record.line.plies[:1], claims(record)
('0-1', True, ())
"""

import datetime
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from fairyscore.notation.errors import FairyscoreError
from fairyscore.notation.formats import pgn, pgn_writer
from fairyscore.notation.moves.reading import MoveRefusal, is_skipped, legal_move
from fairyscore.notation.records.diagnostics import EXPLAINED, RecordCode
from fairyscore.notation.records.marks import commands_in
from fairyscore.notation.records.nags import nag_of, nags_of_move
from fairyscore.notation.records.pgn_lexer import is_result_text
from fairyscore.notation.records.token_stream import DiagnosticCollector
from fairyscore.notation.records.tree import Comment, MoveLine, Ply, Record, numbered, retagged
from fairyscore.notation.replay import Validator, Verdict
from fairyscore.notation.replay.guess import judged
from fairyscore.notation.rules.reasons import Fact, Reason
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Notation
from fairyscore.notation.text import counted, shown

_NUMBER = re.compile(r"(\d+)([.)…]+)|(\d{1,3})")
"""A bare number of four digits is a move (ICCF)."""

OFFER = "(=)"
"""An offered draw, as players note it (FIDE Laws 8.1.5)."""

DATES = {"date": "%Y.%m.%d %H:%M:%S", "ccsnt": "%Y.%m.%d,%H:%M:%S"}
"""The commands that say when a move was made, and how each writes it."""


@dataclass(frozen=True, slots=True)
class WrongNumber:
    """A number that is not that of the next move; it reads as a `Reason` does."""

    text: str
    expected: str
    code: RecordCode = RecordCode.MOVE_NUMBER
    facts: Mapping[str, Fact] = field(default_factory=dict)
    rule: str = ""

    @property
    def advice(self) -> str:
        """The advice of the finding."""
        return EXPLAINED[self.code].advice

    def __str__(self) -> str:
        return f"the number {shown(self.text)} stands in front of the move {self.expected}"


@dataclass(frozen=True, slots=True)
class MoveRefused:
    """The first move that is not legal, with all its reasons, and legal ones that were probably meant."""

    text: str
    reasons: tuple[Reason | WrongNumber, ...]
    suggestions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Longer:
    """A record played on. record: with all moves up to one that is refused; played: these moves as they are written."""

    record: Record
    played: tuple[str, ...]
    refused: MoveRefused | None


def _comments_in(token: str) -> list[Comment]:
    """The comment that a token of a move text is, if it says anything."""
    if not token.startswith(("{", ";")):
        return []
    inner = token[1:].removesuffix("}") if token.startswith("{") else token[1:]
    return [Comment(inner)] if inner.strip() else []


def appended(record: Record, moves: Iterable[str], notation: Notation | None = None) -> Longer:
    """The record with moves after its main line. Where the rules end the game by them, its result says so.

    moves: tokens as a PGN lexer gives them. Numbers must fit; comments and glyphs stay after the move they follow.
    A result the record has already is not looked at. notation: of the moves that are reported, if not the game's usual one.
    """
    game, state = record.game, record.end()
    notation = notation or game.writing.usual
    played: list[str] = []
    plies: list[Ply] = []
    intro: list[Comment] = []
    refused = None
    for text in moves:
        if number := _NUMBER.fullmatch(text):
            refused = _wrong_number(number, state)
            if refused:
                break
            continue
        if is_skipped(text) or text.startswith("{"):  # a comment that is not closed
            nag = nag_of(text)
            comments = _comments_in(text)
            if plies:
                last = plies[-1]
                nags = last.nags if nag is None else (*last.nags, nag)
                plies[-1] = replace(last, nags=nags, annotations=(*last.annotations, *comments))
            else:
                intro += comments
            continue
        state.outcome()  # who is to move and cannot leaves the game now (K-5)
        found = legal_move(text, state, game)
        if isinstance(found, MoveRefusal):
            refused = MoveRefused(text, *found)
            break
        played.append(f"{numbered(state)} {notation.write(state, found, game)}")
        plies.append(Ply(found, nags_of_move(text)))
        state.push_unchecked(found)
    outcome = state.outcome()
    record = with_comments(record, *(comment.text for comment in intro))
    longer = replace(record, line=replace(record.line, plies=(*record.line.plies, *plies)))
    if outcome is not None and plies:
        longer = replace(retagged(longer, {"Result": ""}), result=outcome.result)
    return Longer(longer, tuple(played), refused)


def _wrong_number(found: re.Match[str], state: State) -> MoveRefused | None:
    """Why a number cannot stand in front of the next move; None where it can."""
    number, dots = int(found[1] or found[3]), found[2] or ""
    first = state.turn == state.playing()[0]
    if number == state.fullmove_number and not (first and (len(dots) > 1 or "…" in dots)):
        return None
    return MoveRefused(found[0], (WrongNumber(found[0], numbered(state)),))


def with_comments(record: Record, *texts: str) -> Record:
    """The record with comments after its last move, or in front of the first one; commands first, all in one comment."""
    comments = [text for text in texts if text]
    if not comments:
        return record
    comment, line = Comment(" ".join(comments)), record.line
    if not line.plies:
        return replace(record, line=replace(line, intro=(*line.intro, comment)))
    last = replace(line.plies[-1], annotations=(*line.plies[-1].annotations, comment))
    return replace(record, line=replace(line, plies=(*line.plies[:-1], last)))


# -- what stands beside the moves, and how the game ends ------------------------------------------------------------------


class NotPossible(FairyscoreError, ValueError):
    """Something that the game or its record does not allow; the message says why.

    >>> try:
    ...     undone(Record("chess"), 1)
    ... except NotPossible as fault:
    ...     print(fault)
    the game has 0 moves; 1 cannot be taken back
    """


def date_note(record: Record, when: datetime.datetime) -> str:
    """When a move was made, by the command that the record has for it: with its zone, or in UTC where that has none."""
    plies = (ply for _, ply in record.line.walk())
    met = [command.name for ply in plies for command in commands_in(ply.comments)]
    form = next((name for name in reversed(met) if name in DATES), "date")
    if form != "date" and when.tzinfo is not None:
        when = when.astimezone(datetime.UTC)
    zone = f" {when.strftime('%z')[:3]}:{when.strftime('%z')[3:5]}" if form == "date" and when.tzinfo else ""
    return f"[%{form} {when.strftime(DATES[form])}{zone}]"


def last_date_note(record: Record) -> str:
    """The command that says when the last move was made, empty where nothing does."""
    noted = (command for ply in record.line.plies[-1:] for command in commands_in(ply.comments))
    return next((str(command) for command in noted if command.name in DATES), "")


def resigned(record: Record, seat: str) -> Record:
    """The game won by the other player. Raises `NotPossible` where there are several others."""
    seats = [known.name for known in record.game.seats]
    if len(seats) != 2:
        raise NotPossible(
            f"in a game of {len(seats)} players the result of a resignation is not defined; pass --result"
        )
    return ended(record, "0-1" if seat == seats[0] else "1-0", f"{seat.capitalize()} resigns.")


def draw_is_offered(record: Record) -> bool:
    """True if the last move was made with the offer of a draw."""
    return any(OFFER in comment.text for ply in record.line.plies[-1:] for comment in ply.comments)


def drawn(record: Record, why: str) -> Record:
    """The game drawn, with half a point for everybody."""
    return ended(record, "-".join(["1/2"] * len(record.game.seats)), why)


def ended(record: Record, result: str, why: str = "") -> Record:
    """The record with a result, and a comment that says how it came about."""
    return replace(retagged(with_comments(record, why), {"Result": ""}), result=result)


def undone(record: Record, plies: int) -> Record:
    """The record without its last moves, open again. Raises `NotPossible` where it has fewer."""
    line = record.line
    if plies > len(line.plies):
        raise NotPossible(f"the game has {counted(len(line.plies), 'move')}; {plies} cannot be taken back")
    shorter = replace(record, line=replace(line, plies=line.plies[: len(line.plies) - plies]))
    return replace(retagged(shorter, {"Result": "", "Termination": ""}), result="*")


def appended_text(verdict: Verdict, record: Record, notation: Notation, judge: Validator) -> str:
    """The text of a PGN game as it stands, with what its record has beyond that of the verdict in front of the result.

    This is how a game is played on whose variations have faults: no canonical form holds what could not be read. judge: the
    text must mean the record to it. Raises `NotPossible` where something else than moves, comments and the result changed.
    """
    old, text = verdict.record, verdict.game_text.text
    assert old is not None
    played, plies = len(old.line.plies), record.line.plies
    if played and len(plies) >= played:
        added = plies[played - 1].annotations[len(old.line.plies[-1].annotations) :]
    else:
        added = record.line.intro[len(old.line.intro) :]
    more = tuple(item for item in added if isinstance(item, Comment))
    state = replace(old, line=MoveLine(plies[:played])).end()
    stream = pgn.read(verdict.game_text, DiagnosticCollector("", verdict.game_text))
    tokens = stream.tokens(record.game)
    start, end = len(text.rstrip()), len(text)
    if tokens and is_result_text(tokens[-1]):
        start, end = stream.spans(record.game)[len(tokens) - 1]
    tail = pgn_writer.moves(replace(record, line=MoveLine(plies[played:], more)), notation, state)
    text = f"{text[:start].rstrip()}\n{tail}{text[end:] or chr(10)}"
    begin, close = stream.place_of("Result")
    if close and record.result != old.result:
        text = f'{text[:begin]}[Result "{record.result}"{text[close:]}'
    read = judged(judge, verdict.game_text._replace(text=text)).record
    if read is None or read.tags != record.tags or read.line != record.line or read.result != record.result:
        raise NotPossible("the game has a fault, and only moves can be added to it; mend it first (fairyscore repair)")
    return text


def claimed(record: Record, why_not: str) -> Record:
    """The game drawn by a claim, which is checked (`claims`). Raises `NotPossible`, which says `why_not`."""
    found = claims(record)
    if not found:
        raise NotPossible(why_not)
    return drawn(record, f"Draw claimed: {found[0]}.")


def claims(record: Record) -> tuple[str, ...]:
    """Why a draw may be claimed in the last position: by a third repetition, by fifty moves; empty where it may not."""
    if not record.game.rules.counts_repetition:
        return ()
    state = record.start()
    met = Counter(now.key() for now, _ in record.steps(state))
    met[state.key()] += 1
    found = (
        ("threefold repetition", met[state.key()] >= 3),
        ("fifty moves without capture or pawn move", state.halfmove_clock >= 100),
    )
    return tuple(why for why, holds in found if holds)
