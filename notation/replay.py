"""From the text of a game to its verdict: every move is checked as it stands, and whatever is wrong is found with its place.

>>> from fairyscore.notation.moves import long
from fairyscore.notation.records.cut import Piece
>>> verdict = Judge().judge(Piece(1, '[Result "*"]\\n\\n1. e4 e5 2. Ke3 *', 1))
>>> [(finding.code, finding.ply, finding.message) for finding in verdict.findings]
[('no-man-reaches', 3, 'no king of white can go to e3; from e1 there is no way')]
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from fairyscore.notation.moves import long
from fairyscore.notation.records.cut import LONGEST_GAME, Piece
from fairyscore.notation.records.findings import EXPLAINED, Finding, Severity, Trouble, advice_for
from fairyscore.notation.records.pgn import (
    RESULT,
    each_tag,
    header_end,
    normal_result,
    read_tags,
    tokens_of,
)
from fairyscore.notation.rules.moves import Wish
from fairyscore.notation.rules.outcome import Outcome
from fairyscore.notation.rules.reasons import Code, Fact, Reason
from fairyscore.notation.rules.suggest import meant, nearest_texts
from fairyscore.notation.rules.variant import PositionError, State, Variant
from fairyscore.notation.text import shown
from fairyscore.notation.variants.naming import UnknownVariant, variant

DEFAULT_VARIANT = "chess"
"""What PGN without a Variant tag means."""

MOST_WISHES = 100_000
"""Move texts kept by a variant; more are forgotten, so that memory does not grow with a file of nonsense."""

NUMBERS = {f"{number}{mark}": number for number in range(1000) for mark in (".", "...")}
"""The usual spellings of move numbers, so that they need no arithmetic."""


LONGEST_MOVE = 40
"""Characters; nothing longer is compared with legal moves."""


class Watcher(Protocol):
    """Sees the plies of a game as they are made; `replay` prints what it sees."""

    def begin(self, piece: Piece, game: Variant, state: State) -> None:
        """A game begins."""
        ...

    def push(self, state: State, wish: Wish) -> bool:
        """Make the move by `state.push`, and tell whether it was legal."""
        ...


@dataclass(slots=True)
class Verdict:
    """What came of a game. `state` is the last position that was reached, None where the game could not begin.

    plies: moves made; unjudged: moves behind the one that was refused; result: as the moves end, empty where they do not.
    """

    piece: Piece
    findings: list[Finding] = field(default_factory=list)
    tags: Mapping[str, str] = field(default_factory=dict)
    game: Variant | None = None
    state: State | None = None
    plies: int = 0
    unjudged: int = 0
    result: str = ""
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class Judge:
    """Judges games one by one.

    file: name that findings carry. variant: the game of records that name none. position: where games without a FEN tag
    start. info: also tell repetitions and fifty moves, which are no faults.
    """

    file: str = "-"
    variant: str = ""
    position: str = ""
    info: bool = False

    def judge(self, piece: Piece, watcher: Watcher | None = None) -> Verdict:
        """The verdict on one game. Never raises for whatever stands in it."""
        return _Hearing(self, piece, watcher).verdict()


class _Hearing:
    """The judging of one game: the state that its steps share."""

    def __init__(self, judge: Judge, piece: Piece, watcher: Watcher | None) -> None:
        self.judge = judge
        self.piece = piece
        self.watcher = watcher
        self.text = piece.text
        self.said = Verdict(piece)
        self.body = header_end(piece.text)
        self.drift = 0
        self.tokens: list[str] = []

    def verdict(self) -> Verdict:
        """Tags, then the game they name, then its moves, then its end."""
        if not self.piece.whole:
            self._trouble(Trouble.TOO_LONG, 0, 0, what=f"no game ends within {LONGEST_GAME:,} characters")
            return self.said
        tags = self._tags()
        game = self._game(tags)
        if game is None:
            return self.said
        state = self._start(game, tags)
        if state is None:
            return self.said
        self.said.game, self.said.state = game, state
        if self.watcher is not None:
            self.watcher.begin(self.piece, game, state)
        self._moves(game, state)
        self._end(game, state)
        return self.said

    # -- tags and start -----------------------------------------------------------------------------------------------

    def _tags(self) -> dict[str, str]:
        bad = self._bad_lines()
        tags, repeated = read_tags(self.text, self.body)
        self.said.tags = tags
        for line in bad:
            end = self.text.find("\n", line)
            end = len(self.text) if end < 0 else end
            self._trouble(Trouble.BAD_TAG, line, end, line=shown(self.text[line:end].strip()))
        if repeated:
            self._repeated(tags)
        return tags

    def _bad_lines(self) -> list[int]:
        """Lines in front of the moves that look like tags and are none; the header goes on behind them."""
        bad = []
        while True:
            rest = _FIRST_MARK.match(self.text, self.body)
            if rest is None:
                return bad
            bad.append(rest.end() - 1)
            end = self.text.find("\n", rest.end())
            self.body = header_end(self.text, len(self.text) if end < 0 else end)

    def _repeated(self, tags: Mapping[str, str]) -> None:
        met: set[str] = set()
        for tag in each_tag(self.text, self.body):
            if tag.name in met and tag.value != tags[tag.name]:
                first, second = shown(tags[tag.name]), shown(tag.value)
                self._trouble(Trouble.REPEATED_TAG, tag.start, tag.end, tag=tag.name, first=first, second=second)
            met.add(tag.name)

    def _game(self, tags: Mapping[str, str]) -> Variant | None:
        named = tags.get("Variant") or self.judge.variant or (DEFAULT_VARIANT if tags else "")
        if not named:
            start = len(self.text) - len(self.text.lstrip())
            self._trouble(Trouble.NO_VARIANT, start, start + 1)
            return None
        try:
            game = variant(named)
        except (UnknownVariant, PositionError) as fault:
            self._tag_trouble(Trouble.UNKNOWN_VARIANT, "Variant", str(fault))
            return None
        if game.retag is not None and any(tag in tags for tag in game.tags):
            try:
                game = game.retag(tags)
            except (UnknownVariant, PositionError) as fault:
                self._tag_trouble(Trouble.UNKNOWN_VARIANT, next(tag for tag in game.tags if tag in tags), str(fault))
                return None
        for advice in game.warnings:
            self._tag_trouble(Trouble.ADVICE, "Variant", advice)
        return game

    def _start(self, game: Variant, tags: Mapping[str, str]) -> State | None:
        position = tags.get("FEN", "") or self.judge.position
        if not position:
            return game.begin()
        try:
            return game.read_position(position)
        except PositionError as fault:
            self._tag_trouble(Trouble.BAD_POSITION, "FEN", "; ".join(fault.problems))
            return None

    # -- moves --------------------------------------------------------------------------------------------------------

    def _moves(self, game: Variant, state: State) -> None:
        """The hot loop: each token is looked up, and a move that is known and legal costs nothing more."""
        self.tokens = tokens = tokens_of(game).findall(self.text, self.body)
        push = self._pushing(game, state)
        known = game.wishes.get
        number_of = NUMBERS.get
        places = enumerate(tokens)
        plies = 0
        for place, token in places:
            wish = known(token)
            if wish is None:
                number = number_of(token)
                if number is not None:
                    if number != state.number + self.drift:
                        self._wrong_number(number, place, state)
                    continue
                self.said.plies = plies
                wish = self._unknown(token, places, place, state)
                if wish is None:
                    continue
            if push(wish):
                plies += 1
                continue
            self.said.plies = plies
            if self._is_result(token, place) or not self._refused(wish, place, state, push):
                self._unjudged(places, place)
                return
            plies += 1
        self.said.plies = plies

    def _pushing(self, game: Variant, state: State) -> Callable[[Wish], bool]:
        """How a move is made: plainly, or with somebody watching."""
        watcher = self.watcher
        if watcher is not None:
            return lambda wish: watcher.push(state, wish)
        if self.judge.info and game.counts_repetition:
            return self._counting(state)
        return state.push

    def _unknown(self, token: str, places: Iterator[tuple[int, str]], place: int, state: State) -> Wish | None:
        """A token that is no known move and no usual number: a move read for the first time, or None for anything else.

        Where the token ends the game, `places` is used up.
        """
        if _skipped(token):
            return None
        if token in _BRACKETS:
            self._bracket(token, places, place)
            return None
        if token.rstrip(".)").isdecimal():
            self._wrong_number(int(token.rstrip(".)")[:9]), place, state)
            return None
        game = self.said.game
        assert game is not None
        if self._is_result(token, place) or ("-" in token and RESULT.fullmatch(token)) or token in ("*", "1/2", "½"):
            self._unjudged(places, place)
            return None
        read = read_move(token, game)
        if isinstance(read, Wish):
            if len(game.wishes) > MOST_WISHES:
                game.wishes.clear()
            game.wishes[token] = read
            return read
        self._report_refusal(read or (unreadable(token, game),), place, state, unread_suggestions(token, state, game))
        self._unjudged(places, place)
        return None

    def _is_result(self, token: str, place: int) -> bool:
        """Whether a token that also reads as castling, 0-0, is the result: it ends the moves and stands in the tag."""
        return place == len(self.tokens) - 1 and token == self.said.tags.get("Result")

    def _bracket(self, token: str, places: Iterator[tuple[int, str]], place: int) -> None:
        """Variations are passed over; brackets that open or close nothing are told."""
        if token == "{":
            self._trouble_at(Trouble.UNCLOSED_COMMENT, place)
            for _ in places:
                pass
        elif token == "(":
            depth = 1
            for _, inner in places:
                depth += (inner == "(") - (inner == ")")
                if not depth:
                    return
            self._trouble_at(Trouble.UNCLOSED_VARIATION, place)
        else:
            self._trouble_at(Trouble.STRAY_BRACKET, place, bracket=token)

    def _wrong_number(self, number: int, place: int, state: State) -> None:
        """Tell a number that does not fit, once: the numbers behind it are counted on from there."""
        expected = state.number + self.drift
        if number == expected:
            return
        self._trouble_at(Trouble.MOVE_NUMBER, place, ply=self.said.plies + 1, found=number, expected=expected)
        self.drift = number - state.number

    def _refused(self, wish: Wish, place: int, state: State, push: Callable[[Wish], bool]) -> bool:
        """Tell why a move is refused; True where it was a slip of the mark only and the game goes on."""
        text, game = self.tokens[place], self.said.game
        assert game is not None
        reasons = state.reasons(wish, shown(text))
        self._report_refusal(reasons, place, state, suggestions(state, wish, text, game))
        mended = state.forgive(reasons, wish)
        return mended is not None and push(mended)

    def _report_refusal(
        self, reasons: tuple[Reason, ...], place: int, state: State, near: tuple[str, ...]
    ) -> None:
        first = reasons[0]
        facts: dict[str, Fact] = dict(first.facts)
        start, end = self._span(place)
        self._add(
            start,
            end,
            Severity.ERROR,
            first.code.value,
            "; ".join(dict.fromkeys(str(reason) for reason in reasons)),
            ply=self.said.plies + 1,
            move=shown(self.tokens[place]),
            facts=facts,
            rules=tuple(dict.fromkeys(reason.rule for reason in reasons if reason.rule)),
            reasons=tuple((reason.code.value, str(reason)) for reason in reasons),
            suggestions=near,
            advice=advice_for(first.code),
        )

    def _unjudged(self, places: Iterator[tuple[int, str]], place: int) -> None:
        """Go through what is left without making moves, as far as the result, and see that nothing comes behind it."""
        game = self.said.game
        assert game is not None
        rest = [(place, self.tokens[place]), *places]
        for number, (spot, token) in enumerate(rest):
            if RESULT.fullmatch(token) and (token not in game.wishes or self._is_result(token, spot)):
                self._result(token, spot, game)
                self._nothing_behind(rest[number + 1 :], token)
                return
            self.said.unjudged += number > 0 and isinstance(game.wishes.get(token) or read_move(token, game), Wish)

    def _nothing_behind(self, rest: list[tuple[int, str]], result: str) -> None:
        for spot, token in rest:
            if not _skipped(token):
                self._trouble_at(Trouble.AFTER_RESULT, spot, result=result, text=shown(token))
                return

    def _result(self, token: str, place: int, game: Variant) -> None:
        seats = len(game.seats)
        result = normal_result(token, seats)
        if result is None:
            example = "-".join(["1", *["0"] * (seats - 1)])
            self._trouble_at(Trouble.BAD_RESULT, place, found=token, seats=f"{seats} players", example=example)
            return
        self.said.result = result
        tag = self.said.tags.get("Result")
        if tag is not None and tag != result and normal_result(tag, seats) not in (result, None):
            self._trouble_at(Trouble.RESULT_UNLIKE_TAG, place, found=result, tag=tag)

    def _counting(self, state: State) -> Callable[[Wish], bool]:
        """A push that also tells the third time of a position, and fifty moves, once each."""
        met: dict[object, int] = {state.key(): 1}
        told: set[Trouble] = set()

        def push(wish: Wish) -> bool:
            if not state.push(wish):
                return False
            key = state.key()
            met[key] = met.get(key, 0) + 1
            for trouble, holds in ((Trouble.REPETITION, met[key] == 3), (Trouble.FIFTY_MOVES, state.clock >= 100)):
                if holds and trouble not in told:
                    told.add(trouble)
                    self._trouble_at(trouble, len(self.tokens) - 1)
            return True

        return push

    # -- the end ------------------------------------------------------------------------------------------------------

    def _end(self, game: Variant, state: State) -> None:
        """Hold the result against the position, where the moves were judged to their end."""
        said, tags = self.said, self.said.tags
        seats = len(game.seats)
        tag = tags.get("Result", "")
        if tag and normal_result(tag, seats) is None and tag != "?":
            example = "-".join(["1", *["0"] * (seats - 1)])
            self._tag_trouble(Trouble.BAD_RESULT, "Result", found=tag, seats=f"{seats} players", example=example)
        if any(finding.severity is Severity.ERROR and finding.ply for finding in said.findings) and said.unjudged:
            return
        if any(finding.code == Trouble.BAD_RESULT.value for finding in said.findings):
            return
        said.outcome = state.outcome()
        result = said.result or normal_result(tag, seats) or "*"
        end = len(self.text.rstrip())
        if said.outcome is not None and result not in ("*", said.outcome.result):
            facts = {"found": result, "ending": said.outcome.ending.value, "expected": said.outcome.result}
            self._trouble(Trouble.RESULT_CONTRADICTS, max(end - len(result), 0), end, **facts)
        elif not said.result and tags and said.findings == []:
            self._trouble(Trouble.NO_RESULT, end, end, what="the moves end without a result")

    # -- findings and their places ------------------------------------------------------------------------------------

    def _span(self, place: int) -> tuple[int, int]:
        """Where the token of a place stands in the text; looked up only now, by cutting it once more."""
        game = self.said.game
        assert game is not None
        for number, found in enumerate(tokens_of(game).finditer(self.text, self.body)):
            if number == place:
                return found.span()
        return len(self.text), len(self.text)

    def _trouble_at(self, trouble: Trouble, place: int, ply: int = 0, **facts: Fact) -> None:
        self._trouble(trouble, *self._span(place), ply=ply, **facts)

    def _tag_trouble(self, trouble: Trouble, tag: str, why: str = "", **facts: Fact) -> None:
        """A finding about a tag's line, or about the beginning of the game where it has no such tag."""
        spot = next((found for found in each_tag(self.text, self.body) if found.name == tag), None)
        if why:
            facts["why"] = why
        self._trouble(trouble, *((spot.start, spot.end) if spot else (0, 0)), **facts)

    def _trouble(self, trouble: Trouble, start: int, end: int, ply: int = 0, **facts: Fact) -> None:
        explained = EXPLAINED[trouble]
        message = explained.sentence.format_map(facts)
        self._add(
            start,
            end,
            explained.severity,
            trouble.value,
            message,
            ply=ply,
            move="",
            facts=facts,
            advice=explained.advice,
        )

    def _add(
        self,
        start: int,
        end: int,
        severity: Severity,
        code: str,
        message: str,
        *,
        ply: int,
        move: str,
        facts: Mapping[str, Fact],
        advice: str,
        rules: tuple[str, ...] = (),
        reasons: tuple[tuple[str, str], ...] = (),
        suggestions: tuple[str, ...] = (),
    ) -> None:
        line_start = self.text.rfind("\n", 0, start) + 1
        line_end = self.text.find("\n", start)
        line_end = len(self.text) if line_end < 0 else line_end
        self.said.findings.append(
            Finding(
                file=self.judge.file,
                game=self.piece.number,
                line=self.piece.line + self.text.count("\n", 0, start),
                column=start - line_start + 1,
                end_column=max(min(end, line_end), start) - line_start + 1,
                severity=severity,
                code=code,
                message=message,
                ply=ply,
                move=move,
                facts=facts,
                rules=rules,
                reasons=reasons,
                suggestions=suggestions,
                advice=advice,
                source=self.text[line_start:line_end],
            )
        )


