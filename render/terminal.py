"""A position in characters: flat boards as a grid, round ones with each field where it lies on the circle.

>>> from fairyscore.notation.position import Position
>>> from fairyscore.render.board_state import moment
>>> drawn = drawn_in_text(moment(Position.from_fen("4k3/8/8/8/8/8/PP6/4K3 b - - 0 1", "chess")), pictures=False)
>>> print("".join(run.text for run in drawn[-3]))
1 | . |   | . |   | K |   | . |   |
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import groupby
from math import floor
from typing import Final, NamedTuple

from fairyscore.notation.moves.figurine import FIGURINES
from fairyscore.notation.rules.variant import NOBODY, PieceType, State, Variant
from fairyscore.render.board import kind_of
from fairyscore.render.board_state import BoardState, Piece
from fairyscore.render.geometry import Point, angle_of, distance, polar
from fairyscore.render.language import capital, translated
from fairyscore.render.layouts.base import DOWN, LEFT, UNIT, CellShape, Layout
from fairyscore.render.layouts.registry import layout, turn_of

PLAIN, FAINT, WATER, MOVED = "", "faint", "water", "moved"
"""What runs of characters are, beside the names of players and of the kinds of fields."""

ABOUT: Final = {
    "castle": "[]",
    "town": "()",
    "red": " r",
    "green": " g",
    "yellow": " y",
    "blue": " b",
}
"""What stands on either side of a field of a kind, with or without a piece; the letters are those of the colours."""

SECOND_OF_LETTER: Final = "+"
"""What stands behind a piece whose letter another kind has too, as a pawn that has crossed the centre."""

LAST: Final = "><"
"""The same about the fields of the last move."""

ASPECT = 2
"""How much higher than broad the place of a character is."""


Place = tuple[int, int]
"""Column and row."""


class StyledText(NamedTuple):
    """Characters of one kind, in the order of a line. ink: a player, a kind of field, or one of the words above."""

    text: str
    ink: str = PLAIN


class Signs(NamedTuple):
    """The characters that borders are made of. corners: of a grid, row by row; seam: the border over which it goes on."""

    along: str
    down: str
    seam: str
    water: str
    corners: tuple[str, str, str]
    dark: str
    gone: str


ASCII = Signs("-", "|", ":", "~", ("+++", "+++", "+++"), ".", "/")
UNICODE = Signs("─", "│", "┊", "≈", ("┌┬┐", "├┼┤", "└┴┘"), "·", "▒")


class CellText(NamedTuple):
    """What a field shows.

    piece: who stands there, as broad on every field; sides: what stands before and behind.
    ink, field: of the piece and of the sides.
    """

    piece: str
    sides: str
    ink: str
    field: str


def drawn_in_text(given: BoardState, *, seat: str = "", pictures: bool = True) -> list[tuple[StyledText, ...]]:
    """The board with its pieces, line by line without line ends; blanks at the ends of lines are left out.

    seat: the player at the bottom, the first one if empty; raises `DrawingError` where nobody is called so.
    pictures: borders and chessmen as Unicode has them; otherwise everything is ASCII.
    """
    game = given.variant
    turn = turn_of(game, seat)
    laid, signs = layout(game, "", turn), UNICODE if pictures else ASCII
    faces = _faces(given, signs, pictures=pictures)
    canvas = _Canvas()
    if laid.middle is None:
        _grid(canvas, game, laid, faces, signs)
    else:
        _circle(canvas, game, laid, laid.middle, faces)
    return canvas.lines()


def legend(game: Variant, *, pictures: bool = True) -> list[str]:
    """What the signs on the board mean, a line each."""
    kinds = dict.fromkeys(game.scenery.fields)
    marked = [f"{ABOUT[kind].strip()} {translated(kind)}" for kind in kinds if kind in ABOUT]
    if _owners_by_letter(game):
        owners = ", ".join(f"{player.letter} {translated(player.name)}" for player in game.seats)
        lines = [translated("The small letter in front of a piece is its player's: {owners}.", owners=owners)]
    elif pictures and _all_pictured(game):
        lines = []
    else:
        first, second = (capital(translated(player.name)) for player in game.seats)
        lines = [
            translated("{first}'s pieces are in upper case, {second}'s in lower case.", first=first, second=second)
        ]
    seconds = [translated(piece.name) for kind, piece in enumerate(game.piece_types) if _is_second(game, kind)]
    lines += (
        [translated("{sign} behind a piece: {pieces}.", sign=SECOND_OF_LETTER, pieces=", ".join(seconds))]
        if seconds
        else []
    )
    return [*lines, translated("Fields: {kinds}.", kinds=", ".join(marked))] if marked else lines


def _is_second(game: Variant, kind: int) -> bool:
    return game.letters.get(game.piece_types[kind].letter, kind) != kind


# -- what stands in a field -------------------------------------------------------------------------------------------


def piece_text(game: Variant, piece: Piece, *, pictures: bool = True) -> str:
    """A piece in characters.

    Two players are told apart by case, or by the two sets of figurines where Unicode has all pieces of the game; more by
    their letters in front.

    >>> from fairyscore.notation.variants.registry import variant
    >>> games = [variant(name) for name in ("tor-qi", "chess", "chamaeleon")]
    >>> tuple(piece_text(game, piece) for game, piece in zip(games, [(1, 4), (1, 1), (1, 0)]))
    ('g', '♞', '♛')
    >>> piece_text(variant("kaleidochess:players=4"), (3, 0))
    'gW'
    """
    seat, kind = piece
    name = game.piece_types[kind]
    letter = name.letter or name.name[:1].upper()
    figures = FIGURINES[_base(name)] if pictures and _all_pictured(game) else ""
    if _owners_by_letter(game):
        return f"{game.seats[seat].letter}{figures[:1] or letter}"
    return figures[seat : seat + 1] or (letter.lower() if seat else letter)


def _owners_by_letter(game: Variant) -> bool:
    return len(game.seats) > 2


def _all_pictured(game: Variant) -> bool:
    return all(_base(piece) in FIGURINES for piece in game.piece_types)


def _base(piece: PieceType) -> str:
    """What a kind of piece is, whatever has happened to him: a crossed pawn is a pawn."""
    return piece.name.rpartition(" ")[2]


def _faces(given: BoardState, signs: Signs, *, pictures: bool) -> list[CellText]:
    """What each field shows, all equally broad."""
    game, table = given.variant, given.state
    gone = frozenset(game.scenery.gone(table))
    moved = frozenset(given.marks.way[:1] + given.marks.way[-1:])
    pieces = [_standing(game, table, cell, signs, pictures=pictures) for cell in range(len(game.board.cells))]
    broad = max(len(piece_text(game, (0, kind), pictures=pictures)) for kind in range(len(game.piece_types)))
    faces = []
    for cell, (piece, ink) in enumerate(pieces):
        kind = kind_of(game, cell)
        sides, field = ABOUT.get(kind, "  "), kind
        if cell in moved:
            sides, field = LAST[0] + (sides[1] if sides[1].isalpha() else LAST[1]), MOVED
        if table.piece_at(cell) is not None and _is_second(game, table.piece_type_at(cell)):
            sides = sides[0] + SECOND_OF_LETTER
        if cell in gone:
            faces.append(CellText(signs.gone * broad, signs.gone * 2, FAINT, FAINT))
        else:
            faces.append(CellText(piece.ljust(broad), sides, ink, field))
    return faces


def _standing(game: Variant, table: State, cell: int, signs: Signs, *, pictures: bool) -> tuple[str, str]:
    """The piece on a field and his owner; of an empty field whether it is dark."""
    piece = table.piece_at(cell)
    if piece is not None:
        return piece_text(game, piece, pictures=pictures), game.seats[piece[0]].name
    return (signs.dark if kind_of(game, cell) == "dark" else ""), FAINT


# -- flat boards ------------------------------------------------------------------------------------------------------


class _Grid(NamedTuple):
    """The measures of a flat board. rim: characters left of it; broad: those of a field."""

    rim: int
    broad: int
    columns: int
    rows: int

    def left(self, column: int) -> int:
        """Where the border left of a column stands."""
        return self.rim + column * (self.broad + 1)


def _grid(canvas: _Canvas, game: Variant, laid: Layout, faces: list[CellText], signs: Signs) -> None:
    """Columns and rows divided by lines, rivers in place of them, names at the left and below."""
    heights = sorted({spot.centre.y for spot in laid.spots})
    places = [_place(spot.centre, heights) for spot in laid.spots]
    columns, rows = (1 + max(place[axis] for place in places) for axis in (0, 1))
    rim = 1 + max(len(sign.text) for sign in laid.signs if sign.away == LEFT)
    grid = _Grid(rim, len(faces[0].piece) + 2, columns, rows)
    _borders(canvas, grid, signs, seams=bool(laid.seams))
    for (column, row), face in zip(places, faces, strict=True):
        _field(canvas, grid.left(column) + 1, 2 * row + 1, face)
    for river in game.scenery.rivers:
        banks = [(places[one], places[other]) for one, other in river.banks]
        whose = "river" if river.owner == NOBODY else f"{game.seats[river.owner].name}'s river"
        _water(canvas, grid, signs, banks, whose)
    for sign in laid.signs:
        column, row = _place(sign.place, heights)
        if sign.away == LEFT:
            canvas.put(0, 2 * row + 1, sign.text, FAINT)
        elif sign.away == DOWN:
            said = f"({sign.text})" if sign.kind == FAINT else sign.text
            middle = grid.left(column) + 1 + (grid.broad - len(said) + 1) // 2
            canvas.put(max(0, middle), 2 * rows + 1, said, FAINT)


def _place(point: Point, heights: list[float]) -> Place:
    """Column and row of a point of a flat board. heights: of the middles of its rows, between which there may be water."""
    return floor(point.x / UNIT), bisect_left(heights, point.y - UNIT / 2)


def _borders(canvas: _Canvas, grid: _Grid, signs: Signs, *, seams: bool) -> None:
    for row in range(grid.rows + 1):
        for column in range(grid.columns + 1):
            left, top = grid.left(column), 2 * row
            side = signs.seam if seams and column in (0, grid.columns) else signs.down
            canvas.put(left, top, _corner(signs, grid, column, row))
            canvas.put(left + 1, top, signs.along * grid.broad if column < grid.columns else "")
            canvas.put(left, top + 1, side if row < grid.rows else "")


def _corner(signs: Signs, grid: _Grid, column: int, row: int) -> str:
    line = signs.corners[0 if not row else 2 if row == grid.rows else 1]
    return line[0 if not column else 2 if column == grid.columns else 1]


def _field(canvas: _Canvas, left: int, top: int, face: CellText) -> None:
    canvas.put(left, top, face.sides[0], face.field)
    canvas.put(left + 1, top, face.piece, face.ink)
    canvas.put(left + 1 + len(face.piece), top, face.sides[1], face.field)


def _water(canvas: _Canvas, grid: _Grid, signs: Signs, banks: Iterable[tuple[Place, Place]], said: str) -> None:
    """Water along the borders between fields that lie below each other, and at its end whose it is."""
    for (column, row), (_, other) in banks:
        canvas.put(grid.left(column), 2 * max(row, other), signs.water * (grid.broad + 2), WATER)
        canvas.put(grid.left(grid.columns) + 2, 2 * max(row, other), said, WATER)


# -- round boards -----------------------------------------------------------------------------------------------------


def _circle(canvas: _Canvas, game: Variant, laid: Layout, middle: Point, faces: list[CellText]) -> None:
    """Every field with its name at its place on the circle; the rings stand as far apart as a field is broad."""
    names = game.board.cells
    longest = max(map(len, names))
    space = "" if _owners_by_letter(game) else " "  # else the board would be broader than 80 characters
    broad = longest + len(space) + len(faces[0].piece) + 2
    reach = 0.0
    for ring in _rings(laid, middle):
        if len(ring) > 1:
            reach = max(reach + broad, broad / 2 / _aside(laid, middle, ring))
        for cell in ring:
            here = polar(Point(0, 0), reach, angle_of(middle, _heart(laid.spots[cell]))) if reach else Point(0, 0)
            left, top = _nearest(here.x - broad / 2), _nearest(here.y / ASPECT)
            name, face = names[cell].ljust(longest), faces[cell]
            canvas.put(left, top, face.sides[0], face.field)
            canvas.put(left + 1, top, name, FAINT)
            inside = face.piece.rstrip() and f"{space}{face.piece}"
            canvas.put(left + 1 + len(name), top, inside, face.ink)
            canvas.put(left + 1 + len(name) + len(inside), top, face.sides[1], face.field)


def _heart(spot: CellShape) -> Point:
    """The middle of a cell's corners; its `centre` is where pictures of pieces have most room."""
    many = len(spot.polygon)
    return Point(sum(x for x, _ in spot.polygon) / many, sum(y for _, y in spot.polygon) / many)


