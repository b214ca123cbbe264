"""Why a written move is refused: small checks, each of which gives its reasons or none.

They agree with `ColourBoard.push`: no reason is left exactly where it takes the parsed move. A reason
that only follows from another is left out: where no piece stands on the origin, its path is not looked at.
"""

from collections.abc import Iterator
from dataclasses import replace

from fairyscore.notation.boards import bits
from fairyscore.notation.rules.colours.board import DROPPING, MOVING, ColourBoard
from fairyscore.notation.rules.colours.tables import EMPTY, GONE
from fairyscore.notation.rules.moves import ABSENT, CASTLE, CASTLINGS, DROP, EVERYWHERE, PASS, ParsedMove
from fairyscore.notation.rules.reasons import Code, Facts, Reason
from fairyscore.notation.rules.refusal import Refusal, game_over

PIECES, PASSES = "H-2", "H-3"
START, MOVE, SHRINK, END = "page: The start", "page: Moving", "page: The board shrinks", "page: The end"
"""Readings, and headings of the rule sheet."""

QUIET, TAKING = "-", "x"

Reasons = Iterator[Reason]


def reasons(state: ColourBoard, parsed: ParsedMove, text: str) -> tuple[Reason, ...]:
    """All that is wrong with a parsed move; after the end of the game only that."""
    outcome, sheet = state.outcome(), state.tables.sheet
    if outcome is not None:
        return game_over(outcome, END)
    kinds, seats = (kind.name for kind in sheet.kinds), (seat.name for seat in sheet.seats)
    return tuple(_ColoursRefusal(state, parsed, text, cells=sheet.board.cells, kinds=kinds, seats=seats).all())


