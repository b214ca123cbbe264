"""Walks of other programs on games of other captures and turns: `python tests/turn_walks.py FILE... [--game NAME]`.

A line of a file is a random game that a program which shares no code with this one has played: at each ply who moves, how
many legal moves there are, and which pieces leave and come. All of it is compared at every ply. A game that is not in the
table is not there yet. The last line counts the games whose walks are equal.
"""

import json
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from fairyscore.notation.rules.moves import ABSENT, Move
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.variants.registry import variant, variant_names


class Other(NamedTuple):
    """Our name of a program's game, its letters where they are others, and what it reads in another way than the page.

    letters: theirs by ours, `Bp` those of another board, which has the cells of the first. cells: ours by theirs.
    reading: what it reads otherwise, if a walk parts from ours by that.
    """

    name: str
    letters: Mapping[str, str] = {}
    cells: Mapping[str, str] = {}
    reading: str = ""


GAMES = {
    "Absorption": Other("absorption"),
    "Antiking2": Other("anti-king"),
    "Antimatter": Other("antimatter"),
    "Baroque": Other("ultima", {"i": "m"}),
    "Benedict": Other("benedict"),
    "Cannibal1": Other("cannibal"),
    "Checkless": Other("checkless"),
    "Copycat": Other("copycat"),
    "Doublemove1": Other("marseillais"),
    "Doublemove2": Other("double-move"),
    "Isardam": Other("isardam"),
    "Knightrelay1": Other("knight-relay"),
    "Madrasi": Other("madrasi"),
    "Monster": Other("monster"),
    "Progressive1": Other("progressive"),
    "Progressive2": Other("progressive:pawns=slow"),
    "Recycle": Other("recycle"),
    "Relayup": Other("relay-up"),
    "Rifle": Other("rifle"),
    "Squatter1": Other("squatter"),
    "Takenmake": Other("take-and-make:goes=plain"),
    "glinski-chess": Other("glinski-chess"),
    "mccooey-chess": Other("mccooey-chess"),
    "shafran-chess": Other("shafran-chess", cells={"f11": "g7"}),
    "devasa-chess": Other(
        "de-vasa-chess", reading="a pawn may not step onto the cell that an enemy pawn has just passed; no page says so"
    ),
    "raumschach": Other("raumschach"),
    "wildebeest-chess": Other("wildebeest-chess"),
    "smess": Other("smess:check=kept"),
    "Alice": Other("alice", {"Bp": "s", "Bq": "t", "Br": "u", "Bb": "c", "Bn": "o", "Bk": "l"}),
    "Suction": Other("suction"),
    "Magnetic": Other("magnetic"),
    "Allmate": Other("all-mate"),
    "Kingsmaker": Other("kingsmaker"),
    "Convert": Other("convert:chains=broken"),
    "brusky-chess": Other("brusky-chess"),
    "timurid-chess": Other("timurid"),
    "Rollerball": Other("rollerball", {"*": "x"}),
    "rollerball-chess": Other("rollerball"),
    "Avalanche": Other("avalanche"),
    "Fugue": Other("fugue"),
    "Wormhole1": Other("wormhole", {"*": "x"}),
    "Maxima": Other("maxima", {"*": "x", "i": "m", "m": "g", "g": "d"}),
    "Rococo": Other("rococo:check=kept,leaps=capture,set=pushme", {"s": "r", "u": "q", "l": "n", "c": "b", "i": "m"}),
    "byzantine-chess": Other("byzantine-chess"),
    "3dchess": Other("3d-chess"),
}
"""What the program calls each game."""


class Difference(NamedTuple):
    """Where a walk parts from ours: the ply from 1, and what is other there."""

    ply: int
    what: str


def standing(game: Variant, state: State, cell: int, letters: Mapping[str, str]) -> str:
    """The piece on a cell as the walks name it, `wne4`; empty where none is."""
    piece = state.piece_at(cell)
    if piece is None:
        return ""
    letter, name = game.piece_types[piece[1]].letter.lower(), game.board.cells[cell]
    board = name[0] if name[0].isupper() else ""
    return f"{'wb'[piece[0]]}{letters.get(board + letter, letter)}{name.removeprefix(board)}"


def placement(game: Variant, state: State, letters: Mapping[str, str]) -> frozenset[str]:
    """All pieces of a position as the walks name them."""
    return frozenset(filter(None, (standing(game, state, cell, letters) for cell in range(len(game.board.cells)))))


def after(state: State, move: Move) -> State:
    """The position after a move."""
    twin = state.copy()
    twin.push_unchecked(move)
    return twin


