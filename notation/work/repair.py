"""The smallest changes to the text of a game after which all its moves are legal.

At the first refused move everything that people usually get wrong is tried: letter case, ring and letter swapped, the
other coordinate scheme, a missing promotion or throw, a pass, one character. A change counts if the game can be judged
further with it; of those that lead to the end the lightest are proposed, all of them where several are equally good. Wrong
marks of capture and move numbers are corrected beside that, since they leave no choice.

The search is bounded: `MOST_CHANGES` one after another, the `BEAM` best texts of each round, `MOST_READ` characters
judged in all, no game of more than `LONGEST`. So a game that is wrong in many places may find no repair, and a better one
may be missed.

>>> from fairyscore.notation.records.game_text import GameText
>>> game_text = GameText(1, '[Variant "kaleidochess"]\\n\\n1. 8I-7K K6-7I 2. 2K-3I 4I-3K *', 1)
>>> for proposal in proposals(game_text, Validator()):
...     print([(change.was(game_text.text), change.becomes, change.why) for change in proposal.changes], proposal.complete)
[('K6-7I', '6K-7I', 'ring and letter are swapped')] True
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from operator import itemgetter
from typing import Final, NamedTuple

from fairyscore.notation.formats import pgn
from fairyscore.notation.formats.registry import format_named
from fairyscore.notation.game import Game
from fairyscore.notation.moves.lenient import CAPITALS
from fairyscore.notation.moves.reading import LONGEST_MOVE, is_skipped, read_move
from fairyscore.notation.records.diagnostics import HARMLESS, Diagnostic, RecordCode, Severity
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.records.pgn_lexer import each_tag, header_end
from fairyscore.notation.records.token_stream import DiagnosticCollector, Span
from fairyscore.notation.replay import Validator, Verdict
from fairyscore.notation.rules.did_you_mean import nearest_texts
from fairyscore.notation.rules.moves import CASTLINGS, ParsedMove
from fairyscore.notation.rules.reasons import Code
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.text import counted, shown
from fairyscore.notation.variants.registry import SCHEME, game_of, options_of

MOST_CHANGES = 3
BEAM = 3
LONGEST = 200_000
MOST_READ = 10 * LONGEST
MOST_ALIKE = 1000
"""A game in which more numbers, or more moves in the same way, are wrong keeps them."""

_MOVE_CODES = frozenset(code.value for code in Code)

SURE, LIKELY, SLIP, GUESS = 0, 1, 2, 3
"""How much a change weighs: no choice is left; a usual mistake; one character; a legal move that looks like it."""

_PAIR = re.compile(r"([A-Za-z])([0-9])|([0-9])([A-Za-z])")
_TAIL = re.compile(r"[+#!?]*\Z")
_THROW = re.compile(r"[0-9]:\s*")
_PROMOTION = re.compile(r"=?\(?[A-Z]{1,2}\)?(?=[+#!?]*\Z)")
NUMBER = re.compile(r"([0-9]{1,9})([.)]+)")
_PASS = "--"


class TextEdit(NamedTuple):
    """Text from `start` to `end` of the game's text that becomes another one."""

    start: int
    end: int
    becomes: str
    why: str
    weight: int = LIKELY

    def was(self, text: str) -> str:
        """The present text at the place."""
        return text[self.start : self.end]


