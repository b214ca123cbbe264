"""Four-player chess as Chess.com plays it: everybody for himself and for points, or red and yellow against blue and green.

The first seat is Red at the bottom; clockwise follow Blue, Yellow and Green.

>>> game = build("four-player", {"setup": "new"})
>>> len(game.initial_state().moves())
20
"""

from collections.abc import Mapping
from functools import cache, partial
from typing import cast

from fairyscore.notation.boards import HeadedBoard, chequered, rectangle
from fairyscore.notation.fen.armies import read, write
from fairyscore.notation.moves.registry import notations_for
from fairyscore.notation.rules.armies.board import ArmyBoard
from fairyscore.notation.rules.armies.state import ArmyState
from fairyscore.notation.rules.armies.tables import (
    BISHOP,
    KINDS,
    KING,
    KNIGHT,
    PAWN,
    PROMOTED,
    QUEEN,
    ROOK,
    SEAT,
    ArmySheet,
    ArmyTables,
    goals,
)
from fairyscore.notation.rules.moves import CASTLINGS
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import (
    SEATING,
    Idiom,
    MoveWriting,
    PieceLook,
    PieceType,
    Rules,
    Scenery,
    Variant,
)
from fairyscore.notation.variants.rule_sheets import sheet_in

PAGE = "Chess.com, `4 Player Chess`, rules of free for all and teams, 2017 to 2026"

SIDE, CORNER = 14, 3
"""So many files and ranks; so many of each are cut off at each corner."""

NAMES = {"four-player": "Four-player chess", "four-player-teams": "Four-player chess, teams"}
TEAMS = {"four-player": (0, 1, 2, 3), "four-player-teams": (0, 1, 0, 1)}
LAST_RANK = {"four-player": 8, "four-player-teams": 11}
PROMOTIONS = {"four-player": (PROMOTED,), "four-player-teams": (QUEEN, ROOK, BISHOP, KNIGHT)}

SETUPS = {
    "new": ("RNBQKBNR", "RNBKQBNR", "RNBKQBNR", "RNBQKBNR"),
    "old": ("RNBQKBNR", "RNBQKBNR", "RNBKQBNR", "RNBKQBNR"),
}
"""By the option `setup` the pieces of each player along his side: from file d on, from rank 4 on."""

PLAYERS = ("Red", "Blue", "Yellow", "Green")
INKS = tuple(map(str.lower, PLAYERS))


def build(name: str, options: Mapping[str, str]) -> Variant:
    """One of the two games, with its start position."""
    game_name = name.partition(":")[0]
    tables = _tables(game_name, options["setup"])
    castlings = tuple(way.king for way in tables.castlings)
    game = Variant(
        name=name,
        title=NAMES[game_name],
        family="armies",
        board=tables.board,
        seats=tables.sheet.seats,
        piece_types=tuple(
            PieceType(kind.letter, kind.name, _PICTURES.get(kind.name, "")) for kind in tables.sheet.kinds
        ),
        initial_state=lambda: ArmyState(tables, tables.start, rights=(1 << len(castlings)) - 1),
        read_position=lambda text: read(text, tables),
        write_position=lambda state: write(cast(ArmyState, state)),
        rules=Rules(
            cells_rule="page: The board",
            page=PAGE,
            sheet=sheet_in("four_player", partial(_words, tables)),
            reach=cache(partial(goals, tables)),
            lone_piece_position=lambda seat, kind, cell: ArmyState(tables, {cell: seat << SEAT | kind}, turn=seat),
            by_points=tables.sheet.scores,
            not_compiled=lambda: "games of several armies are played in Python",
        ),
        writing=MoveWriting(
            lambda: notations_for(game, "long"),
            castlings=CASTLINGS * len(tables.sheet.seats),
            castling_king_moves=castlings,
            digits=tuple(KINDS[kind].letter for kind in tables.sheet.promotions),
            passes=True,
        ),
        scenery=Scenery(chequered(tables.board), checked=_checked, pieces=PieceLook(inks=INKS)),
        options=dict(options),
        idiom=Idiom(PLAYERS),
    )
    return game


_PICTURES = {"promoted queen": "queen"}


@cache
def _board() -> HeadedBoard:
    cut = [*range(CORNER), *range(SIDE - CORNER, SIDE)]
    return rectangle(SIDE, SIDE, holes=frozenset(_cell(file, rank) for file in cut for rank in cut))


def _cell(file: int, rank: int) -> str:
    return f"{chr(ord('a') + file)}{rank + 1}"


@cache
def _tables(name: str, setup: str) -> ArmyTables:
    letters = [kind.letter for kind in KINDS]
    start: dict[str, tuple[int, int]] = {}
    for seat, pieces in enumerate(SETUPS[setup]):
        for place, letter in enumerate(pieces, CORNER):
            for depth, kind in enumerate((letters.index(letter), PAWN)):
                from_edge = depth if seat < 2 else SIDE - 1 - depth
                spot = (place, from_edge) if seat % 2 == 0 else (from_edge, place)
                start[_cell(*spot)] = (seat, kind)
    teams = TEAMS[name]
    sheet = ArmySheet(
        title=NAMES[name],
        seats=SEATING[4],
        players=PLAYERS,
        board=_board(),
        kinds=KINDS if PROMOTED in PROMOTIONS[name] else KINDS[:PROMOTED],
        teams=teams,
        last_rank=LAST_RANK[name],
        promotions=PROMOTIONS[name],
        start=start,
        scores=len(set(teams)) == len(teams),
    )
    return ArmyTables(sheet)


def _checked(state: State) -> tuple[int, ...]:
    board = cast(ArmyBoard, state)
    return (board.king(board.turn),) if board.in_check(board.turn) else ()


def _words(tables: ArmyTables) -> dict[str, str]:
    """The rule sheet's words that depend on the game and its options."""
    scores = tables.sheet.scores

    def places(kind: int) -> str:
        return ", ".join(tables.board.cells[cell] for seat in range(tables.seats) for cell in tables.homes(seat, kind))

    return {
        "points": "yes" if scores else "",
        "teams": "" if scores else "yes",
        "kings": places(KING),
        "queens": places(QUEEN),
    }
