"""The base of all errors that fairyscore raises."""

from __future__ import annotations

from typing import Any

from fairyscore.notation.text import shown


class FairyscoreError(Exception):
    """Something that fairyscore cannot do as it was asked; the message says what and why.

    Each error has the builtin base too that fits it best (`ValueError`, mostly). Errors can be pickled and copied; two are
    equal if they are of one type and say the same.

    >>> import fairyscore
    >>> try:
    ...     fairyscore.Game.new("chess").push("Ke5")
    ... except FairyscoreError as fault:
    ...     print(isinstance(fault, ValueError), fault)
    True no white king can go to e5; it cannot be reached from e1
    """

    def __repr__(self) -> str:
        return f"{type(self).__name__}({shown(str(self), 120)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (type(self), self.args, self.__dict__)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and (self.args, self.__dict__) == (other.args, other.__dict__)

    def __hash__(self) -> int:
        return hash((type(self), str(self)))


def _restored(kind: type[FairyscoreError], args: tuple[Any, ...], attributes: dict[str, Any]) -> FairyscoreError:
    """An error as it was: its own `__init__`, which may take other arguments, is not called again."""
    made = kind.__new__(kind, *args)
    made.args = args
    made.__dict__.update(attributes)
    return made


class UserFileFault(FairyscoreError, ValueError):
    """A file that the user's settings name, and that is wrong; the message names it, and says where and why."""


class NotWritten(FairyscoreError, OSError):
    """A file that cannot be written; the message says which and why, fit for a terminal.

    >>> from fairyscore.notation.game import Game
    >>> try:
    ...     Game.new("chess").save("no/such/folder/game.pgn")
    ... except NotWritten as fault:
    ...     print(fault)
    no/such/folder/game.pgn cannot be written: No such file or directory
    """

    def __init__(self, path: str, why: str) -> None:
        super().__init__(f"{shown(path, 200)} cannot be written: {why}")
        self.why = why


class ChangedMeanwhile(NotWritten):
    """A file that another program has changed since it was read; whoever writes all the same reads it again first."""

    def __init__(self, path: str) -> None:
        super().__init__(path, "another program has changed it meanwhile; run the command again")


class AlreadyThere(NotWritten):
    """A file that is there already and may not be replaced; `replace=True` allows it, in the command `--force`."""
