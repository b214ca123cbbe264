"""What only the profile `nightly` runs in full: HYPOTHESIS_PROFILE=nightly make test."""

from collections.abc import Sequence
from typing import TypeVar

from hypothesis import settings

NIGHTLY = settings().max_examples >= 1000

Case = TypeVar("Case")


def sampled(cases: Sequence[Case], every: int) -> list[Case]:
    """Every so many of the cases, the first one included; all of them with the profile `nightly`."""
    return list(cases if NIGHTLY else cases[::every])
