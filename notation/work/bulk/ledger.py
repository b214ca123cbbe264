"""What a file `--state FILE` remembers: the answers to ranges that are finished, by their bytes and the settings.

One line a range: its key, a checksum and what was said of it. Lines are only ever added, each in one go once its range
is finished; whenever the program is killed, at most the last line is half there, and is dropped. Lines hold JSON and are
only parsed: the file may come from anybody.
"""

import hashlib
import json
import os
import re
import stat
import zlib
from contextlib import suppress

from fairyscore.notation._version import VERSION
from fairyscore.notation.formats.registry import format_of_path
from fairyscore.notation.replay import Validator
from fairyscore.notation.storage.locking import Lock, locked
from fairyscore.notation.storage.source import system_reason
from fairyscore.notation.text import shown
from fairyscore.notation.variants.catalog import digest as catalog_digest
from fairyscore.notation.work.bulk.base import BulkFault, Json, PartResult, Work, of_plain, plain
from fairyscore.notation.work.bulk.ranges import Range, RangeOutcome, range_bytes

HEAD = b"fairyscore state, version 1\n"
_LINE = re.compile(rb"([0-9a-f]{64}) ([0-9a-f]{8}) ")
_PREFIX = 74

PATIENCE = 3.0  # seconds to wait for another run to let go of the file: workers of one that was killed may live on


class LedgerFault(BulkFault):
    """The state file cannot be used."""


class Ledger:
    """Remembers answers in a file. Raises `LedgerFault` where it is none, or cannot be written."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._places: dict[str, tuple[int, int]] = {}
        self._end = 0
        try:
            self._file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o666), "r+b", buffering=0)
            self._lines = open(path, "rb")  # noqa: SIM115, PTH123 (closed by `close`; a path may hold any bytes)
        except (OSError, ValueError) as error:
            raise self._fault("cannot be opened", error) from None
        try:
            self._lock()
            self._read()
        except BaseException:
            self.close()
            raise

    def get(self, key: str) -> Json:
        """The value remembered under a key, None where nothing sound is."""
        place, size = self._places.get(key, (0, 0))
        try:
            self._lines.seek(place)
            line = self._lines.read(size)
            found, data = _LINE.match(line), line[_PREFIX:-1]
            return json.loads(data) if found and int(found[2], 16) == zlib.crc32(data) else None
        except (OSError, ValueError, RecursionError):
            return None

    def put(self, key: str, value: Json) -> None:
        """Remember something. Raises `LedgerFault`; then the file is as it was before."""
        data = json.dumps(value, separators=(",", ":")).encode()
        place = self._end
        self._add(b"%s %08x %s\n" % (key.encode(), zlib.crc32(data), data))
        self._places[key] = (place, self._end - place)

    def close(self) -> None:
        """Let go of the file."""
        self._lines.close()
        self._file.close()

    def _read(self) -> None:
        """Find the lines, and where the last whole one ends; write the first one of a new file."""
        if not stat.S_ISREG(os.fstat(self._file.fileno()).st_mode):
            raise LedgerFault(f"the state {shown(self.path)} cannot be used: it is not a regular file")
        head = self._lines.readline(len(HEAD) + 20)
        if other := head != HEAD and re.fullmatch(rb"fairyscore state, version (\d+)\n", head):
            raise LedgerFault(
                f"{shown(self.path)} is a state of version {int(other[1])}, not of this program's; name another file"
            )
        if not HEAD.startswith(head):
            raise LedgerFault(f"{shown(self.path)} is not a state file of fairyscore; name another, or a new one")
        if head != HEAD:
            self._add(HEAD)
            return
        self._end = len(HEAD)
        for line in self._lines:
            if not line.endswith(b"\n"):
                break
            if found := _LINE.match(line):
                self._places[found[1].decode()] = (self._end, len(line))
            self._end += len(line)

    def _add(self, line: bytes) -> None:
        """Write a line after the last whole one, over what is left of another; all of it or nothing."""
        try:
            self._file.seek(self._end)
            self._write(line)
        except OSError as error:
            with suppress(OSError):
                self._file.truncate(self._end)
            raise self._fault("cannot be written", error) from None
        self._end += len(line)

    def _write(self, line: bytes) -> None:
        rest = memoryview(line)
        while rest:
            rest = rest[self._file.write(rest) :]

    def _lock(self) -> None:
        """Keep other runs away from the file, where the system can."""
        if locked(self._file.fileno(), PATIENCE) is Lock.ELSEWHERE:
            raise LedgerFault(f"{shown(self.path)} is in use by another run")

    def _fault(self, what: str, fault: Exception) -> LedgerFault:
        return LedgerFault(f"the state {shown(self.path)} {what}: {system_reason(fault)}")


def settings_of(judge: Validator) -> list[Json]:
    """All that a judgement depends on besides the bytes that are judged, this program included."""
    return [
        VERSION, judge.variant, judge.position, judge.info, judge.recover, judge.time, judge.letters, judge.today,
        judge.folders, judge.encoding, catalog_digest(),
    ]  # fmt: skip


class Memory:
    """The memory of a work in a ledger: of ranges of the same bytes, judged with the same settings by the same program."""

    def __init__(self, work: Work, ledger: Ledger) -> None:
        self._work = work
        self._ledger = ledger
        self._digests: dict[tuple[object, ...], str] = {}
        self._settings = [type(work).__qualname__, work.settings(), *settings_of(work.judge)]

    def of(self, one: Range) -> RangeOutcome | None:
        """The remembered outcome of a range."""
        data = range_bytes(one)
        if data is None:
            return None
        digest = hashlib.sha256(data).hexdigest()
        try:
            remembered = of_plain(
                self._ledger.get(self._key(one, digest)), (*self._work.kinds, PartResult, RangeOutcome)
            )
        except (AttributeError, KeyError, TypeError, ValueError):  # no results of ours
            remembered = None
        if isinstance(remembered, RangeOutcome):
            return remembered
        self._digests[one[:4]] = digest
        return None

    def keep(self, one: Range, outcome: RangeOutcome) -> None:
        """Remember what was said of a range that `of` was asked for, if all of it was read. Raises `LedgerFault`."""
        digest = self._digests.pop(one[:4], "")
        if outcome.whole and digest:
            self._ledger.put(self._key(one, digest), plain(outcome))

    def _key(self, one: Range, digest: str) -> str:
        """The key of all that answers to a range depend on: its file's name too, where that tells the format or game."""
        form = one.form or f"as {format_of_path(one.name)}"
        path = os.path.abspath(one.name) if self._work.judge.folders else ""  # noqa: PTH100
        known = [digest, *self._settings, path, form, one.usual, one.known, one.first, one.last]
        return hashlib.sha256(json.dumps(known).encode()).hexdigest()
