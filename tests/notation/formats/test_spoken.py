"""Games as sentences: what a line says, and what becomes of lines that say nothing."""

import pytest
from foreign import findings, judged, judged_all, samples, the_law

from fairyscore.notation.formats import pgn
from fairyscore.notation.formats.spoken import SPOKEN

CHESS = "A game of Chess.\n\n"


@pytest.mark.parametrize(
    ("variant", "line", "move", "before"),
    [
        ("chess", "1. White: pawn from e2 goes to e4.", "e4", ""),
        ("chess", "1. Black: pawn from d7 goes to d5.", "d5", "e4"),
        ("chess", "2. White: pawn from e4 takes pawn at d5.", "exd5", "e4 d5"),
        ("chess", "4. White: king castles kingside.", "O-O", "Nf3 a6 e4 b6 Bc4 c6"),
        ("chess", "3. White: pawn from e5 takes pawn at d6 in passing.", "exd6", "e4 a6 e5 d5"),
        ("kaleidochess:dice", "1. White: 2: horse from 2G goes to 2D.", "2: 2G-2D", ""),
        ("chamaeleon:players=3,start=drop", "1. Silver: knight drops on c4.", "N@c4", "N@c3"),
    ],
)
def test_a_move(variant: str, line: str, move: str, before: str) -> None:
    assert the_law(f'[Variant "{variant}"]\n\n{before} {move} *', SPOKEN).splitlines()[-2:] == [line, "Result: *"]


@pytest.mark.parametrize("variant", ["isolation", "duck", "seirawan"])
def test_moves_that_cannot_be_spoken_are_not_written(variant: str) -> None:
    """The wall beside a move of Isolation would be lost without a word."""
    record = judged(f'[Variant "{variant}"]\n\n*', pgn.PGN).record
    assert record is not None
    assert "cannot be written in sentences: its moves put walls or bring pieces in" in SPOKEN.refusal(record)


def test_remarks_and_glyphs_come_back() -> None:
    glyphs = " ".join(f"${nag}" for nag in (1, 7, 33, 220, 9999))
    text = the_law(f'[White "A"]\n\n{{White: a remark.}} 1. e4 {glyphs} {{Result: 1-0}}\n%aside\n1-0', SPOKEN)
    assert text.count("Glyph: ") == 5
    assert (
        "Glyph: good move\nGlyph: forced move\nGlyph: Black is moderately ahead in development\nGlyph: diagram\n"
        in text
    )
    assert text.endswith("Glyph: 9999\nRemark: Result: 1-0\nAside: aside\nResult: 1-0\n")


def test_dictation_is_understood() -> None:
    text = """a line of a dream
A game of kaleidochess.
White: Anna

White: the horse on 2g moves to 2d
remark: well begun
BLACK: 6g-6d
"""
    verdict = judged(text, SPOKEN)
    assert [(found.code, found.line) for found in verdict.findings] == [("bad-value", 1), ("no-result", 7)]
    assert verdict.plies == 2
    assert verdict.record is not None
    assert verdict.record.variant == "kaleidochess"


@pytest.mark.parametrize(
    ("line", "code", "column"),
    [
        ("1. Black: pawn from e2 goes to e4.", "wrong-piece", 11),
        ("1. White: pawn from e2 goes to e5.", "cannot-reach", 11),
        ("1. White: wombat from e2 goes to e4.", "no-such-piece", 11),
        ("1. White: pawn from e2 goes to e9.", "no-such-cell", 11),
        ("1. White: hello.", "unreadable-move", 11),
        ("1. White: {hello}.", "bad-value", 1),
        ("1. White:", "bad-value", 1),
        ("Glyph: wonderful", "bad-value", 1),
        ("Result: who knows", "bad-value", 1),
        ("Result: 1-0-0", "bad-result", 9),
        ("so it went", "bad-value", 1),
        ("2. White: pawn from e2 goes to e4.", "move-number", 1),
    ],
)
def test_a_line_that_is_no_sentence_is_reported_with_its_place(line: str, code: str, column: int) -> None:
    found = findings(f"{CHESS}{line}\n\n{CHESS}1. White: e2-e4\nResult: *\n", SPOKEN)
    assert (found[0].game, found[0].code, found[0].line, found[0].column) == (1, code, 3, column)
    assert {finding.game for finding in found} == {1}


def test_a_broken_game_spares_the_next() -> None:
    text = f"{CHESS}((({{\n\n{CHESS}1. White: e4\nResult: *"
    assert [verdict.plies for verdict in judged_all(text, SPOKEN)] == [0, 1]


@pytest.mark.parametrize("path", samples())
def test_samples_come_back(path: str) -> None:
    the_law(path, SPOKEN)
