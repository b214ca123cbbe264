"""What is to be done with a letter of a mailbox."""

from collections.abc import Sequence

import pytest

from fairyscore.notation.correspondence.addressing import FolderGame
from fairyscore.notation.correspondence.post_office import Decision, PostOffice, refusal
from fairyscore.notation.editing.score_sheet import appended
from fairyscore.notation.mail.message import MailLetter, read_letter
from fairyscore.notation.records.tree import Record


def game(name: str, *moves: str, result: str = "*", black: str = "bruno") -> FolderGame:
    tags = {"White": "Anna Lindt", "Black": black.title(), "WhiteNA": "anna@a.org", "BlackNA": f"{black}@a.org"}
    record = appended(Record("chess", tuple(tags.items())), list(moves)).record
    return FolderGame(f"{name}.pgn", 1, Record("chess", record.tags, record.line, result=result))


def letter(sender: str, text: str, subject: str = "Chess", head: str = "") -> MailLetter:
    raw = f"From: {sender}@a.org\nSubject: {subject}\n{head}\n{text}\n"
    return read_letter(raw.encode(), "a.eml")


def decided(games: Sequence[FolderGame], received: MailLetter, trust: str = "normal") -> list[Decision]:
    return PostOffice(games, trust=trust).decide(received)


def test_a_certain_move_of_the_only_game() -> None:
    (found,) = decided([game("one")], letter("anna", "1. e4"))
    assert (found.game and found.game.name, found.does, found.why, found.certain) == ("one.pgn", "1. e4", "", True)


def test_a_move_that_stands_in_the_record_repeats_it() -> None:
    (found,) = decided([game("one", "e4")], letter("anna", "1. e4"))
    assert (found.repeats, found.certain) == (True, False)


def test_all_parts_wait_for_one_that_is_in_doubt() -> None:
    games = [game("match-1"), game("match-2")]
    first, second = decided(games, letter("anna", "match-1: 1. e4\nmatch-2: 1. d4 or 1. c4"))
    assert first.does == "1. e4"
    assert "another part of the letter is not certain" in first.why
    assert not second.certain


@pytest.mark.parametrize("heading", ["match-1", "# match-1", "match-1 (game 1)", "match-1, game 1", "game 1 - match-1"])
def test_a_line_that_begins_with_names_of_a_game_heads_its_part(heading: str) -> None:
    games = [game("match-1"), game("match-2")]
    found = decided(games, letter("anna", f"{heading}: 1. e4\nmatch-2: 1. d4"))
    assert [(one.game and one.game.name, one.does) for one in found] == [
        ("match-1.pgn", "1. e4"),
        ("match-2.pgn", "1. d4"),
    ]


@pytest.mark.parametrize("heading", ["match-1 and match-2", "Not match-1"])
def test_a_line_of_two_games_or_with_words_in_front_heads_nothing(heading: str) -> None:
    (found,) = decided([game("match-1"), game("match-2")], letter("anna", f"{heading}: 1. e4"))
    assert not found.certain


@pytest.mark.parametrize(
    ("received", "why"),
    [
        (letter("carl", "1. e4"), "plays in none of the games"),
        (letter("bruno", "1. e4"), "white is to move"),
        (letter("anna", "How are you?"), "the letter states no move"),
        (letter("anna", "1. e4", head="Subject: x\n"), ""),
    ],
)
def test_why_nothing_is_certain(received: MailLetter, why: str) -> None:
    (found,) = decided([game("one")], received)
    assert why in found.why
    assert found.certain == (not why)


def test_a_game_that_is_over_takes_nothing() -> None:
    (found,) = decided([game("one", "e4", result="1-0")], letter("bruno", "1... e5", "one.pgn"))
    assert found.why == "the game is over: 1-0"


def test_low_trust_wants_the_game_named() -> None:
    (found,) = decided([game("one")], letter("anna", "1. e4"), trust="low")
    assert found.why == "nothing in it says which game it is about"
    (found,) = decided([game("match-one")], letter("anna", "1. e4", "match-one"), trust="low")
    assert found.certain


def test_a_refusal_names_the_next_move_and_answers_the_letter() -> None:
    received = letter("anna", "1. e5", head="Message-ID: <m1@a.org>\n")
    written = refusal(received, game("one"), "it is not legal")
    text = written.get_content()
    assert (written["In-Reply-To"], written["Subject"], written["To"]) == ("<m1@a.org>", "Re: Chess", "anna@a.org")
    assert "Reason: it is not legal" in text
    assert "Next: 1. (white)" in text
