"""What NAGs mean, held against the list of the standard (PGN 10) by eye."""

import pytest

from fairyscore.notation.records.nags import meaning_of, nag_meaning, nag_of


def test_every_number_of_the_standard_has_words_of_its_own() -> None:
    words = {nag: meaning_of(nag) for nag in range(1, 140)}
    assert all(words.values())
    assert {nag: nag_meaning(text) for nag, text in words.items()} == {nag: nag for nag in words}


def test_older_words_are_still_read() -> None:
    older = "brilliant move", "White has the better development", "black is in time trouble", "hm"
    assert [nag_meaning(text) for text in older] == [3, 32, 139, None]


@pytest.mark.parametrize(
    ("signs", "meaning"),
    [
        ("!", "good move"),
        ("?", "mistake"),
        ("!!", "very good move"),
        ("??", "blunder"),
        ("!?", "interesting move"),
        ("?!", "doubtful move"),
        ("□", "forced move"),
        ("=", "drawish position"),
        ("∞ ~ inf", "unclear position"),
        ("⩲ += +/=", "White is slightly better"),
        ("⩱ =+ =/+", "Black is slightly better"),
        ("± +/-", "White is moderately better"),
        ("∓ -/+", "Black is moderately better"),
        ("+- +-- +−", "White is decisively better"),
        ("-+ --+ −+", "Black is decisively better"),
        ("N", "novelty"),
        ("D", "diagram"),
    ],
)
def test_signs_have_the_meaning_that_players_know(signs: str, meaning: str) -> None:
    assert {meaning_of(nag_of(sign) or 0) for sign in signs.split()} == {meaning}


@pytest.mark.parametrize(
    ("nag", "meaning"),
    [
        (4, "blunder"),
        (18, "White is decisively better"),
        (21, "Black is winning: the rest could be resigned"),
        (23, "Black is in zugzwang"),
        (28, "White has decisively more space"),
        (36, "White has the initiative"),
        (41, "Black has the attack"),
        (44, "White has enough compensation for the material"),
        (53, "Black controls the centre decisively"),
        (60, "White controls the queen's side slightly"),
        (67, "Black has a vulnerable first rank"),
        (76, "White has a well placed king"),
        (85, "Black has a very strong pawn structure"),
        (92, "White has a well placed bishop"),
        (105, "Black has well coordinated pieces"),
        (113, "Black played the opening very well"),
        (122, "White played the ending very poorly"),
        (134, "White has decisive counterplay"),
        (139, "Black is severely short of time"),
    ],
)
def test_some_of_them(nag: int, meaning: str) -> None:
    assert meaning_of(nag) == meaning


def test_others_mean_nothing() -> None:
    assert meaning_of(0) == meaning_of(200) == ""


def test_a_diagram_is_asked_for_by_its_number_or_its_letter() -> None:
    assert (nag_of("D"), nag_of("$220")) == (220, 220)
    assert (nag_of("-+"), nag_of("+-")) == (19, 18)


@pytest.mark.parametrize(
    ("sign", "nag"),
    [
        *zip(("!", "?", "!!", "??", "!?", "?!"), range(1, 7), strict=True),
        *((sign, 14) for sign in ("⩲", "+=", "+/=")),
        *((sign, 15) for sign in ("⩱", "=+", "=/+")),
        *((sign, 16) for sign in ("±", "+/-")),
        *((sign, 17) for sign in ("∓", "-/+")),
        *((sign, 18) for sign in ("+-", "+--", "+−")),
        *((sign, 19) for sign in ("-+", "--+", "−+")),
        *((sign, 13) for sign in ("∞", "~", "inf")),
        ("=", 10),
        ("N", 146),
    ],
)
def test_the_signs_that_people_write(sign: str, nag: int) -> None:
    assert nag_of(sign) == nag
