"""Shares tasks out to an engine and takes what comes back: told in order, remembered as soon as it comes."""

from __future__ import annotations

import hashlib
import json
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from fairyscore.notation._version import VERSION
from fairyscore.notation.bulk.engine import Died, Engine, Here
from fairyscore.notation.bulk.ledger import Ledger
from fairyscore.notation.bulk.plan import Rest, Step, Whole, planned
from fairyscore.notation.bulk.ranges import SIZE, Range
from fairyscore.notation.bulk.results import ResultStream
from fairyscore.notation.bulk.retry import settled
from fairyscore.notation.bulk.serialize import of_plain, plain
from fairyscore.notation.bulk.task import Absent, Done, Outcome, RangeStream, Task
from fairyscore.notation.bulk.work import Found, Json, Work, WorkResult, file_results
from fairyscore.notation.formats.registry import format_of_path
from fairyscore.notation.records.text_reader import OnProgress
from fairyscore.notation.storage.source import Source, Unreadable
from fairyscore.notation.variants.catalog import digest as catalog_digest
from fairyscore.notation.variants.catalog import for_workers

AHEAD = 4
"""So many steps for each worker may be done or under way before those in front of them are told."""


SMALL = 1 << 21
"""So many bytes in all are sooner judged by one process than shared out."""


def run_work(
    work: Work,
    sources: Iterable[Source | Unreadable],
    *,
    engine: Engine | None = None,
    ledger: Ledger | None = None,
    on_progress: OnProgress | None = None,
    size: int = SIZE,
    small: int = SMALL,
) -> Generator[WorkResult, None, None]:
    """The results for all files, in their order; the same ones as of `results_here`; memory holds a few ranges.

    engine: who does the work, else this process; it is closed at the end, and at once where the results are given up.
    ledger: what was done before, and remembers what is done now. on_progress: told how many bytes are done, time and again.
    size: bytes of a range. small: so many bytes in all are not worth the engine, and are judged here.
    Raises `EngineFault`, `LedgerFault` and what the work raises.
    """
    yield from Sharing(work, engine, ledger, on_progress).results(sources, size, small)


@dataclass(slots=True)
class _Shared:
    """Ranges that are shared out together, and what came of each, None as long as it is under way."""

    ranges: tuple[Range, ...]
    outcomes: list[Outcome | None]
    again: bool = False


@dataclass(frozen=True, slots=True)
class _UnderWay:
    """A task, and the places of its ranges among those that were shared out with them."""

    task: Task
    shared: _Shared
    places: list[int]


class Sharing:
    """One run of a work over files; see `run_work`."""

    def __init__(
        self, work: Work, engine: Engine | None, ledger: Ledger | None, on_progress: OnProgress | None
    ) -> None:
        self._work = work
        self._engine = engine or Here()
        self._memory = Memory(work, ledger) if ledger is not None else None
        self._heard = on_progress
        self._telling = ResultStream(work)
        self._queue: deque[_Shared | Whole | Rest] = deque()
        self._under_way: dict[int, _UnderWay] = {}
        self._loads = False

    def results(self, members: Iterable[Source | Unreadable], size: int, small: int) -> Iterator[WorkResult]:
        """The answers to all files."""
        steps = planned(self._work, members, size, self._heard)
        if not isinstance(self._engine, Here):
            steps, is_small = _looked_through(steps, small)
            self._engine = Here() if is_small else self._engine
        at_once = True
        try:
            while self._filled(steps):
                yield from self._next()
            at_once = False
        finally:
            self._engine.close(at_once=at_once)

    def _filled(self, steps: Iterator[Step]) -> bool:
        """Have as much under way as may be; whether there is anything left to tell.

        With a memory each worker has one task at most, so that no more is lost with the program. Behind the rest of a
        stream nothing is planned before that is told.
        """
        most = self._engine.slots + (self._memory is None)
        while len(self._under_way) < most and len(self._queue) < AHEAD * most:
            if self._queue and isinstance(self._queue[-1], Rest):
                break
            step = next(steps, None)
            if step is None:
                break
            if isinstance(step, Whole | Rest):
                self._queue.append(step)
            else:
                self._queue.append(self._shared(step))
        return bool(self._queue)

    def _next(self) -> Iterator[WorkResult]:
        """What can be told now; or wait for something."""
        head = self._queue[0]
        if isinstance(head, _Shared) and None in head.outcomes:
            self._take_in()
            return
        self._queue.popleft()
        if isinstance(head, Whole):
            yield from file_results(self._work, head.member, self._heard)
        elif isinstance(head, Rest):
            yield from self._telling.rest(head)
        else:
            for one, outcome in zip(head.ranges, head.outcomes, strict=True):
                assert outcome is not None
                yield from self._telling.part(one, outcome)
                if self._heard is not None and one.path:
                    self._heard(one.size)

    def _shared(self, ranges: tuple[Range, ...]) -> _Shared:
        """Have ranges done, those at least that nobody remembers."""
        remembered = self._memory.of if self._memory is not None else _nothing
        shared = _Shared(ranges, [remembered(one) for one in ranges])
        self._submit(shared, [place for place, outcome in enumerate(shared.outcomes) if outcome is None])
        return shared

    def _submit(self, shared: _Shared, places: list[int]) -> None:
        if places:
            ranges = (shared.ranges[place] for place in places)
            task = Task(self._work, tuple(map(loaded, ranges) if self._loads else ranges), for_workers())
            self._under_way[id(task)] = _UnderWay(task, shared, places)
            self._engine.submit(task)

    def _take_in(self) -> None:
        """Take in what has come; what was under way when a worker died is done again."""
        finished = self._engine.finished()
        for task, outcomes in finished:
            if not isinstance(outcomes, Died):
                self._remember(task, outcomes)
        done = [
            (task, settled(task, self._engine.apart(), self._engine.deaths) if isinstance(outcomes, Died) else outcomes)
            for task, outcomes in finished
        ]
        for (task, before), (_, outcomes) in zip(finished, done, strict=True):
            if isinstance(before, Died):
                self._remember(task, outcomes)
            self._keep(task, outcomes)

    def _remember(self, task: Task, outcomes: list[Outcome]) -> None:
        if self._memory is not None:
            for one, outcome in zip(task.ranges, outcomes, strict=True):
                self._memory.keep(one, outcome)

    def _keep(self, task: Task, outcomes: list[Outcome]) -> None:
        way = self._under_way.pop(id(task))
        shared = way.shared
        absent = [place for place, outcome in zip(way.places, outcomes, strict=True) if isinstance(outcome, Absent)]
        if absent and not shared.again:
            shared.again = self._loads = True
        else:
            absent = []
        for place, outcome in zip(way.places, outcomes, strict=True):
            if place not in absent:
                shared.outcomes[place] = outcome
        self._submit(shared, absent)
        if None not in shared.outcomes:
            shared.ranges = tuple(one._replace(data=None) for one in shared.ranges)


