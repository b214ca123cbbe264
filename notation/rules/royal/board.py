"""A position of a game that is won by mate: who attacks what, and what a move changes. Legality is checked in `state`.

The speed comes from checks that are left out. Whether the mover's king is attacked after a move is computed in three
cases only: the last move may have given check (`maybe_in_check`), the king itself moves, or the moving piece stood on a
line between the king and an enemy (`rays`).
"""

from collections.abc import Iterator, Mapping
from typing import ClassVar, Self

from fairyscore.notation.boards import bits
from fairyscore.notation.rules.general.tables import EMPTY, FIRST, CastlingWay, code, kind_of
from fairyscore.notation.rules.moves import ABSENT, Move
from fairyscore.notation.rules.royal.tables import NO_CELL, RoyalTables


class RoyalBoard:
    """A position that moves change in place. `fields` says what each attribute holds; masks have a bit per cell."""

    fields: ClassVar[Mapping[str, str]] = {
        "tables": "what the engine looks up of the variant",
        "board": "code of the piece (`rules.general.tables`) by cell, or EMPTY",
        "pieces": "mask of cells by code; at 0 and 1 the mask of all pieces of that seat",
        "kings": "the king's cell by seat",
        "rays": "by seat, then by cell: mask of the cells from which a rider attacks the king through it",
        "turn": "seat to move",
        "fullmove_number": "as in a FEN",
        "halfmove_clock": "plies since a capture or pawn move",
        "most_quiet": "upper bound of the highest `halfmove_clock` before the last capture or pawn move",
        "passed": "the cell that a double step passed in the last move, or NO_CELL",
        "victim": "the cell of the pawn that made it",
        "rights": "mask of castlings, by index, whose king and rook have not moved",
        "pool": "number of captured pieces that a promotion may bring back, by code",
        "maybe_in_check": "False only if the king of the player to move is not in check; True says nothing",
    }
    __slots__ = tuple(fields)

    def __init__(self, tables: RoyalTables, standing: dict[int, int], turn: int = 0) -> None:
        self.tables = tables
        self.board = [EMPTY] * tables.size
        self.pieces = [0] * tables.count
        self.kings = [NO_CELL, NO_CELL]
        for cell, piece in standing.items():
            self.board[cell] = piece
            self.pieces[piece] |= 1 << cell
            self.pieces[piece & 1] |= 1 << cell
            if kind_of(piece) == tables.king:
                self.kings[piece & 1] = cell
        self.rays = [tables.beyond[king] for king in self.kings]
        self.turn = turn
        self.fullmove_number = 1
        self.passed = self.victim = NO_CELL
        self.rights = (1 << len(tables.castlings)) - 1
        self.pool = [0] * tables.count
        self.halfmove_clock = 0
        self.most_quiet = 0
        self.maybe_in_check = True

    def copy(self) -> Self:
        twin = type(self).__new__(type(self))
        twin.tables = self.tables
        twin.board = self.board[:]
        twin.pieces = self.pieces[:]
        twin.kings = self.kings[:]
        twin.rays = self.rays[:]
        twin.turn = self.turn
        twin.fullmove_number = self.fullmove_number
        twin.passed = self.passed
        twin.victim = self.victim
        twin.rights = self.rights
        twin.pool = self.pool[:]
        twin.halfmove_clock = self.halfmove_clock
        twin.most_quiet = self.most_quiet
        twin.maybe_in_check = self.maybe_in_check
        return twin

    def piece_type_at(self, cell: int) -> int:
        return kind_of(self.board[cell])

    def piece_at(self, cell: int) -> tuple[int, int] | None:
        piece = self.board[cell]
        return (piece & 1, kind_of(piece)) if piece else None

    def hand_of(self, seat: int) -> list[int]:
        """The kinds of the seat's pieces off the board, one entry per piece."""
        mine = range(FIRST + seat, self.tables.count, 2)
        return [kind_of(piece) for piece in mine for _ in range(self.pool[piece])]

    # -- who attacks what -------------------------------------------------------------------------------------------------

    def in_check(self) -> bool:
        """Whether the king of the player to move is attacked."""
        return self.maybe_in_check and self.attacked(
            self.kings[self.turn], self.turn ^ 1, self.pieces[0] | self.pieces[1]
        )

    def attacked(self, cell: int, by: int, occupied: int, gone: int = 0) -> bool:
        """Whether a piece of seat `by` attacks a cell. occupied: cells that block; gone: pieces there are ignored."""
        return self._strikes(by, cell, self.pieces[by] & ~gone, occupied)

    def _strikes(self, by: int, cell: int, able: int, occupied: int) -> bool:
        """Whether a piece of seat `by` on one of the cells `able` attacks a cell. occupied: mask of cells that block."""
        pieces = self.pieces
        near, leapers, riders = self.tables.guards[by][cell]
        if near & able:
            for piece, sources in leapers:
                if pieces[piece] & sources & able:
                    return True
        for piece, sources, ways, more in riders:
            hits = pieces[piece] & sources
            if not hits:
                continue
            hits &= able
            while hits:
                low = hits & -hits
                if not ways[low] & occupied:
                    return True
                if more is not None and not all(mask & occupied for mask in more.get(low.bit_length() - 1, (-1,))):
                    return True
                hits ^= low
        return False

    def attackers(self, cell: int, seat: int) -> Iterator[int]:
        """The cells of a seat's pieces that attack a cell, which may be empty or hold any piece."""
        occupied = self.pieces[0] | self.pieces[1]
        return (origin for origin in bits(self.pieces[seat]) if self._strikes(seat, cell, 1 << origin, occupied))

    def no_detour(self, piece: int, frm: int, to: int, occupied: int) -> bool:
        """Whether all further ways are blocked too; asked when the first is. On a round board there may be several."""
        more = self.tables.strike_more[piece]
        return more is None or all(mask & occupied for mask in more[frm].get(to, ()))

    def _rider_on(self, ray: int, seat: int) -> bool:
        """Whether a rider of a seat stands on a ray."""
        pieces = self.pieces
        for rider in self.tables.riders[seat]:
            if pieces[rider] & ray:
                return True
        return False

    def _looks_through(self, ray: int, seat: int, king: int, occupied: int, gone: int) -> bool:
        """Whether a rider of a seat on a ray attacks the king; riders on the cells `gone` are ignored.

        Only for boards with at most one way from a cell to another."""
        tables = self.tables
        for rider in tables.riders[seat]:
            hits = self.pieces[rider] & ray
            if hits & ~gone:
                ways = tables.strike_reach[rider].into[king]
                for cell in bits(hits & ~gone):
                    if cell in ways and not ways[cell] & occupied:
                        return True
        return False

    def _king_safe(self, frm: int, to: int, victim: int = NO_CELL) -> bool:
        """Whether the mover's king is not attacked after a move. victim: the cell of a pawn captured en passant."""
        seat = self.turn
        king = self.kings[seat]
        occupied = (self.pieces[0] | self.pieces[1]) & ~(1 << frm) | 1 << to
        gone = 1 << to
        if victim >= 0:
            occupied &= ~(1 << victim)
            gone |= 1 << victim
        return not self.attacked(to if frm == king else king, seat ^ 1, occupied, gone)

    # -- making moves -----------------------------------------------------------------------------------------------------

    def push_unchecked(self, move: Move) -> None:
        if move.target == ABSENT:  # a pass
            self.halfmove_clock += 1
            self.passed = NO_CELL
            self.maybe_in_check = True  # nobody has computed whether the other king is
            self.fullmove_number += self.turn
            self.turn ^= 1
            return
        if move.castle != ABSENT:
            self._castle(self.tables.castlings[move.castle])
            return
        origin, target, becomes = move[:3]
        piece = self.board[origin]
        promotions = self.tables.promotions[piece]
        if promotions:
            promotion = promotions.get(origin << 8 | target)
            if promotion is not None and promotion.change.silent:  # it is not written in the move
                becomes = promotion.kinds[0]
        self._make(piece, origin, target, becomes)

    def _make(self, piece: int, frm: int, to: int, becomes: int) -> None:
        """Move a piece, with capture, en passant, rights and counters. becomes: the kind it promotes to, or -1."""
        tables = self.tables
        board = self.board
        pieces = self.pieces
        seat = self.turn
        enemy = seat ^ 1
        start = 1 << frm
        end = 1 << to
        taken = board[to]
        if taken or tables.is_pawn[piece]:
            self.most_quiet = max(self.most_quiet, self.halfmove_clock)
        self.halfmove_clock += 1
        if taken:
            pieces[taken] ^= end
            pieces[enemy] ^= end
            self.halfmove_clock = 0
            if tables.pooled[taken]:
                self.pool[taken] += 1
        pieces[piece] ^= start
        board[frm] = EMPTY
        maybe_in_check = False
        passed = self.passed
        self.passed = NO_CELL
        if tables.is_pawn[piece]:
            self.halfmove_clock = 0
            if (
                to == passed
                and not taken
                and tables.takes_en_passant[piece] >> frm & 1
                and to in tables.strike[piece][frm]
            ):
                gone = board[self.victim]
                pieces[gone] ^= 1 << self.victim
                pieces[enemy] ^= 1 << self.victim
                board[self.victim] = EMPTY
                maybe_in_check = True
            key = frm << 8 | to
            if key in tables.passed[piece]:
                self.passed = tables.passed[piece][key]
                self.victim = to
        elif frm == self.kings[seat]:
            self.kings[seat] = to
            self.rays[seat] = tables.beyond[to]
        if becomes >= 0:
            piece = code(becomes, seat)
            if self.pool[piece]:
                self.pool[piece] -= 1
        pieces[piece] |= end
        board[to] = piece
        pieces[seat] ^= start | end
        if self.rights:
            self.rights &= tables.keep[frm] & tables.keep[to]
        king = self.kings[enemy]
        self.maybe_in_check = maybe_in_check or bool(tables.targets[piece][to] >> king & 1 or self.rays[enemy][frm])
        self.turn = enemy
        self.fullmove_number += seat

    def _castle(self, castling: CastlingWay) -> None:
        king_change = 1 << castling.king_from ^ 1 << castling.king_to
        rook_change = 1 << castling.rook_from ^ 1 << castling.rook_to
        seat, tables, board, pieces = self.turn, self.tables, self.board, self.pieces
        king, rook = tables.kings[seat], board[castling.rook_from]
        board[castling.king_from] = board[castling.rook_from] = EMPTY
        board[castling.king_to], board[castling.rook_to] = king, rook
        pieces[king] ^= king_change
        pieces[rook] ^= rook_change
        pieces[seat] ^= king_change ^ rook_change
        self.kings[seat] = castling.king_to
        self.rays[seat] = tables.beyond[castling.king_to]
        self.rights &= tables.keep[castling.king_from]
        self.passed = NO_CELL
        self.halfmove_clock += 1
        rays, enemy_king = self.rays[seat ^ 1], self.kings[seat ^ 1]
        aimed = (tables.targets[rook][castling.rook_to] | tables.targets[king][castling.king_to]) >> enemy_king & 1
        self.maybe_in_check = bool(aimed or rays[castling.king_from] or rays[castling.rook_from])
        self.turn = seat ^ 1
        self.fullmove_number += seat

    # -- captures ----------------------------------------------------------------------------------------------------------

    def takes(self, move: Move) -> bool:
        return self.taken_cell(move) != ABSENT

    def taken_cell(self, move: Move) -> int:
        """The cell of the piece that a move captures; ABSENT for none."""
        target = move.target
        if move.castle != ABSENT:
            return ABSENT
        if self.board[target]:
            return target
        if target != self.passed:
            return ABSENT
        piece = self.board[move.origin]
        able = self.tables.takes_en_passant[piece] >> move.origin & 1
        in_passing = able and target in self.tables.strike[piece][move.origin]
        return self.victim if in_passing else ABSENT
