"""Figurine SAN: `♘f3`, `♕xd5`, `e8=♕`: SAN with a picture for a piece's letter, readable in any language.

As in print, one set of pictures, the white one, stands for the pieces of either side and pawns have none; the black set and
pawns are read too, and so are figurines in long form, `♘g1-f3`. A piece without a figurine in Unicode keeps its letter:
`Md1` is a marshal of Caliph Qi, and `K` the kyrin-king of cylindrical chess, which is not a king of chess.

>>> from fairyscore.notation.variants import variant
>>> chess = variant("chess")
>>> state = chess.initial_state()
>>> write(state, state.find(read("♞f3", chess)), chess)
'♘f3'
"""

from functools import lru_cache

from fairyscore.notation.moves import long, san
from fairyscore.notation.rules.moves import Move, ParsedMove
from fairyscore.notation.rules.reasons import Reason
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import PieceType, Variant

name = "figurine"

FIGURINES = {
    "king": "♔♚",
    "queen": "♕♛",
    "rook": "♖♜",
    "bishop": "♗♝",
    "knight": "♘♞",
    "pawn": "♙♟",
}
"""Piece -> its figurines, the one that is written first."""


refusal = san.refusal
"""As of SAN."""


@lru_cache(maxsize=16)
def _letters(pieces: tuple[PieceType, ...]) -> dict[int, str]:
    """Figurine -> letter, for `str.translate`; the selectors that ask for a figurine as text or as emoji are dropped."""
    # The letters of chess where the game has no such piece: the fault is reported.
    letters = dict(zip(FIGURINES, "KQRBNP", strict=True))
    # Of two pieces of a name (a knight, and a horse that became one) the one of one letter, which alone is written so.
    by_letter = sorted(pieces, key=lambda piece: len(piece.letter), reverse=True)
    letters |= {piece.name: piece.letter for piece in by_letter if piece.name in FIGURINES}
    table: dict[str, str] = {}
    for piece, pictures in FIGURINES.items():
        table |= dict.fromkeys(pictures, letters[piece])
    return str.maketrans(table | dict.fromkeys("\ufe0e\ufe0f", ""))


@lru_cache(maxsize=16)
def _pictures(pieces: tuple[PieceType, ...]) -> dict[int, str]:
    """Letter -> figurine, for `str.translate`. Files are small letters, so they are never replaced."""
    alone = {
        piece.letter: FIGURINES[piece.name][0] for piece in pieces if piece.name in FIGURINES and len(piece.letter) == 1
    }
    return str.maketrans(alone)


def read(text: str, variant: Variant) -> ParsedMove | tuple[Reason, ...] | None:
    """The move in figurines, parsed; the reasons why it cannot be a move on this board; or None if the text is no move."""
    plain = text.translate(_letters(variant.piece_types))
    parsed = san.read(plain, variant)
    return long.read(plain, variant) if parsed is None and plain != text else parsed


def write(state: State, move: Move, variant: Variant) -> str:
    """A legal move in SAN, with a figurine for each piece that has one."""
    return unsigned(state, move, variant) + san.check_sign(state, move, variant)


def unsigned(state: State, move: Move, variant: Variant) -> str:
    """A legal move without check or mate sign."""
    text = san.unsigned(state, move, variant)
    if move.castle >= 0:
        return text
    pictures = _pictures(variant.piece_types)
    start = 2 if text[:2].isalpha() and text[:2].isupper() else 0  # letters of two stay together: BC is not a bishop
    body, sign, becomes = text[start:].partition("=")
    shown = becomes if len(becomes.rstrip("+#")) > 1 else becomes.translate(pictures)
    return f"{text[:start]}{body.translate(pictures)}{sign}{shown}"
