"""Which of the moves that pieces can make are legal, what a legal move does, and how the game ends."""

from collections.abc import Iterator
from functools import cached_property

from fairyscore.notation.boards import bits, mask_of
from fairyscore.notation.rules.general.board import SEATS, GeneralBoard
from fairyscore.notation.rules.general.candidates import GeneralCandidates
from fairyscore.notation.rules.general.definition import Extinction, Goal, Value
from fairyscore.notation.rules.general.tables import EMPTY, FIRST, SLIDE, code, kind_of
from fairyscore.notation.rules.moves import ABSENT, Move
from fairyscore.notation.rules.outcome import Ending, FinalScore, drawn, won_by
from fairyscore.notation.rules.state import State

STALEMATES: dict[Value, Ending] = {
    "draws": Ending.STALEMATE,
    "loses": Ending.STALEMATE_LOSES,
    "wins": Ending.STALEMATE_WINS,
}


class Danger:
    """The dangers to the king in one position: they decide which moves need a look at it.

    royals: cells that must not be attacked; checked: one of them is. always: every move has to be tried.
    """

    def __init__(self, state: GeneralBoard) -> None:
        self._state = state
        seat, rules = state.turn, state.tables.rules
        self.royals = {*state.kings(seat), *state.pseudo_royals(seat)}
        self.checked = bool(self.royals) and state.in_check(seat)
        duple = any(rule.duple for rule, _ in state.tables.pseudo_royal)
        self.always = self.checked or duple or not rules.checking or state.rest > 1
        self.always = self.always or (state.tables.has_duck and bool(self.royals)) or state.tables.has_legs
        self.always = self.always or state.tables.restless

    @cached_property
    def exposed(self) -> set[int]:
        """The cells whose change may lay a royal open; empty where every move has to be tried.

        It needs the tables of attacks, which are large: a move that no piece can make is refused without them.
        """
        state = self._state
        if self.always:
            return set()
        return {cell for royal in self.royals for cell in state.exposed(royal, state.turn ^ 1)}


