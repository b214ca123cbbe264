"""A picture as options describe it: those of `fairyscore render`, of a block of a text, or of a row of a table."""

from typing import Any, NamedTuple

import click

from fairyscore.cli.options import (
    flip_option,
    from_option,
    game_option,
    language_option,
    piece_set_option,
    ply_option,
    shown_notation_option,
    text_option,
    theme_option,
    variant_option,
    width_option,
    with_options,
)
from fairyscore.cli.scenes import DrawingSource, Picking, source_of
from fairyscore.cli.shell_words import complete_variants_or_files
from fairyscore.notation.formats.base import Format
from fairyscore.notation.game import Game
from fairyscore.notation.rules.variant import Variant
from fairyscore.render.board_state import BoardState
from fairyscore.render.drawing import Diagram, Request, diagram, requested
from fairyscore.render.errors import DrawingError
from fairyscore.render.export import grid
from fairyscore.render.game_chart import game_chart
from fairyscore.render.movement import movement, reach

NO_PIECE = "none"  # what --piece says for a board without pieces

what_argument = click.argument(
    "what", metavar="[VARIANT|RECORD|FEN]", default="", shell_complete=complete_variants_or_files
)

picture_options = with_options(
    text_option("--position", "POSITION", "Draw this position (FEN), or the one in a drawing (.svg)."),
    ply_option,
    click.option(
        "--every",
        metavar="N",
        type=click.IntRange(1),
        help="For a record: write a file for every N plies, and for the end.",
    ),
    game_option,
    from_option,
    variant_option,
    text_option("--piece", "PIECE", "Draw how this piece moves: W or 'black pawn'; none: the bare board."),
    text_option("--on", "CELL", "The cell that it moves from; default: the cell that shows most."),
    theme_option("screen"),
    text_option("--names", "WHERE", "Where to write cell names: rim, inside, all (in every cell) or none.", "rim"),
    flip_option(),
    text_option("--view", "VIEW", "Another shape of the board, if it has one: ring, unrolled, octagon."),
    width_option("--size", "80mm"),
    text_option("--marks", "CELLS", "Mark cells: e4, Rd5 (a colour R G B Y), e4=1 (a text)."),
    text_option("--arrows", "ARROWS", "Draw arrows: e2e4, Rd8h4; `last` for the last move."),
    text_option("--fill fills", "CELLS", "Fill cells: e4, d5=red."),
    text_option("--crop", "PART", "Draw only part of the board: a1-d4, or the cells it must show."),
    text_option("--caption", "TEXT", "A caption below the drawing."),
    text_option(
        "--pieces",
        "LOOK",
        "How pieces look: kanji, letters or international; cburnett: other chess pieces.",
    ),
    piece_set_option,
    click.option(
        "--columns", metavar="N", type=click.IntRange(1), help="Combine several drawings in one figure, N in a row."
    ),
    shown_notation_option(),
    language_option,
    click.option(
        "--plain", is_flag=True, help="Draw only board and pieces: no last move, check or captures, nothing below."
    ),
)


class Drawn(NamedTuple):
    """Drawn pictures. svgs: the pictures, each with what its file's name has behind that of the output.

    exit_code: 1 for a record that is drawn up to an error in it.
    """

    svgs: list[tuple[str, str]]
    exit_code: int = 0


def drawn(
    *,
    what: str,
    position: str,
    ply: str,
    every: int | None,
    number: int | None,
    form: Format | None,
    game: Variant | None,
    piece: str,
    on: str,
    marks: str,
    arrows: str,
    fills: str,
    crop: str,
    columns: int | None,
    folder: str = "",
    **look: Any,
) -> Drawn:
    """The pictures that options ask for. Raises `DrawingError`; leaves with exit status 2 where a record has no game."""
    source = source_of(what, position, Picking(number, form, game))
    _check(source, piece, on, position if what else " ", fills or crop)
    digits = max(3, len(str(source.plies)))
    svgs = []
    for state in source.chosen(ply, every):
        request = requested(marks, arrows, folder, state.variant, fills=fills, crop=crop)
        svg = _diagram(state, request, piece, on, look).svg()
        svgs.append((svg, f"-{state.ply:0{digits}}" if every else ""))
    return Drawn(in_columns(svgs, columns), source.exit_code)


def graph_drawn(
    *, what: str, number: int | None, form: Format | None, game: Variant | None, theme: str, size: str
) -> Drawn:
    """The graphs of a record. Raises `DrawingError`; leaves with exit status 2 where a record has no game."""
    source = source_of(what, "", Picking(number, form, game))
    if source.record is None:
        raise DrawingError("--graph needs a record with evaluations or times")
    return Drawn([(game_chart(Game(source.record), theme=theme, size=size).svg(), "")], source.exit_code)


def in_columns(svgs: list[tuple[str, str]], columns: int | None) -> list[tuple[str, str]]:
    """Pictures as they are, or combined in one, so many in a row."""
    return [(grid([svg for svg, _ in svgs], columns), "")] if columns else svgs


def _check(source: DrawingSource, piece: str, on: str, position: str, cells: str) -> None:
    """See that options fit together. position: that was asked for; cells: to fill or to crop. Raises `DrawingError`."""
    if on and cells:
        raise DrawingError("--fill and --crop are for positions, not for --on; mark cells with --marks there")
    if piece not in ("", NO_PIECE) and (source.record is not None or position):
        raise DrawingError("--piece draws on an empty board: it needs a variant; --on alone is for positions")


def _diagram(state: BoardState, request: Request, piece: str, on: str, look: dict[str, Any]) -> Diagram:
    """A position, or where a piece gets to: one alone on the board, or the one that stands on a field."""
    look |= request.look
    if piece == NO_PIECE:
        return diagram(state, fills=request.fills, crop=request.crop, bare=True, **look)
    if piece:
        return movement(state.variant, piece, on, **look)
    if on:
        return reach(state, on, **look)
    return diagram(state, arrow=request.last, fills=request.fills, crop=request.crop, **look)
