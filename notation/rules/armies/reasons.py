"""Why a move is refused in a game of several armies: small checks, each of which gives its reasons or none.

They agree with `ArmyBoard.meant`: no reason is left exactly where it finds the one move that is meant.
"""

from collections.abc import Iterator
from dataclasses import replace

from fairyscore.notation.rules.armies.board import PLAYING, ArmyBoard
from fairyscore.notation.rules.armies.tables import EMPTY, KIND, KINDS, KING, PAWN, SEAT
from fairyscore.notation.rules.moves import (
    ABSENT,
    CASTLE,
    CASTLINGS,
    DROP,
    EVERYWHERE,
    GO_OR_CASTLE,
    PASS,
    Move,
    ParsedMove,
)
from fairyscore.notation.rules.reasons import Code, Facts, Reason
from fairyscore.notation.rules.refusal import Refusal, game_over

PIECES, CASTLES, LEAVING, END = "page: The pieces", "page: Castling", "page: Leaving the game", "page: The end"
"""Headings of the rule sheet."""

QUIET, TAKING = "-", "x"

Reasons = Iterator[Reason]


def reasons(state: ArmyBoard, parsed: ParsedMove, text: str) -> tuple[Reason, ...]:
    """All that is wrong with a parsed move; after the end of the game only that."""
    if state.ended is not None:
        return game_over(state.ended, END)
    sheet = state.tables.sheet
    kinds, seats = (kind.name for kind in KINDS), (seat.name for seat in sheet.seats)
    return tuple(_ArmyRefusal(state, parsed, text, cells=sheet.board.cells, kinds=kinds, seats=seats).all())


