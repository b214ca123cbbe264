"""Games that are read in batches and only counted: the same findings, games and plies as from a verdict on each."""

import io
import random
from pathlib import Path

import pytest
from scanner_differential import counted

from fairyscore.notation.archive import judge_batches, judge_file
from fairyscore.notation.kernel import CORE
from fairyscore.notation.moves import san
from fairyscore.notation.records.game_text import Batch
from fairyscore.notation.replay import BatchForm, Validator, Verdict
from fairyscore.notation.rules.outcome import FinalScore
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.variants import catalog, variant

pytestmark = pytest.mark.skipif(CORE is None, reason="games are counted by the kernel only")

HEAD = '[Event "a"]\n[White "Müller"]\n[Round "1"]\n'
BARE = f'{HEAD}[Result "1-0"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O 1-0\n\n'
NOTED = f'{HEAD}[Result "*"]\n\n1. e4 {{[%clk 0:01:00] best}} e5 $1 (1... c5 2. Nf3) 2. Ng1f3 Nbc6!? 3. Bb5 *\n\n'
MATE = f'{HEAD}[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n'
PLACED = f'{HEAD}[FEN "r3k3/8/8/8/8/8/PPPP4/4K2R w Kq - 0 1"]\n[Result "1/2-1/2"]\n\n1. O-O O-O-O 2. d4 1/2-1/2\n\n'
PROMOTED = f'{HEAD}[Variant "chess"]\n[FEN "8/P6k/8/8/8/8/8/K7 w - - 3 40"]\n[Result "*"]\n\n40. a8=Q Kg6 *\n\n'
NULL = f'{HEAD}[Result "*"]\n\n1. e4 (1. d4 d5 2. -- e6) e5 3. Nf3 *\n\n'
FAULTY = f'{HEAD}[Result "1-0"]\n\n1. e4 e5 2. Ke3 1-0\n\n'
MOST_PLIES = 400
GAMES = (BARE, NOTED, MATE, PLACED, PROMOTED, NULL, FAULTY)


def test_games_are_counted() -> None:
    """All of them, the first and the last too."""
    text = BARE + BARE + NOTED + MATE + PLACED + PROMOTED + BARE
    assert counted(text, BatchForm.COUNT) == (7, 9 + 9 + 5 + 4 + 3 + 2 + 9, [], 7)
    assert counted(text, BatchForm.COUNT)[:3] == counted(text, None)[:3]


def test_commands_in_comments_may_begin_lines() -> None:
    """`[%clk` at the beginning of a line is not a tag: programs that break lines at 80 columns write it there."""
    game = f'{HEAD}[Result "*"]\n\n1. e4 {{ [%eval 0.2]\n[%clk 0:01:00] }} e5\n{{\n[%clk 0:01:00]}} 2. Nf3 *\n\n'
    assert counted(game * 5, BatchForm.COUNT) == (5, 15, [], 5)


SHUFFLE = "Nf3 Nf6 Ng1 Ng8 "


@pytest.mark.parametrize(
    ("moves", "found"),
    [
        (SHUFFLE * 3, []),  # four times
        (SHUFFLE * 3 + "Nf3 Nf6 Ng1", []),
        (SHUFFLE * 4, ["result-contradicts"]),  # 16 plies are the fewest that bring five times
        ("e4 e5 " + SHUFFLE * 4, ["result-contradicts"]),
        ("e4 e5 " + SHUFFLE * 3 + "Nf3 Nf6 Ng1", []),
        (SHUFFLE * 2 + "Nc3 Nc6 Nb1 Nb8 " + SHUFFLE, ["result-contradicts"]),
        (SHUFFLE * 2 + "e4 e5 " + SHUFFLE * 3, []),  # with the pawns it is another position
    ],
)
def test_the_fifth_time_ends_a_game_that_is_counted(moves: str, found: list[str]) -> None:
    """Laws of Chess 9.6.1: the game is drawn. What does not end so is counted, and not judged once more."""
    texts = moves.split()
    numbered = " ".join(f"{at // 2 + 1}. {text}" if at % 2 == 0 else text for at, text in enumerate(texts))
    game = f'{HEAD}[Date "2020.01.01"]\n[Result "1-0"]\n\n{numbered} 1-0\n\n'
    count = counted(BARE + game + BARE, BatchForm.COUNT)
    assert [finding.code for finding in count.findings] == found
    assert count.batched == 3 - len(found)


