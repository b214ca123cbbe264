"""Runs: moves that follow each other with nothing between but right numbers, comments and NAGs.

Most of the speed of replaying is in them. A run is gathered from the tokens without making a move, and all its moves are
handed to `State.push_many` at once; what stands between them is noted by its place. What may stand within a run, since
nothing is to be reported of it, `gather` says. Where the kernel is compiled and knows the game, it reads the text in its
place (`scanned.py`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from fairyscore.notation.moves.reading import is_skipped, parse_move, says_in_passing
from fairyscore.notation.records.nags import HIGHEST_NAG, nag_of
from fairyscore.notation.records.pgn_lexer import NUMBER_OF, RESULTS, is_result_text
from fairyscore.notation.replay.context import ReplayContext
from fairyscore.notation.rules.moves import ParsedMove
from fairyscore.notation.rules.variant import Variant

EVEN_SEATS = 2  # of two players nobody leaves before the end, so rounds are counted evenly

_WINDOW = 64  # tokens are looked at by slices of so many: a beginning in the middle of a long list costs no more
_NO_MOVE = frozenset("(){}[")


class Run(NamedTuple):
    """Moves to be made together.

    moves, places: each move with the place of its token. asides: the places of comments and NAGs among them.
    stop: the place of the first token that does not belong to the run.
    """

    moves: list[ParsedMove]
    places: list[int]
    asides: list[int]
    stop: int

    def singles(self) -> Iterator[Run]:
        """A run of each of the moves, with what stands before it, in the last one also after it."""
        first = 0
        for move, place, stop in zip(self.moves, self.places, [*self.places[1:], self.stop], strict=True):
            after = bisect_left(self.asides, stop)
            yield Run([move], [place], self.asides[first:after], stop)
            first = after


def gather(context: ReplayContext) -> Run:
    """The run that begins at the next token of a game; empty where that token is something to see to."""
    line, variant, tokens = context.line, context.variant, context.tokens
    known, number_of = variant.cache.parsed_moves.get, NUMBER_OF.get
    expected = line.state.fullmove_number + line.drift
    even = len(variant.seats) == EVEN_SEATS and variant.rules.alternates
    if even:  # twice the number, and one more for the second player's move
        expected = 2 * expected + line.state.turn
    moves: list[ParsedMove] = []
    spots: list[int] = []
    asides: list[int] = []
    for first in range(context.at, context.limit, _WINDOW):
        for place, token in enumerate(tokens[first : min(first + _WINDOW, context.limit)], first):
            parsed = known(token)
            if parsed is None:
                number = number_of(token)
                if number is not None:
                    if number == (expected + len(moves) >> 1 if even else expected) and (even or not moves):
                        continue
                    return Run(moves, spots, asides, place)
                if token[0] == "{":
                    if token[-1] == "}" and "\n[" not in token and token.find("{", 1) < 0:
                        asides.append(place)
                        continue
                    return Run(moves, spots, asides, place)
                if _is_quiet(token) and (moves or line.own):
                    asides.append(place)
                    continue
                parsed = None if token in _NO_MOVE else _new_move(token, variant)
                if parsed is None:
                    return Run(moves, spots, asides, place)
            moves.append(parsed)
            spots.append(place)
    return Run(moves, spots, asides, context.limit)


@lru_cache(maxsize=4096)
def _is_quiet(token: str) -> bool:
    """True if a token that is not a comment in braces stands between moves with nothing to report: a glyph, a usual NAG."""
    if not is_skipped(token) or says_in_passing(token):
        return False
    nag = nag_of(token)
    return token[0] != "$" or (nag is not None and nag <= HIGHEST_NAG)


def _new_move(token: str, variant: Variant) -> ParsedMove | None:
    """A token that is met for the first time, if it is plainly a move."""
    if token in RESULTS or is_skipped(token) or token[0] in _NO_MOVE or is_result_text(token):
        return None
    if token.rstrip(".)").isdecimal():
        return None
    read = parse_move(token, variant)
    return read if isinstance(read, ParsedMove) else None
