"""Valid files of every format that is read, damage done to them, and the question whether a reader lost anything of it."""

import io
import json
import random
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import xqf_files

from fairyscore.notation.archive import judge_file
from fairyscore.notation.formats.json import JSON
from fairyscore.notation.formats.loss import reduced
from fairyscore.notation.formats.registry import FORMATS, format_named
from fairyscore.notation.moves import long
from fairyscore.notation.records.diagnostics import RecordCode, Severity
from fairyscore.notation.records.tree import Record
from fairyscore.notation.replay import Validator, Verdict
from fairyscore.notation.variants import variant as variant_of

KEEPING = ("bpgn",)
"""Formats whose games nothing judges, so that they have no records."""

READERS = tuple(name for name, known in FORMATS.items() if known.read and known.write and name not in KEEPING)

BYTES = {"xqf": xqf_files.files()}
"""Formats that are bytes and only read: files of them."""

GAMES = (
    """[Event "Club evening"]
[Site "Graz"]
[Date "2026.03.01"]
[Round "2"]
[White "Anna"]
[Black "Bert"]
[Result "1-0"]
[WhiteElo "1800"]

{A short one.} 1. e4 $1 {best by test} e5 (1... c5 $5 {sharp} 2. Nf3 (2. c3 d5) 2... d6) 2. Qh5 Nc6
{[%clk 0:05:00]} 3. Bc4 Nf6 $4 {blunder} 4. Qxf7# 1-0
""",
    """[Event "Club corr 14"]
[White "Greta"]
[Black "Piet"]
[Result "*"]
[Variant "kaleidochess"]

1. 8I-7K 6K-7I {to the castle} 2. 2K-3I (2. 2G-2D) 4I-3K *
""",
    """[Event "Four"]
[White "A"]
[Silver "B"]
[Black "C"]
[Gold "D"]
[Result "*"]
[Variant "chamaeleon:players=4"]

1. d1-c3 {why} *
""",
    """[Event "Meijin"]
[Date "2003.09.08"]
[White "Habu"]
[Black "Sato"]
[Result "1-0"]
[Variant "shogi"]

1. P-7f {[%emt 0:00:16]} {opens} P-3d 2. Bx2b+ Sx2b 3. B*4e 1-0
""",
    """[Event "Cup"]
[White "Hu"]
[Black "Li"]
[Result "0-1"]
[Variant "xiangqi"]

1. Ch3-e3 Nh10-g8 2. Nh1-g3 Ri10-h10 0-1
""",
    """[Event "Castling, in passing, promotion"]
[White "Ida"]
[Black "Jan"]
[Result "1/2-1/2"]

1. e4 d5 2. e5 f5 3. exf6 Nxf6 4. Nf3 g6 5. Bc4 Bg7 6. O-O O-O 7. Bxd5+ Kh8 1/2-1/2
""",
    """[Event "Drops"]
[White "A"]
[Silver "B"]
[Black "C"]
[Gold "D"]
[Result "0-0-0-1"]
[Variant "chamaeleon:players=4,start=drop"]

1. Q@e5 Q@d3 Q@e4 Q@d4 2. Q@c4 Q@c6 Q@e7 Q@f6 3. Q@f3 Q@d5 Q@b2 Q@b4 4. Q@g5
Q@h4 Q@f4 Q@g2 5. Qe5xd5 Qc6xf6 Qe7xf6 Qd4xb2 {Gold takes a queen.} 6. Qd5xe4 0-0-0-1
""",
    """[Event "Dice"]
[White "A"]
[Silver "B"]
[Black "C"]
[Gold "D"]
[Result "1-0-0-0"]
[Variant "kaleidochess:players=4,dice"]

1. 2: 8K+8F 3: 3I+2F 4: 5G+4F 4: 7G+6F 2. 2: 2I+2F {Silver's roc} 4: 3G+2F 4: 4F+3J 1: -- 1-0-0-0
""",
)

