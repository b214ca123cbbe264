"""Makes `docs/diagnostics.md` from the tables of reasons, with what the program really says:

python tools/diagnostics_page.py > docs/diagnostics.md
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
from fairyscore.notation.records.diagnostics import EXPLAINED as RECORDS_EXPLAINED
from fairyscore.notation.records.diagnostics import RecordCode, RecordExplanation
from fairyscore.notation.records.game_text import LONGEST_GAME
from fairyscore.notation.records.tree import MOST_DEEP
from fairyscore.notation.rules.reasons import EXPLAINED, Code, Explanation

INTRODUCTION = """\
# Diagnostics

What `fairyscore validate` and `fairyscore explain` can find. Each code is explained with a command or a record that
shows it, and what the program says to that. This page is made from the tables in `notation/rules/reasons.ini` and
`notation/records/diagnostics.ini` by `python tools/diagnostics_page.py`; a test checks that it is current.

An *error* makes the exit status 1, a *warning* only with `--strict`, an *info* never. Repetitions and fifty moves are told
only with `--info`, an unusual spelling once a kind and file. Where there is nothing to judge (`unreadable-file`,
`no-records`, `not-a-record`), or something of an archive could not be read, the exit status is 2."""

MOVES_TEXT = """\
## Moves

All reasons that hold are told; the first one gives the code. A move that is refused ends the judging of its game,
except for a wrong capture mark. All of them are errors."""

RECORDS_TEXT = """\
## Records

