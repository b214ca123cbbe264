"""The tie-breaks of the FIDE Handbook, C.07: a row each, by the codes that are used there.

>>> tie_break("BH-C1").words, tie_break("sonneborn_berger").code, tie_break("ks/l+1").code
('Buchholz, without the lowest', 'SB', 'KS-L+1')
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from fairyscore.notation.tournament.field import DRAW, WIN, Encounter, Field, Names, progress
from fairyscore.notation.tournament.rating import perfect_performance, performance, rounded


class Term(NamedTuple):
    """One of the values that a tie-break adds up.

    weight: what tells which is the least (14.1): the value itself, or the score of the opponent, or the round. voluntary:
    whether it comes of a round that the player chose not to play, which is cut first (16.5).
    """

    value: float
    weight: float
    voluntary: bool = False


class Modifier(NamedTuple):
    """How a tie-break is varied (14). low, high: terms cut at each end. limit: points by which that of Koya moves."""

    low: int = 0
    high: int = 0
    limit: float = 0.0
    reverse: bool = False
    forfeits: bool = False


class TieBreakRow(NamedTuple):
    """A tie-break. name: another one for its code. modifiers: the letters of those that it may have.

    terms: what is added up for a player. total: what is made of the terms. separate: whether it looks at the games of those
    who are tied alone, so that its value depends on them.
    """

    code: str
    name: str
    words: str
    article: str
    terms: Callable[[Field, str, Modifier], list[Term]]
    total: Callable[[Sequence[float]], float | None] = sum
    modifiers: str = ""
    separate: bool = False
    ascending: bool = False


class TieBreak(NamedTuple):
    """A tie-break as it was asked for."""

    code: str
    row: TieBreakRow
    modifier: Modifier = Modifier()

    @property
    def words(self) -> str:
        """The tie-break in words."""
        return ", ".join([self.row.words, *_modifier_words(self.modifier)])

    def value(self, field: Field, player: str) -> float | None:
        """The value of a player, None where it has none."""
        terms = self.row.terms(field, player, self.modifier)
        for _ in range(self.modifier.low):
            _cut_least(terms)
        for _ in range(self.modifier.high):
            if terms:
                terms.remove(max(terms, key=lambda term: (term.weight, term.value)))
        return self.row.total([term.value for term in terms])

    def groups(self, field: Field, tied: Names) -> list[list[str]]:
        """Players who are tied in groups of those who still are, the best first."""
        if self.row.separate:
            return direct_encounter(field, tied, forfeits=self.modifier.forfeits)
        values = {player: self.value(field, player) for player in tied}
        sign = 1 if self.row.ascending != self.modifier.reverse else -1
        return grouped(tied, lambda player: (values[player] is None, sign * (values[player] or 0.0)))


def grouped(players: Iterable[str], key: Callable[[str], object]) -> list[list[str]]:
    """Players in groups of the same key, the lowest first."""
    ordered = sorted(players, key=key)  # type: ignore[arg-type]  # keys of one call are of one kind
    return [list(group) for _, group in groupby(ordered, key=key)]


def _cut_least(terms: list[Term]) -> None:
    """Take the least term away; in its place the lowest voluntary one that is not below it (16.5)."""
    if not terms:
        return
    least = min(terms, key=lambda term: (term.weight, term.value))
    voluntary = [term for term in terms if term.voluntary]
    lowest = min(voluntary, key=lambda term: term.value, default=least)
    terms.remove(lowest if lowest.value >= least.value else least)


# -- the player's own results (article 7) -----------------------------------------------------------------------------


def _count(encounters: Iterable[Encounter]) -> list[Term]:
    return [Term(1, 0) for _ in encounters]


def _wins(field: Field, player: str, _: Modifier) -> list[Term]:
    return _count(met for met in field.encounters[player] if met.points is not None and met.points >= WIN)


def _won(field: Field, player: str, _: Modifier) -> list[Term]:
    return _count(met for met in field.played(player) if met.points == WIN)


def _played_with_black(field: Field, player: str, _: Modifier) -> list[Term]:
    return _count(met for met in field.played(player) if not met.first)


def _won_with_black(field: Field, player: str, _: Modifier) -> list[Term]:
    return _count(met for met in field.played(player) if not met.first and met.points == WIN)


def _elected(field: Field, player: str, _: Modifier) -> list[Term]:
    return _count(met for met in field.encounters[player] if met.points is not None and not met.is_voluntary)


def _standard_points(field: Field, player: str, _: Modifier) -> list[Term]:
    found = []
    for met in field.encounters[player]:
        if met.points is None:
            continue
        against = sum(met.game.points or ()) - met.points if met.opponents else DRAW
        found.append(Term(WIN if met.points > against else DRAW if met.points == against else 0, 0))
    return found


def _progress(field: Field, player: str, _: Modifier) -> list[Term]:
    return [Term(value, number) for number, value in enumerate(progress(field, player))]


def _number(field: Field, player: str, _: Modifier) -> list[Term]:
    return [Term(field.numbers[player], 0)]


# -- the results of the opponents (articles 8 and 9) ------------------------------------------------------------------


def _buchholz(field: Field, player: str, _: Modifier) -> list[Term]:
    scores = ((field.score_met(player, met), met) for met in field.counted(player))
    return [Term(score, score, _is_voluntary(field, met)) for score, met in scores]


def _is_voluntary(field: Field, met: Encounter) -> bool:
    return met.is_voluntary and not field.regulations.fixed


def _fore_buchholz(field: Field, player: str, modifier: Modifier) -> list[Term]:
    return _buchholz(field.fore, player, modifier)


def _opponents_buchholz(field: Field, player: str, modifier: Modifier) -> list[Term]:
    found = []
    for opponent in _opponents(field, player):
        score = sum(term.value for term in _buchholz(field, opponent, modifier))
        found.append(Term(score, score))
    return found


def _opponents(field: Field, player: str) -> list[str]:
    """The opponents of the games that were played."""
    return [opponent for met in field.played(player) for opponent in met.opponents]


def _sonneborn_berger(field: Field, player: str, _: Modifier) -> list[Term]:
    scores = ((field.score_met(player, met), met) for met in field.counted(player))
    return [Term(score * (met.points or 0.0), score, _is_voluntary(field, met)) for score, met in scores]


def _koya(field: Field, player: str, modifier: Modifier) -> list[Term]:
    found = []
    for met in field.counted(player):
        if met.opponents and all(_is_half_score(field, other, modifier.limit) for other in met.opponents):
            found.append(Term(met.points or 0.0, 0))
    return found


def _is_half_score(field: Field, player: str, limit: float) -> bool:
    """True if a player has half the points that he could have made. limit: how many more they must be."""
    paired = sum(bool(met.opponents) for met in field.encounters[player])
    rounds = paired if field.regulations.fixed else field.round_count
    return field.points[player] >= rounds / 2 + limit


# -- ratings (article 10) ---------------------------------------------------------------------------------------------


def _rated(field: Field, player: str) -> list[tuple[int, float]]:
    """The rating of each opponent who has one, and the points made against him."""
    played = (met for met in field.played(player) if len(met.opponents) == 1)
    return [(field.ratings[met.opponents[0]], met.points or 0.0) for met in played if met.opponents[0] in field.ratings]


def _ratings(field: Field, player: str, _: Modifier) -> list[Term]:
    return [Term(rating, rating) for rating, _ in _rated(field, player)]


def _performance(field: Field, player: str, _: Modifier) -> list[Term]:
    rated = _rated(field, player)
    value = performance([rating for rating, _ in rated], [points for _, points in rated])
    return [] if value is None else [Term(value, value)]


def _perfect(field: Field, player: str, _: Modifier) -> list[Term]:
    rated = _rated(field, player)
    value = perfect_performance([rating for rating, _ in rated], sum(points for _, points in rated))
    return [] if value is None else [Term(value, value)]


def _performance_of_opponents(field: Field, player: str, modifier: Modifier) -> list[Term]:
    return [term for opponent in _opponents(field, player) for term in _performance(field, opponent, modifier)]


def _perfect_of_opponents(field: Field, player: str, modifier: Modifier) -> list[Term]:
    return [term for opponent in _opponents(field, player) for term in _perfect(field, opponent, modifier)]


def _rating(field: Field, player: str, _: Modifier) -> list[Term]:
    return [Term(field.ratings[player], 0)] if player in field.ratings else []


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


def _rounded_mean(values: Sequence[float]) -> float | None:
    mean = _mean(values)
    return None if mean is None else rounded(mean)


def _only(values: Sequence[float]) -> float | None:
    return values[0] if values else None


# -- games among those who are tied (article 6) -----------------------------------------------------------------------


class SeparateTable(NamedTuple):
    """The games of those who are tied. points: of several games of two the mean. missing: how many were not met."""

    points: dict[str, float]
    missing: dict[str, int]

    @property
    def is_complete(self) -> bool:
        """True if all have met."""
        return not any(self.missing.values())

    def certain_first(self, among: Sequence[str]) -> str | None:
        """Who stands alone at the top, whatever the games that are missing would bring (6.3)."""
        best = max(among, key=lambda player: self.points[player])
        rivals = (player for player in among if player != best)
        is_certain = all(self.points[best] > self.points[other] + self.missing[other] for other in rivals)
        return best if is_certain else None


def separate_table(field: Field, tied: Names, *, forfeits: bool = False) -> SeparateTable:
    """The table of those who are tied, of the games that they played against each other. forfeits: whether these count."""
    among = set(tied)
    points = dict.fromkeys(tied, 0.0)
    missing = {}
    for player in tied:
        total: Counter[str] = Counter()
        games: Counter[str] = Counter()
        for met in field.encounters[player]:
            if met.points is None or (field.is_void(met) and not (forfeits and met.is_forfeit)):
                continue
            for opponent in among.intersection(met.opponents):
                total[opponent] += met.points  # type: ignore[assignment]  # halves
                games[opponent] += 1
        points[player] = sum(total[opponent] / games[opponent] for opponent in games)
        missing[player] = len(among) - 1 - len(games)
    return SeparateTable(points, missing)


def direct_encounter(field: Field, tied: Names, *, forfeits: bool = False) -> list[list[str]]:
    """Those who are tied in the order of their separate table, as far as it decides, the best first."""
    if len(tied) < 2:
        return [list(tied)]
    table = separate_table(field, tied, forfeits=forfeits)
    if table.is_complete:
        groups = grouped(tied, lambda player: -table.points[player])
        if len(groups) == 1:
            return groups
        return [part for group in groups for part in direct_encounter(field, group, forfeits=forfeits)]
    rest, first = list(tied), []
    while len(rest) > 1 and (best := table.certain_first(rest)) is not None:
        first.append([best])
        rest.remove(best)
    return [*first, *direct_encounter(field, rest, forfeits=forfeits)] if first else [rest]


def direct_points(field: Field, player: str, tied: Names) -> float | None:
    """The points of a player in the separate table of those tied; None where it decides nothing, as not all have met."""
    if len(tied) < 2:
        return None
    table = separate_table(field, tied)
    is_of_use = table.is_complete or table.certain_first(list(tied)) is not None
    return table.points[player] if is_of_use else None


def _among_equals(field: Field, player: str, _: Modifier) -> list[Term]:
    tied = [other for other in field.points if field.points[other] == field.points[player]]
    value = direct_points(field, player, tied)
    return [] if value is None else [Term(value, 0)]


ROWS: Final = (
    TieBreakRow("DE", "direct_encounter", "direct encounter", "6", _among_equals, _only, "P", separate=True),
    TieBreakRow("WIN", "wins", "rounds with a full point", "7.1", _wins),
    TieBreakRow("WON", "won", "games won", "7.2", _won),
    TieBreakRow("BPG", "black_games", "games played with Black", "7.3", _played_with_black),
    TieBreakRow("BWG", "black_wins", "games won with Black", "7.4", _won_with_black),
    TieBreakRow("PS", "progress", "progressive scores", "7.5", _progress, modifiers="CM"),
    TieBreakRow("REP", "rounds_elected", "rounds one elected to play in", "7.6", _elected),
    TieBreakRow("STD", "standard_points", "standard points", "7.7", _standard_points),
    TieBreakRow("TPN", "pairing_number", "pairing number", "7.8", _number, _only, "R", ascending=True),
    TieBreakRow("BH", "buchholz", "Buchholz", "8.1", _buchholz, modifiers="CM"),
    TieBreakRow("AOB", "opponents_buchholz", "mean Buchholz of the opponents", "8.2", _opponents_buchholz, _mean),
    TieBreakRow("FB", "fore_buchholz", "Fore Buchholz", "8.3", _fore_buchholz, modifiers="CM"),
    TieBreakRow("SB", "sonneborn_berger", "Sonneborn-Berger", "9.1", _sonneborn_berger, modifiers="CM"),
    TieBreakRow("KS", "koya", "Koya", "9.2", _koya, modifiers="L"),
    TieBreakRow("ARO", "opponents_rating", "mean rating of the opponents", "10.1", _ratings, _rounded_mean, "CM"),
    TieBreakRow("TPR", "performance", "rating performance", "10.2", _performance, _only),
    TieBreakRow("PTP", "perfect_performance", "perfect performance", "10.3", _perfect, _only),
    TieBreakRow(
        "APRO", "opponents_performance", "mean performance of the opponents", "10.4",
        _performance_of_opponents, _rounded_mean,
    ),
    TieBreakRow(
        "APPO", "opponents_perfect_performance", "mean perfect performance of the opponents", "10.5",
        _perfect_of_opponents, _rounded_mean,
    ),
    TieBreakRow("RTNG", "rating", "rating", "10.6", _rating, _only, "R"),
)  # fmt: skip
"""All tie-breaks of single players. Each code takes its modifiers behind a hyphen: BH-C1, BH-M2, KS-L+1, DE-P, RTNG-R."""

ROW_OF: Final = {name: row for row in ROWS for name in (row.code.casefold(), row.name)}

USUAL: Final = ("direct_encounter", "wins", "sonneborn_berger")
"""What is taken where nothing is asked for."""

NOT_FOR_ROUND_ROBINS: Final = ("BH", "AOB", "FB")
"""Those that are not for round robins (article 8)."""

_WRITTEN: Final = re.compile(r"([a-z_]+)((?:[-/](?:[cm][12]|l[+-]?\d+|[rp]))*)", re.IGNORECASE)
_MODIFIER: Final = re.compile(r"[-/]([cm])([12])|[-/](l)([+-]?\d+)|[-/]([rp])", re.IGNORECASE)


class UnknownTieBreak(ValueError):
    """A text that is no tie-break."""


def tie_break(text: str) -> TieBreak:
    """The tie-break that a code or a name asks for. Raises `UnknownTieBreak`.

    A limit of Koya is in half points, as in the handbook: KS-L+1 asks for half the points and a half.
    """
    found = _WRITTEN.fullmatch(text)
    row = ROW_OF.get(found[1].casefold()) if found else None
    if found is None or row is None:
        raise UnknownTieBreak(f"{text} is not a tie-break; there are {', '.join(row.code for row in ROWS)}")
    modifier, code = Modifier(), row.code
    for part in _MODIFIER.finditer(found[2]):
        letter = (part[1] or part[3] or part[5]).upper()
        if letter not in row.modifiers:
            raise UnknownTieBreak(f"{text} is not a tie-break: {row.code} has no {part[0][1:]}")
        modifier = _modified(modifier, letter, int(part[2] or part[4] or 0))
        code += f"-{letter}{part[2] or ''}{f'{int(part[4]):+}' if part[4] else ''}"
    return TieBreak(code, row, modifier)


def _modified(modifier: Modifier, letter: str, number: int) -> Modifier:
    match letter:
        case "C":
            return modifier._replace(low=number)
        case "M":
            return modifier._replace(low=number, high=number)
        case "L":
            return modifier._replace(limit=number / 2)
        case "R":
            return modifier._replace(reverse=True)
        case _:
            return modifier._replace(forfeits=True)


def _modifier_words(modifier: Modifier) -> Iterable[str]:
    ends = {1: "lowest", 2: "two lowest"}, {1: "highest", 2: "two highest"}
    cut = [f"the {words[number]}" for words, number in zip(ends, (modifier.low, modifier.high), strict=True) if number]
    if cut:
        yield f"without {' and '.join(cut)}"
    if modifier.limit:
        yield f"limit moved by {modifier.limit:+g}"
    if modifier.reverse:
        yield "in reverse order"
    if modifier.forfeits:
        yield "with forfeits"