@dataclass(frozen=True)
class RepairProposal:
    """A game with some changes in the order of its text, judged."""

    changes: tuple[TextEdit, ...]
    verdict: Verdict

    @property
    def text(self) -> str:
        """The text with the changes."""
        return self.verdict.game_text.text

    @cached_property
    def refused(self) -> Diagnostic | None:
        """The first thing that keeps moves from being legal."""
        return next((f for f in self.verdict.findings if f.code in _MOVE_CODES and f.code not in HARMLESS), None)

    @property
    def complete(self) -> bool:
        """True if the game could be judged to its end: no move is refused."""
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
        """One more than there are characters after the first refused move, 0 where none is refused."""
        refused = self.refused
        return 0 if refused is None else len(self.text) - self.span(refused)[1] + 1

    @property
    def weight(self) -> int:
        """The weight of all changes together."""
        return sum(change.weight for change in self.changes)

    def slips(self, code: Code | RecordCode) -> list[Diagnostic]:
        """The findings of one kind."""
        return [finding for finding in self.verdict.findings if finding.code == code.value]

    def span(self, finding: Diagnostic) -> Span:
        """Where a finding stands in the text."""
        begin, game_text = 0, self.verdict.game_text
        for _ in range(finding.line - game_text.line):
            begin = self.text.find("\n", begin) + 1
        start = begin + finding.column - (1 if begin else game_text.column)
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
    """The equally good ways to repair a game; empty where nothing is to be done, or nothing helps.

    Where no way leads to the end, the one that comes farthest, not `complete`. A `judge` reads the game's format.
    """
    if len(game_text.text) > LONGEST:
        return ()
    bench = _Bench(game_text, judge._replace(info=False))
    best = bench.smoothed(bench.attempt(()))
    frontier = [best]
    for _ in range(MOST_CHANGES):
        if best.complete:
            return (best,) if best.changes else ()
        tried = [attempt for node in frontier for attempt in bench.tries(node)]
        if done := [attempt for attempt in tried if attempt.complete]:
            least = min(attempt.weight for attempt in done)
            found = [attempt for attempt in done if attempt.weight == least]
            records = [attempt.verdict.record for attempt in found]
            return tuple(attempt for at, attempt in enumerate(found) if records[at] not in records[:at])
        frontier = sorted(tried, key=lambda attempt: (attempt.left, attempt.weight))[:BEAM] or frontier
        best = min([best, *frontier], key=lambda attempt: attempt.left)
    return (best,) if best.changes else ()


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
        return RepairProposal(changes, self.judge.judge(self.game_text._replace(text=text)))

    def tries(self, node: RepairProposal) -> Iterator[RepairProposal]:
        """The attempts that come farther by one change at the first refused move."""
        spot = self._spot(node)
        if spot is None:
            return
        met: set[tuple[tuple[int, int, str], ...]] = set()
        for tried in chain(throughout(spot), ((change,) for change in changes_at(spot))):
            key = tuple(change[:3] for change in tried)
            if key in met or self.read > MOST_READ or len(tried) > MOST_ALIKE:
                continue
            met.add(key)
            attempt = self.attempt(_joined(node, tried))
            if attempt.left < node.left and attempt.verdict.record is not None:
                yield self.smoothed(attempt)

    def smoothed(self, node: RepairProposal) -> RepairProposal:
        """The attempt with each mark corrected that has one right form; at the end of the game, the move numbers too."""
        for _ in range(20):  # each round corrects all that are found then
            corrected = _marks(node) or (self._numbers(node) if node.complete else [])
            if not corrected or self.read > MOST_READ:
                return node
            better = self.attempt(_joined(node, corrected))
            if better.left > node.left or better.changes == node.changes:
                return node
            node = better
        return node

    def _numbers(self, node: RepairProposal) -> list[TextEdit]:
        """The changes of the first wrong number and of all after it that count on from it."""
        wrong = next(iter(node.slips(RecordCode.MOVE_NUMBER)), None)
        if wrong is None:
            return []
        found, expected = wrong.facts["found"], wrong.facts["expected"]
        assert isinstance(found, int)
        assert isinstance(expected, int)
        edits, first = [], node.span(wrong)[0]
        for token, (start, end) in zip(*self._tokens(node), strict=True):
            number = NUMBER.fullmatch(token)
            if start >= first and number is not None and int(number[1]) >= found:
                right = f"{int(number[1]) + expected - found}{number[2]}"
                edits.append(TextEdit(start, end, right, "moves are numbered one by one", SURE))
        return edits if len(edits) <= MOST_ALIKE else []

    def _tokens(self, node: RepairProposal) -> tuple[list[str], list[Span]]:
        game = node.verdict.game
        assert game is not None
        game_text = node.verdict.game_text
        token_stream = self.judge.read(game_text, DiagnosticCollector("", game_text))
        return list(token_stream.tokens(game)), list(token_stream.spans(game))

    def _spot(self, node: RepairProposal) -> RefusedMove | None:
        """The refused move, with what stands around it."""
        finding, game = node.refused, node.verdict.game
        if finding is None or game is None:
            return None
        tokens, spans = self._tokens(node)
        start, _ = node.span(finding)
        header = self.judge.read is pgn.read and not node.changes
        for place, (token, span) in enumerate(zip(tokens, spans, strict=True)):
            if span[0] == start:
                return RefusedMove(node, finding, game, token, span, tokens, spans, place, header)
        return None


