"""Makes `docs/gallery.md` and its files, one of each kind that is made, by the commands that stand beside them:

python tools/gallery.py docs
"""

import shlex
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from click.testing import CliRunner

from fairyscore.cli.main import program

FOLDER = "gallery"


class GalleryItem(NamedTuple):
    """Something that a command makes. name: of its file; caption: what it shows; command: what makes it, without the file.

    option: what names the file. ending: of the file; what is not an SVG is linked. pages: so many files, with numbers.
    """

    name: str
    caption: str
    command: str
    option: str = "-o"
    ending: str = ".svg"
    pages: int = 1

    @property
    def files(self) -> tuple[str, ...]:
        """The names of its files."""
        numbers = [f"-{page}" for page in range(1, self.pages + 1)] if self.pages > 1 else [""]
        return tuple(f"{self.name}{number}{self.ending}" for number in numbers)


TEXTS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
HALLS = {
    f"## {hall['title']}\n\n{hall['text']}": [GalleryItem(**one) for one in hall["pictures"]] for hall in TEXTS["halls"]
}
"""What there is to see below each heading, in the order of the page."""

PICTURES = [picture for pictures in HALLS.values() for picture in pictures]


def draw(picture: GalleryItem, folder: Path) -> list[Path]:
    """Make the files with their command, which is meant for the root of the project, and say where they lie."""
    words = [*shlex.split(picture.command), picture.option, str(folder / f"{picture.name}{picture.ending}")]
    done = CliRunner().invoke(program, words, prog_name="fairyscore")
    files = [folder / name for name in picture.files]
    if not all(file.exists() for file in files):
        raise ValueError(f"{picture.command}: {done.output}")
    return files


def page() -> Iterator[str]:
    """The lines of `docs/gallery.md`."""
    yield TEXTS["introduction"]
    for heading, pictures in HALLS.items():
        yield from ("", heading)
        for picture in pictures:
            command = f"$ fairyscore {picture.command} {picture.option} {picture.name}{picture.ending}"
            yield from ("", f"{picture.caption}:", "", "```console", command, "```", "")
            shows = "!" if picture.ending == ".svg" else ""
            for file in picture.files:
                yield f"{shows}[{picture.caption if shows else file}]({FOLDER}/{file})"


def write(docs: Path) -> None:
    """The page and its files; those that are no longer shown are taken away."""
    folder = docs / FOLDER
    folder.mkdir(exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    for picture in PICTURES:
        draw(picture, folder)
    (docs / "gallery.md").write_text("\n".join(page()) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
