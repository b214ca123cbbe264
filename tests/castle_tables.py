"""Tables of castle games for the tests, told in texts that a person can check by eye."""

from fairyscore.notation.fen.placement import write_placement
from fairyscore.notation.rules.castles.state import CastleState
from fairyscore.notation.rules.moves import ParsedMove
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.variants import variant
from fairyscore.notation.variants.kaleidochess import BOARD


def text_of(pieces: str, turn: str = "w", last: str = "-", made: str = "-", number: int = 1) -> str:
    """A position text from pieces as in `1J:wW 5J:bH`."""
    standing = dict(piece.split(":") for piece in pieces.split())
    placement = write_placement(BOARD.rows, lambda cell: standing.get(BOARD.cells[cell], ""))
    return f"{placement} {turn} {last} {made} {number}"


def table(name: str = "kaleidochess", position: str = "", moves: str = "") -> tuple[Variant, CastleState]:
    """A game's table after some moves, divided by `;` or blanks, all of which must be legal."""
    game = variant(name)
    state = game.read_position(position) if position else game.initial_state()
    assert isinstance(state, CastleState)
    for move in filter(None, map(str.strip, moves.split(";") if ";" in moves else moves.split())):
        assert state.push(wished(game, move)), (move, state.reasons(wished(game, move), move))
    return game, state


def wished(game: Variant, text: str) -> ParsedMove:
    """The parsed move that a move text is, in whichever notation of the game."""
    found = next(
        parsed for parsed in (notation.read(text, game) for notation in game.writing.notations) if parsed is not None
    )
    assert isinstance(found, ParsedMove), found
    return found


def legal(game: Variant, state: CastleState) -> list[str]:
    """Every legal move in long form."""
    return [game.writing.usual.write(state, move, game) for move in state.moves()]
