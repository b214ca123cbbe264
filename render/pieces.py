"""The pieces of a drawing: each picture is defined once and used wherever such a piece stands."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.text import shown, suggestion
from fairyscore.notation.variants.registry import variant
from fairyscore.render.canvas import PREFIX, ROUND, CachedPart, group, shape, use
from fairyscore.render.errors import DrawingError
from fairyscore.render.geometry import Point, circle
from fairyscore.render.glyphs.set import SIZE, GlyphLayer, changing_glyph, glyph, layers
from fairyscore.render.glyphs.traditional import disc_layers, wedge_layers
from fairyscore.render.layouts.base import TURNS
from fairyscore.render.themes import Owner, Theme

if TYPE_CHECKING:
    from fairyscore.render.glyphs.folder import PieceSet

OwnedPiece = tuple[int, int]
Faces = tuple[tuple[str, int], ...]
"""What a piece is on each kind of field (`Scenery.faces`); empty where pieces stay what they are."""

DrawnPiece = tuple[OwnedPiece, str, Faces]
"""What makes a picture different from others: the piece, the kind of its cell where that matters, and its faces."""

OWN_FILE = ".svg"  # how the name of an author's picture ends

KANJI, LETTERS, INTERNATIONAL, CHESS_SET = SETS = ("kanji", "letters", "international", "cburnett")
"""What stands on discs and wedges: characters, letters, or pictures of pieces instead of them; and pictures of which the
chess pieces are those of another set."""

PICTURES: Final = (INTERNATIONAL, CHESS_SET)  # the sets without discs and wedges


class PieceStyle(NamedTuple):
    """The style of pieces. set: one of `SETS`; turn: of the board, as layouts have it.

    coloured: whether the theme has a red that differs clearly from black.
    """

    set: str = KANJI
    turn: int = 0
    coloured: bool = True

    @classmethod
    def of(cls, theme: Theme, pieces: str = "", turn: int = 0) -> PieceStyle:
        """The style in a theme. pieces: one of `SETS`, characters if empty. Raises `DrawingError` for any other word."""
        if pieces and pieces not in SETS:
            raise DrawingError(f"pieces are {', '.join(SETS)}, not '{shown(pieces)}'{suggestion(pieces, SETS)}")
        return cls(pieces or KANJI, turn, _redness(theme.marks["red"].colour) > RED_ENOUGH)


class PieceSymbols:
    """The pieces that a drawing shows; their symbols are asked for when all of them have been placed."""

    def __init__(
        self, game: Variant, theme: Theme, piece_set: PieceSet | None = None, look: PieceStyle | None = None
    ) -> None:
        self.game, self.theme, self.piece_set = game, theme, piece_set
        self.look = PieceStyle.of(theme) if look is None else look
        self._shown: dict[DrawnPiece, str] = {}

    def piece(
        self, piece: OwnedPiece, place: Point, side: float, on: str = "", faces: Faces = (), **attributes: str
    ) -> Any:
        """A piece with its middle at a place, its box as large as `side`.

        on: the kind of the cell, where the drawing of the piece depends on it.
        """
        seat, kind = piece
        player, name = self.game.seats[seat], self.game.piece_types[kind]
        key: DrawnPiece = (piece, on if faces else "", faces)
        symbol = self._shown.get(key)
        if symbol is None:
            symbol = self._shown[key] = _symbol_name(self.game, key, self.look)
        about = {"data-owner": player.name, "data-piece": name.letter, "data-name": name.name}
        return use(symbol, place, side / SIZE, f"piece {player.name}", **about, **attributes)

    def symbols(self) -> Iterator[Any]:
        """The symbols of the pieces shown. Those of a user's own set are made anew each time."""
        for drawn, symbol in self._shown.items():
            piece, _, _ = drawn
            file = self._own_picture(piece)
            if self.piece_set is not None:
                yield self.piece_set.symbol(self.game, piece, f"{PREFIX}{symbol}")
            elif file:
                seat, _ = piece
                owner = self.theme.owners[self.game.seats[seat].name]
                yield own_symbol(file, owner, f"{PREFIX}{symbol}")
            else:
                yield _drawn(self.game.name, self.theme, drawn, self.look)

    def _own_picture(self, piece: OwnedPiece) -> str:
        """The file with the picture of a piece type by the game's author; empty where there is none."""
        picture = self.game.piece_types[piece[1]].picture
        characters = self.game.scenery.pieces.shape and self.look.set not in PICTURES
        return picture if picture.endswith(OWN_FILE) and not characters else ""

    def token(self, player: str, place: Point, radius: float) -> Any:
        """A disc in a player's colours: light or dark, and hatched like the player's pieces."""
        fill, given = self.theme.owners[player].body, self.game.scenery.pieces
        if given.shape == "disc" and self.look.coloured:
            seat = next(number for number, seat in enumerate(self.game.seats) if seat.name == player)
            fill = _disc_ink(self.game, self.theme, seat)
        elif given.inks:
            fill = self._owner_named(player).body
        return shape(circle(place, radius), f"disc {player}", fill=fill, stroke=self.theme.ink, stroke_width=1.4)

    def _owner_named(self, player: str) -> Owner:
        """The colours of a player's pictures, by the name of the seat."""
        seat = next(number for number, seat in enumerate(self.game.seats) if seat.name == player)
        return _owner(self.game, self.theme, seat, coloured=self.look.coloured)


