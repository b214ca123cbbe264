"""Where a piece gets to on an empty board. The engines give it out."""

from typing import NamedTuple

Way = tuple[int, ...]
"""The fields of a way, start and target included. Whoever stands on one between them stops it; a jump has none."""


class Target(NamedTuple):
    """A field that a piece gets to on an empty board.

    goes, takes: whether it may go there without taking, and by taking what stands there; takes_own: also its own side's.
    leaps: it jumps over what lies between. lame: it does so only if nothing stands there. hops: `all` where it goes and
    takes only over a piece, `takes` where it takes only so and goes freely. becomes: the kinds it must or may turn into
    there, if any. barred: its way leads there, and yet a rule keeps it away (a river). ways: all its ways there.
    """

    target: int
    ways: tuple[Way, ...]
    goes: bool = True
    takes: bool = True
    takes_own: bool = False
    leaps: bool = False
    becomes: tuple[int, ...] = ()
    barred: bool = False
    lame: bool = False
    hops: str = ""
