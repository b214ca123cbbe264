"""Why a written move is refused: small checks, each of which gives its reasons or none.

They agree with `ColourPlay.push`: no reason is left exactly where it takes the parsed move. What follows from another
reason alone is not said: where nothing stands on the start, there is no talk of its way.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from fairyscore.notation.boards.board import bits
from fairyscore.notation.rules.colours.play import DROPPING, MOVING, OVER, ColourPlay
from fairyscore.notation.rules.colours.tables import EMPTY, GONE, SEAT
from fairyscore.notation.rules.moves import CASTLE, CASTLINGS, DROP, EVERYWHERE, NOT_SAID, OWN, PASS, ParsedMove
from fairyscore.notation.rules.reasons import Code, Facts, Reason

PIECES, PASSES = "H-2", "H-3"
START, MOVE, SHRINK, END = "page: The start", "page: Moving", "page: Shrinking", "page: The end"
"""Readings, and headings of the rule sheet."""

QUIET, TAKING = "-", "x"

Found = Iterator[Reason]


def reasons(state: ColourPlay, parsed: ParsedMove, text: str) -> tuple[Reason, ...]:
    """All that is wrong with a parsed move; after the end of the game only that."""
    if state.phase == OVER:
        outcome = state.outcome()
        assert outcome is not None
        return (Reason(Code.GAME_OVER, {"ending": outcome.ending.value, "result": outcome.result}, END),)
    return tuple(_Reasons(state, parsed, text).all())


class _Reasons:
    """The reasons for one move."""

    def __init__(self, state: ColourPlay, parsed: ParsedMove, text: str) -> None:
        self.state, self.parsed, self.text = state, parsed, text
        self.tables, self.sheet, self.pieces = state.tables, state.tables.sheet, state.pieces
        self.cells = state.tables.board.cells
        self.mover = self.seat(state.turn)
        self.target = self.cells[parsed.target]

    def all(self) -> Found:
        """By what the move is."""
        action, passes = self.parsed.action, self.state.must_pass()
        if self.parsed.throw:
            yield Reason(Code.NO_DICE, {"text": self.text, "throw": self.parsed.throw})
        if action != DROP and self.state.phase == DROPPING:
            yield Reason(Code.MUST_DROP, {"mover": self.mover, "hand": self._hand()}, START)
        if action == PASS:
            if self.state.phase == MOVING and not passes:
                yield Reason(Code.MUST_NOT_PASS, {"mover": self.mover}, PASSES)
            return
        if passes:
            yield Reason(Code.MUST_PASS, {"mover": self.mover}, PASSES)
        if action == CASTLE:
            condition = f"there is no castling in {self.sheet.title}"
            castling = CASTLINGS[self.parsed.castle == 1]
            yield Reason(Code.CASTLING, {"mover": self.mover, "castling": castling, "condition": condition})
        elif action == DROP:
            yield from self._drop()
        elif self.state.phase == MOVING:
            yield from self._move()

    # -- names ------

    def seat(self, number: int) -> str:
        """The name of a seat: `silver`."""
        return self.sheet.seats[number].name

    def kind(self, number: int) -> str:
        """The name of a kind, `piece` where none is said."""
        return self.sheet.kinds[number].name if number >= 0 else "piece"

    def piece(self, cell: int) -> str:
        """What the piece on a cell is there: `knight`."""
        return self.kind(self.tables.kinds[self.pieces[cell]][cell])

    def owned(self, cell: int) -> str:
        """The piece on a cell with its owner: `white knight`."""
        return f"{self.seat(self.pieces[cell] >> SEAT)} {self.piece(cell)}"

    # -- dropping ------

    def _drop(self) -> Found:
        state, kind, target = self.state, self.parsed.kind, self.parsed.target
        if state.phase != DROPPING:
            yield Reason(Code.NO_DROPS, {"text": self.text}, START)
            return
        if self.pieces[target] != EMPTY:
            yield Reason(Code.DROP_ON_PIECE, {"cell": self.target, "piece": self.owned(target)}, START)
        if not state.holds(kind, target):
            hand = tuple(self.kind(self.tables.kinds[piece][target]) for piece in bits(state.hands[state.turn]))
            facts: Facts = {"mover": self.mover, "piece": self.kind(kind), "cell": self.target, "hand": hand}
            yield Reason(Code.NOT_IN_HAND, facts, START)

    def _hand(self) -> tuple[str, ...]:
        """The mover's pieces in hand, by the colour on which each is a knight in the usual game: `knight on red`."""
        names, called = {kind.letter: kind.name for kind in self.sheet.kinds}, self.tables.called
        return tuple(
            f"{names[self.sheet.changes[piece][called[piece]]]} on {self.sheet.colours[called[piece]]}"
            for piece in bits(self.state.hands[self.state.turn])
        )

    # -- going ------

    def _move(self) -> Found:
        """A move from cell to cell. A text that leaves the start open means the one piece that can go there."""
        state, target = self.state, self.parsed.target
        if self.parsed.origin < 0:
            meant = state.sources(self.parsed)
            able = [cell for cell in meant if state.reaches(cell, target)]
            meant = able or meant
            if len(meant) != 1:
                yield from self._open_start(able)
                return
            self.parsed = replace(self.parsed, origin=meant[0])
        origin = self.parsed.origin
        if self.pieces[origin] >= 0:
            yield from self._going(origin, target)
        else:
            yield from self._line_gone(origin)
            if self.pieces[origin] == EMPTY:
                yield Reason(Code.NOTHING_THERE, {"cell": self.cells[origin]})
        yield from self._line_gone(target)

    def _open_start(self, able: list[int]) -> Found:
        target, sources = self.parsed.target, self.parsed.sources
        if able:
            mark = TAKING if self.pieces[target] >= 0 else QUIET
            between = tuple(f"{self.cells[cell]}{mark}{self.target}" for cell in able)
            yield Reason(Code.AMBIGUOUS, {"text": self.text, "between": between})
            return
        where = "" if sources == EVERYWHERE else f" from any of {', '.join(self.tables.board.names(sources))}"
        facts = {"piece": self.kind(self.parsed.kind), "mover": self.mover, "cell": self.target, "where": where}
        yield Reason(Code.NO_PIECE_REACHES, facts, PIECES)
        yield from self._line_gone(target)

    def _line_gone(self, cell: int) -> Found:
        if self.pieces[cell] == GONE:
            here = [cell for cell, code in enumerate(self.pieces) if code != GONE]
            board = f"{self.cells[here[0]]} to {self.cells[here[-1]]}"
            yield Reason(Code.LINE_GONE, {"cell": self.cells[cell], "board": board}, SHRINK)

    def _going(self, origin: int, target: int) -> Found:
        """What is wrong with the piece on a cell going to another one."""
        state, here, parsed = self.state, self.cells[origin], self.parsed
        owner, piece = self.pieces[origin] >> SEAT, self.piece(origin)
        mine = owner == state.turn
        onto_own = mine and self.pieces[target] >> SEAT == owner and origin != target
        facts: Facts = {"piece": piece, "origin": here, "target": self.target}
        if not mine:
            theirs: Facts = {"piece": piece, "cell": here, "owner": self.seat(owner), "mover": self.mover}
            yield Reason(Code.NOT_YOUR_PIECE, theirs)
        named = self.kind(parsed.kind)
        if parsed.kind >= 0 and piece != named:
            colour = self.sheet.colours[self.sheet.paint[here]]
            yield Reason(Code.WRONG_PIECE, {"cell": here, "piece": piece, "named": named, "colour": colour}, PIECES)
        if mine and not state.owns(parsed.owner):
            named = f"{self.seat(parsed.owner)} {named}"
            yield Reason(Code.WRONG_PIECE, {"cell": here, "piece": self.owned(origin), "named": named})
        yield from self._way(origin, target, facts)
        if onto_own:
            own: Facts = {"mover": self.mover, "piece": self.piece(target), "cell": self.target}
            yield Reason(Code.OWN_PIECE, own, MOVE)
        else:
            yield from self._victim(origin, target)
        if parsed.becomes >= 0:  # a piece changes by landing; that is not written
            lands_as = self.kind(self.tables.kinds[self.pieces[origin]][target])
            more: Facts = {"named": self.kind(parsed.becomes), "allowed": ("nothing",), "lands_as": lands_as}
            yield Reason(Code.PROMOTION_NOT_ALLOWED, {**facts, **more}, MOVE)

    def _way(self, origin: int, target: int, facts: Facts) -> Found:
        between = self.tables.reach[self.pieces[origin]][origin].get(target)
        if between is None:
            yield Reason(Code.CANNOT_REACH, facts, MOVE)
        elif between & self.state.occupied:
            # from the first cell on: along a straight line their numbers only rise or only fall
            way = sorted(bits(between), reverse=origin > target)
            standing = [cell for cell in way if self.pieces[cell] >= 0]
            pieces = ", ".join(f"{self.owned(cell)} on {self.cells[cell]}" for cell in standing)
            path = f"{' '.join(self.cells[cell] for cell in way)}: {pieces}"
            blockers = tuple(self.cells[cell] for cell in standing)
            yield Reason(Code.PATH_BLOCKED, {**facts, "paths": (path,), "blockers": blockers}, MOVE)

    def _victim(self, origin: int, target: int) -> Found:
        """The mark between the fields, and a piece that is said to be taken. Nothing where the move cannot land at all."""
        state, parsed, taking = self.state, self.parsed, self.pieces[target] >= 0
        if self.pieces[target] != GONE and origin != target and parsed.capture not in (None, taking):
            facts: Facts = {
                "text": self.text,
                "said": "something is taken" if parsed.capture else "nothing is taken",
                "fact": f"a {self.owned(target)} stands on {self.target}" if taking else f"{self.target} is empty",
                "mark": TAKING if taking else QUIET,
            }
            yield Reason(Code.CAPTURE_MARK, facts)
        if parsed.victim >= 0 and taking and not state.names_victim(parsed):
            named = self.kind(parsed.victim)
            if parsed.loser != NOT_SAID:
                named = f"{self.seat(state.turn if parsed.loser == OWN else parsed.loser)} {named}"
            yield Reason(Code.WRONG_VICTIM, {"cell": self.target, "found": self.owned(target), "named": named})
