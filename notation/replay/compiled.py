"""The plain beginning of a PGN game, replayed by the compiled kernel: all that nobody has to be told about.

The kernel stops in front of the first token that is not plain, at the latest at the result, and `GameReplayer` goes on
there. From the first token on it would give the same verdict, which tests/notation/kernel asks of it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from fairyscore.notation.formats.pgn import PgnTokenStream
from fairyscore.notation.kernel import KERNEL, supports, usual_tags
from fairyscore.notation.moves.reading import is_skipped, parse_move, says_in_passing
from fairyscore.notation.records.collector import DiagnosticCollector
from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.records.game_setup import DECIDING, USUAL, deciding_tag
from fairyscore.notation.records.nags import glyphs_of_move
from fairyscore.notation.records.pgn_lexer import RESULTS, is_result_text
from fairyscore.notation.records.token_stream import TokenStream
from fairyscore.notation.records.tree import UNKNOWN, Ply
from fairyscore.notation.replay.verdict import Verdict
from fairyscore.notation.rules.moves import Move, ParsedMove
from fairyscore.notation.rules.outcome import Outcome
from fairyscore.notation.rules.reasons import Fact
from fairyscore.notation.rules.royal.state import RoyalState
from fairyscore.notation.rules.variant import State, UnknownVariant, Variant
from fairyscore.notation.variants import variant

if TYPE_CHECKING:
    from fairyscore.notation.kernel._native import Kernel, Note, Read
    from fairyscore.notation.replay.context import ReplayContext


Log = list[Ply | str | tuple[int, ...]]
"""What a kernel read: plies, the NAGs of their glyphs, and the tokens between them."""


class Beginning(NamedTuple):
    """What the rest of a game must know of its beginning.

    before: the table before the last move, kept where a variation may follow. drift: by how much move numbers are off.
    left_out: whether a null move was told. outcome: of its last position.
    """

    before: RoyalState | None = None
    drift: int = 0
    left_out: bool = False
    outcome: Outcome | None = None


class KernelLook(NamedTuple):
    """What the kernel read of a game, up to the first token that is not plain.

    position: after the last move, a snapshot. stop: the character where it stopped, behind so many plies; drift: by how
    much move numbers are off there. kept: whether the kernel holds the position before the last move, as long as it looks
    at nothing else. result: the one that ends the text. notes: what is to be told. log: for the tree of moves.
    """

    game: Variant
    kernel: Kernel
    position: bytes
    stop: int
    plies: int
    drift: int
    kept: bool
    result: str
    notes: list[Note]
    log: Log | None

    def state(self) -> RoyalState:
        """The position after the last move."""
        state = self.game.initial_state()
        assert isinstance(state, RoyalState)
        self.kernel.restore(self.position)
        _save(self.kernel, state)
        return state

    def ends(self, said: Verdict) -> bool:
        """Whether nothing is wrong with the end of the game: a usual result, as in the tag and by the rules; then the
        verdict has it."""
        usual = self.result in RESULTS and self.result == said.tags.get("Result")
        if not self.plies or not usual or not said.game_text.text.endswith("\n\n"):
            return False
        outcome = None if self.kernel.has_move() else self.state().ended()
        if outcome is not None and outcome.result != self.result:
            return False
        said.plies, said.result, said.outcome, said.state_of = self.plies, self.result, outcome, self.state
        return True

    @property
    def has_null_move(self) -> bool:
        """Whether a null move is to be told."""
        return any(note[0] == "null" for note in self.notes)

    def beginning(self, said: Verdict, stream: TokenStream) -> Beginning:
        """Have the rest of the game replayed from where it stopped."""
        state = said.state
        assert isinstance(state, RoyalState)
        assert isinstance(stream, PgnTokenStream)
        self.kernel.restore(self.position)
        _save(self.kernel, state)
        before = None
        if self.kept and stream.text.find("(", self.stop) >= 0:
            before = state.copy()
            _save(self.kernel, before, before=True)
        said.plies = self.plies
        stream.skip_to(self.stop)
        outcome = None if self.kernel.has_move() else state.ended()
        return Beginning(before, self.drift, self.has_null_move, outcome)


def tell(
    notes: Sequence[Note], game: Variant, collector: DiagnosticCollector, plies: int = 0, *, nulls: bool = True
) -> None:
    """Tell what a kernel has noted. plies: those before it looked. nulls: whether null moves are told too."""
    for kind, start, end, ply, found, expected in notes:
        if kind == "number":
            facts: dict[str, Fact] = {"found": found, "expected": expected}
            collector.trouble(RecordCode.MOVE_NUMBER, (start, end), facts, ply=plies + ply)
        elif nulls:
            facts = {"mover": game.seats[found].name}
            collector.trouble(RecordCode.NULL_MOVE, (start, end), facts, ply=plies + ply)


def first_look(said: Verdict, name: str, *, keeps: bool) -> KernelLook | None:
    """The look at a game from the usual start position, whose tags are usual too and say nothing of the game but which
    it is; None for any other. name: the game of records that name none. keeps: whether a tree is wanted.

    Most games of most files are such ones, and need no more than one look.
    """
    game_text = said.game_text
    found = usual_tags(game_text.text) if game_text.whole else None
    if found is None or not (found[0].keys() <= _HARMLESS or all(map(is_harmless, found[0]))):
        return None
    tags, body = found
    named = tags.get("Variant", "")
    try:
        game = variant(name if named in UNKNOWN else named)
    except UnknownVariant:
        return None
    compiled = compiled_game(game)
    if compiled is None or game.rules.warnings or not tags.keys().isdisjoint(game.tags):
        return None
    if tags.get("Result", "*") not in RESULTS:
        return None
    said.tags, said.game = tags, game
    said.tokens_of = lambda: PgnTokenStream(game_text, DiagnosticCollector("", game_text)).all_tokens(game)
    compiled.kernel.restore(compiled.start)
    return compiled.look(game_text.text, body, [] if keeps else None)


def look_at(said: Verdict, stream: TokenStream, *, keeps: bool, claims: bool) -> KernelLook | None:
    """The look at a game of which tags and start position are known; None where the kernel knows nothing of the game or
    its format.

    keeps: whether a tree is wanted. claims: whether draws that may be claimed are told; then it is a look at a whole game
    in which there is none, or at nothing.
    """
    game, state = said.game, said.state
    if not isinstance(stream, PgnTokenStream) or not isinstance(state, RoyalState) or game is None:
        return None
    compiled = compiled_game(game)
    if compiled is None or stream.has_asides or _ends_like_castling(said.tags.get("Result", "*")):
        return None
    said.tokens_of = partial(stream.all_tokens, game)
    compiled.kernel.load(state)
    look = compiled.look(stream.text, stream.body, [] if keeps else None, {} if claims else None)
    return None if look is None or (claims and not look.result) else look


def play_on(context: ReplayContext) -> bool:
    """Go on with the main line of a PGN game behind something that was seen to, as far as all is plain again.

    Whether a move was made; where none was, nothing has changed.
    """
    stream, line, builder, state = context.token_stream, context.line, context.builder, context.line.state
    compiled = compiled_game(context.variant)
    if compiled is None or not isinstance(stream, PgnTokenStream) or not isinstance(state, RoyalState):
        return False
    compiled.kernel.load(state)
    start = context.span(context.at)[0]
    look = compiled.look(stream.text, start, None if builder is None else [], drift=line.drift)
    if look is None or not look.plies:
        return False
    _save(look.kernel, state)
    if look.kept:
        line.before = before = state.copy()
        _save(look.kernel, before, before=True)
    nulls = (RecordCode.NULL_MOVE, "") not in context.reported
    tell(look.notes, look.game, context.collector, line.plies, nulls=nulls)
    if look.has_null_move:
        context.reported.add((RecordCode.NULL_MOVE, ""))
    if builder is not None:
        builder.take(look.log or ())
    line.plies, line.own, line.drift = line.plies + look.plies, line.own + look.plies, look.drift
    context.at = bisect_left(context.spans, (look.stop, 0), context.at)
    return True


_HARMLESS = {*USUAL, "Result", "TimeControl", "Variant"}
_MOST_HARMLESS = 1000


def is_harmless(tag: str) -> bool:
    """Whether a tag, as the result too, has nothing to do with a verdict, nor looks as if it should."""
    if tag in _HARMLESS:
        return True
    if tag in DECIDING or tag == "Rules" or deciding_tag(tag):
        return False
    if len(_HARMLESS) < _MOST_HARMLESS:
        _HARMLESS.add(tag)
    return True


class CompiledGame(NamedTuple):
    """The kernel of a game, what reads its move texts, and its start position."""

    game: Variant
    kernel: Kernel
    read: Read
    start: bytes

    def look(
        self, text: str, start: int, log: Log | None = None, met: dict[bytes, int] | None = None, drift: int = 0
    ) -> KernelLook | None:
        """The look at a text from a character on, from the position that the kernel has; None where nothing could be read.

        log: for the tree of moves. met, drift: see `Kernel.scan`.
        """
        notes: list[Note] = []
        stop, plies, drift, kept, result = self.kernel.scan(text, start, self.read, log, notes, met, drift)
        if (plies == 0 and not log) or text[stop : stop + 2] in ("e.", "ep"):
            return None  # whether a pawn was taken in passing tells the position before the move
        return KernelLook(self.game, self.kernel, self.kernel.snapshot(), stop, plies, drift, kept, result, notes, log)


_COMPILED: dict[str, tuple[Variant, CompiledGame | None]] = {}
"""By the name of a game."""


def compiled_game(game: Variant) -> CompiledGame | None:
    """The kernel of a game; a new one where the variant has forgotten the move texts that the old one knows."""
    if KERNEL is None:
        return None
    known = _COMPILED.get(game.name)
    if known is None or known[0] is not game or (known[1] and known[1].kernel.texts > len(game.cache.parsed_moves)):
        state, made = game.initial_state(), None
        if isinstance(state, RoyalState) and supports(state.tables):
            kernel = KERNEL(state.tables, game.writing.null_moves, _ply)
            kernel.load(state)
            made = CompiledGame(game, kernel, partial(_read, game), kernel.snapshot())
        known = _COMPILED[game.name] = (game, made)
    return known[1]


def outcome_of(game: Variant, state: State) -> Outcome | None:
    """`state.outcome()`, by the kernel where it knows the game: no move is to be found where it is mate."""
    compiled = compiled_game(game)
    if compiled is None or not isinstance(state, RoyalState):
        return state.outcome()
    compiled.kernel.load(state)
    return None if compiled.kernel.has_move() else state.ended()


_Piece = tuple[int, int] | None


def changes_of(
    game: Variant, state: State, moves: Sequence[Move]
) -> list[tuple[tuple[tuple[int, _Piece, _Piece], ...], int]] | None:
    """What legal moves do, which are made on the state: of each the cells that change, with seat and kind of the pieces
    before and after, and the cell of the king that is then in check, -1 for none. None where the kernel knows nothing of
    the game, and where a move is no piece's; then the state stays as it is."""
    compiled = compiled_game(game)
    if compiled is None or not isinstance(state, RoyalState):
        return None
    compiled.kernel.load(state)
    found = compiled.kernel.changes(moves)
    if found is not None:
        _save(compiled.kernel, state)
    return found


