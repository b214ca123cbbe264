"""Makes a `Variant` of a royal game's sheet: what all games won by mate have in common."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import NamedTuple

from fairyscore.notation.boards.headed import HeadedBoard, chequered
from fairyscore.notation.fen.royal import read_position, write_position
from fairyscore.notation.moves.registry import notations_for
from fairyscore.notation.rules.moves import CASTLINGS
from fairyscore.notation.rules.readings import RuleSheet
from fairyscore.notation.rules.royal.compiled import san_facts
from fairyscore.notation.rules.royal.sheet import RoyalSheet
from fairyscore.notation.rules.royal.state import RoyalState
from fairyscore.notation.rules.royal.tables import RoyalTables
from fairyscore.notation.rules.royal.targets import alone, goals
from fairyscore.notation.rules.seats import SEATING
from fairyscore.notation.rules.variant import MoveWriting, PieceType, River, Rules, Scenery, State, Variant


class Coordinates(NamedTuple):
    """The names that fields have in moves: the schemes there are, the one in use, and the board with its names.

    The board has the same cells under the same numbers as the sheet's.
    """

    schemes: tuple[str, ...]
    scheme: str
    board: HeadedBoard


def royal_game(
    name: str,
    title: str,
    family: str,
    page: str,
    sheet: RoyalSheet,
    *,
    rule_sheet: Callable[[], RuleSheet],
    warnings: tuple[str, ...] = (),
    board_rule: str = "",
    usual_notation: str = "long",
    digits: tuple[str, ...] = (),
    coordinates: Coordinates | None = None,
    rivers: tuple[River, ...] = (),
) -> Variant:
    """The variant that plays by a sheet. Its tables are laid here, once.

    usual_notation: how its moves are usually written. digits: as in `MoveWriting`.
    coordinates: other names for the fields, in moves and in what is said of them; sheet and position texts keep theirs.
    """
    tables = named = RoyalTables(sheet)
    board = coordinates.board if coordinates else sheet.board
    if board.cells != sheet.board.cells:
        named = RoyalTables(sheet)  # laid anew: the attributes of a copied object are slower to get at
        named.board = board

    def read(text: str) -> RoyalState:
        state = read_position(text, tables)
        state.tables = named
        return state

    def write(state: State) -> str:
        assert isinstance(state, RoyalState)
        if state.tables is tables:
            return write_position(state)
        twin = state.copy()
        twin.tables = tables
        return write_position(twin)

    start = read(sheet.start)

    game = Variant(
        name=name,
        title=title,
        family=family,
        board=board,
        seats=SEATING[2],
        piece_types=tuple(PieceType(kind.letter, kind.name) for kind in sheet.kinds),
        initial_state=start.copy,
        read_position=read,
        write_position=write,
        rules=Rules(
            page=page,
            sheet=rule_sheet,
            reach=cache(partial(goals, named)),
            lone_piece_position=partial(alone, named),
            warnings=warnings,
            cells_rule=board_rule,
            counts_repetition=True,
        ),
        writing=MoveWriting(
            lambda: notations_for(game, usual_notation),
            castlings=tuple(CASTLINGS[castling.side] for castling in sheet.castlings),
            castling_king_moves=tuple((castling.king_from, castling.king_to) for castling in tables.castlings),
            digits=digits,
            schemes=coordinates.schemes if coordinates else (),
            scheme=coordinates.scheme if coordinates else "",
            null_moves=True,
            san_facts=san_facts(named),
        ),
        scenery=Scenery(chequered(sheet.board), rivers, checked=_checked),
    )
    return game


def _checked(state: State) -> tuple[int, ...]:
    assert isinstance(state, RoyalState)
    return (state.kings[state.turn],) if state.in_check() else ()
