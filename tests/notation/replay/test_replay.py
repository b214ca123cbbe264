"""The judge: what it finds in a record, where, and that nothing behind a fault is lost."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairyscore.notation.formats.pgn import write
from fairyscore.notation.kernel import CORE
from fairyscore.notation.records.diagnostics import WINDOW, Diagnostic
from fairyscore.notation.records.game_text import GameText, split_games
from fairyscore.notation.records.token_stream import MOST
from fairyscore.notation.replay import Validator, Verdict, compiled
from fairyscore.notation.variants.registry import variant as game_called


def judge_all(text: str, **settings: object) -> list[Verdict]:
    judging = Validator(**settings)  # type: ignore[arg-type]
    return [judging.judge(game_text) for game_text in split_games([text])]


def findings(text: str, **settings: object) -> list[Diagnostic]:
    return [finding for verdict in judge_all(text, **settings) for finding in verdict.findings]


def codes_in(text: str, **settings: object) -> list[str]:
    return [finding.code for finding in findings(text, **settings)]


def pgn(moves: str, variant: str = "chess", **tags: str) -> str:
    lines = {"Event": "test", "Variant": variant} | tags
    return "".join(f'[{name} "{value}"]\n' for name, value in lines.items()) + f"\n{moves}\n\n"


CLEAN = [
    ("chess", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1/2-1/2"),
    ("chess", "1.e4 e5 2.Nf3 $1 {good} Nc6! 3.Bb5 (3. Bc4 Bc5 (3... Nf6)) a6?! ; so far\n*"),
    ("chess", "1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 3. Bf1-b5 1-0"),
    ("chess", "1. f3 e5 2. g4 Qh4# 0-1"),
    ("chess", "e4 e5 Nf3 Nc6 *"),
    ("chess", "1 e4 e5 2 Nf3 Nc6 ½-½"),
    ("chess", "1. e4 d5 2. e5 f5 3. exf6 e.p. exf6 *"),
    ("chess", "1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. 0-0 0-0 *"),
    ("cylindrical", "1. b2-c3 b7-c6 2. d2-e3 *"),
    ("kaleidochess", "1. 1G-2E Dragon from 5G goes to 4E 2. the wizard from 1J knocks out own tiger on 2F 0-1"),
    ("kaleidochess", "1. White Dragon from 1G flies to 2E 5G-4E *"),
    ("kaleidochess:dice", "1. 4: 1G-2E 4: 5G-4E *"),
    ("chamaeleon:players=3", "1. d1-c3 a5-c4 e8-d6 *"),
    ("chamaeleon:start=drop", "1. N@a1 Q@h8 *"),
    ("circular-70", "1. e2-e4 e7-e5 2. g1-f3 *"),
    ("crazyhouse", "1. e4 (1. d4 d5 (1... Nf6 2. c4)) e5 2. Nf3 (2. Bc4) Nc6 *"),
]


@pytest.mark.parametrize(("variant", "moves"), CLEAN)
def test_nothing_is_found_in_good_records(variant: str, moves: str) -> None:
    (verdict,) = judge_all(pgn(moves, variant))
    assert [str(finding.message) for finding in verdict.findings] == []
    assert verdict.plies > 1


FAULTS = [
    # moves
    (pgn("1. e4 e5 2. Ke3 Nc6 3. d4 *"), "no-piece-reaches", 3),
    (pgn("1. e4 e5 2. hello Nc6 *"), "unreadable-move", 3),
    (pgn("1. f3 e5 2. g4 Qh4# 3. a3 0-1"), "game-over", 5),
    (pgn("1. e4 e5 3. Nf3 Nc6 4. Bb5 *"), "move-number", 3),
    (pgn("1. 1G-2E *", "kaleidochess:dice"), "throw-missing", 1),
    # results
    (pgn("1. f3 e5 2. g4 Qh4# 1-0"), "result-contradicts", 0),
    (pgn("1. f3 e5 2. g4 Qh4#", Result="1-0"), "result-contradicts", 0),
    (pgn("1. e4 e5 1-0", Result="0-1"), "result-unlike-tag", 3),
    (pgn("1. e4 e5 0-1-0"), "bad-result", 3),
    (pgn("1. e4 e5 2-1"), "bad-result", 3),
    (pgn("1. d1-c3 a5-c4 1-0", "chamaeleon:players=3"), "bad-result", 3),
    (pgn("1. e4 e5"), "no-result", 0),
    (pgn("1. e4 e5 1-0 Nf3"), "after-result", 3),
    # brackets
    (pgn("1. e4 { open e5"), "unclosed-comment", 2),
    (pgn("1. e4 (1. d4 e5"), "unclosed-variation", 2),
    (pgn("1. e4 ) e5 *"), "stray-bracket", 2),
    (pgn("1. e4 } e5 *"), "stray-bracket", 2),
    # tags
    ('[Event "x"]\n[White]\n\n1. e4 *\n', "bad-tag", 0),
    ('[Event "x"]\n[White Anna]\n\n1. e4 *\n', "tag-without-quote", 0),
    ('[Event "x"]\n[White "Anna "x" y"]\n\n1. e4 *\n', "raw-quote", 0),
    ('[Event "x"]\n[White "Anna\\"]\n\n1. e4 *\n', "backslash-at-end", 0),
    ('[Event "x"]\n\n[White "Anna"]\n\n1. e4 *\n', "blank-line-in-tags", 0),
    ('[Event "x"]\n\n1. e4 *\n', "no-blank-line", 0),
    ('[Event "x"]\n[Result "1-0"]\n[Result "0-1"]\n\n1. e4 1-0\n', "repeated-tag", 0),
    (pgn("1. e4 *", "cess"), "unknown-variant", 0),
    (pgn("1. e4 *", "kaleidochess:players=9"), "unknown-variant", 0),
    (pgn("1. 1G-2E *", "kaleidochess", MaxMoves="many"), "unknown-variant", 0),
    (pgn("1. e4 *", FEN="8/8 w"), "bad-position", 0),
    (pgn("1. e4 *", "cylindrical:array=DCBKBCD"), "advice", 0),
    ("1. e4 e5 *\n", "no-variant", 0),
]


@pytest.mark.parametrize(("text", "code", "ply"), FAULTS)
def test_what_is_wrong_is_found_and_the_next_game_is_judged(text: str, code: str, ply: int) -> None:
    verdicts = judge_all(text + pgn("1. e4 e5 2. Ke3 *"))
    first = verdicts[0].findings[0]
    assert (first.code, first.ply) == (code, ply)
    if code != "no-variant":  # without tags there is no border to cut at
        assert [finding.code for finding in verdicts[1].findings] == ["no-piece-reaches"]


def test_places_are_those_of_the_text() -> None:
    text = '[Event "x"]\n\n1. e4 {two\nlines} e5 2. Ke3 Nc6 *\n'
    (finding,) = findings(text)
    assert (finding.line, finding.column, finding.end_column) == (4, 14, 17)
    assert finding.source[finding.column - 1 : finding.end_column - 1] == "Ke3"
    assert finding.move == "Ke3"


def test_moves_after_a_refused_one_are_counted_and_its_result_is_read() -> None:
    (verdict,) = judge_all(pgn("1. e4 e5 2. Ke3 Nc6 3. d4 d6 1-0"))
    assert (verdict.plies, verdict.unjudged, verdict.result) == (2, 3, "1-0")


def test_a_wrong_mark_alone_does_not_end_the_judging() -> None:
    (verdict,) = judge_all(pgn("1. e2-e4 d7-d5 2. e4-d5 d8xd5 3. b1-c3 d5xa5 4. Kxe3 *"))
    assert [(finding.code, finding.ply) for finding in verdict.findings] == [
        ("capture-mark", 3),
        ("capture-mark", 6),
        ("no-piece-reaches", 7),
    ]


def test_a_wrong_number_is_reported_once() -> None:
    assert codes_in(pgn("1. e4 e5 2. d4 d5 7. c4 c5 8. b4 *")) == ["move-number"]  # counted on from there
    assert codes_in(pgn("1. e4 e5 7. d4 d5 3. c4 c5 *")) == ["move-number"]  # one slip


def test_mailed_lists_are_read_with_a_variant() -> None:
    for text in ("e2-e4 e7-e5\ng1-f3 b8-c6\n", "1. e2-e4\ne7-e5\n2) g1-f3\n2... b8-c6\n", "e2-e4\n\ne7-e5\n"):
        assert codes_in(text, variant="chess") == []
    assert codes_in("1. e2-e4 e2-e5", variant="chess") == ["nothing-there"]


def test_repetition_and_fifty_moves_are_information() -> None:
    shuffle = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *"
    assert codes_in(pgn(shuffle)) == []
    (finding,) = findings(pgn(shuffle), info=True)
    assert (finding.code, finding.severity.value, finding.ply) == ("repetition", "info", 8)
    bare = "4k3/8/8/8/8/8/8/R3K3 w - - 98 80"
    assert codes_in(pgn("80. Ra2 Kd8 *", FEN=bare), info=True) == ["fifty-moves"]


@pytest.mark.parametrize("variant", ["chess", "chess960", "crazyhouse"])
@pytest.mark.parametrize(
    ("fen", "ply"),
    [
        ("4k3/8/8/8/4p3/8/3P4/4R1K1 w - - 0 1", 9),  # the pawn on e4 is pinned: no capture in passing is legal
        ("3k4/8/8/8/4p3/8/3P4/4R1K1 w - - 0 1", 10),  # it may capture, so d4 is a position of its own
    ],
)
def test_en_passant_makes_another_position_only_where_it_is_legal(variant: str, fen: str, ply: int) -> None:
    """Laws of Chess 9.2.3."""
    king = ["Ke7", "Ke8"] if fen.startswith("4k3") else ["Kd7", "Kd8"]
    moves = ["d4", king[0], "Kh1", king[1], "Kg1", king[0], "Kh1", king[1], "Kg1", king[0], "Kh1", king[1], "Kg1"]
    (finding,) = findings(pgn(" ".join([*moves, "*"]), variant, FEN=fen), info=True)
    assert (finding.code, finding.ply) == ("repetition", ply)


@pytest.mark.parametrize(("castlings", "code"), [("GBgb", []), ("KQkq", []), ("HAha", ["castling-dropped"])])
def test_castlings_in_any_letters_are_not_dropped(castlings: str, code: list[str]) -> None:
    fen = f"1rk3r1/p1ppp1pp/8/8/8/8/P1PPP1PP/1RK3R1 w {castlings} - 0 1"
    assert codes_in(pgn("1. Kd1 *", "chess960", FEN=fen)) == code


def test_the_tag_decides_between_a_result_and_castling() -> None:
    assert codes_in(pgn("1. e4 e5 0-0", Result="0-0")) == []


def test_tags_of_a_game_set_its_options() -> None:
    (verdict,) = judge_all(pgn("1. 1G-2E 5G-4E *", "kaleidochess", MaxMoves="1"))
    assert verdict.outcome is not None
    assert verdict.outcome.result == "1/2-1/2"
    assert codes_in(pgn("1. 1G-2E 5G-4E 2. 2G-3E *", "kaleidochess", MaxMoves="1")) == ["game-over"]


@given(st.text(alphabet=st.sampled_from('e4 Nf3x1.-+=#{}()[]"$;%\n0O\\*½\x00\ud801'), max_size=200))
def test_no_text_raises_or_breaks_a_line(text: str) -> None:
    for variant in ("chess", "kaleidochess:dice", "chamaeleon"):
        for verdict in judge_all(text, variant=variant) + judge_all('[Event "x"]\n\n' + text):
            assert verdict.plies >= 0
            assert all(finding.message.isprintable() for finding in verdict.findings)


@pytest.mark.parametrize(
    "text",
    [
        "a" * 200_000,
        "1" * 200_000,
        "(" * 20_000,
        "1. e4 " + "{x} " * 20_000,
        "wizard " * 20_000,
        "3: " * 20_000,
        "[" * 20_000,
        "-" * 200_000,
        "e4" + "\n" * 200_000 + "e5",
        "{ " * 60_000,
        ")\n" * 5_000,
        "7.\n9.\n" * 5_000,
    ],
    ids=lambda text: text[:8],
)
def test_big_nonsense_is_refused_in_few_words(text: str) -> None:
    """That it does not take long either is seen in `test_linear_time.py`."""
    for variant in ("chess", "kaleidochess:dice"):
        (verdict,) = judge_all(text, variant=variant)
        assert len(verdict.findings) <= 2 * MOST
        assert all(len(finding.message) < 1000 for finding in verdict.findings)
        assert all(len(finding.source) <= WINDOW for finding in verdict.findings)


REAL_FAULTS = {("famous_games.pgn", 14330)}
"""A game there ends in `42.Qxc7+` without its result."""


def test_real_games_have_no_faults() -> None:
    """Every game of the samples; whole archives are judged in the same way where they lie beside the checkout."""
    folders = (Path(__file__).parents[3] / "samples" / "games" / "chess", Path(__file__).parents[4] / "shared" / "pgn")
    for path in [path for folder in folders if folder.is_dir() for path in folder.glob("*.pgn")]:
        for game_text in split_games([path.read_text(encoding="utf-8")]):
            errors = [f for f in Validator(file=path.name).judge(game_text).findings if f.severity.value == "error"]
            assert errors == [] or (path.name, errors[0].line) in REAL_FAULTS, errors[0].message


def test_an_empty_piece_is_no_game() -> None:
    assert list(split_games(["\n\n  \n"])) == []
    assert Validator().judge(GameText(1, '[Event "x"]\n', 1)).plies == 0


def test_a_player_who_is_out_scores_nothing() -> None:
    """Silver has no piece left; the others may agree on what they like."""
    text = "8/8/8/8/8/8/8/wN6bN w 5"
    assert codes_in(pgn("5. a1-b3 1-0-0", "chamaeleon:players=3", FEN=text)) == []
    assert codes_in(pgn("5. a1-b3 0-1-0", "chamaeleon:players=3", FEN=text)) == ["result-contradicts"]


def test_brackets_after_a_refused_move_are_reported_too() -> None:
    assert codes_in(pgn("1. e4 Ke7 2. Nf9 ) 2. Zz3 {x")) == ["own-piece", "stray-bracket", "unclosed-comment"]
    (verdict,) = judge_all(pgn("1. e4 Ke7 (1... e5 2. Nf3) 2. Nf3 Nc6 *"))
    assert verdict.unjudged == 2


def test_a_warning_hides_no_missing_result() -> None:
    assert codes_in(pgn("2. e4", Result="1-0")) == ["move-number", "worded-result"]


@pytest.mark.parametrize(
    ("move", "code", "words"),
    [
        ("e4xd5", "nothing-there", "nothing stands on e4"),
        ("e7e8Q", "not-your-piece", "belongs to black"),
        ("b1d4", "cannot-reach", "a knight on b1 cannot go to d4"),
        ("b1xd4", "cannot-reach", "a knight on b1 cannot go to d4"),
        ("Bb1c3", "wrong-piece", "is a knight, not a bishop"),
        ("nf3", "unreadable-move", "'nf3' is not a move"),
    ],
)
def test_a_move_that_names_its_field_is_reported_about_that_field(move: str, code: str, words: str) -> None:
    finding = findings(pgn(f"1. {move} *"))[0]
    assert finding.code == code
    assert words in finding.message
    if move == "nf3":
        assert finding.suggestions[0] == "Nf3"


def test_moves_as_programs_write_them_need_no_mark() -> None:
    assert codes_in(pgn("1. e2e4 d7d5 2. e4d5 d8d5 *")) == []


def test_misspelt_tags_are_reported() -> None:
    assert codes_in('[Event "x"]\n[varient "tor-qi"]\n\n1. e4 *\n') == ["misspelt-tag"]
    assert codes_in(pgn("1. e4 *", White="x", Whitee="y")) == []


def test_a_tag_among_the_moves_is_passed_over() -> None:
    assert codes_in('[Event "x"] {why}\n[Result "1-0"]\n\n1. e4 *\n') == ["tag-among-moves"]
    assert codes_in('[Event "x"]\n\n1. e4 e5\n[White "A B"] 2. Nf3\n2. Nf3 Nc6 *\n') == ["tag-among-moves"]


@pytest.mark.parametrize("remark", ["[a]", "[see diagram]", "[12]", "[%clk 0:01:00]", "[a],", "[a"])
def test_words_in_square_brackets_are_a_remark(remark: str) -> None:
    """What is no tag costs neither the rest of its line nor a word: it is kept as a comment, and named."""
    for moves in (f"1. e4 e5 {remark} 2. Nf3 Nc6 *", f"1. e4 e5 (1... c5 {remark} 2. Nf3) 2. Nf3 Nc6 *"):
        (verdict,) = judge_all(pgn(moves))
        assert [finding.code for finding in verdict.findings] == ["words"]
        assert verdict.plies == 4
        assert verdict.record is not None
        assert f"{{{remark}}}" in write(verdict.record, verdict.record.game.writing.usual)


def test_a_position_of_the_settings_is_for_games_without_a_name() -> None:
    bare = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    assert codes_in("O-O *", variant="chess", position=bare) == []
    assert codes_in(pgn("1. O-O *"), variant="chess", position=bare) == []
    assert codes_in(pgn("1. 1G-2E *", "kaleidochess"), variant="chess", position=bare) == []


@pytest.mark.parametrize("text", ["1. 5254 5755 2. 7163 *", "1. e4 5755 {five cells} 7163 *", "5254 5755 7163 *"])
@pytest.mark.parametrize("core", [CORE, None])
def test_moves_of_four_digits_are_no_numbers(text: str, core: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """ICCF's notation, numbered or bare, and read for the first time."""
    monkeypatch.setattr(compiled, "CORE", core)
    game_called("chess").cache.parsed_moves.clear()
    verdict = Validator(variant="chess").judge(GameText(1, text, 1))
    assert (verdict.plies, verdict.findings) == (3, [])