FOREIGN = {
    "pgn": """%written by hand
[Event "a"]
[White "Ann \\"the rook\\" B."]
[Black "Bo"]
[Result "1/2-1/2"]
[SetUp "1"]
[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]

1.e4! e5?! ; to the end
2. Nf3 Nc6!! $16 (2... d6 $2 3. d4 {open}) ({why} 2... f5)
% for another program
3. Bb5 +- 1/2-1/2
""",
    "json": """[{
  "variant": "chess",
  "tags": {"White": "Ann", "Round": "3"},
  "intro": [{"comment": "first"}, {"aside": "for a program"}],
  "moves": ["e4", {"move": "e5", "nags": [1, 16], "behind": [
    {"comment": "usual"}, {"variation": {"intro": [{"comment": "or"}], "moves": ["c5", {"move": "Nf3"}]}}]}, "Nf3"],
  "result": "1-0"
}]
""",
    "jkf": """{"header": {"先手": "A", "後手": "B", "持ち時間": "3時間", "手合割": "平手", "Rated": "yes"},
"initial": {"preset": "HIRATE"}, "moves": [{"comments": ["first", "of all"]},
{"move": {"from": {"x": 7, "y": 7}, "to": {"x": 7, "y": 6}, "color": 0, "piece": "FU"},
 "time": {"now": {"m": 0, "s": 16}, "total": {"h": 0, "m": 0, "s": 16}}},
{"move": {"from": {"x": 3, "y": 3}, "to": {"x": 3, "y": 4}, "color": 1, "piece": "FU"}, "comments": ["usual"]},
{"move": {"from": {"x": 8, "y": 8}, "to": {"x": 2, "y": 2}, "color": 0, "piece": "KA", "capture": "KA", "promote": false},
 "forks": [[{"move": {"from": {"x": 2, "y": 7}, "to": {"x": 2, "y": 6}, "color": 0, "piece": "FU"}},
{"special": "CHUDAN"}]]},
{"move": {"from": {"x": 3, "y": 1}, "to": {"x": 2, "y": 2}, "color": 1, "piece": "GI", "capture": "KA", "same": true}},
{"special": "TIME_UP"}]}
""",
    "xfcc": """<?xml version="1.0"?>
<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><GetMyGamesResult>
<XfccGame><id>7</id><white>A &amp; B</white><black><![CDATA[Cy]]></black><whiteElo>2000</whiteElo><daysPlayer>9</daysPlayer>
<moves>1.e4 e5 2. Nf3 Nc6 {usual}</moves><message>Good luck</message><result>WhiteWinAdjudicated</result></XfccGame>
</GetMyGamesResult></soap:Body></soap:Envelope>
""",
    "zsg": """Zillions Save Game File Version 1.02 HC
RulesFile=another.zrf
VariantName=Chess
1. P e2 - e4 @ e4 0 0
1. PAWN E7 - E5
2. Knight g1 - f3 @ f3 0 0 @ h1 0 1
2. Knight b8 - c6
3. Bishop f1 - c4
3. Bishop f8 - c5
4. King e1 - g1 Rook h1 - f1 @ g1 0 0
4. Pawn h7 - h5
""",
    "gamecourier": """// White: Ann
// Round: 3
1. P e2-e4 p e7-e5 // usual
// more of it
2. N g1-f3 n b8-c6
3. B f1-c4 b f8-c5
4. K e1-g1; R h1-f1 n g8-f6
//%for a program
// 1-0
""",
    "ki2": """開始日時：2003/09/08 19:00:00
棋戦：名人戦
持ち時間：6時間
手合割：平手
先手：羽生
後手：佐藤

▲７六歩
*角道を開ける
△３四歩 ▲２二角成 △同　銀
▲４五角
まで5手で詰み

変化：3手
▲６六歩 △８四歩
""",
    "kif": """# ---- Kifu for Windows V7
開始日時：2003/09/08 19:00:00
棋戦：名人戦
持ち時間：6時間
手合割：平手
先手：羽生
後手：佐藤
手数----指手---------消費時間--
   1 ７六歩(77)   ( 0:16/00:00:16)
*角道を開ける
   2 ３四歩(33)   ( 1:02/00:01:02)+
&しおり
   3 ２二角成(88)   ( 0:04/00:00:20)
   4 同　銀(31)
   5 ４五角打
   6 切れ負け
まで5手で先手の勝ち

変化：3手
   3 ６六歩(67)
*閉じる
   4 ８四歩(83)
   5 中断
""",
    "csa": """' by hand
V2.2
N+HABU
N-SATO
$EVENT:Meijin
$SITE:Tokyo
$START_TIME:2003/05/03 10:30:00
$OPENING:YAGURA
P1-KY-KE-GI-KI-OU-KI-GI-KE-KY
P2 * -HI *  *  *  *  * -KA *
P3-FU-FU-FU-FU-FU-FU-FU-FU-FU
P4 *  *  *  *  *  *  *  *  *
P5 *  *  *  *  *  *  *  *  *
P6 *  *  *  *  *  *  *  *  *
P7+FU+FU+FU+FU+FU+FU+FU+FU+FU
P8 * +KA *  *  *  *  * +HI *
P9+KY+KE+GI+KI+OU+KI+GI+KE+KY
+
+7776FU
T16
'** 30 -3334FU
-3334FU
'*opens
+8822UM
-3122GI
+0045KA
%TIME_UP
""",
    "usi": """10:30:01> usinewgame
10:30:01> position startpos
10:30:05< bestmove 7g7f ponder 3c3d
10:30:09> position startpos moves 7g7f 3c3d
info string book
bestmove 2g2f
position startpos moves 7g7f 3c3d 2g2f 8c8d
bestmove resign
gameover lose
""",
    "ucci": """10:30:01> setoption newgame
10:30:01> position startpos
10:30:05< bestmove h2e2 ponder h9g7
10:30:09> position startpos moves h2e2 h9g7
info string book
bestmove h0g2
position startpos moves h2e2 h9g7 h0g2 i9h9
bestmove i0h0 resign
""",
    "wxf": """FORMAT\tWXF
GAME\tCup
EVENT\tFinal
DATE\t1980
RED\tHu Ronghua
BLACK\tLi Laiqun
TIME\t60
RESULT\t1-0
START{
1. C2.5 H8+7
2. H2+3 {develops} R9.8
3. R1.2 H2+3
}END
REMARK\tshort
""",
    "dhtmlxq": """[DhtmlXQ]
[DhtmlXQ_ver]www_dpxq_com[/DhtmlXQ_ver]
[DhtmlXQ_init]500,350[/DhtmlXQ_init]
[DhtmlXQ_title]The first[/DhtmlXQ_title]
[DhtmlXQ_event]Cup[/DhtmlXQ_event]
[DhtmlXQ_date]2010-10-02[/DhtmlXQ_date]
[DhtmlXQ_red]Hu[/DhtmlXQ_red]
[DhtmlXQ_black]Li[/DhtmlXQ_black]
[DhtmlXQ_result]\u7ea2\u80dc[/DhtmlXQ_result]
[DhtmlXQ_binit]0919293949596979891777062646668600102030405060708012720323436383[/DhtmlXQ_binit]
[DhtmlXQ_movelist]774772427967[/DhtmlXQ_movelist]
[DhtmlXQ_move_0_2_1]12427967[/DhtmlXQ_move_0_2_1]
[DhtmlXQ_comment0]before||both[/DhtmlXQ_comment0]
[DhtmlXQ_comment1]usual[/DhtmlXQ_comment1]
[DhtmlXQ_comment1_3]in it[/DhtmlXQ_comment1_3]
[/DhtmlXQ]
""",
    "spoken": """A game of Chess.
White: Ann
Round: 3

Remark: first
1. White: pawn to e4.
Glyph: good move
Glyph: 16
1. Black: The black pawn from e7 moves to e5
Aside: for a program
2. White: Nf3
Remark: in letters
Result: 1-0
""",
    "moves": """// from Ann
1. e4 e5 // usual
2. Nf3 (2. f4 $5) Nc6 {to c6} 3. Bb5 1-0
""",
}
"""Files as other programs and people write them, with what our writers never use.

Of chess, where the file cannot say which game it is.
"""

