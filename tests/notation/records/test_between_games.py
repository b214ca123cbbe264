"""What stands between two games of a PGN file: marks of other programs, words, comments, games without tags."""

import pytest
from scanner_differential import counted

from fairyscore.notation.game import loads
from fairyscore.notation.replay import BatchForm

CLEAN = '[Event "A"]\n[Result "*"]\n\n1. e4 *\n\n'
NEXT = '[Event "B"]\n[Result "*"]\n\n1. d4 *\n'


def read(text: str) -> tuple[list[tuple[str, str]], list[tuple[str, int]]]:
    """Event and moves of each game with its comments, and what is found, with its line."""
    games = list(loads(text))
    return [(game.tags.get("Event", ""), game.to("pgn").rpartition("]\n\n")[2].strip()) for game in games], [
        (found.code, found.line) for game in games for found in game.diagnostics
    ]


@pytest.mark.parametrize("mark", ["\ufeff", "\u200b", "\u200e", "\ufeff\u200b"])
def test_a_mark_at_the_head_of_a_line_hides_no_tag(mark: str) -> None:
    """Two files with byte order marks are put together (ChessBase, Windows' copy)."""
    assert read(mark + CLEAN + mark + NEXT) == ([("A", "1. e4 *"), ("B", "1. d4 *")], [])


def test_a_mark_within_a_line_stays() -> None:
    (game,) = loads('[Event "a\u200bb"]\n[Result "*"]\n\n1. e4 {x\u200ey} *\n')
    assert game.tags["Event"] == "a\u200bb"
    assert "x\u200ey" in game.to("pgn")


def test_words_between_games_belong_to_the_next_one() -> None:
    """The Week in Chess and mailing lists introduce games so."""
    games, found = read(f"Issue twelve\n======\n\n{CLEAN}Round 2 follows:\n\n{NEXT}")
    assert games == [("A", "{Issue twelve} {======} 1. e4 *"), ("B", "{Round 2 follows:} 1. d4 *")]
    assert found == [("words", 1), ("words", 9)]


@pytest.mark.parametrize("aside", [";; <Adler - Berg 25 1-0>", "{of round 2}", "% a command", "; a\n{b}\n% c"])
def test_comments_between_games_belong_to_the_next_one(aside: str) -> None:
    """ZanChess writes a line `;;` before each game; no blank line is missing."""
    games, found = read(f"{CLEAN}{aside}\n\n{NEXT}")
    assert [event for event, _ in games] == ["A", "B"]
    assert games[0][1] == "1. e4 *"
    assert games[1][1] != "1. d4 *"
    assert found == []


@pytest.mark.parametrize("remark", [" {a game of\n\ntwo}", "\n{a game}", " ; a game", " % a game"])
def test_a_remark_behind_the_result_stays_with_its_game(remark: str) -> None:
    games, found = read(f"{CLEAN.rstrip()}{remark}\n\n;; the next\n{NEXT}")
    assert [event for event, _ in games] == ["A", "B"]
    assert "the next" not in games[0][1]
    assert "the next" in games[1][1]
    assert "no-blank-line" not in [code for code, _ in found]


def test_words_after_the_last_game_stay_with_it() -> None:
    games, found = read(f"{CLEAN}End of file.\n")
    assert games == [("A", "1. e4 {End of file.} *")]
    assert found == [("after-result", 6)]


def test_games_without_tags_are_cut_at_their_results() -> None:
    games, found = read("1. e4 e5 2. Nf3 1-0\n\n1. d4 d5 0-1\n\n1 c4 c5 *\n\n" + NEXT)
    assert games == [("", "1. e4 e5 2. Nf3 1-0"), ("", "1. d4 d5 0-1"), ("", "1. c4 c5 *"), ("B", "1. d4 *")]
    assert found == [("guessed-variant", line) for line in (1, 3, 5)]


@pytest.mark.parametrize(
    "text",
    [
        "1. e4 {1-0\n\n1. d4 is worse} e5 *",  # a blank line within a comment
        "1. e4 e5 2. Nf3\n\n1... c5 *",  # no result before it
        "1. e4 e5 *\n\n2. Nf3 Nc6",  # moves after the result, which begin no game
    ],
)
def test_what_is_one_game_stays_one(text: str) -> None:
    assert len(read(f'[Result "*"]\n\n{text}\n')[0]) == 1


@pytest.mark.parametrize("between", ["", "Round 2\n\n", "; a\n\n", "\ufeff", "1. e4 *\n\n"])
def test_a_file_of_many_is_counted_as_it_is_read(between: str) -> None:
    """Games are passed over by the kernel where nothing is to be said of them: it must cut as Python does."""
    text = (CLEAN + between) * 5 + NEXT
    count = counted(text, BatchForm.COUNT)
    assert count.games == len(list(loads(text)))
    assert [finding.code for finding in count.findings] == [code for code, _ in read(text)[1]]


def test_a_percent_line_behind_the_tags_is_no_blank_line_among_them() -> None:
    games, found = read('[Event "A"]\n[Result "*"]\n\n% a command\n1. e4 *\n')
    assert found == []
    assert "% a command" in games[0][1] or "%a command" in games[0][1]


@pytest.mark.parametrize("result", ["1-0", "0-1", "1/2-1/2", "*"])
def test_a_tag_or_first_move_behind_a_result_begins_a_game(result: str) -> None:
    """Without a blank line, and with another first tag than Event."""
    games, found = read(f'[White "a"]\n\n1. e4 {result}\n[White "b"]\n\n1. d4 {result}\n1. c4 {result}\n')
    assert [text for _, text in games] == [f"1. e4 {result}", f"1. d4 {result}", f"1. c4 {result}"]
    assert [code for code, _ in found] == ["no-blank-line", "no-blank-line", "guessed-variant"]


def test_a_game_a_line_without_tags_and_numbers() -> None:
    """As pgn-extract has lists of openings."""
    games, _ = read("e4 e5 Nf3 *\nNf3 Nc6 {a\nd4 *\n} e4 *\nb3 *\n")
    assert [text for _, text in games] == ["1. e4 e5 2. Nf3 *", "1. Nf3 Nc6 {a d4 *} 2. e4 *", "1. b3 *"]


def test_results_in_an_open_comment_are_passed_over_at_once() -> None:
    text = "1. e4 {" + "1. e4 *\n" * 20_000 + "} *\n"
    games, _ = read(text)
    assert len(games) == 1


def test_a_result_and_a_first_move_within_a_comment_cut_nothing() -> None:
    """Behind the comment games without tags are cut at their results as before."""
    told = "{It ended 1-0\n1. d4 was next 1-0\n1. c4 too}"
    games, _ = read(f"1. e4 {told} e5 *\n1. d4 d5 *\n1. c4 c5 *\n")
    assert [moves.split("} ")[-1] for _, moves in games] == ["1... e5 *", "1. d4 d5 *", "1. c4 c5 *"]
