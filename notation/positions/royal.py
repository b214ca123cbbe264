"""Position texts of the games won by mate: the usual FEN, with the variant extensions for what it cannot say.

Six fields: placement, seat to move, castlings, field passed by a double step, plies without capture or pawn move, round.
The last four may be missing. Beyond the usual FEN:

- `{BC}` is a man of two letters, `+P` a pawn that has crossed the centre (Circular Chess), `*` a void;
- `[MCm]` behind the placement are captured men that a wazir may become (Caliph Qi, Tor Qi).
"""

from __future__ import annotations

import re

from fairyscore.notation.boards.board import bits
from fairyscore.notation.positions.placement import (
    Faults,
    read_number,
    read_placement,
    read_turn,
    split_fields,
    write_placement,
)
from fairyscore.notation.rules.royal.state import RoyalState
from fairyscore.notation.rules.royal.tables import EMPTY, NO_CELL, OWNERS, RoyalTables, code, kind_of
from fairyscore.notation.rules.variant import PositionError
from fairyscore.notation.text import shown

FIELDS = ("placement", "seat to move", "castlings", "passed field", "plies without capture", "round")
LETTERS = ("w", "b")
NONE = "-"


def men_texts(tables: RoyalTables) -> dict[str, int]:
    """What each man is called in a position: upper case for White, two letters in braces."""
    texts = {}
    for kind, sheet in enumerate(tables.sheet.kinds):
        plain = sheet.text
        text = f"{{{plain}}}" if len(plain) > 1 and plain.isalpha() else plain
        texts[text] = code(kind, 0)
        texts[text.lower()] = code(kind, 1)
    return texts


def read_position(text: str, tables: RoyalTables) -> RoyalState:
    """The table that a position text describes.

    Raises `PositionError`, with a sentence for each thing that is wrong, for a text that cannot be read and for a
    position that no game may have. What hangs on the men and the mover is told only where these can be read.
    """
    placement, mover, rights, passed, clock, number = split_fields(text, FIELDS, optional=4)
    faults = Faults()
    standing, captured = faults.read(({}, []), _read_men, placement, tables)
    turn = faults.read(0, read_turn, mover, LETTERS)
    sound = not faults.found
    state = RoyalState(tables, standing, turn)
    for man in captured:
        state.pool[man] += 1
    state.rights = faults.read(0, _read_rights, rights or NONE, tables)
    state.clock = faults.read(0, read_number, clock, FIELDS[4], 0, 0)
    state.number = faults.read(1, read_number, number, FIELDS[5], 1, 1)
    if sound:
        faults.found += _problems(state)
        faults.read(None, _read_passed, passed or NONE, state)
    faults.tell()
    return state


def _read_men(placement: str, tables: RoyalTables) -> tuple[dict[int, int], list[int]]:
    """The men by cell, and the captured ones that a wazir may become."""
    split = re.fullmatch(r"([^\[\]]*)(?:\[([^\[\]]*)\])?", placement)
    if split is None:
        raise PositionError("the brackets of the captured men behind the placement do not close")
    men = men_texts(tables)
    standing, gone = read_placement(split[1], tables.board.rows, men)
    if gone:
        raise PositionError(
            f"{', '.join(tables.board.cells[cell] for cell in sorted(gone))} is a field here, not a void"
        )
    captured = [men.get(letter, EMPTY) for letter in split[2] or ""]
    for letter, man in zip(split[2] or "", captured, strict=True):
        if not tables.pooled[man]:
            raise PositionError(f"'{shown(letter)}' cannot be among the captured men that a wazir may become")
    return standing, captured


def _read_rights(text: str, tables: RoyalTables) -> int:
    known = {castling.sheet.letter: castling.right for castling in tables.castlings}
    if text == NONE:
        return 0
    if any(letter not in known for letter in text) or len(set(text)) != len(text):
        allowed = f"{''.join(known)} or {NONE}" if known else NONE
        raise PositionError(f"the castlings are '{shown(text)}', and should be of {allowed}")
    return sum(known[letter] for letter in text)


