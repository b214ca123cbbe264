"""Makes `docs/diagnostics.md` from the tables of reasons, with what the program really says:

python tools/diagnostics_page.py > docs/diagnostics.md
"""

from __future__ import annotations

import gzip
import re
import shlex
import tomllib
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


def game(moves: str) -> bytes:
    """A record of some moves that is not over."""
    return f'[Result "*"]\n\n{moves}\n'.encode()


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
ONE = game("1. e4 *") + b"\n"
FIFTY = " ".join(f"{n}. {'Nc3 Nc6' if n % 2 else 'Nb1 Nb8'}" for n in range(1, 51)) + " *"

MADE: dict[RecordCode, ExampleFile] = {
    RecordCode.UNREADABLE_FILE: ExampleFile(None, shown="(no such file)", name="missing.pgn"),
    RecordCode.NO_RECORDS: ExampleFile(None, shown="(a folder without .pgn files)", name="pictures"),
    RecordCode.EMPTY_FILE: ExampleFile(b"", shown="(0 bytes)"),
    RecordCode.ENCODING: ExampleFile(
        '[White "Müller"]\n[Result "*"]\n\n1. e4 *\n'.encode("latin-1"), shown='[White "M\\xFCller"] ...'
    ),
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
    RecordCode.DEEP_VARIATION: ExampleFile(
        game("1. e2-e4" + " (1. d2-d4" * DEEP + ")" * DEEP + " *"),
        shown=f'[Result "*"]\n\n1. e2-e4 (1. d2-d4 (1. d2-d4 ... ({DEEP} times) ...)) *',
    ),
    RecordCode.FIFTY_MOVES: ExampleFile(
        game(FIFTY), "--info", shown='[Result "*"]\n\n1. Nc3 Nc6 2. Nb1 Nb8 ... 50. Nb1 Nb8 *'
    ),
}
"""Files that are packed, cut, long, or none at all."""

TOLD = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
RECORDS = {
    code: MADE.get(code) or ExampleFile(TOLD[code.value].pop("text").encode(), **TOLD[code.value])
    for code in RecordCode
    if code in MADE or code.value in TOLD
}
"""A file for each code that one can bring about: those made here, and texts of `diagnostics_page.toml`."""


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
        shown = record.shown or (record.content or b"").decode()
        yield from ("```text", *shown.strip().splitlines(), "```", "")
        said = _trimmed(validated(record)[1])
        yield from ("```console", f"$ {shlex.join(_command(record))}", *said, "```")


def _entry(code: str, severity: str, meaning: Explanation | RecordExplanation) -> Iterator[str]:
    sentence = meaning.sentence.replace("{", "*").replace("}", "*") + "."
    if re.fullmatch(r"\{[^{]*\}", meaning.sentence):  # all one fact
        sentence = "see the example."
    yield from ("", f"### {code}", "", f"{severity.capitalize()}: {sentence}", "", meaning.advice, "")


def _trimmed(output: str) -> list[str]:
    return [line.rstrip() for line in output.rstrip().splitlines()]


if __name__ == "__main__":
    print("\n".join(page()))