_FIRST_MARK = re.compile(r"\s*\[")
_BRACKETS = frozenset("(){}")
_NO_MOVES = re.compile(r"[;{%].*|\$\d+|[!?]+|\.+|e\.?p\.?|[-+=±∓∞/~□⩲⩱]+|[NDT]", re.DOTALL)


def _skipped(token: str) -> bool:
    """Whether a token is nothing to judge: a comment, a NAG, a glyph, an escaped line."""
    return token not in ("{", "--") and _NO_MOVES.fullmatch(token) is not None


def read_move(token: str, game: Variant) -> Wish | tuple[Reason, ...] | None:
    """What a token asks for in the first notation that knows it; the faults of reading it, or None where none does."""
    for notation in game.notations:
        read = notation.read(token, game)
        if read is not None:
            return read
    return None


def unreadable(token: str, game: Variant) -> Reason:
    """The reason for a token that is a move in no notation of the game."""
    names = tuple(notation.name for notation in game.notations)
    return Reason(Code.UNREADABLE, {"text": shown(token), "variant": game.title, "notations": names})


def suggestions(state: State, wish: Wish, text: str, game: Variant) -> tuple[str, ...]:
    """Up to three legal moves that were probably meant, in the notation of the text."""
    notation = next((n for n in game.notations if isinstance(n.read(text, game), Wish)), game.notations[0])
    return tuple(notation.write(state, move, game) for move in meant(state, wish, game))


def unread_suggestions(text: str, state: State, game: Variant) -> tuple[str, ...]:
    """Legal moves whose long form looks most like a text that nobody could read."""
    if len(text) > LONGEST_MOVE:
        return ()
    return tuple(nearest_texts(text, [long.write(state, move, game) for move in state.moves()]))