LETTER_CASE: Final = "the letter case is another"


def _marks(node: RepairProposal) -> list[TextEdit]:
    """The changes of wrong capture marks, and of cells in capitals, which are read and told."""
    edits = []
    for finding in node.slips(RecordCode.UNUSUAL_SPELLING):
        if finding.facts["why"] == CAPITALS:
            edits.append(TextEdit(*node.span(finding), str(finding.facts["meant"]), LETTER_CASE, SURE))
    for finding in node.slips(Code.CAPTURE_MARK):
        if finding.suggestions:
            start, end = node.span(finding)
            becomes = like(node.text[start:end], finding.suggestions[0])
            edits.append(TextEdit(start, end, becomes, "the mark says whether something is taken", SURE))
    return edits


def _joined(node: RepairProposal, changes: Sequence[TextEdit]) -> tuple[TextEdit, ...]:
    """The changes of an attempt with more of them, which are meant for its text. One that meets another is left out."""
    joined = list(node.changes)
    for change in changes:
        start = node.original(change.start)
        if start is None:
            continue
        end = start + change.end - change.start
        if all(one.end <= start or end <= one.start for one in joined):
            joined.append(change._replace(start=start, end=end))
    return tuple(sorted(joined, key=itemgetter(0, 1)))


# -- what people get wrong when they write a move down ------------------------------------------------------------------


class RefusedMove(NamedTuple):
    """A refused move in the text of a game, as it is written and where it stands.

    tokens, spans: of the moves text; place: which of them it is. header: whether tags may be put into the text.
    """

    way: RepairProposal
    finding: Diagnostic
    game: Variant
    token: str
    span: Span
    tokens: list[str]
    spans: list[Span]
    place: int
    header: bool

    def instead(self, text: str, why: str, weight: int = LIKELY) -> TextEdit:
        """Another move in its place."""
        return TextEdit(*self.span, like(self.way.text[slice(*self.span)], text), why, weight)

    def without(self, why: str, weight: int, place: int | None = None) -> TextEdit:
        """The move left out with the blank after it. place: another token that is left out in its stead."""
        start, end = self.span if place is None else self.spans[place]
        return TextEdit(start, end + self.way.text.startswith(" ", end), "", why, weight)

    @property
    def place_before(self) -> int | None:
        """The token before it that is no number, None where there is none."""
        return next((at for at in reversed(range(self.place)) if not NUMBER.fullmatch(self.tokens[at])), None)


def changes_at(spot: RefusedMove) -> Iterator[TextEdit]:
    """The changes that may give what was meant, the usual slips first."""
    token = spot.token
    cases = (token.lower(), token[:1].swapcase() + token[1:], token.capitalize(), token.swapcase(), token.upper())
    for text in cases:
        if text != token:
            yield spot.instead(text, LETTER_CASE)
    for slip in (_swapped, _scheme, _usual_start, _castling, _promotion, _throw, _pass, _near):
        yield from slip(spot)


def throughout(spot: RefusedMove) -> Iterator[tuple[TextEdit, ...]]:
    """Changes that may be needed in every move from here on: whoever swaps ring and letter does so in the whole game."""
    swapped: list[TextEdit] = []
    for token, (start, end) in zip(spot.tokens[spot.place :], spot.spans[spot.place :], strict=True):
        turned = _turned(token)
        if turned != token and not _reads(token, spot.game) and _reads(turned, spot.game):
            text = like(spot.way.text[start:end], turned)
            swapped.append(TextEdit(start, end, text, "ring and letter are swapped", LIKELY if not swapped else SURE))
    if len(swapped) > 1:
        yield tuple(swapped)


def _reads(token: str, game: Variant) -> bool:
    return not is_skipped(token) and isinstance(read_move(token, game), ParsedMove)


def like(written: str, text: str) -> str:
    """A move as text, in the quotes that the old one stood in."""
    return f'"{text}"' if written.startswith('"') else text


def _swapped(spot: RefusedMove) -> Iterator[TextEdit]:
    """`B1-2F` for `1B-2F`: all fields of the move, or one of them."""
    token = spot.token
    pairs = _PAIR.finditer(token)
    one = {token[: pair.start()] + pair[0][::-1] + token[pair.end() :] for pair in pairs}
    for text in sorted({*one, _turned(token)} - {token}):
        yield spot.instead(text, "ring and letter are swapped")