class _ColoursRefusal(Refusal[ColourBoard]):
    """The reasons for one move."""

    def all(self) -> Reasons:
        state, action, passes = self.state, self.parsed.action, self.state.must_pass()
        if self.parsed.throw:
            yield Reason(Code.NO_DICE, {"text": self.text, "throw": self.parsed.throw})
        if action != DROP and state.phase == DROPPING:
            yield self.of_mover(Code.MUST_DROP, START, hand=self._hand())
        if action == PASS:
            if state.phase == MOVING and not passes:
                yield self.of_mover(Code.MUST_NOT_PASS, PASSES)
            return
        if passes:
            yield self.of_mover(Code.MUST_PASS, PASSES)
        if action == CASTLE:
            condition = f"there is no castling in {state.tables.sheet.title}"
            castling = CASTLINGS[self.parsed.castle == 1]
            yield self.of_mover(Code.CASTLING, "", "absent", castling=castling, condition=condition)
        elif action == DROP:
            yield from self._drop()
        elif state.phase == MOVING:
            yield from self._move()

    # -- dropping ------

    def _drop(self) -> Reasons:
        state, kind, target = self.state, self.parsed.kind, self.parsed.target
        if state.phase != DROPPING:
            yield Reason(Code.NO_DROPS, {"text": self.text}, START, "option" if state.tables.sheet.starts else "moving")
            return
        if not state.owns(self.parsed.owner):
            facts: Facts = {"piece": self.kind(kind), "mover": self.seat(self.parsed.owner), "cell": self.target}
            yield Reason(Code.NO_PIECE_REACHES, facts | {"where": f"; it is {self.mover}'s turn"})
            return
        if state.board[target] != EMPTY:
            yield Reason(Code.DROP_ON_PIECE, {"cell": self.target, "piece": self.owned(target)}, START)
        if not state.holds(kind, target):
            hand = tuple(self.kind(state.tables.kinds[piece][target]) for piece in bits(state.hands[state.turn]))
            yield self.of_mover(Code.NOT_IN_HAND, START, piece=self.kind(kind), cell=self.target, hand=hand)

    def _hand(self) -> tuple[str, ...]:
        """The mover's pieces in hand, by the colour on which each is a knight in the usual game: `knight on red`."""
        sheet, names = self.state.tables.sheet, {kind.letter: kind.name for kind in self.state.tables.sheet.kinds}
        held = [(piece, self.state.tables.called[piece]) for piece in bits(self.state.hands[self.turn])]
        return tuple(f"{names[sheet.changes[piece][called]]} on {sheet.colours[called]}" for piece, called in held)

    # -- going ------

    def _move(self) -> Reasons:
        """A move from cell to cell. A text that leaves the start open means the one piece that can go there."""
        state, origin, target = self.state, self.parsed.origin, self.parsed.target
        if origin < 0:
            meant = state.sources(self.parsed)
            origins = [cell for cell in meant if state.reaches(cell, target)]
            meant = origins or meant
            if len(meant) != 1:
                yield from self._open_start(origins)
                return
            origin = meant[0]
            self.parsed = replace(self.parsed, origin=origin)
        if state.board[origin] >= 0:
            yield from self._going(origin, target)
        else:
            yield from self._line_gone(origin)
            if state.board[origin] == EMPTY:
                yield Reason(Code.NOTHING_THERE, {"cell": self.cells[origin]})
        yield from self._line_gone(target)

    def _open_start(self, origins: list[int]) -> Reasons:
        target, sources = self.parsed.target, self.parsed.sources
        if origins:
            mark = TAKING if self.state.board[target] >= 0 else QUIET
            between = tuple(f"{self.cells[cell]}{mark}{self.target}" for cell in origins)
            yield Reason(Code.AMBIGUOUS, {"text": self.text, "between": between})
            return
        names = self.state.tables.board.names
        where = "" if sources == EVERYWHERE else f" from any of {', '.join(names(sources))}"
        piece = self.kind(self.parsed.kind)
        facts: Facts = {"piece": piece, "mover": self.mover, "cell": self.target, "where": where}
        yield Reason(Code.NO_PIECE_REACHES, facts, PIECES)
        yield from self._line_gone(target)

    def _line_gone(self, cell: int) -> Reasons:
        pieces = self.state.board
        if pieces[cell] == GONE:
            here = [cell for cell, code in enumerate(pieces) if code != GONE]
            board = f"{self.cells[here[0]]} to {self.cells[here[-1]]}"
            yield Reason(Code.LINE_GONE, {"cell": self.cells[cell], "board": board}, SHRINK)

    def _going(self, origin: int, target: int) -> Reasons:
        state, here, parsed, victim = self.state, self.cells[origin], self.parsed, self.state.piece_at(target)
        owner, kind = state.piece_at(origin) or (ABSENT, ABSENT)
        mine, piece, named = owner == state.turn, self.kind(kind), self.kind(parsed.kind)
        facts: Facts = {"piece": piece, "origin": here, "target": self.target}
        if not mine:
            theirs: Facts = {"piece": piece, "cell": here, "owner": self.seat(owner), "mover": self.mover}
            yield Reason(Code.NOT_YOUR_PIECE, theirs, case="several" if len(self.seats) > 2 else "")
        if parsed.kind >= 0 and piece != named:
            sheet = state.tables.sheet
            colour = sheet.colours[sheet.paint[here]]
            yield Reason(Code.WRONG_PIECE, {"cell": here, "piece": piece, "named": named, "colour": colour}, PIECES)
        if mine and not state.owns(parsed.owner):
            named = f"{self.seat(parsed.owner)} {named}"
            yield Reason(Code.WRONG_PIECE, {"cell": here, "piece": self.owned(origin), "named": named})
        yield from self._way(origin, target, facts)
        if mine and victim is not None and victim[0] == owner and origin != target:
            yield self.of_mover(Code.OWN_PIECE, MOVE, piece=self.kind(victim[1]), cell=self.target)
        else:
            yield from self._mark(origin, target)
            if victim is not None and parsed.victim >= 0 and not state.names_victim(parsed):
                yield self.wrong_victim(self.owned(target))
        if parsed.becomes >= 0:  # a piece changes by landing; that is not written
            lands_as = self.kind(state.tables.kinds[state.board[origin]][target])
            facts = {**facts, "named": self.kind(parsed.becomes), "allowed": ("nothing",), "lands_as": lands_as}
            yield Reason(Code.PROMOTION_NOT_ALLOWED, facts, MOVE)

    def _way(self, origin: int, target: int, facts: Facts) -> Reasons:
        state, cells = self.state, self.cells
        between = state.tables.reach[state.board[origin]][origin].get(target)
        if between is None:
            yield Reason(Code.CANNOT_REACH, facts, MOVE)
        elif between & state.occupied:
            # from the first cell on: along a straight line their numbers only rise or only fall
            way = sorted(bits(between), reverse=origin > target)
            standing = [cell for cell in way if state.board[cell] >= 0]
            pieces = ", ".join(f"{self.owned(cell)} on {cells[cell]}" for cell in standing)
            path = f"{' '.join(cells[cell] for cell in way)}: {pieces}"
            blockers = tuple(cells[cell] for cell in standing)
            yield Reason(Code.PATH_BLOCKED, {**facts, "paths": (path,), "blockers": blockers}, MOVE)

    def _mark(self, origin: int, target: int) -> Reasons:
        """The mark between the fields. Nothing where the move cannot land at all."""
        found, marked = self.state.board[target], self.parsed.capture
        if found != GONE and origin != target and marked not in (None, found >= 0):
            stated, mark = ("something is taken", QUIET) if marked else ("nothing is taken", TAKING)
            fact = f"{self.target} is empty" if marked else f"a {self.owned(target)} stands on {self.target}"
            yield Reason(Code.CAPTURE_MARK, {"text": self.text, "said": stated, "fact": fact, "mark": mark})
