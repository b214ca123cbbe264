"""Remarks as books print them."""

import pytest

from fairyscore.render.book.remarks import (
    JOINER,
    Annotator,
    annotator_of,
    language_of,
    leading_sign,
    quoted,
    text,
    unbroken,
)

ENGLISH, GERMAN = Annotator("en", "KQRBN"), Annotator("de", "KDTLS")


@pytest.mark.parametrize(
    ("remark", "printed"),
    [
        ("Nf3 Ngf3 N1f3 Nxf3 Nb1xf3 Kd2", "♘f3 ♘gf3 ♘1f3 ♘xf3 ♘b1xf3 ♔d2"),
        ("Queen Bf33 xNf3 Nf9", "Queen Bf33 xNf3 Nf9"),  # none of these is a move
        ("$16 $999 $1600 $140", "± $999 $1600 ∆"),
        ("0-0 0-0-0 O-O", f"O-{JOINER}O O-{JOINER}O-{JOINER}O O-{JOINER}O"),
        ("12. Nf3 3... e5 4. then", "12.♘f3 3...e5 4. then"),
        ("a  b\n c", "a b c"),
        ("he said ( so ) .", "he said (so)."),
        ("it's", "it’s"),
        ("1-0 ½-½ e2-e4", f"1–{JOINER}0 ½–{JOINER}½ e2-{JOINER}e4"),
        ("+- -+ well-known a - b", f"+{JOINER}− −{JOINER}+ well-known a – b"),
    ],
)
def test_remarks_in_english(remark: str, printed: str) -> None:
    assert text(remark, ENGLISH) == printed


def test_letters_of_another_language_and_none() -> None:
    assert text("Sf3 Nf3 Dd1", GERMAN) == "♘f3 Nf3 ♕d1"
    assert text("Nf3 0-0", Annotator("en")) == f"Nf3 O-{JOINER}O"


@pytest.mark.parametrize(
    ("given", "language", "printed"),
    [
        ('"good"', "en", "“good”"),
        ('"good", he said', "de", "„good“, he said"),
        ('a "b" c "d".', "en", "a “b” c “d”."),
        ('("so")', "en", "(“so”)"),
        ('a "b', "en", "a “b"),
        ('"a"', "fr", "«\u202fa\u202f»"),
        ('"a"', "xx", "“a”"),
        ('x"y"z', "en", "x“y”z"),
    ],
)
def test_quotes(given: str, language: str, printed: str) -> None:
    assert quoted(given, language) == printed


@pytest.mark.parametrize(
    ("remark", "sign", "rest"),
    [
        ("! Good", "!", "Good"),
        ("(?!) so", "?!", "so"),
        ("!!", "!!", ""),
        ("!Good", "", "!Good"),
        ("Good !", "", "Good !"),
        ("", "", ""),
    ],
)
def test_the_sign_that_a_remark_begins_with(remark: str, sign: str, rest: str) -> None:
    assert leading_sign(remark) == (sign, rest)


def test_the_language_that_words_tell() -> None:
    """Three words of it, or as many as are wanted."""
    assert language_of("the rook is on the file") == "en"
    assert language_of("Der Turm steht auf der Linie und nicht auf dem Feld") == "de"
    assert language_of("the rook") == ""
    assert language_of("the rook", least=1) == "en"
    assert language_of("12. Nf3") == ""


def test_who_annotates_a_game() -> None:
    """His language, and his letters: those that are found more often in moves; none for games without figurines."""
    german = "Der Turm steht auf der Linie und nicht auf dem Feld. Sf3 Dd1"
    assert annotator_of(german, "en", figurines=True) == GERMAN
    assert annotator_of(german.replace("Sf3 Dd1", "Nf3 Qd1"), "en", figurines=True) == Annotator("de", "KQRBN")
    assert annotator_of(german, "en", figurines=False) == Annotator("de")
    assert annotator_of("12. 13.", "fr", figurines=True).language == "fr"
    assert annotator_of("12. 13.", "xx", figurines=True) == Annotator("xx", "KQRBN")


def test_spaced_results_and_moves_are_one_piece() -> None:
    assert unbroken("12. e4 1... e5") == "12.e4 1...e5"
    assert unbroken("in 12. move") == "in 12. move"
