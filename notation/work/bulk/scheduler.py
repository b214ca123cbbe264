"""Ranges shared out to an engine, and what comes back: reported in the order of the files, remembered as soon as it comes.

A task goes to a worker: a work, and ranges of one file or of several small ones. For each range an outcome comes back.
"""

from __future__ import annotations

import hashlib
import io
import os
import threading
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Future
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, BinaryIO, NamedTuple, cast

from fairyscore.notation._version import VERSION
from fairyscore.notation.archive import Stretch, file_verdict
from fairyscore.notation.records.diagnostics import Diagnostic, RecordCode, moved
from fairyscore.notation.records.text_reader import FilePlace, OnProgress
from fairyscore.notation.storage.source import Source, Unreadable
from fairyscore.notation.variants.catalog import for_workers, take
from fairyscore.notation.variants.sources import VariantSource
from fairyscore.notation.work.bulk.base import (
    PartPlace,
    PartResult,
    Work,
    WorkResult,
    about_file,
    file_results,
    found_in,
)
from fairyscore.notation.work.bulk.engines import Died, Pool, Workers, WorkersFault
from fairyscore.notation.work.bulk.ranges import SIZE, Range, RangeOutcome, Rest, Step, planned, range_bytes

if TYPE_CHECKING:
    from fairyscore.notation.work.bulk.ledger import Memory

AHEAD = 4  # so many steps for each worker may be done or under way before those in front of them are reported
SMALL = 1 << 21  # so many bytes in all are sooner judged by one process than shared out

_ONE_AT_A_TIME = threading.Lock()  # workers of a cluster may have several threads; one fills the tables of games
# What is said of a file in the first of its parts that has it; what may be said of one that was read to its end.
_ONCE = frozenset({RecordCode.ENCODING.value, RecordCode.NUL_BYTE.value})
_OF_WHOLE_FILES = _ONCE | {RecordCode.EMPTY_FILE.value, RecordCode.NOT_A_RECORD.value}


class Task(NamedTuple):
    """A task for a worker. games: the supplied files of games that it needs."""

    work: Work
    ranges: tuple[Range, ...]
    games: tuple[VariantSource, ...] = ()
    version: str = VERSION


Outcomes = list[RangeOutcome | None]
"""For each range of a task; None where its file cannot be opened by the worker, or is no longer as it was when cut."""


def run_work(
    work: Work,
    sources: Iterable[Source | Unreadable],
    *,
    engine: Workers | None = None,
    memory: Memory | None = None,
    on_progress: OnProgress | None = None,
    size: int = SIZE,
    small: int = SMALL,
) -> Generator[WorkResult, None, None]:
    """The results for all files, in their order; the same ones as of `results_here`; few ranges are held in memory.

    engine: who does the work, else this process; it is closed at the end, and at once where the results are given up.
    memory: what was done before, and remembers what is done now. on_progress: gets the bytes done since its last call.
    size: bytes of a range. small: so many bytes in all are not worth the engine, and are judged here.
    Raises `WorkersFault`, `LedgerFault` and what the work raises.
    """
    steps = planned(work, sources, size, on_progress)
    if engine is not None:
        steps, is_small = _looked_through(steps, small)
        engine = None if is_small else engine
    yield from _Sharing(work, engine or Workers(), memory, on_progress).results(steps)


def _looked_through(steps: Iterator[Step], small: int) -> tuple[Iterator[Step], bool]:
    """The same steps, and whether all there is to share out is small."""
    seen: list[Step] = []
    total = 0
    for step in steps:
        seen.append(step)
        total += sum(one.size for one in step) if isinstance(step, tuple) else 0
        if total > small or isinstance(step, Rest):
            return chain(seen, steps), False
    return iter(seen), True


# -- in the worker -----------------------------------------------------------------------------------------------------


def perform(task: Task) -> Outcomes:
    """Do a work on each range. Raises what the work raises, and `WorkersFault` in another version of this program."""
    if task.version != VERSION:  # it might judge otherwise
        raise WorkersFault(f"the workers have version {VERSION} of fairyscore, and this is another one")
    with _ONE_AT_A_TIME:
        take(task.games)
        return [_performed(task.work, one) for one in task.ranges]


def _performed(work: Work, one: Range) -> RangeOutcome | None:
    data = range_bytes(one)
    if data is None:
        return None
    starts: list[int] | None = [] if one.only is not None else None
    stretch = Stretch(first=one.first, last=one.last, usual=one.usual, known=one.known, only=one.only, starts=starts)
    stream, digest = io.BytesIO(data), lambda: hashlib.sha256(data).hexdigest()
    found = list(found_in(work, stream, digest, stretch, name=one.name, form=one.form))
    whole = all(each.diagnostic is None or each.diagnostic.code in _OF_WHOLE_FILES for each in found)
    return RangeOutcome(found, stretch.games, stretch.lines, tuple(starts or ()), whole)


