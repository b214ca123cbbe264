"""The legal moves that a written move may mean, in plain Python: by its cells, its pieces and its marks."""

from dataclasses import replace

from fairyscore.notation.rules.general.legality import Danger, GeneralLegality
from fairyscore.notation.rules.general.rows import Leaving
from fairyscore.notation.rules.general.tables import FIRST, CastlingWay, code, kind_of
from fairyscore.notation.rules.moves import (
    ABSENT,
    CASTLE,
    DEMOTED,
    DROP,
    PASS,
    PROMOTED,
    UNCHANGED,
    Move,
    ParsedMove,
)


class GeneralMatching(GeneralLegality):
    """A position in which parsed moves are looked up."""

    __slots__ = ()

    def find(self, parsed: ParsedMove) -> Move | None:
        found = self.named(parsed)
        if len(found) > 1 and parsed.capture is not None:
            found = [move for move in found if self.takes(move) is parsed.capture]
        if len(found) != 1:
            return None
        if parsed.capture is not None and parsed.capture is not self.takes(found[0]):
            return None
        return found[0]

    def named(self, parsed: ParsedMove) -> list[Move]:
        """The legal moves that a parsed move may mean, its mark of capture aside."""
        if parsed.throw or (self.tables.ends_early and self.decided() is not None):
            return []
        danger = Danger(self)
        meant = [move for move in self._matching(parsed, danger) if self.allowed(move, danger)]
        return self._due(meant, danger) if meant and self.tables.duties else meant

    def _due(self, moves: list[Move], danger: Danger) -> list[Move]:
        """Those legal moves that can be made before a capture or drop that has to come first."""
        if self.tables.rules.must_capture:
            takes = [move for move in moves if self.takes(move)]
            if takes or any(self.takes(move) and self.allowed(move, danger) for move in self.candidates()):
                return takes
        if self.owes_drop():
            drops = [move for move in moves if move.origin < 0]
            if drops or any(self.allowed(move, danger) for move in self.drops()):
                return drops
        return moves

    def _matching(self, parsed: ParsedMove, danger: Danger) -> list[Move]:
        if not self.owns(parsed.owner):
            return []
        if parsed.action == PASS:
            return [move for move in self.passing() if self._same_extras(move, parsed)]
        if parsed.action == DROP:
            kinds = self.tables.sharing[parsed.kind if parsed.kind != ABSENT else parsed.becomes]
            return [move for move in self.drops(kinds) if move.target == parsed.target]
        if parsed.action == CASTLE:
            return self._castlings_meant(parsed, danger)
        cells = self._cells_meant(parsed)
        if parsed.becomes >= 0 and parsed.put == ABSENT and self.gates:  # a letter may name the piece brought in
            gated = replace(parsed, becomes=ABSENT, put=parsed.becomes, put_on=parsed.origin)
            found = self._matching(gated, danger)
            if found:
                return found
        going = [move for move in self.candidates(cells, parsed.target) if move.target == parsed.target]
        if ABSENT != parsed.origin == parsed.target:  # a pass, or a wall put without a move
            going += [move for move in self.passing() if move not in going]
        going = [move for move in going if self._agrees(move, parsed)]
        found = self.same_promotion(going, parsed)
        return found if found or parsed.origin == ABSENT else self._castlings_meant(parsed, danger)

    def _cells_meant(self, parsed: ParsedMove) -> list[int]:
        if parsed.kind == ABSENT != parsed.origin:
            return [parsed.origin]
        seat = self.turn
        if parsed.kind == ABSENT:
            cells = [cell for cell, piece in enumerate(self.board) if piece >= FIRST and piece & 1 == seat]
        else:
            cells = self.cells_of([code(kind, seat) for kind in sorted(self.tables.sharing[parsed.kind])])
        only = parsed.sources if parsed.origin == ABSENT else 1 << parsed.origin
        return [cell for cell in cells if only >> cell & 1]

    def cells_of_kind(self, kind: int) -> list[int]:
        """The cells of the mover's pieces of a type, ABSENT for any."""
        seat = self.turn
        if kind >= 0:
            return self.cells_of([code(kind, seat)])
        return self.cells_of(piece for piece in self.tables.codes if piece & 1 == seat)

    def freezers(self, cell: int) -> tuple[int, ...]:
        """The cells of the pieces because of which the piece on a cell may not move."""
        return ()

    def models(self, cell: int) -> tuple[int, ...]:
        """The kinds as which the piece on a cell moves instead of as its own; none where it moves as its own."""
        return ()

    def restrained(self, move: Move) -> int:
        """The cell of a piece that a move may not capture, because it would be exchanged; ABSENT where there is none."""
        return ABSENT

    def taken_back(self, move: Move) -> list[int]:
        """The cells of the enemies that could capture where a move of a piece that is not to be exchanged ends."""
        return []

    def keepers(self, cell: int) -> tuple[int, ...]:
        """The cells of the pieces because of which the piece on a cell may not leave the board."""
        return ()

    def may_leave(self, cell: int, rule: Leaving) -> bool:
        """True if the piece on a cell may leave the board now. rule: how it does so."""
        return False

    def due(self) -> list[Move]:
        """The moves of which one has to be played before any other."""
        return []

    def binds(self, move: Move) -> bool:
        """True if something has to go on after a move, so that it is legal only if that can."""
        return False

    def filled_beyond(self, move: Move) -> tuple[int, ...]:
        """The cells of another board where a piece would go over that are not empty."""
        return ()

    def attackers_before(self, move: Move) -> tuple[int, ...]:
        """The cells of the pieces that attack a king where he arrives before he goes over to another board."""
        return ()

    def avoided(self) -> tuple[int, int] | None:
        """Two cells whose pieces stand as they never may; None where there are none."""
        return None

    def unthreatened(self) -> int:
        """The cell of a piece of who is to move that has to be attacked and is not; ABSENT where there is none."""
        return ABSENT

    def passing(self) -> list[Move]:
        """The passes that are legal now."""
        if self.tables.rules.passing[self.turn] == "stalemate":
            return [move for move in self.legal_moves() if move.origin == move.target and move.becomes < 0]
        return list(self.passes())

    def _castlings_meant(self, parsed: ParsedMove, danger: Danger) -> list[Move]:
        """The castlings that a text may mean, by side or by the king's way or onto his partner (Chess960)."""
        found: list[Move] = []
        if danger.checked or not self.castles or parsed.becomes >= 0 or parsed.capture:
            return found
        for move in self.castlings():
            way = self.castling(move)
            if parsed.action == CASTLE:
                fits = way.rule.side == parsed.castle and parsed.target in (ABSENT, way.king_to)
            else:
                fits = self.leads_to_castling(parsed.origin, parsed.target, way, parsed.capture)
                fits = fits or (parsed.put_on == parsed.origin == way.rook_from and parsed.target == way.king_from)
            if fits and self._same_extras(move, parsed):
                found.append(move)
        return found

    def leads_to_castling(self, origin: int, target: int, way: CastlingWay, capture: bool | None) -> bool:
        """True if a way from cell to cell is the king's in a castling, or leads onto his partner: so Chess960 writes it,
        and engines. Where a mark says whether something is taken, he would take his own piece elsewhere. Of several
        castlings to a side the first one may be written so."""
        onto_partner = capture is None or self.tables.rules.chess960
        onto_partner = onto_partner and self.tables.is_first_to_its_side(way.move.castle)
        return origin == way.king_from and (target == way.king_to or (onto_partner and target == way.rook_from))

    def _same_extras(self, move: Move, parsed: ParsedMove) -> bool:
        if parsed.put_on not in (move.put_on, ABSENT):
            return False
        if ABSENT in {parsed.put, move.put}:
            walls = self.tables.rules.walls
            is_open = walls is not None and not walls.or_move  # where a move or a wall is made, no wall named is none
            return parsed.put == move.put and (parsed.put_on == move.put_on or is_open)
        return move.put in self.tables.sharing[parsed.put]

    def _agrees(self, move: Move, parsed: ParsedMove) -> bool:
        """True if a move is what else a text says: who is captured, which piece or wall is put where."""
        if not self._same_extras(move, parsed):
            return False
        if parsed.victim == ABSENT:
            return True
        taken = self.taken_cell(move)
        if taken == ABSENT or kind_of(self.board[taken]) not in self.tables.sharing[parsed.victim]:
            return False
        return parsed.loser in (ABSENT, self.board[taken] & 1)

    def same_promotion(self, moves: list[Move], parsed: ParsedMove) -> list[Move]:
        """Those moves that end in what a text names; where it names nothing, a promotion that goes without saying."""
        becomes, tables = parsed.becomes, self.tables
        if becomes in (PROMOTED, DEMOTED):
            return [m for m in moves if m.becomes >= 0 and tables.is_promoted(m.becomes) is (becomes == PROMOTED)]
        if becomes >= 0:
            return [m for m in moves if m.becomes in tables.sharing[becomes]]
        plain = [m for m in moves if m.becomes < 0]
        if plain or becomes == UNCHANGED or not moves:
            return plain
        implied = any(p.implied for p in tables.promotions[self.board[moves[0].origin] - FIRST])
        return moves if implied else []

    def takes(self, move: Move) -> bool:
        return self.taken_cell(move) != ABSENT

    def hand_of(self, seat: int) -> list[int]:
        held = zip(self.tables.codes, self.hand, strict=True)
        return [kind_of(piece) for piece, count in held if piece & 1 == seat for _ in range(count)]

    def piece_at(self, cell: int) -> tuple[int, int] | None:
        piece = self.board[cell]
        return (piece & 1, kind_of(piece)) if piece >= FIRST else None
