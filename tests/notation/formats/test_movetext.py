"""Games that no rules judge, bughouse on two boards and four-player chess: read whole, and written again as they stand.

Random moves of the right form, in the habits of the servers and databases that write such records.
"""

import io
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from dresses import CRLF, MARK, Dress, replaced
from foreign import codes, judged
from running import run

import fairyscore
from fairyscore.notation.archive import judge_file
from fairyscore.notation.formats.base import Format
from fairyscore.notation.formats.bpgn import BPGN
from fairyscore.notation.formats.pgn4 import PGN4
from fairyscore.notation.formats.registry import recognised
from fairyscore.notation.replay import Validator, Verdict
from fairyscore.notation.work.convert import ConvertOptions, converted

BUGHOUSE_TAGS = """[Event "Club evening"]
[Site "Prague"]
[Date "2026.05.02"]
[WhiteA "Ann"]
[BlackA "Bo"]
[WhiteB "Cy"]
[BlackB "Di"]
[TimeControl "180+0"]
[Result "1-0"]
"""
FOUR_TAGS = """[GameNr "1000001"]
[TimeControl "1 | 15D"]
[Variant "FFA"]
[RuleVariants "EnPassant"]
[StartFen4 "4PC"]
[Red "Ann"]
[RedElo "1900"]
[Blue "Bo"]
[Yellow "Cy"]
[Green "Di"]
[Result "Ann: 40 - Bo: 22 - Cy: 11 - Di: 0"]
[Site "www.chess.com/variants/4-player-chess/game/1000001"]
[CurrentMove "12"]
"""


def bughouse(seed: int) -> tuple[str, int]:
    """A game on two boards, and how many moves it has."""
    chance, made = random.Random(seed), {"A": 0, "B": 0}
    words = []
    for _ in range(chance.randint(5, 60)):
        board = chance.choice("AB")
        who = board if made[board] % 2 == 0 else board.lower()
        cell = f"{chance.choice('abcdefgh')}{chance.randint(1, 8)}"
        move = chance.choice((cell, f"N{cell}+", f"Bx{cell}", f"P@{cell}", f"N@{cell}#", "O-O", "e7xd8=Q", f"R1{cell}"))
        words += [f"{made[board] // 2 + 1}{who}.", move]
        made[board] += 1
    return f"{BUGHOUSE_TAGS}\n{' '.join(words)}\n{{Bo checkmated}} 1-0\n", len(words) // 2


def four_players(seed: int) -> tuple[str, int]:
    """A game of four players, and how many moves it has."""
    chance, lines, moves = random.Random(seed), [], 0
    for number in range(1, chance.randint(3, 12)):
        made = []
        for _ in range(4):
            cells = [f"{chance.choice('abcdefghijklmn')}{chance.randint(1, 14)}" for _ in range(2)]
            letter = chance.choice(("", "N", "Q", "K"))
            made.append(letter + chance.choice(("-", "x", "xN")).join(cells) + chance.choice(("", "", "+", "=Q")))
        lines.append(f"{number}. {' .. '.join(made)}")
        moves += 4
    lines.append(f"{len(lines) + 1}. R .. T .. O-O .. #")
    return f"{FOUR_TAGS}\n" + "\n".join([*lines, ""]), moves + 4


