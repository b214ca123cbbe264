"""Moves of xiangqi as they are sent to engines (UCCI): `h2e2`, from point to point, ranks counted from 0.

UCI has the same form with ranks from 1, so a text alone is taken for UCCI only where it has a rank 0 or capitals, `H2E2`.
In a whole record all such texts are UCCI where one of them has a rank 0 and none a rank 10; where no rank tells, if more
plies are legal so.

>>> from fairyscore.notation.variants import variant
>>> xiangqi = variant("xiangqi")
>>> state = xiangqi.initial_state()
>>> write(state, state.find(read("h0g2", xiangqi)), xiangqi)
'h0g2'
>>> in_record(["1.", "h2e2", "h9g7", "2.", "h0g2"], xiangqi, state)
['1.', 'H2E2', 'H9G7', '2.', 'H0G2']
>>> in_record(["1.", "b2e2", "h7e7"], xiangqi, state)
['1.', 'B2E2', 'H7E7']
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from fairyscore.notation.boards import Board
from fairyscore.notation.moves import san, uci
from fairyscore.notation.moves.cells import Read, files_and_ranks, move_of_names, rank_digits, terminal
from fairyscore.notation.rules.moves import GO, Move, ParsedMove
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Variant

name = "ucci"

FILES_AND_RANKS = 9, 10

_SOURCE = r"(?P<origin>[a-i][0-9])(?P<target>[a-i][0-9])|(?P<iccs_origin>[A-I][0-9])(?P<iccs_target>[A-I][0-9])"
_POINTS = re.compile(r"[a-i][0-9][a-i][0-9]")
_MOVE = re.compile(rf"{_POINTS.pattern}|[A-Z]?[a-i]?[0-9]?x?[a-i][0-9][+#]?[!?]{{0,2}}")
_RANK_10 = re.compile(r"^(?:[A-Z]?[a-i]?[0-9]{0,2}x?[a-i]10|[a-i]10[a-i][0-9])")


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
    return move_of_names(variant, GO, {end: f"{cell[0].lower()}{int(cell[1]) + 1}" for end, cell in cells.items()}, {})


def cell_name(cell: int, board: Board, text: str = "") -> str:
    """A point by its file and its rank from 0, `h2`. text: a move beside it, which does not matter."""
    point = board.cells[cell]
    return f"{point[0]}{int(point[1:]) - 1}"


def write(state: State, move: Move, variant: Variant) -> str:
    """A legal move as it is sent to a xiangqi engine."""
    return "".join(cell_name(cell, variant.board) for cell in (move.origin, move.target))


def in_record(tokens: Sequence[str], game: Variant, start: State) -> Sequence[str]:
    """The tokens of a record, its moves with ranks from 1 or in capitals where the others show that it counts from 0.

    WinBoard counts so in SAN too, `Rb0`.

    >>> from fairyscore.notation.variants import variant
    >>> xiangqi = variant("xiangqi")
    >>> in_record(["1.", "Cbe2", "Hc7", "2.", "Rb0+"], xiangqi, xiangqi.initial_state())
    ['1.', 'Cbe3', 'Hc8', '2.', 'Rb1+']
    """
    moves = [token for token in tokens if _MOVE.fullmatch(token)]
    if not moves or any(map(_RANK_10.search, tokens)):
        return tokens
    if any("0" in token for token in moves) or _is_further_from_0(moves, game, start):
        return [_from_0(token) if _MOVE.fullmatch(token) else token for token in tokens]
    return tokens


def _is_further_from_0(moves: Sequence[str], game: Variant, start: State) -> bool:
    """True if more plies of a record are legal with ranks from 0 than with ranks from 1."""
    return _legal_plies(map(_from_0, moves), game, start) > _legal_plies(moves, game, start)


def _legal_plies(moves: Iterable[str], game: Variant, start: State) -> int:
    """How many of the first moves are legal, one after another."""
    parsed = []
    for move in moves:
        read_move = san.read(move, game) or uci.read(move, game) or read(move, game)
        if not isinstance(read_move, ParsedMove):
            break
        parsed.append(read_move)
    return start.copy().push_many(parsed)


def _from_0(move: str) -> str:
    """A move of a record that counts ranks from 0: UCCI in capitals, SAN with its ranks from 1."""
    if _POINTS.fullmatch(move):
        return move.upper()
    return re.sub(r"\d", lambda rank: str(int(rank[0]) + 1), move)
