"""`fairyscore lsp`: a language server for editors, over standard input and output."""

import click


@click.command("lsp", epilog="Example: fairyscore lsp   (docs/editors.md has the lines for editors)")
def command() -> None:
    """Serve the Language Server Protocol over standard input and output.

    Editors get diagnostics while typing, the board beside a move, completion, quick fixes, formatting, folding and
    outline of game records in every text format, and diagnostics of variant files. Needs the extra: pip install
    'fairyscore[lsp]'.

    Exit status: 0, or 2 for wrong usage or where the extra is missing.
    """
    try:
        from fairyscore.cli.language_server.server import server
    except ImportError as error:
        raise click.UsageError(f"{error.name} is not installed; pip install 'fairyscore[lsp]'") from None
    server.start_io()
