"""A task whose worker has died: it is tried again alone, and what goes on ending its worker is cut down to the game."""

from __future__ import annotations

from dataclasses import replace

from fairyscore.notation.archive import file_verdict
from fairyscore.notation.bulk.engine import Died, Engine
from fairyscore.notation.bulk.ranges import Range
from fairyscore.notation.bulk.task import Done, Outcome, Task
from fairyscore.notation.bulk.work import Found
from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.records.text_reader import FilePlace

MOST_DEATHS = 3
"""So many workers may die of a range before it is set aside."""


def settled(task: Task, engine: Engine, deaths: int = 1) -> list[Outcome]:
    """What comes of a task that has seen so many workers die; nothing else is under way.

    A game that no worker survives is a finding, and the others of its range are judged.
    """
    while deaths < MOST_DEATHS:
        outcomes = _alone(task, engine)
        if not isinstance(outcomes, Died):
            return outcomes
        deaths += 1
    if len(task.ranges) == 1:
        return [_without_poison(task, engine)]
    singles = (task._replace(ranges=(one,)) for one in task.ranges)
    return [outcome for single in singles for outcome in settled(single, engine, MOST_DEATHS - 1)]


def _alone(task: Task, engine: Engine) -> list[Outcome] | Died:
    engine.submit(task)
    (finished,) = engine.finished()
    return finished.outcomes


def _some(task: Task, engine: Engine, first: int, last: int) -> Outcome | Died:
    """The outcome for some games of a range."""
    outcomes = _alone(task._replace(ranges=(task.ranges[0]._replace(only=(first, last)),)), engine)
    return outcomes if isinstance(outcomes, Died) else outcomes[0]


def _without_poison(task: Task, engine: Engine) -> Outcome:
    """The outcome for a range, halved again and again around what ends its worker."""
    (one,) = task.ranges
    counted = _some(task, engine, 0, 0)
    if not isinstance(counted, Done):
        return _set_aside(one) if isinstance(counted, Died) else counted
    found: list[Found] = []
    left = [(1, counted.games)] if counted.games else []
    while left:
        first, last = left.pop()
        some = Died() if (first, last) == (1, counted.games) and last > 1 else _some(task, engine, first, last)
        if isinstance(some, Done):
            found += (one for one in some.found if one.diagnostic is None or one not in found)
        elif not isinstance(some, Died):
            return some
        elif first == last:
            found.append(_told(one, "this game", counted.starts[first - 1], first))
        else:
            middle = (first + last) // 2
            left += [(middle + 1, last), (first, middle)]
    return Done(found, counted.games, counted.lines, whole=False)


def _set_aside(one: Range) -> Outcome:
    """A range that cannot even be cut into games. What stands in it is not counted."""
    return Done([_told(one, f"what stands between the bytes {one.begin:,} and {one.end:,}", 1, 0)], 0, 0, whole=False)


def _told(one: Range, what: str, line: int, game: int) -> Found:
    (found,) = file_verdict(RecordCode.SET_ASIDE, one.name, FilePlace(line), what=what).findings
    return Found(None, replace(found, game=game))
