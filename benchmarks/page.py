"""How long people wait at the page that plays: first board, judge ready, answers to moves; memory and size.

Needs Chromium, its driver and selenium (`tests/browser.py`), and for the published page the npm package `pyodide`
(`npm ci --prefix tests`). The figures of WebAssembly stand beside an empty start of Pyodide on the same machine.
"""

import gzip
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import cycle, islice
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any, NamedTuple
from urllib.request import urlopen

from benchmarks.measuring import Figure, FigureTable
from fairyscore.notation.archive import judge_file
from fairyscore.notation.game import Game
from fairyscore.notation.replay import Validator

TESTS = Path(__file__).resolve().parent.parent / "tests"
PYODIDE = TESTS / "node_modules" / "pyodide"

GAMES = ("chess", "kaleidochess:players=4", "shogi")
PLACES = (10, 400)
"""Plies at which answers are measured."""

MOVES = 20
"""Moves measured at each place."""

FIRST_BOARD = "(performance.getEntriesByName('first-contentful-paint')[0] ?? {}).startTime"
WATCH = """new MutationObserver(() => {
  if (document.documentElement?.dataset.judge === "ready") window.readyAt ??= performance.now();
}).observe(document, { attributes: true, subtree: true });
addEventListener("load", () => requestAnimationFrame(() => requestAnimationFrame(() => {
  window.usableAt = performance.now();
})));"""
"""Runs before a page does: when the judge was ready, and the page drawn, in milliseconds after the page was asked for."""

TIMED = """const [moves, done] = arguments;
(async () => {
  const taken = [];
  for (const move of moves) {
    const before = performance.now();
    await desk.turn(() => desk.play({ move }));
    document.querySelector("svg.board").getBoundingClientRect();
    taken.push(performance.now() - before);
  }
  done(taken);
})()"""
"""Plays moves on the page: how long each takes, from the request to the board that shows it."""

REMEMBERED = """await (async () => {
  const name = (await caches.keys()).find((name) => name.includes(location.origin));
  return (name && await (await caches.open(name)).match("memory")) ? true : null;
})()"""
"""Whether the browser has kept the memory of the judge."""

COLLECTIONS = (1000, 10_000)
"""Games on a page."""

SEARCHES = ("a", "carlsen", "carlsen anand", "2004", "")
"""What is typed into the list of games, one after the other."""

FOUND_ON_PAGE = """const done = arguments[0];
(async () => {
  const [taken, box] = [[], document.querySelector("label.filter input")];
  for (const words of fairyscoreSearches) {
    const before = performance.now();
    box.value = words;
    box.dispatchEvent(new Event("input"));
    document.body.getBoundingClientRect();
    taken.push(performance.now() - before);
  }
  const before = performance.now();
  await new Promise((open) => fairyscore.goTo(`g${fairyscore.list.count}`, { still: true }, open));
  document.body.getBoundingClientRect();
  done([taken, performance.now() - before]);
})()"""

FOUND_ON_DESK = """const done = arguments[0];
(async () => {
  const [taken, box] = [[], document.getElementById("find")];
  for (const words of fairyscoreSearches) {
    const before = performance.now();
    box.value = words;
    await desk.listGames();
    document.body.getBoundingClientRect();
    taken.push(performance.now() - before);
  }
  const { all } = await desk.judge.ask({ op: "list", most: 1 });
  const before = performance.now();
  await desk.openGame(all);
  document.body.getBoundingClientRect();
  done([taken, performance.now() - before]);
})()"""

EMPTY_PAGE = '<!doctype html><script>new Worker("empty.js", { type: "module" }).onmessage = () => {'
EMPTY_PAGE += ' document.documentElement.dataset.judge = "ready"; };</script>'
EMPTY_WORKER = """import { loadPyodide } from "./pyodide/pyodide.mjs";
await loadPyodide({ indexURL: new URL("pyodide/", location.href).href });
postMessage("ready");"""
"""Python in a worker, and nothing else."""


def long_game(name: str, plies: int) -> tuple[str, list[str]]:
    """A random game that lasts: its record up to a ply, and moves with which it goes on.

    Pieces are neither captured nor promoted where another move is legal, and no move ends the game.
    """
    random, game = Random(2026), Game.new(name)
    position, moves = game.root.position, list[str]()
    while len(moves) < plies + MOVES:
        legal = random.sample(position.legal_moves, len(position.legal_moves))
        quiet = [move for move in legal if not (move.is_capture or move.promotion)]
        lasting = (move for move in quiet + legal if position.play(move).outcome is None)
        moves.append(next(lasting).text)
        position = position.play(moves[-1])
    node: Any = game.root
    for move in moves[:plies]:
        node = node.add(move)
    return game.to("pgn"), moves[plies:]


# -- a browser and what it shows --------------------------------------------------------------------------------------


@contextmanager
def browsing() -> Iterator[Any]:
    """A browser that has seen nothing yet."""
    sys.path.insert(0, str(TESTS))
    import browser

    if not browser.installed():
        sys.exit("the page is measured in chromium, which is not installed, or chromedriver is not")
    with browser.started() as running:
        running.set_script_timeout(120)
        running.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
        yield running


