"""Random games of four-player chess beside a mover that was written apart: moves, points, who has left, how it ended.

    python tests/four_player_walks.py PLIES [SEED]

prints the plies that were compared and how many differ.
"""

import random
import sys
from collections.abc import Iterator

from mover_four_player import Ply, Table, new_table

from fairyscore.notation.rules.armies.state import ArmyState
from fairyscore.notation.rules.moves import ABSENT, PASSING, Move
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.variants import variant

GAMES = ("four-player", "four-player-teams")
RESIGNS = 150
"""One ply of so many is a resignation."""

LONGEST = 500


def plies(game: Variant, state: ArmyState) -> dict[Ply, Move]:
    """The legal moves as the other mover names them."""
    cells = game.board.cells

    def named(move: Move) -> Ply:
        becomes = "" if move.becomes == ABSENT else game.piece_types[move.becomes].letter
        return cells[move.origin], cells[move.target], "O" if move.castle != ABSENT else becomes

    return {named(move): move for move in state.moves()}


def differences(state: ArmyState, found: dict[Ply, Move], table: Table) -> Iterator[str]:
    """Each thing in which the two tables differ."""
    outcome = state.outcome()
    over = "".join("1" if score else "0" for score in outcome.scores) if outcome else ""
    theirs = {"draw": "1111"}.get(table.over, table.over)
    if over != theirs:
        yield f"the end is {over}, theirs {theirs}"
    if state.standing != table.gone:
        yield f"who has left: {state.standing}, theirs {table.gone}"
    if not table.teams and state.points != table.points:
        yield f"points {state.points}, theirs {table.points}"
    if not over:
        if state.turn != table.turn:
            yield f"{state.turn} is to move, theirs {table.turn}"
        moves = set(table.moves(table.turn))
        if set(found) != moves:
            yield f"only ours {sorted(set(found) - moves)}, only theirs {sorted(moves - set(found))}"


def walk(name: str, seed: int, most: int) -> tuple[int, list[str]]:
    """A random game: how many positions were compared, and what differs in the first that does."""
    game, dice = variant(name), random.Random(seed)
    state, table = game.initial_state(), new_table(teams=name.endswith("teams"))
    assert isinstance(state, ArmyState)
    for ply in range(most):
        found = plies(game, state)
        differing = [*differences(state, found, table)]
        if differing:
            return ply + 1, [f"{name}, seed {seed}, {game.write_position(state)}: {one}" for one in differing]
        if state.outcome() is not None:
            return ply + 1, []
        leaves = dice.randrange(RESIGNS) == 0 and state.standing[state.turn] == 0
        takes = [one for one, move in found.items() if state.takes(move)]
        chosen = dice.choice(sorted(takes)) if takes and dice.random() < 0.4 else dice.choice(sorted(found))
        state.push_unchecked(PASSING if leaves else found[chosen])
        table.play(("", "", "") if leaves else chosen)
    return most, []


def main(wanted: int, seed: int) -> None:
    """Walk until so many plies are compared, half of each game."""
    compared, differing = 0, 0
    while compared < wanted:
        for name in GAMES:
            plies_here, found = walk(name, seed, LONGEST)
            compared += plies_here
            differing += bool(found)
            for line in found:
                print(line)  # noqa: T201
        seed += 1
    print(f"{compared} positions compared, {differing} games differ")  # noqa: T201


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1)
