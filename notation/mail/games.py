"""The game records in a file of letters as one text, each of whose lines knows the line of the file it comes from.

>>> import io
>>> letter = b"From: a@b\\nDate: 3 Mar 2026\\n\\nHi Piet,\\n\\n1. e4 e5\\n2. Nf3\\n\\nBye\\n-- \\nAnna\\n"
>>> found = game_text(io.BytesIO(letter), "a.eml")
>>> found.text, found.lines, [remark.line for remark in found.remarks], found.remarks[-1].text
('[Event "?"]\\n\\n1. e4 e5\\n2. Nf3\\n', [1, 1, 6, 7, 7], [4, 9, 10], 'lines 10 to 11 are a signature')
"""

from __future__ import annotations

import re
from typing import BinaryIO, NamedTuple

from fairyscore.notation.mail.codes import LetterCode
from fairyscore.notation.mail.containers import letters_in
from fairyscore.notation.mail.message import Letter, MailRemark, read_letter
from fairyscore.notation.mail.own_words import LetterLine, LineKind, lines_of, skipped

_TAG = re.compile(r"\s*\[\w+\s+[\"“].*\]\s*")
_MOVE = r"(?:[^\W\d_]{0,2}[a-wA-W]?\d{0,2}[-–—−‐‑x:+]?(?:[a-wA-W]\d{1,2}|\d[A-Ka-k0-9])\S*|[O0o][-–][O0o]\S*)"
_MOVES = re.compile(rf"\s*(\d{{1,3}})\s?(?:[.)…]|\.\.\.|\s)\s*(?:\.\.\.|…)?\s*{_MOVE}")
_GOES_ON = re.compile(rf"\s*(?:{_MOVE}|[({{$!?*]|1-0|0-1|1/2|\d{{1,3}}[.…])")


class GameTextOfLetters(NamedTuple):
    """text: what is to be read as game records. lines: for each of its lines the one of the file. remarks: on the rest."""

    text: str
    lines: list[int]
    remarks: list[MailRemark]


def game_text(stream: BinaryIO, name: str) -> GameTextOfLetters:
    """The records in all letters of a file. Raises `OSError` where the stream does."""
    texts: list[str] = []
    lines: list[int] = []
    remarks: list[MailRemark] = []
    for raw in letters_in(stream):
        letter = read_letter(raw.raw, name, raw.line)
        found, said = _of_letter(letter)
        remarks += [*letter.remarks, *said]
        if found and not _TAG.fullmatch(found[0][0]):
            subject = letter.subject.replace("\\", "/").replace('"', "'") or "?"
            found = [(f'[Event "{subject}"]', letter.line), ("", letter.line), *found]
        if found:
            texts += [text for text, _ in found] + [""]
            lines += [line for _, line in found] + [found[-1][1]]
    return GameTextOfLetters("".join(f"{text}\n" for text in texts[:-1]), lines or [1], remarks)


def _of_letter(letter: Letter) -> tuple[list[tuple[str, int]], list[MailRemark]]:
    """The lines of a letter that are of a game, and what is to be said of the others."""
    for body in letter.bodies:
        lines = lines_of(body)
        game = _game_lines(lines)
        if game:
            said = [MailRemark(LetterCode.SKIPPED.value, run.first, str(run)) for run in skipped(lines, game)]
            whole = range(min(game), max(game) + 1)  # with the empty lines among them
            return [(lines[at].text if at in game else "", lines[at].number) for at in whole], said
    for _, attached in letter.attachments:
        if attached.text.strip():
            return [(line.text, line.number) for line in lines_of(attached)], []
    numbers = [found for body in letter.bodies for line in lines_of(body) if (found := _MOVES.match(line.text))]
    why = "; its moves are not from the first on" if numbers else ""
    return [], [MailRemark(LetterCode.NO_GAME.value, letter.line, why)]


def _game_lines(lines: list[LetterLine]) -> set[int]:
    """The places of lines that have tags or moves, from the first move of a game on; none where no game begins."""
    found: set[int] = set()
    in_game = False
    depth = 0
    for at, line in enumerate(lines):
        if line.kind is not LineKind.OWN:
            continue
        moves = _MOVES.match(line.text)
        begins = _TAG.fullmatch(line.text) or (moves and not in_game and int(moves[1]) == 1)
        goes_on = in_game and (moves or depth > 0 or _GOES_ON.match(line.text))
        if begins or goes_on:
            in_game = True
            found.add(at)
            depth = max(0, depth + line.text.count("{") - line.text.count("}"))
    return found
