"""The moves of a story as HTML, with all that is told between them.

The main line is a grid: a column for the numbers and one for each player; what stands between the moves goes across.
Variations run on as in books, the first ones each in a paragraph, those within them in brackets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from fairyscore.notation.records.nags import meaning_of
from fairyscore.render.language import translated
from fairyscore.render.story.model import MoveEvent, Remark, Story, StoryDiagram, StoryLine, Unjudged
from fairyscore.render.viewer.markup import said, tag

Drawn = Callable[[StoryDiagram], str]
"""How a figure is drawn."""


def moves(story: Story, prefix: str, drawn: Drawn) -> Iterator[str]:
    """The moves. prefix: of all keys, which are the ids of the moves' links."""
    yield from (_remark(item, "p", drawn) for item in story.line.intro)
    if not story.line.steps:
        return
    yield f'<div class="line seats-{len(story.game.seats)}">'
    for step in story.line.steps:
        if step.starts:
            yield f"<i>{step.number}</i>"  # no blank: on paper, where moves run on, a line would end there
        yield _link(step, prefix) + " "
        if step.news or step.behind:
            aside = [tag("p", said(news), class_="news") for news in step.news]
            for item in step.behind:
                if isinstance(item, StoryLine):
                    aside.append(tag("div", _variation(item, prefix, drawn), class_="variation"))
                else:
                    aside.append(_remark(item, "p", drawn))
            yield tag("div", aside, class_="aside")
    yield "</div>"


def _variation(line: StoryLine, prefix: str, drawn: Drawn) -> Iterator[str]:
    """A variation; those in it stand in brackets."""
    yield from (_remark(item, "span", drawn) + " " for item in line.intro)
    for step in line.steps:
        if step.starts:
            yield f"<i>{step.number}</i>\u202f"
        yield _link(step, prefix) + " "
        yield from (tag("span", said(news), class_="news") + " " for news in step.news)
        for item in step.behind:
            if isinstance(item, StoryLine):
                yield f'<div class="variation">({"".join(_variation(item, prefix, drawn)).rstrip()})</div> '
            else:
                yield _remark(item, "span", drawn) + " "


def _link(step: MoveEvent, prefix: str) -> str:
    """A move, its glyphs in the link; signs that have none stand behind it in words."""
    key, glyphs, words = f"{prefix}{step.key}", "", ""
    for nag, glyph in zip(step.nags, step.glyphs, strict=True):
        meaning = meaning_of(nag)
        if meaning and glyph.startswith("$"):
            words += f' <span class="sign">{said(meaning)}</span>'
        else:
            title = f' title="{said(meaning)}"' if meaning else ""
            glyphs += f"<b{title}>{said(glyph)}</b>"
    return f'<a class="s{step.seat}" id="{key}" href="#{key}">{_move(step.said)}{glyphs}</a>{words}'


_move = lru_cache(maxsize=4096)(said)
"""The notation of a move as HTML: few are met often."""


def _remark(item: Remark | StoryDiagram, kind: str, drawn: Drawn) -> str:
    if isinstance(item, StoryDiagram):
        return drawn(item)
    if isinstance(item, Unjudged):
        return f'<{kind} class="unjudged">{said(translated("not judged:"))} <q>{said(item.text)}</q></{kind}>'
    return f'<{kind} class="comment" dir="auto">{said(item.text)}</{kind}>'
