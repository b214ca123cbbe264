"""A move that is refused: why, what was probably meant, and what of the moves after it is legal then.

A reason is a code with its facts, which the rules give (`rules.reasons.Code`); here they become findings. Of a game that
the compiled scanner has read it has the facts too (`records.game_text.FaultyMove`): `report_faulty_game` says of them
what `explain` says of a game that is replayed in Python.

The verdict ends at the first refused move, and no guess changes it. The moves after it are tried from the position after
each move that was probably meant, without the refused move, and with its piece moved all the same: what fits is reported as
information.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, cast

from fairyscore.notation.formats.pgn import PgnTokenStream
from fairyscore.notation.moves.reading import cells_beside, is_skipped, near_unread, notation_of_text, parse_move
from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.records.game_text import FaultyGame, FaultyMove
from fairyscore.notation.records.pgn_lexer import NUMBER_OF
from fairyscore.notation.records.token_stream import DiagnosticCollector, Span
from fairyscore.notation.replay.compiled import CompiledGame
from fairyscore.notation.replay.context import ReplayContext
from fairyscore.notation.replay.non_moves import is_number
from fairyscore.notation.rules.did_you_mean import MOST, meant
from fairyscore.notation.rules.idiom import spoken
from fairyscore.notation.rules.moves import ABSENT, GO, PASS, PASSING, Move, ParsedMove, on_board
from fairyscore.notation.rules.reasons import Code, Fact, Reason
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.text import shown

if TYPE_CHECKING:
    from fairyscore.notation.rules.general.state import GeneralState


def is_null_move(context: ReplayContext, parsed: ParsedMove) -> bool:
    """True if a refused move is a null move, by which an annotator lets a player pass: not in check, nor at the end."""
    if parsed.action != PASS or parsed.throw or not context.variant.writing.null_moves:
        return False
    return "check" not in context.state.notes() and context.state.outcome() is None


def explain(context: ReplayContext, parsed: ParsedMove, place: int) -> ParsedMove | None:
    """Tell why a move is refused; the move that is made all the same where only its mark was wrong, else None."""
    text, state = context.tokens[place], context.state
    reasons = state.reasons(parsed, shown(text))
    corrected = state.forgive(reasons, parsed)
    codes = [reason.code for reason in reasons]
    silent = _SILENT_CAPTURE.fullmatch(text)
    if silent is None and _DASHED_CAPTURE.fullmatch(text) and _has_dashes_only(context):
        silent = _DASHED_CAPTURE.fullmatch(text)
    if corrected is not None and corrected.capture and silent and codes == [Code.CAPTURE_MARK]:
        _report_silent_capture(context, place, f"{silent[1]}x{silent[2]}")
        return corrected
    listed = context.collector.explains and context.collector.lists(reasons[0].code.value)
    plain = on_board(parsed, state)
    near = meant(state, plain, context.variant, NEAR) if listed and isinstance(plain, ParsedMove) else []
    notation = notation_of_text(text, context.variant)
    _refuse(context, reasons, place, [notation.write(state, move, context.variant) for move in near[:MOST]])
    if corrected is None:
        try_rest(context, place, parsed, near)
    return corrected


_SILENT_CAPTURE = re.compile(r"([^\W_]{0,4}?)([a-w]\d{1,2}[^\w:-]*(?:=\w\W*)?)")
"""A capture without its sign, `Qd5`, `ed5`, as the Informant and many servers write it; `e2-d3` says that none is made."""


_DASHED_CAPTURE = re.compile(r"([A-Z]?[a-w]\d{1,2})-([a-w]\d{1,2}[^\w:-]*(?:=?\w\W*)?)")
MANY_DASHES = 8
"""So many moves of a game with a dash, and none with a sign of capture, show that its program writes no other sign."""


def _has_dashes_only(context: ReplayContext) -> bool:
    """True if all moves of a game have a dash, captures too, as some programs write the long form."""
    moves = [token for token in context.tokens if token[0] not in "{;%$"]
    dashed = sum(_DASHED_CAPTURE.fullmatch(token) is not None for token in moves)
    return dashed >= MANY_DASHES and not any("x" in token or ":" in token for token in moves)


def _report_silent_capture(context: ReplayContext, place: int, meant: str) -> None:
    """Tell that captures stand without their sign: once a game, since whoever leaves it out always does."""
    report_unmarked(context.collector, context.span(place), context.tokens[place], meant, context.ply)


def report_unmarked_san(collector: DiagnosticCollector, span: Span, ply: int) -> None:
    """The same of a capture in SAN that the scanner has made."""
    text = collector.game_text.text[slice(*span)]
    silent = _SILENT_CAPTURE.fullmatch(text)
    assert silent is not None
    report_unmarked(collector, span, text, f"{silent[1]}x{silent[2]}", ply)


def report_unmarked(collector: DiagnosticCollector, span: Span, text: str, meant: str, ply: int) -> None:
    """Report a capture without its mark, unless the game has had one. meant: as it should be written."""
    why = "a capture without its mark"
    if collector.is_first(RecordCode.UNUSUAL_SPELLING, why):
        facts: dict[str, Fact] = {"text": shown(text), "meant": shown(meant), "why": why}
        collector.report(RecordCode.UNUSUAL_SPELLING, span, facts, ply=ply)


def explain_unread(context: ReplayContext, reasons: tuple[Reason, ...], place: int) -> None:
    """Tell why a token is not a move at all."""
    near = near_unread(context.tokens[place], context.state, context.variant) if context.collector.explains else {}
    _refuse(context, reasons, place, near.values())
    try_rest(context, place, None, list(near))


def _refuse(context: ReplayContext, reasons: tuple[Reason, ...], place: int, near: Iterable[str]) -> None:
    text, cells = context.tokens[place], cells_beside(context.tokens[place], context.variant, context.tokens)
    told = spoken(reasons, context.variant, cells)
    context.collector.refusal(told, context.span(place), context.ply, shown(text), tuple(near))
    if isinstance(context.token_stream, PgnTokenStream):  # other formats count otherwise
        _check_mover(context.collector, context.span(place), context.ply, context.variant, lambda: context.state.turn)


_NUMBER = re.compile(r"(?<!\d)\d{1,4}(\.++|…)\s*+\Z")
_STOPS = (".", "…")
_BEFORE = 12  # characters before a move in which its number stands


def _check_mover(
    collector: DiagnosticCollector, span: Span, ply: int, game: Variant, seat_to_move: Callable[[], int]
) -> None:
    """Tell where the number before a refused move is one of the other player's, `2...` or `2.`: a move may be missing."""
    before = collector.game_text.text[max(0, span[0] - _BEFORE) : span[0]]
    if before.rstrip()[-1:] not in _STOPS or len(game.seats) != 2:  # most often a move stands there
        return
    written = _NUMBER.search(before)
    if written is None:
        return
    named, mover = int(written[1] != "."), seat_to_move()
    if named == mover:
        return
    start = span[0] - len(written[0])
    facts = {"number": written[0].rstrip(), "named": game.seats[named].name, "mover": game.seats[mover].name}
    collector.report(RecordCode.OTHER_MOVER, (start, start + len(written[0].rstrip())), facts, ply=ply)


