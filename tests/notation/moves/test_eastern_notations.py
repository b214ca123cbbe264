"""The notations of shogi and xiangqi: examples of their standards, and random games there and back."""

import random
from collections.abc import Iterator

import pytest
from nightly import NIGHTLY

from fairyscore.notation.game import loads
from fairyscore.notation.moves.reading import read_move
from fairyscore.notation.moves.registry import load
from fairyscore.notation.position import IllegalMove, Position
from fairyscore.notation.rules.moves import Move, ParsedMove
from fairyscore.notation.rules.state import State
from fairyscore.notation.variants import variant

MOVES = 10_000 if NIGHTLY else 2_000
"""So many random moves of each game are written in each notation and read back."""


def random_moves(game: str, many: int, seed: int = 3) -> Iterator[tuple[State, Move]]:
    """Positions of random games with a move of each; captures and promotions more often than others."""
    dice, made = random.Random(seed), 0
    while made < many:
        state = variant(game).initial_state()
        for _ in range(200):
            moves = state.moves()
            if not moves or made == many:
                break
            lively = [move for move in moves if state.takes(move) or move.becomes >= 0]
            move = dice.choice(lively if lively and dice.random() < 0.4 else moves)
            yield state, move
            state.push_unchecked(move)
            made += 1


NOTATIONS = [
    ("shogi", "usi"),
    ("minishogi", "usi"),
    ("shogi", "japanese"),
    ("minishogi", "japanese"),
    ("xiangqi", "iccs"),
    ("xiangqi", "wxf"),
    ("xiangqi", "chinese"),
]


@pytest.mark.parametrize(("game", "name"), NOTATIONS)
def test_random_moves_come_back(game: str, name: str) -> None:
    notation, given = load(name), variant(game)
    for state, move in random_moves(game, MOVES):
        text = notation.write(state, move, given)
        parsed = read_move(text, given)
        assert isinstance(parsed, ParsedMove), text
        assert state.find(parsed) == move, (text, given.write_position(state))


def test_random_games_come_back_in_ucci() -> None:
    """Which ranks are meant shows the whole record: text alone may be UCI."""
    given, made = variant("xiangqi"), 0
    texts: list[str] = []
    moves: list[Move] = []
    for state, move in random_moves("xiangqi", MOVES):
        if state.fullmove_number == 1 and state.turn == 0 and texts:
            made += _compared(texts, moves)
            texts, moves = [], []
        texts.append(load("ucci").write(state, move, given))
        moves.append(move)
    assert made > MOVES - 400


def _compared(texts: list[str], moves: list[Move]) -> int:
    """How many moves of a record were read as they were meant: all, if it tells ranks from 0."""
    if not any("0" in text for text in texts):
        return 0
    (game,) = loads(f'[Variant "xiangqi"]\n\n{" ".join(texts)} *\n')
    assert [ply.move for ply in game.record.line.plies] == moves
    return len(moves)


@pytest.mark.parametrize(
    ("game", "text", "long"),
    [
        ("shogi", "7g7f", "c3-c4"),
        ("xiangqi", "H2-E2", "h3-e3"),
        ("xiangqi", "H2E2", "h3-e3"),
        ("xiangqi", "h0g2", "h1-g3"),
        ("xiangqi", "h3e3", "h3-e3"),
        ("xiangqi", "Hg3", "h1-g3"),
        ("shogi", "P-76", "c3-c4"),
        ("shogi", "P76", "c3-c4"),
    ],
)
def test_one_move(game: str, text: str, long: str) -> None:
    assert Position.start(game).parse(text).text == long


@pytest.mark.parametrize(
    ("game", "text", "problem"),
    [
        ("shogi", "7g7e", "cannot go to"),
        ("shogi", "P*5e", "no pawn"),
        ("xiangqi", "H2-E3", "cannot go to"),
        ("xiangqi", "b0c1", "cannot go to"),
        ("xiangqi", "C3.5", "C3.5 does not name exactly one white cannon"),
        ("xiangqi", "C+.5", "does not name exactly one white cannon"),
        ("xiangqi", "C2+9", "does not name exactly one white cannon"),
        ("chess", "7g7f", "is not a move in any notation"),
    ],
)
def test_what_is_wrong_is_reported(game: str, text: str, problem: str) -> None:
    with pytest.raises(IllegalMove, match=problem):
        Position.start(game).parse(text)


