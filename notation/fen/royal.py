"""Position texts of the games won by mate: the usual FEN, with the variant extensions for what it cannot say.

Six fields: placement, seat to move, castlings, field passed by a double step, plies without capture or pawn move, round.
All but the first may be missing. A round 0 is read as 1, and a castling without its king and rook is left out, as some
programs write both. Beyond the usual FEN:

- `{BC}` is a piece of two letters, `+P` a pawn that has crossed the centre (Circular Chess), `*` a void;
- `[MCm]` behind the placement are captured pieces that a wazir may become (Caliph Qi, Tor Qi).
"""

from __future__ import annotations

import re
from functools import lru_cache

from fairyscore.notation.boards.board import bits
from fairyscore.notation.fen.placement import (
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


@lru_cache(maxsize=64)
def pieces_texts(tables: RoyalTables) -> dict[str, int]:
    """What each piece is called in a position: upper case for White, two letters in braces."""
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
    position that no game may have. What hangs on the pieces and the mover is told only where these can be read.
    """
    placement, mover, rights, passed, clock, number = split_fields(text, FIELDS, optional=5 if "/" in text else 4)
    faults = Faults()
    standing, captured = faults.read(({}, []), _read_pieces, placement, tables)
    turn = faults.read(0, read_turn, mover or LETTERS[0], LETTERS)
    sound = not faults.found
    state = RoyalState(tables, standing, turn)
    for piece in captured:
        state.pool[piece] += 1
    state.rights = faults.read(0, _read_rights, rights or NONE, tables)
    state.halfmove_clock = faults.read(0, read_number, clock, FIELDS[4], 0, 0)
    state.fullmove_number = faults.read(1, read_number, "1" if number == "0" else number, FIELDS[5], 1, 1)
    if sound:
        faults.found += _problems(state)
        state.rights &= ~_idle_rights(state)
        faults.read(None, _read_passed, passed or NONE, state)
    faults.tell()
    return state


def _read_pieces(placement: str, tables: RoyalTables) -> tuple[dict[int, int], list[int]]:
    """The pieces by cell, and the captured ones that a wazir may become."""
    split = re.fullmatch(r"([^\[\]]*)(?:\[([^\[\]]*)\])?", placement)
    if split is None:
        raise PositionError("the brackets of the captured pieces behind the placement do not close")
    pieces = pieces_texts(tables)
    standing, gone = read_placement(split[1], tables.board.rows, pieces)
    if gone:
        raise PositionError(
            f"{', '.join(tables.board.cells[cell] for cell in sorted(gone))} is on this board, and no void"
        )
    captured = [pieces.get(letter, EMPTY) for letter in split[2] or ""]
    for letter, piece in zip(split[2] or "", captured, strict=True):
        if not tables.pooled[piece]:
            raise PositionError(f"'{shown(letter)}' cannot be among the captured pieces that a wazir may become")
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
    for piece in tables.pieces:
        for key, passed in tables.passed[piece].items():
            frm, to = key >> 8, key & 255
            free = state.board[frm] == state.board[passed] == EMPTY
            if passed == cell and piece & 1 == seat and state.board[to] == piece and free:
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
    problems = [text for check in (_too_many, _misplaced) for text in check(state)]
    occupied = state.pieces[0] | state.pieces[1]
    if not problems and state.attacked(state.kings[state.turn ^ 1], state.turn, occupied):
        mover, other = OWNERS[:: 1 if state.turn == 0 else -1]
        problems.append(f"{other} is in check, and {mover} is to move")
    return problems


def _count(state: RoyalState, kind: int, seat: int) -> int:
    return state.pieces[code(kind, seat)].bit_count()


def _too_many(state: RoyalState) -> list[str]:
    """Nobody gets new pieces: those on the board and the captured ones that may come back are no more than at the start."""
    most, found = state.tables.sheet.most_pieces, []
    for seat, owner in enumerate(OWNERS):
        standing, captured = (
            state.pieces[seat].bit_count(),
            sum(state.pool[piece] for piece in state.tables.pieces if piece & 1 == seat),
        )
        if standing + captured > most:
            count = f"{standing} pieces and {captured} captured ones" if captured else f"{standing} pieces"
            found.append(f"{owner} has {count}, and a side starts with {most}")
    return found


def _misplaced(state: RoyalState) -> list[str]:
    """Pieces where they cannot be: beyond their river, or pawns where none can stand."""
    tables, cells = state.tables, state.tables.board.cells
    found = []
    for piece in tables.pieces:
        kind, owner = tables.sheet.kinds[kind_of(piece)], OWNERS[piece & 1]
        allowed = kind.confined_to[piece & 1]
        if allowed:
            barred = [cells[cell] for cell in bits(state.pieces[piece]) if cells[cell] not in allowed]
            found += [f"a {kind.name} of {owner} cannot be on {cell}" for cell in barred]
    return found


def _idle_rights(state: RoyalState) -> int:
    """The castlings that are said to be allowed without king and rook on their places."""
    tables = state.tables
    return sum(
        c.right
        for c in tables.castlings
        if state.rights & c.right
        and (state.kings[c.sheet.seat] != c.king_from or state.board[c.rook_from] != _rook(tables, c.sheet.seat))
    )


def _rook(tables: RoyalTables, seat: int) -> int:
    return code(tables.by_text["R"], seat)


def write_position(state: RoyalState) -> str:
    """The whole state as text; `read_position` gives the same state back."""
    tables = state.tables
    texts = {piece: text for text, piece in pieces_texts(tables).items()} | {EMPTY: ""}
    board = state.board
    placement = write_placement(tables.board.rows, lambda cell: texts[board[cell]])
    pool = "".join(
        texts[piece] * state.pool[piece] for piece in sorted(tables.pieces, key=lambda piece: (piece & 1, piece))
    )
    rights = "".join(c.sheet.letter for c in tables.castlings if state.rights & c.right)
    passed = NONE if state.passed == NO_CELL else tables.board.cells[state.passed]
    return " ".join(
        (
            placement + (f"[{pool}]" if pool else ""),
            "wb"[state.turn],
            rights or NONE,
            passed,
            str(state.halfmove_clock),
            str(state.fullmove_number),
        )
    )
