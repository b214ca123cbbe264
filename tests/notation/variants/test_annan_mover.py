"""Annan Shogi beside a mover written apart: steps on a dictionary, each piece as the one behind it.

Nothing here is shared with the engines but the start position. Files and ranks count from 0, White's side first.
"""

import random
import re
from collections.abc import Iterator

from general_games import general

from fairyscore.notation.moves import uci

Spot = tuple[int, int]
Board = dict[Spot, str]

SLANTED = ((1, 1), (1, -1), (-1, 1), (-1, -1))
STRAIGHT = ((0, 1), (0, -1), (1, 0), (-1, 0))
GOLD = ((0, 1), (1, 1), (-1, 1), (1, 0), (-1, 0), (0, -1))
STEPS = {
    "P": ((0, 1),),
    "N": ((1, 2), (-1, 2)),
    "S": ((0, 1), *SLANTED),
    "K": STRAIGHT + SLANTED,
    "+B": STRAIGHT,
    "+R": SLANTED,
    **dict.fromkeys(("G", "+P", "+L", "+N", "+S"), GOLD),
}
SLIDES = {"L": ((0, 1),), "B": SLANTED, "+B": SLANTED, "R": STRAIGHT, "+R": STRAIGHT}
PROMOTED = "PLNSBR"
SIZE = range(9)


def name(spot: Spot) -> str:
    return f"{'abcdefghi'[spot[0]]}{spot[1] + 1}"


def board_of(placement: str) -> Board:
    rows = [re.sub(r"\d", lambda blank: " " * int(blank[0]), row) for row in placement.split("/")]
    board = {}
    for rank, row in zip(reversed(SIZE), rows, strict=True):
        for file, piece in zip(SIZE, re.findall(r"\+?\S| ", row), strict=True):
            if piece != " ":
                board[file, rank] = piece
    return board


def is_black(piece: str) -> bool:
    return piece[-1].islower()


def reached(board: Board, spot: Spot) -> Iterator[Spot]:
    """Where a piece goes, kings aside: as the one of its side straight behind it, if there is one."""
    piece, (x, y) = board[spot], spot
    black = is_black(piece)
    ahead = -1 if black else 1
    behind = board.get((x, y - ahead), "")
    kind = (behind if behind and is_black(behind) is black else piece).upper()
    ways = [(way, 1) for way in STEPS.get(kind, ())] + [(way, 8) for way in SLIDES.get(kind, ())]
    for (across, along), most in ways:
        for n in range(1, most + 1):
            there = (x + n * across * ahead, y + n * along * ahead)
            standing = board.get(there, "")
            if there[0] not in SIZE or there[1] not in SIZE or (standing and is_black(standing) is black):
                break
            yield there
            if standing:
                break


def in_check(board: Board, black: bool) -> bool:
    king = next(spot for spot, piece in board.items() if piece == ("k" if black else "K"))
    return any(king in reached(board, spot) for spot, piece in board.items() if is_black(piece) is not black)


def tries(board: Board, hand: set[str], black: bool) -> Iterator[tuple[str, Board]]:
    """The moves, kings aside, each with the board after it."""
    zone = range(3) if black else range(6, 9)
    for spot, piece in board.items():
        for there in reached(board, spot) if is_black(piece) is black else ():
            rest = {other: standing for other, standing in board.items() if other not in (spot, there)}
            yield name(spot) + name(there), {**rest, there: piece}
            if piece.upper() in PROMOTED and (spot[1] in zone or there[1] in zone):
                yield f"{name(spot)}{name(there)}+", {**rest, there: f"+{piece}"}
    for letter in hand:
        piece = letter.lower() if black else letter
        for x in SIZE:
            if letter == "P" and any(board.get((x, y)) == piece for y in SIZE):
                continue
            for spot in ((x, y) for y in SIZE if (x, y) not in board):
                yield f"{letter}@{name(spot)}", {**board, spot: piece}


def legal(board: Board, hands: tuple[set[str], set[str]], black: bool) -> set[str]:
    found = set()
    for text, after in tries(board, hands[black], black):
        mates = text.startswith("P@") and in_check(after, not black)
        if not in_check(after, black) and not (mates and not any(escapes(after, hands[not black], not black))):
            found.add(text)
    return found


def escapes(board: Board, hand: set[str], black: bool) -> Iterator[bool]:
    return (True for _, after in tries(board, hand, black) if not in_check(after, black))


def test_annan_shogi_beside_a_mover_apart() -> None:
    game, dice = general("annan-shogi"), random.Random(47)
    positions = 0
    for _ in range(2):
        state = game.initial_state()
        for _ in range(110):
            moves = state.moves()
            position = game.write_position(state)
            placement, held, rest = re.split(r"[][]", position)
            hands = ({c for c in held if c.isupper()}, {c.upper() for c in held if c.islower()})
            found = {uci.write(state, move, game) for move in moves}
            assert found == legal(board_of(placement), hands, rest.split()[0] == "b"), position
            positions += 1
            if not moves:
                break
            state.push_unchecked(dice.choice(moves))
    assert positions > 150
