"""An engine that says what a script wants: a program for tests, which also behaves as badly as engines can.

    python scripted_engine.py BEHAVIOUR [BOOK]

BOOK: a JSON file, by the moves of a `position` line what is answered to `go`: what follows `info` in some lines, then the
move, or `!` where it ends. Without an entry the answer is a score of 0 and the move that `default` says. A behaviour that
ends in `-once` is shown in the first run only; a file beside the book remembers it.
"""

import json
import os
import sys
import time
from pathlib import Path

LINES = (
    "id name Scripted 1\noption name Hash type spin default 16 min 1 max 1024\noption name MultiPV type spin default 1"
)


def say(text: str, end: str = "\n") -> None:
    sys.stdout.write(text + end)
    sys.stdout.flush()


def think(behaviour: str, answer: list[str]) -> None:
    *infos, move = answer
    if move == "!":
        sys.exit(3)
    if behaviour == "deaf":
        time.sleep(60)
    elif behaviour == "dies":
        say("info depth 1 score cp 10 pv e2e4")
        sys.stderr.write("out of luck\n")
        sys.exit(3)
    elif behaviour == "closes":
        os.close(1)
        time.sleep(60)
    elif behaviour == "illegal":
        move = "e2e5"
    elif behaviour == "nonsense":
        move = "\x1b[31mxyzzy"
    elif behaviour == "half":
        for part in ("info depth 3 sco", "re cp 17 pv e2", "e4\nbest", f"move {move}\nnot a li"):
            say(part, "")
            time.sleep(0.01)
        return
    elif behaviour == "flood":
        line = "info depth 9 score cp 21 nodes 7 pv e2e4 " + "e7e5 g1f3 " * 40
        for _ in range(1 << 14):
            sys.stdout.write(line[:640].rstrip() + "\n")
    elif behaviour == "endless":
        sys.stdout.write("x" * (3 << 20))
    elif behaviour == "twice":
        say(f"bestmove {move}")
    elif behaviour == "shouts":
        sys.stderr.write("alas\n" * (1 << 20))
    elif behaviour == "slow":
        time.sleep(0.3)
    for info in infos:
        say(f"info {info}")
    say(f"bestmove {move}")


def main() -> None:
    behaviour, _, once = sys.argv[1].partition("-")
    path = Path(sys.argv[2]) if len(sys.argv) > 2 else None
    mark = Path(f"{path}.once")
    if once and mark.exists():
        behaviour = "good"
    elif once:
        mark.touch()
    book = json.loads(path.read_text()) if path else {}
    moves = ""
    for line in iter(sys.stdin.readline, ""):
        word = line.split()[0] if line.split() else ""
        if path:
            with Path(f"{path}.log").open("a") as log:
                log.write(line)
        if word in ("uci", "usi", "ucci"):
            if behaviour == "silent":
                time.sleep(60)
            elif behaviour == "wrong":
                say("readyok")
            elif behaviour == "mute":
                continue
            else:
                say(f"{LINES}\n{word}ok")
        elif word == "isready":
            say("readyok")
        elif word == "position":
            moves = line.partition(" moves ")[2].strip()
        elif word == "go":
            think(behaviour, book.get(moves, ["score cp 0", book.get("default", ["e2e4"])[-1]]))
        elif word == "quit":
            if behaviour == "stays":
                time.sleep(60)
            return


if __name__ == "__main__":
    main()
