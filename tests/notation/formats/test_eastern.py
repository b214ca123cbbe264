"""KIF, CSA and WXF files: what a line says, and random games of shogi and xiangqi there and back."""

import io
import random

import pytest
from foreign import findings, judged, written

from fairyscore.notation.archive import judge_file
from fairyscore.notation.formats.base import Format
from fairyscore.notation.formats.csa import CSA
from fairyscore.notation.formats.kif import KI2, KIF
from fairyscore.notation.formats.registry import recognised
from fairyscore.notation.formats.shogi import HANDICAPS, without
from fairyscore.notation.formats.wxf import WXF
from fairyscore.notation.moves import hodges, san
from fairyscore.notation.moves import long as long_form
from fairyscore.notation.moves.reading import parse_move
from fairyscore.notation.records.diagnostics import Severity
from fairyscore.notation.records.tree import Comment, MoveLine, Ply, Record
from fairyscore.notation.replay import Validator, Verdict
from fairyscore.notation.rules.moves import ParsedMove
from fairyscore.notation.rules.state import State
from fairyscore.notation.variants import variant

FORMS = [(KIF, "shogi"), (KI2, "shogi"), (CSA, "shogi"), (WXF, "xiangqi")]


def moves_of(verdict: Verdict) -> str:
    """The moves of the main line as people write them."""
    record = verdict.record
    assert record is not None
    assert not verdict.findings, [finding.message for finding in verdict.findings]
    state, found = record.start(), []
    for ply in record.line.plies:
        notation = hodges if hodges in record.game.writing.notations else san
        found.append(notation.write(state, ply.move, record.game))
        state.push_unchecked(ply.move)
    return " ".join(found)


def random_game(name: str, seed: int, plies: int = 90) -> tuple[list[Ply], State]:
    dice, game = random.Random(seed), variant(name)
    state = game.initial_state()
    made: list[Ply] = []
    while len(made) < plies and (moves := state.moves()):
        takes = [move for move in moves if state.takes(move) or move.becomes >= 0]
        made.append(Ply(dice.choice(takes if takes and dice.random() < 0.5 else moves)))
        state.push_unchecked(made[-1].move)
    return made, state


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("form", "name"), FORMS)
def test_random_games_come_back(form: Format, name: str, seed: int) -> None:
    plies, state = random_game(name, seed)
    if form.holds.comments:
        plies[3] = Ply(plies[3].move, annotations=(Comment("a wild } game"),))
    outcome = state.outcome()
    record = Record(
        name, (("White", "Anna"), ("Black", "Ben")), MoveLine(tuple(plies)), outcome.result if outcome else "*"
    )
    text = written(record, form)
    verdict = judged(text, form)
    assert recognised(text) is form
    assert not [finding.message for finding in verdict.findings if finding.severity.value == "error"]
    assert verdict.record == record


@pytest.mark.parametrize("seed", range(2))
def test_hodges_names_every_move(seed: int) -> None:
    game = variant("shogi")
    state = game.initial_state()
    for at, ply in enumerate(random_game("shogi", seed)[0][:60]):
        for move in state.moves() if at % 3 == 0 else ():
            parsed = parse_move(hodges.write(state, move, game), game)
            assert isinstance(parsed, ParsedMove)
            assert state.find(parsed) == move, hodges.write(state, move, game)
        state.push_unchecked(ply.move)


KIF_GAME = """# ---- Kifu for Windows V7
開始日時：2003/09/08 19:00:00
棋戦：名人戦
手合割：平手
先手：羽生
後手：佐藤
手数----指手---------消費時間--
   1 ７六歩(77)   ( 0:16/00:00:16)
*角道を開ける
   2 ３四歩(33)
   3 ２二角成(88)
   4 同　銀(31)
   5 ４五角打
   6 投了
変化：3手
   3 ６六歩(67)
"""


