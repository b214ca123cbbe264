"""A position in characters: flat boards as a grid, round ones with each field where it lies on the circle.

>>> from fairyscore.notation.position import Position
>>> from fairyscore.render.board_state import moment
>>> drawn = drawn_in_text(moment(Position.from_fen("4k3/8/8/8/8/8/PP6/4K3 b - - 0 1", "chess")), pictures=False)
>>> print("".join(run.text for run in drawn[-3]))
1 | . |   | . |   | K |   | . |   |
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from itertools import groupby, pairwise, product
from math import floor
from typing import Final, NamedTuple

from fairyscore.notation.moves.figurine import FIGURINES
from fairyscore.notation.rules.variant import NOBODY, PieceType, Variant
from fairyscore.render.board import kind_of
from fairyscore.render.board_state import BoardState, Piece
from fairyscore.render.geometry import Point, angle_of, distance, polar
from fairyscore.render.idiom import player
from fairyscore.render.language import capital, translated
from fairyscore.render.layouts.base import DOWN, LEFT, RIGHT, UNIT, UP, Layout
from fairyscore.render.layouts.registry import layout_of, turn_of

FAINT, WATER, MOVED = "faint", "water", "moved"  # what characters are, beside players' names and kinds of fields

ABOUT: Final = {"castle": "[]", "town": "()", "red": " r", "green": " g", "yellow": " y", "blue": " b"}
"""What stands on either side of a field of a kind, with or without a piece; the letters are those of the colours."""

LAST: Final = "><"  # the same about the fields of the last move
SECOND_OF_LETTER: Final = "+"  # behind a piece whose letter another kind has too, as a pawn that has crossed the centre
ASPECT = 2  # how much higher than broad the place of a character is


class StyledText(NamedTuple):
    """Characters of one kind, in the order of a line. ink: a player, a kind of field, or one of the words above."""

    text: str
    ink: str = ""


class Signs(NamedTuple):
    """The characters that borders are made of. corners: of a grid, row by row; seam: the border over which it goes on."""

    along: str
    down: str
    seam: str
    water: str
    corners: tuple[str, str, str]
    dark: str
    medium: str
    gone: str


ASCII = Signs("-", "|", ":", "~", ("+++", "+++", "+++"), ".", ":", "/")
UNICODE = Signs("─", "│", "┊", "≈", ("┌┬┐", "├┼┤", "└┴┘"), "·", ":", "▒")


NO_LETTERS: Final[Mapping[str, str]] = {}

CellText = tuple[StyledText, StyledText, StyledText]  # before the piece, the piece or blanks, after it


def plain_lines(given: BoardState, *, seat: str = "", letters: Mapping[str, str] = NO_LETTERS) -> list[str]:
    """The board in ASCII, line by line, without colours. seat, letters: as `drawn_in_text` has them."""
    lines = []
    for runs in drawn_in_text(given, seat=seat, pictures=False, letters=letters):
        lines.append("".join(run.text for run in runs))
    return lines


def drawn_in_text(
    given: BoardState, *, seat: str = "", pictures: bool = True, letters: Mapping[str, str] = NO_LETTERS
) -> list[tuple[StyledText, ...]]:
    """The board with its pieces, line by line without line ends; blanks at the ends of lines are left out.

    seat: the player at the bottom, the first one if empty; raises `DrawingError` where nobody is called so.
    pictures: borders and chessmen as Unicode has them; otherwise everything is ASCII.
    letters: the game's letters of pieces, each with that of the reader's language.
    """
    game = given.variant
    layout, signs = layout_of(game, "", turn_of(game, seat)), UNICODE if pictures else ASCII
    shown, canvas = _cells(given, signs, pictures=pictures, letters=letters), _Canvas()
    if layout.scattered:
        _scattered(canvas, layout, shown)
    elif layout.middle is None:
        _flat(canvas, game, layout, shown, signs)
    else:
        _round(canvas, game, layout, layout.middle, shown)
    return canvas.lines()


def legend(game: Variant, *, pictures: bool = True) -> list[str]:
    """The meanings of the signs on the board, a line each."""
    lines = []
    if len(game.seats) > 2:
        owners = ", ".join(f"{seat.letter} {player(game, place)}" for place, seat in enumerate(game.seats))
        lines.append(translated("The small letter in front of a piece is its player's: {owners}.", owners=owners))
    elif not (pictures and _all_pictured(game)):
        first, second = (capital(player(game, seat)) for seat in range(len(game.seats)))
        sentence = "{first}'s pieces are in upper case, {second}'s in lower case."
        lines.append(translated(sentence, first=first, second=second))
    seconds = ", ".join(translated(piece.name) for kind, piece in enumerate(game.piece_types) if _is_second(game, kind))
    if seconds:
        lines.append(translated("{sign} after a piece: {pieces}.", sign=SECOND_OF_LETTER, pieces=seconds))
    kinds = [kind for kind in dict.fromkeys(game.scenery.fields) if kind in ABOUT]
    if kinds:
        marked = ", ".join(f"{ABOUT[kind].strip()} {translated(kind)}" for kind in kinds)
        lines.append(translated("Fields: {kinds}.", kinds=marked))
    return lines


# -- what stands in a field -------------------------------------------------------------------------------------------


def piece_text(game: Variant, piece: Piece, *, pictures: bool = True, letters: Mapping[str, str] = NO_LETTERS) -> str:
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
    letter = letters.get(name.letter, name.letter) or name.name[:1].upper()
    figures = FIGURINES[_base(name)] if pictures and _all_pictured(game) else ""
    if len(game.seats) > 2:
        return f"{game.seats[seat].letter}{figures[:1] or letter}"
    return figures[seat : seat + 1] or (letter.lower() if seat else letter)


def _all_pictured(game: Variant) -> bool:
    return all(_base(piece) in FIGURINES for piece in game.piece_types)


def _base(piece: PieceType) -> str:
    return piece.name.rpartition(" ")[2]  # whatever has happened to it: a crossed pawn is a pawn


def _is_second(game: Variant, kind: int) -> bool:
    return game.letters.get(game.piece_types[kind].letter, kind) != kind


def _cells(given: BoardState, signs: Signs, *, pictures: bool, letters: Mapping[str, str]) -> list[CellText]:
    """The texts of the cells, all equally broad."""
    game, gone, way = given.variant, frozenset(given.gone), given.marks.way
    broad = max(len(piece_text(game, (0, kind), pictures=pictures)) for kind in range(len(game.piece_types)))
    cells = []
    for cell in range(len(game.board.cells)):
        piece, kind = given.state.piece_at(cell), kind_of(game, cell)
        before, after, ink = *ABOUT.get(kind, "  "), kind
        if cell in way[:1] + way[-1:]:
            before, after, ink = LAST[0], after if after.isalpha() else LAST[1], MOVED
        if piece is None:
            empty = {"dark": signs.dark, "medium": signs.medium}.get(kind, "")
            inside = StyledText(empty.ljust(broad), FAINT)
        else:
            inside = StyledText(
                piece_text(game, piece, pictures=pictures, letters=letters).ljust(broad), game.seats[piece[0]].name
            )
            after = SECOND_OF_LETTER if _is_second(game, piece[1]) else after
        if cell in gone:
            before, after, ink, inside = signs.gone, signs.gone, FAINT, StyledText(signs.gone * broad, FAINT)
        cells.append((StyledText(before, ink), inside, StyledText(after, ink)))
    return cells


# -- flat boards ------------------------------------------------------------------------------------------------------


def _flat(canvas: _Canvas, game: Variant, layout: Layout, shown: list[CellText], signs: Signs) -> None:
    """Columns and rows divided by lines, rivers in place of them, names at the left and below."""
    heights = sorted({spot.centre.y for spot in layout.spots})

    def place(point: Point) -> tuple[int, int]:
        """Its column and row; between rows there may be water."""
        return floor(point.x / UNIT), bisect_left(heights, point.y - UNIT / 2)

    places = [place(spot.centre) for spot in layout.spots]
    columns = 1 + max(column for column, _ in places)
    rows = 1 + max(row for _, row in places)
    broad = len(shown[0][1].text) + 2
    rim = 1 + max((len(sign.text) for sign in layout.signs if sign.away == LEFT), default=0)
    top = int(any(sign.away == UP for sign in layout.signs))
    lefts = range(rim, rim + (broad + 1) * (columns + 1), broad + 1)
    edge = signs.seam if layout.seams else signs.down
    for row in range(rows + 1):
        edge_of = 1
        if row in (0, rows):
            edge_of = 0 if row == 0 else 2
        first, between, last = tuple(signs.corners[edge_of])
        canvas.put(rim, top + 2 * row, StyledText(first + between.join([signs.along * broad] * columns) + last))
        if row < rows:
            canvas.put(rim, top + 2 * row + 1, StyledText(edge + signs.down.join([" " * broad] * columns) + edge))
    for column, row in set(product(range(columns), range(rows))) - {*places}:  # where the board has a hole
        canvas.put(lefts[column] + 1, top + 2 * row + 1, StyledText(signs.gone * broad, FAINT))
    for (column, row), cell in zip(places, shown, strict=True):
        canvas.put(lefts[column] + 1, top + 2 * row + 1, *cell)
    for river in game.scenery.rivers:
        whose = "river" if river.owner == NOBODY else f"{player(game, river.owner)}'s river"
        for one, other in river.banks:
            column, line = places[one][0], top + 2 * max(places[one][1], places[other][1])
            canvas.put(lefts[column], line, StyledText(signs.water * (broad + 2), WATER))
            canvas.put(lefts[-1] + 2, line, StyledText(whose, WATER))
    for sign in layout.signs:
        column, row = place(sign.place)
        if sign.away in (LEFT, RIGHT):
            at = 0 if sign.away == LEFT else lefts[-1] + 2
            canvas.put(at, top + 2 * row + 1, StyledText(sign.text, FAINT))
        elif sign.away in (UP, DOWN):
            text = f"({sign.text})" if sign.kind == FAINT else sign.text
            middle = rim + (broad + 1) * column + 1 + (broad - len(text) + 1) // 2
            canvas.put(max(0, middle), 0 if sign.away == UP else top + 2 * rows + 1, StyledText(text, FAINT))


# -- hexagons ---------------------------------------------------------------------------------------------------------


def _scattered(canvas: _Canvas, layout: Layout, shown: list[CellText]) -> None:
    """Cells where they lie, in brackets and without borders; names of files and ranks beside the cells at the edge."""
    centres = [spot.centre for spot in layout.spots]
    xs, ys = (sorted({round(centre[axis], 1) for centre in centres}) for axis in (0, 1))
    broad = len(shown[0][1].text) + 2
    across = (broad + 1) / min(other - one for one, other in pairwise(xs))
    down = 1 / min(other - one for one, other in pairwise(ys))
    if down < across * 0.6:  # rows of cells side by side, each half a cell aside from the next
        across *= 0.75
    for spot, cell in zip(layout.spots, shown, strict=True):
        place = spot.centre
        canvas.put(_nearest(place.x * across), _nearest((place.y - ys[0]) * down), *_bracketed(cell))
    for sign in layout.signs:
        away = (UNIT if sign.away.y > 0.9 else UNIT * 0.8) / 2
        x, y = sign.place.x + sign.away.x * away, sign.place.y + sign.away.y * away
        middle = _nearest(x * across) + (broad - len(sign.text)) // 2
        canvas.put(middle, _nearest((y - ys[0]) * down), StyledText(sign.text, FAINT))


def _bracketed(cell: CellText) -> CellText:
    """The text of a cell, between brackets where nothing else stands beside it."""
    before, inside, after = cell
    return (
        before._replace(text=before.text.replace(" ", "(")),
        inside,
        after._replace(text=after.text.replace(" ", ")")),
    )


# -- round boards -----------------------------------------------------------------------------------------------------


def _mean(points: Sequence[Point]) -> Point:
    """The middle of points."""
    x = sum(point.x for point in points) / len(points)
    y = sum(point.y for point in points) / len(points)
    return Point(x, y)


def _round(canvas: _Canvas, game: Variant, layout: Layout, middle: Point, shown: list[CellText]) -> None:
    """Every field with its name at its place on the circle; the rings stand as far apart as a field is broad."""
    names = game.board.cells
    longest = max(map(len, names))
    space = "" if len(game.seats) > 2 else " "  # else the board would be broader than 80 characters
    broad = longest + len(space) + len(shown[0][1].text) + 2
    # The middles of the cells' corners; their `centre` is where pictures of pieces have most room.
    corners = [spot.polygon for spot in layout.spots]
    hearts = list(map(_mean, corners))
    far = [round(distance(middle, heart)) for heart in hearts]
    reach = 0.0
    for _, ring in groupby(sorted(range(len(far)), key=lambda cell: (far[cell], cell)), key=far.__getitem__):
        cells = list(ring)
        if len(cells) > 1:
            # Those beside the upright axis share a line; one that stands on it is alone there.
            nearest = min(abs(hearts[cell].x - middle.x) for cell in cells) / distance(middle, hearts[cells[0]])
            reach = max(reach + broad, broad / 2 / (nearest if nearest > 0.01 else 1.0))
        for cell in cells:
            here = polar(Point(0, 0), reach, angle_of(middle, hearts[cell])) if reach else Point(0, 0)
            before, piece, after = shown[cell]
            inside = piece.text.rstrip() and f"{space}{piece.text}"
            runs = before, StyledText(names[cell].ljust(longest), FAINT), StyledText(inside, piece.ink), after
            canvas.put(_nearest(here.x - broad / 2), _nearest(here.y / ASPECT), *runs)


def _nearest(value: float) -> int:
    """The nearest whole number; halves up, and the last digits of a float do not matter."""
    return floor(round(value, 4) + 0.5)


# -- characters -------------------------------------------------------------------------------------------------------


class _Canvas(dict[tuple[int, int], StyledText]):
    """Characters by row and column; both may be below zero."""

    def put(self, column: int, row: int, *runs: StyledText) -> None:
        """Write text from a place to the right."""
        chars = (StyledText(char, ink) for text, ink in runs for char in text)
        self.update(((row, at), char) for at, char in enumerate(chars, column))

    def lines(self) -> list[tuple[StyledText, ...]]:
        """The lines that were written, from the topmost and leftmost place on."""
        left, rows = min(column for _, column in self), [row for row, _ in self]
        lines = []
        for row in range(min(rows), max(rows) + 1):
            last = max((column for at, column in self if at == row and self[at, column].text != " "), default=left - 1)
            chars = (self.get((row, column), StyledText(" ")) for column in range(left, last + 1))
            runs = []
            for ink, run in groupby(chars, key=lambda char: char.ink):
                runs.append(StyledText("".join(char.text for char in run), ink))
            lines.append(tuple(runs))
        return lines
