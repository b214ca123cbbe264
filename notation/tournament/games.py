"""The games of a tournament as their records state them, two copies of a game counted once.

>>> from fairyscore.notation.records.game_text import GameText
>>> from fairyscore.notation.replay import Validator
>>> text = '[Round "2"]\\n[White "Anna"]\\n[Black "Bert"]\\n[Result "1-0"]\\n\\n1-0'
>>> game = game_of(Validator(variant="chess").judge(GameText(1, text, 1)), "a.pgn")
>>> game.players, game.points, game.status.value
(('Anna', 'Bert'), (1.0, 0.0), 'forfeit')
"""

from collections.abc import Iterable
from datetime import date
from enum import StrEnum
from typing import Final, NamedTuple

from fairyscore.notation.records.diagnostics import Severity
from fairyscore.notation.records.roster import UNKNOWN
from fairyscore.notation.replay import Verdict
from fairyscore.notation.stats.summary import names_of, result_of

OPEN: Final = "*"
"""The result of a game that has none."""

POINTS: Final = {"1": 1.0, "1/2": 0.5, "0": 0.0}
"""The points for each score of a result. `0-0` is a game that both players have lost, by forfeit or by ruling."""


def points_of(result: str) -> tuple[float, ...] | None:
    """The points of each player for a result, None for one that counts for nobody.

    >>> points_of("1/2-1/2"), points_of("0-1-0"), points_of("*")
    ((0.5, 0.5), (0.0, 1.0, 0.0), None)
    """
    scores = result.split("-")
    if len(scores) < 2 or not all(score in POINTS for score in scores):
        return None
    return tuple(POINTS[score] for score in scores)


class Status(StrEnum):
    """The way in which a game came to its result."""

    PLAYED = "played"
    UNFINISHED = "unfinished"
    FORFEIT = "forfeit"  # no move was made: it counts in the table, and is not rated
    ADJUDICATED = "adjudicated"
    NOT_BEGUN = "not begun"  # the schedule has it, and no record
    DISPUTED = "disputed"  # two copies with different results: it counts for nobody
    TIME = "loss on time"  # by a ruling, or without a move: it counts and is rated as if it were played out
    UNRATED = "unrated"  # it ended before both had moved: it counts, and is not rated
    ANNULLED = "annulled"  # a player has withdrawn: it counts for nobody, and is rated
    TO_ADJUDICATE = "to be adjudicated"  # a player has withdrawn, and nobody has ruled yet
    BYE = "bye"  # given by the pairing to the player without an opponent
    FULL_POINT_BYE = "full-point bye"
    HALF_POINT_BYE = "half-point bye"  # asked for by the player, and so is the next one
    ZERO_POINT_BYE = "zero-point bye"


BYES: Final = {Status.BYE: "1", Status.FULL_POINT_BYE: "1", Status.HALF_POINT_BYE: "1/2", Status.ZERO_POINT_BYE: "0"}
"""Rounds in which a player has no opponent, and what they bring. They are games of one player."""


class GameClock(NamedTuple):
    """A player's time in one game. Times are in milliseconds.

    used: reflection time, leave not counted. left: on the clock after the last move, None without a time control.
    overstepped: whether the control was overstepped. leave: the days of leave that the record or the plan grants.
    """

    used: int
    left: int | None
    overstepped: bool
    leave: tuple[date, ...] = ()


class TournamentGame(NamedTuple):
    """A game of the tournament.

    event, round: as in the tags, empty where not known. players: in the order of their seats, the one who begins first. by,
    why: of a forfeit or an adjudication, who ruled so, where that is known. faulty: whether the record has errors. file,
    line: where it stands. clocks: of each player; none where no move has a time.
    """

    event: str
    round: str
    variant: str
    players: tuple[str, ...]
    result: str
    status: Status
    plies: int = 0
    by: str = ""
    why: str = ""
    faulty: bool = False
    file: str = ""
    line: int = 0
    clocks: tuple[GameClock, ...] = ()

    @property
    def main_round(self) -> str:
        """The round without the number of the game in a match: `2` for `2.1`."""
        return self.round.partition(".")[0]

    @property
    def points(self) -> tuple[float, ...] | None:
        """The points of each player, None for a game that does not count, or not yet."""
        if self.status in BYES:
            return (POINTS[self.result],)
        return None if self.status in (Status.DISPUTED, Status.ANNULLED) else points_of(self.result)


