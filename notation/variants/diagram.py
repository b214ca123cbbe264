"""The parameters of the Interactive Diagram of the Chess Variant Pages, as a document.

Lines are `key=value`, and a piece each as `name:letter:moves:image:cells`; what both sides have is given once, with
`symmetry=mirror` or `rotate`.

>>> found = document_data("files=8\\nranks=8\\nroyal=2\\nWazir:W:W::a1,h1\\nKing::K::e1")
>>> found["start"]
'w3k2w/8/8/8/8/8/8/W3K2W w - - 0 1'
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from fairyscore.notation.variants.file_schema import BLOCK
from fairyscore.notation.variants.mistakes import Mistake, VariantFileError

# The moves of pieces of which the diagram gives none, and what holds where a parameter that is a number is not given.
USUAL_MOVES = {
    "pawn": "fmWfceFifmnD", "knight": "N", "bishop": "B", "rook": "R", "queen": "Q", "king": "K",
    "wazir": "W", "ferz": "F", "camel": "C", "zebra": "Z", "wizard": "FC", "champion": "WAD", "cannon": "mRcpR",
    "vao": "mBcpB", "archbishop": "BN", "chancellor": "RN", "marshall": "RN", "amazon": "QN", "nightrider": "NN",
}  # fmt: skip
PATHS = {"FyafsF": "[F?R]", "WyafsW": "[W?B]"}  # paths that bend, as diagrams write them and as we do
CASTLING = re.compile(r"is(j?)O(\d)")  # of a king: how far it goes to either side
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
    theirs: tuple[str, ...]  # cells of Black's, where they are given
    place: tuple[str, int]


def document_data(text: str, file: str = "") -> dict[str, Any]:
    """The document of a diagram. file: for messages. Raises `VariantFileError` at the first thing not understood."""
    numbers, words = dict(NUMBERS), {"symmetry": SYMMETRIES[0], "promoChoice": ""}
    pieces: list[_Piece] = []
    for line, text_of_line in enumerate(text.splitlines(), 1):
        entry, place = text_of_line.strip(), (file, line)
        if not entry or entry.startswith(("<", "//")):
            continue
        if ":" in entry and "=" not in entry.partition(":")[0]:
            pieces.append(_piece(entry, place))
        else:
            for word in entry.split():
                _set(word, numbers, words, place)
    return _document(numbers, words["symmetry"], words["promoChoice"], pieces)


def _fault(place: tuple[str, int], why: str) -> VariantFileError:
    return VariantFileError([Mistake(*place, 1, why)])


def _set(word: str, numbers: dict[str, int], words: dict[str, str], place: tuple[str, int]) -> None:
    key, equals, value = word.partition("=")
    if not equals:
        raise _fault(place, f"'{word[:40]}' is not a key=value, and no piece as name:letter:moves:image:cells")
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


def _piece(entry: str, place: tuple[str, int]) -> _Piece:
    name, letter, moves, _image, cells = (part.strip() for part in (*entry.split(":"), "", "", "", "")[:5])
    moves = moves or USUAL_MOVES.get(name.lower(), "")
    if not moves:
        raise _fault(place, f"the piece {name} has no moves")
    letter = (letter or ("N" if name.lower() == "knight" else name[:1])).upper()
    own, _, theirs = cells.partition(",,")
    white, black = (tuple(re.findall(r"[^,\s]+", text)) for text in (own, theirs))
    return _Piece(name, letter, moves, white, black, place)


def _document(numbers: dict[str, int], symmetry: str, choice: str, pieces: list[_Piece]) -> dict[str, Any]:
    files, ranks, promotes, zone, royal = numbers.values()
    kings = {royal} if royal else {n for n, piece in enumerate(pieces, 1) if piece.name.lower() == "king"}
    weak = pieces[:promotes]
    start, castling = _start(files, ranks, symmetry, pieces), None
    for number in sorted(kings):
        castling = castling or _castling(pieces[number - 1], pieces, files, symmetry)
    rights = "KQkq" if castling else "-"
    strong = [piece.letter for n, piece in enumerate(pieces, 1) if n > promotes and n not in kings]
    choices = re.findall(r"\+?[A-Z]'?", choice) or strong
    on = {"white": _on_ranks(range(ranks - zone + 1, ranks + 1)), "black": _on_ranks(range(zone, 0, -1))}
    data: dict[str, Any] = {
        "title": "A game from a diagram",
        "board": {"files": files, "ranks": ranks},
        "start": f"{start} w {rights} - 0 1",
        "piece": [
            {"letter": piece.letter, "name": piece.name.lower(), **_movement(piece, start)}
            | ({"royal": True} if n in kings else {})
            | ({"pawn": True} if piece in weak and "W" in piece.moves else {})
            for n, piece in enumerate(pieces, 1)
        ],
        "promotion": [{"piece": piece.letter, "to": " ".join(choices), "on": on} for piece in weak if choices and zone],
    }
    sentences = [
        f"In the diagram a {piece.name.lower()} makes its first move only if it never moved; here, from where it begins."
        for piece in pieces
        if piece not in weak and "i" in CASTLING.sub("", piece.moves)
    ]
    firsts = [piece["first"] for piece in data["piece"] if "first" in piece]
    if firsts and all(first == firsts[0] for first in firsts):  # one for all, as settings for engines have it
        data["first"] = firsts[0]
        data["piece"] = [{key: value for key, value in piece.items() if key != "first"} for piece in data["piece"]]
    if castling:
        data["castling"] = castling
    if sentences:
        data["told"] = sentences
    return data


def _on_ranks(ranks: Iterable[int]) -> str:
    """Whole ranks, as variant files name them; `-` for none."""
    return " ".join(f"*{rank}" for rank in ranks) or "-"


def _movement(piece: _Piece, start: str) -> dict[str, Any]:
    """The moves of a piece in our words, and from where its first moves are made."""
    moves = CASTLING.sub("", piece.moves)
    for theirs, ours in PATHS.items():
        moves = moves.replace(theirs, ours)
    if "nn" in moves:  # leaps from anywhere that can be answered en passant
        if "i" in moves:
            raise _fault(piece.place, f"{piece.name} has both first moves (i) and nn; leave one of them out")
        return {"moves": moves.replace("nn", "in"), "first": "*"}
    if "i" not in moves:
        return {"moves": moves}
    home = [_standing(start, letter) for letter in (piece.letter, piece.letter.lower())]
    return {"moves": moves, "first": {"white": " ".join(home[0]) or "-", "black": " ".join(home[1]) or "-"}}


def _standing(start: str, letter: str) -> list[str]:
    """The cells of a start where pieces of a letter stand."""
    found = []
    rows = start.split("/")
    for rank, row in zip(range(len(rows), 0, -1), rows, strict=True):
        file = 0
        for token in re.findall(r"\d+|.", row):
            if token == letter:
                found.append(f"{chr(ord('a') + file)}{rank}")
            file += int(token) if token.isdigit() else 1
    return found


def _castling(king: _Piece, pieces: list[_Piece], files: int, symmetry: str) -> dict[str, Any] | None:
    """Castling with the outermost pieces of the king's rank; None for a king that does not castle."""
    found = CASTLING.findall(king.moves)
    if not found:
        return None
    cells = list(_cells(king, king.cells))
    if len(found) > 1 or found[0][0] or symmetry != "mirror" or len(cells) != 1:
        why = (
            "castling is understood for one king, with symmetry=mirror, one distance and the outermost pieces, as isO2"
        )
        raise _fault(king.place, why)
    file, rank = ord(cells[0][0]) - ord("a"), cells[0][1:]
    on_rank = {
        ord(cell[0]) - ord("a"): piece for piece in pieces for cell in _cells(piece, piece.cells) if cell[1:] == rank
    }
    distance, partners = int(found[0][1]), (max(on_rank), min(on_rank))
    ends = file + distance, file - distance
    if not (partners[1] < file < partners[0] and ends[1] >= 0 and ends[0] < files):
        raise _fault(king.place, f"{king.name} has nobody to castle with on both sides of {cells[0]}")
    sides = ("kingside", "queenside")
    return {
        "king": king.letter,
        "rooks": " ".join(dict.fromkeys(on_rank[partner].letter for partner in partners)),
        "rank": int(rank),
        "king_from": cells[0][0],
        "king_to": {side: chr(ord("a") + end) for side, end in zip(sides, ends, strict=True)},
        "rook_from": {side: chr(ord("a") + partner) for side, partner in zip(sides, partners, strict=True)},
    }


