"""What a legal move does, in words: who goes where, what is taken, how it is written, and how the game stands then."""

from collections.abc import Iterator, Sequence

from fairyscore.notation.rules.moves import ABSENT, Move
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Variant


def effects(game: Variant, state: State, move: Move, cells: Sequence[str] = ()) -> list[str]:
    """A line for each thing that a legal move does. The state stays as it is.

    cells: what the cells are called, by number; empty for the names of the board.

    >>> from fairyscore.notation.variants.registry import variant
    >>> chess = variant("chess")
    >>> state = chess.initial_state()
    >>> effects(chess, state, next(move for move in state.moves() if move.target == 28))[::2]
    ['pawn from e2 to e4', 'position after: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1']
    """
    after = state.copy()
    after.push_unchecked(move)
    outcome = after.outcome()  # who is to move and cannot leaves now (K-5), of which a note is made
    ending = [] if outcome is None else [f"the game ends: {outcome.ending.value}, {outcome.result}"]
    return [
        *_deeds(game, state, move, cells or game.board.cells),
        f"written: {_written(game, state, move)}",
        *_news(game, state, after),
        *ending,
        f"position after: {game.write_position(after)}",
    ]


def _news(game: Variant, before: State, after: State) -> tuple[str, ...]:
    """The remarks after a move: what the rules changed beside it, and the state of the player to move."""
    news = game.scenery.news
    return after.notes() if news is None else news(before, after)


def _written(game: Variant, state: State, move: Move) -> str:
    """The texts of a move, each with the notations that write it so."""
    names: dict[str, list[str]] = {}
    for notation in game.writing.notations:
        names.setdefault(notation.write(state, move, game), []).append(notation.name)
    return ", ".join(f"{text} ({', '.join(known)})" for text, known in names.items())


def _deeds(game: Variant, state: State, move: Move, cells: Sequence[str]) -> Iterator[str]:
    """Castling or a pass; else who goes where, what is taken, and what the piece becomes."""
    if move.castle != ABSENT or move.target == ABSENT:
        yield "castling" if move.castle != ABSENT else "a pass"
        return
    piece = state.piece_at(move.origin) if move.origin != ABSENT else None
    if piece is not None:
        yield f"{game.piece_types[piece[1]].name} from {cells[move.origin]} to {cells[move.target]}"
    for cell in state.taken_cells(move):
        victim = state.piece_at(cell)
        owned = f"{game.player(victim[0])}'s {game.piece_types[victim[1]].name}" if victim else "a piece"
        if cell != move.target:
            owned = "a pawn in passing" if _passes(game, state, move) else f"{owned} on {cells[cell]}"
        yield f"takes {owned}"
    if ABSENT not in (move.becomes, move.origin):
        yield f"becomes a {game.piece_types[move.becomes].name}"


def _passes(game: Variant, state: State, move: Move) -> bool:
    """True if a piece that takes another one than stands on its target captures there by its own movement: in passing."""
    piece = state.piece_at(move.origin)
    reached = () if piece is None else game.rules.reach(*piece, move.origin)
    return any(one.target == move.target and one.takes for one in reached)
