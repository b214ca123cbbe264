"""Letters of the arbiter to the players: the start, reminders, time overstepped, rulings, and the end.

Each letter has keys of what it says; what a player has been told is not told again. The words are data, `letters.toml`.

>>> from fairyscore.notation.tournament.plan import BY_RESULTS, Entry, Plan
>>> from fairyscore.notation.tournament.table import tables_of
>>> players = (Entry("Lindt, Anna", language="de"), Entry("Keller, Bruno", address="bruno@example.org"))
>>> (table,) = tables_of([], Plan("Cup", pairings="single", players=players, arbiter="Ina Vos"))
>>> letter = next(letters_due(table, {}, told=lambda player: set()))
>>> print(letter.subject, *letter.lines, sep="\\n")
Ihre Partien in Cup
Hallo Anna Lindt,
<BLANKLINE>
diese Ihrer Partien beginnen:
Runde 1: Anna Lindt - Bruno Keller, Bruno Keller <bruno@example.org>
<BLANKLINE>
Viele Grüße
Ina Vos
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

from fairyscore.notation.clocks.audit import Waiting, audit
from fairyscore.notation.clocks.times import DAY, TimeStamp
from fairyscore.notation.correspondence.answer import LANGUAGES, spoken_name, words, written_date, written_duration
from fairyscore.notation.package_data import data_text
from fairyscore.notation.records.tree import Record
from fairyscore.notation.text import clean
from fairyscore.notation.tournament.clocks import with_leave
from fairyscore.notation.tournament.games import BYES, Status, TournamentGame
from fairyscore.notation.tournament.plan import BY_RESULTS, Entry, Plan
from fairyscore.notation.tournament.table import Table
from fairyscore.notation.tournament.trf import numbers_of


class WaitedFor(NamedTuple):
    """The player for whom a game waits, and since when and how long he may still take."""

    player: str
    waiting: Waiting


Waits = Mapping[TournamentGame, WaitedFor]
"""For whom the games that go on wait."""

RULED: Final = (Status.FORFEIT, Status.ADJUDICATED, Status.TIME, Status.ANNULLED, Status.TO_ADJUDICATE, Status.UNRATED)

REMINDED: Final = 7 * DAY
"""How much time is left when a player is reminded."""


class ArbiterLetter(NamedTuple):
    """A letter to a player. kind: as `LETTERS` has it. keys: what it tells, as the log knows it. lines: its text."""

    kind: str
    player: str
    address: str
    language: str
    subject: str
    lines: tuple[str, ...]
    keys: tuple[str, ...]

    @property
    def file(self) -> str:
        """The name of its file, without a suffix.

        >>> ArbiterLetter("end", "Berg, Anna", "", "en", "", (), ()).file
        'berg-anna-end'
        """
        return "-".join([*re.findall(r"\w+", self.player.casefold()), self.kind])


class Notice(NamedTuple):
    """One thing that a player is told. key: names it, once and for all."""

    player: str
    key: str
    lines: tuple[str, ...]


class Occasion(NamedTuple):
    """The occasion of letters, in the language of one player. reminded: the time that is left at a reminder."""

    table: Table
    waiting: Waits
    player: str
    language: str
    reminded: int

    def phrase(self, name: str, /, **facts: object) -> str:
        """A phrase of the language with facts in it."""
        return str(phrases(self.language)[name].format(**facts))

    def game(self, game: TournamentGame) -> str:
        """A game with its round and its variant."""
        players = " - ".join(clean(spoken_name(name)) for name in game.players)
        parts = [words(self.language)["round"].format(round=clean(game.round)) + ":"] if game.round else []
        variant = f" ({clean(game.variant)})" if game.variant else ""
        return f"{' '.join([*parts, players])}{variant}"

    def key(self, game: TournamentGame) -> str:
        """A game in a key."""
        return " ".join((game.round, *game.players, game.variant))

    @property
    def games(self) -> list[TournamentGame]:
        """The games of the player against others."""
        return [game for game in self.table.games if self.player in game.players and game.status not in BYES]


# -- occasions --------------------------------------------------------------------------------------------------------


def _starts(it: Occasion) -> Iterator[Notice]:
    for game in it.games:
        if game.status in (Status.NOT_BEGUN, Status.UNFINISHED) and not game.plies:
            met = ", ".join(_addressed(it.table.entry(name)) for name in game.players if name != it.player)
            line = it.phrase("game", game=it.game(game), met=met)
            yield Notice(it.player, f"start {it.key(game)}", (line,))


def _addressed(entry: Entry) -> str:
    address = f" <{entry.address}>" if entry.address else ""
    return clean(f"{spoken_name(entry.name)}{address}")


def _reminders(it: Occasion) -> Iterator[Notice]:
    for game, waiting in _waiting_for(it, theirs=False):
        if waiting.left is not None and 0 <= waiting.left <= it.reminded and waiting.since is not None:
            date, left = written_date(waiting.since.day, it.language), written_duration(waiting.left, it.language)
            line = it.phrase("reminder_text", game=it.game(game), date=date, left=left)
            yield Notice(it.player, f"reminder {it.key(game)} {game.plies}", (line,))


def _late(it: Occasion) -> Iterator[Notice]:
    for theirs, phrase in ((False, "late_text"), (True, "late_claim")):
        for game, waiting in _waiting_for(it, theirs=theirs):
            if waiting.left is not None and waiting.left < 0:
                over = written_duration(-waiting.left, it.language)
                name = clean(spoken_name(it.waiting[game].player))
                line = it.phrase(phrase, game=it.game(game), over=over, name=name)
                yield Notice(it.player, f"late {it.key(game)} {game.plies}", (line,))


def _rulings(it: Occasion) -> Iterator[Notice]:
    kinds = phrases(it.language)["kinds"]
    for game in it.games:
        if game.status in RULED and (game.by or game.why):
            line = it.phrase("ruling_text", game=it.game(game), result=game.result, kind=kinds[game.status.value])
            reason = (it.phrase("reason", why=clean(game.why)),) if game.why else ()
            yield Notice(it.player, f"ruling {it.key(game)} {game.status.value} {game.result}", (line, *reason))


def _end(it: Occasion) -> Iterator[Notice]:
    table = it.table
    is_over = all(game.points is not None or game.status is Status.ANNULLED for game in table.games)
    if not table.games or not is_over or (table.plan.pairings in BY_RESULTS and table.next_round <= table.plan.rounds):
        return
    row = next(row for row in table.rows if row.player == it.player)
    facts = {"rank": row.rank, "count": len(table.rows), "points": f"{row.points:g}", "games": row.games}
    ranks = tuple(f"{one.rank}. {clean(spoken_name(one.player))} {one.points:g}" for one in table.rows)
    yield Notice(it.player, "end", (it.phrase("end_text", **facts), "", *ranks))


def _waiting_for(it: Occasion, *, theirs: bool) -> Iterator[tuple[TournamentGame, Waiting]]:
    """The games that wait for the player; theirs: those in which they wait for another one."""
    for game in it.games:
        found = it.waiting.get(game)
        if found is not None and (found.player != it.player) == theirs:
            yield game, found.waiting


LETTERS: Final[dict[str, Callable[[Occasion], Iterator[Notice]]]] = {
    "start": _starts,
    "reminder": _reminders,
    "late": _late,
    "ruling": _rulings,
    "end": _end,
}
"""The kinds of letters, and what there is to say of each."""


# -- letters ----------------------------------------------------------------------------------------------------------


def letters_due(
    table: Table,
    waiting: Waits,
    told: Callable[[str], set[str]],
    *,
    language: str = LANGUAGES[0],
    reminded: int = REMINDED,
) -> Iterator[ArbiterLetter]:
    """The letters that are to be sent, in the order of the starting ranks. told: the keys of what a player knows already.

    language: of players whose entry names none. reminded: how much time is left at a reminder, in milliseconds.
    """
    for player in numbers_of(table):
        it = Occasion(table, waiting, player, table.entry(player).language or language, reminded)
        known = told(player)
        for kind, messages in LETTERS.items():
            new = [message for message in messages(it) if message.key not in known]
            if new:
                yield _letter(it, kind, new)


def _letter(it: Occasion, kind: str, messages: list[Notice]) -> ArbiterLetter:
    plan = it.table.plan
    lines = [line for message in messages for line in message.lines]
    if kind == "start":
        control = [it.phrase("control", control=clean(plan.time_control))] if plan.time_control else []
        leave = [it.phrase("leave", days=plan.leave)] if plan.leave is not None else []
        lines = [it.phrase("start_text"), *lines, *control, *leave]
    greeting = words(it.language)["greeting"].format(name=clean(spoken_name(it.player)))
    closing = [words(it.language)["closing"], *([clean(plan.arbiter)] if plan.arbiter else [])]
    return ArbiterLetter(
        kind=kind,
        player=it.player,
        address=it.table.entry(it.player).address,
        language=it.language,
        subject=it.phrase(kind, event=clean(it.table.name)),
        lines=(greeting, "", *lines, "", *closing),
        keys=tuple(message.key for message in messages),
    )


def waited_for(game: TournamentGame, record: Record, plan: Plan, day: TimeStamp | None) -> WaitedFor | None:
    """For whom a game waits on a day, with the leave that the plan grants; None where it is over."""
    waiting = audit(with_leave(record, game.players, plan), day).waiting
    if waiting is None:
        return None
    seats = [seat.name for seat in record.game.seats]
    return WaitedFor(game.players[seats.index(waiting.seat)], waiting)


def phrases(language: str) -> dict[str, Any]:
    """The phrases of a language."""
    found: dict[str, Any] = _table()[language]
    return found


@lru_cache(maxsize=1)
def _table() -> dict[str, Any]:
    return tomllib.loads(data_text("fairyscore.notation.tournament", "letters.toml"))