BUGHOUSE_DRESSES: dict[str, Dress] = {
    "plain": replaced(),
    "FICS": replaced((r"(?<=\S) (?=[0-9]+[ABab]\.)", "{179.540} "), CRLF),
    "two tags a line": replaced((r'^(\[WhiteA "Ann"\])$', r'\1[WhiteAElo "1500"]')),
    "database": replaced((r"^(?=1A|1B)", "{C:This is game number 1 at http://www.bughouse-db.org}\n"), CRLF),
    "clocks behind a blank": replaced((r"(?<=\S) (?=[0-9]+[ABab]\.)", " {179.5} ")),
    "bughouse.pro": replaced((r"\n\n", "\n"), (r"(?<=\S) (?=[0-9]+[ABab]\.)", " {[ts=0.100]} ")),
    "a move a line": replaced((r" (?=[0-9]+[ABab]\.)", "\n")),
    "star at the end": replaced((r" 1-0$", " *")),
    "no result": replaced((r"\s*1-0$", "")),
    "a mark": replaced(CRLF, encoding=MARK),
    "Latin letters": replaced(("Ann", "Zoë"), encoding="latin-1"),
    "blank lines": replaced((r"^(\{Bo)", r"\n\n\1")),
    "no last line end": lambda text: text.rstrip("\n").encode(),
    "marks": replaced((r"(?<=N@)([a-h][1-8])#", r"\1+!")),
}
FOUR_DRESSES: dict[str, Dress] = {
    "plain": replaced(),
    "teams": replaced(
        ("FFA", "Teams"),
        ('"EnPassant"', '"EnPassant Takeover"'),
        (r"^\[Result .*", '[Result "0-1"]\n[Termination "Yellow resigned. 0-1"]'),
    ),
    "old": replaced((r"^\[(?:RuleVariants|StartFen4) .*\n", "")),
    "rules": replaced(('"EnPassant"', '"DeadKingWalking EnPassant Prom=8 Takeover"')),
    "a position over lines": replaced(("4PC", "R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-\nx,x,x,14,x,x,x/\n14")),
    "Windows": replaced(CRLF),
    "a mark": replaced(CRLF, encoding=MARK),
    "comments": replaced((r" \.\. R", " { well .. } .. R"), (r"^1\. ", "{ before } 1. ")),
    "a variation": replaced((r"^2\. (\S+)", r"2. \1 ( a4-a5 .. b4-b5 )")),
    "numbers in a variation": replaced((r"^(2\. .*)$", r"\1\n(2.. Nj1-i3 .. Na5-c6 )")),
    "blank lines": replaced((r"^(?=[0-9])", "\n")),
    "trailing blanks": replaced((r"$", " ")),
    "no last line end": lambda text: text.rstrip("\n").encode(),
    "one line": replaced((r"\n(?=[2-9]\. |1[0-9]\. )", " ")),
    "pieces of other alphabets": replaced((r"(?<= )N(?=[a-n])", "\u03b4")),
    "pieces brought in": replaced((r"(?<=O-O)(?= )", "&@yE-h11")),
    "resigned and mated": replaced((r"\. R ", ". R# ")),
    "Site first": replaced((r"\A", '[Site "www.chess.com"]\n'), (r'^\[Site "www.chess.com/v.*\n', "")),
}
CASES = [
    *(pytest.param(BPGN, bughouse, dress, id=f"bpgn-{name}") for name, dress in BUGHOUSE_DRESSES.items()),
    *(pytest.param(PGN4, four_players, dress, id=f"pgn4-{name}") for name, dress in FOUR_DRESSES.items()),
]


def verdicts_on(data: bytes) -> list[Verdict]:
    return list(judge_file(io.BytesIO(data), Validator()))


