"""A game for castles as the compiled core takes it: who touches whom, and how far each kind goes."""

from typing import TYPE_CHECKING, Final

from fairyscore.notation.boards import mask_of

if TYPE_CHECKING:
    from fairyscore.notation.rules.castles.tables import CastleSheet

# The numbers of kernel/core/tables.h.
FIRST: Final = 2
CASTLES_GAME: Final = 1 << 24
FALLEN_STAY: Final = 1 << 26


class CastlesRules:
    """All of a game; kinds: steps, whether it flies, whether it roams. Cells, castles and neighbours are masks."""

    def __init__(self, sheet: "CastleSheet") -> None:
        self.cells = len(sheet.board.cells)
        self.cell_names = sheet.board.cells
        self.letters = [kind.letter for kind in sheet.kinds]
        self.seats = len(sheet.seats)
        self.codes = FIRST + self.seats * len(sheet.kinds)
        self.reaches = len(sheet.kinds)
        self.flags = CASTLES_GAME | FALLEN_STAY * sheet.fallen_stay
        self.limit = sheet.limit
        self.throws = sheet.throws
        self.bases = sheet.castles
        self.kinds = [(kind.steps, kind.flies, kind.roams) for kind in sheet.kinds]
        self.sides = [mask_of(cells) for cells in sheet.board.sides]
        self.corners = [mask_of(cells) for cells in sheet.board.corners]
        self.ring = sheet.board.ring
