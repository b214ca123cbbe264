"""How men move, as pictures that the rules engine makes: the fields that a man gets to, and by what kind of way.

>>> from fairyscore.notation.variants.naming import variant
>>> drawn = movement(variant("chess"), "N", "e4")
>>> drawn.title
'Chess: a knight on e4'
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Unpack

from fairyscore.notation.game import Position
from fairyscore.notation.records.marks import FieldMark
from fairyscore.notation.rules.reach import Standing, standings
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.text import shown
from fairyscore.render.canvas import element, plain
from fairyscore.render.drawing import Diagram, LookError, cell_named
from fairyscore.render.legends import LegendPage, Wanted, finished
from fairyscore.render.marks import Marks
from fairyscore.render.moments import Moment
from fairyscore.render.pips import Pip, Placed, meaning


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
    table = given.position.table
    pips = (
        Placed(standing.goal.target, Pip.standing(standing), table.man_at(standing.goal.target) is not None)
        for standing in what.found
    )
    letters = tuple((cell, given.position.game.men[kind].letter) for cell, kind in _changes(given, what))
    return finished(given, partial(MovementPage, what), Marks(pips=tuple(pips), numbers=letters), wanted)


def _changes(given: Moment, what: Shown) -> Iterator[tuple[int, int]]:
    """Of a man that changes with its field (H-2), alone on the board: the kind that it is where it gets to."""
    scenery = given.position.game.scenery
    faces = dict(scenery.faces(given.position.table, what.cell)) if what.alone else {}
    for standing in what.found if faces else ():
        target = standing.goal.target
        yield target, faces[scenery.fields[target]]


class MovementPage(LegendPage):
    """The page of one man and the fields it gets to."""

    def __init__(self, what: Shown, *page: Any, **said: Any) -> None:
        super().__init__(*page, **said)
        self.what = what

    def words(self) -> tuple[str, str]:
        """The man and its field; then every field it gets to, by what the legend says of them."""
        title = plain(self.caption) if self.caption else f"{self.game.title}: {self._called()}"
        return title, f"{self._called().capitalize()}. {'. '.join(self._told())}."

    def _called(self) -> str:
        seat, kind = self.what.man
        name = self.game.men[kind].name
        owned = name if seat == 0 and self.what.alone else f"{self.game.seats[seat].name} {name}"
        return f"{'an' if owned[0] in 'aeiou' else 'a'} {owned} on {self.game.board.cells[self.what.cell]}"

    def _told(self) -> Iterator[str]:
        cells = self.game.board.cells
        for pip in self.used:
            names = (cells[standing.goal.target] for standing in self.what.found if Pip.standing(standing) == pip)
            yield f"{meaning(pip, self.game).capitalize()}: {', '.join(names)}"
        if not self.what.found:
            yield "It gets nowhere"
        changes = list(_changes(self.given, self.what))
        for kind in sorted({kind for _, kind in changes}):
            names = (cells[cell] for cell, known in changes if known == kind)
            yield f"There it is a {self.game.men[kind].name}: {', '.join(names)}"

    def metadata(self) -> Any:
        """A real position is there to be read back; a man alone is none."""
        return element("metadata") if self.what.alone else super().metadata()
