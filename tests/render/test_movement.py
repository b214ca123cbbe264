"""How pieces move, drawn: what stands on the board is what the rules engine says, and nothing else."""

from dataclasses import replace
from itertools import combinations

import pytest
from drawn import FIELDS, MOVEMENTS, SVG, classes, movements, tree
from nightly import NIGHTLY
from pixels import Png, needs_png
from wcag import contrast

from fairyscore.notation.position import Position
from fairyscore.notation.records.marks import Arrow, CellMark
from fairyscore.notation.rules.reachability import Access
from fairyscore.notation.rules.state import Target
from fairyscore.notation.variants import GAMES, variant
from fairyscore.render.canvas import group
from fairyscore.render.drawing import Diagram
from fairyscore.render.embed import read as read_back
from fairyscore.render.errors import DrawingError
from fairyscore.render.export import encoded
from fairyscore.render.geometry import Point
from fairyscore.render.marks import ORDER, SHAPES, Pip, meaning, pip_parts
from fairyscore.render.movement import movement, piece_named, reach
from fairyscore.render.themes import THEMES, Theme

KEPT = dict(movements())


def pips(drawn: Diagram) -> dict[str, set[str]]:
    """By the classes of a pip the fields that it stands on."""
    found: dict[str, set[str]] = {}
    for element in classes(tree(drawn), "pip"):
        kind = element.get("class", "").removeprefix("mark pip ")
        if (name := element.get("data-at")) is not None:
            found.setdefault(kind, set()).add(name)
    return found


def legend(drawn: Diagram) -> list[str]:
    return [element.get("data-text", "") for element in classes(tree(drawn), "meaning")]


@pytest.mark.parametrize("name", KEPT)
def test_movements_are_as_they_were(name: str) -> None:
    """After a change that is meant: `python tests/drawn.py`, and look at the files."""
    same = KEPT[name].svg() + "\n" == (MOVEMENTS / f"{name}.svg").read_text(encoding="utf-8")
    assert same  # else pytest would print both


def test_every_piece_of_every_game_is_kept() -> None:
    assert set(FIELDS) == set(GAMES)
    assert {path.stem for path in MOVEMENTS.glob("*.svg")} == set(KEPT)


