"""Chamæleon once more, slowly and straight from the rules, with squares as pairs of numbers: both must agree."""

import random
from collections.abc import Iterator
from itertools import product

import pytest

from fairyscore.notation.moves import long
from fairyscore.notation.rules.moves import ParsedMove
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.variants import variant

Square = tuple[int, int]

GAMES, PLIES = 8, 120
EAGER = 0.3  # how often a capture is preferred, so that players leave and games end

CORNER = ("RGYB", "YBRG", "BYGR", "GRBY")  # a1..d4 from rank 1 up
IS = {
    "R": {"R": "N", "Y": "B", "G": "Q", "B": "R"},
    "Y": {"Y": "N", "R": "B", "G": "R", "B": "Q"},
    "G": {"G": "N", "B": "B", "R": "Q", "Y": "R"},
    "B": {"B": "N", "G": "B", "R": "R", "Y": "Q"},
}
HOMES = {
    "w": ("a1", "b1", "c1", "d1"),
    "s": ("a8", "a7", "a6", "a5"),
    "b": ("h8", "g8", "f8", "e8"),
    "g": ("h1", "h2", "h3", "h4"),
}
PLAYERS = {2: "wb", 3: "wsb", 4: "wsbg"}
STRAIGHT = ((0, 1), (1, 0), (0, -1), (-1, 0))
SLANTED = ((1, 1), (1, -1), (-1, -1), (-1, 1))
JUMPS = [(x, y) for x, y in product((-2, -1, 1, 2), repeat=2) if abs(x) != abs(y)]
RIDES = {"Q": STRAIGHT + SLANTED, "R": STRAIGHT, "B": SLANTED}


SQUARES: list[Square] = [(x, y) for x in range(8) for y in range(8)]


def usual_colour(square: Square) -> str:
    """The colour in the quarter a1..d4, the board turned back as often as need be."""
    x, y = square
    while x > 3 or y > 3:
        x, y = y, 7 - x
    return CORNER[y][x]


def name(square: Square) -> str:
    return "abcdefgh"[square[0]] + str(square[1] + 1)


def square_of(text: str) -> Square:
    return "abcdefgh".index(text[0]), int(text[1]) - 1


class Table:
    """pieces: square -> owner and the colour on which the piece is a knight; paint: square -> colour."""

    def __init__(self, players: int, drop: bool, paint: dict[Square, str]) -> None:
        self.paint = paint
        self.order = list(PLAYERS[players])
        self.turn = "w"
        self.pieces: dict[Square, tuple[str, str]] = {}
        self.hands = {player: list("RYGB") if drop else [] for player in self.order}
        self.files, self.ranks = list(range(8)), list(range(8))
        if not drop:
            squares = [(player, square_of(text)) for player in self.order for text in HOMES[player]]
            self.pieces = {square: (player, paint[square]) for player, square in squares}

    def targets(self, square: Square) -> Iterator[Square]:
        owner, piece = self.pieces[square]
        kind = IS[piece][self.paint[square]]
        for x, y in JUMPS if kind == "N" else RIDES[kind]:
            there = (square[0] + x, square[1] + y)
            while there[0] in self.files and there[1] in self.ranks:
                if there not in self.pieces or self.pieces[there][0] != owner:
                    yield there
                if there in self.pieces or kind == "N":
                    break
                there = (there[0] + x, there[1] + y)

    def moves(self) -> list[str]:
        owners = {owner for owner, _ in self.pieces.values()}
        if self.hands[self.turn]:
            empty = [square for square in SQUARES if square not in self.pieces]
            return [
                f"{IS[piece][self.paint[square]]}@{name(square)}" for square in empty for piece in self.hands[self.turn]
            ]
        if len(owners) == 1:
            return []
        own = [square for square, piece in self.pieces.items() if piece[0] == self.turn]
        goes = [(square, there) for square in own for there in self.targets(square)]
        return [f"{name(a)}{'x' if b in self.pieces else '-'}{name(b)}" for a, b in goes] or ["--"]

    def play(self, move: str) -> None:
        if "@" in move:
            square = square_of(move[2:])
            piece = next(piece for piece in self.hands[self.turn] if IS[piece][self.paint[square]] == move[0])
            self.hands[self.turn].remove(piece)
            self.pieces[square] = (self.turn, piece)
        elif move != "--":
            start = square_of(move[:2])
            self.pieces[square_of(move[3:])] = self.pieces.pop(start)
            self.shrink(self.files, start[0], {square[0] for square in self.pieces})
            self.shrink(self.ranks, start[1], {square[1] for square in self.pieces})
        self.turn = self.next_player()

    def shrink(self, lines: list[int], left: int, manned: set[int]) -> None:
        end = 0 if left == lines[0] else -1
        if left in (lines[0], lines[-1]) and left not in manned:
            while len(lines) > 3 and lines[end] not in manned:
                del lines[end]

    def next_player(self) -> str:
        here = self.order.index(self.turn)
        playing = {owner for owner, _ in self.pieces.values()} | {p for p, hand in self.hands.items() if hand}
        return next(player for player in self.order[here + 1 :] + self.order if player in playing)


def text_of(paint: dict[Square, str]) -> str:
    """The colours as the option and the tag have them."""
    return "/".join("".join(paint[x, y] for x in range(8)) for y in range(7, -1, -1))


@pytest.mark.parametrize(("start", "painted"), [("array", False), ("drop", False), ("drop", True)])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_engine_agrees_with_the_slow_table(players: int, start: str, painted: bool) -> None:
    dice = random.Random(f"{players} {start} {painted}")
    for _ in range(GAMES):
        paint = {square: dice.choice("RGYB") if painted else usual_colour(square) for square in SQUARES}
        game = variant(f"chamaeleon:players={players},start={start},colours={text_of(paint)}")
        play_both(game, Table(players, start == "drop", paint), dice)


def play_both(game: Variant, slow: Table, dice: random.Random) -> None:
    state = game.initial_state()
    for _ in range(PLIES):
        expected = slow.moves()
        written = [long.write(state, move, game) for move in state.moves()]
        assert sorted(written) == sorted(expected)
        if not expected:
            assert state.outcome() is not None
            break
        assert game.seats[state.turn].letter == slow.turn
        captures = [move for move in expected if "x" in move]
        move = dice.choice(captures if captures and dice.random() < EAGER else expected)
        parsed = long.read(move, game)
        assert isinstance(parsed, ParsedMove)
        assert state.push(parsed)
        slow.play(move)
        assert game.write_position(state).count("*") == 64 - len(slow.files) * len(slow.ranks)
