"""Chess on hexagons beside a mover that shares nothing with ours: cells are points on a plane, lines angles between them.

The walks of these games in `tests/data/walks_general.tsv` are another program's.
"""

import random
import re
from collections.abc import Iterator, Sequence
from math import atan2, cos, degrees, hypot, radians, sin, sqrt

import pytest

from fairyscore.notation.boards import hexagon, slanted
from fairyscore.notation.errors import FairyscoreError
from fairyscore.notation.lattices import IN_FILES, IN_RANKS, Lattice, levels
from fairyscore.notation.position import Position
from fairyscore.notation.variants.betza import parse_betza

Place = tuple[float, float]
Placement = dict[str, str]

FILES = "abcdefghikl"


def of_six() -> dict[str, Place]:
    """The 91 cells of Gliński's board: eleven files, each half a cell higher or lower than the one before."""
    cells = {}
    for file, letter in enumerate(FILES):
        length = 11 - abs(file - 5)
        for rank in range(1, length + 1):
            cells[f"{letter}{rank}"] = (file * sqrt(3) / 2, rank - length / 2)
    return cells


def rhombus() -> dict[str, Place]:
    """The 81 cells of de Vasa's: nine ranks, each half a cell further to the left than the one below."""
    return {f"{'abcdefghi'[f]}{r + 1}": (f - r / 2, r * sqrt(3) / 2) for f in range(9) for r in range(9)}


def cut() -> dict[str, Place]:
    """The 70 cells of Shafran's: nine files, each half a cell lower than the one before as far as e, then higher."""
    ends = ((1, 6), (1, 7), (1, 8), (1, 9), (1, 10), (2, 10), (3, 10), (4, 10), (5, 10))
    cells = {}
    for file, (low, high) in enumerate(ends):
        for rank in range(low, high + 1):
            cells[f"{'abcdefghi'[file]}{rank}"] = (file * sqrt(3) / 2, rank - file / 2)
    return cells


class Game:
    """A game on a plane. captures, ahead: angles of a pawn's ways, clockwise; begins: where it may move two cells.

    farther: where it may move three.
    """

    def __init__(
        self,
        cells: dict[str, Place],
        captures: list[int],
        ahead: list[int],
        begins: tuple[str, str],
        farther: tuple[str, str] = ("", ""),
    ) -> None:
        self.farther = farther
        self.cells = cells
        self.captures, self.ahead, self.begins = captures, ahead, begins
        self.upright = len(ahead) == 1
        self.near = {place: name for name, place in ((n, self._rounded(p)) for n, p in cells.items())}

    def _rounded(self, place: Place) -> Place:
        return round(place[0], 3) + 0.0, round(place[1], 3) + 0.0

    def at(self, start: str, angle: float, far: float) -> str | None:
        """The cell so far away."""
        x, y = self.cells[start]
        return self.near.get(self._rounded((x + far * sin(radians(angle)), y + far * cos(radians(angle)))))

    def line(self, start: str, angle: float, far: float) -> Iterator[str]:
        """The cells of a line."""
        number = 1
        while (there := self.at(start, angle, number * far)) is not None:
            yield there
            number += 1

    def ways(self, piece: str) -> Sequence[tuple[float, float]]:
        """Angle and length of the single steps of a rook, bishop, queen or king."""
        sides: list[tuple[float, float]] = [(angle + (0 if self.upright else 30), 1.0) for angle in range(0, 360, 60)]
        corners: list[tuple[float, float]] = [(angle + 30, sqrt(3)) for angle, _ in sides]
        return {"R": sides, "B": corners}.get(piece, sides + corners)

    def targets(self, board: Placement, cell: str, passed: frozenset[str]) -> Iterator[str]:
        """Where a piece may go, whatever becomes of its king."""
        piece = board[cell]
        white, kind = piece.isupper(), piece.upper()
        if kind == "P":
            yield from self.pawn(board, cell, passed)
        elif kind == "N":
            for other, (x, y) in self.cells.items():
                away = hypot(x - self.cells[cell][0], y - self.cells[cell][1])
                if abs(away - sqrt(7)) < 0.01 and (other not in board or board[other].isupper() != white):
                    yield other
        else:
            for angle, far in self.ways(kind):
                for there in self.line(cell, angle, far):
                    if there not in board or board[there].isupper() != white:
                        yield there
                    if there in board or kind == "K":
                        break

    def pawn(self, board: Placement, cell: str, passed: frozenset[str]) -> Iterator[str]:
        """Where a pawn may go."""
        white = board[cell].isupper()
        turn = 0 if white else 180
        for angle in self.ahead:
            one, two = self.at(cell, angle + turn, 1.0), self.at(cell, angle + turn, 2.0)
            if one is not None and one not in board:
                yield one
                if two is not None and two not in board and cell in self.begins[not white].split():
                    yield two
                    three = self.at(cell, angle + turn, 3.0)
                    if three is not None and three not in board and cell in self.farther[not white].split():
                        yield three
        for angle in self.captures:
            far = 1.0 if self.upright and angle % 60 == 0 else sqrt(3)
            there = self.at(cell, angle + turn, far)
            if there is not None and (there in passed or (there in board and board[there].isupper() != white)):
                yield there

    def legal(self, board: Placement, white: bool, passed: frozenset[str], victim: str) -> set[tuple[str, str]]:
        """All moves but castlings, each once whatever a pawn turns into."""
        found = set()
        for cell in [cell for cell, piece in board.items() if piece.isupper() == white]:
            for there in self.targets(board, cell, passed):
                after = {at: piece for at, piece in board.items() if at != cell}
                if board[cell].upper() == "P" and there in passed and self.angle(cell, there, white) in self.captures:
                    after.pop(victim, None)
                after[there] = board[cell]
                king = next(at for at, piece in after.items() if piece == ("K" if white else "k"))
                enemies = [at for at, piece in after.items() if piece.isupper() != white]
                if not any(king in self.targets(after, enemy, frozenset()) for enemy in enemies):
                    found.add((cell, there))
        return found

    def angle(self, start: str, there: str, white: bool) -> int:
        """Which way a cell lies from another one, as a player sees it, from -180 to 180."""
        (x, y), (u, v) = self.cells[start], self.cells[there]
        turned = degrees(atan2(u - x, v - y)) - (0 if white else 180)
        return round((turned + 180) % 360 - 180)


