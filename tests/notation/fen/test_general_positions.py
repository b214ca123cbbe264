"""Positions of games that `GameRules` describe, as text."""

import pytest

from fairyscore.notation.position import Position
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.replay import Validator
from fairyscore.notation.rules.variant import PositionError

BOARD = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL"


@pytest.mark.parametrize("text", [f"{BOARD}[] w - - 0 1", f"{BOARD}[] b", f"{BOARD} w - - 0 1", f"{BOARD} b - - 3 4"])
def test_positions_in_our_form_are_read(text: str) -> None:
    assert Position.from_fen(text, "shogi").turn.letter == text.split()[1]


HANDS = "r1bq1b1r/ppppk1pp/5n2/6N1/1P2P2n/8/P1P2P1P/R1BQ1K1R"


@pytest.mark.parametrize("held", ["N3Pbp", "NPPPbp", "3Pbp1N", "P2PNpb"])
def test_hands_by_numbers_are_read(held: str) -> None:
    """As cutechess wrote them: its issue 159."""
    assert Position.from_fen(f"{HANDS}[{held}] w - - 0 1", "crazyhouse").fen == f"{HANDS}[PPPNpb] w - - 0 1"


@pytest.mark.parametrize(
    ("held", "wrong"), [("3", "3"), ("N3", "3"), ("333P", "333P"), ("9" * 5000 + "P", "999"), ("2X", "2X")]
)
def test_numbers_in_hand_without_a_piece_are_refused(held: str, wrong: str) -> None:
    with pytest.raises(PositionError, match=f"'{wrong}.*cannot be in hand"):
        Position.from_fen(f"{HANDS}[{held}] w - - 0 1", "crazyhouse")


PAGE = "bcdkdcb ppppppp ------- ------- ------- ------- PPPPPPP BCDKDCB"
PRINTED = """r n b q k b n r
p p p p . p p p
. . . . . . . .
. . . . p . . .
. . . . P . . .
. . . . . . . .
P P P P . P P P
R N B Q K B N R"""


@pytest.mark.parametrize(
    ("text", "game", "fen"),
    [
        (PAGE, "cylindrical", "bcdkdcb/ppppppp/7/7/7/7/PPPPPPP/BCDKDCB w - - 0 1"),  # as the inventor's page has it
        (PAGE.replace(" ", "\n"), "cylindrical", "bcdkdcb/ppppppp/7/7/7/7/PPPPPPP/BCDKDCB w - - 0 1"),
        (PAGE.replace(" ", "/") + " b - - 3 9", "cylindrical", "bcdkdcb/ppppppp/7/7/7/7/PPPPPPP/BCDKDCB b - - 3 9"),
        (PRINTED, "chess", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w - - 0 1"),  # as python-chess prints it
        (f"{PRINTED}\nw KQkq", "chess", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1"),
    ],
)
def test_positions_drawn_in_characters_are_read(text: str, game: str, fen: str) -> None:
    assert Position.from_fen(text, game).fen == fen


def test_a_record_that_begins_with_a_drawn_position() -> None:
    game = f'[Variant "cylindrical"]\n[FEN "{PAGE}"]\n[Result "*"]\n\n1. b2-c3 b7-c6 *\n\n'
    verdict = Validator().judge(GameText(1, game, 1))
    assert [(finding.code, finding.facts["why"]) for finding in verdict.findings] == [
        ("unusual-spelling", "a position drawn in characters")
    ]
    assert verdict.plies == 2


@pytest.mark.parametrize("text", ["bcdkdcb ppppppp", "------- " * 8, f"{PAGE} x", PAGE.replace("PPPPPPP", "PPPPP2")])
def test_what_is_no_whole_picture_is_refused(text: str) -> None:
    with pytest.raises(PositionError):
        Position.from_fen(text, "cylindrical")


@pytest.mark.parametrize(
    ("game", "rank", "rights", "left"),
    [
        ("chess", "R3K2R", "HA", "KQ"),  # files in place of sides, as Chess960 has them
        ("chess", "R3K1R1", "GA", "Q"),  # a rook on g1 never castles in chess
        ("chess960", "R3K1R1", "GA", "KQ"),
        ("seirawan", "R3K1NR[HEhe]", "KQBG", "KQG"),  # other letters are pieces that have not moved
    ],
)
def test_a_partner_of_a_castling_stands_where_the_rules_say(game: str, rank: str, rights: str, left: str) -> None:
    position = Position.from_fen(f"4k3/8/8/8/8/8/8/{rank} w {rights} - 0 1", game)
    assert position.fen.split()[2] == left
