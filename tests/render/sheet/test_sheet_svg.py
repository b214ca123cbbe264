"""The SVG of sheets: what it is made of, that its text is there to be read, and that no text becomes markup."""

import io
import re
from collections import Counter
from functools import cache
from xml.etree import ElementTree as ET

import pytest
from drawn import HREF, RECORDS, SVG, classes, record
from injections import HARMLESS, INJECTIONS, planted
from nightly import NIGHTLY
from sheet_boxes import boxes_of, look_of

from fairyscore.notation.archive import judge_file
from fairyscore.notation.records.tree import Record
from fairyscore.notation.replay import Validator
from fairyscore.render.sheet.book import SheetBook, book
from fairyscore.render.sheet.look import SheetLook, paper
from fairyscore.render.story.builder import Diagrams, story_of, tell
from fairyscore.render.themes import THEMES

ELEMENTS = {"svg", "title", "desc", "defs", "metadata", "diagram", "g", "path", "use", "pattern", "text"}
"""What sheets are made of: a part of SVG 1.1, without script, style and links to elsewhere."""

VARIANTS = (
    "chess/annotated.pgn",
    "circular-70/annotated.pgn",
    "cylindrical/annotated.pgn",
    "tor-qi/annotated.pgn",
    "kaleidochess/annotated-four-players.pgn",
    "chamaeleon/annotated-three-players.pgn",
    "kaleidochess/dice-four-players.pgn",
)


@cache
def sheet(path: str) -> SheetBook:
    """The sheet of a sample's first game."""
    return book([tell(record(path))], look_of())


def roots(made: SheetBook) -> list[ET.Element]:
    """Its pages, as a parser has them."""
    return [ET.fromstring(made.svg(number)) for number in range(len(made.pages))]


def short(name: str) -> str:
    """A name without its namespace."""
    return name.rpartition("}")[2]


@pytest.mark.parametrize("path", VARIANTS)
def test_a_page_is_a_plain_document_with_ids_of_its_own(path: str) -> None:
    for root in roots(sheet(path)):
        assert {short(element.tag) for element in root.iter()} <= ELEMENTS
        attributes = {short(name) for element in root.iter() for name in element.attrib}
        assert not {name for name in attributes if name.startswith("on") or name == "style"}
        ids = [element.get("id") for element in root.iter() if element.get("id")]
        assert len(ids) == len(set(ids))
        used = {element.get(HREF, "") for element in root.iter(f"{SVG}use")}
        assert used <= {f"#{name}" for name in ids}
        assert root.get("width") == "210mm"
        assert root.get("viewBox") == "0 0 595.28 841.89"


@pytest.mark.parametrize("path", VARIANTS)
def test_a_page_is_the_same_whenever_it_is_drawn_and_is_small(path: str) -> None:
    again = book([tell(record(path))], look_of())
    for number in range(len(again.pages)):
        svg = again.svg(number)
        assert svg == sheet(path).svg(number)
        assert len(svg) < 820_000


def test_a_page_of_sixty_moves_is_small() -> None:
    made = book([tell(record("kaleidochess/two-players.pgn"))], look_of())
    assert sum(len(made.svg(number)) for number in range(len(made.pages))) < 300_000


def test_pages_of_one_sheet_can_stand_in_one_document() -> None:
    """As in a page of HTML: no id is in two of them."""
    made = book([tell(record("chess/annotated.pgn"))], look_of("a5"))
    ids = [{element.get("id") for element in root.iter() if element.get("id")} for root in roots(made)]
    assert len(ids) == 2
    assert not ids[0] & ids[1]


def test_the_text_is_there_to_be_read() -> None:
    lines = [element.text or "" for root in roots(sheet("chess/annotated.pgn")) for element in root.iter(f"{SVG}text")]
    joined = " ".join(lines)
    assert joined.startswith("Casual game Réti, Richard Tartakower, Savielly Chess · Vienna")
    assert "9. Qd8+!! The queen draws the king onto the file." in joined
    assert "Diagram 2: The bishop has uncovered the rook, and both give check" in joined
    assert "(5. Nxf6+ exf6 [5... gxf6 leads to a sharper game. 6. c3 Bf5] 6. c3 is the sober way.)" in joined
    assert "1–0 White wins: Black is checkmated." in joined


def test_throws_are_drawn_as_dice_and_read_as_records_have_them() -> None:
    (root,) = roots(sheet("kaleidochess/dice-four-players.pgn"))
    moves = [element.text for element in classes(root, "move")]
    assert moves[:4] == ["2: 8K+8F", "3: 3I+2F", "4: 5G+4F", "4: 7G+6F"]
    forms = {element.get("id", "").rpartition("-")[2] for element in root.iter(f"{SVG}path")}
    assert {f"rs{ord(die):x}" for die in "⚀⚁⚂⚃⚅"} <= forms


