"""`fairyscore weave`: a text whose fenced blocks become figures.

>>> block = Block("variant: tor-qi\\ncolumns: 2\\nlabel: ways\\n---\\npiece: Q\\n---\\npiece: W", 3)
>>> block.parts
[{'variant': 'tor-qi', 'piece': 'Q'}, {'variant': 'tor-qi', 'piece': 'W'}]
>>> block.label, block.columns
('ways', 2)
>>> Block("record: game.pgn\\nply: 16\\nmarks: e4\\n---\\nply: 17", 1).parts
[{'record': 'game.pgn', 'ply': '16', 'marks': 'e4'}, {'record': 'game.pgn', 'ply': '17'}]
"""

import os
import re
from collections.abc import Callable
from pathlib import Path

import click

from fairyscore.cli.figures import FigureFault, figure, numbered
from fairyscore.cli.options import grouped_command, language_option, output_option, variant_path_options
from fairyscore.cli.picture_files import PictureFiles
from fairyscore.cli.writing import written
from fairyscore.notation.text import counted, shown
from fairyscore.render.export import grid, quoted
from fairyscore.render.language import translated
from fairyscore.render.texts.medium import medium

FENCE = re.compile(
    r"^(?P<fence>`{3,}|~{3,})[ \t]*(?:fairyscore|fen(?:[ \t]+(?P<game>\S+))?)[ \t]*\n(?P<body>.*?)^(?P=fence)[ \t]*$",
    re.MULTILINE | re.DOTALL,
)
FEN_FENCE = re.compile(r"^[`~]+[ \t]*fen\b")
ANY_FENCE = re.compile(
    r"^[ \t]*(?P<fence>`{3,}|~{3,})[ \t]*(?P<word>[^\s`]*)[^\n`]*\n.*?^[ \t]*(?P=fence)[ \t]*$",
    re.MULTILINE | re.DOTALL,
)
"""A fenced block of whatever kind, also an indented one."""
REFERENCE = re.compile(
    r"^(`{3,}|~{3,})(?!.*(?:fairyscore|\bfen\b)).*?^\1[ \t]*$|`[^`\n]*`|(?<![\w@\\])@(?P<label>[A-Za-z][\w-]*)",
    re.MULTILINE | re.DOTALL,
)
"""Code, or a reference to a figure."""
LINE = re.compile(r"([a-z-]+)[ \t]*:[ \t]*(.*)")

CHESS = "chess"
LABELS = ("label", "columns", "caption")
SCENE = ("position", "ply", "piece", "marks", "arrows", "fill")
"""What is to be drawn: what stands before the first `---` is a drawing of its own if it has one of these."""
MOST_COLUMNS = 12


class Block:
    """A fenced block: lines of `key: value`. Keys are `variant` or `record`, `caption`, `label`, and options of `render`.

    Lines of `---` part it into drawings. What stands before the first holds for all of them; where it says what is to be
    drawn, it is the first drawing itself, and only the rest of it, as `variant` or `theme`, holds for the others.
    `columns` says how many are beside each other. line: the number of its first line in the file.
    label: the name by which the text refers to the figure; caption: what stands below it; both may be empty.
    parts: the options of `render` for each drawing.
    """

    def __init__(self, text: str, line: int) -> None:
        sections: list[dict[str, str]] = [{}]
        for number, stripped in enumerate(map(str.strip, text.splitlines()), line):
            if stripped == "---":
                sections.append({})
            elif found := LINE.fullmatch(stripped):
                sections[-1][found[1]] = found[2].strip().strip('"')
            elif stripped:
                raise FigureFault(f"line {number}: '{stripped[:60]}' is not `key: value`")
        values, *parts = sections
        self.label, self.caption = values.get("label", ""), values.get("caption", "")
        columns = values.get("columns", "2")
        self.columns = int(columns) if columns.isdecimal() else 0
        if not 1 <= self.columns <= MOST_COLUMNS:
            raise FigureFault(f"line {line}: columns is a number from 1 to {MOST_COLUMNS}")
        shared = {key: value for key, value in values.items() if key not in LABELS}
        self.parts = [{**shared, **part} for part in parts or [{}]]
        if parts and not shared.keys().isdisjoint(SCENE):
            common = {key: value for key, value in shared.items() if key not in (*SCENE, "on")}
            self.parts = [shared, *({**common, **part} for part in parts)]

    def drawn(self, folder: str) -> str:
        """The SVG. Paths of records count from the folder of the text."""
        count = len(self.parts)
        drawings = [figure(numbered(count, number, part), folder) for number, part in enumerate(self.parts, 1)]
        return grid(drawings, self.columns) if count > 1 else drawings[0]