def _turned(token: str) -> str:
    return _PAIR.sub(lambda pair: pair[0][::-1], token)


def _scheme(spot: RefusedMove) -> Iterator[TextEdit]:
    """The tag that names another coordinate scheme, for the whole game."""
    game, text = spot.game, spot.way.text
    tag = next((one.tag for one in options_of(game_of(game.name)) if one.name == SCHEME), "")
    if not (spot.header and tag):
        return
    tags = list(each_tag(text, header_end(text)))
    own = next((one for one in tags if one.name == tag), None)
    last = own or (tags[-1] if tags else None)
    end = text.find("]", last.end) + 1 if last else 0
    start = own.start if own else end
    for scheme in game.writing.schemes:
        line = f'[{tag} "{scheme}"]'
        if scheme != game.writing.scheme:
            if own is None:
                line = f"\n{line}" if tags else f"{line}\n\n"
            yield TextEdit(start, end, line, "the names are of the other scheme")


def _usual_start(spot: RefusedMove) -> Iterator[TextEdit]:
    """No tag FEN, where not even the first move is legal: some programs write the position at the end there."""
    if not spot.header or spot.way.plies:
        return
    text = spot.way.text
    for tag in each_tag(text, header_end(text)):
        if tag.name.upper() == "FEN":
            end = text.find("]", tag.end - 1) + 1
            yield TextEdit(tag.start, end + text.startswith("\n", end), "", "the game begins as usual")


def _castling(spot: RefusedMove) -> Iterator[TextEdit]:
    """`O-O` for `Kg1`."""
    castlings = {*CASTLINGS, *spot.game.writing.castlings}
    for text in spot.finding.suggestions:
        if text.rstrip("+#") in castlings:
            yield spot.instead(text, "castling has a text of its own")


def _promotion(spot: RefusedMove) -> Iterator[TextEdit]:
    """Each letter after the move, or none."""
    token, code = spot.token, spot.finding.code
    if code not in (Code.PROMOTION_MISSING.value, Code.PROMOTION_NOT_ALLOWED.value):
        return
    bare = _PROMOTION.sub("", token)
    tail = _TAIL.search(bare)
    assert tail is not None
    if bare != token:
        yield spot.instead(bare, "there is no promotion here")
    for letter in spot.game.letters:
        yield spot.instead(f"{bare[: tail.start()]}={letter}{tail[0]}", "the promotion is missing")


def _throw(spot: RefusedMove) -> Iterator[TextEdit]:
    """Another throw of the dice in front of the move, or none."""
    bare = _THROW.sub("", spot.token, count=1)
    if bare != spot.token:
        yield spot.instead(bare, "the game is played without dice")
    if spot.game.rules.throws:
        for eyes in range(1, 7):
            yield spot.instead(f"{eyes}: {bare}", "the throw is missing, or another one")


def _pass(spot: RefusedMove) -> Iterator[TextEdit]:
    """A pass too many or too few, and a move that stands twice."""
    if spot.finding.code == Code.MUST_PASS.value:
        yield spot.instead(_PASS, "the player has no move, and passes")
    if not spot.way.text.startswith(spot.token, spot.span[0]):  # moves do not stand in the text one after another
        return
    before = spot.place_before
    if _THROW.sub("", spot.token, count=1) == _PASS:
        yield spot.without("who can move does not pass", LIKELY)
    elif before is not None and spot.tokens[before] == _PASS:
        yield spot.without("who can move does not pass", LIKELY, before)
    else:
        yield TextEdit(spot.span[0], spot.span[0], f"{_PASS} ", "the pass of a player without a move is missing")
    if before is not None and spot.tokens[before] == spot.token:
        yield spot.without("the move stands twice", SLIP)


