"""Games of the library beside movers that are written apart: plain lists of steps, tried one by one on a dictionary.

Nothing here is shared with the engines but the start position. A king is safe if no answer takes him.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import count
from typing import Final, NamedTuple, cast

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
    torus: all edges are joined, and only fresh pawns (+P) make double steps. triple: pawns may go three squares too.
    reserve: pawns become what is in reserve. holes: squares that are left are gone, and kings on e1 and e8 go as queens.
    bomb: a piece other than a king may blow itself up, once for each side. launch: a piece U may, on any other spot.
    twice: a kind that may capture with a step and go on with another, and is not exchanged for its like.
    strip: the board is a strip of 14 ranks, twisted behind the 11th, whose pawns +P go the other way round.
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
    torus: bool = False
    triple: bool = False
    reserve: bool = False
    holes: bool = False
    strip: bool = False
    bomb: bool = False
    launch: bool = False
    twice: str = ""


class Brute:
    """A position. passed: the spots that a pawn has just passed over, and where it stands. reserve: pieces by sign.

    lost: where a piece that goes twice was just taken by another one.
    """

    def __init__(self, fen: str, rules: Rules) -> None:
        self.rules = rules
        placement, _, hand = fen.partition(" ")[0].partition("[")
        rows = placement.split("/")
        self.ranks = len(rows)
        self.board: Board = {}
        for row, text in enumerate(rows):
            file = 0
            for sign in re.findall(r"\d+|\+?[A-Za-z*]", text):
                for _ in range(int(sign) if sign.isdigit() else 1):
                    if sign != "*":
                        self.board[self.spot(file, self.ranks - 1 - row)] = "" if sign.isdigit() else sign
                    file += 1
        self.white = True
        self.passed: tuple[tuple[Spot, ...], Spot] = ((), (-1, -1))
        self.reserve = Counter(hand)
        self.holes: frozenset[Spot] = frozenset()
        self.lost: Spot | None = None

    def spot(self, x: int, y: int) -> Spot:
        """Where a spot lies that was counted on over joined edges; ranks 12 to 14 of a strip are -3 to -1."""
        while self.rules.strip and not -3 <= y < 11:
            x, y = 7 - x, y - 14 if y > 0 else y + 14
        return (x % self.ranks, y % self.ranks) if self.rules.torus else (x, y)

    def mine(self, piece: str, white: bool) -> bool:
        return bool(piece) and piece.isupper() is white

    def steps(self, spot: Spot, white: bool) -> Iterator[Spot]:
        """Where a piece that is no pawn goes."""
        letter, board, rules = self.board[spot].upper(), self.board, self.rules
        ways = {**RIDES, **rules.rides}.get(letter, ())
        at_home = rules.holes and letter == "K" and spot == (4, 0 if white else 7)
        for way in ALL_WAYS if at_home else ways:
            for there in self.along(spot, way):
                if not board[there] or self.mine(board[there], not white):
                    yield there
        for x, y in {**LEAPS, **rules.leaps}.get(letter, ()):
            there = self.spot(spot[0] + x, spot[1] + y)
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
        for far in count(1):
            there = self.spot(spot[0] + far * way[0], spot[1] + far * way[1])
            if there not in self.board or there == spot:
                return
            yield there
            if self.board[there]:
                return

    def ahead(self, spot: Spot, white: bool) -> int:
        """Which way along the ranks a pawn goes."""
        backward = self.rules.strip and self.board[spot].startswith("+")
        return 1 if white is not backward else -1

    def is_home(self, spot: Spot, white: bool) -> bool:
        if self.rules.strip:
            return spot[1] == {"P": 1, "p": 6, "+P": -1, "+p": 8}[self.board[spot]]
        return spot[1] == (self.rules.second if white else self.ranks - 1 - self.rules.second)

    def pawn_steps(self, spot: Spot, white: bool) -> Iterator[Spot]:
        (x, y), ahead, at_home = spot, self.ahead(spot, white), self.is_home(spot, white)
        fresh = self.board[spot].startswith("+") if self.rules.torus else at_home
        for far in range(1, (3 if self.rules.triple else 2) + 1 if fresh else 2):
            there = self.spot(x, y + far * ahead)
            if self.board.get(there) != "":
                break
            yield there
        for side in (-1, 1):
            there = self.spot(x + side, y + ahead)
            if there in self.passed[0] or self.mine(self.board.get(there, ""), not white):
                yield there

    def candidates(self, white: bool) -> Iterator[tuple[Spot, Spot, str]]:
        """Moves from spot to spot, and what a pawn becomes."""
        return (move for move in self.over_holes(white) if move[1] not in self.holes)

    def over_holes(self, white: bool) -> Iterator[tuple[Spot, Spot, str]]:
        """The same with those that end on squares that are gone."""
        for spot, piece in list(self.board.items()):
            if not self.mine(piece, white):
                continue
            if piece.upper() not in ("P", "+P"):
                yield from ((spot, there, "") for there in self.steps(spot, white))
                yield from self.double_steps(spot, white) if piece.upper() == self.rules.twice else ()
                continue
            for there in self.pawn_steps(spot, white):
                seen = there if white else (there[0], self.ranks - 1 - there[1])
                into = [each for each in self.rules.promotions.get(seen, "") if self.left(each, white)]
                if seen not in self.rules.promotions or seen in self.rules.may:
                    yield spot, there, ""
                yield from ((spot, there, each.lower()) for each in into)

    def double_steps(self, spot: Spot, white: bool) -> Iterator[tuple[Spot, Spot, str]]:
        """Two steps in one move, behind a comma where the first one captures; out and back over an empty spot is a pass."""
        for x, y in ALL_WAYS:
            middle = (spot[0] + x, spot[1] + y)
            if self.board.get(middle) == "":
                yield spot, spot, ""
            elif self.mine(self.board.get(middle, ""), not white):
                ends = ((middle[0] + u, middle[1] + v) for u, v in ALL_WAYS)
                for there in ends:
                    if there == spot or (there in self.board and not self.mine(self.board[there], white)):
                        yield spot, there, f",{name(there)}{name(middle)}"

    def may_exchange(self, spot: Spot, there: Spot, becomes: str) -> bool:
        """Whether a move may take what goes twice, if it does."""
        letter, middle = self.rules.twice, self.middle(becomes)
        kept = [at for at in (middle, there) if at is not None and at != spot and self.board[at].upper() == letter]
        if not letter or not kept:
            return True
        if self.lost is not None and self.lost not in kept:
            return False
        twin = self.after(spot, there, becomes, self.white)
        mine = self.board[spot].upper() == letter
        return not (mine and any(end == there for _, end, _ in twin.candidates(not self.white)))

    def middle(self, becomes: str) -> Spot | None:
        return next((at for at in self.board if becomes.startswith(",") and becomes.endswith(name(at))), None)

    def leaving(self, white: bool) -> Iterator[tuple[Spot, Spot, str]]:
        """Pieces that leave the board instead of a move, and where what follows happens."""
        for spot, piece in list(self.board.items()):
            if not self.mine(piece, white) or piece.upper() == "K":
                continue
            if self.rules.bomb and self.reserve["X" if white else "x"]:
                yield spot, spot, "x"
            taken = any(self.reserve[sign] for sign in "QRBNUqrbnu")
            struck = {there for _, there, _ in self.candidates(not white)} if self.rules.launch else set()
            if self.rules.launch and piece.upper() == "U" and taken and spot not in struck:
                yield from ((spot, there, "x") for there in self.board if there != spot)

    def blown(self, spot: Spot, there: Spot, white: bool) -> Brute:
        twin = self.twin()
        twin.board[spot] = ""
        twin.reserve["X" if white else "x"] -= self.rules.bomb
        for x, y in (*ALL_WAYS, (0, 0)):
            hit = (there[0] + x, there[1] + y)
            if hit in twin.board and not (self.rules.launch and twin.board[hit].upper() == "K"):
                twin.board[hit] = ""
        twin.passed, twin.white = ((), there), not white
        return twin

    def twin(self) -> Brute:
        twin = object.__new__(Brute)
        twin.rules, twin.ranks, twin.board = self.rules, self.ranks, dict(self.board)
        twin.reserve, twin.holes, twin.lost = self.reserve.copy(), self.holes, None
        return twin

    def left(self, letter: str, white: bool) -> bool:
        """Whether one more of a kind is allowed."""
        own = letter if white else letter.lower()
        if self.rules.reserve:
            return self.reserve[own] > 0
        return list(self.board.values()).count(own) < self.rules.limits.get(letter, 99)

    def after(self, spot: Spot, there: Spot, becomes: str, white: bool) -> Brute:
        if becomes == "x":
            return self.blown(spot, there, white)
        twin = self.twin()
        standing = twin.board[spot]
        if becomes.startswith(","):
            twin.board |= {spot: "", cast(Spot, self.middle(becomes)): ""} | {there: standing}
            twin.passed, twin.white = ((), there), not white
            return twin
        if standing.upper() != self.rules.twice == twin.board[there].upper() != "":
            twin.lost = there
        piece, pawn = standing if self.rules.strip else standing.lstrip("+"), twin.board[spot].upper() in ("P", "+P")
        in_passing = pawn and there in self.passed[0] and spot[0] != there[0]
        taken = twin.board[self.passed[1] if in_passing else there]
        twin.board[self.passed[1] if in_passing else there] = ""
        twin.board[spot] = ""
        twin.holes = self.holes | {spot} if self.rules.holes else self.holes
        twin.board[there] = (becomes.upper() if white else becomes) or piece
        twin.reserve[taken] += 1
        twin.reserve[twin.board[there] if becomes else ""] -= 1
        if self.rules.kamikaze and taken:
            twin.board[there] = ""
        ahead = self.ahead(spot, white)
        far = (there[1] - spot[1]) * ahead % self.ranks
        over = tuple(self.spot(spot[0], spot[1] + step * ahead) for step in range(1, far))
        twin.passed = (over, there) if pawn and spot[0] == there[0] else ((), there)
        twin.white = not white
        return twin

    def safe(self, white: bool) -> bool:
        """Whether no answer takes the king of a side."""
        if self.rules.bomb and not {"K", "k"} <= {*self.board.values()}:
            return ("K" if white else "k") in self.board.values()
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
        found = set[str]()
        if self.rules.bomb and not {"K", "k"} <= {*self.board.values()}:
            return found
        for spot, there, becomes in (*self.candidates(self.white), *self.leaving(self.white)):
            open_to = becomes == "x" or (self.board[there].upper() != "K" and self.may_exchange(spot, there, becomes))
            if open_to and self.after(spot, there, becomes, self.white).safe(self.white):
                found.add(f"{name(spot)}{name(there)}{becomes}")
        return found

    def play(self, text: str) -> Brute:
        for spot, there, becomes in (*self.candidates(self.white), *self.leaving(self.white)):
            if f"{name(spot)}{name(there)}{becomes}" == text:
                return self.after(spot, there, becomes, self.white)
        raise LookupError(text)


def name(spot: Spot) -> str:
    return f"{'abcdefghijkl'[spot[0]]}{spot[1] + 1 if spot[1] >= 0 else spot[1] + 15}"


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
    "cheshire-cat": Rules(promotions=rank(7, 8, "QRBN"), holes=True),
    "eurasian-chess": Rules(
        hops={"C": STRAIGHT, "V": SLANTED},
        second=2,
        promotions=rank(7, 10, "QRBNCV") | rank(8, 10, "QRBNCV") | rank(9, 10, "QRBNCV"),
        may=frozenset((file, number) for file in range(10) for number in (7, 8)),
        limits=GRAND,
        faces=((0, 1), (0, -1), *SLANTED),
        half=True,
    ),
    "gross-chess": Rules(
        rides={"M": STRAIGHT, "A": SLANTED},
        leaps={
            "M": KNIGHT,
            "A": KNIGHT,
            "W": (*SLANTED, *((x, y) for x in (-3, -1, 1, 3) for y in (-3, -1, 1, 3) if abs(x) != abs(y))),
            "S": (*STRAIGHT, *((2 * x, 2 * y) for x, y in ALL_WAYS)),
        },
        hops={"C": STRAIGHT, "V": SLANTED},
        second=2,
        promotions=rank(9, 12, "BNVW") | rank(10, 12, "RBNCVWS") | rank(11, 12, "QMARBNCVWS"),
        may=frozenset((file, number) for file in range(12) for number in (9, 10)),
        triple=True,
        reserve=True,
    ),
    "kamikaze": Rules(promotions=rank(7, 8, "QRBN"), kamikaze=True),
    "torus-chess": Rules(promotions=rank(7, 8, "QRBN"), torus=True),
    "beirut": Rules(promotions=rank(7, 8, "QRBN"), bomb=True),
    "stratomic": Rules(leaps={"U": ALL_WAYS}, second=2, promotions=rank(8, 10, "QRBNU"), launch=True),
    "elven-chess": Rules(
        rides={"E": SLANTED, "G": STRAIGHT},
        leaps={
            "W": tuple((x, y) for x in range(-2, 3) for y in range(-2, 3) if x or y),
            "E": STRAIGHT,
            "G": SLANTED,
            "D": ALL_WAYS,
        },
        second=2,
        promotions=rank(7, 10, "QRBN"),
        twice="W",
    ),
    "moebius-strip": Rules(promotions=rank(7, 8, "QRBN") | rank(13, 8, "QRBN"), strip=True),
}


@pytest.mark.parametrize("game", GAMES)
def test_games_beside_a_mover_apart(game: str) -> None:
    variant = general(game)
    for seed in range(2):
        chance = random.Random(f"{game} {seed}")
        state = variant.initial_state()
        brute = Brute(variant.write_position(state), GAMES[game])
        for _ in range(40 if len(brute.board) < 100 else 16):
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
