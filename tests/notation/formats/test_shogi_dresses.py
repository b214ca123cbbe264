"""Random games of shogi in the habits of the programs that write them: all is read, written back, and read as the same."""

import io
import random

import pytest
from dresses import CRLF, MARK, Dress, engine_log, replaced
from foreign import judged, written

from fairyscore.notation.archive import judge_file
from fairyscore.notation.formats.base import Format
from fairyscore.notation.formats.csa import CSA
from fairyscore.notation.formats.kif import KI2, KIF
from fairyscore.notation.formats.loss import reduced
from fairyscore.notation.formats.usi import USI
from fairyscore.notation.records.tree import Comment, MoveLine, Ply, Record
from fairyscore.notation.replay import Validator
from fairyscore.notation.variants.registry import variant

TAGS = (("White", "羽生善治"), ("Black", "佐藤康光"), ("Event", "王将戦"), ("Date", "2017.10.03"), ("Time", "10:30:00"))
REMARKS = ("とても面白い手", "** 104 +5184UM", "*評価値=120", "何ともいえない局面です")


def random_record(seed: int) -> Record:
    """A game of shogi with times and comments, given up by who is to move."""
    game, chance = variant("shogi"), random.Random(seed)
    state, plies = game.initial_state(), []
    for _ in range(chance.randint(10, 40)):
        move = chance.choice(list(state.moves()))
        remarks = (Comment(chance.choice(REMARKS)),) if chance.random() < 0.3 else ()
        plies.append(Ply(move, (), remarks))
        state.push_unchecked(move)
    result = "0-1" if state.turn == 0 else "1-0"
    return Record("shogi", TAGS, MoveLine(tuple(plies), (Comment("対局前"),)), result)


SJIS, EUC = "cp932", "euc_jp"
NO_HEAD = (r"\A#[^\n]*\n", "")
WINDOWS = (r"\A#[^\n]*\n", "# ---- Kifu for Windows V7 V7.08 棋譜ファイル ----\n")
TWO_LINES = (r"\A", "# a comment of mine\n\n# another\n")
KIF_TIMES = (r"^( *\d+ [^\n(]+\(\d\d\)|[^\n]+打)$", r"\1   ( 0:00/00:00:00)")
KIF_DRESSES: dict[str, Dress] = {
    "plain": replaced(),
    "Kifu for Windows": replaced(WINDOWS, KIF_TIMES, CRLF, encoding=SJIS),
    "two lines of comments": replaced(WINDOWS, TWO_LINES),
    "ShogiHome": replaced(WINDOWS, (r"打$", "打(00)"), CRLF, encoding=MARK),
    "ShogiGUI": replaced(
        (r"\A", "# ---- ShogiGUI ----\n"), KIF_TIMES, (r"^手数-.*$", "手数----指手---------消費時間--"), encoding=SJIS
    ),
    "Shogidokoro": replaced(
        (r"\A#[^\n]*\n", "#KIF version=2.0 encoding=Shift_JIS\n"), (r"^ +(\d+)", r"\1"), encoding=SJIS
    ),
    "81Dojo": replaced(NO_HEAD, KIF_TIMES, (r"\(00\)", "")),
    "lishogi": replaced(NO_HEAD, (r"^手数-.*$", "\\g<0>\n"), (r"^手合割：平手$", "手合割：平手\n終局：投了")),
    "Kakinoki": replaced(
        WINDOWS, (r"^手合割：平手$", "手合割：平手　　"), (r"^開始日時：(\S+) ", r"開始日時：\1(火) "), encoding=SJIS
    ),
    "IS-SHOGI": replaced((r"^( +[0-9]+ .*(?:打|\d\)|成))$", r"\g<1>   ( 0:00/00:00:00) ( 0:00/00:00:00)")),
    "Kifu for Mac": replaced((r"\n", "\r"), WINDOWS),
    "branch marks": replaced((r"^( *\d+ [^\n]*(?:\)|打))$", r"\1+")),
    "trailing blanks": replaced((r"(\)|打|投了)$", r"\1  ")),
    "bookmarks": replaced((r"^( *3 .*)$", "\\1\n&")),
    "turned board": replaced((r"^手数-.*$", "盤面回転\n\\g<0>")),
    "tabs": replaced((r"^ *(\d+) ", "\\1\t")),
    "EUC-JP": replaced(WINDOWS, encoding=EUC),
    "no header": replaced(NO_HEAD, (r"^手合割：平手\n", "")),
    "no last line end": lambda text: text.rstrip("\n").encode(),
}
KI2_DRESSES: dict[str, Dress] = {
    "plain": replaced(),
    "Kifu for Windows": replaced(
        (r"\A#[^\n]*\n", "# ---- Kifu for Windows V7 V7.31 棋譜ファイル ----\n"), CRLF, encoding=SJIS
    ),
    "other marks": replaced(("▲", "☗"), ("△", "☖")),
    "white marks": replaced(("△", "▽"), ("▲", "▼")),
    "a move a line": replaced((r"(?<=\S) (?=[▲△])", "\n")),
    "wide blanks": replaced((r"(?<=\S) (?=[▲△])", "    ")),
    "trailing blanks": replaced((r"$", "  ")),
    "one line of blanks": replaced((r"^手合割：平手$", "手合割：平手\n")),
    "no header": replaced(NO_HEAD),
    "comments before": replaced(TWO_LINES),
    "EUC-JP": replaced(encoding=EUC),
    "a mark": replaced(CRLF, encoding=MARK),
    "day with its name": replaced((r"^開始日時：(\S+) ", r"開始日時：\1（火） "), encoding=SJIS),
    "no handicap": replaced((r"^手合割：平手\n", "")),
}
CSA_ROWS = """P1-KY-KE-GI-KI-OU-KI-GI-KE-KY
P2 * -HI *  *  *  *  * -KA *
P3-FU-FU-FU-FU-FU-FU-FU-FU-FU
P4 *  *  *  *  *  *  *  *  *
P5 *  *  *  *  *  *  *  *  *
P6 *  *  *  *  *  *  *  *  *
P7+FU+FU+FU+FU+FU+FU+FU+FU+FU
P8 * +KA *  *  *  *  * +HI *
P9+KY+KE+GI+KI+OU+KI+GI+KE+KY"""
CSA_TIMES = (r"^([+-]\d{4}[A-Z]{2})$", r"\1\nT0")
CSA_DRESSES: dict[str, Dress] = {
    "plain": replaced(),
    "comment before the version": replaced((r"\A", "'of mine\n")),
    "floodgate": replaced((r"^PI$", CSA_ROWS), CSA_TIMES, (r"\A", "'Max_Moves:256\n")),
    "Kifu for Windows": replaced((r"\A", "' ---- Kifu for Windows V7 CSA形式棋譜ファイル ----\n"), CRLF, encoding=SJIS),
    "encoding named": replaced((r"\AV2.2\n", "'CSA encoding=UTF-8\nV3.0\n")),
    "version 2": replaced((r"\AV2.2\n", "V2\n")),
    "version 2.1": replaced((r"\AV2.2\n", "V2.1\n"), CRLF),
    "no version": replaced((r"\AV2.2\n", "")),
    "times in the line": replaced((r"^([+-]\d{4}[A-Z]{2})$", r"\1,T0")),
    "EUC-JP": replaced(encoding=EUC),
    "the end twice": replaced((r"^%TORYO$", "%TORYO\n%TORYO")),
    "a separator": replaced((r"\Z", "/\n")),
    "blank lines": replaced((r"^PI$", "PI\n")),
    "trailing blanks": replaced((r"(FU|KI|GI|PI|%TORYO)$", r"\1 ")),
    "a mark": replaced(CRLF, encoding=MARK),
}

