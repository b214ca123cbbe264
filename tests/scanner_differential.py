"""The compiled scanner against the replayer in Python: verdicts and events of random annotated games, damaged ones too."""

import io
import random
import re
from collections.abc import Iterator
from typing import NamedTuple
from unittest.mock import patch

from fairyscore.notation.archive import judge_batches
from fairyscore.notation.moves import long
from fairyscore.notation.records.diagnostics import Diagnostic
from fairyscore.notation.records.game_text import Batch, GameText
from fairyscore.notation.replay import BatchForm, Validator, Verdict, compiled
from fairyscore.notation.rules.castles.state import CastleState
from fairyscore.notation.rules.colours.state import ColourState
from fairyscore.notation.rules.perft import after
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Notation, Variant
from fairyscore.notation.variants import variant
from fairyscore.notation.variants.registry import variant_names

DAMAGE = (
    "(", ")", "{", "}", "{x}", "; y\n", "$1", "$999", "!", "?!", "7.", "99...", "--", "+", "#", "zz", "a1a1", "1-0", "*",
    "e.p.", "(2. --)", "()", "(=)", "%x", "O-O", "well played", "7 ", "0 ", "\n%x\n", "Z0", "null", "--+", "-- $5",
    "{\n[1:00] x}", '{\n[White "x"] y}', "{\n[Event x}", '{\n\n[White "x"]\n\n}', '\n\n[White "x"]\n',
    "$1x", "$1\u00e9", "\u00e9", "\u2192",
)  # fmt: skip


TAG_LINES = (
    '[White "a \\"b\\""]', '[White "C:\\d"]', '[White "x"]  ', '[White "x"]\t', '[White "x" ]', '[White "\\\\"]',
    '[White "\\"]', '[White  "x"]', "% a line", '[PlyCount "24"]', '[White "x"', '[White "\u00e9 \u4e00"]', "",
    "e4 e5 was good", "; e4 e5", "[e4 {e5} e4",
)  # fmt: skip
"""A line among the tags of some games, as programs and people write it."""


RESULTS = ("*", "1-0", "0-1", "1/2-1/2", "1-0-0", "0-1-0-0", "1/2-1/2-0-0", "1/2", "0-0", "1:0")
"""Written at the end of some games, whoever has won them."""

SETTINGS = (
    "kaleidochess:players=3", "kaleidochess:players=4", "kaleidochess:players=4,fallen=stay", "kaleidochess:max-moves=7",
    "chamaeleon:players=3", "chamaeleon:players=4", "chamaeleon:start=drop",
)  # fmt: skip

LONG = 90
"""Plies of a game of seats: somebody has left by then, and lines are gone."""


def games() -> list[str]:
    """The shipped games that the scanner plays, and settings of some."""
    return [name for name in (*variant_names(), *SETTINGS) if compiled.compiled_game(variant(name)) is not None]


def annotated(game: Variant, chance: random.Random) -> str:
    """The text of a random game with numbers, marks, comments, NAGs and variations, in one of its notations."""
    state = game.initial_state()
    notation = chance.choice([one for one in game.writing.notations if one is not long] or [long])
    plies = LONG if isinstance(state, CastleState | ColourState) else 24
    words = list(_line(state, chance, (notation, game), plies, 0))
    outcome = state.outcome()
    result = "*" if outcome is None else outcome.result
    if chance.random() < 0.3:
        result = chance.choice(RESULTS)
    tagged = chance.choice(RESULTS) if chance.random() < 0.05 else result
    lines = ['[Event "x"]', f'[Variant "{game.name}"]', f'[Result "{tagged}"]']
    if chance.random() < 0.1:
        lines.pop()
    for _ in range(chance.choice((0, 0, 0, 0, 0, 0, 0, 0, 1, 3))):
        lines.insert(chance.randrange(len(lines) + 1), chance.choice(TAG_LINES))
    head = "\n".join(lines)
    numbers = chance.random() < 0.1
    text = re.sub(r"(\d)\. ", r"\1 ", " ".join(words)) if numbers else " ".join(words)
    return f"{head}\n\n{text} {result}\n\n"