NEAR = 8  # so many legal moves near the refused one are tried
FEWEST = 2  # plies after a refused move that must be legal: one alone says too little
CLEARLY = 6  # so many plies must be legal to look for what is wrong after them
MOST_GUESSES = 3  # so many guesses that fit are named
MOST_FAULTS = 3  # so many refused moves of a game are looked at, the first one included


class RestFault(NamedTuple):
    """A refused move, and what fits after each move that may have been meant, the likeliest first.

    text, span, ply: the move as it is written, its place and number.
    why: gives the first reason against it. behind: how many moves follow in its line.
    made: how many of these are legal after each guess; none where too few follow to tell.
    guess: half a sentence about a guess, by its number.
    """

    text: str
    span: Span
    ply: int
    why: Callable[[], str]
    behind: int
    made: Sequence[int]
    guess: Callable[[int], str]


def report_rest(collector: DiagnosticCollector, faults: Iterable[RestFault], *, whole: bool) -> None:
    """Tell what of a line is legal after a refused move.

    faults: that move, and then each the first that is refused after the best guess at the one before; they are made as far
    as they are asked for. whole: whether the moves behind them are all of the line.
    """
    before: RestFault | None = None
    for number, fault in enumerate(faults):
        facts: dict[str, Fact]
        if before is not None:
            most = max(before.made)
            guess = before.guess(before.made.index(most))
            facts = {"guess": guess, "moves": most, "move": shown(fault.text), "why": fault.why()}
            collector.report(RecordCode.REST_REFUSED, fault.span, facts, ply=fault.ply)
        if number == MOST_FAULTS or not fault.made:
            return
        if fault.behind in fault.made:
            what = f"the rest ({fault.behind} moves) is" if whole else f"the next {fault.behind} moves are"
            facts = {"what": what, "moves": fault.behind, "guess": _either(fault)}
            collector.report(RecordCode.REST_FITS, fault.span, facts, ply=fault.ply)
            return
        if max(fault.made) < CLEARLY:
            return
        before = fault


