"""Position text of a game of several armies: `3sRsN.../... w wKQsKQbKQgKQ - - 0,0,0,0 1`.

Seven fields: the placement, the letter of the seat to move, the castlings, the cells passed by pawns, who has left, the
points, and the number of the round.

- In the placement, from the last rank down, a piece is its owner's letter and its own; `*` is no field of the board.
- A castling right is a seat's letter with `K` (short), `Q` (long) or both behind it; `-` for none.
- Cells that a pawn passed with its player's last move stand one behind the other, `d3h12`; `-` for none.
- Who has left is a letter a seat: small for who is out, capital for whose king walks on; `-` for nobody.
- The points are numbers in turn order, `0,20,9,0`; missing, as the round is, they are 0.
"""

import re

from fairyscore.notation.fen.placement import Faults, read_number, read_owned, read_turn, split_fields, write_placement
from fairyscore.notation.rules.armies.board import OUT, PLAYING, WALKING
from fairyscore.notation.rules.armies.state import ArmyState
from fairyscore.notation.rules.armies.tables import EMPTY, KIND, KINDS, KING, PAWN, ROOK, SEAT, ArmyTables
from fairyscore.notation.rules.moves import ABSENT
from fairyscore.notation.rules.variant import PositionError
from fairyscore.notation.text import shown

FIELDS = ("placement", "seat to move", "castlings", "cells passed", "who has left", "points", "round")

NOTHING = "-"
SIDES = "KQ"


def read(text: str, tables: ArmyTables) -> ArmyState:
    """The table that a position text describes.

    Raises `PositionError`, with a sentence for each thing that is wrong, for what is not a position text and for a
    position that no game may have.
    """
    placement, turn_letter, rights_text, passed_text, left_text, points_text, number_text = split_fields(
        text, FIELDS, 5
    )
    owners = [seat.letter for seat in tables.sheet.seats]
    letters = [kind.letter for kind in tables.sheet.kinds]
    faults = Faults()
    nothing: tuple[dict[int, tuple[int, int]], set[int]] = ({}, set())
    owned, gone = faults.read(nothing, read_owned, placement, tables.board.rows, owners, letters)
    if gone:
        faults.found.append("no field of this board is ever gone")
    pieces = {cell: seat << SEAT | kind for cell, (seat, kind) in owned.items()}
    turn = faults.read(0, read_turn, turn_letter, owners)
    standing = faults.read((PLAYING,) * len(owners), _read_left, left_text or NOTHING, owners)
    if not faults.found:
        faults.found += _cannot_play(pieces, turn, standing, tables)
    rights = faults.read_or_leave(0, _read_rights, rights_text or NOTHING, pieces, tables)
    passed = faults.read_or_leave((ABSENT,) * len(owners), _read_passed, passed_text or NOTHING, pieces, tables)
    points = faults.read_or_leave((0,) * len(owners), _read_points, points_text, len(owners))
    number = faults.read_or_leave(1, read_number, number_text, FIELDS[-1], default=1, least=1)
    faults.tell()
    state = ArmyState(
        tables, pieces, turn=turn, rights=rights, passed=passed, standing=standing, points=points, number=number
    )
    faults.tell(state)
    return state


def write(state: ArmyState) -> str:
    """The position text of a table; `read` gives the same table back."""
    tables = state.tables
    owners = [seat.letter for seat in tables.sheet.seats]

    def name(cell: int) -> str:
        code = state.board[cell]
        return "" if code == EMPTY else owners[code >> SEAT] + KINDS[code & KIND].letter

    rights = ""
    for seat, owner in enumerate(owners):
        sides = "".join(side for place, side in enumerate(SIDES) if state.rights >> 2 * seat + place & 1)
        rights += owner + sides if sides else ""
    passed = "".join(tables.board.cells[cell] for cell in state.passed if cell != ABSENT)
    spelled = {PLAYING: "", OUT: "{}", WALKING: "{}"}
    left = "".join(
        spelled[s].format(o.upper() if s == WALKING else o) for o, s in zip(owners, state.standing, strict=True)
    )
    points = ",".join(map(str, state.points))
    fields = (owners[state.turn], rights or NOTHING, passed or NOTHING, left or NOTHING, points, state.fullmove_number)
    return " ".join([write_placement(tables.board.rows, name), *map(str, fields)])


