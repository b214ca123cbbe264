"""Games beside shogi in KIF, KI2 and CSA: known by 手合割 or by the board, written and read again."""

import random

import pytest
from foreign import judged, written

from fairyscore.notation.formats.base import Format
from fairyscore.notation.formats.csa import CSA
from fairyscore.notation.formats.kif import KI2, KIF
from fairyscore.notation.records.tree import MoveLine, Ply, Record
from fairyscore.notation.variants.registry import variant

NAMES = {
    "minishogi": ("5五将棋", "５五将棋", "5五", "minishogi"),
    "kyoto-shogi": ("京都将棋", "京都"),
    "micro-shogi": ("マイクロ将棋", "五分摩訶将棋"),
    "gorogoro-shogi": ("ごろごろどうぶつしょうぎ",),
    "judkins-shogi": ("ジャドケンス将棋",),
    "dobutsu": ("どうぶつしょうぎ", "動物将棋"),
    "tori-shogi": ("禽将棋",),
}


def random_record(game: str, seed: int, most: int = 60) -> Record:
    rules, chance = variant(game), random.Random(seed)
    state, plies = rules.initial_state(), []
    for _ in range(most):
        moves = list(state.moves())
        if not moves or state.outcome() is not None:
            break
        plies.append(Ply(chance.choice(moves)))
        state.push_unchecked(plies[-1].move)
    outcome = state.outcome()
    players = (("White", "先手太郎"), ("Black", "後手次郎"))
    return Record(game, players, MoveLine(tuple(plies)), outcome.result if outcome else "*")


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("form", [KIF, KI2, CSA], ids=lambda form: form.name)
@pytest.mark.parametrize("game", NAMES)
def test_random_games_come_back(game: str, form: Format, seed: int) -> None:
    record = random_record(game, seed)
    if form is CSA and game in ("dobutsu", "tori-shogi"):
        assert "CSA has no name for the piece" in form.refusal(record)
        return
    assert form.refusal(record) == ""
    text = written(record, form)
    again = judged(text, form)
    assert not [finding.message for finding in again.findings], text
    assert again.record is not None
    assert (again.record.game.name, again.record.line) == (record.game.name, record.line)


@pytest.mark.parametrize(("game", "name"), [(game, name) for game, names in NAMES.items() for name in names])
def test_the_heading_names_the_game(game: str, name: str) -> None:
    record = judged(f"手合割：{name}\n手数----指手---------消費時間--\n   1 中断\n", KIF).record
    assert record is not None
    assert record.game.name == game


BOARDS = {
    "minishogi": ("v飛v角v銀v金v玉", " ・ ・ ・ ・v歩", " ・ ・ ・ ・ ・", " 歩 ・ ・ ・ ・", " 玉 金 銀 角 飛"),
    "kyoto-shogi": ("v歩v金v玉v銀vと", " ・ ・ ・ ・ ・", " ・ ・ ・ ・ ・", " ・ ・ ・ ・ ・", " と 銀 玉 金 歩"),
    "dobutsu": ("vきvラvぞ", " ・vひ ・", " ・ ひ ・", " ぞ ラ き"),
    "gorogoro-shogi": (
        "v銀v金v玉v金v銀", " ・ ・ ・ ・ ・", " ・v歩v歩v歩 ・", " ・ 歩 歩 歩 ・", " ・ ・ ・ ・ ・", " 銀 金 玉 金 銀",
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("game", "move"),
    [
        ("minishogi", "２四銀(35)"),
        ("kyoto-shogi", "４四銀(45)"),
        ("dobutsu", "２二ひ(23)"),
        ("gorogoro-shogi", "３三歩(34)"),
    ],
)
def test_the_board_shows_the_game(game: str, move: str) -> None:
    rows = [f"|{row}|{rank}" for row, rank in zip(BOARDS[game], "一二三四五六", strict=False)]
    frame = f"+{'---' * len(BOARDS[game][0].replace(' ', '').replace('v', ''))}+"
    hands = "後手の持駒：なし", "先手の持駒：なし"
    files = "  ５ ４ ３ ２ １"
    lines = [hands[0], files, frame, *rows, frame, hands[1], "先手：A", "後手：B", "手数----指手--", f"   1 {move}", ""]
    text = "\n".join(lines)
    assert KIF.cut is not None
    assert len(list(KIF.cut([text]))) == 1
    verdict = judged(text, KIF)
    assert not [finding.message for finding in verdict.findings]
    assert verdict.record is not None
    assert verdict.record.game.name == game
    assert len(verdict.record.line.plies) == 1
