"""Tags that sum up the game, `PlyCount` and the final position, held against it once it is judged to its end.

Another tag of that kind gets a function beside `_plies`, and its line in `hold_summaries`.
"""

import re

from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.records.game_setup import FINAL_POSITION, position_of
from fairyscore.notation.records.roster import UNKNOWN
from fairyscore.notation.records.token_stream import DiagnosticCollector, TokenStream
from fairyscore.notation.replay.verdict import Verdict
from fairyscore.notation.rules.variant import PositionError
from fairyscore.notation.text import shown

PLIES = "PlyCount"


def hold_summaries(verdict: Verdict, stream: TokenStream, notes: DiagnosticCollector) -> None:
    """Report tags that say something else than the game does, which was judged to its end."""
    unlike = (*_plies(verdict), *_final_positions(verdict))
    for tag, expected in sorted(unlike, key=lambda found: stream.place_of(found[0])):
        facts = {"tag": tag, "found": shown(verdict.tags[tag]), "expected": expected}
        notes.report(RecordCode.TAG_UNLIKE_GAME, stream.place_of(tag), facts)


def _plies(verdict: Verdict) -> list[tuple[str, str]]:
    """The tag with another number of plies; Black's first move may be counted as the second of a round."""
    text = verdict.tags.get(PLIES, "")
    if not (text.isascii() and text.isdigit() and len(text) < 7) or int(text) == verdict.plies:
        return []
    start = verdict.start()
    if start is not None and int(text) == verdict.plies + start.turn:
        return []
    return [(PLIES, str(verdict.plies))]


_HANDS_BEHIND = re.compile(r"([^\s\[]+)((?: \S+){5}) ([A-Za-z]+)")


def _with_hands(text: str) -> str:
    """A position whose hands stand behind all fields, as Chess.com has them, with them where FENs have them."""
    found = _HANDS_BEHIND.fullmatch(text.strip())
    return f"{found[1]}[{found[3]}]{found[2]}" if found else text


def _final_positions(verdict: Verdict) -> list[tuple[str, str]]:
    """The tags with a position that is another one than that after the last move."""
    stated = [(tag, verdict.tags[tag]) for tag in FINAL_POSITION if verdict.tags.get(tag, "").strip() not in UNKNOWN]
    game, state = verdict.game, verdict.state if stated else None
    if game is None or state is None:
        return []
    found = []
    for tag, text in stated:
        try:
            same = position_of(game, _with_hands(text)).key() == state.key()
        except PositionError:
            same = False
        if not same:
            found.append((tag, game.write_position(state)))
    return found
