"""How far each kind of text stays with the compiled scanner: a kind that falls out costs nothing but time, so no other test
notices it."""

from enum import Enum
from typing import Any, NamedTuple
from unittest.mock import patch

import pytest
from scanner_differential import counted

from fairyscore.notation.kernel import CORE
from fairyscore.notation.records.game_text import Batch
from fairyscore.notation.replay import BatchForm, Validator
from fairyscore.notation.replay.batches import BatchReader
from fairyscore.notation.replay.game_replayer import GameReplayer

pytestmark = pytest.mark.skipif(CORE is None, reason="without the compiled kernel all games are read in Python")

PLAIN = '[Event "a"]\n[White "A"]\n[Black "B"]\n[Result "*"]\n\n1. e4 e5 2. Nf3 *\n\n'


class Way(Enum):
    """COUNTED: no Python object is made of a game. NOTED: it gets a verdict, with what the scanner noted.
    SCANNED: the scanner reads the game by itself, after Python has read its tags. REPLAYED: Python makes its moves."""

    COUNTED = "counted"
    NOTED = "noted"
    SCANNED = "scanned"
    REPLAYED = "replayed"


class Kind(NamedTuple):
    """A kind of text: a plain game with something in the place of another."""

    name: str
    way: Way
    old: str = ""
    new: str = ""


KINDS = (
    Kind("plain", Way.COUNTED),
    Kind("numbers stuck to moves", Way.COUNTED, "1. e4", "1.e4"),
    Kind("numbers without a stop", Way.COUNTED, "1. e4", "1 e4"),
    Kind("checks and signs", Way.COUNTED, "2. Nf3", "2. Qh5!? g6 3. Qxe5+?"),
    Kind("NAGs", Way.COUNTED, "e5", "e5 $2 $14"),
    Kind("the highest NAG", Way.COUNTED, "e5", "e5 $255"),
    Kind("a NAG that is too high", Way.REPLAYED, "e5", "e5 $256"),
    Kind("comments", Way.COUNTED, "e5", "{a} e5 {b\nc}"),
    Kind("a clock at the head of a line", Way.COUNTED, "e5", "e5 {a\n[%clk 0:01:00]}"),
    Kind("a bracket at the head of a line", Way.COUNTED, "e5", "e5 {a\n[1:00] b}"),
    Kind("an empty comment", Way.COUNTED, "e5", "e5 {}"),
    Kind("a comment before the first move", Way.COUNTED, "e4", "{a} e4"),
    Kind("a brace within a comment", Way.REPLAYED, "e5", "e5 {a { b}"),
    Kind("comments to the end of the line", Way.COUNTED, "e5", "e5 ; b\n"),
    Kind("escaped lines", Way.COUNTED, "e5", "e5\n% b\n"),
    Kind("variations", Way.COUNTED, "2. Nf3", "(1... c5 2. c3 (2. d4 cxd4)) 2. Nf3"),
    Kind("null moves in variations", Way.NOTED, "2. Nf3", "(1... -- 2. d4) 2. Nf3"),
    Kind("null moves in the main line", Way.NOTED, "e5 2. Nf3", "-- 2. Nf3"),
    Kind("a wrong number", Way.NOTED, "2. Nf3", "3. Nf3"),
    Kind("letters of Latin-1", Way.COUNTED, '"A"', '"\u00c4"'),
    Kind("any letters", Way.COUNTED, "e5", "e5 {\u4e2d}"),
    Kind("blanks behind tags", Way.COUNTED, '"]\n', '"] \n'),
    Kind("escaped quotes in a tag", Way.COUNTED, '"A"', '"\\"A\\""'),
    Kind("no tag Result", Way.COUNTED, '[Result "*"]\n', ""),
    Kind("one score for both", Way.COUNTED, "*", "1/2"),
    Kind("the number of plies", Way.COUNTED, '[Result "*"]', '[Result "*"]\n[PlyCount "3"]'),
    Kind("a FEN", Way.COUNTED, '[Result "*"]', '[Result "*"]\n[FEN "4k3/4p3/8/8/8/8/4P3/4K1N1 w - - 0 1"]'),
    Kind("a FEN of seven fields", Way.COUNTED, '[Result "*"]', '[Result "*"]\n[Variant "three-check"]\n'
         '[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1"]'),
    Kind("another tag first", Way.SCANNED, '[Event "a"]\n', ""),
    Kind("words between tags and moves", Way.REPLAYED, "1. e4", "$1 1. e4"),
    Kind("empty brackets", Way.REPLAYED, "2. Nf3", "() 2. Nf3"),
    Kind("a result missing", Way.REPLAYED, "Nf3 *", "Nf3"),
    Kind("a result unlike the tag", Way.REPLAYED, "Nf3 *", "Nf3 1-0"),
    Kind("a move that is not legal", Way.NOTED, "Nf3", "Ke3"),
    Kind("moves and comments behind such a move", Way.NOTED, "Nf3", "Ke3 {a} Nc6 $1"),
    Kind("a variation behind it", Way.REPLAYED, "Nf3", "Ke3 (2. d4) Nc6"),
    Kind("a capture without its mark", Way.NOTED, "2. Nf3", "2. Qh5 Nf6 3. Qe5+"),
    Kind("such a capture in a variation", Way.REPLAYED, "2. Nf3", "2. Nf3 (2. Qh5 Nf6 3. Qe5+)"),
    Kind("such a capture by a pawn", Way.NOTED, "e5 2. Nf3", "d5 2. ed5"),
    Kind("a long form", Way.COUNTED, "1. e4", "1. e2-e4"),
    Kind("a move as engines write it", Way.COUNTED, "1. e4", "1. e2e4"),
    Kind("more of the origin than is needed", Way.COUNTED, "2. Nf3", "2. Ng1f3"),
)  # fmt: skip


