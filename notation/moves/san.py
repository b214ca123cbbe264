"""SAN, the short form of the PGN standard: `Nf3`, `exd6`, `R1a3`, `e8=Q+`, `O-O`; and `N@c3`, `--` where there are such.

Walls, gating and promoted pieces are written as in long form: `e4,e5`, `Nc3/H`, `+Rd4`, `Sb3=+S`.

Letters are those of the variant, so `BCd7` is a caliph of cylindrical chess; no letter is a pawn. Where pieces change with
their field (Chamæleon), the letter is that of what the piece was on the field it left.

>>> from fairyscore.notation.variants import variant
>>> chess = variant("chess")
>>> state = chess.initial_state()
>>> write(state, state.find(read("Nf3", chess)), chess)
'Nf3'
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from fairyscore.notation.boards import mask_of
from fairyscore.notation.moves.cells import field_fault, no_files, piece_fault, rank_digits, terminal
from fairyscore.notation.moves.long import (
    SPECIAL,
    SUFFIX,
    WALL,
    read_special,
    says_too_much,
    with_wall,
    write_beside,
    write_promotion,
    write_special,
)
from fairyscore.notation.rules.moves import ABSENT, CASTLE, CASTLINGS, EVERYWHERE, GO, Move, ParsedMove
from fairyscore.notation.rules.outcome import is_decided
from fairyscore.notation.rules.reasons import Reason
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Variant

name = "san"

PAWN = "P"

X_FILE = r"x(?=[0-9]{1,2}[x:]?[a-z][0-9]|[x:][a-z][0-9])"
"""The file x, where a cell or another sign of capture follows; else an x is a capture."""


def refusal(variant: Variant) -> str:
    """Pieces are distinguished by file and rank."""
    return no_files(variant.board)


@lru_cache(maxsize=4)
def _grammar(digits: int) -> re.Pattern[str]:
    """One terminal: a fine-grained grammar of the same text is seven times slower. `digits` of a rank, at most."""
    rank = f"[0-9]{{1,{digits}}}"
    go = (
        rf"(?P<piece>(?:\+?[A-Z]{{1,2}})?)(?P<file>[a-wyz]|{X_FILE})?(?P<rank>{rank})?(?P<mark>[x:])?(?P<target>[a-z]{rank})"
        r"(?:[=/]?(?P<becomes>\+?[A-Z]{1,2}))?"
    )
    return terminal(rf"(?:{SPECIAL}|{go}){WALL}(?:{SUFFIX})")


def read(text: str, variant: Variant) -> ParsedMove | tuple[Reason, ...] | None:
    """The parsed move that a SAN move is, the reasons why it cannot be one on this board, or None if it is none."""
    digits = rank_digits(variant.board.cells)
    if not digits:
        return None
    if text in CASTLINGS:  # so common that no grammar is made for it
        return ParsedMove(CASTLE, castle=CASTLINGS.index(text))
    found = parts(text, variant)
    if found is None:
        return None
    special = read_special(found, variant)
    if special is not None:
        return with_wall(special, found, variant)
    return with_wall(_go(found, variant), found, variant)


def _names_no_piece(found: re.Match[str], variant: Variant) -> bool:
    """True if a text without a letter is not SAN: exd5 is SAN; xd5 and 4xd5 are nothing, e4d5 is UCI."""
    if found["file"] and found["rank"]:
        return not found["mark"]
    if not found["file"] and (found["rank"] or found["mark"]):
        return True
    return PAWN not in variant.letters


def _go(found: re.Match[str], variant: Variant) -> ParsedMove | tuple[Reason, ...] | None:
    file, rank, letter, becomes = (found[part] or "" for part in ("file", "rank", "piece", "becomes"))
    exact = bool(file and rank)  # a whole field names the piece: `c3xd5` may be any
    piece = letter if exact else letter or PAWN
    faults = field_fault(found["target"], variant)
    for letter in filter(None, (piece, becomes)):
        faults += piece_fault(letter, variant)
    if exact:
        faults += field_fault(file + rank, variant)
    if faults:
        return faults
    plain = going(found, variant)
    if plain is None:
        return None
    return replace(
        plain,
        kind=variant.read_letters[piece] if piece else ABSENT,
        becomes=variant.read_letters[becomes] if becomes else ABSENT,
    )


def parts(text: str, variant: Variant) -> re.Match[str] | None:
    """The parts of a SAN move, whatever its letters are here; None for another text."""
    digits = rank_digits(variant.board.cells)
    found = _grammar(digits).match(text) if digits else None
    if found is None or says_too_much(found, variant):
        return None
    return None if found["target"] and not found["piece"] and _names_no_piece(found, variant) else found


def going(found: re.Match[str], variant: Variant) -> ParsedMove | None:
    """The way of a move by its parts, without its piece; None where the board has no such cells."""
    file, rank = found["file"] or "", found["rank"] or ""
    index, exact = variant.board.index, bool(file and rank)
    sources = EVERYWHERE if exact else _sources(variant.board.cells, file, rank)
    if not sources or not found["target"] or found["target"] not in index or (exact and file + rank not in index):
        return None  # where there is no such file, the letter is something else
    origin = index[file + rank] if exact else ABSENT
    return ParsedMove(GO, origin=origin, target=index[found["target"]], sources=sources, capture=bool(found["mark"]))


@lru_cache(maxsize=4096)
def _sources(cells: tuple[str, ...], file: str, rank: str) -> int:
    """The cells that a file, a rank or neither leaves open."""
    if not file and not rank:
        return EVERYWHERE
    return mask_of(cell for cell, text in enumerate(cells) if text[0] == file or text[1:] == rank)


def write(state: State, move: Move, variant: Variant) -> str:
    """A legal move in SAN, with its check or mate sign."""
    facts = None if ABSENT in (move.target, move.origin) else state.san_facts(move)
    if facts is None:
        return unsigned(state, move, variant) + check_sign(state, move, variant)
    return unsigned(state, move, variant, facts[0]) + facts[1]


def check_sign(state: State, move: Move, variant: Variant) -> str:
    """`+` for a legal move that gives check, `#` for mate and other moves that decide the game."""
    facts = None if move.target == ABSENT else state.san_facts(move)
    if facts is not None:
        return facts[1]
    after = state.copy()
    after.push_unchecked(move)
    notes = after.notes()
    if "check" not in notes:
        return "#" if is_decided(notes) else ""
    return "#" if after.outcome() is not None else "+"


def written_start(letter: str, origin: str, others: list[str], *, takes: bool, is_pawn: bool) -> str:
    """The letter of a piece and what of its cell tells it from others that may go to the same target.

    letter: of the piece; that of a pawn is left out where its text cannot be taken for one of UCI, as `e4d5` would be.
    origin: the cell that it comes from. others: those of its rivals.
    """
    cell = disambiguation(origin, others)
    if is_pawn and (cell or takes):  # its file, and where that is not enough its cell
        cell = origin[0] if cell in ("", origin[0]) else origin
    if not takes and cell == "x":  # which would be a capture
        cell = origin
    return cell if is_pawn and (takes or len(cell) < 2) else f"{letter}{cell}"


def unsigned(state: State, move: Move, variant: Variant, rivals: list[int] | None = None) -> str:
    """A legal move in SAN without check or mate sign. rivals: see `State.san_facts`, where they are known."""
    special = write_special(move, variant)
    if special:
        if special.startswith(f"{PAWN}@"):  # as lichess writes it
            return special[1:]
        return special + write_beside(move, variant)
    cells = variant.board.cells
    letter = variant.piece_types[state.piece_type_at(move.origin)].letter
    takes = state.takes(move)
    origin = cells[move.origin]
    others = _rivals(state, move, variant) if rivals is None else [cells[cell] for cell in rivals]
    start = written_start(letter, origin, others, takes=takes, is_pawn=letter == PAWN)
    text = f"{start}{'x' if takes else ''}{cells[move.target]}{write_promotion(move, variant)}"
    return text if move.put_on == ABSENT else text + write_beside(move, variant)


def all_unsigned(state: State, legal: Sequence[Move], variant: Variant) -> list[str]:
    """All legal moves as `unsigned` writes them: who else may go to a field is among them."""
    if not legal or state.san_facts(legal[0]) is None:
        return [unsigned(state, move, variant) for move in legal]
    texts: list[str] = []
    goers = [_goer(state, move, variant) for move in legal]
    named = [_without_origin(state, move) for move in legal]
    starts: dict[tuple[str, int], set[int]] = {}
    alike: dict[tuple[int, ...], set[int]] = {}
    for goer, name, move in zip(goers, named, legal, strict=True):
        starts.setdefault(goer, set()).add(move.origin)
        alike.setdefault(name, set()).add(move.origin)
    for goer, name, move in zip(goers, named, legal, strict=True):
        rivals: list[int] | None = None
        if goer[0]:
            is_clear = len(alike[name]) == 1
            rivals = [] if is_clear else sorted(starts[goer] - {move.origin})
        texts.append(unsigned(state, move, variant, rivals))
    return texts


def _goer(state: State, move: Move, variant: Variant) -> tuple[str, int]:
    """The letter of the piece that moves, and its target; an empty letter where SAN names no origin."""
    if ABSENT in (move.origin, move.target) or move.castle != ABSENT:
        return "", ABSENT
    return variant.piece_types[state.piece_type_at(move.origin)].letter, move.target


def _without_origin(state: State, move: Move) -> tuple[int, ...]:
    """The features of a move that its text says where it names no origin."""
    kind = state.piece_type_at(move.origin) if move.origin != ABSENT else ABSENT
    return kind, move.target, move.becomes, move.castle, _wall(move), move.put


def _wall(move: Move) -> int:
    """Where a move puts a wall. Of a piece that is brought in no text names the cell: it is the one that is left."""
    return move.put_on if move.put == ABSENT else ABSENT


def _rivals(state: State, move: Move, variant: Variant) -> list[str]:
    """The fields of other pieces with the same letter that may go to the same field."""
    facts = state.san_facts(move)
    if facts is not None:
        return [variant.board.cells[cell] for cell in facts[0]]
    kind = state.piece_type_at(move.origin)
    named = ParsedMove(GO, target=move.target, kind=kind, becomes=move.becomes, put_on=_wall(move), put=move.put)
    if state.find(named) is not None:
        return []  # most moves: who is meant is clear, and no other move needs to be looked for
    letter = variant.piece_types[kind].letter
    return [
        variant.board.cells[other.origin]
        for other in state.moves()
        if other.target == move.target
        and other.origin not in (move.origin, ABSENT)
        and other.castle == ABSENT
        and variant.piece_types[state.piece_type_at(other.origin)].letter == letter
    ]


def disambiguation(origin: str, rivals: list[str]) -> str:
    """PGN 8.2.3.4: the file if it is enough, else the rank if that is, else both; nothing without rivals."""
    if not rivals:
        return ""
    if all(rival[0] != origin[0] for rival in rivals):
        return origin[0]
    if all(rival[1:] != origin[1:] for rival in rivals):
        return origin[1:]
    return origin
