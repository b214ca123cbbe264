"""Why a move is refused in a game for castles: small checks in the order in which a judge would ask them.

`CastleState.reasons` asks them only where a move does not fit, with the blocked players gone.
"""

from collections.abc import Iterator
from dataclasses import replace

from fairyscore.notation.boards import bits
from fairyscore.notation.rules.castles.board import CastleBoard
from fairyscore.notation.rules.castles.tables import CELL_BITS, distance, fewest_crossings, paths
from fairyscore.notation.rules.moves import ABSENT, CASTLE, CASTLINGS, DROP, OWN, PASS, ParsedMove
from fairyscore.notation.rules.reasons import Code, Facts, Reason
from fairyscore.notation.rules.refusal import Refusal, game_over

MOVING = "page: Moving the pieces"
WINNING = "page: Who is the winner?"
PROTOCOL = "page: Game protocols"
DICE = "K-6"


def reasons(state: CastleBoard, parsed: ParsedMove, text: str) -> tuple[Reason, ...]:
    """All that is wrong with a parsed move."""
    if state.ended is not None:
        return game_over(state.ended, WINNING)
    sheet = state.sheet
    kinds, seats = (kind.name for kind in sheet.kinds), (seat.name for seat in sheet.seats)
    return tuple(_CastlesRefusal(state, parsed, text, cells=sheet.board.cells, kinds=kinds, seats=seats).all())