def read(game: Game, fen: str) -> tuple[Placement, bool, frozenset[str]]:
    """The pieces, who is to move, and the cell passed."""
    placement, mover, _, passed, *_ = fen.split()
    board: Placement = {}
    by_rank: dict[int, list[str]] = {}
    for name in sorted(game.cells):
        by_rank.setdefault(int(name[1:]), []).append(name)
    for rank, row in zip(sorted(by_rank, reverse=True), placement.split("/"), strict=True):
        texts = [
            text for word in re.findall(r"\d+|\w", row) for text in ([""] * int(word) if word.isdigit() else [word])
        ]
        board |= {cell: text for cell, text in zip(by_rank[rank], texts, strict=True) if text}
    return board, mover == "w", frozenset(re.findall(r"[a-z]\d+", passed))


GLINSKI = ("b1 c2 d3 e4 f5 g4 h3 i2 k1", "b7 c7 d7 e7 f7 g7 h7 i7 k7")
MCCOOEY = ("c1 d2 e3 g3 h2 i1", "c8 d8 e8 g8 h8 i8")
SHAFRAN = ("b2 c2 d2 e2 f3 g4 h5", "b6 c7 d8 e9 f9 g9 h9")
SHAFRANS_CENTRE = ("d2 e2 f3", "d8 e9 f9")
VASA = ("a3 b3 c3 d3 e3 f3 g3 h3 i3", "a7 b7 c7 d7 e7 f7 g7 h7 i7")
GAMES = {
    "glinski-chess": Game(of_six(), [-60, 60], [0], GLINSKI),
    "mccooey-chess": Game(of_six(), [-30, 30], [0], MCCOOEY),
    "shafran-chess": Game(cut(), [-30, 30], [0], SHAFRAN, SHAFRANS_CENTRE),
    "de-vasa-chess": Game(rhombus(), [-60, 60], [-30, 30], VASA),
}


@pytest.mark.parametrize("name", GAMES)
def test_moves_of_random_games(name: str) -> None:
    """As the mover on a plane finds them; the victim of a capture in passing stands beyond the cell passed."""
    game, dice = GAMES[name], random.Random(name)
    position, victim = Position.start(name), ""
    for _ in range(60):
        board, white, passed = read(game, position.fen)
        ours = [move for move in position.legal_moves if not move.is_castling]
        assert {(move.from_cell, move.to_cell) for move in ours} == game.legal(board, white, passed, victim), (
            position.fen
        )
        if not ours:
            return
        move = dice.choice([move for move in ours if move.captured] or ours)
        victim = move.to_cell
        position = position.play(move)


def test_boards() -> None:
    assert len(hexagon(6, letters=FILES).cells) == 91
    assert set(hexagon(6, letters=FILES).cells) == set(of_six())
    board = slanted(9, 9, straight="ranks")
    assert {board.cells[cell] for cell in board.next_to(board.index["e5"])} == {
        name for name, place in rhombus().items() if 0.9 < hypot(place[0] - 2.0, place[1] - 2 * sqrt(3)) < 1.8
    }


@pytest.mark.parametrize(
    ("text", "lattice", "leaps"),
    [
        ("fW", IN_FILES, {(0, 1)}),
        ("fsW", IN_FILES, {(1, 1), (-1, 0)}),
        ("fF", IN_FILES, {(1, 2), (-1, 1)}),
        ("sF", IN_FILES, {(2, 1), (-2, -1)}),
        ("fhW", IN_FILES, {(0, 1), (1, 1), (-1, 0)}),
        ("fW", IN_RANKS, {(0, 1), (1, 1)}),
        ("flW", IN_RANKS, {(0, 1)}),
        ("fF", IN_RANKS, {(1, 2)}),
        ("fsF", IN_RANKS, {(2, 1), (-1, 1)}),
        ("fuW", levels(5), {(0, 1), (9, 0)}),
        ("fuF", levels(5), {(9, 1)}),
    ],
)
def test_betza_on_other_boards(text: str, lattice: Lattice, leaps: set[tuple[int, int]]) -> None:
    (movement,) = parse_betza(text, lattice)
    assert set(movement.leaps) == leaps


@pytest.mark.parametrize("text", ["[F?R]", "nN", "uW", "(1,1,1)"])
def test_what_has_no_meaning_on_hexagons(text: str) -> None:
    with pytest.raises(FairyscoreError, match=r"hexagons|understood"):
        parse_betza(text, IN_FILES)
