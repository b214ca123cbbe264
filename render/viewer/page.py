"""A page on which games are played back: one file with all that it needs, and nothing that comes from elsewhere.

>>> from fairyscore.notation.records.tree import MoveLine, Ply, Record
>>> from fairyscore.notation.rules.moves import Move
>>> from fairyscore.render.story.builder import tell
>>> game = tell(Record("chess", (("White", "<b>Anna</b>"),), MoveLine((Ply(Move(12, 28)),))))
>>> made = page([game])
>>> "<title>&lt;b&gt;Anna&lt;/b&gt; – ?</title>" in made, 'href="#1w">e4</a>' in made
(True, True)
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import unescape
from itertools import chain, count, islice
from typing import Any, Final

from fairyscore.notation.package_data import data_text
from fairyscore.render import user_files
from fairyscore.render.content_policy import policy
from fairyscore.render.language import current, translated
from fairyscore.render.story.model import Story
from fairyscore.render.themes import THEMES, Theme
from fairyscore.render.viewer import palette
from fairyscore.render.viewer.board_scene import BoardScene, Route
from fairyscore.render.viewer.markup import Symbols, as_json, escaped
from fairyscore.render.viewer.packs import PER_PACK, Packs
from fairyscore.render.viewer.page_data import Sentences, plotted
from fairyscore.render.viewer.section import called, event, section

VERSION: Final = 1  # of the data, classes and ids that docs/page.md tells of

PROGRAM: Final = (
    "board.js",
    "parts.js",
    "tree.js",
    "game.js",
    "graph.js",
    "look.js",
    "packed.js",
    "list.js",
    "page.js",
)
"""The files of the page's program, in the order in which they build on each other."""

MOST_STANDING: Final = 50
"""Of so many games at most all stand on the page as elements, and are there without a program."""

FEW_STANDING: Final = 10
"""Of more games only so many do, as a browser styles each element before the page is usable; those after are packed."""

LIVE: Final = "live.js"  # what a page has beside them while it follows a file

EARLY: Final = "early.js"
"""What runs before the page is seen; its program comes at the end."""

PLACES: Final = {
    "policy": "the content security policy, for the content of a meta element in the head",
    "title": "what the page is called, for the title element",
    "style": "the style elements, for the head",
    "content": "all that is seen, for the body",
    "program": "the data and the program, for the end of the body",
}
"""What a template holds in double braces, each once, and what is put there."""


def own(name: str) -> str:
    """The text of a file of this package."""
    return data_text("fairyscore.render.viewer", name)


def template(path: str = "") -> str:
    """The template of a path, ours where it is empty. Raises `DrawingError` where it has not every place just once."""
    if path:
        return user_files.template(path, PLACES)
    return own("page.html").replace('lang="en"', f'lang="{current().code}"')


@dataclass(frozen=True, slots=True)
class Design:
    """The design of a page. theme: of boards; where it is None they are light or dark as the page is.

    seat: the player at the bottom, the first one where it is empty or does not play. css: a user's style sheet, after
    ours. frame: its template (`template`). live: the page asks its server for news of the file.
    workers: its program starts others of the same folder. embedded: it is a piece for another page.
    """

    theme: Theme | None = None
    seat: str = ""
    css: str = ""
    frame: str = ""
    live: bool = False
    workers: bool = False
    embedded: bool = False


def page(stories: Iterable[Story], design: Design = Design(), *, title: str = "", notice: str = "") -> str:
    """The page of games. title: of several games. notice: a text above them."""
    return "".join(parts(stories, design, title=title, notice=notice))


def parts(stories: Iterable[Story], design: Design = Design(), *, title: str = "", notice: str = "") -> Iterator[str]:
    """The page of games, part by part. Each story is asked for and let go before the next, all before the first part."""
    written = _PageParts(stories, design)
    headed = title or written.title
    seen, data = written.content(headed, notice), written.data()
    if design.embedded:
        return _piece(design, seen, data)
    program = program_of(*PROGRAM, "start.js", *((LIVE,) if design.live else ()))
    return framed(design, program, headed, seen, data)


def program_of(*files: str) -> str:
    """The text of a program, given by its files."""
    return "\n".join(map(own, files))


