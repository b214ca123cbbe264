"""FEN of the games that the general engine plays, as Fairy-Stockfish and the servers write it.

Placement, side to move, castlings, cell passed, plies without capture or pawn move, move number; all but the placement may
be missing. Beyond the usual FEN:

- `[QPn]` behind the placement is what the players have in hand, `[]` or `[-]` nothing; lichess's ninth row is read too;
- `+P` is a promoted piece, `Q~` one that goes back to the hand as a pawn, `{BC}` one of two letters, `*` a wall or hole;
- castlings are also files (`HAha`), and in games with gating the files whose piece has not moved;
- `3+3` before the counters is the number of checks that White and Black have still to give; `+0+0`, given ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from fairyscore.notation.boards.board import bits
from fairyscore.notation.fen.placement import HOLE, Faults, read_number, read_placement, read_turn, write_placement
from fairyscore.notation.rules.general.definition import KINGSIDE
from fairyscore.notation.rules.general.state import GeneralState
from fairyscore.notation.rules.general.tables import FIRST, WALL, GeneralTables, code
from fairyscore.notation.rules.moves import NOT_SAID
from fairyscore.notation.rules.seats import SEATING
from fairyscore.notation.rules.variant import PositionError
from fairyscore.notation.text import shown

LETTERS = ("w", "b")
NONE = "-"
_CHECKS = re.compile(r"(\d{1,2})\+(\d{1,2})|\+(\d{1,2})\+(\d{1,2})")


def piece_texts(tables: GeneralTables) -> dict[str, int]:
    """What each piece is called in a FEN."""
    texts = {}
    for kind, piece in enumerate(tables.kinds):
        plain = piece.mark
        text = f"{{{plain}}}" if len(plain) > 1 and plain.isalpha() else plain
        for seat, written in enumerate((text, text.lower())):
            texts[written] = code(kind, seat)
        for other in piece.also:
            texts.setdefault(other, code(kind, 0))
            texts.setdefault(other.lower(), code(kind, 1))
    return texts


def read_position(text: str, tables: GeneralTables) -> GeneralState:
    """The position that a FEN describes. Raises `PositionError` with a sentence for each thing that is wrong."""
    placement, *rest = text.split() or [""]
    if len(rest) > 6:
        raise PositionError(f"a FEN has at most 7 fields here, and this one has {len(rest) + 1}")
    state = GeneralState(tables)
    faults = Faults()
    faults.read(None, _read_board, placement, state)
    state.turn = faults.read(0, read_turn, rest[0], LETTERS) if rest else 0
    sound = not faults.found
    fields = rest[1:]
    found = next((place for place, field in enumerate(fields) if _CHECKS.fullmatch(field)), None)
    if found is not None:
        state.checks = _checks(fields.pop(found), tables.rules.ends.checks)
    counters: list[str] = []
    while fields and fields[-1].isascii() and fields[-1].isdigit() and len(counters) < 2:
        counters.insert(0, fields.pop())
    clock, number = (*counters, "", "")[:2]
    state.halfmove_clock = faults.read(0, read_number, clock, "plies without capture", 0, 0)
    state.fullmove_number = faults.read(1, read_number, number, "move number", 1, 0)
    if len(fields) > 2:
        raise PositionError(f"'{shown(fields[2])}' is no field of a FEN")
    if sound:
        faults.read(None, _read_rights, fields[0] if fields else NONE, state)
        faults.read(None, _read_passed, fields[1] if len(fields) > 1 else NONE, state)
        faults.found += _problems(state)
        state.rest = 2 * (state.tables.rules.ends.bikjang and state.kings_face())
    faults.tell()
    return state


def _checks(text: str, most: int) -> tuple[int, int]:
    found = _CHECKS.fullmatch(text)
    assert found is not None
    if found[1]:
        return int(found[1]), int(found[2])
    return max(0, most - int(found[3])), max(0, most - int(found[4]))


def _read_board(placement: str, state: GeneralState) -> None:
    tables = state.tables
    split = re.fullmatch(r"([^\[\]]*)(?:\[([^\[\]]*)\])?", placement)
    if split is None:
        raise PositionError("the brackets of the pieces in hand do not close")
    texts, rows = piece_texts(tables), tables.board.rows
    board, held = split[1], split[2] or ""
    if tables.rules.hand is not None and not held and board.count("/") == len(rows):
        board, _, held = board.rpartition("/")
    standing, walls = read_placement(board, rows, texts)
    for cell, piece in standing.items():
        state.board[cell] = piece
    for cell in walls:
        state.board[cell] = WALL
    for letter in re.findall(r"\{\w+\}|\+?[^-]", held):
        piece = texts.get(letter, 0)
        if not piece or (tables.rules.hand is None and piece not in tables.pooled):
            raise PositionError(f"'{shown(letter)}' cannot be in hand")
        state.hand[piece - FIRST] += 1


def _read_rights(text: str, state: GeneralState) -> None:
    if text == NONE:
        return
    if not text.isascii() or not text.isalpha():
        raise PositionError(f"the castlings are '{shown(text)}', and should be letters or {NONE}")
    found = set()
    for letter in text:
        seat = int(letter.islower())
        side = {"k": 0, "q": 1}.get(letter.lower(), NOT_SAID)
        for index, rule in enumerate(state.tables.rules.castlings):
            if rule.seat != seat or side not in (NOT_SAID, rule.side):
                continue
            place = _castling_place(state, index, letter if side == NOT_SAID else "")
            if place is not None:
                found.add((index, *place))
        if state.tables.rules.gating:
            _read_gates(letter, seat, side, state)
    if state.tables.rules.gating and _may_gate(state):
        found = {castling for castling in found if _said(state, castling, text)}
    state.castles = tuple(sorted(found))


def _said(state: GeneralState, castling: tuple[int, int, int], text: str) -> bool:
    """Whether letters name a castling where letters of files are gates: by K or Q, or by the king's file too (960)."""
    rule = state.tables.rules.castlings[castling[0]]
    side = {letter for letter in "KQkq" if letter.islower() is bool(rule.seat)}
    return rule.letter in text or (not side & set(text) and bool(state.gates >> castling[1] & 1))


