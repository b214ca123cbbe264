"""The work of `validate`: what is found, and how many games and plies there are.

>>> from fairyscore.notation.records.game_text import GameText
>>> games = '[Result "*"]\\n\\n1. e4 *', '[Result "*"]\\n\\n1. e5 *'
>>> verdicts = [Validator().judge(GameText(number, game, number * 4)) for number, game in enumerate(games, 1)]
>>> for answer in ValidateWork().answers(verdicts, FilePart()):
...     print(answer["games"], answer["plies"], [(found["line"], found["code"]) for found in answer["findings"]])
2 1 [(10, 'no-piece-reaches')]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from fairyscore.notation.bulk.serialize import wired
from fairyscore.notation.bulk.work import FilePart, Json
from fairyscore.notation.replay import Validator, Verdict

OFTEN = 1000
"""Games behind which an answer is given in any case, so that one sees how far it is."""


@dataclass(frozen=True, slots=True)
class ValidateWork:
    """The work (`Work`). Each answer has the findings on one game at most, and counts those before it as well.

    faulty: is given each game with findings as it comes; a work that has it is done in this process.
    """

    judge: Validator = field(default_factory=Validator)
    form: str = ""
    faulty: Callable[[Verdict], None] | None = None

    def settings(self) -> Json:
        """See `Work`."""
        return []

    def answers(self, verdicts: Iterable[Verdict], part: FilePart) -> Iterator[Json]:
        """Games, plies and moves not judged; findings; the audit of a game's time, where one was asked for."""
        games = plies = unjudged = 0
        try:
            for verdict in verdicts:
                games += verdict.game_text.number > 0
                plies += verdict.plies
                unjudged += verdict.unjudged
                if verdict.findings and self.faulty is not None:
                    self.faulty(verdict)
                if verdict.findings or verdict.audit is not None or games >= OFTEN:
                    answer = _answer(games, plies, unjudged, verdict)
                    games = plies = unjudged = 0
                    yield answer
        except KeyboardInterrupt:  # what is done is told
            if games:
                yield _answer(games, plies, unjudged, None)
            raise
        if games:
            yield _answer(games, plies, unjudged, None)


def _answer(games: int, plies: int, unjudged: int, verdict: Verdict | None) -> Json:
    answer = {"games": games, "plies": plies, "unjudged": unjudged, "findings": [], "times": []}
    if verdict is not None:
        answer["findings"] = [wired(found) for found in verdict.findings]
        if verdict.audit is not None and verdict.audit.accounts:
            control = str(verdict.audit.control) or "no time control"
            accounts = [str(account) for account in verdict.audit.accounts]
            answer["times"] = [verdict.game_text.number, verdict.game_text.line, control, *accounts]
    return answer
