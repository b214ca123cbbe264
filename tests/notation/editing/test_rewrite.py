"""A game as it stands, or written from a record."""

import io
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import pytest

from fairyscore.notation.archive import judge_file
from fairyscore.notation.editing.rewrite import (
    Rewriting,
    can_be_rewritten,
    canonical,
    is_sure,
    notation_for,
    target_of,
    text_in,
    why_not_anew,
    why_not_rewritten,
)
from fairyscore.notation.formats.json import JSONL
from fairyscore.notation.formats.pgn import PGN
from fairyscore.notation.formats.registry import format_named
from fairyscore.notation.records.diagnostics import Diagnostic, RecordCode, Severity
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.replay import Validator, Verdict

TEXT = '[White   "Anna"]\n\n1. e4   e5 *\n'


def verdict() -> Verdict:
    return Validator(variant="chess").judge(GameText(1, TEXT, 1))


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
    found = Validator().judge(GameText(1, '[Variant "nonsense"]\n\n1. e4 *\n', 1))
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
    found = Validator(variant="chess").judge(GameText(1, "1. e4 e5 2. Ke3 Nc6 *\n", 1))
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
    assert is_sure(Validator().judge(GameText(1, text, 1))) is sure


def judged_in(text: str, form: str = "pgn", variant: str = "chess") -> list[Verdict]:
    judge = Validator(variant=variant)
    return list(judge_file(io.BytesIO(text.encode()), judge, form=format_named(form)))


def rewritten(text: str, form: str, second: str = "", line_end: str = "\n") -> str:
    """A file written anew; second: what takes the place of its second game."""
    new = io.BytesIO()
    rewriting = Rewriting(new, line_end)
    for number, verdict in enumerate(judged_in(text, form), 1):
        rewriting.add(verdict, second if number == 2 else "")
    rewriting.close()
    return new.getvalue().decode()


@pytest.mark.parametrize(
    ("form", "text", "second", "written"),
    [
        ("pgn", '1. e4 *\n\n[Event "x"]\n\n1. c4 *\n', "", '1. e4 *\n\n[Event "x"]\n\n1. c4 *\n'),
        ("pgn", '1. e4 *\n\n[Event "x"]\n\n1. c4 *', '[Event "y"]\n\n1. d4 *\n', '1. e4 *\n\n[Event "y"]\n\n1. d4 *\n'),
        ("json", '[{"moves":["e4"]},\n  {"moves":["d4"]} ]', "", '[\n{"moves":["e4"]},\n{"moves":["d4"]}\n]\n'),
        ("json", '[{"moves":["e4"]}, {"moves":["d4"]}]', '{"moves":[]}', '[\n{"moves":["e4"]},\n{"moves":[]}\n]\n'),
        ("json", '[{"moves":["e4"]}]', "", '[\n{"moves":["e4"]}\n]\n'),
        ("jsonl", '{"moves":["e4"]}\n{"moves":["d4"]}\n', '{"moves":[]}\n', '{"moves":["e4"]}\n{"moves":[]}\n'),
    ],
)
def test_games_are_written_one_after_the_other(form: str, text: str, second: str, written: str) -> None:
    assert rewritten(text, form, second) == written


def test_line_ends_are_those_of_the_file() -> None:
    text = '1. e4 *\n\n[Event "x"]\n\n1. c4 *\n'
    assert rewritten(text, "pgn", line_end="\r\n") == text.replace("\n", "\r\n")


@pytest.mark.parametrize(
    ("form", "target"), [("pgn", "pgn"), ("json", "json"), ("jsonl", "jsonl"), ("kif", "pgn"), ("moves", "pgn")]
)
def test_games_stay_in_formats_that_hold_everything(form: str, target: str) -> None:
    found = format_named(form)
    assert target_of(found).name == target
    assert can_be_rewritten(found) is (target == form)
    assert (why_not_rewritten(found) == "") is (target == form)


@pytest.mark.parametrize(
    ("variant", "moves", "form", "notation"),
    [
        ("chess", "1. e4 e5 *", "pgn", "san"),
        ("chess", "1. e4 e5 *", "jsonl", "long"),  # SAN is usual in PGN, nobody chose it
        ("chess", "1. e2e4 e7e5 *", "pgn", "uci"),
        ("chess", "1. e2e4 e7e5 *", "jsonl", "uci"),
        ("chess", "1. e2e4 e7e5 *", "zsg", "long"),  # the format has its own
        ("kaleidochess", "1. 8I-7K *", "pgn", "long"),
    ],
)
def test_a_record_keeps_the_notation_that_was_chosen(variant: str, moves: str, form: str, notation: str) -> None:
    (found,) = judged_in(moves, variant=variant)
    chosen = notation_for(format_named(form), found)
    assert chosen is not None
    assert chosen.name == notation


def test_canonical_moves_of_pgn_are_san() -> None:
    (found,) = judged_in("1. e2-e4 {best} e7-e5 *")
    assert canonical(found).endswith("1. e4 {best} 1... e5 *\n\n")
    assert found.record is not None
    assert canonical(found, replace(found.record, result="1-0")).endswith("1. e4 {best} 1... e5 1-0\n\n")


@pytest.mark.parametrize(
    ("variant", "text", "alone"),
    [
        ("chess", "1. e4 *\n", '[Event "?"]\n\n1. e4 *\n'),
        ("chess", '[White "a"]\n\n1. e4 *\n', '[Event "?"]\n[White "a"]\n\n1. e4 *\n'),
        ("chess", '[White "a"]\n[Black "b"]\n\n1. e4 *\n', '[White "a"]\n[Black "b"]\n\n1. e4 *\n'),
        ("chess", '\n\n[Event "a"]\n\n1. e4 *\n', '[Event "a"]\n\n1. e4 *\n'),
        ("kaleidochess", "1. 8I-7K *\n", '[Event "?"]\n[Variant "kaleidochess"]\n\n1. 8I-7K *\n'),
    ],
)
def test_a_game_gets_a_header_where_it_would_be_lost_after_others(variant: str, text: str, alone: str) -> None:
    """After an open comment only a header that plainly begins a game is found."""
    (found,) = judged_in(text, variant=variant)
    assert text_in(found, PGN).text == alone


def test_a_guess_is_not_sure() -> None:
    (sure,) = judged_in("1. e4 *")
    (repeated,) = judged_in('[White "a"]\n[White "b"]\n\n1. e4 *')
    (illegal,) = judged_in("1. Ke2 *")
    assert [is_sure(found) for found in (sure, repeated, illegal)] == [True, False, False]


@pytest.mark.parametrize(
    "fen",
    [
        "rnbqkbnr/pppp2pp/5p2/3Pp3/8/8/PPP1PPPP/RNBQKBNR w KQkq e5 0 1",  # a field is read otherwise
        "bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w KQkq - 0 1",  # another game than the tags name
    ],
)
def test_what_is_read_otherwise_is_left_as_written(fen: str) -> None:
    text = f'[Event "?"]\n[Result "*"]\n[FEN "{fen}"]\n\n*\n\n'
    assert not is_sure(Validator().judge(GameText(1, text, 1)))
