"""Engines that behave, and engines that do not: a scripted one in a process of its own (`tests/scripted_engine.py`)."""

import asyncio
import json
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import pytest

from fairyscore import Position, get_variant
from fairyscore.notation.engines.analysis import Analysis
from fairyscore.notation.engines.engine import Engine, EngineError, EngineMoveError, open_engine

SCRIPT = str(Path(__file__).parents[2] / "scripted_engine.py")
START = Position.start("chess")


def scripted(behaviour: str = "good", book: str | Path = "") -> list[str]:
    return [sys.executable, "-S", "-E", SCRIPT, behaviour, *([str(book)] if book else [])]


def booked(folder: Path, **answers: list[str]) -> Path:
    path = folder / "book.json"
    path.write_text(json.dumps({moves.replace("_", " "): lines for moves, lines in answers.items()}))
    return path


def analysis(behaviour: str, book: str | Path = "", **settings: Any) -> Analysis:
    async def found() -> Analysis:
        async with Engine(scripted(behaviour, book), **settings) as engine:
            return await engine.analyse(START, nodes=100)

    return asyncio.run(found())


def children() -> set[str]:
    """The processes that are children of this one, also those that nobody has waited for."""
    found = set()
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = entry.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == os.getpid():
            found.add(entry.parent.name)
    return found


def files_of_ours() -> set[Path]:
    return set(Path(tempfile.gettempdir()).glob("fairyscore-*.ini"))


def test_an_analysis_has_scores_lines_and_moves(tmp_path: Path) -> None:
    book = booked(
        tmp_path,
        e2e4=[
            "depth 7 multipv 2 score cp -20 nodes 90 pv c7c5 g1f3",
            "depth 7 multipv 1 score cp 15 lowerbound nodes 95 pv d7d5",
            "depth 8 multipv 1 score cp -11 nodes 99 pv e7e5 g1f3 e8e4 b8c6",
            "depth 9 multipv 1 score cp 300 lowerbound nodes 100 pv a7a6",
            "e7e5",
        ],
    )
    with open_engine(scripted(book=book)) as engine:
        assert engine.name == "Scripted 1"
        found = engine.analyse(START, after=["e4"], nodes=100, lines=2)
    assert (str(found.move), found.nodes, found.depth) == ("e7-e5", 99, 8)
    assert found.score is not None
    assert (found.score.seat.name, found.score.centipawns, found.score.mate) == ("black", -11, None)
    first, second = found.lines
    assert [str(move) for move in first.moves] == ["e7-e5", "g1-f3"]
    assert first.refusal == "e8e4: a king on e8 cannot go to e4, even on an empty board"
    assert [str(move) for move in second.moves] == ["c7-c5", "g1-f3"]
    assert second.refusal == ""
    assert first.moves[1].position.fen == "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2"


def test_what_the_engine_hears(tmp_path: Path) -> None:
    book = booked(tmp_path, default=["e2e4"])
    with open_engine(scripted(book=book), options={"Hash": 64}) as engine:
        engine.analyse(START, nodes=100)
        engine.analyse(Position.from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), depth=3, seconds=2)
    assert (tmp_path / "book.json.log").read_text().split("\n") == [
        "uci", "setoption name Hash value 64", "isready",
        "isready", "ucinewgame", "isready", "position startpos", "go nodes 100",
        "ucinewgame", "isready", "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "go depth 3 movetime 2000",
        "quit", "",
    ]  # fmt: skip


def test_an_engine_that_gives_up_has_no_move(tmp_path: Path) -> None:
    with open_engine(scripted(book=booked(tmp_path, **{"": ["depth 0 score mate 0", "(none)"]}))) as engine:
        found = engine.analyse(START, nodes=1)
        assert (found.move, found.lines, found.score and found.score.mate) == (None, (), 0)


def test_wrong_questions() -> None:
    mated = Position.from_fen("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")
    with open_engine(scripted()) as engine:
        with pytest.raises(ValueError, match="say how far"):
            engine.analyse(START)
        with pytest.raises(ValueError, match="more than nothing"):
            engine.analyse(START, nodes=0)
        with pytest.raises(ValueError, match="the game is over: checkmate"):
            engine.analyse(mated, nodes=1)
        with pytest.raises(ValueError, match=r"cannot play this game: it does not know Shogi"):
            engine.analyse(Position.start("shogi"), nodes=1)
        assert "no option for games" in engine.refusal(get_variant("atomic"))
        assert engine.refusal(get_variant("chess")) == ""
        assert str(engine.play(START, nodes=1)) == "e2-e4"
    with pytest.raises(ValueError, match="there is no protocol 'xboard'; there are uci, usi, ucci"):
        Engine("x", protocol="xboard")
    with (
        pytest.raises(ValueError, match=r"no option 'Hush'; did you mean Hash\?"),
        open_engine(scripted(), options={"Hush": 1}),
    ):
        pass


