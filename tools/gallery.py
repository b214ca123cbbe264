"""Makes `docs/gallery.md` and its files, one of each kind that is made, by the commands that stand beside them:

python tools/gallery.py docs
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from click.testing import CliRunner

from fairyscore.cli.main import program

INTRODUCTION = """\
# Gallery

A picture of each kind that fairyscore draws, and the sheets and pages that it makes of games, each below the command that
makes it. The records are those of this project. This page and its files are made by
`python tools/gallery.py docs`; a test checks that they are current."""

FOLDER = "gallery"


@dataclass(frozen=True, slots=True)
class GalleryItem:
    """Something that a command makes. name: of its file; said: what it shows; command: what makes it, without the file.

    option: what names the file. ending: of the file; what is no SVG is linked. pages: so many files, with numbers.
    """

    name: str
    said: str
    command: str
    option: str = "-o"
    ending: str = ".svg"
    pages: int = 1

    @property
    def files(self) -> tuple[str, ...]:
        """The names of its files."""
        if self.pages == 1:
            return (f"{self.name}{self.ending}",)
        return tuple(f"{self.name}-{page}{self.ending}" for page in range(1, self.pages + 1))


@dataclass(frozen=True, slots=True)
class Hall:
    """Pictures that belong together."""

    title: str
    text: str
    pictures: tuple[GalleryItem, ...]


ANNOTATED = (
    ("chess", "chess/annotated", "A miniature at chess", 1),
    ("kaleidochess", "kaleidochess/annotated-four-players", "KaleidoChess for four", 2),
    ("cylindrical", "cylindrical/annotated", "Cylindrical chess", 1),
    ("caliph-qi", "caliph-qi/caliph-qi", "Caliph Qi", 1),
    ("tor-qi", "tor-qi/annotated", "Tor Qi", 1),
    ("chamaeleon", "chamaeleon/annotated-three-players", "Chamæleon for three, with the shrinking board", 1),
    ("circular-66", "circular-66/circular-66", "Circular Chess with 66 spaces", 1),
    ("circular-68", "circular-68/circular-68", "Circular Chess with 68 spaces", 1),
    ("circular-70", "circular-70/annotated", "Circular Chess with 70 spaces", 1),
)
"""A game of each kind: its name in files, its record, what is said of it, and the pages of its sheet."""

HALLS = (
    Hall(
        "Boards",
        "The start of every game. Rivers, castles, towns and the four colours are where the inventors put them.",
        (
            GalleryItem("kaleidochess", "KaleidoChess for two", "render kaleidochess"),
            GalleryItem("kaleidochess-4", "KaleidoChess for four", "render kaleidochess:players=4"),
            GalleryItem(
                "cylindrical",
                "Not-so-colorbound cylindrical chess: what lies behind the seams is drawn once more",
                "render cylindrical",
            ),
            GalleryItem("caliph-qi", "Caliph Qi, with a river for each side", "render caliph-qi"),
            GalleryItem("tor-qi", "Tor Qi", "render tor-qi"),
            GalleryItem("chamaeleon", "Chamæleon: each piece shows what it is on each colour", "render chamaeleon"),
            GalleryItem("chamaeleon-4", "Chamæleon for four", "render chamaeleon:players=4"),
            GalleryItem("circular-66", "Circular Chess with 66 spaces", "render circular-66"),
            GalleryItem("circular-68", "Circular Chess with 68 spaces", "render circular-68"),
            GalleryItem("circular-70", "Circular Chess with 70 spaces", "render circular-70"),
            GalleryItem("chess", "Chess", "render chess"),
        ),
    ),
    Hall(
        "Other looks",
        "A board can be turned to any seat, and some have a second form. Names of fields stand at the rim, in every field "
        "or nowhere.",
        (
            GalleryItem(
                "octagon", "The octagon, its names in every field", "render kaleidochess --view octagon --names all"
            ),
            GalleryItem("cylinder-ring", "The cylinder from above", "render cylindrical --view ring"),
            GalleryItem(
                "rings-unrolled",
                "The rings unrolled",
                "render circular-70 --view unrolled --size 120mm",
            ),
            GalleryItem("flipped", "From the other side", "render caliph-qi --flip black --names none"),
        ),
    ),
    Hall(
        "Games",
        "A record at a ply: the last move, checks, who is to move and the pieces captured. Marks that a record holds "
        "(`[%csl]`, `[%cal]`) are drawn as well.",
        (
            GalleryItem(
                "game-chess",
                "The end of a game, with its last move as an arrow",
                "render samples/games/chess/romantic.pgn --game 1 --ply last --arrows last",
            ),
            GalleryItem(
                "game-kaleidochess",
                "A way of exact steps is drawn as it was walked",
                "render samples/games/kaleidochess/two-players.pgn --game 1 --ply 60 --arrows last",
            ),
            GalleryItem(
                "game-dice",
                "Dice, four seats, two of them out of the game: 3 was thrown",
                "render samples/games/kaleidochess/dice-four-players.pgn --game 1 --ply 12 --flip silver --arrows last",
            ),
            GalleryItem(
                "game-chamaeleon",
                "A board that has shrunk",
                "render samples/games/chamaeleon/four-players.pgn --game 1 --ply 60",
            ),
            GalleryItem(
                "game-cylindrical",
                "On the cylinder",
                "render samples/games/cylindrical/classic.pgn --game 1 --ply 31 --arrows last",
            ),
            GalleryItem(
                "game-tor-qi",
                "Captured pieces",
                "render samples/games/tor-qi/tor-qi.pgn --game 1 --ply 61",
            ),
            GalleryItem(
                "game-circular",
                "Round the ring",
                "render samples/games/circular-70/circular-70.pgn --game 1 --ply 74 --arrows last",
            ),
        ),
    ),
    Hall(
        "Marks and arrows",
        "Arrows go as pieces do: round the ring, through the centre, over the seam; a leap is an arc.",
        (
            GalleryItem(
                "marks-colours",
                "All colours; in the themes `print` and `colour-blind` each has dashes of its own",
                "render chess --theme colour-blind --marks Ra3,Gb3,Bc3,Yd3,Ce3,Mf3,Og3,h3=1,h5=12 "
                "--arrows Ra4a6,Gb4b6,Bc4c6,Yd4d6,Ce4e6,Mf4f6,Og4g6 --caption 'Seven colours'",
            ),
            GalleryItem(
                "marks-kaleidochess",
                "Through the centre field",
                "render kaleidochess --marks R00,2D=1 --arrows 2B6H,B1F1I,R8I7K",
            ),
            GalleryItem(
                "marks-cylinder",
                "Over the seam",
                "render cylindrical --marks Ra4 --arrows b3f3,Rg5b7,Ba4c5",
            ),
            GalleryItem(
                "marks-chamaeleon",
                "Leaps and lines",
                "render chamaeleon --marks Rd4,e5=2 --arrows d1c3,Ra4h4,Bb2f6",
            ),
        ),
    ),
    Hall(
        "Themes",
        "`screen` is the usual one. `print` is black and white and survives a photocopier; `colour-blind` has the colours "
        "of Okabe and Ito. A theme of your own is one of them with some values changed, as TOML.",
        tuple(
            GalleryItem(
                f"theme-{theme}-{name}",
                f"The theme {theme}",
                f"render samples/games/{record} --theme {theme} --marks {mark} --arrows last",
            )
            for theme in ("dark", "print", "colour-blind")
            for name, record, mark in (
                ("caliph-qi", "caliph-qi/caliph-qi.pgn --game 1 --ply 41", "Ra1"),
                ("chamaeleon", "chamaeleon/two-players.pgn --game 1 --ply 8", "Rd4"),
            )
        ),
    ),
    Hall(
        "How pieces move",
        "Made by the rules engine. Only the signs that are used are explained below the board.",
        (
            GalleryItem("piece-wizard", "The wizard of KaleidoChess", "render kaleidochess --piece W --on 1B"),
            GalleryItem("piece-pawn", "A pawn that is promoted", "render chess --piece P --on b7"),
            GalleryItem("piece-camel", "A camel leaps over the seam", "render cylindrical --piece C --on a4"),
            GalleryItem(
                "piece-queen", "A queen of Circular Chess", "render circular-70 --piece Q --on h8 --theme print"
            ),
            GalleryItem(
                "piece-river", "A queen before the enemy's river", "render caliph-qi --piece Q --on c5 --theme dark"
            ),
            GalleryItem(
                "piece-reach",
                "What stands in the way of a piece in a game",
                "render samples/games/kaleidochess/two-players.pgn --game 1 --ply 60 --on 1F",
            ),
        ),
    ),
    Hall(
        "Why not",
        "A refused move with its path, what blocks it or the rule that it breaks. `validate --draw-faults FOLDER` draws "
        "every such move of a record.",
        (
            GalleryItem(
                "not-blocked",
                "Both ways of exact length are barred",
                "explain kaleidochess 4H-4E --after '8I-7K 6K-7I 2K-3I 4I-3K 2G-2D'",
            ),
            GalleryItem("not-crossed", "A tiger crosses one circle at most", "explain kaleidochess 2F-2C"),
            GalleryItem(
                "not-checked",
                "Check by a camel is not parried",
                "explain cylindrical Ca5xb2 --after 'Cf1-g4 Cb8-a5 Cg4-c5'",
            ),
            GalleryItem(
                "not-river",
                "The queen stays on her side of the enemy's river",
                "explain caliph-qi Qf4-f7 --after 'd2-d4 d8-d6 Qc1-f4 Mf9-e7'",
            ),
        ),
    ),
    Hall(
        "Sheets",
        "Annotated games for print. A record asks for diagrams itself (`$220`, `[%diagram]`), or `--diagrams` does. Where "
        "little is said of them, moves are set in columns.",
        tuple(
            GalleryItem(f"sheet-{name}", said, f"sheet samples/games/{record}.pgn --game 1", pages=pages)
            for name, record, said, pages in ANNOTATED
        ),
    ),
    Hall(
        "Games in motion",
        "They begin again when they have ended ([animation.md](animation.md)). GIF and WebP are made in the same way.",
        tuple(
            GalleryItem(f"moving-{name}", said, f"sheet samples/games/{record}.pgn --game 1", option="--animate")
            for name, record, said in (
                ("cylindrical", "cylindrical/annotated", "Over the seam"),
                ("circular-70", "circular-70/annotated", "Round the ring"),
                ("dice", "kaleidochess/dice-four-players", "Step by step, as the dice allow"),
                ("chamaeleon", "chamaeleon/two-players-drop", "Pieces that change with their fields"),
            )
        ),
    ),
    Hall(
        "Pages",
        "A game to play back in a browser, in one file without a network: save it and open it. Keys, clicks and links to "
        "moves work; without JavaScript, and in print, it is a sheet.",
        tuple(
            GalleryItem(f"page-{name}", said, f"view samples/games/{record}.pgn --game 1", ending=".html")
            for name, record, said, _ in ANNOTATED
        ),
    ),
)


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
    yield INTRODUCTION
    for hall in HALLS:
        yield from ("", f"## {hall.title}", "", hall.text)
        for picture in hall.pictures:
            command = f"$ fairyscore {picture.command} {picture.option} {picture.name}{picture.ending}"
            yield from ("", f"{picture.said}:", "", "```console", command, "```", "")
            shows = "!" if picture.ending == ".svg" else ""
            for file in picture.files:
                yield f"{shows}[{picture.said if shows else file}]({FOLDER}/{file})"


def write(docs: Path) -> None:
    """The page and its files; those that are no longer shown are taken away."""
    folder = docs / FOLDER
    folder.mkdir(exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    for hall in HALLS:
        for picture in hall.pictures:
            draw(picture, folder)
    (docs / "gallery.md").write_text("\n".join(page()) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
