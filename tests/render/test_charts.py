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
    ChartBar,
    Panel,
    archive_chart,
    bars,
    chart,
    columns,
    fitted,
    paint_of,
    panels_of,
    percent,
    stacks,
)
from fairyscore.render.errors import DrawingError
from fairyscore.render.export import encoded
from fairyscore.render.font_outlines.letters import CAPITAL, outline, width
from fairyscore.render.themes import THEMES

WIDE, MARGIN, GUTTER, APART = 720, 30, 38, 26
"""The page, what is free around, between columns and between panels."""

TITLE, HEADING, LETTERS, SMALL = 21, 13, 10.5, 9
"""Sizes of letters."""

HEAD, ROW, BAR, GAP, TALL, ABOVE, BELOW, THICK = 26, 19, 11, 7, 92, 14, 15, 17
"""Heights of a heading, a row and the bar in it; between a bar and its words; of columns with what is above and below; of a
whole."""

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
    text = {element.get("data-text") for element in classes(tree(thin), "value")}
    assert text == {"white 99.0 %", "drawn 1.0 %"}


def test_it_is_reported_in_words() -> None:
    root = tree(BARS, RESULTS, COLUMNS)
    assert (root.findtext(f"{SVG}title"), root.get("role")) == ("A chart", "img")
    assert root.findtext(f"{SVG}desc") == (
        "Games: chess, 40; tor-qi, 10; none, 0. Results: white 75.0 %, drawn 25.0 %. Years: 1990 2. three years."
    )


def test_letters_are_outlines() -> None:
    root = tree(BARS, RESULTS, COLUMNS)
    assert not list(root.iter(f"{SVG}text"))
    words = {element.get("data-text") for element in root.iter() if element.get("data-text")}
    assert {"A chart", "Games", "chess", "40", "white 75.0 %", "1990", "three years"} <= words


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
def test_texts_are_cut_to_their_room(text: str, wide: float) -> None:
    assert width(fitted(text, wide), 10.5) <= max(wide, width("…", 10.5)) + 0.005


@pytest.mark.parametrize("theme", THEMES)
def test_colours_are_seen(theme: str) -> None:
    """Words on the paper have 4.5 to 1; a bar, or the border about it, has 2.5 to 1."""
    painted = THEMES[theme]
    assert contrast(painted.ink, painted.paper) >= 4.5
    assert max(contrast(painted.faint, painted.paper), contrast(paint_of("castle", painted).fill, painted.paper)) >= 2.5
    ET.fromstring(chart("A chart", (BARS, RESULTS, COLUMNS), theme=theme).svg())


def test_wrong_looks_are_reported() -> None:
    for theme, size in (("drak", "180mm"), ("screen", "3 miles")):
        with pytest.raises(DrawingError):
            chart("A chart", (BARS,), theme=theme, size=size)


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
    for verdict in judge_file(io.BytesIO(text.encode()), Validator(), "a.pgn"):
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


# -- where everything stands -------------------------------------------------------------------------------------------

BEGIN, INNER = MARGIN, WIDE - 2 * MARGIN
FIRST = MARGIN + TITLE + 12 + HEAD
"""Where the parts of the first panel begin: below the title and the panel's heading."""


def texts(root: ET.Element, kind: str, size: float = SMALL, *, bold: bool = False) -> dict[str, tuple[float, float]]:
    """By the words of a class, which have a size: where they begin, and the middle of their capitals."""
    found = {}
    for element in classes(root, kind):
        words = element.get("data-text", "")
        (x, y), (left, base) = _begun(element.get("d", "")), _begun(outline(words, size, "start", x=0, y=0, bold=bold))
        found[words] = round(x - left, 2), round(y - base - CAPITAL * size / 2, 2)
    return found


def _begun(path: str) -> tuple[float, float]:
    """Where a path begins."""
    x, y = re.findall(r"-?[\d.]+", path)[:2]
    return float(x), float(y)


def test_bars_stand_below_each_other_between_their_names_and_values() -> None:
    """The longest leaves room for its value; a bar of 0 is not drawn, its value stands at the left."""
    first, second = boxes(tree(BARS), "bar")
    name = max(width(words, LETTERS) for words in ("chess", "tor-qi", "none"))
    left, room = BEGIN + name + GAP, INNER - name - 2 * GAP - width("40", LETTERS)
    assert first == pytest.approx((left, FIRST + (ROW - BAR) / 2, room, BAR), abs=0.02)
    assert second == pytest.approx((left, FIRST + ROW + (ROW - BAR) / 2, room / 4, BAR), abs=0.02)


def test_columns_have_names_below_and_values_above() -> None:
    """No wider than 48 units, a little apart; the highest is 92 units high."""
    root = tree(COLUMNS)
    first, last = boxes(root, "column")
    ground = FIRST + ABOVE + TALL
    assert first == pytest.approx((BEGIN + 1.5, ground - TALL, 45, TALL), abs=0.02)
    assert last == pytest.approx((BEGIN + 2 * 48 + 1.5, ground - TALL / 2, 45, TALL / 2), abs=0.02)
    (line,) = classes(root, "ground")
    assert line.get("d") == f"M{BEGIN:g} {ground:g}h144"
    names, (value,) = texts(root, "name"), texts(root, "value").values()
    assert names["1990"] == pytest.approx((BEGIN + 24 - width("1990", SMALL) / 2, ground + 9), abs=0.02)
    assert names["1992"][0] - names["1990"][0] == pytest.approx(96, abs=0.02)
    assert value == pytest.approx((BEGIN + 24 - width("2", SMALL) / 2, ground - TALL - 7), abs=0.02)
    (note,) = texts(root, "note", LETTERS).values()
    assert note == pytest.approx((BEGIN, ground + BELOW + ROW / 2), abs=0.02)