def own_symbol(file: str, owner: Owner, name: str) -> Any:
    """The picture in a file, in the colours of an owner. Raises `DrawingError` where it cannot be that of a piece."""
    from fairyscore.render.glyphs.folder import coloured, placed

    return placed(coloured(file, owner.body, owner.line), name)


def _symbol_name(game: Variant, drawn: DrawnPiece, look: PieceStyle) -> str:
    (seat, kind), on, faces = drawn
    name = f"{game.seats[seat].letter}{kind}"
    for field, face in faces:
        name += f"-{field[:1]}{face}"
    if game.scenery.pieces.shape and look[:2] != PieceStyle()[:2]:
        name += f"-{look.set}-{look.turn}"
    elif _chess_layers(game, drawn, look):
        name += f"-{look.set}"
    if faces:
        name += f"-{on}"
    return name


@lru_cache(maxsize=512)
def _drawn(name: str, theme: Theme, drawn: DrawnPiece, look: PieceStyle) -> CachedPart:
    """The symbol of a piece: its layers in the colours of its owner."""
    game = variant(name)
    (seat, kind), on, faces = drawn
    if game.scenery.pieces.shape and look.set not in PICTURES:
        owner, picture_layers = _traditional(game, theme, (seat, kind), look)
        return _symbol(_symbol_name(game, drawn, look), owner, picture_layers)
    player, owner = game.seats[seat], _owner(game, theme, seat, coloured=look.coloured)
    piece, tokens = game.piece_types[kind], game.scenery.tokens
    if known := _chess_layers(game, drawn, look):
        return _symbol(_symbol_name(game, drawn, look), owner, known)
    if faces:
        forms = tuple((field[:1].upper(), game.piece_types[face].name) for field, face in faces)
        picture = changing_glyph(piece.name, forms, on[:1].upper())
    else:
        picture = glyph(piece.picture or piece.name, piece.letter, tokens[kind] if tokens else "")
    return _symbol(_symbol_name(game, drawn, look), owner, layers(picture, player.letter))


def _chess_layers(game: Variant, drawn: DrawnPiece, look: PieceStyle) -> tuple[GlyphLayer, ...]:
    """The layers of a piece in the other set of chess pieces; none for a style without it and for pieces that it lacks,
    also those whose base says what they are."""
    (seat, kind), _, faces = drawn
    if look.set != CHESS_SET or faces or game.scenery.tokens:
        return ()
    from fairyscore.render.glyphs.cburnett import CBURNETT  # takes a millisecond, and most drawings are without it

    piece = game.piece_types[kind]
    return CBURNETT.get((game.seats[seat].name, piece.picture or piece.name), ())


def _owner(game: Variant, theme: Theme, seat: int, *, coloured: bool) -> Owner:
    """The two colours of a player's pictures: Red's and Blue's men have their own colour where the theme has colours."""
    given = game.scenery.pieces
    if given.shape == "disc" and coloured and seat in (given.red, given.blue):
        return Owner(_disc_ink(game, theme, seat), theme.owners["white"].body)
    if given.inks and coloured:
        return Owner(theme.marks[given.inks[seat]].colour, theme.owners["white"].body)
    return theme.owners[game.seats[seat].name]


def _symbol(name: str, owner: Owner, painted: tuple[GlyphLayer, ...]) -> CachedPart:
    """A symbol of layers in two colours."""
    colours = {"body": owner.body, "line": owner.line, "none": "none"}
    made = group("glyph", id=f"{PREFIX}{name}", **ROUND)
    for path, fill, stroke, width in painted:
        line: dict[str, Any] = {"stroke": colours[stroke], "stroke_width": width} if stroke != "none" else {}
        made.add(shape(path, "outline" if line else fill, fill=colours[fill], **line))
    return CachedPart(made)


RED_ENOUGH = 100  # by so much, of 255, a theme's red exceeds green and blue, so that it differs clearly from black


def _traditional(
    game: Variant, theme: Theme, piece: OwnedPiece, look: PieceStyle
) -> tuple[Owner, tuple[GlyphLayer, ...]]:
    """The colours and layers of a piece on a disc or wedge."""
    (seat, kind), given = piece, game.scenery.pieces
    letter = game.piece_types[kind].letter
    text = given.characters[kind][seat] if look.set == KANJI else ""
    own, light, red = theme.owners[game.seats[seat].name], theme.owners["white"], theme.marks["red"].colour
    coloured = look.coloured
    if given.shape == "disc":
        owner = own if not coloured else Owner(light.body, _disc_ink(game, theme, seat))
        return owner, disc_layers(text or letter)
    promoted = letter.startswith("+")
    owner = Owner(light.body, red if promoted and coloured else light.line)
    away = (TURNS[game.seats[seat].name] - look.turn) % 8 == TURNS["black"]
    return owner, wedge_layers(text or (letter[1:] if promoted and coloured else letter), away=away)


def _disc_ink(game: Variant, theme: Theme, seat: int) -> str:
    """The colour of the character on a player's discs."""
    given = game.scenery.pieces
    inks = {given.red: theme.marks["red"].colour, given.blue: theme.marks["blue"].colour}
    return inks.get(seat, theme.owners["white"].line)


def _redness(colour: str) -> int:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return red - max(green, blue)
