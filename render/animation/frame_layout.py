"""The paper on which a game is shown: players above the board, the move and what is said of it below."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from fairyscore.render import embed
from fairyscore.render.animation.glyph_defs import GlyphDefs
from fairyscore.render.animation.script import Scene
from fairyscore.render.animation.tracks import Looks
from fairyscore.render.board import LEAST_LETTERS, Look, board, gone, names
from fairyscore.render.canvas import PREFIX, element, group, shape
from fairyscore.render.font_outlines.letters import outline, width
from fairyscore.render.geometry import Box, Point, circle, number
from fairyscore.render.language import capital, translated
from fairyscore.render.layouts.base import Layout
from fairyscore.render.layouts.registry import layout
from fairyscore.render.marks import BoardMarks, above, beneath
from fairyscore.render.measures import Length
from fairyscore.render.page import assembled, paper, whole_board, wrapped
from fairyscore.render.pieces import PieceSymbols
from fairyscore.render.story.model import Story

IN_FIELD: Final = 28
"""Letters that are as high as a board is wide, at most: what is said is read on small screens."""

LABEL: Final = 1.35
"""Height of the move below the board, against other letters."""

BOLD: Final = 1.1
"""How much wider bold letters are, at most."""

ROW: Final = 1.4
"""From line to line, against the height of letters."""

GHOSTLY: Final = 0.4
"""How much is seen of pieces that are drawn once more behind a seam."""

PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""The eyes of a die: how far from its middle, in quarters of its side."""


