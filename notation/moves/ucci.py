"""Moves of xiangqi as they are sent to engines (UCCI): `h2e2`, from point to point, ranks counted from 0.

UCI has the same form with ranks from 1, so a text alone is taken for UCCI only where it has a rank 0 or capitals, `H2E2`.
Of a whole record all such texts are UCCI where one of them has a rank 0 and none a rank 10.

>>> from fairyscore.notation.variants import variant
>>> xiangqi = variant("xiangqi")
>>> state = xiangqi.initial_state()
>>> write(state, state.find(read("h0g2", xiangqi)), xiangqi)
'h0g2'
>>> in_record(["1.", "h2e2", "h9g7", "2.", "h0g2"])
['1.', 'H2E2', 'H9G7', '2.', 'H0G2']
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from fairyscore.notation.boards import Board
from fairyscore.notation.moves.cells import Read, asked, files_and_ranks, rank_digits, terminal
from fairyscore.notation.rules.moves import GO, Move
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Variant

name = "ucci"

FILES_AND_RANKS = 9, 10

_SOURCE = r"(?P<origin>[a-i][0-9])(?P<target>[a-i][0-9])|(?P<iccs_origin>[A-I][0-9])(?P<iccs_target>[A-I][0-9])"
_LOOKS = re.compile(r"[a-i][0-9][a-i][0-9]")
_SAN = re.compile(r"[A-Z]?[a-i]?[0-9]?x?[a-i][0-9][+#]?[!?]{0,2}")
_RANK_0 = re.compile(r"^[A-Z]?[a-i]?[0-9]?x?[a-i]0(?!\d)")
_RANK_10 = re.compile(r"^[A-Z]?[a-i]?[0-9]{0,2}x?[a-i]10")
_UCI = re.compile(r"[a-i](?:10[a-i][0-9]{1,2}|[1-9][a-i]10)")


def refusal(variant: Variant) -> str:
    """Why a game has no UCCI, empty where it has: a rank is one digit, 0 to 9, and a move only an origin and a target."""
    cells = variant.board.cells
    if not rank_digits(cells) or files_and_ranks(cells) != FILES_AND_RANKS:
        return "it is for boards of nine files and ten ranks"
    if variant.writing.drops or variant.writing.adds or variant.writing.digits:
        return "its moves do more than go from point to point"
    return ""


@lru_cache(maxsize=1 << 14)  # the lines of an engine repeat most of their moves
def read(text: str, variant: Variant) -> Read | None:
    """The parsed move of a UCCI text, None if it is no such text. UCI, which may look the same, is tried before."""
    found = terminal(_SOURCE).match(text)
    if found is None or refusal(variant):
        return None
    return go(found["origin"] or found["iccs_origin"], found["target"] or found["iccs_target"], variant)


def go(origin: str, target: str, variant: Variant) -> Read:
    """The parsed move from point to point, both with ranks from 0."""
    cells = {"origin": origin, "target": target}
    return asked(variant, GO, {end: f"{cell[0].lower()}{int(cell[1]) + 1}" for end, cell in cells.items()}, {})


def cell_name(cell: int, board: Board, text: str = "") -> str:
    """A point by its file and its rank from 0, `h2`. text: a move beside it, which does not matter."""
    point = board.cells[cell]
    return f"{point[0]}{int(point[1:]) - 1}"


def write(state: State, move: Move, variant: Variant) -> str:
    """A legal move as it is sent to a xiangqi engine."""
    return "".join(cell_name(cell, variant.board) for cell in (move.origin, move.target))


def in_record(tokens: Sequence[str]) -> Sequence[str]:
    """The tokens of a record, moves in capitals where the others show that they are UCCI; SAN with ranks from 1.

    WinBoard counts ranks from 0 in SAN too, `Rb0`: all of a record does so where one move has a rank 0 and none a rank 10.

    >>> in_record(["1.", "Cbe2", "Hc7", "2.", "Rb0+"])
    ['1.', 'Cbe3', 'Hc8', '2.', 'Rb1+']
    """
    moves = [token for token in set(tokens) if _LOOKS.fullmatch(token)]
    if any("0" in token for token in moves) and not any(map(_UCI.fullmatch, tokens)):
        return [token.upper() if _LOOKS.fullmatch(token) else token for token in tokens]
    if any(map(_RANK_0.search, tokens)) and not any(map(_RANK_10.search, tokens)):
        return [_from_1(token) if _SAN.fullmatch(token) else token for token in tokens]
    return tokens


def _from_1(token: str) -> str:
    return re.sub(r"\d", lambda rank: str(int(rank[0]) + 1), token)
