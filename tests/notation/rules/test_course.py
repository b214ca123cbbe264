"""Ends that the course of a game brings: what a library user is told, and what is said of records."""

import random
from collections import Counter

import pytest

from fairyscore.notation.game import Game
from fairyscore.notation.position import Position
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.replay import Validator, compiled
from fairyscore.notation.rules.course import most_repeated
from fairyscore.notation.rules.moves import Move
from fairyscore.notation.variants import variant
from fairyscore.notation.variants.registry import GAMES

SHUFFLE = ("Nf3", "Nf6", "Ng1", "Ng8")
SHUFFLED = "1. Nf3 Nf6 2. Ng1 Ng8 "


def played(name: str, moves: tuple[str, ...], times: int) -> Game:
    game = Game.new(name)
    for text in moves * times:
        game.push(text)
    return game


def codes_both_ways(text: str, **tags: str) -> list[tuple[str, int]]:
    """What is found in a game, with the compiled scanner and without: the same."""
    head = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
    game_text = GameText(1, f"{head}\n{text}\n\n", 1, last=True)
    found = Validator().judge(game_text).findings
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiled, "CORE", None)
        assert Validator().judge(game_text).findings == found
    return [(finding.code, finding.ply) for finding in found]


@pytest.mark.parametrize(
    ("times", "claims", "reason"),
    [
        (1, [], None),
        (2, ["threefold-repetition"], None),
        (3, ["threefold-repetition"], None),
        (4, [], "fivefold-repetition"),
    ],
)
def test_chess_repeats(times: int, claims: list[str], reason: str | None) -> None:
    game = played("chess", SHUFFLE, times)
    assert sorted(game.claims) == claims
    assert (game.outcome and game.outcome.reason) == reason


@pytest.mark.parametrize(
    ("moves", "result"),
    [
        (("Eb2", "Nc6", "Eb1", "Nb8") * 2, "1-0"),  # Black repeats the start
        (("Eb2", "Nc6", "Ec2", "Nb8", "Eb2", "Nc6", "Ed2", "Nb8", "Eb2"), "0-1"),
    ],
)
def test_who_brings_about_a_position_again_loses(moves: tuple[str, ...], result: str) -> None:
    """Empire Chess; not who merely is to move in it."""
    game = played("empire", moves, 1)
    assert game.outcome is not None
    assert (game.outcome.result, game.outcome.reason) == (result, "repetition-loses")
    text = " ".join(f"{ply // 2 + 1}. {move}" if ply % 2 == 0 else move for ply, move in enumerate(moves))
    assert codes_both_ways(f"{text} {result}", Variant="Empire Chess", Result=result) == []


def test_a_claim_may_come_with_the_next_move() -> None:
    """Laws of Chess 9.2.1: 2...Ng8 would make the position at the beginning one of three."""
    game = played("chess", SHUFFLE, 1)
    for text in SHUFFLE[:-1]:
        game.push(text)
    assert game.claims == {"threefold-repetition"}
    game.pop()
    assert not game.claims


@pytest.mark.parametrize(
    ("fen", "reason"),
    [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "dead-position"),
        ("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", "dead-position"),
        ("4kb2/8/8/8/8/8/8/4KB2 w - - 0 1", None),  # f8 is dark, f1 is light
        ("2b1k3/8/8/8/8/8/8/4KB2 w - - 0 1", "dead-position"),  # c8 and f1 are light
        ("4k3/8/8/8/8/8/8/4KNN1 w - - 0 1", None),  # two knights mate if nobody hinders them
        ("4k3/8/8/8/8/8/7P/4K3 w - - 0 1", None),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 149 90", None),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 150 90", "seventyfive-moves"),
    ],
)
def test_what_a_position_shows(fen: str, reason: str | None) -> None:
    found = Position.from_fen(fen).outcome
    assert (found and found.reason) == reason


def test_a_lone_bishop_mates_a_royal_knight() -> None:
    """Knightmate: Black on a1 is attacked from c3, and White's royal knight on d4 holds b3 and c2."""
    mate = Position.from_fen("8/8/8/8/3K4/2B5/8/k7 b - - 0 1", "knightmate").outcome
    assert mate is not None
    assert mate.reason == "checkmate"
    assert Position.from_fen("8/8/8/8/5K2/8/3B4/k7 b - - 0 1", "knightmate").outcome is None


@pytest.mark.parametrize("name", ["three-check", "king-of-the-hill", "atomic", "antichess", "horde"])
def test_kings_alone_are_not_dead_where_more_than_mate_wins(name: str) -> None:
    fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
    text = fen.replace(" 0 1", " 3+3 0 1") if name == "three-check" else fen
    assert Position.from_fen(text, name).outcome is None


