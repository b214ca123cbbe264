"""DhtmlXQ: lines, comments, starts, results, and what belongs nowhere."""

import pytest
from foreign import codes, judged, written

from fairyscore.notation.formats.dhtmlxq import DHTMLXQ
from fairyscore.notation.formats.pgn import PGN
from fairyscore.notation.formats.registry import recognised
from fairyscore.notation.records.tree import Record

BINIT = "0919293949596979891777062646668600102030405060708012720323436383"


def fields(**values: str) -> str:
    lines = [f"[DhtmlXQ_{name}]{value}[/DhtmlXQ_{name}]" for name, value in values.items()]
    return "\n".join(["[DhtmlXQ]", *lines, "[/DhtmlXQ]", ""])


def record_of(text: str) -> Record:
    verdict = judged(text, DHTMLXQ)
    assert not [one.message for one in verdict.findings]
    assert verdict.record is not None
    again = judged(written(verdict.record, DHTMLXQ), DHTMLXQ).record
    assert again == verdict.record
    return verdict.record


def moves(record: Record) -> str:
    """The moves text as PGN has it."""
    return " ".join(written(record, PGN).split("]\n\n")[-1].split())


def test_a_page_is_known() -> None:
    assert recognised(fields(binit=BINIT, movelist="7747")) is DHTMLXQ


def test_variations_stand_in_place_of_a_ply_of_their_parent() -> None:
    text = fields(
        binit=BINIT,
        movelist="774772427967706289798081",
        move_0_2_1="12427967",
        move_1_3_2="8988",
        comment0="before",
        comment2="usual",
        comment1_2="instead",
        comment2_3="deeper",
    )
    assert moves(record_of(text)) == (
        "{before} 1. Che3 Che8 {usual} (1... Cbe8 {instead} 2. Ng3 (2. Ri2 {deeper})) 2. Ng3 Ng8 3. Rh1 Ri9 *"
    )


def test_tags_and_result() -> None:
    record = record_of(
        fields(
            event="全国赛",
            date="2010-10-02",
            place="北京",
            red="甲",
            black="乙",
            result="和局",
            title="x",
            movelist="7747",
        )
    )
    assert [record.tag(name) for name in ("Event", "Date", "Site", "White", "Black", "title")] == [
        "全国赛", "2010.10.02", "北京", "甲", "乙", "x",
    ]  # fmt: skip
    assert record.result == "1/2-1/2"


@pytest.mark.parametrize(
    ("word", "result"),
    [("红胜", "1-0"), ("紅勝", "1-0"), ("先负", "0-1"), ("黑胜", "0-1"), ("和棋", "1/2-1/2"), ("未知", "*"), ("", "*")],
)
def test_results(word: str, result: str) -> None:
    assert record_of(fields(result=word, movelist="7747")).result == result


def test_an_unknown_result_is_kept() -> None:
    record = record_of(fields(result="红方多兵", movelist="7747"))
    assert record.result == "*"
    assert [one.text for one in record.line.intro] == ["result: 红方多兵"]


def test_pieces_may_be_listed_from_either_side() -> None:
    other = "8979695949392919097717866646260600102030405060708012720323436383"
    assert record_of(fields(binit=other, movelist="7747")).set_up == ""


@pytest.mark.parametrize(("points", "turn"), [("4050", "b"), ("4959", "w"), ("", "w")])
def test_who_moves_first_is_to_move_in_a_position(points: str, turn: str) -> None:
    binit = f"{'99' * 4}49{'99' * 11}{'99' * 4}40{'99' * 11}".replace("49", "49", 1)
    text = fields(binit=binit, movelist=points)
    fen = judged(text, DHTMLXQ).tags["FEN"]
    assert fen == f"4k4/9/9/9/9/9/9/9/9/4K4 {turn} - - 0 1"


def test_a_position_of_no_sense_is_reported_at_its_place() -> None:
    verdict = judged(fields(binit="123", movelist="7747"), DHTMLXQ)
    assert [(one.code, one.line) for one in verdict.findings] == [("bad-value", 2)]


@pytest.mark.parametrize(
    "line",
    [
        "[DhtmlXQ_move_7_1_9]7747[/DhtmlXQ_move_7_1_9]",
        "[DhtmlXQ_move_0_9_1]7747[/DhtmlXQ_move_0_9_1]",
        "[DhtmlXQ_comment9]late[/DhtmlXQ_comment9]",
        "some words",
    ],
)
def test_what_belongs_nowhere_is_kept_and_named(line: str) -> None:
    text = fields(movelist="77477242").replace("[/DhtmlXQ]", f"{line}\n[/DhtmlXQ]")
    verdict = judged(text, DHTMLXQ)
    assert codes(verdict) == ["unknown-line"]
    assert verdict.record is not None
    assert verdict.whole
    kept = verdict.record.line.plies[-1].comments[-1].text
    assert kept in line


def test_damaged_moves_are_named() -> None:
    assert codes(judged(fields(movelist="7747724"), DHTMLXQ)) == ["bad-value"]


def test_signs_of_the_format_are_kept_in_comments() -> None:
    text = '[Variant "xiangqi"]\n[White "a]b"]\n\n1. Che3 {a [b] \\ c || d} *\n'
    record = judged(text, PGN).record
    assert record is not None
    assert judged(written(record, DHTMLXQ), DHTMLXQ).record == record


def test_other_games_are_refused() -> None:
    record = judged("1. e4 *\n", PGN).record
    assert record is None or DHTMLXQ.refusal(record)
