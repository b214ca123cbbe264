"""The letter that a player sends with a move, in the receiver's notation and language: conditions, offers and times too.

The sentences are data, `answers.toml`; each is one that the program itself reads as certain. What is under a condition is
in the letter alone, not in the record.

>>> from fairyscore.notation.editing.score_sheet import appended
>>> from fairyscore.notation.records.tree import Record
>>> names = (("White", "Anna Lindt"), ("Black", "Bruno Keller"))
>>> record = appended(Record("chess", names), ["e4", "e5", "Nf3"]).record
>>> print("\\n".join(answer(record, language="de", conditions=["Nc6 Bb5"]).lines))
Hallo Bruno Keller,
<BLANKLINE>
Erhalten: 1... e5.
2. Sf3
Wenn 2... Sc6, dann 3. Lb5.
<BLANKLINE>
Viele Grüße
Anna Lindt
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import lru_cache
from typing import Any

from fairyscore.notation.clocks.audit import Account, audit
from fairyscore.notation.clocks.times import DAY, HOUR, MINUTE, SECOND, Times, times_of
from fairyscore.notation.correspondence.game_so_far import GameSoFar, are_letters_clear
from fairyscore.notation.editing.score_sheet import NotPossible, appended, draw_is_offered, undone
from fairyscore.notation.moves.languages import in_language
from fairyscore.notation.package_data import data_text
from fairyscore.notation.records.pgn_lexer import tokens_in
from fairyscore.notation.records.tree import Ply, Record, numbered
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Notation, Variant
from fairyscore.notation.text import shown

_NAME = re.compile(r"[^\W\d_]+\.?(?:[ -][^\W\d_]+\.?){0,2}")
"""A name as it stands in a greeting."""


@dataclass(frozen=True)
class Answer:
    """A letter with a move. record: the game up to it; sender, receiver: seats by number.

    moves: those that the receiver has not seen, each with its number. ends: `resign`, `accept` (a draw) or empty.
    conditional: those that the receiver made himself, under a condition. conditions: sentences; promised: their moves
    in turn from the position now, as the game usually writes them.
    offers: whether a draw is offered. accounts: a sentence a player. due: when the receiver's time ends, or empty.
    """

    record: Record
    sender: int
    receiver: int
    language: str
    received: str
    moves: tuple[str, ...]
    ends: str
    offers: bool
    conditional: tuple[str, ...]
    conditions: tuple[str, ...]
    promised: tuple[tuple[str, ...], ...]
    accounts: tuple[str, ...]
    due: str

    @property
    def names(self) -> tuple[str, ...]:
        """The players, in the order of their seats; the seat for one whose name is not known."""
        return tuple(
            _name(self.record, seat) or words(self.language)["seats"][known.name] for seat, known in self._seats
        )

    @property
    def _seats(self) -> list[tuple[int, Any]]:
        return [*enumerate(self.record.game.seats)]

    @property
    def promises(self) -> list[dict[str, Any]]:
        """The sender's conditions as a post office notes them (`PostLog.promise`), to play them when their moves come."""
        seat, first = self.record.game.seats[self.sender].name, len(self.record.line.plies)
        return [
            {"seat": seat, "text": text, "first": first, "texts": list(moves), "start": 0, "end": 0}
            for text, moves in zip(self.conditions, self.promised, strict=True)
        ]

    @property
    def subject(self) -> str:
        """The subject line: the event, the round, the number of the game and the players."""
        record = self.record
        number = next(filter(None, (record.tag(tag) for tag in ("GameId", "GameNumber"))), "").strip("?-")
        event, played = record.tag("Event").strip("?"), record.tag("Round").strip("?-")
        round_ = words(self.language)["round"].format(round=played) if played else ""
        return ", ".join(filter(None, (event, round_, number, " - ".join(self.names))))

    @property
    def sentences(self) -> tuple[str, ...]:
        """The statements of the letter, a line each."""
        phrases = words(self.language)
        offer = (phrases["offer"],) if self.offers else ()
        end = (phrases[self.ends],) if self.ends else ()
        by_condition = tuple(phrases["conditional"].format(move=move) for move in self.conditional)
        parts = ((self.received,), self.moves, by_condition, offer, end, self.conditions, self.accounts, (self.due,))
        return tuple(line for part in parts for line in part if line)

    @property
    def lines(self) -> tuple[str, ...]:
        """The whole letter, without what is drawn."""
        phrases = words(self.language)
        receiver, sender = _name(self.record, self.receiver), _name(self.record, self.sender)
        greeting = phrases["greeting"].format(name=receiver) if _NAME.fullmatch(receiver) else phrases["nobody"]
        closing = (phrases["closing"], sender) if _NAME.fullmatch(sender) else (phrases["closing"],)
        return (greeting, "", *self.sentences, "", *closing)