class _ArmyRefusal(Refusal[ArmyBoard]):
    """The reasons for one move."""

    def all(self) -> Reasons:
        state, parsed = self.state, self.parsed
        if parsed.throw:
            yield Reason(Code.NO_DICE, {"text": self.text, "throw": parsed.throw})
        if parsed.action == PASS:
            if state.standing[self.turn] != PLAYING:
                yield self.of_mover(Code.MUST_NOT_PASS, LEAVING)
        elif parsed.action == DROP:
            yield Reason(Code.NO_DROPS, {"text": self.text})
        elif parsed.action == CASTLE:
            if not state.meant(parsed):
                yield from self._castling(parsed.castle)
        elif parsed.action == GO_OR_CASTLE and state.meant(parsed):
            return
        else:
            yield from self._move()

    # -- castling ------

    def _castling(self, side: int) -> Reasons:
        """Why the mover cannot castle to a side, the first condition that fails."""
        state, castling = self.state, CASTLINGS[side == 1]
        number = 2 * self.turn + side
        way = state.tables.castlings[number]
        standing = [cell for cell in way.free if state.board[cell] != EMPTY]
        attacked = [cell for cell in way.safe if state.is_attacked(cell, self.turn)]
        if state.standing[self.turn] != PLAYING:
            condition = "only the king moves on"
        elif not state.rights >> number & 1:
            condition = "the king or the rook has moved or is not there"
        elif standing:
            condition = f"a {self.owned(standing[0])} stands on {self.cells[standing[0]]}"
        elif attacked:
            by = self._attackers(attacked[0])
            condition = f"{self.cells[attacked[0]]} is attacked by {by}"
        else:
            condition = f"the king goes to {self.cells[way.king[1]]}, not to {self.target}"
        yield self.of_mover(Code.CASTLING, CASTLES, castling=castling, condition=condition)

    def _attackers(self, cell: int) -> str:
        attackers = self.state.enemies_at(cell, self.turn)
        return ", ".join(f"the {self.owned(there)} on {self.cells[there]}" for there in attackers)

    # -- going ------

    def _move(self) -> Reasons:
        """A move from cell to cell. A text that leaves the start open means the one piece that can go there."""
        state, parsed = self.state, self.parsed
        if parsed.origin < 0:
            meant = state.meant(parsed)
            if len(meant) == 1:
                return
            named = [meant[0].origin] if meant else state.named(parsed)
            if len({move.origin for move in meant}) > 1 or len(named) != 1:
                yield self._open_start(meant)
                return
            self.parsed = replace(parsed, origin=named[0])
        found = state.piece_at(self.parsed.origin)
        if found is None:
            yield Reason(Code.NOTHING_THERE, {"cell": self.cells[self.parsed.origin]})
        else:
            yield from self._going(self.parsed.origin, *found)

    def _open_start(self, meant: list[Move]) -> Reason:
        target, sources, state = self.parsed.target, self.parsed.sources, self.state
        if meant:
            mark = TAKING if state.takes(meant[0]) else QUIET
            between = tuple(f"{self.cells[move.origin]}{mark}{self.target}" for move in meant)
            return Reason(Code.AMBIGUOUS, {"text": self.text, "between": between})
        names = state.tables.board.names
        where = "" if sources == EVERYWHERE else f" from any of {', '.join(names(sources))}"
        facts: Facts = {"piece": self.kind(self.parsed.kind), "mover": self.mover, "cell": self.cells[target]}
        return Reason(Code.NO_PIECE_REACHES, facts | {"where": where}, PIECES)

    def _going(self, origin: int, owner: int, kind: int) -> Reasons:
        state, parsed, here = self.state, self.parsed, self.cells[origin]
        mine, piece = owner == self.turn, self.kind(kind)
        if not mine:
            theirs: Facts = {"piece": piece, "cell": here, "owner": self.seat(owner), "mover": self.mover}
            yield Reason(Code.NOT_YOUR_PIECE, theirs, case="several")
            return
        if parsed.kind >= 0 and kind != parsed.kind:
            yield Reason(Code.WRONG_PIECE, {"cell": here, "piece": piece, "named": self.kind(parsed.kind)}, PIECES)
        if not state.owns(parsed.owner):
            named = self.named(parsed.kind, parsed.owner)
            yield Reason(Code.WRONG_PIECE, {"cell": here, "piece": self.owned(origin), "named": named})
        if origin not in state.own_cells(self.turn):
            by = f"{self.mover}'s leaving the game: only the king moves on"
            yield Reason(Code.FROZEN, {"piece": piece, "cell": here, "by": by}, LEAVING)
            return
        faults = [*self._way(origin, parsed.target, kind)]
        yield from faults
        if not faults:
            yield from self._landing(origin, parsed.target, kind)

    def _way(self, origin: int, target: int, kind: int) -> Reasons:
        """Why a piece cannot come to a cell: it does not go there, its way is blocked, or whose piece stands there."""
        state, tables, board = self.state, self.state.tables, self.state.board
        facts: Facts = {"piece": self.kind(kind), "origin": self.cells[origin], "target": self.target}
        lines = tables.lines[kind][origin] if kind != PAWN else (tables.ahead[self.turn][origin],)
        strikes = kind == PAWN and target in tables.strikes[self.turn][origin]
        line = next((line for line in lines if target in line), ())
        if not line and not strikes:
            yield Reason(Code.CANNOT_REACH, facts, PIECES)
            return
        between = line[: line.index(target)] if line else ()
        standing = [cell for cell in between if board[cell] != EMPTY]
        if standing:
            pieces = ", ".join(f"{self.owned(cell)} on {self.cells[cell]}" for cell in standing)
            path = f"{' '.join(self.cells[cell] for cell in between)}: {pieces}"
            blockers = tuple(self.cells[cell] for cell in standing)
            yield Reason(Code.PATH_BLOCKED, {**facts, "paths": (path,), "blockers": blockers}, PIECES)
        if strikes and board[target] == EMPTY and target not in state.passed_cells(self.turn):
            yield Reason(Code.NOTHING_TO_TAKE, facts, PIECES)
        if kind == PAWN and not strikes and board[target] != EMPTY:
            yield Reason(Code.CANNOT_TAKE, {**facts, "blocker": f"a {self.owned(target)}"}, PIECES)
        elif board[target] != EMPTY and not state.may_take(self.turn, board[target]):
            yield self._not_taken(target, kind)

    def _not_taken(self, target: int, kind: int) -> Reason:
        """One's own piece, or a partner's."""
        owner, victim = self.state.board[target] >> SEAT, self.state.board[target] & KIND
        if owner == self.turn:
            return self.of_mover(Code.OWN_PIECE, PIECES, piece=self.kind(victim), cell=self.target)
        facts: Facts = {
            "piece": self.kind(kind),
            "victim": f"partner's piece, the {self.owned(target)} on {self.target}",
        }
        return Reason(Code.MAY_NOT_TAKE, facts, PIECES)

    def _landing(self, origin: int, target: int, kind: int) -> Reasons:
        """What is wrong with a move that the piece could make: promotion, mark, victim, and the king's safety."""
        state, parsed = self.state, self.parsed
        allowed = state.promotions(self.turn, origin, target)
        facts: Facts = {"piece": self.kind(kind), "origin": self.cells[origin], "target": self.target}
        names = tuple(self.kind(becomes) for becomes in allowed)
        if allowed and parsed.becomes == ABSENT:
            yield Reason(Code.PROMOTION_MISSING, {**facts, "allowed": names}, PIECES)
        elif parsed.becomes not in (allowed or (ABSENT,)) and not state.walks_off(origin, parsed):
            named = self.kind(parsed.becomes)
            yield Reason(
                Code.PROMOTION_NOT_ALLOWED, {**facts, "named": named, "allowed": names or ("nothing",)}, PIECES
            )
        move = Move(origin, target, allowed[0] if allowed else ABSENT)
        takes = state.takes(move)
        if parsed.capture not in (None, takes):
            said, mark = ("nothing is taken", TAKING) if takes else ("something is taken", QUIET)
            fact = f"a {self.owned(state.taken_cell(move))} is taken" if takes else f"{self.target} is empty"
            yield Reason(Code.CAPTURE_MARK, {"text": self.text, "said": said, "fact": fact, "mark": mark})
        elif not state.names_victim(move, parsed):
            taken = state.taken_cell(move)
            yield self.wrong_victim("piece" if taken == ABSENT else self.owned(taken))
        if not state.is_safe(move):
            yield self._check(move)

    def _check(self, move: Move) -> Reason:
        after = self.state.copy()
        after._shift(move)
        king = after.king(self.turn)
        there = [*after.enemies_at(king, self.turn)]
        owned = (after.piece_at(cell) for cell in there)
        names = [f"the {self.named(piece[1], piece[0])}" for piece in owned if piece is not None]
        by = ", ".join(f"{name} on {self.cells[cell]}" for name, cell in zip(names, there, strict=True))
        return self.of_mover(Code.LEAVES_CHECK, PIECES, king=self.kind(KING), cell=self.cells[king], by=by)