class FrameLayout:
    """The parts that all scenes of a game have in common, and what each of them adds."""

    def __init__(self, story: Story, scenes: Iterable[Scene], look: Look, cast: PieceSymbols) -> None:
        self.story, self.game, self.look, self.cast = story, story.game, look, cast
        self.laid: Layout = layout(self.game, look.view, look.turn)
        board_box = whole_board(self.laid, look)
        self.wide, self.case = self.laid.field.width, GlyphDefs()
        self.letters = letters = max(look.letters, round(self.wide / IN_FIELD, 1))
        self.players = self._rows()
        head = (ROW * len(self.players) + 0.3) * letters
        self.label = board_box.bottom + 0.8 * LABEL * letters
        self.words = self.label + (0.75 * LABEL + 0.5 * ROW) * letters
        most = max(len(self.lines(scene)) for scene in scenes)
        bottom = self.words + (ROW * (most - 0.5) + 0.2) * letters
        self.box = Box(board_box.left, board_box.top - head, board_box.right, bottom)

    def begun(self) -> None:
        """Forget the pieces and letters that were drawn so far: a document of its own has those that it shows."""
        self.cast, self.case = PieceSymbols(self.game, self.look.theme, self.cast.piece_set), GlyphDefs()

    # -- what never changes ---------------------------------------------------------------------------------------------

    def ground(self) -> list[Any]:
        """Paper and board."""
        return [
            paper(self.box, self.look),
            group("players", self._heading()),
            board(self.game.name, self.look),
        ]

    def signs(self) -> list[Any]:
        """The names within the board, which lie over the pieces."""
        made = names(self.game.name, self.look)
        return [] if made is None else [made]

    def _rows(self) -> list[list[tuple[int, str, float]]]:
        """The players in rows that are not too wide: seat, name, and the width of both."""
        letters = self.letters
        rows: list[list[tuple[int, str, float]]] = [[]]
        named = self.story.heading.players
        for seat, player in enumerate(self.game.seats):
            (said, *_) = wrapped(named[seat] or capital(translated(player.name)), self.wide - 2.5 * letters, letters)
            wide = width(said, letters) + 2.5 * letters
            if rows[-1] and sum(entry[2] for entry in rows[-1]) + wide > self.wide:
                rows.append([])
            rows[-1].append((seat, said, wide))
        return rows

    def _heading(self) -> Iterator[Any]:
        letters = self.letters
        for k, row in enumerate(self.players):
            middle = self.box.top + (ROW * (k + 0.5) + 0.3) * letters
            pen = (self.box.left + self.box.right - sum(entry[2] for entry in row)) / 2 + 0.5 * letters
            for seat, said, wide in row:
                yield self.cast.token(self.game.seats[seat].name, Point(pen + 0.5 * letters, middle), 0.45 * letters)
                yield self._line(said, Point(pen + 1.3 * letters, middle), letters, "player")
                pen += wide

    # -- what a scene adds ----------------------------------------------------------------------------------------------

    def way(self, scene: Scene) -> list[Any]:
        """The fields of the last move, under the pieces."""
        marks = BoardMarks(path=scene.moment.marks.path)
        return self._beneath(scene, marks)

    def under(self, scene: Scene) -> list[Any]:
        """What is marked under the pieces once they have arrived."""
        return self._beneath(scene, self._marks(scene))

    def over(self, scene: Scene) -> list[Any]:
        """The same over them."""
        scale = self.look.letters / LEAST_LETTERS
        return list(above(self.game, self.laid, self._marks(scene), self.look.theme, scale))

    def _beneath(self, scene: Scene, marks: BoardMarks) -> list[Any]:
        state = scene.moment.state
        return list(beneath(self.game, self.laid, marks, self.look.theme, state))

    def _marks(self, scene: Scene) -> BoardMarks:
        return scene.moment.marks._replace(framed=False)

    def shrunk(self, scene: Scene) -> tuple[int, ...]:
        """The cells that are no longer there."""
        return scene.moment.gone

    def gone(self, cells: Iterable[int]) -> Any:
        """How those are drawn."""
        return gone(self.laid, cells, self.look.theme)

    def lines(self, scene: Scene) -> list[str]:
        """What is said of a scene below the move, in lines; first what there was no room for beside the number."""
        said = " ".join(scene.words)
        return [*self._label(scene)[1][1:], *(wrapped(said, self.wide, self.letters) if said else ())]

    def _label(self, scene: Scene) -> tuple[float, list[str]]:
        """The move in lines, and how large: smaller where it is long, and in several lines where it is too long for one."""
        room = self.wide - (2 * LABEL * self.letters if scene.throw else 0)
        for size in (LABEL * self.letters, self.letters):
            lines = wrapped(scene.label, room / BOLD, size)
            if len(lines) == 1:
                break
        return size, lines

    def said(self, scene: Scene) -> Iterator[Any]:
        """The move, the throw that it was made with, and the lines below."""
        letters, left = self.letters, self.laid.field.left
        size, (label, *_) = self._label(scene)
        yield self._line(label, Point(left, self.label), size, "said", bold=True)
        if scene.throw:
            side = LABEL * letters
            beside = left + width(label, size, bold=True) + 1.1 * side
            yield self._die(scene.throw, Point(beside, self.label), side)
        for k, line in enumerate(self.lines(scene)):
            yield self._line(line, Point(left, self.words + ROW * k * letters), letters, "words")

    def missing(self, scenes: Iterable[Scene]) -> dict[str, str]:
        """The characters for which there is no drawing, each with the first line it is in."""
        names = [name for row in self.players for _, name, _ in row]
        said = (line for scene in scenes for line in (*self._label(scene)[1], *self.lines(scene)))
        found: dict[str, str] = {}
        for line in dict.fromkeys((*names, *said)):
            for char in outline(line, self.letters).missing:
                found.setdefault(char, line)
        return found

    def _line(self, said: str, start: Point, size: float, kind: str, *, bold: bool = False) -> Any:
        return self.case.line(said, start, size, self.look.theme.ink, kind, bold=bold)

    def _die(self, throw: int, middle: Point, side: float) -> Any:
        half, theme = side / 2, self.look.theme
        box = f"M{number(middle.x - half)} {number(middle.y - half)}h{number(side)}v{number(side)}h{number(-side)}z"
        eyes = "".join(
            circle(Point(middle.x + x * side / 4, middle.y + y * side / 4), 0.1 * side) for x, y in PIPS[throw]
        )
        parts = [
            shape(box, "die", fill=theme.casing, stroke=theme.ink, stroke_width=1.2, stroke_linejoin="round"),
            shape(eyes, "eyes", fill=theme.target.colour),
        ]
        return group("throw", parts, data_throw=str(throw))

    def piece(self, looks: Looks, place: Point = Point(0, 0)) -> Any:  # noqa: B008 (immutable)
        """A piece with his middle at a place."""
        return self.cast.piece(looks.piece, place, self.laid.piece, looks.on, looks.faces)

    # -- seams ----------------------------------------------------------------------------------------------------------

    def clips(self) -> list[Any]:
        """Where pieces are seen: on the board between its seams, and on either side where it is drawn once more."""
        if not self.laid.period:
            return []
        field = self.laid.field
        between = [("board", Box(0.0, field.top, self.laid.period, field.bottom))]
        if self.laid.ghosts:
            between.append(("left", Box(field.left, field.top, 0.0, field.bottom)))
            between.append(("right", Box(self.laid.period, field.top, field.right, field.bottom)))
        return [_clip(name, box) for name, box in between]

    def placed(self, pieces: list[Any]) -> list[Any]:
        """The pieces, cut off at seams and drawn once more behind them."""
        if not self.laid.period:
            return [group("pieces", pieces)]
        made = [group("pieces", pieces, clip_path=f"url(#{PREFIX}board)")]
        for side, by in (("left", -self.laid.period), ("right", self.laid.period)) if self.laid.ghosts else ():
            moved = group("again", pieces, transform=f"translate({number(by)})")
            made.append(group("pieces ghosts", [moved], opacity=GHOSTLY, clip_path=f"url(#{PREFIX}{side})"))
        return made

    # -- the document ---------------------------------------------------------------------------------------------------

    def document(
        self,
        body: list[Any],
        size: Length,
        kind: str,
        words: tuple[str, str],
        *,
        extra: Iterable[Any] = (),
        prefix: str = "",
    ) -> str:
        """An SVG of these parts. kind: its class. words: title and description. extra: for its definitions.

        prefix: of all ids and classes; one made of the content if empty.
        """
        return assembled(
            self.game,
            self.look,
            size,
            self.box,
            body,
            symbols=self.cast.symbols(),
            words=words,
            metadata=embed.metadata(self.story.last),
            shrunk=bool(self.story.last.gone),
            defined=(*self.clips(), *self.case.forms(), *extra),
            prefix=prefix,
            **{"id": f"{PREFIX}game", "class": kind},
        )


def _clip(name: str, box: Box) -> Any:
    left, top, right, bottom = map(number, box)
    made = element("clipPath", id=f"{PREFIX}{name}")
    made.add(shape(f"M{left} {top}H{right}V{bottom}H{left}Z"))
    return made