@pytest.mark.parametrize(
    "moves",
    [
        "1. f3 e5 2. g4 Qh4#",
        "1. e3 a5 2. Qh5 Ra6 3. Qxa5 h5 4. h4 Rah6 5. Qxc7 f6 6. Qxd7+ Kf7 7. Qxb7 Qd3 8. Qxb8 Qh7 9. Qxc8 Kg6 10. Qe6",
        "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6 8. Ng1 Ng8",
    ],
    ids=["mate", "stalemate", "five times the same position"],
)
def test_an_ended_game_without_a_score_is_reported(moves: str) -> None:
    """`*` says that a game goes on; without a result nothing but that is said."""
    dated = f'{HEAD}[Date "2020.01.01"]\n'
    text = BARE + f'{dated}[Result "*"]\n\n{moves} *\n\n' + BARE + f"{dated}\n{moves}\n\n"
    for form in (BatchForm.COUNT, None):
        assert [(finding.code, finding.severity) for finding in counted(text, form).findings] == [
            ("open-result", "warning"),
            ("no-result", "error"),
        ]
    assert counted(text, BatchForm.COUNT)[:3] == counted(text, None)[:3]


def test_written_games_do_not_wait_for_the_end_of_a_clean_file() -> None:
    """No batch has more than some thousands, however many games have nothing to report."""
    batches = list(judge_batches(io.BytesIO((BARE * 9000).encode()), Validator(), BatchForm.JSONL))
    sizes = [len(batch.texts) if isinstance(batch, Batch) else 1 for batch in batches]
    assert sum(sizes) == 9000
    assert max(sizes) < 5000


@pytest.mark.parametrize("end", ["", "\n", "\n\n", "\n\n\n  \n"])
def test_a_file_of_one_game_is_counted(end: str) -> None:
    """Whatever white space stands at its end."""
    assert counted(f"{BARE.rstrip()}{end}", BatchForm.COUNT) == (1, 9, [], 1)


CUT_OFF = BARE.replace(" 1-0\n\n", "")


@pytest.mark.parametrize("end", ["", "\n", "\n\n"])
@pytest.mark.parametrize(
    "last", [FAULTY, NULL, MATE.replace(" 0-1\n\n", ""), CUT_OFF, f"{BARE.rstrip()} 2. e4", f"{BARE.rstrip()}\n\nabc"]
)
def test_an_odd_last_game_is_reported(last: str, end: str) -> None:
    """As the last one of its file: it may have been cut off there."""
    for text in (f"{last.rstrip()}{end}", f"{BARE}{last.rstrip()}{end}"):
        assert counted(text, BatchForm.COUNT)[:3] == counted(text, None)[:3]
        assert counted(text, BatchForm.COUNT).findings


@pytest.mark.parametrize(
    ("first", "reported"),
    [
        (BARE.replace("ü", "u").replace('"a"', '"\xe4"').encode("latin-1"), "encoding"),
        (BARE.replace(" 1-0\n", " 1-0\0\n").encode(), "nul-byte"),
    ],
)
def test_a_note_on_the_bytes_of_a_file_stands_before_the_games_after_it(first: bytes, reported: str) -> None:
    """No game is counted before it is reported."""
    about_file, *judged = judge_batches(io.BytesIO(first + BARE.encode() * 3), Validator(), BatchForm.COUNT)
    assert isinstance(about_file, Verdict)
    assert [finding.code for finding in about_file.findings] == [reported]
    assert sum(one.games if isinstance(one, Batch) else 1 for one in judged) == 4


