"""Why a move is refused in a game won by mate: small named checks, each giving one reason or none.

They ask the same tables as `RoyalPlay.push`, so that a parsed move has no reason exactly where it would be made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from fairyscore.notation.boards.board import bits
from fairyscore.notation.boards.headed import DIAGONAL, ORTHOGONAL
from fairyscore.notation.rules.movement import Ride, ways
from fairyscore.notation.rules.moves import CASTLE, CASTLINGS, DROP, NOT_SAID, OWN, PASS, Move, ParsedMove
from fairyscore.notation.rules.reasons import Code, Fact, Reason
from fairyscore.notation.rules.royal.play import RoyalPlay
from fairyscore.notation.rules.royal.tables import EMPTY, OWNERS, CastlingMove, kind_of

MOST_SHOWN = 4
"""So many pieces or ways are named in one reason."""


def reasons(state: RoyalPlay, parsed: ParsedMove, text: str) -> tuple[Reason, ...]:
    """All that is wrong with a parsed move of the player to move, empty where it is legal; each with the rule it is
    about."""
    sheet = state.tables.sheet
    of_piece = {kind.name: kind.rule for kind in reversed(sheet.kinds)}
    return tuple(
        replace(
            reason, rule=reason.rule or sheet.rules.get(reason.code) or of_piece.get(str(reason.facts.get("piece")), "")
        )
        for reason in _reasons(state, parsed, text)
    )


def _reasons(state: RoyalPlay, parsed: ParsedMove, text: str) -> tuple[Reason, ...]:
    outcome = state.outcome()
    if outcome is not None:
        return (Reason(Code.GAME_OVER, {"ending": outcome.ending.value, "result": outcome.result}),)
    if parsed.throw:
        return (Reason(Code.NO_DICE, {"text": text}),)
    parsed = state.told_apart(parsed)
    if parsed.action == PASS:
        return (Reason(Code.MUST_NOT_PASS, {"mover": OWNERS[state.turn]}),)
    if parsed.action == DROP:
        return (Reason(Code.NO_DROPS),)
    if parsed.action == CASTLE:
        return _castling(state, parsed)
    return _named_start(state, parsed, text) if parsed.origin != NOT_SAID else _open_start(state, parsed, text)


def _named_start(state: RoyalPlay, parsed: ParsedMove, text: str) -> tuple[Reason, ...]:
    """The parsed move says where the piece stands."""
    cells = state.tables.board.cells
    piece, cell = state.board[parsed.origin], cells[parsed.origin]
    if piece == EMPTY:
        return (Reason(Code.NOTHING_THERE, {"cell": cell}),)
    if piece & 1 != state.turn:
        facts: dict[str, Fact] = {"piece": name(state, piece), "cell": cell, "owner": OWNERS[piece & 1]}
        return (Reason(Code.NOT_YOUR_PIECE, facts | {"mover": OWNERS[state.turn]}),)
    wrong = parsed.kind != NOT_SAID and piece not in state.tables.sharing[parsed.kind][state.turn]
    found = [_wrong_piece(state, parsed, piece)] if wrong or not state.owns(parsed.owner) else []
    return (*found, *_victim(state, parsed), *_going(state, piece, parsed.origin, parsed, text))


def _wrong_piece(state: RoyalPlay, parsed: ParsedMove, piece: int) -> Reason:
    """Another piece than is named, or one of another owner."""
    found = name(state, piece)
    named = found if parsed.kind == NOT_SAID else state.tables.sheet.kinds[parsed.kind].name
    if parsed.owner not in (NOT_SAID, OWN):
        found, named = f"{OWNERS[state.turn]} {found}", f"{OWNERS[parsed.owner]} {named}"
    return Reason(Code.WRONG_PIECE, {"cell": state.tables.board.cells[parsed.origin], "piece": found, "named": named})


def _open_start(state: RoyalPlay, parsed: ParsedMove, text: str) -> tuple[Reason, ...]:
    """The parsed move leaves open which piece goes: exactly one must be able to."""
    if not state.owns(parsed.owner):
        facts: dict[str, Fact] = {"piece": state.tables.sheet.kinds[parsed.kind].name, "mover": OWNERS[parsed.owner]}
        where = f"; it is {OWNERS[state.turn]}'s turn"
        return (
            Reason(Code.NO_PIECE_REACHES, facts | {"cell": state.tables.board.cells[parsed.target], "where": where}),
        )
    meant = list(state.meant(parsed))
    able = [(piece, frm) for piece, frm in meant if state.legal(piece, frm, parsed.target)]
    if len(able) == 1:
        return (*_victim(state, parsed), *_going(state, *able[0], parsed, text))
    cells = state.tables.board.cells
    if able:
        between = tuple(f"{cells[frm]}-{cells[parsed.target]}" for _, frm in able)
        return (Reason(Code.AMBIGUOUS, {"text": text, "between": between}),)
    near: list[Reason] = []
    for piece, frm in meant:
        for reason in _movement(state, piece, frm, parsed.target):
            if reason.code is not Code.CANNOT_REACH and reason not in near:  # each piece is stopped by one and the same
                near.append(reason)
    if near:
        return tuple(near[:MOST_SHOWN])
    where = _where(state, parsed, [frm for _, frm in meant])
    facts = {"piece": state.tables.sheet.kinds[parsed.kind].name, "mover": OWNERS[state.turn]}
    return (Reason(Code.NO_PIECE_REACHES, facts | {"cell": cells[parsed.target], "where": where}),)


def _where(state: RoyalPlay, parsed: ParsedMove, standing: list[int]) -> str:
    """A half-sentence on where the pieces of the kind stand."""
    if not standing:
        every = [frm for piece in state.tables.sharing[parsed.kind][state.turn] for frm in bits(state.pieces[piece])]
        if not every:
            return "; there is none left"
        return f"; none stands where the move says, only on {', '.join(state.tables.board.cells[c] for c in every)}"
    return f"; from {', '.join(state.tables.board.cells[cell] for cell in standing)} there is no way"


def _going(state: RoyalPlay, piece: int, frm: int, parsed: ParsedMove, text: str) -> tuple[Reason, ...]:
    """All that is wrong with a piece of the mover going where the parsed move says."""
    found = list(_movement(state, piece, frm, parsed.target))
    found += _promotion(state, piece, frm, parsed)
    if not any(reason.code in _SAY_WHAT_STANDS_THERE for reason in found):
        found += _mark(state, piece, frm, parsed, text)
    return tuple(found)


_SAY_WHAT_STANDS_THERE = {Code.OWN_PIECE, Code.NOTHING_TO_TAKE, Code.CANNOT_TAKE}
"""Beside these a word on the mark of the capture would say the same again."""


def _movement(state: RoyalPlay, piece: int, frm: int, to: int) -> Iterator[Reason]:
    """Own piece in the way, out of reach, way blocked; and whether the king is left in check where it could go."""
    own = bool(state.board[to]) and state.board[to] & 1 == state.turn and frm != to
    if own:
        facts: dict[str, Fact] = {"mover": OWNERS[state.turn], "piece": name(state, state.board[to])}
        yield Reason(Code.OWN_PIECE, facts | {"cell": state.tables.board.cells[to]})
    unreached = list(_unreached(state, piece, frm, to, own))
    yield from unreached
    if not unreached and not own and not state.legal(piece, frm, to):
        yield _left_in_check(state, piece, frm, to)


def _unreached(state: RoyalPlay, piece: int, frm: int, to: int, own: bool) -> Iterator[Reason]:
    """Why the piece does not get to the cell, nothing where it does."""
    tables, cells = state.tables, state.tables.board.cells
    facts: dict[str, Fact] = {"piece": name(state, piece), "origin": cells[frm], "target": cells[to]}
    strikes, goes = to in tables.strike[piece][frm], to in tables.quiet[piece][frm]
    taken = bool(state.board[to])
    passing = to == state.passed and tables.takes_en_passant[piece] >> frm & 1
    if not strikes and not goes:
        yield from _out_of_reach(state, piece, frm, to, facts)
    elif own and strikes is not goes:
        return  # own piece on the field says it all
    elif taken and not strikes:
        yield Reason(Code.CANNOT_TAKE, facts | {"blocker": _owned(state, state.board[to])})
    elif not taken and not goes and not passing:
        yield Reason(Code.NOTHING_TO_TAKE, facts)
    else:
        occupied = state.pieces[0] | state.pieces[1]
        reach = tables.strike if taken or not goes else tables.quiet
        if reach[piece][frm][to] & occupied and state.no_detour(piece, frm, to, occupied):
            yield Reason(Code.PATH_BLOCKED, facts | {"paths": tuple(_paths(state, piece, frm, to))})


def _out_of_reach(state: RoyalPlay, piece: int, frm: int, to: int, facts: dict[str, Fact]) -> Iterator[Reason]:
    """A cell that no rule lets the piece reach, or one that only the river keeps from it; then its way is told too."""
    masks = ways(state.tables.board, state.tables.sheet.kinds[kind_of(piece)].movements, frm).get(to)
    if masks is None:
        yield Reason(Code.CANNOT_REACH, facts)
        return
    yield Reason(Code.ACROSS_RIVER, facts | {"mover": OWNERS[piece & 1]})
    occupied = state.pieces[0] | state.pieces[1]
    if all(mask & occupied for mask in masks):
        yield Reason(Code.PATH_BLOCKED, facts | {"paths": tuple(_paths(state, piece, frm, to))})


def _paths(state: RoyalPlay, piece: int, frm: int, to: int) -> Iterator[str]:
    """Every way a rider has to a cell, or a pawn's double step, with what stands on it."""
    tables = state.tables
    kind = tables.sheet.kinds[kind_of(piece)]
    if kind.pawn is not None:
        yield _blocked(state, [tables.passed[piece][frm << 8 | to]])
        return
    for movement in kind.movements:
        if isinstance(movement, Ride):
            for heading in DIAGONAL if movement.short else ORTHOGONAL:
                ray = list(tables.board.ray(frm, heading, movement.long))
                if to in ray[1:]:
                    yield _blocked(state, ray[: ray.index(to)])


