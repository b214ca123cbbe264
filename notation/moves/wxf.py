"""Moves of xiangqi as the World Xiangqi Federation writes them: `C2=5`, `H8+7`, `C+-2`.

A move is the piece (K A E H R C P), its file, `+` forward, `-` backward or `=` sideways, and the number of points that it
goes, or the file where it arrives; files are counted from the mover's own right. Of two on a file the front one is `C+`,
the rear one `C-`, and of three the one between them `P.`; of more, and of soldiers on several such files, each has a letter
from the right and the front: `Pa`, `Pb`. Two advisors or elephants on a file keep its number, as only one of them can go
either way; other pieces are read so where one of the two can go. Read are also `.` for `=`, as WXF files have it, N and B
for horse and elephant, small letters, `+C.5` for `C+.5`, and two numbers for a soldier: `27=8` is the second from the front
on file 7.

>>> from fairyscore.notation.variants import variant
>>> xiangqi = variant("xiangqi")
>>> state = xiangqi.initial_state()
>>> write(state, state.find(read("C2.5", xiangqi)), xiangqi)
'C2=5'
"""

import re

from fairyscore.notation.boards import Board
from fairyscore.notation.moves import ucci
from fairyscore.notation.moves.cells import Read, files_and_ranks, terminal
from fairyscore.notation.moves.long import SUFFIX
from fairyscore.notation.rules.moves import GO, RELATIVE, Move, ParsedMove, Relative
from fairyscore.notation.rules.reasons import Code, Reason
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.text import shown

name = "wxf"

PIECES = frozenset("KABNRCP")
NAMES = {"N": "H", "B": "E"}
LETTERS = {name: letter for letter, name in NAMES.items()}
SLANTED = {"N": 3, "B": 4, "A": 2}
"""Files and ranks that these pieces go in sum: the number after the sign is a file."""

ONE_EITHER_WAY = ("A", "B")
"""Of two of these on a file one can go forward only, the other one backward."""

FRONT_AND_REAR = {2: "+-", 3: "+.-"}
"""What pieces on the only file that several share are called, by how many they are, from the front."""

_MOVE = re.compile(
    r"(?:(?P<front>[+.-])(?P<first>[A-Za-z])|(?P<piece>[A-Za-z])(?P<place>[1-9+a-e.-])|(?P<nth>[1-5])(?P<file>[1-9]))"
    r"(?P<way>[+.=-])(?P<end>[1-9])"
)
_PIECE = r"[KAEHRCPNBkaehrcpnb]"
_SOURCE = rf"(?P<move>(?:(?:[+.-]{_PIECE}|{_PIECE}[1-9+a-e.-])[+.=-]|[1-5][1-9][+=-])[1-9])(?:{SUFFIX})"


def refusal(variant: Variant) -> str:
    """The letters and the two ways of counting are those of xiangqi."""
    if variant.letters.keys() != PIECES or not variant.scenery.rivers:
        return "it is for xiangqi: other games have no signs for their pieces in it"
    return ucci.refusal(variant)


def cell_name(cell: int, board: Board, text: str = "") -> str:
    """A point by its file, from the first player's right, and its rank from his side: `2.3`. text: a move beside it."""
    return f"{_file(cell, 0, board)}.{_rank(cell, board)}"


def read(text: str, variant: Variant) -> Read | None:
    """The parsed move that a WXF move is, whose meaning is asked of the board; None if it is not such a move."""
    found = terminal(_SOURCE).match(text)
    if found is None or refusal(variant):
        return None
    return ParsedMove(RELATIVE, relative=Relative(found["move"], variant, on_board))


def on_board(text: str, state: State, variant: Variant) -> Read:
    """The move from point to point that a WXF move is in a position, or why it is none."""
    found = _MOVE.fullmatch(text)
    assert found is not None
    name = (found["first"] or found["piece"] or "P").upper()
    letter = LETTERS.get(name, name)
    named = [
        (origin, _target(origin, letter, found, state, variant)) for origin in _origins(found, letter, state, variant)
    ]
    ways = [(origin, target) for origin, target in named if target in variant.board.index]
    parsed = [
        ParsedMove(GO, origin, variant.board.index[target], kind=variant.letters[letter]) for origin, target in ways
    ]
    if len(parsed) > 1:  # on a file that two share the number is enough where one of them only can go so
        parsed = [move for move in parsed if state.find(move)]
    if len(parsed) == 1:
        return parsed[0]
    piece = variant.piece_types[variant.letters[letter]].name
    mover = variant.seats[state.turn].name
    return (Reason(Code.NONE_SO_PLACED, {"text": shown(text), "piece": piece, "mover": mover}),)


