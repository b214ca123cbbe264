"""A page on which games are played back: one file with all that it needs, and nothing that comes from elsewhere.

>>> from fairyscore.notation.records.tree import MoveLine, Ply, Record
>>> from fairyscore.notation.rules.moves import Move
>>> from fairyscore.render.story.builder import tell
>>> game = tell(Record("chess", (("White", "<b>Anna</b>"),), MoveLine((Ply(Move(12, 28)),))))
>>> made = page([game])
>>> "<title>&lt;b&gt;Anna&lt;/b&gt; – ?</title>" in made, 'href="#1w">e4</a>' in made
(True, True)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from fairyscore.render.story.model import Story
from fairyscore.render.templates import filled
from fairyscore.render.themes import THEMES, Theme
from fairyscore.render.viewer import palette
from fairyscore.render.viewer.board_scene import BoardScene, Route
from fairyscore.render.viewer.markup import as_json, name, said, tag
from fairyscore.render.viewer.page_data import Sentences, plotted
from fairyscore.render.viewer.section import called, event, section
from fairyscore.render.viewer.symbols import Symbols
from fairyscore.render.viewer.template import own, template

VERSION: Final = 1
"""Of the data, classes and ids that docs/page.md tells of."""

PROGRAM: Final = ("board.js", "game.js", "parts.js", "page.js")
"""The files of the page's program, in the order in which they build on each other."""

LIVE: Final = "live.js"
"""What a page has beside them while it follows a file."""


@dataclass(frozen=True, slots=True)
class Design:
    """How a page looks. theme: of boards; where it is None they are light or dark as the page is.

    seat: the player at the bottom, the first one where it is empty or does not play. css: a user's style sheet, behind
    ours. frame: the template (`viewer.template`). live: the page asks its server for news of the file.
    """

    theme: Theme | None = None
    seat: str = ""
    css: str = ""
    frame: str = ""
    live: bool = False


def page(stories: Sequence[Story], design: Design = Design(), *, title: str = "", notice: str = "") -> str:
    """The page of games. title: of several games. notice: what is to be said above them, as text."""
    written = _PageParts(stories, design)
    parts = list(written.sections())
    headed = title or _title(stories)
    style = _style(design)
    program = "\n".join(map(own, (*PROGRAM, LIVE) if design.live else PROGRAM))
    kind = "fairyscore several" if len(stories) > 1 else "fairyscore"
    shown = (*_top(stories, headed, notice), own("controls.html"), '<main id="games">', *parts, "</main>")
    content = tag("div", (written.symbols(), *shown), class_=kind)
    data = tag("script", as_json(written.data()), type="application/json", id="fairyscore-data")
    return filled(
        design.frame or template(),
        {
            "policy": said(policy(style, program, live=design.live)),
            "title": said(headed),
            "style": f"<style>{style}</style>",
            "content": content,
            "program": f"{data}<script>{program}</script>",
        },
    )


def _title(stories: Sequence[Story]) -> str:
    """What a page is called: its game, or the event of all its games, or how many they are."""
    if len(stories) == 1:
        return called(stories[0])
    (shared, *others) = {event(story) for story in stories}
    return shared if shared and not others else f"{len(stories)} games"


def policy(style: str, program: str, *, live: bool) -> str:
    """The content security policy: this style sheet and this program, and nothing else from anywhere."""
    connect = "; connect-src 'self'" if live else ""
    return (
        f"default-src 'none'; style-src '{_digest(style)}'; script-src '{_digest(program)}'{connect}; "
        "base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    from base64 import b64encode
    from hashlib import sha256

    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


class _PageParts:
    """The parts of a page that belong together: games, the boards they are played on, and the data of both."""

    def __init__(self, stories: Sequence[Story], design: Design) -> None:
        self.stories, self.design = stories, design
        self._symbols, self._routes = Symbols(), dict[Route, int]()
        self.stages: dict[str, BoardScene] = {}
        self.sentences = Sentences()
        self.games: list[dict[str, Any]] = []

    def sections(self) -> Iterator[str]:
        """Every game, and with it what its board and its data hold."""
        several = len(self.stories) > 1
        for number, story in enumerate(self.stories, 1):
            stage = self._stage(story)
            prefix = f"g{number}-" if several else ""
            board = list(self.stages).index(story.game.name)
            self.games.append(plotted(story, stage, board, self.sentences))
            yield from section(story, stage, number, prefix, level=2 if several else 1)

    def _stage(self, story: Story) -> BoardScene:
        game = story.game
        if game.name not in self.stages:
            theme = self.design.theme or THEMES["screen"]
            self.stages[game.name] = BoardScene(self._symbols, self._routes, game, theme, self.design.seat)
        return self.stages[game.name]

    def symbols(self) -> str:
        """Boards and pieces, for all pictures of the page."""
        drawn = "".join(self._symbols.definitions())
        return f'<svg class="symbols" width="0" height="0" aria-hidden="true"><defs>{drawn}</defs></svg>'

    def data(self) -> dict[str, Any]:
        """What the program reads."""
        geometries: dict[str, Any] = {}
        boards = []
        for stage in self.stages.values():
            geometry = stage.geometry()
            key = as_json(geometry)
            geometries.setdefault(key, geometry)
            boards.append({"geometry": list(geometries).index(key), **stage.data()})
        return {
            "version": VERSION,
            "geometries": list(geometries.values()),
            "boards": boards,
            "routes": list(self._routes),
            "sentences": list(self.sentences.known),
            "games": self.games,
        }


def _top(stories: Sequence[Story], title: str, notice: str) -> Iterator[str]:
    """What stands above the games: the title and the list where there are several."""
    yield '<a class="skip" href="#games">Skip to the games</a>' if len(stories) > 1 else ""
    if notice:
        yield f'<p class="notice" role="status">{said(notice)}</p>'
    if len(stories) > 1:
        yield f'<header class="masthead"><h1>{said(title)}</h1></header>'
        yield '<nav class="games" aria-label="Games"><ol>'
        yield from (_entry(story, number) for number, story in enumerate(stories, 1))
        yield "</ol></nav>"


def _entry(story: Story, number: int) -> str:
    names = " – ".join(name(player) if player else "?" for player in story.heading.players)
    shown = names if any(story.heading.players) else said(called(story))
    about = ", ".join(filter(None, (event(story), dict(story.heading.details).get("Date", ""))))
    more = f' <span class="event">{said(about)}</span>' if about else ""
    return f'<li><a href="#g{number}">{shown} <span class="result">{said(story.close.result)}</span>{more}</a></li>'


def _style(design: Design) -> str:
    """The style sheet: colours of the boards, ours, the user's."""
    theme = design.theme
    light = _colours(theme or THEMES["screen"])
    dark = _colours(theme or THEMES["dark"])
    # As browsers read it, since the policy has its sum. Nothing in it may close the element; a backslash changes no CSS.
    user = design.css.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd").replace("</", "<\\/")
    return (
        f":root{{{light}}}\n@media screen{{:root[data-theme=dark]{{{dark}}}}}\n"
        f"@media screen and (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}\n"
        f"{own('page.css')}{user}"
    )


def _colours(theme: Theme) -> str:
    return ";".join(f"{variable}:{colour}" for variable, colour in palette.definitions(theme))
