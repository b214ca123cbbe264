"""Signs for mistakes as lichess gives them: by the loss of the chance to win, and by mates let go or allowed."""

import pytest

from fairyscore import EngineScore, Position
from fairyscore.notation.engines.mistakes import MoveSign, SignsFault, sign_of, signs_in, usual_signs

WHITE, BLACK = Position.start("chess").variant.seats


def score(text: str) -> EngineScore:
    return EngineScore(WHITE, mate=int(text[1:])) if text.startswith("#") else EngineScore(WHITE, int(text))


@pytest.mark.parametrize(
    ("before", "after", "sign"),
    [
        ("0", "-50", ""),  # 4.6 % of the chance
        ("0", "-55", "inaccuracy"),  # 5.05 %
        ("0", "-109", "inaccuracy"),  # 9.9 %
        ("0", "-111", "mistake"),  # 10.1 %
        ("0", "-168", "mistake"),  # 14.98 %
        ("0", "-170", "blunder"),  # 15.2 %
        ("-100", "100", ""),
        ("900", "400", "blunder"),
        ("3000", "1100", ""),  # 1.7 %
        ("1500", "700", "inaccuracy"),  # 6.7 %: signs are not cut off at ten pawns, as the graph of lichess is
        ("0", "#-5", "blunder"),
        ("-700", "#-5", "blunder"),
        ("-701", "#-5", "mistake"),
        ("-999", "#-5", "mistake"),
        ("-1000", "#-5", "inaccuracy"),
        ("#2", "700", "blunder"),
        ("#2", "701", "mistake"),
        ("#2", "1000", "inaccuracy"),
        ("#2", "#-1", "blunder"),
        ("#2", "#9", ""),
        ("#-9", "#-1", ""),
        ("#-9", "0", ""),
        ("400", "#0", "blunder"),  # who mates himself, where that can be
    ],
)
def test_signs(before: str, after: str, sign: str) -> None:
    found = sign_of(score(before), score(after), usual_signs())
    assert (found.name if found else "") == sign


def test_the_chance_is_that_of_lichess() -> None:
    assert [round(EngineScore(WHITE, pawns * 100).chance, 4) for pawns in (-20, -1, 0, 1, 3)] == [
        0.0006, 0.409, 0.5, 0.591, 0.7511,
    ]  # fmt: skip
    assert EngineScore(WHITE, mate=-4).of(BLACK) == EngineScore(BLACK, mate=4)
    assert EngineScore(WHITE, mate=0).of(BLACK).chance == 1


def test_a_table_of_ones_own() -> None:
    signs = signs_in("[dubious]\nnag = 6\nloss = 0.3\nline = false\n[awful]\nnag = 4\nloss = 0.6\n")
    assert signs == (MoveSign("dubious", 6, 0.3, None, False), MoveSign("awful", 4, 0.6, None, True))
    assert sign_of(score("0"), score("-400"), signs) == signs[0]
    assert sign_of(score("0"), score("-300"), signs) is None
    assert signs_in("") == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nag", "it is no TOML"),
        ("nag = 4", r"nag must be a table, as \[nag\]"),
        ("[x]\nloss = 0.1", "x: nag must be a number from 1 to 255"),
        ("[x]\nnag = 300\nloss = 0.1", "x: nag must be a number from 1 to 255"),
        ("[x]\nnag = 4\nloss = 5", "x: loss must be a number from 0 to 1"),
        ("[x]\nnag = 4\nloss = 0.1\ndecided = 'no'", "x: decided must be a number of centipawns"),
        ("[x]\nnag = 4\nloss = 0.1\nline = 1", "x: line must be true or false"),
        ("[x]\nnag = 4\nloss = 0.1\nmate = 1", "x: mate means nothing; there are nag, loss, decided, line"),
    ],
)
def test_tables_that_make_no_sense(text: str, message: str) -> None:
    with pytest.raises(SignsFault, match=message):
        signs_in(text)
