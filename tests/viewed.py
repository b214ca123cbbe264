"""Makes pages for the tests of `render.viewer`, and takes them apart again without a browser."""

import io
import json
import re
from collections import Counter
from html.parser import HTMLParser
from typing import Any

from fairyscore.notation.archive import judge_file
from fairyscore.notation.replay import Validator
from fairyscore.render.story.builder import Diagrams, diagrams, story_of
from fairyscore.render.story.model import Story

ANNOTATED = """\
[Event "A test"]
[White "Anna"]
[Black "Bernd"]
[Result "1-0"]

{Before it all.} 1. e4 {Best by test. [%csl Ge4][%cal Ge4e5]} e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) (1... e6)
2. Bc4 Nc6 3. Qh5 $36 Nf6?? $220 4. Qxf7# {It is over.} 1-0
"""
"""A game with everything: comments, marks, variations within variations, a diagram, a mate."""

CASTLING = '[White "Clara"]\n[Black "Dora"]\n[Result "*"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 *\n'
FAULTY = '[White "Eva"]\n[Result "*"]\n\n1. e4 e5 2. Ke3 Nf6 3. Nc3 *\n'
"""The king cannot go to e3."""


def stories(*texts: str, wanted: str = "") -> list[Story]:
    """The stories of games, each in a text of its own."""
    asked = diagrams(wanted) if wanted else Diagrams()
    judged = (verdict for text in texts for verdict in judge_file(io.BytesIO(text.encode()), Validator()))
    return [story for story in (story_of(verdict, asked) for verdict in judged) if story is not None]


def story_in(path: str) -> Story:
    """The story of the first game in a file."""
    story = next(filter(None, map(story_of, judge_file(path, Validator()))))
    assert story is not None
    return story


def data_of(page: str) -> dict[str, Any]:
    """What the program of a page reads."""
    found = re.search(r'<script type="application/json" id="fairyscore-data">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


class Parsed(HTMLParser):
    """A page as a parser sees it. elements: how many there are of each, by name and names of attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: Counter[tuple[str, tuple[str, ...]]] = Counter()
        self.values: list[tuple[str, str, str]] = []
        self.comments: list[str] = []
        self.words: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements[tag, tuple(sorted(name for name, _ in attrs))] += 1
        self.values += [(tag, name, value or "") for name, value in attrs]

    def handle_comment(self, data: str) -> None:
        self.comments.append(data)

    def handle_data(self, data: str) -> None:
        self.words.append(data)
