"""The console entry. A command is imported when it is called, so that `--version` costs no more than click."""

import errno
import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import click

from fairyscore.notation._version import VERSION

GROUPS = {
    "Check": {
        "validate": "Check game records, and report where and why they are wrong.",
        "replay": "Print every ply of a record with its position.",
        "diff": "Compare two copies of a game.",
        "repair": "Propose the smallest changes that make a record legal.",
        "explain": "Explain why a move is legal or not.",
    },
    "Convert": {
        "convert": "Write games in another format or notation, and report losses.",
        "fmt": "Bring game files into the canonical form of their format.",
        "play": "Check moves and append them to a record.",
        "annotate": "Write an engine's evaluations, and signs for mistakes, into games.",
        "post": "Match the letters of a mailbox to games, and write their moves.",
        "reply": "Write a letter that sends the last move of a game.",
        "desk": "Play and annotate games in a local web page.",
    },
    "Draw": {
        "render": "Draw a board, a position or the positions of a record.",
        "show": "Show a board in the terminal.",
        "sheet": "Typeset an annotated game for printing.",
        "book": "Typeset games and prose as a book.",
        "view": "Write games as a web page that plays them back.",
        "rulebook": "Write the illustrated rules of a game.",
        "publish": "Write the desk as a web site for any static server.",
        "weave": "Turn the fenced blocks of a text into figures.",
        "themes": "List themes and styles, and check one of your own.",
    },
    "Archives": {
        "stats": "Count what an archive holds: results, lengths, openings, players.",
        "find": "Find games and positions by what happens in them.",
        "index": "Make an index beside an archive, which find asks.",
        "dedupe": "Find the same game in several copies.",
        "split": "Split archives into files by variant, player, year and more.",
        "merge": "Put the games of many files into one.",
        "tournament": "Print the cross table of a tournament from its records.",
    },
    "Look up": {
        "variants": "List the games and their options.",
        "variant": "Check, create and convert variant files.",
        "rules": "Print the rule sheet of a game.",
        "moves": "List the legal moves of a position.",
        "perft": "Count the sequences of legal plies.",
        "diagnostics": "Explain diagnostic codes.",
        "formats": "List the formats of game files and the notations of moves.",
    },
    "Set up": {
        "lsp": "Run the language server for editors.",
        "completion": "Print the completion script for a shell.",
    },
}
"""The commands by what they are for; each stands in the module of its name."""

COMMANDS = {name: says for group in GROUPS.values() for name, says in group.items()}

BUG, INTERRUPTED, CLOSED_PIPE = 70, 130, 141
"""Exit codes beside 0 clean, 1 findings, 2 usage or unreadable: as sysexits.h and shells have them.

Ctrl-C and a closed pipe are 128 and the number of the signal. For a closed pipe click would leave with 1, which is ours
for faults found; so `Commands.invoke` meets it first.
"""


class WrongUsage(click.UsageError):
    """Arguments that make no sense: how the command is called, and a message that begins as all others do."""

    def show(self, file: object = None) -> None:
        """On standard error."""
        if self.ctx is not None:
            usage = f"{self.ctx.get_usage()}\nTry '{self.ctx.command_path} --help' for help.\n"
            click.echo(usage, err=True)
        click.echo(f"fairyscore: {self.format_message()}", err=True)


@contextmanager
def printable() -> Iterator[None]:
    """Messages of click begin with our name instead of `Error`.

    They quote arguments as they are; none reaches the terminal with control characters or at any length.
    """
    try:
        yield
    except getattr(click.exceptions, "NoArgsIsHelpError", ()):  # from click 8.2 on: our own text, with line ends
        raise
    except click.UsageError as fault:
        from fairyscore.notation.text import shown

        raise WrongUsage(shown(fault.format_message(), 2000), fault.ctx) from None


def settings_files(path: str) -> Iterator[str]:
    """Where the settings for a path may be: in its folder or above, the nearest first."""
    folder, parent = path, os.path.dirname(path)  # noqa: PTH120
    while True:
        yield from (os.path.join(folder, name) for name in ("fairyscore.toml", "pyproject.toml"))  # noqa: PTH118
        if parent == folder:
            return
        folder, parent = parent, os.path.dirname(parent)  # noqa: PTH120


