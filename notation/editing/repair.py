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


@dataclass(frozen=True, slots=True)
class RepairProposal:
    """Changes in the order of the text. complete: no move is refused then; plies: of the main line, legal then.

    remaining: the errors that the changes leave, with their places in the changed text.
    """

    changes: tuple[TextEdit, ...]
    text: str
    complete: bool
    plies: int
    remaining: tuple[Diagnostic, ...] = ()


def proposals(game_text: GameText, judge: Validator) -> tuple[RepairProposal, ...]:
    """What to change in a game, the equally good ways; empty where nothing is to be done, or nothing helps.

    Where no way leads to the end, the one that comes farthest, with `complete` False. A `judge` reads the game's format.
    """
    if len(game_text.text) > LONGEST:
        return ()
    bench = _Bench(game_text, replace(judge, keep=True, info=False))
    start = bench.attempt(())
    if not start.open and not start.slips:
        return ()
    frontier = [bench.smoothed(start)]
    best = frontier[0]
    for _ in range(MOST_CHANGES):
        tried = [] if best.done else [attempt for node in frontier for attempt in bench.tries(node)]
        done = [attempt for attempt in tried if attempt.done]
        if best.done or done:
            return tuple(bench.proposal(attempt) for attempt in _lightest(done or [best]))
        frontier = sorted(tried, key=lambda attempt: (attempt.left, attempt.weight))[:BEAM] or frontier
        best = min([best, *frontier], key=lambda attempt: attempt.left)
    return (bench.proposal(best),) if best.changes else ()


def _lightest(done: list[_Attempt]) -> list[_Attempt]:
    """The attempts of the least weight, one for each different record."""
    least = min(attempt.weight for attempt in done)
    found: list[_Attempt] = []
    for attempt in done:
        if attempt.weight == least and all(attempt.verdict.record != other.verdict.record for other in found):
            found.append(attempt)
    return found


@dataclass(frozen=True)
class _Attempt:
    """The game with some changes, judged.

    left: one more than there are characters behind the first refused move, 0 where none is refused.
    """

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
    def open(self) -> bool:
        """Whether a move is refused."""
        return self.refused is not None

    @property
    def done(self) -> bool:
        """Whether the game could be judged to its end."""
        return not self.open and self.verdict.record is not None

    @cached_property
    def slips(self) -> list[Diagnostic]:
        """Wrong marks and numbers."""
        slips = (Code.CAPTURE_MARK.value, RecordCode.MOVE_NUMBER.value)
        return [finding for finding in self.verdict.findings if finding.code in slips]

    @cached_property
    def left(self) -> int:
        """How much of the text stands behind what could be judged; smaller is better."""
        refused = self.refused
        if refused is None:
            return 0
        return len(self.text) - self.offset(refused) - (refused.end_column - refused.column) + 1

    @property
    def weight(self) -> int:
        """What the changes weigh together."""
        return sum(change.weight for change in self.changes)

    def offset(self, finding: Diagnostic) -> int:
        """Where a finding stands in the text."""
        begin = 0
        for _ in range(finding.line - self.line):
            begin = self.text.find("\n", begin) + 1
        return begin + finding.column - (1 if begin else self.column)

    def original(self, offset: int) -> int | None:
        """The same place in the text without changes; None inside of one."""
        moved = 0
        for change in self.changes:
            if offset < change.start + moved:
                break
            if offset < change.start + moved + len(change.becomes):
                return None
            moved += len(change.becomes) - (change.end - change.start)
        return offset - moved


class _Bench:
    """Tries changes on one game, as long as there is time."""

    def __init__(self, game_text: GameText, judge: Validator) -> None:
        self.game_text = game_text
        self.judge = judge
        self.read = 0

    def attempt(self, changes: tuple[TextEdit, ...]) -> _Attempt:
        """The game with changes in the order of the text."""
        parts, at = [], 0
        for change in changes:
            parts += [self.game_text.text[at : change.start], change.becomes]
            at = change.end
        text = "".join(parts) + self.game_text.text[at:]
        self.read += len(text)
        verdict = self.judge.judge(self.game_text._replace(text=text))
        return _Attempt(changes, text, verdict, self.game_text.line, self.game_text.column)

    def tries(self, node: _Attempt) -> Iterator[_Attempt]:
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

    def smoothed(self, node: _Attempt) -> _Attempt:
        """The attempt with the marks mended that leave no choice, and, once it is done, the numbers."""
        for _ in range(MOST_ROUNDS):
            changes = self._marks(node) or (self._numbers(node) if node.done else node.changes)
            if changes == node.changes or self.read > MOST_READ:
                return node
            better = self.attempt(changes)
            if better.left > node.left:
                return node
            node = better
        return node

    def _marks(self, node: _Attempt) -> tuple[TextEdit, ...]:
        """The changes with those of wrong capture marks; empty where there are none."""
        mended = []
        for finding in node.slips:
            if finding.code == Code.CAPTURE_MARK.value and finding.suggestions:
                at = node.offset(finding)
                end = at + finding.end_column - finding.column
                becomes = like(node.text[at:end], finding.suggestions[0])
                mended.append(TextEdit(at, end, becomes, "the mark says whether something is taken", SURE))
        return _joined(node, mended) if mended else ()

    def _numbers(self, node: _Attempt) -> tuple[TextEdit, ...]:
        """The changes with those of the first wrong number and of all behind it that count on from it."""
        wrong = next((finding for finding in node.slips if finding.code == RecordCode.MOVE_NUMBER.value), None)
        if wrong is None:
            return node.changes
        found, expected = wrong.facts["found"], wrong.facts["expected"]
        assert isinstance(found, int)
        assert isinstance(expected, int)
        mended, first = [], node.offset(wrong)
        for token, (start, end) in zip(*self._tokens(node), strict=True):
            number = NUMBER.fullmatch(token)
            if start >= first and number is not None and int(number[1]) >= found:
                right = f"{int(number[1]) + expected - found}{number[2]}"
                mended.append(TextEdit(start, end, right, "moves are numbered one by one", SURE))
        return _joined(node, mended) if len(mended) <= MOST_ALIKE else node.changes

    def _tokens(self, node: _Attempt) -> tuple[list[str], list[Span]]:
        game = node.verdict.game
        assert game is not None
        game_text = self.game_text._replace(text=node.text)
        token_stream = self.judge.read(game_text, DiagnosticCollector("", game_text))
        return list(token_stream.tokens(game)), list(token_stream.spans(game))

    def _spot(self, node: _Attempt) -> RefusedMove | None:
        """The refused move, with what stands around it."""
        finding, game = node.refused, node.verdict.game
        if finding is None or game is None:
            return None
        at = node.offset(finding)
        tokens, spans = self._tokens(node)
        place = next((place for place, span in enumerate(spans) if span[0] == at), None)
        if place is None:
            return None
        header = self.judge.read is pgn.read and not node.changes
        return RefusedMove(
            text=node.text,
            finding=finding,
            state=node.verdict.state,
            game=game,
            notation=node.verdict.notation or game.writing.notations[0],
            tokens=tokens,
            spans=spans,
            place=place,
            header=header,
        )

    def proposal(self, attempt: _Attempt) -> RepairProposal:
        """The attempt as it is told to others."""
        errors = tuple(found for found in attempt.verdict.findings if found.severity is Severity.ERROR)
        return RepairProposal(attempt.changes, attempt.text, attempt.done, attempt.verdict.plies, errors)


def _joined(node: _Attempt, changes: Sequence[TextEdit]) -> tuple[TextEdit, ...]:
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