def _ply(origin: int, target: int, becomes: int, castle: int) -> Ply:
    return Ply(Move(origin, target, becomes, castle))


def _save(kernel: Kernel, state: RoyalState, *, before: bool = False) -> None:
    kernel.save(state, before)
    beyond = state.tables.beyond
    state.rays = [beyond[king] for king in state.kings]


def _read(game: Variant, token: str) -> tuple[ParsedMove, tuple[int, ...]] | str | None:
    """What a token is that the kernel meets for the first time: a move with its NAGs, a result, or nothing to judge."""
    known = game.cache.parsed_moves
    unsigned = known.get(token[:-1]) if token[-1] in "+#" and token[-2:-1].isdigit() else None
    if unsigned is not None:
        known[token] = unsigned
        return unsigned, ()
    if token in RESULTS or (token[-1] != "." and is_result_text(token)):  # as `ReplayContext.result_at`
        return "result"
    if says_in_passing(token):
        return None
    if is_skipped(token):
        return "skip"
    if token.rstrip(".)").isdecimal() and not 4 <= len(token) <= 5:
        return None
    parsed = known.get(token) or parse_move(token, game)
    return (parsed, glyphs_of_move(token)) if isinstance(parsed, ParsedMove) else None


def _ends_like_castling(result: str) -> bool:
    """Whether the result of a tag would be read as castling at the end of the moves (`ReplayContext.is_result`)."""
    return "-" in result and result not in RESULTS and not is_result_text(result)
