"""A record in an editor: cut into games, each judged once as long as its text stays the same.

>>> document = OpenFile("a.pgn", '[White "Anna"]\\n\\n1. e4 e5 2. Ke3 *\\n')
>>> [(found.line, found.column, found.code) for found in document.diagnostics()]
[(3, 13, 'no-piece-reaches')]
>>> document.update('\\n[White "Anna"]\\n\\n1. e4 e5 2. Ke2 *\\n')
>>> document.diagnostics()
[]
"""

import io
from collections.abc import Iterator
from typing import NamedTuple

from fairyscore.notation.archive import judge_file
from fairyscore.notation.editing.rewrite import Rewriting, can_be_rewritten, canonical, is_sure
from fairyscore.notation.formats.base import Format
from fairyscore.notation.formats.registry import expected, recognised
from fairyscore.notation.moves.reading import is_skipped, read_move
from fairyscore.notation.records.diagnostics import Diagnostic
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.records.token_stream import DiagnosticCollector, Span
from fairyscore.notation.replay import Validator, Verdict
from fairyscore.notation.replay.guess import judged
from fairyscore.notation.rules.moves import Move, ParsedMove
from fairyscore.notation.rules.state import State


class MoveToken(NamedTuple):
    """A token of a line that asks for a move. span: characters of the game's text. before: the position it is made in.

    move: None where it is refused or not a move at all.
    """

    span: Span
    text: str
    before: State
    move: Move | None


class JudgedGame(NamedTuple):
    """A game where it stands now, and its verdict, whose findings are counted from the line it stood on then."""

    text: GameText
    verdict: Verdict

    def diagnostics(self) -> Iterator[Diagnostic]:
        """The findings in the game, at the lines where it stands now."""
        shift = self.text.line - self.verdict.game_text.line
        return (found._replace(line=found.line + shift) if shift else found for found in self.verdict.findings)

    @property
    def title(self) -> str:
        """The players, as an outline names the game."""
        tags = self.verdict.tags
        seats = self.verdict.game.seats if self.verdict.game else ()
        names = [tags.get(seat.name.title(), "?") for seat in seats] or [tags.get("Event", "?")]
        return f"{self.text.number}. {' - '.join(names)}"


class OpenFile:
    """The text of one file. variant: the game of records that name none; it is empty where nobody says.

    lines: the text, cut at its line ends.
    """

    def __init__(self, path: str, text: str, variant: str = "") -> None:
        self.path = path
        self.variant = variant
        self._known: dict[tuple[str, bool | None], Verdict] = {}
        self.update(text)

    def update(self, text: str) -> None:
        """Take a new text. Games that were there before are not judged again, wherever they stand now."""
        self.text = text
        self.lines = text.split("\n")
        self.format: Format = recognised(text) or expected(self.path, text)
        assert self.format.cut is not None
        assert self.format.read is not None
        judge = Validator(file=self.path, variant=self.variant, info=True, read=self.format.read)
        texts = list(self.format.cut([text]))
        self._of_file: tuple[Verdict, ...] = ()
        if len(texts) <= 1 and text.strip():  # it may be no record at all
            self._of_file = tuple(judge_file(io.BytesIO(text.encode(errors="replace")), judge, form=self.format))
        known = {_key(verdict.game_text): verdict for verdict in self._of_file if verdict.game_text.number}
        for game_text in texts:
            key = _key(game_text)
            known[key] = known.get(key) or self._known.get(key) or judged(judge, game_text)
        self.games = [JudgedGame(game_text, known[_key(game_text)]) for game_text in texts]
        self._known = known

    def diagnostics(self) -> list[Diagnostic]:
        """All that is found, in the order of the file."""
        if self._of_file:
            return [found for verdict in self._of_file for found in verdict.findings]
        return [found for game in self.games for found in game.diagnostics()]

    def game_at(self, line: int) -> JudgedGame | None:
        """The game that a line belongs to, counted from 1."""
        return next((game for game in reversed(self.games) if game.text.line <= line), None)

    def formatted(self) -> str | None:
        """The text in the canonical form of its format, as `fairyscore fmt` writes it; None where that cannot be."""
        if not can_be_rewritten(self.format):
            return None
        out = io.BytesIO()
        rewriting = Rewriting(out)
        for game in self.games:
            verdict = game.verdict
            rewriting.add(verdict, canonical(verdict) if verdict.whole and is_sure(verdict) else "")
        rewriting.close()
        return out.getvalue().decode()


def _key(game_text: GameText) -> tuple[str, bool | None]:
    return game_text.text, game_text.last


def written_moves(game: JudgedGame, form: Format) -> Iterator[MoveToken]:
    """The moves of a game, its variations included; each line up to the first token that is refused."""
    return (written for _, written, _ in _steps(game, form) if written is not None)


def position_before(game: JudgedGame, form: Format, offset: int) -> State | None:
    """Where a move written at an offset of the game's text would be made; None where no move can be."""
    found = None
    for (_, end), _, now in _steps(game, form):
        if end >= offset:
            break
        found = now
    return found


def _steps(game: JudgedGame, form: Format) -> Iterator[tuple[Span, MoveToken | None, State | None]]:
    """The start, then each token: where it stands, the move that it is, and the position after it if it is not refused."""
    record = game.verdict.record
    if record is None:
        return
    start = record.start()
    yield (0, 0), None, start
    # Of the lines that are open, the positions before and after the last move.
    lines: list[tuple[State, State | None]] = [(start, start.copy())]
    for token, span in tokens_of(game, form):
        before, now = lines[-1]
        written = None
        if token == "(":
            lines.append((before, before.copy() if now else None))
        elif token == ")":
            del lines[max(1, len(lines) - 1) :]
        elif now and not is_skipped(token) and not token.rstrip(".").isdigit():
            now.outcome()  # who is to move and cannot leaves the game now (K-5)
            parsed = read_move(token, record.game)
            move = now.find(parsed) if isinstance(parsed, ParsedMove) else None
            after = None if move is None else now.copy()
            if after and move:
                after.push_unchecked(move)
            lines[-1] = (now, after)
            written = MoveToken(span, token, now, move)
        yield span, written, lines[-1][1]


def tokens_of(game: JudgedGame, form: Format) -> Iterator[tuple[str, Span]]:
    """The tokens of a game, and where they stand in its text."""
    variant = game.verdict.game
    if variant is None or form.read is None:
        return iter(())
    stream = form.read(game.text, DiagnosticCollector("", game.text))
    return zip(stream.tokens(variant), stream.spans(variant), strict=False)
