"""A game's board and pieces as a page has them: each drawn once as a symbol, seen from every seat, and used many times.

What a page knows of a board, for its program, is `BoardScene.data` (docs/page.md).
"""

import re
from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import Any, Final

from fairyscore.notation.rules.state import Target
from fairyscore.notation.rules.variant import Scenery, Variant
from fairyscore.render import prose
from fairyscore.render.board import Look, board, board_hatches, gone_paint, kind_of, margin, names, wall_figure
from fairyscore.render.board_state import NEVER_GONE, BoardState
from fairyscore.render.canvas import PREFIX, hatches
from fairyscore.render.geometry import Point, number
from fairyscore.render.glyphs.set import SIZE
from fairyscore.render.idiom import CHOICES, cells_here, moves_in, naming_here, player
from fairyscore.render.language import translated
from fairyscore.render.layouts.base import EIGHTH, TURNS, CellShape, Layout
from fairyscore.render.layouts.registry import layout_of
from fairyscore.render.marks import above, beneath
from fairyscore.render.pieces import PICTURES, DrawnPiece, Faces, OwnedPiece, PieceStyle, PieceSymbols
from fairyscore.render.themes import Theme
from fairyscore.render.viewer.markup import Symbols, escaped, tag
from fairyscore.render.viewer.palette import named, numbered

LETTERS: Final = 14.0  # units: height of the names at the rim; still read where a board is 300 pixels wide

EMPTY: Final = -1  # in place of a picture's number where nobody stands
Route = tuple[tuple[int, ...], ...]
"""A way in legs; of each its points, every one after the share of the time at which it is passed, in hundredths."""

RIM: Final = '<g class="rim"'  # where the names at the rim begin in a drawn board; they are the last of it

EDGE, HALFWAY = 4.0, 0.5
"""Units about a board at a side without names; which directions of names (`Sign.away`) are toward a side."""

_ID: Final = re.compile(r' id="[^"]*"')


