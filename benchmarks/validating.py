"""Chess records validated from the file to the verdict, by fairyscore and by python-chess; and where the time goes.

The way from bytes to the verdict is gone anew up to each step, and the difference to the step before is what the step
takes: so its memory is as warm, and its data as cold, as in real work. Each run forgets the moves that were read, as a
fresh process knows none. `report` is all that the command `validate` does beside judging, run in this process with its
output thrown away.
"""

import logging
import sys
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from unittest.mock import patch

import chess
import chess.pgn
from click.testing import CliRunner

from benchmarks.measuring import Figure, FigureTable, RunTally, by_fairyscore, cpu_seconds, in_turn, ratio, spread
from fairyscore.notation.formats import pgn
from fairyscore.notation.records.game_setup import GameSetup, game_setup
from fairyscore.notation.records.game_text import GameText, split_games
from fairyscore.notation.records.text_reader import CHUNK, text_of
from fairyscore.notation.records.token_stream import DiagnosticCollector, TokenStream
from fairyscore.notation.replay import Validator, Verdict, compiled
from fairyscore.notation.replay.game_replayer import GameReplayer
from fairyscore.notation.replay.runs import gather
from fairyscore.notation.variants import variant

logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)  # else python-chess tells each fault


class Checker(chess.pgn.BaseVisitor[bool]):
    """The cheapest way to check a game with python-chess: no tree is built, variations are passed over."""

    def __init__(self, tally: RunTally) -> None:
        self.tally = tally
        self.faulty = False

    def begin_variation(self) -> chess.pgn.SkipType:
        """Pass over it."""
        return chess.pgn.SKIP

    def visit_move(self, _board: chess.Board, _move: chess.Move) -> None:
        """Count it."""
        self.tally.plies += 1

    def handle_error(self, _error: Exception) -> None:
        """Count the game, once; the rest of it is not read."""
        self.tally.faulty += not self.faulty
        self.faulty = True

    def result(self) -> bool:
        """Whether there was a game."""
        return True


def by_python_chess(path: Path) -> RunTally:
    """Read every game with python-chess, which checks the moves as it reads them."""
    tally = RunTally()
    with path.open(encoding="utf-8", errors="surrogateescape") as text:
        while chess.pgn.read_game(text, Visitor=lambda: Checker(tally)):
            tally.games += 1
    return tally


def chess_records(path: Path, rounds: int) -> FigureTable:
    """Alternating runs in one process. fairyscore's first run is reported too: later ones know the texts of the moves."""
    first = cpu_seconds(lambda: by_fairyscore(path))
    ours, theirs = by_fairyscore(path), by_python_chess(path)
    programs = (by_fairyscore, by_python_chess)
    left, right = in_turn(programs, rounds, lambda run: cpu_seconds(lambda: run(path)), warm_up=False)
    noise = spread([b / a for a, b in zip(left, right, strict=True)])
    rows = (
        ("fairyscore", ours, median(left), ratio(right, left), noise),
        ("fairyscore, first run", ours, first, median(right) / first, 2 * noise),  # there is one first run only
        ("python-chess", theirs, median(right), 1.0, spread(right)),
    )
    return FigureTable(
        f"Chess records: {path.name}, {path.stat().st_size / 1e6:.1f} MB",
        ("program", "games", "plies", "faulty games", "games/s", "plies/s", "times python-chess", "+- %"),
        tuple(
            (name, tally.games, tally.plies, tally.faulty, round(tally.games / took), round(tally.plies / took), *times)
            for name, tally, took, *times in rows
        ),
        f"medians of {rounds} alternating pairs in one process; CPU seconds",
    )


# -- steps ------------------------------------------------------------------------------------------------------------


def cut(path: Path) -> Iterator[GameText]:
    """The texts of the games."""
    with path.open("rb") as binary:
        text, _ = text_of(binary)
        yield from split_games(iter(lambda: text.read(CHUNK), ""))


def opened(path: Path) -> Iterator[tuple[TokenStream, DiagnosticCollector, GameSetup]]:
    """Their tags read, their variants found, their pieces set up."""
    for game_text in cut(path):
        notes = DiagnosticCollector("", game_text)
        token_stream = pgn.read(game_text, notes)
        setup = game_setup(token_stream, notes)
        if setup.state_of() is not None:
            yield token_stream, notes, setup


def replayers(path: Path) -> Iterator[GameReplayer]:
    """Their tags read, their variants found, their pieces set up, their moves texts cut into tokens."""
    for token_stream, notes, setup in opened(path):
        tags, state_of = token_stream.tags, setup.state_of
        verdict = Verdict(notes.game_text, notes.findings, tags, setup.game, setup=setup, last_state=state_of)
        yield GameReplayer(verdict, notes, token_stream)


def report(path: Path) -> None:
    """Validated by the command."""
    from fairyscore.cli.validate import command

    CliRunner().invoke(command, [str(path)])


STEPS: dict[str, Callable[[Path], object]] = {
    "cutting": lambda path: deque(cut(path), 0),
    "tags and start": lambda path: deque(opened(path), 0),
    "tokens": lambda path: deque(replayers(path), 0),
    "syntax": lambda path: deque(map(gather, replayers(path)), 0),
    "moves": lambda path: deque(map(GameReplayer.replay, replayers(path)), 0),
    "end of game": lambda path: deque(map(Validator().judge, cut(path)), 0),
    "report": report,
}
"""The way from the file up to each step."""


def steps(path: Path, rounds: int) -> FigureTable:
    """What each step adds to the one before, without the compiled scanner, which takes several steps at once."""
    known = variant("chess").cache

    def clock(step: Callable[[Path], object]) -> float:
        known.parsed_moves.clear()
        known.unique_moves.clear()
        with patch.object(compiled, "CORE", None):
            return cpu_seconds(lambda: step(path))

    plies = by_fairyscore(path).plies
    found = in_turn(list(STEPS.values()), rounds, clock)
    theirs = [cpu_seconds(lambda: by_python_chess(path)) for _ in range(rounds)]
    whole, other, before = median(found[-1]), median(theirs), 0.0
    rows: list[tuple[Figure, ...]] = []
    for name, times in zip(STEPS, found, strict=True):
        step = max(median(times) - before, 0.0)
        before = median(times)
        speed = round(plies / step) if step else 0
        rows.append((name, step, speed, 100 * step / whole, other / before, spread(times)))
    rows.append(("all", whole, round(plies / whole), 100.0, other / whole, spread(found[-1])))
    rows.append(("python-chess", other, round(plies / other), 0.0, 1.0, spread(theirs)))
    return FigureTable(
        f"Steps of validating: {path.name}, {plies:,} plies",
        ("step", "CPU seconds", "plies/s", "share, %", "so far, times python-chess", "+- %"),
        tuple(rows),
        f"differences of medians of {rounds} runs up to each step; moves read before are forgotten for each run",
    )


if __name__ == "__main__":  # for `peers`
    by_python_chess(Path(sys.argv[1]))
