"""Writes what docs tell of variant files: their JSON Schema, their keys and the games that come along."""

import json
from collections.abc import Iterator
from pathlib import Path

from fairyscore.notation.variants.file_schema import VARIANT, Kind, json_schema
from fairyscore.notation.variants.registry import GAMES, variant
from fairyscore.notation.variants.sources import shipped, shipped_names

DOCS = Path(__file__).resolve().parent.parent / "docs"
MARK = "<!-- keys -->\n"
GAMES_MARK = "<!-- games -->\n"

CLAIMS = "let a player claim a draw"
"""What a reading says that takes over the draws of chess where the page of a game names none."""


def schema() -> str:
    """The JSON Schema of a variant file."""
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "A variant file of fairyscore"}
    return json.dumps({**head, **json_schema(VARIANT)}, indent=1) + "\n"


def keys() -> str:
    """The tables of all keys, in Markdown."""
    return "\n".join(_table("", VARIANT)) + "\n"


def _table(name: str, table: Kind) -> Iterator[str]:
    if name:
        yield from ("", f"### {name}")
    yield from ("", "| Key | Value | Meaning |", "| --- | --- | --- |")
    inner: list[tuple[str, Kind]] = []
    for key, known in table.keys.items():
        inner += [(f"{name}.{key}".removeprefix("."), deep) for deep in _tables(known.kind) if deep.keys]
        says = known.says.replace("|", "\\|")
        value = ", ".join(f"`{choice}`" for choice in known.kind.choices) or known.kind.name.replace("|", "\\|")
        yield f"| `{key}`{' *' if known.required else ''} | {value} | {says} |"
    for deep_name, deep in inner:
        yield from _table(deep_name, deep)


def _tables(kind: Kind) -> Iterator[Kind]:
    if kind.type is dict and set(kind.keys) != {"white", "black"}:
        yield kind
    for inner in kind.kinds:
        yield from _tables(inner)


def library() -> str:
    """The list of the games that come along, in Markdown."""
    lines = [
        "# Games that come along as variant files",
        "",
        "`fairyscore rules NAME` prints the rules of each, `fairyscore variant convert NAME` its file. The files are in",
        "`notation/variants/library`; [variant-files.md](../variant-files.md) tells how to write your own.",
        "",
        "| Name | Game | Among UCI engines | Also called |",
        "| --- | --- | --- | --- |",
    ]
    for name in shipped_names():
        if name not in GAMES:
            game = shipped(name).game
            lines.append(f"| `{name}` | {game.title} | {game.uci_variant} | {', '.join(game.aliases)} |")
    return "\n".join(lines) + "\n"


def ends() -> str:
    """The table of what the course of each game brings."""
    lines = [
        "",
        "| Game | The same position: claim, end; loses | Check (and chase) with each move between loses | Counting | "
        "Moves without a capture: claim, end | Longest | Dead positions | Rule book |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for name in sorted({*GAMES, *shipped_names()}):
        game = variant(name)
        course = game.rules.course
        if course is None:
            continue
        numbers = [
            f"{course.claim_repetition or '–'}, {course.end_repetition or '–'}{_lost(course.lost_repetition)}",
            f"{course.perpetual_check or '–'}{' (also a chase)' if course.chase else ''}",
            "claim" if course.counting else "–",
            f"{course.claim_quiet // 2 or '–'}, {course.end_quiet // 2 or '–'}",
            str(course.longest or "–"),
            "yes" if course.material is not None else "–",
        ]
        book = course.edition
        if course.is_ruled:
            book = f"{book}, applied by an arbiter or a server" if book else "applied by an arbiter or a server"
        book += f", from {course.since} on" if course.since else ""
        book = book or ", ".join(f"reading {reading.id}" for reading in game.rules.readings if CLAIMS in reading.says)
        lines.append(f"| `{name}` | {' | '.join(numbers)} | {book or '–'} |")
    return "\n".join(lines) + "\n"


def _lost(times: int) -> str:
    return f"; {times} loses" if times else ""


def pages() -> dict[str, str]:
    """The files by their paths below `docs`."""
    manual = (DOCS / "variant-keys.md").read_text(encoding="utf-8").partition(MARK)[0]
    introduction = (DOCS / "ends.md").read_text(encoding="utf-8").partition(GAMES_MARK)[0]
    return {
        "variant.schema.json": schema(),
        "variant-keys.md": manual + MARK + keys(),
        "games/library.md": library(),
        "ends.md": introduction + GAMES_MARK + ends(),
    }


if __name__ == "__main__":
    for path, text in pages().items():
        (DOCS / path).write_text(text, encoding="utf-8")
