"""The languages of drawings and print: every word is there, and sheets, boards and rule books are written in them."""

import ast
import re
from pathlib import Path

import pytest

from fairyscore import render
from fairyscore.notation.position import Position
from fairyscore.notation.records.nags import GLYPHS, meaning_of
from fairyscore.notation.records.tree import MoveLine, Ply, Record
from fairyscore.notation.rules.moves import Move
from fairyscore.notation.rules.outcome import Ending
from fairyscore.notation.rules.reasons import EXPLAINED
from fairyscore.notation.variants import registry
from fairyscore.notation.variants.registry import variant
from fairyscore.render import marks, prose
from fairyscore.render.board_state import moment
from fairyscore.render.book import contents
from fairyscore.render.desk.page import LOADING
from fairyscore.render.errors import DrawingError
from fairyscore.render.language import LANGUAGES, capital, language, named, read, translated
from fairyscore.render.sheet.look import LABELS
from fairyscore.render.story import ending, heading
from fairyscore.render.story.builder import tell
from fairyscore.render.themes import HATCH_WORDS
from fairyscore.render.viewer.page import english, page

OTHERS = [code for code in LANGUAGES if code != "en"]
FOLDER = Path(render.__file__).parent
PAGES = [path for name in ("viewer", "desk") for path in (FOLDER / name).iterdir() if path.name != "page.html"]


def words_on_pages() -> set[str]:
    """The words in the programs and the markup of pages."""
    programs, controls = (
        "\n".join(path.read_text() for path in PAGES if path.suffix == suffix) for suffix in (".js", ".html")
    )
    return english(programs, controls)


def literals() -> set[str]:
    """Every English text that the program hands to `translated` as it stands."""
    found = set()
    for path in FOLDER.rglob("*.py"):
        source = path.read_text()
        for call in ast.walk(ast.parse(source)) if "translated" in source and path.stem != "language" else ():
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "translated":
                found |= {
                    part.value for part in ast.walk(call.args[0]) if isinstance(part, ast.Constant) and part.value
                }
    return {text for text in found if isinstance(text, str) and len(text) > 1}


def spoken_by_games() -> set[str]:
    """The names of pieces of all games, and those of players, cells and headings of the games in Python."""
    found = set()
    for path in (Path(registry.__file__).parent / "library").glob("*.toml"):
        found |= set(re.findall(r'letter = ".+?", name = "(.+?)"', path.read_text()))
    assert {"khon", "tokin", "royal knight"} <= found
    for game in map(variant, registry.GAMES):
        found |= {piece.name for piece in game.piece_types} | {seat.name for seat in game.seats}
        found |= {section.heading for section in game.rules.sections}
        found |= {game.rules.step_verb, game.rules.leap_verb, game.rules.capture_verb}
        found |= set(game.scenery.fields) - {"light", "dark", "plain"}
    return found


def test_every_language_has_every_word() -> None:
    wanted = literals() | spoken_by_games() | set(LABELS.values())
    wanted |= {*ending.WON.values(), *ending.DRAWN.values(), *ending.TERMINATIONS.values(), *ending.PLACES[2:]}
    wanted |= {*heading.MONTHS, *heading.NUMBERS.values(), *(name for name, _ in heading.details(Record("chess")))}
    wanted |= {*marks.REFUSALS.values(), *HATCH_WORDS.values(), *(end.value for end in Ending)}
    wanted |= {word for word in words_on_pages() if len(word) > 1} | {LOADING} | set(map(meaning_of, GLYPHS))
    wanted |= {*contents.LABELS.values(), *contents.KEY.values()} | {why.sentence for why in EXPLAINED.values()}
    for code in OTHERS:
        assert sorted(wanted - named(code).words.keys() - {""}) == [], code


def test_languages_have_the_same_words_and_fill_the_same_places() -> None:
    for code in OTHERS:
        assert list(named(code).words) == list(named("de").words)  # `read` has refused strange braces


def test_a_position_in_german() -> None:
    given = moment(Position.from_fen("4k3/8/8/8/8/8/PP6/4K3 b - - 0 1", "chess"))
    with language("de"):
        assert prose.described(given) == "Schach, Schwarz am Zug. Weiß: Bauer a2, b2; König e1. Schwarz: König e8."
    assert prose.status(given) == "black to move"


@pytest.mark.parametrize(
    ("english", "german"),
    [
        ("files a, b are gone", "die Linien a, b sind weg"),
        ("silver must pass", "Silber muss aussetzen"),
        (
            "gold has no piece left in a castle and leaves the game",
            "Gold hat keine Figur mehr in einer Burg und scheidet aus",
        ),
        ("nobody knows this", "nobody knows this"),
        ("White resigned", "White resigned"),  # its translation wants a verb, which is not known here
    ],
)
def test_notes_of_the_rules_are_known_by_their_form(english: str, german: str) -> None:
    with language("de"):
        assert translated(english) == german


def test_words_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "sv.toml"
    path.write_text('[seats]\nwhite = "vit"\n')
    with language(str(path)):
        assert (capital(translated("white")), translated("black")) == ("Vit", "black")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("white =", "own.toml is not TOML"),
        ('white = "weiß"', "white is not a table of words"),
        ("[seats]\nwhite = 3", "the translation of 'white' is not a text"),
        ('[a]\n"{seat} to move" = "{sea} am Zug"', "has {sea}, which is not filled in there"),
        ('[a]\n"{seat} to move" = "{seat am Zug"', "is not filled in there"),
    ],
)
def test_faults_of_a_file_are_reported(text: str, message: str) -> None:
    with pytest.raises(DrawingError, match=message.replace("{", r"\{").replace("}", r"\}")):
        read(text, "own.toml")


def test_an_unknown_language_is_reported() -> None:
    with pytest.raises(DrawingError, match="there are en, de, fr, es, nl"):
        named("klingon")


def test_a_page_in_german() -> None:
    with language("de"):
        made = page([tell(Record("chess", line=MoveLine((Ply(Move(12, 28)),))))])
    for text in ('<html lang="de">', 'aria-label="Züge"', "Schwarz am Zug", ">Kopieren</button>", "Weiß: Bauer a2"):
        assert text in made
