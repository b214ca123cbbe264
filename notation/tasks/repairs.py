"""The smallest changes to the text of a game after which its moves are legal."""

from __future__ import annotations

from dataclasses import dataclass

from fairyscore.notation.editing.repair import RepairProposal, proposals
from fairyscore.notation.formats.registry import format_named
from fairyscore.notation.game import Game
from fairyscore.notation.records.diagnostics import Diagnostic
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.replay import Validator
from fairyscore.notation.text import counted, shown


@dataclass(frozen=True, slots=True)
class Change:
    """A change of some characters. line, column: where, in the file, from 1; was, becomes: empty for nothing."""

    line: int
    column: int
    was: str
    becomes: str
    why: str

    def __str__(self) -> str:
        was, becomes = shown(self.was.strip()), shown(self.becomes.strip())
        if was and becomes:
            what = f"{was} -> {becomes}"
        else:
            what = f"insert {becomes}" if becomes else f"take out {was}"
        return f"{self.line}:{self.column}: {what} ({self.why})"


@dataclass(frozen=True, slots=True)
class Repair:
    """One way to repair a game.

    changes: made to the text, in its order.
    legal: whether all moves are legal after the changes; if not, no other repair gets further.
    plies: legal plies of the main line after the changes.
    remaining: errors that stay, with their places in the changed text.
    text: the game with the changes, in the format it was read in.
    game: the repaired game, with the diagnostics that stay.

    >>> from fairyscore.notation.game import loads
    >>> (game,) = loads("1. e4 e5 2. NF3 *")
    >>> repair(game)
    (<Repair: 1 change, 3 plies, 0 errors left>,)
    """

    changes: tuple[Change, ...]
    legal: bool
    plies: int
    remaining: tuple[Diagnostic, ...]
    text: str
    game: Game

    def __repr__(self) -> str:
        changes, plies = counted(len(self.changes), "change"), counted(self.plies, "ply")
        return f"<Repair: {changes}, {plies}, {counted(len(self.remaining), 'error')} left>"


def repair(game: Game) -> tuple[Repair, ...]:
    """The equally good ways to repair a game as it was read; empty where nothing is wrong, or nothing helps.

    game: from `read_games` or `loads`. Its text as it was read is repaired; later changes to the game are ignored.

    At most three changes are combined, of these: other letter case, ring and letter swapped, another coordinate scheme,
    promotions, throws and passes, a move written twice, one wrong character, capture marks, move numbers.

    >>> from fairyscore.notation.game import loads
    >>> (game,) = loads("1. e4 e5 2. NF3 *")
    >>> [(change.was, change.becomes) for change in repair(game)[0].changes]
    [('NF3', 'Nf3')]
    >>> repair(repair(game)[0].game)
    ()
    """
    if game.read_text is None:
        return ()
    read_as, _ = game.how_read()
    variant = "" if game.start is None else game.variant.name
    return ways(game.read_text, Validator(variant=variant), read_as)


def ways(game_text: GameText, validator: Validator, form_name: str) -> tuple[Repair, ...]:
    """The ways to repair the text of a game. form_name: of the format it is in."""
    form = format_named(form_name)
    assert form.read is not None
    judge = validator._replace(read=form.read)
    return tuple(_repair(found, game_text, form_name) for found in proposals(game_text, judge))


def _repair(found: RepairProposal, game_text: GameText, form_name: str) -> Repair:
    text = game_text.text
    changes = []
    for edit in found.changes:
        line = game_text.line + text.count("\n", 0, edit.start)
        column = edit.start - text.rfind("\n", 0, edit.start)
        changes.append(Change(line, column, edit.was(text), edit.becomes, edit.why))
    verdict = found.verdict
    verdict.form = form_name
    assert verdict.record is not None
    game = Game(verdict.record, tuple(verdict.findings), verdict)
    return Repair(tuple(changes), found.complete, found.plies, found.remaining, found.text, game)
