"""`fairyscore tournament`: the cross table of a tournament, made of its records."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

import click

from fairyscore.cli.options import (
    choice_option,
    grouped_command,
    output_option,
    paths_argument,
    reading_options,
    sentence,
    wrong_usage,
)
from fairyscore.cli.report import name, tell_skipped
from fairyscore.cli.sources import Refused
from fairyscore.cli.texts import Texts
from fairyscore.cli.writing import write_folder, written
from fairyscore.notation.formats.base import MissingExtra
from fairyscore.notation.reader import RecordReader
from fairyscore.notation.storage.listing import files
from fairyscore.notation.text import counted
from fairyscore.notation.tournament import plan as plans
from fairyscore.notation.tournament.beginning import begun_records
from fairyscore.notation.tournament.clocks import with_clocks
from fairyscore.notation.tournament.games import TournamentGame, game_of
from fairyscore.notation.tournament.plan import Bye, Plan, PlanError, entered
from fairyscore.notation.tournament.plan_writer import table_text
from fairyscore.notation.tournament.report import WRITERS
from fairyscore.notation.tournament.swiss import NotPaired, differing_rounds, next_round
from fairyscore.notation.tournament.table import Table, tables_of
from fairyscore.notation.tournament.trf import is_report, read_report
from fairyscore.notation.tournament.trf_import import Imported, imported
from fairyscore.notation.tournament.trf_import import folder as folder_of
from fairyscore.notation.variants.registry import UnknownVariant

FOLDERS: Final = ("site", "folder")
"""Formats of several files."""


@grouped_command("tournament", epilog="Example: fairyscore tournament games/ --format html -o table.html")
@paths_argument
@choice_option(
    "--format style",
    ["text", "json", "csv", "md", "html", "trf", "trf26", "site", "folder"],
    "The format; trf is the report to rating officers (trf26: of 2026), a site is a folder, folder that of a report.",
)
@output_option("The file to write, or the folder; default: standard output.")
@click.option(
    "--check-pairings", is_flag=True, help="Tell the rounds of a Swiss that the library would pair otherwise."
)
@click.option(
    "--start",
    is_flag=True,
    help="Write a record without moves for each game of the schedule that has none; of a Swiss, pair a round.",
)
@reading_options
def command(
    *, paths: tuple[str, ...], style: str, output: str, start: bool, check_pairings: bool, reader: RecordReader
) -> None:
    """Print the cross table of a tournament: points, wins, Sonneborn-Berger, direct encounter, progress.

    The tables are made from the tags Event, Round, White, Black, Result and Termination of all records; each event
    has its own table. Copies of a game count once. A folder with a file tournament.toml is one tournament: the file
    states players, ratings, teams, pairings, leave, tie-breaks, byes, withdrawals and rulings. A report to rating
    officers (TRF) is a tournament too; --format folder makes the folder of it.

    Exit status: 0 clean; 1 records are faulty, contradict each other or do not name all players; 2 wrong usage,
    unreadable input or failed output.
    """
    from fairyscore.render.viewer.tournament import SourceRecord, site, tables_page

    report = _report(paths)
    plan = _plan(paths) if report is None else report.plan
    if style in FOLDERS and not output:
        raise click.UsageError(f"A {style} is made of files; name it with -o.")
    if style == "folder" and report is None:
        raise click.UsageError("--format folder is for one report to rating officers (TRF).")
    if start and (plan is None or not plan.pairings):
        raise click.UsageError(f"--start needs a {plans.NAME} with pairings.")
    texts = Texts(paths, reader._replace(on_skipped=_tell_skipped))
    games: list[TournamentGame] = [] if report is None else report.games
    records: list[SourceRecord] = []
    is_nameless = False
    is_begun = plan is None or not plan.pairings or any(files(paths))
    for verdict, file in texts.games() if is_begun and report is None else ():
        game = game_of(verdict, file)
        if game is None:
            is_nameless = True
            place = f"{name(file)}:{verdict.game_text.line}"
            texts.line(f"{place}: game {verdict.game_text.number} is left out: its tags do not name all players")
            continue
        found = entered(game, plan) if plan is not None else game
        if found is not None:
            games.append(with_clocks(found, verdict.record, plan or Plan()) if verdict.record else found)
        if style == "site":
            records.append(SourceRecord(game.file, game.line, verdict))
    try:
        tables = list(tables_of(games, plan))
    except PlanError as fault:
        raise Refused(f"{plans.NAME}: {fault}.") from None
    is_paired_otherwise = check_pairings and any(map(_check_pairings, tables))
    if start and plan is not None:
        place = next(path for path in paths if (Path(path) / plans.NAME).is_file())
        _start(place, tables[0])
    if style == "site":
        write_folder(output, site(tables, records))
    elif style == "folder" and report is not None:
        write_folder(output, folder_of(report.plan, report.games))
    else:
        text = tables_page(tables) if style == "html" else WRITERS[style](tables)
        with written(output) as stream:
            stream.write(text.encode())
    is_doubtful = (
        is_nameless
        or is_paired_otherwise
        or bool(report and report.remarks)
        or any(table.is_doubtful for table in tables)
    )
    click.get_current_context().exit(max(texts.exit_code(), int(is_doubtful)))


def _report(paths: Sequence[str]) -> Imported | None:
    """The tournament of a report, if that is all there is to read."""
    if len(paths) != 1 or not Path(paths[0]).is_file():
        return None
    data = Path(paths[0]).read_bytes()
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    if not is_report(text):
        return None
    found = imported(read_report(text))
    for remark in found.remarks:
        click.echo(f"{name(paths[0])}: {remark}", err=True)
    return found


def _tell_skipped(paths: list[str]) -> None:
    """As `tell_skipped`; the tournament file is read in another way."""
    skipped = [path for path in paths if Path(path).name != plans.NAME]
    if skipped:
        tell_skipped(skipped)


def _plan(paths: Iterable[str]) -> Plan | None:
    """The plan that lies in one of the folders, None where there is none."""
    found = [path for path in paths if (Path(path) / plans.NAME).is_file()]
    if len(found) > 1:
        first, second = (name(str(Path(path) / plans.NAME)) for path in found[:2])
        raise click.UsageError(f"{first} and {second} are two tournaments; name one folder.")
    if not found:
        return None
    try:
        return plans.plan_in(found[0])
    except PlanError as fault:
        raise Refused(f"{name(str(Path(found[0]) / plans.NAME))}: {fault}.") from None


def _start(folder: str, table: Table) -> None:
    """Write a record without moves for each game that is not begun; of a Swiss, the next round. No record is replaced."""
    plan, games, byes = table.plan, table.games, []
    if plan.pairings == "swiss":
        try:
            found = next_round(table)
        except (NotPaired, MissingExtra) as fault:
            raise Refused(sentence(fault)) from None
        games, byes = found.games(plan), found.byes()
        click.echo(
            f"round {found.number}: {counted(len(games), 'game')}{f', {found.bye} is free' if found.bye else ''}",
            err=True,
        )
    with wrong_usage(UnknownVariant):
        begun = list(begun_records(plan, games))
    for file, _ in begun:
        if (Path(folder) / file).exists():
            raise Refused(f"{name(file)} exists already, and is no record of the game it is named after.")
    write_folder(folder, [*begun, *_with_byes(folder, byes)])
    click.echo(f"{counted(len(begun), 'record')} written to {name(folder)}", err=True)


def _with_byes(folder: str, byes: Sequence[Bye]) -> Iterator[tuple[str, bytes]]:
    """The tournament file with byes added to its end."""
    if byes:
        text = (Path(folder) / plans.NAME).read_text(encoding="utf-8").rstrip("\n")
        yield plans.NAME, "\n\n".join([text, *(table_text("byes", bye) for bye in byes)]).encode() + b"\n"


def _check_pairings(table: Table) -> bool:
    """Tell the rounds that the library pairs otherwise. Whether there is one."""
    try:
        rounds = differing_rounds(table)
    except (NotPaired, MissingExtra) as fault:
        raise Refused(sentence(fault)) from None
    for number in rounds:
        click.echo(f"round {number} is paired otherwise than the Dutch system pairs it", err=True)
    return bool(rounds)
