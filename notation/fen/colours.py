"""Position text of a game on painted squares: `8/8/3wQ4/... w 12`.

Three fields: the placement, the letter of the seat to move, the number of the round (1 where it is missing).

- In the placement, from the last rank down, a piece is its owner's letter and the letter of what it *is on that square*:
  `wN` is White's piece that is a knight there. `*` is a square that is gone.
- While pieces are dropped, the hands stand in brackets after the placement, each piece as its owner's letter and the
letter
  of the colour by which it is called, the one on which it is a knight in the usual game: `8/8/8/8/8/8/8/8[wRwYbG]`.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from fairyscore.notation.boards import bits, mask_of
from fairyscore.notation.fen.placement import (
    HOLE,
    Faults,
    read_number,
    read_owned,
    read_turn,
    split_fields,
    write_placement,
)
from fairyscore.notation.rules.colours.state import ColourState
from fairyscore.notation.rules.colours.tables import EACH, EMPTY, GONE, OPPOSITE, SEAT, SIDES, ColourTables
from fairyscore.notation.rules.variant import PositionError
from fairyscore.notation.text import shown

FIELDS = ("placement", "seat to move", "round")


def read(text: str, tables: ColourTables) -> ColourState:
    """The table that a position text describes.

    Raises `PositionError`, with a sentence for each thing that is wrong, for what is not a position text and for a
    position that no game may have. That a game can really get there is not checked.
    """
    placement, turn_letter, number_text = split_fields(text, FIELDS, optional=1)
    standing_text, bracket, hands_text = placement.partition("[")
    faults = Faults()
    owners, letters = [seat.letter for seat in tables.sheet.seats], [kind.letter for kind in tables.sheet.kinds]
    nothing: tuple[dict[int, tuple[int, int]], set[int]] = ({}, set())
    kinds, gone = faults.read(nothing, read_owned, standing_text, tables.board.rows, owners, letters)
    standing = {cell: seat << SEAT | tables.on[cell][kind] for cell, (seat, kind) in kinds.items()}
    hands = faults.read((), _read_hands, bracket + hands_text, tables)
    turn = faults.read(0, read_turn, turn_letter, owners)
    lost = faults.read((), _lines_lost, gone, tables)
    if not faults.found:  # what hangs on all of them
        faults.found += [*_same_pieces(standing, hands, tables), *_cannot_play(standing, hands, lost, turn, tables)]
    number = faults.read_or_leave(1, read_number, number_text, FIELDS[2], default=1, least=1)
    faults.tell()
    state = ColourState(tables, standing, hands, lost=lost, turn=turn, number=number)
    faults.tell(state)
    return state


def write(state: ColourState) -> str:
    """The position text of a table; `read` gives the same table back."""
    tables = state.tables
    seats, kinds = tables.sheet.seats, tables.sheet.kinds
    blank = {EMPTY: "", GONE: HOLE}

    def name(cell: int) -> str:
        code = state.board[cell]
        return blank[code] if code < 0 else seats[code >> SEAT].letter + kinds[tables.kinds[code][cell]].letter

    in_hand = [seats[s].letter + tables.called[piece] for s, hand in enumerate(state.hands) for piece in bits(hand)]
    hands = f"[{''.join(in_hand)}]" if in_hand else ""
    return f"{write_placement(tables.board.rows, name)}{hands} {seats[state.turn].letter} {state.fullmove_number}"


def _read_hands(text: str, tables: ColourTables) -> tuple[int, ...]:
    """Masks of pieces by seat; a game without drops has none."""
    if not text:
        return (0,) * len(tables.hands)
    if not tables.hands:
        raise PositionError(f"the hands {shown(text)} are given, and nothing is dropped in this game")
    owners, called = "".join(seat.letter for seat in tables.sheet.seats), "".join(tables.called)
    if not re.fullmatch(rf"\[([{owners}][{called}])*\]", text):
        each = f"each an owner ({owners}) and a colour ({called})"
        raise PositionError(f"the hands {shown(text)} should list pieces in brackets, {each}")
    hands = [0] * tables.seats
    for owner, colour in zip(text[1:-1:2], text[2:-1:2], strict=True):
        seat, piece = owners.index(owner), 1 << called.index(colour)
        if hands[seat] & piece:
            raise PositionError(f"the piece {owner}{colour} is twice in hand")
        hands[seat] |= piece
    return tuple(hands)


def _same_pieces(standing: Mapping[int, int], hands: tuple[int, ...], tables: ColourTables) -> Iterator[str]:
    """A player has each of his pieces once (H-2)."""
    for seat, count in sorted(Counter(code >> SEAT for code in standing.values()).items()):
        if count > EACH:
            yield f"{tables.sheet.seats[seat].name} has {count} pieces, and a player has {EACH}"
    places: dict[int, list[str]] = {}
    for cell, code in sorted(standing.items()):
        places.setdefault(code, []).append(f"on {tables.board.cells[cell]}")
    for seat, hand in enumerate(hands):
        for piece in bits(hand):
            places.setdefault(seat << SEAT | piece, []).append("in hand")
    for code, spots in sorted(places.items()):
        if len(spots) > 1:
            sheet, called = tables.sheet, tables.called[code % EACH]
            kind = next(kind for kind in sheet.kinds if kind.letter == sheet.changes[code % EACH][called])
            what = f"{sheet.seats[code >> SEAT].name} piece that is a {kind.name} on {sheet.colours[called]}"
            yield f"the {what} is there more than once: {' and '.join(spots)}"


def _cannot_play(
    standing: Mapping[int, int], hands: tuple[int, ...], lost: tuple[int, ...], turn: int, tables: ColourTables
) -> Iterator[str]:
    """A player without pieces is out; while pieces are dropped, nothing is taken, no line goes, and all drop in turn."""
    seats = tables.sheet.seats
    if not any(hands):
        if not any(code >> SEAT == turn for code in standing.values()):
            yield f"{seats[turn].name} is to move and has no pieces" if standing else "no player has any pieces"
        return
    if any(lost):
        yield "pieces are in hand, and lines of the board are gone: lines go only when all pieces are dropped"
    held = [hand.bit_count() for hand in hands]
    for seat, count in enumerate(held):
        here = sum(code >> SEAT == seat for code in standing.values())
        if here + count < EACH:
            yield f"{seats[seat].name} has {here + count} pieces on the board and in hand instead of {EACH}"
    most = held[turn]
    due = [most - 1 if seat < turn else most for seat in range(tables.seats)]
    if held != due:
        sizes = ", ".join(f"{seat.name} {count}" for seat, count in zip(seats, held, strict=True))
        yield f"players drop in turn, and with {seats[turn].name} to move the hands cannot be {sizes}"


def _lines_lost(gone: set[int], tables: ColourTables) -> tuple[int, ...]:
    """How many lines each side has lost, from the squares that are gone. Raises `PositionError` on other holes."""
    holes, lost = mask_of(gone), []
    for side in SIDES:
        lines = tables.lines[side]
        lost.append(next((n for n, line in enumerate(lines) if line & ~holes), len(lines)))
    if any(lost[side] + lost[OPPOSITE[side]] > tables.spare[side] for side in SIDES):
        raise PositionError(f"fewer than {tables.sheet.fewest} files or ranks are left; no board gets so small")
    whole = 0
    for side in SIDES:
        for line in tables.lines[side][: lost[side]]:
            whole |= line
    if whole != holes:
        names = ", ".join(tables.board.names(holes & ~whole))
        raise PositionError(f"only whole ranks and files at the edge can be removed, not {names}")
    return tuple(lost)
