"""Games that the kernel writes anew: the same bytes as from the record of each."""

import hashlib
import io
import random
import re
from functools import partial

import pytest
from nightly import sampled
from writing_differential import differing, names, random_game, written

from fairyscore.notation.archive import judge_batches
from fairyscore.notation.kernel import CORE
from fairyscore.notation.moves import long, san
from fairyscore.notation.replay import BatchForm, Validator, Verdict
from fairyscore.notation.replay.compiled import compiled_game
from fairyscore.notation.rules.moves import Move
from fairyscore.notation.stats.identity import Identity, identity_of
from fairyscore.notation.stats.summary import Stats
from fairyscore.notation.variants import variant
from fairyscore.notation.work.bulk.base import FilePart
from fairyscore.notation.work.convert import ConvertWork
from fairyscore.notation.work.formatting import FormatWork

pytestmark = pytest.mark.skipif(CORE is None, reason="games are written by the kernel only")

HEAD = '[Event "a"]\n[Site "?"]\n[White "Müller"]\n[Result "*"]\n'
BARE = f"{HEAD}\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O *\n\n"

PLACED = (
    f'{HEAD}[FEN "r3k3/8/8/8/8/8/PPPP4/4K2R w Kq - 0 1"]\n\n1. O-O O-O-O 2. d4 *\n\n',
    f'{HEAD}[SetUp "1"]\n[FEN "8/P6k/8/8/8/8/8/K7 w - - 3 40"]\n\n40. a8=Q Kg6 *\n\n',
    f'{HEAD}[SetUp "0"]\n[FEN "8/P6k/8/8/8/8/8/K7 b - - 3 40"]\n[Zone "z"]\n\n40... Kg6 41. a8=N *\n\n',
    f'{HEAD}[FEN "7k/8/8/R6R/8/8/8/RN1K3R w - - 0 1"]\n\n1. R1a3 Kg7 2. Rhg1+ Kf6 3. Nc3 Kf7 4. R5h5 *\n\n',
    f'{HEAD}[FEN "1k6/8/8/8/4Q2Q/8/8/K6Q w - - 0 1"]\n\n1. Qh4e1 Ka7 2. Q4e3+ *\n\n',  # PGN 8.2.3.4: file and rank
)
TEXTS = (
    "1. e4 {} e5 {  } 2. Nf3 { two  blanks } Nc6 {a\nb} *",
    "{first} {second} 1. e4 $1 {c} $2 $1 e5!? $5 (1... c5 {x} (1... c6!) 2. Nf3 $3) (1... d5) {after} 2. Nf3 *",
    "1. e4 e5 ; the rest of a line\n2. Nf3 ; with } a brace\nNc6 *",
    "1. e4 e5\n% for another program\n2. Nf3 *",
    "1. e4 {[%clk 0:01:00] [%eval 0.3] %x} e5 {Déjà vu, “quoted”\u2003wide, \u00a0hard} 2. Nf3 {\U0001d11e} *",
    "1. Ng1f3 Ng8-f6 2. Nd4 Nd5 3. Nb5 *",
    "1. e2e4 e7e5 2. g1f3 *",
    "1. e4+ e5 *",
    "1. e4! e5!! 2. Nf3? Nc6?? 3. Bb5!? a6?! 4. Ba4 ! Nf6 !! 5. O-O ∓ *",
    "1. e4 " + "{" + "word " * 60 + "} e5 " + "{" + "x" * 100 + "} 2. Nf3 (2. f4 exf4 3. Nf3 g5 (3... d6 4. d4)) Nc6 *",
    "1. d4 e6 2. e4 Bb4+ 3. Bd2 Bxd2+ 4. Nxd2 Nf6 5. Ngf3 Ng4 6. exd5 *",
    "1. d4 e6 2. e4 Bb4+ 3. Bd2 Bxd2+ 4. Nxd2 Nf6 5. Ngf3 Nxe4 6. Nxe4 b6 7. Nfd2 *",
    '1. e4 {a "quote" and \\ a backslash} e5 {ends with \\ } 2. Nf3 *',
    "1. e4 {\x01 control \x7f} e5 *",
    "1. e4 {" + "word".join(chr(number) for number in range(1, 0x3001) if chr(number).isspace()) + "} e5 *",
    "1. e4 {\u200b\u2010\u202a\u1681\u3001é\u0084\u0800\uffff\U00010000\U0010ffff\x08\x0e\x1b} e5 *",
)
TAGS = (
    '[Silver "?"]', '[Date "?"]', '[Date "????.??.??"]', '[Round "?"]', '[ECO ""]', '[Variant "chess"]', '[Variant "?"]',
    '[SetUp "1"]', '[Annotator "ä\u2028ö"]', '[Annotator "a\tb"]', '[Annotator "\x7f"]', '[Annotator "\U0001d11e"]',
    '[aTag "x"]', '[Black "Ünal"]',
)  # fmt: skip
GAMES = (*PLACED, *(f"{HEAD}\n{text}\n\n" for text in TEXTS), *(f"{HEAD}{tag}\n\n1. e4 e5 *\n\n" for tag in TAGS))