def answer(
    record: Record,
    *,
    receiver: str = "",
    language: str = "en",
    notation: Notation | None = None,
    conditions: Iterable[str] = (),
    conditional: Collection[str] = (),
) -> Answer:
    """The letter with the moves that a player has not seen.

    receiver: the seat it is for, the one to move if empty, or after the end the one who did not move last.
    language: one of `LANGUAGES`. notation: of the moves; if not given the game's usual one, or one without letters where
    those of the language would mean other pieces.
    conditions: lines of moves that the sender makes if the receiver moves so: `Nc6 Bb5`, beginning with the receiver's.
    conditional: moves of the record that were made because of a condition, as the game usually writes them, with numbers.

    Raises `NotPossible` where the receiver made the last move himself, and for a condition that is not legal.
    """
    spoken = _Speech(record, language, notation or _clear_notation(record.game, language))
    seats = [seat.name for seat in record.game.seats]
    movers, states = _movers(record)
    to = seats.index(receiver) if receiver else _next_reader(record, movers)
    plies = record.line.plies
    usual = [_usual(record, state, ply) for state, ply in zip(states, plies, strict=True)]
    by_condition = [place for place, mover in enumerate(movers) if mover == to and usual[place] in conditional]
    own = [place for place, mover in enumerate(movers) if mover == to and place not in by_condition]
    last = max(own, default=-1)
    unseen = range(last + 1, len(movers))
    ends, sender = _end(record, to)
    if not unseen and not ends:
        raise NotPossible(f"{seats[to]} has moved last, so there is nothing to send; play the answer first")
    sender = movers[-1] if unseen else sender
    accounts = audit(record).accounts
    promised = [spoken.condition(line, to, sender) for line in conditions]
    return Answer(
        record,
        sender,
        to,
        language,
        received=spoken.received(states, plies, last) if last >= 0 else "",
        moves=tuple(spoken.numbered_move(states[place], plies[place]) for place in unseen),
        conditional=tuple(spoken.numbered_move(states[place], plies[place]) for place in by_condition if place > last),
        ends=ends,
        offers=bool(unseen) and record.result == "*" and draw_is_offered(record),
        conditions=tuple(sentence for sentence, _ in promised),
        promised=tuple(moves for _, moves in promised),
        accounts=tuple(spoken.account(seat, account) for seat, account in zip(seats, accounts, strict=False)),
        due=spoken.due(accounts[to], plies[-1]) if accounts and record.result == "*" else "",
    )


def _clear_notation(game: Variant, language: str) -> Notation:
    """The usual notation of a game; one without letters where those of a language would mean other pieces."""
    notations = game.writing.notations
    bare = (notation for notation in notations if notation.name == "long")
    return notations[0] if are_letters_clear(language, game) else next(bare, notations[0])


@lru_cache(maxsize=1)
def _table() -> dict[str, Any]:
    return tomllib.loads(data_text("fairyscore.notation.correspondence", "answers.toml"))


def words(language: str) -> dict[str, Any]:
    """The sentences of a language."""
    found: dict[str, Any] = _table()[language]
    return found


LANGUAGES = ("en", "de", "fr", "es", "nl")
"""The languages in which letters are written."""


def _name(record: Record, seat: int) -> str:
    return spoken_name(record.tag(record.game.seats[seat].name.capitalize()).strip("?- "))


def spoken_name(name: str) -> str:
    """The name of a player as it is spoken.

    >>> spoken_name("Lindt, Anna")
    'Anna Lindt'
    """
    last, comma, first = name.partition(",")
    return f"{first.strip()} {last.strip()}" if comma and first.strip() else name


def _movers(record: Record) -> tuple[list[int], list[State]]:
    """Who makes each ply of the main line, and the position before it."""
    states = [state.copy() for state, _ in record.steps(record.start())]
    return [state.turn for state in states], states


def _next_reader(record: Record, movers: list[int]) -> int:
    """Who reads the letter if nobody is named."""
    state = record.end()
    if record.result == "*" and state.outcome() is None:
        return state.turn
    return next((seat for seat in range(len(record.game.seats)) if movers and seat != movers[-1]), 0)


def _end(record: Record, receiver: int) -> tuple[str, int]:
    """How the sender ends the game, empty if he does not, and who he is: the first one who may be."""
    seats = [seat.name for seat in record.game.seats]
    others = [seat for seat in range(len(seats)) if seat != receiver]
    last = " ".join(comment.text for ply in record.line.plies[-1:] for comment in ply.comments)
    for seat in others:
        if record.result != "*" and f"{seats[seat].capitalize()} resigns." in last:
            return "resign", seat
    agreed = "Draw agreed." in last and draw_is_offered(record)
    mover = undone(record, 1).end().turn if agreed else receiver
    return ("accept", others[0]) if agreed and mover == receiver else ("", others[0])


