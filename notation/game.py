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
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO, Any, cast

from fairyscore.notation.archive import judge_file
from fairyscore.notation.editing.rewrite import notation_for
from fairyscore.notation.formats.registry import format_named, format_of_path
from fairyscore.notation.moves.registry import notation_named
from fairyscore.notation.position import LegalMove, Position
from fairyscore.notation.records.diagnostics import Diagnostic, Severity
from fairyscore.notation.records.nags import glyphs_of_move
from fairyscore.notation.records.tree import Comment, MoveLine, Ply, Record
from fairyscore.notation.replay import Validator, Verdict
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.storage.listing import sources
from fairyscore.notation.text import shown
from fairyscore.notation.variants.registry import variant as variant_named

Source = str | os.PathLike[str] | IO[str] | IO[bytes]
"""A path (also of a folder, a packed file or an archive), or an open file, text or binary."""


class NotReadable(ValueError):
    """A source that holds no game at all; the message is the first diagnostic, `diagnostics` has all."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__(diagnostics[0].message)
        self.diagnostics = diagnostics


@dataclass(frozen=True, slots=True)
class Node:
    """A move of a game with what stands beside it. before, position: the positions before and after it."""

    before: Position
    ply: Ply = field(repr=False)
    position: Position = field(repr=False)

    @property
    def move(self) -> LegalMove:
        """The move."""
        return self.before.legal_move(self.ply.move)

    @property
    def nags(self) -> tuple[int, ...]:
        """Numeric annotation glyphs (PGN 10), `$1` as 1."""
        return self.ply.nags

    @property
    def comments(self) -> tuple[str, ...]:
        """The comments behind the move, white space as one blank."""
        return tuple(comment.text for comment in self.ply.comments)

    @property
    def variations(self) -> tuple[tuple[Node, ...], ...]:
        """The lines that could have been played instead of this move."""
        return tuple(tuple(_nodes(line, self.before)) for line in self.ply.variations)


class Game:
    """A game: tags, a tree of moves with comments, NAGs and variations, a result, and what is wrong with it.

    Iterators of `read_games` and `loads` give games out; `Game.new` starts one. `push` and `set_result` change it.
    tags: names and values, a dictionary that may be changed. variant: the game's rules.
    result: as the moves end, `*` while open. diagnostics: what was found when it was read.
    """

    def __init__(
        self, record: Record, diagnostics: tuple[Diagnostic, ...] = (), verdict: Verdict | None = None
    ) -> None:
        self.tags = dict(record.tags) if verdict is None else dict(verdict.tags) | dict(record.tags)
        self.diagnostics = diagnostics
        self._verdict = verdict
        self._line = record.line
        self._variant_name = record.variant
        self._result = record.result
        self._end: Position | None = None

    @classmethod
    def new(cls, variant: str | Variant = "chess", **tags: str) -> Game:
        """A game without moves. Raises `UnknownVariant`; `FEN` among the tags sets the start (`PositionError`).

        >>> game = Game.new("tor-qi", White="Anna", Black="Bert")
        >>> game.push("d2-d4").text
        'd2-d4'
        """
        found = variant_named(variant) if isinstance(variant, str) else variant
        game = cls(Record(found.name, tuple(tags.items())))
        game._end = game.start
        return game

    @property
    def variant(self) -> Variant:
        """The rules it is played by. Raises `UnknownVariant` where the record names a game that nobody knows."""
        return variant_named(self._variant_name)

    @property
    def result(self) -> str:
        """A score for each seat (`1-0`, `1/2-1/2`, `0-1-0`), `*` while the game is open."""
        return self._result

    @property
    def start(self) -> Position:
        """The position that the game starts from. Raises `PositionError` where the tag FEN makes no sense."""
        fen = self.tags.get("FEN", "")
        return Position.start(self.variant) if fen in ("", "?") else Position.from_fen(fen, self.variant)

    @property
    def position(self) -> Position:
        """The position after the last move of the main line."""
        if self._end is None:
            self._end = self.start
            for node in self.nodes():
                self._end = node.position
        return self._end

    @property
    def comments(self) -> tuple[str, ...]:
        """The comments in front of the first move."""
        return tuple(comment.text for comment in self._line.intro)

    def nodes(self) -> Iterator[Node]:
        """The moves of the main line, each with its comments, NAGs and variations."""
        return _nodes(self._line, self.start) if self._line.plies else iter(())

    def mainline(self) -> Iterator[tuple[LegalMove, Position]]:
        """The legal moves of the main line, each with the position after it."""
        return ((node.move, node.position) for node in self.nodes())

    def push(self, text: LegalMove | str, comment: str = "") -> LegalMove:
        """Append a move, given in any notation of the game; `!` and the like behind it become NAGs.

        A move that ends the game by the rules sets the result. Raises `IllegalMove`; then nothing is changed.
        """
        before = self.position
        move = before.parse(str(text))
        ply = Ply(move.raw, glyphs_of_move(str(text)), (Comment(comment),) if comment else ())
        self._line = replace(self._line, plies=(*self._line.plies, ply))
        self._end = before.after(move.raw)
        if (outcome := self._end.outcome) is not None:
            self._result = outcome.result
        return move

    def set_result(self, text: str) -> None:
        """Set the result: a score for each seat, or `*`. Raises `ValueError` for anything else."""
        from fairyscore.notation.records.pgn_lexer import normal_result

        found = normal_result(text, len(self.variant.seats))
        if found is None:
            raise ValueError(f"'{shown(text)}' is no result for {len(self.variant.seats)} players")
        self._result = found
        self.tags.pop("Result", None)

    @property
    def record(self) -> Record:
        """The game as the writers of formats take it."""
        tags = {name: value for name, value in self.tags.items() if name != "Result"}
        return Record(self._variant_name, tuple(tags.items()), self._line, self._result)

    def to(self, format_name: str, *, notation: str | None = None) -> str:
        """The game as text of a format (`pgn`, `json`, ...), moves in a notation (`san`, `long`, ...) or the usual one.

        Raises `UnknownFormat`, `UnknownNotation`, `NotationRefused`, and `ValueError` where the format cannot hold the
        game at all. What a format leaves out is not told here: `fairyscore convert` names it.

        >>> game = Game.new("chess")
        >>> move = game.push("e4")
        >>> game.to("moves", notation="uci")
        '1. e2e4 *\\n'
        """
        form, record = format_named(format_name), self.record
        if refusal := form.refusal(record):
            raise ValueError(f"{form.name} cannot hold the game: {refusal}")
        if notation:
            chosen = notation_named(notation, self.variant)
        elif self._verdict is not None and self._verdict.game is not None:
            chosen = notation_for(form, self._verdict)
        else:
            chosen = form.notation or self.variant.writing.notations[0]
        out = io.BytesIO()
        sink = form.open(out)
        sink.put(form.write(record, chosen))
        sink.close()
        return out.getvalue().decode()

    def save(self, path: str | os.PathLike[str], *, notation: str | None = None) -> None:
        """Write the game to a file; the suffix says the format, PGN if it says none. An existing file is replaced."""
        text = self.to(format_of_path(os.fspath(path)) or "pgn", notation=notation)
        Path(path).write_text(text, encoding="utf-8", newline="\n")

    def __str__(self) -> str:
        return self.to("pgn")

    def __repr__(self) -> str:
        names = " - ".join(shown(self.tags.get(seat.name.title(), "?"), 30) for seat in self.variant.seats)
        return f"<Game {self._variant_name}: {names}, {len(self._line.plies)} plies, {self.result}>"

    def _repr_svg_(self) -> str:
        return self.position._repr_svg_()


@dataclass(frozen=True, slots=True)
class Report:
    """What is found in a source. games: how many; plies: how many moves were checked, those of variations left out.

    diagnostics: errors, warnings and infos in the order of the source.
    """

    games: int
    plies: int
    diagnostics: tuple[Diagnostic, ...]

    @property
    def ok(self) -> bool:
        """Whether there is no error. Warnings are none."""
        return not any(diagnostic.severity is Severity.ERROR for diagnostic in self.diagnostics)


def read_games(source: Source, *, variant: str | None = None, format: str | None = None) -> Iterator[Game]:
    """The games of a path or an open file, one by one; memory holds one of them.

    variant: the game of records that name none. format: the format's name, if it is not to be recognised.
    A game with a fault is given out up to it, with the diagnostics. Raises FileNotFoundError, `NotReadable` for a source
    without any game, `UnknownFormat`.
    """
    before: tuple[Diagnostic, ...] = ()
    held: Game | None = None
    for verdict in _verdicts(source, Validator(variant=variant or "", keep=True), format):
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
    """The games of a string; otherwise as `read_games`."""
    return read_games(io.StringIO(text), variant=variant, format=format)


def validate(source: Source, *, variant: str | None = None, format: str | None = None) -> Report:
    """Check every move of every game of a path or an open file. Raises FileNotFoundError, `UnknownFormat`.

    >>> report = validate(io.StringIO('[White "Anna"]\\n\\n1. e4 e5 2. Ke3 *'))
    >>> report.ok, report.games, report.plies, [diagnostic.line for diagnostic in report.diagnostics]
    (False, 1, 2, [3])
    """
    games = plies = 0
    found: list[Diagnostic] = []
    for verdict in _verdicts(source, Validator(variant=variant or ""), format):
        games += verdict.game_text.number > 0
        plies += verdict.plies
        found += verdict.findings
    return Report(games, plies, tuple(found))


def _verdicts(source: Source, validator: Validator, format_name: str | None) -> Iterator[Verdict]:
    form = format_named(format_name) if format_name else None
    if isinstance(source, str | os.PathLike):
        path = os.fspath(source)
        for found in sources([path]):
            if "!" not in path and "://" not in path:
                os.stat(path)  # noqa: PTH116 (raises FileNotFoundError; a path may be a plain string)
            yield from judge_file(found, validator, form=form)
    else:
        content: Any = source.read(0)
        text = "" if isinstance(content, bytes) else cast(str, source.read())
        binary = cast(Any, source) if isinstance(content, bytes) else io.BytesIO(text.encode(errors="replace"))
        yield from judge_file(binary, validator, str(getattr(source, "name", "-")), form=form)


def _nodes(line: MoveLine, start: Position) -> Iterator[Node]:
    """The moves of a line that begins in a position."""
    before = start
    for ply in line.plies:
        after = before.after(ply.move)
        yield Node(before, ply, after)
        before = after
