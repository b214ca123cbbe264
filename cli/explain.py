"""`fairyscore explain`: why a move is legal or not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Protocol

import click

from fairyscore.cli.options import (
    after_option,
    format_option,
    grouped_command,
    output_option,
    position_option,
    theme_option,
    variant_argument,
)
from fairyscore.cli.positions import played
from fairyscore.cli.report import terminal_text
from fairyscore.notation.moves.effects import effects
from fairyscore.notation.moves.lenient import made_plain
from fairyscore.notation.moves.reading import cells_beside
from fairyscore.notation.position import IllegalMove, Position
from fairyscore.notation.records.diagnostics import Diagnostic, MoveReason, as_data, of_refused_move
from fairyscore.notation.rules.idiom import spoken
from fairyscore.notation.rules.moves import PASSING, Move
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.text import shown

_NUMBER = re.compile(r"^[0-9]+\.+\s*")


@grouped_command(
    "explain", epilog="Example: fairyscore explain kaleidochess 1F-3F   (a pass: fairyscore explain chamaeleon -- --)"
)
@variant_argument
@click.argument("text", metavar="MOVE")
@position_option
@after_option
@output_option("Also draw the move, as .svg, .png or .pdf.")
@theme_option("screen", "With -o")
@format_option("text", "json")
def command(*, game: Variant, text: str, position: str, after: str, output: str, theme: str, style: str) -> None:
    """Explain why MOVE, in any notation of the game, is legal or not: all reasons, with the rules they come from.

    Exit status: 0 legal, 1 not legal, 2 wrong usage or a wrong move in --after.
    """
    state = played(game, position, after)
    text = made_plain(_NUMBER.sub("", text.strip(), count=1).strip(), game)
    before = Position(game, state)
    if output:
        from fairyscore.cli.refusals import draw

        draw(output, before, text, theme)
    fault, move = None, PASSING
    try:
        move = before.parse(text).raw
    except IllegalMove as refused:
        fault = refused
    if style == "json":
        import json

        click.echo(json.dumps(_as_data(before, text, move, fault)))
    elif fault is None:
        _accept(game, state, move, text)
    else:
        refuse(fault, text, game)
        click.echo(f"  = position: {before.fen}")
    click.get_current_context().exit(int(fault is not None))


_JSON_KEYS = ("code", "message", "facts", "rules", "reasons", "suggestions", "advice")
"""What a refused move has of a diagnostic."""


def _as_data(before: Position, text: str, move: Move, fault: IllegalMove | None) -> dict[str, object]:
    answer: dict[str, object] = {"variant": before.variant.name, "position": before.fen, "move": text}
    answer["legal"] = fault is None
    if fault is not None:
        finding = as_data(refusal_of(fault, text, before.variant))
        return answer | {key: value for key, value in finding.items() if key in _JSON_KEYS}
    notations = before.variant.writing.notations
    answer["written"] = {notation.name: notation.write(before.state, move, before.variant) for notation in notations}
    after = before.after(move)
    return answer | {"position_after": after.fen, "result": after.outcome.result if after.outcome else "*"}


class RefusedText(Protocol):
    """A move that is refused: why, and what was probably meant."""

    @property
    def reasons(self) -> Sequence[MoveReason]:
        """All that is wrong."""
        ...

    @property
    def suggestions(self) -> tuple[str, ...]:
        """Legal moves that were probably meant."""
        ...


def refusal_of(refused: RefusedText, text: str, game: Variant) -> Diagnostic:
    """Why a move is refused, in the words of the game, with cells called as the text calls them."""
    return of_refused_move(spoken(refused.reasons, game, cells_beside(text, game)), text, refused.suggestions)


def refuse(refused: RefusedText, text: str, game: Variant) -> None:
    """Tell all reasons, as validate does, only without a place in a file."""
    click.echo(terminal_text().of(refusal_of(refused, text, game)), nl=False)


def _accept(game: Variant, state: State, move: Move, text: str) -> None:
    """Print a legal move in every notation, its changes, and the position after it."""
    click.echo(f"{shown(text)} is legal for {game.player(state.turn)}")
    lines = effects(game, state, move, cells_beside(text, game))
    click.echo("".join(f"  = {line}\n" for line in lines), nl=False)
