"""Moves of xiangqi in characters: `炮二平五`, `马８进７`, `前炮退二`.

They say the same as WXF, character for character: the piece, its file, 平 sideways, 进 forward, 退 backward, and the
file where it arrives or the points that it goes; 前 中 后 for front, middle and rear where pieces share a file, 一 to 五
in front of soldiers on several such files. The first player's digits are Chinese ones, the second's full-width ones. Read
are also traditional characters, digits of ASCII, and all digits for either player.

>>> from fairyscore.notation.variants import variant
>>> xiangqi = variant("xiangqi")
>>> state = xiangqi.initial_state()
>>> write(state, state.find(read("炮二平五", xiangqi)), xiangqi)
'炮二平五'
"""

from fairyscore.notation.moves import wxf
from fairyscore.notation.moves.cells import Read, terminal
from fairyscore.notation.moves.long import SUFFIX
from fairyscore.notation.package_data import data_sections
from fairyscore.notation.rules.moves import Move
from fairyscore.notation.rules.variant import State, Variant

name = "chinese"

_WORDS = data_sections("fairyscore.notation.moves", "chinese.ini")
_PIECES, _BLACK_PIECES, _WAYS, _PLACES = (_WORDS[part] for part in ("pieces", "black pieces", "ways", "places"))
_DIGITS = tuple(_WORDS["digits"].values())

_SIGNS = {character: sign for part in (_PIECES, _WAYS, _PLACES) for sign, line in part.items() for character in line}
_NUMBERS = {digit: str(number) for digits in _DIGITS for number, digit in enumerate(digits, 1)}
_LETTERS = dict(zip("12345", "abcde", strict=True))
"""What soldiers on several files are called in WXF, by their number."""


def _any(*parts: dict[str, str]) -> str:
    return f"[{''.join(character for part in parts for line in part.values() for character in line)}]"


_DIGIT = f"[1-9{''.join(_DIGITS)}]"
_SOURCE = (
    rf"(?:(?P<piece>{_any(_PIECES)})(?P<file>{_DIGIT})|(?P<place>{_any(_PLACES)}|{_DIGIT})(?P<placed>{_any(_PIECES)}))"
    rf"(?P<way>{_any(_WAYS)})(?P<end>{_DIGIT})(?:{SUFFIX})"
)

refusal = wxf.refusal
"""As of WXF."""


def read(text: str, variant: Variant) -> Read | None:
    """The parsed move that a move in characters is, whose meaning is asked of the board; None if it is not such a move."""
    found = terminal(_SOURCE).match(text)
    if found is None:
        return None
    piece, way, end = _SIGNS[found["piece"] or found["placed"]], _SIGNS[found["way"]], _number(found["end"])
    place = _number(found["file"]) if found["file"] else _place(found["place"])
    return wxf.read(f"{piece}{place}{way}{end}", variant)


def _number(digit: str) -> str:
    return _NUMBERS.get(digit, digit)


def _place(character: str) -> str:
    """What WXF calls a place: a sign, or the letter of a soldier for a digit."""
    return _SIGNS.get(character) or _LETTERS.get(_number(character), character)


def write(state: State, move: Move, variant: Variant) -> str:
    """A legal move in simplified characters."""
    piece, place, way, end = tuple(wxf.write(state, move, variant))
    second = state.turn == 1
    names = _PIECES | _BLACK_PIECES if second else _PIECES
    digits = dict(enumerate(_DIGITS[second], 1))
    going = f"{_WAYS[way][0]}{digits[int(end)]}"
    if place.isdigit():
        return f"{names[piece][0]}{digits[int(place)]}{going}"
    placed = _PLACES[place][0] if place in _PLACES else _DIGITS[0]["abcde".index(place)]
    return f"{placed}{names[piece][0]}{going}"
