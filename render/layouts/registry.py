"""The layouts by the shape of the board. Each shape has a usual view, and some have another."""

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any, Final, cast

from fairyscore.notation.boards import HeadedBoard
from fairyscore.notation.moves.registry import cell_names
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.text import shown
from fairyscore.notation.variants.registry import variant
from fairyscore.render.errors import DrawingError
from fairyscore.render.idiom import naming_here
from fairyscore.render.layouts.base import TURNS, Layout
from fairyscore.render.layouts.hexagons import hexagon_layout
from fairyscore.render.layouts.levels import levels_layout
from fairyscore.render.layouts.native import renamed
from fairyscore.render.layouts.rectangle import flat_layout, unroll
from fairyscore.render.layouts.round import cylinder_layout, rings_layout, slices_layout

RECTANGLE: Final = "rectangle"
VIEWS: dict[str, dict[str, Callable[[Any, int], Layout]]] = {
    RECTANGLE: {"flat": flat_layout},
    "cylinder": {"flat": flat_layout, "ring": cylinder_layout},
    "torus": {"flat": flat_layout},
    "strip": {"flat": flat_layout},
    "rings": {"round": rings_layout, "unrolled": unroll},
    "hexagon": {"flat": hexagon_layout},
    "levels": {"flat": levels_layout},
    "slices": {"round": slices_layout, "octagon": partial(slices_layout, straight=True)},
}
"""Shape of the board (`boards`), name of the view, and what lays it out; the first view is the usual one."""


def views(game: Variant) -> tuple[str, ...]:
    """The views of a game's board, the usual one first.

    >>> views(variant("cylindrical"))
    ('flat', 'ring')
    """
    return tuple(VIEWS[_shape(game)])


def _shape(game: Variant) -> str:
    return str(getattr(game.board, "shape", RECTANGLE))


def layout_of(game: Variant, view: str = "", turn: int = 0, naming: str | None = None) -> Layout:
    """The board of a game on paper. view: empty for the usual one; turn: eighths from White's seat to the bottom one.
    naming: whose names of cells stand at its rim, as `Look` has it; those beside the moves that are shown, if None.

    Raises `DrawingError`.
    """
    known = views(game)
    if view and view not in known:
        raise DrawingError(
            f"there is no view '{shown(view)}' of {game.name}; there {'are' if known[1:] else 'is'} {', '.join(known)}"
        )
    return _cached_layout(game.name, view or known[0], turn, naming_here(game) if naming is None else naming)


def turn_of(game: Variant, seat: str) -> int:
    """Eighths of a turn by which a player is at the bottom, the first one if empty. Raises `DrawingError` for nobody."""
    players = [player.name for player in game.seats]
    place = game.seat_called(seat) if seat else 0
    if place is None:
        raise DrawingError(f"{game.name} has no player '{shown(seat)}'; there are {', '.join(players)}")
    return TURNS[players[place]]


@lru_cache(maxsize=64)
def _cached_layout(name: str, view: str, turn: int, naming: str) -> Layout:
    game = variant(name)
    layout = _unnamed(game, view, turn)
    if naming and _shape(game) == RECTANGLE:
        return renamed(layout, naming, cell_names(game, naming))
    return layout


def _unnamed(game: Variant, view: str, turn: int) -> Layout:
    """The board with the names of its cells at the rim. The river of a board of points is no strip between ranks."""
    if view == "flat" and game.scenery.rivers and not game.scenery.points:
        banks = [pair for river in game.scenery.rivers for pair in river.banks]
        return flat_layout(cast(HeadedBoard, game.board), turn, banks)
    return VIEWS[_shape(game)][view](game.board, turn)
