"""Pieces of a drawing: one picture for each kind that is shown, in the colours of its owner."""

import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from drawn import HREF, classes, start, tree

from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.variants import variant
from fairyscore.render.canvas import CachedPart, filled
from fairyscore.render.drawing import diagram
from fairyscore.render.errors import DrawingError
from fairyscore.render.geometry import Point
from fairyscore.render.pieces import SETS, PieceStyle, PieceSymbols
from fairyscore.render.themes import THEMES

SCREEN = THEMES["screen"]
OTHER_SET = PieceStyle.of(SCREEN, "cburnett")
RED, BLUE = (SCREEN.marks[name].colour for name in ("red", "blue"))


def symbol(name: str, seat: int, letter: str, look: PieceStyle | None = None, theme: str = "screen") -> ET.Element:
    """The picture of a piece."""
    game = variant(name)
    symbols = PieceSymbols(game, THEMES[theme], look=look)
    symbols.piece((seat, game.letters[letter]), Point(0, 0), 45)
    (made,) = symbols.symbols()
    return ET.fromstring(filled(made.tostring(), [made]))


def fills(element: ET.Element) -> list[str]:
    return [part.get("fill", "") for part in element]


def drawn_piece(game: Variant, seat: int, letter: str) -> ET.Element:
    made = PieceSymbols(game, SCREEN).piece((seat, game.letters[letter]), Point(10, 20), 90, id="a")
    return ET.fromstring(made.tostring().replace("<use ", '<use xmlns:xlink="http://www.w3.org/1999/xlink" '))


def test_a_piece_tells_what_it_is_and_stands_at_its_place() -> None:
    """In a box of 90 units, twice as large as it is defined."""
    used = drawn_piece(variant("chess"), 1, "N")
    assert used.get("class") == "piece black"
    assert (used.get("data-owner"), used.get("data-piece"), used.get("data-name")) == ("black", "N", "knight")
    assert used.get("id") == "a"
    assert used.get("transform") == "translate(-35 -25) scale(2)"


def test_each_picture_is_defined_once() -> None:
    """Twelve for the 32 pieces of chess, and each piece shows the one of its owner and kind."""
    root = tree(diagram(start("chess")))
    shown = {element.get(HREF, "")[1:] for element in classes(root, "piece")}
    glyphs = [element.get("id", "") for element in classes(root, "glyph")]
    assert len(classes(root, "piece")) == 32
    assert sorted(shown) == sorted(glyphs)
    assert len(glyphs) == len({*glyphs}) == 12


def test_a_picture_has_body_and_outline_in_the_colours_of_its_owner() -> None:
    """What is only a line is called so, and is not filled."""
    for seat, player in enumerate(variant("chess").seats):
        made, owner = symbol("chess", seat, "B"), SCREEN.owners[player.name]
        assert {*fills(made)} <= {owner.body, owner.line, "none"}
        kinds = {part.get("class", ""): part for part in made}
        assert {"outline", "body"} <= kinds.keys()
        assert kinds["body"].get("stroke") is None
        assert (kinds["outline"].get("fill"), kinds["outline"].get("stroke")) == ("none", owner.line)


def test_a_piece_that_changes_shows_on_its_base_what_it_is_elsewhere() -> None:
    """Two names: where fields matter and where they do not."""
    root = tree(diagram(start("chamaeleon")))
    names = {re.sub(r"^fs\w+?-", "", element.get("id", "")) for element in classes(root, "glyph")}
    assert all(re.fullmatch(r"[wbsg]\d+(-[rgyb]\d+)+-(red|green|yellow|blue)", name) for name in names)


# -- discs and wedges --------------------------------------------------------------------------------------------------


def test_discs_have_the_colour_of_their_side() -> None:
    """In xiangqi red and black; the light disc is the same for both."""
    red, black = symbol("xiangqi", 0, "K"), symbol("xiangqi", 1, "K")
    light = SCREEN.owners["white"]
    assert RED in fills(red)
    assert light.body in fills(red)
    assert RED not in fills(black)
    assert {light.body, light.line} <= {*fills(black)}


