"""Moves of xiangqi in characters: `炮二平五`, `马８进７`, `前炮退二`.

Each is a WXF move (`notation.moves.wxf`) with a Chinese character for each sign, and is read and written through WXF: the
piece, its file, 平 sideways, 进 forward, 退 backward, and the file where it arrives or the number of points that it goes.
Where pieces share a file, 前 中 后 name the front, middle and rear one, and 一 to 五 soldiers on several such files.
The first player's digits are Chinese ones, the second's full-width ones.
Traditional characters, ASCII digits, and the digits of the other player are read as well.

>>> from fairyscore.notation.variants import variant
>>> xiangqi = variant("xiangqi")
>>> state = xiangqi.initial_state()
>>> write(state, state.find(read("炮二平五", xiangqi)), xiangqi)
'炮二平五'
"""

from itertools import chain

from fairyscore.notation.boards import Board
from fairyscore.notation.moves import wxf
from fairyscore.notation.moves.cells import Read, terminal
from fairyscore.notation.moves.long import SUFFIX
from fairyscore.notation.package_data import data_sections
from fairyscore.notation.rules.moves import Move
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Variant

name = "chinese"

_WORDS = data_sections("fairyscore.notation.moves", "chinese.ini")
_PIECES, _BLACK_PIECES, _WAYS, _PLACES = (_WORDS[part] for part in ("pieces", "black pieces", "ways", "places"))
_DIGITS = tuple(_WORDS["digits"].values())

_TO_WXF: dict[str, str] = {}
for _sign, _line in chain(_PIECES.items(), _WAYS.items(), _PLACES.items()):
    _TO_WXF |= dict.fromkeys(_line, _sign)
_NUMBERS = {digit: str(number) for digits in _DIGITS for number, digit in enumerate(digits, 1)}
_LETTERS = dict(zip("12345", "abcde", strict=True))
"""WXF letters of soldiers that share files, by the digit before them in Chinese."""


def _one_of(*parts: dict[str, str]) -> str:
    """The pattern of one of the characters in some sections of the word list."""
    return f"[{''.join(character for part in parts for line in part.values() for character in line)}]"


_DIGIT = f"[1-9{''.join(_DIGITS)}]"
_SOURCE = (
    rf"(?:(?P<piece>{_one_of(_PIECES)})(?P<file>{_DIGIT})|(?P<place>{_one_of(_PLACES)}|{_DIGIT})(?P<placed>{_one_of(_PIECES)}))"
    rf"(?P<way>{_one_of(_WAYS)})(?P<end>{_DIGIT})(?:{SUFFIX})"
)

refusal = wxf.refusal
"""Why a variant cannot be written so: the same reasons as for WXF."""


def cell_name(cell: int, board: Board, text: str = "") -> str:
    """A point as WXF names it, its file in Chinese: `二.3`. text: a move beside it, which does not matter."""
    file, _, rank = wxf.cell_name(cell, board).partition(".")
    return f"{_DIGITS[0][int(file) - 1]}.{rank}"


def read(text: str, variant: Variant) -> Read | None:
    """The parsed move of a text, which the position resolves (`Relative`); None if the text has not this form."""
    found = terminal(_SOURCE).match(text)
    if found is None:
        return None
    piece = _TO_WXF[found["piece"] or found["placed"]]
    way = _TO_WXF[found["way"]]
    end = _number(found["end"])
    place = _number(found["file"]) if found["file"] else _place(found["place"])
    return wxf.read(f"{piece}{place}{way}{end}", variant)


def _number(digit: str) -> str:
    """A digit of any kind as an ASCII digit."""
    return _NUMBERS.get(digit, digit)


def _place(character: str) -> str:
    """The WXF sign of a place among pieces on one file; the letter of a soldier for a digit."""
    return _TO_WXF.get(character) or _LETTERS.get(_number(character), character)


def write(state: State, move: Move, variant: Variant) -> str:
    """A legal move in simplified characters, with the digits of its player. state: before the move."""
    piece, place, way, end = tuple(wxf.write(state, move, variant).replace("=", "."))  # four characters
    second = state.turn == 1
    names = _PIECES | _BLACK_PIECES if second else _PIECES
    digits = dict(enumerate(_DIGITS[second], 1))
    direction_and_end = f"{_WAYS[way][0]}{digits[int(end)]}"
    if place.isdigit():
        return f"{names[piece][0]}{digits[int(place)]}{direction_and_end}"
    placed = _PLACES[place][0] if place in _PLACES else _DIGITS[0]["abcde".index(place)]
    return f"{placed}{names[piece][0]}{direction_and_end}"
