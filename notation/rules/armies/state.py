"""The table of a game of several armies: moves are made, and who has lost leaves the game.

What becomes of a player who is mated, stalemated, resigns or loses his king, and the points for it, are the published
rules of Chess.com's four-player chess; the readings of the game's sheet (F-1 to F-7) say what these leave open.
"""

from __future__ import annotations

from fairyscore.notation.rules.armies.board import OUT, PLAYING, WALKING, ArmyBoard
from fairyscore.notation.rules.armies.tables import EMPTY, KIND, KINDS, KING, PAWN, QUEEN, SEAT, ArmyTables
from fairyscore.notation.rules.moves import ABSENT, Move, ParsedMove
from fairyscore.notation.rules.outcome import Ending, FinalScore, drawn, won_by
from fairyscore.notation.rules.reasons import Reason

MATE = STALEMATE = KINDS[KING].points
"""Points for mating a player, and for being stalemated oneself."""

SHARE = 10
"""Points for each who still plays, when a king that walks on is stalemated."""

CHECKS = {True: {2: 1, 3: 5}, False: {2: 5, 3: 20}}
"""Points for checking so many kings at once, by whether a queen was moved."""


class ArmyState(ArmyBoard):
    """A position of a game of several armies, played on move by move."""

    __slots__ = ()

    def __init__(
        self,
        tables: ArmyTables,
        pieces: dict[int, int],
        *,
        turn: int = 0,
        rights: int = 0,
        passed: tuple[int, ...] = (),
        standing: tuple[int, ...] = (),
        points: tuple[int, ...] = (),
        number: int = 1,
    ) -> None:
        seats = tables.seats
        self.tables = tables
        self.board = [pieces.get(cell, EMPTY) for cell in range(tables.size)]
        self.turn = turn
        self.fullmove_number = number
        self.rights = rights
        self.passed = list(passed or (ABSENT,) * seats)
        self.standing = list(standing or (PLAYING,) * seats)
        self.points = list(points or (0,) * seats)
        self.mated = [ABSENT] * seats
        self.ended = None

    # -- making moves --------------------------------------------------------------------------------------------------

    def push_unchecked(self, move: Move) -> None:
        seat = self.turn
        self.passed[seat] = ABSENT
        if move.target == ABSENT or move.becomes == KING:
            self._resign(seat)
        if move.target != ABSENT and self.ended is None:
            self._go(move)
            self._find_mated(seat)
        self._hand_on()

    def _go(self, move: Move) -> None:
        seat, taken = self.turn, self.taken_cell(move)
        kind = self.board[move.origin] & KIND
        victim = None if taken == ABSENT else self.piece_at(taken)
        scores = self.tables.sheet.scores and self.standing[seat] == PLAYING
        checked = self._checked_by(seat) if scores else set()
        self._shift(move)
        self._lose_rights((move.origin, move.target))
        if kind == PAWN and move.target == self.tables.ahead[seat][move.origin][-1] and self._is_double(move):
            self.passed[seat] = self.tables.ahead[seat][move.origin][0]
        if victim is not None:
            self._captured(*victim)
        if scores:
            news = len(self._checked_by(seat) - checked)
            self.points[seat] += CHECKS[kind == QUEEN].get(news, 0)

    def _find_mated(self, mover: int) -> None:
        """Note whose move has mated somebody, who may still be saved before his turn comes (F-4)."""
        for seat, standing in enumerate(self.standing):
            is_mated = standing != OUT and seat != mover and self.in_check(seat) and not self._has_move(seat)
            if not is_mated:
                self.mated[seat] = ABSENT
            elif self.mated[seat] == ABSENT:
                self.mated[seat] = mover

    def _has_move(self, seat: int) -> bool:
        """True if a seat has a legal move, were it its turn."""
        turn, self.turn = self.turn, seat
        found = next(self.each_move(), None)
        self.turn = turn
        return found is not None

    def _is_double(self, move: Move) -> bool:
        ahead = self.tables.ahead[self.turn][move.origin]
        return len(ahead) > 1 and move.target == ahead[1]

    def _checked_by(self, seat: int) -> set[int]:
        """The others whose kings a seat attacks."""
        kings = {other: self.king(other) for other in range(self.tables.seats) if self.standing[other] != OUT}
        there = (other for other, cell in kings.items() if other != seat and cell != ABSENT)
        return {other for other in there if next(iter(self.attackers(kings[other], seat)), None) is not None}

    def _lose_rights(self, cells: tuple[int, int]) -> None:
        for number, way in enumerate(self.tables.castlings):
            if way.king[0] in cells or way.rook[0] in cells:
                self.rights &= ~(1 << number)

    def _captured(self, owner: int, kind: int) -> None:
        """Points for a capture; dead pieces bring none, and who loses his king is out."""
        standing = self.standing[owner]
        alive = standing == PLAYING or (standing == WALKING and kind == KING)
        if alive and self.standing[self.turn] == PLAYING:
            self.points[self.turn] += KINDS[kind].points
        if alive and kind == KING:
            self._leave(owner, Ending.KING_CAPTURED)

    def _leave(self, seat: int, ending: Ending) -> None:
        """A seat is out. Where teams play, its team has lost."""
        sheet = self.tables.sheet
        self.standing[seat] = OUT
        self.rights &= ~(0b11 << 2 * seat)
        self.passed[seat] = ABSENT
        if not sheet.scores:
            lost = sheet.teams[seat]
            self.ended = FinalScore(ending, tuple(0 if team == lost else 2 for team in sheet.teams))
        elif len(self._still_in()) <= 1:
            self._reward(self._still_in(), MATE * self.standing.count(WALKING))
            self.ended = self._by_points()

    def _resign(self, seat: int) -> None:
        """Where others play on, the king of who resigns walks on; else the one who is left gets the points of a mate."""
        others = [other for other in self._still_in() if other != seat]
        if not self.tables.sheet.scores or len(others) < 2:
            self._reward(others, MATE)
            self._leave(seat, Ending.RESIGNED)
            return
        self.standing[seat] = WALKING
        self.rights &= ~(0b11 << 2 * seat)

    def _reward(self, seats: list[int], points: int) -> None:
        for seat in seats:
            self.points[seat] += points

    def _still_in(self) -> list[int]:
        return [seat for seat, standing in enumerate(self.standing) if standing == PLAYING]

    def _by_points(self) -> FinalScore:
        most = max(self.points)
        best = [points == most for points in self.points]
        if sum(best) == 1:
            return won_by(best.index(True), len(best), Ending.LAST_PLAYER)
        return drawn(len(best), Ending.LAST_PLAYER, tuple(seat for seat, is_best in enumerate(best) if is_best))

    def _hand_on(self) -> None:
        """Give the move to the next player who has one; who has none is mated or stalemated, and leaves."""
        seats = self.tables.seats
        while self.ended is None:
            following = (self.turn + 1) % seats
            if following <= self.turn:
                self.fullmove_number += 1
            self.turn = following
            if self.standing[following] == OUT:
                continue
            self.passed[following] = ABSENT
            if self._has_move(following):
                return
            self._without_moves(following)

    def _without_moves(self, seat: int) -> None:
        playing = self.standing[seat] == PLAYING
        if self.in_check(seat):
            mater = self._mater(seat)
            if self.standing[mater] == PLAYING:
                self.points[mater] += MATE
            self._leave(seat, Ending.CHECKMATE)
        elif not self.tables.sheet.scores:
            self.ended = drawn(self.tables.seats, Ending.STALEMATE)
        else:
            if playing:
                self.points[seat] += STALEMATE
            else:
                self._reward(self._still_in(), SHARE)
            self._leave(seat, Ending.STALEMATE)

    def _mater(self, seat: int) -> int:
        """Who has mated a seat; in a position read from text, of those who give check the last to move."""
        seats = self.tables.seats
        if self.mated[seat] != ABSENT:
            return self.mated[seat]
        giving = {self.board[cell] >> SEAT for cell in self.enemies_at(self.king(seat), seat)}
        return min(giving, key=lambda other: (seat - other) % seats)

    # -- asking --------------------------------------------------------------------------------------------------------

    def find(self, parsed: ParsedMove) -> Move | None:
        meant = [] if self.ended is not None else self.meant(parsed)
        return meant[0] if len(meant) == 1 else None

    def moves(self) -> list[Move]:
        """Every legal move. That a player may resign at any time is no move among them, though `find` takes it."""
        return [] if self.ended is not None else sorted(self.each_move())

    def reasons(self, parsed: ParsedMove, text: str) -> tuple[Reason, ...]:
        from fairyscore.notation.rules.armies.reasons import reasons  # only a refusal needs them

        return reasons(self, parsed, text)

    def outcome(self) -> FinalScore | None:
        return self.ended

    def playing(self) -> tuple[int, ...]:
        if not self.tables.sheet.scores:  # a team plays on or has lost as one
            return tuple(range(self.tables.seats))
        return tuple(seat for seat, standing in enumerate(self.standing) if standing != OUT)

    def key(self) -> object:
        return self.turn, tuple(self.board), self.rights, tuple(self.passed), tuple(self.standing)

    def notes(self) -> tuple[str, ...]:
        """Whether the mover is in check, and who is out or has left: `check`, `Blue is out`."""
        names = self.tables.sheet.players
        words = {WALKING: "has left, and the king walks on", OUT: "is out"}
        left = (f"{name} {words[self.standing[seat]]}" for seat, name in enumerate(names) if self.standing[seat])
        check = self.ended is None and self.in_check(self.turn)
        return (*(("check",) if check else ()), *left)
