"""Positions in words, and who is called how."""

import re
from functools import reduce

import pytest
from drawn import played
from general_games import general
from refusals import BY_MATE, CASTLES, COLOURS, GENERAL, reasons_against, rows
from stories import judged
from viewed import stories

from fairyscore.notation.position import Position
from fairyscore.notation.variants import variant
from fairyscore.render import prose
from fairyscore.render.board_state import moment, moments
from fairyscore.render.language import language


def described(fen: str, name: str = "chess") -> str:
    return prose.described(moment(Position.from_fen(fen, name)))


def test_every_piece_has_its_field_in_the_order_of_the_board() -> None:
    assert described("4k3/8/8/8/8/8/1P5P/R3K2R w - - 0 1") == (
        "Chess, white to move. White: pawn b2, h2; rook a1, h1; king e1. Black: king e8."
    )


def test_a_player_without_pieces_has_none() -> None:
    assert described("4k3/8/8/8/8/8/8/8 b - - 0 1", "horde").startswith("Horde, ")
    assert "White: no pieces. " in described("4k3/8/8/8/8/8/8/8 b - - 0 1", "horde")


def test_check_and_the_end_are_reported_of() -> None:
    check, mate = "4k3/8/8/8/8/8/4R3/4K3 b - - 0 1", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"
    assert described(check).startswith("Chess, black to move, check. ")
    assert described(mate).startswith("Chess, checkmate, 1-0. ")


def test_the_last_move_and_what_was_captured() -> None:
    record = judged('[Result "*"]\n\n1. e4 d5 2. exd5 Qxd5 *').record
    assert record is not None
    start, *_, taken, last = moments(record)
    assert "Last move" not in prose.described(start)
    assert "Captured" not in prose.described(start)
    assert prose.described(taken).endswith("Last move: 2. exd5. Captured: black pawn.")
    assert prose.described(last).endswith("Last move: 2... Qxd5. Captured: black pawn, white pawn.")


def test_a_throw_of_the_dice_hears_of() -> None:
    assert "Throw of the dice: 2." in prose.described(played("kaleidochess/dice-four-players.pgn")[1])


def test_cells_that_are_gone_are_reported_of() -> None:
    states = [prose.described(shown) for shown in played("chamaeleon/annotated-three-players.pgn")]
    assert not any("No longer there" in text for text in states[:19])
    gone = next(text for text in states if "No longer there" in text)
    assert gone.endswith(" No longer there: a8, b8, c8, d8, e8, f8, g8, h8.")


@pytest.mark.parametrize(
    ("game", "piece", "name"),
    [("chess", (1, 0), "black pawn"), ("xiangqi", (0, 0), "Red general"), ("kaleidochess", (1, 0), "black wizard")],
)
def test_a_piece_with_its_owner(game: str, piece: tuple[int, int], name: str) -> None:
    assert prose.owned(variant(game), piece) == name


def test_owners_in_another_language() -> None:
    with language("de"):
        assert prose.owned(variant("chess"), (1, 0)) == "Bauer (Schwarz)"


def test_players_of_a_refusal_are_called_by_their_colours() -> None:
    """In xiangqi the seat `white` has red pieces. What was typed stays as it is."""
    (reason,) = Position.start("xiangqi").explain("a10-a9")
    assert prose.refused(variant("xiangqi"), reason) == "the chariot on 9.10 belongs to Black, and Red is to move"
    (same,) = Position.start("chess").explain("e7-e5")
    assert prose.refused(variant("chess"), same) == str(same)
    (typed,) = Position.start("xiangqi").explain("white")
    assert prose.refused(variant("xiangqi"), typed).startswith(
        "'white' is not a move in any notation of Xiangqi (san, "
    )


@pytest.mark.parametrize(
    ("game", "code", "move", "there"),
    [
        ("chess", "de", "Nf3", "Sf3"),
        ("chess", "fr", "exd8=Q+", "exd8=D+"),
        ("chess", "nl", "Nbd7", "Pbd7"),
        ("chess", "es", "O-O", "O-O"),
        ("crazyhouse", "nl", "P@e4", "P@e4"),  # P is a knight in Dutch
        ("circular-70", "de", "a7-a8=Q", "a7-a8=D"),
        ("kaleidochess", "de", "1J-2D", "1J-2D"),
        ("xiangqi", "de", "C2.5", "C2.5"),
        ("capablanca", "es", "Bd3", "Bd3"),  # Spanish A is a bishop and the archbishop
        ("chess", "en", "Nf3", "Nf3"),
    ],
)
def test_moves_have_the_letters_of_the_language(game: str, code: str, move: str, there: str) -> None:
    with language(code):
        assert prose.spelled(variant(game), move) == there
    assert prose.spelled(variant(game), move) == move


def test_the_last_move_is_called_in_the_language() -> None:
    record = judged('[Event "x"]\n\n1. Nf3 *').record
    assert record is not None
    shown = list(moments(record))[-1]
    with language("de"):
        assert prose.last_move(shown) == "1. Sf3"


ENGLISH = re.compile(
    r"\b(the|stands|may|nothing|from|between|has|by|would|only|move|piece|white|black|castle|queen|there|moved|taken|wall"
    r"|mover|check|leaves|empty|cannot|pawn|knight|bishop|checkmate|goal)\b"
)


@pytest.mark.parametrize("code", ["de", "fr", "es", "nl"])
def test_refusals_are_in_the_language_of_the_page(code: str) -> None:
    """All that the tables of refused moves have: nothing English is left but names of games and what was typed."""
    known, foreign = set[str](), list[str]()
    for file, named in ((GENERAL, general), (BY_MATE, variant), (CASTLES, variant), (COLOURS, variant)):
        for row in (row for row in rows(file) if len(row) > 1):
            game = named(row[0])
            for reason in reasons_against(game, row[1], row[2]):
                with language(code):
                    said = prose.refused(game, reason)
                typed = {str(fact) for fact in (row[2], game.title, reason.facts.get("text", "")) if fact}
                own = reduce(lambda text, part: text.replace(part, ""), sorted(typed, key=len, reverse=True), said)
                foreign += [said] if ENGLISH.search(own.replace("(long, lan, uci, spoken)", "")) else []
                known.add(reason.code.value)
    assert (foreign, len(known) > 35) == ([], True)


def test_a_refusal_in_german() -> None:
    (reason,) = Position.start("xiangqi").explain("a10-a9")
    with language("de"):
        assert prose.refused(variant("xiangqi"), reason) == "Streitwagen auf 9.10 gehört Schwarz, und Rot ist am Zug"
        (story,) = stories('[White "Eva"]\n[Result "*"]\n\n1. e4 e5 2. Ke3 *')
        assert story.fault is not None
        assert story.fault.message == "Ke3: König (Weiß): keine kann nach e3 ziehen; von e1 geht es nicht"
