"""The pieces of a drawing: each picture is defined once and used wherever such a piece stands."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.variants.registry import variant
from fairyscore.render.canvas import PREFIX, CachedPart, group, shape, use
from fairyscore.render.geometry import Point, circle
from fairyscore.render.glyphs.set import SIZE, changing_glyph, glyph, layers
from fairyscore.render.themes import Theme

if TYPE_CHECKING:
    from fairyscore.render.glyphs.folder import PieceSet

OwnedPiece = tuple[int, int]
Faces = tuple[tuple[str, int], ...]
"""What a piece is on each kind of field (`Scenery.faces`); empty where pieces stay what they are."""

DrawnPiece = tuple[OwnedPiece, str, Faces]
"""All that tells one picture from another: the piece, the field's kind where that matters to him, and what he can be."""

ROUND = {"stroke_linejoin": "round", "stroke_linecap": "round"}


class PieceSymbols:
    """The pieces that a drawing shows; their symbols are asked for when all of them have been placed."""

    def __init__(self, game: Variant, theme: Theme, piece_set: PieceSet | None = None) -> None:
        self.game, self.theme, self.piece_set = game, theme, piece_set
        self._shown: dict[DrawnPiece, str] = {}

    def piece(self, piece: OwnedPiece, place: Point, side: float, on: str = "", faces: Faces = (), **said: str) -> Any:
        """A piece with its middle at a place, its box as large as `side`.

        on: the kind of the cell, where the drawing of the piece depends on it.
        """
        seat, kind = piece
        player, name = self.game.seats[seat], self.game.piece_types[kind]
        key: DrawnPiece = (piece, on if faces else "", faces)
        symbol = self._shown.get(key)
        if symbol is None:
            symbol = self._shown[key] = _symbol_name(self.game, key)
        about = {"data-owner": player.name, "data-piece": name.letter, "data-name": name.name}
        return use(symbol, place, side / SIZE, f"piece {player.name}", **about, **said)

    def symbols(self) -> Iterator[Any]:
        """What the pieces shown refer to; the user's own are no kept parts."""
        for shown, symbol in self._shown.items():
            if self.piece_set is not None:
                yield self.piece_set.symbol(self.game, shown[0], f"{PREFIX}{symbol}")
            else:
                yield _drawn(self.game.name, self.theme, shown)

    def token(self, player: str, place: Point, radius: float) -> Any:
        """A disc in a player's colours: light or dark, and hatched like his pieces."""
        owner = self.theme.owners[player]
        return shape(circle(place, radius), f"disc {player}", fill=owner.body, stroke=self.theme.ink, stroke_width=1.4)


def _symbol_name(game: Variant, shown: DrawnPiece) -> str:
    (seat, kind), on, faces = shown
    changing = "".join(f"-{field[:1]}{face}" for field, face in faces)
    return f"{game.seats[seat].letter}{kind}{changing}{f'-{on}' if faces else ''}"


@lru_cache(maxsize=512)
def _drawn(name: str, theme: Theme, shown: DrawnPiece) -> CachedPart:
    """The symbol of a piece: his layers in his owner's colours."""
    game = variant(name)
    (seat, kind), on, faces = shown
    player, owner = game.seats[seat], theme.owners[game.seats[seat].name]
    piece, tokens = game.piece_types[kind], game.scenery.tokens
    if faces:
        forms = tuple((field[:1].upper(), game.piece_types[face].name) for field, face in faces)
        picture = changing_glyph(piece.name, forms, on[:1].upper())
    else:
        picture = glyph(piece.picture or piece.name, piece.letter, tokens[kind] if tokens else "")
    colours = {"body": owner.body, "line": owner.line, "none": "none"}
    made = group("glyph", id=f"{PREFIX}{_symbol_name(game, shown)}", **ROUND)
    for path, fill, stroke, wide in layers(picture, player.letter):
        line: dict[str, Any] = {"stroke": colours[stroke], "stroke_width": wide} if stroke != "none" else {}
        made.add(shape(path, "outline" if line else fill, fill=colours[fill], **line))
    return CachedPart(made)
