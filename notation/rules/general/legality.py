"""Which of the moves that pieces can make are legal, and what a legal move does."""

from __future__ import annotations

from collections.abc import Iterator

from fairyscore.notation.boards.board import bits, mask_of
from fairyscore.notation.rules.general.board import GeneralBoard
from fairyscore.notation.rules.general.candidates import GeneralCandidates
from fairyscore.notation.rules.general.tables import EMPTY, FIRST, SLIDE, code
from fairyscore.notation.rules.moves import NOT_SAID, Move


class Danger:
    """What decides, in one position, which moves need a look at the king.

    royals: cells that must not be attacked; checked: one of them is. exposed: cells whose change may lay one open.
    always: every move has to be tried.
    """

    __slots__ = ("always", "checked", "exposed", "royals")

    def __init__(self, state: GeneralBoard) -> None:
        seat, rules = state.turn, state.tables.rules
        self.royals = {*state.kings(seat), *state.pseudo_royals(seat)}
        self.checked = bool(self.royals) and state.in_check(seat)
        duple = any(rule.duple for rule, _ in state.tables.pseudo_royal)
        self.always = self.checked or duple or not rules.checking or state.rest > 1
        self.always = self.always or (state.tables.has_duck and bool(self.royals))
        self.exposed: set[int] = set()
        if not self.always:
            for cell in self.royals:
                self.exposed |= state.exposed(cell, seat ^ 1)