FOREIGN["epd"] = """# tests of our own
r3k2r/8/8/8/8/8/8/R3K2R w KQkq - bm O-O Rxa8+; am Kf1; id "castling"; c0 "a; b"; dm 3; pv O-O Kd7;
// white to move
4k3/8/8/8/8/8/4P3/4K3 b - - 7 40 ;D1 5 ;D2 29
4k3/P7/8/8/8/8/8/4K3 w - -
"""
FOREIGN["jsonl"] = FOREIGN["json"].strip("[] \n").replace("\n", " ") + "\n"
FOREIGN["pgn4"] = """[Variant "FFA"]
[RuleVariants "chamaeleon:players=4"]
[Event "a"]
[Red "Ann"]
[Blue "Bo"]
[Yellow "Cy"]
[Green "Di"]
[TimeControl "1+5"]
[Result "Ann: 10 - Bo: 12 - Cy: 8 - Di: 11"]

{before} 1. Ng4-f6 {why} .. Nd8-e10 .. Nj11-i9
"""

FOREIGN["bpgn"] = """[Event "a"]
[WhiteA "Ann"][WhiteAElo "1500"]
[BlackA "Bo"]
[WhiteB "Cy"]
[BlackB "Di"]
[Result "1-0"]

{C:This is game number 1}
1A. e4{179.5} 1B. d4{179.0} 1a. d5{178.0} 2A. exd5{177.5} 2a. P@e4 1b. Nf6
{Bo resigns} 1-0
"""


