"""From a game to its rule sheet: the sections of its page with what shows them, the readings, and the options.

>>> from fairyscore.notation.variants.registry import variant
>>> sheet = book(variant("chess"))
>>> [chapter.heading for chapter in sheet.chapters]
['Board', 'Start', 'Pieces', 'End']
>>> sheet.figures()[0].caption
'The board and the names of its fields.'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from fairyscore.notation.rules.readings import Reading, RuleSection
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.variants.registry import game_of, options_of
from fairyscore.render.language import translated
from fairyscore.render.rulebook import pictures
from fairyscore.render.rulebook.pictures import FigureLook, RulebookFigure


class Points(NamedTuple):
    """Sentences, a point each."""

    lines: tuple[str, ...]


class AlignedLines(NamedTuple):
    """Lines whose blanks keep columns in their places."""

    lines: tuple[str, ...]


class RulebookEntry(NamedTuple):
    """Something with a name, and what is said of it, a paragraph a line."""

    term: str
    lines: tuple[str, ...]


class Entries(NamedTuple):
    """Terms and what they are."""

    items: tuple[RulebookEntry, ...]


class Figures(NamedTuple):
    """Pictures that belong together, side by side where there is room."""

    items: tuple[RulebookFigure, ...]


Block = Points | AlignedLines | Entries | Figures


class Chapter(NamedTuple):
    """What stands under a heading."""

    heading: str
    blocks: tuple[Block, ...]


class Rulebook(NamedTuple):
    """A whole rule sheet, however it is written. facts: in front of the first heading. paper: sides of a PDF, in mm."""

    title: str
    facts: Entries
    chapters: tuple[Chapter, ...]
    paper: tuple[float, float] = (210.0, 297.0)

    def figures(self) -> tuple[RulebookFigure, ...]:
        """All pictures, in their order."""
        blocks = [block for chapter in self.chapters for block in chapter.blocks]
        return tuple(figure for block in blocks if isinstance(block, Figures) for figure in block.items)


def book(game: Variant, how: FigureLook = FigureLook()) -> Rulebook:  # noqa: B008 (immutable)
    """The whole sheet. Every picture and every example is made and judged anew."""
    chapters = [*_sections(game, how), *_readings(game.rules.readings), *_options(game)]
    return Rulebook(game.title, Entries(tuple(_facts(game))), tuple(chapters))


def _facts(game: Variant) -> Iterator[RulebookEntry]:
    told = {
        "Name": (game.name,),
        "Source": (f"{game.rules.page}.",),
        "Players": (", ".join(translated(seat.name) for seat in game.seats),),
        "Moves are written as": (", ".join(notation.name for notation in game.writing.notations),),
        "Start position": (game.write_position(game.initial_state()),),
        "Warning": game.rules.warnings,
    }
    return (RulebookEntry(translated(name), said) for name, said in told.items() if said)


def _sections(game: Variant, how: FigureLook) -> Iterator[Chapter]:
    """The page's own headings; where none of them is about the start, one for it behind that of the board."""
    started = any(section.shows == "start" for section in game.rules.sections)
    for number, section in enumerate(game.rules.sections, 1):
        yield Chapter(translated(section.heading), tuple(_blocks(game, section, number, how)))
        if section.shows == "board" and not started:
            yield Chapter(translated("Start"), (Figures((pictures.start(game, how),)),))


def _blocks(game: Variant, section: RuleSection, number: int, how: FigureLook) -> Iterator[Block]:
    yield from lines(section.lines)
    if section.shows:
        yield Figures(tuple(pictures.shown(section.shows, game, how)))
    numbered = enumerate(section.examples, 1)
    examples = [pictures.example(game, example, f"example-{number}-{place}", how) for place, example in numbered]
    if figures := tuple(figure for found in examples for figure in found):
        yield Figures(figures)


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


OPEN_POINTS = "Where the page leaves a point open, this project decides; rules above name these ids."


def _readings(readings: tuple[Reading, ...]) -> Iterator[Chapter]:
    entries = []
    for reading in readings:
        choices = (translated(sentence, **filled) for sentence, filled in reading.choices)
        why = translated("Why: {reason}", reason=reading.reason)
        entries.append(RulebookEntry(reading.id, (reading.says, why, *choices)))
    if entries:
        yield Chapter(translated("Readings"), (Points((translated(OPEN_POINTS),)), Entries(tuple(entries))))


def _options(game: Variant) -> Iterator[Chapter]:
    """How each is written, what it does, and what else sets it."""
    entries = []
    for option in options_of(game_of(game.name)):
        values = f"={'|'.join(option.values)}" if option.values else "=…" if option.pattern else ""
        usual = translated("If nothing is said, {default}.", default=option.default) if option.default else ""
        tag = translated("In records the tag {tag}.", tag=option.tag) if option.tag else ""
        entries.append(RulebookEntry(f"{option.name}{values}", tuple(filter(None, (f"{option.says}.", usual, tag)))))
    if entries:
        yield Chapter(translated("Options of the name"), (Entries(tuple(entries)),))
