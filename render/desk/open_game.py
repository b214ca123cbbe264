"""A game on the desk: its tree with a number for each node, what is done to it, and the way back.

>>> game = OpenGame(1, Game.new("chess"))
>>> e4 = game.play(game.game.root, "e4")
>>> game.number_of(e4), game.game.result
(1, '*')
>>> game.undo()
True
>>> game.game.root.next is None
True
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

from fairyscore.notation.formats.written_line import written_plies
from fairyscore.notation.game import Game
from fairyscore.notation.game_tree import Node, Root
from fairyscore.notation.moves.registry import native_notation, notation_named
from fairyscore.notation.position import LegalMove
from fairyscore.notation.records.marks import commands_in, words_of
from fairyscore.notation.records.positions import PassedPositions
from fairyscore.notation.records.tree import Comment, MoveLine, Ply, Record, numbered
from fairyscore.notation.rules.moves import Move
from fairyscore.render.idiom import notation_here
from fairyscore.render.story.model import SIGNS, in_words

ROOT = 0
"""The number of the node before the first move."""

MOST_UNDONE = 200
"""So many changes can be taken back."""


class OpenGame:
    """A game that is played and edited. number: its own on the desk. source: what it was read from, for who saves it.

    revision: grows whenever nodes get other numbers.
    """

    def __init__(self, number: int, game: Game, source: object = None) -> None:
        self.number = number
        self.game = game
        self.source = source
        self.changed = False
        self.revision = 0
        self._undone: list[Record] = []
        self._texts: dict[tuple[str, Node], str] = {}
        self._made: tuple[list[Node], dict[Node, int]] | None = None  # the nodes by number, and the numbers
        self._passed: PassedPositions | None = None

    def _count_anew(self) -> None:
        """Give every node of the tree its number, in the order of the text; numbers of before mean nothing then."""
        self.revision += 1
        self._made = None
        self._passed = None
        self._texts.clear()

    @property
    def _numbered(self) -> tuple[list[Node], dict[Node, int]]:
        """The nodes by number, and the numbers. Made when somebody asks: most games of a large file stay closed."""
        if self._made is None:
            nodes = list(self.nodes())
            self._made = nodes, {node: number for number, node in enumerate(nodes)}
        return self._made

    @property
    def passed(self) -> PassedPositions:
        """The positions of the game, in the order of the text."""
        if self._passed is None:
            record = self.game.record
            self._passed = PassedPositions(record.line, record.start())
        return self._passed

    def nodes(self) -> Iterator[Node]:
        """The root and every move, each in front of the variations at its place."""
        yield self.game.root
        waiting = [self.game.root.next]
        while waiting:
            node = waiting.pop()
            if node is None:
                continue
            yield node
            waiting += [node.next, *reversed(node.variations)]

    def node(self, number: int) -> Node:
        """The node of a number. Raises `KeyError`."""
        nodes, _ = self._numbered
        if not 0 <= number < len(nodes):
            raise KeyError(number)
        return nodes[number]

    def number_of(self, node: Node) -> int:
        """The number of a node."""
        return self._numbered[1][node]

    def number_at(self, place: int) -> int:
        """The number of the node whose position stands at a place of `passed`."""
        if self._made is None:
            return place
        return self.number_of(next(islice(self.nodes(), place, None)))

    @property
    def size(self) -> int:
        """How many nodes there are."""
        return len(self._numbered[0])

    def last(self) -> Node:
        """The last node of the main line, or the root."""
        node: Node = self.game.root
        while node.next is not None:
            node = node.next
        return node

    def begins_with(self, moves: Sequence[str]) -> bool:
        """Whether the main line begins with moves, in one of the notations of `_texts`; the last may be cut short."""
        first = tuple(ply.move for ply in self.game.record.line.plies[: len(moves)])
        if len(first) < len(moves) or not moves:
            return not moves
        *forms, last = _texts(self.game.variant.name, self.game.tags.get("FEN", ""), first)
        whole = all(move in texts for move, texts in zip(moves, forms, strict=False))
        return whole and any(text.startswith(moves[-1]) for text in last)

    # -- what is done to it -------------------------------------------------------------------------------------------

    def play(self, node: Node, move: LegalMove | str) -> Node:
        """Make a move after a node: one that stands there already, or a new one. Raises `IllegalMove`."""
        legal = node.position.parse(str(move))
        for known in () if node.next is None else (node.next, *node.next.variations):
            if known.move == legal:
                return known
        self.remember()
        nodes, numbers = self._numbered
        made = node.add(legal)
        numbers[made] = len(nodes)
        nodes.append(made)
        self._passed = None
        outcome = made.position.outcome
        if outcome is not None and made is self.last():
            self.game.set_result(outcome.result)
        return made

    def remember(self, before: Record | None = None) -> None:
        """Keep the game as it is now, or was before, so that `undo` leads back to it."""
        self.changed = True
        self._undone.append(before or self.game.record)
        del self._undone[:-MOST_UNDONE]

    def undo(self) -> bool:
        """Take the last change back; whether there was one. Nodes have other numbers then."""
        if not self._undone:
            return False
        self._renew(self._undone.pop())
        return True

    def remove(self, node: Node) -> Node:
        """Take a move out with all that follows it; gives the node before it. A result by the rules is taken back."""
        self.remember()
        before = node.parent
        outcome = self.last().position.outcome
        if outcome is not None and outcome.result == self.game.result:
            self.game.set_result("*")
        node.remove()
        self._count_anew()
        return before

    def promote(self, node: Node, *, to_main: bool) -> None:
        """Move the variation that a node is in up, by one place or to be the line itself."""
        self.remember()
        node.promote_to_main() if to_main else node.promote()
        self._count_anew()

    def replace(self, record: Record) -> None:
        """Go on with another record of the game, from which `undo` leads back."""
        self.remember()
        self._renew(record)

    def merge(self, other: Game) -> None:
        """Add what another record of the game has besides. Raises `ValueError` where it starts elsewhere."""
        before = self.game.record
        self.game.merge(other)
        self.remember(before)
        self._count_anew()

    def _renew(self, record: Record) -> None:
        """Go on with another record of the game."""
        self.game = self.game.with_record(record)
        self._count_anew()

    # -- what it is as data -------------------------------------------------------------------------------------------

    def text(self, node: Node) -> str:
        """A move in the notation that is shown."""
        variant = node.before.variant
        notation = notation_here(variant)
        found = self._texts.get((notation.name, node))
        if found is None:
            found = self._texts[notation.name, node] = notation.write(node.before.state, node.move.raw, variant)
        return found

    def entry(self, node: Node, instead: Node | None = None) -> dict[str, Any]:
        """A node as an entry of the list of moves; of the root only its number and comments.

        instead: the node that it begins a variation of.
        """
        comments = [Comment(text) for text in node.comments]
        made: dict[str, Any] = {"node": self.number_of(node)}
        words = [words for words in map(words_of, comments) if words]
        if words:
            made["comment"] = " ".join(words)
        if isinstance(node, Root):
            return made
        before = node.before
        made["parent"] = self.number_of(node.parent)
        made["text"] = self.text(node)
        made["long"] = node.move.text
        made["round"] = before.fullmove_number
        made["number"] = numbered(before.state)
        made["seat"] = before.variant.seats.index(before.turn)
        if instead is not None:
            made["instead"] = self.number_of(instead)
        if node.nags:
            made["nags"] = list(node.nags)
            made["signs"] = [[SIGNS.get(nag, f"${nag}"), in_words(nag)] for nag in node.nags]
        for command in commands_in(comments):
            if command.name in ("clk", "eval"):
                made.setdefault(command.name, command.argument)
        if node.clock is not None:
            made["left"] = node.clock
        return made

    def tree(self) -> list[dict[str, Any]]:
        """Every node as an entry, in the order of the text."""
        owners = {variation: node for node in self.nodes() for variation in node.variations}
        return [self.entry(node, owners.get(node)) for node in self.nodes()]


@lru_cache(10_000)
def _texts(variant_name: str, fen: str, moves: tuple[Move, ...]) -> tuple[tuple[str, ...], ...]:
    """The first moves of a game in the usual notation, that of its books, and the long form.

    They are kept, as many games of a collection begin alike.
    """
    record = Record(variant_name, (("FEN", fen),), MoveLine(tuple(map(Ply, moves))))
    game = record.game
    notations = game.writing.usual, native_notation(game), notation_named("long", game)
    by_notation: list[list[str]] = []
    for notation in notations:
        plies = written_plies(record.line, record.start(), game, notation)
        by_notation.append([text for _, text, *_ in plies])
    return tuple(zip(*by_notation, strict=True))