def converted(text: str, target: str, *, quickly: bool) -> tuple[str, list[object], int]:
    """The games in a format, what is said of them, and how many were not written by the kernel in a batch."""
    form = BatchForm(target) if quickly else None
    judged = list(judge_batches(io.BytesIO(text.encode(errors="replace")), Validator(), form))
    made, messages = list[str](), list[object]()
    for result in ConvertWork(Validator(), target=target).results(judged, FilePart()):
        made += result.games
        if result.message and (result.message.done.losses or result.message.verdict.findings):
            messages.append(result.message)
    return "".join(made), messages, sum(isinstance(one, Verdict) for one in judged)


@pytest.mark.parametrize("target", ["pgn", "jsonl"])
@pytest.mark.parametrize("game", GAMES)
def test_games_are_written_as_their_records_are(game: str, target: str) -> None:
    """Whatever they say: tags, positions, comments, glyphs, variations, notations."""
    text = BARE * 3 + game + BARE + game + game + BARE
    quick, quick_messages, left = converted(text, target, quickly=True)
    slow, slow_messages, games = converted(text, target, quickly=False)
    assert quick == slow
    assert [str(one) for one in quick_messages] == [str(one) for one in slow_messages]
    assert left < games == 8


def test_the_kernel_writes_usual_games() -> None:
    """All of them."""
    annotated = f"{HEAD}\n{TEXTS[1]}\n\n"
    assert converted((BARE + annotated + PLACED[0]) * 4, "pgn", quickly=True)[2] == 0


@pytest.mark.parametrize("target", ["pgn", "jsonl"])
def test_mutated_games(target: str) -> None:
    """A character here and there is another one, or gone."""
    chance = random.Random(25)
    for _ in range(60):
        text = "".join(chance.choice(GAMES) for _ in range(6)) + BARE
        for _ in range(chance.randrange(4)):
            at = chance.randrange(len(text))
            text = (
                text[:at] + chance.choice(["", " ", "\n", "(", ")", "{", "}", "!", "x", "+", "1", "é"]) + text[at + 1 :]
            )
        text = BARE + BARE + text
        assert converted(text, target, quickly=True)[0] == converted(text, target, quickly=False)[0], text


@pytest.mark.parametrize("target", ["pgn", "jsonl"])
def test_random_games(target: str) -> None:
    """Long ones, with captures, promotions, checks and pieces that are told apart."""
    game, chance = variant("chess"), random.Random(4)
    text = ""
    for _ in range(12):
        state, words = game.initial_state(), []
        for ply in range(160):
            moves: list[Move] = state.moves()
            if not moves or state.outcome() is not None:
                break
            move = chance.choice([move for move in moves if move.becomes >= 0 or state.takes(move)] or moves)
            words.append(("" if ply % 2 else f"{ply // 2 + 1}. ") + san.write(state, move, game))
            state.push_unchecked(move)
        outcome = state.outcome()
        result = outcome.result if outcome else "*"
        text += HEAD.replace("*", result) + "\n" + " ".join(words) + f" {result}\n\n"
    quick, _, left = converted(BARE * 2 + text, target, quickly=True)
    slow, _, games = converted(BARE * 2 + text, target, quickly=False)
    assert quick == slow
    assert left < games == 14


@pytest.mark.parametrize("name", sampled(names(), 8))
def test_random_games_of_variants(name: str) -> None:
    """With drops, promotions, captures in passing, several players, in SAN and in long form."""
    found, quick, _ = differing(name, 6)
    assert not found
    assert quick or compiled_game(variant(name)) is None


