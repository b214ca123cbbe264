"""`fairyscore sheet --animate`: the options, and the file that is written."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any, Final

import click
from click.core import ParameterSource

from fairyscore.cli.options import text_option
from fairyscore.cli.writing import written

if TYPE_CHECKING:
    from fairyscore.render.story.model import Story

SECONDS, SIZE = 1.2, "120mm"

_OPTIONS: Final = (
    text_option(
        "--animate animated",
        "FILE",
        "Show the game move by move on one board instead: the .svg, .gif or .webp to write.",
    ),
    click.option("--seconds", metavar="S", type=float, help=f"Of --animate: for each move, if not {SECONDS}."),
    click.option("--comments", is_flag=True, help="Of --animate: show comments too, and leave time to read them."),
    text_option("--size across", "SIZE", f"Of --animate: how wide it is, if not {SIZE}."),
)


@dataclass(frozen=True, slots=True)
class Animation:
    """What is asked for with `--animate`."""

    path: str
    seconds: float
    comments: bool
    size: str

    def checked(self) -> None:
        """See that it makes sense before a record is read. Raises `DrawingError`."""
        from fairyscore.render.animation.moving import SUFFIXES
        from fairyscore.render.animation.script import Showing
        from fairyscore.render.export import ending_of

        ending_of(self.path, SUFFIXES, "animations")
        Showing(self.seconds)

    def write(self, stories: Sequence[Story], theme: str, seat: str) -> Mapping[str, str]:
        """Make the file, and say which characters have no drawing, each with the line it is in.

        Raises `DrawingError` or `NotWritten`.
        """
        from fairyscore.render.animation.moving import encoded
        from fairyscore.render.animation.script import Showing

        how = Showing(self.seconds, self.comments, theme, seat=seat, size=self.size)
        (story,) = stories
        data, missing = encoded(story, os.path.splitext(self.path)[1].lower(), how)  # noqa: PTH122
        with written(self.path) as stream:
            stream.write(data)
        return missing


def animation_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Gives a command the options of `--animate`, as `animation`: an `Animation` or None."""

    @wraps(command)
    def gathered(
        *, animated: str, seconds: float | None, comments: bool, across: str, all_games: bool, output: str, **rest: Any
    ) -> Any:
        wanted = None
        if animated:
            if all_games:
                raise click.UsageError("--animate shows one game; choose it with --game instead of --all.")
            if output and os.path.realpath(output) == os.path.realpath(animated):
                raise click.UsageError("--animate and --output name the same file.")
            wanted = Animation(animated, SECONDS if seconds is None else seconds, comments, across or SIZE)
        elif seconds is not None or comments or across:
            raise click.UsageError("--seconds, --comments and --size are for --animate FILE.")
        return command(animation=wanted, all_games=all_games, output=output, **rest)

    for option in reversed(_OPTIONS):
        gathered = option(gathered)
    return gathered


def theme_of(chosen: str) -> str:
    """The theme of an animation: the one that was chosen; not the one of paper, where none was."""
    source = click.get_current_context().get_parameter_source("theme")
    return "screen" if source is ParameterSource.DEFAULT else chosen