# -- what is under way -------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Shared:
    """Ranges that are shared out together, and what came of each."""

    ranges: tuple[Range, ...]
    outcomes: Outcomes
    missing: list[int]  # the places of those that are under way
    task: Task
    sent: bool = False  # with their bytes, since workers cannot read them


class _Sharing:
    """One run of a work over files; see `run_work`."""

    def __init__(self, work: Work, engine: Workers, memory: Memory | None, on_progress: OnProgress | None) -> None:
        self._work = work
        self._engine = engine
        self._memory = memory
        self._heard = on_progress
        self._telling = _Telling(work)
        self._queue: deque[_Shared | Rest | Source | Unreadable] = deque()
        self._under_way: dict[Future[Outcomes], _Shared] = {}
        self._loads = False

    def results(self, steps: Iterator[Step]) -> Iterator[WorkResult]:
        """The answers to all files."""
        at_once = True
        try:
            while self._filled(steps):
                yield from self._next()
            at_once = False
        finally:
            self._engine.close(at_once=at_once)

    def _filled(self, steps: Iterator[Step]) -> bool:
        """Have as much under way as may be; whether there is anything left to tell."""
        most = max(1, self._engine.slots + (self._memory is None))  # with a memory one task each: no more can be lost
        while len(self._under_way) < most and len(self._queue) < AHEAD * most:
            if self._queue and isinstance(self._queue[-1], Rest):
                break  # after the rest of a stream nothing is planned before that is reported
            step = next(steps, None)
            if step is None:
                break
            self._queue.append(self._shared(step) if isinstance(step, tuple) else step)
        return bool(self._queue)

    def _next(self) -> Iterator[WorkResult]:
        """The results that can be reported now; wait where there are none."""
        head = self._queue[0]
        if isinstance(head, _Shared) and head.missing:
            self._take_in()
            return
        self._queue.popleft()
        if isinstance(head, Rest):
            yield from self._telling.rest(head)
        elif isinstance(head, _Shared):
            for one, outcome in zip(head.ranges, head.outcomes, strict=True):
                yield from self._telling.part(one, outcome)
                if self._heard is not None and one.path:
                    self._heard(one.size)
        else:
            yield from file_results(self._work, head, self._heard)

    def _shared(self, ranges: tuple[Range, ...]) -> _Shared:
        """Have ranges done, those at least that nobody remembers."""
        outcomes = [None if self._memory is None else self._memory.of(one) for one in ranges]
        missing = [place for place, outcome in enumerate(outcomes) if outcome is None]
        shared = _Shared(ranges, outcomes, missing, Task(self._work, ()))
        self._submit(shared)
        return shared

    def _submit(self, shared: _Shared) -> None:
        if shared.missing:
            ranges = [shared.ranges[place] for place in shared.missing]
            if self._loads:
                ranges = [one._replace(data=range_bytes(one)) for one in ranges]
            shared.sent = self._loads
            shared.task = Task(self._work, tuple(ranges), for_workers())
            self._under_way[self._engine.submit(perform, shared.task)] = shared

    def _take_in(self) -> None:
        """Take in what has come; what was under way when a worker died is done again, once the rest is remembered."""
        finished = self._engine.finished(self._under_way)
        died = []
        for future in [future for future in self._under_way if future in finished]:
            shared = self._under_way.pop(future)
            try:
                self._keep(shared, self._engine.result(future))
            except Died:
                died.append(shared)
        if died:
            with closing(Pool(1)) as apart:  # on this machine: no other worker shares the fate of this one
                for shared in died:
                    self._keep(shared, _settled(shared.task, apart))

    def _keep(self, shared: _Shared, outcomes: Outcomes) -> None:
        """Take in the outcomes of a task. A worker that cannot read a file itself is handed the bytes once."""
        for place, outcome in zip(shared.missing, outcomes, strict=True):
            shared.outcomes[place] = outcome
            if self._memory is not None and outcome is not None:
                self._memory.keep(shared.ranges[place], outcome)
        still_missing = [place for place in shared.missing if shared.outcomes[place] is None]
        shared.missing = [] if shared.sent else still_missing
        if shared.missing:
            self._loads = True
            self._submit(shared)
        else:
            shared.ranges, shared.task = tuple(one._replace(data=None) for one in shared.ranges), Task(self._work, ())


# -- where workers die -------------------------------------------------------------------------------------------------


