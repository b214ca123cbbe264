"""`fairyscore variant`: files that describe games, checked, begun and converted."""

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from fairyscore.cli.bounded import TookTooLong, at_most
from fairyscore.cli.inputs import keep_kept
from fairyscore.cli.options import (
    GroupedCommand,
    output_option,
    quiet_option,
    variant_path_options,
)
from fairyscore.cli.rules import understood
from fairyscore.cli.shared_values import shared_values
from fairyscore.cli.writing import replaced, written
from fairyscore.notation.kernel import missing_core
from fairyscore.notation.package_data import data_text
from fairyscore.notation.records.diagnostics import Diagnostic
from fairyscore.notation.text import counted
from fairyscore.notation.variants.catalog import REPLACE, clash_of, find, register
from fairyscore.notation.variants.diagram import document_data
from fairyscore.notation.variants.document import Document, document_of, toml
from fairyscore.notation.variants.exporting import difference
from fairyscore.notation.variants.file_game import build, options
from fairyscore.notation.variants.file_reader import document
from fairyscore.notation.variants.ini_writer import settings_of
from fairyscore.notation.variants.mistakes import Mistake, VariantFileError
from fairyscore.notation.variants.registry import build_source
from fairyscore.notation.variants.sources import VariantSource, sources_in
from fairyscore.notation.work.examples import faults_of_samples, misjudged
from fairyscore.render.errors import DrawingError
from fairyscore.render.glyphs.folder import load

LONGEST = 20
"""Seconds that the check of one game may take if nothing else is said."""


@click.group("variant", epilog="Example: fairyscore variant check mygame.toml")
def command() -> None:
    """Check, create and convert variant files.

    Exit status: 0 clean, 1 a sample game with an illegal move, 2 wrong usage, a file with errors, or an example whose
    result differs from the stated one.
    """


@command.command("check", epilog="Example: fairyscore variant check mygame.toml")
@click.argument("paths", metavar="FILE...", nargs=-1, required=True)
@click.option(
    "--seconds",
    type=click.IntRange(0),
    default=LONGEST,
    show_default=True,
    help="How long the check of one game may take, in seconds of a processor; 0: without end.",
)
@quiet_option
@variant_path_options
@click.pass_context
def check(context: click.Context, paths: tuple[str, ...], seconds: int, quiet: bool) -> None:
    """Read variant files, check their examples, and print the rules as they are understood, in plain words.

    What cannot be put into words is printed with its key and line. A game that takes too long to check is an error
    that says what was being done.

    Exit status: 0 clean, 1 a sample game has an illegal move, 2 a file has errors or an example has another result than
    stated.
    """
    code = 0
    for path in paths:
        try:
            sources = list(sources_in(path))
        except VariantFileError as fault:
            code = _tell(*fault.mistakes)
            continue
        for source in sources:
            code = max(code, _checked_in_time(source, quiet, seconds))
    context.exit(code)


def _checked_in_time(source: VariantSource, quiet: bool, seconds: int) -> int:
    """The exit code of the check of one game, which is stopped after so many seconds."""
    section = source.name if source.ini else ""
    steps: list[str] = []
    try:
        with at_most(seconds):
            return _check(source, quiet, steps)
    except VariantFileError as fault:
        return _tell(*fault.mistakes, game=section)
    except TookTooLong:
        why = f"the check is not done after {seconds} s, while {steps[-1]}; --seconds gives it longer"
        return _tell(Mistake(source.file, 1, 1, why), game=section)


def _tell(*mistakes: Mistake, code: str = "error[variant-file]", game: str = "") -> int:
    """Tells mistakes. game: the section of a file with several games."""
    section = f"[{game}] " if game else ""
    for mistake in mistakes:
        click.echo(f"{mistake.where}: {code}: {section}{mistake.message}", err=True)
    return 2


