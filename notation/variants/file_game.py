"""Makes a `Variant` of a variant file: its rules for the general engine, its texts for the rule sheet.

What the file says in words stands in the sheet; what it says in keys only is put into sentences (`rules/wording`).
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Final

from fairyscore.notation.boards import HeadedBoard
from fairyscore.notation.rules.general.definition import GameRules
from fairyscore.notation.rules.general.state import GeneralState
from fairyscore.notation.rules.readings import Example, GameWords, RuleSection, RuleSheet, Showing
from fairyscore.notation.rules.variant import NOBODY, PieceLook, PositionError, River, Scenery, Variant
from fairyscore.notation.variants.catalog import Option
from fairyscore.notation.variants.described_game import described_game, river, rule_text
from fairyscore.notation.variants.document import OF_ONE_GAME, Document, document_of, merged
from fairyscore.notation.variants.idioms import idiom_of
from fairyscore.notation.variants.mistakes import VariantFileError
from fairyscore.notation.variants.rule_sheet_reader import about_in, readings_in, words_in
from fairyscore.notation.variants.variant_file import rules_of

SEATS: Final = {"white": 0, "black": 1}


def build(name: str, document: Document, chosen: Mapping[str, str] = {}) -> Variant:
    """The game of a document. name: with its options; chosen: their values. Raises `VariantFileError`."""
    document = with_options(document, chosen)
    data = document.data
    rules = rules_of(document)
    rivers = tuple(
        river(rules.board, SEATS.get(own_river.get("owner", ""), NOBODY), *own_river["between"][:2])
        for own_river in data.get("river", ())
    )
    try:
        game = described_game(
            name,
            data["title"],
            data.get("page", ""),
            rules,
            rule_sheet=cache(lambda: _sheet(document, rules, rivers)),
            rivers=rivers,
        )
    except PositionError as fault:
        raise VariantFileError([document.mistake(("start",), f"the start: {'; '.join(fault.problems)}")]) from None
    start = game.initial_state()
    waiting = start.turn ^ 1
    if isinstance(start, GeneralState) and not start.kings_safe(waiting):
        checked, mover = game.seats[waiting].name, game.seats[start.turn].name
        why = f"the start: {checked} is in check although {mover} is to move; a king is never taken"
        raise VariantFileError([document.mistake(("start",), why)])
    if start.outcome() is not None:
        why = "the game is over before its first move; a start has a legal move, and nothing that ends the game"
        raise VariantFileError([document.mistake(("start",), why)])
    pictures = {piece["name"]: _picture(piece["glyph"], document.file) for piece in data["piece"] if piece.get("glyph")}
    kinds = tuple(kind._replace(picture=pictures.get(kind.name, "")) for kind in game.piece_types)
    scenery = _scenery(game, rules.board, data)
    return replace(game, piece_types=kinds, scenery=scenery, idiom=idiom_of(data))


def _picture(glyph: str, file: str) -> str:
    """The name of a drawing, or the path of a file that lies beside the one of the game."""
    return str(Path(file).parent / glyph) if glyph.endswith(".svg") else glyph


def _scenery(game: Variant, board: HeadedBoard, data: Mapping[str, Any]) -> Scenery:
    """The scenery of a file: how its board and pieces are drawn."""
    points, shape = data["board"].get("cell") == "point", data.get("piece_shape", "")
    if not points and not shape:
        return game.scenery
    written = {piece["name"]: piece.get("character", "").split() for piece in data["piece"]}
    characters = tuple(_of_both(written.get(kind.name, [])) for kind in game.piece_types)
    return game.scenery._replace(
        fields=(),
        points=points,
        diagonals=tuple(pair for region in data.get("palaces", ()) if points for pair in _diagonals(region, board)),
        pieces=PieceLook(shape, characters, SEATS[data.get("red", "white")], SEATS.get(data.get("blue", ""), NOBODY)),
    )


def _of_both(characters: list[str]) -> tuple[str, str]:
    """The characters on White's piece and on Black's; one text is on both, none on neither."""
    return (characters[0], characters[-1]) if characters else ("", "")


def _diagonals(region: str, board: HeadedBoard) -> Iterator[tuple[int, int]]:
    """The two lines from corner to corner of a palace, given as `d1-f3`."""
    first, last = region.split("-")
    yield board.index[first], board.index[last]
    yield board.index[first[0] + last[1:]], board.index[last[0] + first[1:]]


def options(document: Document) -> tuple[Option, ...]:
    """The choices that a file offers; the first value of each is the usual one."""
    found = []
    for option in document.data.get("option", ()):
        values = tuple(option["values"])
        found.append(Option(option["name"], values, "".join(values[:1]), option.get("tag", ""), option.get("says", "")))
    return tuple(found)


def with_options(document: Document, chosen: Mapping[str, str]) -> Document:
    """The document with what the chosen values change."""
    for option in document.data.get("option", ()):
        changes = option["values"].get(chosen.get(option["name"], ""), {})
        if changes:
            own_facts = {key: value for key, value in document.data.items() if key in OF_ONE_GAME}
            own = {**merged(changes, document.data), **own_facts}
            document = document_of(own, document.file, toml=document.toml)
    return document


def _sheet(document: Document, rules: GameRules, rivers: tuple[River, ...]) -> RuleSheet:
    data = document.data
    words = words_in(data)
    sections = tuple(_sections(data, rules, rivers, words))
    about = about_in(data)._replace(folder=str(Path(document.file).parent))
    return RuleSheet(sections, readings_in(data), about, data.get("language", "en"), words)


def _sections(
    data: Mapping[str, Any], rules: GameRules, rivers: tuple[River, ...], words: Mapping[str, GameWords]
) -> Iterator[RuleSection]:
    """The sheet: what the file says in words, and the rules in sentences where it says nothing under that heading."""
    rules_in_words = data.get("rules", {}).items()
    own = {name: (lines,) if isinstance(lines, str) else tuple(lines) for name, lines in rules_in_words}
    text = rule_text(rules, data.get("language", "en"), rivers, words)
    examples = tuple(
        Example(
            entry["says"],
            entry.get("position", rules.start),
            entry["move"],
            entry.get("refused", ""),
            after=not entry.get("refused"),
        )
        for entry in data.get("example", ())
    )
    aim = (data["aim"],) if "aim" in data else own.pop("Aim", ())
    if aim or text.aim:
        yield RuleSection("Aim", aim or text.aim, key="aim", author_lines=aim)
    yield _worded("Board", own.pop("Board", ()), text.board, "board", shows="board")
    if "Start" in own:  # pictures and programs have it in any case
        yield RuleSection("Start", own.pop("Start"), shows="start")
    moves = tuple(" ".join(piece.lines) for piece in text.pieces)
    pieces = own.pop("Pieces", ())
    lines = (*pieces, *text.pieces_in_general, *moves)
    shown = {}
    for chapter in text.special:
        shown[chapter.key] = tuple(example for example in examples if _chapter_of(example.move) == chapter.key)
    others = tuple(example for example in examples if _chapter_of(example.move) not in shown)
    yield RuleSection("Pieces", lines, others, shows="pieces", key="pieces", author_lines=pieces)
    end = own.pop("End", ())
    for chapter in text.special:
        section = _worded(chapter.heading, own.pop(chapter.heading, ()), chapter.lines, chapter.key)
        yield section._replace(examples=shown[chapter.key])
    for heading, lines in own.items():
        yield RuleSection(heading, lines)
    reported = (*end, *rules.unjudged)
    yield RuleSection("End", (*(end or text.ends), *rules.unjudged), key="ends", author_lines=reported)


def _chapter_of(move: str) -> str:
    """The key of the chapter that a move as it is written belongs to; empty for one that only shows how a piece moves."""
    signs = {"@": "drops", "O-O": "castling", "=": "promotion"}
    for sign, key in signs.items():
        if sign in move:
            return key
    return "promotion" if move.endswith("+") else ""


def _worded(
    heading: str, own: tuple[str, ...], sentences: tuple[str, ...], key: str, shows: Showing = ""
) -> RuleSection:
    """A section in the author's words, else in sentences made of the rules."""
    return RuleSection(heading, own or sentences, shows=shows, key=key, author_lines=own)
