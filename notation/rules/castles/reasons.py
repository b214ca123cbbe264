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
from fairyscore.notation.rules.moves import CASTLE, CASTLINGS, DROP, NOT_SAID, OWN, PASS, Wish
from fairyscore.notation.rules.reasons import Code, Fact, Reason

MOVING = "page: Moving the pieces"
WINNING = "page: Who is the winner?"
PROTOCOL = "page: Game protocols"
DICE = "K-6"


@dataclass(frozen=True, slots=True)
class Question:
    """A wish for a move from field to field, with what the checks want to know.

    man, victim: (seat, kind) of who stands on the origin and on the target, None where nobody does.
    """

    state: CastlePlay
    wish: Wish
    text: str
    man: tuple[int, int] | None
    victim: tuple[int, int] | None

    @property
    def facts(self) -> dict[str, Fact]:
        """Who goes from where to where."""
        return {
            "mover": self.seat(self.state.turn),
            "man": self.kind(self.man[1]) if self.man else "man",
            "origin": self.cell(self.wish.origin),
            "target": self.cell(self.wish.target),
        }

    def cell(self, number: int) -> str:
        """The name of a cell."""
        return self.state.sheet.board.cells[number]

    def kind(self, number: int) -> str:
        """The name of a kind."""
        return self.state.sheet.kinds[number].name

    def seat(self, number: int) -> str:
        """The name of a seat."""
        return self.state.sheet.seats[number].name

    def named(self, kind: int, seat: int) -> str:
        """A man as a text calls it, with its owner where one is said."""
        owner = self.state.turn if seat == OWN else seat
        return self.kind(kind) if owner == NOT_SAID else f"{self.seat(owner)} {self.kind(kind)}"

    @property
    def mine(self) -> bool:
        """Whether the man belongs to who is to move."""
        return self.man is not None and self.man[0] == self.state.turn


Check = Callable[[Question], Reason | None]


def reasons(state: CastlePlay, wish: Wish, text: str) -> tuple[Reason, ...]:
    """All that is wrong with a wish."""
    if state.ended is not None:
        facts = {"ending": state.ended.ending.value, "result": state.ended.result}
        return (Reason(Code.GAME_OVER, facts, WINNING),)
    if wish.action in OTHERWISE:
        found = OTHERWISE[wish.action](state, wish, text)
    elif wish.origin == NOT_SAID and len(state.named(wish)) != 1:
        found = (_open_start(state, wish, text),)
    else:
        wish = replace(wish, origin=state.named(wish)[0]) if wish.origin == NOT_SAID else wish
        man, victim = state.man_at(wish.origin), state.man_at(wish.target)
        question = Question(state, wish, text, man, victim)
        found = tuple(check(question) for check in (CHECKS if man is not None else BARE_CHECKS))
    return tuple(reason for reason in found if reason is not None)


def _open_start(state: CastlePlay, wish: Wish, text: str) -> Reason:
    """The text names no field to start from, and not exactly one man can be meant."""
    cells, able = state.sheet.board.cells, state.able(wish)
    target = cells[wish.target]
    if able:
        between = tuple(f"{cells[cell]}-{target}" for cell in able)
        return Reason(Code.AMBIGUOUS, {"text": text, "between": between}, PROTOCOL)
    there = ", ".join(cells[cell] for cell in state.named(wish))
    facts: dict[str, Fact] = {
        "man": state.sheet.kinds[wish.kind].name if wish.kind >= 0 else "man",
        "mover": state.sheet.seats[state.turn].name,
        "cell": target,
        "where": f"; from {there} there is no way" if there else "; there is none left",
    }
    return Reason(Code.NO_MAN_REACHES, facts, MOVING)


# -- what is no move from field to field ------------------------------------------------------------------------------


def _passing(state: CastlePlay, wish: Wish, text: str) -> tuple[Reason | None, ...]:
    mover = state.sheet.seats[state.turn].name
    if not state.throws or not wish.throw:
        missing = Reason(Code.THROW_MISSING, {"text": text}, DICE) if state.throws else _no_dice(state, wish, text)
        return (missing, None if state.throws else Reason(Code.MUST_NOT_PASS, {"mover": mover}, MOVING))
    if wish.throw >= len(state.throws):
        return (_thrown_wrong(state, wish.throw, "pass"),)
    facts: dict[str, Fact] = {"mover": mover, "throw": wish.throw, "allowed": _allowed(state, wish.throw)}
    return (Reason(Code.MUST_NOT_PASS, facts, DICE),)


def _castling(state: CastlePlay, wish: Wish, text: str) -> tuple[Reason | None, ...]:
    mover = state.sheet.seats[state.turn].name
    facts = {"mover": mover, "castling": CASTLINGS[wish.castle], "condition": "this game has no castling"}
    return (Reason(Code.CASTLING, facts, MOVING), *_throw_faults(state, wish, text))


