"""Makes `docs/diagnostics.md` from the tables of reasons, with what the program really says:

python tools/diagnostics_page.py > docs/diagnostics.md
"""

import gzip
import shlex
import tomllib
from collections.abc import Iterator
from contextlib import chdir
from dataclasses import dataclass
from functools import cache
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


@dataclass(frozen=True, slots=True)
class ExampleFile:
    """A file that shows a code. options: of validate; shown: how the page prints the file, if not as it is."""

    content: bytes | None
    options: str = ""
    shown: str = ""
    name: str = "game.pgn"

    @property
    def command(self) -> str:
        """The command that tells it."""
        return shlex.join(["fairyscore", "validate", *self.options.split(), self.name])


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

PLACES = {"longest": f"{LONGEST_GAME:,}", "deep": DEEP, "thrice": len(ONE * 3)}
"""Numbers that `diagnostics_page.toml` names in braces."""

MADE: dict[RecordCode, bytes | None] = {
    RecordCode.UNREADABLE_FILE: None,
    RecordCode.NO_RECORDS: None,
    RecordCode.EMPTY_FILE: b"",
    RecordCode.ENCODING: '[White "Müller"]\n[Result "*"]\n\n1. e4 *\n'.encode("latin-1"),
    RecordCode.DOUBTFUL_ENCODING: '[White "阿炳"]\n[Result "*"]\n\n1. e4 *\n'.encode("gb18030"),
    RecordCode.DAMAGED_ARCHIVE: gzip.compress(ONE, mtime=0)[:-6],
    RecordCode.UNPACKING_LIMIT: gzip.compress(ONE * 3, mtime=0),
    RecordCode.NESTED_ARCHIVE: archive(inner_zip=archive(inmost_zip=archive(game_pgn=ONE))),
    RecordCode.UNSAFE_MEMBER: archive(game_pgn=ONE, __game_pgn=ONE),
    RecordCode.UNREADABLE_MEMBER: encrypted(archive(game_pgn=ONE)),
    RecordCode.TOO_LONG: b'[Result "*"]\n\n'.ljust(LONGEST_GAME, b"7") + b"\n",
    RecordCode.DEEP_VARIATION: game("1. e2-e4" + " (1. d2-d4" * DEEP + ")" * DEEP + " *"),
    RecordCode.FIFTY_MOVES: game(FIFTY),
}
"""Files that are packed, cut, long, or none at all."""

TEXTS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


RECORDS = {
    code: ExampleFile(
        example.pop("text").encode() if "text" in example else MADE[code],
        **example | {"shown": example.get("shown", "").format(**PLACES)},
    )
    for code in RecordCode
    if (example := TEXTS.get(code.value)) is not None
}
"""A file for each code that one can bring about, as `diagnostics_page.toml` describes it."""


def run(command: str) -> tuple[int, str]:
    """Exit code and output of an example command."""
    result = CliRunner(env={"NO_COLOR": "1"}).invoke(program, shlex.split(command)[1:], prog_name="fairyscore")
    return result.exit_code, result.output


explained = cache(run)


@cache
def validated(record: ExampleFile) -> tuple[int, str]:
    """Exit code and output of `validate` for a record."""
    with TemporaryDirectory() as folder, chdir(folder):
        if record.content is not None:
            Path(record.name).write_bytes(record.content)
        elif "." not in record.name:
            Path(record.name).mkdir()
        return run(record.command)


def page() -> Iterator[str]:
    """The lines of `docs/diagnostics.md`."""
    yield from (TEXTS["introduction"], "", TEXTS["moves"])
    for code in Code:
        command = EXPLAINED[code].example
        yield from _entry(code.value, "error", EXPLAINED[code])
        yield from _console(command, explained(command)[1])
    yield from ("", TEXTS["records"])
    for record_code in RecordCode:
        meaning = RECORDS_EXPLAINED[record_code]
        yield from _entry(record_code.value, meaning.severity.value, meaning)
        record = RECORDS.get(record_code)
        if record is None:
            continue
        shown = record.shown or (record.content or b"").decode()
        yield from ("```text", *shown.strip().splitlines(), "```", "")
        yield from _console(record.command, validated(record)[1])


def _entry(code: str, severity: str, meaning: Explanation | RecordExplanation) -> Iterator[str]:
    template = getattr(meaning, "summary", "") or meaning.sentence
    sentence = template.replace("{", "*").replace("}", "*")
    sentence += "" if sentence.endswith("?") else "."
    yield from ("", f"### {code}", "", f"{severity.capitalize()}: {sentence}", "", meaning.advice)
    yield from (f"\n{advice}" for advice in getattr(meaning, "advices", {}).values())
    yield ""


def _console(command: str, output: str) -> Iterator[str]:
    yield from ("```console", f"$ {command}", *(line.rstrip() for line in output.rstrip().splitlines()), "```")


if __name__ == "__main__":
    print("\n".join(page()))
