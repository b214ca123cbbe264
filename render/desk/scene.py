"""What a page needs to show positions of a game: board and pieces, drawn once, and each position as numbers of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from fairyscore.notation.game_tree import Node, Root
from fairyscore.notation.position import LegalMove, Position
from fairyscore.notation.rules.moves import ABSENT
from fairyscore.notation.rules.variant import Variant
from fairyscore.render import prose
from fairyscore.render.board_state import BoardState, annotated, moment
from fairyscore.render.geometry import number
from fairyscore.render.idiom import cells_here, notation_here
from fairyscore.render.layouts.base import CellShape
from fairyscore.render.themes import THEMES, Theme
from fairyscore.render.viewer.board_scene import BoardScene
from fairyscore.render.viewer.markup import Symbols, tag
from fairyscore.render.viewer.setup import form_of, looks_of

MIDDLE: Final = 0.42
"""How large the middle of a cell is, against a piece."""


def _standing(game: Variant, shown: BoardState) -> Iterator[tuple[str, tuple[int, int]]]:
    """The pieces on the board, each with the name of its cell."""
    for cell, name in enumerate(game.board.cells):
        if piece := shown.state.piece_at(cell):
            yield name, piece


def _last_cells(node: Node) -> list[str]:
    """The cells that the last move left and reached; none before the first move."""
    if isinstance(node, Root):
        return []
    return [cell for cell in (node.move.from_cell, node.move.to_cell) if cell]


class DeskBoard:
    """The board of a game. at: its number, which tells its drawings from those of other boards on the same page."""

    def __init__(self, game: Variant, at: int, theme: Theme | None = None) -> None:
        self.game = game
        self._number = at
        self._symbols = Symbols(f"b{at}-")
        self._scene = BoardScene(self._symbols, {}, game, theme or THEMES["screen"])

    def data(self) -> dict[str, Any]:
        """The constant part of a scene: cells with their places and shapes, views, seats, piece types, options."""
        scene, game = self._scene, self.game
        return {
            "number": self._number,
            "variant": game.name,
            **scene.data(),
            "geometry": scene.geometry() | {"outlines": [spot.outline for spot in scene.layout.spots]},
            "view_box": scene.view_box,
            "ground": scene.ground,
            "throws": game.rules.throws,
            "hands": game.rules.hands,
            "player_tags": [seat.name.capitalize() for seat in game.seats],
            "notations": [notation.name for notation in game.writing.notations],
        }

    def definitions(self, known: int = 0) -> list[str]:
        """The drawings that the page does not have yet: all after the first `known`."""
        return [part.replace(' data-field="', ' data-cell="') for part in self._symbols.definitions()][known:]

    def picture(self, node: Node) -> str:
        """The board with a position as SVG that can be played on before any program runs: each cell has `data-field`."""
        shown = moment(node.position)
        drawn = self._scene.picture(shown, "board", title=self.game.title)
        spots = self._scene.layout.spots
        shapes = "".join(map(_shape, self.game.board.cells, spots))
        named = zip(self.game.board.cells, cells_here(self.game), spots, strict=True)
        middles = "".join(_middle(name, called, spot, self._scene.layout.piece) for name, called, spot in named)
        cells = f'<g class="cells">{shapes}{middles}</g>'
        return drawn.replace('<g class="over">', f'{cells}<g class="over">')

    def position(self, node: Node) -> dict[str, Any]:
        """A position as a page shows it (docs/desk.md)."""
        position = node.position
        shown = annotated(position, node.comments)
        game, cells, scene = self.game, self.game.board.cells, self._scene
        outcome = position.outcome
        return {
            "fen": position.fen,
            "turn": game.seats.index(position.turn),
            "status": prose.status(shown),
            "check": position.is_check,
            "checks": [cells[cell] for cell in shown.marks.checked],
            "outcome": None if outcome is None else {"result": outcome.result, "ending": outcome.words},
            "placed": scene.placement(shown),
            "pieces": {name: prose.owned(game, piece) for name, piece in _standing(game, shown)},
            "gone": [cells[cell] for cell in shown.gone],
            "marks": scene.drawn_marks(shown),
            "arrows": list(node.arrows),
            "fields": list(node.marks),
            "nags": list(node.nags),
            "last": _last_cells(node),
            "hands": self._hands(position),
            "moves": self._moves(position),
        }

    def setup(self, node: Node) -> dict[str, Any]:
        """The data of the page on which positions are set up, without its warnings: the judge has them."""
        looks = looks_of(self._scene)  # which draws all pieces
        return {
            "form": form_of(self.game),
            "looks": looks,
            "board": {**self._scene.data(), "geometry": self._scene.geometry()},
            "picture": self._scene.picture(moment(node.position), "board", title=self.game.title),
        }

    def _moves(self, position: Position) -> list[dict[str, Any]]:
        """The legal moves; of those between the same two cells also what a player chooses by: text and picture."""
        game, legal = self.game, position.legal_moves
        many = Counter((move.from_cell, move.to_cell) for move in legal)
        made = []
        for move in legal:
            shown: dict[str, Any] = {}
            if many[move.from_cell, move.to_cell] > 1 and move.from_cell:
                shown["shown"] = notation_here(game).write(position.state, move.raw, game)
                if move.raw.put_on == ABSENT:  # else a second cell tells them apart
                    shown["look"] = self._look_after(position, move)
            made.append(_move(move) | shown)
        return made

    def _look_after(self, position: Position, move: LegalMove) -> int:
        """The picture of the piece that a move brings to its cell."""
        standing = position.state.piece_at(self.game.board.index[move.from_cell])
        if standing is None:
            return -1
        seat, kind = standing
        return self._scene.look((seat, kind if move.promotion is None else self.game.piece_types.index(move.promotion)))

    def looks(self) -> list[tuple[str, int, int]]:
        """Of every picture of a piece its drawing, and its seat and type."""
        return self._scene.looks

    def _hands(self, position: Position) -> list[list[dict[str, Any]]]:
        """By seat the pieces in hand: letter, name, picture, and how many there are."""
        types = self.game.piece_types
        made = []
        for seat, held in enumerate(position.hands.values()):
            counted = Counter(piece.type for piece in held)
            made.append(
                [
                    {
                        "letter": kind.letter,
                        "name": kind.name,
                        "look": self._scene.look((seat, types.index(kind))),
                        "count": count,
                    }
                    for kind, count in counted.items()
                ]
            )
        return made


def _shape(name: str, spot: CellShape) -> str:
    """A whole cell, for pointers."""
    return tag("path", data_cell=name, d=spot.outline)


def _middle(name: str, called: str, spot: CellShape, piece: float) -> str:
    """The middle of a cell, where its piece stands: the element that has its name, for programs and readers."""
    x, y = spot.centre
    return tag("circle", data_field=name, cx=number(x), cy=number(y), r=number(MIDDLE * piece), aria_label=called)


def _move(move: LegalMove) -> dict[str, Any]:
    """A legal move: its long form and cells, and what tells it from others between the same two."""
    made: dict[str, Any] = {"text": move.text, "from": move.from_cell, "to": move.to_cell}
    if move.promotion is not None:
        made["promotion"] = move.promotion.letter
        made["becomes"] = move.promotion.name
    if move.throw:
        made["throw"] = move.throw
    if move.raw.put_on != ABSENT:
        made["put_on"] = move.position.variant.board.cells[move.raw.put_on]
    if move.raw.put != ABSENT:
        made["put"] = move.position.variant.piece_types[move.raw.put].name
    return made
