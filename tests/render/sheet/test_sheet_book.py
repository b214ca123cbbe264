"""Games on pages: columns, running heads, titles, and how many pages they need."""

from dataclasses import replace

import pytest
from stories import story

from fairyscore.render.sheet.book import SheetBook, _Game, book
from fairyscore.render.sheet.look import MILLIMETRE, SheetLook, paper, read
from fairyscore.render.sheet.pages import DiagramItem, Letters
from fairyscore.render.story.model import Story

GAME = '[White "Anna"]\n[Black "Bert"]\n[Result "{result}"]\n\n{moves} {result}'
KNIGHTS = "Nf3 Nf6 Ng1 Ng8 "


def game(moves: str, result: str = "*") -> Story:
    return story(GAME.format(moves=moves, result=result))


def texts(made: SheetBook, page: int = 0) -> list[tuple[str, str]]:
    """Each line of a page with what it is."""
    parts = [part for item, _ in made.pages[page].placed for part in item.item.parts]
    return [(part.what, part.line.text) for part in parts if isinstance(part, Letters)]


def texts_of(made: SheetBook, what: str, page: int = 0) -> list[str]:
    return [text for kind, text in texts(made, page) if kind == what]


# -- titles ------------------------------------------------------------------------------------------------------------


def test_a_sheet_is_called_after_its_games() -> None:
    look = SheetLook(paper("a4"))
    one, other = game("1. e4 e5"), story('[White "Cleo"]\n[Annotator "Wolf"]\n[Result "*"]\n\n1. d4 d5 *')
    assert book([one], look).title == "Anna – Bert"
    made = book([one, other, one], SheetLook(paper("1000x1000mm")))
    assert made.title == "Anna – Bert and 2 more"
    assert made.authors == ("Wolf",)
    assert [page.title for page in made.pages] == ["Anna – Bert"]
    ends = ["Chess, 2 plies, *, The game is not finished."] * 2
    assert made.pages[0].summary.split("; ") == ends  # the game that stands there twice is told once


def test_characters_without_a_drawing_are_reported() -> None:
    made = book([story('[White "語"]\n[Result "*"]\n\n1. e4 *')], SheetLook(paper("a4")))
    assert set(made.missing) == {"語"}


# -- pages -------------------------------------------------------------------------------------------------------------


def test_a_single_page_has_no_number() -> None:
    made = book([game("1. e4")], SheetLook(paper("a4")))
    assert (len(made.pages), texts_of(made, "folio"), texts_of(made, "running-head")) == (1, [], [])


def test_pages_have_numbers_and_running_heads() -> None:
    """The first has its number in the lower margin, in the middle; the others above, at the right, beside who plays."""
    look = SheetLook(paper("a6", "15mm"))
    made = book([game(KNIGHTS * 100)], look)
    count = len(made.pages)
    assert count > 2
    assert [texts_of(made, "folio", page) for page in range(count)] == [
        [f"page {page + 1} of {count}"] for page in range(count)
    ]
    assert [texts_of(made, "running-head", page) for page in range(3)] == [[], ["Anna – Bert"], ["Anna – Bert"]]
    assert [page.title for page in made.pages[:2]] == [f"Anna – Bert, page {page} of {count}" for page in (1, 2)]
    area = look.paper.area
    first = next(
        item
        for item, _ in made.pages[0].placed
        if any(isinstance(part, Letters) and part.what == "folio" for part in item.item.parts)
    )
    (number,) = (part for part in first.item.parts if isinstance(part, Letters))
    assert first.y > area.bottom
    assert first.y + first.item.height / 2 == pytest.approx((area.bottom + look.paper.height) / 2, abs=0.02)
    assert number.line.x + number.line.width / 2 == pytest.approx(area.width / 2, abs=0.02)
    head = made.pages[1].placed[0][0]
    assert (head.x, head.y) == (area.left, area.top)
    _, right, _ = head.item.parts
    assert isinstance(right, Letters)
    assert right.line.x + right.line.width == pytest.approx(area.width, abs=0.02)


def test_a_narrow_margin_has_no_number() -> None:
    made = book([game(KNIGHTS * 100)], SheetLook(paper("a6", "5mm")))
    assert texts_of(made, "folio", 0) == []
    assert texts_of(made, "folio", 1) == [f"page 2 of {len(made.pages)}"]


def test_games_run_on_below_each_other() -> None:
    made = book([game("1. e4"), game("1. d4")], SheetLook(paper("a4")))
    assert len(made.pages) == 1
    moves = texts_of(made, "move") + texts_of(made, "moves")
    assert any("e4" in text for text in moves)
    assert any("d4" in text for text in moves)


