"""The plain beginning of a game, heard at once: rounds of moves with the right number before each, and nothing between.

Most records are nothing else from the first move to the result, and most of the speed is here: what comes one after the
other is told apart by slices, and all moves are handed to the state together. Where something else comes, or a move is
refused, `GameReplayer` goes on token by token from that place. It would give the same verdict from the first token on.
"""

from __future__ import annotations

from fairyscore.notation.moves.reading import is_skipped, parse_move
from fairyscore.notation.records.pgn_lexer import NUMBERS
from fairyscore.notation.replay.context import ReplayContext
from fairyscore.notation.replay.ending import is_result_text
from fairyscore.notation.rules.moves import ParsedMove

RESULTS = frozenset({"1-0", "0-1", "1/2-1/2", "*"})
"""The usual results: most games end with one, and it needs no looking into."""


def replay_fast(heard: ReplayContext) -> int:
    """Make the moves of the plain beginning; how many tokens that took.

    The last of these moves waits where a variation may begin behind it: then the position before it must be kept.
    """
    tokens, seats = heard.tokens, len(heard.game.seats)
    if heard.state.turn:
        return 0
    moves = moves_of_rounds(heard, seats + 1)
    parsed_moves = wishes_of(heard, moves)
    if parsed_moves and "(" in tokens[_place(len(parsed_moves), seats) :]:
        parsed_moves.pop()
    made = _make(
        heard, parsed_moves, len(parsed_moves) if seats <= 2 else seats
    )  # of two, nobody leaves before the end
    heard.said.plies = made
    return _place(made, seats)


def _place(made: int, seats: int) -> int:
    """How many tokens so many moves are, with the numbers before them."""
    return made + -(-made // seats)


def moves_of_rounds(heard: ReplayContext, size: int) -> list[str]:
    """The tokens between the right numbers that stand before every so many tokens, without the result."""
    tokens, first = list(heard.tokens), heard.state.fullmove_number
    if tokens and (tokens[-1] in RESULTS or closing_like_castling(heard)):
        tokens.pop()
    numbers = tokens[::size]
    right = NUMBERS[first : first + len(numbers)]
    if numbers != right:
        pairs = zip(numbers, right, strict=False)
        rounds = next((at for at, (found, number) in enumerate(pairs) if found != number), len(right))
        del tokens[rounds * size :]
    del tokens[::size]
    return tokens


def wishes_of(heard: ReplayContext, moves: list[str]) -> list[ParsedMove]:
    """The parsed_moves of texts, up to the first that is no move."""
    known = heard.game.parsed_moves
    try:
        return list(map(known.__getitem__, moves))
    except KeyError:
        parsed_moves = []
        for token in moves:
            parsed = known.get(token) or _read(heard, token)
            if parsed is None:
                break
            parsed_moves.append(parsed)
        return parsed_moves


def _read(heard: ReplayContext, token: str) -> ParsedMove | None:
    """A token that is met for the first time, if it is plainly a move."""
    if token in RESULTS or is_skipped(token) or token[0] in "{}()[" or is_result_text(token):
        return None
    if token.rstrip(".)").isdecimal():
        return None
    read = parse_move(token, heard.game)
    return read if isinstance(read, ParsedMove) else None


def _make(heard: ReplayContext, parsed_moves: list[ParsedMove], size: int) -> int:
    """Make moves, so many at once, as long as the state counts the rounds as they are numbered; how many were made."""
    log = None if heard.scribe is None else heard.scribe.moves()
    state, seats, made = heard.state, len(heard.game.seats), 0
    first = state.fullmove_number
    while made < len(parsed_moves) and state.fullmove_number == first + made // seats:
        more = state.push_many(parsed_moves[made : made + size], log)
        made += more
        if more < size:
            break
    return made


def is_result(heard: ReplayContext, token: str, place: int) -> bool:
    """Whether a token that also reads as castling, 0-0, is the result: it ends the moves and stands in the tag."""
    return place == len(heard.tokens) - 1 and token == heard.said.tags.get("Result") and "-" in token


def closing_like_castling(heard: ReplayContext) -> str:
    """The last token where it is such a result; else empty."""
    last = heard.tokens[-1] if heard.tokens else ""
    if last in RESULTS or not is_result(heard, last, len(heard.tokens) - 1) or is_result_text(last):
        return ""
    return last
