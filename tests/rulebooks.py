"""The rule sheets in `docs/games`. `python tests/rulebooks.py` writes them anew."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from fairyscore.notation.variants.registry import variant
from fairyscore.render.rulebook.content import Rulebook, book
from fairyscore.render.rulebook.writing import FORMATS

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "games"

SHEETS = {
    "kaleidochess": "",
    "cylindrical": "",
    "tor-qi": "Caliph Qi is the same with six files, M C Q K C M, and without the gnu.",
    "chamaeleon": "",
    "circular-70": "The boards of 68 and 66 spaces differ from it by their voids.",
    "chess": "The yardstick.",
    "four-player": "In teams, pawns go on to the eleventh row.",
}
"""A game of each family, and what its sheet says of the others."""

LIBRARY = "library.md"
"""The list of the other games, which is made elsewhere."""


def index() -> str:
    """The page that names the sheets."""
    lines = [
        "# The games",
        "",
        "Rule sheets as `fairyscore rulebook` writes them; the engine that judges records made every picture and judged",
        "every example. `fairyscore rulebook VARIANT -o FOLDER` writes the sheet of any variant, as HTML and PDF too.",
        "",
        *(f"- [{variant(name).title}]({name}/rules.md) {note}".rstrip() for name, note in SHEETS.items()),
    ]
    return "\n".join(lines) + "\n"


@cache
def sheet_of(name: str) -> Rulebook:
    """The sheet of a game."""
    return book(variant(name))


def wanted() -> Iterator[tuple[str, bytes]]:
    """What should be in the folder, by path."""
    yield "README.md", index().encode()
    for name in SHEETS:
        for path, data in FORMATS["md"](sheet_of(name)):
            yield f"{name}/{path}", data


def found() -> dict[str, bytes]:
    """What is there."""
    files_there = (path for path in FOLDER.rglob("*") if path.is_file() and path.name != LIBRARY)
    return {path.relative_to(FOLDER).as_posix(): path.read_bytes() for path in files_there}


if __name__ == "__main__":
    made = dict(wanted())
    for old in set(found()) - set(made) - {"library.md"}:
        (FOLDER / old).unlink()
    for path, data in made.items():
        (FOLDER / path).parent.mkdir(parents=True, exist_ok=True)
        (FOLDER / path).write_bytes(data)
