"""A picture of a position, as SVG.

>>> from fairyscore.notation.position import Position
>>> drawn = diagram(Position.start("kaleidochess"), theme="print", size="60mm", caption="The start")
>>> drawn.title, drawn.svg()[:4]
('The start', '<svg')

What people ask it to mark may be text: `e4,Rd5,e5=1` for fields, `e2e4,Rd8-h4,last` for arrows.

>>> from fairyscore.notation.variants.registry import variant
>>> asked = requested("Rd5, e4, e5=1", "g1f3,last", "", variant("chess"))
>>> asked.look["fields"], asked.look["numbers"]
([CellMark(colour='red', cell=35), CellMark(colour='green', cell=28)], [('e5', '1')])
>>> asked.look["arrows"], asked.last
([Arrow(colour='green', origin=6, target=21)], True)
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypedDict, Unpack

from fairyscore.notation.position import Position
from fairyscore.notation.records.marks import COLOURS, Arrow, CellMark, CommentMarks
from fairyscore.notation.records.marks import marks as marks_of
from fairyscore.notation.records.tree import Comment
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.text import nearest, shown
from fairyscore.render import embed, export, prose
from fairyscore.render.board import FRAME, LEAST_LETTERS, NAMES, RIMMED, Look
from fairyscore.render.board_state import BoardState, moment
from fairyscore.render.canvas import element, plain
from fairyscore.render.errors import DrawingError
from fairyscore.render.idiom import cells_here, naming_here
from fairyscore.render.language import translated
from fairyscore.render.layouts.base import Layout
from fairyscore.render.layouts.registry import layout_of, turn_of
from fairyscore.render.marks import BoardMarks
from fairyscore.render.measures import Length, length
from fairyscore.render.page import HAND_BOX, HAND_LETTERS, MOST_LINES, Page
from fairyscore.render.pieces import PieceStyle, PieceSymbols
from fairyscore.render.themes import Theme, find

if TYPE_CHECKING:
    from fairyscore.render.glyphs.folder import PieceSet

LEAST_TYPE = 6 * 25.4 / 72  # millimetres: the size of letters below which nobody reads them on paper, 6 points
MOST_AT_RIM = 36.0  # units: larger names do not fit beside the cells that they are of, and are left out
MOST_LETTERS = 1 / 4  # of the breadth of a board: how large the text below is at most


@dataclass(frozen=True, slots=True)
class Diagram:
    """A drawing. title: what it shows, in a few words. centres: of the cells, by name, in units of its `viewBox`.

    >>> drawn = diagram(Position.start("chess"), size=300)
    >>> drawn, drawn.centres["a1"]
    (<Diagram: Chess: white to move>, (22.5, 337.5))
    """

    title: str
    _svg: str
    centres: Mapping[str, tuple[float, float]] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"<Diagram: {shown(self.title, 150)}>"

    def svg(self) -> str:
        """The whole SVG document, without XML declaration: fit for a file and for a place in HTML."""
        return self._svg

    _repr_svg_ = svg  # what notebooks show

    def save(self, path: str | os.PathLike[str], dpi: int = export.DPI) -> None:
        """Write it as .svg, .png or .pdf. Raises `render.export.ExportError`, or `OSError` of the system."""
        export.save(self._svg, path, dpi)


class DrawingRequest(TypedDict, total=False):
    """The options that all drawings of a position take.

    theme: one of `themes.THEMES`, or a `Theme`; `screen` if none. names: `rim`, `inside`, `all` or `none`. seat, or flip:
    the player at the bottom, White if empty. view: another look of the board (`layouts.registry.views`). size: how wide it
    is on paper, `80mm` if none; a number is pixels. fields, arrows: marks beside those of the moment, in words (`e4`,
    `red:e4`, `goal:e4` with a text; `d2d3`, `red:d2d3`) or as values. numbers: names of fields with a short text for each.
    piece_set: a set of pieces of the user's (`glyphs.folder.load_folder`). pieces: `kanji`, `letters` or
    `international` for games whose pieces have characters, `cburnett` for another set of chess pieces (`pieces.SETS`).
    captioned: whether the caption stands below too; the title has it in any case. plain: no text stands below the board.
    prefix: of all ids, if the one made of the content will not do.
    """

    theme: Theme | str
    names: str
    seat: str
    flip: str
    view: str
    size: str | float
    caption: str
    captioned: bool
    plain: bool
    fields: Iterable[CellMark | str]
    arrows: Iterable[Arrow | str]
    numbers: Iterable[tuple[str, str]]
    piece_set: PieceSet | None
    pieces: str
    prefix: str


def diagram(
    what: Position | BoardState,
    *,
    arrow: bool = False,
    fills: Iterable[CellMark | str] = (),
    crop: Collection[int] | str = (),
    bare: bool = False,
    **wanted: Unpack[DrawingRequest],
) -> Diagram:
    """Draw a position, or a moment of a game.

    what: a `Position`; the commands draw moments of games too.
    wanted: as in `DrawingRequest`; with `plain` the last move and check are not marked either.
    arrow: draw the last move as an arrow too.
    fills: whole cells to colour, in words (`e4`, `red:e4`) or as values.
    crop: draw only the part of the board that holds these cells, as `d2-f4` or by number, in the size that it has
    on the whole board.
    bare: the board alone, without pieces.

    Raises `DrawingError`, a `ValueError`, and `TypeError` for an option that there is not.

    >>> drawing = diagram(Position.start("chess"), arrows=["d2d4", "red:d7d5"], fields=["goal:e5"], flip="black", size=300)
    >>> drawing.centres["h1"]
    (22.5, 22.5)
    """
    for name in wanted.keys() - DrawingRequest.__annotations__.keys():
        raise TypeError(f"diagram() got an unexpected keyword argument '{name}'{_nearest_option(name)}")
    if not isinstance(what, Position | BoardState):
        raise TypeError(f"a diagram shows a Position, not {type(what).__name__}")
    _check_lists(fills=fills, **wanted)
    given = what if isinstance(what, BoardState) else moment(what)
    game, unmarked = given.variant, wanted.get("plain", False) or bare
    crop = cropped(crop, game) if isinstance(crop, str) else crop
    filled_cells = tuple(_cell_mark(item, game) for item in fills)
    marks = (BoardMarks() if unmarked else given.marks)._replace(drawn=arrow, fills=filled_cells)
    if not bare:
        return drawn(given, marks, wanted, crop=crop)
    title = translated("{game}: the board", game=game.title)
    about = f"{title}, with the names of its {len(game.board.cells)} fields."
    words = plain(wanted.get("caption", "")) or title, about
    return drawn(given, marks, wanted, words=words, below=(), crop=crop, bare=True, embedded=False)


def _check_lists(**wanted: object) -> None:
    """Raise `DrawingError` where one text stands for a list of marks."""
    for name in ("arrows", "fields", "fills"):
        marks = wanted.get(name)
        if isinstance(marks, str):
            raise DrawingError(f'{name} is a list of texts: write {name}=["{shown(marks)}"]')


def _with_marks(marks: BoardMarks, wanted: DrawingRequest, game: Variant) -> BoardMarks:
    """The marks with those that a request has in words or as values. Raises `DrawingError`."""
    fields = list(wanted.get("fields", ()))
    labels, plain_fields = list[tuple[str, str]](), []
    for item in fields:
        if isinstance(item, str) and (label := _label_of(item)):
            labels.append((item.rpartition(":")[2], label))
        else:
            plain_fields.append(item)
    numbers = (*wanted.get("numbers", ()), *labels)
    return marks._replace(
        fields=(*marks.fields, *(_cell_mark(item, game) for item in plain_fields)),
        arrows=(*marks.arrows, *(_arrow(item, game) for item in wanted.get("arrows", ()))),
        numbers=(*marks.numbers, *((cell_named(game, name), text) for name, text in numbers)),
    )


def _label_of(item: str) -> str:
    """The text that a mark in words puts on its cell; empty where it is a colour, or nothing."""
    before = item.rpartition(":")[0].strip()
    return "" if before.lower() in COLOURS.values() else before


def _cell_mark(item: CellMark | str, game: Variant) -> CellMark:
    """A mark of a cell from words: `e4`, `red:e4`. Raises `DrawingError`."""
    if not isinstance(item, str):
        return item
    colour, cell = _coloured(item)
    return CellMark(colour, cell_named(game, cell))


def _arrow(item: Arrow | str, game: Variant) -> Arrow:
    """An arrow from words: `d2d4`, `red:d2-d4`. Raises `DrawingError`."""
    if not isinstance(item, str):
        return item
    colour, places = _coloured(item)
    found = marks_of(Comment(f"[%cal {USUAL}{places.replace('-', '')}]"), game).arrows if "]" not in places else ()
    if len(found) != 1:
        cells = game.board.cells
        raise DrawingError(
            f"'{shown(item)}' is not an arrow on the board of {game.name}; "
            f"give two cells from {cells[0]} to {cells[-1]}, as {cells[0]}-{cells[-1]}"
        )
    return found[0]._replace(colour=colour)


def _coloured(item: str) -> tuple[str, str]:
    """The colour of a mark in words, and the rest."""
    colour, _, rest = (part.strip() for part in item.rpartition(":"))
    colour = colour.lower() or COLOURS[USUAL]
    if colour not in COLOURS.values():
        raise DrawingError(f"'{shown(colour)}' is not a colour of a mark; there are {', '.join(COLOURS.values())}")
    return colour, rest


def _nearest_option(name: str) -> str:
    near = nearest(name, [*DrawingRequest.__annotations__, "arrow", "fills", "crop", "bare"])
    return f"; did you mean '{near}'?" if near else ""


def drawn(
    given: BoardState,
    marks: BoardMarks,
    wanted: DrawingRequest,
    *,
    words: tuple[str, str] | None = None,
    below: Sequence[str] = ("status", "trays", "key"),
    crop: Collection[int] = (),
    bare: bool = False,
    embedded: bool = True,
    caption_lines: int = MOST_LINES,
) -> Diagram:
    """The drawing of a page. marks: those wanted come to them. below, bare: as `Page` has them.

    words: title and description, those of the position if none. embedded: the position is there to be read back.
    caption_lines: how many a caption has at most.
    """
    game, caption = given.variant, wanted.get("caption", "")
    size = wanted.get("size", "80mm")
    beside = game.scenery.pieces.shape == "wedge" and any(map(given.state.hand_of, range(len(game.seats))))
    look, measure = looked(
        game,
        wanted.get("theme", "screen"),
        names=wanted.get("names", "rim"),
        seat=wanted.get("flip") or wanted.get("seat", ""),
        view=wanted.get("view", ""),
        size=size if isinstance(size, str) else f"{size:g}px",
        hands=beside,
    )
    marks = _with_marks(marks, wanted, game)
    page = Page(
        given,
        look,
        marks,
        PieceSymbols(
            game, look.theme, wanted.get("piece_set"), PieceStyle.of(look.theme, wanted.get("pieces", ""), look.turn)
        ),
        caption=caption if wanted.get("captioned", True) else "",
        below=() if wanted.get("plain", False) else below,
        bare=bare,
        caption_lines=caption_lines,
    )
    if crop:
        page.crop(crop)
    words = words or (plain(caption) or f"{translated(game.title)}: {prose.status(given)}", prose.described(given))
    metadata = embed.metadata(given) if embedded else element("metadata")
    spots = zip(game.board.cells, page.layout.spots, strict=True)
    centres = {cell: (round(spot.centre.x, 2), round(spot.centre.y, 2)) for cell, spot in spots}
    return Diagram(words[0], page.finished(measure, words, metadata, wanted.get("prefix", "")), centres)


def looked(
    game: Variant, theme: Theme | str, *, names: str, seat: str, view: str, size: str, hands: bool = False
) -> tuple[Look, Length]:
    """How a board of a game is drawn, and how large, from what `diagram` takes. Raises what `diagram` raises.

    hands: whether there are columns of pieces in hand beside it.
    """
    chosen = find(theme) if isinstance(theme, str) else theme
    if names not in NAMES:
        raise DrawingError(f"names are {', '.join(NAMES)}, not '{shown(names)}'")
    measure = length(size)
    turn = turn_of(game, seat)
    layout = layout_of(game, view, turn)
    if names == "inside" and layout.middle is not None:
        names = "all"  # a round board has no files and ranks
    names, least = _named_legibly(layout, names, measure.millimetres, hands=hands)
    letters = min(max(least, LEAST_LETTERS), MOST_LETTERS * layout.field.width)
    return Look(chosen, view, turn, names, round(letters, 1), round(least, 1), naming_here(game)), measure


def _named_legibly(layout: Layout, names: str, millimetres: float, *, hands: bool) -> tuple[str, float]:
    """Where names stand on a drawing so wide, and the units that letters have at least, to be read.

    Those at the rim, which make the board smaller, are left out where they have no room. hands: as for `looked`.
    """
    width, aside = layout.field.width, 0.0  # aside: millimetres of letters beside the board
    if hands:
        width, aside = width + 2 * HAND_BOX * layout.piece, 2 * HAND_LETTERS * LEAST_TYPE
    if names in RIMMED:
        board = millimetres - aside - 3 * LEAST_TYPE  # the rim is 1.5 letters on either side (`margin`)
        least = LEAST_TYPE * (width + 2) / board if board > 0 else width
        if least <= MOST_AT_RIM:
            return names, least
        names = "none" if names == "rim" else names
    return names, LEAST_TYPE * (width + 2 * FRAME) / max(millimetres - aside, 0.3 * millimetres)


def cell_named(game: Variant, name: str) -> int:
    """The cell of a field's name, which may be what it is called beside moves. Raises `DrawingError`."""
    cell, called = game.board.index.get(name), cells_here(game)
    if cell is None and name in called:
        return called.index(name)
    if cell is None:
        cells = game.board.cells
        raise DrawingError(f"'{shown(name)}' is not on the board of {game.name}, {cells[0]} to {cells[-1]}")
    return cell


