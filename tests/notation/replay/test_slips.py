"""Slips that have one sensible reading are read, kept and told; nothing is dropped."""

import pytest
from foreign import judged

from fairyscore.notation.formats import pgn
from fairyscore.notation.moves import san
from fairyscore.notation.replay import Verdict


def judge(moves: str, **tags: str) -> Verdict:
    header = "".join(f'[{name} "{value}"]\n' for name, value in {"Variant": "chess", **tags}.items())
    return judged(f"{header}\n{moves}\n", pgn.PGN)


def codes(verdict: Verdict) -> list[str]:
    return [finding.code for finding in verdict.findings]


READ = [
    ("$10 1. e4 e5 *", "1. e4 $10 e5 *", "nag-before-move"),
    ("= 1. e4 $1 *", "1. e4 $10 $1 *", "nag-before-move"),
    ("1. e4 e5 ($142 1... c5 $1) *", "1. e4 e5 (1... c5 $142 $1) *", "nag-before-move"),
    ("1. e4 (=) e5 *", "1. e4 {(=)} 1... e5 *", "no-move-in-brackets"),
    ("(!) 1. e4 *", "{(!)} 1. e4 *", "no-move-in-brackets"),
    ("1. e4 e5 (+-) *", "1. e4 e5 {(+-)} *", "no-move-in-brackets"),
    ("1. e4 () e5 *", "1. e4 {()} 1... e5 *", "no-move-in-brackets"),
    ("1. e4 (1...) (06.03.) e5 *", "1. e4 {(1...)} {(06.03.)} 1... e5 *", "no-move-in-brackets"),
    ("1. e4 (= {offered}) e5 *", "1. e4 {offered} {(=)} 1... e5 *", "no-move-in-brackets"),
    ("1. e4 e5 (1... c5 (=) 2. d4) *", "1. e4 e5 (1... c5 {(=)} 2. d4) *", "no-move-in-brackets"),
    ("1. e4 e5 1 - 0", "1. e4 e5 1-0", "spaced-result"),
    ("1. e4 e5 0 -1", "1. e4 e5 0-1", "spaced-result"),
    ("1. e4 e5 1/2 - 1/2 {agreed}", "1. e4 e5 {agreed} 1/2-1/2", "spaced-result"),
    ("1. e4 e5 \u00bd \u2013 \u00bd", "1. e4 e5 1/2-1/2", "spaced-result"),
    ("1. e4 $300 *", "1. e4 $300 *", "unusual-nag"),
    ("1. e4+ e5 2. Nf3# *", "1. e4 e5 2. Nf3 *", "false-mark"),
]  # fmt: skip


@pytest.mark.parametrize(("moves", "kept", "code"), READ)
def test_slips_are_kept_and_told_once_a_game(moves: str, kept: str, code: str) -> None:
    verdict = judge(moves)
    assert codes(verdict) == [code]
    assert verdict.whole
    assert verdict.record is not None
    assert " ".join(pgn.moves(verdict.record, san).split()) == kept


def test_a_right_mark_is_no_slip_and_a_missing_one_neither() -> None:
    assert codes(judge("1. f3 e5 2. g4 Qh4# 0-1")) == []
    assert codes(judge("1. f3 e5 2. g4 Qh4 0-1")) == []
    assert codes(judge("1. e4 e5 2. Qh5 Nc6 3. Qxf7# Kxf7 *")) == ["false-mark"]
