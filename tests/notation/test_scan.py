"""What a visitor is told, and in what order."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nightly import sampled

from fairyscore import SKIP, Game, LegalMove, Node, Visitor, scan, validate
from fairyscore.notation.replay import compiled


class Everything:
    """Writes all calls down, as words."""

    def __init__(self, skipped: str = "") -> None:
        self.calls: list[str] = []
        self._skipped = skipped
        self._skips = False

    def begin_tags(self) -> None:
        self.calls.append("game")

    def tag(self, name: str, value: str) -> None:
        self.calls.append(f"{name}={value}")
        self._skips = bool(self._skipped) and value == self._skipped

    def end_tags(self) -> object:
        self.calls.append("tags end")
        return SKIP if self._skips else None

    def move(self, move: object) -> None:
        self.calls.append(str(move))

    def nag(self, number: int) -> None:
        self.calls.append(f"${number}")

    def comment(self, text: str) -> None:
        self.calls.append(f"{{{text}}}")

    def begin_variation(self) -> None:
        self.calls.append("(")

    def end_variation(self) -> None:
        self.calls.append(")")

    def result(self, result: str) -> None:
        self.calls.append(result)

    def diagnostic(self, diagnostic: object) -> None:
        self.calls.append(str(getattr(diagnostic, "code", "")))

    def end_game(self) -> None:
        self.calls.append("end")


def events_of(text: str, skipped: str = "") -> str:
    return " ".join(scan(io.StringIO(text), Everything(skipped)).calls)


HEAD = "game White=A tags end"


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ("1. e4 e5 *", "e2-e4 e7-e5 * end"),
        ("1. e4! $14 {best  by test} *", "e2-e4 $1 $14 {best by test} * end"),
        ("1. e4 e5 (1... c5 2. Nf3 (2. c3)) 2. f4 *", "e2-e4 e7-e5 ( c7-c5 g1-f3 ( c2-c3 ) ) f2-f4 * end"),
        ("1. e4 e5 2. Ke3 Nc6 1-0", "e2-e4 e7-e5 no-piece-reaches {2. Ke3 Nc6} 1-0 end"),
        ("1. e4 e5 (1... Ke5 2. d4) 2. d4 *", "e2-e4 e7-e5 ( no-piece-reaches {1... Ke5 2. d4} ) d2-d4 * end"),
        ("1. e4 e5 3. d4 exd4 *", "e2-e4 e7-e5 move-number d2-d4 e5xd4 * end"),
        ("1. e4+ e5 *", "e2-e4 false-mark e7-e5 * end"),
        ("1. e4 e5 (1... c5 2. -- d5) *", "e2-e4 e7-e5 ( c7-c5 null-move -- d7-d5 ) * end"),
        ("{a} 1. e4 ({b} 1. d4 {c}", "{a} e2-e4 ( {b} d2-d4 {c} ) unclosed-variation end"),
        ("1. e4 e5", "e2-e4 e7-e5 no-result end"),
        ("", "no-result end"),
    ],
)
def test_events_come_in_the_order_of_the_text(moves: str, expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = f'[White "A"]\n\n{moves}\n\n'
    assert events_of(text) == f"{HEAD} {expected}"
    monkeypatch.setattr(compiled, "CORE", None)
    assert events_of(text) == f"{HEAD} {expected}"


def test_a_game_can_be_skipped_at_its_tags() -> None:
    text = '[White "A"]\n\n1. e4 *\n\n[White "B"]\n\n1. Ke3 *\n\n[White "C"]\n\n1. d4 *\n'
    skipping = events_of(text, skipped="B")
    assert skipping == "game White=A tags end e2-e4 * end game White=B tags end end game White=C tags end d2-d4 * end"


def test_what_is_wrong_with_the_file_is_outside_of_games() -> None:
    assert scan(io.BytesIO(b"\x89PNG\r\n\x1a\n" + bytes(100)), Everything()).calls[-1:] != ["end"]


def test_a_visitor_needs_no_method() -> None:
    visitor = object()
    assert scan(io.StringIO("1. e4 *"), visitor) is visitor


class Rebuilt(Visitor):
    """Builds the first game anew, move by move, from what it is told."""

    def __init__(self, variant: str) -> None:
        self.game = Game.new(variant)
        self.at: Node = self.game.root
        self.waiting: list[Node] = []
        self.replaces = False

    def move(self, move: LegalMove) -> None:
        self.at = self.at.add_variation(move.text) if self.replaces else self.at.add(move.text)
        self.replaces = False

    def nag(self, number: int) -> None:
        self.at.nags.append(number)

    def comment(self, text: str) -> None:
        self.at.comments.append(text)

    def begin_variation(self) -> None:
        self.waiting.append(self.at)
        self.replaces = True

    def end_variation(self) -> None:
        self.at = self.waiting.pop()
        self.replaces = False


@pytest.mark.parametrize(
    "name", ["chess", "cylindrical", "tor-qi", "circular-70", "crazyhouse", "shogi", "kaleidochess"]
)
@given(random=st.randoms(use_true_random=False))
@settings(max_examples=10)
def test_a_game_can_be_built_of_its_events(name: str, random: Random) -> None:
    game = Game.new(name)
    node: Node = game.root
    for _ in range(random.randrange(12)):
        legal = node.position.legal_moves
        if not legal:
            break
        if node is not game.root and random.random() < 0.4:
            other = random.choice(node.before.legal_moves)
            if other != node.move:
                variation = node.add_variation(other, nags=[random.randrange(1, 20)])
                variation.comments.append("instead")
        node = node.add(random.choice(legal), comment=random.choice(["", "as usual"]))
    written = game.to("pgn")
    assert scan(io.StringIO(written), Rebuilt(name)).game.to("pgn") == written


@pytest.mark.parametrize("path", sorted(Path("samples/faults").glob("*.*n*"))[::4], ids=lambda path: path.name)
def test_diagnostics_are_those_of_validate(path: Path) -> None:
    found = [call.code for call in validate(path).diagnostics]
    codes = set(found)
    assert [call for call in scan(path, Everything()).calls if call in codes] == found


def test_the_scanner_in_python_tells_the_same() -> None:
    """One process with the kernel, one without, for all files: starting one takes longer than to read a file."""
    paths = [str(path) for path in sampled(sorted(Path("samples/games").rglob("*.*")), 3)]
    code = (
        "import json, sys; sys.path[:0] = ['tests', 'tests/notation']; import test_scan, fairyscore;"
        "print(json.dumps({path: fairyscore.scan(path, test_scan.Everything()).calls for path in sys.argv[1:]}))"
    )
    compiled_calls, plain_calls = (
        json.loads(
            subprocess.run(
                [sys.executable, "-c", code, *paths],
                env={**os.environ, "FAIRYSCORE_PURE": pure},
                capture_output=True,
                text=True,
                check=True,
            ).stdout
        )
        for pure in ("", "1")
    )
    assert [*compiled_calls] == paths
    for path in paths:
        assert compiled_calls[path] == plain_calls[path], path
