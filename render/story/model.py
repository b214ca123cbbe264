"""The story of a game, as values: a sheet, a page and a text for writers are made of the same ones.

A `Story` has a heading, the start, the main line and the end. A `StoryLine` is a line of moves, the main one or a
variation; each `MoveEvent` of it is a move with what follows it before the next: words, pictures, variations.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from fairyscore.notation.game_tree import Evaluation
from fairyscore.notation.records.nags import GLYPHS, meaning_of
from fairyscore.notation.records.tree import Record
from fairyscore.notation.rules.moves import Move
from fairyscore.notation.rules.variant import Variant
from fairyscore.render.board_state import BoardState
from fairyscore.render.language import current


@dataclass(frozen=True, slots=True)
class Remark:
    """A remark of an annotator. Plain text: whatever looks like markup in it is text too."""

    text: str


@dataclass(frozen=True, slots=True)
class Unjudged(Remark):
    """Nobody's remark: moves after a refused one in a variation, as they are written. (Of the main line: `Fault.rest`.)"""


@dataclass(frozen=True, slots=True)
class StoryDiagram:
    """A diagram that the record or the reader asks for.

    number: from 1 in its story, in the order of the text. caption: the record's own, else where in the game it stands.
    """

    number: int
    moment: BoardState
    caption: str = ""


class MoveEvent(NamedTuple):
    """A move as readers see it.

    key: what links to it, unique in the story: `12b`, in a variation `12b-v1-13w` (docs of `StoryLine`).
    number: `12.` for the first player of a round, `12...` for the others. starts: whether text that runs on needs the
    number here: a round begins, or something stands between this move and the one before.
    seat: who moves. text: the move in the notation of the story. nags, glyphs: the marks after it, as numbers and as
    they are printed, without those that ask for a diagram.
    moment: what stands on the board afterwards, with its marks. captures: whether a piece was taken.
    news: what the rules brought about beside the move (a player leaves, lines of the board go away), in words.
    annotations: what is shown before the next move, in the order of the record.
    left, used: milliseconds that the record tells, on the clock of who moved and for this move; moved: when it was made.
    evaluation: what an engine thinks of the position, where the record tells it.
    """

    key: str
    number: str
    starts: bool
    seat: int
    text: str
    move: Move
    moment: BoardState
    captures: bool = False
    nags: tuple[int, ...] = ()
    glyphs: tuple[str, ...] = ()
    news: tuple[str, ...] = ()
    annotations: tuple[Remark | StoryDiagram | StoryLine, ...] = ()
    left: int | None = None
    used: int | None = None
    moved: str = ""
    evaluation: Evaluation | None = None

    @property
    def unthrown(self) -> str:
        """The move without the throw of the dice that its notation begins with, for those who draw the dice beside it."""
        return self.text.removeprefix(f"{self.move.throw}: ")

    @property
    def sign_words(self) -> tuple[str, ...]:
        """The meanings of the move's NAGs for which books print no sign; `$250` where nobody knows."""
        return tuple(meaning_of(nag) or f"${nag}" for nag in self.nags if nag not in SIGNS)

    @property
    def numbered(self) -> str:
        """The move with its number, as people name it in a sentence: `12...Nf6`, `12. 1B-2F`."""
        return f"{self.number}{' ' if self.text[:1].isdigit() else ''}{self.text}"


@dataclass(frozen=True, slots=True)
class StoryLine:
    """A line of moves. intro: what is shown before the first.

    The keys of a variation in the place of move `12b` begin with `12b-v1-`, those of the next one there with `12b-v2-`.
    """

    steps: tuple[MoveEvent, ...] = ()
    intro: tuple[Remark | StoryDiagram, ...] = ()

    def walk(self, depth: int = 0) -> Iterator[tuple[int, MoveEvent]]:
        """Every step before its variations, with how deep it stands (0 for this line)."""
        for step in self.steps:
            yield depth, step
            for item in step.annotations:
                if isinstance(item, StoryLine):
                    yield from item.walk(depth + 1)


