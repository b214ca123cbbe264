"""FEN of the games that `GameRules` describe, as Fairy-Stockfish and the servers write it.

Placement, side to move, castlings, cell passed, plies without capture or pawn move, round; all but the placement may be
missing. A round 0 is read as 1, and a castling without its king and rook is left out, as some programs write both. Beyond
the usual FEN:

- `[QPn]` after the placement is what the players have in hand, `[]` or `[-]` nothing; lichess's ninth row is read too, and
  numbers before the letters, `[Q3Pn]`.
  Without hands it is the captured pieces that may come back (Caliph Qi, Tor Qi);
- `+P` is a promoted piece or a pawn that has crossed the centre (Circular Chess), `Q~` one that goes back to the hand as a
  pawn, `{BC}` one of two letters, `*` a wall or hole;
- castlings are also files (`HAha`), and in games with gating, or with pieces that remember whether they have moved, the
  files whose piece has not moved;
- a picture in characters, `bcdkdcb ppppppp ------- ...`, is read as the page of the cylinder draws its set-ups;
- SFEN, the form of shogi programs, and that of Vchess are read too (`fen.sfen`, `fen.vchess`), and `r` for red, who begins
  in xiangqi;
- `3+3` before the counters is the number of checks that White and Black have still to give; `+0+0`, given ones;
- `b1` says in the middle of a turn of several moves how many the mover has left, `w@h3=B` that the piece on h3 has to go on
  at once, as a bishop, `b!d4-c2` that no capture from d4 to c2 may undo the last one.
"""

import re
from functools import lru_cache
from typing import TypeVar

from fairyscore.notation.boards import bits
from fairyscore.notation.fen.placement import (
    HOLE,
    Faults,
    from_picture,
    read_number,
    read_placement,
    read_turn,
    write_placement,
)
from fairyscore.notation.rules.general.board import GeneralBoard
from fairyscore.notation.rules.general.definition import KINGSIDE
from fairyscore.notation.rules.general.tables import EMPTY, FIRST, WALL, GeneralTables, code, kind_of
from fairyscore.notation.rules.moves import ABSENT
from fairyscore.notation.rules.variant import SEATING, PositionError
from fairyscore.notation.text import late_pattern, shown

FIELDS = ("placement", "seat to move", "castlings", "passed field", "plies without capture", "round")
LETTERS = ("w", "b")
_RED = {"r": "w"}  # as xiangqi calls who begins
_MOVERS = {"w": "w", "white": "w", "red": "w", "b": "b", "black": "b"}
NONE = "-"
USUAL = {*"KQkq"}  # the letters of castling in chess
_HELD = late_pattern(r"(?!\Z)(\d*+)(\{\w+\}|\+?\D|\Z)")
DIGITS_HELD = 2  # of the number of pieces of a kind in a hand
_CHECKS = late_pattern(r"(\d{1,2})\+(\d{1,2})|\+(\d{1,2})\+(\d{1,2})")


@lru_cache(maxsize=64)
def piece_texts(tables: GeneralTables) -> dict[str, int]:
    """The FEN text of each piece."""
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


State = TypeVar("State", bound=GeneralBoard)


@lru_cache(maxsize=64)
def _texts(tables: GeneralTables) -> dict[int, str]:
    """The FEN text of each piece and wall, empty for an empty cell."""
    texts = {EMPTY: "", WALL: HOLE}
    for text, piece in piece_texts(tables).items():
        texts.setdefault(piece, text)
    return texts


def _as_fen(text: str, tables: GeneralTables) -> str:
    """A position in FEN, where it may be written as SFEN or as Vchess writes it; both are imported where they can be."""
    if tables.rules.hand is not None:
        from fairyscore.notation.fen import sfen

        if sfen.is_sfen(text, tables):
            return sfen.fen_of(text)
    fields = text.split(maxsplit=3)
    if fields and ("/" not in fields[0] or "--" in fields[0] or "." in fields[0]):
        text = from_picture(text, tables.board.rows) or text
    if len(fields) > 2 and fields[2].isdecimal():  # the plies of Vchess, where FEN has castlings
        from fairyscore.notation.fen import vchess

        if vchess.is_vchess(text):
            return vchess.fen_of(text)
    return text


def read_position(text: str, state: State, *, strict: bool = False) -> State:
    """The position that a FEN describes, put into an empty one, which is returned.

    strict: refuse what no game of one king on each side comes to. Raises `PositionError` with a sentence for each thing
    that is wrong.
    """
    faults = fill_position(text, state, strict=strict)
    if faults.left_out:
        raise PositionError(*faults.left_out)
    return state


