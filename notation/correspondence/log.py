"""What a post office did with each letter: a file that only grows, one JSON object a line, each with the digest of the one
before. So the queue, what is done and who confirmed it are read from one place, and a line that was changed later shows.

>>> import tempfile, os
>>> folder = tempfile.mkdtemp()
>>> log = PostLog(os.path.join(folder, ".post"))
>>> log.add("queued", letter="a1", game="one.pgn", proposal="1. e4").number
1
>>> [entry.number for entry in log.queue()], log.is_done("a1")
([1], True)
>>> log.add("accepted", letter="a1", game="one.pgn", queued=1, wrote=["1. e4"]).number
2
>>> again = PostLog(os.path.join(folder, ".post"))
>>> again.queue(), again.broken
([], 0)
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fairyscore.notation.errors import FairyscoreError

WRITING = ("written", "accepted", "condition")
"""Kinds of entries after which a record is written."""

READING = ("written", "queued", "known")
"""Kinds of entries that say what came of a letter of a mailbox."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A line of the log. number: from 1; kind: what was done; facts: all else."""

    number: int
    kind: str
    facts: dict[str, Any]

    def text(self, fact: str) -> str:
        """A fact as text, empty where the entry does not have it."""
        return str(self.facts.get(fact, ""))


class LogChanged(FairyscoreError, OSError):
    """Another program has written to a log since it was read."""


