"""Four-player chess once more, written apart: coordinates in a dictionary, and every move tried out on a copy.

It shares no code with `rules.armies`; who reads one has not read the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

Spot = tuple[int, int]
Piece = tuple[int, str]
Ply = tuple[str, str, str]
"""From, to and what a pawn becomes; a resignation is three empty texts, a castling that of its king."""

AHEAD = [(0, 1), (1, 0), (0, -1), (-1, 0)]
STRAIGHT = [(1, 0), (0, 1), (-1, 0), (0, -1)]
SLANTED = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
JUMPS = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]
WORTH = {"P": 1, "N": 3, "B": 5, "R": 5, "Q": 9, "D": 1, "K": 20}
ARRAYS = ["RNBQKBNR", "RNBKQBNR", "RNBKQBNR", "RNBQKBNR"]  # along growing files or ranks


def on_board(spot: Spot) -> bool:
    """Inside 14 by 14, and in no corner."""
    x, y = spot
    edge = {0, 1, 2, 11, 12, 13}
    return 0 <= x < 14 and 0 <= y < 14 and not (x in edge and y in edge)


def called(spot: Spot) -> str:
    """The name of a square."""
    return "abcdefghijklmn"[spot[0]] + str(spot[1] + 1)


@dataclass
class Table:
    """A position. gone: 0 for who plays, 1 for whose king walks on, 2 for who is out. doomed: by seat who mated it."""

    teams: bool
    men: dict[Spot, Piece] = field(default_factory=dict)
    moved: set[Spot] = field(default_factory=set)
    passed: dict[int, Spot] = field(default_factory=dict)
    turn: int = 0
    gone: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    points: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    doomed: dict[int, int] = field(default_factory=dict)
    over: str = ""

    def copy(self) -> Table:
        """The same once more."""
        lists = (self.turn, self.gone[:], self.points[:], dict(self.doomed), self.over)
        return Table(self.teams, dict(self.men), set(self.moved), dict(self.passed), *lists)

    def enemies(self, one: int, other: int) -> bool:
        """Whether two seats play against each other."""
        return (one - other) % 2 == 1 if self.teams else one != other

    def strikes(self, spot: Spot) -> Iterator[Spot]:
        """The squares that a man attacks."""
        seat, kind = self.men[spot]
        if self.gone[seat] == 2 or (self.gone[seat] == 1 and kind != "K"):
            return
        x, y = spot
        if kind == "P":
            ax, ay = AHEAD[seat]
            yield from ((x + ax + ay, y + ay + ax), (x + ax - ay, y + ay - ax))
        elif kind in "NK":
            steps = JUMPS if kind == "N" else STRAIGHT + SLANTED
            yield from ((x + dx, y + dy) for dx, dy in steps)
        else:
            rays = {"R": STRAIGHT, "B": SLANTED}.get(kind, STRAIGHT + SLANTED)
            for dx, dy in rays:
                there = (x + dx, y + dy)
                while on_board(there):
                    yield there
                    if there in self.men:
                        break
                    there = (there[0] + dx, there[1] + dy)

    def attacked(self, spot: Spot, seat: int) -> bool:
        """Whether an enemy of a seat attacks a square."""
        return any(self.enemies(seat, man[0]) and spot in self.strikes(place) for place, man in self.men.items())

    def king(self, seat: int) -> Spot | None:
        """Where a king stands."""
        return next((spot for spot, man in self.men.items() if man == (seat, "K")), None)

    def in_check(self, seat: int) -> bool:
        """Whether a king that counts is attacked."""
        king = self.king(seat)
        return self.gone[seat] < 2 and king is not None and self.attacked(king, seat)

    def tries(self, seat: int) -> Iterator[tuple[Spot, Spot]]:
        """Moves but for castling, without regard to checks."""
        for spot, (owner, kind) in [*self.men.items()]:
            if owner != seat or (self.gone[seat] and kind != "K"):
                continue
            for there in self.strikes(spot):
                if not on_board(there):
                    continue
                man = self.men.get(there)
                if man is not None:
                    if self.enemies(seat, man[0]) or (man[0] == seat and self.gone[seat] == 1):
                        yield spot, there
                elif kind != "P" or any(self.enemies(seat, foe) and there == at for foe, at in self.live_passed()):
                    yield spot, there
            if kind == "P":
                dx, dy = AHEAD[seat]
                one, two = (spot[0] + dx, spot[1] + dy), (spot[0] + 2 * dx, spot[1] + 2 * dy)
                if on_board(one) and one not in self.men:
                    yield spot, one
                    if self.row(seat, spot) == 1 and two not in self.men:
                        yield spot, two

    def live_passed(self) -> Iterator[tuple[int, Spot]]:
        """The squares passed whose pawn is still there."""
        for seat, (x, y) in self.passed.items():
            if self.men.get((x + AHEAD[seat][0], y + AHEAD[seat][1])) == (seat, "P"):
                yield seat, (x, y)

    @staticmethod
    def row(seat: int, spot: Spot) -> int:
        """How far from its own side a square lies."""
        return [spot[1], spot[0], 13 - spot[1], 13 - spot[0]][seat]

    def shift(self, seat: int, spot: Spot, there: Spot, becomes: str) -> Piece | None:
        """Move a man; what it captures."""
        man, taken = self.men.pop(spot), self.men.get(there)
        if man[1] == "P" and taken is None and spot[0] != there[0] and spot[1] != there[1]:
            foe = next(foe for foe, at in self.live_passed() if at == there)
            taken = self.men.pop((there[0] + AHEAD[foe][0], there[1] + AHEAD[foe][1]))
        self.men[there] = (seat, becomes or man[1])
        return taken

    def moves(self, seat: int) -> list[Ply]:
        """The legal moves of a seat, were it to move."""
        found = []
        for spot, there in self.tries(seat):
            kinds = [""]
            if self.men[spot][1] == "P" and self.row(seat, there) == (10 if self.teams else 7):
                kinds = [*"QRBN"] if self.teams else ["D"]
            after = self.copy()
            taken = after.shift(seat, spot, there, "")
            if (taken is not None and taken[1] == "K" and self.gone[taken[0]] < 2) or not after.in_check(seat):
                found += [(called(spot), called(there), kind) for kind in kinds]
        return sorted({*found, *self.castlings(seat)})

    def castlings(self, seat: int) -> Iterator[Ply]:
        """The castlings, as moves of the king."""
        king = self.king(seat)
        if self.gone[seat] or king is None or king in self.moved or self.row(seat, king) or self.in_check(seat):
            return
        sx, sy = (1, 0) if seat in (0, 2) else (0, 1)
        for sign in (1, -1):
            way = [(king[0] + sign * sx * n, king[1] + sign * sy * n) for n in range(1, 8)]
            way = [spot for spot in way if on_board(spot) and 3 <= spot[0] * sx + spot[1] * sy <= 10]
            if self.men.get(way[-1]) != (seat, "R") or way[-1] in self.moved or any(s in self.men for s in way[:-1]):
                continue
            if not any(self.attacked(spot, seat) for spot in way[:2]):
                yield called(king), called(way[1]), "O"

    def play(self, ply: Ply) -> None:
        """Make a legal move, or resign."""
        seat = self.turn
        self.passed.pop(seat, None)
        if not ply[0]:
            self.resign(seat)
        else:
            self.go(seat, ply)
            for other in range(4):
                hit = other != seat and self.gone[other] < 2 and self.in_check(other) and not self.moves(other)
                if hit:
                    self.doomed.setdefault(other, seat)
                else:
                    self.doomed.pop(other, None)
        while not self.over:
            self.turn = (self.turn + 1) % 4
            if self.gone[self.turn] == 2:
                continue
            self.passed.pop(self.turn, None)
            if self.moves(self.turn):
                break
            self.stuck(self.turn)

    def go(self, seat: int, ply: Ply) -> None:
        """A move on the board and its points."""
        spot, there = (next(s for s in SPOTS if called(s) == name) for name in ply[:2])
        kind, before = self.men[spot][1], self.checking(seat)
        if ply[2] == "O":
            step = ((there[0] > spot[0]) - (there[0] < spot[0]), (there[1] > spot[1]) - (there[1] < spot[1]))
            rook = there
            while self.men.get(rook) != (seat, "R"):
                rook = (rook[0] + step[0], rook[1] + step[1])
            self.men[there] = self.men.pop(spot)
            self.men[spot[0] + step[0], spot[1] + step[1]] = self.men.pop(rook)
            taken = None
        else:
            taken = self.shift(seat, spot, there, ply[2])
        self.moved |= {spot, there}
        if kind == "P" and sorted((abs(there[0] - spot[0]), abs(there[1] - spot[1]))) == [0, 2]:
            self.passed[seat] = ((spot[0] + there[0]) // 2, (spot[1] + there[1]) // 2)
        if taken is not None:
            state = self.gone[taken[0]]
            if not self.gone[seat] and (state == 0 or (state == 1 and taken[1] == "K")):
                self.points[seat] += WORTH[taken[1]]
            if taken[1] == "K" and state < 2:
                self.leave(taken[0])
        if not self.gone[seat] and not self.teams:
            bonus = {2: 1, 3: 5} if kind == "Q" else {2: 5, 3: 20}
            self.points[seat] += bonus.get(len(self.checking(seat) - before), 0)

    def checking(self, seat: int) -> set[int]:
        """Whose kings a seat attacks."""
        mine = {there for spot, man in self.men.items() if man[0] == seat for there in self.strikes(spot)}
        return {other for other in range(4) if other != seat and self.gone[other] < 2 and self.king(other) in mine}

    def playing(self) -> list[int]:
        """Who is in the game."""
        return [seat for seat in range(4) if self.gone[seat] == 0]

    def leave(self, seat: int) -> None:
        """Somebody is out, and with him perhaps the game is over."""
        self.gone[seat] = 2
        self.passed.pop(seat, None)
        if self.teams:
            self.over = "1010" if seat % 2 else "0101"
        elif len(self.playing()) < 2:
            for last in self.playing():
                self.points[last] += 20 * self.gone.count(1)
            best = max(self.points)
            self.over = "".join("1" if points == best else "0" for points in self.points)

    def resign(self, seat: int) -> None:
        """Who resigns leaves a walking king behind, if two others play on."""
        others = [other for other in self.playing() if other != seat]
        if self.teams or len(others) < 2:
            for other in others:
                self.points[other] += 20
            self.leave(seat)
        else:
            self.gone[seat] = 1

    def stuck(self, seat: int) -> None:
        """Mate or stalemate."""
        if self.in_check(seat):
            mater = self.doomed[seat]
            if not self.gone[mater]:
                self.points[mater] += 20
            self.leave(seat)
        elif self.teams:
            self.over = "draw"
        else:
            for other in self.playing() if self.gone[seat] else [seat]:
                self.points[other] += 10 if self.gone[seat] else 20
            self.leave(seat)


SPOTS = [(x, y) for x in range(14) for y in range(14) if on_board((x, y))]


def new_table(*, teams: bool) -> Table:
    """The start."""
    table = Table(teams)
    for seat, kinds in enumerate(ARRAYS):
        for place, kind in enumerate(kinds, 3):
            for row, man in enumerate((kind, "P")):
                spot = [(place, row), (row, place), (place, 13 - row), (13 - row, place)][seat]
                table.men[spot] = (seat, man)
    return table