def _check(source: VariantSource, quiet: bool, steps: list[str]) -> int:
    """Tells what is wrong with a game of a file. Raises `VariantFileError`.

    steps: where it is written down what is being done.
    """
    steps.append("the game is read")
    described = document(source)
    game = build_source(source, source.name, {})
    for option in options(described):
        for value in option.values:
            steps.append(f"{option.name}={value} is read")
            build_source(source, source.name, {option.name: value})
    clash = clash_of(source.game) if source.is_supplied and not _replaces() else ""
    if clash and source.ini:
        _tell(described.mistake(("title",), clash), code="warning[variant-file]")  # the others of the file are played
    elif clash:
        return _tell(described.mistake(("title",), clash))
    steps.append("its rules are put into words")
    if not quiet:
        click.echo("\n".join(understood(game)))
        for path in game.rules.text("en").unworded:
            place = described.mistake(path, f"no phrase for {_named(described, path)}")
            click.echo(f"{place.where}: {place.message}")
    pictures = [described.mistake(path, message) for path, message in _pictures(described)]
    _tell(*pictures)
    examples = game.rules.sheet().examples
    judged = {}
    for number, example in enumerate(examples):
        steps.append(f"example {number + 1} of {len(examples)} is judged")
        judged["example", number, "move"] = misjudged(game, example)
    wrong = [described.mistake(path, message) for path, message in judged.items() if message]
    _tell(*wrong, code="error[example]")
    if game.rules.about.samples:
        register(game, replace=True)  # records name their game
    faulty = [_in_sample(described, source, name, finding) for name, finding in faults_of_samples(game)]
    _tell(*faulty, code="error[sample]")
    slow = "" if missing_core() else game.rules.not_compiled()
    if slow:
        click.echo(f"{source.file}: {game.name}: played in plain Python, about a hundred times slower: {slow}")
    click.echo(f"{source.file}: {game.name}: {counted(len(examples), 'example')}, {len(wrong)} not as stated")
    return 2 if wrong or pictures else bool(faulty)


def _in_sample(described: Document, source: VariantSource, name: str, finding: Diagnostic) -> Mistake:
    """A fault of a sample game at its line in the file. name: of the variant that the sample is of."""
    path = ("sample", name) if name else ("sample",)
    begin = described.mistake(path, f"{finding.move}: {finding.message}" if finding.move else finding.message)
    lines = source.text.splitlines()
    below = lines[begin.line - 1].rstrip().endswith(('"""', "'''")) if begin.line <= len(lines) else False
    return begin._replace(line=begin.line + below + finding.line - 1, column=finding.column if below else begin.column)


def _named(described: Document, path: tuple[str | int, ...]) -> str:
    """A key for people: of which piece it is, and what it says."""
    value: Any = described.data
    words = []
    for key in path:
        value = dict(enumerate(value) if isinstance(value, list) else value).get(key, "")
        words.append(value.get("name", str(key)) if isinstance(value, dict) else str(key))
    says = f" = {value}" if isinstance(value, str | int) and value != "" else ""
    names = words[2:] if path[:1] == ("piece",) and len(words) > 2 else words
    of = f" of the {words[1]}" if names is not words else ""
    return f"{'.'.join(names)}{of}{says}"


def _pictures(described: Document) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """The author's own pictures that cannot be pieces, each with its key and the reason."""
    for number, piece in enumerate(described.data["piece"]):
        glyph = piece.get("glyph", "")
        if glyph.endswith(".svg"):
            try:
                load(Path(described.file).parent / glyph)
            except DrawingError as fault:
                yield ("piece", number, "glyph"), str(fault)


def _replaces() -> bool:
    """Whether games of files may have names of known ones, as `--replace` says."""
    return bool(shared_values().get("replace_variants") or os.environ.get(REPLACE))


KINDS = {
    "pieces": "chess with other pieces",
    "board": "chess on another board",
    "drops": "pieces that come back from the hand",
    "captures": "other ways to capture, and pieces that influence others",
    "effects": "moves that do more: explosions, walls, changes of side",
    "turns": "turns of several moves",
    "aim": "another aim than mate",
    "scratch": "a game from nothing",
}
"""What a new game may be like; `start-*.toml` has the beginning of each."""


@command.command("new", cls=GroupedCommand, epilog="Example: fairyscore variant new mygame --kind drops -o mygame.toml")
@click.argument("name")
@click.option(
    "--kind",
    type=click.Choice([*KINDS]),
    help="What the game is like; asked for at a terminal, else pieces.",
)
@output_option("The file to write; default: NAME.toml.", type=click.Path(dir_okay=False))
def new(name: str, kind: str | None, output: str | None) -> None:
    """Write a commented variant file as a starting point, which `variant check` finds in order.

    Exit status: 0 written, 2 the file exists already or cannot be written.
    """
    file = Path(output or f"{name}.toml")
    title = name.replace("-", " ").replace('"', "").replace("\\", "").title()
    keep_kept(str(file))
    parts = ("start.toml", f"start-{kind or _asked_kind()}.toml")
    text = "".join(data_text("fairyscore.cli", part) for part in parts)
    with replaced(str(file)) as stream:
        stream.write(text.replace("{title}", title).replace("{file}", str(file)).encode())
    click.echo(f"{file}: written; check it with `fairyscore variant check {file}`")


