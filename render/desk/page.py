"""The page of the desk: one file with the first board drawn, before any program runs."""

from typing import Final

from fairyscore.notation.package_data import data_text
from fairyscore.notation.records.nags import GLYPHS, meanings
from fairyscore.render.desk.desk import Desk
from fairyscore.render.desk.engine_files import EnginePackage
from fairyscore.render.desk.open_game import OpenGame
from fairyscore.render.language import translated
from fairyscore.render.story.model import SIGNS, in_words
from fairyscore.render.viewer.markup import as_json, escaped, tag
from fairyscore.render.viewer.page import Design, framed, program_of, worded, words_of
from fairyscore.render.viewer.page import own as viewer_file

SHARED: Final = ("board.js", "parts.js", "tree.js", "graph.js", "look.js", "setup.js")
"""Files of the page's program that other pages have too."""

PROGRAM: Final = ("drafts.js", "engine.js", "desk.js")
"""Its own files, in front of that which asks the judge."""

LOADING: Final = "The judge is loading. What is clicked meanwhile is done when it is ready."
"""What a published page says until its worker tells more."""


def desk_page(desk: Desk, game: OpenGame) -> str:
    """The page on which a game of the desk is played, and all others are opened; the program that serves it judges."""
    return _page(desk, game, "server_judge.js", Design(live=True, css=own("desk.css")))


def published_page(desk: Desk, game: OpenGame, rules: str, engine: EnginePackage | None = None) -> str:
    """The same page in a folder where no program runs: a worker judges. rules: the address of a rule book. engine: one
    that lies beside it, under its own licence, which the page tells.
    """
    link = f'<a class="rules" href="{rules}">{escaped(translated("Rules"))}</a>\n'
    if engine is not None:
        told = translated("Engine: {name}, licence {licence}", name=engine.name, licence=engine.licence)
        link += f'<a class="rules" href="engine/Copying.txt">{escaped(told)}</a>\n'
    design = Design(live=True, workers=True, css=own("desk.css"))
    return _page(desk, game, "worker_judge.js", design, link=link, state=translated(LOADING))


def _page(desk: Desk, game: OpenGame, judge: str, design: Design, *, link: str = "", state: str = "") -> str:
    first = desk.opened(game)
    parts = {
        "{{rules}}\n": link,
        "{{picture}}": str(first["picture"]),
        "{{state}}": escaped(state),
        "{{look}}": worded(viewer_file("look.html").rstrip()),
        "{{setup}}": worded(viewer_file("setup.html")),
        "{{signs}}": _sign_bar(),
        "{{all-signs}}": _all_signs(),
    }
    content = worded(own("desk.html"))
    for place, part in parts.items():
        content = content.replace(place, part)
    seen = (
        '<div class="fairyscore"><svg class="symbols" width="0" height="0" aria-hidden="true"><defs id="definitions">'
        f'<g id="defined-{first["board"]["number"]}">{"".join(first["definitions"])}</g></defs></svg>{content}</div>'
    )
    program = "\n".join((program_of(*SHARED), *map(own, (*PROGRAM, judge))))
    drawn = {"picture": "", "definitions": [], "defined": len(first["definitions"])}
    data = as_json(first | drawn | {"words": words_of(program)})
    script = f'<script type="application/json" id="fairyscore-data">{data}</script>'
    return "".join(framed(design, program, str(first["board"]["title"]), (seen,), (script,)))


def _sign_bar() -> str:
    """A button for each sign that has a glyph; those that others have the glyph of are in the list of all."""
    return "".join(_sign_button(nag) for nag in GLYPHS)


def _sign_button(nag: int) -> str:
    return tag("button", SIGNS[nag], type="button", data_nag=str(nag), aria_pressed="false", title=in_words(nag))


def _all_signs() -> str:
    """The signs that can be typed: every number with a meaning."""
    return "".join(tag("option", in_words(nag), value=f"${nag}") for nag in meanings())


def own(name: str) -> str:
    """The text of a file of this package."""
    return data_text("fairyscore.render.desk", name)