def _near(spot: RefusedMove) -> Iterator[TextEdit]:
    """Legal moves that look like it."""
    if spot.finding.code == Code.AMBIGUOUS.value:
        for text in spot.finding.suggestions:
            yield spot.instead(text, "the move does not say which piece moves")
        return
    verdict, before = spot.way.verdict, spot.tokens[: spot.place]
    legal: list[str] = []
    if verdict.state is not None and before.count("(") == before.count(")"):  # in the main line the judge has stopped
        notation = verdict.notation or spot.game.writing.usual
        legal = [notation.write(verdict.state, move, spot.game) for move in verdict.state.moves()]
    for text in legal:
        if _one_apart(text, spot.token):
            yield spot.instead(text, "one character is another", SLIP)
    for text in nearest_texts(spot.token[:LONGEST_MOVE], legal) if legal else spot.finding.suggestions:
        yield spot.instead(text, "a legal move that looks like it", GUESS)


def _one_apart(one: str, other: str) -> bool:
    """True if one character is changed, missing or too many."""
    same = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    rests = (one[same + 1 :], other[same + 1 :])
    return one != other and (rests[0] == rests[1] or one[same:] == rests[1] or rests[0] == other[same:])


@dataclass(frozen=True, slots=True)
class TextChange:
    """A change of some characters. line, column: where, in the file, from 1; was, becomes: empty for nothing."""

    line: int
    column: int
    was: str
    becomes: str
    why: str

    def __str__(self) -> str:
        was, becomes = shown(self.was.strip()), shown(self.becomes.strip())
        if was and becomes:
            what = f"{was} -> {becomes}"
        else:
            what = f"insert {becomes}" if becomes else f"take out {was}"
        return f"{self.line}:{self.column}: {what} ({self.why})"


@dataclass(frozen=True, slots=True)
class Repair:
    """One way to repair a game.

    changes: made to the text, in its order.
    legal: whether all moves are legal after the changes; if not, no other repair gets further.
    plies: legal plies of the main line after the changes.
    remaining: errors that stay, with their places in the changed text.
    text: the game with the changes, in the format it was read in.
    game: the repaired game, with the diagnostics that stay.

    >>> from fairyscore.notation.game import loads
    >>> (game,) = loads("1. e4 e5 2. NF3 *")
    >>> repair(game)
    (<Repair: 1 change, 3 plies, 0 errors left>,)
    """

    changes: tuple[TextChange, ...]
    legal: bool
    plies: int
    remaining: tuple[Diagnostic, ...]
    text: str
    game: Game

    def __repr__(self) -> str:
        changes, plies = counted(len(self.changes), "change"), counted(self.plies, "ply")
        return f"<Repair: {changes}, {plies}, {counted(len(self.remaining), 'error')} left>"


def repair(game: Game) -> tuple[Repair, ...]:
    """The equally good ways to repair a game as it was read; empty where nothing is wrong, or nothing helps.

    game: from `read_games` or `loads`. Its text as it was read is repaired; later changes to the game are ignored.

    At most three changes are combined, of these: other letter case, ring and letter swapped, another coordinate scheme,
    promotions, throws and passes, a move written twice, one wrong character, capture marks, move numbers.

    >>> from fairyscore.notation.game import loads
    >>> (game,) = loads("1. e4 e5 2. NF3 *")
    >>> [(change.was, change.becomes) for change in repair(game)[0].changes]
    [('NF3', 'Nf3')]
    >>> repair(repair(game)[0].game)
    ()
    """
    if game.read_text is None:
        return ()
    read_as, _ = game.how_read()
    variant = "" if game.start is None else game.variant.name
    return ways(game.read_text, Validator(variant=variant), read_as)


def ways(game_text: GameText, validator: Validator, form_name: str) -> tuple[Repair, ...]:
    """The ways to repair the text of a game. form_name: of the format it is in."""
    form = format_named(form_name)
    assert form.read is not None
    judge = validator._replace(read=form.read)
    return tuple(_repair(found, game_text, form_name) for found in proposals(game_text, judge))


def _repair(found: RepairProposal, game_text: GameText, form_name: str) -> Repair:
    text = game_text.text
    changes = []
    for edit in found.changes:
        line = game_text.line + text.count("\n", 0, edit.start)
        column = edit.start - text.rfind("\n", 0, edit.start)
        changes.append(TextChange(line, column, edit.was(text), edit.becomes, edit.why))
    verdict = found.verdict
    verdict.form = form_name
    assert verdict.record is not None
    game = Game(verdict.record, tuple(verdict.findings), verdict)
    return Repair(tuple(changes), found.complete, found.plies, found.remaining, found.text, game)
