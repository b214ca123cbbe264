"""Who does tasks: what every engine can, and the one that does them in this process."""

from __future__ import annotations

from typing import NamedTuple

from fairyscore.notation.bulk.task import Outcome, Task, perform


class EngineFault(Exception):
    """Work cannot be done by this engine, or no longer; the message says why, fit for a terminal."""


class Died(NamedTuple):
    """A task ended its worker, or another one did that was under way with it."""


class Finished(NamedTuple):
    """A task that is no longer under way: what came of each of its ranges, or `Died`."""

    task: Task
    outcomes: list[Outcome] | Died


class Engine:
    """Does tasks, several at a time. deaths: how many workers a task has seen die that is told as `Died`."""

    deaths = 0

    @property
    def slots(self) -> int:
        """How many tasks may be under way so that every worker has one."""
        return 1

    def submit(self, task: Task) -> None:
        """Have a task done. Raises `EngineFault`."""
        raise NotImplementedError

    def finished(self) -> list[Finished]:
        """Wait until a task is no longer under way, and give all that are not.

        Raises `EngineFault`, and what a work raises.
        """
        raise NotImplementedError

    def apart(self) -> Engine:
        """What does a task again whose worker has died, with no other task under way."""
        return self

    def close(self, *, at_once: bool = False) -> None:
        """Let the workers go; at once: whatever they are doing."""


class Here(Engine):
    """Does tasks in this process, one by one when they are asked for."""

    def __init__(self) -> None:
        self._waiting: list[Task] = []

    def submit(self, task: Task) -> None:
        """See `Engine`."""
        self._waiting.append(task)

    def finished(self) -> list[Finished]:
        """See `Engine`."""
        task = self._waiting.pop(0)
        return [Finished(task, perform(task))]