def fill_position(text: str, state: GeneralBoard, *, strict: bool = False) -> Faults:
    """Put the position that a FEN describes into an empty one; gives what is wrong with fields that it can do without.

    Raises `PositionError` where more is wrong. strict: as for `read_position`.
    """
    tables = state.tables
    text = _as_fen(text, tables)
    placement, *rest = text.split() or [""]
    if len(tables.board.rows) > 1 and "/" not in placement:
        fields, most = ", ".join(FIELDS), len(FIELDS) + bool(tables.rules.ends.checks)
        raise PositionError(f"a position of this game has the fields {fields}, but {len(rest) + 1} of {most} are given")
    faults = Faults()
    faults.read(None, _read_board, placement, state)
    mover, left = _turn_field(rest[0] if rest else LETTERS[0], state)
    state.turn = _read_mover(mover, faults)
    sound = not faults.found
    if sound:
        faults.found += _problems(state, strict)
    rights, passed, checks, counters = _sorted_fields(rest[1:], faults)
    if checks and tables.rules.ends.checks:
        given = tuple(map(int, re.findall(r"\d+", checks)))  # or still to be given
        white, black = given if checks[0] != "+" else (max(0, tables.rules.ends.checks - n) for n in given)
        state.checks = white, black
    elif checks:
        faults.left_out.append(_no_field(checks))
    castlings = {rule.letter for rule in tables.rules.castlings}
    sound_rights = "".join(dict.fromkeys(letter for letter in rights if letter in castlings)) or NONE
    rights = faults.read_or_leave(sound_rights, _checked_rights, rights, tables)
    state.halfmove_clock = faults.read_or_leave(0, read_number, counters[0], FIELDS[4], 0, 0)
    number = "1" if counters[1] == "0" else counters[1]
    state.fullmove_number = faults.read_or_leave(1, read_number, number, FIELDS[5], 1, 1)
    if left or tables.rules.turns is not None:
        faults.read_or_leave(None, _read_left, left, state)
    if sound:
        _read_rights(rights, state)
        faults.read_or_leave(None, _read_passed, passed, state, strict)
        state.rest = 2 * (tables.rules.ends.bikjang and state.kings_face())
    faults.tell()
    return faults


def _turn_field(text: str, state: GeneralBoard) -> tuple[str, str]:
    """Who is to move, and how many moves are left to him in a turn of several, where that is said (`b1`)."""
    rules = state.tables.rules
    if rules.turns is None and rules.undo and rules.exchange is None:
        return text, ""
    found = re.fullmatch(r"([^\d@!]*)(\d*(?:[@!].*)?)", text)
    return (found[1], found[2]) if found else (text, "")


def _read_left(text: str, state: GeneralBoard) -> None:
    """How many moves are left in a turn of several, and what the next one is bound to: `2`, `@h3=B`, `1!d4-c2`."""
    turns = state.tables.rules.turns
    begin, mark, bound = re.fullmatch(r"(\d*)([@!]?)(.*)", text).groups()  # type: ignore[union-attr]
    if turns is None and (begin or mark != "!"):
        raise PositionError(_no_field(text))
    if turns is not None:
        whole = turns.length(state.turn, state.fullmove_number)
        left = int(begin[:9] or whole)
        if not 1 <= left <= whole:
            raise PositionError(f"{shown(begin)} moves cannot be left in this turn; it has {whole}")
        state.left = left
    if mark:
        lost = state.tables.rules.exchange is not None
        (_read_going_on if mark == "@" else _read_lost if lost else _read_undone)(bound, state)


def _read_going_on(text: str, state: GeneralBoard) -> None:
    """Which piece has to go on, and as what: `h3=B`."""
    cell, _, mark = text.partition("=")
    where, kind = state.tables.rules.board.index.get(cell, ABSENT), state.tables.kind_by_mark.get(mark, ABSENT)
    if ABSENT in (where, kind) or state.tables.owner[state.board[where]] != state.turn:
        raise PositionError(f"'@{shown(text)}' is not a piece that goes on; it is written as @h3=B")
    state.goes_on = (where, kind)


def _read_undone(text: str, state: GeneralBoard) -> None:
    """The capture that may not be made, as it would undo the last one: `d4-c2`."""
    index = state.tables.rules.board.index
    cells = [index.get(cell, ABSENT) for cell in text.split("-")]
    if state.tables.rules.undo or len(cells) != 2 or ABSENT in cells:
        raise PositionError(f"'!{shown(text)}' is not a capture that may not be undone; it is written as !d4-c2")
    state.undone = (cells[0], cells[1])