class _RestOfLine(NamedTuple):
    """The moves of the main line after a place, and whether they are all of it."""

    moves: list[ParsedMove]
    places: list[int]
    whole: bool


def try_rest(context: ReplayContext, place: int, parsed: ParsedMove | None, near: Sequence[Move]) -> None:
    """Tell what of the main line is legal after a refused move. parsed: the move; near: what may have been meant.

    Nothing is reported where nobody reads it, nor about a move of a variation.
    """
    if context.waiting or not context.collector.explains:
        return
    rest = _rest_of_line(context, place + 1)
    if len(rest.moves) >= FEWEST:
        report_rest(context.collector, _faults(context, place, parsed, near, rest), whole=rest.whole)


def _faults(
    context: ReplayContext, place: int, parsed: ParsedMove | None, near: Sequence[Move], rest: _RestOfLine
) -> Iterator[RestFault]:
    """See `report_rest`. rest: the moves behind the first one."""
    state, ply, first, game = context.state, context.ply, 0, context.variant
    while True:
        text, moves = context.tokens[place], rest.moves[first:]
        guesses = _guesses(state, parsed, near, context, place, rest=moves) if len(moves) >= FEWEST else []
        made = [guess.made for guess in guesses]
        why = partial(_first_reason, state, parsed, text, game)
        yield RestFault(text, context.span(place), ply, why, len(moves), made, partial(_text_of, guesses))
        most = max(made)
        state, first, ply = guesses[made.index(most)].state(), first + most + 1, ply + most + 1
        state.push_many(moves[:most])
        place, parsed = rest.places[first - 1], rest.moves[first - 1]
        near = meant(state, parsed, game, NEAR)


def _first_reason(state: State, parsed: ParsedMove | None, text: str, game: Variant) -> str:
    """The first reason against a move, as a sentence."""
    assert parsed is not None
    reasons = state.reasons(parsed, shown(text))
    return str(spoken(reasons[:1], game, cells_beside(text, game))[0])


def _either(fault: RestFault) -> str:
    """The likeliest moves in words that may have been meant, after which all fits."""
    fitting = [number for number, made in enumerate(fault.made) if made == fault.behind]
    texts = [fault.guess(number) for number in fitting[:MOST_GUESSES]]
    meant = [text.removesuffix(_MEANT) for text in texts if text.endswith(_MEANT)]
    more = len(fitting) - MOST_GUESSES
    noun = "other move" if more == 1 else "other moves"
    others = f" (or {more} {noun})" if more > 0 else ""
    return f"{' or '.join(meant)}{_MEANT}{others}" if meant else texts[0]