GAME = """
title = "Corners"
board = { files = 8, ranks = 8 }
start = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"
piece = [
  { letter = "K", name = "king", moves = "K", royal = true },
  { letter = "R", name = "rook", moves = "R" },
]
"""


@pytest.mark.parametrize(("form", "batched"), [(BatchForm.COUNT, 2), (BatchForm.PGN, 0), (BatchForm.JSONL, 0)])
def test_games_that_get_a_tag_are_not_written_by_the_kernel(form: BatchForm, batched: int, tmp_path: Path) -> None:
    """Records of a game from a file name that file in the tag Rules."""
    path = tmp_path / "corners.toml"
    path.write_text(GAME)
    catalog.add_path(str(path))
    try:
        game = '[Event "a"]\n[Variant "Corners"]\n[Result "*"]\n\n1. Ke2 Ke7 *\n\n'
        count = counted(game * 2, form)
    finally:
        catalog.forget()
    assert count[:2] == (2, 4)
    assert count.batched == batched


def test_a_faulty_game_gets_a_verdict() -> None:
    """With its own number and line."""
    text = BARE * 3 + FAULTY + BARE * 3
    games, plies, findings, _ = counted(text, BatchForm.COUNT)
    assert (games, plies) == (7, 6 * 9 + 2)
    assert [(finding.game, finding.line, finding.code) for finding in findings] == [(4, 27, "no-piece-reaches")]


def test_notes_are_reported_in_their_place() -> None:
    """A null move and a wrong number; behind letters of two bytes too."""
    games, plies, findings, _ = counted(BARE * 3 + NULL + BARE, BatchForm.COUNT)
    assert (games, plies) == (5, 4 * 9 + 3)
    assert [(finding.game, finding.line, finding.column, finding.code) for finding in findings] == [
        (4, 27, 20, "null-move"),
        (4, 27, 30, "move-number"),
    ]
    assert counted(BARE * 3 + NULL + BARE, None)[2] == findings


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ('[Result "0-1"]', '[Result "1-0"]'),
        ("Qh4# 0-1", "Qh4 0-1"),
        ("Qh4#", "Qh4#\n\n[White \"b\"]\n[Black \"c\"]\n\n1. e4"),
        ("1. f3", "2. f3"),
        ("1. f3", "1. f3 {open "),
        ("1. f3", "1. f3 {a\n\n  [b \"c\"]}"),
        ("[Round", "[Varient \"x\"]\n[Round"),
        ("[Round", "[Variant \"grand\"]\n[Round"),
        ("[Round", "[Round \"2\"]\n[Round"),
        ("Müller", "Mü\\\"ller"),
        ("\n\n1.", "\n\nnonsense\n1."),
        ("0-1\n", "1-0\n"),
        ("0-1\n\n", "0-1\n"),
        ("2. g4", "2. -- -- 3. g4"),
    ],
)  # fmt: skip
def test_whatever_is_odd_is_reported(right: str, wrong: str) -> None:
    """All that the kernel does not know well leaves the game to the usual way."""
    assert right in MATE
    text = BARE + NOTED + MATE.replace(right, wrong, 1) + BARE + NOTED
    assert counted(text, BatchForm.COUNT)[:3] == counted(text, None)[:3]