class Dialect(NamedTuple):
    """A file of some server or program whose habits are its own, with the suffix of its name and the plies in it."""

    suffix: str
    text: str
    plies: int


DIALECTS = {
    "lichess-pgn": Dialect(
        ".pgn",
        """[Event "Rated Crazyhouse game"]
[Site "https://lichess.org/abcd1234"]
[Date "2021.01.01"]
[White "anna"]
[Black "bert"]
[Result "1-0"]
[UTCDate "2021.01.01"]
[UTCTime "10:00:00"]
[WhiteElo "1500"]
[BlackElo "1600"]
[Variant "Crazyhouse"]
[TimeControl "180+2"]
[ECO "B01"]
[Termination "Normal"]

1. e4 { [%eval 0.3] [%clk 0:03:00] } 1... d5 { [%clk 0:03:00] } 2. exd5 Qxd5 3. P@e4 $6 { Inaccuracy. } (3. Nc3) 1-0
""",
        5,
    ),
    "lichess-json": Dialect(
        ".ndjson",
        """{"id":"abcd1234","rated":true,"variant":"atomic","speed":"blitz","createdAt":1609459200000,"status":"resign",\
"players":{"white":{"user":{"name":"Anna","id":"anna","title":"FM"},"rating":1500},"black":{"aiLevel":3}},\
"winner":"white","opening":{"eco":"A00","name":"A Start","ply":1},"moves":"Nf3 f6 e4","clocks":[18003,18000,17915],\
"analysis":[{"eval":17},{"mate":3,"best":"e7e6","variation":"e6 e4"}],"clock":{"initial":180,"increment":2}}
""".replace("\\\n", ""),
        3,
    ),
    "chesscom-pgn": Dialect(
        ".pgn",
        """[Event "Live Chess - Three-Check"]
[Site "Chess.com"]
[Date "2021.01.01"]
[Round "-"]
[White "anna"]
[Black "bert"]
[Result "0-1"]
[Variant "Three-check"]
[CurrentPosition "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2"]
[TimeControl "600"]
[Termination "bert won on time"]
[Link "https://www.chess.com/game/live/1"]

1. e4 {[%clk 0:09:58.1]} 1... e5 {[%clk 0:09:57]} 0-1
""",
        2,
    ),
    "chesscom-json": Dialect(
        ".json",
        """{"games": [{"url": "https://www.chess.com/game/live/1", "rules": "crazyhouse", "time_class": "blitz",
"pgn": "[Event \\"Live\\"]\\n[White \\"anna\\"]\\n[Black \\"bert\\"]\\n\\n1. e4 {[%clk 0:01]} e5 1-0\\n",
"end_time": 1609459200, "white": {"rating": 1500, "result": "win", "username": "anna"},
"black": {"rating": 1400, "result": "resigned", "username": "bert"}}]}
""",
        2,
    ),
    "pychess-pgn": Dialect(
        ".pgn",
        """[Event "PyChess rated game"]
[Site "https://www.pychess.org/abcd1234"]
[Date "2021.01.01"]
[Round "-"]
[White "anna"]
[Black "Fairy-Stockfish"]
[Result "1-0"]
[TimeControl "300+3"]
[WhiteElo "1500?"]
[Variant "Shogi"]
[FEN "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[-] w 0 1"]
[SetUp "1"]

1. Pc4 Pg6 2. Bxh8=+B Sxh8 3. B@f5 1-0
""",
        5,
    ),
    "xiangqi-pgn": Dialect(
        ".pgn",
        """[Game "Chinese Chess"]
[Event "Cup"]
[Date "1999.12.09"]
[Red "Hu"]
[Black "Li"]
[Result "1-0"]
[Opening "C00"]
[Format "ICCS"]

1. H2-E2 H9-G7
2. H0-G2 {usual} I9-H9
1-0
""",
        4,
    ),
    "winboard-pgn": Dialect(
        ".pgn",
        """[Event "Computer Chess Game"]
[Site "HOME"]
[Date "2021.01.01"]
[White "A"]
[Black "B"]
[Result "*"]
[Variant "xiangqi"]

1. Che2 {+0.10/5 1.2} Hg7 {-0.20/6 0.9} 2. Hg2 Rh9 3. Rh0 *
""",
        5,
    ),
}
"""Files as servers and programs write them in formats of which each has its own habits."""

