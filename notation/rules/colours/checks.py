"""Why a written move is refused: small named checks, each of which gives its reasons or none.

They agree with `ColourPlay.push`: no reason is left exactly where it takes the parsed move. What follows from another
reason
alone is not said: where nothing stands on the start, there is no talk of its way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from fairyscore.notation.rules.colours import words
from fairyscore.notation.rules.colours.play import DROPPING, MOVING, OVER, ColourPlay
from fairyscore.notation.rules.colours.tables import EMPTY, GONE, SEAT
from fairyscore.notation.rules.moves import CASTLE, CASTLINGS, DROP, GO, NOT_SAID, OWN, PASS, ParsedMove
from fairyscore.notation.rules.reasons import Code, Fact, Reason

PIECES, PASSES = "H-2", "H-3"
START, MOVE, SHRINK, END = "page: The start", "page: Moving", "page: Shrinking", "page: The end"
"""Readings, and headings of the rule sheet."""

QUIET, TAKING = "-", "x"

Found = Iterator[Reason]
Facts = dict[str, Fact]
Check = Callable[[ColourPlay, ParsedMove, str], Found]


def reasons(state: ColourPlay, parsed: ParsedMove, text: str) -> tuple[Reason, ...]:
    """All that is wrong with a parsed move; after the end of the game only that."""
    if state.phase == OVER:
        return tuple(_over(state))
    return tuple(reason for check in CHECKS[parsed.action] for reason in check(state, parsed, text))


def _over(state: ColourPlay) -> Found:
    outcome = state.outcome()
    assert outcome is not None
    yield Reason(Code.GAME_OVER, {"ending": outcome.ending.value, "result": outcome.result}, END)


def _mover(state: ColourPlay) -> str:
    return words.seat_name(state, state.turn)


# -- what holds for any kind of move -----------------------------------------------------------------------------------


def _no_dice(state: ColourPlay, parsed: ParsedMove, text: str) -> Found:
    if parsed.throw:
        yield Reason(Code.NO_DICE, {"text": text, "throw": parsed.throw})


def _drops_first(state: ColourPlay, parsed: ParsedMove, text: str) -> Found:
    if state.phase == DROPPING:
        yield Reason(Code.MUST_DROP, {"mover": _mover(state), "hand": words.hand(state)}, START)


def _must_pass(state: ColourPlay, parsed: ParsedMove, text: str) -> Found:
    if state.must_pass():
        yield Reason(Code.MUST_PASS, {"mover": _mover(state)}, PASSES)


# -- passing, castling, dropping ---------------------------------------------------------------------------------------


def _may_not_pass(state: ColourPlay, parsed: ParsedMove, text: str) -> Found:
    if state.phase == MOVING and not state.must_pass():
        yield Reason(Code.MUST_NOT_PASS, {"mover": _mover(state)}, PASSES)


def _no_castling(state: ColourPlay, parsed: ParsedMove, text: str) -> Found:
    condition = f"there is no castling in {state.tables.sheet.title}"
    facts = {"mover": _mover(state), "castling": CASTLINGS[parsed.castle == 1], "condition": condition}
    yield Reason(Code.CASTLING, facts)


def _dropped_well(state: ColourPlay, parsed: ParsedMove, text: str) -> Found:
    if state.phase != DROPPING:
        yield Reason(Code.NO_DROPS, {"text": text}, START)
        return
    cell = state.tables.board.cells[parsed.target]
    if state.pieces[parsed.target] != EMPTY:
        yield Reason(Code.DROP_ON_PIECE, {"cell": cell, "piece": words.owned_piece_on(state, parsed.target)}, START)
    if not state.holds(parsed.kind, parsed.target):
        facts: Facts = {
            "mover": _mover(state),
            "piece": words.kind_name(state, parsed.kind),
            "cell": cell,
            "hand": words.hand_on(state, parsed.target),
        }
        yield Reason(Code.NOT_IN_HAND, facts, START)


# -- going -------------------------------------------------------------------------------------------------------------


def _goes_well(state: ColourPlay, parsed: ParsedMove, text: str) -> Found:
    """The checks of a move from cell to cell. A text that leaves the start open means the one piece that can go there."""
    if state.phase != MOVING:
        return
    if parsed.origin < 0:
        meant = state.sources(parsed)
        able = [cell for cell in meant if state.reaches(cell, parsed.target)]
        meant = able or meant
        if len(meant) != 1:
            yield from _between(state, parsed, text, able)
            return
        parsed = replace(parsed, origin=meant[0])
    for check in STANDING if state.pieces[parsed.origin] >= 0 else ():
        yield from check(state, parsed, text)
    if state.pieces[parsed.origin] < 0:
        yield from _nothing_there(state, parsed.origin)
    yield from _line_gone(state, parsed.target)


def _between(state: ColourPlay, parsed: ParsedMove, text: str, able: list[int]) -> Found:
    cells = state.tables.board.cells
    target = cells[parsed.target]
    if able:
        mark = TAKING if state.pieces[parsed.target] >= 0 else QUIET
        between = tuple(f"{cells[cell]}{mark}{target}" for cell in able)
        yield Reason(Code.AMBIGUOUS, {"text": text, "between": between})
        return
    facts = {
        "piece": words.kind_name(state, parsed.kind),
        "mover": _mover(state),
        "cell": target,
        "where": words.looked_at(state, parsed.sources),
    }
    yield Reason(Code.NO_PIECE_REACHES, facts, PIECES)
    yield from _line_gone(state, parsed.target)


def _nothing_there(state: ColourPlay, cell: int) -> Found:
    yield from _line_gone(state, cell)
    if state.pieces[cell] == EMPTY:
        yield Reason(Code.NOTHING_THERE, {"cell": state.tables.board.cells[cell]})


def _line_gone(state: ColourPlay, cell: int) -> Found:
    if state.pieces[cell] == GONE:
        yield Reason(Code.LINE_GONE, {"cell": state.tables.board.cells[cell], "board": words.board_left(state)}, SHRINK)


def _not_yours(state: ColourPlay, parsed: ParsedMove, text: str) -> Found:
    owner = state.pieces[parsed.origin] >> SEAT
    if owner != state.turn:
        facts: Facts = {
            "piece": words.piece_on(state, parsed.origin),
            "cell": state.tables.board.cells[parsed.origin],
            "owner": words.seat_name(state, owner),
            "mover": _mover(state),
        }
        yield Reason(Code.NOT_YOUR_PIECE, facts)


def _wrong_piece(state: ColourPlay, parsed: ParsedMove, text: str) -> Found:
    found, named = words.piece_on(state, parsed.origin), words.kind_name(state, parsed.kind)
    if parsed.kind >= 0 and found != named:
        cell = state.tables.board.cells[parsed.origin]
        colour = state.tables.sheet.colours[state.tables.sheet.paint[cell]]
        yield Reason(Code.WRONG_PIECE, {"cell": cell, "piece": found, "named": named, "colour": colour}, PIECES)


def _wrong_owner(state: ColourPlay, parsed: ParsedMove, text: str) -> Found:
    """A piece of the mover's that is said to be another player's."""
    if state.pieces[parsed.origin] >> SEAT == state.turn and not state.owns(parsed.owner):
        found = words.owned_piece_on(state, parsed.origin)
        named = f"{words.seat_name(state, parsed.owner)} {words.kind_name(state, parsed.kind)}"
        yield Reason(
            Code.WRONG_PIECE, {"cell": state.tables.board.cells[parsed.origin], "piece": found, "named": named}
        )


def _wrong_victim(state: ColourPlay, parsed: ParsedMove, text: str) -> Found:
    """A piece that is said to be taken is the one that stands there; that none does is told by the mark."""
    if (
        parsed.victim < 0
        or state.pieces[parsed.target] < 0
        or _on_own_piece(state, parsed)
        or state.names_victim(parsed)
    ):
        return
    named = words.kind_name(state, parsed.victim)
    if parsed.loser != NOT_SAID:
        named = f"{words.seat_name(state, state.turn if parsed.loser == OWN else parsed.loser)} {named}"
    found = words.owned_piece_on(state, parsed.target)
    yield Reason(Code.WRONG_VICTIM, {"cell": state.tables.board.cells[parsed.target], "found": found, "named": named})


def _way(state: ColourPlay, parsed: ParsedMove) -> Facts:
    """The facts that tell who goes where."""
    cells = state.tables.board.cells
    return {
        "piece": words.piece_on(state, parsed.origin),
        "origin": cells[parsed.origin],
        "target": cells[parsed.target],
    }


def _cannot_reach(state: ColourPlay, parsed: ParsedMove, text: str) -> Found:
    if parsed.target not in state.tables.reach[state.pieces[parsed.origin]][parsed.origin]:
        yield Reason(Code.CANNOT_REACH, _way(state, parsed), MOVE)


def _path_blocked(state: ColourPlay, parsed: ParsedMove, text: str) -> Found:
    if state.tables.reach[state.pieces[parsed.origin]][parsed.origin].get(parsed.target, 0) & state.occupied:
        way = words.path(state, parsed.origin, parsed.target)
        blockers = tuple(state.tables.board.cells[cell] for cell in way if state.pieces[cell] >= 0)
        facts: Facts = {**_way(state, parsed), "paths": (words.path_text(state, way),), "blockers": blockers}
        yield Reason(Code.PATH_BLOCKED, facts, MOVE)


def _on_own_piece(state: ColourPlay, parsed: ParsedMove) -> bool:
    """Whether the mover's piece would land on another piece of his; for the piece of another player nothing is asked."""
    own = state.pieces[parsed.target] >> SEAT == state.turn == state.pieces[parsed.origin] >> SEAT
    return own and parsed.origin != parsed.target