XIANGQI_EXAMPLES = [
    ("start", "C2.5", "炮二平五", "h3-e3"),
    ("start", "C2=5", "砲2平5", "h3-e3"),
    ("start", "h2+3", "傌二進三", "h1-g3"),
    ("start", "E7+5", "相七进五", "c1-e3"),
    ("start", "B7+5", "象七進五", "c1-e3"),
    ("start", "A4+5", "仕四进五", "f1-e2"),
    ("start", "R9+2", "俥九進二", "a1-a3"),
    ("1n2k1b2/9/9/9/9/9/9/9/9/R2K5 b - - 0 1", "H2+3", "马２进３", "b10-c8"),
    ("1n2k1b2/9/9/9/9/9/9/9/9/R2K5 b - - 0 1", "E7+5", "象７进５", "g10-e8"),
    ("4k4/9/9/9/9/1C7/9/9/1C7/3K5 w - - 0 1", "C+.5", "前炮平五", "b5-e5"),
    ("4k4/9/9/9/9/1C7/9/9/1C7/3K5 w - - 0 1", "+C.5", "前砲平５", "b5-e5"),
    ("4k4/9/9/9/9/1C7/9/9/1C7/3K5 w - - 0 1", "C-+1", "後炮進一", "b2-b3"),
    ("4k4/9/9/9/9/1C7/9/9/1C7/3K5 w - - 0 1", "C8+5", "炮八进５", "b5-b10"),
    ("4k4/4P4/4P4/4P4/9/9/9/9/9/3K5 w - - 0 1", "P+.4", "前兵平四", "e9-f9"),
    ("4k4/4P4/4P4/4P4/9/9/9/9/9/3K5 w - - 0 1", "P..4", "中兵平四", "e8-f8"),
    ("4k4/4P4/4P4/4P4/9/9/9/9/9/3K5 w - - 0 1", "P-.4", "后兵平四", "e7-f7"),
    ("4k4/9/2P3P2/2P3P2/9/9/9/9/9/3K5 w - - 0 1", "Pa.4", "一兵平四", "g8-f8"),
    ("4k4/9/2P3P2/2P3P2/9/9/9/9/9/3K5 w - - 0 1", "Pc+1", "三兵进一", "c8-c9"),
    ("4k4/9/9/9/9/2B6/9/9/9/2BK5 w - - 0 1", "E7-5", "相七退五", "c5-e3"),
    ("4k4/9/9/9/9/2B6/9/9/9/2BK5 w - - 0 1", "E7+9", "相七进九", "c1-a3"),
]
"""A position, a move in WXF and in characters, and its long form: the first two of every pair mean the third."""


@pytest.mark.parametrize(("position", "wxf", "chinese", "long"), XIANGQI_EXAMPLES)
def test_xiangqi(position: str, wxf: str, chinese: str, long: str) -> None:
    at = Position.start("xiangqi") if position == "start" else Position.from_fen(position, "xiangqi")
    assert [at.parse(text).text for text in (wxf, chinese)] == [long, long]


SHOGI_EXAMPLES = [
    ("start", "７六歩", "c3-c4"),
    ("start", "☗2六歩", "h3-h4"),
    ("start", "５八金右", "f1-e2"),
    ("start", "５八金左", "d1-e2"),
    ("start", "７六歩(77)", "c3-c4"),
    ("9/2G6/G8/9/9/9/9/9/4K3k[] w 0 1", "８二金上", "a7-b8"),
    ("9/2G6/G8/9/9/9/9/9/4K3k[] w 0 1", "８二金寄", "c8-b8"),
    ("9/9/9/9/9/9/9/9/GGG1K3k[] w 0 1", "８八金直", "b1-b2"),
    ("9/9/9/9/9/9/9/9/GGG1K3k[] w 0 1", "８八金左", "a1-b2"),
    ("9/9/9/9/9/9/9/9/GGG1K3k[] w 0 1", "８八金右", "c1-b2"),
    ("k8/9/9/9/1S1S5/9/1S1S5/9/4K4[] w 0 1", "７六銀右上", "d3-c4"),
    ("k8/9/9/9/1S1S5/9/1S1S5/9/4K4[] w 0 1", "７六銀左引", "b5-c4"),
    ("k8/9/9/9/1S1S5/9/1S1S5/9/4K4[] w 0 1", "７六銀左上", "b3-c4"),
    ("k8/1+R7/9/+R8/9/9/9/9/4K4[] w 0 1", "８二龍引", None),
    ("k8/9/9/9/9/9/9/9/+R+R2K4[] w 0 1", "８八龍左", "a1-b2"),
    ("k8/9/9/9/9/9/9/9/+R+R2K4[] w 0 1", "８八龍右", "b1-b2"),
    ("k8/9/9/3P5/9/9/9/9/4K4[S] w 0 1", "６三歩成", "d6-d7=+P"),
    ("k8/9/9/3P5/9/9/9/9/4K4[S] w 0 1", "６三歩不成", "d6-d7"),
    ("k8/9/9/9/9/9/9/3S5/4K4[S] w 0 1", "６七銀打", "S@d3"),
    ("k8/9/9/9/9/9/9/3S5/4K4[S] w 0 1", "６七銀", "d2-d3"),
    ("k8/9/9/9/9/9/9/3S5/4K4[S] w 0 1", "１七銀", "S@i3"),
]
"""Positions with the ways to name one of several pieces, after the Japan Shogi Association's page on its notation."""


@pytest.mark.parametrize(("position", "text", "long"), SHOGI_EXAMPLES)
def test_shogi(position: str, text: str, long: str | None) -> None:
    at = Position.start("shogi") if position == "start" else Position.from_fen(position, "shogi")
    if long is None:
        with pytest.raises(IllegalMove):
            at.parse(text)
        return
    assert at.parse(text).text == long
    if text[0] not in "☗" and "(" not in text:
        assert at.write(text, "japanese") == text


def test_the_cell_of_the_move_before() -> None:
    """Behind the variation 同 is again the cell of the move that stands before its first."""
    text = """[Variant "shogi"]

1. ７六歩 ３四歩 2. ２二角成 同銀 ( 同飛 ) 3. ４五角 *
"""
    (game,) = loads(text)
    assert [move.text for move, _ in game.mainline()] == ["c3-c4", "g7-g6", "b2xh8=+B", "g9xh8", "B@f5"]
