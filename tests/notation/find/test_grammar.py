"""The language of queries: what is read, how it is written, and what is said of nonsense."""

import random
import re
import time
from pathlib import Path

import pytest
from nightly import NIGHTLY

from fairyscore.notation.find.grammar import LONGEST, MOST_NESTED, WORDS
from fairyscore.notation.find.query import COURSES, Query, QueryError


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ('player "Anand" and date 1990..2000', 'player "Anand" and date 1990.01.01..2000.12.31'),
        ("player 'O\\'Kelly'", 'player "O\'Kelly"'),
        ("white.rating>2600", "white.rating >= 2601"),
        ("plies < 20", "plies <= 19"),
        ("plies 20", "plies = 20"),
        ("plies ..20", "plies <= 20"),
        ("clock < 0:10", "clock <= 0:00:09.999"),
        ("date > 1999", "date >= 2000.01.01"),
        ("check and mate or not check then check", "check and mate or not check then check"),
        ("check and (mate or check)", "check and (mate or check)"),
        ("(check and mate) and check", "check and mate and check"),
        ("(check then mate) then check", "(check then mate) then check"),
        ("check then within 1 ply mate for 2 plies", "check then within 1 plies mate for 2 plies"),
        ("not (check for 2 plies)", "not (check for 2 plies)"),
        ("board{white P d4 e5,no black 'gold general' c*,R in *7,empty e4}anywhere flip",
         'board { white P d4 e5, no black "gold general" c*, R in *7, empty e4 } flip anywhere'),
        ("variant Kaleidochess and castle 00 held by white", "variant kaleidochess and castle 00 held by white"),
        ('variant "cai qi:players=4"', "variant kaleidochess:players=4"),
        ("hand P", "hand P >= 1"),
        ("nag $3 or nag !?", "nag !! or nag !?"),
        ("ends by time or ends by stalemate", "ends by time or ends by stalemate"),
        ("tag TimeControl = '600+5' or tag Foo > 3 or tag Bar", 'tag TimeControl = "600+5" or tag Foo >= 4 or tag Bar'),
    ],
)  # fmt: skip
def test_what_is_read_is_written(text: str, written: str) -> None:
    query = Query.parse(text)
    assert str(query) == written
    assert Query.parse(written) == query


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "column 1: a condition is expected, but the query ends"),
        ("player Anand", "column 8: a text in quotes is expected, not 'Anand'"),
        ('playr "Anand"', "column 1: there is no word 'playr'; did you mean player?"),
        ("check and", "column 10: a condition is expected, but the query ends"),
        ("(check", "column 7: `and`, `or`, `then`, `for` or `)` is expected, but the query ends"),
        ("check check", "column 7: `and`, `or`, `then`, `for` or the end of the query is expected, not 'check'"),
        ("plies 60..20", "column 7: the range ends before it begins"),
        ("fault path-bloked", "column 7: 'path-bloked' is not a code of a diagnostic; did you mean path-blocked?"),
        ("date 1990.13", "column 6: '1990.13' is not a date"),
        ("board { white }", "column 15: a piece is expected, not '}'"),
        ("board { white P }", "column 17: a cell is expected, not '}'"),
        ("castle 00", "column 10: `held` is expected, but the query ends"),
        ("check for 3", "column 12: `plies` is expected, but the query ends"),
        ("nag foo", "column 5: a NAG as ?? or $14 is expected, not 'foo'"),
        ("rating > x", "column 10: a number is expected, not 'x'"),
    ],
)
def test_nonsense_is_told_with_its_place(text: str, message: str) -> None:
    with pytest.raises(QueryError) as fault:
        Query.parse(text)
    assert str(fault.value) == message
    assert f"column {fault.value.column}:" in message


@pytest.mark.parametrize(
    "text",
    [
        "(" * 3000, "(" * 1500 + "check" + ")" * 1500, "not " * 900 + "check", "check then " * 300 + "check",
        "x" * (LONGEST + 1), "check and " * 390 + "x", "\x00", "\ud800", "board {" * 500, '"' * 999, "move { takes, " * 250,
        "plies " + "9" * 3900, "ever " * (MOST_NESTED + 1) + "check", "player '" + "\\" * 3000,
        "check for 1 plies " * 200 + "(",
    ],
    ids=range(15),
)  # fmt: skip
def test_nonsense_takes_no_time(text: str) -> None:
    Query.parse("check")
    begun = time.process_time()
    with pytest.raises(QueryError) as fault:
        Query.parse(text)
    assert time.process_time() - begun < 0.5  # 0.1 where nothing else runs
    assert len(str(fault.value)) <= 400
    assert str(fault.value).isprintable()


DOCUMENTED = re.findall(
    r"^\| [^|]+\? \| `([^|]+)` \|$", (Path(__file__).parents[3] / "docs" / "find.md").read_text(), re.MULTILINE
)
"""The questions with which the page on queries begins."""

PIECES = (
    *(word.name for word in WORDS), *COURSES, "and", "or", "not", "then", "within", "for", "plies", "at least", "flip",
    "(", ")", "{", "}", ",", "..", ">=", "<", "=", "20", "9999999999", "1-0", "1990.13", '"Anand', "'", '"',
    "e4", "white", "K R", "piece", "N", "in", "on", "held by", "takes", "from", "to e*", "no", "empty", "??", "$999",
    "chess", "nul\0",
    "\ud800", "é", "\n", "🨀", "\\", "-- ",
)  # fmt: skip


def nonsense(dice: random.Random) -> str:
    """Words of the language in any order, or a query of the documentation with some of its characters changed."""
    if dice.random() < 0.5:
        return " ".join(dice.choices(PIECES, k=dice.randrange(1, 30)))
    text = list(dice.choice(DOCUMENTED))
    for _ in range(dice.randrange(1, 4)):
        at = dice.randrange(len(text))
        text[at : at + dice.randrange(3)] = dice.choice(PIECES)[: dice.randrange(1, 9)]
    return "".join(text)


def fault_of(text: str) -> QueryError | None:
    """What is wrong with a query; one that is read is the same as it is written."""
    try:
        query = Query.parse(text)
    except QueryError as fault:
        return fault
    assert Query.parse(str(query)) == query, text
    return None


def test_drawn_nonsense_has_a_message_with_its_place() -> None:
    dice, wrong = random.Random(49), 0
    while wrong < (1000 if NIGHTLY else 150):
        text = nonsense(dice)
        begun = time.process_time()
        fault = fault_of(text)
        assert time.process_time() - begun < 0.5, text  # 0.1 where nothing else runs
        if fault is None:
            continue
        wrong += 1
        message = str(fault)
        assert 1 <= fault.column <= len(text) + 1, text
        assert message.startswith(f"column {fault.column}: "), text
        assert message.isprintable(), text
        assert len(message) <= 400, text
