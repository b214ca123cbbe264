"""Saved games of Zillions: what a line says, and what becomes of lines that say nothing."""

import pytest
from foreign import findings, first_game, judged, samples, the_law

from fairyscore.notation.formats.zsg import ZSG

HEAD = "Zillions Save Game File Version 0.02 HH\nRulesFile=x.zrf\nVariantName={}\n"


@pytest.mark.parametrize(
    ("variant", "line", "move", "before"),
    [
        ("chess", "Pawn e2 - e4", "e2-e4", ""),
        ("chess", "Pawn e4 x d5", "e4xd5", "e2-e4 d7-d5"),
        ("chess", "King e1 - g1 Rook h1 - f1", "O-O", "g1-f3 a7-a6 e2-e4 b7-b6 f1-c4 c7-c6"),
        ("chess", "Pawn e5 - d6 x d5", "e5xd6", "e2-e4 a7-a6 e4-e5 d7-d5"),
        ("chess", "Pawn g7 x h8 = Queen", "g7xh8=Q", "h2-h4 a7-a6 h4-h5 a6-a5 h5-h6 a5-a4 h6xg7 b7-b6"),
        ("kaleidochess", "Horse 2G - 2D", "2G-2D", ""),
        ("kaleidochess:dice", "?Dice Two dice\n1. Horse 2G - 2D", "2: 2G-2D", ""),
        ("chamaeleon:start=drop", "Knight c3", "N@c3", ""),
        ("cylindrical", "DababahRider c1 - c3", "c1-c3", "b2-c3 b7-c6 c3-b4 c6-b5"),
    ],
)
def test_a_move(variant: str, line: str, move: str, before: str) -> None:
    text = the_law(f'[Variant "{variant}"]\n\n{before} {move} *', ZSG)
    assert text.splitlines()[-1 - line.count("\n") :] == [
        f"{1 + before.count(' ') // 2 + bool(before)}. {line}" if not at else line
        for at, line in enumerate(line.split("\n"))
    ]


def test_what_zillions_writes_besides_is_understood() -> None:
    text = HEAD.format("Chess") + "1. P e2 - e4 @ e4 0 0\n1. PAWN E7 - E5\n2. Knight g1 - f3\n2. King e8 x e7\n"
    verdict = judged(text, ZSG)
    assert [(found.code, found.line, found.column) for found in verdict.findings] == [("capture-mark", 7, 4)]
    assert verdict.plies == 4
    assert verdict.whole, "a wrong mark takes nothing away"


@pytest.mark.parametrize(
    ("line", "code", "column"),
    [
        ("Pawn e2 - e4", "bad-value", 1),
        ("1. {Pawn e2 - e4}", "bad-value", 1),
        ("1. Wombat e2 - e4", "no-such-piece", 4),
        ("1. Pawn e2 - e9", "no-such-cell", 4),
        ("1. Pawn e2", "no-drops", 4),
        ("1. Pawn e2 e4 e5", "unreadable-move", 4),
        ("1. Pawn e2 - e5", "cannot-reach", 4),
        ("(White King e1)", "bad-value", 1),
    ],
)
def test_a_line_that_is_no_move_is_reported_with_its_place(line: str, code: str, column: int) -> None:
    found = findings(HEAD.format("chess") + line + "\n" + HEAD.format("chess") + "1. Pawn d2 - d4\n", ZSG)
    assert [(finding.game, finding.code, finding.line, finding.column) for finding in found] == [(1, code, 4, column)]


def test_the_next_game_is_saved() -> None:
    text = HEAD.format("nonsense") + "1. Pawn e2 - e4\n" + HEAD.format("chess") + "1. Pawn e2 - e4\n"
    assert [finding.code for finding in findings(text, ZSG)] == ["unknown-variant"]
    assert first_game(text, ZSG, 2).plies == 1


@pytest.mark.parametrize("path", samples())
def test_samples_come_back(path: str) -> None:
    the_law(path, ZSG)
