"""The compiled kernel and core under the address and undefined-behaviour sanitizers, fed with damaged files.

`PYTHONPATH=tests python tests/fuzz/sanitized.py [FILES] [SEED]` builds the package with `-fsanitize=address,undefined` in
`build/sanitized`, judges so many damaged files with it, and prints how many. The exit status is 1 where a sanitizer reports
something, and 0 with a word where gcc has no sanitizers. Arrays have checked bounds in this build.
"""

import io
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build" / "sanitized"
FLAGS = "-fsanitize=address,undefined -fno-sanitize-recover=all"
GAMES = (
    "chess", "cylindrical", "tor-qi", "caliph-qi", "circular-66", "circular-70", "capablanca", "makruk", "crazyhouse",
    "atomic", "xiangqi", "janggi", "kaleidochess:players=4", "chamaeleon",
)  # fmt: skip
USUAL = b'[Event "x"]\n[Result "*"]\n\n1. e4 {best} e5 (1... c5) *\n\n'
"""A game of chess behind which the kernel writes others anew."""

MOVES = 60
"""So many moves of every game are made by the compiled core too, beside the engine."""


def build() -> None:
    """Build the package with the sanitizers, into a folder of its own."""
    shutil.rmtree(BUILD, ignore_errors=True)
    BUILD.mkdir(parents=True)
    command = [
        sys.executable,
        "setup.py",
        "-q",
        "build",
        "--build-base",
        f"{BUILD}/temp",
        "--build-lib",
        f"{BUILD}/lib",
    ]
    flags = {"CFLAGS": f"{FLAGS} -Wno-unused", "LDFLAGS": FLAGS}
    subprocess.run(command, cwd=ROOT, env={**os.environ, **flags}, check=True, capture_output=True)


def library() -> str:
    """The path of the sanitizer's library, empty where gcc has none."""
    gcc = shutil.which("gcc")
    if gcc is None:
        return ""
    found = subprocess.run(
        [gcc, "-print-file-name=libasan.so"], capture_output=True, text=True, check=False
    ).stdout.strip()
    return found if Path(found).is_absolute() else ""


def texts(dice: random.Random) -> list[str]:
    """Valid games of every kind of board that the kernel plays, from samples and from random play."""
    from fairyscore.notation.game import Game

    found = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "samples" / "games").rglob("*.pgn"))]
    for name in GAMES * 3:
        game = Game.new(name, Event="x", White="A", Result="*")
        for _ in range(dice.randrange(60)):
            moves = game.position.legal_moves
            if not moves:
                break
            game.push(dice.choice(moves))
        found.append(game.to("pgn"))
    return [text[:6000] for text in found]


def play(seed: int) -> None:
    """Make moves of every game by the compiled core."""
    import core_differential

    for name in core_differential.games():
        assert not list(core_differential.compare(core_differential.general(name), MOVES, seed)), name
    for name in core_differential.SEAT_GAMES:
        assert not list(core_differential.compare_seats(name, MOVES, seed)), name


def judge(files: int, seed: int) -> None:
    """Judge damaged files in every way that the kernel reads them."""
    from fuzz.run import changed

    from fairyscore.notation.archive import judge_batches
    from fairyscore.notation.kernel import STATUS, tokens, usual_tags
    from fairyscore.notation.records.game_text import Batch
    from fairyscore.notation.replay import BatchForm, Validator

    assert STATUS == "compiled", STATUS
    dice = random.Random(seed)
    given = [text.encode() for text in texts(dice)]
    for _ in range(files):
        data = b"".join(changed(dice.choice(given), given, dice) for _ in range(dice.randint(1, 3)))
        text = data.decode(errors="replace")
        usual_tags(text)
        if text.isascii():
            tokens(text, 0, True)
        for judge, form in ((Validator(), BatchForm.COUNT), (Validator(), None), (Validator(info=True), None)):
            for verdict in judge_batches(io.BytesIO(data), judge, form, "a.pgn"):
                state = None if isinstance(verdict, Batch) else verdict.state
                if state is not None:
                    state.moves()
        for form in BatchForm:
            for _ in judge_batches(io.BytesIO(USUAL * 2 + data + USUAL), Validator(), form, "a.pgn"):
                pass


def main(files: int, seed: int) -> int:
    """Build, and judge in a process in which the sanitizer watches the memory of Python too."""
    preload = library()
    if not preload:
        sys.stdout.write("gcc has no address sanitizer here: nothing was tried\n")
        return 0
    build()
    environment = {
        **os.environ,
        "LD_PRELOAD": preload,
        "ASAN_OPTIONS": "detect_leaks=0",
        "PYTHONMALLOC": "malloc",
        "PYTHONPATH": os.pathsep.join((str(BUILD / "lib"), str(ROOT / "tests"))),
    }
    command = [sys.executable, __file__, "--judge", str(files), str(seed)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.stdout.write(f"{done.stdout}\n{done.stderr}\n")
        return 1
    sys.stdout.write(f"{files:,} damaged files judged under the sanitizers: nothing reported\n")
    return 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["--judge"]:
        play(int(sys.argv[3]))
        judge(int(sys.argv[2]), int(sys.argv[3]))
    else:
        numbers = [int(word) for word in sys.argv[1:]]
        sys.exit(main(numbers[0] if numbers else 10_000, numbers[1] if len(numbers) > 1 else 1))