def test_castles_are_held_in_bands() -> None:
    pages = roots(sheet("kaleidochess/dice-four-players.pgn"))
    holders = [element.text for root in pages for element in classes(root, "holder")]
    assert holders[:3] == ["White", "Silver", "Black"]
    fields = [element.text for root in pages for element in classes(root, "field") if element.text]
    assert fields == ["1J", "3J", "5J", "7J"]


def test_the_shrinking_board_is_a_filmstrip() -> None:
    words = [element.text for root in roots(sheet("chamaeleon/annotated-three-players.pgn")) for element in root.iter()]
    assert words.index("How the board shrank") < words.index("The start")
    captions = [text for text in words if text and text.startswith("after ")]
    assert captions[-1] == "after 12.f5xd6"
    assert "after 7...a8-b6" in captions


def test_signs_of_annotators_are_drawn_and_others_are_put_in_words() -> None:
    made = text_of("1. e4 $14 e5 $22 2. Nf3 $24 Nc6 $9 *")
    assert "1. e4 ⩲" in made
    assert "e5 ⨀" in made
    assert "White has slightly more space." in made
    assert "Worst move." in made


def test_a_record_at_fault_is_set_up_to_there() -> None:
    text = b'[White "Anna"]\n[Result "1-0"]\n\n1. e4 e5 2. Ke3 Nc6 1-0\n'
    story = story_of(next(judge_file(io.BytesIO(text), Validator())))
    assert story is not None
    words = " ".join(box.text for box in boxes_of(book([story], look_of())) if box.text)
    assert "The record is at fault here Ke3: no white king can go to e3" in words
    assert "What stands behind it, not judged: 2. Ke3 Nc6" in words
    assert "Before the fault" in words


def test_moves_that_nobody_judged_are_marked_in_variations_too() -> None:
    text = b'[Variant "chess"]\n[Result "*"]\n\n1. e4 (1. d4 d5 2. Ke3 Nf6) 1... e5 *\n'
    story = story_of(next(judge_file(io.BytesIO(text), Validator())))
    assert story is not None
    words = " ".join(box.text for box in boxes_of(book([story], look_of())))
    assert "1. e4 (1. d4 d5 not judged: 2. Ke3 Nf6) 1... e5" in words
    assert "The record has a fault" in words
    assert "The position so far" in words


def text_of(moves: str) -> str:
    """All that the sheet of a game says."""
    verdict = next(judge_file(io.BytesIO(moves.encode()), Validator(variant="chess")))
    assert verdict.record is not None
    return " ".join(box.text for box in boxes_of(book([tell(verdict.record)], SheetLook(paper("a4"), moves="running"))))


def test_long_algebraic_diagrams_and_themes() -> None:
    """Every theme sets the same text at the same places."""
    given = record("circular-70/annotated.pgn")
    boxes = {
        name: list(boxes_of(book([tell(given, Diagrams(every=20))], SheetLook(paper("a5", "12"), theme=theme))))
        for name, theme in THEMES.items()
    }
    assert len(set(map(tuple, boxes.values()))) == 1


def test_missing_characters_are_reported_and_controls_are_written_out() -> None:
    given = Record("chess", (("White", "語棋 \u202e"), ("Event", "a\x1bb")))
    made = book([tell(given)], look_of())
    assert set(made.missing) == {"語", "棋"}
    text = " ".join(box.text for box in boxes_of(made))
    assert "\\u202e" in text
    assert "a\\x1bb" in text
    assert "\u202e" not in made.svg(0)


# -- markup is text ---------------------------------------------------------------------------------------------------


@cache
def victim() -> Record:
    """A short game with a variation."""
    verdict = next(judge_file(io.BytesIO(b'[Variant "chess"]\n\n1. e4 (1. d4) 1-0'), Validator()))
    assert verdict.record is not None
    return verdict.record


def names(text: str) -> Counter[str]:
    """The elements and attributes of the sheet of the victim with a text everywhere, but for those of letters and lines."""
    found: Counter[str] = Counter()
    made = book([tell(planted(victim(), text))], SheetLook(paper("400x2000mm", "10"), moves="running"))
    for root in roots(made):
        for element in root.iter():
            kind = short(element.tag)
            letters = (
                kind in ("use", "text")
                or element.get("transform")
                or re.search("-[rb]s?[0-9a-f]+$", element.get("id", ""))
            )
            for name in (kind, *(f"{kind}@{short(attribute)}" for attribute in element.attrib)):
                found[name] = max(found[name], 1) if letters else found[name] + 1
    return found


@cache
def harmless() -> Counter[str]:
    """The same with words that nobody minds."""
    return names(HARMLESS)


EACH = 1 if NIGHTLY else 10
"""Every tenth text by day, every one with the profile `nightly`; texts in Markdown are tried with all."""


@pytest.mark.parametrize("part", range(10))
def test_injections_leave_no_element_and_no_attribute(part: int) -> None:
    for text in INJECTIONS[part :: 10 * EACH]:
        assert names(text) == harmless(), text


def test_there_are_samples_of_every_variant() -> None:
    assert all((RECORDS / path).is_file() for path in VARIANTS)
