"""Random games of xiangqi, and of chess in Xfcc, in the habits of the programs that write them.

All is read, written back, and read as the same.
"""

import io
import random
import re

import pytest
from dresses import CRLF, MARK, Dress, engine_log, replaced
from foreign import judged, written

from fairyscore.notation.archive import judge_file
from fairyscore.notation.formats.base import Format
from fairyscore.notation.formats.dhtmlxq import DHTMLXQ
from fairyscore.notation.formats.loss import reduced
from fairyscore.notation.formats.pgn import PGN
from fairyscore.notation.formats.ucci import UCCI
from fairyscore.notation.formats.wxf import WXF
from fairyscore.notation.formats.xfcc import XFCC
from fairyscore.notation.moves.registry import notation_named
from fairyscore.notation.records.diagnostics import Severity
from fairyscore.notation.records.tree import Comment, MoveLine, Ply, Record
from fairyscore.notation.replay import Validator
from fairyscore.notation.variants.registry import variant

TAGS = (("Event", "全国赛"), ("Date", "2017.10.03"), ("White", "胡荣华"), ("Black", "柳大华"))
REMARKS = ("好棋", "红方优势", "a good move")
GB, BIG5 = "gb18030", "big5"


def random_record(name: str, seed: int) -> Record:
    """A game with comments, given up by who is to move."""
    game, chance = variant(name), random.Random(seed)
    state, plies = game.initial_state(), []
    for _ in range(chance.randint(10, 40)):
        moves = list(state.moves())
        if not moves or state.outcome() is not None:
            break
        remarks = (Comment(chance.choice(REMARKS)),) if chance.random() < 0.3 else ()
        plies.append(Ply(chance.choice(moves), (), remarks))
        state.push_unchecked(plies[-1].move)
    result = "0-1" if state.turn == 0 else "1-0"
    return Record(name, TAGS, MoveLine(tuple(plies)), result)


