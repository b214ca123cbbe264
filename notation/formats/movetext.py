"""Games that no rules here judge: the form of their moves text is checked, and they are kept as they stand.

>>> from fairyscore.notation.records.game_text import GameText
>>> game = Movetext("a game", "X", number=r"(?P<number>[0-9]+)\\.(?P<who>)", move=r"[a-h][1-8]", skipped=r"\\*")
>>> notes = DiagnosticCollector("-", GameText(1, "1. e4 (d4) {why} 3. e5 e9 *", 1))
>>> game.checked(notes.game_text.text, 0, notes).moves, [(note.code, note.column) for note in notes.findings]
(2, [('move-number', 18), ('unknown-line', 24)])
"""

import re
from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property

from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.records.token_stream import DiagnosticCollector, UnjudgedGame


@dataclass(frozen=True)
class Movetext:
    """A pattern of the moves text of a game that is kept and not judged.

    what: whose moves they are, in words. form: the format, as people call it.

    Patterns of whole tokens. number: of a move, with the groups `number` and `who`, for whom it is counted. move: of a
    move. skipped: what stands between moves, as results do.
    """

    what: str
    form: str
    number: str
    move: str
    skipped: str

    @cached_property
    def _token(self) -> re.Pattern[str]:
        word = r"(?=(?:[\s(){}]|\Z))"
        return re.compile(
            rf"(?P<comment>\{{[^}}]*+\}}?)|(?P<bracket>[()])|(?P<counted>{self.number})|(?P<skipped>(?:{self.skipped}){word})"
            rf"|(?P<move>(?:{self.move})(?=(?:[\s(){{}}]|\Z)))|(?P<other>[^\s(){{}}]++|[}}])"
        )

    def checked(self, text: str, body: int, notes: DiagnosticCollector) -> UnjudgedGame:
        """A game as it stands, its moves text from `body` on; what is wrong with its form is noted."""
        moves = depth = 0
        counts: dict[str, int] = defaultdict(int)
        for found in self._token.finditer(text, body):
            if found["comment"] is not None and not found[0].endswith("}"):
                notes.report(
                    RecordCode.UNCLOSED_COMMENT, (found.start(), found.start() + 1), {"where": "with the game"}
                )
            elif found["bracket"]:
                depth = max(0, depth + (1 if found[0] == "(" else -1))
            elif found["counted"] and not depth:
                number, who = int(found["number"]), found["who"]
                if who in counts and number != counts[who] + 1:
                    notes.report(RecordCode.MOVE_NUMBER, found.span(), {"found": number, "expected": counts[who] + 1})
                counts[who] = number
            elif found["move"]:
                moves += not depth
            elif found["other"]:
                notes.unknown_line(found.span(), found[0], self.form, kept="it stands")
        return UnjudgedGame(self.what, text.strip() + "\n", moves)