def test_a_kif_file() -> None:
    """The bishops are exchanged on 2b, and one is dropped at once; White resigns. 3 ６六歩 is a variation."""
    verdict = judged(KIF_GAME, KIF)
    assert moves_of(verdict) == "P-7f P-3d Bx2b+ Sx2b B*4e"
    record = verdict.record
    assert record is not None
    heading = {"White": "羽生", "Black": "佐藤", "Event": "名人戦", "Date": "2003.09.08", "Time": "19:00:00"}
    assert dict(record.tags) == heading | {"Variant": "shogi"}
    assert record.result == "1-0"
    assert [comment.text for comment in record.line.plies[0].comments] == ["[%emt 0:00:16]", "角道を開ける"]
    (variation,) = record.line.plies[2].variations
    assert len(variation.plies) == 1


def test_kif_in_shift_jis() -> None:
    """Most programs write it so; it is told, as for every other encoding than UTF-8."""
    verdicts = list(judge_file(io.BytesIO(KIF_GAME.encode("cp932")), Validator()))
    assert [finding.code for verdict in verdicts for finding in verdict.findings] == ["encoding"]
    (verdict,) = (verdict for verdict in verdicts if verdict.record is not None)
    assert verdict.record is not None
    assert verdict.record.tag("White") == "羽生"


CSA_GAME = """V2.2
N+HABU
N-SATO
$EVENT:Meijin
PI
+
+7776FU
T16
-3334FU
+8822UM
-3122GI
+0045KA
%TORYO
"""


def test_a_csa_file() -> None:
    verdict = judged(CSA_GAME, CSA)
    assert moves_of(verdict) == "P-7f P-3d Bx2b+ Sx2b B*4e"
    assert verdict.record is not None
    assert verdict.record.result == "1-0"
    assert verdict.record.line.plies[0].comments == (Comment("[%emt 16]"),)


WXF_GAME = """FORMAT\tWXF
RED\tHu Ronghua
BLACK\tLi Laiqun
RESULT\t1-0
START{
1. C2.5 H8+7
2. H2+3 {develops} R9.8
3. R1.2 H2+3
}END
"""


def test_a_wxf_file() -> None:
    verdict = judged(WXF_GAME, WXF)
    assert moves_of(verdict) == "Che3 Ng8 Ng3 Rh10 Rh1 Nc8"
    assert verdict.record is not None
    assert verdict.record.line.plies[2].comments == (Comment("develops"),)


@pytest.mark.parametrize(("text", "long"), [("C+.5", "b5-e5"), ("+C.5", "b5-e5"), ("C-+1", "b2-b3"), ("C-.5", "b2-e2")])
def test_two_on_a_file_are_front_and_rear(text: str, long: str) -> None:
    """Cannons on b2 and b5; the fifth file is e, from either side."""
    head = "FORMAT WXF\nFEN 4k4/9/9/9/9/1C7/9/9/1C7/3K5 w - - 0 1\nSTART{\n1. "
    game = variant("xiangqi")
    verdict = judged(f"{head}{text}\n}}END", WXF)
    assert verdict.record is not None
    state = verdict.record.start()
    assert [long_form.write(state, ply.move, game) for ply in verdict.record.line.plies] == [long]