def game_of(verdict: Verdict, file: str) -> TournamentGame | None:
    """The game of a record, None where the tags do not name all its players."""
    if verdict.game is None:
        return None
    names = tuple(name for name, _, _ in names_of(verdict.tags, verdict.game.seats))
    if len(names) != len(verdict.game.seats):
        return None
    result = result_of(verdict)
    termination = known(verdict.tags.get("Termination", ""))
    status = status_of(result, verdict.plies + verdict.unjudged, termination)
    ruled = status in (Status.FORFEIT, Status.ADJUDICATED)
    return TournamentGame(
        event=known(verdict.tags.get("Event", "")),
        round=known(verdict.tags.get("Round", "")),
        variant=verdict.game.name,
        players=names,
        result=result if points_of(result) else OPEN,
        status=status,
        plies=verdict.plies,
        by=known(verdict.tags.get("Arbiter", "")) if ruled else "",
        why=termination if ruled else "",
        faulty=any(finding.severity is Severity.ERROR for finding in verdict.findings),
        file=file,
        line=verdict.game_text.line,
    )


def known(value: str) -> str:
    """The value of a tag, empty where it says that it is not known.

    >>> known(" Cup   of 2026"), known("?")
    ('Cup of 2026', '')
    """
    text = " ".join(value.split())
    return "" if text in UNKNOWN else text


def status_of(result: str, plies: int, termination: str) -> Status:
    """How a game came to its result, by its moves and its tag Termination.

    >>> [status_of("1-0", 0, "").value, status_of("1-0", 40, "Adjudication").value, status_of("*", 9, "").value]
    ['forfeit', 'adjudicated', 'unfinished']
    >>> status_of("1-0", 0, "time forfeit").value
    'loss on time'
    """
    if points_of(result) is None:
        return Status.UNFINISHED
    if "adjudicat" in termination.casefold():
        return Status.ADJUDICATED
    if plies or termination.casefold() == "normal":  # the result of a game whose moves nobody has
        return Status.PLAYED
    return Status.TIME if termination.casefold() == "time forfeit" else Status.FORFEIT


def counted_once(games: Iterable[TournamentGame]) -> list[TournamentGame]:
    """The games with the copies of each made one.

    Records with the same event, round, variant and players with the same colours are copies of one game. A round that is
    not known makes no copies. Of copies the one with a result is taken, then the one with more moves; results that
    contradict each other make the game disputed.

    >>> first = TournamentGame("Cup", "1", "chess", ("Anna", "Bert"), "1-0", Status.PLAYED, 40)
    >>> other = first._replace(result="*", status=Status.UNFINISHED, plies=38)
    >>> counted_once([other, first]) == [first]
    True
    >>> [game.status.value for game in counted_once([first, first._replace(result="0-1")])]
    ['disputed']
    """
    found: dict[tuple[object, ...], TournamentGame] = {}
    for number, game in enumerate(games):
        key = (game.event, game.round or number, game.variant, game.players)
        found[key] = _joined(found[key], game) if key in found else game
    return list(found.values())


def _joined(one: TournamentGame, other: TournamentGame) -> TournamentGame:
    if OPEN not in (one.result, other.result) and one.result != other.result:
        why = f"{one.file}:{one.line} says {one.result}, {other.file}:{other.line} says {other.result}"
        return one._replace(result=OPEN, status=Status.DISPUTED, why=why)
    return max(one, other, key=lambda game: (game.status is Status.DISPUTED, game.result != OPEN, game.plies))
