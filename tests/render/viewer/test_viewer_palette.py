"""Colours as variables: every theme gives each of them, and what is drawn uses no other."""

import re

import pytest

from fairyscore.notation.variants.registry import variant
from fairyscore.render.board import Look, board
from fairyscore.render.themes import THEMES
from fairyscore.render.viewer import palette


def test_a_field_has_the_variable_of_its_kind() -> None:
    drawn = palette.named(board("chess", Look(palette.numbered(THEMES["screen"]), "", 0, "rim", 13.0)).text)
    assert 'data-field="a1" fill="var(--field-dark)"' in drawn
    assert 'stroke="var(--line)"' in drawn
    assert palette.MARK not in drawn


@pytest.mark.parametrize("name", ["chess", "cylindrical", "tor-qi", "circular-68", "kaleidochess", "chamaeleon"])
def test_a_drawn_board_has_no_colour_but_variables(name: str) -> None:
    look = Look(palette.numbered(THEMES["print"]), "", 0, "rim", 13.0)
    drawn = palette.named(board(variant(name).name, look).text)
    assert set(re.findall(r'(?:fill|stroke)="([^v"][^"]*)"', drawn)) <= {"none"} | set(
        re.findall(r"url\(#[^)]*\)", drawn)
    )


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_every_theme_gives_every_variable_its_colour(theme: object) -> None:
    given = dict(palette.definitions(theme))  # type: ignore[arg-type]
    assert tuple(given) == palette.NAMES
    assert len(set(palette.NAMES)) == len(palette.NAMES)
    assert all(re.fullmatch("#[0-9a-f]{6}", colour) for colour in given.values())
    assert given["--field-dark"] == theme.fields["dark"].fill  # type: ignore[attr-defined]
    assert given["--piece-gold-line"] == theme.owners["gold"].line  # type: ignore[attr-defined]
