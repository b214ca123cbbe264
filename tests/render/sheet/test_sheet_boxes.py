"""On no sheet do two texts overlap or does one leave the page: samples, random annotated games, absurd ones."""

import re
from dataclasses import dataclass
from itertools import groupby, pairwise
from pathlib import Path

import pytest
from drawn import record
from hypothesis import given, settings
from hypothesis import strategies as st
from made_records import records
from nightly import NIGHTLY, sampled
from sheet_boxes import PageBox, boxes_of, look_of, outside, overlapping, solid

from fairyscore.notation.archive import judge_file
from fairyscore.notation.records.tree import Comment, MoveLine, Ply, Record, retagged
from fairyscore.notation.replay import Validator
from fairyscore.notation.rules.moves import Move
from fairyscore.notation.variants import variant
from fairyscore.render.font_outlines.letters import letters
from fairyscore.render.sheet.book import SheetBook, book
from fairyscore.render.sheet.lines import ASCENT, DESCENT
from fairyscore.render.sheet.look import SheetLook, Style, keys, paper
from fairyscore.render.sheet.setter import DIE
from fairyscore.render.story.builder import Diagrams, story_of, tell
from fairyscore.render.story.model import DICE, MoveEvent, Story

SAMPLES = Path(__file__).resolve().parents[3] / "samples"
FILES = sorted((SAMPLES / "games").rglob("*.pgn"))
SMALL_TOO = sampled(FILES, 6)
FAULTY = sorted((SAMPLES / "faults").glob("*.pgn"))
A4, A6, STRIP = paper("a4", "18mm"), paper("a6", "10mm"), paper("60x300mm", "5mm")


def clean(made: SheetBook) -> SheetBook:
    """The sheet, once it is seen that nothing overlaps and nothing leaves the page."""
    assert next(overlapping(solid(made)), None) is None
    assert outside(made) == []
    return made


def stories(path: Path, diagrams: Diagrams) -> list[Story]:
    """The games of a file that begin at all."""
    found = (story_of(verdict, diagrams) for verdict in judge_file(path, Validator()))
    return [story for story in found if story is not None]


@pytest.mark.parametrize(
    "path", sorted({*sampled(FILES, 3), *SMALL_TOO}), ids=lambda path: f"{path.parent.name}/{path.stem}"
)
def test_samples(path: Path) -> None:
    for number, story in enumerate(sampled(stories(path, Diagrams(every=25, end=True)), 3)):
        clean(book([story], SheetLook(A4)))
        if not number and path in SMALL_TOO:
            clean(book([story], SheetLook(A6, moves="running", clocks=True)))
            clean(book([story], SheetLook(paper("a5", "12,8", landscape=True), moves="columns")))


def test_faulty_samples() -> None:
    for path in sampled(FAULTY, 6):
        for story in stories(path, Diagrams()):
            made = clean(book([story], SheetLook(A6)))
            assert ("flaw" in {box.what for box in boxes_of(made)}) == (story.fault is not None)


@settings(max_examples=400 if NIGHTLY else 20)
@given(
    records(plies=24),
    st.sampled_from((A4, A6, STRIP)),
    st.sampled_from(("auto", "columns", "running")),
    st.sampled_from((Diagrams(), Diagrams(every=5), Diagrams(comments=True, captures=True, end=True))),
    st.sampled_from((Style(), Style(text=24, leading=1.37, small=1.2, tiny=1.2, title=48), Style(text=5, diagram=400))),
)
def test_random_games(record: Record, on: object, moves: str, diagrams: Diagrams, style: Style) -> None:
    clean(book([tell(record, diagrams)], SheetLook(on, style, moves=moves)))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("path", "on", "rows"),
    [
        ("chess/annotated.pgn", A4, 1),
        ("chess/annotated.pgn", STRIP, 2),
        ("kaleidochess/annotated-four-players.pgn", A4, 1),
        ("kaleidochess/annotated-four-players.pgn", STRIP, 4),
    ],
)
def test_players_stand_in_the_middle(path: str, on: object, rows: int) -> None:
    """Beside each other where they have room, else one below the other; a disc in front of each."""
    made = book([tell(record(path))], SheetLook(on))  # type: ignore[arg-type]
    lines = [[*line] for _, line in groupby(boxes_of(made), key=lambda box: (box.page, round(box.y + box.height / 2)))]
    players = [line for line in lines if line[-1].what == "player"]
    assert len(players) == rows
    for line in players:
        middle = (line[0].x + line[-1].x + line[-1].width) / 2
        assert line[0].what == "disc"
        assert middle == pytest.approx(made.look.paper.width_mm / 25.4 * 72 / 2, abs=0.1)