SFEN = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
NEW_GAME = (r"^usinewgame\n", "")
NO_END = (r"^(?:bestmove|gameover) .*\n", "")

INFO = "info depth 9 seldepth 12 score cp -35 nodes 5000 nps 100000 pv 7g7f 3c3d\ninfo depth 10 score mate 5"
HELLO = "usi\noption name USI_Hash type spin default 256\nusiok\nisready\nreadyok\nusinewgame\n"
USI_DRESSES: dict[str, Dress] = {
    "plain": replaced(),
    "the position alone": replaced(NEW_GAME),
    "startpos as sfen": replaced(NEW_GAME, ("startpos", f"sfen {SFEN}")),
    "no word position": replaced(NEW_GAME, ("^position ", "")),
    "sfen without its word": replaced(NEW_GAME, ("^position startpos", f"sfen {SFEN}")),
    "Windows": replaced(CRLF),
    "a mark": replaced(CRLF, encoding=MARK),
    "wide blanks": replaced((r"(?<=\w) (?=[1-9A-Z])", "   ")),
    "trailing blanks": replaced((r"$", "  ")),
    "blank lines": replaced((r"$", "\n")),
    "no last line end": lambda text: text.rstrip("\n").encode(),
    "log of an engine": engine_log(),
    "log with info": engine_log(info=INFO),
    "log with a greeting": engine_log(new=HELLO, info=INFO),
    "log without usinewgame": engine_log(new=""),
    "log with arrows": engine_log("> ", "< "),
    "log with times": engine_log("10:30:01.250 << ", "10:30:02.500 >> ", info=INFO),
    "told the result": replaced((r"^bestmove resign$", "go btime 0 wtime 0\nbestmove resign\ngameover lose")),
}

DRESSES = [
    pytest.param(form, name, id=f"{form.name}-{name}")
    for form, dresses in ((KIF, KIF_DRESSES), (KI2, KI2_DRESSES), (CSA, CSA_DRESSES), (USI, USI_DRESSES))
    for name in dresses
]
ADDED = ("&", "[%emt 0]")
"""Comments after moves that dresses bring along."""


def dressed(form: Format, name: str, text: str) -> bytes:
    return {"kif": KIF_DRESSES, "ki2": KI2_DRESSES, "csa": CSA_DRESSES, "usi": USI_DRESSES}[form.name][name](text)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("form", "name"), DRESSES)
def test_a_game_in_all_dresses(form: Format, name: str, seed: int) -> None:
    record = reduced(random_record(seed), form.holds)[0]
    raw = dressed(form, name, written(record, form))
    verdicts = [verdict for verdict in judge_file(io.BytesIO(raw), Validator()) if verdict.record is not None]
    assert len(verdicts) == 1, [finding.message for verdict in verdicts for finding in verdict.findings]
    found = verdicts[0].record
    assert found is not None
    assert not [finding.message for finding in verdicts[0].findings]
    assert [ply.move for ply in found.line.plies] == [ply.move for ply in record.line.plies]
    assert found.result == record.result
    assert [found.tag(tag) for tag, _ in TAGS] == [record.tag(tag) for tag, _ in TAGS]
    remarks = [[comment.text for comment in ply.comments if comment.text not in ADDED] for ply in found.line.plies]
    assert remarks == [[comment.text for comment in ply.comments] for ply in record.line.plies]
    assert {comment.text for comment in record.line.intro} <= {comment.text for comment in found.line.intro}
    again = judged(written(found, form), form).record
    assert again == found
