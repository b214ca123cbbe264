"""The parameters of the Interactive Diagram of the Chess Variant Pages, as a document.

Lines are `key=value`, and a piece each as `name:letter:moves:image:cells`; what both sides have is given once, with
`symmetry=mirror` or `rotate`.

>>> found = document_data("files=8\\nranks=8\\nroyal=2\\nWazir:W:W::a1,h1\\nKing::K::e1")
>>> found["start"]
'w3k2w/8/8/8/8/8/8/W3K2W w - - 0 1'
"""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from fairyscore.notation.variants.document import BLOCK, Mistake, VariantFileError

# The moves of pieces of which the diagram gives none, and what holds where a parameter that is a number is not given.
USUAL_MOVES = {"pawn": "fmWfceFifmnD", "knight": "N", "bishop": "B", "rook": "R", "queen": "Q", "king": "K"}
NUMBERS = {"files": 8, "ranks": 8, "maxPromote": 1, "promoZone": 1, "royal": 0}
SYMMETRIES = ("mirror", "rotate", "none")
IGNORED = re.compile(
    r"graphics\w*|squareSize|\w*[Cc]olou?r\w*|whitePrefix|blackPrefix|satellite|useMarkers|newClick|borders|firstRank|lightShade|"
    r"darkShade|rimColor|coordColor|startShade|showMoves?|hole|rand|enableAI|trackPieces|ballMarker"
)  # parameters that only say what the diagram looks like


class _Piece(NamedTuple):
    name: str
    letter: str
    moves: str
    cells: tuple[str, ...]
    place: tuple[str, int]


def document_data(text: str, file: str = "") -> dict[str, Any]:
    """The document of a diagram. file: for messages. Raises `VariantFileError` at the first thing not understood."""
    numbers, words = dict(NUMBERS), {"symmetry": SYMMETRIES[0], "promoChoice": ""}
    pieces: list[_Piece] = []
    for line, text_of_line in enumerate(text.splitlines(), 1):
        said, place = text_of_line.strip(), (file, line)
        if not said or said.startswith(("<", "//")):
            continue
        if ":" in said and "=" not in said.partition(":")[0]:
            pieces.append(_piece(said, place))
        else:
            for word in said.split():
                _set(word, numbers, words, place)
    return _document(numbers, words["symmetry"], words["promoChoice"], pieces)


def _fault(place: tuple[str, int], why: str) -> VariantFileError:
    return VariantFileError([Mistake(*place, 1, why)])


def _set(word: str, numbers: dict[str, int], words: dict[str, str], place: tuple[str, int]) -> None:
    key, equals, value = word.partition("=")
    if not equals:
        raise _fault(place, f"'{word[:40]}' is no key=value, and no piece as name:letter:moves:image:cells")
    if key in NUMBERS and not value.isdigit():
        raise _fault(place, f"{key} must be a number, not '{value}'")
    if key == "symmetry" and value not in SYMMETRIES:
        raise _fault(place, f"symmetry={value} is not understood; there are mirror, rotate and none")
    if key in NUMBERS:
        numbers[key] = int(value)
    elif key in words:
        words[key] = value
    elif not IGNORED.fullmatch(key):
        raise _fault(place, f"{key} is not understood")


def _piece(said: str, place: tuple[str, int]) -> _Piece:
    name, letter, moves, _image, cells = (part.strip() for part in (*said.split(":"), "", "", "", "")[:5])
    moves = moves or USUAL_MOVES.get(name.lower(), "")
    if not moves:
        raise _fault(place, f"the piece {name} has no moves")
    letter = (letter or ("N" if name.lower() == "knight" else name[:1])).upper()
    return _Piece(name, letter, moves, tuple(re.findall(r"[^,\s]+", cells)), place)


def _document(numbers: dict[str, int], symmetry: str, choice: str, pieces: list[_Piece]) -> dict[str, Any]:
    files, ranks, promotes, zone, royal = numbers.values()
    kings = {royal} if royal else {n for n, piece in enumerate(pieces, 1) if piece.name.lower() == "king"}
    weak = pieces[:promotes]
    strong = [piece.letter for n, piece in enumerate(pieces, 1) if n > promotes and n not in kings]
    choices = re.findall(r"\+?[A-Z]'?", choice) or strong
    far = range(ranks - zone + 1, ranks + 1), range(zone, 0, -1)
    on = {side: " ".join(f"*{r}" for r in rows) or "-" for side, rows in zip(("white", "black"), far, strict=True)}
    return {
        "title": "A game from a diagram",
        "board": {"files": files, "ranks": ranks},
        "start": _start(files, ranks, symmetry, pieces),
        "first": {"white": "*2", "black": f"*{ranks - 1}"},
        "piece": [
            {"letter": piece.letter, "name": piece.name.lower(), "moves": piece.moves}
            | ({"royal": True} if n in kings else {})
            | ({"pawn": True} if piece in weak and "W" in piece.moves else {})
            for n, piece in enumerate(pieces, 1)
        ],
        "promotion": [{"piece": piece.letter, "to": " ".join(choices), "on": on} for piece in weak if choices and zone],
    }


def _start(files: int, ranks: int, symmetry: str, pieces: list[_Piece]) -> str:
    board: dict[tuple[int, int], str] = {}
    for piece in pieces:
        for cell in _cells(piece):
            file, rank = ord(cell[0]) - ord("a"), int(cell[1:]) - 1
            if not (0 <= file < files and 0 <= rank < ranks):
                raise _fault(piece.place, f"{cell} is not on the board of {files} x {ranks}")
            board[file, rank] = piece.letter
            if symmetry != "none":
                board[file if symmetry == "mirror" else files - 1 - file, ranks - 1 - rank] = piece.letter.lower()
    rows = ("".join(board.get((f, r), " ") for f in range(files)) for r in reversed(range(ranks)))
    return "/".join(re.sub(r" +", lambda found: str(len(found[0])), row) for row in rows) + " w - - 0 1"


def _cells(piece: _Piece) -> Iterator[str]:
    for word in piece.cells:
        block = BLOCK.fullmatch(word)
        if block and block[2] == block[4]:
            yield from (f"{chr(file)}{block[2]}" for file in range(ord(block[1]), ord(block[3]) + 1))
        elif re.fullmatch(r"[a-z]\d+", word):
            yield word
        else:
            raise _fault(piece.place, f"'{word[:20]}' is no cell")
