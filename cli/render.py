"""`fairyscore render`: boards, positions and records as pictures."""

import os
from collections.abc import Mapping
from typing import Any, Final

import click
from click.core import ParameterSource

from fairyscore.cli.figures import table_drawn
from fairyscore.cli.options import drawing_output_option, grouped_command, text_option, wrong_usage
from fairyscore.cli.picture import drawn, graph_drawn, picture_options, what_argument
from fairyscore.cli.writing import written
from fairyscore.render.errors import DrawingError
from fairyscore.render.export import DPI, encoded, ending_of


@grouped_command(
    "render", epilog="Example: fairyscore render kaleidochess -o board.svg   (or: render game.pgn --ply 12 -o 12.png)"
)
@what_argument
@drawing_output_option
@picture_options
@text_option("--table", "FILE", "Draw each row of a .csv or .tsv; its columns are these options.")
@click.option("--graph", is_flag=True, help="Draw evaluations and times of a record as graphs, and no board.")
@click.option("--dpi", type=click.IntRange(36, 2400), default=DPI, help="Pixels per inch of a .png.")
def command(*, output: str, table: str, graph: bool, dpi: int, **options: Any) -> None:
    """Draw the start position of VARIANT, a FEN, a position of RECORD, or how a piece moves.

    A FEN is read as chess unless --variant names another game.

    Output is written completely or not at all. An .svg contains its position; --position reads it back.

    Exit status: 0 drawn, 1 drawn up to an error in the record, 2 wrong usage, unreadable input or failed output.
    """
    with wrong_usage(DrawingError):
        ending = ending_of(output) if output else ".svg"
        if graph:
            made = graph_drawn(**_of_graph(options))
        else:
            made = table_drawn(table, options["columns"]) if table else drawn(**options)
        if [label for _, label in made.svgs] != [""] and not output:
            raise DrawingError(
                "these are many files; give their name with -o, as in -o game.svg, or set them with --columns"
            )
        stem, suffix = os.path.splitext(output)  # noqa: PTH122
        for svg, label in made.svgs:
            data = encoded(svg, ending, dpi)
            with written(f"{stem}{label}{suffix}") as stream:
                stream.write(data)
    click.get_current_context().exit(made.exit_code)


_OF_GRAPH: Final = frozenset({"what", "number", "form", "game", "theme", "size"})
"""The options that a graph has in common with boards; `--size` is as wide as a page unless it is given."""


def _of_graph(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a graph. Raises `DrawingError` where others are given."""
    context = click.get_current_context()
    given = {name for name in options if context.get_parameter_source(name) is not ParameterSource.DEFAULT}
    for parameter in context.command.params:
        if parameter.name in given - _OF_GRAPH:
            raise DrawingError(f"--graph draws no board, so {parameter.opts[0]} means nothing")
    size = options["size"] if "size" in given else "180mm"
    return {name: options[name] for name in _OF_GRAPH - {"size"}} | {"size": size}