def _blocked(state: RoyalPlay, way: list[int]) -> str:
    cells = state.tables.board.cells
    pieces = ", ".join(f"{_owned(state, state.board[cell])} on {cells[cell]}" for cell in way if state.board[cell])
    return pieces if len(way) == 1 else f"{' '.join(cells[cell] for cell in way)}: {pieces}"


def _left_in_check(state: RoyalPlay, piece: int, frm: int, to: int) -> Reason:
    tables, cells = state.tables, state.tables.board.cells
    seat = state.turn
    en_passant = to == state.passed and tables.takes_en_passant[piece] >> frm & 1 and not state.board[to]
    gone = 1 << to | (1 << state.victim if en_passant else 0)
    occupied = (state.pieces[0] | state.pieces[1]) & ~(1 << frm | gone) | 1 << to
    king = to if frm == state.kings[seat] else state.kings[seat]
    by = tuple(
        f"{_owned(state, state.board[cell])} on {cells[cell]}"
        for cell in state.attackers(king, seat ^ 1, occupied, gone)
    )
    royal = tables.sheet.kinds[tables.king].name
    return Reason(Code.LEAVES_CHECK, {"mover": OWNERS[seat], "king": royal, "cell": cells[king], "by": by})


def _promotion(state: RoyalPlay, piece: int, frm: int, parsed: ParsedMove) -> Iterator[Reason]:
    """Promotion missing, or one that may not be; what may be is a fact."""
    tables, cells, kinds = state.tables, state.tables.board.cells, state.tables.sheet.kinds
    facts: dict[str, Fact] = {"piece": name(state, piece), "origin": cells[frm], "target": cells[parsed.target]}
    turning = tables.turnings[piece].get(frm << 8 | parsed.target)
    if turning is None:
        if parsed.becomes != NOT_SAID:
            named = kinds[parsed.becomes].name
            yield Reason(Code.PROMOTION_NOT_ALLOWED, facts | {"named": named, "allowed": ("nothing",)})
        return
    if turning.settle(parsed.becomes, state.pool, state.turn) is not None:
        return
    options = [kind for kind in turning.options(state.pool, state.turn) if kind != NOT_SAID]
    facts["allowed"] = tuple(f"{kinds[kind].letter} {kinds[kind].name}" for kind in options) or ("nothing",)
    rule = turning.change.rule
    if parsed.becomes == NOT_SAID:
        yield Reason(Code.PROMOTION_MISSING, facts, rule)
    else:
        yield Reason(Code.PROMOTION_NOT_ALLOWED, facts | {"named": kinds[parsed.becomes].name}, rule)


