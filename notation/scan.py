"""Readers of one's own: `scan` calls the methods of a visitor while it reads games.

>>> import io
>>> class Castlings(Visitor):
...     count = 0
...
...     def move(self, move):
...         self.count += move.is_castling
>>> scan(io.StringIO('[White "Anna"]\\n\\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O *'), Castlings()).count
1
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, Final, TypeVar

from fairyscore.notation.position import LegalMove, Position
from fairyscore.notation.reader import Readable, reader_named
from fairyscore.notation.records.diagnostics import Diagnostic
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.records.nags import nag_of
from fairyscore.notation.records.tree import Comment, Ply
from fairyscore.notation.replay import Verdict
from fairyscore.notation.replay.events import CLOSE, OPEN, is_word_of_move, read_comment

__all__ = ["SKIP", "Visitor", "scan"]


class _Skip(Enum):
    SKIP = "skip"


SKIP: Final = _Skip.SKIP
"""What `Visitor.end_tags` returns where the moves of the game are not wanted."""


class Visitor:
    """A receiver of games: `scan` calls its methods, in this order, for each game:

    1. `begin_tags`, `tag` for each tag in the order of the record, `end_tags`;
    2. in any order, as the text has it: `move`, `nag`, `comment`, `diagnostic`, `begin_variation`, `end_variation`;
       not where `end_tags` returned `SKIP`, but for `diagnostic`;
    3. `result`, where the moves end with one;
    4. `diagnostic`, for what is wrong with the end of the game;
    5. `end_game`.

    `begin_variation` comes after the move that the variation replaces, and each has its `end_variation`. A `nag` and a
    `comment` belong to the move before them, at the beginning of a game or variation to none. `diagnostic` may come as
    soon as the tags have ended; one on the file as a whole comes before a game or after the last one.

    All methods do nothing. A visitor need not be a `Visitor`: a method that it does not have is not called, and costs
    nothing; without `move` no position is made.

    >>> class MoveCounter(Visitor):
    ...     moves = 0
    ...
    ...     def move(self, move: LegalMove) -> None:
    ...         self.moves += 1
    >>> scan("samples/games/chess/romantic.pgn", MoveCounter()).moves  # with those of a variation
    126
    """

    def begin_tags(self) -> None:
        """A game begins."""

    def tag(self, name: str, value: str) -> None:
        """A tag as it is written; the first where a name stands twice."""

    def end_tags(self) -> object:
        """All tags were given. Return `SKIP` where the moves are not wanted: they are not even replayed."""

    def move(self, move: LegalMove) -> None:
        """A legal move, or a null move of a variation (`is_pass`). `move.position` is the position before it."""

    def nag(self, number: int) -> None:
        """A NAG, 0 to 9999, also one that is written as a glyph: 1 for `!`."""

    def comment(self, text: str) -> None:
        """A comment, white space in it as one blank; moves after a refused one, which were not checked, come as one too."""

    def begin_variation(self) -> None:
        """A variation begins: its first move is an alternative to the last move."""

    def end_variation(self) -> None:
        """The innermost variation ends; the line around it goes on where it was."""

    def result(self, result: str) -> None:
        """The result that ends the moves: `1-0`, `1/2-1/2`, `*`; with a score for each of more than two players."""

    def diagnostic(self, diagnostic: Diagnostic) -> None:
        """A diagnostic at this place of the text."""

    def end_game(self) -> None:
        """The game ends."""


Visiting = TypeVar("Visiting")


def scan(source: Readable, visitor: Visiting, *, variant: str | None = None, format: str | None = None) -> Visiting:
    """Read all games of a source, and call a visitor with what they say. Returns the visitor.

    source: a path or an open file, as `read_games` takes it.
    visitor: a `Visitor`, or any object with some of its methods.
    variant: the game of records that name none.
    format: the format's name, if it is not to be recognised.

    Each move is checked; after a refused move its line is not. One game is held in memory at a time.
    Raises `FileNotFoundError`, `UnknownFormat`, `UnknownVariant`, and whatever a method of the visitor raises.

    >>> class Results(Visitor):
    ...     found = ""
    ...
    ...     def end_tags(self) -> object:
    ...         return SKIP  # no move is read
    ...
    ...     def tag(self, name: str, value: str) -> None:
    ...         self.found += f"{value} " * (name == "Result")
    >>> scan("samples/games/chess/romantic.pgn", Results()).found
    '1-0 1-0 1-0 '
    """
    calls = _Calls(visitor)
    reader = reader_named(variant, format)
    reader = reader._replace(judge=reader.judge._replace(plays=calls.plays))
    for verdict, _ in reader.judged(source):
        calls.game(verdict)
    return visitor


def _nothing(*_: Any) -> None:
    """Stands for a method that a visitor does not have."""


class _Calls:
    """Calls the methods of a visitor, those that it has."""

    def __init__(self, visitor: object) -> None:
        self._visitor = visitor
        self._begin_tags = self._method("begin_tags")
        self._tag = self._method("tag")
        self._end_tags = self._method("end_tags")
        self._move = self._method("move")
        self._nag = self._method("nag")
        self._comment = self._method("comment")
        self._begin_variation = self._method("begin_variation")
        self._end_variation = self._method("end_variation")
        self._result = self._method("result")
        self._diagnostic = self._method("diagnostic")
        self._end_game = self._method("end_game")
        self._open = 0  # the number of the game of which the tags were given and no more
        self._skips = False

    def _method(self, name: str) -> Callable[..., object]:
        own = getattr(type(self._visitor), name, None)
        if own is None or own is getattr(Visitor, name):
            found = vars(self._visitor).get(name) if hasattr(self._visitor, "__dict__") else None
            return found if callable(found) else _nothing
        return getattr(self._visitor, name)  # type: ignore[no-any-return]

    def plays(self, game_text: GameText, tags: Mapping[str, str]) -> bool:
        """True if the moves of a game are wanted; its tags are given as soon as the game before it has ended."""
        if not self._open:
            self._give_tags(game_text.number, tags)
        return self._open != game_text.number or not self._skips

    def _give_tags(self, number: int, tags: Mapping[str, str]) -> None:
        self._open = number
        self._begin_tags()
        for name, value in tags.items():
            self._tag(name, value)
        self._skips = self._end_tags() is SKIP

    def game(self, verdict: Verdict) -> None:
        """Give a game that was judged, or what is wrong with the file as a whole."""
        number = verdict.game_text.number
        if not number:
            for finding in verdict.findings:
                self._diagnostic(finding)
            return
        if self._open != number:
            self._give_tags(number, verdict.tags)
        self._give_moves(verdict)
        self._open = 0
        self._end_game()

    def _give_moves(self, verdict: Verdict) -> None:
        events = [] if self._skips else verdict.events
        findings = verdict.findings
        added = len(findings) - sum(isinstance(event, int) for event in events)
        for finding in findings[:added]:  # on the game as a whole
            self._diagnostic(finding)
        end = next((at for at in range(len(events), 0, -1) if not isinstance(events[at - 1], int)), 0)
        if not self._skips:
            self._give_events(verdict, end, added)
            if verdict.result:
                self._result(verdict.result)
            events = events[end:]
        for event in events:
            if isinstance(event, int):
                self._diagnostic(findings[added + event])

    def _give_events(self, verdict: Verdict, end: int, added: int) -> None:
        """Give the first events of a game, up to a place. added: findings that are not events."""
        line = None if self._move is _nothing or verdict.game is None else _ScanLine(verdict)
        depth = 0
        for event in verdict.events[:end]:
            if isinstance(event, Ply):
                if line is not None:
                    self._move(line.legal_move(event))
            elif isinstance(event, int):
                self._diagnostic(verdict.findings[added + event])
            elif event == OPEN:
                depth += 1
                if line is not None:
                    line.open()
                self._begin_variation()
            elif event == CLOSE:
                depth -= 1
                if line is not None:
                    line.close()
                self._end_variation()
            else:
                self._give_token(event)
        for _ in range(depth):
            self._end_variation()

    def _give_token(self, token: str | Comment) -> None:
        """A NAG or a comment; what only says more of a move is neither."""
        number = nag_of(token) if isinstance(token, str) and token[0] not in "{;%" else None
        if number is not None:
            self._nag(number)
        elif isinstance(token, Comment) or not is_word_of_move(token):
            comment = token if isinstance(token, Comment) else read_comment(token)
            if comment.text:
                self._comment(comment.text)


class _ScanLine:
    """The positions of the line that is given, and of those around it."""

    def __init__(self, verdict: Verdict) -> None:
        start = verdict.start()
        assert verdict.game is not None
        assert start is not None
        self._now = self._before = Position(verdict.game, start)
        self._waiting: list[tuple[Position, Position]] = []

    def legal_move(self, ply: Ply) -> LegalMove:
        """A move of the line."""
        move = self._now.legal_move(ply.move)
        self._before, self._now = self._now, self._now.after(ply.move)
        return move

    def open(self) -> None:
        """A variation in the place of the last move begins."""
        self._waiting.append((self._before, self._now))
        self._now = self._before

    def close(self) -> None:
        """It ends."""
        self._before, self._now = self._waiting.pop()
