"""What all sentences about one game share: its rules, a language, words for its cells, and what had no words."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from fairyscore.notation.boards import mask_of
from fairyscore.notation.lattices import Lattice
from fairyscore.notation.rules.general.definition import (
    ANYWHERE,
    Cells,
    Extinction,
    GameRules,
    GeneralPieceType,
    Marks,
)
from fairyscore.notation.rules.general.rows import Effect
from fairyscore.notation.rules.variant import River
from fairyscore.notation.rules.wording.language import Noun, Nouns, RuleLanguage
from fairyscore.notation.rules.wording.places import Places

KeyPath = tuple[str | int, ...]
"""A key of a variant file, as `("end", "line", "ways")`."""


class Explosion(NamedTuple):
    """A capture that blows up: the rows of the piece that captures, and of what stands around it."""

    rows: tuple[Effect, Effect]

    @property
    def immune(self) -> Marks:
        """The pieces that no explosion removes."""
        return self.rows[0].spares & self.rows[1].spares


@dataclass(frozen=True)
class Context:
    """A game in a language.

    unworded: keys for which there was no phrase; sentences are added to it while they are made.
    """

    rules: GameRules
    plain_language: RuleLanguage
    rivers: Sequence[River] = ()
    unworded: dict[KeyPath, None] = field(default_factory=dict)

    @cached_property
    def language(self) -> RuleLanguage:
        """The language, which knows what a cell is called and of which pieces a side has one only."""
        single = frozenset(piece.name for piece in self.kinds if self.is_single(piece.mark))
        return replace(self.plain_language, single=single, cell=self.rules.cell)

    @cached_property
    def places(self) -> Places:
        """Words for cells."""
        return Places(self.rules.board, self.language, self.rules.regions, (self.side(0), self.side(1)))

    @property
    def lattice(self) -> Lattice:
        """Which leaps are alike on the board."""
        return self.rules.board.lattice

    @cached_property
    def kinds(self) -> tuple[GeneralPieceType, ...]:
        """The kinds of pieces that come up, without those that only remember that they were promoted (`Q~`)."""
        hand = self.rules.hand
        shadow = hand.mark if hand else ""
        pieces = (piece for piece in self.rules.pieces if not (shadow and piece.mark.endswith(shadow)))
        return tuple(piece for piece in pieces if piece.mark in self._coming_up)

    @cached_property
    def _coming_up(self) -> set[str]:
        """Marks of the start, of what those turn into, and of what comes to a hand when it is captured."""
        found = {mark for army in self.armies for mark in army}
        waiting = list(found)
        while waiting:
            mark = waiting.pop()
            rules = [rule for rule in self.rules.promotions if rule.piece == mark]
            into: set[str] = set().union(*(rule.marks for rule in rules))
            into |= {to.removesuffix("~") for to in into} | self._held(mark)
            into |= {joined for row in self.rules.effects for pair, joined in row.joins.items() if mark in pair.split()}
            waiting += into - found
            found |= into
        return found

    def _held(self, mark: str) -> set[str]:
        """The mark of what comes to the hand of who captures a piece."""
        hand, kind = self.rules.hand, self.kind_of.get(mark)
        return {kind.hand_as} & hand.takes if hand and hand.drops and kind else set()

    @cached_property
    def kind_of(self) -> dict[str, GeneralPieceType]:
        """Kinds by mark."""
        return {piece.mark: piece for piece in self.rules.pieces}

    @cached_property
    def royals(self) -> tuple[GeneralPieceType, ...]:
        """The piece types whose mate ends the game."""
        return tuple(piece for piece in self.kinds if piece.royal)

    @cached_property
    def checked(self) -> tuple[str, ...]:
        """Names of what may not be left attacked: royal pieces, or pieces that are royal while they are the last."""
        pseudo = (mark for end in self.extinctions if end.pseudo_royal for mark in self._in_order(end.pieces))
        return tuple(
            dict.fromkeys([*(piece.name for piece in self.royals), *(self.kind_of[mark].name for mark in pseudo)])
        )

    @cached_property
    def extinctions(self) -> tuple[Extinction, ...]:
        """The ends by extinction that are about pieces which come to the board."""
        return tuple(end for end in self.rules.ends.extinction if self.names(end.pieces))

    @cached_property
    def start(self) -> dict[int, tuple[str, int]]:
        """Mark and seat of what stands on the cells at the start."""
        found = {}
        for row, text in zip(self.rules.board.rows, self.placement.split("/"), strict=False):
            at = 0
            for token in re.findall(r"\d+|\+?\{\w+\}~?|\+?[A-Za-z]~?|\*", text):
                if token.isdigit():
                    at += int(token)
                    continue
                cell = row[at] if at < len(row) else None
                if cell is not None and token != "*":
                    mark = re.sub(r"[{}~]", "", token)
                    found[cell] = (mark.upper(), int(mark != mark.upper()))
                at += 1
        return found

    @cached_property
    def placement(self) -> str:
        """The first field of the start without the pieces in hand."""
        return self.rules.start.split()[0].partition("[")[0]

    @cached_property
    def hands(self) -> str:
        """The pieces in hand at the start, as the FEN has them."""
        found = re.search(r"\[([A-Za-z+]+)\]", self.rules.start.split()[0])
        return found[1] if found else ""

    @cached_property
    def armies(self) -> tuple[frozenset[str], frozenset[str]]:
        """Marks of what each side begins with, on the board or in hand."""
        found: tuple[set[str], set[str]] = (set(), set())
        for mark, seat in self.start.values():
            found[seat].add(mark)
        for letter in self.hands:
            found[int(letter.islower())].add(letter.upper())
        return frozenset(found[0]), frozenset(found[1])

    def is_single(self, mark: str) -> bool:
        """True if each side begins with one of a kind at most."""
        owners = [seat for found, seat in self.start.values() if found == mark]
        into = any(mark in promotion.marks for promotion in self.rules.promotions)
        return max(owners.count(0), owners.count(1)) <= 1 and mark.upper() not in self.hands.upper() and not into

    def are_one(self, marks: Iterable[str]) -> bool:
        """True if each side has one piece of these kinds, in whatever form: no other turns into one."""
        wanted = set(marks)
        owners = [seat for found, seat in self.start.values() if found in wanted]
        into = any(wanted & promotion.marks and promotion.piece not in wanted for promotion in self.rules.promotions)
        in_hand = wanted & set(self.hands.upper())
        return max(owners.count(0), owners.count(1)) <= 1 and not in_hand and not into

    def river_between(self, one: Cells, other: Cells) -> str:
        """Whose river flows between the cells of White, `own` or `enemy`; empty where none with an owner does."""
        for river in self.rivers:
            if river.owner in (0, 1) and mask_of(cell for bank in river.banks for cell in bank) == one[0] | other[0]:
                return ("own", "enemy")[river.owner]
        return ""

    @cached_property
    def explosion(self) -> Explosion | None:
        """The explosion of captures: the capturing piece and all kinds around it; None where captures do not explode."""
        found: dict[str, Effect] = {}
        for row in self.rules.effects:
            always = row.when == "capture" and not (row.pieces or row.taken or row.own_kind) and is_anywhere(row.where)
            if always and (row.becomes == "gone" or (row.becomes, row.on) == ("wall", "around")):
                found.setdefault(row.on, row)
        if not {"mover", "around"} <= found.keys():
            return None
        return Explosion((found["mover"], found["around"]))

    def names(self, marks: Iterable[str]) -> list[str]:
        """Names of some kinds, in the order of the pieces."""
        return [self.kind_of[mark].name for mark in self._in_order(marks)]

    def all_kinds(self, marks: Iterable[str]) -> bool:
        """True if these are all kinds of the game."""
        return {piece.mark for piece in self.kinds} <= set(marks)

    def say(self, key: str, **values: object) -> str:
        """The phrase with a key in the language of the text, its places filled with values."""
        return self.language.say(key, **values)

    def noun(self, name: str) -> Noun:
        """A piece, or another noun."""
        return self.language.noun(name)

    def nouns(self, names: Iterable[str]) -> Nouns:
        """Several of them."""
        return self.language.nouns(names)

    def side(self, seat: int) -> str:
        """White or Black, or the colour of a player's discs."""
        return self.language.say(f"side.{self.rules.sides[seat]}")

    def sentences(self, texts: Iterable[str]) -> tuple[str, ...]:
        """Texts as sentences, each once."""
        return tuple(dict.fromkeys(self.language.sentence(text) for text in texts if text))

    def leave_unworded(self, *path: str | int) -> None:
        """Note a key for which there is no phrase."""
        self.unworded[path] = None

    def _in_order(self, marks: Iterable[str]) -> Iterator[str]:
        wanted = set(marks)
        return (piece.mark for piece in self.kinds if piece.mark in wanted)


def is_anywhere(cells: Cells) -> bool:
    """True if a rule has no limit of place."""
    return cells == ANYWHERE