# -- marks as text ----------------------------------------------------------------------------------------------------

USUAL: Final = "G"  # the colour of a mark for which none is given
LAST: Final = "last"
LONGEST_NUMBER: Final = 20


@dataclass(frozen=True, slots=True)
class Request:
    """Marks that are asked for, in the terms of `diagram`. look: those of all drawings, and the user's own pieces.

    last: the last move as an arrow. crop: cells that the part shown holds.
    """

    look: DrawingRequest
    last: bool
    fills: tuple[CellMark, ...]
    crop: tuple[int, ...]


def requested(fields: str, arrows: str, folder: str, game: Variant, *, fills: str = "", crop: str = "") -> Request:
    """Read what is asked for on the board of a game. folder: of the user's own pieces. Raises `DrawingError`."""
    piece_set = None
    if folder:
        from fairyscore.render.glyphs.folder import load_folder

        piece_set = load_folder(folder, game)
    drawn = [item for item in _items(arrows) if item.lower() != LAST]
    marked: list[CellMark] = []
    for item in _items(fields):
        if "=" not in item:
            marked += _marked("csl", item, game).fields
    ways: list[Arrow] = []
    for item in drawn:
        ways += _marked("cal", item.replace("-", ""), game).arrows
    look: DrawingRequest = {
        "fields": marked,
        "numbers": [_number(item, game) for item in _items(fields) if "=" in item],
        "arrows": ways,
        "piece_set": piece_set,
    }
    return Request(look, len(drawn) < len(_items(arrows)), filled(fills, game), cropped(crop, game))


