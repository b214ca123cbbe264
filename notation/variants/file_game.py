"""Makes a `Variant` of a variant file: its rules for the general engine, its texts for the rule sheet.

What the file says in words stands in the sheet; what it says in keys only is put into sentences here.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from fairyscore.notation.boards import HeadedBoard
from fairyscore.notation.rules.general.definition import GameRules
from fairyscore.notation.rules.readings import Example, Option, RuleSection, RuleSheet
from fairyscore.notation.rules.variant import NOBODY, Variant
from fairyscore.notation.variants.described_game import described_game, river
from fairyscore.notation.variants.document import OF_ONE_GAME, Document, VariantFileError, document_of, mark_of, merged
from fairyscore.notation.variants.rule_sheets import readings_in
from fairyscore.notation.variants.variant_file import rules_of

SHAPES = {
    "cylinder": "The last file touches the first.",
    "torus": "The last file touches the first, and the last rank the first one.",
    "rings": "Rings about a centre that pieces cross.",
}
MATE = {"loses": "Mate wins.", "wins": "Who is mated wins.", "draws": "Mate is a draw."}
STALEMATE = {
    "loses": "Who cannot move loses.",
    "wins": "Who cannot move wins.",
    "draws": "Stalemate is a draw.",
    "counts": "Who cannot move wins with fewer pieces than the other side, and draws with as many.",
}


def build(name: str, document: Document, chosen: Mapping[str, str] = {}) -> Variant:
    """The game of a document. name: with its options; chosen: their values. Raises `VariantFileError`."""
    document = with_options(document, chosen)
    data = document.data
    rules = rules_of(document)
    game = described_game(
        name,
        data["title"],
        data.get("page", ""),
        rules,
        rule_sheet=cache(lambda: RuleSheet(tuple(_sections(data, rules)), readings_in(data))),
        rivers=tuple(
            river(rules.board, {"white": 0, "black": 1}.get(said.get("owner", ""), NOBODY), *said["between"][:2])
            for said in data.get("river", ())
        ),
    )
    if game.initial_state().outcome() is not None:
        why = "the game is over before its first move; a start has a legal move, and nothing that ends the game"
        raise VariantFileError([document.mistake(("start",), why)])
    pictures = {piece["name"]: piece["glyph"] for piece in data["piece"] if isinstance(piece.get("glyph"), str)}
    kinds = (kind._replace(picture=pictures.get(kind.name, "")) for kind in game.piece_types)
    return replace(game, piece_types=tuple(kinds))


def options(document: Document) -> tuple[Option, ...]:
    """The choices that a file offers; the first value of each is the usual one."""
    found = []
    for said in document.data.get("option", ()):
        values = tuple(said["values"])
        found.append(Option(said["name"], values, "".join(values[:1]), said.get("tag", ""), said.get("says", "")))
    return tuple(found)


def with_options(document: Document, chosen: Mapping[str, str]) -> Document:
    """The document with what the chosen values change."""
    for said in document.data.get("option", ()):
        changes = said["values"].get(chosen.get(said["name"], ""), {})
        if changes:
            kept = {key: value for key, value in document.data.items() if key in OF_ONE_GAME}
            own = {**merged(changes, document.data), **kept}
            document = document_of(own, document.file, toml=document.toml)
    return document


def _sections(data: Mapping[str, Any], rules: GameRules) -> Iterator[RuleSection]:
    rules_in_words = data.get("rules", {}).items()
    told = {name: (lines,) if isinstance(lines, str) else tuple(lines) for name, lines in rules_in_words}
    examples = tuple(
        Example(e["says"], e.get("position", rules.start), e["move"], e.get("refused", ""), after=not e.get("refused"))
        for e in data.get("example", ())
    )
    yield RuleSection("Board", (_board(data, rules.board), *told.pop("Board", ())), shows="board")
    yield RuleSection("Start", told.pop("Start", ()) or (f"As in {rules.start.split()[0]}.",), shows="start")
    moves = tuple(f"{piece['letter']} {piece['name']}: {_moves(piece)}" for piece in data.get("piece", ()))
    yield RuleSection("Pieces", (*told.pop("Pieces", ()), *moves), examples, shows="pieces")
    end = told.pop("End", ())
    for heading, lines in told.items():
        yield RuleSection(heading, lines)
    yield RuleSection("End", (*(end or tuple(_ends(data))), *rules.told))


def _moves(piece: Mapping[str, Any]) -> str:
    words = [piece["moves"] or "never moves"]
    words += [f"in {region} {moves}" for region, moves in piece.get("moves_in", {}).items()]
    words += [
        f"also {extra['moves']}" + "".join(f" {end} {_which(extra[end])}" for end in ("from", "to") if end in extra)
        for extra in piece.get("extra", ())
    ]
    if piece.get("royal"):
        words.append("royal")
    return ", ".join(words)


def _board(data: Mapping[str, Any], board: HeadedBoard) -> str:
    said = data["board"]
    size = f"{said['files']} files, {said['ranks']} ranks" if "files" in said else "Four rings"
    holes = said.get("files", 0) * said.get("ranks", 0) - len(board.cells)
    left = f", without {holes} of the cells" if holes > 0 else ""
    return f"{size}: {len(board.cells)} cells{left}. {SHAPES.get(said.get('shape', ''), '')}".strip()


def _ends(data: Mapping[str, Any]) -> Iterator[str]:
    end = data.get("end", {})
    names = {mark_of(piece): piece["name"] for piece in data.get("piece", ())}
    if any(piece.get("royal") for piece in data.get("piece", ())):
        yield MATE[end.get("mate", "loses")]
    yield STALEMATE[end.get("stalemate", "draws")]
    for goal in end.get("goal", ()):
        yield f"Who brings {_which(goal.get('piece', '*'), names)} to {_which(goal['region'])} wins."
    extinct = end.get("extinct", ())
    for said in extinct if isinstance(extinct, list | tuple) else [extinct]:
        yield f"Who has at most {said.get('at', 0)} left of {_which(said['pieces'], names)} {said.get('result', 'loses')}."
    if "checks" in end:
        yield f"Who gives check {end['checks']} times wins."
    if data.get("capture", {}).get("must"):
        yield "Who can capture has to."


def _which(said: Any, names: Mapping[str, str] = {}) -> str:
    """Pieces by their names, or cells; what differs by side is said for each."""
    if isinstance(said, dict):
        return ", ".join(f"{_which(value, names)} ({side})" for side, value in said.items())
    return "any piece" if said == "*" and names else ", ".join(names.get(word, word) for word in said.split())