def _asked_kind() -> str:
    """The kind of game that the user names; the first one where nobody can be asked."""
    first = next(iter(KINDS))
    if not sys.stdin.isatty():
        return first
    for kind, says in KINDS.items():
        click.echo(f"  {kind:<9} {says}", err=True)
    answer: str = click.prompt("What is the game like?", type=click.Choice([*KINDS]), default=first, err=True)
    return answer


@command.command(
    "convert",
    cls=GroupedCommand,
    epilog="Example: fairyscore variant convert variants.ini --game shogun -o shogun.toml",
)
@click.argument("path", metavar="FILE")
@click.option("--game", "name", metavar="NAME", help="The game of a file that has several.")
@click.option(
    "--to", "form", type=click.Choice(["toml", "ini"]), help="The format; by default that of FILE's suffix: toml, ini."
)
@output_option(type=click.Path(dir_okay=False))
@variant_path_options
@click.pass_context
def convert(context: click.Context, path: str, name: str | None, form: str | None, output: str | None) -> None:
    """Write a game of a variant file, a variants.ini or an Interactive Diagram as a variant file or a variants.ini.

    FILE may also be the name of a built-in game. What the other format cannot express is reported. A variants.ini is
    read back before it is saved: if its game would have other moves, nothing is written.

    Exit status: 0 written, 1 something is lost or the game would differ, 2 wrong usage or a file with errors.
    """
    to_ini = _writes_ini(form, output)
    try:
        game, data = _data(path, name)
    except VariantFileError as fault:
        context.exit(_tell(*fault.mistakes))
    data = {key: value for key, value in data.items() if key not in ("based_on", "remove")}
    lost = tuple(data.get("told", ())) if _is_diagram(path) else ()
    if to_ini:
        found = settings_of(data)
        text, lost = found.section(game), (*lost, *found.lost)
    for sentence in lost:
        click.echo(f"{path}: lost: {sentence}", err=True)
    if to_ini:
        try:
            different = difference(game, data, found)
        except VariantFileError as fault:
            context.exit(_tell(*fault.mistakes))
        if different:
            why = f"in a variants.ini it would be another game: {different}; nothing is written"
            click.echo(f"{path}: error[other-game]: {why}", err=True)
            context.exit(1)
    else:
        text = toml(data)
        try:
            build(game, document_of(dict(data), path))
        except VariantFileError as fault:
            context.exit(_tell(*fault.mistakes))
    with written(output or "-") as stream:
        stream.write(text.encode())
    context.exit(int(bool(lost)))


def _writes_ini(form: str | None, output: str | None) -> bool:
    """Whether a variants.ini is to be written, else a variant file. Raises `click.UsageError` for another file name."""
    suffix = Path(output or "-").suffix.lower()
    if form is None and suffix not in ("", ".toml", ".ini"):
        raise click.UsageError(f"{output}: no format has the suffix {suffix}; name it .toml or .ini, or pass --to.")
    return form == "ini" or (form is None and suffix == ".ini")


def _is_diagram(path: str) -> bool:
    """Whether a file is neither a variant file nor a variants.ini, and so the text of a diagram."""
    return Path(path).is_file() and Path(path).suffix.lower() not in (".toml", ".ini")


def _data(path: str, name: str | None) -> tuple[str, Mapping[str, Any]]:
    file = Path(path)
    if not file.exists():
        with suppress(LookupError):
            return path, document(find(path)).data
    if not _is_diagram(path):
        sources = {source.name: source for source in sources_in(path)}
        if name is None and len(sources) != 1:
            raise click.UsageError(f"{path} has {len(sources)} games; choose one with --game.")
        chosen = name or next(iter(sources))
        if chosen not in sources:
            raise click.UsageError(f"{path} has no game {chosen}; it has {', '.join(sources)}.")
        return chosen, document(sources[chosen]).data
    # an Interactive Diagram
    data = document_data(file.read_text(encoding="utf-8", errors="replace"), path)
    return file.stem, document_of(data, path).data
