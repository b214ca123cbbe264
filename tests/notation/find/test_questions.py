"""Questions that people ask of archives of chess games, each answered twice: by a query and by a loop with python-chess.

They are from the issues of scoutfish, lila, ChessForge, en-croissant, openingtree, hive, pychess (1689), lichessTools (588)
and rarest-move-in-chess, from the examples of CQL, and from the help of ChessDB, ChessBase (Lopez wrote about it),
Turbo Dambase and pgn-extract.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from fairyscore.notation.work.find import find

chess = pytest.importorskip("chess")
pgn = pytest.importorskip("chess.pgn")

GAMES = Path(__file__).resolve().parents[2] / "data" / "find_games.pgn"
OPENINGS = Path(__file__).resolve().parents[3] / "notation" / "find" / "openings" / "chess.tsv"


class Walked(NamedTuple):
    """A game as python-chess plays it: its tags, the boards from the start on, and the moves that led to them."""

    tags: dict[str, str]
    boards: list[Any]
    moves: list[Any]
    epds: list[str]

    @property
    def result(self) -> str:
        return self.tags.get("Result", "*")


@cache
def walked() -> list[Walked]:
    found = []
    with GAMES.open(encoding="utf-8") as stream:
        while (game := pgn.read_game(stream)) is not None:
            boards, moves = [game.board()], [None]
            for move in game.mainline_moves():
                boards.append(boards[-1].copy())
                boards[-1].push(move)
                moves.append(move)
            found.append(Walked(dict(game.headers), boards, moves, [board.epd() for board in boards]))
    return found


Answer = Callable[[Walked, int], bool]


def letters(board: Any) -> str:
    """The pieces of both sides, each sorted: `KPR:KR`."""
    sides = (
        "".join(sorted(p.symbol().upper() for p in board.piece_map().values() if p.color is c)) for c in (True, False)
    )
    return ":".join(sides)


def at(board: Any, square: str) -> str:
    piece = board.piece_at(chess.parse_square(square))
    return "" if piece is None else piece.symbol()


def mover(game: Walked, ply: int) -> str:
    """The letter of the piece that moved."""
    piece = game.boards[ply - 1].piece_at(game.moves[ply].from_square)
    return str(piece.symbol())


def taken(game: Walked, ply: int) -> str:
    """What the move captured, empty for nothing."""
    if not ply or not game.boards[ply - 1].is_capture(game.moves[ply]):
        return ""
    piece = game.boards[ply - 1].piece_at(game.moves[ply].to_square)
    return "p" if piece is None else str(piece.symbol().lower())


def castles(game: Walked, ply: int) -> bool:
    return ply > 0 and bool(game.boards[ply - 1].is_castling(game.moves[ply]))


def line(game: Walked, text: str) -> bool:
    """Whether the game begins with moves in SAN."""
    board = chess.Board()
    for at_ply, san in enumerate(text.split(), 1):
        if at_ply >= len(game.moves) or board.push_san(san) != game.moves[at_ply]:
            return False
    return True


@cache
def position(text: str) -> str:
    board = chess.Board()
    for san in text.split():
        board.push_san(san)
    return str(board.epd())


def streak(game: Walked, ply: int, pieces: str) -> bool:
    """Whether white moves these pieces one after the other, the first of them at the ply."""
    plies = range(ply, ply + 2 * len(pieces), 2)
    return ply % 2 == 1 and plies[-1] < len(game.moves) and "".join(mover(game, one) for one in plies) == pieces


def last_rank(game: Walked, ply: int) -> str:
    """What a pawn was promoted to, empty for nothing."""
    promotion = game.moves[ply].promotion if ply else None
    return "" if promotion is None else str(chess.piece_symbol(promotion))


def reached(game: Walked, ply: int, text: str) -> bool:
    return position(text) in game.epds[: ply + 1]


@cache
def opening(name: str) -> frozenset[str]:
    """The positions of the openings with a name, as python-chess comes to them."""
    lines = (row.split("\t") for row in OPENINGS.read_text(encoding="utf-8").splitlines()[1:])
    moves = (re.sub(r"[0-9]+\.", "", line) for _, title, line in lines if name in title)
    return frozenset(position(" ".join(line.split())) for line in moves)


LIGHT = " ".join(f"{file}{rank}" for at, file in enumerate("abcdefgh") for rank in range(1, 9) if (at + rank) % 2 == 0)
DARK = " ".join(f"{file}{rank}" for at, file in enumerate("abcdefgh") for rank in range(1, 9) if (at + rank) % 2)


def opposite_bishops(board: Any) -> bool:
    """Whether each side has one bishop, and these stand on cells of different colours."""
    squares = [list(board.pieces(chess.BISHOP, side)) for side in (True, False)]
    light = [chess.BB_LIGHT_SQUARES >> cells[0] & 1 for cells in squares if len(cells) == 1]
    return len(light) == 2 and light[0] != light[1]


OPEN_SICILIAN = "e4 c5 Nf3 d6 d4 cxd4 Nxd4"

QUESTIONS: list[tuple[str, str, Answer]] = [
    (
        "lila 5880: games that began with 1. e4 d6", 'line "1. e4 d6"',
        lambda game, ply: ply >= 2 and line(game, "e4 d6"),
    ),
    (
        "lila 15762: the Accelerated Dragon by any order of moves", 'reaches "1. e4 c5 2. Nf3 Nc6 3. d4 cxd4 4. Nxd4 g6"',
        lambda game, ply: reached(game, ply, "e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 g6"),
    ),
    (
        "lila 11651: a position of one player's games with a colour",
        'white "Carlsen" and position "rnbqkb1r/pppp1ppp/4pn2/8/2PP4/8/PP2PPPP/RNBQKBNR w KQkq - 0 3"',
        lambda game, ply: "Carlsen" in game.tags["White"] and game.epds[ply] == position("d4 Nf6 c4 e6"),
    ),
    (
        "en-croissant 556: wins in the Sicilian with 30 moves or more", 'line "1. e4 c5" and result 1-0 and plies >= 59',
        lambda game, ply: ply >= 2 and line(game, "e4 c5") and game.result == "1-0" and len(game.moves) > 59,
    ),
    (
        "ChessForge 993: rook endings",
        "pieces at least 'K R : K R' and count Q 0 and count B 0 and count N 0 and count R 2",
        lambda game, ply: letters(game.boards[ply]).replace("P", "") == "KR:KR",
    ),
    (
        "scoutfish 1: a passed pawn on a5", "board { white P a5, no black P a6 a7 b6 b7 }",
        lambda game, ply: at(game.boards[ply], "a5") == "P"
        and all(at(game.boards[ply], square) != "p" for square in ("a6", "a7", "b6", "b7")),
    ),
    (
        "scoutfish 11: bishop and knight against knight, or against bishop",
        'pieces "K B N : K N" or pieces "K B N : K B" or pieces at least "B N P : N P" flip and count piece <= 9',
        lambda game, ply: any(
            all(letter in one for letter in "BNP") and all(letter in other for letter in "NP")
            for one, other in (letters(game.boards[ply]).split(":"), letters(game.boards[ply]).split(":")[::-1])
        ) and len(game.boards[ply].piece_map()) <= 9,
    ),
    (
        "scoutfish 39: this position exactly, with nothing else on the board", 'position "4k3/8/8/8/8/8/8/4K3"',
        lambda game, ply: game.boards[ply].board_fen() == "4k3/8/8/8/8/8/8/4K3",
    ),
    (
        "scoutfish 56: white moves a knight, a knight and a bishop in a row",
        "move { by white, piece N } then within 2 plies (move { by white, piece N } then within 2 plies "
        "move { by white, piece B })",
        lambda game, ply: streak(game, ply, "NNB"),
    ),
    (
        "scoutfish 10: a pawn down for six plies",
        "(count white P 7 and count black P 8) for 6 plies",
        lambda game, ply: ply + 5 < len(game.boards)
        and all(letters(board).split(":")[0].count("P") == 7 and letters(board).split(":")[1].count("P") == 8
                for board in game.boards[ply : ply + 6]),
    ),
    (
        "CQL: both sides have two queens", 'pieces at least "Q Q : Q"',
        lambda game, ply: re.match(".*QQ.*:.*Q", letters(game.boards[ply])) is not None,
    ),
    (
        "CQL: the Greek gift", 'move { by white, piece B, takes P, to h7, gives check }',
        lambda game, ply: ply % 2 == 1 and mover(game, ply) == "B" and taken(game, ply) == "p"
        and game.moves[ply].to_square == chess.H7 and game.boards[ply].is_check(),
    ),
    (
        "CQL: check answered by check", "check then within 1 plies check",
        lambda game, ply: ply + 1 < len(game.boards) and game.boards[ply].is_check() and game.boards[ply + 1].is_check(),
    ),
    (
        "CQL: the royal check, by a move of the king", "move { piece K, gives check, not castles }",
        lambda game, ply: ply > 0 and mover(game, ply).upper() == "K" and game.boards[ply].is_check()
        and not castles(game, ply),
    ),
    (
        "CQL: white castles short, later black long",
        "move { by white, castles, to g1 } then move { by black, castles, to c8 }",
        lambda game, ply: castles(game, ply) and game.moves[ply].to_square == chess.G1
        and any(castles(game, one) and game.moves[one].to_square == chess.C8 for one in range(ply, len(game.moves))),
    ),
    (
        "CQL: a pawn promotes to something less than a queen",
        "move { promotes N } or move { promotes B } or move { promotes R }",
        lambda game, ply: last_rank(game, ply) in ("n", "b", "r"),
    ),
    (
        "CQL: mate by a knight", "move { piece N } and mate",
        lambda game, ply: ply > 0 and mover(game, ply).upper() == "N" and game.boards[ply].is_checkmate(),
    ),
    (
        "CQL: three heavy pieces on a file, Alekhine's gun", "board { white R c2 c3, white Q c1 } any file",
        lambda game, ply: any(
            [at(game.boards[ply], f"{file}{rank}") for rank in (1, 2, 3)] == ["Q", "R", "R"] for file in "abcdefgh"
        ),
    ),
    (
        "pgn-extract --stalemate", "ends by stalemate",
        lambda game, ply: game.boards[-1].is_stalemate(),
    ),
    (
        "pgn-extract --checkmate", "ends by checkmate",
        lambda game, ply: game.boards[-1].is_checkmate(),
    ),
    (
        "pgn-extract --fifty", "quiet plies >= 100",
        lambda game, ply: game.boards[ply].halfmove_clock >= 100,
    ),
    (
        "pgn-extract --repetition", "repeated 3",
        lambda game, ply: sum(
            board._transposition_key() == game.boards[ply]._transposition_key() for board in game.boards[: ply + 1]
        ) == 3,
    ),
    (
        "Lopez, ChessBase: white has an isolated pawn on d4",
        "board { white P d4, no white P in c*, no white P in e*, no black P in d* }",
        lambda game, ply: at(game.boards[ply], "d4") == "P"
        and not any(at(game.boards[ply], f"{file}{rank}") == "P" for file in "ce" for rank in range(2, 8))
        and not any(at(game.boards[ply], f"d{rank}") == "p" for rank in range(2, 8)),
    ),
    (
        "ChessBase: a rook on the open c file", "board { white R in c*, no white P in c*, no black P in c* }",
        lambda game, ply: any(at(game.boards[ply], f"c{rank}") == "R" for rank in range(1, 9))
        and not any(at(game.boards[ply], f"c{rank}") in ("P", "p") for rank in range(1, 9)),
    ),
    (
        "ChessBase: a bishop bites on h2 or h7",
        "board { white B h7, no black N f6 } flip",
        lambda game, ply: (at(game.boards[ply], "h7") == "B" and at(game.boards[ply], "f6") != "n")
        or (at(game.boards[ply], "h2") == "b" and at(game.boards[ply], "f3") != "N"),
    ),
    (
        "lila 8969: games of an opening by its name, by any order of moves", 'opening "Sicilian"',
        lambda game, ply: not opening("Sicilian").isdisjoint(game.epds[: ply + 1]),
    ),
    (
        "openingtree 27, hive 381: won by white in some years", "date 2003..2006 and result 1-0",
        lambda game, ply: "2003" <= game.tags["Date"][:4] <= "2006" and game.result == "1-0",
    ),
    (
        "en-croissant 189: lost by a player with black", 'black "Carlsen" and loser "Carlsen"',
        lambda game, ply: "Carlsen" in game.tags["Black"] and game.result == "1-0",
    ),
    (
        "pychess: knights of both sides on the rim", "count white N in a* h* 1 and count black N in a* h* 1",
        lambda game, ply: all(
            sum(at(game.boards[ply], f"{file}{rank}") == knight for file in "ah" for rank in range(1, 9)) == 1
            for knight in "Nn"
        ),
    ),
    (
        "pychess: black gives check from move 30 on", "move { by black, gives check } and ply >= 60",
        lambda game, ply: ply >= 60 and ply % 2 == 0 and game.boards[ply].is_check(),
    ),
    (
        "pychess: a draw since nobody can mate", "ends by dead-position",
        lambda game, ply: game.boards[-1].is_insufficient_material(),
    ),
    (
        "pychess: nobody castles", "never move { castles }",
        lambda game, ply: not any(castles(game, one) for one in range(len(game.moves))),
    ),
    (
        "pychess: a far advanced pawn that no pawn can take", "board { white P d6, no black P in c7 e7 }",
        lambda game, ply: at(game.boards[ply], "d6") == "P"
        and "p" not in (at(game.boards[ply], "c7"), at(game.boards[ply], "e7")),
    ),
    (
        "rarest-move-in-chess 4: a promotion that captures", "move { promotes, takes }",
        lambda game, ply: bool(last_rank(game, ply)) and bool(taken(game, ply)),
    ),
    (
        "lichessTools: ...Rxc3 in the Open Sicilian",
        'reaches "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4" and move { by black, piece R, takes, to c3 }',
        lambda game, ply: ply > 0 and ply % 2 == 0 and reached(game, ply, OPEN_SICILIAN) and mover(game, ply) == "r"
        and bool(taken(game, ply)) and game.moves[ply].to_square == chess.C3,
    ),
    (
        "lichessTools: a knight to d5 in the Open Sicilian",
        'reaches "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4" and move { by white, piece N, to d5 }',
        lambda game, ply: ply % 2 == 1 and reached(game, ply, OPEN_SICILIAN) and mover(game, ply) == "N"
        and game.moves[ply].to_square == chess.D5,
    ),
    (
        "scoutfish: a queen taken with check", "move { gives check, takes Q }",
        lambda game, ply: ply > 0 and game.boards[ply].is_check() and taken(game, ply) == "q",
    ),
    (
        "Lopez, ChessBase: the King's Indian Attack by move 7",
        "ply ..14 and board { white K g1, white R f1, white B g2, white N f3, white P d3 g3 }",
        lambda game, ply: ply <= 14 and all(
            at(game.boards[ply], square) == piece
            for square, piece in zip(("g1", "f1", "g2", "f3", "d3", "g3"), "KRBNPP", strict=True)
        ),
    ),
    (
        "Lopez, ChessBase: four pawns against three, without queens", "count white P 4 and count black P 3 and count Q 0",
        lambda game, ply: [letters(game.boards[ply]).split(":")[side].count("P") for side in (0, 1)] == [4, 3]
        and "Q" not in letters(game.boards[ply]),
    ),
    (
        "ChessDB: bishops of opposite colours and no other pieces but pawns",
        "count R 0 and count N 0 and count Q 0 and ("
        f"(count white B in {LIGHT} 1 and count black B in {DARK} 1 and count B 2) or "
        f"(count white B in {DARK} 1 and count black B in {LIGHT} 1 and count B 2))",
        lambda game, ply: not set("RNQ") & set(letters(game.boards[ply])) and opposite_bishops(game.boards[ply]),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("question", "query", "answer"), QUESTIONS, ids=[question for question, _, _ in QUESTIONS])
def test_the_answer_is_that_of_python_chess(question: str, query: str, answer: Answer) -> None:
    expected = {}
    for number, game in enumerate(walked(), 1):
        place = next((ply for ply in range(len(game.boards)) if answer(game, ply)), None)
        if place is not None:
            expected[number] = place
    assert {found.number: found.ply for found in find(query, GAMES)} == expected, question


def test_most_questions_have_an_answer() -> None:
    assert sum(any(True for _ in find(query, GAMES)) for _, query, _ in QUESTIONS) >= 20
