"""The page of one drawing: the board with its pieces and marks, and the text below it."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import Any, Final
from zlib import crc32

from svgwrite import Drawing

from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.text import shown
from fairyscore.render import embed, prose
from fairyscore.render.board import (
    FRAME,
    RIMMED,
    Look,
    board,
    board_hatches,
    called,
    gone,
    kind_of,
    labelled,
    labels,
    loose_colours,
    loose_names,
    margin,
    names,
    rim_sign,
)
from fairyscore.render.board_state import BoardState
from fairyscore.render.canvas import PREFIX, CachedPart, element, filled, group, hatches, painted, shape, text
from fairyscore.render.font_outlines.letters import FontFace, width
from fairyscore.render.geometry import Box, Point, number, upright
from fairyscore.render.idiom import player
from fairyscore.render.language import capital, translated
from fairyscore.render.layouts.base import CHANGING, PLAIN, PLATED, TURNS, CellShape, Layout, bounds
from fairyscore.render.layouts.native import han
from fairyscore.render.layouts.registry import layout_of
from fairyscore.render.marks import BoardMarks, above, beneath, marked_cells, meaning, pip_parts, used
from fairyscore.render.measures import Length
from fairyscore.render.pieces import PieceSymbols
from fairyscore.render.themes import COLOURED

EDGE = 3.0  # units around a board without names
TRAY_PIECE = 0.62  # size of a captured piece against those on the board
TRAY_LETTERS = 1.3  # the same against the letters, at least, so that it stays legible on small paper
ICON, GAP, APART = 1.15, 0.35, 1.2
"""Against the height of letters: room for a pip in a legend, what is between it and its meaning, and between entries."""

NAME_ROOM = 0.7
"""Half the room that a name at the rim of a round board has, in letters."""

HAND_PIECE, HAND_COLUMN = 0.84, 1.4
"""Size of a piece in hand, and breadth of the column beside the board that they stand in, against pieces on the board."""

HAND_BOX, HAND_LETTERS = 0.9, 1.1
"""What that column has at least: for a piece, against one on the board, and for its number, against the letters."""

KeyEntry = tuple[str, Callable[[float, float], list[Any]]]
"""Words of a key, and what draws that which they explain: at a left edge and a middle."""

SEATS_BY_COLOUR: Final = 2  # more players than that are told apart by the bases of their pieces too
PLAYER_PIECE: Final = 1.9  # size of a piece in a key, in letters
MOST_LINES: Final = 6  # of a caption; it ends there


def assembled(
    game: Variant,
    look: Look,
    size: Length,
    box: Box,
    body: Iterable[Any],
    *,
    symbols: Iterable[Any],
    words: tuple[str, str],
    metadata: Any,
    shrunk: bool,
    lettered: CachedPart | None,
    defined: Iterable[Any] = (),
    prefix: str = "",
    **attributes: str,
) -> str:
    """An SVG about a board. words: title and description. shrunk: cells are gone. lettered: the names within the board.
    defined: beside the symbols of pieces.

    prefix: of all ids and classes; one that sums up the content if empty, so that several drawings stand on one page.
    """
    drawing = Drawing(
        debug=False,
        size=(str(size), str(replace(size, number=size.number * box.height / box.width))),
        viewBox=f"{number(box.left)} {number(box.top)} {number(box.width)} {number(box.height)}",
    )
    drawing.attribs.update({"role": "img", "data-contract": embed.VERSION, "data-variant": game.name, **attributes})
    drawing.set_desc(*words)
    hatched = board_hatches(game, layout_of(game, look.view, look.turn, look.naming), look.theme, shrunk=shrunk)
    symbols = list(symbols)
    drawing.defs.elements.extend((*hatches(hatched, look.coarse), *symbols, *defined))
    drawing.elements.insert(drawing.elements.index(drawing.defs), metadata)
    drawing.elements.extend(body)
    cached = (board(game.name, look), lettered, *symbols)
    parts = (part for part in cached if isinstance(part, CachedPart))
    made = filled(drawing.tostring(), parts)
    return made.replace(PREFIX, f"{prefix or f'fs{crc32(made.encode()):08x}'}-")


def paper(box: Box, look: Look) -> Any:
    """The paper under all."""
    return shape(upright(box.left, box.top, box.width, box.height), "paper", fill=look.theme.paper)


def whole_board(layout: Layout, look: Look) -> Box:
    """A board with the room that names beside it take."""
    return layout.field.grown(margin(look.letters) if look.names in RIMMED else EDGE)


class Page:
    """One drawing while it is made: what stands on it from top to bottom, and how far down the paper goes.

    caption: a text at the bottom, of at most `caption_lines` lines. below: what stands above that, in this order:
    `status`, `trays`, `key`, `legend`.
    bare: no piece is shown.
    """

    def __init__(
        self,
        given: BoardState,
        look: Look,
        marks: BoardMarks,
        cast: PieceSymbols,
        *,
        caption: str = "",
        below: Sequence[str] = (),
        bare: bool = False,
        caption_lines: int = MOST_LINES,
    ) -> None:
        self.given, self.look, self.marks, self.cast = given, look, marks, cast
        self.caption, self.below, self.bare, self.caption_lines = caption, below, bare, caption_lines
        self.letters = look.letters
        self.game, self.table = given.variant, given.state
        self.layout: Layout = layout_of(self.game, look.view, look.turn, look.naming)
        self.field, self.whole = self.layout.field, whole_board(self.layout, look)
        self.hands = self._hands()
        if any(self.hands):
            column = self.column
            self.whole = self.whole._replace(left=self.whole.left - column, right=self.whole.right + column)
        self.box: Box = self.whole
        self.bottom = self.box.bottom

    def _hands(self) -> list[Counter[int]]:
        """How many pieces of each kind the players have in hand, in games whose diagrams have them beside the board."""
        if self.bare or self.game.scenery.pieces.shape != "wedge":
            return []
        return [Counter(self.table.hand_of(seat)) for seat in range(len(self.game.seats))]

    @property
    def column(self) -> float:
        """How broad the column of pieces in hand is, with their numbers."""
        return max(HAND_COLUMN * self.layout.piece, HAND_BOX * self.layout.piece + HAND_LETTERS * self.look.letters)

    def crop(self, cells: Collection[int]) -> None:
        """Show only the part of the board that holds these cells, as large as it is on the whole board."""
        self.hands = []
        self.field = self.layout.part(cells)
        if self.layout.middle is not None and self.look.names in RIMMED:
            self.field = self._with_names(self.field)
        rim = self.layout.field.left - self.whole.left
        self.box = self.field.grown(rim if self.layout.middle is None else EDGE)
        self.bottom = self.box.bottom

    def _with_names(self, part: Box) -> Box:
        """A part of a round board with room for the names at the rim that it would cut."""
        letters, rim = self.look.letters, margin(self.look.letters)
        for sign in self.layout.signs:
            middle = Point(sign.place.x + sign.away.x * rim / 2, sign.place.y + sign.away.y * rim / 2)
            name = Box(*middle, *middle).grown(NAME_ROOM * letters * sign.size)
            if sign.text and sign.kind != "inner" and part.grown(letters / 2).meets(name):
                part = part.joined(name)
        return part

    def finished(self, size: Length, words: tuple[str, str], metadata: Any, prefix: str) -> str:
        """The document. words: what the drawing is called, and what it shows; metadata: what programs read back.

        The ids in it begin with what its content sums up to, so that several stand on one page.
        """
        body = list(self._body())  # which tells how far down the paper goes
        box = Box(self.box.left, self.box.top, self.box.right, self.bottom)
        return assembled(
            self.game,
            self.look,
            replace(size, number=size.number * box.width / self.whole.width),
            box,
            (paper(box, self.look), *body),
            symbols=self.cast.symbols(),
            words=words,
            metadata=metadata,
            shrunk=bool(self.given.gone),
            lettered=self.lettered,
            prefix=prefix,
            **{"class": "fairyscore-diagram"},
        )

    def _body(self) -> Iterator[Any]:
        if self.field == self.layout.field:
            yield from self._on_board()
            yield from self._beside()
        else:
            yield from self._window(list(self._on_board()))
        parts = {"status": self._status, "trays": self._trays, "key": self._key, "legend": self._legend}
        for what in self.below:
            yield from parts[what]()
        if self.caption:
            yield self._captions()

    def _beside(self) -> Iterator[Any]:
        """The hands of the players: at the right of the one at the bottom, at the left of the other one."""
        side, letters = HAND_PIECE * self.layout.piece, self.look.letters
        for seat, held in enumerate(self.hands):
            below = TURNS[self.game.seats[seat].name] == self.layout.turn
            column = self.whole.right - self.column if below else self.whole.left
            x = column + side * 0.55
            kinds = sorted(held, reverse=not below)  # the strongest one nearest to the middle of the board
            parts = []
            for place, kind in enumerate(kinds):
                y = (
                    self.field.bottom - (place + 0.5) * side
                    if below
                    else self.field.top + (len(kinds) - place - 0.5) * side
                )
                parts.append(self.cast.piece((seat, kind), Point(x, y), side))
                if held[kind] > 1:
                    beside = Point(x + side * 0.48, y + side * 0.2)
                    parts.append(text(han(held[kind]), beside, letters, self.look.theme.ink, "count", anchor="start"))
            if parts:
                yield group("hand", parts)

    def _window(self, parts: list[Any]) -> Iterator[Any]:
        """A part of the board, and the names of its files and ranks beside it."""
        seen = self.field.grown(FRAME / 2)
        left, top, wide, height = (number(value) for value in (seen.left, seen.top, seen.width, seen.height))
        window = element("svg", x=left, y=top, width=wide, height=height, viewBox=f"{left} {top} {wide} {height}")
        window.elements.extend(parts)
        yield window
        if self.layout.middle is None and self.look.names in RIMMED:
            yield group("rim", (sign for found in self.layout.signs for sign in rim_sign(found, self.field, self.look)))

    def _on_board(self) -> Iterator[Any]:
        theme, layout = self.look.theme, self.layout
        yield board(self.game.name, self.look)
        if self.given.gone:
            yield gone(self.game, layout, self.given.gone, theme)
        if marked := list(beneath(self.game, layout, self.marks, theme, self.table)):
            yield group("marks", marked)
        if self.lettered:
            yield self.lettered
        if own := [*called(self.game, layout, self.look, self._empty), *self._loose()]:
            yield group("names", own)
        if not self.bare:
            yield from self._pieces()
        if marked := list(above(self.game, layout, self.marks, theme, self.look.least)):
            yield group("marks", marked)

    @property
    def _empty(self) -> frozenset[int]:
        """The cells on which a name may stand."""
        if self.look.names == "none":
            return frozenset()
        cells = range(len(self.layout.spots))
        return frozenset(cell for cell in cells if self.table.piece_at(cell) is None) - frozenset(self.given.gone)

    @property
    def lettered(self) -> CachedPart | None:
        """The names within the cells that are left, over marks and under pieces."""
        return names(self.game.name, self.look, self._nameless)

    @cached_property
    def _nameless(self) -> tuple[int, ...]:
        """The cells without names: those that the board has lost, and those whose names a window would cut."""
        if self.field == self.layout.field:
            return self.given.gone
        cut = {label.cell for label in labels(self.game.name, self.look) if not self.field.holds(label.box)}
        return *self.given.gone, *(cut - set(self.given.gone))

    def _loose(self) -> Iterator[Any]:
        """The names of rings and of colours that have no room beside pieces, in cells that are empty."""
        layout, look = self.layout, self.look
        named = {label.cell for label in labels(self.game.name, look)} - set(self._nameless)
        signs = (sign for sign in layout.signs if sign.kind == "inner" and look.names in RIMMED)
        missing = [sign for sign in signs if sign.cell not in named]
        if not missing and not set(COLOURED).intersection(self.game.scenery.fields):
            return
        marked = marked_cells(self.game, layout, self.marks, look.theme, self.table)
        window = [cell for cell, spot in enumerate(layout.spots) if self.field.holds(bounds(spot.polygon))]
        free = self._empty.intersection(window) - marked
        yield from loose_names(self.game, layout, look, missing, free)
        yield from loose_colours(self.game, layout, look, free)

    def _pieces(self) -> Iterator[Any]:
        names = self.game.board.cells
        spots = enumerate(self.layout.spots)
        pieces = (self._piece(cell, spot, data_field=names[cell]) for cell, spot in spots)
        yield group("pieces", filter(None, pieces))
        if self.layout.ghosts:
            again = (self._piece(cell, spot) for cell, spot in self.layout.ghosts)
            yield group("pieces ghosts", filter(None, again), opacity=0.4)

    def _piece(self, cell: int, spot: CellShape, **attributes: str) -> Any:
        """The piece that stands on a cell, drawn where that lies; None where there is none."""
        piece = self.table.piece_at(cell)
        if piece is None:
            return None
        faces = self.game.scenery.faces(self.table, cell)
        place, side = self.standing(cell, spot)
        return self.cast.piece(piece, place, side, kind_of(self.game, cell), faces, **attributes)

    def standing(self, cell: int, spot: CellShape) -> tuple[Point, float]:
        """Where pieces stand in a cell, the middle of their box and its side: beside the name in it, if there is one."""
        beside, side = self.labelled
        place = beside.get(cell)
        if place is None:
            return spot.centre, side
        own = self.layout.spots[cell].centre
        return Point(spot.centre.x + place.x - own.x, spot.centre.y + place.y - own.y), side

    @cached_property
    def labelled(self) -> tuple[dict[int, Point], float]:
        """By cells with names where pieces stand in them, and how large all pieces are."""
        scenery = self.game.scenery
        changing = any(scenery.faces(self.table, cell) for cell in range(len(self.layout.spots)))
        if scenery.tokens:
            return labelled(self.game.name, self.look, PLATED)
        return labelled(self.game.name, self.look, CHANGING if changing else PLAIN)

    # -- text below the board ---------------------------------------------------------------------------------

    def line(self, height: float) -> float:
        """The middle of a new line at the bottom of the paper."""
        middle = self.bottom + height / 2
        self.bottom += height
        return middle

    def _status(self) -> Iterator[Any]:
        """Who is to move, with a disc in his colour, or how the game ended; at the right the last move."""
        letters, theme = self.letters, self.look.theme
        left, right = self.field.left, self.field.right
        over = self.given.outcome is not None
        start = left if over else left + 1.5 * letters
        status, words, number = prose.status(self.given), prose.last_move(self.given), self.table.fullmove_number
        if not words and number > 1:
            words = translated("move {number}", number=number)
        lines = wrapped(status, right - start, letters)
        middle = self.line(1.5 * letters)
        parts = []
        if words and len(lines) == 1 and width(f"{status}  {words}", letters) <= right - start:
            parts.append(text(words, Point(right, middle), letters, theme.ink, "last-move", anchor="end"))
        elif words:
            parts.append(text(words, Point(left, middle), letters, theme.ink, "last-move", anchor="start"))
            middle = self.line(1.3 * letters)
        if not over:
            mover = self.given.position.turn.name
            parts.append(self.cast.token(mover, Point(left + 0.6 * letters, middle), 0.5 * letters))
        for line in lines:
            parts.append(text(line, Point(start, middle), letters, theme.ink, "turn", anchor="start"))
            middle = middle if line is lines[-1] else self.line(1.3 * letters)
        yield group("status", parts)

    def _trays(self) -> Iterator[Any]:
        """Pieces in hand and those lost, a row for each owner, as many rows as they need; none where hands are beside."""
        if self.game.scenery.pieces.shape == "wedge":
            return
        side = max(TRAY_PIECE * self.layout.piece, TRAY_LETTERS * self.letters)
        left, right = self.field.left, self.field.right
        per_row = max(1, int((right - left) / side))
        are_there = False
        for seat in range(len(self.game.seats)):
            held = [(seat, kind) for kind in sorted(self.table.hand_of(seat)) if self.game.rules.hands]
            lost = sorted((piece for piece in self.given.lost if piece[0] == seat), key=lambda piece: piece[1])
            for name, pieces in (("hand", held), ("tray", lost)):
                for start in range(0, len(pieces), per_row):
                    middle = self.line(side * 1.05)
                    row = (
                        self.cast.piece(piece, Point(left + (place + 0.5) * side, middle), side)
                        for place, piece in enumerate(pieces[start : start + per_row])
                    )
                    yield group(name, row)
                    are_there = True
        self.bottom += EDGE if are_there else 0

    def _key(self) -> Iterator[Any]:
        """The key to the letters of coloured cells, and whose pieces look how where more than two play."""
        letters, theme = self.letters, self.look.theme
        kinds = [kind for kind in COLOURED if kind in self.game.scenery.fields]
        side = 1.1 * letters

        def patch(kind: str, start: float, middle: float) -> list[Any]:
            box = upright(start, middle - side / 2, side, side)
            return list(painted(box, theme.field(kind), f"field {kind}", stroke=theme.ink))

        paints = [(f"{kind[0].upper()} {translated(kind)}", partial(patch, kind)) for kind in kinds]
        yield from self._entries(paints, side)
        if len(self.game.seats) > SEATS_BY_COLOUR and not self.bare:
            yield from self._entries(list(self._players()), PLAYER_PIECE * letters)

    def _players(self) -> Iterator[KeyEntry]:
        """Each player with the first piece that he has at the start."""
        table = self.game.initial_state()
        pieces = [(table.piece_at(cell), cell) for cell in range(len(self.layout.spots))]
        first = {piece[0]: cell for piece, cell in reversed(pieces) if piece is not None}
        for seat, cell in sorted(first.items()):
            yield capital(player(self.game, seat)), partial(self._sample, cell)

    def _sample(self, cell: int, start: float, middle: float) -> list[Any]:
        """The piece that stands on a cell at the start."""
        table, side = self.game.initial_state(), PLAYER_PIECE * self.letters
        piece, faces = table.piece_at(cell), self.game.scenery.faces(table, cell)
        place = Point(start + side / 2, middle)
        return [self.cast.piece(piece, place, side, kind_of(self.game, cell), faces)] if piece else []

    def _entries(self, entries: Sequence[KeyEntry], side: float) -> Iterator[Any]:
        """Words behind what they explain, in as many lines as they need. side: of what is drawn at a place."""
        letters, left, right = self.letters, self.field.left, self.field.right
        indent, parts, start, middle = side + 0.4 * letters, list[Any](), right, 0.0
        for words, drawn in entries:
            if start + indent + width(words, letters) > right:
                start, middle = left, self.line(max((1.45 if parts else 1.7) * letters, 1.2 * side))
            place = Point(start + indent, middle)
            parts += [
                *drawn(start, middle),
                text(words, place, letters, self.look.theme.ink, "meaning", anchor="start"),
            ]
            start += indent + 0.9 * letters + width(words, letters)
        if parts:
            yield group("legend", parts)

    def _legend(self) -> Iterator[Any]:
        """The legend of the pips on the board: those that are used."""
        letters, theme = self.letters, self.look.theme
        parts, start, middle = [], self.field.right, 0.0
        for pip in used(self.marks.pips):
            room = self.field.width - (ICON + GAP) * letters
            first, *more = wrapped(meaning(pip, self.game), room, letters)
            wide = (ICON + GAP) * letters + width(first, letters)
            if more or start + wide > self.field.right:
                start, middle = self.field.left, self.line(1.45 * letters)
            place = Point(start + ICON * letters / 2, middle)
            parts.append(group(f"pip {pip.kind}", pip_parts(pip, place, 0.5 * letters, theme)))
            indent = start + (ICON + GAP) * letters
            parts.append(text(first, Point(indent, middle), letters, theme.ink, "meaning", anchor="start"))
            for line in more:
                middle = self.line(1.3 * letters)
                parts.append(text(line, Point(indent, middle), letters, theme.ink, "meaning", anchor="start"))
            start = self.field.right if more else start + wide + APART * letters
        if parts:
            yield group("legend", parts)

    def _captions(self) -> Any:
        letters, theme = self.letters * 1.1, self.look.theme
        middle = (self.box.left + self.box.right) / 2
        lines = wrapped(self.caption, self.box.width - letters, letters, self.caption_lines)
        parts = [text(line, Point(middle, self.line(1.45 * letters)), letters, theme.ink, "caption") for line in lines]
        self.bottom += 0.3 * letters
        return group("captions", parts)


def wrapped(text: str, wide: float, letters: float, most: int = MOST_LINES) -> list[str]:
    """A text in lines that are not too wide, as its words fall; of a very long one the beginning."""
    lines: list[str] = []
    words, face = shown(" ".join(text.split()), 1000).split(" "), FontFace(letters)
    for word in (part for whole in words for part in face.split_to_width(whole, wide)):
        joined = f"{lines[-1]} {word}" if lines else word
        if lines and width(joined, letters) <= wide:
            lines[-1] = joined
        else:
            lines.append(word)
    if len(lines) > most:
        lines[most - 1 :] = [f"{lines[most - 1]} …"]
    return lines
