"""A game on painted squares as the compiled core takes it: where each piece of a player goes from each cell."""

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from fairyscore.notation.rules.colours.tables import ColourTables

# The numbers of kernel/core/tables.h.
FIRST: Final = 2
COLOURS_GAME: Final = 1 << 25


class ColoursRules:
    """All of a game. ways: by piece and cell, targets with what must be empty. painted: by piece and cell, its kind."""

    limit = 0
    throws = ()
    bases = 0

    def __init__(self, tables: "ColourTables") -> None:
        pieces = range(len(tables.called))
        self.cells = tables.size
        self.cell_names = tables.board.cells
        self.letters = [kind.letter for kind in tables.sheet.kinds]
        self.seats = tables.seats
        self.codes = FIRST + self.seats * len(pieces)
        self.reaches = len(pieces)
        self.flags = COLOURS_GAME
        self.ways = [[sorted(reach.items()) for reach in tables.reach[piece]] for piece in pieces]
        self.painted = [tables.kinds[piece] for piece in pieces]
        self.edges = tables.lines
        self.spare = tables.spare