@pytest.mark.parametrize("name", GAMES)
def test_the_pips_are_the_goals(name: str) -> None:
    """For every piece, from a few fields of every board; more of them with the profile `nightly`."""
    game = variant(name)
    for kind, piece in enumerate(game.piece_types):
        for on in game.board.cells[kind :: len(game.board.cells) // (4 if NIGHTLY else 2)]:
            wanted: dict[str, set[str]] = {}
            for goal in game.rules.reach(0, kind, game.board.index[on]):
                pip = "barred" if goal.barred else Pip.of(goal).kind
                wanted.setdefault(pip, set()).add(game.board.cells[goal.target])
            assert pips(movement(game, piece.name, on)) == wanted


@pytest.mark.parametrize(
    ("name", "piece", "on", "wanted", "message"),
    [
        ("chess", "N", "a1", {"leap both": {"b3", "c2"}}, ["leaps or takes"]),
        ("chess", "P", "b2", {"step move": {"b3", "b4"}, "step take": {"a3", "c3"}}, ["moves only", "takes only"]),
        ("chess", "black pawn", "b2", {"promotion move": {"b1"}, "promotion take": {"a1", "c1"}}, None),
        ("caliph-qi", "K", "a6", {"step both": {"a5", "b5", "b6"}, "barred": {"a7", "b7"}}, None),
        ("caliph-qi", "black K", "a6", {"step both": {"a5", "b5", "b6", "a7", "b7"}}, ["moves or takes"]),
        ("kaleidochess", "pawn", "00", {"step both": {f"{k}A" for k in range(1, 9)}}, ["walks or knocks out"]),
        ("cylindrical", "P", "g7", {"promotion both": {"a8", "f8"}}, ["moves or takes, with promotion"]),
    ],
)
def test_a_piece_alone(name: str, piece: str, on: str, wanted: dict[str, set[str]], message: list[str] | None) -> None:
    drawn = movement(variant(name), piece, on)
    assert pips(drawn) == wanted
    assert message is None or " ".join(legend(drawn)) == " ".join(message)  # in as many lines as they need
    assert len(classes(tree(drawn), "legend")[0]) >= 2 * len(wanted)  # a sign and its meaning


def test_the_description_says_all_of_it() -> None:
    root = tree(movement(variant("caliph-qi"), "K", "a6"))
    description = root.find(f"{SVG}desc")
    assert description is not None
    assert description.text == "A king on a6. Moves or takes: a5, b5, b6. Across the river: not allowed: a7, b7."
    nowhere = tree(movement(variant("chess"), "P", "e8")).find(f"{SVG}desc")
    assert nowhere is not None
    assert nowhere.text == "A pawn on e8. It gets nowhere."


def test_a_piece_that_changes_says_what_it_is_there() -> None:
    """H-2: a piece that is a knight on red is a queen on green, a rook on blue, a bishop on yellow."""
    game = variant("chamaeleon")
    drawn = movement(game, "N", "a1")  # red; c2 is red too and b3 yellow
    description = tree(drawn).find(f"{SVG}desc")
    assert description is not None
    assert (
        description.text
        == "A knight on a1. Leaps or takes: c2, b3. There it is a bishop: b3. There it is a knight: c2."
    )
    assert sorted(element.get("data-text", "") for element in classes(tree(drawn), "number")) == ["B", "N"]


def test_a_piece_among_others() -> None:
    """What stands in its way, what it may not do now, castling, and pieces that it takes."""
    position = Position.from_fen("4k3/8/8/8/1b6/2N5/8/R3K2R w KQ - 0 1", "chess")
    assert pips(reach(position, "c3")) == {
        "refused": {"a2", "a4", "b1", "b5", "d1", "d5", "e2", "e4"},
    }
    king = pips(reach(position, "e1"))
    assert king == {"step both": {"d1", "d2", "e2", "f1", "f2"}, "step move": {"c1", "g1"}}
    assert pips(reach(Position.start("chess"), "g1")) == {"leap both": {"f3", "h3"}, "blocked": {"e2"}}
    ring = classes(tree(reach(position, "c3")), "ring")
    assert [mark.get("data-at") for mark in ring] == ["c3"]


def test_a_pip_stands_beside_a_piece() -> None:
    game = variant("chess")
    taken = Position.from_fen("4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 1", "chess")
    beside = next(e for e in classes(tree(reach(taken, "e3")), "pip") if e.get("data-at") == "d5")
    alone = next(e for e in classes(tree(movement(game, "N", "e3")), "pip") if e.get("data-at") == "d5")
    assert [part.get("d") for part in beside] != [part.get("d") for part in alone]


def test_fields_after_the_seam_have_their_pips_too() -> None:
    drawn = tree(movement(variant("cylindrical"), "B", "b1"))
    repeated = [element for element in classes(drawn, "pip") if element.get("opacity")]
    assert len(repeated) == len([goal for goal in reached("cylindrical", "B", "b1") if goal[0] in "ag"])


def reached(name: str, piece: str, on: str) -> list[str]:
    game = variant(name)
    return [
        game.board.cells[goal.target]
        for goal in game.rules.reach(0, game.letters[piece], game.board.index[on])
        if goal.goes
    ]


def test_marks_and_the_rest_are_those_of_diagrams() -> None:
    drawn = movement(
        variant("chess"),
        "N",
        "g1",
        theme="print",
        size="20mm",
        caption="A <leap>",
        fields=[CellMark("red", 0)],
        arrows=[Arrow("blue", 6, 21)],
        numbers=[("h3", "1")],
        plain=True,
        whole=True,
    )
    root = tree(drawn)
    assert (drawn.title, root.get("width"), legend(drawn)) == ("A <leap>", "20mm", [])
    assert [mark.get("data-at") for mark in classes(root, "ring")] == ["a1"]
    assert [mark.get("data-to") for mark in classes(root, "arrow")] == ["f3"]
    assert len(classes(root, "number")) == 1


def test_the_part_of_the_board_that_shows_a_move() -> None:
    """A knight's leaps from d4 take seven files; those of a king three, with a rim five; a rook needs the whole board."""
    game = variant("omega-chess")
    width = {name: tree(movement(game, name, "f6", size="100mm")).get("width") for name in ("knight", "king", "rook")}
    king, knight, rook = (float(str(width[name]).removesuffix("mm")) for name in ("king", "knight", "rook"))
    assert king < knight < rook == 100


def test_without_a_cell_the_one_that_shows_most_is_taken() -> None:
    drawn = movement(variant("chess"), "N")
    assert drawn.title == "Chess: a knight on d4"
    assert len(classes(tree(drawn), "pip")) == 8 + 1  # on the board, and in the legend


def test_a_piece_alone_is_no_position() -> None:
    with pytest.raises(DrawingError):
        read_back(movement(variant("chess"), "N", "g1").svg().encode())
    position = Position.start("chess")
    assert read_back(reach(position, "g1").svg().encode()) == position


@pytest.mark.parametrize(
    ("piece", "on", "message"),
    [
        ("X", "e4", "no piece 'X'"),
        ("", "e4", "no piece ''"),
        ("gold pawn", "e4", "no piece 'gold pawn'"),
        ("N", "e9", "'e9' is not on the board"),
        ("\x1b[2J", "e4", "no piece '\\x1b[2J'"),
    ],
)
def test_what_is_not_there(piece: str, on: str, message: str) -> None:
    with pytest.raises(DrawingError) as raised:
        movement(variant("chess"), piece, on)
    assert message in str(raised.value)


def test_nobody_stands_there() -> None:
    with pytest.raises(DrawingError, match="no piece stands on e4"):
        reach(Position.start("chess"), "e4")


# -- the pips themselves ----------------------------------------------------------------------------------------------


def test_every_pip_is_drawn_and_has_a_meaning_of_its_own() -> None:
    game = variant("chess")
    acts = [Pip(form, act) for form in ("step", "leap", "lame", "hop", "promotion") for act in ("move", "take", "both")]
    assert list(SHAPES) == [*acts, Pip("screen", "both"), Pip("blocked"), Pip("barred"), Pip("refused")]
    assert len({meaning(pip, game) for pip in ORDER}) == len(ORDER)
    shapes = {str(group("", pip_parts(pip, Point(0, 0), 10, THEMES["print"])).tostring()) for pip in ORDER}
    assert len(shapes) == len(ORDER)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_pips_stand_out_from_their_border(theme: Theme) -> None:
    for name in ("blue", "red"):
        assert contrast(theme.marks[name].colour, theme.casing) >= 4.5


@needs_png
def test_pips_are_distinguished_in_black_and_white_at_twenty_millimetres() -> None:
    """Each as its pixels on a chess board 20 mm wide, printed with 600 dots an inch: no two are nearly the same."""
    pictures = {}
    for pip in ORDER:
        parts = group("", pip_parts(pip, Point(0, 0), 10.5, THEMES["print"])).tostring()
        svg = (
            '<svg xmlns="http://www.w3.org/2000/svg" height="50px" width="50px" viewBox="-22.5 -22.5 45 45">'
            f'<rect x="-23" y="-23" width="46" height="46" fill="#ffffff"/>{parts}</svg>'
        )
        pictures[pip] = Png(encoded(svg, ".png")).image.getchannel("R").tobytes()  # black and white: red will do
    for one, other in combinations(ORDER, 2):
        unlike = sum(abs(a - b) > 100 for a, b in zip(pictures[one], pictures[other], strict=True))
        assert unlike > 75, (one.kind, other.kind, unlike)


def test_the_kind_of_a_pip() -> None:
    way = ((0, 1),)
    assert Pip.of(Target(1, way, takes=False, leaps=True)).kind == "leap move"
    assert Pip.of(Target(1, way, goes=False, becomes=(4,), leaps=True)).kind == "promotion take"
    assert Pip(Access.BLOCKED.value).kind == "blocked"


@pytest.mark.parametrize(
    ("game", "piece", "cell", "target", "expected"),
    [
        ("xiangqi", "C", "e5", "e6", "moves only"),  # the cannon beside itself: no screen has room between
        ("xiangqi", "C", "e5", "e8", "moves, and takes over a piece"),
        ("xiangqi", "N", "e5", "f7", "moves or takes, if nothing is in the way"),
        ("grasshopper-chess", "G", "d4", "d6", "moves or takes, over a piece"),
    ],
)
def test_hops_and_lame_leaps_have_marks_of_their_own(
    game: str, piece: str, cell: str, target: str, expected: str
) -> None:
    rules = variant(game)
    index = rules.board.index
    goals = {goal.target: goal for goal in rules.rules.reach(0, rules.letters[piece], index[cell])}
    assert meaning(Pip.of(goals[index[target]]), rules) == expected


def test_pieces_may_have_capitals_in_their_names() -> None:
    """`FAD`, as Betza calls one: names are looked for in either case."""
    chess = variant("chess")
    kinds = tuple(kind._replace(name="FAD") if kind.letter == "B" else kind for kind in chess.piece_types)
    assert piece_named(replace(chess, piece_types=kinds), "fad") == (0, chess.letters["B"])
