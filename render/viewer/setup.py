"""A page on which a position is set up. Its program gets the rules as data, found by asking the reader of positions.

>>> from fairyscore.notation.variants.registry import variant
>>> chess = variant("chess")
>>> form = form_of(chess)
>>> form["rows"][:10], form["cells"][:2], form["tokens"][0]
('......../.', [56, 57], ['P', 0, 0])
>>> found = limits(chess, form)
>>> found["barred"]["0 0"][56], found["most"]["0 5"]
('a white pawn cannot be on a8', (1, 'white has 2 kings, and should have one'))
>>> form["rights"]["Q"]
[0, 4]
"""

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from typing import Any, Final

from fairyscore.notation.position import Position
from fairyscore.notation.rules.general.board import GeneralBoard
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import PositionError, Variant
from fairyscore.render.board_state import BoardState, moment
from fairyscore.render.drawing import diagram
from fairyscore.render.errors import DrawingError
from fairyscore.render.language import translated
from fairyscore.render.themes import THEMES
from fairyscore.render.viewer.board_scene import BoardScene
from fairyscore.render.viewer.markup import Symbols, as_json, escaped
from fairyscore.render.viewer.page import VERSION, Design, framed, own, program_of, worded, words_of

PROGRAM: Final = ("board.js", "parts.js", "setup.js")

START: Final = "start_setup.js"

FIELDS: Final = {
    6: ("Castling", "May be taken in passing on", "Plies without capture or pawn move", "Round"),
    7: ("Castling", "May be taken in passing on", "Checks left", "Plies without capture or pawn move", "Round"),
    5: ("Last moves", "Moves made", "Round"),
    3: ("Round",),
}
"""What follows the seat to move, by how many fields a position has (docs/positions.md)."""

_PARTS: Final = re.compile(r"\d+|[/*]|\[.*|[^\d/*\[]+")
"""What the first field of a FEN is made of while one piece stands: empty cells, borders, voids, a pool, the piece."""

_DRAWN: Final = re.compile(
    r"(?P<head>.*?)<title>.*?</desc><metadata>(?P<meta>.*?)</metadata><defs>(?P<patterns>.*?)(?P<symbol><g .*?)</defs>"
    r'(?P<ground>.*?)<g class="pieces">(?P<use><use .*?/>)</g>(?P<rest>.*)',
    re.DOTALL,
)

SEVERAL: Final = 4  # on so many empty cells a missing piece is tried, to see that nothing but its number is wrong

Standing = dict[int, tuple[int, int]]  # seat and type by cell


def setup_page(game: Variant, design: Design = Design()) -> str:  # noqa: B008 (immutable)
    """The page on which positions of a game are set up. Raises `DrawingError` for a game whose FEN has another form."""
    symbols = Symbols()
    scene = BoardScene(symbols, {}, game, design.theme or THEMES["screen"], design.seat)
    form = form_of(game)
    looks = looks_of(scene)
    data = {
        "version": VERSION,
        "geometry": scene.geometry(),
        "board": scene.data(),
        "variant": game.name,
        "form": form,
        "looks": looks,
        "limits": limits(game, form),
        "svg": _drawing(game, looks, design),
        "words": words_of(program_of(*PROGRAM)),
    }
    content = (
        '<div class="fairyscore setup"><svg class="symbols" width="0" height="0" aria-hidden="true">'
        f'<defs>{"".join(symbols.definitions())}</defs></svg><main><section class="game">'
        f'<header class="heading"><h1>{escaped(game.title)}</h1></header><div class="desk"><div class="stage">'
        f"{scene.picture(moment(Position.start(game)), 'board', title=game.title)}</div>"
        f"{worded(own('setup.html'))}</div></section></main></div>"
    )
    script = f'<script type="application/json" id="fairyscore-data">{as_json(data)}</script>'
    return "".join(framed(design, program_of(*PROGRAM, START), game.title, (content,), (script,)))


def looks_of(scene: BoardScene) -> dict[str, int]:
    """By seat, type and cell (`0 1 6`) the number of the picture of a piece that stands there."""
    lone = ((piece, cell, BoardState(scene.game, state)) for piece, cell, state in _lone(scene.game))
    return {_key(piece, cell): scene.look_of(piece, cell, shown) for piece, cell, shown in lone}


def _key(piece: tuple[int, int], *cell: int) -> str:
    return " ".join(map(str, (*piece, *cell)))


