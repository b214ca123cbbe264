"""Random games of chess in the habits of the programs and people that write PGN: read whole, written back, and read
again as the same."""

import io
import random
import re
from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest

from fairyscore.notation.archive import judge_file
from fairyscore.notation.formats import pgn_writer
from fairyscore.notation.moves import long, san
from fairyscore.notation.records.diagnostics import Severity
from fairyscore.notation.records.tree import MoveLine, Record
from fairyscore.notation.replay import Validator, Verdict
from fairyscore.notation.variants import variant

CHESS = variant("chess")
GAMES = 4  # in a file
DRESSES = 2  # files of each habit
PLAYERS = ("Anna", "O'Neil, Bud", "Zoë", "van der Berg, J.", "B-C")
RESULTS = ("1-0", "0-1", "1/2-1/2")
REMARK = "a remark"


@dataclass(frozen=True)
class Played:
    """A game: its moves in short and in long form, its players and result; remarks: after which plies one stands."""

    texts: list[str]
    longs: list[str]
    white: str
    black: str
    result: str
    remarks: frozenset[int]


def played(rng: random.Random) -> Played:
    """A random game of a few moves that is not over by itself; castling and promotion are likelier than chance has it."""
    state = CHESS.initial_state()
    texts: list[str] = []
    longs: list[str] = []
    for _ in range(rng.randint(12, 40)):
        legal = [move for move in state.moves() if not _is_over_after(state, move)]
        if not legal:
            break
        rare = [move for move in legal if move.castle >= 0 or move.becomes >= 0]
        move = rng.choice(rare or legal)
        texts.append(san.write(state, move, CHESS))
        longs.append(long.write(state, move, CHESS))
        state.push_unchecked(move)
    white, black = rng.sample(PLAYERS, 2)
    remarks = frozenset(rng.sample(range(len(texts)), 2))
    return Played(texts, longs, white, black, rng.choice(RESULTS), remarks)


def _is_over_after(state: object, move: object) -> bool:
    after = state.copy()  # type: ignore[attr-defined]
    after.push_unchecked(move)
    return after.outcome() is not None


def header(one: Played, between: str = "\n") -> str:
    tags = {"Event": "Open", "White": one.white, "Black": one.black, "Result": one.result}
    return between.join(f'[{name} "{value}"]' for name, value in tags.items())