def _dropping(state: CastlePlay, wish: Wish, text: str) -> tuple[Reason | None, ...]:
    return (Reason(Code.NO_DROPS, {"text": text}, MOVING), *_throw_faults(state, wish, text))


OTHERWISE = {PASS: _passing, CASTLE: _castling, DROP: _dropping}


def _throw_faults(state: CastlePlay, wish: Wish, text: str) -> tuple[Reason | None, ...]:
    missing = Reason(Code.THROW_MISSING, {"text": text}, DICE) if state.throws and not wish.throw else None
    return (missing, _no_dice(state, wish, text))


def _no_dice(state: CastlePlay, wish: Wish, text: str) -> Reason | None:
    if state.throws or not wish.throw:
        return None
    return Reason(Code.NO_DICE, {"text": text, "throw": wish.throw}, DICE)


def _allowed(state: CastlePlay, throw: int) -> tuple[str, ...]:
    """The names of the kinds that a throw lets move."""
    if throw >= len(state.throws):
        return (f"nothing (a die shows 1 to {len(state.throws) - 1})",)
    return tuple(state.sheet.kinds[kind].name for kind in bits(state.throws[throw])) or ("nothing",)


def _thrown_wrong(state: CastlePlay, throw: int, man: str) -> Reason:
    return Reason(Code.WRONG_THROW, {"throw": throw, "allowed": _allowed(state, throw), "man": man}, DICE)


# -- the dice (K-6) ---------------------------------------------------------------------------------------------------


def throw_missing(q: Question) -> Reason | None:
    """A game with dice has the throw in front of every move."""
    return _throw_faults(q.state, q.wish, q.text)[0]


def no_dice(q: Question) -> Reason | None:
    """A game without dice has no throws."""
    return _no_dice(q.state, q.wish, q.text)


def wrong_throw(q: Question) -> Reason | None:
    """The throw says which men may move."""
    state, throw = q.state, q.wish.throw
    if not (state.throws and throw and q.man is not None) or state.allows(throw, q.man[1]):
        return None
    return _thrown_wrong(state, throw, q.kind(q.man[1]))


def must_pass(q: Question) -> Reason | None:
    """Whose throw allows no move passes."""
    state, throw = q.state, q.wish.throw
    if not 0 < throw < len(state.throws) or state.moves_with(throw)[0].target != NOT_SAID:
        return None
    facts: dict[str, Fact] = {"mover": q.seat(state.turn), "throw": throw, "allowed": _allowed(state, throw)}
    return Reason(Code.MUST_PASS, facts, DICE)


# -- whose man it is --------------------------------------------------------------------------------------------------


def nothing_there(q: Question) -> Reason | None:
    """Somebody has to stand where the move begins. Who has left took his men along (K-5)."""
    if q.man is not None:
        return None
    left = tuple(q.seat(seat) for seat in range(len(q.state.own)) if seat not in q.state.alive)
    facts: dict[str, Fact] = {"cell": q.cell(q.wish.origin)}
    return Reason(Code.NOTHING_THERE, {**facts, "left": left} if left else facts, "K-5" if left else MOVING)


def not_your_man(q: Question) -> Reason | None:
    """Page: "You may not move your opponent's pieces!"."""
    if q.man is None or q.mine:
        return None
    facts = {"cell": q.cell(q.wish.origin), "owner": q.seat(q.man[0])}
    return Reason(Code.NOT_YOUR_MAN, {**q.facts, **facts}, MOVING)


def wrong_man(q: Question) -> Reason | None:
    """A man that is named is the one that stands there, and belongs to whom it is said to belong."""
    wish = q.wish
    if wish.kind == NOT_SAID or q.man is None:
        return None
    owner = q.state.turn if wish.owner == OWN else wish.owner
    if wish.kind == q.man[1] and owner in (NOT_SAID, q.man[0]):
        return None
    found = q.kind(q.man[1]) if owner == NOT_SAID else q.named(q.man[1], q.man[0])
    facts = {"cell": q.cell(wish.origin), "man": found, "named": q.named(wish.kind, wish.owner)}
    return Reason(Code.WRONG_MAN, facts, PROTOCOL)


# -- where it can go --------------------------------------------------------------------------------------------------


def _ways(q: Question) -> tuple[int, ...] | None:
    assert q.man is not None
    return q.state.ways[q.man[1] << CELL_BITS | q.wish.origin].get(q.wish.target)


