"""Valid files of every format that is read, damage done to them, and the question whether a reader lost anything of it."""

import io
import random
from collections.abc import Iterator
from functools import lru_cache

from fairyscore.notation.archive import judge_file
from fairyscore.notation.formats.loss import reduced
from fairyscore.notation.formats.registry import FORMATS, format_named
from fairyscore.notation.records.diagnostics import Severity
from fairyscore.notation.records.tree import Record
from fairyscore.notation.replay import Validator, Verdict

READERS = tuple(name for name, known in FORMATS.items() if known.read)

GAMES = (
    """[Event "Club evening"]
[Site "Graz"]
[Date "2026.03.01"]
[Round "2"]
[White "Anna"]
[Black "Bert"]
[Result "1-0"]
[WhiteElo "1800"]

{A short one.} 1. e4 $1 {best by test} e5 (1... c5 $5 {sharp} 2. Nf3 (2. c3 d5) 2... d6) 2. Qh5 Nc6
{[%clk 0:05:00]} 3. Bc4 Nf6 $4 {blunder} 4. Qxf7# 1-0
""",
    """[Event "Club corr 14"]
[White "Greta"]
[Black "Piet"]
[Result "*"]
[Variant "kaleidochess"]

1. 8I-7K 6K-7I {to the castle} 2. 2K-3I (2. 2G-2D) 4I-3K *
""",
    """[Event "Four"]
[White "A"]
[Silver "B"]
[Black "C"]
[Gold "D"]
[Result "*"]
[Variant "chamaeleon:players=4"]

1. d1-c3 {why} *
""",
    """[Event "Meijin"]
[Date "2003.09.08"]
[White "Habu"]
[Black "Sato"]
[Result "1-0"]
[Variant "shogi"]

1. P-7f {[%emt 0:00:16]} {opens} P-3d 2. Bx2b+ Sx2b 3. B*4e 1-0
""",
    """[Event "Cup"]
[White "Hu"]
[Black "Li"]
[Result "0-1"]
[Variant "xiangqi"]

1. Ch3-e3 Nh10-g8 2. Nh1-g3 Ri10-h10 0-1
""",
)

MARKER = "Zqx7"
"""A word that stands in no file."""

SHAPES = (
    *(
        MARKER,
        f" {MARKER} ",
        f"\n{MARKER}\n",
        f"\n\n{MARKER}\n\n",
        f"!{MARKER}",
        f"{MARKER}:",
        f"={MARKER}",
        f" - {MARKER}",
    ),
    *(
        f"{{{MARKER}}}",
        f" ({MARKER}) ",
        f"[{MARKER}]",
        f"${MARKER}",
        f'"{MARKER}"',
        f', "{MARKER}"',
        f'"{MARKER}": 1, ',
    ),
    *(f" ; {MARKER}\n", f"\n% {MARKER}\n", f" % {MARKER} ", f" // {MARKER}\n", f"\n{MARKER}: x\n", f"\n{MARKER}=x\n"),
    *(f'\n[{MARKER} "x"]\n', f'[x "{MARKER}"]'),
)
"""The marker by itself, glued on, on a line of its own, and as a comment, tag or key of each format."""

SCRAPS = (
    *("{", "}", "(", ")", "[", "]", '"', "'", "\\", "//", "%", ";", "{;", ",", ":", "=", "\n", "\n\n", " ", "\0"),
    *("1. ", "1-0", "*", "$1", '[Event "x"]', "é", "\N{EN DASH}", "A game of", "Result:"),
)


@lru_cache(maxsize=1)
def _records() -> tuple[Record, ...]:
    found = [
        verdict.record for text in GAMES for verdict in judge_file(io.BytesIO(text.encode()), Validator(keep=True))
    ]
    return tuple(record for record in found if record is not None)


def records_for(name: str) -> list[Record]:
    """The games that a format can hold."""
    return [record for record in _records() if not format_named(name).refusal(record)]


def file_of(name: str, *records: Record) -> str:
    """A file of a format with these games."""
    form, stream = format_named(name), io.BytesIO()
    sink = form.open(stream)
    for record in records:
        notation = form.notation or record.game.writing.notations[0]
        sink.put(form.write(reduced(record, form.holds)[0], notation))
    sink.close()
    return stream.getvalue().decode()


def verdicts(name: str, text: str, record: Record) -> list[Verdict]:
    """What a reader makes of a text. record: says which game it is, where the format cannot."""
    judge = Validator(keep=True, variant="" if format_named(name).holds.variant else record.variant)
    return list(judge_file(io.BytesIO(text.encode()), judge, form=format_named(name)))


def with_marker(name: str, dice: random.Random) -> tuple[str, Record]:
    """A file with the marker put anywhere into it, and the game that it is a file of."""
    record = dice.choice(records_for(name))
    text = file_of(name, record)
    at = dice.randrange(len(text) + 1)
    return text[:at] + dice.choice(SHAPES) + text[at:], record


def is_told(verdicts: list[Verdict]) -> bool:
    """Whether the marker stands in a record or a diagnostic, or in a game that is refused as a whole."""
    return any(MARKER in text for verdict in verdicts for text in _told(verdict))


def _told(verdict: Verdict) -> Iterator[str]:
    for found in verdict.findings:
        yield from (found.message, found.move, str(found.facts), found.source)
    if verdict.record is not None:
        yield str(verdict.record)
    elif any(found.severity is Severity.ERROR for found in verdict.findings):
        yield verdict.game_text.text


def mutated(text: str, dice: random.Random) -> str:
    """A text with a few changes of the kinds that programs, disks and people make."""
    for _ in range(dice.randint(1, 4)):
        at, end = sorted(dice.randrange(len(text) + 1) for _ in range(2))
        before, behind = text[:at], text[at:]
        text = (
            before + dice.choice(SCRAPS) + behind,
            before + behind[dice.randint(1, 12) :],
            before + text[at:end][:200] * 2 + text[end:],
            text[: max(at, 20)],
            before + dice.choice(SCRAPS) + behind[1:],
        )[dice.randrange(5)]
    return text


def with_sentinel(name: str, dice: random.Random) -> tuple[str, Record]:
    """A file whose first game is damaged, with a good one behind it, and that one."""
    good = dice.choice(records_for(name))
    alike = [one for one in records_for(name) if format_named(name).holds.variant or one.variant == good.variant]
    text, form = file_of(name, dice.choice(alike), good), format_named(name)
    begin = text.rindex(file_of(name, good).removeprefix(form.begin))
    head = mutated(text[:begin].rstrip(" \n,"), dice)
    between = {"jsonl": "\n", "json": ",\n"}.get(name, "\n\n")
    return (head.replace("\n", " ") if name == "jsonl" else head) + between + text[begin:], good