class Guess(NamedTuple):
    """A move that may have been meant: what gives the position after it, and half a sentence about it.

    made: how many of the moves after it are legal then.
    """

    made: int
    state: Callable[[], State]
    text: Callable[[], str]


def _text_of(guesses: Sequence[Guess], number: int) -> str:
    return guesses[number].text()


_MEANT = " was meant"


def _left_out(written: str) -> str:
    return f"{shown(written)} is left out"


def _made_all_the_same(written: str) -> str:
    return f"{shown(written)} is made all the same"


def _meant_by(state: State, written: str, game: Variant, move: Move) -> str:
    """A legal move that may have been meant by a text, in words."""
    return f"{notation_of_text(written, game).write(state, move, game)}{_MEANT}"


def _guesses(
    state: State,
    parsed: ParsedMove | None,
    near: Sequence[Move],
    context: ReplayContext,
    place: int,
    *,
    rest: Sequence[ParsedMove],
) -> list[Guess]:
    """The moves that may have been meant, the likeliest first. rest: those after it."""
    game, written = context.variant, context.tokens[place]

    def after(move: Move) -> State:
        changed = state.copy()
        changed.push_unchecked(move)
        return changed

    *made, without = state.plies_after([*near, None], rest)
    found = [
        Guess(plies, partial(after, move), partial(_meant_by, state, written, game, move))
        for plies, move in zip(made, near, strict=True)
    ]
    found.append(Guess(without, state.copy, partial(_left_out, written)))
    others = {
        "the tag FEN is left out": _from_usual_start(parsed, context),
        _made_all_the_same(written): None if parsed is None else _forced(state, parsed, game),
    }
    for text, start in others.items():
        if start is not None:
            (plies,) = start.plies_after([None], rest)
            found.append(Guess(plies, start.copy, partial(str, text)))
    return found


def _from_usual_start(parsed: ParsedMove | None, context: ReplayContext) -> State | None:
    """The position after the first move of a game whose FEN refuses it, begun as games usually do; None for no such.

    Some programs write the position at the end of a game in this tag.
    """
    if parsed is None or context.line.plies or context.waiting or not context.verdict.tags.get("FEN"):
        return None
    start = context.variant.initial_state()
    return start if start.push_many([parsed]) else None


def _forced(state: State, parsed: ParsedMove, game: Variant) -> State | None:
    """The position after a refused move whose piece is clear, moved against the rules, in a game that is won by mate.

    None where the piece is not clear, and where its king would stand in check: no game goes on from there.
    """
    if parsed.action != GO or parsed.throw or not game.rules.by_mate:
        return None
    general = cast("GeneralState", state)
    target = state.piece_at(parsed.target)
    if target is not None and (target[0] == state.turn or general.tables.kinds[target[1]].royal):
        return None
    cells = [cell for cell in general.cells_of_kind(parsed.kind) if parsed.sources >> cell & 1]
    starts = [cell for cell in cells if parsed.origin in (ABSENT, cell)]
    if len(starts) != 1:
        return None
    after = state.copy()
    after.push_unchecked(Move(starts[0], parsed.target, parsed.becomes))
    again = after.copy()
    again.push_unchecked(PASSING)  # so that who made the move is to move
    return None if game.scenery.checked(again) else after


