"""One text names a variant everywhere; other spellings lead to it, and what leads nowhere is explained."""

import pytest

from fairyscore.notation.rules.variant import PositionError
from fairyscore.notation.variants import GAMES, UnknownVariant, variant


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("chess", "chess"),
        ("Standard", "chess"),
        ("che\x1bss!", "chess"),  # what is not a letter is folded away
        ("KALEIDOCHESS", "kaleidochess"),
        ("Cai Qi", "kaleidochess"),
        ("Chamæleon", "chamaeleon"),
        ("Chameleon: players=3", "chamaeleon:players=3"),
        ("Circular Chess 70", "circular-70"),
        ("circular chess, 66 spaces", "circular-66"),
        ("Caliph Qi", "caliph-qi"),
        ("Not-so colorbound cylindrical chess", "cylindrical"),
        ("kaleidochess:dice,players=4", "kaleidochess:players=4,dice"),
        ("kaleidochess:players=2", "kaleidochess"),
        ("kaleidochess:dice=no", "kaleidochess"),
        ("cylindrical:array=CLASSIC", "cylindrical"),
    ],
)
def test_spellings_lead_to_one_name(text: str, name: str) -> None:
    assert variant(text).name == name


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("chamaleon", "did you mean chamaeleon?"),
        ("cylindricle", "did you mean cylindrical?"),
        ("kaleidochess\u202e:\u202edice", "has no option '\\u202edice'; its options are"),
        ("kaleidochess:players=\x1b[2J", "cannot be '\\x1b[2J'; it is"),
        ("kaleidochess:dice=" + "\u202e" * 10_000, "must be yes or no"),
        ("circular-72", "did you mean circular-7"),
        ("", "there are kaleidochess, cylindrical"),
        ("kaleidochess:player=3", "did you mean players?"),
        ("chess:players=3", "it has no options"),
        ("kaleidochess:players=5", "one of 2, 3, 4"),
        ("kaleidochess:dice=maybe", "must be yes or no"),
        ("cylindrical:array=protectd", "did you mean protected?"),
        ("x" * 10_000, "there is no variant"),
    ],
)
def test_unknown_names_are_explained(text: str, words: str) -> None:
    with pytest.raises(UnknownVariant) as fault:
        variant(text)
    assert words in str(fault.value)
    assert len(str(fault.value)) < 400
    assert str(fault.value).isprintable()


@pytest.mark.parametrize("name", ["Go", "Backgammon", "\u202e" * 10_000])
def test_what_is_near_to_nothing_gets_no_suggestion(name: str) -> None:
    with pytest.raises(UnknownVariant) as fault:
        variant(name)
    assert "did you mean" not in str(fault.value)
    assert str(fault.value).isprintable()


def test_an_array_must_hold_the_games_pieces() -> None:
    with pytest.raises(PositionError, match="should hold the pieces B C D K D C B"):
        variant("cylindrical:array=BBBKDCB")


def test_an_array_with_an_unprotected_pawn_is_warned_about() -> None:
    assert variant("cylindrical").rules.warnings == ()
    assert variant("cylindrical:array=protected").rules.warnings == ()
    assert "in front of a dababah-rider" in " ".join(variant("cylindrical:array=DCBKBCD").rules.warnings)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_says_all_that_a_rule_sheet_needs(name: str) -> None:
    game = variant(name)
    assert game.name == name
    assert variant(game.title).name == name
    assert len(game.rules.sections) >= 3
    assert all(reading.id and reading.says and reading.reason for reading in game.rules.readings)
    assert game.initial_state().moves()
    assert variant(name) is game, "built once"


@pytest.mark.parametrize(
    ("name", "game"),
    [
        ("Crazyhouse960", "crazyhouse"),
        ("Atomic960", "atomic"),
        ("Atomic1", "atomic"),
        ("3check960", "three-check"),
        ("Three Checks Chess", "three-check"),
        ("Fischer Random Chess", "chess960"),
        ("nocastle", "no-castling"),
        ("Seirawan960", "seirawan"),
        ("Capablanca960", "capablanca-random"),
        ("Racingkings960", "racing-kings"),
    ],
)
def test_names_of_servers(name: str, game: str) -> None:
    """Pychess adds 960 where the first row is drawn by lot, which the FEN tells; Vchess numbers its rules of atomic.

    Three Checks Chess is of BrainKing, nocastle of SchemingMind.
    """
    assert variant(name).name == game


@pytest.mark.parametrize("name", ["Crazyhouse960", "Atomic960", "Kingofthehill960", "3check960", "Bughouse960"])
def test_castlings_of_a_drawn_row(name: str) -> None:
    start = variant(name).read_position("1r1k2r1/pppppppp/8/8/8/8/PPPPPPPP/1R1K2R1 w GBgb - 0 1")
    assert " KQkq " in variant(name).write_position(start)


def test_there_is_one_of_each_game_however_many_are_asked_for() -> None:
    """What keeps the latest games forgets the first ones; who still holds one gets the same again by any of its names."""
    first = variant("chess960")
    for moves in range(1, 300):
        variant(f"kaleidochess:max-moves={moves}")
    assert variant("Chess960") is first
    assert variant("Fischer Random Chess") is first
