"""What both ways to set moves have in common: a column in which paragraphs, diagrams and variations follow each other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from fairyscore.notation.rules.variant import Variant
from fairyscore.render.board_state import BoardState
from fairyscore.render.drawing import Diagram, diagram
from fairyscore.render.layouts.base import TURNS
from fairyscore.render.layouts.registry import layout
from fairyscore.render.sheet.items import DiagramItem, Disc, Item, Part, Set, kept, paragraph, proportion
from fairyscore.render.sheet.lines import Align
from fairyscore.render.sheet.look import Faces, SheetLook, faces
from fairyscore.render.sheet.paper import MILLIMETRE
from fairyscore.render.sheet.runs import FaceRun, FontFace, Word, parted, words
from fairyscore.render.sheet.wording import clock, meanings, move_word, sentence
from fairyscore.render.story.model import MoveEvent, Remark, StoryDiagram, StoryLine, Unjudged

BRACKETS: Final = (("(", ")"), ("[", "]"))
"""About variations, in turn the deeper they are."""

TO_MOVE: Final = 0.75
"""Ems of the disc beside a diagram that says who is to move, with what is free about it."""

EIGHT: Final = 8.0
"""Fields across of the boards for which the style says how wide diagrams are."""

BROADEST: Final = 1.25
"""Against such diagrams."""

LEAST_LINES: Final = 2
"""Of a paragraph that ends at a diagram; a shorter one goes on."""

HEADS: Final = 4.2
"""Lines that heads take of a page: the running one, and the one over columns of moves."""

ALMOST: Final = 0.25
"""Of a diagram: where so much of one more would have room in a column, all become a little smaller."""

MOST_OF_HEIGHT: Final = 0.55
"""Of the paper that a diagram may take."""

INLINE: Final = 60
"""Characters of a variation that stands within the text; a longer one has a paragraph of its own."""


def drawn(moment: BoardState, look: SheetLook, wide: float, names: str = "rim") -> Diagram:
    """The board with what annotators marked on it, so many points wide."""
    return diagram(
        moment,
        theme=look.theme,
        names=names,
        seat=look.seat if any(seat.name == look.seat for seat in moment.variant.seats) else "",
        size=f"{wide / MILLIMETRE:.2f}mm",
        plain=True,
        fields=moment.marks.fields,
        arrows=moment.marks.arrows,
    )


@dataclass(slots=True)
class Setter:
    """Sets what is told into one column. open_: words of the paragraph that is being written, at `depth`."""

    look: SheetLook
    game: Variant
    wide: float
    items: list[Item] = field(default_factory=list)
    open_: list[Word] = field(default_factory=list)
    depth: int = 0
    faces: Faces = field(init=False)
    opening: str = ""
    """Brackets that the next word begins with."""
    shape: float = 0.0
    """How high diagrams are against their width, as the last one was; 0 before the first."""
    waiting: list[tuple[BoardState, str]] = field(default_factory=list)
    """Diagrams with their captions, for when the paragraph ends."""
    indents: bool = True
    """Whether paragraphs begin a little to the right."""

    def __post_init__(self) -> None:
        self.faces = faces(self.look)

    def label(self, name: str, **filled: object) -> str:
        """What the program says, as `Style.label` has it."""
        return self.look.style.label(name, **filled)

    @property
    def _text(self) -> FontFace:
        return self.faces.small if self.depth else self.faces.text

    # -- words ------------------------------------------------------------------------------------------------------

    def word(self, word: Word) -> None:
        """One more word."""
        if self.opening:
            first = word.runs[0]
            bracket = FaceRun(self.opening, first.face._replace(bold=False))
            word, self.opening = Word((bracket, *word.runs), word.apart), ""
        self.open_.append(word)

    def say(self, text: str) -> None:
        """Words for people."""
        for word in words(text, self._text):
            self.word(word)

    def quote(self, text: str) -> None:
        """Moves as they are written, behind a refused one: nobody has judged them, and no annotator said them."""
        for word in (*words(self.label("unjudged"), self.faces.faint), *words(text, self.faces.faint)):
            self.word(word)

    def close(self, bracket: str) -> None:
        """A bracket behind the last word."""
        if self.opening or not self.open_:
            self.word(Word((FaceRun(bracket, self._text),)))
        else:
            self.open_[-1] = self.open_[-1].joined(FaceRun(bracket, self._text))

    def move(self, step: MoveEvent, *, starts: bool) -> None:
        """A move; its number where that is wanted."""
        face = self.faces.main if not self.depth else self.faces.small
        for word in parted(self.clocked(step, move_word(step, face, numbered=starts))):
            self.word(word)

    def clocked(self, step: MoveEvent, word: Word) -> Word:
        """The move with what the record says of its time, where that is wanted."""
        said = clock(step) if self.look.clocks else ""
        return word.joined(FaceRun(said, self.faces.faint, 1.6 * self.faces.faint.blank)) if said else word

    def behind(self, step: MoveEvent) -> Iterator[Remark | StoryDiagram | StoryLine]:
        """What stands behind a move; what rules and marks say comes where the first remarks end, which go on from it."""
        first = next(
            (place for place, told in enumerate(step.behind) if not isinstance(told, Remark)), len(step.behind)
        )
        yield from step.behind[:first]
        self.aside(step)
        yield from step.behind[first:]

    def aside(self, step: MoveEvent) -> None:
        """What marks without a glyph and the rules say about a move."""
        said = meanings(step)
        if said:
            self.say(sentence("; ".join(said)) if not self.depth else "; ".join(said))
        for news in step.news:
            self.say(sentence(news))

    # -- paragraphs -------------------------------------------------------------------------------------------------

    def flush(self, *, keep: bool = False) -> None:
        """End the paragraph that is being written. keep: what follows stands in the same column."""
        if self.opening:
            self.word(Word((FaceRun("", self._text),)))
        style, self_text = self.look.style, self._text
        left = min(self.depth, 1) * 0.9 * style.indent * style.text
        how = Set(
            self.wide,
            style.leading * self_text.size,
            left,
            style.indent * style.text if self.indents and not self.depth and self.items else 0.0,
            "justified" if style.justified else "left",
            0.22 * style.text if self.depth else 0.12 * style.text,
        )
        self.items += paragraph(self.open_, how, "variation" if self.depth else "moves")
        self.open_ = []
        if keep:
            kept(self.items)
        waiting, self.waiting = self.waiting, []
        for moment, caption in waiting:
            self.picture(moment, caption)

    def figure(self, given: StoryDiagram, after: str = "") -> None:
        """A numbered diagram with its caption, below the paragraph that it belongs to, or where it has room after that."""
        caption = given.caption or after
        label = "figure_with" if caption else "figure"
        self.waiting.append((given.moment, self.label(label, number=given.number, caption=caption)))
        if not self.open_ or sum(word.width for word in self.open_) > LEAST_LINES * self.wide:
            self.flush()

    def picture(self, moment: BoardState, caption: str) -> None:
        """A diagram with its caption, in the middle of the column."""
        style = self.look.style
        wide = min(style.diagram * MILLIMETRE * breadth(self.game), self.wide - 4 * TO_MOVE * style.text)
        shape = self.shape or proportion(drawn(moment, self.look, wide))
        wide *= self._packing(wide * shape)
        board = drawn(moment, self.look, wide)
        self.shape = proportion(board)
        high = wide * self.shape
        part = DiagramItem(round((self.wide - wide) / 2, 2), 0.0, round(wide, 2), round(high, 2), board)
        said = self.line_of(caption, self.faces.caption, "centre", 0.5 * style.text, "caption")
        parts: tuple[Part, ...] = (part, *self._to_move(moment, part))
        self.items.append(Item(part.height, parts, 0.6 * style.text, keep=True, floats=True))
        self.items += [replace(item, keep=True) for item in said]
        self.items.append(Item(0.6 * style.text, ()))

    def _packing(self, high: float) -> float:
        """What a diagram of a height is scaled by: a whole number of them, with their captions, fills a column."""
        style = self.look.style
        column = self.look.paper.area.height - HEADS * self.faces.faint.size * style.leading
        said = self.faces.caption.size * style.leading + 0.5 * style.text
        apart = 1.2 * style.text
        count = max(1, int(column / (high + said) + ALMOST))
        least = max((column - (count - 1) * apart) / count - said - 1, 0.5 * high)
        return min(1.0, least / high, MOST_OF_HEIGHT * self.look.paper.area.height / high)

    def _to_move(self, moment: BoardState, board: DiagramItem) -> Iterator[Disc]:
        """A disc of who is to move beside the board, at the height where that player sits."""
        if moment.outcome is not None:
            return
        mover = moment.position.turn.name
        seats = [seat.name for seat in self.game.seats]
        bottom = self.look.seat if self.look.seat in seats else seats[0]
        turn = (TURNS[mover] - TURNS[bottom]) % 8
        radius = round(0.42 * TO_MOVE * self.look.style.text, 2)
        down = {0: board.height - 2.2 * radius, 4: 2.2 * radius}.get(turn, board.height / 2)
        left = board.x - 1.9 * radius if turn == 2 else board.x + board.width + 1.9 * radius
        yield Disc(round(left, 2), round(down, 2), radius, seats.index(mover))

    def line_of(
        self, text: str, face: FontFace, align: Align = "left", gap: float = 0.0, what: str = "text"
    ) -> list[Item]:
        """A paragraph of its own in any face."""
        how = Set(self.wide, self.look.style.leading * face.size, align=align, gap=gap)
        return paragraph(list(words(text, face)), how, what)

    # -- what stands behind a move --------------------------------------------------------------------------------------

    def after(self, step: MoveEvent) -> str:
        """The caption of a diagram that has none of its own."""
        return self.label("figure_after", move=step.told)

    def variation(self, line: StoryLine) -> None:
        """A variation in brackets, those within it as well."""
        self.depth += 1
        before, behind = BRACKETS[(self.depth - 1) % len(BRACKETS)]
        self.opening += before
        self.told(line)
        self.close(behind)
        self.depth -= 1

    def block(self, line: StoryLine) -> None:
        """A variation with a paragraph of its own."""
        self.flush()
        self.depth = 1
        self.opening = BRACKETS[0][0]
        self.told(line)
        self.close(BRACKETS[0][1])
        self.flush()
        self.depth = 0

    def told(self, line: StoryLine) -> None:
        """The words of a line within a paragraph; diagrams in it end that and begin another."""
        for item in line.intro:
            self.item(item, "")
        for place, step in enumerate(line.steps):
            self.move(step, starts=step.starts or not place)
            for told in self.behind(step):
                if isinstance(told, StoryLine):
                    self.variation(told)
                else:
                    self.item(told, self.after(step))

    def item(self, told: Remark | StoryDiagram, after: str) -> None:
        """A remark or a diagram."""
        if isinstance(told, Unjudged):
            self.quote(told.text)
        elif isinstance(told, Remark):
            self.say(told.text)
        else:
            self.figure(told, after)


def breadth(game: Variant) -> float:
    """How wide diagrams of a game are against those of boards with eight fields across, so that pieces are not tiny."""
    laid = layout(game, "", 0)
    return min(max(1.0, laid.field.width / laid.piece / EIGHT), BROADEST)


def short(line: StoryLine) -> bool:
    """Whether a variation is so short that it stands within the text."""
    taken = sum(len(item.text) if isinstance(item, Remark) else INLINE for item in line.intro)
    for _, step in line.walk():
        taken += len(step.said) + 3
        taken += sum(len(item.text) if isinstance(item, Remark) else 2 for item in step.behind)
        taken += INLINE * any(isinstance(item, StoryDiagram) for item in step.behind)
        if taken > INLINE:
            return False
    return taken <= INLINE
