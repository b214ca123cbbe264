"""`fairyscore rules`: the rule sheet of a game, with the readings of its page."""

import shutil
import textwrap
from collections.abc import Iterable, Iterator

import click

from fairyscore.cli.options import grouped_command, variant_argument
from fairyscore.notation.rules.readings import RuleSection
from fairyscore.notation.rules.variant import Variant


@grouped_command("rules", epilog="Example: fairyscore rules kaleidochess:players=4")
@variant_argument
def command(game: Variant) -> None:
    """Print the rule sheet of a game, and the readings chosen where the inventor's page is silent.

    Exit status: 0, or 2 for wrong usage.
    """
    click.echo("\n".join(sheet(game)))


def sheet(game: Variant) -> Iterator[str]:
    """The lines of the sheet, as wide as the terminal, and at most 100 columns."""
    width = _width()
    yield from _heading(game, width)
    sections = game.rules.sections
    if not any(section.shows == "pieces" for section in sections):
        sections = (*sections, RuleSection("How the pieces move", (), shows="pieces"))
    for section in sections:
        lines = _with_movements(game, section.lines) if section.shows == "pieces" else section.lines
        yield from _section(section.heading, lines, width)
    yield from _readings(game, width)


def _section(heading: str, lines: Iterable[str], width: int) -> Iterator[str]:
    yield from ("", heading, "-" * len(heading))
    for line in lines:
        # A line that begins with blanks belongs to a small table, whose columns must not be wrapped.
        yield from [f"  {line}"] if line.startswith(" ") else _wrapped(line, width, "- ")


def _with_movements(game: Variant, lines: tuple[str, ...]) -> Iterator[str]:
    """A sheet's lines on the pieces, with their movements in the engine's words and the author's additions.

    A sheet that is made from the rules has the engine's words already; they are replaced by those under each letter.
    """
    text = game.rules.text("en")
    sentences = {piece.name: " ".join(piece.lines) for piece in text.pieces}
    repeated = {*text.pieces_in_general, *sentences.values()}
    yield from (line for line in lines if line not in repeated)
    yield from text.pieces_in_general
    for letter, name in _piece_names(game):
        words = " ".join(filter(None, (sentences.get(name), game.rules.about.pieces.get(name))))
        if words:
            yield f"{letter} {name}: {words}".lstrip()


def _piece_names(game: Variant) -> dict[tuple[str, str], None]:
    """Letter and name of each piece type that may stand on the board, once for those that only remember a promotion."""
    standing = {piece.name for piece in game.rules.text("en").pieces} or {piece.name for piece in game.piece_types}
    return dict.fromkeys((piece.letter, piece.name) for piece in game.piece_types if piece.name in standing)


def understood(game: Variant) -> Iterator[str]:
    """The lines of the rules as the engine plays them, in plain words; nothing of what the file says in words."""
    width, text = _width(), game.rules.text("en")
    yield from _heading(game, width)
    yield from ("", "The rules as understood")
    pieces = tuple(" ".join(piece.lines) for piece in text.pieces)
    chapters = (
        ("Aim", text.aim),
        ("Board", text.board),
        ("Pieces", (*text.pieces_in_general, *pieces)),
        *((chapter.heading, chapter.lines) for chapter in text.special),
        ("End", text.ends),
    )
    for heading, lines in chapters:
        if lines:
            yield from _section(heading, lines, width)
    yield from _readings(game, width)


def _width() -> int:
    return min(100, shutil.get_terminal_size().columns)


def _heading(game: Variant, width: int) -> Iterator[str]:
    yield from (game.title, "=" * len(game.title), "")
    yield from _wrapped(f"Name: {game.name}", width)
    yield from _wrapped(f"Source: {game.rules.page}", width)
    players = ", ".join(map(game.player, range(len(game.seats))))
    yield from _wrapped(f"Players: {players}", width)
    pieces = ", ".join(f"{letter} {name}".lstrip() for letter, name in _piece_names(game))
    yield from _wrapped(f"Pieces: {pieces}", width)
    yield from _wrapped(f"Moves are written as: {', '.join(n.name for n in game.writing.notations)}", width)
    yield from _wrapped(f"Start: {game.write_position(game.initial_state())}", width)


def _readings(game: Variant, width: int) -> Iterator[str]:
    if game.rules.readings:
        yield from ("", "Readings", "--------")
        yield from _wrapped(
            "Where the page leaves a point open, this program decides; rules above name these ids.", width
        )
    for reading in game.rules.readings:
        yield ""
        yield from _wrapped(reading.says, width, f"[{reading.id}] ")
        yield from _wrapped(f"Why: {reading.reason}", width, "      ")
        for sentence, filled in reading.choices(game.name):
            yield from _wrapped(sentence.format(**filled), width, "      ")
    for warning in game.rules.warnings:
        yield from ("", *_wrapped(f"Warning: {warning}", width))


def _wrapped(text: str, width: int, mark: str = "") -> list[str]:
    hanging = " " * (len(mark) or 2)
    return textwrap.wrap(text, max(width, 30), initial_indent=mark, subsequent_indent=hanging, break_on_hyphens=False)
