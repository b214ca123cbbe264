"""`fairyscore dedupe`: the same game in several copies."""

import sys
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, TextIO

import click

from fairyscore.cli.options import (
    choice_option,
    format_option,
    grouped_command,
    output_option,
    paths_argument,
    reading_options,
)
from fairyscore.cli.report import name, write_rows
from fairyscore.cli.texts import Texts, archive_format, is_file, to_option
from fairyscore.cli.writing import written
from fairyscore.notation.formats.base import Format
from fairyscore.notation.reader import RecordReader
from fairyscore.notation.replay import Validator
from fairyscore.notation.stats.dedupe import Copies, DuplicateDoubt, GamePlace, Group
from fairyscore.notation.stats.disk_index import SortedTexts
from fairyscore.notation.stats.identity import LONG
from fairyscore.notation.text import counted, shown
from fairyscore.notation.work.dedupe import FoundCopies, gather


@grouped_command(
    "dedupe", rewrites=True, epilog="Example: fairyscore dedupe games/ -o clean.pgn   (without -o it only reports)"
)
@paths_argument
@output_option("The file to write, with all games, each once; default: none, the copies are listed.")
@to_option
@format_option("text", "json", "jsonl")
@choice_option("--keep", ["richest", "first"], "Keep the most annotated copy, or the first.")
@click.option(
    "--merge", "merges", is_flag=True, help="Add the tags and annotations of the other copies to the one kept."
)
@click.option(
    "--prefix", "prefixes", is_flag=True, help="Also take a game for a copy of a longer one that begins with its moves."
)
@reading_options
def command(
    *,
    paths: tuple[str, ...],
    output: str,
    target: Format | None,
    style: str,
    keep: str,
    merges: bool,
    prefixes: bool,
    reader: RecordReader,
) -> None:
    """Find copies of the same game by their moves, whatever the notation, format, tags and annotations.

    Games with the same moves are the same game unless their players or results differ; games of less than 30 plies
    must also not differ in date or round, and must name their players. A game with errors is a copy only of the same
    text. FILE gets all games in their order, unchanged, without the copies.

    Exit status: 0 no copies, or FILE is written; 1 copies found, or some games could not be written; 2 wrong usage,
    unreadable input or failed output.
    """
    if merges and not output:
        raise click.UsageError("--merge needs -o FILE, where the merged games are written.")
    texts = Texts(paths, reader, archive_format(output, target) if output else target)
    with ExitStack() as stack:
        copies = stack.enter_context(Copies(prefixes=prefixes))
        store = stack.enter_context(SortedTexts()) if output else None
        gather(texts, copies, store)
        found = FoundCopies(texts.written)
        stream = sys.stderr if output and not is_file(output) else sys.stdout
        groups, doubts = map(found.add, copies.groups(keep)), copies.doubts(LONG)
        if style == "text":
            _as_text(groups, doubts, found, stream)
        else:
            write_rows(_rows(groups, doubts), style, stream)
        if store is not None and texts.written:
            _write(store, found, texts, output, reader.judge if merges else None)
    click.get_current_context().exit(max(texts.exit_code(), int(found.extra > 0 and not output)))


# -- the report -------------------------------------------------------------------------------------------------------


def _as_text(groups: Iterator[Group], doubts: Iterator[DuplicateDoubt], found: FoundCopies, stream: TextIO) -> None:
    """The copies of each game, then pairs of games that are doubtful, then the sum."""
    for group in groups:
        lines = [_called(group)]
        for copy in group.copies:
            differs = "" if copy.kept else f": {'; '.join(copy.differs) or 'the same text'}"
            lines.append(f"  {'keep' if copy.kept else 'copy'}  {_place(copy.place)}{differs}")
        stream.write("\n".join([*lines, ""]))
    for doubt in doubts:
        stream.write(
            f"{_place(doubt.other)}: the same {doubt.plies} plies as {_place(doubt.one)}, but other"
            f" {' and '.join(doubt.differs)}: no copy\n"
        )
    stream.write(f"{_sum(found)}\n")


def _sum(found: FoundCopies) -> str:
    if not found.extra:
        return f"{counted(found.games, 'game')}: no copies"
    extra = counted(found.extra, "redundant copy")
    return f"{counted(found.games, 'game')}: {counted(found.groups, 'game')} in several copies, {extra}"


def _called(group: Group) -> str:
    """The name of a group's game in the report."""
    if group.facts is None:
        return f"A game with faults, {counted(len(group.copies), 'copy')}"
    names = " - ".join(shown(name) or "?" for name in group.facts.names)
    parts = (names, shown(group.facts.date), counted(group.plies, "ply"), f"{len(group.copies):,} copies")
    return ", ".join(filter(None, parts))


def _place(place: GamePlace) -> str:
    return f"{name(place.file)}:{place.line} (game {place.game})"


def _rows(groups: Iterator[Group], doubts: Iterator[DuplicateDoubt]) -> Iterator[dict[str, Any]]:
    """A JSON object for each game with copies, and for each doubtful pair."""
    for group in groups:
        facts = group.facts._asdict() if group.facts else None
        copies = [{**copy.place._asdict(), "kept": copy.kept, "differs": copy.differs} for copy in group.copies]
        yield {"plies": group.plies, "facts": facts, "copies": copies}
    for doubt in doubts:
        pair = [doubt.one._asdict(), doubt.other._asdict()]
        yield {"plies": doubt.plies, "no_copies": pair, "differ": doubt.differs}


# -- the archive without copies ---------------------------------------------------------------------------------------


def _write(store: SortedTexts, found: FoundCopies, texts: Texts, output: str, judge: Validator | None) -> None:
    """Write each game once. judge: reads copies again, so that what they say is put together."""
    assert texts.target is not None
    with written(output) as stream:
        found.write(stream, store, texts.target, judge)
    unique = found.games - found.extra
    texts.line(
        f"{counted(unique, 'game')} in {name(output)}" if is_file(output) else f"{counted(unique, 'game')} written"
    )
