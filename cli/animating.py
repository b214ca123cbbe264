"""`fairyscore sheet --animate`: the options, and the file that is written."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any, Final

import click
from click.core import ParameterSource

from fairyscore.cli.options import sentence, text_option
from fairyscore.cli.writing import written

if TYPE_CHECKING:
    from fairyscore.render.animation.script import Showing
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
    """What is asked for with `--animate`: the file, and how the game is shown."""

    path: str
    how: Showing

    def write(self, story: Story) -> Mapping[str, str]:
        """Make the file, and say which characters have no drawing, each with the line it is in.

        Raises `DrawingError` or `NotWritten`.
        """
        from fairyscore.render.animation.moving import encoded

        data, missing = encoded(story, os.path.splitext(self.path)[1].lower(), self.how)  # noqa: PTH122
        with written(self.path) as stream:
            stream.write(data)
        return missing


def animation_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Gives a command with `--theme` and `--seat` the options of `--animate`, as `animation`: an `Animation` or None."""

    @wraps(command)
    def gathered(*, animated: str, seconds: float | None, comments: bool, across: str, **rest: Any) -> Any:
        wanted = None
        if animated:
            if rest["all_games"]:
                raise click.UsageError("--animate shows one game; choose it with --game instead of --all.")
            if rest["output"] and os.path.realpath(rest["output"]) == os.path.realpath(animated):
                raise click.UsageError("--animate and --output name the same file.")
            wanted = _asked(animated, seconds=seconds, comments=comments, across=across, **rest)
        elif seconds is not None or comments or across:
            raise click.UsageError("--seconds, --comments and --size are for --animate FILE.")
        return command(animation=wanted, **rest)

    for option in reversed(_OPTIONS):
        gathered = option(gathered)
    return gathered


def _asked(
    target: str, *, seconds: float | None, comments: bool, across: str, theme: str, seat: str, **_: Any
) -> Animation:
    """An animation that makes sense, as far as can be told before a record is read."""
    from fairyscore.render.animation.moving import SUFFIXES
    from fairyscore.render.animation.script import Showing
    from fairyscore.render.errors import DrawingError
    from fairyscore.render.export import ending_of

    paper = click.get_current_context().get_parameter_source("theme") is ParameterSource.DEFAULT  # nobody chose it
    try:
        ending_of(target, SUFFIXES, "animations")
        seconds = SECONDS if seconds is None else seconds
        return Animation(target, Showing(seconds, comments, "screen" if paper else theme, seat, across or SIZE))
    except DrawingError as fault:
        raise click.UsageError(sentence(fault)) from None