def _settled(task: Task, engine: Workers) -> Outcomes:
    """The outcomes of a task whose worker has died, with no other under way: a game that kills workers is a finding."""
    outcomes = _alone(task, engine)
    if outcomes is None and len(task.ranges) == 1:
        return [_without_poison(task, engine)]
    singles = (task._replace(ranges=(one,)) for one in task.ranges)
    return outcomes or [outcome for single in singles for outcome in _settled(single, engine)]


def _alone(task: Task, engine: Workers) -> Outcomes | None:
    """The outcomes of a task with no other one under way; None where its worker dies."""
    future = engine.submit(perform, task)
    engine.finished([future])
    with suppress(Died):
        outcomes: Outcomes = engine.result(future)
        return outcomes
    return None


def _without_poison(task: Task, engine: Workers) -> RangeOutcome | None:
    """The outcome for a range, halved again and again around what ends its worker."""
    (one,) = task.ranges

    def judged(first: int, last: int) -> Outcomes | None:
        return _alone(task._replace(ranges=(one._replace(only=(first, last)),)), engine)

    cut = judged(0, 0)
    if cut is None:  # it cannot even be cut into games; what stands in it is not counted
        where = f"what stands between the bytes {one.begin:,} and {one.end:,}"
        return RangeOutcome([_set_aside(one, where, 1, 0)], 0, 0, whole=False)
    (counted,) = cut
    if counted is None:
        return None
    found: list[PartResult] = []
    left = [(1, counted.games)] if counted.games else []
    while left:
        first, last = left.pop()
        some = judged(first, last)
        if some is not None:
            (outcome,) = some
            if outcome is None:
                return None
            found += (each for each in outcome.results if each.diagnostic is None or each not in found)
        elif first == last:
            found.append(_set_aside(one, "this game", counted.starts[first - 1], first))
        else:
            middle = (first + last) // 2
            left += [(middle + 1, last), (first, middle)]
    return RangeOutcome(found, counted.games, counted.lines, whole=False)


def _set_aside(one: Range, what: str, line: int, game: int) -> PartResult:
    (found,) = file_verdict(RecordCode.SET_ASIDE, one.name, FilePlace(line), what=what).findings
    return PartResult(None, found._replace(game=game))


# -- in the order of the files -----------------------------------------------------------------------------------------


class _Telling:
    """The progress of the results. over: whether nothing more is said of the file."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._begin("")

    def _begin(self, name: str) -> None:
        self._place = PartPlace(name)
        self._first = self._begins = True
        self._over = False
        self._reported_codes: set[str] = set()
        self._reported_now: set[str] = set()

    def rest(self, rest: Rest) -> Iterator[WorkResult]:
        """Those of a stream that is judged here, after the part of it that was reported."""
        if rest.stretch.first:
            self._begin(rest.name)
        self._reported_codes |= self._reported_now
        stream, digest = cast(BinaryIO, rest.stream), rest.stream.hash.hexdigest
        return self._placed(found_in(self._work, stream, digest, rest.stretch, name=rest.name, form=rest.form))

    def part(self, one: Range, outcome: RangeOutcome | None) -> Iterator[WorkResult]:
        """Those of a range of a file that was judged somewhere."""
        if one.first:
            self._begin(one.name)
        if self._over:
            return
        self._reported_codes |= self._reported_now
        if outcome is not None:
            yield from self._placed(outcome.results)
            name, games, lines = self._place
            self._place = PartPlace(name, games + outcome.games, lines + outcome.lines)
            return
        self._over = True
        if one.first:
            yield from file_results(self._work, Source(one.name, one.path, plain=True))
        else:
            spot = FilePlace(self._place.lines + 1)
            (found,) = file_verdict(RecordCode.CHANGED_FILE, one.name, spot, what=_change(one)).findings
            yield from self._about_file(found)

    def _placed(self, found: Iterable[PartResult]) -> Iterator[WorkResult]:
        for one in found:
            if one.diagnostic is None:
                yield self._result(self._work.moved(one.result, self._place))
            else:
                yield from self._about_file(moved(one.diagnostic, *self._place))

    def _result(self, result: object) -> WorkResult:
        made = WorkResult(self._place.name, result, self._first, self._begins)
        self._first = self._begins = False
        return made

    def _about_file(self, found: Diagnostic) -> Iterator[WorkResult]:
        """The results for a diagnostic on the file as a whole."""
        if found.code in self._reported_codes:
            return
        if found.code in _ONCE:
            self._reported_now.add(found.code)
        yield from map(self._result, about_file(self._work, found))


def _change(one: Range) -> str:
    """The change of a file that is no longer as it was, in words."""
    try:
        size = os.stat(one.path).st_size  # noqa: PTH116
    except OSError:
        return "was taken away"
    return "became shorter" if one.stamp is not None and size < one.stamp.size else "was changed"
