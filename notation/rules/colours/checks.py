"""Why a written move is refused: small named checks, each of which gives its reasons or none.

They agree with `ColourPlay.push`: no reason is left exactly where it takes the wish. What follows from another reason
alone is not said: where nothing stands on the start, there is no talk of its way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from fairyscore.notation.rules.colours import words
from fairyscore.notation.rules.colours.play import DROPPING, MOVING, OVER, ColourPlay
from fairyscore.notation.rules.colours.tables import EMPTY, GONE, SEAT
from fairyscore.notation.rules.moves import CASTLE, CASTLINGS, DROP, GO, NOT_SAID, OWN, PASS, Wish
from fairyscore.notation.rules.reasons import Code, Fact, Reason

MEN, PASSES = "H-2", "H-3"
START, MOVE, SHRINK, END = "page: The start", "page: Moving", "page: Shrinking", "page: The end"
"""Readings, and headings of the rule sheet."""

QUIET, TAKING = "-", "x"

Found = Iterator[Reason]
Facts = dict[str, Fact]
Check = Callable[[ColourPlay, Wish, str], Found]


def reasons(state: ColourPlay, wish: Wish, text: str) -> tuple[Reason, ...]:
    """All that is wrong with a wish; after the end of the game only that."""
    if state.phase == OVER:
        return tuple(_over(state))
    return tuple(reason for check in CHECKS[wish.action] for reason in check(state, wish, text))


def _over(state: ColourPlay) -> Found:
    outcome = state.outcome()
    assert outcome is not None
    yield Reason(Code.GAME_OVER, {"ending": outcome.ending.value, "result": outcome.result}, END)


def _mover(state: ColourPlay) -> str:
    return words.seat_name(state, state.turn)


# -- what holds for any kind of move -----------------------------------------------------------------------------------


def _no_dice(state: ColourPlay, wish: Wish, text: str) -> Found:
    if wish.throw:
        yield Reason(Code.NO_DICE, {"text": text, "throw": wish.throw})


def _drops_first(state: ColourPlay, wish: Wish, text: str) -> Found:
    if state.phase == DROPPING:
        yield Reason(Code.MUST_DROP, {"mover": _mover(state), "hand": words.hand(state)}, START)


def _must_pass(state: ColourPlay, wish: Wish, text: str) -> Found:
    if state.must_pass():
        yield Reason(Code.MUST_PASS, {"mover": _mover(state)}, PASSES)


# -- passing, castling, dropping ---------------------------------------------------------------------------------------


def _may_not_pass(state: ColourPlay, wish: Wish, text: str) -> Found:
    if state.phase == MOVING and not state.must_pass():
        yield Reason(Code.MUST_NOT_PASS, {"mover": _mover(state)}, PASSES)


def _no_castling(state: ColourPlay, wish: Wish, text: str) -> Found:
    condition = f"there is no castling in {state.tables.sheet.title}"
    facts = {"mover": _mover(state), "castling": CASTLINGS[wish.castle == 1], "condition": condition}
    yield Reason(Code.CASTLING, facts)


def _dropped_well(state: ColourPlay, wish: Wish, text: str) -> Found:
    if state.phase != DROPPING:
        yield Reason(Code.NO_DROPS, {"text": text}, START)
        return
    cell = state.tables.board.cells[wish.target]
    if state.men[wish.target] != EMPTY:
        yield Reason(Code.DROP_ON_MAN, {"cell": cell, "man": words.owned_man_on(state, wish.target)}, START)
    if not state.holds(wish.kind, wish.target):
        facts: Facts = {
            "mover": _mover(state),
            "man": words.kind_name(state, wish.kind),
            "cell": cell,
            "hand": words.hand_on(state, wish.target),
        }
        yield Reason(Code.NOT_IN_HAND, facts, START)


# -- going -------------------------------------------------------------------------------------------------------------


def _goes_well(state: ColourPlay, wish: Wish, text: str) -> Found:
    """The checks of a move from cell to cell. A text that leaves the start open means the one man that can go there."""
    if state.phase != MOVING:
        return
    if wish.origin < 0:
        meant = state.sources(wish)
        able = [cell for cell in meant if state.reaches(cell, wish.target)]
        meant = able or meant
        if len(meant) != 1:
            yield from _between(state, wish, text, able)
            return
        wish = replace(wish, origin=meant[0])
    for check in STANDING if state.men[wish.origin] >= 0 else ():
        yield from check(state, wish, text)
    if state.men[wish.origin] < 0:
        yield from _nothing_there(state, wish.origin)
    yield from _line_gone(state, wish.target)


def _between(state: ColourPlay, wish: Wish, text: str, able: list[int]) -> Found:
    cells = state.tables.board.cells
    target = cells[wish.target]
    if able:
        mark = TAKING if state.men[wish.target] >= 0 else QUIET
        between = tuple(f"{cells[cell]}{mark}{target}" for cell in able)
        yield Reason(Code.AMBIGUOUS, {"text": text, "between": between})
        return
    facts = {
        "man": words.kind_name(state, wish.kind),
        "mover": _mover(state),
        "cell": target,
        "where": words.looked_at(state, wish.sources),
    }
    yield Reason(Code.NO_MAN_REACHES, facts, MEN)
    yield from _line_gone(state, wish.target)


def _nothing_there(state: ColourPlay, cell: int) -> Found:
    yield from _line_gone(state, cell)
    if state.men[cell] == EMPTY:
        yield Reason(Code.NOTHING_THERE, {"cell": state.tables.board.cells[cell]})


def _line_gone(state: ColourPlay, cell: int) -> Found:
    if state.men[cell] == GONE:
        yield Reason(Code.LINE_GONE, {"cell": state.tables.board.cells[cell], "board": words.board_left(state)}, SHRINK)


def _not_yours(state: ColourPlay, wish: Wish, text: str) -> Found:
    owner = state.men[wish.origin] >> SEAT
    if owner != state.turn:
        facts: Facts = {
            "man": words.man_on(state, wish.origin),
            "cell": state.tables.board.cells[wish.origin],
            "owner": words.seat_name(state, owner),
            "mover": _mover(state),
        }
        yield Reason(Code.NOT_YOUR_MAN, facts)


def _wrong_man(state: ColourPlay, wish: Wish, text: str) -> Found:
    found, named = words.man_on(state, wish.origin), words.kind_name(state, wish.kind)
    if wish.kind >= 0 and found != named:
        cell = state.tables.board.cells[wish.origin]
        colour = state.tables.sheet.colours[state.tables.sheet.paint[cell]]
        yield Reason(Code.WRONG_MAN, {"cell": cell, "man": found, "named": named, "colour": colour}, MEN)


def _wrong_owner(state: ColourPlay, wish: Wish, text: str) -> Found:
    """A man of the mover's that is said to be another player's."""
    if state.men[wish.origin] >> SEAT == state.turn and not state.owns(wish.owner):
        found = words.owned_man_on(state, wish.origin)
        named = f"{words.seat_name(state, wish.owner)} {words.kind_name(state, wish.kind)}"
        yield Reason(Code.WRONG_MAN, {"cell": state.tables.board.cells[wish.origin], "man": found, "named": named})


def _wrong_victim(state: ColourPlay, wish: Wish, text: str) -> Found:
    """A man that is said to be taken is the one that stands there; that none does is told by the mark."""
    if wish.victim < 0 or state.men[wish.target] < 0 or _on_own_man(state, wish) or state.names_victim(wish):
        return
    named = words.kind_name(state, wish.victim)
    if wish.loser != NOT_SAID:
        named = f"{words.seat_name(state, state.turn if wish.loser == OWN else wish.loser)} {named}"
    found = words.owned_man_on(state, wish.target)
    yield Reason(Code.WRONG_VICTIM, {"cell": state.tables.board.cells[wish.target], "found": found, "named": named})


def _way(state: ColourPlay, wish: Wish) -> Facts:
    """The facts that tell who goes where."""
    cells = state.tables.board.cells
    return {
        "man": words.man_on(state, wish.origin),
        "origin": cells[wish.origin],
        "target": cells[wish.target],
    }


def _cannot_reach(state: ColourPlay, wish: Wish, text: str) -> Found:
    if wish.target not in state.tables.reach[state.men[wish.origin]][wish.origin]:
        yield Reason(Code.CANNOT_REACH, _way(state, wish), MOVE)


def _path_blocked(state: ColourPlay, wish: Wish, text: str) -> Found:
    if state.tables.reach[state.men[wish.origin]][wish.origin].get(wish.target, 0) & state.occupied:
        way = words.path(state, wish.origin, wish.target)
        blockers = tuple(state.tables.board.cells[cell] for cell in way if state.men[cell] >= 0)
        facts: Facts = {**_way(state, wish), "paths": (words.path_text(state, way),), "blockers": blockers}
        yield Reason(Code.PATH_BLOCKED, facts, MOVE)


def _on_own_man(state: ColourPlay, wish: Wish) -> bool:
    """Whether the mover's man would land on another man of his; for the man of another player nothing is asked."""
    own = state.men[wish.target] >> SEAT == state.turn == state.men[wish.origin] >> SEAT
    return own and wish.origin != wish.target