class GeneralLegality(GeneralCandidates):
    """A position, and the moves that the rules allow on it."""

    __slots__ = ()

    def legal_moves(self) -> list[Move]:
        """As `moves`, without asking whether the game is over."""
        danger = Danger(self)
        rules = self.tables.rules
        found = [move for move in self._every(danger) if self.allowed(move, danger)]
        if rules.must_capture:
            found = [move for move in found if self.taken_cell(move) != NOT_SAID] or found
        hand, kinds = rules.hand, self.tables.kinds
        if hand is not None and hand.must:
            first = hand.must_first
            if any(not first or kinds[kind].mark in first for kind in self.in_hand()):
                found = [move for move in found if move.origin < 0] or found
        if not found and rules.passing[self.turn] == "stalemate" and not danger.checked:
            found = [self.resting()]
        return found

    def _every(self, danger: Danger) -> Iterator[Move]:
        """All candidates."""
        yield from self.candidates()
        if self.castles and not danger.checked:
            extra = self.brings_more()
            for move in self.castlings():
                yield from self._with_extras(move) if extra else (move,)
        if self.tables.rules.hand is not None:
            yield from self.drops()
        if self.tables.passes:
            yield from self.passes()

    def allowed(self, move: Move, danger: Danger) -> bool:
        """Whether a candidate is legal, as far as the move itself tells (not: whether a capture or drop is due)."""
        rules, origin, target = self.tables.rules, move.origin, move.target
        if not rules.immobile and self.gets_stuck(move):
            return False
        if self.rest > 1 and 0 <= origin == target:
            return True  # who is faced may always pass, even in check, and so end the game (Janggi)
        if rules.makpong and danger.checked and origin in danger.royals:
            checkers = {cell for king in self.kings(self.turn) for cell in self.attackers(king, self.turn ^ 1)}
            if checkers != {target}:
                return False
        if origin < 0 and rules.hand is not None and target >= 0:
            if (rules.hand.no_check or rules.hand.no_mate) and self.forbidden_drop(move):
                return False
            if rules.hand.opposite and not self.leaves_room(move):
                return False
            royal = code(move.becomes, self.turn) in self.tables.royal[self.turn]
            return not (danger.always or royal or target in danger.exposed) or self.safe(move)
        if not danger.always and self._harmless(move, danger):
            return True
        return self.safe(move)

    def _harmless(self, move: Move, danger: Danger) -> bool:
        """Whether a move cannot lay open a king, so that it need not be tried."""
        if not danger.royals and not (self.tables.violent or self.tables.pseudo_royal):
            return True
        origin, target = move.origin, move.target
        if origin in danger.royals or origin in danger.exposed or target in danger.exposed or move.castle >= 0:
            return False
        if move.put_on in danger.exposed or (move.becomes >= 0 and (self.tables.pseudo_royal or self.tables.in_place)):
            return False
        if not self.board[target]:
            return target not in self.passed
        return not self.tables.violent

    def gets_stuck(self, move: Move) -> bool:
        """Whether the piece could never move from where it goes or is dropped."""
        if move.target < 0 or (move.origin >= 0 and move.becomes >= 0) or move.castle >= 0:
            return False
        piece = code(move.becomes, self.turn) if move.origin < 0 else self.board[move.origin]
        return bool(self.tables.stuck[piece] >> move.target & 1)

    def leaves_room(self, move: Move) -> bool:
        """Whether after a drop there are cells of either colour for the pieces that need one of each."""
        tables, hand, seat = self.tables, self.tables.rules.hand, self.turn
        assert hand is not None
        for mark in hand.opposite:
            kind = tables.kind_by_mark[mark]
            piece, shade = code(kind, seat), tables.shade
            if move.becomes == kind or not self.hand[piece - FIRST]:
                continue
            free = self.drop_cells(kind, seat)
            cells = [c for c in bits(free) if not self.board[c] and c != move.target] + self.cells_of((piece,))
            if {shade[cell] for cell in cells} != {0, 1}:
                return False
        return True

    def forbidden_drop(self, move: Move) -> bool:
        """Whether a drop gives a check or mate that it may not."""
        hand = self.tables.rules.hand
        assert hand is not None
        mark = self.tables.kinds[move.becomes].mark
        if not hand.no_check and mark not in hand.no_mate:
            return False
        after = self.copy()
        after.push_unchecked(move)
        if after.kings_safe(after.turn):
            return False
        if hand.no_check:
            return True
        danger = Danger(after)  # the first answer found is enough: its drops are asked for their mates in turn
        return not any(after.allowed(reply, danger) for reply in after._every(danger))

    def safe(self, move: Move) -> bool:
        """Whether, after a move, no king of the mover is attacked, nor what else he may not leave so.

        A piece that is brought in with the move does not shield the king (Fairy-Stockfish, S-Chess), nor does a wall that
        comes to where a blast leaves nothing (atomicduck).
        """
        board, seat = self.board, self.turn
        changes = self.changes(move if move.put == NOT_SAID else move._replace(put_on=NOT_SAID, put=NOT_SAID))
        if self.tables.violent and move.put_on == move.origin != NOT_SAID != self.taken_cell(move):
            changes += [(cell, EMPTY) for cell in self.tables.neighbours[move.target] if cell == move.put_on]
        before = [(cell, board[cell]) for cell, _ in changes]
        kings = sum(board.count(piece) for piece in self.tables.royal[seat])
        mine, theirs = self._pseudo_before(move) if self.tables.pseudo_royal else (set(), set())
        for cell, piece in changes:
            board[cell] = piece
        try:
            return (
                kings <= sum(board.count(piece) for piece in self.tables.royal[seat])
                and self.kings_safe(seat)
                and (not self.tables.pseudo_royal or self._pseudo_safe(seat, mine, theirs))
                and (self.tables.rules.checking or self.kings_safe(seat ^ 1))
                and (self.rest < 2 or not self.kings_face())
                and not (self.tables.in_place and move.becomes >= 0 <= move.origin and self.in_check(seat ^ 1))
            )
        finally:
            for cell, piece in reversed(before):
                board[cell] = piece

    def _pseudo_before(self, move: Move) -> tuple[set[int], set[int]]:
        """Where after a move the pieces are that stand for kings, the mover's and the other's before."""
        seat, tables = self.turn, self.tables
        mine, theirs = set(self.pseudo_royals(seat)), set(self.pseudo_royals(seat ^ 1))
        if move.castle >= 0:
            way = self.castling(move)
            mine = {{way.king_from: way.king_to, way.rook_from: way.rook_to}.get(cell, cell) for cell in mine}
        elif move.origin in mine:
            mine = mine - {move.origin} | {move.target}
        if move.becomes >= 0 and move.origin >= 0 and not tables.is_promoted(move.becomes):
            piece = code(move.becomes, seat)
            for rule, by_seat in tables.pseudo_royal:
                for pieces in by_seat[seat]:
                    if piece in pieces:  # one more of them: either all may be lost now, or this one is the only one
                        others = self.cells_of(pieces)
                        mine = mine - {*others} if len(others) > rule.at else mine | {move.target}
        return mine, theirs

    def _pseudo_safe(self, seat: int, mine: set[int], theirs: set[int]) -> bool:
        """Whether what stands for the mover's king is safe on the board as it is after a move."""
        owner, board, enemy = self.tables.owner, self.board, seat ^ 1
        if any(owner[board[cell]] != seat for cell in mine):
            return False
        if any(owner[board[cell]] != enemy for cell in theirs):
            return True
        touch = self.tables.neighbours if self.tables.rules.blast is not None else None
        for cell in mine:
            if (touch is None or theirs.isdisjoint(touch[cell])) and self.attacked(cell, enemy):
                return False
        several = self.duple(seat)
        return not several or not all(self.attacked(cell, enemy) for cell in several)

    def push_unchecked(self, move: Move) -> None:
        """Make a move that `moves` or `find` gave out, or an annotator's null move; nothing is checked."""
        seat, board, tables = self.turn, self.board, self.tables
        changes = self.changes(move)
        taken = self.taken_cell(move)
        moved = board[move.origin] if move.origin >= 0 else EMPTY
        self._move_hand(move, board[taken] if taken != NOT_SAID else EMPTY)
        self.passed, self.victim = self._passed_by(move, moved, taken), move.target
        for cell, piece in changes:
            board[cell] = piece
        if self.castles:
            left = {cell for cell, _ in changes}
            self.castles = tuple(c for c in self.castles if c[1] not in left and c[2] not in left)
            if move.castle >= 0 and tables.rules.opposite_castling:
                side = tables.rules.castlings[move.castle].side
                self.castles = tuple(c for c in self.castles if tables.rules.castlings[c[0]].side != side)
        if self.gates:
            self.gates &= ~mask_of(cell for cell, _ in changes)
            if (
                tables.rules.gating == "cambodian" and moved
            ):  # kings on a rider's line, whatever stands between, leap no more
                lines = [way.cells for way in tables.ways(moved, move.target) if way.style == SLIDE and not way.first]
                self.gates &= ~mask_of(king for king in self.kings(seat ^ 1) if any(king in line for line in lines))
        if move.origin < 0 <= move.target and tables.rules.hand is not None and tables.rules.hand.castle:
            self._castle_dropped(move.target)
        self.halfmove_clock = 0 if taken != NOT_SAID or moved in tables.pawns else self.halfmove_clock + 1
        self.turn = seat ^ 1
        self.castled = move.castle
        self.fullmove_number += seat
        if tables.rests:
            rest = (0 <= move.origin == move.target) + 2 * (tables.rules.ends.bikjang and self.kings_face())
            self.rest, self.rested = rest, rest & self.rest
        if tables.rules.ends.checks and self.in_check(self.turn):
            white, black = self.checks
            self.checks = (white, max(0, black - 1)) if seat else (max(0, white - 1), black)

    def _move_hand(self, move: Move, taken: int) -> None:
        """What comes to a hand and what leaves it."""
        tables, hand = self.tables, self.hand
        if taken >= FIRST:
            gained = tables.hand_code[taken - FIRST]
            if gained:
                hand[gained - FIRST] += 1
            elif tables.pooled and taken in tables.pooled:
                hand[taken - FIRST] += 1
        if move.origin < 0 <= move.target:
            held = code(move.becomes, self.turn)
            hand[(held if hand[held - FIRST] else tables.unpromoted.get(held, held)) - FIRST] -= 1
        if move.put != NOT_SAID:
            hand[code(move.put, self.turn) - FIRST] -= 1
        if move.becomes >= 0 <= move.origin and code(move.becomes, self.turn) in tables.pooled:
            hand[code(move.becomes, self.turn) - FIRST] -= 1

    def _passed_by(self, move: Move, moved: int, taken: int) -> tuple[int, ...]:
        """The cells where the piece that made a first move may be taken in passing."""
        if moved < FIRST or taken != NOT_SAID or move.castle >= 0:
            return ()
        ways = self.tables.ways(moved, move.origin)
        return next((way.passed for way in ways if way.first and way.passed and move.target in way.cells), ())

    def _castle_dropped(self, cell: int) -> None:
        """The castlings that a dropped king or partner may now take part in."""
        for index, rule in enumerate(self.tables.rules.castlings):
            king, rook = self.tables.castling_cells(index)
            if rule.seat == self.turn and cell in {king, rook} and self.castles_from(index, king, rook):
                self.castles = tuple(sorted({*self.castles, (index, king, rook)}))