class Opened(NamedTuple):
    """What opening a page took: milliseconds until something was painted, and until the judge was ready.

    cpu: seconds of the processor in all processes of the browser; other programs disturb that less.
    """

    board: float
    judge: float
    cpu: float


def opened(browser: Any, url: str) -> Opened:
    """Open a page, and wait for its judge."""
    browser.get("about:blank")
    before = _cpu_seconds(browser)
    browser.get(url)
    ready = _awaited(browser, "window.readyAt")
    cpu = _cpu_seconds(browser) - before
    return Opened(browser.execute_script(f"return {FIRST_BOARD}") or 0.0, ready, cpu)


def _cpu_seconds(browser: Any) -> float:
    """What all processes of a browser have taken so far (Linux)."""
    ticks = 0
    for process in _below(browser.service.process.pid):
        with suppress(OSError):
            fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def _awaited(browser: Any, value: str) -> Any:
    """The value of an expression of the page, once there is one."""
    end = time.monotonic() + 120
    while (found := browser.execute_script(f"return {value}")) is None:
        if time.monotonic() > end:
            sys.exit(f"{browser.current_url}: no {value} within two minutes")
        time.sleep(0.01)
    return found


def answers(browser: Any, record: str, moves: list[str]) -> list[float]:
    """Open a record, go to its end, and play moves: milliseconds from each request to the board that shows it."""
    read = "desk.judge.ask({ op: 'read', text: arguments[0] }).then(({ games }) => desk.openGame(games[0].game))"
    browser.execute_async_script(f"{read}.then(() => desk.end()).then(arguments[1])", record)
    taken: list[float] = browser.execute_async_script(TIMED, moves)
    return taken


def page_memory(browser: Any) -> float:
    """MiB of the largest process that draws pages, the shared part of it among its owners."""
    parent = browser.service.process.pid
    sizes = []
    for process in _below(parent):
        with suppress(OSError):
            if b"--type=renderer" in Path(f"/proc/{process}/cmdline").read_bytes():
                sizes.append(process_memory(process))
    return max(sizes)


def process_memory(process: int) -> float:
    """MiB of a process (Linux)."""
    lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("Pss:"))


def _below(parent: int) -> Iterator[int]:
    """The processes that a process has started, and those that they have."""
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            if int(path.read_text().rpartition(")")[2].split()[1]) == parent:
                yield int(path.parent.name)
                yield from _below(int(path.parent.name))


# -- what is served ---------------------------------------------------------------------------------------------------


@contextmanager
def desk(*files: Path) -> Iterator[tuple[str, int]]:
    """The address of a desk with the games of files, and its process."""
    words = [sys.executable, "-m", "fairyscore.cli.main", "desk", "--port", "0", *map(str, files)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip(), process.pid
        finally:
            process.terminate()


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a folder behind a plain web server, which is a process of its own."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = [sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1", "--directory", str(folder)]
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            for _ in range(500):
                with suppress(OSError), urlopen(f"http://127.0.0.1:{port}/"):
                    break
                time.sleep(0.01)
            yield f"http://127.0.0.1:{port}/"
        finally:
            process.terminate()


def published(folder: Path, name: str) -> None:
    """Write the site of a game, and beside it a page on which Python starts and does nothing."""
    words = ["publish", "--variant", name, "-o", str(folder), "--pyodide", str(PYODIDE)]
    subprocess.run([sys.executable, "-m", "fairyscore.cli.main", *words], check=True, stderr=subprocess.DEVNULL)
    (folder / "empty.html").write_text(EMPTY_PAGE)
    (folder / "empty.js").write_text(EMPTY_WORKER)


# -- the tables -------------------------------------------------------------------------------------------------------


def starts(rounds: int) -> FigureTable:
    """First board and judge ready, at the desk and on a published page."""
    rows: list[tuple[Figure, ...]] = []

    def row(what: str, taken: list[Opened], empty: list[Opened]) -> None:
        boards, judges, cpu = zip(*taken, strict=True)
        times = min(cpu) / min(one.cpu for one in empty) if empty else 0.0
        rows.append((what, min(boards), min(judges), median(judges), min(cpu), times))

    with browsing() as browser, desk() as (url, _):
        row("desk", [opened(browser, url) for _ in range(rounds)], [])
    for name in GAMES if PYODIDE.is_dir() else ():
        first, again, empty, empty_again = [], [], list[Opened](), list[Opened]()
        with tempfile.TemporaryDirectory() as folder:
            published(Path(folder), name)
            with served(Path(folder)) as url:
                for _ in range(rounds):
                    with browsing() as browser:
                        empty.append(opened(browser, f"{url}empty.html"))
                        empty_again.append(opened(browser, f"{url}empty.html"))
                    with browsing() as browser:
                        first.append(opened(browser, url))
                        _awaited(browser, REMEMBERED)
                        again.append(opened(browser, url))
        row(f"{name}, first visit", first, empty)
        row(f"{name}, next visit", again, empty_again)
    columns = ("page", "first board, ms", "judge ready, ms", "median", "CPU s", "times an empty Pyodide")
    return FigureTable(
        "Start of the page that plays", columns, tuple(rows), f"best of {rounds} runs, and the median; ratio of CPU"
    )