class BoardScene:
    """The board of a game on a page, and the pieces on it. symbols: of the page, where they are drawn.

    routes: of the page, ways that are not straight with their numbers, 1 being the first. seat: the player at the bottom
    when the page opens, the first one where it is empty or nobody's. spoken: readers may choose what cells are called.

    looks: of every picture of a piece its symbol, and the piece's seat and kind. faced: whether pieces change their looks
    with their cells. shrinks: whether cells may go away. moved: data of moves (`page_data`), by all they depend on.
    layouts: the board seen from every seat; layout: the first, the one at the bottom when the page opens.
    """

    def __init__(
        self,
        symbols: Symbols,
        routes: dict[Route, int],
        game: Variant,
        theme: Theme,
        seat: str = "",
        *,
        spoken: bool = False,
    ) -> None:
        self.game, self.theme, self.symbols, self.routes = game, numbered(theme), symbols, routes
        self._style = PieceStyle.of(theme)
        players = [player.name for player in game.seats]
        first = players.index(seat) if seat in players else 0
        self.seats = (*range(first, len(players)), *range(first))
        self.layouts = tuple(layout_of(game, "", TURNS[players[seat]]) for seat in self.seats)
        self.layout = self.layouts[0]
        self.looks: list[tuple[str, int, int]] = []
        self._looks: dict[DrawnPiece, int] = {}
        self._looks_at: dict[tuple[OwnedPiece, int], int] = {}
        self._stood: set[tuple[int, int, int]] = set()
        self.faced = game.scenery.faces is not Scenery().faces
        self.shrinks = game.scenery.gone is not NEVER_GONE
        self.moved: dict[tuple[Any, ...], str] = {}
        self.wall = self._drawn_wall()
        self.ground, self.rims, self.names = self._drawn_board()
        self._spoken = self._other_names() if spoken else {}

    def _drawn_board(self) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
        """The symbols of the board: its fields once, and from every seat the names at its rim and within it."""
        game, put = self.game, self.symbols.put
        for pattern in hatches(board_hatches(game, self.layout, self.theme, shrunk=True)):
            self.symbols.patterns[pattern.attribs["id"]] = self.in_page(pattern.tostring())
        drawn, _, _ = board(game.name, self._look(self.layout)).text.partition(RIM)
        return put(self.in_page(f"{drawn}</g>")), *self._drawn_names()

    def _drawn_wall(self) -> str:
        """The symbol of what stands on cells that are gone, its middle where it is used; none where these are hatched."""
        if not self.game.scenery.wall:
            return ""
        return self.symbols.put(self.drawn([wall_figure(self.game, self.layout, Point(0.0, 0.0), self.theme)]))

    def _look(self, layout: Layout) -> Look:
        return Look(self.theme, "", layout.turn, "rim", LETTERS, naming=naming_here(self.game))

    def _drawn_names(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The symbols of the names of cells from every seat, at the rim and within the board, as they are called here."""
        game, put, seen = self.game, self.symbols.put, [self._look(layout) for layout in self.layouts]
        rims = (board(game.name, look).text.partition(RIM)[2] for look in seen)
        inside = (names(game.name, look) for look in seen)
        return (
            tuple(put(self.in_page(f"<g>{RIM}{rim}")) for rim in rims),
            tuple(put(self.in_page(part.text)) for part in inside if part is not None),
        )

    def _other_names(self) -> dict[str, dict[str, Any]]:
        """The names of cells as other notations have them (`other_notations`), and their drawings from every seat."""
        here, found = naming_here(self.game), dict[str, dict[str, Any]]()
        for choice in CHOICES:
            with moves_in(choice):
                if naming_here(self.game) != here:
                    rims, inside = self._drawn_names()
                    found[choice] = {"called": cells_here(self.game), "rims": rims, "inside": inside or rims}
        return found

    # -- pieces ----------------------------------------------------------------------------------------------------------

    def look(self, piece: OwnedPiece, on: str = "", faces: Faces = ()) -> int:
        """The number of a piece's picture. on, faces: as `PieceSymbols.piece` has them."""
        key: DrawnPiece = (piece, on if faces else "", faces)
        if key not in self._looks:
            # A symbol whose middle is at the place where it is used.
            scale = f"scale({number(self.layout.piece / SIZE)})translate({number(-SIZE / 2)} {number(-SIZE / 2)})"
            drawn = f'<g transform="{scale}">{self._drawn_piece(piece, on, faces)}</g>'
            self._looks[key] = len(self.looks)
            self.looks.append((self.symbols.put(drawn, shared=True), *piece))
        return self._looks[key]

    def _drawn_piece(self, piece: OwnedPiece, on: str, faces: Faces) -> str:
        """A piece as it is drawn, and as the sets draw it that a reader may choose. One of them is seen, by variables that
        the style sheet sets (`page.css`): they reach what is used, which selectors do not.
        """

        def drawn(style: PieceStyle) -> str:
            alone = PieceSymbols(self.game, self.theme, look=style._replace(turn=self.layout.turn))
            alone.piece(piece, self.layout.spots[0].centre, SIZE, on, faces)
            (symbol,) = alone.symbols()
            return _ID.sub("", self.in_page(symbol.text))

        usual, others = drawn(self._style), dict[str, list[str]]()
        for name in PICTURES:
            others.setdefault(drawn(self._style._replace(set=name)), []).append(name)
        others.pop(usual, None)
        if not others:
            return usual
        chosen = "-".join(name for names in others.values() for name in names)
        return f'<g display="var(--unless-{chosen},inline)">{usual}</g>' + "".join(
            f'<g display="var(--if-{"-".join(names)},none)">{other}</g>' for other, names in others.items()
        )

    def placement(self, shown: BoardState) -> list[int]:
        """By cell the number of the picture of the piece that stands there (`data`, looks), or EMPTY."""
        standing = map(shown.state.piece_at, range(len(self.game.board.cells)))
        return [self.look_of(piece, cell, shown) for cell, piece in enumerate(standing)]

    def look_of(self, piece: OwnedPiece | None, cell: int, shown: BoardState) -> int:
        """The number of the picture of the piece on a cell, EMPTY without a piece."""
        if piece is None:
            return EMPTY
        found = None if self.faced else self._looks_at.get((piece, cell))
        if found is None:
            self._stood.add((*piece, cell))
            faces = self.game.scenery.faces(shown.state, cell) if self.faced else ()
            found = self._looks_at[piece, cell] = self.look(piece, kind_of(self.game, cell), faces)
        return found

    # -- what stands on the page ----------------------------------------------------------------------------------------

    def in_page(self, drawn: str) -> str:
        """A drawing with the ids and colours of this page, instead of its own."""
        return named(drawn.replace(PREFIX, "fs-")).replace(" />", "/>")

    def picture(self, shown: BoardState, kind: str, *, title: str = "") -> str:
        """A position as SVG of the page, from the first seat. title: what it is called; else its status says that."""
        layout = self.layout
        over = f'<use class="inside" href="#{self.names[0]}"/>' if self.names else ""
        about = f"{title or translated(self.game.title)}: {prose.status(shown)}"
        return (
            f'<svg class="{kind}" viewBox="{self.view_box}" role="img" aria-label="{escaped(about)}">'
            f'<use class="ground" href="#{self.ground}"/><use class="rim" href="#{self.rims[0]}"/>'
            f'<g class="gone">{self.covered(shown)}</g>'
            f'<g class="under">{self.drawn(beneath(self.game, layout, shown.marks, self.theme, shown.state))}</g>'
            f'<g class="pieces">{self.pieces(shown)}</g>{over}'
            f'<g class="over">{self.drawn(above(self.game, layout, shown.marks, self.theme))}</g></svg>'
        )

    def covered(self, shown: BoardState) -> str:
        """The fields that are no longer there, all of them one shape; or what stands on them."""
        cells = shown.gone
        if not cells:
            return ""
        if self.wall:
            return "".join(_used(self.wall, self.layout.spots[cell].centre) for cell in cells)
        name = self.symbols.put_path("".join(self.layout.spots[cell].outline for cell in cells))
        return f'<use class="cover" href="#{name}"/><use href="#{name}" fill="url(#{self.hatch})"/>'

    @property
    def hatch(self) -> str:
        """The pattern over fields that are no longer there."""
        paint = gone_paint(self.theme)
        return f"fs-{paint.hatch}-{paint.ink[1:]}"

    def drawn(self, parts: Iterable[Any]) -> str:
        """A drawing of svgwrite as text, in the ids and colours of the page."""
        return self.in_page("".join(map(_written, parts)))

    def pieces(self, shown: BoardState) -> str:
        """The pieces where they stand, also where the board repeats behind a seam."""
        placement = self.placement(shown)

        def put(spots: Iterable[tuple[int, CellShape]]) -> str:
            looks = ((placement[cell], spot.centre) for cell, spot in spots)
            return "".join(_used(self.looks[look][0], place) for look, place in looks if look != EMPTY)

        standing, ghosts = put(enumerate(self.layout.spots)), put(self.layout.ghosts)
        return f'{standing}<g class="ghosts">{ghosts}</g>' if ghosts else standing

    def icon(self, look: int) -> str:
        """A piece alone, as large as letters. Screen readers pass over it: words stand beside it."""
        half, side = number(self.layout.piece / 2), number(self.layout.piece)
        use = f'<use href="#{self.looks[look][0]}"/>'
        return f'<svg class="icon" viewBox="-{half} -{half} {side} {side}" aria-hidden="true">{use}</svg>'

    def hands(self, shown: BoardState) -> tuple[str, str]:
        """The parts above and below the board: the hands of those who sit there; nothing in games without hands."""
        if not shown.hands:
            return "", ""
        near, *others = self.seats
        above = "".join(self._hand(shown, seat) for seat in others)
        return tag("div", above, class_="hands"), tag("div", self._hand(shown, near), class_="hands")

    def _hand(self, shown: BoardState, seat: int) -> str:
        """A player's hand, each kind once with its number, and in words."""
        held = shown.hands[seat]
        pieces = "".join(
            f"<span>{self.icon(self.look((seat, kind)))}{f'<small>{count}</small>' if count > 1 else ''}</span>"
            for kind, count in held
        )
        words = {"role": "img", "aria_label": prose.in_hand(self.game, seat, held)} if held else {}
        return tag("p", pieces, class_="hand", data_seat=str(seat), **words)

    def hand_looks(self, shown: BoardState) -> list[list[int]]:
        """The same as numbers for the page's program: by player pairs of a picture and how many there are."""
        return [
            [value for kind, count in held for value in (self.look((seat, kind)), count)]
            for seat, held in enumerate(shown.hands)
        ]

    def drawn_marks(self, shown: BoardState) -> tuple[str, str]:
        """The marks of annotators below and above the pieces, without those of the last move and of checks."""
        own = shown.marks._replace(framed=False, checked=())
        below = self.drawn(beneath(self.game, self.layout, own, self.theme, shown.state))
        return below, self.drawn(above(self.game, self.layout, own, self.theme))

    # -- what its program knows -----------------------------------------------------------------------------------------

    @cached_property
    def view_box(self) -> str:
        """The paper: the board with a rim where names stand, from whichever seat."""
        box, rim = self.layout.field, margin(LETTERS)
        signs = [sign for layout in self.layouts for sign in layout.signs if sign.kind != "inner"]

        def rim_at(x: int, y: int) -> float:
            """The breadth of the rim at a side of the board."""
            has_names = any(x * sign.away.x + y * sign.away.y > HALFWAY for sign in signs)
            return rim if has_names else EDGE

        left, right, top, bottom = rim_at(-1, 0), rim_at(1, 0), rim_at(0, -1), rim_at(0, 1)
        paper = (box.left - left, box.top - top, box.width + left + right, box.height + top + bottom)
        return " ".join(map(number, paper))

    def data(self) -> dict[str, Any]:
        """The game for the page's program. Asked for when all pieces are known."""
        game, stood = self.game, sorted(self._stood)
        views = zip(self.seats, self.layouts, self.rims, self.names or self.rims, strict=True)
        return {
            "title": game.title,
            "seats": [player(game, seat) for seat in range(len(game.seats))],
            "pieces": [translated(piece.name) for piece in game.piece_types],
            "letters": [piece.letter for piece in game.piece_types],
            "ways": {" ".join(map(str, where)): ways(game.rules.reach(*where)) for where in stood},
            "takes": translated(game.rules.capture_verb),
            "held": game.scenery.held,
            "keeps": game.rules.keeps_captures,
            "directed": game.scenery.pieces.shape == "wedge",
            "wall": self.wall,
            "wall_name": translated(game.scenery.wall) if self.wall else "",
            "looks": self.looks,
            "views": [
                {"seat": seat, "turn": short((self.layout.turn - layout.turn) * EIGHTH), "rim": rim, "inside": inside}
                for seat, layout, rim, inside in views
            ],
            **({"spoken": self._spoken} if self._spoken else {}),
        }

    def geometry(self) -> dict[str, Any]:
        """Where things lie on the board as the first player sees it; the same for games that share it."""
        layout, box = self.layout, self.layout.field
        return {
            "cells": self.game.board.cells,
            "called": cells_here(self.game),
            "at": [short(value) for spot in layout.spots for value in spot.centre],
            "ghosts": [[cell, *map(short, spot.centre)] for cell, spot in layout.ghosts],
            "inner": [spot.inner for spot in layout.spots],
            "field": [
                short(value) for value in (box.left - EDGE, box.top - EDGE, box.width + 2 * EDGE, box.height + 2 * EDGE)
            ],
            "middle": [short((box.left + box.right) / 2), short((box.top + box.bottom) / 2)],
            "piece": layout.piece,
            "cover": self.hatch,
        }


@lru_cache(maxsize=1024)
def _written(part: Any) -> str:
    """An element as text; those of last moves are met again and again (`marks`)."""
    return str(part.tostring())


@lru_cache(maxsize=8192)
def _used(symbol: str, place: Point) -> str:
    """A symbol with its middle at a place."""
    return f'<use href="#{symbol}" x="{number(place.x)}" y="{number(place.y)}"/>'


GOES, TAKES, TAKES_OWN, STOPS = 1, 2, 4, 8  # the meaning of a way (`ways`), added up


def ways(targets: tuple[Target, ...]) -> list[list[int]]:
    """The ways of a piece, each as a number with its meaning and the cells after the first.

    The meaning: whether the piece may move without capturing, capture at the end, or capture a piece of its own side; and
    whether it may stop on each cell before, so that the shorter ways are not listed.
    """
    meanings: dict[tuple[int, ...], int] = {}
    for goal in targets:
        meaning = GOES * goal.goes | TAKES * goal.takes | TAKES_OWN * goal.takes_own
        if not goal.barred:
            meanings |= {way[1:]: meaning for way in goal.ways}
    rides, covered = set(), set()
    for way, meaning in meanings.items():
        shorter = [way[:end] for end in range(1, len(way))]
        if shorter and all(meanings.get(one) == meaning for one in shorter):
            rides.add(way)
            covered.update(shorter)
    return [[says | STOPS * (way in rides), *way] for way, says in meanings.items() if way not in covered]


def short(value: float) -> float | int:
    """A number with one decimal at most, whole where it can be, so that JSON writes it short."""
    rounded = round(value, 1)
    return int(rounded) if rounded == int(rounded) else rounded