def test_discs_are_those_of_the_owner_where_the_theme_has_no_red() -> None:
    colourless = PieceStyle.of(THEMES["print"])
    assert not colourless.coloured
    assert PieceStyle.of(SCREEN).coloured
    black = symbol("xiangqi", 1, "K", colourless, "print")
    assert THEMES["print"].owners["black"].body in fills(black)


def test_characters_letters_or_pictures() -> None:
    looks = {name: symbol("xiangqi", 0, "K", PieceStyle.of(SCREEN, name)) for name in SETS}
    paths = {name: [part.get("d") for part in made] for name, made in looks.items()}
    assert len({str(path) for path in paths.values()}) == 4
    assert paths["kanji"][:-1] == paths["letters"][:-1]  # the same disc
    ids = [made.get("id", "") for made in looks.values()]
    assert ids[0] == re.sub("-letters-0", "", ids[1]) == re.sub("-international-0", "", ids[2])
    assert symbol("chess", 0, "K", PieceStyle.of(SCREEN, "letters")).get("id") == symbol("chess", 0, "K").get("id")


def test_another_set_of_chess_pieces() -> None:
    """In the colours of their owner, black ones without a light line around them; a piece that it lacks stays."""
    for seat, player in enumerate(variant("chess").seats):
        for letter in "PNBRQK":
            usual, made = symbol("chess", seat, letter), symbol("chess", seat, letter, OTHER_SET)
            assert usual.get("id") != made.get("id")
            owner = SCREEN.owners[player.name]
            assert {*fills(made)} <= {owner.body, owner.line, "none"}
            if player.name == "black":
                assert not [part for part in made if (part.get("fill"), part.get("stroke")) == (owner.body, owner.line)]
    assert ET.tostring(symbol("seirawan", 0, "H", OTHER_SET)) == ET.tostring(symbol("seirawan", 0, "H"))
    assert ET.tostring(symbol("kaleidochess", 0, "R", OTHER_SET)) == ET.tostring(symbol("kaleidochess", 0, "R"))


@pytest.mark.parametrize(("word", "hint"), [("kanj", "kanji"), ("none", "kanji, letters, international, cburnett")])
def test_other_words_for_pieces_are_refused(word: str, hint: str) -> None:
    with pytest.raises(DrawingError, match=hint):
        PieceStyle.of(SCREEN, word)
    assert PieceStyle.of(SCREEN, "").set == "kanji"


def test_wedges_point_away_from_their_owner() -> None:
    """Half a turn between the two sides, and again when the board is turned; its number stands in the name."""
    sente, gote = symbol("shogi", 0, "P"), symbol("shogi", 1, "P")
    assert sente[0].get("d") != gote[0].get("d")
    turned = symbol("shogi", 1, "P", PieceStyle(turn=4))
    assert [part.get("d") for part in turned] != [part.get("d") for part in gote]
    assert turned[0].get("d") == sente[0].get("d")
    assert turned.get("id", "").endswith("-kanji-4")


def test_promoted_wedges_are_red_and_have_their_letter_without_a_plus() -> None:
    """Where the theme has a red; else the letter has its plus."""
    letters, plain = PieceStyle.of(SCREEN, "letters"), PieceStyle.of(THEMES["print"], "letters")
    pawn, promoted = symbol("shogi", 0, "P", letters), symbol("shogi", 0, "+P", letters)
    assert RED in fills(promoted)
    assert RED not in fills(pawn)
    assert pawn[-1].get("d") == promoted[-1].get("d")
    lettered = symbol("shogi", 0, "+P", plain, "print")
    assert lettered[-1].get("d") != symbol("shogi", 0, "P", plain, "print")[-1].get("d")


# -- tokens ------------------------------------------------------------------------------------------------------------


def token(name: str, player: str, look: PieceStyle | None = None, theme: str = "screen") -> ET.Element:
    symbols = PieceSymbols(variant(name), THEMES[theme], look=look)
    return ET.fromstring(symbols.token(player, Point(5, 6), 4).tostring())


