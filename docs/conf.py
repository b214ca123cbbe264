"""Settings of the documentation site; `make docs` builds it. The reference is made from the program itself."""

import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import click
from sphinx.application import Sphinx

import fairyscore
from fairyscore.cli.main import COMMANDS, program

sys.path.insert(0, str(Path(__file__).parent.parent / "tools"))
import playground

project = "fairyscore"
author = "The fairyscore authors"
version = release = fairyscore.__version__
extensions = ["myst_parser"]
html_theme = "furo"
html_title = f"fairyscore {version}"
html_extra_path = ["../cli/schemas"]
exclude_patterns = ["gallery"]
myst_heading_anchors = 3
suppress_warnings = ["misc.highlighting_failure", "myst.header"]

REFERENCE = Path(__file__).parent / "reference"


def commands() -> Iterator[str]:
    """The help of every command, as the program prints it."""
    yield "# Commands\n\nWhat `fairyscore COMMAND --help` prints.\n"
    for name in COMMANDS:
        command = program.get_command(click.Context(program), name)
        assert command is not None
        with click.Context(command, info_name=f"fairyscore {name}", max_content_width=100) as context:
            yield f"## {name}\n\n```text\n{command.get_help(context)}\n```\n"


def names() -> Iterator[str]:
    """Every public name of the library, with what its docstring says."""
    yield "# Public names\n\nEach is an attribute of `fairyscore`; [api](../api.md) shows how they go together.\n"
    for name in fairyscore.__all__:
        thing = getattr(fairyscore, name)
        if not callable(thing) or name.startswith("_"):
            continue
        yield f"## {name}\n\n```python\n{name}{_signature(thing)}\n```\n\n```text\n{inspect.getdoc(thing)}\n```\n"
        for part, member in inspect.getmembers(thing) if inspect.isclass(thing) else ():
            docstring = inspect.getdoc(member)
            if docstring and not part.startswith("_") and name in getattr(member, "__qualname__", name):
                yield f"### {name}.{part}\n\n```text\n{docstring}\n```\n"


def _signature(thing: object) -> str:
    try:
        found = str(inspect.signature(thing))  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return ""
    return re.sub(r"fairyscore\.[\w.]+\.", "", found)


def write_reference(app: Sphinx) -> None:
    """Write the pages that are made from the program."""
    REFERENCE.mkdir(exist_ok=True)
    for file, page in (("commands.md", commands()), ("names.md", names())):
        (REFERENCE / file).write_text("\n".join(page), encoding="utf-8")


def add_links(app: Sphinx, page: str, text: list[str]) -> None:
    """Examples and boards are opened in the playground, where Pyodide is there for it."""
    if playground.source():
        text[0] = playground.with_links(text[0], page)


def write_playground(app: Sphinx, failed: Exception | None) -> None:
    """Write the page that the links open."""
    if failed is None and playground.source():
        playground.write(Path(app.outdir), playground.source())


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    app.connect("builder-inited", write_reference)
    app.connect("source-read", add_links)
    app.connect("build-finished", write_playground)
