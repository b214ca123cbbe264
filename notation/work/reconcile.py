"""Two copies of a game that disagree: which of them to take, and why; letters of the log beside the records are witnesses.

>>> from fairyscore.notation.game import loads
>>> (one,), (other,) = loads("1. e4 e5 2. Nf3 *"), loads("1. e4 e5 2. Nf3 Nc6 *")
>>> found = proposal(GameCopy.of_game(one), GameCopy.of_game(other))
>>> found.taken, found.reason
(1, 'it goes on where the other ends, and nothing contradicts it')
"""

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from fairyscore.notation.correspondence.log import WRITING, LogEntry, PostLog
from fairyscore.notation.text import counted, shown
from fairyscore.notation.work.compare import Comparison, GameCopy, compared

OPEN: Final = "*"


class Witness(NamedTuple):
    """A line of the log by which a letter states a move or a result. sender: a mailbox. letter: its digest."""

    line: int
    sender: str
    letter: str

    def __str__(self) -> str:
        letter = f"letter {self.letter[:8]}" if self.letter else "an entry"
        return f"{letter}{f' of {shown(self.sender, 100)}' if self.sender else ''} (line {self.line} of the log)"


class Dispute(NamedTuple):
    """A disagreement of two copies. says: the statement of each, empty for none. witnesses: of each."""

    copies: tuple[GameCopy, GameCopy]
    comparison: Comparison
    says: tuple[str, str]
    witnesses: tuple[tuple[Witness, ...], tuple[Witness, ...]]


class Proposal(NamedTuple):
    """The copy to take: 0 or 1, None where nothing decides. dispute: None where they say the same."""

    dispute: Dispute | None
    taken: int | None
    reason: str

    def ruling(self, names: tuple[str, str]) -> list[str]:
        """The proposal as a text for the players. names: of the copies."""
        if self.dispute is None:
            return ["Both copies have the same moves and the same result."]
        lines = [_parted(self.dispute, names)]
        for name, says, found in zip(names, self.dispute.says, self.dispute.witnesses, strict=True):
            if says:
                attested = "; ".join(map(str, found)) if found else "no letter"
                lines.append(f"{shown(says, 60)} ({name}) is attested by {attested}.")
        if self.taken is None:
            return [*lines, f"Nothing decides: {self.reason}. The arbiter must ask both players for their letters."]
        return [*lines, f"Proposed as the true record: {names[self.taken]}, as {self.reason}."]


def proposal(one: GameCopy, other: GameCopy, logs: Iterable[tuple[PostLog, str]] = ()) -> Proposal:
    """Which of two copies of a game to take. logs: where letters about it may be noted, with what it is called there.

    Raises `ValueError` where a copy has no game to compare.
    """
    if one.record is None or other.record is None:
        raise ValueError("a copy cannot be read")
    comparison = compared(one.record, other.record)
    if comparison.games or comparison.starts:
        raise ValueError("the copies are of different games")
    if comparison.parting is None and comparison.results is None:
        return Proposal(None, None, "")
    says = comparison.parting.moves if comparison.parting else (one.record.result, other.record.result)
    attested = [tuple(_witnesses(logs, text)) for text in says]
    dispute = Dispute((one, other), comparison, says, (attested[0], attested[1]))
    for rule, reason in RULES:
        taken = rule(dispute)
        if taken is not None:
            return Proposal(dispute, taken, reason)
    both = all(dispute.witnesses)
    return Proposal(dispute, None, "letters attest both" if both else "no letter attests either")


def _witnesses(logs: Iterable[tuple[PostLog, str]], text: str) -> Iterable[Witness]:
    if not text or text == OPEN:
        return
    for log, name in logs:
        for entry in log.of_game(name):
            if entry.kind in WRITING and text in _written(entry):
                yield Witness(entry.number, entry.text("from"), entry.text("letter"))


def _written(entry: LogEntry) -> list[str]:
    return [str(text) for text in entry.facts.get("wrote", ())]


def _parted(dispute: Dispute, names: tuple[str, str]) -> str:
    parting = dispute.comparison.parting
    if parting is None:
        return f"The copies have the same moves; {names[0]} ends {dispute.says[0]}, {names[1]} ends {dispute.says[1]}."
    ends = [
        f"{name} has {shown(move, 60)}" if move else f"{name} ends"
        for name, move in zip(names, parting.moves, strict=True)
    ]
    return f"The copies part after {counted(parting.ply - 1, 'ply')}: there {' and '.join(ends)}."


# -- what decides, in this order --------------------------------------------------------------------------------------


def _only_one(values: Iterable[bool]) -> int | None:
    """The place of what is true, if it is the only one."""
    found = [at for at, value in enumerate(values) if value]
    return found[0] if len(found) == 1 else None


def _by_letters(dispute: Dispute) -> int | None:
    return _only_one(map(bool, dispute.witnesses))


def _by_rules(dispute: Dispute) -> int | None:
    return _only_one(copy.whole for copy in dispute.copies)


def _by_board(dispute: Dispute) -> int | None:
    """Whose result is the one on the board, where the moves are the same."""
    record = dispute.copies[0].record
    if dispute.comparison.parting is not None or record is None:
        return None
    outcome = record.end().outcome()
    return None if outcome is None else _only_one(says == outcome.result for says in dispute.says)


def _by_length(dispute: Dispute) -> int | None:
    """Which copy goes on where the other ends without a result."""
    if dispute.comparison.parting is None:
        return _only_one(says != OPEN for says in dispute.says)
    ended = [copy.record is not None and copy.record.result == OPEN for copy in dispute.copies]
    going = _only_one(map(bool, dispute.says))
    return going if going is not None and ended[1 - going] else None


RULES: Final[tuple[tuple[Callable[[Dispute], int | None], str], ...]] = (
    (_by_letters, "letters attest what it states, and none what the other one states"),
    (_by_rules, "it breaks no rule of the game, and the other one does"),
    (_by_board, "the position on the board ends the game so"),
    (_by_length, "it goes on where the other ends, and nothing contradicts it"),
)
"""What decides between two copies, and in which words."""
