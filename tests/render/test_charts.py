"""Charts: lengths that are true, words within the page, colours that are seen, no fonts needed."""

import io
import re
from xml.etree import ElementTree as ET

import pytest
from drawn import SVG, classes
from hypothesis import given, settings
from hypothesis import strategies as st
from nightly import NIGHTLY
from pixels import Png, needs_png
from wcag import contrast

from fairyscore.notation.archive import judge_file
from fairyscore.notation.replay import Validator
from fairyscore.notation.stats.summary import Lengths, Stats
from fairyscore.render.charts import (
    WIDE,
    ChartBar,
    Panel,
    archive_chart,
    bars,
    chart,
    columns,
    fitted,
    paint_of,
    panels_of,
    stacks,
)
from fairyscore.render.errors import DrawingError
from fairyscore.render.export import encoded
from fairyscore.render.font_outlines.letters import width
from fairyscore.render.themes import THEMES

BARS = bars("Games", (ChartBar("chess", 40, "40"), ChartBar("tor-qi", 10, "10"), ChartBar("none", 0, "0")))
WON = (ChartBar("white", 3, tone="white"), ChartBar("drawn", 1, tone="town"), ChartBar("open", 0, tone="void"))
RESULTS = stacks("Results", (("", WON),))
COLUMNS = columns("Years", (ChartBar("1990", 2, "2"), ChartBar("", 0), ChartBar("1992", 1)), "three years")


def tree(*panels: Panel, theme: str = "screen") -> ET.Element:
    return ET.fromstring(chart("A chart", panels, theme=theme).svg())


def boxes(root: ET.Element, kind: str) -> list[tuple[float, ...]]:
    """Left, top, width and height of the blocks of a class."""
    found = (re.fullmatch(r"M(.+) (.+)h(.+)v(.+)h.+z", e.get("d", "")) for e in classes(root, kind))
    return [tuple(map(float, box.groups())) for box in found if box]


def test_bars_are_as_long_as_their_values() -> None:
    long, short = boxes(tree(BARS), "bar")
    assert long[2] == pytest.approx(4 * short[2], rel=0.001)
    assert long[0] == short[0]


def test_parts_make_the_whole() -> None:
    white, drawn = boxes(tree(RESULTS), "share")
    assert white[2] == pytest.approx(3 * drawn[2], rel=0.001)
    assert drawn[0] == pytest.approx(white[0] + white[2], abs=0.02)


def test_columns_stand_on_the_ground() -> None:
    first, last = boxes(tree(COLUMNS), "column")
    assert first[3] == pytest.approx(2 * last[3], rel=0.001)
    assert first[1] + first[3] == pytest.approx(last[1] + last[3], abs=0.02)


def test_a_part_that_is_too_thin_is_named_beside_the_bar() -> None:
    won = (ChartBar("white", 99, tone="white"), ChartBar("drawn", 1, tone="town"))
    thin = stacks("Results", (("chess", won),))
    said = {element.get("data-text") for element in classes(tree(thin), "value")}
    assert said == {"white 99.0 %", "drawn 1.0 %"}


def test_it_is_told_in_words() -> None:
    root = tree(BARS, RESULTS, COLUMNS)
    assert (root.findtext(f"{SVG}title"), root.get("role")) == ("A chart", "img")
    assert root.findtext(f"{SVG}desc") == (
        "Games: chess, 40; tor-qi, 10; none, 0. Results: white 75.0 %, drawn 25.0 %. Years: 1990 2. three years."
    )


def test_letters_are_outlines() -> None:
    root = tree(BARS, RESULTS, COLUMNS)
    assert not list(root.iter(f"{SVG}text"))
    said = {element.get("data-text") for element in root.iter() if element.get("data-text")}
    assert {"A chart", "Games", "chess", "40", "white 75.0 %", "1990", "three years"} <= said


@settings(max_examples=1000 if NIGHTLY else 25)
@given(
    st.lists(st.tuples(st.text(max_size=60), st.floats(0, 1e9), st.text(max_size=12)), max_size=6), st.integers(1, 3)
)
def test_nothing_stands_beyond_the_page(entries: list[tuple[str, float, str]], panels: int) -> None:
    """Whatever the names: no bar and no word leaves the paper, which is as wide and high as it says."""
    panel = bars("x" * 200, tuple(ChartBar(*entry) for entry in entries))
    root = tree(*[panel] * panels)
    left, top, wide, high = map(float, root.get("viewBox", "").split())
    assert (left, top, wide) == (0, 0, WIDE)
    assert all(x >= 0 and y >= 0 and x + w <= wide and y + h <= high for x, y, w, h in boxes(root, "bar"))
    for element in root.iter():
        words = element.get("data-text")
        if words and (start := re.match(r"M(-?[\d.]+) (-?[\d.]+)", element.get("d", ""))):
            assert -1 <= float(start[1]) <= wide
            assert 0 <= float(start[2]) <= high


