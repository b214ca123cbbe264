"""Games whose moves mean something on the board alone (`C+.5`, the front cannon), or name a piece as it becomes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from fairyscore.notation.moves.reading import parse_move
from fairyscore.notation.records.pgn_lexer import is_result_text
from fairyscore.notation.records.token_stream import ReadTokenStream
from fairyscore.notation.rules.moves import ParsedMove
from fairyscore.notation.rules.variant import PositionError, State, Variant

Told = Callable[[str, State, Variant], str]
"""A move of the format and the board it is made on -> the move in a notation of the game; else the text as it is."""


@dataclass(slots=True)
class PlayedTokenStream(ReadTokenStream):
    """Plays the moves to say in a notation of the game what each is; from the first illegal one on on the last board."""

    told: Told = lambda text, state, game: text

    def tokens(self, game: Variant) -> Sequence[str]:
        """See `TokenStream`."""
        try:
            fen = self.tags.get("FEN", "")
            state = game.read_position(fen) if fen else game.initial_state()
        except PositionError:
            return self.added
        found = []
        for token in self.added:
            if token[0] not in "{%$" and not token[0].isdigit() and not is_result_text(token):
                token = self.told(token, state, game)
                parsed = parse_move(token, game)
                if isinstance(parsed, ParsedMove):
                    state.push(parsed)
            found.append(token)
        return found


def day_and_time(text: str) -> tuple[str, str]:
    """Date and time of day as PGN has them, from `2003/05/03 10:30:00`."""
    day, _, time = text.strip().partition(" ")
    return day.replace("/", ".").replace("-", "."), time.strip()