def moves(
    one: Played,
    spelt: Callable[[str], str] = str,
    *,
    number: str = "{}. ",
    between: str = " ",
    remark: str = f"{{{REMARK}}}",
    texts: list[str] | None = None,
) -> str:
    """The moves with their numbers and remarks."""
    found = []
    for ply, text in enumerate(texts or one.texts):
        before = number.format(ply // 2 + 1) if ply % 2 == 0 else ""
        found.append(f"{before}{spelt(text)}")
        if ply in one.remarks:
            found.append(remark)
    return between.join(found)


# -- the dresses ------------------------------------------------------------------------------------------------------


def chessbase(_rng: random.Random, one: Played) -> str:
    """A mark in front of each file that was put together, lines of Windows, commands, a diagram."""
    text = f"\ufeff{header(one)}\n\n{{[%csl Ga1][%cal Re2e4]}} {moves(one, number='{}.')} {{[#]}} {one.result}\n\n"
    return text.replace("\n", "\r\n")


def old_mac(_rng: random.Random, one: Played) -> str:
    return f"{header(one)}\n\n{moves(one, between=chr(10))} {one.result}\n\n".replace("\n", "\r")


def book(_rng: random.Random, one: Played) -> str:
    """A dash behind the piece, colons behind captures, castling with zeros, promotions in brackets."""

    def spelt(text: str) -> str:
        text = text.replace("O", "0")
        if "x" in text and text[0].isupper():
            return re.sub(r"(\w)x(\w\d)", r"\1\2:", text)
        text = re.sub(r"^([KQRBN])([a-h]\d)", r"\1-\2", text)
        return re.sub(r"=(\w)", r"(\1)", text)

    return f"{header(one)}\n\n{moves(one, spelt)} {one.result}\n\n"


def word_processor(rng: random.Random, one: Played) -> str:
    """Long dashes, curly quotes, hard blanks."""
    dash = rng.choice("\u2013\u2212\u2010")
    tags = re.sub(r'"(.*)"', "\u201c\\1\u201d", header(one))
    text = moves(one, lambda text: text.replace("O-O", f"0{dash}0").replace("-O", f"{dash}0"), number="{}.\u00a0")
    return f"{tags}\n\n{text} {one.result.replace('-', dash)}\n\n"


def web_page(_rng: random.Random, one: Played) -> str:
    """The source of a page."""
    return f"{header(one, '<br />')}<br /><br />\n\n{moves(one, between='<br>')} {one.result}<br />\n\n"


def mailer(_rng: random.Random, one: Played) -> str:
    """A tag over two lines, an indented text, no blank line behind the tags, long lines cut."""
    tags = header(one).replace('"Open"', '"A very long name of an event that\nsome mailer has wrapped"')
    lines = re.sub(r"(.{30,40}) ", r"\1\n    ", moves(one))
    return f"{tags}\n    {lines} {one.result}\n\n"


def glued(_rng: random.Random, one: Played) -> str:
    """Signs stuck to the moves."""
    signs = ["!", "$1", "!$16", "+=", "\u00b1", "?!$13", "\u2192"]
    text = moves(one, lambda text: text + signs[len(text) * 7 % 5 if text[-1] in "+#" else len(text) % 7], number="{}.")
    return f"{header(one)}\n\n{text} {one.result}\n\n"


def dashed(_rng: random.Random, one: Played) -> str:
    """The long form with a dash in captures too."""
    spelt = [text.replace("x", "-") for text in one.longs]
    return f"{header(one)}\n\n{moves(one, texts=spelt)} {one.result}\n\n"


def informant(_rng: random.Random, one: Played) -> str:
    """No sign of capture, none of check; a sign of the editors at the end."""
    text = moves(one, lambda text: text.replace("x", "").rstrip("+#"), number="{}.")
    return f"{header(one)}\n\n{text} RR {one.result}\n\n"


def vchess(_rng: random.Random, one: Played) -> str:
    """A result in its tag only."""
    return f"{header(one)}\n\n{moves(one)}\n\n"


def twic(_rng: random.Random, one: Played) -> str:
    """Words in front of a game, a quote behind the result."""
    return f'Round with many games\n=====\n\n{header(one)}\n\n{moves(one)} {one.result}"\n\n'


def zanchess(_rng: random.Random, one: Played) -> str:
    return f"\n;; <{one.white} // Berg * (R3.1) 25 1-0>\n\n{header(one)}\n\n{moves(one)} {one.result}\n\n\n"


def crowded(_rng: random.Random, one: Played) -> str:
    """No blank line anywhere, numbers before each move, a percent line, a comment to the end of the line."""
    text = moves(one, remark=f";{REMARK}\n")
    return f"{header(one)}\n% engine 1. a3 2. b3\n{text} {one.result}\n"


HABITS = (
    chessbase, old_mac, book, word_processor, web_page, mailer, glued, dashed, informant, vchess, twic, zanchess, crowded,
)  # fmt: skip
"""Each writes one game; files hold several."""


def read(text: str) -> list[Verdict]:
    found = judge_file(io.BytesIO(text.encode()), Validator())
    return [verdict for verdict in found if verdict.game_text.number]


def remarks(line: MoveLine) -> list[int]:
    return [ply for ply, made in enumerate(line.plies) for comment in made.comments if comment.text == REMARK]


def record(verdict: Verdict) -> Record:
    assert verdict.record is not None, verdict.findings
    return verdict.record


@pytest.mark.parametrize("habit", HABITS, ids=lambda habit: str(habit.__name__))
@pytest.mark.parametrize("seed", range(DRESSES))
def test_games_are_read_whole_and_written_back(habit: Callable[[random.Random, Played], str], seed: int) -> None:
    rng = random.Random(f"{habit.__name__} {seed}")
    games = [played(rng) for _ in range(GAMES)]
    text = "".join(habit(rng, one) for one in games)
    found = read(text)
    assert [verdict.plies for verdict in found] == [len(one.texts) for one in games], text
    for one, verdict in zip(games, found, strict=True):
        severe = [str(finding) for finding in verdict.findings if finding.severity is not Severity.INFO]
        assert severe == [] or habit is crowded, text
        tree = record(verdict)
        assert (verdict.tags["White"], verdict.tags["Black"]) == (one.white, one.black)
        assert (tree.result, remarks(tree.line)) == (one.result, sorted(one.remarks)), text
        (again,) = read(pgn_writer.write_game(tree, san))
        assert [str(finding) for finding in again.findings] == []
        assert replace(record(again), tags=tree.tags) == tree
