"""Endgame tables (Syzygy) and books of openings (Polyglot), read by the library chess, which the extra `tables` brings.

Tables know of each position with few pieces whether it is won, drawn or lost. What only the rule of fifty moves saves is a
draw. A score of `TABLE_WIN` says that it is won; how far the mate is, tables do not know.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from fairyscore.notation.engines.analysis import EngineLine, move_named
from fairyscore.notation.engines.score import EngineScore
from fairyscore.notation.formats.base import MissingExtra
from fairyscore.notation.moves import uci
from fairyscore.notation.position import LegalMove, Position
from fairyscore.notation.rules.moves import Move
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.text import shown
from fairyscore.notation.variants.registry import source_of

TABLE_WIN: Final = 20_000
"""Centipawns of a position that is won by the tables, as engines state them that look into tables."""

TABLE_LINE: Final = 8
"""Plies of a line by the tables, each of which looks at all moves."""

FIFTY_MOVES: Final = 100
"""Plies without a capture or a move of a pawn after which a game is drawn."""

WON: Final = 2
"""What the tables give for a position that is won whatever the rule of fifty moves says; 1 for one that it saves."""


class TablesFault(ValueError):
    """A folder or file holds no tables, or no book; the message says which."""


class EndgameTables:
    """The tables of a folder, for the games of which the library reads tables: chess, atomic, antichess.

    Raises `TablesFault` where the folder holds none, and `MissingExtra`.

    >>> EndgameTables("samples")
    Traceback (most recent call last):
    fairyscore.notation.engines.tables.TablesFault: samples holds no Syzygy tables
    """

    def __init__(self, folder: str) -> None:
        _library("chess.syzygy")
        if not any(Path(folder).glob("*.?tbw")):
            raise TablesFault(f"{shown(folder)} holds no Syzygy tables")
        self._folder = folder
        self._of: dict[Variant, _Tables | None] = {}

    def score(self, position: Position) -> EngineScore | None:
        """The score of the player to move: won, drawn or lost; None where the tables do not have the position."""
        tables = self._tables_of(position.variant)
        value = None if tables is None else tables.value(tables.board(position.fen))
        return None if value is None else EngineScore(position.turn, TABLE_WIN * value)

    def line(self, position: Position) -> EngineLine | None:
        """The best moves of both from a position on; None where the tables do not have it."""
        tables, score = self._tables_of(position.variant), self.score(position)
        if tables is None or score is None:
            return None
        return EngineLine(position, score, 0, tuple(tables.best_line(position)))

    def _tables_of(self, game: Variant) -> _Tables | None:
        if game not in self._of:
            board = _board_of(game)
            has_tables = board is not None and board.tbw_suffix is not None
            self._of[game] = _Tables(self._folder, board) if has_tables else None
        return self._of[game]


class _Tables:
    """The tables of one game. board: the board of the library for it."""

    def __init__(self, folder: str, board: Any) -> None:
        self.board = board
        self._tables = _library("chess.syzygy").open_tablebase(folder, VariantBoard=board)

    def value(self, board: Any) -> int | None:
        """1 for a win of the player to move, 0 for a draw, -1 for a loss; None where no table has the position."""
        found = self._tables.get_wdl(board)
        if found is None or abs(found) < WON:
            return None if found is None else 0
        distance = self._tables.get_dtz(board)
        if distance is not None and abs(distance) + board.halfmove_clock > FIFTY_MOVES:
            return 0
        return 1 if found > 0 else -1

    def best_line(self, position: Position) -> Iterator[Move]:
        """The best moves of both, up to the end of the game or of what the tables have."""
        for _ in range(TABLE_LINE):
            best = "" if position.outcome is not None else self._best(self.board(position.fen))
            move = move_named(best, position.variant, position.state, uci) if best else ""
            if not isinstance(move, Move):
                return
            yield move
            position = position.after(move)

    def _best(self, board: Any) -> str:
        """A best move; empty where the tables do not have it. Who wins goes on as fast as possible, who loses slowly."""
        values: dict[int, list[Any]] = {}
        for move in [*board.legal_moves]:
            with _made(board, move):
                if board.is_checkmate():
                    return str(move.uci())
                value = self._value_left(board)
            if value is not None:
                values.setdefault(-value, []).append(move)
        if not values:
            return ""
        best = max(values)
        return str(min(values[best], key=lambda move: (best * self._distance(board, move), move.uci())).uci())

    def _value_left(self, board: Any) -> int | None:
        return 0 if board.is_stalemate() or board.is_insufficient_material() else self.value(board)

    def _distance(self, board: Any, move: Any) -> int:
        """The plies to the next capture or move of a pawn, after a move; 0 where it is one."""
        if board.is_zeroing(move):
            return 0
        with _made(board, move):
            distance: int = self._tables.get_dtz(board) or 0
        return abs(distance)


@contextmanager
def _made(board: Any, move: Any) -> Iterator[None]:
    """A block in which a move stands on a board of the library."""
    board.push(move)
    try:
        yield
    finally:
        board.pop()


class OpeningBook:
    """A book of openings of chess, a file in the format of Polyglot. Raises `TablesFault`, and `MissingExtra`."""

    def __init__(self, path: str) -> None:
        try:
            self._reader = _library("chess.polyglot").open_reader(path)
        except (OSError, ValueError) as fault:
            why = getattr(fault, "strerror", None) or fault
            raise TablesFault(f"{shown(path)} is no book of openings: {why}") from None

    def plies(self, moves: Sequence[LegalMove]) -> int:
        """How many moves of a line the book has, from its first one on."""
        for ply, move in enumerate(moves):
            if not self._has(move):
                return ply
        return len(moves)

    def _has(self, move: LegalMove) -> bool:
        position = move.position
        board = _library("chess").Board
        if _board_of(position.variant) is not board:
            return False
        text = uci.write(position.state, move.raw, position.variant)
        return any(entry.move.uci() == text for entry in self._reader.find_all(board(position.fen)))


def _library(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        raise MissingExtra("tables") from None


def _board_of(game: Variant) -> Any:
    """The board of the library for a game that it knows by its name among engines; else None."""
    source = source_of(game)
    if source is not None and source.is_supplied:
        return None
    try:
        return _library("chess.variant").find_variant((source.game.uci_variant if source else "") or game.name)
    except ValueError:
        return None
