"""How people spell moves in letters: what a text may be meant as, and which moves it then names."""

import pytest

from fairyscore.notation.correspondence.game_so_far import GameSoFar, spellings
from fairyscore.notation.editing.score_sheet import appended
from fairyscore.notation.moves.languages import in_language
from fairyscore.notation.records.tree import Record
from fairyscore.notation.variants import variant


@pytest.mark.parametrize(
    ("game", "spoken", "text", "by_the_book", "slips"),
    [
        ("chess", "", "Nf3", "Nf3", "nf3 NF3"),
        ("chess", "de", "Sf3", "Sf3 Nf3", "sf3 SF3"),
        ("chess", "fr", "Rd1", "Rd1 Kd1", "rd1 RD1"),  # a French king, or an English rook
        ("chess", "fr", "Cf3", "Cf3 Nf3", "cf3 CF3"),
        ("chess", "", "Sf3", "Sf3 Nf3", "sf3 SF3"),  # without a language all are tried, as English has no S
        ("chess", "en", "Sf3", "Sf3 Nf3", "sf3 SF3"),
        ("makruk", "", "Sd2", "Sd2", "sd2 SD2"),  # Makruk has an S of its own, and nobody said German
        ("chess", "ru", "\u041a\u0440e2", "\u041a\u0440e2 Ke2", "\u041ape2 \u043ape2 \u041aPE2"),
        ("chess", "", "\u04414", "\u04414", "c4 C4"),  # a Russian letter that looks like a c
        ("chess", "", "E4", "E4", "e4"),
        ("chess", "", "nf3", "nf3", "Nf3 NF3 nxf3"),
        ("chess", "", "ed5", "ed5", "Ed5 ED5 exd5"),
        ("chess", "", "exd5", "exd5", "Exd5 EXD5 e+d5"),
        ("kaleidochess", "", "1Gx1D", "1Gx1D", "1gx1d 1GX1D 1G+1D"),
        ("chess", "de", "e8D", "e8D e8=Q", "E8D e8d"),
        ("chess", "de", "e8=D+", "e8=D+ e8=Q+", "E8=D+ e8=d+"),
        ("chess", "", "N\N{EN DASH}f3", "Nf3", "nf3 NF3"),
        ("chess", "", "N(b1)-c3", "Nb1-c3", "nb1-c3 NB1-C3"),
        ("chess", "", "0-0", "O-O", ""),
        ("chess", "", "o-O-0", "O-O-O", ""),
    ],
)
def test_what_a_text_may_be_meant_as(game: str, spoken: str, text: str, by_the_book: str, slips: str) -> None:
    found = list(spellings(text, variant(game), tuple(spoken.split())))
    assert [one for one, right in found if right] == by_the_book.split()
    assert list(dict.fromkeys(one for one, right in found if not right)) == slips.split()
    assert [right for _, right in found] == sorted((right for _, right in found), reverse=True)


@pytest.mark.parametrize(
    ("played", "spoken", "text", "named"),
    [
        ("e4 e5", "", "Nf3", ["Nf3"]),
        ("e4 e5", "", "nf3", ["Nf3"]),
        ("e4 e5", "", "NF3", ["Nf3"]),
        ("e4 e5", "", "Kf3", []),
        ("e4 e5", "de", "Sf3", ["Nf3"]),
        ("e4 e5", "de", "Lb5", ["Bb5"]),
        ("e4 e5", "fr", "Sf3", ["Nf3"]),  # French has no S, so all languages are tried
        ("e4 d5", "", "ed5", ["ed5"]),
        ("e4 d5", "", "E:d5", ["e:d5"]),
        ("d4 d5 Bd2 e6 Nc3 Bb4 a3 Bxc3", "", "bc3", ["bc3"]),  # the pawn; `Bc3` would be a slip
        ("d4 d5 Bd2 e6 Nc3 Bb4 a3 Bxc3", "", "Bc3", ["Bc3"]),
        ("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 b5", "fr", "Rg1", ["Rg1"]),  # his king cannot go there
        ("e4 e5 Nf3 Nc6 Bc4 Bc5", "fr", "Rf1", ["Rf1", "Kf1"]),  # both can
        ("e4 e5 Nf3 Nc6 Bc4 Bc5", "", "0-0", ["O-O"]),
    ],
)
def test_which_legal_moves_a_text_names(played: str, spoken: str, text: str, named: list[str]) -> None:
    so_far = GameSoFar(appended(Record("chess"), played.split()).record)
    assert list(so_far.named(so_far.now, text, tuple(spoken.split())).values()) == named


@pytest.mark.parametrize(
    ("game", "language", "text", "written"),
    [
        ("chess", "de", "Bxf7+", "Lxf7+"),
        ("chess", "de", "exd8=Q#", "exd8=D#"),
        ("chess", "de", "O-O-O", "O-O-O"),
        ("chess", "fr", "Kxd8=N", "Rxd8=C"),
        ("capablanca", "es", "Ac3", "Ac3"),  # the archbishop's letter is that of a Spanish bishop
        ("capablanca", "es", "Bc3", "Bc3"),
    ],
)
def test_a_move_in_the_letters_of_a_language(game: str, language: str, text: str, written: str) -> None:
    assert in_language(text, language, variant(game)) == written


@pytest.mark.parametrize(
    ("game", "start", "number", "answers", "places"),
    [
        ("chess", "", 1, False, [0]),
        ("chess", "", 1, True, [1]),
        ("chess", "", 3, False, [4]),
        ("kaleidochess:players=3", "", 1, False, [0]),
        ("kaleidochess:players=3", "", 1, True, [1, 2]),
        ("kaleidochess:players=3", "s", 1, False, [0]),  # nobody moved before Silver, whose number is 1.
        ("kaleidochess:players=3", "s", 1, True, [0, 1]),
        ("kaleidochess:players=3", "s", 2, False, [2]),
        ("kaleidochess:players=3", "s", 2, True, [3, 4]),
    ],
)
def test_where_a_move_with_a_number_may_stand(
    game: str, start: str, number: int, answers: bool, places: list[int]
) -> None:
    """Of a game that has no move yet. start: the seat that begins."""
    fen = variant(game).write_position(variant(game).initial_state()).replace(" w ", f" {start} ")
    record = Record(game, (("FEN", fen),) if start else ())
    assert GameSoFar(record).places(number, answers=answers) == places
