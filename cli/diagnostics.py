"""Makes `docs/diagnostics.md` from the tables of reasons, with what the program really says:

python -m fairyscore.cli.diagnostics > docs/diagnostics.md
"""

from __future__ import annotations

import gzip
import shlex
from collections.abc import Iterator
from contextlib import chdir
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile, ZipInfo

from click.testing import CliRunner

from fairyscore.cli.main import program
from fairyscore.notation.records.cut import LONGEST_GAME
from fairyscore.notation.records.findings import EXPLAINED as RECORDS_EXPLAINED
from fairyscore.notation.records.findings import RecordExplanation, Trouble
from fairyscore.notation.records.tree import MOST_DEEP
from fairyscore.notation.rules.reasons import EXPLAINED, Code, Explanation

INTRODUCTION = """\
# Diagnostics

What `fairyscore validate` and `fairyscore explain` can find. Each code is explained with a command or a record that
shows it, and what the program says to that. This page is made from the tables in `notation/rules/reasons.py` and
`notation/records/findings.py` by `python -m fairyscore.cli.diagnostics`; a test checks that it is current.

An *error* makes the exit status 1, a *warning* only with `--strict`; *info* is told only with `--info`. Where there is
nothing to judge (`unreadable-file`, `no-records`, `empty-file`, `not-a-record`), or something of an archive could not
be read, the exit status is 2."""

MOVES_TEXT = """\
## Moves

All reasons that hold are told; the first one gives the code. A move that is refused ends the judging of its game,
except for a wrong capture mark. All of them are errors."""

RECORDS_TEXT = """\
## Records

What can be wrong with a file, its tags and the text around the moves. Such a fault never hides the moves behind it,
nor the next game."""


@dataclass(frozen=True, slots=True)
class Record:
    """A file that shows a code. options: of validate; shown: how the page prints the file, if not as it is."""

    content: bytes | None
    options: str = ""
    shown: str = ""
    name: str = "game.pgn"


def game(moves: str, *tags: str) -> bytes:
    """A record with its moves behind its tags."""
    lines = [f'[{name} "{value}"]' for name, _, value in (tag.partition("=") for tag in tags)]
    return "\n".join([*lines, "", moves, ""]).encode()


def archive(**members: bytes) -> bytes:
    """A zip archive of members that are named `name_ending`; dots and slashes cannot stand in the name of an argument."""
    written = BytesIO()
    with ZipFile(written, "w") as packed:
        for name, content in members.items():
            packed.writestr(ZipInfo(name.replace("__", "../").replace("_", ".")), content)
    return written.getvalue()


def encrypted(content: bytes) -> bytes:
    """A zip archive whose list says of its only member that it is encrypted."""
    place = content.rindex(b"PK\1\2") + 8
    return content[:place] + b"\1" + content[place + 1 :]


DEEP = MOST_DEEP + 1
ONE = game("1. e4 *", "Result=*") + b"\n"
KNIGHTS = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *"
THREE_DAYS = "TimeControl=1/259200"
FIFTY = " ".join(f"{n}. {'Nc3 Nc6' if n % 2 else 'Nb1 Nb8'}" for n in range(1, 51)) + " *"