def _line(
    state: State, chance: random.Random, notation: tuple[Notation, Variant], plies: int, depth: int
) -> Iterator[str]:
    fresh = True
    for _ in range(plies):
        legal = state.moves()
        if not legal:
            return
        if fresh or state.turn == 0:
            yield f"{state.fullmove_number}{'...' if state.turn else '.'}"
        some = chance.sample(legal, min(6, len(legal)))  # one that goes on: else KaleidoChess would last five plies
        move = next((move for move in some if after(state, move).outcome() is None), some[0])
        before, fresh = state.copy(), False
        yield notation[0].write(state, move, notation[1]) + chance.choice(["", "", "", "!", "?!"])
        state.push_unchecked(move)
        if chance.random() < 0.1:
            yield chance.choice(["{a comment}", "$6", "; to the end\n", "{[%clk 0:01:00]}"])
        if depth < 2 and len(legal) > 1 and chance.random() < 0.1:
            yield "("
            yield from _line(before, chance, notation, chance.randrange(1, 5), depth + 1)
            yield ")"
            fresh = True


def damaged(text: str, chance: random.Random) -> str:
    """A text with a few words replaced, doubled, added or left out."""
    head, _, body = text.partition("\n\n")
    words = body.split(" ")
    for _ in range(chance.choice((0, 1, 1, 2, 4))):
        at = chance.randrange(len(words))
        match chance.randrange(4):
            case 0:
                words[at] = chance.choice(DAMAGE)
            case 1:
                words.insert(at, chance.choice(DAMAGE))
            case 2:
                words.insert(at, chance.choice(words))
            case _:
                del words[at]
                words = words or ["*"]
    return f"{head}\n\n{' '.join(words)}\n\n"


def facts(verdict: Verdict) -> tuple[object, ...]:
    """All that a verdict says."""
    game, state = verdict.game, verdict.state
    position = game.write_position(state) if game is not None and state is not None else ""
    notes = () if state is None else (state.notes(), state.playing(), state.outcome())
    facts_of = (verdict.plies, verdict.unjudged, verdict.result, verdict.refused, verdict.outcome, position, notes)
    return (*facts_of, verdict.record, verdict.findings, verdict.events)


def both_ways(text: str, judge: Validator) -> tuple[tuple[object, ...], tuple[object, ...]]:
    """What is said of a game by the compiled scanner and by the replayer in Python."""
    game_text = GameText(1, text, 1, last=True)
    by_kernel = facts(judge.judge(game_text))
    with patch.object(compiled, "CORE", None):
        return by_kernel, facts(judge.judge(game_text))


class Count(NamedTuple):
    """What is said of a file. batched: how many of its games came in batches."""

    games: int
    plies: int
    findings: list[Diagnostic]
    batched: int


def counted(data: str | bytes, form: BatchForm | None) -> Count:
    """Games, plies and findings of a file, its games read in batches of a form, or each by itself."""
    data = data.encode(errors="replace") if isinstance(data, str) else data
    games = plies = batched = 0
    findings = list[Diagnostic]()
    for judged in judge_batches(io.BytesIO(data), Validator(), form):
        plies += judged.plies
        if isinstance(judged, Batch):
            games += judged.games
            batched += judged.games
        else:
            games += judged.game_text.number > 0
            findings += judged.findings
    return Count(games, plies, findings, batched)


def counted_alike(text: str) -> bool:
    """Whether a file gives the same games, plies and findings if the kernel counts its games and if Python reads them."""
    by_kernel = counted(text, BatchForm.COUNT)
    with patch.object(compiled, "CORE", None):
        return by_kernel[:3] == counted(text, None)[:3]


def compare(name: str, count: int, seed: int) -> Iterator[str]:
    """Texts that are judged differently."""
    chance = random.Random(f"{name} {seed}")
    for _ in range(count):
        text = annotated(variant(name), chance)
        for each in (text, damaged(text, chance), damaged(text, chance)):
            one, other = both_ways(each, Validator())
            if one != other:
                yield each
            if not counted_alike(text + each + text):
                yield each
