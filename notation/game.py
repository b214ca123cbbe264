"""Games as values for programs: reading, walking, building, writing and validating them.

>>> (game,) = loads('[White "Anna"]\\n\\n1. e4 {best by test} e5 (1... c5 $1) 2. Ke3 *')
>>> [(move.text, position.turn.name) for move, position in game.mainline()]
[('e2-e4', 'black'), ('e7-e5', 'white')]
>>> [diagnostic.code for diagnostic in game.diagnostics]
['no-piece-reaches']
"""

from __future__ import annotations

import io
import os
import re
from collections.abc import Iterator, Mapping, MutableMapping
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal, overload

from fairyscore.notation.editing.rewrite import notation_in
from fairyscore.notation.errors import FairyscoreError
from fairyscore.notation.formats.base import Format
from fairyscore.notation.formats.registry import (
    format_for,
    format_to_write,
)
from fairyscore.notation.game_tree import Node, Root, join, line_of, tree_of
from fairyscore.notation.moves.registry import notation_named
from fairyscore.notation.position import LegalMove, Outcome, Position
from fairyscore.notation.reader import Readable, reader_named
from fairyscore.notation.records.diagnostics import Diagnostic
from fairyscore.notation.records.roster import UNKNOWN
from fairyscore.notation.records.tree import MoveLine, Record
from fairyscore.notation.replay import Verdict
from fairyscore.notation.rules.course import History
from fairyscore.notation.rules.variant import Notation, PositionError, Variant
from fairyscore.notation.storage.writing import replaced
from fairyscore.notation.text import shown
from fairyscore.notation.variants.registry import UnknownVariant, held_variant
from fairyscore.notation.variants.registry import variant as variant_named

if TYPE_CHECKING:
    from fairyscore.notation.find.query import Query


class NotReadable(FairyscoreError, ValueError):
    """A source that holds no game at all; the message is the first diagnostic, `diagnostics` has all.

    >>> try:
    ...     list(loads(""))
    ... except NotReadable as fault:
    ...     print(fault, [diagnostic.code for diagnostic in fault.diagnostics])
    the file contains no game ['empty-file']
    """

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__(diagnostics[0].message)
        self.diagnostics = diagnostics