@pytest.mark.parametrize(
    "fen",
    [
        "r3k3/8/8/8/8/8/PPPP4/4K1R1 w Kq - 0 1",
        "r3k3/8/8/8/8/8/PPPP4/4K2R w Kqq - 0 1",
        "r3k3/8/8/8/8/8/PPPP4/4K2R w KH - 0 1",
        "r3k3/8/8/8/8/8/PPPP4/4K2R x K - 0 1",
        "r3k3/8/8/8/8/8/PPPP4/4K2R w K e3 0 1",
        "r3k3/8/8/8/8/8/PPPP4/4K2R w K - 0 0",
        "r3k3/8/8/8/8/8/PPPP4/4K2R w K - 0",
        "r3k3/8/8/8/8/8/PPPP4/4K2R  w K - 0 1",
        "r3k3/8/8/8/8/PPPP4/4K2R w K - 0 1",
        "r3k3/8/8/8/8/8/PPPP5/4K2R w K - 0 1",
        "r3k3/8/8/8/8/8/PPPP4/4KK1R w K - 0 1",
        "4k2P/8/8/8/8/8/PPPP4/4K2R w K - 0 1",
        "4k2R/8/8/8/8/8/PPPP4/4K2R w K - 0 1",
        "QQQQk3/QQQQQQQQ/8/8/8/8/PPPP4/4K2R w K - 0 1",
        "?",
        "",
    ],
)
def test_odd_positions_are_reported(fen: str) -> None:
    """A position is taken over only if each of its fields is as usual."""
    game = PLACED.replace("r3k3/8/8/8/8/8/PPPP4/4K2R w Kq - 0 1", fen)
    assert counted(BARE + game + BARE, BatchForm.COUNT)[:3] == counted(BARE + game + BARE, None)[:3]


def test_random_damage_is_reported_alike() -> None:
    """Characters are changed, taken away and doubled all over a file, and parts of it come twice."""
    dice = random.Random(11)
    damages = [*'"\\n[]{}() 1xé', "", ""]
    for _ in range(50):
        text = "".join(dice.choices(GAMES, weights=(5, 5, 3, 5, 3, 3, 1), k=8))
        for _ in range(dice.randint(1, 4)):
            at = dice.randrange(len(text))
            text = text[:at] + dice.choice((*damages, text[at : at + 30])) + text[at + 1 :]
        assert counted(text, BatchForm.COUNT)[:3] == counted(text, None)[:3], text


def _random_game_to_its_end(game: Variant, chance: random.Random) -> tuple[str, FinalScore | None]:
    """Its moves in SAN, many of them captures, and how it has ended within some hundred plies."""
    state, texts = game.initial_state(), list[str]()
    while len(texts) < MOST_PLIES and (moves := state.moves()):
        takes = [move for move in moves if state.takes(move)]
        move = chance.choice(takes if takes and chance.random() < 0.6 else moves)
        number = "" if len(texts) % 2 else f"{len(texts) // 2 + 1}. "
        texts.append(number + san.write(state, move, game))
        state.push_unchecked(move)
    return " ".join(texts), state.outcome()


@pytest.mark.parametrize(
    "name",
    [
        "antichess", "breakthrough", "codrus", "extinction", "five-check", "horde", "king-of-the-hill", "losers",
        "racing-kings", "suicide", "three-check", "troitzky",
    ],
)  # fmt: skip
def test_only_the_result_of_the_end_is_right(name: str) -> None:
    """Whoever is told to have won: the core knows it of most ends, the engine of all."""
    game, chance = variant(name), random.Random(name)
    batched = 0
    for _ in range(12):
        moves, outcome = _random_game_to_its_end(game, chance)
        if outcome is None:
            continue
        for result in ("1-0", "0-1", "1/2-1/2"):
            text = f'[Event "a"]\n[Variant "{game.name}"]\n[Result "{result}"]\n\n{moves} {result}\n\n'
            count = counted(text, BatchForm.COUNT)
            codes = {finding.code for finding in count.findings}
            assert ("result-contradicts" in codes) is (result != outcome.result)
            batched += count.batched
    assert batched


def test_moves_are_known_to_their_game_afterwards() -> None:
    """What the kernel has read by itself is read again where somebody asks for the notation."""
    game = f'{HEAD}[Result "*"]\n\n1. Nh3 Nh6 2. Ng1 Ng8 *\n\n'
    counted(BARE + game * 3, BatchForm.COUNT)
    (verdict,) = judge_file(io.BytesIO(game.encode()), Validator())
    assert verdict.notation is not None
    assert verdict.notation.name == "san"
    assert "Ng1" in variant("chess").cache.parsed_moves
