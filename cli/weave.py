"""`fairyscore weave`: a text in Markdown whose fenced blocks become figures.

>>> block = Block("variant: tor-qi\\nplain: yes\\ncaption: The start\\nlabel: start", 3)
>>> block.arguments("docs"), block.label
(['tor-qi', '--plain'], 'start')
"""

from __future__ import annotations

import os
import re
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import click

from fairyscore.cli.beside import Beside
from fairyscore.cli.report import many
from fairyscore.cli.writing import written

FENCE = re.compile(
    r"^(?P<fence>`{3,}|~{3,})[ \t]*fairyscore[ \t]*\n(?P<body>.*?)^(?P=fence)[ \t]*$", re.MULTILINE | re.DOTALL
)
OTHER_FENCE = re.compile(r"^(`{3,}|~{3,})(?!.*fairyscore).*?^\1[ \t]*$|`[^`\n]*`", re.MULTILINE | re.DOTALL)
REFERENCE = re.compile(r"(?<![\w@\\])@([A-Za-z][\w-]*)")
LINE = re.compile(r"([a-z-]+)[ \t]*:[ \t]*(.*)")

SOURCES = ("variant", "record")
OWN = ("caption", "label")
SWITCHES = ("plain",)


class BlockFault(click.ClickException):
    """A block that cannot be drawn; the message names the file and the line."""

    exit_code = 2


@dataclass(slots=True)
class Block:
    """A fenced block: lines of `key: value`. Keys are `variant` or `record`, `caption`, `label`, and options of `render`.

    line: the number of its first line in the file. values: by key.
    """

    text: str
    line: int
    values: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        self.values = {}
        for number, line in enumerate(self.text.splitlines(), self.line):
            found = LINE.fullmatch(line.strip())
            if found is None and line.strip():
                raise BlockFault(f"line {number}: '{line.strip()[:60]}' is not `key: value`")
            if found is not None:
                self.values[found[1]] = found[2].strip().strip('"')

    @property
    def label(self) -> str:
        """The name by which the text refers to the figure, empty for none."""
        return self.values.get("label", "")

    @property
    def caption(self) -> str:
        """What stands below the figure."""
        return self.values.get("caption", "")

    def arguments(self, folder: str) -> list[str]:
        """What `fairyscore render` is called with. Paths of records count from the folder of the text."""
        record = self.values.get("record")
        source = os.path.join(folder, record) if record else self.values.get("variant", "chess")  # noqa: PTH118
        options = {key: value for key, value in self.values.items() if key not in (*SOURCES, *OWN)}
        told = [[f"--{key}"] if key in SWITCHES else [f"--{key}", value] for key, value in options.items()]
        return [source, *(word for pair in told for word in pair)]


@click.command("weave", epilog="Example: fairyscore weave rules.md -o woven.md")
@click.argument("file", metavar="FILE")
@click.option(
    "-o", "--output", metavar="FILE", required=True, help="The Markdown to write; its figures stand beside it."
)
def command(file: str, output: str) -> None:
    """Turn the fenced blocks `fairyscore` of a Markdown FILE into numbered figures.

    A block has lines of `key: value`: `variant: tor-qi` or `record: game.pgn`, `caption`, `label`, and any option of
    `fairyscore render`, as `position`, `ply`, `theme`, `size`, `marks`, `arrows`. In the text, @label becomes "Figure 2",
    a link to the figure. All files are written, or none.

    Exit status: 0 woven, 2 wrong usage, a block that cannot be drawn, or a file that cannot be read or written.
    """
    try:
        text = Path(file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        raise click.UsageError(f"Cannot read {file}: {fault}") from None
    with Beside(output) as beside:
        woven, count = _woven(text, file, beside)
        with written(output) as stream:
            stream.write(woven.encode())
        beside.place()
    click.echo(f"{many(count, 'figure')} drawn", err=True)


def _woven(text: str, file: str, beside: Beside) -> tuple[str, int]:
    """The text with figures in place of blocks, and how many there are."""
    take = beside.taking((".svg",))
    if take is None:
        raise click.UsageError("Figures need a place: name a file with -o.")
    labels: dict[str, int] = {}
    parts: list[str] = []
    end = 0
    for number, found in enumerate(FENCE.finditer(text), 1):
        line = text.count("\n", 0, found.start("body")) + 1
        try:
            block = Block(found["body"], line)
            if block.label in labels:
                raise BlockFault(f"line {line}: the label {block.label} is used twice")
            name = take(f"-figure-{number}", _drawn(block, os.path.dirname(file)))  # noqa: PTH120
        except (BlockFault, click.UsageError) as fault:
            where = "" if fault.message.startswith("line ") else f"line {line}: "
            raise BlockFault(f"{file}: {where}{fault.message}") from None
        if block.label:
            labels[block.label] = number
        parts += [text[end : found.start()], _figure(number, name, block)]
        end = found.end()
    return _referred("".join([*parts, text[end:]]), labels), len(parts) // 2


def _drawn(block: Block, folder: str) -> str:
    """The SVG of a block, by the command `render`."""
    from fairyscore.cli.render import command as render

    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "figure.svg")  # noqa: PTH118
        with click.Context(render, info_name="fairyscore render"):
            code = render.main([*block.arguments(folder), "-o", path], "fairyscore render", standalone_mode=False)
        if code:
            why = "has a fault before this position" if code == 1 else "cannot be read"
            raise BlockFault(f"{block.values.get('record', '')} {why}; `fairyscore validate` says more")
        return Path(path).read_text(encoding="utf-8")


def _figure(number: int, name: str, block: Block) -> str:
    """A figure in Markdown that every tool shows: an anchor, a picture, a caption."""
    anchor = f'<a id="{block.label}"></a>\n' if block.label else ""
    caption = f"Figure {number}{': ' if block.caption else ''}{block.caption}"
    alt = re.sub(r"[\[\]]", "", caption)
    return f"{anchor}![{alt}]({name})\n\n*{caption}*"


def _referred(text: str, labels: dict[str, int]) -> str:
    """The text with references in place of `@label`; code stays as it is, and so do names that no figure has."""
    parts: list[str] = []
    end = 0
    for found in OTHER_FENCE.finditer(text):
        parts += [_links(text[end : found.start()], labels), found[0]]
        end = found.end()
    return "".join([*parts, _links(text[end:], labels)])


def _links(text: str, labels: dict[str, int]) -> str:
    return REFERENCE.sub(lambda m: f"[Figure {labels[m[1]]}](#{m[1]})" if m[1] in labels else m[0], text)