def _own_man(state: ColourPlay, wish: Wish, text: str) -> Found:
    if _on_own_man(state, wish):
        cell = state.tables.board.cells[wish.target]
        facts = {"mover": _mover(state), "man": words.man_on(state, wish.target), "cell": cell}
        yield Reason(Code.OWN_MAN, facts, MOVE)


def _marked_well(state: ColourPlay, wish: Wish, text: str) -> Found:
    """The mark between the fields. Nothing to say where the move cannot land at all."""
    found = state.men[wish.target]
    if found == GONE or wish.origin == wish.target or _on_own_man(state, wish):
        return
    taking, cell = found >= 0, state.tables.board.cells[wish.target]
    if wish.capture not in (None, taking):
        facts: Facts = {
            "text": text,
            "said": "something is taken" if wish.capture else "nothing is taken",
            "fact": f"a {words.owned_man_on(state, wish.target)} stands on {cell}" if taking else f"{cell} is empty",
            "mark": TAKING if taking else QUIET,
        }
        yield Reason(Code.CAPTURE_MARK, facts)


def _no_promotion(state: ColourPlay, wish: Wish, text: str) -> Found:
    """A man changes by landing; that is not written."""
    if wish.becomes >= 0:
        turns_to = words.kind_name(state, state.tables.kinds[state.men[wish.origin]][wish.target])
        named = words.kind_name(state, wish.becomes)
        facts: Facts = {**_way(state, wish), "named": named, "allowed": ("nothing",), "lands_as": turns_to}
        yield Reason(Code.PROMOTION_NOT_ALLOWED, facts, MOVE)


STANDING: tuple[Check, ...] = (
    _not_yours,
    _wrong_man,
    _wrong_owner,
    _cannot_reach,
    _path_blocked,
    _own_man,
    _marked_well,
    _wrong_victim,
    _no_promotion,
)
"""Asked where a man stands on the start."""

CHECKS: dict[int, tuple[Check, ...]] = {
    GO: (_no_dice, _drops_first, _must_pass, _goes_well),
    CASTLE: (_no_dice, _drops_first, _must_pass, _no_castling),
    DROP: (_no_dice, _must_pass, _dropped_well),
    PASS: (_no_dice, _drops_first, _may_not_pass),
}
