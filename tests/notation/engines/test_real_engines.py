"""Engines that are installed here; without any nothing is tested. Asked by us and by hand, they must say the same."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator

import pytest

from fairyscore import OpenEngine, Position, get_variant, open_engine

FAIRY = shutil.which("fairy-stockfish", path=f"{os.environ.get('PATH', '')}:/usr/games")
SOME = ("chess", "chess960", "shogi", "xiangqi", "three-check")

pytestmark = pytest.mark.skipif(FAIRY is None, reason="no Fairy-Stockfish here")


@pytest.fixture(scope="module")
def engine() -> Iterator[OpenEngine]:
    with open_engine(str(FAIRY)) as opened:
        yield opened


def by_hand(settings: str, position: str, go: str) -> tuple[str, str]:
    """The last exact score and the move of a bare session."""
    fixed = ("setoption name Threads value 1", "setoption name Hash value 16")
    with subprocess.Popen([str(FAIRY)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        program.stdin.write("\n".join(("uci", *fixed, settings, "ucinewgame", "isready", position, go, "")))
        program.stdin.flush()
        exact = [""]
        for line in program.stdout:
            if " score " in line and "bound" not in line:
                exact.append(line)
            if line.startswith("bestmove "):
                program.stdin.write("quit\n")
                program.stdin.flush()
                found = re.search(r" score (\w+ -?\d+)", exact[-1])
                return found[1] if found else "", line.split()[1]
    raise AssertionError


@pytest.mark.parametrize("name", SOME)
def test_lines_are_legal_and_scores_are_those_of_a_bare_session(name: str, engine: OpenEngine) -> None:
    position = Position.start(name)
    known = {"chess960": "fischerandom", "three-check": "3check"}.get(name, name)
    for moves in ((), tuple(str(move) for move in position.legal_moves[:1])):
        found = engine.analyse(position, after=moves, nodes=1000)
        assert [line.refusal for line in found.lines] == [""]
        assert found.move is not None
        assert found.score is not None
        line = " ".join(position.write(move, "uci") for move in moves)
        score, move = by_hand(
            f"setoption name UCI_Variant value {known}",
            f"position startpos{f' moves {line}' if line else ''}",
            "go nodes 1000",
        )
        assert f"cp {found.score.centipawns}" == score
        assert found.move.position.write(found.move, "uci") == move


@pytest.mark.parametrize(("protocol", "game", "notation"), [("usi", "shogi", "usi"), ("ucci", "xiangqi", "ucci")])
def test_the_other_protocols(protocol: str, game: str, notation: str) -> None:
    with open_engine(str(FAIRY), protocol=protocol) as opened:
        found = opened.analyse(Position.start(game), nodes=500)
        assert found.move is not None
        assert [line.refusal for line in found.lines] == [""]
        assert opened.analyse(found.move.position.play(found.move), depth=2, seconds=1).move is not None


def test_a_game_in_a_file_is_written_for_it(engine: OpenEngine) -> None:
    from fairyscore import variant_from_text

    knights = variant_from_text(
        'title = "Chancellors"\nbased_on = "chess"\nstart = "rnbckbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBCKBNR w KQkq - 0 1"\n'
        '[[piece]]\nletter = "C"\nname = "chancellor"\nmoves = "RN"\n'
    )
    assert engine.refusal(knights) == ""
    found = engine.analyse(Position.start(knights), nodes=1000)
    assert [line.refusal for line in found.lines] == [""]


def test_a_game_that_it_would_play_otherwise_is_refused(engine: OpenEngine) -> None:
    """Cannibals become what they take: no setting says that."""
    assert "cannot be written for it" in engine.refusal(get_variant("cannibal"))