class GeneralLegality(GeneralCandidates, State):
    """A position, the moves that the rules allow on it, and whether the game is over."""

    __slots__ = ()

    def legal_moves(self) -> list[Move]:
        """As `moves`, without asking whether the game is over."""
        danger = Danger(self)
        rules = self.tables.rules
        found = [move for move in self._every(danger) if self.allowed(move, danger)]
        if rules.must_capture:
            found = [move for move in found if self.taken_cell(move) != ABSENT] or found
        if self.owes_drop():
            found = [move for move in found if move.origin < 0] or found
        if not found and rules.passing[self.turn] == "stalemate" and not danger.checked:
            found = [self.resting()]
        return found

    def owes_drop(self) -> bool:
        """True if pieces are in hand that have to be dropped before anything else is done."""
        hand, kinds = self.tables.rules.hand, self.tables.kinds
        if hand is None or not hand.must:
            return False
        return any(not hand.must_first or kinds[kind].mark in hand.must_first for kind in self.in_hand())

    def _every(self, danger: Danger) -> Iterator[Move]:
        yield from self.candidates()
        if self.castles and not danger.checked:
            yield from self.castlings()
        if self.tables.rules.hand is not None:
            yield from self.drops()
        if self.tables.passes:
            yield from self.passes()

    def allowed(self, move: Move, danger: Danger) -> bool:
        """True if a candidate is legal, as far as the move itself tells (not: whether a capture or drop is due)."""
        rules, origin, target = self.tables.rules, move.origin, move.target
        if not rules.immobile and self.gets_stuck(move):
            return False
        if self.rest > 1 and 0 <= origin == target:
            return True  # who is faced may always pass, even in check, and so end the game (Janggi)
        if self.tables.cornered and self.cornering(origin) not in (set(), {target}):
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

    def cornering(self, cell: int) -> set[int]:
        """The cells of the enemies that attack the piece on a cell so that, if it moves, it has to take the only one."""
        by = self.tables.cornered.get(self.board[cell]) if cell >= 0 else None
        if not by:
            return set()
        return {origin for origin in self.attackers(cell, self.turn ^ 1) if self.board[origin] in by}

    def _harmless(self, move: Move, danger: Danger) -> bool:
        """True if a move cannot lay open a king, so that it need not be tried."""
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
        """True if the piece could never move from where it goes or is dropped."""
        if move.target < 0 or (move.origin >= 0 and move.becomes >= 0) or move.castle >= 0:
            return False
        piece = code(move.becomes, self.turn) if move.origin < 0 else self.board[move.origin]
        return bool(self.tables.stuck[piece] >> move.target & 1)

    def leaves_room(self, move: Move) -> bool:
        """True if after a drop there are cells of either colour for the pieces that need one of each."""
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
        """True if a drop gives a check or mate that it may not."""
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
        changes = self.changes(move if move.put == ABSENT else move._replace(put_on=ABSENT, put=ABSENT))
        if self.tables.violent and move.put_on == move.origin != ABSENT != self.taken_cell(move):
            changes += [(cell, EMPTY) for cell in self.tables.neighbours[move.target] if cell == move.put_on]
        before = [(cell, board[cell]) for cell, _ in changes]
        kings = sum(board.count(piece) for piece in self.tables.royal[seat])
        mine, theirs = self._pseudo_before(move) if self.tables.pseudo_royal else (set(), set())
        for cell, piece in changes:
            board[cell] = piece
        try:
            return (
                kings <= sum(board.count(piece) for piece in self.tables.royal[seat])
                and self.holds()
                and (not self.tables.pseudo_royal or self._pseudo_safe(seat, mine, theirs))
                and (self.rest < 2 or not self.kings_face())
                and not (self.tables.in_place and move.becomes >= 0 <= move.origin and self.in_check(seat ^ 1))
            )
        finally:
            for cell, piece in reversed(before):
                board[cell] = piece

    def holds(self) -> bool:
        """True if the board is one that a move of who is to move may leave, as far as kings are concerned."""
        seat, rules = self.turn, self.tables.rules
        return self.kings_safe(seat) and (rules.checking or rules.mating or self.kings_safe(seat ^ 1))

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
        """True if what stands for the mover's king is safe on the board as it is after a move."""
        owner, board, enemy = self.tables.owner, self.board, seat ^ 1
        if any(owner[board[cell]] != seat for cell in mine):
            return False
        if any(owner[board[cell]] != enemy for cell in theirs):
            return True
        touch = self.tables.neighbours if self.tables.blasts else None
        for cell in mine:
            if (touch is None or theirs.isdisjoint(touch[cell])) and self.attacked(cell, enemy):
                return False
        several = self.duple(seat)
        return not several or not all(self.attacked(cell, enemy) for cell in several)

    def push_unchecked(self, move: Move) -> None:
        seat, board, tables = self.turn, self.board, self.tables
        changes = self.changes(move)
        taken = self.taken_cell(move)
        moved = board[move.origin] if move.origin >= 0 else EMPTY
        self._move_hand(move, board[taken] if taken != ABSENT else EMPTY)
        self.bind(move, taken)
        if taken != ABSENT and tables.violent:
            self._take_destroyed(move)
        for cell, piece in changes:
            board[cell] = piece
        self.passed, self.victim = self._passed_by(move, moved, taken), move.target
        if self.castles:
            left = {cell for cell, _ in changes}
            self.castles = tuple(c for c in self.castles if c[1] not in left and c[2] not in left)
            if move.castle >= 0 and tables.rules.opposite_castling:
                side = tables.rules.castlings[move.castle].side
                self.castles = tuple(c for c in self.castles if tables.rules.castlings[c[0]].side != side)
        if self.gates:
            self.gates &= ~mask_of(cell for cell, _ in changes)
            if tables.rules.gating == "cambodian" and moved:
                # kings on a rider's line, whatever stands between, leap no more
                lines = [way.cells for way in tables.ways(moved, move.target) if way.style == SLIDE and not way.first]
                self.gates &= ~mask_of(king for king in self.kings(seat ^ 1) if any(king in line for line in lines))
        if move.origin < 0 <= move.target and tables.rules.hand is not None and tables.rules.hand.castle:
            for index, rule in enumerate(tables.rules.castlings):  # those that it may now take part in
                king, rook = tables.castling_cells(index)
                if rule.seat == seat and move.target in {king, rook} and self.castles_from(index, king, rook):
                    self.castles = tuple(sorted({*self.castles, (index, king, rook)}))
        if taken != ABSENT or moved in tables.pawns:
            self.most_quiet = max(self.most_quiet, self.halfmove_clock)
            self.halfmove_clock = 0
        else:
            self.halfmove_clock += 1
        self.castled = move.castle
        self.end_move(seat)
        if tables.rests:
            rest = (0 <= move.origin == move.target) + 2 * (tables.rules.ends.bikjang and self.kings_face())
            self.rest, self.rested = rest, rest & self.rest
        if tables.rules.ends.checks and self.in_check(self.turn):
            self.count_check(seat)
        self.known = None

    def bind(self, move: Move, taken: int) -> None:
        """Note the duties that a move being made lays on the next one. taken: the cell of its capture, or ABSENT."""

    def end_move(self, seat: int) -> None:
        """Who is to move after a move of a seat, and in which round."""
        self.turn = seat ^ 1
        self.fullmove_number += seat

    def count_check(self, seat: int) -> None:
        """A seat has given one of the checks that win."""
        white, black = self.checks
        self.checks = (white, max(0, black - 1)) if seat else (max(0, white - 1), black)

    def _move_hand(self, move: Move, taken: int) -> None:
        tables, hand = self.tables, self.hand
        if taken >= FIRST:
            self.take_in_hand(taken)
        if move.origin < 0 <= move.target:
            held = code(move.becomes, self.turn)
            hand[(held if hand[held - FIRST] else tables.unpromoted.get(held, held)) - FIRST] -= 1
        if move.put != ABSENT:
            hand[code(move.put, self.turn) - FIRST] -= 1
        if move.becomes >= 0 <= move.origin and code(move.becomes, self.turn) in tables.pooled:
            hand[code(move.becomes, self.turn) - FIRST] -= 1

    def take_in_hand(self, taken: int) -> None:
        """A captured piece goes to its enemy's hand, or waits to come back by a promotion."""
        tables, hand = self.tables, self.hand
        gained = tables.hand_code[taken - FIRST]
        if gained:
            hand[gained - FIRST] += 1
        elif tables.pooled and taken in tables.pooled:
            hand[taken - FIRST] += 1

    def _take_destroyed(self, move: Move) -> None:
        """Put destroyed pieces into their enemies' hands, the capturing piece too (Fairy-Stockfish, atomiczh)."""
        own = self.own_changes(move)
        after = dict(own)
        for cell, piece in self.follow_ups(move, own):
            before = after.get(cell, self.board[cell])
            after[cell] = piece
            if piece < FIRST <= before:
                self.take_in_hand(before)

    def _passed_by(self, move: Move, moved: int, taken: int) -> tuple[int, ...]:
        """The cells where the piece that made a first move may be taken in passing; one that is another now may not."""
        counted = self.tables.counted_code
        if moved < FIRST or taken != ABSENT or move.castle >= 0 or counted[self.board[move.target]] != counted[moved]:
            return ()
        ways = self.tables.ways(moved, move.origin)
        return next((way.passed for way in ways if way.first and way.passed and move.target in way.cells), ())

    # -- how the game ends ------

    def moves(self) -> list[Move]:
        """Every legal move; empty where the game is over."""
        if self.tables.ends_early and self.decided() is not None:
            return []
        return self.legal_moves()

    def outcome(self) -> FinalScore | None:
        decided = self.decided() if self.tables.ends_early else None
        if decided is not None or self._can_move():
            return decided
        return self.ended()

    def _can_move(self) -> bool:
        """True if there is a legal move. One is enough: a duty to capture or drop only chooses among the legal ones."""
        danger = Danger(self)
        return any(self.allowed(move, danger) for move in self._every(danger)) or bool(self.legal_moves())

    def ended(self) -> FinalScore:
        """Mate or stalemate, where it is known that there is no legal move, and that no other rule has ended the game."""
        ends = self.tables.rules.ends
        if self.in_check(self.turn):
            return _valued(ends.mate, Ending.CHECKMATE, self.turn)
        fewer = self.turn
        if ends.counts:
            owners = [piece & 1 for piece in self.board if piece >= FIRST]
            if owners.count(0) == owners.count(1):
                return drawn(SEATS, Ending.STALEMATE)
            fewer = min(0, 1, key=owners.count)
        return _valued(ends.stalemate, STALEMATES[ends.stalemate], fewer)

    def decided(self) -> FinalScore | None:
        """An end that needs no look at the moves: a goal, pieces gone, checks given."""
        for rule, by_seat in self.tables.extinction:
            for seat in (self.turn ^ 1, self.turn):
                if self._extinct(rule, by_seat, seat):
                    return _valued(rule.result, Ending.EXTINCT, seat)
        for goal, pieces in self.tables.goals:
            found = self._goal(goal, (pieces[0], pieces[1]))
            if found is not None:
                return found
        ends = self.tables.rules.ends
        if ends.castling:
            loser = self._castling_lost(ends.castling)
            if loser != ABSENT:
                return won_by(loser ^ 1, SEATS, Ending.CASTLING)
        if ends.checks and not self.checks[self.turn ^ 1]:
            return won_by(self.turn ^ 1, SEATS, Ending.CHECKS)
        if self.rested:
            return self._counted(Ending.PASSED if self.rested & 1 else Ending.FACING)
        if ends.line and self._in_line(self.turn ^ 1):
            return _valued(ends.line_result, Ending.IN_LINE, self.turn ^ 1)
        return None

    def _counted(self, ending: Ending) -> FinalScore:
        """An end that is decided by what the pieces left are worth."""
        ends, kinds = self.tables.rules.ends, self.tables.kinds
        worth = [0.0, ends.black_points]
        for piece in self.tables.codes:
            worth[piece & 1] += self.board.count(piece) * ends.points.get(kinds[kind_of(piece)].mark, 0)
        if not ends.points or worth[0] == worth[1]:
            return drawn(SEATS, ending)
        return won_by(int(worth[1] > worth[0]), SEATS, ending)

    def _castling_lost(self, letters: str) -> int:
        """The seat that can no longer castle as it must, or whose opponent just did; ABSENT for none."""
        rules = self.tables.rules
        if self.castled != ABSENT and rules.castlings[self.castled].letter in letters:
            return rules.castlings[self.castled].seat ^ 1
        left = {rules.castlings[index].letter for index, _, _ in self.castles}
        for seat in (self.turn ^ 1, self.turn):
            needed = {letter for letter in letters if letter.islower() is bool(seat)}
            if needed and not needed & left:
                return seat
        return ABSENT

    def _extinct(
        self, rule: Extinction, by_seat: tuple[tuple[frozenset[int], ...], tuple[frozenset[int], ...]], seat: int
    ) -> bool:
        for mine, theirs in zip(by_seat[seat], by_seat[seat ^ 1], strict=True):
            least = rule.opponent + (rule.claim and seat == self.turn)
            if not self._has(mine, rule.at + 1) and self._has(theirs, least):
                return True
        return False

    def _has(self, pieces: frozenset[int], least: int) -> bool:
        """True if there are so many of some pieces, on the board and in the hand together."""
        board, hand, count = self.board, self.hand, 0
        for piece in pieces:
            if count >= least:
                break
            count += board.count(piece) + hand[piece - FIRST]
        return count >= least

    def _goal(self, goal: Goal, pieces: tuple[frozenset[int], frozenset[int]]) -> FinalScore | None:
        mover, other = self.turn, self.turn ^ 1
        if (goal.reply or goal.safe) and self._reached(goal, pieces, mover, safe=not goal.reply):
            if mover == 0 and goal.reply and self._reached(goal, pieces, other, safe=False):
                return drawn(SEATS, Ending.GOAL)
            return _valued(goal.result, Ending.GOAL, mover)
        kings = self.kings(mover)
        if goal.reply and not kings and not goal.safe:
            return None
        if not self._reached(goal, pieces, other, safe=goal.safe):
            return None
        if goal.reply and mover == 1 and kings:
            danger = Danger(self)
            answers = (move for move in self.candidates(kings) if goal.cells[mover] >> move.target & 1)
            if not danger.checked and any(self.allowed(move, danger) for move in answers):
                return None
        return _valued(goal.result, Ending.GOAL, other)

    def _reached(self, goal: Goal, pieces: tuple[frozenset[int], frozenset[int]], seat: int, *, safe: bool) -> bool:
        cells = list(bits(goal.cells[seat] & self.tables.everywhere))
        there = [cell for cell in cells if self.board[cell] in pieces[seat]]
        if not there:
            return False
        if safe:
            there = [cell for cell in there if not self.attacked(cell, seat ^ 1)]
        return len(there) >= goal.needed or (goal.blocked and all(self.board[cell] for cell in cells))

    def _in_line(self, seat: int) -> bool:
        """True if a seat's pieces fill a line."""
        pieces = self.tables.rules.ends.line_pieces
        own = self.tables.of_seat[pieces, seat] or frozenset(self.tables.codes[seat::2])
        standing = mask_of(self.cells_of(own))
        return any(not line & ~standing for line in self.tables.full_lines)


def _valued(value: Value, ending: Ending, seat: int) -> FinalScore:
    """An end that wins, loses or draws for a seat."""
    if value == "draws":
        return drawn(SEATS, ending)
    winner = seat if value == "wins" else seat ^ 1
    return won_by(winner, SEATS, ending)
