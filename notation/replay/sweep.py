"""Games of which there is nothing to tell, judged where they stand in the text of a file: they are counted, no more.

The kernel goes from game to game of a text. It stops in front of the first that is not from the usual tags to the usual
result as most games are; that one is cut and judged by itself, as each is where nothing is compiled. Of the games before it
a `Verdict` would have no findings, which tests/notation/replay/test_sweep.py asks of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairyscore.notation.fen.general import piece_texts
from fairyscore.notation.kernel import usual_tags
from fairyscore.notation.records.collector import DiagnosticCollector
from fairyscore.notation.records.game_text import GameText, Passed
from fairyscore.notation.records.tree import DEFAULT_VARIANT, UNKNOWN
from fairyscore.notation.replay.compiled import compiled_game, is_harmless, tell
from fairyscore.notation.replay.verdict import Verdict
from fairyscore.notation.rules.general.tables import FIRST, kind_of
from fairyscore.notation.rules.royal.state import RoyalState
from fairyscore.notation.rules.variant import PositionError, Variant
from fairyscore.notation.variants import UnknownVariant, variant

if TYPE_CHECKING:
    from fairyscore.notation.kernel._native import Kernel


class Tally:
    """Counts games without findings, and their plies, that nobody is given a verdict on."""

    __slots__ = ("games", "plies")

    def __init__(self) -> None:
        self.games = self.plies = 0

    def take(self) -> tuple[int, int]:
        """The games and plies since it was asked last."""
        taken = self.games, self.plies
        self.games = self.plies = 0
        return taken


class Sweep:
    """Counts the games of a text into a tally, as long as there is nothing to tell of them.

    unnamed: the game of records that name none. game: the one whose games are looked for, that of the last verdict.
    """

    def __init__(self, tally: Tally, unnamed: str) -> None:
        self._tally = tally
        self._unnamed = unnamed or DEFAULT_VARIANT
        self.game: Variant | None = None
        self._swept: Variant | None = None

    def __call__(self, text: str, start: int) -> Passed:
        """See `records.game_text.Pass`."""
        game = self.game
        compiled = None if game is None or game.rules.warnings else compiled_game(game)
        if game is None or compiled is None:
            return Passed(start, 0, 0)
        self._swept, kernel = game, compiled.kernel
        if not kernel.sweeps:
            _lay_reading(kernel, game)
        stop, games, plies, lines, end, seen = kernel.sweep(
            text, start, compiled.start, compiled.read, self._may_stand, self._is_same
        )
        self._tally.games += games
        self._tally.plies += plies
        return Passed(stop, games, lines, end, seen)

    def verdict(self, file: str, game_text: GameText) -> Verdict | None:
        """The verdict on a game in which no more is to be told than was seen, without its position; None for any other."""
        game = self._swept
        if game_text.seen is None or game is None:
            return None
        plies, result, notes = game_text.seen
        collector = DiagnosticCollector(file, game_text)
        tell(notes, game, collector)
        tags = usual_tags(game_text.text)
        return Verdict(game_text, collector.findings, tags[0] if tags else {}, game, plies, result=result)

    def _may_stand(self, tag: str) -> bool:
        """Whether a tag says nothing of the game."""
        return self.game is not None and is_harmless(tag) and tag not in self.game.tags

    def _is_same(self, named: str) -> bool:
        """Whether the tag Variant, empty where there is none, names the game."""
        try:
            return variant(self._unnamed if named in UNKNOWN else named) is self.game
        except (UnknownVariant, PositionError):
            return False


def _lay_reading(kernel: Kernel, game: Variant) -> None:
    """Tell a kernel how moves and positions of its game are written."""
    state = game.initial_state()
    assert isinstance(state, RoyalState)
    tables, general = state.tables, state.tables.general
    stands = [-1] * FIRST + [
        general.kinds[kind_of(piece)].stays[piece & 1] & general.kinds[kind_of(piece)].stands[piece & 1]
        for piece in general.codes
    ]
    castlings = [
        (
            state.board[one.king_from],
            state.board[one.rook_from],
            one.rule.letter == "KQkq"[one.rule.seat * 2 + one.rule.side]
            and (one.rule.king_from, one.rule.rook_from) == (one.king_from, one.rook_from),
        )
        for one in tables.castlings
    ]
    first = game.writing.notations[0].name
    kernel.lay_reading(
        game.letters if first == "san" else {},
        tables.rules.board.rows,
        piece_texts(general),
        stands,
        general.most_pieces,
        castlings,
        tables.rules.ends.stalemate == "loses",
    )
