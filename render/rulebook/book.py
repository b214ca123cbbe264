"""What a rule sheet is made of, however it is written: chapters of points, tables, entries and figures."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Points:
    """Sentences, a point each."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AlignedLines:
    """Lines whose blanks keep columns in their places."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RulebookEntry:
    """Something with a name, and what is said of it, a paragraph a line."""

    term: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Entries:
    """Terms and what they are."""

    items: tuple[RulebookEntry, ...]


@dataclass(frozen=True, slots=True)
class RulebookFigure:
    """A picture. name: of its file, without ending; title: for who does not see it; caption: what stands below."""

    name: str
    svg: str
    title: str
    caption: str


@dataclass(frozen=True, slots=True)
class Figures:
    """Pictures that belong together, side by side where there is room."""

    items: tuple[RulebookFigure, ...]


Block = Points | AlignedLines | Entries | Figures


@dataclass(frozen=True, slots=True)
class Chapter:
    """What stands under a heading."""

    heading: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A whole rule sheet. facts: what stands in front of the first heading. paper: sides of a PDF, in mm."""

    title: str
    facts: Entries
    chapters: tuple[Chapter, ...]
    paper: tuple[float, float] = (210.0, 297.0)

    def figures(self) -> tuple[RulebookFigure, ...]:
        """All pictures, in their order."""
        blocks = [block for chapter in self.chapters for block in chapter.blocks]
        return tuple(figure for block in blocks if isinstance(block, Figures) for figure in block.items)