def _own_piece(state: ColourPlay, parsed: ParsedMove, text: str) -> Found:
    if _on_own_piece(state, parsed):
        cell = state.tables.board.cells[parsed.target]
        facts = {"mover": _mover(state), "piece": words.piece_on(state, parsed.target), "cell": cell}
        yield Reason(Code.OWN_PIECE, facts, MOVE)


def _marked_well(state: ColourPlay, parsed: ParsedMove, text: str) -> Found:
    """The mark between the fields. Nothing to say where the move cannot land at all."""
    found = state.pieces[parsed.target]
    if found == GONE or parsed.origin == parsed.target or _on_own_piece(state, parsed):
        return
    taking, cell = found >= 0, state.tables.board.cells[parsed.target]
    if parsed.capture not in (None, taking):
        facts: Facts = {
            "text": text,
            "said": "something is taken" if parsed.capture else "nothing is taken",
            "fact": f"a {words.owned_piece_on(state, parsed.target)} stands on {cell}"
            if taking
            else f"{cell} is empty",
            "mark": TAKING if taking else QUIET,
        }
        yield Reason(Code.CAPTURE_MARK, facts)


def _no_promotion(state: ColourPlay, parsed: ParsedMove, text: str) -> Found:
    """A piece changes by landing; that is not written."""
    if parsed.becomes >= 0:
        turns_to = words.kind_name(state, state.tables.kinds[state.pieces[parsed.origin]][parsed.target])
        named = words.kind_name(state, parsed.becomes)
        facts: Facts = {**_way(state, parsed), "named": named, "allowed": ("nothing",), "lands_as": turns_to}
        yield Reason(Code.PROMOTION_NOT_ALLOWED, facts, MOVE)


STANDING: tuple[Check, ...] = (
    _not_yours,
    _wrong_piece,
    _wrong_owner,
    _cannot_reach,
    _path_blocked,
    _own_piece,
    _marked_well,
    _wrong_victim,
    _no_promotion,
)
"""Asked where a piece stands on the start."""

CHECKS: dict[int, tuple[Check, ...]] = {
    GO: (_no_dice, _drops_first, _must_pass, _goes_well),
    CASTLE: (_no_dice, _drops_first, _must_pass, _no_castling),
    DROP: (_no_dice, _must_pass, _dropped_well),
    PASS: (_no_dice, _drops_first, _may_not_pass),
}
