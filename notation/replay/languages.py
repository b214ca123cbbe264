"""Records in which the pieces have the letters of another language: named by `Validator.letters`, or found out.

>>> verdict = in_other_letters(Validator(), GameText(1, "1. e4 e5 2. Sf3 Sc6 3. Lb5 *", 1))
>>> [(finding.code, finding.facts["why"]) for finding in verdict.findings], verdict.plies
([('piece-letters', 'German')], 5)
"""

from __future__ import annotations

from dataclasses import replace

from fairyscore.notation.moves.languages import ENGLISH, LANGUAGES, languages_with, named_letters
from fairyscore.notation.records.collector import DiagnosticCollector
from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.records.tree import DEFAULT_VARIANT, UNKNOWN
from fairyscore.notation.replay.validator import Validator
from fairyscore.notation.replay.verdict import Verdict
from fairyscore.notation.rules.reasons import Fact
from fairyscore.notation.variants.registry import variant

FURTHER = 3
"""So many plies further a language must lead to be named where no language leads to the end."""


def in_other_letters(judge: Validator, game_text: GameText, first: Verdict | None = None) -> Verdict | None:
    """The verdict with the letters of the one language in which the whole game is legal; None where there is not just one.

    first: the verdict with the English letters; it gets a warning where a language leads further, and not to the end.
    """
    named = judge.variant or (
        "" if first is not None and first.tags.get("Variant", "") not in UNKNOWN else DEFAULT_VARIANT
    )
    game = variant(named) if named else first.game if first is not None else None
    if first is not None and not first.tokens:
        return None
    if game is None or not set(ENGLISH) <= game.letters.keys():
        return None
    tokens = first.tokens if first is not None else ()
    letters = named_letters(tokens or judge.read(game_text, DiagnosticCollector("", game_text)).tokens(game))
    if letters <= set(ENGLISH):
        return None
    found: dict[str, tuple[Verdict, list[str]]] = {}
    for code in languages_with(letters):
        name, table = LANGUAGES[code]
        if table in found:
            found[table][1].append(name)
        else:
            local = replace(judge, variant=named, letters=code)
            found[table] = (local.judge(game_text, explains=False), [name])
    whole = [one for one in found.values() if not one[0].refused and one[0].plies]
    if len(whole) == 1:
        return _with_note(judge, game_text, *whole[0])
    best = max(found.values(), key=lambda one: one[0].plies, default=None)
    if first is not None and best is not None and not whole and best[0].plies >= first.plies + FURTHER:
        _warn(judge, game_text, first, best)
    return None


def _with_note(judge: Validator, game_text: GameText, verdict: Verdict, names: list[str]) -> Verdict:
    """A verdict with the note on its letters in front."""
    notes = DiagnosticCollector(judge.file, game_text)
    start = len(game_text.text) - len(game_text.text.lstrip())
    notes.trouble(RecordCode.PIECE_LETTERS, (start, start + 1), {"why": names[0]})
    verdict.findings[:0] = notes.findings
    return verdict


def _warn(judge: Validator, game_text: GameText, first: Verdict, best: tuple[Verdict, list[str]]) -> None:
    notes = DiagnosticCollector(judge.file, game_text)
    start = len(game_text.text) - len(game_text.text.lstrip())
    code = next(code for code, (name, _) in LANGUAGES.items() if name == best[1][0])
    facts: dict[str, Fact] = {"why": best[1][0], "language": code, "plies": best[0].plies}
    notes.trouble(RecordCode.FOREIGN_LETTERS, (start, start + 1), facts)
    first.findings[:0] = notes.findings