def _may_gate(state: GeneralState) -> bool:
    """Whether letters of files are gates; where nothing can be brought in any more, they name partners of castlings."""
    return (
        any(state.hand)
        or state.tables.rules.gating == "cambodian"
        or bool(state.tables.rules.hand and state.tables.rules.hand.takes)
    )


def _rank(state: GeneralState, cell: int) -> list[int]:
    """The cells of a rank, from the left."""
    spots = state.tables.board.spots
    return sorted((c for c in range(len(spots)) if spots[c][1] == spots[cell][1]), key=lambda c: spots[c][0])


def _castling_place(state: GeneralState, index: int, file: str) -> tuple[int, int] | None:
    """Where king and partner of a castling stand, the partner on a file if one is named; None where they do not."""
    tables = state.tables
    rule = tables.rules.castlings[index]
    kings = tables.of_seat(frozenset((rule.king,)), rule.seat)
    partners = tables.of_seat(rule.partners, rule.seat)
    rank = _rank(state, rule.king_to)
    standing = [c for c in rank if state.board[c] in kings and rule.king_from in (NOT_SAID, c)]
    if not standing:
        return None
    king = standing[0]
    beyond = rank[rank.index(king) + 1 :][::-1] if rule.side == KINGSIDE else rank[: rank.index(king)]
    rooks = [c for c in beyond if state.board[c] in partners]
    if file:
        rooks = [c for c in rooks if tables.board.cells[c][0] == file.lower()]
    elif rule.rook_from != NOT_SAID:
        rooks = [c for c in rooks if c == rule.rook_from]
    return (king, rooks[0]) if rooks else None


def _read_gates(letter: str, seat: int, side: int, state: GeneralState) -> None:
    """The cells of the first rank whose piece has not moved yet."""
    tables = state.tables
    bottom = min(y for _, y in tables.board.spots) if seat == 0 else max(y for _, y in tables.board.spots)
    rank = _rank(state, tables.geometry.number[0, bottom])
    own = [c for c in rank if state.board[c] >= FIRST and state.board[c] & 1 == seat]
    if side == NOT_SAID:
        cells = [c for c in own if tables.board.cells[c][0] == letter.lower()]
    else:
        places = [p for i, r in enumerate(tables.rules.castlings) if r.seat == seat and r.side == side
                  and (p := _castling_place(state, i, "")) is not None]  # fmt: skip
        cells = [cell for place in places for cell in place]
    state.gates |= sum(1 << cell for cell in set(cells) if not state.gates >> cell & 1)


