"""SAN as Fairy-Stockfish writes it, and with it pychess and lishogi: a promoted piece has the letter of what it moves as.

`Gd7` is a tokin, or a gold general, whichever can go there; `Bxh8=H` promotes to a horse, `Sc2=B` in Kyoto turns the piece.
The horse of xiangqi is `H`; the letter of a pawn is left out only where he moves as one of chess (`Pc4`, `P@c4`); and who
passes moves his king onto its own cell, `Ke2`. Two pieces with the same letter that can go to the same cell are told apart
as in SAN. Only a position tells what is meant.

>>> from fairyscore.notation.variants import variant
>>> shogi = variant("shogi")
>>> state = shogi.read_position("4k4/9/2+P6/9/9/9/9/9/4K4[] w - - 0 1")
>>> write(state, state.find(reading("Gd7", state, shogi)), shogi)
'Gd7'
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from fairyscore.notation.moves import san
from fairyscore.notation.moves.cells import Read
from fairyscore.notation.moves.long import moves_nothing, write_beside
from fairyscore.notation.rules.moves import ABSENT, DROP, PASS, RELATIVE, Move, ParsedMove, Relative
from fairyscore.notation.rules.reasons import Code, Reason
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.text import shown

name = "fairy"

PROMOTED = "+"  # what the letter of a promoted piece begins with
KING = "K"


def refusal(variant: Variant) -> str:
    """Pieces are distinguished by file and rank; most games have their SAN."""
    return san.refusal(variant) or ("" if _differs(variant) else "its SAN is the same")


@lru_cache(maxsize=256)
def _differs(variant: Variant) -> bool:
    letters = [piece.letter for piece in variant.piece_types]
    others = any(letter_of(kind, variant) != letter for kind, letter in enumerate(letters))
    pawn = san.PAWN in letters and (variant.writing.drops or not _is_pawn(letters.index(san.PAWN), variant))
    return others or pawn or variant.writing.passes or variant.rules.optional_wall


@lru_cache(maxsize=64)
def _kinds(variant: Variant) -> dict[str, tuple[int, ...]]:
    """By letter the kinds of pieces that it may name: those that have it, and promoted ones that move as these."""
    found: dict[str, list[int]] = {}
    for kind, piece in enumerate(variant.piece_types):
        for letter in dict.fromkeys((piece.letter, *piece.also, letter_of(kind, variant))):
            found.setdefault(letter, []).append(kind)
    return {letter: tuple(kinds) for letter, kinds in found.items()}


@lru_cache(maxsize=1024)
def letter_of(kind: int, variant: Variant) -> str:
    """The letter of a kind of piece: that of servers where they have another, for a promoted one of what it moves as."""
    piece = variant.piece_types[kind]
    if piece.also or not piece.letter.startswith(PROMOTED):
        return (*piece.also, piece.letter)[0]
    plain = ((other, like) for like, other in enumerate(variant.piece_types) if not other.letter.startswith(PROMOTED))
    return next((other.letter for other, like in plain if _go_alike(kind, like, variant)), piece.letter)


def _go_alike(kind: int, other: int, variant: Variant) -> bool:
    """True if the first seat's pieces of two kinds go and take alike, from every cell."""
    cells = range(len(variant.board.cells))
    return all(_ways(kind, cell, variant) == _ways(other, cell, variant) for cell in cells)


def _ways(kind: int, cell: int, variant: Variant) -> set[tuple[object, ...]]:
    reach = variant.rules.reach(0, kind, cell)
    return {(to.target, to.goes, to.takes, to.leaps, to.lame, to.hops) for to in reach}


@lru_cache(maxsize=256)
def _is_pawn(kind: int, variant: Variant) -> bool:
    """True if a piece moves as a pawn of chess: ahead on its file without taking, and takes beside that."""
    if variant.piece_types[kind].letter != san.PAWN:
        return False
    cells = variant.board.cells
    return all(
        to.goes == (not to.takes) == (cells[to.target][0] == name[0]) and int(cells[to.target][1:]) > int(name[1:])
        for cell, name in enumerate(cells)
        for to in variant.rules.reach(0, kind, cell)
    )


# -- reading ----------------------------------------------------------------------------------------------------------


def read(text: str, variant: Variant) -> Read | None:
    """The move, to be resolved on the board, of a text whose letters the game's pieces have here; else None."""
    if refusal(variant):
        return None
    parts = san.parts(text, variant)
    if parts is not None and (parts["castle"] or parts["pass"]):  # written as in SAN
        return san.read(text, variant)
    if next(_candidates(text, variant), None) is None:
        return None
    return ParsedMove(RELATIVE, relative=Relative(text, variant, on_board))


def on_board(text: str, state: State, variant: Variant) -> Read:
    """The move that a text asks for in a position, or why it is none."""
    found = reading(text, state, variant)
    if found is not None:
        return found
    candidates = list(_candidates(text, variant))
    legal = dict.fromkeys(filter(None, map(state.find, candidates)))
    if not legal:
        return candidates[0]
    between = tuple(san.write(state, move, variant) for move in legal)
    return (Reason(Code.AMBIGUOUS, {"text": shown(text), "between": between}),)


