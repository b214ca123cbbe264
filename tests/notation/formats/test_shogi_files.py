"""What KIF, KI2 and CSA say beside moves: starts set up, ends, times, variations, encodings; read and written as it was."""

import io

import pytest
from foreign import findings, judged, written

from fairyscore.notation.archive import judge_file
from fairyscore.notation.formats.base import Format
from fairyscore.notation.formats.csa import CSA
from fairyscore.notation.formats.kif import KI2, KIF
from fairyscore.notation.formats.registry import recognised
from fairyscore.notation.records.tree import Record
from fairyscore.notation.replay import Validator

STANDARD_CSA = """'CSA encoding=UTF-8
V3.0
N+NAKAHARA
N-YONENAGA
$EVENT:13th World Computer Shogi Championship
$SITE:KAZUSA ARC
$OPENING:YAGURA
$END_TIME:2003/05/03 11:11:05
$TIME_LIMIT:00:25+00
$TIME:1500+0+0
$MAX_MOVES:256
$START_TIME:2003/05/03 10:30:00
PI
+
+2726FU
T12
-3334FU
T6.250
+7776FU
%TIME_UP
T900
"""

ROWS = """P1-KY-KE-GI-KI-OU-KI-GI-KE-KY
P2 * -HI *  *  *  *  * -KA *{blank}
P3-FU-FU-FU-FU-FU-FU-FU-FU-FU
P4 *  *  *  *  *  *  *  *  *{blank}
P5 *  *  *  *  *  *  *  *  *{blank}
P6 *  *  *  *  *  *  *  *  *{blank}
P7+FU+FU+FU+FU+FU+FU+FU+FU+FU
P8 * +KA *  *  *  *  * +HI *{blank}
P9+KY+KE+GI+KI+OU+KI+GI+KE+KY
"""


def record_of(text: str, form: Format) -> Record:
    verdict = judged(text, form)
    assert not [finding.message for finding in verdict.findings]
    assert verdict.record is not None
    return verdict.record


def csa(start: str, moves: str = "+7776FU", end: str = "%CHUDAN") -> str:
    return f"V2.2\n{start}\n{moves}\n{end}\n"


def test_a_file_of_the_standard_is_written_as_it_was_read() -> None:
    record = record_of(STANDARD_CSA, CSA)
    assert record.result == "1-0"
    assert record.tag("TimeAllowed") == "1500+0+0"
    assert written(record, CSA) == STANDARD_CSA


@pytest.mark.parametrize("blank", [" ", ""])
def test_the_usual_start_in_rows_needs_no_fen(blank: str) -> None:
    assert record_of(csa(ROWS.format(blank=blank) + "+"), CSA).tag("FEN") == ""