@pytest.mark.parametrize(
    ("text", "form", "code", "line", "column"),
    [
        (KIF_GAME.replace("３四歩(33)", "３五歩(33)"), KIF, "cannot-reach", 10, 6),
        (KIF_GAME.replace("３四歩(33)", "３四香(33)"), KIF, "wrong-piece", 10, 6),
        (KIF_GAME.replace("手合割：平手", "手合割：百枚落ち"), KIF, "bad-value", 4, 1),
        (KIF_GAME.replace("   2 ３", "   2番 ３"), KIF, "unknown-line", 10, 1),
        (CSA_GAME.replace("-3334FU", "-3335FU"), CSA, "cannot-reach", 9, 1),
        (CSA_GAME.replace("-3334FU", "-3334KY"), CSA, "wrong-piece", 9, 1),
        (CSA_GAME.replace("T16", "16"), CSA, "unknown-line", 8, 1),
        (WXF_GAME.replace("H2+3 {", "H2+9 {"), WXF, "none-so-placed", 7, 4),
        (WXF_GAME.replace("H2+3 {", "H2+4 {"), WXF, "path-blocked", 7, 4),
        (WXF_GAME.replace("R9.8", "R9.7"), WXF, "own-piece", 7, 20),
        (WXF_GAME.replace("START{", "START"), WXF, "unknown-line", 5, 1),
        (WXF_GAME.replace("}END", "}END of the game"), WXF, "bad-value", 9, 1),
    ],
)
def test_what_is_wrong_is_reported_with_its_place(text: str, form: Format, code: str, line: int, column: int) -> None:
    found = [(finding.code, finding.line, finding.column) for finding in findings(text, form)]
    assert found[0] == (code, line, column)


@pytest.mark.parametrize("handicap", HANDICAPS)
def test_handicaps(handicap: str) -> None:
    """The second player moves first: 上手."""
    text = KIF_GAME[: KIF_GAME.index("   1")].replace("平手", handicap) + "   1 ５二玉(51)\n   2 中断\n"
    verdict = judged(text, KIF)
    assert moves_of(verdict) == "K-5b"
    assert verdict.record is not None
    assert verdict.record.tag("FEN") == without(HANDICAPS[handicap])
    for form in (KIF, KI2, CSA):
        assert judged(written(verdict.record, form), form).record == verdict.record


def test_other_games_are_refused() -> None:
    assert KIF.refusal(Record("chess")) == "this format is for shogi, and the game is Chess"
    assert WXF.refusal(Record("shogi")) == "a WXF file is for xiangqi, and the game is Shogi"


XIANGQI_PGN = """[Game "Chinese Chess"]
[Red "红"]
[Black "黑"]
[Result "*"]

  1. 炮二平五 马２进３
  2. 马二进三 马８进９ *
"""


PSN = """[Sente "Ana"]
[Gote "Bo"]
{variant}[Result "*"]

1.P7g-7f 2.P3c-3d 3.P2g-2f 4.B2bx8h+ 5.S7ix8h 6.B*4e *
"""


@pytest.mark.parametrize("variant", ["", '[Variant "shogi"]\n'])
def test_psn_of_shogi(variant: str) -> None:
    """PGN with the players' names of shogi, which say what game it is; each of its numbers is a ply's."""
    (verdict,) = judge_file(io.BytesIO(PSN.format(variant=variant).encode()), Validator())
    assert verdict.game is not None
    assert (verdict.game.name, verdict.plies) == ("shogi", 6)
    assert (verdict.tags["White"], verdict.tags["Black"]) == ("Ana", "Bo")
    assert not {"Sente", "Gote"} & verdict.tags.keys()


@pytest.mark.parametrize("encoding", ["gb18030", "utf-8"])
def test_pgn_as_programs_of_xiangqi_write_it(encoding: str) -> None:
    """Without a tag Variant, and in the encoding of China: the tag Game names the game."""
    verdicts = judge_file(io.BytesIO(XIANGQI_PGN.encode(encoding)), Validator())
    (verdict,) = (verdict for verdict in verdicts if verdict.game_text.number)  # the other one is about the file
    assert verdict.game is not None
    assert (verdict.game.name, verdict.plies, verdict.tags["White"]) == ("xiangqi", 4, "红")
    assert {finding.severity for finding in verdict.findings} <= {Severity.INFO}


def test_a_tag_game_that_only_counts() -> None:
    (verdict,) = judge_file(io.BytesIO(b'[Game "17"]\n[Variant "chess"]\n[Result "*"]\n\n1. e4 *\n'), Validator())
    assert verdict.findings == []
