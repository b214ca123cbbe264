"""Lines of KIF and KI2 as programs write them, how variations end, and lines that nobody understands."""

import pytest
from foreign import judged, written

from fairyscore.notation.formats.kif import KI2, KIF
from fairyscore.notation.records.tree import Record

HEAD = "手合割：平手\n手数----指手---------消費時間--\n"
BISHOPS = "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角成(88)\n   4 同　銀(31)\n"


def record_of(text: str, *codes: str) -> Record:
    verdict = judged(text, KIF)
    assert [finding.code for finding in verdict.findings] == list(codes)
    assert verdict.record is not None
    return verdict.record


def plies(text: str, *codes: str) -> int:
    return len(record_of(text, *codes).line.plies)


@pytest.mark.parametrize(
    "drop",
    [
        "５五角打",
        "５五角打(00)",
        "５五角打+",
        "５五角打 +",
        "５五角打(00)   ( 0:07/00:00:09)+",
        "５五角打  ",
        "５五角打\t",
    ],
)
def test_drops_as_programs_write_them(drop: str) -> None:
    record = record_of(f"{HEAD}{BISHOPS}   5 {drop}\n   6 投了\n")
    assert len(record.line.plies) == 5
    assert record.result == "1-0"


@pytest.mark.parametrize("line", ["盤面回転", "盤面反転", "&", "&読み込み時表示", "*comment", "# comment", "", "   "])
def test_lines_between_moves(line: str) -> None:
    assert plies(f"{HEAD}   1 ７六歩(77)\n{line}\n   2 ３四歩(33)\n") == 2


@pytest.mark.parametrize("start", ["\t1\t", "  1　", "1 ", "    1   "])
def test_blanks_about_numbers(start: str) -> None:
    assert plies(f"{HEAD}{start}７六歩(77)\n   2 ３四歩(33)  \n   3 ２二角成(88)\n   4 同　　銀(31)\n") == 4


@pytest.mark.parametrize(
    ("line", "comment"),
    [("   2 ３四歩(33) a quick move", "a quick move"), ("who knows", "who knows"), ("??? 12", "??? 12")],
)
def test_a_line_that_is_not_understood_costs_no_more(line: str, comment: str) -> None:
    """What it says is kept; the moves behind it are read."""
    second = "" if "３四歩" in line else "   2 ３四歩(33)\n"
    record = record_of(f"{HEAD}   1 ７六歩(77)\n{line}\n{second}   3 ２六歩(27)\n   4 投了\n", "unknown-line")
    assert len(record.line.plies) == 3
    assert record.result == "1-0"
    assert [found.text for ply in record.line.plies for found in ply.comments] == [comment]


def test_how_a_variation_ends_says_nothing_of_the_game() -> None:
    text = (
        f"{HEAD}   1 ７六歩(77)\n   2 ３四歩(33)\n   3 反則負け\nまで2手で先手の反則負け\n\n"
        "変化：1手\n   1 ２六歩(27)\n   2 ９四歩(93)\n   3 反則勝ち\nまで2手で先手の反則勝ち\n"
    )
    record = record_of(text)
    assert record.result == "0-1"
    first, second = record.line.plies
    assert [comment.text for comment in second.comments] == ["反則負け"]
    assert [[comment.text for comment in ply.comments] for ply in first.variations[0].plies] == [[], ["反則勝ち"]]
    again = written(record, KIF)
    assert "変化：1手\n   1 ２六歩(27)\n   2 ９四歩(93)\n   3 反則勝ち\n" in again
    assert record_of(again) == record


@pytest.mark.parametrize(
    ("closing", "result"),
    [("まで2手で中断", "*"), ("まで2手で後手の勝ち", "0-1"), ("まで2手で千日手", "1/2-1/2")],
)
def test_the_main_line_may_be_closed_behind_the_variations(closing: str, result: str) -> None:
    text = (
        f"{HEAD}   1 ７六歩(77)\n   2 ３四歩(33)\n\n変化：2手\n   2 ８四歩(83)\n   3 ２六歩(27)\n   4 投了\n{closing}\n"
    )
    assert record_of(text).result == result


@pytest.mark.parametrize("end", ["", " ", "　", "\t ", "  \t"])
def test_blanks_behind_moves_of_ki2(end: str) -> None:
    record = judged(
        f"手合割：平手\n\n▲７六歩{end}\n△３四歩{end}\n▲２二角成    △同　　銀{end}\nまで4手で中断{end}\n", KI2
    ).record
    assert record is not None
    assert len(record.line.plies) == 4


@pytest.mark.parametrize(
    ("day", "date", "time"),
    [
        ("2017/10/03 01:12:24", "2017.10.03", "01:12:24"),
        ("2017/1/5", "2017.01.05", ""),
        ("2017年1月5日(木) 9:05", "2017.01.05", "9:05"),
        ("2017-10-03（火）", "2017.10.03", ""),
        ("2017/10/??", "2017.10.??", ""),
    ],
)
def test_days_as_programs_write_them(day: str, date: str, time: str) -> None:
    for heading in ("開始日時", "対局日"):
        record = record_of(f"{heading}：{day}\n{HEAD}   1 ７六歩(77)\n")
        assert (record.tag("Date"), record.tag("Time")) == (date, time)


BOARD = "|v玉 ・ ・ ・ ・ ・ ・ ・ ・|一\n" + "| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n" * 8


def test_a_start_that_is_called_a_problem_is_the_board_set_up() -> None:
    """As books come with them: the name says nothing but that there is a board."""
    record = record_of(f"手合割：詰将棋\n後手の持駒：なし\n{BOARD}先手の持駒：飛\n手数----指手--\n   1 ８一飛打\n")
    assert record.set_up
    assert len(record.line.plies) == 1
    assert [comment.text for comment in record.line.intro] == ["手合割：詰将棋"]


def test_a_start_of_no_known_name_without_a_board_is_reported() -> None:
    assert plies("手合割：百枚落ち\n手数----指手--\n   1 ７六歩(77)\n", "bad-value") == 1


def test_the_first_line_of_a_ki2_of_kifu_for_windows_says_nothing() -> None:
    record = judged("#KI2 version=2.0 encoding=UTF-8\n手合割：平手\n\n▲７六歩△３四歩▲６六歩\n", KI2).record
    assert record is not None
    assert len(record.line.plies) == 3
    assert record.line.intro == ()
