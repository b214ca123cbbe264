"""Replays the moves of one game: every line to its end, or to the first move that is refused."""

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import cached_property, partial

from fairyscore.notation.moves.lenient import PLAIN, lenient_move, nearer_castling
from fairyscore.notation.moves.reading import in_other_letters, is_skipped, parse_move, says_in_passing
from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.records.nags import glyphs_of_move
from fairyscore.notation.records.pgn_lexer import NUMBER_OF
from fairyscore.notation.records.token_stream import Span
from fairyscore.notation.records.tree import MOST_DEEP, Comment
from fairyscore.notation.replay import false_marks, non_moves, refusals
from fairyscore.notation.replay.compiled import CompiledGame, bare_ply, compiled_game
from fairyscore.notation.replay.context import ReplayContext, ResultText
from fairyscore.notation.replay.course_ends import GOES_ON, report_end
from fairyscore.notation.replay.ending import course_reporter, judge_end, note_result
from fairyscore.notation.replay.events import CLOSE, OPEN
from fairyscore.notation.replay.runs import Run, gather
from fairyscore.notation.replay.scanned import Scan, apply_scan, resume
from fairyscore.notation.rules.course import Course
from fairyscore.notation.rules.moves import CASTLINGS, PASSING, Move, ParsedMove
from fairyscore.notation.text import shown

_MAYBE_MARKED = frozenset("+#!?p.")  # last characters of moves that may be marked as check or mate, or in passing
_BETWEEN = frozenset("-x:+")  # what stands alone between two cells where people put blanks: `e2 - e4`

MOST_REFUSED = (
    300  # refused moves that are explained in a game; further ones in variations are passed over, to save time
)
MOST_BESIDE = 20  # variations beside refused moves of such variations; those further inside are counted only
LONGEST_SHOWN = 200  # characters of the text after a result in a message
MOST_RESUMED = (
    100  # so often the kernel goes on in a game: each time it looks through the rest of the text for brackets
)


_SHORT_CAPTURE = re.compile(r"(?:([a-w])[x:]?([a-w])|[x:]([a-w]\d{1,2}))[+#]?[!?]{0,2}")