def knights(plies: int) -> list[Move]:
    """A game in which the knights go out and back."""
    fields = variant("chess").board.index
    texts = (("g1", "f3"), ("g8", "f6"), ("f3", "g1"), ("f6", "g8"))
    return [Move(fields[texts[ply % 4][0]], fields[texts[ply % 4][1]]) for ply in range(plies)]


MANY = 10 if NIGHTLY else 3
"""How absurd the games are."""

LONG = "x" * 2_000 * MANY
NAMES = " ".join(f"Player {number} of Forty" for number in range(40))


@pytest.mark.parametrize("moves", ["columns", "running"])
@pytest.mark.parametrize("on", [A4, STRIP])
def test_absurd_games(moves: str, on: object) -> None:
    out, back, *_ = knights(4)
    variations = tuple(
        MoveLine((Ply(back, annotations=(Comment("no"), MoveLine((Ply(back),)))),)) for _ in range(30 * MANY)
    )
    deep = MoveLine((Ply(back),))
    for _ in range(60):
        deep = MoveLine((Ply(back, annotations=(deep,)),), (Comment("deeper"),))
    marks = tuple(range(1, 200))
    plies = (
        Ply(out, marks, (Comment(LONG), Comment("W" * 400), *(Comment("[%diagram]"),) * 12)),
        Ply(back, marks, (*variations, deep, Comment(f"[%diagram {LONG[:3000]}]"))),
    )
    record = Record("chess", (("White", NAMES), ("Black", LONG), ("Event", NAMES), ("Site", LONG)), MoveLine(plies))
    made = clean(book([tell(record)], SheetLook(on, moves=moves)))  # type: ignore[arg-type]
    text = "".join(box.text for box in boxes_of(made))
    assert text.count("x") > 3 * len(LONG), "nothing of a text is left out"


def test_a_long_game_has_many_pages_with_their_heads() -> None:
    line = MoveLine(tuple(Ply(move) for move in knights(2000)))
    record = retagged(Record("chess", line=line), {"White": "Anna", "Black": "Bernd" * 80})
    made = clean(book([tell(record)], SheetLook(A6)))
    count = len(made.pages)
    assert count > 5
    folios = [box.text for box in boxes_of(made) if box.what == "folio"]
    assert folios == [f"page {page} of {count}" for page in range(1, count + 1)]
    heads = [box.text for box in boxes_of(made) if box.what == "running-head"]
    assert all(head.startswith("Anna – Bernd") and head.endswith("…") for head in heads)


def test_every_round_of_a_table_has_its_place() -> None:
    """Columns of the paper are read from the left: the numbers of rounds rise."""
    record = Record("chess", line=MoveLine(tuple(Ply(move) for move in knights(300))))
    made = clean(book([tell(record)], SheetLook(A4, moves="columns")))
    numbers = [int(box.text.rstrip(".")) for box in boxes_of(made) if box.what == "number"]
    assert numbers == list(range(1, 151))


def test_no_line_of_a_paragraph_stands_alone() -> None:
    comment = Comment("word " * 90)
    plies = tuple(Ply(move, annotations=(comment, Comment("[%diagram here]"))) for move in knights(24))
    made = clean(book([tell(Record("chess", line=MoveLine(plies)))], SheetLook(A4, moves="running")))
    boxes = [box for box in boxes_of(made) if box.what in ("moves", "diagram")]
    columns: list[list[PageBox]] = [[]]
    for box in boxes:
        last = columns[-1]
        if last and (box.page != last[-1].page or box.y < last[-1].y):
            columns.append([])
        columns[-1].append(box)
    assert len(columns) > 4
    for column in columns:
        assert [box.what for box in column[:2]] != ["moves", "diagram"], "no last line alone at the top"