class _Speech:
    """The phrases of a letter about a game."""

    def __init__(self, record: Record, language: str, notation: Notation) -> None:
        self.record, self.language, self.notation = record, language, notation
        self.phrases = words(language)

    def numbered_move(self, state: State, ply: Ply) -> str:
        """A move with its number."""
        return f"{numbered(state)} {self.move(state, ply)}"

    def move(self, state: State, ply: Ply) -> str:
        """A move by itself. A pawn that is dropped needs no letter, and in Dutch P is a knight."""
        game = self.record.game
        text = self.notation.write(state, ply.move, game)
        if text.startswith("P@") and not are_letters_clear(self.language, game):
            return text[1:]
        return in_language(text, self.language, game)

    def received(self, states: Sequence[State], plies: Sequence[Ply], last: int) -> str:
        """That the move at a place has come, and when it was made; empty if its text might be a move of the sender."""
        moved = _times(plies[last]).moved
        move = self.numbered_move(states[last], plies[last])
        after = replace(self.record, line=replace(self.record.line, plies=tuple(plies[: last + 1])))
        if GameSoFar(after).named(last + 1, self.move(states[last], plies[last]), (self.language,)):
            return ""
        if moved is None:
            return str(self.phrases["undated"].format(move=move))
        return str(self.phrases["received"].format(move=move, date=written_date(moved.day, self.language)))

    def condition(self, line: str, receiver: int, sender: int) -> tuple[str, tuple[str, ...]]:
        """A sentence that makes a line of moves conditional, and the moves. Raises `NotPossible`."""
        after = appended(self.record, tokens_in(self.record.game, line), self.notation)
        if after.refused is not None:
            why = "; ".join(map(str, after.refused.reasons))
            raise NotPossible(f"the condition '{shown(line)}' cannot be played: {why}")
        movers, states = _movers(after.record)
        now = len(self.record.line.plies)
        if len(movers) < now + 2 or movers[now] != receiver or movers[-1] != sender:
            raise NotPossible(
                f"the condition '{shown(line)}' must begin with a move of the other player and end with an answer"
            )
        plies = after.record.line.plies
        first = self.numbered_move(states[now], plies[now])
        rest = self._row(states[now + 1 :], plies[now + 1 :])
        usual = self.record.game.writing.usual
        new = zip(states[now:], plies[now:], strict=True)
        moves = tuple(usual.write(state, ply.move, self.record.game) for state, ply in new)
        return str(self.phrases["condition"].format(first=first, rest=rest)), moves

    def _row(self, states: Sequence[State], plies: Sequence[Ply]) -> str:
        """Moves in a row, with a number at the first, and before each move of who opens a round."""
        parts = []
        for place, (state, ply) in enumerate(zip(states, plies, strict=True)):
            opens = place == 0 or not numbered(state).endswith("...")
            parts.append(self.numbered_move(state, ply) if opens else self.move(state, ply))
        return " ".join(parts)

    def account(self, player: str, account: Account) -> str:
        """The time that a player has used, as the control counts it, and has left."""
        seat = self.phrases["seats"].get(player, player.capitalize())
        left = account.left
        used = written_duration(account.used if left is None else account.charged, self.language)
        if left is None or left < 0:
            return str(self.phrases["used"].format(seat=seat, used=used))
        return str(self.phrases["account"].format(seat=seat, used=used, left=written_duration(left, self.language)))

    def due(self, account: Account, last: Ply) -> str:
        """When the receiver's time ends, if nothing but the move is between; empty where that is not known."""
        moved = _times(last).moved
        if moved is None or account.left is None or account.left < 0 or account.leave:
            return ""
        return str(
            self.phrases["due"].format(
                date=written_date(moved.day + timedelta(milliseconds=account.left), self.language)
            )
        )


def _usual(record: Record, state: State, ply: Ply) -> str:
    """A move with its number, as the game usually has it."""
    return f"{numbered(state)} {record.game.writing.usual.write(state, ply.move, record.game)}"


def _times(ply: Ply) -> Times:
    return times_of(*ply.comments)


def written_date(day: date, language: str) -> str:
    """A date as it is written in a language.

    >>> written_date(date(2026, 11, 24), "en"), written_date(date(2026, 11, 24), "de")
    ('24 Nov 2026', '24.11.2026')
    """
    phrases = words(language)
    month = phrases["months"][day.month - 1] if "months" in phrases else ""
    return str(phrases["date"].format(day=day.day, number=day.month, month=month, year=day.year))


def written_duration(duration: int, language: str) -> str:
    """A duration in milliseconds in its two greatest units, as it is written in a language.

    >>> written_duration(3 * DAY + 4 * HOUR + MINUTE, "de"), written_duration(DAY, "nl")
    ('3 Tage 4 Std.', '1 dag')
    """
    units = words(language)["units"]
    sizes = (("day", DAY), ("h", HOUR), ("min", MINUTE), ("s", SECOND))
    first = next((at for at, (_, size) in enumerate(sizes) if duration >= size), len(sizes) - 1)
    parts: list[str] = []
    for name, size in sizes[first : first + 2]:
        number, duration = divmod(duration, size)
        if number or not parts:
            parts.append(f"{number} {units['days' if name == 'day' and number != 1 else name]}")
    return " ".join(parts)
