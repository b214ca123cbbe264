"""Moves and what is said about them as words: numbers that stay with their moves, glyphs, brackets, throws of the dice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from fairyscore.notation.clocks.times import write_duration
from fairyscore.notation.records.nags import meaning_of
from fairyscore.render.language import capital
from fairyscore.render.sheet.runs import THIN, FaceRun, FontFace, Word, clean
from fairyscore.render.story.model import MoveEvent
from fairyscore.render.story.signs import SIGNS, TOUCHING

DICE: Final = "⚀⚁⚂⚃⚄⚅"
DIE: Final = 1.25
"""Of the size of letters: so large that its pips are seen."""


def move_word(step: MoveEvent, face: FontFace, *, numbered: bool) -> Word:
    """A move with its number where that is wanted, its throw and its glyphs, as one word."""
    runs = [FaceRun(step.number, face)] if numbered else []
    return Word((*runs, *bare(step, face, behind=bool(runs))))


def bare(step: MoveEvent, face: FontFace, *, behind: bool = False) -> Iterator[FaceRun]:
    """A move without its number. behind: whether something stands before it."""
    thin = THIN * face.size
    said, throw = step.said, step.move.throw
    gap = thin if behind else 0.0
    if 0 < throw <= len(DICE) and said != step.unthrown:
        die = face._replace(size=round(DIE * face.size, 2), bold=False)
        yield FaceRun(DICE[throw - 1], die, gap, f"{throw}:", face.size)
        said, gap = step.unthrown, 1.5 * thin
    yield FaceRun(clean(said), face, gap)
    for nag in step.nags:
        if nag in SIGNS:
            yield FaceRun(SIGNS[nag], face, 0.0 if SIGNS[nag] in TOUCHING else thin)


def meanings(step: MoveEvent) -> tuple[str, ...]:
    """What the marks behind a move say that have no glyph."""
    return tuple(meaning_of(nag) or f"${nag}" for nag in step.nags if nag not in SIGNS)


def sentence(said: str) -> str:
    """What the rules say of a position, as a sentence."""
    return f"{capital(said)}{'' if said.endswith(('.', '!', '?')) else '.'}" if said else ""


def clock(step: MoveEvent) -> str:
    """What the record says of a move's time: what is left, else what was used, else when it was made."""
    for said in (step.left, step.used):
        if said is not None:
            return write_duration(said)
    return clean(step.moved)