def filled(text: str, game: Variant) -> tuple[CellMark, ...]:
    """Cells to fill: `e4`, `e4=red` or `Re4`, several between commas. Raises `DrawingError`.

    >>> from fairyscore.notation.variants.registry import variant
    >>> filled("e4=red, d5", variant("chess"))
    (CellMark(colour='red', cell=28), CellMark(colour='green', cell=35))
    """
    filling = []
    for item in _items(text):
        cell, _, colour = (part.strip() for part in item.partition("="))
        (mark,) = _marked("csl", cell, game).fields
        if colour and colour.lower() not in COLOURS.values():
            raise DrawingError(f"'{shown(colour)}' is not a colour of a mark; there are {', '.join(COLOURS.values())}")
        filling.append(mark._replace(colour=colour.lower()) if colour else mark)
    return tuple(filling)


def cropped(text: str, game: Variant) -> tuple[int, ...]:
    """The cells that a part of a board is to hold: `a1-d4`, or several between commas. Raises `DrawingError`.

    >>> from fairyscore.notation.variants.registry import variant
    >>> cropped("a1-d4", variant("chess")), cropped("1A,1J", variant("kaleidochess"))
    ((0, 27), (1, 66))
    """
    cells = (cell for item in _items(text) for cell in item.split("-"))
    return tuple(mark.cell for cell in cells for mark in _marked("csl", cell.strip(), game).fields)


def _items(text: str) -> list[str]:
    return [item.strip() for item in text.split(",") if item.strip()]


def _marked(command: str, item: str, game: Variant) -> CommentMarks:
    """The marks of one item, read as records have it; a colour may be left out."""
    for colour in ("", USUAL) if "]" not in item else ():  # it would end the command
        found = marks_of(Comment(f"[%{command} {colour}{item}]"), game)
        if len(found.fields) + len(found.arrows) == 1:
            return found
    what = "a cell" if command == "csl" else "two cells"
    cells = game.board.cells
    raise DrawingError(
        f"'{shown(item)}' does not name {what} of the board of {game.name}, {cells[0]} to {cells[-1]}; "
        f"a colour in front is one of {' '.join(COLOURS)}"
    )


def _number(item: str, game: Variant) -> tuple[str, str]:
    field, _, text = (part.strip() for part in item.partition("="))
    if not 0 < len(text) <= LONGEST_NUMBER:
        raise DrawingError(f"'{shown(item)}' puts no text on a cell; it has 1 to {LONGEST_NUMBER} characters after =")
    found = _marked("csl", f"{USUAL}{field}", game)
    return game.board.cells[found.fields[0].cell], text
