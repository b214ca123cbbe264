"""A game that is ready to be shown: players above the board, the move and remarks on it below."""

from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple
from unicodedata import normalize

from fairyscore.render import embed
from fairyscore.render.animation.script import USUAL, Scene, Showing, script, tracks_of
from fairyscore.render.board import board, gone, names
from fairyscore.render.canvas import PREFIX, element, group, plain, shape
from fairyscore.render.drawing import looked
from fairyscore.render.font_outlines.letters import CAPITAL, missing, outline, width
from fairyscore.render.geometry import Box, Point, number
from fairyscore.render.idiom import player
from fairyscore.render.language import capital
from fairyscore.render.layouts.registry import layout_of
from fairyscore.render.marks import BoardMarks, above, beneath
from fairyscore.render.page import assembled, paper, whole_board, wrapped
from fairyscore.render.pieces import DrawnPiece, PieceStyle, PieceSymbols
from fairyscore.render.story.model import DICE, Story

IN_FIELD: Final = 28  # letters that are as high as a board is wide, at most: remarks are read on small screens
LABEL: Final = 1.35  # height of the move below the board, against other letters
BOLD: Final = 1.1  # how much wider bold letters are, at most
ROW: Final = 1.4  # from line to line, against the height of letters
GHOSTLY: Final = 0.4  # how much is seen of pieces that are drawn once more behind a seam


class Strip(NamedTuple):
    """A part of the paper within which pieces are seen, so much farther to the right, and how much is seen of them."""

    name: str
    box: Box
    shift: float = 0.0
    share: float = 1.0


