"""`fairyscore render`: boards, positions and records as pictures."""

import os
from typing import Any

import click

from fairyscore.cli.options import (
    drawing_output_option,
    flip_option,
    from_option,
    game_option,
    grouped_command,
    language_option,
    piece_set_option,
    ply_option,
    text_option,
    theme_option,
    variant_option,
    width_option,
    wrong_usage,
)
from fairyscore.cli.scenes import DrawingSource, Picking, source_of
from fairyscore.cli.shell_words import complete_variants_or_files
from fairyscore.cli.writing import written
from fairyscore.notation.formats.base import Format
from fairyscore.notation.rules.variant import Variant
from fairyscore.render.board_state import BoardState
from fairyscore.render.drawing import Diagram, Request, diagram, requested
from fairyscore.render.errors import DrawingError
from fairyscore.render.export import DPI, encoded, ending_of, grid
from fairyscore.render.movement import movement, reach

NO_PIECE = "none"  # what --piece says for a board without pieces


@grouped_command(
    "render", epilog="Example: fairyscore render kaleidochess -o board.svg   (or: render game.pgn --ply 12 -o 12.png)"
)
@click.argument("what", metavar="[VARIANT|RECORD|FEN]", default="", shell_complete=complete_variants_or_files)
@drawing_output_option
@text_option("--position", "POSITION", "Draw this position (FEN), or the one in a drawing (.svg).")
@ply_option
@click.option(
    "--every",
    metavar="N",
    type=click.IntRange(1),
    help="For a record: write a file for every N plies, and for the end.",
)
@game_option
@from_option
@variant_option
@text_option("--piece", "PIECE", "Draw how this piece moves: W or 'black pawn'; none: the bare board.")
@text_option("--on", "CELL", "The cell that it moves from; default: the cell that shows most.")
@theme_option("screen")
@text_option("--names", "WHERE", "Where to write cell names: rim, inside, all (in every cell) or none.", "rim")
@flip_option()
@text_option("--view", "VIEW", "Another shape of the board, if it has one: ring, unrolled, octagon.")
@width_option("--size", "80mm")
@click.option("--dpi", type=click.IntRange(36, 2400), default=DPI, help="Pixels per inch of a .png.")
@text_option("--marks", "CELLS", "Mark cells: e4, Rd5 (a colour R G B Y), e4=1 (a text).")
@text_option("--arrows", "ARROWS", "Draw arrows: e2e4, Rd8h4; `last` for the last move.")
@text_option("--fill fills", "CELLS", "Fill cells: e4, d5=red.")
@text_option("--crop", "PART", "Draw only part of the board: a1-d4, or the cells it must show.")
@text_option("--caption", "TEXT", "A caption below the drawing.")
@text_option("--pieces", "LOOK", "How pieces with characters look: kanji, letters or international.")
@piece_set_option
@text_option("--table", "FILE", "Draw each row of a .csv or .tsv; its columns are these options.")
@click.option(
    "--columns", metavar="N", type=click.IntRange(1), help="Combine several drawings in one figure, N in a row."
)
@language_option
@click.option(
    "--plain", is_flag=True, help="Draw only board and pieces: no last move, check or captures, nothing below."
)
def command(
    *,
    what: str,
    output: str,
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
    folder: str,
    dpi: int,
    table: str,
    columns: int | None,
    **look: Any,
) -> None:
    """Draw the start position of VARIANT, a FEN, a position of RECORD, or how a piece moves.

    A FEN is read as chess unless --variant names another game.

    Output is written completely or not at all. An .svg contains its position; --position reads it back.

    Exit status: 0 drawn, 1 drawn up to an error in the record, 2 wrong usage, unreadable input or failed output.
    """
    with wrong_usage(DrawingError):
        ending = ending_of(output) if output else ".svg"
        if table:
            from fairyscore.cli.figures import table as rows

            made, code = [(svg, f"-{number}") for number, svg in enumerate(rows(table), 1)], 0
        else:
            source = source_of(what, position, Picking(number, form, game))
            _check(source, piece, on, position if what else " ", fills or crop)
            made, code = [], source.exit_code
            digits = max(3, len(str(source.plies)))
            for drawn in source.chosen(ply, every):
                request = requested(marks, arrows, folder, drawn.variant, fills=fills, crop=crop)
                svg = _drawn(drawn, request, piece, on, look).svg()
                made.append((svg, f"-{drawn.ply:0{digits}}" if every else ""))
        if columns:
            made = [(grid([svg for svg, _ in made], columns), "")]
        if [label for _, label in made] != [""] and not output:
            raise DrawingError(
                "these are many files; give their name with -o, as in -o game.svg, or set them with --columns"
            )
        stem, suffix = os.path.splitext(output)  # noqa: PTH122
        for svg, label in made:
            data = encoded(svg, ending, dpi)
            with written(f"{stem}{label}{suffix}") as stream:
                stream.write(data)
    click.get_current_context().exit(code)


def _check(source: DrawingSource, piece: str, on: str, position: str, cells: str) -> None:
    """See that options fit together. position: that was asked for; cells: to fill or to crop. Raises `DrawingError`."""
    if on and cells:
        raise DrawingError("--fill and --crop are for positions, not for --on; mark cells with --marks there")
    if piece not in ("", NO_PIECE) and (source.record is not None or position):
        raise DrawingError("--piece draws on an empty board: it needs a variant; --on alone is for positions")


def _drawn(drawn: BoardState, request: Request, piece: str, on: str, look: dict[str, Any]) -> Diagram:
    """A position, or where a piece gets to: one alone on the board, or the one that stands on a field."""
    look |= request.look
    if piece == NO_PIECE:
        return diagram(drawn, fills=request.fills, crop=request.crop, bare=True, **look)
    if piece:
        return movement(drawn.variant, piece, on, **look)
    if on:
        return reach(drawn, on, **look)
    return diagram(drawn, arrow=request.last, fills=request.fills, crop=request.crop, **look)
