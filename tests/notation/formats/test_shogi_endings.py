"""How games of shogi end, in the words of one format and of another: the same reason or none, never a different one."""

import pytest
from foreign import judged, judged_moves, written

from fairyscore.notation.formats.csa import CSA
from fairyscore.notation.formats.kif import KI2, KIF
from fairyscore.notation.records.tree import Record

KIF_TEXT = "手合割：平手\n手数----指手--\n   1 ７六歩(77)\n   2 {word}\n"
CSA_TEXT = "V2.2\nPI\n+\n+7776FU\n%{word}\n"


def kif(word: str) -> Record:
    verdict = judged(KIF_TEXT.format(word=word), KIF)
    assert not [finding.message for finding in verdict.findings if finding.code != "impasse-unmet"]
    assert verdict.record is not None
    return verdict.record


def csa(word: str) -> Record:
    record = judged(CSA_TEXT.format(word=word), CSA).record
    assert record is not None
    return record


@pytest.mark.parametrize(
    ("word", "result", "in_csa"),
    [
        ("投了", "1-0", "%TORYO"),
        ("詰み", "1-0", "%TSUMI"),
        ("切れ負け", "1-0", "%TIME_UP"),
        ("時間切れ", "1-0", "%TIME_UP"),
        ("反則負け", "1-0", "%ILLEGAL_MOVE"),
        ("反則勝ち", "0-1", "%+ILLEGAL_ACTION"),
        ("入玉勝ち", "0-1", "%KACHI"),
        ("持将棋", "1/2-1/2", "%JISHOGI"),
        ("千日手", "1/2-1/2", "%SENNICHITE"),
        ("引き分け", "1/2-1/2", "%HIKIWAKE"),
        ("最大手数", "1/2-1/2", "%MAX_MOVES"),
        ("中断", "*", "%CHUDAN"),
        ("不詰", "*", "%FUZUMI"),
    ],
)
def test_words_of_kif_in_csa_and_back(word: str, result: str, in_csa: str) -> None:
    record = kif(word)
    assert record.result == result
    text = written(record, CSA)
    assert text.endswith(f"\n{in_csa}\n")
    back = judged(text, CSA).record
    assert back is not None
    assert back.result == result
    usual = {"時間切れ": "切れ負け"}.get(word, word)
    assert f"\n   2 {usual}\n" in written(back, KIF)
    assert f"\n   2 {word}\n" in written(record, KIF)


@pytest.mark.parametrize(("word", "result"), [("不戦敗", "1-0"), ("不戦勝", "0-1"), ("封じ手", "*")])
def test_what_csa_cannot_say_stays_a_comment(word: str, result: str) -> None:
    text = written(kif(word), CSA)
    assert f"'*{word}\n" in text
    back = judged(text, CSA)
    assert back.record is not None
    assert back.record.result == result
    assert not [finding.message for finding in back.findings]


@pytest.mark.parametrize("word", ["-ILLEGAL_ACTION", "+ILLEGAL_ACTION", "MATTA", "ERROR", "KACHI"])
def test_words_of_csa_keep_their_result_in_kif(word: str) -> None:
    record = csa(word)
    for form in (KIF, KI2):
        back = judged(written(record, form), form).record
        assert back is not None
        assert back.result == record.result


@pytest.mark.parametrize("form", [KIF, KI2, CSA], ids=lambda form: form.name)
def test_a_win_of_who_is_to_move_gets_no_reason(form: object) -> None:
    """Nothing says that an impasse was declared."""
    record = judged_moves("1. P-7f P-3d 1-0", Variant="shogi", Result="1-0").record
    assert record is not None
    text = written(record, form)  # type: ignore[arg-type]
    assert not any(word in text for word in ("入玉", "KACHI", "反則", "ILLEGAL"))
    back = judged(text, form)  # type: ignore[arg-type]
    assert back.record is not None
    assert back.record.result == "1-0"
    assert not [finding.message for finding in back.findings]


def test_a_repeated_position_is_called_so() -> None:
    moves = "1. K-5h K-5b 2. K-5i K-5a " + " ".join(f"{number}. K-5h K-5b {number + 1}. K-5i K-5a" for number in (3, 5))
    record = judged_moves(f"{moves} 1/2-1/2", Variant="shogi", Result="1/2-1/2").record
    assert record is not None
    assert written(record, CSA).endswith("\n%SENNICHITE\n")
    assert " 千日手\n" in written(record, KIF)
    assert "で千日手\n" in written(record, KI2)


@pytest.mark.parametrize(
    ("word", "result"), [("切れ負け", "1-0"), ("反則勝ち", "0-1"), ("千日手", "1/2-1/2"), ("投了", "1-0")]
)
@pytest.mark.parametrize("form", [KI2, CSA], ids=lambda form: form.name)
def test_the_time_of_an_end_is_kept_and_costs_no_result(form: object, word: str, result: str) -> None:
    record = kif(f"{word}   ( 0:10/00:01:00)")
    back = judged(written(record, form), form).record  # type: ignore[arg-type]
    assert back is not None
    assert back.result == result
    assert "( 0:10/00:01:00)" in [comment.text for comment in back.line.plies[-1].comments]