class PostLog:
    """The log of a folder, with the letters themselves.

    broken: the first line that does not follow, 0 if all do. digests: of each line (SHA-256).

    A last line that is cut off, as by a power failure, was never finished, and is left out. Raises `OSError`.
    """

    def __init__(self, folder: str) -> None:
        self.folder = Path(folder)
        self.path = self.folder / "log"
        self.entries: list[LogEntry] = []
        self.broken = 0
        self.digests: list[str] = []
        self._done: dict[str, set[int]] = {}
        self._parts: dict[str, int] = {}
        self._size = 0
        if self.path.exists():
            self._read(self.path.read_bytes())

    def add(self, kind: str, **facts: Any) -> LogEntry:
        """Append an entry; it is on the disk when this returns. Raises `OSError`, and `LogChanged` for lines of others."""
        self.folder.mkdir(parents=True, exist_ok=True)
        number = len(self.entries) + 1
        line = json.dumps(
            {"number": number, "kind": kind, **facts, "previous": self._last_digest()}, ensure_ascii=False
        )
        raw = f"{line}\n".encode("utf-8", "replace")
        with open(self.path, "a+b") as stream:  # noqa: PTH123
            stream.seek(self._size)
            if b"\n" in stream.read():
                raise LogChanged(f"{self.path} was written to by another program; nothing is lost, do it again")
            stream.truncate(self._size)  # what is there was cut off before its line ended
            stream.write(raw)
            stream.flush()
            os.fsync(stream.fileno())
        self._size += len(raw)
        return self._take(raw[:-1])

    def is_done(self, letter: str, part: int = 0) -> bool:
        """True if a letter was read before, all parts of it; part: whether that one was, from 1."""
        done = self._done.get(letter, set())
        return part in done if part else len(done) >= self._parts.get(letter, 1)

    def queue(self) -> list[LogEntry]:
        """The letters that wait for a person."""
        undone = {entry.facts.get("undone") for entry in self.entries if entry.kind == "undone"}
        answered = {
            entry.facts.get("queued")
            for entry in self.entries
            if entry.kind in ("accepted", "rejected") and entry.number not in undone
        }
        return [entry for entry in self.entries if entry.kind == "queued" and entry.number not in answered]

    def of_game(self, game: str) -> Iterator[LogEntry]:
        """The entries about a game."""
        return (entry for entry in self.entries if entry.facts.get("game") == game)

    def game_of(self, message_id: str) -> str:
        """The game that the letter with this Message-ID was about, empty where nobody knows."""
        found = (entry for entry in reversed(self.entries) if entry.facts.get("message_id") == message_id)
        return next((entry.text("game") for entry in found if entry.facts.get("game")), "")

    def languages_of(self, mailbox: str) -> tuple[str, ...]:
        """The languages of the letters from a mailbox."""
        theirs = (entry for entry in self.entries if mailbox and f"<{mailbox}>" in f"<{entry.text('from')}>")
        found = (str(one) for entry in theirs for one in entry.facts.get("languages", ()))
        return tuple(dict.fromkeys(found))

    def last_message_id(self, game: str) -> str:
        """The Message-ID of the last letter about a game, empty where none is known."""
        found = [entry.text("message_id") for entry in self.of_game(game) if entry.text("message_id")]
        return found[-1] if found else ""

    def moves_by_condition(self, game: str) -> frozenset[str]:
        """The moves of a game that were made because of a condition."""
        entries = (entry for entry in self.of_game(game) if entry.kind == "condition")
        return frozenset(text for entry in entries for text in entry.facts["wrote"])

    def promise(self, game: str, conditions: list[dict[str, Any]]) -> None:
        """Note conditions of a letter that is sent, once; nothing where there is no post office."""
        known = [entry.facts.get("conditions") for entry in self.of_game(game)]
        if conditions and self.path.exists() and conditions not in known:
            self.add("promised", game=game, conditions=conditions)

    def told(self, player: str) -> set[str]:
        """The keys of the statements that the arbiter's letters have made to a player."""
        entries = (entry for entry in self.entries if entry.kind == "told" and entry.text("player") == player)
        return {str(key) for entry in entries for key in entry.facts.get("about", ())}

    def store(self, raw: bytes) -> str:
        """The digest of a letter (SHA-256), whose bytes are with the log from now on."""
        digest = hashlib.sha256(raw).hexdigest()
        letters = self.folder / "letters"
        letters.mkdir(parents=True, exist_ok=True)
        path = letters / f"{digest}.eml"
        if not path.exists():
            part = letters / f"{digest}.part"
            part.write_bytes(raw)
            part.replace(path)
        return digest

    def letter(self, digest: str) -> bytes:
        """The bytes of a letter. Raises `OSError` where it is not there."""
        return (self.folder / "letters" / f"{digest}.eml").read_bytes()

    def count_letters(self) -> int:
        """How many letters it is about."""
        return len({entry.text("letter") for entry in self.entries} - {""})

    def _last_digest(self) -> str:
        return self.digests[-1] if self.digests else ""

    def _read(self, raw: bytes) -> None:
        whole = raw[: raw.rfind(b"\n") + 1]
        self._size = len(whole)
        for number, line in enumerate(whole.splitlines(), 1):
            try:
                known = json.loads(line)
                follows = known["previous"] == self._last_digest() and known["number"] == number
            except (ValueError, KeyError, TypeError):
                known, follows = {}, False
            self.broken = self.broken or (0 if follows else number)
            self._take(line, known if isinstance(known, dict) else {})

    def _take(self, line: bytes, known: dict[str, Any] | None = None) -> LogEntry:
        facts = dict(json.loads(line) if known is None else known)
        kind = str(facts.pop("kind", ""))
        facts.pop("previous", None)
        facts.pop("number", None)
        entry = LogEntry(len(self.entries) + 1, kind, facts)
        self.entries.append(entry)
        self.digests.append(hashlib.sha256(line).hexdigest())
        self._count(entry)
        return entry

    def _count(self, entry: LogEntry) -> None:
        """Keep which parts of which letters were read."""
        letter = entry.text("letter")
        if entry.kind in READING:
            self._done.setdefault(letter, set()).add(int(entry.facts.get("part", 1)))
            self._parts[letter] = int(entry.facts.get("parts", 1))
        elif entry.kind == "undone":  # the program ended before the record was written
            number = entry.facts.get("undone")
            found = self.entries[number - 1] if isinstance(number, int) and 0 < number < entry.number else None
            if found is not None and found.kind in READING:
                self._done.get(letter, set()).discard(int(found.facts.get("part", 1)))
