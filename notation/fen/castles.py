"""Position texts of games for castles, read and written.

Five fields divided by blanks, of which the last three may be left out:

- the pieces, ring by ring from the centre, rings divided by `/`, each ring clockwise from its first field of slice 1: the
  owner's letter and the piece's (`wW`, `bP`), a number for so many empty fields;
- the letter of the seat to move;
- the last move of each seat, which it may not undo (K-4): `w1B-2F,b5G-4E`, or `-`; with the option fallen=stay also
  `s-` for a seat that has lost and whose pieces are still there (K-5);
- with the option no-repetition the moves that each piece has made, with their rounds: `1I@1-8G@3-7G` went from 1I to 8G
  in round 1 and to 7G, where it stands, in round 3; pieces divided by commas; `-` for none;
- the number of the round.

Who has no pieces has left the game. Of two players one may be without a castle: then the game is over.
"""

import re
from collections.abc import Iterator
from itertools import pairwise

from fairyscore.notation.fen.placement import Faults, read_number, read_owned, read_turn, split_fields, write_placement
from fairyscore.notation.rules.castles.board import SEAT, Leg
from fairyscore.notation.rules.castles.state import NO_MOVE, CastleState
from fairyscore.notation.rules.castles.tables import CELL_BITS, CastleSheet
from fairyscore.notation.rules.variant import PositionError
from fairyscore.notation.text import shown

FIELDS = ("pieces", "seat to move", "last moves", "moves made", "round")

NONE = "-"


def write_position(state: CastleState) -> str:
    """The text of a position; `read_position` gives it back with all that matters for the rest of the game."""
    sheet, cells = state.sheet, state.sheet.board.cells
    letters = [seat.letter for seat in sheet.seats]

    def piece(cell: int) -> str:
        found = state.piece_at(cell)
        return "" if found is None else letters[found[0]] + sheet.kinds[found[1]].letter

    pieces = write_placement(sheet.board.rows, piece)
    made = ((letters[seat], back) for seat, back in enumerate(state.back) if back != NO_MOVE)
    last = [f"{seat}{cells[back & (1 << CELL_BITS) - 1]}-{cells[back >> CELL_BITS]}" for seat, back in made]
    # Who has lost, and whose pieces are still there.
    fallen = {seat for seat, own in enumerate(state.own) if own and len(state.own) > 2} - set(state.alive)
    last += [f"{letters[seat]}{NONE}" for seat in sorted(fallen)]
    ways = sorted((state.trails or {}).items())
    trails = ["-".join([*(f"{cells[c]}@{n}" for c, n in legs), cells[cell]]) for cell, legs in ways]
    fields = pieces, letters[state.turn], ",".join(last) or NONE, ",".join(trails) or NONE, str(state.fullmove_number)
    return " ".join(fields)


def read_position(text: str, sheet: CastleSheet) -> CastleState:
    """The table with that position.

    Raises `PositionError`, with a sentence for each thing that is wrong, for nonsense and for what no game can come to.
    Moves that were made are looked at only where the pieces, the seat to move and the round make sense.
    """
    pieces, turn, last, made, number = split_fields(text, FIELDS, optional=3)
    faults = Faults()
    standing = faults.read([], _read_pieces, pieces, sheet)
    mover = faults.read(0, read_turn, turn, [seat.letter for seat in sheet.seats])
    sound = not faults.found
    lasts = (last or NONE).split(",")
    lost = {f"{seat.letter}{NONE}": n for n, seat in enumerate(sheet.seats) if sheet.fallen_stay}  # `s-`: has lost
    moves = ",".join(entry for entry in lasts if entry not in lost) or NONE
    fallen = tuple(lost[entry] for entry in lasts if entry in lost)
    round_ = faults.read_or_leave(1, read_number, number, "the round", default=1, least=1)
    state = CastleState(sheet, standing, mover, round_, fallen)
    if sound:
        faults.found += _not_playing(state)
    faults.tell()
    faults.read_or_leave(None, _read_last, moves, state)
    faults.read_or_leave(None, _read_trails, made or NONE, state)
    if faults.left_out:  # then no move that was made is sure
        state = CastleState(sheet, standing, mover, round_, fallen)
    faults.tell(state)
    return state


def _read_pieces(text: str, sheet: CastleSheet) -> list[tuple[int, int, int]]:
    owners, kinds = [seat.letter for seat in sheet.seats], [kind.letter for kind in sheet.kinds]
    found, gone = read_owned(text, sheet.board.rows, owners, kinds)
    if gone:
        raise PositionError(f"{sheet.board.cells[min(gone)]} is marked as gone (*), but all fields of this board stay")
    return [(cell, *piece) for cell, piece in sorted(found.items())]


def _not_playing(state: CastleState) -> Iterator[str]:
    """Who is still in has a piece in a castle, and the one to move is still in."""
    sheet, castles = state.sheet, state.sheet.castles
    lacking = [seat for seat in state.alive if not state.own[seat] & castles]
    final = len(state.own) == 2 and len(lacking) == 1
    if state.turn not in state.alive or (not state.own[state.turn] and not final):
        why = "has lost" if state.own[state.turn] else "has no pieces"
        yield f"{sheet.seats[state.turn].name} is to move, and {why}"
    for seat in () if final else lacking:
        yield f"{sheet.seats[seat].name} has no piece in a castle, and would have lost before"


