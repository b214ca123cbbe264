"""Holds a game, a notation or a format of one's own to what those that come along are held to; for tests of plug-ins.

Random games are played; what is wrong is an `AssertionError` that names the position, the move, and what was expected.
"""

from __future__ import annotations

import io
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from fairyscore.notation.formats.base import Format
from fairyscore.notation.formats.loss import reduced
from fairyscore.notation.game import Game, loads
from fairyscore.notation.moves.reading import parse_move
from fairyscore.notation.records.tree import MoveLine, Ply, Record
from fairyscore.notation.rules.moves import Move, ParsedMove
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Notation, Variant
from fairyscore.notation.variants.registry import UnknownVariant
from fairyscore.notation.variants.registry import variant as variant_named

FEW = 8  # legal moves of a position that are looked at more closely


@dataclass(frozen=True, slots=True)
class Checked:
    """The numbers of what was checked: games, positions, moves, and how many of the games ended by the rules."""

    games: int
    positions: int
    moves: int
    ended: int


def check_variant(variant: Variant | str, *, games: int = 10, plies: int = 80, seed: int = 1) -> Checked:
    """Hold a game to what records and programs rely on.

    In each position: legal moves are different, each is found by its text in the usual notation and has no reason against
    it; a move that is not legal has one, and changes nothing when it is tried; a copy is independent; the position's text
    gives the same position back. Each game, where it is known by its name (`register`): its PGN is read back as the same.

    variant: a variant or the name of one that is known. games, plies: how many random games, of how many plies at most.
    seed: of chance. Raises `AssertionError`.

    >>> check_variant("cylindrical", games=1).games
    1
    """
    game = variant_named(variant) if isinstance(variant, str) else variant
    chance = random.Random(seed)
    positions = moves = ended = 0
    strangers: list[ParsedMove] = []
    for _ in range(games):
        state = game.initial_state()
        line: list[Move] = []
        while len(line) < plies:
            over = state.copy().outcome()
            if over is not None:
                assert len(over.scores) == len(game.seats), _at_position(
                    game, state, "the outcome has not a score a seat"
                )
                ended += 1
                break
            legal = list(state.moves())
            _check_position(game, state, legal, chance, strangers)
            positions += 1
            moves += len(legal)
            move = chance.choice(legal)
            parsed = parse_move(game.writing.usual.write(state, move, game), game)
            if isinstance(parsed, ParsedMove):
                strangers = [*strangers[-FEW:], parsed]
            line.append(move)
            state.push_unchecked(move)
        _check_record(game, line)
    return Checked(games, positions, moves, ended)


def check_notation(
    notation: Notation, variant: Variant | str, *, games: int = 10, plies: int = 80, seed: int = 1
) -> Checked:
    """Hold a notation to what records rely on: what it writes of a legal move, it reads as that move; no two are the same.

    variant: the game that it is tried in. The rest is as in `check_variant`.

    >>> from fairyscore.notation.moves import long
    >>> check_notation(long, "tor-qi", games=1).games
    1
    """
    game = variant_named(variant) if isinstance(variant, str) else variant
    why = notation.refusal(game) if notation not in game.writing.notations else ""
    assert not why, f"{notation.name} refuses {game.name}: {why}"
    positions = moves = 0
    for state in _positions(game, games, plies, seed):
        texts: dict[str, Move] = {}
        legal = list(state.moves())
        for move in legal:
            text = notation.write(state, move, game)
            same = texts.setdefault(text, move)
            assert same == move, _at_position(game, state, f"{text} is written for {same} and for {move}")
            read = notation.read(text, game)
            assert isinstance(read, ParsedMove), _at_position(game, state, f"{text} is written and not read: {read}")
            found = state.find(read)
            assert found == move, _at_position(game, state, f"{text} is written for {move}, and read as {found}")
        positions += 1
        moves += len(legal)
    return Checked(games, positions, moves, 0)