def framed(design: Design, program: str, title: str, seen: Iterable[str], data: Iterable[str]) -> Iterator[str]:
    """A page, part by part. seen: the body. data: what the program reads."""
    style, early = _style(design), own(EARLY)
    content = {
        "policy": (escaped(policy(style, early, program, live=design.live, workers=design.workers)),),
        "title": (escaped(title),),
        "style": (f"<style>{style}</style>",),
        "content": chain((f"<script>{early}</script>",), seen),
        "program": chain(data, (f"<script>{program}</script>",)),
    }
    for at, part in enumerate(user_files.PLACE.split(design.frame or template())):
        yield from content[part] if at % 2 else (part,)


def _piece(design: Design, seen: Iterable[str], data: Iterable[str]) -> Iterator[str]:
    """The page as an element for any other page, with its program after it; several of them share one program."""
    style = _style(design)
    for at_root, in_shadow in SHADOWED:
        style = re.sub(at_root, in_shadow, style)
    yield f'<fairyscore-game><template shadowrootmode="open"><style>{style}</style>'
    yield from chain(seen, data)
    program = "\n".join(map(own, (*PROGRAM, "embed.js"))).removeprefix('"use strict";')
    yield "</template></fairyscore-game>\n"
    yield f'<script>if (!customElements.get("fairyscore-game")) (() => {{\n"use strict";\n{program}}})();</script>\n'


SHADOWED: Final = (
    (r":root((?:\[[^]]*\]|:not\([^)]*\))+)", r":host(\1)"),
    (":root", ":host"),
    (r"html(:not\(\.playing-back\))", r":host(\1)"),
    (r"\.playing-back (?=\.|nav)", ":host(.playing-back) "),
)
"""What selectors are called in the style sheet of an embedded piece, where there is no root element."""


class _PageParts:
    """The parts of a page that belong together: games, the boards they are played on, and the data of both."""

    def __init__(self, stories: Iterable[Story], design: Design) -> None:
        self._symbols, self._routes = Symbols(), dict[Route, int]()
        self._boards: dict[str, BoardScene] = {}
        self._sentences = Sentences()
        self._sections: list[str] = []  # of the games that stand on the page: elements, data, and what the list says
        self._games: list[str] = []
        self._standing: list[str] = []
        self._packs = Packs()
        self._listed: list[str] = []
        self._events: set[str] = set()
        first, *second = islice(stories := iter(stories), 2)
        self.several = bool(second)
        theme = design.theme or THEMES["screen"]
        for number, story in enumerate(chain((first, *second), stories), 1):
            game = story.game
            if game.name not in self._boards:
                self._boards[game.name] = BoardScene(self._symbols, self._routes, game, theme, design.seat, spoken=True)
            scene = self._boards[game.name]
            data = plotted(story, scene, list(self._boards).index(game.name), self._sentences)
            prefix, level = (f"g{number}-", 2) if self.several else ("", 1)
            seen = "".join(section(story, scene, number, prefix, level))
            if number == MOST_STANDING + 1:
                self._pack_from(FEW_STANDING)
            if number <= MOST_STANDING:
                self._games.append(data)
                self._sections.append(seen)
                self._standing.append(_about(story))
            else:
                self._packs.put(seen, data)
                self._listed.append(_about(story))
            self._events.add(event(story))
        shared, *others = self._events
        games = len(self._games) + len(self._listed)
        several = shared if shared and not others else translated("{count} games", count=games)
        self.title = several if self.several else first.called
        """Its game, or the event of all its games, or how many they are."""

    def _pack_from(self, first: int) -> None:
        """Pack the games that stand on the page from a place on."""
        for seen, data in zip(self._sections[first:], self._games[first:], strict=True):
            self._packs.put(seen, data)
        self._listed += self._standing[first:]
        for standing in (self._sections, self._games, self._standing):
            del standing[first:]

    def content(self, title: str, notice: str) -> Iterator[str]:
        """All that is seen: boards and pieces for all pictures, the title, the list where there are several, the games."""
        drawn = "".join(self._symbols.definitions())
        yield f'<div class="fairyscore{" several" if self.several else ""}">'
        yield f'<svg class="symbols" width="0" height="0" aria-hidden="true"><defs>{drawn}</defs></svg>'
        skip = escaped(translated("Skip to the games"))
        yield f'<a class="skip" href="#games">{skip}</a>' if self.several else ""
        if notice:
            yield f'<p class="notice" role="status">{escaped(notice)}</p>'
        if self.several:
            yield f'<header class="masthead"><h1>{escaped(title)}</h1></header>'
            entries = "".join(map(_entry, self._standing, count(1)))
            yield f'<nav class="games" aria-label="{escaped(translated("Games"))}"><ol>{entries}</ol></nav>'
        yield f'{worded(own("controls.html").replace("{{look}}", own("look.html").rstrip()))}<main id="games">'
        yield from self._sections
        if self._listed:
            more = translated("The other games need JavaScript.")
            yield f'<noscript><p class="notice">{escaped(more)}</p></noscript>'
        yield "</main></div>"

    def data(self) -> Iterator[str]:
        """The data that the program reads."""
        geometries: dict[str, Any] = {}
        boards = []
        for scene in self._boards.values():
            geometry = scene.geometry()
            key = as_json(geometry)
            geometries.setdefault(key, geometry)
            boards.append({"geometry": list(geometries).index(key), **scene.data()})
        shared = {
            "version": VERSION,
            "geometries": list(geometries.values()),
            "boards": boards,
            "routes": list(self._routes),
            "sentences": [sentence for sentence, _ in self._sentences.known],
            "movers": [mover for _, mover in self._sentences.known],
            "words": words_of(program_of(*PROGRAM)),
            "packed": PER_PACK,
            "list": self._listed,
        }
        yield f'<script type="application/json" id="fairyscore-data">{as_json(shared)[:-1]},"games":['
        yield ",".join(self._games)
        yield "]}</script>"
        yield from self._packs.elements()