class GameReplayer(ReplayContext):
    """Replays one game. Four phases, each called once by `replay`, in this order:

    1. `apply_scan`: the plain beginning, where the compiled scanner has read it. The next token is any token.
    2. `_play_lines`: runs of moves, and between them `_handle` takes one token at a time: a bracket, a result, a wrong
       number, a slip. Behind a token that was seen to, the kernel goes on where it can. Ends where the tokens end, or the
       main line does, by a result or a refused move. A refused move of a variation ends that variation only.
    3. `_leave_open`: variations that were never closed. Then `line` is the main line at its last legal position.
    4. `judge_end`: the result is held against the position.

    What holds in phase 2, for whoever is called with a token and its `place`:
    - `at` is after the token. It may be moved on, never back.
    - The moves before the token are made in `line.state` and counted; the events have them, with all that stands among
      them. Whoever makes a move or keeps a token leaves it so.
    - `line.before` is the position before the last move, where a variation may begin after it.
    - What is wrong is reported in the order of the text, at most once for each token.
    """

    _after_move: Callable[[int], None] | None = None
    """What is called after each move of the main line, where every position is to be seen."""
    _resumes = MOST_RESUMED
    _explained = 0
    """How many refused moves have been explained."""
    _stopped = False
    """True if the move that was made last ended its line, being refused."""
    _beside = 0
    _moves: list[Move] | None = None
    """The moves of the main line, where they tell whether a position may have come again."""

    @cached_property
    def _branches(self) -> bool:
        """True if the position before the last move may be asked for."""
        return "(" in self.tokens or "e.p" in self.text or "ep" in self.text

    @cached_property
    def _glyphs(self) -> bool:
        """True if a move may have glyphs that are to be kept."""
        signs = "!" in self.text or "?" in self.text
        return signs and any("!" in token or "?" in token for token in self.tokens)

    def replay(
        self, scan: Scan | None = None, *, watches: bool = False, claims: bool = False, timed: bool = False
    ) -> None:
        """Replay the game to its end, and judge that.

        scan: of the plain beginning of the game. watches: whether ends that its course may bring are looked for at each
        move; otherwise the scanner sees whether there may be any, or `may_have_ended` tells it afterwards. claims: whether
        draws are reported that may be claimed. timed: whether the place of each move is asked for afterwards, which the
        scanner does not note.
        """
        self.places: list[int] = []
        course = self.variant.rules.course
        compiled = compiled_game(self.variant)
        watches = watches or claims or (compiled is None and course is not None and not course.shows_at_end)
        if course is not None and watches:
            self._after_move = course_reporter(self, course, claims=claims)
            self._resumes = 0
        elif course is not None and compiled is not None:
            self._after_move = partial(self._follow, compiled, course)
            if scan is None:
                compiled.follow(self.state, begins=True)
        elif course is not None:
            self._moves = []
        if timed or self.respelt or self.limit < len(self.tokens):
            self._resumes = 0
        tokens = self.tokens  # by way of `self` it were a circle, which stays in memory until Python looks for such
        self.verdict.tokens_of = lambda: tokens
        if scan is not None:
            apply_scan(scan, self)
        self._play_lines()
        self._after_move = None  # else it were a circle
        self._leave_open()
        self.verdict.plies = self.line.plies
        judge_end(self)

    def may_have_ended(self) -> bool:
        """True if the course may have ended the game on its way, and nobody has watched for it."""
        course = self.variant.rules.course
        if self.history is not None or course is None:
            return False
        compiled = compiled_game(self.variant)
        if compiled is not None:
            return compiled.is_ruled_elsewhere()
        return self._moves is not None and course.may_have_ended(self.line.state, self._moves)

    def _follow(self, compiled: CompiledGame, course: Course, place: int) -> None:
        """Have the scanner take in a position of the main line; report a move after the end of the game."""
        if compiled.follow(self.state):
            self.played_on = True
            ended = course.outcome_by(compiled.kernel.ended_by)
            what, span = GOES_ON, self.span(place)
            report_end(self.collector, course, ended, self.verdict.tags, span, what=what, ply=self.line.plies)

    # -- moves --------------------------------------------------------------------------------------------------------

    def _play_lines(self, around: int = -1) -> None:
        """Go on through all that is plain, and see to the token that ends it.

        around: so many lines wait where this ends too; else only the tokens end it.
        """
        count, first = len(self.tokens), self.at
        while self.at < count and len(self.waiting) > around:
            if self._resumes and self.at > first and self.tokens[self.at] not in (OPEN, CLOSE):
                self._resumes -= 1
                if resume(self) and self.at == count:
                    return
            if self.at == self.scanned and self._make_refused():
                continue
            run = gather(self)
            if not run.moves:
                self._write(run, 0, ())
            elif not self._play(run):
                continue
            self.at = run.stop + 1
            if run.stop < count:
                self._handle(self.tokens[run.stop], run.stop)

    def _play(self, run: Run) -> bool:
        """Make the moves of a run. Where one is refused, it is seen to, and the answer is False; `at` tells where it goes
        on, also in this line."""
        if len(run.moves) > 1 and self._is_made_singly(run):
            return all(map(self._play, run.singles()))
        line = self.line
        played: list[Move] = []
        without_check = {at for at, place in enumerate(run.places) if self.tokens[place][-1] in _MAYBE_MARKED}
        marked = sorted(without_check)
        made = self._push(run, played, without_check)
        line.plies += made
        line.own += made
        doubtful = [at for at in marked if at < made and (at in without_check or "#" in self.tokens[run.places[at]])]
        if self._moves is not None and not self.waiting:
            self._moves += played
        self._write(run, made, played, [(at, at in without_check) for at in doubtful])
        self._note_made(run, made)
        if made == len(run.moves):
            return True
        self.at = run.places[made] + 1
        if not self._goes_on(run.moves[made], run.places[made]):
            self._stop(run.places[made])
            self._stopped = True
        return False

    def _make_refused(self) -> bool:
        """Make the move in front of which the scanner stopped; most often it is refused. False where none stands there."""
        place = self.at
        parsed = self.variant.cache.parsed_moves.get(self.tokens[place]) if place < self.limit else None
        if parsed is None:
            return False
        self.at += 1
        self._make(parsed, place)
        return True

    def _is_made_singly(self, run: Run) -> bool:
        """True if the position after each move of a run is to be seen."""
        if self._after_move is not None and not self.waiting:
            return True
        tokens = self.tokens
        return any(tokens[place][-1] in _MAYBE_MARKED and says_in_passing(tokens[place]) for place in run.places)

    def _push(self, run: Run, played: list[Move], without_check: set[int]) -> int:
        """Make the moves of a run up to the first that is refused; how many were made.

        played: takes the moves. without_check: those that are asked for check; those that give check are taken out.
        """
        line, moves, last = self.line, run.moves, len(run.moves) - 1
        if not self._asks_before(run):
            return line.state.push_many(moves, played, without_check)
        made = line.state.push_many(moves[:-1], played, without_check)
        if made < last:
            return made
        before = line.state.copy()
        last_without_check = without_check & {last}
        asked = {0} if last_without_check else set()
        if not line.state.push_many(moves[-1:], played, asked):
            return made
        if not asked:
            without_check -= last_without_check
        line.before = before
        return made + 1

    def _asks_before(self, run: Run) -> bool:
        """True if the position before the last move of a run may be asked for: not where it ends a variation."""
        if not self._branches:
            return False
        if self.waiting and run.stop < len(self.tokens) and self.tokens[run.stop] == CLOSE:
            return says_in_passing(self.tokens[run.places[-1]])
        return True

    def _make(self, move: ParsedMove, place: int, used: int = 1) -> bool:
        """Make one move, of so many tokens, or what was meant by it; whether the line goes on."""
        self._stopped = False
        return self._play(Run([move], [place], [], place + used)) or not self._stopped

    def _write(self, run: Run, made: int, played: Sequence[Move], doubtful: Sequence[tuple[int, bool]] = ()) -> None:
        """Add the events of the moves that were made and of what stands among them, and report false marks.

        doubtful: which of them have a mark that may be false, and whether they give no check.
        """
        events = self.collector.events
        end = run.places[made] if made < len(run.places) else run.stop
        asides = run.asides[: bisect_left(run.asides, end)]
        if not asides and not doubtful and not self._glyphs:
            events += map(bare_ply, played)
            return
        tokens, next_aside, doubts = self.tokens, 0, dict(doubtful)
        for at, place in enumerate(run.places[:made]):
            while next_aside < len(asides) and asides[next_aside] < place:
                self.add(tokens[asides[next_aside]])
                next_aside += 1
            events.append(bare_ply(played[at]))
            events += glyphs_of_move(tokens[place])
            if at in doubts:
                ply = self.line.plies - made + at + 1
                false_marks.check_mark(self, place, ply, without_check=doubts[at], followed=at < made - 1)
        for aside in asides[next_aside:]:
            self.add(tokens[aside])

    def _note_made(self, run: Run, made: int) -> None:
        """See to the moves of a run that were made, where somebody asks for each."""
        last = run.places[made - 1] if made else 0
        if made and says_in_passing(self.tokens[last]) and self.line.before is not None:
            false_marks.check_passing(self, self.line.before, run.moves[made - 1], last, self.line.plies)
        if not self.waiting:
            self.places += run.places[:made]
            if self._after_move is not None and made:
                self._after_move(last)

    def _goes_on(self, parsed: ParsedMove, place: int) -> bool:
        """True if the line goes on after a refused move: a null move, or a wrong mark only. Else it is explained."""
        if self.waiting and self._explained >= MOST_REFUSED:
            return False
        if refusals.is_null_move(self, parsed):
            self._pass(place)
            return True
        other = in_other_letters(self.tokens[place], self.line.state, self.variant)
        if other is not None:
            return self._make(other, place)
        nearer = nearer_castling(parsed, self.line.state, self.variant)
        if nearer is not None:
            self._report_spelling(place, 1, CASTLINGS[nearer.castle], "castling to the nearer side")
            return self._make(nearer, place)
        if self._read_brackets(place) or (self._is_spaced(parsed, place) and self._read_leniently(place)):
            return True
        self._explained += 1
        corrected = refusals.explain(self, parsed, place)
        return corrected is not None and self._make(corrected, place)

    def _is_spaced(self, parsed: ParsedMove, place: int) -> bool:
        """True if a refused move may be the first cell of one with blanks, `e2 - e4`."""
        if place + 1 == len(self.tokens) or self.variant.cache.parsed_moves.get(self.tokens[place]) is not parsed:
            return False
        return self.tokens[place + 1].translate(PLAIN) in _BETWEEN

    def _pass(self, place: int) -> None:
        """Make a null move, which is reported and kept."""
        line = self.line
        code = RecordCode.NULL_MOVE if self.waiting else RecordCode.NULL_MOVE_PLAYED
        self.report_once(code, place, place, mover=self.variant.seats[line.state.turn].name)
        line.before = line.state.copy()
        line.state.push_unchecked(PASSING)
        line.plies += 1
        line.own += 1
        if self._moves is not None and not self.waiting:
            self._moves.append(PASSING)
        self.add(bare_ply(PASSING))
        for glyph in glyphs_of_move(self.tokens[place]):
            self.add(glyph)
        if not self.waiting:
            self.places.append(place)

    # -- other tokens -------------------------------------------------------------------------------------------------

    def _handle(self, token: str, place: int) -> None:
        """A token that ends a run: a move of an unusual look, or anything else."""
        if self.result_at(place):
            self._stop(place)
        elif is_skipped(token):
            non_moves.remark(self, token, place)
            if says_in_passing(token):
                false_marks.check_passing_word(self, place)
        elif token[0] == "[" and (end := non_moves.end_of_bracketed(self, place)) > place:
            non_moves.keep_words(self, place, end - 1)
            self.at = end
        elif token[0] in _MARKS and (token[0] != "[" or non_moves.begins_tag(self, place)):
            _MARKS[token[0]](self, token, place)
        elif non_moves.is_number(token) and not self._is_numeric_move(token):
            non_moves.check_number(self, token, place)
        elif isinstance(read := parse_move(token, self.variant), ParsedMove):
            self._make(read, place)
        elif self._is_apart(token, place):
            self._report_spelling(place, 1, f"{self.tokens[place - 1]}{token}", "a mark that stands apart")
        elif self._read_brackets(place) or self._read_files(token, place):
            pass
        elif (bare := non_moves.bare_result(self, place)) is not None:
            self._report_spelling(place, 1, bare, "signs beside a result")
            self.tokens[place] = bare
            self._stop(place)
        elif not (self._unstick(place) or self._split(place) or self._read_leniently(place) or self._pass_words(place)):
            refusals.explain_unread(self, read, place)
            self._stop(place)

    def _is_apart(self, token: str, place: int) -> bool:
        """True if a mark of check or mate stands by itself after a move that gives it, `Qh4 #`."""
        mark, state = token.rstrip("!?"), self.line.state
        if mark not in ("+", "++", "#") or not place or self.tokens[place - 1] not in self.variant.cache.parsed_moves:
            return False
        return "check" in state.notes() if mark == "+" else state.outcome() is not None or mark == "++"

    def _read_brackets(self, place: int) -> bool:
        """Make a promotion whose piece stands in brackets, `a8(Q)`, as books of old have it."""
        text = self.tokens[place].rstrip("=")
        match self.tokens[place + 1 : place + 4]:
            case [bracket, letter, close] if bracket == OPEN and close == CLOSE and len(letter) == 1:
                meant = f"{text.lower()}={letter.upper()}"
            case _:
                return False
        if self.span(place)[1] != self.span(place + 1)[0]:  # after a blank it is a remark, `e4 (N)`
            return False
        read = parse_move(meant, self.variant)
        if not isinstance(read, ParsedMove) or self.line.state.find(read) is None:
            return False
        self._report_spelling(place, 4, meant, "a promotion in brackets")
        self._make(read, place, 4)
        is_marked = self.tokens[place + 4 : place + 5] in (["+"], ["#"])
        self.at = max(self.at, place + 4 + is_marked)
        return True

    def _read_files(self, token: str, place: int) -> bool:
        """Make the only capture of a pawn that two files name, `ed`, or a target, `xe6`, as short forms of SAN do."""
        found = _SHORT_CAPTURE.fullmatch(token)
        if found is None or self.variant.writing.usual.name != "san":
            return False
        origin, file, target = found.groups()
        wanted = re.compile(rf"{origin or '[a-w]'}x{target or file}" + (r"(?!\d)[^=]*" if target else "[^=]*"))
        legal = (
            self.variant.writing.usual.write(self.line.state, move, self.variant) for move in self.line.state.moves()
        )
        meant = [text for text in legal if wanted.fullmatch(text)]
        read = parse_move(meant[0], self.variant) if len(meant) == 1 else None
        if not isinstance(read, ParsedMove):
            return False
        self._report_spelling(place, 1, meant[0], "a capture in short")
        return self._make(read, place)

    def _unstick(self, place: int) -> bool:
        """Read a token without what is stuck to it, if so it is a move; a result that was stuck to it ends the game."""
        found = non_moves.unstuck(self, place)
        if found is None:
            return False
        self._report_spelling(place, 1, found.text, found.why)
        self.tokens[place] = found.text
        if not found.result:
            self._handle(found.text, place)
        else:
            self.at = place + 1
            read = parse_move(found.text, self.variant)
            if not isinstance(read, ParsedMove):
                non_moves.remark(self, found.text, place)
            elif not self._make(read, place):
                return True
            note_result(self, ResultText(found.result, place), place)
            self._end_with(found.result)
        return True

    def _split(self, place: int) -> bool:
        """Read a token as the moves and signs that it is made of, where people or programs left out the blanks."""
        parts = non_moves.parts_of(self.tokens[place], self.variant)
        if not parts:
            return False
        self._report_spelling(place, 1, " ".join(parts), "blanks are missing in it")
        self.at = place + 1
        for part in parts:
            self.tokens[place] = part
            read = None if is_skipped(part) else parse_move(part, self.variant)
            if isinstance(read, ParsedMove):
                if not self._make(read, place):
                    return True
            elif is_skipped(part):
                non_moves.remark(self, part, place)
            else:  # a sign that has no number, as an arrow
                self.add(f"{{{part}}}")
        return True

    def _read_leniently(self, place: int) -> bool:
        """Make a move that is written as people do, of one token or several."""
        found = lenient_move(self.tokens, place, self.variant)
        if found is None:
            return False
        self._report_spelling(place, found.used, found.text, found.why)
        self._make(found.move, place, found.used)
        self.at = max(self.at, place + found.used)  # also where the mark of a capture was wrong
        return True

    def _pass_words(self, place: int) -> bool:
        """Keep words that stand among the moves as a comment."""
        end = non_moves.end_of_words(self, place)
        if end == place:
            return False
        non_moves.keep_words(self, place, end - 1)
        self.at = end
        return True

    def _report_spelling(self, place: int, used: int, meant: str, why: str) -> None:
        text = shown(" ".join(self.tokens[place : place + used]))
        self.report(RecordCode.UNUSUAL_SPELLING, place, text=text, meant=meant, why=why)

    def _is_numeric_move(self, token: str) -> bool:
        """True if a token of digits is a move (ICCF): no game has a thousand moves and writes their numbers bare."""
        return 4 <= len(token) <= 5 and token.isdecimal() and isinstance(parse_move(token, self.variant), ParsedMove)

    # -- variations ---------------------------------------------------------------------------------------------------

    def _open(self, token: str, place: int) -> None:
        """A variation begins: it is replayed from the position before the last move of the line that waits for it."""
        end = non_moves.end_of_wordy_brackets(self, place)
        if end:
            non_moves.keep_brackets(self, place, end)
            self.at = end + 1
            return
        before = self.line.before
        if before is None or len(self.waiting) >= MOST_DEEP:
            self._pass_over(place, RecordCode.VARIATION_OF_NOTHING if before is None else None)
            self.add(f"{{{self.source(place, self.at - 1)}}}")
            return
        self.begin_line(place)
        self.add(OPEN)

    def _pass_over(self, place: int, code: RecordCode | None) -> None:
        """Go on after the bracket that closes the one at a place. code: why, where nothing in it is too deep."""
        closed, depth = self._skip_variation()
        if len(self.waiting) + depth > MOST_DEEP:
            self.report(RecordCode.DEEP_VARIATION, place, most=MOST_DEEP)
        elif code is not None:
            self.report(code, place)
        if not closed:
            self._report_unclosed(place)

    def _skip_variation(self) -> tuple[bool, int]:
        """Go on after the bracket that closes the innermost variation: whether there is one, and how deep brackets are."""
        depth = deepest = 1
        while depth and self.at < len(self.tokens):
            token = self.tokens[self.at]
            depth += (token == "(") - (token == ")")
            deepest = max(deepest, depth)
            self.verdict.unjudged_aside += non_moves.is_move(self, token)
            self.at += 1
        return not depth, deepest

    def _judge_beside(self, place: int) -> None:
        """Judge the variations beside a refused move, which begin from the position before it; `at` is after the last one.

        They are kept with the rest of the line, which is not judged: nobody gets their moves.
        """
        if self._beside >= MOST_BESIDE:
            return
        self._beside += 1
        line, around, events = self.line, len(self.waiting), self.collector.events
        kept, told = (self._resumes, line.before), len(events)
        self._resumes, line.before = 0, line.state.copy()
        line.plies += 1  # as if the refused move were made
        after = place + 1
        while after < len(self.tokens) and (self.tokens[after] == OPEN or is_skipped(self.tokens[after])):
            if self.tokens[after] == OPEN:
                self.at = after + 1
                self._open(OPEN, after)
                self._play_lines(around)
                self._leave_open(around)
                after = self.at
            else:
                after += 1
        line.plies -= 1
        events[told:] = [event for event in events[told:] if isinstance(event, int)]  # what was found, no move
        self._resumes, line.before = kept
        self._beside -= 1

    def _report_unclosed(self, place: int) -> None:
        self.report(RecordCode.UNCLOSED_VARIATION, place)
        self.unclosed = True

    def _close(self, token: str, place: int) -> None:
        """A variation ends, and the line that waited for it goes on."""
        if self.waiting:
            self._return()
        else:
            self.report(RecordCode.STRAY_BRACKET, place, bracket=token)

    def _return(self) -> None:
        self.line = self.waiting.pop()
        self.add(CLOSE)

    def _leave_open(self, around: int = 0) -> None:
        """The game ends within variations: each of them is reported, and the line ends around which so many others wait."""
        while len(self.waiting) > around:
            opened = self.line.opened
            self._return()
            self._report_unclosed(opened)

    # -- after a fault or result -------------------------------------------------------------------------------------

    def _stop(self, place: int) -> None:
        """Check no more of a line, from the token at a place on. In a variation a result that ends no game is a remark."""
        result = self.result_at(place) if place < self.limit else None
        if result is None and place < self.limit:
            self._judge_beside(place)
        else:
            self.at = place
        if not self.waiting or (result and result.last == len(self.tokens) - 1):
            self._leave_open()
            self._read_rest(place)
        elif result:
            self.at = result.last + 1
            non_moves.remark(self, result.text, place)
        else:
            self._leave_variation(place)

    def _leave_variation(self, place: int) -> None:
        """Go on after a variation of which a move was refused. What is left of it is kept as a comment."""
        self.verdict.refused = True
        closed, _ = self._skip_variation()
        non_moves.keep_unjudged(self, place, self.at - 1 - closed)
        if not closed:
            self._report_unclosed(self.line.opened)
        self._return()

    def _read_rest(self, first: int) -> None:
        """Go through what is left without making moves, as far as the result, and see that nothing comes after it.

        first: the place of the refused move, or of what ends the game; variations beside it have been judged.
        """
        begin, found, known = max(first, self.at), None, self.variant.cache.parsed_moves
        places, end = self.plain_moves(begin)
        moves = len(places) - (places[:1] == [first])
        last = end - 1 if end > begin else self.at - 1
        for place, token in enumerate(self.tokens[end:], end):
            if place < self.at:
                continue  # it was passed over
            if place < self.limit and (token in NUMBER_OF or (token in known and token[0].isalpha())):
                moves += place > first and token in known
            else:
                found = self.result_at(place)
                if found is not None:
                    break
                self.at = place + 1
                if place > first and not is_skipped(token):
                    self._keep_unjudged(token, place)
            last = self.at - 1 if token == "(" else place
        self.verdict.unjudged += moves
        if last >= first:
            self.refused = self.verdict.refused = True
            non_moves.keep_unjudged(self, first, last)
        self.at = len(self.tokens)
        if found is not None:
            self.at = found.last + 1
            note_result(self, found, place)
            self._end_with(found.text)

    def _keep_unjudged(self, token: str, place: int) -> None:
        """A token after a refused move that is neither a usual move nor a usual number: its fault is reported."""
        if token == "(":
            self._pass_over(place, None)
        elif token[0] == "[" and (end := non_moves.end_of_bracketed(self, place)) > place:
            self.at = end
        elif token[0] in _MARKS and (token[0] != "[" or non_moves.begins_tag(self, place)):
            _MARKS[token[0]](self, token, place)
        else:
            self.verdict.unjudged += non_moves.is_move(self, token)

    def _end_with(self, result: str) -> None:
        """See that nothing but remarks comes after the result; text that does is kept as a comment, and reported whole."""
        last = len(self.tokens) - 1
        for place in range(self.at, last + 1):
            token = self.tokens[place]
            if not is_skipped(token):
                text = shown(" ".join(self.source(place, last).split()), LONGEST_SHOWN)
                span = self.span(place)[0], self.span(last)[1]
                self.collector.report(RecordCode.AFTER_RESULT, span, {"result": result, "text": text}, ply=self.ply)
                self.add(Comment(self.source(place, last)))
                break
            non_moves.remark(self, token, place)
        self.at = len(self.tokens)

    def span_of_ply(self, ply: int) -> Span:
        """Where a move of the main line stands, counted from 1; the beginning of the game where nobody noted it."""
        return self.span(self.places[ply - 1]) if ply <= len(self.places) else (0, 0)


_MARKS: dict[str, Callable[[GameReplayer, str, int], None]] = {
    "{": non_moves.unclosed_comment,
    "(": GameReplayer._open,
    ")": GameReplayer._close,
    "}": lambda replayer, token, place: replayer.report(RecordCode.STRAY_BRACKET, place, bracket=token),
    "[": non_moves.tag_among_moves,
}
"""What a token that begins like this is, no move beginning so; a comment that is closed has been passed over before."""