def _lone(game: Variant) -> Iterator[tuple[tuple[int, int], int, State]]:
    """Every piece alone on every cell where it may stand: the piece, the cell, and that position."""
    for seat, kind, cell in product(range(len(game.seats)), range(len(game.piece_types)), range(len(game.board.cells))):
        with suppress(PositionError, LookupError, ValueError):
            state = game.rules.lone_piece_position(seat, kind, cell)
            if state.piece_at(cell) == (seat, kind):
                yield (seat, kind), cell, state


def form_of(game: Variant) -> dict[str, Any]:
    """How positions of a game are written.

    rows: the first field, a point for each cell; cells: their numbers, in that order; tokens: how each piece is written,
    with its seat and type; turns: the letters of the seats; start: the start position; rights: letters of the third field
    with the cells on which the pieces of the start must stand; hand: the letters of the pieces that may be in hand;
    fields: what follows the turn: where (`at`), the `label` and, for castlings, the letters (`choices`).
    """
    rows, places, tokens = "", dict[int, int](), dict[str, tuple[int, int]]()
    for piece, cell, state in _lone(game):
        parts = _PARTS.findall(game.write_position(state).split()[0])
        empty = "".join("." * int(part) if part.isdecimal() else part for part in parts if part[0] != "[")
        token = next((part for part in parts if part[0] not in "0123456789/*["), "")
        places[empty.partition(token)[0].count(".")] = cell
        rows = empty.replace(token, ".", 1)
        tokens.setdefault(token, piece)
    form: dict[str, Any] = {
        "rows": rows,
        "cells": [places[place] for place in sorted(places)],
        "tokens": [[token, *piece] for token, piece in tokens.items()],
        "turns": [seat.letter for seat in game.seats],
        "start": game.write_position(game.initial_state()),
    }
    if rows.count(".") != len(game.board.cells) or sorted(places.values()) != list(range(len(game.board.cells))):
        raise DrawingError(f"positions of {game.name} cannot be set up on a page; write them as text")
    rights = _rights(game, form)
    return form | {"rights": rights, "hand": _hand(game, form), "fields": _fields(form, rights)}


def _fields(form: dict[str, Any], rights: dict[str, list[int]]) -> list[dict[str, Any]]:
    labels = FIELDS.get(len(form["start"].split()), ())
    fields: list[dict[str, Any]] = [{"at": at, "label": translated(label)} for at, label in enumerate(labels)]
    if rights:
        fields[0]["choices"] = list(rights)
    return [field for field in fields if rights or field["label"] != translated("Castling")]


def _written(form: dict[str, Any], standing: Standing, rest: list[str]) -> str:
    """A FEN. rest: the fields after the first."""
    tokens = {(seat, kind): token for token, seat, kind in reversed(form["tokens"])}
    cells = iter(form["cells"])
    drawn = ""
    for sign in form["rows"]:
        drawn += tokens.get(standing.get(next(cells), (-1, -1)), ".") if sign == "." else sign
    placement = re.sub(r"\.+", lambda run: str(len(run[0])), drawn)
    return " ".join((placement, *rest))


def _problems(game: Variant, text: str) -> set[str]:
    try:
        game.read_position(text)
    except PositionError as fault:
        return set(fault.problems)
    return set()


def _hand(game: Variant, form: dict[str, Any]) -> list[str]:
    """The letters of pieces that may be in hand, in the order in which a FEN has them; not those of kings on the board."""
    pieces, opened, pool = form["start"].partition("[")
    if not opened:
        return []
    rest = pool.partition("]")[2]
    kings = set(_kings(game.initial_state()))
    letters = [letter for letter, *piece in form["tokens"] if len(letter) == 1 and tuple(piece) not in kings]
    held = "".join(letter for letter in letters if not _problems(game, f"{pieces}[{letter}]{rest}"))
    written = game.write_position(game.read_position(f"{pieces}[{held}]{rest}")) if held else ""
    return [*written.partition("[")[2].partition("]")[0]]


def _kings(state: State) -> Iterator[tuple[int, int] | None]:
    """The pieces on the board that may not be lost; of games without hands none is asked for."""
    if isinstance(state, GeneralBoard):
        for seat in (0, 1):
            yield from (state.piece_at(cell) for cell in state.royals(seat))


def _at_start(game: Variant) -> Standing:
    state = game.initial_state()
    pieces = ((cell, state.piece_at(cell)) for cell in range(len(game.board.cells)))
    return {cell: piece for cell, piece in pieces if piece is not None}


