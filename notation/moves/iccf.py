"""ICCF numeric notation: `5254` is e2-e4, from file and rank to file and rank; castling is the king's way, `5171`.

A fifth digit is the promotion: 1 queen, 2 rook, 3 bishop, 4 knight, as in `67682`. Games with other pieces have digits of
their own in their variant's file (`Variant.digits`). Two things are our extension: a drop, `0133` for `Q@c3`, is 0, the
piece's digit and the field, as no file is 0; and a pass is `0000`. A board of more than nine files or ranks, or whose
fields are not named by file and rank, cannot be written so.

>>> from fairyscore.notation.variants import variant
>>> chess = variant("chess")
>>> state = chess.initial_state()
>>> write(state, state.find(read("5254", chess)), chess)
'5254'
"""

from functools import lru_cache

from fairyscore.notation.boards import Board
from fairyscore.notation.moves.cells import Read, move_of_names, no_files, or_castling, terminal
from fairyscore.notation.moves.long import SUFFIX
from fairyscore.notation.moves.uci import NULL
from fairyscore.notation.rules.moves import ABSENT, DROP, GO, PASS, Move, ParsedMove
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Variant

name = "iccf"

FILES = "abcdefghi"
"""The files that have a digit, 1 first."""

_SOURCE = (
    rf"(?:(?P<null>{NULL})|0(?P<dropped>[1-9])(?P<on>[1-9][1-9])|(?P<origin>[1-9][1-9])(?P<target>[1-9][1-9])(?P<becomes>[1-9])?)"
    rf"(?:{SUFFIX})"
)


def refusal(variant: Variant) -> str:
    """A field must be two digits, and a piece that is named one."""
    beyond, writing = _beyond(variant.board.cells), variant.writing
    if beyond:
        return no_files(variant.board) or f"its {beyond} lies beyond nine files or ranks"
    if writing.adds:
        return "its moves put walls or bring pieces in"
    if len(writing.digits) > len(FILES) or (writing.drops and not variant.letters.keys() <= set(writing.digits)):
        return "not every piece that its moves name has a digit"
    return ""


@lru_cache(maxsize=64)
def _beyond(cells: tuple[str, ...]) -> str:
    """A field that two digits cannot name, empty where there is none."""
    return next((cell for cell in reversed(cells) if cell[0] not in FILES or len(cell) > len("a1")), "")


def cell_name(cell: int, board: Board, text: str = "") -> str:
    """A field as two digits, `52`. text: a move beside it, which does not matter."""
    name = board.cells[cell]
    return f"{FILES.index(name[0]) + 1}{name[1:]}"


def read(text: str, variant: Variant) -> Read | None:
    """The parsed move that a numeric move is, the reasons why it cannot be one on this board, or None if it is none."""
    found = terminal(_SOURCE).match(text)
    if found is None or _beyond(variant.board.cells):
        return None
    if found["null"]:
        return ParsedMove(PASS)
    if found["dropped"]:
        return move_of_names(
            variant, DROP, {"target": _cell(found["on"])}, {"kind": _letter(found["dropped"], variant)}
        )
    cells = {end: _cell(found[end]) for end in ("origin", "target")}
    return or_castling(move_of_names(variant, GO, cells, {"becomes": _letter(found["becomes"], variant)}), variant)


def _cell(digits: str) -> str:
    return FILES[int(digits[0]) - 1] + digits[1]


def _letter(digit: str | None, variant: Variant) -> str | None:
    """The letter of the piece that a digit names; the digit itself where it names none."""
    letter = dict(enumerate(variant.writing.digits, 1)).get(int(digit or 0))
    return letter if letter in variant.letters else digit


def write(state: State, move: Move, variant: Variant) -> str:
    """A legal move in digits."""
    if move.target == ABSENT:
        return NULL
    letter = "" if move.becomes == ABSENT else variant.piece_types[move.becomes].letter
    piece = f"{variant.writing.digits.index(letter) + 1}" if letter else ""
    if move.origin == ABSENT:
        return f"0{piece}{_digits(move.target, variant)}"
    return f"{_digits(move.origin, variant)}{_digits(_target(state, move, variant), variant)}{piece}"


def _target(state: State, move: Move, variant: Variant) -> int:
    """Where a move ends; of a castling whose king may also just go there (Chess960) the cell that UCI names."""
    named = variant.writing.castling_target
    if move.castle == ABSENT or named is None:
        return move.target
    found = state.find(ParsedMove(GO, origin=move.origin, target=move.target))
    return move.target if found is None or found == move else named(state, move)


def _digits(cell: int, variant: Variant) -> str:
    text = variant.board.cells[cell]
    return f"{FILES.index(text[0]) + 1}{text[1]}"
