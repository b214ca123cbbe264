"""No text makes the readers take more than their time: twice as much text takes about twice as long."""

import io
import time

import pytest

from fairyscore.notation.archive import judge_file
from fairyscore.notation.replay import Validator

TAGS = '[Event "x"]\n[Result "*"]\n[Variant "chess"]\n\n'

TEXTS = {
    "newlines behind a move": (f"{TAGS}1. e4", "\n", 1_000_000),
    "blank lines behind a move": (f"{TAGS}1. e4", " \t\n", 300_000),
    "open braces": (TAGS, "{ ", 500_000),
    "tags and blank lines": ("", '[A "x"]\n\n', 1_500),
    "tags and blank lines in a comment": ("1. e4 {", '\n\n[A "x"]', 5_000),
    "comments that take in tags": ("1. e4 {", '\n\n[A "x"] } {', 2_000),
    "brackets that close nothing": (TAGS, ")\n", 5_000),
    "brackets that close nothing, on one line": (TAGS, ") ", 5_000),
    "wrong numbers": (TAGS, "7.\n9.\n", 2_500),
    "lines that are not tags": (TAGS, "[\n", 10_000),
    "tag values that never end": ("", '[T "a ', 10_000),
    "backslashes in a tag": ('[T "', "\\", 500_000),
    "tags without a quote": ("", "[White Anna]\n", 4_000),
    "tags with raw quotes": ("", '[White "An"na"]\n', 4_000),
    "quotes in one tag": ("", '[White "', 50_000),
    "values that end in a backslash": ("", '[T "a\\"]\n', 4_000),
    "nested braces": (TAGS, "{a {b} ", 5_000),
    "braces in braces": (f"{TAGS}{{", "{", 300_000),
    "games without blank lines": ("", f"{TAGS}1. e4 *\n", 500),
    "games with an open brace": ("", f"{TAGS}1. e4 {{ *\n\n", 500),
    "tag lines in a long comment": (f"{TAGS}{{", '\n\n[A "x"]', 10_000),
    "prose": ("", "chess is old ", 50_000),
    "comments on a line": (f"{TAGS}1. e4 ", "{x} ", 50_000),
    "nested brackets": (f"{TAGS}1. e4 ", "(", 100_000),
    "short variations": (f"{TAGS}1. e4 ", "(d4 d5) ", 3_000),
    "illegal variations": (f"{TAGS}1. e4 ", "(e5 d5) ", 400),
    "braces behind semicolons": (TAGS, "; {\n", 10_000),
}


RUNS = 3
"""So often the times are taken on a machine that has other things to do; once is enough where they are right."""


def seconds(text: bytes) -> float:
    begin = time.process_time()
    for _ in judge_file(io.BytesIO(text), Validator()):
        pass
    return time.process_time() - begin


@pytest.mark.parametrize(("first", "again", "times"), TEXTS.values(), ids=TEXTS)
def test_time_grows_with_the_text_and_no_faster(first: str, again: str, times: int) -> None:
    taken: list[list[float]] = [[], []]
    for _ in range(RUNS):
        for place, count in enumerate((times, 2 * times)):
            taken[place].append(seconds((first + again * count).encode()))
        if min(taken[1]) < 3 * min(taken[0]) + 0.05:
            return
    assert min(taken[1]) < 3 * min(taken[0]) + 0.05
