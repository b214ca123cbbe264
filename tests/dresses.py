"""Texts in the habits of the programs that write them: line ends, encodings, blanks, other lines of the header."""

import re
from collections.abc import Callable
from typing import Any

Dress = Callable[[str], bytes]
CRLF = (r"\n", "\r\n")
MARK = "utf-8-sig"


def replaced(*pairs: tuple[str, str | Callable[[re.Match[str]], Any]], encoding: str = "utf-8") -> Dress:
    """A dress that replaces patterns, a line being what `^` and `$` mean."""

    def dress(text: str) -> bytes:
        for pattern, by in pairs:
            text = re.sub(pattern, by, text, flags=re.MULTILINE)
        return text.encode(encoding)

    return dress


def engine_log(
    front: str = "", behind: str = "", *, new: str = "usinewgame\n", info: str = "", lost: str = "bestmove resign"
) -> Dress:
    """A dress as the log of an engine that makes all moves of a game in USI or UCCI: positions, searches, and answers.

    front, behind: what stands in front of lines to the engine and of its own. new: what stands before the first position.
    info: what the engine says before each answer. lost: what it says in the end.
    """

    def dress(text: str) -> bytes:
        found = re.search(r"^position (.*?) moves (.*)", text, re.MULTILINE)
        assert found is not None
        moves, lines = found[2].split(), []
        for ply in range(len(moves) + 1):
            known = f" moves {' '.join(moves[:ply])}" if ply else ""
            answer = f"bestmove {moves[ply]}" if ply < len(moves) else lost
            lines += [f"{front}position {found[1]}{known}", f"{front}go depth 8"]
            lines += [f"{behind}{line}" for line in info.splitlines()] + [f"{behind}{answer}"]
        return "\n".join([f"{front}{new}{lines[0]}", *lines[1:], f"{front}quit", ""]).encode()

    return dress
