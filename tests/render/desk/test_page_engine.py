"""The engine of a published page as the judge sees it: lines in, lines out, and what the page is told."""

import json
from pathlib import Path

import pytest
from running import run

import fairyscore
from fairyscore.render.desk import published
from fairyscore.render.desk.engine_files import FURTHER, NEEDED, engine_package
from fairyscore.render.desk.helpers import AskedPosition
from fairyscore.render.desk.page_engine import GROWING, PageEngine
from fairyscore.render.errors import DrawingError

GREETING = (
    "id name Tiny",
    "option name MultiPV type spin default 1 min 1 max 500",
    "option name UCI_Variant type combo default chess var chess var crazyhouse",
    "option name UCI_Chess960 type check default false",
    "option name VariantPath type string default <empty>",
    "option name Use NNUE type check default true",
    "uciok",
)


def greeted() -> PageEngine:
    engine = PageEngine()
    engine.think(asked("chess"))
    assert engine.said() == ["uci"]
    engine.hear(GREETING)
    return engine


def asked(name: str, *moves: str, lines: int = 1) -> AskedPosition:
    start = position = fairyscore.Position.start(name)
    made = []
    for text in moves:
        made.append(position.parse(text))
        position = position.after(made[-1].raw)
    return AskedPosition(start, tuple(made), lines)


def test_searches_grow_until_the_last_one() -> None:
    engine = greeted()
    findings = engine.think(asked("chess"))
    for number in range(len(GROWING)):
        assert findings.running, number
        assert engine.said()[-1].startswith("go movetime ")
        engine.hear([f"info depth {number + 1} score cp 20 nodes 9 pv e2e4 e7e5", "bestmove e2e4"])
    assert not findings.running
    assert findings.analysis is not None
    assert (findings.analysis.depth, [str(move) for move in findings.analysis.lines[0].moves]) == (
        5,
        ["e2-e4", "e7-e5"],
    )


def test_another_position_stops_the_search_once_and_begins_its_own() -> None:
    engine = greeted()
    assert "setoption name Use NNUE value false" in engine.said()
    later = asked("chess", "e4", lines=3)
    findings = engine.think(later)
    engine.think(later)
    assert engine.said() == ["stop"]
    engine.hear(["info depth 9 score cp 11 pv e2e4", "bestmove e2e4"])  # of the old position
    assert findings.analysis is None
    assert engine.said() == [
        "setoption name MultiPV value 3",
        "ucinewgame",
        "position startpos moves e2e4",
        "go movetime 100",
    ]


def test_another_game_is_named_and_an_unknown_one_refused() -> None:
    engine = greeted()
    engine.hear(["bestmove e2e4"])
    engine.rest()
    engine.hear(["bestmove e2e4"])
    engine.said()
    engine.think(asked("crazyhouse"))
    assert "setoption name UCI_Variant value crazyhouse" in engine.said()
    engine.hear(["bestmove e2e4"])
    engine.rest()
    engine.hear(["bestmove e2e4"])
    findings = engine.think(asked("kaleidochess"))
    assert not findings.running
    assert findings.reason.startswith("the engine cannot play this game: ")


def test_a_move_that_the_rules_refuse_ends_the_search() -> None:
    engine = greeted()
    findings = engine.think(asked("chess"))
    engine.hear(["nonsense", "bestmove e2e5", "bestmove e2e4"])
    assert (findings.running, findings.analysis) == (False, None)
    assert findings.reason.startswith("the engine plays a move that the rules refuse, ")


def test_the_desk_hands_over_lines() -> None:
    text = published.games_text([fairyscore.Game.new("chess")], {}, engine=True)
    desk = published.desk_of(text)
    question = {"op": "think", "game": 1, "at": 0, "lines": 1}
    assert desk.reply(question)["say"] == ["uci"]
    assert desk.reply({**question, "heard": list(GREETING)})["say"][-1] == "go movetime 100"
    heard = ["info depth 3 score cp 35 nodes 9 pv e2e4", "bestmove e2e4"]
    answer = desk.reply({**question, "heard": heard})
    assert (answer["score"], answer["lines"][0]["text"]) == ("0.35", "e2-e4")
    assert desk.reply({"op": "rest", "of": "think"}) == {"say": ["stop"]}
    without = published.desk_of(published.games_text([fairyscore.Game.new("chess")], {}))
    assert json.loads(without.answer(json.dumps(question)))["error"]["code"] == "bad-request"
    assert without.helpers.adviser is None


def package(folder: Path, *, left_out: str = "") -> str:
    folder.mkdir()
    for name in (*NEEDED, *FURTHER):
        if name != left_out:
            (folder / name).write_text(f"the file {name}")
    stated = {"name": "tiny.wasm", "version": "1.2", "license": "GPL-3.0", "homepage": "https://tiny.example"}
    (folder / "package.json").write_text(json.dumps(stated))
    return str(folder)


def test_a_package_has_a_name_a_licence_and_its_files(tmp_path: Path) -> None:
    found = engine_package(package(tmp_path / "one"))
    assert (found.name, found.licence, found.is_threaded) == ("tiny.wasm 1.2", "GPL-3.0", True)
    assert set(found.files) == {*NEEDED, *FURTHER}
    assert not engine_package(package(tmp_path / "two", left_out="stockfish.worker.js")).is_threaded


@pytest.mark.parametrize("missing", [*NEEDED, "package.json"])
def test_a_package_without_a_file_is_refused(tmp_path: Path, missing: str) -> None:
    folder = package(tmp_path / "one", left_out=missing)
    if missing == "package.json":
        Path(folder, missing).unlink()
    with pytest.raises(DrawingError, match=f"fairy-stockfish-nnue.wasm: it has no {missing}"):
        engine_package(folder)


def test_the_folder_that_is_published(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from fairyscore.render.desk import pyodide

    monkeypatch.chdir(tmp_path)
    Path("python").mkdir()
    for name in pyodide.DIGESTS:
        Path("python", name).write_text(name)
    written = run("publish", "-o", "site", "--pyodide", "python", "--engine", package(tmp_path / "engine"))
    assert written.exit_code == 0, written.output
    assert "tiny.wasm 1.2 is published too, under GPL-3.0 (engine/Copying.txt); its source: https" in written.stderr
    files = {path.name for path in Path("site/engine").iterdir()}
    assert files == {*NEEDED, *FURTHER, "host.js"}
    page = Path("site/index.html").read_text(encoding="utf-8")
    assert '<a class="rules" href="engine/Copying.txt">Engine: tiny.wasm 1.2, licence GPL-3.0</a>' in page
    assert "const ISOLATED = true;" in Path("site/offline.js").read_text()
    run("publish", "-o", "plain", "--pyodide", "python")
    assert not Path("plain/engine").exists()
    assert "const ISOLATED = false;" in Path("plain/offline.js").read_text()
