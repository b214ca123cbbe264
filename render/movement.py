"""How men move, as pictures that the rules engine makes: the fields that a man gets to, and by what kind of way.

>>> from fairyscore.notation.variants.naming import variant
>>> drawn = movement(variant("chess"), "N", "e4")
>>> drawn.title
'Chess: a knight on e4'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

from fairyscore.notation.game import Position
from fairyscore.notation.records.marks import Arrow, FieldMark
from fairyscore.notation.rules.reach import Standing, standings
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.text import shown
from fairyscore.render.board import Look
from fairyscore.render.canvas import element, group, plain, text
from fairyscore.render.drawing import Diagram, LookError, cell_named, looked
from fairyscore.render.geometry import Point
from fairyscore.render.lettering.letters import width
from fairyscore.render.marks import Marks
from fairyscore.render.men import Cast
from fairyscore.render.moments import Moment
from fairyscore.render.page import Page
from fairyscore.render.pips import ORDER, Pip, Placed, meaning, pip_parts
from fairyscore.render.themes import Theme

if TYPE_CHECKING:
    from fairyscore.render.glyphs.folder import PieceSet


class Wanted(TypedDict, total=False):
    """What the two take beside their own, all as `drawing.diagram` has it. plain: no legend below the board."""

    theme: Theme | str
    names: str
    seat: str
    view: str
    size: str
    caption: str
    plain: bool
    fields: Iterable[FieldMark]
    arrows: Iterable[Arrow]
    numbers: Iterable[tuple[str, str]]
    pieces: PieceSet | None
    prefix: str


def movement(game: Variant, man: str, on: str, **wanted: Unpack[Wanted]) -> Diagram:
    """Draw where a man gets to from a field of an empty board.

    man: its letter or name, with its owner in front where that is not the first player: `P`, `black pawn`.
    on: the name of a field.

    Raises `LookError` for a man, field or player that the game does not have, and what `diagram` raises.
    """
    cell = cell_named(game, on)
    seat, kind = man_named(game, man)
    table = game.alone(seat, kind, cell)
    found = standings(game, table, cell, judged=False)
    return _drawn(Moment(Position(game, table)), Shown(cell, (seat, kind), found, alone=True), wanted)


def reach(what: Moment | Position, on: str, **wanted: Unpack[Wanted]) -> Diagram:
    """Draw where the man on a field gets to in a position, what stands in its way, and which of it is not legal.

    Raises `LookError` where nobody stands there, and what `diagram` raises.
    """
    given = what if isinstance(what, Moment) else Moment(what)
    game, table = given.position.game, given.position.table
    cell = cell_named(game, on)
    man = table.man_at(cell)
    if man is None:
        raise LookError(f"nobody stands on {shown(on)}; name a man too, to see how it moves on an empty board")
    about = FieldMark("blue", cell)
    wanted["fields"] = (about, *wanted.get("fields", ()))
    return _drawn(given, Shown(cell, man, standings(game, table, cell)), wanted)


def man_named(game: Variant, said: str) -> tuple[int, int]:
    """Seat and kind of a man that is named by letter or name, in either case, its owner in front. Raises `LookError`."""
    words = said.lower().split()
    players = [seat.name for seat in game.seats]
    seat = players.index(words.pop(0)) if len(words) > 1 and words[0] in players else 0
    wanted = " ".join(words)
    for kind, man in enumerate(game.men):
        if wanted in (man.letter.lower(), man.name):
            return seat, kind
    known = ", ".join(dict.fromkeys(f"{man.letter} {man.name}" for man in game.men))
    raise LookError(
        f"{game.name} has no man '{shown(said)}'; its men are {known}, and in front of it may stand {', '.join(players)}"
    )


@dataclass(frozen=True, slots=True)
class Shown:
    """What is shown. alone: nobody else is on the board, and no game comes to that."""

    cell: int
    man: tuple[int, int]
    found: tuple[Standing, ...]
    alone: bool = False


def _drawn(given: Moment, what: Shown, wanted: Wanted) -> Diagram:
    game, table = given.position.game, given.position.table
    look, measure = looked(
        game,
        wanted.get("theme", "screen"),
        names=wanted.get("names", "rim"),
        seat=wanted.get("seat", ""),
        view=wanted.get("view", ""),
        size=wanted.get("size", "80mm"),
    )
    marks = Marks(
        fields=tuple(wanted.get("fields", ())),
        arrows=tuple(wanted.get("arrows", ())),
        numbers=tuple((cell_named(game, name), said) for name, said in wanted.get("numbers", ())),
        pips=tuple(
            Placed(standing.goal.target, Pip.standing(standing), table.man_at(standing.goal.target) is not None)
            for standing in what.found
        ),
    )
    cast = Cast(game, look.theme, wanted.get("pieces"))
    page = MovementPage(
        given, look, marks, cast, said=wanted.get("caption", ""), plain=wanted.get("plain", False), shown=what
    )
    return Diagram(page.words()[0], page.finished(measure, wanted.get("prefix", "")))


class MovementPage(Page):
    """The page of one man and the fields it gets to, with a legend below the board."""

    def __init__(
        self, given: Moment, look: Look, marks: Marks, cast: Cast, *, said: str, plain: bool, shown: Shown
    ) -> None:
        super().__init__(given, look, marks, cast, said=said, plain=plain)
        self.shown = shown

    def words(self) -> tuple[str, str]:
        """The man and its field; then every field it gets to, by what the legend says of them."""
        title = plain(self.caption) if self.caption else f"{self.game.title}: {self._called()}"
        return title, f"{self._called().capitalize()}. {'. '.join(self._told())}."

    def _called(self) -> str:
        seat, kind = self.shown.man
        name = self.game.men[kind].name
        owned = name if seat == 0 and self.shown.alone else f"{self.game.seats[seat].name} {name}"
        return f"{'an' if owned[0] in 'aeiou' else 'a'} {owned} on {self.game.board.cells[self.shown.cell]}"

    def _told(self) -> Iterator[str]:
        cells = self.game.board.cells
        for pip in self._used():
            names = (cells[standing.goal.target] for standing in self.shown.found if Pip.standing(standing) == pip)
            yield f"{meaning(pip, self.game).capitalize()}: {', '.join(names)}"
        if not self.shown.found:
            yield "It gets nowhere"

    def _used(self) -> list[Pip]:
        used = {Pip.standing(standing) for standing in self.shown.found}
        return [pip for pip in ORDER if pip in used]

    def metadata(self) -> Any:
        """A real position is there to be read back; a man alone is none."""
        return element("metadata") if self.shown.alone else super().metadata()

    def below(self) -> Iterator[Any]:
        """The legend: only the pips that are used."""
        letters, theme = self.look.letters, self.look.theme
        left, right = self.laid.field.left, self.laid.field.right
        gap, wide = 0.35 * letters, 1.15 * letters
        parts, start, middle = [], right, 0.0
        for pip in self._used():
            said = meaning(pip, self.game)
            needed = wide + gap + width(said, letters)
            if start + needed > right:
                start, middle = left, self.line(1.45 * letters)
            place = Point(start + wide / 2, middle)
            parts.append(group(f"pip {pip.kind}", pip_parts(pip, place, 0.5 * letters, theme)))
            beside = Point(start + wide + gap, middle)
            parts.append(text(said, beside, letters, theme.ink, "meaning", anchor="start"))
            start += needed + 1.2 * letters
        if parts:
            yield group("legend", parts)