class FrameLayout:
    """A story with everybody in his place: the parts that all scenes have in common, and what each of them adds.

    Raises what `diagram` raises. tracks: of the pieces, a captured one before its captor. size: how wide it is.
    """

    def __init__(self, story: Story, how: Showing = USUAL) -> None:
        self.story, self.game = story, story.game
        self.look, self.size = looked(self.game, how.theme, names="rim", seat=how.seat, view="", size=how.size)
        self.layout = layout_of(self.game, turn=self.look.turn)
        self.scenes = tuple(script(story, self.layout, how))
        self.tracks = tracks_of(self.scenes, self.layout)
        self.begun()
        board_box = whole_board(self.layout, self.look)
        self.width = self.layout.field.width
        self.letters = letters = max(self.look.letters, round(self.width / IN_FIELD, 1))
        self.players = self._rows()
        head = (ROW * len(self.players) + 0.3) * letters
        self.label = board_box.bottom + 0.8 * LABEL * letters
        self.words = self.label + (0.75 * LABEL + 0.5 * ROW) * letters
        most = max(len(self.lines(scene)) for scene in self.scenes)
        bottom = self.words + (ROW * (most - 0.5) + 0.2) * letters
        self.box = Box(board_box.left, board_box.top - head, board_box.right, bottom)

    def begun(self) -> None:
        """Forget the pieces and letters that were drawn so far: a document of its own has those that it shows."""
        self.cast = PieceSymbols(self.game, self.look.theme, look=PieceStyle.of(self.look.theme, turn=self.look.turn))
        self._letters: dict[tuple[str, float, bool], str] = {}

    # -- what never changes ---------------------------------------------------------------------------------------------

    def ground(self) -> list[Any]:
        """Paper and board."""
        return [paper(self.box, self.look), group("players", self._heading()), board(self.game.name, self.look)]

    def signs(self) -> list[Any]:
        """The names within the board, which lie over the pieces."""
        made = names(self.game.name, self.look)
        return [] if made is None else [made]

    def _rows(self) -> list[list[tuple[int, str, float]]]:
        """The players in rows that are not too wide: seat, name, and the width of both."""
        letters = self.letters
        rows: list[list[tuple[int, str, float]]] = [[]]
        named = self.story.heading.players
        for seat in range(len(self.game.seats)):
            (text, *_) = wrapped(named[seat] or capital(player(self.game, seat)), self.width - 2.5 * letters, letters)
            wide = width(text, letters) + 2.5 * letters
            if rows[-1] and sum(entry[2] for entry in rows[-1]) + wide > self.width:
                rows.append([])
            rows[-1].append((seat, text, wide))
        return rows

    def _heading(self) -> Iterator[Any]:
        letters = self.letters
        for k, row in enumerate(self.players):
            middle = self.box.top + (ROW * (k + 0.5) + 0.3) * letters
            pen = (self.box.left + self.box.right - sum(entry[2] for entry in row)) / 2 + 0.5 * letters
            for seat, text, wide in row:
                yield self.cast.token(self.game.seats[seat].name, Point(pen + 0.5 * letters, middle), 0.45 * letters)
                yield self._line(text, Point(pen + 1.3 * letters, middle), letters, "player")
                pen += wide

    # -- what a scene adds ----------------------------------------------------------------------------------------------

    def way(self, scene: Scene) -> Iterator[Any]:
        """The fields of the last move, under the pieces."""
        marks = BoardMarks(path=scene.moment.marks.path)
        return beneath(self.game, self.layout, marks, self.look.theme, scene.moment.state)

    def under(self, scene: Scene) -> Iterator[Any]:
        """The marks under the pieces once they have arrived."""
        marks = scene.moment.marks._replace(framed=False)
        return beneath(self.game, self.layout, marks, self.look.theme, scene.moment.state)

    def over(self, scene: Scene) -> Iterator[Any]:
        """The same over them."""
        marks = scene.moment.marks._replace(framed=False)
        return above(self.game, self.layout, marks, self.look.theme, self.look.least)

    def gone(self, cells: Iterable[int]) -> list[Any]:
        """How cells are drawn that are no longer there."""
        return [gone(self.game, self.layout, found, self.look.theme)] if (found := tuple(cells)) else []

    def lines(self, scene: Scene) -> list[str]:
        """The remarks on a scene, below the move, in lines; first what there was no room for beside the number."""
        _, label_lines = self._label(scene)
        text = " ".join(scene.words)
        remarks = wrapped(text, self.width, self.letters) if text else []
        return [*label_lines[1:], *remarks]

    def _label(self, scene: Scene) -> tuple[float, list[str]]:
        """The move in lines, and how large: smaller where it is long, and in several lines where it is too long for one."""
        room = self.width - (2 * LABEL * self.letters if scene.throw else 0)
        for size in (LABEL * self.letters, self.letters):
            lines = wrapped(scene.label, room / BOLD, size)
            if len(lines) == 1:
                break
        return size, lines

    def status(self, scene: Scene) -> Iterator[Any]:
        """The move, the throw that it was made with, and the lines below."""
        letters, left = self.letters, self.layout.field.left
        size, (label, *_) = self._label(scene)
        yield self._line(label, Point(left, self.label), size, "said", bold=True)
        if scene.throw:
            beside = Point(left + width(label, size, bold=True) + 0.6 * letters, self.label)
            yield self._line(DICE[scene.throw - 1], beside, 1.5 * LABEL * letters, "throw", data_throw=str(scene.throw))
        for k, line in enumerate(self.lines(scene)):
            yield self._line(line, Point(left, self.words + ROW * k * letters), letters, "words")

    def missing(self) -> dict[str, str]:
        """The characters for which there is no drawing, each with the first line it is in."""
        names = [name for row in self.players for _, name, _ in row]
        below = (line for scene in self.scenes for line in (*self._label(scene)[1], *self.lines(scene)))
        return missing((*names, *below))

    def _line(self, text: str, start: Point, size: float, kind: str, *, bold: bool = False, **about: str) -> Any:
        """A line of text that begins at a place, capitals standing about it; each letter is defined once and used."""
        clean, letters, pen = plain(text), [], start.x
        for char in normalize("NFC", clean):
            if outline(char, size, bold=bold):
                name = self._letters.setdefault((char, size, bold), f"l{len(self._letters)}")
                letters.append(element("use", x=pen, **{"xlink:href": f"#{PREFIX}{name}"}))
            pen += width(char, size, bold=bold)
        base = f"translate(0 {number(start.y + CAPITAL * size / 2)})"
        return group(kind, letters, fill=self.look.theme.ink, transform=base, data_text=clean, **about)

    def piece(self, looks: DrawnPiece, place: Point = Point(0, 0)) -> Any:  # noqa: B008 (immutable)
        """A piece with its middle at a place."""
        piece, on, faces = looks
        return self.cast.piece(piece, place, self.layout.piece, on, faces)

    # -- seams ----------------------------------------------------------------------------------------------------------

    @property
    def strips(self) -> tuple[Strip, ...]:
        """Where pieces are seen: on the board between its seams, and on either side where it is drawn once more."""
        (left, top, right, bottom), period = self.layout.field, self.layout.period
        strips = (
            Strip("board", Box(0.0, top, period, bottom)),
            Strip("left", Box(left, top, 0.0, bottom), -period, GHOSTLY),
            Strip("right", Box(period, top, right, bottom), period, GHOSTLY),
        )
        if self.layout.ghosts:
            return strips
        return strips[:1] if period else ()

    def placed(self, pieces: list[Any]) -> list[Any]:
        """The pieces, cut off at seams and drawn once more behind them."""
        made = [] if self.strips else [group("pieces", pieces)]
        for name, _, shift, share in self.strips:
            clip = f"url(#{PREFIX}{name})"
            again = [group("again", pieces, transform=f"translate({number(shift)})")]
            ghosts = group("pieces ghosts", again, opacity=share, clip_path=clip)
            made.append(ghosts if shift else group("pieces", pieces, clip_path=clip))
        return made

    # -- the document ---------------------------------------------------------------------------------------------------

    def document(self, body: list[Any], kind: str, words: tuple[str, str], *, extra: Iterable[Any] = ()) -> str:
        """An SVG of these parts. kind: its class. words: title and description. extra: for its definitions."""
        letters = (
            shape(outline(char, size, bold=bold), id=f"{PREFIX}{name}")
            for (char, size, bold), name in self._letters.items()
        )
        return assembled(
            self.game,
            self.look,
            self.size,
            self.box,
            body,
            symbols=self.cast.symbols(),
            words=words,
            metadata=embed.metadata(self.story.last),
            shrunk=bool(self.story.last.gone),
            lettered=names(self.game.name, self.look),
            defined=(*map(_clip, self.strips), *letters, *extra),
            **{"id": f"{PREFIX}game", "class": kind},
        )


def _clip(strip: Strip) -> Any:
    left, top, right, bottom = map(number, strip.box)
    made = element("clipPath", id=f"{PREFIX}{strip.name}")
    made.add(shape(f"M{left} {top}H{right}V{bottom}H{left}Z"))
    return made
