"""Positions and drawings that several tests look at. `python tests/drawn.py` writes the snapshots anew."""

import re
from cmath import phase, rect
from collections.abc import Iterator
from functools import cache
from math import tau
from pathlib import Path
from xml.etree import ElementTree as ET

from fairyscore.notation.archive import judge_file
from fairyscore.notation.position import Position
from fairyscore.notation.records.tree import Record
from fairyscore.notation.replay import Validator
from fairyscore.notation.variants import GAMES, variant
from fairyscore.render.board_state import BoardState, moment, moments
from fairyscore.render.drawing import Diagram, diagram
from fairyscore.render.geometry import Point
from fairyscore.render.movement import movement

ROOT = Path(__file__).resolve().parent.parent
SNAPSHOTS = ROOT / "tests" / "render" / "snapshots"
MOVEMENTS = SNAPSHOTS / "movements"
RECORDS = ROOT / "samples" / "games"

SVG = "{http://www.w3.org/2000/svg}"
HREF = "{http://www.w3.org/1999/xlink}href"

MIDDLES = {
    "kaleidochess": ("kaleidochess/two-players.pgn", 60),
    "cylindrical": ("cylindrical/classic.pgn", 31),
    "caliph-qi": ("caliph-qi/caliph-qi.pgn", 41),
    "tor-qi": ("tor-qi/tor-qi.pgn", 61),
    "chamaeleon": ("chamaeleon/four-players.pgn", 40),
    "circular-66": ("circular-66/circular-66.pgn", 40),
    "circular-68": ("circular-68/circular-68.pgn", 40),
    "circular-70": ("circular-70/circular-70.pgn", 74),
    "chess": ("chess/romantic.pgn", 24),
    "four-player": ("four-player/free-for-all.pgn", 60),
    "four-player-teams": ("four-player-teams/teams.pgn", 12),
}
"""By game a record and the ply in the middle of its first game that is drawn."""


@cache
def record(path: str) -> Record:
    """The first game of a sample."""
    verdict = next(iter(judge_file(RECORDS / path, Validator())))
    assert verdict.record is not None
    return verdict.record


@cache
def played(path: str) -> tuple[BoardState, ...]:
    """Its positions."""
    return tuple(moments(record(path)))


def start(name: str) -> BoardState:
    """The start of a game."""
    return moment(Position.start(name))


def middle(name: str) -> BoardState:
    """A position in the middle of a game, with the move that led to it."""
    path, ply = MIDDLES[name]
    return played(path)[ply]


def snapshots() -> Iterator[tuple[str, Diagram]]:
    """The drawings that are kept as files, by their names: start and middle of every game, other views."""
    themes = ("screen", "print", "colour-blind", "dark")
    for place, name in enumerate(GAMES):
        yield f"{name}-start", diagram(start(name))
        yield (
            f"{name}-middle",
            diagram(middle(name), arrow=True, theme=themes[place % 4], caption=f"{name}, middle game"),
        )
    yield "kaleidochess-octagon", diagram(start("kaleidochess:players=4"), view="octagon", names="all", theme="print")
    yield "cylindrical-ring", diagram(middle("cylindrical"), view="ring", arrow=True)
    yield "circular-70-unrolled", diagram(middle("circular-70"), view="unrolled", arrow=True, size="120mm")


FIELDS = {
    "kaleidochess": "1D",
    "cylindrical": "b7",
    "caliph-qi": "c6",
    "tor-qi": "d4",
    "chamaeleon": "d4",
    "circular-66": "c3",
    "circular-68": "c3",
    "circular-70": "c3",
    "chess": "d7",
    "four-player": "d7",
    "four-player-teams": "j10",
}
"""By game the field from which the movement of every piece is drawn: near promotions, rivers, seams and the centre."""


def movements() -> Iterator[tuple[str, Diagram]]:
    """How every piece of every game moves, by the names of their files; without names of fields, to be smaller."""
    for name, on in FIELDS.items():
        game = variant(name)
        for piece in game.piece_types:
            yield f"{name}-{piece.name.replace(' ', '-')}", movement(game, piece.name, on, names="none")


def tree(drawn: Diagram) -> ET.Element:
    """A drawing as a parser has it."""
    return ET.fromstring(drawn.svg())


def classes(root: ET.Element, kind: str) -> list[ET.Element]:
    """The elements of a class."""
    return [element for element in root.iter() if kind in element.get("class", "").split()]


STEP = re.compile(r"([MLqQlhvzZ])([-\d. ]*)")
"""A step of a path as letters are written: a command with its numbers."""


def outline(path: str) -> list[Point]:
    """The corners of letters: M and L are absolute, all else relative."""
    x = y = 0.0
    found = []
    for command, text in STEP.findall(path):
        numbers = [float(number) for number in re.findall(r"-?\d*\.?\d+", text)]
        if command in "ML":
            x, y = numbers
        elif command == "h":
            x += sum(numbers)
        elif command == "v":
            y += sum(numbers)
        else:
            pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
            for right, below in pairs[1::2] if command == "q" else pairs:
                x, y = x + right, y + below
        found.append(Point(x, y))
    return found


PART = re.compile(r"([MLA])([-\d. ]+)")


def border(path: str) -> list[Point]:
    """A border of lines and circular arcs, which are all absolute, as a closed polygon with a corner every unit or two."""
    found: list[Point] = []
    for command, text in PART.findall(path):
        *arc, x, y = map(float, text.split())
        found += arced(found[-1], arc, Point(x, y)) if command == "A" else []
        found.append(Point(x, y))
    return [*found, found[0]]


def arced(start: Point, arc: list[float], end: Point) -> list[Point]:
    """Places on an arc of a circle between its ends. arc: as in path data, up to where it ends."""
    radius, large, clockwise = arc[0], arc[3], arc[4]
    middle = complex(start.x + end.x, start.y + end.y) / 2
    chord = complex(end.x - start.x, end.y - start.y)
    height = max(0.0, radius**2 - abs(chord) ** 2 / 4) ** 0.5
    centre = middle + chord / abs(chord) * 1j * (height if large != clockwise else -height)
    first, last = (phase(complex(*point) - centre) for point in (start, end))
    turn = (last - first) % tau if clockwise else -((first - last) % tau)
    steps = max(1, round(radius * abs(turn) / 2))
    places = (centre + rect(radius, first + turn * step / steps) for step in range(1, steps))
    return [Point(place.real, place.imag) for place in places]


if __name__ == "__main__":
    SNAPSHOTS.mkdir(exist_ok=True)
    for name, drawn in snapshots():
        (SNAPSHOTS / f"{name}.svg").write_text(drawn.svg() + "\n", encoding="utf-8")
    MOVEMENTS.mkdir(exist_ok=True)
    for name, drawn in movements():
        (MOVEMENTS / f"{name}.svg").write_text(drawn.svg() + "\n", encoding="utf-8")