def _read_passed(text: str, state: RoyalState) -> None:
    if text == NONE:
        return
    tables, seat = state.tables, state.turn ^ 1
    cell = tables.board.index.get(text)
    for man in tables.men:
        for key, passed in tables.passed[man].items():
            frm, to = key >> 8, key & 255
            free = state.board[frm] == state.board[passed] == EMPTY
            if passed == cell and man & 1 == seat and state.board[to] == man and free:
                state.passed, state.victim = passed, to
                return
    raise PositionError(f"no double step can just have passed {shown(text)}")


def _problems(state: RoyalState) -> list[str]:
    """All that makes a position one that no game may have."""
    tables = state.tables
    kings = [f"{owner} has {_count(state, tables.king, seat)} kings" for seat, owner in enumerate(OWNERS)
             if _count(state, tables.king, seat) != 1]  # fmt: skip
    if kings:
        return [f"{problem}, and should have one" for problem in kings]
    problems = [text for check in (_too_many, _misplaced, _idle_rights) for text in check(state)]
    occupied = state.men[0] | state.men[1]
    if not problems and state.attacked(state.kings[state.turn ^ 1], state.turn, occupied):
        mover, other = OWNERS[:: 1 if state.turn == 0 else -1]
        problems.append(f"{other} is in check, and {mover} is to move")
    return problems


def _count(state: RoyalState, kind: int, seat: int) -> int:
    return state.men[code(kind, seat)].bit_count()


def _too_many(state: RoyalState) -> list[str]:
    """Nobody gets new men: those on the board and the captured ones that may come back are no more than at the start."""
    most, found = state.tables.sheet.most_men, []
    for seat, owner in enumerate(OWNERS):
        standing, captured = (
            state.men[seat].bit_count(),
            sum(state.pool[man] for man in state.tables.men if man & 1 == seat),
        )
        if standing + captured > most:
            count = f"{standing} men and {captured} captured ones" if captured else f"{standing} men"
            found.append(f"{owner} has {count}, and a side starts with {most}")
    return found


def _misplaced(state: RoyalState) -> list[str]:
    """Men where they cannot be: beyond their river, or pawns where none can stand."""
    tables, cells = state.tables, state.tables.board.cells
    found = []
    for man in tables.men:
        kind, owner = tables.sheet.kinds[kind_of(man)], OWNERS[man & 1]
        allowed = kind.confined_to[man & 1]
        barred = [cells[cell] for cell in bits(state.men[man]) if allowed and cells[cell] not in allowed]
        found += [f"a {kind.name} of {owner} cannot be on {cell}" for cell in barred]
    return found


def _idle_rights(state: RoyalState) -> list[str]:
    tables = state.tables
    return [
        f"castling {c.sheet.letter} is said to be allowed without king and rook on {c.sheet.king[0]}, {c.sheet.rook[0]}"
        for c in tables.castlings
        if state.rights & c.right
        and (state.kings[c.sheet.seat] != c.king_from or state.board[c.rook_from] != _rook(tables, c.sheet.seat))
    ]


def _rook(tables: RoyalTables, seat: int) -> int:
    return code(tables.by_text["R"], seat)


def write_position(state: RoyalState) -> str:
    """The whole state as text; `read_position` gives the same state back."""
    tables = state.tables
    texts = {man: text for text, man in men_texts(tables).items()}
    placement = write_placement(tables.board.rows, lambda cell: texts.get(state.board[cell], ""))
    pool = "".join(texts[man] * state.pool[man] for man in sorted(tables.men, key=lambda man: (man & 1, man)))
    rights = "".join(c.sheet.letter for c in tables.castlings if state.rights & c.right)
    passed = NONE if state.passed == NO_CELL else tables.board.cells[state.passed]
    return " ".join(
        (
            placement + (f"[{pool}]" if pool else ""),
            "wb"[state.turn],
            rights or NONE,
            passed,
            str(state.clock),
            str(state.number),
        )
    )