FREE = {
    "zsg": r"^Zillions Save Game File( Version [0-9.]{1,9})?( [HC]{1,9})?$|@ \w+( \d+)*",
    "json": r'(?<="variant": ")[a-z-]*[~§][a-z-]*',
    "jsonl": r'(?<="variant": ")[a-z-]*[~§][a-z-]*',
    "kif": r"^#KIF version=[0-9.]+|^手数-+指手-+消費時間-+|\( *0:00\)|/0*:?0*:?0*\)|[ +]+$",
    "csa": r"^V[1-9](\.[0-9])?$",
    "usi": r"^[0-9:]+[<>]|^position startpos( moves( [1-9][a-i][1-9][a-i]\+?){0,2})?$| ponder \w+$",
    "dhtmlxq": r"\[DhtmlXQ_(ver|init|pver|length|firstnum)\].*|\[/DhtmlXQ_\w+\]|binit.*",
    "ucci": r"^[0-9:]+[<>]|^position startpos( moves( [a-i][0-9][a-i][0-9]){0,2})?$| ponder \w+$",
    "wxf": r"\b[HNEB](?=[1-9+-])",
    "xfcc": r"<[^<>]*>|(?<=<setup>)\w+",
}
"""Places that say nothing of a game, by format: versions of the format, rulers, attributes that Zillions counts.

Signs in the name of a variant are passed over. In WXF, H and N are one piece, and so are E and B.
"""