def _rights(game: Variant, form: dict[str, Any]) -> dict[str, list[int]]:
    fields = form["start"].split()
    if len(fields) < 3 or not fields[2].isalpha():
        return {}
    standing = _at_start(game)
    aside = next(cell for cell in range(len(game.board.cells)) if cell not in standing)

    def needs(letter: str, cell: int) -> bool:
        """Whether the letter is refused, or left out, where the piece on the cell stands elsewhere."""
        left = {aside if at == cell else at: piece for at, piece in standing.items()}
        text, without = (_written(form, left, [fields[1], right, *fields[3:]]) for right in (letter, "-"))
        problems = _problems(game, text)
        if not problems:
            return letter not in game.write_position(game.read_position(text)).split()[2]
        return bool(problems - _problems(game, without))

    return {letter: [cell for cell in standing if needs(letter, cell)] for letter in fields[2]}


def limits(game: Variant, form: dict[str, Any]) -> dict[str, Any]:
    """The limits of positions, as the reader of positions says it when it is tried.

    least, most: by seat and type (`0 5`) how many there must be at least and may be at most, with a sentence. barred: by
    seat and type the cells on which it cannot stand, with a sentence for each. held: by seat why it must have a piece on
    one of the cells that are held. check: whether nobody's king may be taken at once.
    """
    rest = form["start"].split()[2:]
    if form["rights"]:
        rest[0] = "-"
    full, cells, none = _at_start(game), range(len(game.board.cells)), set[str]()

    def tried(standing: Standing) -> list[set[str]]:
        """The problems of a position, by who is to move there."""
        return [_problems(game, _written(form, standing, [turn, *rest])) for turn in form["turns"]]

    least, most = dict[str, tuple[int, str]](), dict[str, tuple[int, str]]()
    for piece in sorted(set(full.values())):
        others = {cell: other for cell, other in full.items() if other != piece}
        missing = set.intersection(*tried(others))
        for cell in [cell for cell in cells if cell not in full][:SEVERAL]:
            missing -= none.union(*tried({**others, cell: piece}))
        if missing:
            least[_key(piece)] = (1, translated(min(missing)))
    held, ousted = dict[int, str](), set[str]()
    for seat in {seat for seat, _ in full.values()}:
        left = {cell: piece for cell, piece in full.items() if piece[0] != seat or cell not in game.scenery.held}
        missing = set.intersection(*tried(left)) - none.union(*tried(full))
        if missing:
            held[seat] = translated(min(missing))
            ousted |= missing
    few = {cell: piece for cell, piece in full.items() if _key(piece) in least}
    known = ousted.union(*tried(few))  # that a seat holds no such cell says nothing against the cell of a piece
    barred, check = dict[str, dict[int, str]](), False
    for piece in dict.fromkeys((seat, kind) for _, seat, kind in form["tokens"]):
        name, mine = _key(piece), list[set[str]]()
        for cell in (cell for cell in cells if cell not in few):
            found = [problems - known for problems in tried({**few, cell: piece})]
            always = set.intersection(*found)
            check = check or (bool(found[piece[0]]) and not always)
            if always:
                barred.setdefault(name, {})[cell] = translated(min(always))
            mine.append(always)
        if mine and all(mine) and name in least:
            most[name] = (Counter(few.values())[piece], translated(min(mine[0])))
            del barred[name]
    return {"least": least, "most": most, "barred": barred, "held": held, "check": check}


def _drawing(game: Variant, looks: dict[str, int], design: Design) -> dict[str, Any]:
    """The drawing of a position in parts, as `render --plain` makes it; pieces by picture, their places by cell."""
    theme = design.theme or THEMES["screen"]
    made: dict[str, Any] = {"symbols": {}, "uses": {}, "at": {}}
    for piece, cell, state in _lone(game):
        look = looks[_key(piece, cell)]
        if look in made["symbols"] and cell in made["at"]:
            continue
        svg = diagram(BoardState(game, state), theme=theme, seat=design.seat, plain=True, prefix="fs").svg()
        found = _DRAWN.fullmatch(svg)
        assert found is not None, "a drawing with one piece"
        made |= {part: found[part] for part in ("head", "meta", "patterns", "ground")}
        made["symbols"][look] = found["symbol"]
        made["at"][cell] = re.findall(r' transform="([^"]*)"', found["use"] + found["rest"])
        made["uses"][look] = re.sub(r' (data-field|transform)="[^"]*"', r' \1=""', found["use"])
    return made
