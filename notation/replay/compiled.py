"""The plain beginning of a PGN game, replayed by the compiled kernel: all that nobody has to be told about.

The kernel stops in front of the first token that is not plain, at the latest at the result, and `GameReplayer` goes on
there. From the first token on it would give the same verdict, which tests/notation/kernel asks of it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from fairyscore.notation.formats.pgn import PgnTokenStream
from fairyscore.notation.kernel import KERNEL, supports, usual_tags
from fairyscore.notation.moves.reading import is_skipped, parse_move, says_in_passing
from fairyscore.notation.records.collector import DiagnosticCollector
from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.records.game_setup import DECIDING, USUAL, deciding_tag
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.records.nags import glyphs_of_move
from fairyscore.notation.records.pgn_lexer import RESULTS, is_result_text
from fairyscore.notation.records.token_stream import TokenStream
from fairyscore.notation.records.tree import UNKNOWN, Ply
from fairyscore.notation.replay.tree_builder import TreeBuilder
from fairyscore.notation.replay.verdict import Verdict
from fairyscore.notation.rules.moves import Move, ParsedMove
from fairyscore.notation.rules.outcome import Outcome
from fairyscore.notation.rules.royal.state import RoyalState
from fairyscore.notation.rules.variant import State, UnknownVariant, Variant
from fairyscore.notation.variants import variant

if TYPE_CHECKING:
    from fairyscore.notation.kernel._native import Kernel, Note, Read
    from fairyscore.notation.replay.context import ReplayContext


class Beginning(NamedTuple):
    """What the rest of a game must know of its beginning.

    before: the table before the last move, kept where a variation may follow. drift: by how much move numbers are off.
    left_out: whether a null move was told. outcome: of its last position. result: the one that ends the text.
    """

    before: RoyalState | None = None
    drift: int = 0
    left_out: bool = False
    outcome: Outcome | None = None
    result: str = ""

    def ends(self, said: Verdict) -> bool:
        """Whether nothing is wrong with the end of the game: a usual result, as in the tag and by the rules."""
        usual = self.result in RESULTS and self.result == said.tags.get("Result")
        fits = self.outcome is None or self.outcome.result == self.result
        return usual and fits and said.game_text.text.endswith("\n\n")


def replay_compiled(
    said: Verdict,
    stream: TokenStream,
    collector: DiagnosticCollector,
    builder: TreeBuilder | None,
    *,
    claims: bool = False,
) -> Beginning | None:
    """Replay the plain beginning of a game; None where the kernel knows nothing of the game or its format.

    claims: whether draws that may be claimed are told; then it replays a whole game in which there is none, or nothing.
    """
    game, state = said.game, said.state
    if KERNEL is None or not isinstance(stream, PgnTokenStream) or not isinstance(state, RoyalState) or game is None:
        return None
    compiled = _compiled(game)
    if compiled is None or stream.has_asides or _ends_like_castling(said.tags.get("Result", "*")):
        return None
    kernel, read, _ = compiled
    notes: list[Note] = []
    log: list[Ply | str | tuple[int, ...]] | None = None if builder is None else []
    kernel.load(state)
    stop, plies, drift, kept, result = kernel.scan(stream.text, stream.body, read, log, notes, {} if claims else None)
    if (plies == 0 and not log) or (claims and not result) or stream.text[stop : stop + 2] in ("e.", "ep"):
        return None  # whether a pawn was taken in passing tells the position before the move
    _save(kernel, state)
    before = None
    if kept and stream.text.find("(", stop) >= 0:
        before = state.copy()
        _save(kernel, before, before=True)
    for note in notes:
        _tell(note, collector, game)
    if builder is not None and log is not None:
        builder.take(log)
    said.plies = plies
    said.tokens_of = partial(stream.all_tokens, game)
    stream.skip_to(stop)
    left_out = any(note[0] == "null" for note in notes)
    return Beginning(before, drift, left_out, None if kernel.has_move() else state.ended(), result)


def play_on(context: ReplayContext) -> bool:
    """Go on with the main line of a PGN game behind something that was seen to, as far as all is plain again.

    Whether a move was made; where none was, nothing has changed.
    """
    stream, line, builder, state = context.token_stream, context.line, context.builder, context.line.state
    compiled = _compiled(context.variant)
    if compiled is None or not isinstance(stream, PgnTokenStream) or not isinstance(state, RoyalState):
        return False
    kernel, read, _ = compiled
    notes: list[Note] = []
    log: list[Ply | str | tuple[int, ...]] | None = None if builder is None else []
    kernel.load(state)
    start = context.span(context.at)[0]
    stop, plies, drift, kept, _ = kernel.scan(stream.text, start, read, log, notes, None, line.drift)
    if not plies or stream.text[stop : stop + 2] in ("e.", "ep"):
        return False
    _save(kernel, state)
    if kept:
        line.before = before = state.copy()
        _save(kernel, before, before=True)
    for note in notes:
        if note[0] != "null" or (RecordCode.NULL_MOVE, "") not in context.reported:
            _tell(note, context.collector, context.variant, line.plies)
    if any(note[0] == "null" for note in notes):
        context.reported.add((RecordCode.NULL_MOVE, ""))
    if builder is not None and log is not None:
        builder.take(log)
    line.plies, line.own, line.drift = line.plies + plies, line.own + plies, drift
    context.at = bisect_left(context.spans, (stop, 0), context.at)
    return True


def plain_verdict(game_text: GameText, name: str) -> Verdict | None:
    """The verdict on a game from the usual start position of which there is nothing to tell; None for any other.

    name: the game of records that name none. Most games of most files are such ones, and need no more than one look.
    """
    found = usual_tags(game_text.text) if game_text.whole and game_text.text.endswith("\n\n") else None
    if found is None or not _are_harmless(found[0]):
        return None
    tags, body = found
    named = tags.get("Variant", "")
    try:
        game = variant(name if named in UNKNOWN else named)
    except UnknownVariant:
        return None
    compiled = _compiled(game)
    if compiled is None or game.rules.warnings or any(tag in tags for tag in game.tags):
        return None
    kernel, read, start = compiled
    notes: list[Note] = []
    kernel.restore(start)
    _, plies, _, _, result = kernel.scan(game_text.text, body, read, None, notes, None)
    if not plies or notes or result not in RESULTS or result != tags.get("Result") or not kernel.has_move():
        return None
    return Verdict(
        game_text,
        [],
        tags,
        game,
        plies,
        result=result,
        tokens_of=lambda: PgnTokenStream(game_text, DiagnosticCollector("", game_text)).all_tokens(game),
        state_of=partial(_state_of, game, kernel, kernel.snapshot()),
    )


def _state_of(game: Variant, kernel: Kernel, snapshot: bytes) -> State:
    state = game.initial_state()
    assert isinstance(state, RoyalState)
    kernel.restore(snapshot)
    _save(kernel, state)
    return state


_HARMLESS = {*USUAL, "Result", "TimeControl", "Variant"}
_MOST_HARMLESS = 1000


def _are_harmless(tags: Mapping[str, str]) -> bool:
    """Whether no tag but the result has anything to do with a verdict, or looks as if it should."""
    strange = tags.keys() - _HARMLESS
    if any(name in DECIDING or name == "Rules" or deciding_tag(name) for name in strange):
        return False
    if strange and len(_HARMLESS) < _MOST_HARMLESS:
        _HARMLESS.update(strange)
    return True


class _Compiled(NamedTuple):
    """The kernel of a game, what reads its move texts, and its start position."""

    kernel: Kernel
    read: Read
    start: bytes


_COMPILED: dict[str, tuple[Variant, _Compiled | None]] = {}
"""By the name of a game."""


def _compiled(game: Variant) -> _Compiled | None:
    """The kernel of a game; a new one where the variant has forgotten the move texts that the old one knows."""
    if KERNEL is None:
        return None
    known = _COMPILED.get(game.name)
    if known is None or known[0] is not game or (known[1] and known[1].kernel.texts > len(game.cache.parsed_moves)):
        state, made = game.initial_state(), None
        if isinstance(state, RoyalState) and supports(state.tables):
            kernel = KERNEL(state.tables, game.writing.null_moves, _ply)
            kernel.load(state)
            made = _Compiled(kernel, partial(_read, game), kernel.snapshot())
        known = _COMPILED[game.name] = (game, made)
    return known[1]


def outcome_of(game: Variant, state: State) -> Outcome | None:
    """`state.outcome()`, by the kernel where it knows the game: no move is to be found where it is mate."""
    compiled = _compiled(game)
    if compiled is None or not isinstance(state, RoyalState):
        return state.outcome()
    compiled.kernel.load(state)
    return None if compiled.kernel.has_move() else state.ended()


def _ply(origin: int, target: int, becomes: int, castle: int) -> Ply:
    return Ply(Move(origin, target, becomes, castle))


def _save(kernel: Kernel, state: RoyalState, *, before: bool = False) -> None:
    kernel.save(state, before)
    beyond = state.tables.beyond
    state.rays = [beyond[king] for king in state.kings]


def _read(game: Variant, token: str) -> tuple[ParsedMove, tuple[int, ...]] | str | None:
    """What a token is that the kernel meets for the first time: a move with its NAGs, a result, or nothing to judge."""
    if token in RESULTS or is_result_text(token):
        return "result"
    if says_in_passing(token):
        return None
    if is_skipped(token):
        return "skip"
    if token.rstrip(".)").isdecimal() and not 4 <= len(token) <= 5:
        return None
    parsed = game.cache.parsed_moves.get(token) or parse_move(token, game)
    return (parsed, glyphs_of_move(token)) if isinstance(parsed, ParsedMove) else None


def _ends_like_castling(result: str) -> bool:
    """Whether the result of a tag would be read as castling at the end of the moves (`ReplayContext.is_result`)."""
    return "-" in result and result not in RESULTS and not is_result_text(result)


def _tell(note: Note, collector: DiagnosticCollector, game: Variant, plies: int = 0) -> None:
    """Tell what a scan has noted. plies: those before the scan."""
    kind, start, end, ply, found, expected = note
    ply += plies
    if kind == "null":
        collector.trouble(RecordCode.NULL_MOVE, (start, end), {"mover": game.seats[found].name}, ply=ply)
    else:
        collector.trouble(RecordCode.MOVE_NUMBER, (start, end), {"found": found, "expected": expected}, ply=ply)
