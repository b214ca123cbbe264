"""The smallest changes to the text of a game after which all its moves are legal.

At the first refused move everything that people usually get wrong is tried: letter case, ring and letter swapped, the
other coordinate scheme, a missing promotion or throw, a pass, one character. A change counts if the game can be judged
further with it; of those that lead to the end the lightest are proposed, all of them where several are equally good. Wrong
marks of capture and move numbers are mended beside that, since they leave no choice.

The search is bounded: `MOST_CHANGES` one behind the other, the `BEAM` best texts of each round, `MOST_READ` characters
judged in all, no game of more than `LONGEST`. So a game that is wrong in many places may find no repair, and a better one
may be missed.

>>> from fairyscore.notation.records.game_text import GameText
>>> game_text = GameText(1, '[Variant "kaleidochess"]\\n\\n1. 8I-7K K6-7I 2. 2K-3I 4I-3K *', 1)
>>> for proposal in proposals(game_text, Validator()):
...     print([(change.was(game_text.text), change.becomes, change.why) for change in proposal.changes], proposal.complete)
[('K6-7I', '6K-7I', 'ring and letter are swapped')] True
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain

from fairyscore.notation.editing.typos import NUMBER, SURE, RefusedMove, TextEdit, changes_at, like, throughout
from fairyscore.notation.formats import pgn
from fairyscore.notation.records.collector import DiagnosticCollector, Span
from fairyscore.notation.records.diagnostics import HARMLESS, Diagnostic, RecordCode, Severity
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.replay import Validator, Verdict
from fairyscore.notation.rules.reasons import Code

MOST_CHANGES = 3
BEAM = 3
LONGEST = 200_000
MOST_READ = 10 * LONGEST
MOST_ROUNDS = 20
"""So often marks and numbers are mended; each round mends all that are found then."""

MOST_ALIKE = 1000
"""A game in which more numbers, or more moves in the same way, are wrong keeps them."""

_MOVE_CODES = frozenset(code.value for code in Code)


@dataclass(frozen=True)
class RepairProposal:
    """A game with some changes in the order of its text, judged. line, column: where it stands in its file."""

    changes: tuple[TextEdit, ...]
    text: str
    verdict: Verdict
    line: int
    column: int

    @cached_property
    def refused(self) -> Diagnostic | None:
        """The first thing that keeps moves from being legal."""
        return next((f for f in self.verdict.findings if f.code in _MOVE_CODES and f.code not in HARMLESS), None)

    @property
    def complete(self) -> bool:
        """Whether the game could be judged to its end: no move is refused."""
        return self.refused is None and self.verdict.record is not None

    @property
    def plies(self) -> int:
        """Plies of the main line that are legal."""
        return self.verdict.plies

    @property
    def remaining(self) -> tuple[Diagnostic, ...]:
        """The errors that the changes leave, with their places in the changed text."""
        return tuple(found for found in self.verdict.findings if found.severity is Severity.ERROR)

    @cached_property
    def left(self) -> int:
        """One more than there are characters behind the first refused move, 0 where none is refused."""
        refused = self.refused
        return 0 if refused is None else len(self.text) - self.span(refused)[1] + 1

    @property
    def weight(self) -> int:
        """What the changes weigh together."""
        return sum(change.weight for change in self.changes)

    def slips(self, code: Code | RecordCode) -> list[Diagnostic]:
        """What was found of one kind."""
        return [finding for finding in self.verdict.findings if finding.code == code.value]

    def span(self, finding: Diagnostic) -> Span:
        """Where a finding stands in the text."""
        begin = 0
        for _ in range(finding.line - self.line):
            begin = self.text.find("\n", begin) + 1
        start = begin + finding.column - (1 if begin else self.column)
        return start, start + finding.end_column - finding.column

    def original(self, offset: int) -> int | None:
        """A place of the text in the text without changes; None inside of one."""
        moved = 0
        for change in self.changes:
            if offset < change.start + moved:
                break
            if offset < change.start + moved + len(change.becomes):
                return None
            moved += len(change.becomes) - (change.end - change.start)
        return offset - moved


def proposals(game_text: GameText, judge: Validator) -> tuple[RepairProposal, ...]:
    """What to change in a game, the equally good ways; empty where nothing is to be done, or nothing helps.

    Where no way leads to the end, the one that comes farthest, not `complete`. A `judge` reads the game's format.
    """
    if len(game_text.text) > LONGEST:
        return ()
    bench = _Bench(game_text, replace(judge, keep=True, info=False))
    best = bench.smoothed(bench.attempt(()))
    frontier = [best]
    for _ in range(MOST_CHANGES):
        if best.complete:
            return (best,) if best.changes else ()
        tried = [attempt for node in frontier for attempt in bench.tries(node)]
        if done := [attempt for attempt in tried if attempt.complete]:
            return tuple(_lightest(done))
        frontier = sorted(tried, key=lambda attempt: (attempt.left, attempt.weight))[:BEAM] or frontier
        best = min([best, *frontier], key=lambda attempt: attempt.left)
    return (best,) if best.changes else ()


def _lightest(done: list[RepairProposal]) -> list[RepairProposal]:
    """The attempts of the least weight, one for each different record."""
    least = min(attempt.weight for attempt in done)
    found: list[RepairProposal] = []
    for attempt in done:
        if attempt.weight == least and all(attempt.verdict.record != other.verdict.record for other in found):
            found.append(attempt)
    return found


class _Bench:
    """Tries changes on one game, as long as there is time."""

    def __init__(self, game_text: GameText, judge: Validator) -> None:
        self.game_text = game_text
        self.judge = judge
        self.read = 0

    def attempt(self, changes: tuple[TextEdit, ...]) -> RepairProposal:
        """The game with changes in the order of the text."""
        text = self.game_text.text
        for change in reversed(changes):
            text = text[: change.start] + change.becomes + text[change.end :]
        self.read += len(text)
        verdict = self.judge.judge(self.game_text._replace(text=text))
        return RepairProposal(changes, text, verdict, self.game_text.line, self.game_text.column)

    def tries(self, node: RepairProposal) -> Iterator[RepairProposal]:
        """The attempts that come farther by one change at the first refused move."""
        spot = self._spot(node)
        if spot is None:
            return
        met: set[tuple[TextEdit, ...]] = set()
        for tried in chain(throughout(spot), ((change,) for change in changes_at(spot))):
            key = tuple(replace(change, why="", weight=SURE) for change in tried)
            if key in met or self.read > MOST_READ or len(tried) > MOST_ALIKE:
                continue
            met.add(key)
            attempt = self.attempt(_joined(node, tried))
            if attempt.left < node.left and attempt.verdict.record is not None:
                yield self.smoothed(attempt)

    def smoothed(self, node: RepairProposal) -> RepairProposal:
        """The attempt with the marks mended that leave no choice, and, once it is done, the numbers."""
        for _ in range(MOST_ROUNDS):
            mended = _marks(node) or (self._numbers(node) if node.complete else [])
            if not mended or self.read > MOST_READ:
                return node
            better = self.attempt(_joined(node, mended))
            if better.left > node.left or better.changes == node.changes:
                return node
            node = better
        return node

    def _numbers(self, node: RepairProposal) -> list[TextEdit]:
        """The changes of the first wrong number and of all behind it that count on from it."""
        wrong = next(iter(node.slips(RecordCode.MOVE_NUMBER)), None)
        if wrong is None:
            return []
        found, expected = wrong.facts["found"], wrong.facts["expected"]
        assert isinstance(found, int)
        assert isinstance(expected, int)
        mended, first = [], node.span(wrong)[0]
        for token, (start, end) in zip(*self._tokens(node), strict=True):
            number = NUMBER.fullmatch(token)
            if start >= first and number is not None and int(number[1]) >= found:
                right = f"{int(number[1]) + expected - found}{number[2]}"
                mended.append(TextEdit(start, end, right, "moves are numbered one by one", SURE))
        return mended if len(mended) <= MOST_ALIKE else []

    def _tokens(self, node: RepairProposal) -> tuple[list[str], list[Span]]:
        game = node.verdict.game
        assert game is not None
        game_text = self.game_text._replace(text=node.text)
        token_stream = self.judge.read(game_text, DiagnosticCollector("", game_text))
        return list(token_stream.tokens(game)), list(token_stream.spans(game))

    def _spot(self, node: RepairProposal) -> RefusedMove | None:
        """The refused move, with what stands around it."""
        finding, game = node.refused, node.verdict.game
        if finding is None or game is None:
            return None
        tokens, spans = self._tokens(node)
        start, _ = node.span(finding)
        place = next((place for place, span in enumerate(spans) if span[0] == start), None)
        if place is None:
            return None
        header = self.judge.read is pgn.read and not node.changes
        notation = node.verdict.notation or game.writing.notations[0]
        return RefusedMove(node.text, finding, node.verdict.state, game, notation, tokens, spans, place, header)


def _marks(node: RepairProposal) -> list[TextEdit]:
    """The changes of wrong capture marks."""
    mended = []
    for finding in node.slips(Code.CAPTURE_MARK):
        if finding.suggestions:
            start, end = node.span(finding)
            becomes = like(node.text[start:end], finding.suggestions[0])
            mended.append(TextEdit(start, end, becomes, "the mark says whether something is taken", SURE))
    return mended


def _joined(node: RepairProposal, changes: Sequence[TextEdit]) -> tuple[TextEdit, ...]:
    """The changes of an attempt with more of them, which are meant for its text. One that meets another is left out."""
    joined = list(node.changes)
    for change in changes:
        start = node.original(change.start)
        if start is None:
            continue
        end = start + change.end - change.start
        if all(one.end <= start or end <= one.start for one in joined):
            joined.append(replace(change, start=start, end=end))
    return tuple(sorted(joined, key=lambda one: (one.start, one.end)))
