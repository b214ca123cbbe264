"""Move text of Game Courier: what a move says, and what becomes of text that says nothing."""

import pytest
from foreign import findings, judged, judged_all, samples, the_law

from fairyscore.notation.formats.gamecourier import GAMECOURIER


@pytest.mark.parametrize(
    ("variant", "line", "move", "before"),
    [
        ("chess", "1. P e2-e4", "e2-e4", ""),
        ("chess", "1... p d7-d5", "d7-d5", "e2-e4"),
        ("chess", "2. P e4-d5", "e4xd5", "e2-e4 d7-d5"),
        ("chess", "4. K e1-g1; R h1-f1", "O-O", "g1-f3 a7-a6 e2-e4 b7-b6 f1-c4 c7-c6"),
        ("chess", "3. P e5-d6; @-d5", "e5xd6", "e2-e4 a7-a6 e4-e5 d7-d5"),
        ("chess", "5. P g7-h8; Q-h8", "g7xh8=Q", "h2-h4 a7-a6 h4-h5 a6-a5 h5-h6 a5-a4 h6xg7 b7-b6"),
        ("kaleidochess", "1. H 2G-2D", "2G-2D", ""),
        ("janggi", "1. pass", "--", ""),
        ("chamaeleon:start=drop", "1... n*c4", "N@c4", "N@c3"),
    ],
)
def test_a_move(variant: str, line: str, move: str, before: str) -> None:
    assert the_law(f'[Variant "{variant}"]\n\n{before} {move} *', GAMECOURIER).splitlines()[-2:] == [line, "// *"]


@pytest.mark.parametrize("rook", ["N h1-f1", "R h1-e1", "R g1-f1"])
def test_a_castling_with_another_partner_is_refused(rook: str) -> None:
    """The second part must be the rook, on its way; else the record means something that this game does not know."""
    moves = "1. N g1-f3 p a7-a6 2. P e2-e4 p b7-b6 3. B f1-c4 p c7-c6"
    found = findings(f"// Game: chess\n{moves} 4. K e1-g1; {rook}", GAMECOURIER)
    assert [finding.code for finding in found][:1] == ["unreadable-move"]


def test_what_people_write_by_hand_is_understood() -> None:
    text = "// White: Anna\n1. P e2-e4 p e7-e5 // the open game\nN g1-f3 n b8-c6 B f1-c4 PASS"
    verdict = judged(text, GAMECOURIER)
    assert [(found.code, found.move, found.line, found.column) for found in verdict.findings] == [
        ("null-move-played", "", 3, 25)
    ]
    assert verdict.tags["White"] == "Anna"
    assert verdict.plies == 6
    assert verdict.record is not None
    assert [comment.text for comment in verdict.record.line.plies[1].comments] == ["the open game"]


@pytest.mark.parametrize(
    ("moves", "code", "column"),
    [
        ("1. P e2-e5", "cannot-reach", 4),
        ("1. Z e2-e4", "no-such-piece", 4),
        ("1. P e2-e9", "no-such-cell", 4),
        ("1. hello", "unreadable-move", 4),
        ("1. Q-e2", "unusual-spelling", 4),
        ("1. P e2-e4; nonsense", "unreadable-move", 4),
        ("1. {P e2-e4}", "bad-value", 4),
        ("2. P e2-e4", "move-number", 1),
    ],
)
def test_text_that_is_no_move_is_reported_with_its_place(moves: str, code: str, column: int) -> None:
    found = findings(f"// Variant: chess\n//\n{moves}\n\n// Variant: chess\n//\n1. P d2-d4\n// *\n", GAMECOURIER)
    assert (found[0].game, found[0].code, found[0].line, found[0].column) == (1, code, 3, column)
    assert {finding.game for finding in found} == {1}


@pytest.mark.parametrize(
    ("text", "games"),
    [
        ("// White: A\n\n1. P e2-e4\n\n// White: B\n1. P d2-d4\n", 2),
        ("//\n// *\n\n//\n// *\n", 2),
        ("// White: A\n//\n// never played\n\n// Black: B\n//\n1. P d2-d4\n", 2),
        ("// White: A\n\n// Black: B\n//\n1. P d2-d4\n", 1),
        ("// White: A\n\n// White: A\n//\n1. P d2-d4\n", 2),
        ("// White: A\n\n// Event: Club\n//\n1. P d2-d4\n", 2),
        ("1. P e2-e4\n\n1... p e7-e5\n\n2. P d2-d4\n", 1),
        ("1. P e2-e4\n\n1. P d2-d4\n", 2),
        ("//\n// 1-0\n// is not the end\n1. P e2-e4\n// 1-0\n", 1),
    ],
)
def test_games_are_cut_apart(text: str, games: int) -> None:
    assert len(judged_all(text, GAMECOURIER)) == games


@pytest.mark.parametrize("variant", ["kaleidochess:players=3", "chamaeleon:players=4", "kaleidochess:dice"])
def test_what_cannot_be_written_is_refused(variant: str) -> None:
    assert the_law(f'[Variant "{variant}"]\n\n*', GAMECOURIER) == ""


@pytest.mark.parametrize("path", samples())
def test_samples_come_back(path: str) -> None:
    the_law(path, GAMECOURIER)