class Commands(click.Group):
    """Knows its commands by name, and imports only the one that is called."""

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """As click does it, which reads the options of the program itself."""
        with printable():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """As click does it, which reads the arguments of the command and runs it."""
        try:
            with printable():
                return super().invoke(ctx)
        except BrokenPipeError:
            sys.exit(_forget_output(CLOSED_PIPE))
        except OSError as fault:
            from fairyscore.cli.sources import Refused
            from fairyscore.notation.errors import AlreadyThere, NotWritten

            if not isinstance(fault, NotWritten):
                raise
            hint = "; pass --force to replace it" if isinstance(fault, AlreadyThere) else ""
            raise Refused(f"{fault}{hint}") from None

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The order in which they are met."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command `x` is `command` in the module `x`."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"fairyscore.cli.{cmd_name}").command
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """As click does it; the settings of the project stand in for options that are not given."""
        asks = bool(args) and args[0] in COMMANDS and args[0] not in ("completion", "diagnostics")
        if asks and not ctx.resilient_parsing:
            named = next((text for text in args[1:] if not text.startswith("-") and os.path.exists(text)), os.curdir)  # noqa: PTH110
            files = list(filter(os.path.isfile, settings_files(os.path.abspath(named))))  # noqa: PTH100
            if files:  # in most runs there is none, and nothing more is imported
                from fairyscore.cli.configuration import settle

                settle(ctx, args[0], files, COMMANDS)
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does it, and with the name that was probably meant."""
        if args and not args[0].startswith("-") and args[0] not in COMMANDS:
            from fairyscore.notation.text import nearest

            near = nearest(args[0], COMMANDS)
            meant = f"did you mean {near}?" if near else f"there are {', '.join(COMMANDS)}."
            ctx.fail(f"No such command {args[0][:60]!a}; {meant}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The table above, so that the help imports no command."""
        widest = max(map(len, COMMANDS))
        for heading, commands in GROUPS.items():
            with formatter.section(heading):
                formatter.write_dl([(name.ljust(widest), says) for name, says in commands.items()])


def _print_version(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:
    if not wanted:
        return
    click.echo(f"fairyscore {VERSION}")
    if ctx.params.get("verbose"):
        import platform

        from fairyscore.notation.kernel import STATUS

        click.echo(f"kernel: {STATUS}")
        click.echo(f"Python: {platform.python_version()}, {platform.system()} {platform.machine()}")
    ctx.exit()


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Example: fairyscore validate games/   (each command has an example in its own --help)",
)
@click.option("--version", is_flag=True, expose_value=False, callback=_print_version, help="Show the version.")
@click.option(
    "--verbose", is_flag=True, is_eager=True, help="With --version: also print Python, system and extensions."
)
def program(verbose: bool) -> None:
    """Check, convert and draw game records of chess variants.

    Exit status: 0 clean, 1 errors found, 2 wrong usage or unreadable input.
    """


def main() -> None:
    """Run the program and leave with its exit code; a closed pipe and Ctrl-C end it quietly."""
    _prepare_streams()
    try:
        code = program.main(prog_name="fairyscore", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as fault:
        fault.show()
        code = fault.exit_code
    except (click.Abort, KeyboardInterrupt):
        code = INTERRUPTED
    except BrokenPipeError:
        code = _forget_output(CLOSED_PIPE)
    except OSError as fault:
        why = "standard output is closed" if fault.errno == errno.EBADF else fault.strerror or fault
        click.echo(f"fairyscore: the output cannot be written: {why}", err=True)
        code = _forget_output(2)
    except Exception as fault:
        code = _bug(fault)
    gc.freeze()  # at the end Python would search all that is left for cycles
    sys.exit(code if isinstance(code, int) else 0)


def _prepare_streams() -> None:
    """Characters that the terminal lacks are written out; a stream that is closed fails only where it is written to."""
    for name, mode in (("stdout", os.O_RDONLY), ("stderr", os.O_WRONLY)):
        if getattr(sys, name) is None:  # nobody minds what is lost on standard error; on standard output writing fails
            setattr(sys, name, open(os.open(os.devnull, mode), "w", encoding="utf-8"))  # noqa: SIM115, PTH123
        getattr(sys, name).reconfigure(errors="backslashreplace")


def _forget_output(code: int) -> int:
    """Drop what is still buffered: it has nowhere to go, and must not complain when Python closes its streams."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return code


def _bug(fault: Exception) -> int:
    """Our own mistake, in two lines; with FAIRYSCORE_TRACEBACK set, in full. A file of the user's is none of ours."""
    from fairyscore.notation.errors import UserFileFault

    if isinstance(fault, UserFileFault):
        click.echo(f"fairyscore: {fault}", err=True)
        return 2
    if os.environ.get("FAIRYSCORE_TRACEBACK"):
        raise fault
    place = fault.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    where = f" in {place.tb_frame.f_globals.get('__name__')}, line {place.tb_lineno}" if place else ""
    click.echo(f"fairyscore: internal error{where}: {type(fault).__name__}: {str(fault)[:200]!a}", err=True)
    click.echo("This is a bug of fairyscore; please report it with the file or command that shows it.", err=True)
    return BUG


if __name__ == "__main__":
    main()