NUMBER = r"^(\d+)\. "
WXF_DRESSES: dict[str, Dress] = {
    "plain": replaced(),
    "XieXie": replaced(
        ("^FORMAT\tWXF\n", "FORMAT WXF\n"), (r"^START\{", "TIME 5/0\nSTART{"), (NUMBER, r"  \1.  "), CRLF
    ),
    "blanks for tabs": replaced(("\t", "   ")),
    "CCBridge": replaced((NUMBER, r" \1. "), CRLF, encoding=GB),
    "GB18030": replaced(encoding=GB),
    "a mark": replaced(CRLF, encoding=MARK),
    "moves sideways by =": replaced((r"(?<=[A-Z][1-9+-])\.(?=[1-9])", "=")),
    "letters of UCCI": replaced((r"(?<=\s)H(?=[1-9+-])", "N"), (r"(?<=\s)E(?=[1-9+-])", "B")),
    "two numbers": replaced((r"^(\d+\. \S+) (\S+)$", r"\1\n\2")),
    "a comment after the header": replaced((r"^START\{", "/*5 minutes*/\nSTART{")),
    "a comment over lines": replaced((r"^START\{", "/* 5\nminutes */\nSTART{")),
    "trailing blanks": replaced((r"$", "  ")),
    "blank lines": replaced((r"^START\{", "\nSTART{\n"), (r"^\}END", "\n}END\n")),
    "no last line end": lambda text: text.rstrip("\n").encode(),
}
GAME = (r'^\[Variant "xiangqi"\]\n', '[Game "Chinese Chess"]\n')
RED = (r"^\[White ", "[Red ")
TO_FULL = str.maketrans("123456789", "１２３４５６７８９")
FULL_WIDTH = (r"(?<=[进退平])[1-9]", lambda found: found[0].translate(TO_FULL))
TRADITIONAL = (r"[车马进后]", lambda found: {"车": "車", "马": "馬", "进": "進", "后": "後"}[found[0]])
PGN_DRESSES: dict[str, tuple[str, Dress]] = {
    "plain": ("san", replaced()),
    "pychess": ("san", replaced(RED, (r"^\[Site [^\n]*", '[Site "https://www.pychess.org/a"]'))),
    "xqbase": ("chinese", replaced(GAME, RED, CRLF, encoding=GB)),
    "xqbase, ICCS": ("iccs", replaced(GAME, RED, (r"^\[Result ", '[Format "ICCS"]\n[Result '), encoding=GB)),
    "xqbase, WXF": ("wxf", replaced(GAME, RED, (r"^\[Result ", '[Format "WXF"]\n[Result '))),
    "ElephantEye": ("chinese", replaced(GAME, RED, (r"^\[Result ", '[Opening "中炮"]\n[ECCO "C00"]\n[Result '))),
    "DhtmlXQ": ("chinese", replaced(GAME, RED, FULL_WIDTH)),
    "Taiwan": ("chinese", replaced(GAME, RED, TRADITIONAL)),
    "UCCI": ("ucci", replaced(GAME)),
    "long": ("long", replaced(CRLF, encoding=MARK)),
    "wxf": ("wxf", replaced(CRLF)),
    "a move a line": ("chinese", replaced((r" (?=\d+\. )", "\n"))),
    "trailing blanks": ("chinese", replaced((r"(?<=[进退平][1-9])$", "  "))),
}
XFCC_DRESSES: dict[str, Dress] = {
    "plain": replaced(),
    "Windows": replaced(CRLF),
    "a mark": replaced(CRLF, encoding=MARK),
    "no declaration": replaced((r"\A<\?xml[^>]*>\s*", "")),
    "one line": replaced((r">\s*\n\s*<", "><")),
    "indented": replaced((r"^(?=<)", "\t")),
    "blank lines": replaced((r">\n", ">\n\n")),
    "a prefix": replaced((r"<(/?)(?=[A-Za-z])", r"<\1x:")),
    "a comment of XML": replaced((r"(?=<XfccGame>)", "<!-- a game -->")),
    "unused fields": replaced((r"</XfccGame>", "<setup>false</setup><fen/><noOpponent>false</noOpponent></XfccGame>")),
    "one number, one dot": replaced((r"(\d+)\. (?=[A-Za-z])", r"\1.")),
    "references": replaced((r"[^\x00-\x7f]", lambda found: f"&#{ord(found[0])};")),
    "hexadecimal references": replaced((r"[^\x00-\x7f]", lambda found: f"&#x{ord(found[0]):X};")),
}
XIANGQI_FEN = "fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
FEDERATION = str.maketrans("NB", "HE")
NEW_GAME = (r"^setoption newgame\n", "")
AS_FEN = ("startpos", XIANGQI_FEN)
ENGINE = "ucci\nid name Eye 3\noption usebook type check default true\nucciok\nisready\nreadyok\nsetoption newgame\n"
THINKS = "info depth 6 score 4 pv h2e2 h9g7\ninfo depth 7 score -12 pv b2e2"


def from_rank_1(text: str) -> bytes:
    """As Fairy-Stockfish writes it, in UCI."""
    return re.sub(r"(?<=\b[a-i])[0-9]|(?<=\b[a-i][0-9][a-i])[0-9]", lambda rank: str(int(rank[0]) + 1), text).encode()