@given(st.text(max_size=80), st.floats(20, 300))
def test_texts_are_cut_to_their_room(said: str, wide: float) -> None:
    assert width(fitted(said, wide), 10.5) <= max(wide, width("…", 10.5)) + 0.005


@pytest.mark.parametrize("theme", THEMES)
def test_colours_are_seen(theme: str) -> None:
    """Words on the paper have 4.5 to 1; a bar, or the border about it, has 2.5 to 1."""
    painted = THEMES[theme]
    assert contrast(painted.ink, painted.paper) >= 4.5
    assert max(contrast(painted.faint, painted.paper), contrast(paint_of("castle", painted).fill, painted.paper)) >= 2.5
    ET.fromstring(chart("A chart", (BARS, RESULTS, COLUMNS), theme=theme).svg())


def test_wrong_looks_are_told() -> None:
    for look in ({"theme": "drak"}, {"size": "3 miles"}):
        with pytest.raises(DrawingError):
            chart("A chart", (BARS,), **look)


@needs_png
def test_pixels() -> None:
    picture = Png(encoded(chart("A chart", (BARS,), theme="dark", size="360px").svg(), ".png", 96))
    assert picture.at(0.001, 0.001) == (0x1D, 0x1F, 0x23)
    assert picture.at(0.999, 0.999) == (0x1D, 0x1F, 0x23)
    long, _ = boxes(tree(BARS), "bar")
    high = float(tree(BARS).get("viewBox", "").split()[3])
    assert picture.at((long[0] + long[2] / 2) / WIDE, (long[1] + long[3] / 2) / high) == (0xB5, 0x9A, 0x5E)


# -- of a stats ------------------------------------------------------------------------------------------------------


def stats(text: str) -> Stats:
    made = Stats()
    for verdict in judge_file(io.BytesIO(text.encode()), Validator(keep=True), "a.pgn"):
        made.add(verdict)
    return made


def test_panels_of_two_variants() -> None:
    games = '[White "A"]\n[Date "1990"]\n\n1. e4 e5 1-0\n\n[Variant "tor-qi"]\n[White "B"]\n\n1. b2-b3 Ke9 *\n\n'
    games += games.replace("1990", "1992")
    titles = [panel.title for panel in panels_of(stats(games))]
    assert titles == [
        "Variants",
        "Results",
        "Length in plies",
        "Endings",
        "Openings: Chess",
        "Openings: Tor Qi",
        "Players: games and score",
        "Years",
        "Faults and warnings",
    ]


def test_the_most_played_lines_stand_below_what_they_go_on_from() -> None:
    games = "".join(
        f'[Event "?"]\n\n{moves} *\n\n' for moves in ["1. d4", "1. e4 c5", "1. e4 e5", "1. e4 e5 2. Nf3"] * 2
    )
    (openings,) = (panel for panel in panels_of(stats(games), top=4) if panel.title == "Openings")
    assert [(bar.name, bar.label) for bar in openings.bars] == [
        ("1. e4", "6 · 75.0 %"),
        ("1. e4 e5", "4 · 50.0 %"),
        ("1. e4 e5 2. Nf3", "2 · 25.0 %"),
        ("1. e4 c5", "2 · 25.0 %"),
    ]


@given(st.dictionaries(st.integers(0, 200_000), st.integers(1, 1000), min_size=1, max_size=30))
def test_every_length_is_in_one_column(lengths: dict[int, int]) -> None:
    made = stats('[Event "?"]\n\n1. e4 *\n')
    made.variants["chess"].lengths = Lengths(lengths)
    (panel,) = (panel for panel in panels_of(made) if panel.title == "Length in plies")
    assert sum(column.value for column in panel.bars) == sum(lengths.values())
    assert len(panel.bars) <= 24


@given(st.lists(st.integers(1, 9999), min_size=1, max_size=20))
def test_every_year_is_in_one_column(years: list[int]) -> None:
    games = "".join(f'[Event "?"]\n[Date "{year:04}"]\n\n1. e4 *\n\n' for year in years)
    found = [panel for panel in panels_of(stats(games)) if panel.title.startswith("Years")]
    assert bool(found) is (len(set(years)) > 1)
    if not found:
        return
    (panel,) = found
    assert sum(column.value for column in panel.bars) == len(years)
    assert len(panel.bars) <= 32


def test_an_empty_census_is_an_empty_page() -> None:
    assert "0 games" in archive_chart(Stats()).svg()
