"""Games of the library beside movers that are written apart: plain lists of steps, tried one by one on a dictionary.

Nothing here is shared with the engines but the start position. A king is safe if no answer takes him.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

import pytest
from general_games import general

from fairyscore.notation.moves import uci

Spot = tuple[int, int]
Board = dict[Spot, str]

STRAIGHT: Final = ((1, 0), (-1, 0), (0, 1), (0, -1))
SLANTED: Final = ((1, 1), (1, -1), (-1, 1), (-1, -1))
ALL_WAYS: Final = STRAIGHT + SLANTED
KNIGHT: Final = tuple((x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y))

RIDES: Final = {"R": STRAIGHT, "B": SLANTED, "Q": ALL_WAYS}
LEAPS: Final = {"N": KNIGHT, "K": ALL_WAYS}


class Rules(NamedTuple):
    """What is different from chess. Castlings are left out.

    rides, leaps: by letter, further pieces. hops: by letter, ways of those that ride and take over one piece.
    second: the rank where White's pawns begin, from 0. promotions: what a pawn becomes, by White's spot; may: where it may
    stay a pawn. limits: how many of a kind there may be. kamikaze: captors leave the board, and kings capture nothing.
    faces: the lines on which kings may not face each other. half: kings stay in their half.
    """

    rides: Mapping[str, tuple[Spot, ...]] = {}
    leaps: Mapping[str, tuple[Spot, ...]] = {}
    hops: Mapping[str, tuple[Spot, ...]] = {}
    second: int = 1
    promotions: Mapping[Spot, str] = {}
    may: frozenset[Spot] = frozenset()
    limits: Mapping[str, int] = {}
    kamikaze: bool = False
    faces: tuple[Spot, ...] = ()
    half: bool = False


class Brute:
    """A position. passed: the spot that a pawn has just passed over, and where it stands."""

    def __init__(self, fen: str, rules: Rules) -> None:
        self.rules = rules
        rows = fen.partition(" ")[0].split("/")
        self.ranks = len(rows)
        self.board: Board = {}
        for row, text in enumerate(rows):
            file, digits = 0, ""
            for sign in [*text, ""]:
                if sign.isdigit():
                    digits += sign
                    continue
                for _ in range(int(digits or 0)):
                    self.board[file, self.ranks - 1 - row] = ""
                    file += 1
                digits = ""
                if sign and sign != "*":
                    self.board[file, self.ranks - 1 - row] = sign
                file += bool(sign)
        self.white = True
        self.passed: tuple[Spot, Spot] | None = None

    def mine(self, piece: str, white: bool) -> bool:
        return bool(piece) and piece.isupper() is white

    def steps(self, spot: Spot, white: bool) -> Iterator[Spot]:
        """Where a piece that is no pawn goes."""
        letter, board, rules = self.board[spot].upper(), self.board, self.rules
        for way in {**RIDES, **rules.rides}.get(letter, ()):
            for there in self.along(spot, way):
                if not board[there] or self.mine(board[there], not white):
                    yield there
        for x, y in {**LEAPS, **rules.leaps}.get(letter, ()):
            there = spot[0] + x, spot[1] + y
            tame = rules.kamikaze and letter == "K"
            if there in board and not (board[there] and (tame or self.mine(board[there], white))):
                yield there
        for way in rules.hops.get(letter, ()):
            line = list(self.along(spot, way))
            yield from (there for there in line if not board[there])
            if line and board[line[-1]]:
                beyond = list(self.along(line[-1], way))
                if beyond and self.mine(board[beyond[-1]], not white):
                    yield beyond[-1]

    def along(self, spot: Spot, way: Spot) -> Iterator[Spot]:
        """The spots of a line up to the first piece, with it."""
        x, y = spot[0] + way[0], spot[1] + way[1]
        while (x, y) in self.board:
            yield x, y
            if self.board[x, y]:
                return
            x, y = x + way[0], y + way[1]

    def pawn_steps(self, spot: Spot, white: bool) -> Iterator[Spot]:
        (x, y), ahead = spot, 1 if white else -1
        one, two = (x, y + ahead), (x, y + 2 * ahead)
        second = self.rules.second if white else self.ranks - 1 - self.rules.second
        if self.board.get(one) == "":
            yield one
            if y == second and self.board.get(two) == "":
                yield two
        for there in ((x - 1, y + ahead), (x + 1, y + ahead)):
            passed = self.passed is not None and there == self.passed[0]
            if passed or self.mine(self.board.get(there, ""), not white):
                yield there

    def candidates(self, white: bool) -> Iterator[tuple[Spot, Spot, str]]:
        """Moves from spot to spot, and what a pawn becomes."""
        for spot, piece in list(self.board.items()):
            if not self.mine(piece, white):
                continue
            if piece.upper() != "P":
                yield from ((spot, there, "") for there in self.steps(spot, white))
                continue
            for there in self.pawn_steps(spot, white):
                seen = there if white else (there[0], self.ranks - 1 - there[1])
                into = [each for each in self.rules.promotions.get(seen, "") if self.left(each, white)]
                if seen not in self.rules.promotions or seen in self.rules.may:
                    yield spot, there, ""
                yield from ((spot, there, each.lower()) for each in into)

    def left(self, letter: str, white: bool) -> bool:
        """Whether one more of a kind is allowed."""
        own = letter if white else letter.lower()
        return list(self.board.values()).count(own) < self.rules.limits.get(letter, 99)

    def after(self, spot: Spot, there: Spot, becomes: str, white: bool) -> Brute:
        twin = object.__new__(Brute)
        twin.rules, twin.ranks, twin.board = self.rules, self.ranks, dict(self.board)
        piece, taken = twin.board[spot], twin.board[there]
        in_passing = (
            piece.upper() == "P" and self.passed is not None and there == self.passed[0] and spot[0] != there[0]
        )
        if in_passing and self.passed:
            twin.board[self.passed[1]] = ""
        twin.board[spot] = ""
        twin.board[there] = (becomes.upper() if white else becomes) or piece
        if self.rules.kamikaze and (taken or in_passing):
            twin.board[there] = ""
        double = piece.upper() == "P" and abs(there[1] - spot[1]) == 2
        twin.passed = ((spot[0], (spot[1] + there[1]) // 2), there) if double else None
        twin.white = not white
        return twin

    def safe(self, white: bool) -> bool:
        """Whether no answer takes the king of a side."""
        king = next(spot for spot, piece in self.board.items() if piece == ("K" if white else "k"))
        if any(there == king for _, there, _ in self.candidates(not white)):
            return False
        if self.rules.half and (king[1] < self.ranks // 2) is not white:
            return False
        other = "k" if white else "K"
        return not any(self.board[line[-1]] == other for line in self.open_lines(king))

    def open_lines(self, spot: Spot) -> Iterator[list[Spot]]:
        lines = (list(self.along(spot, way)) for way in self.rules.faces)
        return (line for line in lines if line)

    def moves(self) -> set[str]:
        """The legal moves as engines write them."""
        found = set()
        for spot, there, becomes in self.candidates(self.white):
            if self.board[there].upper() != "K" and self.after(spot, there, becomes, self.white).safe(self.white):
                found.add(f"{name(spot)}{name(there)}{becomes}")
        return found

    def play(self, text: str) -> Brute:
        for spot, there, becomes in self.candidates(self.white):
            if f"{name(spot)}{name(there)}{becomes}" == text:
                return self.after(spot, there, becomes, self.white)
        raise LookupError(text)


def name(spot: Spot) -> str:
    return f"{'abcdefghijkl'[spot[0]]}{spot[1] + 1}"


def rank(number: int, files: int, into: str) -> dict[Spot, str]:
    """What pawns become on a rank, counted from 0."""
    return {(file, number): into for file in range(files)}


GRAND = dict.fromkeys("Q", 1) | dict.fromkeys("RBNCV", 2)
BALBO = {(4, 9): "QRBN", (5, 9): "QRBN", (6, 9): "QRBN", (3, 8): "QRBN", (7, 8): "QRBN", (2, 7): "BN", (8, 7): "BN"}
GAMES = {
    "balbo": Rules(second=2, promotions=BALBO),
    "carrera": Rules(
        rides={"C": STRAIGHT, "A": SLANTED}, leaps={"C": KNIGHT, "A": KNIGHT}, promotions=rank(7, 10, "QCA")
    ),
    "eurasian-chess": Rules(
        hops={"C": STRAIGHT, "V": SLANTED},
        second=2,
        promotions=rank(7, 10, "QRBNCV") | rank(8, 10, "QRBNCV") | rank(9, 10, "QRBNCV"),
        may=frozenset((file, number) for file in range(10) for number in (7, 8)),
        limits=GRAND,
        faces=((0, 1), (0, -1), *SLANTED),
        half=True,
    ),
    "kamikaze": Rules(promotions=rank(7, 8, "QRBN"), kamikaze=True),
}


@pytest.mark.parametrize("game", GAMES)
def test_games_beside_a_mover_apart(game: str) -> None:
    variant = general(game)
    for seed in range(2):
        chance = random.Random(f"{game} {seed}")
        state = variant.initial_state()
        brute = Brute(variant.write_position(state), GAMES[game])
        for _ in range(40):
            legal = {uci.write(state, move, variant): move for move in state.moves()}
            castling = {text for text, move in legal.items() if move.castle >= 0}
            assert set(legal) - castling == brute.moves(), variant.write_position(state)
            quiet = sorted(set(legal) - castling)
            if not quiet:
                break
            loud = [text for text in quiet if state.takes(legal[text]) or legal[text].becomes >= 0]
            text = chance.choice(loud if loud and chance.random() < 0.5 else quiet)
            brute = brute.play(text)
            state.push_unchecked(legal[text])
