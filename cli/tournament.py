"""`fairyscore tournament`: the cross table of a tournament, made of its records."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import click

from fairyscore.cli.options import (
    choice_option,
    day_or_today,
    grouped_command,
    output_option,
    paths_argument,
    reading_options,
    sentence,
    today_option,
    wrong_usage,
)
from fairyscore.cli.report import name
from fairyscore.cli.sources import Refused
from fairyscore.cli.texts import Texts
from fairyscore.cli.writing import write_folder, written
from fairyscore.notation.clocks.times import DAY, TimeStamp, read_time_stamp
from fairyscore.notation.correspondence.answer import LANGUAGES
from fairyscore.notation.correspondence.game_folder import log_of
from fairyscore.notation.formats.base import MissingExtra
from fairyscore.notation.reader import RecordReader
from fairyscore.notation.storage.listing import files
from fairyscore.notation.storage.locking import held
from fairyscore.notation.text import counted
from fairyscore.notation.tournament import plan as plans
from fairyscore.notation.tournament.beginning import begun_records
from fairyscore.notation.tournament.clocks import with_clocks
from fairyscore.notation.tournament.games import Status, TournamentGame, game_of
from fairyscore.notation.tournament.letters import WaitedFor, letters_due, waited_for
from fairyscore.notation.tournament.plan import Bye, Plan, PlanError, entered
from fairyscore.notation.tournament.plan_writer import table_text
from fairyscore.notation.tournament.report import WRITERS
from fairyscore.notation.tournament.swiss import NotPaired, SwissRound, differing_rounds, next_round
from fairyscore.notation.tournament.table import Table, tables_of
from fairyscore.notation.tournament.team_swiss import differing_team_rounds, next_team_round
from fairyscore.notation.tournament.trf import is_report, read_report
from fairyscore.notation.tournament.trf_import import Imported, imported
from fairyscore.notation.tournament.trf_import import folder as folder_of
from fairyscore.notation.variants.registry import UnknownVariant
from fairyscore.render.arbiter_letter import FORMS
from fairyscore.render.errors import DrawingError
from fairyscore.render.export import ExportError
from fairyscore.render.prints import prints
from fairyscore.render.viewer.tournament import SourceRecord, site, tables_page

FOLDERS: Final = ("site", "folder", "letters", "prints")
"""Formats of several files."""

NEXT_ROUNDS: Final[dict[str, Callable[[Table], SwissRound]]] = {"swiss": next_round, "team-swiss": next_team_round}
"""Pairings of which a round is paired at a time."""

OF_RECORDS: Final = ("site", "letters")
"""Formats that need the records, not only what comes of them."""


@grouped_command("tournament", epilog="Example: fairyscore tournament games/ --format html -o table.html")
@paths_argument
@choice_option(
    "--format style",
    ["text", "json", "csv", "md", "html", "trf", "trf26", "norms", "site", "folder", "letters", "prints"],
    "The format; trf is the report to rating officers (trf26: of 2026), folder the folder of one; norms: title norms.",
)
@output_option("The file to write, or the folder; default: standard output.")
@click.option(
    "--check-pairings", is_flag=True, help="Tell the rounds of a Swiss that the library would pair otherwise."
)
@choice_option("--letter-form letter_form", ["eml", "text", "pdf"], "The form of letters: e-mails, texts or postcards.")
@click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    default=LANGUAGES[0],
    show_default=True,
    help=f"The language of prints, and of letters to players whose entry names none: {', '.join(LANGUAGES)}.",
)
@click.option(
    "--remind", default=7, show_default=True, type=click.IntRange(0), help="How many days are left at a reminder."
)
@today_option()
@click.option(
    "--start",
    is_flag=True,
    help="Write a record without moves for each game of the schedule that has none; of a Swiss, pair a round.",
)
@reading_options
def command(
    *,
    paths: tuple[str, ...],
    style: str,
    output: str,
    letter_form: str,
    language: str,
    remind: int,
    today: str,
    start: bool,
    check_pairings: bool,
    reader: RecordReader,
) -> None:
    """Print the cross table of a tournament: points, wins, Sonneborn-Berger, direct encounter, progress.

    The tables are made from the tags Event, Round, White, Black, Result and Termination of all records; each event
    has its own table. Copies of a game count once. A folder with a file tournament.toml is one tournament: the file
    states players, ratings, teams, pairings, leave, tie-breaks, byes, withdrawals and rulings. A report to rating
    officers (TRF) is a tournament too; --format folder makes the folder of it. --format letters writes what players
    have not been told yet: starts, reminders, time overstepped, rulings, the end; the log of the folder remembers it.
    --format prints sets boards, cards, the table for the wall, line-ups and certificates as PDF.

    Exit status: 0 clean; 1 records are faulty, contradict each other or do not name all players; 2 wrong usage,
    unreadable input or failed output.
    """
    report = _report(paths)
    plan = _plan(paths) if report is None else report.plan
    _check_usage(style, output, plan, report, start=start)
    texts = Texts(paths, reader)
    if report is not None:
        read = GamesRead(report.games, [], bool(report.remarks))
    elif plan is None or not plan.pairings or any(files(paths)):
        read = _read(texts, plan, keeps=style in OF_RECORDS)
    else:  # it has not begun
        read = GamesRead([], [], is_doubtful=False)
    tables = _tables(read, plan)
    is_doubtful = check_pairings and any(map(_check_pairings, tables))
    if start:
        _start(_folder(paths), tables[0])
    if style == "letters":
        letters = LetterStyle(letter_form, language, remind, today)
        _write_letters(output, _folder(paths), tables[0], read.records, letters)
    elif style in FOLDERS:
        write_folder(output, _papers(style, tables, read, report, language))
    else:
        text = tables_page(tables) if style == "html" else WRITERS[style](tables)
        with written(output) as stream:
            stream.write(text.encode())
    is_doubtful = is_doubtful or read.is_doubtful or any(table.is_doubtful for table in tables)
    click.get_current_context().exit(max(texts.exit_code(), int(is_doubtful)))


def _check_usage(style: str, output: str, plan: Plan | None, report: Imported | None, *, start: bool) -> None:
    """Whether the options fit what there is to read. Raises `click.UsageError`."""
    if style in FOLDERS and not output:
        raise click.UsageError(f"--format {style} makes several files; name their folder with -o.")
    if style == "folder" and report is None:
        raise click.UsageError("--format folder is for one report to rating officers (TRF).")
    if style == "letters" and (plan is None or report is not None):
        raise click.UsageError(f"--format letters needs a folder with a {plans.NAME}.")
    if start and (plan is None or not plan.pairings or report is not None):
        raise click.UsageError(f"--start needs a folder with a {plans.NAME} that has pairings.")


class GamesRead(NamedTuple):
    """The games of a tournament, their records, and whether something of them is left out or told."""

    games: list[TournamentGame]
    records: list[SourceRecord]
    is_doubtful: bool


def _tables(read: GamesRead, plan: Plan | None) -> list[Table]:
    try:
        return list(tables_of(read.games, plan))
    except PlanError as fault:
        raise Refused(f"{plans.NAME}: {fault}.") from None


def _papers(
    style: str, tables: Sequence[Table], read: GamesRead, report: Imported | None, language: str
) -> Iterable[tuple[str, bytes]]:
    """The files of a folder that is written: of a site, of prints, or of the tournament itself."""
    if style == "site":
        return site(tables, read.records)
    if style == "prints":
        with wrong_usage(DrawingError):
            return [paper for table in tables[:1] for paper in prints(table, language)]
    assert report is not None
    return folder_of(report.plan, report.games)


def _read(texts: Texts, plan: Plan | None, *, keeps: bool) -> GamesRead:
    """The games of all records that name their players, by the names of the plan. keeps: whether the records are needed."""
    games: list[TournamentGame] = []
    records: list[SourceRecord] = []
    is_nameless = False
    for verdict, file in texts.games():
        game = game_of(verdict, file)
        if game is None:
            is_nameless = True
            place = f"{name(file)}:{verdict.game_text.line}"
            texts.line(f"{place}: game {verdict.game_text.number} is left out: its tags do not name all players")
            continue
        found = entered(game, plan) if plan is not None else game
        if found is not None:
            games.append(with_clocks(found, verdict.record, plan or Plan()) if verdict.record else found)
        if keeps:
            records.append(SourceRecord(game.file, game.line, verdict))
    return GamesRead(games, records, is_nameless)


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


def _folder(paths: Iterable[str]) -> str:
    """The folder with the tournament file."""
    return next(path for path in paths if (Path(path) / plans.NAME).is_file())


class LetterStyle(NamedTuple):
    """How letters are written: their form, the usual language, the days left at a reminder, and the day of today."""

    form: str
    language: str
    remind: int
    today: str


def _write_letters(output: str, folder: str, table: Table, records: Iterable[SourceRecord], how: LetterStyle) -> None:
    """Write the letters that are due, and note in the log of the folder what they tell."""
    suffix, made = FORMS[how.form]
    waiting = _waiting(table, records, read_time_stamp(day_or_today(how.today)))
    with held(log_of(folder).folder, "tournament"), wrong_usage(ExportError):
        log = log_of(folder)
        due = list(letters_due(table, waiting, log.told, language=how.language, reminded=how.remind * DAY))
        first = 1 + sum(entry.kind == "told" for entry in log.entries)
        files = [f"{at:04}-{letter.file}{suffix}" for at, letter in enumerate(due, first)]
        data = [made(letter, table.plan) for letter in due]
        write_folder(output, zip(files, data, strict=True))
        for file, letter, text in zip(files, due, data, strict=True):
            log.add("told", player=letter.player, about=list(letter.keys), file=file, sent=log.store(text))
    click.echo(f"{counted(len(due), 'letter')} written to {name(output)}", err=True)


def _waiting(table: Table, records: Iterable[SourceRecord], day: TimeStamp | None) -> dict[TournamentGame, WaitedFor]:
    """For whom the games wait that go on."""
    verdicts = {(one.file, one.line): one.verdict for one in records}
    found = {}
    for game in table.games:
        verdict = verdicts.get((game.file, game.line))
        if game.status is Status.UNFINISHED and verdict is not None and verdict.record is not None:
            found[game] = waited_for(game, verdict.record, table.plan, day)
    return {game: waits for game, waits in found.items() if waits is not None}


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
    if plan.pairings in NEXT_ROUNDS:
        try:
            found = NEXT_ROUNDS[plan.pairings](table)
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
        rounds = (differing_team_rounds if table.plan.pairings == "team-swiss" else differing_rounds)(table)
    except (NotPaired, MissingExtra) as fault:
        raise Refused(sentence(fault)) from None
    for number in rounds:
        click.echo(f"round {number} is paired otherwise than the Dutch system pairs it", err=True)
    return bool(rounds)