RECORDS: dict[Trouble, Record] = {
    Trouble.UNREADABLE_FILE: Record(None, shown="(no such file)", name="missing.pgn"),
    Trouble.NO_RECORDS: Record(None, shown="(a folder without .pgn files)", name="pictures"),
    Trouble.EMPTY_FILE: Record(b"", shown="(0 bytes)"),
    Trouble.ENCODING: Record(
        '[White "Müller"]\n[Result "*"]\n\n1. e4 *\n'.encode("latin-1"), shown='[White "M\\xFCller"] ...'
    ),
    Trouble.NUL_BYTE: Record(game("1. e4\0e5 *", "Result=*"), shown='[Result "*"]\n\n1. e4\\0e5 *'),
    Trouble.NOT_A_RECORD: Record(b"<!DOCTYPE html>\n<title>404 Not Found</title>\n"),
    Trouble.DAMAGED_ARCHIVE: Record(
        gzip.compress(ONE, mtime=0)[:-6],
        shown='[Result "*"]\n\n1. e4 *\n\n(packed with gzip; the last 6 bytes are missing)',
        name="game.pgn.gz",
    ),
    Trouble.UNPACKING_LIMIT: Record(
        gzip.compress(ONE * 3, mtime=0),
        "--max-unpacked 40",
        shown=f'[Result "*"]\n\n1. e4 *\n\n(three times that, {len(ONE * 3)} bytes, packed with gzip)',
        name="game.pgn.gz",
    ),
    Trouble.NESTED_ARCHIVE: Record(
        archive(inner_zip=archive(inmost_zip=archive(game_pgn=ONE))),
        shown="(a zip archive with inner.zip in it, which has inmost.zip in it)",
        name="games.zip",
    ),
    Trouble.UNSAFE_MEMBER: Record(
        archive(game_pgn=ONE, __game_pgn=ONE),
        shown="(a zip archive with game.pgn and ../game.pgn in it)",
        name="games.zip",
    ),
    Trouble.UNREADABLE_MEMBER: Record(
        encrypted(archive(game_pgn=ONE)), shown="(a zip archive with game.pgn in it, encrypted)", name="games.zip"
    ),
    Trouble.TOO_LONG: Record(
        b'[Result "*"]\n\n'.ljust(LONGEST_GAME, b"7") + b"\n",
        shown=f'[Result "*"]\n\n7777777... ({LONGEST_GAME:,} characters)',
    ),
    Trouble.TRUNCATED_FILE: Record(game("1. e2-e4 e7-e5 2. g1-f3", "Result=1-0").rstrip()),
    Trouble.NO_BLANK_LINE: Record(game("1. e2-e4 *", "Event=first", "Result=*") + game("*", "Event=next", "Result=*")),
    Trouble.BAD_TAG: Record(b'[White]\n[Result "*"]\n\n1. e4 *\n'),
    Trouble.TAG_WITHOUT_QUOTE: Record(b'[White Anna]\n[Result "*"]\n\n1. e4 *\n'),
    Trouble.RAW_QUOTE: Record(game("1. e4 *", 'Event=The "Immortal"', "Result=*")),
    Trouble.BACKSLASH_AT_END: Record(game("1. e4 *", "Site=C:\\", "Result=*")),
    Trouble.BLANK_LINE_IN_TAGS: Record(b'[White "Anna"]\n\n[Result "*"]\n\n1. e4 *\n'),
    Trouble.REPEATED_TAG: Record(game("1. e4 1-0", "Result=1-0", "Result=0-1")),
    Trouble.MISSPELT_TAG: Record(game("1. e4 *", "Varient=tor-qi", "Result=*")),
    Trouble.TAG_AMONG_MOVES: Record(b'[Event "?"] {a comment}\n[Result "*"]\n\n1. e4 *\n'),
    Trouble.UNKNOWN_VARIANT: Record(game("1. e4 *", "Variant=cylindricle", "Result=*")),
    Trouble.NO_VARIANT: Record(b"1. e2-e4 e7-e5\n"),
    Trouble.GUESSED_VARIANT: Record(b"1. 8I-7K 6K-7I 2. 2K-3I 4I-3K *\n"),
    Trouble.BAD_POSITION: Record(game("1. e4 *", "FEN=8/8 w", "Result=*")),
    Trouble.ADVICE: Record(game("*", "Variant=cylindrical:array=BBCCDDK", "Result=*")),
    Trouble.MOVE_NUMBER: Record(game("1. e2-e4 e7-e5 3. g1-f3 *", "Result=*")),
    Trouble.UNCLOSED_COMMENT: Record(game("1. e2-e4 { a fine move *", "Result=*")),
    Trouble.SWALLOWED_GAMES: Record(
        game("1. e2-e4 { fine *", "Event=first", "Result=*") + b"\n" + game("*", "Event=next", "Result=*"),
        "--no-recover",
    ),
    Trouble.NESTED_COMMENT: Record(game("1. e2-e4 {not {1. d2-d4} *", "Result=*")),
    Trouble.UNCLOSED_VARIATION: Record(game("1. e2-e4 (1. d2-d4 *", "Result=*")),
    Trouble.STRAY_BRACKET: Record(game("1. e2-e4 ) e7-e5 *", "Result=*")),
    Trouble.DEEP_VARIATION: Record(
        game("1. e2-e4" + " (1. d2-d4" * DEEP + ")" * DEEP + " *", "Result=*"),
        shown=f'[Result "*"]\n\n1. e2-e4 (1. d2-d4 (1. d2-d4 ... ({DEEP} times) ...)) *',
    ),
    Trouble.VARIATION_OF_NOTHING: Record(game("(1. d2-d4) 1. e2-e4 *", "Result=*")),
    Trouble.NULL_MOVE: Record(game("1. e4 e5 (1... -- 2. d4) 2. Nf3 *", "Result=*")),
    Trouble.BAD_NAG: Record(game("1. e2-e4 $10000 *", "Result=*")),
    Trouble.BAD_VALUE: Record(b'{"variant": "chess", "moves": "e2-e4"}\n', name="game.jsonl"),
    Trouble.RESULT_CONTRADICTS: Record(game("1. f2-f3 e7-e5 2. g2-g4 d8-h4 1-0", "Result=1-0")),
    Trouble.RESULT_UNLIKE_TAG: Record(game("1. e2-e4 0-1", "Result=1-0")),
    Trouble.BAD_RESULT: Record(game("1. a1-b3 1-0", "Variant=chamaeleon:players=3", "Result=1-0")),
    Trouble.NO_RESULT: Record(game("1. e2-e4 e7-e5", "White=Anna")),
    Trouble.AFTER_RESULT: Record(game("1. e2-e4 1-0 e7-e5", "Result=1-0")),
    Trouble.REPETITION: Record(game(KNIGHTS, "Result=*"), "--info"),
    Trouble.FIFTY_MOVES: Record(
        game(FIFTY, "Result=*"), "--info", shown='[Result "*"]\n\n1. Nc3 Nc6 2. Nb1 Nb8 ... 50. Nb1 Nb8 *'
    ),
    Trouble.TIME_OVERSTEPPED: Record(
        game("1. e2-e4 {[%date 2026.11.02]} e7-e5 {[%date 2026.11.09]} *", THREE_DAYS, "Result=*"), "--time"
    ),
    Trouble.TIME_BACKWARDS: Record(
        game("1. e2-e4 {[%date 2026.11.02]} e7-e5 {[%date 2026.10.03]} *", THREE_DAYS, "Result=*"), "--time"
    ),
    Trouble.TIME_MISSING: Record(game("1. e2-e4 {[%emt 1d 2h]} e7-e5 *", THREE_DAYS, "Result=*"), "--time"),
    Trouble.TIME_UNREADABLE: Record(
        game("1. e2-e4 {[%emt 1d 2h]} e7-e5 {[%emt 7h] [%clk 1:99]} *", THREE_DAYS, "Result=*"), "--time"
    ),
    Trouble.TIME_CONTROL: Record(game("1. e2-e4 {[%emt 1d 2h]} *", "TimeControl=slow", "Result=*"), "--time"),
}
"""A record for each code, small enough to see what is wrong; for those that a record alone can bring about."""