def _mark(state: RoyalPlay, piece: int, frm: int, parsed: ParsedMove, text: str) -> Iterator[Reason]:
    """Whether the mark for a capture is right."""
    takes = state.takes(Move(frm, parsed.target))
    if parsed.capture is None or parsed.capture is takes:
        return
    cell = state.tables.board.cells[parsed.target]
    standing = state.board[parsed.target]
    if takes:
        what = f"{_owned(state, standing)} stands on {cell}" if standing else f"a pawn is taken en passant at {cell}"
        yield Reason(Code.CAPTURE_MARK, {"text": text, "said": "nothing is taken", "fact": what, "mark": "x"})
    else:
        fact = f"{cell} is empty"
        yield Reason(Code.CAPTURE_MARK, {"text": text, "said": "something is taken", "fact": fact, "mark": "-"})


def _victim(state: RoyalPlay, parsed: ParsedMove) -> Iterator[Reason]:
    """Whether what is taken is what the move says (spoken moves)."""
    if parsed.victim == NOT_SAID:
        return
    standing = state.taken_on(parsed.target)
    kinds = state.tables.sheet.kinds
    if standing == EMPTY or state.names_victim(parsed):
        return  # that nothing stands there is told by the mark
    found, named = name(state, standing), kinds[parsed.victim].name
    if parsed.loser != NOT_SAID:
        loser = state.turn if parsed.loser == OWN else parsed.loser
        found, named = f"{OWNERS[standing & 1]} {found}", f"{OWNERS[loser]} {named}"
    yield Reason(Code.WRONG_VICTIM, {"cell": state.tables.board.cells[parsed.target], "found": found, "named": named})