def test_perpetual_check_loses_in_shogi() -> None:
    """The rook gives check with each move, the king goes to and fro."""
    game = Game.new("shogi", FEN="8k/9/9/9/9/9/9/9/K7R[] b - - 0 1")
    for text in ("K-2a", "R-2i", "K-1a", "R-1i") * 3:
        game.push(text)
    assert game.outcome is not None
    assert (game.outcome.result, game.outcome.reason) == ("0-1", "perpetual-check")


def test_perpetual_check_begins_after_the_position_first_came() -> None:
    """The quiet moves that lead to the position do not excuse the checks that follow."""
    game = Game.new("shogi", FEN="8k/9/9/9/9/9/9/9/K6R1[] w - - 0 1")
    for text in ("K-9h", "K-1b", *("R-1i", "K-2b", "R-2i", "K-1b") * 3):
        assert game.outcome is None
        game.push(text)
    assert game.outcome is not None
    assert game.outcome.reason == "perpetual-check"


def test_points_decide_where_both_players_of_janggi_pass() -> None:
    """The second player has 1.5 points more from the start; a chariot is worth 13."""
    game = Game.new("janggi-modern")
    game.push("--")
    game.push("--")
    assert game.outcome is not None
    assert (game.outcome.result, game.outcome.reason) == ("0-1", "passed")
    without = Game.new("janggi-modern", FEN="1nba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1")
    without.push("--")
    without.push("--")
    assert without.outcome is not None
    assert without.outcome.result == "1-0"


@pytest.mark.parametrize(
    ("moves", "tags", "found"),
    [
        (SHUFFLED * 4 + "9. e4 1/2-1/2", {"Date": "2020.01.01"}, [("played-on", 17)]),
        (SHUFFLED * 4 + "9. e4 1/2-1/2", {"Date": "2014.06.30"}, [("may-have-ended", 17)]),
        (SHUFFLED * 4 + "9. e4 1/2-1/2", {"Date": "2014.??.??"}, [("may-have-ended", 17)]),
        (SHUFFLED * 4 + "1/2-1/2", {"Date": "2020.01.01"}, []),
        (SHUFFLED * 4 + "1-0", {"Date": "2020.01.01"}, [("result-contradicts", 0)]),
        (SHUFFLED * 4 + "1-0", {}, [("may-have-ended", 16)]),
        (SHUFFLED * 3 + "1-0", {"Date": "2020.01.01"}, []),
        (SHUFFLED * 4 + "(9. Nc3) 9. e4 1/2-1/2", {"Date": "2020.01.01"}, [("played-on", 17)]),
        ("1. Nf3 Nf6 2. Nf9 *", {"Date": "2020.01.01"}, [("no-such-cell", 3)]),
    ],
)
def test_records_of_chess(moves: str, tags: dict[str, str], found: list[tuple[str, int]]) -> None:
    numbered = moves.replace("1. Nf3 Nf6 2. Ng1 Ng8 ", "Nf3 Nf6 Ng1 Ng8 ")
    result = moves.rsplit(" ", 1)[1]
    assert codes_both_ways(numbered.replace("(9. Nc3) ", "").replace("9. ", ""), **tags, Result=result) == found


def test_an_end_within_a_game_that_is_read_with_a_fault() -> None:
    """The scanner stops at the wrong mark, and still knows the positions before it."""
    text = "Nf3 Nf6 Ng1 Ng8 " * 2 + "Nf3+ Nf6 Ng1 Ng8 " + "Nf3 Nf6 Ng1 Ng8 e4 1/2-1/2"
    assert codes_both_ways(text, Date="2020.01.01", Result="1/2-1/2") == [("false-mark", 9), ("played-on", 17)]


@pytest.mark.parametrize("name", ["chess", "cylindrical", "circular-66", "tor-qi", "shogi", "xiangqi", "grand-chess"])
def test_games_at_random_end(name: str) -> None:
    chance = random.Random(name)
    game = Game.new(name)
    while game.outcome is None:
        game.push(chance.choice(list(game.position.legal_moves)))
    assert len(list(game.mainline())) < 2000
    assert game.result == game.outcome.result


def test_the_seeds_have_no_other_ends_than_their_pages() -> None:
    """Kaleidochess and Chamaeleon know no repetition and no dead position; those of four-player chess are not judged."""
    from fairyscore.notation.variants.registry import variant

    without = [name for name in GAMES if variant(name).rules.course is None]
    assert without == ["kaleidochess", "chamaeleon", "four-player", "four-player-teams"]


def test_the_last_piece_is_taken_before_the_players_stop() -> None:
    """A dead position whose draw is right is not an error, whatever was played behind it."""
    fen = {"SetUp": "1", "FEN": "8/8/8/3k4/8/8/4p3/4K3 w - - 0 1"}
    assert codes_both_ways("Kxe2 Ke4 1/2-1/2", **fen, Result="1/2-1/2") == [("may-have-ended", 2)]
    assert codes_both_ways("Kxe2 Ke4 1-0", **fen, Result="1-0") == [("played-on", 2)]


