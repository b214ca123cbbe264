"""SAN as Fairy-Stockfish writes it: the letters of promoted pieces, of xiangqi's horse, of pawns, and passing."""

from pathlib import Path

import pytest

from fairyscore.notation.moves.reading import MoveRefusal, legal_move
from fairyscore.notation.moves.registry import NotationRefused, notation_named
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.replay import Validator
from fairyscore.notation.rules.reasons import Code
from fairyscore.notation.variants import variant
from fairyscore.notation.variants.registry import variant_from_text

DATA = Path(__file__).parents[2] / "data" / "fairy_san.tsv"
ROWS = [tuple(line.split("\t")) for line in DATA.read_text(encoding="utf-8").splitlines() if line[0] != "#"]
TOKINS = "4k4/9/2+P6/9/2G6/9/9/9/4K4[P] w - - 0 1"


@pytest.mark.parametrize(
    ("game", "fen", "theirs", "ours"),
    [
        ("shogi", TOKINS, "Gd8+", "+Pd8+"),
        ("shogi", TOKINS, "G5c6", "Gc6"),
        ("shogi", TOKINS, "P@e4", "@e4"),
        ("shogi", "4k4/2P6/9/9/9/9/9/9/4K4[] w - - 0 1", "Pc9=G", "c9=+P"),
        ("shogi", "4k4/9/9/9/9/9/9/1B7/4K4[] w - - 0 1", "Bh8=H", "Bh8=+B"),
        ("kyoto-shogi", "", "Sc2=B", "Sc2=+S"),
        ("kyoto-shogi", "2k2/5/5/5/2K2[P] w - - 0 1", "R@c3+", "+P@c3+"),
        ("micro-shogi", "3k/4/p3/+L3/3K[] w - - 0 1", "Sxa3=L", "+Lxa3=L"),
        ("tori-shogi", "3k3/7/7/7/7/7/+S2K3[] w - - 0 1", "Gc3", "+Sc3"),
        ("xiangqi", "", "Hg3", "Ng3"),
        ("xiangqi", "", "Pe5", "e5"),
        ("makruk", "", "e4", "e4"),
        ("breakthrough", "", "Pba3", "ba3"),
        ("janggi", "", "Ke2", "--"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[Pp] w - - 0 1", "P@e4", "@e4"),
    ],
)
def test_read_and_written(game: str, fen: str, theirs: str, ours: str) -> None:
    rules = variant(game)
    state = rules.read_position(fen) if fen else rules.initial_state()
    move = legal_move(theirs, state, rules)
    assert not isinstance(move, MoveRefusal)
    notation = notation_named("fairy", rules)
    assert (notation.write(state, move, rules), notation_named("san", rules).write(state, move, rules)) == (
        theirs,
        ours,
    )


def test_two_pieces_with_the_letter_compete_and_neither_is_taken() -> None:
    kyoto = variant("kyoto-shogi")
    found = legal_move("G@c3", kyoto.read_position("2k2/5/5/5/2K2[NL] w - - 0 1"), kyoto)
    assert isinstance(found, MoveRefusal)
    assert [(reason.code, reason.facts["between"]) for reason in found.reasons] == [
        (Code.AMBIGUOUS, ("+N@c3", "+L@c3"))
    ]


def test_a_drop_that_two_pieces_could_be_is_written_by_its_own_letter() -> None:
    micro = variant("micro-shogi")
    state = micro.read_position("k3/4/4/4/3K[BR] w - - 0 1")
    notation = notation_named("fairy", micro)
    texts = {notation.write(state, move, micro) for move in state.moves() if move.origin < 0}
    assert {"B@a3", "R@a3", "+B@a3", "+R@a3"} <= {text.rstrip("+") for text in texts}
    assert not any(text.startswith("G@") for text in texts)


def test_a_letter_that_another_promoted_piece_moves_as() -> None:
    """Where a pawn may become a gold and a tokin, `=G` is the gold that has the letter."""
    text = """title = "Golds"
based_on = "shogi"
[[promotion]]
piece = "S"
to = "G +S"
on = { white = "*9", black = "*1" }
must = false
"""
    golds = variant_from_text(text)
    state = golds.read_position("4k4/2S6/9/9/9/9/9/9/4K4[] w - - 0 1")
    notation = notation_named("fairy", golds)
    texts = {notation.write(state, move, golds): move for move in state.moves()}
    assert {"Sc9", "Sc9=G", "Sc9=+S"} <= texts.keys()
    for written, move in texts.items():
        found = legal_move(written, state, golds)
        assert found == move, written


def test_a_letter_that_names_no_piece_is_refused() -> None:
    shogi = variant("shogi")
    found = legal_move("Zd7", shogi.initial_state(), shogi)
    assert isinstance(found, MoveRefusal)
    assert found.reasons[0].code is Code.NO_SUCH_PIECE


def test_the_record_goes_on() -> None:
    text = f'[Variant "Shogi"]\n[FEN "{TOKINS}"]\n\n1. Gd8 Kf8 2. Ge8+ Kg7 *\n'
    verdict = Validator().judge(GameText(1, text, 1))
    assert (verdict.plies, verdict.findings) == (4, [])


def test_where_nothing_differs_it_is_san() -> None:
    assert notation_named("fairy", variant("chess")).name == "san"
    with pytest.raises(NotationRefused):
        notation_named("fairy", variant("kaleidochess"))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_moves_as_the_engine_writes_them(row: tuple[str, str, str]) -> None:
    """Random games: what the engine writes is read, and written the same but for the signs of check."""
    name, fen, texts = row
    game = variant(name)
    state = game.read_position(fen)
    notation = notation_named("fairy", game)
    for text in texts.split():
        move = legal_move(text, state, game)
        assert not isinstance(move, MoveRefusal), text
        assert notation.write(state, move, game).rstrip("+#") == text.rstrip("+#")
        state.push_unchecked(move)