What can be wrong with a file, its tags and the text around the moves. Such a fault never hides the moves behind it,
nor the next game."""


@dataclass(frozen=True, slots=True)
class ExampleFile:
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
TIMED = "--time --today 2026.11.02"
THREE_DAYS = "TimeControl=1/259200"
FIFTY = " ".join(f"{n}. {'Nc3 Nc6' if n % 2 else 'Nb1 Nb8'}" for n in range(1, 51)) + " *"

RECORDS: dict[RecordCode, ExampleFile] = {
    RecordCode.UNREADABLE_FILE: ExampleFile(None, shown="(no such file)", name="missing.pgn"),
    RecordCode.NO_RECORDS: ExampleFile(None, shown="(a folder without .pgn files)", name="pictures"),
    RecordCode.EMPTY_FILE: ExampleFile(b"", shown="(0 bytes)"),
    RecordCode.ENCODING: ExampleFile(
        '[White "Müller"]\n[Result "*"]\n\n1. e4 *\n'.encode("latin-1"), shown='[White "M\\xFCller"] ...'
    ),
    RecordCode.NUL_BYTE: ExampleFile(game("1. e4\0e5 *", "Result=*"), shown='[Result "*"]\n\n1. e4\\0e5 *'),
    RecordCode.NOT_A_RECORD: ExampleFile(b"<!DOCTYPE html>\n<title>404 Not Found</title>\n"),
    RecordCode.DAMAGED_ARCHIVE: ExampleFile(
        gzip.compress(ONE, mtime=0)[:-6],
        shown='[Result "*"]\n\n1. e4 *\n\n(packed with gzip; the last 6 bytes are missing)',
        name="game.pgn.gz",
    ),
    RecordCode.UNPACKING_LIMIT: ExampleFile(
        gzip.compress(ONE * 3, mtime=0),
        "--max-unpacked 40",
        shown=f'[Result "*"]\n\n1. e4 *\n\n(three times that, {len(ONE * 3)} bytes, packed with gzip)',
        name="game.pgn.gz",
    ),
    RecordCode.NESTED_ARCHIVE: ExampleFile(
        archive(inner_zip=archive(inmost_zip=archive(game_pgn=ONE))),
        shown="(a zip archive with inner.zip in it, which has inmost.zip in it)",
        name="games.zip",
    ),
    RecordCode.UNSAFE_MEMBER: ExampleFile(
        archive(game_pgn=ONE, __game_pgn=ONE),
        shown="(a zip archive with game.pgn and ../game.pgn in it)",
        name="games.zip",
    ),
    RecordCode.UNREADABLE_MEMBER: ExampleFile(
        encrypted(archive(game_pgn=ONE)), shown="(a zip archive with game.pgn in it, encrypted)", name="games.zip"
    ),
    RecordCode.TOO_LONG: ExampleFile(
        b'[Result "*"]\n\n'.ljust(LONGEST_GAME, b"7") + b"\n",
        shown=f'[Result "*"]\n\n7777777... ({LONGEST_GAME:,} characters)',
    ),
    RecordCode.TRUNCATED_FILE: ExampleFile(game("1. e2-e4 e7-e5 2. g1-f3", "Result=1-0").rstrip()),
    RecordCode.NO_BLANK_LINE: ExampleFile(
        game("1. e2-e4 *", "Event=first", "Result=*") + game("*", "Event=next", "Result=*")
    ),
    RecordCode.BAD_TAG: ExampleFile(b'[White]\n[Result "*"]\n\n1. e4 *\n'),
    RecordCode.TAG_WITHOUT_QUOTE: ExampleFile(b'[White Anna]\n[Result "*"]\n\n1. e4 *\n'),
    RecordCode.RAW_QUOTE: ExampleFile(game("1. e4 *", 'Event=The "Immortal"', "Result=*")),
    RecordCode.BACKSLASH_AT_END: ExampleFile(game("1. e4 *", "Site=C:\\", "Result=*")),
    RecordCode.BLANK_LINE_IN_TAGS: ExampleFile(b'[White "Anna"]\n\n[Result "*"]\n\n1. e4 *\n'),
    RecordCode.REPEATED_TAG: ExampleFile(game("1. e4 1-0", "Result=1-0", "Result=0-1")),
    RecordCode.MISSPELT_TAG: ExampleFile(game("1. e4 *", "Varient=tor-qi", "Result=*")),
    RecordCode.TAG_AMONG_MOVES: ExampleFile(b'[Event "?"] {a comment}\n[Result "*"]\n\n1. e4 *\n'),
    RecordCode.UNKNOWN_VARIANT: ExampleFile(game("1. e4 *", "Variant=cylindricle", "Result=*")),
    RecordCode.NO_VARIANT: ExampleFile(b"1. e2-e4 e7-e8\n"),
    RecordCode.GUESSED_VARIANT: ExampleFile(b"1. 8I-7K 6K-7I 2. 2K-3I 4I-3K *\n"),
    RecordCode.BAD_POSITION: ExampleFile(game("1. e4 *", "FEN=8/8 w", "Result=*")),
    RecordCode.CASTLING_DROPPED: ExampleFile(b'[FEN "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1"]\n[Result "*"]\n\n1. O-O *\n'),
    RecordCode.ADVICE: ExampleFile(game("*", "Variant=cylindrical:array=BBCCDDK", "Result=*")),
    RecordCode.OTHER_RULES: ExampleFile(
        game("1. e2-e4 *", "Variant=crazyhouse", f"Rules=crazyhouse.toml {'0' * 32}", "Result=*")
    ),
    RecordCode.MOVE_NUMBER: ExampleFile(game("1. e2-e4 e7-e5 3. g1-f3 *", "Result=*")),
    RecordCode.UNCLOSED_COMMENT: ExampleFile(game("1. e2-e4 { a fine move *", "Result=*")),
    RecordCode.SWALLOWED_GAMES: ExampleFile(
        game("1. e2-e4 { fine *", "Event=first", "Result=*") + b"\n" + game("*", "Event=next", "Result=*"),
        "--no-recover",
    ),
    RecordCode.NESTED_COMMENT: ExampleFile(game("1. e2-e4 {not {1. d2-d4} *", "Result=*")),
    RecordCode.UNCLOSED_VARIATION: ExampleFile(game("1. e2-e4 (1. d2-d4 *", "Result=*")),
    RecordCode.STRAY_BRACKET: ExampleFile(game("1. e2-e4 ) e7-e5 *", "Result=*")),
    RecordCode.DEEP_VARIATION: ExampleFile(
        game("1. e2-e4" + " (1. d2-d4" * DEEP + ")" * DEEP + " *", "Result=*"),
        shown=f'[Result "*"]\n\n1. e2-e4 (1. d2-d4 (1. d2-d4 ... ({DEEP} times) ...)) *',
    ),
    RecordCode.VARIATION_OF_NOTHING: ExampleFile(game("(1. d2-d4) 1. e2-e4 *", "Result=*")),
    RecordCode.UNUSUAL_SPELLING: ExampleFile("[White “Anna”]\n\n1. e2-e4 *\n".encode()),
    RecordCode.PIECE_LETTERS: ExampleFile(game("1. e4 e5 2. Sf3 Sc6 3. Lb5 *", "Result=*")),
    RecordCode.FOREIGN_LETTERS: ExampleFile(game("1. e4 e5 2. Sf3 Sc6 3. Lb5 Ta3 *", "Result=*")),
    RecordCode.NULL_MOVE: ExampleFile(game("1. e4 e5 (1... -- 2. d4) 2. Nf3 *", "Result=*")),
    RecordCode.NULL_MOVE_PLAYED: ExampleFile(game("1. e4 -- 2. d4 *", "Result=*")),
    RecordCode.UNUSUAL_NAG: ExampleFile(game("1. e4 $300 *", "Result=*")),
    RecordCode.NAG_BEFORE_MOVE: ExampleFile(game("1. e4 e5 ($142 1... c5) *", "Result=*")),
    RecordCode.NO_MOVE_IN_BRACKETS: ExampleFile(game("1. e4 (=) e5 *", "Result=*")),
    RecordCode.SPACED_RESULT: ExampleFile(game("1. e4 e5 1 - 0", "Result=1-0")),
    RecordCode.FALSE_MARK: ExampleFile(game("1. e4+ e5 *", "Result=*")),
    RecordCode.WORDS: ExampleFile(game("1. e4 e5 here I hesitated 2. Nf3 *", "Result=*")),
    RecordCode.WORDED_RESULT: ExampleFile(game("1. f4 e5 2. g4 White resigns", "Result=0-1")),
    RecordCode.REST_FITS: ExampleFile(game("1. e4 e5 2. Nf4 Nc6 3. Bb5 *", "Result=*")),
    RecordCode.REST_REFUSED: ExampleFile(
        game("1. e4 e5 2. Nf4 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Rh1 b5 *", "Result=*")
    ),
    RecordCode.BAD_NAG: ExampleFile(game("1. e2-e4 $10000 *", "Result=*")),
    RecordCode.BAD_VALUE: ExampleFile(b'{"variant": "chess", "moves": "e2-e4"}\n', name="game.jsonl"),
    RecordCode.RESULT_CONTRADICTS: ExampleFile(game("1. f2-f3 e7-e5 2. g2-g4 d8-h4 1-0", "Result=1-0")),
    RecordCode.RESULT_UNLIKE_TAG: ExampleFile(game("1. e2-e4 0-1", "Result=1-0")),
    RecordCode.BAD_RESULT: ExampleFile(game("1. a1-b3 1-0", "Variant=chamaeleon:players=3", "Result=1-0")),
    RecordCode.NO_RESULT: ExampleFile(game("1. e2-e4 e7-e5", "White=Anna")),
    RecordCode.AFTER_RESULT: ExampleFile(game("1. e2-e4 1-0 e7-e5", "Result=1-0")),
    RecordCode.REPETITION: ExampleFile(game(KNIGHTS, "Result=*"), "--info"),
    RecordCode.FIFTY_MOVES: ExampleFile(
        game(FIFTY, "Result=*"), "--info", shown='[Result "*"]\n\n1. Nc3 Nc6 2. Nb1 Nb8 ... 50. Nb1 Nb8 *'
    ),
    RecordCode.TIME_OVERSTEPPED: ExampleFile(
        game("1. e2-e4 {[%date 2026.11.02]} e7-e5 {[%date 2026.11.09]} *", THREE_DAYS, "Result=*"), TIMED
    ),
    RecordCode.TIME_OVERDUE: ExampleFile(
        game("1. e2-e4 {[%date 2026.11.02]} *", THREE_DAYS, "Result=*"), "--time --today 2026.11.21"
    ),
    RecordCode.TIME_BACKWARDS: ExampleFile(
        game("1. e2-e4 {[%date 2026.11.02]} e7-e5 {[%date 2026.10.03]} *", THREE_DAYS, "Result=*"), TIMED
    ),
    RecordCode.TIME_MISSING: ExampleFile(game("1. e2-e4 {[%emt 1d 2h]} e7-e5 *", THREE_DAYS, "Result=*"), TIMED),
    RecordCode.TIME_UNREADABLE: ExampleFile(
        game("1. e2-e4 {[%emt 1d 2h]} e7-e5 {[%emt 7h] [%clk 1:99]} *", THREE_DAYS, "Result=*"), TIMED
    ),
    RecordCode.TIME_CONTROL: ExampleFile(game("1. e2-e4 {[%emt 1d 2h]} *", "TimeControl=slow", "Result=*"), TIMED),
}
"""A record for each code, small enough to see what is wrong; for those that a record alone can bring about."""


def explained(command: str) -> tuple[int, str]:
    """Exit code and output of an example command of the table of moves."""
    result = CliRunner(env={"NO_COLOR": "1"}).invoke(program, shlex.split(command)[1:], prog_name="fairyscore")
    return result.exit_code, result.output


def validated(record: ExampleFile) -> tuple[int, str]:
    """Exit code and output of `validate` for a record."""
    runner = CliRunner(env={"NO_COLOR": "1"})
    with TemporaryDirectory() as folder, chdir(folder):
        if record.content is not None:
            Path(record.name).write_bytes(record.content)
        elif "." not in record.name:
            Path(record.name).mkdir()
        result = runner.invoke(program, _command(record)[1:], prog_name="fairyscore")
    return result.exit_code, result.output


def _command(record: ExampleFile) -> list[str]:
    return ["fairyscore", "validate", *record.options.split(), record.name]


def page() -> Iterator[str]:
    """The lines of `docs/diagnostics.md`."""
    yield from (INTRODUCTION, "", MOVES_TEXT)
    for code in Code:
        command = EXPLAINED[code].example
        yield from _entry(code.value, "error", EXPLAINED[code])
        yield from ("```console", f"$ {command}", *_trimmed(explained(command)[1]), "```")
    yield from ("", RECORDS_TEXT)
    for trouble in RecordCode:
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


def _shown(record: ExampleFile) -> list[str]:
    return (record.shown or (record.content or b"").decode()).strip().splitlines()


def _trimmed(output: str) -> list[str]:
    return [line.rstrip() for line in output.rstrip().splitlines()]


if __name__ == "__main__":
    print("\n".join(page()))