def _read_lost(text: str, state: GeneralBoard) -> None:
    """The cell where the last move took a piece of which exchanges are restrained: `!d4`."""
    cell = state.tables.rules.board.index.get(text, ABSENT)
    if cell == ABSENT:
        raise PositionError(f"'{shown(text)}' is not where a piece was just lost; it is written as !d4")
    state.lost_on = cell


def _written_turn(state: GeneralBoard) -> str:
    """Who is to move, in the middle of a turn how many moves he has left, and what the next one is bound to."""
    turns, letter, cells = state.tables.rules.turns, LETTERS[state.turn], state.tables.rules.board.cells
    if turns is not None and state.left != turns.length(state.turn, state.fullmove_number):
        letter += str(state.left)
    cell, kind = state.goes_on
    if cell != ABSENT:
        return f"{letter}@{cells[cell]}={state.tables.kinds[kind].mark}"
    if state.undone[0] != ABSENT:
        return f"{letter}!{'-'.join(cells[one] for one in state.undone)}"
    return f"{letter}!{cells[state.lost_on]}" if state.lost_on != ABSENT else letter


def _read_mover(text: str, faults: Faults) -> int:
    """The seat to move; a word or capital that names it all the same is noted."""
    letter = _RED.get(text, text)
    meant = _MOVERS.get(text.casefold())
    if letter in LETTERS or meant is None:
        return faults.read(0, read_turn, letter, LETTERS)
    return faults.read_or_leave(LETTERS.index(meant), read_turn, letter, LETTERS)


def _no_field(text: str) -> str:
    return f"'{shown(text)}' is not a field of a FEN of this game"


def _sorted_fields(fields: list[str], faults: Faults) -> tuple[str, str, str, tuple[str, str]]:
    """Castlings, cell passed, checks, and both counters; empty for what is missing. What is no field is left out.

    The counters are the last two fields where all are there, else numbers at the end.
    """
    place = next((place for place, field in enumerate(fields) if "+" in field and _CHECKS.fullmatch(field)), None)
    checks = "" if place is None else fields.pop(place)
    most = len(FIELDS) - 2  # placement and mover stand before them
    faults.left_out += map(_no_field, fields[most:])
    del fields[most:]
    are_all, counters = len(fields) == most, list[str]()
    while fields and len(counters) < 2 and (are_all or (fields[-1].isascii() and fields[-1].isdigit())):
        counters.insert(0, fields.pop())
    faults.left_out += map(_no_field, fields[2:])
    rights, passed = (*fields, NONE, NONE)[:2]
    clock, number = (*counters, "", "")[:2]
    return rights, passed, checks, (clock, number)


def _read_board(placement: str, state: GeneralBoard) -> None:
    tables = state.tables
    board_of = tables.rules.board  # its names: a scheme changes those of moves
    texts, rows = piece_texts(tables), board_of.rows
    board, opened, held = placement.removesuffix("]").partition("[")
    if bool(opened) != placement.endswith("]") or {"[", "]"} & {*board, *held}:
        raise PositionError("the brackets of the pieces beside the board do not close")
    if tables.rules.hand is not None and not held and board.count("/") == len(rows):
        board, _, held = board.rpartition("/")
    standing, walls = read_placement(board, rows, texts)
    for cell, piece in standing.items():
        state.board[cell] = piece
    if walls and not tables.has_walls:
        names = ", ".join(board_of.cells[cell] for cell in sorted(walls))
        raise PositionError(f"{names}: marked as missing, but this board has such cells")
    for cell in walls:
        state.board[cell] = WALL
    for count, letter in _HELD.findall(held.replace(NONE, "")) if held else ():
        piece = texts.get(letter, 0) if len(count) <= DIGITS_HELD else 0
        if not piece or (tables.rules.hand is None and piece not in tables.pooled):
            where = "in hand" if tables.rules.hand is not None else "among the captured pieces that may come back"
            raise PositionError(f"'{shown(count + letter)}' cannot be {where}")
        state.hand[piece - FIRST] += int(count or 1)


def _checked_rights(text: str, tables: GeneralTables) -> str:
    """The letters of castlings; the usual ones, which engines write in games without castling too, say nothing there."""
    remembers = tables.rules.gating or tables.remembering
    if text == NONE or not (tables.rules.castlings or remembers or {*text} - USUAL):
        return NONE
    known = "".join(rule.letter for rule in tables.rules.castlings)
    unknown = {*text} - {*known}
    odd = unknown and {letter.lower() for letter in unknown} - {name[0] for name in tables.rules.board.cells}
    if odd or len(set(text)) != len(text) or not (known or remembers):
        allowed = f"{known} or {NONE}" if known else NONE
        raise PositionError(f"the castlings are '{shown(text)}'; they are written with {allowed}")
    return text