def beginning(start: str, game: Variant, letters: Mapping[str, str]) -> State:
    """The position that a walk begins with; its castlings are files of rooks, two for each side or Black's alone."""
    if not start:
        return game.initial_state()
    placement, mover, _, *rest = start.split()
    if game.board.cells[0][0].isupper():
        return game.initial_state()  # the walk has one board for several
    ours = {theirs: letter for letter, theirs in letters.items()}
    placed = "".join(
        _cased(ours.get(sign.lower(), sign), sign) for sign in placement.replace("//", "/8/").replace("91", "10")
    )
    rights = {"ahah": "KQkq", "ah": "kq"}.get(rest[0][:4] if rest else "", "-")
    held = "[]" if game.rules.hands else ""
    return game.read_position(f"{placed}{held} {mover} {rights} - 0 1")


def _cased(letter: str, like: str) -> str:
    return letter.upper() if like.isupper() else letter.lower()


def named(text: str, legal: list[Move], game: Variant, cells: Mapping[str, str]) -> Move | None:
    """The move that a program means which writes from where to where, `Ri1-h2`, `e7-e8=Q`: Jocly. cells: ours by theirs."""
    for theirs, ours in cells.items():
        text = text.replace(theirs, ours)
    names = "|".join(sorted(game.board.cells, key=len, reverse=True))
    ends = tuple(game.board.index[name] for name in re.findall(names, text))
    becomes = text.partition("=")[2][:1].lstrip(text[0])  # a piece that "becomes" what it is stays it
    letters = {ABSENT: "", **{kind: piece.letter for kind, piece in enumerate(game.piece_types)}}
    fitting = [move for move in legal if (move.origin, move.target) == ends and move.castle == ABSENT]
    return next((move for move in fitting if letters[move.becomes] == becomes), None)


def follow(walk: dict[str, Any], game: Variant, known: Other) -> Iterator[Difference]:
    """The first difference of a walk, if there is one."""
    letters = known.letters
    state = beginning(walk["start"], game, letters)
    for number, ply in enumerate(walk["plies"], 1):
        if "move" not in ply:
            return
        legal = state.moves()
        if "wb"[state.turn] != ply["turn"]:
            yield Difference(number, f"{ply['turn']} moves there")
            return
        if len(legal) != ply["legal"]:
            yield Difference(number, f"{len(legal)} legal moves, {ply['legal']} there")
            return
        if "gone" not in ply:
            move = named(ply["move"], legal, game, known.cells)
            if move is None:
                yield Difference(number, f"no move is {ply['move']}")
                return
            state = after(state, move)
            continue
        here = placement(game, state, letters)
        gone, come = frozenset(ply["gone"]), frozenset(ply["come"])
        wanted = here - gone | come
        fitting = [one for one in (after(state, move) for move in legal) if placement(game, one, letters) == wanted]
        if not fitting:
            yield Difference(number, f"no move does what {ply['move']} ({ply.get('text', '')}) does there")
            return
        state = fitting[0]


def compared(walks: list[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    """Each game of some walks with what is other; empty where all is equal."""
    for name in dict.fromkeys(walk["game"] for walk in walks):
        known = GAMES.get(name)
        if known is None or known.name.partition(":")[0] not in variant_names():
            yield name, "not there"
            continue
        game = variant(known.name)
        own = [walk for walk in walks if walk["game"] == name]
        found = ((number, one) for number, walk in enumerate(own, 1) for one in follow(walk, game, known))
        number, first = next(found, (0, None))
        what = f"walk {number}, ply {first.ply}: {first.what}" if first else ""
        yield name, f"{what} (its reading: {known.reading})" if what and known.reading else what


def read(paths: list[Path]) -> list[dict[str, Any]]:
    """The walks of some files."""
    return [json.loads(line) for path in paths for line in path.read_text(encoding="utf-8").splitlines() if line]


def main(arguments: list[str]) -> int:
    """Compare; the exit status says whether a game that is there differs."""
    only = arguments[arguments.index("--game") + 1] if "--game" in arguments else ""
    paths = [Path(text) for text in arguments if text not in ("--game", only)]
    walks = [walk for walk in read(paths) if only in ("", walk["game"])]
    equal, differ = 0, False
    total = len({walk["game"] for walk in walks})
    for name, what in compared(walks):
        equal += not what
        differ = differ or what not in ("", "not there")
        print(f"{name}: {what or 'equal'}", flush=True)  # noqa: T201
    print(f"{equal} of {total} games equal")  # noqa: T201
    return int(differ)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