MARKER = "Zqx7"
"""A word that stands in no file."""

SHAPES = (
    *(
        MARKER,
        f" {MARKER} ",
        f"\n{MARKER}\n",
        f"\n\n{MARKER}\n\n",
        f"!{MARKER}",
        f"{MARKER}:",
        f"={MARKER}",
        f" - {MARKER}",
        f".{MARKER}.",
        f" .{MARKER}. ",
        f"..{MARKER}",
        f"?{MARKER} ",
        f"/{MARKER}",
        f"@{MARKER}",
        f"+{MARKER}",
        f"#{MARKER}",
        f"*{MARKER}",
        f"\n*{MARKER}\n",
        f"\n&{MARKER}\n",
        f"\n'{MARKER}\n",
        f"\n${MARKER}\n",
        f"\n%{MARKER}\n",
    ),
    *(
        f"{{{MARKER}}}",
        f" ({MARKER}) ",
        f"[{MARKER}]",
        f"${MARKER}",
        f'"{MARKER}"',
        f', "{MARKER}"',
        f'"{MARKER}": 1, ',
    ),
    *(f" ; {MARKER}\n", f"\n% {MARKER}\n", f" % {MARKER} ", f" // {MARKER}\n", f"\n{MARKER}: x\n", f"\n{MARKER}=x\n"),
    *(f'\n[{MARKER} "x"]\n', f'[x "{MARKER}"]'),
)
"""The marker by itself, glued on, on a line of its own, and as a comment, tag or key of each format."""

SCRAPS = (
    *("{", "}", "(", ")", "[", "]", '"', "'", "\\", "//", "%", ";", "{;", ",", ":", "=", "\n", "\n\n", " ", "\0"),
    *("1. ", "1-0", "*", "$1", '[Event "x"]', "é", "\N{EN DASH}", "A game of", "Result:"),
)


@lru_cache(maxsize=1)
def _records() -> tuple[Record, ...]:
    found = [verdict.record for text in GAMES for verdict in judge_file(io.BytesIO(text.encode()), Validator())]
    return tuple(record for record in found if record is not None)


def records_for(name: str) -> list[Record]:
    """The games that a format can hold."""
    return [record for record in _records() if not format_named(name).refusal(record)]


def file_of(name: str, *records: Record) -> str:
    """A file of a format with these games."""
    form, stream = format_named(name), io.BytesIO()
    sink = form.open(stream)
    for record in records:
        notation = form.notation or record.game.writing.usual
        sink.put(form.write(reduced(record, form.holds)[0], notation))
    sink.close()
    return stream.getvalue().decode()


def sources(name: str) -> list[tuple[str, str]]:
    """Valid files of a format, ours and foreign ones, each with the variant that is named for those that name none."""
    ours = [(file_of(name, record), record.variant) for record in records_for(name)]
    return [*ours, (FOREIGN[name], "chess")]


def verdicts(name: str, text: str, variant: str) -> list[Verdict]:
    """What a reader makes of a text. variant: which game it is, where the format cannot say it."""
    judge = Validator(variant="" if format_named(name).holds.variant else variant)
    return list(judge_file(io.BytesIO(text.encode()), judge, form=format_named(name)))


def with_marker(name: str, dice: random.Random) -> tuple[str, str]:
    """A file with the marker put anywhere into it, or in place of a word, and its variant."""
    text, variant = dice.choice(sources(name))
    while True:
        at = end = dice.randrange(len(text) + 1)
        shape = dice.choice(SHAPES)
        if dice.random() < 0.3:
            at, end = dice.choice(list(re.finditer(r"\w+|[^\w\s]", text))).span()
            shape = MARKER
        marked = text[:at] + shape + text[end:]
        if not _is_free(name, marked, at + shape.index(MARKER)):
            return marked, variant