def lines_of(data: bytes) -> list[str]:
    """The lines of a file without its marks and ends."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    return text.strip().splitlines()


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("form", "game", "dress"), CASES)
def test_a_game_in_all_dresses(form: Format, game: Callable[[int], tuple[str, int]], dress: Dress, seed: int) -> None:
    text, moves = game(seed)
    raw = dress(text)
    found = [verdict for verdict in verdicts_on(raw) if verdict.game_text.number]
    assert [(verdict.form, codes(verdict), verdict.unjudged) for verdict in found] == [
        (form.name, ["not-judged"], moves)
    ]
    written: list[str] = []
    assert converted(found[0], ConvertOptions(form), written.append).written
    assert written[0].splitlines() == lines_of(raw)
    (again,) = verdicts_on(written[0].encode())
    assert (again.unjudged_text, dict(again.tags)) == (written[0], dict(found[0].tags))


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize(("form", "game"), [(BPGN, bughouse), (PGN4, four_players)])
def test_a_word_put_anywhere_is_kept(form: Format, game: Callable[[int], tuple[str, int]], seed: int) -> None:
    chance, (text, _) = random.Random(seed), game(seed)
    at = chance.randrange(len(text.rstrip()) + 1)
    marked = text[:at] + chance.choice(("word", " word ", "\nword\n", "{word}", " (word) ", '[word "a"]')) + text[at:]
    verdicts = list(judge_file(io.BytesIO(marked.encode()), Validator(), form=form))
    assert "".join(verdict.unjudged_text or verdict.game_text.text for verdict in verdicts).split() == marked.split()


def test_several_games_of_a_file() -> None:
    text = "\n".join(bughouse(seed)[0] for seed in range(3))
    verdicts = verdicts_on(text.encode())
    assert [verdict.unjudged for verdict in verdicts] == [bughouse(seed)[1] for seed in range(3)]
    assert fairyscore.convert(io.BytesIO(text.encode()), "bpgn").text == text


@pytest.mark.parametrize("target", ["pgn", "jsonl", "moves", "pgn4"])
def test_another_format_cannot_hold_it(target: str) -> None:
    made = fairyscore.convert(io.BytesIO(bughouse(0)[0].encode()), target)
    assert (made.games, [one.why for one in made.left_out]) == (
        0,
        ["its moves are not judged, and only bpgn keeps them"],
    )


def test_other_games_are_no_bughouse() -> None:
    made = fairyscore.convert(io.BytesIO(b"1. e4 e5 *\n"), "bpgn")
    assert [one.why for one in made.left_out] == ["BPGN is for bughouse on two boards, and the game is Chess"]


FAULTS = [
    (BPGN, "1A. e4 1a. e5 3A. Nf3", "move-number", 15),
    (BPGN, "1A. e4 1B. d4 2B. d5 2a. e6 4a. e5", "move-number", 29),
    (BPGN, "1A. e4 1a. kasparov 2A. Nf3", "unknown-line", 12),
    (BPGN, "1A. e4 1a. e9 2A. Nf3", "unknown-line", 12),
    (BPGN, "1A. e4 1a. e5} 2A. Nf3", "unknown-line", 14),
    (BPGN, "1A. e4 {179 1a. e5", "unclosed-comment", 8),
    (PGN4, "1. h2-h3 .. b7-c7 .. g13_g12", "unknown-line", 22),
    (PGN4, "1. h2-h3\n3. h3-h4", "move-number", 1),
    (PGN4, "1. h2-h3 {well", "unclosed-comment", 10),
    (PGN4, "1. h2-h3 } .. b7-c7", "unknown-line", 10),
]


@pytest.mark.parametrize(("form", "moves", "code", "column"), FAULTS)
def test_the_form_is_checked(form: Format, moves: str, code: str, column: int) -> None:
    tags = BUGHOUSE_TAGS if form is BPGN else FOUR_TAGS
    verdict = judged(f"{tags}\n{moves}\n", form)
    assert codes(verdict) == [code, "not-judged"]
    assert verdict.findings[0].column == column
    assert verdict.unjudged_text == f"{tags}\n{moves}\n", "whatever is wrong, it is kept"


@pytest.mark.parametrize("text", ["1A. e4 {1} 1a. e5 1B. d4 *", "1B. e4 1A. d4 *", "{C:This is game number 1} 1a. e4"])
def test_moves_of_two_boards_are_known_without_tags(text: str) -> None:
    found = recognised(text)
    assert found is BPGN


def test_tags_of_pgn_in_front_do_not_hide_the_format() -> None:
    assert recognised(BUGHOUSE_TAGS) is BPGN
    assert recognised('[Site "www.chess.com"]\n' + FOUR_TAGS) is PGN4
    assert recognised('[Event "a"]\n[White "b"]\n\n1. e4 *') is not BPGN


def test_the_command_says_that_nothing_is_judged(tmp_path: Path) -> None:
    path = tmp_path / "a.bpgn"
    path.write_text(bughouse(1)[0])
    done = run("validate", str(path))
    assert done.exit_code == 0
    assert re.search(r"warning\[not-judged\]: the moves of a game on two boards are not judged", done.output)
    assert run("convert", "--to", "bpgn", str(path)).stdout == bughouse(1)[0]