@pytest.mark.parametrize(
    ("behaviour", "message"),
    [
        ("silent", r"python.* does not speak UCI within 0\.4 s"),
        ("mute", r"python.* does not speak UCI within 0\.4 s"),
        ("wrong", r"python.* says 'readyok' though nothing was asked"),
        ("deaf", r"Scripted 1 does not answer within 0\.4 s"),
        ("dies", r"Scripted 1 has ended with exit code 3; its last words: out of luck"),
        ("closes", r"Scripted 1 has closed its output"),
        ("illegal", r"Scripted 1 plays a move that the rules refuse, e2e5: .* cannot go to e5"),
        ("nonsense", r"Scripted 1 plays a move that the rules refuse, \\x1b\[31mxyzzy: it is no move"),
        ("endless", r"Scripted 1 has written 1 MiB without the end of a line"),
    ],
)
def test_bad_engines_are_named_and_gone(behaviour: str, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if behaviour in ("silent", "mute"):
        monkeypatch.setattr("fairyscore.notation.engines.engine.GREETING_PATIENCE", 0.4)
    monkeypatch.setattr("fairyscore.notation.engines.process.FAREWELL", 0.4)
    before, files = children(), files_of_ours()
    with pytest.raises(EngineError, match=message):
        analysis(behaviour, patience=0.4 if behaviour == "deaf" else 20)
    assert children() == before
    assert files_of_ours() == files


@pytest.mark.parametrize(
    ("behaviour", "centipawns"), [("half", 17), ("flood", 0), ("shouts", 0), ("slow", 0), ("twice", None)]
)
def test_odd_engines_are_understood(behaviour: str, centipawns: int | None) -> None:
    before = children()
    found = analysis(behaviour, patience=20)
    assert str(found.move) == "e2-e4"
    assert (found.score and found.score.centipawns) == centipawns
    assert children() == before


def test_a_second_answer_is_a_fault() -> None:
    with open_engine(scripted("twice")) as engine:
        engine.analyse(START, nodes=1)
        time.sleep(0.05)
        with pytest.raises(EngineError, match="says 'bestmove e2e4' though nothing was asked"):
            engine.analyse(START, nodes=1)
        assert engine.analyse(START, nodes=1).move is not None  # it is started again


def test_it_is_started_again_where_that_is_asked_for(tmp_path: Path) -> None:
    book = booked(tmp_path)
    with pytest.raises(EngineError, match="exit code 3"):
        analysis("dies-once", book)
    (tmp_path / "book.json.once").unlink()
    assert str(analysis("dies-once", book, restarts=1).move) == "e2-e4"
    with pytest.raises(EngineMoveError):
        analysis("illegal", restarts=3)


def test_an_engine_that_does_not_quit_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fairyscore.notation.engines.process.FAREWELL", 0.2)
    before = children()
    assert analysis("stays").move is not None
    assert children() == before


def test_a_search_that_is_given_up_leaves_nothing() -> None:
    async def given_up() -> None:
        async with Engine(scripted("deaf")) as engine:
            search = asyncio.create_task(engine.analyse(START, nodes=1))
            await asyncio.sleep(0.2)
            search.cancel()
            with pytest.raises(asyncio.CancelledError):
                await search
            assert children() == before

    before = children()
    asyncio.run(given_up())


@pytest.mark.parametrize("program", ["no-such-program", "", "/", "/etc/passwd"])
def test_what_cannot_be_started(program: str) -> None:
    with pytest.raises(EngineError, match="cannot be started"), open_engine(program):
        pass


def test_a_program_may_have_arguments(tmp_path: Path) -> None:
    link = tmp_path / "an engine"
    link.symlink_to(sys.executable)
    with open_engine(f"{sys.executable} -S -E {SCRIPT} good") as engine:
        assert engine.name == "Scripted 1"
    with open_engine([str(link), "-S", "-E", SCRIPT, "good"]) as engine:
        assert engine.name == "Scripted 1"