def way_of(data: bytes) -> Way:
    """How the games of a file of like games are read."""
    replayed = scanned = 0
    judge, replay = Validator.judge, GameReplayer.replay

    def judging(*args: object, **kwargs: object) -> object:
        nonlocal scanned
        scanned += 1
        return judge(*args, **kwargs)  # type: ignore[arg-type]

    def replaying(*args: object, **kwargs: object) -> object:
        nonlocal replayed
        replayed += 1
        return replay(*args, **kwargs)  # type: ignore[arg-type]

    with patch.object(Validator, "judge", judging), patch.object(GameReplayer, "replay", replaying):
        count = counted(data, BatchForm.COUNT)
    if replayed:
        return Way.REPLAYED
    if scanned:
        return Way.SCANNED
    return Way.NOTED if count.batched < count.games else Way.COUNTED


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name.replace(" ", "-"))
def test_a_kind_of_text_is_read_as_quickly_as_it_can_be(kind: Kind) -> None:
    text = PLAIN.replace(kind.old, kind.new) if kind.old else PLAIN
    assert kind.old in PLAIN
    assert way_of(text.encode() * 4) is kind.way


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind.way is Way.NOTED], ids=lambda kind: kind.name)
def test_games_with_notes_do_not_end_a_batch(kind: Kind) -> None:
    """The scanner goes on behind them: it is called once for all games but the last of a file, and once for that."""
    calls, read = 0, BatchReader.__call__

    def reading(*args: Any) -> Batch:
        nonlocal calls
        calls += 1
        return read(*args)

    games = (PLAIN * 3 + PLAIN.replace(kind.old, kind.new)) * 20
    with patch.object(BatchReader, "__call__", reading):
        count = counted(games, BatchForm.COUNT)
    assert (count.games, count.batched, calls) == (80, 60, 2)
    assert [finding.game for finding in count.findings] == [*range(4, 81, 4)]


def test_moves_in_a_tag_are_judged_in_counted_files_too() -> None:
    """`bm` of EPD names a move of the position; it is read by Python, whatever stands around it."""
    text = PLAIN.replace('[Result "*"]', '[bm "Ke3"]\n[Result "*"]')
    assert counted(PLAIN + text, BatchForm.COUNT).findings != []