def moves(rounds: int) -> FigureTable:
    """Answers to moves, from the request to the board, and memory behind them."""
    rows: list[tuple[Figure, ...]] = []
    games = {(name, ply): long_game(name, ply) for name in GAMES for ply in PLACES}

    def measured(where: str, browser: Any, memory: Callable[[], float]) -> None:
        for (name, ply), (record, played) in games.items():
            taken = [one for _ in range(rounds) for one in answers(browser, record, played)]
            rows.append((f"{where}, {name}, ply {ply}", median(taken), quantiles(taken, n=20)[-1], memory()))

    with browsing() as browser, desk() as (url, process):
        opened(browser, url)
        measured("desk", browser, lambda: page_memory(browser) + process_memory(process))
    if PYODIDE.is_dir():
        with tempfile.TemporaryDirectory() as folder, browsing() as browser:
            published(Path(folder), "chess")
            with served(Path(folder)) as url:
                opened(browser, url)
                measured("published", browser, lambda: page_memory(browser))
                opened(browser, url)
                measured("published, next visit", browser, lambda: page_memory(browser))
    note = f"{MOVES} moves, {rounds} times; memory of the page and, at the desk, of the program"
    columns = ("page, game, place", "median, ms", "95 %, ms", "memory, MiB")
    return FigureTable("Answers to moves on the page that plays", columns, tuple(rows), note)


def collections(pgn: Path, rounds: int) -> FigureTable:
    """A page that plays back thousands of games, and a desk with them: how long people wait, and memory.

    pgn: its games, again and again until there are so many.
    """
    rows: list[tuple[Figure, ...]] = []
    with tempfile.TemporaryDirectory() as folder:
        for count in COLLECTIONS:
            games, written = Path(folder, "games.pgn"), Path(folder, "games.html")
            _repeat_games(pgn, count, games)
            view = [sys.executable, "-m", "fairyscore.cli.main", "view", str(games), "-o", str(written)]
            subprocess.run(view, stderr=subprocess.DEVNULL, check=False)  # findings make it leave with 1
            size = written.stat().st_size / 1e6
            with browsing() as browser:
                taken = [_searched(browser, written.as_uri(), FOUND_ON_PAGE) for _ in range(rounds)]
                rows.append(
                    (f"page, {count:,} games", size, *map(median, zip(*taken, strict=True)), page_memory(browser))
                )
            with browsing() as browser, desk(games) as (url, process):
                taken = [_searched(browser, url, FOUND_ON_DESK) for _ in range(rounds)]
                both = page_memory(browser) + process_memory(process)
                rows.append((f"desk, {count:,} games", 0.0, *map(median, zip(*taken, strict=True)), both))
    columns = ("where", "size, MB", "usable after, ms", "slowest search, ms", "last game opened, ms", "memory, MiB")
    note = f"medians of {rounds}; memory of the page and, at the desk, of the program"
    return FigureTable("Collections of games in a browser", columns, tuple(rows), note)


def _repeat_games(pgn: Path, count: int, to: Path) -> None:
    """Write so many games of a file, from the first on again and again."""
    games = [verdict.game_text.text.strip() for verdict in judge_file(pgn, Validator()) if verdict.game_text.number]
    to.write_text("\n\n".join(islice(cycle(games), count)) + "\n", encoding="utf-8")


def _searched(browser: Any, url: str, program: str) -> tuple[float, float, float]:
    """Milliseconds until a page is usable, of the slowest of some searches, and until the last game is open."""
    browser.get("about:blank")
    browser.get(url)
    usable = _awaited(browser, "window.usableAt")
    browser.execute_script("window.fairyscoreSearches = arguments[0]", SEARCHES)
    searches, opened_after = browser.execute_async_script(program)
    return usable, max(searches), opened_after


def sizes() -> FigureTable:
    """What a published page loads, as it is and as servers compress it."""
    rows: list[tuple[Figure, ...]] = []
    with tempfile.TemporaryDirectory() as folder:
        published(Path(folder), "chess")
        files = {path.name: path.read_bytes() for path in Path(folder).rglob("*") if path.is_file()}
    parts = {name: (len(content), len(gzip.compress(content, 6))) for name, content in files.items()}
    parts = {name: part for name, part in parts.items() if not name.startswith("empty.")}
    raw_total = sum(raw for raw, _ in parts.values())
    packed_total = sum(packed for _, packed in parts.values())
    rows.append(("all", raw_total / 1e6, packed_total / 1e6))
    for name, (raw, packed) in sorted(parts.items(), key=lambda part: -part[1][1])[:6]:
        rows.append((name, raw / 1e6, packed / 1e6))
    return FigureTable("Size of a published page", ("file", "MB", "compressed, MB"), tuple(rows), "gzip -6")