UCCI_DRESSES: dict[str, Dress] = {
    "plain": replaced(),
    "the position alone": replaced(NEW_GAME),
    "startpos as fen": replaced(AS_FEN),
    "fen without counters": replaced(NEW_GAME, ("startpos", XIANGQI_FEN.removesuffix(" - - 0 1"))),
    "letters of the federation": replaced(NEW_GAME, ("startpos", XIANGQI_FEN.translate(FEDERATION))),
    "red as r": replaced(NEW_GAME, ("startpos", XIANGQI_FEN.replace(" w ", " r "))),
    "no word position": replaced(NEW_GAME, AS_FEN, ("^position ", "")),
    "Windows": replaced(CRLF),
    "a mark": replaced(CRLF, encoding=MARK),
    "wide blanks": replaced((r"(?<=[0-9]) (?=[a-i])", "   ")),
    "trailing blanks": replaced((r"$", "  ")),
    "blank lines": replaced((r"$", "\n")),
    "no last line end": lambda text: text.rstrip("\n").encode(),
    "log of an engine": engine_log(new="setoption newgame\n", lost="nobestmove"),
    "log with a greeting": engine_log(new=ENGINE, info=THINKS, lost="nobestmove"),
    "log of a game without its first line": engine_log(new="", lost="nobestmove"),
    "log with arrows": engine_log("> ", "< ", new="setoption newgame\n", info=THINKS, lost="bestmove resign"),
    "log with times": engine_log("10:30:01 << ", "10:30:02 >> ", new="setoption newgame\n", lost="nobestmove"),
    "Pikafish": engine_log(new="uci\nuciok\nisready\nreadyok\nucinewgame\n", info=THINKS, lost="bestmove (none)"),
    "Fairy-Stockfish": from_rank_1,
}
UBB_DRESSES: dict[str, Dress] = {
    "plain": replaced(),
    "Windows": replaced(CRLF),
    "a mark": replaced(CRLF, encoding=MARK),
    "GB18030": replaced(encoding=GB),
    "one line": replaced((r"\n", "")),
    "line ends of HTML": replaced((r"$", "<br>"), ("<br>", "")),
    "other fields": replaced((r"\A\[DhtmlXQ\]\n", "[DhtmlXQ]\n[DhtmlXQ_ver]www_dpxq_com[/DhtmlXQ_ver]\n")),
    "fields that close otherwise": replaced((r"\A\[DhtmlXQ\]\n", "[DhtmlXQ]\n[DhtmlXQ_blacktime][/DhtmlXQ_time]\n")),
    "from the right": replaced(("binit\\]0919293949596979891777", "binit]8979695949392919097717")),
    "no places": replaced((r"^\[DhtmlXQ_binit.*\n", "")),
    "traditional": replaced((r"\]红胜\[", "]紅勝["), (r"\]黑胜\[", "]黑勝[")),
    "a date with hyphens": replaced((r"(?<=_date\]2017)\.10\.", "-10-")),
    "no last line end": lambda text: text.rstrip("\n").encode(),
}
DRESSES = [
    *(pytest.param(DHTMLXQ, "xiangqi", "", dress, id=f"dhtmlxq-{name}") for name, dress in UBB_DRESSES.items()),
    *(pytest.param(UCCI, "xiangqi", "", dress, id=f"ucci-{name}") for name, dress in UCCI_DRESSES.items()),
    *(pytest.param(WXF, "xiangqi", "", dress, id=f"wxf-{name}") for name, dress in WXF_DRESSES.items()),
    *(pytest.param(PGN, "xiangqi", moves, dress, id=f"pgn-{name}") for name, (moves, dress) in PGN_DRESSES.items()),
    *(pytest.param(XFCC, "chess", "", dress, id=f"xfcc-{name}") for name, dress in XFCC_DRESSES.items()),
]


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("form", "game", "moves", "dress"), DRESSES)
def test_a_game_in_all_dresses(form: Format, game: str, moves: str, dress: Dress, seed: int) -> None:
    record = reduced(random_record(game, seed), form.holds)[0]
    text = str(form.write(record, notation_named(moves, record.game))) if moves else written(record, form)
    raw = dress(form.begin + text + form.end)
    verdicts = [verdict for verdict in judge_file(io.BytesIO(raw), Validator()) if verdict.record is not None]
    assert len(verdicts) == 1, [finding.message for verdict in verdicts for finding in verdict.findings]
    found = verdicts[0].record
    assert found is not None
    assert not [one.message for one in verdicts[0].findings if one.severity != Severity.INFO]
    assert [ply.move for ply in found.line.plies] == [ply.move for ply in record.line.plies]
    assert found.result == record.result
    assert [found.tag(tag) for tag, _ in TAGS] == [record.tag(tag) for tag, _ in TAGS]
    assert [ply.comments for ply in found.line.plies] == [ply.comments for ply in record.line.plies]
    kept = reduced(found, form.holds)[0]
    assert judged(written(found, form), form).record == kept
