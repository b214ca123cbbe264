"""Drawings of refused moves: of the one that `explain` is asked about, and of those that `validate` finds."""

import os
import re
from collections.abc import Iterator
from itertools import chain, count, filterfalse

from fairyscore.cli.options import wrong_usage
from fairyscore.cli.report import name
from fairyscore.cli.writing import written
from fairyscore.notation.errors import NotWritten
from fairyscore.notation.moves.reading import cells_beside, parse_move
from fairyscore.notation.position import Position
from fairyscore.notation.records.diagnostics import Diagnostic
from fairyscore.notation.records.tree import MoveLine
from fairyscore.notation.replay import Verdict
from fairyscore.notation.rules.idiom import spoken
from fairyscore.notation.rules.moves import ParsedMove
from fairyscore.notation.rules.reasons import Code
from fairyscore.notation.storage.source import STDIN, system_reason
from fairyscore.render.board_state import BoardState, moments
from fairyscore.render.errors import DrawingError
from fairyscore.render.export import encoded, ending_of
from fairyscore.render.movement import refusal

NUMBER = re.compile(r"\d+(?:\s*\.+\s*|\s+)")  # of a move; moves of KaleidoChess begin with digits themselves


def draw(path: str, what: Position | BoardState, move: str, theme: str = "screen") -> None:
    """Write the drawing of a move. What cannot be drawn or written is wrong usage."""
    with wrong_usage(DrawingError):
        data = encoded(refusal(what, move, theme=theme).svg(), ending_of(path))
    with written(path) as stream:
        stream.write(data)


class FaultDrawings:
    """A folder that drawings of refused moves go to, each named by its record, game and ply."""

    def __init__(self, folder: str) -> None:
        """Make the folder, if it is not there. Raises `NotWritten`."""
        try:
            os.makedirs(folder, exist_ok=True)  # noqa: PTH103 (a path may hold any bytes)
        except (OSError, ValueError) as error:
            raise NotWritten(folder, system_reason(error)) from None
        self.folder = folder
        self.names: set[str] = set()

    def add(self, verdict: Verdict) -> None:
        """Draw the moves of a game's main line that were refused, or would be as they are written."""
        for finding, given in refused(verdict):
            assert finding.move is not None
            draw(self._free(verdict, finding), given, finding.move)

    def _free(self, verdict: Verdict, finding: Diagnostic) -> str:
        """A name that no other drawing of this run has: two folders may hold records of one name."""
        stem = os.path.splitext(os.path.basename(finding.file))[0]  # noqa: PTH119, PTH122
        clean = re.sub(r"[^A-Za-z0-9_.-]+", "_", stem)[:60].strip(".-")
        clean = clean if clean and finding.file != name(STDIN) else "record"
        first = f"{clean}-game{verdict.game_text.number}-ply{finding.ply}"
        names = chain([first], (f"{first}-{number}" for number in count(2)))
        free = next(filterfalse(self.names.__contains__, names))
        self.names.add(free)
        return os.path.join(self.folder, f"{free}.svg")  # noqa: PTH118

    def __len__(self) -> int:
        return len(self.names)


def refused(verdict: Verdict) -> Iterator[tuple[Diagnostic, BoardState]]:
    """The findings in moves of the main line, each with the position it is about; the record must have been kept."""
    if verdict.record is None:
        return
    line = verdict.record.line
    found: dict[int, list[Diagnostic]] = {}
    for finding in verdict.findings:
        forgiven = finding.code == Code.CAPTURE_MARK.value and finding.ply <= len(line.plies)
        if finding.move and finding.ply and (forgiven or _ends(finding, line)):
            found.setdefault(finding.ply - 1, []).append(finding)
    for given in moments(verdict.record, frozenset(found)) if found else ():
        yield from ((finding, given) for finding in found[given.ply] if _is_about(finding, given))


def _ends(finding: Diagnostic, line: MoveLine) -> bool:
    """Whether a finding is about the move at which the main line ends: what is not judged there begins with it."""
    last = line.plies[-1].comments if line.plies else line.intro
    rest = next((comment.text for comment in last if comment.unjudged), "")
    rest = rest.removeprefix(number[0]) if (number := NUMBER.match(rest)) else rest
    return finding.ply == len(line.plies) + 1 and rest.startswith(" ".join(finding.move.split()))


def _is_about(finding: Diagnostic, given: BoardState) -> bool:
    """Whether a finding is what is wrong with its move in a position: those in variations are about others."""
    assert finding.move is not None
    read = parse_move(finding.move, given.variant)
    reasons = given.state.reasons(read, finding.move) if isinstance(read, ParsedMove) else read
    reasons = spoken(reasons, given.variant, cells_beside(finding.move, given.variant))
    return any(reason.code.value == finding.code and str(reason) == finding.message for reason in reasons)