def _read_left(text: str, owners: list[str]) -> tuple[int, ...]:
    letters = set(text.lower())
    each_once = letters <= set(owners) and len(letters) == len(text)
    if text != NOTHING and not each_once:
        raise PositionError(f"{shown(text)} should be a letter for each seat that has left, or {NOTHING}")
    return tuple(WALKING if o.upper() in text else OUT if o in text else PLAYING for o in owners)


def _cannot_play(pieces: dict[int, int], turn: int, standing: tuple[int, ...], tables: ArmyTables) -> list[str]:
    """Who is not out has one king; who is to move is not out, and nobody has too many pieces."""
    found = []
    for seat, player in enumerate(tables.sheet.seats):
        kings = sum(code == seat << SEAT | KING for code in pieces.values())
        if kings > 1 or (kings == 0 and standing[seat] != OUT):
            found.append(f"{player.name} has {kings} kings, and should have one")
    if standing[turn] == OUT:
        found.append(f"{tables.sheet.seats[turn].name} is to move and is out")
    if sum(one == PLAYING for one in standing) < (1 if WALKING in standing else 2):
        found.append("at least two players should be in the game")
    return found


def _read_rights(text: str, pieces: dict[int, int], tables: ArmyTables) -> int:
    owners = "".join(seat.letter for seat in tables.sheet.seats)
    if text != NOTHING and not re.fullmatch(rf"(?:[{owners}](?:KQ|K|Q))+", text):
        each = "a seat's letter with K, Q or both for each"
        raise PositionError(f"the castlings {shown(text)} should be {each}, or {NOTHING}")
    rights = 0
    for owner, sides in re.findall(r"([a-z])([KQ]+)", text):
        seat = owners.index(owner)
        for side in sides:
            number = 2 * seat + SIDES.index(side)
            way = tables.castlings[number]
            home = pieces.get(way.king[0]), pieces.get(way.rook[0])
            if home != (seat << SEAT | KING, seat << SEAT | ROOK):
                raise PositionError(f"the castling {owner}{side} needs king and rook on their first fields")
            rights |= 1 << number
    return rights


def _read_passed(text: str, pieces: dict[int, int], tables: ArmyTables) -> tuple[int, ...]:
    passed = [ABSENT] * tables.seats
    if text == NOTHING:
        return tuple(passed)
    names = re.findall(r"[a-z][0-9]+", text)
    for name in names:
        cell = tables.board.index.get(name, ABSENT)
        owners = [seat for seat in range(tables.seats) if cell != ABSENT and tables.forward(seat, cell) == 2]
        seats = [seat for seat in owners if pieces.get(tables.ahead[seat][cell][0]) == seat << SEAT | PAWN]
        if len(seats) != 1 or cell in pieces or passed[seats[0]] != ABSENT:
            raise PositionError(f"{shown(name)} is no field that a pawn has just passed")
        passed[seats[0]] = cell
    if "".join(names) != text:
        raise PositionError(f"the cells passed {shown(text)} should be names of fields, or {NOTHING}")
    return tuple(passed)


def _read_points(text: str, seats: int) -> tuple[int, ...]:
    if not text:
        return (0,) * seats
    numbers = text.split(",")
    if len(numbers) != seats or not all(re.fullmatch(r"[0-9]{1,6}", number) for number in numbers):
        raise PositionError(f"the points {shown(text)} should be {seats} numbers with commas between")
    return tuple(map(int, numbers))