def test_a_token_is_a_disc_in_the_colours_of_a_player() -> None:
    made = token("chess", "black")
    assert made.get("class") == "disc black"
    assert made.get("d", "").startswith("M1 6A4 4 ")
    assert (made.get("fill"), made.get("stroke")) == (SCREEN.owners["black"].body, SCREEN.ink)


def test_a_token_has_the_ink_of_discs() -> None:
    """Red and black in xiangqi, blue in janggi; without a red that of the player's pieces; wedges have none."""
    assert token("xiangqi", "white").get("fill") == RED
    assert token("xiangqi", "black").get("fill") == SCREEN.owners["white"].line
    assert {token("janggi", player.name).get("fill") for player in variant("janggi").seats} == {RED, BLUE}
    printed = THEMES["print"]
    assert token("xiangqi", "black", None, "print").get("fill") == printed.owners["black"].body
    assert token("shogi", "black").get("fill") == SCREEN.owners["black"].body


# -- pictures of the author's ------------------------------------------------------------------------------------------

PICTURE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 45 45"><path fill="#fff" stroke="#000" d="M1 1h9v9z"/></svg>'
)


@pytest.fixture
def own_rook(tmp_path: Path) -> Variant:
    """Chess with a picture of the author's for rooks."""
    file = tmp_path / "rook.svg"
    file.write_text(PICTURE, encoding="utf-8")
    game = variant("chess")
    kinds = tuple(kind._replace(picture=str(file)) if kind.letter == "R" else kind for kind in game.piece_types)
    return replace(game, piece_types=kinds)


@pytest.mark.parametrize("player", ["white", "black"])
def test_a_picture_of_the_author_has_the_colours_of_each_owner(own_rook: Variant, player: str) -> None:
    symbols, owner = PieceSymbols(own_rook, SCREEN), SCREEN.owners[player]
    seat = [seat.name for seat in own_rook.seats].index(player)
    symbols.piece((seat, own_rook.letters["R"]), Point(0, 0), 45)
    (made,) = symbols.symbols()
    (path,) = made.get_xml().iter("path")
    assert (path.get("fill"), path.get("stroke")) == (owner.body, owner.line)
    assert made.get_xml().get("id", "").endswith(f"{player[0]}{own_rook.letters['R']}")


def test_other_pieces_keep_their_drawings_beside_it(own_rook: Variant) -> None:
    symbols = PieceSymbols(own_rook, SCREEN)
    symbols.piece((0, own_rook.letters["N"]), Point(0, 0), 45)
    (made,) = symbols.symbols()
    assert isinstance(made, CachedPart)


def test_a_picture_of_the_author_is_for_pictures_only(tmp_path: Path) -> None:
    """On discs stand characters; asked for pictures, his are among them."""
    file = tmp_path / "king.svg"
    file.write_text(PICTURE, encoding="utf-8")
    game = variant("xiangqi")
    kinds = tuple(kind._replace(picture=str(file)) for kind in game.piece_types)
    for word, own in (("kanji", False), ("international", True)):
        symbols = PieceSymbols(replace(game, piece_types=kinds), SCREEN, look=PieceStyle.of(SCREEN, word))
        symbols.piece((0, 0), Point(0, 0), 45)
        (made,) = symbols.symbols()
        assert isinstance(made, CachedPart) is not own


def test_reds_men_are_red_as_pictures_too() -> None:
    """In xiangqi Red is the first player; in print, which has no red, the players differ as in all games."""
    red = SCREEN.marks["red"].colour
    for theme, fill in ((SCREEN, red), (THEMES["print"], THEMES["print"].owners["white"].body)):
        symbols = PieceSymbols(variant("xiangqi"), theme, look=PieceStyle.of(theme, "international"))
        symbols.piece((0, 0), Point(0, 0), 45)
        (made,) = symbols.symbols()
        assert f'fill="{fill}"' in made.text
