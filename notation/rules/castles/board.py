"""A position of a game for castles: what stands where, and what a written move means there, tested against the tables."""

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from fairyscore.notation.boards import bits
from fairyscore.notation.rules.castles.tables import CELL_BITS, CastleSheet, Ways
from fairyscore.notation.rules.lazy_table import LazyTable
from fairyscore.notation.rules.moves import ABSENT, GO, OWN, PASS, PASSING, Move, ParsedMove
from fairyscore.notation.rules.outcome import Ending, FinalScore
from fairyscore.notation.rules.state import State

SEAT = 7
"""The bits of a code that hold the seat."""

EMPTY = SEAT
"""What an empty cell holds: the seat of nobody."""

Leg = tuple[int, int]
"""A cell that a piece left, and the round in which it did."""


class CastleBoard(State):
    """A position in which parsed moves are looked up."""

    fields: ClassVar = {
        "sheet": "the game",
        "ways": "where pieces go (`tables.ways_table`)",
        "throws": "as in the sheet",
        "board": "code by cell, with one more cell that is always empty: index -1, for what is not said",
        "own": "mask of pieces by seat",
        "occupied": "mask of all pieces",
        "back": "by seat the move that would undo his last one (K-4), as its two cells in one number, or NO_MOVE",
        "trails": "by cell the moves that the piece there has made, or None where moves may be repeated",
        "turn": "seat to move",
        "fullmove_number": "number of the round",
        "alive": "seats still in",
        "after": "by seat the next one still in",
        "gone": "who has left since the last move was made, and why",
        "ended": "the outcome once the game is over",
    }
    __slots__ = tuple(fields)

    sheet: CastleSheet
    ways: LazyTable[int, Ways]
    throws: tuple[int, ...]
    own: list[int]
    occupied: int
    back: list[int]
    trails: dict[int, tuple[Leg, ...]] | None
    alive: tuple[int, ...]
    after: list[int]
    gone: tuple[tuple[int, Ending], ...]
    ended: FinalScore | None

    def _fits(self, parsed: ParsedMove) -> bool:
        """True if the mover may do what the parsed move says: the hot path, kept flat; `reasons` goes step by step."""
        if self.ended is not None:
            return False
        if parsed.action:
            throw = parsed.throw
            return parsed.action == PASS and 0 < throw < len(self.throws) and not any(self._pairs(self.throws[throw]))
        origin = parsed.origin
        if origin < 0:
            return False
        target = parsed.target
        turn = self.turn
        pieces = self.board
        code = pieces[origin]
        if code & SEAT != turn:
            return False
        masks = self.ways[code ^ turn | origin].get(target)
        if masks is None:
            return False
        occupied = self.occupied
        for mask in masks:
            if not mask & occupied:
                break
        else:
            return False
        if self.back[turn] == origin << CELL_BITS | target:
            return False
        taken = pieces[target]
        if parsed.capture is not None and parsed.capture is (taken == EMPTY):
            return False
        if parsed.kind >= 0 and (parsed.kind != code >> CELL_BITS or parsed.owner not in (ABSENT, OWN, turn)):
            return False
        if parsed.becomes >= 0 or (parsed.victim >= 0 and not self.names(parsed.victim, parsed.loser, taken)):
            return False
        if (parsed.throw or self.throws) and not self.allows(parsed.throw, code >> CELL_BITS):
            return False
        return self.trails is None or not self.repeated(origin, target)

    def named(self, parsed: ParsedMove) -> list[int]:
        """The cells of the mover's pieces that a parsed move may mean that leaves open where it starts."""
        here = (cell for cell in bits(self.own[self.turn]) if parsed.sources >> cell & 1)
        return [cell for cell in here if parsed.kind in (ABSENT, self.piece_type_at(cell))]

    def origins(self, parsed: ParsedMove) -> list[int]:
        """Those of them that may do what the parsed move says."""
        return [cell for cell in self.named(parsed) if self._fits(replace(parsed, origin=cell))]

    def started(self, parsed: ParsedMove) -> ParsedMove:
        """A parsed move that leaves open where it starts (`wizard to 2F`), from the one field it can mean, or as it is."""
        origins = self.origins(parsed) if parsed.action == GO and parsed.origin < 0 else []
        return replace(parsed, origin=origins[0]) if len(origins) == 1 else parsed

    def names(self, kind: int, seat: int, code: int) -> bool:
        """True if the piece with a code is one of the kind, and of the seat where one is said."""
        owner = self.turn if seat == OWN else seat
        return code != EMPTY and kind == code >> CELL_BITS and owner in (ABSENT, code & SEAT)

    def allows(self, throw: int, kind: int) -> bool:
        """True if a throw lets a kind move; 0, no throw, lets all move where no dice are thrown."""
        if not throw:
            return not self.throws
        return throw < len(self.throws) and bool(self.throws[throw] >> kind & 1)

    def repeated(self, origin: int, target: int) -> int:
        """The round in which the piece on `origin` went to `target` before, 0 where it never did (tag NoRepetition)."""
        trail = (self.trails or {}).get(origin, ())
        ends = [*(cell for cell, _ in trail[1:]), origin]
        legs = zip(trail, ends, strict=False)
        return next((number for (start, number), end in legs if (start, end) == (origin, target)), 0)

    def _pairs(self, kinds: int = ABSENT) -> Iterator[tuple[int, int]]:
        """The legal moves of who is to move with pieces of the kinds in a mask, as cells, in their order."""
        turn, occupied, undo = self.turn, self.occupied, self.back[self.turn]
        for origin in bits(self.own[turn]):
            code = self.board[origin]
            if not kinds >> (code >> CELL_BITS) & 1:
                continue
            for target, masks in self.ways[code ^ turn | origin].items():
                if undo == origin << CELL_BITS | target or all(mask & occupied for mask in masks):
                    continue
                if self.trails is None or not self.repeated(origin, target):
                    yield origin, target

    def moves_with(self, throw: int) -> list[Move]:
        """The legal moves once the dice are thrown: those of the pieces that the throw allows, or else the pass (K-6)."""
        if self.ended is not None or not 0 < throw < len(self.throws):
            return []
        pairs = self._pairs(self.throws[throw])
        return [Move(*pair, throw=throw) for pair in pairs] or [PASSING._replace(throw=throw)]

    def takes(self, move: Move) -> bool:
        return self.board[move.target] != EMPTY

    def piece_at(self, cell: int) -> tuple[int, int] | None:
        code = self.board[cell]
        return None if code == EMPTY else (code & SEAT, code >> CELL_BITS)
