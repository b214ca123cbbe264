"""The general engine judges written moves: by the compiled core where that holds the position, else in Python."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from fairyscore.notation.rules.general.core_rules import GameTables
from fairyscore.notation.rules.general.matching import GeneralMatching
from fairyscore.notation.rules.moves import (
    ABSENT,
    CASTLE,
    GO,
    GO_OR_CASTLE,
    PASSING,
    RELATIVE,
    Move,
    ParsedMove,
    on_board,
)
from fairyscore.notation.rules.outcome import FinalScore
from fairyscore.notation.rules.reasons import Reason
from fairyscore.notation.rules.state import LineChange, State

if TYPE_CHECKING:
    from fairyscore.notation.kernel._core import Core


class GeneralState(GeneralMatching):
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

    def outcome(self) -> FinalScore | None:
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
        answer = None if core is None else core.find(self, parsed)
        if answer is not None:
            return answer or None
        return super().find(parsed)

    def named(self, parsed: ParsedMove) -> list[Move]:
        core = self.core
        moves = None if core is None else core.named(self, parsed)
        return super().named(parsed) if moves is None else moves

    def reasons(self, parsed: ParsedMove, text: str) -> tuple[Reason, ...]:
        """All that is wrong with a parsed move; see `rules.general.reasons`."""
        from fairyscore.notation.rules.general.core_reasons import usual_reasons  # only a refusal needs them
        from fairyscore.notation.rules.general.reasons import reasons

        meant = on_board(parsed, self)
        if not isinstance(meant, ParsedMove):
            return meant
        if self.find(meant) is not None:
            return ()
        core = self.core
        against = None if core is None else core.against(self, meant)
        if against is not None:
            return usual_reasons(self.tables, meant, text, against)
        return reasons(self, self._or_castling(meant), text, self.outcome())

    def _or_castling(self, parsed: ParsedMove) -> ParsedMove:
        """A way that the king takes when he castles as that castling, if he stands where it begins; else as a way."""
        if parsed.action != GO_OR_CASTLE:
            return parsed
        mine = ((self.turn, parsed.castle) == (rule.seat, rule.side) for rule in self.tables.rules.castlings)
        homes = (self.tables.castling_cells(number)[0] for number, is_mine in enumerate(mine) if is_mine)
        castles = parsed.origin in homes and parsed.origin in self.kings(self.turn)
        return replace(parsed, action=CASTLE if castles else GO)

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
