"""Which game a record is of that does not say: the one family in which all its moves are legal, if there is just one.

Only a record that names no variant comes here, and only where it cannot be judged as it is: bare moves, or moves that
make no sense in chess, which a record without the tag means. A game of chess with a slip stays a faulty game of chess.

>>> from fairyscore.notation.replay import Validator
>>> verdict = judged(Validator(), GameText(1, "1. 8I-7K 6K-7I 2. 2K-3I 4I-3K *", 1))
>>> verdict.game.name, [finding.code for finding in verdict.findings]
('kaleidochess', ['guessed-variant'])
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from fairyscore.notation.records.collector import DiagnosticCollector
from fairyscore.notation.records.diagnostics import Diagnostic, RecordCode, Severity
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.records.tree import UNKNOWN
from fairyscore.notation.replay import Validator, Verdict, Watcher
from fairyscore.notation.rules.reasons import Code
from fairyscore.notation.variants.registry import GAMES, options_of, variant

FEWEST = 2
"""Plies that must be legal: one alone says too little."""

CLEARLY_MORE = 10
"""So many plies further than chess another game must come where chess could read the refused move: a slip in a game of
chess is no reason to think of another game that happens to allow it."""

_NO_CHESS = frozenset({Code.UNREADABLE.value, Code.NO_SUCH_CELL.value, Code.NO_SUCH_PIECE.value})
"""Refusals that no piece of the game could bring about: the text is of another game."""

_NO_OBJECTION = frozenset({RecordCode.NO_RESULT.value, Code.CAPTURE_MARK.value})

LONGEST = 1 << 16
"""Characters; all games together would take a dozen times the time of one, and no longer record lacks its tags."""

PLAYERS = "players"
"""The option for games of several numbers of players."""


def judged(judge: Validator, game_text: GameText, watcher: Watcher | None = None) -> Verdict:
    """The verdict on a game; where it names no variant and cannot be judged, that of the game it fits alone.

    A warning `guessed-variant` tells it. Where several families fit, the finding `no-variant` names the games.
    """
    verdict = judge.judge(game_text, watcher)
    if judge.variant or len(game_text.text) > LONGEST or not _is_open(verdict):
        return verdict
    begun = verdict.game is not None
    if begun and watcher is not None:  # it has seen the game already
        return verdict
    fits = list(_fits(judge, game_text, _least(verdict)))
    if len({fit.game.family for fit in fits if fit.game}) == 1:
        return _taken(judge, fits, game_text, watcher)
    if fits and not begun:
        verdict.findings[:] = [_naming(finding, fits) for finding in verdict.findings]
    return verdict


def _is_open(verdict: Verdict) -> bool:
    """Whether a record names no game, and makes no sense as it is."""
    return (verdict.refused or verdict.game is None) and verdict.tags.get("Variant", "") in UNKNOWN


def _least(verdict: Verdict) -> int:
    """How many plies a game must reach to be thought of."""
    if verdict.game is None:
        return FEWEST
    refused = next((finding for finding in verdict.findings if finding.move), None)
    alien = refused is not None and refused.code in _NO_CHESS
    return verdict.plies + (FEWEST if alien else CLEARLY_MORE)


@lru_cache(maxsize=1)
def _candidates() -> tuple[str, ...]:
    """All games, those for several numbers of players by each."""
    found = []
    for name in GAMES:
        numbers = next((option.values for option in options_of(name) if option.name == PLAYERS), ())
        found += [variant(f"{name}:{PLAYERS}={number}").name for number in numbers] or [name]
    return tuple(found)


def _fits(judge: Validator, game_text: GameText, least: int) -> Iterator[Verdict]:
    """The verdicts of the games in which all moves are legal."""
    for name in _candidates():
        verdict = replace(judge, variant=name, info=False).judge(game_text)
        if verdict.game is not None and not verdict.refused and verdict.plies >= least and _has_no_objection(verdict):
            yield verdict


def _has_no_objection(verdict: Verdict) -> bool:
    wrong = (finding.code for finding in verdict.findings if finding.severity is Severity.ERROR)
    return all(code in _NO_OBJECTION for code in wrong)


def _taken(judge: Validator, fits: list[Verdict], game_text: GameText, watcher: Watcher | None) -> Verdict:
    """The verdict of the game that is taken, with the warning in front."""
    names = _names(fits)
    judge = replace(judge, variant=names[0])
    verdict = judge.judge(game_text, watcher) if watcher is not None or judge.info else fits[0]
    start = len(game_text.text) - len(game_text.text.lstrip())
    notes = DiagnosticCollector(judge.file, game_text)
    also = f" (as in {', '.join(names[1:])})" if names[1:] else ""
    notes.trouble(RecordCode.GUESSED_VARIANT, (start, start + 1), {"guessed": names[0], "also": also})
    verdict.findings[:0] = notes.findings
    return verdict


def _naming(finding: Diagnostic, fits: list[Verdict]) -> Diagnostic:
    """`no-variant` with the games that it may be."""
    if finding.code != RecordCode.NO_VARIANT.value:
        return finding
    names = _names(fits)
    message = f"{finding.message}; all are legal in {', '.join(names)}"
    return replace(finding, message=message, facts={**finding.facts, "candidates": names})


def _names(fits: list[Verdict]) -> tuple[str, ...]:
    return tuple(fit.game.name for fit in fits if fit.game is not None)
