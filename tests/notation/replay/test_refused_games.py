"""Games with a refused move: the compiled core and plain Python say the same of each, whatever the reason is."""

import io
import random
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from unittest.mock import patch

import pytest
import scanner_differential
from nightly import sampled

from fairyscore.notation.archive import judge_batches, judge_file
from fairyscore.notation.kernel import CORE
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.replay import BatchForm, Validator, Verdict, compiled
from fairyscore.notation.rules.castles.state import CastleState
from fairyscore.notation.rules.colours.state import ColourState
from fairyscore.notation.rules.general.state import GeneralState
from fairyscore.notation.rules.reasons import Code
from fairyscore.notation.stats.identity import identity_of
from fairyscore.notation.stats.openings import opening_of
from fairyscore.notation.variants import variant

FAULTS = sampled(sorted(Path("samples/faults").glob("*.pgn")), 6)

WRONG = ("Nf3", "Qd4", "Rxe5", "Bb5", "e5", "Kg2", "Nd7", "Rfd1", "O-O", "cxd4", "e8=Q", "Qh5#", "a1-a8", "R1a3")


@contextmanager
def plain_python() -> Iterator[None]:
    """Neither the scanner nor the core is there."""
    with ExitStack() as stack:
        stack.enter_context(patch.object(compiled, "CORE", None))
        for state in (GeneralState, CastleState, ColourState):
            stack.enter_context(patch.object(state, "core", None))
        yield


@pytest.mark.parametrize("path", FAULTS, ids=lambda path: path.stem)
def test_the_sample_of_each_fault_is_explained_alike(path: Path) -> None:
    with path.open("rb") as file:
        by_core = [scanner_differential.facts(verdict) for verdict in judge_file(file, Validator())]
    with plain_python(), path.open("rb") as file:
        assert [scanner_differential.facts(verdict) for verdict in judge_file(file, Validator())] == by_core


@pytest.mark.parametrize("name", ["chess", "shogi", "caliph-qi", "crazyhouse", "xiangqi", "antichess"])
def test_wrong_moves_of_random_games_are_explained_alike(name: str) -> None:
    chance, codes = random.Random(name), set[str]()
    for _ in range(8):
        head, _, body = scanner_differential.annotated(variant(name), chance).partition("\n\n")
        words = body.split(" ")
        words[chance.randrange(len(words))] = chance.choice((*WRONG, *words))
        text = f"{head}\n\n{' '.join(words)}"
        by_core, _ = scanner_differential.both_ways(text, Validator())
        with plain_python():
            in_python, _ = scanner_differential.both_ways(text, Validator())
        assert by_core == in_python, text
        codes |= {finding.code for finding in scanner_differential.counted(text, None).findings}
    assert codes & {code.value for code in Code}


UNMARKED = (
    "1. e4 d5 2. ed5 Qd5 3. Nc3 Qe5+ *",
    "1. e4 e5 2. Qh5 Nf6 3. Qe5+ Be7 4. Qe7+ *",
    "1. e4 e5 2. Qh5 Nf6 3. Qe5# *",  # a mark that is false
    "1. e4 d5 2. d5 Qxd5 *",  # a pawn whose file is not named
    "1. e4 e5 2. Nf3 Nc6 3. Ne5 Nf6 4. Nc6 dc6 5. Ke3 *",  # a move that is refused behind them
    "1. e4 e5 2. Qh5 Nf6 (2... Nc6 3. Qf7+) 3. Qe5+ *",
    "1. e4 Nf6 2. e5 d5 3. ed6 *",  # it takes in passing: nothing stands there
    "1. e4 d5 2. Nc3 d4 3. Nb1 Nf6 4. Nf6 *",
    "1. a4 b5 2. b5 a6 3. a6 Bxa6 4. Ra6 Nc6 5. Rc6 *",
    "1. d4 e5 2. Nd2 ed4 3. Nb3 Nf6 4. Nf3 Nc6 5. Nd4 *",  # two knights may take
    "1. e4 d5 2. e4-d5 *",
)


def test_captures_without_their_mark_are_told_in_a_batch_as_by_themselves() -> None:
    games = [f'[Event "{number}"]\n[Result "*"]\n\n{moves}\n\n' for number, moves in enumerate(UNMARKED)]
    told = []
    for form in (BatchForm.COUNT, None):
        count = scanner_differential.counted("".join(games).encode(), form)
        told.append((count.games, count.plies, count.findings))
    assert told[0] == told[1]