@dataclass(frozen=True, slots=True)
class Heading:
    """The heading of a game, from its tags. Everything is plain text and may be empty.

    players: by seat, with their titles and ratings; empty where nobody knows. title: the event, or who played, or which
    game it is. details: site, date, round and the like, each with its name, as people read them.
    """

    title: str
    players: tuple[str, ...]
    details: tuple[tuple[str, str], ...] = ()

    @property
    def names(self) -> str:
        """The players in a row."""
        return " – ".join(player or "?" for player in self.players)


@dataclass(frozen=True, slots=True)
class Holder:
    """The holder of a field of which that matters (a castle, K-2), and from which step to which.

    first: the key of the step with which it began, empty for the start; last: that of the one that ended it, empty where
    it lasted to the end. seat: -1 while the field was empty.
    """

    seat: int
    first: str = ""
    last: str = ""


@dataclass(frozen=True, slots=True)
class Holding:
    """A field that is held, by its name, and by whom one after the other."""

    field: str
    tenures: tuple[Holder, ...]


@dataclass(frozen=True, slots=True)
class GameEnd:
    """The end of a game. result: as records write it, by the rules where they know of an end; how: a sentence.

    places: of games for three or four, the seats by place, the winner first; several share a place. Empty without result.
    """

    result: str
    how: str
    places: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Fault:
    """The fault at which a record stops being legal. rest: what follows it there, shown and not judged.

    key: of the last legal step, empty where the first move is refused. place: in the file, as `line 12, column 3`.
    """

    message: str
    key: str = ""
    rest: str = ""
    place: str = ""


@dataclass(frozen=True, slots=True)
class Story:
    """A game as readers see it.

    record: what it is told from. start: the board at the beginning. holdings: of fields that are held, as castles are.
    shrinking: the moments at which the board has become smaller, the start first; empty where it never does.
    fault: where the record is at fault; then the story goes up to there. text: the record as it is written, where there is
    one, and form: the name of its format. notation: the name of that of its moves.
    """

    record: Record
    heading: Heading
    start: BoardState
    line: StoryLine
    close: GameEnd
    holdings: tuple[Holding, ...] = ()
    shrinking: tuple[BoardState, ...] = ()
    fault: Fault | None = None
    text: str = ""
    form: str = ""
    notation: str = ""

    @property
    def game(self) -> Variant:
        """The rules it is played by."""
        return self.record.game

    @property
    def called(self) -> str:
        """The name of the game: who played, or the event, or the name of the game."""
        return self.heading.names if any(self.heading.players) else self.heading.title or self.game.title

    @property
    def last(self) -> BoardState:
        """The last position of the game."""
        return self.line.steps[-1].moment if self.line.steps else self.start


# -- as books print it ---------------------------------------------------------------------------------------------------

SIGNS: Final = {
    **GLYPHS,
    8: "□",
    11: "=",
    18: "+−",
    19: "−+",
    12: "=",
    **dict.fromkeys((22, 23), "⨀"),
    **dict.fromkeys(range(32, 36), "⟳"),
    **dict.fromkeys(range(36, 40), "↑"),
    **dict.fromkeys((40, 41), "→"),
    **dict.fromkeys(range(132, 136), "⇆"),
    **dict.fromkeys(range(136, 140), "⊕"),
    140: "∆",
    141: "∇",
    142: "⌓",
}
"""What books print for a NAG, also for those that records write as numbers only."""


def in_words(nag: int) -> str:
    """The meaning of a NAG in the current language, in English where that has none, empty where nobody gave it one.

    >>> in_words(4), in_words(9999)
    ('blunder', '')
    """
    meaning = meaning_of(nag)
    return current().words.get(meaning, meaning)


DICE: Final = "⚀⚁⚂⚃⚄⚅"
TOUCHING: Final = ("!", "?", "!!", "??", "!?", "?!")  # right after the move; other glyphs are a little apart


def printed(result: str) -> str:
    """A result as books print it.

    >>> printed("1/2-1/2"), printed("0-0-1"), printed("*")
    ('½–½', '0–0–1', '*')
    """
    return result.replace("1/2", "½").replace("-", "–")
