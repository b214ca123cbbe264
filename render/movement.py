"""How men move, as pictures that the rules engine makes: the fields that a man gets to, and by what kind of way.

>>> from fairyscore.notation.variants.naming import variant
>>> drawn = movement(variant("chess"), "N", "e4")
>>> drawn.title
'Chess: a knight on e4'
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from fairyscore.notation.game import Position
from fairyscore.notation.records.marks import FieldMark
from fairyscore.notation.rules.reach import Standing, standings
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.text import shown
from fairyscore.render.canvas import element, group, plain, text
from fairyscore.render.drawing import Diagram, LookError, looked
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


def movement(
    game: Variant,
    man: str,
    on: str,
    *,
    owner: str = "",
    theme: Theme | str = "screen",
    names: str = "rim",
    seat: str = "",
    view: str = "",
    size: str = "80mm",
    caption: str = "",
    plain: bool = False,
    pieces: PieceSet | None = None,
    prefix: str = "",
) -> Diagram:
    """Draw where a man gets to from a field of an empty board.

    man: its letter or name. on: the name of a field. owner: whose man it is, White's if empty. plain: no legend below.
    The rest is that of `drawing.diagram`.

    Raises `LookError` for a man, field or player that the game does not have, and what `diagram` raises.
    """
    cell, kind = cell_named(game, on), kind_named(game, man)
    player = _player(game, owner)
    table = game.alone(player, kind, cell)
    given = Moment(Position(game, table))
    found = standings(game, table, cell, judged=False)
    look, measure = looked(game, theme, names=names, seat=seat, view=view, size=size)
    cast = Cast(game, look.theme, pieces)
    page = MovementPage(given, look, _marks(given, cell, found), cast, said=caption, plain=plain)
    page.show(cell, found, alone=True)
    return Diagram(page.words()[0], page.finished(measure, prefix))


def reach(
    what: Moment | Position,
    on: str,
    *,
    theme: Theme | str = "screen",
    names: str = "rim",
    seat: str = "",
    view: str = "",
    size: str = "80mm",
    caption: str = "",
    plain: bool = False,
    pieces: PieceSet | None = None,
    prefix: str = "",
) -> Diagram:
    """Draw where the man on a field gets to in a position, what stands in its way, and which of it is not legal.

    Raises `LookError` where nobody stands there, and what `diagram` raises.
    """
    given = what if isinstance(what, Moment) else Moment(what)
    game, table = given.position.game, given.position.table
    cell = cell_named(game, on)
    if table.man_at(cell) is None:
        raise LookError(f"nobody stands on {shown(on)}; name a man too to see how it moves on an empty board")
    found = standings(game, table, cell)
    look, measure = looked(game, theme, names=names, seat=seat, view=view, size=size)
    cast = Cast(game, look.theme, pieces)
    page = MovementPage(given, look, _marks(given, cell, found), cast, said=caption, plain=plain)
    page.show(cell, found)
    return Diagram(page.words()[0], page.finished(measure, prefix))


def cell_named(game: Variant, on: str) -> int:
    """The cell of a field's name. Raises `LookError`."""
    cell = game.board.index.get(on)
    if cell is None:
        cells = game.board.cells
        raise LookError(f"there is no field '{shown(on)}' in {game.name}; fields are {cells[0]} to {cells[-1]}")
    return cell


def kind_named(game: Variant, man: str) -> int:
    """The kind of man of a letter or name, in either case. Raises `LookError`."""
    if man.upper() in game.letters:
        return game.letters[man.upper()]
    for kind, entry in enumerate(game.men):
        if entry.name == man.strip().lower():
            return kind
    known = ", ".join(dict.fromkeys(f"{entry.letter} {entry.name}" for entry in game.men))
    raise LookError(f"{game.name} has no man '{shown(man)}'; its men are {known}")


def _player(game: Variant, owner: str) -> int:
    names = [seat.name for seat in game.seats]
    if owner and owner not in names:
        raise LookError(f"nobody called '{shown(owner)}' plays {game.name}; there are {', '.join(names)}")
    return names.index(owner) if owner else 0


def _marks(given: Moment, cell: int, found: tuple[Standing, ...]) -> Marks:
    """A ring about the man, so that it is seen among others, and the pips."""
    table = given.position.table
    placed = (
        Placed(standing.goal.target, Pip.standing(standing), table.man_at(standing.goal.target) is not None)
        for standing in found
    )
    return Marks(fields=(FieldMark("blue", cell),), pips=tuple(placed))


class MovementPage(Page):
    """The page of one man and the fields it gets to, with a legend below the board."""

    def show(self, cell: int, found: tuple[Standing, ...], *, alone: bool = False) -> None:
        """What it shows. alone: nobody else is on the board, and no game comes to that."""
        man = self.table.man_at(cell)
        assert man is not None
        self.cell, self.man, self.found, self.alone = cell, man, found, alone

    def words(self) -> tuple[str, str]:
        """The man and its field; then every field it gets to, by what the legend says of them."""
        title = plain(self.caption) if self.caption else f"{self.game.title}: {self._called()}"
        return title, f"{self._called().capitalize()}. {'. '.join(self._told())}."

    def _called(self) -> str:
        seat, kind = self.man
        name = self.game.men[kind].name
        owned = name if seat == 0 and self.alone else f"{self.game.seats[seat].name} {name}"
        return f"{'an' if owned[0] in 'aeiou' else 'a'} {owned} on {self.game.board.cells[self.cell]}"

    def _told(self) -> Iterator[str]:
        cells = self.game.board.cells
        for pip in self._used():
            names = (cells[standing.goal.target] for standing in self.found if Pip.standing(standing) == pip)
            yield f"{meaning(pip, self.game).capitalize()}: {', '.join(names)}"
        if not self.found:
            yield "It gets nowhere"

    def _used(self) -> list[Pip]:
        used = {Pip.standing(standing) for standing in self.found}
        return [pip for pip in ORDER if pip in used]

    def metadata(self) -> Any:
        """A real position is there to be read back; a man alone is none."""
        return element("metadata") if self.alone else super().metadata()

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
