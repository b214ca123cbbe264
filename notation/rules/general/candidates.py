"""The moves that the pieces of a position can make, kings not considered."""

from collections.abc import Iterable, Iterator, Sequence

from fairyscore.notation.boards import ORTHOGONAL, bits, mask_of
from fairyscore.notation.rules.general.changes import GeneralChanges, follows
from fairyscore.notation.rules.general.definition import ANYWHERE, PromotionRule
from fairyscore.notation.rules.general.tables import EMPTY, FIRST, HOP, NOBODY, WALL, Way, code
from fairyscore.notation.rules.moves import ABSENT, Move


class GeneralCandidates(GeneralChanges):
    """A position, and the moves that its pieces can make."""

    __slots__ = ()

    def targets(self, piece: int, origin: int, *, quiet: bool = False) -> dict[int, None]:
        """The cells that a piece reaches from a cell now, kings aside, in order. quiet: without captures."""
        board, owner = self.board, self.tables.owner
        enemy, passed = (piece & 1) ^ 1, self.passed
        spared, own = self.tables.not_takes.get(piece), self.tables.takes_own.get(piece, ())
        found: dict[int, None] = {}
        for way in self.ways(piece, origin):
            style, cells, moves, captures, before, most, in_passing, first, _, barred, *_ = way
            if before and any(board[cell] for cell in before):
                continue
            if first and not self._first_move(piece, origin, way):
                continue
            captures = captures and not quiet
            if style == HOP:
                for cell in self._beyond_screen(piece, cells, moves, captures, most):
                    if cell not in barred:
                        found[cell] = None
            else:
                for cell in cells:
                    there = owner[board[cell]]
                    if there == NOBODY:
                        if moves or (in_passing and captures and cell in passed):
                            found[cell] = None
                    else:
                        if captures and (there == enemy or board[cell] in own):
                            found[cell] = None
                        if style:  # leaps go on, a slide ends here
                            break
        if spared:
            return {cell: None for cell in found if board[cell] not in spared}
        return found

    def ways(self, piece: int, origin: int) -> tuple[Way, ...]:
        """The ways of a piece from a cell, as the board is now."""
        return self.tables.ways(piece, origin)

    def _first_move(self, piece: int, origin: int, way: Way) -> bool:
        """True if a piece on its first cell may make a first move; with `cambodian` only unmoved, a king not in check."""
        if way.unmoved and not self.gates >> origin & 1:
            return False
        if way.over is not None and not self._goes_safely(origin, way):
            return False
        if self.tables.rules.gating != "cambodian":
            return True
        checked = piece in self.tables.royal[piece & 1] and self.in_check(piece & 1)
        return bool(self.gates >> origin & 1) and not checked

    def _goes_safely(self, origin: int, way: Way) -> bool:
        """True if a piece that may not be attacked on its way goes so to an empty cell."""
        piece = self.board[origin]
        if any(self.board[cell] for cell in way.cells) or self.in_check(piece & 1):
            return False
        return not any(self.attacked_over(origin, way))

    def attacked_over(self, origin: int, way: Way) -> Iterator[int]:
        """The cells that a piece goes over and that are attacked, of steps of which all are; the piece is lifted."""
        piece, enemy = self.board[origin], self.board[origin] & 1 ^ 1
        self.board[origin] = EMPTY
        try:
            attacked = [[cell for cell in step if self._endangered(cell, enemy)] for step in way.over or ()]
        finally:
            self.board[origin] = piece
        for step, found in zip(way.over or (), attacked, strict=True):
            if len(found) == len(step):
                yield from found

    def _beyond_screen(
        self, piece: int, cells: tuple[int, ...], moves: bool, captures: bool, most: int
    ) -> Iterator[int]:
        """The cells that a hop reaches: beyond the one piece that it goes over, up to the next."""
        board, owner = self.board, self.tables.owner
        forbidden, own = self.tables.not_over.get(piece, ()), self.tables.takes_own.get(piece, ())
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
            if captures and (owner[there] == (piece & 1) ^ 1 or there in own):
                yield cell
            return

    def candidates(self, cells: Iterable[int] | None = None, onto: int = ABSENT) -> Iterator[Move]:
        """The moves that pieces may make, kings not considered; all, or those from some cells, or onto one."""
        board, seat, tables = self.board, self.turn, self.tables
        extra = self.brings_more()
        for origin in range(tables.size) if cells is None else cells:
            piece = board[origin]
            if piece < FIRST or piece & 1 != seat:
                continue
            promotions = tables.promotions[piece - FIRST]
            reached: Iterable[int] = self.targets(piece, origin)
            if onto != ABSENT:
                reached = (onto,) if onto in reached else ()
            for target in reached:
                if promotions or tables.pushes or piece in tables.trades:
                    plain = [Move(origin, target, becomes) for becomes in self.becomes(piece, origin, target)]
                else:
                    plain = [Move(origin, target)]
                for move in plain:
                    yield from self._with_extras(move) if extra else (move,)
            if promotions and tables.in_place:
                yield from self._in_place(piece, origin, promotions)

    def becomes(self, piece: int, origin: int, target: int) -> list[int]:
        """The kinds that a piece may be after a move, ABSENT among them where it may stay as it is."""
        seat = piece & 1
        found: list[int] = []
        must = False
        if self.tables.turning and self._turns(piece, origin, target):
            return [ABSENT]
        for promotion in self.tables.promotions[piece - FIRST]:
            if promotion.in_place or not self._promotes(promotion, seat, origin, target):
                continue
            found += [ABSENT] if promotion.silent else self._allowed_kinds(promotion, seat)
            must = must or promotion.must
        return found if must else [ABSENT, *found]

    def _turns(self, piece: int, origin: int, target: int) -> bool:
        """True if a piece becomes something by what it captures, so that nothing is to be chosen."""
        victims = [self.board[cell] for cell in self.taken_cells(Move(origin, target))]
        return any(follows(effect, piece, victims) for effect in self.tables.turning)

    def _promotes(self, promotion: PromotionRule, seat: int, origin: int, target: int) -> bool:
        """True if a move is one with which a promotion may come."""
        zone = promotion.on[seat]
        inside = zone >> target & 1 and promotion.origins[seat] >> origin & 1
        if not inside and not (promotion.touch and zone >> origin & 1):
            return False
        if target in self.passed and not self.board[target] and self.taken_cell(Move(origin, target)) != ABSENT:
            return promotion.implied or promotion.silent
        return not promotion.capture_only or self.taken_cell(Move(origin, target)) != ABSENT

    def _allowed_kinds(self, promotion: PromotionRule, seat: int) -> list[int]:
        """The kinds of a promotion that limits and captured pieces leave."""
        tables = self.tables

        def is_left(kind: int) -> bool:
            counted = tables.mark_of[code(kind, seat)]
            most = promotion.limit.get(counted)
            if most is not None and len(self.cells_of(tables.of_seat[frozenset((counted,)), seat])) >= most:
                return False
            return not promotion.captured or self.hand[code(kind, seat) - FIRST] > 0

        return [kind for kind in (tables.kind_by_mark[mark] for mark in promotion.to[seat]) if is_left(kind)]

    def _in_place(self, piece: int, origin: int, promotions: Sequence[PromotionRule]) -> Iterator[Move]:
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

    def brings_more(self) -> bool:
        """True if moves may bring in a piece, or have to put a wall."""
        rules = self.tables.rules
        return (rules.gating == "seirawan" and self.gates > 0) or (rules.walls is not None and not rules.walls.or_move)

    def _with_extras(self, move: Move) -> Iterator[Move]:
        """A move with each piece that it may bring in, or each wall that it may put."""
        if self.tables.rules.walls is not None:
            yield from (move._replace(put_on=cell) for cell in self.wall_cells(move))
            return
        yield move
        cells = [move.origin]
        if move.castle != ABSENT:
            way = self.castling(move)
            cells = [cell for cell in (way.king_from, way.rook_from) if cell not in (way.king_to, way.rook_to)]
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
        left = {move.origin, self.taken_cell(move), *(changed if move.castle >= 0 else ())} - {move.target}
        free = [
            cell
            for cell in bits(walls.cells[self.turn] & tables.everywhere)
            if (cell in left or not board[cell]) and not changed.get(cell) and (cell != move.target or move.castle >= 0)
        ]
        if walls.way == "past":
            return [cell for cell in free if cell == move.origin]
        if walls.way == "edge":  # or beside a wall
            beside = ((cell, tables.board.next_to(cell, ORTHOGONAL)) for cell in free)
            return [cell for cell, near in beside if len(near) < 4 or any(board[c] == WALL for c in near)]
        if walls.way == "arrow":
            piece, board[move.origin] = board[move.origin], EMPTY
            reached = self.targets(piece, move.target, quiet=True)
            board[move.origin] = piece
            return [cell for cell in free if cell in reached]
        return free

    def castlings(self) -> Iterator[Move]:
        """The castlings for which there is a right, no piece in between and no attack on the path of the king."""
        enemy, tables = self.turn ^ 1, self.tables
        for index, king_from, rook_from in self.castles:
            way = tables.castling_ways[index, king_from, rook_from]
            if way.rule.seat != self.turn or any(self.board[cell] for cell in way.empty):
                continue
            king = self.board[king_from]
            if king in tables.royal[self.turn] or king_from in self.pseudo_royals(self.turn):
                passed = [king_from, *(cell for cell in way.safe if cell != way.king_to)]
                self.board[king_from] = EMPTY
                safe = not any(self._endangered(cell, enemy) for cell in self._untouched(self.turn, passed))
                self.board[king_from] = king
                if not safe:
                    continue
            yield from self._with_extras(way.move) if self.brings_more() else (way.move,)

    def drops(self, kinds: Iterable[int] | None = None) -> Iterator[Move]:
        """The drops that the hand allows; of some kinds, or all."""
        hand, seat = self.tables.rules.hand, self.turn
        if hand is None or not hand.drops:
            return
        for held in self.in_hand():
            for kind in self.tables.dropped_as(code(held, seat)):
                if kinds is None or kind in kinds:
                    cells = self.drop_cells(held, seat)
                    yield from (Move(ABSENT, cell, kind) for cell in bits(cells) if not self.board[cell])

    def drop_cells(self, kind: int, seat: int) -> int:
        """The mask of cells on which a kind may be dropped, as far as cells and files count."""
        tables, hand = self.tables, self.tables.rules.hand
        assert hand is not None
        sheet = tables.kinds[kind]
        region = hand.regions.get(sheet.mark, hand.regions.get("", ANYWHERE))[seat]
        mask = region & sheet.stays[seat] & tables.everywhere
        own = self.cells_of((code(kind, seat),))
        if sheet.mark in hand.no_double:
            spots = tables.board.spots
            files = [spots[cell][0] for cell in own]
            full = {file for file in range(tables.geometry.files) if files.count(file) >= hand.doubles}
            mask &= ~mask_of(cell for cell in range(tables.size) if spots[cell][0] in full)
        if sheet.mark in hand.opposite:
            shades = [tables.shade[cell] for cell in own]
            more = {shade for shade in shades if 2 * shades.count(shade) > len(shades)}
            mask &= ~mask_of(cell for cell in range(tables.size) if tables.shade[cell] in more)
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
        return Move(cells[0], cells[0]) if cells else Move(ABSENT, ABSENT)
