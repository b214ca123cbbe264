"""How a piece moves in words, by the notation of its moves: to be read."""

import pytest
from general_games import described

from fairyscore.notation.rules.general.state import GeneralState
from fairyscore.notation.rules.wording.text import rule_text

KNIGHT_WAY = "two squares horizontally or vertically and then one at right angles"
OVER_ONE = "jumping over exactly one piece of either side on the way"


def words(moves: str) -> str:
    """What is said of a piece beside two kings."""
    game = described(
        f"""title = "One piece"
        board = {{ files = 8, ranks = 8 }}
        start = "k7/8/8/8/8/8/8/K6X w - - 0 1"
        piece = [
          {{ letter = "K", name = "king", moves = "K", royal = true }},
          {{ letter = "X", name = "rider", moves = "{moves}" }},
        ]"""
    )
    state = game.initial_state()
    assert isinstance(state, GeneralState)
    return " ".join(next(piece.lines for piece in rule_text(state.tables.rules).pieces if piece.name == "rider"))


@pytest.mark.parametrize(
    ("moves", "sentence"),
    [
        ("W", "moves one square horizontally or vertically."),
        ("F", "moves one square diagonally."),
        ("D", "jumps two squares horizontally or vertically."),
        ("A", "jumps two squares diagonally."),
        ("N", f"jumps {KNIGHT_WAY}."),
        ("C", "jumps three squares horizontally or vertically and then one at right angles."),
        ("(4,1)", "jumps four squares horizontally or vertically and then one at right angles."),
        ("WF", "moves exactly as a king."),
        ("R", "moves any number of squares horizontally or vertically."),
        ("R3", "moves up to three squares horizontally or vertically."),
        ("B2", "moves one or two squares diagonally."),
        ("Q", "moves any number of squares in any direction."),
        ("NN", "makes one or more knight's jumps on in the same direction."),
        ("DD", "makes one or more jumps of two squares horizontally or vertically, all in the same direction."),
        (
            "nN",
            "moves one square horizontally or vertically and then one diagonally outward, if nothing stands in the way.",
        ),
        ("nD", "moves exactly two squares horizontally or vertically, if nothing stands in between."),
        ("pR", f"moves any number of squares horizontally or vertically, {OVER_ONE}."),
        ("pB2", f"moves up to two squares diagonally, {OVER_ONE}."),
        ("mpR", f"moves any number of squares horizontally or vertically, {OVER_ONE}. It never captures."),
        (
            "gR",
            "moves horizontally or vertically over the first piece in the way, however far off, "
            "to the square right beyond it.",
        ),
        (
            "cpR",
            f"moves only to capture: it captures any number of squares horizontally or vertically, {OVER_ONE}.",
        ),
        (
            "mRcpR",
            "moves as a rook in chess without capturing, "
            f"and captures any number of squares horizontally or vertically, {OVER_ONE}.",
        ),
        ("fR", "moves any number of squares straight forward."),
        ("bB", "moves any number of squares diagonally backward."),
        ("sW", "moves one square sideways."),
        ("lR", "moves any number of squares to the left."),
        ("vR", "moves any number of squares straight forward or straight backward."),
        ("fsW", "moves one square straight forward or sideways."),
        ("fFrW", "moves one square diagonally forward or to the right."),
        ("fN", "jumps two squares straight forward and then one to either side."),
        ("fbN", "jumps two squares straight forward or backward and then one to either side."),
        ("sN", "jumps two squares sideways and then one forward or backward."),
        ("mWcF", "moves one square horizontally or vertically without capturing, and captures one square diagonally."),
        ("mNcK", "moves as a knight in chess without capturing, and captures one square in any direction."),
        ("cR", "moves only to capture: it captures as a rook in chess."),
        ("KNN", "moves as a king, or makes one or more knight's jumps on in the same direction."),
        (
            "[F?R]",
            "moves one square diagonally, "
            "and from there on, if it wishes, any number of squares horizontally or vertically, outward.",
        ),
        (
            "[F?R3]",
            "moves one square diagonally, "
            "and from there on, if it wishes, up to three squares horizontally or vertically, outward.",
        ),
    ],
)
def test_how_a_piece_moves(moves: str, sentence: str) -> None:
    assert words(moves) == f"The rider {sentence}"