@grouped_command("weave", epilog="Example: fairyscore weave rules.md -o woven.md")
@click.argument("file", metavar="FILE")
@output_option("The text to write; its figures are written beside it.", default=None, required=True)
@language_option
@variant_path_options
def command(file: str, output: str) -> None:
    """Turn the fenced blocks `fairyscore` and `fen` of FILE, in Markdown, LaTeX or Typst, into numbered figures.

    A block has lines of `key: value`: `variant: tor-qi` or `record: game.pgn`, `caption`, `label`, and any option of
    `fairyscore render`, as `position`, `ply`, `theme`, `size`, `marks`, `arrows`. Lines of `---` separate several
    drawings; `columns: 3` sets three in a row. A block `fen`, or `fen tor-qi`, has a position in its first line, and
    such lines behind it. In Markdown @label becomes "Figure 2", a link to the figure. All files are written, or none.

    Exit status: 0 woven, 2 wrong usage, a block that cannot be drawn, or a file that cannot be read or written.
    """
    try:
        text = Path(file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise click.UsageError(f"Cannot read {file}: {error}") from None
    with PictureFiles(output) as beside:
        woven, count = _woven(text, file, beside)
        with written(output) as stream:
            stream.write(woven.encode())
        beside.place()
    click.echo(f"{counted(count, 'figure')} drawn{'' if count else f': {_fences_seen(text)}'}", err=True)


def _of_fen(body: str, game: str | None) -> str:
    """The lines of a block `fen` as those of a figure: the first is a position, of chess if its fence names no game.

    >>> print(_of_fen("8/8/8/8/8/8/8/K1k5 w - - 0 1\\ntheme: print\\n", None))
    position: 8/8/8/8/8/8/8/K1k5 w - - 0 1
    theme: print
    variant: chess
    """
    return f"position: {body.strip()}\nvariant: {game or CHESS}"


def _fences_seen(text: str) -> str:
    """Why a text has no figures: which fenced blocks it has.

    >>> _fences_seen("```python\\nx\\n```\\n")
    '1 fenced block, none is `fairyscore` or `fen`: python'
    """
    words = [found["word"] for found in ANY_FENCE.finditer(text)]
    if not words:
        return "the text has no fenced block"
    if {"fairyscore", "fen"}.intersection(words):
        return (
            "blocks of `fairyscore` and `fen` that are indented, or have more in their first line, are left as they are"
        )
    kinds = ", ".join(shown(word) for word in dict.fromkeys(words) if word)
    return f"{counted(len(words), 'fenced block')}, none is `fairyscore` or `fen`{f': {kinds}' if kinds else ''}"


def _woven(text: str, file: str, beside: PictureFiles) -> tuple[str, int]:
    """The text with figures in place of blocks, and how many there are."""
    kind, figure = FIGURES.get(os.path.splitext(file)[1].lower(), (".svg", _markdown))  # noqa: PTH122
    take = beside.picture_writer((kind,))
    if take is None:
        raise click.UsageError("Figures need a place: name a file with -o.")
    labels: dict[str, int] = {}
    parts: list[str] = []
    end = 0
    for number, found in enumerate(FENCE.finditer(text), 1):
        line = text.count("\n", 0, found.start("body")) + 1
        try:
            is_fen = FEN_FENCE.match(found[0]) is not None
            block = Block(_of_fen(found["body"], found["game"]) if is_fen else found["body"], line)
            if block.label in labels:
                raise FigureFault(f"line {line}: the label {block.label} is used twice")
            name = take(f"-figure-{number}", block.drawn(os.path.dirname(file)))  # noqa: PTH120
        except (FigureFault, click.UsageError) as error:
            where = "" if error.message.startswith("line ") else f"line {line}: "
            raise FigureFault(f"{file}: {where}{error.message}") from None
        if block.label:
            labels[block.label] = number
        parts += [text[end : found.start()], figure(called(number), name, block)]
        end = found.end()
    whole = "".join([*parts, text[end:]])

    def link(found: re.Match[str]) -> str:  # names that no figure has stay, and so does code
        label = found["label"]
        return f"[{called(labels[label])}](#{label})" if label in labels else found[0]

    return REFERENCE.sub(link, whole) if figure is _markdown else whole, len(parts) // 2


def called(number: int) -> str:
    """The name of a figure in the text."""
    return translated("Figure {number}", number=number)


def _markdown(called: str, name: str, block: Block) -> str:
    """A figure in Markdown that every tool shows: an anchor, a picture, a caption."""
    anchor = f'<a id="{block.label}"></a>\n' if block.label else ""
    caption = f"{called}{': ' if block.caption else ''}{block.caption}"
    alt = re.sub(r"[\[\]]", "", caption)
    return f"{anchor}![{alt}]({name})\n\n*{caption}*"


def _latex(_: str, name: str, block: Block) -> str:
    """A figure that LaTeX numbers itself; \\ref{label} refers to it."""
    label = f"\\label{{{block.label}}}" if block.label else ""
    caption = f"\\caption{{{medium('latex').plain(block.caption)}}}" if block.caption or label else ""
    return f"\\begin{{figure}}[htbp]\\centering\n\\includegraphics{{{name}}}\n{caption}{label}\n\\end{{figure}}"


def _typst(_: str, name: str, block: Block) -> str:
    """A figure that Typst numbers itself; @label refers to it."""
    caption = f", caption: {quoted(block.caption)}" if block.caption else ""
    return f"#figure(image({quoted(name)}){caption}){f' <{block.label}>' if block.label else ''}"


FIGURES: dict[str, tuple[str, Callable[[str, str, Block], str]]] = {".tex": (".pdf", _latex), ".typ": (".svg", _typst)}
"""By the ending of the text: how pictures are written, and the figure; Markdown for all others."""
