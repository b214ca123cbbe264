"""A game as it stands, or written from a record."""

from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import pytest

from fairyscore.notation.editing.rewrite import is_sure, text_in, why_not_anew
from fairyscore.notation.formats.json import JSONL
from fairyscore.notation.formats.pgn import PGN
from fairyscore.notation.records.diagnostics import Diagnostic, RecordCode, Severity
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.replay import Validator, Verdict

TEXT = '[White   "Anna"]\n\n1. e4   e5 *\n'


def verdict() -> Verdict:
    return Validator(keep=True, variant="chess").judge(GameText(1, TEXT, 1))


def test_a_game_in_its_own_format_stays_as_it_stands() -> None:
    assert "e4   e5" in text_in(verdict(), PGN).text


def test_a_game_in_another_format_is_written() -> None:
    made = text_in(verdict(), JSONL)
    assert made.text.startswith("{")
    assert (made.refusal, made.short) == ("", False)


def test_a_record_that_is_given_is_written() -> None:
    found = verdict()
    assert found.record is not None
    other = replace(found.record, tags=(("White", "Bert"),))
    made = text_in(found, PGN, other)
    assert '[White "Bert"]' in made.text
    assert "1. e4 e5 *" in made.text
    assert not made.short


def test_a_game_that_could_not_be_read_is_refused() -> None:
    found = verdict()
    found.record = None
    assert text_in(found, JSONL).refusal == "it cannot be read, and so not be written as jsonl"


def test_why_a_file_is_left_as_it_is() -> None:
    """Another encoding that was read without loss is written in UTF-8; lost bytes and NUL bytes stand against it."""

    def why(code: RecordCode, **facts: str) -> str:
        found = Diagnostic("a.pgn", 0, 1, 1, 1, Severity.WARNING, code.value, "it is so", facts=facts)
        return why_not_anew(cast(Verdict, SimpleNamespace(findings=(found,))))

    assert why(RecordCode.ENCODING) == ""
    assert why(RecordCode.ENCODING, lost="?") == "it is so"
    assert why(RecordCode.EMPTY_FILE) == ""
    assert why(RecordCode.NUL_BYTE) == "it would lose its NUL bytes"
    assert why(RecordCode.TRUNCATED_FILE) == "it is so"


def test_a_game_with_a_fault_is_written_short_of_it() -> None:
    """Unless the record is given: then somebody has decided what is written."""
    found = Validator(keep=True, variant="chess").judge(GameText(1, "1. e4 e5 2. Ke3 Nc6 *\n", 1))
    assert text_in(found, JSONL).short
    assert not text_in(found, JSONL, found.record).short


@pytest.mark.parametrize(
    ("text", "sure"),
    [
        ('[Event "x"]\n\n1. e4 e5 *\n', True),
        ('[Event "x"]\n\n1. e4 e9 *\n', False),  # not read whole
        ('[Event "x"]\n[Event "y"]\n\n1. e4 e5 *\n', False),  # read whole, and one of the tags would be lost
    ],
)
def test_only_what_loses_nothing_is_written_in_canonical_form(text: str, sure: bool) -> None:
    assert is_sure(Validator(keep=True).judge(GameText(1, text, 1))) is sure
