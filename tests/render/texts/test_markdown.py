"""Markdown as a CommonMark parser reads it: all is told, and nobody's text becomes markup."""

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from injections import INJECTIONS, planted
from made_records import records
from markdown_it import MarkdownIt
from markdown_it.token import Token
from nightly import sampled
from words_to_read import missing

from fairyscore.notation.archive import judge_file
from fairyscore.notation.formats.loss import reduced
from fairyscore.notation.records.tree import Comment, MoveLine, Ply, Record
from fairyscore.notation.replay import Validator
from fairyscore.notation.rules.moves import Move
from fairyscore.notation.text import clean
from fairyscore.render.texts.document import HELD, TextOptions, text_format
from fairyscore.render.texts.medium import medium

GAMES = Path(__file__).resolve().parents[3] / "samples" / "games"
OURS = {
    *("heading_open", "paragraph_open", "bullet_list_open", "list_item_open", "code_block", "inline"),
    *("text", "softbreak", "strong_open", "em_open", "image"),
    *("table_open", "thead_open", "tbody_open", "tr_open", "th_open", "td_open"),
}
"""What the documents here are made of, for the parser; no raw HTML, no links, no code, no ordered lists."""


def markdown(*games: Record, pictures: bool = True) -> str:
    stream = io.BytesIO()
    settings = TextOptions(pictures=(lambda number, svg: f"game{number}.svg") if pictures else None)
    sink = text_format(medium("markdown"), settings).open(stream)
    for game in games:
        sink.put((reduced(game, HELD)[0], game.game.writing.usual))
    sink.close()
    return stream.getvalue().decode()


def tokens(text: str) -> Iterator[Token]:
    """All tokens of a document, also those within lines, without the ends of elements."""
    for token in MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(text):
        if token.nesting >= 0:
            yield token
        yield from (inner for inner in token.children or () if inner.nesting >= 0)


def read(text: str) -> str:
    """What a reader of a document reads, white space as one blank."""
    words = (" " if token.type != "text" else token.content for token in tokens(text) if token.type != "inline")
    return " ".join("".join(words).split())


def sample(name: str) -> Record:
    (verdict,) = judge_file(GAMES / name, Validator())
    assert verdict.record is not None
    return verdict.record


def test_a_game_as_a_book_sets_it() -> None:
    text = markdown(sample("chess/annotated.pgn"))
    assert text.startswith(
        "# Casual game\n\nWhite: **Réti, Richard** · Black: **Tartakower, Savielly**\n\n- Game: Chess\n"
    )
    assert (
        "\n**2. d4 d5 3. Nc3 dxe4 4. Nxe4 Nf6 5. Qd3!?** An invitation to open the game.\n\n5\\. Nxf6+ exf6 (5... gxf6"
        in text
    )
    assert (
        "\n**8... Nxe4??**\n\n![Diagram 1: after 8...Nxe4](game-diagram-1.svg)\n\n*Diagram 1: after 8...Nxe4*\n\nThis is"
        in text
    )
    assert text.endswith("\n\n**1-0** White wins: Black is checkmated.\n")


def test_moves_without_remarks_are_a_table() -> None:
    plies = tuple(Ply(Move(*way)) for way in ((12, 28), (52, 36), (6, 21)))
    text = markdown(Record("chess", (("White", "A|B"),), MoveLine(plies)))
    table = "|  | White | Black |\n| ---: | :--- | :--- |\n| 1. | e4 | e5 |\n| 2. | Nf3 |  |\n"
    assert table in text
    assert "White: **A\\|B**" in text


def test_where_no_file_may_be_the_position_is_reported() -> None:
    game = Record("chess", (), MoveLine((Ply(Move(12, 28), (220,)),)))
    text = markdown(game, pictures=False)
    assert "*Diagram 1: after 1.e4*\n\n    rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\n" in text


def test_the_pictures_of_later_games_have_names_of_their_own() -> None:
    game = Record("chess", (), MoveLine((Ply(Move(12, 28), (220,)),)))
    images = [token.attrs["src"] for token in tokens(markdown(game, game)) if token.type == "image"]
    assert images == ["game-diagram-1.svg", "game-g2-diagram-1.svg"]


@given(records())
def test_everything_is_reported_in_its_order(record: Record) -> None:
    assert missing(record, read(markdown(record))) == ""


PLANTED = Record("chess", (), MoveLine((Ply(Move(12, 28), (1,), (MoveLine((Ply(Move(11, 27)),)),)), Ply(Move(52, 36)))))


@pytest.mark.parametrize("text", sampled(INJECTIONS, 3), ids=ascii)
def test_no_text_becomes_markup(text: str) -> None:
    record = planted(PLANTED, text)
    found = list(tokens(markdown(record)))
    kinds = [token.type for token in found]
    assert set(kinds) <= OURS
    assert kinds.count("heading_open") == kinds.count("bullet_list_open") == 1
    images = [token.attrs["src"] for token in found if token.type == "image"]
    assert images == [f"game-diagram-{number}.svg" for number in range(1, len(images) + 1)]
    heading = found[kinds.index("heading_open") + 1]
    assert "".join(token.content for token in heading.children or ()) == clean(record.tag("Event"))


def lined(words: str) -> str:
    """Somebody's text as a paragraph."""
    return medium("markdown").lined(medium("markdown").plain(words))


@pytest.mark.parametrize(
    "text",
    [
        "1. list",
        "1) list",
        "- list",
        "+ list",
        "=====",
        "---",
        "# h",
        "> q",
        "~~~",
        "| a |",
        "    code",
        "* x",
        "!",
        ":-:",
    ],
)
def test_no_line_begins_a_block(text: str) -> None:
    for words in (text, f"word {'long ' * 30}{text} {'more ' * 30}", f"{'x' * 120} {text}"):
        assert [token.type for token in tokens(lined(words)) if token.block] == [
            "paragraph_open",
            "inline",
        ]
        assert read(lined(words)) == " ".join(words.split())


def test_a_remark_in_front_and_a_game_without_moves() -> None:
    text = markdown(Record("chess", (), MoveLine((), (Comment("Nobody came."),))))
    assert text.startswith("# Chess\n\nWhite: **unknown** · Black: **unknown**\n\n- Game: Chess\n\nNobody came.\n")
    assert text.endswith("\n\n**\\*** The game is not finished.\n")
