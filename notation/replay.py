r"""From the text of a game to its verdict: every move is checked as it stands, and what is wrong is told with its place.

>>> from fairyscore.notation.records.cut import Piece
>>> verdict = Judge().judge(Piece(1, '[Result "*"]\n\n1. e4 e5 2. Ke3 *', 1))
>>> [(finding.code, finding.ply, finding.message) for finding in verdict.findings]
[('no-man-reaches', 3, 'no king of white can go to e3; from e1 there is no way')]
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Protocol

from fairyscore.notation.moves.reading import is_skipped, read_move, suggestions, unread_suggestions, wish_for
from fairyscore.notation.records.cut import LONGEST_GAME, Piece
from fairyscore.notation.records.findings import Finding, Trouble
from fairyscore.notation.records.notebook import Notebook, Span
from fairyscore.notation.records.opening import UNKNOWN, Opening
from fairyscore.notation.records.pgn import RESULT_LIKE, normal_result, tokens_of
from fairyscore.notation.rules.moves import Wish
from fairyscore.notation.rules.outcome import Outcome
from fairyscore.notation.rules.reasons import Fact, Reason
from fairyscore.notation.rules.variant import State, Variant
from fairyscore.notation.text import shown

NUMBERS = {f"{number}{mark}": number for number in range(1000) for mark in (".", "...")}
"""The usual spellings of move numbers, so that they need no arithmetic."""

FIFTY = 100
"""Plies in fifty moves of two players."""


class Watcher(Protocol):
    """Sees the plies of a game as they are made; the command `replay` prints what it sees."""

    def begin(self, piece: Piece, game: Variant, state: State) -> None:
        """A game begins."""
        ...

    def push(self, state: State, wish: Wish) -> bool:
        """Make the move by `state.push`, and tell whether it was legal."""
        ...


@dataclass(slots=True)
class Verdict:
    """What came of a game.

    game, state: the variant and the last position that was reached, None where the game could not begin.
    plies: moves made; unjudged: moves behind the one that was refused; result: as the moves end, empty where they do not.
    outcome: how the game ended by the rules, None where it did not or was not judged to its end.
    """

    piece: Piece
    findings: list[Finding]
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
        notes = Notebook(self.file, piece)
        said = Verdict(piece, notes.findings)
        if not piece.whole:
            what = f"no game ends within {LONGEST_GAME:,} characters"
            notes.trouble(Trouble.TOO_LONG, (0, 0), {"what": what})
            return said
        opening = Opening(piece, notes)
        said.tags = opening.tags
        game = opening.game(self.variant)
        state = None if game is None else opening.start(game, self.variant, self.position)
        if game is None or state is None:
            return said
        said.game, said.state = game, state
        if watcher is not None:
            watcher.begin(piece, game, state)
        hearing = _Hearing(said, opening, game, state, self.info)
        hearing.moves(watcher)
        hearing.end()
        return said


class _Hearing:
    """The judging of one game's moves and result: what its steps share."""

    def __init__(self, said: Verdict, opening: Opening, game: Variant, state: State, info: bool) -> None:
        self.said = said
        self.notes = opening.notes
        self.opening = opening
        self.game = game
        self.state = state
        self.text = opening.text
        self.tokens = tokens_of(game).findall(opening.text, opening.body)
        self.drift = 0
        self.refused = False
        self.unclosed = False
        self.counting = info and game.counts_repetition
        self.here = 0
        self._spans: list[Span] = []

    # -- moves --------------------------------------------------------------------------------------------------------

    def moves(self, watcher: Watcher | None) -> None:
        """The hot loop: each token is looked up, and a move that is known and legal costs nothing more."""
        push = self._pushing(watcher)
        state = self.state
        known = self.game.wishes.get
        number_of = NUMBERS.get
        places = self._noted() if self.counting else enumerate(self.tokens)
        plies = 0
        for place, token in places:
            wish = known(token)
            if wish is None:
                number = number_of(token)
                if number is not None:
                    if number != state.number + self.drift:
                        self.said.plies = plies
                        self._wrong_number(number, place)
                    continue
                self.said.plies = plies
                wish = self._unknown(token, place, places)
                if wish is None:
                    continue
            if push(wish):
                plies += 1
                continue
            self.said.plies = plies
            if self._is_result(token, place) or not self._refuse(wish, place, push):
                self._hear_out(place, places)
                return
            plies += 1
        self.said.plies = plies

    def _pushing(self, watcher: Watcher | None) -> Callable[[Wish], bool]:
        """How a move is made: plainly, with somebody watching, or counting what a draw may be claimed for."""
        state = self.state
        if watcher is not None:
            return lambda wish: watcher.push(state, wish)
        if self.counting:
            return self._counting(state)
        return state.push

    def _unknown(self, token: str, place: int, places: Iterator[tuple[int, str]]) -> Wish | None:
        """A token that is no known move and no usual number: a move read for the first time, or None for anything else.

        Where the token ends what can be judged, `places` is used up.
        """
        if is_skipped(token):
            return None
        if self._is_mark(token, place, places):
            return None
        number = token.rstrip(".)")
        if number.isdecimal() and number.isascii():
            self._wrong_number(int(number[:9]), place)
            return None
        if _is_result_text(token) or self._is_result(token, place):
            self._hear_out(place, places)
            return None
        read = wish_for(token, self.game)
        if isinstance(read, Wish):
            return read
        self._tell(read, place, unread_suggestions(token, self.state, self.game))
        self._hear_out(place, places)
        return None

    def _is_result(self, token: str, place: int) -> bool:
        """Whether a token that also reads as castling, 0-0, is the result: it ends the moves and stands in the tag."""
        return place == len(self.tokens) - 1 and token == self.said.tags.get("Result") and "-" in token

    def _is_mark(self, token: str, place: int, places: Iterator[tuple[int, str]]) -> bool:
        """Whether a token is a bracket or a tag, which then has been seen to."""
        mark = _MARKS.get(token[0])
        if mark is None or (token[0] == "[" and not token[1:2].isalpha()):
            return False
        mark(self, token, place, places)
        return True

    def _unclosed_comment(self, token: str, place: int, places: Iterator[tuple[int, str]]) -> None:
        start, _ = self._span(place)
        self.notes.trouble(Trouble.UNCLOSED_COMMENT, (start, start + 1), {}, ply=self.said.plies + 1)
        self.unclosed = True
        for _ in places:  # all that follows is comment
            pass

    def _variation(self, token: str, place: int, places: Iterator[tuple[int, str]]) -> None:
        """Variations are passed over, however deep."""
        depth = 1
        for _, inner in places:
            depth += (inner == "(") - (inner == ")")
            if not depth:
                return
        self._trouble(Trouble.UNCLOSED_VARIATION, place)
        self.unclosed = True

    def _stray_bracket(self, token: str, place: int, places: Iterator[tuple[int, str]]) -> None:
        self._trouble(Trouble.STRAY_BRACKET, place, bracket=token)

    def _tag_among_moves(self, token: str, place: int, places: Iterator[tuple[int, str]]) -> None:
        """A tag behind the first move or comment is told and passed over."""
        self._trouble(Trouble.TAG_AMONG_MOVES, place, tag=shown(token.lstrip("[")) or "[")
        line_end = self.text.find("\n", self._span(place)[0])
        behind = bisect_left(self._spans, (line_end if line_end >= 0 else len(self.text), 0))
        for _ in range(behind - place - 1):  # the rest of its line
            next(places, None)

    def _wrong_number(self, number: int, place: int) -> None:
        """Tell a number that does not fit. Those behind it may count on from it, or from the right one again."""
        right = self.state.number
        if number not in (right, right + self.drift):
            self._trouble(Trouble.MOVE_NUMBER, place, found=number, expected=right + self.drift)
        self.drift = number - right

    def _refuse(self, wish: Wish, place: int, push: Callable[[Wish], bool]) -> bool:
        """Tell why a move is refused; True where it was a slip of the mark only and the game goes on."""
        text, state = self.tokens[place], self.state
        reasons = state.reasons(wish, shown(text))
        near = suggestions(state, wish, text, self.game) if self.notes.lists(reasons[0].code.value) else ()
        self._tell(reasons, place, near)
        mended = state.forgive(reasons, wish)
        return mended is not None and push(mended)

    def _tell(self, reasons: tuple[Reason, ...], place: int, near: tuple[str, ...]) -> None:
        self.notes.refusal(reasons, self._span(place), self.said.plies + 1, shown(self.tokens[place]), near)

    def _hear_out(self, place: int, places: Iterator[tuple[int, str]]) -> None:
        """Go through what is left without making moves, as far as the result, and see that nothing comes behind it."""
        for spot, token in chain([(place, self.tokens[place])], places):
            if _is_result_text(token) or self._is_result(token, spot):
                self._result(token, spot)
                self._nothing_behind(places, token)
                return
            self.refused = True
            if spot == place or is_skipped(token):
                continue
            if not self._is_mark(token, spot, places):
                self.said.unjudged += isinstance(self.game.wishes.get(token) or read_move(token, self.game), Wish)

    def _nothing_behind(self, places: Iterator[tuple[int, str]], result: str) -> None:
        for spot, token in places:
            if not is_skipped(token):
                self._trouble(Trouble.AFTER_RESULT, spot, result=result, text=shown(token))
                for _ in places:  # told once
                    pass

    def _noted(self) -> Iterator[tuple[int, str]]:
        """The tokens with their places, the last one noted."""
        for place, token in enumerate(self.tokens):
            self.here = place
            yield place, token

    def _counting(self, state: State) -> Callable[[Wish], bool]:
        """A push that also tells the third time of a position, and fifty moves, once each."""
        met: dict[object, int] = {state.key(): 1}
        told: set[Trouble] = set()
        plies = 0

        def push(wish: Wish) -> bool:
            nonlocal plies
            if not state.push(wish):
                return False
            plies += 1
            key = state.key()
            met[key] = met.get(key, 0) + 1
            for trouble, holds in ((Trouble.REPETITION, met[key] == 3), (Trouble.FIFTY_MOVES, state.clock >= FIFTY)):
                if holds and trouble not in told:
                    told.add(trouble)
                    self.notes.trouble(trouble, self._span(self.here), {}, ply=plies)
            return True

        return push

    # -- the end ------------------------------------------------------------------------------------------------------

    def _result(self, token: str, place: int) -> None:
        """Note the result that ends the moves; tell one for another number of players, and one unlike the tag."""
        seats = len(self.game.seats)
        result = normal_result(token, seats)
        if result is None:
            self._trouble(Trouble.BAD_RESULT, place, **self._bad_result(token))
            self.refused = True
            return
        self.said.result = result
        tag = self.said.tags.get("Result", "?")
        if normal_result(tag, seats) not in (result, None):
            self._trouble(Trouble.RESULT_UNLIKE_TAG, place, found=result, tag=shown(tag))

    def end(self) -> None:
        """Hold the result against the position, where the moves were judged to their end."""
        said, seats = self.said, len(self.game.seats)
        tag = said.tags.get("Result", "?")
        tagged = normal_result(tag, seats)
        if tag not in UNKNOWN and tagged is None:
            self.notes.trouble(Trouble.BAD_RESULT, self.opening.place_of("Result"), self._bad_result(tag))
        if self.refused:
            return
        said.outcome = self.state.outcome()
        end = len(self.text.rstrip())
        result = said.result or tagged or "*"
        here = (end - len(said.result), end) if said.result else self.opening.place_of("Result")
        facts = self._contradiction(result)
        if facts is not None:
            self.notes.trouble(Trouble.RESULT_CONTRADICTS, here, facts)
        elif not said.result and said.tags and not self.unclosed:
            self.notes.trouble(Trouble.NO_RESULT, (end, end), {"what": "the moves end without a result"})

    def _contradiction(self, result: str) -> dict[str, Fact] | None:
        """What a result says that the final position does not, or None. Resigning and agreeing on a draw are free."""
        if result == "*":
            return None
        outcome = self.said.outcome
        if outcome is not None:
            wrong = result != outcome.result
            facts: dict[str, Fact] = {"ending": f"the game is over, {outcome.ending.value}", "expected": outcome.result}
            return facts | {"found": result} if wrong else None
        scores, playing = result.split("-"), self.state.playing()
        for seat, score in enumerate(scores):
            if seat not in playing and score != "0":
                name = self.game.seats[seat].name
                return {"found": result, "ending": f"{name} has lost already", "expected": f"0 for {name}"}
        return None

    def _bad_result(self, found: str) -> dict[str, Fact]:
        seats = len(self.game.seats)
        example = "-".join(["1", *["0"] * (seats - 1)])
        return {"found": shown(found), "seats": f"{seats} players", "example": example}

    # -- places -------------------------------------------------------------------------------------------------------

    def _span(self, place: int) -> Span:
        """Where a token stands in the text; looked up only where something is found, by cutting the text once more."""
        if not self._spans:
            self._spans = [found.span() for found in tokens_of(self.game).finditer(self.text, self.opening.body)]
        return self._spans[place]

    def _trouble(self, trouble: Trouble, place: int, **facts: Fact) -> None:
        self.notes.trouble(trouble, self._span(place), facts, ply=self.said.plies + 1)


def _is_result_text(token: str) -> bool:
    """Whether a token looks like a result and like no castling: 1-0, 1/2, *, 0-1-0."""
    return RESULT_LIKE.fullmatch(token) is not None and token.strip("0-") != ""


_MARKS: dict[str, Callable[[_Hearing, str, int, Iterator[tuple[int, str]]], None]] = {
    "{": _Hearing._unclosed_comment,
    "(": _Hearing._variation,
    ")": _Hearing._stray_bracket,
    "}": _Hearing._stray_bracket,
    "[": _Hearing._tag_among_moves,
}
"""What a token that begins like this is, no move beginning so; a comment that is closed has been passed over before."""
