"""Tags with faulty quotes: what they were meant to say, and that no good tag is among them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairyscore.notation.game import loads
from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.records.game_text import headers, split_games
from fairyscore.notation.records.pgn_lexer import header_end, loose_header_end, loose_tag

NO_QUOTE, RAW, BACKSLASH = RecordCode.TAG_WITHOUT_QUOTE, RecordCode.RAW_QUOTE, RecordCode.BACKSLASH_AT_END
UNUSUAL = RecordCode.UNUSUAL_SPELLING

CASES = [
    ("[White Anna]", "Anna", NO_QUOTE),
    ("[White Anna Berg ]", "Anna Berg", NO_QUOTE),
    ('[White "Anna]', "Anna", NO_QUOTE),
    ('[White Anna"]', "Anna", NO_QUOTE),
    (r'[White "say \"hi\"]', 'say "hi"', NO_QUOTE),
    ('[White "Anna "the rock" B."]', 'Anna "the rock" B.', RAW),
    ('[White ""Anna""]', '"Anna"', RAW),
    (r'[White "a\\"b"]', 'a\\"b', RAW),
    (r'[White "Anna\"]', "Anna\\", BACKSLASH),
    (r'[White "C:\games\"]', "C:\\games\\", BACKSLASH),
    ('[White: "Anna"]', "Anna", UNUSUAL),
    ('[White="Anna"]', "Anna", UNUSUAL),
    ("[White : Anna]", "Anna", NO_QUOTE),
    ("[White \u201cAnna\u201d]", "Anna", UNUSUAL),
    ('[White "a"]', None, None),
    ("[White]", None, None),
    ("[White ]", None, None),
    ("[White Anna", None, None),
    ("[White Anna] [Black Bert]", None, None),
    ('[White "Anna" [Black "Bert"]', None, None),
]


@pytest.mark.parametrize(("line", "value", "fault"), CASES)
def test_what_a_tag_was_meant_to_say(line: str, value: str | None, fault: RecordCode | None) -> None:
    end = header_end(line)
    found = None if end else loose_tag(line, 0)
    assert (found and found.tag.value, found and found.fault) == (value, fault)
    if found:
        assert line[found.tag.start : found.tag.end] == line


@given(st.text(alphabet='[]" \\\nA{', max_size=60))
def test_no_text_raises_and_every_tag_ends_after_its_begin(text: str) -> None:
    found = loose_tag(text, 0)
    if found is not None:
        assert text[found.tag.start] == "["
        assert text[found.tag.end - 1] == "]"
    assert header_end(text) <= loose_header_end(text) <= len(text)


def test_a_blank_line_after_a_faulty_tag_cuts_no_game_in_two() -> None:
    text = '[Event "x"]\n[White "A"B"]\n\n[Black "c"]\n\n1. e4 *\n'
    assert [game_text.text for game_text in split_games([text])] == [text]


def test_a_brace_in_a_faulty_tag_opens_no_comment() -> None:
    games = ['[Event "x"]\n[Site "a "{" b"]\n\n1. e4 *\n\n', '[White "y"]\n\n1. c4 *\n']
    assert [game_text.text for game_text in split_games(["".join(games)])] == games


GAME = '[Event "a"]\n[Result "*"]\n\n1. e4 e5 *\n\n'
OPEN = GAME.replace("e5", "{e5")
SHUT = GAME.replace("e5", "{e5}")


@pytest.mark.parametrize(
    ("text", "saved", "strict"),
    [
        (GAME * 3, 3, 3),
        (OPEN + GAME * 2, 3, 1),
        (OPEN + GAME * 2 + SHUT + GAME, 5, 2),
        (OPEN.rstrip() + "\n" + GAME, 2, 1),
        (GAME + "\n\n[Event Rome]\n\n1. e4 *\n", 2, 2),
    ],
)
def test_games_after_an_open_comment(text: str, saved: int, strict: int) -> None:
    assert len(list(split_games([text]))) == saved
    found = list(split_games([text], recover=False))
    assert len(found) == strict
    assert "".join(game_text.text for game_text in found) == text
    assert headers(text) == text.count("\n[Event ") - text.count("[Event Rome")


def test_the_last_game_of_a_file_is_known() -> None:
    assert [game_text.last for game_text in split_games([GAME * 3])] == [False, False, True]
    assert [(game_text.line, game_text.next_line) for game_text in split_games([GAME * 2])] == [(1, 6), (6, 11)]


def test_tags_of_the_roster_in_other_capitals() -> None:
    """Who played is known, and that the name was respelt is told; other tags are the writer's own."""
    (game,) = loads('[white "Anna"]\n[BLACK "Ben"]\n[result "1-0"]\n[club "SK"]\n\n1. e4 1-0\n')
    assert (game.tags["White"], game.tags["Black"], game.result, game.tags["club"]) == ("Anna", "Ben", "1-0", "SK")
    assert [found.facts["text"] for found in game.diagnostics] == ["white", "BLACK", "result"]