def _read_rights(text: str, state: GeneralBoard) -> None:
    if text == NONE:
        return
    found = set()
    for letter in text:
        seat = int(letter.islower())
        side = {"k": 0, "q": 1}.get(letter.lower(), ABSENT)
        for index, rule in enumerate(state.tables.rules.castlings):
            if rule.seat != seat or side not in (ABSENT, rule.side):
                continue
            place = _castling_place(state, index, letter if side == ABSENT else "")
            if place is not None:
                found.add((index, *place))
        if state.tables.rules.gating:
            _read_gates(letter, seat, side, state)
        state.gates |= sum(1 << cell for cell in _remembering(state, letter, seat))
    if state.tables.rules.gating:
        may_gate = any(map(state.may_gate, (0, 1)))
        # A castling is named by K or Q, or where that is said of neither side, by the king's file too (960).
        rules = state.tables.rules.castlings
        by_side = {int(letter.islower()) for letter in {*text} & USUAL}
        found = {
            (index, king, rook)
            for index, king, rook in found
            if rules[index].letter in text
            or not may_gate  # where nothing comes in any more, letters name partners
            or (rules[index].seat not in by_side and state.gates >> king & 1)
        }
    state.castles = tuple(sorted(found))


@lru_cache(maxsize=256)
def _rank(tables: GeneralTables, cell: int) -> tuple[int, ...]:
    """The cells of the rank on which a cell lies, from the left to the right."""
    spots = tables.board.spots
    cells = [other for other in range(len(spots)) if spots[other][1] == spots[cell][1]]
    return tuple(sorted(cells, key=lambda other: spots[other][0]))


def _castling_place(state: GeneralBoard, index: int, file: str) -> tuple[int, int] | None:
    """Where king and partner of a castling stand, the partner on a file if one is named; None where they do not."""
    tables = state.tables
    rule = tables.rules.castlings[index]
    if min(rule.king_from, rule.rook_from) >= 0 and not file:
        place = (rule.king_from, rule.rook_from)
        return place if state.castles_from(index, *place) else None
    kings = tables.of_seat[frozenset((rule.king,)), rule.seat]
    partners = tables.of_seat[rule.partners, rule.seat]
    rank = _rank(tables, rule.king_to)
    standing = [c for c in rank if state.board[c] in kings and rule.king_from in (ABSENT, c)]
    if not standing:
        return None
    king = standing[0]
    beyond = rank[rank.index(king) + 1 :][::-1] if rule.side == KINGSIDE else rank[: rank.index(king)]
    rooks = [c for c in beyond if state.board[c] in partners]
    if file:
        rooks = [c for c in rooks if tables.rules.board.cells[c][0] == file.lower()]
    if rule.rook_from != ABSENT:
        rooks = [c for c in rooks if c == rule.rook_from]
    return (king, rooks[0]) if rooks else None


def _read_gates(letter: str, seat: int, side: int, state: GeneralBoard) -> None:
    """The cells of the first rank whose piece has not moved yet."""
    tables = state.tables
    rows = [y for _, y in tables.board.spots]
    bottom = min(rows) if seat == 0 else max(rows)
    rank = _rank(tables, tables.geometry.number[0, bottom])
    own = [c for c in rank if state.board[c] >= FIRST and state.board[c] & 1 == seat]
    if side == ABSENT:
        cells = [c for c in own if tables.rules.board.cells[c][0] == letter.lower()]
    else:
        rules = enumerate(tables.rules.castlings)
        places = [_castling_place(state, i, "") for i, rule in rules if (rule.seat, rule.side) == (seat, side)]
        cells = [cell for place in places if place is not None for cell in place]
    state.gates |= sum(1 << cell for cell in set(cells) if not state.gates >> cell & 1)


def _remembering(state: GeneralBoard, letter: str, seat: int) -> list[int]:
    """The cells of the pieces of a seat on a file, or of the kind with that letter (ChessV), that have not moved yet."""
    tables, own = state.tables, state.cells_of(p for p in state.tables.remembering if p & 1 == seat)
    names = tables.rules.board.cells
    on_file = [cell for cell in own if names[cell][0] == letter.lower()]
    return on_file or [cell for cell in own if tables.kinds[kind_of(state.board[cell])].letter == letter.upper()]


