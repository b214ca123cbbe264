"""What pieces do when a move is made: who goes where on which way, who goes away, who appears, and who turns into another.

Whatever moves (an animated drawing, a film, a page) is made of the same travels; a way is points with the share of the
time at which each is passed.

>>> from fairyscore.notation.records.tree import MoveLine, Ply, Record
>>> from fairyscore.notation.rules.moves import Move
>>> from fairyscore.notation.variants.registry import variant
>>> from fairyscore.render.layouts.registry import layout_of
>>> from fairyscore.render.board_state import moments
>>> record = Record("chess", line=MoveLine((Ply(Move(12, 28)), Ply(Move(51, 35)), Ply(Move(28, 35)))))
>>> _, _, before, after = moments(record)
>>> takes, taken = travels(before, Move(28, 35), after, layout_of(variant("chess")))
>>> takes.legs
(Leg(points=(Point(x=202.5, y=202.5), Point(x=157.5, y=157.5)), times=(0.0, 1.0)),)
>>> taken.piece, taken.target, taken.taken
((1, 0), -1, True)
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from fairyscore.notation.rules.moves import ABSENT, Move
from fairyscore.render.board_state import BoardState, Piece
from fairyscore.render.geometry import Point, aside
from fairyscore.render.layouts.base import Layout
from fairyscore.render.routes import Leg, MovePath, only_path, path_between, seen, unbroken

FINE: Final = 0.75  # units by which a way of few points may miss the curve that it stands for


class Travel(NamedTuple):
    """The travel of one piece while a move is made.

    piece: seat and kind at the beginning of the move. origin: its cell; ABSENT where it appears (a drop).
    target: the cell that it reaches; ABSENT where it leaves the board. becomes: what it is then, mostly the same; None
    where it leaves the board. taken: whether it leaves because it was captured.
    legs: its way, where origin and target differ and both are known. One leg; or, where it leaves the board over a seam and
    comes back over the other, a leg on each side, both beginning or ending half a cell beyond the seam and running at the
    same time for the length of a cell: cut off at the seam, together they show one piece.
    """

    piece: Piece
    origin: int
    target: int
    becomes: Piece | None
    taken: bool = False
    legs: tuple[Leg, ...] = ()


def travels(before: BoardState, move: Move, after: BoardState, layout: Layout) -> tuple[Travel, ...]:
    """The travels of pieces between two moments of a game. after: as `move` leads to it, with its marks (`moments.after`).

    First the piece that moves, then one that moves with it (castling), then those that leave, change or appear, by cell.
    Nothing for a pass.
    """
    was = {cell: old for cell, old, new in after.changes if old is not None and old != new}
    came = {cell: new for cell, old, new in after.changes if new is not None and old != new}
    found = list(_moved(was, came, move, after, layout))
    found += _together(was, came, before, layout)
    taken = list(after.captured[len(before.captured) :])
    for cell in sorted({*was, *came}):
        gone, now = was.get(cell), came.get(cell)
        if gone is not None and gone in taken:
            taken.remove(gone)
            found.append(Travel(gone, cell, ABSENT, None, taken=True))
            gone = None
        if gone is not None:
            found.append(Travel(gone, cell, ABSENT if now is None else cell, now))
        elif now is not None:
            found.append(Travel(now, ABSENT, cell, now))
    return tuple(found)


Cells = dict[int, Piece]  # pieces by their cell: who is no longer there, or who stands there now


def _moved(was: Cells, came: Cells, move: Move, after: BoardState, layout: Layout) -> Iterator[Travel]:
    """The piece that moves, taken out of the changes: what is left on its cells is about other pieces."""
    if move.origin not in was or move.target < 0:
        return
    piece, becomes = was.pop(move.origin), came.pop(move.target, None)
    if becomes is not None and becomes[0] != piece[0]:
        becomes = None
    yield Travel(piece, move.origin, move.target, becomes, legs=legs(layout, after.marks.path))


def _together(was: Cells, came: Cells, before: BoardState, layout: Layout) -> Iterator[Travel]:
    """Pieces who are gone from one cell and stand on another: they move too, as the rook of a castling does."""
    game = before.variant
    where = {piece: cell for cell, piece in sorted(came.items(), reverse=True)}
    for origin, piece in sorted(was.items()):
        target = where.get(piece)
        if origin in came or target is None or target in was:
            continue
        del where[piece], was[origin], came[target]
        way = only_path(game.board, game.rules.reach, piece, Move(origin, target))
        way = way or path_between(game, before.state, origin, target)
        yield Travel(piece, origin, target, piece, legs=legs(layout, way))


# -- ways ---------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def legs(layout: Layout, path: MovePath) -> tuple[Leg, ...]:
    """The legs of a way over cells, from the middle of the first to that of the last, in even time."""
    return seen(layout, thinned(unbroken(layout, path)))


def thinned(points: tuple[Point, ...]) -> tuple[Point, ...]:
    """A curve with as few of its points as it can be drawn with (Douglas and Peucker)."""
    places = {0, len(points) - 1}
    open_ = [(0, len(points) - 1)]
    while open_:
        first, last = open_.pop()
        ends = points[first], points[last]
        worst = max(range(first + 1, last), key=lambda k: aside(points[k], *ends), default=first)
        if worst > first and aside(points[worst], *ends) > FINE:
            places.add(worst)
            open_ += [(first, worst), (worst, last)]
    return tuple(point for k, point in enumerate(points) if k in places)