def _rings(laid: Layout, middle: Point) -> list[list[int]]:
    """The cells ring by ring from the middle."""
    far = {cell: round(distance(middle, _heart(spot))) for cell, spot in enumerate(laid.spots)}
    return [list(ring) for _, ring in groupby(sorted(far, key=lambda cell: (far[cell], cell)), key=far.__getitem__)]


def _aside(laid: Layout, middle: Point, ring: list[int]) -> float:
    """How far from the upright axis the fields nearest to it are, against their radius: the two beside it share a line.

    1 where a field stands on the axis, alone on its line.
    """
    far = distance(middle, _heart(laid.spots[ring[0]]))
    nearest = min(abs(_heart(laid.spots[cell]).x - middle.x) for cell in ring) / far
    return nearest if nearest > 0.01 else 1.0


def _nearest(value: float) -> int:
    """The nearest whole number; halves up, and the last digits of a float do not matter."""
    return floor(round(value, 4) + 0.5)


# -- characters -------------------------------------------------------------------------------------------------------


class _Canvas:
    """Characters by row and column; rows and columns may be below zero."""

    def __init__(self) -> None:
        self._set: dict[tuple[int, int], StyledText] = {}

    def put(self, column: int, row: int, text: str, ink: str = PLAIN) -> None:
        """Write to the right from a place."""
        for far, char in enumerate(text):
            self._set[row, column + far] = StyledText(char, ink)

    def lines(self) -> list[tuple[StyledText, ...]]:
        """What was written, from the topmost and leftmost place on."""
        left = min(column for _, column in self._set)
        top, bottom = min(row for row, _ in self._set), max(row for row, _ in self._set)
        return [tuple(self._line(row, left)) for row in range(top, bottom + 1)]

    def _line(self, row: int, left: int) -> Iterator[StyledText]:
        columns = [column for at, column in self._set if at == row and self._inked((at, column))]
        chars = [
            self._set.get((row, column), StyledText(" ")) for column in range(left, max(columns, default=left - 1) + 1)
        ]
        for ink, run in groupby(chars, key=lambda char: char.ink):
            yield StyledText("".join(char.text for char in run), ink)

    def _inked(self, place: tuple[int, int]) -> bool:
        return self._set[place].text != " "
