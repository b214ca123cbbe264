"""Title norms: the tables of FIDE and ICCF, and each rule of B.01, 1.4, broken alone."""

from collections.abc import Sequence

import pytest

from fairyscore.notation.tournament.games import Status, TournamentGame
from fairyscore.notation.tournament.norms import Norm, iccf_score, norms
from fairyscore.notation.tournament.plan import Entry, Plan, PlanError, read_plan
from fairyscore.notation.tournament.report import WRITERS
from fairyscore.notation.tournament.table import Table, tables_of

APPLICANT = Entry("Anna", 2400, federation="NED", title="FM")
FIELD = [
    *(Entry(f"G{number}", 2480, federation=federation, title="GM") for number, federation in enumerate("ABC")),
    *(Entry(f"I{number}", 2480, federation="NED", title="IM") for number in range(3)),
    *(Entry(f"N{number}", 2480, federation="D") for number in range(3)),
]
"""Nine opponents: three grandmasters, six with a title, three of the applicant's federation."""


def table_of(points: Sequence[float], field: Sequence[Entry] = FIELD, applicant: Entry = APPLICANT) -> Table:
    """The table of one player's games against a field. points: of each game."""
    results = {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}
    games = [
        TournamentGame("", str(at), "chess", (applicant.name, other.name), results[score], Status.PLAYED, 40)
        for at, (other, score) in enumerate(zip(field, points, strict=True), 1)
    ]
    (table,) = tables_of(games, Plan(players=(applicant, *field)))
    return table


def found(table: Table, title: str = "GM") -> Norm:
    return next(norm for norm in norms(table) if norm.player == "Anna" and norm.title == title)


SIX_OF_NINE = (1, 1, 1, 1, 1, 1, 0, 0, 0)


def test_a_norm() -> None:
    norm = found(table_of(SIX_OF_NINE))
    assert norm.is_made
    assert (norm.games, norm.points, norm.required, norm.average, norm.performance) == (9, 6, 6, 2480, 2605)


@pytest.mark.parametrize(
    ("average", "required"), [(2380, 7), (2433, 7), (2434, 6.5), (2475, 6), (2520, 5.5), (2557, 5), (2600, 4.5)]
)
def test_the_points_for_nine_games(average: int, required: float) -> None:
    """The table of B.01, 1.7.2, for a grandmaster norm of nine games: the lowest mean of each score."""
    field = [entry._replace(rating=average) for entry in FIELD]
    assert found(table_of([1] * 9, field)).required == required


@pytest.mark.parametrize(
    ("change", "missing"),
    [
        (lambda at, one: one._replace(federation="NED" if at > 3 else "A"), "opponents of 1 other federations"),
        (
            lambda at, one: one._replace(federation="NED" if at > 2 else one.federation),
            "6 of 9 opponents are of the pl",
        ),
        (lambda at, one: one._replace(federation="D" if at > 1 else one.federation), "7 of 9 opponents are of one fed"),
        (lambda at, one: one._replace(title="CM" if at > 3 else one.title), "4 of 9 opponents have a title"),
        (lambda at, one: one._replace(title="IM" if at == 0 else one.title), "2 opponents are GM, 3 are needed"),
        (lambda at, one: one._replace(rating=None if at > 6 else 2700), "2 of 9 opponents have no rating"),
        (lambda at, one: one._replace(rating=2370), "the opponents' ratings have a mean of 2370, not 2380"),
    ],
)
def test_what_is_missing(change: object, missing: str) -> None:
    field = [change(at, one) for at, one in enumerate(FIELD)]  # type: ignore[operator]
    (text,) = found(table_of([1] * 9, field)).missing
    assert text.startswith(missing)


def test_eight_games_are_too_few_but_for_a_point_that_was_given() -> None:
    """1.4.1: a forfeit that was won, or a bye of the pairing, fills the ninth round."""
    eight = table_of([1, 1, 1, 1, 1, 1, 0, 0], FIELD[:8])
    assert found(eight).missing == ("8 games, 9 are needed (1.4.1)",)
    forfeit = TournamentGame("", "9", "chess", ("Anna", "N2"), "1-0", Status.FORFEIT)
    (table,) = tables_of([*eight.games, forfeit], Plan(players=(APPLICANT, *FIELD)))
    assert found(table).is_made
    assert found(table).games == 8


def test_one_rating_is_raised_to_the_floor() -> None:
    """1.4.6: of two below it only the lowest; who has no rating has 1400 before that."""
    field = [one._replace(rating={7: 2100, 8: None}.get(at, 2500)) for at, one in enumerate(FIELD)]
    norm = found(table_of([1, 1, 1, 1, 1, 0.5, 0.5, 1, 1], field))
    assert norm.average == round((7 * 2500 + 2100 + 2200) / 9)


def test_a_beaten_opponent_is_left_out() -> None:
    """1.4.2: ten games of which the weakest, a win, takes the mean down."""
    weak = Entry("W", 1800, federation="D")
    other = Entry("V", 1900, federation="D")
    field = [*FIELD, weak, other]
    norm = found(table_of([*SIX_OF_NINE, 1, 1], field))
    assert norm.is_made
    assert norm.games < 11
    assert "W" not in norm.opponents or "V" not in norm.opponents


def test_titles_that_are_held_are_not_sought() -> None:
    applicant = APPLICANT._replace(title="IM", sex="w")
    titles = [norm.title for norm in norms(table_of(SIX_OF_NINE, applicant=applicant)) if norm.player == "Anna"]
    assert titles == ["GM", "WGM"]
    assert [norm.title for norm in norms(table_of(SIX_OF_NINE)) if norm.player == "Anna"] == ["GM", "IM"]


@pytest.mark.parametrize(
    ("games", "scores"),
    [
        (16, [12.5, 12, 11.5, 11, 10.5, 10]),
        (17, [13, 12.5, 12, 11.5, 11, 10.5, 10]),
        (15, [11.5, 11, 10.5, 10, 10, 9]),
    ],
)
@pytest.mark.parametrize(("wanted", "first"), [(2450, 1), (2525, 4), (2600, 7)])
def test_the_table_of_iccf(games: int, scores: Sequence[float], wanted: int, first: int) -> None:
    """Rows of the printed table (lksf.lt): IM from the first category, SIM from the fourth, GM from the seventh."""
    lowest = 2251 + 25 * (first - 1)
    assert [iccf_score(wanted, lowest + 25 * step, games) for step in range(len(scores))] == scores
    assert iccf_score(wanted, lowest - 1, games) is None


def test_norms_of_iccf() -> None:
    """Fourteen opponents of 2401 are category 7: eight points are a norm for an international master."""
    field = [Entry(f"P{number}", 2401) for number in range(14)]
    table = table_of([1, 1, *[0.5] * 12], field)
    table = table._replace(plan=table.plan._replace(norms="iccf"))
    norm = next(norm for norm in norms(table) if norm.player == "Anna")
    assert (norm.title, norm.category, norm.required, norm.points, norm.is_made) == ("IM", 7, 8, 8, True)
    assert WRITERS["norms"]([table]).splitlines()[2:4] == [
        "   player  title  games  points  needed  mean  performance",
        "+  Anna       IM     14       8       8  2401         2451",
    ]


def test_a_body_that_has_no_norms() -> None:
    with pytest.raises(PlanError, match="norms is uscf; there are fide, iccf"):
        read_plan('norms = "uscf"')
