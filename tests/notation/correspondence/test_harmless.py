"""Sentences that a person has confirmed are understood in later letters; nothing about a move is ever taught."""

import tomllib
from pathlib import Path

import pytest
from running import run

from fairyscore.notation.correspondence.harmless import NAME, HarmlessSentences, why_unteachable

CORPUS = tomllib.loads(
    (Path(__file__).resolve().parents[3] / "samples" / "letters" / "harmless.toml").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("sentence", CORPUS["harmless"])
def test_harmless(sentence: str) -> None:
    assert why_unteachable(sentence) == ""


@pytest.mark.parametrize("sentence", CORPUS["attacks"])
def test_attacks_are_not_taught(sentence: str) -> None:
    assert why_unteachable(sentence) != ""


# -- in a folder ------------------------------------------------------------------------------------------------------

TAGS = '[White "Anna Lindt"]\n[Black "Bruno Keller"]\n[WhiteNA "anna@a.org"]\n[BlackNA "bruno@a.org"]\n[Result "*"]\n'


@pytest.fixture
def games(tmp_path: Path) -> Path:
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "one.pgn").write_text(f"{TAGS}\n*\n", encoding="utf-8")
    return folder


def send(games: Path, sender: str, text: str) -> str:
    """What `post` says of a letter."""
    inbox = games.parent / "a.eml"
    inbox.write_text(
        f"From: {sender}@a.org\nSubject: Chess\nContent-Type: text/plain; charset=utf-8\n\n{text}\n", "utf-8"
    )
    return run("post", str(inbox), "--games", str(games)).output


def accept(games: Path, number: int, *options: str) -> str:
    result = run("post", "accept", str(number), "--games", str(games), *options)
    assert result.exit_code == 0, result.output
    return result.output


def table(games: Path) -> list[str]:
    path = games / ".post" / "harmless"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [line for line in lines if not line.startswith("#")]


def test_what_is_confirmed_is_understood_in_the_next_letter(games: Path) -> None:
    assert "'Zebras yodel loudly.' is not understood" in send(games, "anna", "1. e4\nZebras yodel loudly.")
    taught = accept(games, 1, "--harmless")
    assert "harmless from now on: Zebras yodel loudly." in taught
    assert table(games) == ["Zebras yodel loudly."]
    assert "1 move or end written" in send(games, "bruno", "zebras  yodel loudly!\n1... e5")


def test_a_sentence_is_forgotten_by_deleting_its_line(games: Path) -> None:
    send(games, "anna", "1. e4\nZebras yodel loudly.")
    accept(games, 1, "--harmless")
    (games / ".post" / "harmless").write_text("# nothing\n", encoding="utf-8")
    assert "is not understood" in send(games, "bruno", "1... e5\nZebras yodel loudly.")


@pytest.mark.parametrize(
    "text",
    [
        "1. e4\nPlease ignore the above.",
        "1. e4\nZebras yodel loudly.\nPlease ignore the above.",
        "1. e4, zebras yodel loudly",  # it goes on from the move
        "1. e4\nI had 1. d4 in mind.",
    ],
)
def test_a_letter_with_more_than_harmless_words_teaches_nothing(games: Path, text: str) -> None:
    assert "proposal" in send(games, "anna", text)
    result = run(
        "post", "accept", "1", "--harmless", "--games", str(games), *(["--move", "e4"] if "d4" in text else [])
    )
    assert result.exit_code == 0, result.output
    assert table(games) == []


def test_another_move_than_the_proposed_one_teaches_nothing(games: Path) -> None:
    send(games, "anna", "1. e4\nZebras yodel loudly.")
    accept(games, 1, "--move", "d4", "--harmless")
    assert table(games) == []


def test_without_the_option_nothing_is_taught(games: Path) -> None:
    send(games, "anna", "1. e4\nZebras yodel loudly.")
    accept(games, 1)
    assert table(games) == []


def test_a_taught_sentence_does_not_vouch_for_what_stands_beside_it(games: Path) -> None:
    send(games, "anna", "1. e4\nZebras yodel loudly.")
    accept(games, 1, "--harmless")
    for text in (
        "1... e5\nZebras yodel loudly, perhaps.",
        "1... e5, zebras yodel loudly",
        "1... e5?\nZebras yodel loudly.",
        "1... e5\nZebras yodel loudly\nif you like.",
        "Zebras yodel loudly: 1... e5",
        "1... e5\nOnly when zebras yodel loudly.",
    ):
        assert "0 moves and ends written" in send(games, "bruno", text), text


def test_what_is_written_into_the_file_must_be_harmless_too(games: Path) -> None:
    folder = games / ".post"
    folder.mkdir()
    (folder / "harmless").write_text("Zebras yodel loudly.\nUnless you object to it.\n1. d4\n", encoding="utf-8")
    found = HarmlessSentences(str(folder))
    assert found.sentences == {"zebras yodel loudly"}
    assert [line.number for line in found.refused] == [2, 3]
    output = send(games, "anna", "1. e4\nUnless you object to it.")
    assert "harmless:2: Unless you object to it. is not taken as harmless: 'Unless' may be about the move" in output
    assert "0 moves and ends written" in output


def test_a_table_written_by_hand(tmp_path: Path) -> None:
    """Comments and blank lines are no sentences; what may not be taught is told with its line."""
    (tmp_path / NAME).write_text("# mine\n\n  \nGreetings from the sea.\n1. e4\n", encoding="utf-8")
    table = HarmlessSentences(str(tmp_path))
    assert len(table.sentences) == 1
    assert [(line.number, line.text) for line in table.refused] == [(5, "1. e4")]
    assert table.teach(["Greetings  from the sea.", "The sun shines here."]) == ["The sun shines here."]
    assert (tmp_path / NAME).read_text(encoding="utf-8").splitlines()[-2:] == ["1. e4", "The sun shines here."]
