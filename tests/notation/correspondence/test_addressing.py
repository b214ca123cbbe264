"""Which games of a folder a letter names."""

import pytest

from fairyscore.notation.correspondence.addressing import FolderGame, GameNames, parts_of
from fairyscore.notation.mail.message import read_letter
from fairyscore.notation.records.tree import Record

TAGS = (("Event", "Club"), ("White", "Anna"), ("Black", "Bruno"))
GAMES = [FolderGame(f"club-{number}.pgn", 1, Record("chess", TAGS)) for number in (7, 77)]
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


RETURN = [
    FolderGame(f"game-{number}.pgn", 1, Record("chess", (("Event", "Cup"), ("White", white), ("Black", black))))
    for number, white, black in (
        (1, "Karl Berg", "Keller, Hans"),
        (2, "Keller, Hans", "Karl Berg"),
        (3, "Berg", "Anna Voss"),
    )
]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Berg - Keller", "game-1"),
        ("Keller - Berg", "game-2"),
        ("Re: Keller-Berg, move 7", "game-2"),
        ("K. Berg – H. Keller", "game-1"),
        ("Keller, Hans vs. Karl Berg", "game-2"),
        ("Keller gegen Berg", "game-2"),
        ("Berg - Voss", "game-3"),
        ("Voss - Berg", ""),  # nobody plays that
        ("Bergmann - Keller", ""),
        ("Berg and Keller", ""),
    ],
)
def test_players_name_a_game_by_their_colours(text: str, named: str) -> None:
    """The first of two names has the white pieces."""
    assert [place.game.path for place in GameNames(RETURN).places(text)] == [f"{one}.pgn" for one in [named] if one]


LETTER = """Subject: Two moves

Dear Bruno,
club-7: 1. e4 is my move
and thanks.
> club-77 - quoted
club-77 - 3. Bb5

Greetings"""


def test_a_letter_about_two_games_is_cut_at_their_names() -> None:
    """What stands before the first name, and what is quoted, belongs to both; blanks keep the places."""
    parts = parts_of(read_letter(LETTER.encode(), "a.eml"), NAMES)
    assert {part.game.name: part.letter.bodies[0].text.rstrip().split("\n") for part in parts} == {
        "club-7.pgn": [
            "Dear Bruno,",
            "        1. e4 is my move",
            "and thanks.",
            "> club-77 - quoted",
        ],
        "club-77.pgn": [
            "Dear Bruno,",
            "                        ",
            "           ",
            "> club-77 - quoted",
            "          3. Bb5",
            "",
            "Greetings",
        ],
    }  # fmt: skip


def test_lines_of_a_part_have_the_numbers_they_have_in_the_letter() -> None:
    parts = parts_of(read_letter(LETTER.encode(), "a.eml"), NAMES)
    text = parts[1].letter.bodies[0]
    assert text.line_at(text.text.index("3. Bb5")) == 7


@pytest.mark.parametrize(
    "line",
    [
        "In club-7 I play 1. e4",  # the name does not begin the line
        "> club-7: 1. e4",
        "club-7 and club-77: I resign",  # as often the one as the other
        "Club: 1. e4",  # the name of both
    ],
)
def test_lines_that_divide_no_letter(line: str) -> None:
    assert parts_of(read_letter(f"Subject: A move\n\n{line}\n".encode(), "a.eml"), NAMES) == []