_WORDED: Final = re.compile(
    r'(?<=>)[^<>\n{]*[a-z][^<>\n{]*(?=<)|(?<= title=")[^"(]+(?= \(|")|(?<= aria-label=")[^"]+|(?<= placeholder=")[A-Z][^"]+'
)
"""What people read in the page's controls; places for parts of them have braces."""

_PHRASE: Final = re.compile(r'\bt\((?:now \? )?"([^"]+)"(?: : "([^"]+)")?')  # what the program says


def worded(markup: str) -> str:
    """Controls in the current language."""
    return _WORDED.sub(
        lambda found: found[0].replace(word := found[0].strip(), escaped(translated(unescape(word)))), markup
    )


def words_of(program: str) -> dict[str, str]:
    """The words of a program in the current language, where they are others."""
    return {word: translated(word) for word in sorted(english(program)) if translated(word) != word}


def english(program: str, controls: str = "") -> set[str]:
    """The English words in a program and in the markup of its controls, which may be translated."""
    spoken = chain(chain(*_PHRASE.findall(program)), _WORDED.findall(controls))
    return {unescape(word).strip() for word in spoken} - {""}


def _entry(about: str, number: int) -> str:
    """A line of the list of games."""
    return f'<li><a href="#g{number}" data-number="{number}">{about}</a></li>'


def _about(story: Story) -> str:
    """The line of a game in the list."""
    about = ", ".join(filter(None, (event(story), dict(story.heading.details).get("Date", ""))))
    more = f' <span class="event">{escaped(about)}</span>' if about else ""
    return f'{called(story)} <span class="result">{escaped(story.close.result)}</span>{more}'


def _style(design: Design) -> str:
    """The style sheet: colours of the boards, ours, the user's."""
    themes = (design.theme or THEMES[name] for name in ("screen", "dark", "colour-blind"))
    light, dark, colour_blind = (";".join(map(":".join, palette.definitions(theme))) for theme in themes)
    # As browsers read it, since the policy has its sum. Nothing in it may close the element; a backslash changes no CSS.
    user = design.css.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd").replace("</", "<\\/")
    return (
        f":root{{{light}}}\n@media screen{{:root[data-theme=dark]{{{dark}}}}}\n"
        f"@media screen{{:root[data-theme=colour-blind]{{{colour_blind}}}}}\n"
        f"@media screen and (prefers-color-scheme:dark){{:root:not([data-theme]){{{dark}}}}}\n"
        f"{own('page.css')}{user}"
    )