def explained(command: str) -> tuple[int, str]:
    """Exit code and output of an example command of the table of moves."""
    result = CliRunner(env={"NO_COLOR": "1"}).invoke(program, shlex.split(command)[1:], prog_name="fairyscore")
    return result.exit_code, result.output


def validated(record: Record) -> tuple[int, str]:
    """Exit code and output of `validate` for a record."""
    runner = CliRunner(env={"NO_COLOR": "1"})
    with TemporaryDirectory() as folder, chdir(folder):
        if record.content is not None:
            Path(record.name).write_bytes(record.content)
        elif "." not in record.name:
            Path(record.name).mkdir()
        result = runner.invoke(program, _command(record)[1:], prog_name="fairyscore")
    return result.exit_code, result.output


def _command(record: Record) -> list[str]:
    return ["fairyscore", "validate", *record.options.split(), record.name]


def page() -> Iterator[str]:
    """The lines of `docs/diagnostics.md`."""
    yield from (INTRODUCTION, "", MOVES_TEXT)
    for code in Code:
        command = EXPLAINED[code].example
        yield from _entry(code.value, "error", EXPLAINED[code])
        yield from ("```console", f"$ {command}", *_trimmed(explained(command)[1]), "```")
    yield from ("", RECORDS_TEXT)
    for trouble in Trouble:
        meaning = RECORDS_EXPLAINED[trouble]
        yield from _entry(trouble.value, meaning.severity.value, meaning)
        record = RECORDS.get(trouble)
        if record is None:
            continue
        yield from ("```text", *_shown(record), "```", "")
        said = _trimmed(validated(record)[1])
        yield from ("```console", f"$ {shlex.join(_command(record))}", *said, "```")


def _entry(code: str, severity: str, meaning: Explanation | RecordExplanation) -> Iterator[str]:
    yield from (
        "",
        f"### {code}",
        "",
        f"{severity.capitalize()}: {_sentence(meaning.sentence)}",
        "",
        meaning.advice,
        "",
    )


def _sentence(template: str) -> str:
    """The sentence with its facts named; where it is all one fact, the example says it."""
    if template.startswith("{") and template.endswith("}") and template.count("{") == 1:
        return "see the example."
    return template.replace("{", "*").replace("}", "*") + "."


def _shown(record: Record) -> list[str]:
    return (record.shown or (record.content or b"").decode()).strip().splitlines()


def _trimmed(output: str) -> list[str]:
    return [line.rstrip() for line in output.rstrip().splitlines()]


if __name__ == "__main__":
    print("\n".join(page()))
