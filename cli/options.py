"""What several commands take: a variant, a position, moves to make first. Nonsense in them is wrong usage, exit 2."""

from __future__ import annotations

import codecs
import datetime
from contextlib import contextmanager
from encodings.aliases import aliases
from functools import reduce, wraps
from typing import TYPE_CHECKING, Any

import click

from fairyscore.cli.positions import begun
from fairyscore.cli.shared_values import OUTPUTS, share, shared_option, shared_values
from fairyscore.cli.shell_words import complete_paths, complete_variants, complete_word
from fairyscore.notation.formats.registry import FORMATS, UnknownFormat, format_to_write
from fairyscore.notation.rules.variant import PositionError, Variant
from fairyscore.notation.storage.source import Limits
from fairyscore.notation.text import shown, suggestion
from fairyscore.notation.variants.registry import UnknownVariant, variant

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from fairyscore.cli.configuration import Settings
    from fairyscore.notation.formats.base import Format


WHEN = ("auto", "always", "never")  # when colours are used

HEADINGS = {
    "Rarely needed": """
        --from --encoding --replace --position --recover --piece-letters --max-ratio --max-unpacked --today --exit-zero
        --max-errors --color --verbose --dpi --set --columns --margin --landscape --layout --style --css
        --template --title --port --browser --seconds --any-sender --conditional --protocol --engine-option --patience
    """,
    "Many files": "--jobs --state --engine --scheduler",
}
"""What few runs need, in the order of the help; everything else stands in front of it."""


FORCE = "Replace also files of games, archives and variant files."


class GroupedCommand(click.Command):
    """A command whose help has headings of their own for what few runs need, and that never writes over what it reads.

    Where it has an output it takes `--force`, without which nothing is replaced that people keep (`inputs.keep_kept`).
    rewrites: whether it may replace a file of games that it reads by one of the same format.
    """

    def __init__(self, *names: Any, rewrites: bool = False, **attributes: Any) -> None:
        super().__init__(*names, **attributes)
        self.rewrites = rewrites
        named = {parameter.name for parameter in self.params}
        if named.intersection(OUTPUTS):
            self.params.append(click.Option(["--force"], is_flag=True, expose_value=False, callback=share, help=FORCE))

    def invoke(self, ctx: click.Context) -> Any:
        """As click does it, if no file that is read is to be written too."""
        if any(map(ctx.params.get, OUTPUTS)):
            from fairyscore.cli.inputs import keep_files

            keep_files(ctx, rewrites=self.rewrites)
        return super().invoke(ctx)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """As click does it, heading by heading."""
        headings = {option: heading for heading, options in HEADINGS.items() for option in options.split()}
        params = self.get_params(ctx)

        def heading_of(one: click.Parameter) -> str:
            named = "" if one.required else next(filter(None, map(headings.get, one.opts)), "")
            return named or "Options"

        for heading in ("Options", *HEADINGS):
            here = (one for one in params if heading_of(one) == heading)
            if records := list(filter(None, (param.get_help_record(ctx) for param in here))):
                with formatter.section(heading):
                    formatter.write_dl(records)


def grouped_command(name: str, **attributes: Any) -> Callable[[Callable[..., None]], click.Command]:
    """As `click.command`, with headings in the help."""
    return click.command(name, cls=GroupedCommand, **attributes)


def text_option(names: str, metavar: str | None, says: str, default: Any = "", **more: Any) -> Callable[..., Any]:
    """An option that takes a text. names: with blanks between them. says: its help. more: as click has it.

    The shell completes a theme, a notation, a format or a language by the metavar.
    """
    more.setdefault("shell_complete", complete_word)
    return click.option(*names.split(), metavar=metavar, default=default, help=says, **more)


def choice_option(names: str, choices: Sequence[str], says: str) -> Callable[..., Any]:
    """An option that takes one of some words, by default the first. names, says: as for `text_option`."""
    return text_option(names, None, says, choices[0], type=click.Choice(choices), show_default=True)