def _read_passed(text: str, state: GeneralBoard, strict: bool) -> None:
    if text == NONE or (text.isdigit() and not strict):  # engines write the moves there that are left to count
        return
    tables, turns = state.tables, state.tables.rules.turns
    is_begun = turns is not None and state.left < turns.length(state.turn, state.fullmove_number)
    enemy = state.turn if is_begun else state.turn ^ 1  # in the middle of a turn it is the mover who has passed
    index = tables.rules.board.index
    names = re.findall(r"[A-Z]?[a-z]\d{1,2}", text)
    if "".join(names) != text or any(name not in index for name in names):
        raise PositionError(f"no double step can just have passed {shown(text)}")
    cells = [index[name] for name in names]
    passed = tuple(cell for cell in cells if not state.board[cell])
    victims = [cell for cell in cells if state.board[cell] >= FIRST and state.board[cell] & 1 == enemy]
    victims += [target for target, over in state.first_moves_made(enemy) if set(passed) & set(over)]
    if passed and victims:
        state.passed, state.victim = passed, victims[0]
    elif strict:
        named = [(target, over) for target, over in state.first_moves_made(enemy) if target in cells]
        if named:  # the cell of the pawn that made the step, instead of the one that it passed
            state.victim, state.passed = named[0]
        raise PositionError(f"no double step can just have passed {shown(text)}")


def _problems(state: GeneralBoard, strict: bool) -> list[str]:
    """All that makes a position one that no game may have."""
    tables, found = state.tables, []
    names, cells = [seat.name for seat in SEATING[2]], tables.rules.board.cells
    for seat, owner in enumerate(names):
        kings = len(state.kings(seat))
        if (kings != 1 and strict) or (kings > 1 and not (tables.pseudo_royal or tables.crowns)):
            found.append(f"{owner} has {kings} kings, and should have one")
    if found and strict:
        return found
    owners = [piece & 1 for piece in state.board if piece >= FIRST] if strict else []
    for seat, owner in enumerate(names if strict else ()):
        standing, captured, most = owners.count(seat), sum(state.hand[seat::2]), tables.most_pieces[seat]
        if standing + captured > most:
            count = f"{standing} pieces and {captured} captured ones" if captured else f"{standing} pieces"
            found.append(f"{owner} has {count}, and a side starts with {most}")
    for piece in tables.codes:
        kind, seat = tables.kinds[kind_of(piece)], piece & 1
        allowed = kind.stays[seat] & kind.stands[seat]
        if allowed != -1:
            barred = [cell for cell in state.cells_of((piece,)) if not allowed >> cell & 1]
            found += [f"a {names[seat]} {kind.name} cannot be on {cells[cell]}" for cell in barred]
    return found


def write_position(state: GeneralBoard) -> str:
    """The whole state as text; `read_position` gives the same state back."""
    tables = state.tables
    texts, board = _texts(tables), state.board
    placement = write_placement(tables.rules.board.rows, lambda cell: texts[board[cell]])
    hand = "".join(texts[piece] * state.hand[piece - FIRST] for seat in (0, 1) for piece in tables.codes[seat::2])
    if tables.rules.hand is not None or hand:
        placement += f"[{hand}]"
    free = (cell for cell in state.passed if not state.board[cell])  # nobody captures onto a wall there
    passed = "".join(tables.rules.board.cells[cell] for cell in free)
    fields = [placement, _written_turn(state), _rights(state) or NONE, passed or NONE]
    if tables.rules.ends.checks:
        fields.append(f"{state.checks[0]}+{state.checks[1]}")
    return " ".join((*fields, str(state.halfmove_clock), str(state.fullmove_number)))


def _rights(state: GeneralBoard) -> str:
    """The castlings left, as letters of sides or, where that is not clear, of files; then the files that may gate."""
    tables, parts = state.tables, []
    for seat in (0, 1):
        named: set[int] = set()
        for index, king, rook in state.castles:
            if tables.rules.castlings[index].seat == seat:
                letter = tables.rules.castlings[index].letter
                usual = _castling_place(state, index, "") == (king, rook)
                file = tables.rules.board.cells[rook][0]
                file_letter = file if seat else file.upper()
                right = letter if usual else file_letter
                if right not in parts:  # several castlings may go to a side
                    parts.append(right)
                named |= {king, rook}
        for cell in bits(state.gates if any(map(state.may_gate, (0, 1))) else 0):
            if state.board[cell] & 1 == seat and cell not in named:
                file = tables.rules.board.cells[cell][0]
                parts.append(file if seat else file.upper())
    return "".join(parts)