def _castling(state: RoyalPlay, parsed: ParsedMove) -> tuple[Reason, ...]:
    """Every condition of the castling that does not hold."""
    text = CASTLINGS[parsed.castle]
    facts: dict[str, Fact] = {"mover": OWNERS[state.turn], "castling": text}
    if not state.owns(parsed.owner):
        facts["mover"] = OWNERS[parsed.owner]
        return (Reason(Code.CASTLING, facts | {"condition": f"it is {OWNERS[state.turn]}'s turn"}),)
    for castling in state.tables.castlings:
        if castling.sheet.seat == state.turn and castling.sheet.side == parsed.castle:
            conditions = [c for check in _CONDITIONS for c in check(state, castling)]
            return tuple(Reason(Code.CASTLING, facts | {"condition": c}, castling.sheet.rule) for c in conditions)
    return (Reason(Code.CASTLING, facts | {"condition": "there is no castling in this game"}),)


def _unmoved(state: RoyalPlay, castling: CastlingMove) -> Iterator[str]:
    if state.rights & castling.right:
        return
    king, rook = (state.tables.board.cells[cell] for cell in (castling.king_from, castling.rook_from))
    if state.kings[castling.sheet.seat] != castling.king_from:
        yield f"the king is not on {king}"
    else:
        yield f"the king has moved before, or the rook of {rook} has moved or was taken"


def _nothing_between(state: RoyalPlay, castling: CastlingMove) -> Iterator[str]:
    cells = state.tables.board.cells
    for cell in bits(castling.empty & (state.pieces[0] | state.pieces[1])):
        yield f"{_owned(state, state.board[cell])} stands between, on {cells[cell]}"


def _nothing_attacked(state: RoyalPlay, castling: CastlingMove) -> Iterator[str]:
    cells = state.tables.board.cells
    occupied = state.pieces[0] | state.pieces[1]
    for cell in castling.safe:
        for by in state.attackers(cell, state.turn ^ 1, occupied):
            what = "the king is in check" if cell == state.kings[state.turn] else f"{cells[cell]} is attacked"
            yield f"{what} by {_owned(state, state.board[by])} on {cells[by]}"


_CONDITIONS: tuple[Callable[[RoyalPlay, CastlingMove], Iterator[str]], ...] = (
    _unmoved,
    _nothing_between,
    _nothing_attacked,
)


def name(state: RoyalPlay, piece: int) -> str:
    """The English name of a piece."""
    return state.tables.sheet.kinds[kind_of(piece)].name


def _owned(state: RoyalPlay, piece: int) -> str:
    """A piece with its owner, as in "a white pawn"."""
    return f"a {OWNERS[piece & 1]} {name(state, piece)}"
