"""What a move changes: cells with what comes to stand there, by itself and by what follows from it (`rows.Effect`)."""

from collections.abc import Iterable, Iterator, Sequence

from fairyscore.notation.rules.general.board import Changes, GeneralBoard
from fairyscore.notation.rules.general.rows import Effect, Leaving
from fairyscore.notation.rules.general.tables import EMPTY, FIRST, WALL, CastlingWay, CodedEffect, code, kind_of
from fairyscore.notation.rules.moves import ABSENT, Move


class GeneralChanges(GeneralBoard):
    """A position, and what moves change in it."""

    __slots__ = ()

    def taken_cell(self, move: Move) -> int:
        """The cell of the piece that a move captures; ABSENT for none."""
        origin, target = move.origin, move.target
        if origin < 0 or target < 0 or move.castle != ABSENT or origin == target:
            return ABSENT
        if self.board[target]:
            return target
        in_passing = target in self.passed and self.board[origin] in self.tables.takes_en_passant
        if in_passing and any(w.en_passant and target in w.cells for w in self.tables.ways(self.board[origin], origin)):
            return self.victim  # it gets to the empty cell by a capture, not by a move
        return ABSENT

    def taken_cells(self, move: Move) -> tuple[int, ...]:
        """The cells of all pieces that a move captures."""
        taken = self.taken_cell(move)
        return () if taken == ABSENT else (taken,)

    def leaving(self, move: Move) -> Leaving | None:
        """How a piece leaves the board by a move, if it does so instead of going anywhere."""
        if not self.tables.leavers or move.origin < 0 or move.becomes < 0:
            return None
        rule = self.tables.leavers.get(self.board[move.origin])
        return rule if rule is not None and self.tables.kind_by_mark[rule.becomes] == move.becomes else None

    def castling(self, move: Move) -> CastlingWay:
        """How a castling goes."""
        return self.tables.castling_ways[next(c for c in self.castles if c[0] == move.castle)]

    def changes(self, move: Move) -> Changes:
        """The cells whose contents a move changes, each with its new contents."""
        found = self.own_changes(move)
        if self.tables.effects:
            found += self.follow_ups(move, found)
        if move.put_on != ABSENT and not self.tables.goes_twice:
            found.append((move.put_on, WALL if move.put == ABSENT else code(move.put, self.turn)))
            if move.put == ABSENT and self.tables.has_duck and WALL in self.board:
                found.insert(0, (self.board.index(WALL), EMPTY))
        return found

    def own_changes(self, move: Move) -> Changes:
        """The changes of a move by itself, without those that follow from it or that it brings in."""
        board, seat = self.board, self.turn
        origin, target = move.origin, move.target
        if move.castle != ABSENT:
            way = self.castling(move)
            king, rook = board[way.king_from], board[way.rook_from]
            found = [(way.king_from, EMPTY), (way.rook_from, EMPTY), (way.king_to, king), (way.rook_to, rook)]
        elif origin < 0:
            found = [(target, code(move.becomes, seat))] if target >= 0 else []
        elif origin == target and move.becomes < 0:
            found = []  # who passes has not moved his king, and may castle still
        else:
            piece = code(move.becomes, seat) if move.becomes >= 0 else board[origin]
            if piece in self.tables.silent:
                piece = self._turned(piece, origin, target)
            taken = self.taken_cell(move)
            found = [(origin, EMPTY)]
            if taken not in (ABSENT, target):
                found.append((taken, EMPTY))
            found.append((target, piece))
        return found

    def _turned(self, piece: int, origin: int, target: int) -> int:
        """The code of a piece after a move whose promotion nobody writes: it is forced, or turns both ways."""
        seat, tables = piece & 1, self.tables
        for promotion in tables.silent[piece]:
            if promotion.on[seat] >> target & 1 and promotion.origins[seat] >> origin & 1:
                return code(tables.kind_by_mark[promotion.to[seat][0]], seat)
        return piece

    # -- what follows from a move ------

    def follow_ups(self, move: Move, own: Changes) -> Changes:
        """The changes that follow from a move. own: the changes of the move by itself."""
        board, origin = self.board, move.origin
        leaves = self.leaving(move) is not None
        if move.target < 0 or (origin == move.target and not leaves):
            return []
        victims = [board[cell] for cell in self.taken_cells(move)]
        if not (victims or self.tables.restless):
            return []
        moved = board[origin] if origin >= 0 else code(move.becomes, self.turn)
        before = [(cell, board[cell]) for cell, _ in own]
        for cell, piece in own:
            board[cell] = piece
        found: Changes = []
        try:
            ends = self._ends(move, own, moved)
            for effect in self.tables.effects:
                for cell, mover in ends.items() if effect.row.where[self.turn] >> move.target & 1 else ():
                    again = follows(effect, mover, victims, leaves=leaves)
                    while again:
                        changed = list(self.changed(effect, cell, victims, move))
                        found += changed
                        for there, piece in changed:
                            before.append((there, board[there]))
                            board[there] = piece
                        again = effect.row.on == "mated" and bool(changed)  # others may be mated by that
        finally:
            for cell, piece in reversed(before):
                board[cell] = piece
        return found

    def _ends(self, move: Move, own: Changes, moved: int) -> dict[int, int]:
        """Where the pieces of a move stand after it, and what they were before."""
        if move.castle >= 0:
            return {cell: piece for cell, piece in own if piece}
        stays = move.origin >= 0 and self.board[move.origin] == moved  # it captures from where it is
        return {move.origin if stays else move.target: moved}

    def changed(self, effect: CodedEffect, cell: int, victims: Sequence[int], move: Move) -> Iterator[tuple[int, int]]:
        """The changes that an effect makes on the board. cell: the piece's last one. victims: the captured pieces."""
        board = self.board
        for there in self.concerned(effect.row, cell):
            piece = board[there]
            after = piece if piece < FIRST or piece in effect.spared else _outcome(effect, piece, victims)
            if after != piece:
                yield there, after

    def concerned(self, row: Effect, cell: int) -> Sequence[int]:
        """The cells of the pieces that a row is about, where a move ends on a cell."""
        if row.on == "mover":
            return (cell,)
        return self.tables.neighbours[cell] if row.on == "around" else self._attacked_from(cell)

    def _attacked_from(self, cell: int) -> list[int]:
        """The enemies that a piece would capture by displacement, whether or not it captures in this game."""
        board, piece = self.board, self.board[cell]
        spared = self.tables.not_takes.get(piece, ())
        enemies = self.cells_of(self.tables.codes[piece & 1 ^ 1 :: 2]) if piece >= FIRST else []
        reached = (there for there in enemies if board[there] not in spared)
        return [there for there in reached if cell in GeneralBoard.attackers(self, there, piece & 1)]


def follows(effect: CodedEffect, moved: int, victims: Iterable[int], *, leaves: bool = False) -> bool:
    """True if an effect follows from a move of a piece that captures some others, or leaves the board instead of it."""
    if effect.row.when != "capture":
        return moved in effect.movers and leaves is (effect.row.when == "leave")
    after = effect.victims[moved]
    return any(victim in after for victim in victims)


def _outcome(effect: CodedEffect, piece: int, victims: Sequence[int]) -> int:
    """The code of a piece after an effect has met it."""
    becomes = effect.row.becomes
    if becomes in ("gone", "wall"):
        return WALL if becomes == "wall" else EMPTY
    if becomes == "owner":
        return piece ^ 1
    kind = kind_of(piece)
    for victim in map(kind_of, victims):
        kind = victim if becomes == "taken" else effect.joins.get((kind, victim), kind)
    return code(kind, piece & 1)