@pytest.mark.parametrize("name", ["chess", "shogi", "caliph-qi", "crazyhouse", "xiangqi", "antichess", "kaleidochess"])
def test_refused_games_of_a_batch_are_told_as_each_by_itself(name: str) -> None:
    """The same findings, with their facts and places, and the same numbers of plies."""
    chance, games = random.Random(name), []
    for number in range(12):
        head, _, body = scanner_differential.annotated(variant(name), chance).partition("\n\n")
        plain = [word for word in body.split() if word[0] not in "({$" and word[-1] not in ")}"]
        words = plain if number % 2 else body.split(" ")
        words[chance.randrange(len(words))] = chance.choice((*WRONG, *words))
        games.append(f'[Event "{number}"]\n{head}\n\n{" ".join(words)} *\n\n')
    text = "".join(games)
    alone = scanner_differential.counted(text, None)
    for form in BatchForm:
        assert scanner_differential.counted(text, form)[:3] == alone[:3]


@pytest.mark.parametrize(
    ("moves", "suggestions", "told"),
    [
        ("1. e4 e5 2. Nf3 Nc6 3. Bb6 a6 4. Ba4 Nf6", ("Bb5", "Ba6", "Be2"), "Bb5 was meant"),
        ("1. e4 e5 2. Nf3 Nf6 3. Bb5 Nc6 4. O-O d6 5. Re8 Be7 6. d3", ("Re1",), "Re1 was meant"),
        ("1. e4 e5 2. Nf3 Nc6 3. Qd5 d6 4. Qb3", ("Qe2",), "Qd5 is made all the same"),
    ],
)  # fmt: skip
def test_what_was_meant_by_a_refused_move_is_told(moves: str, suggestions: tuple[str, ...], told: str) -> None:
    """Legal moves that differ from it in a letter or two, the likeliest first; and after which of them the rest fits."""
    game = f'[Event "a"]\n[Result "*"]\n\n{moves} *\n\n'
    for form in (BatchForm.COUNT, None):
        found = [finding for finding in scanner_differential.counted(game * 2, form).findings if finding.game == 1]
        assert found[0].suggestions == suggestions
        assert [finding.facts["guess"] for finding in found[1:]] == [told]


REFUSED = """[Event "a"]
[White "Anna"]
[Black "Bert"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bb6 a6 4. Ba4 Nf6 1-0

"""
CLEAN = REFUSED.replace("Bb6", "Bb5")


@pytest.mark.skipif(CORE is None, reason="without the compiled kernel each game is judged by itself")
@pytest.mark.parametrize("form", BatchForm)
def test_a_refused_move_stays_with_the_scanner_in_batches_of_all_forms(form: BatchForm) -> None:
    """No task that reads files in batches judges such a game by itself, and its neighbours keep their places."""
    source = io.BytesIO((CLEAN + REFUSED + CLEAN).encode())
    with patch.object(Validator, "judge", side_effect=AssertionError):
        verdicts = [one for one in judge_batches(source, Validator(), form, "a.pgn") if isinstance(one, Verdict)]
    assert [(verdict.game_text.number, verdict.game_text.line) for verdict in verdicts if verdict.refused] == [(2, 8)]
    (refused,) = (verdict for verdict in verdicts if verdict.refused)
    assert [finding.line for finding in refused.findings] == [13, 13]
    assert (refused.plies, refused.result, refused.unjudged) == (4, "1-0", 3)
    assert not refused.whole
    assert not refused.main_line_whole
    assert not refused.written


def test_a_refused_game_in_rows_has_its_legal_moves_and_is_a_copy_only_of_its_text() -> None:
    games = REFUSED + REFUSED.replace("Bert", "Carl")
    first, second = judge_batches(io.BytesIO(games.encode()), Validator(), BatchForm.ROWS, "a.pgn")
    assert isinstance(first, Verdict)
    assert isinstance(second, Verdict)
    assert [move.target for move in opening_of(first, 10) or ()] == [28, 36, 21, 42]
    assert identity_of(first).key != identity_of(second).key


def test_cells_are_called_alike_whatever_was_read_before() -> None:
    """`h43` stands on no board; the names beside it are those of the other moves of the record, SAN here."""
    game = '[Event "a"]\n[Variant "xiangqi"]\n\n1. Ch43 Che8 2. Ng3 Ng8 *\n\n'
    game_of = variant("xiangqi")
    for known in ("", "1. Ng3 Ng8 *"):
        game_of.cache.parsed_moves.clear()
        game_of.cache.readers.clear()
        Validator(variant="xiangqi").judge(GameText(1, known, 1))
        verdict = Validator().judge(GameText(1, game, 1))
        assert str(verdict.findings[0].message) == "h43 is not on this board; nearest names: h4, h3, i4"
