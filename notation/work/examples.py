"""The examples and sample games of a rule sheet: whether the engine judges them as the sheet says."""

from collections.abc import Iterator

from fairyscore.notation.position import Position
from fairyscore.notation.records.diagnostics import Diagnostic, Severity
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.replay import Validator
from fairyscore.notation.rules.readings import Example
from fairyscore.notation.rules.variant import PositionError, Variant


def misjudged(game: Variant, example: Example) -> str:
    """The engine's answer to an example where the sheet says otherwise; else empty.

    >>> from fairyscore.notation.variants.registry import variant
    >>> start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    >>> misjudged(variant("chess"), Example(says="The pawn goes", position=start, move="e2-e4"))
    ''
    >>> misjudged(variant("chess"), Example(says="The pawn goes", position=start, move="e2-e4", refused="path-blocked"))
    'e2-e4 is to be refused as path-blocked; the engine says: legal'
    """
    try:
        reasons = Position.from_fen(example.position, game).explain(example.move)
    except PositionError as fault:
        return f"the position: {'; '.join(fault.problems)}"
    found = [reason.code.value for reason in reasons]
    if found == ([example.refused] if example.refused else []):
        return ""
    expected = f"refused as {example.refused}" if example.refused else "legal"
    judged = "; ".join(str(reason) for reason in reasons) or "legal"
    return f"{example.move} is to be {expected}; the engine says: {judged} {' '.join(found)}".rstrip()


def faults_of_samples(game: Variant) -> Iterator[tuple[str, Diagnostic]]:
    """The faults of the sample games of a known game, each with the name of its variant.

    >>> from fairyscore.notation.variants.catalog import forget, register
    >>> from fairyscore.notation.variants.registry import variant, variant_from_text
    >>> text = 'title = "T"\\nbased_on = "chess"\\nsample = "1. e4 e5 2. Ke3 *"'
    >>> register(variant_from_text(text))
    >>> [(name, finding.line, finding.code) for name, finding in faults_of_samples(variant("t"))]
    [('', 1, 'no-piece-reaches')]
    >>> forget()
    """
    for name, text in game.rules.about.samples.items():
        verdict = Validator(variant=name or game.name).judge(GameText(1, f"{text.strip()}\n\n", 1))
        for finding in verdict.findings:
            if finding.severity is Severity.ERROR and finding.code != "no-result":
                yield name, finding