ROOK = ("Rb2", "Rc2", "Ra2")
LONE_KING = ("Kd6", "Ke6", "Ke5", "Kd5")


@pytest.mark.parametrize(
    ("name", "fen", "counted"),
    [
        # Two rooks: 8 moves, from the 4 pieces on the board; the claim comes with the ninth.
        ("makruk", "8/8/8/3k4/8/8/R7/3K2R1 w - - 0 1", 9 - 4),
        # One rook and three pieces: 16 moves.
        ("makruk", "8/8/8/3k4/8/8/R7/3K4 w - - 0 1", 17 - 3),
        # Here the count begins with nothing.
        ("asean-chess", "8/8/8/3k4/8/8/R7/3K4 w - - 0 1", 17),
    ],
)
def test_a_lone_king_counts_its_moves(name: str, fen: str, counted: int) -> None:
    """The rook and the king go round and round, and only every twelfth position is one of before."""
    game = Game.new(name, FEN=fen, SetUp="1")
    for move in range(counted):
        assert "counting" not in game.claims
        game.push(ROOK[move % len(ROOK)])
        game.push(LONE_KING[move % len(LONE_KING)])
    assert "counting" in game.claims


def test_who_has_fewer_pieces_counts_64_moves_in_makruk() -> None:
    """Without pawns, and with a piece on both sides: the claim comes with the 65th move of Black's, who has fewer."""
    tour = ("Rb2", "Rc2", "Rc3", "Ra3", "Ra2")  # no position comes five times
    game = Game.new("makruk", FEN="7s/8/8/3k4/8/8/R7/3K2R1 w - - 0 1", SetUp="1")
    for move in range(65):
        assert "counting" not in game.claims
        game.push(tour[move % len(tour)])
        game.push(LONE_KING[move % len(LONE_KING)])
    assert "counting" in game.claims


def test_nobody_counts_while_there_are_pawns() -> None:
    game = Game.new("makruk", FEN="8/8/8/3k4/P7/8/R7/3K4 w - - 0 1", SetUp="1")
    for text in ("Rb2", "Kd6", "Ra2", "Kd5") * 20:
        game.push(text)
    assert "counting" not in game.claims


@pytest.mark.parametrize(
    ("fen", "moves", "reason", "result"),
    [
        # Red's chariot attacks the horse with each move, and nothing protects it.
        ("3k5/9/9/9/9/n8/9/9/1R7/4K4 w - - 0 1", ("b2a2", "a5b7", "a2b2", "b7a5"), "perpetual-chase", "0-1"),
        # A chariot on a10 and another one on b10 protect it: no chase, a draw.
        ("rr1k5/9/9/9/9/n8/9/9/1R7/4K4 w - - 0 1", ("b2a2", "a5b7", "a2b2", "b7a5"), "threefold-repetition", "1/2-1/2"),
        # The chariot only goes to and fro.
        ("3k5/9/9/9/9/n8/9/9/8R/4K4 w - - 0 1", ("i2i3", "a5b7", "i3i2", "b7a5"), "threefold-repetition", "1/2-1/2"),
    ],
)
def test_perpetual_chase_in_xiangqi(fen: str, moves: tuple[str, ...], reason: str, result: str) -> None:
    game = Game.new("xiangqi", FEN=fen, SetUp="1")
    for text in moves * 2:
        game.push(text)
    assert game.outcome is not None
    assert (game.outcome.reason, game.outcome.result) == (reason, result)
    record = f'[Variant "xiangqi"]\n[SetUp "1"]\n[FEN "{fen}"]\n[Result "*"]\n\n{" ".join(moves * 3)} *\n'
    (found,) = [one for one in Validator().judge(GameText(1, record, 1)).findings if one.code == "may-have-ended"]
    assert found.facts["expected"] == result


@pytest.mark.parametrize("name", ["chess", "atomic", "duck-chess", "seirawan", "xiangqi", "cylindrical"])
@pytest.mark.parametrize("seed", range(3))
def test_no_position_comes_more_often_than_the_moves_can_bring_it(name: str, seed: int) -> None:
    """Of random moves, and of many that go back and forth."""
    chance, state = random.Random(f"{name} {seed}"), variant(name).initial_state()
    moves: list[Move] = []
    met = Counter([state.key()])
    for _ in range(120):
        legal = state.moves()
        if not legal:
            break
        back = [move for move in legal if move[:2] == tuple(moves[-2][1::-1])] if len(moves) > 1 else []
        move = chance.choice(back if back and chance.random() < 0.8 else legal)
        moves.append(move)
        state.push_unchecked(move)
        met[state.key()] += 1
    assert most_repeated(moves) >= max(met.values())