def test_many_columns_are_narrow() -> None:
    row = tuple(ChartBar("", 1) for _ in range(60))
    found = boxes(tree(columns("Many", row)), "column")
    assert found[1][0] - found[0][0] == pytest.approx(INNER / 60, abs=0.02)
    assert found[0][2] == pytest.approx(0.82 * INNER / 60, abs=0.02)


def test_names_at_edges_stand_where_their_columns_begin_but_on_the_page() -> None:
    row = (ChartBar("0", 1), ChartBar("1000", 1))
    names = texts(tree(columns("Edges", row, edges=True)), "name")
    assert names["0"][0] == pytest.approx(BEGIN, abs=0.02)
    assert names["1000"][0] == pytest.approx(BEGIN + 48 - width("1000", SMALL) / 2, abs=0.02)


def test_a_whole_has_its_name_above_it_and_thin_parts_beside_that() -> None:
    won = (ChartBar("white", 99, tone="white"), ChartBar("drawn", 1, tone="town"))
    root = tree(stacks("Results", (("chess", won), ("tor-qi", won))))
    high = [(round(top - FIRST, 1), high) for _, top, _, high in boxes(root, "share")]
    assert high == [(15, THICK), (15, THICK), (54, THICK), (54, THICK)]
    names, values = texts(root, "name", LETTERS), texts(root, "value")
    assert names["chess"][0] == pytest.approx(BEGIN, abs=0.02)
    assert names["tor-qi"][1] - names["chess"][1] == pytest.approx(39, abs=0.1)
    thin = "drawn 1.0 %"
    row = FIRST + 39 + 7.5  # of the name of the second whole
    assert values[thin] == pytest.approx((BEGIN + INNER - width(thin, SMALL), row), abs=0.02)


def test_a_single_whole_has_thin_parts_below_it() -> None:
    won = (ChartBar("white", 99, tone="white"), ChartBar("drawn", 1, tone="town"))
    root = tree(stacks("Results", (("", won),)))
    assert {(round(top - FIRST, 2), high) for _, top, _, high in boxes(root, "share")} == {(0, THICK)}
    (beside,) = (y for words, (_, y) in texts(root, "value").items() if words.startswith("drawn"))
    assert beside == pytest.approx(FIRST + THICK + 9.5, abs=0.02)


def test_labels_in_parts_are_as_long_as_there_is_room() -> None:
    """In full, only the percentage, or nothing; in the middle of their part, in a colour that is read there."""
    won = (
        ChartBar("white", 80, tone="white"),
        ChartBar("by a black piece", 12, tone="black"),
        ChartBar("open", 8, tone="void"),
    )
    root = tree(stacks("Results", (("", won),)))
    values = texts(root, "value")
    assert values.keys() == {"white 80.0 %", "12.0 %", "open 8.0 %"}
    inks = {element.get("data-text"): element.get("fill") for element in classes(root, "value")}
    screen = THEMES["screen"]
    assert inks["open 8.0 %"] == screen.ink
    assert inks["white 80.0 %"] == screen.owners["white"].line
    assert inks["12.0 %"] == screen.owners["black"].line
    left, top, wide, _ = boxes(root, "share")[0]
    middle = left + (wide - width("white 80.0 %", SMALL)) / 2
    assert values["white 80.0 %"] == pytest.approx((middle, top + THICK / 2), abs=0.02)


def test_a_label_needs_three_units_on_either_side() -> None:
    """A part of 660 that is as long as its label and six units has all of it; one a hundredth shorter has the number."""
    long = width("open 8.0 %", SMALL) + 6
    for less, wanted in ((0, "open 8.0 %"), (0.01, "8.0 %")):
        won = (ChartBar("open", long - less, tone="void"), ChartBar("white", INNER - long + less, tone="white"))
        assert wanted in texts(tree(stacks("Results", (("", won),))), "value")


def test_panels_fill_two_columns_the_shorter_one_first() -> None:
    root = tree(COLUMNS, BARS, BARS)
    wide = (INNER - GUTTER) / 2
    places = [texts(panel, "heading", HEADING, bold=True) for panel in classes(root, "panel")]
    (years,), (second,), (third,) = (place.values() for place in places)
    assert second[0] - years[0] == pytest.approx(wide + GUTTER, abs=0.02)
    assert third[0] == second[0]
    assert third[1] - second[1] == pytest.approx(HEAD + 3 * ROW + APART, abs=0.1)
    assert all(box[0] + box[2] <= WIDE - MARGIN for box in boxes(root, "bar"))


def test_the_page_ends_below_the_longest_column() -> None:
    """A margin below the last bar, the lines of which are 19 units high."""
    root = tree(BARS)
    high = FIRST + 3 * ROW + MARGIN
    assert root.get("viewBox") == f"0 0 {WIDE:g} {high:g}"
    assert (root.get("width"), root.get("height")) == ("180mm", f"{180 * high / WIDE:g}mm")
    assert root.get("class") == "fairyscore-chart"


def test_shares_in_words() -> None:
    assert [percent(*pair) for pair in ((1, 2), (1, 2000), (1, 2001), (0, 5), (3, 0))] == [
        "50.0 %",
        "0.1 %",
        "< 0.1 %",
        "0.0 %",
        "0.0 %",
    ]
