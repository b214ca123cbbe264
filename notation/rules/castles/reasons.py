"""Why a move is refused in a game for castles: small checks in the order in which a judge would ask them.

Every check takes the question as it stands and gives a reason or nothing. `CastleState.reasons` asks them only where a
move does not fit, with the blocked players gone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from fairyscore.notation.boards.board import bits
from fairyscore.notation.rules.castles.paths import CELL_BITS, Path, distance, fewest_crossings, paths
from fairyscore.notation.rules.castles.play import SEAT, CastlePlay
from fairyscore.notation.rules.moves import CASTLE, CASTLINGS, DROP, NOT_SAID, OWN, PASS, ParsedMove
from fairyscore.notation.rules.reasons import Code, Fact, Reason

MOVING = "page: Moving the pieces"
WINNING = "page: Who is the winner?"
PROTOCOL = "page: Game protocols"
DICE = "K-6"


@dataclass(frozen=True, slots=True)
class Question:
    """A parsed move for a move from field to field, with what the checks want to know.

    piece, victim: (seat, kind) of who stands on the origin and on the target, None where nobody does.
    """

    state: CastlePlay
    parsed: ParsedMove
    text: str
    piece: tuple[int, int] | None
    victim: tuple[int, int] | None

    @property
    def facts(self) -> dict[str, Fact]:
        """Who goes from where to where."""
        return {
            "mover": self.seat(self.state.turn),
            "piece": self.kind(self.piece[1]) if self.piece else "piece",
            "origin": self.cell(self.parsed.origin),
            "target": self.cell(self.parsed.target),
        }

    def cell(self, number: int) -> str:
        """The name of a cell."""
        return self.state.sheet.board.cells[number]

    def kind(self, number: int) -> str:
        """The name of a piece type."""
        return self.state.sheet.kinds[number].name

    def seat(self, number: int) -> str:
        """The name of a seat."""
        return self.state.sheet.seats[number].name

    def named(self, kind: int, seat: int) -> str:
        """A piece as a text calls it, with its owner where one is said."""
        owner = self.state.turn if seat == OWN else seat
        return self.kind(kind) if owner == NOT_SAID else f"{self.seat(owner)} {self.kind(kind)}"

    @property
    def mine(self) -> bool:
        """Whether the piece belongs to who is to move."""
        return self.piece is not None and self.piece[0] == self.state.turn


Check = Callable[[Question], Reason | None]


def reasons(state: CastlePlay, parsed: ParsedMove, text: str) -> tuple[Reason, ...]:
    """All that is wrong with a parsed move."""
    if state.ended is not None:
        facts = {"ending": state.ended.ending.value, "result": state.ended.result}
        return (Reason(Code.GAME_OVER, facts, WINNING),)
    if parsed.action in OTHERWISE:
        found = OTHERWISE[parsed.action](state, parsed, text)
    elif parsed.origin == NOT_SAID and len(state.named(parsed)) != 1:
        found = (_open_start(state, parsed, text),)
    else:
        parsed = replace(parsed, origin=state.named(parsed)[0]) if parsed.origin == NOT_SAID else parsed
        piece, victim = state.piece_at(parsed.origin), state.piece_at(parsed.target)
        question = Question(state, parsed, text, piece, victim)
        found = tuple(check(question) for check in (CHECKS if piece is not None else BARE_CHECKS))
    return tuple(reason for reason in found if reason is not None)


def _open_start(state: CastlePlay, parsed: ParsedMove, text: str) -> Reason:
    """The text names no field to start from, and not exactly one piece can be meant."""
    cells, able = state.sheet.board.cells, state.able(parsed)
    target = cells[parsed.target]
    if able:
        between = tuple(f"{cells[cell]}-{target}" for cell in able)
        return Reason(Code.AMBIGUOUS, {"text": text, "between": between}, PROTOCOL)
    there = ", ".join(cells[cell] for cell in state.named(parsed))
    facts: dict[str, Fact] = {
        "piece": state.sheet.kinds[parsed.kind].name if parsed.kind >= 0 else "piece",
        "mover": state.sheet.seats[state.turn].name,
        "cell": target,
        "where": f"; from {there} there is no way" if there else "; there is none left",
    }
    return Reason(Code.NO_PIECE_REACHES, facts, MOVING)


# -- what is no move from field to field ------------------------------------------------------------------------------


def _passing(state: CastlePlay, parsed: ParsedMove, text: str) -> tuple[Reason | None, ...]:
    mover = state.sheet.seats[state.turn].name
    if not state.throws or not parsed.throw:
        missing = Reason(Code.THROW_MISSING, {"text": text}, DICE) if state.throws else _no_dice(state, parsed, text)
        return (missing, None if state.throws else Reason(Code.MUST_NOT_PASS, {"mover": mover}, MOVING))
    if parsed.throw >= len(state.throws):
        return (_thrown_wrong(state, parsed.throw, "pass"),)
    facts: dict[str, Fact] = {"mover": mover, "throw": parsed.throw, "allowed": _allowed(state, parsed.throw)}
    return (Reason(Code.MUST_NOT_PASS, facts, DICE),)


def _castling(state: CastlePlay, parsed: ParsedMove, text: str) -> tuple[Reason | None, ...]:
    mover = state.sheet.seats[state.turn].name
    facts = {"mover": mover, "castling": CASTLINGS[parsed.castle], "condition": "this game has no castling"}
    return (Reason(Code.CASTLING, facts, MOVING), *_throw_faults(state, parsed, text))


def _dropping(state: CastlePlay, parsed: ParsedMove, text: str) -> tuple[Reason | None, ...]:
    return (Reason(Code.NO_DROPS, {"text": text}, MOVING), *_throw_faults(state, parsed, text))


OTHERWISE = {PASS: _passing, CASTLE: _castling, DROP: _dropping}


def _throw_faults(state: CastlePlay, parsed: ParsedMove, text: str) -> tuple[Reason | None, ...]:
    missing = Reason(Code.THROW_MISSING, {"text": text}, DICE) if state.throws and not parsed.throw else None
    return (missing, _no_dice(state, parsed, text))


def _no_dice(state: CastlePlay, parsed: ParsedMove, text: str) -> Reason | None:
    if state.throws or not parsed.throw:
        return None
    return Reason(Code.NO_DICE, {"text": text, "throw": parsed.throw}, DICE)


def _allowed(state: CastlePlay, throw: int) -> tuple[str, ...]:
    """The names of the kinds that a throw lets move."""
    if throw >= len(state.throws):
        return (f"nothing (a die shows 1 to {len(state.throws) - 1})",)
    return tuple(state.sheet.kinds[kind].name for kind in bits(state.throws[throw])) or ("nothing",)


def _thrown_wrong(state: CastlePlay, throw: int, piece: str) -> Reason:
    return Reason(Code.WRONG_THROW, {"throw": throw, "allowed": _allowed(state, throw), "piece": piece}, DICE)


# -- the dice (K-6) ---------------------------------------------------------------------------------------------------


def throw_missing(q: Question) -> Reason | None:
    """A game with dice has the throw in front of every move."""
    return _throw_faults(q.state, q.parsed, q.text)[0]


def no_dice(q: Question) -> Reason | None:
    """A game without dice has no throws."""
    return _no_dice(q.state, q.parsed, q.text)


def wrong_throw(q: Question) -> Reason | None:
    """The throw says which pieces may move."""
    state, throw = q.state, q.parsed.throw
    if not (state.throws and throw and q.piece is not None) or state.allows(throw, q.piece[1]):
        return None
    return _thrown_wrong(state, throw, q.kind(q.piece[1]))


def must_pass(q: Question) -> Reason | None:
    """Whose throw allows no move passes."""
    state, throw = q.state, q.parsed.throw
    if not 0 < throw < len(state.throws) or state.moves_with(throw)[0].target != NOT_SAID:
        return None
    facts: dict[str, Fact] = {"mover": q.seat(state.turn), "throw": throw, "allowed": _allowed(state, throw)}
    return Reason(Code.MUST_PASS, facts, DICE)


# -- whose piece it is --------------------------------------------------------------------------------------------------


def nothing_there(q: Question) -> Reason | None:
    """Somebody has to stand where the move begins. Who has left took his pieces along (K-5)."""
    if q.piece is not None:
        return None
    left = tuple(q.seat(seat) for seat in range(len(q.state.own)) if seat not in q.state.alive)
    facts: dict[str, Fact] = {"cell": q.cell(q.parsed.origin)}
    return Reason(Code.NOTHING_THERE, {**facts, "left": left} if left else facts, "K-5" if left else MOVING)


def not_your_piece(q: Question) -> Reason | None:
    """Page: "You may not move your opponent's pieces!"."""
    if q.piece is None or q.mine:
        return None
    facts = {"cell": q.cell(q.parsed.origin), "owner": q.seat(q.piece[0])}
    return Reason(Code.NOT_YOUR_PIECE, {**q.facts, **facts}, MOVING)


def wrong_piece(q: Question) -> Reason | None:
    """A piece that is named is the one that stands there, and belongs to whom it is said to belong."""
    parsed = q.parsed
    if parsed.kind == NOT_SAID or q.piece is None:
        return None
    owner = q.state.turn if parsed.owner == OWN else parsed.owner
    if parsed.kind == q.piece[1] and owner in (NOT_SAID, q.piece[0]):
        return None
    found = q.kind(q.piece[1]) if owner == NOT_SAID else q.named(q.piece[1], q.piece[0])
    facts = {"cell": q.cell(parsed.origin), "piece": found, "named": q.named(parsed.kind, parsed.owner)}
    return Reason(Code.WRONG_PIECE, facts, PROTOCOL)


# -- where it can go --------------------------------------------------------------------------------------------------


def _ways(q: Question) -> tuple[int, ...] | None:
    assert q.piece is not None
    return q.state.ways[q.piece[1] << CELL_BITS | q.parsed.origin].get(q.parsed.target)


def wrong_steps(q: Question) -> Reason | None:
    """A piece goes all its steps: the field can be reached, but in another number of them."""
    assert q.piece is not None
    kind = q.state.sheet.kinds[q.piece[1]]
    if _ways(q) is not None or q.parsed.origin == q.parsed.target:
        return None
    steps = distance(q.state.sheet.board, kind, q.parsed.origin, q.parsed.target)
    if steps is None:
        return None
    code = Code.TOO_FEW_STEPS if steps < kind.steps else Code.TOO_MANY_STEPS
    return Reason(code, {**q.facts, "steps": steps, "must": kind.steps}, MOVING)


def circles_crossed(q: Question) -> Reason | None:
    """The steps would do, but only across more circles than one."""
    circles = _circles(q)
    if circles is None:
        return None
    assert q.piece is not None
    return Reason(
        Code.CIRCLES_CROSSED, {**q.facts, "circles": circles, "must": q.state.sheet.kinds[q.piece[1]].steps}, MOVING
    )


def _circles(q: Question) -> int | None:
    assert q.piece is not None
    if _ways(q) is not None:
        return None
    return fewest_crossings(q.state.sheet.board, q.state.sheet.kinds[q.piece[1]], q.parsed.origin, q.parsed.target)


def cannot_reach(q: Question) -> Reason | None:
    """Neither this number of steps nor another leads there."""
    if _ways(q) is not None or wrong_steps(q) is not None or _circles(q) is not None:
        return None
    return Reason(Code.CANNOT_REACH, q.facts, MOVING)


def path_blocked(q: Question) -> Reason | None:
    """Who walks does not pass a field on which somebody stands; every path of the right length is shown."""
    masks = _ways(q)
    if masks is None or not all(mask & q.state.occupied for mask in masks):
        return None
    assert q.piece is not None
    kind = q.state.sheet.kinds[q.piece[1]]
    found = sorted(path for path in paths(q.state.sheet.board, kind, q.parsed.origin) if path[-1] == q.parsed.target)
    blockers = sorted({cell for path in found for cell in path[1:-1] if q.state.occupied >> cell & 1})
    facts = {"paths": tuple(_told(q, path) for path in found), "blockers": tuple(q.cell(cell) for cell in blockers)}
    return Reason(Code.PATH_BLOCKED, {**q.facts, **facts}, MOVING)


def _told(q: Question, path: Path) -> str:
    """`1H 1I 1K: horse on 1I`."""
    standing = ((cell, q.state.piece_at(cell)) for cell in path[1:-1])
    blockers = [f"{q.kind(piece[1])} on {q.cell(cell)}" for cell, piece in standing if piece is not None]
    return f"{' '.join(map(q.cell, path))}: {' and '.join(blockers)}"


# -- what was agreed, and what the text says --------------------------------------------------------------------------


def taken_back(q: Question) -> Reason | None:
    """Nobody undoes his last move in his next one (K-4)."""
    parsed, state = q.parsed, q.state
    if not q.mine or state.back[state.turn] != parsed.origin << CELL_BITS | parsed.target:
        return None
    return Reason(Code.TAKEN_BACK, {**q.facts, "last": f"{q.cell(parsed.target)}-{q.cell(parsed.origin)}"}, "K-4")


def repeated_move(q: Question) -> Reason | None:
    """Where it is agreed, no piece makes a move again."""
    number = q.state.repeated(q.parsed.origin, q.parsed.target) if q.mine else 0
    return Reason(Code.REPEATED_MOVE, {**q.facts, "number": number}, WINNING) if number else None


def capture_mark(q: Question) -> Reason | None:
    """The mark says whether somebody is knocked out."""
    empty = q.victim is None
    wrong = q.parsed.capture is empty or (empty and q.parsed.victim != NOT_SAID)
    if not wrong or q.parsed.origin == q.parsed.target:
        return None
    target = q.cell(q.parsed.target)
    facts: dict[str, Fact] = {
        "text": q.text,
        "said": "a piece is knocked out" if empty else "nothing is knocked out",
        "fact": f"{target} is empty" if q.victim is None else f"a {q.named(q.victim[1], q.victim[0])} is on {target}",
        "mark": "- (goes to)" if empty else "+ (knocks out)",
        "target": target,
    }
    return Reason(Code.CAPTURE_MARK, facts, PROTOCOL)


def wrong_victim(q: Question) -> Reason | None:
    """A piece that is said to be knocked out is the one that stands there."""
    parsed = q.parsed
    if parsed.victim == NOT_SAID or q.victim is None:
        return None
    seat, kind = q.victim
    if q.state.names(parsed.victim, parsed.loser, kind << CELL_BITS | seat & SEAT):
        return None
    facts = {
        "cell": q.cell(parsed.target),
        "found": q.kind(kind) if parsed.loser == NOT_SAID else q.named(kind, seat),
        "named": q.named(parsed.victim, parsed.loser),
    }
    return Reason(Code.WRONG_VICTIM, facts, PROTOCOL)


def no_promotion(q: Question) -> Reason | None:
    """No piece becomes another."""
    if q.parsed.becomes == NOT_SAID:
        return None
    facts: dict[str, Fact] = {"named": q.kind(q.parsed.becomes), "allowed": ("nothing",)}
    return Reason(Code.PROMOTION_NOT_ALLOWED, {**q.facts, **facts}, MOVING)


BARE_CHECKS: tuple[Check, ...] = (throw_missing, no_dice, nothing_there, must_pass)
"""Where nobody stands on the field: nothing more can be said."""

CHECKS: tuple[Check, ...] = (
    throw_missing,
    no_dice,
    not_your_piece,
    wrong_piece,
    wrong_throw,
    must_pass,
    wrong_steps,
    circles_crossed,
    cannot_reach,
    path_blocked,
    taken_back,
    repeated_move,
    capture_mark,
    wrong_victim,
    no_promotion,
)
