"""Sheets, pages and rule books of whole games, as functions; the commands `sheet`, `view` and `rulebook` make the same."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from fairyscore.notation.game import Game
from fairyscore.notation.moves.registry import notation_named
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.storage.writing import inside, replace_all, replaced
from fairyscore.notation.text import counted, shown
from fairyscore.notation.variants.registry import variant as variant_named
from fairyscore.render.errors import DrawingError
from fairyscore.render.export import DPI
from fairyscore.render.idiom import moves_in, notation_here
from fairyscore.render.layouts.registry import turn_of
from fairyscore.render.measures import length
from fairyscore.render.rulebook.content import READERS, FigureLook, Rulebook
from fairyscore.render.rulebook.content import book as rulebook_of
from fairyscore.render.rulebook.writing import FORMATS, html, markdown, pdf
from fairyscore.render.sheet.book import SheetBook, book
from fairyscore.render.sheet.files import files
from fairyscore.render.sheet.files import pdf as pdf_of
from fairyscore.render.sheet.look import SheetLook, sheet_look, sides
from fairyscore.render.story.builder import diagrams as diagrams_asked
from fairyscore.render.story.builder import tell
from fairyscore.render.story.model import Story
from fairyscore.render.story.notation import notation_in_print
from fairyscore.render.themes import find as theme_named
from fairyscore.render.viewer.page import Design
from fairyscore.render.viewer.page import page as page_of

Games = Game | Iterable[Game]


@dataclass(frozen=True, slots=True)
class Sheet:
    """Games set for printing. book: the pages as they are set, before they are drawn.

    >>> from fairyscore.notation.game import loads
    >>> sheet(loads("1. e4 e5 *"), size="a5")
    <Sheet: 1 page>
    """

    book: SheetBook

    def __repr__(self) -> str:
        return f"<Sheet: {counted(len(self.book.pages), 'page')}>"

    @property
    def pages(self) -> tuple[str, ...]:
        """The pages as SVG documents."""
        return tuple(self.book.svg(number) for number in range(len(self.book.pages)))

    def pdf(self) -> bytes:
        """All pages as one PDF. Raises `ExportError` where the extra `pdf` is not installed."""
        return pdf_of(self.book)

    @property
    def missing(self) -> dict[str, str]:
        """The characters that the font of the pages does not have, each with the text it stands in; they are named."""
        return dict(self.book.missing)

    def save(self, path: str | os.PathLike[str], dpi: int = DPI) -> list[str]:
        """Write `.svg`, `.png` or `.pdf`; several pages of SVG and PNG go to `NAME-1` and so on. The paths, as written.

        Files that are there are replaced, all or none. dpi: pixels per inch of a PNG. Raises `ExportError`, `NotWritten`.
        """
        made = files(self.book, os.fspath(path), dpi)
        replace_all(made)
        return [file for file, _ in made]

    def _repr_svg_(self) -> str:
        return self.book.svg(0)


def sheet(
    games: Games,
    *,
    size: str = "a4",
    margin: str = "20mm",
    landscape: bool = False,
    theme: str = "print",
    style: str | None = None,
    seat: str = "",
    columns: int = 0,
    layout: str = "auto",
    clocks: bool = False,
    diagrams: str = "",
    notation: str | None = None,
) -> Sheet:
    """Set games for printing: heading, moves, comments, variations, diagrams, and how they ended.

    games: a game, or several, which run on below each other.
    size: of the paper, as `a4` or `120x180mm`.
    margin: as CSS has it.
    landscape: whether the paper lies on its long side.
    theme: a name, or the path of a `.toml`.
    style: the path of a `.toml`.
    seat: the player at the bottom of diagrams.
    columns: of text, 0 for as many as have room.
    layout: `auto`, `columns` or `running` for the moves.
    clocks: print times after moves.
    diagrams: as `every:10,captures,end`.
    notation: of the moves; if not given, that of the game's own books (`native`): for chess SAN, with figurines in a
    language other than English; `international`: SAN where the game has it, else long algebraic.

    Raises `DrawingError`, `UnknownNotation`, `NotationRefused`, and `PositionError` for a game that could not begin.

    >>> from fairyscore.notation.game import loads
    >>> len(sheet(loads("1. e4 e5 *"), size="a5").pages)
    1
    """
    look = sheet_look(
        size,
        margin,
        landscape=landscape,
        theme=theme,
        style=style,
        seat=seat,
        columns=columns,
        layout=layout,
        clocks=clocks,
    )
    with moves_in(notation or ""):
        return sheet_of([_story(game, diagrams, notation, printed=True) for game in _several(games)], look)


def sheet_of(stories: Sequence[Story], look: SheetLook) -> Sheet:
    """A sheet of games that are told already. Raises `DrawingError` for a player that one of them does not have."""
    _check_seat(stories, look.seat)
    return Sheet(book(stories, look))


def page(
    games: Games,
    *,
    title: str = "",
    theme: str | None = None,
    seat: str = "",
    diagrams: str = "",
    notation: str | None = None,
    embed: bool = False,
) -> str:
    """Games as one web page that plays them back; it loads nothing, and prints.

    games: a game, or several.
    title: of the page, that of the first game if not given.
    theme: of boards, light or dark as the page is if not given.
    seat: the player at the bottom.
    diagrams, notation: as `sheet` has them.
    embed: only the piece that goes into a page of your own.

    Raises `DrawingError`, `UnknownNotation`, `NotationRefused`, and `PositionError` for a game that could not begin.

    >>> from fairyscore.notation.game import loads
    >>> page(loads('[White "Anna"]\\n\\n1. e4 e5 *')).startswith("<!DOCTYPE html>")
    True
    """
    design = Design(theme_named(theme) if theme else None, seat, embedded=embed)
    with moves_in(notation or ""):
        stories = [_story(game, diagrams, notation, printed=False) for game in _several(games)]
        _check_seat(stories, seat)
        return page_of(stories, design, title=title)


@dataclass(frozen=True, slots=True)
class RuleBook:
    """The rules of a game with pictures.

    book: for Markdown and PDF. live: makes the same for a web page, where pictures of movements answer to a click.

    >>> rulebook("cylindrical")
    <RuleBook: Not-so-colorbound cylindrical chess>
    """

    book: Rulebook
    live: Callable[[], Rulebook]

    def __repr__(self) -> str:
        return f"<RuleBook: {shown(self.book.title, 150)}>"

    def html(self) -> str:
        """The rules as one web page with its pictures; it loads no other file."""
        return html(self.live())

    def markdown(self) -> str:
        """Markdown that names its pictures in `figures/`; `save` writes them."""
        return markdown(self.book)

    def pdf(self) -> bytes:
        """A PDF. Raises `ExportError` where the extra `pdf` is not installed."""
        return pdf(self.book)

    def save(self, folder: str | os.PathLike[str], *formats: str) -> list[str]:
        """Write `rules.md` with its figures, `rules.html` and `rules.pdf`, or only the formats that are named; their paths.

        Files that are there are replaced. Raises `ExportError`, `NotWritten`, and `ValueError` for an unknown format.
        """
        for style in formats:
            if style not in FORMATS:
                raise ValueError(f"there is no format '{style}' of rule books; there are {', '.join(FORMATS)}")
        styles = formats or tuple(FORMATS)
        made: list[tuple[str, bytes]] = []
        for style in styles:
            book = self.live() if style == "html" else self.book
            made += FORMATS[style](book)
        paths = []
        for file, data in made:
            path = inside(os.fspath(folder), file)
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            with replaced(path) as stream:
                stream.write(data)
            paths.append(path)
        return paths


def rulebook(
    variant: str | Variant, *, theme: str = "screen", size: str = "", paper: str = "a4", readers: str = "all"
) -> RuleBook:
    """The rules of a game with pictures: board, pieces, special moves, ends, examples, readings.

    variant: a name or a variant.
    theme: a name, or the path of a `.toml`.
    size: width of the pictures, as `50mm`; by default large enough to recognise the pieces.
    paper: name of the paper of a PDF, as `a4`.
    readers: `players` for a book without the appendix of readings, options and what programs need.

    Raises `UnknownVariant`, `DrawingError`.

    >>> rulebook("cylindrical").markdown().splitlines()[0]
    '# Not-so-colorbound cylindrical chess'
    """
    game = variant_named(variant) if isinstance(variant, str) else variant
    look = FigureLook(theme_named(theme), length(size).millimetres if size else 0.0)
    if readers not in READERS:
        raise DrawingError(f"a rule book is for {' or '.join(READERS)}, not '{shown(readers)}'")
    made = rulebook_of(game, look, readers)._replace(paper=sides(paper))
    return RuleBook(made, lambda: rulebook_of(game, look._replace(live=True), readers))


def _several(games: Games) -> Sequence[Game]:
    """The games as a list. Raises `DrawingError` for none."""
    several = [games] if isinstance(games, Game) else list(games)
    if not several:
        raise DrawingError("there is no game to show")
    return several


def _check_seat(stories: Iterable[Story], seat: str) -> None:
    """Raise `DrawingError` for a player that one of the games does not have."""
    for story in stories:
        turn_of(story.game, seat)


def _story(game: Game, diagrams: str, notation: str | None, *, printed: bool) -> Story:
    """The story of a game. printed: with the notation of print, else with the usual one."""
    variant = game.variant
    if printed:
        chosen = notation_in_print(variant, notation or "")
    else:
        chosen = notation_named(notation, variant) if notation else notation_here(variant)
    return tell(game.record, diagrams_asked(diagrams), notation=chosen)
