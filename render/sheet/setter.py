"""A game set into a column: in sentences, as chess books have annotated games, or with a column of moves for each player.

In sentences moves are in bold; between them are remarks, with numbers, glyphs, brackets and throws of the dice. Where
each player has a column, remarks on a move interrupt them over their whole width.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import takewhile
from typing import Final, NamedTuple

from fairyscore.notation.clocks.times import write_duration
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.variants.registry import variant
from fairyscore.render.board_state import BoardState
from fairyscore.render.drawing import looked
from fairyscore.render.font_outlines.letters import FontFace
from fairyscore.render.idiom import player
from fairyscore.render.language import capital
from fairyscore.render.layouts.base import TURNS
from fairyscore.render.layouts.registry import layout_of
from fairyscore.render.page import whole_board
from fairyscore.render.sheet.lines import THIN, Align, FaceRun, Word, broken, clean, parted, words
from fairyscore.render.sheet.look import MILLIMETRE, Faces, SheetLook, faces
from fairyscore.render.sheet.pages import (
    DiagramItem,
    Disc,
    Item,
    Letters,
    Part,
    baseline,
    keep_together,
    label,
    paragraph,
)
from fairyscore.render.story.model import DICE, SIGNS, TOUCHING, MoveEvent, Remark, StoryDiagram, StoryLine, Unjudged

BRACKETS: Final = (("(", ")"), ("[", "]"))  # about variations, in turn the deeper they are
DIE: Final = 1.25  # of the size of letters: so large that its pips are seen
LONG: Final = 90  # characters of remarks on a move after which the next move begins a paragraph
INLINE: Final = 60  # characters of a variation that stands within the text; a longer one has a paragraph of its own
LEAST_LINES: Final = 2  # of a paragraph that ends at a diagram; a shorter one goes on
TO_MOVE: Final = 0.75  # ems of the disc beside a diagram that says who is to move, with what is free about it
APART: Final = 0.6  # ems above and below a diagram
EIGHT: Final = 8.0  # fields across of the boards for which the style says how wide diagrams are
BROADEST: Final = 1.25  # against such diagrams
HEADS: Final = 4.2  # lines that heads take of a page: the running one, and the one over columns of moves
ALMOST: Final = 0.25  # of a diagram: where so much of one more would have room in a column, all become a little smaller
MOST_OF_HEIGHT: Final = 0.55  # of the paper that a diagram may take
BETWEEN: Final = 0.7  # ems between two columns of moves
PASSED: Final = "…"  # for players whose moves stand in a row further up
LEAST_TABLE: Final = 50.0  # millimetres of a column of the paper that holds columns of moves


class Picture(NamedTuple):
    """A diagram in a column, with the lines of its caption; how large it is, is decided where pages are filled."""

    moment: BoardState
    caption: tuple[Item, ...]


@dataclass(slots=True)
class Setter:
    """Sets the text of a game into one column. open_: words of the paragraph that is being written, at `depth`.

    opening: brackets that the next word begins with. waiting: diagrams, for when the paragraph ends. indents: whether
    paragraphs begin a little to the right.
    """

    look: SheetLook
    game: Variant
    width: float
    items: list[Item | Picture] = field(default_factory=list)
    open_: list[Word] = field(default_factory=list)
    depth: int = 0
    faces: Faces = field(init=False)
    opening: str = ""
    waiting: list[tuple[BoardState, str]] = field(default_factory=list)
    indents: bool = True

    def __post_init__(self) -> None:
        self.faces = faces(self.look)

    @property
    def _text(self) -> FontFace:
        return self.faces.small if self.depth else self.faces.text

    # -- words ------------------------------------------------------------------------------------------------------

    def add(self, found: Iterable[Word]) -> None:
        """More words of the paragraph."""
        for word in found:
            if self.opening:
                bracket = FaceRun(self.opening, word.runs[0].face._replace(bold=False))
                word, self.opening = Word((bracket, *word.runs), word.apart), ""
            self.open_.append(word)

    def say(self, text: str) -> None:
        """Words for people."""
        self.add(words(text, self._text))

    def move(self, step: MoveEvent, *, starts: bool) -> None:
        """A move; its number where that is wanted."""
        face = self.faces.small if self.depth else self.faces.main
        self.add(parted(self.move_word(step, face, numbered=starts)))

    def move_word(self, step: MoveEvent, face: FontFace, *, numbered: bool = False) -> Word:
        """A move with its number, its throw, its glyphs, and what the record says of its time, as far as wanted."""
        thin = THIN * face.size
        runs = [FaceRun(step.number, face)] if numbered else []
        text, throw, gap = step.text, step.move.throw, thin if numbered else 0.0
        if 0 < throw <= len(DICE) and text != step.unthrown:
            die = face._replace(size=round(DIE * face.size, 2), bold=False)
            runs.append(FaceRun(DICE[throw - 1], die, gap, f"{throw}:", face.size))
            text, gap = step.unthrown, 1.5 * thin
        runs.append(FaceRun(clean(text), face, gap))
        signs = (SIGNS[nag] for nag in step.nags if nag in SIGNS)
        runs += (FaceRun(sign, face, 0.0 if sign in TOUCHING else thin) for sign in signs)
        known = next((time for time in (step.left, step.used) if time is not None), None)
        time = clean(step.moved) if known is None else write_duration(known)
        if self.look.clocks and time:  # what is left, else what was used, else when the move was made
            runs.append(FaceRun(time, self.faces.faint, 1.6 * self.faces.faint.blank))
        return Word(tuple(runs))

    # -- paragraphs -------------------------------------------------------------------------------------------------

    def flush(self) -> None:
        """End the paragraph that is being written; diagrams that wait follow it."""
        if self.opening:
            self.add([Word((FaceRun("", self._text),))])
        style = self.look.style
        self.items += paragraph(
            self.open_,
            "variation" if self.depth else "moves",
            self.width,
            style.leading * self._text.size,
            left=min(self.depth, 1) * 0.9 * style.indent * style.text,
            indent=style.indent * style.text if self.indents and not self.depth and self.items else 0.0,
            align="justified" if style.justified else "left",
            gap=(0.22 if self.depth else 0.12) * style.text,
        )
        self.open_ = []
        while self.waiting:
            self.picture(*self.waiting.pop(0))

    def picture(self, moment: BoardState, caption: str) -> None:
        """A diagram with its caption, in the middle of the column."""
        caption_line = self.line_of(caption, self.faces.small, "centre", 0.5 * self.look.style.text, "caption")
        self.items.append(Picture(moment, tuple(keep_together(caption_line))))

    def line_of(
        self, text: str, face: FontFace, align: Align = "left", gap: float = 0.0, what: str = "text"
    ) -> list[Item]:
        """A paragraph of its own in any face."""
        leading = self.look.style.leading * face.size
        return paragraph(words(text, face), what, self.width, leading, align=align, gap=gap)

    # -- what follows a move ------------------------------------------------------------------------------------

    def sentences(self, line: StoryLine) -> None:
        """The main line in sentences."""
        self._intro(line)
        self.flush()
        for step in line.steps:
            self.move(step, starts=step.starts or not self.open_)
            self._after_move(step)
        self.flush()

    def _intro(self, line: StoryLine) -> None:
        for item in line.intro:
            self._item(item)

    def _after_move(self, step: MoveEvent) -> None:
        """All that follows a move. Its variations look alike. A paragraph ends after long remarks."""
        after = self.look.style.label("figure_after", move=step.numbered)
        inline = self.depth > 0 or all(short(item) for item in step.annotations if isinstance(item, StoryLine))
        first = list(takewhile(lambda item: isinstance(item, Remark), step.annotations))
        for item in first:
            self._item(item)
        if text := "; ".join(step.sign_words):
            self.say(text if self.depth else sentence(text))
        for news in step.news:
            self.say(sentence(news))
        for item in step.annotations[len(first) :]:
            self._item(item, after, inline=inline)
        remarks = (item.text for item in step.annotations if isinstance(item, Remark))
        if not self.depth and sum(map(len, (*step.news, *remarks))) > LONG:
            self.flush()

    def _item(self, item: Remark | StoryDiagram | StoryLine, after: str = "", *, inline: bool = True) -> None:
        """A remark, a variation (inline: within the text), or a numbered diagram (after: its caption if it has none)."""
        label = self.look.style.label
        if isinstance(item, Unjudged):  # nobody has judged them, and no annotator wrote them
            self.add(words(f"{label('unjudged')} {item.text}", self.faces.faint))
        elif isinstance(item, Remark):
            self.say(item.text)
        elif isinstance(item, StoryLine):
            self._variation(item, inline=inline)
        else:
            caption = item.caption or after
            text = label("figure_with" if caption else "figure", number=item.number, caption=caption)
            self.waiting.append((item.moment, text))
            if not self.open_ or sum(word.width for word in self.open_) > LEAST_LINES * self.width:
                self.flush()

    def _variation(self, line: StoryLine, *, inline: bool) -> None:
        """A variation in brackets, within the text or in a paragraph of its own; those within it are within its text."""
        if not inline:
            self.flush()
        before, closing = BRACKETS[self.depth % len(BRACKETS)]
        self.depth += 1
        self.opening += before
        self._intro(line)
        for place, step in enumerate(line.steps):
            self.move(step, starts=step.starts or not place)
            self._after_move(step)
        bracket = FaceRun(closing, self._text)
        if self.opening or not self.open_:
            self.add([Word((bracket,))])
        else:
            self.open_[-1] = self.open_[-1].joined(bracket)
        if not inline:
            self.flush()
        self.depth -= 1

    # -- a column for each player -------------------------------------------------------------------------------------

    def least_width(self, line: StoryLine) -> float:
        """Points that a column of the paper has at least, so that every move has one line."""
        face = self.faces.main
        widest = max((self.move_word(step, face).width for step in line.steps), default=0.0)
        moves = len(self.game.seats) * (widest + BETWEEN * face.size)
        return max(LEAST_TABLE * MILLIMETRE, self._number_width(line) + moves)

    def _number_width(self, line: StoryLine) -> float:
        face = self.faces.text
        return max((face.width(_number(step)) for step in line.steps), default=0.0) + BETWEEN * face.size

    def table(self, line: StoryLine) -> Item:
        """Set the main line in columns; the answer is what stands above each.

        A move stands in its player's column; where no row is open before it, the players before have their dots.
        """
        left = self._number_width(line)
        cell = (self.width - left) / len(self.game.seats)
        self.indents = False
        self._intro(line)
        self.flush()
        row: dict[int, Word] = {}
        moved: set[int] = set()  # who has moved in this round
        number = ""

        def end(*, keep: bool = False) -> None:
            if row:
                self.items.append(self._row(number, row, left, cell, keep=keep))
                row.clear()

        for step in line.steps:
            if row and (_number(step) != number or step.seat <= max(row)):
                end()
            if _number(step) != number or step.seat in moved:
                moved = set() if number else set(range(step.seat))
            if not row:
                row.update(
                    (seat, Word((FaceRun(PASSED, self.faces.main),))) for seat in sorted(moved) if seat < step.seat
                )
            number = _number(step)
            moved.add(step.seat)
            row[step.seat] = self.move_word(step, self.faces.main)
            if interrupts(step):
                remarks = any(not isinstance(item, StoryDiagram) for item in step.annotations)
                # Words stand right below the row; a diagram goes where it has room.
                end(keep=bool(step.news or step.sign_words or remarks))
                self._after_move(step)
                self.flush()
        end()
        return self._head(left, cell)

    def _row(self, number: str, row: dict[int, Word], left: float, cell: float, *, keep: bool) -> Item:
        """Moves beside each other. keep: remarks on the last one follow."""
        face = self.faces.main
        leading = self.look.style.leading * face.size
        parts: list[Part] = [label(number, "number", self.faces.text, 0.0, leading)]
        most = 1
        for seat, word in row.items():
            lines = broken(list(parted(word)), cell - 0.3 * BETWEEN * face.size)
            for place, line in enumerate(lines):
                y = baseline(leading, face.size) + place * leading
                parts.append(Letters(round(left + seat * cell, 2), y, line, "move"))
            most = max(most, len(lines))
        return Item(round(most * leading, 2), tuple(parts), keep=keep)

    def _head(self, left: float, cell: float) -> Item:
        """The players' discs and names over their columns, names where they have room."""
        face = self.faces.faint
        height, radius = 1.7 * face.size, round(0.4 * face.size, 2)
        parts: list[Part] = []
        for place in range(len(self.game.seats)):
            x, text = round(left + place * cell, 2), capital(player(self.game, place))
            parts.append(Disc(x + radius, round(height / 2, 2), radius, place))
            if face.width(text) <= cell - 3.4 * radius:
                parts.append(label(text, "seat", face, x + 2.6 * radius, height))
        return Item(round(height + 0.2 * face.size, 2), tuple(parts))

    # -- how large diagrams are ---------------------------------------------------------------------------------------

    def sized(self, scale: float = 1.0) -> Iterator[Item]:
        """All items, the diagrams as large as the style has them, times the scale."""
        style, game = self.look.style, self.game
        width = min(scale * style.diagram * MILLIMETRE * breadth(game), self.width - 4 * TO_MOVE * style.text)
        width *= self._packing(width * proportion(game.name, self.look, width))
        height, gap = width * proportion(game.name, self.look, width), scale**2 * APART * style.text
        for item in self.items:
            if isinstance(item, Item):
                yield item
                continue
            left = round((self.width - width) / 2, 2)
            board = DiagramItem(left, 0.0, round(width, 2), round(height, 2), item.moment)
            parts: tuple[Part, ...] = (board, *self._to_move(item.moment, board))
            yield Item(board.height, parts, gap, keep=True, floats=True)
            yield from item.caption
            yield Item(gap, ())

    def _packing(self, height: float) -> float:
        """The scale of diagrams of a height: a whole number of them, with their captions, fills a column."""
        style, page = self.look.style, self.look.paper.area.height
        column = page - HEADS * self.faces.faint.size * style.leading
        caption_height, apart = self.faces.small.size * style.leading + 0.5 * style.text, 2 * APART * style.text
        count = max(1, int(column / (height + caption_height) + ALMOST))
        least = max((column - (count - 1) * apart) / count - caption_height - 1, 0.5 * height)
        return min(1.0, least / height, MOST_OF_HEIGHT * page / height)

    def _to_move(self, moment: BoardState, board: DiagramItem) -> Iterator[Disc]:
        """A disc of who is to move beside the board, at the height where that player sits."""
        if moment.outcome is not None:
            return
        mover, seats = moment.position.turn.name, [seat.name for seat in self.game.seats]
        turn = (TURNS[mover] - TURNS[self.look.seat_of(self.game) or seats[0]]) % 8
        radius = round(0.42 * TO_MOVE * self.look.style.text, 2)
        edge, free = rim_room(self.game.name, self.look, board.width, board.names)
        within = edge + 1.1 * radius
        down = {0: board.height - within, 4: within}.get(turn, board.height / 2)
        left = board.x - 1.9 * radius if turn == 2 else board.x + board.width - free + 1.9 * radius
        yield Disc(round(left, 2), round(down, 2), radius, seats.index(mover))


