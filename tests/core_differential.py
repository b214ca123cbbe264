"""The compiled core against the general engine in plain Python: random games and fuzzed moves, position by position.

`python tests/core_differential.py 1000000 [SEED [GAME...]]` makes so many moves of every shipped game. Tests take a few.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from fairyscore.notation.moves import san
from fairyscore.notation.rules.castles.state import CastleState
from fairyscore.notation.rules.colours.state import ColourState
from fairyscore.notation.rules.did_you_mean import meant
from fairyscore.notation.rules.general.core_rules import GameTables
from fairyscore.notation.rules.general.definition import GameRules
from fairyscore.notation.rules.general.state import GeneralState
from fairyscore.notation.rules.general.tables import GeneralTables
from fairyscore.notation.rules.moves import (
    ABSENT,
    CASTLE,
    DEMOTED,
    DROP,
    GO,
    GO_OR_CASTLE,
    PASS,
    PROMOTED,
    UNCHANGED,
    Move,
    ParsedMove,
)
from fairyscore.notation.rules.perft import after
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.variants import sources, variant
from fairyscore.notation.variants.described_game import described_game
from fairyscore.notation.variants.file_reader import document_in
from fairyscore.notation.variants.variant_file import rules_of

if TYPE_CHECKING:
    from fairyscore.notation.kernel._core import Core, SeatCore

LONGEST = 160
"""Plies of a random game."""

MOST_NEAR = 8
"""Moves near a refused one that are compared."""


def games() -> list[str]:
    """The names of the shipped games that a file describes, those aside that the core does not know."""
    return [name for name in sources.shipped_names() if not GameTables(rules_in(name)).too_large]


def rules_in(name: str) -> GameRules:
    """The rules in a shipped file."""
    return rules_of(document_in(sources.shipped(name), sources.shipped))


def general(name: str) -> Variant:
    """A shipped game, played by the general engine whatever plays it else."""
    return described_game(name, sources.shipped(name).game.title, "", rules_in(name), strict=False)


def start_of(game: Variant) -> tuple[GeneralState, Core]:
    """The start position and the core; the tables of the position know no core from now on, so that it is the reference."""
    state = game.initial_state()
    assert isinstance(state, GeneralState)
    core = state.tables.core
    assert core is not None
    vars(state.tables)["core"] = None
    return state, core


def facts(state: GeneralState) -> tuple[object, ...]:
    """All that a position consists of."""
    return tuple(getattr(state, name) for name in state.fields if name not in ("tables", "most_quiet", "known"))


def exactly(state: GeneralState, move: Move) -> ParsedMove:
    """A legal move as a text asks for it that leaves nothing open."""
    extras: dict[str, Any] = {"put_on": move.put_on, "put": move.put}
    if move.castle != ABSENT:
        return ParsedMove(CASTLE, target=move.target, castle=state.tables.rules.castlings[move.castle].side, **extras)
    if move.target == ABSENT:
        return ParsedMove(PASS)
    if move.origin == ABSENT:
        return ParsedMove(DROP, target=move.target, kind=move.becomes)
    becomes = move.becomes if move.becomes != ABSENT else UNCHANGED
    return ParsedMove(GO, move.origin, move.target, becomes=becomes, **extras)


def loosely(state: GeneralState, move: Move, chance: random.Random) -> ParsedMove:
    """A legal move as a text may ask for it."""
    parsed = exactly(state, move)
    if move.castle != ABSENT and chance.random() < 0.5:
        target = chance.choice([move.target, state.castling(move).rook_from])
        return replace(
            parsed, action=chance.choice([GO, GO_OR_CASTLE]), origin=move.origin, target=target, castle=ABSENT
        )
    if parsed.action != GO:
        return parsed
    if move.origin == move.target and chance.random() < 0.5:
        return ParsedMove(PASS)
    return replace(
        parsed,
        origin=chance.choice([move.origin, ABSENT]),
        kind=chance.choice([state.piece_type_at(move.origin), ABSENT]),
        becomes=chance.choice([parsed.becomes, move.becomes]),
        capture=chance.choice([None, state.takes(move)]),
    )


def changed(parsed: ParsedMove, tables: GeneralTables, chance: random.Random) -> ParsedMove:
    """The same with one thing changed."""
    cells, kinds = range(tables.size), range(len(tables.kinds))
    values: dict[str, Any] = {
        "origin": chance.choice([ABSENT, *cells]),
        "target": chance.choice(cells),
        "kind": chance.choice(kinds),
        "sources": chance.getrandbits(tables.size),
        "capture": chance.choice([True, False]),
        "becomes": chance.choice([ABSENT, PROMOTED, DEMOTED, UNCHANGED, *kinds]),
        "victim": chance.choice(kinds),
        "castle": chance.randrange(2),
        "throw": 1,
        "owner": chance.randrange(-2, 2),
        "put_on": chance.choice(cells),
        "put": chance.choice(kinds),
    }
    field = chance.choice([*values, "loser"])
    if field == "loser":
        return replace(parsed, victim=values["victim"], loser=chance.randrange(-1, 2))
    return replace(parsed, **{field: values[field]})


def asked(state: GeneralState, legal: list[Move], chance: random.Random) -> Iterator[ParsedMove]:
    """Legal moves as texts may ask for them, and near misses."""
    for move in chance.sample(legal, min(3, len(legal))):
        parsed = loosely(state, move, chance)
        yield parsed
        yield changed(parsed, state.tables, chance)


def next_move(state: GeneralState, legal: list[Move], chance: random.Random) -> Move:
    """A move to go on with; captures, promotions and castlings more often than there are."""
    rare = [move for move in legal if state.takes(move) or move.castle >= 0 or move.becomes >= 0]
    return chance.choice(rare if rare and chance.random() < 0.3 else legal)


def compare(game: Variant, moves: int, seed: int) -> Iterator[str]:
    """The differences over so many moves, legal and illegal ones, asked of the positions of random games."""
    chance = random.Random(seed)
    start, core = start_of(game)
    state, asked_for, left = start.copy(), 0, LONGEST
    line, begin = list[Move](), state.copy()
    while asked_for < moves:
        where = f"{game.name} {game.write_position(state)}"
        legal = state.moves()
        twin, value = start.copy(), core.position(state)
        assert value is not None
        core.give_back(value, twin)
        if game.write_position(twin) != where.partition(" ")[2]:
            yield f"{where}: the position as a value"
        if core.moves(state) != legal:
            yield f"{where}: the legal moves"
        if core.perft(state, 1) != len(legal):
            yield f"{where}: the number of legal moves"
        if [core.in_check(state, seat) for seat in (0, 1)] != [state.in_check(seat) for seat in (0, 1)]:
            yield f"{where}: check"
        if core.goes_on(state) is not (state.outcome() is None):
            yield f"{where}: the end"
        for one in chance.sample(legal, min(2, len(legal))):
            if _san(core, state, one, game) not in ("", san.write(state, one, game)):
                yield f"{where}: SAN of {one}"
        for parsed in asked(state, legal, chance):
            asked_for += 1
            after, ours = state.copy(), state.copy()
            move = after.try_push(parsed)
            if (core.find(state, parsed) or None) != move:
                yield f"{where}: {parsed}"
            elif core.push_many(ours, [parsed], None, None) != (move is not None) or facts(ours) != facts(after):
                yield f"{where}: {parsed} leads elsewhere"
            if move is None:
                yield from (f"{where}: {what} of {parsed}" for what in _explained(core, state, parsed, game))
        asked_for += 1
        left -= 1
        if legal and left:
            move = next_move(state, legal, chance)
            line.append(move)
            state.push_unchecked(move)
        else:
            yield from _together(core, begin, state, line)
            state, left, line = start.copy(), LONGEST, []
            begin = state.copy()


def _explained(core: Core, state: GeneralState, parsed: ParsedMove, game: Variant) -> Iterator[str]:
    """What the core gives otherwise of that by which a refused move is explained."""
    named, near = core.named(state, parsed), core.near_moves(state, parsed, MOST_NEAR)
    if named is not None and sorted(named) != sorted(state.named(parsed)):
        yield "the moves that it may mean"
    if near is not None and near != meant(state, parsed, game, MOST_NEAR):
        yield "the moves near it"
    firsts = [None, *(near or ())]
    if core.plies_after(state, firsts, [parsed, parsed]) != state.plies_after(firsts, [parsed, parsed]):
        yield "the moves after those near it"


def _san(core: Core, state: GeneralState, move: Move, game: Variant) -> str:
    """A move in SAN by the facts of the core; empty where it leaves them to the engine."""
    facts = core.san_facts(state, move)
    if facts is None or (ABSENT in move[:2] and move.castle == ABSENT):
        return ""
    return san.unsigned(state, move, game, facts[0]) + facts[1]


def _together(core: Core, begin: GeneralState, end: GeneralState, line: list[Move]) -> Iterator[str]:
    """The differences where a whole line is made at once, and which of its moves give check."""
    ours, theirs = begin.copy(), begin.copy()
    parsed, log, quiet = list[ParsedMove](), list[Move](), set(range(len(line)))
    checks, kings = set[int](), list[tuple[int, ...]]()
    for number, move in enumerate(line):
        parsed.append(exactly(theirs, move))
        theirs.push_unchecked(move)
        kings.append(tuple(cell for cell in theirs.royals(theirs.turn) if theirs.attacked(cell, theirs.turn ^ 1)))
        if theirs.in_check(theirs.turn):
            checks.add(number)
    made = core.push_many(ours, parsed, log, quiet)
    if (
        made != len(line)
        or log != line
        or facts(ours) != facts(end)
        or quiet & checks
        or len(quiet) + len(checks) != made
    ):
        yield f"{line}: not the same at once"
    changed = core.line_changes(begin.copy(), line[:-1])  # the last move may end the game
    if changed is not None and [(king,) if king >= 0 else () for _, king in changed] != kings[:-1]:
        yield f"{line}: other kings in check"


# -- games of two to four seats ------

SEAT_GAMES = (
    "kaleidochess", "kaleidochess:players=3", "kaleidochess:players=4", "kaleidochess:players=4,fallen=stay",
    "kaleidochess:dice", "kaleidochess:players=3,dice", "kaleidochess:max-moves=20", "kaleidochess:no-repetition",
    "chamaeleon", "chamaeleon:players=3", "chamaeleon:players=4", "chamaeleon:start=drop",
)  # fmt: skip
SHARED = {"sheet", "ways", "tables"}

SeatState = CastleState | ColourState


def seat_facts(state: SeatState) -> tuple[object, ...]:
    """All that a position consists of."""
    return tuple(getattr(state, name) for name in state.fields if name not in SHARED)


def seat_core(state: SeatState) -> SeatCore:
    """The core of a game."""
    core = state.sheet.core if isinstance(state, CastleState) else state.tables.core
    assert core is not None
    return core


def as_parsed(move: Move) -> ParsedMove:
    """A legal move as a text asks for it that leaves nothing open."""
    if move.origin != ABSENT:
        return ParsedMove(GO, move.origin, move.target, throw=move.throw)
    if move.target != ABSENT:
        return ParsedMove(DROP, target=move.target, kind=move.becomes)
    return ParsedMove(PASS, throw=move.throw)


def seats_asked(state: SeatState, legal: list[Move], chance: random.Random) -> Iterator[ParsedMove]:
    """Legal moves as texts may ask for them, and near misses."""
    cells = range(len(state.board) - 1)
    for move in chance.sample(legal, min(3, len(legal))):
        parsed = as_parsed(move)
        if parsed.action == GO and chance.random() < 0.5:
            origin, capture = chance.choice([move.origin, ABSENT]), chance.choice([None, state.takes(move)])
            parsed = replace(parsed, origin=origin, kind=state.piece_type_at(move.origin), capture=capture)
        values: dict[str, Any] = {
            "origin": chance.choice([ABSENT, *cells]),
            "target": chance.choice(cells),
            "kind": chance.randrange(-1, 6),
            "capture": chance.choice([True, False]),
            "owner": chance.randrange(-2, 4),
            "throw": chance.randrange(7),
            "sources": chance.getrandbits(len(cells)),
            "becomes": chance.randrange(4),
        }
        field = chance.choice([*values, "victim"])
        yield parsed
        if field == "victim":
            yield replace(parsed, victim=chance.randrange(6), loser=chance.randrange(-2, 4))
        elif parsed.action != DROP:
            yield replace(parsed, **{field: values[field]})


def compare_seats(name: str, moves: int, seed: int) -> Iterator[str]:
    """As `compare`, for a game of two to four seats; here the engine plays on where the core leaves a move to it."""
    chance, game = random.Random(seed), variant(name)
    begin = game.initial_state()
    assert isinstance(begin, CastleState | ColourState)
    core, asked_for = seat_core(begin), 0
    while asked_for < moves:
        state, line = begin.copy(), list[ParsedMove]()
        cuts = set[int]()  # behind moves of which something has come
        for _ in range(LONGEST):
            where = f"{name} {game.write_position(state)}"
            legal = state._moves_in_python()
            if core.moves(state) not in (legal, None):
                yield f"{where}: the legal moves"
            for parsed in seats_asked(state, legal, chance):
                asked_for += 1
                found = core.find(state, parsed)
                if found and found != state.copy().find(parsed):
                    yield f"{where}: {parsed}"
            asked_for += 1
            if not legal:
                break
            some = chance.sample(legal, min(6, len(legal)))  # one that goes on: else KaleidoChess would last five plies
            move = next((move for move in some if after(state, move).outcome() is None), some[0])
            line.append(as_parsed(move))
            before = state.copy()
            state.push_unchecked(move)
            if state.playing() != before.playing() or state.outcome() is not None:
                cuts.add(len(line))
        for cut in sorted({*cuts, len(line), chance.randrange(len(line) + 1)}):
            ours, theirs, log = begin.copy(), begin.copy(), list[Move]()
            for parsed in line[:cut]:
                theirs.try_push(parsed)
            if ours.push_many(line[:cut], log) != cut or seat_facts(ours) != seat_facts(theirs):
                yield f"{name}: {log}: not the same at once"


if __name__ == "__main__":
    differences = 0
    wanted, first = int(sys.argv[1]), int(sys.argv[2]) if sys.argv[2:] else 1
    for game_name in sys.argv[3:] or (*games(), *SEAT_GAMES):
        seats = game_name in SEAT_GAMES
        found = compare_seats(game_name, wanted, first) if seats else compare(general(game_name), wanted, first)
        for difference in found:
            differences += 1
            print(difference)  # noqa: T201
        print(f"{game_name}: {wanted} moves, {differences} differences so far", flush=True)  # noqa: T201
    sys.exit(differences > 0)
