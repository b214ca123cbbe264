"""Lines: every word once and in its order, none too wide, edges straight where they are to be."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairyscore.render.font_outlines.letters import FontFace
from fairyscore.render.language import _CURRENT, Language, current, language
from fairyscore.render.sheet.lines import LOOSEST, TIGHTEST, FaceRun, Word, broken, fitting, words

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
