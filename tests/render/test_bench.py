"""Every kind of drawing of every game, in every theme and three sizes, checked by what it says.

A share that depends on the sources of drawings is checked in each run, so another one after each change of them; all with
HYPOTHESIS_PROFILE=nightly.
"""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from pathlib import Path
from zlib import crc32

import pytest
from nightly import NIGHTLY
from pictures import Picture, faults, picture

from fairyscore.notation.position import LegalMove, Position
from fairyscore.notation.records.tree import MoveLine, Ply, Record
from fairyscore.notation.variants import GAMES, variant
from fairyscore.notation.variants.sources import shipped_names
from fairyscore.render import diagram, prose
from fairyscore.render.board_state import BoardState, moments
from fairyscore.render.drawing import Diagram
from fairyscore.render.movement import movement, reach, refusal
from fairyscore.render.themes import THEMES

NAMES = (*GAMES, *shipped_names())
SIZES = ("300px", "40mm", "20mm")
PLIES = 30  # of the games that are played for positions
PARTS = 480  # one of so many drawings is checked in each run


def turn() -> int:
    """Which share is checked: what the sources of drawings come to."""
    sources = sorted((Path(__file__).resolve().parents[2] / "render").rglob("*.py"))
    return crc32(b"".join(source.read_bytes() for source in sources))


@cache
def played(name: str) -> tuple[BoardState, ...]:
    """A game of moves that the names of game and ply choose, captures first, so that hands and trays are filled."""
    position, plies = Position.start(name), list[Ply]()
    for number in range(PLIES):
        moves = position.legal_moves
        if not moves or position.outcome is not None:
            break
        chosen = [move for move in moves if move.is_capture] if number % 3 else list(moves)
        move = (chosen or moves)[crc32(f"{name} {number}".encode()) % len(chosen or moves)]
        plies.append(Ply(move.raw))
        position = position.play(move)
    return tuple(moments(Record(name, line=MoveLine(tuple(plies)))))


def a_move(position: Position) -> LegalMove:
    """A move that leaves a cell for another."""
    return next(move for move in position.legal_moves if move.from_cell and move.from_cell != move.to_cell)


# -- what is drawn, and what it has to say ----------------------------------------------------------------------------


def start(name: str, theme: str, size: str) -> Iterator[str]:
    """A start shows its pieces, who is to move, and nothing that is wrong."""
    position = Position.start(name)
    drawn = picture(diagram(position, theme=theme, size=size).svg())
    yield from faults(drawn)
    on_board = [on for _, on, _ in drawn.pieces if on]
    if len(on_board) != len(position.pieces()):
        yield f"{len(on_board)} pieces of {len(position.pieces())}"
    if drawn.marked("mark") or drawn.marked("check"):
        yield "marks on a start"
    words = " ".join(text.text for text in drawn.texts if "turn" in text.within)
    if words != prose.status(BoardState.of(position)):
        yield f"below stands: {words}"


def last_move(name: str, theme: str, size: str) -> Iterator[str]:
    """A move has one arrow."""
    state = played(name)[-1]
    drawn = picture(diagram(state, arrow=True, theme=theme, size=size).svg())
    yield from faults(drawn)
    wanted = int(len(set(state.marks.way)) > 1)
    if len(drawn.marked("arrow")) != wanted:
        yield f"{len(drawn.marked('arrow'))} arrows for {state.text}"


def hands(name: str, theme: str, size: str) -> Iterator[str]:
    """What was captured, or is in hand, stands beside or below the board."""
    state = max(played(name), key=lambda state: len(state.captured))
    drawn = picture(diagram(state, theme=theme, size=size).svg())
    yield from faults(drawn)
    kinds = [group for group in drawn.marked("piece") if "data-field" not in group]
    held = [state.state.hand_of(seat) for seat in range(len(state.variant.seats))]
    if state.variant.scenery.pieces.shape == "wedge":
        wanted = sum(len(set(kinds)) for kinds in held)
    else:
        wanted = len(state.lost) + sum(map(len, held)) * state.variant.rules.hands
    if len(kinds) != wanted:
        yield f"{len(kinds)} pieces beside the board, not {wanted}"


def movements(name: str, theme: str, size: str) -> Iterator[str]:
    """A piece on an empty board has one sign on each cell that it gets to, and a legend."""
    game = variant(name)
    for kind, cell in _places(name):
        drawn = picture(
            movement(game, game.piece_types[kind].name, game.board.cells[cell], theme=theme, size=size).svg()
        )
        yield from faults(drawn)
        wanted = {game.board.cells[target.target] for target in game.rules.reach(0, kind, cell)}
        marked = [group["data-at"] for group in drawn.marked("pip") if "data-at" in group]
        if sorted(marked) != sorted(wanted):
            yield f"{game.piece_types[kind].name} on {game.board.cells[cell]}: signs on {marked}, not {sorted(wanted)}"
        if wanted and not drawn.words_of("legend"):
            yield f"{game.piece_types[kind].name}: no legend"


def _places(name: str) -> Iterator[tuple[int, int]]:
    """Two kinds of pieces of a game where they start, nightly all."""
    state = Position.start(name).state
    found = dict[int, int]()
    for cell in range(len(variant(name).board.cells)):
        piece = state.piece_at(cell)
        if piece is not None and piece[0] == 0:
            found.setdefault(piece[1], cell)
    yield from list(found.items())[: None if NIGHTLY else 2]


