"""A position of the general engine: what stands where, and what is attacked."""

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Final, NamedTuple, Self

from fairyscore.notation.boards import bits, mask_of
from fairyscore.notation.rules.general.tables import EMPTY, FIRST, CastlingWay, GeneralTables
from fairyscore.notation.rules.moves import ABSENT

SEATS: Final = 2
Changes = list[tuple[int, int]]
"""Cells with the codes that come to stand there, in order."""


class UsualPosition(NamedTuple):
    """A position in which the game goes on and moves may be usual, with all that these need to know of it.

    kings: by seat the cell of its only king, ABSENT for none. checked: whether who is to move is in check.
    """

    kings: tuple[int, int]
    checked: bool


class GeneralBoard:
    """A position. Cells are mailboxes; whether a king is safe is asked of the position after a move."""

    fields: ClassVar[Mapping[str, str]] = {
        "tables": "the game",
        "board": "code by cell",
        "turn": "seat to move",
        "fullmove_number": "number of the round",
        "halfmove_clock": "plies since a capture or pawn move",
        "most_quiet": "the most of such plies in a row before the last capture or pawn move, or more",
        "hand": "by code less FIRST, how many pieces each side has beside the board",
        "castles": "the castlings that rights are left for, as (index, king's cell, partner's cell)",
        "castled": "the castling that the last move was, by index",
        "gates": "mask of cells whose piece has not moved, in games where that matters",
        "passed": "where a piece may be taken in passing",
        "victim": "where that piece stands",
        "checks": "how many a side has still to give",
        "rest": "1 where the last move was a pass, plus 2 where generals face each other",
        "rested": "what of it held before as well",
        "left": "moves of who is to move in this turn",
        "goes_on": "the cell of the piece that has to go on, and the kind as which it does",
        "undone": "the cells from and to which no capture may go, as it would undo the last one",
        "lost_on": "the cell where the last move took a piece of which exchanges are restrained, by one of another kind",
        "known": "what `usual` knows of the position after a usual move, else None",
    }
    __slots__ = tuple(fields)

    def __init__(self, tables: GeneralTables) -> None:
        self.tables = tables
        self.board = [EMPTY] * tables.size
        self.turn = 0
        self.fullmove_number = 1
        self.halfmove_clock = 0
        self.most_quiet = 0
        self.hand = [0] * len(tables.codes)
        self.castles: tuple[tuple[int, int, int], ...] = ()
        self.gates = 0
        self.castled = ABSENT
        self.passed: tuple[int, ...] = ()
        self.victim = ABSENT
        self.checks = (tables.rules.ends.checks,) * SEATS
        self.rest = self.rested = 0
        self.left = 1
        self.goes_on = (ABSENT, ABSENT)
        self.undone = (ABSENT, ABSENT)
        self.lost_on = ABSENT
        self.known: UsualPosition | None = None

    def may_gate(self, seat: int) -> bool:
        """True if a first move of a seat's piece can still bring something in, or is another one than later."""
        tables = self.tables
        return (
            bool(tables.remembering)
            or tables.rules.gating == "cambodian"
            or any(self.hand[seat::SEATS])
            or any(tables.hand_code)
        )

    def open_gates(self) -> int:
        """The gates that tell positions apart: of seats whose first moves can bring something in."""
        if not self.gates:
            return 0
        may = [self.may_gate(seat) for seat in range(SEATS)]
        return mask_of(cell for cell in bits(self.gates) if may[self.board[cell] & 1])

    def copy(self) -> Self:
        """An independent copy of the position. Written out field by field, because it is called so often."""
        twin = self.__class__.__new__(self.__class__)
        twin.tables = self.tables
        twin.board = self.board.copy()
        twin.turn = self.turn
        twin.fullmove_number = self.fullmove_number
        twin.halfmove_clock = self.halfmove_clock
        twin.most_quiet = self.most_quiet
        twin.hand = self.hand.copy()
        twin.castles = self.castles
        twin.gates = self.gates
        twin.castled = self.castled
        twin.passed = self.passed
        twin.victim = self.victim
        twin.checks = self.checks
        twin.rest = self.rest
        twin.rested = self.rested
        twin.left = self.left
        twin.goes_on = self.goes_on
        twin.undone = self.undone
        twin.lost_on = self.lost_on
        twin.known = self.known
        return twin

    def first_castlings(self) -> tuple[CastlingWay, ...]:
        """The castlings of a game that begins here, by number: from where the position has them, else as the rules say."""
        tables = self.tables
        places = {index: (king, rook) for index, king, rook in self.castles}
        return tuple(
            tables.castling_ways[number, *places.get(number, tables.castling_cells(number))]
            for number in range(len(tables.rules.castlings))
        )

    def castles_from(self, index: int, king: int, rook: int) -> bool:
        """True if king and partner of a castling stand on two cells."""
        rule, tables = self.tables.rules.castlings[index], self.tables
        partners = tables.of_seat[rule.partners, rule.seat]
        return self.board[king] in tables.of_seat[frozenset((rule.king,)), rule.seat] and self.board[rook] in partners

    def first_moves_made(self, seat: int) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Where pieces of a seat stand that may just have made a first move, and the cells where they may be taken."""
        tables, board = self.tables, self.board
        counted = tables.counted_code
        for piece in tables.first_movers[seat::2]:
            for origin in range(tables.size):
                for way in tables.ways(piece, origin) if board[origin] < FIRST else ():
                    if way.first and way.passed:
                        standing = (cell for cell in way.cells if counted[board[cell]] == counted[piece])
                        yield from ((cell, way.passed) for cell in standing)

    # -- what is attacked ------

    def attackers(self, cell: int, seat: int) -> Iterator[int]:
        """The cells of a seat's pieces that attack a cell, whatever stands there."""
        board, tables = self.board, self.tables
        leaps, rays, lame, hops = tables.attacks[seat][cell]
        for origin, pieces in leaps:
            if board[origin] in pieces:
                yield origin
        for ray in rays:
            for origin, pieces in ray:
                there = board[origin]
                if there:
                    if there in pieces:
                        yield origin
                    break
        for origin, pieces, between in lame:
            if board[origin] in pieces and not any(board[c] for c in between):
                yield origin
        for most, ray in hops:
            yield from self._hopper(most, ray, cell)

    def _hopper(self, most: int, ray: tuple[tuple[int, frozenset[int]], ...], cell: int) -> Iterator[int]:
        board, tables, screen = self.board, self.tables, 0
        for place, (origin, pieces) in enumerate(ray, 1):
            there = board[origin]
            if not there:
                continue
            if screen:
                may_not = tables.not_over.get(there, ()), tables.not_takes.get(there, ())
                if there in pieces and screen not in may_not[0] and board[cell] not in may_not[1]:
                    yield origin
                return
            if most and place > most:
                return
            screen = there

    def attacked(self, cell: int, seat: int) -> bool:
        """True if a seat's pieces attack a cell; `attackers` written out, because it is asked most."""
        board = self.board
        leaps, rays, lame, hops = self.tables.attacks[seat][cell]
        for origin, pieces in leaps:
            if board[origin] in pieces:
                return True
        for ray in rays:
            for origin, pieces in ray:
                there = board[origin]
                if there:
                    if there in pieces:
                        return True
                    break
        for origin, pieces, between in lame:
            if board[origin] in pieces and not any(board[c] for c in between):
                return True
        return any(True for most, ray in hops for _ in self._hopper(most, ray, cell))

    def is_safe(self, cell: int) -> bool:
        """True if the piece on a cell cannot be captured."""
        return False

    def faces(self, cell: int, seat: int) -> int:
        """The cell of a seat's piece that must not look along a line at a cell (facing kings); ABSENT for none."""
        tables = self.tables
        if self.rest & 2 and not tables.facing:
            return self._looks(tables.lines[cell], tables.royal[seat])
        looking = (self._looks(lines[cell], pieces[seat]) for pieces, lines in tables.facing)
        return next((there for there in looking if there != ABSENT), ABSENT)

    def _looks(self, lines: tuple[tuple[int, ...], ...], facing: frozenset[int]) -> int:
        """The cell of the first piece on one of some lines, if it is among those that may not face; ABSENT for none."""
        board = self.board
        for line in lines:
            for there in line:
                if board[there]:
                    if board[there] in facing:
                        return there
                    break
        return ABSENT

    def kings_face(self) -> bool:
        """True if the royal pieces of both sides look at each other along a line."""
        lines = self.tables.lines
        return any(self._looks(lines[cell], self.tables.royal[1]) != ABSENT for cell in self.kings(0))

    def exposed(self, cell: int, seat: int) -> set[int]:
        """Cells whose change may let a seat attack a cell that it does not attack now."""
        board, tables = self.board, self.tables
        found: set[int] = set()
        _, rays, lame, hops = tables.attacks[seat][cell]
        for ray in rays:
            first = ABSENT
            for origin, pieces in ray:
                there = board[origin]
                if there:
                    if first != ABSENT:
                        if there in pieces:
                            found.add(first)
                        break
                    first = origin
        for origin, pieces, between in lame:
            if board[origin] in pieces:
                found.update(between)
        for _, ray in hops:
            for place, (origin, pieces) in enumerate(ray):
                if board[origin] in pieces:
                    found.update(c for c, _ in ray[: place + 1])
        for facing, lines in tables.facing:
            for line in lines[cell]:
                standing = [c for c in line if board[c]][:2]
                if len(standing) > 1 and board[standing[1]] in facing[seat]:
                    found.add(standing[0])
        return found

    # -- who must be safe ------

    def cells_of(self, pieces: Iterable[int]) -> list[int]:
        """The cells on which one of these codes stands."""
        board, found = self.board, []
        for piece in pieces:
            cell = -1
            for _ in range(board.count(piece)):
                cell = board.index(piece, cell + 1)
                found.append(cell)
        return found

    def kings(self, seat: int) -> list[int]:
        """The cells of royal pieces."""
        return self.cells_of(self.tables.royal[seat])

    def pseudo_royals(self, seat: int) -> list[int]:
        """The cells of pieces that must be safe because the game is lost without them."""
        found: list[int] = []
        for rule, by_seat in self.tables.pseudo_royal:
            for pieces in by_seat[seat]:
                cells = self.cells_of(pieces)
                if len(cells) <= rule.at + 1:
                    found += cells
        return found

    def royals(self, seat: int) -> list[int]:
        """The cells of kings and of what stands for them."""
        return self.kings(seat) + (self.pseudo_royals(seat) if self.tables.pseudo_royal else [])

    def duple(self, seat: int) -> list[int]:
        """The cells of pieces of which one at least must be safe."""
        by_rule = (by_seat[seat] for rule, by_seat in self.tables.pseudo_royal if rule.duple)
        return [cell for kinds in by_rule for pieces in kinds for cell in self.cells_of(pieces)]

    def in_check(self, seat: int) -> bool:
        """True if a king, or what stands for one, is attacked."""
        enemy = seat ^ 1
        if not self.kings_safe(seat):
            return True
        if not self.tables.pseudo_royal:
            return False
        if any(self.attacked(cell, enemy) for cell in self._untouched(seat, self.pseudo_royals(seat))):
            return True
        several = self.duple(seat)
        return bool(several) and all(self.attacked(cell, enemy) for cell in several)

    def kings_safe(self, seat: int) -> bool:
        """True if no king of a seat is attacked; what stands for a king is not asked."""
        board = self.board
        for piece in self.tables.royal[seat]:
            if piece in board and self._endangered(board.index(piece), seat ^ 1):
                return False
        return True

    def _endangered(self, cell: int, enemy: int) -> bool:
        return self.attacked(cell, enemy) or (bool(self.tables.facing) and self.faces(cell, enemy) != ABSENT)

    def _untouched(self, seat: int, cells: list[int]) -> list[int]:
        """The cells less those that touch an enemy of the same kind, where captures explode: he cannot take."""
        if not self.tables.blasts:
            return cells
        theirs = set(self.pseudo_royals(seat ^ 1))
        return [cell for cell in cells if theirs.isdisjoint(self.tables.neighbours[cell])]
