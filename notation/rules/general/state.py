"""The general engine judges written moves one by one."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from fairyscore.notation.rules.general.core_rules import GameTables
from fairyscore.notation.rules.general.legality import Danger, GeneralLegality
from fairyscore.notation.rules.general.tables import FIRST, CastlingWay, code, kind_of
from fairyscore.notation.rules.moves import (
    ABSENT,
    CASTLE,
    DEMOTED,
    DROP,
    GO,
    GO_OR_CASTLE,
    PASS,
    PASSING,
    PROMOTED,
    RELATIVE,
    UNCHANGED,
    Move,
    ParsedMove,
    on_board,
)
from fairyscore.notation.rules.outcome import Outcome
from fairyscore.notation.rules.reasons import Reason
from fairyscore.notation.rules.state import LineChange, State

if TYPE_CHECKING:
    from fairyscore.notation.kernel._core import Core


class GeneralState(GeneralLegality):
    """A position being played on (`rules.state.State`).

    The compiled core answers where it holds the game (`GameTables.core`); it knows the same rules. It answers None to a
    position that it cannot hold.
    """

    __slots__ = ()

    tables: GameTables

    @property
    def core(self) -> "Core | None":
        return self.tables.core

    @property
    def checks_left(self) -> tuple[int, ...]:
        return self.checks if self.tables.rules.ends.checks else ()

    def moves(self) -> list[Move]:
        core = self.core
        found = None if core is None else core.moves(self)
        return super().moves() if found is None else found

    def outcome(self) -> Outcome | None:
        core = self.core
        goes_on = None if core is None else core.goes_on(self)
        if goes_on is None:
            return super().outcome()
        if goes_on:
            return None
        decided = self.decided() if self.tables.ends_early else None
        return self.ended() if decided is None else decided

    def in_check(self, seat: int) -> bool:
        core = self.core
        checked = None if core is None else core.in_check(self, seat)
        return super().in_check(seat) if checked is None else checked

    def perft(self, depth: int) -> int:
        core = self.core
        leaves = None if core is None else core.perft(self, depth)
        return super().perft(depth) if leaves is None else leaves

    def push(self, parsed: ParsedMove) -> bool:
        return self.push_many((parsed,)) == 1

    def try_push(self, parsed: ParsedMove) -> Move | None:
        made: list[Move] = []
        return made[0] if self.push_many((parsed,), made) else None

    def push_many(
        self, parsed_moves: Sequence[ParsedMove], log: list[Move] | None = None, claims: set[int] | None = None
    ) -> int:
        core = self.core
        clock = self.halfmove_clock
        made = (core and core.push_many(self, parsed_moves, log, claims)) or 0
        if made:
            self.most_quiet = max(self.most_quiet, clock + made)
        return self._push_in_python(parsed_moves, log, claims, made)

    def plies_after(self, moves: Sequence[Move | None], parsed_moves: Sequence[ParsedMove]) -> list[int]:
        core = self.core
        found = None if core is None else core.plies_after(self, moves, parsed_moves)
        return super().plies_after(moves, parsed_moves) if found is None else found

    def near_moves(self, parsed: ParsedMove, most: int) -> list[Move] | None:
        core = self.core
        return None if core is None else core.near_moves(self, parsed, most)

    def _push_in_python(
        self, parsed_moves: Sequence[ParsedMove], log: list[Move] | None, claims: set[int] | None, first: int
    ) -> int:
        """The rest of `push_many`, after the first moves, which are made."""
        made = self._make_usual(parsed_moves, log, claims, first)
        while made < len(parsed_moves):
            move = self.find(parsed_moves[made])
            if move is None:
                break
            self.push_unchecked(move)
            if log is not None:
                log.append(move)
            if claims and made in claims and self.in_check(self.turn):
                claims.discard(made)
            made = self._make_usual(parsed_moves, log, claims, made + 1)
        return made

    def _make_usual(
        self, parsed_moves: Sequence[ParsedMove], log: list[Move] | None, claims: set[int] | None, first: int
    ) -> int:
        """Make the usual moves from a place on; the place of the first other one. A core has made them already."""
        if first == len(parsed_moves) or self.core is not None:
            return first
        from fairyscore.notation.rules.general.usual import make_usual

        return make_usual(self, parsed_moves, first, log, claims)

    def san_facts(self, move: Move) -> tuple[list[int], str] | None:
        core = self.core
        return None if core is None else core.san_facts(self, move)

    def line_texts(
        self, moves: Sequence[Move], notation: str, capture_mark: str, castlings: Sequence[str]
    ) -> list[str] | None:
        core = self.core
        if core is None or notation not in ("san", "long"):
            return None
        return core.line_texts(self, moves, notation, capture_mark, castlings)

    def states_before(self, moves: Sequence[Move], places: Sequence[int]) -> list[State] | None:
        core = self.core
        positions = None if core is None else core.positions_before(self, moves, places)
        if core is None or positions is None:
            return None
        found: list[State] = []
        for position in positions:
            state = self.copy()
            core.give_back(position, state)
            found.append(state)
        return found

    def line_changes(self, moves: Sequence[Move]) -> list[LineChange] | None:
        core = self.core
        return None if core is None else core.line_changes(self, moves)

    def line_hashes(self, moves: Sequence[Move]) -> list[int] | None:
        core = self.core
        return None if core is None or PASSING in moves else core.line_hashes(self, moves)

    def line_summary(self, moves: bytes) -> tuple[bytes, list[bytes]] | None:
        core = self.core
        return None if core is None else core.line_summary(self, moves)

    def find(self, parsed: ParsedMove) -> Move | None:
        if parsed.action == RELATIVE:
            meant = on_board(parsed, self)
            return self.find(meant) if isinstance(meant, ParsedMove) else None
        core = self.core
        known = None if core is None else core.find(self, parsed)
        if known is not None:
            return known or None
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
        core = self.core
        found = None if core is None else core.named(self, parsed)
        if found is not None:
            return found
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

    def reasons(self, parsed: ParsedMove, text: str) -> tuple[Reason, ...]:
        """All that is wrong with a parsed move; see `rules.general.reasons`."""
        from fairyscore.notation.rules.general.reasons import reasons, usual_reasons

        meant = on_board(parsed, self)
        if not isinstance(meant, ParsedMove):
            return meant
        if self.find(meant) is not None:
            return ()
        core = self.core
        against = None if core is None else core.against(self, meant)
        if against is not None:
            return usual_reasons(self.tables, meant, against)
        return reasons(self, self._or_castling(meant), text, self.outcome())

    def _or_castling(self, parsed: ParsedMove) -> ParsedMove:
        """A way that the king takes when he castles as that castling, if he stands where it begins; else as a way."""
        if parsed.action != GO_OR_CASTLE:
            return parsed
        mine = ((self.turn, parsed.castle) == (rule.seat, rule.side) for rule in self.tables.rules.castlings)
        homes = (self.tables.castling_cells(number)[0] for number, is_mine in enumerate(mine) if is_mine)
        castles = parsed.origin in homes and parsed.origin in self.kings(self.turn)
        return replace(parsed, action=CASTLE if castles else GO)

    def takes(self, move: Move) -> bool:
        return self.taken_cell(move) != ABSENT

    def hand_of(self, seat: int) -> list[int]:
        held = zip(self.tables.codes, self.hand, strict=True)
        return [kind_of(piece) for piece, count in held if piece & 1 == seat for _ in range(count)]

    def piece_at(self, cell: int) -> tuple[int, int] | None:
        piece = self.board[cell]
        return (piece & 1, kind_of(piece)) if piece >= FIRST else None

    def notes(self) -> tuple[str, ...]:
        """`check` where it is, and an end that is not mate."""
        notes = ("check",) if self.in_check(self.turn) else ()
        decided = self.decided() if self.tables.ends_early else None
        if decided is None and not notes and self.tables.rules.ends.stalemate != "draws":
            decided = self.outcome()
        return notes if decided is None else (*notes, decided.ending.value)

    def key(self) -> object:
        passed = self.passed and self._taken_in_passing()  # only where a legal move does it (Laws of Chess 9.2.3)
        return (tuple(self.board), self.turn, tuple(self.hand), self.castles, self.open_gates(), passed, self.checks)

    def _taken_in_passing(self) -> tuple[int, ...]:
        """The cells on which a legal move captures in passing."""
        takers = self.cells_of(piece for piece in self.tables.takes_en_passant if piece & 1 == self.turn)
        return tuple(cell for cell in self.passed if self._is_taken_in_passing(cell, takers))

    def _is_taken_in_passing(self, cell: int, takers: list[int]) -> bool:
        """True if a legal move of a piece on one of some cells captures in passing on a cell."""
        moves = [move for move in self.candidates(takers, cell) if self.taken_cell(move) not in (ABSENT, cell)]
        return bool(moves) and any(move.target == cell and move in moves for move in self.moves())
