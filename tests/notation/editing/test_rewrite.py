"""A game as it stands, or written from a record."""

from dataclasses import replace

from fairyscore.notation.editing.rewrite import text_in
from fairyscore.notation.formats.json import JSONL
from fairyscore.notation.formats.pgn import PGN
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