def _rest_of_line(context: ReplayContext, place: int) -> _RestOfLine:
    """The moves of the main line from a place to the result, or to the first token that is not a move."""
    depth, known = 0, context.variant.cache.parsed_moves
    places, end = context.plain_moves(place)
    moves = [*map(known.__getitem__, map(context.tokens.__getitem__, places))]
    for at, token in enumerate(context.tokens[end:], end):
        if token in NUMBER_OF:
            continue
        read: ParsedMove | tuple[Reason, ...] | None = known.get(token)
        if read is None:
            depth += (token == "(") - (token == ")")
        if depth or (read is None and (token == ")" or token[0] == "{" or is_skipped(token))):
            continue
        if (at >= context.limit or not token[0].isalpha()) and context.result_at(at):
            break
        read = read or parse_move(token, context.variant)
        if isinstance(read, ParsedMove):
            moves.append(read)
            places.append(at)
        elif not is_number(token):
            return _RestOfLine(moves, places, whole=False)
    return _RestOfLine(moves, places, whole=True)


# -- what the compiled scanner has found out ----------------------------------------------------------------------------


def report_faulty_game(collector: DiagnosticCollector, compiled: CompiledGame, faulty: FaultyGame, plies: int) -> bool:
    """Report the refused move of a game that the scanner read, and what fits after it; False where the line goes on.

    plies: the legal moves of the game.
    """
    game, first = compiled.game, _ScannedFault(compiled, faulty.moves[0], collector.game_text.text)
    reasons = first.reasons()
    if first.move.against is None and compiled.first.forgive(reasons, first.parsed) is not None:
        return False
    near = tuple(first.near_text(move) for move in first.move.near[:MOST])
    told = spoken(reasons, game, cells_beside(first.written, game))
    collector.refusal(told, first.span, plies + 1, shown(first.written), near)
    _check_mover(collector, first.span, plies + 1, game, first.turn)
    if first.move.plies:
        report_rest(collector, _scanned_faults(collector, compiled, faulty, plies), whole=True)
    return True


def _scanned_faults(
    collector: DiagnosticCollector, compiled: CompiledGame, faulty: FaultyGame, plies: int
) -> Iterator[RestFault]:
    """See `report_rest`."""
    for move in faulty.moves:
        fault = _ScannedFault(compiled, move, collector.game_text.text)
        ply, behind = plies + move.place + 1, faulty.behind - move.place
        yield RestFault(fault.written, fault.span, ply, fault.why, behind, move.plies, fault.guess)


class _ScannedFault:
    """A refused move that the scanner has read, as the sentences about it ask for it."""

    def __init__(self, compiled: CompiledGame, move: FaultyMove, text: str) -> None:
        self.compiled, self.move = compiled, move
        self.span = move.begin, move.end
        self.written = text[move.begin : move.end]

    @property
    def parsed(self) -> ParsedMove:
        """What the text asks for."""
        parsed = parse_move(self.written, self.compiled.game)
        assert isinstance(parsed, ParsedMove)
        return parsed

    def turn(self) -> int:
        """The seat that is to move."""
        against = self.move.against
        return self.compiled.state_of(self.move.position).turn if against is None else against[0]

    def reasons(self) -> tuple[Reason, ...]:
        """The reasons against it; of the usual ones the scanner has the facts."""
        if self.move.against is None:
            return self.compiled.state_of(self.move.position).reasons(self.parsed, shown(self.written))
        from fairyscore.notation.rules.general.core_reasons import usual_reasons

        tables = cast("GeneralState", self.compiled.first).tables
        return usual_reasons(tables, self.parsed, shown(self.written), self.move.against)

    def why(self) -> str:
        """The first reason, as a sentence."""
        game = self.compiled.game
        return str(spoken(self.reasons()[:1], game, cells_beside(self.written, game))[0])

    def near_text(self, near: str | Move) -> str:
        """A legal move near it, in its notation."""
        if isinstance(near, str):
            return near
        game = self.compiled.game
        return notation_of_text(self.written, game).write(self.compiled.state_of(self.move.position), near, game)

    def guess(self, number: int) -> str:
        """One of the moves that may have been meant, in words, by its number."""
        near = self.move.near
        if number < len(near):
            return f"{self.near_text(near[number])}{_MEANT}"
        return _left_out(self.written) if number == len(near) else _made_all_the_same(self.written)
