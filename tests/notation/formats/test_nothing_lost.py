"""Nothing that stands in a file is dropped without a word, and no game behind a damaged one is lost, whoever reads it.

With a number, 2000, it runs as a script that tries so many markers and sentinels on each reader (PYTHONPATH=tests).
"""

import io
import random
import sys
from dataclasses import replace
from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mutated_files import (
    MARKER,
    READERS,
    begin_of_last,
    file_of,
    is_reported,
    sources,
    verdicts,
    with_change,
    with_marker,
    with_sentinel,
)

from fairyscore.notation.archive import judge_file
from fairyscore.notation.formats.registry import format_named
from fairyscore.notation.records.diagnostics import Severity
from fairyscore.notation.records.game_setup import game_setup
from fairyscore.notation.records.token_stream import DiagnosticCollector, stretches_between
from fairyscore.notation.records.tree import Record
from fairyscore.notation.replay import Validator

FEW = settings(max_examples=settings().max_examples // 5)
DICE = st.integers(0, 2**32).map(random.Random)


@pytest.mark.parametrize("name", READERS)
@given(dice=DICE)
def test_a_word_put_anywhere_is_in_the_record_or_a_diagnostic(name: str, dice: random.Random) -> None:
    text, variant = with_marker(name, dice)
    assert is_reported(verdicts(name, text, variant)), text


@pytest.mark.parametrize("name", READERS)
@given(dice=DICE)
def test_a_changed_sign_changes_the_record_or_is_reported(name: str, dice: random.Random) -> None:
    text, changed, variant = with_change(name, dice)
    assert says(name, text, variant) != says(name, changed, variant), changed


def says(name: str, text: str, variant: str) -> list[tuple[Record | None, str, list[tuple[str, str]]]]:
    """Each game of a text with its diagnostics; the text of one that is refused as a whole."""
    return [
        (
            verdict.record,
            "" if verdict.record else verdict.game_text.text,
            [(one.code, one.message) for one in verdict.findings],
        )
        for verdict in verdicts(name, text, variant)
    ]


@pytest.mark.parametrize("name", READERS)
@given(dice=DICE)
def test_each_stretch_of_a_text_is_kept_reported_or_blank(name: str, dice: random.Random) -> None:
    text, variant = dice.choice([with_marker(name, dice), with_change(name, dice)[1:]])
    assert not lost_stretches(name, text, variant), text


def lost_stretches(name: str, text: str, variant: str) -> list[str]:
    """What the reader of a format accounts for neither as kept nor as reported. A game without a variant is refused."""
    form = format_named(name)
    assert form.cut is not None
    assert form.read is not None
    lost: list[str] = []
    for game_text in form.cut([text]):
        notes = DiagnosticCollector("-", game_text)
        stream = form.read(game_text, notes)
        setup = game_setup(stream, notes, "" if form.holds.variant else variant)
        if setup.game is not None:
            spans = chain(stream.accounted(setup.game), notes.spans)
            lost += [stream.text[start:end] for start, end in stretches_between(stream.text, spans)]
    return lost


@pytest.mark.parametrize("name", READERS)
@FEW
@given(dice=DICE)
def test_a_good_game_after_a_damaged_one_is_read_whole(name: str, dice: random.Random) -> None:
    text, good = with_sentinel(name, dice)
    assert is_whole(name, text, good), text


def is_whole(name: str, text: str, good: Record) -> bool:
    """Whether the last game of a text is the good one, without a fault.

    What stands in front of the first game is its own: comments, words, and lines of which nobody knows what they were.
    """
    alone, last = (
        [verdict for verdict in verdicts(name, source, good.variant) if verdict.game_text.number][-1:]
        for source in (file_of(name, good), text)
    )
    if not last:
        return False
    front = text[: begin_of_last(name, text, good)].count("\n")
    found_in_it = [one for one in last[0].findings if not (one.code == "unknown-line" and one.line <= front)]
    if any(one.code != "words" for one in found_in_it):
        return False
    read, right = last[0].record, alone[0].record
    assert right is not None
    return read is not None and replace(read, line=replace(read.line, intro=right.line.intro)) == right


@pytest.mark.parametrize("name", READERS)
def test_the_files_themselves_are_sound(name: str) -> None:
    for text, variant in sources(name):
        assert MARKER not in text
        found = [one for verdict in verdicts(name, text, variant) for one in verdict.findings]
        assert all(one.severity is Severity.INFO for one in found), found
        assert not lost_stretches(name, text, variant)


def found_in(name: str, text: str) -> list[tuple[int, int, int, str, str]]:
    """Game, line, column, severity and message of each diagnostic."""
    judge = Validator(variant="" if format_named(name).holds.variant else "chess")
    found = [
        one
        for verdict in judge_file(io.BytesIO(text.encode()), judge, form=format_named(name))
        for one in verdict.findings
    ]
    return [(one.game, one.line, one.column, one.severity.value, one.message) for one in found]


CHESS_NOTATIONS = "san, long, lan, figurine, uci, iccf, spoken"
NOTHING = "means nothing in this game; the moves after it are not judged"
THROWN = "Zillions Save Game File Version 0.02 HHC\nRulesFile=x.zrf\nVariantName=kaleidochess:dice\n"
PGN4 = '[Variant "FFA"]\n[RuleVariants "chamaeleon:players=4"]\n\n'
ZSG = "Zillions Save Game File Version 0.02 HH\nRulesFile=chess.zrf\nVariantName=chess\n"


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("zsg", f"{ZSG}1. Pawn e2 - e4 rubbish", (1, 4, 16, "error", "this means nothing after a move: rubbish")),
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
            "json",
            '[{"moves":["e4",{"mov":"e5"},"Nf3"]}]',
            (
                1,
                1,
                17,
                "error",
                """a move is an object with the text of the move, not {"mov": "e5"}; the moves after it """
                "are not judged",
            ),
        ),
        (
            "pgn4",
            f"{PGN4}1. Ng4-f6 .. .rubbish. Nd8-e10",
            (1, 4, 14, "error", f"'.rubbish.' {NOTHING}"),
        ),
        (
            "zsg",
            f"{THROWN}1. ?Loaded Two rubbish\n1. Horse 2G - 2D",
            (
                1,
                4,
                4,
                "error",
                "'?Loaded Two rubbish' is not a move in any notation of KaleidoChess (long, lan, uci, spoken)",
            ),
        ),
        ("zsg", f"{THROWN}1. ?Dice Two dice", (1, 4, 4, "error", "this means nothing here: ?Dice Two dice")),
        (
            "zsg",
            f"{ZSG}VariantName=rubbish",
            (1, 4, 1, "error", "this line is not a numbered move: VariantName=rubbish"),
        ),
        (
            "spoken",
            "A game of Chess.\n\n1. Black: e2-e4\n",
            (1, 3, 11, "error", f"'Black: e2-e4' is not a move in any notation of Chess ({CHESS_NOTATIONS})"),
        ),
        (
            "csa",
            "V2.2\nPI\n+\n-7776FU\n",
            (
                1,
                4,
                1,
                "error",
                "'-7776FU' is not a move in any notation of Shogi "
                "(san, hodges, japanese, usi, long, lan, figurine, fairy, uci, spoken)",
            ),
        ),
        ("kif", "手合割：平手\n   7 ７六歩(77)\n", (1, 2, 4, "warning", "the move number is 7 but should be 1")),
        ("wxf", "FORMAT WXF\nSTART{\n7. C2.5\n}END\n", (1, 3, 1, "warning", "the move number is 7 but should be 1")),
        (
            "jsonl",
            '{"variant":"chess","Moves":["e4"]}',
            (1, 1, 28, "error", """a game has no key 'Moves' (did you mean moves?); it says ["e4"]"""),
        ),
    ],
)
def test_what_was_dropped_once_is_reported(name: str, text: str, expected: tuple[int, int, int, str, str]) -> None:
    assert expected in found_in(name, text)


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("pgn4", PGN4[:-1] + '[Result "Red: 0 - Black wins: 0 - Yellow: 0 - Green: 1"]\n\n1. Ng4-f6\n', "Black wins"),
        ("pgn4", PGN4[:-1] + '[Result "Red: 10 - Blue: 12 - Yellow: 8 - Green: 11"]\n\n1. Ng4-f6\n', "Blue: 12"),
        ("kif", "手合割：平手\n   1 ７六歩(77)\n   2 詰み\n", "詰み"),
        ("kif", "手合割：平手\n   1 ７六歩(77) ( 0:16/00:00:59)\n", "00:00:59"),
        ("csa", "V2.2\nPI\n+\n+7776FU\n%TIME_UP\n", "%TIME_UP"),
        ("json", '[{"moves":["e4",{"mov":"e5"},"Nf3"]}]', '{"mov":"e5"},"Nf3"'),
        ("zsg", f"{ZSG}(White King e1)\n1. Pawn e2 - e4\n", "1. Pawn e2 - e4"),
    ],
)
def test_what_was_dropped_once_is_kept(name: str, text: str, expected: str) -> None:
    (verdict,) = verdicts(name, text, "chess")
    assert expected in str(verdict.record)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pgn4", '[Variant "FFA"]\n[RuleVariants "chamaeleon:players=4,start=drop"]\n\n1. @bQ-h8\n'),
        ("pgn4", PGN4 + "1. Ng4xNf6\n"),
        ("zsg", ZSG + "1. Pawn e2 - e4 x d5\n"),
        ("gamecourier", "// Variant: chess\n//\n1. P e2-e4; @-d5\n// *\n"),
    ],
)
def test_a_move_that_says_what_is_not_so_is_reported(name: str, text: str) -> None:
    (verdict,) = verdicts(name, text, "chess")
    assert verdict.findings


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
        io.BytesIO(b"// from Anna\n1. e4 e5 // usual\n2. Nf3 *\n"), Validator(variant="chess"), "a.txt"
    )
    assert verdict.record is not None
    assert not verdict.findings
    assert verdict.record.line.intro[0].text == "from Anna"
    assert verdict.record.line.plies[1].comments[0].text == "usual"


def main(times: int, seed: int = 0) -> None:
    """Try each reader so many times, and print what it dropped or lost."""
    for name in READERS:
        dice = random.Random(seed)
        marked = [with_marker(name, dice) for _ in range(times)]
        changed = [with_change(name, dice) for _ in range(times)]
        damaged = [with_sentinel(name, dice) for _ in range(times // 4)]
        faults = {
            "markers": [text for text, variant in marked if not is_reported(verdicts(name, text, variant))],
            "changes": [new for text, new, game in changed if says(name, text, game) == says(name, new, game)],
            "stretches": [text for text, variant in marked if lost_stretches(name, text, variant)],
            "sentinels": [text for text, record in damaged if not is_whole(name, text, record)],
        }
        counts = ", ".join(f"{len(texts)} {what} lost" for what, texts in faults.items())
        lines = [f"{name}, {times} times: {counts}", *(repr(text) for texts in faults.values() for text in texts[:3])]
        sys.stdout.write("\n    ".join(lines) + "\n")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
