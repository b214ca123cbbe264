from collections.abc import Callable, Sequence
from typing import Any

from fairyscore.notation.rules.moves import Move, ParsedMove

SOURCE: str
LIMITS: dict[str, int]

Read = Callable[[str], tuple[ParsedMove, tuple[str, ...]] | str | None]
Note = tuple[str, int, int, int, int, int, int]

Waiting = tuple[bytes, bytes, int, int, int]

class Scanner:
    sweeps: bool
    counts_positions: bool

    def load(self, state: Any) -> bool: ...
    def save(self, state: Any, before: bool = False) -> None: ...
    def snapshot(self) -> bytes: ...
    def restore(self, position: bytes) -> None: ...
    def has_move(self) -> bool: ...
    @property
    def texts(self) -> int: ...
    def sweep(
        self,
        text: str,
        start: int,
        begin: bytes,
        read: Read,
        harmless: Callable[[str], bool],
        is_same: Callable[[str], bool],
    ) -> tuple[int, int, int, int, int, tuple[int, str, list[Note]] | None]: ...
    def scan(
        self,
        text: str,
        start: int,
        read: Read,
        log: list[Any] | None,
        notes: list[Note],
        met: dict[bytes, int] | None,
        drift: int = 0,
        within: bool = False,
    ) -> tuple[int, int, int, bool, str, Sequence[Waiting]]: ...

class Kernel(Scanner):
    def __init__(self, tables: Any, null_moves: bool, make_ply: Callable[[int, int, int, int], object]) -> None: ...
    def push(self, parsed: ParsedMove) -> bool: ...
    def push_many(self, parsed_moves: Sequence[ParsedMove], claims: set[int] | None) -> int: ...
    def rivals(self, origin: int, target: int) -> list[int]: ...
    def targets_of(self, origin: int) -> int: ...
    def sign(self, origin: int, target: int, becomes: int, castle: int) -> str: ...
    def sans(self, moves: Sequence[Move]) -> list[str] | None: ...
    def changes(
        self, moves: Sequence[Move]
    ) -> list[tuple[tuple[tuple[int, tuple[int, int] | None, tuple[int, int] | None], ...], int]] | None: ...
    @property
    def last_move(self) -> tuple[int, int, int, int]: ...
    def in_check(self) -> bool: ...
    def lay_reading(
        self,
        letters: dict[str, int],
        rows: Sequence[Sequence[int | None]],
        pieces: dict[str, int],
        stands: Sequence[int],
        most_pieces: tuple[int, int],
        castlings: Sequence[tuple[int, int, bool]],
        stalemate_loses: bool,
    ) -> None: ...

def usual_tags(text: str) -> tuple[dict[str, str], int] | None: ...
def tokens(text: str, start: int, places: bool) -> list[Any] | None: ...
