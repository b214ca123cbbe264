"""Letters of pieces in other languages."""

import io

import pytest

from fairyscore.notation.archive import judge_file
from fairyscore.notation.editing.rewrite import is_sure
from fairyscore.notation.moves.languages import LANGUAGES, english, languages_with, named_letters
from fairyscore.notation.replay import Validator

SPANISH = {"Nf3": "Cf3", "Bb5": "Ab5", "Qxd8+": "Dxd8+", "e8=R": "e8=T", "Kd2": "Rd2", "N1d2": "C1d2", "Rab1": "Tab1"}


@pytest.mark.parametrize(("move", "written"), SPANISH.items())
def test_letters_are_those_of_the_piece(move: str, written: str) -> None:
    assert english(written, "es") == move


@pytest.mark.parametrize("token", ["e4", "O-O", "1.", "{Dame und Turm}", "1-0", "$1", "Tal"])
def test_other_tokens_stay(token: str) -> None:
    assert english(token, "de") == token


def test_languages_are_found_by_their_letters() -> None:
    assert named_letters(["Sf3", "e5", "Lb5", "{Ta3}"]) == {"S", "L"}
    assert languages_with({"S", "L"}) == ("de", "da", "no", "sv", "sl")
    assert all(len(letters.split()) == 5 for _, letters in LANGUAGES.values())


GERMAN = b'[Result "*"]\n\n1. e4 e5 2. Sf3 Sc6 3. Lb5 *\n'


def test_the_language_in_which_all_is_legal_is_taken_and_reported() -> None:
    (verdict,) = judge_file(io.BytesIO(GERMAN), Validator())
    assert [(one.code, one.facts["why"]) for one in verdict.findings] == [("piece-letters", "German")]
    assert verdict.whole
    assert not is_sure(verdict)  # fmt leaves it as it is


def test_a_language_that_is_named_needs_no_word() -> None:
    (verdict,) = judge_file(io.BytesIO(GERMAN), Validator(letters="de"))
    assert (verdict.plies, verdict.findings) == (5, [])
    assert is_sure(verdict)


def test_english_comes_first() -> None:
    (verdict,) = judge_file(io.BytesIO(b'[Result "*"]\n\n1. e4 e5 2. Nf3 Rc6 *\n'), Validator())
    assert [one.code for one in verdict.findings] == ["no-piece-reaches"]
