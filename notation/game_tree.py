"""The moves of a game as a tree that can be changed: what `fairyscore.Node` is.

>>> from fairyscore.notation.game import Game
>>> game = Game.new("chess")
>>> e4 = game.root.add("e4", comment="best by test")
>>> c5 = e4.add("e5").add_variation("c5", nags=[1])
>>> c5.clock = 90.5
>>> game.to("pgn").split("\\n")[-3]
'1. e4 {best by test} 1... e5 (1... c5 $1 {[%clk 0:01:30.5]}) *'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from fairyscore.notation.clocks.times import SECOND, read_duration, write_duration
from fairyscore.notation.position import LegalMove, Position
from fairyscore.notation.records.marks import COLOURS, Command, commands_in, commands_of, marks, split, with_command
from fairyscore.notation.records.nags import nags_of_move
from fairyscore.notation.records.tree import Comment, MoveLine, Ply
from fairyscore.notation.rules.moves import PASSING, Move
from fairyscore.notation.rules.variant import PositionError
from fairyscore.notation.text import shown

_LETTERS = {colour: letter for letter, colour in COLOURS.items()}
_EVALUATION = re.compile(
    r"(?:(?P<pawns>[+-]?[0-9]{1,6}(?:\.[0-9]{1,6})?)|#(?P<mate>[+-]?[0-9]{1,6}))(?:,(?P<depth>[0-9]{1,6}))?"
)

_MOST_SECONDS = 1e9  # `read_duration` takes hours of up to nine digits; no clock shows thirty years

_Item = TypeVar("_Item")

_ALL = 1 << 30  # a variation that stands after all comments


class Evaluation(NamedTuple):
    """An engine's evaluation of a position, from White's view, as `[%eval 0.35]` or `[%eval #-3,20]` state it.

    pawns: the advantage in pawns, None where a mate is announced.
    mate: the moves to mate, negative where Black mates.
    depth: the depth of the search in plies, None where it is not stated.

    >>> Evaluation.read("#-3,20"), str(Evaluation(0.35))
    (Evaluation(pawns=None, mate=-3, depth=20), '0.35')
    """

    pawns: float | None = None
    mate: int | None = None
    depth: int | None = None

    @classmethod
    def read(cls, text: str) -> Evaluation | None:
        """The evaluation in the argument of `[%eval ...]`, as `0.35`, `#-3` or `0.35,18`; None for any other text."""
        found = _EVALUATION.fullmatch(text.strip())
        if found is None:
            return None
        pawns = float(found["pawns"]) if found["pawns"] else None
        mate = int(found["mate"]) if found["mate"] else None
        depth = int(found["depth"]) if found["depth"] else None
        return cls(pawns, mate, depth)

    def __str__(self) -> str:
        value = f"#{self.mate}" if self.mate is not None else f"{self.pawns or 0:.2f}"
        return value if self.depth is None else f"{value},{self.depth}"


class _ReadComment(str):
    """The text of a comment that means more than its text: a line for another program, or moves after a fault."""

    __slots__ = ("comment",)
    comment: Comment

    def __new__(cls, comment: Comment) -> _ReadComment:
        made = super().__new__(cls, comment.text)
        made.comment = comment
        return made


class Node:
    """A move of a game with all that stands beside it; the root of a game has no move.

    comments: a list of texts, which may be changed.
    nags: a list of numbers (PGN 10), `$1` as 1; it may be changed.
    starting_comments: a list of texts in front of the first move of a variation, empty for all other moves.
    parent: the node before, at last the root.
    next: the node that follows in the same line, None at its end.

    Not checked: the values put into the lists; what is not text or number is refused when the game is written.

    >>> from fairyscore.notation.game import Game
    >>> e4 = Game.new("chess").root.add("e4")
    >>> c5 = e4.add("e5").add_variation("c5", comment="sharper")
    >>> str(c5.move), c5.parent is e4, [str(node.move) for node in e4.next.variations]
    ('c7-c5', True, ['c7-c5'])
    """

    __slots__ = (
        "_after", "_move", "_owner", "_position", "_unread", "_variations", "comments", "nags", "next", "parent",
        "starting_comments",
    )  # fmt: skip

    def __init__(self, parent: Node, move: Move) -> None:
        self.parent = parent
        self.next: Node | None = None
        self.comments: list[str] = []
        self.starting_comments: list[str] = []
        self.nags: list[int] = []
        self._move = move
        self._position: Position | None = None
        self._variations: list[Node] = []
        self._owner: Node | None = None  # the node whose place this one's variation stands at
        self._after = _ALL  # so many comments of the owner stand in front of this variation
        self._unread: list[tuple[int, MoveLine]] = []  # variations without a legal move, and the comments before each

    def __repr__(self) -> str:
        return f"<Node: {self.move}>"

    # -- positions ----------------------------------------------------------------------------------------------------

    @property
    def move(self) -> LegalMove:
        """The move; None for the root."""
        return self.before.legal_move(self._move)

    @property
    def before(self) -> Position:
        """The position before the move."""
        return self.parent.position

    @property
    def position(self) -> Position:
        """The position after the move; of the root, the start. Raises `PositionError` where the start makes no sense."""
        missing: list[Node] = []
        node: Node = self
        while node._position is None:
            missing.append(node)
            node = node._parent()
        position = node._position
        for node in reversed(missing):
            node._position = position = position.after(node._move)
        return position

    def _parent(self) -> Node:
        return self.parent

    # -- the tree -----------------------------------------------------------------------------------------------------

    @property
    def variations(self) -> tuple[Node, ...]:
        """The first nodes of the alternatives to this move, in the order of the record."""
        return tuple(self._variations)

    def line(self) -> Iterator[Node]:
        """This node and the later ones of its line, in order; no variations."""
        node: Node | None = self
        while node is not None:
            yield node
            node = node.next

    def add(self, move: LegalMove | str, comment: str = "", nags: Iterable[int] = ()) -> Node:
        """Append a move after this one, and return its node. Where a move follows already, it becomes a variation of that.

        move: in any notation of the game; `!` and the like after it become NAGs. Raises `IllegalMove`; then nothing is
        changed.
        """
        if self.next is not None:
            return self.next.add_variation(move, comment, nags)
        self.next = self._child(move, comment, nags)
        return self.next

    def add_variation(self, move: LegalMove | str, comment: str = "", nags: Iterable[int] = ()) -> Node:
        """Add an alternative to this move, after its other variations, and return its node.

        Raises as `add`; `ValueError` for the root, which has no move.
        """
        made = self.parent._child(move, comment, nags)
        made._owner = self
        self._variations.append(made)
        return made

    def _child(self, move: LegalMove | str, comment: str, nags: Iterable[int]) -> Node:
        position = self.position
        signs: tuple[int, ...] = ()
        if isinstance(move, LegalMove) and move.position is position:
            made = Node(self, move.raw)
        else:
            made, signs = Node(self, position.parse(str(move)).raw), nags_of_move(str(move))
        made.nags = list(dict.fromkeys((*signs, *nags)))
        if comment:
            made.comments.append(comment)
        return made

    def promote(self) -> None:
        """Move the variation that this node is in one place up: before its neighbour, or to be the line itself.

        The main line stays as it is.
        """
        first = self._first()
        owner = first._owner
        if owner is None:
            return
        place = owner._variations.index(first)
        if place > 0:
            owner._variations[place - 1 : place + 1] = [first, owner._variations[place - 1]]
            first._after = owner._variations[place]._after
        else:
            first._take_place_of(owner)

    def promote_to_main(self) -> None:
        """Exchange the variation that this node is in with the line that it branches from. On the main line, do nothing."""
        first = self._first()
        if first._owner is not None:
            first._take_place_of(first._owner)

    def remove(self) -> None:
        """Take this move out, and all that follows it. Where it has variations, the first takes its place.

        Raises `ValueError` for the root.
        """
        if self._variations:
            self._variations[0]._take_place_of(self)
        if self._owner is not None:
            self._owner._variations.remove(self)
        else:
            self.parent.next = None
        self.parent = Root(self.before)
        self._owner = None

    def _first(self) -> Node:
        """The first node of the line that this one is in."""
        node = self
        while node._owner is None and not isinstance(node, Root):
            node = node.parent
        return node

    def _take_place_of(self, other: Node) -> None:
        """Become the line at a place, and the line that stood there the first variation of this one."""
        others = [node for node in other._variations if node is not self]
        self._owner, other._owner = other._owner, self
        if self._owner is None:
            self.parent.next = self
        else:
            place = self._owner._variations.index(other)
            self._owner._variations[place] = self
        self._after, other._after = other._after, _ALL
        for node in others:
            node._owner = self
            node._after = _ALL
        other._variations = []
        self._variations = [other, *self._variations, *others]
        if self._owner is None:
            self.comments[:0] = self.starting_comments
            self.starting_comments = []
        self.starting_comments[:0] = other.starting_comments
        other.starting_comments = []

    # -- commands in comments -------------------------------------------------------------------------------------------

    @property
    def clock(self) -> float | None:
        """Seconds left on the player's clock after the move (`[%clk 0:01:30]`), None where none are stated.

        None removes them. Raises `ValueError` for what is not a time, `TypeError` for what is not a number.
        """
        return self._seconds("clk")

    @clock.setter
    def clock(self, seconds: float | None) -> None:
        self._set("clk", _duration(seconds))

    @property
    def emt(self) -> float | None:
        """Seconds used on the move (`[%emt 0:00:05]`), None where none are stated. It is set as `clock` is."""
        return self._seconds("emt")

    @emt.setter
    def emt(self, seconds: float | None) -> None:
        self._set("emt", _duration(seconds))

    @property
    def eval(self) -> Evaluation | None:
        """The evaluation of the position after the move (`[%eval 0.35]`), None where none is stated.

        It is set from an `Evaluation` or from a number of pawns; None removes it. Raises `ValueError` for what no comment
        can state: no number, both pawns and a mate, neither, or more than 999,999.
        """
        found = (Evaluation.read(argument) for argument in self._arguments("eval"))
        return next((evaluation for evaluation in found if evaluation is not None), None)

    @eval.setter
    def eval(self, evaluation: Evaluation | float | None) -> None:
        if evaluation is None:
            self._set("eval", None)
            return
        stated = evaluation if isinstance(evaluation, Evaluation) else Evaluation(float(evaluation))
        if (stated.pawns is None) == (stated.mate is None) or Evaluation.read(str(stated)) is None:
            raise ValueError(
                f"{shown(repr(evaluation), 60)} is not an evaluation; give pawns (0.35) or Evaluation(mate=3)"
            )
        self._set("eval", str(stated))

    @property
    def arrows(self) -> tuple[str, ...]:
        """The arrows drawn on the board (`[%cal Rd2d4]`), as `red:d2d4`.

        Assigning texts replaces them; one without a colour is green. Raises `ValueError` if a text names no two cells.
        """
        cells = self.position.variant.board.cells
        found = (arrow for comment in self._comments() for arrow in marks(comment, self.position.variant).arrows)
        return tuple(f"{arrow.colour}:{cells[arrow.origin]}{cells[arrow.target]}" for arrow in found)

    @arrows.setter
    def arrows(self, arrows: Sequence[str]) -> None:
        self._set("cal", ",".join(self._mark(text, 2) for text in arrows) or None)

    @property
    def marks(self) -> tuple[str, ...]:
        """The coloured cells of the board (`[%csl Re4]`), as `red:e4`.

        Assigning texts replaces them; one without a colour is green. Raises `ValueError` for a text that names no cell.
        """
        cells = self.position.variant.board.cells
        found = (mark for comment in self._comments() for mark in marks(comment, self.position.variant).fields)
        return tuple(f"{mark.colour}:{cells[mark.cell]}" for mark in found)

    @marks.setter
    def marks(self, cells: Sequence[str]) -> None:
        self._set("csl", ",".join(self._mark(text, 1) for text in cells) or None)

    def _mark(self, text: str, count: int) -> str:
        """A mark as its command has it: the letter of the colour, and the names of so many cells."""
        colour, _, names = text.rpartition(":")
        variant = self.position.variant
        cells = split(names.replace("-", ""), count, variant)
        letter = _LETTERS.get(colour or "green")
        if letter is None:
            raise ValueError(f"'{colour}' is not a colour; choose one of {', '.join(_LETTERS)}")
        if not cells:
            raise ValueError(f"'{names}' does not name {'a cell' if count == 1 else 'two cells'} of {variant.name}")
        return letter + "".join(variant.board.cells[cell] for cell in cells)

    def _comments(self) -> list[Comment]:
        return [_comment(text) for text in self.comments]

    def _arguments(self, name: str) -> Iterator[str]:
        """The arguments of all commands of a name in the comments."""
        return (command.argument for command in commands_in(self._comments()) if command.name == name)

    def _seconds(self, name: str) -> float | None:
        found = map(read_duration, self._arguments(name))
        duration = next((duration for duration in found if duration is not None), None)
        return None if duration is None else duration / SECOND

    def _set(self, name: str, argument: str | None) -> None:
        """Put an argument into the command of a name where it stands, or in front of the first comment; None removes it."""
        places = []
        for place, comment in enumerate(self._comments()):
            if any(command.name == name for command in commands_of(comment)):
                places.append(place)
        if argument is not None and not places:
            command = str(Command(name, argument))
            plain = next(
                (place for place, text in enumerate(self.comments) if not isinstance(text, _ReadComment)), None
            )
            if plain is None:
                self.comments.insert(0, command)
            else:
                self.comments[plain] = f"{command} {self.comments[plain]}"
            return
        for place in places[::-1]:  # the last one states it, as comments are taken out on the way
            comment = with_command(self._comments()[place], name, argument)
            if comment.text:
                self.comments[place] = comment.text
            else:
                del self.comments[place]
            argument = None


def _duration(seconds: float | None) -> str | None:
    """Seconds as the commands of comments write them. Raises `ValueError` for what they cannot state."""
    if seconds is None:
        return None
    if not 0 <= seconds < _MOST_SECONDS:
        raise ValueError(f"{seconds} is not a time in seconds from 0")
    return write_duration(round(seconds * SECOND))


class Root(Node):
    """The start of a game: no move, and no parent; `next` is the first move, `comments` stand in front of it."""

    __slots__ = ()
    parent: None  # type: ignore[assignment]

    def __init__(self, position: Position | None) -> None:
        super().__init__(self, PASSING)
        self.parent = None
        self._position = position

    def __repr__(self) -> str:
        return "<Node: the start>"

    @property
    def move(self) -> None:  # type: ignore[override]
        """None: the start is not a move."""
        return

    @property
    def before(self) -> Position:
        """Raises `ValueError`: nothing is before the start."""
        raise ValueError("nothing stands before the start of a game")

    def _parent(self) -> Node:
        raise PositionError("the position that the game starts from makes no sense")

    def add_variation(self, move: LegalMove | str, comment: str = "", nags: Iterable[int] = ()) -> Node:
        """Raises `ValueError`: the start has no move that another could replace."""
        raise ValueError("the start of a game has no variations; add moves to it instead")

    def remove(self) -> None:
        """Raises `ValueError`: a game has a start."""
        raise ValueError("the start of a game cannot be removed")


# -- from and to records ----------------------------------------------------------------------------------------------


def tree_of(line: MoveLine, start: Position | None) -> Root:
    """The root of a tree with the moves of a record. start: where the game starts, None where that makes no sense."""
    root = Root(start)
    root.comments = [_text(comment) for comment in line.intro]
    _grow(root, line.plies, None)
    return root


def _grow(parent: Node, plies: Sequence[Ply], owner: Node | None) -> Node:
    """Append the moves of a line; the node of the first. owner: the node that they are a variation of."""
    first: Node | None = None
    for ply in plies:
        node = Node(parent, ply.move)
        node.nags = list(ply.nags)
        for item in ply.annotations:
            if isinstance(item, Comment):
                node.comments.append(_text(item))
            elif item.plies:
                variation = _grow(parent, item.plies, node)
                variation.starting_comments = [_text(comment) for comment in item.intro]
                variation._after = len(node.comments)
                node._variations.append(variation)
            else:
                node._unread.append((len(node.comments), item))
        if first is None:
            first, node._owner = node, owner
        if first is not node or owner is None:
            parent.next = node
        parent = node
    assert first is not None or owner is None
    return first or parent


def line_of(root: Node) -> MoveLine:
    """The moves of a tree as a record has them."""
    return MoveLine(tuple(_plies(root.next)), tuple(root._comments()))


def _plies(first: Node | None) -> list[Ply]:
    if first is None:
        return []
    return [Ply(node._move, tuple(node.nags), _annotations(node)) for node in first.line()]


def _annotations(node: Node) -> tuple[Comment | MoveLine, ...]:
    """The comments and variations of a node, in the order in which they were read or added."""
    if not (node.comments or node._variations or node._unread):
        return ()
    lines = [
        (variation._after, MoveLine(tuple(_plies(variation)), tuple(map(_comment, variation.starting_comments))))
        for variation in node._variations
    ]
    lines = sorted([*lines, *node._unread], key=lambda placed: placed[0])
    found: list[Comment | MoveLine] = []
    comments = [comment for comment in node._comments() if comment.text]
    written = 0
    for after, line in lines:
        found += comments[written:after]
        written = max(written, min(after, len(comments)))
        found.append(line)
    return (*found, *comments[written:])


def join(mine: Node, other: Node) -> None:
    """Add what another tree of the same start has besides: moves as variations, comments and NAGs after those that stand.

    Moves that stand in both are taken as the same, wherever they stand at their place.
    """
    _add_missing(mine.comments, other.comments)
    if other.next is not None:
        _join_line(mine, other.next)


def _join_line(parent: Node, first: Node) -> None:
    for node in first.line():
        found = _same_move(parent, node)
        if found is None:
            found = Node(parent, node._move)
            if parent.next is None:
                parent.next = found
            else:
                found._owner = parent.next
                parent.next._variations.append(found)
        _add_missing(found.comments, node.comments)
        _add_missing(found.starting_comments, node.starting_comments)
        _add_missing(found.nags, node.nags)
        _add_missing(found._unread, node._unread)
        for variation in node._variations:
            _join_line(parent, variation)
        parent = found


def _same_move(parent: Node, node: Node) -> Node | None:
    """The node after a parent that has the same move as another, in its line or in a variation of that."""
    waiting = [] if parent.next is None else [parent.next]
    while waiting:
        found = waiting.pop(0)
        if found._move == node._move:
            return found
        waiting += found._variations
    return None


def _add_missing(mine: list[_Item], other: Iterable[_Item]) -> None:
    mine += [item for item in other if item not in mine]


def _text(comment: Comment) -> str:
    return _ReadComment(comment) if comment.aside or comment.unjudged else comment.text


def _comment(text: str) -> Comment:
    return text.comment if isinstance(text, _ReadComment) else Comment(text)
