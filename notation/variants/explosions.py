"""Captures that explode and pieces that turn to stone, as a few words and as rows of effects.

Settings of engines, and files that were written before there were rows, say these in words of their own.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

Row = dict[str, Any]
"""An `[[effect]]` of a variant file."""


class Explosions(NamedTuple):
    """The explosions and petrifications that captures cause. Pieces are marks, as files have them; empty for none.

    blasts: the piece that captures and all around it are gone. immune: what no blast touches. spared: what is gone only as
    the piece that captures. to_walls: what is gone around turns into walls.
    petrified: what turns into a wall when it captures.
    """

    blasts: bool = False
    immune: str = ""
    spared: str = ""
    petrified: str = ""
    to_walls: bool = False

    def rows(self) -> list[Row]:
        """The rows that say so."""
        found: list[Row] = []
        immune = self.immune if self.blasts else ""
        if self.petrified:
            found.append(_row("wall", "mover", self.petrified, immune))
        if self.blasts:
            found.append(_row("gone", "mover", "", immune))
            found.append(_row("wall" if self.to_walls else "gone", "around", "", _together(immune, self.spared)))
        return found


def explosions_in(rows: Sequence[Mapping[str, Any]]) -> Explosions | None:
    """The explosions that rows describe; None where they describe anything else.

    >>> explosions_in(Explosions(blasts=True, immune="K", spared="P").rows())
    Explosions(blasts=True, immune='K', spared='P', petrified='', to_walls=False)
    """
    rest = [{key: value for key, value in row.items() if key != "rule"} for row in rows]
    petrified = ""
    if rest and rest[0]["becomes"] == "wall" and rest[0].get("on", "mover") == "mover":
        petrified = str(rest.pop(0).get("piece", "*"))
    found = Explosions(petrified=petrified)
    if rest:
        immune, spared = str(rest[0].get("spares", "")), str(rest[-1].get("spares", ""))
        others = " ".join(mark for mark in spared.split() if mark not in immune.split())
        found = Explosions(True, immune, others, petrified, to_walls=rest[-1]["becomes"] == "wall")
    says_the_same = [_sets(row) for row in found.rows()] == [_sets(row) for row in rows]
    return found if says_the_same else None


def _row(becomes: str, on: str, piece: str, spares: str) -> Row:
    row = {"when": "capture", "becomes": becomes, "piece": piece, "on": on, "spares": spares}
    usual = {"piece": "", "on": "mover", "spares": ""}
    return {key: value for key, value in row.items() if usual.get(key) != value}


def _together(some: str, others: str) -> str:
    """Both lists of marks as one."""
    return "*" if "*" in (some, others) else " ".join(dict.fromkeys((*some.split(), *others.split())))


def _sets(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row without where its rule is found, its lists of pieces as sets."""
    found = {key: value for key, value in row.items() if key != "rule"}
    usual = {"piece": "*", "on": "mover", "spares": "-"}
    found = {key: value for key, value in found.items() if usual.get(key) != value}
    return {key: frozenset(value.split()) if key in ("piece", "spares") else value for key, value in found.items()}
