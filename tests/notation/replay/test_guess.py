"""Which game a record is of that does not say."""

import io
from pathlib import Path

import pytest
from foreign import codes

from fairyscore.notation.archive import judge_file
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.replay import Validator, Verdict
from fairyscore.notation.replay.guess import judged
from fairyscore.notation.variants import variant
from fairyscore.notation.variants.registry import GUESSED

SAMPLES = Path(__file__).resolve().parents[3] / "samples"


def verdict(text: str, judge: Validator = Validator()) -> Verdict:  # noqa: B008 (immutable)
    (found,) = judge_file(io.BytesIO(text.encode()), judge)
    return found


@pytest.mark.parametrize("name", GUESSED)
def test_traits_are_those_of_the_game(name: str) -> None:
    game = variant(name)
    castling = {"O"} if game.writing.castlings else set()
    assert GUESSED[name].letters == {piece.letter for piece in game.piece_types} | castling
    rows = GUESSED[name].rows
    if rows:
        first = game.write_position(game.initial_state()).split(" ")[0].split("/")
        assert rows == (len(first), sum(int(sign) if sign.isdigit() else 1 for sign in first[0]))


@pytest.mark.parametrize(
    ("moves", "game"),
    [
        ("8I-7K 6K-7I 2K-3I 4I-3K *", "kaleidochess"),
        ("wizard from 1J goes to 1C *", ""),
        ("1. b2-c3 b7-a6 2. Cb1-c4 *", "cylindrical"),
        ("1. e2-e4 e7-e5 2. g1-f3 *", "chess"),  # legal on round boards too
        ("1. 8I\N{EN DASH}7K 6K \N{EM DASH} 7I; 2. 2K - 3I, 4I - 3K *", "kaleidochess"),
    ],
)
def test_bare_moves(moves: str, game: str) -> None:
    found = verdict(moves)
    assert (found.game.name if found.game else "") == game
    assert codes(found)[0] == ("guessed-variant" if game else "no-variant")


@pytest.mark.parametrize(
    ("moves", "findings", "plies"),
    [
        ("1. e4 e5 2. Ke3 Nc6 *", ["guessed-variant", "no-piece-reaches"], 2),
        ("1. d4 Nf6 2. c4 e6 3. Nf3 c5 4. Nc3 cxd4 5. Nxd4 Bb4 6. Ncb5 *", ["guessed-variant", "leaves-check"], 10),
        ("1. e4 {x} 1... e5 {y} 2... Nc6 *", ["guessed-variant", "no-piece-reaches", "other-mover"], 2),
        ("1. e5 e4 *", ["no-variant"], 0),  # nothing says that it is chess
    ],
)
def test_bare_moves_with_a_slip_are_chess_if_the_first_are(moves: str, findings: list[str], plies: int) -> None:
    found = verdict(moves)
    assert (codes(found), found.plies) == (findings, plies)


def test_a_record_with_tags_whose_moves_are_no_chess() -> None:
    found = verdict('[White "Anna"]\n[Result "*"]\n\n1. 8I-7K 6K-7I 2. 2K-3I 4I-3K *\n')
    assert (found.game.name if found.game else "", codes(found)) == ("kaleidochess", ["guessed-variant"])


@pytest.mark.parametrize(
    ("tags", "moves", "game"),
    [
        ('[Result "*"]', "8I-7K 6K-7I 2K+3I 4I-3K *", "kaleidochess"),  # nothing is captured on 3I: a slip
        ('[White "Anna"]', "8I-7K 6K-7I 2K+3I 4I-3K", "kaleidochess"),  # and there is no result
        ('[Result "1-0"]', "8I-7K 6K-7I 2K-3I 4I-3K 0-1", "chess"),  # two results: the game is not changed
    ],
)
def test_slips_in_a_game_of_another_kind(tags: str, moves: str, game: str) -> None:
    found = verdict(f"{tags}\n\n{moves}\n")
    assert found.game is not None
    assert found.game.name == game


@pytest.mark.parametrize("moves", ["1. e4 e5 2. Ke3 *", "1. b2-c3 *", "1. e4 e5 2. Xf3 *"])
def test_chess_with_a_slip_stays_chess(moves: str) -> None:
    found = verdict(f'[White "Anna"]\n[Result "*"]\n\n{moves}\n')
    assert found.game is not None
    assert found.game.name == "chess"
    assert "guessed-variant" not in codes(found)


@pytest.mark.parametrize("path", sorted((SAMPLES / "games").rglob("*.pgn")), ids=lambda path: str(path.stem))
def test_a_guess_is_never_wrong(path: Path) -> None:
    """Without its tag a game is taken for its own family, or for none, or is legal chess by chance."""
    for named in judge_file(path, Validator()):
        assert named.game is not None
        text = "".join(line for line in named.game_text.text.splitlines(keepends=True) if "[Variant" not in line)
        found = verdict(text)
        if "guessed-variant" in codes(found):
            assert found.game is not None
            assert found.game.family == named.game.family


