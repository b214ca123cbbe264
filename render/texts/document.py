"""Games as one text: a `Format` that writes, so that games are converted to it as to any other.

A game stands as in a chess book, in whatever medium: the moves of the main line stand out; a remark goes on after its
move; each variation has a paragraph of its own, and those within it stand in brackets. Without remarks, the moves are a
table with a column for each player.

>>> import io
>>> from fairyscore.notation.records.tree import MoveLine, Ply
>>> from fairyscore.notation.rules.moves import Move
>>> from fairyscore.render.texts.medium import medium
>>> stream = io.BytesIO()
>>> sink = text_format(medium("markdown"), TextOptions()).open(stream)
>>> game = Record("chess", (("White", "A*"),), MoveLine((Ply(Move(12, 28)),)), "1-0")
>>> sink.put((game, game.game.writing.usual))
>>> sink.close()
>>> print(stream.getvalue().decode())  # doctest: +NORMALIZE_WHITESPACE
# A\\* against an unknown player
White: **A\\*** · Black: **unknown**
- Game: Chess
| | White | Black |
| ---: | :--- | :--- |
| 1. | e4 |  |
**1-0** White wins.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from typing import BinaryIO, Final

from fairyscore.notation.formats.base import Format, Holds, Sink
from fairyscore.notation.records.nags import meaning_of
from fairyscore.notation.records.tree import Record
from fairyscore.notation.replay import Verdict
from fairyscore.notation.rules.variant import SEATING, Notation
from fairyscore.notation.text import shown
from fairyscore.notation.work.convert import Converted, ConvertOptions, converted
from fairyscore.render.drawing import diagram
from fairyscore.render.errors import DrawingError
from fairyscore.render.idiom import player
from fairyscore.render.language import capital, translated
from fairyscore.render.story.builder import Diagrams, fault_of, tell
from fairyscore.render.story.heading import RATINGS, TAGS
from fairyscore.render.story.model import (
    SIGNS,
    TOUCHING,
    Fault,
    MoveEvent,
    Remark,
    Story,
    StoryDiagram,
    StoryLine,
    Unjudged,
)
from fairyscore.render.texts.medium import CLOSE, OPEN, Medium, TextRun
from fairyscore.render.user_files import PLACE, filled, listed, template, text_of

Place = Callable[[str, str], str]
"""Takes how the name of a picture ends (`-diagram-1`, without `.svg`) and its SVG, and tells the name of its file."""

SIZE: Final = "80mm"
THEME: Final = "print"


@dataclass(slots=True)
class TextOptions:
    """The options of a text. pictures: where diagrams go; None where there is no place for files.

    template: the path of a user's frame. unplaced: how many diagrams had no place.
    """

    diagrams: Diagrams = field(default_factory=Diagrams)
    pictures: Place | None = None
    template: str = ""
    unplaced: int = 0


_SEATS: Final = {seat.name.capitalize() for seating in SEATING.values() for seat in seating}
_OF_PLAYERS: Final = {f"{seat}{kind}" for seat in _SEATS for kind in ("", "Title", *RATINGS)}

HELD: Final = Holds(
    tags=TAGS | _OF_PLAYERS,
    variant=True,
    comments=True,
    intro=True,
    asides=False,
    nags=True,
    variations=True,
    result=True,
)
"""What a text tells of a record: everything but lines for other programs, and tags that mean nothing to readers."""


def text_format(medium: Medium, settings: TextOptions) -> Format:
    """The medium as a format. Raises `DrawingError` for a file that is no template."""
    frames = frames_of(settings.template, medium)
    sink = partial(TextWriter, medium, settings, frames)
    return Format(medium.name, HELD, lambda record, notation: (record, notation), sink=sink)


class TextWriter(Sink):
    """Writes games as they come; between them nothing but the count is kept."""

    def __init__(self, medium: Medium, settings: TextOptions, frames: tuple[str, str], stream: BinaryIO) -> None:
        self._medium, self._settings, self._stream = medium, settings, stream
        document, self._game = frames
        self._begin, _, self._end = PLACE.split(document)
        self._number = 0

    def judged(self, verdict: Verdict, wanted: ConvertOptions) -> Converted:
        """Write a judged game, if it may be. Raises as `converted`, and `DrawingError` where a diagram cannot be made."""
        return converted(verdict, wanted, partial(self.put, fault=fault_of(verdict)))

    def put(self, made: tuple[Record, Notation], fault: Fault | None = None) -> None:
        """See `Sink`. fault: what is known of why the game stops being legal."""
        record, notation = made
        story = tell(record, self._settings.diagrams, notation=notation, fault=fault)
        self._number += 1
        self._write(self._begin if self._number == 1 else self._medium.between)
        self._write(filled(self._game, {place: text.rstrip("\n") for place, text in self._parts(story).items()}))

    def close(self) -> None:
        """See `Sink`."""
        self._write(self._end if self._number else self._begin + self._end)

    def _write(self, text: str) -> None:
        self._stream.write(text.encode(errors="replace"))

    def _parts(self, story: Story) -> dict[str, str]:
        """The texts for the places of the frame of a game (`PLACES`)."""
        medium, heading, close, fault = self._medium, story.heading, story.close, story.fault
        seats = [capital(player(story.game, seat)) for seat in range(len(story.game.seats))]
        known = dict(heading.details)
        at_fault = (
            "" if fault is None else medium.fault(fault.message + (fault.place and f" ({fault.place})"), fault.rest)
        )
        return {
            "title": medium.plain(heading.title),
            "players": medium.apart.join(
                medium.filled("player", seat, name or translated("unknown"))
                for seat, name in zip(seats, heading.players, strict=True)
            ),
            "names": medium.plain(heading.names),
            "details": "\n".join(medium.filled("detail", translated(name), value) for name, value in heading.details),
            "site": medium.plain(known.get("Site", "")),
            "date": medium.plain(known.get("Date", "")),
            "game": medium.plain(story.game.title),
            MOVES: "\n".join(flowing(story, medium, seats, self._diagram)),
            "result": medium.plain(close.result),
            "how": medium.plain(close.how),
            "close": "\n".join(
                filter(None, (at_fault, medium.lined(medium.filled("result", close.result, close.how))))
            ),
            "number": str(self._number),
        }

    def _diagram(self, figure: StoryDiagram) -> str:
        """A diagram, or its position where there is no place for files. The pages of a sheet are called otherwise."""
        file = ""
        if self._settings.pictures is None:
            self._settings.unplaced += 1
        else:
            game = f"-g{self._number}" if self._number > 1 else ""
            picture = diagram(figure.moment, theme=THEME, size=SIZE)
            file = self._settings.pictures(f"{game}-diagram-{figure.number}", picture.svg())
        return self._medium.diagram(figure, file, figure.moment.position.fen)


# -- the story in its order ----------------------------------------------------------------------------------------------

Flowing = Iterator[TextRun | StoryDiagram]


def flowing(story: Story, medium: Medium, seats: Sequence[str], drawn: Callable[[StoryDiagram], str]) -> Iterator[str]:
    """All that stands between heading and end of a game, block by block. seats: names of columns. drawn: makes a figure."""

    def written(items: Iterable[TextRun | StoryDiagram], *, side: bool = False) -> Iterator[str]:
        """Paragraphs with the figures between them."""
        for kind, group in groupby(items, key=type):
            if kind is TextRun:
                yield medium.paragraph((item for item in group if isinstance(item, TextRun)), side=side)
            else:
                yield from (drawn(item) for item in group if isinstance(item, StoryDiagram))

    line = story.line
    if line.steps and _is_bare(line):
        yield medium.table(seats, _rows(line.steps, len(seats)))
        yield from (drawn(item) for item in line.steps[-1].annotations if isinstance(item, StoryDiagram))
        return
    for before in line.intro:
        yield from written((_run_of(before),))
    waiting: list[TextRun | StoryDiagram] = []
    for step in line.steps:
        waiting += _move(step, "main")
        for item in step.annotations:
            if isinstance(item, StoryLine):
                yield from written(waiting)
                yield from written(_variation(item), side=True)
                waiting = []
            else:
                waiting.append(_run_of(item))
        if step.annotations:
            yield from written(waiting)
            waiting = []
    yield from written(waiting)


def _is_bare(line: StoryLine) -> bool:
    """Whether there is nothing to read but moves; a diagram at the end is not a remark."""
    *others, last = line.steps
    annotated = any(step.nags for step in line.steps) or any(step.annotations for step in others)
    return not (line.intro or annotated) and all(isinstance(item, StoryDiagram) for item in last.annotations)


def _variation(line: StoryLine) -> Flowing:
    yield from map(_run_of, line.intro)
    for step in line.steps:
        yield from _move(step, "side")
        for item in step.annotations:
            if isinstance(item, StoryLine):
                yield TextRun(OPEN)
                yield from _variation(item)
                yield TextRun(CLOSE)
            else:
                yield _run_of(item)


def _run_of(item: Remark | StoryDiagram) -> TextRun | StoryDiagram:
    if isinstance(item, StoryDiagram):
        return item
    return TextRun("unjudged" if isinstance(item, Unjudged) else "words", item.text)


def _move(step: MoveEvent, kind: str) -> Iterator[TextRun]:
    """A move, a blank before those of its glyphs that do not touch it, and what the rules brought about beside it."""
    glyphs = ""
    for nag in step.nags:
        sign = SIGNS.get(nag, "") or f"({meaning_of(nag) or f'${nag}'})"
        glyphs += sign if sign in TOUCHING else f" {sign}"
    yield TextRun(kind, step.text, step.number if step.starts else "", glyphs)
    if step.news:
        yield TextRun("news", "; ".join(step.news))


def _rows(steps: Iterable[MoveEvent], seats: int) -> Iterator[tuple[str, list[list[TextRun]]]]:
    """The moves by rounds: the number of each, and what stands in the cell of each seat."""
    number, cells = "", list[list[TextRun]]()
    for step in steps:
        if number and (cells[step.seat] or not step.number.endswith("...")):
            yield number, cells
            number = ""
        if not number:
            number, cells = f"{step.number.rstrip('.')}.", [[] for _ in range(seats)]
        cells[step.seat] += _move(step._replace(starts=False), "side")
    if number:
        yield number, cells


# -- frames: what stands around the games, and around the parts of each; a user's template replaces one ------------------


GAMES, MOVES = "games", "moves"

PLACES: Final = {
    "title": "the event, or who played",
    "players": "every seat with who sits there",
    "names": "who played, in a row",
    "details": "site, date, round and the like, as a list",
    "site": "where it was played",
    "date": "when it was played",
    "game": "which game it is",
    MOVES: "the moves, with all remarks between them",
    "result": "the result alone",
    "how": "how it came about, in a sentence",
    "close": "both, and before them where the record is at fault",
    "number": "of the game in the text, from 1",
}
"""What the frame of a game may hold in double braces, and what is put there."""


def frames_of(path: str, medium: Medium) -> tuple[str, str]:
    """The frames of the text and of each game; one of them is the template of a path where one is named.

    A template that has `{{moves}}` is the frame of each game; one that has `{{games}}` is that of the whole text. Raises
    `DrawingError` where it is neither.
    """
    if not path:
        return medium.document, medium.game
    found = [place for place in PLACE.findall(text_of(path, "the template")) if place in (GAMES, MOVES)]
    if len(found) != 1:
        both = f"{listed((MOVES,))} (for each game) or {listed((GAMES,))} (for the text)"
        raise DrawingError(f"the template {shown(path)} has to have one place {both}")
    if found == [GAMES]:
        return template(path, (GAMES,)), medium.game
    return medium.document, template(path, (MOVES,), PLACES)
