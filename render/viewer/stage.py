"""A game's board and men as a page has them: each drawn once as a symbol, seen from every seat, and used many times.

What a page knows of a board, for its program, is `Stage.data` (docs/page.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from typing import Any, Final

from fairyscore.notation.rules.variant import Variant
from fairyscore.render import prose
from fairyscore.render.board import Look, board, board_hatches, gone, gone_paint, kind_of, margin, names
from fairyscore.render.canvas import PREFIX, Kept
from fairyscore.render.geometry import Box, number
from fairyscore.render.glyphs.set import SIZE
from fairyscore.render.hatches import hatches
from fairyscore.render.layouts.base import TURNS, Layout
from fairyscore.render.layouts.known import layout
from fairyscore.render.marks import Marks, above, beneath
from fairyscore.render.men import Cast, Man
from fairyscore.render.moments import Moment
from fairyscore.render.themes import Theme
from fairyscore.render.viewer.markup import said
from fairyscore.render.viewer.palette import named, numbered

LETTERS: Final = 14.0
"""Units: height of the names at the rim; still read where a board is 300 pixels wide."""

Placement = tuple[int, ...]
"""By cell the number of the man's picture (`Stage.data`, looks), -1 where nobody stands."""

EMPTY: Final = -1

Route = tuple[tuple[float | int, ...], ...]
"""A way in legs; of each its points, every one behind the share of the time at which it is passed, in hundredths."""

ROOM_IN_BURST: Final = (1.18, 0.62)
"""How far the star of a check reaches: shares of a field's room and of a man's box, as `marks` has them."""


