"""Random games of every variant, written by the compiled kernel and from their records: the same bytes.

`PYTHONPATH=tests python tests/writing_differential.py [GAMES] [NAME ...]` writes so many games of each variant. What
differs is printed, and the exit status is then 1. `differing` is also what the tests ask.
"""

import io
import random
import sys
from collections.abc import Callable
from typing import NamedTuple

from fairyscore.notation.archive import judge_batches
from fairyscore.notation.editing.rewrite import Rewriting
from fairyscore.notation.moves import long, san
from fairyscore.notation.replay import BatchForm, Validator, Verdict
from fairyscore.notation.rules.moves import Move
from fairyscore.notation.rules.perft import after
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.stats.identity import identity_of
from fairyscore.notation.variants import variant
from fairyscore.notation.variants.sources import shipped_names
from fairyscore.notation.work.bulk.base import FilePart
from fairyscore.notation.work.convert import ConvertWork
from fairyscore.notation.work.formatting import formatted

SEEDS = (
    "chess", "cylindrical", "caliph-qi", "tor-qi", "circular-66", "circular-68", "circular-70",
    "circular-70:coordinates=ring", "circular-70:coordinates=sector", "kaleidochess", "kaleidochess:players=3",
    "kaleidochess:players=4", "chamaeleon", "chamaeleon:players=3", "chamaeleon:players=4",
)  # fmt: skip
"""Games that are no variant files, with options."""

PLIES = 80
FORMS = tuple(form for form in BatchForm if form is not BatchForm.COUNT)
GLYPHS = ("", "", "", "", "!", "?!", " $14", " {a remark}", " { a   long remark with words that fill a line and more }")


class Written(NamedTuple):
    """What came of some games in a form. quick: how many of them the kernel gave."""

    text: str
    quick: int


def names() -> list[str]:
    """All variants that are shipped."""
    return [*SEEDS, *sorted(shipped_names())]


def random_game(game: Variant, dice: random.Random, write: Callable[[State, Move, Variant], str]) -> str:
    """A record of random moves, with remarks and short variations."""
    state, words, fresh = game.initial_state(), list[str](), True
    for _ in range(dice.randrange(1, PLIES)):
        moves = state.moves()
        if not moves or state.outcome() is not None:
            break
        lively = [move for move in moves if move.becomes >= 0 or state.takes(move)]
        move = dice.choice(lively if lively and dice.random() < 0.3 else moves)
        opens = state.turn == state.playing()[0]
        number = f"{state.fullmove_number}. " if opens else f"{state.fullmove_number}... " if fresh else ""
        glyph = dice.choice(GLYPHS) if dice.random() < 0.2 else ""
        words.append(f"{number}{write(state, move, game)}{glyph}")
        fresh = "{" in glyph
        if dice.random() < 0.05 and len(moves) > 1:
            other = dice.choice([other for other in moves if other != move])
            dots = "." if opens else "..."
            words.append(f"({state.fullmove_number}{dots} {write(state, other, game)})")
            fresh = True
        state = after(state, move)
    outcome = state.outcome()
    result = "*" if outcome is None else outcome.result
    tags = {"Event": "x", "White": "A", "Black": "B", "Result": result, "Variant": game.name}
    if dice.random() < 0.2:
        tags |= {"FEN": game.write_position(game.initial_state())}
    header = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
    return f"{header}\n{' '.join(words)} {result}\n\n"


def written(text: str, form: BatchForm, *, quickly: bool) -> Written:
    """The games of a text in a form, by the kernel where that can, or from records only."""
    judge = Validator()
    judged = list(judge_batches(io.BytesIO(text.encode()), judge, form if quickly else None))
    verdicts = [one for one in judged if isinstance(one, Verdict)]
    if form is BatchForm.ROWS:
        quick = sum(verdict.scanned is not None for verdict in verdicts)
        return Written("\n".join(str(identity_of(verdict)) for verdict in verdicts), quick)
    if form is BatchForm.CANONICAL:
        out = io.BytesIO()
        rewriting = Rewriting(out)
        list(formatted(judged, rewriting))
        rewriting.close()
        found = out.getvalue().decode()
    else:
        results = ConvertWork(judge, target=form).results(judged, FilePart())
        found = "".join(one for result in results for one in result.games)
    return Written(found, text.count('[Event "') - len(verdicts))


def differing(name: str, games: int, seed: int = 1) -> tuple[list[str], int, int]:
    """What is written differently of so many games; how many the kernel gave, in how many tries."""
    game, dice = variant(name), random.Random(f"{name} {seed}")
    writers = [long.write, *([san.write] if not san.refusal(game) else [])]
    found, quick = list[str](), 0
    for write in writers:
        text = "".join(random_game(game, dice, write) for _ in range(games))
        for form in FORMS:
            by_kernel, by_record = written(text, form, quickly=True), written(text, form, quickly=False)
            quick += by_kernel.quick
            for here, there in zip(by_kernel.text.splitlines(), by_record.text.splitlines(), strict=False):
                if here != there:
                    found.append(f"{name}, {form}:\n  kernel {here}\n  record {there}")
                    break
            if len(by_kernel.text) != len(by_record.text) and not found:
                found.append(f"{name}, {form}: {len(by_kernel.text)} and {len(by_record.text)} characters")
    return found, quick, games * len(writers) * len(FORMS)


def main(games: int = 200, *chosen: str) -> int:
    """Compare so many games of each variant."""
    differences = 0
    for name in chosen or names():
        found, quick, tries = differing(name, games)
        differences += len(found)
        sys.stdout.write("\n".join([f"{name}: {quick} of {tries} by the kernel", *found, ""]))
        sys.stdout.flush()
    sys.stdout.write(f"{games} games of each variant: {differences} differ\n")
    return int(differences > 0)


if __name__ == "__main__":
    sys.exit(main(int((sys.argv[1:2] or ["200"])[0]), *sys.argv[2:]))
