"""What is compiled: `_native`, the royal games with the scanner that replays plain PGN, and `_core`, one core for all games
that `GameRules` describe.

Both are optional. Where nobody compiled it, or FAIRYSCORE_PURE is set, the engines in `rules` do the same in plain Python,
only slower; they are also what both are tested against, move by move.
"""

import os
from threading import local
from typing import Any

PURE = "FAIRYSCORE_PURE"
"""The environment variable that turns the kernel off, also where a wheel is built (`setup.py`)."""


try:
    if os.environ.get(PURE, "0") not in ("", "0"):
        KERNEL, STATUS = None, f"off, {PURE} is set"
    else:
        from fairyscore.notation.kernel import _native

        KERNEL, STATUS = _native.Kernel, "compiled"
except ImportError:
    KERNEL, STATUS = None, "none, plain Python (installed without a C compiler, or with FAIRYSCORE_PURE=1)"


def usual_tags(text: str) -> tuple[dict[str, str], int] | None:
    """The tags of a usual header and where it ends; None for any other, or where nothing is compiled."""
    return None


def tokens(text: str, start: int, places: bool) -> list[Any] | None:
    """The tokens of an ASCII text without spoken moves, or where each begins and ends; None where nothing is compiled."""
    return None


if KERNEL is not None:
    from fairyscore.notation.kernel._native import tokens as tokens
    from fairyscore.notation.kernel._native import usual_tags as usual_tags


def core_module() -> Any:
    """The compiled core (`_core`), loaded when it is first asked for; None where nothing is compiled."""
    if KERNEL is None:
        return None
    try:
        from fairyscore.notation.kernel import _core
    except ImportError:
        return None
    return _core


class ThreadKernels(local):
    """The kernels of the thread that asks: a kernel holds the position that it plays on, so no two threads share one."""

    def __init__(self) -> None:
        self.made: dict[Any, Any] = {}


def kernel_of(tables: Any, null_moves: bool, make_ply: Any) -> Any:
    """A kernel for a game; None where nothing is compiled, or the kernel does not know all of its rules or has no room.

    tables: the `rules.royal.tables.RoyalTables` of the game. null_moves, make_ply: see `_native.Kernel`.
    """
    if KERNEL is None or not supports(tables):
        return None
    try:
        return KERNEL(tables, null_moves, make_ply)
    except OverflowError:  # it has more of something than the kernel has numbers for
        return None


def missing_core() -> str:
    """Why there is no compiled core, half a sentence; empty where there is one."""
    if KERNEL is None:
        return STATUS
    return "" if core_module() is not None else "none, the core was not built"


def supports(tables: Any) -> bool:
    """Whether the kernel knows all rules of a game. tables: its `rules.royal.tables.RoyalTables`, of at most 128 cells."""
    if KERNEL is None or not getattr(tables, "plain", True):
        return False
    from fairyscore.notation.kernel._native import LIMITS

    castlings = tables.castlings
    return (
        tables.size <= LIMITS["cells"]
        and tables.count <= LIMITS["codes"]
        and len(castlings) <= LIMITS["castlings"]
        and all(0 <= castling.rule.side < 2 and len(castling.safe) <= LIMITS["safe"] for castling in castlings)
        and all(len(turning.kinds) <= LIMITS["kinds"] for by in tables.turnings for turning in by.values())
    )