def _nothing(_one: Range) -> None:
    """What is remembered where there is no memory."""


def loaded(one: Range) -> Range:
    """A range with its bytes, for a worker that cannot read them itself; without them where they are gone or others."""
    if one.data is not None:
        return one
    try:
        with RangeStream.of(one) as stream:
            data = stream.read()
            return one if data is None or stream.changed() or len(data) < one.size else one._replace(data=data)
    except (OSError, ValueError):
        return one


def _looked_through(steps: Iterator[Step], small: int) -> tuple[Iterator[Step], bool]:
    """The same steps, and whether all there is to share out is small."""
    seen: list[Step] = []
    total = 0
    for step in steps:
        seen.append(step)
        total += 0 if isinstance(step, Whole | Rest) else sum(one.size for one in step)
        if total > small or isinstance(step, Rest):
            return chain(seen, steps), False
    return iter(seen), True


class Memory:
    """What a ledger knows of a work: of ranges with the same bytes, judged with the same settings by the same program."""

    def __init__(self, work: Work, ledger: Ledger) -> None:
        judge = work.judge
        self._work = work
        self._ledger = ledger
        self._settings = [
            VERSION, type(work).__qualname__, work.settings(),
            judge.variant, judge.position, judge.info, judge.keep, judge.recover, judge.time, catalog_digest(),
        ]  # fmt: skip

    def of(self, one: Range) -> Done | None:
        """What is remembered of a range."""
        try:
            with RangeStream.of(one) as stream:
                while stream.read(1 << 20):
                    pass
                digest = "" if stream.changed() else stream.digest()
        except (OSError, ValueError):
            return None
        said = self._ledger.get(self._key(one, digest)) if digest else None
        try:
            return said and Done([self._found(*each) for each in said["found"]], said["games"], said["lines"], digest)
        except (AttributeError, KeyError, TypeError, ValueError):  # no results of ours
            return None

    def _found(self, result: Json, diagnostic: Json) -> Found:
        return Found(self._work.of_json(result)) if diagnostic is None else Found(None, of_plain(diagnostic))

    def keep(self, one: Range, outcome: Outcome) -> None:
        """Remember what was said of a range, if all of it was read. Raises `LedgerFault`."""
        if isinstance(outcome, Done) and outcome.whole:
            found = [
                [self._work.as_json(each.result), None] if each.diagnostic is None else [None, plain(each.diagnostic)]
                for each in outcome.found
            ]
            remembered = {"found": found, "games": outcome.games, "lines": outcome.lines}
            self._ledger.put(self._key(one, outcome.digest), remembered)

    def _key(self, one: Range, digest: str) -> str:
        """What the answers to a range depend on. Where the format is not known, the name of the file may tell it."""
        form = one.form or f"as {format_of_path(one.name)}"
        known = [digest, *self._settings, form, one.usual, one.known, one.first, one.last]
        return hashlib.sha256(json.dumps(known).encode()).hexdigest()
