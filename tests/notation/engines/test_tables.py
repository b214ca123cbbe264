"""Endgame tables and books of openings: small real tables (`data/syzygy`), and a book that is written here."""

import struct
from pathlib import Path

import pytest

from fairyscore import Position
from fairyscore.notation.engines.score import EngineScore
from fairyscore.notation.engines.tables import TABLE_WIN, EndgameTables, OpeningBook, TablesFault

chess = pytest.importorskip("chess", reason="the extra `tables`")
polyglot = pytest.importorskip("chess.polyglot")

SYZYGY = str(Path(__file__).resolve().parents[2] / "data" / "syzygy")


@pytest.mark.parametrize(
    ("fen", "value"),
    [
        ("8/8/8/4k3/8/8/3QK3/8 w - - 0 1", 1),
        ("8/8/8/4k3/8/8/3QK3/8 b - - 0 1", -1),
        ("8/8/8/3Qk3/8/8/8/K7 b - - 0 1", 0),  # the queen is lost
        ("8/8/8/4k3/8/8/3QK3/8 w - - 99 1", 0),  # the next move is the hundredth without a capture
    ],
)
def test_what_tables_say(fen: str, value: int) -> None:
    position = Position.from_fen(fen)
    assert EndgameTables(SYZYGY).score(position) == EngineScore(position.turn, TABLE_WIN * value)


def line(fen: str) -> list[str]:
    found = EndgameTables(SYZYGY).line(Position.from_fen(fen))
    assert found is not None
    return [str(move) for move in found.moves]


def test_the_line_goes_on_by_the_rules() -> None:
    """Mate in one is played; a queen that hangs is taken, and then nothing can be won any more."""
    assert line("7k/8/5KQ1/8/8/8/8/8 w - - 0 1") == ["g6-g7"]
    assert line("8/8/8/3Qk3/8/8/8/K7 b - - 0 1") == ["e5xd5"]
    assert line("k7/8/1K6/8/8/8/8/2Q5 b - - 0 1") == ["a8-b8", "b6-a6", "b8-a8", "c1-c8"]


@pytest.mark.parametrize(
    ("variant", "fen"),
    [("chess", ""), ("chess", "8/8/8/4k3/8/8/3RK3/8 w - - 0 1"), ("shogi", ""), ("kaleidochess", "")],
)
def test_what_tables_do_not_have(variant: str, fen: str) -> None:
    position = Position.from_fen(fen, variant) if fen else Position.start(variant)
    tables = EndgameTables(SYZYGY)
    assert (tables.score(position), tables.line(position)) == (None, None)


def test_a_book_knows_the_first_moves(tmp_path: Path) -> None:
    """1. e4 e5 2. Nf3 and castling, as Polyglot writes it; the book is sorted by position."""
    entries, board = [], chess.Board()
    line = ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "e1g1"]
    for text in line:
        move = chess.Move.from_uci(text)
        target = chess.H1 if text == "e1g1" else move.to_square  # castling is the king's move to his rook
        number = target | move.from_square << 6
        entries.append(struct.pack(">QHHI", polyglot.zobrist_hash(board), number, 1, 0))
        board.push(move)
    path = tmp_path / "book.bin"
    path.write_bytes(b"".join(sorted(entries)))
    position, moves = Position.start("chess"), []
    for text in [*line, "a7a6"]:
        moves.append(position.parse(text))
        position = position.play(moves[-1])
    book = OpeningBook(str(path))
    assert (book.plies(moves), book.plies(moves[:3]), book.plies([])) == (7, 3, 0)
    other = Position.start("atomic")
    assert book.plies([other.parse("e4")]) == 0


def test_what_is_no_book_and_no_folder(tmp_path: Path) -> None:
    with pytest.raises(TablesFault, match="holds no Syzygy tables"):
        EndgameTables(str(tmp_path))
    with pytest.raises(TablesFault, match="is no book of openings: No such file"):
        OpeningBook(str(tmp_path / "missing.bin"))