@lru_cache(maxsize=256)
def proportion(name: str, look: SheetLook, width: float, names: str = "rim") -> float:
    """How high diagrams of a variant are against their width, which is given in points."""
    game = variant(name)
    how, _ = looked(game, look.theme, names=names, seat=look.seat_of(game), view="", size=f"{width / MILLIMETRE:.2f}mm")
    box = whole_board(layout_of(game, "", how.turn), how)
    return box.height / box.width


@lru_cache(maxsize=256)
def rim_room(name: str, look: SheetLook, width: float, names: str = "rim") -> tuple[float, float]:
    """How broad the rim of a diagram is, and how much of it is free at the right, where no names stand there."""
    game = variant(name)
    how, _ = looked(game, look.theme, names=names, seat=look.seat_of(game), view="", size=f"{width / MILLIMETRE:.2f}mm")
    layout = layout_of(game, "", how.turn)
    box = whole_board(layout, how)
    edge = (box.right - layout.field.right) / box.width * width
    return edge, 0.0 if any(sign.away.x > 0 for sign in layout.signs) else edge


def breadth(game: Variant) -> float:
    """How wide diagrams of a game are against those of boards with eight fields across, so that pieces are not tiny."""
    layout = layout_of(game, "", 0)
    return min(max(1.0, layout.field.width / layout.piece / EIGHT), BROADEST)


def short(line: StoryLine) -> bool:
    """Whether a variation is so short that it stands within the text."""
    taken = sum(len(item.text) if isinstance(item, Remark) else INLINE for item in line.intro)
    for _, step in line.walk():
        taken += len(step.text) + 3
        taken += sum(len(item.text) if isinstance(item, Remark) else 2 for item in step.annotations)
        taken += INLINE * any(isinstance(item, StoryDiagram) for item in step.annotations)
        if taken > INLINE:
            return False
    return taken <= INLINE


def interrupts(step: MoveEvent) -> bool:
    """Whether a move has remarks."""
    return bool(step.annotations or step.news or step.sign_words)


def _number(step: MoveEvent) -> str:
    return f"{step.number.rstrip('.')}."


def sentence(text: str) -> str:
    """A remark of the rules on a position, as a sentence."""
    if not text:
        return ""
    stop = "" if text.endswith((".", "!", "?")) else "."
    return f"{capital(text)}{stop}"
