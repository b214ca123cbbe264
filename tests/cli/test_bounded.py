"""Work that ends."""

import contextlib

import pytest

from fairyscore.cli.bounded import TookTooLong, at_most


def forever() -> None:
    while True:
        pass


def test_work_is_stopped() -> None:
    with pytest.raises(TookTooLong), at_most(0.1):
        forever()


def stubborn() -> None:
    """Python reports and drops what is raised in a finalizer, or in a callback of the garbage collector."""
    with contextlib.suppress(TookTooLong):
        forever()
    forever()


def test_it_is_raised_until_it_arrives(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fairyscore.cli.bounded.AGAIN", 0.1)
    with pytest.raises(TookTooLong), at_most(0.1):
        stubborn()


def test_nothing_is_raised_afterwards() -> None:
    with at_most(0.1):
        pass
    sum(range(20_000_000))
