"""What is advised after a refusal is true of the game in which the move was refused."""

from random import Random

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


SEEDS = (
    "kaleidochess",
    "kaleidochess:players=4",
    "kaleidochess:dice",
    "kaleidochess:players=3,dice",
    "chamaeleon",
    "chamaeleon:players=4",
    "chamaeleon:start=drop",
    "circular-66",
    "circular-70",
    "circular-70:promotion=may",
    "cylindrical",
    "cylindrical:stalemate=win",
    "caliph-qi",
    "tor-qi",
)
ROUND_BY_MATE = {name for name in SEEDS if name.startswith("circular")}
KALEIDO = {name for name in SEEDS if name.startswith("kaleidochess")}
CHAMAELEON = {name for name in SEEDS if name.startswith("chamaeleon")}
DICE = {name for name in SEEDS if "dice" in name}
MANY = {name for name in SEEDS if "players" in name}
BY_MATE = set(SEEDS) - KALEIDO - CHAMAELEON

TRUE_OF = {
    "Castling needs": ROUND_BY_MATE,
    "has no castling": set(SEEDS) - ROUND_BY_MATE,
    "in check": BY_MATE,
    " king": BY_MATE,
    "nobody passes": set(SEEDS) - DICE - CHAMAELEON,
    "legal move passes": CHAMAELEON,
    "kaleidochess:dice": KALEIDO - DICE,
    "throw out": set(SEEDS) - DICE,
    "The throw in front": DICE,
    "as in `3: 1K+4B`": DICE,
    "slice": KALEIDO,
    "as it has marks": KALEIDO,
    "left the game": MANY,
    "drops four pieces": {"chamaeleon:start=drop"},
    "dropped": {"chamaeleon:start=drop"},
    "line at the edge": CHAMAELEON,
    "may not capture their own": BY_MATE,
    "river": {"caliph-qi", "tor-qi"},
    "e8=Q": set(),
    "O-O": ROUND_BY_MATE,
    "gnu": {"tor-qi"},
}
"""What an advice speaks of, and the games that have it, by the inventors' pages."""


def asked(position: Position, ask: Random) -> list[str]:
    """Moves of all kinds, most of which are refused."""
    cells, letters = position.variant.board.cells, [piece.letter for piece in position.variant.piece_types]
    origin, target, letter = ask.choice(cells), ask.choice(cells), ask.choice(letters)
    way = f"{origin}-{target}"
    plain = [way, f"{letter}{target}", f"{letter}{origin}-{target}+", f"{origin}-{origin}", f"{origin}x{target}"]
    return [
        *plain,
        f"{way}={letter}",
        f"{letter}@{target}",
        "O-O",
        "--",
        f"3: {way}",
        f"{origin}+{target}",
        "z9-z8",
        "Zx9",
    ]


@pytest.mark.parametrize("game", SEEDS)
def test_no_advice_speaks_of_what_a_game_does_not_have(game: str) -> None:
    """Of every refusal along a random game."""
    ask, position, advised = Random(45), Position.start(game), set()
    for _ in range(12):
        for text in asked(position, ask):
            try:
                position.parse(text)
            except IllegalMove as refused:
                advised |= {reason.advice for reason in refused.reasons}
        if not position.legal_moves:
            break
        position = position.play(str(ask.choice(position.legal_moves)))
    assert len(advised) > 8
    wrong = [
        (words, text) for text in advised for words, games in TRUE_OF.items() if words in text and game not in games
    ]
    assert wrong == []