def check_format(form: Format, variant: Variant | str, *, games: int = 10, plies: int = 60, seed: int = 1) -> Checked:
    """Hold a format to what files rely on: what it writes of a game, it reads back as the same, but for what it says it
    cannot hold; games follow each other; and its own text is recognised as being of it, where it reads.

    variant: the game that it is tried with. The rest is as in `check_variant`.

    >>> from fairyscore.notation.formats.registry import format_named
    >>> check_format(format_named("json"), "chess", games=2).games
    2
    """
    game = variant_named(variant) if isinstance(variant, str) else variant
    chance = random.Random(seed)
    records = [_annotated(game, chance, plies) for _ in range(games)]
    for record in records:
        why = form.refusal(record)
        assert not why, f"{form.name} refuses a game of {game.name}: {why}"
    notation = form.notation or game.writing.usual
    out = io.BytesIO()
    sink = form.open(out)
    held: list[Record] = []
    for record in records:
        less, _ = reduced(record, form.holds)
        held.append(less)
        sink.put(form.write(less, notation))
    sink.close()
    moves = sum(len(record.line.plies) for record in held)
    if form.read is None:
        return Checked(games, 0, moves, 0)
    named = None if form.holds.variant or "Variant" in form.holds.tags else game.name
    found = list(loads(out.getvalue().decode(), variant=named, format=form.name))
    assert len(found) == len(held), f"{form.name}: {len(held)} games were written and {len(found)} read"
    for number, (read, wrote) in enumerate(zip(found, held, strict=True), 1):
        errors = [str(one.message) for one in read.diagnostics if one.severity.value == "error"]
        assert not errors, f"{form.name}, game {number}: what it wrote is read with errors: {errors}"
        assert read.record.line == wrote.line, (
            f"{form.name}, game {number}: other moves, comments or variations are read"
        )
    return Checked(games, 0, moves, 0)


def _positions(game: Variant, games: int, plies: int, seed: int) -> Iterator[State]:
    """Positions of random games."""
    chance = random.Random(seed)
    for _ in range(games):
        state = game.initial_state()
        for _ in range(plies):
            if state.copy().outcome() is not None:
                break
            yield state
            state.push_unchecked(chance.choice(list(state.moves())))


def _check_position(
    game: Variant, state: State, legal: list[Move], chance: random.Random, strangers: list[ParsedMove]
) -> None:
    """See `check_variant`. strangers: moves of other positions, of which some are not legal here."""
    notation = game.writing.usual
    assert len(set(legal)) == len(legal), _at_position(game, state, "a legal move is listed twice")
    text, key = game.write_position(state), state.key()
    for move in chance.sample(legal, min(FEW, len(legal))):
        written = notation.write(state, move, game)
        parsed = parse_move(written, game)
        assert isinstance(parsed, ParsedMove), _at_position(game, state, f"{written} is written and not read")
        assert state.find(parsed) == move, _at_position(
            game, state, f"{written} is written for {move}, and read as another move"
        )
        why = [str(reason) for reason in state.reasons(parsed, written)]
        assert not why, _at_position(game, state, f"{written} is legal, and has a reason against it: {why}")
        twin = state.copy()
        assert twin.push(parsed), _at_position(game, state, f"{written} is legal, and cannot be made")
        assert state.key() == key, _at_position(game, state, f"{written} made in a copy changes the position")
    for parsed in strangers:
        twin = state.copy()
        if state.find(parsed) is None:
            assert state.reasons(parsed, "?"), _at_position(
                game, state, f"{parsed} is not legal, and has no reason against it"
            )
            assert not twin.push(parsed), _at_position(game, state, f"{parsed} is not legal, and can be made")
            assert twin.key() == key, _at_position(game, state, f"{parsed} is refused, and changes the position")
    again = game.read_position(text)
    assert game.write_position(again) == text, _at_position(
        game, state, "the position's text is not that of what it gives back"
    )
    assert set(again.moves()) == set(legal), _at_position(
        game, state, "other moves are legal in what the position's text gives back"
    )


def _check_record(game: Variant, moves: list[Move]) -> None:
    """A game is read back from its PGN, if it is known by its name."""
    try:
        variant_named(game.name)
    except UnknownVariant:
        return
    record = Record(game.name, (("White", "?"),), MoveLine(tuple(map(Ply, moves))))
    text = Game(record).to("pgn")
    (found,) = loads(text, variant=game.name)
    errors = [str(one.message) for one in found.diagnostics if one.severity.value == "error"]
    assert not errors, f"{game.name}: its own PGN is read with errors: {errors}\n{text}"
    assert [ply.move for ply in found.record.line.plies] == moves, f"{game.name}: other moves are read\n{text}"


def _annotated(game: Variant, chance: random.Random, plies: int) -> Record:
    """A random game with comments, NAGs and variations."""
    made = Game.new(game)
    for _ in range(plies):
        if made.position.outcome is not None:
            break
        legal: list[Any] = list(made.position.legal_moves)
        made.push(chance.choice(legal))
        node = list(made.nodes())[-1]
        if chance.random() < 0.1:
            node.comments = ["a comment"]
        if chance.random() < 0.1:
            node.nags = [1]
        others = [move for move in legal if move != node.move]
        if others and chance.random() < 0.1:
            node.add_variation(chance.choice(others))
    return made.record


def _at_position(game: Variant, state: State, what: str) -> str:
    return f"{game.name}, {game.write_position(state)}: {what}"