class GameTags(MutableMapping[str, str]):
    """The tags of a game, in the order of the record. What the moves depend on cannot be changed once a move stands.

    `Result` is the result of the game: it is always there, and set as `Game.set_result` sets it. A name is made of letters,
    digits and `_`, as PGN has it; another raises `ValueError`, and a value that is not text `TypeError`.
    """

    def __init__(self, game: Game, tags: Mapping[str, str]) -> None:
        self._game = game
        self._values = {**tags} if "Result" in tags else {**tags, "Result": ""}

    def __getitem__(self, name: str) -> str:
        return self._game.result if name == "Result" else self._values[name]

    def __setitem__(self, name: str, value: str) -> None:
        if not isinstance(value, str):
            raise TypeError(f"a tag is text, not {type(value).__name__}")
        if name not in self._values and not _TAG_NAME.fullmatch(name):
            raise ValueError(f"'{shown(name)}' is not a name of a tag; a name is made of letters, digits and _")
        if name == "Result":
            self._game.set_result(value)
            return
        if name in _OF_THE_START and self._values.get(name, "") != value:
            self._game._restart(name, value)
        self._values[name] = value

    def __delitem__(self, name: str) -> None:
        if name == "Result":
            self._game.set_result("*")
            return
        if name in _OF_THE_START and self._values[name]:
            self._game._restart(name, "")
        del self._values[name]

    def clear(self) -> None:
        """Remove all tags. The result becomes `*`. Raises `ValueError`, and removes none, where moves depend on a tag."""
        for name in sorted(self, key=lambda name: name not in _OF_THE_START):
            del self[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return repr(dict(self))


_TAG_NAME = re.compile(r"\w+")
_OF_THE_START = ("FEN", "Variant")  # tags that say where the game starts


class Game:
    """A game: tags, a tree of moves with comments, NAGs and variations, a result, and what is wrong with it.

    `read_games` and `loads` read games, `Game.new` starts one. `push`, `pop`, `merge`, `set_result`, its tags and the
    nodes of its tree change it.

    tags: names and values, a mapping that may be changed; `Variant` and `FEN` only while the game has no moves.
    diagnostics: what was found when it was read.
    read_text: the text it was read from; None if it was not read, or has been pickled.

    >>> game = Game.new("chess", White="Anna", Black="Bert")
    >>> [game.push(text).text for text in ("e4", "e5", "Nf3")]
    ['e2-e4', 'e7-e5', 'g1-f3']
    >>> game
    <Game chess: Anna - Bert, 3 plies, *>
    """

    def __init__(
        self, record: Record, diagnostics: tuple[Diagnostic, ...] = (), verdict: Verdict | None = None
    ) -> None:
        tags = dict(record.tags) if verdict is None else dict(verdict.tags) | dict(record.tags)
        self.diagnostics = diagnostics
        self._tags = GameTags(self, tags)
        self._verdict = verdict  # until it is asked how the game was written
        self.read_text = None if verdict is None else verdict.game_text
        self._read_as = ("", "")
        self._unread = "" if verdict is None or verdict.record is not None else verdict.game_text.text
        self._is_whole = verdict is None or verdict.holds_game
        self._line = record.line  # the moves, until the tree is asked for
        self._root: Root | None = None
        self._course: tuple[Node, History] | None = None  # of the main line up to a node
        self._variant_name = record.variant
        self._result = record.result

    @classmethod
    def new(cls, variant: str | Variant = "chess", **tags: str) -> Game:
        """A game without moves. Raises `UnknownVariant`; `FEN` among the tags sets the start (`PositionError`).

        >>> game = Game.new("tor-qi", White="Anna", Black="Bert")
        >>> game.push("d2-d4").text
        'd2-d4'
        """
        found = variant_named(variant) if isinstance(variant, str) else variant
        game = cls(Record(found.name, tuple(tags.items())))
        game._started()
        return game

    @property
    def tags(self) -> GameTags:
        """Names and values, in the order of the record. `Result` is always there: it is `result`."""
        return self._tags

    @property
    def variant(self) -> Variant:
        """The rules it is played by. Raises `UnknownVariant` if the record names an unknown variant."""
        return held_variant(self._variant_name)

    @property
    def result(self) -> str:
        """A score for each seat (`1-0`, `1/2-1/2`, `0-1-0`), `*` while the game is open."""
        return self._result

    @property
    def start(self) -> Position | None:
        """The position that the game starts from; None if its tag FEN is invalid or its variant unknown."""
        try:
            return self._started()
        except (PositionError, UnknownVariant):
            return None

    def _started(self) -> Position:
        fen = self._tags.get("FEN", "")
        return Position.start(self.variant) if fen in UNKNOWN else Position.from_fen(fen, self.variant)

    def _restart(self, tag: str, value: str) -> None:
        """Take over a tag that says where the game starts. Raises where a move stands, or the value makes no sense."""
        if self._plies():
            raise ValueError(f"the tag {tag} cannot be changed: moves of the game depend on it")
        if tag == "Variant":
            self._variant_name = variant_named(value or "chess").name
        elif value not in UNKNOWN:
            Position.from_fen(value, self.variant)
        self._root = None

    # -- moves --------------------------------------------------------------------------------------------------------

    @property
    def root(self) -> Root:
        """The node before the first move: `root.next` is the first one, `root.comments` stand in front of it."""
        if self._root is None:
            self._root = tree_of(self._line, self.start)
            self._line = MoveLine()
        return self._root

    @property
    def position(self) -> Position:
        """The position after the last move of the main line. Raises `PositionError` where the start makes no sense."""
        if self._root is not None:
            return self._end().position
        position = self._started()
        for ply in self._line.plies:
            position = position.after(ply.move)
        return position

    @property
    def outcome(self) -> Outcome | None:
        """How the main line has ended by the rules, None while it goes on: what its last position shows
        (`Position.outcome`), and what its course brings: a position for the fifth time, perpetual check where that loses.

        Raises `PositionError` where the start makes no sense.

        >>> game = Game.new("chess")
        >>> for text in ("Nf3", "Nf6", "Ng1", "Ng8") * 4:
        ...     _ = game.push(text)
        >>> game.outcome
        Outcome(result='1/2-1/2', reason='fivefold-repetition', winner=None)
        """
        position = self.position
        history = self._history()
        found = position.outcome
        if found is not None or history is None:
            return found
        state = position.state
        ended = history.outcome(state)
        return None if ended is None else Outcome.of(ended, self.variant)

    @property
    def claims(self) -> frozenset[str]:
        """The draws that the player to move may claim, with or without a move: `threefold-repetition`, `fifty-moves`.

        Empty where the game has ended, or has no such rule.

        >>> game = Game.new("chess")
        >>> for text in ("Nf3", "Nf6", "Ng1", "Ng8") * 2:
        ...     _ = game.push(text)
        >>> sorted(game.claims)
        ['threefold-repetition']
        """
        history = self._history()
        if history is None or self.outcome is not None:
            return frozenset()
        return history.claims(self.position.state)

    def _history(self) -> History | None:
        """The course of the main line; None for a game whose course brings no end. The last one is gone on with."""
        course = self.variant.rules.course
        if course is None:
            return None
        end = self._end()
        if self._course is not None and self._course[0] is end:
            return self._course[1]
        if self._course is not None and end.parent is self._course[0] and not isinstance(end, Root):
            history = self._course[1]
            history.push(end.position.state)
        else:
            history = History(course, self.root.position.state)
            for node in self.nodes():
                history.push(node.position.state)
        self._course = end, history
        return history

    @property
    def comments(self) -> list[str]:
        """The comments in front of the first move, those of the root."""
        return self.root.comments

    def nodes(self) -> Iterator[Node]:
        """The moves of the main line, each with its comments, NAGs and variations."""
        return iter(()) if self.root.next is None else self.root.next.line()

    def mainline(self) -> Iterator[tuple[LegalMove, Position]]:
        """The legal moves of the main line, each with the position after it."""
        if not self._plies():
            return
        before = self._started()
        for ply in self.record.line.plies:
            after = before.after(ply.move)
            yield before.legal_move(ply.move), after
            before = after

    def find(self, query: Query | str) -> Node | None:
        """The first node of the main line at which a query is true, the root for the start; None where it fits nowhere.

        query: a `Query`, or its text (`docs/find.md`). Raises `QueryError`, and `PositionError` where the start makes no
        sense.

        >>> game = Game.new("chess")
        >>> for text in ("f3", "e5", "g4", "Qh4"):
        ...     _ = game.push(text)
        >>> str(game.find("move { takes }")), str(game.find("mate").move)
        ('None', 'd8-h4')
        """
        from fairyscore.notation.find.asking import as_query, bound_in
        from fairyscore.notation.find.walk import Walk

        bound, _ = bound_in(as_query(query), self.variant)
        outcome = self.outcome
        walk = Walk.along(self.record, "" if outcome is None else outcome.reason, self.diagnostics)
        ply = bound.first(walk)
        return None if ply is None else next(islice((self.root, *self.nodes()), ply, None))

    def push(self, text: LegalMove | str, comment: str = "") -> LegalMove:
        """Append a move, given in any notation of the game; `!` and the like after it become NAGs.

        A move that ends the game by the rules sets the result. Raises `IllegalMove`; then nothing is changed.
        """
        node = self._end().add(text, comment)
        if (outcome := self.outcome) is not None:
            self._result = outcome.result
        return node.move

    def pop(self) -> LegalMove:
        """Take the last move of the main line away, with its variations, and return it.

        A result that the move brought about by the rules becomes `*`. Raises `IndexError` where there is no move.
        """
        last = self._end()
        if isinstance(last, Root):
            raise IndexError("the game has no move to take back")
        move, outcome = last.move, self.outcome
        if outcome is not None and outcome.result == self._result:
            self._result = "*"
        last.parent.next = None
        return move

    def merge(self, other: Game) -> None:
        """Add what only a second record of the game has: other moves as variations, comments, NAGs, tags, a result.

        Where both have a value for a tag or the result, that of this game stays. Raises `ValueError` where the two do not
        start from the same position.
        """
        if self.start is None or self.start != other.start:
            raise ValueError("only games that start from the same position can be merged")
        join(self.root, other.root)
        for name, value in other.tags.items():
            if self._tags.get(name, "?") in UNKNOWN:
                self._tags[name] = value
        if self._result == "*":
            self._result = other.result

    def _end(self) -> Node:
        """The last node of the main line, or the root."""
        node: Node = self.root
        while node.next is not None:
            node = node.next
        return node

    def _plies(self) -> bool:
        """True if there is any move."""
        return bool(self._line.plies) if self._root is None else self._root.next is not None

    def set_result(self, text: str) -> None:
        """Set the result: a score for each seat, or `*`. Raises `ValueError` for anything else."""
        from fairyscore.notation.records.pgn_lexer import normal_result

        found = normal_result(text, len(self.variant.seats))
        if found is None:
            raise ValueError(f"'{shown(text)}' is not a result for {len(self.variant.seats)} players")
        self._result = found

    @property
    def record(self) -> Record:
        """The game as the writers of formats take it."""
        tags = {name: value for name, value in self._tags.items() if name != "Result"}
        line = self._line if self._root is None else line_of(self._root)
        return Record(self._variant_name, tuple(tags.items()), line, self._result)

    def with_record(self, record: Record) -> Game:
        """A copy of the game with another record. It keeps the diagnostics, the format and the notation of this one."""
        game = _restored(record, dict(record.tags), self.diagnostics, self.how_read(), "")
        game._is_whole = self._is_whole
        return game

    @overload
    def to(  # type: ignore[overload-overlap]
        self, format_name: Literal["parquet"], *, notation: str | None = None
    ) -> bytes: ...

    @overload
    def to(self, format_name: str, *, notation: str | None = None) -> str: ...

    def to(self, format_name: str, *, notation: str | None = None) -> str | bytes:
        """The game as text of a format (`pgn`, `json`, ...), moves in a notation (`san`, `long`, ...) or the usual one.

        Raises `UnknownFormat`, `UnknownNotation`, `NotationRefused`, and `ValueError` where the format cannot hold the
        game at all. A game that could not begin (its variant is unknown, its FEN makes no sense) is given as it was read,
        in that format only. `parquet` is bytes. What a format leaves out is reported by `fairyscore.convert` alone.

        >>> game = Game.new("chess")
        >>> move = game.push("e4")
        >>> game.to("moves", notation="uci")
        '1. e2e4 *\\n'
        """
        form = format_to_write(format_name)
        data = self._written(form, notation)
        return data if form.binary else data.decode()

    def _written(self, form: Format, notation: str | None) -> bytes:
        """The game as the bytes of a file of the format. Raises what `to` raises."""
        if self._unread:
            return self._unread_text(form).encode()
        record = self.record
        if refusal := form.refusal(record):
            raise ValueError(f"{form.name} cannot hold the game: {refusal}")
        out = io.BytesIO()
        sink = form.open(out)
        sink.put(form.write(record, self.notation_in(form, notation)))
        sink.close()
        return out.getvalue()

    def notation_in(self, form: Format, wanted: str | None) -> Notation:
        """The notation in which `to` writes the game's moves in a format.

        form: the format.
        wanted: name of a notation; None for the one it was read in, if the format has that, else the usual one.

        Raises `UnknownNotation`, `NotationRefused`.
        """
        if wanted:
            return notation_named(wanted, self.variant)
        read_as, name = self.how_read()
        if read_as:
            return notation_in(form, self.variant, read_as, notation_named(name, self.variant) if name else None)
        return form.notation or self.variant.writing.usual

    @property
    def holds_game(self) -> bool:
        """True if the game has all that its text said when it was read; what could not be played in variations as text."""
        return self._is_whole and not self._unread and self.record.line.is_whole

    @property
    def main_line_whole(self) -> bool:
        """True if all of the main line was judged when the game was read; a fault in a variation takes nothing from it."""
        return not self._unread and self.record.line.is_whole

    def save(self, path: str | os.PathLike[str], *, notation: str | None = None) -> None:
        """Write the game to a file, completely or not at all. An existing file is replaced; its owner and mode stay.

        path: its suffix names the format; without one it is PGN.

        Raises `UnknownFormat` for an unknown suffix, `NotWritten` for an error of the system, and what `to` raises. Then an
        existing file is unchanged.
        """
        file = os.fspath(path)
        data = self._written(format_to_write(format_for(file)), notation)
        with replaced(file) as stream:
            stream.write(data)

    def _unread_text(self, form: Format) -> str:
        """The text of a game that could not begin (an unknown variant, a FEN that makes no sense), as it was read."""
        read_as, _ = self.how_read()
        if form.name != read_as:
            why = "its variant is unknown or its start position makes no sense, so its moves could not be read"
            raise ValueError(f"{form.name} cannot hold the game: {why}; as {read_as} it is written as it was read")
        return self._unread

    def how_read(self) -> tuple[str, str]:
        """The format, and the notation of the moves, that the game was read in; empty where it was not read."""
        if self._verdict is not None:
            notation = None if self._verdict.game is None else self._verdict.notation
            self._read_as = (self._verdict.form, "" if notation is None else notation.name)
            self._verdict = None
        return self._read_as

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._value() == other._value()

    __hash__ = None  # type: ignore[assignment]  # a game may be changed

    def _value(self) -> tuple[object, ...]:
        """The value by which two games are equal: tags, the tree of moves, and the result."""
        return self._variant_name, dict(self._tags), self.record.line, self._result, self._unread

    def __reduce__(self) -> tuple[Any, ...]:
        state = (dict(self._tags), self.diagnostics, self.how_read(), self._unread)
        return _restored, (self.record, *state), {"_is_whole": self._is_whole}

    def __str__(self) -> str:
        return self.to("pgn")

    def __repr__(self) -> str:
        try:
            players = [seat.name.title() for seat in self.variant.seats]
        except UnknownVariant:
            players = ["White", "Black"]
        names = " - ".join(shown(self.tags.get(player, "?"), 30) for player in players)
        return f"<Game {shown(self._variant_name, 40)}: {names}, {len(self.record.line.plies)} plies, {self.result}>"

    def _repr_svg_(self) -> str | None:
        """The last position as SVG, for notebooks; None for a game that could not begin."""
        return None if self.start is None else self.position._repr_svg_()


def _restored(
    record: Record, tags: dict[str, str], diagnostics: tuple[Diagnostic, ...], read_as: tuple[str, str], unread: str
) -> Game:
    """A game as it was pickled or copied."""
    game = Game(record, diagnostics)
    game._tags = GameTags(game, tags)
    game._read_as = read_as
    game._unread = unread
    return game


def read_games(source: Readable, *, variant: str | None = None, format: str | None = None) -> Iterator[Game]:
    """The games of a path or an open file, one by one; memory holds one of them.

    source: a path (also of a folder, a packed file or an archive), or an open file, text or binary.
    variant: the game of records that name none.
    format: the format's name, if it is not to be recognised.

    A game with an error is returned up to the error, with its diagnostics.
    Raises `FileNotFoundError`, `NotReadable` for a source without a game, `UnknownFormat`, `UnknownVariant`. All are raised
    by the first `next`, not by this call.

    >>> [game.tags["White"] for game in read_games("samples/games/chess/romantic.pgn")][:1]
    ['Morphy, Paul']
    """
    before: tuple[Diagnostic, ...] = ()
    held: Game | None = None
    for verdict, _ in reader_named(variant, format).judged(source):
        found = tuple(verdict.findings)
        if not verdict.game_text.number:
            before += found
            continue
        if held is not None:
            yield held
        name = verdict.game.name if verdict.game else verdict.tags.get("Variant", "chess")
        record = verdict.record or Record(name, tuple(verdict.tags.items()))
        held, before = Game(record, before + found, verdict), ()
    if held is None and before:
        raise NotReadable(before)
    if held is not None:
        held.diagnostics += before
        yield held


def loads(text: str, *, variant: str | None = None, format: str | None = None) -> Iterator[Game]:
    """The games of a string, one by one.

    text: the games, in any format that is text.
    variant, format: as `read_games` has them. Raises what `read_games` raises.

    >>> [(game.tags["White"], game.result) for game in loads('[White "Anna"]\\n\\n1. e4 e5 1/2-1/2')]
    [('Anna', '1/2-1/2')]
    """
    return read_games(io.StringIO(text), variant=variant, format=format)
