"""Cutting a stream into games, whatever the size of the split_games it comes in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairyscore.notation.records import game_text
from fairyscore.notation.records.game_text import split_games

GAMES = [
    '[Event "a"]\n[Result "*"]\n\n1. e4 *\n\n',
    '[Event "b"]\n[Site "x"]\n\n1. d4 { a comment\n\n[with a blank line] in it } d5 *\n\n',
    '[Event "c"]\n\n1. c4 { never closed\n',
    '[Event "d"]\n[White "x"]\n1. f4 *\n',
    '[Event "e"]\n\n[Site "blank line between tags"]\n\n1. g4 *\n',
]


def test_games_are_cut_where_they_begin() -> None:
    found = list(split_games(["".join(GAMES)]))
    assert [found_text.text for found_text in found] == GAMES
    assert [found_text.number for found_text in found] == [1, 2, 3, 4, 5]
    assert [found_text.line for found_text in found] == [1, 6, 13, 16, 19]


@given(st.lists(st.sampled_from(GAMES), max_size=6), st.integers(1, 40))
def test_the_size_of_the_chunks_does_not_matter(games: list[str], size: int) -> None:
    text = "".join(games)
    in_chunks = (text[begin : begin + size] for begin in range(0, len(text), size))
    assert list(split_games(in_chunks)) == list(split_games([text]))
    assert "".join(found_text.text for found_text in split_games([text])) == text


@given(st.text(alphabet='[]{}" \nEvent1.e4\\', max_size=80))
def test_no_text_is_lost(text: str) -> None:
    cut_up = "".join(found_text.text for found_text in split_games([text]))
    assert cut_up.split() == text.split()


def test_what_has_no_end_is_cut_for_length(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_text, "LONGEST_GAME", 100)
    found = list(split_games(["1. e4 " * 10] * 5 + ['\n\n[Event "next"]\n\n1. d4 *\n']))
    assert next(found_text.whole for found_text in found) is False
    assert found[-1].text.startswith('[Event "next"]')


def test_joined_games_are_cut_for_length(monkeypatch: pytest.MonkeyPatch) -> None:
    """A comment that takes in one tag line after another is held no longer than a game can be."""
    monkeypatch.setattr(game_text, "LONGEST_GAME", 100)
    text = "1. e4 {" + "".join(f'\n\n[A{number} "x"]' for number in range(100))
    found = list(split_games([text]))
    assert not any(found_text.whole for found_text in found[:-1])
    assert all(len(found_text.text) < 120 for found_text in found)
    assert "".join(found_text.text for found_text in found) == text


WITHOUT_EVENT = '[White "a"]\n[Black "b"]\n\n1. e4 {0} *\n\n'


@pytest.mark.parametrize(
    ("comment", "games"),
    [
        ("{ never closed", 3),
        ('{ with\n\n[Site "one tag line"]\n\nin it }', 3),
        ('{ with\n\n[Site "one tag line"]\n\nin it, and never closed', 3),
        ('{ with\n\n[White "the usual first tag"]\n\nin it }', 4),
        ('{ with\n\n[Site "two"]\n[Round "tag lines"]\n\nin it }', 4),
        ("{ with\n\n[a bracketed line]\n\nin it }", 3),
        ("; no { brace\n", 3),
    ],
)
def test_an_open_comment_does_not_swallow_the_games_after_it(comment: str, games: int) -> None:
    text = (
        WITHOUT_EVENT.replace("{0}", "e5") + WITHOUT_EVENT.replace("{0}", comment) + WITHOUT_EVENT.replace("{0}", "c5")
    )
    found = list(split_games([text]))
    assert len(found) == games
    assert found[-1].text == WITHOUT_EVENT.replace("{0}", "c5")
    assert "".join(found_text.text for found_text in found) == text


def test_a_brace_in_a_tag_opens_no_comment() -> None:
    games = ['[Site "{"]\n\n1. e4 *\n\n', '[White "x"]\n\n1. d4 *\n\n', '[Site "y"]\n\n1. c4 *\n']
    assert [found_text.text for found_text in split_games(["".join(games)])] == games


def test_many_blank_lines_are_no_border_and_a_tag_after_them_is() -> None:
    games = ['[Site "x"]\n\n1. e4\n \n\n\ne5 *\n' + "\n" * 9000, '[Site "y"]\n\n1. c4 *\n']
    assert [found_text.text for found_text in split_games(["".join(games)])] == games


def test_comments_in_front_of_the_first_game_belong_to_it() -> None:
    text = '% made by hand\n{mine}\n\n[Event "a"]\n\n1. e4 *\n\n[Event "b"]\n\n1. d4 *\n'
    found = list(split_games([text]))
    assert [found_text.text.startswith("% made") for found_text in found] == [True, False]


def test_tags_without_moves_are_a_game_of_their_own_where_the_tags_begin_anew() -> None:
    found = list(split_games(['[White "a"]\n[Black "b"]\n\n[White "c"]\n[Black "d"]\n\n1. e4 *\n']))
    assert len(found) == 2


@pytest.mark.parametrize(
    ("comments", "games"),
    [
        ("1. e4 {one {W} two} e5 *", 1),
        ("1. e4 {one {W} two} e5 {three {B} four} *", 1),
        ("1. e4 {one {W} two;} e5 {three {B} four} *", 1),  # the semicolon is part of a comment
        ("1. e4 {one {W} two} ; e5 {three {B} 2. d4 *", 2),  # the brace stands behind a semicolon
        ("1. e4 {one {W} {two {B} three} *", 1),
        ("1. e4 {one {W} {two} e5 {B} 1. d4 *", 2),
        ("1. e4 {one} e5 {W} 1. d4 *", 2),
        ("1. e4 ; {one {W} 1. d4 *", 2),
    ],
)  # fmt: skip
def test_a_comment_that_is_open_at_a_blank_line_goes_on(comments: str, games: int) -> None:
    """{W} and {B} stand for a tag line between blank lines."""
    text = comments.replace("{W}", '\n\n[White "x"]\n\n').replace("{B}", '\n\n[Black "y"]\n\n')
    assert len(list(split_games([f'[Event "a"]\n\n{text}\n']))) == games
