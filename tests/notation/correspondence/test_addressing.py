"""Which games of a folder a letter names."""

import pytest

from fairyscore.notation.correspondence.addressing import GameNames, KnownGame
from fairyscore.notation.records.tree import Record

TAGS = (("Event", "Club"), ("White", "Anna"), ("Black", "Bruno"))
GAMES = [KnownGame(f"club-{number}.pgn", 1, Record("chess", TAGS)) for number in (7, 77)]
NAMES = GameNames(GAMES)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("club-7", ["club-7.pgn"]),
        ("club-77.pgn", ["club-77.pgn"]),
        ("Game 77, then game 7", ["club-77.pgn", "club-7.pgn"]),
        ("first club-7, then club-77", ["club-7.pgn", "club-77.pgn"]),
        ("club-7#77", ["club-7.pgn", "club-77.pgn"]),  # nothing stands between them
        ("#77club-7", []),  # `club-7` is not a word of its own
        ("#77-club-7", ["club-77.pgn", "club-7.pgn"]),
        ("club-777", []),  # no game has this number, and `club` stands inside a longer name
        ("clubs", []),
        ("77 moves", []),
    ],
)
def test_the_longest_name_counts(text: str, named: list[str]) -> None:
    """`club-7` is a name of its own: the event `Club` in it is not looked at."""
    assert [place.game.name for place in NAMES.places(text) if not place.shared] == named


def test_a_name_of_several_games_is_shared() -> None:
    places = NAMES.places("Our game of the Club")
    assert [(place.game.name, place.shared) for place in places] == [("club-7.pgn", True), ("club-77.pgn", True)]


def test_places_are_where_the_names_stand() -> None:
    text = "In club-7 I play e4, in CLUB-77 d4."
    assert [text[place.start : place.end] for place in NAMES.places(text)] == ["club-7", "CLUB-77"]


@pytest.mark.parametrize(
    ("text", "rest"), [("Re: club-7: 3. Bb5", "Re:  : 3. Bb5"), ("club-77 - 3. Bb5", "3. Bb5"), ("3. Bb5", "3. Bb5")]
)
def test_the_text_without_names(text: str, rest: str) -> None:
    assert " ".join(NAMES.without(text).split()) == " ".join(rest.split())