def reached(name: str, theme: str, size: str) -> Iterator[str]:
    """Of a piece in a position: each cell that it may go to has a sign."""
    position = Position.start(name)
    if not any(move.from_cell for move in position.legal_moves):
        return
    cell = a_move(position).from_cell
    drawn = picture(reach(position, cell, theme=theme, size=size).svg())
    yield from faults(drawn)
    marked = {group["data-at"] for group in drawn.marked("pip") if "data-at" in group}
    missing = {move.to_cell for move in position.moves_from(cell)} - marked - {cell}
    if missing:
        yield f"{cell}: no sign on {sorted(missing)}"


def explained(name: str, theme: str, size: str) -> Iterator[str]:
    """A legal move is one arrow; a refused one is told in words and has none of a legal move."""
    position = Position.start(name)
    if not any(move.from_cell for move in position.legal_moves):
        return
    move = a_move(position)
    drawn = picture(refusal(position, move.text, theme=theme, size=size).svg())
    yield from faults(drawn)
    if len(drawn.marked("arrow")) != 1 or drawn.marked("arrow", "refused"):
        yield f"{move.text}: {len(drawn.marked('arrow'))} arrows"
    nowhere = f"{move.to_cell}-{move.from_cell}"
    drawn = picture(refusal(position, nowhere, theme=theme, size=size).svg())
    yield from faults(drawn)
    if drawn.marked("arrow", "green"):
        yield f"{nowhere}: shown as legal"


def marked(name: str, theme: str, size: str) -> Iterator[str]:
    """What is asked for is there, each once."""
    position = Position.start(name)
    cells = variant(name).board.cells
    first, last = cells[0], cells[-1]
    drawn = picture(
        diagram(
            position, fields=[f"red:{first}"], arrows=[f"{first}-{last}"], numbers=[(last, "1")], theme=theme, size=size
        ).svg()
    )
    yield from faults(drawn)
    counts = len(drawn.marked("ring", "red")), len(drawn.marked("arrow", "green")), drawn.words_of("number")
    if counts != (1, 1, ["1"]):
        yield f"marks: {counts}"


KINDS: tuple[Callable[[str, str, str], Iterator[str]], ...] = (
    start,
    last_move,
    hands,
    movements,
    reached,
    explained,
    marked,
)


Case = tuple[Callable[[str, str, str], Iterator[str]], str, str, str]


def cases() -> list[Case]:
    """What is drawn in this run."""
    share = turn()
    every = product(KINDS, NAMES, THEMES, SIZES)
    return [
        (kind, name, theme, size)
        for kind, name, theme, size in every
        if NIGHTLY or crc32(f"{share} {kind.__name__} {name} {theme} {size}".encode()) % PARTS == 0
    ]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_drawings_say_what_they_should(kind: Callable[[str, str, str], Iterator[str]]) -> None:
    found = {
        f"{name} {theme} {size}": wrong
        for drawn, name, theme, size in cases()
        if drawn is kind and (wrong := list(kind(name, theme, size)))
    }
    assert found == {}


# -- the bench finds what it is there for -----------------------------------------------------------------------------


def broken(of: str, was: str, now: str, **wanted: str) -> list[str]:
    """What is found in a drawing in which something was changed."""
    svg = diagram(Position.start(of), **wanted).svg()  # type: ignore[arg-type]
    assert was in svg
    return faults(picture(svg.replace(was, now, 1)))


def test_it_finds_what_is_cut_off() -> None:
    assert any("cut off" in found for found in broken("chess", "<use ", '<use y="400" '))


def test_it_finds_small_letters() -> None:
    small: Diagram = diagram(Position.start("chess"), size="80mm")
    svg = small.svg().replace('width="80mm"', 'width="30mm"')
    assert any(found.endswith("pt: a") for found in faults(picture(svg)))


def test_it_finds_a_piece_of_another_size() -> None:
    svg = diagram(Position.start("chess")).svg()
    place = svg.index("translate(", svg.index('class="piece white"'))
    end = svg.index(")", place) + 1
    assert any("sizes" in found for found in faults(picture(f"{svg[:end]} scale(0.8){svg[end:]}")))


def test_it_finds_pale_letters() -> None:
    svg = diagram(Position.start("chess")).svg()
    place = svg.index('data-text="white to move"')
    line = svg.rindex("<path", 0, place), svg.index("/>", place)
    pale = svg[line[0] : line[1]].replace('fill="', 'fill="#eeeeee" data-was="')
    assert any("#eeeeee on" in found for found in faults(picture(svg[: line[0]] + pale + svg[line[1] :])))


def test_a_picture_reads_arcs_and_curves() -> None:
    from pictures import flattened

    circle = flattened("M10 0A10 10 0 0 1 -10 0A10 10 0 0 1 10 0Z")
    assert max(y for _, y in circle) == pytest.approx(10, abs=0.1)
    assert min(y for _, y in circle) == pytest.approx(-10, abs=0.1)


def read(drawn: Picture) -> list[str]:
    """All texts of a drawing."""
    return [text.text for text in drawn.texts]


@pytest.mark.parametrize(("game", "colour", "name"), [("xiangqi", "red", "Red"), ("janggi", "blue", "Blue")])
def test_players_are_called_by_the_colour_of_their_discs(game: str, colour: str, name: str) -> None:
    svg = diagram(Position.start(game), theme="screen").svg()
    assert f"{name} to move" in read(picture(svg))
    inks = {shape.fill for shape in picture(svg).seen if "glyph" in shape.within}
    assert THEMES["screen"].marks[colour].colour in inks
    assert THEMES["screen"].marks["red"].colour in inks
