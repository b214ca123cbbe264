"""Lines: every word once and in its order, none too wide, edges straight where they are to be."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairyscore.render.font_outlines.letters import FontFace
from fairyscore.render.language import _CURRENT, Language, current, language
from fairyscore.render.sheet.lines import LOOSEST, TIGHTEST, FaceRun, Word, broken, divided, fitting, parted, words

FACE = FontFace(10)
TEXTS = st.lists(st.text("abcdefgiljmWM.,-é漢\u0301 ", min_size=1, max_size=60), max_size=25).map(" ".join)


class EveryThreeLetters:
    """Stands for the extra `hyphens`."""

    def inserted(self, word: str, hyphen: str) -> str:
        return hyphen.join(word[at : at + 3] for at in range(0, len(word), 3))


@contextmanager
def dividing(divides: bool) -> Iterator[None]:
    spoken = Language("en", {})
    spoken._dictionary = EveryThreeLetters() if divides else None
    token = _CURRENT.set(spoken)
    yield
    _CURRENT.reset(token)


@given(
    TEXTS,
    st.floats(30, 300),
    st.sampled_from(("left", "justified", "centre", "right")),
    st.sampled_from((0.0, 12.0)),
    st.booleans(),
)
def test_nothing_is_lost_and_nothing_is_too_wide(
    text: str, wide: float, align: str, indent: float, divides: bool
) -> None:
    with dividing(divides):
        lines = broken(list(words(text, FACE)), wide, indent, align)  # type: ignore[arg-type]
    assert "".join(line.text for line in lines).replace(" ", "") == "".join(text.split())
    for line in lines:
        assert line.x >= -1e-6
        assert line.x + line.width <= wide + 1e-6
        assert [span.x for span in line.spans] == sorted(span.x for span in line.spans)


def test_a_divided_word_is_reported_whole_on_the_line_where_it_begins() -> None:
    with dividing(True):
        lines = broken(list(words("a counterattack and unexpectedness anywhere", FACE)), 80, align="justified")
    seen = ["".join(span.run.text for span in line.spans) for line in lines]
    assert seen == ["acounterattac-", "kandunexpecte-", "dnessanywhere"]
    assert [line.text for line in lines] == ["a counterattack", "and unexpectedness", "anywhere"]


def test_words_are_divided_by_the_language_that_was_asked_for() -> None:
    pytest.importorskip("pyphen")
    with language("de"):
        assert "-".join(current().divided("Gegenangriff")) == "Gegen-an-griff"
    with language("en"):
        assert "-".join(current().divided("counterattack")) == "coun-ter-at-tack"
    assert current().divided("counterattack") == ["counterattack"]


def test_words_between_blanks_are_what_is_read() -> None:
    text = "the longer one of two short lines is not much longer than the other"
    assert " ".join(line.text for line in broken(list(words(text, FACE)), 160)) == text


def test_justified_lines_reach_the_edge_and_the_last_does_not() -> None:
    text = "many plain words of the usual length, as they stand in comments, " * 4
    lines = broken(list(words(text, FACE)), 200, align="justified")
    assert len(lines) > 3
    assert [round(line.width, 3) for line in lines[:-1]] == [200.0] * (len(lines) - 1)
    assert lines[-1].width < 200


def test_blanks_are_neither_too_wide_nor_too_narrow() -> None:
    text = "some longerwordsthannormal and a few short ones in a narrow column of text " * 5
    for line in broken(list(words(text, FACE)), 110, align="justified"):
        ends = [span.x + span.run.width for span in line.spans]
        gaps = [span.x - end for span, end in zip(line.spans[1:], ends, strict=False)]
        for gap in gaps:
            assert TIGHTEST - 1e-6 <= gap / FACE.blank <= LOOSEST + 1e-6


def test_the_first_line_is_set_in() -> None:
    lines = broken(list(words("one two three four five six", FACE)), 60, indent=10)
    assert [line.x for line in lines] == [10.0] + [0.0] * (len(lines) - 1)


def test_a_number_stays_with_its_move() -> None:
    moves = [
        Word((FaceRun(f"{number}.", FACE), FaceRun("Nf3", FACE, 1.5), FaceRun("!?", FACE))) for number in range(1, 40)
    ]
    for line in broken(moves, 90):
        assert all(word.endswith("Nf3!?") for word in line.text.replace(". N", ".N").split())


@pytest.mark.parametrize("wide", [12.0, 30.0, 100.0])
def test_a_word_without_end_is_torn(wide: float) -> None:
    parts = list(fitting(Word((FaceRun("x" * 500, FACE), FaceRun("y" * 500, FACE, 3.0))), wide))
    assert "".join(run.text for part in parts for run in part.runs) == "x" * 500 + "y" * 500
    assert all(part.width <= wide for part in parts)
    assert [part.apart for part in parts] == [True] + [False] * (len(parts) - 1)


def test_a_letter_wider_than_the_paper_still_stands_somewhere() -> None:
    assert [line.text for line in broken(list(words("WW", FACE)), 1.0)] == ["W", "W"]


# -- words -------------------------------------------------------------------------------------------------------------


def read(found: list[Word]) -> list[str]:
    return [word.text for word in found]


def test_dashes_and_numbers_stay_with_their_words() -> None:
    """Four parts at most."""
    assert read(words("see 12. Nf3 or 3... d5 – or", FACE)) == ["see", "12. Nf3", "or", "3... d5 –", "or"]
    assert read(words("a – – – – b", FACE)) == ["a – – –", "–", "b"]
    assert read(words("– a", FACE)) == ["–", "a"]
    assert read(words("1234. a 12.. b", FACE)) == ["1234.", "a", "12..", "b"]
    first = words("12. Nf3", FACE)[0]
    assert [run.gap for run in first.runs] == [0.0, FACE.blank]


def test_words_are_divided_after_hyphens_of_three_letters_on_either_side() -> None:
    found = words("bishop-rider a2-b3 so-called", FACE)
    assert read(found) == ["bishop-", "rider", "a2-b3", "so-called"]
    assert [word.apart for word in found] == [True, False, True, True]


def test_a_word_is_as_wide_as_its_runs() -> None:
    word = Word((FaceRun("12.", FACE), FaceRun("Nf3", FACE, 1.5)))
    assert word.width == FACE.width("12.") + 1.5 + FACE.width("Nf3")
    assert (word.inner, word.blank) == (1.5, FACE.blank)
    assert word._replace(apart=False).blank == 0
    assert word.text == "12. Nf3"
    assert word.hyphen == FaceRun("-", FACE)
    assert read([word.joined(FaceRun("!", FACE))]) == ["12. Nf3!"]
    assert Word((FaceRun("⚀", FACE, 0.0, "1:"),)).text == "1:"


def test_a_sentence_is_as_many_words_as_it_has() -> None:
    move = Word((FaceRun("5.", FACE), FaceRun("rook to b3", FACE, 1.5), FaceRun("!", FACE)), apart=False)
    found = list(parted(move))
    assert read(found) == ["5. rook", "to", "b3!"]
    assert [word.apart for word in found] == [False, True, True]
    assert found[0].runs[1].gap == 1.5


def test_words_that_are_too_wide_are_torn_between_their_runs_first() -> None:
    word = Word((FaceRun("one", FACE), FaceRun("two", FACE, 2.0), FaceRun("three", FACE, 2.0)))
    wide = FACE.width("one") + 2 + FACE.width("two")
    assert read(list(fitting(word, wide))) == ["one two", "three"]
    assert read(list(fitting(word, wide - 0.1))) == ["one", "two", "three"]
    assert [part.runs[0].gap for part in fitting(word, wide)] == [0, 0]
    assert list(fitting(word, word.width)) == [word]


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("unexpected", ["une", "xpe", "cte", "d"]),
        ("(unexpected),", ["(une", "xpe", "cte", "d),"]),
        ("house", ["house"]),
        ("Nb1xc3d4", ["Nb1xc3d4"]),
    ],
)
def test_only_long_words_of_letters_are_divided(word: str, parts: list[str]) -> None:
    with dividing(True):
        found = list(divided(Word((FaceRun(word, FACE),))))
    assert read(found) == parts
    assert [part.divided for part in found] == [True] * (len(parts) - 1) + [False]
    assert [part.apart for part in found] == [True] + [False] * (len(parts) - 1)


# -- lines at their places ---------------------------------------------------------------------------------------------

TWO = FACE.width("one") + FACE.blank + FACE.width("two")


@pytest.mark.parametrize(("align", "left"), [("left", 0), ("centre", 10), ("right", 20), ("justified", 0)])
def test_a_line_stands_where_it_is_aligned(align: str, left: float) -> None:
    (line,) = broken(list(words("one two", FACE)), TWO + 20, align=align)  # type: ignore[arg-type]
    assert line.x == pytest.approx(left)
    assert line.width == pytest.approx(TWO)
    assert [span.x for span in line.spans] == pytest.approx([left, left + FACE.width("one") + FACE.blank])
    assert (line.text, line.seen, line.size) == ("one two", 1.0, 10)


def test_a_line_that_just_fits_is_not_broken() -> None:
    assert len(broken(list(words("one two", FACE)), TWO)) == 1
    assert len(broken(list(words("one two", FACE)), TWO - 0.01)) == 2
    assert broken([], 100) == []


def test_the_first_line_has_less_room_where_it_is_set_in() -> None:
    assert len(broken(list(words("one two", FACE)), TWO + 5, indent=5)) == 1
    assert len(broken(list(words("one two", FACE)), TWO + 5, indent=5.1)) == 2


def test_gaps_within_words_are_stretched_as_blanks_are() -> None:
    """Five points are shared by a gap of one and a blank, by their width."""
    move, rest = Word((FaceRun("12.", FACE), FaceRun("Nf3", FACE, 1.0))), Word((FaceRun("good", FACE),))
    plain = move.width + FACE.blank + rest.width
    first, *_ = broken([move, rest, *words("x" * 30, FACE)], plain + 3, align="justified")
    stretch = 1 + 3 / (1 + FACE.blank)
    assert first.spans[1].x == pytest.approx(FACE.width("12.") + stretch)
    assert first.spans[2].x == pytest.approx(move.width - 1 + stretch + FACE.blank * stretch)
    assert first.width == pytest.approx(plain + 3)


def test_a_line_that_would_be_too_loose_is_left_ragged() -> None:
    """Blanks become 3.6 times as wide at most."""
    long = "x" * 40
    for free, justified in ((2.59, True), (2.61, False)):
        first, *_ = broken(list(words(f"one two {long}", FACE)), TWO + free * FACE.blank, align="justified")
        assert (first.width > TWO + 0.01) is justified


def test_breaks_are_chosen_together() -> None:
    """Filled one by one, the second line would have a single short word: `aaa bb`, `cc`, `ddddd`."""
    lines = broken(list(words("aaa bb cc ddddd", FACE)), FACE.width("aaa bb") + 0.1)
    assert [line.text for line in lines] == ["aaa", "bb cc", "ddddd"]


def test_how_much_of_a_divided_word_stands_on_its_line() -> None:
    with dividing(True):
        lines = broken(list(words("a counterattack and unexpectedness anywhere", FACE)), 80, align="justified")
    assert [line.seen for line in lines] == [1.0, len("k and unexpecte-") / len("and unexpectedness"), 1.0]