@pytest.mark.parametrize(
    ("start", "moves", "fen"),
    [
        ("PI82HI22KA\n-", "-5142OU", "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] b - - 0 1"),
        ("PI19KY\n+", "+7776FU", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSN1[] w - - 0 1"),
        ("P-51OU\nP+59OU\nP+00FU00FU\nP-00KI\n+", "+0055FU", "4k4/9/9/9/9/9/9/9/4K4[PPg] w - - 0 1"),
        ("P-11OU21FU\nP+13TO59OU\nP+00KI\nP-00AL\n+", "+0012KI", None),
    ],
)
def test_a_start_set_up(start: str, moves: str, fen: str | None) -> None:
    record = record_of(csa(start, moves, "%TORYO" if fen is None else "%CHUDAN"), CSA)
    if fen is None:
        assert record.start().hand_of(0) == [4]
        assert len(record.start().hand_of(1)) == 2 + 2 + 3 + 4 + 4 + 4 + 16
    else:
        assert record.tag("FEN") == fen
    for form in (CSA, KIF, KI2):
        again = judged(written(record, form), form).record
        assert again == record, written(record, form)


@pytest.mark.parametrize(
    ("start", "problem"),
    [
        ("PI82KA\n+", "no KA stands on 82 at the start"),
        ("P-51XX\n+", "51XX is not a piece on a cell"),
        ("P1-KY-KE\n+", "the row has 2 places instead of 9"),
        ("P+59OU48OU\n+", "the start position makes no sense"),
    ],
)
def test_a_start_that_makes_no_sense_is_reported(start: str, problem: str) -> None:
    assert any(problem in finding.message for finding in findings(csa(start), CSA))


@pytest.mark.parametrize(
    ("end", "result"),
    [
        ("%TORYO", "1-0"),
        ("%TSUMI", "1-0"),
        ("%TIME_UP", "1-0"),
        ("%ILLEGAL_MOVE", "1-0"),
        ("%KACHI", "0-1"),
        ("%+ILLEGAL_ACTION", "0-1"),
        ("%-ILLEGAL_ACTION", "1-0"),
        ("%HIKIWAKE", "1/2-1/2"),
        ("%SENNICHITE", "1/2-1/2"),
        ("%JISHOGI", "1/2-1/2"),
        ("%MAX_MOVES", "1/2-1/2"),
        ("%CHUDAN", "*"),
        ("%MATTA", "*"),
        ("%ERROR", "*"),
        ("%FUZUMI", "*"),
    ],
)
def test_special_moves_come_back(end: str, result: str) -> None:
    """Behind one move the second player is to move."""
    verdict = judged(csa("PI\n+", end=end), CSA)
    assert verdict.record is not None
    assert verdict.record.result == result
    assert f"\n{end}\n" in written(verdict.record, CSA)


@pytest.mark.parametrize("end", ["%TORYO", "%TSUMI"])  # the second one is kept as a comment behind the last move
@pytest.mark.parametrize(
    ("moves", "intro"), [("", ""), ("", "'*Before\n"), ("+7776FU\n", "'*Before\n"), ("+7776FU\n", "'*%TORYO\n")]
)
def test_a_comment_in_front_of_the_moves_is_no_end(moves: str, intro: str, end: str) -> None:
    text = csa("PI\n+", f"{intro}{moves}".rstrip() or "'*x", end)
    assert written(record_of(text, CSA), CSA) == text


def test_several_statements_a_line() -> None:
    text = "V2.2\nPI\n+\n+7776FU,T12,-3334FU,T6\n+2726FU,T0\n%TORYO,T3\n"
    record = record_of(text, CSA)
    assert [[comment.text for comment in ply.comments] for ply in record.line.plies] == [
        ["[%emt 12]"],
        ["[%emt 6]"],
        ["[%emt 0]", "%TORYO T3"],
    ]
    assert written(record, CSA).splitlines()[-2:] == ["%TORYO", "T3"]


@pytest.mark.parametrize(
    ("form", "text"), [(CSA, csa("N+羽生善治\nN-佐藤康光\nPI\n+")), (KI2, "先手：羽生\n▲７六歩\n")]
)
def test_shift_jis(form: Format, text: str) -> None:
    verdicts = list(judge_file(io.BytesIO(text.encode("cp932")), Validator()))
    (verdict,) = (verdict for verdict in verdicts if verdict.record is not None)
    assert verdict.form == form.name
    assert verdict.record is not None
    assert verdict.record.tag("White").startswith("羽生")


KIF_BOARD = """後手の持駒：飛　角　金四　銀三　桂四　香四　歩十七
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・ ・ ・ ・ ・v玉|一
| ・ ・ ・ ・ ・ ・ ・ 龍 ・|二
| ・ ・ ・ ・ ・ ・ ・ ・ 歩|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：角　銀
手数----指手---------消費時間--
   1 １二銀打
   2 詰み
"""


def test_a_problem_on_a_board_set_up() -> None:
    """The second player has been mated; his king is the only one."""
    verdict = judged(KIF_BOARD, KIF)
    assert verdict.record is not None
    assert verdict.record.tag("FEN").startswith("8k/7+R1/8P/9/9/9/9/9/9[")
    text = written(verdict.record, KIF)
    assert "後手の持駒：飛　角　金四　銀三　桂四　香四　歩十七\n" in text
    assert "| ・ ・ ・ ・ ・ ・ ・ 龍 ・|二\n" in text
    assert "   2 詰み\n" in text


VARIED = """#KIF version=2.0 encoding=UTF-8
先手：羽生
後手：佐藤
手合割：平手
手数----指手---------消費時間--
   1 ７六歩(77)   ( 0:16/00:00:16)
*角道を開ける
   2 ３四歩(33)   ( 1:02/00:01:02)
   3 ２二角成(88)   ( 0:04/00:00:20)
   4 同　銀(31)
   5 ４五角打
   6 投了

変化：4手
   4 同　飛(82)

変化：3手
   3 ６六歩(67)
*閉じる
   4 ８四歩(83)
   5 ７八銀(79)

変化：5手
   5 ６八銀(79)
"""


def test_variations_are_written_as_they_were_read() -> None:
    record = record_of(VARIED, KIF)
    assert len(record.line.plies[2].variations) == len(record.line.plies[3].variations) == 1
    (closed,) = record.line.plies[2].variations
    assert len(closed.plies[2].variations) == 1
    assert written(record, KIF) == VARIED
    assert judged(written(record, KI2), KI2).record is not None


KI2_GAME = """# ----  ki2 形式棋譜ファイル  ----
棋戦：名人戦
先手：羽生
後手：佐藤
手合割：平手
▲７六歩 △３四歩 ▲２二角成 △同　銀 ▲５八金右 △３二金
▲４五角
まで7手で先手の勝ち
"""


def test_a_ki2_file_is_written_as_it_was_read() -> None:
    record = record_of(KI2_GAME, KI2)
    assert recognised(KI2_GAME) is KI2
    assert len(record.line.plies) == 7
    assert record.result == "1-0"
    assert written(record, KI2) == KI2_GAME


def test_an_ambiguous_printed_move_is_reported() -> None:
    (finding,) = findings(KI2_GAME.replace("５八金右", "５八金"), KI2)[:1]
    assert finding.code == "none-so-placed"


IMPASSE = """V2.2
P1 *  *  *  *  *  * {pieces}+OU
P2 * +TO+TO+TO+TO+TO+TO+TO+RY
P3 *  *  *  *  *  *  *  *  *
P4 *  *  *  *  *  *  *  *  *
P5 *  *  *  *  *  *  *  *  *
P6 *  *  *  *  *  *  *  *  *
P7 *  *  *  *  *  *  *  *  *
P8 *  *  *  *  *  *  *  *  *
P9-OU *  *  *  *  *  *  *  *
P+00HI00KA
+
%{word}
"""


@pytest.mark.parametrize(
    ("pieces", "word", "missing"),
    [
        # Dragon 5, seven pawns 7, in hand rook and bishop 10; with these two pieces 28 points, and ten in the zone.
        ("+TO+UM", "KACHI", ""),
        ("+NY+NK", "KACHI", "24 points instead of 28"),
        (" * +UM", "KACHI", "27 points instead of 28; 9 other pieces in the zone instead of 10"),
        ("+TO+UM", "JISHOGI", "0 points of Black instead of 24"),
        ("+TO+UM", "HIKIWAKE", ""),
    ],
)
def test_a_declared_impasse_is_held_against_its_points(pieces: str, word: str, missing: str) -> None:
    verdict = judged(IMPASSE.format(pieces=pieces, word=word), CSA)
    assert [finding.facts["missing"] for finding in verdict.findings] == ([missing] if missing else [])


@pytest.mark.parametrize(
    ("handicap", "rows"),
    [
        ("香落ち", "lnsgkgsn1/1r5b1"),  # the left lance of who gives it stands on file 1
        ("右香落ち", "1nsgkgsnl/1r5b1"),
        ("飛香落ち", "lnsgkgsn1/7b1"),
        ("三枚落ち", "lnsgkgsn1/9"),
        ("五枚落ち", "2sgkgsn1/9"),
        ("左五枚落ち", "1nsgkgs2/9"),
        ("左七枚落ち", "2sgkg3/9"),
    ],
)
def test_which_side_a_handicap_leaves_out(handicap: str, rows: str) -> None:
    verdict = judged(f"手合割：{handicap}\n手数----指手--\n   1 ３四歩(33)\n", KIF)
    assert verdict.findings == []
    assert verdict.record is not None
    assert verdict.record.tag("FEN").startswith(f"{rows}/ppppppppp/")


@pytest.mark.parametrize(
    ("closing", "result", "comments"),
    [
        ("まで2手詰", "0-1", ["詰み"]),
        ("まで2手で詰", "0-1", ["詰み"]),
        ("まで2手で時間切れにより後手の勝ち", "0-1", ["切れ負け"]),
        ("まで2手で後手の勝ち", "0-1", []),
    ],
)
def test_lines_that_close_a_game(closing: str, result: str, comments: list[str]) -> None:
    verdict = judged(f"開始日時：\n▲７六歩 △３四歩\n{closing}\n", KI2)
    assert verdict.findings == []
    assert verdict.record is not None
    assert verdict.result == result
    assert [comment.text for comment in verdict.record.line.plies[-1].comments] == comments


def test_times_with_blanks_and_an_end_that_is_written_twice() -> None:
    kif = judged("手数----指手--\n   1 ７六歩(77)      (00:31 / 00:00:31)\n", KIF)
    assert kif.findings == []
    csa_twice = judged("V2.2\nPI\n+\n+7776FU\n%TORYO,'* -5000 win\nT10\n%TORYO\n", CSA)
    assert csa_twice.findings == []


def test_statements_of_the_start_in_one_line() -> None:
    record = judged("V2.2\nPI,+\n+7776FU,T1,-3334FU,T2\n%CHUDAN\n", CSA).record
    assert record is not None
    assert len(record.line.plies) == 2
    assert not record.set_up


@pytest.mark.parametrize(
    ("form", "text"),
    [
        (
            KIF,
            "先手：\n後手：B\n棋戦：\n開始日時：\n手合割：\n手数----指手--\n   1 ７六歩(77)\n   2 投了\n",
        ),
        (CSA, "V2.2\nN+\nN-B\n$EVENT:\n$START_TIME:\nPI\n+\n+7776FU\n%TORYO\n"),
    ],
)
def test_headings_that_are_not_filled_in_say_nothing(form: Format, text: str) -> None:
    """Programs write them empty: who plays is unknown then, not somebody without a name."""
    verdict = judged(text, form)
    assert verdict.findings == []
    assert [verdict.tags.get(tag) for tag in ("White", "Black", "Event", "Date")] == [None, "B", None, None]
