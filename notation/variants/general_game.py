"""Makes a `Variant` of the rules of any game that the general engine plays."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from fairyscore.notation.boards.headed import chequered
from fairyscore.notation.fen.general import read_position, write_position
from fairyscore.notation.moves.registry import notations_for
from fairyscore.notation.rules.general.definition import GameRules
from fairyscore.notation.rules.general.state import GeneralState
from fairyscore.notation.rules.general.tables import GeneralTables
from fairyscore.notation.rules.general.targets import alone, targets_of
from fairyscore.notation.rules.moves import CASTLINGS, Move
from fairyscore.notation.rules.readings import RuleSheet
from fairyscore.notation.rules.seats import SEATING
from fairyscore.notation.rules.variant import MoveWriting, PieceType, River, Rules, Scenery, State, Variant


def general_game(
    name: str,
    title: str,
    page: str,
    rules: GameRules,
    *,
    rule_sheet: Callable[[], RuleSheet] = RuleSheet,
    rivers: tuple[River, ...] = (),
) -> Variant:
    """The variant that is played by some rules."""
    tables = GeneralTables(rules)
    start = read_position(rules.start, tables)
    game = Variant(
        name=name,
        title=title,
        family="general",
        board=tables.board,
        seats=SEATING[2],
        piece_types=tuple(PieceType(kind.letter, kind.name) for kind in tables.kinds),
        initial_state=start.copy,
        read_position=partial(read_position, tables=tables),
        write_position=_write,
        rules=Rules(
            page=page,
            sheet=rule_sheet,
            reach=partial(targets_of, tables),
            lone_piece_position=partial(alone, tables),
            optional_wall=rules.walls is not None and rules.walls.or_move,
            counts_repetition=True,
        ),
        writing=MoveWriting(
            lambda: notations_for(game, "san"),
            castlings=tuple(CASTLINGS[castling.side] for castling in rules.castlings),
            castling_target=_castling_target,
            digits=_digits(rules),
            beside=True,
            adds=rules.walls is not None or rules.gating != "",
            drops=bool(rules.hand),
            turns_back=any(promotion.demotion for promotion in rules.promotions),
            null_moves=True,
        ),
        scenery=Scenery(chequered(tables.board), rivers, gone=_walls, checked=_checked),
    )
    return game


def _digits(rules: GameRules) -> tuple[str, ...]:
    """The letters of the pieces that there are promotions to."""
    letters = {piece.mark: piece.letter for piece in rules.pieces}
    return tuple(dict.fromkeys(letters[mark] for p in rules.promotions for side in p.to for mark in side))


def _write(state: State) -> str:
    assert isinstance(state, GeneralState)
    return write_position(state)


def _castling_target(state: State, move: Move) -> int:
    """Chess960 writes castling as the king's move onto his rook; so does any game where he may also just go there."""
    assert isinstance(state, GeneralState)
    way = state.castling(move)
    plain = way.king_to in state.targets(state.board[way.king_from], way.king_from)
    return way.rook_from if plain or state.tables.rules.chess960 else way.king_to


def _checked(state: State) -> tuple[int, ...]:
    assert isinstance(state, GeneralState)
    return tuple(cell for cell in state.royals(state.turn) if state.attacked(cell, state.turn ^ 1))


def _walls(state: State) -> tuple[int, ...]:
    assert isinstance(state, GeneralState)
    return state.walls()