def test_diagrams_go_on_to_the_next_good_place_and_stay_in_order() -> None:
    """Text passes a diagram that has no room, so that no column ends early; the result passes none."""
    comment = Comment("word " * 60)
    plies = tuple(Ply(move, annotations=(comment, Comment("[%diagram here]"))) for move in knights(24))
    look = SheetLook(paper("a5"), moves="running")
    made = clean(book([tell(Record("chess", line=MoveLine(plies), result="1-0"))], look))
    boxes = list(boxes_of(made))
    captions = [int(box.text.split()[1].rstrip(":")) for box in boxes if box.text.startswith("Diagram ")]
    assert captions == list(range(1, 25))
    for page in range(len(made.pages) - 1):
        deepest = max(box.y + box.height for box in boxes if box.page == page and box.what in ("moves", "caption"))
        assert deepest > look.paper.area.top + 0.75 * look.paper.area.height
    last = max(place for place, box in enumerate(boxes) if box.what in ("moves", "diagram"))
    assert last < next(place for place, box in enumerate(boxes) if box.what == "result")


def test_letters_keep_within_the_height_that_lines_have() -> None:
    """Every outline of the font: from the highest to the lowest point."""
    for bold in (False, True):
        for character, drawing in letters(bold).items():
            low, high = extent(drawing.partition(" ")[2])
            assert high >= -ASCENT * 1000, character
            assert low <= DESCENT * 1000, character


def test_dice_are_large_and_still_keep_within_their_line() -> None:
    for die in DICE:
        low, high = extent(letters(False)[die].partition(" ")[2])
        assert DIE * high >= -ASCENT * 1000
        assert DIE * low <= DESCENT * 1000


def extent(drawing: str) -> tuple[int, int]:
    """The lowest and the highest point of an outline, downward; controls of curves lie outside of what they bend."""
    y = start = low = high = 0
    for command, numbers in re.findall(r"([mhvlqz])([-0-9 ]*)", drawing):
        values = [int(number) for number in re.findall(r"-?[0-9]+", numbers)]
        match command:
            case "m":
                y = start = y + values[1]
            case "v":
                y += values[0]
            case "l" | "q":
                y += values[-1]
            case "z":
                y = start
        low, high = max(low, y), min(high, y)
    return low, high


def test_bounds_of_styles_are_tried_here() -> None:
    assert (keys()["text"]["minimum"], keys()["text"]["maximum"]) == (5.0, 24.0)
    assert keys()["leading"]["minimum"] >= ASCENT + DESCENT


@dataclass(frozen=True)
class Spread(Diagrams):
    """So many diagrams, as far apart as they can be."""

    plies: frozenset[int] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.plies)

    def wants(self, step: MoveEvent, ply: Ply) -> bool:
        return step.moment.ply in self.plies


def test_one_diagram_more_costs_one_page_at_most() -> None:
    """Seven of them are set in sentences where six are set in columns."""
    game = record("caliph-qi/caliph-qi.pgn")
    plies, pages = len(game.line.plies), [1]
    for count in range(9):
        spread = frozenset(round(plies * place / (count + 1)) for place in range(1, count + 1))
        pages.append(len(book([tell(game, Spread(plies=spread))], look_of("a5")).pages))
    assert all(after <= before + 1 for before, after in pairwise(pages)), pages
    assert pages[-1] <= 5


@pytest.mark.parametrize(
    ("size", "room"), [("100x80mm", 1), ("200x110mm", 1), ("100x150mm", 2), ("100x190mm", 3), ("100x230mm", 4)]
)
def test_a_whole_number_of_diagrams_fills_a_column(size: str, room: int) -> None:
    """They become a little smaller for one more: all columns have as many, but for the first, with its heading, and the
    last.
    """
    plies = tuple(Ply(move, annotations=(Comment("[%diagram here]"),)) for move in knights(24))
    look = SheetLook(paper(size, "10mm"), moves="running")
    diagrams = [
        box for box in boxes_of(book([tell(Record("chess", line=MoveLine(plies)))], look)) if box.what == "diagram"
    ]
    columns = [len(list(group)) for _, group in groupby(diagrams, key=lambda box: (box.page, box.x))]
    assert sum(columns) == 24
    assert set(columns[1:-1]) == {room}
    assert len({(box.width, box.height) for box in diagrams}) == 1
