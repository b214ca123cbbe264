"""Norms: whether what a player has scored in a tournament counts towards a title, and if not, what is missing.

Two bodies have rules for that. Those of FIDE (Handbook B.01, article 1.4, of 2024) look at the opponents of each player:
how many games, federations and titles there are, the mean of the ratings, and the performance. Those of ICCF are a table
of scores by the category of the tournament.

The limits of FIDE are those of public summaries of B.01 and of a program for arbiters; the scores of ICCF are fitted to
rows of its table that are published elsewhere. Neither text itself was at hand: before an application the arbiter
compares them.

>>> from fairyscore.notation.tournament.norms import iccf_score
>>> [iccf_score(2450, average, 14) for average in (2401, 2360)]
[8.0, 9.0]
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import ceil
from typing import Final, NamedTuple

from fairyscore.notation.text import counted
from fairyscore.notation.tournament.field import Encounter
from fairyscore.notation.tournament.games import Status
from fairyscore.notation.tournament.plan import Entry
from fairyscore.notation.tournament.rating import difference_for, expected_score, performance, rounded
from fairyscore.notation.tournament.standings import Standing
from fairyscore.notation.tournament.table import Table


class Norm(NamedTuple):
    """What a player has done for a title. category: of ICCF. required: the points that are needed.

    opponents: those whose games count. average: of their ratings. missing: what the rules ask for and is not there, a
    sentence each; a norm has none.
    """

    player: str
    title: str
    games: int
    points: float
    required: float
    average: int
    performance: int
    opponents: tuple[str, ...]
    missing: tuple[str, ...]
    category: int | None = None

    @property
    def is_made(self) -> bool:
        """True if it is a norm."""
        return not self.missing


# -- FIDE -------------------------------------------------------------------------------------------------------------


class TitleRules(NamedTuple):
    """The numbers that a title has in B.01, 1.4.5 to 1.4.9. counted: titles of which a third of the opponents must be."""

    title: str
    floor: int
    average: int
    performance: int
    counted: tuple[str, ...]
    woman: bool = False


FIDE_TITLES: Final = (
    TitleRules("GM", 2200, 2380, 2600, ("GM",)),
    TitleRules("IM", 2050, 2230, 2450, ("GM", "IM")),
    TitleRules("WGM", 2000, 2180, 2400, ("GM", "IM", "WGM"), woman=True),
    TitleRules("WIM", 1850, 2030, 2250, ("GM", "IM", "WGM", "WIM"), woman=True),
)

HIGHER: Final[Mapping[str, tuple[str, ...]]] = {
    "GM": ("GM", "IM", "WGM", "WIM"),
    "IM": ("IM", "WIM"),
    "WGM": ("WGM", "WIM"),
    "WIM": ("WIM",),
}
"""Titles that who has one does not seek any more."""

SHORT_TITLES: Final = {"G": "GM", "M": "IM", "F": "FM", "WG": "WGM", "WM": "WIM", "WF": "WFM"}
"""Titles as reports before 2006 have them."""

UNCOUNTED_TITLES: Final = ("", "CM", "WCM")
"""No title in the sense of 1.4.5: half of the opponents must have another one."""

FEWEST_GAMES: Final = 9
FEWEST_TITLED: Final = 3
FOREIGN_FEDERATIONS: Final = 2
LEAST_SCORE: Final = 0.35
UNRATED: Final = 1400

NOT_OVER_THE_BOARD: Final = (Status.FORFEIT, Status.ADJUDICATED, Status.UNRATED)
GIVEN: Final = (Status.FORFEIT, Status.BYE)


def fide_norms(table: Table) -> Iterator[Norm]:
    """The results of all players who performed as a title asks for that they do not have, in the order of the table.

    What no table can tell stays with the arbiter: the time control, the exceptions for championships (1.4.3), and whether
    the tournament was registered.
    """
    for row in table.rows:
        entry = table.entry(row.player)
        held = title_of(entry)
        for rules in FIDE_TITLES:
            if rules.title in HIGHER.get(held, ()) or (rules.woman and entry.sex not in ("w", "f")):
                continue
            found = _best(table, row, rules)
            if found is not None:
                yield found


def title_of(entry: Entry) -> str:
    """The title of an entry, in its usual letters.

    >>> title_of(Entry("Anna", title="wm")), title_of(Entry("Bert", title="GM"))
    ('WIM', 'GM')
    """
    title = entry.title.upper()
    return SHORT_TITLES.get(title, title)


def _best(table: Table, row: Standing, rules: TitleRules) -> Norm | None:
    """The first choice of games that makes a norm, else that of all games; None where the performance is too low."""
    games = [met for met in row.encounters if _is_counted(met)]
    given = any(met.game.status in GIVEN and met.points == 1 for met in row.encounters)
    fewest = FEWEST_GAMES - given
    choices = [_fide_norm(table, row.player, chosen, rules, fewest) for chosen in _choices(table, games, fewest)]
    made = next((norm for norm in choices if norm.is_made), None)
    if made is None and choices and choices[0].performance >= rules.performance:
        return choices[0]
    return made


def _is_counted(met: Encounter) -> bool:
    return met.is_played and met.game.status not in NOT_OVER_THE_BOARD and len(met.opponents) == 1


def _choices(table: Table, games: Sequence[Encounter], fewest: int) -> Iterator[Sequence[Encounter]]:
    """All games; then those up to an earlier round, and without opponents who were beaten, the weakest first (1.4.2)."""
    if not games:
        return
    for last in range(len(games), max(1, min(fewest, len(games))) - 1, -1):
        chosen = list(games[:last])
        yield chosen
        beaten = sorted((met for met in chosen if met.points == 1), key=lambda met: _rating(table, met))
        for met in beaten[: max(0, len(chosen) - fewest)]:
            chosen = [one for one in chosen if one is not met]
            yield chosen


def _rating(table: Table, met: Encounter) -> int:
    return table.entry(met.opponents[0]).rating or UNRATED


def _fide_norm(table: Table, player: str, games: Sequence[Encounter], rules: TitleRules, fewest: int) -> Norm:
    opponents = tuple(dict.fromkeys(met.opponents[0] for met in games))
    ratings = _adjusted(table, games, rules.floor)
    points = sum(met.points or 0.0 for met in games)
    average = rounded(sum(ratings) / len(ratings))
    reached = performance(ratings, [met.points or 0.0 for met in games]) or 0
    required = _required(average, len(games), rules.performance)
    checks: tuple[tuple[bool, str], ...] = (
        (len(games) >= fewest, f"{counted(len(games), 'game')}, {fewest} are needed (1.4.1)"),
        *_federation_checks(table.entry(player), [table.entry(name) for name in opponents]),
        *_title_checks([title_of(table.entry(name)) for name in opponents], rules),
        _rating_check([table.entry(name) for name in opponents]),
        (points >= LEAST_SCORE * len(games), "less than 35 per cent (1.4.8)"),
        (average >= rules.average, f"the opponents' ratings have a mean of {average}, not {rules.average} (1.4.8)"),
        (reached >= rules.performance, f"a performance of {reached}, not {rules.performance} (1.4.8)"),
    )
    missing = tuple(text for is_met, text in checks if not is_met)
    return Norm(player, rules.title, len(games), points, required, average, reached, opponents, missing)


def _adjusted(table: Table, games: Sequence[Encounter], floor: int) -> list[int]:
    """The ratings of the opponents; the lowest is raised to the floor of the title (1.4.6)."""
    lowest = min(games, key=lambda met: _rating(table, met)).opponents
    return [max(floor, _rating(table, met)) if met.opponents == lowest else _rating(table, met) for met in games]


def _required(average: int, games: int, wanted: int) -> float:
    """The fewest points whose performance against this mean is enough; more than there are where none is."""
    halves = range(2 * games + 1)
    return next((half / 2 for half in halves if average + difference_for(half / 2 / games) >= wanted), games + 0.5)


def _federation_checks(player: Entry, opponents: Sequence[Entry]) -> Iterator[tuple[bool, str]]:
    count = Counter(entry.federation for entry in opponents)
    foreign = len({name for name in count if name not in ("", player.federation)})
    own, most = count[player.federation] if player.federation else 0, max(count.values(), default=0)
    size = len(opponents)
    yield foreign >= FOREIGN_FEDERATIONS, f"opponents of {foreign} other federations, two are needed (1.4.3)"
    yield own * 5 <= size * 3, f"{own} of {size} opponents are of the player's federation, at most 3/5 may be (1.4.4)"
    yield most * 3 <= size * 2, f"{most} of {size} opponents are of one federation, at most 2/3 may be (1.4.4)"


def _title_checks(titles: Sequence[str], rules: TitleRules) -> Iterator[tuple[bool, str]]:
    size = len(titles)
    titled = sum(title not in UNCOUNTED_TITLES for title in titles)
    high = sum(title in rules.counted for title in titles)
    needed = max(FEWEST_TITLED, ceil(size / 3))
    names = " or ".join(rules.counted)
    yield titled * 2 >= size, f"{titled} of {size} opponents have a title, half is needed (1.4.5)"
    yield high >= needed, f"{high} opponents are {names}, {needed} are needed (1.4.5)"


def _rating_check(opponents: Sequence[Entry]) -> tuple[bool, str]:
    unrated, size = sum(not entry.rating for entry in opponents), len(opponents)
    return unrated * 5 <= size, f"{unrated} of {size} opponents have no rating, at most a fifth may"


# -- ICCF -------------------------------------------------------------------------------------------------------------


ICCF_TITLES: Final = {"GM": 2600, "SIM": 2525, "IM": 2450, "CCM": 2300, "CCE": 2150}
"""The performance that each title asks for, the highest first."""

FIRST_CATEGORY: Final = 2251
CATEGORY_WIDTH: Final = 25
FEWEST_ICCF_GAMES: Final = 8
MOST_EXPECTED: Final = 0.76
"""The highest score that the table has; where more would be needed the category is too low for the title."""


def category(average: int) -> int:
    """The category of a mean rating; that of 2251 to 2275 is the first, and those below are 0 and less.

    >>> category(2251), category(2275), category(2401), category(2360)
    (1, 1, 7, 5)
    """
    return (average - FIRST_CATEGORY) // CATEGORY_WIDTH + 1


def iccf_score(wanted: int, average: int, games: int) -> float | None:
    """The points of a norm against opponents of a mean rating; None where the category is too low for the title.

    They are the fewest whose percentage, rounded, is what the lowest rating of the category expects.

    >>> [iccf_score(2450, 2251 + 25 * step, 16) for step in range(6)]
    [12.5, 12.0, 11.5, 11.0, 10.5, 10.0]
    """
    lowest = FIRST_CATEGORY + CATEGORY_WIDTH * (category(average) - 1)
    expected = expected_score(wanted - lowest)
    if expected > MOST_EXPECTED:
        return None
    return next(half / 2 for half in range(2 * games + 1) if rounded(50 * half / games) >= rounded(100 * expected))


def iccf_norms(table: Table) -> Iterator[Norm]:
    """The highest norm of each player whose points are enough, in the order of the table; of others the lowest one.

    The category is that of the player's own opponents. Forfeits do not count; games that go on count as such, so that the
    points needed are those of the whole tournament.
    """
    for row in table.rows:
        games = [met for met in row.encounters if len(met.opponents) == 1 and met.game.status is not Status.FORFEIT]
        ratings = [table.entry(met.opponents[0]).rating or 0 for met in games]
        if games and all(ratings):
            found = list(_iccf_norms(row.player, games, ratings))
            yield from next(([norm] for norm in found if norm.is_made), found[-1:])


def _iccf_norms(player: str, games: Sequence[Encounter], ratings: Sequence[int]) -> Iterator[Norm]:
    average = rounded(sum(ratings) / len(ratings))
    played = [met.points for met in games if met.points is not None]
    points = sum(played, 0.0)
    reached = performance(
        [rating for met, rating in zip(games, ratings, strict=True) if met.points is not None], played
    )
    for title, wanted in ICCF_TITLES.items():
        required = iccf_score(wanted, average, len(games))
        if required is None:
            continue
        checks = (
            (len(games) >= FEWEST_ICCF_GAMES, f"{counted(len(games), 'game')}, {FEWEST_ICCF_GAMES} are needed"),
            (points >= required, f"{points:g} of {required:g} points"),
        )
        missing = tuple(text for is_met, text in checks if not is_met)
        opponents = tuple(dict.fromkeys(met.opponents[0] for met in games))
        yield Norm(
            player, title, len(games), points, required, average, reached or 0, opponents, missing, category(average)
        )


# -- both -------------------------------------------------------------------------------------------------------------


NORMS: Final[dict[str, Callable[[Table], Iterator[Norm]]]] = {"fide": fide_norms, "iccf": iccf_norms}
"""The bodies whose norms a plan may name."""


def norms(table: Table) -> list[Norm]:
    """The norms of a table by the rules that its plan names: those of FIDE, or of ICCF.

    >>> from fairyscore.notation.tournament.plan import Plan
    >>> norms(Table("Cup", Plan(), [], []))
    []
    """
    return list(NORMS[table.plan.norms or "fide"](table))
