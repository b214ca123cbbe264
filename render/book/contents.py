"""What a book of games contains, as data: parts with prose and games, and indexes. There are no looks in it.

`data` gives what `book.schema.json` describes; typst templates read it, and so may other programs.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from fairyscore.notation.game import Game
from fairyscore.notation.package_data import data_text
from fairyscore.notation.records.roster import DEFAULT_VARIANT
from fairyscore.notation.records.tree import MoveLine
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.text import sound
from fairyscore.notation.variants.registry import variant
from fairyscore.render import markdown, prose
from fairyscore.render.board_state import BoardState
from fairyscore.render.book import remarks
from fairyscore.render.book.diagrams import Placed, placed
from fairyscore.render.book.remarks import JOINER, Annotator, annotator_of, leading_sign, unbroken
from fairyscore.render.drawing import diagram
from fairyscore.render.game_chart import graph_of
from fairyscore.render.language import capital, current, translated
from fairyscore.render.layouts.registry import layout_of
from fairyscore.render.markdown import Part, Parts
from fairyscore.render.story.builder import START
from fairyscore.render.story.ending import how_it_ended
from fairyscore.render.story.heading import NOBODY
from fairyscore.render.story.model import (
    SIGNS,
    TOUCHING,
    MoveEvent,
    Remark,
    Story,
    StoryDiagram,
    StoryLine,
    printed,
)

FORM: Final = 2  # of the data; another number where programs that read it have to change
SHORT: Final = 90  # characters of remarks and variations that run on in the paragraph of their move
LONG: Final = 160  # characters of a variation that has a paragraph of its own

LEAST_WIDTH, MOST_WIDTH, CELL_WIDTH = 48.0, 68.0, 5.5
"""Millimetres: diagrams of small boards and of large and round ones, and a cell."""

GRAPH_WIDTH: Final = 100.0
"""Millimetres: the graphs of a game."""

LABELS: Final = {
    "contents": "Contents",
    "players": "Players",
    "openings": "Openings",
    "events": "Events",
    "themes": "Themes",
    "signs": "Signs",
    "annotator": "Annotator",
    "with_white": "Bold: with the first move",
}

KEY: Final = {
    "!": "a good move",
    "!!": "a brilliant move",
    "?": "a mistake",
    "??": "a blunder",
    "!?": "an interesting move",
    "?!": "a dubious move",
    "=": "equal",
    "∞": "unclear",
    "⩲": "White is slightly better",
    "⩱": "Black is slightly better",
    "±": "White is better",
    "∓": "Black is better",
    "+−": "White is winning",
    "−+": "Black is winning",
    "□": "the only move",
    "⨀": "zugzwang",
    "⟳": "ahead in development",
    "↑": "with the initiative",
    "→": "with an attack",
    "⇆": "with counterplay",
    "⊕": "short of time",
    "∆": "with the idea",
    "⌓": "better is",
}
"""What the signs of annotators mean."""


USUAL_GAME: Final = variant(DEFAULT_VARIANT).title  # what is played in a game of which nothing else is said


class Prose(NamedTuple):
    """A text of the author between games, in Markdown. folder: where the files of its pictures lie."""

    markdown: str
    folder: str = ""


Piece = Prose | Story


class BookLook(NamedTuple):
    """The look of a book, for templates.

    paper: sides in mm; bleed: what is cut off around; style: of the moves and columns. theme: of diagrams. graph: whether
    evaluations and times of a game are drawn below it.
    """

    paper: tuple[float, float] = (148.0, 210.0)
    bleed: float = 0.0
    style: str = "modern"
    theme: str = "print"
    graph: bool = False


USUAL: Final = BookLook()


def data(title: str, pieces: Iterable[Piece], look: BookLook = USUAL, author: str = "") -> dict[str, Any]:
    """The data of a book. pieces: games and prose in their order; `# Heading` in prose begins a part."""
    title, author = sound(title), sound(author)
    writer = _ContentsWriter(look)
    parts: list[dict[str, Any]] = []
    for piece in pieces:
        if isinstance(piece, Prose):
            for heading, text in _sections(piece):
                if heading or not parts:
                    parts.append({"title": heading, "items": []})
                if text:
                    parts[-1]["items"].append(writer.prose(text))
        else:
            if not parts:
                parts.append({"title": "", "items": []})
            parts[-1]["items"].append(writer.game(piece))
    return {
        "format": FORM,
        "title": title,
        "author": author,
        "language": current().code,
        "labels": {name: translated(label) for name, label in LABELS.items()},
        "look": {**look._asdict(), "paper": list(look.paper)},
        "parts": parts,
        "games": writer.games,
        "variants": sorted(writer.variants),
        "variant": USUAL_GAME,
        "indexes": writer.indexes(),
        "signs": [[sign, translated(meaning)] for sign, meaning in KEY.items() if sign in writer.signs],
    }


def _sections(prose: Prose) -> Iterator[tuple[str, Parts]]:
    """The headings of the first level, each with what follows, and before them what has none."""
    heading, found = "", list[Part]()
    for block in markdown.parts(prose.markdown, prose.folder):
        if block["kind"] == "heading" and block["level"] == 1:
            if heading or found:
                yield heading, found
            heading, found = markdown.plain(block["parts"]), []
        else:
            found.append(block)
    if heading or found:
        yield heading, found


THEMES: Final = re.compile("[,;]")  # between the values of the tag of this name


@dataclass(slots=True)
class _ContentsWriter:
    """Writes game after game, and counts what goes on through the book."""

    look: BookLook
    games: int = 0
    diagrams: int = 0
    texts: int = 0
    signs: set[str] = field(default_factory=set)
    variants: Counter[str] = field(default_factory=Counter)
    players: dict[str, list[list[int]]] = field(default_factory=dict)
    openings: dict[str, list[int]] = field(default_factory=dict)
    events: dict[str, list[int]] = field(default_factory=dict)
    themes: dict[str, list[int]] = field(default_factory=dict)

    def prose(self, text: Parts) -> dict[str, Any]:
        """The next text."""
        self.texts += 1
        return {"kind": "prose", "number": self.texts, "parts": text}

    def game(self, story: Story) -> dict[str, Any]:
        """A game, which is entered in the indexes."""
        self.games += 1
        self.variants[story.game.title] += 1
        tag = {name: "" if value in NOBODY else value for name, value in story.record.tags}
        remark_text = " ".join(_remark_texts(story.line))
        is_western = any(notation.name == "san" for notation in story.game.writing.notations)
        annotator = annotator_of(remark_text, current().code, figurines=is_western)
        names = [tag.get(seat.name.capitalize(), "") for seat in story.game.seats]
        year = re.sub(r"[^0-9]", "", tag.get("Date", "")[:4])
        opening = ", ".join(filter(None, (tag.get("Opening", ""), tag.get("Variation", ""))))
        event = tag.get("Event", "")
        for seat, name in enumerate(names):
            if name:
                self.players.setdefault(_family_first(name), []).append([self.games, seat])
        if opening or tag.get("ECO"):
            code = tag.get("ECO", "")
            self.openings.setdefault(" ".join(filter(None, (code, opening))), []).append(self.games)
        if event:
            self.events.setdefault(event, []).append(self.games)
        for theme in filter(None, map(str.strip, THEMES.split(tag.get("Themes", "") or tag.get("Theme", "")))):
            self.themes.setdefault(theme, []).append(self.games)
        return {
            "kind": "game",
            "number": self.games,
            "called": translated("Game {number}", number=self.games),
            "variant": story.game.title,
            "players": [_as_spoken(name) or "?" for name in names],
            "ratings": [tag.get(f"{seat.name.capitalize()}Elo", "") for seat in story.game.seats],
            "event": event or tag.get("Site", ""),
            "round": tag.get("Round", ""),
            "year": year,
            "eco": tag.get("ECO", ""),
            "opening": opening,
            "annotator": tag.get("Annotator", ""),
            "language": annotator.language,
            "result": printed(story.close.result).replace("–", f"–{JOINER}"),
            "end": _reason(story),
            "items": [*self._start(story), *_GameItems(self, story, annotator).items(), *self._graph(story)],
        }

    def _start(self, story: Story) -> Iterator[dict[str, Any]]:
        """A diagram of a start that is not the usual one of its game, and of that where a game that not everybody knows
        comes for the first time."""
        title = story.game.title
        if story.record.set_up or (title != USUAL_GAME and self.variants[title] == 1):
            yield self.diagram(story.start, f"{title}: {translated(START)}")

    def _graph(self, story: Story) -> Iterator[dict[str, Any]]:
        """The graphs of a game, as a diagram of their own."""
        drawn = graph_of(Game(story.record), self.look.theme, f"{GRAPH_WIDTH:g}mm") if self.look.graph else None
        if drawn is not None:
            self.diagrams += 1
            yield {
                "kind": "diagram",
                "number": self.diagrams,
                "width": GRAPH_WIDTH,
                "svg": drawn.svg,
                "says": drawn.words,
                "turn": "",
                "status": "",
                "caption": "",
            }

    def diagram(self, moment: BoardState, caption: str) -> dict[str, Any]:
        """The next diagram."""
        self.diagrams += 1
        width = _width(moment.variant)
        drawn = diagram(moment, theme=self.look.theme, size=f"{width:g}mm", plain=True)
        return {
            "kind": "diagram",
            "number": self.diagrams,
            "width": width,
            "svg": drawn.svg(),
            "says": prose.described(moment),
            "turn": moment.variant.seats[moment.state.turn].name,
            "status": prose.status(moment),
            "caption": unbroken(caption),
        }

    def indexes(self) -> dict[str, list[list[Any]]]:
        """The entries of all indexes, in the order of their letters."""
        indexes = {"openings": self.openings, "events": self.events, "themes": self.themes}
        return {"players": _sorted(self.players), **{name: _sorted(index) for name, index in indexes.items()}}


def _width(game: Variant) -> float:
    """The width of the diagrams of a game in millimetres: what its cells need, within limits."""
    layout = layout_of(game)
    if layout.middle:
        return MOST_WIDTH
    return min(MOST_WIDTH, max(LEAST_WIDTH, CELL_WIDTH * len({round(spot.centre.x) for spot in layout.spots})))


def _sorted(index: Mapping[str, list[Any]]) -> list[list[Any]]:
    return [[name, index[name]] for name in sorted(index, key=str.casefold)]


def _reason(story: Story) -> str:
    """How a game ended, where that is more than the result tells."""
    record = replace(story.record, tags=(), line=MoveLine(), result=story.close.result)
    return "" if story.close.how == how_it_ended(record, None, ()) else story.close.how


def _family_first(name: str) -> str:
    """A name as indexes have it; capitals as they are written in words."""
    return name.title() if name.isupper() else name


def _as_spoken(name: str) -> str:
    """A name as people say it.

    >>> _as_spoken("Alekhine, Alexander"), _as_spoken("TAL, M."), _as_spoken("Anna")
    ('Alexander Alekhine', 'M. Tal', 'Anna')
    """
    family, _, first = _family_first(name).partition(",")
    return f"{first.strip()} {family.strip()}".strip()


def _remark_texts(line: StoryLine) -> Iterator[str]:
    """All remarks of a line."""
    annotations = (item for _, step in line.walk() for item in step.annotations)
    for item in (*line.intro, *annotations):
        if isinstance(item, Remark):
            yield item.text
        elif isinstance(item, StoryLine):
            yield from (part.text for part in item.intro if isinstance(part, Remark))


class _GameItems:
    """Makes one game a flat list of items."""

    def __init__(self, writer: _ContentsWriter, story: Story, annotator: Annotator) -> None:
        self.writer, self.story, self.annotator = writer, story, annotator
        self.placed: dict[str, Placed] = placed(story)
        self.letters = figurines(story.game) if annotator.letters else {}

    def items(self) -> list[dict[str, Any]]:
        """Everything from the first move to the end."""
        return self._line(self.story.line, 0)

    def _line(self, line: StoryLine, depth: int) -> list[dict[str, Any]]:
        items = [item for part in line.intro for item in self._items_of(part)]
        run: list[str] = []
        fresh = True  # whether the next move needs its number

        def flush() -> None:
            if run:
                items.append({"kind": "moves", "text": unbroken(" ".join(run))})
                run.clear()

        for step in line.steps:
            sign, rest = self._without_sign(step)
            drawn = self.placed.get(step.key) if depth == 0 else None
            if drawn and drawn.before:
                flush()
                items.append(self.writer.diagram(drawn.moment, self._caption(drawn.caption)))
            after_diagram = not run and items and items[-1]["kind"] == "diagram"
            numbered = fresh or after_diagram or not step.number.endswith("...")
            run.append(self._move(step, sign, numbered=numbered))
            fresh = bool(step.news)
            if step.news:
                flush()
                items += ({"kind": "news", "text": capital(words)} for words in step.news)
            if drawn and not drawn.before:
                flush()
                items.append(self.writer.diagram(drawn.moment, self._caption(drawn.caption)))
            if rest:
                flush()
                items += self._after_move(rest, depth)
                fresh = True
        flush()
        return items

    def _without_sign(self, step: MoveEvent) -> tuple[str, tuple[Remark | StoryDiagram | StoryLine, ...]]:
        """The sign that the first remark of a move begins with, and what follows the move, signs in words first."""
        first = step.annotations[0] if step.annotations else None
        if step.nags or not isinstance(first, Remark):
            return "", (*map(Remark, step.sign_words), *step.annotations)
        sign, rest = leading_sign(first.text)
        if not sign:
            return "", step.annotations
        return sign, ((Remark(rest),) if rest else ()) + step.annotations[1:]

    def _move(self, step: MoveEvent, sign: str, *, numbered: bool) -> str:
        """A move with its number and signs."""
        signs = [sign, *(SIGNS.get(nag, "") for nag in step.nags)]
        self.writer.signs.update(filter(None, signs))
        text = self._figured(step.text)
        for one in filter(None, signs):
            text += one if one in TOUCHING else f"\N{NO-BREAK SPACE}{one}"
        return f"{step.number}{text}" if numbered else text

    def _figured(self, move: str) -> str:
        return "".join(self.letters.get(letter, letter) for letter in move)

    def _caption(self, caption: str) -> str:
        """The line below a diagram; the move in it has figurines."""
        head, blank, move = caption.rpartition(" ")
        return f"{head}{blank}{self._figured(move)}"

    def _after_move(self, parts: Iterable[Remark | StoryDiagram | StoryLine], depth: int) -> Iterator[dict[str, Any]]:
        """The parts behind a move. Where that is long, it has paragraphs of its own."""
        items = [item for part in parts for item in self._items_of(part, depth)]
        is_long = depth == 0 and sum(map(_letters, items)) > SHORT
        if is_long:
            yield {"kind": "break"}
        yield from items
        if is_long:
            yield {"kind": "break"}

    def _items_of(self, part: Remark | StoryDiagram | StoryLine, depth: int = 0) -> Iterator[dict[str, Any]]:
        match part:
            case StoryDiagram():
                yield self.writer.diagram(part.moment, self._caption(part.caption))
            case StoryLine():
                items = self._line(part, depth + 1)
                own = depth == 0 and sum(map(_letters, items)) > LONG
                yield {"kind": "variation", "depth": depth + 1, "own": own, "items": items}
            case Remark():
                yield self._remark(part.text)

    def _remark(self, written: str) -> dict[str, Any]:
        """A remark; its parts where it has emphasis, links and the like."""
        language = remarks.language_of(written) or self.annotator.language
        annotator = self.annotator._replace(language=language)
        marked: dict[str, Any] = {}
        if markdown.has_markup(written):
            parts = markdown.changed(markdown.inline(written), lambda words: _within(words, annotator))
            marked, text = {"parts": parts}, markdown.plain(parts)
        else:
            text = remarks.text(written, annotator)
        self.writer.signs.update(sign for sign in KEY if sign in text and sign not in (*TOUCHING, "="))
        return {"kind": "remark", "language": language, "text": text, **marked}


def _within(words: str, annotator: Annotator) -> str:
    """Words of a remark as they are printed, with the blanks that divide them from what stands beside them."""
    before, after = " " * words[:1].isspace(), " " * words[-1:].isspace()
    return f"{before}{remarks.text(words, annotator)}{after}" if words.strip() else words


def _letters(item: dict[str, Any]) -> int:
    """How long an item is, in characters."""
    return len(item.get("text", "")) + sum(map(_letters, item.get("items", ())))


PAWNS: Final = ("pawn", "bia")  # the drawings of pieces that moves name by no letter


def figurines(game: Variant) -> dict[str, str]:
    """The letters of a game's pieces with their figurines, which pawns have not; none where a piece has no drawing, since
    nobody reads letters beside figurines."""
    known = json.loads(data_text("fairyscore.render.book", "fonts/figurines.json"))
    drawn = {piece.letter: piece.picture or piece.name for piece in game.piece_types if piece.letter.isupper()}
    if game.scenery.pieces.shape or not known.keys() >= set(drawn.values()):
        return {}
    return {letter: known[name][0] for letter, name in drawn.items() if name not in PAWNS}