class Stage:
    """The board of a game on a page. number: from 0, in the order of the page; all ids begin with `b`, it and `-`."""

    def __init__(self, number: int, game: Variant, theme: Theme, seat: str = "") -> None:
        self.prefix, self.game, self.theme = f"b{number}-", game, numbered(theme)
        players = [player.name for player in game.seats]
        first = players.index(seat) if seat in players else 0
        self.seats = (*range(first, len(players)), *range(first))
        self._cast = Cast(game, self.theme)
        self._looks: dict[tuple[Man, str, Any], int] = {}
        self.looks: list[tuple[str, int, int]] = []
        """Of every picture its id without prefix, the seat and the kind of the man."""
        self.routes: dict[Route, int] = {}
        """Ways that are not straight with their numbers; 1 is the first."""

    @cached_property
    def layouts(self) -> tuple[Layout, ...]:
        """The board seen from every seat, the first being the one at the bottom when the page opens."""
        return tuple(layout(self.game, "", TURNS[self.game.seats[seat].name]) for seat in self.seats)

    @property
    def laid(self) -> Layout:
        """The first of them."""
        return self.layouts[0]

    # -- men ----------------------------------------------------------------------------------------------------------

    def look(self, man: Man, on: str = "", faces: Any = ()) -> int:
        """The number of a man's picture. on, faces: as `Cast.man` has them."""
        key = (man, on if faces else "", faces)
        found = self._looks.get(key)
        if found is None:
            drawn = self._cast.man(man, self.laid.spots[0].centre, SIZE, on, faces)
            symbol = drawn.attribs["xlink:href"].removeprefix(f"#{PREFIX}")
            found = self._looks[key] = len(self.looks)
            self.looks.append((symbol, *man))
        return found

    def placement(self, shown: Moment) -> Placement:
        """Who stands where."""
        table, scenery = shown.position.table, self.game.scenery
        found = []
        for cell in range(len(self.game.board.cells)):
            man = table.man_at(cell)
            found.append(EMPTY if man is None else self.look(man, kind_of(self.game, cell), scenery.faces(table, cell)))
        return tuple(found)

    # -- what stands on the page ----------------------------------------------------------------------------------------

    def symbols(self) -> Iterator[str]:
        """The definitions: boards with their names from every seat, hatchings, men. Asked for when all men are known."""
        scale = f"scale({number(self.laid.man / SIZE)})translate({number(-SIZE / 2)} {number(-SIZE / 2)})"
        hatched = board_hatches(self.game, self.laid, self.theme, shrunk=True)
        yield from (self._owned(pattern.tostring()) for pattern in hatches(hatched))
        for view, laid in enumerate(self.layouts):
            yield self._named(board(self.game.name, self._drawn_as(laid)), f"v{view}")
            inside = names(self.game.name, self._drawn_as(laid))
            if inside is not None:
                yield self._named(inside, f"n{view}")
        for symbol, kept in zip(self.looks, self._cast.symbols(), strict=True):
            drawn = kept.text.replace(f' id="{PREFIX}{symbol[0]}"', f' transform="{scale}"')
            yield f'<g id="{self.prefix}{symbol[0]}">{self._owned(drawn)}</g>'

    def _named(self, part: Kept, name: str) -> str:
        return f'<g id="{self.prefix}{name}">{self._owned(part.text)}</g>'

    def _owned(self, drawn: str) -> str:
        return named(drawn.replace(PREFIX, self.prefix)).replace(" />", "/>")

    def _drawn_as(self, laid: Layout) -> Look:
        return Look(self.theme, "", laid.turn, "rim", LETTERS)

    def picture(self, shown: Moment, kind: str, *, title: str = "") -> str:
        """A position as SVG of the page, from the first seat. title: what it is called; else its status says that."""
        laid, view = self.laid, self.view_box(self.laid)
        over = f'<use href="#{self.prefix}n0"/>' if self.has_names else ""
        about = f"{title or self.game.title}: {prose.status(shown)}"
        return (
            f'<svg class="{kind}" viewBox="{view}" role="img" aria-label="{said(about)}">'
            f'<use class="ground" href="#{self.prefix}v0"/><g class="gone">{self.covered(shown)}</g>'
            f'<g class="under">{self.drawn(beneath(self.game, laid, shown.marks, self.theme))}</g>'
            f'<g class="men">{self.men(self.placement(shown))}</g>{over}'
            f'<g class="over">{self.drawn(above(self.game, laid, shown.marks, self.theme))}</g></svg>'
        )

    def covered(self, shown: Moment) -> str:
        """The fields that are no longer there."""
        cells = self.game.scenery.gone(shown.position.table)
        return self.drawn([gone(self.laid, cells, self.theme)]) if cells else ""

    def drawn(self, parts: Iterable[Any]) -> str:
        """What svgwrite holds, in the ids and colours of the page."""
        return self._owned("".join(part.tostring() for part in parts))

    def men(self, placement: Placement) -> str:
        """The men where they stand, also behind seams."""
        laid = self.laid
        again = [(cell, spot.centre) for cell, spot in laid.ghosts]
        standing = "".join(self._man(placement[cell], spot.centre) for cell, spot in enumerate(laid.spots))
        ghosts = "".join(self._man(placement[cell], place) for cell, place in again)
        return f'{standing}<g class="ghosts">{ghosts}</g>' if ghosts else standing

    def _man(self, look: int, place: Any) -> str:
        if look == EMPTY:
            return ""
        return f'<use href="#{self.prefix}{self.looks[look][0]}" x="{number(place.x)}" y="{number(place.y)}"/>'

    def icon(self, look: int) -> str:
        """A man alone, as large as letters; for the eyes only, words stand beside it."""
        half = number(self.laid.man / 2)
        side = number(self.laid.man)
        use = f'<use href="#{self.prefix}{self.looks[look][0]}"/>'
        return f'<svg class="icon" viewBox="-{half} -{half} {side} {side}" aria-hidden="true">{use}</svg>'

    def drawn_marks(self, marks: Marks) -> tuple[str, str]:
        """What annotators mark, below and above the men; the last move and checks are not among it."""
        own = replace(marks, way=(), checked=())
        below = self.drawn(beneath(self.game, self.laid, own, self.theme))
        return below, self.drawn(above(self.game, self.laid, own, self.theme))

    # -- what its program knows -----------------------------------------------------------------------------------------

    @cached_property
    def has_names(self) -> bool:
        """Whether names stand within fields."""
        return names(self.game.name, self._drawn_as(self.laid)) is not None

    def view_box(self, laid: Layout) -> str:
        """The paper with the rim."""
        box: Box = laid.field.grown(margin(LETTERS))
        return " ".join(map(number, (box.left, box.top, box.width, box.height)))

    def route(self, legs: Route) -> int:
        """The number of a way that is not straight."""
        return self.routes.setdefault(legs, len(self.routes) + 1)

    def data(self) -> dict[str, Any]:
        """The board for the page's program. Asked for when all men and ways are known."""
        game, laid = self.game, self.laid
        box = laid.field
        return {
            "id": self.prefix,
            "title": game.title,
            "seats": [seat.name for seat in game.seats],
            "cells": game.board.cells,
            "men": [man.name for man in game.men],
            "looks": self.looks,
            "views": [self._view(seat, laid) for seat, laid in zip(self.seats, self.layouts, strict=True)],
            "middle": [short((box.left + box.right) / 2), short((box.top + box.bottom) / 2)],
            "man": laid.man,
            "burst": short(min(min(ROOM_IN_BURST[0] * spot.room, ROOM_IN_BURST[1] * laid.man) for spot in laid.spots)),
            "inner": [spot.inner for spot in laid.spots],
            "names": self.has_names,
            "hatch": f"{gone_paint(self.theme).hatch}-{gone_paint(self.theme).ink[1:]}",
            "held": game.scenery.held,
            "takes": game.capture_verb,
            "routes": list(self.routes),
        }

    def _view(self, seat: int, laid: Layout) -> dict[str, Any]:
        return {
            "seat": seat,
            "turn": short((self.laid.turn - laid.turn) * 45.0),
            "box": self.view_box(laid),
            "at": [short(value) for spot in laid.spots for value in spot.centre],
            "ghosts": [[cell, *map(short, spot.centre)] for cell, spot in laid.ghosts],
        }


def short(value: float) -> float | int:
    """A number as JSON has it at its shortest: one decimal at most."""
    rounded = round(value, 1)
    return int(rounded) if rounded == int(rounded) else rounded