def _start(files: int, ranks: int, symmetry: str, pieces: list[_Piece]) -> str:
    board: dict[tuple[int, int], str] = {}
    for piece in pieces:
        for cell in _cells(piece, piece.theirs):
            board[_square(cell, files, ranks, piece)] = piece.letter.lower()
        for cell in _cells(piece, piece.cells):
            file, rank = _square(cell, files, ranks, piece)
            board[file, rank] = piece.letter
            if symmetry != "none":
                board[file if symmetry == "mirror" else files - 1 - file, ranks - 1 - rank] = piece.letter.lower()
    rows = ("".join(board.get((f, r), " ") for f in range(files)) for r in reversed(range(ranks)))
    return "/".join(re.sub(r" +", lambda found: str(len(found[0])), row) for row in rows)


def _square(cell: str, files: int, ranks: int, piece: _Piece) -> tuple[int, int]:
    """File and rank of a cell, from 0."""
    file, rank = ord(cell[0]) - ord("a"), int(cell[1:]) - 1
    if not (0 <= file < files and 0 <= rank < ranks):
        raise _fault(piece.place, f"{cell} is not on the board of {files} x {ranks}")
    return file, rank


def _cells(piece: _Piece, words: tuple[str, ...]) -> Iterator[str]:
    for word in words:
        block = BLOCK.fullmatch(word)
        if block and block[2] == block[4]:
            yield from (f"{chr(file)}{block[2]}" for file in range(ord(block[1]), ord(block[3]) + 1))
        elif re.fullmatch(r"[a-z]\d+", word):
            yield word
        else:
            raise _fault(piece.place, f"'{word[:20]}' is not a cell")
