"""Cells in words: ranks as their owner counts them, regions by name, else cell by cell."""

import re
from collections.abc import Iterable, Mapping

from fairyscore.notation.boards import HeadedBoard, bits
from fairyscore.notation.lattices import SQUARES
from fairyscore.notation.rules.general.definition import Cells
from fairyscore.notation.rules.wording.language import PlaceWords, RuleLanguage

FEW = 4  # cells that are listed one by one
FEW_LEFT_OUT = 6  # cells that may follow "any square but"


class Places:
    """Masks of cells of a board in a language. named: what the file calls regions; sides: names of the players."""

    def __init__(
        self, board: HeadedBoard, language: RuleLanguage, named: Mapping[str, Cells], sides: tuple[str, str]
    ) -> None:
        self.board, self.language, self.named = board, language, named
        self.first, self.second = sides
        self.all = (1 << len(board.cells)) - 1
        numbers = (re.fullmatch(r"([a-z]+)(\d+)", name) for name in board.cells)
        split = [(found[1], int(found[2])) if found else ("", 0) for found in numbers]
        self.file_of = [file for file, _ in split]
        self.rank_of = [rank for _, rank in split]
        self.top = max(self.rank_of)

    @property
    def rings(self) -> bool:
        """True if forward is toward the centre."""
        return self.board.shape == "rings"

    @property
    def on(self) -> str:
        """The board that words for directions suit: `rings`, `hexagons`, `levels`; empty for squares on a plane."""
        if self.rings:
            return "rings"
        return "" if self.board.lattice is SQUARES else self.board.lattice.name

    def anywhere(self, cells: Cells) -> bool:
        """True if both sides' masks have all cells."""
        return all(mask & self.all == self.all for mask in cells)

    def nowhere(self, cells: Cells) -> bool:
        """True if no side has a cell."""
        return not any(mask & self.all for mask in cells)

    def of(self, cells: Cells) -> PlaceWords:
        """Cells of both sides, as their owner sees them where that can be said, else for each side."""
        white, black = (mask & self.all for mask in cells)
        for name, region in self.named.items():
            if tuple(mask & self.all for mask in region) == (white, black) and self.language.has(f"region.{name}"):
                return self.language.place(f"region.{name}")
        if white == black or not black:
            return self.mask(white)
        if not white:
            return self.mask(black)
        return self._of_owner(white, black) or self._of_both(white, black)

    def mask(self, mask: int) -> PlaceWords:
        """Cells that are the same for both sides."""
        mask &= self.all
        if not mask:
            return self.language.place("place.none")
        found = self._ring(mask) if self.rings else self._ranks_in_words(mask)
        if found:
            return found
        names, left_out = self._names(mask), self._names(self.all & ~mask)
        if len(left_out) <= FEW_LEFT_OUT < len(names):
            return self.language.place("place.all_but", cells=self.language.join(left_out, "or"))
        listed = names if len(names) <= FEW or not self.top else tuple(self._blocks(mask))
        return PlaceWords({"": self.language.join(listed, "or")})

    def _names(self, mask: int) -> tuple[str, ...]:
        """Cells one by one, with the names that they have for people: `e5 (throne)`."""
        cells, called = self.board.cells, self.board.called
        return tuple(f"{cells[cell]} ({called[cell]})" if cell in called else cells[cell] for cell in bits(mask))

    def _of_both(self, white: int, black: int) -> PlaceWords:
        one, other = self.mask(white), self.mask(black)
        cases = set(one.forms) | set(other.forms)
        return PlaceWords({case: self._for_each(format(one, case), format(other, case)) for case in cases})

    def _for_each(self, white: str, black: str) -> str:
        """Words for the cells of each side with whose they are."""
        return self.language.say("place.sides", white=white, black=black, first=self.first, second=self.second)

    def _of_owner(self, white: int, black: int) -> PlaceWords | None:
        """Ranks that both sides count from their own edge alike."""
        ranks, theirs = self._whole_ranks(white), self._whole_ranks(black)
        if not ranks or self.rings or [self.top + 1 - rank for rank in reversed(theirs)] != ranks:
            return None
        place, count = self.language.place, len(ranks)
        if ranks == list(range(self.top + 1 - count, self.top + 1)):
            return place("place.last_rank") if count == 1 else place("place.last_ranks", n=count)
        if count > 1 and ranks == list(range(1, count + 1)):
            return place("place.first_ranks", n=count)
        if count == 1:
            return place("place.own_rank", nth=self.language.ordinal(ranks[0]))
        counted = self.language.join(map(self.language.ordinal, ranks), "or")
        return place("place.own_ranks", nths=counted, ns=self.language.join(map(str, ranks), "or"))

    def _whole_ranks(self, mask: int) -> list[int]:
        """The ranks that a mask is made of; empty where it has part of one."""
        ranks = {self.rank_of[cell] for cell in bits(mask)}
        whole = sum(1 << cell for cell, rank in enumerate(self.rank_of) if rank in ranks)
        return sorted(ranks) if whole == mask else []

    def _ranks_in_words(self, mask: int) -> PlaceWords | None:
        ranks = self._whole_ranks(mask)
        if not ranks or not self.top or len(ranks) == self.top:
            return None
        first, last = str(ranks[0]), str(ranks[-1])
        if len(ranks) == 1:
            return self.language.place("place.rank", n=first)
        if len(ranks) == 2:
            return self.language.place("place.two_ranks", n=first, m=last)
        if ranks == list(range(ranks[0], ranks[-1] + 1)):
            return self.language.place("place.ranks", n=first, m=last)
        return None

    def _ring(self, mask: int) -> PlaceWords | None:
        """The outermost or the innermost ring, whose cells have two rank numbers, one for each half."""
        for key, ranks in (("outer", {1, self.top}), ("inner", {self.top // 2, self.top // 2 + 1})):
            if mask == sum(1 << cell for cell, rank in enumerate(self.rank_of) if rank in ranks):
                return self.language.place(f"place.{key}_ring")
        return None

    def _blocks(self, mask: int) -> Iterable[str]:
        """Rectangles of cells by two corners, and single cells."""
        left = set(bits(mask))
        while left:
            corner = min(left, key=lambda cell: (self.rank_of[cell], self.file_of[cell]))
            block = max(
                (self._block(corner, other) & left for other in left if self._block(corner, other) <= left), key=len
            )
            left -= block
            end = max(block, key=lambda cell: (self.rank_of[cell], self.file_of[cell]))
            names = self.board.cells
            if len(block) <= 2:
                yield from (names[cell] for cell in sorted(block))
            else:
                yield f"{names[corner]}–{names[end]}"

    def _block(self, one: int, other: int) -> set[int]:
        """The cells of the rectangle from its lower left to its upper right corner, and -1 where it has a hole."""
        files = [chr(file) for file in range(ord(self.file_of[one]), ord(self.file_of[other]) + 1)]
        ranks = range(self.rank_of[one], self.rank_of[other] + 1)
        cells = {self.board.index.get(f"{file}{rank}", -1) for file in files for rank in ranks}
        return cells or {-1}
