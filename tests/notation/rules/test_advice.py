"""What is advised after a refusal is true of the game in which the move was refused."""

import pytest

from fairyscore import IllegalMove, Position


@pytest.mark.parametrize(
    ("game", "position", "move", "advice"),
    [
        # Laws of Chess 3.8.2: king and rook unmoved; the king neither in check, nor through or into it.
        (
            "chess",
            "",
            "O-O",
            "Castling needs king and rook unmoved, nothing between them, and the king not in, through or into check.",
        ),
        # Circular Chess, Castling (iii): no space between king and rook may be attacked.
        (
            "circular-66",
            "",
            "O-O",
            "Castling needs king and rook unmoved, no piece and no attacked cell between them, and the king not in check.",
        ),
        # Duck chess has no check at all.
        ("duck-chess", "", "O-O", "Castling needs king and rook unmoved, and nothing between them."),
        # Caliph Qi and Tor Qi: "There is no Castling"; the cylinder: "There is no castling"; the others know no such move.
        *(
            (game, "", "O-O", "Check which game the record is of: this one has no castling.")
            for game in ("caliph-qi", "tor-qi", "cylindrical", "kaleidochess", "chamaeleon", "shogi")
        ),
        # KaleidoChess: who cannot move has lost; with a die a throw that allows no move is passed.
        ("kaleidochess", "", "--", "In this game nobody passes; a move may be missing."),
        ("chess", "", "--", "In this game nobody passes; a move may be missing."),
        ("circular-68", "", "--", "In this game nobody passes; a move may be missing."),
        ("chamaeleon", "", "--", "Only a player without a legal move passes."),
        ("chess", "", "3: e2-e4", "Leave the throw out."),
        ("chamaeleon", "", "3: d1-c3", "Leave the throw out."),
        ("kaleidochess", "", "3: 1I-8I", "Name the variant `kaleidochess:dice`, or leave the throw out."),
        (
            "kaleidochess",
            "",
            "1L-2F",
            "`fairyscore rules` shows how fields are named; slice and letter are easily swapped.",
        ),
        ("chess", "", "e2-e9", "`fairyscore rules` shows how cells are named."),
        ("chess", "", "e7-e5", "Check whose turn it is: a move may be missing."),
        ("kaleidochess", "", "5I-5J", "Check whose turn it is: a move may be missing."),
        (
            "kaleidochess:players=3",
            "",
            "3J-3G",
            "Check whose turn it is: a move may be missing, or a player may have left the game.",
        ),
        (
            "chamaeleon:players=4",
            "",
            "h8-f7",
            "Check whose turn it is: a move may be missing, or a player may have left the game.",
        ),
        (
            "cylindrical",
            "2b4/1P3k1/7/7/7/7/7/3K3 w - - 0 1",
            "b7xc8",
            "Write what the piece becomes after the move, behind the sign =.",
        ),
    ],
)
def test_advice(game: str, position: str, move: str, advice: str) -> None:
    standing = Position.from_fen(position, game) if position else Position.start(game)
    with pytest.raises(IllegalMove) as refused:
        standing.parse(move)
    assert refused.value.reasons[0].advice == advice
