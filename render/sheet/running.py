"""A game in sentences, as chess books have those that are annotated: moves in bold, and between them what is said."""

from __future__ import annotations

from typing import Final

from fairyscore.render.sheet.setter import Setter, short
from fairyscore.render.story.model import MoveEvent, Remark, StoryLine

LONG: Final = 90
"""Characters said behind a move after which the next move begins a paragraph."""


def set_running(setter: Setter, line: StoryLine) -> None:
    """Set the main line into the setter's column."""
    for item in line.intro:
        setter.item(item, "")
    setter.flush()
    for place, step in enumerate(line.steps):
        setter.move(step, starts=step.starts or not place or not setter.open_)
        set_behind(setter, step)
    setter.flush()


def set_behind(setter: Setter, step: MoveEvent) -> None:
    """What is said behind a move of the main line; a paragraph ends where that was much.

    Variations of one move look alike: within the text where all of them are short.
    """
    said = sum(map(len, step.news))
    inline = all(short(told) for told in step.behind if isinstance(told, StoryLine))
    for told in setter.behind(step):
        if isinstance(told, StoryLine):
            if inline:
                setter.variation(told)
            else:
                setter.block(told)
        else:
            setter.item(told, setter.after(step))
            said += len(told.text) if isinstance(told, Remark) else 0
    if said > LONG:
        setter.flush()
