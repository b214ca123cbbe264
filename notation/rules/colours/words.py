"""What people call the things on the table: pieces, lines, hands. Facts of reasons and notes are made from these."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fairyscore.notation.boards.board import bits
from fairyscore.notation.rules.colours.play import ColourPlay
from fairyscore.notation.rules.colours.tables import EAST, GONE, NORTH, SEAT, SOUTH, WEST
from fairyscore.notation.rules.moves import EVERYWHERE

LINES = (("file", WEST, EAST), ("rank", SOUTH, NORTH))
"""How lines are called, and the two sides they can go from, in the order of their names."""


def kind_name(state: ColourPlay, kind: int) -> str:
    """The name of a kind, `piece` where none is said."""
    return state.tables.sheet.kinds[kind].name if kind >= 0 else "piece"


def piece_on(state: ColourPlay, cell: int) -> str:
    """What the piece on a cell is there: `knight`."""
    return kind_name(state, state.tables.kinds[state.pieces[cell]][cell])


def owned_piece_on(state: ColourPlay, cell: int) -> str:
    """The piece on a cell with its owner: `white knight`."""
    return f"{seat_name(state, state.pieces[cell] >> SEAT)} {piece_on(state, cell)}"


def seat_name(state: ColourPlay, seat: int) -> str:
    """The name of a seat: `silver`."""
    return state.tables.sheet.seats[seat].name


def board_left(state: ColourPlay) -> str:
    """The corners of the board as it is: `a1 to h6`."""
    cells = state.tables.board.cells
    here = [cell for cell, code in enumerate(state.pieces) if code != GONE]
    return f"{cells[here[0]]} to {cells[here[-1]]}"


def hand(state: ColourPlay) -> tuple[str, ...]:
    """The mover's pieces in hand, by the colour on which each is a knight in the usual game: `knight on red`."""
    sheet, called = state.tables.sheet, state.tables.called
    names = {kind.letter: kind.name for kind in sheet.kinds}
    return tuple(
        f"{names[sheet.changes[piece][called[piece]]]} on {sheet.colours[called[piece]]}"
        for piece in bits(state.hands[state.turn])
    )


def hand_on(state: ColourPlay, cell: int) -> tuple[str, ...]:
    """What each of the mover's pieces in hand would be on a cell."""
    return tuple(kind_name(state, state.tables.kinds[piece][cell]) for piece in bits(state.hands[state.turn]))


def path(state: ColourPlay, origin: int, target: int) -> tuple[int, ...]:
    """The cells between two, from the first on: along a straight line their numbers only rise or only fall."""
    between = tuple(bits(state.tables.reach[state.pieces[origin]][origin][target]))
    return between if origin < target else between[::-1]


def path_text(state: ColourPlay, cells: Iterable[int]) -> str:
    """A path with the pieces on it: `d2 d3: white queen on d3`."""
    way, names = tuple(cells), state.tables.board.cells
    pieces = (f"{owned_piece_on(state, cell)} on {names[cell]}" for cell in way if state.pieces[cell] >= 0)
    return f"{' '.join(names[cell] for cell in way)}: {', '.join(pieces)}"


def looked_at(state: ColourPlay, sources: int) -> str:
    """Where a text says that a piece comes from, to be put behind a sentence; nothing where it does not say."""
    return "" if sources == EVERYWHERE else f" from any of {', '.join(state.tables.board.names(sources))}"


def notes(state: ColourPlay) -> tuple[str, ...]:
    """Lines that are gone, who is out, and whether the mover must pass.

    A note is made for each: `files a, b are gone`, `rank 8 is gone`, `silver is out`, `black must pass`.
    """
    return (*_lines_gone(state), *_seats_out(state), *_passing(state))


def news(before: ColourPlay, after: ColourPlay) -> tuple[str, ...]:
    """The lines that a move made go, and who has lost his last piece by it: `file g is gone`, `silver is out`."""
    out = tuple(note for note in _seats_out(after) if note not in _seats_out(before))
    return (*_lines_gone(after, before), *out)


def _lines_gone(state: ColourPlay, before: ColourPlay | None = None) -> Iterator[str]:
    """A note on the files and one on the ranks that are gone, without those that were gone before."""
    for word, low, high in LINES:
        gone = sorted(set(_gone(state, low, high)) - set(_gone(before, low, high) if before is not None else ()))
        if gone:
            yield f"{word}s {', '.join(gone)} are gone" if len(gone) > 1 else f"{word} {gone[0]} is gone"


def _gone(state: ColourPlay, low: int, high: int) -> tuple[str, ...]:
    names, lost = state.tables.line_names, state.lost
    return (*names[low][: lost[low]], *names[high][: lost[high]])


def _seats_out(state: ColourPlay) -> Iterator[str]:
    for seat, left in enumerate(state.left):
        if not left and not any(state.hands):
            yield f"{seat_name(state, seat)} is out"


def _passing(state: ColourPlay) -> Iterator[str]:
    if state.must_pass():
        yield f"{seat_name(state, state.turn)} must pass"