class _CastlesRefusal(Refusal[CastleBoard]):
    """The reasons for one move."""

    writing = PROTOCOL

    def all(self) -> Iterator[Reason]:
        parsed, state = self.parsed, self.state
        if parsed.action == PASS:
            yield from self._passing()
        elif parsed.action == CASTLE:
            condition = "this game has no castling"
            yield self.of_mover(Code.CASTLING, MOVING, "absent", castling=CASTLINGS[parsed.castle], condition=condition)
            yield from self._throw_faults()
        elif parsed.action == DROP:
            yield Reason(Code.NO_DROPS, {"text": self.text}, MOVING)
            yield from self._throw_faults()
        else:
            meant = state.named(parsed) if parsed.origin == ABSENT else [parsed.origin]
            if len(meant) != 1:
                yield self._open_start(meant)
                return
            self.parsed = replace(parsed, origin=meant[0])
            yield from self._throw_faults()
            piece = state.piece_at(meant[0])
            if piece is None:
                left = tuple(self.seat(seat) for seat in range(len(self.seats)) if seat not in state.alive)
                facts: Facts = {"cell": self.cells[meant[0]], **({"left": left} if left else {})}
                yield Reason(Code.NOTHING_THERE, facts, "K-5" if left else MOVING)  # who left took his pieces along
                yield from self._must_pass()
            else:
                yield from self._going(*piece)

    def _open_start(self, meant: list[int]) -> Reason:
        """The text names no field to start from, and not exactly one piece can be meant."""
        origins = self.state.origins(self.parsed)
        if origins:
            between = tuple(f"{self.cells[cell]}-{self.target}" for cell in origins)
            return Reason(Code.AMBIGUOUS, {"text": self.text, "between": between}, PROTOCOL, "origin")
        there = ", ".join(self.cells[cell] for cell in meant)
        where = f"; it cannot be reached from {there}" if there else "; there is none left"
        piece = self.kind(self.parsed.kind)
        facts: Facts = {"piece": piece, "mover": self.mover, "cell": self.target, "where": where}
        return Reason(Code.NO_PIECE_REACHES, facts, MOVING)

    # -- the dice (K-6) ------

    def _passing(self) -> Iterator[Reason]:
        throws, throw = self.state.throws, self.parsed.throw
        yield from self._throw_faults()
        if not throws:
            yield self.of_mover(Code.MUST_NOT_PASS, MOVING, "absent")
        elif throw >= len(throws):
            yield self._thrown_wrong("pass")
        elif throw:
            yield self.of_mover(Code.MUST_NOT_PASS, DICE, throw=throw, allowed=self._allowed())

    def _throw_faults(self) -> Iterator[Reason]:
        """A game with dice has the throw in front of every move; one without has none."""
        throw = self.parsed.throw
        if self.state.throws and not throw:
            yield Reason(Code.THROW_MISSING, {"text": self.text}, DICE)
        elif throw and not self.state.throws:
            yield Reason(Code.NO_DICE, {"text": self.text, "throw": throw}, DICE, "option")

    def _must_pass(self) -> Iterator[Reason]:
        throw = self.parsed.throw
        if 0 < throw < len(self.state.throws) and self.state.moves_with(throw)[0].target == ABSENT:
            yield self.of_mover(Code.MUST_PASS, DICE, throw=throw, allowed=self._allowed())

    def _allowed(self) -> tuple[str, ...]:
        """The names of the piece types that may move with the throw."""
        throws, throw = self.state.throws, self.parsed.throw
        if throw >= len(throws):
            return (f"nothing (a die shows 1 to {len(throws) - 1})",)
        return tuple(map(self.kind, bits(throws[throw]))) or ("nothing",)

    def _thrown_wrong(self, piece: str) -> Reason:
        facts: Facts = {"throw": self.parsed.throw, "allowed": self._allowed(), "piece": piece}
        return Reason(Code.WRONG_THROW, facts, DICE)

    # -- a piece that goes ------

    def _going(self, seat: int, kind: int) -> Iterator[Reason]:
        """The reasons against the piece on the origin, of a seat and a kind, going to the target."""
        state, parsed, here = self.state, self.parsed, self.cells[self.parsed.origin]
        facts: Facts = {"mover": self.mover, "piece": self.kind(kind), "origin": here, "target": self.target}
        if seat != state.turn:  # page: "You may not move your opponent's pieces!"
            case = "several" if len(self.seats) > 2 else ""
            yield Reason(Code.NOT_YOUR_PIECE, {**facts, "cell": here, "owner": self.seat(seat)}, MOVING, case)
        owner = state.turn if parsed.owner == OWN else parsed.owner
        if parsed.kind != ABSENT and (parsed.kind != kind or owner not in (ABSENT, seat)):
            found = self.named(kind, ABSENT if owner == ABSENT else seat)
            named = self.named(parsed.kind, parsed.owner)
            yield Reason(Code.WRONG_PIECE, {"cell": here, "piece": found, "named": named}, PROTOCOL)
        if state.throws and parsed.throw and not state.allows(parsed.throw, kind):
            yield self._thrown_wrong(self.kind(kind))
        yield from self._must_pass()
        yield from self._way(kind, facts)
        if seat == state.turn:
            yield from self._made_before(facts)
        yield from self._victim()
        if parsed.becomes != ABSENT:
            facts = {**facts, "named": self.kind(parsed.becomes), "allowed": ("nothing",)}
            yield Reason(Code.PROMOTION_NOT_ALLOWED, facts, MOVING)

    def _way(self, kind: int, facts: Facts) -> Iterator[Reason]:
        """Why a piece of a kind does not get to the target: it goes all its steps, and crosses one circle at most."""
        state, origin, target = self.state, self.parsed.origin, self.parsed.target
        board, piece = state.sheet.board, state.sheet.kinds[kind]
        masks = state.ways[kind << CELL_BITS | origin].get(target)
        if masks is not None:
            if all(mask & state.occupied for mask in masks):
                yield Reason(Code.PATH_BLOCKED, {**facts, **self._paths(kind)}, MOVING)
            return
        steps = None if origin == target else distance(board, piece, origin, target)
        circles = fewest_crossings(board, piece, origin, target)
        if steps is not None:
            code = Code.TOO_FEW_STEPS if steps < piece.steps else Code.TOO_MANY_STEPS
            yield Reason(code, {**facts, "steps": steps, "must": piece.steps}, MOVING)
        if circles is not None:
            yield Reason(Code.CIRCLES_CROSSED, {**facts, "circles": circles, "must": piece.steps}, MOVING)
        if steps is None and circles is None:
            yield Reason(Code.CANNOT_REACH, facts, MOVING)

    def _paths(self, kind: int) -> Facts:
        """Every path of the right length with those who stand on it, whom nobody who walks passes."""
        state, cells = self.state, self.cells
        every = paths(state.sheet.board, state.sheet.kinds[kind], self.parsed.origin)
        found = sorted(path[:-1] for path in every if path[-1] == self.parsed.target)
        lines, blockers = [], set()
        for path in found:
            standing = [cell for cell in path[1:] if state.occupied >> cell & 1]
            pieces = " and ".join(f"{self.kind(state.piece_type_at(cell))} on {cells[cell]}" for cell in standing)
            lines.append(f"{' '.join(cells[cell] for cell in path)} {self.target}: {pieces}")
            blockers.update(standing)
        return {"paths": tuple(lines), "blockers": tuple(cells[cell] for cell in sorted(blockers))}

    def _made_before(self, facts: Facts) -> Iterator[Reason]:
        """Nobody undoes his last move in his next one (K-4); where it is agreed, no piece makes a move again."""
        state, origin, target = self.state, self.parsed.origin, self.parsed.target
        if state.back[state.turn] == origin << CELL_BITS | target:
            last = f"{self.target}-{self.cells[origin]}"
            yield Reason(Code.TAKEN_BACK, {**facts, "last": last}, "K-4")
        number = state.repeated(origin, target)
        if number:
            yield Reason(Code.REPEATED_MOVE, {**facts, "number": number}, WINNING)

    def _victim(self) -> Iterator[Reason]:
        """The mark says whether somebody is knocked out; a piece that is said to be is the one that stands there."""
        parsed, target, victim = self.parsed, self.target, self.state.piece_at(self.parsed.target)
        moves, names_victim = parsed.origin != parsed.target, parsed.victim != ABSENT
        if victim is None:
            if moves and (parsed.capture or names_victim):
                yield self._mark("a piece is knocked out", f"{target} is empty", "- (goes to)")
            return
        if moves and parsed.capture is False:
            yield self._mark(
                "nothing is knocked out", f"a {self.owned(parsed.target)} is on {target}", "+ (knocks out)"
            )
        if names_victim and not self.state.names(parsed.victim, parsed.loser, self.state.board[parsed.target]):
            yield self.wrong_victim(self.named(victim[1], ABSENT if parsed.loser == ABSENT else victim[0]))

    def _mark(self, stated: str, fact: str, mark: str) -> Reason:
        facts: Facts = {"text": self.text, "said": stated, "fact": fact, "mark": mark, "target": self.target}
        return Reason(Code.CAPTURE_MARK, facts, PROTOCOL)
