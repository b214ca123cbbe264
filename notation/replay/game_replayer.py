"""The judging of one game's moves and result: every line is heard to its end, or to the first move that is refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from typing import NamedTuple

from fairyscore.notation.moves.reading import is_skipped, parse_move, read_move, suggestions, unread_suggestions
from fairyscore.notation.records.collector import DiagnosticCollector, Span
from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.records.pgn_lexer import NUMBERS
from fairyscore.notation.records.token_stream import TokenStream
from fairyscore.notation.records.tree import MOST_DEEP
from fairyscore.notation.replay.compiled import Beginning
from fairyscore.notation.replay.context import Places, ReplayContext
from fairyscore.notation.replay.ending import is_result_text, note_result
from fairyscore.notation.replay.fast_path import RESULTS, closing_like_castling, is_result, replay_fast
from fairyscore.notation.replay.non_moves import (
    keep_as_comment,
    remark,
    stray_bracket,
    tag_among_moves,
    unclosed_comment,
)
from fairyscore.notation.replay.tree_builder import TreeBuilder
from fairyscore.notation.replay.verdict import Verdict, Watcher
from fairyscore.notation.rules.moves import PASS, PASSING, ParsedMove
from fairyscore.notation.rules.reasons import Reason
from fairyscore.notation.rules.variant import State
from fairyscore.notation.text import shown

NUMBER_OF = {spelt: number for number, text in enumerate(NUMBERS) for spelt in (text, f"{text}..")}
"""The usual spellings of move numbers, so that they need no arithmetic."""

FIFTY = 100
"""Plies in fifty moves of two players."""

MOST_REFUSED = 300
"""So many refused moves are explained in a game; further ones in variations are passed over: reasons take their time."""

Push = Callable[[ParsedMove], bool]
"""Makes a wished move if it is legal, and tells whether it was."""


class _Level(NamedTuple):
    """A line that waits until a variation on its last move is closed. place: where the variation opens."""

    place: int
    state: State
    before: State | None
    push: Push
    plies: int
    drift: int


class GameReplayer(ReplayContext):
    """The judging of one game's moves.

    before: the table before the last move of the line that is heard, kept where the game has variations.
    levels: the lines that wait while a variation is heard.
    """

    __slots__ = (
        "before",
        "beginning",
        "branches",
        "counting",
        "detailed",
        "drift",
        "here",
        "left_out",
        "levels",
        "push",
        "told",
        "watcher",
    )

    def __init__(
        self,
        said: Verdict,
        token_stream: TokenStream,
        notes: DiagnosticCollector,
        *,
        info: bool,
        watcher: Watcher | None,
        scribe: TreeBuilder | None,
        beginning: Beginning | None = None,
    ) -> None:
        super().__init__(said, notes, token_stream, scribe)
        self.before: State | None = None
        self.levels: list[_Level] = []
        self.branches = False
        self.detailed = scribe is not None and _has_details(self.tokens)
        self.drift = 0
        self.told = 0
        self.left_out = False
        self.counting = info and self.game.counts_repetition
        self.here = 0
        self.watcher = watcher
        self.push: Push = self.state.push
        self.beginning = beginning
        if beginning is not None:
            self.before, self.drift, self.left_out = beginning.before, beginning.drift, beginning.left_out
            if beginning.moves_on:
                self.open_at = said.plies

    # -- moves --------------------------------------------------------------------------------------------------------

    def moves(self) -> None:
        """Hear the game to its end: its plain beginning at once, and what comes then token by token."""
        looked_at = self.counting or self.detailed or self.watcher is not None
        begin = 0 if looked_at or self.beginning else replay_fast(self)
        tokens = self.tokens[begin:] if begin else self.tokens
        if (begin or self.beginning) and len(tokens) == 1 and tokens[0] in RESULTS:  # as nearly all games go on
            note_result(self, tokens[0], begin)
            return
        self.branches = "(" in tokens
        self.push = self._pushing(self.watcher)
        self._read_line(self._noted() if looked_at else enumerate(tokens, begin))

    def _read_line(self, places: Places) -> None:
        """The loop for all that is not plain: each token is looked up, and what is known and legal costs nothing more."""
        push, state = self.push, self.state
        known = self._lookup()
        number_of = NUMBER_OF.get
        plies = self.said.plies
        for place, token in places:
            parsed = known(token)
            if parsed is None:
                number = number_of(token)
                if number is not None:
                    if number != state.fullmove_number + self.drift:
                        self.said.plies = plies
                        self._wrong_number(number, place)
                    continue
                self.said.plies = plies
                parsed = self._unknown(token, place, places)
                push, state, plies = self.push, self.state, self.said.plies  # a variation may have begun or ended
                if parsed is None:
                    continue
            if push(parsed):
                plies += 1
                continue
            self.said.plies = plies
            if is_result(self, token, place) or not self._refuse(parsed, place):
                self._stop(place, places)
                push, state, plies = self.push, self.state, self.said.plies
                continue
            plies += 1
        self.said.plies = plies
        self._leave_open()

    def _lookup(self) -> Callable[[str], ParsedMove | None]:
        """What is known of a token by its text; nothing of a last one that only reads as castling."""
        known = self.game.parsed_moves
        closing = closing_like_castling(self)
        return (lambda token: None if token == closing else known.get(token)) if closing else known.get

    def _pushing(self, watcher: Watcher | None) -> Push:
        """How a move of the main line is made: plainly, watched, written down, or counting for claims of a draw."""
        state = self.state
        if self.scribe is not None:
            push = self._writing(state, self.scribe)
        elif watcher is not None:
            push = lambda parsed: watcher.push(state, parsed)  # noqa: E731
        else:
            push = state.push
        if self.branches:
            push = self._remembering(state, push)
        return self._counting(state, push) if self.counting else push

    def _remembering(self, state: State, push: Push) -> Push:
        """A push that keeps the position before it, in which a variation may begin."""

        def remember(parsed: ParsedMove) -> bool:
            before = state.copy()
            if not push(parsed):
                return False
            self.before = before
            return True

        return remember

    def _writing(self, state: State, scribe: TreeBuilder) -> Push:
        """A push that also writes the move down."""
        made, write = state.try_push, scribe.moves().append

        def push(parsed: ParsedMove) -> bool:
            move = made(parsed)
            if move is None:
                return False
            write(move)
            return True

        def push_in_detail(parsed: ParsedMove) -> bool:
            if not push(parsed):
                return False
            scribe.as_written(self.tokens[self.here], self.here)
            return True

        return push_in_detail if self.detailed else push

    def _unknown(self, token: str, place: int, places: Places) -> ParsedMove | None:
        """A token that is no known move and no usual number: a move read for the first time, or None for anything else.

        Where the token ends what can be judged, the rest of its line is used up.
        """
        if token in RESULTS:
            self._stop(place, places)
            return None
        if is_skipped(token):
            remark(self, token, place)
            return None
        if self._is_mark(token, place, places):
            return None
        number = token.rstrip(".)")
        if number.isdecimal() and number.isascii() and not self._is_numeric_move(token):
            self._wrong_number(int(number[:9]), place)
            return None
        if is_result_text(token) or is_result(self, token, place):
            self._stop(place, places)
            return None
        read = parse_move(token, self.game)
        if isinstance(read, ParsedMove):
            return read
        self._tell(read, place, unread_suggestions(token, self.state, self.game))
        self._stop(place, places)
        return None

    def _is_numeric_move(self, token: str) -> bool:
        """Whether a token of digits is a move (ICCF): no game has a thousand moves and writes their numbers bare."""
        return 4 <= len(token) <= 5 and token.isdecimal() and isinstance(read_move(token, self.game), ParsedMove)

    def _is_mark(self, token: str, place: int, places: Places) -> bool:
        """Whether a token is a bracket or a tag, which then has been seen to."""
        mark = _MARKS.get(token[0])
        if mark is None or (token[0] == "[" and not token[1:2].isalpha()):
            return False
        mark(self, token, place, places)
        return True

    def _wrong_number(self, number: int, place: int) -> None:
        """Tell a number that does not fit. Those behind it may count on from it, or from the right one again."""
        right = self.state.fullmove_number
        if number not in (right, right + self.drift):
            self.trouble(RecordCode.MOVE_NUMBER, place, found=number, expected=right + self.drift)
        self.drift = number - right

    def _refuse(self, parsed: ParsedMove, place: int) -> bool:
        """Tell why a move is refused; True where it was a slip of the mark only and the game goes on."""
        if self.levels and self.told >= MOST_REFUSED:
            return False
        if self.levels and self._is_null_move(parsed):
            self._leave_out_move(place)
            return True
        self.told += 1
        text, state = self.tokens[place], self.state
        reasons = state.reasons(parsed, shown(text))
        near = suggestions(state, parsed, text, self.game) if self.notes.lists(reasons[0].code.value) else ()
        self._tell(reasons, place, near)
        mended = state.forgive(reasons, parsed)
        return mended is not None and self.push(mended)

    def _is_null_move(self, parsed: ParsedMove) -> bool:
        """Whether an annotator lets a player pass to show a threat; nobody does so in check, or behind the game's end."""
        if parsed.action != PASS or parsed.throw or not self.game.null_moves:
            return False
        return "check" not in self.state.notes() and self.state.outcome() is None

    def _leave_out_move(self, place: int) -> None:
        """Go on behind a null move, which is told once in a game."""
        if not self.left_out:
            self.left_out = True
            self.trouble(RecordCode.NULL_MOVE, place, mover=self.game.seats[self.state.turn].name)
        self.before = self.state.copy()
        self.state.push_unchecked(PASSING)
        if self.scribe is not None:
            self.scribe.moves().append(PASSING)
            if self.detailed:
                self.scribe.as_written(self.tokens[place], place)

    def _tell(self, reasons: tuple[Reason, ...], place: int, near: tuple[str, ...]) -> None:
        self.notes.refusal(reasons, self.span(place), self.said.plies + 1, shown(self.tokens[place]), near)

    # -- variations ---------------------------------------------------------------------------------------------------

    def _open(self, token: str, place: int, places: Places) -> None:
        """A variation begins: it is heard from the position before the last move of the line that waits for it."""
        if self.before is None or len(self.levels) >= MOST_DEEP:
            self._pass_over(place, places, RecordCode.VARIATION_OF_NOTHING if self.before is None else None)
            return
        level = _Level(place, self.state, self.before, self.push, self.said.plies, self.drift)
        self.levels.append(level)
        self.state, self.before, self.drift = self.before.copy(), None, 0
        self.said.plies -= 1
        scribe = self.scribe
        if scribe is not None:
            scribe.open()
        push = self.state.push if scribe is None else self._writing(self.state, scribe)
        self.push = self._remembering(self.state, push)

    def _pass_over(self, place: int, places: Places, trouble: RecordCode | None) -> int:
        """Go on behind the bracket that closes the one at a place, and tell where that stands.

        trouble: why its variation is passed over; that it is too deep, or has one in it that is, is seen here.
        """
        depth, last, deepest = 1, place, 1
        for last, token in places:  # noqa: B007 (where it ends is the answer)
            if token == "(":
                depth += 1
                deepest = max(deepest, depth)
            elif token == ")":
                depth -= 1
                if not depth:
                    break
        if len(self.levels) + deepest > MOST_DEEP:
            trouble = RecordCode.DEEP_VARIATION
        if trouble is not None:
            facts = {"most": MOST_DEEP} if trouble is RecordCode.DEEP_VARIATION else {}
            self.notes.trouble(trouble, self.span(place), facts, ply=self.said.plies + 1)
        if depth:
            self.trouble(RecordCode.UNCLOSED_VARIATION, place)
            self.unclosed = True
        return last

    def _close(self, token: str, place: int, places: Places) -> None:
        """A variation ends, and the line that waited for it goes on."""
        if self.levels:
            self._go_on()
        else:
            stray_bracket(self, token, place, places)

    def _go_on(self) -> None:
        level = self.levels.pop()
        self.state, self.before, self.push, self.drift = level.state, level.before, level.push, level.drift
        self.said.plies = level.plies
        if self.scribe is not None:
            self.scribe.close()

    def _leave_open(self) -> None:
        """The game ends within variations: each of them is told, and the main line ends where it waited."""
        while self.levels:
            place = self.levels[-1].place
            self._go_on()
            self.trouble(RecordCode.UNCLOSED_VARIATION, place)
            self.unclosed = True

    # -- behind a fault or result -------------------------------------------------------------------------------------

    def _stop(self, place: int, places: Places) -> None:
        """Hear no more of a line, from the token at a place on. In a variation a result that ends no game is a remark."""
        last = place == len(self.tokens) - 1
        if not self.levels or (last and is_result_text(self.tokens[place])):
            self._leave_open()
            self._hear_out(place, places)
        elif is_result_text(self.tokens[place]):
            remark(self, self.tokens[place], place)
        else:
            self._hear_variation_out(place, places)

    def _hear_variation_out(self, place: int, places: Places) -> None:
        """Go on behind a variation of which a move was refused. What is left of it is kept as a comment."""
        self.said.refused = True
        opened = self.levels[-1].place
        depth, last = 1, place
        for spot, token in places:
            depth += (token == "(") - (token == ")")
            if not depth:
                break
            last = spot
        keep_as_comment(self, place, last)
        if depth:
            self.trouble(RecordCode.UNCLOSED_VARIATION, opened)
            self.unclosed = True
        self._go_on()

    def _hear_out(self, place: int, places: Places) -> None:
        """Go through what is left without making moves, as far as the result, and see that nothing comes behind it."""
        first = last = place
        for spot, token in chain([(place, self.tokens[place])], places):
            if is_result_text(token) or is_result(self, token, spot):
                if self.refused:
                    keep_as_comment(self, first, last)
                note_result(self, token, spot)
                self._nothing_behind(places, token)
                return
            self.refused = self.said.refused = True
            last = spot
            if spot == place or is_skipped(token):
                continue
            if token == "(":
                last = self._pass_over(spot, places, None)
            elif not self._is_mark(token, spot, places):
                self.said.unjudged += isinstance(
                    self.game.parsed_moves.get(token) or read_move(token, self.game), ParsedMove
                )
        if self.refused:
            keep_as_comment(self, first, last)

    def _nothing_behind(self, places: Places, result: str) -> None:
        for spot, token in places:
            if is_skipped(token):
                remark(self, token, spot)
                continue
            self.trouble(RecordCode.AFTER_RESULT, spot, result=result, text=shown(token))
            for _ in places:  # told once
                pass

    def span_of_ply(self, ply: int) -> Span:
        """Where a move of the main line stands, counted from 1; the beginning of the game where nobody noted it."""
        places = self.scribe.places if self.scribe is not None else []
        return self.span(places[ply - 1]) if ply <= len(places) else (0, 0)

    def _noted(self) -> Places:
        """The tokens with their places, the last one noted."""
        for place, token in enumerate(self.tokens):
            self.here = place
            yield place, token

    def _counting(self, state: State, push: Push) -> Push:
        """A push that also tells the third time of a position, and fifty moves, once each."""
        met: dict[object, int] = {state.key(): 1}
        told: set[RecordCode] = set()
        plies = 0

        def count(parsed: ParsedMove) -> bool:
            nonlocal plies
            if not push(parsed):
                return False
            plies += 1
            key = state.key()
            met[key] = met.get(key, 0) + 1
            for trouble, holds in (
                (RecordCode.REPETITION, met[key] == 3),
                (RecordCode.FIFTY_MOVES, state.halfmove_clock >= FIFTY),
            ):
                if holds and trouble not in told:
                    told.add(trouble)
                    self.notes.trouble(trouble, self.span(self.here), {}, ply=plies)
            return True

        return count


def _has_details(tokens: Sequence[str]) -> bool:
    """Whether a record has glyphs or commands, whose moves a scribe is told about one by one."""
    text = "".join(tokens)
    return any(mark in text for mark in "!?%")


_MARKS: dict[str, Callable[[GameReplayer, str, int, Places], None]] = {
    "{": unclosed_comment,
    "(": GameReplayer._open,
    ")": GameReplayer._close,
    "}": stray_bracket,
    "[": tag_among_moves,
}
"""What a token that begins like this is, no move beginning so; a comment that is closed has been passed over before."""
