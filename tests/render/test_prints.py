"""Papers of a tournament: which there are, and what stands on them."""

import pytest

from fairyscore.notation.correspondence.answer import LANGUAGES
from fairyscore.notation.tournament.games import Status, TournamentGame
from fairyscore.notation.tournament.plan import Bye, Entry, Plan
from fairyscore.notation.tournament.table import Table, tables_of
from fairyscore.render.prints import PRINTS, current_round, prints, words_of

PLAYERS = tuple(Entry(name, 2000, team=name[0]) for name in ("Ann One", "Ben Two", "Ada Six"))


def table(plan: Plan) -> Table:
    games = [
        TournamentGame("Cup", "1", "chess", ("Ann One", "Ben Two"), "1-0", Status.PLAYED, 40),
        TournamentGame("Cup", "2", "tor-qi", ("Ada Six", "Ann One"), "*", Status.UNFINISHED, 3),
    ]
    (found,) = tables_of(games, plan)
    return found


SWISS = Plan(
    "Cup", pairings="swiss", rounds=2, players=PLAYERS, byes=(Bye("Ben Two", "2", Status.BYE),), arbiter="Ina Vos"
)


def test_the_boards_are_those_of_the_round_that_goes_on() -> None:
    assert current_round(table(SWISS)) == "2"
    data = PRINTS["boards"](table(SWISS), words_of("de"))
    assert data["subtitle"] == "Runde 2"
    assert data["games"] == [{"board": 1, "white": "Ada Six", "black": "Ann One", "result": "", "variant": "tor-qi"}]
    assert data["free"] == ["Ben Two"]


def test_certificates_tell_rank_and_points() -> None:
    data = PRINTS["certificates"](table(SWISS), words_of("nl"))
    assert data["rows"][0] == {"player": "Ann One", "says": "plaats 1 van 3 met 1 punten"}
    assert data["arbiter"] == "Ina Vos"


def test_the_wall_has_the_rounds_of_a_swiss() -> None:
    (heading, first, *_) = PRINTS["wall"](table(SWISS), words_of("en"))["table"]
    assert heading == ["", "player", "1", "2", "games", "points", "DE", "WIN", "SB"]
    assert first[:6] == ["1.", "Ann One", "2w1", "3b*", "1", "1"]


def test_each_paper_is_a_pdf() -> None:
    names = [name for name, data in prints(table(SWISS), "en") if data.startswith(b"%PDF")]
    assert names == ["boards.pdf", "cards.pdf", "wall.pdf", "teams.pdf", "certificates.pdf"]
    without = SWISS._replace(players=tuple(entry._replace(team="") for entry in PLAYERS))
    assert "teams.pdf" not in dict(prints(table(without), "en"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_words(language: str) -> None:
    assert set(words_of(language)) == set(words_of("en"))
