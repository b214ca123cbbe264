"""`fairyscore diagnostics`: the codes of diagnostics, and what each means."""

import click

from fairyscore.cli.codes import codes_named, explained
from fairyscore.cli.options import format_option, grouped_command
from fairyscore.cli.shell_words import complete_codes


@grouped_command("diagnostics", epilog="Example: fairyscore diagnostics path-blocked   (or: 'time-*')")
@click.argument("codes", metavar="[CODE]...", nargs=-1, shell_complete=complete_codes)
@format_option("text", "json")
def command(codes: tuple[str, ...], style: str) -> None:
    """Print what each CODE means and what to do about it; without CODE, list all codes.

    A CODE may be a pattern. `docs/diagnostics.md` shows an example of each.

    Exit status: 0 printed, 2 no such code.
    """
    known = explained()
    chosen = codes_named(codes, "CODE") if codes else known.keys()
    if style == "json":
        import json

        rows = [
            {"code": code, "severity": one.severity.value, "message": one.sentence, "advice": one.advice}
            for code, one in known.items()
            if code in chosen
        ]
        click.echo(json.dumps(rows, indent=1))
        return
    width = max(map(len, known))
    for code, one in known.items():
        if code not in chosen:
            continue
        if codes:
            click.echo(f"{code} ({one.severity.value})\n  {one.summary}\n  {one.advice}\n")
        else:
            click.echo(f"{code:<{width}}  {one.severity.value:<7}  {one.summary}")