def reading(text: str, state: State, variant: Variant) -> ParsedMove | None:
    """The legal reading of a text where all its legal readings are the same move; None where there is none, or two.

    What a piece becomes, or is dropped as, is rather a piece of that letter than one that moves as it.
    """
    found: dict[Move, ParsedMove] = {}
    for parsed in (*_candidates(text, variant), *_passes(text, state, variant)):
        move = state.find(parsed)
        if move is not None:
            found.setdefault(move, parsed)
    if len(found) > 1:
        parts = san.parts(text, variant)
        own = variant.letters.get((parts["becomes"] or parts["dropped"] or "") if parts else "")
        found = {move: parsed for move, parsed in found.items() if move.becomes == own} or found
    return next(iter(found.values())) if len(found) == 1 else None


def _candidates(text: str, variant: Variant) -> Iterator[ParsedMove]:
    """The moves that a text may ask for, by the kinds of pieces that its letters may mean."""
    parts = san.parts(text, variant)
    if parts is None or parts["castle"] or parts["pass"]:
        return
    kinds, cells = _kinds(variant), variant.board.index
    wall = "" if variant.rules.optional_wall else parts["wall"]  # where it is wall or move, some cell stands for none
    if wall and wall not in cells:
        return
    if parts["sign"]:
        for kind in kinds.get(parts["dropped"] or san.PAWN, ()) if parts["on"] in cells else ():
            yield ParsedMove(DROP, target=cells[parts["on"]], kind=kind)
        return
    becomes = kinds.get(parts["becomes"], ()) if parts["becomes"] else (ABSENT,)
    plain = san.going(parts, variant)
    for kind in kinds.get(parts["piece"] or san.PAWN, ()) if plain is not None else ():
        assert plain is not None
        for into in becomes:
            yield replace(plain, kind=kind, becomes=into, put_on=cells[wall] if wall else ABSENT)


def _passes(text: str, state: State, variant: Variant) -> Iterator[ParsedMove]:
    """A piece that moves onto its own cell passes."""
    parts = san.parts(text, variant)
    if parts is None or not parts["target"] or parts["mark"] or parts["becomes"]:
        return
    cell = variant.board.index.get(parts["target"], ABSENT)
    here = state.piece_at(cell) if cell != ABSENT else None
    wall = variant.board.index.get(parts["wall"], ABSENT) if parts["wall"] else ABSENT
    if here is not None and here[0] == state.turn and here[1] in _kinds(variant).get(parts["piece"] or san.PAWN, ()):
        yield ParsedMove(PASS, put_on=wall)


# -- writing ----------------------------------------------------------------------------------------------------------


def write(state: State, move: Move, variant: Variant) -> str:
    """A legal move as Fairy-Stockfish writes it."""
    return unsigned(state, move, variant) + san.check_sign(state, move, variant)


def unsigned(state: State, move: Move, variant: Variant) -> str:
    """The same without check or mate sign."""
    cells = variant.board.cells
    king = _king(state, variant) if moves_nothing(move, variant) and variant.writing.passes else ABSENT
    if king != ABSENT:
        return f"{KING}{cells[king]}{write_beside(move, variant)}"
    if move.castle != ABSENT or moves_nothing(move, variant):
        return san.unsigned(state, move, variant)
    if move.origin == ABSENT:
        return _clear(f"{letter_of(move.becomes, variant)}@{cells[move.target]}", state, move, variant)
    kind = state.piece_type_at(move.origin)
    letter, takes, origin = letter_of(kind, variant), state.takes(move), cells[move.origin]
    rivals = _rivals(state, move, variant)
    start = san.written_start(letter, origin, rivals, takes=takes, is_pawn=_is_pawn(kind, variant))
    start = f"{start}{'x' if takes else ''}{cells[move.target]}"
    if move.becomes == ABSENT:
        return f"{start}{write_beside(move, variant)}"
    return _clear(f"{start}={letter_of(move.becomes, variant)}{write_beside(move, variant)}", state, move, variant)


def _clear(text: str, state: State, move: Move, variant: Variant) -> str:
    """A text that says what a move becomes; SAN where its letter would name two pieces, which the engine does not tell."""
    if len(_kinds(variant)[letter_of(move.becomes, variant)]) == 1:
        return text
    meant = reading(text, state, variant)
    return text if meant is not None and state.find(meant) == move else san.unsigned(state, move, variant)


def _king(state: State, variant: Variant) -> int:
    """The cell of the mover's king, ABSENT without one."""
    kind = variant.letters.get(KING, ABSENT)
    cells = range(len(variant.board.cells))
    return next((cell for cell in cells if state.piece_at(cell) == (state.turn, kind)), ABSENT)


def _rivals(state: State, move: Move, variant: Variant) -> list[str]:
    """The cells of other pieces with the same letter that may go to the same cell."""
    letter = letter_of(state.piece_type_at(move.origin), variant)
    return [
        variant.board.cells[other.origin]
        for other in state.moves()
        if other.target == move.target
        and other.origin not in (move.origin, ABSENT)
        and other.castle == ABSENT
        and letter_of(state.piece_type_at(other.origin), variant) == letter
    ]
