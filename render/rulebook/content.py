"""From a game to its rule sheet: the sections of its page with what shows them, the readings, and the options.

>>> from fairyscore.notation.variants.registry import variant
>>> sheet = book(variant("chess"))
>>> [chapter.heading for chapter in sheet.chapters]
['Board', 'Start', 'Pieces', 'End']
>>> sheet.figures()[0].caption
'The board and the names of its fields.'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby

from fairyscore.notation.rules.readings import Example, Option, Reading, RuleSection, Showing
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.variants.registry import game_of, options_of
from fairyscore.render.language import translated
from fairyscore.render.rulebook import pictures
from fairyscore.render.rulebook.book import (
    AlignedLines,
    Block,
    Chapter,
    Entries,
    Figures,
    Points,
    Rulebook,
    RulebookEntry,
    RulebookFigure,
)
from fairyscore.render.rulebook.pictures import FigureLook

PICTURES: dict[Showing, Callable[[Variant, FigureLook], Iterator[RulebookFigure]]] = {
    "board": lambda game, how: iter((pictures.board(game, how),)),
    "start": lambda game, how: iter((pictures.start(game, how),)),
    "pieces": pictures.pieces,
}


def book(game: Variant, how: FigureLook = FigureLook()) -> Rulebook:  # noqa: B008 (immutable)
    """The whole sheet. Every picture and every example is made and judged anew."""
    chapters = [*_sections(game, how), *_readings(game.rules.readings), *_options(game)]
    return Rulebook(game.title, Entries(tuple(_facts(game))), tuple(chapters))


def _facts(game: Variant) -> Iterator[RulebookEntry]:
    yield RulebookEntry(translated("Name"), (game.name,))
    yield RulebookEntry(translated("Source"), (f"{game.rules.page}.",))
    yield RulebookEntry(translated("Players"), (", ".join(translated(seat.name) for seat in game.seats),))
    yield RulebookEntry(
        translated("Moves are written as"), (", ".join(notation.name for notation in game.writing.notations),)
    )
    yield RulebookEntry(translated("Start position"), (game.write_position(game.initial_state()),))
    if game.rules.warnings:
        yield RulebookEntry(translated("Warning"), game.rules.warnings)


# -- sections ---------------------------------------------------------------------------------------------------------


def _sections(game: Variant, how: FigureLook) -> Iterator[Chapter]:
    """The page's own headings; where none of them is about the start, one for it behind that of the board."""
    started = any(section.shows == "start" for section in game.rules.sections)
    for number, section in enumerate(game.rules.sections, 1):
        yield Chapter(translated(section.heading), tuple(_blocks(game, section, number, how)))
        if section.shows == "board" and not started:
            yield Chapter(translated("Start"), (Figures(tuple(PICTURES["start"](game, how))),))


def _blocks(game: Variant, section: RuleSection, number: int, how: FigureLook) -> Iterator[Block]:
    yield from lines(section.lines)
    if section.shows:
        yield Figures(tuple(PICTURES[section.shows](game, how)))
    shown = tuple(_examples(game, section.examples, number, how))
    if shown:
        yield Figures(shown)


def _examples(game: Variant, examples: Iterable[Example], number: int, how: FigureLook) -> Iterator[RulebookFigure]:
    for place, example in enumerate(examples, 1):
        yield from pictures.example(game, example, f"example-{number}-{place}", how)


def lines(said: Iterable[str]) -> Iterator[Points | AlignedLines]:
    """Sentences as points; lines that begin with blanks keep their columns, as those of a small table.

    >>> list(lines(["A point.", "  R G", "  Y B"]))
    [Points(lines=('A point.',)), AlignedLines(lines=('R G', 'Y B'))]
    """
    for in_columns, together in groupby(said, key=lambda line: line.startswith(" ")):
        if in_columns:
            table = list(together)
            least = min(len(line) - len(line.lstrip()) for line in table)
            yield AlignedLines(tuple(line[least:] for line in table))
        else:
            yield Points(tuple(together))


# -- readings and options ---------------------------------------------------------------------------------------------


OPEN_POINTS = "Where the page leaves a point open, this project decides; rules above name these ids."


def _readings(readings: tuple[Reading, ...]) -> Iterator[Chapter]:
    if readings:
        said = Points((translated(OPEN_POINTS),))
        yield Chapter(translated("Readings"), (said, Entries(tuple(map(_reading, readings)))))


def _reading(reading: Reading) -> RulebookEntry:
    choices = (translated(sentence, **filled) for sentence, filled in reading.choices)
    return RulebookEntry(reading.id, (reading.says, translated("Why: {reason}", reason=reading.reason), *choices))


def _options(game: Variant) -> Iterator[Chapter]:
    entries = tuple(map(_option, options_of(game_of(game.name))))
    if entries:
        yield Chapter(translated("Options of the name"), (Entries(entries),))


def _option(option: Option) -> RulebookEntry:
    """How it is written, what it does, and what else sets it."""
    values = f"={'|'.join(option.values)}" if option.values else "=…" if option.pattern else ""
    usual = translated("If nothing is said, {default}.", default=option.default) if option.default else ""
    tag = translated("In records the tag {tag}.", tag=option.tag) if option.tag else ""
    return RulebookEntry(f"{option.name}{values}", tuple(filter(None, (f"{option.says}.", usual, tag))))
