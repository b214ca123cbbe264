"""Legal moves that were probably meant by one that is refused: those that differ from it in a letter or two."""

from collections.abc import Mapping, Sequence

from fairyscore.notation.boards import Board
from fairyscore.notation.rules.moves import ABSENT, CASTLE, DROP, GO, GO_OR_CASTLE, Move, ParsedMove
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Variant

MOST = 3
APART = 99

LEAST_ALIKE = 0.6
"""As `difflib.get_close_matches` measures texts."""


def meant(state: State, parsed: ParsedMove, game: Variant, most: int = MOST) -> list[Move]:
    """Legal moves that resemble a parsed move that the rules refuse, the most similar first.

    most: how many are returned at most. Of two that are equally similar, the one to the named cell comes first, if the
    text names the piece type too. If some differ only in their capture mark or in what the text left open, only those are
    returned; if the player must pass, only the pass.
    """
    near = state.near_moves(parsed, most)
    if near is not None:
        return near
    legal = state.moves_with(parsed.throw) if game.rules.throws and parsed.throw else state.moves()
    if [move.target for move in legal] == [ABSENT]:
        return legal
    origins = {move.origin for move in legal if move.origin != ABSENT}
    letters = {origin: game.piece_types[state.piece_type_at(origin)].letter for origin in origins}
    names_piece = parsed.action == GO and parsed.kind != ABSENT
    ranked = sorted(
        (_distance(letters, parsed, move, game), names_piece and move.target != parsed.target, place)
        for place, move in enumerate(legal)
    )
    farthest = 0 if ranked and ranked[0][0] == 0 else 2  # so many characters may differ
    return [legal[place] for cost, _, place in ranked[:most] if cost <= farthest]


def _distance(letters: Mapping[int, str], parsed: ParsedMove, move: Move, game: Variant) -> int:
    """How many characters would have to change, a wrong kind of piece counting two. letters: of pieces, by their cells."""
    if move.castle != ABSENT and parsed.action == GO and parsed.target == move.target:
        castles = parsed.kind != ABSENT and game.piece_types[parsed.kind].letter == letters[move.origin]
        return 0 if castles else APART  # `Kg1` for O-O
    if parsed.action == CASTLE or move.castle != ABSENT:
        return 1 if parsed.action == CASTLE and move.castle != ABSENT else APART
    dropped = move.origin == ABSENT
    actions = (DROP,) if dropped else (GO, GO_OR_CASTLE)
    if move.target == ABSENT or parsed.action not in actions:
        return APART
    named = ABSENT if dropped else parsed.kind
    other_piece = named != ABSENT and game.piece_types[named].letter != letters[move.origin]
    if other_piece and parsed.target != move.target:
        return APART
    cost = _differing(game.board, parsed.target, move.target) + 2 * other_piece
    if dropped:
        return cost + (parsed.kind != move.becomes)
    if parsed.origin != ABSENT:
        cost += _differing(game.board, parsed.origin, move.origin)
    elif not parsed.sources >> move.origin & 1:
        cost += 1
    return cost + (parsed.becomes not in (move.becomes, ABSENT))


def _differing(board: Board, one: int, other: int) -> int:
    a, b = board.cells[one], board.cells[other]
    return sum(x != y for x, y in zip(a, b, strict=False)) + abs(len(a) - len(b))


def nearest_texts(text: str, known: Sequence[str], most: int = MOST) -> list[str]:
    """The texts among `known` that look most like one that nobody could read, the nearest first."""
    from difflib import get_close_matches

    wanted = text.casefold()
    folded = {move.casefold(): move for move in reversed(known)}  # letter case is the slip most often made
    theirs = dict.fromkeys(map(ord, wanted))
    size = len(wanted)
    comparable = []  # most are too short or too long, or have too few characters of it, to be compared one by one
    for near in folded:
        least = LEAST_ALIKE * (len(near) + size)
        if 2 * len(near) >= least and 2 * (len(near) - len(near.translate(theirs))) >= least:
            comparable.append(near)
    return [folded[near] for near in get_close_matches(wanted, comparable, n=most, cutoff=LEAST_ALIKE)]
