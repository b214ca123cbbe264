"""Tags that say something of the start position as operations of EPD do (`bm`, `pv`): the moves in them are judged there.

Which tags these are stands in `records/operations.py`.
"""

from collections.abc import Iterator

from fairyscore.notation.moves.reading import cells_beside, parse_move
from fairyscore.notation.records.operations import LINES, MOVES
from fairyscore.notation.records.token_stream import DiagnosticCollector, Span, TokenStream
from fairyscore.notation.replay.verdict import Verdict
from fairyscore.notation.rules.did_you_mean import MOST, meant
from fairyscore.notation.rules.idiom import spoken
from fairyscore.notation.rules.moves import ParsedMove, on_board
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.text import late_pattern, shown

OPERATIONS = MOVES | LINES

_WORD = late_pattern(r"[^\s,]++")
_NUMBER = late_pattern(r"\d++\.++")
_NEAR = 3


def hold_operations(verdict: Verdict, stream: TokenStream, notes: DiagnosticCollector) -> None:
    """Report the moves in operations that are not legal; a line ends with the first of them."""
    game = verdict.game
    opcodes = sorted(OPERATIONS.intersection(verdict.tags), key=stream.place_of)
    for opcode in opcodes:
        state = verdict.start()
        if game is None or state is None:
            return
        for move, span in _moves(verdict.tags[opcode], stream, opcode):
            is_legal = _judged(move, span, state if opcode in LINES else state.copy(), game, notes)
            if opcode in LINES and not is_legal:
                break


def _moves(text: str, stream: TokenStream, opcode: str) -> Iterator[tuple[str, Span]]:
    """The moves of an operation, each with its place."""
    begin, end = stream.place_of(opcode)
    at = begin + len(opcode)
    for word in _WORD.finditer(text):
        found = stream.text.find(word[0], at, end)
        span = (found, found + len(word[0])) if found >= 0 else (begin, end)
        at = max(at, found)
        number = _NUMBER.match(word[0])
        move = word[0][number.end() if number else 0 :].rstrip("!?")
        if move:
            yield move, span


def _judged(move: str, span: Span, state: State, game: Variant, notes: DiagnosticCollector) -> bool:
    """Make a move, or report why it is refused."""
    parsed = parse_move(move, game)
    if isinstance(parsed, ParsedMove):
        if state.push(parsed):
            return True
        reasons = state.reasons(parsed, shown(move))
        plain = on_board(parsed, state)
        near = meant(state, plain, game, _NEAR) if isinstance(plain, ParsedMove) else []
    else:
        reasons, near = parsed, []
    usual, reasons = game.writing.usual, spoken(reasons, game, cells_beside(move, game))
    notes.refusal(reasons, span, 0, shown(move), tuple(usual.write(state, one, game) for one in near[:MOST]))
    return False
