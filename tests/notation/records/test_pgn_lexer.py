"""Words that are found without a search are the tokens that the search would find."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairyscore.notation.records.pgn_lexer import header_end, matches_in, tokens_in
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.variants import variant

PARTS = (
    *(
        "1.",
        "2.",
        "3.",
        "1...",
        "12",
        "e4",
        "Nf3",
        "O-O",
        "e8=Q+",
        "8I-7K",
        "1-0",
        "1/2-1/2",
        "*",
        "..",
        ".",
        "3:",
        "$1",
    ),
    *(
        "!?",
        "{a}",
        "(",
        ")",
        ";x",
        "%",
        "\n%",
        "\n",
        " ",
        "  ",
        "\t",
        "\x0b",
        "\x1c",
        "\x7f",
        "\xa0",
        "\x85",
        "\u2003",
        "é",
    ),
    *("knight from b1 goes to c3", "1)", "1) ", "[A"),
)
GAMES = ("chess", "kaleidochess:players=3", "chamaeleon:players=4")


def searched(game: Variant, text: str) -> list[str]:
    """The tokens as a search finds them, comments with the blanks that they have."""
    return [text[slice(*found.span())] if found[0][0] in "{;%" else found[0] for found in matches_in(game, text)]


@given(st.sampled_from(GAMES), st.lists(st.sampled_from(PARTS), max_size=12), st.sampled_from(("", " ")))
def test_the_same_tokens(name: str, parts: list[str], glue: str) -> None:
    game, text = variant(name), glue.join(parts)
    assert tokens_in(game, text) == searched(game, text)


@given(
    st.integers(1, 4),
    st.sampled_from(("", " ", "\n")),
    st.lists(st.sampled_from(("e4", "Nf3", "1-0", "5.")), max_size=9),
)
def test_the_same_tokens_of_rounds(first: int, glue: str, words: list[str]) -> None:
    game = variant("chess")
    text = " ".join((f"{first + at // 2}.{glue}" if at % 2 == 0 else "") + word for at, word in enumerate(words))
    assert tokens_in(game, text) == searched(game, text)


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ('[A "x"]\n[B "y"]\n\n1. e4', 15),
        ('[A "x"]\n[B "y"] [C "z"]\n1. e4', 23),
        ('[A "x"]\n[B "y\\""]\n1. e4', 17),
        ('[A "x"]\n\n[B "y"]\n1. e4', 16),
        ('[A "x"]\n%escaped\n[B "y"]\n1. e4', 24),
        ('\n[A "x"]', 8),
        ("1. e4", 0),
    ],
)
def test_where_the_tags_end(text: str, end: int) -> None:
    assert header_end(text) == end


@pytest.mark.parametrize(
    ("text", "comment"),
    [
        ("1. e4 {a \\} b} e5", "{a \\} b}"),
        ("1. e4 {a set \\{1, 2\\} of two} e5", "{a set \\{1, 2\\} of two}"),
        ("1. e4 {C:\\} e5 2. Nf3 {ok} Nc6", "{C:\\}"),
        ("1. e4 {C:\\} e5", "{C:\\}"),
    ],
)
def test_a_brace_after_a_backslash_ends_no_comment_that_another_one_ends(text: str, comment: str) -> None:
    assert comment in tokens_in(variant("chess"), text)