def sentence(fault: Exception) -> str:
    """The message of an exception, with a full stop, or the question mark that it ends with."""
    text = str(fault)
    return text if text.endswith(("?", ".")) else f"{text}."


@contextmanager
def wrong_usage(*kinds: type[Exception], option: str = "") -> Iterator[None]:
    """Raise exceptions of these kinds as wrong usage, of an option where one is named."""
    try:
        yield
    except kinds as fault:
        message = sentence(fault)
        raise (click.BadParameter(message, param_hint=option) if option else click.UsageError(message)) from None


def with_options(*options: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A decorator that gives a command some options, in the order of its help."""
    return lambda command: reduce(lambda made, option: option(made), reversed(options), command)


def read_moment(text: str) -> datetime.datetime | None:
    """The value of `--date`, a day, a day and a time or `now`; None where none is given."""
    if not text:
        return None
    from fairyscore.notation.clocks.times import read_time_stamp

    if text == "now":
        return datetime.datetime.now(datetime.UTC).replace(microsecond=0)
    moment = read_time_stamp(text)
    if moment is None:
        why = f"{shown(text)} is not a date; write 2026-11-21, '2026-11-21 18:30' or now."
        raise click.BadParameter(why, param_hint="--date")
    return datetime.datetime.combine(moment.day, moment.time or datetime.time())


def day_or_today(text: str) -> str:
    """The day of the option `--today`, on which games may be overdue; today where none is given.

    Raises `click.BadParameter` for what is not a date.
    """
    import datetime

    from fairyscore.notation.clocks.times import read_time_stamp

    if not text:
        return datetime.datetime.now(datetime.UTC).strftime("%Y.%m.%d")  # a day, so that two runs of a day say the same
    if read_time_stamp(text) is None:
        raise click.BadParameter("write a date as 2026-11-21 or '2026-11-21 18:30'.", param_hint="--today")
    return text


def variant_named(value: str) -> Variant:
    """A variant by its name with options, as `kaleidochess:players=4,dice`. Raises `click.BadParameter`."""
    try:
        return variant(value)
    except (UnknownVariant, PositionError) as fault:
        raise click.BadParameter(f"{sentence(fault)} (`fairyscore variants` lists names and options.)") from None


def settings() -> Settings | None:
    """The settings of the project, None where there are none."""
    context = click.get_current_context(silent=True)
    found: Settings | None = context.meta.get("fairyscore.settings") if context is not None else None
    return found


def _supply(context: click.Context, parameter: click.Parameter, value: Any) -> None:
    """Take the variant files in before any name is looked up, once both options are known, in whatever order they come."""
    share(context, parameter, value)
    paths, replace = shared_values().get("variant_paths"), shared_values().get("replace_variants")
    if not paths or replace is None:
        return
    from fairyscore.notation.variants.catalog import add_path
    from fairyscore.notation.variants.mistakes import VariantFileError

    for path in paths:
        try:
            add_path(path, replace=replace)
        except VariantFileError as fault:
            raise click.UsageError("\n".join(map(str, fault.mistakes[:20]))) from None


def variant_path_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of every command that names a variant or reads records: files that describe games."""
    named = {parameter.name for parameter in getattr(command, "__click_params__", ())}
    return command if "variant_paths" in named else _VARIANT_PATHS(command)


_VARIANT_PATHS = with_options(
    shared_option(
        "--variant-path", "variant_paths", metavar="FILE", multiple=True, is_eager=True, callback=_supply,
        help="Load variants from a .toml file, a variants.ini or a folder of them; may be repeated.",
    ),
    shared_option(
        "--replace", "replace_variants", is_flag=True, is_eager=True, callback=_supply,
        help="Let variants of --variant-path replace built-in ones of the same name.",
    ),
)  # fmt: skip


STYLES = {
    "text": "plain text",
    "json": "one JSON document",
    "jsonl": "one JSON object per line",
    "concise": "one line per diagnostic",
    "github": "GitHub Actions annotations",
    "gitlab": "a GitLab Code Quality report",
    "sarif": "SARIF 2.1.0",
    "junit": "JUnit XML",
}
"""What `--format` may be, and what is printed then."""


def variant_argument(command: Callable[..., Any]) -> Callable[..., Any]:
    """The game that a command is about."""
    game = click.argument("game", metavar="VARIANT", type=variant_named, shell_complete=complete_variants)
    return variant_path_options(game(command))


paths_argument: Callable[[Any], Any] = click.argument(
    "paths", metavar="PATH...", nargs=-1, required=True, shell_complete=complete_paths
)


def variant_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """The game of records that name none."""
    game = click.option(
        "--variant", "game", metavar="VARIANT", type=variant_named, shell_complete=complete_variants,
        help="The variant of records that name none.",
    )  # fmt: skip
    return variant_path_options(game(command))


def _for(purpose: str, says: str) -> str:
    """A sentence of a help; with what the option is for, as `With --time`, in front."""
    return f"{purpose}: {says[0].lower()}{says[1:]}" if purpose else says


def output_option(
    says: str = "The file to write; default: standard output.", *, metavar: str = "FILE", **more: Any
) -> Callable[..., Any]:
    """The option `-o`. says: its help, where the command does not just write a file or print it. more: as click has it."""
    return text_option("-o --output", metavar, says, **more)


folder_output_option: Callable[[Any], Any] = click.option(
    "-o", "--output", "folder", metavar="FOLDER", required=True, help="The folder to write; created if needed."
)
drawing_output_option = output_option("The .svg, .png or .pdf to write; default: print SVG.")
dry_run_option: Callable[[Any], Any] = click.option(
    "--dry-run", is_flag=True, help="Show what would be done, and write nothing."
)
quiet_option: Callable[[Any], Any] = click.option(
    "-q", "--quiet", is_flag=True, help="Print only what is wrong, no summary."
)
color_option = choice_option("--color --colour styled", WHEN, "Whether to use colours.")
ply_option = text_option("--ply", "N|last", "For a record: the position after N plies; 0 is the start.")
coordinates_option = text_option(
    "--coordinates scheme", "SCHEME", "The coordinates of round boards, such as ring; default: as in the record."
)
piece_set_option = text_option("--set folder", "FOLDER", "A folder with pieces of your own, one SVG file each.")


def flip_option(names: str = "--flip seat") -> Callable[..., Any]:
    """The option for the player at the bottom."""
    return text_option(names, "SEAT", "The player at the bottom; default: white.")


def notation_option(names: str = "--moves", default: str = "", usual: str = "") -> Callable[..., Any]:
    """The option for the notation of the moves. usual: says which one is taken without the option, if that has no name."""
    from fairyscore.notation.moves.registry import NOTATIONS

    default_is = f"; default: {usual}" if usual else ""
    says = f"The notation of the moves: native, international, {', '.join(NOTATIONS)}{default_is}."
    return text_option(names, "NOTATION", says, default, show_default=bool(default))


def _show_moves_in(context: click.Context, _parameter: click.Parameter, value: str) -> str:
    """Let moves and cells be shown in a notation while the command runs."""
    if value:
        from fairyscore.render.idiom import moves_in

        context.with_resource(moves_in(value))
    return value


def shown_notation_option(*, keeps: bool = False) -> Callable[..., Any]:
    """The option for the notation in which moves and names of cells are shown. keeps: the command asks for it too."""
    says = "Show moves and cells in this notation: native, international, long ...; default: that of the game's books."
    return text_option("--moves", "NOTATION", says, callback=_show_moves_in, expose_value=keeps)


def diagrams_option(names: str = "--diagrams", purpose: str = "") -> Callable[..., Any]:
    """The option for diagrams that the record does not ask for."""
    says = "Draw more diagrams: every:N plies, comments, captures, end; separate several by commas."
    return text_option(names, "WHICH", _for(purpose, says))


def theme_option(default: str, purpose: str = "", usual: str = "") -> Callable[..., Any]:
    """The option for the theme of drawings. usual: says which one is taken without the option, if that has no name."""
    default_is = f"; default: {usual}" if usual else ""
    says = f"The theme of drawings: screen, dark, print, colour-blind, or a .toml file{default_is}."
    return text_option("--theme", "THEME", _for(purpose, says), default, show_default=bool(default))


def width_option(names: str, default: str, purpose: str = "", usual: str = "") -> Callable[..., Any]:
    """The option for the width of drawings. usual: says which one is taken without the option."""
    default_is = f"; default: {usual}" if usual else ""
    says = f"The width of a drawing, such as 80mm{default_is}."
    return text_option(names, "SIZE", _for(purpose, says), default, show_default=bool(default))


def paper_option(names: str, default: str) -> Callable[..., Any]:
    """The option for the paper."""
    return text_option(names, "SIZE", "The paper: a4, a5, letter, 120x180mm ...", default, show_default=True)


def port_option(default: int, purpose: str = "") -> Callable[..., Any]:
    """The option for the port of a server."""
    says = _for(purpose, "The port; 0: any free one.")
    return click.option(
        "--port", metavar="N", type=click.IntRange(0, 65535), default=default, show_default=True, help=says
    )


def today_option(purpose: str = "") -> Callable[..., Any]:
    """The option for the date on which games may be overdue."""
    return text_option("--today", "DATE", _for(purpose, "The date for finding overdue games; default: today."))


position_option = text_option("--position", "POSITION", "Start from this position (FEN) instead of the usual one.")
after_option = text_option("--after", "MOVES", "Make these moves first, in any notation of the game.")


def readable_format(value: str) -> Format:
    """A format that can be read, by its name. Raises `click.BadParameter`."""
    form = writable_format(value)
    if form.read is None:
        raise click.BadParameter(f"{form.name} can be written only.")
    return form


def writable_format(value: str) -> Format:
    """A format by its name, in which games are written. Raises `click.BadParameter`."""
    try:
        return format_to_write(value)
    except UnknownFormat as fault:
        raise click.BadParameter(f"{sentence(fault)} (`fairyscore formats` lists them.)") from None


_READABLE = ", ".join(name for name, known in FORMATS.items() if known.read)


def _numbered_game(says: str) -> Callable[..., Any]:
    """The option `--game N`, a game of a file by its number, from 1. says: its help, which game is taken without it."""
    return click.option("--game", "number", metavar="N", type=click.IntRange(1), help=says)


game_option = _numbered_game("The number of the game in the file; default: the last.")
only_game_option = _numbered_game("Only game N of each file; default: all games.")


def _keep_encoding(context: click.Context, parameter: click.Parameter, value: str | None) -> None:
    """Keep the name of an encoding as Python has it; one that is not known is wrong usage."""
    if value is None:
        return
    name = value.strip()
    try:
        found = codecs.lookup(name).name
        "".encode(found)  # there are codecs that are not of text
    except LookupError:
        near = suggestion(name.casefold(), sorted({*aliases, *aliases.values()} - {name}))
        raise click.BadParameter(f"{value!r} is not the name of an encoding{near}", context, parameter) from None
    share(context, parameter, "utf-8-sig" if found == "utf-8" else found)


def encoding() -> str:
    """The encoding that the input is said to be in; empty where its bytes are to show it."""
    return shared_values().get("encoding") or ""


from_option = with_options(
    text_option(
        "--from form",
        "FORMAT",
        f"The format of the input; by default it is detected: {_READABLE}.",
        None,
        type=readable_format,
    ),
    shared_option(
        "--encoding", metavar="NAME", callback=_keep_encoding,
        help="The encoding of the input, as cp1251 or shift_jis; by default its bytes show it.",
    ),
)  # fmt: skip
"""How the bytes of the input are to be read."""


def byte_count(value: str | int) -> int:
    """A number of bytes, as `500M` or `2G`, in thousands as disks are sold; 0 is no limit. Raises `click.BadParameter`."""
    text = str(value).strip().upper().removesuffix("B")
    digits, power = text.rstrip("KMGT"), " KMGT".find(text[-1:])
    if not (digits.isascii() and digits.isdigit() and len(digits) < 20 and len(text) - len(digits) == (power > 0)):
        raise click.BadParameter(f"{value!r} is not a size; write 500M or 2G, or 0 for no limit.")
    bytes_in_unit: int = 1000 ** max(power, 0)
    return int(digits) * bytes_in_unit


def limits() -> Limits:
    """How far is unpacked, as the options of the command say."""
    given = {"ratio": shared_values().get("max_ratio"), "size": shared_values().get("max_unpacked")}
    return Limits(**{limit: number for limit, number in given.items() if number is not None})


def _keep_letters(context: click.Context, parameter: click.Parameter, value: str | None) -> None:
    """Keep the code of a language; one that is not known is wrong usage."""
    if value is None:
        return
    from fairyscore.notation.moves.languages import LANGUAGES

    code = value.strip().casefold()
    if code not in LANGUAGES and code != "en":
        raise click.BadParameter(f"{value!r} is not known; there are en, {', '.join(LANGUAGES)}.", context, parameter)
    share(context, parameter, "" if code == "en" else code)


def _speak(context: click.Context, parameter: click.Parameter, value: str | None) -> None:
    """Let a language hold while the command runs; one that is not known is wrong usage."""
    if value:
        from fairyscore.render.errors import DrawingError
        from fairyscore.render.language import language

        try:
            context.with_resource(language(value))
        except DrawingError as fault:
            raise click.BadParameter(sentence(fault), context, parameter) from None


language_option = shared_option(
    "--language", metavar="LANGUAGE", callback=_speak, shell_complete=complete_word,
    help="The language of the output: en, de, fr, es, nl, or a .toml file of words.",
)  # fmt: skip


def reading_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of every command that reads records: `reader`, a `RecordReader`; `limits`, how far is unpacked.

    A position that makes no sense is wrong usage.
    """

    @wraps(command)
    def with_reader(*, form: Format | None, game: Variant | None, position: str, recover: bool, **others: Any) -> Any:
        from fairyscore.cli.report import report_skipped
        from fairyscore.notation.reader import RecordReader
        from fairyscore.notation.replay import Validator

        if game is not None:
            begun(game, position)
        elif position:
            raise click.UsageError("--position needs --variant, the game of the position.")
        found = settings()
        judge = Validator(
            variant=game.name if game else "",
            position=position,
            recover=recover,
            letters=shared_values().get("piece_letters") or "",
            encoding=encoding(),
            folders=found.folders() if found else (),
        )
        excludes = found.excludes if found and found.values.get("exclude") else None
        return command(reader=RecordReader(judge, form, limits(), excludes, report_skipped), **others)

    made: Callable[..., Any] = READING(with_reader)
    return made


READING = with_options(
    from_option,
    variant_option,
    text_option(
        "--position", "POSITION",
        "The start position (FEN) of records that give none; it belongs to --variant.",
    ),
    click.option(
        "--recover/--no-recover", default=True, show_default=True,
        help="End an unclosed comment where the next game begins, or at the next } as the PGN standard requires.",
    ),
    shared_option(
        "--piece-letters", metavar="LANGUAGE", callback=_keep_letters, shell_complete=complete_word,
        help="The language of chess piece letters: de for German (Sf3), fr, es, nl, ru and others.",
    ),
    shared_option(
        "--max-ratio", metavar="N", type=click.IntRange(0), envvar="FAIRYSCORE_MAX_RATIO",
        help=f"Stop unpacking a file at N times its size; 0: no limit.  [default: {Limits().ratio}]",
    ),
    shared_option(
        "--max-unpacked", metavar="SIZE", type=byte_count, envvar="FAIRYSCORE_MAX_UNPACKED",
        help=f"Stop unpacking a file at SIZE, such as 500M or 2G; 0: no limit.  [default: {Limits().size // 10**9}G]",
    ),
)  # fmt: skip


def format_option(*styles: str) -> Callable[[Any], Any]:
    """The option for how the output is written, by default the first style."""
    choices = " or ".join(filter(None, (", ".join(STYLES[style] for style in styles[:-1]), STYLES[styles[-1]])))
    return choice_option("--format style", styles, f"Print {choices}.")
