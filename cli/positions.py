"""The table that a command begins with: a start, a position (FEN), moves made first. Nonsense is wrong usage, exit 2."""

from __future__ import annotations

import click

from fairyscore.notation.records.diagnostics import EXPLAINED, RecordCode, Severity
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import PositionError, Variant


def read_position(game: Variant, text: str) -> State:
    """The table of a position (FEN); a field that is wrong is reported, and left out. Raises `PositionError`."""
    from fairyscore.notation.records.game_setup import dropped_rights, pictured

    def warn(code: RecordCode, facts: dict[str, str]) -> None:
        click.echo(f"fairyscore: warning: {EXPLAINED[code].sentence.format_map(facts)}", err=True)

    text = pictured(game, text) or text
    try:
        state = game.read_position(text)
    except PositionError as fault:
        if fault.mended is None:
            raise
        state, text = fault.mended, game.write_position(fault.mended)
        warn(RecordCode.FEN_MENDED, {"meant": text, "why": "; ".join(fault.problems)})
    dropped = dropped_rights(game, text.split(), game.write_position(state).split())
    if dropped is not None:
        warn(*dropped)
    return state


def begun(game: Variant, position: str) -> State:
    """The table at its start, or at the position given. A position that makes no sense is wrong usage."""
    if not position:
        return game.initial_state()
    try:
        return read_position(game, position)
    except PositionError as fault:
        usual = game.write_position(game.initial_state())
        raise click.BadParameter(
            f"{'; '.join(fault.problems)}. A position of {game.name} looks like: {usual}", param_hint="--position"
        ) from None


def played(game: Variant, position: str, after: str) -> State:
    """The table once the moves of `--after` are made, and who is to move and cannot has left it, which is told (K-5).

    An error in the moves is reported as in a record, and is wrong usage.
    """
    state = _after(game, position, after)
    known = state.notes()
    state.outcome()
    for note in state.notes():
        if note not in known:
            click.echo(f"fairyscore: note: {note}", err=True)
    return state


def _after(game: Variant, position: str, after: str) -> State:
    state = begun(game, position)
    if not after.strip():
        return state
    from fairyscore.notation.records.diagnostic_text import DiagnosticText
    from fairyscore.notation.records.game_text import GameText
    from fairyscore.notation.replay import Validator

    verdict = Validator(file="--after", variant=game.name, position=position).judge(GameText(1, after, 1))
    for finding in verdict.findings:
        click.echo(DiagnosticText().of(finding), err=True, nl=False)
    if verdict.state is None or any(finding.severity is Severity.ERROR for finding in verdict.findings):
        click.get_current_context().exit(click.UsageError.exit_code)
    return verdict.state