def wrong_steps(q: Question) -> Reason | None:
    """A man goes all its steps: the field can be reached, but in another number of them."""
    assert q.man is not None
    kind = q.state.sheet.kinds[q.man[1]]
    if _ways(q) is not None or q.wish.origin == q.wish.target:
        return None
    steps = distance(q.state.sheet.board, kind, q.wish.origin, q.wish.target)
    if steps is None:
        return None
    code = Code.TOO_FEW_STEPS if steps < kind.steps else Code.TOO_MANY_STEPS
    return Reason(code, {**q.facts, "steps": steps, "must": kind.steps}, MOVING)


def circles_crossed(q: Question) -> Reason | None:
    """The steps would do, but only across more circles than one."""
    circles = _circles(q)
    if circles is None:
        return None
    assert q.man is not None
    return Reason(
        Code.CIRCLES_CROSSED, {**q.facts, "circles": circles, "must": q.state.sheet.kinds[q.man[1]].steps}, MOVING
    )


def _circles(q: Question) -> int | None:
    assert q.man is not None
    if _ways(q) is not None:
        return None
    return fewest_crossings(q.state.sheet.board, q.state.sheet.kinds[q.man[1]], q.wish.origin, q.wish.target)


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
    assert q.man is not None
    kind = q.state.sheet.kinds[q.man[1]]
    found = sorted(path for path in paths(q.state.sheet.board, kind, q.wish.origin) if path[-1] == q.wish.target)
    blockers = sorted({cell for path in found for cell in path[1:-1] if q.state.occupied >> cell & 1})
    facts = {"paths": tuple(_told(q, path) for path in found), "blockers": tuple(q.cell(cell) for cell in blockers)}
    return Reason(Code.PATH_BLOCKED, {**q.facts, **facts}, MOVING)


def _told(q: Question, path: Path) -> str:
    """`1H 1I 1K: horse on 1I`."""
    standing = ((cell, q.state.man_at(cell)) for cell in path[1:-1])
    blockers = [f"{q.kind(man[1])} on {q.cell(cell)}" for cell, man in standing if man is not None]
    return f"{' '.join(map(q.cell, path))}: {' and '.join(blockers)}"


# -- what was agreed, and what the text says --------------------------------------------------------------------------


def taken_back(q: Question) -> Reason | None:
    """Nobody undoes his last move in his next one (K-4)."""
    wish, state = q.wish, q.state
    if not q.mine or state.back[state.turn] != wish.origin << CELL_BITS | wish.target:
        return None
    return Reason(Code.TAKEN_BACK, {**q.facts, "last": f"{q.cell(wish.target)}-{q.cell(wish.origin)}"}, "K-4")


def repeated_move(q: Question) -> Reason | None:
    """Where it is agreed, no man makes a move again."""
    number = q.state.repeated(q.wish.origin, q.wish.target) if q.mine else 0
    return Reason(Code.REPEATED_MOVE, {**q.facts, "number": number}, WINNING) if number else None


def capture_mark(q: Question) -> Reason | None:
    """The mark says whether somebody is knocked out."""
    empty = q.victim is None
    wrong = q.wish.capture is empty or (empty and q.wish.victim != NOT_SAID)
    if not wrong or q.wish.origin == q.wish.target:
        return None
    target = q.cell(q.wish.target)
    facts: dict[str, Fact] = {
        "text": q.text,
        "said": "a man is knocked out" if empty else "nothing is knocked out",
        "fact": f"{target} is empty" if q.victim is None else f"a {q.named(q.victim[1], q.victim[0])} is on {target}",
        "mark": "- (goes to)" if empty else "+ (knocks out)",
        "target": target,
    }
    return Reason(Code.CAPTURE_MARK, facts, PROTOCOL)


def wrong_victim(q: Question) -> Reason | None:
    """A man that is said to be knocked out is the one that stands there."""
    wish = q.wish
    if wish.victim == NOT_SAID or q.victim is None:
        return None
    seat, kind = q.victim
    if q.state.names(wish.victim, wish.loser, kind << CELL_BITS | seat & SEAT):
        return None
    facts = {
        "cell": q.cell(wish.target),
        "found": q.kind(kind) if wish.loser == NOT_SAID else q.named(kind, seat),
        "named": q.named(wish.victim, wish.loser),
    }
    return Reason(Code.WRONG_VICTIM, facts, PROTOCOL)


def no_promotion(q: Question) -> Reason | None:
    """No man becomes another."""
    if q.wish.becomes == NOT_SAID:
        return None
    facts: dict[str, Fact] = {"named": q.kind(q.wish.becomes), "allowed": ("nothing",)}
    return Reason(Code.PROMOTION_NOT_ALLOWED, {**q.facts, **facts}, MOVING)


BARE_CHECKS: tuple[Check, ...] = (throw_missing, no_dice, nothing_there, must_pass)
"""Where nobody stands on the field: nothing more can be said."""

CHECKS: tuple[Check, ...] = (
    throw_missing,
    no_dice,
    not_your_man,
    wrong_man,
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
