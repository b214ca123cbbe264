"""No command writes over what it reads, however the path is spelled; every command with an output is asked."""

import gzip
import io
import os
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest
from running import run

from fairyscore.cli.main import COMMANDS, program
from fairyscore.cli.shared_values import OUTPUTS

PGN = (
    '[Event "?"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[White "?"]\n[Black "?"]\n[Result "*"]\n\n1. e4 e5 *\n'
)
FILES = {
    "weave": ("text.md", "```fairyscore\nrender chess\n```\n"),
    "book": ("text.md", "# A book\n"),
    "variant convert": ("game.toml", 'title = "A game"\nbase = "chess"\n'),
}
OTHER_FORMAT = {"convert": ["--to", "csv"], "merge": ["--to", "json"], "dedupe": ["--to", "json"]}
"""These may write games over games of the same format."""

FIRST = {"find": ["ply 0"], "annotate": ["--engine", "no-such-engine"]}
"""What stands before the files."""

NAMES_ONLY = {"explain", "rulebook", "variant new"}
"""Their arguments are names and moves, never files."""

Spelling = Callable[[Path], Path]


def written() -> Iterator[tuple[str, str]]:
    """Each command with an option that names a file to be written, and the option."""
    for name in COMMANDS:
        command = program.get_command(click.Context(program), name)
        assert command is not None
        parts = command.commands.items() if isinstance(command, click.Group) else [("", command)]
        for part, single in parts:
            words = f"{name} {part}".strip()
            for parameter in single.params if words not in NAMES_ONLY else ():
                if isinstance(parameter, click.Option) and parameter.name in OUTPUTS:
                    yield words, parameter.opts[-1]


def spelled_otherwise(path: Path) -> Path:
    return path.parent / "." / ".." / path.parent.name / path.name


def linked(path: Path) -> Path:
    link = path.with_name(f"link{path.suffix}")
    link.symlink_to(path)
    return link


def hard_linked(path: Path) -> Path:
    link = path.with_name(f"hard{path.suffix}")
    os.link(path, link)
    return link


@pytest.mark.parametrize("spelling", [Path, spelled_otherwise, linked, hard_linked])
@pytest.mark.parametrize(("command", "option"), sorted(set(written())))
def test_an_input_is_no_output(command: str, option: str, spelling: Spelling, tmp_path: Path) -> None:
    name, text = FILES.get(command, ("game.pgn", PGN))
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    words = [
        *command.split(),
        *FIRST.get(command, []),
        str(path),
        *OTHER_FORMAT.get(command, []),
        option,
        str(spelling(path)),
    ]
    done = run(*words)
    assert done.exit_code == 2, done.output
    assert "is an input too" in done.output
    assert path.read_text(encoding="utf-8") == text


def test_a_game_in_a_folder_that_is_read_is_no_output(tmp_path: Path) -> None:
    path = tmp_path / "games" / "a.pgn"
    path.parent.mkdir()
    path.write_text(PGN, encoding="utf-8")
    done = run("stats", str(path.parent), "-o", str(path))
    assert done.exit_code == 2
    assert path.read_text(encoding="utf-8") == PGN


def test_a_report_beside_the_games_is_written_anew(tmp_path: Path) -> None:
    (tmp_path / "a.pgn").write_text(PGN, encoding="utf-8")
    report = tmp_path / "report.txt"
    for _ in range(2):
        assert run("stats", str(tmp_path), "-o", str(report)).exit_code == 0


@pytest.mark.parametrize("command", [["convert"], ["merge"], ["dedupe"]])
def test_games_may_take_the_place_of_games_in_the_same_format(command: list[str], tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_text(PGN, encoding="utf-8")
    assert run(*command, str(path), "-o", str(path)).exit_code == 0
    assert "1. e4 e5 *" in path.read_text(encoding="utf-8")


def outputs_that_exist() -> Iterator[tuple[str, str, bytes]]:
    """Files that people keep: their names, what the refusal calls them, and their bytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("a.pgn", PGN)
    yield "games.pgn", "a file of games", PGN.encode()
    yield "games.svg", "a file of games", PGN.encode()
    yield "games.zip", "a packed file", packed.getvalue()
    yield "games.pgn.gz", "a packed file", gzip.compress(PGN.encode())
    yield "rules.toml", "a file written by hand", b'title = "A game"\n'


@pytest.mark.parametrize("kept", list(outputs_that_exist()))
@pytest.mark.parametrize(("command", "option"), sorted(set(written())))
def test_what_people_keep_is_replaced_with_force_only(
    command: str, option: str, kept: tuple[str, str, bytes], tmp_path: Path
) -> None:
    name, kind, data = kept
    read, text = FILES.get(command, ("game.pgn", PGN))
    (tmp_path / read).write_text(text, encoding="utf-8")
    path = tmp_path / "kept" / name
    path.parent.mkdir()
    path.write_bytes(data)
    words = [*command.split(), *FIRST.get(command, []), str(tmp_path / read), option, str(path)]
    done = run(*words)
    assert done.exit_code == 2, done.output
    assert f", {kind}, exists already; pass --force to replace it" in done.output
    assert path.read_bytes() == data
    again = run(*words, "--force")
    assert "exists already" not in again.output


def test_games_are_converted_over_games_with_force(tmp_path: Path) -> None:
    (tmp_path / "a.pgn").write_text(PGN, encoding="utf-8")
    (tmp_path / "b.pgn").write_text(PGN.replace("e4", "d4"), encoding="utf-8")
    words = ["convert", str(tmp_path / "a.pgn"), "-o", str(tmp_path / "b.pgn")]
    assert run(*words).exit_code == 2
    assert run(*words, "--force").exit_code == 0
    assert "1. e4" in (tmp_path / "b.pgn").read_text(encoding="utf-8")