@pytest.mark.parametrize(
    ("moves", "further"),
    [
        ("1. e4 e5 2. Sf3 Sc6 3. Ke3 *", ""),  # two plies
        ("1. e4 e5 2. Sf3 Sc6 3. Lb5 Ke6 *", "German: up to ply 5"),
        ("1. e4 e5 2. Sf3 Sc6 3. Lb5 Lb4 4. Ke3 *", "German: up to ply 6"),
    ],
)
def test_a_language_is_named_that_leads_three_plies_further(moves: str, further: str) -> None:
    """Where no language leads to the end; `S` is a knight and `L` a bishop."""
    found = verdict(f'[Variant "chess"]\n\n{moves}\n').findings
    named = [f"{one.facts['why']}: up to ply {one.facts['plies']}" for one in found if one.code == "foreign-letters"]
    assert named == ([further] if further else [])


EMBASSY = "rnbqkmcbnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQKMCBNR w KQkq - 0 1"


def test_letters_of_a_server_in_the_fen_give_the_usual_start() -> None:
    text = f'[Variant "Embassy"]\n[FEN "{EMBASSY}"]\n\n1. e4 b6 2. i3 Nc6 3. Bi2 Bb7 4. f3 e6 5. Af2 *\n'
    verdict = judged(Validator(), GameText(1, text, 1))
    assert [finding.code for finding in verdict.findings] == ["fen-mended"]
    assert verdict.findings[0].facts["why"] == "the letters of pieces are those of a server, C for A, M for C"
    assert verdict.plies == 9
    assert verdict.record is not None
    assert verdict.record.tag("FEN") == "rnbqkcabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQKCABNR w KQkq - 0 1"


def test_letters_of_a_server_in_the_middle_of_a_game_are_those_with_which_all_moves_are_legal() -> None:
    fen = "4k5/10/10/m9/10/10/10/4K1Z3 w - - 0 1"
    for moves, letters in (("1. Kd1 Kd8 *", ""), ("1. Ae3 Cc6 2. Ag5 *", "M for C, Z for A")):
        text = f'[Variant "Embassy"]\n[FEN "{fen}"]\n\n{moves}\n'
        verdict = judged(Validator(), GameText(1, text, 1))
        if letters:
            assert verdict.findings[0].facts["why"] == f"the letters of pieces are those of a server, {letters}"
        else:
            assert [finding.code for finding in verdict.findings] == ["bad-position"]


@pytest.mark.parametrize(
    ("moves", "more"),
    [
        ("1. e4 b6 2. i3 Nc6 3. Bi2 Bb7", ""),
        ("1. e4 e5 2. Mh3 Nc6 3. Cf2 *", None),  # no piece of the server goes so
        ("1. e4 e5 2. Mg3 Nc6", "; so are those of the moves"),
        ("1. e4 e5 2. Ch3 Nc6", "; so are those of the moves"),  # a cardinal, no chancellor
        ("1. e4 e5 2. Cg3 Nc6", ""),  # a chancellor, no cardinal
        (
            "1. h3 h6 2. Ch2 Ch7",
            "; the moves are read in the letters of the game, and are legal in those of the server too",
        ),
    ],
)
def test_letters_of_moves_compete_with_those_of_the_fen(moves: str, more: str | None) -> None:
    verdict = judged(Validator(), GameText(1, f'[Variant "Embassy"]\n[FEN "{EMBASSY}"]\n\n{moves} *\n', 1))
    why = "the letters of pieces are those of a server, C for A, M for C"
    assert verdict.findings[0].facts["why"] == why + (more or "")
    assert verdict.refused == (more is None)


ALIKE = [  # the tag Variant, moves, the game that is taken, what is found
    ("Cylindrical Chess", "1. b2-c3 b7-c6 *", "cylindrical", ["guessed-variant"]),
    ("cylindrical chess", "1. e4 e5 2. Nf3 *", "cylinder-chess", ["guessed-variant"]),
    ("Cylindrical Chess", "1. e4 e5 2. Rg8 *", "cylinder-chess", ["guessed-variant", "no-piece-reaches"]),
    ("Cylindrical Chess", "*", "", ["unknown-variant"]),
    ("Circular Chess", "1. e2-e4 e7-e5 *", "", ["unknown-variant"]),  # on three boards
    ("Circular Chess", "1. a2-a4 a7-a5 2. a1-a3 a8-a6 3. a3-i4 *", "", ["unknown-variant"]),
]


@pytest.mark.parametrize(("name", "moves", "game", "codes_found"), ALIKE)
def test_a_name_of_several_games_is_that_of_the_one_whose_moves_they_are(
    name: str, moves: str, game: str, codes_found: list[str]
) -> None:
    found = judged(Validator(), GameText(1, f'[Variant "{name}"]\n[Result "*"]\n\n{moves}\n\n', 1))
    assert (found.game.name if found.game else "") == game
    assert codes(found) == codes_found
    assert name in str(found.findings[0].message)


@pytest.mark.parametrize("game", ["circular-66", "circular-68", "circular-70"])
def test_who_names_one_of_several_games_decides(game: str) -> None:
    found = judged(Validator(variant=game), GameText(1, '[Variant "Circular Chess"] 1. e2-e4 e7-e5 *\n\n', 1))
    assert found.game is not None
    assert (found.game.name, codes(found)) == (game, [])