def _read_passed(text: str, state: GeneralState) -> None:
    if text == NONE or text.isdigit():  # engines write the moves there that are left to count
        return
    tables, enemy = state.tables, state.turn ^ 1
    names = re.findall(r"[a-z]\d{1,2}", text)
    if "".join(names) != text or any(name not in tables.board.index for name in names):
        raise PositionError(f"'{shown(text)}' is no cell that a first move can just have passed")
    cells = [tables.board.index[name] for name in names]
    passed = tuple(cell for cell in cells if not state.board[cell])
    victims = [cell for cell in cells if state.board[cell] >= FIRST and state.board[cell] & 1 == enemy]
    victims += [target for target, over in _double_steps(state, enemy) if set(passed) & set(over)]
    if passed and victims:
        state.passed, state.victim = passed, victims[0]


def _double_steps(state: GeneralState, seat: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Where pieces of a seat stand that may just have made a first move, and the cells where they may be taken."""
    tables = state.tables
    for piece in sorted({p for p in state.board if p >= FIRST and p & 1 == seat}):
        for origin in range(tables.size):
            for way in tables.ways(piece, origin):
                if way.first and way.passed and state.board[way.cells[-1]] == piece and state.board[origin] < FIRST:
                    yield way.cells[-1], way.passed


def _problems(state: GeneralState) -> list[str]:
    """All that makes a position one that no game may have."""
    tables, found = state.tables, []
    names = [seat.name for seat in SEATING[2]]
    for seat in (0, 1):
        kings = state.kings(seat)
        if len(kings) > 1 and not tables.pseudo_royal:
            found.append(f"{names[seat]} has {len(kings)} royal pieces, and should have one")
        for cell, piece in enumerate(state.board):
            kind = (piece - FIRST) >> 1
            if piece >= FIRST and piece & 1 == seat and not tables.kinds[kind].stays[seat] >> cell & 1:
                found.append(f"a {tables.kinds[kind].name} of {names[seat]} cannot be on {tables.board.cells[cell]}")
    return found


def write_position(state: GeneralState) -> str:
    """The whole state as text; `read_position` gives the same state back."""
    tables = state.tables
    texts: dict[int, str] = {}
    for text, piece in piece_texts(tables).items():
        texts.setdefault(piece, text)
    texts[WALL] = HOLE
    placement = write_placement(tables.board.rows, lambda cell: texts.get(state.board[cell], ""))
    hand = "".join(texts[piece] * state.hand[piece - FIRST] for seat in (0, 1) for piece in tables.codes[seat::2])
    if tables.rules.hand is not None or hand:
        placement += f"[{hand}]"
    passed = "".join(tables.board.cells[cell] for cell in state.passed)
    fields = [placement, LETTERS[state.turn], _rights(state) or NONE, passed or NONE]
    if tables.rules.ends.checks:
        fields.append(f"{state.checks[0]}+{state.checks[1]}")
    return " ".join((*fields, str(state.halfmove_clock), str(state.fullmove_number)))


def _rights(state: GeneralState) -> str:
    """The castlings left, as letters of sides or, where that is not clear, of files; then the files that may gate."""
    tables, parts = state.tables, []
    for seat in (0, 1):
        named: set[int] = set()
        for index, king, rook in state.castles:
            if tables.rules.castlings[index].seat == seat:
                letter = tables.rules.castlings[index].letter
                usual = _castling_place(state, index, "") == (king, rook)
                file = tables.board.cells[rook][0]
                parts.append(letter if usual else (file if seat else file.upper()))
                named |= {king, rook}
        for cell in bits(state.gates if _may_gate(state) else 0):
            if state.board[cell] & 1 == seat and cell not in named:
                file = tables.board.cells[cell][0]
                parts.append(file if seat else file.upper())
    return "".join(parts)