def with_change(name: str, dice: random.Random) -> tuple[str, str, str]:
    """A file, the same with one sign changed into another one of its kind or into any, and the variant.

    No place is made one that says nothing of the game (`FREE`).
    """
    text, variant = dice.choice(sources(name))
    while True:
        at = dice.randrange(len(text))
        kind = next((kind for kind in KINDS if text[at] in kind), OTHER_SIGNS)
        new = dice.choice(sorted({*kind, *OTHER_SIGNS} - {text[at], text[at].swapcase()}))
        changed = text[:at] + new + text[at + 1 :]
        if not (text[at].isspace() or _is_free(name, changed, at) or _names_the_same(variant, text[at], new)):
            return text, changed, variant


def _names_the_same(name: str, letter: str, other: str) -> bool:
    """Whether two letters name one piece of a game, as N and H the horse of xiangqi."""
    kinds = variant_of(name).read_letters
    return letter in kinds and kinds[letter] == kinds.get(other)


def _is_free(name: str, text: str, at: int) -> bool:
    places = re.finditer(FREE.get(name, r"(?!)"), text, re.MULTILINE)
    return any(found.start() <= at < found.end() for found in places)


KINDS = (
    "0123456789",
    "abcdefghijklmnopqrstuvwxyz",
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "歩香桂銀金角飛",
    "一二三四五六七八九",
    "".join(map(chr, range(0xFF11, 0xFF1A))),
)
OTHER_SIGNS = "~§"
"""Signs that are in no file."""


def is_reported(verdicts: list[Verdict]) -> bool:
    """Whether the marker stands in a record as JSON or a diagnostic, or in a game that is refused as a whole."""
    return any(MARKER in text for verdict in verdicts for text in _texts(verdict))


def _texts(verdict: Verdict) -> Iterator[str]:
    for found in verdict.findings:
        yield from (found.message, found.move, str(found.facts), found.source)
        line = verdict.game_text.text.split("\n")[found.line - verdict.game_text.line :][:1]
        yield "".join(line)[found.column - 1 : found.end_column - 1]  # messages show the beginning of a long text
        if found.code == RecordCode.NOT_A_RECORD.value:
            yield MARKER  # the whole file is refused
    yield verdict.unjudged_text
    if verdict.record is not None:
        yield json.dumps(json.loads(JSON.write(verdict.record, long)), ensure_ascii=False)
    elif any(found.severity is Severity.ERROR for found in verdict.findings):
        yield verdict.game_text.text


def mutated(text: str, dice: random.Random) -> str:
    """A text with a few changes of the kinds that programs, disks and people make."""
    for _ in range(dice.randint(1, 4)):
        at, end = sorted(dice.randrange(len(text) + 1) for _ in range(2))
        before, after = text[:at], text[at:]
        text = (
            before + dice.choice(SCRAPS) + after,
            before + after[dice.randint(1, 12) :],
            before + text[at:end][:200] * 2 + text[end:],
            text[: max(at, 20)],
            before + dice.choice(SCRAPS) + after[1:],
        )[dice.randrange(5)]
    return text


def begin_of_last(name: str, text: str, good: Record) -> int:
    """Where the last game of a file begins, which is this one."""
    return text.rindex(file_of(name, good).removeprefix(format_named(name).begin))


def with_sentinel(name: str, dice: random.Random) -> tuple[str, Record]:
    """A file whose first game is damaged, with a good one behind it, and that one."""
    good = dice.choice(records_for(name))
    alike = [one for one in records_for(name) if format_named(name).holds.variant or one.variant == good.variant]
    text = file_of(name, dice.choice(alike), good)
    begin = begin_of_last(name, text, good)
    head = mutated(text[:begin].rstrip(" \n,"), dice)
    between = {"jsonl": "\n", "json": ",\n"}.get(name, "\n\n")
    return (head.replace("\n", " ") if name == "jsonl" else head) + between + text[begin:], good