def test_a_game_begins_where_its_heading_and_some_moves_have_room() -> None:
    """Sixteen times the letters: less is left at the foot of a page in two of many heights."""
    look = SheetLook(paper("a5", "12mm"), moves="running")
    for count in range(40, 60, 4):
        made = book([game(KNIGHTS * count), game("1. d4 d5")], look)
        pages = [page for page in range(len(made.pages)) if texts_of(made, "player", page)]
        tops = [
            item.y
            for item, _ in made.pages[pages[-1]].placed
            if any(isinstance(part, Letters) and part.what == "player" for part in item.item.parts)
        ]
        assert tops[-1] < look.paper.area.bottom - 6 * look.style.text


# -- how a game is set -------------------------------------------------------------------------------------------------


def as_table(moves: str, how: str = "auto") -> bool:
    return _Game(game(moves), SheetLook(paper("a4"), moves=how)).as_table


def test_moves_stand_in_columns_unless_many_have_remarks() -> None:
    """More than one of seven."""
    plain = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 "
    assert as_table(plain)
    assert as_table(plain + "Ng1 {so}")
    assert not as_table("Nf3 Nf6 Ng1 Ng8 Nf3 {so} Nf6")
    assert as_table("1. e4 {so}", "columns")
    assert not as_table(plain, "running")


def columns(text: Story | None = None, size: float = 1.0, **style: float) -> int:
    """How many columns a game has on paper of 174 millimetres."""
    values = "".join(f"{name} = {value}\n" for name, value in style.items())
    look = SheetLook(paper("a4", "18mm"), read(values), moves="running")
    return _Game(text or game("1. e4"), look)._columns(size)


def test_columns_of_sentences_have_room_for_their_text_and_diagrams() -> None:
    """Two of 83 mm, three of 52.7; a diagram may be a tenth wider than its column."""
    assert [columns(column=width) for width in (84, 83, 53, 52)] == [1, 2, 2, 3]
    assert [columns(column=40, diagram=width) for width in (93, 92, 59, 58)] == [1, 2, 2, 3]
    assert columns(column=84, size=0.9) == 2
    assert columns(column=40, diagram=93, size=0.9) == 2
    assert columns(column=20 + 20, size=0.5) == 3  # no column is narrower than forty millimetres
    assert columns(diagram=400) == 1


def test_broad_boards_have_fewer_columns() -> None:
    wide = story('[Variant "capablanca"]\n[Result "*"]\n\n*')
    assert [columns(column=40, diagram=58), columns(wide, column=40, diagram=58)] == [3, 2]


def test_columns_of_moves_have_room_for_each_move() -> None:
    """Fifty millimetres at least."""
    look = SheetLook(paper("a4", "18mm"), read("diagram = 40\n"), moves="columns")
    assert _Game(game("1. e4 e5"), look)._columns(1.0) == 3
    assert SheetLook(paper("a4", "18mm")).width_of(3) > 50 * MILLIMETRE > SheetLook(paper("a4", "18mm")).width_of(4)


def captions(text: Story) -> list[str]:
    return texts_of(book([text], SheetLook(paper("a4"), moves="running")), "caption")


def test_the_last_position_is_drawn_with_what_it_is() -> None:
    assert captions(game("1. e4")) == ["The position so far"]
    assert captions(game("1. e4", "1-0")) == ["Final position"]
    assert captions(game("1. e4 e5 2. Ke3 Nc6")) == ["Before the fault"]
    assert captions(game("1. e4 $220")) == ["Diagram 1: after 1.e4"]
    assert captions(game("")) == []


def test_a_start_that_is_not_the_usual_one_is_drawn() -> None:
    text = story('[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n[SetUp "1"]\n[Result "*"]\n\n1. e4 *')
    assert captions(text) == ["The start", "The position so far"]


def test_diagrams_become_smaller_where_that_saves_a_page() -> None:
    """No smaller than 68 hundredths of what they would be."""
    moves = "".join(f"{move} {'$220 ' if not ply % 6 else ''}" for ply, move in enumerate((KNIGHTS * 20).split()))
    look = SheetLook(paper("a5", "10mm"), moves="running")
    text = game(moves)
    widths = [
        part.width
        for page in book([text], look).pages
        for item, _ in page.placed
        for part in item.item.parts
        if isinstance(part, DiagramItem)
    ]
    whole = _Game(text, replace(look, columns=1))
    assert len({*widths}) == 1
    usual = next(
        part.width for item in whole._set(1)[0].sized(1.0) for part in item.parts if isinstance(part, DiagramItem)
    )
    assert 0.6 * usual < widths[0] <= usual