def _cell(text: str, state: CastleState) -> int:
    try:
        return state.sheet.board.index[text]
    except KeyError:
        raise PositionError(f"this board has no field '{shown(text)}'") from None


def _read_last(text: str, state: CastleState) -> None:
    """Put in the moves that may not be undone."""
    letters = {seat.letter: number for number, seat in enumerate(state.sheet.seats)}
    for entry in () if text == NONE else text.split(","):
        found = re.fullmatch(r"([a-z])(\w\w)-(\w\w)", entry)
        if not found or found[1] not in letters:
            raise PositionError(f"'{shown(entry)}' should be a seat's letter and its last move, as in w1B-2F")
        seat, origin, target = letters[found[1]], _cell(found[2], state), _cell(found[3], state)
        if state.back[seat] != NO_MOVE:
            raise PositionError(f"{state.sheet.seats[seat].name} has two last moves")
        fault = _cannot_be_last(state, seat, origin, target)
        if fault:
            raise PositionError(f"the last move {entry} cannot be: {fault}")
        state.back[seat] = target << CELL_BITS | origin


def _cannot_be_last(state: CastleState, seat: int, origin: int, target: int) -> str:
    """Why a seat cannot have made a move as its last one, empty where it can."""
    cells, owner = state.sheet.board.cells, state.sheet.seats[seat].name
    here, there = state.piece_at(origin), state.piece_at(target)
    if not state.own[seat]:
        return f"{owner} has left the game"
    if here is not None and here[0] == seat:
        return f"a {owner} piece still stands on {cells[origin]}"
    if there is None and len(state.own) == 2 and not state.throws:
        return f"nothing stands on {cells[target]}, neither the piece that moved nor one that knocked it out"
    if there is None or there[0] != seat:  # knocked out there: any piece may have made it
        kinds = range(len(state.sheet.kinds))
        some_piece_goes = any(target in state.ways[kind << CELL_BITS | origin] for kind in kinds)
        return "" if some_piece_goes else "no piece goes so"
    goes = target in state.ways[there[1] << CELL_BITS | origin]
    return "" if goes else f"the {state.sheet.kinds[there[1]].name} on {cells[target]} does not go so"


def _read_trails(text: str, state: CastleState) -> None:
    """Put in the moves that the pieces have made."""
    if text == NONE:
        return
    if state.trails is None:
        raise PositionError(f"the last moves ({shown(text)}) are given, but only the option no-repetition uses them")
    for entry in text.split(","):
        found = re.fullmatch(r"((?:\w\w@[0-9]{1,6}-)+)(\w\w)", entry)
        if not found:
            form = "the moves of a piece with their rounds, as in 1I@1-8G@3-7G"
            raise PositionError(f"'{shown(entry)}' should be {form}")
        legs = [(leg[:2], int(leg[3:])) for leg in found[1].rstrip("-").split("-")]
        cell = _cell(found[2], state)
        trail = tuple((_cell(name, state), number) for name, number in legs)
        fault = "there are two of them" if cell in state.trails else _cannot_be_trail(state, trail, cell)
        if fault:
            raise PositionError(f"the moves {shown(entry)} cannot be those of a piece on {found[2]}: {fault}")
        state.trails[cell] = trail
    _once_a_round(state)


def _once_a_round(state: CastleState) -> None:
    """Raise `PositionError` where two pieces of a seat have moved in the same round."""
    pieces: dict[tuple[int, int], int] = {}
    for cell, trail in (state.trails or {}).items():
        seat = state.board[cell] & SEAT
        for _, number in trail:
            other = pieces.setdefault((seat, number), cell)
            if other != cell:
                name, cells = state.sheet.seats[seat].name, state.sheet.board.cells
                both = f"the pieces on {cells[other]} and {cells[cell]}"
                raise PositionError(f"{name} cannot have moved twice in round {number}: {both} did")


def _cannot_be_trail(state: CastleState, trail: tuple[Leg, ...], cell: int) -> str:
    """Why the piece on a cell cannot have come there by these moves, empty where it can."""
    piece = state.piece_at(cell)
    if piece is None:
        return "nothing stands there"
    newest = state.fullmove_number - (piece[0] >= state.turn)  # who comes later in the round has not moved in it yet
    if not newest:
        return f"{state.sheet.seats[piece[0]].name} has not moved yet"
    rounds = [0, *(number for _, number in trail), newest + 1]
    if any(later <= sooner for sooner, later in pairwise(rounds)):
        return f"the rounds should rise, up to {newest}"
    legs = list(pairwise([*(start for start, _ in trail), cell]))
    cells, name = state.sheet.board.cells, state.sheet.kinds[piece[1]].name
    for start, end in legs:
        if end not in state.ways[piece[1] << CELL_BITS | start]:
            return f"a {name} does not go from {cells[start]} to {cells[end]}"
    return "" if len(set(legs)) == len(legs) else "a move is repeated"
