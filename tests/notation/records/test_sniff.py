"""Files that hold no game are told from game records, faulty ones too."""

import io

import pytest

from fairyscore.notation.archive import MOST_HELD, judge_file
from fairyscore.notation.records.text_reader import kind_of, resembles
from fairyscore.notation.replay import Validator

GAME = '[Event "a"]\n[Result "*"]\n\n1. e4 e5 *\n\n'

RECORDS = [
    GAME,
    '[ White "Anna" ]\n\nhello hello hello',
    "1. e4 e5 2. Nf3 Nc6",
    "e2-e4 e7-e5",
    "1.e4 e5 2.Nf3 {a long comment of words and words and words} Nc6 1-0",
    "O-O O-O-O",
    "5254 5755",
    "1. 8I-7K 6K-7I 2. 2K-3I 4I-3K *",
    "Dragon from 5G goes to 4E",
    "N@a1 Q@h8",
    "1. hello e5",
]

STRANGERS = [
    ("Dear Anna,\nI shall write you tomorrow.\n", "some other text"),
    ("<!DOCTYPE html>\n<html><p>hm</p></html>", "a web page"),
    ("<?xml version='1.0'?>\n<a/>", "XML"),
    ("#include <stdio.h>\nint main(void) { return 0; }\n", "the source of a program"),
    ("import os\n\nprint(os.getcwd())\n", "the source of a program"),
    ("PK\x03\x04\x14\0\0\0", "a ZIP archive"),
    ("\x1f‹\x08\0", "a gzip archive"),
    ("%PDF-1.4\n", "a PDF document"),
    ("a\0b\x01c\x02", "binary data"),
    ('["a", "b"]', "JSON without games"),
    ("name,rating,country\nAnna,2000,NO\n", "some other text"),
]


@pytest.mark.parametrize("text", RECORDS)
def test_records(text: str) -> None:
    assert resembles(text)


@pytest.mark.parametrize(("text", "kind"), STRANGERS)
def test_strangers(text: str, kind: str) -> None:
    assert not resembles(text)
    assert kind_of(text) == kind
    (verdict,) = judge_file(io.BytesIO(text.encode("cp1252" if "‹" in text else "utf-8")), Validator())
    (finding,) = verdict.findings
    assert (finding.code, finding.game) == ("not-a-record", 0)
    assert kind in finding.message


def numbers(text: str, **settings: str) -> list[int]:
    return [verdict.game_text.number for verdict in judge_file(io.BytesIO(text.encode()), Validator(**settings))]  # type: ignore[arg-type]


PROSE = 'The game of chess is old.\n\n[a] "word"\n\n'


def test_a_game_after_prose_is_judged() -> None:
    assert numbers(PROSE + GAME * 2) == [1, 2, 3]
    assert numbers(PROSE + GAME * 2, variant="chess") == [1, 2, 3]


def test_faulty_games_are_no_strangers() -> None:
    assert numbers('[Event "a"]\n\nhello\n\n[Event "b"]\n\nyou\n') == [1, 2]
    assert numbers("1. e5 e5 2. Nf3", variant="chess") == [1]
    assert numbers("hello 1. e4 e5", variant="chess") == [1]


def test_after_much_nonsense_games_are_still_reported() -> None:
    nonsense = "hm " * 30_000 + 'x\n\n[y "z" z\n\n' * (2 * MOST_HELD)
    found = numbers(nonsense + GAME)
    assert found[0] == 0
    assert len(found) == 2


def test_more_than_an_eighth_of_the_words_of_a_record_are_moves() -> None:
    assert not resembles("we play every day here in town e4")
    assert resembles("we play every day here in town e4 e5")
