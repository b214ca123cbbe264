"""Themes: every text and piece can be told from what it is on, and a user's own theme is read or refused in one
sentence."""

from pathlib import Path

import pytest
from wcag import contrast

from fairyscore.notation.variants import GAMES, variant
from fairyscore.render.errors import DrawingError
from fairyscore.render.themes import HATCHES, HEX, THEMES, Paint, Theme, find, read

every_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)

LEGIBLE, VISIBLE = 4.5, 3.0
"""What WCAG 2 wants of text, and of shapes that mean something."""


def colours(theme: Theme) -> list[str]:
    paints = [theme.void, theme.check, *theme.fields.values()]
    owners = theme.owners.values()
    strokes = [theme.origin, theme.target, *theme.marks.values()]
    return [
        *(theme.paper, theme.ink, theme.line, theme.label, theme.faint, theme.water, theme.wave),
        *(colour for paint in paints for colour in (paint.fill, paint.ink)),
        *(colour for owner in owners for colour in (owner.body, owner.line)),
        *(stroke.colour for stroke in strokes),
    ]


@every_theme
def test_colours_are_written_in_full(theme: Theme) -> None:
    assert [colour for colour in colours(theme) if not HEX.fullmatch(colour)] == []
    hatches = [paint.hatch for paint in (*theme.fields.values(), theme.void)]
    assert set(hatches) <= set(HATCHES)


@every_theme
def test_every_kind_of_field_has_its_paint(theme: Theme) -> None:
    kinds = {kind for name in (*GAMES, "glinski-chess") for kind in variant(name).scenery.fields}
    assert kinds == set(theme.fields)


@every_theme
def test_texts_are_legible(theme: Theme) -> None:
    assert contrast(theme.ink, theme.paper) >= LEGIBLE
    for kind, paint in theme.fields.items():
        assert contrast(theme.label, paint.fill) >= LEGIBLE, kind


@every_theme
def test_pieces_stand_out_from_every_field(theme: Theme) -> None:
    """By their body or by their outline."""
    for kind, paint in theme.fields.items():
        for name, owner in theme.owners.items():
            best = max(contrast(owner.body, paint.fill), contrast(owner.line, paint.fill))
            assert best >= VISIBLE, (name, kind)
    for name, owner in theme.owners.items():
        assert contrast(owner.body, owner.line) >= LEGIBLE, name


@every_theme
def test_light_and_dark_owners_are_distinguished_without_hue(theme: Theme) -> None:
    """The other difference, hatch and base, is the piece set's."""
    for light in ("white", "silver"):
        for dark in ("black", "gold"):
            assert contrast(theme.owners[light].body, theme.owners[dark].body) >= LEGIBLE


@every_theme
def test_marks_stand_out_from_every_field(theme: Theme) -> None:
    """By themselves, or by the casing on either side of them."""
    for stroke in (theme.origin, theme.target, *theme.marks.values()):
        assert contrast(stroke.colour, theme.casing) >= LEGIBLE
        for paint in theme.fields.values():
            assert max(contrast(stroke.colour, paint.fill), contrast(theme.casing, paint.fill)) >= 2
    assert contrast(theme.check.ink, theme.check.fill) >= VISIBLE


@pytest.mark.parametrize("name", ["print", "colour-blind"])
def test_marks_are_distinguished_without_hue(name: str) -> None:
    strokes = list(THEMES[name].marks.values())
    assert len({stroke.dash for stroke in strokes}) == len(strokes)


def test_print_is_black_and_white() -> None:
    """Every colour is a grey, and kinds of fields are told apart by their hatching or second border."""
    theme = THEMES["print"]
    assert [colour for colour in colours(theme) if not colour[1:3] == colour[3:5] == colour[5:7]] == []
    painted = [theme.fields[kind] for kind in ("red", "green", "yellow", "blue")]
    assert len({paint.hatch for paint in painted}) == 4
    assert len({theme.fields[kind].hatch for kind in ("plain", "town", "castle")}) == 3


def test_own_theme_changes_what_it_says() -> None:
    theme = read(
        'base = "dark"\nink = "#fafafa"\n[fields.dark]\nhatch = "dots"\n[marks]\nred = "#ff0000"\n', "x/mine.toml"
    )
    assert (theme.name, theme.ink, theme.paper) == ("mine", "#fafafa", THEMES["dark"].paper)
    assert theme.field("dark") == Paint(THEMES["dark"].field("dark").fill, "dots")
    assert theme.marks["red"].colour == "#ff0000"
    assert theme.marks["blue"] == THEMES["dark"].marks["blue"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ink = 3", "ink is a colour such as #a0b1c2"),
        ('ink = "red"', "ink is a colour such as #a0b1c2"),
        ('ink = "url(http://x)"', "ink is a colour such as #a0b1c2"),
        ('inc = "#000000"', "there is no 'inc'"),
        ('name = "x"', "there is no 'name'"),
        ("base = 1", "base is one of screen, dark, print, colour-blind"),
        ('[fields]\nstone = "#000000"', "fields has no 'stone'"),
        ('[fields.dark]\nhatch = "waves"', "fields.dark.hatch is one of vertical"),
        ("fields = 1", "fields is a table of light, dark"),
        ("[fields]\ndark = 1", "fields.dark is a colour such as #a0b1c2, or a table"),
        ('[fields.dark]\nglow = "#000000"', "fields.dark has no 'glow'"),
        ('[marks.red]\ndash = "1 2 x"', "marks.red.dash is lengths of dashes"),
        ("ink = ", "is not TOML"),
        ("[" * 5000, "is not TOML"),
        ("a = " + "[" * 5000, "is not TOML"),
        ("#" * 200_000, "is too long"),
    ],
)
def test_nonsense_is_refused_in_one_sentence(text: str, message: str) -> None:
    with pytest.raises(DrawingError) as caught:
        read(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_themes_are_found_by_name_or_file(tmp_path: Path) -> None:
    assert find("print") is THEMES["print"]
    with pytest.raises(DrawingError, match="did you mean print"):
        find("prints")
    with pytest.raises(DrawingError, match="cannot be read"):
        find(str(tmp_path / "none.toml"))
    (tmp_path / "mine.toml").write_text('paper = "#eeeeee"\n', encoding="utf-8")
    assert find(str(tmp_path / "mine.toml")).paper == "#eeeeee"
