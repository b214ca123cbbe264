"""Nothing that stands in a file is dropped without a word, and no game behind a damaged one is lost, whoever reads it.

With a number, 2000, it runs as a script that tries so many markers and sentinels on each reader (PYTHONPATH=tests).
"""

import io
import random
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mutated_files import MARKER, READERS, file_of, is_told, records_for, verdicts, with_marker, with_sentinel

from fairyscore.notation.archive import judge_file
from fairyscore.notation.formats.registry import format_named
from fairyscore.notation.records.tree import Record
from fairyscore.notation.replay import Validator

FEW = settings(max_examples=settings().max_examples // 5)
DICE = st.integers(0, 2**32).map(random.Random)


@pytest.mark.parametrize("name", READERS)
@FEW
@given(dice=DICE)
def test_a_word_put_anywhere_is_in_the_record_or_a_diagnostic(name: str, dice: random.Random) -> None:
    text, record = with_marker(name, dice)
    assert is_told(verdicts(name, text, record)), text


@pytest.mark.parametrize("name", READERS)
@FEW
@given(dice=DICE)
def test_a_good_game_behind_a_damaged_one_is_read_whole(name: str, dice: random.Random) -> None:
    text, good = with_sentinel(name, dice)
    assert is_whole(name, text, good), text


def is_whole(name: str, text: str, good: Record) -> bool:
    """Whether the last game of a text is the good one, without a fault."""
    (alone,) = (verdict for verdict in verdicts(name, file_of(name, good), good) if verdict.game_text.number)
    last = [verdict for verdict in verdicts(name, text, good) if verdict.game_text.number][-1:]
    return bool(last) and last[0].record == alone.record and not last[0].findings


@pytest.mark.parametrize("name", READERS)
def test_the_files_themselves_are_sound(name: str) -> None:
    for record in records_for(name):
        text = file_of(name, record)
        assert MARKER not in text
        assert not any(verdict.findings for verdict in verdicts(name, text, record))


def found_in(name: str, text: str) -> list[tuple[int, int, int, str, str]]:
    """Game, line, column, severity and message of each diagnostic."""
    judge = Validator(keep=True, variant="" if format_named(name).holds.variant else "chess")
    found = [
        one
        for verdict in judge_file(io.BytesIO(text.encode()), judge, form=format_named(name))
        for one in verdict.findings
    ]
    return [(one.game, one.line, one.column, one.severity.value, one.message) for one in found]


ZSG = "Zillions Save Game File Version 0.02 HH\nRulesFile=chess.zrf\nVariantName=chess\n"


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("zsg", f"{ZSG}1. Pawn e2 - e4 rubbish", (1, 4, 16, "error", "this means nothing behind a move: rubbish")),
        (
            "spoken",
            "A game of KaleidoChess.\nVariant: chess\n\n1. White: pawn from e2 goes to e4.\nResult: *\n",
            (1, 1, 1, "error", "the title names KaleidoChess, and the tag Variant says chess; the tag counts"),
        ),
        (
            "json",
            '[{"moves":["e4"]},{"moves":[5]}]',
            (2, 1, 29, "error", "a move is an object with the text of the move, not 5"),
        ),
        (
            "jsonl",
            '{"variant":"chess","Moves":["e4"]}',
            (1, 1, 28, "error", """a game has no key 'Moves' (did you mean moves?); it says ["e4"]"""),
        ),
    ],
)
def test_what_was_dropped_once_is_told(name: str, text: str, expected: tuple[int, int, int, str, str]) -> None:
    assert expected in found_in(name, text)


def test_one_missing_quote_costs_one_game_of_an_array() -> None:
    games = ['{"variant": "chess", "tags": {}, "moves": ["e4"], "result": "*"}'] * 3
    text = "[\n" + ",\n".join(games).replace('"e4"', '"e4', 1) + "\n]\n"
    assert [(game, line) for game, line, *_ in found_in("json", text)] == [(1, 2), (1, 2)]


def test_two_games_do_not_run_together_where_the_first_is_cut_off_in_its_tags() -> None:
    text = "// White: Anna\n// Result 1-\n\n// White: Carl\n//\n1. P e2-e4\n// *\n"
    judged = judge_file(io.BytesIO(text.encode()), Validator(), form=format_named("gamecourier"))
    assert [verdict.tags["White"] for verdict in judged] == ["Anna", "Carl"]


def test_comments_of_a_list_are_kept() -> None:
    (verdict,) = judge_file(
        io.BytesIO(b"// from Anna\n1. e4 e5 // usual\n2. Nf3 *\n"), Validator(keep=True, variant="chess"), "a.txt"
    )
    assert verdict.record is not None
    assert not verdict.findings
    assert verdict.record.line.intro[0].text == "from Anna"
    assert verdict.record.line.plies[1].comments[0].text == "usual"


def main(times: int, seed: int = 0) -> None:
    """Try each reader so many times, and print what it dropped or lost."""
    for name in READERS:
        dice, dropped, lost = random.Random(seed), [], []
        for _ in range(times):
            text, record = with_marker(name, dice)
            dropped += [] if is_told(verdicts(name, text, record)) else [text]
        for _ in range(times // 4):
            text, record = with_sentinel(name, dice)
            lost += [] if is_whole(name, text, record) else [text]
        told = f"{name}: {times} markers, {len(dropped)} dropped; {times // 4} sentinels, {len(lost)} lost"
        sys.stdout.write("\n    ".join([told, *map(repr, (dropped + lost)[:5])]) + "\n")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
