"""Letters of the arbiter: what each player is told, in five languages, and that it is told once."""

import string
from collections.abc import Callable

import pytest

from fairyscore.notation.clocks.audit import Waiting
from fairyscore.notation.clocks.times import DAY, read_time_stamp
from fairyscore.notation.correspondence.answer import LANGUAGES
from fairyscore.notation.tournament.games import Status, TournamentGame
from fairyscore.notation.tournament.letters import LETTERS, ArbiterLetter, WaitedFor, letters_due, phrases
from fairyscore.notation.tournament.plan import Entry, Plan, Ruling
from fairyscore.notation.tournament.table import Table, tables_of

ANNA, BRUNO = "Lindt, Anna", "Keller, Bruno"
PLAN = Plan(
    "Cup",
    pairings="single",
    time_control="10/40d",
    leave=30,
    arbiter="Ina Vos",
    players=(Entry(ANNA, address="anna@example.org"), Entry(BRUNO, language="nl")),
)
GAME = TournamentGame("Cup", "1", "chess", (ANNA, BRUNO), "*", Status.UNFINISHED, 7)


def table(*games: TournamentGame, plan: Plan = PLAN) -> Table:
    (found,) = tables_of(games, plan)
    return found


def waiting(left: int) -> dict[TournamentGame, WaitedFor]:
    """Bruno is to move since the first of March."""
    (game,) = table(GAME).games
    return {game: WaitedFor(BRUNO, Waiting("black", read_time_stamp("2026.03.01"), 3 * DAY, left * DAY))}


def letters(found: Table, waits: dict[TournamentGame, WaitedFor], language: str = "en") -> list[ArbiterLetter]:
    return sorted(
        letters_due(found, waits, lambda player: set(), language=language), key=lambda one: one.player != ANNA
    )


def test_a_start_letter_has_the_games_and_the_addresses() -> None:
    to_anna, to_bruno = letters(table(), {})
    assert (to_anna.kind, to_anna.address, to_anna.subject) == ("start", "anna@example.org", "Your games in Cup")
    assert to_anna.lines == (
        "Hello Anna Lindt,",
        "",
        "these games of yours begin:",
        "Round 1: Anna Lindt - Bruno Keller, Bruno Keller",
        "Time control: 10/40d.",
        "Leave: 30 days.",
        "",
        "Best regards",
        "Ina Vos",
    )
    assert to_bruno.lines[3] == "Ronde 1: Anna Lindt - Bruno Keller, Anna Lindt <anna@example.org>"


def test_who_has_little_time_left_is_reminded() -> None:
    assert letters(table(GAME), waiting(left=8)) == []
    (letter,) = letters(table(GAME), waiting(left=3))
    assert (letter.kind, letter.player) == ("reminder", BRUNO)
    assert letter.lines[2] == (
        "Ronde 1: Anna Lindt - Bruno Keller (chess): jouw zet wordt verwacht sinds 01-03-2026; je hebt nog 3 dagen."
    )


def test_both_are_told_that_time_is_overstepped() -> None:
    to_anna, to_bruno = letters(table(GAME), waiting(left=-2))
    assert {to_anna.kind, to_bruno.kind} == {"late"}
    assert "Bruno Keller has overstepped the time by 2 days" in to_anna.lines[2]
    assert "je hebt jouw tijd met 2 dagen overschreden" in to_bruno.lines[2]


def test_a_ruling_is_told_to_both_with_its_reason() -> None:
    ruling = Ruling(ANNA, BRUNO, "1/2-1/2", Status.ADJUDICATED, by="Ina Vos", why="bare kings")
    found = letters(table(GAME, plan=PLAN._replace(rulings=(ruling,))), {})
    to_anna = next(letter for letter in found if letter.player == ANNA and letter.kind == "ruling")
    assert to_anna.lines[2:4] == (
        "Round 1: Anna Lindt - Bruno Keller (chess): 1/2-1/2, by adjudication.",
        "Reason: bare kings.",
    )


@pytest.mark.parametrize(
    ("by", "why", "lines"), [("Ina Vos", "", 1), ("", "bare kings", 2), ("Ina Vos", "bare kings", 2), ("", "", 0)]
)
def test_a_ruling_is_told_if_somebody_gave_it_or_a_reason(by: str, why: str, lines: int) -> None:
    ruling = Ruling(ANNA, BRUNO, "1/2-1/2", Status.ADJUDICATED, by=by, why=why)
    sent = letters(table(GAME, plan=PLAN._replace(rulings=(ruling,))), {})
    told = [line for letter in sent if letter.player == ANNA and letter.kind == "ruling" for line in letter.lines]
    assert sum("by adjudication" in line or line.startswith("Reason:") for line in told) == lines


def test_the_end_tells_each_his_place() -> None:
    over = GAME._replace(result="1-0", status=Status.PLAYED)
    to_anna, to_bruno = letters(table(over), {})
    assert to_anna.lines[2:6] == (
        "all games are finished. You are number 1 of 2 with 1 points from 1 games.",
        "",
        "1. Anna Lindt 1",
        "2. Bruno Keller 0",
    )
    assert to_bruno.subject == "Cup is afgelopen"


def test_what_is_told_is_not_told_again() -> None:
    """A game that begins later makes a letter of its own."""
    known: dict[str, set[str]] = {}
    told: Callable[[str], set[str]] = lambda player: known.get(player, set())  # noqa: E731
    first = GAME._replace(plies=0)
    plan = PLAN._replace(pairings="")
    for letter in letters_due(table(first, plan=plan), {}, told):
        known.setdefault(letter.player, set()).update(letter.keys)
    assert list(letters_due(table(first, plan=plan), {}, told)) == []
    later = table(first, first._replace(round="2", players=("Cleo", ANNA)), plan=plan)
    (to_anna,) = (letter for letter in letters_due(later, {}, told) if letter.player == ANNA)
    assert [line for line in to_anna.lines if " - " in line] == ["Round 2: Cleo - Anna Lindt (chess), Cleo"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_the_same(language: str) -> None:
    """All have the same phrases, and each phrase has the same facts in it."""

    def facts(text: object) -> set[str]:
        if isinstance(text, dict):
            return set(text)
        return {field for _, field, _, _ in string.Formatter().parse(str(text)) if field}

    own, english = phrases(language), phrases("en")
    assert {name: facts(text) for name, text in own.items()} == {name: facts(text) for name, text in english.items()}
    assert set(LETTERS) <= set(own)