@pytest.mark.parametrize("name", ["chamaeleon", "chamaeleon:players=4", "kaleidochess", "kaleidochess:players=4"])
def test_the_kernel_writes_games_that_the_rules_have_ended(name: str) -> None:
    """Of several players, in long form, and in SAN where the board has files."""
    game, chance = variant(name), random.Random(7)
    for write in [long.write, *([san.write] if not san.refusal(game) else [])]:
        games = [text for text in (random_game(game, chance, write) for _ in range(40)) if "[FEN" not in text]
        assert any('[Result "*"]' not in text for text in games)
        assert written("".join(games), BatchForm.JSONL, quickly=True).quick == len(games)


@pytest.mark.parametrize("name", ["cylindrical", "janggi"])
def test_the_kernel_writes_pawns_that_go_to_other_files(name: str) -> None:
    """`gf3`, where another pawn may go there too."""
    game, chance = variant(name), random.Random(8)
    games = [text for text in (random_game(game, chance, san.write) for _ in range(20)) if "[FEN" not in text]
    assert any(re.search(r" [a-w]{2}[0-9]", text) for text in games)
    assert written("".join(games), BatchForm.CANONICAL, quickly=True).quick == len(games)


def verdicts(text: str, form: BatchForm | None) -> list[Verdict]:
    """A verdict on each game: of a batch of rows, or of each game by itself."""
    judged = judge_batches(io.BytesIO(text.encode(errors="replace")), Validator(), form)
    return [one for one in judged if isinstance(one, Verdict)]


def identities(text: str, form: BatchForm | None) -> list[Identity]:
    """What each game is known by."""
    return [identity_of(verdict) for verdict in verdicts(text, form) if verdict.game_text.number]


def counts(text: str, form: BatchForm | None) -> str:
    """What is counted of the games."""
    stats = Stats()
    for verdict in verdicts(text, form):
        stats.add(verdict)
    return str(stats.variants) + str(stats.players)


ENDED = (
    "1. f3 e5 2. g4 Qh4# 0-1",
    "1. e4 e5 2. Nf3 Nf6 3. Ng1 Ng8 4. Nf3 Nf6 5. Ng1 Ng8 6. Nf3 Nf6 7. Ng1 Ng8 8. Nf3 Nf6 9. Ng1 Ng8 1/2-1/2",
    "1. e4 e5 3. Nf3 (2. -- Nc6) Nc6 1-0",
)


def test_rows_have_what_records_have() -> None:
    """Copies are found, and games are counted, whether there are records or rows."""
    ended = [f"{HEAD.replace('*', text.split()[-1])}\n{text}\n\n" for text in ENDED]
    chance = random.Random(3)
    for game in (*GAMES, *ended):
        text = BARE * 2 + game + BARE + game + BARE
        assert identities(text, BatchForm.ROWS) == identities(text, None)
        assert counts(text, BatchForm.ROWS) == counts(text, None)
    text = "".join(chance.choices((*GAMES, *ended), k=200)) + BARE
    assert identities(text, BatchForm.ROWS) == identities(text, None)
    assert counts(text, BatchForm.ROWS) == counts(text, None)


def test_most_games_come_as_rows() -> None:
    """All but one with a glyph of its own."""
    text = BARE + "".join(f"{HEAD}\n{TEXTS[at]}\n\n" for at in (1, 5, 8, 9)) + BARE
    found = verdicts(text, BatchForm.ROWS)
    assert [verdict.scanned is None for verdict in found] == [False, False, False, True, False, False]


def test_what_a_batch_has_not_is_made_when_it_is_asked_for() -> None:
    """Of a game that came in a batch too: its record, positions and events are those of the game by itself."""
    text = BARE * 2 + "".join(GAMES)
    for one, other in zip(verdicts(text, BatchForm.ROWS), verdicts(text, None), strict=True):
        assert one.record == other.record
        assert one.events == other.events
        assert one.tokens == other.tokens
        assert (one.whole, one.notation) == (other.whole, other.notation)
        here, there = one.state, other.state
        assert (here and here.key()) == (there and there.key())


def test_files_in_canonical_form_are_the_same() -> None:
    """`fmt --check` finds what `convert` writes unchanged, and what is written otherwise changed."""
    text = converted(BARE * 6, "pgn", quickly=True)[0]
    for given, same in ((text, True), (text.replace("2. Nf3", "2.Nf3"), False)):
        judged = judge_batches(io.BytesIO(given.encode()), Validator(), BatchForm.CANONICAL)
        digest = partial(str, hashlib.sha256(given.encode()).hexdigest())
        *_, last = FormatWork(Validator()).results(judged, FilePart(digest=digest))
        assert last.same is same
