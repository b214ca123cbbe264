"""The playground of the documentation: a published page, and links from examples and boards that open their record in it.

Used by `docs/conf.py`. A link has the record in its fragment, as the page itself writes it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.parse import quote

import fairyscore
from fairyscore.render.desk.pyodide import ADDRESS, pyodide_files
from fairyscore.render.desk.site import rule_book, site

ROOT: Final = Path(__file__).resolve().parent.parent
FOLDER: Final = "playground"

EXAMPLE: Final = re.compile(r"^```text\n(?P<text>.*?)^```\n", re.MULTILINE | re.DOTALL)
BOARD: Final = re.compile(
    r"^```console\n\$ fairyscore render (?P<what>\S+)(?P<options>[^\n]*)\n```\n\n!\[.*\n", re.MULTILINE
)
NUMBER: Final = re.compile(r"--game (\d+)")


def source() -> str:
    """Where Pyodide comes from: the environment, npm beside the tests, the network of a documentation host; or empty."""
    beside = ROOT / "tests" / "node_modules" / "pyodide"
    if found := os.environ.get("FAIRYSCORE_PYODIDE"):
        return found
    if beside.is_dir():
        return str(beside)
    return ADDRESS if "READTHEDOCS" in os.environ else ""


def write(folder: Path, pyodide: str) -> None:
    """Write the published page into a folder of the documentation."""
    game = fairyscore.Game.new("chess")
    for name, content in site([game], {}, pyodide_files(pyodide), rule_book(game.variant)).items():
        path = folder / FOLDER / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def with_links(text: str, page: str) -> str:
    """A page of the documentation with a link after every example that can be played. page: `tutorials/arbiter`."""
    up = "../" * page.count("/")
    made = EXAMPLE.sub(lambda found: found[0] + _link(up, example(found["text"])), text)
    return BOARD.sub(lambda found: found[0] + _link(up, board(found["what"], found["options"])), made)


def example(text: str) -> str:
    """The record of an example, as the page is given it; empty where it is none that begins."""
    if not re.match(r'\[\w+ "|1\. ?\w', text):
        return ""
    try:
        games = list(fairyscore.loads(text))
    except fairyscore.FairyscoreError:
        return ""
    return text.strip() if games and all(game.start is not None for game in games) else ""


def board(what: str, options: str) -> str:
    """The record after a command `render`: a game of a file, or one that begins."""
    if not what.endswith(".pgn"):
        return fairyscore.Game.new(what).to("pgn").strip()
    number = NUMBER.search(options)
    games = list(fairyscore.loads((ROOT / what).read_text(encoding="utf-8")))
    return games[int(number[1]) - 1 if number else 0].to("pgn").strip()


def records_of(text: str) -> Iterator[str]:
    """The records of a page that links open."""
    yield from filter(None, (example(found["text"]) for found in EXAMPLE.finditer(text)))
    yield from filter(None, (board(found["what"], found["options"]) for found in BOARD.finditer(text)))


def _link(up: str, record: str) -> str:
    if not record:
        return ""
    address = f"{up}{FOLDER}/index.html#{quote(record, safe='')}"
    return f'\n<p class="play"><a href="{address}">Open on the board</a></p>\n'