def write(state: State, move: Move, variant: Variant) -> str:
    """A legal move as the federation writes it."""
    kind, seat, board = state.piece_type_at(move.origin), state.turn, variant.board
    letter = variant.piece_types[kind].letter
    rise = (_rank(move.target, board) - _rank(move.origin, board)) * (-1 if seat else 1)
    end = _file(move.target, seat, board) if letter in SLANTED or not rise else abs(rise)
    way = "="
    if rise:
        way = "+" if rise > 0 else "-"
    return f"{NAMES.get(letter, letter)}{_places(state, kind, variant)[move.origin]}{way}{end}"


# -- the pieces of a kind ---------------------------------------------------------------------------------------------


def _file(cell: int, seat: int, board: Board) -> int:
    """The file of a cell, from the right of a seat."""
    file = ord(board.cells[cell][0]) - ord("a") + 1
    return file if seat else files_and_ranks(board.cells)[0] + 1 - file


def _rank(cell: int, board: Board) -> int:
    return int(board.cells[cell][1:])


def _standing(state: State, kind: int, game: Variant) -> dict[int, list[int]]:
    """The mover's pieces of a kind by their files, from his right, on each file from the front."""
    seat, board = state.turn, game.board
    found = [cell for cell in range(len(board.cells)) if state.piece_at(cell) == (seat, kind)]
    files: dict[int, list[int]] = {}
    for cell in sorted(found, key=lambda cell: (_file(cell, seat, board), _rank(cell, board) * (1 if seat else -1))):
        files.setdefault(_file(cell, seat, board), []).append(cell)
    return files


def _places(state: State, kind: int, game: Variant) -> dict[int, str]:
    """The name of each piece among those of its kind: its file, its place on it, or its letter."""
    files = _standing(state, kind, game)
    called = {cell: str(file) for file, cells in files.items() for cell in cells}
    if game.piece_types[kind].letter in ONE_EITHER_WAY:
        return called
    shared = [cells for cells in files.values() if len(cells) > 1]
    if len(shared) == 1 and len(shared[0]) in FRONT_AND_REAR:
        return called | dict(zip(shared[0], FRONT_AND_REAR[len(shared[0])], strict=True))
    return called | dict(zip((cell for cells in shared for cell in cells), "abcde", strict=False))


def _origins(found: re.Match[str], letter: str, state: State, game: Variant) -> list[int]:
    """The points of the pieces that a move may name: one, none, or all on a file."""
    files = _standing(state, game.letters[letter], game)
    if found["nth"]:
        nth = int(found["nth"])
        return files.get(int(found["file"]), [])[nth - 1 : nth]
    place = (found["front"] or found["place"]).lower()
    if place.isdigit():
        return files.get(int(place), [])
    shared = [cells for cells in files.values() if len(cells) > 1]
    names = FRONT_AND_REAR.get(len(shared[0]), "") if len(shared) == 1 else ""
    called = dict(zip("abcde", (cell for cells in shared for cell in cells), strict=False))
    if names:
        called |= dict(zip(names, shared[0], strict=True))
    return [called[place]] if place in called else []


def _target(origin: int, letter: str, found: re.Match[str], state: State, game: Variant) -> str:
    """The name of the point that a move leads to; none of the board where the piece has no such move."""
    seat, board, end = state.turn, game.board, int(found["end"])
    file, rank = _file(origin, seat, board), _rank(origin, board)
    rise = 0
    if found["way"] in "+-":
        far = SLANTED[letter] - abs(end - file) if letter in SLANTED else end
        if far < 1:
            return ""
        rise = far * (1 if found["way"] == "+" else -1) * (-1 if seat else 1)
        end = end if letter in SLANTED else file
    column = end if seat else files_and_ranks(board.cells)[0] + 1 - end
    return f"{chr(ord('a') + column - 1)}{rank + rise}"
