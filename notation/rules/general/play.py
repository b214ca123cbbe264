"""The rules of the general engine: which moves there are, which of them are legal, what they do, and how a game ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from fairyscore.notation.boards.board import bits
from fairyscore.notation.rules.general.board import SEATS, GeneralBoard
from fairyscore.notation.rules.general.definition import ANYWHERE, Extinction, Goal, Promotion, Value
from fairyscore.notation.rules.general.tables import EMPTY, FIRST, HOP, LEAPS, NOBODY, WALL, Way, code, kind_of
from fairyscore.notation.rules.moves import (
    CASTLE,
    DEMOTED,
    DROP,
    GO,
    GO_OR_CASTLE,
    NOT_SAID,
    OWN,
    PASS,
    PROMOTED,
    UNCHANGED,
    Move,
    ParsedMove,
)
from fairyscore.notation.rules.outcome import Ending, Outcome, drawn, won_by
from fairyscore.notation.rules.push_many import push_one_by_one


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
        self.always = self.checked or duple or not rules.checking
        self.exposed: set[int] = set()
        if not self.always:
            for cell in self.royals:
                self.exposed |= state.exposed(cell, seat ^ 1)


class GeneralPlay(GeneralBoard):
    """A position being played on."""

    __slots__ = ()

    # -- where the pieces may go ------

    def targets(self, piece: int, origin: int, *, quiet: bool = False) -> dict[int, None]:
        """The cells that a piece reaches from a cell now, kings aside, in order. quiet: without captures."""
        board, owner = self.board, self.tables.owner
        enemy, passed = (piece & 1) ^ 1, self.passed
        spared = self.tables.not_takes.get(piece)
        found: dict[int, None] = {}
        for way in self.tables.ways(piece, origin):
            style, cells, moves, captures, before, most, in_passing, first, _, barred = way
            if before and any(board[cell] for cell in before):
                continue
            if first and not self._first_move(piece, origin):
                continue
            captures = captures and not quiet
            if style == LEAPS:
                for cell in cells:
                    there = owner[board[cell]]
                    if there == NOBODY:
                        if moves or (in_passing and captures and cell in passed):
                            found[cell] = None
                    elif there == enemy and captures:
                        found[cell] = None
            elif style == HOP:
                for cell in self._behind_screen(piece, cells, moves, captures, most):
                    if cell not in barred:
                        found[cell] = None
            else:
                for cell in cells:
                    there = owner[board[cell]]
                    if there == NOBODY:
                        if moves or (in_passing and captures and cell in passed):
                            found[cell] = None
                    else:
                        if there == enemy and captures:
                            found[cell] = None
                        break
        if spared:
            return {cell: None for cell in found if board[cell] not in spared}
        return found

    def _first_move(self, piece: int, origin: int) -> bool:
        """Whether a piece may make a first move; its place tells it, or what is kept of it (not in check: cambodian)."""
        if self.tables.rules.gating != "cambodian":
            return True
        return bool(self.gates >> origin & 1) and not (
            piece in self.tables.royal[piece & 1] and self.in_check(piece & 1)
        )

    def _behind_screen(
        self, piece: int, cells: tuple[int, ...], moves: bool, captures: bool, most: int
    ) -> Iterator[int]:
        """The cells that a hop reaches: behind the one piece that it goes over, up to the next."""
        board, owner = self.board, self.tables.owner
        forbidden = self.tables.not_over.get(piece, ())
        screen, count = False, 0
        for cell in cells:
            there = board[cell]
            if not screen:
                if there:
                    if there in forbidden:
                        return
                    screen = True
                continue
            count += 1
            if most and count > most:
                return
            if not there:
                if moves:
                    yield cell
                continue
            if captures and owner[there] == (piece & 1) ^ 1:
                yield cell
            return

    def candidates(self, cells: Iterable[int] | None = None) -> Iterator[Move]:
        """The moves that pieces may make, kings not considered; all, or those of the pieces on some cells."""
        board, seat, tables = self.board, self.turn, self.tables
        walls = tables.rules.walls
        extra = bool(tables.rules.gating == "seirawan" and self.gates) or (walls is not None and not walls.or_move)
        for origin in range(tables.size) if cells is None else cells:
            piece = board[origin]
            if piece < FIRST or piece & 1 != seat:
                continue
            promotions = tables.promotions[piece - FIRST]
            for target in self.targets(piece, origin):
                if promotions:
                    plain = [Move(origin, target, becomes) for becomes in self.becomes(piece, origin, target)]
                else:
                    plain = [Move(origin, target)]
                for move in plain:
                    if extra:
                        yield from self._with_extras(move)
                    else:
                        yield move
            if promotions:
                yield from self._in_place(piece, origin, promotions)

    def becomes(self, piece: int, origin: int, target: int) -> list[int]:
        """What a piece may be after a move: kinds, NOT_SAID where it may stay what it is."""
        seat = piece & 1
        found: list[int] = []
        must = False
        for promotion in self.tables.promotions[piece - FIRST]:
            if promotion.in_place or not self._promotes(promotion, seat, origin, target):
                continue
            found += self._allowed_kinds(promotion, seat)
            must = must or promotion.must
        return found if must else [NOT_SAID, *found]

    def _promotes(self, promotion: Promotion, seat: int, origin: int, target: int) -> bool:
        """Whether a move is one with which a promotion may come."""
        zone = promotion.on[seat]
        inside = zone >> target & 1 and promotion.origins[seat] >> origin & 1
        if not inside and not (promotion.touch and zone >> origin & 1):
            return False
        return not promotion.capture_only or self.taken_cell(Move(origin, target)) != NOT_SAID

    def _allowed_kinds(self, promotion: Promotion, seat: int) -> list[int]:
        """The kinds of a promotion that limits and captured pieces leave."""
        tables = self.tables
        found = []
        for mark in promotion.to[seat]:
            kind = tables.kind_by_mark[mark]
            counted = tables.kinds[tables.counted[kind]].mark
            most = promotion.limit.get(counted)
            if most is not None and len(self.cells_of(tables.of_seat(frozenset((counted,)), seat))) >= most:
                continue
            if promotion.captured and not self.hand[code(kind, seat) - FIRST]:
                continue
            found.append(kind)
        return found

    def _in_place(self, piece: int, origin: int, promotions: Sequence[Promotion]) -> Iterator[Move]:
        """Promotions that are a move of their own (sittuyin): on the spot or by one step of what it becomes."""
        seat, tables = piece & 1, self.tables
        for promotion in promotions:
            alone = len(self.cells_of((piece,))) == 1
            if not promotion.in_place or not (alone or promotion.on[seat] >> origin & 1):
                continue
            for kind in self._allowed_kinds(promotion, seat):
                new = code(kind, seat)
                for target in (origin, *self.targets(new, origin, quiet=True)):
                    self.board[origin] = EMPTY
                    strikes = any(tables.owner[self.board[cell]] == seat ^ 1 for cell in self.targets(new, target))
                    self.board[origin] = piece
                    if not strikes:
                        yield Move(origin, target, kind)

    def _with_extras(self, move: Move) -> Iterator[Move]:
        """A move with each piece that it may bring in, or each wall that it may put."""
        if self.tables.rules.walls is not None:
            yield from (move._replace(put_on=cell) for cell in self.wall_cells(move))
            return
        yield move
        cells = [move.origin]
        if move.castle != NOT_SAID:
            way = self.castling(move)
            cells = [way.king_from, way.rook_from]
        for kind in self.in_hand():
            allowed = self.gates & self.drop_cells(kind, self.turn)
            yield from (move._replace(put_on=cell, put=kind) for cell in cells if allowed >> cell & 1)

    def in_hand(self) -> list[int]:
        """The kinds of piece in the hand of who is to move."""
        return [kind for kind in range(len(self.tables.kinds)) if self.hand[code(kind, self.turn) - FIRST]]

    def wall_cells(self, move: Move) -> list[int]:
        """Where a wall may be put with a move."""
        walls, tables, board = self.tables.rules.walls, self.tables, self.board
        assert walls is not None
        changed = dict(self.changes(move))
        free = [
            cell
            for cell in bits(walls.cells[self.turn] & ((1 << tables.size) - 1))
            if (not board[cell] or cell == move.origin != move.target or (move.castle >= 0 and cell in changed))
            and not changed.get(cell)
        ]
        if walls.way == "past":
            return [cell for cell in free if cell == move.origin]
        if walls.way == "edge":
            edge = tables.edge
            return [cell for cell in free if cell in edge or any(board[c] == WALL for c in tables.beside[cell])]
        if walls.way == "arrow":
            piece, board[move.origin] = board[move.origin], EMPTY
            reached = self.targets(piece, move.target, quiet=True)
            board[move.origin] = piece
            return [cell for cell in free if cell in reached]
        return free

    # -- moves of other kinds ------

    def castlings(self) -> Iterator[Move]:
        """The castlings that rights and pieces allow; the king's way is safe."""
        enemy, tables = self.turn ^ 1, self.tables
        for index, king_from, rook_from in self.castles:
            way = tables.castling_way(index, king_from, rook_from)
            if way.rule.seat != self.turn or any(self.board[cell] for cell in way.empty):
                continue
            king = self.board[king_from]
            if king in tables.royal[self.turn] or king_from in self.pseudo_royals(self.turn):
                self.board[king_from] = EMPTY
                safe = not any(
                    self._endangered(cell, enemy) for cell in self._untouched(self.turn, [king_from, *way.safe])
                )
                self.board[king_from] = king
                if not safe:
                    continue
            yield Move(king_from, way.king_to, castle=index)

    def drops(self, kinds: Iterable[int] | None = None) -> Iterator[Move]:
        """The drops that the hand allows; of some kinds, or all."""
        hand, seat = self.tables.rules.hand, self.turn
        if hand is None or not hand.drops:
            return
        for held in self.in_hand():
            for kind in self.dropped_as(held):
                if kinds is None or kind in kinds:
                    cells = self.drop_cells(held, seat)
                    yield from (Move(NOT_SAID, cell, kind) for cell in bits(cells) if not self.board[cell])

    def dropped_as(self, kind: int) -> list[int]:
        """The kinds as which a piece in hand may be dropped."""
        tables, hand = self.tables, self.tables.rules.hand
        if hand is None or not hand.promoted:
            return [kind]
        piece = code(kind, self.turn)
        more = [tables.kind_by_mark[m] for p in tables.promotions[piece - FIRST] for m in p.to[self.turn]]
        return [kind, *dict.fromkeys(more)]

    def drop_cells(self, kind: int, seat: int) -> int:
        """The mask of cells on which a kind may be dropped, as far as cells and files count."""
        tables, hand = self.tables, self.tables.rules.hand
        assert hand is not None
        sheet = tables.kinds[kind]
        region = hand.regions.get(sheet.mark, hand.regions.get("", ANYWHERE))[seat]
        mask = region & sheet.stays[seat] & ((1 << tables.size) - 1)
        if sheet.mark in hand.no_double:
            own = self.cells_of((code(kind, seat),))
            spots = tables.board.spots
            files = [spots[cell][0] for cell in own]
            full = {file for file in range(tables.geometry.files) if files.count(file) >= hand.doubles}
            mask &= ~sum(1 << cell for cell in range(tables.size) if spots[cell][0] in full)
        if sheet.mark in hand.opposite:
            shades = {tables.shade[cell] for cell in self.cells_of((code(kind, seat),))}
            mask &= ~sum(1 << cell for cell in range(tables.size) if tables.shade[cell] in shades)
        return mask

    def passes(self) -> Iterator[Move]:
        """The passes that are allowed at any time, and walls put without a move."""
        rules = self.tables.rules
        if rules.passing[self.turn] == "always":
            yield self.resting()
        if rules.walls is not None and rules.walls.or_move:
            first = next(cell for cell, piece in enumerate(self.board) if piece >= FIRST and piece & 1 == self.turn)
            still = Move(first, first)
            yield from (still._replace(put_on=cell) for cell in self.wall_cells(still))

    def resting(self) -> Move:
        """A pass, written as a move from the king's cell to itself; of the first piece where there is no king."""
        cells = self.kings(self.turn) or [c for c, p in enumerate(self.board) if p >= FIRST and p & 1 == self.turn]
        return Move(cells[0], cells[0]) if cells else Move(NOT_SAID, NOT_SAID)

    # -- which of them are legal ------

    def moves(self) -> list[Move]:
        """Every legal move; empty where the game is over."""
        if self.tables.ends_early and self.decided() is not None:
            return []
        return self.legal_moves()

    def legal_moves(self) -> list[Move]:
        """As `moves`, without asking whether the game is over."""
        danger = Danger(self)
        rules = self.tables.rules
        found = [move for move in self._every(danger) if self.allowed(move, danger)]
        if rules.must_capture:
            found = [move for move in found if self.taken_cell(move) != NOT_SAID] or found
        if rules.hand is not None and rules.hand.must and self._must_drop():
            found = [move for move in found if move.origin < 0] or found
        if not found and rules.passing[self.turn] == "stalemate" and not danger.checked:
            found = [self.resting()]
        return found

    def _every(self, danger: Danger) -> Iterator[Move]:
        """All candidates."""
        yield from self.candidates()
        if self.castles and not danger.checked:
            extra = self.tables.rules.walls is not None or bool(self.gates)
            for move in self.castlings():
                if extra:
                    yield from self._with_extras(move)
                else:
                    yield move
        if self.tables.rules.hand is not None:
            yield from self.drops()
        if self.tables.passes:
            yield from self.passes()

    def _must_drop(self) -> bool:
        """Whether a piece is in hand that has to be dropped before anything else."""
        hand, tables = self.tables.rules.hand, self.tables
        assert hand is not None
        return any(not hand.must_first or tables.kinds[kind].mark in hand.must_first for kind in self.in_hand())

    def allowed(self, move: Move, danger: Danger) -> bool:
        """Whether a candidate is legal, as far as the move itself tells (not: whether a capture or drop is due)."""
        rules, origin, target = self.tables.rules, move.origin, move.target
        if not rules.immobile and self.gets_stuck(move):
            return False
        if rules.makpong and danger.checked and origin in danger.royals and not self._takes_checker(move):
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
        if move.put_on in danger.exposed or (move.becomes >= 0 and self.tables.pseudo_royal):
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

    def _takes_checker(self, move: Move) -> bool:
        checkers = {cell for king in self.kings(self.turn) for cell in self.attackers(king, self.turn ^ 1)}
        return checkers == {move.target}

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
        return hand.no_check or not after.legal_moves()

    def safe(self, move: Move) -> bool:
        """Whether, after a move, no king of the mover is attacked, nor what else he may not leave so."""
        board, seat = self.board, self.turn
        changes = self.changes(move)
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
                and (move.becomes < 0 or not self._promotes_to_check(move))
            )
        finally:
            for cell, piece in reversed(before):
                board[cell] = piece

    def kings_safe(self, seat: int) -> bool:
        """Whether no king of a seat is attacked; what stands for a king is not asked."""
        board = self.board
        for piece in self.tables.royal[seat]:
            if piece in board and self._endangered(board.index(piece), seat ^ 1):
                return False
        return True

    def _promotes_to_check(self, move: Move) -> bool:
        """Whether a promotion in place gives check, which it may not (sittuyin)."""
        if not self.tables.in_place or move.origin < 0:
            return False
        return self.in_check(self.turn ^ 1)

    def _pseudo_before(self, move: Move) -> tuple[set[int], set[int]]:
        """Where after a move the pieces are that stand for kings, the mover's and the other's before."""
        seat, tables = self.turn, self.tables
        mine, theirs = set(self.pseudo_royals(seat)), set(self.pseudo_royals(seat ^ 1))
        if move.castle >= 0:
            way = self.castling(move)
            mine = {{way.king_from: way.king_to, way.rook_from: way.rook_to}.get(cell, cell) for cell in mine}
        elif move.origin in mine:
            mine = mine - {move.origin} | {move.target}
        if move.becomes >= 0 and move.origin >= 0:
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

    # -- judging one written move ------

    def find(self, parsed: ParsedMove) -> Move | None:
        """The one legal move that a parsed move names, or None."""
        found = self.named(parsed)
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
        if meant and self.tables.duties:
            due = set(self.legal_moves())
            meant = [move for move in meant if move in due]
        if len(meant) > 1 and parsed.capture is not None:
            meant = [move for move in meant if self.takes(move) is parsed.capture] or meant
        return meant

    def _matching(self, parsed: ParsedMove, danger: Danger) -> list[Move]:
        """The candidates that a parsed move fits."""
        if parsed.owner not in (NOT_SAID, OWN, self.turn):
            return []
        if parsed.action == PASS:
            return [move for move in self.passing() if self._same_extras(move, parsed)]
        if parsed.action == DROP:
            kinds = self.tables.sharing[parsed.kind if parsed.kind != NOT_SAID else parsed.becomes]
            return [move for move in self.drops(kinds) if move.target == parsed.target]
        castlings = self._castlings_meant(parsed) if not danger.checked else []
        if parsed.action == CASTLE:
            return castlings
        if parsed.origin != NOT_SAID:
            cells = [parsed.origin]
        else:
            cells = [
                c for c, p in enumerate(self.board) if p >= FIRST and p & 1 == self.turn and parsed.sources >> c & 1
            ]
        named = None if parsed.kind == NOT_SAID else self.tables.sharing[parsed.kind]
        cells = [c for c in cells if self.board[c] >= FIRST and (named is None or kind_of(self.board[c]) in named)]
        if parsed.becomes >= 0 and parsed.put == NOT_SAID and self.gates:  # a letter may name the piece brought in
            gated = replace(parsed, becomes=NOT_SAID, put=parsed.becomes, put_on=parsed.origin)
            found = self._matching(gated, danger)
            if found:
                return found
        going = [move for move in self.candidates(cells) if move.target == parsed.target]
        if (
            parsed.origin != NOT_SAID
            and parsed.origin == parsed.target
            and self.tables.rules.passing[self.turn] != "never"
        ):
            going += [move for move in self.passing() if move not in going]
        going = [move for move in going if self._agrees(move, parsed)]
        return self.same_promotion(going, parsed) or (castlings if parsed.origin != NOT_SAID else [])

    def passing(self) -> list[Move]:
        """The passes that are legal now."""
        if self.tables.rules.passing[self.turn] == "stalemate":
            return [move for move in self.legal_moves() if move.origin == move.target and move.becomes < 0]
        return list(self.passes())

    def _castlings_meant(self, parsed: ParsedMove) -> list[Move]:
        """The castlings that a text may mean, by side or by the king's way or onto his partner (Chess960)."""
        found: list[Move] = []
        if parsed.action not in (CASTLE, GO, GO_OR_CASTLE) or not self.castles or parsed.becomes >= 0 or parsed.capture:
            return found
        for move in self.castlings():
            way = self.castling(move)
            if parsed.action == CASTLE:
                fits = way.rule.side == parsed.castle
            else:
                fits = parsed.origin == way.king_from and parsed.target in {way.king_to, way.rook_from}
                fits = fits or (parsed.put_on == parsed.origin == way.rook_from and parsed.target == way.king_from)
            if fits:
                extra = self.tables.rules.walls is not None or bool(self.gates)
                found += [m for m in (self._with_extras(move) if extra else (move,)) if self._same_extras(m, parsed)]
        return found

    def _same_extras(self, move: Move, parsed: ParsedMove) -> bool:
        if parsed.put_on not in (move.put_on, NOT_SAID):
            return False
        if NOT_SAID in {parsed.put, move.put}:
            return parsed.put == move.put and (parsed.put_on == move.put_on or self.tables.rules.walls is not None)
        return move.put in self.tables.sharing[parsed.put]

    def _agrees(self, move: Move, parsed: ParsedMove) -> bool:
        """Whether a move is what else a text says: who is captured, which piece or wall is put where."""
        if not self._same_extras(move, parsed):
            return False
        if parsed.victim == NOT_SAID:
            return True
        taken = self.taken_cell(move)
        if taken == NOT_SAID or kind_of(self.board[taken]) not in self.tables.sharing[parsed.victim]:
            return False
        return parsed.loser in (NOT_SAID, self.turn ^ 1)

    def same_promotion(self, moves: list[Move], parsed: ParsedMove) -> list[Move]:
        """Those moves that end in what a text names; where it names nothing, a promotion that goes without saying."""
        said, tables = parsed.becomes, self.tables
        if said in (PROMOTED, DEMOTED):
            return [m for m in moves if m.becomes >= 0 and tables.is_promoted(m.becomes) is (said == PROMOTED)]
        if said >= 0:
            return [m for m in moves if m.becomes in tables.sharing[said]]
        plain = [m for m in moves if m.becomes < 0]
        if plain or said == UNCHANGED or not moves:
            return plain
        implied = any(p.implied or p.silent for p in tables.promotions[self.board[moves[0].origin] - FIRST])
        return moves if implied else []

    def push(self, parsed: ParsedMove) -> bool:
        """Make the move that is named if it is legal and the only one meant; otherwise change nothing."""
        return self.try_push(parsed) is not None

    def try_push(self, parsed: ParsedMove) -> Move | None:
        """As `push`, and tells which move it was."""
        move = self.find(parsed)
        if move is not None:
            self.push_unchecked(move)
        return move

    def push_many(self, parsed_moves: Sequence[ParsedMove], log: list[Move] | None = None) -> int:
        """Make named moves one after another, up to the first that `push` would refuse; how many were made."""
        return push_one_by_one(self, parsed_moves, log)

    # -- making a move ------

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
            self.gates &= ~sum(1 << cell for cell in {cell for cell, _ in changes})
        if move.origin < 0 <= move.target and tables.rules.hand is not None and tables.rules.hand.castle:
            self._castle_dropped(move.target)
        self.halfmove_clock = 0 if taken != NOT_SAID or moved in tables.pawns else self.halfmove_clock + 1
        self.turn = seat ^ 1
        self.castled = move.castle
        self.fullmove_number += seat
        if tables.rules.ends.checks and self.in_check(self.turn):
            given = [*self.checks]
            given[seat] = max(0, given[seat] - 1)
            self.checks = (given[0], given[1])

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
        found: tuple[Way, ...] = tuple(
            way for way in self.tables.ways(moved, move.origin) if way.first and way.passed and move.target in way.cells
        )
        return found[0].passed if found else ()

    def _castle_dropped(self, cell: int) -> None:
        """The castlings that a dropped king or partner may now take part in."""
        for index, rule in enumerate(self.tables.rules.castlings):
            king, rook = self.tables.castling_cells(index)
            if rule.seat == self.turn and cell in {king, rook} and self.castles_from(index, king, rook):
                self.castles = tuple(sorted({*self.castles, (index, king, rook)}))

    def castles_from(self, index: int, king: int, rook: int) -> bool:
        """Whether king and partner of a castling stand on two cells."""
        rule, tables = self.tables.rules.castlings[index], self.tables
        partners = tables.of_seat(rule.partners, rule.seat)
        return self.board[king] in tables.of_seat(frozenset((rule.king,)), rule.seat) and self.board[rook] in partners

    # -- how a game ends ------

    def outcome(self) -> Outcome | None:
        """How the game has ended, or None."""
        decided = self.decided() if self.tables.ends_early else None
        if decided is not None or self.legal_moves():
            return decided
        ends = self.tables.rules.ends
        if self.in_check(self.turn):
            return self._valued(ends.mate, Ending.CHECKMATE)
        return self._valued(ends.stalemate, Ending.STALEMATE if ends.stalemate == "draws" else Ending.STALEMATE_LOSES)

    def _valued(self, value: Value, ending: Ending, seat: int | None = None) -> Outcome:
        """An end that wins, loses or draws for a seat; for who is to move where none is named."""
        seat = self.turn if seat is None else seat
        if value == "draws":
            return drawn(SEATS, ending)
        return won_by(seat if value == "wins" else seat ^ 1, SEATS, ending)

    def decided(self) -> Outcome | None:
        """An end that needs no look at the moves: a goal, pieces gone, checks given."""
        for rule, by_seat in self.tables.extinction:
            for seat in (self.turn ^ 1, self.turn):
                if self._extinct(rule, by_seat, seat):
                    return self._valued(rule.result, Ending.EXTINCT, seat)
        for goal, pieces in self.tables.goals:
            found = self._goal(goal, (pieces[0], pieces[1]))
            if found is not None:
                return found
        ends = self.tables.rules.ends
        if ends.castling:
            loser = self._castling_lost(ends.castling)
            if loser != NOT_SAID:
                return won_by(loser ^ 1, SEATS, Ending.CASTLING)
        if ends.checks and not self.checks[self.turn ^ 1]:
            return won_by(self.turn ^ 1, SEATS, Ending.CHECKS)
        if ends.line and self._in_line(self.turn ^ 1):
            return self._valued(ends.line_result, Ending.IN_LINE, self.turn ^ 1)
        return None

    def _castling_lost(self, letters: str) -> int:
        """The seat that can no longer castle as it must, or whose opponent just did; NOT_SAID for none."""
        rules = self.tables.rules
        if self.castled != NOT_SAID and rules.castlings[self.castled].letter in letters:
            return rules.castlings[self.castled].seat ^ 1
        left = {rules.castlings[index].letter for index, _, _ in self.castles}
        for seat in (self.turn ^ 1, self.turn):
            needed = {letter for letter in letters if letter.islower() is bool(seat)}
            if needed and not needed & left:
                return seat
        return NOT_SAID

    def _extinct(
        self,
        rule: Extinction,
        by_seat: tuple[tuple[frozenset[int], ...], tuple[frozenset[int], ...]],
        seat: int,
    ) -> bool:
        for mine, theirs in zip(by_seat[seat], by_seat[seat ^ 1], strict=True):
            least = rule.opponent + (rule.claim and seat == self.turn)
            if self._count(mine) <= rule.at and self._count(theirs) >= least:
                return True
        return False

    def _count(self, pieces: frozenset[int]) -> int:
        """How many of these pieces there are, on the board and in hand."""
        board, hand = self.board, self.hand
        return sum(board.count(piece) + hand[piece - FIRST] for piece in pieces)

    def _goal(self, goal: Goal, pieces: tuple[frozenset[int], frozenset[int]]) -> Outcome | None:
        mover, other = self.turn, self.turn ^ 1
        if goal.reply and self._reached(goal, pieces, mover, safe=False):
            if mover == 0 and self._reached(goal, pieces, other, safe=False):
                return drawn(SEATS, Ending.GOAL)
            return won_by(mover, SEATS, Ending.GOAL)
        kings = self.kings(mover)
        if goal.reply and not kings and not goal.safe:
            return None
        if not self._reached(goal, pieces, other, safe=goal.safe):
            return None
        if goal.reply and mover == 1 and kings and self._may_answer(goal, kings):
            return None
        return won_by(other, SEATS, Ending.GOAL)

    def _may_answer(self, goal: Goal, kings: list[int]) -> bool:
        danger = Danger(self)
        return not danger.checked and any(
            goal.cells[self.turn] >> move.target & 1 and self.allowed(move, danger) for move in self.candidates(kings)
        )

    def _reached(self, goal: Goal, pieces: tuple[frozenset[int], frozenset[int]], seat: int, *, safe: bool) -> bool:
        """Whether a seat has enough pieces on its goal."""
        cells = list(bits(goal.cells[seat] & ((1 << self.tables.size) - 1)))
        there = [cell for cell in cells if self.board[cell] in pieces[seat]]
        if not there:
            return False
        if safe:
            there = [cell for cell in there if not self.attacked(cell, seat ^ 1)]
        return len(there) >= goal.count or (goal.blocked and all(self.board[cell] for cell in cells))

    def _in_line(self, seat: int) -> bool:
        """Whether a seat has enough pieces in a row."""
        ends, step = self.tables.rules.ends, self.tables.geometry.step
        own = self.tables.of_seat(ends.line_pieces, seat) or frozenset(self.tables.codes[seat::2])
        for cell in self.cells_of(own):
            for way in ends.line_ways:
                here: int | None = cell
                count = 0
                while here is not None and self.board[here] in own:
                    count += 1
                    here = step(here, *((0, 1), (1, 1), (1, 0), (1, -1))[way])
                if count >= ends.line:
                    return True
        return False

    # -- what others ask ------

    def takes(self, move: Move) -> bool:
        """Whether a legal move captures; asked before it is made."""
        return self.taken_cell(move) != NOT_SAID

    def moves_with(self, throw: int) -> list[Move]:
        """Every legal move; there are no dice here."""
        return [] if throw else self.moves()

    def piece_type_at(self, cell: int) -> int:
        """Index of the kind of what stands on a cell, -1 where nothing does."""
        return kind_of(self.board[cell]) if self.board[cell] >= FIRST else NOT_SAID

    def piece_at(self, cell: int) -> tuple[int, int] | None:
        """Seat and kind of what stands on a cell."""
        piece = self.board[cell]
        return (piece & 1, kind_of(piece)) if piece >= FIRST else None

    def notes(self) -> tuple[str, ...]:
        """`check` where it is."""
        return ("check",) if self.in_check(self.turn) else ()

    def playing(self) -> tuple[int, ...]:
        """Both seats are in the game to its end."""
        return (0, 1)

    def key(self) -> object:
        """What two positions share that count as repetitions of each other."""
        return (tuple(self.board), self.turn, tuple(self.hand), self.castles, self.gates, self.passed, self.checks)
